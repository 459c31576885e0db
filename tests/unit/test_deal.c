/* Seeds that several have drawn: the record of one, every way to lie about it, and a server that looks for a deal it likes. */
#include "kernel/say.h"
#include "kernel/game.h"
#include "support/cmocka_all.h"
#include "support/lab.h"

#include <sodium.h>
#include <stdlib.h>

static const uint8_t match[16] = "the match itself", other_match[16] = "another match...";

static void seal(cr_draw *d, const uint8_t id[16], unsigned seat, uint64_t at_ms)
{
    d->sealed |= CR_BIT(seat);
    d->seal_ms[seat] = at_ms;
    cr_part_seal(id, (uint8_t)seat, d->opening[seat], d->seal[seat]);
}

static void open_part(cr_draw *d, unsigned seat, uint64_t at_ms)
{
    d->opened |= CR_BIT(seat);
    d->open_ms[seat] = at_ms;
}

/* Two starts of three seats: in the first seat 2 did not open, in the second it takes no part. */
static void honest(cr_deal *deal)
{
    *deal = (cr_deal){.n = 2};
    for (unsigned i = 0; i < 2; i++) {
        cr_draw *d = &deal->draw[i];

        memset(d->part, 0x10 + (int)i, 32);
        cr_commit(match, d->part, d->commitment);
        d->sealed_ms = 1000 + 20000 * i;
        d->ended_ms = d->sealed_ms + (i ? 300 : 10001);
        d->is_void = !i;
        for (unsigned seat = 0; seat < 3 - i; seat++) {
            memset(d->opening[seat], 0x40 + (int)(8 * i + seat), 32);
            seal(d, match, seat, d->sealed_ms - 100 + seat);
            if (seat < 2)
                open_part(d, seat, d->sealed_ms + 100 + seat);
        }
    }
    memset(deal->draw[0].opening[2], 0, 32);
}

static void expect(const cr_deal *deal, cr_deal_fault fault, uint32_t number, uint8_t seat)
{
    uint32_t at;
    uint8_t who;

    assert_string_equal(cr_deal_fault_name(cr_deal_check(match, deal, &at, &who)),
                        cr_deal_fault_name(fault));
    if (fault) {
        assert_int_equal(at, number);
        assert_int_equal(who, seat);
        assert_true(strlen(cr_deal_fault_text(fault)) > 20);
    }
}

static void an_honest_deal_holds(void **unused)
{
    cr_deal deal;

    (void)unused;
    honest(&deal);
    expect(&deal, CR_DEAL_HOLDS, 0, 0);
}

/* Each way to lie about parts is found, and named with start and seat. */
static void every_lie_is_named(void **unused)
{
    cr_deal deal;
    cr_draw *d = &deal.draw[1];
    uint8_t keep[32];

    (void)unused;
    honest(&deal);
    d->part[5] ^= 1; /* the server's part is another one, now that it knows the others */
    expect(&deal, CR_DEAL_COMMITMENT, 2, CR_HOST);

    honest(&deal); /* swapped: the parts alone, or with their commitments */
    memcpy(keep, d->opening[0], 32);
    memcpy(d->opening[0], d->opening[1], 32);
    memcpy(d->opening[1], keep, 32);
    expect(&deal, CR_DEAL_SWAPPED, 2, 0);
    memcpy(keep, d->seal[0], 32);
    memcpy(d->seal[0], d->seal[1], 32);
    memcpy(d->seal[1], keep, 32);
    expect(&deal, CR_DEAL_SWAPPED, 2, 0);

    honest(&deal); /* replayed from another match, with the commitment of that time */
    seal(d, other_match, 1, d->seal_ms[1]);
    expect(&deal, CR_DEAL_CHANGED, 2, 1);

    honest(&deal); /* changed behind the commitment */
    d->opening[1][31] ^= 0x80;
    expect(&deal, CR_DEAL_CHANGED, 2, 1);

    honest(&deal); /* opened late, and early */
    d->open_ms[1] = d->sealed_ms + CR_OPEN_MS + 1;
    expect(&deal, CR_DEAL_LATE, 2, 1);
    d->open_ms[1] = d->sealed_ms - 1;
    expect(&deal, CR_DEAL_EARLY, 2, 1);

    honest(&deal); /* never opened, and the match began; or it takes part again */
    d->opened = 1;
    expect(&deal, CR_DEAL_MISSING, 2, 1);
    honest(&deal);
    memset(d->opening[2], 7, 32);
    seal(d, match, 2, d->sealed_ms);
    open_part(d, 2, d->sealed_ms);
    expect(&deal, CR_DEAL_OUT_AGAIN, 2, 2);

    honest(&deal); /* a part that nobody had committed to */
    d->opened |= 8;
    expect(&deal, CR_DEAL_CHANGED, 2, 3);

    honest(&deal); /* a start that the server did not like is called void */
    memset(deal.draw[0].opening[2], 0x42, 32);
    open_part(&deal.draw[0], 2, 1200);
    expect(&deal, CR_DEAL_NOT_VOID, 1, CR_HOST);

    honest(&deal); /* a void start is left out, or the last is one */
    deal.n = 1;
    expect(&deal, CR_DEAL_ORDER, 1, CR_HOST);
    honest(&deal);
    d->sealed_ms = 900;
    for (unsigned seat = 0; seat < 2; seat++)
        d->seal_ms[seat] = 800, d->open_ms[seat] = 950;
    expect(&deal, CR_DEAL_ORDER, 2, CR_HOST);
    honest(&deal);
    d->seal_ms[0] = d->sealed_ms + 1;
    expect(&deal, CR_DEAL_ORDER, 2, 0);
}

/* ---- the seed ---- */

static void every_part_counts_and_nothing_else(void **unused)
{
    uint8_t seed[32], changed[32];
    cr_deal deal;
    cr_draw *d = &deal.draw[1], one;

    (void)unused;
    honest(&deal);
    cr_draw_seed(match, 2, d, seed);
    for (unsigned seat = 0; seat < 2; seat++) {
        one = *d;
        one.opening[seat][0] ^= 1;
        cr_draw_seed(match, 2, &one, changed);
        assert_memory_not_equal(seed, changed, 32);
    }
    one = *d;
    one.opened = 1;
    cr_draw_seed(match, 2, &one, changed);
    assert_memory_not_equal(seed, changed, 32);
    cr_draw_seed(match, 1, d, changed);
    assert_memory_not_equal(seed, changed, 32);
    cr_draw_seed(other_match, 2, d, changed);
    assert_memory_not_equal(seed, changed, 32);
    one = *d;
    memset(one.opening[5], 9, 32); /* not opened: not in it */
    one.open_ms[0]++;
    cr_draw_seed(match, 2, &one, changed);
    assert_memory_equal(seed, changed, 32);
    one.opened = 0;
    cr_draw_seed(match, 2, &one, changed);
    assert_memory_equal(one.part, changed, 32); /* the server alone: as it always was */
}

/* ---- the record ---- */

static void a_record_keeps_the_deal_and_gives_the_seed(void **unused)
{
    static uint8_t bytes[CR_RECORD_HEAD_MAX + CR_DEAL_BYTES_MAX];
    uint8_t seed[32];
    cr_record_head head;
    cr_setup setup;
    cr_deal deal, read;
    size_t len;

    (void)unused;
    honest(&deal);
    cr_setup_init(&lab, &setup);
    setup.n_seats = 3;
    cr_draw_seed(match, 2, &deal.draw[1], setup.seed);
    len = cr_record_head_write_deal(&lab, &setup, match, &deal, bytes);
    assert_int_equal(cr_record_head_read(&lab, bytes, len, &head), CR_ERR_OK);
    assert_memory_equal(head.setup.seed, setup.seed, 32);
    assert_memory_equal(head.commitment, deal.draw[1].commitment, 32);
    assert_int_equal(head.head_size, len);
    assert_int_equal(cr_record_deal(bytes, len, &head, &read), CR_ERR_OK);
    assert_memory_equal(&deal, &read, sizeof deal);
    for (size_t i = 0; i < len; i++) {
        bytes[i] ^= 4;
        assert_int_not_equal(cr_record_head_read(&lab, bytes, len, &head), CR_ERR_OK);
        assert_int_not_equal(cr_record_head_read(&lab, bytes, i, &head), CR_ERR_OK);
        bytes[i] ^= 4;
    }
    /* A lie with good check sums. */
    deal.draw[1].opening[0][3] ^= 1;
    len = cr_record_head_write_deal(&lab, &setup, match, &deal, bytes);
    assert_int_equal(cr_record_head_read(&lab, bytes, len, &head), CR_ERR_BAD_DEAL);
    assert_int_equal(cr_record_deal(bytes, len, &head, &read), CR_ERR_OK);
    assert_int_equal(cr_deal_check(match, &read, NULL, NULL), CR_DEAL_CHANGED);
    /* Without a deal it is the record it always was. */
    len = cr_record_head_write(&lab, &setup, match, bytes);
    memcpy(seed, setup.seed, 32);
    assert_int_equal(cr_record_head_read(&lab, bytes, len, &head), CR_ERR_OK);
    assert_memory_equal(head.setup.seed, seed, 32);
    assert_int_equal(cr_record_deal(bytes, len, &head, &read), CR_ERR_OK);
    assert_int_equal(read.n, 0);
}

static void the_largest_deal_fits(void **unused)
{
    static uint8_t bytes[CR_RECORD_HEAD_MAX + CR_DEAL_BYTES_MAX];
    cr_deal deal = {.n = CR_STARTS_MAX};
    cr_record_head head;
    cr_setup setup;
    size_t len;

    (void)unused;
    cr_setup_init(&lab, &setup);
    for (unsigned i = 0; i < CR_STARTS_MAX; i++)
        deal.draw[i].sealed = deal.draw[i].opened = 0xFF;
    len = cr_record_head_write_deal(&lab, &setup, match, &deal, bytes);
    assert_true(len <= sizeof bytes);
    assert_int_equal(cr_record_head_read(&lab, bytes, len, &head), CR_ERR_BAD_DEAL);
}

/* ---- in words ---- */

static void the_verdict_says_what_was_committed_when(void **unused)
{
    static const uint64_t noon = UINT64_C(1709208000000); /* 2024-02-29 12:00:00 UTC */
    cr_deal deal = {0};
    char says[2048];
    cr_text out = cr_text_on(says, sizeof says);

    (void)unused;
    cr_say_committed(&out, &deal, noon);
    assert_string_equal(says, "The server committed to its seed before the match began, "
                              "2024-02-29 12:00:00 UTC.\n");
    deal.n = 2;
    deal.draw[0] = (cr_draw){.sealed_ms = noon + 1000,
                             .ended_ms = noon + 11000,
                             .sealed = 3,
                             .opened = 1,
                             .is_void = 1,
                             .seal_ms = {noon, noon + 1000},
                             .open_ms = {noon + 2000}};
    deal.draw[1] = (cr_draw){.sealed_ms = noon + 86400000,
                             .ended_ms = noon + 86400000 + 3661000,
                             .sealed = 1,
                             .opened = 1,
                             .seal_ms = {noon + 12000},
                             .open_ms = {noon + 86401000}};
    out = cr_text_on(says, sizeof says);
    cr_say_committed(&out, &deal, noon);
    assert_string_equal(
        says,
        "Start 1, 2024-02-29 12:00:01 UTC: the server committed first, then {0} at 12:00:00 and "
        "{1} at 12:00:01. With all commitments in, the parts were opened: {0} at 12:00:02. It was "
        "void at 12:00:11.\n"
        "Start 2, 2024-03-01 12:00:00 UTC: the server committed first, then {0} at 12:00:12. With "
        "all commitments in, the parts were opened: {0} at 12:00:01. The match began at "
        "13:01:01.\n");
    out = cr_text_on(says, sizeof says);
    cr_say_deal(&out, &deal, 2);
    assert_string_equal(says,
                        "Start 1 was void: {1} had committed to a part and did not open it.\n"
                        "The seed was drawn by the server and {0}: fair if one of them is honest.\n"
                        "{1} had no part in it.\n");
    out = cr_text_on(says, sizeof says);
    cr_say_result(&out, (const int32_t[]){7, -5}, 2, true);
    assert_string_equal(says, "The result is 7 : -5.");
}

/* ---- a server that looks for a deal it likes ---- */

enum { MATCHES = 10000, TRIES = 8, GUESSES = 2, SEATS = 4, HONEST = 2, ONE_IN = 16 };

static bool is_liked(const uint8_t seed[32])
{
    return seed[0] % ONE_IN == 0;
}

/* What a cheating server does not know when it commits to a part: the honest one's, and alone those of all seats. It draws
 * them at random, tries many parts of its own, and takes the one whose seeds it likes most. */
static void choose(cr_draw *d, cr_rng *rng, bool is_alone, const uint8_t id[16])
{
    uint8_t best[32] = {0}, seed[32];
    unsigned best_n = 0;
    cr_draw guess = *d;

    guess.opened = (1 << SEATS) - 1;
    for (unsigned i = 0; i < TRIES; i++) {
        unsigned n = 0;

        cr_rng_bytes(rng, guess.part, 32);
        for (unsigned k = 0; k < GUESSES; k++) {
            for (unsigned seat = 0; seat < SEATS; seat++)
                if (is_alone || seat == HONEST)
                    cr_rng_bytes(rng, guess.opening[seat], 32);
            cr_draw_seed(id, 1, &guess, seed);
            n += is_liked(seed);
        }
        if (!i || n > best_n) {
            best_n = n;
            memcpy(best, guess.part, 32);
        }
    }
    memcpy(d->part, best, 32);
}

/* One match: parts of all, commitments, openings, and the seed. Alone the server has all seats against it; otherwise all but
 * one are with it, and with `voids` one that does not like the seed does not open. *is_good: they like it in the end. */
static void play_one(cr_rng *rng, bool is_alone, bool voids, bool *is_good, cr_deal *deal,
                     const uint8_t id[16])
{
    uint64_t now = 1000;
    uint8_t seed[32];

    *deal = (cr_deal){0};
    for (uint32_t number = 1;; number++) {
        cr_draw *d = &deal->draw[deal->n++];
        /* Who did not open takes no further part: one of the cheats less each time. */
        uint16_t in =
            number == 1 ? (1 << SEATS) - 1 : (uint16_t)((1 << SEATS) - (1 << (number - 1)));
        bool is_last = number > 2 || !voids;

        for (unsigned seat = 0; seat < SEATS; seat++)
            cr_rng_bytes(rng, d->opening[seat], 32);
        choose(d, rng, is_alone, id);
        cr_rng_bytes(rng, d->opening[HONEST], 32); /* drawn by nobody but its owner */
        cr_commit(id, d->part, d->commitment);
        for (unsigned seat = 0; seat < SEATS; seat++)
            if (in >> seat & 1)
                seal(d, id, seat, now);
        d->sealed_ms = now;
        for (unsigned seat = 0; seat < SEATS; seat++)
            if (in >> seat & 1)
                open_part(d, seat, now + 1);
        cr_draw_seed(id, number, d, seed);
        *is_good = is_liked(seed);
        d->ended_ms = now + CR_OPEN_MS + 1;
        if (*is_good || is_last)
            return;
        d->is_void = 1; /* the honest one has opened, and they have seen enough */
        d->opened &= (uint16_t) ~(1u << (number - 1));
        now = d->ended_ms;
    }
}

/* Successes among those that began at the first start; and of all, those with void starts on record. */
static void simulate(bool is_alone, bool voids, unsigned *first, unsigned *good, unsigned *n_void)
{
    uint8_t key[32] = {7}, id[16];
    cr_deal deal;
    cr_rng rng;

    *first = *good = *n_void = 0;
    cr_rng_init(&rng, key, 2u * is_alone + voids);
    for (unsigned i = 0; i < MATCHES; i++) {
        bool is_good;

        cr_rng_bytes(&rng, id, sizeof id);
        play_one(&rng, is_alone, voids, &is_good, &deal, id);
        assert_int_equal(cr_deal_check(id, &deal, NULL, NULL), CR_DEAL_HOLDS);
        *n_void += deal.n > 1;
        if (deal.n == 1) {
            ++*first;
            *good += is_good;
        }
    }
}

/* Alone or with the other three seats in it together, one honest part makes it chance. */
static void a_cheating_server_has_no_luck_beyond_chance(void **unused)
{
    unsigned first, good, n_void, expected = MATCHES / ONE_IN;

    (void)unused;
    for (unsigned is_alone = 0; is_alone < 2; is_alone++) {
        simulate(is_alone, false, &first, &good, &n_void);
        assert_int_equal(first, MATCHES);
        assert_int_equal(n_void, 0);
        /* Four standard deviations of 10,000 draws of one in sixteen. */
        assert_true(good > expected - 97 && good < expected + 97);
    }
}

/* Cheats who refuse to open what they do not like pay for it: every one of these starts is on record, and the honest one has
 * opened in each. */
static void refusing_to_open_is_always_on_record(void **unused)
{
    unsigned first, good, n_void;

    (void)unused;
    simulate(false, true, &first, &good, &n_void);
    assert_int_equal(first + n_void, MATCHES);
    assert_int_equal(good, first); /* all they did not like is void … */
    assert_true(n_void > MATCHES / 2);
}

/* And what it takes to change a part afterwards is found each time. */
static void a_part_changed_for_a_better_deal_is_found(void **unused)
{
    uint8_t key[32] = {9}, id[16], seed[32];
    unsigned tried = 0;
    cr_deal deal;
    cr_rng rng;

    (void)unused;
    cr_rng_init(&rng, key, 0);
    for (unsigned i = 0; i < 500; i++) {
        cr_draw *d = &deal.draw[0];
        bool is_good;

        cr_rng_bytes(&rng, id, sizeof id);
        play_one(&rng, true, false, &is_good, &deal, id);
        while (!is_good) {
            uint8_t *part = i % 2 ? d->part : d->opening[0];

            cr_rng_bytes(&rng, part, 32);
            cr_draw_seed(id, 1, d, seed);
            is_good = is_liked(seed);
            tried += is_good;
            if (is_good)
                assert_int_equal(cr_deal_check(id, &deal, NULL, NULL),
                                 i % 2 ? CR_DEAL_COMMITMENT : CR_DEAL_CHANGED);
        }
    }
    assert_true(tried > 400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_honest_deal_holds),
        cmocka_unit_test(every_lie_is_named),
        cmocka_unit_test(every_part_counts_and_nothing_else),
        cmocka_unit_test(a_record_keeps_the_deal_and_gives_the_seed),
        cmocka_unit_test(the_largest_deal_fits),
        cmocka_unit_test(the_verdict_says_what_was_committed_when),
        cmocka_unit_test(a_cheating_server_has_no_luck_beyond_chance),
        cmocka_unit_test(refusing_to_open_is_always_on_record),
        cmocka_unit_test(a_part_changed_for_a_better_deal_is_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
