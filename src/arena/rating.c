#include "arena/rating.h"

#include <math.h>
#include <stdlib.h>

enum { ROUNDS = 400, SAMPLES = 400, MEAN = 1000 };

uint64_t rating_games(const rating_pair *pair)
{
    return pair->won[0] + pair->won[1] + pair->shared;
}

/* The share of the first bot. One match more that nobody won keeps the strength of somebody who won all of them finite. */
static double share_of(const rating_pair *pair)
{
    double games = (double)rating_games(pair) + 1;

    return ((double)pair->won[0] + (double)pair->shared / 2 + 0.5) / games;
}

/* Hunter's iteration: each strength is what was won over what could be expected of one unit of strength. */
static void fit(const rating_pair *pairs, const double *shares, size_t n_pairs, unsigned n,
                double out[RATING_BOTS_MAX])
{
    double mean = 0;

    for (unsigned i = 0; i < n; i++)
        out[i] = 1;
    for (unsigned round = 0; round < ROUNDS; round++) {
        double won[RATING_BOTS_MAX] = {0}, expected[RATING_BOTS_MAX] = {0};

        for (size_t p = 0; p < n_pairs; p++) {
            const rating_pair *pair = &pairs[p];
            double games = (double)rating_games(pair) + 1;
            double sum = pair->seats[0] * out[pair->bot[0]] + pair->seats[1] * out[pair->bot[1]];

            if (games < 2)
                continue;
            won[pair->bot[0]] += games * shares[p];
            won[pair->bot[1]] += games * (1 - shares[p]);
            for (unsigned side = 0; side < 2; side++)
                expected[pair->bot[side]] += games * pair->seats[side] / sum;
        }
        for (unsigned i = 0; i < n; i++)
            if (expected[i] > 0)
                out[i] = won[i] / expected[i];
    }
    for (unsigned i = 0; i < n; i++)
        out[i] = 400 * log10(out[i] > 1e-9 ? out[i] : 1e-9);
    for (unsigned i = 0; i < n; i++)
        mean += out[i] / n;
    for (unsigned i = 0; i < n; i++)
        out[i] += MEAN - mean;
}

/* Chance that is the same every time: what the intervals are made with must not make them differ. */
static double next_normal(uint64_t *state)
{
    double sum = -6;

    for (unsigned i = 0; i < 12; i++) {
        *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        sum += (double)(*state >> 11) / 9007199254740992.0;
    }
    return sum;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

void rating_fit(const rating_pair *pairs, size_t n_pairs, unsigned n, rating *out)
{
    static double samples[RATING_BOTS_MAX][SAMPLES];
    double shares[RATING_PAIRS_MAX], best[RATING_BOTS_MAX];
    uint64_t state = 1;

    for (size_t p = 0; p < n_pairs; p++)
        shares[p] = share_of(&pairs[p]);
    fit(pairs, shares, n_pairs, n, best);
    for (unsigned k = 0; k < SAMPLES; k++) {
        double drawn[RATING_PAIRS_MAX], fitted[RATING_BOTS_MAX];

        for (size_t p = 0; p < n_pairs; p++) {
            double games = (double)rating_games(&pairs[p]) + 1, p_won = shares[p];
            double share = p_won + sqrt(p_won * (1 - p_won) / games) * next_normal(&state);

            drawn[p] = fmin(fmax(share, 0.25 / games), 1 - 0.25 / games);
        }
        fit(pairs, drawn, n_pairs, n, fitted);
        for (unsigned i = 0; i < n; i++)
            samples[i][k] = fitted[i];
    }
    for (unsigned i = 0; i < n; i++) {
        qsort(samples[i], SAMPLES, sizeof(double), by_size);
        out[i] =
            (rating){best[i], samples[i][SAMPLES / 40], samples[i][SAMPLES - SAMPLES / 40], 0, 0};
    }
    for (size_t p = 0; p < n_pairs; p++)
        for (unsigned side = 0; side < 2; side++) {
            rating *r = &out[pairs[p].bot[side]];

            r->games += rating_games(&pairs[p]);
            r->points += (double)pairs[p].won[side] + (double)pairs[p].shared / 2;
        }
    for (unsigned i = 0; i < n; i++)
        if (!out[i].games) {
            out[i].lo = 0;
            out[i].hi = 2 * MEAN;
        }
}
