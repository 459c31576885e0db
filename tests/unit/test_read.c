/* Reading case files: errors name their line, bytes of any kind are harmless, and limits hold. */
#include "support/cmocka_all.h"
#include "support/case_text.h"

#include <stdio.h>
#include <stdlib.h>

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
        {"game duel\ncase a\n  position\n    deal: 1\n    dael: 1\n  over\n", "'dael' is no name",
         5},
        {"game duel\ncase a\n  position\n    deal: x\n  over\n", "'x' does not belong here", 4},
        {"game duel\ncase a\n  position\n    hand 0: 3 7 x 9\n  over\n", "'x' does not belong here",
         4},
        {"game duel\ncase a\n  position\n    hand 0: 3 7 17\n  over\n", "'17' does not belong here",
         4},
        {"game duel\ncase a\n  position\n    points: 0\n  over\n",
         "'0' is not all: something is missing behind it", 4},
        {"game duel\ncase a\n  position\n    points: 0 1 2\n  over\n", "'2' is too much here", 4},
        {"game duel\ncase a\n  position\n    hand 7: 3\n  over\n", "'hand' needs the number", 4},
        {"game duel\ncase a\n  position\n    effect: trick 0 step=pack\n  over\n",
         "'step=pack' is no step", 4},
        {"game duel\ncase a\n  position\n    effect: trick x\n  over\n", "'x' is no seat", 4},
        {"game duel\ncase a\n  position\n    paused: 77\n  over\n", "'77' is no reason", 4},
        {"game liap-tui\ncase a\n  position\n    hand 0: rG bX rA\n  over\n",
         "'bX' does not belong here", 4},
        {"game imposter-kings\ncase a\n  position\n    court: Fool@0 Foot@1\n  over\n",
         "'Foot@1' does not belong here", 4},
        {"game imposter-kings\ncase a\n  position\n    hand 0: Herald\n    effect: round 0 "
         "step=turns\n    effect: turn 0\n  over\n",
         "IK-1.1: the rule set of this match has no Herald", 3},
        {"game imposter-kings\ncase a\n  position\n    hand 0: Fool\n    hand 1: Fool\n    effect: "
         "round 0 step=turns\n    effect: turn 0\n  over\n",
         "IK-0.16: a card is in two zones: there are not so many of Fool", 3},
        {"game duel\ncase a\n  position\n    over: yes\n    effect: trick 0\n  over\n",
         "a match that is over has no effects", 3},
        {"game duel\ncase a\n  over: maybe\n", "'over: yes' or 'over: no'", 3},
        {"game duel\ncase a\n  expect a miracle\n  over\n", "'expect to fail'", 3},
        {"game duel\ncase a\n  over\n  expect to fail\n", "in front of all", 4},
        {"game duel\ncase a\n  same view 0 as b\ncase b\n  over\n", "no case 'b' above", 3},
        {"game duel\ncase a\n  same view 0 as a\n", "no case 'a' above", 3},
        {"game duel\ncase a\n  same view 7 as a\n", "no seat of this match", 3},
        {"game duel\ncase a\n  same hand 0 as a\n", "'same view VIEWER as NAME'", 3},
        {"game dune-battle\ncase a\n  option scenario=plain\n  position\n"
         "    forces 0: carthag=7 arakeen=2\n  over\n",
         "'arakeen=2' does not belong here", 5},
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
        {"game duel\ncase a\n  view 0\n    deal: 1\n    deel: 1\n", "'deel' is no name", 5},
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
    static const char holds[] = HOLDS;
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
    results r = {.report = {.done = results_keep}};
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_error_names_its_line),
        cmocka_unit_test(bytes_that_are_no_text_are_an_error),
        cmocka_unit_test(files_of_other_systems_are_read),
        cmocka_unit_test(mangled_files_are_harmless),
        cmocka_unit_test(limits_are_errors_with_a_line),
        cmocka_unit_test(a_file_has_a_limited_number_of_named_positions),
        cmocka_unit_test(work_is_limited),
        cmocka_unit_test(a_long_message_is_cut),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
