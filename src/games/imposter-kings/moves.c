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
    case Q_SIGNATURES:
        return kind == KIND_SELECT;
    case Q_DRAFT_OPEN:
        return kind == KIND_OPEN || kind == KIND_SHUFFLE;
    case Q_DRAFT_ORDER:
        return kind == KIND_DRAFT;
    case Q_MUSTER:
        return kind == KIND_RECRUIT || kind == KIND_RECOMMISSION || kind == KIND_FACET ||
               kind == KIND_END;
    case Q_FACET:
        return kind == KIND_TAKE || kind == KIND_MATCH || kind == KIND_RALLY;
    case Q_RALLY:
    case Q_ANCESTOR:
        return kind == KIND_CHOOSE || kind == KIND_NONE;
    case Q_AEGIS:
        return kind == KIND_DISGRACE;
    case Q_INFORMANT:
        return kind == KIND_TAKE || kind == KIND_RALLY || kind == KIND_NONE;
    case Q_GUESS:
        return kind == KIND_SAY;
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
    return ik_count(&s->r.hand[seat]) - (from == IK_FROM_HAND) + (s->k.q.kind == Q_HERALD_PLAY);
}

/* Names that the question lets a seat play. */
static uint32_t playable(const ik_state *s, const ik_facts *facts, uint8_t seat)
{
    uint32_t hand = ik_names(&s->r.hand[seat]);

    if (s->k.q.kind == Q_SECOND)
        return hand;
    if (s->k.q.kind == Q_HERALD_PLAY)
        return hand & ~(ik_base_set[1] | ik_base_set[2] | ik_base_set[3] | ik_base_set[4]);
    return ik_playable(s, facts, seat);
}

/* The cards a question about one card is about: a hand, or part of an Army. */
static uint32_t pile_of(const ik_state *s, uint8_t seat)
{
    switch (s->k.q.kind) {
    case Q_DRAFT_PICK:
        return ik_draft_names(s);
    case Q_RECALL:
        return s->exhausted[seat];
    case Q_RALLY:
        return s->army[seat];
    case Q_RETURN:
        return s->r.rallied;
    case Q_CONDEMN:
        return ik_names(&s->r.hand[top_of(s)->arg[IK_ARG_OPPONENT] - 1]);
    default:
        return ik_names(&s->r.hand[seat]);
    }
}

/* Those of them that fit the open question. */
static uint32_t choosable(const ik_state *s, uint8_t seat)
{
    uint32_t pile = pile_of(s, seat);

    switch (s->k.q.kind) {
    case Q_JUDGE:
        return pile & ~ik_base_set[1];
    case Q_EXECUTE:
        return pile & ik_base_set[top_of(s)->arg[IK_ARG_NUMBER]];
    case Q_INQUISITOR:
        return pile & UINT32_C(1) << (top_of(s)->arg[IK_ARG_NAME] - 1);
    case Q_RECALL:
        return ik_recallable(s, top_of(s));
    case Q_RALLY:
        return ik_ralliable(s, top_of(s));
    default:
        return pile;
    }
}

static uint8_t victim_of(const ik_state *s)
{
    return s->k.stack[s->k.depth - 2].seat;
}

/* ---- check ---- */

/* Why a card that is in hand may not be played here. */
static cr_refusal why_not(const ik_state *s, const ik_facts *facts, uint8_t seat, unsigned name)
{
    uint32_t is_muted = facts->muted_in_hand & ik_placeable(s, facts, seat);

    if (s->k.q.kind == Q_HERALD_PLAY)
        return CR_REFUSE(E_TARGET, IK_5_10, FIELD_CARD);
    if ((is_muted >> name & 1) || (name == IK_OATHBOUND && (facts->muted & IK_SET(OATHBOUND))))
        return CR_REFUSE(E_MUTED, IK_2_10, FIELD_CARD);
    if (name == IK_OATHBOUND && ik_count(&s->r.hand[seat]) == 1)
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

    if (from == IK_FROM_ANTECHAMBER ? !row_has(row, name) : !ik_has(&s->r.hand[move->seat], name))
        return CR_REFUSE(E_NO_CARD, IK_5_1, FIELD_CARD);
    if (from == IK_FROM_HAND && row->n && s->k.q.kind == Q_PLAY)
        return CR_REFUSE(E_ANTECHAMBER, IK_4_2, FIELD_FROM);
    if (from == IK_FROM_ANTECHAMBER && s->k.q.kind != Q_PLAY)
        return CR_REFUSE(E_TARGET, IK_5_10, FIELD_FROM);
    CR_CITE(IK_4_4);
    CR_CITE(IK_4_5);
    ik_look(s, court_for_play(s), move->seat, &facts);
    if (from == IK_FROM_HAND && !(playable(s, &facts, move->seat) >> name & 1))
        return why_not(s, &facts, move->seat, name);
    ik_ability(s, &facts, move->seat, name, from, hand_after(s, move->seat, from), &may);
    if (move->arg[IK_ARG_COPY])
        return ik_check_copy(s, &may, hand_after(s, move->seat, from), move);
    /* Without a card to copy a Stranger has nothing to declare. */
    may.says &= (uint8_t)~IK_SAY_COPY;
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
    bool has_squire = s->r.facet[move->seat] == IK_TACTICIAN;
    unsigned last = has_squire ? IK_ARG_SQUIRE : IK_ARG_DUNGEON;
    ik_bag hand = s->r.hand[move->seat];

    for (unsigned i = 0; i <= last; i++)
        if (!move->arg[i] || !ik_has(&hand, move->arg[i] - 1u))
            return CR_REFUSE(E_NO_CARD, IK_5_1, (uint16_t)(1 + i));
    for (unsigned i = 0; i <= last; i++) {
        if (!ik_has(&hand, move->arg[i] - 1u))
            return CR_REFUSE(E_SAME_CARD, IK_3_7, (uint16_t)(1 + i));
        ik_take(&hand, move->arg[i] - 1u);
    }
    if (move->arg[IK_ARG_SQUIRE] && !has_squire)
        return CR_REFUSE(E_TARGET, IK_3_7, 1 + IK_ARG_SQUIRE);
    return CR_ACCEPT;
}

/* ---- selection and mustering ---- */

static unsigned cards_to_select(const ik_state *s)
{
    return s->selection == IK_TOURNAMENT ? 1 : 3;
}

static cr_refusal check_names(const cr_move *move, uint32_t allowed, unsigned n)
{
    uint32_t names;

    memcpy(&names, move->arg, sizeof names);
    if (names & ~allowed)
        return CR_REFUSE(E_NAME, IK_8_2, 1);
    if (cr_bits_count(names) != n)
        return CR_REFUSE(E_COUNT, IK_8_2, 1);
    return CR_ACCEPT;
}

static cr_refusal check_recruit(const ik_state *s, const cr_move *move)
{
    uint8_t seat = move->seat, card = move->arg[IK_ARG_ARMY], cost = move->arg[IK_ARG_COST];
    bool is_paid = s->r.paid >> seat & 1;

    if (!ik_has(&s->r.hand[seat], move->arg[IK_ARG_TRADE]))
        return CR_REFUSE(E_NO_CARD, IK_5_1, 1 + IK_ARG_TRADE);
    if (cost == card + 1)
        return CR_REFUSE(E_SAME_CARD, IK_8_7, 1 + IK_ARG_COST);
    if (!(s->army[seat] >> card & 1))
        return CR_REFUSE(E_ARMY, IK_8_7, 1 + IK_ARG_ARMY);
    if (is_paid ? cost != 0 : !cost || !(s->army[seat] >> (cost - 1) & 1))
        return CR_REFUSE(E_ARMY, IK_8_7, 1 + IK_ARG_COST);
    return CR_ACCEPT;
}

static cr_refusal check_recommission(const ik_state *s, const cr_move *move)
{
    uint8_t seat = move->seat, one = move->arg[IK_ARG_COST_1], two = move->arg[IK_ARG_COST_2];

    if (one == two)
        return CR_REFUSE(E_SAME_CARD, IK_8_8, 1 + IK_ARG_COST_2);
    if (!(s->exhausted[seat] >> move->arg[IK_ARG_BACK] & 1))
        return CR_REFUSE(E_ARMY, IK_8_8, 1 + IK_ARG_BACK);
    if (!(s->army[seat] >> one & 1))
        return CR_REFUSE(E_ARMY, IK_8_8, 1 + IK_ARG_COST_1);
    if (!(s->army[seat] >> two & 1))
        return CR_REFUSE(E_ARMY, IK_8_8, 1 + IK_ARG_COST_2);
    return CR_ACCEPT;
}

static cr_refusal check_facet(const ik_state *s, const cr_move *move)
{
    if (!move->arg[0])
        return CR_REFUSE(E_TARGET, IK_8_9, 1);
    if (s->r.facet[move->seat] != IK_REGULAR)
        return CR_REFUSE(E_FACET, IK_8_9, 0);
    return CR_ACCEPT;
}

/* ---- later choices of FRAGMENTS ---- */

/* What KIND_TAKE may take here, as bits. */
static unsigned takeable(const ik_state *s, uint8_t seat)
{
    if (s->k.q.kind == Q_INFORMANT)
        return 1u << IK_TAKE_DUNGEON;
    if (s->r.facet[seat] == IK_LEADER)
        return 1u << IK_TAKE_SUCCESSOR;
    return (unsigned)(top_of(s)->step == FLIP_FACET && s->r.successor[seat]) << IK_TAKE_SUCCESSOR |
           (unsigned)(s->r.squire[seat] != 0) << IK_TAKE_SQUIRE;
}

/* May the card be given up for a Rally here? */
static bool may_rally(const ik_state *s, uint8_t seat)
{
    return s->k.q.kind == Q_INFORMANT || s->r.facet[seat] == IK_LEADER ||
           top_of(s)->step == FLIP_SQUIRE;
}

static bool may_match(const ik_state *s, uint8_t seat)
{
    return s->r.facet[seat] == IK_TACTICIAN && top_of(s)->step == FLIP_FACET &&
           ik_flip_matches(s, top_of(s));
}

/* Names that fit the open window. */
static uint32_t fitting(const ik_state *s)
{
    unsigned name = s->k.q.kind == Q_ASSASSIN ? IK_ASSASSIN : IK_KINGS_HAND;
    uint32_t names = UINT32_C(1) << name;

    if (s->rules == IK_RULES_FRAGMENTS && ik_can_copy_reaction(s, name))
        names |= IK_SET(STRANGER);
    return names;
}

/* Only an Exile mutes a Reaction in hand. */
static uint32_t muted_reactions(const ik_state *s, uint8_t seat)
{
    ik_facts facts;

    if (!s->r.exiles)
        return 0;
    ik_look(s, s->r.court.n, seat, &facts);
    return facts.muted_in_hand;
}

static cr_refusal check_react(const ik_state *s, const cr_move *move)
{
    uint32_t one = UINT32_C(1) << move->arg[0];

    if (!ik_has(&s->r.hand[move->seat], move->arg[0]))
        return CR_REFUSE(E_NO_CARD, IK_5_1, FIELD_CARD);
    if (one & fitting(s) & muted_reactions(s, move->seat))
        return CR_REFUSE(E_MUTED, IK_2_10, FIELD_CARD);
    if (!(one & fitting(s)))
        return CR_REFUSE(E_NO_REACTION_CARD, IK_6_3, FIELD_CARD);
    return CR_ACCEPT;
}

static cr_refusal check_choose(const ik_state *s, const cr_move *move)
{
    unsigned name = move->arg[0], from = move->arg[1];
    bool is_there = from == IK_FROM_HAND && (pile_of(s, move->seat) >> name & 1);

    if (s->k.q.kind == Q_TAKE) {
        uint8_t victim = victim_of(s);

        is_there = from == IK_FROM_SUCCESSOR
                       ? s->r.successor[victim] == name + 1
                       : from == IK_FROM_HAND && ik_has(&s->r.hand[victim], name);
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
    if (s->k.q.kind == Q_AEGIS && cr_bits_count(chosen) > 1)
        return CR_REFUSE(E_COUNT, IK_8_33, 1);
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
    ik_bag rest = ik_not_dealt(s), cards = {{0}};

    memcpy(&cards, move->arg, IK_DEAL_BYTES);
    if (!ik_is_part(&cards, &rest) || (cards.n[1] & ~cards.n[0]))
        return CR_REFUSE(E_NO_CARD, IK_3_3, FIELD_CARD);
    if (ik_count(&cards) != zone_size(s))
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
    case KIND_SELECT:
        return check_names(move, IK_SIGNATURES, cards_to_select(s));
    case KIND_OPEN:
        return check_names(move, ik_draft_names(s), 5);
    case KIND_RECRUIT:
        return check_recruit(s, move);
    case KIND_RECOMMISSION:
        return check_recommission(s, move);
    case KIND_FACET:
        return check_facet(s, move);
    case KIND_TAKE:
        return takeable(s, move->seat) >> move->arg[0] & 1 ? CR_ACCEPT
                                                           : CR_REFUSE(E_TARGET, IK_5_10, 1);
    case KIND_RALLY:
        return may_rally(s, move->seat) ? CR_ACCEPT : CR_REFUSE(E_TARGET, IK_8_23, 0);
    case KIND_MATCH:
        return may_match(s, move->seat) ? CR_ACCEPT : CR_REFUSE(E_TARGET, IK_8_23, 0);
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

    ik_look(s, court_for_play(s), seat, &facts);
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
        if (may.copies)
            ik_offer_copies(s, &may, seat, from, n_hand, out);
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
    uint64_t names = (uint64_t)ik_names(&s->r.hand[seat]) << 1;
    cr_box *box = cr_box_add(out, KIND_SETUP);

    cr_box_one(box, IK_ARG_SUCCESSOR, names);
    cr_box_one(box, IK_ARG_DUNGEON, names);
    if (s->r.facet[seat] == IK_TACTICIAN)
        cr_box_one(box, IK_ARG_SQUIRE, names);
}

static void offer_muster(const ik_state *s, uint8_t seat, cr_space *out)
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
static void offer_take(const ik_state *s, uint8_t seat, cr_space *out)
{
    if (takeable(s, seat))
        add_one(out, KIND_TAKE, takeable(s, seat));
    if (may_rally(s, seat))
        cr_box_add(out, KIND_RALLY)->is_exact = 1;
    if (s->k.q.kind == Q_FACET && may_match(s, seat))
        cr_box_add(out, KIND_MATCH)->is_exact = 1;
}

static void offer_choice(const ik_state *s, uint8_t seat, cr_space *out)
{
    if (s->k.q.kind == Q_TAKE) {
        uint8_t victim = victim_of(s);

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
    if (choosable(s, seat))
        add_one(out, KIND_CHOOSE, choosable(s, seat));
}

static void offer_deal(const ik_state *s, cr_space *out)
{
    ik_bag rest = ik_not_dealt(s);
    cr_box *box = cr_box_add(out, KIND_DEAL);
    unsigned n = zone_size(s), n_second = cr_bits_count(rest.n[1]),
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
        break;
    case Q_ASSASSIN:
    case Q_KINGS_HAND:
        CR_CITE(IK_10_8);
        cr_box_add(out, KIND_PASS)->is_exact = 1;
        cards = fitting(s) & ik_names(&s->r.hand[seat]);
        if (cards && (cards &= ~muted_reactions(s, seat)) != 0)
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
        offer_names(out, KIND_SELECT, IK_SIGNATURES, cards_to_select(s));
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

    ik_look(s, court_for_play(s), seat, &facts);
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

    for (unsigned n = cards_to_select(s); n; n--, rest &= rest - 1)
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
        return (cr_move){.kind = KIND_TAKE, .arg = {lowest(takeable(s, seat))}};
    case Q_GUESS:
        return (cr_move){.kind = KIND_SAY};
    default:
        return (cr_move){.kind = KIND_CHOOSE, .arg = {lowest(choosable(s, seat))}};
    }
}
