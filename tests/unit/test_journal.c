/* The journal of the store in a SQLite file (store/journal.h): written over where all is at home, cut off by a crash, damaged,
 * gone, of another store and of version 1. */
#include "support/cmocka_all.h"
#include "support/logs.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes of both files of the journal. */
static unsigned long journal_size(void)
{
    unsigned long size = 0;

    for (unsigned i = 0; i < 2; i++) {
        char name[300];
        struct stat file;

        snprintf(name, sizeof name, "%s-log%u", log_path, i);
        if (!stat(name, &file))
            size += (unsigned long)file.st_size;
    }
    return size;
}

/* 300 rows of 66 bytes and more. */
static void a_long_journal_is_folded_and_written_over(void **unused)
{
    cr_store *store = log_open_file(0, 512);
    char text[16], *expected = calloc(1, 8192);
    log_outcomes o;

    (void)unused;
    for (uint32_t i = 0; i < 300; i++) {
        snprintf(text, sizeof text, "%u", i / 3);
        log_listen(store, &o);
        log_append(store, (uint8_t)(i % 3), i / 3, text, 0);
        log_finish(store, &o, 1);
        assert_int_equal(o.n[CR_STORED], 1);
    }
    for (uint32_t i = 0; i < 100; i++)
        snprintf(expected + strlen(expected), 16, "%u:%u ", i, i);
    assert_string_equal(log_read(store, 1, 0), expected);
    store->close(store);
    assert_true(journal_size() < 4096);
    store = log_open_file(0, 512);
    for (uint8_t match = 0; match < 3; match++)
        assert_string_equal(log_read(store, match, 0), expected);
    store->close(store);
    free(expected);
}

/* The file has room for a few homes, and many more matches end: those that cannot come home stay in the journal, which grows.
 * When there is room they come home, and the journal is written over. */
static void the_journal_is_written_over_where_all_is_at_home_and_nowhere_else(void **unused)
{
    enum { ENDED = 60, ROWS = 400, BYTES = 1024, PAGES = 40 };
    cr_store *store = log_open_file(PAGES, BYTES);
    char text[2001], expected[2010];
    unsigned long before, size;
    cr_store_stats stats;
    log_outcomes o;

    (void)unused;
    memset(text, 'x', 2000);
    text[2000] = 0;
    snprintf(expected, sizeof expected, "0:%s ", text);
    for (uint32_t i = 0; i < ENDED; i++) {
        log_listen(store, &o);
        log_append(store, (uint8_t)i, 0, text, CR_STORE_LAST);
        log_finish(store, &o, 1);
        if (o.n[CR_STORED] != 1)
            fail_msg("match %u is not taken, for the file has no room for homes", i);
    }
    store->stats(store, &stats);
    assert_true(stats.logs > 10);
    store->close(store);
    before = journal_size();
    store = log_open_file(0, BYTES);
    for (uint32_t i = 0; i < ENDED; i++)
        if (strcmp(log_read(store, (uint8_t)i, 0), expected) != 0)
            fail_msg("the journal was written over where match %u was not at home", i);
    for (uint32_t i = 0; i < ROWS; i++) {
        log_listen(store, &o);
        log_append(store, 200, i, "a row", 0);
        log_finish(store, &o, 1);
        assert_int_equal(o.n[CR_STORED], 1);
    }
    store->close(store);
    size = journal_size();
    if (size > before + 8 * BYTES)
        fail_msg("every match can come home, and the journal has grown from %lu to %lu bytes",
                 before, size);
    store = log_open_file(0, BYTES);
    for (uint32_t i = 0; i < ENDED; i++)
        assert_string_equal(log_read(store, (uint8_t)i, 0), expected);
    store->close(store);
}

/* ---- a journal that is not whole ---- */

/* Writes entries 0 to n - 1 of match 1, each in a row of its own: "entry I". */
static void write_rows(uint32_t n, uint32_t journal_bytes)
{
    cr_store *store = log_open_file(0, journal_bytes);
    log_outcomes o;

    for (uint32_t i = 0; i < n; i++) {
        char text[24];

        snprintf(text, sizeof text, "entry %u", i);
        log_listen(store, &o);
        log_append(store, 1, i, text, 0);
        log_finish(store, &o, 1);
        assert_int_equal(o.n[CR_STORED], 1);
    }
    store->close(store);
}

/* Turns the byte at this place of a file of the journal, or cuts it there. */
static void damage(unsigned i, long at, bool is_cut)
{
    char name[300];
    int byte;
    FILE *file;

    snprintf(name, sizeof name, "%s-log%u", log_path, i);
    if (is_cut) {
        assert_int_equal(truncate(name, at), 0);
        return;
    }
    file = fopen(name, "r+b");
    assert_non_null(file);
    fseek(file, at, SEEK_SET);
    byte = fgetc(file);
    fseek(file, at, SEEK_SET);
    fputc(byte ^ 1, file);
    fclose(file);
}

/* Where a crash has cut off the last row, at any byte of it, or left any byte of it wrong, what lies before is there, and the
 * store goes on. */
static void a_row_that_is_cut_off_never_was(void **unused)
{
    enum { ROW = 32 + 8 + 23 + 7 }; /* heads of row and entry, "entry I" */

    (void)unused;
    for (long at = 0; at < ROW; at += at < 40 ? 3 : 1)
        for (unsigned is_cut = 0; is_cut < 2; is_cut++) {
            cr_store *store;
            log_outcomes o;

            log_remove_files();
            write_rows(3, 0);
            assert_int_equal(journal_size(), 32 + 3 * ROW);
            damage(0, 32 + 2 * ROW + at, is_cut);
            for (unsigned times = 0; times < 2; times++) {
                store = log_open_file(0, 0);
                assert_string_equal(log_read(store, 1, 0), times ? "0:entry 0 1:entry 1 2:other "
                                                                 : "0:entry 0 1:entry 1 ");
                log_listen(store, &o);
                log_append(store, 1, 2 + times, times ? "behind" : "other", 0);
                log_finish(store, &o, 1);
                assert_int_equal(o.n[CR_STORED], 1);
                store->close(store);
            }
        }
}

static void open_and_fail(const char *why_part)
{
    cr_sqlite_options options = {.path = log_path};
    cr_store *store;
    char why[256] = "";

    assert_int_equal(cr_store_sqlite_open(&options, &store, why, sizeof why), CR_ERR_STORE);
    assert_non_null(strstr(why, why_part));
    assert_null(store);
}

/* What is damaged before the end, gone or older than the file would lose entries that were told stored: it is refused. */
static void a_journal_with_something_missing_is_refused_in_words(void **unused)
{
    char name[300];

    (void)unused;
    write_rows(9, 512); /* one file, and the first row or two of the other */
    damage(0, 32 + 100, false);
    open_and_fail("cannot be read");
    damage(0, 32 + 100, false); /* as it was */
    snprintf(name, sizeof name, "%s-log0", log_path);
    unlink(name);
    open_and_fail("cannot be read"); /* entries are missing before those of the other file */
    log_remove_files();
    {
        cr_store *store = log_open_file(0, 0);
        cr_store_stats stats;
        log_outcomes o;

        log_listen(store, &o);
        log_append(store, 1, 0, "head", CR_STORE_LAST);
        log_finish(store, &o, 1);
        do {
            usleep(1000);
            store->stats(store, &stats);
        } while (stats.logs);
        store->close(store);
    }
    unlink(name);
    open_and_fail("missing");
}

/* A journal of another store is nothing to this one. */
static void a_journal_of_another_store_is_not_read(void **unused)
{
    cr_store *store;

    (void)unused;
    write_rows(3, 0);
    unlink(log_path);
    store = log_open_file(0, 0);
    assert_string_equal(log_read(store, 1, 0), "none");
    store->close(store);
    write_rows(2, 0);
    store = log_open_file(0, 0);
    assert_string_equal(log_read(store, 1, 0), "0:entry 0 1:entry 1 ");
    store->close(store);
}

static void found(void *with, const uint8_t match[CR_MATCH_ID])
{
    ((unsigned *)with)[match[0]]++;
}

/* As version 1 left its files: the journal in a table, with one match that is partly at home and one that is over. */
static void a_file_of_version_1_is_read(void **unused)
{
    static const char made[] =
        "PRAGMA journal_mode=WAL; PRAGMA application_id=1129466962; PRAGMA user_version=1;"
        "CREATE TABLE journal(id INTEGER PRIMARY KEY, body BLOB NOT NULL);"
        "CREATE TABLE record(match BLOB NOT NULL, first INTEGER NOT NULL, next INTEGER NOT NULL,"
        " is_over INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY(match, first)) WITHOUT ROWID;"
        "CREATE TABLE running(match BLOB PRIMARY KEY) WITHOUT ROWID;"
        "CREATE TABLE kept(id INTEGER PRIMARY KEY, match BLOB NOT NULL UNIQUE, body BLOB NOT NULL);"
        "INSERT INTO record VALUES(x'01010000000000000000000000000000', 0, 1, 0, x'010061');"
        "INSERT INTO running VALUES(x'01010000000000000000000000000000');"
        /* time; then match, number, flags, length and bytes of each */
        "INSERT INTO journal VALUES(7, x'3930000000000000"
        "01010000000000000000000000000000000000000001006101010000000000000000000000000000"
        "01000000000100"
        "62');"
        "INSERT INTO journal VALUES(8, x'3A30000000000000"
        "02010000000000000000000000000000000000000101007a');";
    unsigned seen[256] = {0};
    cr_store *store;
    log_outcomes o;
    sqlite3 *db;

    (void)unused;
    assert_int_equal(sqlite3_open(log_path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, made, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    for (unsigned times = 0; times < 2; times++) {
        store = log_open_file(0, 0);
        assert_string_equal(log_read(store, 1, 0), times ? "0:a 1:b 2:c " : "0:a 1:b ");
        assert_string_equal(log_read(store, 2, 0), "0:z ");
        assert_int_equal(store->alive_ms(store), 12346);
        memset(seen, 0, sizeof seen);
        store->unfinished(store, 10, found, seen);
        assert_true(seen[1] == 1 && !seen[2]);
        log_listen(store, &o);
        log_append(store, 1, 2 + times, "c", 0);
        log_append(store, 2, 1, "after the end", 0);
        store->beat(store, 12346);
        log_finish(store, &o, 2);
        assert_true(o.n[CR_STORED] == 1 && o.n[CR_STORE_CONFLICT] == 1);
        store->close(store);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_long_journal_is_folded_and_written_over, log_new_file,
                                        log_drop_file),
        cmocka_unit_test_setup_teardown(
            the_journal_is_written_over_where_all_is_at_home_and_nowhere_else, log_new_file,
            log_drop_file),
        cmocka_unit_test_setup_teardown(a_row_that_is_cut_off_never_was, log_new_file,
                                        log_drop_file),
        cmocka_unit_test_setup_teardown(a_journal_with_something_missing_is_refused_in_words,
                                        log_new_file, log_drop_file),
        cmocka_unit_test_setup_teardown(a_journal_of_another_store_is_not_read, log_new_file,
                                        log_drop_file),
        cmocka_unit_test_setup_teardown(a_file_of_version_1_is_read, log_new_file, log_drop_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
