/* The store for tests and for trying things out: logs in memory. */
#include "store/logs.h"
#include "store/stores.h"

#include <stdlib.h>

typedef struct item item;
struct item {
    item *next;
    void *owner;
    uint32_t number, flags;
    cr_store_result result;
    uint8_t match[CR_MATCH_ID];
    size_t len;
    uint8_t bytes[];
};

typedef struct {
    item *head, **tail;
} list;

typedef struct {
    cr_store store;
    store_logs own, *logs; /* logs: own, or those of the store it shares */
    list open, done;
    uint64_t alive_ms;
    cr_store_stats stats;
} memory_store;

static void list_init(list *l)
{
    l->head = NULL;
    l->tail = &l->head;
}

static void list_add(list *l, item *i)
{
    i->next = NULL;
    *l->tail = i;
    l->tail = &i->next;
}

static item *list_take(list *l)
{
    item *i = l->head;

    if (i && !(l->head = i->next))
        l->tail = &l->head;
    return i;
}

static cr_err memory_append(cr_store *store, const cr_store_entry *entry, void *owner)
{
    memory_store *m = (memory_store *)store;
    item *i = entry->len <= CR_STORE_ENTRY_MAX ? malloc(sizeof *i + entry->len) : NULL;

    if (!i)
        return CR_ERR_FULL;
    i->owner = owner;
    i->number = entry->number;
    i->flags = entry->flags;
    i->len = entry->len;
    memcpy(i->match, entry->match, CR_MATCH_ID);
    memcpy(i->bytes, entry->bytes, entry->len);
    list_add(&m->open, i);
    m->stats.appended++;
    m->stats.waiting++;
    return CR_ERR_OK;
}

static cr_store_result keep(memory_store *m, const item *i)
{
    store_log *log = store_logs_find(m->logs, i->match);

    if (!log && !i->number)
        log = store_logs_add(m->logs, i->match, 0);
    if (!log || log->next != i->number || log->is_over)
        return CR_STORE_CONFLICT;
    if (store_log_append(m->logs, log, i->bytes, i->len))
        return CR_STORE_FAILED;
    log->is_over = (i->flags & CR_STORE_LAST) != 0;
    return CR_STORED;
}

static void memory_flush(cr_store *store)
{
    memory_store *m = (memory_store *)store;
    item *i;

    if (!m->open.head)
        return;
    while ((i = list_take(&m->open))) {
        i->result = keep(m, i);
        m->stats.committed += i->result == CR_STORED;
        m->stats.conflicts += i->result == CR_STORE_CONFLICT;
        list_add(&m->done, i);
    }
    m->stats.commits++;
    if (store->wake)
        store->wake(store->wake_with);
}

static void memory_collect(cr_store *store)
{
    memory_store *m = (memory_store *)store;
    list told = m->done;
    item *i;

    if (!told.head)
        return;
    if (told.tail == &m->done.head)
        told.tail = &told.head;
    list_init(&m->done);
    while ((i = list_take(&told))) {
        m->stats.waiting--;
        store->done(store->done_with, i->owner, i->result);
        free(i);
    }
}

static cr_err memory_read(cr_store *store, const uint8_t match[CR_MATCH_ID], uint32_t from,
                          cr_store_each each, void *with)
{
    const store_log *log = store_logs_find(((memory_store *)store)->logs, match);

    if (!log)
        return CR_ERR_NO_MATCH;
    store_walk(log->bytes, log->len, log->first, from, each, with);
    return CR_ERR_OK;
}

static cr_err memory_unfinished(cr_store *store, size_t cap, cr_store_found found, void *with)
{
    const store_logs *logs = ((memory_store *)store)->logs;

    for (size_t i = 0; i < logs->n_slots; i++)
        for (const store_log *log = logs->slots[i]; log && cap; log = log->hash_next)
            if (!log->is_over) {
                found(with, log->match);
                cap--;
            }
    return CR_ERR_OK;
}

static void memory_forget(cr_store *store, const uint8_t match[CR_MATCH_ID])
{
    (void)store, (void)match; /* there is no other place to keep it */
}

static void memory_keep(cr_store *store, const uint8_t match[CR_MATCH_ID], const uint8_t *bytes,
                        size_t len)
{
    store_logs *logs = ((memory_store *)store)->logs;
    store_log *log = store_logs_find(logs, match);

    if (log)
        store_log_keep(logs, log, bytes, len);
}

static uint8_t *memory_kept(cr_store *store, const uint8_t match[CR_MATCH_ID], size_t *len)
{
    return store_log_kept(store_logs_find(((memory_store *)store)->logs, match), len);
}

static uint64_t memory_alive(cr_store *store)
{
    return ((memory_store *)store)->alive_ms;
}

static void memory_beat(cr_store *store, uint64_t now_ms)
{
    ((memory_store *)store)->alive_ms = now_ms;
}

static void memory_stats(cr_store *store, cr_store_stats *out)
{
    memory_store *m = (memory_store *)store;

    *out = m->stats;
    out->logs = m->logs->n;
    out->bytes = m->logs->bytes;
}

static void memory_close(cr_store *store)
{
    memory_store *m = (memory_store *)store;
    item *i;

    while ((i = list_take(&m->open)))
        free(i);
    while ((i = list_take(&m->done)))
        free(i);
    store_logs_release(&m->own);
    free(m);
}

cr_store *cr_store_memory_open(void)
{
    memory_store *m = calloc(1, sizeof *m);

    if (!m)
        return NULL;
    m->store = (cr_store){.append = memory_append,
                          .flush = memory_flush,
                          .collect = memory_collect,
                          .read = memory_read,
                          .unfinished = memory_unfinished,
                          .forget = memory_forget,
                          .keep = memory_keep,
                          .kept = memory_kept,
                          .alive_ms = memory_alive,
                          .beat = memory_beat,
                          .stats = memory_stats,
                          .close = memory_close};
    m->logs = &m->own;
    list_init(&m->open);
    list_init(&m->done);
    return &m->store;
}

cr_store *cr_store_memory_share(cr_store *other)
{
    cr_store *store = cr_store_memory_open();

    if (store)
        ((memory_store *)store)->logs = ((memory_store *)other)->logs;
    return store;
}
