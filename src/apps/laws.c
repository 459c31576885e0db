/* croupier laws: plays a game at random and checks after every move what every game must keep. */
#include "apps/command.h"
#include "cli/progress.h"
#include "laws/laws.h"

#include <stdlib.h>
#include <unistd.h>

/* ---- the command ---- */

static bool show(void *bar, uint64_t done)
{
    progress_show(bar, done);
    return !progress_is_interrupted();
}

int cmd_laws(int argc, char **argv)
{
    uint64_t n = 1000, first = 0, every = 16, n_failures = 1, n_threads = cli_cores();
    const char *seed = NULL;
    bool is_json = false, is_normal = false, is_list = false;
    cli_list game_options = {0};
    const cli_option options[] = {
        CLI_NUMBER('n', "matches", "N", &n, 1, UINT64_C(1) << 62,
                   "matches to play (normally 1000)"),
        CLI_TEXT('s', "seed", "SEED", &seed, "a number or 64 hex digits (normally drawn)"),
        CLI_NUMBER(0, "first", "I", &first, 0, UINT64_C(1) << 62,
                   "number of the first match; with -n 1 one match of a series again"),
        CLI_NUMBER('t', "threads", "N", &n_threads, 1, CLI_THREADS_MAX,
                   "threads (normally one for each core)"),
        CLI_OPTION_ROW(&game_options),
        CLI_FLAG(0, "normal", &is_normal,
                 "options that are not given keep their normal value (otherwise they are drawn)"),
        CLI_NUMBER(0, "every", "N", &every, 1, 1000000,
                   "costly laws about once in N moves (normally 16)"),
        CLI_NUMBER(0, "failures", "N", &n_failures, 1, CR_LAWS_FAILURES_MAX,
                   "stop after so many failures (normally 1)"),
        CLI_FLAG(0, "json", &is_json, "one JSON object"),
        CLI_FLAG(0, "list", &is_list, "the laws with their sentences, and nothing is played"),
        {0},
    };
    const cli_usage usage = {
        "laws [GAME]",
        "Plays a game at random and checks after every move what every game must keep: what is\n"
        "offered is accepted and nothing else, nothing hidden is told, replays agree, and so on.\n"
        "A broken law is shown with a position to make a case of; the exit status is 1 then.",
        "croupier laws duel -n 10000 --seed 42\n"
        "croupier laws duel -n 1 --first 17 --seed 42 --every 1\n"
        "croupier laws duel --option parries=3 --json\n",
        options,
        0,
        1};
    int status = cli_parse(&usage, &argc, argv);
    const cr_game *game;
    cr_laws_plan plan;
    cr_laws_report *report;
    progress bar;
    char hex[65];
    cr_laws_result t = {0};
    cr_err err;

    if (status != CLI_GO)
        return status;
    for (unsigned i = 0; is_list && i < CR_LAWS_END; i++)
        printf("%-16s  %s\n", cr_law_name((cr_law)i), cr_law_text((cr_law)i));
    if (is_list)
        return CLI_DONE;
    if (!argc)
        return cli_error("which game? (see 'croupier laws --help' and 'croupier games')");
    game = cli_game(argv[0]);
    if (!game)
        return CLI_MISUSE;
    cr_laws_init(&plan, cr_game_counting(game));
    if (!cli_setup(game, &game_options, seed, &plan.setup))
        return CLI_MISUSE;
    plan.given = cli_given(game, &game_options);
    plan.varies = !is_normal;
    plan.matches = n;
    plan.first = first;
    plan.heavy_every = (uint32_t)every;
    plan.threads = (unsigned)n_threads;
    plan.failures = (unsigned)n_failures;
    plan.progress = show;
    plan.context = &bar;
    report = malloc(sizeof *report);
    if (!report)
        return cli_error("no memory left");
    progress_catch_interrupt();
    progress_open(&bar, "matches", n);
    t.seconds = progress_seconds();
    err = cr_laws_run(&plan, report);
    t.seconds = progress_seconds() - t.seconds;
    progress_close(&bar);
    if (err) {
        free(report);
        return cli_error("cannot start a match of '%s': %s", game->name, cr_err_text(err));
    }
    if (progress_is_interrupted() && report->matches < n)
        fprintf(stderr, "croupier: stopped after %llu of %llu matches\n",
                (unsigned long long)report->matches, (unsigned long long)n);
    t.report = report;
    t.seed = cli_seed_text(seed, &plan.setup, hex);
    cli_print(stdout, is_json ? cr_laws_write_json : cr_laws_write_text, &t);
    status = report->n_failures ? CLI_FAILED : CLI_DONE;
    cr_laws_release(report);
    free(report);
    return status;
}
