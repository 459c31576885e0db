/* The embedded store: one SQLite file, one thread that writes it, many entries per commit. Here are the calls of the thread
 * of the rooms, opening and closing; what the storage thread does is in storage.c. */
#include "store/sqlite_inside.h"
#include "store/stores.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    JOURNAL_BYTES = 10000000, /* of one of the journal's files */
    APPLICATION = 0x43524C52, /* marks a file as ours */
    VERSION = 2,              /* of the tables: 1 had the journal in one */
    PAGE = 4096
};

/* ---- the calls of the loop thread ---- */

static cr_err sqlite_append(cr_store *store, const cr_store_entry *entry, void *owner)
{
    sqlite_store *s = (sqlite_store *)store;

    return store_batch_append(&s->open, &s->stats, entry, owner);
}

static void sqlite_flush(cr_store *store)
{
    sqlite_store *s = (sqlite_store *)store;
    bool is_quiet = !s->open.n, is_awaited;

    if (is_quiet && s->is_quiet)
        return;
    s->is_quiet = is_quiet;
    pthread_mutex_lock(&s->lock);
    if (!is_quiet)
        store_batch_move(&s->open, &s->waiting);
    /* A turn of the loop that brings nothing: whoever it could hear waits for what was handed over before. */
    s->is_drained = is_quiet;
    is_awaited = is_quiet ? s->is_pausing : s->is_sleeping;
    pthread_mutex_unlock(&s->lock);
    if (is_awaited)
        pthread_cond_signal(&s->work);
}

static void sqlite_collect(cr_store *store)
{
    sqlite_store *s = (sqlite_store *)store;

    pthread_mutex_lock(&s->lock);
    store_batch_swap(&s->told, &s->done);
    pthread_mutex_unlock(&s->lock);
    store_batch_tell(&s->told, &s->stats, store);
}

/* A reader of several rows: stops early when told so. */
typedef struct {
    cr_store_each each;
    void *with;
    uint32_t from;
    bool is_enough;
} walk;

static cr_err read_homes(sqlite_store *s, const uint8_t *match, walk *w, uint32_t *next,
                         bool *is_over)
{
    int step;

    sqlite3_bind_blob(s->read_home, 1, match, CR_MATCH_ID, SQLITE_STATIC);
    while ((step = sqlite3_step(s->read_home)) == SQLITE_ROW) {
        uint32_t first = (uint32_t)sqlite3_column_int64(s->read_home, 0);
        const uint8_t *body = sqlite3_column_blob(s->read_home, 3);
        size_t len = (size_t)sqlite3_column_bytes(s->read_home, 3);

        *next = (uint32_t)sqlite3_column_int64(s->read_home, 1);
        *is_over = sqlite3_column_int(s->read_home, 2) != 0;
        if (w && !w->is_enough && *next > w->from)
            w->is_enough = !store_walk(body, len, first, w->from, w->each, w->with);
    }
    sqlite3_reset(s->read_home);
    return step == SQLITE_DONE ? CR_ERR_OK : CR_ERR_STORE;
}

static cr_err sqlite_read(cr_store *store, const uint8_t match[CR_MATCH_ID], uint32_t from,
                          cr_store_each each, void *with)
{
    sqlite_store *s = (sqlite_store *)store;
    walk w = {each, with, from, false};
    uint8_t *copy = NULL;
    uint32_t first = 0, len = 0, next = 0;
    bool is_there = false, is_over;
    cr_err err = CR_ERR_OK;

    pthread_mutex_lock(&s->lock);
    for (const store_log *log = store_logs_find(&s->logs, match); log; log = NULL) {
        is_there = true;
        first = log->first;
        len = log->len;
        copy = malloc(len ? len : 1);
        if (copy && len)
            memcpy(copy, log->bytes, len);
    }
    pthread_mutex_unlock(&s->lock);
    if (is_there && !copy)
        return CR_ERR_MEMORY;
    /* What is folded between the two looks is in the copy already: a home only grows by entries the copy has. */
    if (!is_there || (first && from < first)) {
        pthread_mutex_lock(&s->db_lock);
        err = read_homes(s, match, &w, &next, &is_over);
        pthread_mutex_unlock(&s->db_lock);
        if (!err && !is_there && !next)
            err = CR_ERR_NO_MATCH;
    }
    if (!err && is_there && !w.is_enough)
        store_walk(copy, len, first, from > next ? from : next, each, with);
    free(copy);
    return err;
}

static cr_err sqlite_unfinished(cr_store *store, size_t cap, cr_store_found found, void *with)
{
    sqlite_store *s = (sqlite_store *)store;
    cr_err err = CR_ERR_OK;
    int step = SQLITE_DONE;

    pthread_mutex_lock(&s->db_lock);
    pthread_mutex_lock(&s->lock);
    for (store_log *log = s->newest; log && cap; log = log->older)
        if (!log->is_over) {
            found(with, log->match);
            cap--;
        }
    while (cap && (step = sqlite3_step(s->list_running)) == SQLITE_ROW) {
        const uint8_t *match = sqlite3_column_blob(s->list_running, 0);
        const store_log *log = match ? store_logs_find(&s->logs, match) : NULL;

        if (match && !(log && log->oldest_row)) { /* those in the journal were told above */
            found(with, match);
            cap--;
        }
    }
    sqlite3_reset(s->list_running);
    pthread_mutex_unlock(&s->lock);
    pthread_mutex_unlock(&s->db_lock);
    if (cap && step != SQLITE_DONE)
        err = CR_ERR_STORE;
    return err;
}

static cr_err sqlite_list(cr_store *store, cr_store_listed each, void *with)
{
    sqlite_store *s = (sqlite_store *)store;
    bool is_enough = false;
    int step = SQLITE_DONE;

    pthread_mutex_lock(&s->db_lock);
    pthread_mutex_lock(&s->lock);
    while (!is_enough && (step = sqlite3_step(s->list_homes)) == SQLITE_ROW) {
        const uint8_t *match = sqlite3_column_blob(s->list_homes, 0);
        const store_log *log = match ? store_logs_find(&s->logs, match) : NULL;

        if (match)
            is_enough =
                !each(with, match, log ? log->is_over : sqlite3_column_int(s->list_homes, 1) != 0);
    }
    sqlite3_reset(s->list_homes);
    /* Those that have no home yet. */
    for (size_t i = 0; i < s->logs.n_slots && !is_enough; i++)
        for (const store_log *log = s->logs.slots[i]; log && !is_enough; log = log->hash_next)
            if (!log->first && log->next)
                is_enough = !each(with, log->match, log->is_over);
    pthread_mutex_unlock(&s->lock);
    pthread_mutex_unlock(&s->db_lock);
    return is_enough || step == SQLITE_DONE ? CR_ERR_OK : CR_ERR_STORE;
}

static void sqlite_forget(cr_store *store, const uint8_t match[CR_MATCH_ID])
{
    sqlite_store *s = (sqlite_store *)store;
    store_log *log;

    pthread_mutex_lock(&s->lock);
    log = store_logs_find(&s->logs, match);
    if (log) {
        log->is_forgotten = 1;
        storage_queue(s, log);
        if (s->is_sleeping)
            pthread_cond_signal(&s->work);
    }
    pthread_mutex_unlock(&s->lock);
}

static void sqlite_keep(cr_store *store, const uint8_t match[CR_MATCH_ID], const uint8_t *bytes,
                        size_t len)
{
    sqlite_store *s = (sqlite_store *)store;

    pthread_mutex_lock(&s->lock);
    if (store_keeps_add(&s->keeps, match, bytes, len) && s->is_sleeping)
        pthread_cond_signal(&s->work);
    pthread_mutex_unlock(&s->lock);
}

static uint8_t *sqlite_kept(cr_store *store, const uint8_t match[CR_MATCH_ID], size_t *len)
{
    sqlite_store *s = (sqlite_store *)store;
    uint8_t *copy = NULL;

    pthread_mutex_lock(&s->db_lock);
    sqlite3_bind_blob(s->read_kept, 1, match, CR_MATCH_ID, SQLITE_STATIC);
    if (sqlite3_step(s->read_kept) == SQLITE_ROW) {
        const uint8_t *body = sqlite3_column_blob(s->read_kept, 0);

        *len = (size_t)sqlite3_column_bytes(s->read_kept, 0);
        copy = malloc(*len + 1);
        if (copy && *len)
            memcpy(copy, body, *len);
    }
    sqlite3_reset(s->read_kept);
    pthread_mutex_unlock(&s->db_lock);
    return copy;
}

static uint64_t sqlite_alive(cr_store *store)
{
    sqlite_store *s = (sqlite_store *)store;
    uint64_t alive_ms;

    pthread_mutex_lock(&s->lock);
    alive_ms = s->alive_ms;
    pthread_mutex_unlock(&s->lock);
    return alive_ms;
}

static void sqlite_beat(cr_store *store, uint64_t now_ms)
{
    sqlite_store *s = (sqlite_store *)store;

    pthread_mutex_lock(&s->lock);
    s->alive_ms = now_ms;
    if (s->is_sleeping)
        pthread_cond_signal(&s->work);
    pthread_mutex_unlock(&s->lock);
}

static void sqlite_stats(cr_store *store, cr_store_stats *out)
{
    sqlite_store *s = (sqlite_store *)store;

    pthread_mutex_lock(&s->lock);
    *out = s->stats;
    out->logs = s->logs.n;
    out->bytes = s->logs.bytes;
    pthread_mutex_unlock(&s->lock);
}

/* ---- opening and closing ---- */

static void sqlite_close_store(cr_store *store)
{
    sqlite_store *s = (sqlite_store *)store;
    sqlite3_stmt *stmt;

    if (s->has_thread) {
        sqlite_flush(store);
        pthread_mutex_lock(&s->lock);
        s->is_stopping = true;
        pthread_cond_signal(&s->work);
        pthread_mutex_unlock(&s->lock);
        pthread_join(s->thread, NULL);
    }
    journal_close(&s->journal);
    while (s->db && (stmt = sqlite3_next_stmt(s->db, NULL)))
        sqlite3_finalize(stmt);
    sqlite3_close(s->db);
    store_logs_release(&s->logs);
    store_batch_release(&s->open);
    store_batch_release(&s->told);
    store_batch_release(&s->waiting);
    store_batch_release(&s->done);
    store_batch_release(&s->working);
    store_keeps_release(&s->keeps);
    free(s->row);
    pthread_mutex_destroy(&s->lock);
    pthread_mutex_destroy(&s->db_lock);
    pthread_cond_destroy(&s->work);
    free(s);
}

bool sqlite_prepare(sqlite_store *s, sqlite3_stmt **out, const char *sql)
{
    return sqlite3_prepare_v3(s->db, sql, -1, SQLITE_PREPARE_PERSISTENT, out, NULL) == SQLITE_OK;
}

static bool prepare_all(sqlite_store *s)
{
    return sqlite_prepare(s, &s->begin, "BEGIN") && sqlite_prepare(s, &s->commit, "COMMIT") &&
           sqlite_prepare(s, &s->rollback, "ROLLBACK") &&
           sqlite_prepare(s, &s->clear_table, "DELETE FROM journal") &&
           sqlite_prepare(s, &s->put_mark, "UPDATE mark SET row = ?") &&
           sqlite_prepare(s, &s->put_home,
                          "INSERT OR REPLACE INTO record(match, first, next, is_over, body) "
                          "VALUES(?, ?, ?, ?, ?)") &&
           sqlite_prepare(s, &s->put_running, "INSERT OR IGNORE INTO running(match) VALUES(?)") &&
           sqlite_prepare(s, &s->drop_running, "DELETE FROM running WHERE match = ?") &&
           sqlite_prepare(
               s, &s->find_home,
               "SELECT next, is_over FROM record WHERE match = ? ORDER BY first DESC LIMIT 1") &&
           sqlite_prepare(
               s, &s->read_home,
               "SELECT first, next, is_over, body FROM record WHERE match = ? ORDER BY first") &&
           sqlite_prepare(s, &s->put_kept,
                          "INSERT OR REPLACE INTO kept(match, body) VALUES(?, ?)") &&
           sqlite_prepare(s, &s->cut_kept,
                          "DELETE FROM kept WHERE id <= (SELECT max(id) FROM kept) - ?") &&
           sqlite_prepare(s, &s->read_kept, "SELECT body FROM kept WHERE match = ?") &&
           sqlite_prepare(s, &s->list_running, "SELECT match FROM running") &&
           sqlite_prepare(s, &s->list_homes,
                          "SELECT match, max(is_over) FROM record GROUP BY match");
}

static bool execute(sqlite_store *s, const char *sql)
{
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static const char tables[] =
    "CREATE TABLE IF NOT EXISTS journal(id INTEGER PRIMARY KEY, body BLOB NOT NULL);"
    "CREATE TABLE IF NOT EXISTS record(match BLOB NOT NULL, first INTEGER NOT NULL, next INTEGER "
    "NOT NULL,"
    " is_over INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY(match, first)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS running(match BLOB PRIMARY KEY) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS kept(id INTEGER PRIMARY KEY, match BLOB NOT NULL UNIQUE, body BLOB "
    "NOT NULL);"
    /* The number in the rows of our journal, and the last row that we know of. */
    "CREATE TABLE IF NOT EXISTS mark(store INTEGER NOT NULL, row INTEGER NOT NULL);"
    "INSERT INTO mark SELECT random(), 0 WHERE NOT EXISTS (SELECT 1 FROM mark);";

/* The one number that this gives. */
static bool read_number(sqlite_store *s, const char *sql, int64_t *out)
{
    sqlite3_stmt *stmt;
    bool is_ok = sqlite_prepare(s, &stmt, sql) && sqlite3_step(stmt) == SQLITE_ROW;

    *out = is_ok ? sqlite3_column_int64(stmt, 0) : 0;
    return sqlite3_finalize(stmt) == SQLITE_OK && is_ok;
}

/* Is this file ours, or new? NULL, or what it is. */
static const char *check_marks(sqlite_store *s)
{
    int64_t id, version, n_tables;

    if (!read_number(s, "PRAGMA application_id", &id) ||
        !read_number(s, "PRAGMA user_version", &version) ||
        !read_number(s, "SELECT count(*) FROM sqlite_master", &n_tables))
        return sqlite3_errmsg(s->db);
    if (id == APPLICATION)
        return version > VERSION ? "it is of a later version of croupier" : NULL;
    return id || version || n_tables ? "it is a database of another program" : NULL;
}

/* Opens the journal and reads it. NULL, or what is wrong. */
static const char *open_journal(sqlite_store *s, const cr_sqlite_options *o)
{
    uint64_t turn = o->journal_bytes ? o->journal_bytes
                    : o->grow_mb     ? o->grow_mb * UINT64_C(500000)
                                     : JOURNAL_BYTES;
    int64_t store, row;

    if (!read_number(s, "SELECT store FROM mark", &store) ||
        !read_number(s, "SELECT row FROM mark", &row))
        return sqlite3_errmsg(s->db);
    if (!journal_open(&s->journal, o->path, (uint64_t)store, turn))
        return "its journal (-log0, -log1) cannot be opened";
    s->journal.most = (uint64_t)o->max_pages * PAGE;
    if (!storage_load(s))
        return "its journal (-log0, -log1) cannot be read";
    if (s->journal.next <= (uint64_t)row)
        return "its journal (-log0, -log1) is missing, or an older one";
    return o->grow_mb && !journal_grow(&s->journal) ? "its journal cannot grow" : NULL;
}

/* NULL, or what is wrong. */
static const char *open_db(sqlite_store *s, const cr_sqlite_options *o)
{
    const char *why;
    char marks[96], limit[64] = "";

    /* The marks come before the tables: a file with tables and without marks is somebody else's. */
    snprintf(marks, sizeof marks, "PRAGMA application_id=%d; PRAGMA user_version=%d", APPLICATION,
             VERSION);
    if (o->max_pages)
        snprintf(limit, sizeof limit, "PRAGMA max_page_count=%u", o->max_pages);
    if (sqlite3_open_v2(o->path, &s->db,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                        NULL) != SQLITE_OK ||
        !execute(s, "PRAGMA locking_mode=EXCLUSIVE"))
        goto fail;
    why = check_marks(s);
    if (why)
        return why;
    if (!execute(s, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
                    "PRAGMA wal_autocheckpoint=0") ||
        !execute(s, marks) || !execute(s, tables) || !prepare_all(s))
        goto fail;
    why = open_journal(s, o);
    if (why)
        return why;
    if (!execute(s, limit))
        goto fail;
    (void)sqlite3_wal_hook(s->db, storage_committed, s);
    return NULL;
fail:
    return s->db ? sqlite3_errmsg(s->db) : "no memory left";
}

cr_err cr_store_sqlite_open(const cr_sqlite_options *o, cr_store **out, char *why, size_t why_cap)
{
    sqlite_store *s = calloc(1, sizeof *s);
    pthread_condattr_t monotonic;
    const char *wrong;

    *out = NULL;
    snprintf(why, why_cap, "no memory left");
    if (!s)
        return CR_ERR_MEMORY;
    s->store = (cr_store){.append = sqlite_append,
                          .flush = sqlite_flush,
                          .collect = sqlite_collect,
                          .read = sqlite_read,
                          .unfinished = sqlite_unfinished,
                          .list = sqlite_list,
                          .forget = sqlite_forget,
                          .keep = sqlite_keep,
                          .kept = sqlite_kept,
                          .alive_ms = sqlite_alive,
                          .beat = sqlite_beat,
                          .stats = sqlite_stats,
                          .close = sqlite_close_store};
    s->queue_tail = &s->queue;
    s->gap_us = o->gap_us;
    pthread_mutex_init(&s->lock, NULL);
    pthread_mutex_init(&s->db_lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&s->work, &monotonic);
    pthread_condattr_destroy(&monotonic);
    wrong = open_db(s, o);
    if (wrong) {
        snprintf(why, why_cap, "%s", wrong);
        goto fail;
    }
    if (pthread_create(&s->thread, NULL, storage_thread, s)) {
        snprintf(why, why_cap, "cannot start a thread");
        goto fail;
    }
    s->has_thread = true;
    *out = &s->store;
    return CR_ERR_OK;

fail:
    sqlite_close_store(&s->store);
    return CR_ERR_STORE;
}
