/* The cards of Imposter Kings: names, keywords, what is declared with a play, and bags of cards. */
#ifndef CR_IMPOSTER_KINGS_CARDS_H
#define CR_IMPOSTER_KINGS_CARDS_H

#include "kernel/game.h"

enum {
#define CARD(name, word, base, two, three, four, keywords, says) IK_##name,
#include "games/imposter-kings/cards.def"
#undef CARD
    IK_NAMES
};

/* A set of names as bits; IK_SET(FOOL) is the set of one. */
#define IK_SET(name) (UINT32_C(1) << IK_##name)

enum ik_keywords {
    IK_ROYALTY = 1,
    IK_REACTION = 2,
    IK_IMMUNE = 4,
    IK_STEADFAST = 8,
    IK_WINDOW = 16
};

/* What is declared with a play: its parts are, in this order, the arguments from IK_ARG_USE on. */
enum { IK_USE, IK_POSITION, IK_NAME, IK_NUMBER, IK_OPPONENT, IK_COPY, IK_PARTS };
enum ik_says {
    IK_SAY_USE = 1 << IK_USE,
    IK_SAY_POSITION = 1 << IK_POSITION,
    IK_SAY_NAME = 1 << IK_NAME,
    IK_SAY_NUMBER = 1 << IK_NUMBER,
    IK_SAY_OPPONENT = 1 << IK_OPPONENT,
    IK_SAY_COPY = 1 << IK_COPY,
    IK_SAY_PARTS = (1 << IK_PARTS) - 1,
    IK_SAY_MUST = 1 << IK_PARTS /* the ability cannot be declined */
};

/* Names of cards with which something may be declared. */
enum {
    IK_SAYING = 0
#define CARD(name, word, base, two, three, four, keywords, says) | (int)((says) != 0) << IK_##name
#include "games/imposter-kings/cards.def"
#undef CARD
};

/* What an Immortal lowers and mutes, what it makes royal, the base names of an Army, and the Signature cards. */
enum {
    IK_COURTLY = (int)(IK_SET(QUEEN) | IK_SET(PRINCESS) | IK_SET(ELDER)),
    IK_IMMORTAL_ROYAL = (int)(IK_SET(IMMORTAL) | IK_SET(WARLORD)),
    IK_ARMY_BASE = (int)(IK_SET(ELDER) | IK_SET(INQUISITOR) | IK_SET(SOLDIER) | IK_SET(JUDGE) |
                         IK_SET(OATHBOUND)),
    IK_SIGNATURES = (int)(IK_SET(FLAGBEARER) | IK_SET(STRANGER) | IK_SET(AEGIS) | IK_SET(ANCESTOR) |
                          IK_SET(INFORMANT) | IK_SET(NAKTURN) | IK_SET(LOCKSHIFT) |
                          IK_SET(CONSPIRACIST) | IK_SET(EXILE))
};

/* A function that is not inlined: every way through its caller would pay for its registers and for the guard of its
 * buffers. */
#define IK_APART __attribute__((noinline))

/* A bag of cards: n[i] are the names of which it holds more than i cards. Three players have at most five cards
 * of a name: two of the deck and one in each Army. */
enum { IK_COPIES = 5 };
typedef struct {
    uint32_t n[IK_COPIES];
} ik_bag;

static inline uint32_t ik_names(const ik_bag *bag)
{
    return bag->n[0];
}

static inline bool ik_has(const ik_bag *bag, unsigned name)
{
    return bag->n[0] >> name & 1;
}

static inline unsigned ik_copies(const ik_bag *bag, unsigned name)
{
    unsigned copies = 0;

    while (copies < IK_COPIES && (bag->n[copies] >> name & 1))
        copies++;
    return copies;
}

/* Does it hold more than one card? */
static inline bool ik_has_two(const ik_bag *bag)
{
    return (bag->n[0] & (bag->n[0] - 1)) || bag->n[1];
}

static inline unsigned ik_count(const ik_bag *bag)
{
    unsigned count = cr_bits_count(bag->n[0]) + cr_bits_count(bag->n[1]);

    for (unsigned i = 2; i < IK_COPIES && bag->n[i]; i++)
        count += cr_bits_count(bag->n[i]);
    return count;
}

/* Adds a card; the bag holds fewer than IK_COPIES of the name. */
static inline void ik_add(ik_bag *bag, unsigned name)
{
    uint32_t one = UINT32_C(1) << name;
    unsigned i = 0;

    while (i + 1 < IK_COPIES && (bag->n[i] & one))
        i++;
    bag->n[i] |= one;
}

/* Takes a card out; nothing happens if the bag holds none of the name. */
static inline void ik_take(ik_bag *bag, unsigned name)
{
    uint32_t one = UINT32_C(1) << name;
    unsigned i = 0;

    if (!(bag->n[0] & one))
        return;
    while (i + 1 < IK_COPIES && (bag->n[i + 1] & one))
        i++;
    bag->n[i] &= ~one;
}

/* Takes one card of each of these names out. */
static inline void ik_take_each(ik_bag *bag, uint32_t names)
{
    for (unsigned i = 0; i + 1 < IK_COPIES; i++)
        bag->n[i] &= ~names | bag->n[i + 1];
    bag->n[IK_COPIES - 1] &= ~names;
}

/* Takes these cards out of a bag that holds them, or as many as it holds. */
static inline void ik_take_bag(ik_bag *bag, const ik_bag *cards)
{
    for (unsigned i = 0; i < IK_COPIES && cards->n[i]; i++)
        ik_take_each(bag, cards->n[i]);
}

/* Is every card of `part` in `whole` too? */
static inline bool ik_is_part(const ik_bag *part, const ik_bag *whole)
{
    uint32_t missing = 0;

    for (unsigned i = 0; i < IK_COPIES; i++)
        missing |= part->n[i] & ~whole->n[i];
    return !missing;
}

typedef struct {
    uint8_t base, keywords, says;
    const char *word;
} ik_card;

#endif
