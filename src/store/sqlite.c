/* The embedded store: one SQLite file, one thread that writes it, many entries per commit.
 *
 * An entry first goes into the journal, one row per commit with all its entries packed, and stays in memory (the
 * log). Later the log of a match is folded: its entries go to its home, the table `record`, as one row, and journal
 * rows whose entries are all folded are deleted. So a commit under load touches a page or two at the end of the
 * journal, however many matches are playing; an index per move would touch one page per match.
 *
 *  1. Only the storage thread writes the database and changes the logs.
 *  2. `lock` guards batches and logs, `db_lock` the connection; db_lock is taken first where both are needed.
 *  3. The journal rows from the oldest log's oldest_row on, and the homes, hold everything that was ever told stored. */
#include "store/logs.h"
#include "store/stores.h"

#include <errno.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    COMMIT_ENTRIES =
        1024,          /* at most, so that one commit does not hold up the first of its entries */
    BUSY_ENTRIES = 16, /* a commit this large means load: leave a gap before the next */
    WAITING_MAX = 1 << 16, /* entries on their way; beyond that the store is full */
    FOLDS = 8, /* logs folded with one commit, many more when there is nothing else to do */
    FOLDS_IDLE = 256,
    LOG_KEEP =
        3072, /* bytes of a log in memory; beyond that it is folded, though the match goes on */
    SWEEP_ROWS = 64, /* journal rows deleted with one commit */
    JOURNAL_ROWS = 50000,
    ENTRY_HEAD = CR_MATCH_ID + 4 + 1 + 2, /* in a row: match, number, flags, length */
    ROW_HEAD = 8 /* in front of a row: the time the program was last known alive */
};

typedef struct {
    uint8_t match[CR_MATCH_ID];
    uint32_t number, at; /* at: place of its bytes in the batch */
    uint16_t len;
    uint8_t flags, result;
    void *owner;
} item;

typedef struct {
    item *items;
    uint8_t *bytes;
    size_t n, cap, len, bytes_cap;
} batch;

typedef struct {
    cr_store store;
    pthread_t thread;
    pthread_mutex_t lock, db_lock;
    pthread_cond_t work;
    bool is_stopping, is_sleeping, has_thread;

    batch open, told;                    /* of the loop thread */
    batch waiting, done;                 /* under lock */
    batch working;                       /* of the storage thread */
    store_logs logs;                     /* under lock */
    store_log *oldest, *newest;          /* logs with entries in the journal */
    store_log *queue, **queue_tail;      /* logs to fold: over or forgotten */
    uint64_t alive_ms, written_alive_ms; /* under lock */
    cr_store_stats stats;                /* under lock */

    sqlite3 *db;
    sqlite3_stmt *begin, *commit, *rollback, *put_row, *sweep, *put_home, *put_running,
        *drop_running;
    sqlite3_stmt *find_home, *read_home, *list_running;
    uint8_t *row;
    size_t row_cap;
    uint64_t first_row, last_row; /* of the journal */
    uint32_t gap_us, journal_rows;
} sqlite_store;

static uint64_t now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* ---- batches ---- */

static bool reserve(void **memory, size_t *cap, size_t need, size_t size)
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

static bool batch_add(batch *b, const item *i, const uint8_t *bytes)
{
    if (!reserve((void **)&b->items, &b->cap, b->n + 1, sizeof *b->items) ||
        !reserve((void **)&b->bytes, &b->bytes_cap, b->len + i->len, 1))
        return false;
    b->items[b->n] = *i;
    b->items[b->n++].at = (uint32_t)b->len;
    if (i->len)
        memcpy(b->bytes + b->len, bytes, i->len);
    b->len += i->len;
    return true;
}

static void batch_clear(batch *b)
{
    b->n = b->len = 0;
}

static void batch_release(batch *b)
{
    free(b->items);
    free(b->bytes);
    *b = (batch){0};
}

static void batch_swap(batch *a, batch *b)
{
    batch c = *a;

    *a = *b;
    *b = c;
}

/* ---- the calls of the loop thread ---- */

static cr_err sqlite_append(cr_store *store, const cr_store_entry *entry, void *owner)
{
    sqlite_store *s = (sqlite_store *)store;
    item i = {.number = entry->number, .len = (uint16_t)entry->len, .flags = (uint8_t)entry->flags};

    /* stats.waiting is written by this thread only. */
    if (entry->len > CR_STORE_ENTRY_MAX || s->stats.waiting >= WAITING_MAX)
        return CR_ERR_FULL;
    i.owner = owner;
    memcpy(i.match, entry->match, CR_MATCH_ID);
    if (!batch_add(&s->open, &i, entry->bytes))
        return CR_ERR_FULL;
    s->stats.waiting++;
    s->stats.appended++;
    return CR_ERR_OK;
}

/* Appends what does not fit by swapping. Runs out of memory only if the batch could not grow: then the entries
 * stay in `from` and go with the next flush. */
static void hand_over(batch *from, batch *to)
{
    size_t n = 0;

    if (!to->n) {
        batch_swap(from, to);
        return;
    }
    while (n < from->n && batch_add(to, &from->items[n], from->bytes + from->items[n].at))
        n++;
    memmove(from->items, from->items + n, (from->n - n) * sizeof *from->items);
    from->n -= n;
    if (!from->n)
        from->len = 0;
}

static void sqlite_flush(cr_store *store)
{
    sqlite_store *s = (sqlite_store *)store;
    bool is_sleeping;

    if (!s->open.n)
        return;
    pthread_mutex_lock(&s->lock);
    hand_over(&s->open, &s->waiting);
    is_sleeping = s->is_sleeping;
    pthread_mutex_unlock(&s->lock);
    if (is_sleeping)
        pthread_cond_signal(&s->work);
}

static void sqlite_collect(cr_store *store)
{
    sqlite_store *s = (sqlite_store *)store;

    pthread_mutex_lock(&s->lock);
    batch_swap(&s->told, &s->done);
    pthread_mutex_unlock(&s->lock);
    for (size_t i = 0; i < s->told.n; i++) {
        s->stats.waiting--;
        store->done(store->done_with, s->told.items[i].owner,
                    (cr_store_result)s->told.items[i].result);
    }
    batch_clear(&s->told);
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
    /* What is folded between the two looks is in the copy already: homes only grow by what the copy has. */
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

        if (match && !store_logs_find(&s->logs, match)) {
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

static void queue_fold(sqlite_store *s, store_log *log)
{
    if (log->is_queued)
        return;
    log->is_queued = 1;
    log->queue_next = NULL;
    *s->queue_tail = log;
    s->queue_tail = &log->queue_next;
}

static void sqlite_forget(cr_store *store, const uint8_t match[CR_MATCH_ID])
{
    sqlite_store *s = (sqlite_store *)store;
    store_log *log;

    pthread_mutex_lock(&s->lock);
    log = store_logs_find(&s->logs, match);
    if (log) {
        log->is_forgotten = 1;
        queue_fold(s, log);
        if (s->is_sleeping)
            pthread_cond_signal(&s->work);
    }
    pthread_mutex_unlock(&s->lock);
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

/* ---- the storage thread ---- */

static bool run(sqlite3_stmt *stmt)
{
    int step = sqlite3_step(stmt);

    sqlite3_reset(stmt);
    return step == SQLITE_DONE || step == SQLITE_ROW;
}

/* Ends a transaction that failed. Some failures have ended it already. */
static void roll_back(sqlite_store *s)
{
    if (!sqlite3_get_autocommit(s->db))
        (void)run(s->rollback);
}

/* The log an entry belongs to, from its home if it is not at hand; NULL if there is none and this is not its
 * first entry, or if the store cannot be read. */
static store_log *log_for(sqlite_store *s, const item *i)
{
    store_log *log = store_logs_find(&s->logs, i->match);
    uint32_t next = 0;
    bool is_over = false;

    if (log)
        return log;
    sqlite3_bind_blob(s->find_home, 1, i->match, CR_MATCH_ID, SQLITE_STATIC);
    if (sqlite3_step(s->find_home) == SQLITE_ROW) {
        next = (uint32_t)sqlite3_column_int64(s->find_home, 0);
        is_over = sqlite3_column_int(s->find_home, 1) != 0;
    }
    sqlite3_reset(s->find_home);
    if (next != i->number)
        return NULL;
    log = store_logs_add(&s->logs, i->match, next);
    if (log)
        log->is_over = is_over;
    return log;
}

static void put(uint8_t *at, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

static uint64_t get(const uint8_t *at, unsigned bytes)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < bytes; i++)
        value |= (uint64_t)at[i] << 8 * i;
    return value;
}

/* Judges the entries of a slice against the logs and packs those that fit into the row. */
static size_t plan(sqlite_store *s, const batch *b, item *items, size_t n)
{
    size_t len = ROW_HEAD, taken = 0;

    pthread_mutex_lock(&s->lock);
    for (size_t k = 0; k < n; k++) {
        item *i = &items[k];
        store_log *log = log_for(s, i);

        if (!log || log->planned != i->number || log->is_over || log->will_be_over) {
            i->result = CR_STORE_CONFLICT;
            continue;
        }
        if (!reserve((void **)&s->row, &s->row_cap, len + ENTRY_HEAD + i->len, 1)) {
            i->result = CR_STORE_FAILED;
            continue;
        }
        i->result = CR_STORED;
        log->planned++;
        log->will_be_over = i->flags & CR_STORE_LAST;
        memcpy(s->row + len, i->match, CR_MATCH_ID);
        put(s->row + len + 16, i->number, 4);
        s->row[len + 20] = i->flags;
        put(s->row + len + 21, i->len, 2);
        memcpy(s->row + len + ENTRY_HEAD, b->bytes + i->at, i->len);
        len += ENTRY_HEAD + i->len;
        taken++;
    }
    pthread_mutex_unlock(&s->lock);
    return taken ? len : 0;
}

static void link_newest(sqlite_store *s, store_log *log, uint64_t row)
{
    log->oldest_row = row;
    log->older = s->newest;
    log->newer = NULL;
    if (s->newest)
        s->newest->newer = log;
    else
        s->oldest = log;
    s->newest = log;
}

static void unlink_log(sqlite_store *s, store_log *log)
{
    if (!log->oldest_row)
        return;
    if (log->older)
        log->older->newer = log->newer;
    else
        s->oldest = log->newer;
    if (log->newer)
        log->newer->older = log->older;
    else
        s->newest = log->older;
    log->older = log->newer = NULL;
    log->oldest_row = 0;
}

/* One entry that is on disk, in this journal row, joins its log. Without memory the log would not be whole: then
 * its rooms are told that it failed, and it is read from disk again at the next start. */
static bool adopt(sqlite_store *s, store_log *log, uint64_t row, uint8_t flags,
                  const uint8_t *bytes, size_t len)
{
    if (store_log_append(&s->logs, log, bytes, len))
        return false;
    if (!log->oldest_row)
        link_newest(s, log, row);
    if (flags & CR_STORE_LAST)
        log->is_over = 1;
    if (log->is_over || log->len > LOG_KEEP)
        queue_fold(s, log);
    return true;
}

static void settle(sqlite_store *s, const batch *b, item *items, size_t n, bool is_committed)
{
    pthread_mutex_lock(&s->lock);
    for (size_t k = 0; k < n; k++) {
        item *i = &items[k];
        store_log *log = store_logs_find(&s->logs, i->match);

        if (i->result == CR_STORED &&
            (!is_committed || !log ||
             !adopt(s, log, s->last_row, i->flags, b->bytes + i->at, i->len)))
            i->result = CR_STORE_FAILED;
        s->stats.committed += i->result == CR_STORED;
        s->stats.conflicts += i->result == CR_STORE_CONFLICT;
        s->stats.failures += i->result == CR_STORE_FAILED;
        if (!log)
            continue;
        log->planned = log->next;
        log->will_be_over = 0;
        /* A match whose first entry failed never was. */
        if (!log->next && !log->is_queued)
            store_logs_remove(&s->logs, log);
    }
    pthread_mutex_unlock(&s->lock);
}

/* Writes a log to its home. Runs inside a transaction. */
static bool write_home(sqlite_store *s, const store_log *log)
{
    sqlite3_stmt *running = log->is_over ? s->drop_running : s->put_running;

    if (log->len) {
        sqlite3_bind_blob(s->put_home, 1, log->match, CR_MATCH_ID, SQLITE_STATIC);
        sqlite3_bind_int64(s->put_home, 2, log->first);
        sqlite3_bind_int64(s->put_home, 3, log->next);
        sqlite3_bind_int(s->put_home, 4, log->is_over);
        sqlite3_bind_blob(s->put_home, 5, log->bytes, (int)log->len, SQLITE_STATIC);
        if (!run(s->put_home))
            return false;
    }
    sqlite3_bind_blob(running, 1, log->match, CR_MATCH_ID, SQLITE_STATIC);
    return run(running);
}

/* Chooses logs to fold: those that wait for it, and the oldest ones when the journal is long. */
static size_t choose_folds(sqlite_store *s, store_log **out, size_t cap)
{
    size_t n = 0;

    pthread_mutex_lock(&s->lock);
    for (store_log *log = s->queue; log && n < cap; log = log->queue_next)
        if (log->planned == log->next)
            out[n++] = log;
    if (s->last_row - s->first_row >= s->journal_rows)
        for (store_log *log = s->oldest; log && n < cap; log = log->newer)
            if (!log->is_queued && log->planned == log->next)
                out[n++] = log;
    pthread_mutex_unlock(&s->lock);
    return n;
}

static void unqueue(sqlite_store *s, const store_log *log)
{
    store_log **at = &s->queue;

    while (*at && *at != log)
        at = &(*at)->queue_next;
    if (*at)
        *at = log->queue_next;
    if (!s->queue)
        s->queue_tail = &s->queue;
    else if (s->queue_tail == &log->queue_next)
        for (s->queue_tail = &s->queue; *s->queue_tail;)
            s->queue_tail = &(*s->queue_tail)->queue_next;
}

/* The folded logs are at home: what they have in memory can go. */
static void folded(sqlite_store *s, store_log **logs, size_t n)
{
    pthread_mutex_lock(&s->lock);
    for (size_t i = 0; i < n; i++) {
        store_log *log = logs[i];

        unlink_log(s, log);
        store_log_cut(&s->logs, log);
        if (log->is_queued) {
            unqueue(s, log);
            log->is_queued = 0;
        }
        if (log->planned != log->next)
            log->is_forgotten = 0; /* it goes on with this very commit */
        else if (log->is_over || log->is_forgotten)
            store_logs_remove(&s->logs, log);
    }
    pthread_mutex_unlock(&s->lock);
}

/* Deletes a few journal rows that hold nothing any more. */
static bool sweep(sqlite_store *s, uint64_t *to)
{
    uint64_t mark;

    pthread_mutex_lock(&s->lock);
    mark = s->oldest ? s->oldest->oldest_row : s->last_row;
    pthread_mutex_unlock(&s->lock);
    *to = s->first_row + SWEEP_ROWS < mark ? s->first_row + SWEEP_ROWS : mark;
    if (*to <= s->first_row)
        return true;
    sqlite3_bind_int64(s->sweep, 1, (sqlite3_int64)*to);
    return run(s->sweep);
}

/* One transaction: the entries of a slice (n may be 0), some folding, some sweeping. */
static void commit_slice(sqlite_store *s, const batch *b, item *items, size_t n, uint64_t alive_ms)
{
    store_log *folds[FOLDS_IDLE];
    uint64_t start = now_ns(), swept = s->first_row;
    size_t len, n_folds;
    bool is_ok;

    pthread_mutex_lock(&s->db_lock);
    /* Folds are chosen before the entries are planned: a log must not change between being written and cut. */
    n_folds = choose_folds(s, folds, n ? FOLDS : FOLDS_IDLE);
    is_ok = run(s->begin);
    for (size_t i = 0; i < n_folds && is_ok; i++)
        is_ok = write_home(s, folds[i]);
    if (is_ok)
        is_ok = sweep(s, &swept);
    len = plan(s, b, items, n);
    if (is_ok && (len || alive_ms != s->written_alive_ms)) {
        if (!len)
            len = ROW_HEAD;
        is_ok = reserve((void **)&s->row, &s->row_cap, len, 1);
        if (is_ok) {
            put(s->row, alive_ms, ROW_HEAD);
            sqlite3_bind_int64(s->put_row, 1, (sqlite3_int64)(s->last_row + 1));
            sqlite3_bind_blob(s->put_row, 2, s->row, (int)len, SQLITE_STATIC);
            is_ok = run(s->put_row);
        }
    } else {
        len = 0;
    }
    is_ok = is_ok && run(s->commit);
    if (!is_ok) {
        roll_back(s);
    } else {
        s->last_row += len > 0;
        s->first_row = swept;
        folded(s, folds, n_folds);
    }
    settle(s, b, items, n, is_ok);
    pthread_mutex_lock(&s->lock);
    s->stats.commits += is_ok;
    s->stats.commit_ns += now_ns() - start;
    if (is_ok)
        s->written_alive_ms = alive_ms;
    pthread_mutex_unlock(&s->lock);
    pthread_mutex_unlock(&s->db_lock);
}

/* Tells the loop thread what became of a slice. */
static void publish(sqlite_store *s, const item *items, size_t n)
{
    static const uint8_t nothing[1];

    pthread_mutex_lock(&s->lock);
    for (size_t i = 0; i < n; i++) {
        item told = items[i];

        told.len = 0;
        /* Reserved when the thread took the batch: cannot fail. */
        (void)batch_add(&s->done, &told, nothing);
    }
    pthread_mutex_unlock(&s->lock);
    if (s->store.wake)
        s->store.wake(s->store.wake_with);
}

static void sleep_until(uint64_t ns)
{
    struct timespec t = {(time_t)(ns / 1000000000u), (long)(ns % 1000000000u)};

    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR)
        ;
}

/* Is everything written that somebody handed over? */
static bool is_done(const sqlite_store *s)
{
    return !s->waiting.n && s->alive_ms == s->written_alive_ms;
}

static void *storage_thread(void *with)
{
    sqlite_store *s = with;
    bool is_failing = false;

    for (;;) {
        uint64_t start, alive_ms;

        pthread_mutex_lock(&s->lock);
        while (is_done(s) && !s->queue && !s->is_stopping) {
            s->is_sleeping = true;
            pthread_cond_wait(&s->work, &s->lock);
            s->is_sleeping = false;
        }
        if (s->is_stopping && (is_done(s) || is_failing)) {
            pthread_mutex_unlock(&s->lock);
            return NULL;
        }
        batch_swap(&s->waiting, &s->working);
        if (!reserve((void **)&s->done.items, &s->done.cap, s->done.n + s->working.n,
                     sizeof *s->done.items) ||
            !reserve((void **)&s->done.bytes, &s->done.bytes_cap, 1, 1))
            abort(); /* without room to answer nothing can be answered */
        alive_ms = s->alive_ms;
        pthread_mutex_unlock(&s->lock);

        start = now_ns();
        if (!s->working.n) {
            uint64_t commits = s->stats.commits;

            commit_slice(s, &s->working, NULL, 0, alive_ms);
            is_failing = s->stats.commits == commits;
            if (is_failing)
                sleep_until(now_ns() + 100000000u); /* nothing to do but try again, not too often */
            continue;
        }
        for (size_t at = 0; at < s->working.n; at += COMMIT_ENTRIES) {
            size_t n = s->working.n - at < COMMIT_ENTRIES ? s->working.n - at : COMMIT_ENTRIES;

            commit_slice(s, &s->working, s->working.items + at, n, alive_ms);
            publish(s, s->working.items + at, n);
        }
        if (s->working.n >= BUSY_ENTRIES && s->gap_us)
            sleep_until(start + s->gap_us * UINT64_C(1000));
        batch_clear(&s->working);
    }
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
    while (s->db && (stmt = sqlite3_next_stmt(s->db, NULL)))
        sqlite3_finalize(stmt);
    sqlite3_close(s->db);
    store_logs_release(&s->logs);
    batch_release(&s->open);
    batch_release(&s->told);
    batch_release(&s->waiting);
    batch_release(&s->done);
    batch_release(&s->working);
    free(s->row);
    pthread_mutex_destroy(&s->lock);
    pthread_mutex_destroy(&s->db_lock);
    pthread_cond_destroy(&s->work);
    free(s);
}

static bool prepare(sqlite_store *s, sqlite3_stmt **out, const char *sql)
{
    return sqlite3_prepare_v3(s->db, sql, -1, SQLITE_PREPARE_PERSISTENT, out, NULL) == SQLITE_OK;
}

static bool prepare_all(sqlite_store *s)
{
    return prepare(s, &s->begin, "BEGIN") && prepare(s, &s->commit, "COMMIT") &&
           prepare(s, &s->rollback, "ROLLBACK") &&
           prepare(s, &s->put_row, "INSERT INTO journal(id, body) VALUES(?, ?)") &&
           prepare(s, &s->sweep, "DELETE FROM journal WHERE id < ?") &&
           prepare(s, &s->put_home,
                   "INSERT OR REPLACE INTO record(match, first, next, is_over, body) "
                   "VALUES(?, ?, ?, ?, ?)") &&
           prepare(s, &s->put_running, "INSERT OR IGNORE INTO running(match) VALUES(?)") &&
           prepare(s, &s->drop_running, "DELETE FROM running WHERE match = ?") &&
           prepare(
               s, &s->find_home,
               "SELECT next, is_over FROM record WHERE match = ? ORDER BY first DESC LIMIT 1") &&
           prepare(
               s, &s->read_home,
               "SELECT first, next, is_over, body FROM record WHERE match = ? ORDER BY first") &&
           prepare(s, &s->list_running, "SELECT match FROM running");
}

/* Overwriting the write-ahead log is a third cheaper to sync than letting it grow. */
static bool grow_wal(sqlite_store *s, uint32_t mb)
{
    char sql[256];

    if (!mb)
        return true;
    snprintf(sql, sizeof sql,
             "BEGIN; CREATE TABLE ballast(x); INSERT INTO ballast VALUES(zeroblob(%u)); "
             "DROP TABLE ballast; COMMIT; PRAGMA wal_checkpoint(RESTART)",
             mb * 1000000u);
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* One journal row at the start: entries that are not at home yet join their logs. */
static bool load_row(sqlite_store *s, uint64_t row, const uint8_t *body, size_t len)
{
    if (len < ROW_HEAD)
        return false;
    s->alive_ms = s->written_alive_ms = get(body, ROW_HEAD);
    for (size_t at = ROW_HEAD; at + ENTRY_HEAD <= len;) {
        item i = {.number = (uint32_t)get(body + at + 16, 4),
                  .flags = body[at + 20],
                  .len = (uint16_t)get(body + at + 21, 2)};
        store_log *log;

        memcpy(i.match, body + at, CR_MATCH_ID);
        at += ENTRY_HEAD;
        if (at + i.len > len)
            return false;
        log = log_for(s, &i);
        /* Without a log, or with a longer one, the entry is at home already. */
        if (log && log->next == i.number && !adopt(s, log, row, i.flags, body + at, i.len))
            return false;
        at += i.len;
    }
    return true;
}

static bool load(sqlite_store *s)
{
    sqlite3_stmt *rows;
    bool is_ok = true;
    int step;

    if (!prepare(s, &rows, "SELECT id, body FROM journal ORDER BY id"))
        return false;
    while (is_ok && (step = sqlite3_step(rows)) == SQLITE_ROW) {
        uint64_t row = (uint64_t)sqlite3_column_int64(rows, 0);

        if (!s->first_row)
            s->first_row = row;
        s->last_row = row;
        is_ok =
            load_row(s, row, sqlite3_column_blob(rows, 1), (size_t)sqlite3_column_bytes(rows, 1));
    }
    for (size_t i = 0; i < s->logs.n_slots; i++)
        for (store_log *log = s->logs.slots[i]; log; log = log->hash_next)
            log->planned = log->next;
    sqlite3_finalize(rows);
    return is_ok && step == SQLITE_DONE;
}

static const char schema[] =
    "PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
    "PRAGMA wal_autocheckpoint=4000; PRAGMA application_id=1129466962; PRAGMA user_version=1;"
    "CREATE TABLE IF NOT EXISTS journal(id INTEGER PRIMARY KEY, body BLOB NOT NULL);"
    "CREATE TABLE IF NOT EXISTS record(match BLOB NOT NULL, first INTEGER NOT NULL, next INTEGER "
    "NOT NULL,"
    " is_over INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY(match, first)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS running(match BLOB PRIMARY KEY) WITHOUT ROWID;";

static bool open_db(sqlite_store *s, const cr_sqlite_options *o)
{
    char sql[64];

    if (sqlite3_open_v2(o->path, &s->db,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                        NULL) != SQLITE_OK ||
        sqlite3_exec(s->db, schema, NULL, NULL, NULL) != SQLITE_OK || !prepare_all(s) || !load(s) ||
        !grow_wal(s, o->grow_mb))
        return false;
    snprintf(sql, sizeof sql, "PRAGMA max_page_count=%u", o->max_pages);
    return !o->max_pages || sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

cr_err cr_store_sqlite_open(const cr_sqlite_options *o, cr_store **out, char *why, size_t why_cap)
{
    sqlite_store *s = calloc(1, sizeof *s);

    *out = NULL;
    snprintf(why, why_cap, "no memory left");
    if (!s)
        return CR_ERR_MEMORY;
    s->store = (cr_store){.append = sqlite_append,
                          .flush = sqlite_flush,
                          .collect = sqlite_collect,
                          .read = sqlite_read,
                          .unfinished = sqlite_unfinished,
                          .forget = sqlite_forget,
                          .alive_ms = sqlite_alive,
                          .beat = sqlite_beat,
                          .stats = sqlite_stats,
                          .close = sqlite_close_store};
    s->queue_tail = &s->queue;
    s->gap_us = o->gap_us;
    s->journal_rows = o->journal_rows ? o->journal_rows : JOURNAL_ROWS;
    pthread_mutex_init(&s->lock, NULL);
    pthread_mutex_init(&s->db_lock, NULL);
    pthread_cond_init(&s->work, NULL);
    if (!open_db(s, o)) {
        snprintf(why, why_cap, "%s", s->db ? sqlite3_errmsg(s->db) : "no memory left");
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
