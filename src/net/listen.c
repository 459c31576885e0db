#include "net/listen.h"

#include "base/text.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    BACKLOG = 1024,
    TURN_MAX = 64 /* so many are let in at once; the others of the loop have a turn too */
};

bool net_place_read(const char *text, net_place *out)
{
    const char *colon = strrchr(text, ':'), *from = text, *end = colon;
    cr_span in = cr_span_of(colon ? colon + 1 : "");
    int64_t number;

    if (!colon)
        return false;
    if (end > from + 1 && *from == '[' && end[-1] == ']') {
        from++;
        end--;
    } else if (memchr(from, ':', (size_t)(end - from))) {
        return false; /* an address of IPv6 without brackets: where would its port begin? */
    }
    if (end == from || end - from >= NET_HOST_MAX || !cr_span_int(&in, 0, 65535, &number) ||
        !cr_span_is_empty(&in))
        return false;
    snprintf(out->host, sizeof out->host, "%.*s", (int)(end - from), from);
    out->port = (uint16_t)number;
    return true;
}

/* ---- whoever connects ---- */

static void on_knock(uv_poll_t *poll, int status, int events)
{
    net_door *door = poll->data;
    int one = 1;

    (void)events;
    if (status)
        return;
    for (unsigned i = 0; i < TURN_MAX; i++) {
        int fd = accept4(door->fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);

        if (fd < 0) {
            if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
                /* No descriptor is left, and whoever knocks would wake the loop again and again: the door rests until
                 * net_listener_wake. */
                door->is_resting = true;
                uv_poll_stop(poll);
            } else if (errno == EINTR || errno == ECONNABORTED) {
                continue;
            }
            return;
        }
        (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        door->listener->on_socket(door->listener, fd);
    }
}

void net_listener_wake(net_listener *listener)
{
    for (unsigned i = 0; i < listener->n_doors; i++) {
        net_door *door = &listener->doors[i];

        if (door->is_resting) {
            door->is_resting = false;
            uv_poll_start(&door->poll, UV_READABLE, on_knock);
        }
    }
}

/* ---- doors ---- */

static uint16_t *port_of(struct sockaddr_storage *at)
{
    return at->ss_family == AF_INET6 ? &((struct sockaddr_in6 *)at)->sin6_port
                                     : &((struct sockaddr_in *)at)->sin_port;
}

static void write_address(const struct sockaddr_storage *at, socklen_t len, char *out, size_t cap)
{
    char host[NI_MAXHOST] = "?", port[NI_MAXSERV] = "?";
    bool is_six = at->ss_family == AF_INET6;

    (void)getnameinfo((const struct sockaddr *)at, len, host, sizeof host, port, sizeof port,
                      NI_NUMERICHOST | NI_NUMERICSERV);
    snprintf(out, cap, "%s%s%s:%s", is_six ? "[" : "", host, is_six ? "]" : "", port);
}

/* A socket that listens on this address, or -1 and errno. */
static int bind_socket(const struct sockaddr_storage *at, socklen_t len)
{
    int fd = socket(at->ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), one = 1, failed;
    /* Said each time: what the system takes for normal may be either. */
    int is_six_only = at->ss_family == AF_INET6 &&
                      !IN6_IS_ADDR_UNSPECIFIED(&((const struct sockaddr_in6 *)at)->sin6_addr);

    if (fd < 0)
        return -1;
    if (!setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) &&
        (at->ss_family != AF_INET6 ||
         !setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &is_six_only, sizeof is_six_only)) &&
        !bind(fd, (const struct sockaddr *)at, len) && !listen(fd, BACKLOG))
        return fd;
    failed = errno;
    close(fd);
    errno = failed;
    return -1;
}

/* One more door; 0, or the error number. */
static int open_door(net_listener *listener, uv_loop_t *loop, struct sockaddr_storage *at,
                     socklen_t len)
{
    net_door *door = &listener->doors[listener->n_doors];
    int failed;

    *door = (net_door){.listener = listener, .fd = bind_socket(at, len)};
    if (door->fd < 0)
        return errno;
    if (getsockname(door->fd, (struct sockaddr *)at, &len))
        failed = errno;
    else
        failed = -uv_poll_init(loop, &door->poll, door->fd);
    if (failed) {
        close(door->fd);
        return failed;
    }
    write_address(at, len, door->text, sizeof door->text);
    door->poll.data = door;
    uv_poll_start(&door->poll, UV_READABLE, on_knock);
    listener->n_doors++;
    return 0;
}

/* The machine has no such address. */
static bool is_unknown(int code)
{
    return code == EADDRNOTAVAIL || code == EAFNOSUPPORT;
}

/* Does this address stand in the list before? */
static bool is_listed(const struct addrinfo *all, const struct addrinfo *a)
{
    const struct addrinfo *b = all;

    while (b != a &&
           (b->ai_addrlen != a->ai_addrlen || memcmp(b->ai_addr, a->ai_addr, a->ai_addrlen)))
        b = b->ai_next;
    return b != a;
}

static void tell_why(const net_place *place, const char *reason, char *why, size_t cap)
{
    bool is_six = strchr(place->host, ':');

    snprintf(why, cap, "cannot listen on '%s%s%s:%u': %s", is_six ? "[" : "", place->host,
             is_six ? "]" : "", place->port, reason);
}

cr_err net_listener_open(net_listener *listener, uv_loop_t *loop, const net_place *place, char *why,
                         size_t cap)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *all = NULL;
    int failed = getaddrinfo(place->host, NULL, &hints, &all);
    uint16_t port = htons(place->port); /* the first free one is the port of all */

    listener->n_doors = 0;
    if (failed) {
        tell_why(place, failed == EAI_SYSTEM ? strerror(errno) : gai_strerror(failed), why, cap);
        return CR_ERR_STORE;
    }
    for (const struct addrinfo *a = all; a && listener->n_doors < NET_DOORS_MAX; a = a->ai_next) {
        struct sockaddr_storage at = {0};
        int code;

        memcpy(&at, a->ai_addr, a->ai_addrlen);
        if (is_listed(all, a))
            continue; /* some names have an address twice */
        *port_of(&at) = port;
        code = open_door(listener, loop, &at, a->ai_addrlen);
        if (!code)
            port = *port_of(&at);
        else
            failed = code;
        if (code && !is_unknown(code))
            break;
    }
    freeaddrinfo(all);
    if (!failed || (listener->n_doors && is_unknown(failed)))
        return CR_ERR_OK;
    tell_why(place, strerror(failed), why, cap);
    return CR_ERR_STORE;
}

static void on_door_closed(uv_handle_t *handle)
{
    net_door *door = handle->data;

    close(door->fd);
}

void net_listener_close(net_listener *listener)
{
    for (unsigned i = 0; i < listener->n_doors; i++)
        uv_close((uv_handle_t *)&listener->doors[i].poll, on_door_closed);
    listener->n_doors = 0;
}

/* ---- who is near ---- */

/* The 16 bytes of an address, IPv4 as it is written in IPv6; false for other families. */
static bool read_bytes(const struct sockaddr_storage *at, struct in6_addr *out)
{
    if (at->ss_family == AF_INET6) {
        *out = ((const struct sockaddr_in6 *)at)->sin6_addr;
        return true;
    }
    memset(out, 0, sizeof *out);
    out->s6_addr[10] = out->s6_addr[11] = 0xFF;
    memcpy(out->s6_addr + 12, &((const struct sockaddr_in *)at)->sin_addr, 4);
    return at->ss_family == AF_INET;
}

bool net_is_near(int fd)
{
    struct sockaddr_storage theirs = {0}, ours = {0};
    socklen_t theirs_len = sizeof theirs, ours_len = sizeof ours;
    struct in6_addr from, to;

    if (getpeername(fd, (struct sockaddr *)&theirs, &theirs_len) ||
        getsockname(fd, (struct sockaddr *)&ours, &ours_len) || !read_bytes(&theirs, &from) ||
        !read_bytes(&ours, &to))
        return false;
    return IN6_IS_ADDR_LOOPBACK(&from) ||
           (IN6_IS_ADDR_V4MAPPED(&from) && from.s6_addr[12] == 127) ||
           !memcmp(&from, &to, sizeof from);
}
