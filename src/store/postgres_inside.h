/* What postgres.c, pg_writer.c, pg_taker.c and pg_keeper.c share: one database, three threads with a connection each.
 * Nobody else includes this.
 *
 *  1. The writer appends, one batch at a time; the taker makes matches ours and reads their logs; the keeper renews the
 *     lease, so that a hanging append does not cost it.
 *  2. A log at hand is whole, and ours under its epoch as far as we know. Append and take change the same row of `match`,
 *     whose lock orders them: an append before a take is committed and read by the successor, one behind it finds another
 *     epoch and takes nothing. No clock, lease or row of `node` is part of that; they only decide who tries, and how soon.
 *  3. `lock` guards everything but the members of one thread. The loop thread never waits for the database. */
#ifndef CR_POSTGRES_INSIDE_H
#define CR_POSTGRES_INSIDE_H

#include "host/shared.h"
#include "store/batch.h"
#include "store/link.h"
#include "store/logs.h"

#include <pthread.h>

enum {
    PG_NAME = 64,
    PG_ORPHANS = 200 /* matches nobody runs that are offered to the rooms at a time */
};

/* A match that somebody asked for, or what was found. */
typedef struct pg_ask pg_ask;
struct pg_ask {
    pg_ask *next;
    uint8_t match[CR_MATCH_ID];
    cr_store_place place;
    char address[CR_SHARED_ADDRESS];
};

typedef struct {
    pg_ask *head, **tail;
    size_t n;
} pg_asks;

typedef struct {
    cr_store store; /* first */
    cr_shared shared;
    pg_base base;
    char *url, name[PG_NAME], address[CR_SHARED_ADDRESS];
    uint32_t lease_ms;
    pthread_t threads[3]; /* the writer, the taker, the keeper */
    unsigned n_threads;
    pthread_mutex_t lock;
    pthread_cond_t work, asked; /* for the writer; for the taker */
    bool is_sleeping;           /* the writer */

    store_batch open, told;    /* of the loop thread */
    store_batch waiting, done; /* under lock */
    store_batch working;       /* of the writer */
    store_logs logs;           /* under lock */
    pg_asks asks, found, orphans;
    store_keeps keeps;     /* on their way to the table `kept`, by the taker */
    bool has_lost;         /* logs that are somebody else's now */
    _Atomic bool was_held; /* what the loop thread was told */
    bool wants_orphans;
    _Atomic uint64_t held_until; /* pg_now_ms */
    uint8_t id[PG_ID];           /* under lock: who we are */
    unsigned number;
    bool takes_new, has_number;
    char *published, *others; /* under lock */
    bool is_published;
    cr_store_stats stats;
    uint64_t takes, losses, unknown;
    char trouble[PG_WHY]; /* of the keeper: why there is no lease */

    /* of the writer */
    pg_link append;
    pg_args args;
    uint32_t *order;
    size_t order_cap;
    /* of the keeper */
    pg_link keep;
    uint64_t good_since; /* the lease was renewed every time since then; 0: not the last time */
    bool is_registered, was_registered;
    /* of the taker */
    pg_link take;
} pg_store;

/* ---- postgres.c ---- */

bool pg_is_held(const pg_store *s);
void pg_wake(const pg_store *s);
void pg_asks_add(pg_asks *list, pg_ask *ask);
pg_ask *pg_asks_next(pg_asks *list);
void pg_copy_id(pg_store *s, uint8_t id[PG_ID], uint32_t *generation);

/* Faults that tests plant: never in a release, see cmake/Flags.cmake. */
bool pg_has_fault(const char *name);

/* ---- the threads; `with` is the store ---- */

void *pg_writer(void *with);
void *pg_taker(void *with);
void *pg_keeper(void *with);

/* Connects and registers this program; false: `trouble` tells. Called once before the keeper begins, then by it. */
bool pg_register(pg_store *s);

/* The statement that appends, with the guards it has. */
const char *pg_append_text(void);

#endif
