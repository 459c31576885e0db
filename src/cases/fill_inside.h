/* What the two files of the search share: fill.c plays and tries all fillings in order, fill_climb.c changes one thing at a time. */
#ifndef CR_FILL_INSIDE_H
#define CR_FILL_INSIDE_H

#include "cases/file.h"

/* How the match stands in front of an unknown. */
typedef struct {
    cr_state *state;
    run_place place;
} stand;

typedef struct {
    const file_step *step;
    size_t at;       /* place of its step in the case */
    stand base, now; /* with the best filling so far; with the one that is tried */
    stand before;    /* with the base that a first change of two has left */
    ways ways[2];    /* of the first change and of the second */
} unknown;

/* How far a filling gets: the step that fails and, where somebody is asked who should not be, how much he is offered. */
typedef struct {
    size_t step, n_filled;
    uint64_t n_offers;
} reached;

typedef struct {
    run probe; /* its `filled` is what is tried */
    const cr_case_file *file;
    const file_case *test;
    unknown *unknowns;
    size_t n, n_base;
    cr_move *base; /* the filling that is being changed, its first n_base moves */
    reached reached, base_reached;
    size_t n_moves, n_tried, limit;
    bool has_begun, is_spent; /* the first unknown was reached; the limit was */
    size_t best;              /* 1 + the furthest step at which any filling failed */
    unsigned best_line;
    grown best_message, best_filling;
    ways first;
    cr_move *before;
    bool is_second; /* a change on top of one that made no difference, */
    bool goes_twice, counts_offers;
    bool is_shaken;    /* a change that makes no difference will do, */
    unsigned n_shaken; /* once so many others of them are left out */
    cr_rng rng;
    char first_words[WAYS_TEXT_MAX]; /* of these words */
    cr_span changed[2];              /* cards that have changed hands in what is tried */
    uint64_t *failed;
} filler;

typedef enum { NO_HELP, HELPS, ALL_HOLDS } outcome;

/* The step of the i-th line of the log. */
const file_step *fill_step_at(const filler *f, size_t i);

/* The moves an unknown may be in this state, or why there are none. */
const char *fill_open_ways(filler *f, size_t u, ways *w, const cr_state *state);

/* One more filling was tried. */
void fill_spend(filler *f);

/* Plays the log from an unknown on, with the first so many moves given; true if all of it holds. */
bool fill_replay(filler *f, size_t u, size_t n_given);

/* The move of an unknown in the base, as text; and the same with one word changed, to be tried. */
cr_span fill_base_text(const filler *f, size_t u, char text[WAYS_TEXT_MAX]);
bool fill_change_word(filler *f, size_t u, cr_span from, cr_span to);

/* What is tried becomes the base, from an unknown on. */
void fill_keep(filler *f, size_t u);

/* Changes one thing until nothing helps or all holds; and some that make no difference, to climb again from elsewhere. */
outcome fill_climb(filler *f);
outcome fill_shake(filler *f);

#endif
