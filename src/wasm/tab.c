/* The whole server in a tab: rooms, bots, clocks and the protocol of docs/protocol.md, without sockets. The page hands in
 * requests and messages and gets replies and messages; after every call, and when the time that cr_tab_turn names has come,
 * it calls cr_tab_turn. */
#include "wasm/wasm.h"
#include "wasm/kept.h"
#include "wire/wire.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#if defined(__wasm__)
#define CR_IMPORT(name) __attribute__((import_module("croupier"), import_name(name)))
#else
#define CR_IMPORT(name)
#endif

/* What the page brings. */
CR_IMPORT("reply")
void cr_tab_reply(uint32_t id, uint32_t status, const char *type, const void *body, size_t len);
CR_IMPORT("send")
void cr_tab_send(uint32_t connection, const void *bytes, size_t len, bool is_last);
CR_IMPORT("keep")
void cr_tab_keep(const uint8_t *match, uint32_t number, uint32_t flags, const uint8_t *bytes,
                 size_t len);
CR_IMPORT("commit") void cr_tab_commit(uint32_t batch);

typedef struct connection connection;
struct connection {
    cr_session session; /* first: the wire gives sessions back */
    uint32_t id;
    connection *next;
};

typedef struct request request;
struct request {
    cr_request r; /* first */
    uint32_t id;
    bool is_done;
    request *next;
    char text[]; /* method, path and body, each with its zero */
};

static struct {
    cr_clock clock;
    uint64_t now_ms;
    cr_rng random;
    cr_store *store;
    cr_lobby lobby;
    cr_wire wire;
    connection *connections;
    request *requests;
} tab;

/* The wire asks libsodium for ids and tokens; here they come from the key that the page has drawn. */
void randombytes_buf(void *const out, const size_t len)
{
    cr_rng_bytes(&tab.random, out, len);
}

/* There is no operator. */
void cr_metrics_write(cr_text *out, cr_wire *wire)
{
    (void)out;
    (void)wire;
}

static uint64_t now_us(cr_clock *clock)
{
    (void)clock;
    return tab.now_ms * 1000;
}

static void keep(const cr_store_entry *e)
{
    cr_tab_keep(e->match, e->number, e->flags, e->bytes, e->len);
}

/* ---- life ---- */

bool cr_tab_open(const uint8_t key[32], uint64_t now_ms, bool is_test)
{
    tab.now_ms = now_ms;
    tab.clock.now_us = now_us;
    cr_rng_init(&tab.random, key, 0);
    tab.store = cr_store_kept_open(&(cr_keeper){keep, cr_tab_commit});
    if (!tab.store)
        return false;
    return !cr_lobby_init(&tab.lobby,
                          &(cr_lobby_config){.store = tab.store,
                                             .clock = &tab.clock,
                                             .voice = &tab.wire.voice,
                                             .grace_ms = 60000,
                                             .close_ms = 600000,
                                             .rooms_max = 1000,
                                             .absent_bot = "random",
                                             .pace = is_test ? CR_PACE_INSTANT : CR_PACE_NORMAL,
                                             .is_test = is_test}) &&
           !cr_wire_init(&tab.wire, &tab.lobby, 0);
}

bool cr_tab_load(const uint8_t match[CR_MATCH_ID], uint32_t number, uint32_t flags,
                 const uint8_t *bytes, size_t len)
{
    cr_store_entry entry = {.number = number, .flags = flags, .bytes = bytes, .len = len};

    memcpy(entry.match, match, CR_MATCH_ID);
    return !cr_store_kept_load(tab.store, &entry);
}

size_t cr_tab_start(uint64_t alive_ms)
{
    cr_woken woken = {0};

    if (alive_ms)
        tab.store->beat(tab.store, alive_ms);
    tab.lobby.alive_ms = tab.store->alive_ms(tab.store);
    (void)cr_lobby_wake(&tab.lobby, &woken);
    return woken.read;
}

void cr_tab_kept(uint32_t batch, bool is_kept)
{
    cr_store_kept_done(tab.store, batch, is_kept);
}

/* ---- requests ---- */

static void on_reply(cr_request *r, unsigned status, const char *type, const void *body, size_t len)
{
    request *q = (request *)r;

    cr_tab_reply(q->id, status, type, body, len);
    q->is_done = true; /* the wire may still look at it until it returns: freed by the turn */
}

bool cr_tab_request(uint32_t id, const char *method, const char *path, const char *body)
{
    size_t method_len = strlen(method) + 1, path_len = strlen(path) + 1, len = strlen(body);
    request *q =
        len <= PROTO_BODY_MAX ? calloc(1, sizeof *q + method_len + path_len + len + 1) : NULL;

    if (!q)
        return false;
    memcpy(q->text, method, method_len);
    memcpy(q->text + method_len, path, path_len);
    memcpy(q->text + method_len + path_len, body, len + 1);
    q->id = id;
    q->r.method = q->text;
    q->r.path = q->text + method_len;
    q->r.body = q->text + method_len + path_len;
    q->r.body_len = len;
    q->r.reply = on_reply;
    q->next = tab.requests;
    tab.requests = q;
    cr_api_handle(&tab.wire, &q->r);
    return true;
}

static void free_requests(void)
{
    request **at = &tab.requests;

    while (*at) {
        request *q = *at;

        if (q->is_done) {
            *at = q->next;
            free(q);
        } else {
            at = &q->next;
        }
    }
}

/* ---- connections ---- */

bool cr_tab_connect(uint32_t id)
{
    connection *c = calloc(1, sizeof *c);

    if (!c)
        return false;
    c->id = id;
    c->next = tab.connections;
    tab.connections = c;
    cr_session_open(&c->session, &tab.wire);
    return true;
}

static connection **find(uint32_t id)
{
    connection **at = &tab.connections;

    while (*at && (*at)->id != id)
        at = &(*at)->next;
    return at;
}

void cr_tab_receive(uint32_t id, const char *bytes, size_t len)
{
    connection *c = *find(id);

    if (!c)
        return;
    if (len > PROTO_MESSAGE_MAX)
        cr_session_trouble(&c->session, CR_TROUBLE_TOO_LARGE);
    else
        cr_session_receive(&c->session, bytes, len);
}

void cr_tab_disconnect(uint32_t id)
{
    connection **at = find(id), *c = *at;

    if (!c)
        return;
    *at = c->next;
    cr_session_close(&c->session);
    free(c);
}

static void send_all(void)
{
    cr_session *s;

    while ((s = cr_wire_next_dirty(&tab.wire))) {
        connection *c = (connection *)s;
        uint32_t id = c->id;
        bool is_last = s->is_dead;

        if (s->out_len || is_last)
            cr_tab_send(id, s->out ? s->out + CR_OUT_FRONT : NULL, s->out_len, is_last);
        if (is_last)
            cr_tab_disconnect(id);
        else
            cr_session_sent(s);
    }
}

double cr_tab_turn(uint64_t now_ms)
{
    uint64_t next;

    if (now_ms > tab.now_ms)
        tab.now_ms = now_ms;
    next = cr_lobby_tick(&tab.lobby);
    tab.store->flush(tab.store);
    send_all();
    free_requests();
    if (cr_lobby_has_clocks(&tab.lobby))
        tab.store->beat(tab.store, tab.now_ms);
    next = tab.lobby.n_timers ? tab.lobby.timers[1]->timer_ms : next;
    return next == UINT64_MAX ? -1 : (double)next;
}
