/* croupier sim: many matches between bots, on all cores. Which thread plays which match is left to chance, so
 * everything that is told about a series is a sum over its matches. */
#include "ai/arena.h"
#include "apps/command.h"
#include "apps/progress.h"
#include "base/hash.h"
#include "base/json.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { THREADS_MAX = 256, CHUNK = 16 }; /* matches a thread takes at a time */

typedef struct {
    const cr_game *game;
    cr_setup setup; /* its seed is the seed of the series */
    const cr_bot *bots[CR_SEATS_MAX];
    uint64_t n;
    bool needs_views;
    atomic_ullong next; /* the first match that no thread has taken */
    atomic_bool is_stopped;
} sim_series;

typedef struct {
    uint64_t games, moves, idles, hash;
    uint64_t wins[CR_SEATS_MAX], draws[CR_SEATS_MAX], losses[CR_SEATS_MAX];
    int64_t score[CR_SEATS_MAX];
} sums;

typedef struct {
    sim_series *series;
    pthread_t thread;
    sums sums;
    atomic_ullong done; /* sums.games for the progress bar */
    cr_err err;
    uint64_t bad_match; /* the match that err is about */
    uint8_t fill[64];   /* the next worker counts in a cache line of its own */
} worker;

/* Binds the end of a match to its number, so that the sum over a series does not depend on the order. */
static uint64_t match_hash(const cr_arena *a, uint64_t i)
{
    uint64_t parts[3] = {i, a->moves, cr_state_hash(a->game, a->state)};

    return cr_hash(parts, sizeof parts);
}

static void add_result(sums *s, const cr_arena *a)
{
    int32_t score[CR_SEATS_MAX], best = INT32_MIN;
    unsigned n_seats = a->state->n_seats, n_best = 0;

    cr_score(a->game, a->state, score);
    for (unsigned seat = 0; seat < n_seats; seat++) {
        if (score[seat] > best) {
            best = score[seat];
            n_best = 0;
        }
        n_best += score[seat] == best;
    }
    for (unsigned seat = 0; seat < n_seats; seat++) {
        uint64_t *count = score[seat] < best ? s->losses : n_best > 1 ? s->draws : s->wins;

        count[seat]++;
        s->score[seat] += score[seat];
    }
}

static cr_err play_match(sums *s, cr_arena *a, const sim_series *series, cr_setup *setup,
                         uint64_t i)
{
    cr_err err;

    cr_seed_derive(series->setup.seed, i, setup->seed);
    err = cr_arena_start(a, setup);
    if (!err)
        err = cr_arena_run(a);
    if (err)
        return err;
    s->games++;
    s->moves += a->moves;
    s->idles += a->idles;
    s->hash += match_hash(a, i);
    add_result(s, a);
    return CR_ERR_OK;
}

static void play_chunks(worker *w, cr_arena *a)
{
    sim_series *series = w->series;
    cr_setup setup = series->setup;

    for (;;) {
        uint64_t i = atomic_fetch_add_explicit(&series->next, CHUNK, memory_order_relaxed);
        uint64_t end = series->n - i < CHUNK ? series->n : i + CHUNK;

        if (i >= series->n)
            return;
        for (; i < end; i++) {
            if (progress_is_interrupted() ||
                atomic_load_explicit(&series->is_stopped, memory_order_relaxed))
                return;
            w->err = play_match(&w->sums, a, series, &setup, i);
            if (w->err) {
                w->bad_match = i;
                atomic_store_explicit(&series->is_stopped, true, memory_order_relaxed);
                return;
            }
            atomic_store_explicit(&w->done, w->sums.games, memory_order_relaxed);
        }
    }
}

static void *run_worker(void *arg)
{
    worker *w = arg;
    const sim_series *series = w->series;
    cr_arena a = {.game = series->game};

    memcpy(a.bots, series->bots, sizeof a.bots);
    a.state = malloc(series->game->state_size);
    a.view = series->needs_views ? malloc(series->game->view_size) : NULL;
    if (!a.state || (series->needs_views && !a.view))
        w->err = CR_ERR_FULL;
    else
        play_chunks(w, &a);
    free(a.view);
    free(a.state);
    return NULL;
}

static uint64_t done_by(worker *workers, size_t n)
{
    uint64_t done = 0;

    for (size_t i = 0; i < n; i++)
        done += atomic_load_explicit(&workers[i].done, memory_order_relaxed);
    return done;
}

/* Waits for all threads and keeps the progress bar alive meanwhile. */
static void join_all(worker *workers, size_t n, progress *bar)
{
    for (size_t i = 0; i < n; i++) {
        struct timespec until;

        do {
            progress_show(bar, done_by(workers, n));
            clock_gettime(CLOCK_REALTIME, &until);
            until.tv_nsec += 100 * 1000 * 1000;
            if (until.tv_nsec >= 1000 * 1000 * 1000) {
                until.tv_nsec -= 1000 * 1000 * 1000;
                until.tv_sec++;
            }
        } while (pthread_timedjoin_np(workers[i].thread, NULL, &until));
    }
}

static void add(sums *to, const sums *from)
{
    to->games += from->games;
    to->moves += from->moves;
    to->idles += from->idles;
    to->hash += from->hash;
    for (unsigned seat = 0; seat < CR_SEATS_MAX; seat++) {
        to->wins[seat] += from->wins[seat];
        to->draws[seat] += from->draws[seat];
        to->losses[seat] += from->losses[seat];
        to->score[seat] += from->score[seat];
    }
}

/* ---- telling ---- */

typedef struct {
    const sim_series *series;
    const char *seed;
    sums sums;
    double seconds;
} sim_report;

static double mean_score(const sums *s, unsigned seat)
{
    return s->games ? (double)s->score[seat] / (double)s->games : 0;
}

static double rate(const sim_report *r)
{
    return r->seconds > 0 ? (double)r->sums.moves / r->seconds : 0;
}

static void write_text(cr_text *out, const void *with)
{
    const sim_report *r = with;
    const sums *s = &r->sums;

    cr_text_fmt(out, "game              %s\n", r->series->game->name);
    cr_text_fmt(out, "seed              %s\n", r->seed);
    cr_text_fmt(out, "games             %llu\n", (unsigned long long)s->games);
    cr_text_fmt(out, "moves             %llu\n", (unsigned long long)s->moves);
    if (s->idles)
        cr_text_fmt(out, "defaults          %llu\n", (unsigned long long)s->idles);
    cr_text_fmt(out, "seconds           %.3f\n", r->seconds);
    cr_text_fmt(out, "moves per second  %.0f\n", rate(r));
    cr_text_fmt(out, "hash              %016llx\n\n", (unsigned long long)s->hash);
    cr_text_fmt(out, "seat  %-12s  %10s  %10s  %10s  %10s\n", "bot", "wins", "draws", "losses",
                "mean score");
    for (unsigned seat = 0; seat < r->series->setup.n_seats; seat++)
        cr_text_fmt(out, "%4u  %-12s  %10llu  %10llu  %10llu  %10.3f\n", seat,
                    r->series->bots[seat]->name, (unsigned long long)s->wins[seat],
                    (unsigned long long)s->draws[seat], (unsigned long long)s->losses[seat],
                    mean_score(s, seat));
}

static void write_json(cr_text *out, const void *with)
{
    const sim_report *r = with;
    const sums *s = &r->sums;
    cr_json j = cr_json_on(out);
    char hash[17];

    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)s->hash);
    cr_json_open(&j, '{');
    cr_json_key(&j, "game");
    cr_json_str(&j, r->series->game->name);
    cr_json_key(&j, "seed");
    cr_json_str(&j, r->seed);
    cr_json_key(&j, "games");
    cr_json_uint(&j, s->games);
    cr_json_key(&j, "moves");
    cr_json_uint(&j, s->moves);
    cr_json_key(&j, "defaults");
    cr_json_uint(&j, s->idles);
    cr_json_key(&j, "seconds");
    cr_json_real(&j, r->seconds);
    cr_json_key(&j, "moves_per_second");
    cr_json_uint(&j, (uint64_t)rate(r));
    cr_json_key(&j, "results");
    cr_json_open(&j, '[');
    for (unsigned seat = 0; seat < r->series->setup.n_seats; seat++) {
        cr_json_open(&j, '{');
        cr_json_key(&j, "seat");
        cr_json_uint(&j, seat);
        cr_json_key(&j, "bot");
        cr_json_str(&j, r->series->bots[seat]->name);
        cr_json_key(&j, "wins");
        cr_json_uint(&j, s->wins[seat]);
        cr_json_key(&j, "draws");
        cr_json_uint(&j, s->draws[seat]);
        cr_json_key(&j, "losses");
        cr_json_uint(&j, s->losses[seat]);
        cr_json_key(&j, "mean_score");
        cr_json_real(&j, mean_score(s, seat));
        cr_json_close(&j, '}');
    }
    cr_json_close(&j, ']');
    cr_json_key(&j, "hash");
    cr_json_str(&j, hash);
    cr_json_close(&j, '}');
    cr_text_char(out, '\n');
}

/* ---- the command ---- */

static int tell_fault(const sim_series *series, const worker *w)
{
    uint8_t seed[32];
    char hex[65];
    cr_text text = cr_text_on(hex, sizeof hex);

    cr_seed_derive(series->setup.seed, w->bad_match, seed);
    cr_text_hex(&text, seed, sizeof seed);
    cli_error("match %llu of the series failed: %s (its seed is %s)",
              (unsigned long long)w->bad_match, cr_err_text(w->err), hex);
    return CLI_FAILED;
}

static int run_series(sim_series *series, size_t n_threads, sim_report *report)
{
    worker *workers = calloc(n_threads, sizeof *workers);
    size_t n_started = 0;
    int status = CLI_DONE;
    double begin = progress_seconds();
    progress bar;

    if (!workers)
        return cli_error("no memory left");
    progress_catch_interrupt();
    progress_open(&bar, "matches", series->n);
    for (; n_started < n_threads; n_started++) {
        worker *w = &workers[n_started];

        w->series = series;
        if (pthread_create(&w->thread, NULL, run_worker, w)) {
            status = cli_error("cannot start thread %zu", n_started);
            atomic_store(&series->is_stopped, true);
            break;
        }
    }
    join_all(workers, n_started, &bar);
    progress_close(&bar);
    report->seconds = progress_seconds() - begin;
    for (size_t i = 0; i < n_started; i++) {
        add(&report->sums, &workers[i].sums);
        if (workers[i].err && status == CLI_DONE)
            status = tell_fault(series, &workers[i]);
    }
    free(workers);
    return status;
}

int cmd_sim(int argc, char **argv)
{
    long n_cpus = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t n = 1000, n_threads = n_cpus < 1             ? 1
                                   : n_cpus > THREADS_MAX ? THREADS_MAX
                                                          : (uint64_t)n_cpus;
    const char *seed = NULL, *bots = "random";
    bool is_json = false, is_counting = false;
    cli_list game_options = {0};
    const cli_option options[] = {
        CLI_NUMBER('n', "games", "N", &n, 1, UINT64_C(1) << 62, "matches to play (normally 1000)"),
        CLI_TEXT('s', "seed", "SEED", &seed, "a number or 64 hex digits (normally drawn)"),
        CLI_NUMBER('t', "threads", "N", &n_threads, 1, THREADS_MAX,
                   "threads (normally one for each core)"),
        CLI_TEXT('b', "bots", "A,B,…", &bots,
                 "a bot for each seat, or one for all (normally random)"),
        CLI_OPTION_ROW(&game_options),
        CLI_FLAG(0, "counting", &is_counting, "play the copy of the game that counts its rules"),
        CLI_FLAG(0, "json", &is_json, "one JSON object"),
        {0},
    };
    const cli_usage usage = {
        "sim GAME",
        "Plays matches between bots and prints results, speed and a hash of everything played.\n"
        "The hash depends on game, seed, bots and options only: not on threads, machine or\n"
        "compiler. Ctrl-C ends early with what there is.",
        "croupier sim duel -n 100000 --seed 42\n"
        "croupier sim duel -n 1000 --option parries=0 --option target=3 --json\n",
        options,
        1,
        1};
    int status = cli_parse(&usage, &argc, argv);
    char hex[65];
    sim_series series = {0};
    sim_report report = {.series = &series};

    if (status != CLI_GO)
        return status;
    series.game = cli_game(argv[0]);
    if (!series.game || !cli_setup(series.game, &game_options, seed, &series.setup) ||
        !cli_bots(series.game, bots, series.setup.n_seats, series.bots))
        return CLI_MISUSE;
    if (is_counting)
        series.game = cr_game_counting(series.game);
    series.n = n;
    for (unsigned seat = 0; seat < series.setup.n_seats; seat++)
        series.needs_views |= !(series.bots[seat]->flags & CR_BOT_BLIND);
    report.seed = cli_seed_text(seed, &series.setup, hex);
    status = run_series(&series, n_threads, &report);
    if (status == CLI_MISUSE)
        return status;
    if (report.sums.games < n && progress_is_interrupted())
        fprintf(stderr, "croupier: stopped after %llu of %llu matches\n",
                (unsigned long long)report.sums.games, (unsigned long long)n);
    cli_print(stdout, is_json ? write_json : write_text, &report);
    return status;
}
