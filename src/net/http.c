/* Plain requests: files of the page, and what the wire answers, compressed for who can read that. */
#include "net/net_inside.h"

#include <stdlib.h>

#define ZLIB_CONST
#include <zlib.h>

enum {
    GZ_MIN = 1400, /* less fits in one packet anyway */
    GZ_LEVEL = 3,  /* on the loop: 50 kB take half a millisecond, and become 5 kB */
    PIECE = 4096,  /* a socket that takes anything takes so much */
    TAKES_S = 20   /* who takes nothing for so long has gone */
};

static void http_reset(http *h)
{
    free(h->body);
    free(h->reply);
    h->body = NULL;
    h->reply = NULL;
    h->file = NULL;
    h->body_len = h->reply_len = h->sent = 0;
    h->is_too_large = h->is_gz = h->has_headed = false;
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

/* False: the connection cannot go on. */
static bool write_head(http *h)
{
    uint8_t head[LWS_PRE + 2048], *start = head + LWS_PRE, *at = start;
    uint8_t *end = head + sizeof head - 1;
    const char *etag = h->file ? h->file->etag : h->request.etag;
    const char *cache = h->file && h->file->is_lasting ? "public, max-age=31536000, immutable"
                        : *etag                        ? "no-cache"
                                                       : "no-store";
    const char *policy = h->file && h->file->policy ? h->file->policy : h->net->config.csp;

    h->has_headed = true;
    return !lws_add_http_common_headers(h->wsi, h->status, h->type, h->reply_len, &at, end) &&
           add_head(h, WSI_TOKEN_HTTP_CACHE_CONTROL, cache, &at, end) &&
           (!*etag || add_head(h, WSI_TOKEN_HTTP_ETAG, etag, &at, end)) &&
           ((!*etag && !h->is_gz) ||
            add_head(h, WSI_TOKEN_HTTP_VARY, "accept-encoding", &at, end)) &&
           (!h->is_gz || add_head(h, WSI_TOKEN_HTTP_CONTENT_ENCODING, "gzip", &at, end)) &&
           (!*h->request.location ||
            add_head(h, WSI_TOKEN_HTTP_LOCATION, h->request.location, &at, end)) &&
           !lws_add_http_header_by_name(h->wsi, (const unsigned char *)"content-security-policy:",
                                        (const unsigned char *)policy, (int)strlen(policy), &at,
                                        end) &&
           !lws_finalize_write_http_header(h->wsi, start, &at, end);
}

/* As much as the socket takes. What the library would have to keep, it would try to send for seconds to a client that is
 * gone, and turn the loop all the while. */
int http_write(http *h)
{
    size_t len = h->is_head ? 0 : h->reply_len;

    if (h->is_waiting || !h->is_open)
        return 0;
    if (!h->has_headed && !write_head(h))
        return -1;
    while (h->sent < len) {
        size_t left = len - h->sent, n = left < PIECE ? left : PIECE;

        if (lws_send_pipe_choked(h->wsi)) {
            lws_set_timeout(h->wsi, PENDING_TIMEOUT_HTTP_CONTENT, TAKES_S);
            lws_callback_on_writable(h->wsi);
            return 0;
        }
        if (lws_write(h->wsi, h->reply + LWS_PRE + h->sent, n,
                      n < left ? LWS_WRITE_HTTP : LWS_WRITE_HTTP_FINAL) < 0)
            return -1;
        h->sent += n;
    }
    h->is_open = false;
    http_reset(h);
    return lws_http_transaction_completed(h->wsi) ? -1 : 0;
}

void http_handle(http *h)
{
    net *n = h->net;

    h->is_waiting = true;
    h->request.body = h->body ? h->body : "";
    h->request.body_len = h->body_len;
    h->request.path = h->path;
    h->request.known = h->known;
    h->request.reply = http_reply_wire;
    h->request.address = address_is_limited(n, h->from) ? h->from->name : NULL;
    cr_api_handle(n->config.wire, &h->request);
}

void http_trouble(http *h, cr_trouble trouble)
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
    if (strcmp(path, "/healthz") && !door_is_ours(n, wsi))
        return CR_TROUBLE_WRONG_HOST;
    if (door_is_metrics(n, wsi))
        return is_metrics || !strcmp(path, "/healthz") ? CR_TROUBLE_NONE : CR_TROUBLE_NO_ROUTE;
    if (is_metrics && n->metrics_listener.n_doors)
        return CR_TROUBLE_NO_ROUTE;
    return is_metrics && !address_is_local(wsi) ? CR_TROUBLE_NOT_LOCAL : CR_TROUBLE_NONE;
}

/* A path that names us, as a balancer may leave it: /at/NODE/api/…, is the one behind it. */
static void strip_node(const net *n, char *path)
{
    size_t len = n->config.node ? strlen(n->config.node) : 0;

    if (len && !strncmp(path, "/at/", 4) && !strncmp(path + 4, n->config.node, len) &&
        path[4 + len] == '/')
        memmove(path, path + 4 + len, strlen(path + 4 + len) + 1);
}

int http_begin(http *h, net *n, struct lws *wsi)
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
        h->from = address_find_of(n, wsi);
    if (method < 0 || !h->from)
        return -1;
    snprintf(h->path, sizeof h->path, "%.*s", len, uri);
    h->is_head = method == LWSHUMETH_HEAD;
    is_get = h->is_head || method == LWSHUMETH_GET;
    h->request.method = is_get ? "GET" : method == LWSHUMETH_POST ? "POST" : "OTHER";
    strip_node(n, h->path);
    h->request.etag[0] = h->request.location[0] = h->known[0] = 0;
    (void)lws_hdr_copy(wsi, h->known, sizeof h->known, WSI_TOKEN_HTTP_IF_NONE_MATCH);
    if (address_is_limited(n, h->from) &&
        cr_wire_is_too_fast(n->config.wire, &h->from->paid_us, n->config.requests))
        http_trouble(h, CR_TROUBLE_TOO_FAST);
    else if (len >= NET_PATH_BYTES)
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

void http_body(http *h, const char *bytes, size_t len)
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

void http_close(http *h)
{
    if (!h->net)
        return;
    if (h->is_waiting)
        cr_api_cancel(&h->request);
    h->is_waiting = h->is_open = false;
    http_reset(h);
    address_drop(&h->from);
    h->net = NULL;
}
