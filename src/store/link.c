#ifdef CR_WITH_POSTGRES
#include "store/link.h"
#include "store/batch.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    SLICE_MS = 100,    /* how often a wait looks whether the store is closed */
    STOPPING_MS = 5000 /* after that an answer is not waited for any more */
};

uint64_t pg_now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_BOOTTIME, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

void pg_pause(const pg_base *base, uint32_t ms)
{
    struct timespec t = {0, 10 * 1000000};

    for (uint32_t n = 0; n < ms && !base->is_stopping; n += 10)
        nanosleep(&t, NULL);
}

void pg_id_text(const uint8_t id[PG_ID], char out[37])
{
    char *at = out;

    for (unsigned i = 0; i < PG_ID; i++)
        at += snprintf(at, 4, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", id[i]);
}

/* ---- arguments ---- */

void pg_args_clear(pg_args *a)
{
    a->len = 0;
    a->n = 0;
    a->is_full = false;
}

void pg_args_release(pg_args *a)
{
    free(a->bytes);
    *a = (pg_args){0};
}

static void put(pg_args *a, const void *bytes, size_t len)
{
    if (a->is_full || !store_reserve((void **)&a->bytes, &a->cap, a->len + len, 1)) {
        a->is_full = true;
        return;
    }
    if (len)
        memcpy(a->bytes + a->len, bytes, len);
    a->len += len;
}

static void put_int(pg_args *a, uint32_t value)
{
    uint8_t bytes[4] = {(uint8_t)(value >> 24), (uint8_t)(value >> 16), (uint8_t)(value >> 8),
                        (uint8_t)value};

    put(a, bytes, 4);
}

void pg_add_bytes(pg_args *a, const void *bytes, size_t len)
{
    a->at[a->n] = a->len;
    a->lens[a->n++] = (int)len;
    put(a, bytes, len);
}

void pg_add_text(pg_args *a, const char *text)
{
    pg_add_bytes(a, text, strlen(text));
}

void pg_add_int(pg_args *a, uint32_t value)
{
    a->at[a->n] = a->len;
    a->lens[a->n++] = 4;
    put_int(a, value);
}

void pg_add_big(pg_args *a, uint64_t value)
{
    a->at[a->n] = a->len;
    a->lens[a->n++] = 8;
    put_int(a, (uint32_t)(value >> 32));
    put_int(a, (uint32_t)value);
}

/* Dimensions, no nulls, type, and of the one dimension its length and first index. */
void pg_array_begin(pg_args *a, uint32_t type)
{
    a->at[a->n] = a->len;
    put_int(a, 1);
    put_int(a, 0);
    put_int(a, type);
    put_int(a, 0);
    put_int(a, 1);
}

void pg_array_bytes(pg_args *a, const void *bytes, size_t len)
{
    put_int(a, (uint32_t)len);
    put(a, bytes, len);
}

void pg_array_int(pg_args *a, uint32_t value)
{
    put_int(a, 4);
    put_int(a, value);
}

void pg_array_bool(pg_args *a, bool value)
{
    uint8_t byte = value;

    pg_array_bytes(a, &byte, 1);
}

void pg_array_end(pg_args *a, uint32_t n)
{
    size_t at = a->at[a->n];

    if (!a->is_full)
        for (unsigned i = 0; i < 4; i++)
            a->bytes[at + 12 + i] = (uint8_t)(n >> (24 - 8 * i));
    a->lens[a->n++] = (int)(a->len - at);
}

/* ---- what comes back ---- */

uint32_t pg_int(const PGresult *r, int row, int column)
{
    const uint8_t *b = (const uint8_t *)PQgetvalue(r, row, column);

    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

uint64_t pg_big(const PGresult *r, int row, int column)
{
    const uint8_t *b = (const uint8_t *)PQgetvalue(r, row, column);
    uint64_t value = 0;

    for (unsigned i = 0; i < 8; i++)
        value = value << 8 | b[i];
    return value;
}

bool pg_bool(const PGresult *r, int row, int column)
{
    return *PQgetvalue(r, row, column) != 0;
}

const uint8_t *pg_bytes(const PGresult *r, int row, int column, size_t *len)
{
    *len = (size_t)PQgetlength(r, row, column);
    return (const uint8_t *)PQgetvalue(r, row, column);
}

/* ---- running ---- */

/* The first line of what libpq or the server says. */
static void keep_why(pg_link *link, const char *said)
{
    size_t len = strcspn(said, "\n");

    if (!strncmp(said, "ERROR:  ", 8) || !strncmp(said, "FATAL:  ", 8)) {
        said += 8;
        len -= 8;
    }
    snprintf(link->why, sizeof link->why, "%.*s", (int)len, said);
}

static pg_outcome drop(pg_link *link)
{
    PQfinish(link->conn);
    link->conn = NULL;
    return PG_GONE;
}

static pg_outcome judge(pg_link *link, const PGresult *r)
{
    static const char *const unfit[] = {"08", "57P", "25006", "53300", "26000", "F0"};
    const char *state = PQresultErrorField(r, PG_DIAG_SQLSTATE);

    snprintf(link->state, sizeof link->state, "%s", state ? state : "");
    keep_why(link, PQresultErrorMessage(r));
    if (!state)
        return PG_GONE;
    for (size_t i = 0; i < CR_COUNT_OF(unfit); i++)
        if (!strncmp(state, unfit[i], strlen(unfit[i])))
            return PG_GONE;
    if (!strcmp(state, "55P03"))
        return PG_BLOCKED;
    return !strncmp(state, "40", 2) ? PG_AGAIN : PG_REFUSED;
}

/* Waits until there is something to read, or room to write. */
static bool wait_for(const pg_link *link, bool is_writing, uint64_t until_ms)
{
    struct pollfd p = {.fd = PQsocket(link->conn),
                       .events = (short)(POLLIN | (is_writing ? POLLOUT : 0))};
    uint64_t stopping_ms = 0;

    for (;;) {
        uint64_t now_ms = pg_now_ms();
        int n;

        if (link->base->is_stopping && !stopping_ms)
            stopping_ms = now_ms + STOPPING_MS;
        if (now_ms >= until_ms || (stopping_ms && now_ms >= stopping_ms) ||
            link->generation != link->base->generation)
            return false;
        n = poll(&p, 1, SLICE_MS);
        if (n > 0 || (n < 0 && errno != EINTR))
            return n > 0;
    }
}

static pg_outcome collect(pg_link *link, uint32_t wait_ms, PGresult **out)
{
    uint64_t until_ms = wait_ms ? pg_now_ms() + wait_ms : UINT64_MAX;
    pg_outcome outcome = PG_DONE;
    PGresult *r;
    int left;

    while ((left = PQflush(link->conn)) == 1)
        if (!wait_for(link, true, until_ms) || !PQconsumeInput(link->conn))
            break;
    if (left) {
        snprintf(link->why, sizeof link->why, "the server takes nothing");
        return drop(link);
    }
    for (;;) {
        while (PQisBusy(link->conn)) {
            if (!wait_for(link, false, until_ms)) {
                snprintf(link->why, sizeof link->why, "the server does not answer");
                return drop(link);
            }
            if (!PQconsumeInput(link->conn))
                break;
        }
        if (PQstatus(link->conn) == CONNECTION_BAD) {
            keep_why(link, PQerrorMessage(link->conn));
            return drop(link);
        }
        r = PQgetResult(link->conn);
        if (!r)
            break;
        if (PQresultStatus(r) != PGRES_TUPLES_OK && PQresultStatus(r) != PGRES_COMMAND_OK)
            outcome = judge(link, r);
        PQclear(*out);
        *out = r;
    }
    return outcome == PG_GONE ? drop(link) : outcome;
}

pg_outcome pg_run(pg_link *link, const char *name, const pg_args *args, uint32_t wait_ms,
                  PGresult **out)
{
    static const int binary[PG_ARGS_MAX] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    const char *values[PG_ARGS_MAX];

    *out = NULL;
    if (!link->conn)
        return PG_GONE;
    if (args->is_full) {
        snprintf(link->why, sizeof link->why, "no memory left");
        return PG_REFUSED;
    }
    for (int i = 0; i < args->n; i++)
        values[i] = (const char *)args->bytes + args->at[i];
    link->is_warned = false;
    if (!PQsendQueryPrepared(link->conn, name, args->n, values, args->lens, binary, 1)) {
        keep_why(link, PQerrorMessage(link->conn));
        return drop(link);
    }
    return collect(link, wait_ms, out);
}

pg_outcome pg_exec(pg_link *link, const char *text, PGresult **out)
{
    *out = NULL;
    if (!link->conn)
        return PG_GONE;
    if (!PQsendQuery(link->conn, text)) {
        keep_why(link, PQerrorMessage(link->conn));
        return drop(link);
    }
    return collect(link, 0, out);
}

/* ---- opening ---- */

/* A commit that somebody cancelled while it waited for the standby is answered with success and this warning. */
static void on_notice(void *with, const PGresult *r)
{
    pg_link *link = with;
    const char *state = PQresultErrorField(r, PG_DIAG_SQLSTATE);

    if (state && !strcmp(state, "01000"))
        link->is_warned = true;
}

void pg_place(const char *url, char *out, size_t cap)
{
    PQconninfoOption *parts = PQconninfoParse(url, NULL);
    const char *host = "", *port = "", *name = "";

    for (const PQconninfoOption *p = parts; p && p->keyword; p++) {
        if (!p->val)
            continue;
        if (!strcmp(p->keyword, "host"))
            host = p->val;
        else if (!strcmp(p->keyword, "port"))
            port = p->val;
        else if (!strcmp(p->keyword, "dbname"))
            name = p->val;
    }
    snprintf(out, cap, "postgres://%s%s%s/%s", host, *port ? ":" : "", port, name);
    PQconninfoFree(parts);
}

/* What must hold on a server before anything is written there; false: `why` tells. */
static bool check_server(pg_link *link, bool schema)
{
    pg_base *base = link->base;
    PGresult *r = NULL;
    bool is_ok = false;
    uint32_t timeline;

    if (PQserverVersion(link->conn) < 130000) {
        snprintf(link->why, sizeof link->why, "the server is older than PostgreSQL 13");
        return false;
    }
    if (pg_exec(link,
                "SELECT pg_is_in_recovery(), current_setting('synchronous_commit'), "
                "current_setting('fsync'), CASE WHEN pg_is_in_recovery() THEN '0' ELSE "
                "left(pg_walfile_name(pg_current_wal_lsn()), 8) END, "
                "to_regclass('croupier.store') IS NOT NULL",
                &r))
        goto done;
    timeline = (uint32_t)strtoul(PQgetvalue(r, 0, 3), NULL, 16);
    if (*PQgetvalue(r, 0, 0) == 't')
        snprintf(link->why, sizeof link->why, "the server is a read-only standby");
    else if (timeline < base->timeline)
        snprintf(link->why, sizeof link->why,
                 "the server came back with an older timeline (%u, not %u): a standby was promoted "
                 "since, and this server must not be used before it follows that one",
                 timeline, base->timeline);
    else if (!base->is_unsafe && !strcmp(PQgetvalue(r, 0, 2), "off"))
        snprintf(link->why, sizeof link->why,
                 "the server runs with fsync=off and may lose commits (see --unsafe-db)");
    else if (!base->is_unsafe && !strcmp(PQgetvalue(r, 0, 1), "off"))
        snprintf(
            link->why, sizeof link->why,
            "the server runs with synchronous_commit=off and may lose commits (see --unsafe-db)");
    else if (schema && *PQgetvalue(r, 0, 4) != 't')
        snprintf(link->why, sizeof link->why,
                 "the database has no tables of croupier: run 'croupier store init' first");
    else
        is_ok = true;
    if (is_ok && timeline > base->timeline)
        base->timeline = timeline;
    PQclear(r);
    r = NULL;
    if (is_ok && schema && !pg_exec(link, "SELECT version FROM croupier.store", &r)) {
        unsigned version = (unsigned)strtoul(PQgetvalue(r, 0, 0), NULL, 10);

        is_ok = version == PG_SCHEMA;
        if (!is_ok)
            snprintf(link->why, sizeof link->why,
                     "the tables are of version %u, this program needs %u: %s", version, PG_SCHEMA,
                     version < PG_SCHEMA ? "run 'croupier store init'" : "it is too old");
    }
done:
    PQclear(r);
    return is_ok && link->conn;
}

static bool prepare(pg_link *link, const pg_statement *statements)
{
    for (const pg_statement *s = statements; s && s->name; s++) {
        PGresult *r = PQprepare(link->conn, s->name, s->text, 0, NULL);
        bool is_ok = PQresultStatus(r) == PGRES_COMMAND_OK;

        if (!is_ok)
            (void)judge(link, r);
        PQclear(r);
        if (!is_ok)
            return false;
    }
    return true;
}

bool pg_link_open(pg_link *link, pg_base *base, const uint8_t id[PG_ID],
                  const pg_statement *statements, uint32_t lock_ms, bool schema)
{
    char name[64] = "croupier ", options[320];
    /* Behind dbname: what the URL says counts more. The plan must not depend on how small the tables once were. A host
     * that falls silent is noticed in three seconds, whoever waits for whom. */
    const char *const keys[] = {"keepalives_idle",  "keepalives_interval",
                                "keepalives_count", "tcp_user_timeout",
                                "connect_timeout",  "target_session_attrs",
                                "dbname",           "application_name",
                                "options",          NULL};
    const char *const values[] = {"1",          "1",       "3",  "3000",  "2",
                                  "read-write", base->url, name, options, NULL};

    pg_link_close(link);
    link->base = base;
    link->generation = base->generation;
    pg_id_text(id, name + 9);
    snprintf(options, sizeof options,
             "-c enable_seqscan=off -c enable_mergejoin=off -c jit=off -c "
             "plan_cache_mode=force_generic_plan -c lock_timeout=%u -c search_path=croupier",
             lock_ms);
    link->conn = PQconnectdbParams(keys, values, 1);
    base->opened++;
    if (!link->conn || PQstatus(link->conn) != CONNECTION_OK) {
        const char *said = link->conn ? PQerrorMessage(link->conn) : "no memory left";
        const char *last = strstr(said, "FATAL:  ");

        keep_why(link, last ? last : said);
        drop(link);
        return false;
    }
    (void)PQsetNoticeReceiver(link->conn, on_notice, link);
    if (PQsetnonblocking(link->conn, 0) || !check_server(link, schema) ||
        !prepare(link, statements)) {
        drop(link);
        return false;
    }
    (void)PQsetnonblocking(link->conn, 1);
    return true;
}

void pg_link_close(pg_link *link)
{
    if (link->conn)
        drop(link);
}
#else
typedef int link_is_not_built; /* ISO C wants something in a file */
#endif
