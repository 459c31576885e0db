#include "store/batch.h"

#include <stdlib.h>

bool store_reserve(void **memory, size_t *cap, size_t need, size_t size)
{
    size_t more = *cap ? *cap : 256;
    void *bigger;

    if (need <= *cap)
        return true;
    while (more < need)
        more *= 2;
    bigger = realloc(*memory, more * size);
    if (!bigger)
        return false;
    *memory = bigger;
    *cap = more;
    return true;
}

bool store_batch_add(store_batch *b, const store_item *i, const uint8_t *bytes)
{
    if (!store_reserve((void **)&b->items, &b->cap, b->n + 1, sizeof *b->items) ||
        !store_reserve((void **)&b->bytes, &b->bytes_cap, b->len + i->len, 1))
        return false;
    b->items[b->n] = *i;
    b->items[b->n++].at = (uint32_t)b->len;
    if (i->len)
        memcpy(b->bytes + b->len, bytes, i->len);
    b->len += i->len;
    return true;
}

cr_err store_batch_append(store_batch *open, cr_store_stats *stats, const cr_store_entry *entry,
                          void *owner)
{
    store_item i = {.number = entry->number,
                    .len = (uint16_t)entry->len,
                    .flags = (uint8_t)entry->flags,
                    .owner = owner};

    if (entry->len > CR_STORE_ENTRY_MAX || stats->waiting >= STORE_WAITING_MAX)
        return CR_ERR_FULL;
    memcpy(i.match, entry->match, CR_MATCH_ID);
    if (!store_batch_add(open, &i, entry->bytes))
        return CR_ERR_FULL;
    stats->waiting++;
    stats->appended++;
    return CR_ERR_OK;
}

void store_batch_tell(store_batch *told, cr_store_stats *stats, const cr_store *store)
{
    for (size_t i = 0; i < told->n; i++) {
        stats->waiting--;
        store->done(store->done_with, told->items[i].owner, (cr_store_result)told->items[i].result);
    }
    store_batch_clear(told);
}

void store_batch_clear(store_batch *b)
{
    b->n = b->len = 0;
}

void store_batch_release(store_batch *b)
{
    free(b->items);
    free(b->bytes);
    *b = (store_batch){0};
}

void store_batch_swap(store_batch *a, store_batch *b)
{
    store_batch c = *a;

    *a = *b;
    *b = c;
}

void store_batch_move(store_batch *from, store_batch *to)
{
    size_t n = 0;

    if (!to->n) {
        store_batch_swap(from, to);
        return;
    }
    while (n < from->n && store_batch_add(to, &from->items[n], from->bytes + from->items[n].at))
        n++;
    memmove(from->items, from->items + n, (from->n - n) * sizeof *from->items);
    from->n -= n;
    if (!from->n)
        from->len = 0;
}
