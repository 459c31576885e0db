/* The request that opens a WebSocket, without sockets: read if it is as browsers and programs send it. Whatever is unusual is
 * left to libwebsockets, which answers all else too. */
#ifndef CR_NET_UPGRADE_H
#define CR_NET_UPGRADE_H

#include "base/base.h"

enum { NET_UPGRADE_MAX = 4096, NET_UPGRADE_REPLY = 256 };

/* What such a request says, in its own memory; NULL: nothing. */
typedef struct {
    const char *host, *origin, *forwarded; /* forwarded: X-Forwarded-For */
    const char *key;
} net_upgrade;

/* Reads the request at `text`, whose lines are cut into words on the way. Returns the bytes of its head if it is one line GET of
 * HTTP/1.1 that asks for a WebSocket of ours and nothing else, whole and without a doubt; otherwise 0. */
size_t net_upgrade_read(char *text, size_t len, net_upgrade *out);

/* The reply that opens it: its length. */
size_t net_upgrade_reply(const net_upgrade *upgrade, char out[NET_UPGRADE_REPLY]);

#endif
