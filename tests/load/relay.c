/* A relay without rules, the ceiling for a server of two-player matches on this machine: WebSocket on one thread and epoll.
 * Whatever one of the two who connect to /ws/NAME sends, both get. Nothing is judged, hidden or stored.
 *
 *     relay PORT        prints "listening" once it does; ends by a signal */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BUFFER = 2048, EVENTS = 512, TABLES = 1 << 17, KEY_MAX = 64 };

typedef struct {
    int fd;
    unsigned table;
    int is_open;
    size_t len;
    unsigned char bytes[BUFFER];
} person;

static person *tables[TABLES][2];

static void leave(person *p)
{
    for (unsigned i = 0; p->is_open && i < 2; i++)
        if (tables[p->table][i] == p)
            tables[p->table][i] = NULL;
    close(p->fd);
    free(p);
}

/* A frame of text. Sockets that do not take it at once are not served: the load reads what it is sent. */
static void tell(const person *p, const unsigned char *text, size_t len)
{
    unsigned char frame[BUFFER + 4];
    size_t head = len < 126 ? 2 : 4;

    frame[0] = 0x81;
    frame[1] = (unsigned char)(len < 126 ? len : 126);
    if (head == 4) {
        frame[2] = (unsigned char)(len >> 8);
        frame[3] = (unsigned char)len;
    }
    memcpy(frame + head, text, len);
    if (send(p->fd, frame, head + len, MSG_NOSIGNAL) < 0)
        perror("relay: send");
}

/* The head of the request is whole: answers it, and takes a seat at the table its path names by a number. */
static int shake_hands(person *p, const char *head)
{
    const char *name = strstr(head, "/ws/"), *key = strcasestr(head, "\nsec-websocket-key:");
    char text[KEY_MAX + 40], accept[32], reply[256];
    unsigned char digest[20];
    int len;

    if (!name || !key)
        return 0;
    p->table = (unsigned)strtoul(name + 4, NULL, 10) % TABLES;
    key += 19;
    key += strspn(key, " ");
    len = (int)strcspn(key, " \r\n");
    if (len > KEY_MAX || (tables[p->table][0] && tables[p->table][1]))
        return 0;
    snprintf(text, sizeof text, "%.*s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", len, key);
    SHA1((const unsigned char *)text, strlen(text), digest);
    EVP_EncodeBlock((unsigned char *)accept, digest, sizeof digest);
    len =
        snprintf(reply, sizeof reply,
                 "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                 "Sec-WebSocket-Accept: %s\r\n\r\n",
                 accept);
    if (send(p->fd, reply, (size_t)len, MSG_NOSIGNAL) != len)
        return 0;
    p->is_open = 1;
    tables[p->table][tables[p->table][0] ? 1 : 0] = p;
    return 1;
}

/* Frames of a client: masked, short, whole texts. Returns how many bytes they took, or -1 if it is to be closed. */
static long pass_on(person *p)
{
    size_t at = 0;

    while (p->len - at >= 6) {
        unsigned char *frame = p->bytes + at, *mask, *text;
        size_t len = frame[1] & 127, head = 2;

        if (len == 126) {
            len = (size_t)frame[2] << 8 | frame[3];
            head = 4;
        }
        if (len > BUFFER - 8 || !(frame[1] & 128) || (frame[0] & 15) == 8)
            return -1;
        if (p->len - at < head + 4 + len)
            break;
        mask = frame + head;
        text = mask + 4;
        for (size_t i = 0; i < len; i++)
            text[i] ^= mask[i & 3];
        for (unsigned i = 0; i < 2 && (frame[0] & 15) == 1; i++)
            if (tables[p->table][i])
                tell(tables[p->table][i], text, len);
        at += head + 4 + len;
    }
    return (long)at;
}

static void hear(person *p)
{
    ssize_t n = recv(p->fd, p->bytes + p->len, BUFFER - 1 - p->len, 0);
    long used = 0;

    if (n < 0 && errno == EAGAIN)
        return;
    if (n <= 0) {
        leave(p);
        return;
    }
    p->len += (size_t)n;
    p->bytes[p->len] = 0;
    if (p->is_open)
        used = pass_on(p);
    else if (strstr((const char *)p->bytes, "\r\n\r\n"))
        used = shake_hands(p, (const char *)p->bytes) ? (long)p->len : -1;
    if (used < 0 || p->len == BUFFER - 1) {
        leave(p);
        return;
    }
    memmove(p->bytes, p->bytes + used, p->len - (size_t)used);
    p->len -= (size_t)used;
}

static void welcome(int loop, int door)
{
    int fd = accept4(door, NULL, NULL, SOCK_NONBLOCK), one = 1;
    person *p = fd < 0 ? NULL : calloc(1, sizeof *p);
    struct epoll_event on = {.events = EPOLLIN, .data.ptr = p};

    if (!p) {
        if (fd >= 0)
            close(fd);
        return;
    }
    p->fd = fd;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    epoll_ctl(loop, EPOLL_CTL_ADD, fd, &on);
}

int main(int argc, char **argv)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct epoll_event on = {.events = EPOLLIN}, events[EVENTS];
    struct rlimit files;
    int door = socket(AF_INET, SOCK_STREAM, 0), loop = epoll_create1(0), one = 1;

    if (argc != 2)
        return 2;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    at.sin_port = htons((uint16_t)atoi(argv[1]));
    setsockopt(door, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(door, (struct sockaddr *)&at, sizeof at) || listen(door, 1024)) {
        perror("relay");
        return 1;
    }
    epoll_ctl(loop, EPOLL_CTL_ADD, door, &on);
    puts("listening");
    fflush(stdout);
    for (;;) {
        int n = epoll_wait(loop, events, EVENTS, -1);

        for (int i = 0; i < n; i++)
            if (events[i].data.ptr)
                hear(events[i].data.ptr);
            else
                welcome(loop, door);
    }
}
