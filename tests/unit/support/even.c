#include "support/even.h"

#include <math.h>
#include <stdlib.h>

enum { CELLS = 1 << 13, GUESSES = 30 }; /* guesses for each arrangement that looks different */

typedef struct {
    uint64_t key;
    double expected, seen;
} cell;

static cell cells[CELLS];
static unsigned n_cells;
static double n_expected;

void even_forget(void)
{
    memset(cells, 0, sizeof cells);
    n_cells = 0;
    n_expected = 0;
}

static cell *cell_of(uint64_t key)
{
    uint64_t at = key % CELLS;

    while (cells[at].key && cells[at].key != key)
        at = (at + 1) % CELLS;
    if (!cells[at].key) {
        assert_true(++n_cells < CELLS / 2);
        cells[at].key = key;
    }
    return &cells[at];
}

void even_expect(uint64_t key, double weight)
{
    cell_of(key)->expected += weight;
    n_expected += weight;
}

/* How far what was seen lies from what was expected. Cells that are expected less than five times are put together. */
static double z_of(double n_seen)
{
    double chi = 0, rest[2] = {0, 0}, spread;
    int degrees = -1;

    for (unsigned i = 0; i < CELLS; i++) {
        double want = cells[i].expected / n_expected * n_seen, have = cells[i].seen;

        if (!cells[i].key)
            continue;
        if (want == 0)
            fail_msg("a world that cannot be, %g times", have);
        if (want < 5) {
            rest[0] += want;
            rest[1] += have;
            continue;
        }
        chi += (have - want) * (have - want) / want;
        degrees++;
    }
    if (rest[0] >= 5) {
        chi += (rest[1] - rest[0]) * (rest[1] - rest[0]) / rest[0];
        degrees++;
    }
    if (degrees < 1)
        return 0;
    /* Wilson and Hilferty: the cube root is nearly normal, also for few degrees of freedom. */
    spread = 2.0 / (9 * degrees);
    return (cbrt(chi / degrees) - (1 - spread)) / sqrt(spread);
}

void even_judge(even_verdict *v, double z)
{
    v->sum += z;
    v->most = z > v->most ? z : v->most;
    v->n++;
}

void even_pronounce(const even_verdict *v, unsigned least)
{
    assert_true(v->n >= least);
    if (v->most > 4.5 || v->sum / v->n > 4 / sqrt(v->n))
        fail_msg("mean z %.2f, largest %.2f of %u positions", v->sum / v->n, v->most, v->n);
}

/* ---- matches ---- */

even_table even_open(const char *name)
{
    const cr_game *game = cr_game_find(name);

    return (even_table){game,
                        malloc(game->state_size),
                        malloc(game->state_size),
                        malloc(game->view_size),
                        malloc(game->view_size),
                        {{0}},
                        NULL};
}

void even_close(const even_table *t)
{
    free(t->truth);
    free(t->world);
    free(t->view);
    free(t->other);
}

void even_deal(even_table *t, uint64_t seed, unsigned n_seats)
{
    cr_setup setup;

    cr_setup_init(t->game, &setup);
    cr_setup_pin(&setup, seed);
    setup.n_seats = n_seats ? (uint8_t)n_seats : setup.n_seats;
    assert_int_equal(cr_start(t->game, t->truth, &setup, t->sink), CR_ERR_OK);
    cr_rng_init(&t->rng, setup.seed, 11);
}

void even_move(even_table *t)
{
    cr_state *s = t->truth;
    unsigned who = cr_deciders(s);
    uint8_t seat = (uint8_t)cr_bits_nth(who, cr_rng_below(&t->rng, cr_bits_count(who)));
    cr_move move;

    if (!cr_sample(t->game, s, seat, &t->rng, &move))
        move = cr_idle_move(s, seat);
    assert_int_equal(cr_play(t->game, s, &move, s->now_ms, t->sink).code, 0);
}

/* Does the world at hand look to the viewer as the truth does? */
static bool looks_the_same(even_table *t)
{
    if (t->game->broken(t->world))
        return false;
    cr_see(t->game, t->world, t->view->viewer, t->other);
    return !memcmp(t->view, t->other, t->game->view_size);
}

double even_compare(even_table *t, even_key *key)
{
    double n = (double)GUESSES * n_cells;

    for (double i = 0; i < n; i++) {
        cr_guess(t->game, t->view, &t->rng, t->world);
        cell_of(key(t->world))->seen++;
    }
    return z_of(n);
}

/* ---- arrangements ---- */

even_hidden even_now;

static void permute(even_table *t, unsigned from)
{
    if (from == even_now.n) {
        memcpy(t->world, t->truth, t->game->state_size);
        even_now.put(t);
        if (looks_the_same(t))
            even_expect(even_now.key(t->world), 1);
        return;
    }
    for (unsigned i = from; i < even_now.n; i++) {
        uint8_t one = even_now.piece[from];

        even_now.piece[from] = even_now.piece[i];
        even_now.piece[i] = one;
        permute(t, from + 1);
        one = even_now.piece[from];
        even_now.piece[from] = even_now.piece[i];
        even_now.piece[i] = one;
    }
}

void even_hide(uint8_t place, uint8_t piece)
{
    assert_true(even_now.n < EVEN_PLACES);
    even_now.place[even_now.n] = place;
    even_now.piece[even_now.n++] = piece;
}

void even_arrange(even_table *t)
{
    permute(t, 0);
}
