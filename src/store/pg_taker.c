/* The thread that makes matches ours: leases are taken in one statement for all that are asked for, and only when that is
 * committed the logs are read, so that nothing of the owner before can come behind it. */
#ifdef CR_WITH_POSTGRES
#include "store/postgres_inside.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    LOCK_MS = 1000, /* then the sessions of a dead owner are ended: one of them holds the row */
    WAIT_MS = 4000,
    TRIES = 4,
    AT_ONCE = 64, /* matches in one statement: when a server has died, many are asked for */
    PAUSE_MS = 50,
    PAUSE_MAX_MS = 1000
};

static const pg_statement statements[] = {
    {"take",
     "WITH seen AS (SELECT m.match, m.epoch, coalesce((extract(epoch FROM clock_timestamp() - "
     "n.beat) * 1000)::bigint, 9000000000000) AS slept FROM unnest($1::uuid[]) a(match) JOIN match "
     "m ON m.match = a.match LEFT JOIN node n ON n.id = m.owner WHERE n.id IS NULL OR n.is_dead OR "
     "n.id = $2) "
     "UPDATE match m SET owner = $2, epoch = m.epoch + 1 FROM seen, node me WHERE me.id = $2 AND "
     "NOT me.is_dead AND m.match = seen.match AND m.epoch = seen.epoch RETURNING m.match, m.epoch, "
     "m.is_over, greatest(seen.slept, 0)"},
    {"read", "SELECT e.match, e.number, e.bytes FROM unnest($1::uuid[]) a(match) JOIN entry e ON "
             "e.match = a.match ORDER BY e.match, e.number"},
    {"who", "SELECT coalesce(n.address, ''), coalesce(n.is_dead, true), coalesce(n.alive_until < "
            "clock_timestamp(), true) FROM match m LEFT JOIN node n ON n.id = m.owner WHERE "
            "m.match = $1"},
    {"end", "SELECT pg_terminate_backend(a.pid) FROM match m JOIN node n ON n.id = m.owner JOIN "
            "pg_stat_activity a ON a.application_name = 'croupier ' || n.id::text WHERE m.match = "
            "$1 AND n.is_dead"},
    {"kept", "SELECT match, bytes FROM kept WHERE match = ANY($1::uuid[])"},
    {"keep", "WITH put AS (INSERT INTO kept(match, bytes) VALUES($1, $2) ON CONFLICT (match) DO "
             "UPDATE SET id = excluded.id, bytes = excluded.bytes RETURNING id) DELETE FROM kept "
             "USING put WHERE kept.id <= put.id - $3::int"},
    {NULL, NULL}};

/* Runs a statement about one match. */
static pg_outcome ask(pg_store *s, const char *name, const uint8_t *match, PGresult **out)
{
    pg_args args = {0};
    pg_outcome outcome;

    pg_add_bytes(&args, match, CR_MATCH_ID);
    outcome = pg_run(&s->take, name, &args, WAIT_MS, out);
    pg_args_release(&args);
    return outcome;
}

/* The log of a match that was taken joins those at hand, if this program is still the one that took it: rows from `at` on. */
static void adopt(pg_store *s, const PGresult *taken, int row, const PGresult *logs, int at,
                  uint32_t generation)
{
    const uint8_t *match = (const uint8_t *)PQgetvalue(taken, row, 0);
    store_log *log = NULL;
    bool is_ok = true;

    pthread_mutex_lock(&s->lock);
    if (generation == s->base.generation && !store_logs_find(&s->logs, match))
        log = store_logs_add(&s->logs, match, 0);
    for (; log && is_ok && at < PQntuples(logs) &&
           !memcmp(PQgetvalue(logs, at, 0), match, CR_MATCH_ID);
         at++) {
        size_t len;
        const uint8_t *bytes = pg_bytes(logs, at, 2, &len);

        is_ok = (pg_int(logs, at, 1) == log->next || pg_has_fault("number")) &&
                !store_log_append(&s->logs, log, bytes, len);
    }
    if (log && is_ok && log->next) {
        log->planned = log->next;
        log->epoch = pg_int(taken, row, 1);
        log->is_over = pg_bool(taken, row, 2);
        log->slept_ms = pg_big(taken, row, 3);
        s->takes++;
    } else if (log) {
        store_logs_remove(&s->logs, log);
    }
    pthread_mutex_unlock(&s->lock);
}

/* What was kept beside matches that were taken; not worth a second try. */
static void read_kept(pg_store *s, const pg_args *matches)
{
    PGresult *r;

    if (pg_run(&s->take, "kept", matches, WAIT_MS, &r) == PG_DONE) {
        pthread_mutex_lock(&s->lock);
        for (int i = 0; i < PQntuples(r); i++) {
            store_log *log = store_logs_find(&s->logs, (const uint8_t *)PQgetvalue(r, i, 0));
            size_t len;
            const uint8_t *bytes = pg_bytes(r, i, 1, &len);

            if (log)
                store_log_keep(&s->logs, log, bytes, len);
        }
        pthread_mutex_unlock(&s->lock);
    }
    PQclear(r);
}

/* Reads the logs of matches that were taken. */
static pg_outcome read_logs(pg_store *s, const PGresult *taken, uint32_t generation)
{
    int n = PQntuples(taken);
    pg_args args = {0};
    PGresult *logs;
    pg_outcome outcome;

    pg_array_begin(&args, PG_UUID);
    for (int i = 0; i < n; i++)
        pg_array_bytes(&args, PQgetvalue(taken, i, 0), CR_MATCH_ID);
    pg_array_end(&args, (uint32_t)n);
    outcome = pg_run(&s->take, "read", &args, WAIT_MS, &logs);
    if (outcome == PG_DONE)
        for (int i = 0; i < n; i++) {
            int at = 0;

            while (at < PQntuples(logs) &&
                   memcmp(PQgetvalue(logs, at, 0), PQgetvalue(taken, i, 0), CR_MATCH_ID))
                at++;
            adopt(s, taken, i, logs, at, generation);
        }
    PQclear(logs);
    if (outcome == PG_DONE)
        read_kept(s, &args);
    pg_args_release(&args);
    return outcome;
}

/* Makes those of the matches ours that can be, with their logs at hand. */
static pg_outcome take(pg_store *s, pg_ask *const *asks, size_t n)
{
    uint8_t id[PG_ID];
    uint32_t generation;
    pg_args args = {0};
    PGresult *taken;
    pg_outcome outcome;

    pg_copy_id(s, id, &generation);
    pg_array_begin(&args, PG_UUID);
    for (size_t i = 0; i < n; i++)
        pg_array_bytes(&args, asks[i]->match, CR_MATCH_ID);
    pg_array_end(&args, (uint32_t)n);
    pg_add_bytes(&args, id, PG_ID);
    outcome = pg_run(&s->take, "take", &args, WAIT_MS, &taken);
    if (outcome == PG_DONE && s->take.is_warned)
        outcome = PG_AGAIN; /* nobody waited for the standby: taken once more it is sure */
    if (outcome == PG_DONE && PQntuples(taken))
        outcome = read_logs(s, taken, generation);
    PQclear(taken);
    pg_args_release(&args);
    return outcome;
}

static bool is_at_hand(pg_store *s, const uint8_t *match)
{
    const store_log *log;
    bool is_here;

    pthread_mutex_lock(&s->lock);
    log = store_logs_find(&s->logs, match);
    is_here = log && log->next && !log->is_lost;
    pthread_mutex_unlock(&s->lock);
    return is_here;
}

/* Somebody else's, or nobody's. */
static pg_outcome find_owner(pg_store *s, pg_ask *a)
{
    PGresult *r;
    pg_outcome outcome = ask(s, "who", a->match, &r);

    a->place = CR_PLACE_AWAY;
    if (outcome == PG_DONE && !PQntuples(r)) {
        a->place = CR_PLACE_NOWHERE;
    } else if (outcome == PG_DONE && pg_bool(r, 0, 1)) {
        outcome = PG_AGAIN; /* it has died since we asked */
    } else if (outcome == PG_DONE && !pg_bool(r, 0, 2)) {
        size_t len;
        const uint8_t *address = pg_bytes(r, 0, 0, &len);

        a->place = CR_PLACE_ELSEWHERE;
        snprintf(a->address, sizeof a->address, "%.*s", (int)len, (const char *)address);
    }
    PQclear(r);
    return outcome;
}

/* Decides about those whose owner is known; the others stay in `asks`, and how many these are is returned. */
static size_t find_owners(pg_store *s, pg_ask **asks, size_t n)
{
    size_t left = 0;

    for (size_t i = 0; i < n; i++) {
        if (is_at_hand(s, asks[i]->match))
            asks[i]->place = CR_PLACE_HERE;
        else if (find_owner(s, asks[i]) != PG_DONE)
            asks[left++] = asks[i];
    }
    return left;
}

static void look_for(pg_store *s, pg_ask **asks, size_t n, uint32_t *pause_ms)
{
    for (size_t i = 0; i < n; i++)
        asks[i]->place = CR_PLACE_AWAY;
    for (unsigned tries = 0; n && tries < TRIES && !s->base.is_stopping && pg_is_held(s); tries++) {
        pg_outcome outcome = PG_GONE;
        uint8_t id[PG_ID];
        uint32_t generation;
        PGresult *r;

        pg_copy_id(s, id, &generation);
        if (s->take.conn || pg_link_open(&s->take, &s->base, id, statements, LOCK_MS, true))
            outcome = take(s, asks, n);
        if (outcome == PG_DONE) {
            *pause_ms = PAUSE_MS;
            n = find_owners(s, asks, n);
        } else if (outcome == PG_BLOCKED && n > 1) {
            for (size_t i = 0; i < n; i++) /* one of them; the others need not wait for it */
                look_for(s, &asks[i], 1, pause_ms);
            return;
        } else if (outcome == PG_BLOCKED) {
            (void)ask(s, "end", asks[0]->match, &r);
            PQclear(r);
        } else if (outcome == PG_GONE) {
            pg_pause(&s->base, *pause_ms);
            *pause_ms = *pause_ms < PAUSE_MAX_MS ? 2 * *pause_ms : PAUSE_MAX_MS;
        }
    }
}

/* What does not go in is dropped: it can be worked out again. */
static void write_keeps(pg_store *s, store_keeps *keeps)
{
    uint8_t id[PG_ID];
    uint32_t generation;

    pg_copy_id(s, id, &generation);
    for (const store_keep *k = keeps->head; k; k = k->next) {
        pg_args args = {0};
        PGresult *r = NULL;

        pg_add_bytes(&args, k->match, CR_MATCH_ID);
        pg_add_bytes(&args, k->bytes, k->len);
        pg_add_int(&args, CR_STORE_KEPT);
        if (s->take.conn || pg_link_open(&s->take, &s->base, id, statements, LOCK_MS, true))
            (void)!pg_run(&s->take, "keep", &args, WAIT_MS, &r);
        PQclear(r);
        pg_args_release(&args);
    }
    store_keeps_release(keeps);
}

void *pg_taker(void *with)
{
    pg_store *s = with;
    uint32_t pause_ms = PAUSE_MS;

    for (;;) {
        pg_ask *all[AT_ONCE], *asks[AT_ONCE];
        size_t n = 0, n_asks = 0;
        store_keeps keeps;

        pthread_mutex_lock(&s->lock);
        while (!s->asks.n && !s->keeps.head && !s->base.is_stopping)
            pthread_cond_wait(&s->asked, &s->lock);
        while (!s->base.is_stopping && n < AT_ONCE && s->asks.n)
            all[n++] = pg_asks_next(&s->asks);
        keeps = s->keeps;
        s->keeps = (store_keeps){0};
        pthread_mutex_unlock(&s->lock);
        if (!n && !keeps.head)
            return NULL;
        write_keeps(s, &keeps);
        if (!n)
            continue;
        for (size_t i = 0; i < n; i++) {
            all[i]->place = CR_PLACE_HERE; /* two may come for the same match */
            if (!is_at_hand(s, all[i]->match))
                asks[n_asks++] = all[i];
        }
        look_for(s, asks, n_asks, &pause_ms);
        pthread_mutex_lock(&s->lock);
        for (size_t i = 0; i < n; i++)
            pg_asks_add(&s->found, all[i]);
        pthread_mutex_unlock(&s->lock);
        pg_wake(s);
    }
}
#else
typedef int pg_taker_is_not_built;
#endif
