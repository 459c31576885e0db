/* croupier verify: the rule-by-rule report of a game, from its code, its cases and play. src/verify does the work;
 * here are options, files and progress. docs/verification.md tells how to read a report. */
#include "apps/command.h"
#include "apps/line.h"
#include "cli/progress.h"
#include "verify/verify.h"
#include "wire/encode.h"

#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    FILES_MAX = 1024,
    TEXT_MAX = 1 << 20,   /* bytes of a file of small worlds or proofs */
    DEPTH_ONCE_IN = 10,   /* matches in depth, of those of the laws */
    SMALL_STATES = 200000 /* for the bar alone: nobody knows before how large a world is */
};

/* Texts live as long as the verification. */
typedef struct {
    char *text[FILES_MAX];
    size_t n;
} texts;

static char *keep(texts *t, const char *path, size_t max, size_t *len)
{
    char *text = t->n < FILES_MAX ? cli_read_file(path, max, len) : NULL;

    if (text)
        t->text[t->n++] = text;
    return text;
}

static bool show(void *bar, uint64_t done)
{
    progress_show(bar, done);
    return !progress_is_interrupted();
}

/* The case files of a folder, behind those found so far; false after a message. */
static bool find_cases(glob_t *found, const char *folder)
{
    char pattern[1024];
    int status;

    if (access(folder, R_OK | X_OK)) {
        char above[1024];

        /* A game without cases is a gap to report; no cases at all is the wrong place to run this. */
        snprintf(above, sizeof above, "%s/..", folder);
        if (access(above, R_OK | X_OK) && strstr(folder, "tests/cases") == folder) {
            cli_error("there are no cases in '%s': run this at the top of the source tree, or give "
                      "--cases FOLDER",
                      folder);
            return false;
        }
    }
    snprintf(pattern, sizeof pattern, "%s/*.case", folder);
    status = glob(pattern, found->gl_pathv ? GLOB_APPEND : 0, NULL, found);
    if (status && status != GLOB_NOMATCH) {
        cli_error("cannot read the folder '%s'", folder);
        return false;
    }
    return true;
}

/* Runs all case files of the folder, and those of the games that this one is made of; false after a message. */
static bool run_cases(cr_verify *v, texts *t, glob_t *found, const char *folder)
{
    progress bar;

    if (!find_cases(found, folder))
        return false;
    for (size_t i = 0; i < cr_game_count(); i++) {
        const cr_game *part = cr_game_at(i);
        const char *last = strrchr(folder, '/');
        char beside[1024];

        snprintf(beside, sizeof beside, "%.*s%s", last ? (int)(last + 1 - folder) : 0, folder,
                 part->name);
        if (cr_verify_is_part(part, v->game) && !find_cases(found, beside))
            return false;
    }
    progress_open(&bar, "case files", found->gl_pathc);
    for (size_t i = 0; i < found->gl_pathc && show(&bar, i); i++) {
        size_t len;
        char *text = keep(t, found->gl_pathv[i], CR_CASE_FILE_MAX, &len);

        if (!text)
            return false;
        cr_verify_cases(v, NULL, found->gl_pathv[i], text, len);
    }
    progress_close(&bar);
    return true;
}

static bool run_worlds(cr_verify *v, texts *t, const char *path, bool is_named)
{
    cr_verify_progress progress_of = {.show = show, .clock = progress_seconds};
    progress bar;
    size_t len;
    char *text;
    cr_err err;

    if (!is_named && access(path, R_OK))
        return true;
    text = keep(t, path, TEXT_MAX, &len);
    if (!text)
        return false;
    progress_of.context = &bar;
    progress_open(&bar, "states", SMALL_STATES);
    err = cr_verify_worlds(v, v->game, path, text, &progress_of);
    progress_close(&bar);
    if (err)
        cli_error("cannot search '%s': %s", path, cr_err_text(err));
    return !err;
}

static bool read_proofs(cr_verify *v, texts *t, const char *path)
{
    size_t len;
    char *text = keep(t, path, TEXT_MAX, &len);

    if (text)
        cr_verify_proofs(v, path, text);
    return text;
}

/* A file, or all *.txt of a folder. */
static bool run_proofs(cr_verify *v, texts *t, const char *path)
{
    struct stat about;
    char pattern[1024];
    bool is_good = true;
    glob_t found;
    int status;

    if (stat(path, &about) || !S_ISDIR(about.st_mode))
        return read_proofs(v, t, path);
    v->has_proofs = true; /* an empty folder proves nothing, which is not the same as not asking */
    snprintf(pattern, sizeof pattern, "%s/*.txt", path);
    status = glob(pattern, 0, NULL, &found);
    if (status && status != GLOB_NOMATCH) {
        cli_error("cannot read the folder '%s'", path);
        return false;
    }
    for (size_t i = 0; !status && i < found.gl_pathc && is_good; i++)
        is_good = read_proofs(v, t, found.gl_pathv[i]);
    globfree(&found);
    return is_good;
}

static bool run_play(cr_verify *v, cr_laws_plan plan)
{
    cr_verify_progress progress_of = {.show = show, .clock = progress_seconds};
    uint64_t n = plan.matches;
    double begin = progress_seconds();
    progress bar;
    cr_err err;

    plan.progress = show;
    plan.context = &bar;
    progress_open(&bar, "matches", n);
    err = cr_verify_laws(v, &plan);
    progress_close(&bar);
    v->laws_seconds = progress_seconds() - begin;
    if (!err && !progress_is_interrupted()) {
        plan.matches = (n + DEPTH_ONCE_IN - 1) / DEPTH_ONCE_IN;
        progress_of.context = &bar;
        progress_open(&bar, "matches in depth", plan.matches);
        err = cr_verify_depth(v, &plan, &progress_of);
        progress_close(&bar);
    }
    if (err)
        cli_error("cannot play '%s': %s", v->game->name, cr_err_text(err));
    return !err;
}

static bool run_frames(cr_verify *v, const cr_laws_plan *plan, uint64_t pairs)
{
    progress bar;
    cr_verify_progress progress_of = {.show = show, .context = &bar, .clock = progress_seconds};
    cr_err err;

    progress_open(&bar, "pairs of worlds", pairs);
    err = cr_verify_frames(v, plan, pairs, &session_line, &progress_of);
    progress_close(&bar);
    if (err)
        cli_error("cannot compare frames of '%s': %s", v->game->name, cr_err_text(err));
    return !err;
}

/* Frames alone: what was compared, and where they differ. */
static int print_frames(const cr_verify *v)
{
    printf("%s | %llu pairs | %llu worlds | %llu frames | %llu raised | %.1f s | %s\n",
           v->game->name, (unsigned long long)v->frames.pairs, (unsigned long long)v->frames.worlds,
           (unsigned long long)v->frames.frames, (unsigned long long)v->frames.raised,
           v->frames.seconds, v->fault[3].check[0] ? "differ" : "alike");
    if (v->fault[3].check[0])
        printf("%s (%s)\n", v->fault[3].what, v->fault[3].where);
    return v->fault[3].check[0] || v->frames.raised ? CLI_FAILED : CLI_DONE;
}

/* The message the server would send, from the same functions. */
static size_t write_message(const cr_game *game, const cr_state *state, uint8_t viewer,
                            const cr_event *events, size_t n, char *buf, size_t cap)
{
    cr_room room = {.game = game, .n_seats = state->n_seats};
    encode_scene scene = {.room = &room,
                          .state = state,
                          .view = malloc(game->view_size),
                          .events = events,
                          .n_events = n,
                          .viewer = viewer,
                          .reader = viewer,
                          .has_words = true};
    cr_text out = cr_text_on(buf, cap);
    msg_update message;

    if (!scene.view)
        return 0;
    encode_update(&message, &scene, NULL, 1, state->now_ms, CR_WANTS_VIEW | CR_WANTS_OFFERS);
    proto_write(&out, MSG_update, &message);
    free(scene.view);
    return out.len;
}

/* ---- the report ---- */

static bool has_ending(const char *path, const char *ending)
{
    size_t len = strlen(path), n = strlen(ending);

    return len > n && !strcmp(path + len - n, ending);
}

static bool write_report(const cr_verify *v, const char *path)
{
    FILE *out = fopen(path, "wb");
    bool is_good = out;

    if (out)
        cli_print(out, has_ending(path, ".md") ? cr_verify_write_markdown : cr_verify_write_html,
                  v);
    is_good = out && !ferror(out);
    if (out && fclose(out))
        is_good = false;
    if (!is_good)
        cli_error("cannot write '%s': %s", path, strerror(errno));
    return is_good;
}

static void print_worlds(const cr_verify *v)
{
    for (size_t i = 0; i < v->n_worlds; i++)
        printf("%s | %s | %llu states | depth %u | %llu ends | %llu moves | %s\n", v->game->name,
               v->worlds[i].name, (unsigned long long)v->worlds[i].states, v->worlds[i].depth,
               (unsigned long long)v->worlds[i].ends, (unsigned long long)v->worlds[i].moves,
               !v->worlds[i].is_searched ? "not searched"
               : v->worlds[i].is_cut     ? "cut"
                                         : "whole");
}

int cmd_verify(int argc, char **argv)
{
    uint64_t n = 2000, n_pairs = 20000, n_threads = cli_cores();
    const char *seed = "1", *cases = NULL, *worlds = NULL;
    bool is_json = false, is_worlds_only = false, is_pairs_only = false, is_marks = false, is_good;
    cli_list game_options = {0}, proofs = {0}, reports = {0};
    const cli_option options[] = {
        CLI_NUMBER('n', "matches", "N", &n, 0, UINT64_C(1) << 40,
                   "random matches (normally 2000; a tenth as many in depth; 0: none)"),
        CLI_TEXT('s', "seed", "SEED", &seed, "a number or 64 hex digits (normally 1)"),
        CLI_LIST('r', "report", "FILE", &reports,
                 "write the report: FILE.md or FILE.html, or both"),
        CLI_FLAG(0, "json", &is_json, "the report as one JSON object on standard output"),
        CLI_TEXT(0, "cases", "FOLDER", &cases,
                 "case files (normally tests/cases/GAME; of a module, cases)"),
        CLI_TEXT(0, "worlds", "FILE", &worlds,
                 "small worlds (normally tests/verify/GAME.small; of a module, GAME.small)"),
        CLI_FLAG(0, "worlds-only", &is_worlds_only,
                 "only search the small worlds, a line for each"),
        CLI_NUMBER(0, "pairs", "N", &n_pairs, 0, UINT64_C(1) << 40,
                   "pairs of worlds that look alike whose frames are compared (normally 20000)"),
        CLI_FLAG(0, "pairs-only", &is_pairs_only, "only compare frames"),
        CLI_FLAG(0, "marks", &is_marks,
                 "only measure frames, and print how long they get: for scripts/gen-padding"),
        CLI_LIST(0, "proofs", "PATH", &proofs,
                 "results of tests of host and page: a file, or a folder with *.txt"),
        CLI_NUMBER('t', "threads", "N", &n_threads, 1, CLI_THREADS_MAX,
                   "threads (normally one for each core)"),
        CLI_OPTION_ROW(&game_options),
        {0},
    };
    const cli_usage usage = {
        "verify GAME",
        "Verifies a game rule by rule: runs its cases, plays at random under the laws, compares\n"
        "worlds that must look alike, searches small worlds to their end, and reports for every\n"
        "rule its code, its cases and how often it was exercised. What is wrong is said first; "
        "the\n"
        "exit status is 1 then. docs/verification.md tells how to read a report.",
        "croupier verify duel\n"
        "croupier verify duel -n 100000 --report duel.html\n"
        "croupier verify liap-tui --proofs build/proofs --json\n",
        options,
        1,
        1};
    int status = cli_parse(&usage, &argc, argv);
    char folder[256], file[256], command[320], hex[65];
    const cr_game *game;
    cr_laws_plan plan;
    glob_t found = {0};
    texts *t;
    cr_verify v;

    if (status != CLI_GO)
        return status;
    for (size_t i = 0; i < reports.n; i++)
        if (!has_ending(reports.item[i], ".md") && !has_ending(reports.item[i], ".html"))
            return cli_error("the report '%s' must end in .md or .html", reports.item[i]);
    game = cli_game(argv[0]);
    if (!game)
        return CLI_MISUSE;
    cr_laws_init(&plan, cr_game_counting(game));
    if (!cli_setup(game, &game_options, seed, &plan.setup))
        return CLI_MISUSE;
    plan.given = cli_given(game, &game_options);
    plan.varies = true;
    plan.matches = n;
    plan.threads = (unsigned)n_threads;
    plan.failures = 3;
    if (is_marks) {
        session_line_learns();
        plan.threads = 1;
    }
    t = calloc(1, sizeof *t);
    if (!t || cr_verify_init(&v, game)) {
        free(t);
        return cli_error("no memory left");
    }
    /* A game from outside has a project of its own, and this runs there. */
    snprintf(folder, sizeof folder, game->layout ? "cases" : "tests/cases/%s", game->name);
    snprintf(file, sizeof file, game->layout ? "%s.small" : "tests/verify/%s.small", game->name);
    snprintf(command, sizeof command, "croupier verify %s -n %llu --seed %.64s", game->name,
             (unsigned long long)n, seed);
    v.seed = cli_seed_text(seed, &plan.setup, hex);
    v.command = command;
    v.message = write_message;
    v.seconds = progress_seconds();
    progress_catch_interrupt();
    if (is_pairs_only || is_marks) {
        status =
            run_frames(&v, &plan, n_pairs) ? is_marks ? CLI_DONE : print_frames(&v) : CLI_MISUSE;
        goto out;
    }
    is_good = is_worlds_only || run_cases(&v, t, &found, cases ? cases : folder);
    for (size_t i = 0; i < proofs.n && is_good && !is_worlds_only; i++)
        is_good = run_proofs(&v, t, proofs.item[i]);
    is_good = is_good && run_worlds(&v, t, worlds ? worlds : file, worlds);
    if (is_good && !is_worlds_only && n && !progress_is_interrupted())
        is_good = run_play(&v, plan) && (!n_pairs || run_frames(&v, &plan, n_pairs));
    v.seconds = progress_seconds() - v.seconds;
    v.is_stopped |= progress_is_interrupted();
    status = is_good ? CLI_DONE : CLI_MISUSE;
    if (is_good && is_worlds_only) {
        print_worlds(&v);
        status = v.fault[1].check[0] || v.n_unread ? CLI_FAILED : CLI_DONE;
        if (v.fault[1].check[0])
            printf("%s: %s (%s)\n", v.fault[1].check, v.fault[1].what, v.fault[1].where);
        if (v.fault[1].one[0])
            printf("in one world:   %s\nin the other:   %s\n", v.fault[1].one, v.fault[1].other);
        for (size_t i = 0; i < v.n_unread && i < CR_COUNT_OF(v.unread); i++)
            puts(v.unread[i]);
    } else if (is_good) {
        if (cr_verify_judge(&v))
            status = cli_error("no memory left");
        else
            cli_print(stdout, is_json ? cr_verify_write_json : cr_verify_write_text, &v);
        for (size_t i = 0; i < reports.n && !status; i++)
            status = write_report(&v, reports.item[i]) ? CLI_DONE : CLI_MISUSE;
        if (!status && v.n_problems)
            status = CLI_FAILED;
    }
out:
    cr_verify_release(&v);
    globfree(&found);
    for (size_t i = 0; i < t->n; i++)
        free(t->text[i]);
    free(t);
    return status;
}
