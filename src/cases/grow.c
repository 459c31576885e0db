/* Memory that grows up to a limit. */
#include "cases/file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static bool make_room(grown *g, size_t len)
{
    size_t cap = g->cap ? g->cap : 256;
    char *bigger;

    if (g->max && g->len + len + 1 > g->max) {
        g->is_cut = true;
        return false;
    }
    while (cap < g->len + len + 1)
        cap *= 2;
    if (cap == g->cap)
        return true;
    bigger = realloc(g->buf, cap);
    if (!bigger) {
        g->is_cut = true;
        return false;
    }
    g->buf = bigger;
    g->cap = cap;
    return true;
}

void grown_bytes(grown *g, const char *s, size_t len)
{
    if (g->is_cut || !make_room(g, len))
        return;
    if (len)
        memcpy(g->buf + g->len, s, len);
    g->len += len;
    g->buf[g->len] = 0;
}

char *grown_room(grown *g, size_t len)
{
    char *room;

    if (g->is_cut || !make_room(g, len))
        return NULL;
    room = g->buf + g->len;
    memset(room, 0, len + 1);
    g->len += len;
    return room;
}

void grown_str(grown *g, const char *s)
{
    grown_bytes(g, s, strlen(s));
}

void grown_span(grown *g, cr_span s)
{
    grown_bytes(g, s.at, (size_t)(s.end - s.at));
}

void grown_fmt(grown *g, const char *format, ...)
{
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (n < 0 || g->is_cut || !make_room(g, (size_t)n))
        return;
    va_start(args, format);
    vsnprintf(g->buf + g->len, (size_t)n + 1, format, args);
    va_end(args);
    g->len += (size_t)n;
}

cr_span grown_whole(const grown *g)
{
    return g->buf ? (cr_span){g->buf, g->buf + g->len} : cr_span_of("");
}

void grown_clear(grown *g)
{
    g->len = 0;
    g->is_cut = false;
    if (g->buf)
        g->buf[0] = 0;
}

void grown_release(grown *g)
{
    free(g->buf);
    g->buf = NULL;
    g->len = g->cap = 0;
}

/* Arrays double whenever their number of members is a power of two, so no capacity needs to be kept. */
bool grow_array(void *array_of, size_t n, size_t size)
{
    void *array, *bigger;

    if (n & (n - 1))
        return true;
    memcpy(&array, array_of, sizeof array);
    bigger = realloc(array, (n ? 2 * n : 1) * size);
    if (!bigger)
        return false;
    memcpy(array_of, &bigger, sizeof bigger);
    // cppcheck-suppress memleak
    return true;
}
