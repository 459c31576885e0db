/* Who may know what: views, made-up worlds, and the one place where events are redacted. */
#include "kernel/game.h"
#include "kernel/rng.h"

/* Who has passed in secret knows that of himself and nothing of the others. */
static inline uint16_t open_to(const cr_question *q, uint8_t viewer)
{
    return (uint16_t)(q->asked & (q->open | ~CR_BIT(viewer)));
}

uint16_t cr_deciders_to(const cr_game *game, const cr_state *s, uint8_t viewer)
{
    return cr_hides_passes(game, &s->q) ? open_to(&s->q, viewer) : cr_deciders_of(&s->q);
}

/* What everybody may know of an effect, the first n bytes. As numbers: a copy of any length has a loop that takes longer to begin than
 * it takes. */
static void show_args(uint8_t to[12], const uint8_t from[12], unsigned n)
{
    uint64_t low;
    uint32_t high;

    memcpy(&low, from, sizeof low);
    memcpy(&high, from + 8, sizeof high);
    low &= n < 8 ? (UINT64_C(1) << 8 * n) - 1 : ~UINT64_C(0);
    high &= n < 8 ? 0 : n < 12 ? (UINT32_C(1) << 8 * (n - 8)) - 1 : ~UINT32_C(0);
    memcpy(to, &low, sizeof low);
    memcpy(to + 8, &high, sizeof high);
}

void cr_see_at(const cr_game *game, const cr_state *s, uint8_t viewer, uint64_t at_ms,
               cr_view *view)
{
    memset(view, 0, game->view_size);
    view->q = s->q;
    if (cr_hides_passes(game, &s->q))
        view->q.open = open_to(&s->q, viewer);
    if (CR_UNLIKELY(s->late) && !(viewer < CR_SEATS_MAX && s->late >> viewer & 1))
        view->q.late_by = 0;
    view->now_ms = at_ms > s->now_ms ? at_ms : s->now_ms;
    view->paused = s->paused;
    view->depth = s->depth;
    view->viewer = viewer;
    view->n_seats = s->n_seats;
    view->is_over = s->is_over;
    for (unsigned i = 0; i < s->depth; i++) {
        unsigned n_public = game->effects[s->stack[i].kind].n_public;

        memcpy(&view->stack[i], &s->stack[i], offsetof(cr_frame, arg));
        if (CR_UNLIKELY(n_public))
            show_args(view->stack[i].arg, s->stack[i].arg, n_public);
    }
    if (viewer < s->n_seats && s->q.form == CR_ALL && !s->is_over)
        view->own = s->sealed[viewer];
    game->observe(s, viewer, view);
}

void cr_see(const cr_game *game, const cr_state *s, uint8_t viewer, cr_view *view)
{
    cr_see_at(game, s, viewer, s->now_ms, view);
}

/* Which of the others have passed in secret: any of those who may, but somebody is left. */
static void guess_passes(const cr_game *game, const cr_view *view, cr_rng *rng, cr_state *out)
{
    unsigned others = out->q.open & 0xFF & ~CR_BIT(view->viewer);

    if (others && others == out->q.open)
        others &= ~CR_BIT(cr_bits_nth(others, cr_rng_small(rng, cr_bits_count(others))));
    for (; others; others &= others - 1) {
        cr_move pass = {.ticket = out->q.ticket, .seat = (uint8_t)cr_bits_first(others)};

        if (cr_rng_small(rng, 2) && !cr_check(game, out, &pass).code)
            out->q.open &= (uint16_t)~CR_BIT(pass.seat);
    }
}

/* The zones of a world, and the question as the viewer sees it. */
static void imagine(const cr_game *game, const cr_view *view, cr_rng *rng, cr_state *out)
{
    uint8_t key[32];

    memset(out, 0, game->state_size);
    cr_rng_bytes(rng, key, sizeof key);
    cr_rng_init(&out->rng, key, 0);
    out->q = view->q;
    out->now_ms = view->now_ms;
    out->paused = view->paused;
    out->depth = view->depth;
    out->n_seats = view->n_seats;
    out->is_over = view->is_over;
    memcpy(out->stack, view->stack, sizeof out->stack);
    if (view->q.late_by && view->viewer < CR_SEATS_MAX)
        out->late = (uint8_t)CR_BIT(view->viewer);
    game->imagine(view, rng, out);
}

void cr_guess_open(const cr_game *game, const cr_view *view, cr_rng *rng, cr_state *out)
{
    imagine(game, view, rng, out);
    if (out->paused && out->q.budget_ms)
        out->q.deadline_ms += out->now_ms;
    out->paused = 0;
    if (view->q.form != CR_ALL || view->is_over)
        return;
    out->q.open = out->q.asked;
    if (view->viewer < view->n_seats && (view->q.asked & ~view->q.open & CR_BIT(view->viewer))) {
        out->q.open &= (uint16_t)~CR_BIT(view->viewer);
        out->sealed[view->viewer] = view->own;
    }
}

void cr_guess(const cr_game *game, const cr_view *view, cr_rng *rng, cr_state *out)
{
    imagine(game, view, rng, out);
    if (cr_hides_passes(game, &view->q) && !view->is_over)
        guess_passes(game, view, rng, out);
    if (view->q.form != CR_ALL || view->is_over)
        return;
    /* What others have sealed is drawn from all that they could have answered in this world. */
    for (unsigned seats = view->q.asked & ~view->q.open & 0xFF; seats; seats &= seats - 1) {
        uint8_t seat = (uint8_t)cr_bits_first(seats);

        if (seat == view->viewer) {
            out->sealed[seat] = view->own;
            continue;
        }
        out->q.open |= CR_BIT(seat);
        if (!cr_sample_any(game, out, seat, rng, &out->sealed[seat])) {
            out->sealed[seat] = cr_idle_answer(game, out, seat);
            out->sealed[seat].ticket = out->q.ticket;
            out->sealed[seat].seat = seat;
        }
        out->q.open &= (uint16_t)~CR_BIT(seat);
    }
}

bool cr_redact(const cr_event *event, uint8_t viewer, cr_event *out)
{
    bool may_see = event->eyes >> viewer & 1;

    if (event->is_private && !may_see)
        return false;
    *out = *event;
    /* Who else sees the secret part is no business of the viewer's. */
    out->eyes = event->eyes == CR_EYES_ALL ? CR_EYES_ALL : may_see ? CR_BIT(viewer) : 0;
    if (!may_see) {
        memset(out->data + event->n_public, 0, sizeof out->data - event->n_public);
        out->is_redacted = 1;
    }
    return true;
}

void cr_emit(cr_sink *sink, uint8_t kind, uint8_t seat, uint16_t eyes, uint8_t n_public,
             bool is_private, const uint8_t *data, size_t len)
{
    cr_event event = {
        .kind = kind, .seat = seat, .eyes = eyes, .n_public = n_public, .is_private = is_private};

    memcpy(event.data, data, len < sizeof event.data ? len : sizeof event.data);
    sink->emit(sink, &event);
}
