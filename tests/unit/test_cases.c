/* Case files: every kind of expectation can hold and can fail, and --update writes what was seen. What cannot be read is
 * in test_read.c, whole matches are in test_matches.c. */
#include "support/cmocka_all.h"
#include "support/case_text.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- expectations ---- */

static void everything_that_holds_passes(void **unused)
{
    results r = run_text(HOLDS);

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
    results r = {.report = {.done = results_keep}};

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
    results r = {.report = {.done = results_keep}};

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
                              "  0 pick 5 -> STALE\n"
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

static void update_never_turns_an_accepted_move_into_a_refusal(void **unused)
{
    char *out;

    (void)unused;
    assert_null(updated(START "  0 pick 5\n  score 4 4\n  over\n"));
    assert_null(updated(START "  0 pick 7\n  0 pick 3\n  score 4 4\n"));
    /* What is tried is not played: the case goes on, and what stands behind is rewritten. */
    out = updated(START "  try 0 pick 5\n  score 4 4\n");
    assert_string_equal(out, START "  try 0 pick 5\n  score 0 0\n");
    free(out);
}

static void move_at_the_wrong_time_says_what_is_asked_and_of_whom(void **unused)
{
    (void)unused;
    assert_non_null(strstr(run_text(START "  0 pick 7\n  0 pick 3\n").message,
                           "the open question is pick, for 1\n"));
    assert_non_null(
        strstr(run_text(START "  1 parry\n").message, "the open question is pick, for 0 1\n"));
    assert_non_null(strstr(run_text(START "  0 parry -> STALE\n").message,
                           "the open question is pick, for 0 1\n"));
    assert_non_null(
        strstr(run_text("game duel\ncase c\n  position\n    over: yes\n  0 pick 3\n").message,
               "the match is over: no question is open\n"));
    assert_null(strstr(run_text(START "  0 pick 5\n").message, "question"));
    assert_null(strstr(run_text(START "  0 pock\n").message, "question"));
}

static void over_is_written_as_views_write_it_too(void **unused)
{
    (void)unused;
    assert_int_equal(run_text(START "  over: no\n  zones\n    over: no\n").n_passed, 1);
    assert_int_equal(run_text(START "  over: yes\n").n_passed, 0);
    assert_int_equal(run_text(START "  zones\n    over: yes\n").n_passed, 0);
    assert_int_equal(run_text("game duel\ncase c\n  position\n    over: yes\n  over: yes\n"
                              "  asked nobody\n  zones\n    over: yes\n  view 0\n    over: yes\n")
                         .n_passed,
                     1);
}

static void long_rows_are_cut_where_both_sides_part(void **unused)
{
    results r = run_text("game dune-battle\ncase c\n  option scenario=empty seats=2\n  position\n"
                         "    storm: 1\n    dead: at_hawat at_jessica at_halleck at_idaho at_yueh "
                         "hk_feyd hk_rabban hk_piter\n  view 0\n    dead: at_hawat at_jessica "
                         "at_halleck at_idaho at_yueh hk_feyd hk_rabban hk_nefud\n");
    const char *row = strstr(r.message, "    ! ");

    (void)unused;
    assert_non_null(row);
    assert_non_null(strstr(row, "…"));
    assert_non_null(strstr(row, "hk_nefud"));
    assert_non_null(strstr(row, "hk_piter"));
    assert_null(strstr(row, "at_hawat"));
    assert_true(strcspn(row, "\n") < 160);
}

static const char two_worlds[] =
    "game duel\n"
    "position table\n  hand 0: 7 11 3\n  deal: 1\n  effect: trick 0 step=pick\n"
    "case one world\n  position table\n    hand 1: 5 9 2\n  0 pick 7\n"
    "case the other\n  position table\n    hand 1: 5 10 2\n  0 pick 7\n";

static results run_two_worlds(const char *more)
{
    char text[1024];

    snprintf(text, sizeof text, "%s%s", two_worlds, more);
    return run_text(text);
}

static void two_worlds_are_compared_by_the_name_of_a_case(void **unused)
{
    results r = run_two_worlds("  same view 0 as one world\n  same view spectator as one world\n");

    (void)unused;
    if (r.n_passed != 2)
        fail_msg("%s", r.message);
    r = run_two_worlds("  same view 1 as one world\n");
    assert_int_equal(r.n_passed, 1);
    assert_int_equal(r.failed_line, 14);
    assert_non_null(strstr(r.message, "! hand: 2 5 9 | hand: 2 5 10\n"));
    assert_null(strstr(r.message, "points"));
    r = run_two_worlds("case third\n  over\ncase fourth\n  same view 0 as third\n");
    assert_non_null(strstr(r.message, "does not hold itself: line 15"));
}

static void case_that_is_expected_to_fail_passes_when_it_fails(void **unused)
{
    results r = run_text("game duel\ncase c\n  expect to fail\n  over\n");

    (void)unused;
    assert_int_equal(r.n_passed, 1);
    r = run_text("game duel\ncase c\n  expect to fail\n  not over\n");
    assert_int_equal(r.n_passed, 0);
    assert_non_null(strstr(r.message, "t.case:2: this case is expected to fail and holds"));
    assert_null(updated("game duel\ncase c\n  expect to fail\n  over\n"));
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
        cmocka_unit_test(update_writes_what_was_seen_and_keeps_the_rest),
        cmocka_unit_test(update_writes_whole_views_and_long_offers),
        cmocka_unit_test(update_leaves_what_has_no_single_answer),
        cmocka_unit_test(update_never_turns_an_accepted_move_into_a_refusal),
        cmocka_unit_test(move_at_the_wrong_time_says_what_is_asked_and_of_whom),
        cmocka_unit_test(over_is_written_as_views_write_it_too),
        cmocka_unit_test(long_rows_are_cut_where_both_sides_part),
        cmocka_unit_test(two_worlds_are_compared_by_the_name_of_a_case),
        cmocka_unit_test(case_that_is_expected_to_fail_passes_when_it_fails),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
