/* What a page of Classic Battle is told, in which order, and that text mode is told the same. */
#include "support/cmocka_all.h"
#include "support/proof.h"
#include "support/session.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- the stream ---- */

/* A whole match with an interrupt: what seat 0 was told. */
static void play_session(host *h, session_lines *m)
{
    session_open(h, "pb", "matches=0");
    session_play(h, 0, "startClicked 1");
    session_advance(h, 4000);
    session_play(h, 0, "interrupt error");
    session_play(h, 0, "restartRound");
    for (unsigned i = 0; i < 40 && session_at(h) != ST_MATCH_OVER; i++) {
        if (session_at(h) == ST_CHOICE)
            session_play(h, 0, "statSelected newaza");
        session_advance(h, 700);
    }
    assert_int_equal(session_at(h), ST_MATCH_OVER);
    session_play(h, 0, "statSelected power"); /* refused */
    session_play(h, 0, "rematch");
    session_take(h, 0, m);
}

static void updates_are_numbered_and_only_state_leads_on(void **unused)
{
    session_lines m = {.n = 0};
    uint64_t n = 0, seq = 0, now = 0;
    unsigned n_states = 0, n_shared = 0;
    char last[40] = "";
    host h;

    (void)unused;
    play_session(&h, &m);
    for (unsigned i = 0; i < m.n; i++) {
        const json_t *events = json_object_get(m.line[i], "events");

        if (session_is(m.line[i], "tick") || session_is(m.line[i], "drift") ||
            session_is(m.line[i], "refused")) {
            /* JK-10.1: what the room says uses up no number. */
            assert_int_equal(session_number(m.line[i], "seq"), seq);
            assert_true(session_number(m.line[i], "at") >= now);
            assert_int_equal(session_number(m.line[i], "match"), 1);
            assert_non_null(json_object_get(m.line[i], "round"));
        }
        if (session_is(m.line[i], "tick"))
            assert_int_equal(session_number(m.line[i], "n"), n);
        if (session_is(m.line[i], "state")) {
            n = session_number(m.line[i], "n");
            seq = session_number(m.line[i], "seq");
        }
        if (!session_is(m.line[i], "update"))
            continue;
        assert_int_equal(session_number(m.line[i], "n"), n + 1);
        n++;
        assert_true(session_number(m.line[i], "at") >= now);
        now = session_number(m.line[i], "at");
        for (size_t e = 0; e < json_array_size(events); e++) {
            const json_t *what = json_array_get(events, e);

            assert_int_equal(session_number(what, "seq"), ++seq); /* each event its own */
            n_shared += e > 0;
            if (strcmp(session_word(what, "event"), "state"))
                continue;
            /* JK-10.5: each from is the to before it; the pair is in the table. */
            if (n_states++)
                assert_string_equal(session_word(what, "from"), last);
            snprintf(last, sizeof last, "%s", session_word(what, "to"));
            assert_true(n_states == 1 || *session_word(what, "trigger"));
        }
        assert_string_equal(session_word(json_object_get(m.line[i], "view"), "state"), last);
    }
    assert_true(n_states > 12 && n_shared > 12);
    assert_int_equal(session_count(&m, "refused"), 1);
    assert_string_equal(session_word(session_nth(&m, "refused", 0), "code"), "E_NOT_ALLOWED");
    assert_string_equal(session_word(session_nth(&m, "refused", 0), "state"), "matchOver");
    assert_string_equal(session_word(session_nth(&m, "refused", 0), "trigger"), "statSelected");
    session_drop(&m);
    host_close(&h);
    PROVES("JK-10.1 JK-10.2 JK-10.5");
}

static void who_comes_back_sees_what_who_stayed_sees(void **unused)
{
    session_lines stayed = {.n = 0}, back = {.n = 0};
    const json_t *last = NULL;
    unsigned n = 0;
    host h;

    (void)unused;
    play_session(&h, &stayed);
    host_attach(&h, 1, 0,
                0); /* from the beginning: at least 1,024 transitions are kept, here all */
    session_take(&h, 1, &back);
    for (unsigned i = 0; i < back.n; i++)
        if (session_is(back.line[i], "update")) {
            const json_t *same = NULL;

            for (unsigned k = 0; k < stayed.n && !same; k++)
                if (session_is(stayed.line[k], "update") &&
                    session_number(stayed.line[k], "n") == session_number(back.line[i], "n"))
                    same = stayed.line[k];
            last = back.line[i];
            n++;
            assert_true(!same || json_equal(same, back.line[i]));
        }
    assert_int_equal(n, session_number(last, "n"));
    /* Without a number: the state of things, equal to the view of who stayed. */
    host_attach(&h, 2, 0, -1);
    session_take(&h, 2, &stayed);
    assert_true(json_equal(json_object_get(last, "view"),
                           json_object_get(session_nth(&stayed, "state", 0), "view")));
    session_drop(&stayed);
    session_drop(&back);
    host_close(&h);
    PROVES("JK-10.5 JK-10.12");
}

static void the_newest_tab_plays(void **unused)
{
    session_lines m = {.n = 0};
    host h;

    (void)unused;
    session_open_choice(&h, "matches=0");
    host_attach(&h, 1, 0, -1);
    host_turn(&h);
    session_take(&h, 0, &m);
    assert_non_null(session_nth(&m, "plays", 0)); /* the notice */
    session_play(&h, 0, "statSelected power");
    session_take(&h, 0, &m);
    assert_string_equal(session_word(session_nth(&m, "refused", 0), "code"), "E_FORBIDDEN");
    assert_string_equal(session_word(session_nth(&m, "refused", 0), "rule"), "JK-10.11");
    assert_string_equal(session_word(session_nth(&m, "refused", 0), "trigger"), "statSelected");
    assert_int_equal(session_at(&h), ST_CHOICE);
    session_play(&h, 1, "statSelected speed");
    session_take(&h, 0, &m);
    assert_non_null(session_event(&m, "stat.locked", 0)); /* it watches */
    session_take(&h, 1, &m);
    assert_int_equal(session_count(&m, "ack"), 1);
    session_drop(&m);
    host_close(&h);
    PROVES("JK-10.11");
}

/* Whoever plays from a newer window: what an older one is told is about its own seat, not about the first. */
static void an_older_tab_is_told_nothing_of_another_seat(void **unused)
{
    session_lines m = {.n = 0};
    const json_t *instead;
    host h;

    (void)unused;
    session_open(&h, "pp", "matches=0 opponent=person");
    host_attach(&h, 1, 1, -1);
    host_turn(&h);
    session_play(&h, 0, "startClicked 3");
    session_advance(&h, 3400);
    assert_int_equal(session_at(&h), ST_CHOICE);
    assert_int_equal(session_state(&h)->board.chooser, 0); /* so a stat is a move of seat 0 alone */
    host_attach(&h, 2, 1, -1);
    host_turn(&h);
    session_take(&h, 1, &m);
    session_play(&h, 1, "statSelected power");
    session_take(&h, 1, &m);
    instead = json_object_get(session_nth(&m, "refused", 0), "instead");
    for (size_t i = 0; i < json_array_size(instead); i++)
        assert_null(strstr(json_string_value(json_object_get(json_array_get(instead, i), "move")),
                           "statSelected"));
    session_drop(&m);
    host_close(&h);
}

static void every_command_has_one_answer(void **unused)
{
    session_lines m = {.n = 0};
    host h;

    (void)unused;
    session_open_choice(&h, "matches=0");
    session_play(&h, 0, "statSelected strength"); /* trigger: refused */
    session_take(&h, 0, &m);
    assert_int_equal(session_count(&m, "refused"), 1);
    session_ask(&h, 0, "{'type':'pause','on':true,'reason':'hidden'}", &m); /* visibility */
    assert_int_equal(session_count(&m, "update"), 1);
    /* dialog: no event, for the timers stand already, but an answer */
    session_ask(&h, 0, "{'type':'pause','on':true,'reason':'quitDialog'}", &m);
    assert_int_equal(session_count(&m, "update"), 1);
    assert_int_equal(json_array_size(json_object_get(session_nth(&m, "update", 0), "events")), 0);
    assert_int_equal(
        session_number(json_object_get(session_nth(&m, "update", 0), "view"), "paused"), 3);
    host_send(&h, 0, "{'type':'pause','on':false,'reason':'quitDialog'}");
    session_ask(&h, 0, "{'type':'pause','on':false,'reason':'hidden'}", &m);
    host_send(&h, 0, "{'type':'alive'}"); /* heartbeat */
    session_take(&h, 0, &m);
    assert_int_equal(session_count(&m, "clock"), 1);
    session_play(&h, 0, "settings autoSelect 0"); /* settings */
    session_take(&h, 0, &m);
    assert_int_equal(session_count(&m, "ack"), 1);
    assert_int_equal(session_count(&m, "update"), 1);
    host_attach(&h, 0, 0, -1); /* snapshot */
    session_take(&h, 0, &m);
    assert_int_equal(session_count(&m, "state"), 1);
    session_play(&h, 0, "statSelected speed"); /* trigger: accepted, with the new number */
    session_take(&h, 0, &m);
    assert_int_equal(session_count(&m, "ack"), 1);
    assert_true(session_count(&m, "update") > 0);
    session_drop(&m);
    host_close(&h);
    PROVES("JK-10.10");
}

/* ---- text mode: the same room behind lines of text ---- */

static const char script[] =
    "trigger startClicked 3\nadvance 3400\npick speed\nadvance 900\nhide\n"
    "jump 5000\nshow\npick power\nnext\nadvance 5350\njump 1350\npick power\n"
    "advance 10000\nhide\nadvance 20000\nshow\nadvance 1000\nquit\n";

/* What the program prints for the script, as lines. */
static FILE *run_lines(const char *lines, const char *more)
{
    char command[1024];

    snprintf(command, sizeof command,
             "printf '%s' | '%s/croupier' session classic-battle -o matches=0 %s", lines,
             CR_TEST_BINARY_DIR, more);
    return popen(command, "r");
}

static FILE *run_session(const char *more)
{
    return run_lines(script, more);
}

/* The script, as a page would have it. */
static void play_script(host *h)
{
    char text[sizeof script], *rest = strcpy(text, script), *line;

    while ((line = strsep(&rest, "\n")) && *line) {
        char *with = strchr(line, ' ');

        if (!strncmp(line, "advance", 7))
            session_advance(h, strtoul(with, NULL, 10));
        else if (!strncmp(line, "jump", 4))
            session_jump(h, strtoul(with, NULL, 10));
        else if (!strcmp(line, "hide") || !strcmp(line, "show"))
            host_send(h, 0,
                      *line == 'h' ? "{'type':'pause','on':true,'reason':'hidden'}"
                                   : "{'type':'pause','on':false,'reason':'hidden'}");
        else if (!strncmp(line, "pick", 4))
            session_play(h, 0,
                         !strcmp(with, " speed") ? "statSelected speed" : "statSelected power");
        else
            session_play(h, 0,
                         !strcmp(line, "next")   ? "ready"
                         : !strcmp(line, "quit") ? "interrupt quit"
                                                 : with + 1);
        host_turn(h);
    }
}

static void text_mode_is_told_what_a_page_is_told(void **unused)
{
    session_lines m = {.n = 0};
    uint64_t begin;
    unsigned compared = 0, at = 0;
    char line[8192];
    FILE *told;
    host h;

    (void)unused;
    session_open(&h, "pb", "matches=0");
    begin = h.clock.at_ms;
    host_attach(&h, 0, 0, 0);
    session_take(&h, 0, &m);
    host_attach(&h, 0, 0, 0);
    play_script(&h);
    session_take(&h, 0, &m);
    told = run_session("");
    assert_non_null(told);
    for (; at < m.n; at++) {
        const json_t *message = m.line[at], *events = json_object_get(message, "events");
        bool is_tick = session_is(message, "tick"), is_drift = session_is(message, "drift");
        size_t n =
            is_tick || is_drift || session_is(message, "refused") ? 1 : json_array_size(events);

        for (size_t e = 0; e < n; e++) {
            const json_t *mine = json_array_get(events, e);
            json_t *theirs;

            if (!strcmp(session_word(mine, "event"), "asked"))
                continue;
            assert_non_null(fgets(line, sizeof line, told));
            theirs = json_loads(line, 0, NULL);
            assert_non_null(theirs);
            if (is_tick) {
                assert_string_equal(session_word(theirs, "event"), "timer.tick");
                assert_int_equal(session_number(theirs, "remainingMs"),
                                 session_number(message, "left"));
                assert_int_equal(session_number(theirs, "seconds"),
                                 session_number(message, "seconds"));
                assert_int_equal(session_number(theirs, "match"), session_number(message, "match"));
                assert_int_equal(session_number(theirs, "round"), session_number(message, "round"));
                assert_int_equal(session_number(theirs, "seq"), session_number(message, "seq"));
            } else if (is_drift) {
                assert_int_equal(session_number(theirs, "driftMs"),
                                 session_number(message, "late"));
            } else if (!mine) {
                static const char *const same[] = {"code", "rule", "state", "trigger"};

                for (size_t k = 0; k < CR_COUNT_OF(same); k++)
                    assert_string_equal(session_word(theirs, same[k]),
                                        session_word(message, same[k]));
                assert_string_equal(session_word(theirs, "detail"),
                                    session_word(message, "reason"));
                assert_int_equal(session_number(theirs, "ts") + begin,
                                 session_number(message, "at"));
            } else {
                assert_int_equal(session_number(theirs, "ts") + begin,
                                 session_number(message, "at"));
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
    session_drop(&m);
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
    assert_int_equal(n[1][3], 18);
    PROVES("JK-13.8");
}

/* The k-th line with these words, as JSON; the caller drops it. */
static json_t *line_with(const char *lines, const char *more, const char *words, unsigned k)
{
    FILE *told = run_lines(lines, more);
    json_t *found = NULL;
    char line[8192];

    while (fgets(line, sizeof line, told))
        if (!found && strstr(line, words) && !k--)
            found = json_loads(line, 0, NULL);
    assert_int_equal(pclose(told), 0);
    return found;
}

/* `show` is a sign of life: the time that was left is left still, whatever the silence before it. */
static void who_is_shown_again_is_not_silent(void **unused)
{
    static const char lines[] =
        "trigger startClicked 3\nadvance 13400\nhide\nadvance 50000\nshow\nadvance 30000\n";
    json_t *paused = line_with(lines, "", "timer.paused", 0),
           *resumed = line_with(lines, "", "timer.resumed", 0),
           *expired = line_with(lines, "", "\"timer\":\"stat\"", 0);

    (void)unused;
    assert_int_equal(session_number(paused, "ts"), 13400);
    assert_int_equal(session_number(paused, "remainingMs"), 20000);
    assert_int_equal(session_number(paused, "match"), 1);
    assert_int_equal(session_number(paused, "round"), 1);
    assert_int_equal(session_number(resumed, "ts"), 63400);
    assert_int_equal(session_number(resumed, "remainingMs"), 20000);
    assert_int_equal(session_number(expired, "ts"), 83400);
    assert_null(line_with(lines, "", "timer.paused", 1));
    assert_null(line_with(lines, "", "timer.resumed", 1));
    json_decref(paused);
    json_decref(resumed);
    json_decref(expired);
    PROVES("JK-13.1 JK-13.10");
}

/* What is left is left now, not at the last move (JK-7.2, 10.4). */
static void a_snapshot_is_taken_now(void **unused)
{
    static const char lines[] = "trigger startClicked 3\nadvance 13400\nsnapshot\nadvance 700\n"
                                "snapshot\nhide\nadvance 5000\nsnapshot\n";
    static const uint64_t left[] = {20000, 19300, 19300};

    (void)unused;
    for (unsigned i = 0; i < CR_COUNT_OF(left); i++) {
        json_t *line = line_with(lines, "", "snapshot", i);
        const json_t *view = json_object_get(line, "view");

        assert_int_equal(session_number(view, "remainingMs"), left[i]);
        assert_string_equal(session_word(view, "timerStatus"), i < 2 ? "running" : "paused");
        json_decref(line);
    }
    PROVES("JK-13.10");
}

/* JK-9.1: what was sent, where, and why not. */
static void a_reject_says_what_where_and_why(void **unused)
{
    json_t *line =
        line_with("trigger startClicked 3\nadvance 3400\npick strength\n", "", "\"reject\"", 0);

    (void)unused;
    assert_string_equal(session_word(line, "state"), "waitingForPlayerAction");
    assert_string_equal(session_word(line, "trigger"), "statSelected");
    assert_string_equal(session_word(line, "code"), "E_BAD_STAT");
    assert_string_equal(session_word(line, "rule"), "JK-1.2");
    assert_string_equal(session_word(line, "field"), "stat");
    assert_string_equal(session_word(line, "detail"), "there is no such stat");
    assert_int_equal(session_number(line, "match"), 1);
    assert_int_equal(session_number(line, "round"), 1);
    json_decref(line);
    line = line_with("trigger done\n", "", "\"reject\"", 0); /* V05: none of the 23 */
    assert_string_equal(session_word(line, "trigger"), "done");
    assert_string_equal(session_word(line, "code"), "MALFORMED");
    json_decref(line);
    PROVES("JK-10.1 JK-13.10");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(updates_are_numbered_and_only_state_leads_on),
        cmocka_unit_test(who_comes_back_sees_what_who_stayed_sees),
        cmocka_unit_test(the_newest_tab_plays),
        cmocka_unit_test(an_older_tab_is_told_nothing_of_another_seat),
        cmocka_unit_test(every_command_has_one_answer),
        cmocka_unit_test(text_mode_is_told_what_a_page_is_told),
        cmocka_unit_test(the_verbose_log_has_a_line_for_everything),
        cmocka_unit_test(who_is_shown_again_is_not_silent),
        cmocka_unit_test(a_snapshot_is_taken_now),
        cmocka_unit_test(a_reject_says_what_where_and_why),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
