/* A small game, walked to all its ends and kept in the form that solving needs: for each seat its information sets, and for
 * each end what it takes of every seat to get there.
 *
 * A *set* holds the positions that its seat cannot tell apart: all it has ever been told (redacted events), has seen when
 * it was asked, and has done itself is the same. So a seat never forgets, whatever its views leave out. A *sequence* is a
 * way through a seat's own sets: number 0 is the empty one, and each move of a set makes one longer than the sequence that
 * led there. An *end* is reached by one sequence of each seat, together with chance; ends with the same sequences are added
 * up. With these three the tree itself is needed no more.
 *
 * Chance is walked exactly, by scripts (kernel/rng.h): of each move all outcomes, those with the same state and the same
 * news for everybody being one. Seats that answer a sealed question do so one after the other, and none of them knows what
 * the others have answered or whether they have.
 *
 *     solve_tree_init(&t, game, limits)
 *     solve_tree_start(&t, &setup)      or, as often as there are positions, solve_tree_add(&t, state, weight)
 *     solve_tree_finish(&t)
 *     solve_tree_release(&t)            frees; t.why stays */
#ifndef CR_SOLVE_TREE_H
#define CR_SOLVE_TREE_H

#include "kernel/game.h"
#include "kernel/rng.h"

enum { SOLVE_WHY_MAX = 512, SOLVE_DEPTH_MAX = 1024, SOLVE_MOVES_MAX = 8192 };

/* What an end is worth to a seat. */
typedef enum {
    SOLVE_SCORE, /* its score less the mean of all: for two, half the difference */
    SOLVE_WIN /* 1 shared by the seats with the best score, less 1 / seats; twice that, so that two play for 1 and −1 */
} solve_worth;

typedef struct {
    uint64_t nodes, draws; /* positions in all; runs of the generator for one move */
    solve_worth worth;
    bool keeps_views; /* of each set one, in side[].views, for those who print them */
    bool (*goes_on)(uint64_t nodes, void *with); /* asked now and then; NULL: always */
    void *with;
} solve_limits;

typedef struct {
    uint32_t parent, first; /* the sequence that leads here; its own, one a move */
    uint32_t n, move;       /* number of moves, two or more, and where they begin in `moves` */
    uint32_t question;      /* kind, for those who print it */
} solve_set;

/* Something a seat can know when it is asked, while walking. With one move to make there is no set. */
typedef struct {
    uint64_t key, offers; /* hash of the moves: the same wherever the seat knows this */
    uint32_t n, move, set;
} solve_known;

typedef struct {
    solve_set *sets; /* each behind the one its parent belongs to */
    uint32_t n_sets, cap_sets, n_seqs;
    char *views; /* by set, or NULL */
    uint32_t cap_views;
    solve_known *known;
    uint32_t n_known, cap_known, *index, cap_index; /* 1 + a place in `known`, by its key */
} solve_side;

/* What a bot can go by: a view in which a set is met. */
typedef struct {
    uint64_t view;
    uint32_t set;
    uint8_t seat, fill[3];
} solve_sight;

typedef struct {
    const cr_game *game;
    solve_limits limits;
    uint8_t n_seats;
    solve_side side[CR_SEATS_MAX];
    cr_move *moves;
    uint32_t n_moves, cap_moves;
    solve_sight *sights;
    uint32_t n_sights, cap_sights, *sight_index, cap_sight_index;

    /* The ends, seat by seat: the sequence of seat s for end e is seq[s][e]. */
    uint32_t n_ends, cap_ends;
    uint32_t *seq[CR_SEATS_MAX];
    double *pay[CR_SEATS_MAX]; /* probability by chance times worth */
    double *chance;
    uint32_t *end_index, cap_end_index;

    uint64_t nodes, leaves, outcomes; /* positions; ends before adding up; outcomes of chance */
    double weight;                    /* of all positions that were added */
    char why[SOLVE_WHY_MAX];          /* what is wrong, if a call returned false */
    bool is_stopped;                  /* goes_on said no */

    struct solve_walk *walk;
} solve_tree;

bool solve_tree_init(solve_tree *t, const cr_game *game, const solve_limits *limits);

/* Walks a match from its setup on. False: t->why has the reason. */
bool solve_tree_start(solve_tree *t, const cr_setup *setup);

/* Walks on from a position, which is one of several with this weight. The setup is what the position was made from. */
bool solve_tree_add(solve_tree *t, const cr_state *state, double weight);

/* After the last walk: weights become probabilities, and what only the walk needed is freed. */
bool solve_tree_finish(solve_tree *t);

void solve_tree_release(solve_tree *t);

#endif
