#include "support/session.h"
#include "support/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- messages ---- */

void session_drop(session_lines *m)
{
    for (unsigned i = 0; i < m->n; i++)
        json_decref(m->line[i]);
    m->n = 0;
}

void session_take(host *h, unsigned i, session_lines *m)
{
    char *text = strdup(host_take(h, i)), *rest = text, *line;

    session_drop(m);
    while ((line = strsep(&rest, "\n")) && *line) {
        assert_in_range(m->n, 0, SESSION_LINES_MAX - 1);
        m->line[m->n] = json_loads(line, 0, NULL);
        assert_non_null(m->line[m->n++]);
    }
    free(text);
}

void session_ask(host *h, unsigned i, const char *line, session_lines *m)
{
    host_send(h, i, line);
    host_turn(h);
    session_take(h, i, m);
}

bool session_is(const json_t *line, const char *type)
{
    return !strcmp(json_string_value(json_object_get(line, "type")), type);
}

uint64_t session_number(const json_t *line, const char *key)
{
    return (uint64_t)json_integer_value(json_object_get(line, key));
}

const char *session_word(const json_t *line, const char *key)
{
    const char *text = json_string_value(json_object_get(line, key));

    return text ? text : "";
}

const json_t *session_nth(const session_lines *m, const char *type, unsigned k)
{
    for (unsigned i = 0; i < m->n; i++)
        if (session_is(m->line[i], type) && !k--)
            return m->line[i];
    return NULL;
}

unsigned session_count(const session_lines *m, const char *type)
{
    unsigned n = 0;

    while (session_nth(m, type, n))
        n++;
    return n;
}

const json_t *session_event(const session_lines *m, const char *kind, unsigned k)
{
    for (unsigned i = 0; i < m->n; i++) {
        const json_t *events = json_object_get(m->line[i], "events");

        for (size_t e = 0; e < json_array_size(events); e++)
            if (!strcmp(session_word(json_array_get(events, e), "event"), kind) && !k--)
                return json_array_get(events, e);
    }
    return NULL;
}

/* ---- a session ---- */

char session_noted[4096];

static void note(const char *kind, const char *text)
{
    size_t len = strlen(session_noted);

    snprintf(session_noted + len, sizeof session_noted - len, "%s %s\n", kind, text);
}

unsigned session_count_noted(const char *kind)
{
    unsigned n = 0;

    for (const char *at = session_noted; (at = strstr(at, kind)); at++)
        n++;
    return n;
}

bool session_is_loud;

void session_open(host *h, const char *seats, const char *options)
{
    session_noted[0] = 0;
    session_is_loud = true;
    host_open(h, cr_store_memory_open());
    h->lobby.config.note = note;
    assert_int_equal(host_create(h, "classic-battle", seats, options), CR_TROUBLE_NONE);
    host_turn(h);
    host_attach(h, 0, 0, -1);
    host_turn(h);
}

const cb_state *session_state(const host *h)
{
    return (const cb_state *)h->room->state;
}

uint8_t session_at(const host *h)
{
    return (uint8_t)(h->room->state->q.kind + 1);
}

static void hear(host *h)
{
    for (unsigned i = 0; i < h->room->n_seats && session_is_loud; i++)
        h->room->seats[i].heard_ms = h->clock.at_ms + 1000000;
}

void session_advance(host *h, uint64_t ms)
{
    uint64_t end = h->clock.at_ms + ms;

    hear(h);
    while (h->room->timer_ms <= end) {
        if (h->room->timer_ms > h->clock.at_ms)
            h->clock.at_ms = h->room->timer_ms;
        cr_lobby_tick(&h->lobby);
        host_turn(h);
    }
    h->clock.at_ms = end;
    cr_lobby_tick(&h->lobby);
    host_turn(h);
}

void session_jump(host *h, uint64_t ms)
{
    h->clock.at_ms += ms;
    hear(h);
    cr_lobby_tick(&h->lobby);
    host_turn(h);
}

void session_play(host *h, unsigned i, const char *move)
{
    static uint32_t id;

    host_move(h, i, ++id, move);
    host_turn(h);
}

void session_open_choice(host *h, const char *options)
{
    session_lines m = {.n = 0};

    session_open(h, "pb", options);
    session_play(h, 0, "startClicked 3");
    session_advance(h, 3400);
    assert_int_equal(session_at(h), ST_CHOICE);
    session_take(h, 0, &m);
    session_drop(&m);
}
