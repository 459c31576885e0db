/* Sets of moves that are never listed unless somebody asks: a space is a few boxes, a box is a template
 * move and, for some argument bytes, the values they may take. A box may be wider than the rules, never
 * narrower: a move is legal if it lies in a box and the game's check says yes.
 *
 *  1: boxes of one space do not overlap.  2: values of single arguments are 0 to 63.
 *  3: `size` of a box is the number of moves in it.  4: a subset takes four bytes, lowest byte first.
 *  5: a tally takes the last eight bytes (base/tally.h). */
#ifndef CR_SPACE_H
#define CR_SPACE_H

#include "base/tally.h"

CR_FOR_GAMES

enum { CR_BOXES = 32, CR_DIMS = CR_ARGS };

typedef struct {
    uint64_t set;  /* the values, the members, or the tally to choose from */
    uint8_t at, n; /* first argument byte; number of values, members, or choices out of the tally */
    uint8_t is_subset, is_tally, lo, hi,
        fill[2]; /* a subset has lo to hi members, a tally lo pieces */
} cr_dim;

typedef struct {
    cr_move move; /* the template; ticket and seat are set by the kernel */
    uint64_t size;
    uint8_t n_dims, is_exact,
        fill[6]; /* exact: the game promises that check accepts every move in it */
    cr_dim dim[CR_DIMS];
} cr_box;

struct cr_space {
    uint32_t n;
    uint8_t is_full;        /* a box did not fit: a fault of the game, found by the laws */
    uint8_t is_for_answers; /* boxes of controls will not be used: a game may leave them out */
    uint8_t fill[2];
    cr_box box[CR_BOXES];
};

/* No boxes; put before the game is asked for them. */
static inline void cr_space_clear(cr_space *space)
{
    space->n = space->is_full = space->is_for_answers = 0;
}

/* Adds a box of one move, without seat and ticket. Widen it with the calls below, where its arguments are zero. */
static inline cr_box *cr_box_of(cr_space *space, cr_words move)
{
    cr_box *box = &space->box[CR_BOXES - 1];

    if (CR_LIKELY(space->n < CR_BOXES))
        box = &space->box[space->n++];
    else
        space->is_full = 1;
    cr_move_set(&box->move, move);
    box->size = 1;
    box->n_dims = box->is_exact = 0;
    return box;
}

/* The same of a kind, all arguments zero. */
static inline cr_box *cr_box_add(cr_space *space, uint8_t kind)
{
    return cr_box_of(space, cr_words_of(kind, 0));
}

/* Argument byte `at` takes any value of the set; an empty set leaves the box without moves. */
static inline void cr_box_one(cr_box *box, uint8_t at, uint64_t set)
{
    cr_dim *dim = &box->dim[box->n_dims++];

    dim->set = set;
    dim->at = at;
    dim->n = (uint8_t)cr_bits_count(set);
    dim->is_subset = dim->is_tally = 0;
    box->size *= dim->n;
}

/* Bytes at..at+3 take any subset of `set` with lo to hi members. */
void cr_box_subset(cr_box *box, uint8_t at, uint32_t set, uint8_t lo, uint8_t hi);

/* The last eight bytes take any tally of `total` pieces, 1 to 7, out of one of at most eight pieces. */
static inline void cr_box_tally(cr_box *box, cr_tally tally, uint8_t total)
{
    cr_dim *dim = &box->dim[box->n_dims++];

    dim->set = tally;
    dim->at = CR_TALLY_AT;
    dim->n = (uint8_t)cr_tally_choices(tally, total);
    dim->is_subset = 0;
    dim->is_tally = 1;
    dim->lo = dim->hi = total;
    box->size *= dim->n;
}

/* Boxes of moves that are all legal: one move; one for each value of argument 0; one for each choice of `total` pieces. */
static inline void cr_box_exact(cr_space *space, uint8_t kind)
{
    cr_box_add(space, kind)->is_exact = 1;
}

static inline void cr_box_exact_one(cr_space *space, uint8_t kind, uint64_t set)
{
    cr_box *box = cr_box_add(space, kind);

    cr_box_one(box, 0, set);
    box->is_exact = 1;
}

static inline void cr_box_exact_cards(cr_space *space, uint8_t kind, cr_tally tally, uint8_t total)
{
    cr_box *box = cr_box_add(space, kind);

    cr_box_tally(box, tally, total);
    box->is_exact = 1;
}

/* Number of moves in all boxes; stops at UINT64_MAX. */
uint64_t cr_space_size(const cr_space *space);

/* The i-th move, i below the size, without seat and ticket. */
cr_words cr_space_nth(const cr_space *space, uint64_t i);

/* The i-th move of one box. Most boxes choose one argument or none: these need no division and no loop. */
cr_words cr_box_nth_wide(const cr_box *box, uint64_t i);

static inline cr_words cr_box_nth(const cr_box *box, uint64_t i)
{
    const cr_dim *dim = &box->dim[0];

    if (!box->n_dims)
        return cr_move_words(&box->move);
    if (CR_UNLIKELY(box->n_dims > 1 || dim->is_subset))
        return cr_box_nth_wide(box, i);
    if (dim->is_tally) {
        cr_words words = cr_move_words(&box->move);

        words.hi |= cr_tally_pack(cr_tally_nth(dim->set, dim->lo, (unsigned)i));
        return words;
    }
    return cr_words_with(cr_move_words(&box->move), dim->at,
                         (uint8_t)cr_bits_nth(dim->set, (unsigned)i));
}

/* Does the move lie in a box, seat and ticket aside? */
bool cr_space_has(const cr_space *space, const cr_move *move);

CR_FOR_GAMES_END

#endif
