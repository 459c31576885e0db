/* What every store must keep: numbers are compared, order is kept, what is told stored can be read again. test_sqlite.c
 * and test_journal.c have what a file is in for. */
#include "support/cmocka_all.h"
#include "support/logs.h"

#include <stdio.h>
#include <unistd.h>

static void numbers_are_compared(cr_store *store)
{
    log_outcomes o;

    log_listen(store, &o);
    assert_int_equal(log_append(store, 1, 1, "no head", 0), CR_ERR_OK);
    log_finish(store, &o, 1);
    assert_int_equal(o.n[CR_STORE_CONFLICT], 1);
    assert_string_equal(log_read(store, 1, 0), "none");

    log_listen(store, &o);
    log_append(store, 1, 0, "head", 0);
    log_append(store, 1, 1, "a", 0);
    log_append(store, 2, 0, "other", 0);
    log_append(store, 1, 1, "late twin", 0);
    log_append(store, 1, 2, "b", 0);
    log_append(store, 1, 4, "gap", 0);
    log_finish(store, &o, 6);
    assert_int_equal(o.n[CR_STORED], 4);
    assert_int_equal(o.n[CR_STORE_CONFLICT], 2);
    assert_string_equal(log_read(store, 1, 0), "0:head 1:a 2:b ");
    assert_string_equal(log_read(store, 1, 2), "2:b ");
    assert_string_equal(log_read(store, 2, 0), "0:other ");

    log_listen(store, &o);
    log_append(store, 1, 3, "end", CR_STORE_LAST);
    log_append(store, 1, 4, "after the end", 0);
    log_finish(store, &o, 2);
    assert_int_equal(o.n[CR_STORED], 1);
    assert_int_equal(o.n[CR_STORE_CONFLICT], 1);
    log_listen(store, &o);
    log_append(store, 1, 4, "long after the end", 0);
    log_append(store, 1, 0, "born again", 0);
    log_finish(store, &o, 2);
    assert_int_equal(o.n[CR_STORE_CONFLICT], 2);
    assert_string_equal(log_read(store, 1, 0), "0:head 1:a 2:b 3:end ");
}

static void memory_store_compares_numbers(void **unused)
{
    cr_store *store = cr_store_memory_open();

    (void)unused;
    numbers_are_compared(store);
    store->close(store);
}

static void of_two_writers_one_wins(void **unused)
{
    cr_store *a = cr_store_memory_open(), *b = cr_store_memory_share(a);
    log_outcomes of_a, of_b;

    (void)unused;
    log_listen(a, &of_a);
    log_listen(b, &of_b);
    log_append(a, 1, 0, "head", 0);
    log_finish(a, &of_a, 1);
    log_append(a, 1, 1, "a", 0);
    log_append(b, 1, 1, "b", 0);
    log_finish(b, &of_b, 1);
    log_finish(a, &of_a, 2);
    assert_int_equal(of_b.last, CR_STORED);
    assert_int_equal(of_a.last, CR_STORE_CONFLICT);
    assert_string_equal(log_read(a, 1, 1), "1:b ");
    b->close(b);
    a->close(a);
}

static void faulty_store_fails_the_nth_call(void **unused)
{
    cr_faults faults = {.fail_append = 2, .refuse_append = 4, .fail_read = 2};
    cr_store *store = cr_store_faulty_open(cr_store_memory_open(), &faults);
    log_outcomes o;

    (void)unused;
    log_listen(store, &o);
    log_append(store, 1, 0, "head", 0);
    log_append(store, 1, 1, "lost", 0);
    log_append(store, 1, 2, "behind it", 0);
    assert_int_equal(log_append(store, 1, 1, "refused", 0), CR_ERR_FULL);
    log_finish(store, &o, 3);
    assert_int_equal(o.n[CR_STORED], 1);
    assert_int_equal(o.n[CR_STORE_FAILED], 1);
    assert_int_equal(o.n[CR_STORE_CONFLICT], 1);
    assert_string_equal(log_read(store, 1, 0), "0:head ");
    assert_string_equal(log_read(store, 1, 0), "none");
    store->close(store);
}

static void sqlite_store_compares_numbers_and_remembers(void **unused)
{
    cr_store *store = log_open_file(0, 0);

    (void)unused;
    numbers_are_compared(store);
    store->close(store);
    store = log_open_file(0, 0);
    assert_string_equal(log_read(store, 1, 0), "0:head 1:a 2:b 3:end ");
    assert_string_equal(log_read(store, 2, 0), "0:other ");
    store->close(store);
}

static void the_last_that_was_kept_counts(cr_store *store)
{
    log_outcomes o;

    log_listen(store, &o);
    log_append(store, 1, 0, "head", CR_STORE_LAST);
    log_append(store, 2, 0, "head", CR_STORE_LAST);
    log_finish(store, &o, 2);
    assert_string_equal(log_kept(store, 1, ""), "");
    log_keep(store, 1, "first");
    assert_string_equal(log_kept(store, 1, "first"), "first");
    log_keep(store, 1, "second");
    assert_string_equal(log_kept(store, 1, "second"), "second");
    assert_string_equal(log_kept(store, 2, ""), "");
    log_keep(store, 2, "other");
}

static void what_is_kept_beside_a_match_is_found_again(void **unused)
{
    static uint8_t large[CR_STORE_KEPT_MAX + 1];
    const uint8_t id[CR_MATCH_ID] = {3, 1};
    cr_store *store = cr_store_memory_open();

    (void)unused;
    the_last_that_was_kept_counts(store);
    store->close(store);
    store = log_open_file(0, 0);
    the_last_that_was_kept_counts(store);
    store->keep(store, id, large, sizeof large); /* too much: nothing is kept */
    store->close(store);                         /* not before all is written */
    store = log_open_file(0, 0);
    assert_string_equal(log_kept(store, 1, "second"), "second");
    assert_string_equal(log_kept(store, 2, "other"), "other");
    assert_string_equal(log_kept(store, 3, ""), "");
    store->close(store);
}

enum { ORDERED = 120, MATCHES = 5 };

/* The log_outcomes of numbered appends, and the first that came before one that was appended earlier. */
typedef struct {
    unsigned n, wrong_at, wrong;
} sequence;

static void follow_order(void *with, void *owner, cr_store_result result)
{
    sequence *q = with;
    unsigned number = (unsigned)(uintptr_t)owner;

    (void)result;
    if (!q->wrong && number != q->n + 1) {
        q->wrong_at = q->n + 1;
        q->wrong = number;
    }
    q->n++;
}

/* Several matches in turn, some entries under a number that does not fit, in batches of any size. */
static void outcomes_are_in_order(cr_store *store)
{
    char expected[4096];
    uint32_t next[MATCHES] = {0};
    sequence q = {0};

    store->done = follow_order;
    store->done_with = &q;
    for (unsigned i = 1; i <= ORDERED; i++) {
        uint8_t match = (uint8_t)(i % MATCHES);
        bool fits = i % 11 != 0;
        char text[16];
        cr_store_entry entry = {.match = {match, 1}, .number = fits ? next[match]++ : 77};

        snprintf(text, sizeof text, "%u", i);
        entry.bytes = (const uint8_t *)text;
        entry.len = strlen(text);
        assert_int_equal(store->append(store, &entry, (void *)(uintptr_t)i), CR_ERR_OK);
        if (i % 7 == 0 || i % 13 == 0)
            store->flush(store);
        if (i % 29 == 0)
            store->collect(store);
    }
    store->flush(store);
    for (unsigned tries = 0; q.n < ORDERED && tries < 100000; tries++) {
        store->collect(store);
        usleep(100);
    }
    if (q.n != ORDERED)
        fail_msg("%u of %u log_outcomes are told", q.n, ORDERED);
    if (q.wrong)
        fail_msg("the outcome of append %u is told where that of append %u is due", q.wrong,
                 q.wrong_at);
    for (uint8_t match = 0; match < MATCHES; match++) {
        uint32_t number = 0;

        expected[0] = 0;
        for (unsigned i = 1; i <= ORDERED; i++)
            if (i % MATCHES == match && i % 11)
                snprintf(expected + strlen(expected), sizeof expected - strlen(expected), "%u:%u ",
                         number++, i);
        if (strcmp(log_read(store, match, 0), expected) != 0)
            fail_msg("match %u has its entries in another order: %s", match,
                     log_read(store, match, 0));
    }
}

static void every_store_tells_and_keeps_the_order_of_the_appends(void **unused)
{
    cr_faults none = {0};
    cr_store *stores[3];

    (void)unused;
    stores[0] = cr_store_memory_open();
    stores[1] = cr_store_faulty_open(cr_store_memory_open(), &none);
    stores[2] = log_open_file(0, 0);
    for (unsigned i = 0; i < CR_COUNT_OF(stores); i++) {
        outcomes_are_in_order(stores[i]);
        stores[i]->close(stores[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_store_compares_numbers),
        cmocka_unit_test(of_two_writers_one_wins),
        cmocka_unit_test(faulty_store_fails_the_nth_call),
        cmocka_unit_test_setup_teardown(sqlite_store_compares_numbers_and_remembers, log_new_file,
                                        log_drop_file),
        cmocka_unit_test_setup_teardown(what_is_kept_beside_a_match_is_found_again, log_new_file,
                                        log_drop_file),
        cmocka_unit_test_setup_teardown(every_store_tells_and_keeps_the_order_of_the_appends,
                                        log_new_file, log_drop_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
