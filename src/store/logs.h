/* The logs that a store has at hand, found by match id: what was appended behind a first number, packed. All
 * stores here are built on it; locking is theirs. */
#ifndef CR_STORE_LOGS_H
#define CR_STORE_LOGS_H

#include "host/store.h"

typedef struct store_log store_log;
struct store_log {
    uint8_t match[CR_MATCH_ID];
    uint32_t first, next; /* `bytes` holds the entries first..next-1 */
    uint32_t planned;     /* next, and what is being committed right now */
    uint32_t len, cap;    /* of bytes */
    uint8_t *bytes;       /* u16 length and contents of each entry */
    uint8_t *kept;        /* memory, PostgreSQL: what is kept beside the match, or NULL */
    uint32_t kept_len;
    uint8_t is_over, is_forgotten, is_queued, will_be_over;
    uint8_t is_lost;     /* PostgreSQL: somebody else's now */
    uint32_t epoch;      /* PostgreSQL: of our lease */
    uint64_t slept_ms;   /* PostgreSQL: before we took it */
    uint64_t oldest_row; /* journal row of the first entry in `bytes`; 0 if there is none */
    store_log *hash_next;
    store_log *older, *newer; /* neighbours in the order of oldest_row */
    store_log *queue_next;    /* waits to be folded */
};

/* Zero is an empty set. */
typedef struct {
    store_log **slots;
    size_t n_slots, n;
    uint64_t bytes; /* of memory, all in all */
} store_logs;

void store_logs_release(store_logs *logs);
store_log *store_logs_find(const store_logs *logs, const uint8_t match[CR_MATCH_ID]);

/* An entry for this match comes soon: what is looked at for it is fetched meanwhile, each time what is found by what was fetched
 * the time before: its slot, its log, and where the entry goes. */
typedef enum { STORE_FETCH_SLOT, STORE_FETCH_LOG, STORE_FETCH_END, STORE_FETCHES } store_fetch;
void store_logs_fetch(const store_logs *logs, const uint8_t match[CR_MATCH_ID], store_fetch what);

/* A new, empty log that begins at this number; NULL without memory. There is none of this id. */
store_log *store_logs_add(store_logs *logs, const uint8_t match[CR_MATCH_ID], uint32_t first);
void store_logs_remove(store_logs *logs, store_log *log);

/* Appends an entry behind the last one. */
CR_MUST_USE cr_err store_log_append(store_logs *logs, store_log *log, const uint8_t *bytes,
                                    size_t len);

/* Drops the entries: the log begins at `next`. */
void store_log_cut(store_logs *logs, store_log *log);

/* Keeps a copy beside the log, in place of what was there; without memory nothing is. */
void store_log_keep(store_logs *logs, store_log *log, const uint8_t *bytes, size_t len);

/* A copy of what is kept, for the caller to free; NULL: nothing. `log` may be NULL. */
uint8_t *store_log_kept(const store_log *log, size_t *len);

/* Bytes on their way to be kept, for stores that work on threads of their own, in the order they came. Zero is an empty list. */
typedef struct store_keep store_keep;
struct store_keep {
    store_keep *next;
    uint8_t match[CR_MATCH_ID];
    size_t len;
    uint8_t bytes[];
};
typedef struct {
    store_keep *head, *last;
} store_keeps;

/* Adds a copy; false without memory, or if it is too large. */
bool store_keeps_add(store_keeps *list, const uint8_t match[CR_MATCH_ID], const uint8_t *bytes,
                     size_t len);
void store_keeps_release(store_keeps *list);

/* Walks packed entries from number `from` on; false if the reader had enough. */
bool store_walk(const uint8_t *packed, size_t len, uint32_t first, uint32_t from,
                cr_store_each each, void *with);

#endif
