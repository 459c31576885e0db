/* Frames that tell nothing by their number and length. Somebody who watches the wire of all others must not learn from it what
 * his own eyes may not see. So: worlds that look alike to a viewer, the same step in all of them; where it is told the same
 * and sees the same behind it, everybody gets as many frames, of the same length, in each. */
#include "laws/walk.h"
#include "verify/desk.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    FIRST_JOB = 3 << 29,  /* so that these are other matches than those of laws and depth */
    PAIRS_A_JOB = 5000,   /* of one job, at least: so the number of threads changes nothing */
    MATCHES_A_JOB = 1000, /* and no more than so many matches for them */
    WORLDS = 11,          /* that are compared with each other, the truth included */
    LOOK_ONCE_IN = 3,
    DEFAULT_ONCE_IN = 16,
    MOVES_MAX = 400,
    FRAMES = CR_SEATS_MAX + 1
};

/* A world, what happened in it, and what everybody got. */
typedef struct {
    cr_state *before, *after;
    cr_feed told;
    cr_move move;
    size_t standing[FRAMES], frames[FRAMES]; /* by seat, the spectator last; 0: none */
} world;

typedef struct {
    const cr_game *game;
    cr_verify_line *line;
    cr_verify_frames_seen *seen;
    cr_verify_fault *fault;
    char where[96];
    cr_rng luck;
    world truth, other;
    cr_state *match;
    cr_view *view, *view_b;
    cr_event *redacted;
    void *memory;
} bench;

static cr_err bench_init(bench *b, const cr_game *game)
{
    cr_state **states[] = {&b->truth.before, &b->truth.after, &b->other.before, &b->other.after,
                           &b->match};
    size_t events = PAIR_EVENTS * sizeof(cr_event);
    char *at = calloc(1, CR_COUNT_OF(states) * game->state_size + 2 * game->view_size + 3 * events);

    b->game = game;
    b->memory = at;
    if (!at)
        return CR_ERR_FULL;
    for (unsigned i = 0; i < CR_COUNT_OF(states); i++, at += game->state_size)
        *states[i] = (cr_state *)(void *)at;
    b->view = (cr_view *)(void *)at;
    b->view_b = (cr_view *)(void *)(at += game->view_size);
    b->redacted = (cr_event *)(void *)(at += game->view_size);
    cr_feed_init(&b->truth.told, (cr_event *)(void *)(at += events), PAIR_EVENTS);
    cr_feed_init(&b->other.told, (cr_event *)(void *)(at + events), PAIR_EVENTS);
    return CR_ERR_OK;
}

static uint8_t eyes_at(const cr_state *s, unsigned i)
{
    return i < s->n_seats ? (uint8_t)i : CR_SPECTATOR;
}

/* ---- what everybody gets ---- */

static void get_standing(bench *b, world *w)
{
    memset(w->standing, 0, sizeof w->standing);
    for (unsigned i = 0; i <= w->before->n_seats; i++)
        w->standing[i] = b->line->frame(b->line, NULL, w->before, eyes_at(w->before, i), NULL, 0);
    b->seen->frames += w->before->n_seats + 1u;
}

static void get_frames(bench *b, world *w)
{
    memset(w->frames, 0, sizeof w->frames);
    for (unsigned i = 0; i <= w->after->n_seats; i++) {
        uint8_t viewer = eyes_at(w->after, i);
        cr_feed_place place = {0};
        size_t n = 0;

        while (cr_feed_next(&w->told, viewer, &place, &b->redacted[n]))
            n++;
        w->frames[i] = n ? b->line->frame(b->line, w->before, w->after, viewer, b->redacted, n) : 0;
        b->seen->frames += n > 0;
    }
}

static bool fail(bench *b, uint8_t viewer, unsigned to, size_t one, size_t two, const char *when)
{
    cr_verify_fault *f = b->fault;

    if (f->check[0])
        return false;
    snprintf(f->check, sizeof f->check, "frames");
    snprintf(f->what, sizeof f->what,
             "%s %s %u gets %zu bytes, and %zu in a world that looks the same to %s %u", when,
             to < b->match->n_seats ? "seat" : "watcher",
             to < b->match->n_seats ? to : CR_SPECTATOR, one, two,
             viewer < CR_SEATS_MAX ? "seat" : "watcher", viewer);
    snprintf(f->where, sizeof f->where, "%s", b->where);
    cr_laws_world_write(b->game, b->truth.before, &b->truth.move, &f->worlds[0]);
    cr_laws_world_write(b->game, b->other.before, &b->other.move, &f->worlds[1]);
    return false;
}

/* The first to whom something else is sent, or FRAMES. */
static unsigned differing(const size_t *a, const size_t *b)
{
    unsigned i = 0;

    while (i < FRAMES && a[i] == b[i])
        i++;
    return i;
}

/* A frame longer than any before raises the mark: then both are built once more. */
static bool same_standing(bench *b, uint8_t viewer)
{
    unsigned at = differing(b->truth.standing, b->other.standing);

    if (at < FRAMES) {
        get_standing(b, &b->truth);
        get_standing(b, &b->other);
        at = differing(b->truth.standing, b->other.standing);
    }
    return at == FRAMES ||
           fail(b, viewer, at, b->truth.standing[at], b->other.standing[at], "coming in,");
}

static bool same_frames(bench *b, uint8_t viewer)
{
    unsigned at = differing(b->truth.frames, b->other.frames);
    char when[64];

    if (at < FRAMES) {
        get_frames(b, &b->truth);
        get_frames(b, &b->other);
        at = differing(b->truth.frames, b->other.frames);
    }
    snprintf(when, sizeof when, "behind a %s of seat %u,",
             cr_kind_word(b->game, b->truth.move.kind), b->truth.move.seat);
    return at == FRAMES || fail(b, viewer, at, b->truth.frames[at], b->other.frames[at], when);
}

/* ---- worlds ---- */

static bool play(bench *b, world *w)
{
    memcpy(w->after, w->before, b->game->state_size);
    return !cr_play(b->game, w->after, &w->move, w->before->now_ms, listen(&w->told)).code &&
           !w->after->fault;
}

static void draw_move(bench *b, const cr_state *s, uint8_t seat, cr_move *out)
{
    if (!cr_rng_small(&b->luck, DEFAULT_ONCE_IN) || !cr_sample_any(b->game, s, seat, &b->luck, out))
        *out = cr_idle_move(s, seat);
}

/* In the other world the same seat moves. A viewer's own move is the same there, any other may differ. A default stays
 * a default: the wire shows that no answer was taken. */
static bool move_other(bench *b, uint8_t viewer)
{
    const cr_move *move = &b->truth.move;

    b->other.move = *move;
    if (move->seat != viewer && move->kind < CR_IDLE && cr_rng_small(&b->luck, 2)) {
        if (!(cr_deciders(b->other.before) >> move->seat & 1))
            return false;
        if (!cr_sample_any(b->game, b->other.before, move->seat, &b->luck, &b->other.move))
            return false;
    }
    return play(b, &b->other);
}

static bool is_alike(bench *b, uint8_t viewer)
{
    if (!told_same(&b->truth.told, &b->other.told, viewer))
        return false;
    cr_see(b->game, b->truth.after, viewer, b->view);
    cr_see(b->game, b->other.after, viewer, b->view_b);
    return !memcmp(b->view, b->view_b, b->game->view_size);
}

/* So many worlds are alike, the truth among them: every two of them are a pair. */
static void count_pairs(bench *b, unsigned n)
{
    b->seen->pairs += n * (n - 1) / 2;
    b->seen->worlds += n;
}

/* b->truth has moved from b->match. */
static bool look(bench *b)
{
    const cr_state *s = b->truth.before;
    uint8_t viewer = eyes_at(s, cr_rng_small(&b->luck, s->n_seats + 1u));
    unsigned n_alike = 1;

    get_standing(b, &b->truth);
    get_frames(b, &b->truth);
    for (unsigned i = 1; i < WORLDS; i++) {
        cr_see(b->game, s, viewer, b->view);
        cr_guess(b->game, b->view, &b->luck, b->other.before);
        get_standing(b, &b->other);
        if (!same_standing(b, viewer))
            return false;
        if (!move_other(b, viewer) || !is_alike(b, viewer))
            continue;
        get_frames(b, &b->other);
        if (!same_frames(b, viewer))
            return false;
        n_alike++;
    }
    count_pairs(b, WORLDS);
    count_pairs(b, n_alike);
    return true;
}

static bool play_match(bench *b, uint64_t enough)
{
    for (unsigned n = 0; n < MOVES_MAX && !b->match->is_over && b->seen->pairs < enough; n++) {
        uint16_t who = cr_deciders(b->match);
        uint8_t seat = (uint8_t)cr_bits_nth(who, cr_rng_small(&b->luck, cr_bits_count(who)));
        size_t len = strlen(b->where);

        memcpy(b->truth.before, b->match, b->game->state_size);
        draw_move(b, b->match, seat, &b->truth.move);
        if (!play(b, &b->truth))
            return true; /* other checks say so */
        snprintf(b->where + len, sizeof b->where - len, ", after %u moves", n);
        if (!cr_rng_small(&b->luck, LOOK_ONCE_IN) && !look(b))
            return false;
        b->where[len] = 0;
        memcpy(b->match, b->truth.after, b->game->state_size);
    }
    return true;
}

static cr_err run_job(bench *b, const cr_laws_plan *plan, uint64_t job)
{
    uint64_t enough = b->seen->pairs + PAIRS_A_JOB;

    for (uint64_t i = 0; i < MATCHES_A_JOB && b->seen->pairs < enough; i++) {
        uint64_t match = job * MATCHES_A_JOB + i;
        cr_err err = desk_start(plan, FIRST_JOB, match, &b->luck, b->match);

        if (err)
            return err;
        snprintf(b->where, sizeof b->where, "match %llu of frames", (unsigned long long)match);
        if (!play_match(b, enough))
            return CR_ERR_OK;
    }
    return CR_ERR_OK;
}

/* ---- threads ---- */

typedef struct {
    const cr_laws_plan *plan;
    const cr_verify_line *line;
    const cr_verify_progress *progress;
    pthread_mutex_t lock;
    uint64_t next, jobs, failed;
    cr_verify *v;
    bool is_stopped;
    cr_err err;
} series;

static bool take(series *s, uint64_t *job)
{
    bool has_more;

    pthread_mutex_lock(&s->lock);
    has_more = s->next < s->jobs && !s->is_stopped && !s->err && s->failed == UINT64_MAX;
    *job = s->next;
    s->next += has_more;
    pthread_mutex_unlock(&s->lock);
    return has_more;
}

static void hand_in(series *s, uint64_t job, const cr_verify_frames_seen *seen,
                    const cr_verify_fault *fault, cr_err err)
{
    cr_verify_frames_seen *all = &s->v->frames;

    pthread_mutex_lock(&s->lock);
    all->pairs += seen->pairs;
    all->worlds += seen->worlds;
    all->frames += seen->frames;
    all->raised += seen->raised;
    if (err && !s->err)
        s->err = err;
    if (fault->check[0] && job < s->failed) {
        s->failed = job;
        s->v->fault[3] = *fault;
    }
    if (s->progress && s->progress->show && !s->progress->show(s->progress->context, all->pairs))
        s->is_stopped = true;
    pthread_mutex_unlock(&s->lock);
}

static void *work(void *context)
{
    series *s = context;
    cr_verify_fault *fault = calloc(1, sizeof *fault);
    cr_verify_line *lines[CR_LINES_MAX] = {0};
    bench b = {.fault = fault};
    cr_err err = fault ? bench_init(&b, s->plan->game) : CR_ERR_FULL;
    uint64_t job;

    for (unsigned i = 0; i < s->line->kinds && !err; i++) {
        lines[i] = s->line->open(s->plan->game, i);
        err = lines[i] ? CR_ERR_OK : CR_ERR_FULL;
    }

    while (!err && take(s, &job)) {
        cr_verify_frames_seen seen = {0};

        b.seen = &seen;
        b.line = lines[job % s->line->kinds];
        err = run_job(&b, s->plan, job);
        seen.raised = b.line->raised(b.line);
        hand_in(s, job, &seen, fault, err);
    }
    if (err) {
        pthread_mutex_lock(&s->lock);
        s->err = s->err ? s->err : err;
        pthread_mutex_unlock(&s->lock);
    }
    for (unsigned i = 0; i < s->line->kinds; i++)
        if (lines[i])
            lines[i]->close(lines[i]);
    free(b.memory);
    free(fault);
    return NULL;
}

cr_err cr_verify_frames(cr_verify *v, const cr_laws_plan *plan, uint64_t pairs,
                        const cr_verify_line *line, const cr_verify_progress *progress)
{
    series s = {.plan = plan,
                .line = line,
                .progress = progress,
                .jobs = (pairs + PAIRS_A_JOB - 1) / PAIRS_A_JOB,
                .failed = UINT64_MAX,
                .v = v};
    double begin = progress && progress->clock ? progress->clock() : 0;

    pthread_mutex_init(&s.lock, NULL);
    cr_laws_on_threads(plan->threads, work, &s);
    pthread_mutex_destroy(&s.lock);
    v->is_stopped |= s.is_stopped;
    if (progress && progress->clock)
        v->frames.seconds = progress->clock() - begin;
    return s.err;
}
