/* The thread that keeps this program alive in the eyes of the others: registers it, renews its lease by the database's clock,
 * declares others dead, and carries the lists of matches to and fro. docs/scaling.md has the rules of the lease.
 *
 *  1. The time before a renewal is sent counts: the lease ends for us a quarter earlier than for the others.
 *  2. A renewal that finds no row: we are dead. All that was ours is not, and we begin again under a new id.
 *  3. Others are declared dead only by who has renewed every time for longer than a lease: when a database comes back, its
 *     programs do not bury each other. */
#ifdef CR_WITH_POSTGRES
#include "store/postgres_inside.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

static const pg_statement statements[] = {
    {"join",
     "WITH old AS (UPDATE node SET is_dead = true, alive_until = least(alive_until, "
     "clock_timestamp()) WHERE $5::int = 1 AND name = $2::text AND NOT is_dead), gone AS "
     "(DELETE FROM listing l USING node n WHERE n.id = l.node AND n.is_dead), past AS "
     "(DELETE FROM node WHERE is_dead AND alive_until < clock_timestamp() - interval '7 "
     "days') INSERT INTO node(id, name, address, alive_until, beat, is_dead) "
     "VALUES($1::uuid, $2::text, $3::text, clock_timestamp() + $4::int * interval '1 "
     "millisecond', clock_timestamp(), false) RETURNING (SELECT number FROM store), (SELECT "
     "takes_new FROM store)"},
    {"renew",
     "UPDATE node SET alive_until = clock_timestamp() + $2::int * interval '1 "
     "millisecond', beat = clock_timestamp() WHERE id = $1::uuid AND NOT is_dead RETURNING "
     "(SELECT number FROM store), (SELECT takes_new FROM store)"},
    {"bury", "UPDATE node SET is_dead = true WHERE alive_until < clock_timestamp() AND NOT is_dead "
             "RETURNING id"},
    {"leave", "UPDATE node SET is_dead = true, alive_until = clock_timestamp(), beat = "
              "clock_timestamp() WHERE id = $1::uuid"},
    {"publish", "INSERT INTO listing(node, body) VALUES($1::uuid, $2::text) ON CONFLICT (node) DO "
                "UPDATE SET body = excluded.body"},
    {"others", "SELECT l.body FROM listing l JOIN node n ON n.id = l.node WHERE NOT n.is_dead AND "
               "n.alive_until > clock_timestamp() AND n.id <> $1::uuid AND l.body <> ''"},
    /* In an order of our own, so that several programs do not all reach for the same ones. */
    {"orphans", "SELECT m.match FROM node n JOIN match m ON m.owner = n.id WHERE n.is_dead AND "
                "n.alive_until < clock_timestamp() - $3::int * interval '1 millisecond' AND NOT "
                "m.is_over ORDER BY md5(m.match::text || $1::uuid::text) LIMIT $2::int"},
    {NULL, NULL}};

static void note_trouble(pg_store *s, const char *why)
{
    pthread_mutex_lock(&s->lock);
    snprintf(s->trouble, sizeof s->trouble, "%s", why);
    pthread_mutex_unlock(&s->lock);
}

/* The lease counts from before it was asked for. */
static void hold(pg_store *s, uint64_t from_ms, const PGresult *r)
{
    pthread_mutex_lock(&s->lock);
    s->number = pg_int(r, 0, 0);
    s->takes_new = pg_bool(r, 0, 1);
    s->has_number = true;
    s->trouble[0] = 0;
    pthread_mutex_unlock(&s->lock);
    s->held_until = from_ms + s->lease_ms - s->lease_ms / 4;
}

bool pg_register(pg_store *s)
{
    uint64_t from_ms;
    uint8_t id[PG_ID];
    pg_args args = {0};
    PGresult *r = NULL;
    bool is_ok = false;

    randombytes_buf(id, sizeof id);
    if (!pg_link_open(&s->keep, &s->base, id, statements, 0, true)) {
        note_trouble(s, s->keep.why);
        return false;
    }
    pthread_mutex_lock(&s->lock);
    memcpy(s->id, id, PG_ID);
    pthread_mutex_unlock(&s->lock);
    from_ms = pg_now_ms();
    pg_add_bytes(&args, id, PG_ID);
    pg_add_text(&args, s->name);
    pg_add_text(&args, s->address);
    pg_add_int(&args, s->lease_ms);
    /* A program that is started again need not wait for its lease. One that was dead leaves others of its name alone. */
    pg_add_int(&args, !s->was_registered);
    if (!pg_run(&s->keep, "join", &args, s->lease_ms, &r)) {
        is_ok = s->is_registered = s->was_registered = true;
        hold(s, from_ms, r);
    } else {
        note_trouble(s, s->keep.why);
        pg_link_close(&s->keep);
    }
    PQclear(r);
    pg_args_release(&args);
    return is_ok;
}

/* Others have declared us dead. */
static void lose_all(pg_store *s)
{
    s->is_registered = false;
    s->good_since = 0;
    pg_link_close(&s->keep);
    if (pg_has_fault("lease"))
        return;
    s->held_until = 0;
    pthread_mutex_lock(&s->lock);
    s->base.generation++;
    s->has_lost = true;
    for (size_t i = 0; i < s->logs.n_slots; i++)
        for (store_log *log = s->logs.slots[i]; log; log = log->hash_next)
            log->is_lost = 1;
    s->is_published = false;
    snprintf(s->trouble, sizeof s->trouble, "the lease ran out");
    pthread_mutex_unlock(&s->lock);
}

/* Runs a statement about ourselves. */
static pg_outcome say(pg_store *s, const char *name, const uint32_t *a, const uint32_t *b,
                      PGresult **out)
{
    pg_args args = {0};
    pg_outcome outcome;

    pg_add_bytes(&args, s->id, PG_ID); /* only this thread changes it */
    if (a)
        pg_add_int(&args, *a);
    if (b)
        pg_add_int(&args, *b);
    outcome = pg_run(&s->keep, name, &args, s->lease_ms, out);
    pg_args_release(&args);
    return outcome;
}

static void renew(pg_store *s)
{
    uint64_t from_ms = pg_now_ms();
    PGresult *r;
    pg_outcome outcome = say(s, "renew", &s->lease_ms, NULL, &r);

    if (outcome == PG_DONE && !s->keep.is_warned) {
        if (PQntuples(r)) {
            hold(s, from_ms, r);
            if (!s->good_since)
                s->good_since = from_ms;
        } else {
            lose_all(s);
        }
    } else {
        s->good_since = 0;
        note_trouble(s, outcome == PG_DONE ? "the standby does not answer" : s->keep.why);
    }
    PQclear(r);
}

static void bury(pg_store *s)
{
    pg_args none = {0};
    PGresult *r;

    if (!s->good_since || pg_now_ms() - s->good_since <= s->lease_ms + s->lease_ms / 4)
        return;
    if (pg_run(&s->keep, "bury", &none, s->lease_ms, &r) == PG_GONE)
        s->good_since = 0;
    PQclear(r);
}

static void exchange_lists(pg_store *s)
{
    pg_args args = {0};
    PGresult *r = NULL;
    char *mine = NULL, *others;
    size_t len = 0;

    pthread_mutex_lock(&s->lock);
    if (s->published && !s->is_published)
        mine = strdup(s->published);
    pthread_mutex_unlock(&s->lock);
    if (mine) {
        pg_add_bytes(&args, s->id, PG_ID);
        pg_add_text(&args, mine);
        if (!pg_run(&s->keep, "publish", &args, s->lease_ms, &r)) {
            pthread_mutex_lock(&s->lock);
            s->is_published = s->published && !strcmp(s->published, mine);
            pthread_mutex_unlock(&s->lock);
        }
        PQclear(r);
        pg_args_release(&args);
        free(mine);
    }
    if (say(s, "others", NULL, NULL, &r)) {
        PQclear(r);
        return;
    }
    for (int i = 0; i < PQntuples(r); i++)
        len += (size_t)PQgetlength(r, i, 0) + 1;
    others = malloc(len + 1);
    if (others) {
        len = 0;
        for (int i = 0; i < PQntuples(r); i++) {
            if (len)
                others[len++] = ',';
            memcpy(others + len, PQgetvalue(r, i, 0), (size_t)PQgetlength(r, i, 0));
            len += (size_t)PQgetlength(r, i, 0);
        }
        others[len] = 0;
        pthread_mutex_lock(&s->lock);
        free(s->others);
        s->others = others;
        pthread_mutex_unlock(&s->lock);
    }
    PQclear(r);
}

/* Matches that nobody runs are offered to our rooms: their clocks go on, whether somebody comes to them or not. Those whose
 * players come back at once have them first. */
static void find_orphans(pg_store *s)
{
    uint32_t cap = PG_ORPHANS;
    PGresult *r;
    bool is_wanted;

    pthread_mutex_lock(&s->lock);
    is_wanted = s->wants_orphans && !s->orphans.n && !s->asks.n;
    pthread_mutex_unlock(&s->lock);
    if (!is_wanted)
        return;
    if (!say(s, "orphans", &cap, &s->lease_ms, &r) && PQntuples(r)) {
        pthread_mutex_lock(&s->lock);
        for (int i = 0; i < PQntuples(r); i++) {
            pg_ask *ask = calloc(1, sizeof *ask);

            if (!ask)
                break;
            memcpy(ask->match, PQgetvalue(r, i, 0), CR_MATCH_ID);
            pg_asks_add(&s->orphans, ask);
        }
        pthread_mutex_unlock(&s->lock);
        pg_wake(s);
    }
    PQclear(r);
}

void *pg_keeper(void *with)
{
    pg_store *s = with;
    PGresult *r;

    while (!s->base.is_stopping) {
        uint64_t start_ms = pg_now_ms(), spent_ms;
        uint32_t period_ms = s->lease_ms / 4;

        if (!s->is_registered) {
            (void)pg_register(s);
        } else if (!s->keep.conn) {
            s->good_since = 0;
            if (pg_link_open(&s->keep, &s->base, s->id, statements, 0, true))
                renew(s);
            else
                note_trouble(s, s->keep.why);
        } else {
            renew(s);
        }
        if (s->is_registered && s->keep.conn && pg_is_held(s)) {
            bury(s);
            exchange_lists(s);
            find_orphans(s);
        }
        /* The rooms learn it by themselves when they want to show something; who waits for them learns it here. What counts is what
         * they were told: a lease that ended while we were connecting, and is there again, is news to them and none to us. */
        if (s->was_held != pg_is_held(s))
            pg_wake(s);
        spent_ms = pg_now_ms() - start_ms;
        if (!s->keep.conn)
            period_ms /= 4;
        if (spent_ms < period_ms)
            pg_pause(&s->base, period_ms - (uint32_t)spent_ms);
    }
    if (s->is_registered && s->keep.conn) {
        (void)say(s, "leave", NULL, NULL, &r);
        PQclear(r);
    }
    return NULL;
}
#else
typedef int pg_keeper_is_not_built;
#endif
