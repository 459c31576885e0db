/* Entries on their way between the thread of the rooms and the thread of the disk: handed over by swapping, so that
 * nothing is copied where nothing waits. Locking is the store's. */
#ifndef CR_STORE_BATCH_H
#define CR_STORE_BATCH_H

#include "host/store.h"

typedef struct {
    uint8_t match[CR_MATCH_ID];
    uint32_t number, at; /* at: place of its bytes in the batch */
    uint16_t len;
    uint8_t flags, result;
    void *owner;
} store_item;

/* Zero is an empty one. */
typedef struct {
    store_item *items;
    uint8_t *bytes;
    size_t n, cap, len, bytes_cap;
} store_batch;

/* Makes room for `need` members of this size, or leaves everything as it was. */
bool store_reserve(void **memory, size_t *cap, size_t need, size_t size);

/* Adds an entry with its bytes; false without memory. */
bool store_batch_add(store_batch *b, const store_item *i, const uint8_t *bytes);

/* An append of a store with a thread of its own: takes a copy of the entry into the batch that is open. Fails with CR_ERR_FULL if
 * too much is on its way already, or without memory. `stats->waiting` is written by the thread of the rooms alone. */
enum { STORE_WAITING_MAX = 1 << 16 };
CR_MUST_USE cr_err store_batch_append(store_batch *open, cr_store_stats *stats,
                                      const cr_store_entry *entry, void *owner);

/* Tells the owners what became of their entries, in order, and empties the batch. */
void store_batch_tell(store_batch *told, cr_store_stats *stats, const cr_store *store);

/* Empties it and keeps its memory. */
void store_batch_clear(store_batch *b);
void store_batch_release(store_batch *b);
void store_batch_swap(store_batch *a, store_batch *b);

/* Moves the entries of `from` behind those of `to`. What finds no memory stays, and goes with the next call. */
void store_batch_move(store_batch *from, store_batch *to);

#endif
