#include "net/upgrade.h"

#include <libwebsockets.h>

/* The fields that count, each of which may stand there once. */
enum { HOST, ORIGIN, FORWARDED, UPGRADE, CONNECTION, KEY, VERSION, PROTOCOL, BODY, CODING, FIELDS };

static const char *const names[FIELDS] = {
    [HOST] = "host",
    [ORIGIN] = "origin",
    [FORWARDED] = "x-forwarded-for",
    [UPGRADE] = "upgrade",
    [CONNECTION] = "connection",
    [KEY] = "sec-websocket-key",
    [VERSION] = "sec-websocket-version",
    [PROTOCOL] = "sec-websocket-protocol",
    [BODY] = "content-length",
    [CODING] = "transfer-encoding",
};

/* Takes a line, without its end; NULL if it has none, or holds what no line may. */
static char *take_line(char **at, char *end)
{
    char *line = *at, *c = line;

    while (c < end && (((uint8_t)*c >= ' ' && *c != 0x7F) || *c == '\t'))
        c++;
    if (end - c < 2 || c[0] != '\r' || c[1] != '\n')
        return NULL;
    *c = 0;
    *at = c + 2;
    return line;
}

/* A name, a colon, and a value without blanks around it. */
static bool take_field(char *line, const char *values[FIELDS])
{
    size_t name = strcspn(line, ": \t"), len;
    char *value = line + name + 1;

    if (!name || line[name] != ':')
        return false;
    line[name] = 0;
    value += strspn(value, " \t");
    for (len = strlen(value); len && strchr(" \t", value[len - 1]); len--)
        value[len - 1] = 0;
    for (unsigned i = 0; i < FIELDS; i++)
        if (!strcasecmp(line, names[i])) {
            if (values[i])
                return false;
            values[i] = value;
        }
    return true;
}

/* Does a list with commas have a word like this? */
static bool has_word(const char *list, const char *word,
                     int (*compare)(const char *, const char *, size_t))
{
    size_t len = strlen(word);

    while (list && *list) {
        list += strspn(list, ", \t");
        if (!compare(list, word, len) && (!list[len] || strchr(", \t", list[len])))
            return true;
        list += strcspn(list, ",");
    }
    return false;
}

/* Sixteen bytes in base64. */
static bool is_key(const char *key)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    return key && strspn(key, digits) == 22 && !strcmp(key + 22, "==");
}

size_t net_upgrade_read(char *text, size_t len, net_upgrade *out)
{
    const char *values[FIELDS] = {0};
    char *at = text, *end = text + len, *line = take_line(&at, end);
    size_t first = line ? strlen(line) : 0;

    if (first < 14 || strncmp(line, "GET /", 5) || strcmp(line + first - 9, " HTTP/1.1") ||
        strcspn(line + 4, " \t") != first - 13)
        return 0;
    while ((line = take_line(&at, end)) && *line)
        if (!take_field(line, values))
            return 0;
    if (!line || !values[HOST] || values[BODY] || values[CODING] || !values[UPGRADE] ||
        strcasecmp(values[UPGRADE], "websocket") ||
        !has_word(values[CONNECTION], "upgrade", strncasecmp) || !values[VERSION] ||
        strcmp(values[VERSION], "13") || !is_key(values[KEY]) ||
        !has_word(values[PROTOCOL], "croupier.v1", strncmp))
        return 0;
    *out = (net_upgrade){.host = values[HOST],
                         .origin = values[ORIGIN],
                         .forwarded = values[FORWARDED],
                         .key = values[KEY]};
    return (size_t)(at - text);
}

size_t net_upgrade_reply(const net_upgrade *upgrade, char out[NET_UPGRADE_REPLY])
{
    char joined[64], accept[32];
    uint8_t digest[20];

    /* The words are the standard's. */
    snprintf(joined, sizeof joined, "%s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", upgrade->key);
    lws_SHA1((const uint8_t *)joined, strlen(joined), digest);
    lws_b64_encode_string((const char *)digest, sizeof digest, accept, sizeof accept);
    return (size_t)snprintf(out, NET_UPGRADE_REPLY,
                            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                            "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n"
                            "Sec-WebSocket-Protocol: croupier.v1\r\n\r\n",
                            accept);
}
