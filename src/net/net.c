#include "net/net_inside.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>

static_assert(LWS_PRE <= CR_OUT_FRONT, "the library's head fits in front of what is sent");

enum {
    PING_MS = 30000,   /* silent for so long: are you there? */
    DEAD_MS = 75000,   /* and for so long: no */
    LONELY_MS = 60000, /* attached to nothing for so long */
    LAST_WORDS_MS = 5000,
    SEND_BUFFER = 1 << 16
};

/* A WebSocket. The session is first: the wire gives sessions back. */
struct ws {
    cr_session session;
    net *net;
    struct lws *wsi;
    address *from;
    ws *prev, *next;
    char *in; /* a message that comes in pieces */
    uint32_t in_len;
    uint64_t heard_ms, pinged_ms, lonely_ms, dead_ms;
    bool is_closing;
};

/* ---- WebSocket ---- */

/* Closes at the next chance. The library drops a time-out when it sets one of its own, so the writable callback closes
 * too, and net_tick asks again. */
static void ws_kill(ws *w)
{
    w->is_closing = true;
    lws_callback_on_writable(w->wsi);
    lws_set_timeout(w->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
}

static void ws_send(ws *w)
{
    cr_session *s = &w->session;

    if (w->is_closing)
        return;
    if (s->out_len) {
        /* Writing while the library still holds the rest of a frame would break both. */
        if (lws_partial_buffered(w->wsi)) {
            lws_callback_on_writable(w->wsi);
            return;
        }
        if (lws_write(w->wsi, s->out + CR_OUT_FRONT, s->out_len, LWS_WRITE_TEXT) < 0) {
            ws_kill(w);
            return;
        }
        cr_session_sent(s);
    }
    if (!s->is_dead)
        return;
    if (lws_partial_buffered(w->wsi))
        lws_callback_on_writable(w->wsi); /* its last words are still on their way */
    else
        ws_kill(w);
}

static int ws_open(net *n, ws *w, struct lws *wsi)
{
    int size = SEND_BUFFER;

    memset(w, 0, sizeof *w);
    w->from = address_find(n, wsi);
    if (!w->from)
        return -1;
    w->net = n;
    w->wsi = wsi;
    w->heard_ms = w->lonely_ms = n->now_ms;
    w->from->connections++;
    /* Otherwise the kernel takes megabytes for somebody who does not read. */
    (void)setsockopt(lws_get_socket_fd(wsi), SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    cr_session_open(&w->session, n->config.wire);
    w->next = n->sockets;
    if (n->sockets)
        n->sockets->prev = w;
    n->sockets = w;
    n->n_sockets++;
    return 0;
}

static void ws_close(ws *w)
{
    net *n = w->net;

    if (!n)
        return;
    cr_session_close(&w->session);
    *(w->prev ? &w->prev->next : &n->sockets) = w->next;
    if (w->next)
        w->next->prev = w->prev;
    n->n_sockets--;
    w->from->connections--;
    address_drop(&w->from);
    free(w->in);
    w->in = NULL;
    w->net = NULL;
}

static int ws_refuse(ws *w, enum lws_close_status status, cr_trouble trouble)
{
    cr_session_trouble(&w->session, trouble);
    ws_send(w);
    lws_close_reason(w->wsi, status, NULL, 0);
    return -1;
}

/* Long messages come in uneven pieces. */
static int ws_receive(ws *w, const char *bytes, size_t len)
{
    size_t left = lws_remaining_packet_payload(w->wsi);
    bool is_first = lws_is_first_fragment(w->wsi), is_last = lws_is_final_fragment(w->wsi) && !left;

    w->heard_ms = w->net->now_ms;
    if (lws_frame_is_binary(w->wsi))
        return ws_refuse(w, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, CR_TROUBLE_NOT_JSON);
    if (is_first)
        w->in_len = 0;
    if (w->in_len + len + left > PROTO_MESSAGE_MAX)
        return ws_refuse(w, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, CR_TROUBLE_TOO_LARGE);
    if (is_first && is_last) {
        cr_session_receive(&w->session, bytes, len);
        return 0;
    }
    if (!w->in && !(w->in = malloc(PROTO_MESSAGE_MAX)))
        return -1;
    memcpy(w->in + w->in_len, bytes, len);
    w->in_len += (uint32_t)len;
    if (is_last) {
        cr_session_receive(&w->session, w->in, w->in_len);
        free(w->in);
        w->in = NULL;
    }
    return 0;
}

/* ---- callbacks of the library ---- */

static net *net_of(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

static int on_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                   size_t len)
{
    http *h = user;
    char upgrade[32];

    switch (reason) {
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        /* Nothing but WebSocket: h2c in clear text has known faults in this library. `in` is not safe to read. */
        if (lws_hdr_copy(wsi, upgrade, sizeof upgrade, WSI_TOKEN_UPGRADE) <= 0 ||
            strcasecmp(upgrade, "websocket"))
            return -1;
        return 0;
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        return door_count(net_of(wsi), wsi);
    case LWS_CALLBACK_WSI_DESTROY:
        door_uncount(net_of(wsi), wsi);
        return 0;
    case LWS_CALLBACK_RAW_ADOPT:
    case LWS_CALLBACK_RAW_RX:
        return -1; /* CONNECT would leave a raw socket open */
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return door_filter(net_of(wsi), wsi, false);
    case LWS_CALLBACK_HTTP:
        return h ? http_begin(h, net_of(wsi), wsi) : -1;
    case LWS_CALLBACK_HTTP_BODY:
        http_body(h, in, len);
        return 0;
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        if (h->is_too_large)
            http_trouble(h, CR_TROUBLE_TOO_LARGE);
        else if (h->is_waiting)
            http_handle(h);
        return 0;
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return h && h->net ? http_write(h) : 0;
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        if (h)
            http_close(h);
        return 0;
    default:
        return 0;
    }
}

static int on_ws(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                 size_t len)
{
    ws *w = user;

    switch (reason) {
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return on_http(wsi, reason, NULL, in, len);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return door_filter(net_of(wsi), wsi, true);
    case LWS_CALLBACK_ESTABLISHED:
        return ws_open(net_of(wsi), w, wsi);
    case LWS_CALLBACK_RECEIVE:
        return w->net && !w->is_closing ? ws_receive(w, in, len) : -1;
    case LWS_CALLBACK_RECEIVE_PONG:
        if (w->net)
            w->heard_ms = w->net->now_ms;
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        if (w->net && !w->is_closing)
            ws_send(w);
        return w->is_closing ? -1 : 0;
    case LWS_CALLBACK_CLOSED:
        ws_close(w);
        return 0;
    default:
        return 0;
    }
}

static const struct lws_protocols protocols[] = {
    {"http", on_http, sizeof(http), 1024, 0, NULL, 0},
    /* The last figure: without it the library cuts what it sends into pieces of the fourth. */
    {"croupier.v1", on_ws, sizeof(ws), 512, 0, NULL, CR_OUT_MAX},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

/* ---- life ---- */

/* While one is sent, which takes the kernel a few microseconds, the memory of those behind it is fetched. */
static void fetch_ahead(const cr_session *next)
{
    if (!next)
        return;
    __builtin_prefetch(next->out);
    __builtin_prefetch(((const ws *)next)->wsi);
    if (next->dirty_next) {
        __builtin_prefetch(next->dirty_next);
        __builtin_prefetch(&next->dirty_next->out);
        __builtin_prefetch(&((const ws *)next->dirty_next)->wsi);
    }
}

void net_flush(net *n)
{
    cr_session *s;

    while ((s = cr_wire_next_dirty(n->config.wire))) {
        fetch_ahead(n->config.wire->dirty);
        ws_send((ws *)s);
    }
}

void net_tick(net *n, uint64_t now_ms)
{
    uint8_t ping[LWS_PRE + 1] = {0}; /* a byte: the library does not tell of an empty answer */

    n->now_ms = now_ms;
    for (ws *w = n->sockets, *next; w; w = next) {
        next = w->next;
        if (w->session.peer.room)
            w->lonely_ms = now_ms;
        if (w->session.is_dead && !w->dead_ms)
            w->dead_ms = now_ms; /* it may still read its last words */
        if (w->is_closing || (w->dead_ms && now_ms > w->dead_ms + LAST_WORDS_MS) ||
            now_ms > w->heard_ms + DEAD_MS || now_ms > w->lonely_ms + LONELY_MS) {
            ws_kill(w);
        } else if (now_ms > w->heard_ms + PING_MS && now_ms > w->pinged_ms + PING_MS &&
                   !lws_partial_buffered(w->wsi)) {
            w->pinged_ms = now_ms;
            if (lws_write(w->wsi, ping + LWS_PRE, 1, LWS_WRITE_PING) < 0)
                ws_kill(w);
        }
    }
    net_listener_wake(&n->listener);
    net_listener_wake(&n->metrics_listener);
    if (now_ms / 60000 != (now_ms - 1000) / 60000)
        address_sweep(n);
}

static void add_header(net *n, unsigned i, const char *name, const char *value)
{
    n->headers[i].name = name;
    n->headers[i].value = value;
    n->headers[i].next = i ? &n->headers[i - 1] : NULL;
}

/* As many descriptors as are needed: the library asks for the limit when it begins. */
static void raise_files(uint32_t connections)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur >= connections + 64)
        return;
    limit.rlim_cur = limit.rlim_max < connections + 64 ? limit.rlim_max : connections + 64;
    (void)setrlimit(RLIMIT_NOFILE, &limit);
}

static void take_socket(net_listener *listener, int fd)
{
    net *n = listener->with;
    lws_adoption_type type = LWS_ADOPT_SOCKET | LWS_ADOPT_HTTP;

    n->door = listener;
    if (listener == &n->listener)
        type |= LWS_ADOPT_ALLOW_SSL;
    /* It closes what it does not take. */
    (void)lws_adopt_descriptor_vhost(n->vhost, type, (lws_sock_file_fd_type){.sockfd = fd}, NULL,
                                     NULL);
}

static cr_err listen_at(net *n, net_listener *listener, const net_place *place, char *why,
                        size_t cap)
{
    listener->with = n;
    listener->on_socket = take_socket;
    return net_listener_open(listener, n->config.loop, place, why, cap);
}

/* The library would keep a timer for each connection in a sorted list, and look through all of it for each that comes.
 * Who is silent is asked by net_tick. */
static const lws_retry_bo_t no_timers;

cr_err net_open(const net_config *config, net **out, char *why, size_t cap)
{
    struct lws_context_creation_info info = {0};
    void *loops[1] = {config->loop};
    net *n = calloc(1, sizeof *n);
    unsigned n_headers = 0;
    cr_err err;

    *out = n;
    snprintf(why, cap, "no memory left");
    if (!n)
        return CR_ERR_MEMORY;
    n->config = *config;
    n->now_ms = cr_lobby_now(config->wire->lobby);
    raise_files(config->connections);
    add_header(n, n_headers++, "x-content-type-options:", "nosniff");
    add_header(n, n_headers++, "x-frame-options:", "DENY");
    add_header(n, n_headers++, "referrer-policy:", "no-referrer");
    add_header(n, n_headers++, "cross-origin-opener-policy:", "same-origin");
    info.port = CONTEXT_PORT_NO_LISTEN_SERVER;
    info.protocols = protocols;
    info.gid = (gid_t)-1;
    info.uid = (uid_t)-1;
    info.user = n;
    info.foreign_loops = loops;
    info.options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_VALIDATE_UTF8 |
                   LWS_SERVER_OPTION_EXPLICIT_VHOSTS;
    info.max_http_header_data = 4096;
    info.max_http_header_pool = 256;
    info.timeout_secs = 5;
    info.keepalive_timeout = 5;
    info.retry_and_idle_policy = &no_timers;
    info.server_string = "croupier";
    if (config->cert) {
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info.ssl_cert_filepath = config->cert;
        info.ssl_private_key_filepath = config->key;
        info.alpn = "http/1.1";
        add_header(n, n_headers++, "strict-transport-security:", "max-age=31536000");
    }
    info.headers = &n->headers[n_headers - 1];
    n->context = lws_create_context(&info);
    if (n->context)
        n->vhost = lws_create_vhost(n->context, &info);
    if (!n->vhost) {
        snprintf(why, cap, "%s",
                 config->cert ? "certificate and key do not fit" : "no memory left");
        return CR_ERR_STORE;
    }
    err = listen_at(n, &n->listener, config->listen, why, cap);
    if (!err && config->metrics)
        err = listen_at(n, &n->metrics_listener, config->metrics, why, cap);
    n->config.listen = n->config.metrics = NULL; /* memory of the caller */
    return err;
}

static const char *address_of(const net_listener *listener, unsigned i)
{
    return i < listener->n_doors ? listener->doors[i].text : NULL;
}

const char *net_address(const net *n, unsigned i)
{
    return address_of(&n->listener, i);
}

const char *net_metrics_address(const net *n, unsigned i)
{
    return address_of(&n->metrics_listener, i);
}

void net_stop(net *n)
{
    for (ws *w = n->sockets; w; w = w->next) {
        cr_session_trouble(&w->session, CR_TROUBLE_STOPPING);
        ws_send(w);
    }
    net_listener_close(&n->listener);
    net_listener_close(&n->metrics_listener);
    if (n->context)
        lws_context_destroy(n->context);
}

void net_free(net *n)
{
    if (n->context)
        lws_context_destroy(n->context);
    for (unsigned i = 0; i < NET_ADDRESSES; i++)
        while (n->addresses[i]) {
            address *a = n->addresses[i];

            n->addresses[i] = a->next;
            free(a);
        }
    free(n);
}
