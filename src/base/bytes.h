/* Numbers as little-endian bytes, the same in every record and store on every machine. */
#ifndef CR_BYTES_H
#define CR_BYTES_H

#include "base/base.h"

static inline void cr_bytes_put(uint8_t *at, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

/* Our machines are little-endian, so a number of four or eight bytes is one load. Compilers do not see that in the loop; of the
 * loop above they make one store, together with those beside it. */
static inline uint64_t cr_bytes_get(const uint8_t *at, unsigned bytes)
{
    uint64_t value = 0;
    uint32_t four;

    if (bytes == sizeof value) {
        memcpy(&value, at, sizeof value);
        return value;
    }
    if (bytes == sizeof four) {
        memcpy(&four, at, sizeof four);
        return four;
    }
    for (unsigned i = 0; i < bytes; i++)
        value |= (uint64_t)at[i] << 8 * i;
    return value;
}

#endif
