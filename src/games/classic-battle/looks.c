/* What a seat may know of Classic Battle: the snapshot of JK-10.4 for one viewer, worlds that fit it, and the
 * invariants of a state. */
#include "games/classic-battle/classic_battle.h"
#include "kernel/rng.h"

#define CR_RULES_FILE "games/classic-battle/rules.def"
#include "kernel/rules.h"

enum { STATUS_IDLE, STATUS_RUNNING, STATUS_PAUSED };

static const cb_card *card_at(const cb_state *s, unsigned side, unsigned at)
{
    return &cb_rosters[s->session.roster].cards[s->deck[side][at] - 1];
}

/* Where in the decks the cards on the table lie. */
static unsigned table_at(const cb_board *b)
{
    return b->table == TABLE_COMMITTED ? b->at - 1u : b->at;
}

static void observe_timer(const cb_state *s, cb_view *v)
{
    const cr_question *q = &s->k.q;
    uint64_t now_ms = v->v.now_ms, left; /* JK-7.2: what is left now, not at the last move */

    if (!q->budget_ms || !q->open)
        return;
    v->status = s->k.paused ? STATUS_PAUSED : STATUS_RUNNING;
    left = s->k.paused ? q->deadline_ms : q->deadline_ms > now_ms ? q->deadline_ms - now_ms : 0;
    v->remaining_ms = (uint32_t)left + s->board.behind_ms;
}

void cb_observe(const cr_state *k, uint8_t viewer, cr_view *out)
{
    const cb_state *s = (const cb_state *)k;
    const cb_board *b = &s->board;
    cb_view *v = (cb_view *)out;

    CR_CITE(JK_10_4);
    v->session = s->session;
    v->board = *b;
    v->state = k->is_over ? ST_MATCH_OVER : cb_state_of(s);
    CR_CITE(JK_3_7);
    v->is_match_point = b->target && (b->score[0] + 1 == b->target || b->score[1] + 1 == b->target);
    for (uint8_t side = 0; side < 2; side++) {
        v->left[side] =
            (uint8_t)(b->n_cards - b->at - (b->table == TABLE_DRAWN || b->table == TABLE_REVEALED));
        memcpy(v->used[side], s->deck[side], b->at);
        CR_CITE(JK_2_10);
        if (b->table < (viewer == side ? TABLE_DRAWN : TABLE_REVEALED))
            continue;
        v->card[side] = s->deck[side][table_at(b)];
        for (unsigned stat = 0; stat < CB_STATS; stat++)
            v->stats[side][stat] = cb_stat(card_at(s, side, table_at(b)), stat);
    }
    observe_timer(s, v);
}

/* ---- worlds ---- */

/* The cards that a deck is drawn from. A clean roster is all of its cards, in order: nothing is loaded for it. */
typedef struct {
    const cb_roster *roster;
    uint8_t card[CB_CARDS_MAX]; /* of one that is not clean, counted from 1 */
    unsigned n;
    uint64_t used[4]; /* cards that are not drawn again, as bits */
} pool;
static_assert(CB_CARDS_MAX < 256, "a card is a bit of used");

static void pool_init(pool *p, const cb_state *s)
{
    p->roster = &cb_rosters[s->session.roster];
    memset(p->used, 0, sizeof p->used);
    p->n = p->roster->n;
    if (p->roster->is_clean)
        return;
    if (cb_roster_load(p->roster, p->card, &p->n, NULL, NULL) == CB_DECK_LOAD)
        p->n = 0;
    for (unsigned i = 0; i < p->n; i++)
        p->card[i]++;
}

static void leave_out(pool *p, uint8_t card)
{
    p->used[card / 64] |= UINT64_C(1) << card % 64;
}

/* A deck that a test has given may hold a card twice, so it never runs out of cards. No other deck holds more than
 * half of a large roster: a card that is not used comes soon. */
static uint8_t draw_from(pool *p, bool is_given, cr_rng *rng)
{
    enum { TRIES = 4096 }; /* a view that cannot be must not hang */
    uint8_t card = 0;

    for (unsigned tries = 0; tries < TRIES; tries++) {
        unsigned i = cr_rng_small(rng, p->n);

        card = p->roster->is_clean ? (uint8_t)(i + 1) : p->card[i];
        if (is_given || !(p->used[card / 64] >> card % 64 & 1))
            break;
    }
    leave_out(p, card);
    return card;
}

static void imagine_decks(const cb_view *v, cb_state *s, cr_rng *rng)
{
    const cb_board *b = &s->board;
    unsigned known[2] = {b->at, b->at};
    pool cards;

    pool_init(&cards, s);
    for (unsigned side = 0; side < 2; side++) {
        memcpy(s->deck[side], v->used[side], b->at);
        if (v->card[side] && b->table != TABLE_COMMITTED)
            s->deck[side][known[side]++] = v->card[side];
        for (unsigned i = 0; !b->is_rigged && i < known[side]; i++)
            leave_out(&cards, s->deck[side][i]);
    }
    for (unsigned side = 0; side < 2; side++)
        for (unsigned i = known[side]; i < b->n_cards; i++)
            s->deck[side][i] = draw_from(&cards, b->is_rigged, rng);
}

static void imagine_rigs(cb_state *s, cr_rng *rng)
{
    const cb_board *b = &s->board;
    pool cards;

    if (b->n_rigged[0] | b->n_rigged[1])
        pool_init(&cards, s);
    for (unsigned side = 0; side < 2; side++)
        for (unsigned i = 0; i < b->n_rigged[side]; i++)
            do
                s->rigged_deck[side][i] = draw_from(&cards, true, rng);
            while (side && i < b->n_rigged[0] && s->rigged_deck[0][i] == s->rigged_deck[1][i]);
    for (unsigned i = 0; i < b->n_rigged[2]; i++)
        s->rigged_pick[i] = (uint8_t)cr_rng_small(rng, CB_STATS);
    for (unsigned i = 0; i < b->n_rigged[3]; i++)
        s->rigged_delay[i] = (uint16_t)cr_rng_small(rng, cb_settings[SET_DELAY].top);
}

void cb_imagine(const cr_view *in, cr_rng *rng, cr_state *out)
{
    const cb_view *v = (const cb_view *)in;
    cb_state *s = (cb_state *)out;

    s->session = v->session;
    s->board = v->board;
    s->budget_ms = in->q.budget_ms;
    cr_rng_init(&s->ai, out->rng.key, CB_STREAM_AI);
    cr_rng_init(&s->delay, out->rng.key, CB_STREAM_DELAY);
    s->deal_at = 2 * cr_rng_small(rng, 4096); /* rejected draws make the place of a deal unknown */
    imagine_decks(v, s, rng);
    imagine_rigs(s, rng);
    if (s->board.table == TABLE_DRAWN && (s->board.sampled & F_OPPONENT_DELAY) &&
        s->board.timer != TIMER_DELAY)
        s->delay_ms = (uint16_t)(s->session.delay_lo +
                                 cr_rng_small(rng, s->session.delay_hi - s->session.delay_lo + 1u));
}

void cb_score(const cr_state *k, int32_t out[CR_SEATS_MAX])
{
    const cb_state *s = (const cb_state *)k;

    out[0] = s->board.won[0];
    out[1] = s->board.won[1];
}

/* ---- invariants ---- */

static const char *broken_session(const cb_session *with)
{
    if ((with->stat_ms && with->stat_ms < 1000) || with->stat_ms > 600000 ||
        with->cooldown_ms > 10000 || with->start_ms > 10000 || with->reveal_ms > 1000)
        return "JK-7: timers stay within their bounds";
    if (with->delay_lo > with->delay_hi || with->delay_hi > 2000)
        return "JK-4.6: the opponent's delay lies between its bounds";
    if (!with->length || with->length > CB_ROUNDS || !with->max_rounds ||
        with->max_rounds > CB_ROUNDS || !with->deck_size || with->deck_size > CB_ROUNDS)
        return "JK-3.2: a length and at most 25 rounds";
    if (with->policy > POLICY_WINNER || with->difficulty > HARD ||
        with->strategy > STRATEGY_RANDOM || with->roster >= CB_ROSTERS)
        return "JK-5.1: policy, difficulty and roster are known ones";
    if (with->flags >> (SET_END + 3) ||
        (!(with->flags & F_TEST_MODE) && !(with->flags & F_AUTO_ADVANCE)))
        return "JK-6.9: automatic play is off in test mode only";
    return NULL;
}

static bool is_card(const cb_state *s, uint8_t card)
{
    const cb_roster *roster = &cb_rosters[s->session.roster];

    if (!card || card > roster->n || roster->cards[card - 1].is_hidden)
        return false;
    for (unsigned stat = 0; stat < CB_STATS; stat++)
        if (roster->cards[card - 1].stats[stat] < 0)
            return false;
    return true;
}

static const char *broken_decks(const cb_state *s)
{
    const cb_board *b = &s->board;
    uint64_t seen[4] = {0};

    if (b->n_cards > CB_ROUNDS || b->at > b->n_cards)
        return "JK-2.2: at most 25 cards for each side";
    for (unsigned side = 0; side < 2; side++)
        for (unsigned i = 0; i < CB_ROUNDS; i++) {
            uint8_t card = s->deck[side][i];

            if (i >= b->n_cards ? card : !is_card(s, card))
                return "JK-1.7: a deck holds playable cards and nothing behind them";
            if (card && !b->is_rigged && (seen[card / 64] >> (card % 64) & 1))
                return "JK-2.3: no card appears twice in a match";
            seen[card / 64] |= UINT64_C(1) << (card % 64);
        }
    for (unsigned side = 0; side < 2; side++) {
        if (b->n_rigged[side] > CB_ROUNDS || b->n_rigged[2] > CB_RIGS || b->n_rigged[3] > CB_RIGS)
            return "JK-2.11: lists of a test fit";
        for (unsigned i = 0; i < CB_ROUNDS; i++)
            if (i >= b->n_rigged[side] ? s->rigged_deck[side][i]
                                       : !is_card(s, s->rigged_deck[side][i]))
                return "JK-2.11: a test deals playable cards";
    }
    return NULL;
}

static const char *broken_board(const cb_state *s, uint8_t state)
{
    const cb_board *b = &s->board;
    bool has_cards = b->table == TABLE_DRAWN || b->table == TABLE_REVEALED;
    bool is_idle = state == ST_LOBBY || state == ST_MATCH_START || state >= ST_MATCH_DECISION;

    if (b->rounds_played > CB_ROUNDS || b->score[0] > CB_ROUNDS + 1 || b->score[1] > CB_ROUNDS + 1)
        return "JK-3.3: at most 25 rounds";
    if (b->chooser > 1 || b->next_chooser > 1 || b->before_chooser > 1 ||
        b->table > TABLE_COMMITTED || b->lock > CB_STATS || b->kept_lock > CB_STATS ||
        b->lock_source > SOURCE_AUTO || b->outcome > OUTCOME_DRAW || b->result > RESULT_ABORTED ||
        b->timer > TIMER_COOLDOWN || b->shown > TIMER_COOLDOWN || b->prev >= ST_END ||
        b->trigger >= TR_END || b->reason >= REASON_END || b->quitter > 2 ||
        b->inject > INJECT_CHOICE_OF_OPPONENT)
        return "JK-10.4: every part of the snapshot has a known value";
    if (has_cards && b->at >= b->n_cards)
        return "JK-2.4: the cards of a round come from the decks";
    if ((b->table == TABLE_COMMITTED || b->is_committed) && (!b->at || !b->rounds_played))
        return "JK-4.7: a committed round has used its cards";
    if (b->has_round && !b->is_committed && b->at >= b->n_cards)
        return "JK-8.13: an interrupted round has its cards";
    if ((state == ST_ROUND_START || state == ST_CHOICE) != (b->table == TABLE_DRAWN))
        return "JK-2.4: cards are drawn in roundStart and hidden until roundDecision";
    if ((state == ST_DECISION) != (b->table == TABLE_REVEALED))
        return "JK-4.5: the opponent's card is revealed in roundDecision";
    if (state == ST_DECISION && (!b->lock || !b->outcome))
        return "JK-4.5: a decision has a stat and an outcome";
    if (state == ST_ROUND_OVER && (b->table != TABLE_COMMITTED || !b->outcome))
        return "JK-4.7: roundOver is entered by the commit";
    if (is_idle && (s->budget_ms || b->timer))
        return "JK-8.18: no timer runs in lobby, matchOver or interrupt states";
    return NULL;
}

const char *cb_broken(const cr_state *k)
{
    const cb_state *s = (const cb_state *)k;
    uint8_t state = k->is_over ? ST_MATCH_OVER : cb_state_of(s);
    const char *why;

    if (k->depth > 1 || (!k->depth && !k->is_over) || state >= ST_END || k->stack[0].kind)
        return "JK-6.1: a session is in one of twelve states";
    if ((why = broken_session(&s->session)) != NULL || (why = broken_decks(s)) != NULL)
        return why;
    if (state == ST_BEGIN)
        return NULL;
    return broken_board(s, state);
}
