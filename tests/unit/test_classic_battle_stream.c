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
    uint64_t n = 0, now = 0;
    unsigned n_states = 0;
    char last[40] = "";
    host h;

    (void)unused;
    play_session(&h, &m);
    for (unsigned i = 0; i < m.n; i++) {
        const json_t *events = json_object_get(m.line[i], "events");

        if (session_is(m.line[i], "tick") || session_is(m.line[i], "drift"))
            assert_int_equal(session_number(m.line[i], "n"), n);
        if (session_is(m.line[i], "state"))
            n = session_number(m.line[i], "n");
        if (!session_is(m.line[i], "update"))
            continue;
        assert_int_equal(session_number(m.line[i], "n"), n + 1);
        n++;
        assert_true(session_number(m.line[i], "at") >= now);
        now = session_number(m.line[i], "at");
        for (size_t e = 0; e < json_array_size(events); e++) {
            const json_t *what = json_array_get(events, e);

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
    assert_true(n_states > 12);
    assert_int_equal(session_count(&m, "refused"), 1);
    assert_string_equal(session_word(session_nth(&m, "refused", 0), "code"), "E_NOT_ALLOWED");
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
    assert_string_equal(session_word(session_nth(&m, "trouble", 0), "code"), "ELSEWHERE");
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
    host_send(&h, 0, "{'type':'pause','on':true,'reason':'quitDialog'}"); /* dialog */
    host_turn(&h);
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
            } else if (is_drift) {
                assert_int_equal(session_number(theirs, "driftMs"),
                                 session_number(message, "late"));
            } else if (!mine) {
                assert_string_equal(session_word(theirs, "code"), session_word(message, "code"));
            } else {
                assert_int_equal(session_number(theirs, "seq"), session_number(message, "n"));
                assert_int_equal(session_number(theirs, "ts") + begin,
                                 session_number(message, "at"));
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
    assert_int_equal(n[1][3], 14);
    PROVES("JK-13.8");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(updates_are_numbered_and_only_state_leads_on),
        cmocka_unit_test(who_comes_back_sees_what_who_stayed_sees),
        cmocka_unit_test(the_newest_tab_plays),
        cmocka_unit_test(every_command_has_one_answer),
        cmocka_unit_test(text_mode_is_told_what_a_page_is_told),
        cmocka_unit_test(the_verbose_log_has_a_line_for_everything),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
