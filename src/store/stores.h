/* The stores there are. To add one, write its file and its line here. */
#ifndef CR_STORES_H
#define CR_STORES_H

#include "host/store.h"

/* In memory: gone with the program. Entries are stored when the batch is handed over. NULL without memory. */
cr_store *cr_store_memory_open(void);

/* A second writer on the logs of another memory store, with outcomes of its own. The other is closed last. */
cr_store *cr_store_memory_share(cr_store *other);

/* Which calls of a faulty store fail; calls are counted from 1, and 0 fails none. */
typedef struct {
    uint64_t refuse_append; /* this append finds the store full */
    uint64_t fail_append;   /* this one is taken, and its commit fails */
    uint64_t fail_read;
    bool fail_unfinished;
    uint64_t fail_from;      /* from this append on every commit fails, as on a full disk */
    uint64_t appends, reads; /* out: calls so far */
} cr_faults;

/* Passes everything on to `inner`, which it closes, and fails as `faults` says. The caller keeps `faults` and may
 * change it at any time. */
cr_store *cr_store_faulty_open(cr_store *inner, cr_faults *faults);

typedef struct {
    const char *path; /* of the file; it is made if it does not exist */
    uint32_t
        grow_mb; /* grow the journal to this size at the start: overwriting is cheaper to sync; 0: do not */
    uint32_t
        gap_us; /* from a commit to the next under load, unless a flush brings nothing; 0: none */
    uint32_t max_pages;     /* largest size of a file, for tests of a full disk; 0: no limit */
    uint32_t journal_bytes; /* of one of its files, until the other's turn; 0: the usual */
} cr_sqlite_options;

/* In a file of SQLite, durable when told. Fails with CR_ERR_STORE or CR_ERR_MEMORY; `why` then holds a line. */
CR_MUST_USE cr_err cr_store_sqlite_open(const cr_sqlite_options *options, cr_store **out, char *why,
                                        size_t why_cap);

/* A database that several programs share (host/shared.h). */
enum { CR_LEASE_MS = 4000 };
typedef struct {
    const char *url;     /* postgres://… */
    const char *name;    /* of this program among the others */
    const char *address; /* where clients reach it: a URL, or a path of the balancer's */
    uint32_t lease_ms;   /* 0: CR_LEASE_MS */
    bool is_unsafe;      /* a server that may forget commits is good enough */
    bool may_wait;       /* a database that is away is not waited for */
} cr_postgres_options;

/* Connects and registers this program. Fails with CR_ERR_STORE or CR_ERR_MEMORY; `why` then holds a line. */
CR_MUST_USE cr_err cr_store_postgres_open(const cr_postgres_options *options, cr_store **out,
                                          char *why, size_t why_cap);

/* Several databases as one store; `options->url` does not count. Fails if none of them can be reached. */
enum { CR_PARTS_MAX = 64 };
CR_MUST_USE cr_err cr_store_several_open(const cr_postgres_options *options,
                                         const char *const *urls, unsigned n, cr_store **out,
                                         char *why, size_t why_cap);

/* The first byte of the ids of its matches; false as long as the database has never been reached. */
bool cr_store_postgres_has_number(cr_store *store, unsigned *number);

/* Makes or migrates the tables. `number` and `takes_new` are set where they are not negative. False: `why` tells; otherwise it
 * holds what was done. */
CR_MUST_USE bool cr_postgres_init(const char *url, int number, int takes_new, char *why,
                                  size_t why_cap);

/* Tells what there is to know about a database, line by line. False if it is not fit for use. */
CR_MUST_USE bool cr_postgres_check(const char *url, void (*line)(void *with, const char *text),
                                   void *with);

#endif
