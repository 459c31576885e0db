/* Rounds of Classic Battle: cards are dealt and drawn, a stat is chosen, values are compared, the score is committed. All chance of a
 * match is drawn here, and the score changes in commit and nowhere else but in an admin's edit. */
#include "games/classic-battle/rounds.h"
#include "kernel/rng.h"

#define CR_RULES_FILE "games/classic-battle/rules.def"
#include "kernel/rules.h"

/* ---- chance: JK-2.6, 2.7, 2.12 ---- */

static uint32_t draw_pick(cb_state *s, uint32_t n)
{
    uint8_t given = s->rigged_pick[0];

    CR_CITE(JK_2_6);
    CR_CITE(JK_2_7);
    if (CR_LIKELY(!s->board.n_rigged[2]))
        return cr_rng_small(&s->ai, n);
    CR_CITE(JK_2_12);
    memmove(s->rigged_pick, s->rigged_pick + 1, CB_RIGS - 1);
    s->rigged_pick[--s->board.n_rigged[2]] = 0;
    return given % n;
}

static uint16_t draw_delay(cb_state *s)
{
    const cb_session *with = &s->session;
    uint16_t given = s->rigged_delay[0];

    CR_CITE(JK_4_6);
    if (CR_LIKELY(!s->board.n_rigged[3]))
        return (uint16_t)(with->delay_lo +
                          cr_rng_small(&s->delay, with->delay_hi - with->delay_lo + 1u));
    CR_CITE(JK_2_12);
    memmove(s->rigged_delay, s->rigged_delay + 1, (CB_RIGS - 1) * sizeof given);
    s->rigged_delay[--s->board.n_rigged[3]] = 0;
    return given;
}

/* ---- cards ---- */

static const cb_card *card_of(const cb_state *s, unsigned side)
{
    return &cb_rosters[s->session.roster].cards[s->deck[side][s->board.at] - 1];
}

/* JK-2.1: the whole list is shuffled, from its end, so that the deal is the same whatever is used of it. */
static void shuffle(cr_rng *rng, uint8_t *list, unsigned n)
{
    CR_CITE(JK_2_1);
    for (unsigned i = n - 1; i > 0; i--) {
        unsigned j = cr_rng_small(rng, i + 1);
        uint8_t card = list[i];

        list[i] = list[j];
        list[j] = card;
    }
}

cb_loaded cb_deal(cb_state *s)
{
    cb_board *b = &s->board;
    uint8_t list[CB_CARDS_MAX];
    unsigned n, each = s->session.deck_size;
    cb_loaded loaded;

    CR_CITE(JK_2_9);
    if (b->trigger == TR_RESTART_MATCH)
        cr_rng_seek(&s->k.rng, s->deal_at);
    s->deal_at = s->k.rng.at;
    b->is_rigged = b->n_rigged[0] && b->n_rigged[1];
    if (b->is_rigged) {
        CR_CITE(JK_2_11);
        b->n_cards = b->n_rigged[0] < b->n_rigged[1] ? b->n_rigged[0] : b->n_rigged[1];
        memcpy(s->deck[0], s->rigged_deck[0], b->n_cards);
        memcpy(s->deck[1], s->rigged_deck[1], b->n_cards);
        return CB_LOADED;
    }
    loaded = cb_roster_load(&cb_rosters[s->session.roster], list, &n, NULL, NULL);
    if (loaded != CB_LOADED)
        return loaded;
    shuffle(&s->k.rng, list, n);
    CR_CITE(JK_2_2);
    CR_CITE(JK_2_3);
    b->n_cards = (uint8_t)(n / 2 < each ? n / 2 : each);
    for (unsigned i = 0; i < b->n_cards; i++) {
        s->deck[0][i] = (uint8_t)(list[2 * i] + 1);
        s->deck[1][i] = (uint8_t)(list[2 * i + 1] + 1);
    }
    return CB_LOADED;
}

/* ---- timers: JK-7.3 ---- */

uint8_t cb_arm(cb_state *s, uint8_t timer, uint32_t ms)
{
    CR_CITE(JK_7_2);
    CR_CITE(JK_7_3);
    if (!ms)
        return cb_natural(s, cb_state_of(s));
    s->board.timer = s->board.shown = timer;
    s->board.duration_ms = s->budget_ms = ms;
    return TR_NONE;
}

void cb_disarm(cb_state *s)
{
    s->board.timer = s->board.shown = 0;
    s->board.duration_ms = s->board.behind_ms = s->budget_ms = 0;
}

/* In automatic play a state goes on by itself, otherwise it waits for a test to dispatch the trigger. */
uint8_t cb_go_on(const cb_state *s)
{
    CR_CITE(JK_6_9);
    return cb_has(s, F_AUTO_ADVANCE) ? cb_natural(s, cb_state_of(s)) : TR_NONE;
}

/* ---- choosing a stat ---- */

void cb_lock(cb_state *s, unsigned stat, uint8_t source, cr_sink *sink)
{
    CR_CITE(JK_4_3);
    CR_CITE(JK_4_4);
    s->board.lock = (uint8_t)(stat + 1);
    s->board.lock_source = source;
    TELL(s, sink, EV_LOCKED, s->board.chooser, s->board.lock, source);
}

static unsigned highest(const cb_card *card)
{
    unsigned best = 0;

    CR_CITE(JK_4_10);
    for (unsigned stat = 1; stat < CB_STATS; stat++)
        if (cb_stat(card, stat) > cb_stat(card, best))
            best = stat;
    return best;
}

/* JK-5.3: the stats a computer opponent considers, from its own card alone. */
static uint32_t candidates(const cb_state *s)
{
    const cb_card *card = card_of(s, 1);
    unsigned sum = 0, best = cb_stat(card, highest(card));
    uint32_t set = 0;

    CR_CITE(JK_5_3);
    CR_CITE(JK_5_7);
    for (unsigned stat = 0; stat < CB_STATS; stat++)
        sum += cb_stat(card, stat);
    for (unsigned stat = 0; stat < CB_STATS; stat++)
        if (s->session.difficulty == HARD
                ? cb_stat(card, stat) == best
                : s->session.difficulty == EASY || cb_stat(card, stat) * CB_STATS >= sum)
            set |= 1u << stat;
    return set;
}

unsigned cb_choice_of_computer(cb_state *s, cr_sink *sink)
{
    uint32_t set = candidates(s);

    CR_CITE(JK_5_4);
    if (s->board.inject == INJECT_CHOICE_OF_OPPONENT) {
        CR_CITE(JK_5_6);
        s->board.inject = INJECT_NONE;
        TELL(s, sink, EV_ERROR, 1, INJECT_CHOICE_OF_OPPONENT);
        set = (1u << CB_STATS) - 1;
    }
    return cr_bits_nth(set, draw_pick(s, cr_bits_count(set)));
}

void cb_lock_automatically(cb_state *s, cr_sink *sink)
{
    CR_CITE(JK_4_11);
    cb_lock(s,
            s->session.strategy == STRATEGY_RANDOM ? draw_pick(s, CB_STATS)
                                                   : highest(card_of(s, s->board.chooser)),
            SOURCE_AUTO, sink);
}

/* ---- rounds ---- */

/* Takes the round in play off the table; what is committed stays. */
void cb_drop_round(cb_state *s)
{
    cb_board *b = &s->board;

    b->table = TABLE_EMPTY;
    b->lock = b->lock_source = b->value[0] = b->value[1] = b->outcome = b->is_modified = 0;
    s->delay_ms = 0;
}

void cb_drop_match(cb_state *s)
{
    cb_board *b = &s->board;

    cb_drop_round(s);
    memset(s->deck, 0, sizeof s->deck);
    b->score[0] = b->score[1] = b->rounds_played = b->round = b->target = b->n_cards = b->at = 0;
    b->chooser = b->next_chooser = b->result = b->has_round = b->is_committed = b->kept_lock =
        b->quitter = 0;
    b->before_score[0] = b->before_score[1] = b->before_chooser = b->is_rigged = 0;
    b->sampled = 0;
}

void cb_draw_cards(cb_state *s, cr_sink *sink)
{
    cb_board *b = &s->board;

    CR_CITE(JK_2_4);
    CR_CITE(JK_4_1);
    CR_CITE(JK_4_12);
    CR_CITE(JK_5_1);
    b->table = TABLE_DRAWN;
    b->round = (uint8_t)(b->rounds_played + 1);
    b->sampled = s->session.flags & F_SAMPLED;
    b->chooser = s->session.policy == POLICY_ALTERNATE ? !(b->round & 1)
                 : s->session.policy == POLICY_WINNER  ? b->next_chooser
                                                       : 0;
    if (b->sampled & F_OPPONENT_DELAY)
        s->delay_ms = draw_delay(s);
    if (!sink)
        return;
    TELL(s, sink, EV_ROUND_START, b->chooser, b->chooser, (uint8_t)(b->n_cards - b->at - 1));
    for (uint8_t side = 0; side < 2; side++) {
        const cb_card *card = card_of(s, side);

        CR_TELL_PRIVATE(sink, EV_CARD, side, CR_BIT(side), s->deck[side][b->at], cb_stat(card, 0),
                        cb_stat(card, 1), cb_stat(card, 2), cb_stat(card, 3), cb_stat(card, 4),
                        (uint8_t)b->match, (uint8_t)(b->match >> 8), b->round);
    }
}

static uint8_t outcome_of(const uint8_t value[2])
{
    CR_CITE(JK_4_5);
    return value[0] > value[1]   ? OUTCOME_PLAYER
           : value[0] < value[1] ? OUTCOME_OPPONENT
                                 : OUTCOME_DRAW;
}

void cb_compare(cb_state *s)
{
    cb_board *b = &s->board;

    for (unsigned side = 0; side < 2; side++)
        b->value[side] = cb_stat(card_of(s, side), b->lock - 1u);
    b->outcome = outcome_of(b->value);
}

/* JK-4.7: the only place where a round changes the score, all at once. */
void cb_commit(cb_state *s, cr_sink *sink)
{
    cb_board *b = &s->board;

    CR_CITE(JK_4_7);
    CR_CITE(JK_4_8);
    memcpy(b->before_score, b->score, sizeof b->score);
    b->before_chooser = b->next_chooser;
    if (b->outcome == OUTCOME_DRAW) {
        b->next_chooser = b->chooser;
    } else {
        b->next_chooser = b->outcome == OUTCOME_OPPONENT;
        b->score[b->next_chooser]++;
    }
    b->rounds_played++;
    b->at++;
    b->table = TABLE_COMMITTED;
    TELL(s, sink, EV_SCORE, CR_HOST, b->score[0], b->score[1], b->rounds_played);
}

/* JK-8.13. */
void cb_edit(cb_state *s, const cr_move *move, cr_sink *sink)
{
    const uint8_t *to = move->arg; /* each member counts from 1, 0 if it is not given */
    cb_board *b = &s->board;

    CR_CITE(JK_8_13);
    if (b->is_committed) {
        memcpy(b->score, b->before_score, sizeof b->score);
        b->next_chooser = b->before_chooser;
        b->rounds_played--;
        b->at--;
    }
    b->lock = to[EDIT_STAT] ? to[EDIT_STAT] : b->kept_lock;
    cb_compare(s);
    if (to[EDIT_PLAYER_VALUE])
        b->value[0] = (uint8_t)(to[EDIT_PLAYER_VALUE] - 1);
    if (to[EDIT_OPPONENT_VALUE])
        b->value[1] = (uint8_t)(to[EDIT_OPPONENT_VALUE] - 1);
    b->outcome = to[EDIT_OUTCOME] ? to[EDIT_OUTCOME] : outcome_of(b->value);
    if (to[EDIT_PLAYER_SCORE])
        b->score[0] = (uint8_t)(to[EDIT_PLAYER_SCORE] - 1);
    if (to[EDIT_OPPONENT_SCORE])
        b->score[1] = (uint8_t)(to[EDIT_OPPONENT_SCORE] - 1);
    if (to[EDIT_ROUNDS])
        b->rounds_played = (uint8_t)(to[EDIT_ROUNDS] - 1);
    b->is_modified = 1;
    TELL(s, sink, EV_MODIFIED, CR_HOST, b->lock, b->value[0], b->value[1], b->outcome, b->score[0],
         b->score[1], b->rounds_played);
}
