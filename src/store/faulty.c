/* A store that fails on purpose, so that tests can make each call fail in turn. */
#include "store/stores.h"

#include <stdlib.h>

/* An entry that was taken. Outcomes are told in the order of the appends, so each waits for those before it. */
typedef struct taken taken;
struct taken {
    taken *next;
    void *owner;
    bool is_known;
    cr_store_result result;
};

typedef struct {
    cr_store store, *inner;
    cr_faults *faults;
    taken *head, **tail;
} faulty_store;

static cr_err faulty_append(cr_store *store, const cr_store_entry *entry, void *owner)
{
    faulty_store *f = (faulty_store *)store;
    uint64_t call = ++f->faults->appends;
    bool fails =
        call == f->faults->fail_append || (f->faults->fail_from && call >= f->faults->fail_from);
    taken *t;

    if (call == f->faults->refuse_append)
        return CR_ERR_FULL;
    t = malloc(sizeof *t);
    if (!t)
        return CR_ERR_FULL;
    *t = (taken){NULL, owner, fails, CR_STORE_FAILED};
    if (!fails && f->inner->append(f->inner, entry, owner)) {
        free(t);
        return CR_ERR_FULL;
    }
    *f->tail = t;
    f->tail = &t->next;
    return CR_ERR_OK;
}

static void faulty_flush(cr_store *store)
{
    faulty_store *f = (faulty_store *)store;

    f->inner->flush(f->inner);
    if (f->head && f->head->is_known && store->wake)
        store->wake(store->wake_with);
}

/* Tells what is known, up to the first entry that is not. */
static void tell(faulty_store *f)
{
    while (f->head && f->head->is_known) {
        taken *t = f->head;

        f->head = t->next;
        if (!f->head)
            f->tail = &f->head;
        f->store.done(f->store.done_with, t->owner, t->result);
        free(t);
    }
}

static void faulty_collect(cr_store *store)
{
    faulty_store *f = (faulty_store *)store;

    f->inner->collect(f->inner);
    tell(f);
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
    const faulty_store *f = (const faulty_store *)store;

    if (f->faults->fail_unfinished)
        return CR_ERR_STORE;
    return f->inner->unfinished(f->inner, cap, found, with);
}

static void faulty_forget(cr_store *store, const uint8_t match[CR_MATCH_ID])
{
    cr_store *inner = ((faulty_store *)store)->inner;

    inner->forget(inner, match);
}

static void faulty_keep(cr_store *store, const uint8_t match[CR_MATCH_ID], const uint8_t *bytes,
                        size_t len)
{
    cr_store *inner = ((faulty_store *)store)->inner;

    if (inner->keep)
        inner->keep(inner, match, bytes, len);
}

static uint8_t *faulty_kept(cr_store *store, const uint8_t match[CR_MATCH_ID], size_t *len)
{
    cr_store *inner = ((faulty_store *)store)->inner;

    return inner->kept ? inner->kept(inner, match, len) : NULL;
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
    faulty_store *f = (faulty_store *)store;

    f->inner->stats(f->inner, out);
    out->waiting = 0;
    for (const taken *t = f->head; t; t = t->next)
        out->waiting++;
}

static void faulty_close(cr_store *store)
{
    faulty_store *f = (faulty_store *)store;

    while (f->head) {
        taken *next = f->head->next;

        free(f->head);
        f->head = next;
    }
    f->inner->close(f->inner);
    free(f);
}

static void inner_done(void *with, void *owner, cr_store_result result)
{
    faulty_store *f = with;
    taken *t = f->head;

    while (t->is_known || t->owner != owner)
        t = t->next;
    t->is_known = true;
    t->result = result;
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
                          .keep = faulty_keep,
                          .kept = faulty_kept,
                          .alive_ms = faulty_alive,
                          .beat = faulty_beat,
                          .stats = faulty_stats,
                          .close = faulty_close};
    f->inner = inner;
    f->faults = faults;
    f->tail = &f->head;
    inner->done = inner_done;
    inner->done_with = f;
    inner->wake = pass_wake;
    inner->wake_with = f;
    return &f->store;
}
