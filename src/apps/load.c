/* croupier load: plays random legal matches over real sockets and measures a server. Each seat is a connection of its
 * own; a move is one of those the server offers. What is measured is the time from a move sent to the update that
 * another seat gets for it. */
#include "apps/load.h"
#include "apps/command.h"
#include "base/json.h"

#include <jansson.h>
#include <sodium.h>
#include <stdlib.h>
#include <unistd.h>

static uint64_t now_ns(void)
{
    return uv_hrtime();
}

static void fail(load *l, const char *what, const char *why)
{
    if (!l->has_failed)
        cli_error("%s: %s", what, why);
    l->has_failed = true;
    uv_stop(l->loop);
}

/* ---- making matches ---- */

static void next_order(maker *m);

static void attach(client *c);

static bool take_tokens(load *l, table *t, const char *body, size_t len)
{
    json_t *tree = json_loadb(body, len, 0, NULL), *tokens = json_object_get(tree, "tokens");
    const char *match = json_string_value(json_object_get(tree, "match"));
    bool is_ok = match && strlen(match) == 32;

    if (is_ok && t)
        memcpy(t->match, match, 33);
    for (unsigned i = 0; t && is_ok && i < l->n_seats; i++) {
        char name[2] = {(char)('0' + i), 0};
        const char *token = json_string_value(json_object_get(tokens, name));

        is_ok = token && strlen(token) == 32;
        if (is_ok)
            memcpy(t->token[i], token, 33);
    }
    json_decref(tree);
    return is_ok;
}

static void on_made(maker *m, const char *body, size_t len)
{
    load *l = m->load;
    table *t = m->for_table;

    m->is_busy = false;
    m->for_table = NULL;
    if (!take_tokens(l, t, body, len)) {
        fail(l, "the server makes no match", body);
        return;
    }
    if (t) {
        l->matches++;
        for (unsigned i = 0; i < l->n_seats; i++) {
            t->clients[i]->n_moves = 0;
            attach(t->clients[i]);
        }
    }
    next_order(m);
}

static void on_reply(net_client *c, unsigned status, char *body, size_t len)
{
    (void)status;
    on_made((maker *)c, body, len);
}

static void next_order(maker *m)
{
    load *l = m->load;

    if (m->is_busy || !m->net.is_up || l->is_over)
        return;
    m->is_busy = l->idle_left || l->n_waiting;
    if (l->idle_left) {
        l->idle_left--;
        net_client_request(&m->net, "POST", "/api/matches", l->idle_body);
    } else if (l->n_waiting) {
        m->for_table = l->waiting[--l->n_waiting];
        net_client_request(&m->net, "POST", "/api/matches", l->body);
    }
}

static void on_maker_up(net_client *c)
{
    next_order((maker *)c);
}

/* The server closes connections that are quiet for long: then take a new one. */
static void on_maker_lost(net_client *c, const char *why)
{
    maker *m = (maker *)c;

    if (m->is_busy || !m->load->is_measuring)
        fail(m->load, m->load->n_ready ? "connection lost" : "cannot connect", why);
    net_client_close(c);
}

static void open_maker(maker *m);

static void on_maker_closed(net_client *c)
{
    maker *m = (maker *)c;

    if (!m->load->is_over && !m->load->has_failed)
        open_maker(m);
}

static void open_maker(maker *m)
{
    static const net_client_calls calls = {.on_up = on_maker_up,
                                           .on_reply = on_reply,
                                           .on_lost = on_maker_lost,
                                           .on_closed = on_maker_closed};

    net_client_open(&m->net, m->load->loop, &m->load->server, NET_CLIENT_HTTP, &calls,
                    &m->load->rng);
}

static void want_match(load *l, table *t)
{
    l->waiting[l->n_waiting++] = t;
    for (unsigned i = 0; i < HTTP_CONNECTIONS && l->n_waiting; i++)
        next_order(&l->makers[i]);
}

/* ---- playing ---- */

static void attach(client *c)
{
    char text[256];
    int len = snprintf(text, sizeof text,
                       "{\"type\":\"attach\",\"match\":\"%s\",\"token\":\"%s\",\"view\":false}",
                       c->table->match, c->table->token[c->seat]);

    c->id = c->ticket = 0;
    c->n_sent = c->n_seen = 0;
    c->is_asked = false;
    net_client_send(&c->net, text, (size_t)len);
}

static void send_move(client *c)
{
    char text[512];
    int len =
        snprintf(text, sizeof text, "{\"type\":\"move\",\"id\":%u,\"ticket\":%u,\"move\":\"%s\"}",
                 ++c->id, c->ticket, c->move);

    c->is_asked = false;
    c->sent_ns[c->n_sent++ % SENT_MAX] = now_ns();
    net_client_send(&c->net, text, (size_t)len);
}

static void on_move_time(uv_timer_t *timer)
{
    client *c = timer->data;

    if (c->is_asked)
        send_move(c);
}

static void move_when_due(client *c)
{
    const load *l = c->table->load;
    uint64_t now, pace;

    if (!l->rate) {
        send_move(c);
        return;
    }
    /* Each table makes `rate` moves a second, each of its seats an even share of them. */
    now = now_ns();
    pace = l->n_seats * UINT64_C(1000000000) / l->rate;
    if (!c->next_ns)
        c->next_ns = now + cr_rng_u64(&c->table->load->rng) % pace;
    else if (c->next_ns + pace < now)
        c->next_ns = now;
    uv_timer_start(&c->timer, on_move_time, c->next_ns > now ? (c->next_ns - now) / 1000000 : 0, 0);
    c->next_ns += pace;
}

/* The number behind a key; the server writes no blanks. */
static bool number_after(const char *line, const char *key, uint32_t *out)
{
    const char *at = strstr(line, key);

    if (!at)
        return false;
    *out = (uint32_t)strtoul(at + strlen(key), NULL, 10);
    return true;
}

/* One of the offered moves, each as likely as another. */
static bool choose(client *c, const char *line)
{
    const char *list = strstr(line, "\"moves\":["), *pick = NULL;
    uint32_t n = 0;

    if (!list)
        return false;
    for (const char *at = list + 9; *at == '"' || *at == ','; at++) {
        const char *end;

        if (*at == ',')
            continue;
        end = strchr(at + 1, '"');
        if (!end)
            return false;
        n++;
        if (!pick || !cr_rng_below(&c->table->load->rng, n))
            pick = at + 1;
        at = end;
    }
    if (!pick)
        return false;
    snprintf(c->move, sizeof c->move, "%.*s", (int)strcspn(pick, "\""), pick);
    return true;
}

/* A move of the seat before this one has arrived here: how long did it take? What a seat does is told in order, and the
 * first event of an update names it. */
static void measure(client *c, const char *line)
{
    load *l = c->table->load;
    client *mover;
    uint64_t sent_ns;
    uint32_t seat;

    if (!number_after(line, "\"seat\":", &seat) || seat >= l->n_seats ||
        (seat + 1) % l->n_seats != c->seat)
        return;
    mover = c->table->clients[seat];
    if (mover->n_seen == mover->n_sent)
        return;
    sent_ns = mover->sent_ns[mover->n_seen++ % SENT_MAX];
    if (l->is_measuring && sent_ns >= l->start_ns && l->n_samples < SAMPLES_MAX)
        l->samples[l->n_samples++] = (uint32_t)((now_ns() - sent_ns) / 1000);
}

static void open_client(client *c);

static void on_client_closed(net_client *n)
{
    client *c = (client *)n;

    if (!c->table->load->is_over)
        open_client(c);
}

/* Another server has the match. */
static void move_on(client *c, const char *line)
{
    const char *at = strstr(line, "\"address\":\"");
    char address[256];
    const char *wrong = "it does not say where";

    if (at) {
        at += 11;
        snprintf(address, sizeof address, "%.*s", (int)strcspn(at, "\""), at);
        wrong = net_server_follow(&c->table->load->server, address, &c->server);
    }
    if (!wrong && c->n_moves++ > MOVES_MAX)
        wrong = "it moves from server to server";
    if (wrong) {
        fail(c->table->load, "a match cannot be found", wrong);
        return;
    }
    snprintf(c->server.ws, sizeof c->server.ws, "/ws/%s", c->table->match);
    net_client_close(&c->net);
}

static void handle_line(client *c, const char *line)
{
    load *l = c->table->load;
    bool is_update = !strncmp(line, "{\"type\":\"update\"", 16);

    if (is_update)
        measure(c, line);
    if (!strncmp(line, "{\"type\":\"ack\"", 13)) {
        l->moves += l->is_measuring;
    } else if (is_update || !strncmp(line, "{\"type\":\"state\"", 15)) {
        uint32_t ticket = 0;

        if (strstr(line, "\"over\":{")) {
            if (!c->seat && !l->is_over)
                want_match(l, c->table);
            return;
        }
        if (!is_update && !l->is_measuring && ++l->n_ready >= l->n_tables * l->n_seats)
            load_measure(l);
        number_after(line, "\"ticket\":", &ticket);
        /* Others may answer first: then the question comes again, while our answer is on its way. */
        if (!strstr(line, "\"mine\":true") || ticket == c->ticket)
            return;
        c->ticket = ticket;
        if (!choose(c, line)) {
            fail(l, "a question without a list of moves", "this game offers too many to load with");
            return;
        }
        c->is_asked = true;
        move_when_due(c);
    } else if (!strncmp(line, "{\"type\":\"refused\"", 17)) {
        l->refused++;
        if (l->refused > 1000)
            fail(l, "the server refuses", line);
    } else if (!strncmp(line, "{\"type\":\"moved\"", 15)) {
        move_on(c, line);
    } else if (!strncmp(line, "{\"type\":\"trouble\"", 17)) {
        fail(l, "the server has trouble", line);
    }
}

static void on_line(net_client *c, char *line)
{
    handle_line((client *)c, line);
}

/* The last seat of a table to come up asks for its match; one that was sent on goes on. */
static void on_client_up(net_client *n)
{
    client *c = (client *)n;

    if (c->n_moves) {
        attach(c);
        return;
    }

    for (unsigned i = 0; i < c->table->load->n_seats; i++)
        if (!c->table->clients[i]->net.is_up)
            return;
    want_match(c->table->load, c->table);
}

static void on_client_lost(net_client *n, const char *why)
{
    load *l = ((client *)n)->table->load;

    fail(l, l->n_ready ? "connection lost" : "cannot connect", why);
}

/* ---- setting up ---- */

static void write_body(load *l, const cli_list *options, bool is_idle, char *out, size_t cap)
{
    cr_text text = cr_text_on(out, cap);
    cr_json j = cr_json_on(&text);

    cr_json_open(&j, '{');
    cr_json_key(&j, "game");
    cr_json_str(&j, l->game->name);
    cr_json_key(&j, "private");
    cr_json_bool(&j, true);
    cr_json_key(&j, "options");
    cr_json_open(&j, '{');
    for (size_t i = 0; i < options->n; i++) {
        const char *sign = strchr(options->item[i], '=');

        if (!strncmp(options->item[i], "seats=", 6))
            continue;
        cr_json_bytes(&j, options->item[i], (size_t)(sign - options->item[i]));
        cr_text_char(&text, ':');
        j.needs_comma = false;
        cr_json_str(&j, sign + 1);
    }
    cr_json_close(&j, '}');
    cr_json_key(&j, "seats");
    cr_json_open(&j, '[');
    for (unsigned i = 0; i < l->n_seats; i++)
        cr_json_str(&j, is_idle && i ? "open" : "me");
    cr_json_close(&j, ']');
    cr_json_close(&j, '}');
}

static void open_client(client *c)
{
    static const net_client_calls calls = {.on_up = on_client_up,
                                           .on_line = on_line,
                                           .on_lost = on_client_lost,
                                           .on_closed = on_client_closed};

    net_client_open(&c->net, c->table->load->loop, &c->server, NET_CLIENT_WS, &calls,
                    &c->table->load->rng);
}

static bool make_tables(load *l)
{
    l->tables = calloc(l->n_tables, sizeof *l->tables);
    l->waiting = calloc(l->n_tables, sizeof(*l->waiting));
    l->samples = malloc(SAMPLES_MAX * sizeof *l->samples);
    if (!l->tables || !l->waiting || !l->samples)
        return false;
    for (unsigned i = 0; i < HTTP_CONNECTIONS; i++) {
        l->makers[i].load = l;
        open_maker(&l->makers[i]);
    }
    for (uint64_t t = 0; t < l->n_tables; t++) {
        l->tables[t].load = l;
        for (unsigned i = 0; i < l->n_seats; i++) {
            client *c = calloc(1, sizeof *c);

            if (!c)
                return false;
            l->tables[t].clients[i] = c;
            c->table = &l->tables[t];
            c->seat = (uint8_t)i;
            uv_timer_init(l->loop, &c->timer);
            c->timer.data = c;
            c->server = l->server;
            open_client(c);
        }
    }
    return true;
}

/* Closes everything; the loop then runs out. */
static void close_all(load *l)
{
    l->is_over = true;
    uv_close((uv_handle_t *)&l->end, NULL);
    for (unsigned i = 0; i < HTTP_CONNECTIONS; i++)
        if (l->makers[i].net.calls)
            net_client_close(&l->makers[i].net);
    for (uint64_t t = 0; l->tables && t < l->n_tables; t++)
        for (unsigned i = 0; i < l->n_seats; i++)
            if (l->tables[t].clients[i]) {
                uv_close((uv_handle_t *)&l->tables[t].clients[i]->timer, NULL);
                net_client_close(&l->tables[t].clients[i]->net);
            }
}

static void release(load *l)
{
    for (uint64_t t = 0; l->tables && t < l->n_tables; t++)
        for (unsigned i = 0; i < l->n_seats; i++)
            free(l->tables[t].clients[i]);
    free(l->tables);
    free(l->waiting);
    free(l->samples);
}

int cmd_load(int argc, char **argv)
{
    static load l;
    const char *game = "duel";
    bool is_json = false;
    cli_list game_options = {.n = 0};
    uv_loop_t loop;
    cr_setup setup;
    uint8_t key[32];
    const cli_option options[] = {
        CLI_TEXT('g', "game", "GAME", &game, "what is played; duel if not given"),
        CLI_OPTION_ROW(&game_options),
        CLI_NUMBER('m', "matches", "N", &l.n_tables, 1, 100000, "matches at a time"),
        CLI_NUMBER('s', "seconds", "N", &l.seconds, 1, 86400, "how long to measure"),
        CLI_NUMBER('r', "rate", "N", &l.rate, 0, 100000,
                   "moves per second and match; 0: as fast as they come"),
        CLI_NUMBER(0, "idle", "N", &l.idle_left, 0, 10000000,
                   "matches to make first that nobody plays"),
        CLI_FLAG(0, "json", &is_json, "the figures as one object"),
        {0}};
    const cli_usage usage = {
        "load URL",
        "Plays random legal matches over real sockets against a server and measures it.",
        "croupier load http://127.0.0.1:8080 --matches 100 --seconds 10 -o parries=0 -o target=99\n"
        "croupier load http://127.0.0.1:8080 --matches 1000 --rate 1 --seconds 30 -o parries=0 "
        "--json\n",
        options,
        1,
        1};
    const char *wrong;
    int status;

    l.n_tables = 100;
    l.seconds = 10;
    status = cli_parse(&usage, &argc, argv);
    if (status != CLI_GO)
        return status;
    l.game = cli_game(game);
    if (!l.game || !cli_setup(l.game, &game_options, NULL, &setup))
        return CLI_MISUSE;
    wrong = net_server_find(argv[0], &l.server);
    if (wrong)
        return cli_error("'%s' is no server to load: %s", argv[0], wrong);
    l.n_seats = setup.n_seats;
    write_body(&l, &game_options, false, l.body, sizeof l.body);
    write_body(&l, &game_options, true, l.idle_body, sizeof l.idle_body);
    randombytes_buf(key, sizeof key);
    cr_rng_init(&l.rng, key, 0);
    uv_loop_init(&loop);
    l.loop = &loop;
    uv_timer_init(&loop, &l.end);
    l.end.data = &l;
    load_probe(&l);
    if (!make_tables(&l))
        fail(&l, "cannot begin", "no memory left");
    uv_run(&loop, UV_RUN_DEFAULT);
    if (!l.has_failed)
        load_report(&l, is_json);
    close_all(&l);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
    net_server_release(&l.server);
    release(&l);
    return l.has_failed ? CLI_FAILED : CLI_DONE;
}
