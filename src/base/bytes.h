/* Numbers as little-endian bytes, the same in every record and store on every machine. */
#ifndef CR_BYTES_H
#define CR_BYTES_H

#include "base/base.h"

static inline void cr_bytes_put(uint8_t *at, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

static inline uint64_t cr_bytes_get(const uint8_t *at, unsigned bytes)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < bytes; i++)
        value |= (uint64_t)at[i] << 8 * i;
    return value;
}

#endif
