#include "net/net.h"
#include "base/hash.h"
#include "net/hosts.h"

#include <libwebsockets.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>

#define ZLIB_CONST
#include <zlib.h>

static_assert(LWS_PRE <= CR_OUT_FRONT, "the library's head fits in front of what is sent");

enum {
    PING_MS = 30000,   /* silent for so long: are you there? */
    DEAD_MS = 75000,   /* and for so long: no */
    LONELY_MS = 60000, /* attached to nothing for so long */
    LAST_WORDS_MS = 5000,
    SEND_BUFFER = 1 << 16,
    ADDRESSES = 1024,
    PATH_BYTES = 256,
    GZ_MIN = 1400,    /* less fits in one packet anyway */
    GZ_LEVEL = 3,     /* on the loop: 50 kB take half a millisecond, and become 5 kB */
    KNOWN_BYTES = 256 /* of If-None-Match */
};

/* Somebody who connects: counted, so that one address cannot take everything. */
typedef struct address address;
struct address {
    address *next;
    uint32_t connections,
        sockets;      /* WebSockets; all, also those that have not said yet what they want */
    uint32_t users;   /* who points here */
    uint64_t paid_us; /* the moment up to which its requests are paid for */
    char name[CR_ADDRESS_MAX];
};

/* A WebSocket. The session is first: the wire gives sessions back. */
typedef struct ws ws;
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

/* A connection that speaks plain HTTP, one request after another. */
typedef struct {
    cr_request request; /* first */
    net *net;
    struct lws *wsi;
    address *from;
    char path[PATH_BYTES], known[KNOWN_BYTES];
    char *body;
    size_t body_len;
    uint8_t *reply; /* LWS_PRE bytes in front */
    size_t reply_len;
    const char *type;
    const net_file *file; /* what is replied is this */
    unsigned status;
    bool is_open, is_waiting, is_too_large, is_gz, is_head;
} http;

struct net {
    net_config config;
    struct lws_context *context;
    struct lws_vhost *vhost;
    net_listener listener, metrics_listener;
    net_listener *door; /* where the socket came from that is being adopted */
    ws *sockets;
    uint32_t n_sockets;
    uint64_t now_ms;
    address *addresses[ADDRESSES];
    struct lws_protocol_vhost_options headers[5];
};

/* ---- addresses ---- */

static void read_address(const net *n, struct lws *wsi, char name[CR_ADDRESS_MAX])
{
    char list[256];

    name[0] = 0;
    if (n->config.is_proxied &&
        lws_hdr_copy(wsi, list, sizeof list, WSI_TOKEN_X_FORWARDED_FOR) > 0) {
        /* The last one is what our proxy saw; the others are what the client says. */
        const char *last = strrchr(list, ',');

        last = last ? last + 1 : list;
        last += strspn(last, " ");
        snprintf(name, CR_ADDRESS_MAX, "%.*s", CR_ADDRESS_MAX - 1, last);
    } else {
        lws_get_peer_simple(wsi, name, CR_ADDRESS_MAX);
    }
}

static address *find_address(net *n, struct lws *wsi)
{
    char name[CR_ADDRESS_MAX];
    address **first, *a;

    read_address(n, wsi, name);
    first = &n->addresses[cr_hash(name, strlen(name)) % ADDRESSES];
    for (a = *first; a; a = a->next)
        if (!strcmp(a->name, name))
            break;
    if (!a) {
        a = calloc(1, sizeof *a);
        if (!a)
            return NULL;
        snprintf(a->name, sizeof a->name, "%s", name);
        a->next = *first;
        *first = a;
    }
    a->users++;
    return a;
}

static void drop_address(address **a)
{
    if (*a)
        (*a)->users--;
    *a = NULL;
}

/* Forgets addresses nobody uses and that owe nothing. */
static void sweep_addresses(net *n)
{
    for (unsigned i = 0; i < ADDRESSES; i++)
        for (address **at = &n->addresses[i]; *at;) {
            address *a = *at;

            if (a->users || a->paid_us > n->now_ms * 1000) {
                at = &a->next;
            } else {
                *at = a->next;
                free(a);
            }
        }
}

/* This machine itself is not limited, unless everybody comes through a proxy on it. */
static bool is_limited(const net *n, const address *a)
{
    return n->config.is_proxied || (strcmp(a->name, "127.0.0.1") && strcmp(a->name, "::1") &&
                                    strcmp(a->name, "::ffff:127.0.0.1"));
}

/* On this machine, and not by way of a proxy, whoever that may be for. */
static bool is_local(struct lws *wsi)
{
    return lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR) <= 0 &&
           lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_VIA) <= 0 &&
           net_is_near(lws_get_socket_fd(wsi));
}

/* Did it come to the listener for operators? Sockets carry where they came from: the library itself would choose among
 * several hosts by what the client says. */
static bool is_at_metrics(const net *n, struct lws *wsi)
{
    return lws_get_opaque_user_data(wsi) == (const void *)&n->metrics_listener;
}

/* Is the request for a name of ours? Who names none is no browser. */
static bool is_for_us(const net *n, struct lws *wsi)
{
    char host[NET_HOST_MAX + 8];

    if (lws_hdr_total_length(wsi, WSI_TOKEN_HOST) <= 0)
        return true;
    return lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) > 0 &&
           net_is_our_name(host, n->config.hosts);
}

/* ---- HTTP ---- */

static void http_reset(http *h)
{
    free(h->body);
    free(h->reply);
    h->body = NULL;
    h->reply = NULL;
    h->file = NULL;
    h->body_len = h->reply_len = 0;
    h->is_too_large = h->is_gz = false;
}

static void http_reply(cr_request *request, unsigned status, const char *type, const void *body,
                       size_t len)
{
    http *h = (http *)request;

    h->is_waiting = false;
    h->reply = malloc(LWS_PRE + len + 1);
    h->reply_len = h->reply ? len : 0;
    h->status = h->reply ? status : 503;
    h->type = type;
    if (h->reply && len)
        memcpy(h->reply + LWS_PRE, body, len);
    lws_callback_on_writable(h->wsi);
}

/* The body compressed, LWS_PRE bytes in front; NULL if that does not make it smaller. */
static uint8_t *compress_body(const void *body, size_t len, size_t *out_len)
{
    z_stream z = {.next_in = body, .avail_in = (uInt)len};
    uint8_t *out = malloc(LWS_PRE + len);
    bool is_whole = false;

    if (out && deflateInit2(&z, GZ_LEVEL, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK) {
        z.next_out = out + LWS_PRE;
        z.avail_out = (uInt)len;
        is_whole = deflate(&z, Z_FINISH) == Z_STREAM_END;
        *out_len = z.total_out;
        deflateEnd(&z);
    }
    if (is_whole)
        return out;
    free(out);
    return NULL;
}

static const net_file *find_file(const net *n, const char *path)
{
    for (size_t i = 0; i < n->config.n_files; i++)
        if (!strcmp(n->config.files[i].path, path))
            return &n->config.files[i];
    return NULL;
}

static bool header_has(struct lws *wsi, enum lws_token_indexes token, const char *word)
{
    char value[256];

    return lws_hdr_copy(wsi, value, sizeof value, token) > 0 && strstr(value, word);
}

/* What the wire answers. Text that is large goes out compressed to who can read that. What is asked by POST has tokens in
 * it, which never share a compressed text with words of others. */
static void http_reply_wire(cr_request *request, unsigned status, const char *type,
                            const void *body, size_t len)
{
    http *h = (http *)request;
    bool is_text = !strncmp(type, "application/json", 16) || !strncmp(type, "text/", 5);
    size_t gz_len;
    uint8_t *gz = NULL;

    if (is_text && len >= GZ_MIN && len <= UINT32_MAX && !strcmp(request->method, "GET") &&
        header_has(h->wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, "gzip"))
        gz = compress_body(body, len, &gz_len);
    if (!gz) {
        http_reply(request, status, type, body, len);
        return;
    }
    h->is_waiting = false;
    h->reply = gz;
    h->reply_len = gz_len;
    h->status = status;
    h->type = type;
    h->is_gz = true;
    lws_callback_on_writable(h->wsi);
}

/* A file of the page: not again if the client has it, and small if the client can read that. */
static void http_reply_file(http *h, const net_file *file)
{
    bool is_known = header_has(h->wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, file->etag);
    bool is_gz =
        !is_known && file->gz && header_has(h->wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, "gzip");

    http_reply(&h->request, is_known ? 304 : 200, file->type, is_gz ? file->gz : file->bytes,
               is_known ? 0
               : is_gz  ? file->gz_len
                        : file->len);
    h->file = file;
    h->is_gz = is_gz;
}

static bool add_head(http *h, enum lws_token_indexes token, const char *value, uint8_t **at,
                     uint8_t *end)
{
    return !lws_add_http_header_by_token(h->wsi, token, (const unsigned char *)value,
                                         (int)strlen(value), at, end);
}

static int http_write(http *h)
{
    uint8_t head[LWS_PRE + 2048], *start = head + LWS_PRE, *at = start;
    uint8_t *end = head + sizeof head - 1;
    const char *etag = h->file ? h->file->etag : h->request.etag;
    const char *cache = h->file && h->file->is_lasting ? "public, max-age=31536000, immutable"
                        : *etag                        ? "no-cache"
                                                       : "no-store";
    const char *policy = h->file && h->file->policy ? h->file->policy : h->net->config.csp;

    if (h->is_waiting || !h->is_open)
        return 0;
    if (lws_add_http_common_headers(h->wsi, h->status, h->type, h->reply_len, &at, end) ||
        !add_head(h, WSI_TOKEN_HTTP_CACHE_CONTROL, cache, &at, end) ||
        (*etag && !add_head(h, WSI_TOKEN_HTTP_ETAG, etag, &at, end)) ||
        ((*etag || h->is_gz) && !add_head(h, WSI_TOKEN_HTTP_VARY, "accept-encoding", &at, end)) ||
        (h->is_gz && !add_head(h, WSI_TOKEN_HTTP_CONTENT_ENCODING, "gzip", &at, end)) ||
        (*h->request.location &&
         !add_head(h, WSI_TOKEN_HTTP_LOCATION, h->request.location, &at, end)) ||
        lws_add_http_header_by_name(h->wsi, (const unsigned char *)"content-security-policy:",
                                    (const unsigned char *)policy, (int)strlen(policy), &at, end) ||
        lws_finalize_write_http_header(h->wsi, start, &at, end))
        return 1;
    if (h->reply_len && !h->is_head &&
        lws_write(h->wsi, h->reply + LWS_PRE, h->reply_len, LWS_WRITE_HTTP_FINAL) < 0)
        return 1;
    h->is_open = false;
    http_reset(h);
    return lws_http_transaction_completed(h->wsi) ? -1 : 0;
}

static void http_handle(http *h)
{
    net *n = h->net;

    h->is_waiting = true;
    h->request.body = h->body ? h->body : "";
    h->request.body_len = h->body_len;
    h->request.path = h->path;
    h->request.known = h->known;
    h->request.reply = http_reply_wire;
    h->request.address = is_limited(n, h->from) ? h->from->name : NULL;
    cr_api_handle(n->config.wire, &h->request);
}

static void http_trouble(http *h, cr_trouble trouble)
{
    char text[256];
    int len = snprintf(text, sizeof text, "{\"code\":\"%s\",\"reason\":\"%s\"}",
                       cr_trouble_name(trouble), cr_trouble_text(trouble));

    h->net->config.wire->stats.troubles[trouble]++;
    http_reply(&h->request, cr_trouble_status(trouble), "application/json", text, (size_t)len);
}

/* What is not answered at all, or not here. */
static cr_trouble find_fault(const net *n, struct lws *wsi, const char *path)
{
    bool is_metrics = !strcmp(path, "/metrics");

    /* Whoever looks after the server may call it by any name; all it hears is "ok". */
    if (strcmp(path, "/healthz") && !is_for_us(n, wsi))
        return CR_TROUBLE_WRONG_HOST;
    if (is_at_metrics(n, wsi))
        return is_metrics || !strcmp(path, "/healthz") ? CR_TROUBLE_NONE : CR_TROUBLE_NO_ROUTE;
    if (is_metrics && n->metrics_listener.n_doors)
        return CR_TROUBLE_NO_ROUTE;
    return is_metrics && !is_local(wsi) ? CR_TROUBLE_NOT_LOCAL : CR_TROUBLE_NONE;
}

/* A path that names us, as a balancer may leave it: /at/NODE/api/…, is the one behind it. */
static void strip_node(const net *n, char *path)
{
    size_t len = n->config.node ? strlen(n->config.node) : 0;

    if (len && !strncmp(path, "/at/", 4) && !strncmp(path + 4, n->config.node, len) &&
        path[4 + len] == '/')
        memmove(path, path + 4 + len, strlen(path + 4 + len) + 1);
}

static int http_begin(http *h, net *n, struct lws *wsi)
{
    const net_file *file;
    cr_trouble fault;
    char *uri;
    int len, method = lws_http_get_uri_and_method(wsi, &uri, &len);
    bool is_get;

    h->net = n;
    h->wsi = wsi;
    http_reset(h);
    h->is_open = true;
    if (!h->from)
        h->from = find_address(n, wsi);
    if (method < 0 || !h->from)
        return -1;
    snprintf(h->path, sizeof h->path, "%.*s", len, uri);
    h->is_head = method == LWSHUMETH_HEAD;
    is_get = h->is_head || method == LWSHUMETH_GET;
    h->request.method = is_get ? "GET" : method == LWSHUMETH_POST ? "POST" : "OTHER";
    strip_node(n, h->path);
    h->request.etag[0] = h->request.location[0] = h->known[0] = 0;
    (void)lws_hdr_copy(wsi, h->known, sizeof h->known, WSI_TOKEN_HTTP_IF_NONE_MATCH);
    if (is_limited(n, h->from) &&
        cr_wire_is_too_fast(n->config.wire, &h->from->paid_us, n->config.requests))
        http_trouble(h, CR_TROUBLE_TOO_FAST);
    else if (len >= PATH_BYTES)
        http_trouble(h, CR_TROUBLE_NO_ROUTE);
    else if ((fault = find_fault(n, wsi, h->path)))
        http_trouble(h, fault);
    else if (is_get && (file = find_file(n, h->path)))
        http_reply_file(h, file);
    else if (method != LWSHUMETH_POST || !lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH))
        http_handle(h);
    else
        h->is_waiting = true; /* for its body */
    return 0;
}

static void http_body(http *h, const char *bytes, size_t len)
{
    char *more;

    if (!h->is_waiting || h->is_too_large || !len)
        return;
    if (h->body_len + len > PROTO_BODY_MAX || !(more = realloc(h->body, h->body_len + len))) {
        h->is_too_large = true;
        return;
    }
    h->body = more;
    memcpy(more + h->body_len, bytes, len);
    h->body_len += len;
}

static void http_close(http *h)
{
    if (!h->net)
        return;
    if (h->is_waiting)
        cr_api_cancel(&h->request);
    h->is_waiting = h->is_open = false;
    http_reset(h);
    drop_address(&h->from);
    h->net = NULL;
}

/* ---- who may connect ---- */

/* Requests that never end hold the library's few places for heads. So one address gets only as many sockets for plain
 * requests as it gets WebSockets; behind a proxy that is the proxy's to see to. */
static int count_socket(net *n, struct lws *wsi)
{
    address *a;

    if (n->door == &n->metrics_listener) {
        lws_set_opaque_user_data(wsi, n->door);
        return 0;
    }
    a = n->config.is_proxied ? NULL : find_address(n, wsi);
    if (!a)
        return 0;
    if (n->config.by_address && is_limited(n, a) && a->sockets >= 2 * n->config.by_address) {
        drop_address(&a);
        return -1;
    }
    a->sockets++;
    lws_set_opaque_user_data(wsi, a);
    return 0;
}

static void uncount_socket(const net *n, struct lws *wsi)
{
    address *a = is_at_metrics(n, wsi) ? NULL : lws_get_opaque_user_data(wsi);

    if (a)
        a->sockets--;
    drop_address(&a);
    lws_set_opaque_user_data(wsi, NULL);
}

static bool is_origin_allowed(const net *n, struct lws *wsi)
{
    char origin[256], host[256];
    const char *name;

    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) <= 0)
        return true; /* no browser: a program says what it likes anyway */
    if (lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) < 0)
        return false;
    for (const char *const *o = n->config.origins; o && *o; o++)
        if (!strcmp(*o, origin))
            return true;
    name = strstr(origin, "://");
    return name && lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) > 0 &&
           !strcmp(name + 3, host);
}

static int refuse(struct lws *wsi, unsigned status, const char *reason)
{
    (void)lws_return_http_status(wsi, status, reason);
    return 1;
}

static int filter(net *n, struct lws *wsi, bool has_protocol)
{
    address *a;
    bool is_full;

    if (is_at_metrics(n, wsi))
        return refuse(wsi, 404, "there is nothing at this address");
    if (!has_protocol)
        return refuse(wsi, 400, "ask for the sub-protocol croupier.v1");
    if (!is_for_us(n, wsi))
        return refuse(wsi, 403, cr_trouble_text(CR_TROUBLE_WRONG_HOST));
    if (!is_origin_allowed(n, wsi))
        return refuse(wsi, 403, "not from this page");
    if (n->n_sockets >= n->config.connections)
        return refuse(wsi, 503, "the server is full");
    if (n->config.wire->lobby->is_stopping)
        return refuse(wsi, 503, "the server is stopping");
    a = find_address(n, wsi);
    if (!a)
        return refuse(wsi, 503, "the server is full");
    is_full = n->config.by_address && is_limited(n, a) && a->connections >= n->config.by_address;
    drop_address(&a);
    return is_full ? refuse(wsi, 429, "too many connections from this address") : 0;
}

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
    w->from = find_address(n, wsi);
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
    drop_address(&w->from);
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
        return count_socket(net_of(wsi), wsi);
    case LWS_CALLBACK_WSI_DESTROY:
        uncount_socket(net_of(wsi), wsi);
        return 0;
    case LWS_CALLBACK_RAW_ADOPT:
    case LWS_CALLBACK_RAW_RX:
        return -1; /* CONNECT would leave a raw socket open */
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return filter(net_of(wsi), wsi, false);
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
        return filter(net_of(wsi), wsi, true);
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

void net_flush(net *n)
{
    cr_session *s;

    while ((s = cr_wire_next_dirty(n->config.wire)))
        ws_send((ws *)s);
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
        sweep_addresses(n);
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
    for (unsigned i = 0; i < ADDRESSES; i++)
        while (n->addresses[i]) {
            address *a = n->addresses[i];

            n->addresses[i] = a->next;
            free(a);
        }
    free(n);
}
