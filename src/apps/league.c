/* croupier league: bots of a game, all against all, seats changed, and what that makes them worth. The league itself is in
 * src/arena. */
#include "apps/command.h"
#include "arena/league.h"

#include <errno.h>
#include <stdlib.h>

static bool read_bots(league *l, const cli_list *names)
{
    if (names->n < 2 || names->n > RATING_BOTS_MAX) {
        cli_error("a league has 2 to %d bots: name each with --bot", RATING_BOTS_MAX);
        return false;
    }
    for (unsigned i = 0; i < names->n; i++) {
        series_player *p = &l->bots[l->n_bots++];

        p->name = names->item[i];
        for (unsigned j = 0; j < i; j++)
            if (!strcmp(l->bots[j].name, p->name)) {
                cli_error("'%s' is named twice", p->name);
                return false;
            }
        if (strpbrk(p->name, "\t\n")) {
            cli_error("a bot's name has no tabs and no line ends");
            return false;
        }
        if (!strncmp(p->name, "exec:", 5) && p->name[5])
            p->command = p->name + 5;
        else if (!(p->bot = cli_bot_with(l->game, p->name, &p->own)))
            return false;
    }
    return true;
}

static bool write_svg(const char *path, const league *l)
{
    FILE *file = fopen(path, "w");
    bool is_good = file;

    if (file) {
        cli_print(file, league_svg, l);
        is_good = !ferror(file);
        is_good &= !fclose(file);
    }
    if (!is_good)
        cli_error("cannot write '%s': %s", path, strerror(errno));
    return is_good;
}

int cmd_league(int argc, char **argv)
{
    uint64_t each = 200, n_threads = cli_cores(), limit_ms = 1000;
    const char *seed = NULL, *path = NULL, *svg = NULL;
    bool is_json = false, is_good;
    cli_list game_options = {0}, bots = {0};
    const cli_option options[] = {
        CLI_LIST('b', "bot", "BOT", &bots,
                 "a bot: a name, search:WORLDS, search:TIMEms, or exec:COMMAND; once for each"),
        CLI_NUMBER('n', "games", "N", &each, 1, UINT64_C(1) << 40,
                   "matches of each pair (normally 200)"),
        CLI_TEXT('s', "seed", "SEED", &seed, "a number or 64 hex digits (normally 1)"),
        CLI_NUMBER('t', "threads", "N", &n_threads, 1, CLI_THREADS_MAX,
                   "threads (normally one for each core)"),
        CLI_NUMBER(0, "bot-time", "MS", &limit_ms, 1, 3600000,
                   "time a program has for each answer (normally 1000)"),
        CLI_OPTION_ROW(&game_options),
        CLI_TEXT('f', "file", "FILE", &path,
                 "keep results there and go on from what it has: a league can be stopped"),
        CLI_FLAG(0, "json", &is_json, "one JSON object"),
        CLI_TEXT(0, "svg", "FILE.svg", &svg, "a picture: ratings with intervals, and each pair"),
        {0},
    };
    const cli_usage usage = {
        "league GAME",
        "Plays bots of a game all against all, seats changed, and rates them. With two seats bots\n"
        "sit one against one; with more, each alone against all others of the other bot. Times of\n"
        "bots are CPU time. Ctrl-C ends early with what there is; with --file the same command\n"
        "goes on later, also with more bots or more matches.",
        "croupier league duel --bot random --bot baseline --bot search:1000\n"
        "croupier league imposter-kings --option seats=2 --bot baseline --bot search:50ms -n 400\n"
        "croupier league duel --bot strong --bot \"exec:python3 examples/bot.py\" --file "
        "duel.league\n",
        options,
        1,
        1};
    int status = cli_parse(&usage, &argc, argv);
    league *l;
    series plan = {0};

    if (status != CLI_GO)
        return status;
    l = calloc(1, sizeof *l);
    if (!l)
        return cli_error("no memory left");
    l->game = plan.game = cli_game(argv[0]);
    l->seed = seed ? seed : "1";
    l->each = each;
    is_good =
        l->game && cli_setup(l->game, &game_options, l->seed, &plan.setup) && read_bots(l, &bots);
    if (!is_good || !league_open(l, path, &plan.setup)) {
        free(l);
        return CLI_MISUSE;
    }
    plan.n_threads = n_threads;
    plan.limit_ms = (uint32_t)limit_ms;
    plan.is_rotating = plan.is_quiet = true;
    is_good = league_play(l, &plan);
    is_good = league_close(l) && is_good;
    if (is_good && league_games(l) < l->each * l->n_pairs)
        fprintf(stderr, "croupier: stopped after %llu of %llu matches\n",
                (unsigned long long)league_games(l), (unsigned long long)l->each * l->n_pairs);
    if (is_good)
        cli_print(stdout, is_json ? league_json : league_text, l);
    is_good = is_good && (!svg || write_svg(svg, l));
    free(l);
    return is_good ? CLI_DONE : CLI_FAILED;
}
