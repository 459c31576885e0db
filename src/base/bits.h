/* Sets as bits: counting, choosing the n-th member, and subsets by number. */
#ifndef CR_BITS_H
#define CR_BITS_H

#include "base/base.h"

CR_FOR_GAMES

static inline unsigned cr_bits_count(uint64_t set)
{
    return (unsigned)__builtin_popcountll(set);
}

static inline unsigned cr_bits_first(uint64_t set) /* set is not empty */
{
    return (unsigned)__builtin_ctzll(set);
}

/* Which of these bytes are not 0, the first lowest: the set they are when all are looked at together. */
static inline unsigned cr_bits_used(const uint8_t bytes[16])
{
#ifdef __SSE2__
    typedef char sixteen __attribute__((vector_size(16)));
    sixteen all;

    memcpy(&all, bytes, sizeof all);
    return (unsigned)__builtin_ia32_pmovmskb128((sixteen)(all != 0));
#else
    const uint64_t lower = UINT64_C(0x7F7F7F7F7F7F7F7F), gather = UINT64_C(0x0102040810204080);
    uint64_t half[2];

    memcpy(half, bytes, sizeof half);
    for (unsigned i = 0; i < 2; i++) /* the top bit of every byte but 0, and these side by side */
        half[i] = (((half[i] & lower) + lower) | half[i]) >> 7 & UINT64_C(0x0101010101010101);
    return (unsigned)(half[0] * gather >> 56 | half[1] * gather >> 56 << 8);
#endif
}

/* Place of the n-th member, from 0; the set has more than n members. Halves the set without a branch down to four
 * bits, whose members are in a table; few sets of games have members above 32, so the upper half is looked at only where there
 * are any. */
__attribute__((always_inline)) static inline unsigned cr_bits_nth(uint64_t set, unsigned n)
{
    /* For each set of four the places of its members, two bits each, the first lowest. */
    static const uint8_t members[16] = {0x00, 0x00, 0x01, 0x04, 0x02, 0x08, 0x09, 0x24,
                                        0x03, 0x0C, 0x0D, 0x34, 0x0E, 0x38, 0x39, 0xE4};
    unsigned at = 0;

#define CR_HALVE(width)                                                     \
    do {                                                                    \
        unsigned low = cr_bits_count(set & ((UINT64_C(1) << (width)) - 1)); \
        unsigned up = n >= low ? ~0u : 0;                                   \
        n -= low & up;                                                      \
        at += (width)&up;                                                   \
        set >>= (width)&up;                                                 \
    } while (0)
    if (set >> 32)
        CR_HALVE(32);
    CR_HALVE(16);
    CR_HALVE(8);
    CR_HALVE(4);
#undef CR_HALVE
    return at + (members[set & 15] >> 2 * n & 3);
}

/* n over k for n up to 32. */
uint32_t cr_choose(unsigned n, unsigned k);

/* Number of subsets of an n-set with lo to hi members. */
uint64_t cr_subsets(unsigned n, unsigned lo, unsigned hi);

/* The i-th of those subsets of `set`, smaller ones first. */
uint32_t cr_subset_nth(uint32_t set, unsigned lo, unsigned hi, uint64_t i);

CR_FOR_GAMES_END

#endif
