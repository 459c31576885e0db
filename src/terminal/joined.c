/* Coming to a match on a server, and what a person does there. joined_link.c has the connection, joined_news.c what comes over
 * it. */
#include "terminal/joined_inside.h"
#include "cli/progress.h"

#include <ctype.h>
#include <poll.h>
#include <sodium.h>
#include <stdlib.h>

enum { OPEN_MS = 10000 }; /* for a server to say which game is played */

double joined_local_ms(void)
{
    return progress_seconds() * 1000;
}

bool joined_is_hex(const char *text)
{
    for (unsigned i = 0; i < JOINED_HEX; i++)
        if (!isxdigit((unsigned char)text[i]))
            return false;
    return !isxdigit((unsigned char)text[JOINED_HEX]);
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

    joined_send(j, json_pack("{s:s, s:I, s:I, s:s}", "type", "move", "id", (json_int_t)++j->id,
                             "ticket", (json_int_t)move->ticket, "move", text));
    t->left_alone = move->ticket; /* until the server has said something about it */
}

static void joined_pause(table *t, uint8_t reason, bool is_on)
{
    joined_send((joined *)t, json_pack("{s:s, s:b, s:s}", "type", "pause", "on", is_on, "reason",
                                       cr_reason_word(t->game, reason)));
}

static uint64_t joined_now(const table *t)
{
    const joined *j = (const joined *)t;

    return (uint64_t)(joined_local_ms() + j->offset_ms);
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
    joined_send_word((joined *)t, "start");
}

static void joined_go_on(table *t)
{
    joined_send_word((joined *)t, "go_on");
}

static void joined_hint(table *t)
{
    joined_send((joined *)t, json_pack("{s:s, s:i, s:I}", "type", "hint", "id", 1, "ticket",
                                       (json_int_t)t->view->q.ticket));
}

static void joined_want_pause(table *t, bool is_on)
{
    joined_send((joined *)t, json_pack("{s:s, s:b}", "type", "pause", "on", is_on));
}

static void joined_rematch(table *t, const char *seats)
{
    joined_send((joined *)t, json_pack("{s:s, s:s}", "type", "rematch", "seats", seats));
}

/* Nobody answers here any more: a bot takes the seat for good. */
static void joined_hand_over(table *t)
{
    joined_send_word((joined *)t, "leave");
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

    j->is_closing = true;
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
    .tell_empty = joined_tell_empty,
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

    if (token && joined_is_hex(token + 6))
        memcpy(j->token, token + 6, JOINED_HEX);
    for (const char *at = path; *at; at++)
        if (joined_is_hex(at) && at != (token ? token + 6 : NULL) &&
            (at == path || !isxdigit((unsigned char)at[-1]))) {
            memcpy(j->match, at, JOINED_HEX);
            return;
        }
}

/* The first token of a reply; false with `fault` if the server refused. */
static bool take_tokens(joined *j)
{
    json_t *tree = json_loads(j->reply, 0, NULL), *value;
    const char *match = joined_text(tree, "match"), *name;
    bool is_good = j->status == 201 && joined_is_hex(match);

    if (is_good) {
        memcpy(j->match, match, JOINED_HEX);
        json_object_foreach(json_object_get(tree, "tokens"), name, value)
        {
            if (!*j->token && json_string_value(value) && joined_is_hex(json_string_value(value)))
                memcpy(j->token, json_string_value(value), JOINED_HEX);
        }
    } else {
        joined_trouble(j, "the server refuses: ", tree);
        snprintf(j->fault, sizeof j->fault, "%s", j->t.trouble);
        *j->t.trouble = 0;
    }
    json_decref(tree);
    return is_good;
}

/* {"NAME":"VALUE",…} of the options NAME=VALUE; how many seats there are is said elsewhere. */
static json_t *pack_options(const cli_list *options)
{
    json_t *out = json_object();

    for (size_t i = 0; i < options->n; i++) {
        const char *item = options->item[i], *sign = strchr(item, '=');
        char name[64];

        if (!sign || !strncmp(item, "seats=", 6))
            continue;
        snprintf(name, sizeof name, "%.*s", (int)(sign - item), item);
        json_object_set_new(out, name, json_string(sign + 1));
    }
    return out;
}

static json_t *pack_seats(const joined_order *order)
{
    json_t *out = json_array();

    for (unsigned i = 0; i < order->n_seats; i++)
        json_array_append_new(out, i == order->seat ? json_string("me")
                                                    : json_sprintf("bot:%s", order->bots[i]->name));
    return out;
}

static bool make_match(joined *j, const joined_order *order)
{
    if (!order->game) {
        snprintf(j->fault, sizeof j->fault,
                 "the URL names no match; name a game, and one is made for you");
        return false;
    }
    return joined_request(j, "/api/matches",
                          json_pack("{s:s, s:b, s:s*, s:o, s:o}", "game", order->game->name,
                                    "shares", true, "name", order->name, "options",
                                    pack_options(order->options), "seats", pack_seats(order))) &&
           take_tokens(j);
}

/* Takes an open seat; where there is none, one watches. */
static bool take_seat(joined *j, const joined_order *order)
{
    json_t *seat;
    char path[128];

    if (order->has_seat && order->seat == CR_SPECTATOR)
        return true;
    seat = order->has_seat ? json_integer(order->seat) : NULL;
    snprintf(path, sizeof path, "/api/matches/%s/join", j->match);
    if (!joined_request(
            j, path,
            json_pack("{s:s*, s:b, s:o*}", "name", order->name, "shares", true, "seat", seat)))
        return false;
    if (j->status == 409 && !order->has_seat)
        return true;
    return take_tokens(j);
}

/* Until the server has said which game this is. */
static bool attach_now(joined *j)
{
    double until = joined_local_ms() + OPEN_MS;

    joined_connect(j);
    while (!*j->fault && !j->t.state && joined_local_ms() < until) {
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
            joined_say_back(j);
        *out = &j->t;
        return CLI_GO;
    }
    cli_error("cannot join: %s", j->fault);
    table_close(&j->t);
    return CLI_FAILED;
}
