/* What the store keeps that several programs share: numbers are compared, a match has one owner, and an owner that lost it
 * writes nothing more, whatever it believes. Runs on a server of its own (tests/with-postgres). */
#include "support/cmocka_all.h"
#include "store/stores.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef CR_WITH_POSTGRES
#include "host/shared.h"
#include "store/postgres_inside.h"

enum { LEASE_MS = 2500 }; /* long enough for a machine that is busy with other tests */

static const char *url;
static pg_base admin_base;
static pg_link admin;

/* ---- support ---- */

/* The one value this gives. */
static const char *sql(const char *text)
{
    static char value[256];
    PGresult *r = NULL;

    if (pg_exec(&admin, text, &r))
        fail_msg("%s: %s", text, admin.why);
    snprintf(value, sizeof value, "%s", PQntuples(r) ? PQgetvalue(r, 0, 0) : "");
    PQclear(r);
    return value;
}

static int new_tables(void **unused)
{
    char why[256];

    (void)unused;
    sql("DROP SCHEMA IF EXISTS croupier CASCADE");
    if (!cr_postgres_init(url, 7, 1, why, sizeof why))
        fail_msg("%s", why);
    return 0;
}

typedef struct {
    cr_store *store;
    unsigned n[4], n_lost, n_turned, n_orphans;
    cr_store_place place;
    char address[CR_SHARED_ADDRESS];
    bool is_told;
} program;

static void count(void *with, void *owner, cr_store_result result)
{
    (void)owner;
    ((program *)with)->n[result]++;
}

static void on_taken(void *with, const uint8_t match[CR_MATCH_ID], cr_store_place place,
                     const char *address)
{
    program *p = with;

    (void)match;
    p->place = place;
    p->is_told = true;
    snprintf(p->address, sizeof p->address, "%s", address);
}

static void on_lost(void *with, const uint8_t match[CR_MATCH_ID])
{
    (void)match;
    ((program *)with)->n_lost++;
}

static void on_turned(void *with)
{
    ((program *)with)->n_turned++;
}

static void on_orphaned(void *with, const uint8_t match[CR_MATCH_ID])
{
    (void)match;
    ((program *)with)->n_orphans++;
}

static void open_program(program *p, const char *name)
{
    char address[64], why[256];
    cr_postgres_options o = {
        .url = url, .name = name, .address = address, .lease_ms = LEASE_MS, .is_unsafe = true};

    snprintf(address, sizeof address, "http://%s", name);
    *p = (program){0};
    if (cr_store_postgres_open(&o, &p->store, why, sizeof why))
        fail_msg("%s", why);
    p->store->done = count;
    p->store->done_with = p;
    p->store->shared->taken = on_taken;
    p->store->shared->lost = on_lost;
    p->store->shared->turned = on_turned;
    p->store->shared->orphaned = on_orphaned;
    p->store->shared->with = p;
}

static void close_program(program *p)
{
    p->store->close(p->store);
    p->store = NULL;
}

#define WAIT_FOR(p, condition)                            \
    do {                                                  \
        for (unsigned tries = 0; !(condition); tries++) { \
            (p)->store->collect((p)->store);              \
            if (tries > 15000)                            \
                fail_msg("never: %s", #condition);        \
            usleep(1000);                                 \
        }                                                 \
    } while (0)

static bool is_held(program *p)
{
    const uint8_t id[CR_MATCH_ID] = {7, 1};

    return p->store->shared->is_held(p->store->shared, id);
}

static cr_err append(program *p, uint8_t match, uint32_t number, const char *text, uint32_t flags)
{
    cr_store_entry entry = {.match = {7, match},
                            .number = number,
                            .flags = flags,
                            .bytes = (const uint8_t *)text,
                            .len = strlen(text)};

    return p->store->append(p->store, &entry, NULL);
}

static unsigned told(const program *p)
{
    return p->n[0] + p->n[1] + p->n[2] + p->n[3];
}

static void finish(program *p, unsigned total)
{
    p->store->flush(p->store);
    WAIT_FOR(p, told(p) >= total);
}

static bool join(void *with, uint32_t number, const uint8_t *bytes, size_t len)
{
    char *text = with;
    size_t at = strlen(text);

    snprintf(text + at, 4096 - at, "%u:%.*s ", number, (int)len, (const char *)bytes);
    return true;
}

static const char *read_back(program *p, uint8_t match, uint32_t from)
{
    static char text[4096];
    const uint8_t id[CR_MATCH_ID] = {7, match};

    text[0] = 0;
    return p->store->read(p->store, id, from, join, text) ? "none" : text;
}

static cr_store_place take(program *p, uint8_t match)
{
    const uint8_t id[CR_MATCH_ID] = {7, match};
    cr_store_place place = p->store->shared->take(p->store->shared, id);

    if (place != CR_PLACE_ASKED)
        return place;
    p->is_told = false;
    WAIT_FOR(p, p->is_told);
    return p->place;
}

/* ---- tests ---- */

static void numbers_are_compared_and_read_back(void **unused)
{
    program p;

    (void)unused;
    open_program(&p, "a");
    assert_int_equal(append(&p, 1, 1, "no head", 0), CR_ERR_OK);
    finish(&p, 1);
    assert_int_equal(p.n[CR_STORE_LOST], 1);
    assert_string_equal(read_back(&p, 1, 0), "none");

    append(&p, 1, 0, "head", 0);
    append(&p, 1, 1, "a", 0);
    append(&p, 2, 0, "other", 0);
    append(&p, 1, 1, "late twin", 0);
    append(&p, 1, 2, "b", 0);
    append(&p, 1, 4, "gap", 0);
    finish(&p, 7);
    assert_int_equal(p.n[CR_STORED], 4);
    assert_int_equal(p.n[CR_STORE_CONFLICT], 2);
    assert_string_equal(read_back(&p, 1, 0), "0:head 1:a 2:b ");
    assert_string_equal(read_back(&p, 1, 2), "2:b ");
    append(&p, 1, 3, "end", CR_STORE_LAST);
    append(&p, 1, 4, "after the end", 0);
    finish(&p, 9);
    assert_int_equal(p.n[CR_STORED], 5);
    assert_int_equal(p.n[CR_STORE_CONFLICT], 3);
    close_program(&p);

    open_program(&p, "a");
    assert_string_equal(read_back(&p, 1, 0), "none");
    assert_int_equal(take(&p, 1), CR_PLACE_HERE);
    assert_string_equal(read_back(&p, 1, 0), "0:head 1:a 2:b 3:end ");
    assert_int_equal(take(&p, 3), CR_PLACE_NOWHERE);
    assert_int_equal(take(&p, 2), CR_PLACE_HERE);
    append(&p, 1, 4, "after the end", 0);
    append(&p, 2, 1, "goes on", 0);
    finish(&p, 2);
    assert_int_equal(p.n[CR_STORE_CONFLICT], 1);
    assert_int_equal(p.n[CR_STORED], 1);
    assert_string_equal(sql("SELECT string_agg(epoch::text, ',' ORDER BY number) FROM "
                            "croupier.entry WHERE match = '07020000000000000000000000000000'"),
                        "1,2");
    close_program(&p);
}

/* More entries than one statement takes, matches in no order, some of them new. */
static void a_long_batch_keeps_the_order_of_each_match(void **unused)
{
    program p;
    unsigned n = 0;

    (void)unused;
    open_program(&p, "a");
    for (uint32_t number = 0; number < 12; number++)
        for (unsigned m = 0; m < 200; m++, n++)
            assert_int_equal(append(&p, (uint8_t)(m * 77 % 200 + 1), number, "some bytes", 0),
                             CR_ERR_OK);
    finish(&p, n);
    assert_int_equal(p.n[CR_STORED], n);
    assert_string_equal(sql("SELECT count(*) FROM croupier.match WHERE next = 12"), "200");
    assert_string_equal(sql("SELECT count(*) FROM croupier.entry"), "2400");
    close_program(&p);
}

static void another_program_is_told_where_the_match_is(void **unused)
{
    program a, b;

    (void)unused;
    open_program(&a, "a");
    open_program(&b, "b");
    append(&a, 1, 0, "head", 0);
    finish(&a, 1);
    assert_int_equal(take(&b, 1), CR_PLACE_ELSEWHERE);
    assert_string_equal(b.address, "http://a");
    close_program(&a); /* says so: nobody waits for its lease */
    assert_int_equal(take(&b, 1), CR_PLACE_HERE);
    assert_string_equal(read_back(&b, 1, 0), "0:head ");
    close_program(&b);
}

static void a_program_that_is_started_again_need_not_wait(void **unused)
{
    program dead, p;

    (void)unused;
    open_program(&dead, "a");
    append(&dead, 1, 0, "head", 0);
    finish(&dead, 1);
    open_program(&p, "a"); /* of the same name: the one before is dead */
    assert_int_equal(take(&p, 1), CR_PLACE_HERE);
    close_program(&p);
    close_program(&dead);
}

static const char *kept(program *p, uint8_t match)
{
    static char text[64];
    const uint8_t id[CR_MATCH_ID] = {7, match};
    size_t len = 0;
    uint8_t *bytes = p->store->kept(p->store, id, &len);

    snprintf(text, sizeof text, "%.*s", (int)len, bytes ? (const char *)bytes : "");
    free(bytes);
    return text;
}

static void keep(program *p, uint8_t match, const char *text)
{
    const uint8_t id[CR_MATCH_ID] = {7, match};

    p->store->keep(p->store, id, (const uint8_t *)text, strlen(text));
}

static void what_is_kept_beside_a_match_comes_with_it(void **unused)
{
    program a, b;

    (void)unused;
    open_program(&a, "a");
    append(&a, 1, 0, "head", CR_STORE_LAST);
    finish(&a, 1);
    assert_string_equal(kept(&a, 1), "");
    keep(&a, 1, "first");
    assert_string_equal(kept(&a, 1), "first");
    WAIT_FOR(&a, !strcmp(sql("SELECT convert_from(bytes, 'UTF8') FROM croupier.kept"), "first"));
    keep(&a, 1, "second");
    keep(&a, 2, "of no match that is here");
    WAIT_FOR(&a, !strcmp(sql("SELECT convert_from(bytes, 'UTF8') FROM croupier.kept"), "second"));
    assert_string_equal(sql("SELECT count(*) FROM croupier.kept"), "1");
    close_program(&a);
    open_program(&b, "b");
    assert_int_equal(take(&b, 1), CR_PLACE_HERE);
    assert_string_equal(kept(&b, 1), "second");
    close_program(&b);
}

/* Tables of the first version are brought up to date, with what is in them. */
static void older_tables_are_brought_up_to_date(void **unused)
{
    cr_postgres_options o = {.url = url, .name = "a", .address = "", .is_unsafe = true};
    cr_store *store;
    program a;
    char why[256];

    (void)unused;
    open_program(&a, "a");
    append(&a, 1, 0, "head", 0);
    finish(&a, 1);
    close_program(&a);
    sql("DROP TABLE croupier.kept; UPDATE croupier.store SET version = 1");
    assert_int_equal(cr_store_postgres_open(&o, &store, why, sizeof why), CR_ERR_STORE);
    assert_non_null(strstr(why, "croupier store init"));
    assert_true(cr_postgres_init(url, -1, -1, why, sizeof why));
    assert_non_null(strstr(why, "brought up to date"));
    open_program(&a, "a");
    assert_int_equal(take(&a, 1), CR_PLACE_HERE);
    assert_string_equal(read_back(&a, 1, 0), "0:head ");
    close_program(&a);
}

/* The node is declared dead and does not know it yet: its lease and its clock say that all is well. */
static void who_lost_a_match_writes_nothing_more(void **unused)
{
    program a, b;

    (void)unused;
    open_program(&a, "a");
    open_program(&b, "b");
    append(&a, 1, 0, "head", 0);
    append(&a, 2, 0, "head", 0);
    finish(&a, 2);
    sql("UPDATE croupier.node SET is_dead = true WHERE name = 'a'");
    assert_int_equal(take(&b, 1), CR_PLACE_HERE);
    assert_true(append(&a, 1, 1, "behind", 0) == CR_ERR_OK || !is_held(&a));
    append(&b, 1, 1, "mine", 0);
    finish(&b, 1);
    a.store->flush(a.store);
    WAIT_FOR(&a, a.n_lost == 2); /* the other one too: all that was its own */
    assert_int_equal(a.n[CR_STORED], 2);
    assert_string_equal(read_back(&b, 1, 0), "0:head 1:mine ");
    WAIT_FOR(&a, is_held(&a)); /* under a new id */
    assert_int_equal(take(&a, 1), CR_PLACE_ELSEWHERE);
    assert_int_equal(take(&a, 2), CR_PLACE_HERE);
    assert_string_equal(sql("SELECT string_agg(convert_from(bytes, 'UTF8'), ' ' ORDER BY number) "
                            "FROM croupier.entry WHERE match = "
                            "'07010000000000000000000000000000'"),
                        "head mine");
    close_program(&a);
    close_program(&b);
}

/* Renewals hang: the program stops showing before others may take its matches, and goes on when they do not. */
static void who_cannot_renew_holds_nothing(void **unused)
{
    program a;

    (void)unused;
    open_program(&a, "a");
    append(&a, 1, 0, "head", 0);
    finish(&a, 1);
    sql("BEGIN; LOCK TABLE croupier.node IN EXCLUSIVE MODE");
    WAIT_FOR(&a, !is_held(&a));
    assert_int_equal(append(&a, 1, 1, "not now", 0), CR_ERR_FULL);
    assert_int_equal(take(&a, 2), CR_PLACE_AWAY);
    WAIT_FOR(&a, a.n_turned == 1);
    assert_non_null(a.store->shared->trouble(a.store->shared));
    sql("COMMIT");
    WAIT_FOR(&a, a.n_turned == 2);
    assert_null(a.store->shared->trouble(a.store->shared));
    append(&a, 1, 1, "now", 0);
    finish(&a, 2);
    assert_int_equal(a.n[CR_STORED], 2);
    assert_int_equal(a.n_lost, 0);
    close_program(&a);
}

/* Others bury a program that is silent, and offer its matches to whoever has room. */
static void matches_of_the_dead_are_found(void **unused)
{
    program a, b;

    (void)unused;
    open_program(&a, "a");
    append(&a, 1, 0, "head", 0);
    append(&a, 2, 0, "head", CR_STORE_LAST);
    finish(&a, 2);
    open_program(&b, "b");
    (void)b.store->unfinished(b.store, 10, NULL, NULL);
    /* A program that is killed: no renewals, no farewell. */
    sql("UPDATE croupier.node SET id = gen_random_uuid(), alive_until = clock_timestamp() WHERE "
        "name = 'a'");
    sql("UPDATE croupier.match SET owner = (SELECT id FROM croupier.node WHERE name = 'a')");
    close_program(&a);
    /* Silent, but not dead yet; unless all this took so long that it is. */
    if (take(&b, 1) == CR_PLACE_AWAY)
        WAIT_FOR(&b, b.n_orphans > 0);
    else
        assert_string_equal(sql("SELECT is_dead FROM croupier.node WHERE name = 'a'"), "t");
    assert_int_equal(take(&b, 1), CR_PLACE_HERE);
    assert_true(b.store->shared->slept_ms(b.store->shared, (const uint8_t[CR_MATCH_ID]){7, 1}) >
                LEASE_MS / 2);
    close_program(&b);
}

static void slow_entries(const char *seconds)
{
    char text[512];

    snprintf(
        text, sizeof text,
        "CREATE OR REPLACE FUNCTION croupier.slow() RETURNS trigger LANGUAGE plpgsql AS $$ "
        "BEGIN IF convert_from(NEW.bytes, 'UTF8') LIKE 'slow%%' THEN PERFORM pg_sleep(%s); END "
        "IF; RETURN NEW; END $$; CREATE OR REPLACE TRIGGER slow BEFORE INSERT ON "
        "croupier.entry FOR EACH ROW EXECUTE FUNCTION croupier.slow()",
        seconds);
    sql(text);
}

/* Ends the session that writes an entry, once there is one: a busy machine may take its time. */
static void cut_off_writer(void)
{
    unsigned tries = 0;

    while (!strcmp(sql("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE "
                       "application_name LIKE 'croupier %' AND query LIKE '%INSERT INTO entry%' "
                       "AND pid <> pg_backend_pid() AND state = 'active'"),
                   "0")) {
        if (++tries > 1000)
            fail_msg("nothing is written");
        usleep(1000);
    }
}

/* The session ends in the middle: what became of the entry is not known, and it is sent again. */
static void a_broken_connection_is_no_failure(void **unused)
{
    program a;

    (void)unused;
    open_program(&a, "a");
    append(&a, 1, 0, "head", 0);
    finish(&a, 1);
    slow_entries("0.3");
    for (unsigned i = 0; i < 3; i++) {
        char text[16];

        snprintf(text, sizeof text, "slow %u", i);
        append(&a, 1, 1 + i, text, 0);
        a.store->flush(a.store);
        cut_off_writer();
        WAIT_FOR(&a, told(&a) == 2 + i);
    }
    assert_int_equal(a.n[CR_STORED], 4);
    assert_string_equal(read_back(&a, 1, 0), "0:head 1:slow 0 2:slow 1 3:slow 2 ");
    assert_string_equal(sql("SELECT count(*) FROM croupier.entry"), "4");
    close_program(&a);
}

/* Committed, but nobody heard of it: sent again under the same number it is found to be there already. */
static void an_entry_that_was_taken_unheard_is_stored_once(void **unused)
{
    program a;

    (void)unused;
    open_program(&a, "a");
    append(&a, 1, 0, "head", 0);
    finish(&a, 1);
    slow_entries("0.4");
    append(&a, 1, 1, "slow", 0);
    append(&a, 1, 2, "more", 0);
    a.store->flush(a.store);
    cut_off_writer();
    /* What the first session might have done, before the second try comes. */
    sql("BEGIN; ALTER TABLE croupier.entry DISABLE TRIGGER slow; UPDATE croupier.match SET next = "
        "3; INSERT INTO croupier.entry SELECT match, 1, epoch, 'slow' FROM croupier.match; INSERT "
        "INTO croupier.entry SELECT match, 2, epoch, 'more' FROM croupier.match; COMMIT");
    WAIT_FOR(&a, told(&a) == 3);
    assert_int_equal(a.n[CR_STORED], 3);
    assert_string_equal(read_back(&a, 1, 0), "0:head 1:slow 2:more ");
    append(&a, 1, 3, "and on", 0);
    finish(&a, 4);
    assert_int_equal(a.n[CR_STORED], 4);
    close_program(&a);
}

#ifdef CR_TEST_FAULTS_BUILT
/* How many entries of the owner before come behind what the successor has read. */
static unsigned count_late(const char *faults)
{
    unsigned late = 0;
    char text[256];

    setenv("CROUPIER_TEST_FAULTS", faults, 1);
    for (unsigned i = 0; i < 3; i++) {
        program a, b;
        unsigned read;

        new_tables(NULL);
        open_program(&a, "a");
        open_program(&b, "b");
        append(&a, 1, 0, "head", 0);
        finish(&a, 1);
        slow_entries("0.5");
        append(&a, 1, 1, "slow", 0);
        a.store->flush(a.store);
        usleep(150000); /* it has looked at the match's row, and is about to insert */
        sql("UPDATE croupier.node SET is_dead = true WHERE name = 'a'");
        assert_int_equal(take(&b, 1), CR_PLACE_HERE);
        read = (unsigned)strlen(read_back(&b, 1, 1));
        WAIT_FOR(&a, a.n_lost > 0);
        close_program(&a);
        usleep(500000); /* its session does not know that nobody waits for it */
        snprintf(text, sizeof text, "SELECT count(*) FROM croupier.entry WHERE number = 1");
        late += !read && atoi(sql(text)) == 1;
        close_program(&b);
    }
    unsetenv("CROUPIER_TEST_FAULTS");
    return late;
}

/* The row's lock is needed: to compare the epoch without changing the row lets entries in behind the successor's back. */
static void the_lock_of_the_append_is_needed(void **unused)
{
    (void)unused;
    assert_int_equal(count_late(""), 0);
    assert_true(count_late("lock") > 0);
}
#endif

static void a_database_that_does_not_fit_is_refused_in_words(void **unused)
{
    static const struct {
        const char *sql, *why;
    } rows[] = {{"UPDATE croupier.store SET version = 99", "version 99"},
                {"DROP SCHEMA croupier CASCADE", "croupier store init"}};
    cr_postgres_options o = {.url = url, .name = "a", .address = "", .is_unsafe = true};
    cr_store *store;
    char why[256];

    (void)unused;
    for (size_t i = 0; i < CR_COUNT_OF(rows); i++) {
        new_tables(NULL);
        sql(rows[i].sql);
        assert_int_equal(cr_store_postgres_open(&o, &store, why, sizeof why), CR_ERR_STORE);
        assert_non_null(strstr(why, rows[i].why));
        assert_null(store);
    }
    new_tables(NULL);
    o.is_unsafe = false; /* the server of these tests runs without fsync */
    assert_int_equal(cr_store_postgres_open(&o, &store, why, sizeof why), CR_ERR_STORE);
    assert_non_null(strstr(why, "fsync=off"));
    o.url = "postgres:///nowhere?host=/nonexistent";
    assert_int_equal(cr_store_postgres_open(&o, &store, why, sizeof why), CR_ERR_STORE);
    assert_true(strlen(why) > 10);
}

static void a_read_only_server_is_refused_in_words(void **unused)
{
    cr_postgres_options o = {.url = url, .name = "a", .address = "", .is_unsafe = true};
    cr_store *store;
    char why[256];

    (void)unused;
    sql("ALTER DATABASE postgres SET default_transaction_read_only = on");
    assert_int_equal(cr_store_postgres_open(&o, &store, why, sizeof why), CR_ERR_STORE);
    sql("SET default_transaction_read_only = off; ALTER DATABASE postgres RESET "
        "default_transaction_read_only");
    assert_non_null(strstr(why, "read-only"));
}

/* The server that was left in a fail-over comes back as it was. */
static void an_older_timeline_is_refused(void **unused)
{
    pg_base base = {.url = url, .is_unsafe = true, .timeline = 9};
    pg_link link = {0};

    (void)unused;
    assert_false(pg_link_open(&link, &base, (const uint8_t[PG_ID]){1}, NULL, 0, true));
    assert_non_null(strstr(link.why, "older timeline"));
}

static void keep_line(void *with, const char *text)
{
    char *all = with;
    size_t at = strlen(all);

    snprintf(all + at, 4096 - at, "%s\n", text);
}

static void the_check_finds_what_is_wrong(void **unused)
{
    char lines[4096] = "", why[256];
    program a;

    (void)unused;
    open_program(&a, "a");
    for (uint32_t i = 0; i < 3; i++)
        append(&a, 1, i, "entry", 0);
    finish(&a, 3);
    assert_true(cr_postgres_check(url, keep_line, lines));
    assert_non_null(strstr(lines, "1 matches, 1 of them unfinished, 3 entries"));
    assert_non_null(strstr(lines, "node a at http://a: alive, 1 unfinished matches"));
    sql("DELETE FROM croupier.entry WHERE number = 1");
    lines[0] = 0;
    assert_false(cr_postgres_check(url, keep_line, lines));
    assert_non_null(strstr(lines, "WRONG: 1 matches whose log is not whole"));
    assert_false(cr_postgres_init(url, 8, -1, why, sizeof why));
    assert_non_null(strstr(why, "under the number 7"));
    close_program(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(numbers_are_compared_and_read_back, new_tables),
        cmocka_unit_test_setup(a_long_batch_keeps_the_order_of_each_match, new_tables),
        cmocka_unit_test_setup(another_program_is_told_where_the_match_is, new_tables),
        cmocka_unit_test_setup(a_program_that_is_started_again_need_not_wait, new_tables),
        cmocka_unit_test_setup(what_is_kept_beside_a_match_comes_with_it, new_tables),
        cmocka_unit_test_setup(older_tables_are_brought_up_to_date, new_tables),
        cmocka_unit_test_setup(who_lost_a_match_writes_nothing_more, new_tables),
        cmocka_unit_test_setup(who_cannot_renew_holds_nothing, new_tables),
        cmocka_unit_test_setup(matches_of_the_dead_are_found, new_tables),
        cmocka_unit_test_setup(a_broken_connection_is_no_failure, new_tables),
        cmocka_unit_test_setup(an_entry_that_was_taken_unheard_is_stored_once, new_tables),
#ifdef CR_TEST_FAULTS_BUILT
        cmocka_unit_test_setup(the_lock_of_the_append_is_needed, new_tables),
#endif
        cmocka_unit_test_setup(a_database_that_does_not_fit_is_refused_in_words, new_tables),
        cmocka_unit_test_setup(a_read_only_server_is_refused_in_words, new_tables),
        cmocka_unit_test_setup(an_older_timeline_is_refused, new_tables),
        cmocka_unit_test_setup(the_check_finds_what_is_wrong, new_tables),
    };

    url = getenv("CROUPIER_TEST_DB");
    if (!url) {
        puts("skipped: no database (tests/with-postgres)");
        return 77;
    }
    admin_base = (pg_base){.url = url, .is_unsafe = true};
    if (!pg_link_open(&admin, &admin_base, (const uint8_t[PG_ID]){0}, NULL, 0, false)) {
        puts(admin.why);
        return 1;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    pg_link_close(&admin);
    return failed;
}
#else
int main(void)
{
    puts("skipped: built without libpq (scripts/setup cluster)");
    return 77;
}
#endif
