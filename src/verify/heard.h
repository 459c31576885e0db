/* Told alike, seen alike, in small worlds. Two states are reached by two ways. Whoever was told the same on both ways must see
 * the same in both states; and whoever was told the same, and sees the same after one more move, must have been told the same
 * of that move. Ways are kept as trees of moves, so that both can be shown.
 *
 *     heard_init(&h, game);
 *     heard_root(&h, state);                              a start, any number of them
 *     way = heard_keep(&h);                               the way walked last is followed
 *     heard_step(&h, d, way, state, &move, after, told);  each move from there, and what it told
 *     next = heard_keep(&h); */
#ifndef CR_VERIFY_HEARD_H
#define CR_VERIFY_HEARD_H

#include "verify/desk.h"
#include "verify/hash_map.h"

enum { HEARD_NOWHERE = UINT32_MAX };

/* A way to a state: the one before it and a move, or a root. By viewer, the spectator last: what was told on it. */
typedef struct {
    uint32_t from, root;
    cr_move move;
    uint64_t told[CR_SEATS_MAX + 1];
} heard_way;

/* A move that was tried: from which way, what a viewer saw behind it, and what it told him that must be kept. */
typedef struct {
    uint32_t from;
    cr_move move;
    uint64_t sight, kept;
} heard_try;

typedef struct {
    const cr_game *game;
    heard_way *ways, last;
    heard_try *tries;
    char *roots;
    size_t n_ways, n_tries, n_roots, ways_cap, tries_cap;
    hash_map by_told, by_sight;
    cr_state *one, *two;
    cr_view *view;
    cr_err err;
} heard;

CR_MUST_USE cr_err heard_init(heard *h, const cr_game *game);
void heard_release(heard *h);

/* A start of a world: to a viewer two of them are the same if they look the same. False if there is no memory. */
bool heard_root(heard *h, const cr_state *state);

/* False: the law is broken and noted on the desk, or there is no memory. */
bool heard_step(heard *h, desk *d, uint32_t from, const cr_state *before, const cr_move *move,
                const cr_state *after, const cr_feed *told);

/* The way of the last root or step, to go on from; HEARD_NOWHERE if there is no memory. */
uint32_t heard_keep(heard *h);

/* A view's hash without times and tickets. */
uint64_t heard_sight(const cr_game *game, const cr_state *state, uint8_t viewer, cr_view *view);

#endif
