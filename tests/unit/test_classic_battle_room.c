/* What Classic Battle asks of the room around it: seconds and drift, pauses, silence and absence, the log, test mode.
 * A server without sockets on a clock that the test turns. */
#include "support/cmocka_all.h"
#include "games/classic-battle/classic_battle.h"
#include "support/host.h"
#include "support/proof.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- messages ---- */

enum { LINES_MAX = 4096 };
typedef struct {
    json_t *line[LINES_MAX];
    unsigned n;
} messages;

static void drop(messages *m)
{
    for (unsigned i = 0; i < m->n; i++)
        json_decref(m->line[i]);
    m->n = 0;
}

/* What session i got since the last time. */
static void take(host *h, unsigned i, messages *m)
{
    char *text = strdup(host_take(h, i)), *rest = text, *line;

    drop(m);
    while ((line = strsep(&rest, "\n")) && *line) {
        assert_in_range(m->n, 0, LINES_MAX - 1);
        m->line[m->n] = json_loads(line, 0, NULL);
        assert_non_null(m->line[m->n++]);
    }
    free(text);
}

static bool is_type(const json_t *line, const char *type)
{
    return !strcmp(json_string_value(json_object_get(line, "type")), type);
}

static uint64_t number(const json_t *line, const char *key)
{
    return (uint64_t)json_integer_value(json_object_get(line, key));
}

static const char *word(const json_t *line, const char *key)
{
    const char *text = json_string_value(json_object_get(line, key));

    return text ? text : "";
}

/* The k-th message of this type, from 0; NULL if there are not so many. */
static const json_t *nth(const messages *m, const char *type, unsigned k)
{
    for (unsigned i = 0; i < m->n; i++)
        if (is_type(m->line[i], type) && !k--)
            return m->line[i];
    return NULL;
}

static unsigned count(const messages *m, const char *type)
{
    unsigned n = 0;

    while (nth(m, type, n))
        n++;
    return n;
}

/* The k-th event of this kind in all updates. */
static const json_t *event(const messages *m, const char *kind, unsigned k)
{
    for (unsigned i = 0; i < m->n; i++) {
        const json_t *events = json_object_get(m->line[i], "events");

        for (size_t e = 0; e < json_array_size(events); e++)
            if (!strcmp(word(json_array_get(events, e), "event"), kind) && !k--)
                return json_array_get(events, e);
    }
    return NULL;
}

/* ---- a session ---- */

static char noted[4096]; /* the room's log */

static void note(const char *kind, const char *text)
{
    size_t len = strlen(noted);

    snprintf(noted + len, sizeof noted - len, "%s %s\n", kind, text);
}

static unsigned count_noted(const char *kind)
{
    unsigned n = 0;

    for (const char *at = noted; (at = strstr(at, kind)); at++)
        n++;
    return n;
}

/* A page sends a sign of life every five seconds. Where that is not the question, the room just heard one. */
static bool is_loud;

static void open_with(host *h, const char *seats, const char *options)
{
    noted[0] = 0;
    is_loud = true;
    host_open(h, cr_store_memory_open());
    h->lobby.config.note = note;
    assert_int_equal(host_create(h, "classic-battle", seats, options), CR_TROUBLE_NONE);
    host_turn(h);
    host_attach(h, 0, 0, -1);
    host_turn(h);
}

static const cb_state *state_of(const host *h)
{
    return (const cb_state *)h->room->state;
}

static uint8_t st(const host *h)
{
    return (uint8_t)(h->room->state->q.kind + 1);
}

static void hear(host *h)
{
    for (unsigned i = 0; i < h->room->n_seats && is_loud; i++)
        h->room->seats[i].heard_ms = h->clock.at_ms + 1000000;
}

/* JK-7.16: calls at every due time up to `ms` from now, and then at it. */
static void advance(host *h, uint64_t ms)
{
    uint64_t end = h->clock.at_ms + ms;

    hear(h);
    while (h->room->timer_ms <= end) {
        if (h->room->timer_ms > h->clock.at_ms)
            h->clock.at_ms = h->room->timer_ms;
        cr_lobby_tick(&h->lobby);
        host_turn(h);
    }
    h->clock.at_ms = end;
    cr_lobby_tick(&h->lobby);
    host_turn(h);
}

/* One call, however late. */
static void jump(host *h, uint64_t ms)
{
    h->clock.at_ms += ms;
    hear(h);
    cr_lobby_tick(&h->lobby);
    host_turn(h);
}

static void play(host *h, unsigned i, const char *move)
{
    static uint32_t id;

    host_move(h, i, ++id, move);
    host_turn(h);
}

/* To the first choice of a stat. */
static void open_choice(host *h, const char *options)
{
    messages m = {.n = 0};

    open_with(h, "pb", options);
    play(h, 0, "startClicked 3");
    advance(h, 3400);
    assert_int_equal(st(h), ST_CHOICE);
    take(h, 0, &m);
    drop(&m);
}

/* ---- seconds ---- */

static void every_second_is_told_once(void **unused)
{
    messages m = {.n = 0};
    uint64_t armed;
    host h;

    (void)unused;
    open_with(&h, "pb", "matches=0");
    take(&h, 0, &m);
    armed = h.clock.at_ms;
    play(&h, 0, "startClicked 3");
    advance(&h, 3000);
    take(&h, 0, &m);
    for (unsigned i = 0; i <= 3; i++) {
        assert_int_equal(number(nth(&m, "tick", i), "seconds"), 3 - i);
        assert_int_equal(number(nth(&m, "tick", i), "left"), 1000 * (3 - i));
        assert_int_equal(number(nth(&m, "tick", i), "at"), armed + 1000 * i);
    }
    /* The time to show the cards does not tick; then 30 s to choose. */
    armed += 3400;
    advance(&h, 30399);
    take(&h, 0, &m);
    assert_int_equal(count(&m, "tick"), 30);
    for (unsigned i = 0; i < 30; i++) {
        assert_int_equal(number(nth(&m, "tick", i), "seconds"), 30 - i);
        assert_int_equal(number(nth(&m, "tick", i), "at"), armed + 1000 * i);
        assert_int_equal(number(nth(&m, "tick", i), "n"), number(nth(&m, "tick", 0), "n"));
    }
    advance(&h, 1);
    take(&h, 0, &m);
    /* The closing tick comes before the expiry. */
    assert_true(is_type(m.line[0], "tick"));
    assert_int_equal(number(m.line[0], "seconds"), 0);
    assert_int_equal(number(m.line[0], "at"), armed + 30000);
    assert_true(is_type(m.line[1], "update"));
    assert_int_equal(number(m.line[1], "at"), armed + 30000);
    assert_non_null(event(&m, "timer.expired", 0));
    assert_int_equal(count(&m, "drift"), 0);
    assert_int_equal(h.lobby.stats.late_ticks, 0);
    drop(&m);
    host_close(&h);
    PROVES("JK-7.9 JK-7.16");
}

/* V43 and V44. */
static void a_late_call_is_drift_and_moves_nothing(void **unused)
{
    messages m = {.n = 0};
    uint64_t armed;
    host h;

    (void)unused;
    open_choice(&h, "matches=0");
    armed = h.clock.at_ms;
    jump(&h, 1000);
    jump(&h, 1000);
    take(&h, 0, &m);
    assert_int_equal(count(&m, "drift"), 0);
    jump(&h, 1350);
    take(&h, 0, &m);
    assert_int_equal(m.n, 2);
    assert_int_equal(number(nth(&m, "tick", 0), "left"), 26650);
    assert_int_equal(number(nth(&m, "tick", 0), "seconds"), 27);
    assert_int_equal(number(nth(&m, "drift", 0), "late"), 350);
    assert_int_equal(number(nth(&m, "drift", 0), "n"), number(nth(&m, "tick", 0), "n"));
    assert_int_equal(h.lobby.stats.late_ticks, 1);
    jump(&h, 650 + 200);
    take(&h, 0, &m);
    assert_int_equal(count(&m, "tick"), 1);
    assert_int_equal(count(&m, "drift"), 0); /* exactly 200 */
    jump(&h, 800 + 201);
    take(&h, 0, &m);
    assert_int_equal(number(nth(&m, "drift", 0), "late"), 201);
    assert_int_equal(cr_due(h.room->state), armed + 30000);
    advance(&h, armed + 29999 - h.clock.at_ms);
    assert_int_equal(st(&h), ST_CHOICE);
    advance(&h, 1);
    assert_int_not_equal(st(&h), ST_CHOICE);
    drop(&m);
    host_close(&h);
    PROVES("JK-7.10 JK-7.11");
}

/* V45: over the end of the choice and into the cooldown. */
static void a_jump_over_an_expiry_is_told_in_order(void **unused)
{
    messages m = {.n = 0};
    uint64_t armed;
    host h;

    (void)unused;
    open_choice(&h, "matches=0 length=25");
    armed = h.clock.at_ms;
    advance(&h, 12000);
    take(&h, 0, &m);
    jump(&h, 19500);
    take(&h, 0, &m);
    assert_int_equal(number(nth(&m, "tick", 0), "at"), armed + 30000);
    assert_int_equal(number(nth(&m, "tick", 0), "seconds"), 0);
    assert_int_equal(number(nth(&m, "drift", 0), "late"), 18500);
    assert_int_equal(number(nth(&m, "update", 0), "at"), armed + 30000);
    assert_int_equal(st(&h), ST_COOLDOWN);
    assert_int_equal(cr_due(h.room->state), armed + 33000);
    assert_int_equal(number(nth(&m, "tick", 1), "seconds"), 3); /* the arming */
    assert_int_equal(number(nth(&m, "tick", 1), "at"), armed + 30000);
    assert_int_equal(number(nth(&m, "tick", 2), "left"), 1500);
    assert_int_equal(number(nth(&m, "tick", 2), "seconds"), 2);
    assert_int_equal(number(nth(&m, "drift", 1), "late"), 500);
    assert_int_equal(count(&m, "tick"), 3);
    /* A jump over several timers closes each of them. */
    jump(&h, 60000);
    take(&h, 0, &m);
    assert_int_equal(number(nth(&m, "tick", 0), "at"), armed + 33000);
    assert_int_equal(number(nth(&m, "tick", 2), "at"), armed + 33400 + 30000);
    assert_int_equal(number(nth(&m, "tick", 2), "seconds"), 0);
    drop(&m);
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

        open_choice(&h, "matches=0 length=25 cooldown=2500");
        host_send(&h, 0, "{'type':'pause','on':true,'reason':'hidden'}");
        host_turn(&h);
        for (unsigned ms = 0; ms < 60000; ms += portions[i])
            advance(&h, portions[i] < 60000 - ms ? portions[i] : 60000 - ms);
        assert_int_equal(h.room->state->q.deadline_ms, 30000); /* stood still */
        host_send(&h, 0, "{'type':'pause','on':false,'reason':'hidden'}");
        host_turn(&h);
        for (unsigned ms = 0; ms < 60000; ms += portions[i])
            advance(&h, portions[i] < 60000 - ms ? portions[i] : 60000 - ms);
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
    messages m = {.n = 0};
    host h;

    (void)unused;
    open_choice(&h, "matches=0");
    advance(&h, 29990);
    take(&h, 0, &m);
    host_move(&h, 0, 900, "statSelected speed"); /* not on disk yet */
    h.clock.at_ms += 10;
    cr_lobby_tick(&h.lobby);
    take(&h, 0, &m);
    assert_int_equal(count(&m, "tick"), 0);
    host_turn(&h);
    take(&h, 0, &m);
    assert_int_equal(count(&m, "ack"), 1);
    assert_null(event(&m, "timer.expired", 0));
    assert_int_equal(count(&m, "tick"), 0); /* the delay of the opponent does not tick */
    drop(&m);
    host_close(&h);
}

static void who_comes_in_late_is_no_drift(void **unused)
{
    messages m = {.n = 0};
    host h;

    (void)unused;
    open_choice(&h, "matches=0 opponent=person chooser=player");
    cr_session_close(&h.sessions[0]);
    cr_session_open(&h.sessions[0], &h.wire);
    jump(&h, 8300); /* nobody is there: no ticks, nobody to tell */
    assert_int_equal(h.lobby.stats.late_ticks, 0);
    host_attach(&h, 1, -1, -1);
    take(&h, 1, &m);
    assert_int_equal(count(&m, "drift"), 0);
    advance(&h, 700);
    take(&h, 1, &m);
    assert_int_equal(number(nth(&m, "tick", 0), "seconds"), 21);
    assert_int_equal(count(&m, "drift"), 0);
    drop(&m);
    host_close(&h);
}

static void no_timer_runs_where_nobody_is_in_a_hurry(void **unused)
{
    messages m = {.n = 0};
    host h;

    (void)unused;
    open_with(&h, "pb", "matches=0");
    assert_int_equal(cr_due(h.room->state), UINT64_MAX); /* the lobby */
    assert_false(h.room->ticker.is_armed);
    play(&h, 0, "startClicked 1");
    advance(&h, 5000);
    assert_true(h.room->ticker.is_armed);
    play(&h, 0, "interrupt host");
    assert_int_equal(st(&h), ST_INTERRUPT_ROUND);
    assert_int_equal(cr_due(h.room->state), UINT64_MAX);
    assert_false(h.room->ticker.is_armed);
    take(&h, 0, &m);
    advance(&h, 600000);
    take(&h, 0, &m);
    assert_int_equal(m.n, 0);
    play(&h, 0, "abortMatch");
    assert_int_equal(st(&h), ST_MATCH_OVER);
    assert_int_equal(cr_due(h.room->state), UINT64_MAX);
    assert_false(h.room->ticker.is_armed);
    drop(&m);
    host_close(&h);
    PROVES("JK-8.18");
}

/* V54. */
static void a_clock_that_falls_back_stands_still(void **unused)
{
    messages m = {.n = 0};
    uint64_t deadline;
    host h;

    (void)unused;
    open_choice(&h, "matches=0");
    deadline = cr_due(h.room->state);
    advance(&h, 5000);
    take(&h, 0, &m);
    h.clock.at_ms -= 1000;
    cr_lobby_tick(&h.lobby);
    cr_lobby_tick(&h.lobby);
    host_turn(&h);
    take(&h, 0, &m);
    assert_int_equal(m.n, 0); /* the room's log only */
    assert_int_equal(count_noted("clock.backwards by_ms=1000"), 1);
    assert_int_equal(h.lobby.stats.clock_falls, 1);
    play(&h, 0, "statSelected speed");
    assert_int_equal(h.room->state->now_ms, deadline - 25000);
    assert_int_equal(cr_lobby_now(&h.lobby), deadline - 25000);
    drop(&m);
    host_close(&h);
    PROVES("JK-7.15 JK-10.14");
}

/* ---- pauses, silence, absence ---- */

static void one_person_pauses_the_own_clock(void **unused)
{
    messages m = {.n = 0};
    uint64_t deadline;
    host h;

    (void)unused;
    /* V41 and V42: hidden and the quit dialog, one pause. */
    open_choice(&h, "matches=0");
    deadline = cr_due(h.room->state);
    advance(&h, 5000);
    take(&h, 0, &m);
    host_send(&h, 0, "{'type':'pause','on':true,'reason':'quitDialog'}");
    advance(&h, 2000);
    host_send(&h, 0, "{'type':'pause','on':true,'reason':'hidden'}");
    advance(&h, 2000);
    host_send(&h, 0, "{'type':'pause','on':false,'reason':'quitDialog'}");
    advance(&h, 3000);
    host_send(&h, 0, "{'type':'pause','on':false,'reason':'hidden'}");
    host_turn(&h);
    assert_int_equal(cr_due(h.room->state), deadline + 7000);
    take(&h, 0, &m);
    assert_int_equal(count(&m, "tick"), 0);
    host_send(&h, 0, "{'type':'pause','on':true,'reason':'lunch'}");
    take(&h, 0, &m);
    assert_string_equal(word(nth(&m, "trouble", 0), "code"), "BAD_REASON");
    drop(&m);
    host_close(&h);
}

/* V72. */
static void of_two_people_nobody_stops_the_others_clock(void **unused)
{
    messages m = {.n = 0};
    uint64_t deadline;
    host h;

    (void)unused;
    open_with(&h, "pp", "matches=0 opponent=person");
    host_attach(&h, 1, 1, -1);
    host_turn(&h);
    play(&h, 0, "startClicked 3");
    advance(&h, 3400);
    deadline = cr_due(h.room->state);
    assert_int_equal(st(&h), ST_CHOICE);
    take(&h, 0, &m);
    take(&h, 1, &m);
    for (unsigned i = 0; i < 2; i++) {
        host_send(&h, i, "{'type':'pause','on':true,'reason':'hidden'}");
        host_turn(&h);
        take(&h, i, &m);
        assert_string_equal(word(nth(&m, "trouble", 0), "code"), "BAD_REASON");
        host_send(&h, i, "{'type':'pause','on':true,'reason':'quitDialog'}");
        host_turn(&h);
    }
    advance(&h, 29999); /* and silence pauses nothing either */
    assert_int_equal(st(&h), ST_CHOICE);
    assert_int_equal(h.room->state->paused, 0);
    assert_int_equal(cr_due(h.room->state), deadline);
    advance(&h, 1);
    assert_int_not_equal(st(&h), ST_CHOICE);
    /* The host's own reason does: both ask for it. */
    host_send(&h, 0, "{'type':'pause','on':true}");
    host_send(&h, 1, "{'type':'pause','on':true}");
    host_turn(&h);
    assert_int_not_equal(h.room->state->paused, 0);
    drop(&m);
    host_close(&h);
    PROVES("JK-5.9");
}

static void a_silent_page_counts_as_hidden(void **unused)
{
    messages m = {.n = 0};
    uint64_t left;
    host h;

    (void)unused;
    open_choice(&h, "matches=0");
    is_loud = false;
    host_send(&h, 0, "{'type':'alive'}");
    for (unsigned i = 0; i < 3; i++) {
        advance(&h, 5000);
        host_send(&h, 0, "{'type':'alive'}");
        host_turn(&h);
        assert_int_equal(h.room->state->paused, 0);
    }
    left = cr_due(h.room->state) - h.clock.at_ms;
    advance(&h, 9999);
    assert_int_equal(h.room->state->paused, 0);
    advance(&h, 1);
    assert_int_not_equal(h.room->state->paused, 0);
    advance(&h, 120000); /* a device that sleeps */
    take(&h, 0, &m);
    host_send(&h, 0, "{'type':'alive'}");
    host_turn(&h);
    assert_int_equal(h.room->state->paused, 0);
    assert_int_equal(cr_due(h.room->state) - h.clock.at_ms, left - 10000);
    take(&h, 0, &m);
    assert_int_equal(count(&m, "clock"), 1);
    drop(&m);
    host_close(&h);
    PROVES("JK-7.8");
}

static void who_is_gone_for_a_minute_interrupts(void **unused)
{
    messages m = {.n = 0};
    host h;

    (void)unused;
    open_choice(&h, "matches=0");
    play(&h, 0, "statSelected power");
    advance(&h, 5000);
    cr_session_close(&h.sessions[0]);
    cr_session_open(&h.sessions[0], &h.wire);
    advance(&h, 59999);
    assert_int_not_equal(st(&h), ST_INTERRUPT_ROUND);
    advance(&h, 1);
    assert_int_equal(st(&h), ST_INTERRUPT_ROUND);
    assert_int_equal(count_noted("interrupt.raised"), 1);
    advance(&h, 300000);
    host_attach(&h, 0, 0, -1);
    host_turn(&h);
    take(&h, 0, &m);
    assert_string_equal(word(json_object_get(nth(&m, "state", 0), "view"), "reason"), "navigation");
    assert_int_equal(json_integer_value(json_object_get(
                         json_object_get(nth(&m, "state", 0), "view"), "roundsPlayed")),
                     state_of(&h)->board.rounds_played);
    play(&h, 0, "restartRound");
    assert_int_equal(st(&h), ST_COOLDOWN);
    assert_int_equal(count_noted("interrupt.raised"), 1);
    drop(&m);
    host_close(&h);
    PROVES("JK-8.10");
}

/* ---- the room's log ---- */

static void each_interrupt_is_noted_once(void **unused)
{
    host h;

    (void)unused;
    open_choice(&h, "matches=0");
    play(&h, 0, "interrupt host");
    assert_int_equal(count_noted("interrupt.raised"), 1);
    assert_non_null(strstr(noted, "level=round"));
    assert_non_null(strstr(noted, "reason=host"));
    assert_non_null(strstr(noted, "state=waitingForPlayerAction"));
    assert_non_null(strstr(noted, "player=0"));
    assert_non_null(strstr(noted, "round=1"));
    play(&h, 0, "restartRound");
    advance(&h, 3400);
    play(&h, 0, "interrupt quit");
    assert_int_equal(count_noted("interrupt.raised"), 2);
    host_close(&h);
    PROVES("JK-10.6");
}

/* V64: somebody who watches cannot be told of the round's end. */
static void an_observer_that_fails_changes_nothing(void **unused)
{
    messages m = {.n = 0};
    host h;

    (void)unused;
    open_choice(&h, "matches=0 autoContinue=off opponentDelay=off");
    host_attach(&h, 1, -1, -1);
    take(&h, 0, &m);
    h.sessions[1].out_len = CR_OUT_MAX; /* it does not read */
    play(&h, 0, "statSelected technique");
    assert_int_equal(st(&h), ST_ROUND_OVER);
    assert_int_equal(count_noted("observer.error"), 1);
    assert_true(h.sessions[1].is_dead);
    take(&h, 0, &m);
    assert_non_null(event(&m, "score", 0));
    assert_null(event(&m, "score", 1));
    assert_int_equal(state_of(&h)->board.rounds_played, 1);
    h.sessions[1].out_len = 0;
    play(&h, 0, "continue");
    assert_int_equal(st(&h), ST_COOLDOWN);
    assert_int_equal(count_noted("observer.error"), 1);
    take(&h, 0, &m);
    assert_null(event(&m, "score", 0));
    drop(&m);
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
    open_with(&h, "pb", "");
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
    assert_int_equal(count_noted("config.fallback game=classic-battle option=statTimer"), 1);
    assert_int_equal(count_noted("config.fallback"), 3);
    /* What is no time is refused, as ever. */
    assert_int_equal(post(&h, "{'game':'classic-battle','options':{'length':'far'}}", &a), 400);
    assert_int_equal(post(&h, "{'game':'classic-battle','options':{'statTime':1}}", &a), 400);
    host_close(&h);
    PROVES("JK-7.20 JK-10.14");
}

static void test_mode_is_the_hosts(void **unused)
{
    messages m = {.n = 0};
    answer a;
    host h;

    (void)unused;
    open_choice(&h, "");
    assert_int_equal(post(&h, "{'game':'classic-battle','options':{'testMode':'on'}}", &a), 403);
    assert_non_null(strstr(a.body, "NOT_TESTING"));
    assert_int_equal(post(&h, "{'game':'classic-battle','options':{'testMode':'off'}}", &a), 201);
    host_send(&h, 0, "{'type':'move','id':5000,'ticket':0,'move':'roundModifyFlag','as':'admin'}");
    take(&h, 0, &m);
    assert_string_equal(word(nth(&m, "trouble", 0), "code"), "NOT_TESTING");
    play(&h, 0, "interrupt host");
    play(&h, 0, "roundModifyFlag");
    take(&h, 0, &m);
    assert_string_equal(word(nth(&m, "refused", 0), "code"), "E_FORBIDDEN");
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
    play(&h, 0, "startClicked 3");
    advance(&h, 5000);
    play(&h, 0, "interrupt host");
    host_send(&h, 0, "{'type':'move','id':5001,'ticket':0,'move':'roundModifyFlag','as':'seat'}");
    take(&h, 0, &m);
    assert_string_equal(word(nth(&m, "trouble", 0), "code"), "BAD_FIELD");
    {
        char line[160];

        snprintf(line, sizeof line,
                 "{'type':'move','id':5002,'ticket':%u,'move':'roundModifyFlag','as':'admin'}",
                 h.room->state->q.ticket);
        host_send(&h, 0, line);
        host_turn(&h);
    }
    assert_int_equal(st(&h), ST_MODIFICATION);
    take(&h, 0, &m);
    assert_int_equal(number(nth(&m, "ack", 0), "id"), 5002);
    drop(&m);
    host_close(&h);
    PROVES("JK-10.9");
}

/* ---- the stream ---- */

/* A whole match with an interrupt: what seat 0 was told. */
static void play_session(host *h, messages *m)
{
    open_with(h, "pb", "matches=0");
    play(h, 0, "startClicked 1");
    advance(h, 4000);
    play(h, 0, "interrupt error");
    play(h, 0, "restartRound");
    for (unsigned i = 0; i < 40 && st(h) != ST_MATCH_OVER; i++) {
        if (st(h) == ST_CHOICE)
            play(h, 0, "statSelected newaza");
        advance(h, 700);
    }
    assert_int_equal(st(h), ST_MATCH_OVER);
    play(h, 0, "statSelected power"); /* refused */
    play(h, 0, "rematch");
    take(h, 0, m);
}

static void updates_are_numbered_and_only_state_leads_on(void **unused)
{
    messages m = {.n = 0};
    uint64_t n = 0, now = 0;
    unsigned n_states = 0;
    char last[40] = "";
    host h;

    (void)unused;
    play_session(&h, &m);
    for (unsigned i = 0; i < m.n; i++) {
        const json_t *events = json_object_get(m.line[i], "events");

        if (is_type(m.line[i], "tick") || is_type(m.line[i], "drift"))
            assert_int_equal(number(m.line[i], "n"), n);
        if (is_type(m.line[i], "state"))
            n = number(m.line[i], "n");
        if (!is_type(m.line[i], "update"))
            continue;
        assert_int_equal(number(m.line[i], "n"), n + 1);
        n++;
        assert_true(number(m.line[i], "at") >= now);
        now = number(m.line[i], "at");
        for (size_t e = 0; e < json_array_size(events); e++) {
            const json_t *what = json_array_get(events, e);

            if (strcmp(word(what, "event"), "state"))
                continue;
            /* JK-10.5: each from is the to before it; the pair is in the table. */
            if (n_states++)
                assert_string_equal(word(what, "from"), last);
            snprintf(last, sizeof last, "%s", word(what, "to"));
            assert_true(n_states == 1 || *word(what, "trigger"));
        }
        assert_string_equal(word(json_object_get(m.line[i], "view"), "state"), last);
    }
    assert_true(n_states > 12);
    assert_int_equal(count(&m, "refused"), 1);
    assert_string_equal(word(nth(&m, "refused", 0), "code"), "E_NOT_ALLOWED");
    drop(&m);
    host_close(&h);
    PROVES("JK-10.1 JK-10.2 JK-10.5");
}

static void who_comes_back_sees_what_who_stayed_sees(void **unused)
{
    messages stayed = {.n = 0}, back = {.n = 0};
    const json_t *last = NULL;
    unsigned n = 0;
    host h;

    (void)unused;
    play_session(&h, &stayed);
    host_attach(&h, 1, 0,
                0); /* from the beginning: at least 1,024 transitions are kept, here all */
    take(&h, 1, &back);
    for (unsigned i = 0; i < back.n; i++)
        if (is_type(back.line[i], "update")) {
            const json_t *same = NULL;

            for (unsigned k = 0; k < stayed.n && !same; k++)
                if (is_type(stayed.line[k], "update") &&
                    number(stayed.line[k], "n") == number(back.line[i], "n"))
                    same = stayed.line[k];
            last = back.line[i];
            n++;
            assert_true(!same || json_equal(same, back.line[i]));
        }
    assert_int_equal(n, number(last, "n"));
    /* Without a number: the state of things, equal to the view of who stayed. */
    host_attach(&h, 2, 0, -1);
    take(&h, 2, &stayed);
    assert_true(json_equal(json_object_get(last, "view"),
                           json_object_get(nth(&stayed, "state", 0), "view")));
    drop(&stayed);
    drop(&back);
    host_close(&h);
    PROVES("JK-10.5 JK-10.12");
}

static void the_newest_tab_plays(void **unused)
{
    messages m = {.n = 0};
    host h;

    (void)unused;
    open_choice(&h, "matches=0");
    host_attach(&h, 1, 0, -1);
    host_turn(&h);
    take(&h, 0, &m);
    assert_non_null(nth(&m, "plays", 0)); /* the notice */
    play(&h, 0, "statSelected power");
    take(&h, 0, &m);
    assert_string_equal(word(nth(&m, "trouble", 0), "code"), "ELSEWHERE");
    assert_int_equal(st(&h), ST_CHOICE);
    play(&h, 1, "statSelected speed");
    take(&h, 0, &m);
    assert_non_null(event(&m, "stat.locked", 0)); /* it watches */
    take(&h, 1, &m);
    assert_int_equal(count(&m, "ack"), 1);
    drop(&m);
    host_close(&h);
    PROVES("JK-10.11");
}

static void every_command_has_one_answer(void **unused)
{
    messages m = {.n = 0};
    host h;

    (void)unused;
    open_choice(&h, "matches=0");
    play(&h, 0, "statSelected strength"); /* trigger: refused */
    take(&h, 0, &m);
    assert_int_equal(count(&m, "refused"), 1);
    host_send(&h, 0, "{'type':'pause','on':true,'reason':'hidden'}"); /* visibility */
    host_turn(&h);
    take(&h, 0, &m);
    assert_int_equal(count(&m, "update"), 1);
    host_send(&h, 0, "{'type':'pause','on':true,'reason':'quitDialog'}"); /* dialog */
    host_turn(&h);
    host_send(&h, 0, "{'type':'pause','on':false,'reason':'quitDialog'}");
    host_send(&h, 0, "{'type':'pause','on':false,'reason':'hidden'}");
    host_turn(&h);
    take(&h, 0, &m);
    host_send(&h, 0, "{'type':'alive'}"); /* heartbeat */
    take(&h, 0, &m);
    assert_int_equal(count(&m, "clock"), 1);
    play(&h, 0, "settings autoSelect 0"); /* settings */
    take(&h, 0, &m);
    assert_int_equal(count(&m, "ack"), 1);
    assert_int_equal(count(&m, "update"), 1);
    host_attach(&h, 0, 0, -1); /* snapshot */
    take(&h, 0, &m);
    assert_int_equal(count(&m, "state"), 1);
    play(&h, 0, "statSelected speed"); /* trigger: accepted, with the new number */
    take(&h, 0, &m);
    assert_int_equal(count(&m, "ack"), 1);
    assert_true(count(&m, "update") > 0);
    drop(&m);
    host_close(&h);
    PROVES("JK-10.10");
}

/* ---- text mode: the same room behind lines of text ---- */

static const char script[] =
    "trigger startClicked 3\nadvance 3400\npick speed\nadvance 900\nhide\n"
    "jump 5000\nshow\npick power\nnext\nadvance 5350\njump 1350\npick power\n"
    "advance 10000\nquit\n";

/* What the program prints for the script, as lines. */
static FILE *run_session(const char *more)
{
    char command[1024];

    snprintf(command, sizeof command,
             "printf '%s' | '%s/croupier' session classic-battle -o matches=0 %s", script,
             CR_TEST_BINARY_DIR, more);
    return popen(command, "r");
}

/* The script, as a page would have it. */
static void play_script(host *h)
{
    char text[sizeof script], *rest = strcpy(text, script), *line;

    while ((line = strsep(&rest, "\n")) && *line) {
        char *with = strchr(line, ' ');

        if (!strncmp(line, "advance", 7))
            advance(h, strtoul(with, NULL, 10));
        else if (!strncmp(line, "jump", 4))
            jump(h, strtoul(with, NULL, 10));
        else if (!strcmp(line, "hide") || !strcmp(line, "show"))
            host_send(h, 0,
                      *line == 'h' ? "{'type':'pause','on':true,'reason':'hidden'}"
                                   : "{'type':'pause','on':false,'reason':'hidden'}");
        else if (!strncmp(line, "pick", 4))
            play(h, 0, !strcmp(with, " speed") ? "statSelected speed" : "statSelected power");
        else
            play(h, 0,
                 !strcmp(line, "next")   ? "ready"
                 : !strcmp(line, "quit") ? "interrupt quit"
                                         : with + 1);
        host_turn(h);
    }
}

static void text_mode_is_told_what_a_page_is_told(void **unused)
{
    messages m = {.n = 0};
    uint64_t begin;
    unsigned compared = 0, at = 0;
    char line[8192];
    FILE *told;
    host h;

    (void)unused;
    open_with(&h, "pb", "matches=0");
    begin = h.clock.at_ms;
    host_attach(&h, 0, 0, 0);
    take(&h, 0, &m);
    host_attach(&h, 0, 0, 0);
    play_script(&h);
    take(&h, 0, &m);
    told = run_session("");
    assert_non_null(told);
    for (; at < m.n; at++) {
        const json_t *message = m.line[at], *events = json_object_get(message, "events");
        bool is_tick = is_type(message, "tick"), is_drift = is_type(message, "drift");
        size_t n = is_tick || is_drift || is_type(message, "refused") ? 1 : json_array_size(events);

        for (size_t e = 0; e < n; e++) {
            const json_t *mine = json_array_get(events, e);
            json_t *theirs;

            if (!strcmp(word(mine, "event"), "asked"))
                continue;
            assert_non_null(fgets(line, sizeof line, told));
            theirs = json_loads(line, 0, NULL);
            assert_non_null(theirs);
            if (is_tick) {
                assert_string_equal(word(theirs, "event"), "timer.tick");
                assert_int_equal(number(theirs, "remainingMs"), number(message, "left"));
                assert_int_equal(number(theirs, "seconds"), number(message, "seconds"));
            } else if (is_drift) {
                assert_int_equal(number(theirs, "driftMs"), number(message, "late"));
            } else if (!mine) {
                assert_string_equal(word(theirs, "code"), word(message, "code"));
            } else {
                assert_int_equal(number(theirs, "seq"), number(message, "n"));
                assert_int_equal(number(theirs, "ts") + begin, number(message, "at"));
                json_object_del(theirs, "seq");
                json_object_del(theirs, "ts");
                assert_true(json_equal(mine, theirs));
            }
            json_decref(theirs);
            compared++;
        }
    }
    assert_null(fgets(line, sizeof line, told));
    assert_int_equal(pclose(told), 0);
    assert_true(compared > 60);
    drop(&m);
    host_close(&h);
    PROVES("JK-13.1 JK-13.10");
}

/* Time, kind, text: one line for each transition, input, reject and tick. */
static void the_verbose_log_has_a_line_for_everything(void **unused)
{
    unsigned n[2][4] = {{0}};
    char line[8192];

    (void)unused;
    for (unsigned is_log = 0; is_log < 2; is_log++) {
        static const char *const kinds[2][4] = {
            {"\"event\":\"state\"", "timer.tick", "reject", "none"},
            {" event state ", " tick ", " reject ", " input "}};
        FILE *told = run_session(is_log ? "--log" : "");

        while (fgets(line, sizeof line, told)) {
            assert_true(!is_log || (*line >= '0' && *line <= '9'));
            for (unsigned i = 0; i < 4; i++)
                n[is_log][i] += strstr(line, kinds[is_log][i]) != NULL;
        }
        assert_int_equal(pclose(told), 0);
    }
    for (unsigned i = 0; i < 3; i++) {
        assert_true(n[0][i] > 0);
        assert_int_equal(n[0][i], n[1][i]);
    }
    assert_int_equal(n[1][3], 14);
    PROVES("JK-13.8");
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
        cmocka_unit_test(no_timer_runs_where_nobody_is_in_a_hurry),
        cmocka_unit_test(a_clock_that_falls_back_stands_still),
        cmocka_unit_test(one_person_pauses_the_own_clock),
        cmocka_unit_test(of_two_people_nobody_stops_the_others_clock),
        cmocka_unit_test(a_silent_page_counts_as_hidden),
        cmocka_unit_test(who_is_gone_for_a_minute_interrupts),
        cmocka_unit_test(each_interrupt_is_noted_once),
        cmocka_unit_test(an_observer_that_fails_changes_nothing),
        cmocka_unit_test(a_bad_time_falls_back),
        cmocka_unit_test(test_mode_is_the_hosts),
        cmocka_unit_test(updates_are_numbered_and_only_state_leads_on),
        cmocka_unit_test(who_comes_back_sees_what_who_stayed_sees),
        cmocka_unit_test(the_newest_tab_plays),
        cmocka_unit_test(every_command_has_one_answer),
        cmocka_unit_test(text_mode_is_told_what_a_page_is_told),
        cmocka_unit_test(the_verbose_log_has_a_line_for_everything),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
