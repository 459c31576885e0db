#include "wasm/kept.h"
#include "store/stores.h"

#include <stdlib.h>
#include <string.h>

/* An entry on its way to the page. */
typedef struct item item;
struct item {
    item *next;
    void *owner;
    uint32_t batch; /* 0: not handed over yet */
    cr_store_entry entry;
    uint8_t bytes[];
};

typedef struct {
    cr_store store, *inner; /* inner: what the page has kept */
    cr_keeper keeper;
    item *head, **tail; /* first those handed over, then those of the open batch */
    uint32_t batches, n_waiting;
} kept_store;

static void inner_done(void *with, void *owner, cr_store_result result)
{
    kept_store *k = with;

    if (owner)
        k->store.done(k->store.done_with, owner, result);
}

static cr_err kept_append(cr_store *store, const cr_store_entry *entry, void *owner)
{
    kept_store *k = (kept_store *)store;
    item *i = entry->len <= CR_STORE_ENTRY_MAX ? malloc(sizeof *i + entry->len) : NULL;

    if (!i)
        return CR_ERR_FULL;
    *i = (item){.owner = owner, .entry = *entry};
    memcpy(i->bytes, entry->bytes, entry->len);
    i->entry.bytes = i->bytes;
    *k->tail = i;
    k->tail = &i->next;
    k->n_waiting++;
    return CR_ERR_OK;
}

static void kept_flush(cr_store *store)
{
    kept_store *k = (kept_store *)store;

    /* One batch at a time: if it fails, nothing behind it may have been kept. */
    if (!k->head || k->head->batch)
        return;
    k->batches++;
    for (item *i = k->head; i; i = i->next) {
        i->batch = k->batches;
        k->keeper.keep(&i->entry);
    }
    k->keeper.commit(k->batches);
}

void cr_store_kept_done(cr_store *store, uint32_t batch, bool is_kept)
{
    kept_store *k = (kept_store *)store;

    while (k->head && k->head->batch == batch) {
        item *i = k->head;

        k->head = i->next;
        if (!k->head)
            k->tail = &k->head;
        k->n_waiting--;
        if (!is_kept || k->inner->append(k->inner, &i->entry, i->owner))
            k->store.done(k->store.done_with, i->owner, CR_STORE_FAILED);
        free(i);
    }
    k->inner->flush(k->inner);
    k->inner->collect(k->inner);
}

/* Outcomes are told as the page tells them. */
static void kept_collect(cr_store *store)
{
    (void)store;
}

static cr_err kept_read(cr_store *store, const uint8_t match[CR_MATCH_ID], uint32_t from,
                        cr_store_each each, void *with)
{
    cr_store *inner = ((kept_store *)store)->inner;

    return inner->read(inner, match, from, each, with);
}

static cr_err kept_unfinished(cr_store *store, size_t cap, cr_store_found found, void *with)
{
    cr_store *inner = ((kept_store *)store)->inner;

    return inner->unfinished(inner, cap, found, with);
}

/* The page has its own copy, but reading it again would take a turn of its loop: logs stay at hand. */
static void kept_forget(cr_store *store, const uint8_t match[CR_MATCH_ID])
{
    (void)store;
    (void)match;
}

static uint64_t kept_alive(cr_store *store)
{
    cr_store *inner = ((kept_store *)store)->inner;

    return inner->alive_ms(inner);
}

static void kept_beat(cr_store *store, uint64_t now_ms)
{
    cr_store *inner = ((kept_store *)store)->inner;

    inner->beat(inner, now_ms);
}

static void kept_stats(cr_store *store, cr_store_stats *out)
{
    kept_store *k = (kept_store *)store;

    k->inner->stats(k->inner, out);
    out->waiting = k->n_waiting;
}

static void kept_close(cr_store *store)
{
    kept_store *k = (kept_store *)store;

    while (k->head) {
        item *next = k->head->next;

        free(k->head);
        k->head = next;
    }
    k->inner->close(k->inner);
    free(k);
}

cr_store *cr_store_kept_open(const cr_keeper *keeper)
{
    kept_store *k = calloc(1, sizeof *k);
    cr_store *inner = k ? cr_store_memory_open() : NULL;

    if (!inner) {
        free(k);
        return NULL;
    }
    k->store = (cr_store){.append = kept_append,
                          .flush = kept_flush,
                          .collect = kept_collect,
                          .read = kept_read,
                          .unfinished = kept_unfinished,
                          .forget = kept_forget,
                          .alive_ms = kept_alive,
                          .beat = kept_beat,
                          .stats = kept_stats,
                          .close = kept_close};
    k->inner = inner;
    k->keeper = *keeper;
    k->tail = &k->head;
    inner->done = inner_done;
    inner->done_with = k;
    return &k->store;
}

cr_err cr_store_kept_load(cr_store *store, const cr_store_entry *entry)
{
    cr_store *inner = ((kept_store *)store)->inner;
    cr_err err = inner->append(inner, entry, NULL);

    if (err)
        return err;
    inner->flush(inner);
    inner->collect(inner);
    return CR_ERR_OK;
}
