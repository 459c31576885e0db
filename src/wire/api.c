/* The HTTP side: routes, and what is answered at once. Bytes in, bytes out; net brings the sockets. Games are described in
 * api_games.c, matches in api_matches.c, and made in api_make.c. */
#include "wire/api_inside.h"
#include "base/hash.h"
#include "host/shared.h"
#include "host/study.h"
#include "wire/analysis.h"
#include "wire/encode.h"
#include "wire/steps.h"

#include <stdio.h>
#include <stdlib.h>

const char api_json[] = "application/json";

/* ---- replies ---- */

/* What `write` writes, in memory to be freed; NULL after a reply that there is none left. */
static char *make_text(cr_request *r, void (*write)(cr_text *out, const void *with),
                       const void *with, size_t *len)
{
    cr_text text = cr_text_on(NULL, 0);
    size_t cap;
    char *buf;

    write(&text, with);
    cap = text.len + 1;
    buf = malloc(cap);
    if (!buf) {
        r->reply(r, 503, "text/plain", "no memory\n", 10);
        return NULL;
    }
    text = cr_text_on(buf, cap);
    write(&text, with);
    *len = text.len < cap ? text.len : cap - 1;
    return buf;
}

void api_reply_text(cr_request *r, unsigned status, const char *type,
                    void (*write)(cr_text *out, const void *with), const void *with)
{
    size_t len;
    char *buf = make_text(r, write, with, &len);

    if (buf)
        r->reply(r, status, type, buf, len);
    free(buf);
}

/* JSON that is asked for again and again: with a tag, and only the tag to who has it already. The tag is a weak one, the
 * same for the bytes as they are and compressed. */
void api_reply_tagged(cr_request *r, void (*write)(cr_text *out, const void *with),
                      const void *with)
{
    size_t len;
    char *buf = make_text(r, write, with, &len);
    bool is_known;

    if (!buf)
        return;
    snprintf(r->etag, sizeof r->etag, "W/\"%016llx\"", (unsigned long long)cr_hash(buf, len));
    is_known = r->known && strstr(r->known, r->etag);
    r->reply(r, is_known ? 304 : 200, api_json, buf, is_known ? 0 : len);
    free(buf);
}

typedef struct {
    cr_trouble trouble;
    const char *field;
} trouble_reply;

static void write_trouble(cr_text *out, const void *with)
{
    const trouble_reply *t = with;
    cr_json j = cr_json_on(out);

    cr_json_open(&j, '{');
    cr_json_put_str(&j, "code", cr_trouble_name(t->trouble));
    cr_json_put_str(&j, "reason", cr_trouble_text(t->trouble));
    cr_json_put_str(&j, "title", cr_trouble_title(t->trouble));
    cr_json_put_str(&j, "because", cr_trouble_because(t->trouble));
    if (*t->field)
        cr_json_put_str(&j, "field", t->field);
    cr_json_close(&j, '}');
}

void api_reply_trouble(cr_request *r, cr_trouble trouble, const char *field)
{
    trouble_reply t = {trouble, field};

    r->wire->stats.troubles[trouble]++;
    api_reply_text(r, cr_trouble_status(trouble), api_json, write_trouble, &t);
}

static void reply_record(cr_request *r, cr_room *room)
{
    uint8_t *bytes;
    size_t len;
    cr_trouble trouble = cr_room_record(room, &bytes, &len);

    if (trouble) {
        api_reply_trouble(r, trouble, "");
        return;
    }
    r->reply(r, 200, "application/octet-stream", bytes, len);
    free(bytes);
}

/* Whose eyes the path names: a seat, `spectator`, `all`, or `outline`. */
static bool read_eyes(cr_span word, const cr_room *room, uint8_t *as)
{
    int64_t seat;

    if (cr_span_is(word, "spectator"))
        *as = CR_SPECTATOR;
    else if (cr_span_is(word, "all"))
        *as = STEPS_ALL;
    else if (cr_span_is(word, "outline"))
        *as = STEPS_OUTLINE;
    else if (cr_span_int(&word, 0, room->n_seats - 1, &seat) && word.at == word.end)
        *as = (uint8_t)seat;
    else
        return false;
    return true;
}

/* The path is EYES/FROM. */
static void reply_steps(cr_request *r, cr_room *room, cr_span path)
{
    const char *slash = memchr(path.at, '/', (size_t)(path.end - path.at));
    cr_trouble trouble;
    int64_t from;
    uint8_t as;
    char *json;
    size_t len;

    if (slash) {
        cr_span eyes = {path.at, slash}, number = {slash + 1, path.end};

        if (read_eyes(eyes, room, &as) && cr_span_int(&number, 0, UINT32_MAX, &from) &&
            number.at == number.end) {
            trouble = steps_write(room, as, (uint32_t)from, &json, &len);
            if (trouble) {
                api_reply_trouble(r, trouble, "");
                return;
            }
            r->reply(r, 200, api_json, json, len);
            free(json);
            return;
        }
    }
    api_reply_trouble(r, CR_TROUBLE_NO_ROUTE, "");
}

static void reply_analysis(cr_request *r, cr_room *room, cr_span number)
{
    cr_trouble trouble = CR_TROUBLE_NO_ROUTE;
    int64_t from;
    char *json;
    size_t len;

    if (cr_span_int(&number, 0, UINT32_MAX, &from) && number.at == number.end)
        trouble = analysis_write(r->wire, room, (uint32_t)from, &json, &len);
    if (trouble) {
        api_reply_trouble(r, trouble, "");
        return;
    }
    r->reply(r, 200, api_json, json, len);
    free(json);
}

/* ---- metrics ---- */

static void write_metrics(cr_text *out, const void *with)
{
    cr_metrics_write(out, (cr_wire *)(uintptr_t)with);
}

/* ---- studies ---- */

static cr_trouble play_study(cr_session *s, const proto_in *in, uint32_t after)
{
    const msg_study *m = &in->study;
    const cr_json_part *item = m->moves ? cr_json_first(m->moves) : NULL;

    for (uint32_t i = 0; m->moves && i < m->moves->n; i++, item = cr_json_next(&in->parts, item)) {
        cr_span text = cr_span_of(item->text);
        int64_t seat;

        if (!cr_span_int(&text, 0, s->peer.room->n_seats - 1, &seat))
            return CR_TROUBLE_BAD_FIELD;
        if (!cr_study_play(&s->peer, (uint8_t)seat, i + 1, cr_span_trim(text).at, after))
            return s->peer.room->state->fault ? CR_TROUBLE_BROKEN : CR_TROUBLE_NONE;
    }
    if (m->has & PROTO_HAS(study, check))
        cr_study_check(&s->peer, m->check);
    return CR_TROUBLE_NONE;
}

/* A session that is no connection takes down what the table tells; the reply is that. */
static cr_trouble study(cr_request *r, const proto_in *in, const char **field)
{
    const msg_study *m = &in->study;
    cr_order order = {.game = cr_game_find(m->game)};
    uint32_t after = m->has & PROTO_HAS(study, after) ? m->after : 0;
    cr_session s = {.wire = r->wire};
    cr_trouble trouble;

    *field = "game";
    if (!order.game)
        return CR_TROUBLE_NO_GAME;
    cr_setup_init(order.game, &order.setup);
    *field = "options";
    if (m->has & PROTO_HAS(study, options) &&
        (trouble = api_set_options(r->wire->lobby, &order, in, m->options)))
        return trouble;
    *field = "seat";
    s.peer.viewer = (uint8_t)m->seat;
    s.peer.wants = CR_WANTS_VIEW | CR_WANTS_OFFERS | CR_WANTS_WORDS;
    if (m->seat >= order.setup.n_seats)
        return CR_TROUBLE_BAD_FIELD;
    *field = "position";
    trouble = cr_study_open(r->wire->lobby, order.game, &order.setup, m->position, &s.peer, after);
    if (!trouble) {
        *field = "moves";
        trouble = play_study(&s, in, after);
        cr_study_close(&s.peer);
    }
    if (!trouble)
        r->reply(r, 200, "application/x-ndjson", s.out ? s.out + CR_OUT_FRONT : NULL, s.out_len);
    cr_session_drop(&s);
    return trouble;
}

/* ---- routes ---- */

static bool is_method(cr_request *r, const char *method)
{
    if (!strcmp(r->method, method))
        return true;
    api_reply_trouble(r, CR_TROUBLE_BAD_METHOD, "");
    return false;
}

static void handle_match(cr_request *r, cr_span path)
{
    uint8_t match[CR_MATCH_ID];
    cr_trouble trouble = CR_TROUBLE_NO_ROUTE;
    const char *field = "";
    cr_room *room;
    proto_in in;

    if (path.end - path.at < 32 ||
        !cr_span_hex(&(cr_span){path.at, path.at + 32}, match, CR_MATCH_ID)) {
        api_reply_trouble(r, CR_TROUBLE_NO_ROUTE, "");
        return;
    }
    path.at += 32;
    room = cr_lobby_seek(r->wire->lobby, match, &r->seeker, &trouble);
    if (!room && !trouble)
        return; /* it is being looked for: `found` goes on */
    if (!room || !room->applied) {
        api_reply_trouble(r, room ? CR_TROUBLE_NO_MATCH : trouble, "");
    } else if (path.at == path.end) {
        if (is_method(r, "GET"))
            api_reply_text(r, 200, api_json, api_write_match, room);
    } else if (cr_span_is(path, "/record")) {
        if (is_method(r, "GET"))
            reply_record(r, room);
    } else if (cr_span_lead(&path, "/steps/")) {
        if (is_method(r, "GET"))
            reply_steps(r, room, path);
    } else if (cr_span_lead(&path, "/analysis/")) {
        if (is_method(r, "GET"))
            reply_analysis(r, room, path);
    } else if (cr_span_is(path, "/join")) {
        if (!is_method(r, "POST"))
            return;
        trouble = proto_read_body(MSG_join, r->body, r->body_len, &in, &field);
        if (!trouble)
            trouble = api_join(r, room, &in.join, &field);
        if (trouble)
            api_reply_trouble(r, trouble, field);
    } else {
        api_reply_trouble(r, CR_TROUBLE_NO_ROUTE, "");
    }
}

static void handle_matches(cr_request *r)
{
    const char *field;
    cr_trouble trouble;
    proto_in in;

    if (!strcmp(r->method, "GET")) {
        api_reply_matches(r);
        return;
    }
    if (!is_method(r, "POST"))
        return;
    trouble = proto_read_body(MSG_create, r->body, r->body_len, &in, &field);
    if (!trouble)
        trouble = api_create(r, &in, &field);
    if (trouble)
        api_reply_trouble(r, trouble, field);
}

static void handle_study(cr_request *r)
{
    const char *field;
    cr_trouble trouble;
    proto_in in;

    if (!is_method(r, "POST"))
        return;
    trouble = proto_read_body(MSG_study, r->body, r->body_len, &in, &field);
    if (!trouble)
        trouble = study(r, &in, &field);
    if (trouble)
        api_reply_trouble(r, trouble, field);
}

/* Does this server do its work? Not if nothing can be stored. */
static void reply_health(cr_request *r)
{
    cr_lobby *lobby = r->wire->lobby;
    cr_shared *shared = lobby->config.store->shared;
    const char *trouble = lobby->is_stopping  ? "stopping"
                          : shared            ? shared->trouble(shared)
                          : lobby->is_failing ? "the store cannot be written"
                                              : NULL;
    char text[320];
    int len = snprintf(text, sizeof text, "%s\n", trouble ? trouble : "ok");

    r->reply(r, trouble ? 503 : 200, "text/plain", text, (size_t)len);
}

static void route(cr_request *r)
{
    cr_wire *wire = r->wire;
    cr_span path = cr_span_of(r->path);
    const cr_game *game;

    if (cr_span_is(path, "/healthz")) {
        if (is_method(r, "GET"))
            reply_health(r);
    } else if (cr_span_is(path, "/metrics")) {
        if (is_method(r, "GET"))
            api_reply_text(r, 200, "text/plain; version=0.0.4", write_metrics, wire);
    } else if (cr_span_is(path, "/api/games")) {
        if (is_method(r, "GET"))
            api_reply_tagged(r, api_write_games, NULL);
    } else if (cr_span_lead(&path, "/api/games/")) {
        game = cr_game_find(path.at);
        if (!game)
            api_reply_trouble(r, CR_TROUBLE_NO_GAME, "");
        else if (is_method(r, "GET"))
            api_reply_tagged(r, api_write_game, game);
    } else if (cr_span_is(path, "/api/matches")) {
        handle_matches(r);
    } else if (cr_span_lead(&path, "/api/matches/")) {
        handle_match(r, path);
    } else if (cr_span_is(path, "/api/study")) {
        handle_study(r);
    } else {
        api_reply_trouble(r, CR_TROUBLE_NO_ROUTE, "");
    }
}

/* The match it is about is at hand, or elsewhere: the client asks the same of whoever has it. */
static void found(cr_seeker *seeker, cr_trouble trouble, const char *address)
{
    cr_request *r = (cr_request *)((char *)seeker - offsetof(cr_request, seeker));

    if (!trouble) {
        route(r);
        return;
    }
    if (trouble == CR_TROUBLE_MOVED && *address)
        snprintf(r->location, sizeof r->location, "%s%s", address, r->path);
    api_reply_trouble(r, trouble == CR_TROUBLE_MOVED && !*address ? CR_TROUBLE_AWAY : trouble, "");
}

void cr_api_handle(cr_wire *wire, cr_request *r)
{
    r->wire = wire;
    r->waiter = (cr_waiter){.done = api_made};
    r->seeker = (cr_seeker){.found = found};
    r->location[0] = 0;
    r->mine = 0;
    wire->stats.http_requests++;
    route(r);
}

void cr_api_cancel(cr_request *r)
{
    cr_seeker_cancel(&r->seeker);
    cr_waiter_cancel(&r->waiter);
}
