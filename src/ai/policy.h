/* A policy played as a bot: for each thing a seat can see, the moves it makes and how often. `croupier solve` finds policies
 * and src/solve/policy_file.h reads and writes them; here is only what it takes to play one.
 *
 * Rows are found by cr_policy_key of the seat's view. A view is all a seat may know, but not all it once knew: where a game
 * forgets on purpose, rows stand for several histories at once, and `solve` tells what that costs. */
#ifndef CR_POLICY_H
#define CR_POLICY_H

#include "ai/bot.h"

typedef struct {
    uint8_t kind, arg[CR_ARGS], fill;
    uint32_t upto; /* in 1/2^32: the shares of this move and of those before it */
} cr_policy_move;

typedef struct {
    uint64_t key;
    uint32_t first, n; /* its moves */
} cr_policy_row;

typedef struct {
    const cr_policy_row *rows; /* by rising keys */
    const cr_policy_move *moves;
    uint32_t n_rows, n_moves;
    const cr_bot *otherwise; /* answers where no row fits */
} cr_policy;

/* What a row is found by: the view without its clock, its ticket, and what only tells who else has answered already. */
uint64_t cr_policy_key(const cr_game *game, const cr_view *view);

/* The row of this key, or NULL. */
const cr_policy_row *cr_policy_find(const cr_policy *policy, uint64_t key);

/* A bot that plays the policy, which must outlive it. */
cr_bot cr_policy_bot(const cr_game *game, const cr_policy *policy, const char *name);

#endif
