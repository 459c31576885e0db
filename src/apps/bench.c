/* croupier bench: how fast the referee is, part by part, for each game. Figures on one thread are processor time of that
 * thread, which a busy machine disturbs less; those on all cores are real time. Instructions are counted by running
 * `croupier sim` under valgrind, twice, so that starting up cancels out. docs/performance.md tells how to read it. */
#include "ai/arena.h"
#include "ai/search.h"
#include "apps/command.h"
#include "apps/modules.h"
#include "cli/progress.h"
#include "arena/series.h"
#include "base/json.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum {
    ROUNDS = 5,         /* of which the median is told */
    POSITIONS = 256,    /* states that offers, copies and guesses are measured on */
    LIST_MAX = 4096,    /* moves listed of one position */
    ENTRIES_MAX = 8192, /* of a recorded match */
    WORLDS = 1000,      /* of a search */
    BATCH = 64 /* matches between two looks at the clock, which take as long as five moves */
};

typedef struct {
    const cr_game *game;
    cr_setup setup; /* its seed is that of the next match */
    uint8_t seed[32];
    uint64_t match;
    cr_arena arena;
    char *positions;  /* POSITIONS states out of random matches, each with a question open */
    cr_move *moves;   /* LIST_MAX */
    uint8_t *records; /* of BATCH whole matches, one behind the other */
    size_t records_len, record_at[BATCH + 1];
    uint64_t recorded, recorded_all; /* moves of the last match, of all of them */
    void *tree;                      /* memory of a search */
    unsigned searched;
    uint64_t kept; /* takes in every result, so that no work can be left out */
} bench;

/* Does some work and returns how many units of it. */
typedef uint64_t bench_work(bench *b);

/* ---- what is measured ---- */

static void start_match(bench *b)
{
    cr_seed_derive(b->seed, b->match++, b->setup.seed);
    if (cr_arena_start(&b->arena, &b->setup))
        abort(); /* the setup was tried at the start */
}

static uint64_t play_random(bench *b)
{
    uint64_t moves = 0;

    for (unsigned i = 0; i < BATCH; i++) {
        start_match(b);
        if (cr_arena_run(&b->arena))
            abort(); /* a fault of the game, which `croupier laws` shows */
        moves += b->arena.moves;
    }
    return moves;
}

/* The same matches; after every move each seat and a spectator look at the table. */
static uint64_t play_seen(bench *b)
{
    cr_arena *a = &b->arena;
    uint64_t moves = 0;

    for (unsigned i = 0; i < BATCH; i++) {
        for (start_match(b); !a->state->is_over; cr_arena_move(a)) {
            for (uint8_t seat = 0; seat < b->setup.n_seats; seat++) {
                cr_see(b->game, a->state, seat, a->view);
                b->kept += a->view->q.ticket;
            }
            cr_see(b->game, a->state, CR_SPECTATOR, a->view);
        }
        moves += a->moves;
    }
    return moves;
}

static cr_state *position(const bench *b, unsigned i)
{
    return (cr_state *)(b->positions + (size_t)i * b->game->state_size);
}

static uint8_t asked_seat(const cr_state *s)
{
    return (uint8_t)cr_bits_first(cr_deciders_of(&s->q));
}

static uint64_t list_offers(bench *b)
{
    for (unsigned i = 0; i < POSITIONS; i++) {
        const cr_state *s = position(b, i);

        b->kept += cr_offers_list(b->game, s, asked_seat(s), b->moves, LIST_MAX, NULL);
    }
    return POSITIONS;
}

static uint64_t count_offers(bench *b)
{
    for (unsigned i = 0; i < POSITIONS; i++) {
        const cr_state *s = position(b, i);

        b->kept += cr_offers_size(b->game, s, asked_seat(s));
    }
    return POSITIONS;
}

static uint64_t sample_offers(bench *b)
{
    for (unsigned i = 0; i < POSITIONS; i++) {
        const cr_state *s = position(b, i);

        b->kept += cr_sample(b->game, s, asked_seat(s), &b->arena.rng, b->moves);
    }
    return POSITIONS;
}

static uint64_t copy_states(bench *b)
{
    for (unsigned i = 0; i < POSITIONS; i++) {
        memcpy(b->arena.state, position(b, i), b->game->state_size);
        __asm__ volatile("" ::: "memory"); /* every copy is made */
    }
    return POSITIONS;
}

static uint64_t hash_states(bench *b)
{
    for (unsigned i = 0; i < POSITIONS; i++)
        b->kept += cr_state_hash(b->game, position(b, i));
    return POSITIONS;
}

static uint64_t guess_states(bench *b)
{
    for (unsigned i = 0; i < POSITIONS; i++) {
        const cr_state *s = position(b, i);

        cr_see(b->game, s, asked_seat(s), b->arena.view);
        cr_guess(b->game, b->arena.view, &b->arena.rng, b->arena.state);
        b->kept += b->arena.state->q.ticket;
    }
    return POSITIONS;
}

/* One search from the next position in which there is something to choose. */
static uint64_t search_worlds(bench *b)
{
    cr_search_plan plan = {.worlds = WORLDS};
    float worth[CR_SEATS_MAX];
    cr_search *search;

    for (unsigned i = 0; i < POSITIONS; i++) {
        const cr_state *s = position(b, b->searched++ % POSITIONS);
        uint8_t seat = asked_seat(s);

        if (seat >= CR_SEATS_MAX || cr_search_leaves_out(b->game, s, seat) ||
            cr_offers_list(b->game, s, seat, b->moves, 2, NULL) < 2)
            continue;
        cr_see(b->game, s, seat, b->arena.view);
        search = cr_search_begin(b->tree, cr_search_memory(b->game, WORLDS), b->game, b->arena.view,
                                 &plan);
        cr_search_run(search, &b->arena.rng);
        cr_search_worth(search, worth);
        b->kept += worth[seat] > 0.5f;
        return WORLDS;
    }
    return 1; /* a game without choices */
}

typedef struct {
    cr_log log;
    bench *bench;
} bench_log;

static void write_entry(cr_log *log, const cr_move *move, uint64_t at_ms, const cr_state *state)
{
    bench *b = ((bench_log *)log)->bench;
    cr_record_entry entry = {.at_ms = at_ms, .move = *move};

    if (b->recorded == ENTRIES_MAX)
        return;
    entry.number = (uint32_t)++b->recorded;
    entry.hash = cr_state_hash(b->game, state);
    cr_record_entry_write(&entry, b->records + b->records_len);
    b->records_len += CR_RECORD_ENTRY;
}

/* Plays matches and keeps their records, hashes included. */
static uint64_t record_matches(bench *b)
{
    static const uint8_t match_id[16];
    bench_log log = {{write_entry}, b};

    b->records_len = b->recorded_all = 0;
    b->arena.log = &log.log;
    for (unsigned i = 0; i < BATCH; i++) {
        start_match(b);
        b->recorded = 0;
        b->record_at[i] = b->records_len;
        b->records_len +=
            cr_record_head_write(b->game, &b->setup, match_id, b->records + b->records_len);
        if (cr_arena_run(&b->arena))
            abort();
        b->recorded_all += b->recorded;
    }
    b->record_at[BATCH] = b->records_len;
    b->arena.log = NULL;
    return b->recorded_all;
}

/* Reads the records back: every move is judged, every hash compared. */
static uint64_t replay_matches(bench *b)
{
    for (unsigned i = 0; i < BATCH; i++)
        if (cr_replay(b->game, b->records + b->record_at[i], b->record_at[i + 1] - b->record_at[i],
                      b->arena.state, NULL, NULL, NULL))
            abort(); /* `croupier replay` tells more */
    return b->recorded_all;
}

typedef struct {
    const char *name, *unit, *about;
    bench_work *work;
} bench_part;

static const bench_part parts[] = {
    {"play", "move", "random playouts", play_random},
    {"play_seen", "move", "the same with a view for every seat after each move", play_seen},
    {"offers_list", "position", "all legal moves of a seat, up to 4096", list_offers},
    {"offers_count", "position", "upper bound of their number", count_offers},
    {"offers_sample", "position", "one of them, drawn", sample_offers},
    {"copy", "state", "copying a state", copy_states},
    {"hash", "state", "its hash", hash_states},
    {"imagine", "state", "a view, and a world made up from it", guess_states},
    {"search", "world", "looking ahead: a world, the tree, play to the end of the round",
     search_worlds},
    {"record", "move", "random playouts, recorded with hashes", record_matches},
    {"replay", "move", "a record judged and compared", replay_matches},
};

enum { PARTS = CR_COUNT_OF(parts) };

/* ---- measuring ---- */

static double cpu_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double median(double *figures, unsigned n)
{
    qsort(figures, n, sizeof *figures, by_size);
    return figures[n / 2];
}

typedef struct {
    double round_seconds;
    unsigned n_rounds;
    bool has_valgrind;
} bench_plan;

/* Nanoseconds for one unit: the median of the rounds. */
static double measure(bench *b, bench_work *work, const bench_plan *plan)
{
    double ns[ROUNDS];

    work(b); /* warms up */
    for (unsigned i = 0; i < plan->n_rounds; i++) {
        double begin = cpu_seconds(), now = begin;
        uint64_t units = 0;

        while (now - begin < plan->round_seconds && !progress_is_interrupted()) {
            units += work(b);
            now = cpu_seconds();
        }
        ns[i] = units ? (now - begin) * 1e9 / (double)units : 0;
    }
    return median(ns, plan->n_rounds);
}

/* Moves per second of real time on this many threads, the median of the rounds. */
static double measure_threads(const bench *b, size_t n_threads, uint64_t matches,
                              const bench_plan *plan)
{
    double rates[ROUNDS];

    for (unsigned i = 0; i < plan->n_rounds; i++) {
        series s = {.game = b->game, .setup = b->setup, .n = matches * n_threads};

        s.n_threads = n_threads;
        for (unsigned seat = 0; seat < s.setup.n_seats; seat++)
            s.players[seat] = (series_player){.name = "random", .bot = b->arena.bots[seat]};
        rates[i] = 0;
        if (series_open(&s) && series_run(&s) && s.seconds > 0)
            rates[i] = (double)s.stats.moves / s.seconds;
        series_close(&s);
    }
    return median(rates, plan->n_rounds);
}

/* The file of a game from outside, or NULL. */
static const char *module_of(const cr_game *game)
{
    const cr_game *loaded;
    const char *path;

    for (size_t i = 0; (path = modules_path(i, &loaded)); i++)
        if (loaded == game)
            return path;
    return NULL;
}

/* Instructions and moves of one run of this program under valgrind. */
static bool count_instructions(const cr_game *game, const char *options, unsigned matches,
                               double *instructions, double *moves)
{
    char self[512], command[2048], line[4096];
    ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);
    const char *file = module_of(game);
    FILE *out;

    *instructions = *moves = 0;
    if (len < 0 || memchr(self, '\'', (size_t)len) || (file && strchr(file, '\'')))
        return false;
    self[len] = 0;
    snprintf(
        command, sizeof command,
        "valgrind --tool=callgrind --callgrind-out-file=/dev/null '%s' sim '%s' %s -n %u --seed 1 "
        "--threads 1 --json 2>&1",
        self, file ? file : game->name, options, matches);
    out = popen(command, "r");
    if (!out)
        return false;
    while (fgets(line, sizeof line, out)) {
        const char *collected = strstr(line, "Collected : "), *played = strstr(line, "\"moves\":");

        if (collected)
            *instructions = strtod(collected + 12, NULL);
        if (played)
            *moves = strtod(played + 8, NULL);
    }
    pclose(out);
    return *instructions > 0 && *moves > 0;
}

static double instructions_per_move(const cr_game *game, const char *options, unsigned matches)
{
    double few, many, few_moves, many_moves;

    if (!count_instructions(game, options, matches, &few, &few_moves) ||
        !count_instructions(game, options, 3 * matches, &many, &many_moves) ||
        many_moves <= few_moves)
        return 0;
    return (many - few) / (many_moves - few_moves);
}

/* ---- one game ---- */

typedef struct {
    const cr_game *game;
    const char *options; /* as they are given on the command line; "" for none */
    double ns[PARTS];
    size_t n_cores;
    double one_rate, all_rate, instructions;
    double moves_per_match;
} bench_result;

/* States along random matches, each before a move: one in seven, so that they differ. */
static void gather(bench *b)
{
    uint64_t n_moves = 0;
    unsigned n = 0;

    for (start_match(b); n < POSITIONS; cr_arena_move(&b->arena)) {
        if (b->arena.state->is_over)
            start_match(b);
        if (n_moves++ % 7 == 0)
            memcpy(position(b, n++), b->arena.state, b->game->state_size);
    }
}

static bool bench_open(bench *b, const cr_game *game, const cr_setup *setup)
{
    *b = (bench){.game = game, .setup = *setup, .arena = {.game = game}};
    memcpy(b->seed, setup->seed, sizeof b->seed);
    for (unsigned seat = 0; seat < CR_SEATS_MAX; seat++)
        b->arena.bots[seat] = cr_bot_find("random", game);
    b->arena.state = malloc(game->state_size);
    b->arena.view = malloc(game->view_size);
    b->positions = malloc((size_t)POSITIONS * game->state_size);
    b->moves = malloc(LIST_MAX * sizeof *b->moves);
    b->records = malloc(BATCH * (CR_RECORD_HEAD_MAX + (size_t)ENTRIES_MAX * CR_RECORD_ENTRY));
    b->tree = malloc(cr_search_memory(game, WORLDS));
    if (!b->arena.state || !b->arena.view || !b->positions || !b->moves || !b->records || !b->tree)
        return false;
    gather(b);
    record_matches(b);
    return true;
}

static void bench_close(bench *b)
{
    free(b->arena.state);
    free(b->arena.view);
    free(b->positions);
    free(b->moves);
    free(b->records);
    free(b->tree);
}

static void run_game(bench *b, const bench_plan *plan, bench_result *r)
{
    uint64_t matches;

    for (unsigned i = 0; i < PARTS && !progress_is_interrupted(); i++)
        r->ns[i] = measure(b, parts[i].work, plan);
    r->moves_per_match = (double)play_random(b) / BATCH;
    if (progress_is_interrupted() || r->ns[0] <= 0)
        return;
    matches = 1 + (uint64_t)(plan->round_seconds * 1e9 / r->ns[0] / r->moves_per_match);
    r->one_rate = measure_threads(b, 1, matches, plan);
    r->all_rate = measure_threads(b, r->n_cores, matches, plan);
    if (plan->has_valgrind && !progress_is_interrupted())
        r->instructions =
            instructions_per_move(r->game, r->options, 1 + (unsigned)(5000 / r->moves_per_match));
}

/* ---- telling ---- */

typedef struct {
    const bench_result *results;
    size_t n;
} bench_table;

static void write_text(cr_text *out, const void *with)
{
    const bench_table *t = with;

    for (size_t i = 0; i < t->n; i++) {
        const bench_result *r = &t->results[i];
        char threads[32];

        cr_text_fmt(out, "%s%s%s%s, %.0f moves a match\n", i ? "\n" : "", r->game->name,
                    *r->options ? " " : "", r->options, r->moves_per_match);
        for (unsigned p = 0; p < PARTS; p++)
            cr_text_fmt(out, "  %-14s %10.1f ns/%-8s %12.0f /s  %s\n", parts[p].name, r->ns[p],
                        parts[p].unit, r->ns[p] > 0 ? 1e9 / r->ns[p] : 0, parts[p].about);
        cr_text_fmt(out, "  %-37s %12.0f /s  random playouts, real time\n", "1 thread",
                    r->one_rate);
        snprintf(threads, sizeof threads, "%zu threads", r->n_cores);
        cr_text_fmt(out, "  %-37s %12.0f /s  %.2f times one thread\n", threads, r->all_rate,
                    r->one_rate > 0 ? r->all_rate / r->one_rate : 0);
        if (r->instructions > 0)
            cr_text_fmt(out, "  %-14s %10.0f /move\n", "instructions", r->instructions);
    }
}

static void put_real(cr_json *j, const char *key, double x)
{
    cr_json_put_real(j, key, x);
}

static void json_result(cr_json *j, const bench_result *r)
{
    cr_json_open(j, '{');
    cr_json_put_str(j, "game", r->game->name);
    cr_json_put_str(j, "options", r->options);
    put_real(j, "moves_per_match", r->moves_per_match);
    cr_json_key(j, "ns");
    cr_json_open(j, '{');
    for (unsigned p = 0; p < PARTS; p++)
        put_real(j, parts[p].name, r->ns[p]);
    cr_json_close(j, '}');
    put_real(j, "moves_per_second", r->one_rate);
    cr_json_put_uint(j, "threads", r->n_cores);
    put_real(j, "moves_per_second_all", r->all_rate);
    cr_json_key(j, "instructions_per_move");
    if (r->instructions > 0)
        cr_json_real(j, r->instructions);
    else
        cr_json_null(j);
    cr_json_close(j, '}');
}

static void write_json(cr_text *out, const void *with)
{
    const bench_table *t = with;
    cr_json j = cr_json_on(out);

    cr_json_open(&j, '[');
    for (size_t i = 0; i < t->n; i++)
        json_result(&j, &t->results[i]);
    cr_json_close(&j, ']');
    cr_text_char(out, '\n');
}

/* ---- the command ---- */

enum { RESULTS_MAX = 64 };

static bool bench_one(const cr_game *game, const char *options, const bench_plan *plan,
                      bench_result *out)
{
    cr_setup setup;
    bench b;
    bool is_good;
    cli_list list = {.n = 0};
    const char *blank = strchr(options, ' '); /* behind --option */

    if (blank)
        list.item[list.n++] = blank + 1;
    if (!cli_setup(game, &list, "1", &setup))
        return false;
    *out = (bench_result){.game = game, .options = options};
    out->n_cores = cli_cores();
    is_good = bench_open(&b, game, &setup);
    if (is_good)
        run_game(&b, plan, out);
    else
        cli_error("no memory left");
    bench_close(&b);
    return is_good;
}

int cmd_bench(int argc, char **argv)
{
    bool is_json = false, is_quick = false, is_without = false;
    uint64_t round_ms = 200;
    const cli_option options[] = {
        CLI_FLAG(0, "json", &is_json, "one JSON array"),
        CLI_FLAG(0, "quick", &is_quick, "one short round of everything"),
        CLI_NUMBER(0, "round", "MS", &round_ms, 1, 60000, "time of a round (normally 200)"),
        CLI_FLAG(0, "no-valgrind", &is_without, "do not count instructions"),
        {0},
    };
    const cli_usage usage = {
        "bench [GAME…]",
        "Measures the referee part by part, for these games or all: random playouts, views, "
        "offers,\n"
        "copies, records, made-up worlds, on one thread and on all cores. Each figure is the "
        "median\n"
        "of five rounds. Instructions for a move are counted where valgrind is there.",
        "croupier bench --quick\n"
        "croupier bench duel liap-tui --json\n",
        options,
        0,
        RESULTS_MAX / 2}; /* a game may have two rows */
    int status = cli_parse(&usage, &argc, argv);
    bench_result results[RESULTS_MAX];
    bench_table table = {results, 0};
    bench_plan plan;
    size_t n_games;
    progress bar;

    if (status != CLI_GO)
        return status;
    plan.round_seconds = is_quick ? 0.01 : (double)round_ms / 1e3;
    plan.n_rounds = is_quick ? 1 : ROUNDS;
    plan.has_valgrind = !is_without && !system("command -v valgrind >/dev/null 2>&1");
    for (int i = 0; i < argc; i++)
        if (!cli_game(argv[i]))
            return CLI_MISUSE;
    n_games = argc ? (size_t)argc : cr_game_count();
    progress_catch_interrupt();
    progress_open(&bar, "games", n_games);
    for (size_t i = 0; i < n_games && !progress_is_interrupted(); i++) {
        const cr_game *game = argc ? cli_game(argv[i]) : cr_game_at(i);
        /* The plain game of the small example is the yardstick: nothing but picks. */
        bool is_example = !strcmp(game->name, "duel");

        if (!bench_one(game, "", &plan, &results[table.n]))
            return CLI_FAILED;
        table.n++;
        if (is_example && bench_one(game, "--option parries=0", &plan, &results[table.n]))
            table.n++;
        progress_show(&bar, i + 1);
    }
    progress_close(&bar);
    cli_print(stdout, is_json ? write_json : write_text, &table);
    return CLI_DONE;
}
