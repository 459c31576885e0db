/* The same load for any server of two-player matches, in a closed loop: in every match one of two clients sends a move, both
 * must hear of it, then the other one moves. So one move is under way in each match, and what is compared are servers, not
 * clients.
 *
 *     pairs relay|whole|changes PORT MATCHES SECONDS RATE PID
 *
 * `relay` talks to tests/load/relay.c, `whole` and `changes` to `croupier serve`, with duels whose updates bring the whole view
 * or what has changed in it. RATE is of moves per second in each match, 0: as fast as they come. PID is the server's, for its
 * processor time and its memory. Prints one JSON object. scripts/side-by-side and scripts/measure run it. Where there are more
 * connections than one address has ports they come from 127.0.0.1, 127.0.0.2 and so on.
 *
 * A duel is over after some 260 moves, and a fast server plays a hundred of them in half a second: what is measured begins early
 * in the matches, and ends with the first of them if that is before SECONDS. */
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    BUFFER = 1 << 14,
    EVENTS = 512,
    SAMPLES_MAX = 1 << 23,
    JOINING = 64,       /* connections that are being made at a time */
    BY_ADDRESS = 20000, /* connections from one address */
    PROBES = 1000,
    WARM_MS = 1000,
    WARM_MOVES = 70 /* in one match */
};

typedef struct match match;
typedef struct {
    match *match;
    int fd, seat, is_joined, has_heard;
    unsigned ticket;
    char move[48];
    size_t len;
    char bytes[BUFFER];
} client;

struct match {
    client *seats[2];
    char id[40], tokens[2][40];
    int mover, is_under_way;
    unsigned n_moves;
    uint64_t sent_ns, next_ns;
};

static int loop, port, is_relay, n_joined;
static const char *view;
static match *matches;
static long n_matches;
static double rate;
static uint64_t n_moves, bytes_in, troubles;
static int is_measuring, is_over;
static unsigned most_moves; /* in one match */
static uint32_t *samples;   /* microseconds, to the one who did not move */
static size_t n_samples;

static uint64_t now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void die(const char *what)
{
    fprintf(stderr, "pairs: %s: %s\n", what, errno ? strerror(errno) : "not as expected");
    exit(1);
}

static int dial(void)
{
    static uint32_t n_dialled;
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr_in from = {.sin_family = AF_INET};
    int fd = socket(AF_INET, SOCK_STREAM, 0), one = 1;

    at.sin_port = htons((uint16_t)port);
    from.sin_addr.s_addr = htonl(INADDR_LOOPBACK + n_dialled++ / BY_ADDRESS);
    /* The port is chosen with the connection, not before: so it is free as long as this pair of addresses has it. */
    setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &one, sizeof one);
    if (fd < 0 || bind(fd, (struct sockaddr *)&from, sizeof from) ||
        connect(fd, (struct sockaddr *)&at, sizeof at))
        die("connect");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return fd;
}

static void send_all(int fd, const void *bytes, size_t len)
{
    if (send(fd, bytes, len, MSG_NOSIGNAL) != (ssize_t)len)
        die("send");
}

/* A frame: 1 is text, 10 the answer to a ping. */
static void say_as(const client *c, int kind, const char *text, size_t len)
{
    static const unsigned char mask[4] = {0x12, 0x9d, 0x6c, 0xe1};
    unsigned char frame[512];
    size_t head = len < 126 ? 2 : 4;

    frame[0] = (unsigned char)(0x80 | kind);
    frame[1] = (unsigned char)(128 | (len < 126 ? len : 126));
    if (head == 4) {
        frame[2] = (unsigned char)(len >> 8);
        frame[3] = (unsigned char)len;
    }
    memcpy(frame + head, mask, 4);
    for (size_t i = 0; i < len; i++)
        frame[head + 4 + i] = (unsigned char)text[i] ^ mask[i & 3];
    send_all(c->fd, frame, head + 4 + len);
}

static void say(const client *c, const char *text)
{
    say_as(c, 1, text, strlen(text));
}

/* ---- matches ---- */

/* One request on a connection that stays; the answer is small and comes at once. */
static void make_match(int fd, match *m)
{
    static const char body[] = "{\"game\":\"duel\",\"seats\":[\"me\",\"me\"],\"private\":true,"
                               "\"options\":{\"parries\":0,\"target\":99}}";
    char text[4096];
    const char *at;
    size_t len = 0;
    ssize_t n;
    int size = snprintf(text, sizeof text,
                        "POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: "
                        "%zu\r\n\r\n%s",
                        port, sizeof body - 1, body);

    send_all(fd, text, (size_t)size);
    do {
        n = recv(fd, text + len, sizeof text - 1 - len, 0);
        if (n <= 0)
            die("a match");
        len += (size_t)n;
        text[len] = 0;
    } while (!strstr(text, "\"tokens\":{") || !strstr(strstr(text, "\"tokens\":{"), "}"));
    at = strstr(text, "\"match\":\"");
    if (!at || sscanf(at + 9, "%32[0-9a-f]", m->id) != 1)
        die("a match");
    at = strstr(text, "\"tokens\":{");
    for (int seat = 0; seat < 2; seat++) {
        char key[8];

        snprintf(key, sizeof key, "\"%d\":\"", seat);
        if (!strstr(at, key) || sscanf(strstr(at, key) + 5, "%32[0-9a-f]", m->tokens[seat]) != 1)
            die("a token");
    }
}

static void attach(const client *c)
{
    char text[256];

    snprintf(text, sizeof text,
             "{\"type\":\"attach\",\"match\":\"%s\",\"token\":\"%s\",\"view\":%s}", c->match->id,
             c->match->tokens[c->seat], view);
    say(c, text);
}

/* ---- playing ---- */

static void move(match *m)
{
    const client *c = m->seats[m->mover];
    char text[128];

    if (is_relay)
        snprintf(text, sizeof text,
                 "{\"type\":\"move\",\"id\":%u,\"ticket\":%u,\"move\":\"pick 7\"}", m->n_moves + 1,
                 m->n_moves + 1);
    else
        snprintf(text, sizeof text, "{\"type\":\"move\",\"id\":%u,\"ticket\":%u,\"move\":\"%s\"}",
                 m->n_moves + 1, c->ticket, c->move);
    m->is_under_way = 1;
    m->seats[0]->has_heard = m->seats[1]->has_heard = 0;
    m->sent_ns = now_ns();
    say(c, text);
}

static void heard(client *c)
{
    match *m = c->match;
    uint64_t now = now_ns();

    if (!m->is_under_way || c->has_heard)
        return;
    c->has_heard = 1;
    if (is_measuring && c->seat != m->mover && n_samples < SAMPLES_MAX)
        samples[n_samples++] = (uint32_t)((now - m->sent_ns) / 1000);
    if (!m->seats[0]->has_heard || !m->seats[1]->has_heard)
        return;
    m->is_under_way = 0;
    if (++m->n_moves > most_moves)
        most_moves = m->n_moves;
    n_moves += (uint64_t)is_measuring;
    m->mover ^= 1;
    if (rate > 0)
        m->next_ns = m->sent_ns + (uint64_t)(1e9 / rate);
    else
        move(m);
}

static int begins(const char *line, const char *type)
{
    return !strncmp(line + 9, type, strlen(type)); /* behind {"type":" */
}

static void take_line(client *c, char *line)
{
    char *at;
    int is_state = begins(line, "state\""), is_update = begins(line, "update\"");

    if (begins(line, "refused\"") && strstr(line, "\"code\":\"OVER\""))
        is_over = 1;
    else if (begins(line, "refused\"") || begins(line, "trouble\""))
        if (troubles++ < 3)
            fprintf(stderr, "pairs: %s\n", line);
    if (!is_state && !is_update)
        return;
    if ((at = strstr(line, "\"ticket\":")))
        c->ticket = (unsigned)strtoul(at + 9, NULL, 10);
    if ((at = strstr(line, "\"moves\":[\"")))
        snprintf(c->move, sizeof c->move, "%.*s", (int)strcspn(at + 10, "\""), at + 10);
    if ((at = strstr(line, "\"moves\":[[\"pick\","))) /* where changes are told */
        snprintf(c->move, sizeof c->move, "pick %lu", strtoul(at + 17, NULL, 10));
    if (is_state && !c->is_joined) {
        c->is_joined = 1;
        n_joined++;
    }
    if (is_update)
        heard(c);
}

static void take_frame(client *c, char *text, size_t len, int kind)
{
    char *end = text + len, kept = *end;

    *end = 0;
    if (kind == 9)
        say_as(c, 10, text, len);
    else if (kind == 8)
        die("closed");
    else if (is_relay)
        heard(c);
    else
        for (char *line; (line = strsep(&text, "\n"));)
            take_line(c, line);
    *end = kept;
}

static void hear(client *c)
{
    ssize_t n = recv(c->fd, c->bytes + c->len, BUFFER - 1 - c->len, 0);
    size_t at = 0;

    if (n < 0 && errno == EAGAIN)
        return;
    if (n <= 0)
        die("the server has gone");
    c->len += (size_t)n;
    bytes_in += (uint64_t)n;
    while (c->len - at >= 2) {
        unsigned char *frame = (unsigned char *)c->bytes + at;
        size_t len = frame[1], head = 2;

        if (len == 126) {
            if (c->len - at < 4)
                break;
            len = (size_t)frame[2] << 8 | frame[3];
            head = 4;
        }
        if (len > BUFFER - 8)
            die("a frame too large");
        if (c->len - at < head + len)
            break;
        take_frame(c, (char *)frame + head, len, frame[0] & 15);
        at += head + len;
    }
    memmove(c->bytes, c->bytes + at, c->len - at);
    c->len -= at;
}

static void turn(int wait_ms)
{
    struct epoll_event events[EVENTS];
    int n = epoll_wait(loop, events, EVENTS, wait_ms);

    for (int i = 0; i < n; i++)
        hear(events[i].data.ptr);
}

/* ---- connecting ---- */

static void join(match *m, long number, int seat)
{
    client *c = calloc(1, sizeof *c);
    struct epoll_event on = {.events = EPOLLIN, .data.ptr = c};
    char text[512];
    ssize_t n;

    if (!c)
        die("memory");
    c->match = m;
    c->seat = seat;
    c->fd = dial();
    m->seats[seat] = c;
    n = snprintf(text, sizeof text,
                 "GET /ws/%ld HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: "
                 "Upgrade\r\nSec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==\r\n"
                 "Sec-WebSocket-Version: 13\r\n%s\r\n",
                 number, port, is_relay ? "" : "Sec-WebSocket-Protocol: croupier.v1\r\n");
    send_all(c->fd, text, (size_t)n);
    for (size_t len = 0;;) { /* nothing comes behind the head before something was said */
        n = recv(c->fd, text + len, sizeof text - 1 - len, 0);
        if (n <= 0)
            die("shaking hands");
        text[len += (size_t)n] = 0;
        if (strstr(text, "\r\n\r\n"))
            break;
    }
    if (!strstr(text, " 101 "))
        die("shaking hands");
    fcntl(c->fd, F_SETFL, O_NONBLOCK);
    epoll_ctl(loop, EPOLL_CTL_ADD, c->fd, &on);
    if (is_relay)
        n_joined++;
    else
        attach(c);
}

static void join_all(void)
{
    int fd = is_relay ? -1 : dial();

    for (long i = 0; i < n_matches; i++) {
        if (!is_relay)
            make_match(fd, &matches[i]);
        for (int seat = 0; seat < 2; seat++)
            join(&matches[i], i, seat);
        while (2 * (i + 1) - n_joined > JOINING)
            turn(100);
    }
    while (n_joined < 2 * n_matches)
        turn(100);
    if (fd >= 0)
        close(fd);
}

/* ---- measuring ---- */

/* Of all threads, to the nanosecond: a second of a fast server is a hundred ticks. */
static double cpu_seconds(int pid)
{
    char path[64];
    const struct dirent *task;
    uint64_t all = 0;
    DIR *folder;

    snprintf(path, sizeof path, "/proc/%d/task", pid);
    folder = opendir(path);
    while (folder && (task = readdir(folder))) {
        unsigned long long ns = 0;
        FILE *file;

        if (*task->d_name == '.')
            continue; /* the folder above has a file of this name too, of the first thread */
        snprintf(path, sizeof path, "/proc/%d/task/%.20s/schedstat", pid, task->d_name);
        file = fopen(path, "r");
        if (file && fscanf(file, "%llu", &ns) == 1)
            all += ns;
        if (file)
            fclose(file);
    }
    if (folder)
        closedir(folder);
    return (double)all / 1e9;
}

/* Of a line of /proc/PID/status, in bytes. */
static double memory(int pid)
{
    char path[64], line[256];
    long kb = 0;
    FILE *file;

    snprintf(path, sizeof path, "/proc/%d/status", pid);
    file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "VmRSS: %ld", &kb) == 1)
            break;
    if (file)
        fclose(file);
    return 1024.0 * (double)kb;
}

static int by_size(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

static double quantile_ms(uint32_t *us, size_t n, double q)
{
    qsort(us, n, sizeof *us, by_size);
    return n ? us[(size_t)(q * (double)(n - 1))] / 1000.0 : 0;
}

/* Bare write-and-sync: a page, a thousand times a second, by a program that does nothing else. */
static size_t probe(uint32_t *us, size_t n)
{
    char path[] = "pairs-XXXXXX", page[4096] = {0};
    int fd = mkstemp(path);

    if (fd < 0)
        return n;
    unlink(path);
    for (int i = 0; i < PROBES; i++) {
        struct timespec nap = {0, 700000};
        uint64_t start;

        nanosleep(&nap, NULL);
        start = now_ns();
        if (pwrite(fd, page, sizeof page, 0) != sizeof page || fdatasync(fd))
            break;
        us[n++] = (uint32_t)((now_ns() - start) / 1000);
    }
    close(fd);
    return n;
}

static void play_until(uint64_t end_ns, unsigned moves)
{
    for (uint64_t now = now_ns(); now < end_ns && most_moves < moves && !is_over; now = now_ns()) {
        for (long i = 0; rate > 0 && i < n_matches; i++)
            if (!matches[i].is_under_way && now >= matches[i].next_ns)
                move(&matches[i]);
        turn(rate > 0 ? 1 : 100);
    }
}

int main(int argc, char **argv)
{
    static uint32_t probes[2 * PROBES];
    struct rlimit files;
    size_t n_probes;
    double seconds, cpu, empty, full;
    uint64_t start, bytes;
    int pid;

    if (argc != 7)
        return 2;
    is_relay = !strcmp(argv[1], "relay");
    view = strcmp(argv[1], "changes") ? "true" : "\"changes\"";
    port = atoi(argv[2]);
    n_matches = atol(argv[3]);
    seconds = atof(argv[4]);
    rate = atof(argv[5]);
    pid = atoi(argv[6]);
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    loop = epoll_create1(0);
    matches = calloc((size_t)n_matches, sizeof *matches);
    samples = malloc(SAMPLES_MAX * sizeof *samples);
    if (!matches || !samples)
        die("memory");
    n_probes = probe(probes, 0);
    empty = memory(pid);
    join_all();
    start = now_ns();
    for (long i = 0; i < n_matches; i++)
        if (rate > 0)
            matches[i].next_ns = start + (uint64_t)((double)i / (double)n_matches * 1e9 / rate);
        else
            move(&matches[i]);
    play_until(start + WARM_MS * UINT64_C(1000000), WARM_MOVES);
    is_measuring = 1;
    bytes = bytes_in;
    cpu = cpu_seconds(pid);
    start = now_ns();
    play_until(start + (uint64_t)(seconds * 1e9), UINT_MAX);
    seconds = (double)(now_ns() - start) / 1e9;
    cpu = cpu_seconds(pid) - cpu;
    full = memory(pid);
    bytes = bytes_in - bytes;
    n_probes = probe(probes, n_probes);
    printf("{\"moves_per_second\": %.0f, \"cpu_us\": %.2f, \"cpu_percent\": %.1f, \"bytes\": %.0f, "
           "\"p50_ms\": %.3f, \"p99_ms\": %.3f, \"sync_p50_ms\": %.3f, \"sync_p99_ms\": %.3f, "
           "\"memory_per_match\": %.0f, \"seconds\": %.2f, \"troubles\": %llu}\n",
           (double)n_moves / seconds, n_moves ? cpu * 1e6 / (double)n_moves : 0,
           100 * cpu / seconds, n_moves ? (double)bytes / (double)n_moves : 0,
           quantile_ms(samples, n_samples, 0.5), quantile_ms(samples, n_samples, 0.99),
           quantile_ms(probes, n_probes, 0.5), quantile_ms(probes, n_probes, 0.99),
           (full - empty) / (double)n_matches, seconds, (unsigned long long)troubles);
    return troubles != 0;
}
