/* A match looked at again: what each seat could expect after each move, as it knew it and as the truth was, and what a bot
 * that looks ahead would have done. Works on memory of the caller, one step at a time: whoever has many steps or many cores
 * divides them as it likes, for the result of a step follows from its position and the plan alone.
 *
 * A chance is the share of matches won when `baseline` plays on for everybody and errs one time in eight, from the position
 * itself or from worlds that fit what a seat sees. So it says how the position stands among sensible players who do not bluff,
 * not what these players would have made of it; and with n matches it is within 1/√n of that in 19 of 20 cases. */
#ifndef CR_ANALYSIS_H
#define CR_ANALYSIS_H

#include "ai/bot.h"

typedef struct {
    uint32_t worlds; /* matches for each chance */
    uint32_t search; /* worlds for what search would have done; 0: nobody wants to know */
} cr_analysis_plan;

/* A plan that takes about as long as `matches` quick ones in all, for a match of so many steps. */
cr_analysis_plan cr_analysis_plan_for(const cr_game *game, uint64_t matches, uint32_t n_steps,
                                      unsigned n_seats);

/* How a position stands: chances to win by seat, 0 to 1. */
typedef struct {
    float truth[CR_SEATS_MAX]; /* as it was */
    float known[CR_SEATS_MAX]; /* as each seat itself could know */
} cr_chances;

/* What search would have done in place of a move. */
typedef struct {
    cr_move best;
    float best_worth,
        played_worth; /* what search expects of them; played_worth below 0: it did not look at that move */
} cr_advice;

/* Bytes of memory, aligned to 8, for the calls below. */
size_t cr_analysis_memory(const cr_game *game, const cr_analysis_plan *plan);

/* How this position stands. */
void cr_analysis_chances(const cr_game *game, const cr_state *state, const cr_analysis_plan *plan,
                         void *memory, cr_chances *out);

/* What search would have done here instead of `move`, which was played from this position. False: there was no choice, or it is
 * about the table and not the game. */
bool cr_analysis_advice(const cr_game *game, const cr_state *state, const cr_move *move,
                        const cr_analysis_plan *plan, void *memory, cr_advice *out);

/* The 95 % interval of a share of n, half its width. */
float cr_analysis_error(float share, uint32_t n);

/* The steps that changed most, the largest change first: at most `cap` numbers of `chances`, each above the doubt there is about
 * it. Step i is what happened between chances[i - 1] and chances[i]. Returns how many. */
size_t cr_analysis_turns(const cr_chances *chances, uint32_t n, unsigned n_seats, uint32_t worlds,
                         uint32_t *out, size_t cap);

#endif
