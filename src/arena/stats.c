#include "arena/stats.h"

#include <math.h>

unsigned stats_bin(uint64_t length)
{
    unsigned octave, bin;

    if (length < STATS_EXACT)
        return (unsigned)length;
    octave = 63 - (unsigned)__builtin_clzll(length / STATS_EXACT);
    bin = STATS_EXACT + octave * STATS_STEPS + (unsigned)(length >> (octave + 1)) - STATS_STEPS;
    return bin < STATS_BINS ? bin : STATS_BINS - 1;
}

uint64_t stats_bin_from(unsigned bin)
{
    unsigned above = bin - STATS_EXACT;

    if (bin < STATS_EXACT)
        return bin;
    return (uint64_t)(above % STATS_STEPS + STATS_STEPS) << (above / STATS_STEPS + 1);
}

static void count_side(stats_side *side, bool is_best, bool is_shared)
{
    if (!is_best)
        side->losses++;
    else if (is_shared)
        side->draws++;
    else
        side->wins++;
}

void stats_count(stats *s, const stats_match *m)
{
    unsigned best_seats = 0, best_bots = 0, bots = 0;
    int32_t best = INT32_MIN;

    for (unsigned seat = 0; seat < m->n_seats; seat++) {
        if (m->score[seat] > best) {
            best = m->score[seat];
            best_seats = best_bots = 0;
        }
        if (m->score[seat] == best) {
            best_seats |= 1u << seat;
            best_bots |= 1u << m->bot_of[seat];
        }
        bots |= 1u << m->bot_of[seat];
    }
    for (unsigned seat = 0; seat < m->n_seats; seat++) {
        stats_side *side = &s->at[seat][m->bot_of[seat]];

        count_side(side, best_seats >> seat & 1, best_seats & (best_seats - 1));
        side->score += m->score[seat];
        s->bot[m->bot_of[seat]].score += m->score[seat];
    }
    for (unsigned bot = 0; bot < CR_SEATS_MAX; bot++)
        if (bots >> bot & 1)
            count_side(&s->bot[bot], best_bots >> bot & 1, best_bots & (best_bots - 1));
    if (!s->matches || m->moves < s->shortest)
        s->shortest = m->moves;
    if (m->moves > s->longest)
        s->longest = m->moves;
    s->matches++;
    s->moves += m->moves;
    s->idles += m->idles;
    s->squares += (double)m->moves * (double)m->moves;
    s->length[stats_bin(m->moves)]++;
}

static void add_side(stats_side *to, const stats_side *from)
{
    to->wins += from->wins;
    to->draws += from->draws;
    to->losses += from->losses;
    to->score += from->score;
}

void stats_add(stats *to, const stats *from)
{
    if (from->matches && (!to->matches || from->shortest < to->shortest))
        to->shortest = from->shortest;
    if (from->longest > to->longest)
        to->longest = from->longest;
    to->matches += from->matches;
    to->moves += from->moves;
    to->idles += from->idles;
    to->squares += from->squares;
    to->hash += from->hash;
    for (unsigned seat = 0; seat < CR_SEATS_MAX; seat++)
        for (unsigned bot = 0; bot < CR_SEATS_MAX; bot++)
            add_side(&to->at[seat][bot], &from->at[seat][bot]);
    for (unsigned bot = 0; bot < CR_SEATS_MAX; bot++)
        add_side(&to->bot[bot], &from->bot[bot]);
    for (unsigned bin = 0; bin < STATS_BINS; bin++)
        to->length[bin] += from->length[bin];
}

uint64_t stats_games(const stats_side *side)
{
    return side->wins + side->draws + side->losses;
}

stats_rate stats_wilson(uint64_t hits, uint64_t n)
{
    const double z = 1.959963984540054; /* 97.5 % of a normal distribution lies below */
    double p, trials = (double)n, scale, middle, half;

    if (!n)
        return (stats_rate){0, 0, 1};
    p = (double)hits / trials;
    scale = 1 / (1 + z * z / trials);
    middle = scale * (p + z * z / (2 * trials));
    half = scale * z * sqrt(p * (1 - p) / trials + z * z / (4 * trials * trials));
    return (stats_rate){p, hits ? middle - half : 0, hits < n ? middle + half : 1};
}

double stats_mean_length(const stats *s)
{
    return s->matches ? (double)s->moves / (double)s->matches : 0;
}

double stats_deviation(const stats *s)
{
    double mean = stats_mean_length(s), variance;

    if (s->matches < 2)
        return 0;
    variance = (s->squares - mean * (double)s->moves) / (double)(s->matches - 1);
    return variance > 0 ? sqrt(variance) : 0;
}

uint64_t stats_quantile(const stats *s, double q)
{
    double wanted = q * (double)s->matches, sum = 0;

    for (unsigned bin = 0; bin < STATS_BINS; bin++) {
        sum += (double)s->length[bin];
        if (s->length[bin] && sum >= wanted)
            return stats_bin_from(bin);
    }
    return 0;
}
