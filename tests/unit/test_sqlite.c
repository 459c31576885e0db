/* The store in a SQLite file: its journal is folded and loses nothing, on a disk that fails or is full, and when the file is
 * opened again. test_journal.c has the journal itself. */
#include "support/cmocka_all.h"
#include "support/disk.h"
#include "support/logs.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* The oldest go, by when they were kept. */
static void not_more_is_kept_than_is_useful(void **unused)
{
    cr_store *store = log_open_file(0, 0);
    uint8_t id[CR_MATCH_ID] = {0};
    size_t len;

    (void)unused;
    log_keep(store, 1, "old");
    log_keep(store, 2, "again");
    for (unsigned i = 0; i < CR_STORE_KEPT; i++) {
        id[0] = 9;
        id[2] = (uint8_t)i;
        id[3] = (uint8_t)(i >> 8);
        store->keep(store, id, (const uint8_t *)"x", 1);
        if (i == CR_STORE_KEPT / 2) {
            assert_string_equal(log_kept(store, 2, "again"), "again");
            log_keep(store, 2, "new");
        }
    }
    store->close(store);
    store = log_open_file(0, 0);
    assert_null(store->kept(store, (const uint8_t[CR_MATCH_ID]){1, 1}, &len));
    assert_string_equal(log_kept(store, 2, "new"), "new");
    store->close(store);
}

static void a_full_disk_keeps_nothing_and_goes_on(void **unused)
{
    static const char much[100000];
    cr_store *store = log_open_file(0, 0);
    log_outcomes o;

    (void)unused;
    log_listen(store, &o);
    log_append(store, 1, 0, "head", 0);
    log_finish(store, &o, 1);
    store->close(store);
    store = log_open_file(16, 0); /* pages */
    log_listen(store, &o);
    store->keep(store, (const uint8_t[CR_MATCH_ID]){1, 1}, (const uint8_t *)much, sizeof much);
    log_append(store, 1, 1, "a", 0);
    log_finish(store, &o, 1);
    assert_int_equal(o.n[CR_STORED], 1);
    store->close(store);
    store = log_open_file(0, 0);
    assert_string_equal(log_read(store, 1, 0), "0:head 1:a ");
    assert_string_equal(log_kept(store, 1, ""), "");
    store->close(store);
}

static void found(void *with, const uint8_t match[CR_MATCH_ID])
{
    ((unsigned *)with)[match[0]]++;
}

static void a_forgotten_log_goes_home_and_goes_on(void **unused)
{
    cr_store *store = log_open_file(0, 0);
    const uint8_t id[CR_MATCH_ID] = {1, 1};
    unsigned seen[256] = {0};
    cr_store_stats stats;
    log_outcomes o;

    (void)unused;
    for (uint32_t round = 0; round < 3; round++) {
        log_listen(store, &o);
        log_append(store, 1, 2 * round, "x", 0);
        log_append(store, 1, 2 * round + 1, "y", 0);
        log_finish(store, &o, 2);
        assert_int_equal(o.n[CR_STORED], 2);
        store->forget(store, id);
        do {
            usleep(1000);
            store->stats(store, &stats);
        } while (stats.logs);
        assert_string_equal(log_read(store, 1, 2 * round + 1), round == 0   ? "1:y "
                                                               : round == 1 ? "3:y "
                                                                            : "5:y ");
    }
    store->unfinished(store, 10, found, seen);
    assert_int_equal(seen[1], 1);
    store->close(store);
    store = log_open_file(0, 0);
    assert_string_equal(log_read(store, 1, 0), "0:x 1:y 2:x 3:y 4:x 5:y ");
    log_listen(store, &o);
    log_append(store, 1, 6, "end", CR_STORE_LAST);
    log_finish(store, &o, 1);
    assert_int_equal(o.n[CR_STORED], 1);
    seen[1] = 0;
    store->unfinished(store, 10, found, seen);
    assert_int_equal(seen[1], 0);
    store->close(store);
}

/* It never was in the list of those that are not over, and must not get there when it is folded. */
static void a_match_that_ends_before_it_comes_home_is_over(void **unused)
{
    unsigned seen[256] = {0};
    cr_store_stats stats;
    cr_store *store = log_open_file(0, 0);
    log_outcomes o;

    (void)unused;
    log_listen(store, &o);
    log_append(store, 1, 0, "head", 0);
    log_append(store, 1, 1, "end", CR_STORE_LAST);
    log_finish(store, &o, 2);
    do {
        usleep(1000);
        store->stats(store, &stats);
    } while (stats.logs);
    store->unfinished(store, 10, found, seen);
    if (seen[1])
        fail_msg("a match that is over is told as unfinished");
    store->close(store);
}

static void a_full_disk_loses_nothing_that_was_told_stored(void **unused)
{
    cr_store *store = log_open_file(40, 0);
    char text[2001];
    uint32_t stored = 0, failed = 0;
    log_outcomes o;

    (void)unused;
    memset(text, 'x', 2000);
    text[2000] = 0;
    for (uint32_t i = 0; i < 200; i++) {
        log_listen(store, &o);
        log_append(store, 1, stored, text, 0);
        log_finish(store, &o, 1);
        stored += o.n[CR_STORED];
        failed += o.n[CR_STORE_FAILED];
        assert_int_equal(o.n[CR_STORE_CONFLICT], 0);
    }
    assert_true(stored > 5 && failed > 50);
    store->close(store);
    store = log_open_file(0, 0);
    log_listen(store, &o);
    log_append(store, 1, stored, "there is room again", CR_STORE_LAST);
    log_finish(store, &o, 1);
    assert_int_equal(o.n[CR_STORED], 1);
    store->close(store);
}

/* Writes, syncs and locks that fail, at every place and for a while: what was told stored is there, in order, and
 * nothing else; what failed may be sent again. */
static void a_failing_disk_loses_nothing_that_was_told_stored(void **unused)
{
    static const struct {
        disk_call call;
        int code;
    } rows[] = {{DISK_WRITE, SQLITE_IOERR_WRITE},
                {DISK_WRITE, SQLITE_FULL},
                {DISK_SYNC, SQLITE_IOERR_FSYNC},
                {DISK_LOCK, SQLITE_BUSY}};
    enum { ENTRIES = 6 };
    unsigned n_failed[CR_COUNT_OF(rows)] = {0};

    (void)unused;
    for (size_t row = 0; row < CR_COUNT_OF(rows); row++)
        for (unsigned at = 1; at < 24; at += at < 8 ? 1 : 8)
            for (unsigned n = 1; n <= 5; n += 4) {
                disk_fault fault = {rows[row].call, rows[row].code, 0, n, 0};
                char expected[256] = "";
                unsigned failed = 0;
                cr_store *store;
                log_outcomes o;

                log_remove_files();
                disk_install(&fault);
                store = log_open_file(0, 0);
                fault.calls = 0;
                fault.at = at;
                for (uint32_t i = 0; i < ENTRIES;) {
                    char text[16];

                    snprintf(text, sizeof text, "entry %u;", i);
                    log_listen(store, &o);
                    log_append(store, 1, i, text, i + 1 == ENTRIES ? CR_STORE_LAST : 0);
                    log_finish(store, &o, 1);
                    assert_int_equal(o.n[CR_STORE_CONFLICT], 0);
                    assert_true((failed += o.n[CR_STORE_FAILED]) < 40);
                    if (!o.n[CR_STORED])
                        continue;
                    snprintf(expected + strlen(expected), sizeof expected - strlen(expected),
                             "%u:%s ", i, text);
                    assert_string_equal(log_read(store, 1, 0), expected);
                    i++;
                }
                store->close(store);
                n_failed[row] += failed;
                fault.at = 0;
                store = log_open_file(0, 0);
                assert_string_equal(log_read(store, 1, 0), expected);
                store->close(store);
                disk_install(NULL);
            }
    /* The file is locked once, at the start, and then it is ours. */
    assert_true(n_failed[0] > 20 && n_failed[1] > 20 && n_failed[2] > 20 && !n_failed[3]);
}

/* A file that somebody else holds is refused at the start. */
static void a_locked_file_is_refused_in_words(void **unused)
{
    cr_sqlite_options options = {.path = log_path};
    disk_fault fault = {DISK_LOCK, SQLITE_BUSY, 1, 1000, 0};
    cr_store *store;
    char why[256] = "";

    (void)unused;
    disk_install(&fault);
    assert_int_equal(cr_store_sqlite_open(&options, &store, why, sizeof why), CR_ERR_STORE);
    disk_install(NULL);
    assert_non_null(strstr(why, "locked"));
    assert_null(store);
}

static void the_last_beat_is_known_after_opening(void **unused)
{
    cr_store *store = log_open_file(0, 0);

    (void)unused;
    assert_int_equal(store->alive_ms(store), 0);
    store->beat(store, 12345);
    store->close(store);
    store = log_open_file(0, 0);
    assert_int_equal(store->alive_ms(store), 12345);
    store->close(store);
}

static uint64_t now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* Nobody asks again for a beat: the store itself does, without running hot meanwhile. */
static void a_beat_that_fails_is_tried_again_but_not_at_once(void **unused)
{
    disk_fault fault = {DISK_SYNC, SQLITE_IOERR_FSYNC, 0, 3, 0};
    cr_store_stats before, stats;
    uint64_t start = now_ms();
    cr_store *store;

    (void)unused;
    disk_install(&fault);
    store = log_open_file(0, 0);
    store->stats(store, &before);
    fault.calls = 0;
    fault.at = 1;
    store->beat(store, 12345);
    do {
        usleep(1000);
        store->stats(store, &stats);
    } while (stats.commits == before.commits && now_ms() < start + 60000);
    assert_true(stats.commits > before.commits);
    assert_true(fault.calls > fault.n);
    assert_true(now_ms() >= start + 200); /* three times a tenth of a second, and to spare */
    store->close(store);
    store = log_open_file(0, 0);
    assert_int_equal(store->alive_ms(store), 12345);
    store->close(store);
    disk_install(NULL);
}

/* A store that still took its disk for a failing one would not try to write the last beat when it is closed. */
static void a_disk_that_works_again_is_trusted_again(void **unused)
{
    disk_fault fault = {DISK_SYNC, SQLITE_IOERR_FSYNC, 0, 1, 0};
    cr_store *store;
    log_outcomes o;

    (void)unused;
    disk_install(&fault);
    store = log_open_file(0, 0);
    fault.calls = 0;
    fault.at = 1;
    for (unsigned i = 0; i < 2; i++) {
        log_listen(store, &o);
        log_append(store, 1, 0, "head", 0);
        log_finish(store, &o, 1);
        assert_int_equal(o.n[CR_STORED], i);
    }
    store->beat(store, 12345);
    store->close(store);
    store = log_open_file(0, 0);
    assert_int_equal(store->alive_ms(store), 12345);
    store->close(store);
    disk_install(NULL);
}

/* Waits until the storage thread has nothing more to do for logs that were forgotten, and writes over what they left. */
static void settle(cr_store *store)
{
    cr_store_stats stats;
    uint64_t commits;

    do {
        usleep(1000);
        store->stats(store, &stats);
    } while (stats.logs);
    for (uint64_t beat = 1; beat <= 20; beat++) { /* rows of 40 bytes, through both files */
        commits = stats.commits;
        store->beat(store, beat);
        do {
            usleep(1000);
            store->stats(store, &stats);
        } while (stats.commits == commits);
    }
}

/* A store with one match of one entry, of which nothing is in the journal any more. */
static cr_store *open_with_match_at_home(log_outcomes *o)
{
    const uint8_t id[CR_MATCH_ID] = {1, 1};
    cr_store *store = log_open_file(0, 256);

    log_listen(store, o);
    log_append(store, 1, 0, "head", 0);
    log_finish(store, o, 1);
    store->forget(store, id);
    settle(store);
    return store;
}

/* The store cannot look up where a match ended that it has not at hand: a failure, not a conflict. */
static void a_disk_that_cannot_be_read_is_no_conflict(void **unused)
{
    disk_fault fault = {DISK_READ, SQLITE_IOERR_READ, 0, 1000, 0};
    cr_store *store;
    log_outcomes o;

    (void)unused;
    disk_install(&fault);
    store = open_with_match_at_home(&o);
    store->close(store);

    store = log_open_file(0, 0); /* with nothing of the match in memory */
    fault.calls = 0;
    fault.at = 1;
    log_listen(store, &o);
    log_append(store, 1, 1, "next", 0);
    log_finish(store, &o, 1);
    assert_int_equal(o.n[CR_STORE_FAILED], 1);
    assert_string_equal(log_read(store, 1, 0), "none");
    fault.at = 0;
    log_listen(store, &o);
    log_append(store, 1, 1, "next", CR_STORE_LAST);
    log_finish(store, &o, 1);
    assert_int_equal(o.n[CR_STORED], 1);
    store->close(store);
    disk_install(NULL);
}

/* Every read at the start fails in turn: the store is not opened, or it has everything. A journal entry must not be
 * taken for one that is at home only because nobody could look. */
static void a_store_is_read_whole_or_not_opened(void **unused)
{
    disk_fault fault = {DISK_READ, SQLITE_IOERR_READ, 0, 1, 0};
    cr_sqlite_options options = {.path = log_path};
    unsigned refused = 0, opened = 0;
    cr_store *store;
    log_outcomes o;

    (void)unused;
    disk_install(&fault);
    store = open_with_match_at_home(&o);
    log_listen(store, &o);
    log_append(store, 1, 1, "next", 0);
    log_finish(store, &o, 1);
    store->close(store);
    for (fault.at = 1; fault.at < 40; fault.at++) {
        char why[256];

        fault.calls = 0;
        if (cr_store_sqlite_open(&options, &store, why, sizeof why)) {
            refused++;
            continue;
        }
        opened++;
        fault.calls = fault.at; /* and no more */
        assert_string_equal(log_read(store, 1, 0), "0:head 1:next ");
        store->close(store);
    }
    assert_true(refused > 3 && opened > 3);
    disk_install(NULL);
}

/* Matches that are written home and go on are unfinished too, whenever somebody asks. */
static void a_folded_match_that_goes_on_is_unfinished(void **unused)
{
    cr_store *store = log_open_file(0, 0);
    char text[2001];
    cr_store_stats stats;
    unsigned seen[256] = {0};
    log_outcomes o;

    (void)unused;
    memset(text, 'x', 2000);
    text[2000] = 0;
    log_listen(store, &o);
    for (uint32_t i = 0; i < 2; i++)
        log_append(store, 1, i, text, 0);
    log_finish(store, &o, 2);
    do {
        usleep(1000);
        store->stats(store, &stats);
    } while (stats.bytes > 2000);
    store->unfinished(store, 10, found, seen);
    assert_int_equal(seen[1], 1);
    store->close(store);
}

/* A commit of many is followed by a gap, here one that outlasts the test, until a turn of the loop brings nothing. */
static void a_gap_ends_when_nothing_more_comes(void **unused)
{
    cr_sqlite_options options = {.path = log_path, .gap_us = UINT32_MAX};
    enum { MANY = 16 };
    cr_store *store;
    char why[256];
    log_outcomes o;

    (void)unused;
    assert_int_equal(cr_store_sqlite_open(&options, &store, why, sizeof why), CR_ERR_OK);
    log_listen(store, &o);
    for (unsigned round = 0; round < 3; round++) {
        for (uint8_t match = 0; match < MANY; match++)
            log_append(store, match, round, "x", 0);
        if (round == 1) { /* behind a large commit: they wait */
            store->flush(store);
            usleep(20000);
            store->collect(store);
            assert_int_equal(o.n[CR_STORED], MANY);
        }
        log_finish(store, &o, (round + 1) * MANY); /* hands nothing over in round 1 */
    }
    assert_int_equal(o.n[CR_STORED], 3 * MANY);
    store->close(store);
}

static void a_file_that_is_no_store_is_refused_in_words(void **unused)
{
    static const struct {
        const char *sql, *why; /* what the file was made with */
    } rows[] = {{"CREATE TABLE t(x)", "another program"},
                {"PRAGMA application_id=7", "another program"},
                {"PRAGMA application_id=1129466962; PRAGMA user_version=3", "later version"}};
    cr_sqlite_options options = {.path = "/dev/null/no"};
    cr_store *store;
    char why[256] = "";

    (void)unused;
    assert_int_equal(cr_store_sqlite_open(&options, &store, why, sizeof why), CR_ERR_STORE);
    assert_true(*why);
    assert_null(store);
    options.path = log_path;
    for (size_t i = 0; i < CR_COUNT_OF(rows); i++) {
        sqlite3 *db;

        log_remove_files();
        assert_int_equal(sqlite3_open(log_path, &db), SQLITE_OK);
        assert_int_equal(sqlite3_exec(db, rows[i].sql, NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(db);
        assert_int_equal(cr_store_sqlite_open(&options, &store, why, sizeof why), CR_ERR_STORE);
        assert_non_null(strstr(why, rows[i].why));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(not_more_is_kept_than_is_useful, log_new_file,
                                        log_drop_file),
        cmocka_unit_test_setup_teardown(a_full_disk_keeps_nothing_and_goes_on, log_new_file,
                                        log_drop_file),
        cmocka_unit_test_setup_teardown(a_forgotten_log_goes_home_and_goes_on, log_new_file,
                                        log_drop_file),
        cmocka_unit_test_setup_teardown(a_match_that_ends_before_it_comes_home_is_over,
                                        log_new_file, log_drop_file),
        cmocka_unit_test_setup_teardown(a_failing_disk_loses_nothing_that_was_told_stored,
                                        log_new_file, log_drop_file),
        cmocka_unit_test_setup_teardown(a_locked_file_is_refused_in_words, log_new_file,
                                        log_drop_file),
        cmocka_unit_test_setup_teardown(a_full_disk_loses_nothing_that_was_told_stored,
                                        log_new_file, log_drop_file),
        cmocka_unit_test_setup_teardown(the_last_beat_is_known_after_opening, log_new_file,
                                        log_drop_file),
        cmocka_unit_test_setup_teardown(a_beat_that_fails_is_tried_again_but_not_at_once,
                                        log_new_file, log_drop_file),
        cmocka_unit_test_setup_teardown(a_disk_that_works_again_is_trusted_again, log_new_file,
                                        log_drop_file),
        cmocka_unit_test_setup_teardown(a_disk_that_cannot_be_read_is_no_conflict, log_new_file,
                                        log_drop_file),
        cmocka_unit_test_setup_teardown(a_store_is_read_whole_or_not_opened, log_new_file,
                                        log_drop_file),
        cmocka_unit_test_setup_teardown(a_folded_match_that_goes_on_is_unfinished, log_new_file,
                                        log_drop_file),
        cmocka_unit_test_setup_teardown(a_gap_ends_when_nothing_more_comes, log_new_file,
                                        log_drop_file),
        cmocka_unit_test_setup_teardown(a_file_that_is_no_store_is_refused_in_words, log_new_file,
                                        log_drop_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
