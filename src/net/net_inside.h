/* What the files of this folder that serve share: net.c has the life of it all, ws.c WebSockets, http.c plain requests,
 * addresses.c who may connect. Nobody else includes this. */
#ifndef CR_NET_INSIDE_H
#define CR_NET_INSIDE_H

#include "net/net.h"

#include <libwebsockets.h>

enum {
    NET_ADDRESSES = 1024,
    NET_PATH_BYTES = 256,
    NET_KNOWN_BYTES = 256,  /* of If-None-Match */
    NET_IN_BYTES = 1 << 13, /* read at once */
    NET_IN_PLAIN = 512,     /* of one socket where many have something: most messages are shorter */
    NET_EVENTS = 256        /* looked at in one turn of the loop */
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

/* A WebSocket, or a socket that may become one. In clear text it is ours, from the first byte on; with TLS, or where its request is
 * unusual, the library's. The session is first: the wire gives sessions back. */
typedef struct ws ws;
struct ws {
    cr_session session;
    /* What every message needs: with the session three lines of memory. */
    int fd;       /* ours; -1: the library's */
    bool is_open; /* shook hands: it has a session */
    bool is_closing;
    bool is_heard;    /* since the last second */
    uint8_t pong_len; /* bytes of a pong at the end of the rest; 0: none */
    uint8_t *rest;    /* of frames, that the socket did not take at once */
    uint8_t *begun;   /* a frame that has not come whole */
    char *in;         /* a message that comes in pieces */

    size_t rest_len, begun_len;
    uint32_t in_len;
    struct lws *wsi; /* the library's */
    net *net;
    uint64_t heard_ms, pinged_ms, lonely_ms, dead_ms;
    address *door, *from; /* as a socket, and as a WebSocket */
    ws *prev, *next;
};

/* A connection that speaks plain HTTP, one request after another. */
typedef struct {
    cr_request request; /* first */
    net *net;
    struct lws *wsi;
    address *from;
    char path[NET_PATH_BYTES], known[NET_KNOWN_BYTES];
    char *body;
    size_t body_len;
    uint8_t *reply;         /* LWS_PRE bytes in front */
    size_t reply_len, sent; /* of the reply; the head is sent first */
    const char *type;
    const net_file *file; /* what is replied is this */
    unsigned status;
    bool is_open, is_waiting, is_too_large, is_gz, is_head, has_headed;
} http;

struct net {
    net_config config;
    struct lws_context *context;
    struct lws_vhost *vhost;
    net_listener listener, metrics_listener;
    net_listener *door;   /* where the socket came from that is being adopted */
    address *door_from;   /* and who sent it, counted; NULL: nobody is counted */
    int events;           /* epoll of our own sockets */
    uv_poll_t has_events; /* tells the loop of it */
    ws *sockets, *knocking;
    uint32_t n_sockets;
    uint64_t now_ms;
    uint8_t in[NET_IN_BYTES], plain[NET_EVENTS * NET_IN_PLAIN];
    address *addresses[NET_ADDRESSES];
    struct lws_protocol_vhost_options headers[5];
};

/* ---- addresses.c ---- */

/* The address this socket comes from, or where there is a proxy whom it says it is for (X-Forwarded-For, NULL: it says nothing),
 * with one user more; NULL without memory. And one user less. */
address *address_find(net *n, int fd, const char *forwarded);
address *address_find_of(net *n, struct lws *wsi);
void address_drop(address **a);

/* Forgets addresses nobody uses and that owe nothing. */
void address_sweep(net *n);

/* This machine itself is not limited, unless everybody comes through a proxy on it. */
bool address_is_limited(const net *n, const address *a);

/* On this machine, and not by way of a proxy, whoever that may be for. */
bool address_is_local(struct lws *wsi);

/* Did it come to the listener for operators? Is the request for a name of ours? */
bool door_is_metrics(const net *n, struct lws *wsi);
bool door_is_ours(const net *n, struct lws *wsi);

/* A socket that has come, before it has said anything; and that has gone. False: too many, it is to be closed. *out is who
 * is counted, NULL: nobody. */
bool door_count(net *n, int fd, address **out);
void door_uncount(address **a);

/* May a socket become a WebSocket that says this? NULL: yes. Otherwise why not, with the status of HTTP. */
const char *door_refuses(net *n, int fd, const char *host, const char *origin,
                         const char *forwarded, unsigned *status);

/* The same of a request that the library has read. Not 0: no, and it was told why. */
int door_filter(net *n, struct lws *wsi, bool has_protocol);

/* ---- ws.c ---- */

/* A socket in clear text, before it has said anything; `door` is how it is counted. */
void ws_knock(net *n, int fd, address *door);

/* What comes over our own sockets. False: the system has nothing left for it. */
bool ws_listen(net *n);
void ws_unlisten(net *n);

/* The library's, for the protocol of WebSockets. */
int ws_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                size_t len);

/* What waits in the session of this one is sent, as far as the socket takes it. */
void ws_send(ws *w);

/* Once a second: pings, and closes those that are dead or do nothing. */
void ws_tick_all(net *n, uint64_t now_ms);

/* Tells all that it is over. */
void ws_stop_all(net *n);

/* ---- net.c ---- */

/* The library takes a socket that has come through this door, or closes it; with who is counted for it. */
void net_adopt(net *n, net_listener *listener, int fd, address *door);

/* ---- http.c ---- */

/* A request and its body, as they come; what the callbacks of the library return. */
int http_begin(http *h, net *n, struct lws *wsi);
void http_body(http *h, const char *bytes, size_t len);
void http_handle(http *h);
void http_trouble(http *h, cr_trouble trouble);
int http_write(http *h);
void http_close(http *h);

#endif
