/* Secrets and offers in depth: random matches in which some states get every probe and many worlds. The laws look
 * at more states with fewer probes; together they see both what is common and what is rare. */
#include "verify/desk.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    STREAM = 300,          /* of a match's seed; the laws use others */
    FIRST_MATCH = 1 << 30, /* so that these are other matches than those of the laws */
    FIRST_MOVES = 48,      /* of a match: of these states more are looked at, */
    LOOK_ONCE_IN = 6,      /* one in so many; */
    LATER_ONCE_IN = 60,    /* the later ones of a long match are as good as those of others */
    DEFAULT_ONCE_IN = 24,  /* moves that are defaults */
    PLAYS_ON = 8,          /* moves in the truth and in a world that agrees with it */
    MOVES_MAX = 2000,      /* of a match: a game may go on for long */
    THREADS_MAX = 64
};

typedef struct {
    const cr_laws_plan *plan;
    const cr_verify_progress *progress;
    pthread_mutex_t lock;
    uint64_t next, done, failed; /* matches; number of the match that failed, the lowest */
    bool is_stopped;
    cr_err err;
    cr_verify_counts *counts;
    cr_verify_fault *fault;
    cr_verify_message *message;
    uint64_t *chart;
} series;

static void draw_setup(const cr_laws_plan *plan, cr_rng *luck, cr_setup *setup)
{
    const cr_game *game = plan->game;

    for (unsigned i = 0; i < game->n_options && plan->varies; i++) {
        const cr_option *option = &game->options[i];

        if (!(plan->given >> i & 1) && option->words && cr_rng_small(luck, 2))
            setup->option[i] =
                option->lo + (int32_t)cr_rng_below(luck, (uint32_t)(option->hi - option->lo) + 1);
    }
    if (plan->varies && !(plan->given >> CR_LAWS_SEATS & 1))
        setup->n_seats =
            (uint8_t)(game->seats_min + cr_rng_small(luck, game->seats_max - game->seats_min + 1u));
}

cr_err desk_start(const cr_laws_plan *plan, uint64_t first, uint64_t match, cr_rng *luck,
                  cr_state *s)
{
    cr_setup setup = plan->setup, plain;
    cr_err err;

    cr_seed_derive(plan->setup.seed, first + plan->first + match, setup.seed);
    plain = setup;
    cr_rng_init(luck, setup.seed, STREAM);
    draw_setup(plan, luck, &setup);
    err = cr_start(plan->game, s, &setup, NULL);
    /* Options drawn one by one need not go together. */
    return err && plan->varies && err != CR_ERR_BUG ? cr_start(plan->game, s, &plain, NULL) : err;
}

static bool look(desk *d, const cr_state *s)
{
    uint16_t others = (uint16_t)(cr_deciders(s) & ~((1u << s->n_seats) - 1));

    d->counts->states++;
    for (; others && !s->is_over; others &= (uint16_t)(others - 1)) {
        uint64_t answer;

        if (!desk_treat(d, s, (uint8_t)cr_bits_first(others), &answer))
            return false;
    }
    return desk_secrets(d, s);
}

static cr_err play(desk *d, const cr_laws_plan *plan, uint64_t match, cr_state *s, cr_state *before)
{
    cr_err err = desk_start(plan, FIRST_MATCH, match, &d->luck, s);

    if (err)
        return err;
    d->counts->matches++;
    for (unsigned n = 0; n < MOVES_MAX; n++) {
        uint16_t who = cr_deciders(s);
        cr_move move;
        uint8_t seat;

        snprintf(d->where, sizeof d->where, "match %llu in depth, after %u moves",
                 (unsigned long long)plan->first + match, n);
        if (!desk_sound(d, s) ||
            ((!cr_rng_small(&d->luck, n < FIRST_MOVES ? LOOK_ONCE_IN : LATER_ONCE_IN) ||
              s->is_over) &&
             !look(d, s)) ||
            s->is_over)
            break;
        seat = (uint8_t)cr_bits_nth(who, cr_rng_small(&d->luck, cr_bits_count(who)));
        if (!cr_rng_small(&d->luck, DEFAULT_ONCE_IN) ||
            !cr_sample(d->game, s, seat, &d->luck, &move))
            move = cr_idle_move(s, seat);
        memcpy(before, s, d->game->state_size);
        d->counts->moves++;
        if (cr_play(d->game, s, &move, s->now_ms, NULL).code) {
            desk_fail(d, s, "offered", "a drawn %s of seat %u is refused",
                      cr_kind_word(d->game, move.kind), move.seat);
            break;
        }
        if (!s->fault && !desk_passage(d, before, &move, s))
            break;
    }
    return CR_ERR_OK;
}

static bool take(series *s, uint64_t *match)
{
    bool has_more;

    pthread_mutex_lock(&s->lock);
    has_more = s->next < s->plan->matches && !s->is_stopped && !s->err && s->failed == UINT64_MAX;
    *match = s->next;
    s->next += has_more;
    pthread_mutex_unlock(&s->lock);
    return has_more;
}

static void hand_in(series *s, uint64_t match, const cr_verify_fault *fault, cr_err err)
{
    pthread_mutex_lock(&s->lock);
    s->done++;
    if (err && !s->err)
        s->err = err;
    if (fault->check[0] && match < s->failed) {
        s->failed = match;
        *s->fault = *fault;
    }
    if (s->progress && s->progress->show && !s->progress->show(s->progress->context, s->done))
        s->is_stopped = true;
    pthread_mutex_unlock(&s->lock);
}

static void add_up(series *s, const cr_verify_counts *counts, const uint64_t *chart, cr_err err)
{
    pthread_mutex_lock(&s->lock);
    if (err && !s->err)
        s->err = err;
    s->counts->matches += counts->matches;
    s->counts->moves += counts->moves;
    s->counts->states += counts->states;
    s->counts->offered += counts->offered;
    s->counts->probes += counts->probes;
    s->counts->pairs += counts->pairs;
    s->counts->told += counts->told;
    for (unsigned i = 0; i < s->plan->game->n_chart && chart; i++)
        s->chart[i] += chart[i];
    pthread_mutex_unlock(&s->lock);
}

static void *work(void *context)
{
    series *s = context;
    const cr_game *game = s->plan->game;
    cr_verify_counts counts = {0};
    cr_verify_fault *fault = calloc(1, sizeof *fault);
    uint64_t *chart = calloc(game->n_chart + 1u, sizeof *chart), match;
    cr_state *state = calloc(2, game->state_size);
    desk d = {0};
    cr_err err = fault && chart && state ? desk_init(&d, game) : CR_ERR_FULL;

    d.counts = &counts;
    d.fault = fault;
    d.chart = chart;
    d.message = s->message;
    d.plays_on = PLAYS_ON;
    while (!err && take(s, &match)) {
        err = play(&d, s->plan, match, state, (cr_state *)((char *)state + game->state_size));
        hand_in(s, match, fault, err);
    }
    add_up(s, &counts, chart, err);
    desk_release(&d);
    free(state);
    free(chart);
    free(fault);
    return NULL;
}

cr_err cr_verify_depth(cr_verify *v, const cr_laws_plan *plan, const cr_verify_progress *progress)
{
    series s = {.plan = plan,
                .progress = progress,
                .failed = UINT64_MAX,
                .counts = &v->depth,
                .fault = &v->fault[0],
                .message = v->message,
                .chart = v->chart};
    double begin = progress && progress->clock ? progress->clock() : 0;

    pthread_mutex_init(&s.lock, NULL);
    cr_laws_on_threads(plan->threads, work, &s);
    pthread_mutex_destroy(&s.lock);
    v->has_depth = true;
    v->is_stopped |= s.is_stopped;
    if (progress && progress->clock)
        v->depth_seconds = progress->clock() - begin;
    return s.err;
}
