/* Match and round: the deal, the first player, the setup, whose turn it is, who has lost, and the score. Sections 3, 7
 * and 9 of the rules. */
#include "games/imposter-kings/imposter_kings.h"
#include "kernel/rng.h"

uint16_t ik_living(const ik_state *s)
{
    return (uint16_t)(((1u << s->k.n_seats) - 1) & ~s->r.out);
}

/* Only living players take part in abilities. */
uint16_t ik_opponents(const ik_state *s, uint8_t seat)
{
    uint16_t team = s->k.n_seats == 4 ? (uint16_t)(0x5u << (seat & 1)) : CR_BIT(seat);

    CR_CITE(IK_9_1);
    return (uint16_t)(ik_living(s) & ~team);
}

uint8_t ik_after(const ik_state *s, uint8_t seat)
{
    unsigned living = ik_living(s), round = living | living << s->k.n_seats, next;

    CR_CITE(IK_0_5);
    next = seat + 1u + cr_bits_first(round >> seat >> 1);
    return (uint8_t)(next < s->k.n_seats ? next : next - s->k.n_seats);
}

/* Opponents whom a Spy can make exchange their Successor. */
uint16_t ik_spy_targets(const ik_state *s, uint8_t seat)
{
    uint16_t out = 0;

    for (unsigned rest = ik_opponents(s, seat); rest; rest &= rest - 1)
        if (s->r.successor[cr_bits_first(rest)] && ik_names(&s->r.hand[cr_bits_first(rest)]))
            out |= rest & -rest;
    return out;
}

/* ---- the end of a round ---- */

static bool has_cards(const ik_state *s, unsigned seat)
{
    CR_CITE(IK_7_7);
    return ik_names(&s->r.hand[seat]) || s->r.successor[seat];
}

static bool has_king(const ik_state *s, unsigned seat)
{
    return !(s->r.flipped >> seat & 1);
}

/* The points of the round that `loser` has just ended. */
static void count(const ik_state *s, uint8_t loser, uint8_t points[IK_SEATS])
{
    unsigned living = ik_living(s), winner = cr_bits_first(living);

    CR_CITE(IK_9_3);
    if (s->k.n_seats == 4) {
        unsigned team = winner & 1;

        CR_CITE(IK_9_7);
        points[team] = points[team + 2] = (uint8_t)(1 + has_king(s, team) + has_king(s, team + 2));
        return;
    }
    CR_CITE(IK_7_6);
    points[winner] = (uint8_t)(1 + has_king(s, winner));
    for (unsigned seat = 0; seat < s->k.n_seats; seat++)
        points[winner] = (uint8_t)(points[winner] + (seat != winner && has_cards(s, seat)));
    if (s->k.n_seats == 3) {
        CR_CITE(IK_9_4);
        points[loser] = 1;
    }
}

static IK_APART void reveal(const ik_state *s, cr_sink *sink)
{
    uint8_t data[sizeof(ik_bag) + 3];

    CR_CITE(IK_7_8);
    CR_CITE(IK_10_10);
    for (uint8_t seat = 0; seat < s->k.n_seats; seat++) {
        memcpy(data, &s->r.hand[seat], sizeof(ik_bag));
        data[sizeof(ik_bag)] = s->r.successor[seat];
        data[sizeof(ik_bag) + 1] = s->r.dungeon[seat];
        data[sizeof(ik_bag) + 2] = s->r.squire[seat];
        if (s->rules == IK_RULES_FRAGMENTS)
            cr_emit(sink, EV_ARMY, seat, CR_EYES_ALL, sizeof s->army[seat], false,
                    (const uint8_t *)&s->army[seat], sizeof s->army[seat]);
        cr_emit(sink, EV_REVEAL, seat, CR_EYES_ALL, sizeof data, false, data, sizeof data);
    }
    CR_TELL(sink, EV_FORGOTTEN, CR_HOST, s->r.forgotten);
}

/* Why the round is over: what forced it, what decided, what could have helped. */
static IK_APART void tell_why(const ik_state *s, uint8_t loser, uint8_t by, cr_sink *sink)
{
    ik_facts facts;

    if (by != IK_BY_NOBODY) {
        CR_TELL(sink, EV_STRUCK, by, loser);
        CR_TELL(sink, EV_UNSAVED, loser, 0);
        return;
    }
    ik_look(s, s->r.court.n, loser, &facts);
    if (!has_king(s, loser))
        CR_TELL(sink, EV_SPENT, loser, 0);
    CR_TELL(sink, EV_STUCK, loser,
            (uint8_t)(s->r.court.n ? 1 + ik_name_at(&s->r.court, s->r.court.n - 1u) : 0),
            facts.throne, (uint8_t)ik_count(&s->r.hand[loser]));
}

/* How it was counted, for each who gains, or once for two who play together, and whether that wins the match. */
static IK_APART void tell_count(const ik_state *s, const uint8_t points[IK_SEATS], cr_sink *sink)
{
    uint16_t won = 0;

    for (uint8_t seat = 0; seat < s->k.n_seats; seat++) {
        if (points[seat] && s->k.n_seats == 4 && seat < 2)
            CR_TELL(sink, EV_SHARED, seat, (uint8_t)(CR_BIT(seat) | CR_BIT(seat + 2)), 0,
                    points[seat], (uint8_t)(points[seat] - 1));
        else if (points[seat] && s->k.n_seats != 4)
            CR_TELL(sink, EV_COUNTED, seat, points[seat], has_king(s, seat));
        won |= (uint16_t)((s->points[seat] >= s->target) << seat);
    }
    if (won)
        CR_TELL(sink, EV_WON, CR_HOST, (uint8_t)won, 0, s->target);
}

static void end_round(ik_state *s, uint8_t loser, cr_sink *sink)
{
    uint8_t points[IK_SEATS] = {0};

    CR_CITE(IK_7_5);
    CR_CITE(IK_0_4);
    count(s, loser, points);
    if (sink)
        reveal(s, sink);
    for (uint8_t seat = 0; seat < s->k.n_seats; seat++) {
        s->points[seat] = (uint8_t)(s->points[seat] + points[seat]);
        CR_TELL(sink, EV_SCORE, seat, points[seat], s->points[seat]);
    }
    if (sink)
        tell_count(s, points, sink);
    ik_learn_all(s);
    s->k.stack[0].step = ROUND_OVER;
}

void ik_lose_round(ik_state *s, uint8_t seat, uint8_t by, cr_sink *sink)
{
    unsigned living;
    bool is_over;

    cr_unwind(&s->k, 1);
    s->r.out |= CR_BIT(seat);
    s->r.loser = (uint8_t)(1 + seat);
    living = ik_living(s);
    CR_CITE(IK_9_2);
    is_over = s->k.n_seats == 4 ? !(living & 0x5) || !(living & 0xA) : cr_bits_count(living) == 1;
    CR_TELL(sink, EV_LOST, seat, is_over);
    if (is_over && sink)
        tell_why(s, seat, by, sink);
    if (is_over)
        end_round(s, seat, sink);
    else
        s->k.stack[0].note = ik_after(s, seat);
}

/* ---- the deal ---- */

unsigned ik_hand_size(const ik_state *s)
{
    ik_bag deck = ik_deck(s);
    unsigned n = ik_count(&deck);

    /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): a match has seats */
    return (n - (s->k.n_seats == 2 ? 2 : 1)) / s->k.n_seats;
}

/* Cards of the deck that no zone holds yet. */
ik_bag ik_not_dealt(const ik_state *s)
{
    ik_bag rest = ik_deck(s);

    for (unsigned seat = 0; seat < s->k.n_seats; seat++)
        ik_take_bag(&rest, &s->r.hand[seat]);
    return rest;
}

/* IK-3.4: the zones from `from` on (hands, then the Accused), dealt one card at a time from a shuffled rest. */
static IK_APART void deal(ik_state *s, unsigned from)
{
    unsigned seats = s->k.n_seats, n = 0, to_hands, seat = from;
    ik_bag rest = ik_not_dealt(s);
    uint8_t deck[IK_CAP];

    CR_CITE(IK_3_3);
    CR_CITE(IK_3_4);
    for (unsigned i = 0; i < 2; i++) /* no deck has three cards of a name */
        for (uint32_t names = rest.n[i]; names; names &= names - 1)
            deck[n++] = (uint8_t)cr_bits_first(names);
    to_hands = (seats - from) * ik_hand_size(s);
    for (unsigned i = 0; i < n; i++) {
        unsigned j = i + cr_rng_small(&s->k.rng, n - i);
        uint8_t card = deck[j];

        deck[j] = deck[i];
        if (i < to_hands) {
            ik_bag *hand = &s->r.hand[seat];

            hand->n[1] |= hand->n[0] & UINT32_C(1) << card;
            hand->n[0] |= UINT32_C(1) << card;
            seat = seat + 1 < seats ? seat + 1 : from;
        } else if (i == to_hands) {
            s->r.accused = (uint8_t)(1 + card);
        } else {
            s->r.forgotten = (uint8_t)(1 + card);
        }
    }
}

static void tell_hand(const ik_state *s, uint8_t seat, cr_sink *sink)
{
    if (sink)
        cr_emit(sink, EV_HAND, seat, CR_BIT(seat), 0, false, (const uint8_t *)&s->r.hand[seat],
                sizeof(ik_bag));
}

static void dealt(ik_state *s, cr_frame *top, cr_sink *sink)
{
    s->r.cards = (uint8_t)(s->k.n_seats * ik_hand_size(s) + (s->k.n_seats == 2 ? 2 : 1));
    top->step = ROUND_FIRST;
    top->note = 0;
    CR_TELL(sink, EV_ROUND, CR_HOST, s->round, s->king);
    for (uint8_t seat = 0; seat < s->k.n_seats; seat++)
        tell_hand(s, seat, sink);
    CR_TELL(sink, EV_ACCUSED, CR_HOST, (uint8_t)(s->r.accused - 1));
}

static void begin(ik_state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t loser = s->r.loser;
    bool has_king = loser || (s->rules == IK_RULES_FRAGMENTS && s->selection == IK_TOURNAMENT);

    s->round++;
    memset(&s->r, 0, sizeof s->r);
    CR_CITE(IK_3_2);
    if (loser) {
        CR_CITE(IK_9_8);
        s->king = (uint8_t)(loser - 1);
    } else if (!has_king && !s->is_given) {
        s->king = (uint8_t)cr_rng_small(&s->k.rng, s->k.n_seats);
    }
    for (unsigned seat = 0; seat < s->k.n_seats; seat++) {
        CR_CITE(IK_8_4);
        CR_CITE(IK_8_5);
        s->exhausted[seat] = s->list[seat] & ~s->army[seat];
    }
    if (s->is_given) {
        top->step = has_king ? ROUND_DEAL : ROUND_KING;
        return;
    }
    deal(s, 0);
    dealt(s, top, sink);
}

/* A written deal: the host gives hand after hand and the Accused, or has what is left shuffled. The last card of a
 * two-player deck is the Forgotten by itself. */
static void deal_given(ik_state *s, cr_frame *top, cr_sink *sink)
{
    unsigned zone = top->note;
    ik_bag cards = {{0}}, rest;

    if (cr_ask(&s->k, Q_DEAL, CR_BIT(CR_HOST), CR_ANY, 0, s->time_ms))
        return;
    if (s->k.said.kind == KIND_SHUFFLE) {
        deal(s, zone);
        dealt(s, top, sink);
        return;
    }
    memcpy(&cards, s->k.said.arg, IK_DEAL_BYTES);
    if (zone < s->k.n_seats) {
        s->r.hand[zone] = cards;
        tell_hand(s, (uint8_t)zone, sink);
        top->note++;
        return;
    }
    s->r.accused = (uint8_t)(1 + cr_bits_first(ik_names(&cards)));
    rest = ik_not_dealt(s);
    ik_take_bag(&rest, &cards);
    if (s->k.n_seats == 2)
        s->r.forgotten = (uint8_t)(1 + cr_bits_first(ik_names(&rest)));
    dealt(s, top, sink);
}

/* ---- before the first turn ---- */

static void set_up(ik_state *s, cr_frame *top, cr_sink *sink)
{
    CR_CITE(IK_3_7);
    CR_CITE(IK_10_2);
    if (cr_ask(&s->k, Q_SETUP, (uint16_t)((1u << s->k.n_seats) - 1), CR_ALL, 0, s->time_ms))
        return;
    for (uint8_t seat = 0; seat < s->k.n_seats; seat++) {
        const uint8_t *chosen = s->k.sealed[seat].arg;

        s->r.dungeon[seat] = chosen[IK_ARG_DUNGEON];
        s->r.squire[seat] = chosen[IK_ARG_SQUIRE];
        s->r.successor[seat] = chosen[IK_ARG_SUCCESSOR];
        for (unsigned i = 0; i <= IK_ARG_SQUIRE; i++)
            if (chosen[i])
                ik_take(&s->r.hand[seat], chosen[i] - 1u);
        if (s->r.facet[seat] == IK_LEADER) {
            CR_CITE(IK_8_22);
            ik_set_successor(s, seat, chosen[IK_ARG_SUCCESSOR] - 1u, sink);
        }
    }
    CR_CITE(IK_3_8);
    CR_CITE(IK_3_9);
    top->note = (uint8_t)(s->r.first - 1);
    top->step = ROUND_TURNS;
}

static void finish(ik_state *s, cr_frame *top)
{
    bool is_won = false;

    CR_CITE(IK_3_1);
    for (unsigned seat = 0; seat < s->k.n_seats; seat++)
        is_won |= s->points[seat] >= s->target;
    if (is_won) {
        CR_CITE(IK_7_9);
        cr_pop(&s->k);
        return;
    }
    if (cr_ask(&s->k, Q_ROUND_OVER, (uint16_t)((1u << s->k.n_seats) - 1), CR_ALL, 0, s->time_ms))
        return;
    top->step = ROUND_BEGIN;
    top->note = 0;
}

void ik_step_round(ik_state *s, cr_frame *top, cr_sink *sink)
{
    switch (top->step) {
    case ROUND_BEGIN:
        begin(s, top, sink);
        break;
    case ROUND_KING:
        if (cr_ask(&s->k, Q_KING, CR_BIT(CR_HOST), CR_ANY, 0, s->time_ms))
            return;
        s->king = s->k.said.kind == KIND_KING ? s->k.said.arg[0]
                                              : (uint8_t)cr_rng_small(&s->k.rng, s->k.n_seats);
        CR_TELL(sink, EV_KING, s->king, 0);
        top->step = ROUND_DEAL;
        break;
    case ROUND_DEAL:
        deal_given(s, top, sink);
        break;
    case ROUND_FIRST:
        CR_CITE(IK_3_5);
        if (cr_ask(&s->k, Q_FIRST, CR_BIT(s->king), CR_ANY, s->king, s->time_ms))
            return;
        s->r.first = (uint8_t)(1 + s->k.said.arg[0]);
        CR_TELL(sink, EV_FIRST, s->king, s->k.said.arg[0]);
        top->step = s->rules == IK_RULES_FRAGMENTS ? ROUND_MUSTER : ROUND_SETUP;
        break;
    case ROUND_SETUP:
        set_up(s, top, sink);
        break;
    case ROUND_MUSTER:
        ik_muster(s, top, sink);
        break;
    case ROUND_TURNS:
        ik_begin_turn(s, top->note);
        cr_push(&s->k, EFFECT_TURN, top->note);
        break;
    default:
        finish(s, top);
    }
}
