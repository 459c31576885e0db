/* The connection to a server. One that breaks is made anew: the server tells what was missed, and nothing is lost or played
 * twice by that. */
#include "terminal/joined_inside.h"

#include <stdlib.h>

enum {
    ALIVE_MS = 5000,   /* signs of life; the server asks for them where a game does */
    AGAIN_MS = 1000,   /* between two attempts to connect */
    ATTEMPTS_MAX = 30, /* until the connection counts as lost */
    OPEN_MS = 10000,   /* for a server to answer a request */
    MOVES_MAX = 5      /* from one server to the next until the match counts as lost */
};

static joined *of_client(net_client *c)
{
    return c->tcp.data;
}

void joined_send(joined *j, json_t *message)
{
    char *text = j->is_attached ? json_dumps(message, JSON_COMPACT) : NULL;

    if (text)
        net_client_send(&j->ws, text, strlen(text));
    free(text);
    json_decref(message);
}

void joined_attach(joined *j)
{
    /* Who comes back wants what happened in between, one update after the other. */
    json_t *after = j->t.has_view ? json_integer(j->n) : NULL;

    j->is_attached = true;
    joined_send(j, json_pack("{s:s, s:s, s:s*, s:o*, s:s, s:b}", "type", "attach", "match",
                             j->match, "token", *j->token ? j->token : NULL, "after", after, "view",
                             "changes", "words", true));
}

void joined_move_on(joined *j, const char *address)
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

static void on_ws_up(net_client *c)
{
    joined_attach(of_client(c));
}

static void on_again(uv_timer_t *timer)
{
    joined_connect(timer->data);
}

static void on_ws_closed(net_client *c)
{
    joined *j = of_client(c);

    j->is_ws_open = false;
    if (!j->is_closing && !*j->fault)
        uv_timer_start(&j->timer, on_again, j->is_moving ? 0 : AGAIN_MS, 0);
    j->is_moving = false;
}

static void on_ws_line(net_client *c, char *line)
{
    joined_take(of_client(c), line);
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
    .on_up = on_ws_up, .on_line = on_ws_line, .on_lost = on_ws_lost, .on_closed = on_ws_closed};

static void on_alive(uv_timer_t *timer)
{
    joined_send_word(timer->data, "alive");
}

void joined_connect(joined *j)
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

/* ---- requests ---- */

static void on_http_up(net_client *c)
{
    const joined *j = of_client(c);

    net_client_request(c, "POST", j->path, j->body);
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

static void request_once(joined *j)
{
    j->status = 0;
    j->is_http_open = true;
    j->http.tcp.data = j;
    net_client_open(&j->http, &j->loop, &j->there, NET_CLIENT_HTTP, &http_calls, &j->rng);
    uv_timer_start(&j->timer, on_late, OPEN_MS, 0);
    while (j->is_http_open)
        uv_run(&j->loop, UV_RUN_ONCE);
    uv_timer_stop(&j->timer);
}

bool joined_request(joined *j, const char *path, json_t *body)
{
    char *text = json_dumps(body, JSON_COMPACT);

    json_decref(body);
    if (!text) {
        snprintf(j->fault, sizeof j->fault, "a name or an option is no text in UTF-8");
        return false;
    }
    j->path = path;
    j->body = text;
    j->there = j->server;
    for (unsigned moves = 0; moves <= MOVES_MAX; moves++) {
        size_t len, end = strlen(path);

        request_once(j);
        len = strlen(j->location);
        if (j->status != 307 || len < end || strcmp(j->location + len - end, path))
            break;
        j->location[len - end] = 0;
        if (net_server_follow(&j->server, j->location, &j->there))
            break;
    }
    j->body = NULL;
    free(text);
    return j->status != 0;
}
