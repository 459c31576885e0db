/* croupier sim: many matches between bots. The matches are played by series.c, what is told about them is in report.c
 * and plot.c. */
#include "apps/command.h"
#include "arena/report.h"
#include "cli/progress.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

enum { BOTS_TEXT_MAX = 4096 };

/* Reads "a,exec:COMMAND,c": a player for each seat, or one for all. A comma inside a command is written \, and `text`
 * is taken apart in place. */
static bool read_players(series *s, char *text)
{
    unsigned n = 0, n_seats = s->setup.n_seats;

    for (char *at = text; at; n++) {
        char *to = at, *name = at;

        for (; *at && *at != ','; *to++ = *at++)
            at += at[0] == '\\' && at[1] == ',';
        at = *at ? at + 1 : NULL;
        *to = 0;
        if (n == n_seats) {
            cli_error("more bots than seats: the match has %u", n_seats);
            return false;
        }
        s->players[n].name = name;
        if (!strncmp(name, "exec:", 5) && name[5])
            s->players[n].command = name + 5;
        else if (!strncmp(name, "policy:", 7) && name[7])
            s->players[n].bot = cli_policy(s->game, name + 7, &s->setup);
        else
            s->players[n].bot = cli_bot_with(s->game, name, &s->players[n].own);
        if (!s->players[n].bot && !s->players[n].command)
            return false;
    }
    if (n != 1 && n != n_seats) {
        cli_error("%u bots for %u seats: name one for each, or one for all", n, n_seats);
        return false;
    }
    while (n < n_seats)
        s->players[n++] = s->players[0]; /* with the same bot, also where that is its own */
    return true;
}

static int tell_fault(const series *s)
{
    uint8_t seed[32];
    char hex[65];
    cr_text text = cr_text_on(hex, sizeof hex);

    cr_seed_derive(s->setup.seed, s->bad_match, seed);
    cr_text_hex(&text, seed, sizeof seed);
    cli_error("match %llu of the series failed: %s (its seed is %s)",
              (unsigned long long)s->bad_match, cr_err_text(s->err), hex);
    return CLI_FAILED;
}

/* A file that is written at the end is opened at the start, so that a wrong name costs no time. */
static bool open_file(const char *path, FILE **out)
{
    *out = NULL;
    if (!path)
        return true;
    *out = fopen(path, "w");
    if (!*out)
        cli_error("cannot write '%s': %s", path, strerror(errno));
    return *out;
}

static bool close_file(const char *path, FILE *file)
{
    bool is_bad = file && ferror(file);

    if (file && (fclose(file) || is_bad)) {
        cli_error("cannot write '%s': %s", path, strerror(errno));
        return false;
    }
    return true;
}

static void write_list_head(cr_text *out, const void *with)
{
    series_list_head(out, with);
}

static int run(series *s, const char *seed, bool is_json, FILE *plot)
{
    report r = {s, seed};
    int status = CLI_DONE;

    if (!series_open(s)) {
        series_close(s);
        return cli_error("no memory left");
    }
    if (s->list)
        cli_print(s->list, write_list_head, s);
    if (!series_run(s))
        status = cli_error("cannot start %zu threads", s->n_threads);
    else if (s->err)
        status = tell_fault(s);
    if (status != CLI_MISUSE) {
        if (s->stats.matches < s->n && progress_is_interrupted())
            fprintf(stderr, "croupier: stopped after %llu of %llu matches\n",
                    (unsigned long long)s->stats.matches, (unsigned long long)s->n);
        cli_print(stdout, is_json ? report_json : report_text, &r);
        if (plot)
            cli_print(plot, report_svg, &r);
    }
    series_close(s);
    return status;
}

int cmd_sim(int argc, char **argv)
{
    uint64_t n = 1000, n_threads = cli_cores(), limit_ms = 1000;
    const char *seed = NULL, *bots = "random", *csv = NULL, *plot = NULL;
    bool is_json = false, is_counting = false, is_rotating = false, counts_rules = false;
    cli_list game_options = {0};
    const cli_option options[] = {
        CLI_NUMBER('n', "matches", "N", &n, 1, UINT64_C(1) << 62,
                   "matches to play (normally 1000)"),
        CLI_TEXT('s', "seed", "SEED", &seed, "a number or 64 hex digits (normally drawn)"),
        CLI_NUMBER('t', "threads", "N", &n_threads, 1, CLI_THREADS_MAX,
                   "threads (normally one for each core)"),
        CLI_TEXT(
            'b', "bots", "A,B,…", &bots,
            "a bot for each seat, or one for all (normally random); exec:COMMAND is a program"),
        CLI_FLAG('r', "rotate", &is_rotating, "bots change seats from match to match"),
        CLI_NUMBER(0, "bot-time", "MS", &limit_ms, 1, 3600000,
                   "time a program has for each answer (normally 1000)"),
        CLI_OPTION_ROW(&game_options),
        CLI_FLAG(0, "rules", &counts_rules, "tell how often each rule was used"),
        CLI_FLAG(0, "counting", &is_counting, "play the copy of the game that counts its rules"),
        CLI_FLAG(0, "json", &is_json, "one JSON object"),
        CLI_TEXT(0, "csv", "FILE", &csv, "a line for each match"),
        CLI_TEXT(0, "plot", "FILE.svg", &plot, "a picture: shares of wins, lengths of matches"),
        {0},
    };
    const cli_usage usage = {
        "sim GAME",
        "Plays matches between bots and prints results, speed and a hash of everything played.\n"
        "The hash depends on game, seed, bots and options only: not on threads, machine or\n"
        "compiler. Ctrl-C ends early with what there is. docs/bots.md tells about bots and how\n"
        "to write one in any language.",
        "croupier sim duel -n 100000 --seed 42\n"
        "croupier sim duel -n 1000 --option parries=0 --option target=3 --json\n"
        "croupier sim liap-tui --bots baseline,random,baseline,random --rotate --plot lt.svg\n"
        "croupier sim duel --bots \"exec:python3 examples/bot.py\",random -n 100\n",
        options,
        1,
        1};
    int status = cli_parse(&usage, &argc, argv);
    char hex[65], names[BOTS_TEXT_MAX];
    FILE *plot_file = NULL;
    series s = {0};

    if (status != CLI_GO)
        return status;
    s.game = cli_game(argv[0]);
    if (!s.game || !cli_setup(s.game, &game_options, seed, &s.setup))
        return CLI_MISUSE;
    if (snprintf(names, sizeof names, "%s", bots) >= BOTS_TEXT_MAX)
        return cli_error("the names of the bots are longer than %d bytes", BOTS_TEXT_MAX - 1);
    if (!read_players(&s, names) || !open_file(csv, &s.list))
        return CLI_MISUSE;
    if (!open_file(plot, &plot_file)) {
        close_file(csv, s.list);
        return CLI_MISUSE;
    }
    if (is_counting)
        s.game = cr_game_counting(s.game);
    s.n = n;
    s.n_threads = n_threads;
    s.limit_ms = (uint32_t)limit_ms;
    s.is_rotating = is_rotating;
    s.is_counting_rules = counts_rules;
    status = run(&s, cli_seed_text(seed, &s.setup, hex), is_json, plot_file);
    if (!close_file(csv, s.list) || !close_file(plot, plot_file))
        return CLI_MISUSE;
    return status;
}
