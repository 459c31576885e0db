/* What a seat may answer: the reasons of section 12 in their order. */
#include "games/imposter-kings/asked.h"

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
    ik_look(s, ik_court_for_play(s), move->seat, &facts);
    if (from == IK_FROM_HAND && !(ik_may_play(s, &facts, move->seat) >> name & 1))
        return why_not(s, &facts, move->seat, name);
    ik_ability(s, &facts, move->seat, name, from, ik_hand_after(s, move->seat, from), &may);
    if (move->arg[IK_ARG_COPY])
        return ik_check_copy(s, &may, ik_hand_after(s, move->seat, from), move);
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

static cr_refusal check_react(const ik_state *s, const cr_move *move)
{
    uint32_t one = UINT32_C(1) << move->arg[0];

    if (!ik_has(&s->r.hand[move->seat], move->arg[0]))
        return CR_REFUSE(E_NO_CARD, IK_5_1, FIELD_CARD);
    if (one & ik_fitting(s) & ik_muted_reactions(s, move->seat))
        return CR_REFUSE(E_MUTED, IK_2_10, FIELD_CARD);
    if (!(one & ik_fitting(s)))
        return CR_REFUSE(E_NO_REACTION_CARD, IK_6_3, FIELD_CARD);
    return CR_ACCEPT;
}

static cr_refusal check_choose(const ik_state *s, const cr_move *move)
{
    unsigned name = move->arg[0], from = move->arg[1];
    bool is_there = from == IK_FROM_HAND && (ik_pile(s, move->seat) >> name & 1);

    if (s->k.q.kind == Q_TAKE) {
        uint8_t victim = ik_victim(s);

        is_there = from == IK_FROM_SUCCESSOR
                       ? s->r.successor[victim] == name + 1
                       : from == IK_FROM_HAND && ik_has(&s->r.hand[victim], name);
        return is_there ? CR_ACCEPT : CR_REFUSE(E_NO_CARD, IK_5_1, FIELD_CARD);
    }
    if (!is_there)
        return CR_REFUSE(E_NO_CARD, IK_5_1, FIELD_CARD);
    if (!(ik_choosable(s, move->seat) >> name & 1))
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

static cr_refusal check_deal(const ik_state *s, const cr_move *move)
{
    ik_bag rest = ik_not_dealt(s), cards = {{0}};

    memcpy(&cards, move->arg, IK_DEAL_BYTES);
    if (!ik_is_part(&cards, &rest) || (cards.n[1] & ~cards.n[0]))
        return CR_REFUSE(E_NO_CARD, IK_3_3, FIELD_CARD);
    if (ik_count(&cards) != ik_zone_size(s))
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
        return check_names(move, IK_SIGNATURES, ik_cards_to_select(s));
    case KIND_OPEN:
        return check_names(move, ik_draft_names(s), 5);
    case KIND_RECRUIT:
        return check_recruit(s, move);
    case KIND_RECOMMISSION:
        return check_recommission(s, move);
    case KIND_FACET:
        return check_facet(s, move);
    case KIND_TAKE:
        return ik_takeable(s, move->seat) >> move->arg[0] & 1 ? CR_ACCEPT
                                                              : CR_REFUSE(E_TARGET, IK_5_10, 1);
    case KIND_RALLY:
        return ik_may_rally(s, move->seat) ? CR_ACCEPT : CR_REFUSE(E_TARGET, IK_8_23, 0);
    case KIND_MATCH:
        return ik_may_match(s, move->seat) ? CR_ACCEPT : CR_REFUSE(E_TARGET, IK_8_23, 0);
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
