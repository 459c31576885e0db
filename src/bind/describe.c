/* Games, refusals and questions as JSON, drawings as text, bots by name, and games from modules: what a caller without C
 * needs of the tables. */
#include "ai/arena.h"
#include "base/json.h"
#include "bind/bind.h"
#include "draw/draw.h"
#include "kernel/forms.h"
#include "kernel/module.h"
#include "kernel/say.h"
#include "kernel/tables.h"

static void put(cr_json *j, const char *key, const char *value)
{
    cr_json_key(j, key);
    if (value)
        cr_json_str(j, value);
    else
        cr_json_null(j);
}

static void put_number(cr_json *j, const char *key, int64_t n)
{
    cr_json_put_int(j, key, n);
}

static void put_words(cr_json *j, const char *key, const char *const *words)
{
    cr_json_key(j, key);
    if (!words) {
        cr_json_null(j);
        return;
    }
    cr_json_open(j, '[');
    for (; *words; words++)
        cr_json_str(j, *words);
    cr_json_close(j, ']');
}

static void put_seats(cr_json *j, const char *key, uint16_t seats)
{
    cr_json_key(j, key);
    cr_json_open(j, '[');
    for (; seats; seats &= (uint16_t)(seats - 1))
        cr_json_uint(j, cr_bits_first(seats));
    cr_json_close(j, ']');
}

/* ---- the game ---- */

static void put_option(cr_json *j, const cr_option *option)
{
    cr_json_open(j, '{');
    put(j, "name", option->name);
    put(j, "title", option->title);
    put(j, "about", option->about);
    put_number(j, "normal", option->normal);
    put_number(j, "lowest", option->lo);
    put_number(j, "highest", option->hi);
    put_words(j, "words", option->words);
    put(j, "none", option->none);
    cr_json_close(j, '}');
}

static void put_kind(cr_json *j, const cr_kind *kind)
{
    cr_json_open(j, '{');
    put(j, "word", kind->word);
    cr_json_put_bool(j, "control", kind->flags & CR_CONTROL);
    cr_json_key(j, "arguments");
    cr_json_open(j, '[');
    for (const cr_field *field = kind->fields; field && field->name; field++)
        cr_json_str(j, field->name);
    cr_json_close(j, ']');
    cr_json_key(j, "largest");
    cr_json_open(j, '[');
    for (unsigned at = 0; at < CR_ARGS; at++)
        cr_json_uint(j, kind->max[at]);
    cr_json_close(j, ']');
    cr_json_close(j, '}');
}

size_t cr_game_json(const cr_game *game, char *buf, size_t cap)
{
    bind_numbers numbers = bind_numbers_of(game);
    cr_text out = cr_text_on(buf, cap);
    cr_json j = cr_json_on(&out);

    cr_json_open(&j, '{');
    put(&j, "name", game->name);
    put(&j, "title", game->title);
    put(&j, "about", game->about);
    put_number(&j, "rules_version", game->rules_version);
    cr_json_key(&j, "seats");
    cr_json_open(&j, '[');
    cr_json_uint(&j, game->seats_min);
    cr_json_uint(&j, game->seats_max);
    cr_json_close(&j, ']');
    cr_json_key(&j, "options");
    cr_json_open(&j, '[');
    for (unsigned i = 0; i < game->n_options; i++)
        put_option(&j, &game->options[i]);
    cr_json_close(&j, ']');
    cr_json_key(&j, "kinds");
    cr_json_open(&j, '[');
    for (unsigned i = 0; i < game->n_kinds; i++)
        put_kind(&j, &game->kinds[i]);
    cr_json_close(&j, ']');
    cr_json_key(&j, "questions");
    cr_json_open(&j, '[');
    for (unsigned i = 0; i < game->n_questions; i++)
        cr_json_str(&j, game->questions[i].word);
    cr_json_close(&j, ']');
    cr_json_key(&j, "actions");
    cr_json_open(&j, '{');
    put_number(&j, "n", numbers.n);
    cr_json_put_bool(&j, "by_parts", numbers.by_parts);
    cr_json_close(&j, '}');
    cr_json_close(&j, '}');
    return out.len;
}

size_t cr_chart_print(const cr_game *game, const char *form, char *buf, size_t cap)
{
    if (!strcmp(form, "json"))
        return cr_chart_json(game, buf, cap);
    if (!strcmp(form, "mermaid"))
        return cr_chart_mermaid(game, buf, cap);
    return strcmp(form, "dot") ? 0 : cr_chart_dot(game, buf, cap);
}

/* ---- words ---- */

typedef void sayer(cr_text *out, const cr_game *game, const cr_state *state, const cr_move *move,
                   cr_refusal refusal, const char *typed);

/* Nobody here has a name: seats stay numbers. */
static void put_said(cr_json *j, const char *key, const char *open)
{
    static const char *const nobody[CR_SEATS_MAX];
    char named[CR_SAY_MAX];
    cr_text out = cr_text_on(named, sizeof named);

    cr_say_names(&out, open, nobody);
    put(j, key, named);
}

static void put_sentence(cr_json *j, const char *key, sayer *say, const cr_game *game,
                         const cr_state *state, const cr_move *move, cr_refusal refusal,
                         const char *typed)
{
    char open[CR_SAY_MAX];
    cr_text out = cr_text_on(open, sizeof open);

    say(&out, game, state, move, refusal, typed);
    put_said(j, key, open);
}

size_t cr_refusal_json(const cr_game *game, const cr_state *state, const cr_move *move,
                       cr_refusal refusal, const char *typed, char *buf, size_t cap)
{
    cr_text out = cr_text_on(buf, cap);
    cr_json j = cr_json_on(&out);
    cr_move instead[CR_INSTEAD_MAX];
    uint8_t part[CR_INSTEAD_MAX];
    size_t n =
        move->seat < state->n_seats ? cr_instead(game, state, move, refusal, instead, part) : 0;

    cr_json_open(&j, '{');
    put(&j, "code", cr_code_name(game, refusal.code));
    put(&j, "text", cr_code_text(game, refusal.code));
    put(&j, "rule", cr_rule_id(game, refusal.rule));
    put(&j, "sentence", cr_rule_text(game, refusal.rule));
    put(&j, "field", cr_field_name(game, move, refusal));
    put_sentence(&j, "title", cr_say_title, game, state, move, refusal, typed);
    put_sentence(&j, "because", cr_say_because, game, state, move, refusal, typed);
    cr_json_key(&j, "instead");
    cr_json_open(&j, '[');
    for (size_t i = 0; i < n; i++) {
        char text[256];

        cr_move_print(game, &instead[i], text, sizeof text);
        cr_json_str(&j, text);
    }
    cr_json_close(&j, ']');
    cr_json_close(&j, '}');
    return out.len;
}

size_t cr_question_json(const cr_game *game, const cr_state *state, uint8_t viewer, char *buf,
                        size_t cap)
{
    const cr_question *q = &state->q;
    cr_text out = cr_text_on(buf, cap), said;
    cr_json j = cr_json_on(&out);
    char open[CR_SAY_MAX];

    if (state->is_over) {
        cr_json_null(&j);
        return out.len;
    }
    said = cr_text_on(open, sizeof open);
    cr_say_question(&said, game, state, viewer);
    cr_json_open(&j, '{');
    put(&j, "kind", cr_question_word(game, q->kind));
    put(&j, "form", cr_form_word(q->form));
    put_number(&j, "ticket", q->ticket);
    put_seats(&j, "asked", q->asked);
    put_seats(&j, "deciders", cr_deciders_to(game, state, viewer));
    put_number(&j, "budget_ms", q->budget_ms);
    put_said(&j, "text", open);
    cr_json_close(&j, '}');
    return out.len;
}

/* ---- offers ---- */

static void put_dim(cr_json *j, const cr_dim *dim)
{
    cr_json_open(j, '{');
    put_number(j, "at", dim->at);
    cr_json_key(j, dim->is_tally ? "tally" : dim->is_subset ? "subset" : "values");
    cr_json_open(j, '[');
    if (dim->is_tally)
        for (unsigned kind = 0; kind < CR_TALLY_KINDS; kind++)
            cr_json_uint(j, cr_tally_count(dim->set, kind));
    else
        for (uint64_t left = dim->set; left; left &= left - 1)
            cr_json_uint(j, cr_bits_first(left));
    cr_json_close(j, ']');
    if (dim->is_tally || dim->is_subset) {
        put_number(j, "least", dim->lo);
        put_number(j, "most", dim->hi);
    }
    cr_json_close(j, '}');
}

size_t cr_boxes_json(const cr_game *game, const cr_state *state, uint8_t seat, char *buf,
                     size_t cap)
{
    cr_text out = cr_text_on(buf, cap);
    cr_json j = cr_json_on(&out);
    cr_space space;

    cr_offers(game, state, seat, &space);
    cr_json_open(&j, '[');
    for (const cr_box *box = space.box; box < space.box + space.n; box++) {
        cr_json_open(&j, '{');
        put(&j, "kind", cr_kind_word(game, box->move.kind));
        cr_json_key(&j, "arguments");
        cr_json_open(&j, '[');
        for (unsigned at = 0; at < CR_ARGS; at++)
            cr_json_uint(&j, box->move.arg[at]);
        cr_json_close(&j, ']');
        cr_json_key(&j, "choices");
        cr_json_open(&j, '[');
        for (unsigned i = 0; i < box->n_dims; i++)
            put_dim(&j, &box->dim[i]);
        cr_json_close(&j, ']');
        cr_json_put_uint(&j, "size", box->size);
        cr_json_put_bool(&j, "exact", box->is_exact);
        cr_json_close(&j, '}');
    }
    cr_json_close(&j, ']');
    return out.len;
}

/* ---- events ---- */

static void keep(cr_sink *sink, const cr_event *event)
{
    cr_tape *tape = (cr_tape *)sink;

    if (tape->n < tape->cap)
        tape->events[tape->n] = *event;
    tape->n++;
}

void cr_tape_init(cr_tape *tape, cr_event *events, size_t cap)
{
    *tape = (cr_tape){{keep}, events, 0, cap};
}

/* ---- drawings ---- */

size_t cr_view_draw(const cr_game *game, const cr_view *view, unsigned columns, char *buf,
                    size_t cap)
{
    enum { COLUMNS_MAX = 200, ROWS_MAX = 40 };
    cell cells[ROWS_MAX * COLUMNS_MAX];
    unsigned wide = columns < 40 ? 40 : columns > COLUMNS_MAX ? COLUMNS_MAX : columns;
    sheet on = sheet_on(cells, ROWS_MAX, wide);
    scene of = {.game = game, .view = view};
    cr_text out = cr_text_on(buf, cap);

    draw_view(&on, &of);
    for (unsigned row = 0; row < on.used; row++) {
        sheet_row(&on, row, &out);
        cr_text_char(&out, '\n');
    }
    return out.len;
}

/* ---- modules ---- */

size_t cr_game_bytes(void)
{
    return sizeof(cr_game);
}

const cr_game *cr_module_game(const void *module, void *memory, char *why, size_t why_cap)
{
    static const cr_module_marks ours = CR_MODULE_MARKS;
    const cr_module *m = module;
    cr_game *game = memory;
    cr_text reason = cr_text_on(why, why ? why_cap : 0);

    if (memcmp(&m->marks, &ours, sizeof ours)) {
        cr_text_str(&reason, "it was built for another version of Croupier");
        return NULL;
    }
    if (!m->plain || !cr_tables_fit(m->plain, &reason))
        return NULL;
    *game = *m->plain;
    game->layout = cr_tables_layout(m->plain);
    game->places = m->places;
    return game;
}

/* ---- bots ---- */

size_t cr_bots_json(const cr_game *game, char *buf, size_t cap)
{
    cr_text out = cr_text_on(buf, cap);
    cr_json j = cr_json_on(&out);

    cr_json_open(&j, '[');
    for (size_t i = 0; i < cr_bot_count(); i++) {
        const cr_bot *bot = cr_bot_at(i);

        if (bot != cr_bot_find(bot->name, game))
            continue;
        cr_json_open(&j, '{');
        put(&j, "name", bot->name);
        put(&j, "about", bot->about);
        cr_json_close(&j, '}');
    }
    cr_json_close(&j, ']');
    return out.len;
}

size_t cr_bot_bytes(const cr_game *game, const char *name)
{
    const cr_bot *bot = cr_bot_find(name, game);

    return bot ? cr_bot_memory(bot, game) : SIZE_MAX;
}

bool cr_bot_answer(const cr_game *game, const cr_state *state, uint8_t seat, const char *name,
                   cr_rng *rng, cr_view *view, void *memory, cr_move *out)
{
    const cr_bot *bot = cr_bot_find(name, game);
    cr_arena arena = {.game = game,
                      .state = (cr_state *)(uintptr_t)state, /* asking changes nothing */
                      .view = view,
                      .desk = {.memory = memory},
                      .rng = *rng};
    bool is_answered;

    if (!bot || seat >= state->n_seats || !(cr_deciders(state) & CR_BIT(seat)))
        return false;
    arena.bots[seat] = bot;
    is_answered = cr_arena_ask(&arena, seat, out);
    *rng = arena.rng;
    return is_answered;
}
