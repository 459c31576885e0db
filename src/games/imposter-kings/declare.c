/* What is said together with a play: which abilities are there (table 1a, IK-1.3), what each of them lets its player
 * declare (the table of IK-5.5), and the check, the offers and the default that come from it. */
#include "games/imposter-kings/imposter_kings.h"

/* Opponents who have a hand card. */
static uint16_t with_hand(const ik_state *s, uint16_t seats)
{
    uint16_t out = 0;

    for (unsigned rest = seats; rest; rest &= rest - 1)
        if (s->r.hand[cr_bits_first(rest)])
            out |= rest & -rest;
    return out;
}

static uint32_t not_royal(const ik_state *s, const ik_facts *facts)
{
    uint32_t out = 0;

    for (uint32_t at = facts->up_at; at; at &= at - 1)
        if (!(facts->royal >> s->r.court.card[cr_bits_first(at)] & 1))
            out |= at & -at;
    return out;
}

/* Fills in what the card's text allows; false if its condition is not met. */
static bool fill_in(const ik_state *s, const ik_facts *before, uint8_t seat, unsigned name,
                    unsigned from, unsigned n_hand, ik_may *out)
{
    switch (name) {
    case IK_FOOL:
        CR_CITE(IK_1_10);
        return (out->positions = before->up_at) != 0;
    case IK_INQUISITOR:
        CR_CITE(IK_1_14);
        out->names = ik_sayable(s);
        return true;
    case IK_EXECUTIONER: {
        uint32_t up = before->up | IK_SET(EXECUTIONER);
        unsigned highest = ik_cards[63 - __builtin_clzll(up)].base;

        CR_CITE(IK_1_15);
        out->numbers = (uint16_t)((2u << highest) - 2);
        return true;
    }
    case IK_SOLDIER:
        CR_CITE(IK_1_17);
        out->names = ik_sayable(s);
        return true;
    case IK_JUDGE:
        CR_CITE(IK_1_18);
        out->names = ik_sayable(s);
        out->opponents = ik_opponents(s, seat);
        return true;
    case IK_HERALD:
        CR_CITE(IK_1_22);
        return out->is_automatic = from == IK_FROM_HAND && s->r.successor[seat];
    case IK_MYSTIC:
        CR_CITE(IK_1_24);
        out->numbers = 0x1FE;
        return before->n_down;
    case IK_WARDEN:
        CR_CITE(IK_1_25);
        return before->n_up + 1 >= 4 && n_hand && s->r.accused;
    case IK_SENTRY:
        CR_CITE(IK_1_26);
        return n_hand && (out->positions = not_royal(s, before)) != 0;
    case IK_SPY:
        CR_CITE(IK_1_28);
        return true;
    case IK_PRINCESS:
        CR_CITE(IK_1_29);
        return n_hand && (out->opponents = with_hand(s, ik_opponents(s, seat))) != 0;
    case IK_QUEEN:
        CR_CITE(IK_1_30);
        return out->is_automatic = true;
    default:
        /* Assassin, King's Hand, Arbiter and, without Armies, Bard do nothing when played; the texts of Elder,
         * Zealot and Oathbound are placement rules, those of Immortal and Warlord work on values. */
        CR_CITE(IK_1_19);
        CR_CITE(IK_1_16);
        return false;
    }
}

void ik_ability(const ik_state *s, const ik_facts *before, uint8_t seat, unsigned name,
                unsigned from, unsigned n_hand, ik_may *out)
{
    *out = (ik_may){0};
    CR_CITE(IK_1_3);
    CR_CITE(IK_5_2);
    if (before->muted >> name & 1)
        return;
    if (fill_in(s, before, seat, name, from, n_hand, out))
        out->says = ik_cards[name].says;
}

/* The parts of a declaration that this play has. */
static unsigned parts_of(const cr_move *move)
{
    unsigned parts = 0;

    for (unsigned i = 0; i < 5; i++)
        parts |= (unsigned)(move->arg[IK_ARG_USE + i] != 0) << i;
    return parts;
}

/* The field of the lowest of these parts: fields count from 1. */
static uint16_t field_of(unsigned parts)
{
    return (uint16_t)(1 + IK_ARG_USE + cr_bits_first(parts));
}

cr_refusal ik_check_says(const ik_may *may, const cr_move *move)
{
    unsigned said = parts_of(move), says = may->says & IK_SAY_PARTS;

    if (said & ~says)
        return CR_REFUSE(E_NO_ABILITY, IK_1_3, field_of(said & ~says));
    if ((may->says & IK_SAY_MUST) && said != says)
        return CR_REFUSE(E_MUST, IK_1_2, field_of(says & ~said));
    if ((said & IK_SAY_POSITION) && !(may->positions >> (move->arg[IK_ARG_POSITION] - 1) & 1))
        return CR_REFUSE(E_TARGET, IK_5_10, 1 + IK_ARG_POSITION);
    if ((said & IK_SAY_OPPONENT) && !(may->opponents >> (move->arg[IK_ARG_OPPONENT] - 1) & 1))
        return CR_REFUSE(E_TARGET, IK_5_10, 1 + IK_ARG_OPPONENT);
    if ((said & IK_SAY_NAME) && !(may->names >> (move->arg[IK_ARG_NAME] - 1) & 1))
        return CR_REFUSE(E_NAME, IK_1_4, 1 + IK_ARG_NAME);
    if ((said & IK_SAY_NUMBER) && !(may->numbers >> move->arg[IK_ARG_NUMBER] & 1))
        return CR_REFUSE(E_NUMBER, IK_5_10, 1 + IK_ARG_NUMBER);
    return CR_ACCEPT;
}

bool ik_offer_says(const ik_may *may, unsigned name, unsigned from, cr_space *out)
{
    cr_box *box;

    if (!may->says)
        return true;
    box = cr_box_add(out, KIND_PLAY);
    box->move.arg[IK_ARG_CARD] = (uint8_t)name;
    box->move.arg[IK_ARG_FROM] = (uint8_t)from;
    box->is_exact = 1;
    if (may->says & IK_SAY_USE)
        box->move.arg[IK_ARG_USE] = 1;
    if (may->says & IK_SAY_POSITION)
        cr_box_one(box, IK_ARG_POSITION, (uint64_t)may->positions << 1);
    if (may->says & IK_SAY_NAME)
        cr_box_one(box, IK_ARG_NAME, (uint64_t)may->names << 1);
    if (may->says & IK_SAY_NUMBER)
        cr_box_one(box, IK_ARG_NUMBER, may->numbers);
    if (may->says & IK_SAY_OPPONENT)
        cr_box_one(box, IK_ARG_OPPONENT, (uint64_t)may->opponents << 1);
    return !(may->says & IK_SAY_MUST);
}

/* A may-ability is declined; where something must be said it is the first name of the alphabet and the next
 * opponent in turn order. */
void ik_default_says(const ik_state *s, const ik_may *may, cr_move *move)
{
    if (!(may->says & IK_SAY_MUST))
        return;
    if (may->says & IK_SAY_NAME)
        move->arg[IK_ARG_NAME] = 1 + IK_ARBITER;
    if (may->says & IK_SAY_OPPONENT) {
        uint8_t seat = move->seat;

        do
            seat = ik_after(s, seat);
        while (!(may->opponents >> seat & 1));
        move->arg[IK_ARG_OPPONENT] = (uint8_t)(1 + seat);
    }
}
