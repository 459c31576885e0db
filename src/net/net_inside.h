/* What the files of this folder that speak with libwebsockets share: net.c has WebSockets and the life of it all, http.c plain
 * requests, addresses.c who may connect. Nobody else includes this. */
#ifndef CR_NET_INSIDE_H
#define CR_NET_INSIDE_H

#include "net/net.h"

#include <libwebsockets.h>

enum { NET_ADDRESSES = 1024, NET_PATH_BYTES = 256, NET_KNOWN_BYTES = 256 /* of If-None-Match */ };

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

typedef struct ws ws; /* a WebSocket, see net.c */

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
    net_listener *door; /* where the socket came from that is being adopted */
    ws *sockets;
    uint32_t n_sockets;
    uint64_t now_ms;
    address *addresses[NET_ADDRESSES];
    struct lws_protocol_vhost_options headers[5];
};

/* ---- addresses.c ---- */

/* The address this socket comes from, with one user more; NULL without memory. And one user less. */
address *address_find(net *n, struct lws *wsi);
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

/* A socket that has come, before it has said anything; and that has gone. Not 0: too many, it is closed. */
int door_count(net *n, struct lws *wsi);
void door_uncount(const net *n, struct lws *wsi);

/* May this become a WebSocket? Not 0: no, and it was told why. */
int door_filter(net *n, struct lws *wsi, bool has_protocol);

/* ---- http.c ---- */

/* A request and its body, as they come; what the callbacks of the library return. */
int http_begin(http *h, net *n, struct lws *wsi);
void http_body(http *h, const char *bytes, size_t len);
void http_handle(http *h);
void http_trouble(http *h, cr_trouble trouble);
int http_write(http *h);
void http_close(http *h);

#endif
