/* croupier case: runs case files, lists what they prove, rewrites them on purpose, and turns records into
 * cases and back. The language is read and played by src/cases; docs/cases.md is its manual. */
#include "apps/command.h"
#include "base/json.h"
#include "cases/cases.h"
#include "verify/verify.h"

#include <limits.h>
#include <stdlib.h>

enum { RECORD_MAX = 64 << 20 }; /* bytes of a record: 1.6 million moves */

typedef struct {
    cr_case_report report;
    const cr_game *game;                         /* of the file that is running */
    size_t n_passed, n_failed, n_gaps, n_unread; /* known gaps are neither passed nor failed */
    bool is_json, shows_filling, has_written;
} tally;

/* ---- reading and writing files ---- */

typedef struct {
    char *text;
    cr_case_file *file;
} loaded;

static void put_separator(tally *t)
{
    fputs(t->has_written ? ",\n" : "\n", stdout);
    t->has_written = true;
}

typedef struct {
    const char *path;
    const cr_case_error *why;
} unread;

static void write_unread(cr_text *out, const void *with)
{
    const unread *u = with;
    cr_json j = cr_json_on(out);

    cr_json_open(&j, '{');
    cr_json_put_str(&j, "file", u->path);
    cr_json_put_uint(&j, "line", u->why->line);
    cr_json_put_str(&j, "error", u->why->text);
    cr_json_close(&j, '}');
}

static bool load(loaded *l, const char *path, tally *t)
{
    cr_case_error why;
    size_t len;

    *l = (loaded){.text = cli_read_file(path, CR_CASE_FILE_MAX, &len)};
    if (l->text)
        l->file = cr_cases_read(path, l->text, len, &why);
    if (l->file)
        return true;
    t->n_unread++;
    if (!l->text)
        return false;
    if (t->is_json) {
        put_separator(t);
        cli_print(stdout, write_unread, &(unread){path, &why});
    } else {
        printf("%s:%u: does not parse: %s\n", path, why.line, why.text);
    }
    return false;
}

static void unload(loaded *l)
{
    cr_cases_free(l->file);
    free(l->text);
}

static bool write_file(const char *path, const void *bytes, size_t len)
{
    FILE *out = fopen(path, "wb");
    bool is_good = out && fwrite(bytes, 1, len, out) == len;

    if (out && fclose(out))
        is_good = false;
    if (!is_good)
        cli_error("cannot write '%s'", path);
    return is_good;
}

/* ---- running ---- */

typedef struct {
    const cr_game *game;
    const cr_case_result *result;
    bool shows_filling;
} told;

static void write_result(cr_text *out, const void *with)
{
    const told *t = with;
    cr_json j = cr_json_on(out);

    cr_json_open(&j, '{');
    cr_json_put_str(&j, "file", t->result->path);
    cr_json_put_uint(&j, "line", t->result->line);
    cr_json_put_str(&j, "game", t->game->name);
    cr_json_put_str(&j, "name", t->result->name);
    cr_json_key(&j, "rules");
    cr_json_open(&j, '[');
    for (size_t i = 0; i < t->result->n_rules; i++)
        cr_json_str(&j, cr_rule_id(t->game, t->result->rules[i]));
    cr_json_close(&j, ']');
    cr_json_put_bool(&j, "passed", t->result->is_passed);
    if (t->result->is_gap)
        cr_json_put_bool(&j, "known_gap", true);
    if (!t->result->is_passed || t->result->is_gap) {
        cr_json_put_uint(&j, "failed_line", t->result->failed_line);
        cr_json_put_str(&j, "message", t->result->message);
    }
    if (t->shows_filling)
        cr_json_put_str(&j, "filling", t->result->filling);
    cr_json_close(&j, '}');
}

static void count(cr_case_report *report, const cr_case_result *result)
{
    tally *t = (tally *)report;
    bool is_known = result->is_gap && result->is_passed;

    t->n_gaps += is_known;
    t->n_passed += result->is_passed && !is_known;
    t->n_failed += !result->is_passed;
    if (t->is_json) {
        put_separator(t);
        cli_print(stdout, write_result, &(told){t->game, result, t->shows_filling});
        return;
    }
    if (!result->is_passed)
        printf("FAIL  %s\n%s\n", result->name, result->message);
    else if (is_known)
        printf("KNOWN GAP  %s (%s:%u)\n", result->name, result->path, result->failed_line);
    if (t->shows_filling && *result->filling)
        printf("FILLED  %s\n%s\n", result->name, result->filling);
}

static void run_file(tally *t, const char *path, const char *only)
{
    loaded l;

    if (load(&l, path, t)) {
        t->game = cr_cases_game(l.file);
        cr_cases_run(l.file, NULL, only, &t->report);
    }
    unload(&l);
}

/* Writes the file anew where it differs; then it is run as it stands now. */
static void update_file(tally *t, const char *path, const char *only)
{
    size_t len;
    loaded l;
    char *text = load(&l, path, t) ? cr_cases_update(l.file, only, &len) : NULL;
    bool is_good = l.file && (!text || write_file(path, text, len));

    if (text && is_good && !t->is_json)
        printf("%s: rewritten, review the difference\n", path);
    free(text);
    unload(&l);
    if (is_good)
        run_file(t, path, only);
}

static int run_files(char **paths, int n, const char *only, bool is_update, tally t)
{
    bool is_json = t.is_json;

    if (is_json)
        fputs("{\"cases\":[", stdout);
    for (int i = 0; i < n; i++) {
        if (is_update)
            update_file(&t, paths[i], only);
        else
            run_file(&t, paths[i], only);
    }
    if (is_json)
        printf("\n],\"passed\":%zu,\"failed\":%zu,\"unread\":%zu,\"known_gaps\":%zu}\n", t.n_passed,
               t.n_failed, t.n_unread, t.n_gaps);
    if (!is_json) {
        if (t.n_gaps)
            printf("%zu known gap%s\n", t.n_gaps, t.n_gaps == 1 ? "" : "s");
        if (t.n_unread)
            printf("%zu of %d files not read\n", t.n_unread, n);
        printf("%zu passed, %zu failed\n", t.n_passed, t.n_failed);
    }
    if (only && !t.n_unread && !t.n_passed && !t.n_failed && !t.n_gaps)
        return cli_error("no case has '%s' in its name", only);
    return t.n_unread ? CLI_MISUSE : t.n_failed ? CLI_FAILED : CLI_DONE;
}

/* ---- listing ---- */

static size_t list_rule(const loaded *files, int n, const cr_game *game, uint16_t rule)
{
    size_t found = 0;

    for (int i = 0; i < n; i++) {
        if (!files[i].file || (cr_cases_game(files[i].file) != game &&
                               !cr_verify_is_part(cr_cases_game(files[i].file), game)))
            continue;
        for (size_t k = 0; k < cr_cases_count(files[i].file); k++) {
            cr_case_result result = cr_cases_at(files[i].file, k);

            if (result.is_gap)
                continue;
            for (size_t j = 0; j < result.n_rules; j++)
                if (result.rules[j] == rule) {
                    printf("%-10s %s (%s:%u)\n", found++ ? "" : cr_rule_id(game, rule), result.name,
                           result.path, result.line);
                    break;
                }
        }
    }
    return found;
}

static void list_game(const loaded *files, int n, const cr_game *game)
{
    static const char *const others[] = {[CR_BY_HOST] = "(proven by tests of the host)",
                                         [CR_BY_PAGE] = "(proven by tests of the page)",
                                         [CR_BY_NOBODY] = "(informative)"};
    size_t n_proven = 0, n_needed = 0;

    printf("%s\n", game->name);
    for (uint16_t rule = 1; rule < game->n_rules; rule++) {
        cr_proof proof = game->rules[rule].proof;
        size_t found = list_rule(files, n, game, rule);

        n_needed += proof == CR_BY_CASE;
        n_proven += proof == CR_BY_CASE && found;
        if (!found)
            printf("%-10s %s\n", cr_rule_id(game, rule),
                   proof == CR_BY_CASE ? "NO CASE" : others[proof]);
    }
    printf("%s: %zu of %zu rules that need a case have one\n", game->name, n_proven, n_needed);
}

static int list_files(char **paths, int n)
{
    loaded *files = calloc((size_t)n + 1, sizeof *files);
    tally t = {0};

    if (!files)
        return cli_error("no memory left");
    for (int i = 0; i < n; i++)
        load(&files[i], paths[i], &t);
    for (size_t g = 0; g < cr_game_count(); g++) {
        const cr_game *game = cr_game_at(g);
        bool is_there = false;

        for (int i = 0; i < n; i++)
            is_there |= files[i].file && cr_cases_game(files[i].file) == game;
        if (is_there)
            list_game(files, n, game);
    }
    for (int i = 0; i < n; i++)
        unload(&files[i]);
    free(files);
    return t.n_unread ? CLI_MISUSE : CLI_DONE;
}

/* ---- whole matches ---- */

/* To the file of -o, or to standard output. */
static int put_out(const char *path, const void *bytes, size_t len)
{
    if (!path || !strcmp(path, "-"))
        return fwrite(bytes, 1, len, stdout) == len ? CLI_DONE : cli_error("cannot write");
    return write_file(path, bytes, len) ? CLI_DONE : CLI_MISUSE;
}

static int from_record(const char *path, const char *out)
{
    size_t n_bytes, len = 0;
    char *bytes = cli_read_file(path, RECORD_MAX, &n_bytes);
    const char *base = strrchr(path, '/');
    cr_case_error why;
    char *text;
    int status;

    if (!bytes)
        return CLI_MISUSE;
    text =
        cr_cases_from_record((const uint8_t *)bytes, n_bytes, base ? base + 1 : path, &len, &why);
    if (text)
        status = put_out(out, text, len);
    else
        status = cli_error("cannot make a case of '%s', entry %u: %s", path, why.line, why.text);
    free(text);
    free(bytes);
    return status;
}

/* The case of the file whose name holds `only`; there must be one such case. */
static bool find_case(const cr_case_file *file, const char *only, size_t *found)
{
    size_t n = 0;

    for (size_t i = 0; i < cr_cases_count(file); i++)
        if (!only || strstr(cr_cases_at(file, i).name, only)) {
            *found = i;
            n++;
        }
    return n == 1;
}

static int to_record(const char *path, const char *only, const char *out)
{
    tally t = {0};
    cr_case_error why;
    uint8_t *bytes;
    size_t i = 0, len = 0;
    int status = CLI_MISUSE;
    loaded l;

    if (!load(&l, path, &t))
        goto out;
    if (!find_case(l.file, only, &i)) {
        cli_error("cannot tell which case of '%s' is meant: choose one with --only TEXT", path);
        goto out;
    }
    bytes = cr_cases_to_record(l.file, i, &len, &why);
    if (bytes)
        status = put_out(out, bytes, len);
    else
        cli_error("cannot record '%s:%u': %s", path, why.line, why.text);
    free(bytes);
out:
    unload(&l);
    return status;
}

static int print_template(const char *name, const cli_list *options, const char *seed,
                          const char *out)
{
    const cr_game *game = cli_game(name);
    cr_setup setup;
    size_t len = 0;
    char *text;
    int status;

    if (!game || !cli_setup(game, options, seed, &setup))
        return CLI_MISUSE;
    text = cr_cases_template(game, &setup, &len);
    status = text ? put_out(out, text, len) : cli_error("'%s' does not start so", name);
    free(text);
    return status;
}

int cmd_case(int argc, char **argv)
{
    bool is_list = false, is_update = false, is_json = false, shows_filling = false;
    const char *only = NULL, *template = NULL, *record = NULL, *file = NULL, *out = NULL,
               *seed = "1";
    cli_list game_options = {0};
    const cli_option options[] = {
        CLI_FLAG(0, "list", &is_list, "the cases by rule, and the rules without a case"),
        CLI_FLAG(0, "update", &is_update, "rewrite what does not hold; review the difference"),
        CLI_FLAG(0, "json", &is_json, "results as one object"),
        CLI_FLAG(0, "filled", &shows_filling, "also what each move with a '?' was filled with"),
        CLI_TEXT(0, "only", "TEXT", &only, "only cases whose name holds this text"),
        CLI_TEXT(0, "template", "GAME", &template, "print a first case with all names of the game"),
        CLI_LIST(0, "option", "NAME=VALUE", &game_options, "an option of the game of a template"),
        CLI_TEXT('s', "seed", "SEED", &seed, "the deal of a template: a number or 64 hex digits"),
        CLI_TEXT(0, "from-record", "FILE.rec", &record, "print a case that plays a recorded match"),
        CLI_TEXT(0, "to-record", "FILE.case", &file, "write the record that a case plays"),
        CLI_TEXT('o', "out", "FILE", &out, "where to write instead of standard output"),
        {0}};
    const cli_usage usage = {
        "case FILE...",
        "Runs case files: plain text that proves rules; docs/cases.md is the manual. Ends with a "
        "line\n"
        "'N passed, N failed'. Exit status: 0 all hold, 1 some do not, 2 a file does not parse.",
        "croupier case tests/cases/duel/*.case\n"
        "croupier case --list tests/cases/duel/*.case\n"
        "croupier case --template duel --option time=5000 > first.case\n"
        "croupier case --from-record match.rec > match.case\n"
        "croupier case --to-record match.case -o match.rec\n",
        options,
        0,
        INT_MAX};
    int status = cli_parse(&usage, &argc, argv);
    int jobs = !!template + !!record + !!file;

    if (status != CLI_GO)
        return status;
    if (jobs + (argc > 0) != 1)
        return cli_error("give case files, or one of --template, --from-record, --to-record");
    if (template)
        return print_template(template, &game_options, seed, out);
    if (record)
        return from_record(record, out);
    if (file)
        return to_record(file, only, out);
    if (is_list)
        return list_files(argv, argc);
    return run_files(
        argv, argc, only, is_update,
        (tally){.report = {.done = count}, .is_json = is_json, .shows_filling = shows_filling});
}
