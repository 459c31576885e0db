/* TLS for a client, without sockets: what came over the wire goes in, what is to be sent comes out. OpenSSL, which libwebsockets
 * brings along for the server, is behind this file alone.
 *
 *     net_tls *t = net_tls_open(trust, "example.org");
 *     net_tls_take(t, bytes, n);  net_tls_read(t, out, cap);      from the wire, and what it says
 *     net_tls_write(t, text, n);  net_tls_give(t, out, cap);      what we say, and for the wire; ask after every other call
 *
 *  1. Nothing is said to a server whose certificate is not of that host, by one whom this machine trusts. */
#ifndef CR_NET_TLS_H
#define CR_NET_TLS_H

#include <stdbool.h>
#include <stddef.h>

/* Whom this machine trusts: the system's certificates, or those that SSL_CERT_FILE and SSL_CERT_DIR name. One for all
 * connections. NULL: no memory left. */
typedef struct net_trust net_trust;
net_trust *net_trust_new(void);
void net_trust_free(net_trust *trust);

/* A connection to the host of this name or address, from its first byte on. NULL: no memory left. */
typedef struct net_tls net_tls;
net_tls *net_tls_open(net_trust *trust, const char *host);
void net_tls_close(net_tls *t);

bool net_tls_take(net_tls *t, const char *bytes, size_t len); /* false: no memory left */
size_t net_tls_give(net_tls *t, char *out, size_t cap);       /* 0: nothing more */

/* Bytes that were read, 0 if there are none yet, -1 if there will be none: net_tls_why says why. Also shakes hands. */
long net_tls_read(net_tls *t, char *out, size_t cap);

/* Hands are shaken: from now on there can be writing. */
bool net_tls_is_up(const net_tls *t);
bool net_tls_write(net_tls *t, const char *bytes, size_t len); /* false: as -1 */

const char *net_tls_why(const net_tls *t);

#endif
