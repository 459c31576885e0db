/* The store of a tab: logs in memory that the page keeps for good (IndexedDB). An entry counts as stored when the page says
 * so, not before: nobody is shown a move that a reload would lose. */
#ifndef CR_WASM_KEPT_H
#define CR_WASM_KEPT_H

#include "host/store.h"

/* Whoever keeps the entries: they come in order, then the number of their batch. The next batch waits until this one is
 * done. */
typedef struct {
    void (*keep)(const cr_store_entry *entry);
    void (*commit)(uint32_t batch);
} cr_keeper;

/* NULL without memory. */
cr_store *cr_store_kept_open(const cr_keeper *keeper);

/* An entry that the page has kept since an earlier visit, in the order of its match. */
CR_MUST_USE cr_err cr_store_kept_load(cr_store *store, const cr_store_entry *entry);

/* The page has kept this batch, all of it, or nothing of it. */
void cr_store_kept_done(cr_store *store, uint32_t batch, bool is_kept);

#endif
