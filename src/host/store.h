/* Where matches are kept: one append-only log of entries per match, numbered from 0. Implementations are in
 * src/store: memory, SQLite, PostgreSQL, and one that fails on purpose.
 *
 *  1. An entry is appended under the number the writer expects it to get. If the log is not exactly that long the
 *     entry is not taken and the writer is told CR_STORE_CONFLICT: of two writers one wins, the other reads on.
 *  2. Entries of one match are taken in the order they were appended; after one that is not taken, none behind it
 *     is, because its number cannot fit any more.
 *  3. What is told CR_STORED is on disk (or wherever the store keeps things for good) and is never lost.
 *  4. All calls come from one thread, the one that runs the rooms. A store may work on a thread of its own; it
 *     tells outcomes only inside collect. */
#ifndef CR_STORE_H
#define CR_STORE_H

#include "base/base.h"

enum {
    CR_MATCH_ID = 16,            /* bytes of a match id */
    CR_STORE_ENTRY_MAX = 4096,   /* largest entry: the head of a match with names and options */
    CR_STORE_KEPT_MAX = 1 << 20, /* largest of what is kept beside a match */
    CR_STORE_KEPT = 10000        /* for so many matches at least */
};

typedef enum {
    CR_STORED,
    CR_STORE_CONFLICT,
    CR_STORE_FAILED, /* nothing of it is there */
    CR_STORE_LOST    /* the match is somebody else's now (host/shared.h) */
} cr_store_result;

enum cr_store_flags {
    CR_STORE_LAST = 1 << 0, /* the match is over: its log gets no more entries */
};

typedef struct {
    uint8_t match[CR_MATCH_ID];
    uint32_t number, flags;
    const uint8_t *bytes;
    size_t len;
} cr_store_entry;

/* Gets the entries of a match in order. False: enough, stop. */
typedef bool (*cr_store_each)(void *with, uint32_t number, const uint8_t *bytes, size_t len);

/* Gets the ids of unfinished matches. */
typedef void (*cr_store_found)(void *with, const uint8_t match[CR_MATCH_ID]);

/* Gets the ids of all matches. False: enough, stop. */
typedef bool (*cr_store_listed)(void *with, const uint8_t match[CR_MATCH_ID], bool is_over);

typedef struct {
    uint64_t appended, committed, conflicts, failures; /* entries */
    uint64_t commits;                                  /* successful ones */
    uint64_t waiting;                                  /* entries whose outcome is not known yet */
    uint64_t logs, bytes; /* logs in memory, and the memory they take */
    uint64_t commit_ns;   /* time spent committing, all in all */
} cr_store_stats;

typedef struct cr_shared cr_shared;
typedef struct cr_store cr_store;
struct cr_store {
    /* Takes a copy of the entry into the open batch. Fails with CR_ERR_FULL if too much is waiting already; then
     * `done` is not called for it. */
    cr_err (*append)(cr_store *store, const cr_store_entry *entry, void *owner);

    /* Hands the open batch over. Called once per turn of the loop. A turn with nothing in it tells that nothing more comes for
     * now: whoever gathers entries need not wait for others. */
    void (*flush)(cr_store *store);

    /* Calls `done` for each appended entry whose outcome is known by now, in order. */
    void (*collect)(cr_store *store);

    /* Gives the stored entries of a match from number `from` on. Fails with CR_ERR_NO_MATCH or CR_ERR_STORE. */
    cr_err (*read)(cr_store *store, const uint8_t match[CR_MATCH_ID], uint32_t from,
                   cr_store_each each, void *with);

    /* Gives up to `cap` matches that are not over, rather those written lately if there are more. */
    cr_err (*unfinished)(cr_store *store, size_t cap, cr_store_found found, void *with);

    /* Gives every match of the store, over or not, for copying. NULL: this one is not copied. */
    cr_err (*list)(cr_store *store, cr_store_listed each, void *with);

    /* The room of this match is closed: its log need not be kept at hand. */
    void (*forget)(cr_store *store, const uint8_t match[CR_MATCH_ID]);

    /* Keeps bytes beside a match that is over: something that was worked out from its log and could be again, so it is not
     * waited for and may be lost at any time. Of one match the last are kept, of many matches those that were kept last.
     * NULL: nothing is. */
    void (*keep)(cr_store *store, const uint8_t match[CR_MATCH_ID], const uint8_t *bytes,
                 size_t len);

    /* What was kept beside a match that was read, also by a program before this one; the caller frees it. NULL: nothing. */
    uint8_t *(*kept)(cr_store *store, const uint8_t match[CR_MATCH_ID], size_t *len);

    /* The last time at which the store knows that the program was alive, 0 if never. */
    uint64_t (*alive_ms)(cr_store *store);

    /* Notes that the program is alive; on disk with the next commit, or soon. */
    void (*beat)(cr_store *store, uint64_t now_ms);

    void (*stats)(cr_store *store, cr_store_stats *out);

    /* Finishes what was handed over and frees the store. Outcomes not collected are dropped. */
    void (*close)(cr_store *store);

    cr_shared *shared; /* who runs which match; NULL: this program runs all of them */

    /* Set by the user of the store. */
    void (*done)(void *with, void *owner, cr_store_result result);
    void *done_with;
    void (*wake)(void *with); /* or NULL; from any thread: there is something to collect */
    void *wake_with;
};

#endif
