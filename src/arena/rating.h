/* Ratings from results of pairs, with intervals. A match is won by one of its seats, each with a chance in proportion to the
 * strength of its bot (Bradley and Terry; where a bot has several seats it has as many chances), so bots that never met can
 * be compared by those both have met, and one against three by the same scale as one against one. A rating is 400 times the
 * decimal logarithm of the strength, 1000 on average: 400 more are ten wins to one. */
#ifndef CR_ARENA_RATING_H
#define CR_ARENA_RATING_H

#include "base/base.h"

enum { RATING_BOTS_MAX = 16, RATING_PAIRS_MAX = RATING_BOTS_MAX * RATING_BOTS_MAX };

/* Matches between two bots: how many seats each had, and who won; a shared one is half a win for each. */
typedef struct {
    uint8_t bot[2], seats[2];
    uint64_t won[2], shared;
} rating_pair;

typedef struct {
    double rating, lo,
        hi; /* lo to hi: the middle 95 % of what other matches of the same bots would give */
    uint64_t games;
    double points; /* won, and half of what was shared */
} rating;

uint64_t rating_games(const rating_pair *pair);

/* Rates bots 0 to n − 1. A bot without matches has the rating 1000 and an interval that says nothing. The same pairs give the
 * same figures. */
void rating_fit(const rating_pair *pairs, size_t n_pairs, unsigned n, rating *out);

#endif
