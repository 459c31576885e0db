#include "arena/series.h"
#include "ai/arena.h"
#include "cli/cli.h"
#include "cli/progress.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

/* Matches a thread takes at a time, and the longest line of the list: number, seed, counts, eight scores. */
enum { CHUNK = 16, LIST_LINE = 256 };

struct series_shared {
    atomic_ullong next; /* the first match that no thread has taken */
    atomic_bool is_stopped;
    pthread_mutex_t lock;
    pthread_cond_t turn;
    uint64_t listed; /* chunks that are in the list */
};

struct series_worker {
    series *series;
    pthread_t thread;
    stats stats;
    atomic_ullong done; /* stats.matches for the progress bar */
    cr_err err;
    uint64_t bad_match;
    cr_arena arena;
    uint64_t *cited;
    char *lines;                     /* of one chunk, for the list */
    exec_bot programs[CR_SEATS_MAX]; /* by player; unused where it is a bot of the table */
    const cr_bot *players[CR_SEATS_MAX];
    uint8_t fill[64]; /* the next worker counts in a cache line of its own */
};

/* ---- one match ---- */

static unsigned player_at(const series *s, unsigned seat, uint64_t i)
{
    return s->is_rotating ? (unsigned)((seat + i) % s->setup.n_seats) : seat;
}

static void seat_players(series_worker *w, uint64_t i, uint8_t bot_of[CR_SEATS_MAX])
{
    const series *s = w->series;

    for (unsigned seat = 0; seat < s->setup.n_seats; seat++) {
        unsigned player = player_at(s, seat, i);

        w->arena.bots[seat] = w->players[player];
        bot_of[seat] = s->bot_of[player];
        if (s->players[player].command)
            exec_bot_begin(&w->programs[player], i, (uint8_t)seat);
    }
}

static void tell_players_the_end(series_worker *w, const int32_t score[CR_SEATS_MAX])
{
    for (unsigned i = 0; i < w->series->setup.n_seats; i++)
        if (w->series->players[i].command)
            exec_bot_end(&w->programs[i], score);
}

void series_list_head(cr_text *out, const series *s)
{
    cr_text_str(out, "match,seed,moves,defaults");
    for (unsigned seat = 0; seat < s->setup.n_seats; seat++)
        cr_text_fmt(out, ",bot_%u,score_%u", seat, seat);
    cr_text_char(out, '\n');
}

static void write_line(cr_text *out, const series_worker *w, const uint8_t *seed, uint64_t i,
                       const uint8_t bot_of[CR_SEATS_MAX], const int32_t score[CR_SEATS_MAX])
{
    const cr_arena *a = &w->arena;

    cr_text_fmt(out, "%llu,", (unsigned long long)i);
    cr_text_hex(out, seed, 32);
    cr_text_fmt(out, ",%llu,%llu", (unsigned long long)a->moves, (unsigned long long)a->idles);
    for (unsigned seat = 0; seat < w->series->setup.n_seats; seat++)
        cr_text_fmt(out, ",%u,%d", bot_of[seat], (int)score[seat]);
    cr_text_char(out, '\n');
}

static cr_err play_match(series_worker *w, cr_setup *setup, uint64_t i, cr_text *lines)
{
    cr_arena *a = &w->arena;
    uint8_t bot_of[CR_SEATS_MAX];
    int32_t score[CR_SEATS_MAX];
    cr_err err;

    cr_seed_derive(w->series->setup.seed, i, setup->seed);
    seat_players(w, i, bot_of);
    err = cr_arena_start(a, setup);
    if (!err)
        err = cr_arena_run(a);
    if (err)
        return err;
    cr_score(a->game, a->state, score);
    tell_players_the_end(w, score);
    stats_count(&w->stats, &(stats_match){setup->n_seats, bot_of, score, a->moves, a->idles});
    w->stats.hash += cr_arena_hash(a, i);
    if (lines)
        write_line(lines, w, setup->seed, i, bot_of, score);
    return CR_ERR_OK;
}

/* ---- one thread ---- */

/* Chunks reach the list in their order: a thread waits until all before its own are there. */
static void list_chunk(series *s, uint64_t chunk, const cr_text *lines)
{
    series_shared *shared = s->shared;

    pthread_mutex_lock(&shared->lock);
    while (shared->listed != chunk)
        pthread_cond_wait(&shared->turn, &shared->lock);
    fwrite(lines->buf, 1, lines->len, s->list);
    shared->listed++;
    pthread_cond_broadcast(&shared->turn);
    pthread_mutex_unlock(&shared->lock);
}

static bool is_stopped(const series_worker *w)
{
    return progress_is_interrupted() ||
           atomic_load_explicit(&w->series->shared->is_stopped, memory_order_relaxed);
}

static void play_chunk(series_worker *w, cr_setup *setup, uint64_t i, uint64_t end, cr_text *lines)
{
    for (; i < end && !is_stopped(w); i++) {
        w->err = play_match(w, setup, w->series->first + i, lines);
        if (w->err) {
            w->bad_match = w->series->first + i;
            atomic_store_explicit(&w->series->shared->is_stopped, true, memory_order_relaxed);
            return;
        }
        atomic_store_explicit(&w->done, w->stats.matches, memory_order_relaxed);
    }
}

static void *run_worker(void *arg)
{
    series_worker *w = arg;
    series *s = w->series;
    cr_setup setup = s->setup;

    cr_cite_into(w->cited);
    while (!is_stopped(w)) {
        uint64_t i = atomic_fetch_add_explicit(&s->shared->next, CHUNK, memory_order_relaxed);
        cr_text lines = cr_text_on(w->lines, w->lines ? CHUNK * LIST_LINE : 0);

        if (i >= s->n)
            break;
        play_chunk(w, &setup, i, s->n - i < CHUNK ? s->n : i + CHUNK, w->lines ? &lines : NULL);
        if (w->lines)
            list_chunk(s, i / CHUNK, &lines);
    }
    cr_cite_into(NULL);
    for (unsigned i = 0; i < setup.n_seats; i++)
        if (s->players[i].command)
            exec_bot_close(&w->programs[i]);
    return NULL;
}

/* ---- all threads ---- */

static uint64_t done_by(const series *s, size_t n)
{
    uint64_t done = 0;

    for (size_t i = 0; i < n; i++)
        done += atomic_load_explicit(&s->workers[i].done, memory_order_relaxed);
    return done;
}

/* Waits for all threads and keeps the progress bar alive meanwhile. */
static void join_all(series *s, size_t n, progress *bar)
{
    for (size_t i = 0; i < n; i++) {
        struct timespec until;

        do {
            if (!s->is_quiet)
                progress_show(bar, done_by(s, n));
            clock_gettime(CLOCK_REALTIME, &until);
            until.tv_nsec += 100 * 1000 * 1000;
            if (until.tv_nsec >= 1000 * 1000 * 1000) {
                until.tv_nsec -= 1000 * 1000 * 1000;
                until.tv_sec++;
            }
        } while (pthread_timedjoin_np(s->workers[i].thread, NULL, &until));
    }
}

static void add_troubles(exec_troubles *to, const exec_troubles *from)
{
    to->starts += from->starts;
    to->silent += from->silent;
    to->refused += from->refused;
    to->garbage += from->garbage;
    to->ended += from->ended;
    if (*from->why)
        memcpy(to->why, from->why, sizeof to->why);
}

static void add_worker(series *s, const series_worker *w)
{
    stats_add(&s->stats, &w->stats);
    for (unsigned i = 0; w->cited && i < s->game->n_rules; i++)
        s->cited[i] += w->cited[i];
    for (unsigned i = 0; i < s->setup.n_seats; i++)
        add_troubles(&s->troubles[i], &w->programs[i].troubles);
    if (w->err && !s->err) {
        s->err = w->err;
        s->bad_match = w->bad_match;
    }
}

bool series_run(series *s)
{
    double begin = progress_seconds();
    size_t n_started = 0;
    bool is_good = true;
    progress bar;

    progress_catch_interrupt();
    if (!s->is_quiet)
        progress_open(&bar, "matches", s->n);
    for (; n_started < s->n_threads && is_good; n_started += is_good) {
        series_worker *w = &s->workers[n_started];

        is_good = !pthread_create(&w->thread, NULL, run_worker, w);
        if (!is_good)
            atomic_store(&s->shared->is_stopped, true);
    }
    join_all(s, n_started, &bar);
    if (!s->is_quiet)
        progress_close(&bar);
    s->seconds = progress_seconds() - begin;
    for (size_t i = 0; i < n_started; i++)
        add_worker(s, &s->workers[i]);
    return is_good;
}

/* ---- memory ---- */

static bool open_player(series_worker *w, unsigned i)
{
    const series *s = w->series;
    const series_player *player = &s->players[i];

    w->players[i] = player->command ? &w->programs[i].bot : player->bot;
    return !player->command ||
           exec_bot_open(&w->programs[i], s->game, &s->setup, player->command, s->limit_ms);
}

static bool open_worker(series *s, series_worker *w)
{
    bool is_good = true;
    size_t memory;

    w->series = s;
    w->arena.game = s->game;
    w->arena.state = malloc(s->game->state_size);
    w->arena.view = malloc(s->game->view_size);
    w->cited = s->is_counting_rules ? calloc(s->game->n_rules, sizeof *w->cited) : NULL;
    w->lines = s->list ? malloc(CHUNK * LIST_LINE) : NULL;
    for (unsigned i = 0; i < s->setup.n_seats; i++)
        is_good &= open_player(w, i);
    memory = cr_bots_memory(w->players, s->setup.n_seats, s->game);
    w->arena.desk = (cr_desk){memory ? malloc(memory) : NULL, cli_cpu_us, cli_together};
    return is_good && (w->arena.desk.memory || !memory) && w->arena.state && w->arena.view &&
           (w->cited || !s->is_counting_rules) && (w->lines || !s->list);
}

static void name_bots(series *s)
{
    for (unsigned i = 0; i < s->setup.n_seats; i++) {
        unsigned first = 0;

        while (strcmp(s->players[first].name, s->players[i].name))
            first++;
        s->bot_of[i] = (uint8_t)first;
    }
}

bool series_open(series *s)
{
    bool is_good;

    name_bots(s);
    s->stats = (stats){0};
    s->err = CR_ERR_OK;
    s->shared = calloc(1, sizeof *s->shared);
    s->workers = calloc(s->n_threads, sizeof *s->workers);
    s->cited = s->is_counting_rules ? calloc(s->game->n_rules, sizeof *s->cited) : NULL;
    is_good = s->shared && s->workers && (s->cited || !s->is_counting_rules);
    if (s->is_counting_rules)
        s->game = cr_game_counting(s->game);
    for (size_t i = 0; is_good && i < s->n_threads; i++)
        is_good = open_worker(s, &s->workers[i]);
    if (is_good) {
        pthread_mutex_init(&s->shared->lock, NULL);
        pthread_cond_init(&s->shared->turn, NULL);
    }
    return is_good;
}

void series_close(series *s)
{
    for (size_t i = 0; s->workers && i < s->n_threads; i++) {
        series_worker *w = &s->workers[i];

        free(w->arena.state);
        free(w->arena.view);
        free(w->arena.desk.memory);
        free(w->cited);
        free(w->lines);
        for (unsigned player = 0; player < s->setup.n_seats; player++)
            exec_bot_close(&w->programs[player]);
    }
    free(s->workers);
    free(s->shared);
    free(s->cited);
    s->workers = NULL;
    s->shared = NULL;
    s->cited = NULL;
}
