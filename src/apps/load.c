/* croupier load: plays random legal matches over real sockets and measures a server. Each seat is a connection of its
 * own; a move is one of those the server offers. What is measured is the time from a move sent to the update that
 * another seat gets for it. */
#include "apps/command.h"
#include "base/json.h"
#include "kernel/rng.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <netdb.h>
#include <sodium.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

enum {
    HTTP_CONNECTIONS = 32,
    IN_MAX = 1 << 20,
    SAMPLES_MAX = 1 << 22,
    SYNCS = 21,
    SENT_MAX = 4,  /* moves of one seat on their way; it sends the next when it is asked again */
    FRAME_HEAD = 8 /* two bytes, up to two more of length, four of mask */
};

typedef struct load load;
typedef struct table table;

/* A connection with what has come in and is not read yet. */
typedef struct {
    uv_tcp_t tcp;
    load *load;
    char *in;
    size_t len, cap;
    bool is_up;
} stream;

/* One seat of one table. */
typedef struct {
    stream s; /* first */
    table *table;
    uv_timer_t timer;
    uint8_t seat;
    bool is_asked;
    uint32_t id, ticket;
    uint64_t sent_ns[SENT_MAX]; /* of its moves that the next seat has not seen yet */
    uint32_t n_sent, n_seen;
    uint64_t next_ns; /* when it may move again */
    char move[256];   /* chosen, and waiting for its time */
} client;

struct table {
    client *clients[CR_SEATS_MAX];
    unsigned index;
    char match[33], token[CR_SEATS_MAX][33];
};

/* Makes matches: the idle ones first, then whoever waits for a table. */
typedef struct {
    stream s; /* first */
    table *for_table;
    bool is_busy;
} maker;

struct load {
    uv_loop_t *loop;
    const cr_game *game;
    struct sockaddr_storage address;
    char host[256], body[2048], idle_body[2048];
    unsigned n_seats;
    table *tables;
    uint64_t n_tables, idle_left, seconds, rate;
    maker makers[HTTP_CONNECTIONS];
    table **waiting;
    size_t n_waiting;
    size_t n_ready; /* clients that have been asked or told once */
    cr_rng rng;
    uv_timer_t end;
    bool is_measuring, is_over, has_failed;
    uint64_t start_ns, moves, refused, matches, bytes_in;
    uint32_t *samples; /* microseconds */
    size_t n_samples;
};

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

/* ---- streams ---- */

static void on_alloc(uv_handle_t *handle, size_t hint, uv_buf_t *buf)
{
    stream *s = (stream *)handle;

    (void)hint;
    if (s->cap - s->len < 4096) {
        size_t cap = s->cap ? 2 * s->cap : 8192;
        char *more = cap <= IN_MAX * 4u ? realloc(s->in, cap) : NULL;

        if (!more) {
            *buf = uv_buf_init(NULL, 0);
            return;
        }
        s->in = more;
        s->cap = cap;
    }
    *buf = uv_buf_init(s->in + s->len, (unsigned)(s->cap - s->len - 1));
}

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
static void send_bytes(stream *s, const char *bytes, size_t len)
{
    uv_buf_t buf = uv_buf_init((char *)(uintptr_t)bytes, (unsigned)len);
    int sent = uv_try_write((uv_stream_t *)&s->tcp, &buf, 1);
    writing *w;

    if (sent == (int)len)
        return;
    sent = sent < 0 ? 0 : sent;
    w = malloc(sizeof *w + len);
    if (!w) {
        fail(s->load, "cannot send", "no memory left");
        return;
    }
    memcpy(w->bytes, bytes + sent, len - (size_t)sent);
    buf = uv_buf_init(w->bytes, (unsigned)(len - (size_t)sent));
    if (uv_write(&w->request, (uv_stream_t *)&s->tcp, &buf, 1, on_written))
        free(w);
}

static void connect_stream(stream *s, load *l, uv_connect_cb on_connect)
{
    uv_connect_t *request = malloc(sizeof *request);

    s->load = l;
    uv_tcp_init(l->loop, &s->tcp);
    if (!request ||
        uv_tcp_connect(request, &s->tcp, (const struct sockaddr *)&l->address, on_connect)) {
        free(request);
        fail(l, "cannot connect", "no socket");
        return;
    }
    uv_tcp_nodelay(&s->tcp, 1);
}

/* ---- making matches ---- */

static void next_order(maker *m);

static void post(maker *m, const char *body)
{
    char text[4096];
    int len = snprintf(text, sizeof text,
                       "POST /api/matches HTTP/1.1\r\nHost: %s\r\nContent-Length: %zu\r\n\r\n%s",
                       m->s.load->host, strlen(body), body);

    m->is_busy = true;
    send_bytes(&m->s, text, (size_t)len);
}

static void begin_measuring(load *l);
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
    load *l = m->s.load;
    table *t = m->for_table;

    m->is_busy = false;
    m->for_table = NULL;
    if (!take_tokens(l, t, body, len)) {
        fail(l, "the server makes no match", body);
        return;
    }
    if (t) {
        l->matches++;
        for (unsigned i = 0; i < l->n_seats; i++)
            attach(t->clients[i]);
    }
    next_order(m);
}

static void on_http(uv_stream_t *handle, ssize_t n, const uv_buf_t *buf)
{
    maker *m = (maker *)handle;
    char *end, *length;

    (void)buf;
    if (n < 0) {
        if (!m->s.load->is_over && (m->is_busy || m->s.load->n_waiting))
            fail(m->s.load, "connection lost", uv_strerror((int)n));
        return;
    }
    m->s.len += (size_t)n;
    m->s.in[m->s.len] = 0;
    end = strstr(m->s.in, "\r\n\r\n");
    length = strcasestr(m->s.in, "content-length:");
    if (end && length && length < end) {
        size_t head = (size_t)(end + 4 - m->s.in), body = strtoul(length + 15, NULL, 10);

        if (m->s.len < head + body)
            return;
        m->s.len = 0;
        on_made(m, m->s.in + head, body);
    }
}

static void next_order(maker *m)
{
    load *l = m->s.load;

    if (m->is_busy || !m->s.is_up || l->is_over)
        return;
    if (l->idle_left) {
        l->idle_left--;
        post(m, l->idle_body);
    } else if (l->n_waiting) {
        m->for_table = l->waiting[--l->n_waiting];
        post(m, l->body);
    }
}

static void on_maker_up(uv_connect_t *request, int status)
{
    maker *m = (maker *)request->handle;

    free(request);
    if (status) {
        fail(m->s.load, "cannot connect", uv_strerror(status));
        return;
    }
    m->s.is_up = true;
    uv_read_start((uv_stream_t *)&m->s.tcp, on_alloc, on_http);
    next_order(m);
}

static void on_maker_again(uv_handle_t *handle)
{
    maker *m = (maker *)handle;

    if (!m->s.load->is_over)
        connect_stream(&m->s, m->s.load, on_maker_up);
}

/* A table needs a match. The server closes connections that are quiet for long: then take a new one. */
static void want_match(load *l, table *t)
{
    l->waiting[l->n_waiting++] = t;
    for (unsigned i = 0; i < HTTP_CONNECTIONS && l->n_waiting; i++)
        if (l->makers[i].s.is_up && !uv_is_readable((uv_stream_t *)&l->makers[i].s.tcp)) {
            l->makers[i].s.is_up = false;
            l->makers[i].s.len = 0;
            uv_close((uv_handle_t *)&l->makers[i].s.tcp, on_maker_again);
        } else {
            next_order(&l->makers[i]);
        }
}

/* ---- playing ---- */

/* One text frame with a mask of zero, which is a mask like any other. */
static void send_frame(client *c, const char *text, size_t len)
{
    char frame[1024 + FRAME_HEAD];
    size_t at = 0;

    frame[at++] = (char)0x81;
    if (len < 126) {
        frame[at++] = (char)(0x80 | len);
    } else {
        frame[at++] = (char)(0x80 | 126);
        frame[at++] = (char)(len >> 8);
        frame[at++] = (char)len;
    }
    memset(frame + at, 0, 4);
    at += 4;
    if (at + len > sizeof frame)
        return;
    memcpy(frame + at, text, len);
    send_bytes(&c->s, frame, at + len);
}

static void attach(client *c)
{
    char text[256];
    int len = snprintf(text, sizeof text,
                       "{\"type\":\"attach\",\"match\":\"%s\",\"token\":\"%s\",\"view\":false}",
                       c->table->match, c->table->token[c->seat]);

    c->id = c->ticket = 0;
    c->n_sent = c->n_seen = 0;
    c->is_asked = false;
    send_frame(c, text, (size_t)len);
}

static void send_move(client *c)
{
    char text[512];
    int len =
        snprintf(text, sizeof text, "{\"type\":\"move\",\"id\":%u,\"ticket\":%u,\"move\":\"%s\"}",
                 ++c->id, c->ticket, c->move);

    c->is_asked = false;
    c->sent_ns[c->n_sent++ % SENT_MAX] = now_ns();
    send_frame(c, text, (size_t)len);
}

static void on_move_time(uv_timer_t *timer)
{
    client *c = timer->data;

    if (c->is_asked)
        send_move(c);
}

static void move_when_due(client *c)
{
    const load *l = c->s.load;
    uint64_t now, pace;

    if (!l->rate) {
        send_move(c);
        return;
    }
    /* Each table makes `rate` moves a second, each of its seats an even share of them. */
    now = now_ns();
    pace = l->n_seats * UINT64_C(1000000000) / l->rate;
    if (!c->next_ns)
        c->next_ns = now + cr_rng_u64(&c->s.load->rng) % pace;
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
        if (!pick || !cr_rng_below(&c->s.load->rng, n))
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
    load *l = c->s.load;
    client *mover;
    uint32_t seat;

    if (!number_after(line, "\"seat\":", &seat) || seat >= l->n_seats ||
        (seat + 1) % l->n_seats != c->seat)
        return;
    mover = c->table->clients[seat];
    if (mover->n_seen == mover->n_sent)
        return;
    if (l->is_measuring && l->n_samples < SAMPLES_MAX)
        l->samples[l->n_samples++] =
            (uint32_t)((now_ns() - mover->sent_ns[mover->n_seen % SENT_MAX]) / 1000);
    mover->n_seen++;
}

static void handle_line(client *c, const char *line)
{
    load *l = c->s.load;
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
        if (!l->is_measuring && ++l->n_ready >= l->n_tables * l->n_seats)
            begin_measuring(l);
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
    } else if (!strncmp(line, "{\"type\":\"trouble\"", 17)) {
        fail(l, "the server has trouble", line);
    }
}

/* Whole frames in the buffer; a frame holds lines. */
static void read_frames(client *c)
{
    size_t at = 0;

    for (;;) {
        const uint8_t *in = (const uint8_t *)c->s.in + at;
        size_t have = c->s.len - at, head = 2, len;
        char *text, *end, keep;

        if (have < 2)
            break;
        len = in[1] & 0x7F;
        if (len == 126) {
            if (have < 4)
                break;
            len = (size_t)in[2] << 8 | in[3];
            head = 4;
        } else if (len == 127) {
            if (have < 10)
                break;
            len = 0;
            for (unsigned i = 2; i < 10; i++)
                len = len << 8 | in[i];
            head = 10;
        }
        if (have < head + len)
            break;
        text = c->s.in + at + head;
        end = text + len;
        keep = *end;
        *end = 0;
        if ((in[0] & 0x0F) == 1)
            while (text < end) {
                char *line = text;

                text += strcspn(text, "\n");
                *text++ = 0;
                handle_line(c, line);
            }
        *end = keep;
        at += head + len;
    }
    memmove(c->s.in, c->s.in + at, c->s.len - at);
    c->s.len -= at;
}

static void on_client(uv_stream_t *handle, ssize_t n, const uv_buf_t *buf)
{
    client *c = (client *)handle;
    char *end;

    (void)buf;
    if (n < 0) {
        if (!c->s.load->is_over)
            fail(c->s.load, "connection lost", uv_strerror((int)n));
        return;
    }
    c->s.load->bytes_in += (uint64_t)n;
    c->s.len += (size_t)n;
    c->s.in[c->s.len] = 0;
    if (!c->s.is_up) {
        end = strstr(c->s.in, "\r\n\r\n");
        if (!end)
            return;
        if (strncmp(c->s.in, "HTTP/1.1 101", 12)) {
            fail(c->s.load, "no WebSocket", c->s.in);
            return;
        }
        c->s.is_up = true;
        c->s.len -= (size_t)(end + 4 - c->s.in);
        memmove(c->s.in, end + 4, c->s.len);
        /* The last seat of a table to come up asks for its match. */
        for (unsigned i = 0; i < c->s.load->n_seats; i++)
            if (!c->table->clients[i]->s.is_up)
                return;
        want_match(c->s.load, c->table);
    }
    read_frames(c);
}

static void on_client_up(uv_connect_t *request, int status)
{
    client *c = (client *)request->handle;
    char text[512];
    int len;

    free(request);
    if (status) {
        fail(c->s.load, "cannot connect", uv_strerror(status));
        return;
    }
    uv_read_start((uv_stream_t *)&c->s.tcp, on_alloc, on_client);
    len = snprintf(text, sizeof text,
                   "GET /ws HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                   "Sec-WebSocket-Key: bG9hZGxvYWRsb2FkbG9hZA==\r\nSec-WebSocket-Version: 13\r\n"
                   "Sec-WebSocket-Protocol: croupier.v1\r\n\r\n",
                   c->s.load->host);
    send_bytes(&c->s, text, (size_t)len);
}

/* ---- the numbers of the server ---- */

typedef struct {
    double cpu_seconds, bytes_per_match;
} server_numbers;

/* One plain request on a connection of its own. */
static bool read_numbers(load *l, server_numbers *out)
{
    static char text[1 << 18];
    char request[512];
    size_t len = 0;
    ssize_t n;
    int fd = socket(l->address.ss_family, SOCK_STREAM, 0);
    int size = snprintf(request, sizeof request,
                        "GET /metrics HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", l->host);
    const char *at;

    *out = (server_numbers){0};
    if (fd < 0)
        return false;
    if (connect(fd, (const struct sockaddr *)&l->address,
                l->address.ss_family == AF_INET6 ? sizeof(struct sockaddr_in6)
                                                 : sizeof(struct sockaddr_in)) ||
        write(fd, request, (size_t)size) != size) {
        close(fd);
        return false;
    }
    while (len < sizeof text - 1 && (n = read(fd, text + len, sizeof text - 1 - len)) > 0)
        len += (size_t)n;
    close(fd);
    text[len] = 0;
    if ((at = strstr(text, "\ncroupier_cpu_seconds_total ")))
        out->cpu_seconds = strtod(at + 28, NULL);
    if ((at = strstr(text, "\ncroupier_bytes_per_match ")))
        out->bytes_per_match = strtod(at + 26, NULL);
    return at != NULL;
}

/* ---- measuring ---- */

static void on_end(uv_timer_t *timer)
{
    load *l = timer->data;

    l->is_over = true;
    uv_stop(l->loop);
}

static server_numbers before;

static void begin_measuring(load *l)
{
    if (l->is_measuring)
        return;
    l->is_measuring = true;
    read_numbers(l, &before);
    l->start_ns = now_ns();
    uv_timer_start(&l->end, on_end, l->seconds * 1000, 0);
}

static int by_size(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

static double quantile_ms(const load *l, double q)
{
    return l->n_samples ? l->samples[(size_t)(q * (double)(l->n_samples - 1))] / 1000.0 : 0;
}

/* What it costs this disk to make four kilobytes durable: the time every figure must be read against. */
static double sync_ms(void)
{
    char path[] = "croupier-load-XXXXXX", page[4096] = {0};
    uint32_t took[SYNCS];
    int fd = mkstemp(path);

    if (fd < 0)
        return 0;
    unlink(path);
    for (unsigned i = 0; i < SYNCS; i++) {
        uint64_t start = now_ns();

        if (pwrite(fd, page, sizeof page, 0) < 0 || fdatasync(fd)) {
            close(fd);
            return 0;
        }
        took[i] = (uint32_t)((now_ns() - start) / 1000);
    }
    close(fd);
    qsort(took, SYNCS, sizeof *took, by_size);
    return took[SYNCS / 2] / 1000.0;
}

static void print_json(const char *name, double value, bool is_last)
{
    printf("  \"%s\": %.6g%s\n", name, value, is_last ? "" : ",");
}

static void report(load *l, bool is_json)
{
    double seconds = (double)(now_ns() - l->start_ns) / 1e9, rate = (double)l->moves / seconds;
    server_numbers after;
    double cpu;

    read_numbers(l, &after);
    cpu = 100 * (after.cpu_seconds - before.cpu_seconds) / seconds;
    qsort(l->samples, l->n_samples, sizeof *l->samples, by_size);
    if (is_json) {
        puts("{");
        printf("  \"game\": \"%s\",\n", l->game->name);
        print_json("matches", (double)l->n_tables, false);
        print_json("seconds", seconds, false);
        print_json("moves", (double)l->moves, false);
        print_json("moves_per_second", rate, false);
        print_json("p50_ms", quantile_ms(l, 0.5), false);
        print_json("p99_ms", quantile_ms(l, 0.99), false);
        print_json("p999_ms", quantile_ms(l, 0.999), false);
        print_json("samples", (double)l->n_samples, false);
        print_json("bytes_per_match", after.bytes_per_match, false);
        print_json("bytes_per_move", l->moves ? (double)l->bytes_in / (double)l->moves : 0, false);
        print_json("server_cpu_percent", cpu, false);
        print_json("refused", (double)l->refused, false);
        print_json("disk_sync_ms", sync_ms(), true);
        puts("}");
        return;
    }
    printf("%s: %llu matches, %.1f s\n", l->game->name, (unsigned long long)l->n_tables, seconds);
    printf("moves     %llu, %.0f per second\n", (unsigned long long)l->moves, rate);
    printf(
        "latency   p50 %.2f ms, p99 %.2f ms, p99.9 %.2f ms (from a move sent to the other seat)\n",
        quantile_ms(l, 0.5), quantile_ms(l, 0.99), quantile_ms(l, 0.999));
    printf("server    %.0f %% of a core, %.0f bytes per match\n", cpu, after.bytes_per_match);
    printf("disk      %.2f ms to sync four kilobytes here\n", sync_ms());
}

/* ---- setting up ---- */

static bool find_server(load *l, const char *url)
{
    char host[200], port[8] = "80";
    const char *at = url, *end, *colon;
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found;

    if (strncmp(at, "http://", 7)) {
        cli_error("'%s' is no URL to load: give http://HOST:PORT", url);
        return false;
    }
    at += 7;
    end = at + strcspn(at, "/");
    colon = memchr(at, ':', (size_t)(end - at));
    snprintf(l->host, sizeof l->host, "%.*s", (int)(end - at), at);
    snprintf(host, sizeof host, "%.*s", (int)((colon ? colon : end) - at), at);
    if (colon)
        snprintf(port, sizeof port, "%.*s", (int)(end - colon - 1), colon + 1);
    if (getaddrinfo(host, port, &hints, &found)) {
        cli_error("cannot find '%s'", host);
        return false;
    }
    memcpy(&l->address, found->ai_addr, found->ai_addrlen);
    freeaddrinfo(found);
    return true;
}

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

static bool make_tables(load *l)
{
    l->tables = calloc(l->n_tables, sizeof *l->tables);
    l->waiting = calloc(l->n_tables, sizeof(*l->waiting));
    l->samples = malloc(SAMPLES_MAX * sizeof *l->samples);
    if (!l->tables || !l->waiting || !l->samples)
        return false;
    for (unsigned i = 0; i < HTTP_CONNECTIONS; i++)
        connect_stream(&l->makers[i].s, l, on_maker_up);
    for (uint64_t t = 0; t < l->n_tables; t++)
        for (unsigned i = 0; i < l->n_seats; i++) {
            client *c = calloc(1, sizeof *c);

            if (!c)
                return false;
            l->tables[t].clients[i] = c;
            c->table = &l->tables[t];
            c->seat = (uint8_t)i;
            uv_timer_init(l->loop, &c->timer);
            c->timer.data = c;
            connect_stream(&c->s, l, on_client_up);
        }
    return true;
}

static void release(load *l)
{
    for (uint64_t t = 0; l->tables && t < l->n_tables; t++)
        for (unsigned i = 0; i < l->n_seats; i++)
            if (l->tables[t].clients[i]) {
                free(l->tables[t].clients[i]->s.in);
                free(l->tables[t].clients[i]);
            }
    for (unsigned i = 0; i < HTTP_CONNECTIONS; i++)
        free(l->makers[i].s.in);
    free(l->tables);
    free(l->waiting);
    free(l->samples);
}

static void close_handle(uv_handle_t *handle, void *with)
{
    (void)with;
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
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
    int status;

    l.n_tables = 100;
    l.seconds = 10;
    status = cli_parse(&usage, &argc, argv);
    if (status != CLI_GO)
        return status;
    l.game = cli_game(game);
    if (!l.game || !cli_setup(l.game, &game_options, NULL, &setup) || !find_server(&l, argv[0]))
        return CLI_MISUSE;
    l.n_seats = setup.n_seats;
    write_body(&l, &game_options, false, l.body, sizeof l.body);
    write_body(&l, &game_options, true, l.idle_body, sizeof l.idle_body);
    randombytes_buf(key, sizeof key);
    cr_rng_init(&l.rng, key, 0);
    uv_loop_init(&loop);
    l.loop = &loop;
    uv_timer_init(&loop, &l.end);
    l.end.data = &l;
    if (!make_tables(&l))
        fail(&l, "cannot begin", "no memory left");
    uv_run(&loop, UV_RUN_DEFAULT);
    if (!l.has_failed)
        report(&l, is_json);
    l.is_over = true;
    uv_walk(&loop, close_handle, NULL);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
    release(&l);
    return l.has_failed ? CLI_FAILED : CLI_DONE;
}
