/* What a seat may answer: check with the reasons of section 12 in their order, the offers, and the defaults of section
 * 11. All three read the same facts, so that what is offered is what is accepted. */
#include "games/imposter-kings/imposter_kings.h"

enum { FIELD_CARD = 1, FIELD_FROM };

static bool is_window(uint8_t question)
{
    return question == Q_ASSASSIN || question == Q_KINGS_HAND;
}

/* Does this kind of move answer this kind of question? */
static bool fits(uint8_t question, uint8_t kind)
{
    switch (question) {
    case Q_FIRST:
        return kind == KIND_FIRST;
    case Q_SETUP:
        return kind == KIND_SETUP;
    case Q_PLAY:
        return kind == KIND_PLAY || kind == KIND_FLIP;
    case Q_SECOND:
        return kind == KIND_PLAY;
    case Q_ASSASSIN:
    case Q_KINGS_HAND:
        return kind == KIND_PASS || kind == KIND_REACT;
    case Q_SOLDIER:
        return kind == KIND_DISGRACE;
    case Q_JUDGE:
        return kind == KIND_CHOOSE || kind == KIND_NONE;
    case Q_HERALD_PLAY:
        return kind == KIND_PLAY || kind == KIND_NONE;
    case Q_SPY_TARGET:
        return kind == KIND_TARGET || kind == KIND_NONE;
    case Q_ROUND_OVER:
        return kind == KIND_READY;
    case Q_KING:
        return kind == KIND_KING || kind == KIND_SHUFFLE;
    case Q_DEAL:
        return kind == KIND_DEAL || kind == KIND_SHUFFLE;
    default:
        return kind == KIND_CHOOSE;
    }
}

/* The ability of the top effect: what the choices behind a window are about. */
static const cr_frame *top_of(const ik_state *s)
{
    return &s->k.stack[s->k.depth - 1];
}

/* The Court a card is put on and the cards left in hand behind it. With a Herald the card takes its place, and the
 * Herald is back in hand. */
static unsigned court_for_play(const ik_state *s)
{
    return s->r.court.n - (s->k.q.kind == Q_HERALD_PLAY);
}

static unsigned hand_after(const ik_state *s, uint8_t seat, unsigned from)
{
    return ik_count(s->r.hand[seat]) - (from == IK_FROM_HAND) + (s->k.q.kind == Q_HERALD_PLAY);
}

/* Names that the question lets a seat play. */
static uint32_t playable(const ik_state *s, const ik_facts *facts, uint8_t seat)
{
    uint32_t hand = ik_names(s->r.hand[seat]);

    if (s->k.q.kind == Q_SECOND)
        return hand;
    if (s->k.q.kind == Q_HERALD_PLAY)
        return hand & ~(ik_base_set[1] | ik_base_set[2] | ik_base_set[3] | ik_base_set[4]);
    return ik_playable(s, facts, seat);
}

/* Hand cards that fit the open question about one hand card. */
static uint32_t choosable(const ik_state *s, uint8_t seat)
{
    uint32_t hand = ik_names(s->r.hand[seat]);

    if (s->k.q.kind == Q_JUDGE)
        return hand & ~ik_base_set[1];
    if (s->k.q.kind == Q_EXECUTE)
        return hand & ik_base_set[top_of(s)->arg[IK_ARG_NUMBER]];
    return hand;
}

static uint8_t victim_of(const ik_state *s)
{
    return s->k.stack[s->k.depth - 2].seat;
}

/* ---- check ---- */

/* Why a card that is in hand may not be played here. */
static cr_refusal why_not(const ik_state *s, const ik_facts *facts, uint8_t seat, unsigned name)
{
    bool is_elder =
        name == IK_ELDER && facts->is_throne_royal && (facts->muted_in_hand & IK_SET(ELDER));

    if (s->k.q.kind == Q_HERALD_PLAY)
        return CR_REFUSE(E_TARGET, IK_5_10, FIELD_CARD);
    if (is_elder || (name == IK_OATHBOUND && (facts->muted & IK_SET(OATHBOUND))))
        return CR_REFUSE(E_MUTED, IK_2_10, FIELD_CARD);
    if (name == IK_OATHBOUND && ik_count(s->r.hand[seat]) == 1)
        return CR_REFUSE(E_OATH_LAST, IK_1_20, FIELD_CARD);
    return CR_REFUSE(E_VALUE, IK_4_3, FIELD_CARD);
}

static bool row_has(const ik_row *row, unsigned name)
{
    for (unsigned i = 0; i < row->n; i++)
        if (row->at[i] == name)
            return true;
    return false;
}

static cr_refusal check_play(const ik_state *s, const cr_move *move)
{
    unsigned name = move->arg[IK_ARG_CARD], from = move->arg[IK_ARG_FROM];
    const ik_row *row = &s->r.antechamber[move->seat];
    ik_facts facts;
    ik_may may;

    if (from == IK_FROM_ANTECHAMBER ? !row_has(row, name) : !ik_has(s->r.hand[move->seat], name))
        return CR_REFUSE(E_NO_CARD, IK_5_1, FIELD_CARD);
    if (from == IK_FROM_HAND && row->n && s->k.q.kind == Q_PLAY)
        return CR_REFUSE(E_ANTECHAMBER, IK_4_2, FIELD_FROM);
    if (from == IK_FROM_ANTECHAMBER && s->k.q.kind != Q_PLAY)
        return CR_REFUSE(E_TARGET, IK_5_10, FIELD_FROM);
    CR_CITE(IK_4_4);
    CR_CITE(IK_4_5);
    ik_look(s, court_for_play(s), &facts);
    if (from == IK_FROM_HAND && !(playable(s, &facts, move->seat) >> name & 1))
        return why_not(s, &facts, move->seat, name);
    ik_ability(s, &facts, move->seat, name, from, hand_after(s, move->seat, from), &may);
    return ik_check_says(&may, move);
}

static cr_refusal check_flip(const ik_state *s, const cr_move *move)
{
    if (s->r.antechamber[move->seat].n)
        return CR_REFUSE(E_ANTECHAMBER, IK_4_2, 0);
    if (s->r.flipped >> move->seat & 1)
        return CR_REFUSE(E_KING_USED, IK_7_4, 0);
    if (!s->r.court.n)
        return CR_REFUSE(E_NO_THRONE, IK_7_1, 0);
    return CR_ACCEPT;
}

static cr_refusal check_setup(const ik_state *s, const cr_move *move)
{
    ik_bag hand = s->r.hand[move->seat];

    for (unsigned i = 0; i < 2; i++)
        if (!move->arg[i] || !ik_has(hand, move->arg[i] - 1u))
            return CR_REFUSE(E_NO_CARD, IK_5_1, (uint16_t)(1 + i));
    if (!ik_has(ik_without(hand, move->arg[0] - 1u), move->arg[1] - 1u))
        return CR_REFUSE(E_SAME_CARD, IK_3_7, 2);
    return CR_ACCEPT;
}

static cr_refusal check_react(const ik_state *s, const cr_move *move)
{
    unsigned fitting = s->k.q.kind == Q_ASSASSIN ? IK_ASSASSIN : IK_KINGS_HAND;

    if (!ik_has(s->r.hand[move->seat], move->arg[0]))
        return CR_REFUSE(E_NO_CARD, IK_5_1, FIELD_CARD);
    if (move->arg[0] != fitting)
        return CR_REFUSE(E_NO_REACTION_CARD, IK_6_3, FIELD_CARD);
    return CR_ACCEPT;
}

static cr_refusal check_choose(const ik_state *s, const cr_move *move)
{
    unsigned name = move->arg[0], from = move->arg[1];
    bool is_there = from == IK_FROM_HAND && ik_has(s->r.hand[move->seat], name);

    if (s->k.q.kind == Q_TAKE) {
        uint8_t victim = victim_of(s);

        is_there = from == IK_FROM_SUCCESSOR
                       ? s->r.successor[victim] == name + 1
                       : from == IK_FROM_HAND && ik_has(s->r.hand[victim], name);
        return is_there ? CR_ACCEPT : CR_REFUSE(E_NO_CARD, IK_5_1, FIELD_CARD);
    }
    if (!is_there)
        return CR_REFUSE(E_NO_CARD, IK_5_1, FIELD_CARD);
    if (!(choosable(s, move->seat) >> name & 1))
        return CR_REFUSE(E_TARGET, IK_5_10, FIELD_CARD);
    return CR_ACCEPT;
}

static cr_refusal check_disgrace(const ik_state *s, const cr_move *move)
{
    uint32_t chosen, up = ((UINT32_C(1) << s->r.court.n) - 1) & ~s->r.court.down;

    memcpy(&chosen, move->arg, sizeof chosen);
    if (chosen & ~up)
        return CR_REFUSE(E_TARGET, IK_5_10, 1);
    if (cr_bits_count(chosen) > 3)
        return CR_REFUSE(E_COUNT, IK_1_17, 1);
    return CR_ACCEPT;
}

/* Cards the next zone of a written deal takes: a hand, or the Accused. */
static unsigned zone_size(const ik_state *s)
{
    return s->k.stack[0].note == s->k.n_seats ? 1 : ik_hand_size(s);
}

static cr_refusal check_deal(const ik_state *s, const cr_move *move)
{
    ik_bag rest = ik_not_dealt(s), cards;

    memcpy(&cards, move->arg, sizeof cards);
    if ((cards & ~rest) || (cards >> 32 & ~cards))
        return CR_REFUSE(E_NO_CARD, IK_3_3, FIELD_CARD);
    if (ik_count(cards) != zone_size(s))
        return CR_REFUSE(E_COUNT, IK_3_3, FIELD_CARD);
    return CR_ACCEPT;
}

cr_refusal ik_check(const cr_state *k, const cr_move *move)
{
    const ik_state *s = (const ik_state *)k;

    if (!is_window(k->q.kind) && (move->kind == KIND_PASS || move->kind == KIND_REACT))
        return CR_REFUSE(E_NO_WINDOW, IK_6_14, 0);
    if (!fits(k->q.kind, move->kind))
        return CR_REFUSE(E_PHASE, IK_11_3, 0);
    switch (move->kind) {
    case KIND_REACT:
        return check_react(s, move);
    case KIND_PLAY:
        return check_play(s, move);
    case KIND_FLIP:
        return check_flip(s, move);
    case KIND_SETUP:
        return check_setup(s, move);
    case KIND_CHOOSE:
        return check_choose(s, move);
    case KIND_DISGRACE:
        return check_disgrace(s, move);
    case KIND_DEAL:
        return check_deal(s, move);
    case KIND_FIRST:
    case KIND_KING:
        return move->arg[0] < k->n_seats ? CR_ACCEPT : CR_REFUSE(E_TARGET, IK_5_10, 1);
    case KIND_TARGET:
        return ik_spy_targets(s, move->seat) >> move->arg[0] & 1 ? CR_ACCEPT
                                                                 : CR_REFUSE(E_TARGET, IK_5_10, 1);
    default:
        return CR_ACCEPT;
    }
}

cr_refusal ik_refuse(const cr_state *k, const cr_move *move, cr_refusal kernel)
{
    if (kernel.code == CR_CODE_OVER)
        return CR_REFUSE(E_OVER, IK_7_9, 0);
    if (!is_window(k->q.kind) && (move->kind == KIND_PASS || move->kind == KIND_REACT))
        return CR_REFUSE(E_NO_WINDOW, IK_6_14, 0);
    if (!fits(k->q.kind, move->kind))
        return CR_REFUSE(E_PHASE, IK_11_3, 0);
    if (kernel.code == CR_CODE_ANSWERED && k->q.form == CR_ALL)
        return CR_REFUSE(E_DONE, IK_3_7, 0);
    return CR_REFUSE(E_NOT_YOU, IK_11_4, 0);
}

/* ---- offers ---- */

static void add_one(cr_space *out, uint8_t kind, uint64_t set)
{
    cr_box *box = cr_box_add(out, kind);

    cr_box_one(box, 0, set);
    box->is_exact = 1;
}

static void offer_play(const ik_state *s, uint8_t seat, cr_space *out)
{
    const ik_row *row = &s->r.antechamber[seat];
    unsigned from = row->n && s->k.q.kind == Q_PLAY ? IK_FROM_ANTECHAMBER : IK_FROM_HAND;
    uint32_t names = 0, plain, with_ability;
    unsigned n_hand = hand_after(s, seat, from);
    ik_facts facts;
    cr_box *box;
    ik_may may;

    ik_look(s, court_for_play(s), &facts);
    if (from == IK_FROM_HAND)
        names = playable(s, &facts, seat);
    for (unsigned i = 0; from == IK_FROM_ANTECHAMBER && i < row->n; i++)
        names |= UINT32_C(1) << row->at[i];
    CR_CITE(IK_1_2);
    with_ability = names & IK_SAYING & ~facts.muted;
    plain = names & ~with_ability;
    for (; with_ability; with_ability &= with_ability - 1) {
        unsigned name = cr_bits_first(with_ability);

        ik_ability(s, &facts, seat, name, from, n_hand, &may);
        if (ik_offer_says(&may, name, from, out))
            plain |= UINT32_C(1) << name;
    }
    if (plain) {
        box = cr_box_add(out, KIND_PLAY);
        box->move.arg[IK_ARG_FROM] = (uint8_t)from;
        cr_box_one(box, IK_ARG_CARD, plain);
        box->is_exact = 1;
    }
    if (s->k.q.kind == Q_PLAY && ik_may_flip(s, seat))
        cr_box_add(out, KIND_FLIP)->is_exact = 1;
}

static void offer_setup(const ik_state *s, uint8_t seat, cr_space *out)
{
    uint64_t names = (uint64_t)ik_names(s->r.hand[seat]) << 1;
    cr_box *box = cr_box_add(out, KIND_SETUP);

    cr_box_one(box, 0, names);
    cr_box_one(box, 1, names);
}

static void offer_choice(const ik_state *s, uint8_t seat, cr_space *out)
{
    if (s->k.q.kind == Q_TAKE) {
        uint8_t victim = victim_of(s);

        if (s->r.hand[victim])
            add_one(out, KIND_CHOOSE, ik_names(s->r.hand[victim]));
        if (s->r.successor[victim]) {
            cr_box *box = cr_box_add(out, KIND_CHOOSE);

            box->move.arg[0] = (uint8_t)(s->r.successor[victim] - 1);
            box->move.arg[1] = IK_FROM_SUCCESSOR;
            box->is_exact = 1;
        }
        return;
    }
    if (choosable(s, seat))
        add_one(out, KIND_CHOOSE, choosable(s, seat));
}

static void offer_deal(const ik_state *s, cr_space *out)
{
    ik_bag rest = ik_not_dealt(s);
    cr_box *box = cr_box_add(out, KIND_DEAL);
    unsigned n = zone_size(s), n_second = cr_bits_count(rest >> 32),
             most = n_second < n / 2 ? n_second : n / 2;

    cr_box_subset(box, 0, ik_names(rest), (uint8_t)(n - most), (uint8_t)n);
    cr_box_subset(box, 4, (uint32_t)(rest >> 32), 0, (uint8_t)most);
    cr_box_add(out, KIND_SHUFFLE)->is_exact = 1;
}

void ik_space(const cr_state *k, uint8_t seat, cr_space *out)
{
    const ik_state *s = (const ik_state *)k;
    uint16_t all = (uint16_t)((1u << k->n_seats) - 1);
    unsigned fitting;
    cr_box *box;

    CR_CITE(IK_6_17);
    switch (k->q.kind) {
    case Q_FIRST:
        add_one(out, KIND_FIRST, all);
        break;
    case Q_SETUP:
        offer_setup(s, seat, out);
        break;
    case Q_HERALD_PLAY:
        cr_box_add(out, KIND_NONE)->is_exact = 1;
        offer_play(s, seat, out);
        break;
    case Q_PLAY:
    case Q_SECOND:
        offer_play(s, seat, out);
        break;
    case Q_ASSASSIN:
    case Q_KINGS_HAND:
        CR_CITE(IK_10_8);
        cr_box_add(out, KIND_PASS)->is_exact = 1;
        fitting = k->q.kind == Q_ASSASSIN ? IK_ASSASSIN : IK_KINGS_HAND;
        if (ik_has(s->r.hand[seat], fitting))
            add_one(out, KIND_REACT, UINT64_C(1) << fitting);
        break;
    case Q_SOLDIER:
        box = cr_box_add(out, KIND_DISGRACE);
        cr_box_subset(box, 0, ((UINT32_C(1) << s->r.court.n) - 1) & ~s->r.court.down, 0, 3);
        box->is_exact = 1;
        break;
    case Q_JUDGE:
        cr_box_add(out, KIND_NONE)->is_exact = 1;
        offer_choice(s, seat, out);
        break;
    case Q_SPY_TARGET:
        cr_box_add(out, KIND_NONE)->is_exact = 1;
        add_one(out, KIND_TARGET, ik_spy_targets(s, seat));
        break;
    case Q_ROUND_OVER:
        cr_box_add(out, KIND_READY)->is_exact = 1;
        break;
    case Q_KING:
        add_one(out, KIND_KING, all);
        cr_box_add(out, KIND_SHUFFLE)->is_exact = 1;
        break;
    case Q_DEAL:
        offer_deal(s, out);
        break;
    default:
        offer_choice(s, seat, out);
    }
}

/* ---- defaults ---- */

/* Of cards in order of value and name, as sets are. */
static uint8_t lowest(uint32_t names)
{
    return names ? (uint8_t)cr_bits_first(names) : 0;
}

static uint8_t highest(uint32_t names)
{
    return names ? (uint8_t)(31 - __builtin_clz(names)) : 0;
}

static cr_move idle_play(const ik_state *s, uint8_t seat)
{
    const ik_row *row = &s->r.antechamber[seat];
    cr_move move = {.seat = seat, .kind = KIND_PLAY};
    ik_facts facts;
    ik_may may;

    ik_look(s, court_for_play(s), &facts);
    if (s->k.q.kind == Q_PLAY && row->n) {
        move.arg[IK_ARG_CARD] = row->at[0];
        move.arg[IK_ARG_FROM] = IK_FROM_ANTECHAMBER;
    } else {
        uint32_t names = playable(s, &facts, seat);

        if (!names)
            return (cr_move){.seat = seat, .kind = KIND_FLIP};
        move.arg[IK_ARG_CARD] = lowest(names);
    }
    ik_ability(s, &facts, seat, move.arg[IK_ARG_CARD], move.arg[IK_ARG_FROM],
               hand_after(s, seat, move.arg[IK_ARG_FROM]), &may);
    ik_default_says(s, &may, &move);
    return move;
}

static cr_move idle_take(const ik_state *s)
{
    uint8_t victim = victim_of(s);

    if (s->r.successor[victim])
        return (cr_move){.kind = KIND_CHOOSE,
                         .arg = {(uint8_t)(s->r.successor[victim] - 1), IK_FROM_SUCCESSOR}};
    return (cr_move){.kind = KIND_CHOOSE, .arg = {lowest(ik_names(s->r.hand[victim]))}};
}

cr_move ik_idle(const cr_state *k, uint8_t seat)
{
    const ik_state *s = (const ik_state *)k;
    uint32_t hand = ik_names(s->r.hand[seat & 3]);

    switch (k->q.kind) {
    case Q_FIRST:
        return (cr_move){.kind = KIND_FIRST, .arg = {seat}};
    case Q_SETUP:
        return (cr_move){.kind = KIND_SETUP,
                         .arg = {(uint8_t)(1 + highest(hand)), (uint8_t)(1 + lowest(hand))}};
    case Q_PLAY:
    case Q_SECOND:
        return idle_play(s, seat);
    case Q_ASSASSIN:
    case Q_KINGS_HAND:
        return (cr_move){.kind = KIND_PASS};
    case Q_SOLDIER:
        return (cr_move){.kind = KIND_DISGRACE};
    case Q_JUDGE:
    case Q_HERALD_PLAY:
    case Q_SPY_TARGET:
        return (cr_move){.kind = KIND_NONE};
    case Q_TAKE:
        return idle_take(s);
    case Q_ROUND_OVER:
        return (cr_move){.kind = KIND_READY};
    case Q_KING:
    case Q_DEAL:
        return (cr_move){.kind = KIND_SHUFFLE};
    default:
        return (cr_move){.kind = KIND_CHOOSE, .arg = {lowest(choosable(s, seat))}};
    }
}
