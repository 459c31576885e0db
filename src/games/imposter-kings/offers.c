/* The answers of a seat as boxes, and the defaults of section 11. */
#include "games/imposter-kings/asked.h"

/* ---- offers ---- */

static void add_one(cr_space *out, uint8_t kind, uint64_t set)
{
    cr_box *box = cr_box_add(out, kind);

    cr_box_one(box, 0, set);
    box->is_exact = 1;
}

static IK_APART void offer_play(const ik_state *s, uint8_t seat, cr_space *out)
{
    const ik_row *row = &s->r.antechamber[seat];
    unsigned from = row->n && s->k.q.kind == Q_PLAY ? IK_FROM_ANTECHAMBER : IK_FROM_HAND;
    uint32_t names = 0, plain, with_ability;
    unsigned n_hand = ik_hand_after(s, seat, from);
    ik_facts facts;
    cr_box *box;
    ik_may may;

    ik_look(s, ik_court_for_play(s), seat, &facts);
    if (from == IK_FROM_HAND)
        names = ik_may_play(s, &facts, seat);
    for (unsigned i = 0; from == IK_FROM_ANTECHAMBER && i < row->n; i++)
        names |= UINT32_C(1) << row->at[i];
    CR_CITE(IK_1_2);
    with_ability = names & IK_SAYING & ~facts.muted;
    plain = names & ~with_ability;
    for (; with_ability; with_ability &= with_ability - 1) {
        unsigned name = cr_bits_first(with_ability);

        ik_ability(s, &facts, seat, name, from, n_hand, &may);
        if (may.values[IK_COPY])
            ik_offer_copies(s, &may, seat, from, n_hand, out);
        if (ik_offer_says(&may, name, from, out))
            plain |= UINT32_C(1) << name;
    }
    if (plain) {
        box = cr_box_of(out, cr_words_with(cr_words_of(KIND_PLAY, 0), IK_ARG_FROM, (uint8_t)from));
        cr_box_one(box, IK_ARG_CARD, plain);
        box->is_exact = 1;
    }
    if (s->k.q.kind == Q_PLAY && ik_may_flip(s, seat))
        cr_box_add(out, KIND_FLIP)->is_exact = 1;
}

static void offer_setup(const ik_state *s, uint8_t seat, cr_space *out)
{
    uint64_t names = (uint64_t)ik_names(&s->r.hand[seat]) << 1;
    cr_box *box = cr_box_add(out, KIND_SETUP);

    cr_box_one(box, IK_ARG_SUCCESSOR, names);
    cr_box_one(box, IK_ARG_DUNGEON, names);
    if (s->r.facet[seat] == IK_TACTICIAN)
        cr_box_one(box, IK_ARG_SQUIRE, names);
}

static IK_APART void offer_muster(const ik_state *s, uint8_t seat, cr_space *out)
{
    uint32_t army = s->army[seat], hand = ik_names(&s->r.hand[seat]);
    bool is_paid = s->r.paid >> seat & 1;
    cr_box *box;

    cr_box_add(out, KIND_END)->is_exact = 1;
    if (s->r.facet[seat] == IK_REGULAR)
        add_one(out, KIND_FACET, 1u << IK_LEADER | 1u << IK_TACTICIAN);
    if (is_paid ? army != 0 : cr_bits_count(army) > 1) {
        box = cr_box_add(out, KIND_RECRUIT);
        cr_box_one(box, IK_ARG_ARMY, army);
        cr_box_one(box, IK_ARG_TRADE, hand);
        box->is_exact = is_paid;
        if (!is_paid)
            cr_box_one(box, IK_ARG_COST, (uint64_t)army << 1);
    }
    if (cr_bits_count(army) > 1 && s->exhausted[seat]) {
        box = cr_box_add(out, KIND_RECOMMISSION);
        cr_box_one(box, IK_ARG_BACK, s->exhausted[seat]);
        cr_box_one(box, IK_ARG_COST_1, army);
        cr_box_one(box, IK_ARG_COST_2, army);
    }
}

static void offer_names(cr_space *out, uint8_t kind, uint32_t names, unsigned n)
{
    cr_box *box = cr_box_add(out, kind);

    cr_box_subset(box, 0, names, (uint8_t)n, (uint8_t)n);
    box->is_exact = 1;
}

/* Taking a card, giving it up for a Rally, and showing a Successor that matches. */
static IK_APART void offer_take(const ik_state *s, uint8_t seat, cr_space *out)
{
    if (ik_takeable(s, seat))
        add_one(out, KIND_TAKE, ik_takeable(s, seat));
    if (ik_may_rally(s, seat))
        cr_box_add(out, KIND_RALLY)->is_exact = 1;
    if (s->k.q.kind == Q_FACET && ik_may_match(s, seat))
        cr_box_add(out, KIND_MATCH)->is_exact = 1;
}

static IK_APART void offer_choice(const ik_state *s, uint8_t seat, cr_space *out)
{
    if (s->k.q.kind == Q_TAKE) {
        uint8_t victim = ik_victim(s);

        if (ik_names(&s->r.hand[victim]))
            add_one(out, KIND_CHOOSE, ik_names(&s->r.hand[victim]));
        if (s->r.successor[victim]) {
            cr_box *box = cr_box_add(out, KIND_CHOOSE);

            box->move.arg[0] = (uint8_t)(s->r.successor[victim] - 1);
            box->move.arg[1] = IK_FROM_SUCCESSOR;
            box->is_exact = 1;
        }
        return;
    }
    if (ik_choosable(s, seat))
        add_one(out, KIND_CHOOSE, ik_choosable(s, seat));
}

static IK_APART void offer_deal(const ik_state *s, cr_space *out)
{
    ik_bag rest = ik_not_dealt(s);
    cr_box *box = cr_box_add(out, KIND_DEAL);
    unsigned n = ik_zone_size(s), n_second = cr_bits_count(rest.n[1]),
             most = n_second < n / 2 ? n_second : n / 2;

    cr_box_subset(box, 0, rest.n[0], (uint8_t)(n - most), (uint8_t)n);
    cr_box_subset(box, 4, rest.n[1], 0, (uint8_t)most);
    cr_box_add(out, KIND_SHUFFLE)->is_exact = 1;
}

void ik_space(const cr_state *k, uint8_t seat, cr_space *out)
{
    const ik_state *s = (const ik_state *)k;
    uint16_t all = (uint16_t)((1u << k->n_seats) - 1);
    uint32_t cards;
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
        return;
    case Q_ASSASSIN:
    case Q_KINGS_HAND:
        CR_CITE(IK_10_8);
        cr_box_add(out, KIND_PASS)->is_exact = 1;
        cards = ik_fitting(s) & ik_names(&s->r.hand[seat]);
        if (cards && (cards &= ~ik_muted_reactions(s, seat)) != 0)
            add_one(out, KIND_REACT, cards);
        break;
    case Q_SOLDIER:
        box = cr_box_add(out, KIND_DISGRACE);
        cr_box_subset(box, 0, ((UINT32_C(1) << s->r.court.n) - 1) & ~s->r.court.down, 0, 3);
        box->is_exact = 1;
        break;
    case Q_AEGIS:
        box = cr_box_add(out, KIND_DISGRACE);
        cr_box_subset(box, 0, ((UINT32_C(1) << s->r.court.n) - 1) & ~s->r.court.down, 0, 1);
        box->is_exact = 1;
        break;
    case Q_JUDGE:
    case Q_RALLY:
    case Q_ANCESTOR:
        cr_box_add(out, KIND_NONE)->is_exact = 1;
        offer_choice(s, seat, out);
        break;
    case Q_SIGNATURES:
        offer_names(out, KIND_SELECT, IK_SIGNATURES, ik_cards_to_select(s));
        break;
    case Q_DRAFT_OPEN:
        offer_names(out, KIND_OPEN, ik_draft_names(s), 5);
        cr_box_add(out, KIND_SHUFFLE)->is_exact = 1;
        break;
    case Q_DRAFT_ORDER:
        add_one(out, KIND_DRAFT, 3);
        break;
    case Q_MUSTER:
        offer_muster(s, seat, out);
        break;
    case Q_INFORMANT:
        cr_box_add(out, KIND_NONE)->is_exact = 1;
        offer_take(s, seat, out);
        break;
    case Q_FACET:
        offer_take(s, seat, out);
        break;
    case Q_GUESS:
        add_one(out, KIND_SAY, 3);
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

    ik_look(s, ik_court_for_play(s), seat, &facts);
    if (s->k.q.kind == Q_PLAY && row->n) {
        move.arg[IK_ARG_CARD] = row->at[0];
        move.arg[IK_ARG_FROM] = IK_FROM_ANTECHAMBER;
    } else {
        uint32_t names = ik_may_play(s, &facts, seat);

        if (!names)
            return (cr_move){.seat = seat, .kind = KIND_FLIP};
        move.arg[IK_ARG_CARD] = lowest(names);
    }
    ik_ability(s, &facts, seat, move.arg[IK_ARG_CARD], move.arg[IK_ARG_FROM],
               ik_hand_after(s, seat, move.arg[IK_ARG_FROM]), &may);
    ik_default_says(s, &may, &move);
    return move;
}

static cr_move idle_take(const ik_state *s)
{
    uint8_t victim = ik_victim(s);

    if (s->r.successor[victim])
        return (cr_move){.kind = KIND_CHOOSE,
                         .arg = {(uint8_t)(s->r.successor[victim] - 1), IK_FROM_SUCCESSOR}};
    return (cr_move){.kind = KIND_CHOOSE, .arg = {lowest(ik_names(&s->r.hand[victim]))}};
}

/* The highest card as Successor, the lowest for the Dungeon, and a Squire of the second highest. */
static cr_move idle_setup(const ik_state *s, uint8_t seat)
{
    uint32_t hand = ik_names(&s->r.hand[seat]);
    cr_move move = {.kind = KIND_SETUP,
                    .arg = {(uint8_t)(1 + highest(hand)), (uint8_t)(1 + lowest(hand))}};
    ik_bag rest = s->r.hand[seat];

    if (s->r.facet[seat] == IK_TACTICIAN) {
        ik_take(&rest, move.arg[IK_ARG_SUCCESSOR] - 1u);
        ik_take(&rest, move.arg[IK_ARG_DUNGEON] - 1u);
        move.arg[IK_ARG_SQUIRE] = (uint8_t)(1 + highest(ik_names(&rest)));
    }
    return move;
}

/* The first cards of the table that are open. */
static cr_move idle_select(const ik_state *s)
{
    uint32_t names = 0, rest = IK_SIGNATURES;
    cr_move move = {.kind = KIND_SELECT};

    for (unsigned n = ik_cards_to_select(s); n; n--, rest &= rest - 1)
        names |= rest & -rest;
    memcpy(move.arg, &names, sizeof names);
    return move;
}

cr_move ik_idle(const cr_state *k, uint8_t seat)
{
    const ik_state *s = (const ik_state *)k;

    switch (k->q.kind) {
    case Q_FIRST:
        return (cr_move){.kind = KIND_FIRST, .arg = {seat}};
    case Q_SETUP:
        return idle_setup(s, seat);
    case Q_PLAY:
    case Q_SECOND:
        return idle_play(s, seat);
    case Q_ASSASSIN:
    case Q_KINGS_HAND:
        return (cr_move){.kind = KIND_PASS};
    case Q_SOLDIER:
    case Q_AEGIS:
        return (cr_move){.kind = KIND_DISGRACE};
    case Q_JUDGE:
    case Q_HERALD_PLAY:
    case Q_SPY_TARGET:
    case Q_RALLY:
    case Q_ANCESTOR:
    case Q_INFORMANT:
        return (cr_move){.kind = KIND_NONE};
    case Q_TAKE:
        return idle_take(s);
    case Q_ROUND_OVER:
        return (cr_move){.kind = KIND_READY};
    case Q_KING:
    case Q_DEAL:
    case Q_DRAFT_OPEN:
        return (cr_move){.kind = KIND_SHUFFLE};
    case Q_SIGNATURES:
        return idle_select(s);
    case Q_DRAFT_ORDER:
        return (cr_move){.kind = KIND_DRAFT};
    case Q_MUSTER:
        return (cr_move){.kind = KIND_END};
    case Q_FACET:
        return (cr_move){.kind = KIND_TAKE, .arg = {lowest(ik_takeable(s, seat))}};
    case Q_GUESS:
        return (cr_move){.kind = KIND_SAY};
    default:
        return (cr_move){.kind = KIND_CHOOSE, .arg = {lowest(ik_choosable(s, seat))}};
    }
}
