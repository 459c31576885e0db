/* The round, the one effect of the game: deal, redeal, declarations, turns, scores. Every play leaves the hand
 * when it is accepted, and its type and value are the referee's own (LT-14). */
#include "games/liap-tui/parts.h"
#include "kernel/rng.h"

/* ---- deal ---- */

static void shuffle(lt_state *s)
{
    /* One byte a piece: its kind. */
    static const uint8_t set[LT_PIECES] = {0,  1,  2,  2,  3,  3,  4,  4,  5,  5,  6,
                                           6,  7,  7,  8,  8,  9,  9,  10, 10, 11, 11,
                                           12, 12, 12, 12, 12, 13, 13, 13, 13, 13};
    cr_tally hand[LT_SEATS] = {0};
    uint8_t deck[LT_PIECES];

    CR_CITE(LT_2_1);
    CR_CITE(LT_2_5);
    memcpy(deck, set, sizeof deck);
    for (unsigned i = 0; i < LT_PIECES; i++) {
        unsigned j = i + cr_rng_small(&s->k.rng, LT_PIECES - i);

        hand[i % LT_SEATS] += cr_tally_of(deck[j], 1);
        deck[j] = deck[i];
    }
    memcpy(s->hand, hand, sizeof hand);
}

unsigned lt_seats_without_hand(const lt_state *s)
{
    unsigned seats = 0;

    for (unsigned seat = 0; seat < LT_SEATS; seat++)
        if (!s->hand[seat])
            seats |= 1u << seat;
    return seats;
}

cr_tally lt_undealt(const lt_state *s)
{
    return LT_SET - s->hand[0] - s->hand[1] - s->hand[2] - s->hand[3];
}

static void tell_hand(const lt_state *s, unsigned seat, cr_sink *sink)
{
    if (sink)
        cr_emit(sink, EV_HAND, (uint8_t)seat, CR_BIT(seat), 0, false,
                (const uint8_t *)&s->hand[seat], sizeof(cr_tally));
}

/* The host deals hand by hand; the last one is what is left over. True: it is asked, come back. */
static bool ask_for_hands(lt_state *s, cr_sink *sink)
{
    unsigned seats = lt_seats_without_hand(s);

    CR_CITE(LT_2_8);
    while (cr_bits_count(seats) > 1) {
        cr_tally pieces;

        if (cr_ask(&s->k, LT_Q_DEAL, CR_BIT(CR_HOST), CR_ANY, 0, 0))
            return true;
        pieces = cr_tally_get(&s->k.said);
        if (!pieces) { /* the default */
            shuffle(s);
            return false;
        }
        s->hand[s->k.said.arg[LT_ARG_SEAT]] = pieces;
        tell_hand(s, s->k.said.arg[LT_ARG_SEAT], sink);
        seats = lt_seats_without_hand(s);
    }
    if (seats)
        s->hand[cr_bits_first(seats)] = lt_undealt(s);
    return false;
}

static void tell_deal(const lt_state *s, cr_sink *sink)
{
    uint32_t multiplier = s->open.redeals + 1;
    uint8_t data[5];

    memcpy(data, &multiplier, 4);
    data[4] = s->open.round;
    cr_emit(sink, EV_DEAL, CR_HOST, CR_EYES_ALL, sizeof data, false, data, sizeof data);
    for (unsigned seat = 0; seat < LT_SEATS; seat++)
        tell_hand(s, seat, sink);
}

/* ---- redeal ---- */

static uint8_t holder_of_red_general(const lt_state *s)
{
    uint8_t seat = 0;

    CR_CITE(LT_4_1);
    while (!cr_tally_count(s->hand[seat], LT_RED_GENERAL))
        seat++;
    return seat;
}

/* Who starts if this deal stands. */
static uint8_t provisional_starter(const lt_state *s, const cr_frame *top)
{
    return top->note == LT_BY_RED_GENERAL ? holder_of_red_general(s) : top->seat;
}

unsigned lt_weak_seats(const lt_state *s)
{
    unsigned seats = 0;

    CR_CITE(LT_3_1);
    for (unsigned seat = 0; seat < LT_SEATS; seat++)
        seats |= (unsigned)lt_is_weak(s->hand[seat] + s->play[seat] + s->open.shown[seat] +
                                      s->covered[seat])
                 << seat;
    CR_CITE(LT_3_11);
    return seats;
}

static void tell_redeal(unsigned accepted, unsigned declined, uint8_t credited, cr_sink *sink)
{
    CR_CITE(LT_11_3);
    CR_TELL(sink, EV_REDEAL, credited, (uint8_t)accepted, 0, (uint8_t)declined, 0);
}

/* All weak holders have answered. Returns whether the pieces are dealt again. */
static bool settle_redeal(lt_state *s, cr_frame *top, unsigned weak, cr_sink *sink)
{
    unsigned accepted = 0;
    uint8_t credited = provisional_starter(s, top);

    CR_CITE(LT_3_4);
    for (unsigned seat = 0; seat < LT_SEATS; seat++)
        if ((weak >> seat & 1) && s->k.sealed[seat].arg[0] == LT_ACCEPT)
            accepted |= 1u << seat;
    if (!accepted) {
        CR_CITE(LT_3_9);
        tell_redeal(0, weak, CR_HOST, sink);
        return false;
    }
    CR_CITE(LT_1_2);
    CR_CITE(LT_3_7);
    while (!(accepted >> credited & 1))
        credited = (credited + 1) % LT_SEATS;
    CR_CITE(LT_4_2);
    CR_CITE(LT_4_3);
    top->seat = credited;
    top->note = LT_BY_REDEAL;
    CR_CITE(LT_3_6);
    s->open.redeals++;
    tell_redeal(accepted, weak & ~accepted, credited, sink);
    /* LT-3.10: totals and streaks stay, the abandoned hands are not shown. */
    CR_CITE(LT_3_5);
    CR_CITE(LT_3_8);
    CR_CITE(LT_3_10);
    memset(s->hand, 0, sizeof s->hand);
    return true;
}

/* ---- declarations ---- */

static uint8_t next_to_declare(const lt_state *s, uint8_t starter)
{
    CR_CITE(LT_5_1);
    for (unsigned i = 0; i < LT_SEATS; i++)
        if (!s->open.declared[(starter + i) % LT_SEATS])
            return (uint8_t)((starter + i) % LT_SEATS);
    return LT_SEATS;
}

static void declare(lt_state *s, uint8_t seat, uint8_t number, cr_sink *sink)
{
    CR_CITE(LT_5_2);
    CR_CITE(LT_5_6);
    s->open.declared[seat] = (uint8_t)(number + 1);
    s->open.streak[seat] = number ? 0 : (uint8_t)(s->open.streak[seat] + 1);
    CR_TELL(sink, EV_DECLARE, seat, number);
}

/* ---- turns ---- */

static void tell_play(const lt_state *s, uint8_t seat, cr_sink *sink)
{
    bool is_lead = seat == s->open.leader;
    uint16_t eyes = s->open.option.is_open ? CR_EYES_ALL : CR_BIT(seat);
    uint8_t data[16] = {0};

    CR_CITE(LT_11_4);
    if (is_lead)
        data[0] = s->open.k;
    data[is_lead] = s->type[seat];
    memcpy(data + 8, &s->play[seat], sizeof(cr_tally));
    cr_emit(sink, is_lead ? EV_LEAD : EV_FOLLOW, seat, eyes, is_lead ? 2 : 0, false, data,
            sizeof data);
}

/* The rules of the types stand in the order of the types. */
static_assert(LT_7_10 - LT_7_1 == LT_INVALID - LT_SINGLE, "a rule for every type");

/* An accepted play: the pieces leave the hand at once, and the referee says what they form. */
static void lay(lt_state *s, uint8_t seat, cr_tally pieces, cr_sink *sink)
{
    lt_form form = lt_form_of(pieces);

    CR_CITE(LT_6_7);
    CR_CITE(LT_14_4);
    s->hand[seat] -= pieces;
    s->play[seat] = pieces;
    CR_CITE((uint16_t)(LT_7_1 + form.type - LT_SINGLE));
    CR_CITE(LT_7_11);
    CR_CITE(LT_7_12);
    CR_CITE(LT_8_3);
    CR_CITE(LT_8_10);
    CR_CITE(LT_14_1);
    CR_CITE(LT_14_6);
    s->type[seat] = form.type;
    s->value[seat] = form.value;
    if (!s->open.made++)
        s->open.k = (uint8_t)cr_tally_sum(pieces);
    if (sink)
        tell_play(s, seat, sink);
}

static void tell_turned(const lt_state *s, uint8_t seat, bool competes, cr_sink *sink)
{
    uint8_t data[16] = {s->value[seat]};

    if (!competes) {
        CR_TELL(sink, EV_FORFEIT, seat, s->open.k);
        return;
    }
    memcpy(data + 8, &s->play[seat], sizeof(cr_tally));
    cr_emit(sink, EV_SHOWN, seat, CR_EYES_ALL, sizeof data, false, data, sizeof data);
}

/* The fourth play is in: competing plays are turned up, the best one wins, the earlier of equals. */
static void end_turn(lt_state *s, cr_sink *sink)
{
    uint8_t winner = s->open.leader;

    CR_CITE(LT_8_1);
    CR_CITE(LT_11_5);
    CR_CITE(LT_14_5);
    for (unsigned i = 0; i < LT_SEATS; i++) {
        uint8_t seat = (uint8_t)((s->open.leader + i) % LT_SEATS);
        bool competes = s->type[seat] == s->type[s->open.leader];

        CR_CITE(LT_8_4);
        CR_CITE(LT_8_5);
        CR_CITE(LT_8_11);
        if (competes && s->value[seat] > s->value[winner])
            winner = seat;
        if (sink)
            tell_turned(s, seat, competes, sink);
        if (competes || s->open.option.is_open) {
            CR_CITE(LT_11_7);
            s->open.shown[seat] += s->play[seat];
        } else {
            CR_CITE(LT_8_2);
            CR_CITE(LT_11_6);
            s->covered[seat] += s->play[seat];
        }
    }
    CR_CITE(LT_1_5);
    CR_CITE(LT_8_6);
    CR_CITE(LT_8_7);
    s->open.captured[winner] = (uint8_t)(s->open.captured[winner] + s->open.k);
    CR_TELL(sink, EV_TURN, winner, s->type[winner], s->value[winner], s->open.k);
    if (s->open.option.has_statistics) {
        CR_CITE(LT_9_8);
        s->open.turns_won[winner]++;
    }
    CR_CITE(LT_8_8);
    s->open.leader = winner;
    s->open.turns++;
    s->open.made = s->open.k = 0;
    memset(s->play, 0, sizeof s->play);
    memset(s->type, 0, sizeof s->type);
    memset(s->value, 0, sizeof s->value);
}

/* ---- end of round and game ---- */

static void tell_score(const lt_row *row, uint8_t kind, unsigned seat, cr_sink *sink)
{
    int32_t base = lt_base_score(row->declared[seat], row->captured[seat]);
    uint32_t multiplier = row->redeals + 1;
    int32_t points = base * (int32_t)multiplier;
    uint8_t data[16] = {row->declared[seat], row->captured[seat], (uint8_t)base};

    memcpy(data + 4, &multiplier, 4);
    memcpy(data + 8, &points, 4);
    memcpy(data + 12, &row->total[seat], 4);
    cr_emit(sink, kind, (uint8_t)seat, CR_EYES_ALL, sizeof data, false, data, sizeof data);
}

/* Whose round it was: the first of those with the most points. */
static void tell_best(const lt_row *row, cr_sink *sink)
{
    unsigned best = 0;

    for (unsigned seat = 1; seat < LT_SEATS; seat++)
        if (lt_base_score(row->declared[seat], row->captured[seat]) >
            lt_base_score(row->declared[best], row->captured[best]))
            best = seat;
    tell_score(row, EV_BEST, best, sink);
}

static void score_round(lt_state *s, cr_sink *sink)
{
    lt_row *row = &s->open.sheet[s->open.round - 1];

    CR_CITE(LT_9_10);
    row->redeals = s->open.redeals;
    for (unsigned seat = 0; seat < LT_SEATS; seat++) {
        uint8_t declared = (uint8_t)(s->open.declared[seat] - 1), captured = s->open.captured[seat];

        CR_CITE(LT_9_3);
        CR_CITE(LT_9_4);
        CR_CITE(LT_9_5);
        CR_CITE(LT_9_6);
        CR_CITE(LT_9_7);
        s->open.total[seat] += lt_base_score(declared, captured) * (int32_t)(s->open.redeals + 1);
        row->declared[seat] = declared;
        row->captured[seat] = captured;
        row->total[seat] = s->open.total[seat];
        if (s->open.option.has_statistics && declared && declared == captured)
            s->open.perfect[seat]++;
        if (sink)
            tell_score(row, EV_SCORE, seat, sink);
    }
    if (sink)
        tell_best(row, sink);
    CR_CITE(LT_9_9);
    memset(s->open.declared, 0, sizeof s->open.declared);
    memset(s->open.captured, 0, sizeof s->open.captured);
    s->open.redeals = 0;
}

static bool is_won(const lt_state *s)
{
    CR_CITE(LT_10_1);
    CR_CITE(LT_10_5);
    CR_CITE(LT_10_8);
    for (unsigned seat = 0; seat < LT_SEATS && s->open.option.target; seat++)
        if (s->open.option.is_exact ? s->open.total[seat] == s->open.option.target
                                    : s->open.total[seat] >= s->open.option.target)
            return true;
    return false;
}

/* LT-10.6: one more than the number of seats that are better. */
uint8_t lt_rank_of(const int32_t total[LT_SEATS], unsigned seat)
{
    uint8_t rank = 1;

    CR_CITE(LT_10_6);
    for (unsigned other = 0; other < LT_SEATS; other++)
        rank += total[other] > total[seat];
    return rank;
}

static void tell_result(const lt_state *s, cr_sink *sink)
{
    uint8_t data[2 + LT_SEATS] = {0};

    CR_CITE(LT_11_8);
    for (unsigned seat = 0; seat < LT_SEATS; seat++)
        if (s->covered[seat])
            cr_emit(sink, EV_COVERED, (uint8_t)seat, CR_EYES_ALL, sizeof(cr_tally), false,
                    (const uint8_t *)&s->covered[seat], sizeof(cr_tally));
    CR_CITE(LT_10_4);
    CR_CITE(LT_14_8);
    for (unsigned seat = 0; seat < LT_SEATS; seat++) {
        data[2 + seat] = lt_rank_of(s->open.total, seat);
        data[0] |= (uint8_t)((data[2 + seat] == 1) << seat);
    }
    cr_emit(sink, EV_RESULT, CR_HOST, CR_EYES_ALL, sizeof data, false, data, sizeof data);
}

static void end_round(lt_state *s, cr_frame *top, cr_sink *sink)
{
    CR_CITE(LT_9_1);
    CR_CITE(LT_9_2);
    score_round(s, sink);
    if (is_won(s) || s->open.round == LT_ROUNDS) {
        CR_CITE(LT_10_2);
        if (sink) {
            CR_TELL(sink, EV_GOAL, CR_HOST, s->open.round, 0,
                    (uint8_t)(is_won(s) ? s->open.option.target : 0),
                    (uint8_t)(is_won(s) ? s->open.option.target >> 8 : 0));
            tell_result(s, sink);
        }
        /* LT-11.2: who has started the last round, and why, stays public behind it. */
        s->open.starter = (uint8_t)(1 + top->seat);
        s->open.reason = top->note;
        cr_pop(&s->k);
        return;
    }
    CR_CITE(LT_10_3);
    s->open.round++;
    s->open.turns = 0;
    memset(s->open.shown, 0, sizeof s->open.shown);
    memset(s->covered, 0, sizeof s->covered);
    top->step = LT_STEP_DEAL;
    top->seat = s->open.leader;
    top->note = LT_BY_LAST_TURN;
    s->open.leader = 0;
}

/* ---- the round ---- */

static void step_deal(lt_state *s, cr_frame *top, cr_sink *sink)
{
    if (!s->open.option.is_given)
        shuffle(s);
    else if (ask_for_hands(s, sink))
        return;
    if (sink)
        tell_deal(s, sink);
    top->step = LT_STEP_REDEAL;
}

static void step_redeal(lt_state *s, cr_frame *top, cr_sink *sink)
{
    unsigned weak = lt_weak_seats(s);

    CR_CITE(LT_3_2);
    if (weak) {
        CR_CITE(LT_3_3);
        CR_CITE(LT_3_12);
        CR_CITE(LT_12_2);
        if (cr_ask(&s->k, LT_Q_REDEAL, (uint16_t)weak, CR_ALL, 0,
                   s->open.option.time_ms ? LT_REDEAL_MS : 0))
            return;
        if (settle_redeal(s, top, weak, sink)) {
            top->step = LT_STEP_DEAL;
            return;
        }
    }
    CR_CITE(LT_4_4);
    CR_CITE(LT_4_5);
    top->seat = provisional_starter(s, top);
    CR_TELL(sink, EV_STARTER, top->seat, top->note);
    top->step = LT_STEP_DECLARE;
}

static void step_declare(lt_state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t seat = next_to_declare(s, top->seat);

    while (seat < LT_SEATS) {
        if (cr_ask(&s->k, LT_Q_DECLARE, CR_BIT(seat), CR_ANY, seat, s->open.option.time_ms))
            return;
        declare(s, seat, s->k.said.arg[0], sink);
        seat = next_to_declare(s, top->seat);
    }
    CR_CITE(LT_6_1);
    s->open.leader = top->seat;
    top->step = LT_STEP_PLAY;
}

static void step_play(lt_state *s, cr_frame *top, cr_sink *sink)
{
    do {
        uint8_t seat = (uint8_t)((s->open.leader + s->open.made) % LT_SEATS);

        CR_CITE(LT_1_4);
        CR_CITE(LT_1_7);
        CR_CITE(LT_6_2);
        if (cr_ask(&s->k, LT_Q_PLAY, CR_BIT(seat), CR_ANY, seat, s->open.option.time_ms))
            return;
        lay(s, seat, cr_tally_get(&s->k.said), sink);
        if (s->open.made == LT_SEATS)
            end_turn(s, sink);
    } while (s->open.made || s->hand[0]);
    end_round(s, top, sink);
}

void lt_step(cr_state *k, cr_frame *top, cr_sink *sink)
{
    lt_state *s = (lt_state *)k;

    switch (top->step) {
    case LT_STEP_DEAL:
        step_deal(s, top, sink);
        break;
    case LT_STEP_REDEAL:
        step_redeal(s, top, sink);
        break;
    case LT_STEP_DECLARE:
        step_declare(s, top, sink);
        break;
    default:
        step_play(s, top, sink);
    }
}
