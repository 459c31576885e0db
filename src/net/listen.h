/* Where a server listens: sockets bound to exactly what was asked for, and whoever connects there. libwebsockets would
 * take an IPv4 address for the name of an interface and, not finding it, listen on every address there is; so the sockets
 * are made here, and what they accept is handed on. */
#ifndef CR_LISTEN_H
#define CR_LISTEN_H

#include "base/base.h"

#include <sys/socket.h>
#include <uv.h>

enum {
    NET_DOORS_MAX = 8, /* addresses of one name */
    NET_HOST_MAX = 256,
    NET_ADDRESS_TEXT = 64 /* [ADDRESS]:PORT in figures */
};

/* Where to listen, as somebody has written it. */
typedef struct {
    char host[NET_HOST_MAX]; /* an address in figures, without brackets, or a name */
    uint16_t port;           /* 0: any free one */
} net_place;

typedef struct net_listener net_listener;

/* One address that is listened on. */
typedef struct {
    uv_poll_t poll;
    int fd;
    bool is_resting; /* no descriptor was left for one more */
    char text[NET_ADDRESS_TEXT];
    net_listener *listener;
} net_door;

/* All addresses of one place: one, unless it is a name with several. The door's memory must outlive the loop's turn in
 * which it is closed. */
struct net_listener {
    net_door doors[NET_DOORS_MAX];
    unsigned n_doors;

    /* Somebody has connected; the socket does not block and belongs to who is called. */
    void (*on_socket)(net_listener *listener, int fd);
    void *with;
};

/* HOST:PORT, [ADDRESS]:PORT or NAME:PORT; false if it is none of them. */
bool net_place_read(const char *text, net_place *out);

/* Listens on every address of the place and on no other. `[::]` is every address of the machine, `0.0.0.0` every one of
 * IPv4. A name may have addresses this machine does not know (IPv6 switched off): they are left out while one remains.
 * All doors have the same port. Fails with CR_ERR_STORE and the reason in `why`; net_listener_close then closes what is
 * open already. */
CR_MUST_USE cr_err net_listener_open(net_listener *listener, uv_loop_t *loop,
                                     const net_place *place, char *why, size_t cap);

/* Now and then: doors that had no descriptor left try again. */
void net_listener_wake(net_listener *listener);

/* Closes all doors; their handles are gone when the loop has run. */
void net_listener_close(net_listener *listener);

/* Is the other end of this socket on this machine? It is if it comes from a loopback address, or from the very address
 * it came to. */
bool net_is_near(int fd);

#endif
