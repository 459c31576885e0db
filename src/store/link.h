/* One connection to PostgreSQL: opened with every check that must hold before anything is written there, statements prepared,
 * answers waited for no longer than told. Used by one thread at a time. Only src/store/postgres*.c, pg_*.c and this know libpq.
 *
 *  1. A statement is one transaction. It is sent with its Sync and flushed at once: a program that is stopped in between
 *     would hold its locks for ever.
 *  2. A link is never used again after PG_GONE; pg_link_open makes a new connection. */
#ifndef CR_STORE_LINK_H
#define CR_STORE_LINK_H

#include "host/store.h"

#include <libpq-fe.h>

enum { PG_ID = 16, PG_WHY = 256, PG_ARGS_MAX = 12, PG_SCHEMA = 2 };

typedef enum {
    PG_DONE,
    PG_REFUSED, /* an error of this statement: nothing of it is there, and it would come again */
    PG_AGAIN,   /* nothing of it is there; another try may do better */
    PG_BLOCKED, /* a lock was not free in time: nothing of it is there */
    PG_GONE /* the connection ended, or its server is not to be used: what became of the statement is not known */
} pg_outcome;

/* What all connections of a program to one database share. */
typedef struct {
    const char *url;
    bool is_unsafe;            /* a server that may forget commits is good enough */
    _Atomic uint32_t timeline; /* the highest that was seen */
    _Atomic bool is_stopping;
    _Atomic uint64_t opened; /* connections so far */
    _Atomic uint32_t
        generation; /* rises when others have declared us dead: then no answer is waited for any more */
} pg_base;

typedef struct {
    const char *name, *text;
} pg_statement;

typedef struct {
    PGconn *conn; /* NULL: there is none */
    pg_base *base;
    uint32_t generation; /* in which it was opened */
    bool is_warned;      /* a commit was not waited for as it should have been */
    char why[PG_WHY], state[6];
} pg_link;

/* Connects, checks and prepares; `id` is in the application's name, so that others can end our sessions when we are dead.
 * `lock_ms`: how long it waits for locks, 0: for ever. `schema`: that of `croupier store init` must be there. False: `why` tells. */
CR_MUST_USE bool pg_link_open(pg_link *link, pg_base *base, const uint8_t id[PG_ID],
                              const pg_statement *statements, uint32_t lock_ms, bool schema);
void pg_link_close(pg_link *link);

/* Arguments in PostgreSQL's binary form. */
typedef struct {
    uint8_t *bytes;
    size_t len, cap;
    int n, lens[PG_ARGS_MAX];
    size_t at[PG_ARGS_MAX];
    bool is_full; /* no memory left */
} pg_args;

enum { PG_BOOL = 16, PG_BYTEA = 17, PG_INT = 23, PG_BIG = 20, PG_UUID = 2950 }; /* types */

void pg_args_clear(pg_args *a);
void pg_args_release(pg_args *a);
void pg_add_bytes(pg_args *a, const void *bytes, size_t len);
void pg_add_text(pg_args *a, const char *text);
void pg_add_int(pg_args *a, uint32_t value);
void pg_add_big(pg_args *a, uint64_t value);

/* An array: begun, filled, ended. */
void pg_array_begin(pg_args *a, uint32_t type);
void pg_array_bytes(pg_args *a, const void *bytes, size_t len);
void pg_array_int(pg_args *a, uint32_t value);
void pg_array_bool(pg_args *a, bool value);
void pg_array_end(pg_args *a, uint32_t n);

/* Runs a prepared statement; what it gives is in *out, which the caller clears, also if it is no PG_DONE. `wait_ms` 0: for
 * as long as it takes. */
CR_MUST_USE pg_outcome pg_run(pg_link *link, const char *name, const pg_args *args,
                              uint32_t wait_ms, PGresult **out);

/* Statements as text, one after another, in one transaction. */
CR_MUST_USE pg_outcome pg_exec(pg_link *link, const char *text, PGresult **out);

uint32_t pg_int(const PGresult *r, int row, int column);
uint64_t pg_big(const PGresult *r, int row, int column);
bool pg_bool(const PGresult *r, int row, int column);
const uint8_t *pg_bytes(const PGresult *r, int row, int column, size_t *len);

/* Milliseconds since the machine began, its sleep included. */
uint64_t pg_now_ms(void);

/* An address for people: without password and parameters. */
void pg_place(const char *url, char *out, size_t cap);

/* Sleeps, but not longer than the store lives. */
void pg_pause(const pg_base *base, uint32_t ms);

/* An id as PostgreSQL writes it. */
void pg_id_text(const uint8_t id[PG_ID], char out[37]);

#endif
