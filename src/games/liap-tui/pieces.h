/* The pieces of Liap Tui and what they form. A hand, a play or any other collection is a tally of the fourteen
 * kinds (LT-2.2), numbered by points from high to low: even kinds are red, odd ones black, and the pair 2n, 2n+1
 * is one name. So the two colours of a name share one byte of a move, and a sorted hand reads from the low end.
 *
 * Types and values (LT-7, LT-8.3) need no table: a collection of one kind is told by its count, one of several
 * kinds by comparing the kinds that are there with the four straights. */
#ifndef LT_PIECES_H
#define LT_PIECES_H

#include "kernel/game.h"

enum { LT_KINDS = 14, LT_PIECES = 32, LT_HAND = 8, LT_PLAY_MAX = 6 };
enum { LT_RED_GENERAL = 0 };

/* In the order of LT-7.14; NONE where nothing was played yet. */
enum lt_type {
    LT_NONE,
    LT_SINGLE,
    LT_PAIR,
    LT_THREE_OF_A_KIND,
    LT_STRAIGHT,
    LT_FOUR_OF_A_KIND,
    LT_EXTENDED_STRAIGHT,
    LT_EXTENDED_STRAIGHT_5,
    LT_FIVE_OF_A_KIND,
    LT_DOUBLE_STRAIGHT,
    LT_INVALID,
    LT_TYPES
};

typedef struct {
    uint8_t type, value;
} lt_form;

/* The whole set (LT-2.1): one General, five Soldiers, two of every other name, of each colour. */
#define LT_SET UINT64_C(0x55222222222211)

/* The pieces worth more than 9 points (LT-3.1): rG, bG, rA, bA, rE. */
#define LT_STRONG UINT64_C(0xFFFFF)

/* rG and bG. */
#define LT_GENERALS UINT64_C(0x11)

/* One of each name of a group (LT-2.4), in red; one kind further is the same in black. */
#define LT_PALACE UINT64_C(0x10101)
#define LT_FIELD  UINT64_C(0x10101000000)

static inline unsigned lt_points(unsigned kind)
{
    return LT_KINDS - kind;
}

static inline bool lt_is_weak(cr_tally hand)
{
    return !(hand & LT_STRONG);
}

/* Are these kinds the three names of one group in one colour? */
static inline bool lt_is_group(uint64_t kinds)
{
    return kinds == LT_PALACE || kinds == LT_PALACE << 4 || kinds == LT_FIELD ||
           kinds == LT_FIELD << 4;
}

static inline lt_form lt_form_of_one_kind(unsigned kind, unsigned count)
{
    static const uint8_t types[8] = {LT_INVALID,         LT_SINGLE,         LT_PAIR,
                                     LT_THREE_OF_A_KIND, LT_FOUR_OF_A_KIND, LT_FIVE_OF_A_KIND,
                                     LT_INVALID,         LT_INVALID};
    uint8_t type = types[count];

    return (lt_form){type, (uint8_t)(type == LT_INVALID ? 0 : lt_points(kind) * count)};
}

/* Type and value of a collection out of the set; INVALID also for one that the set does not hold. */
static inline lt_form lt_form_of(cr_tally pieces)
{
    static const uint8_t straights[] = {LT_STRAIGHT, LT_EXTENDED_STRAIGHT, LT_EXTENDED_STRAIGHT_5,
                                        LT_DOUBLE_STRAIGHT};
    uint64_t kinds = cr_tally_kinds(pieces);
    unsigned first, size;

    if (CR_UNLIKELY(!kinds || !cr_tally_has(LT_SET, pieces)))
        return (lt_form){LT_INVALID, 0};
    first = cr_bits_first(kinds) / 4;
    if (!(kinds & (kinds - 1)))
        return lt_form_of_one_kind(first, cr_tally_count(pieces, first));
    if (!lt_is_group(kinds))
        return (lt_form){LT_INVALID, 0};
    /* Three names two apart, so the points of one of each are three times those of the middle one. No name has more
     * than two pieces and the palace group five in all, so the size alone tells how they are spread. */
    size = cr_tally_sum(pieces);
    return (lt_form){straights[size - 3], (uint8_t)((size == 6 ? 6 : 3) * lt_points(first + 2))};
}

/* All valid collections, in the order of LT-7.14 and the highest value first. */
enum { LT_VALID = 56 };
#define lt_valid CR_TWICE(lt_valid)
extern const cr_tally lt_valid[LT_VALID];

/* The lowest-point n pieces of a hand that has as many. */
static inline cr_tally lt_lowest(cr_tally hand, unsigned n)
{
    cr_tally out = 0;

    for (unsigned kind = LT_KINDS; kind-- && n;) {
        unsigned have = cr_tally_count(hand, kind), take = have < n ? have : n;

        out += cr_tally_of(kind, take);
        n -= take;
    }
    return out;
}

/* Codes of the pieces (LT-2.7), highest points first; NULL ends. Collections are written by them: cr_names, and in a move
 * cr_names_packed. */
#define lt_codes CR_TWICE(lt_codes)
extern const char *const lt_codes[LT_KINDS + 1];

/* Adds the piece of one code. Eight or more of a kind count as seven: no rule tells them apart. */
#define lt_read_piece CR_TWICE(lt_read_piece)
bool lt_read_piece(cr_span code, cr_tally *sum);

#endif
