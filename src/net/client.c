#include "net/client.h"

#include "net/frames.h"

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    IN_MAX = 8 << 20, /* a message of the server is at most half of it */
    READ_MIN = 4096,
    WIRE = 1 << 14, /* a record of TLS */
    TEXT_MAX = 1 << 16,
    SMALL = 1024 /* messages up to here are sent from the stack */
};

/* All but what it trusts. */
static const char *look_up(const char *url, net_server *out)
{
    bool is_tls = !strncmp(url, "https://", 8);
    char port[8];
    const char *at = url + (is_tls ? 8 : 7), *end, *colon;
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found;

    *out = (net_server){0};
    if (!is_tls && strncmp(url, "http://", 7))
        return "give http://HOST:PORT or https://HOST:PORT";
    snprintf(port, sizeof port, "%s", is_tls ? "443" : "80");
    end = at + strcspn(at, "/?#");
    colon = *at == '[' ? memchr(at, ']', (size_t)(end - at)) : at;
    colon = colon ? memchr(colon, ':', (size_t)(end - colon)) : NULL;
    snprintf(out->host, sizeof out->host, "%.*s", (int)(end - at), at);
    snprintf(out->path, sizeof out->path, "%s", end);
    if (colon)
        snprintf(port, sizeof port, "%.*s", (int)(end - colon - 1), colon + 1);
    end = colon ? colon : end;
    if (*at == '[' && end > at + 1 && end[-1] == ']') /* an address of IPv6 */
        snprintf(out->name, sizeof out->name, "%.*s", (int)(end - at - 2), at + 1);
    else
        snprintf(out->name, sizeof out->name, "%.*s", (int)(end - at), at);
    if (getaddrinfo(out->name, port, &hints, &found))
        return "there is no such host";
    memcpy(&out->address, found->ai_addr, found->ai_addrlen);
    freeaddrinfo(found);
    return NULL;
}

static bool is_https(const char *url)
{
    return !strncmp(url, "https://", 8);
}

const char *net_server_find(const char *url, net_server *out)
{
    const char *wrong = look_up(url, out);

    if (wrong || !is_https(url))
        return wrong;
    out->trust = net_trust_new();
    return out->trust ? NULL : "no memory left for TLS";
}

const char *net_server_follow(const net_server *from, const char *address, net_server *out)
{
    const char *wrong;
    net_server found;

    if (*address == '/') {
        *out = *from;
        snprintf(out->base, sizeof out->base, "%s", address);
        return NULL;
    }
    wrong = look_up(address, &found);
    if (!wrong && is_https(address) != (from->trust != NULL))
        wrong = "it is not as safe as this one";
    if (wrong)
        return wrong;
    snprintf(found.base, sizeof found.base, "%.*s",
             (int)(strcmp(found.path, "/") ? strcspn(found.path, "?#") : 0), found.path);
    snprintf(found.ws, sizeof found.ws, "%s", from->ws);
    found.trust = from->trust;
    *out = found;
    return NULL;
}

void net_server_release(net_server *server)
{
    net_trust_free(server->trust);
    server->trust = NULL;
}

static void lose(net_client *c, const char *why)
{
    if (c->is_lost || uv_is_closing((uv_handle_t *)&c->tcp))
        return;
    c->is_lost = true;
    c->is_up = false;
    uv_read_stop((uv_stream_t *)&c->tcp);
    c->calls->on_lost(c, why);
}

/* ---- out ---- */

typedef struct {
    uv_write_t request;
    char bytes[];
} writing;

static void on_written(uv_write_t *request, int status)
{
    (void)status; /* a broken connection shows when reading */
    free(request);
}

/* Sends at once where the socket takes it, which is nearly always. */
static void send_plain(net_client *c, const char *bytes, size_t len)
{
    uv_buf_t buf = uv_buf_init((char *)(uintptr_t)bytes, (unsigned)len);
    int sent = uv_try_write((uv_stream_t *)&c->tcp, &buf, 1);
    writing *w;

    if (sent == (int)len)
        return;
    sent = sent < 0 ? 0 : sent;
    w = malloc(sizeof *w + len);
    if (!w) {
        lose(c, "no memory left");
        return;
    }
    memcpy(w->bytes, bytes + sent, len - (size_t)sent);
    buf = uv_buf_init(w->bytes, (unsigned)(len - (size_t)sent));
    if (uv_write(&w->request, (uv_stream_t *)&c->tcp, &buf, 1, on_written))
        free(w);
}

/* What TLS has for the wire. */
static void send_wire(net_client *c)
{
    char bytes[READ_MIN];
    size_t n;

    while ((n = net_tls_give(c->tls, bytes, sizeof bytes)))
        send_plain(c, bytes, n);
}

static void send_bytes(net_client *c, const char *bytes, size_t len)
{
    if (!c->tls) {
        send_plain(c, bytes, len);
        return;
    }
    if (net_tls_write(c->tls, bytes, len))
        send_wire(c);
    else
        lose(c, net_tls_why(c->tls));
}

static void send_frame(net_client *c, uint8_t kind, const void *bytes, size_t len)
{
    uint8_t small[NET_FRAME_HEAD + SMALL], *frame = small, mask[NET_FRAME_MASK];
    uint32_t draw = cr_rng_u16(c->rng) << 16 | cr_rng_u16(c->rng);
    size_t head;

    if (len >= TEXT_MAX || c->is_lost)
        return;
    if (len > SMALL && !(frame = malloc(NET_FRAME_HEAD + len))) {
        lose(c, "no memory left");
        return;
    }
    memcpy(mask, &draw, sizeof mask);
    memcpy(frame + NET_FRAME_HEAD, bytes, len);
    head = net_frame_head(frame + NET_FRAME_HEAD, len, kind, mask);
    send_bytes(c, (const char *)frame + NET_FRAME_HEAD - head, head + len);
    if (frame != small)
        free(frame);
}

void net_client_send(net_client *c, const char *text, size_t len)
{
    send_frame(c, NET_FRAME_TEXT, text, len);
}

void net_client_request(net_client *c, const char *method, const char *path, const char *body)
{
    size_t body_len = body ? strlen(body) : 0, cap = 1200 + strlen(path) + body_len;
    char *text = malloc(cap);

    if (!text) {
        lose(c, "no memory left");
        return;
    }
    snprintf(text, cap, "%s %s%s HTTP/1.1\r\nHost: %s\r\nContent-Length: %zu\r\n\r\n%s", method,
             c->server->base, path, c->server->host, body_len, body ? body : "");
    send_bytes(c, text, strlen(text));
    free(text);
}

/* ---- in ---- */

/* Room behind what is not read yet; false if there is none. */
static bool make_room(net_client *c)
{
    size_t cap = c->cap ? 2 * c->cap : 2 * READ_MIN;
    char *more;

    if (c->cap - c->len >= READ_MIN)
        return true;
    more = cap <= IN_MAX ? realloc(c->in, cap) : NULL;
    if (!more)
        return false;
    c->in = more;
    c->cap = cap;
    return true;
}

static void on_alloc(uv_handle_t *handle, size_t hint, uv_buf_t *buf)
{
    net_client *c = (net_client *)handle;

    (void)hint;
    if (c->tls)
        *buf = uv_buf_init(c->wire, WIRE);
    else if (make_room(c))
        *buf = uv_buf_init(c->in + c->len, (unsigned)(c->cap - c->len - 1));
    else
        *buf = uv_buf_init(NULL, 0);
}

static void cut(net_client *c, size_t n)
{
    memmove(c->in, c->in + n, c->len - n);
    c->len -= n;
    c->in[c->len] = 0;
}

/* A message is one or more lines. */
static void read_lines(net_client *c, char *text, size_t len)
{
    char *end = text + len, keep = *end;

    *end = 0;
    while (text < end && c->is_up) {
        char *line = text, *stop = memchr(text, '\n', (size_t)(end - text));

        text = stop ? stop : end;
        *text++ = 0;
        c->calls->on_line(c, line);
    }
    *end = keep;
}

/* Our server sends messages whole, one in between may not. */
static void read_part(net_client *c, const char *text, size_t len, bool is_last)
{
    char *more = c->parts_len + len < IN_MAX ? realloc(c->parts, c->parts_len + len + 1) : NULL;

    if (!more) {
        lose(c, "a message is too large");
        return;
    }
    c->parts = more;
    memcpy(more + c->parts_len, text, len);
    c->parts_len += len;
    if (is_last) {
        read_lines(c, more, c->parts_len);
        c->parts_len = 0;
    }
}

static void handle_frame(net_client *c, const net_frame *f)
{
    char *bytes = (char *)f->bytes;

    switch (f->kind) {
    case NET_FRAME_TEXT:
        if (f->is_last)
            read_lines(c, bytes, f->len);
        else
            read_part(c, bytes, f->len, false);
        break;
    case NET_FRAME_MORE:
        read_part(c, bytes, f->len, f->is_last);
        break;
    case NET_FRAME_PING:
        send_frame(c, NET_FRAME_PONG, bytes, f->len);
        break;
    case NET_FRAME_CLOSE:
        lose(c, "the server closed the connection");
        break;
    default:
        break;
    }
}

/* Whole frames in the buffer. */
static void read_frames(net_client *c)
{
    size_t at = 0;

    while (c->is_up) {
        net_frame f;
        unsigned why;
        long used = net_frame_read((uint8_t *)c->in + at, c->len - at, IN_MAX - 1, false, &f, &why);

        if (used < 0) {
            lose(c, why == NET_CLOSE_TOO_LARGE ? "a message is too large"
                                               : "the server sends what is no WebSocket");
            return;
        }
        if (!used)
            break;
        handle_frame(c, &f);
        at += (size_t)used;
    }
    cut(c, at);
}

/* A reply with its length told; all of ours are. */
static void read_reply(net_client *c)
{
    char *end = strstr(c->in, "\r\n\r\n"), *length = strcasestr(c->in, "\r\ncontent-length:");
    const char *location = strcasestr(c->in, "\r\nlocation:");
    size_t head, body;
    char keep;

    if (!end)
        return;
    if (!length || length > end || strncmp(c->in, "HTTP/1.1 ", 9)) {
        lose(c, "the answer is not HTTP as we know it");
        return;
    }
    head = (size_t)(end + 4 - c->in);
    body = strtoul(length + 17, NULL, 10);
    if (c->len < head || body > c->len - head)
        return;
    if (location && location < end) {
        location += 11 + strspn(location + 11, " ");
        snprintf(c->location, sizeof c->location, "%.*s", (int)strcspn(location, "\r"), location);
    } else {
        c->location[0] = 0;
    }
    keep = c->in[head + body];
    c->in[head + body] = 0;
    c->calls->on_reply(c, (unsigned)strtoul(c->in + 9, NULL, 10), c->in + head, body);
    c->in[head + body] = keep;
    cut(c, head + body);
}

static void read_upgrade(net_client *c)
{
    char *end = strstr(c->in, "\r\n\r\n");

    if (!end)
        return;
    if (strncmp(c->in, "HTTP/1.1 101", 12)) {
        lose(c, "the server opens no WebSocket");
        return;
    }
    cut(c, (size_t)(end + 4 - c->in));
    c->is_up = true;
    c->calls->on_up(c);
}

/* So many bytes more stand behind what is not read yet. */
static void read_more(net_client *c, size_t n)
{
    c->len += n;
    c->in[c->len] = 0;
    if (c->kind == NET_CLIENT_HTTP) {
        read_reply(c);
        return;
    }
    if (!c->is_up)
        read_upgrade(c);
    if (c->is_up)
        read_frames(c);
}

static void begin(net_client *c);

/* What the wire says, until it has said all: whoever is called may have closed the connection. */
static void read_wire(net_client *c, size_t n)
{
    if (!net_tls_take(c->tls, c->wire, n)) {
        lose(c, "no memory left");
        return;
    }
    while (!c->is_lost && !uv_is_closing((uv_handle_t *)&c->tcp)) {
        long got = make_room(c) ? net_tls_read(c->tls, c->in + c->len, c->cap - c->len - 1) : -1;

        send_wire(c);
        if (!c->is_begun && net_tls_is_up(c->tls))
            begin(c);
        if (got < 0)
            lose(c, net_tls_why(c->tls));
        if (got <= 0)
            return;
        read_more(c, (size_t)got);
    }
}

static void on_read(uv_stream_t *handle, ssize_t n, const uv_buf_t *buf)
{
    net_client *c = (net_client *)handle;

    (void)buf;
    if (n < 0) {
        lose(c, uv_strerror((int)n));
        return;
    }
    c->bytes_in += (uint64_t)n;
    if (c->tls)
        read_wire(c, (size_t)n);
    else
        read_more(c, (size_t)n);
}

/* ---- life ---- */

/* The server can be spoken to. */
static void begin(net_client *c)
{
    char text[1024], nonce[32];

    c->is_begun = true;
    if (c->kind == NET_CLIENT_HTTP) {
        c->is_up = true;
        c->calls->on_up(c);
        return;
    }
    /* Sixteen bytes in base64: 21 characters, one more for the last two bits, two signs. */
    for (unsigned i = 0; i < 21; i++)
        nonce[i] = (char)('a' + cr_rng_small(c->rng, 26));
    memcpy(nonce + 21, "A==", 4);
    snprintf(text, sizeof text,
             "GET %s%s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n"
             "Sec-WebSocket-Protocol: croupier.v1\r\n\r\n",
             c->server->base, *c->server->ws ? c->server->ws : "/ws", c->server->host, nonce);
    send_bytes(c, text, strlen(text));
}

static void on_connect(uv_connect_t *request, int status)
{
    net_client *c = (net_client *)request->handle;

    free(request);
    if (status) {
        lose(c, uv_strerror(status));
        return;
    }
    uv_tcp_nodelay(&c->tcp, 1);
    uv_read_start((uv_stream_t *)&c->tcp, on_alloc, on_read);
    if (c->tls)
        send_wire(c);
    else
        begin(c);
}

/* False: no memory left. */
static bool open_tls(net_client *c)
{
    c->tls = net_tls_open(c->server->trust, c->server->name);
    c->wire = malloc(WIRE);
    return c->tls && c->wire;
}

void net_client_open(net_client *c, uv_loop_t *loop, const net_server *server, net_client_kind kind,
                     const net_client_calls *calls, cr_rng *rng)
{
    uv_connect_t *request = malloc(sizeof *request);
    void *data = c->tcp.data;

    *c = (net_client){.calls = calls, .server = server, .rng = rng, .kind = kind};
    uv_tcp_init(loop, &c->tcp);
    c->tcp.data = data;
    if (!request || (server->trust && !open_tls(c)) ||
        uv_tcp_connect(request, &c->tcp, (const struct sockaddr *)&server->address, on_connect)) {
        free(request);
        lose(c, "no socket");
    }
}

static void on_close(uv_handle_t *handle)
{
    net_client *c = (net_client *)handle;

    free(c->in);
    free(c->parts);
    free(c->wire);
    net_tls_close(c->tls);
    c->tls = NULL;
    c->in = c->parts = c->wire = NULL;
    c->len = c->cap = c->parts_len = 0;
    if (c->calls->on_closed)
        c->calls->on_closed(c);
}

void net_client_close(net_client *c)
{
    c->is_up = false;
    if (!uv_is_closing((uv_handle_t *)&c->tcp))
        uv_close((uv_handle_t *)&c->tcp, on_close);
}
