/* Worlds made up from a view against all worlds there are. In small positions every arrangement of the hidden pieces is
 * made, those that do not look the same to the viewer are thrown away, and what is left is what guesses must be: each as
 * likely as the number of its arrangements. Compared by chi-square; z is how many deviations it lies above what chance does.
 * Where there are too many arrangements, parts of a world that are known to be even are compared alone. */
#ifndef EVEN_H
#define EVEN_H

#include "support/cmocka_all.h"

#include "base/hash.h"
#include "games/games.h"
#include "kernel/rng.h"

enum { EVEN_PLACES = 8 };

/* ---- matches ---- */

typedef struct {
    const cr_game *game;
    cr_state *truth, *world;
    cr_view *view, *other;
    cr_rng rng;
    cr_sink *sink; /* or NULL: who hears what happens */
} even_table;

even_table even_open(const char *game);
void even_close(const even_table *t);
void even_deal(even_table *t, uint64_t seed, unsigned n_seats); /* 0 seats: the normal number */
void even_move(even_table *t);                                  /* a random one */

/* ---- what is expected, and what is seen ---- */

/* What of a world is compared; not 0. */
typedef uint64_t even_key(const cr_state *world);

void even_forget(void);
void even_expect(uint64_t key, double weight);

/* Guesses from t->view, and z. */
double even_compare(even_table *t, even_key *key);

/* The z of many positions: none far out, and their mean near 0. */
typedef struct {
    double sum, most;
    unsigned n;
} even_verdict;

void even_judge(even_verdict *v, double z);
void even_pronounce(const even_verdict *v, unsigned least);

/* ---- arrangements ---- */

/* Hidden pieces and where they lie. `put` changes t->world, a copy of the truth, so that piece[i] lies at place[i]. */
typedef struct {
    uint8_t piece[EVEN_PLACES], place[EVEN_PLACES];
    unsigned n;
    void (*put)(even_table *t);
    even_key *key;
} even_hidden;

extern even_hidden even_now;

void even_hide(uint8_t place, uint8_t piece);

/* Expects every arrangement of even_now that looks to t->view->viewer as the truth does. */
void even_arrange(even_table *t);

#endif
