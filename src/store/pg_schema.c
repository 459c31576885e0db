/* The tables in PostgreSQL: made, migrated and looked at by `croupier store`.
 *
 *   store    one row: version of the tables, first byte of the ids of its matches, are new ones welcome
 *   node     a program that runs or has run, by an id drawn anew at every start
 *   match    who runs it under which epoch, and the number of its next entry: changed with every append
 *   entry    the logs
 *   listing  what each program shows in the lobby; it may be lost at any time
 *   kept     what was worked out about matches that are over; likewise
 *
 * To change them: raise PG_SCHEMA, and add the step from the version before to `steps`. */
#include "store/stores.h"

#include <stdio.h>

#ifdef CR_WITH_POSTGRES
#include "store/link.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdlib.h>

/* steps[v]: from version v to v + 1. */
static const char *const steps[] = {
    "CREATE SCHEMA IF NOT EXISTS croupier;"
    "CREATE TABLE croupier.store(version int NOT NULL, number int NOT NULL CHECK (number BETWEEN 0 "
    "AND 255), takes_new bool NOT NULL, one bool PRIMARY KEY DEFAULT true CHECK (one));"
    "CREATE TABLE croupier.node(id uuid PRIMARY KEY, name text NOT NULL, address text NOT NULL, "
    "alive_until timestamptz NOT NULL, beat timestamptz NOT NULL, is_dead bool NOT NULL) WITH "
    "(fillfactor=50);"
    /* Names and games are not in here: this row is copied with every move. */
    "CREATE TABLE croupier.match(match uuid PRIMARY KEY, owner uuid NOT NULL, epoch int NOT NULL, "
    "next int NOT NULL, is_over bool NOT NULL) WITH (fillfactor=50);"
    "CREATE INDEX match_running ON croupier.match(owner) WHERE NOT is_over;"
    "CREATE TABLE croupier.entry(match uuid NOT NULL, number int NOT NULL, epoch int NOT NULL, "
    "bytes bytea NOT NULL, PRIMARY KEY (match, number));"
    "CREATE UNLOGGED TABLE croupier.listing(node uuid PRIMARY KEY, body text NOT NULL);"
    "INSERT INTO croupier.store(version, number, takes_new) VALUES(0, 0, true)",
    "CREATE UNLOGGED TABLE croupier.kept(id bigserial PRIMARY KEY, match uuid NOT NULL UNIQUE, "
    "bytes bytea NOT NULL)"};
static_assert(CR_COUNT_OF(steps) == PG_SCHEMA, "a step for each version");

static bool open_link(pg_link *link, pg_base *base, const char *url, bool schema)
{
    uint8_t id[PG_ID];

    *base = (pg_base){.url = url, .is_unsafe = true};
    randombytes_buf(id, sizeof id);
    return pg_link_open(link, base, id, NULL, 0, schema);
}

/* The one number this gives; -1 if there is none. */
static long long ask_number(pg_link *link, const char *text)
{
    PGresult *r = NULL;
    long long number = -1;

    if (!pg_exec(link, text, &r) && PQntuples(r) && !PQgetisnull(r, 0, 0))
        number = strtoll(PQgetvalue(r, 0, 0), NULL, 10);
    PQclear(r);
    return number;
}

static bool execute(pg_link *link, const char *text)
{
    PGresult *r = NULL;
    bool is_ok = !pg_exec(link, text, &r);

    PQclear(r);
    return is_ok;
}

static bool migrate(pg_link *link, unsigned version)
{
    char text[256];
    bool is_ok = execute(link, "BEGIN; SELECT pg_advisory_xact_lock(hashtext('croupier'))");

    for (; version < PG_SCHEMA && is_ok; version++)
        is_ok = execute(link, steps[version]);
    snprintf(text, sizeof text, "UPDATE croupier.store SET version = %u; COMMIT", PG_SCHEMA);
    return is_ok && execute(link, text);
}

static bool set_up(pg_link *link, int number, int takes_new)
{
    char text[256];

    if (number >= 0) {
        snprintf(text, sizeof text, "UPDATE croupier.store SET number = %d", number);
        if (!execute(link, text))
            return false;
    }
    snprintf(text, sizeof text, "UPDATE croupier.store SET takes_new = %s",
             takes_new ? "true" : "false");
    return takes_new < 0 || execute(link, text);
}

bool cr_postgres_init(const char *url, int number, int takes_new, char *why, size_t why_cap)
{
    pg_link link = {0};
    pg_base base;
    long long version = 0, now, matches;
    bool is_ok = open_link(&link, &base, url, false);

    if (is_ok && ask_number(&link, "SELECT (to_regclass('croupier.store') IS NOT NULL)::int") == 1)
        version = ask_number(&link, "SELECT version FROM croupier.store");
    if (is_ok && (version < 0 || version > PG_SCHEMA)) {
        snprintf(link.why, sizeof link.why, "the tables are of version %lld, this program knows %u",
                 version, PG_SCHEMA);
        is_ok = false;
    }
    if (is_ok && version && number >= 0) {
        now = ask_number(&link, "SELECT number FROM croupier.store");
        matches =
            ask_number(&link, "SELECT count(*) FROM (SELECT 1 FROM croupier.match LIMIT 1) m");
        if (now != number && matches > 0) {
            snprintf(link.why, sizeof link.why,
                     "the database has matches under the number %lld, which it keeps", now);
            is_ok = false;
        }
    }
    is_ok = is_ok && (version == PG_SCHEMA || migrate(&link, (unsigned)version)) &&
            set_up(&link, number, takes_new);
    if (is_ok)
        snprintf(why, why_cap, "%s",
                 version == PG_SCHEMA ? "the tables were there already"
                 : version            ? "the tables were brought up to date"
                                      : "the tables are made");
    else
        snprintf(why, why_cap, "%s", link.why);
    pg_link_close(&link);
    return is_ok;
}

typedef struct {
    pg_link link;
    void (*line)(void *with, const char *text);
    void *with;
} checker;

__attribute__((format(printf, 2, 3))) static void tell(const checker *c, const char *format, ...)
{
    char text[512];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    c->line(c->with, text);
}

/* A count that must be 0. */
static bool expect_none(checker *c, const char *text, const char *what)
{
    long long n = ask_number(&c->link, text);

    if (n)
        tell(c, "WRONG: %lld %s", n, what);
    return !n;
}

static void tell_nodes(checker *c)
{
    PGresult *r = NULL;

    if (!pg_exec(&c->link,
                 "SELECT name, address, CASE WHEN is_dead THEN 'ended' WHEN alive_until < "
                 "clock_timestamp() THEN 'silent' ELSE 'alive' END, count(m.match) FROM "
                 "croupier.node n LEFT JOIN croupier.match m ON m.owner = n.id AND NOT m.is_over "
                 "GROUP BY n.id, name, address, is_dead, alive_until HAVING NOT is_dead OR "
                 "count(m.match) > 0 ORDER BY 1, 3",
                 &r))
        for (int i = 0; i < PQntuples(r); i++)
            tell(c, "node %s at %s: %s, %s unfinished matches", PQgetvalue(r, i, 0),
                 PQgetvalue(r, i, 1), PQgetvalue(r, i, 2), PQgetvalue(r, i, 3));
    PQclear(r);
}

bool cr_postgres_check(const char *url, void (*line)(void *with, const char *text), void *with)
{
    static const char *const settings[] = {
        "server_version", "synchronous_commit", "synchronous_standby_names",
        "fsync",          "full_page_writes",   "max_connections"};
    checker c = {.line = line, .with = with};
    pg_base base;
    bool is_ok = open_link(&c.link, &base, url, true);

    if (!is_ok) {
        tell(&c, "WRONG: %s", c.link.why);
        return false;
    }
    tell(&c, "tables of version %u, number %lld, %s", PG_SCHEMA,
         ask_number(&c.link, "SELECT number FROM croupier.store"),
         ask_number(&c.link, "SELECT takes_new::int FROM croupier.store") > 0
             ? "takes new matches"
             : "takes no new matches");
    for (size_t i = 0; i < CR_COUNT_OF(settings); i++) {
        char text[128];
        PGresult *r = NULL;

        snprintf(text, sizeof text, "SELECT current_setting('%s')", settings[i]);
        if (!pg_exec(&c.link, text, &r))
            tell(&c, "%s = '%s'", settings[i], PQgetvalue(r, 0, 0));
        PQclear(r);
    }
    tell(&c, "%lld matches, %lld of them unfinished, %lld entries",
         ask_number(&c.link, "SELECT count(*) FROM croupier.match"),
         ask_number(&c.link, "SELECT count(*) FROM croupier.match WHERE NOT is_over"),
         ask_number(&c.link, "SELECT count(*) FROM croupier.entry"));
    tell_nodes(&c);
    is_ok &=
        expect_none(&c,
                    "SELECT count(*) FROM (SELECT match, count(*) n, min(number) lo, max(number) "
                    "hi FROM croupier.entry GROUP BY match) e FULL JOIN croupier.match m USING "
                    "(match) WHERE e.n IS DISTINCT FROM m.next OR e.lo IS DISTINCT FROM 0 OR "
                    "e.hi IS DISTINCT FROM m.next - 1",
                    "matches whose log is not whole");
    is_ok &= expect_none(&c,
                         "SELECT count(*) FROM (SELECT epoch, lag(epoch) OVER (PARTITION BY match "
                         "ORDER BY number) before FROM croupier.entry) e WHERE epoch < before",
                         "entries of an old epoch behind a newer one");
    is_ok &=
        expect_none(&c,
                    "SELECT count(*) FROM croupier.entry e JOIN croupier.match m USING (match) "
                    "WHERE e.epoch > m.epoch",
                    "entries of an epoch that nobody has");
    pg_link_close(&c.link);
    return is_ok;
}

#else

bool cr_postgres_init(const char *url, int number, int takes_new, char *why, size_t why_cap)
{
    (void)url, (void)number, (void)takes_new;
    snprintf(why, why_cap, "this program was built without PostgreSQL (libpq)");
    return false;
}

bool cr_postgres_check(const char *url, void (*line)(void *with, const char *text), void *with)
{
    (void)url;
    line(with, "WRONG: this program was built without PostgreSQL (libpq)");
    return false;
}

#endif
