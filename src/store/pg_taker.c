/* The thread that makes matches ours: the lease is taken in one statement, and only when that is committed the log is read,
 * so that nothing of the owner before can come behind it. */
#ifdef CR_WITH_POSTGRES
#include "store/postgres_inside.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    LOCK_MS = 1000, /* then the sessions of a dead owner are ended: one of them holds the row */
    WAIT_MS = 4000,
    TRIES = 4,
    PAUSE_MS = 50,
    PAUSE_MAX_MS = 1000
};

static const pg_statement statements[] = {
    {"take",
     "WITH seen AS (SELECT m.match, m.epoch, coalesce((extract(epoch FROM clock_timestamp() - "
     "n.beat) * 1000)::bigint, 9000000000000) AS slept FROM match m LEFT JOIN node n ON n.id = "
     "m.owner WHERE m.match = $1 AND (n.id IS NULL OR n.is_dead OR n.id = $2)) "
     "UPDATE match m SET owner = $2, epoch = m.epoch + 1 FROM seen, node me WHERE me.id = $2 AND "
     "NOT me.is_dead AND m.match = seen.match AND m.epoch = seen.epoch RETURNING m.epoch, "
     "m.is_over, greatest(seen.slept, 0)"},
    {"read", "SELECT number, bytes FROM entry WHERE match = $1 ORDER BY number"},
    {"who", "SELECT coalesce(n.address, ''), coalesce(n.is_dead, true), coalesce(n.alive_until < "
            "clock_timestamp(), true) FROM match m LEFT JOIN node n ON n.id = m.owner WHERE "
            "m.match = $1"},
    {"end", "SELECT pg_terminate_backend(a.pid) FROM match m JOIN node n ON n.id = m.owner JOIN "
            "pg_stat_activity a ON a.application_name = 'croupier ' || n.id::text WHERE m.match = "
            "$1 AND n.is_dead"},
    {NULL, NULL}};

/* Runs a statement about one match. */
static pg_outcome ask(pg_store *s, const char *name, const uint8_t *match, const uint8_t *id,
                      PGresult **out)
{
    pg_args args = {0};
    pg_outcome outcome;

    pg_add_bytes(&args, match, CR_MATCH_ID);
    if (id)
        pg_add_bytes(&args, id, PG_ID);
    outcome = pg_run(&s->take, name, &args, WAIT_MS, out);
    pg_args_release(&args);
    return outcome;
}

/* The log as it is now joins those at hand, if this program is still the one that took it. */
static bool adopt(pg_store *s, const uint8_t *match, uint32_t epoch, bool is_over,
                  uint64_t slept_ms, uint32_t generation, const PGresult *r)
{
    store_log *log = NULL;
    bool is_ok = false;

    pthread_mutex_lock(&s->lock);
    if (generation == s->base.generation && !store_logs_find(&s->logs, match))
        log = store_logs_add(&s->logs, match, 0);
    if (log) {
        is_ok = true;
        for (int i = 0; i < PQntuples(r) && is_ok; i++) {
            size_t len;
            const uint8_t *bytes = pg_bytes(r, i, 1, &len);

            is_ok = (pg_int(r, i, 0) == log->next || pg_has_fault("number")) &&
                    !store_log_append(&s->logs, log, bytes, len);
        }
        log->planned = log->next;
        log->epoch = epoch;
        log->is_over = is_over;
        log->slept_ms = slept_ms;
        if (!is_ok || !log->next) {
            store_logs_remove(&s->logs, log);
            is_ok = false;
        }
        s->takes += is_ok;
    }
    pthread_mutex_unlock(&s->lock);
    return is_ok;
}

/* True: it is ours, and its log is at hand. */
static pg_outcome take(pg_store *s, const uint8_t *match, bool *is_taken)
{
    uint8_t id[PG_ID];
    uint32_t generation;
    PGresult *taken = NULL, *log = NULL;
    pg_outcome outcome;

    *is_taken = false;
    pg_copy_id(s, id, &generation);
    outcome = ask(s, "take", match, id, &taken);
    if (outcome == PG_DONE && s->take.is_warned)
        outcome = PG_AGAIN; /* nobody waited for the standby: taken once more it is sure */
    if (outcome == PG_DONE && PQntuples(taken)) {
        outcome = ask(s, "read", match, NULL, &log);
        *is_taken = outcome == PG_DONE && adopt(s, match, pg_int(taken, 0, 0), pg_bool(taken, 0, 1),
                                                pg_big(taken, 0, 2), generation, log);
    }
    PQclear(log);
    PQclear(taken);
    return outcome;
}

/* Somebody else's, or nobody's. */
static pg_outcome find_owner(pg_store *s, pg_ask *a)
{
    PGresult *r;
    pg_outcome outcome = ask(s, "who", a->match, NULL, &r);

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

static void look_for(pg_store *s, pg_ask *a, uint32_t *pause_ms)
{
    a->place = CR_PLACE_AWAY;
    for (unsigned tries = 0; tries < TRIES && !s->base.is_stopping && pg_is_held(s); tries++) {
        pg_outcome outcome = PG_GONE;
        bool is_taken = false;
        uint8_t id[PG_ID];
        uint32_t generation;
        PGresult *r;

        pg_copy_id(s, id, &generation);
        if (s->take.conn || pg_link_open(&s->take, &s->base, id, statements, LOCK_MS, true))
            outcome = take(s, a->match, &is_taken);
        if (is_taken) {
            a->place = CR_PLACE_HERE;
            *pause_ms = PAUSE_MS;
            return;
        }
        if (outcome == PG_BLOCKED) {
            (void)ask(s, "end", a->match, NULL, &r);
            PQclear(r);
        } else if (outcome == PG_DONE) {
            outcome = find_owner(s, a);
            if (outcome == PG_DONE)
                return;
        }
        if (outcome == PG_GONE) {
            pg_pause(&s->base, *pause_ms);
            *pause_ms = *pause_ms < PAUSE_MAX_MS ? 2 * *pause_ms : PAUSE_MAX_MS;
        }
    }
}

void *pg_taker(void *with)
{
    pg_store *s = with;
    uint32_t pause_ms = PAUSE_MS;

    for (;;) {
        const store_log *log;
        pg_ask *a;

        pthread_mutex_lock(&s->lock);
        while (!s->asks.n && !s->base.is_stopping)
            pthread_cond_wait(&s->asked, &s->lock);
        a = s->base.is_stopping ? NULL : pg_asks_next(&s->asks);
        if (a) {
            /* Two came for the same match at once. */
            log = store_logs_find(&s->logs, a->match);
            if (log && log->next && !log->is_lost)
                a->place = CR_PLACE_HERE;
            else
                a->place = CR_PLACE_ASKED;
        }
        pthread_mutex_unlock(&s->lock);
        if (!a)
            return NULL;
        if (a->place == CR_PLACE_ASKED)
            look_for(s, a, &pause_ms);
        pthread_mutex_lock(&s->lock);
        pg_asks_add(&s->found, a);
        pthread_mutex_unlock(&s->lock);
        pg_wake(s);
    }
}
#else
typedef int pg_taker_is_not_built;
#endif
