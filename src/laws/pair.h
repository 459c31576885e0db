/* Told alike, seen alike. What a viewer may know is what it has been told: two worlds that have told it the same must
 * look the same to it, ask it the same and treat it the same; and what tells two worlds apart must be seen, until a
 * new deal makes it past. A pair is two worlds and the viewers who have been told the same in both. It needs no
 * word of a game on what is hidden, so a view that shows too much is not taken for the measure of what may be known.
 *
 *  1. Worlds become different by another choice of a seat, by other chance, or by what a view leaves open (`imagine`).
 *  2. A step is given: the first world has made it. The other one follows with the same move where a viewer's own
 *     move is concerned, and elsewhere also with moves that may tell the same.
 *  3. Whoever is told apart leaves the pair; with nobody left it is over.
 *
 * Used by random play (walk.c), and by verify in depth and in small worlds. */
#ifndef CR_PAIR_H
#define CR_PAIR_H

#include "kernel/feed.h"
#include "kernel/rng.h"

enum { PAIR_EVENTS = 1024 }; /* of one move */

/* What went wrong between two worlds. */
typedef enum {
    PAIR_HOLDS,
    PAIR_SEEN,    /* told alike, seen otherwise */
    PAIR_TREATED, /* told alike, offered or refused otherwise */
    PAIR_TOLD,    /* seen alike, told otherwise */
} pair_verdict;

typedef struct {
    const cr_game *game;
    cr_state *other, *after;     /* the other world, and behind its last move */
    cr_state *chance, *chance_b; /* room for two worlds with other chance */
    cr_view *view, *view_b;
    cr_feed told, told_b;
    cr_space space, space_b;
    uint16_t alike; /* viewers who have been told the same in both worlds; 0: no pair */
    cr_move move;   /* the last one in the other world */
    /* where the verdict is not PAIR_HOLDS: */
    uint8_t viewer;
    char what[480];
    const cr_state *one, *two; /* both worlds; before these moves, or where they are if NULL */
    const cr_move *move_one, *move_two;
    void *memory;
} pair;

/* What the first world did: a move, or silence until at_ms if `move` is NULL. */
typedef struct {
    const cr_state *before, *after;
    const cr_feed *told;
    const cr_move *move;
    uint64_t at_ms;
} pair_step;

CR_MUST_USE cr_err pair_init(pair *p, const cr_game *game);
void pair_release(pair *p);

/* Every seat and the spectator. */
static inline uint16_t pair_viewers(const cr_state *s)
{
    return (uint16_t)(((1u << s->n_seats) - 1) | CR_BIT(CR_SPECTATOR));
}

/* From now on `other` is the other world of `s`, the same in the eyes of `alike`. */
void pair_begin(pair *p, const cr_state *other, uint16_t alike);

/* The other world goes along. Moves are drawn with `luck`. */
CR_MUST_USE pair_verdict pair_follow(pair *p, const pair_step *step, cr_rng *luck);

/* The same step with other chance, in two worlds of their own. */
CR_MUST_USE pair_verdict pair_chance(pair *p, const pair_step *step, cr_rng *luck);

/* Two deals that differ in one draw, or altogether. */
CR_MUST_USE pair_verdict pair_deal(pair *p, const cr_setup *setup, cr_rng *luck);

/* The same boxes in the same order? Not only the same moves: bots draw from boxes, so these must not tell. */
bool same_space(const cr_space *a, const cr_space *b);

/* Do both feeds tell this viewer the same? If not, differing_events writes the first two that a view must keep apart. */
bool told_same(const cr_feed *a, const cr_feed *b, uint8_t viewer);
void differing_events(cr_text *what, const cr_game *game, const cr_feed *a, const cr_feed *b,
                      uint8_t viewer);

/* The events of a move that a view must keep: those behind the last new deal, without what was only said. */
cr_feed_place kept_from(const cr_game *game, const cr_feed *feed, uint8_t viewer);
bool kept_next(const cr_game *game, const cr_feed *feed, uint8_t viewer, cr_feed_place *at,
               cr_event *event);

/* The part in which two views differ first, and both values of it. */
void differing_views(cr_text *what, const cr_game *game, const cr_view *a, const cr_view *b);

#endif
