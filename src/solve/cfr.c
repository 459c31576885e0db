#include "solve/cfr.h"

#include <stdlib.h>

bool cfr_init(cfr *c, const solve_tree *tree)
{
    bool is_good = true;

    *c = (cfr){.tree = tree};
    for (unsigned s = 0; s < tree->n_seats; s++) {
        const solve_side *from = &tree->side[s];
        cfr_side *side = &c->side[s];
        double **arrays[] = {&side->regret,  &side->sum,   &side->now,
                             &side->average, &side->share, &side->earns};

        for (unsigned i = 0; i < CR_COUNT_OF(arrays); i++)
            is_good &= (*arrays[i] = calloc(from->n_seqs, sizeof(double))) != NULL;
        if (!is_good)
            return false;
        side->now[0] = side->average[0] = 1;
        for (uint32_t i = 0; i < from->n_sets; i++) {
            const solve_set *set = &from->sets[i];

            for (uint32_t a = set->first; a < set->first + set->n; a++)
                side->now[a] = side->now[set->parent] / set->n;
        }
    }
    return true;
}

void cfr_release(cfr *c)
{
    for (unsigned s = 0; s < CR_SEATS_MAX; s++) {
        cfr_side *side = &c->side[s];

        free(side->regret);
        free(side->sum);
        free(side->now);
        free(side->average);
        free(side->share);
        free(side->earns);
        *side = (cfr_side){0};
    }
}

/* What each sequence of the seat earns at its ends, others playing as `played` tells: now or average. */
static void sweep_two(const solve_tree *t, unsigned seat, const double *other, double *earns)
{
    const uint32_t *mine = t->seq[seat], *theirs = t->seq[!seat];
    const double *pay = t->pay[seat];

    for (uint32_t e = 0; e < t->n_ends; e++)
        earns[mine[e]] += pay[e] * other[theirs[e]];
}

static void sweep_many(const solve_tree *t, unsigned seat, double *const played[CR_SEATS_MAX],
                       double *earns)
{
    for (uint32_t e = 0; e < t->n_ends; e++) {
        double pay = t->pay[seat][e];

        for (unsigned s = 0; s < t->n_seats; s++)
            if (s != seat)
                pay *= played[s][t->seq[s][e]];
        earns[t->seq[seat][e]] += pay;
    }
}

static void sweep(const cfr *c, unsigned seat, bool is_average)
{
    const solve_tree *t = c->tree;
    double *played[CR_SEATS_MAX] = {0}, *earns = c->side[seat].earns;

    memset(earns, 0, t->side[seat].n_seqs * sizeof *earns);
    for (unsigned s = 0; s < t->n_seats; s++)
        played[s] = is_average ? c->side[s].average : c->side[s].now;
    if (t->n_seats == 2)
        sweep_two(t, seat, played[!seat], earns);
    else
        sweep_many(t, seat, played, earns);
}

/* From the last set to the first: what its moves earn is compared with what its strategy earns, and that is passed up. */
static void learn(const cfr *c, unsigned seat)
{
    const solve_side *from = &c->tree->side[seat];
    const cfr_side *side = &c->side[seat];
    double *earns = side->earns, *regret = side->regret;

    for (uint32_t i = from->n_sets; i--;) {
        const solve_set *set = &from->sets[i];
        uint32_t end = set->first + set->n;
        double total = 0, value = 0;

        for (uint32_t a = set->first; a < end; a++)
            total += regret[a];
        if (total > 0) {
            for (uint32_t a = set->first; a < end; a++)
                value += regret[a] * earns[a];
            value /= total;
        } else {
            for (uint32_t a = set->first; a < end; a++)
                value += earns[a];
            value /= set->n;
        }
        for (uint32_t a = set->first; a < end; a++) {
            double r = regret[a] + earns[a] - value;

            regret[a] = r > 0 ? r : 0;
        }
        earns[set->parent] += value;
    }
}

/* From the first set to the last: the strategy that the regrets make, and its weight in the average. */
static void choose(const cfr *c, unsigned seat, double weight)
{
    const solve_side *from = &c->tree->side[seat];
    const cfr_side *side = &c->side[seat];
    const double *regret = side->regret;
    double *now = side->now, *sum = side->sum;

    for (uint32_t i = 0; i < from->n_sets; i++) {
        const solve_set *set = &from->sets[i];
        uint32_t end = set->first + set->n;
        double total = 0, here = now[set->parent];

        for (uint32_t a = set->first; a < end; a++)
            total += regret[a];
        if (total > 0) {
            double scale = here / total;

            for (uint32_t a = set->first; a < end; a++) {
                now[a] = regret[a] * scale;
                sum[a] += weight * now[a];
            }
        } else {
            double each = here / set->n;

            for (uint32_t a = set->first; a < end; a++) {
                now[a] = each;
                sum[a] += weight * each;
            }
        }
    }
}

void cfr_step(cfr *c)
{
    c->iterations++;
    for (unsigned s = 0; s < c->tree->n_seats; s++) {
        sweep(c, s, false);
        learn(c, s);
        choose(c, s, (double)c->iterations);
    }
}

/* ---- how good it is ---- */

static void make_shares(cfr *c, unsigned seat)
{
    const solve_side *from = &c->tree->side[seat];
    const cfr_side *side = &c->side[seat];

    for (uint32_t i = 0; i < from->n_sets; i++) {
        const solve_set *set = &from->sets[i];
        double total = 0;

        for (uint32_t a = set->first; a < set->first + set->n; a++)
            total += side->sum[a];
        for (uint32_t a = set->first; a < set->first + set->n; a++)
            side->share[a] = total > 0 ? side->sum[a] / total : 1.0 / set->n;
    }
}

static void spread_shares(cfr *c, unsigned seat)
{
    const solve_side *from = &c->tree->side[seat];
    const cfr_side *side = &c->side[seat];

    for (uint32_t i = 0; i < from->n_sets; i++) {
        const solve_set *set = &from->sets[i];

        for (uint32_t a = set->first; a < set->first + set->n; a++)
            side->average[a] = side->average[set->parent] * side->share[a];
    }
}

/* Passes earnings up, by the shares or by the best move of each set; what arrives at the empty sequence is the value. */
static double pass_up(const cfr *c, unsigned seat, bool is_best)
{
    const solve_side *from = &c->tree->side[seat];
    const cfr_side *side = &c->side[seat];
    double *earns = side->earns;

    for (uint32_t i = from->n_sets; i--;) {
        const solve_set *set = &from->sets[i];
        double value = is_best ? earns[set->first] : 0;

        for (uint32_t a = set->first; a < set->first + set->n; a++) {
            if (!is_best)
                value += side->share[a] * earns[a];
            else if (earns[a] > value)
                value = earns[a];
        }
        earns[set->parent] += value;
    }
    return earns[0];
}

void cfr_measure_shares(cfr *c)
{
    unsigned n = c->tree->n_seats;

    for (unsigned s = 0; s < n; s++)
        spread_shares(c, s);
    c->exploitability = 0;
    for (unsigned s = 0; s < n; s++) {
        sweep(c, s, true);
        c->value[s] = pass_up(c, s, false);
        sweep(c, s, true);
        c->best[s] = pass_up(c, s, true);
        c->exploitability += (c->best[s] - c->value[s]) / n;
    }
}

void cfr_measure(cfr *c)
{
    for (unsigned s = 0; s < c->tree->n_seats; s++)
        make_shares(c, s);
    cfr_measure_shares(c);
}

void cfr_reach(cfr *c, uint8_t seat, double *out)
{
    const solve_tree *t = c->tree;
    const solve_side *from = &t->side[seat];
    double *earns = c->side[seat].earns;

    memset(earns, 0, from->n_seqs * sizeof *earns);
    for (uint32_t e = 0; e < t->n_ends; e++) {
        double chance = t->chance[e];

        for (unsigned s = 0; s < t->n_seats; s++)
            chance *= c->side[s].average[t->seq[s][e]];
        earns[t->seq[seat][e]] += chance;
    }
    for (uint32_t i = from->n_sets; i--;) {
        const solve_set *set = &from->sets[i];

        out[i] = 0;
        for (uint32_t a = set->first; a < set->first + set->n; a++)
            out[i] += earns[a];
        earns[set->parent] += out[i];
    }
}
