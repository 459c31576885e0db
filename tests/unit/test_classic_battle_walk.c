/* Classic Battle over long stretches: random play with pauses, late calls, jumps and injected errors against a second
 * model of the clock, time in any portions, deaf observers, and what a match costs. */
#include "support/cmocka_all.h"
#include "ai/arena.h"
#include "games/games.h"
#include "kernel/rng.h"
#include "support/battle.h"
#include "support/proof.h"

#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

static const cr_game *const game = &cr_game_classic_battle;

/* ---- a log of everything that is told, and a second model of the clock ---- */

typedef struct {
    cr_sink sink;
    const cb_state *s;
    uint64_t hash; /* of times and events */
    uint64_t transitions, rows[ROW_END];
    unsigned locks, draws;
    uint8_t state, is_modified;
} witness;

static void mix(witness *w, const void *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++)
        w->hash = (w->hash ^ ((const uint8_t *)bytes)[i]) * UINT64_C(1099511628211);
}

/* JK-10.5: every transition is a row of the table and begins where the last one ended. */
static void see_transition(witness *w, const cr_event *event)
{
    uint8_t from = event->data[0], to = event->data[1], trigger = event->data[2];
    uint8_t row;

    assert_int_equal(from, w->state);
    w->state = to;
    w->transitions++;
    if (from == ST_BEGIN) {
        assert_int_equal(to, ST_LOBBY);
        assert_int_equal(trigger, TR_NONE);
        return;
    }
    row = cb_row_of[from][trigger];
    assert_int_not_equal(row, 0);
    if (cb_rows[row].next != to && cb_rows[row + 1].is_also)
        row++;
    assert_int_equal(cb_rows[row].next, to);
    w->rows[row]++;
    if (to == ST_ROUND_START)
        w->locks = 0;
    if (to == ST_LOBBY || to == ST_INTERRUPT_MATCH)
        w->draws = 0;
}

static void see(cr_sink *sink, const cr_event *event)
{
    witness *w = (witness *)sink;

    mix(w, &w->s->k.now_ms, sizeof w->s->k.now_ms);
    mix(w, event, sizeof *event);
    if (event->kind == EV_STATE)
        see_transition(w, event);
    if (event->kind == EV_LOCKED)
        assert_int_equal(++w->locks, 1);
    if (event->kind == EV_SCORE)
        w->draws += w->s->board.outcome == OUTCOME_DRAW;
}

/* JK-19.3. */
static void check_walk(const cb_state *s, const witness *w)
{
    const cb_board *b = &s->board;
    uint8_t state = s->k.is_over ? ST_MATCH_OVER : cb_state_of(s);

    assert_null(cb_broken(&s->k));
    assert_int_equal(state, w->state);
    assert_true(b->score[0] <= s->session.length && b->score[1] <= s->session.length);
    assert_true(b->rounds_played <= 25);
    if (b->target)
        assert_int_equal(b->score[0] + b->score[1] + w->draws, b->rounds_played);
    if (state == ST_LOBBY || state >= ST_MATCH_OVER)
        assert_int_equal(s->k.q.budget_ms, 0);
}

/* Some trigger, mostly one that is offered, from somebody. */
static cr_move some_move(const cb_state *s, cr_rng *rng)
{
    uint16_t who = cr_deciders(&s->k);
    uint8_t seat = (uint8_t)cr_bits_nth(who, cr_rng_below(rng, cr_bits_count(who)));
    cr_move list[64];
    size_t n;

    if (cr_rng_below(rng, 8) == 0) {
        cr_move any = {.ticket = s->k.q.ticket,
                       .seat = seat,
                       .kind = (uint8_t)(1 + cr_rng_below(rng, TR_END - 1))};

        any.arg[0] = (uint8_t)cr_rng_below(rng, 6);
        return any;
    }
    n = cr_offers_list(game, &s->k, seat, list, CR_COUNT_OF(list), NULL);
    if (!n)
        return cr_idle_move(&s->k, 0);
    for (unsigned tries = 0; tries < 4; tries++) {
        cr_move move = list[cr_rng_below(rng, (uint32_t)n)];

        /* Settings and interrupts are tried less often, or no match would ever come far. */
        if ((move.kind != KIND_SETTINGS && move.kind != TR_INTERRUPT) || cr_rng_below(rng, 24) == 0)
            return move;
    }
    return cr_idle_move(&s->k, 0);
}

static cr_setup random_setup(cr_rng *rng)
{
    static const char *const flags[] = {"autoSelect",   "opponentDelay", "autoContinue",
                                        "skipCooldown", "headless",      "reducedMotion",
                                        "testMode"};
    static const char *const choosers[] = {"default", "player", "alternate", "winner"};
    cr_setup setup;

    cr_setup_init(game, &setup);
    cr_rng_bytes(rng, setup.seed, sizeof setup.seed);
    for (unsigned i = 0; i < CR_COUNT_OF(flags); i++)
        if (cr_rng_below(rng, 3) == 0)
            battle_option(&setup, flags[i], cr_rng_below(rng, 2) ? "on" : "off");
    battle_option(&setup, "chooser", choosers[cr_rng_below(rng, 4)]);
    battle_option(&setup, "opponent", cr_rng_below(rng, 3) ? "computer" : "person");
    battle_option(&setup, "matches", cr_rng_below(rng, 2) ? "1" : "3");
    setup.start_ms = cr_rng_below(rng, 100000);
    return setup;
}

/* JK-19.3: triggers, pauses, jumps and errors at random, without modifications. */
static void a_random_walk_breaks_nothing(void **unused)
{
    uint64_t steps = 0, rows[ROW_END] = {0};
    uint8_t key[32] = {19, 3};
    cr_rng rng;

    (void)unused;
    cr_rng_init(&rng, key, 0);
    while (steps < 120000) {
        cr_setup setup = random_setup(&rng);
        uint64_t now = setup.start_ms;
        witness w = {.sink = {see}};
        cb_state s;

        if (cr_rng_below(&rng, 4) == 0) { /* a session driven by hand */
            battle_option(&setup, "testMode", "on");
            battle_option(&setup, "autoAdvance", "off");
        }
        w.s = &s;
        battle_start(&s, &setup, &w.sink);
        for (unsigned i = 0; i < 2000 && !s.k.is_over; i++) {
            uint32_t what = cr_rng_below(&rng, 20);
            cr_move move = some_move(&s, &rng);

            steps++;
            if (what < 2) {
                uint8_t reason = (uint8_t)cr_rng_below(&rng, 3);

                move = s.k.paused >> reason & 1 ? cr_resume_move(&s.k, reason)
                                                : cr_pause_move(&s.k, reason);
            } else if (what < 6) {
                now += cr_rng_below(&rng, what < 4 ? 1000 : 70000);
                cr_run_clock(game, &s.k, now, &w.sink, NULL);
            } else if (what == 6 && cb_has(&s, F_TEST_MODE)) {
                move = (cr_move){.ticket = s.k.q.ticket,
                                 .seat = CR_HOST,
                                 .kind = KIND_SETTINGS,
                                 .arg = {SET_INJECT}};
                move.arg[2] = (uint8_t)cr_rng_below(&rng, INJECT_CHOICE_OF_OPPONENT + 1);
            }
            if (move.kind != TR_ROUND_MODIFY_FLAG)
                (void)cr_play(game, &s.k, &move, now, &w.sink);
            check_walk(&s, &w);
        }
        for (unsigned row = 0; row < ROW_END; row++)
            rows[row] += w.rows[row];
    }
    for (unsigned row = 1; row < ROW_END; row++)
        if (row != ROW_T25 && row != ROW_T29 && row != ROW_T30 && !rows[row])
            fail_msg("row T%02u was never taken", row);
    PROVES("JK-19.3");
}

/* An error at every hook point, in many matches: each goes on or ends, and no invariant breaks (JK-8.15). */
static void errors_at_every_hook_point(void **unused)
{
    uint8_t key[32] = {8, 15};
    unsigned struck = 0;
    cr_rng rng;

    (void)unused;
    cr_rng_init(&rng, key, 0);
    for (unsigned round = 0; round < 130; round++) {
        uint8_t where = (uint8_t)(1 + round % INJECT_CHOICE_OF_OPPONENT);
        cr_move move = {.seat = CR_HOST, .kind = KIND_SETTINGS, .arg = {SET_INJECT, 0, where}};
        unsigned at = cr_rng_below(&rng, 30);
        witness w = {.sink = {see}};
        cr_setup setup;
        cb_state s;

        cr_setup_init(game, &setup);
        cr_rng_bytes(&rng, setup.seed, sizeof setup.seed);
        battle_option(&setup, "testMode", "on");
        battle_option(&setup, "matches", "2");
        battle_option(&setup, "chooser", "alternate");
        w.s = &s;
        battle_start(&s, &setup, &w.sink);
        for (unsigned i = 0; !s.k.is_over; i++) {
            cr_move answer;

            assert_true(i < 5000);
            if (i == at) {
                move.ticket = s.k.q.ticket;
                assert_int_equal(cr_play(game, &s.k, &move, s.k.now_ms, &w.sink).code, 0);
            }
            if (!cr_sample(game, &s.k, 0, &rng, &answer))
                answer = cr_idle_move(&s.k, 0);
            assert_int_equal(cr_play(game, &s.k, &answer, s.k.now_ms, &w.sink).code, 0);
            check_walk(&s, &w);
        }
        struck += s.board.inject == INJECT_NONE;
    }
    assert_true(struck > 90); /* states 97 and 98 are not entered in every match */
}

/* ---- the soak test: every expiry to the millisecond ---- */

/* A second clock: when was the timer armed, for how long, and how long did it stand still since? */
typedef struct {
    cr_log log;
    const cb_state *s;
    uint64_t armed_at, stood_still, paused_at;
    uint32_t duration, ticket, expiries, off;
    uint8_t is_paused;
} second_clock;

/* What section 7 of the rules says for this state, from the settings alone; 0: no timer. */
static uint32_t duration_by_the_rules(const cb_state *s)
{
    const cb_session *with = &s->session;
    bool is_quick = with->flags & F_HEADLESS;

    switch (cb_state_of(s)) {
    case ST_COOLDOWN:
        return is_quick || (with->flags & F_SKIP_COOLDOWN) ? 0
               : s->board.prev == ST_MATCH_START           ? with->start_ms
                                                           : with->cooldown_ms;
    case ST_ROUND_START:
        return is_quick || (with->flags & F_REDUCED_MOTION) ? 0 : with->reveal_ms;
    case ST_CHOICE:
        return with->stat_ms;
    default:
        return 0;
    }
}

static void follow(second_clock *c)
{
    const cb_state *s = c->s;
    uint8_t state = cb_state_of(s);

    if (s->k.is_over || s->k.q.ticket == c->ticket)
        return;
    c->ticket = s->k.q.ticket;
    c->armed_at = s->k.now_ms;
    c->stood_still = 0;
    c->paused_at = s->k.now_ms;
    c->duration = s->k.q.budget_ms;
    if (state == ST_DECISION || (state == ST_CHOICE && s->board.timer == TIMER_DELAY))
        assert_in_range(c->duration, 300, 700);
    else
        assert_int_equal(c->duration, duration_by_the_rules(s));
}

static void expired(cr_log *log, const cr_move *move, uint64_t at_ms, const cr_state *state)
{
    second_clock *c = (second_clock *)log;

    (void)move, (void)state;
    c->expiries++;
    c->off += at_ms != c->armed_at + c->duration + c->stood_still;
    follow(c);
}

static void soak(unsigned matches, uint64_t *transitions, uint64_t *expiries)
{
    uint8_t key[32] = {50, 1};
    cr_rng rng;

    cr_rng_init(&rng, key, 0);
    for (unsigned match = 0; match < matches; match++) {
        cr_setup setup = random_setup(&rng);
        uint64_t now = setup.start_ms;
        witness w = {.sink = {see}};
        second_clock c = {.log = {expired}};
        cb_state s;

        c.s = w.s = &s;
        battle_start(&s, &setup, &w.sink);
        follow(&c);
        for (unsigned i = 0; !s.k.is_over; i++) {
            uint32_t what = cr_rng_below(&rng, 16);
            cr_move move;

            assert_true(i < 20000);
            if (what == 0)
                now += cr_rng_below(&rng, 200000); /* a machine that slept */
            else if (what < 9)
                now += cr_rng_below(&rng, 1500);
            else if (cr_due(&s.k) != UINT64_MAX && cr_due(&s.k) > now)
                now = cr_due(&s.k) - (what < 12); /* just before, or exactly at the deadline */
            cr_run_clock(game, &s.k, now, &w.sink, &c.log);
            if (s.k.is_over)
                break;
            if (what == 1 || what == 2 || (c.is_paused && what < 6)) {
                uint8_t reason = (uint8_t)cr_rng_below(&rng, 3);
                bool is_there = s.k.paused >> reason & 1;

                move = is_there ? cr_resume_move(&s.k, reason) : cr_pause_move(&s.k, reason);
                assert_int_equal(cr_play(game, &s.k, &move, now, &w.sink).code, 0);
                if (s.k.paused && !c.is_paused)
                    c.paused_at = now;
                if (!s.k.paused && c.is_paused)
                    c.stood_still += now - c.paused_at;
                c.is_paused = s.k.paused != 0;
            } else if (cr_sample(game, &s.k, (uint8_t)cr_rng_below(&rng, 2), &rng, &move) &&
                       what % 3) {
                assert_int_equal(cr_play(game, &s.k, &move, now, &w.sink).code, 0);
            } else if (cr_due(&s.k) == UINT64_MAX && !s.k.paused &&
                       cr_sample(game, &s.k, 0, &rng, &move)) {
                assert_int_equal(cr_play(game, &s.k, &move, now, &w.sink).code, 0);
            }
            follow(&c);
            check_walk(&s, &w);
        }
        assert_int_equal(c.off, 0);
        *transitions += w.transitions;
        *expiries += c.expiries;
    }
}

static void every_expiry_is_exact(void **unused)
{
    uint64_t transitions = 0, expiries = 0;

    (void)unused;
    soak(3000, &transitions, &expiries);
    print_message("soak: %llu transitions, %llu expiries, none off\n",
                  (unsigned long long)transitions, (unsigned long long)expiries);
    assert_true(expiries > 20000);
}

/* V55, JK-7.17: one long advance tells the same as many short ones. */
static void time_in_any_portions_is_the_same(void **unused)
{
    uint64_t hashes[3];

    (void)unused;
    for (unsigned run = 0; run < 3; run++) {
        static const unsigned portions[] = {60000, 1, 777};
        witness w = {.sink = {see}};
        cr_setup setup;
        cb_state s;

        cr_setup_init(game, &setup);
        cr_setup_pin(&setup, 55);
        w.s = &s;
        battle_start(&s, &setup, &w.sink);
        battle_play(&s, 0, "startClicked 5", 0);
        w.state = ST_COOLDOWN;
        for (uint64_t now = 0; now < 60000;) {
            now = now + portions[run] < 60000 ? now + portions[run] : 60000;
            cr_run_clock(game, &s.k, now, &w.sink, NULL);
        }
        hashes[run] = w.hash;
    }
    assert_true(hashes[0] == hashes[1] && hashes[0] == hashes[2]);
}

/* V31 and V64: the same seed and moves give the same bytes, whether somebody listens, fails to, or nobody does. */
static void a_deaf_observer_changes_nothing(void **unused)
{
    cr_rng rng[2];
    cr_setup setup;
    cb_state s[2];
    witness w = {.sink = {see}, .s = &s[0]};

    (void)unused;
    cr_setup_init(game, &setup);
    cr_setup_pin(&setup, 64);
    battle_start(&s[0], &setup, &w.sink);
    battle_start(&s[1], &setup, NULL);
    for (unsigned i = 0; i < 2; i++)
        cr_rng_init(&rng[i], setup.seed, 5);
    while (!s[0].k.is_over) {
        for (unsigned i = 0; i < 2; i++) {
            cr_move move;

            if (!cr_sample(game, &s[i].k, 0, &rng[i], &move))
                move = cr_idle_move(&s[i].k, 0);
            assert_int_equal(
                cr_play(game, &s[i].k, &move, s[i].k.now_ms + 1, i ? NULL : &w.sink).code, 0);
        }
        assert_memory_equal(&s[0], &s[1], sizeof s[0]);
    }
}

/* JK-19.2, with a wide margin for slow machines and sanitizers. */
static void a_long_match_is_quick(void **unused)
{
    clock_t before;
    double seconds;
    struct rusage use, later;
    cr_setup setup;
    cb_state s;

    (void)unused;
    cr_setup_init(game, &setup);
    battle_option(&setup, "headless", "on");
    before = clock();
    for (unsigned match = 0; match < 200; match++) {
        cr_setup_pin(&setup, match);
        battle_start(&s, &setup, NULL);
        battle_play(&s, 0, "startClicked 25", 0);
        while (!s.k.is_over)
            battle_play(&s, 0, "statSelected speed", 0);
    }
    seconds = (double)(clock() - before) / CLOCKS_PER_SEC;
    assert_true(seconds < 200 * 0.05);
    assert_true(seconds / (200 * 25) < 0.001); /* a call */
    /* Memory does not grow: the state is all there is. */
    getrusage(RUSAGE_SELF, &use);
    battle_option(&setup, "maxRounds", "1");
    for (unsigned match = 0; match < 10000; match++) {
        cr_setup_pin(&setup, match);
        battle_start(&s, &setup, NULL);
        battle_play(&s, 0, "startClicked 1", 0);
        battle_play(&s, 0, "statSelected speed", 0);
        assert_true(s.k.is_over);
    }
    getrusage(RUSAGE_SELF, &later);
    assert_true(later.ru_maxrss - use.ru_maxrss < 1024);
    PROVES("JK-19.2");
}

/* The baseline beats random picks, and never answers what is refused. */
static void the_baseline_is_better_than_chance(void **unused)
{
    static cb_state s;
    static cb_view v;
    unsigned wins = 0;

    (void)unused;
    for (uint64_t match = 0; match < 200; match++) {
        cr_arena arena = {.game = game, .state = &s.k, .view = &v.v};
        int32_t score[CR_SEATS_MAX];
        cr_setup setup;

        cr_setup_init(game, &setup);
        cr_setup_pin(&setup, match);
        battle_option(&setup, "opponent", "person");
        arena.bots[match % 2] = cr_bot_find("baseline", game);
        arena.bots[!(match % 2)] = cr_bot_find("random", game);
        assert_int_equal(cr_arena_start(&arena, &setup), CR_ERR_OK);
        assert_int_equal(cr_arena_run(&arena), CR_ERR_OK);
        cr_score(game, &s.k, score);
        wins += score[match % 2] > score[!(match % 2)];
    }
    assert_true(wins > 150);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_random_walk_breaks_nothing),
        cmocka_unit_test(errors_at_every_hook_point),
        cmocka_unit_test(every_expiry_is_exact),
        cmocka_unit_test(time_in_any_portions_is_the_same),
        cmocka_unit_test(a_deaf_observer_changes_nothing),
        cmocka_unit_test(a_long_match_is_quick),
        cmocka_unit_test(the_baseline_is_better_than_chance),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
