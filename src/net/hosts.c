#include "net/hosts.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { NAME_MAX_BYTES = 256 };

/* The name without its port and the dot at its end; false if it is none. */
static bool cut_name(const char *host, char name[NAME_MAX_BYTES])
{
    const char *end, *port;
    size_t len;

    if (*host == '[') {
        end = strchr(++host, ']');
        if (!end)
            return false;
        port = end + 1;
    } else {
        end = port = host + strcspn(host, ":");
    }
    if (*port && (*port != ':' || port[1 + strspn(port + 1, "0123456789")]))
        return false;
    len = (size_t)(end - host);
    if (len && host[len - 1] == '.')
        len--;
    if (!len || len >= NAME_MAX_BYTES)
        return false;
    snprintf(name, NAME_MAX_BYTES, "%.*s", (int)len, host);
    return true;
}

bool net_is_our_name(const char *host, const char *const *names)
{
    char name[NAME_MAX_BYTES];
    struct in6_addr address;

    if (!cut_name(host, name))
        return false;
    /* In brackets an address of IPv6, without them one of IPv4. */
    if (inet_pton(*host == '[' ? AF_INET6 : AF_INET, name, &address) == 1)
        return true;
    if (*host == '[')
        return false;
    if (!strcasecmp(name, "localhost"))
        return true;
    for (; names && *names; names++)
        if (!strcasecmp(name, *names))
            return true;
    return false;
}
