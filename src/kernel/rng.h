/* Chance. A generator is a key, a stream number and a place in that stream; its output is ChaCha20, so what
 * was seen tells nothing about what comes. Everything is drawn in units of 16 bits: small numbers are what
 * games need, and a block of 64 bytes then serves 32 of them. */
#ifndef CR_RNG_H
#define CR_RNG_H

#include "base/tally.h"

CR_FOR_GAMES

void cr_rng_refill(cr_rng *rng);

static inline uint32_t cr_rng_u16(cr_rng *rng)
{
    uint16_t unit;

    if (!(rng->at & 63))
        cr_rng_refill(rng);
    memcpy(&unit, rng->block + (rng->at & 63), 2);
    rng->at += 2;
    return unit;
}

/* 0 to n − 1 for n up to 65536: multiply and keep the upper half; the few values that would be drawn more
 * often than others are drawn again (Lemire's method). */
__attribute__((always_inline)) static inline uint32_t cr_rng_small(cr_rng *rng, uint32_t n)
{
    uint32_t product = cr_rng_u16(rng) * n;

    if (CR_UNLIKELY((product & 0xFFFF) < n)) {
        uint32_t excess = 65536 % n;

        while ((product & 0xFFFF) < excess)
            product = cr_rng_u16(rng) * n;
    }
    return product >> 16;
}

uint64_t cr_rng_large(cr_rng *rng, uint64_t n);

/* The same for any n. */
static inline uint64_t cr_rng_below64(cr_rng *rng, uint64_t n)
{
    return CR_LIKELY(n <= 65536) ? cr_rng_small(rng, (uint32_t)n) : cr_rng_large(rng, n);
}

/* Takes n pieces at random out of a tally that holds at least as many. */
cr_tally cr_rng_draw(cr_rng *rng, cr_tally *from, unsigned n);

CR_FOR_GAMES_END

#endif
