/* What Classic Battle asks of the room around it: seconds and drift, pauses, silence and absence, the log, test mode. */
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

/* ---- pauses, silence, absence ---- */

static void one_person_pauses_the_own_clock(void **unused)
{
    session_lines m = {.n = 0};
    uint64_t deadline;
    host h;

    (void)unused;
    /* V41 and V42: hidden and the quit dialog, one pause. */
    session_open_choice(&h, "matches=0");
    deadline = cr_due(h.room->state);
    session_advance(&h, 5000);
    session_take(&h, 0, &m);
    host_send(&h, 0, "{'type':'pause','on':true,'reason':'quitDialog'}");
    session_advance(&h, 2000);
    host_send(&h, 0, "{'type':'pause','on':true,'reason':'hidden'}");
    session_advance(&h, 2000);
    host_send(&h, 0, "{'type':'pause','on':false,'reason':'quitDialog'}");
    session_advance(&h, 3000);
    host_send(&h, 0, "{'type':'pause','on':false,'reason':'hidden'}");
    host_turn(&h);
    assert_int_equal(cr_due(h.room->state), deadline + 7000);
    session_take(&h, 0, &m);
    assert_int_equal(session_count(&m, "tick"), 0);
    assert_non_null(session_event(&m, "timer.paused", 0));
    assert_null(session_event(&m, "timer.paused", 1)); /* one each, for two reasons */
    assert_non_null(session_event(&m, "timer.resumed", 0));
    assert_null(session_event(&m, "timer.resumed", 1));
    assert_int_equal(session_number(session_event(&m, "timer.resumed", 0), "remainingMs"), 25000);
    assert_int_equal(session_number(session_event(&m, "timer.resumed", 0), "round"), 1);
    host_send(&h, 0, "{'type':'pause','on':true,'reason':'lunch'}");
    session_take(&h, 0, &m);
    assert_string_equal(session_word(session_nth(&m, "trouble", 0), "code"), "BAD_REASON");
    session_drop(&m);
    host_close(&h);
}

/* V72. */
static void of_two_people_nobody_stops_the_others_clock(void **unused)
{
    session_lines m = {.n = 0};
    uint64_t deadline;
    host h;

    (void)unused;
    session_open(&h, "pp", "matches=0 opponent=person");
    host_attach(&h, 1, 1, -1);
    host_turn(&h);
    session_play(&h, 0, "startClicked 3");
    session_advance(&h, 3400);
    deadline = cr_due(h.room->state);
    assert_int_equal(session_at(&h), ST_CHOICE);
    session_take(&h, 0, &m);
    session_take(&h, 1, &m);
    for (unsigned i = 0; i < 2; i++) {
        session_ask(&h, i, "{'type':'pause','on':true,'reason':'hidden'}", &m);
        assert_string_equal(session_word(session_nth(&m, "trouble", 0), "code"), "BAD_REASON");
        host_send(&h, i, "{'type':'pause','on':true,'reason':'quitDialog'}");
        host_turn(&h);
    }
    session_advance(&h, 29999); /* and silence pauses nothing either */
    assert_int_equal(session_at(&h), ST_CHOICE);
    assert_int_equal(h.room->state->paused, 0);
    assert_int_equal(cr_due(h.room->state), deadline);
    session_advance(&h, 1);
    assert_int_not_equal(session_at(&h), ST_CHOICE);
    /* The host's own reason does: both ask for it. */
    host_send(&h, 0, "{'type':'pause','on':true}");
    host_send(&h, 1, "{'type':'pause','on':true}");
    host_turn(&h);
    assert_int_not_equal(h.room->state->paused, 0);
    session_drop(&m);
    host_close(&h);
    PROVES("JK-5.9");
}

static void a_silent_page_counts_as_hidden(void **unused)
{
    session_lines m = {.n = 0};
    uint64_t left;
    host h;

    (void)unused;
    session_open_choice(&h, "matches=0");
    session_is_loud = false;
    host_send(&h, 0, "{'type':'alive'}");
    for (unsigned i = 0; i < 3; i++) {
        session_advance(&h, 5000);
        host_send(&h, 0, "{'type':'alive'}");
        host_turn(&h);
        assert_int_equal(h.room->state->paused, 0);
    }
    left = cr_due(h.room->state) - h.clock.at_ms;
    session_advance(&h, 9999);
    assert_int_equal(h.room->state->paused, 0);
    session_advance(&h, 1);
    assert_int_not_equal(h.room->state->paused, 0);
    session_advance(&h, 120000); /* a device that sleeps */
    session_take(&h, 0, &m);
    host_send(&h, 0, "{'type':'alive'}");
    host_turn(&h);
    assert_int_equal(h.room->state->paused, 0);
    assert_int_equal(cr_due(h.room->state) - h.clock.at_ms, left - 10000);
    session_take(&h, 0, &m);
    assert_int_equal(session_count(&m, "clock"), 1);
    session_drop(&m);
    host_close(&h);
    PROVES("JK-7.8");
}

/* The snapshot's time left is counted from now; so is that of a page that comes late. */
static void the_state_of_things_is_as_of_now(void **unused)
{
    session_lines m = {.n = 0};
    const json_t *view;
    host h;

    (void)unused;
    session_open_choice(&h, "matches=0");
    session_advance(&h, 12345);
    host_attach(&h, 1, -1, -1);
    session_take(&h, 1, &m);
    view = json_object_get(session_nth(&m, "state", 0), "view");
    assert_int_equal(session_number(view, "remainingMs"), 30000 - 12345);
    assert_string_equal(session_word(view, "timerStatus"), "running");
    assert_int_equal(session_number(session_nth(&m, "state", 0), "seq"),
                     h.room->told[CR_SEATS_MAX]);
    session_drop(&m);
    host_close(&h);
    PROVES("JK-10.12");
}

static void who_is_gone_for_a_minute_interrupts(void **unused)
{
    session_lines m = {.n = 0};
    host h;

    (void)unused;
    session_open_choice(&h, "matches=0");
    session_play(&h, 0, "statSelected power");
    session_advance(&h, 5000);
    cr_session_close(&h.sessions[0]);
    cr_session_open(&h.sessions[0], &h.wire);
    session_advance(&h, 59999);
    assert_int_not_equal(session_at(&h), ST_INTERRUPT_ROUND);
    session_advance(&h, 1);
    assert_int_equal(session_at(&h), ST_INTERRUPT_ROUND);
    assert_int_equal(session_count_noted("interrupt.raised"), 1);
    session_advance(&h, 300000);
    host_attach(&h, 0, 0, -1);
    host_turn(&h);
    session_take(&h, 0, &m);
    assert_string_equal(
        session_word(json_object_get(session_nth(&m, "state", 0), "view"), "reason"), "navigation");
    assert_int_equal(json_integer_value(json_object_get(
                         json_object_get(session_nth(&m, "state", 0), "view"), "roundsPlayed")),
                     session_state(&h)->board.rounds_played);
    session_play(&h, 0, "restartRound");
    assert_int_equal(session_at(&h), ST_COOLDOWN);
    assert_int_equal(session_count_noted("interrupt.raised"), 1);
    session_drop(&m);
    host_close(&h);
    PROVES("JK-8.10");
}

/* The store loses what the seat sent for somebody who is away: it is sent again. */
static void an_absence_that_is_not_stored_is_told_again(void **unused)
{
    cr_faults faults = {0};
    host h;

    (void)unused;
    host_open(&h, cr_store_faulty_open(cr_store_memory_open(), &faults));
    host_create(&h, "classic-battle", "pb", "");
    host_turn(&h);
    h.clock.at_ms += 10000; /* silent: the clock stands */
    cr_lobby_tick(&h.lobby);
    host_turn(&h);
    h.clock.at_ms += 50000;
    faults.fail_append = faults.appends + 1;
    cr_lobby_tick(&h.lobby);
    host_turn(&h);
    assert_false(h.room->is_over);
    h.clock.at_ms += 1000;
    cr_lobby_tick(&h.lobby);
    host_turn(&h);
    if (!h.room->is_over && session_at(&h) != ST_INTERRUPT_MATCH)
        fail_msg("the store lost the interrupt of who is away, and it is not sent again");
    host_close(&h);
}

/* ---- the room's log ---- */

static void each_interrupt_is_noted_once(void **unused)
{
    host h;

    (void)unused;
    session_open_choice(&h, "matches=0");
    session_play(&h, 0, "interrupt host");
    assert_int_equal(session_count_noted("interrupt.raised"), 1);
    assert_non_null(strstr(session_noted, "level=round"));
    assert_non_null(strstr(session_noted, "reason=host"));
    assert_non_null(strstr(session_noted, "state=waitingForPlayerAction"));
    assert_non_null(strstr(session_noted, "player=0"));
    assert_non_null(strstr(session_noted, "round=1"));
    session_play(&h, 0, "restartRound");
    session_advance(&h, 3400);
    session_play(&h, 0, "interrupt quit");
    assert_int_equal(session_count_noted("interrupt.raised"), 2);
    host_close(&h);
    PROVES("JK-10.6");
}

/* JK-8.12: what an edit does not know is passed over, and noted. */
static void unknown_members_of_an_edit_are_noted(void **unused)
{
    char line[256];
    host h;

    (void)unused;
    session_open(&h, "pb", "matches=0 testMode=on roundModify=on roster=trial");
    h.lobby.config.is_test = true;
    session_play(&h, 0, "startClicked 3");
    session_advance(&h, 3400);
    session_play(&h, 0, "interrupt host");
    for (unsigned i = 0; i < 2; i++) {
        snprintf(line, sizeof line, "{'type':'move','id':%u,'ticket':%u,'move':'%s','as':'admin'}",
                 7000 + i, h.room->state->q.ticket,
                 i ? "modifyRoundDecision stat=power colour=blue outcome=draw weight=3"
                   : "roundModifyFlag");
        host_send(&h, 0, line);
        host_turn(&h);
    }
    assert_int_equal(session_state(&h)->board.rounds_played, 1);
    assert_int_equal(session_state(&h)->board.score[0] + session_state(&h)->board.score[1], 0);
    assert_int_equal(session_count_noted("edit.unknown member=colour=blue member=weight=3\n"), 1);
    assert_int_equal(session_count_noted("edit.unknown"), 1);
    host_close(&h);
    PROVES("JK-10.14");
}

/* V64: somebody who watches cannot be told of the round's end. */
static void an_observer_that_fails_changes_nothing(void **unused)
{
    session_lines m = {.n = 0};
    host h;

    (void)unused;
    session_open_choice(&h, "matches=0 autoContinue=off opponentDelay=off");
    host_attach(&h, 1, -1, -1);
    session_take(&h, 0, &m);
    h.sessions[1].out_len = CR_OUT_MAX; /* it does not read */
    session_play(&h, 0, "statSelected technique");
    assert_int_equal(session_at(&h), ST_ROUND_OVER);
    assert_int_equal(session_count_noted("observer.error"), 1);
    assert_true(h.sessions[1].is_dead);
    session_take(&h, 0, &m);
    assert_non_null(session_event(&m, "score", 0));
    assert_null(session_event(&m, "score", 1));
    assert_int_equal(session_state(&h)->board.rounds_played, 1);
    h.sessions[1].out_len = 0;
    session_play(&h, 0, "continue");
    assert_int_equal(session_at(&h), ST_COOLDOWN);
    assert_int_equal(session_count_noted("observer.error"), 1);
    session_take(&h, 0, &m);
    assert_null(session_event(&m, "score", 0));
    session_drop(&m);
    host_close(&h);
    PROVES("JK-10.14");
}

/* ---- making a match ---- */

typedef struct {
    cr_request request;
    unsigned status;
    char body[4096];
} answer;

static void replied(cr_request *request, unsigned status, const char *type, const void *body,
                    size_t len)
{
    answer *a = (answer *)request;

    (void)type;
    a->status = status;
    snprintf(a->body, sizeof a->body, "%.*s", (int)len, (const char *)body);
}

static unsigned post(host *h, const char *body, answer *a)
{
    char text[512];
    size_t len = strlen(body);

    for (size_t i = 0; i <= len; i++)
        text[i] = body[i] == '\'' ? '"' : body[i];
    *a = (answer){.request = {.method = "POST",
                              .path = "/api/matches",
                              .body = text,
                              .body_len = len,
                              .reply = replied}};
    cr_api_handle(&h->wire, &a->request);
    host_turn(h);
    return a->status;
}

static void a_bad_time_falls_back(void **unused)
{
    const cr_room *room;
    answer a;
    host h;

    (void)unused;
    session_open(&h, "pb", "");
    assert_int_equal(post(&h,
                          "{'game':'classic-battle','options':{'statTimer':'soon',"
                          "'cooldown':-1,'reveal':true,'length':3}}",
                          &a),
                     201);
    room = h.lobby.newest;
    assert_int_equal(((const cb_state *)room->state)->session.stat_ms, 30000);
    assert_int_equal(((const cb_state *)room->state)->session.cooldown_ms, 3000);
    assert_int_equal(((const cb_state *)room->state)->session.reveal_ms, 400);
    assert_int_equal(((const cb_state *)room->state)->session.length, 3);
    assert_int_equal(session_count_noted("config.fallback game=classic-battle option=statTimer"),
                     1);
    assert_int_equal(session_count_noted("config.fallback"), 3);
    /* JK-5.3: a difficulty it does not know is easy. */
    assert_int_equal(post(&h, "{'game':'classic-battle','options':{'difficulty':'brutal'}}", &a),
                     201);
    assert_int_equal(((const cb_state *)h.lobby.newest->state)->session.difficulty, EASY);
    /* What is no time is refused, as ever. */
    assert_int_equal(post(&h, "{'game':'classic-battle','options':{'length':'far'}}", &a), 400);
    assert_int_equal(post(&h, "{'game':'classic-battle','options':{'statTime':1}}", &a), 400);
    host_close(&h);
    PROVES("JK-7.20 JK-10.14");
}

static void test_mode_is_the_hosts(void **unused)
{
    session_lines m = {.n = 0};
    answer a;
    host h;

    (void)unused;
    session_open_choice(&h, "");
    assert_int_equal(post(&h, "{'game':'classic-battle','options':{'testMode':'on'}}", &a), 403);
    assert_non_null(strstr(a.body, "NOT_TESTING"));
    assert_int_equal(post(&h, "{'game':'classic-battle','options':{'testMode':'off'}}", &a), 201);
    host_send(&h, 0, "{'type':'move','id':5000,'ticket':0,'move':'roundModifyFlag','as':'admin'}");
    session_take(&h, 0, &m);
    assert_string_equal(session_word(session_nth(&m, "trouble", 0), "code"), "NOT_TESTING");
    session_play(&h, 0, "interrupt host");
    session_play(&h, 0, "roundModifyFlag");
    session_take(&h, 0, &m);
    assert_string_equal(session_word(session_nth(&m, "refused", 0), "code"), "E_FORBIDDEN");
    host_close(&h);

    /* On a host in test mode a seat may speak for host and admin. */
    host_open(&h, cr_store_memory_open());
    h.lobby.config.is_test = true;
    assert_int_equal(
        post(&h, "{'game':'classic-battle','options':{'testMode':'on','roundModify':'on'}}", &a),
        201);
    assert_int_equal(
        host_create(&h, "classic-battle", "pb", "testMode=on roundModify=on matches=0"), 0);
    host_turn(&h);
    host_attach(&h, 0, 0, -1);
    session_play(&h, 0, "startClicked 3");
    session_advance(&h, 5000);
    session_play(&h, 0, "interrupt host");
    host_send(&h, 0, "{'type':'move','id':5001,'ticket':0,'move':'roundModifyFlag','as':'seat'}");
    session_take(&h, 0, &m);
    assert_string_equal(session_word(session_nth(&m, "trouble", 0), "code"), "BAD_FIELD");
    {
        char line[160];

        snprintf(line, sizeof line,
                 "{'type':'move','id':5002,'ticket':%u,'move':'roundModifyFlag','as':'admin'}",
                 h.room->state->q.ticket);
        host_send(&h, 0, line);
        host_turn(&h);
    }
    assert_int_equal(session_at(&h), ST_MODIFICATION);
    session_take(&h, 0, &m);
    assert_int_equal(session_number(session_nth(&m, "ack", 0), "id"), 5002);
    session_drop(&m);
    host_close(&h);
    PROVES("JK-10.9");
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
        cmocka_unit_test(one_person_pauses_the_own_clock),
        cmocka_unit_test(of_two_people_nobody_stops_the_others_clock),
        cmocka_unit_test(a_silent_page_counts_as_hidden),
        cmocka_unit_test(the_state_of_things_is_as_of_now),
        cmocka_unit_test(who_is_gone_for_a_minute_interrupts),
        cmocka_unit_test(an_absence_that_is_not_stored_is_told_again),
        cmocka_unit_test(each_interrupt_is_noted_once),
        cmocka_unit_test(unknown_members_of_an_edit_are_noted),
        cmocka_unit_test(an_observer_that_fails_changes_nothing),
        cmocka_unit_test(a_bad_time_falls_back),
        cmocka_unit_test(test_mode_is_the_hosts),
        cmocka_unit_test(a_test_winds_the_time),
        cmocka_unit_test(winding_fires_nothing_that_is_not_due),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
