/* The server sends views; what may be done follows from a world made up to fit the view, in which this seat's offers
 * and refusals are the same. So the list of moves and the reason of a refusal are there at once, and only a move that
 * will be accepted is sent. A connection that breaks is made anew; nothing is lost or played twice by that. */
#include "terminal/joined.h"
#include "cli/progress.h"
#include "base/json.h"
#include "net/client.h"
#include "wire/decode.h"

#include <ctype.h>
#include <poll.h>
#include <sodium.h>
#include <stdlib.h>

enum {
    HEX = 32,          /* digits of an id or a token */
    BODY_MAX = 4096,   /* of a request */
    ALIVE_MS = 5000,   /* signs of life; the server asks for them where a game does */
    AGAIN_MS = 1000,   /* between two attempts to connect */
    ATTEMPTS_MAX = 30, /* until the connection counts as lost */
    OPEN_MS = 10000,   /* for a server to answer when joining */
    MOVES_MAX = 5      /* from one server to the next until it counts as lost */
};

typedef struct {
    const char *method, *path, *body;
} request;

typedef struct {
    table t; /* first */
    uv_loop_t loop;
    uv_timer_t timer;
    net_server server; /* that we were given */
    net_server there;  /* where the match is: the same, or where it has sent us */
    net_client http, ws;
    const request *asked; /* what is sent once http is up */
    cr_rng rng;
    char match[HEX + 1], token[HEX + 1];
    uint8_t part[32]; /* of the seed, while the match has not begun */
    uint32_t drawn;   /* the start it is for; 0: none yet */
    char fault[256];  /* what ended it; "" while it goes on */
    char reply[BODY_MAX], location[512];
    unsigned status;            /* of the last request; 0: none yet */
    double offset_ms;           /* the server's clock less ours */
    uint32_t id;                /* of our last move */
    uint32_t n;                 /* of the last update */
    json_t *view;               /* the last one as it came, for changes to be put into */
    unsigned attempts, n_moves; /* n_moves: from server to server since we were attached */
    bool is_moving;             /* the connection is made anew elsewhere, at once */
    bool is_attached, has_news, is_http_open, is_ws_open, is_begun;
    unsigned n_closing;
} joined;

static joined *of_client(net_client *c)
{
    return c->tcp.data;
}

static double local_ms(void)
{
    return progress_seconds() * 1000;
}

static bool is_hex(const char *text)
{
    for (unsigned i = 0; i < HEX; i++)
        if (!isxdigit((unsigned char)text[i]))
            return false;
    return !isxdigit((unsigned char)text[HEX]);
}

/* ---- messages out ---- */

static void send_text(joined *j, const cr_text *text)
{
    if (j->is_attached && !cr_text_is_full(text))
        net_client_send(&j->ws, text->buf, text->len);
}

/* {"type":TYPE and what follows; the caller closes it. */
static cr_json begin_message(cr_text *out, const char *type)
{
    cr_json json = cr_json_on(out);

    cr_json_open(&json, '{');
    cr_json_key(&json, "type");
    cr_json_str(&json, type);
    return json;
}

static void send_word(joined *j, const char *type)
{
    char text[64];
    cr_text out = cr_text_on(text, sizeof text);
    cr_json json = begin_message(&out, type);

    cr_json_close(&json, '}');
    send_text(j, &out);
}

static void tell_empty(table *t)
{
    char text[64];
    cr_text out = cr_text_on(text, sizeof text);
    cr_json json = begin_message(&out, "empty");

    cr_json_key(&json, "mode");
    cr_json_str(&json, t->passes_empty ? "auto" : "ask");
    cr_json_close(&json, '}');
    send_text((joined *)t, &out);
}

static void send_hex(joined *j, const char *type, uint32_t number, const uint8_t bytes[32])
{
    char text[256], hex[65];
    cr_text out = cr_text_on(text, sizeof text), digits = cr_text_on(hex, sizeof hex);
    cr_json json = begin_message(&out, type);

    cr_text_hex(&digits, bytes, 32);
    if (number) {
        cr_json_key(&json, "number");
        cr_json_uint(&json, number);
    }
    cr_json_key(&json, number ? "part" : "seal");
    cr_json_str(&json, hex);
    cr_json_close(&json, '}');
    send_text(j, &out);
}

/* Commits to a part of the seed for this start: a fresh one, unless one was sent for it before. */
static void send_seal(joined *j, uint32_t start)
{
    cr_span hex = cr_span_of(j->match);
    uint8_t match[HEX / 2], seal[32];

    if (j->t.seat >= CR_SEATS_MAX || !cr_span_hex(&hex, match, sizeof match))
        return;
    if (j->drawn != start)
        randombytes_buf(j->part, sizeof j->part);
    j->drawn = start;
    cr_part_seal(match, j->t.seat, j->part, seal);
    send_hex(j, "seal", 0, seal);
}

static void attach(joined *j)
{
    char text[256];
    cr_text out = cr_text_on(text, sizeof text);
    cr_json json = begin_message(&out, "attach");

    cr_json_key(&json, "match");
    cr_json_str(&json, j->match);
    if (*j->token) {
        cr_json_key(&json, "token");
        cr_json_str(&json, j->token);
    }
    /* Who comes back wants what happened in between, one update after the other. */
    if (j->t.has_view) {
        cr_json_key(&json, "after");
        cr_json_uint(&json, j->n);
    }
    cr_json_key(&json, "view");
    cr_json_str(&json, "changes");
    cr_json_key(&json, "words");
    cr_json_bool(&json, true);
    cr_json_close(&json, '}');
    j->is_attached = true;
    send_text(j, &out);
}

/* ---- messages in ---- */

static const char *text_of(const json_t *tree, const char *name)
{
    const char *text = json_string_value(json_object_get(tree, name));

    return text ? text : "";
}

/* A sentence of the server, cleaned, with the names of the table. */
static void clean_words(const joined *j, cr_text *out, const char *says)
{
    char clean[TABLE_TEXT];
    cr_text text = cr_text_on(clean, sizeof clean);

    sheet_clean(&text, says);
    table_fill(&j->t, clean, out);
}

/* Something to tell the person, cleaned: it came from outside. */
static void tell_trouble(joined *j, const char *what, const json_t *tree)
{
    cr_text out = cr_text_on(j->t.trouble, sizeof j->t.trouble);

    cr_text_str(&out, what);
    clean_words(j, &out, text_of(tree, "title"));
    cr_text_char(&out, ' ');
    clean_words(j, &out, text_of(tree, "because"));
    if (*text_of(tree, "rule")) {
        cr_text_str(&out, " (");
        sheet_clean(&out, text_of(tree, "rule"));
        cr_text_char(&out, ')');
    }
}

static void take_attached(joined *j, const json_t *tree)
{
    const cr_game *game = cr_game_find(text_of(tree, "game"));
    json_int_t seat = json_integer_value(json_object_get(tree, "seat"));
    json_int_t version = json_integer_value(json_object_get(tree, "rules_version"));

    if (!game || (j->t.game && j->t.game != game)) {
        cr_text out = cr_text_on(j->fault, sizeof j->fault);

        cr_text_str(&out, "the match is of '");
        sheet_clean(&out, text_of(tree, "game"));
        cr_text_str(&out, game ? "'" : "', a game that this program does not have");
        return;
    }
    if (version != game->rules_version) {
        snprintf(j->fault, sizeof j->fault,
                 "the server plays %s with rules version %lld; this program has version %u",
                 game->name, (long long)version, game->rules_version);
        return;
    }
    if (!j->t.game || !j->t.state) {
        j->t.game = game;
        j->t.state = calloc(1, game->state_size);
        j->t.view = calloc(1, game->view_size);
    }
    if (!j->t.state || !j->t.view) {
        snprintf(j->fault, sizeof j->fault, "no memory left");
        return;
    }
    j->t.seat = seat >= 0 && seat < CR_SEATS_MAX ? (uint8_t)seat : CR_SPECTATOR;
    j->id = (uint32_t)json_integer_value(json_object_get(tree, "last_id"));
    j->offset_ms = (double)json_integer_value(json_object_get(tree, "now")) - local_ms();
    j->is_begun = json_is_true(json_object_get(tree, "begun"));
    j->attempts = 0;
    j->t.is_cut = false;
    j->t.left_alone = 0; /* what was under way is asked again if it did not arrive */
    if (j->t.passes_empty && j->t.seat < CR_SEATS_MAX)
        tell_empty(&j->t);
    if (!j->is_begun)
        send_seal(j, j->drawn ? j->drawn : 1);
}

/* How the seed is drawn. */
static void take_drawing(joined *j, const json_t *tree)
{
    uint32_t start = (uint32_t)json_integer_value(json_object_get(tree, "number"));
    const char *stage = text_of(tree, "stage");

    if (!strcmp(stage, "seal"))
        send_seal(j, start);
    else if (!strcmp(stage, "open") && start == j->drawn)
        send_hex(j, "open", start, j->part);
    else if (!strcmp(stage, "void"))
        table_tell(&j->t, "the deal is drawn once more: somebody did not open a part of the seed",
                   "The deal is drawn once more: somebody did not open a part of the seed.");
}

/* A pass is sent for us, or until some moment we look as if one were. */
static void take_passing(joined *j, const json_t *tree)
{
    double left =
        (double)json_integer_value(json_object_get(tree, "at")) - local_ms() - j->offset_ms;
    char line[128];

    if (json_is_true(json_object_get(tree, "passes"))) {
        j->t.passing = (uint32_t)json_integer_value(json_object_get(tree, "ticket"));
        table_tell(&j->t, "you can only pass: the referee does it for you",
                   "you can only pass: the referee does it for you");
    } else if (left > 0) {
        snprintf(line, sizeof line, "for %.1f s you look like somebody who can only pass",
                 left / 1000);
        table_tell(&j->t, line, line);
    }
}

/* The hint we have asked for. */
static void take_hinted(joined *j, const json_t *tree)
{
    const json_t *moves = json_object_get(tree, "moves");
    size_t n = json_array_size(moves);

    table_tell_hints(&j->t, (unsigned)n,
                     (uint32_t)json_integer_value(json_object_get(tree, "worlds")));
    for (size_t i = 0; i < n; i++) {
        const json_t *one = json_array_get(moves, i);
        char says[TABLE_TEXT];
        cr_text text = cr_text_on(says, sizeof says);

        clean_words(j, &text, text_of(one, "says"));
        table_tell_hint(&j->t, (unsigned)i + 1, says,
                        json_number_value(json_object_get(one, "worth")),
                        json_number_value(json_object_get(one, "error")));
    }
}

/* A line of the server's that is no event, with the name of a seat in front. */
static void tell_about(joined *j, json_int_t seat, const char *you, const char *they)
{
    char line[TABLE_TEXT];
    cr_text out = cr_text_on(line, sizeof line);

    if (seat == j->t.seat)
        cr_text_fmt(&out, "You %s", you);
    else if (seat >= 0 && seat < CR_SEATS_MAX && *j->t.names[seat])
        cr_text_fmt(&out, "%s %s", j->t.names[seat], they);
    else
        cr_text_fmt(&out, "Player %d %s", (int)seat + 1, they);
    table_tell(&j->t, line, line);
}

/* A rematch is offered, or no longer. */
static void take_offered(joined *j, const json_t *tree)
{
    json_int_t by = json_integer_value(json_object_get(tree, "by"));
    const char *why = text_of(tree, "why");

    j->t.has_offer = json_is_true(json_object_get(tree, "open"));
    if (j->t.has_offer) {
        j->t.is_offer_swapped = !strcmp(text_of(tree, "seats"), "swap");
        tell_about(
            j, by,
            j->t.is_offer_swapped ? "ask for a rematch, seats swapped." : "ask for a rematch.",
            j->t.is_offer_swapped ? "asks for a rematch, seats swapped." : "asks for a rematch.");
    } else if (!strcmp(why, "declined")) {
        tell_about(j, by, "do not want a rematch.", "does not want a rematch.");
    } else {
        why = !strcmp(why, "expired") ? "Nobody answered: no rematch."
                                      : "The table of the rematch could not be made.";
        table_tell(&j->t, why, why);
    }
}

static void say_back(joined *j)
{
    snprintf(j->t.back, sizeof j->t.back, "http%s://%s/%s?token=%s", j->server.trust ? "s" : "",
             j->server.host, j->match, j->token);
}

/* The table of a rematch is there: with a token this one becomes it. */
static void take_rematched(joined *j, const json_t *tree)
{
    const char *match = text_of(tree, "match"), *token = text_of(tree, "token");

    if (!is_hex(match) || !is_hex(token))
        return;
    memcpy(j->match, match, HEX);
    memcpy(j->token, token, HEX);
    say_back(j);
    j->t.has_view = j->t.is_over = j->t.has_offer = false;
    j->t.n_why = 0;
    j->t.left_alone = j->t.passing = 0;
    j->t.seed[0] = j->t.end[0] = 0;
    j->n = j->id = j->drawn = 0;
    memset(&j->t.why, 0, sizeof j->t.why);
    memset(j->t.names, 0, sizeof j->t.names);
    table_tell(&j->t, "the rematch begins", "The rematch begins.");
    attach(j); /* a connection is at one match at a time */
}

static void take_seats(joined *j, const json_t *tree)
{
    const json_t *seats = json_object_get(tree, "seats"), *seat;
    uint16_t wanted = j->t.want_pause;
    size_t i;

    j->t.n_people = 0;
    j->t.want_pause = 0;
    j->t.n_watching = (unsigned)json_integer_value(json_object_get(tree, "watching"));

    json_array_foreach(seats, i, seat)
    {
        cr_text out;

        if (i >= CR_SEATS_MAX)
            break;
        out = cr_text_on(j->t.names[i], sizeof j->t.names[i]);
        sheet_clean(&out, text_of(seat, "name"));
        if (!strcmp(text_of(seat, "kind"), "open"))
            cr_text_str(&out, "(open)");
        else if (!strcmp(text_of(seat, "kind"), "person") &&
                 !json_is_true(json_object_get(seat, "here")))
            cr_text_str(&out, " (away)");
        j->t.n_people += !strcmp(text_of(seat, "kind"), "person");
        if (json_is_true(json_object_get(seat, "wants_pause")))
            j->t.want_pause |= (uint16_t)CR_BIT(i);
    }
    for (wanted = j->t.want_pause & (uint16_t)~wanted; wanted; wanted &= wanted - 1)
        tell_about(j, cr_bits_first(wanted), "want a pause; all others must want it too.",
                   "wants a pause ('pause': so do I).");
}

static void take_over(joined *j, const json_t *over)
{
    const json_t *scores = json_object_get(over, "scores"), *score, *why;
    cr_text end = cr_text_on(j->t.end, sizeof j->t.end);
    cr_text seed = cr_text_on(j->t.seed, sizeof j->t.seed);
    size_t i;

    if (!over)
        return;
    json_array_foreach(scores, i, score) if (i < CR_SEATS_MAX) j->t.score[i] =
        (int32_t)json_integer_value(score);
    sheet_clean(&seed, text_of(over, "seed"));
    sheet_clean(&end, text_of(over, "says"));
    j->t.n_why = 0;
    json_array_foreach(json_object_get(over, "why"), i, why)
    {
        char says[CR_SAY_MAX], rule[32];
        cr_text text = cr_text_on(says, sizeof says), id = cr_text_on(rule, sizeof rule);

        sheet_clean(&text, text_of(why, "says"));
        sheet_clean(&id, text_of(why, "rule"));
        table_add_why(&j->t, says, rule, json_is_true(json_object_get(why, "key")));
    }
    j->t.is_over = true;
}

/* The view that a state or an update brings, whole or as what has changed in the last one. */
static const json_t *take_view(joined *j, const json_t *tree)
{
    json_t *view = json_object_get(tree, "view");

    if (view) {
        json_decref(j->view);
        j->view = json_incref(view);
    } else if (j->view && json_object_get(tree, "changes")) {
        decode_changes(j->view, tree);
    } else {
        return NULL;
    }
    return j->view;
}

/* A state or an update: what happened, and how things stand. */
static void take_news(joined *j, const json_t *tree)
{
    const json_t *events = json_object_get(tree, "events"), *event, *view;
    uint32_t n = (uint32_t)json_integer_value(json_object_get(tree, "n"));
    size_t i;

    if (!j->t.view)
        return;
    if (json_object_get(tree, "changes") && n != j->n + 1) {
        attach(j); /* one is missing: from the last that is there */
        return;
    }
    j->n = n;
    view = take_view(j, tree);
    json_array_foreach(events, i, event)
    {
        char line[TABLE_TEXT], shown[TABLE_TEXT], says[TABLE_TEXT];
        cr_text out = cr_text_on(line, sizeof line), clean = cr_text_on(shown, sizeof shown);
        cr_text words = cr_text_on(says, sizeof says);

        decode_event(&out, j->t.game, event);
        sheet_clean(&clean, line);
        clean_words(j, &words, text_of(event, "says"));
        table_tell(&j->t, shown, says);
    }
    if (view) {
        if (!decode_view(j->t.game, view, j->t.view)) {
            snprintf(j->fault, sizeof j->fault, "the server sends a view that does not read");
            return;
        }
        j->t.has_view = true;
        if (!j->t.view->is_over)
            cr_guess(j->t.game, j->t.view, &j->rng, j->t.state);
    }
    take_over(j, json_object_get(tree, "over"));
}

/* Another server has the match. The first one, asked again, knows where. */
static void move_on(joined *j, const char *address)
{
    const char *wrong = *address ? net_server_follow(&j->server, address, &j->there) : NULL;

    if (!*address)
        j->there = j->server;
    j->is_attached = false;
    j->t.is_cut = true;
    j->is_moving = *address && !wrong && j->n_moves++ < MOVES_MAX;
    if (!j->is_moving && ++j->attempts > ATTEMPTS_MAX)
        snprintf(j->fault, sizeof j->fault, "the match cannot be found: %s",
                 wrong ? wrong : "it moves from server to server");
    if (wrong)
        j->there = j->server;
    net_client_close(&j->ws);
}

static void on_line(net_client *c, char *line)
{
    joined *j = of_client(c);
    json_t *tree = json_loads(line, 0, NULL);
    const char *type = text_of(tree, "type");

    j->has_news = true;
    if (!strcmp(type, "attached")) {
        j->n_moves = 0;
        take_attached(j, tree);
    } else if (!strcmp(type, "moved"))
        move_on(j, text_of(tree, "address"));
    else if (!strcmp(type, "seats"))
        take_seats(j, tree);
    else if (!strcmp(type, "state") || !strcmp(type, "update"))
        take_news(j, tree);
    else if (!strcmp(type, "passing"))
        take_passing(j, tree);
    else if (!strcmp(type, "drawing"))
        take_drawing(j, tree);
    else if (!strcmp(type, "hinted"))
        take_hinted(j, tree);
    else if (!strcmp(type, "offered"))
        take_offered(j, tree);
    else if (!strcmp(type, "rematched"))
        take_rematched(j, tree);
    else if (!strcmp(type, "refused")) {
        j->t.left_alone = 0;
        tell_trouble(j, "", tree);
    } else if (!strcmp(type, "trouble") && !strcmp(text_of(tree, "code"), "AWAY")) {
        tell_trouble(j, "", tree); /* attached again it goes on, or we are told where */
        move_on(j, "");
    } else if (!strcmp(type, "trouble")) {
        j->t.left_alone = 0;
        tell_trouble(j, "", tree);
        if (!j->t.game) /* not even attached */
            snprintf(j->fault, sizeof j->fault, "%s", j->t.trouble);
    } else if (!strcmp(type, "plays") && !json_is_true(json_object_get(tree, "plays"))) {
        snprintf(j->t.trouble, sizeof j->t.trouble,
                 "this seat is played from a newer connection; here you watch");
    }
    json_decref(tree);
}

/* ---- the connection ---- */

static void on_ws_up(net_client *c)
{
    attach(of_client(c));
}

static void open_ws(joined *j);

static void on_again(uv_timer_t *timer)
{
    open_ws(timer->data);
}

static void on_ws_closed(net_client *c)
{
    joined *j = of_client(c);

    j->is_ws_open = false;
    if (!j->n_closing && !*j->fault)
        uv_timer_start(&j->timer, on_again, j->is_moving ? 0 : AGAIN_MS, 0);
    j->is_moving = false;
}

static void on_ws_lost(net_client *c, const char *why)
{
    joined *j = of_client(c);

    j->is_attached = false;
    j->t.is_cut = true;
    j->has_news = true;
    j->there = j->server; /* whatever has happened to the other one */
    if (!j->t.game || ++j->attempts > ATTEMPTS_MAX)
        snprintf(j->fault, sizeof j->fault, "the connection is lost: %s", why);
    else if (!j->t.is_over)
        snprintf(j->t.trouble, sizeof j->t.trouble, "the connection is lost: %s; trying again",
                 why);
    net_client_close(c);
}

static const net_client_calls ws_calls = {
    .on_up = on_ws_up, .on_line = on_line, .on_lost = on_ws_lost, .on_closed = on_ws_closed};

static void on_alive(uv_timer_t *timer)
{
    send_word(timer->data, "alive");
}

static void open_ws(joined *j)
{
    j->is_ws_open = true;
    j->ws.tcp.data = j;
    if (j->attempts) /* nobody answered: a balancer may choose another server */
        snprintf(j->there.ws, sizeof j->there.ws, "/ws/%s?try=%u", j->match, j->attempts);
    else
        snprintf(j->there.ws, sizeof j->there.ws, "/ws/%s", j->match);
    net_client_open(&j->ws, &j->loop, &j->there, NET_CLIENT_WS, &ws_calls, &j->rng);
    uv_timer_start(&j->timer, on_alive, ALIVE_MS, ALIVE_MS);
}

/* ---- one request ---- */

static void on_http_up(net_client *c)
{
    const request *asked = of_client(c)->asked;

    net_client_request(c, asked->method, asked->path, asked->body);
}

static void on_http_reply(net_client *c, unsigned status, char *body, size_t len)
{
    joined *j = of_client(c);

    j->status = status;
    snprintf(j->reply, sizeof j->reply, "%.*s", (int)len, body);
    snprintf(j->location, sizeof j->location, "%s", c->location);
    net_client_close(c);
}

static void on_http_lost(net_client *c, const char *why)
{
    joined *j = of_client(c);

    snprintf(j->fault, sizeof j->fault, "the server does not answer: %s", why);
    net_client_close(c);
}

static void on_http_closed(net_client *c)
{
    of_client(c)->is_http_open = false;
}

static const net_client_calls http_calls = {.on_up = on_http_up,
                                            .on_reply = on_http_reply,
                                            .on_lost = on_http_lost,
                                            .on_closed = on_http_closed};

static void on_late(uv_timer_t *timer)
{
    joined *j = timer->data;

    snprintf(j->fault, sizeof j->fault, "the server does not answer");
    if (j->is_http_open)
        net_client_close(&j->http);
}

static void request_once(joined *j, const request *asked)
{
    j->asked = asked;
    j->status = 0;
    j->is_http_open = true;
    j->http.tcp.data = j;
    net_client_open(&j->http, &j->loop, &j->there, NET_CLIENT_HTTP, &http_calls, &j->rng);
    uv_timer_start(&j->timer, on_late, OPEN_MS, 0);
    while (j->is_http_open)
        uv_run(&j->loop, UV_RUN_ONCE);
    uv_timer_stop(&j->timer);
}

/* Sends a request and waits for its reply, wherever it is sent on to; false with `fault` if there is none. */
static bool request_now(joined *j, const request *asked)
{
    j->there = j->server;
    for (unsigned moves = 0; moves <= MOVES_MAX; moves++) {
        size_t len, path = strlen(asked->path);

        request_once(j, asked);
        len = strlen(j->location);
        if (j->status != 307 || len < path || strcmp(j->location + len - path, asked->path))
            break;
        j->location[len - path] = 0;
        if (net_server_follow(&j->server, j->location, &j->there))
            break;
    }
    return j->status != 0;
}

/* ---- the table ---- */

static table_turn joined_turn(table *t)
{
    joined *j = (joined *)t;

    uv_run(&j->loop, UV_RUN_NOWAIT);
    if (*j->fault) {
        snprintf(t->trouble, sizeof t->trouble, "%s", j->fault);
        return TABLE_LOST;
    }
    if (j->has_news) {
        j->has_news = false;
        return TABLE_MOVED;
    }
    if (t->is_over)
        return TABLE_OVER;
    if (!t->has_view)
        return TABLE_SEATS;
    return table_is_asked(t) ? TABLE_YOURS : TABLE_OTHERS;
}

static void joined_play(table *t, const cr_move *move, const char *text)
{
    joined *j = (joined *)t;
    char message[1024];
    cr_text out = cr_text_on(message, sizeof message);
    cr_json json = begin_message(&out, "move");

    cr_json_key(&json, "id");
    cr_json_uint(&json, ++j->id);
    cr_json_key(&json, "ticket");
    cr_json_uint(&json, move->ticket);
    cr_json_key(&json, "move");
    cr_json_str(&json, text);
    cr_json_close(&json, '}');
    send_text(j, &out);
    t->left_alone = move->ticket; /* until the server has said something about it */
}

static void joined_pause(table *t, uint8_t reason, bool is_on)
{
    char message[256];
    cr_text out = cr_text_on(message, sizeof message);
    cr_json json = begin_message(&out, "pause");

    cr_json_key(&json, "on");
    cr_json_bool(&json, is_on);
    cr_json_key(&json, "reason");
    cr_json_str(&json, cr_reason_word(t->game, reason));
    cr_json_close(&json, '}');
    send_text((joined *)t, &out);
}

static uint64_t joined_now(const table *t)
{
    const joined *j = (const joined *)t;

    return (uint64_t)(local_ms() + j->offset_ms);
}

static bool joined_wait(table *t, int input, int64_t timeout_ms)
{
    joined *j = (joined *)t;
    struct pollfd fds[2] = {{.fd = uv_backend_fd(&j->loop), .events = POLLIN},
                            {.fd = input, .events = POLLIN}};
    int timer = uv_backend_timeout(&j->loop);
    int wait = timeout_ms < 0 || timeout_ms > INT32_MAX ? -1 : (int)timeout_ms;

    if (timer >= 0 && (wait < 0 || timer < wait))
        wait = timer;
    return poll(fds, input < 0 ? 1 : 2, wait) > 0 && fds[1].revents;
}

static void joined_start(table *t)
{
    send_word((joined *)t, "start");
}

static void joined_go_on(table *t)
{
    send_word((joined *)t, "go_on");
}

static void joined_hint(table *t)
{
    char text[64];
    cr_text out = cr_text_on(text, sizeof text);
    cr_json json = begin_message(&out, "hint");

    cr_json_key(&json, "id");
    cr_json_uint(&json, 1);
    cr_json_key(&json, "ticket");
    cr_json_uint(&json, t->view->q.ticket);
    cr_json_close(&json, '}');
    send_text((joined *)t, &out);
}

static void joined_want_pause(table *t, bool is_on)
{
    char message[64];
    cr_text out = cr_text_on(message, sizeof message);
    cr_json json = begin_message(&out, "pause");

    cr_json_key(&json, "on");
    cr_json_bool(&json, is_on);
    cr_json_close(&json, '}');
    send_text((joined *)t, &out);
}

static void joined_rematch(table *t, const char *seats)
{
    char message[64];
    cr_text out = cr_text_on(message, sizeof message);
    cr_json json = begin_message(&out, "rematch");

    cr_json_key(&json, "seats");
    cr_json_str(&json, seats);
    cr_json_close(&json, '}');
    send_text((joined *)t, &out);
}

/* Nobody answers here any more: a bot takes the seat for good. */
static void joined_hand_over(table *t)
{
    send_word((joined *)t, "leave");
    t->left_alone = t->view ? t->view->q.ticket : 0;
    t->seat = CR_SPECTATOR;
}

static void close_handle(uv_handle_t *handle, void *with)
{
    (void)with;
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

static bool joined_close(table *t)
{
    joined *j = (joined *)t;

    j->n_closing = 1;
    if (j->is_ws_open)
        net_client_close(&j->ws);
    uv_run(&j->loop, UV_RUN_NOWAIT);
    uv_walk(&j->loop, close_handle, NULL);
    uv_run(&j->loop, UV_RUN_DEFAULT);
    uv_loop_close(&j->loop);
    net_server_release(&j->server);
    json_decref(j->view);
    free(t->view);
    free(t->state);
    free(j);
    return true;
}

static const table_calls joined_calls = {
    .turn = joined_turn,
    .play = joined_play,
    .pause = joined_pause,
    .now = joined_now,
    .wait = joined_wait,
    .start = joined_start,
    .go_on = joined_go_on,
    .hint = joined_hint,
    .tell_empty = tell_empty,
    .want_pause = joined_want_pause,
    .rematch = joined_rematch,
    .hand_over = joined_hand_over,
    .close = joined_close,
};

/* ---- joining ---- */

/* The id of a match is 32 hex digits anywhere in the URL behind the host; a token stands behind "token=". */
static void read_url(joined *j)
{
    const char *path = j->server.path, *token = strstr(path, "token=");

    if (token && is_hex(token + 6))
        memcpy(j->token, token + 6, HEX);
    for (const char *at = path; *at; at++)
        if (is_hex(at) && at != (token ? token + 6 : NULL) &&
            (at == path || !isxdigit((unsigned char)at[-1]))) {
            memcpy(j->match, at, HEX);
            return;
        }
}

/* The first token of a reply; false with `fault` if the server refused. */
static bool take_tokens(joined *j)
{
    json_t *tree = json_loads(j->reply, 0, NULL), *value;
    const char *match = text_of(tree, "match"), *name;
    bool is_good = j->status == 201 && is_hex(match);

    if (is_good) {
        memcpy(j->match, match, HEX);
        json_object_foreach(json_object_get(tree, "tokens"), name, value)
        {
            if (!*j->token && json_string_value(value) && is_hex(json_string_value(value)))
                memcpy(j->token, json_string_value(value), HEX);
        }
    } else {
        tell_trouble(j, "the server refuses: ", tree);
        snprintf(j->fault, sizeof j->fault, "%s", j->t.trouble);
        *j->t.trouble = 0;
    }
    json_decref(tree);
    return is_good;
}

static void write_new(cr_text *out, const joined_order *order)
{
    cr_json json = cr_json_on(out);

    cr_json_open(&json, '{');
    cr_json_key(&json, "game");
    cr_json_str(&json, order->game->name);
    cr_json_key(&json, "shares");
    cr_json_bool(&json, true);
    if (order->name) {
        cr_json_key(&json, "name");
        cr_json_str(&json, order->name);
    }
    cr_json_key(&json, "options");
    cr_json_open(&json, '{');
    for (size_t i = 0; i < order->options->n; i++) {
        char name[64];
        const char *item = order->options->item[i], *sign = strchr(item, '=');

        if (!strncmp(item, "seats=", 6) || !sign)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)(sign - item), item);
        cr_json_key(&json, name);
        cr_json_str(&json, sign + 1);
    }
    cr_json_close(&json, '}');
    cr_json_key(&json, "seats");
    cr_json_open(&json, '[');
    for (unsigned i = 0; i < order->n_seats; i++) {
        char word[64];

        snprintf(word, sizeof word, "bot:%s", order->bots[i]->name);
        cr_json_str(&json, i == order->seat ? "me" : word);
    }
    cr_json_close(&json, ']');
    cr_json_close(&json, '}');
}

static bool make_match(joined *j, const joined_order *order)
{
    char body[BODY_MAX];
    cr_text out = cr_text_on(body, sizeof body);

    if (!order->game) {
        snprintf(j->fault, sizeof j->fault,
                 "the URL names no match; name a game, and one is made for you");
        return false;
    }
    write_new(&out, order);
    return request_now(j, &(request){"POST", "/api/matches", body}) && take_tokens(j);
}

/* Takes an open seat; where there is none, one watches. */
static bool take_seat(joined *j, const joined_order *order)
{
    char path[128], body[256];
    cr_text out = cr_text_on(body, sizeof body);
    cr_json json = cr_json_on(&out);

    if (order->has_seat && order->seat == CR_SPECTATOR)
        return true;
    cr_json_open(&json, '{');
    if (order->name) {
        cr_json_key(&json, "name");
        cr_json_str(&json, order->name);
    }
    cr_json_key(&json, "shares");
    cr_json_bool(&json, true);
    if (order->has_seat) {
        cr_json_key(&json, "seat");
        cr_json_uint(&json, order->seat);
    }
    cr_json_close(&json, '}');
    snprintf(path, sizeof path, "/api/matches/%s/join", j->match);
    if (!request_now(j, &(request){"POST", path, body}))
        return false;
    if (j->status == 409 && !order->has_seat)
        return true;
    return take_tokens(j);
}

/* Until the server has said which game this is. */
static bool attach_now(joined *j)
{
    double until = local_ms() + OPEN_MS;

    open_ws(j);
    while (!*j->fault && !j->t.state && local_ms() < until) {
        joined_wait(&j->t, -1, 100);
        uv_run(&j->loop, UV_RUN_NOWAIT);
    }
    if (!*j->fault && !j->t.state)
        snprintf(j->fault, sizeof j->fault, "the server does not answer");
    return !*j->fault;
}

int joined_open(const joined_order *order, table **out)
{
    joined *j = calloc(1, sizeof *j);
    uint8_t key[32];
    const char *wrong;
    bool is_in;

    if (!j)
        return cli_error("no memory left");
    wrong = net_server_find(order->url, &j->server);
    j->there = j->server;
    if (wrong) {
        free(j);
        return cli_error("'%s' is no server: %s", order->url, wrong);
    }
    randombytes_buf(key, sizeof key);
    cr_rng_init(&j->rng, key, 0);
    uv_loop_init(&j->loop);
    uv_timer_init(&j->loop, &j->timer);
    j->timer.data = j;
    j->t.calls = &joined_calls;
    j->t.game = order->game;
    j->t.seat = CR_SPECTATOR;
    read_url(j);
    if (!*j->match)
        is_in = make_match(j, order);
    else
        is_in = *j->token || take_seat(j, order);
    if (is_in && attach_now(j)) {
        char line[512];

        snprintf(line, sizeof line, "joined match %s at %s", j->match, j->server.host);
        table_tell(&j->t, line, line);
        if (*j->token)
            say_back(j);
        *out = &j->t;
        return CLI_GO;
    }
    cli_error("cannot join: %s", j->fault);
    table_close(&j->t);
    return CLI_FAILED;
}
