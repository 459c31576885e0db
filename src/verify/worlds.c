/* Small worlds: a reduced start, searched breadth first over every move of every seat and every default, until
 * nothing is new. States are told apart by their bytes without generator, times and tickets, so what chance
 * does next is followed once per state. Two reached states that look alike to a seat must treat it alike: this
 * needs no made-up world. What was told on the ways to them is compared in heard.c, also with ways from starts that
 * differ in what somebody does not know. */
#include "base/hash.h"
#include "verify/heard.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    STATES_MAX = 20000, /* unless the file says otherwise */
    DEPTH_MAX = 200,
    OTHERS_MAX = 2000, /* states looked at from each other start */
    KIND_MAX = 1024,   /* kinds of move with so many encodings are tried whole */
    STREAM = 301
};

/* ---- the search ---- */

typedef struct {
    char *states;
    uint32_t *ways; /* by which each was reached */
    size_t n, cap;
} layer;

typedef struct {
    desk d;
    cr_verify_world *world;
    layer now, next;
    hash_map seen, told; /* states; what a viewer with this view was told */
    heard heard;
    uint64_t n_left; /* of the other starts: states that may still be reached */
    bool is_other;
    cr_state *key;
    cr_view *view;
    cr_err err;
} search;

static bool layer_add(search *s, layer *l, const cr_state *state, uint32_t way)
{
    size_t size = s->d.game->state_size;

    if (l->n == l->cap) {
        size_t cap = l->cap ? 2 * l->cap : 64;
        char *more = realloc(l->states, cap * size);
        uint32_t *ways;

        if (more)
            l->states = more;
        ways = realloc(l->ways, cap * sizeof *ways);
        if (ways)
            l->ways = ways;
        if (!more || !ways) {
            s->err = CR_ERR_FULL;
            return false;
        }
        l->cap = cap;
    }
    memcpy(l->states + l->n * size, state, size);
    l->ways[l->n++] = way;
    return true;
}

static void plain_question(cr_question *q, uint64_t now_ms)
{
    if (q->budget_ms && q->deadline_ms >= now_ms)
        q->deadline_ms -= now_ms;
    q->ticket = 0;
}

static uint64_t state_key(search *s, const cr_state *state)
{
    cr_state *key = s->key;

    memcpy(key, state, s->d.game->state_size);
    memset(&key->rng, 0, sizeof key->rng);
    if (!key->paused)
        plain_question(&key->q, key->now_ms);
    key->q.ticket = 0;
    key->now_ms = 0;
    for (unsigned i = 0; i < CR_SEATS_MAX; i++)
        key->sealed[i].ticket = 0;
    key->late = key->q.late_by = 0; /* what is refused, not what can follow */
    return cr_hash(key, s->d.game->state_size);
}

/* Is there room for one more state? The other starts get as many as the first one had. */
static bool has_room(search *s)
{
    cr_verify_world *w = s->world;

    if (s->is_other)
        return s->n_left > 0;
    w->is_cut |= w->states >= w->states_max;
    return w->states < w->states_max;
}

/* A state by the way that was walked last. */
static bool reach(search *s, const cr_state *state)
{
    cr_verify_world *w = s->world;
    bool is_new = false;
    uint32_t way;

    if (!has_room(s))
        return true;
    if (!map_put(&s->seen, state_key(s, state), &is_new)) {
        s->err = CR_ERR_FULL;
        return false;
    }
    if (!is_new)
        return true;
    if (s->is_other) {
        s->n_left--;
    } else {
        w->states++;
        w->ends += state->is_over;
    }
    way = heard_keep(&s->heard);
    return way != HEARD_NOWHERE && layer_add(s, &s->next, state, way);
}

/* Whoever sees the same is told the same, in whatever state. */
static bool told_alike(search *s, const cr_state *state, uint8_t seat, uint64_t answer)
{
    uint64_t sight = heard_sight(s->d.game, state, seat, s->view);
    bool is_new = false;
    uint64_t *told = map_put(&s->told, sight, &is_new);

    if (!told) {
        s->err = CR_ERR_FULL;
        return false;
    }
    if (is_new)
        *told = answer;
    else
        s->d.counts->pairs++;
    return *told == answer ||
           desk_fail(&s->d, state, "secret",
                     "seat %u sees the same in two reached states and is told otherwise", seat);
}

static bool follow(search *s, const cr_state *state, uint32_t way, const cr_move *move)
{
    desk *d = &s->d;
    cr_state *after = d->b;

    memcpy(after, state, d->game->state_size);
    d->told.n = 0;
    if (cr_play(d->game, after, move, state->now_ms, &d->told.sink).code)
        return desk_fail(d, state, move->kind == CR_IDLE ? "progress" : "offered",
                         "a move of seat %u is not taken", move->seat);
    s->world->moves += !s->is_other;
    return desk_sound(d, after) &&
           (s->is_other ||
            (desk_late(d, state, move, after) && desk_passage(d, state, move, after))) &&
           heard_step(&s->heard, d, way, state, move, after, &d->told) && reach(s, after);
}

static bool is_followed(const search *s, const cr_move *move)
{
    return !(s->d.game->kinds[move->kind].flags & CR_CONTROL && s->world->has_no_controls);
}

static bool follow_moves(search *s, const cr_state *state, uint32_t way, uint8_t seat)
{
    cr_move idle = cr_idle_move(state, seat);

    for (size_t i = 0; i < s->d.n_list; i++)
        if (is_followed(s, &s->d.list[i]) && !follow(s, state, way, &s->d.list[i]))
            return false;
    return follow(s, state, way, &idle);
}

static bool default_holds(search *s, const cr_state *state, uint8_t seat)
{
    char buf[320];
    cr_text what = cr_text_on(buf, sizeof buf);

    return (seat >= state->n_seats && seat != cr_idle_seat(state)) ||
           cr_laws_default(s->d.game, &s->world->setup, state, seat, &what) ||
           desk_fail(&s->d, state, "default", "%s", buf);
}

static bool follow_seat(search *s, const cr_state *state, uint32_t way, uint8_t seat)
{
    desk *d = &s->d;
    bool is_asked = cr_deciders(state) >> seat & 1;
    uint64_t answer;

    if (!desk_treat(d, state, seat, &answer) ||
        (seat < state->n_seats && !told_alike(s, state, seat, answer)))
        return false;
    if (!is_asked)
        return true;
    s->world->is_cut |= !d->is_all && !s->world->has_no_controls;
    return default_holds(s, state, seat) && desk_move_texts(d, state) &&
           follow_moves(s, state, way, seat);
}

/* Of another start: only where its moves lead. */
static bool expand_other(search *s, const cr_state *state, uint32_t way)
{
    desk *d = &s->d;

    for (unsigned seats = state->is_over ? 0 : cr_deciders(state); seats; seats &= seats - 1) {
        uint8_t seat = (uint8_t)cr_bits_first(seats);

        d->n_list = cr_offers_list(d->game, state, seat, d->list, DESK_OFFERS, &d->is_all);
        if (!follow_moves(s, state, way, seat))
            return false;
    }
    return true;
}

static bool expand(search *s, const cr_state *state, uint32_t way)
{
    desk *d = &s->d;

    if (s->is_other)
        return expand_other(s, state, way);
    d->counts->states++;
    if (!desk_texts(d, state, &s->world->setup) || !desk_secrets(d, state))
        return false;
    for (uint8_t seat = 0; seat < 16 && !state->is_over; seat++)
        if ((seat < state->n_seats || cr_deciders(state) >> seat & 1) &&
            !follow_seat(s, state, way, seat))
            return false;
    return true;
}

/* Returns the number of moves to the state farthest away, or -1 if something does not hold or it was stopped. */
static int64_t search_layers(search *s, const cr_verify_progress *progress)
{
    cr_verify_world *w = s->world;
    size_t size = s->d.game->state_size;
    uint64_t done = 0;
    uint32_t depth;

    for (depth = 0; s->next.n; depth++) {
        layer empty = s->now;

        if (depth == w->depth_max) {
            w->is_cut |= !s->is_other;
            break;
        }
        s->now = s->next;
        s->next = empty;
        s->next.n = 0;
        for (size_t i = 0; i < s->now.n; i++) {
            snprintf(s->d.where, sizeof s->d.where, "world '%s', after %u moves", w->name, depth);
            if (!expand(s, (const cr_state *)(s->now.states + i * size), s->now.ways[i]))
                return -1;
            if (progress && progress->show && !progress->show(progress->context, ++done))
                return -1;
        }
    }
    return depth - (depth > 0);
}

static int64_t search_from(search *s, const cr_state *start, const cr_verify_progress *progress)
{
    bool is_there = desk_sound(&s->d, start) && heard_root(&s->heard, start) && reach(s, start);

    return is_there ? search_layers(s, progress) : -1;
}

/* The same world with what a viewer does not know drawn anew: whoever is told the same on a way from here and on one from
 * the first start must see the same. */
static bool search_others(search *s, const cr_state *start, const cr_verify_progress *progress)
{
    desk *d = &s->d;

    s->is_other = true;
    for (unsigned i = 0; i <= start->n_seats && !s->err; i++) {
        uint8_t viewer = i < start->n_seats ? (uint8_t)i : CR_SPECTATOR;

        cr_see(d->game, start, viewer, d->view);
        cr_guess(d->game, d->view, &d->luck, d->a);
        map_release(&s->seen);
        s->next.n = 0;
        s->n_left = s->world->states < OTHERS_MAX ? s->world->states : OTHERS_MAX;
        if (search_from(s, d->a, progress) < 0)
            return false;
    }
    return true;
}

/* True if it was stopped early. */
static bool search_all(search *s, const cr_verify_progress *progress)
{
    cr_state *start = malloc(s->d.game->state_size);
    int64_t depth;
    bool is_done;

    if (!start) {
        s->err = CR_ERR_FULL;
        return false;
    }
    memcpy(start, s->d.b, s->d.game->state_size);
    depth = search_from(s, start, progress);
    s->world->depth = depth < 0 ? 0 : (uint32_t)depth;
    is_done = depth >= 0 && search_others(s, start, progress);
    free(start);
    if (!s->err)
        s->err = s->heard.err;
    return !is_done && !s->d.fault->check[0] && !s->err;
}

static cr_err search_world(cr_verify *v, const cr_game *game, cr_verify_world *w,
                           const cr_verify_progress *progress, unsigned *line, char *why,
                           size_t why_cap)
{
    search s = {.world = w};
    double begin = progress && progress->clock ? progress->clock() : 0;

    s.err = desk_init(&s.d, game);
    if (!s.err)
        s.err = heard_init(&s.heard, game);
    s.key = calloc(1, game->state_size);
    s.view = calloc(1, game->view_size);
    if (!s.key || !s.view)
        s.err = CR_ERR_FULL;
    if (s.err)
        goto out;
    s.d.kind_max = KIND_MAX;
    s.d.worlds = 1;
    s.d.counts = &v->search;
    s.d.fault = &v->fault[1];
    s.d.chart = v->chart;
    s.d.message = v->message;
    cr_rng_init(&s.d.luck, w->setup.seed, STREAM);
    if (w->position)
        s.err = cr_position_parse(game, &w->setup, w->position, s.d.b, NULL, line, why, why_cap);
    else
        s.err = cr_start(game, s.d.b, &w->setup, NULL);
    if (s.err && !*why)
        snprintf(why, why_cap, "%s", cr_err_text(s.err));
    w->is_searched = !s.err;
    if (!s.err)
        v->is_stopped |= search_all(&s, progress);
out:
    free(s.now.states);
    free(s.now.ways);
    free(s.next.states);
    free(s.next.ways);
    heard_release(&s.heard);
    map_release(&s.seen);
    map_release(&s.told);
    free(s.key);
    free(s.view);
    desk_release(&s.d);
    if (progress && progress->clock)
        w->seconds = progress->clock() - begin;
    return s.err;
}

/* ---- the file ---- */

typedef struct {
    cr_verify *v;
    const char *path;
    unsigned line;
    bool is_bad;
} reader;

__attribute__((format(printf, 2, 3))) static bool bad(reader *r, const char *format, ...)
{
    cr_verify *v = r->v;
    char why[240];
    va_list args;

    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    if (v->n_unread < CR_COUNT_OF(v->unread))
        snprintf(v->unread[v->n_unread], sizeof v->unread[0], "%s:%u: %s", r->path, r->line, why);
    v->n_unread++;
    r->is_bad = true;
    return false;
}

static bool read_option(reader *r, cr_verify_world *w, cr_span word)
{
    char text[128], *sign;
    cr_err err;

    snprintf(text, sizeof text, "%.*s", (int)(word.end - word.at), word.at);
    sign = strchr(text, '=');
    if (!sign)
        return bad(r, "'%s' is not written NAME=VALUE", text);
    *sign = 0;
    err = cr_setup_option(r->v->game, &w->setup, text, sign + 1);
    return !err || bad(r, "'%s': %s", text, cr_err_text(err));
}

/* A line of a world that is no part of its position. */
static bool read_line(reader *r, cr_verify_world *w, cr_span line)
{
    int64_t number;

    if (cr_span_take(&line, "seed") && cr_span_int(&line, 0, INT64_MAX, &number)) {
        cr_setup_pin(&w->setup, (uint64_t)number);
    } else if (cr_span_take(&line, "states") && cr_span_int(&line, 1, 100000000, &number)) {
        w->states_max = (uint64_t)number;
    } else if (cr_span_take(&line, "moves") && cr_span_int(&line, 1, 1000000, &number)) {
        w->depth_max = (uint32_t)number;
    } else if (cr_span_take(&line, "controls") && cr_span_take(&line, "no")) {
        w->has_no_controls = true;
    } else if (cr_span_take(&line, "option")) {
        while (!cr_span_is_empty(&line))
            if (!read_option(r, w, cr_span_word(&line)))
                return false;
    } else {
        return bad(r, "expected seed, states, moves, controls, option or position");
    }
    return cr_span_is_empty(&line) || bad(r, "the line has too much");
}

static unsigned indent_of(cr_span line)
{
    unsigned n = 0;

    while (line.at + n < line.end && line.at[n] == ' ')
        n++;
    return n;
}

/* Takes the lines that are indented deeper than `indent`. */
static char *take_block(reader *r, cr_span *in, unsigned indent)
{
    char *text = malloc((size_t)(in->end - in->at) + 2);
    size_t len = 0;

    for (; text && in->at < in->end; r->line++) {
        cr_span rest = *in, line = cr_span_line(&rest), trimmed = cr_span_trim(line);

        if (trimmed.at < trimmed.end && indent_of(line) <= indent)
            break;
        memcpy(text + len, trimmed.at, (size_t)(trimmed.end - trimmed.at));
        len += (size_t)(trimmed.end - trimmed.at);
        text[len++] = '\n'; /* an empty line too, so that its lines are those of the file */
        *in = rest;
    }
    if (text)
        text[len] = 0;
    return text;
}

static cr_verify_world *add_world(reader *r, cr_span name)
{
    cr_verify *v = r->v;
    cr_verify_world *more = realloc(v->worlds, (v->n_worlds + 1) * sizeof *more), *w;

    if (!more)
        return NULL;
    v->worlds = more;
    w = &more[v->n_worlds++];
    memset(w, 0, sizeof *w);
    snprintf(w->name, sizeof w->name, "%.*s", (int)(name.end - name.at), name.at);
    cr_setup_init(v->game, &w->setup);
    cr_setup_pin(&w->setup, 1);
    w->states_max = STATES_MAX;
    w->depth_max = DEPTH_MAX;
    return w;
}

static cr_err read_worlds(reader *r, const char *text)
{
    cr_span in = cr_span_of(text);
    cr_verify_world *w = NULL;

    for (r->line = 1; in.at < in.end && !r->is_bad; r->line++) {
        cr_span line = cr_span_line(&in), words = cr_span_trim(line);

        if (words.at == words.end || *words.at == '#')
            continue;
        if (cr_span_take(&words, "world")) {
            w = add_world(r, cr_span_trim(words));
            if (!w)
                return CR_ERR_FULL;
            w->line = r->line;
        } else if (!w) {
            bad(r, "expected 'world NAME'");
        } else if (cr_span_is(words, "position")) {
            free(w->position);
            w->position_line = r->line + 1;
            w->position = take_block(r, &in, indent_of(line));
            if (!w->position)
                return CR_ERR_FULL;
        } else {
            read_line(r, w, words);
        }
    }
    return CR_ERR_OK;
}

cr_err cr_verify_worlds(cr_verify *v, const cr_game *game, const char *path, const char *text,
                        const cr_verify_progress *progress)
{
    reader r = {.v = v, .path = path};
    size_t first = v->n_worlds;
    cr_err err = read_worlds(&r, text);

    for (size_t i = first; i < v->n_worlds && !err && !r.is_bad && !v->fault[1].check[0]; i++) {
        const cr_verify_world *w = &v->worlds[i];
        unsigned line = 0;
        char why[160] = "";

        err = search_world(v, game, &v->worlds[i], progress, &line, why, sizeof why);
        if (err && err != CR_ERR_FULL) {
            /* If a line does not read, it is the last one looked at; if lines do not go together, the world is to
             * blame. */
            r.line = err == CR_ERR_BAD_TEXT && line ? w->position_line + line - 1 : w->line;
            bad(&r, "world '%s' does not start: %s", w->name, why);
            err = CR_ERR_OK;
        }
    }
    return err;
}
