/* Matches for programs in JavaScript: one handle holds a match with everything that was told and its record. What croupier.h
 * gives in structs and callbacks comes here as text, because JavaScript can neither lay out the one nor make the other. */
#include "wasm/match_inside.h"
#include "ai/arena.h"
#include "kernel/feed.h"
#include "kernel/forms.h"
#include "kernel/say.h"

#include <stdlib.h>
#include <string.h>

/* ---- what a match keeps ---- */

static void *grown(void *at, size_t *cap, size_t want, size_t size)
{
    size_t larger = *cap ? *cap * 2 : 64;
    void *out;

    if (want <= *cap)
        return at;
    if (larger < want)
        larger = want;
    out = realloc(at, larger * size);
    if (out)
        *cap = larger;
    return out;
}

static void on_event(cr_sink *sink, const cr_event *event)
{
    match *m = (match *)sink;
    cr_event *events = grown(m->events, &m->events_cap, m->n_events + 1, sizeof *events);

    if (!events) {
        m->is_full = true;
        return;
    }
    m->events = events;
    m->events[m->n_events++] = *event;
}

bool cr_wasm_match_keep(match *m, const uint8_t *bytes, size_t len)
{
    uint8_t *record = grown(m->record, &m->record_cap, m->record_len + len, 1);

    if (!record) {
        m->is_full = true;
        return false;
    }
    m->record = record;
    memcpy(m->record + m->record_len, bytes, len);
    m->record_len += len;
    return true;
}

void cr_wasm_match_keep_move(match *m, const cr_move *move, uint64_t at_ms)
{
    uint8_t bytes[CR_RECORD_ENTRY];
    cr_record_entry entry = {.number = m->n_entries + 1,
                             .at_ms = at_ms,
                             .move = *move,
                             .hash = cr_state_hash(m->game, m->state)};

    cr_record_entry_write(&entry, bytes);
    m->n_entries += cr_wasm_match_keep(m, bytes, sizeof bytes);
}

static void on_played(cr_log *log, const cr_move *move, uint64_t at_ms, const cr_state *state)
{
    match *m = (match *)((char *)log - offsetof(match, log));

    (void)state;
    cr_wasm_match_keep_move(m, move, at_ms);
}

void cr_wasm_match_free(match *m)
{
    if (!m)
        return;
    free(m->state);
    free(m->view);
    free(m->events);
    free(m->record);
    free((void *)(uintptr_t)m->given);
    free(m);
}

match *cr_wasm_match_new(const cr_game *game)
{
    match *m = calloc(1, sizeof *m);

    if (!m)
        return NULL;
    m->sink.emit = on_event;
    m->log.played = on_played;
    m->game = game;
    m->state = malloc(cr_state_size(game));
    m->view = malloc(cr_view_size(game));
    if (m->state && m->view)
        return m;
    cr_wasm_match_free(m);
    return NULL;
}

/* ---- beginning ---- */

/* "name=value" lines. */
static cr_err read_options(const cr_game *game, cr_setup *setup, const char *text)
{
    cr_span rest = cr_span_of(text);

    while (rest.at < rest.end) {
        cr_span line = cr_span_line(&rest);
        char name[64], value[64];
        const char *sign = memchr(line.at, '=', (size_t)(line.end - line.at));
        cr_err err;

        if (line.at == line.end)
            continue;
        if (!sign || sign - line.at >= (ptrdiff_t)sizeof name ||
            line.end - sign > (ptrdiff_t)sizeof value)
            return CR_ERR_BAD_OPTION;
        memcpy(name, line.at, (size_t)(sign - line.at));
        name[sign - line.at] = 0;
        memcpy(value, sign + 1, (size_t)(line.end - sign - 1));
        value[line.end - sign - 1] = 0;
        err = cr_setup_option(game, setup, name, value);
        if (err)
            return err;
    }
    return CR_ERR_OK;
}

cr_err cr_wasm_setup(const cr_game *game, cr_setup *setup, unsigned n_seats, const uint8_t *seed,
                     uint64_t number, uint64_t start_ms, const char *options)
{
    cr_setup_init(game, setup);
    if (n_seats)
        setup->n_seats = (uint8_t)n_seats;
    if (n_seats > CR_SEATS_MAX)
        return CR_ERR_BAD_SEATS;
    if (seed)
        memcpy(setup->seed, seed, sizeof setup->seed);
    else
        cr_setup_pin(setup, number);
    setup->start_ms = start_ms;
    return read_options(game, setup, options);
}

match *cr_wasm_match_start(const cr_game *game, unsigned n_seats, const uint8_t *seed,
                           uint64_t number, uint64_t start_ms, const char *options,
                           const char *position)
{
    match *m = cr_wasm_match_new(game);
    uint8_t head[CR_RECORD_HEAD_MAX];
    char why[256] = "";
    unsigned line;
    cr_err err;

    if (!m) {
        cr_wasm_fail(cr_err_text(CR_ERR_MEMORY));
        return NULL;
    }
    err = cr_wasm_setup(game, &m->setup, n_seats, seed, number, start_ms, options);
    if (!err)
        err = position ? cr_position_parse(game, &m->setup, position, m->state, &m->sink, &line,
                                           why, sizeof why)
                       : cr_start(game, m->state, &m->setup, &m->sink);
    if (err) {
        cr_wasm_fail(*why ? why : cr_err_text(err));
        cr_wasm_match_free(m);
        return NULL;
    }
    m->is_placed = position != NULL;
    cr_rng_init(&m->rng, m->setup.seed, 1); /* stream 0 is the match's own */
    cr_wasm_match_keep(m, head, cr_record_head_write(game, &m->setup, m->match_id, head));
    return m;
}

/* ---- moving ---- */

typedef struct {
    const match *m;
    cr_refusal refusal;
    cr_move move;
    const char *typed; /* what was written, if it was */
} refused;

typedef void sayer(cr_text *out, const cr_game *game, const cr_state *state, const cr_move *move,
                   cr_refusal refusal, const char *typed);

/* A sentence for people; nobody here has a name. */
static void write_said(cr_json *j, const char *key, const refused *r, sayer *say)
{
    static const char *const nobody[CR_SEATS_MAX];
    char open[CR_SAY_MAX], named[CR_SAY_MAX];
    cr_text sentence = cr_text_on(open, sizeof open), out = cr_text_on(named, sizeof named);

    say(&sentence, r->m->game, r->m->state, &r->move, r->refusal, r->typed);
    cr_say_names(&out, open, nobody);
    cr_json_put_str(j, key, named);
}

static void write_refusal(cr_text *out, const void *with)
{
    const refused *r = with;
    const char *field = cr_field_name(r->m->game, &r->move, r->refusal);
    cr_json j = cr_json_on(out);

    cr_json_open(&j, '{');
    cr_json_put_str(&j, "code", cr_code_name(r->m->game, r->refusal.code));
    write_said(&j, "title", r, cr_say_title);
    write_said(&j, "because", r, cr_say_because);
    if (r->refusal.rule)
        cr_json_put_str(&j, "rule", cr_rule_id(r->m->game, r->refusal.rule));
    if (*field)
        cr_json_put_str(&j, "field", field);
    cr_json_close(&j, '}');
}

/* JavaScript may hand in any number. */
static bool is_seat(const match *m, unsigned seat)
{
    return seat < m->state->n_seats;
}

static bool is_viewer(const match *m, unsigned viewer)
{
    return is_seat(m, viewer) || viewer == CR_SPECTATOR;
}

/* Judges a move and, unless it is a dry run, plays it. Returns 0 if it is accepted, else the length of the refusal. */
static size_t take(match *m, const cr_move *move, const char *typed, uint64_t at_ms, bool is_dry)
{
    cr_refusal why;

    if (at_ms < cr_now(m->state))
        at_ms = cr_now(m->state); /* time does not go back */
    why = is_dry ? cr_judge(m->game, m->state, move, at_ms)
                 : cr_play(m->game, m->state, move, at_ms, &m->sink);

    if (why.code)
        return cr_wasm_write(write_refusal, &(refused){m, why, *move, typed});
    if (!is_dry)
        cr_wasm_match_keep_move(m, move, at_ms);
    return 0;
}

size_t cr_wasm_match_play(match *m, unsigned seat, const char *text, uint64_t at_ms, bool is_dry)
{
    cr_move move;
    cr_refusal why = cr_move_parse(m->game, m->state, (uint8_t)seat, text, &move);

    if (why.code)
        return cr_wasm_write(write_refusal, &(refused){m, why, move, text});
    return take(m, &move, text, at_ms, is_dry);
}

/* The moves of cr_wasm_match_offers and cr_wasm_match_bot, 16 bytes each, where JavaScript finds them. */
static cr_move moves[CR_WASM_MOVES];

const cr_move *cr_wasm_moves(void)
{
    return moves;
}

size_t cr_wasm_match_play_move(match *m, const cr_move *move, uint64_t at_ms, bool is_dry)
{
    return take(m, move, NULL, at_ms, is_dry);
}

size_t cr_wasm_match_idle(match *m, unsigned seat, uint64_t at_ms)
{
    cr_move move = cr_idle_move(m->state, (uint8_t)seat);

    return take(m, &move, NULL, at_ms, false);
}

uint32_t cr_wasm_match_clock(match *m, uint64_t now_ms)
{
    uint32_t before = m->n_entries;

    cr_run_clock(m->game, m->state, now_ms, &m->sink, &m->log);
    return m->n_entries - before;
}

size_t cr_wasm_match_offers(match *m, unsigned seat)
{
    bool is_all;

    if (!is_seat(m, seat))
        return 0;
    return cr_offers_list(m->game, m->state, (uint8_t)seat, moves, CR_WASM_MOVES, &is_all);
}

bool cr_wasm_match_sample(match *m, unsigned seat)
{
    return is_seat(m, seat) && cr_sample(m->game, m->state, (uint8_t)seat, &m->rng, moves);
}

bool cr_wasm_match_bot(match *m, unsigned seat, const char *name)
{
    const cr_bot *bot = cr_bot_find(name, m->game);
    cr_arena arena = {.game = m->game, .state = m->state, .view = m->view, .rng = m->rng};
    bool is_answered;

    if (!bot || seat >= m->state->n_seats)
        return false;
    arena.bots[seat] = bot;
    arena.desk.memory = malloc(cr_bot_memory(bot, m->game) + 1);
    is_answered = arena.desk.memory && cr_arena_ask(&arena, (uint8_t)seat, moves);
    free(arena.desk.memory);
    m->rng = arena.rng;
    return is_answered;
}

typedef struct {
    const match *m;
    const cr_move *move;
    size_t n;
} move_text;

static void write_moves(cr_text *out, const void *with)
{
    const move_text *t = with;
    cr_json j = cr_json_on(out);

    cr_json_open(&j, '[');
    for (size_t i = 0; i < t->n; i++) {
        char buf[256];

        cr_move_print(t->m->game, &t->move[i], buf, sizeof buf);
        cr_json_str(&j, buf);
    }
    cr_json_close(&j, ']');
}

size_t cr_wasm_match_moves_text(match *m, size_t n)
{
    return cr_wasm_write(write_moves,
                         &(move_text){m, moves, n < CR_WASM_MOVES ? n : CR_WASM_MOVES});
}

/* ---- looking ---- */

static void write_status(cr_text *out, const void *with)
{
    const match *m = with;
    const cr_question *q = cr_asked_now(m->state);
    const char *fault = cr_fault(m->state);
    int32_t score[CR_SEATS_MAX] = {0};
    cr_json j = cr_json_on(out);

    cr_score(m->game, m->state, score);
    cr_json_open(&j, '{');
    cr_json_put_uint(&j, "seats", m->state->n_seats);
    cr_json_put_bool(&j, "over", cr_is_over(m->state));
    cr_json_put_uint(&j, "now", cr_now(m->state));
    cr_json_key(&j, "question");
    if (q && !cr_is_over(m->state))
        cr_json_str(&j, m->game->questions[q->kind].word);
    else
        cr_json_null(&j);
    cr_json_key(&j, "due");
    if (cr_due(m->state) == UINT64_MAX)
        cr_json_null(&j);
    else
        cr_json_uint(&j, cr_due(m->state));
    cr_json_put_uint(&j, "moves", m->n_entries);
    cr_json_key(&j, "scores");
    cr_json_open(&j, '[');
    for (unsigned i = 0; i < m->state->n_seats; i++)
        cr_json_int(&j, score[i]);
    cr_json_close(&j, ']');
    if (fault)
        cr_json_put_str(&j, "fault", fault);
    cr_json_close(&j, '}');
}

size_t cr_wasm_match_status(const match *m)
{
    return cr_wasm_write(write_status, m);
}

unsigned cr_wasm_match_deciders(const match *m)
{
    return cr_deciders(m->state);
}

bool cr_wasm_match_is_over(const match *m)
{
    return cr_is_over(m->state);
}

uint64_t cr_wasm_match_hash(const match *m)
{
    return cr_state_hash(m->game, m->state);
}

static void write_view(cr_text *out, const void *with)
{
    const match *m = with;
    cr_json j = cr_json_on(out);

    cr_view_write_json(&j, m->game, m->view);
}

static void write_view_text(cr_text *out, const void *with)
{
    const match *m = with;

    cr_view_write(out, m->game, m->view);
}

size_t cr_wasm_match_view(match *m, unsigned viewer, bool is_text)
{
    if (!is_viewer(m, viewer))
        return cr_wasm_fail("there is no such viewer");
    cr_see(m->game, m->state, (uint8_t)viewer, m->view);
    return cr_wasm_write(is_text ? write_view_text : write_view, m);
}

static void write_position(cr_text *out, const void *with)
{
    const match *m = with;
    char *to = out->len < out->cap ? out->buf + out->len : NULL;

    out->len += cr_position_print(m->game, m->state, to, to ? out->cap - out->len : 0);
}

size_t cr_wasm_match_position(const match *m)
{
    return cr_wasm_write(write_position, m);
}

typedef struct {
    const match *m;
    uint8_t viewer;
    uint32_t from;
} event_list;

static void write_events(cr_text *out, const void *with)
{
    const event_list *l = with;
    cr_feed feed = {.events = l->m->events, .n = l->m->n_events, .cap = l->m->n_events};
    cr_feed_place place = {0};
    cr_event event;
    cr_json j = cr_json_on(out);

    cr_json_open(&j, '[');
    while (cr_feed_next(&feed, l->viewer, &place, &event)) {
        if (place.number <= l->from)
            continue;
        cr_json_open(&j, '{');
        cr_json_put_uint(&j, "n", place.number);
        cr_event_write_json(&j, l->m->game, &event);
        cr_json_close(&j, '}');
    }
    cr_json_close(&j, ']');
}

size_t cr_wasm_match_events(const match *m, unsigned viewer, uint32_t from)
{
    if (!is_viewer(m, viewer))
        return cr_wasm_fail("there is no such viewer");
    return cr_wasm_write(write_events, &(event_list){m, (uint8_t)viewer, from});
}

const cr_game *cr_wasm_match_game(const match *m)
{
    return m->game;
}
