/* What Classic Battle asks of the clock of its room: seconds, drift, and time that a test turns. */
#include "support/cmocka_all.h"
#include "support/proof.h"
#include "support/session.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- seconds ---- */

static void every_second_is_told_once(void **unused)
{
    session_lines m = {.n = 0};
    uint64_t armed;
    host h;

    (void)unused;
    session_open(&h, "pb", "matches=0");
    session_take(&h, 0, &m);
    armed = h.clock.at_ms;
    session_play(&h, 0, "startClicked 3");
    session_advance(&h, 3000);
    session_take(&h, 0, &m);
    for (unsigned i = 0; i <= 3; i++) {
        assert_int_equal(session_number(session_nth(&m, "tick", i), "seconds"), 3 - i);
        assert_int_equal(session_number(session_nth(&m, "tick", i), "left"), 1000 * (3 - i));
        assert_int_equal(session_number(session_nth(&m, "tick", i), "at"), armed + 1000 * i);
    }
    /* The time to show the cards does not tick; then 30 s to choose. */
    armed += 3400;
    session_advance(&h, 30399);
    session_take(&h, 0, &m);
    assert_int_equal(session_count(&m, "tick"), 30);
    for (unsigned i = 0; i < 30; i++) {
        assert_int_equal(session_number(session_nth(&m, "tick", i), "seconds"), 30 - i);
        assert_int_equal(session_number(session_nth(&m, "tick", i), "at"), armed + 1000 * i);
        assert_int_equal(session_number(session_nth(&m, "tick", i), "n"),
                         session_number(session_nth(&m, "tick", 0), "n"));
    }
    session_advance(&h, 1);
    session_take(&h, 0, &m);
    /* The closing tick comes before the expiry. */
    assert_true(session_is(m.line[0], "tick"));
    assert_int_equal(session_number(m.line[0], "seconds"), 0);
    assert_int_equal(session_number(m.line[0], "at"), armed + 30000);
    assert_true(session_is(m.line[1], "update"));
    assert_int_equal(session_number(m.line[1], "at"), armed + 30000);
    assert_non_null(session_event(&m, "timer.expired", 0));
    assert_int_equal(session_count(&m, "drift"), 0);
    assert_int_equal(h.lobby.stats.late_ticks, 0);
    session_drop(&m);
    host_close(&h);
    PROVES("JK-7.9 JK-7.16");
}

/* V43 and V44. */
static void a_late_call_is_drift_and_moves_nothing(void **unused)
{
    session_lines m = {.n = 0};
    uint64_t armed;
    host h;

    (void)unused;
    session_open_choice(&h, "matches=0");
    armed = h.clock.at_ms;
    session_jump(&h, 1000);
    session_jump(&h, 1000);
    session_take(&h, 0, &m);
    assert_int_equal(session_count(&m, "drift"), 0);
    session_jump(&h, 1350);
    session_take(&h, 0, &m);
    assert_int_equal(m.n, 2);
    assert_int_equal(session_number(session_nth(&m, "tick", 0), "left"), 26650);
    assert_int_equal(session_number(session_nth(&m, "tick", 0), "seconds"), 27);
    assert_int_equal(session_number(session_nth(&m, "drift", 0), "late"), 350);
    assert_int_equal(session_number(session_nth(&m, "drift", 0), "n"),
                     session_number(session_nth(&m, "tick", 0), "n"));
    assert_int_equal(h.lobby.stats.late_ticks, 1);
    session_jump(&h, 650 + 200);
    session_take(&h, 0, &m);
    assert_int_equal(session_count(&m, "tick"), 1);
    assert_int_equal(session_count(&m, "drift"), 0); /* exactly 200 */
    session_jump(&h, 800 + 201);
    session_take(&h, 0, &m);
    assert_int_equal(session_number(session_nth(&m, "drift", 0), "late"), 201);
    assert_int_equal(cr_due(h.room->state), armed + 30000);
    session_advance(&h, armed + 29999 - h.clock.at_ms);
    assert_int_equal(session_at(&h), ST_CHOICE);
    session_advance(&h, 1);
    assert_int_not_equal(session_at(&h), ST_CHOICE);
    session_drop(&m);
    host_close(&h);
    PROVES("JK-7.10 JK-7.11");
}

/* V45: over the end of the choice and into the cooldown. */
static void a_jump_over_an_expiry_is_told_in_order(void **unused)
{
    session_lines m = {.n = 0};
    uint64_t armed;
    host h;

    (void)unused;
    session_open_choice(&h, "matches=0 length=25");
    armed = h.clock.at_ms;
    session_advance(&h, 12000);
    session_take(&h, 0, &m);
    session_jump(&h, 19500);
    session_take(&h, 0, &m);
    assert_int_equal(session_number(session_nth(&m, "tick", 0), "at"), armed + 30000);
    assert_int_equal(session_number(session_nth(&m, "tick", 0), "seconds"), 0);
    assert_int_equal(session_number(session_nth(&m, "drift", 0), "late"), 18500);
    assert_int_equal(session_number(session_nth(&m, "update", 0), "at"), armed + 30000);
    assert_int_equal(session_at(&h), ST_COOLDOWN);
    assert_int_equal(cr_due(h.room->state), armed + 33000);
    assert_int_equal(session_number(session_nth(&m, "tick", 1), "seconds"), 3); /* the arming */
    assert_int_equal(session_number(session_nth(&m, "tick", 1), "at"), armed + 30000);
    assert_int_equal(session_number(session_nth(&m, "tick", 2), "left"), 1500);
    assert_int_equal(session_number(session_nth(&m, "tick", 2), "seconds"), 2);
    assert_int_equal(session_number(session_nth(&m, "drift", 1), "late"), 500);
    assert_int_equal(session_count(&m, "tick"), 3);
    /* A jump over several timers closes each of them. */
    session_jump(&h, 60000);
    session_take(&h, 0, &m);
    assert_int_equal(session_number(session_nth(&m, "tick", 0), "at"), armed + 33000);
    assert_int_equal(session_number(session_nth(&m, "tick", 2), "at"), armed + 33400 + 30000);
    assert_int_equal(session_number(session_nth(&m, "tick", 2), "seconds"), 0);
    session_drop(&m);
    host_close(&h);
    PROVES("JK-7.9 JK-7.10 JK-7.11");
}

/* V55 and V50, with a pause in the middle. */
static void time_in_any_portions_is_told_the_same(void **unused)
{
    static const unsigned portions[] = {60000, 1, 7, 333};
    char *first = NULL;

    (void)unused;
    for (unsigned i = 0; i < CR_COUNT_OF(portions); i++) {
        char *told;
        host h;

        session_open_choice(&h, "matches=0 length=25 cooldown=2500");
        host_send(&h, 0, "{'type':'pause','on':true,'reason':'hidden'}");
        host_turn(&h);
        for (unsigned ms = 0; ms < 60000; ms += portions[i])
            session_advance(&h, portions[i] < 60000 - ms ? portions[i] : 60000 - ms);
        assert_int_equal(h.room->state->q.deadline_ms, 30000); /* stood still */
        host_send(&h, 0, "{'type':'pause','on':false,'reason':'hidden'}");
        host_turn(&h);
        for (unsigned ms = 0; ms < 60000; ms += portions[i])
            session_advance(&h, portions[i] < 60000 - ms ? portions[i] : 60000 - ms);
        told = strdup(host_take(&h, 0));
        assert_non_null(strstr(told, "tick"));
        assert_null(strstr(told, "\"type\":\"drift\""));
        if (first)
            assert_string_equal(told, first);
        else
            first = strdup(told);
        free(told);
        host_close(&h);
    }
    free(first);
    PROVES("JK-7.16 JK-7.17");
}

static void no_tick_tells_of_a_move_on_its_way(void **unused)
{
    session_lines m = {.n = 0};
    host h;

    (void)unused;
    session_open_choice(&h, "matches=0");
    session_advance(&h, 29990);
    session_take(&h, 0, &m);
    host_move(&h, 0, 900, "statSelected speed"); /* not on disk yet */
    h.clock.at_ms += 10;
    cr_lobby_tick(&h.lobby);
    session_take(&h, 0, &m);
    assert_int_equal(session_count(&m, "tick"), 0);
    host_turn(&h);
    session_take(&h, 0, &m);
    assert_int_equal(session_count(&m, "ack"), 1);
    assert_null(session_event(&m, "timer.expired", 0));
    assert_int_equal(session_count(&m, "tick"), 0); /* the delay of the opponent does not tick */
    session_drop(&m);
    host_close(&h);
}

static void who_comes_in_late_is_no_drift(void **unused)
{
    session_lines m = {.n = 0};
    host h;

    (void)unused;
    session_open_choice(&h, "matches=0 opponent=person chooser=player");
    cr_session_close(&h.sessions[0]);
    cr_session_open(&h.sessions[0], &h.wire);
    session_jump(&h, 8300); /* nobody is there: no ticks, nobody to tell */
    assert_int_equal(h.lobby.stats.late_ticks, 0);
    host_attach(&h, 1, -1, -1);
    session_take(&h, 1, &m);
    assert_int_equal(session_count(&m, "drift"), 0);
    session_advance(&h, 700);
    session_take(&h, 1, &m);
    assert_int_equal(session_number(session_nth(&m, "tick", 0), "seconds"), 21);
    assert_int_equal(session_count(&m, "drift"), 0);
    session_drop(&m);
    host_close(&h);
}

/* Nor is who comes in while the clock stands. */
static void who_comes_in_during_a_pause_is_no_drift(void **unused)
{
    session_lines m = {.n = 0};
    host h;

    (void)unused;
    session_open_choice(&h, "matches=0");
    cr_session_close(&h.sessions[0]);
    cr_session_open(&h.sessions[0], &h.wire);
    session_is_loud = false;
    h.room->seats[0].heard_ms = h.clock.at_ms;
    cr_room_tick(h.room, h.clock.at_ms);
    session_jump(&h, 10000); /* nobody is there, the page is silent */
    assert_true(cr_paused(h.room->state));
    host_attach(&h, 0, 0, -1);
    host_turn(&h);
    assert_int_equal(cr_paused(h.room->state), 0);
    session_take(&h, 0, &m);
    assert_int_equal(session_count(&m, "drift"), 0);
    session_is_loud = true;
    session_advance(&h, 1000);
    session_take(&h, 0, &m);
    assert_int_equal(session_count(&m, "tick"), 1);
    assert_int_equal(session_count(&m, "drift"), 0);
    session_drop(&m);
    host_close(&h);
}

static void no_timer_runs_where_nobody_is_in_a_hurry(void **unused)
{
    session_lines m = {.n = 0};
    host h;

    (void)unused;
    session_open(&h, "pb", "matches=0");
    assert_int_equal(cr_due(h.room->state), UINT64_MAX); /* the lobby */
    assert_false(h.room->ticker.is_armed);
    session_play(&h, 0, "startClicked 1");
    session_advance(&h, 5000);
    assert_true(h.room->ticker.is_armed);
    session_play(&h, 0, "interrupt host");
    assert_int_equal(session_at(&h), ST_INTERRUPT_ROUND);
    assert_int_equal(cr_due(h.room->state), UINT64_MAX);
    assert_false(h.room->ticker.is_armed);
    session_take(&h, 0, &m);
    session_advance(&h, 600000);
    session_take(&h, 0, &m);
    assert_int_equal(m.n, 0);
    session_play(&h, 0, "abortMatch");
    assert_int_equal(session_at(&h), ST_MATCH_OVER);
    assert_int_equal(cr_due(h.room->state), UINT64_MAX);
    assert_false(h.room->ticker.is_armed);
    session_drop(&m);
    host_close(&h);
    PROVES("JK-8.18");
}

/* V54. */
static void a_clock_that_falls_back_stands_still(void **unused)
{
    session_lines m = {.n = 0};
    uint64_t deadline;
    host h;

    (void)unused;
    session_open_choice(&h, "matches=0");
    deadline = cr_due(h.room->state);
    session_advance(&h, 5000);
    session_take(&h, 0, &m);
    h.clock.at_ms -= 1000;
    cr_lobby_tick(&h.lobby);
    cr_lobby_tick(&h.lobby);
    host_turn(&h);
    session_take(&h, 0, &m);
    assert_int_equal(m.n, 0); /* the room's log only */
    assert_int_equal(session_count_noted("clock.backwards by_ms=1000"), 1);
    assert_int_equal(h.lobby.stats.clock_falls, 1);
    session_play(&h, 0, "statSelected speed");
    assert_int_equal(h.room->state->now_ms, deadline - 25000);
    assert_int_equal(cr_lobby_now(&h.lobby), deadline - 25000);
    session_drop(&m);
    host_close(&h);
    PROVES("JK-7.15 JK-10.14");
}

/* ---- time that a test turns ---- */

static void open_wound(host *h, const char *options)
{
    session_open(h, "pb", options);
    h->lobby.config.is_test = true;
    session_is_loud = false;
    session_play(h, 0, "startClicked 5");
}

/* `advance` tells every second and is never late; `jump` is one late call. */
static void a_test_winds_the_time(void **unused)
{
    session_lines m = {.n = 0};
    uint64_t begin;
    host h;

    (void)unused;
    open_wound(&h, "matches=0");
    begin = h.clock.at_ms;
    session_take(&h, 0, &m);
    session_ask(&h, 0, "{'type':'wind','ms':13400}", &m);
    assert_int_equal(session_at(&h), ST_CHOICE);
    assert_int_equal(session_count(&m, "tick"), 3 + 1 + 10); /* 2 1 0, 30, 29 to 20 */
    assert_int_equal(session_count(&m, "drift"), 0);
    assert_int_equal(session_number(session_nth(&m, "wound", 0), "now"), begin + 13400);
    assert_true(session_is(m.line[m.n - 1], "wound"));
    assert_int_equal(h.clock.at_ms, begin); /* nobody else's time */
    assert_int_equal(h.room->state->paused, 0);
    assert_int_equal(cr_due(h.room->state), begin + 33400);
    session_ask(&h, 0, "{'type':'wind','ms':1350,'jump':true}", &m);
    assert_int_equal(session_count(&m, "tick"), 1);
    assert_int_equal(session_number(session_nth(&m, "tick", 0), "left"), 18650);
    assert_int_equal(session_number(session_nth(&m, "drift", 0), "late"), 350);
    /* To the deadline: the expiry is stamped with it. */
    session_ask(&h, 0, "{'type':'wind'}", &m);
    assert_int_equal(session_at(&h), ST_COOLDOWN);
    assert_int_equal(session_count(&m, "tick"), 19 + 1); /* 18 to 0, and the cooldown's first */
    assert_int_equal(session_count(&m, "drift"), 0);
    assert_int_equal(session_number(session_nth(&m, "update", 0), "at"), begin + 33400);
    assert_int_equal(session_number(session_nth(&m, "wound", 0), "now"), begin + 33400);
    /* From there time runs on by itself. */
    h.clock.at_ms += 2999;
    cr_lobby_tick(&h.lobby);
    host_turn(&h);
    assert_int_equal(session_at(&h), ST_COOLDOWN);
    h.clock.at_ms++;
    cr_lobby_tick(&h.lobby);
    host_turn(&h);
    assert_int_equal(session_at(&h), ST_ROUND_START);
    session_drop(&m);
    host_close(&h);
    PROVES("JK-7.16 JK-7.17");
}

/* A jump over an expiry is V45; without a limit there is no deadline to go to (JK-7.1). */
static void winding_fires_nothing_that_is_not_due(void **unused)
{
    session_lines m = {.n = 0};
    host h;

    (void)unused;
    open_wound(&h, "matches=0 statTimer=none");
    session_ask(&h, 0, "{'type':'wind','ms':3400}", &m);
    assert_int_equal(session_at(&h), ST_CHOICE);
    session_ask(&h, 0, "{'type':'wind'}", &m);
    assert_int_equal(session_count(&m, "wound"), 1);
    assert_int_equal(m.n, 1);
    session_ask(&h, 0, "{'type':'wind','ms':600000}", &m);
    assert_int_equal(m.n, 1); /* V57 */
    assert_int_equal(session_at(&h), ST_CHOICE);
    host_close(&h);

    open_wound(&h, "matches=0");
    session_ask(&h, 0, "{'type':'wind','ms':15400}", &m); /* 12 s into the choice */
    session_ask(&h, 0, "{'type':'wind','ms':19500,'jump':true}", &m);
    assert_int_equal(session_number(session_nth(&m, "drift", 0), "late"), 18500);
    assert_int_equal(session_number(session_nth(&m, "tick", 2), "left"), 1500);
    assert_int_equal(session_number(session_nth(&m, "drift", 1), "late"), 500);
    assert_int_equal(session_at(&h), ST_COOLDOWN);
    /* A pause stands still while time is turned. */
    session_ask(&h, 0, "{'type':'pause','on':true,'reason':'hidden'}", &m);
    session_ask(&h, 0, "{'type':'wind'}", &m);
    session_ask(&h, 0, "{'type':'wind','ms':60000}", &m);
    assert_int_equal(session_at(&h), ST_COOLDOWN);
    assert_int_equal(h.room->state->q.deadline_ms, 1500);
    h.lobby.config.is_test = false;
    session_ask(&h, 0, "{'type':'wind','ms':1}", &m);
    assert_string_equal(session_word(session_nth(&m, "trouble", 0), "code"), "NOT_TESTING");
    session_drop(&m);
    host_close(&h);
    PROVES("JK-7.16 JK-10.9");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_second_is_told_once),
        cmocka_unit_test(a_late_call_is_drift_and_moves_nothing),
        cmocka_unit_test(a_jump_over_an_expiry_is_told_in_order),
        cmocka_unit_test(time_in_any_portions_is_told_the_same),
        cmocka_unit_test(no_tick_tells_of_a_move_on_its_way),
        cmocka_unit_test(who_comes_in_late_is_no_drift),
        cmocka_unit_test(who_comes_in_during_a_pause_is_no_drift),
        cmocka_unit_test(no_timer_runs_where_nobody_is_in_a_hurry),
        cmocka_unit_test(a_clock_that_falls_back_stands_still),
        cmocka_unit_test(a_test_winds_the_time),
        cmocka_unit_test(winding_fires_nothing_that_is_not_due),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
