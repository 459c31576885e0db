/* Bot against bot: one whole match, without a clock. */
#ifndef CR_ARENA_H
#define CR_ARENA_H

#include "ai/bot.h"

/* A match between bots. The caller brings state and view memory and fills in the rest. */
typedef struct {
    const cr_game *game;
    const cr_bot *bots[CR_SEATS_MAX];
    cr_state *state;
    cr_view *view;      /* may be NULL if all bots are blind */
    cr_desk desk;       /* enough for the bot that needs most; may be empty if none needs any */
    uint32_t budget_ms; /* for each answer, by the clock of the desk; 0: no limit */
    cr_sink *sink;      /* may be NULL */
    cr_log *log;        /* may be NULL: told every move */
    uint64_t moves;     /* out: moves played, defaults included */
    uint64_t idles;     /* out: defaults played because a bot had no answer or a refused one */
    cr_rng rng;         /* the bots' chance: all draw from it when they are asked */
} cr_arena;

enum { CR_ARENA_MOVES_MAX = 1 << 20 }; /* no match of any game is longer */

/* Starts a match; its bots draw from a stream of the match's seed that is not the match's own. */
CR_MUST_USE cr_err cr_arena_start(cr_arena *arena, const cr_setup *setup);

/* The answer of one asked seat's bot, legal by now; false if it has none. */
bool cr_arena_ask(cr_arena *arena, uint8_t seat, cr_move *move);

/* Plays one move: the first asked seat whose bot has an answer, or else the default of the first asked seat.
 * The match is not over. */
void cr_arena_move(cr_arena *arena);

/* Identity of match number i of a series, when it is over: bound to its number, so that sums over a series do not depend on
 * the order. */
uint64_t cr_arena_hash(const cr_arena *arena, uint64_t i);

/* Plays until the match is over. Returns CR_ERR_BUG if it does not end or a fault shows. */
CR_MUST_USE cr_err cr_arena_run(cr_arena *arena);

#endif
