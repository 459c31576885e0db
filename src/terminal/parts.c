#include "terminal/parts.h"
#include "kernel/say.h"

enum { LOOKED_AT = 4000 }; /* candidates that are tried to see whether something is possible */

/* ---- narrowing ---- */

static cr_dim *dim_at(cr_box *box, uint8_t at)
{
    for (unsigned d = 0; d < box->n_dims; d++)
        if (box->dim[d].at == at && !box->dim[d].is_subset && !box->dim[d].is_tally)
            return &box->dim[d];
    return NULL;
}

static void drop(cr_space *space, uint32_t b)
{
    space->n--;
    memmove(&space->box[b], &space->box[b + 1], (space->n - b) * sizeof *space->box);
}

/* Leaves the moves of this kind, or with this value at this argument. */
static void narrow(cr_space *space, bool is_kind, uint8_t at, uint8_t value)
{
    for (uint32_t b = 0; b < space->n;) {
        cr_box *box = &space->box[b];
        cr_dim *dim = is_kind ? NULL : dim_at(box, at);
        bool is_in = is_kind ? box->move.kind == value
                     : dim   ? dim->set >> value & 1
                             : box->move.arg[at] == value;

        if (!is_in) {
            drop(space, b);
            continue;
        }
        if (dim) {
            box->size /= dim->n;
            dim->set = UINT64_C(1) << value;
            dim->n = 1;
        }
        b++;
    }
}

static size_t list(const parts *p, const cr_space *space, cr_move *out, size_t cap)
{
    uint64_t size = cr_space_size(space);
    size_t n = 0;

    for (uint64_t i = 0; i < size && i < LOOKED_AT && n < cap; i++) {
        cr_move move;

        cr_move_set(&move, cr_space_nth(space, i));
        move.seat = p->t->seat;
        move.ticket = p->t->state->q.ticket;
        if (cr_is_offered(p->t->game, p->t->state, space, &move))
            out[n++] = move;
    }
    return n;
}

static bool is_possible(const parts *p, bool is_kind, uint8_t at, uint8_t value)
{
    cr_space left = p->space;
    cr_move one;

    narrow(&left, is_kind, at, value);
    return list(p, &left, &one, 1);
}

/* ---- what is asked for ---- */

static void add_options(parts *p, uint64_t values)
{
    p->n_options = 0;
    for (; values; values &= values - 1) {
        uint8_t value = (uint8_t)cr_bits_first(values);

        if (is_possible(p, p->is_kind, p->at, value))
            p->option[p->n_options++] = value;
    }
}

static uint64_t values_at(const parts *p, uint8_t at)
{
    uint64_t values = 0;

    for (uint32_t b = 0; b < p->space.n; b++) {
        cr_box box = p->space.box[b];
        const cr_dim *dim = dim_at(&box, at);

        if (dim)
            values |= dim->set;
        else if (box.move.arg[at] < 64)
            values |= UINT64_C(1) << box.move.arg[at];
    }
    return values;
}

static uint64_t kinds_left(const parts *p)
{
    uint64_t kinds = 0;

    for (uint32_t b = 0; b < p->space.n; b++)
        kinds |= UINT64_C(1) << (p->space.box[b].move.kind & 63);
    return kinds;
}

/* The next part that is not settled; false if there is none, or few enough moves are left. */
static bool ask(parts *p)
{
    cr_move some[PARTS_FROM + 1];
    const cr_field *f;

    p->n_options = 0;
    if (list(p, &p->space, some, PARTS_FROM + 1) <= PARTS_FROM || p->n_chosen == PARTS_DEEP)
        return false;
    p->is_kind = true;
    add_options(p, kinds_left(p));
    if (p->n_options > 1)
        return true;
    p->is_kind = false;
    for (f = p->t->game->kinds[some[0].kind].fields; f && f->name; f++)
        for (p->at = (uint8_t)f->at; p->at < f->at + f->type->size && p->at < CR_ARGS; p->at++) {
            add_options(p, values_at(p, p->at));
            if (p->n_options > 1)
                return true;
        }
    return false;
}

/* ---- for line mode and the full screen ---- */

static void all(parts *p)
{
    cr_offers(p->t->game, p->t->state, p->t->seat, &p->space);
    for (uint32_t b = 0; b < p->space.n;)
        if (p->t->game->kinds[p->space.box[b].move.kind].flags & CR_CONTROL)
            drop(&p->space, b);
        else
            b++;
}

bool parts_begin(parts *p, const table *t)
{
    p->t = t;
    p->ticket = t->view->q.ticket;
    p->n_chosen = 0;
    p->space.n = 0;
    if (table_is_asked(t))
        all(p);
    return ask(p);
}

bool parts_choose(parts *p, size_t i)
{
    p->chosen[p->n_chosen++] = p->option[i];
    narrow(&p->space, p->is_kind, p->at, p->option[i]);
    return ask(p);
}

bool parts_back(parts *p)
{
    uint8_t n = p->n_chosen ? (uint8_t)(p->n_chosen - 1) : 0;

    all(p);
    for (p->n_chosen = 0; ask(p) && p->n_chosen < n;) {
        narrow(&p->space, p->is_kind, p->at, p->chosen[p->n_chosen]);
        p->n_chosen++;
    }
    return p->n_options > 1;
}

/* The field that the argument byte belongs to. */
static unsigned field_of(const parts *p, uint8_t kind)
{
    const cr_field *f = p->t->game->kinds[kind].fields;
    unsigned field = 0;

    for (; f[field].name; field++)
        if (p->at >= f[field].at && p->at < f[field].at + f[field].type->size)
            break;
    return field;
}

void parts_question(const parts *p, cr_text *out)
{
    if (p->is_kind)
        cr_text_str(out, "What do you do?");
    else
        cr_say_part(out, p->t->game, p->space.box[0].move.kind,
                    field_of(p, p->space.box[0].move.kind));
}

void parts_option(const parts *p, size_t i, cr_text *out)
{
    const cr_game *game = p->t->game;
    char says[CR_SAY_MAX];
    cr_text text = cr_text_on(says, sizeof says);
    cr_move move = p->space.box[0].move;

    if (p->is_kind) {
        cr_text_str(&text, game->kinds[p->option[i]].word);
        if (says[0] >= 'a' && says[0] <= 'z')
            says[0] = (char)(says[0] - 'a' + 'A');
    } else {
        move.arg[p->at] = p->option[i];
        cr_say_value(&text, game, p->t->state, p->t->seat, &move, field_of(p, move.kind));
    }
    table_fill(p->t, says, out);
}

size_t parts_list(const parts *p, cr_move *out, size_t cap)
{
    return list(p, &p->space, out, cap);
}
