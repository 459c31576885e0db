/* What sqlite.c and storage.c share. Nobody else includes this.
 *
 *  1. Only the storage thread writes the database and changes the logs.
 *  2. `lock` guards batches and logs, `db_lock` the connection; db_lock is taken first where both are needed.
 *  3. The journal rows from the oldest log's oldest_row on, and the homes, hold everything that was ever told stored.
 *  4. The journal belongs to the storage thread, and so do the statements but for those that read: they are under db_lock. */
#ifndef CR_SQLITE_INSIDE_H
#define CR_SQLITE_INSIDE_H

#include "store/batch.h"
#include "store/journal.h"
#include "store/logs.h"

#include <pthread.h>

typedef struct {
    cr_store store;
    pthread_t thread;
    pthread_mutex_t lock, db_lock;
    pthread_cond_t work;
    bool is_stopping, is_sleeping, has_thread;
    bool is_quiet;               /* of the loop thread: its last turn handed nothing over */
    bool is_drained, is_pausing; /* under lock: so it has told; a gap between commits */

    store_batch open, told;         /* of the loop thread */
    store_batch waiting, done;      /* under lock */
    store_batch working;            /* of the storage thread */
    store_logs logs;                /* under lock */
    store_log *oldest, *newest;     /* logs with entries in the journal */
    store_log *queue, **queue_tail; /* logs to fold: over, forgotten or long */
    size_t n_queued;
    uint64_t alive_ms, written_alive_ms; /* under lock */
    cr_store_stats stats;                /* under lock */
    store_keeps keeps;                   /* under lock: not in the table `kept` yet */

    sqlite3 *db;
    sqlite3_stmt *begin, *commit, *rollback, *clear_table, *put_mark, *put_home, *put_running,
        *drop_running;
    sqlite3_stmt *find_home, *read_home, *list_running, *list_homes;
    sqlite3_stmt *put_kept, *cut_kept, *read_kept;
    uint8_t *row;
    size_t row_cap;
    journal journal;
    uint32_t gap_us, wal_pages; /* wal_pages: of SQLite's own log, since the last checkpoint */
} sqlite_store;

/* ---- storage.c ---- */

/* Commits what is handed over until is_stopping is set; `with` is the store. */
void *storage_thread(void *with);

/* Reads the journal, which is open: entries that are not at home yet join their logs. Called before the thread begins. */
bool storage_load(sqlite_store *s);

/* SQLite tells how long its write-ahead log is. */
int storage_committed(void *with, sqlite3 *db, const char *name, int pages);

/* The log waits to be folded. Under lock. */
void storage_queue(sqlite_store *s, store_log *log);

/* ---- sqlite.c ---- */

bool sqlite_prepare(sqlite_store *s, sqlite3_stmt **out, const char *sql);

#endif
