/* A tally: how many of each of sixteen kinds, 0 to 7 of each, four bits a kind. The top bit of every four is
 * spare and always 0, so that tallies add, subtract and compare as plain numbers, all kinds at once. In a move
 * a tally is the last eight arguments, of at most 63: two counts of three bits each, the even kind lowest. */
#ifndef CR_TALLY_H
#define CR_TALLY_H

#include "base/bits.h"

CR_FOR_GAMES

typedef uint64_t cr_tally;

enum { CR_TALLY_KINDS = 16, CR_TALLY_BYTES = 8, CR_TALLY_AT = CR_ARGS - CR_TALLY_BYTES };

#define CR_TALLY_ONES UINT64_C(0x1111111111111111)
#define CR_TALLY_TOPS UINT64_C(0x8888888888888888)

static inline cr_tally cr_tally_of(unsigned kind, unsigned count)
{
    return (cr_tally)count << 4 * kind;
}

static inline unsigned cr_tally_count(cr_tally tally, unsigned kind)
{
    return tally >> 4 * kind & 7;
}

/* Number of pieces. */
static inline unsigned cr_tally_sum(cr_tally tally)
{
    uint64_t pairs =
        (tally & UINT64_C(0x0F0F0F0F0F0F0F0F)) + (tally >> 4 & UINT64_C(0x0F0F0F0F0F0F0F0F));

    return (unsigned)(pairs * UINT64_C(0x0101010101010101) >> 56);
}

/* The kinds that are there, as the lowest bit of each four. */
static inline uint64_t cr_tally_kinds(cr_tally tally)
{
    return (tally | tally >> 1 | tally >> 2) & CR_TALLY_ONES;
}

/* The same as a plain set: bit k for kind k. */
static inline uint16_t cr_tally_set(cr_tally tally)
{
    uint64_t set = cr_tally_kinds(tally);

    set = (set | set >> 3) & UINT64_C(0x0303030303030303);
    set = (set | set >> 6) & UINT64_C(0x000F000F000F000F);
    set = (set | set >> 12) & UINT64_C(0x000000FF000000FF);
    return (uint16_t)(set | set >> 24);
}

/* Does the tally hold at least as many of every kind as the part? Both are sound. */
static inline bool cr_tally_has(cr_tally tally, cr_tally part)
{
    return (((tally | CR_TALLY_TOPS) - part) & CR_TALLY_TOPS) == CR_TALLY_TOPS;
}

static inline bool cr_tally_is_sound(cr_tally tally)
{
    return !(tally & CR_TALLY_TOPS);
}

/* The lowest kind that is there. Something is. */
static inline uint8_t cr_tally_first(cr_tally tally)
{
    return (uint8_t)(cr_bits_first(tally) / 4);
}

/* Of each kind the larger number; the smaller one. */
static inline cr_tally cr_tally_max(cr_tally a, cr_tally b)
{
    cr_tally is_a = (((a | CR_TALLY_TOPS) - b) & CR_TALLY_TOPS) >> 3, mask = is_a * 7;

    return (a & mask) | (b & ~mask);
}

static inline cr_tally cr_tally_min(cr_tally a, cr_tally b)
{
    return a + b - cr_tally_max(a, b);
}

/* The kinds from 0 to n − 1, n from 1 to 16, each so many times. */
static inline cr_tally cr_tally_each(unsigned n, unsigned count)
{
    return (CR_TALLY_ONES >> (64 - 4 * n)) * count;
}

/* n pieces less of every kind, or none where there are fewer. */
static inline cr_tally cr_tally_less(cr_tally tally, unsigned n)
{
    return tally - cr_tally_min(tally, CR_TALLY_ONES * (n < 7 ? n : 7));
}

/* Takes a part out of a sound tally. False, and nothing is taken, if it is not in there. */
static inline bool cr_tally_take(cr_tally *from, cr_tally part)
{
    if (!cr_tally_is_sound(part) || !cr_tally_has(*from, part))
        return false;
    *from -= part;
    return true;
}

/* The form that a tally has in a move, as a word, and back. */
static inline uint64_t cr_tally_pack(cr_tally tally)
{
    return (tally & UINT64_C(0x0707070707070707)) | (tally >> 1 & UINT64_C(0x3838383838383838));
}

static inline cr_tally cr_tally_unpack(uint64_t packed)
{
    return (packed & UINT64_C(0x0707070707070707)) | (packed & UINT64_C(0x3838383838383838)) << 1;
}

/* The tally of a move. */
static inline cr_tally cr_tally_get(const cr_move *move)
{
    uint64_t packed;

    memcpy(&packed, move->arg + CR_TALLY_AT, sizeof packed);
    return cr_tally_unpack(packed);
}

static inline void cr_tally_put(cr_move *move, cr_tally tally)
{
    uint64_t packed = cr_tally_pack(tally);

    memcpy(move->arg + CR_TALLY_AT, &packed, sizeof packed);
}

/* Number of different tallies of `total` pieces, total up to 7, out of one of at most eight pieces. */
unsigned cr_tally_choices_many(cr_tally tally, unsigned total);

static inline unsigned cr_tally_choices(cr_tally tally, unsigned total)
{
    return total == 1 ? cr_bits_count(cr_tally_kinds(tally)) : cr_tally_choices_many(tally, total);
}

/* The i-th of them. */
cr_tally cr_tally_nth_many(cr_tally tally, unsigned total, unsigned i);

static inline cr_tally cr_tally_nth(cr_tally tally, unsigned total, unsigned i)
{
    uint64_t kinds, up_to_here;

    if (total != 1)
        return cr_tally_nth_many(tally, total, i);
    /* One of the kinds. The product has in each four bits the number of kinds so far, 8 at most, so adding 7 − i
     * sets the top bit from the i-th kind on. */
    kinds = cr_tally_kinds(tally);
    up_to_here = kinds * CR_TALLY_ONES + (7 - i) * CR_TALLY_ONES;
    return UINT64_C(1) << (cr_bits_first(up_to_here & CR_TALLY_TOPS) - 3);
}

CR_FOR_GAMES_END

#endif
