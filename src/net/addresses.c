/* Who connects, from where, and how much of it is too much: counted by address. */
#include "base/hash.h"
#include "net/hosts.h"
#include "net/net_inside.h"

#include <netdb.h>
#include <stdlib.h>
#include <sys/socket.h>

/* The value of a field, in memory of the caller; NULL if there is none. One that is too long is nobody's. */
static const char *header(struct lws *wsi, enum lws_token_indexes token, char *out, int cap)
{
    if (lws_hdr_total_length(wsi, token) <= 0)
        return NULL;
    return lws_hdr_copy(wsi, out, cap, token) < 0 ? "?" : out;
}

static void read_address(const net *n, int fd, const char *forwarded, char name[CR_ADDRESS_MAX])
{
    struct sockaddr_storage at = {0};
    socklen_t len = sizeof at;

    name[0] = 0;
    if (n->config.is_proxied && forwarded) {
        /* The last one is what our proxy saw; the others are what the client says. */
        const char *last = strrchr(forwarded, ',');

        last = last ? last + 1 : forwarded;
        last += strspn(last, " ");
        snprintf(name, CR_ADDRESS_MAX, "%.*s", CR_ADDRESS_MAX - 1, last);
    } else if (!getpeername(fd, (struct sockaddr *)&at, &len)) {
        (void)getnameinfo((struct sockaddr *)&at, len, name, CR_ADDRESS_MAX, NULL, 0,
                          NI_NUMERICHOST);
    }
}

address *address_find(net *n, int fd, const char *forwarded)
{
    char name[CR_ADDRESS_MAX];
    address **first, *a;

    read_address(n, fd, forwarded, name);
    first = &n->addresses[cr_hash(name, strlen(name)) % NET_ADDRESSES];
    for (a = *first; a; a = a->next)
        if (!strcmp(a->name, name))
            break;
    if (!a) {
        a = calloc(1, sizeof *a);
        if (!a)
            return NULL;
        snprintf(a->name, sizeof a->name, "%s", name);
        a->next = *first;
        *first = a;
    }
    a->users++;
    return a;
}

address *address_find_of(net *n, struct lws *wsi)
{
    char forwarded[256];

    return address_find(n, lws_get_socket_fd(wsi),
                        header(wsi, WSI_TOKEN_X_FORWARDED_FOR, forwarded, sizeof forwarded));
}

void address_drop(address **a)
{
    if (*a)
        (*a)->users--;
    *a = NULL;
}

void address_sweep(net *n)
{
    for (unsigned i = 0; i < NET_ADDRESSES; i++)
        for (address **at = &n->addresses[i]; *at;) {
            address *a = *at;

            if (a->users || a->paid_us > n->now_ms * 1000) {
                at = &a->next;
            } else {
                *at = a->next;
                free(a);
            }
        }
}

bool address_is_limited(const net *n, const address *a)
{
    return n->config.is_proxied || (strcmp(a->name, "127.0.0.1") && strcmp(a->name, "::1") &&
                                    strcmp(a->name, "::ffff:127.0.0.1"));
}

bool address_is_local(struct lws *wsi)
{
    return lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR) <= 0 &&
           lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_VIA) <= 0 &&
           net_is_near(lws_get_socket_fd(wsi));
}

/* Sockets carry where they came from: the library itself would choose among
 * several hosts by what the client says. */
bool door_is_metrics(const net *n, struct lws *wsi)
{
    return lws_get_opaque_user_data(wsi) == (const void *)&n->metrics_listener;
}

/* Who names none is no browser. */
static bool is_ours(const net *n, const char *host)
{
    return !host || net_is_our_name(host, n->config.hosts);
}

bool door_is_ours(const net *n, struct lws *wsi)
{
    char host[NET_HOST_MAX + 8];

    return is_ours(n, header(wsi, WSI_TOKEN_HOST, host, sizeof host));
}

/* ---- who may connect ---- */

/* Requests that never end hold the library's few places for heads. So one address gets only as many sockets for plain
 * requests as it gets WebSockets; behind a proxy that is the proxy's to see to. */
bool door_count(net *n, int fd, address **out)
{
    address *a = n->config.is_proxied ? NULL : address_find(n, fd, NULL);

    *out = NULL;
    if (!a)
        return true;
    if (n->config.by_address && address_is_limited(n, a) &&
        a->sockets >= 2 * n->config.by_address) {
        address_drop(&a);
        return false;
    }
    a->sockets++;
    *out = a;
    return true;
}

void door_uncount(address **a)
{
    if (*a)
        (*a)->sockets--;
    address_drop(a);
}

/* No browser if it names no page: a program says what it likes anyway. */
static bool is_origin_allowed(const net *n, const char *origin, const char *host)
{
    const char *name;

    if (!origin)
        return true;
    for (const char *const *o = n->config.origins; o && *o; o++)
        if (!strcmp(*o, origin))
            return true;
    name = strstr(origin, "://");
    return name && host && !strcmp(name + 3, host);
}

const char *door_refuses(net *n, int fd, const char *host, const char *origin,
                         const char *forwarded, unsigned *status)
{
    address *a;
    bool is_full;

    *status = 403;
    if (!is_ours(n, host))
        return cr_trouble_text(CR_TROUBLE_WRONG_HOST);
    if (!is_origin_allowed(n, origin, host))
        return "not from this page";
    *status = 503;
    if (n->n_sockets >= n->config.connections)
        return "the server is full";
    if (n->config.wire->lobby->is_stopping)
        return "the server is stopping";
    a = address_find(n, fd, forwarded);
    if (!a)
        return "the server is full";
    is_full =
        n->config.by_address && address_is_limited(n, a) && a->connections >= n->config.by_address;
    address_drop(&a);
    *status = 429;
    return is_full ? "too many connections from this address" : NULL;
}

int door_filter(net *n, struct lws *wsi, bool has_protocol)
{
    char host[NET_HOST_MAX + 8], origin[256], forwarded[256];
    const char *why;
    unsigned status;

    if (door_is_metrics(n, wsi)) {
        status = 404;
        why = "there is nothing at this address";
    } else if (!has_protocol) {
        status = 400;
        why = "ask for the sub-protocol croupier.v1";
    } else {
        why = door_refuses(
            n, lws_get_socket_fd(wsi), header(wsi, WSI_TOKEN_HOST, host, sizeof host),
            header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin),
            header(wsi, WSI_TOKEN_X_FORWARDED_FOR, forwarded, sizeof forwarded), &status);
    }
    if (why)
        (void)lws_return_http_status(wsi, status, why);
    return why != NULL;
}
