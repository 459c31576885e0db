#include "store/logs.h"

#include <stdlib.h>

enum { SLOTS_MIN = 64, LOG_CAP_MIN = 512 };

/* Match ids are random, so eight bytes of them are as good as a hash. */
static size_t slot_of(const store_logs *logs, const uint8_t *match)
{
    uint64_t h;

    memcpy(&h, match, sizeof h);
    return (size_t)h & (logs->n_slots - 1);
}

static bool grow(store_logs *logs)
{
    store_logs wider = {.n_slots = logs->n_slots ? 2 * logs->n_slots : SLOTS_MIN};

    wider.slots = calloc(wider.n_slots, sizeof *wider.slots);
    if (!wider.slots)
        return false;
    for (size_t i = 0; i < logs->n_slots; i++)
        for (store_log *log = logs->slots[i], *next; log; log = next) {
            store_log **slot = &wider.slots[slot_of(&wider, log->match)];

            next = log->hash_next;
            log->hash_next = *slot;
            *slot = log;
        }
    free(logs->slots);
    logs->slots = wider.slots;
    logs->n_slots = wider.n_slots;
    return true;
}

void store_logs_release(store_logs *logs)
{
    for (size_t i = 0; i < logs->n_slots; i++)
        for (store_log *log = logs->slots[i], *next; log; log = next) {
            next = log->hash_next;
            free(log->bytes);
            free(log->kept);
            free(log);
        }
    free(logs->slots);
    *logs = (store_logs){0};
}

store_log *store_logs_find(const store_logs *logs, const uint8_t match[CR_MATCH_ID])
{
    store_log *log = logs->n_slots ? logs->slots[slot_of(logs, match)] : NULL;

    while (log && memcmp(log->match, match, CR_MATCH_ID))
        log = log->hash_next;
    return log;
}

/* The first log of a slot is mostly the one. */
void store_logs_fetch(const store_logs *logs, const uint8_t match[CR_MATCH_ID], store_fetch what)
{
    store_log *const *slot = logs->n_slots ? &logs->slots[slot_of(logs, match)] : NULL;

    if (!slot)
        return;
    if (what == STORE_FETCH_SLOT)
        cr_fetch(slot, sizeof *slot);
    else if (*slot && what == STORE_FETCH_LOG)
        cr_fetch(*slot, sizeof **slot);
    else if (*slot && (*slot)->bytes)
        cr_fetch((*slot)->bytes + (*slot)->len, CR_LINE);
}

store_log *store_logs_add(store_logs *logs, const uint8_t match[CR_MATCH_ID], uint32_t first)
{
    store_log *log, **slot;

    if (logs->n >= logs->n_slots && !grow(logs))
        return NULL;
    log = calloc(1, sizeof *log);
    if (!log)
        return NULL;
    memcpy(log->match, match, CR_MATCH_ID);
    log->first = log->next = log->planned = first;
    slot = &logs->slots[slot_of(logs, match)];
    log->hash_next = *slot;
    *slot = log;
    logs->n++;
    logs->bytes += sizeof *log;
    return log;
}

void store_logs_remove(store_logs *logs, store_log *log)
{
    store_log **at = &logs->slots[slot_of(logs, log->match)];

    while (*at != log)
        at = &(*at)->hash_next;
    *at = log->hash_next;
    logs->n--;
    logs->bytes -= sizeof *log + log->cap + log->kept_len;
    free(log->bytes);
    free(log->kept);
    free(log);
}

cr_err store_log_append(store_logs *logs, store_log *log, const uint8_t *bytes, size_t len)
{
    uint32_t need = log->len + 2 + (uint32_t)len;
    uint16_t size = (uint16_t)len;

    if (need > log->cap) {
        /* By halves: a log is most of what a match takes in memory. */
        uint32_t cap = log->cap ? log->cap + log->cap / 2 : LOG_CAP_MIN;
        uint8_t *more;

        if (cap < need)
            cap = need;
        more = realloc(log->bytes, cap);
        if (!more)
            return CR_ERR_MEMORY;
        logs->bytes += cap - log->cap;
        log->bytes = more;
        log->cap = cap;
    }
    memcpy(log->bytes + log->len, &size, 2);
    memcpy(log->bytes + log->len + 2, bytes, len);
    log->len = need;
    log->next++;
    return CR_ERR_OK;
}

void store_log_cut(store_logs *logs, store_log *log)
{
    logs->bytes -= log->cap;
    free(log->bytes);
    log->bytes = NULL;
    log->len = log->cap = 0;
    log->first = log->next;
}

void store_log_keep(store_logs *logs, store_log *log, const uint8_t *bytes, size_t len)
{
    logs->bytes -= log->kept_len;
    free(log->kept);
    log->kept = len <= CR_STORE_KEPT_MAX ? malloc(len ? len : 1) : NULL;
    log->kept_len = log->kept ? (uint32_t)len : 0;
    logs->bytes += log->kept_len;
    if (log->kept)
        memcpy(log->kept, bytes, len);
}

uint8_t *store_log_kept(const store_log *log, size_t *len)
{
    uint8_t *copy = log && log->kept ? malloc(log->kept_len + 1) : NULL;

    if (!copy)
        return NULL;
    *len = log->kept_len;
    memcpy(copy, log->kept, log->kept_len);
    return copy;
}

bool store_keeps_add(store_keeps *list, const uint8_t match[CR_MATCH_ID], const uint8_t *bytes,
                     size_t len)
{
    store_keep *k = len <= CR_STORE_KEPT_MAX ? malloc(sizeof *k + len) : NULL;

    if (!k)
        return false;
    k->next = NULL;
    memcpy(k->match, match, CR_MATCH_ID);
    k->len = len;
    memcpy(k->bytes, bytes, len);
    *(list->head ? &list->last->next : &list->head) = k;
    list->last = k;
    return true;
}

void store_keeps_release(store_keeps *list)
{
    while (list->head) {
        store_keep *next = list->head->next;

        free(list->head);
        list->head = next;
    }
}

bool store_walk(const uint8_t *packed, size_t len, uint32_t first, uint32_t from,
                cr_store_each each, void *with)
{
    for (size_t at = 0; at + 2 <= len; first++) {
        uint16_t size;

        memcpy(&size, packed + at, 2);
        at += 2;
        if (at + size > len)
            return true;
        if (first >= from && !each(with, first, packed + at, size))
            return false;
        at += size;
    }
    return true;
}
