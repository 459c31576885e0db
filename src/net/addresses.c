/* Who connects, from where, and how much of it is too much: counted by address. */
#include "base/hash.h"
#include "net/hosts.h"
#include "net/net_inside.h"

#include <stdlib.h>

static void read_address(const net *n, struct lws *wsi, char name[CR_ADDRESS_MAX])
{
    char list[256];

    name[0] = 0;
    if (n->config.is_proxied &&
        lws_hdr_copy(wsi, list, sizeof list, WSI_TOKEN_X_FORWARDED_FOR) > 0) {
        /* The last one is what our proxy saw; the others are what the client says. */
        const char *last = strrchr(list, ',');

        last = last ? last + 1 : list;
        last += strspn(last, " ");
        snprintf(name, CR_ADDRESS_MAX, "%.*s", CR_ADDRESS_MAX - 1, last);
    } else {
        lws_get_peer_simple(wsi, name, CR_ADDRESS_MAX);
    }
}

address *address_find(net *n, struct lws *wsi)
{
    char name[CR_ADDRESS_MAX];
    address **first, *a;

    read_address(n, wsi, name);
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
bool door_is_ours(const net *n, struct lws *wsi)
{
    char host[NET_HOST_MAX + 8];

    if (lws_hdr_total_length(wsi, WSI_TOKEN_HOST) <= 0)
        return true;
    return lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) > 0 &&
           net_is_our_name(host, n->config.hosts);
}

/* ---- who may connect ---- */

/* Requests that never end hold the library's few places for heads. So one address gets only as many sockets for plain
 * requests as it gets WebSockets; behind a proxy that is the proxy's to see to. */
int door_count(net *n, struct lws *wsi)
{
    address *a;

    if (n->door == &n->metrics_listener) {
        lws_set_opaque_user_data(wsi, n->door);
        return 0;
    }
    a = n->config.is_proxied ? NULL : address_find(n, wsi);
    if (!a)
        return 0;
    if (n->config.by_address && address_is_limited(n, a) &&
        a->sockets >= 2 * n->config.by_address) {
        address_drop(&a);
        return -1;
    }
    a->sockets++;
    lws_set_opaque_user_data(wsi, a);
    return 0;
}

void door_uncount(const net *n, struct lws *wsi)
{
    address *a = door_is_metrics(n, wsi) ? NULL : lws_get_opaque_user_data(wsi);

    if (a)
        a->sockets--;
    address_drop(&a);
    lws_set_opaque_user_data(wsi, NULL);
}

static bool is_origin_allowed(const net *n, struct lws *wsi)
{
    char origin[256], host[256];
    const char *name;

    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) <= 0)
        return true; /* no browser: a program says what it likes anyway */
    if (lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) < 0)
        return false;
    for (const char *const *o = n->config.origins; o && *o; o++)
        if (!strcmp(*o, origin))
            return true;
    name = strstr(origin, "://");
    return name && lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) > 0 &&
           !strcmp(name + 3, host);
}

static int refuse(struct lws *wsi, unsigned status, const char *reason)
{
    (void)lws_return_http_status(wsi, status, reason);
    return 1;
}

int door_filter(net *n, struct lws *wsi, bool has_protocol)
{
    address *a;
    bool is_full;

    if (door_is_metrics(n, wsi))
        return refuse(wsi, 404, "there is nothing at this address");
    if (!has_protocol)
        return refuse(wsi, 400, "ask for the sub-protocol croupier.v1");
    if (!door_is_ours(n, wsi))
        return refuse(wsi, 403, cr_trouble_text(CR_TROUBLE_WRONG_HOST));
    if (!is_origin_allowed(n, wsi))
        return refuse(wsi, 403, "not from this page");
    if (n->n_sockets >= n->config.connections)
        return refuse(wsi, 503, "the server is full");
    if (n->config.wire->lobby->is_stopping)
        return refuse(wsi, 503, "the server is stopping");
    a = address_find(n, wsi);
    if (!a)
        return refuse(wsi, 503, "the server is full");
    is_full =
        n->config.by_address && address_is_limited(n, a) && a->connections >= n->config.by_address;
    address_drop(&a);
    return is_full ? refuse(wsi, 429, "too many connections from this address") : 0;
}
