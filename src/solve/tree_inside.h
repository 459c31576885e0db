/* The walk through a tree: what tree.c, tree_chance.c and tree_rows.c share while it lasts (tree.h has what it leaves). */
#ifndef CR_SOLVE_TREE_INSIDE_H
#define CR_SOLVE_TREE_INSIDE_H

#include "solve/tree.h"

/* What each seat knows at one place of the walk: a hash of all it was told. `asked` is the same at the moment the open
 * question was put: a sealed answer goes by that. */
typedef struct {
    uint64_t heard[CR_SEATS_MAX], asked[CR_SEATS_MAX];
} solve_ears;

/* One place of the walk. */
typedef struct {
    solve_ears ears;
    uint32_t seq[CR_SEATS_MAX];
    double chance;
    cr_state *state;
} solve_place;

struct solve_walk {
    cr_sink sink; /* first: the game tells it */
    solve_ears *into;
    uint8_t n_seats;
    cr_script script;
    solve_place places[SOLVE_DEPTH_MAX];
    char *states; /* of the places */
    cr_state *next;
    cr_view *view;
    cr_move moves[SOLVE_MOVES_MAX];
};

/* The match from its setup, or a move: one run of it into walk->next. */
typedef struct {
    const cr_setup *setup; /* or NULL */
    const solve_place *from;
    const cr_move *move;
} solve_plan;

/* tree.c: goes on from the place at this depth. False, here and in all that follow: t->why has the reason. */
bool solve_walk_on(solve_tree *t, unsigned depth);

/* Notes what is wrong; false. */
__attribute__((format(printf, 2, 3))) bool solve_fail(solve_tree *t, const char *format, ...);
bool solve_no_memory(solve_tree *t);
bool solve_is_stopped(solve_tree *t); /* limits.goes_on said no */

/* ---- tree_chance.c: what comes of one move, and who is told what ---- */

void solve_listen(cr_sink *sink, const cr_event *event); /* the sink of a walk */

/* A question is open: who is asked looks at the table. */
void solve_look(solve_tree *t, const cr_state *s, solve_ears *e);

/* Was the last run one that can be walked? */
bool solve_is_sound(solve_tree *t, cr_err err);

/* Walks on from one place, which has this chance and is reached by these sequences. */
bool solve_walk_into(solve_tree *t, unsigned depth, const solve_ears *e, const cr_state *s,
                     double chance, const uint32_t seq[CR_SEATS_MAX]);

/* All outcomes of a move, or of a beginning, and everything behind them. */
bool solve_walk_outcomes(solve_tree *t, unsigned depth, const solve_plan *plan, double chance,
                         const uint32_t seq[CR_SEATS_MAX]);

/* ---- tree_rows.c: what is kept of the tree ---- */

typedef uint64_t (*solve_hash_of)(const void *with, uint32_t i);

/* Room for one more in an array that doubles. */
bool solve_grow(void *array, uint32_t n, uint32_t *cap, size_t size);

/* Room for the n-th row in a table found by hash: 1 + number, open addressing, at most half full. The rows before it are
 * there; the n-th is not, and must not be found. */
bool solve_index_grow(uint32_t **index, uint32_t *cap, uint32_t n, solve_hash_of hash,
                      const void *with);

uint64_t solve_mix(uint64_t a, uint64_t b);
uint64_t solve_move_hash(const cr_move *move); /* without seat and ticket */

bool solve_add_end(solve_tree *t, const solve_place *p);

/* What this seat knows, new if nobody has been there. The n moves are in walk->moves. */
bool solve_find_known(solve_tree *t, const solve_place *p, uint8_t seat, uint32_t n,
                      solve_known *out);
bool solve_add_sight(solve_tree *t, const solve_place *p, uint8_t seat, uint32_t set);

#endif
