/* The walk: from place to place, move by move, depth first. tree_chance.c has what comes of a move, tree_rows.c what is kept. */
#include "solve/tree_inside.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((format(printf, 2, 3))) bool solve_fail(solve_tree *t, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(t->why, sizeof t->why, format, args);
    va_end(args);
    return false;
}

bool solve_no_memory(solve_tree *t)
{
    return solve_fail(t, "no memory left after %llu positions", (unsigned long long)t->nodes);
}

bool solve_is_stopped(solve_tree *t)
{
    if (!t->limits.goes_on || t->limits.goes_on(t->nodes, t->limits.with))
        return false;
    t->is_stopped = true;
    solve_fail(t, "stopped");
    return true;
}

/* ---- the walk ---- */

/* The moves of a seat that it can choose from, controls left out, in walk->moves; false after a message. */
static bool list_moves(solve_tree *t, const cr_state *s, uint8_t seat, uint32_t *n)
{
    cr_move *moves = t->walk->moves;
    bool is_all;
    size_t len = cr_offers_list(t->game, s, seat, moves, SOLVE_MOVES_MAX, &is_all);

    if (!is_all)
        return solve_fail(t, "more than %d moves at '%s': the tree is too large", SOLVE_MOVES_MAX,
                          cr_question_word(t->game, s->q.kind));
    *n = 0;
    for (size_t i = 0; i < len; i++)
        if (!(t->game->kinds[moves[i].kind].flags & CR_CONTROL))
            moves[(*n)++] = moves[i];
    return true;
}

/* Whoever decides now, with its moves. */
static bool find_decider(solve_tree *t, const cr_state *s, uint8_t *out, uint32_t *n)
{
    unsigned who = cr_deciders(s) & 0xFF, found = 0;
    uint32_t len = 0;

    for (unsigned seats = who; seats; seats &= seats - 1) {
        uint8_t seat = (uint8_t)cr_bits_first(seats);

        /* A sealed question asks all in turn, and an open one too: a pass is not told. */
        if (found && s->q.form != CR_ANY)
            break;
        if (!list_moves(t, s, seat, &len))
            return false;
        if (!len)
            continue;
        if (found++)
            return solve_fail(
                t, "at '%s' the quickest of several seats answers: that is no game of sets",
                cr_question_word(t->game, s->q.kind));
        *out = seat;
        *n = len;
    }
    if (!found)
        return solve_fail(t, "at '%s' no seat has a move to choose",
                          cr_question_word(t->game, s->q.kind));
    /* Who was looked at last is not always the one. */
    return list_moves(t, s, *out, n);
}

static bool walk_moves(solve_tree *t, unsigned depth, uint8_t seat, uint32_t n)
{
    const solve_place *p = &t->walk->places[depth];
    uint32_t seq[CR_SEATS_MAX];
    solve_known known;

    memcpy(seq, p->seq, sizeof seq);
    if (!solve_find_known(t, p, seat, n, &known) ||
        (n > 1 && !solve_add_sight(t, p, seat, known.set)))
        return false;
    for (uint32_t i = 0; i < n; i++) {
        cr_move move = t->moves[known.move + i];

        move.ticket = p->state->q.ticket;
        move.seat = seat;
        if (n > 1)
            seq[seat] = t->side[seat].sets[known.set].first + i;
        if (!solve_walk_outcomes(t, depth + 1, &(solve_plan){.from = p, .move = &move}, p->chance,
                                 seq))
            return false;
    }
    return true;
}

bool solve_walk_on(solve_tree *t, unsigned depth)
{
    const solve_place *p = &t->walk->places[depth];
    uint32_t n = 0;
    uint8_t seat = 0;

    if (++t->nodes > t->limits.nodes)
        return solve_fail(
            t,
            "the tree has more than %llu positions: take a smaller game, or allow more with "
            "--nodes",
            (unsigned long long)t->limits.nodes);
    if (!(t->nodes & 0xFFFF) && solve_is_stopped(t))
        return false;
    if (p->state->is_over)
        return solve_add_end(t, p);
    if (depth + 1 == SOLVE_DEPTH_MAX)
        return solve_fail(t, "a match of more than %d moves: the tree is too large",
                          SOLVE_DEPTH_MAX);
    return find_decider(t, p->state, &seat, &n) && walk_moves(t, depth, seat, n);
}

/* ---- beginning and end ---- */

bool solve_tree_init(solve_tree *t, const cr_game *game, const solve_limits *limits)
{
    struct solve_walk *w = calloc(1, sizeof *w);
    size_t size = game->state_size;

    *t = (solve_tree){.game = game, .limits = *limits, .walk = w};
    if (!w || !(w->states = calloc(SOLVE_DEPTH_MAX, size)) || !(w->next = calloc(1, size)) ||
        !(w->view = calloc(1, game->view_size)))
        return solve_no_memory(t);
    w->sink.emit = solve_listen;
    for (unsigned i = 0; i < SOLVE_DEPTH_MAX; i++)
        w->places[i].state = (cr_state *)(w->states + i * size);
    return true;
}

static void set_seats(solve_tree *t, uint8_t n)
{
    t->n_seats = t->walk->n_seats = n;
    for (unsigned s = 0; s < n; s++)
        if (!t->side[s].n_seqs)
            t->side[s].n_seqs = 1; /* the empty one */
}

/* The state at the start, by this seed and the first outcome of every draw. */
static bool start_hash(solve_tree *t, const cr_setup *setup, uint64_t *out)
{
    struct solve_walk *w = t->walk;
    cr_err err;

    w->script.len = 0;
    cr_script_rewind(&w->script);
    err = cr_start(t->game, w->next, setup, NULL);
    if (!solve_is_sound(t, err))
        return false;
    cr_rng_script(&w->next->rng, &w->script);
    *out = cr_state_hash(t->game, w->next);
    return true;
}

/* A game with a generator of its own, made from the seed, would look as if it had no chance. Other seeds show it;
 * several of them, for two may give the same by accident. */
static bool has_one_generator(solve_tree *t, const cr_setup *scripted)
{
    enum { SEEDS = 32 };
    uint64_t first, hash;

    if (!start_hash(t, scripted, &first))
        return false;
    for (uint8_t n = 1; n < SEEDS; n++) {
        cr_setup other = *scripted;

        for (unsigned i = sizeof(cr_script *); i < sizeof other.seed; i++)
            other.seed[i] ^= n;
        if (!start_hash(t, &other, &hash))
            return false;
        if (hash != first)
            return solve_fail(
                t,
                "%s keeps a generator of its own beside the one of the match: its chance "
                "cannot be walked",
                t->game->name);
    }
    return true;
}

bool solve_tree_start(solve_tree *t, const cr_setup *setup)
{
    static const uint32_t none[CR_SEATS_MAX];
    cr_setup scripted = *setup;

    set_seats(t, setup->n_seats);
    cr_setup_script(&scripted, &t->walk->script);
    if (!has_one_generator(t, &scripted))
        return false;
    memset(scripted.seed + sizeof(cr_script *), 0, sizeof scripted.seed - sizeof(cr_script *));
    t->weight += 1;
    return solve_walk_outcomes(t, 0, &(solve_plan){.setup = &scripted}, 1, none);
}

bool solve_tree_add(solve_tree *t, const cr_state *state, double weight)
{
    static const uint32_t none[CR_SEATS_MAX];
    struct solve_walk *w = t->walk;
    solve_ears e = {0};

    if (t->n_seats && t->n_seats != state->n_seats)
        return solve_fail(t, "positions with different numbers of seats do not belong together");
    set_seats(t, state->n_seats);
    t->weight += weight;
    memcpy(w->next, state, t->game->state_size);
    cr_rng_script(&w->next->rng, &w->script);
    if (!w->next->is_over)
        solve_look(t, w->next, &e);
    return solve_walk_into(t, 0, &e, w->next, weight, none);
}

static void free_walk(solve_tree *t)
{
    if (t->walk) {
        free(t->walk->states);
        free(t->walk->next);
        free(t->walk->view);
    }
    free(t->walk);
    t->walk = NULL;
    for (unsigned s = 0; s < CR_SEATS_MAX; s++) {
        free(t->side[s].index);
        free(t->side[s].known);
        t->side[s].index = NULL;
        t->side[s].known = NULL;
    }
    free(t->sight_index);
    free(t->end_index);
    t->sight_index = t->end_index = NULL;
}

bool solve_tree_finish(solve_tree *t)
{
    free_walk(t);
    for (uint32_t e = 0; e < t->n_ends; e++) {
        t->chance[e] /= t->weight;
        for (unsigned s = 0; s < t->n_seats; s++)
            t->pay[s][e] /= t->weight;
    }
    return t->n_ends || solve_fail(t, "there is nothing to solve: no position was given");
}

void solve_tree_release(solve_tree *t)
{
    free_walk(t);
    for (unsigned s = 0; s < CR_SEATS_MAX; s++) {
        free(t->side[s].sets);
        free(t->side[s].views);
        free(t->seq[s]);
        free(t->pay[s]);
        t->side[s] = (solve_side){0};
        t->seq[s] = NULL;
        t->pay[s] = NULL;
    }
    free(t->moves);
    free(t->sights);
    free(t->chance);
    t->moves = NULL;
    t->sights = NULL;
    t->chance = NULL;
}
