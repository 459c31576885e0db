/* What a series of matches adds up to: results per seat and bot with intervals, and how long matches last.
 * Everything is a sum over matches, so parts of a series may be counted apart and added in any order. */
#ifndef CR_ARENA_STATS_H
#define CR_ARENA_STATS_H

#include "base/base.h"

/* Lengths are counted exactly up to 127 moves, above that in 64 steps for each doubling: within 1.6 %. */
enum { STATS_EXACT = 128, STATS_STEPS = 64, STATS_BINS = STATS_EXACT + 14 * STATS_STEPS };

typedef struct {
    uint64_t wins, draws, losses;
    int64_t score;
} stats_side;

typedef struct {
    uint64_t matches, moves, idles;
    uint64_t shortest, longest; /* in moves; of no match 0 */
    double squares;             /* sum of squared lengths: whole numbers, exact up to 2^53 */
    uint64_t hash;              /* binds everything that was played; kept by the caller */
    stats_side at[CR_SEATS_MAX][CR_SEATS_MAX]; /* by seat and bot: the result of that seat */
    stats_side
        bot[CR_SEATS_MAX]; /* by bot: whole matches; won if all seats with the best score are its */
    uint64_t length[STATS_BINS];
} stats;

/* One match: who sat where (numbers below CR_SEATS_MAX), the final scores, moves and defaults among them. */
typedef struct {
    unsigned n_seats;
    const uint8_t *bot_of;
    const int32_t *score;
    uint64_t moves, idles;
} stats_match;

void stats_count(stats *s, const stats_match *match);
void stats_add(stats *to, const stats *from);

/* Matches of one side. */
uint64_t stats_games(const stats_side *side);

typedef struct {
    double rate, lo, hi;
} stats_rate;

/* The share of `hits` in n trials with its 95 % interval (Wilson's score interval, which stays inside 0 to 1 and
 * is sound for few trials and for shares near the ends). Without trials: 0 within 0 to 1. */
stats_rate stats_wilson(uint64_t hits, uint64_t n);

/* Mean and standard deviation of the lengths, and the length that a share q of the matches does not exceed. */
double stats_mean_length(const stats *s);
double stats_deviation(const stats *s);
uint64_t stats_quantile(const stats *s, double q);

/* The bin of a length, and the smallest length of a bin; the next bin's is one more than its largest. */
unsigned stats_bin(uint64_t length);
uint64_t stats_bin_from(unsigned bin);

#endif
