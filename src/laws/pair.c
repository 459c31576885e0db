#include "laws/walk.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    TRIES = 4, /* moves of the other world that may tell the same */
    SKIPPED =
        4, /* bytes of chance left out, so that what comes next lies in a block that is there */
};

/* ---- differences in words ---- */

bool told_same(const cr_feed *a, const cr_feed *b, uint8_t viewer)
{
    cr_feed_place at_a = {0}, at_b = {0};
    cr_event event_a, event_b;

    for (;;) {
        bool has_a = cr_feed_next(a, viewer, &at_a, &event_a);
        bool has_b = cr_feed_next(b, viewer, &at_b, &event_b);

        if (has_a != has_b)
            return false;
        if (!has_a)
            return true;
        if (memcmp(&event_a, &event_b, sizeof event_a))
            return false;
    }
}

static uint64_t flags_of(const cr_game *game, const cr_event *event)
{
    return event->kind < game->n_events ? game->events[event->kind].flags : 0;
}

/* The place in the feed behind the last event that makes past what was told before it. */
cr_feed_place kept_from(const cr_game *game, const cr_feed *feed, uint8_t viewer)
{
    cr_feed_place at = {0}, last = {0};
    cr_event event;

    while (cr_feed_next(feed, viewer, &at, &event))
        if (flags_of(game, &event) & CR_RENEWS)
            last = at;
    return last;
}

static size_t size_of(const cr_field *f)
{
    return (size_t)(f->count ? f->count : 1) * f->type->size;
}

/* What was only said is taken out of an event. */
static void take_spoken(const cr_game *game, cr_event *event)
{
    const cr_field *fields = event->kind < game->n_events ? game->events[event->kind].fields : NULL;

    for (const cr_field *f = fields; f && f->name; f++)
        if (f->flags & CR_SPOKEN)
            memset(event->data + f->at, 0, size_of(f));
}

/* The next event of what must be kept: behind the last new deal, without what was only said. */
bool kept_next(const cr_game *game, const cr_feed *feed, uint8_t viewer, cr_feed_place *at,
               cr_event *event)
{
    while (cr_feed_next(feed, viewer, at, event)) {
        take_spoken(game, event);
        if (!(flags_of(game, event) & CR_PASSING) || !cr_is_zero(event->data, sizeof event->data))
            return true;
    }
    return false;
}

/* Have both worlds told the same of what a view must keep? If not: the first events that differ. */
static bool kept_same(const cr_game *game, const cr_feed *a, const cr_feed *b, uint8_t viewer,
                      bool has[2], cr_event event[2])
{
    cr_feed_place at_a = kept_from(game, a, viewer), at_b = kept_from(game, b, viewer);

    do {
        has[0] = kept_next(game, a, viewer, &at_a, &event[0]);
        has[1] = kept_next(game, b, viewer, &at_b, &event[1]);
    } while (has[0] && has[1] && !memcmp(&event[0], &event[1], sizeof event[0]));
    return !has[0] && !has[1];
}
/* Does an event tell somebody else's secret in passing, another one in each of two worlds that have made the same move? What
 * that seat has chosen would be the same in both: so it comes from what is hidden, and a view would have to keep it. */
static bool tells_secret(const cr_game *game, const cr_event *one, const cr_event *other)
{
    const cr_field *fields = one->kind < game->n_events ? game->events[one->kind].fields : NULL;

    for (const cr_field *f = fields; f && f->name; f++)
        if ((f->flags & CR_SPOKEN) && f->at >= one->n_public &&
            memcmp(one->data + f->at, other->data + f->at, size_of(f)))
            return true;
    return false;
}

/* Has neither of two worlds that have made the same move told this viewer such a secret? If one has: both events. */
static bool secrets_same(const cr_game *game, const cr_feed *a, const cr_feed *b, uint8_t viewer,
                         cr_event event[2])
{
    cr_feed_place at_a = {0}, at_b = {0};

    while (cr_feed_next(a, viewer, &at_a, &event[0]) && cr_feed_next(b, viewer, &at_b, &event[1]) &&
           event[0].kind == event[1].kind && event[0].seat == event[1].seat)
        if (event[0].seat != viewer && tells_secret(game, &event[0], &event[1]))
            return false;
    return true;
}

static void write_event(cr_text *what, const cr_game *game, bool is_there, const cr_event *event)
{
    char text[160] = "nothing more";

    if (is_there)
        cr_event_print(game, event, text, sizeof text);
    cr_text_fmt(what, is_there ? "'%s'" : "%s", text);
}

void differing_events(cr_text *what, const cr_game *game, const cr_feed *a, const cr_feed *b,
                      uint8_t viewer)
{
    cr_event event[2];
    bool has[2];

    if (kept_same(game, a, b, viewer, has, event))
        has[0] = has[1] = !secrets_same(game, a, b, viewer, event);
    write_event(what, game, has[0], &event[0]);
    cr_text_str(what, " against ");
    write_event(what, game, has[1], &event[1]);
}

static const char *differing_head(const cr_view *a, const cr_view *b)
{
    const cr_question *q = &a->q, *r = &b->q;

    if (q->kind != r->kind || q->form != r->form || a->is_over != b->is_over)
        return "the kind of question";
    if (q->asked != r->asked || q->first != r->first)
        return "who is asked";
    if (q->open != r->open)
        return "who has answered";
    if (q->budget_ms != r->budget_ms || q->deadline_ms != r->deadline_ms ||
        a->now_ms != b->now_ms || a->paused != b->paused)
        return "the time";
    if (q->ticket != r->ticket)
        return "the number of questions";
    if (memcmp(&a->own, &b->own, sizeof a->own))
        return "the own answer";
    return "an effect";
}

void differing_views(cr_text *what, const cr_game *game, const cr_view *a, const cr_view *b)
{
    const uint8_t *bytes_a = (const uint8_t *)a, *bytes_b = (const uint8_t *)b;

    for (const cr_field *f = game->view_fields; f && f->name; f++) {
        unsigned n = f->flags & (CR_PER_SEAT | CR_BY_SEAT) ? a->n_seats : f->count ? f->count : 1;

        for (unsigned row = 0; row < n; row++) {
            size_t at = f->at + (size_t)row * f->type->size;

            if (!memcmp(bytes_a + at, bytes_b + at, f->type->size))
                continue;
            cr_text_fmt(what, n > 1 ? "'%s' (row %u) is '" : "'%s' is '", f->name, row);
            f->type->print(what, bytes_a + at, f->with);
            cr_text_str(what, "' against '");
            f->type->print(what, bytes_b + at, f->with);
            cr_text_str(what, "'");
            return;
        }
    }
    cr_text_fmt(what, "%s differs", differing_head(a, b));
}

static bool is_same_dim(const cr_dim *a, const cr_dim *b)
{
    return a->set == b->set && a->at == b->at && a->is_subset == b->is_subset &&
           a->is_tally == b->is_tally &&
           (!(a->is_subset || a->is_tally) || (a->lo == b->lo && a->hi == b->hi));
}

/* Not only the same moves: bots draw from boxes, so the boxes themselves must not tell. */
bool same_space(const cr_space *a, const cr_space *b)
{
    if (a->n != b->n)
        return false;
    for (unsigned i = 0; i < a->n; i++) {
        const cr_box *x = &a->box[i], *y = &b->box[i];

        if (memcmp(&x->move, &y->move, sizeof x->move) || x->n_dims != y->n_dims ||
            x->is_exact != y->is_exact)
            return false;
        for (unsigned d = 0; d < x->n_dims; d++)
            if (!is_same_dim(&x->dim[d], &y->dim[d]))
                return false;
    }
    return true;
}

/* ---- life cycle ---- */

cr_err pair_init(pair *p, const cr_game *game)
{
    cr_state **state[] = {&p->other, &p->after, &p->chance, &p->chance_b};
    cr_feed *feed[] = {&p->told, &p->told_b};
    char *at = calloc(1, CR_COUNT_OF(state) * game->state_size + 2 * game->view_size +
                             CR_COUNT_OF(feed) * PAIR_EVENTS * sizeof(cr_event));

    *p = (pair){.game = game, .memory = at};
    if (!at)
        return CR_ERR_FULL;
    for (unsigned i = 0; i < CR_COUNT_OF(state); i++, at += game->state_size)
        *state[i] = (cr_state *)(void *)at;
    p->view = (cr_view *)(void *)at;
    p->view_b = (cr_view *)(void *)(at += game->view_size);
    at += game->view_size;
    for (unsigned i = 0; i < CR_COUNT_OF(feed); i++, at += PAIR_EVENTS * sizeof(cr_event))
        cr_feed_init(feed[i], (cr_event *)(void *)at, PAIR_EVENTS);
    return CR_ERR_OK;
}

void pair_release(pair *p)
{
    free(p->memory);
    p->memory = NULL;
}

void pair_begin(pair *p, const cr_state *other, uint16_t alike)
{
    memcpy(p->other, other, p->game->state_size);
    p->alike = alike;
}

/* ---- comparing ---- */

static bool is_same_world(const pair *p, const cr_state *a, const cr_state *b)
{
    return !memcmp(a, b, p->game->state_size);
}

/* A move that only one of the spaces has; false if they hold the same moves in other boxes. */
static bool write_offer(cr_text *what, const pair *p, const cr_space *in, const cr_space *out,
                        const char *where)
{
    uint64_t size = cr_space_size(in);

    for (uint64_t i = 0; i < size && i < CR_SCAN_MAX; i++) {
        char text[160];
        cr_move move;

        cr_move_set(&move, cr_space_nth(in, i));
        if (cr_space_has(out, &move))
            continue;
        cr_move_print(p->game, &move, text, sizeof text);
        cr_text_fmt(what, "'%s' in %s world only", text, where);
        return true;
    }
    return false;
}

static void differing_offers(cr_text *what, const pair *p)
{
    if (!write_offer(what, p, &p->space, &p->space_b, "one") &&
        !write_offer(what, p, &p->space_b, &p->space, "the other"))
        cr_text_str(what, "the same moves in other boxes");
}

static pair_verdict blame(pair *p, pair_verdict verdict, uint8_t viewer, const cr_feed *told_a,
                          const cr_feed *told_b)
{
    cr_text what = cr_text_on(p->what, sizeof p->what);

    p->viewer = viewer;
    switch (verdict) {
    case PAIR_SEEN:
        cr_text_str(&what, "told the same, it sees otherwise: ");
        differing_views(&what, p->game, p->view, p->view_b);
        break;
    case PAIR_TREATED:
        cr_text_str(&what, "told the same, it is offered ");
        differing_offers(&what, p);
        break;
    default:
        cr_text_str(&what, "seeing the same, it is told otherwise: ");
        differing_events(&what, p->game, told_a, told_b, viewer);
    }
    return verdict;
}

/* Both worlds have made the same move, or have dealt. */
static bool is_same_move(const pair *p)
{
    return !p->move_one || !memcmp(p->move_one, p->move_two, sizeof *p->move_one);
}

/* Compares what the viewer is told of two steps, and sees behind them. *is_alike: both are the same. Being told the
 * same and seeing something else breaks the law, and the other way round. */
static pair_verdict compare(pair *p, const cr_state *a, const cr_feed *told_a, const cr_state *b,
                            const cr_feed *told_b, uint8_t viewer, bool *is_alike)
{
    bool is_told = told_same(told_a, told_b, viewer), is_seen, has[2];
    cr_event event[2];

    cr_see(p->game, a, viewer, p->view);
    cr_see(p->game, b, viewer, p->view_b);
    is_seen = !memcmp(p->view, p->view_b, p->game->view_size);
    *is_alike = is_told && is_seen;
    if (is_told && !is_seen)
        return blame(p, PAIR_SEEN, viewer, told_a, told_b);
    if (is_seen && !is_told &&
        (!kept_same(p->game, told_a, told_b, viewer, has, event) ||
         (is_same_move(p) && !secrets_same(p->game, told_a, told_b, viewer, event))))
        return blame(p, PAIR_TOLD, viewer, told_a, told_b);
    if (!*is_alike || viewer >= a->n_seats || !(cr_deciders(a) >> viewer & 1))
        return PAIR_HOLDS;
    cr_offers(p->game, a, viewer, &p->space);
    cr_offers(p->game, b, viewer, &p->space_b);
    return same_space(&p->space, &p->space_b) ? PAIR_HOLDS
                                              : blame(p, PAIR_TREATED, viewer, told_a, told_b);
}

/* Leaves in *alike those of `eyes` who cannot tell. */
static pair_verdict compare_all(pair *p, const cr_state *a, const cr_feed *told_a,
                                const cr_state *b, const cr_feed *told_b, uint16_t eyes,
                                uint16_t *alike)
{
    *alike = 0;
    for (unsigned left = eyes; left; left &= left - 1) {
        uint8_t viewer = (uint8_t)cr_bits_first(left);
        bool is_alike;
        pair_verdict verdict = compare(p, a, told_a, b, told_b, viewer, &is_alike);

        if (verdict)
            return verdict;
        if (is_alike)
            *alike |= CR_BIT(viewer);
    }
    return PAIR_HOLDS;
}

/* ---- the other world follows ---- */

/* Plays p->move, or waits as long, in the other world. */
static bool follow(pair *p, const pair_step *step)
{
    memcpy(p->after, p->other, p->game->state_size);
    if (step->move)
        return !cr_play(p->game, p->after, &p->move, step->at_ms, listen(&p->told)).code;
    cr_run_clock(p->game, p->after, step->at_ms, listen(&p->told), NULL);
    return true;
}

/* Another move of the same seat: mostly one of the same kind, which is the likelier to tell the same. */
static bool draw(pair *p, const pair_step *step, cr_rng *luck)
{
    const cr_move *move = step->move;
    bool is_same_kind = cr_rng_small(luck, 4);
    unsigned n = 0;

    cr_offers(p->game, p->other, move->seat, &p->space);
    for (unsigned b = 0; b < p->space.n; b++)
        if (!is_same_kind || p->space.box[b].move.kind == move->kind)
            p->space.box[n++] = p->space.box[b];
    p->space.n = n;
    return sample_in(p->game, p->other, move->seat, &p->space, luck, &p->move) &&
           memcmp(&p->move, move, sizeof p->move);
}

/* What the worlds are, should they be blamed. */
static void show_step(pair *p, const pair_step *step)
{
    p->one = step->before;
    p->two = p->other;
    p->move_one = step->move;
    p->move_two = step->move ? &p->move : NULL;
}

static void show_chance(pair *p)
{
    p->one = p->chance;
    p->two = p->chance_b;
    p->move_one = p->move_two = NULL;
}

/* One try; *is_taken if somebody still cannot tell and the worlds are not the same. */
static pair_verdict try_step(pair *p, const pair_step *step, uint16_t eyes, bool *is_taken)
{
    uint16_t alike;
    pair_verdict verdict =
        compare_all(p, step->after, step->told, p->after, &p->told, eyes, &alike);

    *is_taken = !verdict && alike && !is_same_world(p, step->after, p->after);
    if (*is_taken) {
        memcpy(p->other, p->after, p->game->state_size);
        p->alike = alike;
    }
    return verdict;
}

static bool is_choice(const pair_step *step)
{
    return step->move && step->move->kind < CR_IDLE;
}

static pair_verdict same_step(pair *p, const pair_step *step, bool *is_taken)
{
    uint16_t mover = is_choice(step) ? CR_BIT(step->move->seat) : 0;
    char text[160];

    *is_taken = false;
    if (step->move)
        p->move = *step->move;
    if (follow(p, step))
        return try_step(p, step, p->alike, is_taken);
    if (!(p->alike & mover))
        return PAIR_HOLDS;
    p->viewer = step->move->seat;
    cr_move_print(p->game, step->move, text, sizeof text);
    snprintf(p->what, sizeof p->what,
             "told the same, it may '%s' in one world and not in the other", text);
    return PAIR_TREATED;
}

/* The mover chooses something else. */
static pair_verdict other_step(pair *p, const pair_step *step, cr_rng *luck, bool *is_taken)
{
    uint16_t eyes = p->alike & (uint16_t)~CR_BIT(step->move->seat);
    pair_verdict verdict = PAIR_HOLDS;

    for (unsigned tries = 0; tries < TRIES && eyes && !verdict && !*is_taken; tries++)
        if (draw(p, step, luck) && follow(p, step))
            verdict = try_step(p, step, eyes, is_taken);
    return verdict;
}

pair_verdict pair_follow(pair *p, const pair_step *step, cr_rng *luck)
{
    bool is_taken = false;
    pair_verdict verdict = PAIR_HOLDS;

    if (!p->alike)
        return PAIR_HOLDS;
    show_step(p, step);
    if (!is_same_world(p, step->before, p->other))
        verdict = same_step(p, step, &is_taken);
    if (!verdict && !is_taken && is_choice(step))
        verdict = other_step(p, step, luck, &is_taken);
    if (!verdict && !is_taken)
        p->alike = 0;
    return verdict;
}

/* ---- other chance ---- */

/* Changes one draw that comes soon and leaves those behind it as they are; or takes another key. `used` units are
 * drawn. */
static void change_chance(cr_rng *rng, uint64_t used, cr_rng *luck)
{
    unsigned at = rng->at & 63, left = (64 - at) / 2;
    uint16_t with = (uint16_t)(1 + cr_rng_small(luck, 65535)), unit;

    if (cr_rng_small(luck, 4)) {
        at += 2 * cr_rng_small(luck, used && used < left ? (uint32_t)used : left);
        memcpy(&unit, rng->block + at, sizeof unit);
        unit ^= with;
        memcpy(rng->block + at, &unit, sizeof unit);
    } else {
        uint8_t key[32];

        cr_rng_bytes(luck, key, sizeof key);
        cr_rng_init(rng, key, rng->stream);
    }
}

static void skip_chance(cr_rng *rng)
{
    cr_rng_seek(rng, rng->at + (((rng->at + 2) & 63) ? 2 : SKIPPED));
}

pair_verdict pair_chance(pair *p, const pair_step *step, cr_rng *luck)
{
    uint64_t used = (step->after->rng.at - step->before->rng.at) / 2;
    uint16_t alike;

    if (!used || !step->move)
        return PAIR_HOLDS;
    memcpy(p->chance, step->before, p->game->state_size);
    skip_chance(&p->chance->rng);
    memcpy(p->chance_b, p->chance, p->game->state_size);
    change_chance(&p->chance_b->rng, used, luck);
    show_chance(p);
    if (cr_play(p->game, p->chance, step->move, step->at_ms, listen(&p->told)).code ||
        cr_play(p->game, p->chance_b, step->move, step->at_ms, listen(&p->told_b)).code)
        return PAIR_HOLDS; /* check draws: other laws say so */
    return compare_all(p, p->chance, &p->told, p->chance_b, &p->told_b, pair_viewers(step->before),
                       &alike);
}

/* A table that is shown, not told, is alike if everybody sees the same of it. */
static bool is_set_out_alike(pair *p)
{
    bool sets_out = false;

    for (size_t i = 0; i < p->told.n; i++)
        sets_out |= flags_of(p->game, &p->told.events[i]) & CR_SETS_OUT;
    cr_see(p->game, p->chance, CR_SPECTATOR, p->view);
    cr_see(p->game, p->chance_b, CR_SPECTATOR, p->view_b);
    return !sets_out || !memcmp(p->view, p->view_b, p->game->view_size);
}

pair_verdict pair_deal(pair *p, const cr_setup *setup, cr_rng *luck)
{
    cr_setup other = *setup;
    bool is_other_seed = !cr_rng_small(luck, 2);
    uint16_t alike;

    if (is_other_seed)
        cr_rng_bytes(luck, other.seed, sizeof other.seed);
    if (cr_begin(p->game, p->chance, setup) || cr_begin(p->game, p->chance_b, &other))
        return PAIR_HOLDS;
    skip_chance(&p->chance->rng);
    skip_chance(&p->chance_b->rng);
    if (!is_other_seed)
        change_chance(&p->chance_b->rng, 0, luck);
    cr_ask_again(p->game, p->chance, listen(&p->told));
    cr_ask_again(p->game, p->chance_b, listen(&p->told_b));
    p->alike = 0;
    show_chance(p);
    if (!is_set_out_alike(p))
        return PAIR_HOLDS;
    return compare_all(p, p->chance, &p->told, p->chance_b, &p->told_b, pair_viewers(p->chance),
                       &alike);
}
