/* What Classic Battle asks of the room around it: pauses, silence and absence, the log, what a match may be made with. */
#include "support/cmocka_all.h"
#include "support/proof.h"
#include "support/session.h"

#include <stdio.h>
#include <stdlib.h>

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

int main(void)
{
    const struct CMUnitTest tests[] = {
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
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
