#include "verify/heard.h"
#include "base/hash.h"
#include "laws/pair.h"

#include <stdlib.h>

/* ---- life cycle ---- */

cr_err heard_init(heard *h, const cr_game *game)
{
    *h = (heard){.game = game};
    h->one = calloc(2, game->state_size);
    h->view = calloc(1, game->view_size);
    if (!h->one || !h->view)
        return CR_ERR_FULL;
    h->two = (cr_state *)((char *)h->one + game->state_size);
    return CR_ERR_OK;
}

void heard_release(heard *h)
{
    map_release(&h->by_told);
    map_release(&h->by_sight);
    free(h->ways);
    free(h->tries);
    free(h->roots);
    free(h->one);
    free(h->view);
    *h = (heard){0};
}

/* Room for one more; NULL if there is no memory. */
static void *grown(void *list, size_t n, size_t *cap, size_t size)
{
    void *more = list;

    if (n == *cap) {
        size_t wanted = *cap ? 2 * *cap : 256;

        more = realloc(list, wanted * size);
        if (more)
            *cap = wanted;
    }
    return more;
}

uint32_t heard_keep(heard *h)
{
    heard_way *more = grown(h->ways, h->n_ways, &h->ways_cap, sizeof *more);

    if (!more) {
        h->err = CR_ERR_FULL;
        return HEARD_NOWHERE;
    }
    h->ways = more;
    h->ways[h->n_ways] = h->last;
    return (uint32_t)h->n_ways++;
}

/* ---- what is heard and seen ---- */

static uint8_t viewer_at(const cr_state *s, unsigned i)
{
    return i < s->n_seats ? (uint8_t)i : CR_SPECTATOR;
}

uint64_t heard_sight(const cr_game *game, const cr_state *state, uint8_t viewer, cr_view *view)
{
    cr_see(game, state, viewer, view);
    if (view->q.budget_ms && view->q.deadline_ms >= view->now_ms)
        view->q.deadline_ms -= view->now_ms;
    view->q.ticket = 0;
    view->now_ms = 0;
    view->own.ticket = 0;
    return cr_hash(view, game->view_size);
}

bool heard_root(heard *h, const cr_state *state)
{
    size_t size = h->game->state_size;
    char *more = realloc(h->roots, (h->n_roots + 1) * size);

    if (!more) {
        h->err = CR_ERR_FULL;
        return false;
    }
    h->roots = more;
    memcpy(h->roots + h->n_roots * size, state, size);
    h->last = (heard_way){.from = HEARD_NOWHERE, .root = (uint32_t)h->n_roots++};
    for (unsigned i = 0; i <= state->n_seats; i++)
        h->last.told[i] = heard_sight(h->game, state, viewer_at(state, i), h->view);
    return true;
}

static uint64_t told_hash(uint64_t hash, const cr_feed *told, uint8_t viewer)
{
    cr_feed_place place = {0};
    cr_event event;

    while (cr_feed_next(told, viewer, &place, &event))
        hash = map_mix(hash, cr_hash(&event, sizeof event));
    return hash;
}

static uint64_t kept_hash(const cr_game *game, const cr_feed *told, uint8_t viewer)
{
    cr_feed_place place = kept_from(game, told, viewer);
    uint64_t hash = 0;
    cr_event event;

    while (kept_next(game, told, viewer, &place, &event))
        hash = map_mix(hash, cr_hash(&event, sizeof event));
    return hash;
}

/* ---- faults ---- */

/* The state at the end of a way. */
static void go(const heard *h, uint32_t way, cr_state *out)
{
    const heard_way *at = &h->ways[way];

    if (at->from == HEARD_NOWHERE) {
        memcpy(out, h->roots + at->root * (size_t)h->game->state_size, h->game->state_size);
        return;
    }
    go(h, at->from, out);
    cr_play(h->game, out, &at->move, out->now_ms, NULL);
}

static void play(const heard *h, cr_state *s, const cr_move *move, cr_feed *told)
{
    told->n = 0;
    cr_play(h->game, s, move, s->now_ms, &told->sink);
}

/* One try tells the viewer what the other tells, and shows something else, or the other way round. */
static bool blame(heard *h, desk *d, const heard_try *one, const heard_try *two, uint8_t viewer,
                  bool is_told_alike)
{
    char buf[480];
    cr_text what = cr_text_on(buf, sizeof buf);

    go(h, one->from, h->one);
    go(h, two->from, h->two);
    if (!d->fault->check[0]) {
        cr_laws_world_write(h->game, h->one, &one->move, &d->fault->worlds[0]);
        cr_laws_world_write(h->game, h->two, &two->move, &d->fault->worlds[1]);
    }
    memcpy(d->after, h->one, h->game->state_size);
    memcpy(d->after_b, h->two, h->game->state_size);
    play(h, d->after, &one->move, &d->told);
    play(h, d->after_b, &two->move, &d->told_b);
    if (is_told_alike) {
        cr_see(h->game, d->after, viewer, d->view);
        cr_see(h->game, d->after_b, viewer, d->view_b);
        differing_views(&what, h->game, d->view, d->view_b);
    } else {
        differing_events(&what, h->game, &d->told, &d->told_b, viewer);
    }
    return desk_fail(d, h->two, is_told_alike ? "told-alike" : "seen-alike",
                     is_told_alike ? "on two ways told the same, %s%u sees otherwise: %s"
                                   : "on two ways told the same so far, %s%u sees the same and is "
                                     "told otherwise: %s",
                     viewer < CR_SEATS_MAX ? "seat " : "watcher ", viewer, buf);
}

/* ---- steps ---- */

/* The try that stands under this key, or the new one that will; NULL if there is no memory. */
static const heard_try *first_try(heard *h, hash_map *map, uint64_t key, const heard_try *now)
{
    bool is_new = false;
    uint64_t *at = map_put(map, key, &is_new);
    heard_try *more = at ? grown(h->tries, h->n_tries, &h->tries_cap, sizeof *more) : NULL;

    if (!more) {
        h->err = CR_ERR_FULL;
        return NULL;
    }
    h->tries = more;
    if (is_new) {
        *at = h->n_tries;
        h->tries[h->n_tries++] = *now;
    }
    return &h->tries[*at];
}

static bool compare(heard *h, desk *d, const heard_try *now, unsigned i, uint8_t viewer,
                    uint64_t before, bool is_own)
{
    const heard_try *first = first_try(h, &h->by_told, map_mix(h->last.told[i], i + 1u), now);
    heard_try copy;

    if (!first)
        return false;
    copy = *first;
    d->counts->pairs++;
    if (first->sight != now->sight)
        return blame(h, d, &copy, now, viewer, true);
    if (is_own)
        return true; /* what one has chosen oneself one knows */
    first = first_try(h, &h->by_sight, map_mix(map_mix(before, now->sight), i + 1u), now);
    if (!first)
        return false;
    copy = *first;
    return first->kept == now->kept || blame(h, d, &copy, now, viewer, false);
}

bool heard_step(heard *h, desk *d, uint32_t from, const cr_state *before, const cr_move *move,
                const cr_state *after, const cr_feed *told)
{
    const heard_way way = h->ways[from];

    h->last = (heard_way){.from = from, .root = way.root, .move = *move};
    for (unsigned i = 0; i <= before->n_seats; i++) {
        uint8_t viewer = viewer_at(before, i);
        bool is_own = move->seat == viewer;
        uint64_t so_far =
            is_own ? map_mix(way.told[i], cr_hash(&move->kind, 1 + CR_ARGS)) : way.told[i];
        heard_try now = {.from = from, .move = *move};

        now.sight = heard_sight(h->game, after, viewer, h->view);
        now.kept = kept_hash(h->game, told, viewer);
        h->last.told[i] = told_hash(so_far, told, viewer);
        if (!compare(h, d, &now, i, viewer, way.told[i], is_own))
            return false;
    }
    return true;
}
