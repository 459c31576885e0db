/* What is possible in place of a refused move: the same with one part changed, or the nearest of what is offered. */
#include "kernel/forms.h"
#include "kernel/tell.h"

enum { NEAR_LISTED = 256, FAR = 1 << 20 };

static bool has_move(const cr_move *moves, size_t n, const cr_move *move)
{
    for (size_t i = 0; i < n; i++)
        if (moves[i].kind == move->kind && !memcmp(moves[i].arg, move->arg, CR_ARGS))
            return true;
    return false;
}

/* The values of the wrong part that would be right, all else as it was. */
static size_t change_part(const cr_game *game, const cr_state *state, const cr_space *offers,
                          const cr_move *move, unsigned at, cr_move out[CR_INSTEAD_MAX])
{
    size_t n = 0;

    for (uint32_t b = 0; b < offers->n; b++) {
        const cr_box *box = &offers->box[b];

        for (unsigned d = 0; box->move.kind == move->kind && d < box->n_dims; d++) {
            const cr_dim *dim = &box->dim[d];

            if (dim->at != at || dim->is_subset || dim->is_tally)
                continue;
            for (uint64_t set = dim->set; set && n < CR_INSTEAD_MAX; set &= set - 1) {
                cr_move other = *move;

                other.arg[at] = (uint8_t)cr_bits_first(set);
                if (other.arg[at] != move->arg[at] && !has_move(out, n, &other) &&
                    cr_is_offered(game, state, offers, &other))
                    out[n++] = other;
            }
        }
    }
    return n;
}

/* How unlike two moves are: another kind is furthest, then the number of parts, then how far the first is off. */
static unsigned distance(const cr_move *a, const cr_move *b)
{
    unsigned far = a->kind == b->kind ? 0 : FAR, n = 0, first = 0;

    for (unsigned i = 0; i < CR_ARGS; i++)
        if (a->arg[i] != b->arg[i]) {
            unsigned off = a->arg[i] > b->arg[i] ? a->arg[i] - b->arg[i] : b->arg[i] - a->arg[i];

            if (!n++)
                first = off;
        }
    return far ? far : n * 1024 + first;
}

/* The nearest, in the order they are listed. */
static size_t find_near(const cr_game *game, const cr_state *state, const cr_move *move,
                        cr_move out[CR_INSTEAD_MAX])
{
    cr_move listed[NEAR_LISTED];
    unsigned best[CR_INSTEAD_MAX];
    size_t n_listed = cr_offers_list(game, state, move->seat, listed, NEAR_LISTED, NULL);
    size_t n = 0;

    for (size_t i = 0; i < n_listed; i++) {
        unsigned far = distance(&listed[i], move);
        size_t worst = 0;

        if (game->kinds[listed[i].kind].flags & CR_CONTROL)
            continue;
        if (n < CR_INSTEAD_MAX) {
            best[n] = far;
            out[n++] = listed[i];
            continue;
        }
        for (size_t k = 1; k < n; k++)
            if (best[k] >= best[worst])
                worst = k;
        if (far >= best[worst])
            continue;
        memmove(&out[worst], &out[worst + 1], (n - 1 - worst) * sizeof *out);
        memmove(&best[worst], &best[worst + 1], (n - 1 - worst) * sizeof *best);
        out[n - 1] = listed[i];
        best[n - 1] = far;
    }
    return n;
}

size_t cr_instead(const cr_game *game, const cr_state *state, const cr_move *move,
                  cr_refusal refusal, cr_move out[CR_INSTEAD_MAX], uint8_t part[CR_INSTEAD_MAX])
{
    const cr_field *f = refusal.field ? tell_part(game, move->kind, refusal.field - 1u) : NULL;
    cr_move asked = *move;
    cr_space offers;
    size_t n = 0;

    memset(part, 0, CR_INSTEAD_MAX);
    if (!state->q.open || move->seat >= CR_SEATS_MAX || !(cr_deciders(state) >> move->seat & 1))
        return 0;
    asked.ticket = state->q.ticket;
    cr_offers(game, state, move->seat, &offers);
    if (f && f->type->size == 1)
        n = change_part(game, state, &offers, &asked, f->at, out);
    if (n) {
        memset(part, (uint8_t)refusal.field, n);
        return n;
    }
    return find_near(game, state, &asked, out);
}
