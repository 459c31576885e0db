#include "net/net_inside.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

/* ---- callbacks of the library ---- */

static net *net_of(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

/* Where a socket came from, and who is counted for it, goes with it. */
static void take_count(net *n, struct lws *wsi)
{
    lws_set_opaque_user_data(wsi, n->door == &n->metrics_listener ? (void *)n->door : n->door_from);
    n->door_from = NULL;
}

static void drop_count(const net *n, struct lws *wsi)
{
    address *a = door_is_metrics(n, wsi) ? NULL : lws_get_opaque_user_data(wsi);

    door_uncount(&a);
    lws_set_opaque_user_data(wsi, NULL);
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
        take_count(net_of(wsi), wsi);
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        drop_count(net_of(wsi), wsi);
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
    return reason == LWS_CALLBACK_HTTP_CONFIRM_UPGRADE ? on_http(wsi, reason, NULL, in, len)
                                                       : ws_callback(wsi, reason, user, in, len);
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
    if (next->dirty_next) {
        __builtin_prefetch(next->dirty_next);
        __builtin_prefetch(&next->dirty_next->dirty_next);
        __builtin_prefetch(&((const ws *)next->dirty_next)->fd);
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
    ws_tick_all(n, now_ms);
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

void net_adopt(net *n, net_listener *listener, int fd, address *door)
{
    lws_adoption_type type = LWS_ADOPT_SOCKET | LWS_ADOPT_HTTP;

    n->door = listener;
    n->door_from = door;
    if (listener == &n->listener)
        type |= LWS_ADOPT_ALLOW_SSL;
    /* It closes what it does not take. */
    (void)lws_adopt_descriptor_vhost(n->vhost, type, (lws_sock_file_fd_type){.sockfd = fd}, NULL,
                                     NULL);
    door_uncount(&n->door_from);
}

static void take_socket(net_listener *listener, int fd)
{
    net *n = listener->with;
    bool is_metrics = listener == &n->metrics_listener;
    address *door = NULL;

    if (!is_metrics && !door_count(n, fd, &door))
        close(fd);
    else if (is_metrics || n->config.cert)
        net_adopt(n, listener, fd, door);
    else
        ws_knock(n, fd, door);
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
    n->events = -1;
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
    info.options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS;
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
    if (!ws_listen(n)) {
        snprintf(why, cap, "no file descriptor left");
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
    ws_stop_all(n);
    ws_unlisten(n);
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
