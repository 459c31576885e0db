/* A bag of cards that are alike by value: up to 16 values, up to 4 cards of each, in eight bytes. Bit v of the
 * k-th 16 bits is set when the bag holds more than k cards of value v; so the lowest 16 bits are the distinct
 * values, the number of bits is the number of cards, and adding or taking a card is a few operations. */
#ifndef CR_BAG_H
#define CR_BAG_H

#include "kernel/game.h"

typedef uint64_t cr_bag;

enum { CR_BAG_COPIES = 4 };

static inline cr_bag cr_bag_column(cr_bag bag, unsigned value)
{
    return bag & UINT64_C(0x0001000100010001) << value;
}

static inline unsigned cr_bag_copies(cr_bag bag, unsigned value)
{
    return cr_bits_count(cr_bag_column(bag, value));
}

/* The distinct values, as bits. */
static inline uint16_t cr_bag_values(cr_bag bag)
{
    return (uint16_t)bag;
}

/* With one card more; the bag holds fewer than four of the value. */
static inline cr_bag cr_bag_with(cr_bag bag, unsigned value)
{
    cr_bag column = cr_bag_column(bag, value);

    return bag | ((column << 16 | UINT64_C(1) << value) & ~column);
}

/* With one card fewer; the same bag if it holds none of the value. */
static inline cr_bag cr_bag_without(cr_bag bag, unsigned value)
{
    cr_bag column = cr_bag_column(bag, value);

    return bag & ~(column & ~(column >> 16));
}

/* Is this a bag at all: only the first n_values values, and no card without the one below it? */
bool cr_bag_is_sound(cr_bag bag, unsigned n_values);

/* Takes n cards at random out of a bag that holds at least as many. */
cr_bag cr_bag_draw(cr_bag *from, unsigned n, cr_rng *rng);

/* The written form: values counted from 1, in rising order. */
extern const cr_type cr_bag_type;

#endif
