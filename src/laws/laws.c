/* A series: matches dealt out to threads in chunks, and the chunks' reports added up in order, so that the whole
 * does not depend on how many threads there are. */
#include "laws/laws.h"
#include "laws/walk.h"

#include <pthread.h>
#include <stdlib.h>

const char *cr_law_name(cr_law law)
{
    static const char *const names[] = {
#define NAME(id, name, text) name,
        CR_LAWS_MAP(NAME)
#undef NAME
    };

    return (unsigned)law < CR_LAWS_END ? names[law] : "?";
}

const char *cr_law_text(cr_law law)
{
    static const char *const texts[] = {
#define TEXT(id, name, text) text,
        CR_LAWS_MAP(TEXT)
#undef TEXT
    };

    return (unsigned)law < CR_LAWS_END ? texts[law] : "?";
}

void cr_laws_init(cr_laws_plan *plan, const cr_game *game)
{
    *plan = (cr_laws_plan){.game = game,
                           .varies = true,
                           .matches = 1000,
                           .moves_max = 20000,
                           .heavy_every = 16,
                           .threads = 1,
                           .failures = 1};
    cr_setup_init(game, &plan->setup);
}

/* ---- reports ---- */

static size_t codes_of(const cr_game *game)
{
    return (size_t)CR_CODE_GAME + game->n_codes;
}

static cr_err report_init(cr_laws_report *r, const cr_game *game)
{
    memset(r, 0, sizeof *r);
    r->game = game;
    r->chart = calloc(game->n_chart + 1u, sizeof *r->chart);
    r->told = calloc(game->n_events + 1u, sizeof *r->told);
    r->cited = calloc(game->n_rules + 1u, sizeof *r->cited);
    r->refused = calloc(game->n_rules + 1u, sizeof *r->refused);
    r->codes = calloc(codes_of(game), sizeof *r->codes);
    r->refused_as = calloc((game->n_rules + 1u) * codes_of(game), sizeof *r->refused_as);
    if (!r->chart || !r->told || !r->cited || !r->refused || !r->codes || !r->refused_as)
        return CR_ERR_FULL;
    return cells_init(&r->cells, game);
}

void cr_laws_release(cr_laws_report *r)
{
    free(r->chart);
    free(r->told);
    free(r->cited);
    free(r->refused);
    free(r->codes);
    free(r->refused_as);
    cells_release(r->cells);
    memset(r, 0, sizeof *r);
}

static void add(uint64_t *into, const uint64_t *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        into[i] += from[i];
}

static void report_merge(cr_laws_report *into, const cr_laws_report *from)
{
    const cr_game *game = into->game;

    into->matches += from->matches;
    into->moves += from->moves;
    into->defaults += from->defaults;
    into->controls += from->controls;
    into->guesses += from->guesses;
    into->probes += from->probes;
    if (from->longest > into->longest)
        into->longest = from->longest;
    add(into->checked, from->checked, CR_LAWS_END);
    add(into->chart, from->chart, game->n_chart);
    add(into->told, from->told, game->n_events);
    add(into->cited, from->cited, game->n_rules);
    add(into->refused, from->refused, game->n_rules);
    add(into->codes, from->codes, codes_of(game));
    add(into->refused_as, from->refused_as, (game->n_rules + 1u) * codes_of(game));
    cells_merge(into->cells, from->cells);
    for (unsigned i = 0; i < from->n_failures && into->n_failures < CR_LAWS_FAILURES_MAX; i++)
        into->failure[into->n_failures++] = from->failure[i];
}

uint64_t cr_laws_refused_as(const cr_laws_report *r, uint16_t rule, uint16_t code)
{
    return rule < r->game->n_rules && code < codes_of(r->game)
               ? r->refused_as[rule * codes_of(r->game) + code]
               : 0;
}

unsigned cr_laws_unseen_rows(const cr_laws_report *r)
{
    unsigned n = 0;

    for (unsigned i = 0; i < r->game->n_chart; i++)
        n += !r->chart[i];
    return n;
}

unsigned cr_laws_untold(const cr_laws_report *r)
{
    unsigned n = 0;

    for (unsigned i = 0; i < r->game->n_events; i++)
        n += !r->told[i];
    return n;
}

/* ---- threads ---- */

typedef struct {
    const cr_laws_plan *plan;
    cr_laws_report *out;
    uint64_t chunk, n_chunks;
    pthread_mutex_t lock;
    pthread_cond_t turn;
    uint64_t next, merged; /* chunks handed out and added up */
    bool is_enough;        /* failed often enough, or stopped: later chunks do not count */
    cr_err err;
} series;

static uint64_t chunk_end(const series *s, uint64_t chunk)
{
    uint64_t end = (chunk + 1) * s->chunk;

    return end < s->plan->matches ? end : s->plan->matches;
}

static cr_err run_chunk(series *s, walk *w, cr_laws_report *local, uint64_t chunk)
{
    cr_err err = report_init(local, s->plan->game);

    w->report = local;
    for (uint64_t i = chunk * s->chunk; !err && i < chunk_end(s, chunk); i++) {
        err = walk_match(w, s->plan->first + i);
        if (local->n_failures >= s->plan->failures)
            break;
    }
    return err;
}

/* Adds up a chunk when all before it are in. */
static void hand_in(series *s, uint64_t chunk, const cr_laws_report *local, cr_err err)
{
    pthread_mutex_lock(&s->lock);
    while (s->merged != chunk)
        pthread_cond_wait(&s->turn, &s->lock);
    if (err && !s->err && !s->is_enough)
        s->err = err;
    if (!s->err && !s->is_enough) {
        report_merge(s->out, local);
        s->is_enough = s->out->n_failures >= s->plan->failures;
        if (s->plan->progress && !s->plan->progress(s->plan->context, chunk_end(s, chunk)))
            s->is_enough = true;
    }
    s->merged++;
    pthread_cond_broadcast(&s->turn);
    pthread_mutex_unlock(&s->lock);
}

static bool next_chunk(series *s, uint64_t *chunk)
{
    bool has_more;

    pthread_mutex_lock(&s->lock);
    has_more = s->next < s->n_chunks && !s->is_enough && !s->err;
    *chunk = has_more ? s->next++ : 0;
    pthread_mutex_unlock(&s->lock);
    return has_more;
}

static void *work(void *context)
{
    series *s = context;
    cr_laws_report *local = malloc(sizeof *local);
    walk *w = malloc(sizeof *w);
    cr_err err = local && w ? walk_init(w, s->plan) : CR_ERR_FULL;
    uint64_t chunk;

    while (next_chunk(s, &chunk)) {
        bool is_run = !err;

        if (is_run)
            err = run_chunk(s, w, local, chunk);
        hand_in(s, chunk, local, err);
        if (is_run)
            cr_laws_release(local);
    }
    if (w)
        walk_release(w);
    free(w);
    free(local);
    return NULL;
}

/* Chunks are small enough to share the work evenly and large enough to add up seldom. Their size must not depend
 * on the number of threads. */
static uint64_t chunk_size(uint64_t matches)
{
    uint64_t size = matches / 64;

    return size < 1 ? 1 : size > 256 ? 256 : size;
}

static void judge_cells(cr_laws_report *out, const cr_laws_plan *plan)
{
    cr_laws_failure *f = &out->failure[out->n_failures];

    if (out->n_failures)
        return;
    memset(f, 0, sizeof *f);
    if (cells_vary(out->cells, out->game, &f->viewer, f->what, sizeof f->what))
        return;
    f->law = CR_LAW_VARIES;
    f->setup = plan->setup;
    out->n_failures++;
}

void cr_laws_on_threads(unsigned n, void *(*run)(void *with), void *with)
{
    enum { THREADS_MAX = 64 };
    pthread_t threads[THREADS_MAX];
    unsigned started = 0;

    while (started + 1 < n && started < THREADS_MAX &&
           !pthread_create(&threads[started], NULL, run, with))
        started++;
    run(with);
    while (started)
        pthread_join(threads[--started], NULL);
}

cr_err cr_laws_run(const cr_laws_plan *plan, cr_laws_report *out)
{
    series s = {.plan = plan, .out = out, .chunk = chunk_size(plan->matches)};

    s.err = report_init(out, plan->game);
    if (s.err) {
        cr_laws_release(out);
        return s.err;
    }
    s.n_chunks = (plan->matches + s.chunk - 1) / s.chunk;
    pthread_mutex_init(&s.lock, NULL);
    pthread_cond_init(&s.turn, NULL);
    cr_laws_on_threads(plan->threads, work, &s);
    pthread_cond_destroy(&s.turn);
    pthread_mutex_destroy(&s.lock);
    if (s.err)
        cr_laws_release(out);
    else
        judge_cells(out, plan);
    return s.err;
}

/* ---- failures as text ---- */

static void write_setup(cr_text *out, const cr_game *game, const cr_setup *setup)
{
    cr_text_fmt(out, "  option seats=%u", setup->n_seats);
    for (unsigned i = 0; i < game->n_options; i++) {
        cr_text_fmt(out, " %s=", game->options[i].name);
        cr_option_print(out, &game->options[i], setup->option[i]);
    }
    cr_text_str(out, "\n  seed ");
    cr_text_hex(out, setup->seed, sizeof setup->seed);
    cr_text_fmt(out, "\n  start %llu\n", (unsigned long long)setup->start_ms);
}

static void write_line(cr_text *out, const cr_game *game, const cr_move *move)
{
    char text[192];

    cr_move_print(game, move, text, sizeof text);
    cr_seat.print(out, &move->seat, NULL);
    cr_text_fmt(out, " %s\n", text);
}

/* A position forgets who has answered its question already: these answers are played anew. */
static void write_answers(cr_text *out, const cr_game *game, const cr_state *s)
{
    cr_question q = s->q;

    for (q.open = q.asked & (uint16_t)~q.open; q.open && !s->is_over;) {
        uint8_t seat = cr_head_of(&q);
        cr_move pass = {.ticket = q.ticket, .seat = seat, .kind = CR_PASS};

        q.open &= (uint16_t)~CR_BIT(seat);
        write_line(out, game, q.form == CR_ALL ? &s->sealed[seat] : &pass);
    }
}

void cr_laws_world_write(const cr_game *game, const cr_state *state, const cr_move *move,
                         cr_laws_world *out)
{
    cr_text moves = cr_text_on(out->moves, sizeof out->moves);

    cr_position_print(game, state, out->position, sizeof out->position);
    out->moves[0] = 0;
    write_answers(&moves, game, state);
    if (move)
        write_line(&moves, game, move);
}

static void write_indented(cr_text *out, const char *text, const char *by)
{
    cr_span in = cr_span_of(text);

    while (in.at < in.end) {
        cr_span line = cr_span_line(&in);

        cr_text_str(out, by);
        cr_text_bytes(out, line.at, (size_t)(line.end - line.at));
        cr_text_char(out, '\n');
    }
}

void cr_laws_world_print(cr_text *out, const cr_laws_world *world)
{
    cr_text_str(out, "  position\n");
    write_indented(out, world->position, "    ");
    write_indented(out, world->moves, "  ");
}

static void write_case(cr_text *out, const cr_game *game, const cr_laws_failure *f,
                       const cr_laws_world *world, const char *name)
{
    cr_text_fmt(out, "case law %s%s\n", cr_law_name(f->law), name);
    write_setup(out, game, &f->setup);
    cr_laws_world_print(out, world);
}

size_t cr_laws_failure_print(const cr_game *game, const cr_laws_failure *f, char *buf, size_t cap)
{
    bool is_pair = *f->other.position;
    cr_text out = cr_text_on(buf, cap);

    cr_text_fmt(&out, "# law %s: %s\n# seen: %s\n", cr_law_name(f->law), cr_law_text(f->law),
                f->what);
    if (f->viewer != CR_LAWS_NOBODY) {
        cr_text_str(&out, "# about: ");
        cr_seat.print(&out, &f->viewer, NULL);
        cr_text_char(&out, '\n');
    }
    if (f->law == CR_LAW_VARIES)
        return out.len;
    cr_text_fmt(&out, "# match %llu, after %u moves\n", (unsigned long long)f->match, f->move);
    write_case(&out, game, f, &f->world, is_pair ? ", one world" : "");
    if (is_pair)
        write_case(&out, game, f, &f->other, ", the other world");
    return out.len;
}
