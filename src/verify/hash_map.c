#include "verify/hash_map.h"

#include <stdlib.h>

void map_release(hash_map *m)
{
    free(m->keys);
    free(m->values);
    *m = (hash_map){0};
}

static size_t map_slot(const hash_map *m, uint64_t key)
{
    size_t at = key & (m->cap - 1);

    while (m->keys[at] && m->keys[at] != key)
        at = (at + 1) & (m->cap - 1);
    return at;
}

static bool map_grow(hash_map *m)
{
    hash_map more = {.cap = m->cap ? 2 * m->cap : 1024}, old;

    more.keys = calloc(more.cap, sizeof *more.keys);
    more.values = calloc(more.cap, sizeof *more.values);
    if (!more.keys || !more.values) {
        map_release(&more);
        return false;
    }
    for (size_t i = 0; i < m->cap; i++)
        if (m->keys[i]) {
            size_t at = map_slot(&more, m->keys[i]);

            more.keys[at] = m->keys[i];
            more.values[at] = m->values[i];
        }
    more.n = m->n;
    old = *m;
    *m = more;
    map_release(&old);
    return true;
}

uint64_t *map_put(hash_map *m, uint64_t key, bool *is_new)
{
    size_t at;

    key += !key;
    if (2 * m->n >= m->cap && !map_grow(m))
        return NULL;
    at = map_slot(m, key);
    *is_new = !m->keys[at];
    m->n += *is_new;
    m->keys[at] = key;
    return &m->values[at];
}
