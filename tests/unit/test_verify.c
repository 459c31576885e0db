/* Verification: a sound game is verified, planted faults are caught and by which check, reports say what they must. */
#include "support/cmocka_all.h"
#include "support/pocket.h"
#include "laws/json_syntax.h"
#include "verify/verify.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

static cr_verify v;

/* ---- helpers ---- */

static char *read_text(const char *path, size_t *len)
{
    FILE *in = fopen(path, "rb");
    char *text = test_malloc(CR_CASE_FILE_MAX);

    assert_non_null(in);
    *len = fread(text, 1, CR_CASE_FILE_MAX - 1, in);
    text[*len] = 0;
    fclose(in);
    return text;
}

/* The case files of a game, played with a copy of it. */
static void run_cases(const cr_game *game, const cr_game *copy)
{
    char pattern[512];
    glob_t found;

    snprintf(pattern, sizeof pattern, "%s/tests/cases/%s/*.case", CR_TEST_SOURCE_DIR, game->name);
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        size_t len;
        char *text = read_text(found.gl_pathv[i], &len);

        cr_verify_cases(&v, copy, "test.case", text, len);
        test_free(text);
    }
    globfree(&found);
}

static void run_play(const cr_game *game, uint64_t matches)
{
    cr_laws_plan plan;

    cr_laws_init(&plan, game);
    cr_setup_pin(&plan.setup, 5);
    plan.matches = matches;
    plan.moves_max = 2000;
    plan.heavy_every = 4;
    plan.failures = 4;
    assert_int_equal(cr_verify_laws(&v, &plan), CR_ERR_OK);
    plan.matches = matches / 4;
    assert_int_equal(cr_verify_depth(&v, &plan, NULL), CR_ERR_OK);
}

static void begin(const cr_game *game)
{
    cr_verify_release(&v);
    assert_int_equal(cr_verify_init(&v, game), CR_ERR_OK);
}

static bool has_problem(const char *kind, const char *with)
{
    for (size_t i = 0; i < v.n_problems; i++)
        if (!strcmp(v.problems[i].kind, kind) && strstr(v.problems[i].what, with))
            return true;
    return false;
}

static void show_problems(void)
{
    for (size_t i = 0; i < v.n_problems; i++)
        print_message("  %s: %s\n", v.problems[i].kind, v.problems[i].what);
}

/* ---- planted faults ---- */

static const cr_game *real; /* the game that a fault is planted in */
static uint64_t late[2];    /* cards that leave the hand with the next answer only */

static void *zone(cr_state *s, const char *name)
{
    for (const cr_field *f = real->zones; f->name; f++)
        if (!strcmp(f->name, name))
            return (char *)s + f->at;
    fail_msg("no zone '%s'", name);
    return NULL;
}

static void step_late_card(cr_state *s, cr_frame *top, cr_sink *sink)
{
    uint64_t *hand = zone(s, "hand"), before[2];

    for (unsigned i = 0; i < 2; i++) {
        if (s->answered && cr_tally_has(hand[i], late[i]))
            hand[i] -= late[i];
        if (s->answered)
            late[i] = 0;
        before[i] = hand[i];
    }
    real->step(s, top, sink);
    for (unsigned i = 0; i < 2; i++)
        if (cr_tally_sum(before[i]) == cr_tally_sum(hand[i]) + 1) {
            late[i] = before[i] - hand[i];
            hand[i] = before[i];
        }
}

static void step_slow_clock(cr_state *s, cr_frame *top, cr_sink *sink)
{
    bool was_open = s->q.open && !s->answered;

    real->step(s, top, sink);
    if (s->q.open && !was_open && s->q.budget_ms && !s->paused)
        s->q.deadline_ms++;
}

/* Offered as a reaction and refused because what it answers is not found: the mistake of move 159. */
static cr_refusal check_lost_reaction(const cr_state *s, const cr_move *move)
{
    bool has_context = s->depth < 2 || s->stack[s->depth - 2].note;
    cr_refusal why = real->check(s, move);

    if (!why.code && move->kind != CR_PASS && !has_context)
        return cr_no(CR_CODE_GAME, 1, 0);
    return why;
}

static void space_of_promises(const cr_state *s, uint8_t seat, cr_space *out)
{
    real->space(s, seat, out);
    for (unsigned i = 0; i < out->n && s->q.form != CR_ALL; i++)
        out->box[i].is_exact = 1;
}

static cr_refusal check_no_promise(const cr_state *s, const cr_move *move)
{
    cr_refusal why = real->check(s, move);

    if (!strcmp(cr_code_name(real, why.code), "PRESCIENCE_COMMITMENT_VIOLATION"))
        return CR_ACCEPT;
    return why;
}

/* What a seat sealed is told to the other by the number of boxes of its offers. */
static void space_by_sealed(const cr_state *s, uint8_t seat, cr_space *out)
{
    real->space(s, seat, out);
    if (s->q.form == CR_ALL && seat < 2 && s->sealed[1 - seat].arg[0] % 2)
        for (unsigned i = 0; i < out->n; i++)
            out->box[i].is_exact ^= 1;
}

/* A lock says whether the pick is odd. */
static void seal_told(const cr_state *s, const cr_move *move, cr_sink *sink)
{
    uint8_t odd = move->arg[0] & 1;

    (void)s;
    if (sink)
        cr_emit(sink, 0, move->seat, CR_EYES_ALL, 1, false, &odd, 1);
}

/* Whoever passes tells of the cards that the other seat still has. */
static void step_told_hand(cr_state *s, cr_frame *top, cr_sink *sink)
{
    bool is_pass = s->answered && s->q.form != CR_ALL && s->said.kind == CR_PASS;
    uint8_t odd = (uint8_t)(*(uint64_t *)zone(s, "hand") >> 4 & 1);

    real->step(s, top, sink);
    if (is_pass && sink)
        cr_emit(sink, 0, 0, CR_EYES_ALL, 1, false, &odd, 1);
}

/* A host whose messages are longer if a hand is better. */
static size_t message_by_hand(const cr_game *game, const cr_state *s, uint8_t viewer,
                              const cr_event *events, size_t n, char *buf, size_t cap)
{
    cr_text out = cr_text_on(buf, cap);

    (void)game, (void)viewer, (void)events, (void)n;
    cr_text_fmt(&out, "%llu",
                (unsigned long long)*(uint64_t *)zone((cr_state *)(uintptr_t)s, "hand"));
    return out.len;
}

static void no_cases(const cr_game *game, const cr_game *copy)
{
    (void)game;
    (void)copy;
}

typedef struct {
    const char *name;
    const char *game;        /* of the table, or NULL: pocket with `fault` */
    enum pocket_fault fault; /* for pocket */
    void (*step)(cr_state *, cr_frame *, cr_sink *);
    cr_refusal (*check)(const cr_state *, const cr_move *);
    void (*space)(const cr_state *, uint8_t, cr_space *);
    void (*sealed)(const cr_state *, const cr_move *, cr_sink *);
    cr_verify_message *message;
    unsigned n_chart_less;        /* rows left out at the end of the chart */
    const char *caught_by, *with; /* kind of problem, and a part of its text */
} plant;

static const plant plants[] = {
    {"leak: a face-down card is in every view", NULL, POCKET_BURIED_SHOWN, .caught_by = "law",
     .with = "view-back"},
    {"leak: a promise is in every view", NULL, POCKET_VOW_SHOWN, .caught_by = "secret",
     .with = "vow"},
    {"leak: a sealed answer is in every view", NULL, POCKET_SEAL_SEEN, .caught_by = "told-alike",
     .with = "'seen' (row"},
    {"leak: a sealed answer is told", NULL, POCKET_SEAL_TOLD, .caught_by = "law", .with = "sealed"},
    {"leak: a lock tells of what was sealed", "duel", 0, .sealed = seal_told, .caught_by = "secret",
     .with = "the sealed answer of seat"},
    {"leak: an event tells more than the view", "duel", 0, .step = step_told_hand,
     .caught_by = "secret", .with = "what its view does not"},
    {"leak: a message is longer for a better hand", "duel", 0, .message = message_by_hand,
     .caught_by = "secret", .with = "a message to"},
    {"leak: offers depend on another hand", NULL, POCKET_OFFERS_BY_HAND, .caught_by = "told-alike",
     .with = "it is offered 'lay"},
    {"leak: a refusal depends on another hand", NULL, POCKET_CODE_BY_HAND, .caught_by = "secret",
     .with = "ELSEWHERE"},
    {"leak: time depends on a hand", NULL, POCKET_TIME_BY_HAND, .caught_by = "law",
     .with = "world-asks"},
    {"leak: a promise is in every view and worlds believe it", NULL, POCKET_VOW_BELIEVED,
     .caught_by = "law", .with = "'vow' is"},
    {"leak: a card buried face down is told to all", NULL, POCKET_BURY_TOLD, .caught_by = "law",
     .with = "seen-alike"},
    {"a default is no move of its seat", NULL, POCKET_BAD_DEFAULT, .caught_by = "law",
     .with = "NOT_HELD"},
    {"leak: dealt hands are told to all", NULL, POCKET_HANDS_TOLD, .caught_by = "law",
     .with = "seen-alike"},
    {"leak: boxes tell a sealed answer", "duel", 0, .space = space_by_sealed,
     .caught_by = "told-alike", .with = "in other boxes"},
    {"an offered reaction is refused for lack of context", "duel", 0, .space = space_of_promises,
     .check = check_lost_reaction, .caught_by = "offered", .with = "refused"},
    {"the same, seen by a case", "duel", 0, .check = check_lost_reaction, .caught_by = "case",
     .with = "EX-"},
    {"a promise is not enforced", "dune-battle", 0, .check = check_no_promise, .caught_by = "case",
     .with = "does not hold"},
    {"a card leaves the hand late", "duel", 0, .step = step_late_card, .caught_by = "case",
     .with = "EX-6"},
    {"a clock is off by one", "duel", 0, .step = step_slow_clock, .caught_by = "case",
     .with = "does not hold"},
    {"a passage is missing from the chart", "duel", 0, .n_chart_less = 3, .caught_by = "law",
     .with = "no row"},
    {"a card gets lost", NULL, POCKET_LOST_CARD, .caught_by = "sound", .with = "cards"},
    {"a card is accepted but not offered", NULL, POCKET_UNOFFERED, .caught_by = "accepted",
     .with = "bury"},
    {"the table of kinds does not allow what is offered", NULL, POCKET_NARROW_SHAPE,
     .caught_by = "offered", .with = "refused"},
    {"a zone is missing from the table", NULL, POCKET_ZONE_MISSING, .caught_by = "law",
     .with = "position-text"},
};

static void planted_fault_is_caught(void **test)
{
    const plant *p = *test;
    cr_game bad;

    real = p->game ? cr_game_find(p->game) : pocket_with(p->fault);
    bad = *real;
    bad.step = p->step ? p->step : bad.step;
    bad.check = p->check ? p->check : bad.check;
    bad.space = p->space ? p->space : bad.space;
    bad.sealed = p->sealed ? p->sealed : bad.sealed;
    bad.n_chart = (uint16_t)(bad.n_chart - p->n_chart_less);
    late[0] = late[1] = 0;
    begin(&bad);
    v.message = p->message;
    (p->game ? run_cases : no_cases)(real, &bad);
    run_play(&bad, p->game ? 60 : 400);
    assert_int_equal(cr_verify_judge(&v), CR_ERR_OK);
    if (!has_problem(p->caught_by, p->with)) {
        show_problems();
        fail_msg("not caught by '%s' with '%s'", p->caught_by, p->with);
    }
    print_message("           caught by: %s\n", p->caught_by);
}

/* ---- reports ---- */

static char *written(void (*write)(cr_text *, const void *))
{
    cr_text text = cr_text_on(NULL, 0);
    size_t cap;
    char *buf;

    write(&text, &v);
    cap = text.len + 1;
    buf = test_malloc(cap);
    text = cr_text_on(buf, cap);
    write(&text, &v);
    assert_int_equal(text.len + 1, cap);
    return buf;
}

static void verify_duel(void)
{
    const cr_game *duel = cr_game_find("duel");

    begin(duel);
    run_cases(duel, NULL);
    run_play(cr_game_counting(duel), 200);
    assert_int_equal(cr_verify_judge(&v), CR_ERR_OK);
}

static void sound_game_has_no_problem_but_rare_rows(void **unused)
{
    (void)unused;
    verify_duel();
    for (size_t i = 0; i < v.n_problems; i++)
        if (strcmp(v.problems[i].kind, "chart")) {
            show_problems();
            fail_msg("a sound game has a problem");
        }
    assert_int_equal(cr_verify_count(&v, CR_STANDING_PROVEN), v.game->n_rules - 1);
    for (uint16_t rule = 1; rule < v.game->n_rules; rule++) {
        assert_true(v.rules[rule].n_passed > 0);
        assert_true(v.rules[rule].n_places > 0);
        assert_true(v.rules[rule].is_run_by_case || v.rules[rule].cited);
    }
    assert_true(v.depth.pairs > 1000 && v.depth.probes > v.depth.offered);
}

static void reports_are_whole(void **unused)
{
    char *json, *html, *markdown, *text;

    (void)unused;
    verify_duel();
    json = written(cr_verify_write_json);
    html = written(cr_verify_write_html);
    markdown = written(cr_verify_write_markdown);
    text = written(cr_verify_write_text);
    assert_null(json_wrong(json, strlen(json)));
    assert_non_null(strstr(json, "\"rule\":\"EX-5\""));
    assert_non_null(strstr(json, "\"NOT_HELD\":"));
    assert_non_null(strstr(json, "src/games/duel/duel.c"));
    assert_non_null(strstr(html, "<tr id=\"EX-5\""));
    assert_non_null(strstr(html, "<svg "));
    assert_null(strstr(html, "http://"));
    assert_null(strstr(html, "https://"));
    assert_non_null(strstr(markdown, "### EX-5: proven"));
    assert_non_null(strstr(text, "20 proven"));
    test_free(json);
    test_free(html);
    test_free(markdown);
    test_free(text);
}

/* Does the source line of this place cite a rule as code does that runs by it? */
static bool is_code(const cr_place *place)
{
    size_t len;
    char *text = read_text(place->path, &len), *line = text;
    bool is_cited;

    for (unsigned i = 1; i < place->line; i++) {
        line = strchr(line, '\n');
        assert_non_null(line++);
    }
    line[strcspn(line, "\n")] = 0;
    is_cited = strstr(line, "CITE") || strstr(line, "REFUSE");
    test_free(text);
    return is_cited;
}

/* What a report names first is the code, not a row of a table. */
static void code_that_runs_by_a_rule_comes_first(void **unused)
{
    const cr_game *duel = cr_game_find("duel");

    (void)unused;
    assert_true(is_code(cr_place_at(duel, "EX-5", 0)));
    assert_true(is_code(cr_place_at(duel, "EX-5", 1)));
    assert_false(is_code(cr_place_at(
        duel, "EX-5", 2))); /* a row of the chart, which stands above both in the file */
    assert_null(cr_place_at(duel, "EX-5", 3));
}

static void rule_without_a_case_is_a_gap(void **unused)
{
    (void)unused;
    begin(pocket_with(POCKET_SOUND));
    assert_int_equal(cr_verify_judge(&v), CR_ERR_OK);
    assert_int_equal(v.rules[1].standing, CR_STANDING_UNPROVEN);
    assert_true(has_problem("rule", "PK-1: no proof"));
    run_play(v.game, 40);
    assert_int_equal(cr_verify_judge(&v), CR_ERR_OK);
    assert_int_equal(v.rules[1].standing, CR_STANDING_EXERCISED);
    assert_true(has_problem("rule", "PK-1: exercised only"));
}

static void proofs_come_from_a_file(void **unused)
{
    (void)unused;
    begin(pocket_with(POCKET_SOUND));
    cr_verify_proofs(&v, "proofs",
                     "# of tests\nPK-1 pass a test\nPK-2 fail another test\nXX-1 pass of "
                     "another game\nPK-1 maybe\n");
    assert_int_equal(cr_verify_judge(&v), CR_ERR_OK);
    assert_int_equal(v.rules[1].standing, CR_STANDING_PROVEN);
    assert_int_equal(v.rules[2].standing, CR_STANDING_FAILING);
    assert_true(has_problem("file", "proofs:5:"));
    assert_true(has_problem("rule", "PK-2: failing"));
}

static void case_with_an_unknown_rule_is_a_problem(void **unused)
{
    static const char text[] = "game duel\n\ncase one\n  proves EX-99\n  seed 1\n";

    (void)unused;
    begin(cr_game_find("duel"));
    cr_verify_cases(&v, NULL, "bad.case", text, sizeof text - 1);
    assert_int_equal(cr_verify_judge(&v), CR_ERR_OK);
    assert_true(has_problem("file", "bad.case:4:"));
}

static void failing_case_makes_its_rule_fail(void **unused)
{
    static const char text[] = "game duel\n\ncase one\n  proves EX-5\n  seed 1\n  asked parry? 0\n";

    (void)unused;
    begin(cr_game_find("duel"));
    cr_verify_cases(&v, NULL, "bad.case", text, sizeof text - 1);
    assert_int_equal(cr_verify_judge(&v), CR_ERR_OK);
    assert_true(has_problem("case", "bad.case:6:"));
    assert_true(has_problem("rule", "EX-5: failing"));
}

/* ---- small worlds ---- */

static const char small[] =
    "world one card each\n  option parries=1 target=99\n  position\n    hand 0: "
    "9\n    hand 1: 7\n    deal: 20\n    effect: trick 0 step=pick\n";

static void known_gap_proves_nothing(void **unused)
{
    static const char text[] = "game duel\ncase a gap\n  proves EX-1\n  expect to fail\n  over\n";
    char *report;

    (void)unused;
    begin(cr_game_find("duel"));
    cr_verify_cases(&v, NULL, "t.case", text, strlen(text));
    assert_int_equal(cr_verify_judge(&v), CR_ERR_OK);
    assert_int_not_equal(v.rules[cr_rule_find(v.game, "EX-1")].standing, CR_STANDING_PROVEN);
    assert_int_not_equal(v.rules[cr_rule_find(v.game, "EX-1")].standing, CR_STANDING_FAILING);
    report = written(cr_verify_write_text);
    assert_non_null(strstr(report, "0 passed, 0 failed, 1 known gaps\n          known gap: a gap "
                                   "(t.case:2)\n"));
    test_free(report);
}

static void small_world_is_searched_whole(void **unused)
{
    (void)unused;
    begin(cr_game_find("duel"));
    assert_int_equal(cr_verify_worlds(&v, v.game, "w", small, NULL), CR_ERR_OK);
    assert_int_equal(v.n_unread, 0);
    assert_int_equal(v.n_worlds, 1);
    /* Nothing, one pick in (two ways), parry?, counter?, and the two ends. */
    assert_int_equal(v.worlds[0].states, 8);
    assert_int_equal(v.worlds[0].depth, 4);
    assert_int_equal(v.worlds[0].ends, 3);
    assert_false(v.worlds[0].is_cut);
    assert_true(v.search.pairs > 0);
}

static void small_world_with_a_limit_is_cut(void **unused)
{
    (void)unused;
    begin(cr_game_find("duel"));
    assert_int_equal(cr_verify_worlds(&v, v.game, "w", "world a deal\n  states 50\n", NULL),
                     CR_ERR_OK);
    assert_true(v.worlds[0].is_cut);
    assert_int_equal(v.worlds[0].states, 50);
    begin(cr_game_find("duel"));
    assert_int_equal(cr_verify_worlds(&v, v.game, "w", "world a deal\n  moves 1\n", NULL),
                     CR_ERR_OK);
    assert_true(v.worlds[0].is_cut);
}

static void small_world_finds_a_leak_without_made_up_worlds(void **unused)
{
    static const char text[] = "world a deal\n  states 400\n";

    (void)unused;
    begin(pocket_with(POCKET_CODE_BY_HAND));
    assert_int_equal(cr_verify_worlds(&v, v.game, "w", text, NULL), CR_ERR_OK);
    assert_string_equal(v.fault[1].check, "secret");
}

/* Two ways that tell a viewer the same are shown as two cases, with the move that is seen. */
static void small_world_compares_what_was_told_on_the_way(void **unused)
{
    static const struct {
        enum pocket_fault fault;
        const char *check, *what, *move;
    } rows[] = {
        {POCKET_VOW_BELIEVED, "told-alike", "sees otherwise: 'vow' is '", " hit "},
        {POCKET_HIT_UNTOLD, "told-alike", "sees otherwise: ", " hit "},
        {POCKET_HIT_TOLD, "seen-alike", "told otherwise: 'hit ", " hit "},
        {POCKET_BURY_TOLD, "seen-alike", "told otherwise: 'buried ", " bury "},
    };
    static const char text[] = "world a deal\n  states 4000\n";

    (void)unused;
    for (unsigned i = 0; i < CR_COUNT_OF(rows); i++) {
        const cr_verify_fault *fault = &v.fault[1];
        char *report;

        begin(pocket_with(rows[i].fault));
        assert_int_equal(cr_verify_worlds(&v, v.game, "w", text, NULL), CR_ERR_OK);
        assert_string_equal(fault->check, rows[i].check);
        assert_non_null(strstr(fault->what, rows[i].what));
        for (unsigned k = 0; k < 2; k++)
            assert_non_null(strstr(fault->worlds[k].moves, rows[i].move));
        assert_int_equal(cr_verify_judge(&v), CR_ERR_OK);
        report = written(cr_verify_write_text);
        assert_non_null(strstr(report, ", one world\n  position\n"));
        assert_non_null(strstr(report, ", the other world\n  position\n"));
        test_free(report);
    }
}

static void bad_worlds_are_said_with_their_line(void **unused)
{
    static const char *const bad[] = {"seed 1\n",
                                      "world a\n  colour red\n",
                                      "world a\n  option parries\n",
                                      "world a\n  option parries=99\n",
                                      "world a\n  seed 1 2\n",
                                      "world a\n  position\n    hand 0: 99\n"};

    (void)unused;
    for (unsigned i = 0; i < CR_COUNT_OF(bad); i++) {
        begin(cr_game_find("duel"));
        assert_int_equal(cr_verify_worlds(&v, v.game, "w.small", bad[i], NULL), CR_ERR_OK);
        assert_int_equal(cr_verify_judge(&v), CR_ERR_OK);
        if (!has_problem("file", "w.small:"))
            fail_msg("'%s' is taken", bad[i]);
    }
}

static void world_that_does_not_start_says_why_and_is_not_called_whole(void **unused)
{
    static const struct {
        const char *text, *why;
    } rows[] = {
        {"world a\n  position\n    hand 0: 3 99\n", "w.small:3: world 'a' does not start: "},
        {"# two worlds\nworld a\n  position\n    hand 0: 3 3 3 3 3\n    hand 1: 3\n\n"
         "world b\n  seed 1\n",
         "w.small:2: world 'a' does not start: "},
    };
    char *text, *json, *html, *markdown;

    (void)unused;
    for (unsigned i = 0; i < CR_COUNT_OF(rows); i++) {
        const char *why;

        begin(cr_game_find("duel"));
        assert_int_equal(cr_verify_worlds(&v, v.game, "w.small", rows[i].text, NULL), CR_ERR_OK);
        assert_int_equal(v.n_unread, 1);
        why = strstr(v.unread[0], rows[i].why);
        if (!why || !why[strlen(rows[i].why)])
            fail_msg("'%s' is no reason", v.unread[0]);
        assert_int_equal(cr_verify_judge(&v), CR_ERR_OK);
        text = written(cr_verify_write_text);
        json = written(cr_verify_write_json);
        html = written(cr_verify_write_html);
        markdown = written(cr_verify_write_markdown);
        for (size_t k = 0; k < v.n_worlds; k++)
            assert_false(v.worlds[k].is_searched);
        assert_non_null(strstr(text, "world     a: not searched\n"));
        assert_null(strstr(text, "whole"));
        assert_null(strstr(json, "\"whole\":true"));
        assert_null(strstr(html, ">whole<"));
        assert_null(strstr(markdown, "| whole |"));
        test_free(text);
        test_free(json);
        test_free(html);
        test_free(markdown);
    }
}

/* Plants a fault and gives the report as text. */
static char *report_of(const char *name)
{
    const plant *p = plants;
    cr_game bad;

    while (strcmp(p->name, name))
        p++;
    real = cr_game_find(p->game);
    bad = *real;
    bad.step = p->step ? p->step : bad.step;
    bad.sealed = p->sealed ? p->sealed : bad.sealed;
    late[0] = late[1] = 0;
    begin(&bad);
    v.message = p->message;
    run_play(&bad, 60);
    assert_int_equal(cr_verify_judge(&v), CR_ERR_OK);
    return written(cr_verify_write_text);
}

static void two_messages_that_differ_are_shown(void **unused)
{
    char *text = report_of("leak: a message is longer for a better hand"), *one, *other;

    (void)unused;
    one = strstr(text, "# in one world:   ");
    other = strstr(text, "# in the other:   ");
    assert_true(one && other && one < other);
    assert_int_not_equal(strncmp(one + 18, other + 18, 20), 0);
    test_free(text);
    text = report_of("leak: an event tells more than the view");
    assert_non_null(strstr(text, "# in one world:   "));
    test_free(text);
}

static void depth_does_not_depend_on_threads(void **unused)
{
    cr_verify_counts one;
    cr_laws_plan plan;

    (void)unused;
    cr_laws_init(&plan, cr_game_find("duel"));
    cr_setup_pin(&plan.setup, 9);
    plan.matches = 20;
    begin(cr_game_find("duel"));
    assert_int_equal(cr_verify_depth(&v, &plan, NULL), CR_ERR_OK);
    one = v.depth;
    plan.threads = 3;
    begin(cr_game_find("duel"));
    assert_int_equal(cr_verify_depth(&v, &plan, NULL), CR_ERR_OK);
    assert_memory_equal(&one, &v.depth, sizeof one);
}

int main(void)
{
    const struct CMUnitTest others[] = {
        cmocka_unit_test(sound_game_has_no_problem_but_rare_rows),
        cmocka_unit_test(reports_are_whole),
        cmocka_unit_test(code_that_runs_by_a_rule_comes_first),
        cmocka_unit_test(rule_without_a_case_is_a_gap),
        cmocka_unit_test(proofs_come_from_a_file),
        cmocka_unit_test(case_with_an_unknown_rule_is_a_problem),
        cmocka_unit_test(failing_case_makes_its_rule_fail),
        cmocka_unit_test(known_gap_proves_nothing),
        cmocka_unit_test(small_world_is_searched_whole),
        cmocka_unit_test(small_world_with_a_limit_is_cut),
        cmocka_unit_test(small_world_finds_a_leak_without_made_up_worlds),
        cmocka_unit_test(small_world_compares_what_was_told_on_the_way),
        cmocka_unit_test(bad_worlds_are_said_with_their_line),
        cmocka_unit_test(world_that_does_not_start_says_why_and_is_not_called_whole),
        cmocka_unit_test(two_messages_that_differ_are_shown),
        cmocka_unit_test(depth_does_not_depend_on_threads),
    };
    struct CMUnitTest tests[CR_COUNT_OF(others) + CR_COUNT_OF(plants)];
    int n_failed;

    memcpy(tests, others, sizeof others);
    for (unsigned i = 0; i < CR_COUNT_OF(plants); i++)
        tests[CR_COUNT_OF(others) + i] = (struct CMUnitTest){
            plants[i].name, planted_fault_is_caught, NULL, NULL, (void *)(uintptr_t)&plants[i]};
    n_failed = cmocka_run_group_tests(tests, NULL, NULL);
    cr_verify_release(&v);
    return n_failed;
}
