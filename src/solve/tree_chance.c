/* What comes of one move. Chance is walked by scripts (kernel/rng.h): the move is made once for every way in which its draws
 * can fall, and outcomes with the same state and the same news for everybody are one. */
#include "solve/tree_inside.h"
#include "ai/policy.h"
#include "base/hash.h"

#include <stdlib.h>

/* An outcome of a move. Its state follows in memory. */
typedef struct {
    solve_ears ears;
    double chance;
} outcome;

typedef struct {
    char *bytes;
    uint32_t n, cap, *index, cap_index;
} outcomes;

/* ---- what seats are told ---- */

void solve_listen(cr_sink *sink, const cr_event *event)
{
    struct solve_walk *w = (struct solve_walk *)sink;
    cr_event told;

    if (event->kind == CR_EV_SEALED)
        return; /* the order in which sealed answers come is nobody's choice here */
    for (uint8_t seat = 0; seat < w->n_seats; seat++) {
        uint64_t parts[2 + CR_EVENT_DATA / 8] = {w->into->heard[seat]};

        if (!cr_redact(event, seat, &told))
            continue;
        parts[1] = told.kind | (uint64_t)told.seat << 8 | (uint64_t)told.is_redacted << 16;
        /* Of a question everything but its time. */
        memcpy(parts + 2, told.data, told.kind == CR_EV_ASKED ? 6 : CR_EVENT_DATA);
        w->into->heard[seat] = cr_hash(parts, sizeof parts);
    }
}

void solve_look(solve_tree *t, const cr_state *s, solve_ears *e)
{
    for (unsigned seats = s->q.asked & 0xFF; seats; seats &= seats - 1) {
        uint8_t seat = (uint8_t)cr_bits_first(seats);

        cr_see(t->game, s, seat, t->walk->view);
        e->heard[seat] = solve_mix(e->heard[seat], cr_policy_key(t->game, t->walk->view));
    }
    memcpy(e->asked, e->heard, sizeof e->asked);
}

/* ---- outcomes of one move ---- */

static size_t outcome_size(const solve_tree *t)
{
    return sizeof(outcome) + t->game->state_size;
}

static outcome *outcome_at(const solve_tree *t, const outcomes *o, uint32_t i)
{
    return (outcome *)(o->bytes + i * outcome_size(t));
}

typedef struct {
    const solve_tree *t;
    const outcomes *o;
} outcome_with;

static uint64_t outcome_hash(const void *with, uint32_t i)
{
    const outcome_with *in = with;
    const outcome *one = outcome_at(in->t, in->o, i);

    return solve_mix(cr_hash(&one->ears, sizeof one->ears),
                     cr_hash(one + 1, in->t->game->state_size));
}

/* Adds what has just come out, in walk->next, to those with the same state and news. */
static bool outcome_add(solve_tree *t, outcomes *o, const solve_ears *e, double chance)
{
    size_t size = t->game->state_size;
    outcome_with with = {t, o};
    outcome *one;
    uint32_t at;

    if (!solve_grow(&o->bytes, o->n, &o->cap, outcome_size(t)) ||
        !solve_index_grow(&o->index, &o->cap_index, o->n + 1, outcome_hash, &with))
        return solve_no_memory(t);
    one = outcome_at(t, o, o->n);
    *one = (outcome){.ears = *e, .chance = chance};
    memcpy(one + 1, t->walk->next, size);
    at = (uint32_t)outcome_hash(&with, o->n) & (o->cap_index - 1);
    for (; o->index[at]; at = (at + 1) & (o->cap_index - 1)) {
        outcome *old = outcome_at(t, o, o->index[at] - 1);

        if (!memcmp(&old->ears, e, sizeof *e) && !memcmp(old + 1, t->walk->next, size)) {
            old->chance += chance;
            return true;
        }
    }
    o->index[at] = ++o->n;
    return true;
}

static void outcomes_release(outcomes *o)
{
    free(o->bytes);
    free(o->index);
}

bool solve_is_sound(solve_tree *t, cr_err err)
{
    const struct solve_walk *w = t->walk;

    if (w->script.is_misused)
        return solve_fail(
            t,
            "%s draws more than small numbers from its generator: its chance cannot be "
            "walked",
            t->game->name);
    if (w->script.is_full)
        return solve_fail(t, "more than %d draws in one move: chance is too large to walk",
                          CR_SCRIPT_MAX);
    if (err)
        return solve_fail(t, "the match cannot begin: %s", cr_err_text(err));
    if (w->next->fault)
        return solve_fail(t, "the game broke an invariant: %s", cr_fault(w->next));
    return true;
}

static cr_err run(solve_tree *t, const solve_plan *plan, solve_ears *e)
{
    struct solve_walk *w = t->walk;
    uint32_t ticket = 0;
    cr_err err = CR_ERR_OK;

    cr_script_rewind(&w->script);
    w->into = e;
    if (plan->setup) {
        memset(e, 0, sizeof *e);
        err = cr_start(t->game, w->next, plan->setup, &w->sink);
    } else {
        const cr_move *move = plan->move;
        const cr_state *from = plan->from->state;

        *e = plan->from->ears;
        e->heard[move->seat] = solve_mix(e->heard[move->seat], solve_move_hash(move));
        memcpy(w->next, from, t->game->state_size);
        ticket = from->q.ticket;
        cr_play_checked(t->game, w->next, move, from->now_ms, &w->sink);
    }
    if (!err && !w->next->is_over && (plan->setup || w->next->q.ticket != ticket))
        solve_look(t, w->next, e);
    return err;
}

bool solve_walk_into(solve_tree *t, unsigned depth, const solve_ears *e, const cr_state *s,
                     double chance, const uint32_t seq[CR_SEATS_MAX])
{
    solve_place *p = &t->walk->places[depth];

    p->ears = *e;
    p->chance = chance;
    memcpy(p->seq, seq, sizeof p->seq);
    memcpy(p->state, s, t->game->state_size);
    return solve_walk_on(t, depth);
}

bool solve_walk_outcomes(solve_tree *t, unsigned depth, const solve_plan *plan, double chance,
                         const uint32_t seq[CR_SEATS_MAX])
{
    struct solve_walk *w = t->walk;
    outcomes o = {0};
    uint64_t draws = 0;
    bool is_good = false;
    solve_ears e;

    w->script.len = 0;
    do {
        cr_err err = run(t, plan, &e);

        if (!solve_is_sound(t, err))
            goto out;
        if (!w->script.len) /* nothing was drawn: one outcome, and nothing to keep */
            return solve_walk_into(t, depth, &e, w->next, chance, seq);
        if (++draws > t->limits.draws) {
            solve_fail(
                t,
                "chance has more than %llu outcomes in one move: take fewer cards, or allow more "
                "with --draws",
                (unsigned long long)t->limits.draws);
            goto out;
        }
        if (!(draws & 0xFFF) && solve_is_stopped(t))
            goto out;
        if (!outcome_add(t, &o, &e, cr_script_chance(&w->script)))
            goto out;
    } while (cr_script_next(&w->script));
    t->outcomes += o.n;
    for (uint32_t i = 0; i < o.n; i++) {
        const outcome *one = outcome_at(t, &o, i);

        if (!solve_walk_into(t, depth, &one->ears, (const cr_state *)(one + 1),
                             chance * one->chance, seq))
            goto out;
    }
    is_good = true;
out:
    outcomes_release(&o);
    return is_good;
}
