/* The thread that appends to PostgreSQL: takes what waits, sends it as one statement, and finds out what became of it. While
 * one batch is under way, all that comes in waits for the next: two in flight were measured no faster. */
#ifdef CR_WITH_POSTGRES
#include "store/postgres_inside.h"

#include <stdlib.h>
#include <time.h>

enum {
    COMMIT_ENTRIES = 1000, /* in one statement */
    PAUSE_MS = 50,         /* after a connection broke; twice as long each time, up to */
    PAUSE_MAX_MS = 1000,
    /* For an answer, twice as long each time. Commits hang for as long as the standby is away, and each try leaves a session
     * behind that hangs too; but a server that answers no more, and whose machine does, is not noticed otherwise. */
    WAIT_MS = 15000,
    WAIT_MAX_MS = 600000
};

/* $1 to $5: one for each match: id, first number, how many, epoch, is it over then. $6 to $8: one for each entry: match,
 * number, bytes. What does not come back was not taken, nothing of that match. A match that begins has no row yet. */
#define APPEND(guards, lock)                                                                     \
    "WITH u AS MATERIALIZED (SELECT * FROM unnest($1::uuid[], $2::int[], $3::int[], $4::int[], " \
    "$5::bool[]) u(match, first, n, epoch, over)), h AS (" lock guards                           \
    "), c AS (INSERT INTO match(match, owner, epoch, next, is_over) SELECT u.match, $9::uuid, "  \
    "u.epoch, u.n, u.over FROM u WHERE u.first = 0 ON CONFLICT DO NOTHING RETURNING match, "     \
    "epoch), b AS (SELECT * FROM h UNION ALL SELECT * FROM c), i AS (INSERT INTO entry(match, "  \
    "number, epoch, bytes) SELECT e.match, e.number, b.epoch, e.bytes FROM unnest($6::uuid[], "  \
    "$7::int[], $8::bytea[]) e(match, number, bytes) JOIN b ON b.match = e.match) "              \
    "SELECT match FROM b"
#define UPDATES                                                                                    \
    "UPDATE match m SET next = u.first + u.n, is_over = m.is_over OR u.over FROM u WHERE m.match " \
    "= u.match AND u.first > 0 AND NOT m.is_over"
#define RETURNS " RETURNING m.match, m.epoch"

static const char append_text[] =
    APPEND(" AND m.next = u.first AND m.epoch = u.epoch" RETURNS, UPDATES);

#ifdef CR_TEST_FAULTS
#define RETURNS_OLD " RETURNING m.match, u.epoch"
/* What tests leave out, to see that it is needed. */
static const char append_without_epoch[] = APPEND(" AND m.next = u.first" RETURNS_OLD, UPDATES);
static const char append_without_both[] = APPEND(RETURNS_OLD, UPDATES);
static const char append_without_lock[] =
    APPEND(" AND m.epoch = u.epoch AND u.first > 0",
           "SELECT m.match, m.epoch FROM match m JOIN u ON m.match = u.match WHERE true");
#endif

const char *pg_append_text(void)
{
#ifdef CR_TEST_FAULTS
    if (pg_has_fault("number"))
        return append_without_both;
    if (pg_has_fault("epoch"))
        return append_without_epoch;
    if (pg_has_fault("lock"))
        return append_without_lock;
#endif
    return append_text;
}

static uint64_t now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* A slice of the batch: its entries in order of match and number. */
typedef struct {
    const store_batch *batch;
    store_item *items;
    uint32_t *order;
    size_t n, n_sent; /* sent: those that are not decided yet, in front of `order` */
    uint8_t id[PG_ID];
    uint32_t generation;
    bool is_again; /* sent before, with an outcome that is not known */
} slice;

/* ---- before ---- */

/* Judges entries against the logs at hand; those that may go are put in order. */
static void plan(pg_store *s, slice *c)
{
    pthread_mutex_lock(&s->lock);
    memcpy(c->id, s->id, PG_ID);
    c->generation = s->base.generation;
    for (size_t k = 0; k < c->n; k++) {
        store_item *i = &c->items[k];
        store_log *log = store_logs_find(&s->logs, i->match);

        if (!log && !i->number && (log = store_logs_add(&s->logs, i->match, 0)))
            log->epoch = 1;
        if (!log || log->is_lost) {
            i->result = i->number || log ? CR_STORE_LOST : CR_STORE_FAILED;
        } else if (log->planned != i->number || log->is_over || log->will_be_over) {
            i->result = CR_STORE_CONFLICT;
        } else {
            i->result = CR_STORED;
            log->planned++;
            log->will_be_over = i->flags & CR_STORE_LAST;
            c->order[c->n_sent++] = (uint32_t)k;
        }
    }
    pthread_mutex_unlock(&s->lock);
}

/* Rows are locked in this order: two writers that meet do not wait for each other. */
static int by_match(const void *a, const void *b, void *with)
{
    const store_item *items = with;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    int order = memcmp(items[x].match, items[y].match, CR_MATCH_ID);

    return order ? order : (x > y) - (x < y);
}

static bool is_same(const slice *c, size_t a, size_t b)
{
    return !memcmp(c->items[c->order[a]].match, c->items[c->order[b]].match, CR_MATCH_ID);
}

/* The entries of one match: from `at` to what this returns. */
static size_t end_of(const slice *c, size_t at)
{
    size_t end = at + 1;

    while (end < c->n_sent && is_same(c, at, end))
        end++;
    return end;
}

static uint32_t epoch_of(pg_store *s, const uint8_t *match)
{
    const store_log *log = store_logs_find(&s->logs, match);

    return log ? log->epoch : 0;
}

static void write_arguments(pg_store *s, const slice *c)
{
    pg_args *a = &s->args;
    uint32_t n = 0;

    pg_args_clear(a);
    for (unsigned column = 0; column < 5; column++) {
        pg_array_begin(a, column == 0 ? PG_UUID : column == 4 ? PG_BOOL : PG_INT);
        n = 0;
        pthread_mutex_lock(&s->lock);
        for (size_t at = 0, end; at < c->n_sent; at = end, n++) {
            const store_item *first = &c->items[c->order[at]];

            end = end_of(c, at);
            if (column == 0)
                pg_array_bytes(a, first->match, CR_MATCH_ID);
            else if (column == 4)
                pg_array_bool(a, c->items[c->order[end - 1]].flags & CR_STORE_LAST);
            else
                pg_array_int(a, column == 1   ? first->number
                                : column == 2 ? (uint32_t)(end - at)
                                              : epoch_of(s, first->match));
        }
        pthread_mutex_unlock(&s->lock);
        pg_array_end(a, n);
    }
    for (unsigned column = 0; column < 3; column++) {
        pg_array_begin(a, column == 0 ? PG_UUID : column == 1 ? PG_INT : PG_BYTEA);
        for (size_t k = 0; k < c->n_sent; k++) {
            const store_item *i = &c->items[c->order[k]];

            if (column == 0)
                pg_array_bytes(a, i->match, CR_MATCH_ID);
            else if (column == 1)
                pg_array_int(a, i->number);
            else
                pg_array_bytes(a, c->batch->bytes + i->at, i->len);
        }
        pg_array_end(a, (uint32_t)c->n_sent);
    }
    pg_add_bytes(a, c->id, PG_ID);
}

/* ---- what became of it ---- */

static void decide(const slice *c, size_t at, size_t end, cr_store_result result)
{
    for (; at < end; at++)
        c->items[c->order[at]].result = (uint8_t)result;
}

/* The same entries, by us? */
static bool is_ours(const slice *c, size_t at, size_t end, uint32_t epoch, const PGresult *r)
{
    if ((size_t)PQntuples(r) != end - at)
        return false;
    for (size_t k = at; k < end; k++) {
        const store_item *i = &c->items[c->order[k]];
        int row = (int)(k - at);
        const uint8_t *bytes;
        size_t len;

        if (PQgetisnull(r, row, 3) || pg_int(r, row, 3) != i->number || pg_int(r, row, 4) != epoch)
            return false;
        bytes = pg_bytes(r, row, 5, &len);
        if (len != i->len || memcmp(bytes, c->batch->bytes + i->at, len))
            return false;
    }
    return true;
}

/* One more commit behind it: when that one is as safe as the operator wants it, so is what lies before it. */
static pg_outcome wait_behind(pg_store *s, const slice *c)
{
    PGresult *r;
    pg_outcome outcome;

    pg_args_clear(&s->args);
    pg_add_bytes(&s->args, c->id, PG_ID);
    outcome = pg_run(&s->append, "behind", &s->args, 0, &r);
    PQclear(r);
    return outcome == PG_DONE && s->append.is_warned ? PG_GONE : outcome;
}

/* Our log is shorter than it should be: what is missing joins it, and the room reads on. */
static pg_outcome read_on(pg_store *s, const uint8_t *match, bool is_over)
{
    store_log *log;
    uint32_t from;
    pg_outcome outcome;
    PGresult *r;

    pthread_mutex_lock(&s->lock);
    log = store_logs_find(&s->logs, match);
    from = log ? log->next : 0;
    pthread_mutex_unlock(&s->lock);
    pg_args_clear(&s->args);
    pg_add_bytes(&s->args, match, CR_MATCH_ID);
    pg_add_int(&s->args, from);
    outcome = pg_run(&s->append, "tail", &s->args, WAIT_MS, &r);
    pthread_mutex_lock(&s->lock);
    log = store_logs_find(&s->logs, match);
    for (int i = 0; outcome == PG_DONE && log && i < PQntuples(r); i++) {
        size_t len;
        const uint8_t *bytes = pg_bytes(r, i, 1, &len);

        if (pg_int(r, i, 0) != log->next || store_log_append(&s->logs, log, bytes, len))
            log->is_lost = s->has_lost = true;
    }
    if (log && outcome == PG_DONE)
        log->is_over = is_over;
    pthread_mutex_unlock(&s->lock);
    PQclear(r);
    return outcome;
}

/* A match that did not come back: perhaps it was taken the first time. If not, it is somebody else's, or our number is
 * wrong. */
static pg_outcome look(pg_store *s, const slice *c, size_t at, size_t end)
{
    const store_item *first = &c->items[c->order[at]];
    cr_store_result result = CR_STORE_LOST;
    uint32_t epoch;
    pg_outcome outcome;
    PGresult *r;

    pthread_mutex_lock(&s->lock);
    epoch = epoch_of(s, first->match);
    pthread_mutex_unlock(&s->lock);
    pg_args_clear(&s->args);
    pg_add_bytes(&s->args, first->match, CR_MATCH_ID);
    pg_add_int(&s->args, first->number);
    pg_add_int(&s->args, first->number + (uint32_t)(end - at));
    outcome = pg_run(&s->append, "look", &s->args, 0, &r);
    if (outcome == PG_DONE && PQntuples(r)) {
        if (c->is_again && is_ours(c, at, end, epoch, r)) {
            result = CR_STORED;
            outcome = wait_behind(s, c);
        } else if (!first->number) {
            result = CR_STORE_CONFLICT; /* the id is taken */
        } else if (pg_int(r, 0, 0) == epoch || pg_has_fault("epoch")) {
            result = CR_STORE_CONFLICT;
            outcome = read_on(s, first->match, pg_bool(r, 0, 2));
        }
    }
    PQclear(r);
    if (outcome == PG_DONE)
        decide(c, at, end, result);
    return outcome;
}

/* Matches that came back are stored; the others are looked at. */
static pg_outcome read_taken(pg_store *s, const slice *c, const PGresult *r)
{
    pg_outcome outcome = PG_DONE;
    int n = PQntuples(r);

    for (size_t at = 0, end; at < c->n_sent && !outcome; at = end) {
        const uint8_t *match = c->items[c->order[at]].match;
        bool is_there = false;

        end = end_of(c, at);
        /* Nearly always all come back; then no search is needed. */
        for (int i = 0; i < n && !is_there; i++)
            is_there = !memcmp(PQgetvalue(r, i, 0), match, CR_MATCH_ID);
        if (!is_there)
            outcome = look(s, c, at, end);
    }
    return outcome;
}

static size_t count_matches(const slice *c)
{
    size_t n = 0;

    for (size_t at = 0; at < c->n_sent; at = end_of(c, at))
        n++;
    return n;
}

/* Makes the connection that appends. */
static bool connect_writer(pg_store *s, const uint8_t id[PG_ID])
{
    const pg_statement statements[] = {
        {"append", pg_append_text()},
        {"look", "SELECT m.epoch, m.next, m.is_over, e.number, e.epoch, e.bytes FROM match m LEFT "
                 "JOIN entry e ON e.match = m.match AND e.number >= $2::int AND e.number < $3::int "
                 "WHERE m.match = $1 ORDER BY e.number"},
        {"tail", "SELECT number, bytes FROM entry WHERE match = $1 AND number >= $2::int ORDER BY "
                 "number"},
        {"behind", "UPDATE node SET beat = beat WHERE id = $1"},
        {NULL, NULL}};

    return pg_link_open(&s->append, &s->base, id, statements, 0, true);
}

/* Is it still this program that sends, and is the store not closed? */
static bool may_go_on(pg_store *s, const slice *c)
{
    bool is_same;

    pthread_mutex_lock(&s->lock);
    is_same = s->base.generation == c->generation;
    pthread_mutex_unlock(&s->lock);
    return is_same;
}

/* Sends until the outcome is known. Entries that could have been taken are sent again, the same bytes under the same numbers:
 * "not there" alone proves nothing, the old session may still be at it. */
static void send(pg_store *s, slice *c)
{
    uint32_t pause_ms = PAUSE_MS, wait_ms = WAIT_MS;

    for (;;) {
        pg_outcome outcome = PG_GONE;
        PGresult *r = NULL;

        if (!may_go_on(s, c) || (s->base.is_stopping && c->is_again)) {
            decide(c, 0, c->n_sent, CR_STORE_LOST);
            return;
        }
        if (s->append.conn || connect_writer(s, c->id)) {
            write_arguments(s, c);
            outcome = pg_run(&s->append, "append", &s->args, wait_ms, &r);
            if (outcome == PG_DONE && s->append.is_warned)
                outcome = PG_GONE; /* committed here, and who knows where else */
            if (outcome == PG_GONE)
                c->is_again = true;
            if (outcome == PG_DONE && (size_t)PQntuples(r) != count_matches(c))
                outcome = read_taken(s, c, r);
        }
        PQclear(r);
        if (outcome == PG_DONE)
            return;
        if (outcome == PG_REFUSED && !c->is_again) {
            decide(c, 0, c->n_sent, CR_STORE_FAILED);
            return;
        }
        if (outcome == PG_GONE || outcome == PG_REFUSED) {
            pthread_mutex_lock(&s->lock);
            s->unknown += c->n_sent;
            pthread_mutex_unlock(&s->lock);
        }
        wait_ms = wait_ms < WAIT_MAX_MS ? 2 * wait_ms : WAIT_MAX_MS;
        pg_pause(&s->base, pause_ms);
        pause_ms = pause_ms < PAUSE_MAX_MS ? 2 * pause_ms : PAUSE_MAX_MS;
    }
}

static void settle(pg_store *s, const slice *c, uint64_t ns)
{
    bool is_committed = false;

    pthread_mutex_lock(&s->lock);
    for (size_t k = 0; k < c->n; k++) {
        store_item *i = &c->items[k];
        store_log *log = store_logs_find(&s->logs, i->match);

        /* It is there: a log that does not have it would give its number twice. */
        if (i->result == CR_STORED && log && !log->is_lost) {
            if (log->next != i->number ||
                store_log_append(&s->logs, log, c->batch->bytes + i->at, i->len))
                log->is_lost = s->has_lost = true;
            else if (i->flags & CR_STORE_LAST)
                log->is_over = 1;
        }
        if (log && i->result == CR_STORE_LOST)
            log->is_lost = s->has_lost = true;
        is_committed |= i->result == CR_STORED;
        s->stats.committed += i->result == CR_STORED;
        s->stats.conflicts += i->result == CR_STORE_CONFLICT;
        s->stats.failures += i->result == CR_STORE_FAILED;
    }
    for (size_t k = 0; k < c->n; k++) {
        store_log *log = store_logs_find(&s->logs, c->items[k].match);

        if (!log)
            continue;
        log->planned = log->next;
        log->will_be_over = 0;
        if (!log->next && !log->is_lost)
            store_logs_remove(&s->logs, log); /* a match whose first entry failed never was */
    }
    s->stats.commits += is_committed;
    s->stats.commit_ns += ns;
    pthread_mutex_unlock(&s->lock);
}

static void publish(pg_store *s, const slice *c)
{
    static const uint8_t nothing[1];

    pthread_mutex_lock(&s->lock);
    for (size_t i = 0; i < c->n; i++) {
        store_item told = c->items[i];

        told.len = 0;
        (void)store_batch_add(&s->done, &told, nothing); /* reserved: cannot fail */
    }
    pthread_mutex_unlock(&s->lock);
    pg_wake(s);
}

static void commit_slice(pg_store *s, store_item *items, size_t n)
{
    slice c = {.batch = &s->working, .items = items, .order = s->order, .n = n};
    uint64_t start = now_ns();

    plan(s, &c);
    if (c.n_sent) {
        qsort_r(c.order, c.n_sent, sizeof *c.order, by_match, c.items);
        send(s, &c);
    }
    settle(s, &c, now_ns() - start);
    publish(s, &c);
}

void *pg_writer(void *with)
{
    pg_store *s = with;
    uint32_t generation = 0;

    for (;;) {
        pthread_mutex_lock(&s->lock);
        s->is_sleeping = true;
        while (!s->waiting.n && !s->base.is_stopping)
            pthread_cond_wait(&s->work, &s->lock);
        s->is_sleeping = false;
        if (!s->waiting.n) {
            pthread_mutex_unlock(&s->lock);
            return NULL;
        }
        store_batch_swap(&s->waiting, &s->working);
        if (!store_reserve((void **)&s->done.items, &s->done.cap, s->done.n + s->working.n,
                           sizeof *s->done.items) ||
            !store_reserve((void **)&s->done.bytes, &s->done.bytes_cap, 1, 1) ||
            !store_reserve((void **)&s->order, &s->order_cap, COMMIT_ENTRIES, sizeof *s->order))
            abort(); /* without room to answer nothing can be answered */
        if (generation != s->base.generation)
            pg_link_close(&s->append); /* its session bears the name of the dead */
        generation = s->base.generation;
        pthread_mutex_unlock(&s->lock);
        for (size_t at = 0; at < s->working.n; at += COMMIT_ENTRIES) {
            size_t n = s->working.n - at < COMMIT_ENTRIES ? s->working.n - at : COMMIT_ENTRIES;

            commit_slice(s, s->working.items + at, n);
        }
        store_batch_clear(&s->working);
    }
}
#else
typedef int pg_writer_is_not_built;
#endif
