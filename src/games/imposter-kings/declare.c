/* What is said together with a play: which abilities are there (table 1a, IK-1.3), what each of them lets its player
 * declare (the table of IK-5.5), and the check, the offers and the default that come from it. */
#include "games/imposter-kings/imposter_kings.h"

/* A set whose members an argument counts from 1. */
static uint64_t from_1(uint32_t set)
{
    return (uint64_t)set << 1;
}

/* Opponents who have a hand card. */
static uint16_t with_hand(const ik_state *s, uint16_t seats)
{
    uint16_t out = 0;

    for (unsigned rest = seats; rest; rest &= rest - 1)
        if (ik_names(&s->r.hand[cr_bits_first(rest)]))
            out |= rest & -rest;
    return out;
}

/* Players among these who have a Dungeon card. */
static uint16_t with_dungeon(const ik_state *s, uint16_t seats)
{
    uint16_t out = 0;

    for (unsigned rest = seats; rest; rest &= rest - 1)
        if (s->r.dungeon[cr_bits_first(rest)])
            out |= rest & -rest;
    return out;
}

static uint32_t not_royal(const ik_state *s, const ik_facts *facts)
{
    uint32_t out = 0;

    if (facts->is_fragments)
        return facts->up_at & ~facts->royal_at;
    for (uint32_t at = facts->up_at; at; at &= at - 1)
        if (!(facts->royal >> s->r.court.card[cr_bits_first(at)] & 1))
            out |= at & -at;
    return out;
}

/* The same for cards that only FRAGMENTS has, or that do something only there. */
static IK_APART bool fill_in_fragments(const ik_state *s, const ik_facts *before, uint8_t seat,
                                       unsigned name, ik_may *out)
{
    const ik_court *court = &s->r.court;
    unsigned beneath = before->n - 1u, base;

    switch (name) {
    case IK_BARD:
        CR_CITE(IK_1_16);
        if (!before->n || !(before->up_at >> beneath & 1))
            return false;
        base = ik_cards[court->card[beneath]].base;
        return out->is_automatic = base == 3 || base == 4;
    case IK_FLAGBEARER:
        CR_CITE(IK_8_30);
        return before->n_down;
    case IK_STRANGER:
        CR_CITE(IK_8_31);
        return (out->values[IK_COPY] = from_1(before->up_at)) != 0;
    case IK_ANCESTOR:
        CR_CITE(IK_8_34);
        return out->is_automatic = before->is_throne_royal;
    case IK_INFORMANT:
        CR_CITE(IK_8_35);
        out->values[IK_NAME] = from_1(ik_sayable(s));
        return (out->values[IK_OPPONENT] = from_1(with_dungeon(s, ik_opponents(s, seat)))) != 0;
    case IK_NAKTURN:
        CR_CITE(IK_8_36);
        out->values[IK_NAME] = from_1(ik_sayable(s));
        out->values[IK_OPPONENT] = from_1(ik_opponents(s, seat));
        return before->n_down;
    case IK_LOCKSHIFT:
        CR_CITE(IK_8_39);
        return with_dungeon(s, ik_living(s));
    case IK_AEGIS:
    case IK_CONSPIRACIST:
    case IK_EXILE:
        CR_CITE(IK_8_33);
        CR_CITE(IK_8_37);
        CR_CITE(IK_8_38);
        return out->is_automatic = true;
    default:
        return false;
    }
}

/* Fills in what the card's text allows; false if its condition is not met. */
static inline __attribute__((always_inline)) bool fill_in(const ik_state *s, const ik_facts *before,
                                                          uint8_t seat, unsigned name,
                                                          unsigned from, unsigned n_hand,
                                                          ik_may *out)
{
    switch (name) {
    case IK_FOOL:
        CR_CITE(IK_1_10);
        return (out->values[IK_POSITION] = from_1(before->up_at)) != 0;
    case IK_INQUISITOR:
        CR_CITE(IK_1_14);
        out->values[IK_NAME] = from_1(ik_sayable(s));
        return true;
    case IK_EXECUTIONER: {
        uint32_t up = before->up | IK_SET(EXECUTIONER);
        unsigned highest = ik_cards[63 - __builtin_clzll(up)].base;

        CR_CITE(IK_1_15);
        out->values[IK_NUMBER] = (2u << highest) - 2;
        return true;
    }
    case IK_SOLDIER:
        CR_CITE(IK_1_17);
        out->values[IK_NAME] = from_1(ik_sayable(s));
        return true;
    case IK_JUDGE:
        CR_CITE(IK_1_18);
        out->values[IK_NAME] = from_1(ik_sayable(s));
        out->values[IK_OPPONENT] = from_1(ik_opponents(s, seat));
        return true;
    case IK_HERALD:
        CR_CITE(IK_1_22);
        return out->is_automatic = from == IK_FROM_HAND && s->r.successor[seat];
    case IK_MYSTIC:
        CR_CITE(IK_1_24);
        out->values[IK_NUMBER] = 0x1FE;
        return before->n_down;
    case IK_WARDEN:
        CR_CITE(IK_1_25);
        return before->n_up + 1 >= 4 && n_hand && s->r.accused;
    case IK_SENTRY:
        CR_CITE(IK_1_26);
        return n_hand && (out->values[IK_POSITION] = from_1(not_royal(s, before))) != 0;
    case IK_SPY:
        CR_CITE(IK_1_28);
        return true;
    case IK_PRINCESS:
        CR_CITE(IK_1_29);
        return n_hand &&
               (out->values[IK_OPPONENT] = from_1(with_hand(s, ik_opponents(s, seat)))) != 0;
    case IK_QUEEN:
        CR_CITE(IK_1_30);
        return out->is_automatic = true;
    default:
        /* Assassin, King's Hand, Arbiter and, without Armies, Bard do nothing when played; the texts of Elder,
         * Zealot and Oathbound are placement rules, those of Immortal and Warlord work on values. */
        CR_CITE(IK_1_19);
        CR_CITE(IK_1_16);
        return before->is_fragments && fill_in_fragments(s, before, seat, name, out);
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

/* A set of positions as it is once a card lies at `at` again: those from there on move up. */
static uint64_t open_gap(uint64_t set, unsigned at)
{
    uint64_t below = (UINT64_C(1) << at) - 1;

    return (set & below) | (set & ~below) << 1;
}

IK_APART void ik_copied_ability(const ik_state *s, uint8_t seat, unsigned position, unsigned n,
                                unsigned from, unsigned n_hand, ik_may *out)
{
    unsigned name = ik_name_at(&s->r.court, position);
    ik_state after = *s;
    ik_facts facts;

    CR_CITE(IK_8_31);
    CR_CITE(IK_8_32);
    *out = (ik_may){0};
    ik_court_remove(&after, position);
    ik_look(&after, n - 1, seat, &facts);
    /* What mutes the name mutes its copy too, and another Stranger has no text to copy. */
    if ((facts.has_immortal && (IK_COURTLY >> name & 1) && !(facts.steadfast >> name & 1)) ||
        name == IK_STRANGER)
        return;
    if (fill_in(&after, &facts, seat, name, from, n_hand, out))
        out->says = ik_cards[name].says;
    out->values[IK_POSITION] = open_gap(out->values[IK_POSITION], 1 + position);
}

/* The parts of a declaration that this play has. */
static unsigned parts_of(const cr_move *move)
{
    unsigned parts = 0;

    for (unsigned i = 0; i < 6; i++)
        parts |= (unsigned)(move->arg[IK_ARG_USE + i] != 0) << i;
    return parts;
}

/* The field of the lowest of these parts: fields count from 1. */
static uint16_t field_of(unsigned parts)
{
    return (uint16_t)(1 + IK_ARG_USE + cr_bits_first(parts));
}

/* Is this part declared, and not as it may be? */
static bool is_wrong(const ik_may *may, const cr_move *move, unsigned part)
{
    uint8_t value = move->arg[IK_ARG_USE + part];

    return value && !(may->values[part] >> value & 1);
}

cr_refusal ik_check_says(const ik_may *may, const cr_move *move)
{
    unsigned said = parts_of(move), says = may->says & IK_SAY_PARTS;

    if (said & ~says)
        return CR_REFUSE(E_NO_ABILITY, IK_1_3, field_of(said & ~says));
    if (said != says && (said || (may->says & IK_SAY_MUST)))
        return CR_REFUSE(E_MUST, IK_1_2, field_of(says & ~said));
    if (is_wrong(may, move, IK_COPY))
        return CR_REFUSE(E_TARGET, IK_5_10, 1 + IK_ARG_COPY);
    if (is_wrong(may, move, IK_POSITION))
        return CR_REFUSE(E_TARGET, IK_5_10, 1 + IK_ARG_POSITION);
    if (is_wrong(may, move, IK_OPPONENT))
        return CR_REFUSE(E_TARGET, IK_5_10, 1 + IK_ARG_OPPONENT);
    if (is_wrong(may, move, IK_NAME))
        return CR_REFUSE(E_NAME, IK_1_4, 1 + IK_ARG_NAME);
    if (is_wrong(may, move, IK_NUMBER))
        return CR_REFUSE(E_NUMBER, IK_5_10, 1 + IK_ARG_NUMBER);
    return CR_ACCEPT;
}

cr_refusal ik_check_copy(const ik_state *s, const ik_may *may, unsigned n_hand, const cr_move *move)
{
    cr_move copy = {.arg = {0}}, rest = *move;
    cr_refusal refusal;
    ik_may copied;

    copy.arg[IK_ARG_COPY] = move->arg[IK_ARG_COPY];
    refusal = ik_check_says(may, &copy);
    if (refusal.code)
        return refusal;
    ik_copied_ability(s, move->seat, move->arg[IK_ARG_COPY] - 1u, s->r.court.n,
                      move->arg[IK_ARG_FROM], n_hand, &copied);
    rest.arg[IK_ARG_COPY] = 0;
    return ik_check_says(&copied, &rest);
}

bool ik_offer_says(const ik_may *may, unsigned name, unsigned from, cr_space *out)
{
    enum { CHOSEN = IK_SAY_PARTS & ~(IK_SAY_USE | IK_SAY_COPY) };
    cr_words play;
    cr_box *box;

    if (!may->says || (may->says & IK_SAY_COPY))
        return true;
    play = cr_words_with(cr_words_of(KIND_PLAY, (uint8_t)name), IK_ARG_FROM, (uint8_t)from);
    box = cr_box_of(out, cr_words_with(play, IK_ARG_USE, may->says & IK_SAY_USE));
    box->is_exact = 1;
    for (unsigned parts = may->says & CHOSEN; parts; parts &= parts - 1) {
        unsigned part = cr_bits_first(parts);

        cr_box_one(box, (uint8_t)(IK_ARG_USE + part), may->values[part]);
    }
    return !(may->says & IK_SAY_MUST);
}

/* One box for all cards whose text asks for the same parts, and one for copying without a word. They are wider than
 * the rules, so that a long Court does not need a box for each of its cards. */
void ik_offer_copies(const ik_state *s, const ik_may *may, uint8_t seat, unsigned from,
                     unsigned n_hand, cr_space *out)
{
    ik_may shapes[8] = {{0}};
    uint32_t plain = 0;
    unsigned n = 0;
    cr_box *box;

    for (uint32_t at = (uint32_t)(may->values[IK_COPY] >> 1); at; at &= at - 1) {
        unsigned i = 0;
        ik_may one;

        ik_copied_ability(s, seat, cr_bits_first(at), s->r.court.n, from, n_hand, &one);
        if (!(one.says & IK_SAY_MUST))
            plain |= at & -at;
        if (!one.says)
            continue;
        while (i < n && (shapes[i].says & IK_SAY_PARTS) != (one.says & IK_SAY_PARTS))
            i++;
        n = i < n ? n : i + 1;
        shapes[i].says = one.says & IK_SAY_PARTS;
        one.values[IK_COPY] = from_1(at & -at);
        for (unsigned part = 0; part < IK_PARTS; part++)
            shapes[i].values[part] |= one.values[part];
    }
    for (unsigned i = 0; i < n; i++) {
        (void)ik_offer_says(&shapes[i], IK_STRANGER, from, out);
        box = &out->box[out->n - 1];
        cr_box_one(box, IK_ARG_COPY, shapes[i].values[IK_COPY]);
        box->is_exact = 0;
    }
    if (plain) {
        box = cr_box_add(out, KIND_PLAY);
        box->move.arg[IK_ARG_CARD] = IK_STRANGER;
        box->move.arg[IK_ARG_FROM] = (uint8_t)from;
        cr_box_one(box, IK_ARG_COPY, from_1(plain));
        box->is_exact = 1;
    }
}

/* A may-ability is declined; where something must be said it is the first name of the alphabet and the next
 * opponent in turn order. */
void ik_default_says(const ik_state *s, const ik_may *may, cr_move *move)
{
    if (!(may->says & IK_SAY_MUST))
        return;
    if (may->says & IK_SAY_NAME)
        move->arg[IK_ARG_NAME] = 1 + (s->rules == IK_RULES_FRAGMENTS ? IK_AEGIS : IK_ARBITER);
    if (may->says & IK_SAY_OPPONENT) {
        uint8_t seat = move->seat;

        do
            seat = ik_after(s, seat);
        while (!(may->values[IK_OPPONENT] >> (1 + seat) & 1));
        move->arg[IK_ARG_OPPONENT] = (uint8_t)(1 + seat);
    }
}
