/* The other end: HTTP requests and a WebSocket to a server, over TCP on libuv, with TLS where the URL says https. For
 * programs that play over real sockets (load, play --join).
 *
 *     net_client c;
 *     net_client_open(&c, &loop, &server, NET_CLIENT_WS, &calls, &rng);     calls.on_up, then calls.on_line per message
 *     net_client_send(&c, text, len);                                       one message
 *     net_client_close(&c);                                                 calls.on_closed when the memory is yours again
 *
 *  1. One of on_up and on_lost is called after open; after on_lost nothing is but on_closed.
 *  2. Lines and bodies are in the client's memory, valid during the call, and end with a zero byte. */
#ifndef CR_NET_CLIENT_H
#define CR_NET_CLIENT_H

#include "kernel/rng.h"
#include "net/tls.h"

#include <sys/socket.h>
#include <uv.h>

/* Where a server is. */
typedef struct {
    struct sockaddr_storage address;
    char host[256];   /* with the port, as the Host header has it */
    char name[200];   /* without it, as a certificate has it */
    char path[256];   /* of the URL, from its slash on; "" if there is none */
    char base[128];   /* in front of every path that is asked for: "", or as /at/NODE */
    char ws[64];      /* where the WebSocket is; "": /ws */
    net_trust *trust; /* https; NULL: http */
} net_server;

/* Reads http[s]://HOST[:PORT][/PATH] and looks the host up. NULL, or what is wrong with it; then there is nothing to release. */
const char *net_server_find(const char *url, net_server *out);
void net_server_release(net_server *server);

/* The server to which `from` has sent us on: a URL, or a path in front of all paths there. It shares what it trusts with
 * `from`, which is released last; itself it is not released. NULL, or what is wrong with it. */
const char *net_server_follow(const net_server *from, const char *address, net_server *out);

typedef struct net_client net_client;
typedef struct {
    void (*on_up)(net_client *c);
    void (*on_line)(net_client *c, char *line); /* WebSocket: one message of the server */
    void (*on_reply)(net_client *c, unsigned status, char *body, size_t len); /* HTTP */
    void (*on_lost)(net_client *c, const char *why); /* also before it was up; not after close */
    void (*on_closed)(net_client *c);                /* or NULL */
} net_client_calls;

typedef enum { NET_CLIENT_HTTP, NET_CLIENT_WS } net_client_kind;

struct net_client {
    uv_tcp_t tcp; /* first; its data is the user's */
    const net_client_calls *calls;
    const net_server *server;
    cr_rng *rng;      /* for masks */
    net_tls *tls;     /* NULL: none */
    char *in, *parts; /* what has come in and is not read yet; a message that comes in parts */
    char *wire;       /* with TLS: as it comes, before it is `in` */
    size_t len, cap, parts_len;
    uint64_t bytes_in;
    char location[512]; /* of the last reply: where to ask instead; "": nowhere */
    net_client_kind kind;
    bool is_up, is_lost, is_begun; /* begun: with TLS, hands are shaken */
};

/* Begins to connect. `server`, `calls` and `rng` are kept. */
void net_client_open(net_client *c, uv_loop_t *loop, const net_server *server, net_client_kind kind,
                     const net_client_calls *calls, cr_rng *rng);
void net_client_close(net_client *c);

/* Sends one message of at most 64 KB. */
void net_client_send(net_client *c, const char *text, size_t len);

/* Sends a request; the next one only after its reply. `body` NULL: none. */
void net_client_request(net_client *c, const char *method, const char *path, const char *body);

#endif
