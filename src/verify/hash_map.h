/* What is known of a hash: open addressing, grown at half. The key 0 is kept as 1. */
#ifndef CR_VERIFY_HASH_MAP_H
#define CR_VERIFY_HASH_MAP_H

#include "base/base.h"

typedef struct {
    uint64_t *keys, *values;
    size_t n, cap;
} hash_map;

void map_release(hash_map *m);

/* The place of the key's value; *is_new if it was not there. NULL if there is no memory. */
uint64_t *map_put(hash_map *m, uint64_t key, bool *is_new);

static inline uint64_t map_mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

#endif
