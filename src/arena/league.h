/* A league: bots of one game, all against all. league.c plays it, league_report.c tells it. */
#ifndef CR_ARENA_LEAGUE_H
#define CR_ARENA_LEAGUE_H

#include "arena/rating.h"
#include "arena/series.h"

typedef struct {
    const cr_game *game;
    const char *seed;
    unsigned n_seats, n_bots;
    series_player bots[RATING_BOTS_MAX];
    rating_pair pairs[RATING_PAIRS_MAX];
    size_t n_pairs;
    uint64_t each; /* matches of a pair */
    uint64_t moves, defaults;
    rating ratings[RATING_BOTS_MAX];
    uint8_t order[RATING_BOTS_MAX]; /* bots, best first */
    FILE *file;                     /* where turns are kept, or NULL */
} league;

/* Makes the pairs; game, seed, bots and `each` are filled in. With a path, takes up the results that are kept there. False
 * after a message. */
bool league_open(league *l, const char *path, const cr_setup *setup);

/* Plays what is missing, turn by turn, until somebody interrupts (cli/progress.h), and rates the bots. The plan has what all
 * series share; players and number of matches are the league's. False after a message. */
bool league_play(league *l, const series *plan);

/* Matches that were played so far, those of the file among them. */
uint64_t league_games(const league *l);

/* Closes the file. False after a message if something could not be written. */
bool league_close(league *l);

/* Printers for cli_print; `with` is a league. */
void league_text(cr_text *out, const void *with);
void league_json(cr_text *out, const void *with);
void league_svg(cr_text *out, const void *with);

#endif
