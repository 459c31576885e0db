/* The storage thread of the SQLite file: takes what waits, commits it at once, and tidies up when there is time.
 *
 * An entry first goes into the journal (journal.h), one row per commit with all its entries packed, and stays in memory
 * (the log). Later the log of a match is folded: its entries go to its home, the table `record`, as one row, many logs in
 * one transaction. So a commit is one write at the end of the journal, however many matches are playing, and SQLite is
 * asked only where a match comes to rest. */
#include "base/bytes.h"
#include "store/sqlite_inside.h"

#include <stdlib.h>
#include <time.h>

enum {
    COMMIT_ENTRIES =
        1024,          /* at most, so that one commit does not hold up the first of its entries */
    BUSY_ENTRIES = 16, /* a commit this large means load: leave a gap before the next */
    FOLDS =
        128, /* logs that wait to be folded under load; then all of them are, in one transaction */
    FOLDS_MAX = 256, /* in one transaction; */
    FOLDS_OLD = 32,  /* fewer of those that hold up the journal, while others wait to commit */
    REST_MS = 20,    /* without new entries for so long, there is time to fold */
    LOG_KEEP =
        3072, /* bytes of a log in memory; beyond that it is folded, though the match goes on */
    CHECKPOINT_PAGES = 4000,              /* of the write-ahead log: then they go into the file */
    AGAIN_MS = 100,                       /* until a commit that failed is tried again */
    ENTRY_HEAD = CR_MATCH_ID + 4 + 1 + 2, /* in a row: match, number, flags, length */
    ROW_HEAD = 8 /* in front of a row: the time the program was last known alive */
};

static uint64_t now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void storage_queue(sqlite_store *s, store_log *log)
{
    if (log->is_queued)
        return;
    log->is_queued = 1;
    log->queue_next = NULL;
    *s->queue_tail = log;
    s->queue_tail = &log->queue_next;
    s->n_queued++;
}

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

/* The log an entry belongs to, from its home if it is not at hand; NULL if what is at home does not end where the entry
 * begins. *next is the number that comes next there. False if that cannot be known: the store cannot be read, or there is no
 * memory. */
static bool find_log(sqlite_store *s, const store_item *i, store_log **out, uint32_t *next)
{
    bool is_over = false;
    int step;

    *out = store_logs_find(&s->logs, i->match);
    *next = *out ? (*out)->next : 0;
    if (*out)
        return true;
    sqlite3_bind_blob(s->find_home, 1, i->match, CR_MATCH_ID, SQLITE_STATIC);
    step = sqlite3_step(s->find_home);
    if (step == SQLITE_ROW) {
        *next = (uint32_t)sqlite3_column_int64(s->find_home, 0);
        is_over = sqlite3_column_int(s->find_home, 1) != 0;
    }
    sqlite3_reset(s->find_home);
    if (step != SQLITE_ROW && step != SQLITE_DONE)
        return false;
    if (*next != i->number)
        return true;
    *out = store_logs_add(&s->logs, i->match, *next);
    if (*out)
        (*out)->is_over = is_over;
    return *out != NULL;
}

/* Fetches what the entries behind the k-th need. An entry takes less time than memory. */
static void fetch_ahead(const sqlite_store *s, const store_item *items, size_t k, size_t n)
{
    static const uint8_t left[STORE_FETCHES] = {12, 8, 4};

    for (store_fetch what = 0; what < STORE_FETCHES; what++)
        if (k + left[what] < n)
            store_logs_fetch(&s->logs, items[k + left[what]].match, what);
}

/* Judges the entries of a slice against the logs and packs those that fit into the row; its length, 0 if there are none. */
static size_t plan(sqlite_store *s, const store_batch *b, store_item *items, size_t n)
{
    size_t len = JOURNAL_FRONT + ROW_HEAD, taken = 0;

    pthread_mutex_lock(&s->db_lock); /* for the homes of matches that are not at hand */
    pthread_mutex_lock(&s->lock);
    for (size_t k = 0; k < n; k++) {
        store_item *i = &items[k];
        store_log *log;
        uint32_t next;

        fetch_ahead(s, items, k, n);
        if (!find_log(s, i, &log, &next) ||
            !store_reserve((void **)&s->row, &s->row_cap, len + ENTRY_HEAD + i->len, 1)) {
            i->result = CR_STORE_FAILED;
            continue;
        }
        if (!log || log->planned != i->number || log->is_over || log->will_be_over) {
            i->result = CR_STORE_CONFLICT;
            continue;
        }
        i->result = CR_STORED;
        log->planned++;
        log->will_be_over = i->flags & CR_STORE_LAST;
        memcpy(s->row + len, i->match, CR_MATCH_ID);
        cr_bytes_put(s->row + len + 16, i->number, 4);
        s->row[len + 20] = i->flags;
        cr_bytes_put(s->row + len + 21, i->len, 2);
        memcpy(s->row + len + ENTRY_HEAD, b->bytes + i->at, i->len);
        len += ENTRY_HEAD + i->len;
        taken++;
    }
    pthread_mutex_unlock(&s->lock);
    pthread_mutex_unlock(&s->db_lock);
    return taken ? len - JOURNAL_FRONT : 0;
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

/* One entry that is on disk, in this journal row, joins its log; false without memory. */
static bool adopt(sqlite_store *s, store_log *log, uint64_t row, uint8_t flags,
                  const uint8_t *bytes, size_t len)
{
    if (store_log_append(&s->logs, log, bytes, len))
        return false;
    log->is_forgotten = 0; /* it goes on */
    if (!log->oldest_row)
        link_newest(s, log, row);
    if (flags & CR_STORE_LAST)
        log->is_over = 1;
    if (log->is_over || log->len > LOG_KEEP)
        storage_queue(s, log);
    return true;
}

static void settle(sqlite_store *s, const store_batch *b, store_item *items, size_t n,
                   bool is_committed)
{
    uint64_t row = s->journal.next - 1; /* if it is committed */

    pthread_mutex_lock(&s->lock);
    for (size_t k = 0; k < n; k++) {
        store_item *i = &items[k];
        store_log *log = store_logs_find(&s->logs, i->match);

        fetch_ahead(s, items, k, n);
        if (i->result == CR_STORED && !is_committed)
            i->result = CR_STORE_FAILED;
        /* On disk and not in its log, its number would be given twice. The next start reads it. */
        if (i->result == CR_STORED &&
            (!log || !adopt(s, log, row, i->flags, b->bytes + i->at, i->len)))
            abort();
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

/* Does a log hold up the journal? */
static bool is_held_up(const sqlite_store *s)
{
    return s->oldest && s->oldest->oldest_row < journal_wants(&s->journal);
}

/* Chooses logs to fold: those that wait for it, and those that hold up the journal. */
static size_t choose_folds(sqlite_store *s, store_log **out, size_t cap)
{
    uint64_t wanted = journal_wants(&s->journal);
    size_t n = 0;

    pthread_mutex_lock(&s->lock);
    for (store_log *log = s->oldest; log && n < cap && log->oldest_row < wanted; log = log->newer)
        if (!log->is_queued)
            out[n++] = log;
    for (store_log *log = s->queue; log && n < cap; log = log->queue_next)
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
    s->n_queued--;
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
        if (log->is_over || log->is_forgotten)
            store_logs_remove(&s->logs, log);
    }
    pthread_mutex_unlock(&s->lock);
}

/* Appends the entries of a slice to the journal as one row (n may be 0: only the sign of life). */
static bool commit_slice(sqlite_store *s, const store_batch *b, store_item *items, size_t n,
                         uint64_t alive_ms)
{
    uint64_t start = now_ns();
    size_t len = plan(s, b, items, n);
    bool is_ok = true;

    if (!len && alive_ms != s->written_alive_ms)
        len = ROW_HEAD;
    if (len) {
        is_ok = store_reserve((void **)&s->row, &s->row_cap, JOURNAL_FRONT + len, 1);
        if (is_ok) {
            cr_bytes_put(s->row + JOURNAL_FRONT, alive_ms, ROW_HEAD);
            is_ok = journal_append(&s->journal, s->row, len);
        }
    }
    settle(s, b, items, n, is_ok);
    pthread_mutex_lock(&s->lock);
    s->stats.commits += is_ok;
    s->stats.commit_ns += now_ns() - start;
    if (is_ok)
        s->written_alive_ms = alive_ms;
    pthread_mutex_unlock(&s->lock);
    return is_ok;
}

/* One transaction: logs go home, not more than `cap`. False: the disk fails; they are tried again. */
static bool fold(sqlite_store *s, size_t cap)
{
    store_log *folds[FOLDS_MAX];
    size_t n = choose_folds(s, folds, cap);
    bool is_ok;

    if (!n)
        return true;
    pthread_mutex_lock(&s->db_lock);
    is_ok = run(s->begin);
    for (size_t i = 0; i < n && is_ok; i++)
        is_ok = write_home(s, folds[i]);
    if (is_ok) {
        sqlite3_bind_int64(s->put_mark, 1, (sqlite3_int64)(s->journal.next - 1));
        is_ok = run(s->put_mark) && run(s->commit);
    }
    if (is_ok)
        folded(s, folds, n);
    else
        roll_back(s);
    pthread_mutex_unlock(&s->db_lock);
    return is_ok;
}

/* Tells the loop thread what became of a slice. */
static void publish(sqlite_store *s, const store_item *items, size_t n)
{
    static const uint8_t nothing[1];

    pthread_mutex_lock(&s->lock);
    for (size_t i = 0; i < n; i++) {
        store_item told = items[i];

        told.len = 0;
        /* Reserved when the thread took the batch: cannot fail. */
        (void)store_batch_add(&s->done, &told, nothing);
    }
    pthread_mutex_unlock(&s->lock);
    if (s->store.wake)
        s->store.wake(s->store.wake_with);
}

int storage_committed(void *with, sqlite3 *db, const char *name, int pages)
{
    (void)db, (void)name;
    ((sqlite_store *)with)->wal_pages = (uint32_t)pages;
    return SQLITE_OK;
}

/* SQLite would do this inside a commit, and whoever moved would wait for it. One that fails is tried again with the next
 * commit: nothing is lost, the log only gets longer. */
static void checkpoint(sqlite_store *s)
{
    if (s->wal_pages < CHECKPOINT_PAGES)
        return;
    pthread_mutex_lock(&s->db_lock);
    (void)sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    pthread_mutex_unlock(&s->db_lock);
    s->wal_pages = 0;
}

/* A commit costs the same whether it has one entry or a hundred, so under load there is a gap from the begin of one to that of
 * the next. It ends at once when the loop has nothing left to do: nobody who waits for a commit keeps the loop from work. */
static void pause_until(sqlite_store *s, uint64_t ns)
{
    struct timespec t = {(time_t)(ns / 1000000000u), (long)(ns % 1000000000u)};

    pthread_mutex_lock(&s->lock);
    s->is_pausing = true;
    while (!s->is_drained && !s->is_stopping && pthread_cond_timedwait(&s->work, &s->lock, &t) == 0)
        ;
    s->is_pausing = false;
    pthread_mutex_unlock(&s->lock);
}

/* What is to be kept beside matches goes into a transaction of its own, behind the entries: nobody waits for it, and what
 * does not go in is dropped. */
static void write_keeps(sqlite_store *s, store_keeps *keeps)
{
    bool is_ok;

    if (!keeps->head)
        return;
    pthread_mutex_lock(&s->db_lock);
    is_ok = run(s->begin);
    for (const store_keep *k = keeps->head; k && is_ok; k = k->next) {
        sqlite3_bind_blob(s->put_kept, 1, k->match, CR_MATCH_ID, SQLITE_STATIC);
        sqlite3_bind_blob(s->put_kept, 2, k->bytes, (int)k->len, SQLITE_STATIC);
        is_ok = run(s->put_kept);
    }
    sqlite3_bind_int64(s->cut_kept, 1, CR_STORE_KEPT);
    if (!is_ok || !run(s->cut_kept) || !run(s->commit))
        roll_back(s);
    pthread_mutex_unlock(&s->db_lock);
    store_keeps_release(keeps);
}

/* Is everything written that somebody handed over? */
static bool is_done(const sqlite_store *s)
{
    return !s->waiting.n && !s->keeps.head && s->alive_ms == s->written_alive_ms;
}

/* Sleeps for so long, or until somebody hands something over; under lock. */
static void nap(sqlite_store *s, unsigned ms)
{
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += ms * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    (void)pthread_cond_timedwait(&s->work, &s->lock, &until);
}

/* Sleeps until there is something to do, under lock. While the disk fails that is new entries; all else is tried again
 * by itself, not too often. True: nothing is to be committed, there is time to fold. */
static bool wait_for_work(sqlite_store *s, bool is_failing)
{
    bool is_resting;

    s->is_sleeping = true;
    while (is_done(s) && !s->queue && !s->is_stopping)
        pthread_cond_wait(&s->work, &s->lock);
    is_resting = is_done(s);
    if (!s->waiting.n && !s->is_stopping && (is_failing || is_resting))
        nap(s, is_failing ? AGAIN_MS : REST_MS);
    s->is_sleeping = false;
    return is_resting && is_done(s);
}

/* Takes what was handed over. */
static void take_batch(sqlite_store *s)
{
    store_batch_swap(&s->waiting, &s->working);
    if (!store_reserve((void **)&s->done.items, &s->done.cap, s->done.n + s->working.n,
                       sizeof *s->done.items) ||
        !store_reserve((void **)&s->done.bytes, &s->done.bytes_cap, 1, 1))
        abort(); /* without room to answer nothing can be answered */
}

/* Commits the batch, in slices; false: the disk has taken nothing of it. */
static bool commit_batch(sqlite_store *s, uint64_t alive_ms)
{
    bool is_ok = false;

    if (!s->working.n)
        return alive_ms == s->written_alive_ms || commit_slice(s, &s->working, NULL, 0, alive_ms);
    for (size_t at = 0; at < s->working.n; at += COMMIT_ENTRIES) {
        size_t n = s->working.n - at < COMMIT_ENTRIES ? s->working.n - at : COMMIT_ENTRIES;

        is_ok |= commit_slice(s, &s->working, s->working.items + at, n, alive_ms);
        publish(s, s->working.items + at, n);
    }
    return is_ok;
}

void *storage_thread(void *with)
{
    sqlite_store *s = with;
    bool is_committing = true, is_folding = true; /* the disk does what it should */

    for (;;) {
        uint64_t start, alive_ms;
        store_keeps keeps;
        bool is_resting;

        pthread_mutex_lock(&s->lock);
        is_resting = wait_for_work(s, !is_committing || !is_folding);
        if (s->is_stopping && (is_done(s) || !is_committing)) {
            pthread_mutex_unlock(&s->lock);
            return NULL;
        }
        take_batch(s);
        alive_ms = s->alive_ms;
        keeps = s->keeps;
        s->keeps = (store_keeps){0};
        is_resting |= s->n_queued >= FOLDS;
        pthread_mutex_unlock(&s->lock);

        start = now_ns();
        is_committing = commit_batch(s, alive_ms);
        write_keeps(s, &keeps);
        if (is_resting || is_held_up(s)) {
            is_folding = fold(s, is_resting ? FOLDS_MAX : FOLDS_OLD);
            checkpoint(s);
        }
        journal_turn(&s->journal, s->oldest ? s->oldest->oldest_row : s->journal.next);
        if (s->working.n >= BUSY_ENTRIES && s->gap_us)
            pause_until(s, start + s->gap_us * UINT64_C(1000));
        store_batch_clear(&s->working);
    }
}

/* ---- the start ---- */

/* One journal row at the start: entries that are not at home yet join their logs. */
static bool load_row(void *with, uint64_t row, const uint8_t *body, size_t len)
{
    sqlite_store *s = with;

    if (len < ROW_HEAD)
        return false;
    s->alive_ms = s->written_alive_ms = cr_bytes_get(body, ROW_HEAD);
    for (size_t at = ROW_HEAD; at + ENTRY_HEAD <= len;) {
        store_item i = {.number = (uint32_t)cr_bytes_get(body + at + 16, 4),
                        .flags = body[at + 20],
                        .len = (uint16_t)cr_bytes_get(body + at + 21, 2)};
        store_log *log;
        uint32_t next;

        memcpy(i.match, body + at, CR_MATCH_ID);
        at += ENTRY_HEAD;
        if (at + i.len > len)
            return false;
        /* What lies before `next` is at home already; between it and a later entry something is missing. */
        if (!find_log(s, &i, &log, &next) || next < i.number ||
            (next == i.number && !adopt(s, log, row, i.flags, body + at, i.len)))
            return false;
        at += i.len;
    }
    return true;
}

/* Files of version 1 have the journal in a table. What is in there goes home. */
static bool load_table(sqlite_store *s)
{
    sqlite3_stmt *rows;
    bool is_ok = true;
    int step;

    if (!sqlite_prepare(s, &rows, "SELECT id, body FROM journal ORDER BY id"))
        return false;
    while (is_ok && (step = sqlite3_step(rows)) == SQLITE_ROW)
        is_ok = load_row(s, (uint64_t)sqlite3_column_int64(rows, 0), sqlite3_column_blob(rows, 1),
                         (size_t)sqlite3_column_bytes(rows, 1));
    sqlite3_finalize(rows);
    if (!is_ok || step != SQLITE_DONE || !run(s->begin))
        return false;
    for (const store_log *log = s->oldest; log && is_ok; log = log->newer)
        is_ok = write_home(s, log);
    if (!is_ok || !run(s->clear_table) || !run(s->commit)) {
        roll_back(s);
        return false;
    }
    while (s->oldest)
        folded(s, &s->oldest, 1);
    return true;
}

bool storage_load(sqlite_store *s)
{
    if (!load_table(s) || !journal_read(&s->journal, load_row, s))
        return false;
    for (size_t i = 0; i < s->logs.n_slots; i++)
        for (store_log *log = s->logs.slots[i]; log; log = log->hash_next)
            log->planned = log->next;
    return true;
}
