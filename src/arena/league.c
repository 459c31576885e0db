/* croupier league: bots of a game, all against all, seats changed, and what that makes them worth. Pairs are played in turns of
 * some matches each; every turn is a line in the file of the league, if it has one, so a league that was stopped goes on where
 * it was. */
#include "apps/league.h"
#include "apps/command.h"
#include "apps/progress.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

enum { TURN = 8 };

/* ---- pairs ---- */

/* With two seats, one bot in each. With more, each bot alone against all seats of the other. */
static void make_pairs(league *l)
{
    for (uint8_t a = 0; a < l->n_bots; a++)
        for (uint8_t b = 0; b < l->n_bots; b++)
            if (a < b || (a != b && l->n_seats > 2))
                l->pairs[l->n_pairs++] =
                    (rating_pair){.bot = {a, b}, .seats = {1, (uint8_t)(l->n_seats - 1)}};
}

static rating_pair *pair_of(league *l, const char *a, const char *b)
{
    for (size_t i = 0; i < l->n_pairs; i++)
        if (!strcmp(l->bots[l->pairs[i].bot[0]].name, a) &&
            !strcmp(l->bots[l->pairs[i].bot[1]].name, b))
            return &l->pairs[i];
    return NULL;
}

/* ---- the file ---- */

/* What every line must agree on: a league is one game with one seed and one set of options. */
static void write_head(char *out, size_t cap, const league *l, const cr_setup *setup)
{
    cr_text text = cr_text_on(out, cap);

    cr_text_fmt(&text, "league %s %u seed %s", l->game->name, l->game->rules_version, l->seed);
    for (unsigned i = 0; i < l->game->n_options; i++) {
        cr_text_fmt(&text, " %s=", l->game->options[i].name);
        cr_option_print(&text, &l->game->options[i], setup->option[i]);
    }
    cr_text_fmt(&text, " seats=%u\n", l->n_seats);
}

/* "A <tab> B <tab> won <tab> lost <tab> shared <tab> moves <tab> defaults". A last line without its end was cut off by a
 * crash: it is left out, and what is written next begins behind the last whole one. */
static bool read_line(league *l, char *line)
{
    char *part[7], *at = line;
    unsigned long long n[5];
    rating_pair *pair;

    for (unsigned i = 0; i < 7; i++) {
        part[i] = at;
        at = strpbrk(at, i < 6 ? "\t" : "\n");
        if (!at)
            return false;
        *at++ = 0;
    }
    for (unsigned i = 0; i < 5; i++) {
        char *end;

        n[i] = strtoull(part[i + 2], &end, 10);
        if (*end || end == part[i + 2])
            return false;
    }
    pair = pair_of(l, part[0], part[1]);
    if (!pair)
        return true; /* of a bot that does not play today */
    pair->won[0] += n[0];
    pair->won[1] += n[1];
    pair->shared += n[2];
    l->moves += n[3];
    l->defaults += n[4];
    return true;
}

static bool open_file(league *l, const char *path, const cr_setup *setup, FILE **out)
{
    char line[4096], head[4096];
    bool is_first = true, is_good = true;
    long whole = 0;
    FILE *file;

    *out = NULL;
    if (!path)
        return true;
    write_head(head, sizeof head, l, setup);
    file = fopen(path, "a+");
    if (!file) {
        cli_error("cannot open '%s': %s", path, strerror(errno));
        return false;
    }
    rewind(file);
    while (is_good && fgets(line, sizeof line, file) && strchr(line, '\n')) {
        is_good = is_first ? !strcmp(line, head) : read_line(l, line);
        is_first = false;
        whole = ftell(file);
    }
    if (!is_good) {
        cli_error(
            "'%s' is of another league: it has another game, seed or options, or is no league",
            path);
        fclose(file);
        return false;
    }
    if (ftruncate(fileno(file), whole) || (is_first && fputs(head, file) < 0)) {
        cli_error("cannot write '%s': %s", path, strerror(errno));
        fclose(file);
        return false;
    }
    *out = file;
    return true;
}

static bool keep_turn(FILE *file, const league *l, const rating_pair *pair, const stats *s)
{
    const stats_side *side = &s->bot[0];

    if (!file)
        return true;
    fprintf(file, "%s\t%s\t%llu\t%llu\t%llu\t%llu\t%llu\n", l->bots[pair->bot[0]].name,
            l->bots[pair->bot[1]].name, (unsigned long long)side->wins,
            (unsigned long long)side->losses, (unsigned long long)side->draws,
            (unsigned long long)s->moves, (unsigned long long)s->idles);
    return !fflush(file);
}

/* ---- playing ---- */

static uint64_t games_of(const league *l)
{
    uint64_t n = 0;

    for (size_t i = 0; i < l->n_pairs; i++)
        n += rating_games(&l->pairs[i]);
    return n;
}

/* The next matches of a pair. False if that is the end of it: a fault, or no memory. */
static bool play_turn(league *l, series *plan, rating_pair *pair, FILE *file)
{
    series s = *plan;

    s.first = rating_games(pair);
    s.n = l->each - s.first < TURN ? l->each - s.first : TURN;
    s.players[0] = l->bots[pair->bot[0]];
    for (unsigned seat = 1; seat < l->n_seats; seat++)
        s.players[seat] = l->bots[pair->bot[1]];
    if (s.n_threads > s.n)
        s.n_threads = s.n;
    if (!series_open(&s)) {
        series_close(&s);
        cli_error("no memory left");
        return false;
    }
    if (!series_run(&s) || s.err) {
        series_close(&s);
        cli_error("match %llu of '%s' against '%s' failed: %s", (unsigned long long)s.bad_match,
                  s.players[0].name, s.players[1].name, cr_err_text(s.err));
        return false;
    }
    series_close(&s);
    if (s.stats.matches < s.n)
        return true; /* interrupted: a turn counts whole or not at all */
    pair->won[0] += s.stats.bot[0].wins;
    pair->won[1] += s.stats.bot[0].losses;
    pair->shared += s.stats.bot[0].draws;
    l->moves += s.stats.moves;
    l->defaults += s.stats.idles;
    if (keep_turn(file, l, pair, &s.stats))
        return true;
    cli_error("cannot write the file of the league: %s", strerror(errno));
    return false;
}

static bool play(league *l, series *plan, FILE *file)
{
    bool is_good = true, is_done = false;
    progress bar;

    progress_catch_interrupt();
    progress_open(&bar, "matches", l->each * l->n_pairs);
    while (is_good && !is_done && !progress_is_interrupted()) {
        is_done = true;
        for (size_t i = 0; i < l->n_pairs && is_good && !progress_is_interrupted(); i++) {
            if (rating_games(&l->pairs[i]) >= l->each)
                continue;
            is_done = false;
            is_good = play_turn(l, plan, &l->pairs[i], file);
            progress_show(&bar, games_of(l));
        }
    }
    progress_close(&bar);
    return is_good;
}

static void rank(league *l)
{
    rating_fit(l->pairs, l->n_pairs, l->n_bots, l->ratings);
    for (uint8_t i = 0; i < l->n_bots; i++) {
        unsigned at = i;

        for (; at && l->ratings[l->order[at - 1]].rating < l->ratings[i].rating; at--)
            l->order[at] = l->order[at - 1];
        l->order[at] = i;
    }
}

/* ---- the command ---- */

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
    FILE *file;

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
    l->n_seats = plan.setup.n_seats;
    if (is_good)
        make_pairs(l);
    if (!is_good || !open_file(l, path, &plan.setup, &file)) {
        free(l);
        return CLI_MISUSE;
    }
    plan.n_threads = n_threads;
    plan.limit_ms = (uint32_t)limit_ms;
    plan.is_rotating = plan.is_quiet = true;
    is_good = play(l, &plan, file);
    if (file && fclose(file))
        is_good = cli_error("cannot write '%s': %s", path, strerror(errno)) == CLI_DONE;
    if (is_good && games_of(l) < l->each * l->n_pairs)
        fprintf(stderr, "croupier: stopped after %llu of %llu matches\n",
                (unsigned long long)games_of(l), (unsigned long long)(l->each * l->n_pairs));
    rank(l);
    if (is_good)
        cli_print(stdout, is_json ? league_json : league_text, l);
    is_good = is_good && (!svg || write_svg(svg, l));
    free(l);
    return is_good ? CLI_DONE : CLI_FAILED;
}
