/* Case files: every kind of expectation can hold and can fail, errors name their line, limits hold, --update
 * writes what was seen, and matches become cases and records again. */
#include "support/cmocka_all.h"
#include "ai/arena.h"
#include "cases/cases.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- helpers ---- */

typedef struct {
    cr_case_report report;
    size_t n, n_passed;
    unsigned failed_line;
    char name[64], message[4096];
} results;

static void keep(cr_case_report *report, const cr_case_result *result)
{
    results *r = (results *)report;

    r->n++;
    r->n_passed += result->is_passed;
    if (!r->failed_line)
        r->failed_line = result->failed_line;
    if (!result->is_passed)
        snprintf(r->message, sizeof r->message, "%s", result->message);
    snprintf(r->name, sizeof r->name, "%s", result->name);
}

/* Runs a text of exactly this length, on memory of its own so that a read past its end is seen. */
static results run_bytes(const char *text, size_t len)
{
    results r = {.report = {.done = keep}};
    char *copy = malloc(len ? len : 1);
    cr_case_error why;
    cr_case_file *file;

    assert_non_null(copy);
    memcpy(copy, text, len);
    file = cr_cases_read("t.case", copy, len, &why);
    if (!file)
        fail_msg("line %u: %s", why.line, why.text);
    cr_cases_run(file, NULL, NULL, &r.report);
    cr_cases_free(file);
    free(copy);
    return r;
}

static results run_text(const char *text)
{
    return run_bytes(text, strlen(text));
}

/* Line and text of the error of a file that does not parse. */
static cr_case_error error_of(const char *text, size_t len)
{
    char *copy = malloc(len ? len : 1);
    cr_case_error why;

    assert_non_null(copy);
    memcpy(copy, text, len);
    assert_null(cr_cases_read("t.case", copy, len, &why));
    free(copy);
    return why;
}

/* A position in which seat 0 has just won a trick of 7 against 5; its lines are 2 to 10 of a file. */
#define START                 \
    "game duel\n"             \
    "case c\n"                \
    "  option time=5000\n"    \
    "  start 1000\n"          \
    "  position\n"            \
    "    hand 0: 3 3 7 11\n"  \
    "    hand 1: 5 9 11 12\n" \
    "    deal: 1\n"           \
    "    effect: trick 0 step=pick\n"
enum { START_LINES = 9 };

/* ---- expectations ---- */

static const char holds[] = START "  asked pick 0 1\n"
                                  "  asked pick 1,0 until 6000\n"
                                  "  asked pick 0 1 left 5000\n"
                                  "  offers 0: pick 3 | pick 11 | pick 7\n"
                                  "  offers 0:\n"
                                  "    pick 3 | pick 7 |\n"
                                  "    pick 11\n"
                                  "  offers 0 has pick 3 | pick 7\n"
                                  "  offers 0 lacks pick 5\n"
                                  "  offers 0 count 3\n"
                                  "  offers host: -\n"
                                  "  view 0\n"
                                  "    hand: 11 7 3 3\n"
                                  "    points:   0    0\n"
                                  "  zones\n"
                                  "    effect: trick 0 step=pick\n"
                                  "    hand 1: 5 9 11 12\n"
                                  "  try 0 pick 7\n"
                                  "  try 0 pick 5 -> NOT_HELD\n"
                                  "  0 pick 5 -> NOT_HELD EX-5 card\n"
                                  "  0 pick 5 -> NOT_HELD card\n"
                                  "  0 @7 pick 7 -> STALE\n"
                                  "  0 pick #7 -> MALFORMED # no comment but a number\n"
                                  "  0 pick 7   # a comment\n"
                                  "  view 0\n"
                                  "    own: pick 7\n"
                                  "  1 pick 5\n"
                                  "  events 0\n"
                                  "    sealed 0 pick\n"
                                  "    sealed 1 pick\n"
                                  "    reveal host  picks=7,5\n"
                                  "  events 0\n"
                                  "  events 1 has\n"
                                  "    sealed 1 pick\n"
                                  "  asked parry? 1 until 6000\n"
                                  "  score 0 0\n"
                                  "  not over\n"
                                  "  host pause 0\n"
                                  "  asked parry? 1 until never\n"
                                  "  host resume 0\n"
                                  "  at 6000\n"
                                  "  score 1 0\n";

static void everything_that_holds_passes(void **unused)
{
    results r = run_text(holds);

    (void)unused;
    if (r.n_passed != 1)
        fail_msg("%s", r.message);
    assert_int_equal(r.n, 1);
    assert_string_equal(r.name, "c");
}

/* One wrong expectation each, behind START: it must fail, on its own line, and show what was got. */
static void each_kind_of_expectation_can_fail(void **unused)
{
    static const struct {
        const char *text, *got;
        unsigned line; /* behind START, from 1 */
    } wrong[] = {
        {"  asked parry? 0 1\n", "asked pick 0 1", 1},
        {"  asked pick 0\n", "asked pick 0 1", 1},
        {"  asked nobody\n", "asked pick 0 1", 1},
        {"  asked pick 0 1 until 6001\n", "until 6000", 1},
        {"  asked pick 0 1 until never\n", "until 6000", 1},
        {"  at 2000\n  asked pick 0 1 left 5000\n", "left 4000", 2},
        {"  offers 0: pick 3 | pick 7\n", "pick 11", 1},
        {"  offers 0: pick 3 | pick 7 | pick 11 | pick 5\n", "(not offered)", 1},
        {"  offers 0: pick 3 | pick 7 | pick 11 | pock\n", "(no move of this game)", 1},
        {"  offers 0: -\n", "pick 3", 1},
        {"  offers 1: pick 5 |\n    pick 9\n", "pick 12", 1},
        {"  offers 0 has pick 5\n", "not offered", 1},
        {"  offers 0 has @9 pick 3\n", "not offered", 1},
        {"  offers 0 lacks pick 3\n", "offered", 1},
        {"  offers 0 lacks pock\n", "(no move of this game)", 1},
        {"  offers 0 count 4\n", "count 3", 1},
        {"  view 1\n    hand: 5 9 11\n", "hand: 5 9 11 12", 1},
        {"  view spectator\n    hand: 5\n", "hand: -", 1},
        {"  view 0\n    own: pick 3\n", "(nothing)", 1},
        {"  view 0 whole\n    viewer: 0\n", "hand: 3 3 7 11", 1},
        {"  zones\n    deal: 2\n", "deal: 1", 1},
        {"  zones\n    effect: point 0\n", "effect: trick 0 step=pick", 1},
        {"  zones whole\n    deal: 1\n", "hand 1: 5 9 11 12", 1},
        {"  0 pick 5\n", "NOT_HELD EX-5 card", 1},
        {"  0 pick 7 -> NOT_HELD\n", "accepted", 1},
        {"  0 pick 5 -> STALE\n", "NOT_HELD", 1},
        {"  0 pick 5 -> NOT_HELD EX-6\n", "EX-5", 1},
        {"  0 pick 5 -> NOT_HELD value\n", "card", 1},
        {"  0 parry -> WRONG_KIND EX-19 card\n", "WRONG_KIND EX-19 (", 1},
        {"  try 0 pick 5\n", "NOT_HELD", 1},
        {"  0 pock\n", "MALFORMED", 1},
        {"  0 pick 7\n  events 1\n    sealed 1 pick\n", "sealed 0 pick", 2},
        {"  0 pick 7\n  events 1\n", "sealed 0 pick", 2},
        {"  0 pick 7\n  events 1\n    sealed 0 pick\n    over\n", "(nothing)", 2},
        {"  events 1 has\n    over\n", "(nothing)", 1},
        {"  score 0 1\n", "score 0 0", 1},
        {"  over\n", "not over", 1},
        {"  at 2000\n  at 1999\n", "backwards", 2},
    };

    (void)unused;
    for (size_t i = 0; i < CR_COUNT_OF(wrong); i++) {
        char text[1024];
        results r;

        snprintf(text, sizeof text, "%s%s", START, wrong[i].text);
        r = run_text(text);
        if (r.n != 1 || r.n_passed || r.failed_line != START_LINES + wrong[i].line ||
            !strstr(r.message, wrong[i].got))
            fail_msg("%s: failed at line %u with %s", wrong[i].text, r.failed_line, r.message);
    }
}

static void over_can_fail_both_ways(void **unused)
{
    results r =
        run_text("game duel\ncase c\n  option target=1 parries=0\n  position\n"
                 "    hand 0: 3\n    hand 1: 2\n    deal: 1\n    effect: trick 0 step=pick\n"
                 "  0 pick 3\n  1 pick 2\n  over\n  asked nobody\n  not over\n");

    (void)unused;
    assert_int_equal(r.failed_line, 13);
    assert_int_equal(r.n_passed, 0);
}

static void a_failure_shows_both_sides(void **unused)
{
    results r = run_text(START "  view 0\n    points: 1 0\n    hand: 3 3 7 11\n");

    (void)unused;
    assert_string_equal(r.message, "t.case:10: view 0\n"
                                   "      expected       | got\n"
                                   "    ! points: 1 0    | points: 0 0\n"
                                   "      hand: 3 3 7 11 | hand: 3 3 7 11\n");
}

static void lists_are_lined_up_where_they_agree(void **unused)
{
    results r = run_text(START "  0 pick 7\n  1 pick 5\n  events 0\n"
                               "    sealed 1 pick\n    reveal host picks=7,5\n    over\n");

    (void)unused;
    assert_string_equal(r.message, "t.case:12: events 0\n"
                                   "      expected              | got\n"
                                   "    ! (nothing)             | sealed 0 pick\n"
                                   "      sealed 1 pick         | sealed 1 pick\n"
                                   "      reveal host picks=7,5 | reveal host picks=7,5\n"
                                   "    ! over                  | (nothing)\n");
}

static void a_case_goes_on_after_a_wrong_expectation_and_stops_after_a_wrong_move(void **unused)
{
    results r = run_text(START "  score 1 1\n  over\n  0 pick 5\n  score 2 2\n");

    (void)unused;
    assert_non_null(strstr(r.message, "t.case:10:"));
    assert_non_null(strstr(r.message, "t.case:11:"));
    assert_non_null(strstr(r.message, "t.case:12:"));
    assert_null(strstr(r.message, "t.case:13:"));
}

static void a_failing_case_leaves_the_others_alone(void **unused)
{
    results r = run_text("game duel\ncase a\n  over\ncase b\n  not over\ncase d\n  over\n");

    (void)unused;
    assert_int_equal(r.n, 3);
    assert_int_equal(r.n_passed, 1);
    assert_int_equal(r.failed_line, 3);
}

static void patience_counts_refused_answers_to_one_question(void **unused)
{
    results r =
        run_text(START "  patience 1 2\n"
                       "  1 pick 6 -> NOT_HELD\n"
                       "  1 @9 pick 5 -> STALE\n"  /* answers another question */
                       "  0 pick 12 -> NOT_HELD\n" /* another seat, without a limit */
                       "  0 pick 12 -> NOT_HELD\n"
                       "  asked pick 0 1\n"
                       "  1 nonsense -> MALFORMED\n"
                       "  asked pick 0\n"
                       "  0 pick 7\n"
                       "  1 pick 5 -> WRONG_KIND\n" /* a new question counts from the beginning */
                       "  asked parry? 1\n"
                       "  patience 1 none\n"
                       "  1 pick 5 -> WRONG_KIND\n"
                       "  asked parry? 1\n");

    (void)unused;
    if (r.n_passed != 1)
        fail_msg("%s", r.message);
}

static void positions_of_the_file_are_shared_and_added_to(void **unused)
{
    results r = run_text("game duel\nposition small\n  hand 0: 3 4\n  hand 1: 5 6\n  deal: 1\n"
                         "  effect: trick 0 step=pick\n"
                         "case a\n  position small\n  zones\n    hand 0: 3 4\n    points: 0 0\n"
                         "case b\n  position small\n    points: 2 3\n  score 2 3\n");

    (void)unused;
    assert_int_equal(r.n_passed, 2);
}

static void the_counting_copy_can_be_run(void **unused)
{
    static const char text[] = START "  0 pick 7\n  1 pick 5\n";
    uint64_t counts[256] = {0};
    cr_case_error why;
    cr_case_file *file = cr_cases_read("t.case", text, strlen(text), &why);
    results r = {.report = {.done = keep}};

    (void)unused;
    assert_non_null(file);
    assert_true(cr_cases_game(file)->n_rules <= CR_COUNT_OF(counts));
    cr_cite_into(counts);
    cr_cases_run(file, cr_game_counting(cr_cases_game(file)), NULL, &r.report);
    cr_cite_into(NULL);
    assert_int_equal(r.n_passed, 1);
    assert_true(counts[cr_rule_find(cr_cases_game(file), "EX-6")] > 0);
    cr_cases_free(file);
}

static void cases_can_be_chosen_by_name(void **unused)
{
    static const char text[] =
        "game duel\ncase first\n  proves EX-1, EX-2\n  not over\ncase second\n  over\n";
    cr_case_error why;
    cr_case_file *file = cr_cases_read("t.case", text, strlen(text), &why);
    results r = {.report = {.done = keep}};

    (void)unused;
    assert_int_equal(cr_cases_run(file, NULL, "irs", &r.report), 0);
    assert_int_equal(r.n, 1);
    assert_int_equal(cr_cases_count(file), 2);
    assert_int_equal(cr_cases_at(file, 0).n_rules, 2);
    assert_string_equal(cr_rule_id(cr_cases_game(file), cr_cases_at(file, 0).rules[1]), "EX-2");
    assert_int_equal(cr_cases_at(file, 1).n_rules, 0);
    assert_int_equal(cr_cases_at(file, 1).line, 5);
    cr_cases_free(file);
}

/* ---- errors ---- */

static void an_error_names_its_line(void **unused)
{
    static const struct {
        const char *text, *part;
        unsigned line;
    } wrong[] = {
        {"", "no case", 1},
        {"# nothing\n\n", "no case", 1},
        {"game duel\n", "no case", 1},
        {"game chess\n", "no game 'chess'", 1},
        {"game\n", "no game", 1},
        {"game duel now\n", "too much", 1},
        {"game duel\ngame duel\n", "one game", 2},
        {"game duel\n  over\n", "below 'game'", 2},
        {"case a\n  over\n", "'game NAME' comes first", 1},
        {"game duel\ncase\n  over\n", "name", 2},
        {"game duel\ncase a\n", "does nothing", 2},
        {"game duel\ncase a\n  seed 1\n", "does nothing", 2},
        {"  game duel\n", "belongs to no case", 1},
        {"game duel\ncase a\n  over\n   over\n", "takes none below", 4},
        {"game duel\ncase a\n   over\n  over\n", "alike", 4},
        {"game duel\ncase a\n\tover\n", "tab", 3},
        {"game duel\nfoo\n", "'foo'", 2},
        {"game duel\ncase a\n  foo\n", "'foo': a line begins", 3},
        {"game duel\ncase a\n  9 pick 1\n", "'9 pick 1': a line begins", 3},
        {"game duel\ncase a\n  proves EX-99\n  over\n", "no rule 'EX-99'", 3},
        {"game duel\ncase a\n  proves\n  over\n", "ids", 3},
        {"game duel\ncase a\n  option\n  over\n", "name=value", 3},
        {"game duel\ncase a\n  option speed=1\n  over\n", "no option", 3},
        {"game duel\ncase a\n  option target=0\n  over\n", "value", 3},
        {"game duel\ncase a\n  option target\n  over\n", "name=value", 3},
        {"game duel\ncase a\n  option seats=3\n  over\n", "seats", 3},
        {"game duel\ncase a\n  seed x\n  over\n", "seed", 3},
        {"game duel\ncase a\n  seed 1 2\n  over\n", "too much", 3},
        {"game duel\ncase a\n  match 12\n  over\n", "32 hex", 3},
        {"game duel\ncase a\n  start now\n  over\n", "no time", 3},
        {"game duel\ncase a\n  over\n  seed 1\n", "in front of all", 4},
        {"game duel\ncase a\n  position\n  over\n", "below it", 3},
        {"game duel\ncase a\n  position x\n  over\n", "no 'position x'", 3},
        {"game duel\ncase a\n  position\n    deal: 1\n  position\n    deal: 1\n  over\n",
         "one position", 5},
        {"game duel\ncase a\n  position\n    deal: 1\n    dael: 1\n  over\n", "no such name", 5},
        {"game duel\ncase a\n  position\n    deal: x\n  over\n", "does not parse", 4},
        {"game duel\ncase a\n  position\n    hand 0: 17\n  over\n", "position", 4},
        {"game duel\ncase a\n  position\n    deal: 21\n  over\n", "does not stand", 3},
        {"game duel\nposition p\n  deal: 1\n  deal\ncase a\n  position p\n    deal: 2\n  over\n",
         "wrong", 4},
        {"game duel\nposition p\n  deal: 1\ncase a\n  position p\n    foo: 2\n  over\n", "wrong",
         6},
        {"game duel\nposition p\n  deal: 1\nposition p\n  deal: 1\n", "already", 4},
        {"game duel\nposition\n  deal: 1\n", "name", 2},
        {"game duel\ncase a\n  0\n", "without a move", 3},
        {"game duel\ncase a\n  0 -> STALE\n", "without a move", 3},
        {"game duel\ncase a\n  try pick 1\n", "no seat", 3},
        {"game duel\ncase a\n  0 pick 1 ->\n", "no refusal", 3},
        {"game duel\ncase a\n  0 pick 1 -> FOO\n", "no refusal 'FOO'", 3},
        {"game duel\ncase a\n  0 pick 1 -> ?\n", "no refusal", 3},
        {"game duel\ncase a\n  0 pick 1 -> STALE EX-1 card x\n", "too much", 3},
        {"game duel\ncase a\n  at\n", "no time", 3},
        {"game duel\ncase a\n  at -1\n", "no time", 3},
        {"game duel\ncase a\n  at 99999999999999999999\n", "no time", 3},
        {"game duel\ncase a\n  patience 2 1\n", "no seat", 3},
        {"game duel\ncase a\n  patience 1 0\n", "from 1", 3},
        {"game duel\ncase a\n  asked what 0\n", "no question 'what'", 3},
        {"game duel\ncase a\n  asked pick\n", "who", 3},
        {"game duel\ncase a\n  asked pick 0 soon\n", "too much", 3},
        {"game duel\ncase a\n  asked pick 0 until\n", "no time", 3},
        {"game duel\ncase a\n  offers\n", "no seat", 3},
        {"game duel\ncase a\n  offers 0\n", "':'", 3},
        {"game duel\ncase a\n  offers 0:\n", "'-'", 3},
        {"game duel\ncase a\n  offers 0 count\n", "number", 3},
        {"game duel\ncase a\n  offers 0 count 1\n    pick 1\n", "nothing below", 4},
        {"game duel\ncase a\n  view 0\n", "below", 3},
        {"game duel\ncase a\n  view 2\n    deal: 1\n", "no seat", 3},
        {"game duel\ncase a\n  view host\n    deal: 1\n", "no seat", 3},
        {"game duel\ncase a\n  view 0 all\n    deal: 1\n", "too much", 3},
        {"game duel\ncase a\n  view 0\n    deal: 1\n    deel: 1\n", "no such name", 5},
        {"game duel\ncase a\n  view 0\n    deal 1\n", "':'", 4},
        {"game duel\ncase a\n  zones\n    hand: 1\n", "number of a seat", 4},
        {"game duel\ncase a\n  events\n", "no seat", 3},
        {"game duel\ncase a\n  events 0 all\n", "too much", 3},
        {"game duel\ncase a\n  score 1\n", "each of the 2", 3},
        {"game duel\ncase a\n  score 1 2 3\n", "too much", 3},
        {"game duel\ncase a\n  not here\n", "'over' only", 3},
        {"game duel\ncase a\n  over now\n", "too much", 3},
    };

    (void)unused;
    for (size_t i = 0; i < CR_COUNT_OF(wrong); i++) {
        cr_case_error why = error_of(wrong[i].text, strlen(wrong[i].text));

        if (why.line != wrong[i].line || !strstr(why.text, wrong[i].part))
            fail_msg("%s: line %u: %s", wrong[i].text, why.line, why.text);
    }
}

static void bytes_that_are_no_text_are_an_error(void **unused)
{
    cr_case_error why = error_of("game duel\ncase a\0b\n", 19);

    (void)unused;
    assert_int_equal(why.line, 2);
    why = error_of("game duel\ncase a\n\n  \x1b[2J\n", 24);
    assert_int_equal(why.line, 4);
    assert_string_equal(why.text, "byte 3 of the line is no character of a text (UTF-8)");
    assert_int_equal(error_of("game duel\ncase \xC3\n", 17).line, 2);
    assert_int_equal(error_of("# \xC0\x80\n", 5).line, 1);
    assert_int_equal(error_of("\n# \xFF\n", 5).line, 2);
    assert_int_equal(
        run_text("game duel\ncase K\xC3\xB6nig \xE2\x80\xA6 \xF0\x9F\x82\xA1\n  not over\n")
            .n_passed,
        1);
}

static void files_of_other_systems_are_read(void **unused)
{
    (void)unused;
    assert_int_equal(run_text("\xEF\xBB\xBFgame duel\r\ncase a\r\n  not over\r\n").n_passed, 1);
    assert_int_equal(error_of("  game duel\n", 12).line, 1);
}

/* Every front part of a file, and the file with any one byte changed, reads, runs, or is an error with a line. */
static void mangled_files_are_harmless(void **unused)
{
    size_t len = sizeof holds - 1;
    char copy[sizeof holds];
    unsigned n_unread = 0;

    (void)unused;
    for (size_t i = 0; i < 3 * len; i++) {
        cr_case_error why;
        size_t n = i < len ? i : len;
        char *text = malloc(n ? n : 1);
        cr_case_file *file;

        memcpy(copy, holds, sizeof copy);
        if (i >= 2 * len)
            copy[i - 2 * len] = (char)(i * 31 + 7);
        else if (i >= len)
            copy[i - len] = ' ';
        assert_non_null(text);
        memcpy(text, copy, n);
        file = cr_cases_read("t.case", text, n, &why);
        if (file)
            cr_cases_run(file, NULL, NULL, NULL);
        else
            assert_true(why.line > 0 && why.text[0]);
        n_unread += !file;
        cr_cases_free(file);
        free(text);
    }
    assert_true(n_unread > len);
}

/* ---- limits ---- */

/* `front`, then `n` times `line`, then `back`. */
static char *many(const char *front, const char *line, size_t n, const char *back, size_t *len)
{
    size_t one = strlen(line), at = strlen(front);
    char *text = malloc(at + n * one + strlen(back) + 1);

    assert_non_null(text);
    memcpy(text, front, at);
    for (size_t i = 0; i < n; i++, at += one)
        memcpy(text + at, line, one);
    memcpy(text + at, back, strlen(back) + 1);
    *len = at + strlen(back);
    return text;
}

static void limits_are_errors_with_a_line(void **unused)
{
    static const struct {
        const char *front, *line, *back, *part;
        size_t n;
        unsigned at;
    } big[] = {
        {"game duel\ncase a\n", "x", "\n", "characters", CR_CASE_LINE_MAX + 1, 3},
        {"game duel\ncase a\n", "  over\n", "", "lines", CR_CASE_LINES_MAX, CR_CASE_LINES_MAX + 1},
        {"game duel\n", "case a\n over\n", "", "cases", CR_CASE_CASES_MAX + 1,
         2 + 2 * CR_CASE_CASES_MAX},
        {"", "                                                               \n", "", "bytes",
         CR_CASE_FILE_MAX / 64 + 1, 1},
        {"game duel\ncase a\n position\n", "  deal: 1\n", " over\n", "position has more",
         CR_CASE_POSITION_MAX / 8 + 1, 3},
    };

    (void)unused;
    for (size_t i = 0; i < CR_COUNT_OF(big); i++) {
        size_t len;
        char *text = many(big[i].front, big[i].line, big[i].n, big[i].back, &len);
        cr_case_error why = error_of(text, len);

        if (why.line != big[i].at || !strstr(why.text, big[i].part))
            fail_msg("%s: line %u: %s", big[i].part, why.line, why.text);
        free(text);
    }
}

static void a_file_has_a_limited_number_of_named_positions(void **unused)
{
    size_t cap = (CR_CASE_POSITIONS_MAX + 1) * 32, at;
    char *text = malloc(cap);
    cr_case_error why;

    (void)unused;
    assert_non_null(text);
    at = (size_t)snprintf(text, cap, "game duel\n");
    for (unsigned i = 0; i <= CR_CASE_POSITIONS_MAX; i++)
        at += (size_t)snprintf(text + at, cap - at, "position p%u\n", i);
    why = error_of(text, at);
    assert_int_equal(why.line, 2 + CR_CASE_POSITIONS_MAX);
    free(text);
}

/* A file cannot keep us busy: work is counted over all its cases. */
static void work_is_limited(void **unused)
{
    size_t len;
    char *text =
        many("game duel\n", "case a\n option time=100 parries=9 target=99\n at 900000000000\n",
             CR_CASE_CASES_MAX, "", &len);
    results r = {.report = {.done = keep}};
    cr_case_error why;
    cr_case_file *file;

    (void)unused;
    file = cr_cases_read("t.case", text, len, &why);
    assert_non_null(file);
    cr_cases_run(file, NULL, NULL, &r.report);
    assert_non_null(strstr(r.message, "too much work"));
    cr_cases_free(file);
    free(text);
}

static void a_long_message_is_cut(void **unused)
{
    size_t len;
    char *text = many(START, "  score 9 9\n", 20000, "", &len);
    results r = run_bytes(text, len);

    (void)unused;
    assert_int_equal(r.n_passed, 0);
    assert_int_equal(r.failed_line, START_LINES + 1);
    free(text);
}

/* ---- update ---- */

static char *updated(const char *text)
{
    cr_case_error why;
    cr_case_file *file = cr_cases_read("t.case", text, strlen(text), &why);
    size_t len = 0;
    char *out;

    if (!file)
        fail_msg("line %u: %s", why.line, why.text);
    out = cr_cases_update(file, NULL, &len);
    if (out)
        assert_int_equal(strlen(out), len);
    cr_cases_free(file);
    return out;
}

static void update_writes_what_was_seen_and_keeps_the_rest(void **unused)
{
    char *out = updated(START "  asked nobody # one\n"
                              "  offers 0: pick 3   # two\n"
                              "  offers 1:\n    pick 1 |\n    pick 2\n"
                              "  offers 0 count 9\n"
                              "  view 0\n    points: 3 3  # three\n    deal: 1\n"
                              "  zones\n    hand 1: 1 2\n"
                              "  events 0\n"
                              "  score 4 4\n"
                              "\n"
                              "  over\n"
                              "  0 pick 5\n"
                              "  0 pick 7 -> NOT_HELD EX-5\n"
                              "  1 pick 5 -> STALE # four\n"
                              "  1 pick 6 -> STALE # five\n"
                              "  events 0\n    over\n    over\n"
                              "  not over\n");

    (void)unused;
    assert_string_equal(out, START "  asked pick 0 1 # one\n"
                                   "  offers 0: pick 3 | pick 7 | pick 11   # two\n"
                                   "  offers 1: pick 5 | pick 9 | pick 11 | pick 12\n"
                                   "  offers 0 count 3\n"
                                   "  view 0\n    points: 0 0  # three\n    deal: 1\n"
                                   "  zones\n    hand 1: 5 9 11 12\n"
                                   "  events 0\n"
                                   "  score 0 0\n"
                                   "\n"
                                   "  not over\n"
                                   "  0 pick 5 -> NOT_HELD EX-5 card\n"
                                   "  0 pick 7\n"
                                   "  1 pick 5 # four\n"
                                   "  1 pick 6 -> WRONG_KIND EX-19 # five\n"
                                   "  events 0\n    sealed 0 pick\n    sealed 1 pick\n"
                                   "    reveal host picks=7,5\n"
                                   "  not over\n");
    assert_null(updated(out)); /* now it holds */
    free(out);
}

static void update_writes_whole_views_and_long_offers(void **unused)
{
    char *out = updated(
        "game duel\ncase c\n  seed 42\n  offers 0: -\n  view 1 whole\n    deal: 9\n  zones whole\n"
        "    deal: 9\n");

    (void)unused;
    assert_non_null(out);
    assert_non_null(strstr(out, "    viewer: 1\n"));
    for (const char *line = out, *end; (end = strchr(line, '\n')); line = end + 1)
        assert_true(end - line <= 100);
    assert_int_equal(run_text(out).n_passed, 1);
    assert_null(updated(out));
    free(out);
}

static void update_leaves_what_has_no_single_answer(void **unused)
{
    (void)unused;
    assert_null(updated(
        START "  offers 0 has pick 5\n  offers 0 lacks pick 3\n  events 0 has\n    over\n"));
}

/* ---- whole matches ---- */

typedef struct {
    cr_log log;
    const cr_game *game;
    uint8_t *bytes;
    size_t len, cap;
    uint32_t n;
} tape;

static void tape_move(cr_log *log, const cr_move *move, uint64_t at_ms, const cr_state *state)
{
    tape *t = (tape *)log;
    cr_record_entry entry = {
        .number = ++t->n, .at_ms = at_ms, .hash = cr_state_hash(t->game, state), .move = *move};

    assert_true(t->len + CR_RECORD_ENTRY <= t->cap);
    cr_record_entry_write(&entry, t->bytes + t->len);
    t->len += CR_RECORD_ENTRY;
}

/* A random match with silent seats, late defaults and pauses, on a clock that jumps. */
static tape random_match(const cr_game *game, uint64_t number)
{
    static const uint8_t match_id[16] = {1, 2, 3};
    tape t = {.log = {tape_move}, .game = game, .cap = 1 << 20};
    cr_state *state = calloc(1, cr_state_size(game));
    cr_setup setup;
    uint64_t now;
    cr_rng rng;

    t.bytes = malloc(t.cap);
    assert_non_null(t.bytes);
    assert_non_null(state);
    cr_setup_init(game, &setup);
    cr_setup_pin(&setup, number);
    setup.is_pinned = number & 1;
    setup.start_ms = 500 * (number % 3);
    if (number % 2)
        (void)!cr_setup_option(game, &setup, "time", "5000");
    t.len = cr_record_head_write(game, &setup, match_id, t.bytes);
    cr_rng_init(&rng, setup.seed, 9);
    assert_int_equal(cr_start(game, state, &setup, NULL), CR_ERR_OK);
    now = setup.start_ms;
    while (!cr_is_over(state) && t.n < 400) {
        uint16_t who = cr_deciders(state);
        uint8_t seat = (uint8_t)cr_bits_nth(who, cr_rng_below(&rng, cr_bits_count(who)));
        uint32_t what = cr_rng_below(&rng, 12);
        cr_move move;

        if (cr_rng_below(&rng, 3) == 0)
            now += cr_rng_below(&rng, 9000);
        /* A host that plays defaults late, and out of the clock's order, must come through too. Once it is late
         * with one seat, the deadline of the others lies behind as well. */
        if (what == 1 || cr_due(state) <= cr_now(state) ||
            !cr_sample(game, state, seat, &rng, &move))
            move = cr_idle_move(state, seat);
        else if (what == 2)
            move = cr_paused(state) ? cr_resume_move(state, 3) : cr_pause_move(state, 3);
        if (move.kind != CR_IDLE)
            cr_run_clock(game, state, now, NULL, &t.log);
        if (move.ticket == cr_asked_now(state)->ticket &&
            !cr_play(game, state, &move, now, NULL).code)
            tape_move(&t.log, &move, now, state);
    }
    free(state);
    return t;
}

static void a_match_becomes_a_case_and_a_record_again(void **unused)
{
    bool has_at = false, has_stamp = false, has_pause = false;

    (void)unused;
    for (size_t g = 0; g < cr_game_count(); g++)
        for (uint64_t i = 0; i < 40; i++) {
            tape t = random_match(cr_game_at(g), i);
            size_t len = 0, n_bytes = 0;
            cr_case_error why;
            char *text = cr_cases_from_record(t.bytes, t.len, "a match", &len, &why);
            cr_case_file *file;
            uint8_t *bytes;

            if (!text)
                fail_msg("%s, match %u: entry %u: %s", cr_game_at(g)->name, (unsigned)i, why.line,
                         why.text);
            has_at |= strstr(text, "\n  at ") != NULL;
            has_stamp |= strstr(text, "\n  stamp ") != NULL;
            has_pause |= strstr(text, "\n  host pause ") != NULL;
            file = cr_cases_read("t.case", text, len, &why);
            if (!file)
                fail_msg("line %u: %s", why.line, why.text);
            bytes = cr_cases_to_record(file, 0, &n_bytes, &why);
            if (!bytes)
                fail_msg("line %u: %s\n%s", why.line, why.text, text);
            assert_int_equal(n_bytes, t.len);
            assert_memory_equal(bytes, t.bytes, n_bytes);
            free(bytes);
            cr_cases_free(file);
            free(text);
            free(t.bytes);
        }
    assert_true(has_at);
    assert_true(has_stamp);
    assert_true(has_pause);
}

static void a_record_that_does_not_replay_is_refused(void **unused)
{
    tape t = random_match(cr_game_find("duel"), 1);
    cr_case_error why;
    size_t len;

    (void)unused;
    assert_null(cr_cases_from_record(t.bytes, 10, "x", &len, &why));
    assert_null(cr_cases_from_record(t.bytes, t.len - 1, "x", &len, &why));
    assert_int_equal(why.line, t.n);
    t.bytes[t.len - CR_RECORD_ENTRY - 3] ^= 1;
    assert_null(cr_cases_from_record(t.bytes, t.len, "x", &len, &why));
    assert_int_equal(why.line, t.n - 1);
    free(t.bytes);
}

static void only_a_case_from_a_seed_that_holds_has_a_record(void **unused)
{
    static const char text[] =
        START "  not over\ncase b\n  seed 1\n  over\ncase d\n  seed 1\n  host idle 0\n";
    cr_case_error why;
    cr_case_file *file = cr_cases_read("t.case", text, strlen(text), &why);
    size_t len;
    uint8_t *bytes;

    (void)unused;
    assert_non_null(file);
    assert_null(cr_cases_to_record(file, 0, &len, &why));
    assert_non_null(strstr(why.text, "position"));
    assert_null(cr_cases_to_record(file, 1, &len, &why));
    assert_int_equal(why.line, 13);
    bytes = cr_cases_to_record(file, 2, &len, &why);
    assert_non_null(bytes);
    free(bytes);
    cr_cases_free(file);
}

static void the_template_of_every_game_holds(void **unused)
{
    (void)unused;
    for (size_t g = 0; g < cr_game_count(); g++) {
        cr_setup setup;
        size_t len = 0;
        char *text;
        results r;

        cr_setup_init(cr_game_at(g), &setup);
        cr_setup_pin(&setup, 7);
        text = cr_cases_template(cr_game_at(g), &setup, &len);
        if (!text)
            fail_msg("%s has no template", cr_game_at(g)->name);
        r = run_bytes(text, len);
        if (r.n_passed != 1)
            fail_msg("%s: %s", cr_game_at(g)->name, r.message);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_that_holds_passes),
        cmocka_unit_test(each_kind_of_expectation_can_fail),
        cmocka_unit_test(over_can_fail_both_ways),
        cmocka_unit_test(a_failure_shows_both_sides),
        cmocka_unit_test(lists_are_lined_up_where_they_agree),
        cmocka_unit_test(a_case_goes_on_after_a_wrong_expectation_and_stops_after_a_wrong_move),
        cmocka_unit_test(a_failing_case_leaves_the_others_alone),
        cmocka_unit_test(patience_counts_refused_answers_to_one_question),
        cmocka_unit_test(positions_of_the_file_are_shared_and_added_to),
        cmocka_unit_test(the_counting_copy_can_be_run),
        cmocka_unit_test(cases_can_be_chosen_by_name),
        cmocka_unit_test(an_error_names_its_line),
        cmocka_unit_test(bytes_that_are_no_text_are_an_error),
        cmocka_unit_test(files_of_other_systems_are_read),
        cmocka_unit_test(mangled_files_are_harmless),
        cmocka_unit_test(limits_are_errors_with_a_line),
        cmocka_unit_test(a_file_has_a_limited_number_of_named_positions),
        cmocka_unit_test(work_is_limited),
        cmocka_unit_test(a_long_message_is_cut),
        cmocka_unit_test(update_writes_what_was_seen_and_keeps_the_rest),
        cmocka_unit_test(update_writes_whole_views_and_long_offers),
        cmocka_unit_test(update_leaves_what_has_no_single_answer),
        cmocka_unit_test(a_match_becomes_a_case_and_a_record_again),
        cmocka_unit_test(a_record_that_does_not_replay_is_refused),
        cmocka_unit_test(only_a_case_from_a_seed_that_holds_has_a_record),
        cmocka_unit_test(the_template_of_every_game_holds),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
