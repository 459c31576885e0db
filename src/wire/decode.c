#include "wire/decode.h"

enum { LINE_MAX = 4096 };

/* A value as the text forms write it; the parts of a list stand behind each other. */
static void write_value(cr_text *out, const json_t *value, char between)
{
    size_t i;
    const json_t *part;

    switch (json_typeof(value)) {
    case JSON_STRING:
        cr_text_bytes(out, json_string_value(value), json_string_length(value));
        break;
    case JSON_INTEGER:
        cr_text_int(out, json_integer_value(value));
        break;
    case JSON_TRUE:
    case JSON_FALSE:
        cr_text_str(out, json_is_true(value) ? "yes" : "no");
        break;
    case JSON_ARRAY:
        if (!json_array_size(value))
            cr_text_char(out, '-');
        json_array_foreach(value, i, part)
        {
            if (i)
                cr_text_char(out, between);
            write_value(out, part, between);
        }
        break;
    case JSON_NULL:
        cr_text_char(out, '?');
        break;
    default:
        cr_text_str(out, "{}");
    }
}

/* ---- views ---- */

static bool read_line(const cr_game *game, cr_view *view, const char *name, int row,
                      const json_t *value)
{
    char line[LINE_MAX];
    cr_text text = cr_text_on(line, sizeof line);
    cr_slip slip;

    if (!value)
        return false;
    cr_text_str(&text, name);
    if (row >= 0)
        cr_text_fmt(&text, " %d", row);
    cr_text_str(&text, ": ");
    write_value(&text, value, ' ');
    return !cr_text_is_full(&text) && cr_view_parse_line(game, cr_span_of(line), view, &slip);
}

static bool read_field(const cr_game *game, const cr_field *f, const json_t *tree, cr_view *view)
{
    const json_t *value = json_object_get(tree, f->name), *part;
    size_t i;

    if (!(f->flags & (CR_BY_SEAT | CR_ROWS)))
        return read_line(game, view, f->name, -1, value);
    if (!json_is_array(value))
        return false;
    json_array_foreach(value, i,
                       part) if (!read_line(game, view, f->name, (int)i, part)) return false;
    return true;
}

static bool read_number(const json_t *tree, const char *name, json_int_t max, json_int_t *out)
{
    const json_t *value = json_object_get(tree, name);

    *out = json_integer_value(value);
    return json_is_integer(value) && *out >= 0 && *out <= max;
}

static bool read_word(const char *word, const char *const *words, unsigned n, uint8_t *out)
{
    for (unsigned i = 0; word && i < n; i++)
        if (!strcmp(word, words[i])) {
            *out = (uint8_t)i;
            return true;
        }
    return false;
}

static bool read_question(const cr_game *game, const json_t *tree, cr_question *q)
{
    const char *asks = json_string_value(json_object_get(tree, "question"));
    json_int_t seats, open, first, ticket, budget, until, late = 0;
    unsigned kind = 0;

    if (json_is_null(tree))
        return true;
    while (asks && kind < game->n_questions && strcmp(game->questions[kind].word, asks))
        kind++;
    if (!asks || kind == game->n_questions ||
        !read_word(json_string_value(json_object_get(tree, "form")), cr_form_words, CR_FORMS,
                   &q->form) ||
        !read_number(tree, "seats", UINT16_MAX, &seats) ||
        !read_number(tree, "open", UINT16_MAX, &open) ||
        !read_number(tree, "first", CR_SEATS_MAX - 1, &first) ||
        !read_number(tree, "ticket", UINT32_MAX, &ticket) ||
        !read_number(tree, "budget", UINT32_MAX, &budget) ||
        !read_number(tree, "until", INT64_MAX, &until) ||
        (json_object_get(tree, "late") &&
         (!read_number(tree, "late", ticket, &late) || ticket - late >= UINT8_MAX)))
        return false;
    q->kind = (uint8_t)kind;
    q->asked = (uint16_t)seats;
    q->open = (uint16_t)open;
    q->first = (uint8_t)first;
    q->ticket = (uint32_t)ticket;
    q->budget_ms = (uint32_t)budget;
    q->deadline_ms = (uint64_t)until;
    if (json_object_get(tree, "late"))
        q->late_by = (uint8_t)(ticket + 1 - late);
    return true;
}

/* The move as people write it, from its members. */
static bool read_own(const cr_game *game, const json_t *tree, cr_view *view)
{
    const char *word = json_string_value(json_object_get(tree, "move"));
    char line[LINE_MAX];
    cr_text text = cr_text_on(line, sizeof line);
    const cr_kind *kind = game->kinds;

    if (json_is_null(tree))
        return true;
    while (word && kind < game->kinds + game->n_kinds && (!kind->word || strcmp(kind->word, word)))
        kind++;
    if (!word || kind == game->kinds + game->n_kinds)
        return false;
    cr_text_str(&text, word);
    for (const cr_field *f = kind->fields; f && f->name; f++) {
        char value[LINE_MAX];
        cr_text written = cr_text_on(value, sizeof value);
        const json_t *part = json_object_get(tree, f->name);

        /* A field without a byte of its own is for refusals and views only. */
        if (!part || !f->type->size)
            continue;
        write_value(&written, part, f->flags & CR_KEYED ? ',' : ' ');
        if (f->flags & CR_KEYED)
            cr_text_fmt(&text, " %s=%s", f->name, value);
        else if (f->flags & CR_LED)
            cr_text_fmt(&text, " %s %s", f->name, value);
        else
            cr_text_fmt(&text, " %s", value);
    }
    view->own = (cr_move){.ticket = view->q.ticket, .seat = view->viewer};
    return cr_move_read(game, cr_span_of(line), &view->own);
}

bool decode_view(const cr_game *game, const json_t *tree, cr_view *out)
{
    static const char *const head[] = {"viewer", "seats", "time", "over"};
    const json_t *effects = json_object_get(tree, "effects"), *effect;
    json_int_t paused;
    size_t i;

    memset(out, 0, game->view_size);
    for (i = 0; i < CR_COUNT_OF(head); i++)
        if (!read_line(game, out, head[i], -1, json_object_get(tree, head[i])))
            return false;
    if (out->n_seats < game->seats_min || out->n_seats > game->seats_max ||
        !read_number(tree, "paused", UINT16_MAX, &paused) || !json_is_array(effects))
        return false;
    out->paused = (uint16_t)paused;
    json_array_foreach(effects, i,
                       effect) if (!read_line(game, out, "effect", -1, effect)) return false;
    if (!json_object_get(tree, "asked") ||
        !read_question(game, json_object_get(tree, "asked"), &out->q) ||
        !json_object_get(tree, "own") || !read_own(game, json_object_get(tree, "own"), out))
        return false;
    for (const cr_field *f = game->view_fields; f && f->name; f++)
        if (!read_field(game, f, tree, out))
            return false;
    return true;
}

/* Members that are told are new, and gone where null is told. */
static void merge(json_t *object, json_t *changes)
{
    const char *name;
    json_t *value;

    json_object_foreach(changes, name, value)
    {
        if (json_is_null(value))
            json_object_del(object, name);
        else
            json_object_set(object, name, value);
    }
}

/* Of the question: with another ticket all who are asked may answer, unless it says otherwise. */
static void merge_asked(json_t *asked, json_t *changes)
{
    merge(asked, changes);
    if (json_object_get(changes, "ticket") && !json_object_get(changes, "open"))
        json_object_set(asked, "open", json_object_get(asked, "seats"));
}

/* Word, seat and rest of an event as the object it is where everything is told. */
static json_t *event_of(const json_t *news)
{
    json_t *event = json_object(), *seat = json_array_get(news, 1);

    json_object_set(event, "event", json_array_get(news, 0));
    if (json_is_integer(seat))
        json_object_set(event, "seat", seat);
    if (json_is_object(json_array_get(news, 2)))
        json_object_update(event, json_array_get(news, 2));
    return event;
}

void decode_changes(json_t *view, const json_t *update)
{
    json_t *changes = json_object_get(update, "changes"), *value;
    json_int_t at = json_integer_value(json_object_get(view, "time")) +
                    json_integer_value(json_object_get(update, "ms"));
    const char *name;

    json_object_set_new(view, "time", json_integer(at));
    json_object_foreach(changes, name, value)
    {
        json_t *old = json_object_get(view, name);

        if (!strcmp(name, "asked") && json_is_object(old) && json_is_object(value))
            merge_asked(old, value);
        else
            json_object_set(view, name, value);
    }
}

json_t *decode_news(const json_t *update)
{
    const json_t *news = json_object_get(update, "news"), *one;
    json_t *events = json_array();
    size_t i;

    if (!news) {
        json_decref(events);
        return json_incref(json_object_get(update, "events"));
    }
    json_array_foreach(news, i, one) json_array_append_new(events, event_of(one));
    return events;
}

/* ---- events ---- */

/* The field of this name in an event of this word, or NULL. */
static const cr_field *event_field(const cr_game *game, const char *word, const char *name)
{
    for (unsigned i = 0; word && i < game->n_events; i++)
        if (game->events[i].word && !strcmp(game->events[i].word, word))
            for (const cr_field *f = game->events[i].fields; f && f->name; f++)
                if (!strcmp(f->name, name))
                    return f;
    return NULL;
}

/* A rare field says nothing where it has the value that zero is written as. */
static bool is_silent(const cr_field *f, const char *written)
{
    static const uint8_t zero[CR_EVENT_DATA];
    char text[LINE_MAX];
    cr_text out = cr_text_on(text, sizeof text);

    if (!f || !(f->flags & CR_RARE))
        return false;
    cr_field_print(&out, &(cr_field){f->name, f->type, f->with, 0, f->count, 0}, zero, 0);
    return !strcmp(text, written);
}

/* What the server adds for people; no event has fields of these names. */
static bool is_words(const char *name)
{
    return !strcmp(name, "says") || !strcmp(name, "weight") || !strcmp(name, "because") ||
           !strcmp(name, "rule");
}

void decode_event(cr_text *out, const cr_game *game, const json_t *tree)
{
    const char *word = json_string_value(json_object_get(tree, "event"));
    const json_t *seat = json_object_get(tree, "seat"), *value;
    const char *name;

    cr_text_str(out, word ? word : "?");
    if (json_is_integer(seat) && json_integer_value(seat) >= 0 && json_integer_value(seat) < 16) {
        uint8_t number = (uint8_t)json_integer_value(seat);

        cr_text_char(out, ' ');
        cr_seat.print(out, &number, NULL);
    }
    if (word && !strcmp(word, cr_event_word(game, CR_EV_DEFAULT))) {
        const char *question = json_string_value(json_object_get(tree, "question"));

        cr_text_fmt(out, " %s", question ? question : "?");
        cr_default_write(out, json_is_true(json_object_get(tree, "timeout")),
                         json_string_value(json_object_get(tree, "move")));
        return;
    }
    json_object_foreach((json_t *)(uintptr_t)tree, name, value)
    {
        char text[LINE_MAX];
        cr_text written = cr_text_on(text, sizeof text);

        write_value(&written, value, ',');
        if (!strcmp(name, "event") || !strcmp(name, "seat") || !strcmp(name, "seq") ||
            is_words(name) || is_silent(event_field(game, word, name), text))
            continue;
        cr_text_char(out, ' ');
        if (strcmp(name, "question") && (seat || strcmp(name, "reason")))
            cr_text_fmt(out, "%s=", name);
        cr_text_str(out, text);
    }
}
