/* Solving: counterfactual regret minimisation (CFR+: regrets never below zero, seats in turn, later strategies weigh more)
 * on the sets and ends of a tree, and how far from perfect the result is, by exact best responses.
 *
 * Everything is a sweep over flat arrays: the ends give each sequence of a seat what it earns against the others, and the
 * sets, from the last to the first, pass it up. No game code and no tree is in the loop. With two seats whose gains are the
 * other's losses it comes as near to an equilibrium as one likes; with more it is good play without a promise. */
#ifndef CR_SOLVE_CFR_H
#define CR_SOLVE_CFR_H

#include "solve/tree.h"

typedef struct {
    double *regret, *sum; /* by sequence; sum: the average strategy, not yet divided */
    double *now,
        *average; /* by sequence: how likely the seat itself plays so far, with the last and the average strategy */
    double *share; /* by sequence: how likely this move is in its set, in the average strategy */
    double *earns; /* by sequence, while sweeping */
} cfr_side;

typedef struct {
    const solve_tree *tree;
    cfr_side side[CR_SEATS_MAX];
    uint64_t iterations;

    /* Out of cfr_measure. */
    double value[CR_SEATS_MAX]; /* what each seat gets if all play the average strategy */
    double best[CR_SEATS_MAX];  /* and if it alone plays the best answer to it */
    double exploitability;      /* the mean of what they gain by that */
} cfr;

/* Brings the memory; false if there is not enough. */
bool cfr_init(cfr *c, const solve_tree *tree);
void cfr_release(cfr *c);

/* One iteration of all seats. */
void cfr_step(cfr *c);

/* The average strategy as shares, and how good it is. */
void cfr_measure(cfr *c);

/* The same for shares that somebody else has put in place. */
void cfr_measure_shares(cfr *c);

/* How likely each set of a seat comes up when all play the average strategy; `out` has as many places as the seat has sets. */
void cfr_reach(cfr *c, uint8_t seat, double *out);

#endif
