/* Ticks and drift: the traces V41 to V45, V50, V54 and V55 of Classic Battle, alone and with a session behind them. */
#include "support/cmocka_all.h"
#include "games/classic-battle/classic_battle.h"
#include "games/games.h"
#include "host/ticker.h"
#include "support/proof.h"

#include <stdio.h>
#include <stdlib.h>

static const cr_game *const game = &cr_game_classic_battle;

/* ---- a countdown alone ---- */

/* Calls at these times after arming 30 s at 0; the last call's tick. */
static cr_tick tick_after(const uint64_t *calls, unsigned n, cr_ticker *t)
{
    cr_tick tick = cr_ticker_arm(t, 1, 0, 30000);

    for (unsigned i = 0; i < n; i++)
        if (!cr_ticker_call(t, calls[i], &tick))
            tick = (cr_tick){0};
    return tick;
}

static void the_first_tick_has_the_full_duration(void **unused)
{
    cr_ticker t;
    cr_tick tick = cr_ticker_arm(&t, 1, 700, 2500);

    (void)unused;
    assert_int_equal(tick.at_ms, 700);
    assert_int_equal(tick.remaining_ms, 2500);
    assert_int_equal(tick.seconds, 3);
    assert_int_equal(tick.drift_ms, 0);
    assert_int_equal(cr_ticker_due(&t), 1200); /* 2,000 left */
    assert_false(cr_ticker_call(&t, 1199, &tick));
    assert_true(cr_ticker_call(&t, 1200, &tick));
    assert_int_equal(tick.seconds, 2);
    assert_false(cr_ticker_call(&t, 1200, &tick)); /* seconds are never repeated */
}

static void v43_a_late_call_is_drift_and_moves_nothing(void **unused)
{
    static const uint64_t calls[] = {1000, 2000, 3350};
    cr_ticker t;
    cr_tick tick = tick_after(calls, 3, &t);

    (void)unused;
    assert_int_equal(tick.at_ms, 3350);
    assert_int_equal(tick.remaining_ms, 26650);
    assert_int_equal(tick.seconds, 27);
    assert_int_equal(tick.drift_ms, 350);
    assert_int_equal(t.deadline_ms, 30000);
    assert_int_equal(cr_ticker_due(&t), 4000);
    PROVES("JK-7.10 JK-7.11");
}

static void v44_exactly_200_is_no_drift(void **unused)
{
    static const uint64_t in_time[] = {1000, 2000, 3200}, late[] = {1000, 2000, 3201};
    cr_ticker t;

    (void)unused;
    assert_int_equal(tick_after(in_time, 3, &t).drift_ms, 0);
    assert_int_equal(tick_after(late, 3, &t).drift_ms, 201);
    PROVES("JK-7.10");
}

static void v45_the_closing_tick_carries_the_deadline(void **unused)
{
    uint64_t calls[13];
    cr_ticker t;
    cr_tick tick;

    (void)unused;
    for (unsigned i = 0; i < 12; i++)
        calls[i] = 1000 * (i + 1);
    calls[12] = 31500;
    tick = tick_after(calls, 13, &t);
    assert_int_equal(tick.at_ms, 30000);
    assert_int_equal(tick.seconds, 0);
    assert_int_equal(tick.drift_ms, 18500);
    assert_int_equal(cr_ticker_due(&t), UINT64_MAX);
    tick = cr_ticker_arm(&t, 2, 30000, 3000);
    assert_int_equal(tick.seconds, 3);
    assert_true(cr_ticker_call(&t, 31500, &tick));
    assert_int_equal(tick.remaining_ms, 1500);
    assert_int_equal(tick.seconds, 2);
    assert_int_equal(tick.drift_ms, 500);
    PROVES("JK-7.9");
}

static void paused_time_is_no_drift(void **unused)
{
    cr_ticker t;
    cr_tick tick = cr_ticker_arm(&t, 1, 0, 3000);
    unsigned told[4] = {0, 0, 0, 1};

    (void)unused;
    assert_true(cr_ticker_call(&t, 1000, &tick));
    told[tick.seconds]++;
    cr_ticker_pause(&t, 1000);
    assert_int_equal(cr_ticker_due(&t), UINT64_MAX);
    assert_false(cr_ticker_call(&t, 4000, &tick));
    cr_ticker_resume(&t, 5000);
    for (uint64_t due; (due = cr_ticker_due(&t)) != UINT64_MAX;) {
        assert_true(cr_ticker_call(&t, due, &tick));
        assert_int_equal(tick.drift_ms, 0);
        told[tick.seconds]++;
    }
    assert_int_equal(tick.at_ms, 7000);
    for (unsigned seconds = 0; seconds < 4; seconds++)
        assert_int_equal(told[seconds], 1);
}

static void v54_a_clock_that_falls_back_stands_still(void **unused)
{
    uint64_t last = 0;
    bool fell;

    (void)unused;
    assert_int_equal(cr_forward(&last, 5000, &fell), 5000);
    assert_false(fell);
    assert_int_equal(cr_forward(&last, 4000, &fell), 5000);
    assert_true(fell);
    assert_int_equal(cr_forward(&last, 5000, &fell), 5000);
    assert_false(fell);
    assert_int_equal(cr_forward(&last, 5001, NULL), 5001);
    PROVES("JK-7.15");
}

/* ---- a session with its countdown: the test host of JK-7.16 ---- */

typedef struct {
    cr_sink sink;
    cb_state s;
    cr_ticker ticker;
    uint64_t now;
    unsigned drifts, ticks;
    char log[1 << 16]; /* one line for each event and tick */
    size_t len;
} host;

__attribute__((format(printf, 2, 3))) static void write_log(host *h, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    h->len += (size_t)vsnprintf(h->log + h->len, sizeof h->log - h->len, format, args);
    va_end(args);
    assert_true(h->len < sizeof h->log);
}

static void hear(cr_sink *sink, const cr_event *event)
{
    host *h = (host *)sink;
    char line[256];

    if (event->kind == CR_EV_ASKED)
        return;
    cr_event_print(game, event, line, sizeof line);
    write_log(h, "%llu %s\n", (unsigned long long)h->s.k.now_ms, line);
}

static void tell_tick(host *h, const cr_tick *tick)
{
    h->ticks++;
    h->drifts += tick->drift_ms > 0;
    write_log(h, "%llu tick %u %u drift %u\n", (unsigned long long)tick->at_ms, tick->remaining_ms,
              tick->seconds, tick->drift_ms);
}

/* Only stat timer, cooldown and start countdown tick. */
static void follow(host *h)
{
    const cb_board *b = &h->s.board;
    bool ticks = b->shown == TIMER_STAT || b->shown == TIMER_COOLDOWN || b->shown == TIMER_START;
    cr_tick first;

    if (cr_ticker_follow(&h->ticker, &h->s.k, ticks ? b->duration_ms : 0, b->behind_ms, &first))
        tell_tick(h, &first);
}

/* One call of the room: what is due, tick before expiry, one deadline after the other. */
static void call(host *h, uint64_t now)
{
    cr_tick tick;

    h->now = cr_forward(&h->now, now, NULL);
    while (cr_due(&h->s.k) <= h->now) {
        if (cr_ticker_call(&h->ticker, h->now, &tick))
            tell_tick(h, &tick);
        cr_run_clock(game, &h->s.k, cr_due(&h->s.k), &h->sink, NULL);
        follow(h);
    }
    if (cr_ticker_call(&h->ticker, h->now, &tick))
        tell_tick(h, &tick);
}

static uint64_t next_due(const host *h)
{
    uint64_t tick = cr_ticker_due(&h->ticker), expiry = cr_due(&h->s.k);

    return tick < expiry ? tick : expiry;
}

static void advance(host *h, uint64_t ms)
{
    uint64_t target = h->now + ms;

    while (next_due(h) <= target)
        call(h, next_due(h));
    call(h, target);
}

static void play(host *h, uint8_t seat, const char *text)
{
    cr_move move;

    call(h, h->now);
    assert_int_equal(cr_move_parse(game, &h->s.k, seat, text, &move).code, 0);
    assert_int_equal(cr_play(game, &h->s.k, &move, h->now, &h->sink).code, 0);
    follow(h);
}

static host *open_host(const char *const *options)
{
    host *h = calloc(1, sizeof *h);
    cr_setup setup;

    assert_non_null(h);
    cr_setup_init(game, &setup);
    cr_setup_pin(&setup, 55);
    for (; *options; options += 2)
        assert_int_equal(cr_setup_option(game, &setup, options[0], options[1]), CR_ERR_OK);
    h->sink.emit = hear;
    assert_int_equal(cr_start(game, &h->s.k, &setup, &h->sink), CR_ERR_OK);
    return h;
}

static const char *const plain[] = {"matches", "0", NULL};
static const char *const armed_at_0[] = {"matches", "0", "startCountdown", "0", "reveal",
                                         "0",       NULL};

static void v55_advance_in_any_portions_logs_the_same(void **unused)
{
    host *whole = open_host(plain), *bits = open_host(plain), *odd = open_host(plain);

    (void)unused;
    play(whole, 0, "startClicked 5");
    play(bits, 0, "startClicked 5");
    play(odd, 0, "startClicked 5");
    advance(whole, 60000);
    for (unsigned i = 0; i < 60000; i++)
        advance(bits, 1);
    for (unsigned i = 0; i < 120; i++)
        advance(odd, 500);
    assert_string_equal(whole->log, bits->log);
    assert_string_equal(whole->log, odd->log);
    assert_int_equal(whole->drifts, 0);
    assert_true(whole->ticks > 50);
    free(whole);
    free(bits);
    free(odd);
    PROVES("JK-7.17");
}

static void v45_a_jump_over_a_whole_round(void **unused)
{
    host *h = open_host(armed_at_0);

    (void)unused;
    play(h, 0, "startClicked 5");
    advance(h, 12000);
    h->len = 0;
    call(h, 31500);
    assert_non_null(
        strstr(h->log, "30000 tick 0 0 drift 18500\n30000 timer.expired host timer=stat"));
    assert_non_null(strstr(h->log, "30000 stat.locked 0"));
    assert_non_null(strstr(h->log, "30000 tick 3000 3 drift 0\n31500 tick 1500 2 drift 500\n"));
    assert_int_equal(cr_due(&h->s.k), 33000);
    free(h);
    PROVES("JK-7.9 JK-7.10");
}

static void v50_the_countdown_says_each_second_once(void **unused)
{
    host *h = open_host(plain);
    cr_move pause;

    (void)unused;
    play(h, 0, "startClicked 5");
    advance(h, 1000);
    pause = cr_pause_move(&h->s.k, 0);
    assert_int_equal(cr_play(game, &h->s.k, &pause, h->now, &h->sink).code, 0);
    follow(h);
    advance(h, 4000);
    pause = cr_resume_move(&h->s.k, 0);
    assert_int_equal(cr_play(game, &h->s.k, &pause, h->now, &h->sink).code, 0);
    follow(h);
    advance(h, 2000);
    assert_non_null(strstr(
        h->log,
        "0 tick 3000 3 drift 0\n1000 tick 2000 2 drift 0\n"
        "1000 timer.paused host reason=hidden remainingMs=2000 match=1 round=0\n"
        "5000 timer.resumed host reason=hidden remainingMs=2000 match=1 round=0\n"
        "6000 tick 1000 1 drift 0\n7000 tick 0 0 drift 0\n7000 timer.expired host timer=start"));
    free(h);
}

static void settings_do_not_start_the_countdown_again(void **unused)
{
    host *h = open_host(armed_at_0);
    unsigned ticks;

    (void)unused;
    play(h, 0, "startClicked 5");
    advance(h, 2500);
    ticks = h->ticks;
    play(h, 0, "settings autoContinue 0");
    assert_int_equal(h->ticks, ticks);
    advance(h, 500);
    assert_int_equal(h->ticks, ticks + 1);
    free(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_tick_has_the_full_duration),
        cmocka_unit_test(v43_a_late_call_is_drift_and_moves_nothing),
        cmocka_unit_test(v44_exactly_200_is_no_drift),
        cmocka_unit_test(v45_the_closing_tick_carries_the_deadline),
        cmocka_unit_test(paused_time_is_no_drift),
        cmocka_unit_test(v54_a_clock_that_falls_back_stands_still),
        cmocka_unit_test(v55_advance_in_any_portions_logs_the_same),
        cmocka_unit_test(v45_a_jump_over_a_whole_round),
        cmocka_unit_test(v50_the_countdown_says_each_second_once),
        cmocka_unit_test(settings_do_not_start_the_countdown_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
