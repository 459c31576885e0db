/* Moves as numbers. A game with few moves has one number for each; in the others a move is made part by part, and a part
 * is offered only if a legal move begins with it: boxes may be wider than the rules, so those are tried. */
#include "bind/bind.h"

enum { TRIES_MAX = 1 << 20 }; /* moves that are tried for one part */

/* ---- numbering ---- */

static bool has_number(const cr_kind *kind)
{
    return kind->word && !(kind->flags & CR_CONTROL);
}

bind_numbers bind_numbers_of(const cr_game *game)
{
    bind_numbers numbers = {.n = 0};
    uint64_t n = 0;

    for (unsigned i = 0; i < game->n_kinds; i++) {
        const cr_kind *kind = &game->kinds[i];
        uint64_t size = has_number(kind);

        numbers.base[i] = (uint32_t)n;
        for (unsigned at = 0; at < CR_ARGS && size <= CR_ACTIONS_MAX; at++)
            size *= kind->max[at] + 1u;
        n += size;
        if (n > CR_ACTIONS_MAX)
            return (bind_numbers){.n = CR_PART_VALUES, .by_parts = true};
    }
    numbers.n = n ? (uint32_t)n : 1;
    return numbers;
}

uint32_t cr_actions(const cr_game *game, bool *by_parts)
{
    bind_numbers numbers = bind_numbers_of(game);

    if (by_parts)
        *by_parts = numbers.by_parts;
    return numbers.n;
}

static uint32_t number_of(const cr_game *game, const bind_numbers *numbers, const cr_move *move)
{
    const uint8_t *max = game->kinds[move->kind].max;
    uint32_t n = 0;

    for (unsigned at = 0; at < CR_ARGS; at++)
        n = n * (max[at] + 1u) + move->arg[at];
    return numbers->base[move->kind] + n;
}

/* By how much the number rises with this byte. */
static uint32_t step_of(const cr_game *game, uint8_t kind, unsigned at)
{
    uint32_t step = 1;

    for (unsigned i = at + 1; i < CR_ARGS; i++)
        step *= game->kinds[kind].max[i] + 1u;
    return step;
}

static cr_move move_of(const cr_game *game, const bind_numbers *numbers, uint32_t number)
{
    cr_move move = {0};

    for (unsigned kind = 0; kind < game->n_kinds; kind++)
        if (has_number(&game->kinds[kind]) && numbers->base[kind] <= number)
            move.kind = (uint8_t)kind;
    number -= numbers->base[move.kind];
    for (unsigned at = CR_ARGS; at--;) {
        uint32_t radix = game->kinds[move.kind].max[at] + 1u;

        move.arg[at] = (uint8_t)(number % radix);
        number /= radix;
    }
    return move;
}

static uint32_t mark(uint8_t *mask, uint32_t number)
{
    uint32_t is_new = !mask[number];

    mask[number] = 1;
    return is_new;
}

static void stamp(const cr_state *state, uint8_t seat, cr_move *move)
{
    move->seat = seat;
    move->ticket = state->q.ticket;
}

static uint32_t mask_moves(const cr_game *game, const cr_state *state, uint8_t seat,
                           const bind_numbers *numbers, const cr_space *space, uint8_t *mask)
{
    uint32_t n = 0;

    for (const cr_box *box = space->box; box < space->box + space->n; box++) {
        const cr_dim *dim = &box->dim[0];

        if (!has_number(&game->kinds[box->move.kind]))
            continue;
        if (box->is_exact && box->n_dims == 1 && !dim->is_subset && !dim->is_tally) {
            uint32_t from = number_of(game, numbers, &box->move),
                     step = step_of(game, box->move.kind, dim->at);

            for (uint64_t left = dim->set; left; left &= left - 1)
                n += mark(mask, from + step * cr_bits_first(left));
            continue;
        }
        for (uint64_t i = 0; i < box->size; i++) {
            cr_move move;

            cr_move_set(&move, cr_box_nth(box, i));
            stamp(state, seat, &move);
            if (box->is_exact || !cr_check(game, state, &move).code)
                n += mark(mask, number_of(game, numbers, &move));
        }
    }
    return n;
}

/* ---- part by part ---- */

/* Looking for a legal move of one box that begins with what is settled. */
typedef struct {
    const cr_game *game;
    const cr_state *state;
    const cr_box *box;
    const cr_making *m;
    uint8_t seat;
    uint32_t left; /* moves that may still be tried */
} search;

/* One dimension alone, so that its choices can be counted and made. */
static cr_box box_of(const cr_dim *dim)
{
    cr_box box = {.size = 1};

    if (dim->is_subset)
        cr_box_subset(&box, dim->at, (uint32_t)dim->set, dim->lo, dim->hi);
    else if (dim->is_tally)
        cr_box_tally(&box, dim->set, dim->lo);
    else
        cr_box_one(&box, dim->at, dim->set);
    return box;
}

static unsigned width_of(const cr_dim *dim)
{
    return dim->is_subset ? 4 : dim->is_tally ? CR_TALLY_BYTES : 1;
}

static bool covers(const cr_dim *dim, unsigned at)
{
    return at >= dim->at && at < dim->at + width_of(dim);
}

static const cr_dim *dim_at(const cr_box *box, unsigned at)
{
    for (unsigned i = 0; i < box->n_dims; i++)
        if (covers(&box->dim[i], at))
            return &box->dim[i];
    return NULL;
}

/* Does a choice of this dimension agree with the bytes that are settled? */
static bool agrees(const cr_dim *dim, const cr_move *choice, const cr_making *m)
{
    for (unsigned at = dim->at; at < dim->at + width_of(dim) && at + 1 < m->n; at++)
        if (choice->arg[at] != m->byte[1 + at])
            return false;
    return true;
}

/* The bytes that the box does not choose, and its kind. */
static bool template_agrees(const cr_box *box, const cr_making *m)
{
    if (m->n && m->byte[0] != box->move.kind)
        return false;
    for (unsigned at = 0; at + 1 < m->n; at++)
        if (!dim_at(box, at) && box->move.arg[at] != m->byte[1 + at])
            return false;
    return true;
}

static bool can_complete(search *s, unsigned i, cr_move *move)
{
    const cr_dim *dim = &s->box->dim[i];
    cr_box alone;

    if (i == s->box->n_dims) {
        if (!s->left)
            return false;
        s->left--;
        stamp(s->state, s->seat, move);
        return s->box->is_exact || !cr_check(s->game, s->state, move).code;
    }
    alone = box_of(dim);
    for (uint64_t k = 0; k < alone.size && s->left; k++) {
        cr_move choice;

        cr_move_set(&choice, cr_box_nth(&alone, k));
        if (!agrees(dim, &choice, s->m))
            continue;
        memcpy(move->arg + dim->at, choice.arg + dim->at, width_of(dim));
        if (can_complete(s, i + 1, move))
            return true;
    }
    return false;
}

static bool leads_on(const cr_game *game, const cr_state *state, uint8_t seat, const cr_box *box,
                     const cr_making *m)
{
    search s = {game, state, box, m, seat, TRIES_MAX};
    cr_move move = box->move;

    return template_agrees(box, m) && box->size && can_complete(&s, 0, &move);
}

/* The values that the next byte can take in this box, by its dimensions alone. */
static void values_in(const cr_box *box, const cr_making *m, uint64_t out[CR_PART_VALUES / 64])
{
    unsigned at = m->n - 1u;
    const cr_dim *dim = m->n ? dim_at(box, at) : NULL;
    cr_box alone;

    if (!template_agrees(box, m) || !box->size)
        return;
    if (!dim) {
        unsigned value = m->n ? box->move.arg[at] : box->move.kind;

        out[value / 64] |= UINT64_C(1) << value % 64;
        return;
    }
    alone = box_of(dim);
    for (uint64_t k = 0; k < alone.size; k++) {
        cr_move choice;

        cr_move_set(&choice, cr_box_nth(&alone, k));
        if (agrees(dim, &choice, m))
            out[choice.arg[at] / 64] |= UINT64_C(1) << choice.arg[at] % 64;
    }
}

static uint32_t mask_parts(const cr_game *game, const cr_state *state, uint8_t seat,
                           const cr_space *space, const cr_making *m, uint8_t *mask)
{
    uint32_t n = 0;

    for (const cr_box *box = space->box; box < space->box + space->n; box++) {
        uint64_t values[CR_PART_VALUES / 64] = {0};

        if (!has_number(&game->kinds[box->move.kind]))
            continue;
        values_in(box, m, values);
        for (unsigned value = 0; value < CR_PART_VALUES; value++) {
            cr_making next = *m;

            if (!(values[value / 64] >> value % 64 & 1) || mask[value])
                continue;
            next.byte[next.n++] = (uint8_t)value;
            if (leads_on(game, state, seat, box, &next))
                n += mark(mask, value);
        }
    }
    return n;
}

/* Settles every byte that has one value only. */
static void go_on(const cr_game *game, const cr_space *space, cr_making *m)
{
    while (m->n < sizeof m->byte) {
        uint64_t values[CR_PART_VALUES / 64] = {0};
        unsigned n = 0, value = 0;

        for (const cr_box *box = space->box; box < space->box + space->n; box++)
            if (has_number(&game->kinds[box->move.kind]))
                values_in(box, m, values);
        for (unsigned i = 0; i < CR_PART_VALUES / 64; i++) {
            if (values[i])
                value = 64 * i + cr_bits_first(values[i]);
            n += cr_bits_count(values[i]);
        }
        if (n != 1)
            return;
        m->byte[m->n++] = (uint8_t)value;
    }
}

/* ---- both ---- */

void bind_start(const cr_game *game, const bind_numbers *numbers, const cr_space *space,
                cr_making *m)
{
    *m = (cr_making){0};
    if (numbers->by_parts)
        go_on(game, space, m);
    if (m->n == sizeof m->byte)
        m->n--; /* only one move is left: its last byte is asked for all the same, so that every answer has a number */
}

uint32_t bind_mask(const cr_game *game, const cr_state *state, uint8_t seat,
                   const bind_numbers *numbers, const cr_space *space, const cr_making *m,
                   uint8_t *mask)
{
    memset(mask, 0, numbers->n);
    return numbers->by_parts ? mask_parts(game, state, seat, space, m, mask)
                             : mask_moves(game, state, seat, numbers, space, mask);
}

bool bind_take(const cr_game *game, const cr_state *state, uint8_t seat,
               const bind_numbers *numbers, const cr_space *space, cr_making *m, uint32_t action,
               cr_move *out)
{
    if (numbers->by_parts) {
        m->byte[m->n++] = (uint8_t)action;
        go_on(game, space, m);
        if (m->n < sizeof m->byte)
            return false;
        *out = (cr_move){.kind = m->byte[0]};
        memcpy(out->arg, m->byte + 1, CR_ARGS);
    } else {
        *out = move_of(game, numbers, action < numbers->n ? action : 0);
    }
    stamp(state, seat, out);
    return true;
}

void cr_making_start(const cr_game *game, const cr_state *state, uint8_t seat, cr_making *m)
{
    bind_numbers numbers = bind_numbers_of(game);
    cr_space space;

    cr_offers(game, state, seat, &space);
    bind_start(game, &numbers, &space, m);
}

uint32_t cr_making_mask(const cr_game *game, const cr_state *state, uint8_t seat,
                        const cr_making *m, uint8_t *mask)
{
    bind_numbers numbers = bind_numbers_of(game);
    cr_space space;

    cr_offers(game, state, seat, &space);
    return bind_mask(game, state, seat, &numbers, &space, m, mask);
}

bool cr_making_take(const cr_game *game, const cr_state *state, uint8_t seat, cr_making *m,
                    uint32_t action, cr_move *out)
{
    bind_numbers numbers = bind_numbers_of(game);
    cr_space space;

    if (m->n >= sizeof m->byte)
        m->n = sizeof m->byte - 1;
    cr_offers(game, state, seat, &space);
    return bind_take(game, state, seat, &numbers, &space, m, action, out);
}

size_t cr_move_actions(const cr_game *game, const cr_state *state, const cr_move *move,
                       uint32_t out[1 + CR_ARGS])
{
    bind_numbers numbers = bind_numbers_of(game);
    cr_space space;
    cr_making m;
    cr_move whole;
    size_t n = 0;

    if (move->kind >= game->n_kinds || !has_number(&game->kinds[move->kind]) ||
        cr_judge(game, state, move, cr_now(state)).code)
        return 0;
    if (!numbers.by_parts) {
        out[0] = number_of(game, &numbers, move);
        return 1;
    }
    cr_offers(game, state, move->seat, &space);
    bind_start(game, &numbers, &space, &m);
    do
        out[n] = m.n ? move->arg[m.n - 1] : move->kind;
    while (!bind_take(game, state, move->seat, &numbers, &space, &m, out[n++], &whole));
    return n;
}
