/* Sockets: HTTP and TLS by libwebsockets on libuv, WebSockets in clear text by our own code. Everything that has a meaning is in
 * wire and host; here connections are accepted, bounded, fed and flushed. */
#ifndef CR_NET_H
#define CR_NET_H

#include "net/listen.h"
#include "wire/wire.h"

typedef struct net net;

/* A file of the page. Memory of the caller, for as long as there is a net. */
typedef struct {
    const char *path, *type, *etag; /* the tag with its quotes */
    const uint8_t *bytes;
    size_t len;
    const uint8_t *gz; /* the same, compressed; NULL: as it is */
    size_t gz_len;
    bool is_lasting;    /* other content would have another path */
    const char *policy; /* its own Content-Security-Policy, or NULL: that of every answer */
} net_file;

typedef struct {
    const net_place *listen;    /* where; for the call of net_open only */
    const net_place *metrics;   /* where the numbers for operators are given out, in plain HTTP;
                                 * NULL: at `listen`, to clients on this machine only */
    const char *node;           /* our name behind /at/ in paths; NULL: none */
    const char *const *hosts;   /* our names besides addresses and localhost; NULL ends */
    const char *cert, *key;     /* files; NULL: no TLS */
    const char *const *origins; /* pages that may connect besides our own; NULL ends */
    const char *csp;            /* Content-Security-Policy of every answer */
    uint32_t connections;       /* at most, all in all */
    uint32_t by_address;        /* at most from one address; 0: no limit */
    uint32_t requests;          /* HTTP requests per second and address; 0: no limit */
    bool is_proxied;            /* take the address from X-Forwarded-For */
    const net_file *files;      /* the page; everything else is asked of the wire */
    size_t n_files;
    cr_wire *wire;
    uv_loop_t *loop;
} net_config;

/* Fails with CR_ERR_STORE and the reason in `why` if an address cannot be listened on or a certificate does not serve, or
 * CR_ERR_MEMORY. Whatever *out is then, net_stop, the loop and net_free end it. */
CR_MUST_USE cr_err net_open(const net_config *config, net **out, char *why, size_t cap);

/* The addresses that are listened on, [ADDRESS]:PORT or ADDRESS:PORT; NULL behind the last. */
const char *net_address(const net *n, unsigned i);
const char *net_metrics_address(const net *n, unsigned i);

/* Sends what waits in sessions. Once per turn of the loop. */
void net_flush(net *n);

/* Once a second: pings, and closes connections that are dead or do nothing. */
void net_tick(net *n, uint64_t now_ms);

/* Tells every client and closes; then the loop runs out. */
void net_stop(net *n);

/* After the loop has run out. */
void net_free(net *n);

#endif
