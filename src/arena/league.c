/* Pairs are played in turns of some matches each; every turn is a line in the file of the league, if it has one, so a league
 * that was stopped goes on where it was. */
#include "arena/league.h"
#include "cli/cli.h"
#include "cli/progress.h"

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

static bool open_file(league *l, const char *path, const cr_setup *setup)
{
    char line[4096], head[4096];
    bool is_first = true, is_good = true;
    long whole = 0;
    FILE *file;

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
    l->file = file;
    return true;
}

static bool keep_turn(const league *l, const rating_pair *pair, const stats *s)
{
    const stats_side *side = &s->bot[0];

    if (!l->file)
        return true;
    fprintf(l->file, "%s\t%s\t%llu\t%llu\t%llu\t%llu\t%llu\n", l->bots[pair->bot[0]].name,
            l->bots[pair->bot[1]].name, (unsigned long long)side->wins,
            (unsigned long long)side->losses, (unsigned long long)side->draws,
            (unsigned long long)s->moves, (unsigned long long)s->idles);
    return !fflush(l->file);
}

bool league_open(league *l, const char *path, const cr_setup *setup)
{
    l->n_seats = setup->n_seats;
    make_pairs(l);
    return open_file(l, path, setup);
}

bool league_close(league *l)
{
    bool is_kept = !l->file || !fclose(l->file);

    l->file = NULL;
    if (!is_kept)
        cli_error("cannot write the file of the league: %s", strerror(errno));
    return is_kept;
}

/* ---- playing ---- */

uint64_t league_games(const league *l)
{
    uint64_t n = 0;

    for (size_t i = 0; i < l->n_pairs; i++)
        n += rating_games(&l->pairs[i]);
    return n;
}

/* The next matches of a pair. False if that is the end of it: a fault, or no memory. */
static bool play_turn(league *l, const series *plan, rating_pair *pair)
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
    if (keep_turn(l, pair, &s.stats))
        return true;
    cli_error("cannot write the file of the league: %s", strerror(errno));
    return false;
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

bool league_play(league *l, const series *plan)
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
            is_good = play_turn(l, plan, &l->pairs[i]);
            progress_show(&bar, league_games(l));
        }
    }
    progress_close(&bar);
    rank(l);
    return is_good;
}
