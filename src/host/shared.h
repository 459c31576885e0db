/* What a store has besides if several programs work on it: who runs a match, and where somebody else does. A program that
 * runs a match holds it by a lease; another takes it when the lease is free or its holder is dead. src/store/postgres.c
 * keeps leases, docs/scaling.md explains them.
 *
 *  1. A match that was taken is here, with its log at hand, until it is forgotten or `lost` is told.
 *  2. An append to a match that somebody else has taken since is told CR_STORE_LOST and has left nothing behind, or, if the
 *     connection broke in the middle, it is not known what it left: whoever runs the match now has read it.
 *  3. While a match is not held, its lease may end at any moment: nothing is to be shown, and the store tells no outcomes.
 *  4. All calls come from the thread that runs the rooms, and what is told is told inside the store's collect. */
#ifndef CR_SHARED_H
#define CR_SHARED_H

#include "host/store.h"

typedef enum {
    CR_PLACE_HERE,
    CR_PLACE_ASKED,     /* it is being looked for: `taken` tells */
    CR_PLACE_NOWHERE,   /* there is no such match */
    CR_PLACE_ELSEWHERE, /* another program runs it */
    CR_PLACE_AWAY       /* its store, or who runs it, does not answer: try again in a moment */
} cr_store_place;

enum { CR_SHARED_ADDRESS = 256 }; /* bytes of an address, with the closing zero */

/* One of the databases, for operators. */
typedef struct {
    unsigned number; /* the first byte of its matches' ids */
    bool is_held, takes_new;
    uint64_t takes, losses, reconnects, unknown; /* unknown: entries that were sent twice */
    cr_store_stats stats;
    char trouble[256]; /* why it does not work; "": it does */
} cr_part;

typedef struct cr_shared cr_shared;
struct cr_shared {
    /* Makes a match ours: CR_PLACE_HERE, CR_PLACE_ASKED or CR_PLACE_AWAY. */
    cr_store_place (*take)(cr_shared *shared, const uint8_t match[CR_MATCH_ID]);

    /* Is its lease in force? Quick. */
    bool (*is_held)(cr_shared *shared, const uint8_t match[CR_MATCH_ID]);

    /* Of a match that is here: for how long nobody had been alive to run it when it was taken. */
    uint64_t (*slept_ms)(cr_shared *shared, const uint8_t match[CR_MATCH_ID]);

    /* Makes the drawn id of a new match fit: its first byte names its database. False if none takes new matches. */
    bool (*place)(cr_shared *shared, uint8_t match[CR_MATCH_ID]);

    /* NULL if there is a database that works, otherwise what is wrong. Valid until the next call. */
    const char *(*trouble)(cr_shared *shared);

    /* What others are to list of ours, a part of a JSON array; and what they have: the caller frees it, NULL without memory. */
    void (*publish)(cr_shared *shared, const char *text, size_t len);
    char *(*others)(cr_shared *shared);

    /* The database of this place; false behind the last. */
    bool (*part)(cr_shared *shared, unsigned i, cr_part *out);

    /* Set by the user of the store. */
    void (*taken)(void *with, const uint8_t match[CR_MATCH_ID], cr_store_place place,
                  const char *address);
    void (*lost)(void *with, const uint8_t match[CR_MATCH_ID]);
    void (*turned)(void *with); /* matches are held now that were not, or the other way round */
    void (*orphaned)(void *with, const uint8_t match[CR_MATCH_ID]); /* nobody runs it */
    void *with;
};

#endif
