/* A store that fails on purpose, so that tests can make each call fail in turn. */
#include "store/stores.h"

#include <stdlib.h>

typedef struct failed failed;
struct failed {
    failed *next;
    void *owner;
};

typedef struct {
    cr_store store, *inner;
    cr_faults *faults;
    failed *head, **tail; /* taken, and will be told as failed */
} faulty_store;

static cr_err faulty_append(cr_store *store, const cr_store_entry *entry, void *owner)
{
    faulty_store *f = (faulty_store *)store;
    uint64_t call = ++f->faults->appends;

    if (call == f->faults->refuse_append)
        return CR_ERR_FULL;
    if (call == f->faults->fail_append || (f->faults->fail_from && call >= f->faults->fail_from)) {
        failed *fail = malloc(sizeof *fail);

        if (!fail)
            return CR_ERR_FULL;
        *fail = (failed){NULL, owner};
        *f->tail = fail;
        f->tail = &fail->next;
        return CR_ERR_OK;
    }
    return f->inner->append(f->inner, entry, owner);
}

static void faulty_flush(cr_store *store)
{
    faulty_store *f = (faulty_store *)store;

    f->inner->flush(f->inner);
    if (f->head && store->wake)
        store->wake(store->wake_with);
}

static void faulty_collect(cr_store *store)
{
    faulty_store *f = (faulty_store *)store;
    failed *fail = f->head;

    f->head = NULL;
    f->tail = &f->head;
    while (fail) {
        failed *next = fail->next;

        store->done(store->done_with, fail->owner, CR_STORE_FAILED);
        free(fail);
        fail = next;
    }
    f->inner->collect(f->inner);
}

static cr_err faulty_read(cr_store *store, const uint8_t match[CR_MATCH_ID], uint32_t from,
                          cr_store_each each, void *with)
{
    faulty_store *f = (faulty_store *)store;

    if (++f->faults->reads == f->faults->fail_read)
        return CR_ERR_STORE;
    return f->inner->read(f->inner, match, from, each, with);
}

static cr_err faulty_unfinished(cr_store *store, size_t cap, cr_store_found found, void *with)
{
    cr_store *inner = ((faulty_store *)store)->inner;

    return inner->unfinished(inner, cap, found, with);
}

static void faulty_forget(cr_store *store, const uint8_t match[CR_MATCH_ID])
{
    cr_store *inner = ((faulty_store *)store)->inner;

    inner->forget(inner, match);
}

static uint64_t faulty_alive(cr_store *store)
{
    cr_store *inner = ((faulty_store *)store)->inner;

    return inner->alive_ms(inner);
}

static void faulty_beat(cr_store *store, uint64_t now_ms)
{
    cr_store *inner = ((faulty_store *)store)->inner;

    inner->beat(inner, now_ms);
}

static void faulty_stats(cr_store *store, cr_store_stats *out)
{
    cr_store *inner = ((faulty_store *)store)->inner;

    inner->stats(inner, out);
}

static void faulty_close(cr_store *store)
{
    faulty_store *f = (faulty_store *)store;

    while (f->head) {
        failed *next = f->head->next;

        free(f->head);
        f->head = next;
    }
    f->inner->close(f->inner);
    free(f);
}

static void pass_done(void *with, void *owner, cr_store_result result)
{
    cr_store *store = with;

    store->done(store->done_with, owner, result);
}

static void pass_wake(void *with)
{
    cr_store *store = with;

    if (store->wake)
        store->wake(store->wake_with);
}

cr_store *cr_store_faulty_open(cr_store *inner, cr_faults *faults)
{
    faulty_store *f = calloc(1, sizeof *f);

    if (!f)
        return NULL;
    f->store = (cr_store){.append = faulty_append,
                          .flush = faulty_flush,
                          .collect = faulty_collect,
                          .read = faulty_read,
                          .unfinished = faulty_unfinished,
                          .forget = faulty_forget,
                          .alive_ms = faulty_alive,
                          .beat = faulty_beat,
                          .stats = faulty_stats,
                          .close = faulty_close};
    f->inner = inner;
    f->faults = faults;
    f->tail = &f->head;
    inner->done = pass_done;
    inner->done_with = f;
    inner->wake = pass_wake;
    inner->wake_with = f;
    return &f->store;
}
