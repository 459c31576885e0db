/* Sets of areas: the map has more of them than a word has bits. map.c has the sets that rules speak of. */
#ifndef DU_AREAS_H
#define DU_AREAS_H

#include "games/dune-battle/dune.h"

/* Areas as bits: those below 64, and those from there on. */
typedef struct {
    uint64_t low, high;
} du_areas;

static inline du_areas du_areas_join(du_areas a, du_areas b)
{
    return (du_areas){a.low | b.low, a.high | b.high};
}

static inline du_areas du_areas_both(du_areas a, du_areas b)
{
    return (du_areas){a.low & b.low, a.high & b.high};
}

static inline du_areas du_areas_without(du_areas a, du_areas b)
{
    return (du_areas){a.low & ~b.low, a.high & ~b.high};
}

static inline bool du_areas_any(du_areas set)
{
    return set.low | set.high;
}

static inline unsigned du_areas_count(du_areas set)
{
    return cr_bits_count(set.low) + cr_bits_count(set.high);
}

static inline bool du_areas_has(du_areas set, uint8_t area)
{
    return (area < 64 ? set.low >> area : set.high >> (area - 64)) & 1;
}

static inline du_areas du_areas_one(uint8_t area)
{
    return area < 64 ? (du_areas){UINT64_C(1) << area, 0}
                     : (du_areas){0, UINT64_C(1) << (area - 64)};
}

/* Takes the first area out of a set; false if it is empty. */
static inline bool du_areas_take(du_areas *set, uint8_t *area)
{
    uint64_t *from = set->low ? &set->low : &set->high;

    if (!*from)
        return false;
    *area = (uint8_t)(cr_bits_first(*from) + (set->low ? 0 : 64));
    *from &= *from - 1;
    return true;
}

/* Each area as the one in front of it, and as the one behind it. */
static inline du_areas du_areas_before(du_areas set)
{
    return (du_areas){set.low >> 1 | set.high << 63, set.high >> 1};
}

static inline du_areas du_areas_behind(du_areas set)
{
    return (du_areas){set.low << 1, set.high << 1 | set.low >> 63};
}

/* Those of a row of bytes, one for each area, that are not 0. All are looked at, sixteen at a time, for nobody can guess where
 * something lies. */
static inline du_areas du_areas_used(const uint8_t bytes[DB_AREAS_FILL])
{
    du_areas set = {0, 0};

    static_assert(DB_AREAS_FILL == 64 + 16 + 8, "the last sixteen lap over");
    for (unsigned i = 0; i < 64; i += 16)
        set.low |= (uint64_t)cr_bits_used(bytes + i) << i;
    set.high = cr_bits_used(bytes + 64) | (uint64_t)cr_bits_used(bytes + 72) << 8;
    return set;
}

#endif
