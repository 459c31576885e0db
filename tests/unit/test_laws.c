/* The laws: a sound game keeps them all, and each of them finds the mistakes planted for it. */
#include "support/cmocka_all.h"
#include "support/pocket.h"
#include "support/snap.h"
#include "laws/json_syntax.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    enum pocket_fault fault;
    cr_law law;
} planted;

static cr_laws_report report;

static cr_laws_plan plan_for(enum pocket_fault fault)
{
    cr_laws_plan plan;

    cr_laws_init(&plan, pocket_with(fault));
    cr_setup_pin(&plan.setup, 5);
    plan.matches = 400;
    plan.moves_max = 500;
    plan.heavy_every = 4;
    return plan;
}

static void run(const cr_laws_plan *plan)
{
    cr_laws_release(&report);
    assert_int_equal(cr_laws_run(plan, &report), CR_ERR_OK);
}

static void show_failures(void)
{
    for (unsigned i = 0; i < report.n_failures && i < 3; i++) {
        char text[CR_LAWS_FAILURE_TEXT];

        cr_laws_failure_print(report.game, &report.failure[i], text, sizeof text);
        print_message("%s", text);
    }
}

static void expect_sound(enum pocket_fault fault)
{
    cr_laws_plan plan = plan_for(fault);

    plan.matches = 1000;
    run(&plan);
    show_failures();
    assert_int_equal(report.n_failures, 0);
    assert_int_equal(report.matches, plan.matches);
}

static void sound_game_keeps_all_laws(void **unused)
{
    (void)unused;
    expect_sound(POCKET_SOUND);
    for (unsigned law = 0; law < CR_LAWS_END; law++)
        if (!report.checked[law] && law != CR_LAW_PASSED) /* test_open has a game for it */
            fail_msg("law %s was never checked", cr_law_name((cr_law)law));
    assert_int_equal(cr_laws_unseen_rows(&report), 0);
    assert_true(report.controls > 0);
    assert_true(report.defaults > 0);
    assert_true(report.codes[CR_CODE_STALE] && report.codes[CR_CODE_MALFORMED] &&
                report.codes[CR_CODE_FORBIDDEN] && report.codes[CR_CODE_LATE] &&
                report.codes[CR_CODE_OVER] && report.codes[CR_CODE_ANSWERED]);
    assert_true(report.refused[1] && report.refused[2]);
    for (uint16_t rule = 0; rule < report.game->n_rules; rule++) {
        uint64_t n = 0;

        for (uint16_t code = 0; code < CR_CODE_GAME + report.game->n_codes; code++)
            n += cr_laws_refused_as(&report, rule, code);
        assert_int_equal(n, report.refused[rule]);
    }
}

static void question_that_tells_may_depend_on_hidden_cards(void **unused)
{
    (void)unused;
    expect_sound(POCKET_TELLS);
}

/* A mistake may break other laws on its way; among the first sixteen matches that fail, of one of a few series, is the law it
 * is planted for. */
static void planted_fault_is_found(void **test)
{
    const planted *p = *test;
    cr_laws_plan plan = plan_for(p->fault);
    bool is_found = false;

    plan.failures = CR_LAWS_FAILURES_MAX;
    if (p->fault == POCKET_TIME_SLIPS) {
        plan.setup.option[POCKET_OPTION_TIME] = 300;
        plan.given = 1 << POCKET_OPTION_TIME;
    }
    if (p->law == CR_LAW_VARIES)
        plan.matches = 1000;
    for (uint64_t series = 5; series < 10 && !is_found; series++) {
        cr_setup_pin(&plan.setup, series);
        run(&plan);
        for (unsigned i = 0; i < report.n_failures; i++)
            is_found |= report.failure[i].law == p->law;
    }
    if (!is_found) {
        show_failures();
        fail_msg("%u failures, none of them of law %s", report.n_failures, cr_law_name(p->law));
    }
}

static const planted plants[] = {
#define ROW(id, law, text) {POCKET_##id, CR_LAW_##law},
    POCKET_FAULTS_MAP(ROW)
#undef ROW
};

static const char *const plant_names[] = {
#define NAME(id, law, text) "found: " text,
    POCKET_FAULTS_MAP(NAME)
#undef NAME
};

static void every_law_has_a_planted_fault(void **unused)
{
    (void)unused;
    for (unsigned law = 0; law < CR_LAWS_END; law++) {
        unsigned n = 0;

        for (unsigned i = 0; i < CR_COUNT_OF(plants); i++)
            n += plants[i].law == law;
#define ELSEWHERE(id, of, text) n += CR_LAW_##of == law;
        SNAP_FAULTS_MAP(ELSEWHERE)
#undef ELSEWHERE
        if (!n)
            fail_msg("no fault is planted for law %s", cr_law_name((cr_law)law));
    }
}

static void report_does_not_depend_on_threads(void **unused)
{
    static const enum pocket_fault faults[] = {POCKET_SOUND, POCKET_LOST_CARD};
    cr_laws_report first;

    (void)unused;
    for (unsigned i = 0; i < CR_COUNT_OF(faults); i++) {
        cr_laws_plan plan = plan_for(faults[i]);

        plan.failures = 3;
        run(&plan);
        first = report;
        report = (cr_laws_report){0};
        plan.threads = 4;
        run(&plan);
        assert_int_equal(report.matches, first.matches);
        assert_int_equal(report.moves, first.moves);
        assert_int_equal(report.probes, first.probes);
        assert_int_equal(report.n_failures, first.n_failures);
        assert_memory_equal(report.checked, first.checked, sizeof first.checked);
        assert_memory_equal(report.failure, first.failure,
                            first.n_failures * sizeof *first.failure);
        assert_memory_equal(report.chart, first.chart, report.game->n_chart * sizeof *report.chart);
        cr_laws_release(&first);
    }
}

/* The move of the last line "SEAT MOVE". */
static const char *last_move(const cr_laws_world *world)
{
    static char line[sizeof world->moves];
    char *last;

    snprintf(line, sizeof line, "%.*s", (int)strlen(world->moves) - 1, world->moves);
    last = strrchr(line, '\n');
    return strchr(last ? last + 1 : line, ' ') + 1;
}

static void failed_match_can_be_run_alone_and_read_as_a_position(void **unused)
{
    cr_laws_plan plan = plan_for(POCKET_LOST_CARD);
    cr_laws_failure failure;
    char text[CR_LAWS_FAILURE_TEXT], why[160];
    uint64_t room[256];
    cr_move move;

    (void)unused;
    run(&plan);
    assert_int_equal(report.n_failures, 1);
    failure = report.failure[0];
    assert_true(failure.move > 0);
    plan.first = failure.match;
    plan.matches = 1;
    run(&plan);
    assert_int_equal(report.n_failures, 1);
    assert_memory_equal(&report.failure[0], &failure, sizeof failure);

    assert_true(cr_laws_failure_print(plan.game, &failure, text, sizeof text) < sizeof text);
    assert_non_null(strstr(text, "case law "));
    assert_non_null(strstr(text, "  position\n    time: "));
    assert_true(sizeof room >= plan.game->state_size);
    assert_int_equal(cr_position_parse(plan.game, &failure.setup, failure.world.position,
                                       (cr_state *)room, NULL, NULL, why, sizeof why),
                     CR_ERR_OK);
    assert_int_equal(
        cr_move_parse(plan.game, (cr_state *)room, 0, last_move(&failure.world), &move).code, 0);
    assert_string_equal(failure.other.position, "");
}

/* Both worlds can be played on to where the viewer is told the same and sees something else. */
static void failure_of_a_pair_has_both_worlds(void **unused)
{
    cr_laws_plan plan = plan_for(POCKET_VOW_BELIEVED);
    const cr_laws_failure *f = report.failure;
    char text[CR_LAWS_FAILURE_TEXT], why[160];
    uint64_t room[256];

    (void)unused;
    run(&plan);
    assert_int_equal(report.n_failures, 1);
    assert_int_equal(f->law, CR_LAW_TOLD_ALIKE);
    assert_non_null(strstr(f->what, "told the same, it sees otherwise: 'vow' is '"));
    assert_non_null(strstr(f->what, "' against '"));
    cr_laws_failure_print(plan.game, f, text, sizeof text);
    assert_non_null(strstr(text, "case law told-alike, one world\n"));
    assert_non_null(strstr(text, "case law told-alike, the other world\n"));
    for (unsigned i = 0; i < 2; i++) {
        const cr_laws_world *world = i ? &f->other : &f->world;

        assert_int_equal(cr_position_parse(plan.game, &f->setup, world->position, (cr_state *)room,
                                           NULL, NULL, why, sizeof why),
                         CR_ERR_OK);
        assert_non_null(strstr(world->moves, " hit "));
    }
    assert_string_not_equal(f->world.moves, f->other.moves);
}

/* Answers that are in already are played before the move. */
static void a_written_world_has_the_answers_that_are_in(void **unused)
{
    const cr_game *game = pocket_with(POCKET_SOUND);
    cr_laws_world world;
    uint64_t room[256];
    cr_state *s = (cr_state *)room;
    cr_setup setup;
    cr_move move[2];
    cr_rng luck;
    char expected[64];

    (void)unused;
    cr_setup_init(game, &setup);
    cr_setup_pin(&setup, 3);
    setup.n_seats = 3;
    cr_rng_init(&luck, setup.seed, 9);
    assert_int_equal(cr_start(game, s, &setup, NULL), CR_ERR_OK);
    assert_true(cr_sample(game, s, 2, &luck, &move[0]) && cr_sample(game, s, 0, &luck, &move[1]));
    assert_int_equal(cr_play(game, s, &move[0], s->now_ms, NULL).code, 0);
    cr_laws_world_write(game, s, &move[1], &world);
    snprintf(expected, sizeof expected, "2 lay %u\n0 lay %u\n", move[0].arg[0], move[1].arg[0]);
    assert_string_equal(world.moves, expected);
}

static char *written(void)
{
    static char text[1 << 16];
    cr_text out = cr_text_on(text, sizeof text);

    cr_laws_write_text(&out, &(cr_laws_result){.report = &report, .seed = "5", .seconds = 1});
    assert_false(cr_text_is_full(&out));
    return text;
}

static void broken_laws_are_told_before_all_figures(void **unused)
{
    cr_laws_plan plan = plan_for(POCKET_LOST_CARD);
    const char *text;

    (void)unused;
    run(&plan);
    text = written();
    assert_ptr_equal(strstr(text, "# law "), text);
    assert_true(strstr(text, "\ngame ") > strstr(text, "# law "));
    assert_non_null(strstr(text, "\na law is broken\n"));
}

static void event_that_nobody_is_told_is_listed(void **unused)
{
    const cr_game *duel = cr_game_find("duel");
    cr_game more = *duel;
    cr_told events[64];
    cr_laws_plan plan;

    (void)unused;
    cr_laws_init(&plan, duel);
    cr_setup_pin(&plan.setup, 5);
    plan.matches = 20;
    run(&plan);
    assert_int_equal(cr_laws_untold(&report), 0);
    assert_null(strstr(written(), "never: applause"));
    assert_true(more.n_events < CR_COUNT_OF(events));
    memcpy(events, more.events, more.n_events * sizeof *events);
    events[more.n_events++] = (cr_told){.word = "applause"};
    more.events = events;
    plan.game = &more;
    run(&plan);
    assert_int_equal(cr_laws_untold(&report), 1);
    assert_non_null(strstr(written(), "          never: applause\n"));
    cr_laws_release(&report);
}

static void given_options_stay_and_others_vary(void **unused)
{
    cr_laws_plan plan = plan_for(POCKET_LOST_CARD);

    (void)unused;
    plan.failures = CR_LAWS_FAILURES_MAX;
    plan.setup.n_seats = 3;
    plan.given = UINT64_C(1) << CR_LAWS_SEATS;
    run(&plan);
    assert_int_equal(report.n_failures, CR_LAWS_FAILURES_MAX);
    for (unsigned i = 0, n_timed = 0; i < report.n_failures; i++) {
        n_timed += report.failure[i].setup.option[POCKET_OPTION_TIME] != 0;
        assert_int_equal(report.failure[i].setup.n_seats, 3);
        if (i + 1 == report.n_failures)
            assert_in_range(n_timed, 1, report.n_failures - 1);
    }
    plan.varies = false;
    run(&plan);
    for (unsigned i = 0; i < report.n_failures; i++)
        assert_int_equal(report.failure[i].setup.option[POCKET_OPTION_TIME], 0);
}

static bool stop_at_once(void *context, uint64_t done)
{
    *(uint64_t *)context = done;
    return false;
}

static void series_ends_when_told_to(void **unused)
{
    cr_laws_plan plan = plan_for(POCKET_SOUND);
    uint64_t done = 0;

    (void)unused;
    plan.progress = stop_at_once;
    plan.context = &done;
    run(&plan);
    assert_true(done > 0 && done < plan.matches);
    assert_int_equal(report.matches, done);
}

static void setup_that_does_not_start_is_an_error(void **unused)
{
    cr_laws_plan plan = plan_for(POCKET_SOUND);

    (void)unused;
    plan.setup.n_seats = 7;
    plan.varies = false;
    cr_laws_release(&report);
    assert_int_equal(cr_laws_run(&plan, &report), CR_ERR_BAD_SEATS);
}

static void json_syntax_is_strict(void **unused)
{
    static const char *const good[] = {"{}", "[1,-2.5e3,\"a\\u00e9\",true,null]",
                                       "{\"a\":{\"a\":[]},\"b\":0}", " \"ü\" "};
    static const char *const bad[] = {
        "",         "{",
        "{\"a\"}",  "{\"a\":1,\"a\":2}",
        "[1,]",     "01",
        "p3",       "\"\n\"",
        "tru",      "{} {}",
        "1.",       "\"\\x\"",
        "\"\xff\"", "[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]",
        "{a:1}",    "\"open",
        "1e",       "-",
    };

    (void)unused;
    for (unsigned i = 0; i < CR_COUNT_OF(good); i++)
        assert_null(json_wrong(good[i], strlen(good[i])));
    for (unsigned i = 0; i < CR_COUNT_OF(bad); i++)
        if (!json_wrong(bad[i], strlen(bad[i])))
            fail_msg("'%s' passes as JSON", bad[i]);
}

int main(void)
{
    const struct CMUnitTest others[] = {
        cmocka_unit_test(sound_game_keeps_all_laws),
        cmocka_unit_test(question_that_tells_may_depend_on_hidden_cards),
        cmocka_unit_test(every_law_has_a_planted_fault),
        cmocka_unit_test(report_does_not_depend_on_threads),
        cmocka_unit_test(failed_match_can_be_run_alone_and_read_as_a_position),
        cmocka_unit_test(failure_of_a_pair_has_both_worlds),
        cmocka_unit_test(a_written_world_has_the_answers_that_are_in),
        cmocka_unit_test(broken_laws_are_told_before_all_figures),
        cmocka_unit_test(event_that_nobody_is_told_is_listed),
        cmocka_unit_test(given_options_stay_and_others_vary),
        cmocka_unit_test(series_ends_when_told_to),
        cmocka_unit_test(setup_that_does_not_start_is_an_error),
        cmocka_unit_test(json_syntax_is_strict),
    };
    struct CMUnitTest tests[CR_COUNT_OF(others) + CR_COUNT_OF(plants)];
    int n_failed;

    memcpy(tests, others, sizeof others);
    for (unsigned i = 0; i < CR_COUNT_OF(plants); i++)
        tests[CR_COUNT_OF(others) + i] = (struct CMUnitTest){
            plant_names[i], planted_fault_is_found, NULL, NULL, (void *)(uintptr_t)&plants[i]};
    n_failed = cmocka_run_group_tests(tests, NULL, NULL);
    cr_laws_release(&report);
    return n_failed;
}
