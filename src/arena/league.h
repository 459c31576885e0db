/* A league: bots of one game, all against all. league.c plays it, league_report.c tells it. */
#ifndef CR_APPS_LEAGUE_H
#define CR_APPS_LEAGUE_H

#include "apps/rating.h"
#include "apps/series.h"

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
} league;

/* Printers for cli_print; `with` is a league. */
void league_text(cr_text *out, const void *with);
void league_json(cr_text *out, const void *with);
void league_svg(cr_text *out, const void *with);

#endif
