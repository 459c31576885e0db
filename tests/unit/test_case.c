/* croupier case as people call it: what it prints, how it ends, and what it does to files. */
#include "support/cmocka_all.h"
#include "apps/command.h"
#include "laws/json_syntax.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define SOURCE  CR_TEST_SOURCE_DIR
#define SCRATCH CR_TEST_BINARY_DIR "/test_case"

enum { ARGS_MAX = 16, OUTPUT_MAX = 1 << 20 };

static char output[OUTPUT_MAX];

static void write_text(const char *path, const char *text)
{
    FILE *out = fopen(path, "wb");

    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

/* The contents of a file in `output`. */
static size_t read_text(const char *path)
{
    FILE *in = fopen(path, "rb");
    size_t len;

    if (!in)
        fail_msg("cannot read %s", path);
    len = fread(output, 1, sizeof output - 1, in);
    output[len] = 0;
    fclose(in);
    return len;
}

/* Runs the command with these arguments, NULL at the end; what it prints is in `output`. */
static int run(const char *const *args)
{
    char words[ARGS_MAX][512], *argv[ARGS_MAX + 1] = {0};
    int argc = 0, status, out = dup(1), err = dup(2);
    FILE *file = fopen(SCRATCH "/output", "wb");

    assert_non_null(file);
    for (; args[argc]; argc++) {
        assert_true(argc < ARGS_MAX);
        snprintf(words[argc], sizeof words[argc], "%s", args[argc]);
        argv[argc] = words[argc];
    }
    fflush(stdout);
    dup2(fileno(file), 1);
    dup2(fileno(file), 2);
    status = cmd_case(argc, argv);
    fflush(stdout);
    dup2(out, 1);
    dup2(err, 2);
    close(out);
    close(err);
    fclose(file);
    read_text(SCRATCH "/output");
    return status;
}

#define RUN(...) run((const char *const[]){"case", __VA_ARGS__, NULL})

static bool has(const char *part)
{
    return strstr(output, part) != NULL;
}

static bool ends_with(const char *end)
{
    size_t len = strlen(output), n = strlen(end);

    return len >= n && !strcmp(output + len - n, end);
}

static int make_scratch(void **unused)
{
    (void)unused;
    mkdir(SCRATCH, 0777);
    write_text(SCRATCH "/good.case", "game duel\ncase a\n  proves EX-1\n  not over\n");
    write_text(SCRATCH "/wrong.case", "game duel\ncase b\n  proves EX-2\n  over\n");
    write_text(SCRATCH "/bad.case", "game duel\ncase c\n  ovver\n");
    return 0;
}

static void the_exit_status_tells_the_worst(void **unused)
{
    (void)unused;
    assert_int_equal(RUN(SCRATCH "/good.case"), 0);
    assert_string_equal(output, "1 passed, 0 failed\n");
    assert_int_equal(RUN(SCRATCH "/good.case", SCRATCH "/wrong.case"), 1);
    assert_true(has("FAIL  b\n" SCRATCH "/wrong.case:4: over\n"));
    assert_true(ends_with("\n1 passed, 1 failed\n"));
    assert_int_equal(RUN(SCRATCH "/bad.case", SCRATCH "/wrong.case", SCRATCH "/good.case"), 2);
    assert_true(has(SCRATCH "/bad.case:3: does not parse: "));
    assert_true(ends_with("\n1 of 3 files not read\n1 passed, 1 failed\n"));
    assert_int_equal(RUN(SCRATCH "/none.case", SCRATCH "/good.case"), 2);
    assert_true(ends_with("\n1 passed, 0 failed\n"));
}

static void wrong_use_is_status_2(void **unused)
{
    (void)unused;
    assert_int_equal(RUN("--list"), 2);
    assert_int_equal(RUN("--template", "duel", SCRATCH "/good.case"), 2);
    assert_int_equal(RUN("--template", "chess"), 2);
    assert_int_equal(RUN("--only", "no such name", SCRATCH "/good.case"), 2);
    assert_int_equal(RUN("--template", "duel", "--option", "time=1"), 2);
    assert_int_equal(RUN("--to-record", SCRATCH "/bad.case"), 2);
    assert_int_equal(RUN("--to-record", SCRATCH "/none.case"), 2);
    assert_int_equal(RUN("--from-record", SCRATCH "/good.case"), 2);
    assert_int_equal(RUN("--to-record", SCRATCH "/good.case", "-o", SCRATCH "/no/such/place"), 2);
}

/* The name of a bad file begins with the line of its error. */
static void bad_files_are_errors_with_their_line(void **unused)
{
    DIR *dir = opendir(SOURCE "/tests/cases-bad");
    const struct dirent *entry;
    unsigned n = 0;

    (void)unused;
    assert_non_null(dir);
    while ((entry = readdir(dir))) {
        char path[512], start[600];

        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, SOURCE "/tests/cases-bad/%s", entry->d_name);
        snprintf(start, sizeof start, "%s:%lu: does not parse: ", path,
                 strtoul(entry->d_name, NULL, 10));
        assert_int_equal(RUN(path), 2);
        if (!has(start))
            fail_msg("%s: %s", path, output);
        assert_true(ends_with("1 of 1 files not read\n0 passed, 0 failed\n"));
        n++;
    }
    closedir(dir);
    assert_true(n >= 20);
}

static void the_list_shows_rules_with_and_without_cases(void **unused)
{
    (void)unused;
    assert_int_equal(RUN("--list", SCRATCH "/good.case", SCRATCH "/wrong.case"), 0);
    assert_true(has("EX-1       a (" SCRATCH "/good.case:2)\n"));
    assert_true(has("EX-3       NO CASE\n"));
    assert_true(ends_with("duel: 2 of 20 rules that need a case have one\n"));
    assert_int_equal(RUN("--list", SCRATCH "/bad.case"), 2);
}

static void every_rule_of_duel_is_proven(void **unused)
{
    (void)unused;
    assert_int_equal(RUN("--list", SOURCE "/tests/cases/duel/rules.case",
                         SOURCE "/tests/cases/duel/worked.case"),
                     0);
    assert_true(ends_with("duel: 20 of 20 rules that need a case have one\n"));
    assert_int_equal(RUN(SOURCE "/tests/cases/duel/rules.case",
                         SOURCE "/tests/cases/duel/worked.case",
                         SOURCE "/tests/cases/duel/match.case"),
                     0);
}

static void results_come_as_json(void **unused)
{
    const char *wrong;

    (void)unused;
    assert_int_equal(
        RUN("--json", SCRATCH "/bad.case", SCRATCH "/wrong.case", SCRATCH "/good.case"), 2);
    wrong = json_wrong(output, strlen(output));
    if (wrong)
        fail_msg("%s: %s", wrong, output);
    assert_true(
        has("\"line\":2,\"game\":\"duel\",\"name\":\"a\",\"rules\":[\"EX-1\"],\"passed\":true"));
    assert_true(has("\"rules\":[\"EX-2\"],\"passed\":false,\"failed_line\":4,\"message\":"));
    assert_true(has("\"line\":3,\"error\":"));
    assert_true(has("\"passed\":1,\"failed\":1,\"unread\":1,"));
}

static void update_writes_the_file_and_plays_it_again(void **unused)
{
    static const char path[] = SCRATCH "/update.case";

    (void)unused;
    write_text(path, "game duel\ncase a # one\n  over   # two\n\n  offers 0 has parry\n");
    assert_int_equal(RUN("--update", path), 1);
    assert_true(has("rewritten"));
    assert_true(has("update.case:5: offers 0 has parry"));
    assert_true(ends_with("0 passed, 1 failed\n"));
    read_text(path);
    assert_string_equal(output,
                        "game duel\ncase a # one\n  not over   # two\n\n  offers 0 has parry\n");
    write_text(path, "game duel\ncase a\n  over\ncase b\n  over\n");
    assert_int_equal(RUN("--update", "--only", "b", path), 0);
    read_text(path);
    assert_string_equal(output, "game duel\ncase a\n  over\ncase b\n  not over\n");
    assert_int_equal(RUN("--update", SCRATCH "/bad.case"), 2);
}

static void known_gap_is_told_and_counts_as_neither(void **unused)
{
    static const char path[] = SCRATCH "/gap.case";

    (void)unused;
    write_text(path, "game duel\ncase a gap\n  proves EX-1\n  expect to fail\n  over\n"
                     "case b\n  not over\n");
    assert_int_equal(RUN(path), 0);
    assert_true(has("KNOWN GAP  a gap (" SCRATCH "/gap.case:5)\n"));
    assert_true(ends_with("1 known gap\n1 passed, 0 failed\n"));
    assert_int_equal(RUN("--only", "gap", path), 0);
    assert_int_equal(RUN("--json", path), 0);
    assert_true(has("\"name\":\"a gap\",\"rules\":[\"EX-1\"],\"passed\":true,\"known_gap\":true,"
                    "\"failed_line\":5,"));
    assert_true(has("\"passed\":1,\"failed\":0,\"unread\":0,\"known_gaps\":1}"));
    assert_int_equal(RUN("--list", path), 0);
    assert_true(has("EX-1       NO CASE\n"));
    write_text(path, "game duel\ncase a gap\n  expect to fail\n  not over\n");
    assert_int_equal(RUN(path), 1);
    assert_true(has("gap.case:2: this case is expected to fail and holds"));
}

static void records_go_both_ways_through_files(void **unused)
{
    static char first[OUTPUT_MAX];
    size_t len;

    (void)unused;
    assert_int_equal(
        RUN("--to-record", SOURCE "/tests/cases/duel/match.case", "-o", SCRATCH "/m.rec"), 0);
    assert_int_equal(RUN("--from-record", SCRATCH "/m.rec", "-o", SCRATCH "/m.case"), 0);
    assert_int_equal(RUN(SCRATCH "/m.case"), 0);
    assert_int_equal(RUN("--to-record", SCRATCH "/m.case", "-o", SCRATCH "/m2.rec"), 0);
    len = read_text(SCRATCH "/m.rec");
    memcpy(first, output, len);
    assert_int_equal(read_text(SCRATCH "/m2.rec"), len);
    assert_memory_equal(first, output, len);
    assert_int_equal(RUN("--to-record", SOURCE "/tests/cases/duel/rules.case"), 2);
    assert_true(has("--only"));
    assert_int_equal(RUN("--to-record", SOURCE "/tests/cases/duel/rules.case", "--only", "EX-20"),
                     2);
    assert_true(has("starts from a position"));
}

static void a_template_is_a_case_that_holds(void **unused)
{
    (void)unused;
    assert_int_equal(RUN("--template", "duel", "--option", "time=5000", "--seed", "7", "-o",
                         SCRATCH "/template.case"),
                     0);
    assert_int_equal(RUN(SCRATCH "/template.case"), 0);
}

/* Every whole file in the manual holds. */
static void the_examples_of_the_manual_hold(void **unused)
{
    static char manual[OUTPUT_MAX];
    const char *at = manual, *end;
    unsigned n = 0;

    (void)unused;
    read_text(SOURCE "/docs/cases.md");
    memcpy(manual, output, sizeof manual);
    while ((at = strstr(at, "```text\ngame "))) {
        at += strlen("```text\n");
        end = strstr(at, "```");
        assert_non_null(end);
        if (strncmp(at, "game NAME", 9) != 0) {
            FILE *out = fopen(SCRATCH "/manual.case", "wb");

            assert_non_null(out);
            fwrite(at, 1, (size_t)(end - at), out);
            fclose(out);
            if (RUN(SCRATCH "/manual.case"))
                fail_msg("%.*s\n%s", (int)(end - at), at, output);
            n++;
        }
        at = end;
    }
    assert_true(n >= cr_game_count()); /* the manual has an example of each game */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_exit_status_tells_the_worst),
        cmocka_unit_test(wrong_use_is_status_2),
        cmocka_unit_test(bad_files_are_errors_with_their_line),
        cmocka_unit_test(the_list_shows_rules_with_and_without_cases),
        cmocka_unit_test(every_rule_of_duel_is_proven),
        cmocka_unit_test(results_come_as_json),
        cmocka_unit_test(update_writes_the_file_and_plays_it_again),
        cmocka_unit_test(known_gap_is_told_and_counts_as_neither),
        cmocka_unit_test(records_go_both_ways_through_files),
        cmocka_unit_test(a_template_is_a_case_that_holds),
        cmocka_unit_test(the_examples_of_the_manual_hold),
    };

    return cmocka_run_group_tests(tests, make_scratch, NULL);
}
