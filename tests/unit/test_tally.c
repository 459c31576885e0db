/* Tallies against plain counting, and choices out of them against listing all. */
#include "support/cmocka_all.h"
#include "kernel/fields.h"
#include "kernel/rng.h"
#include "kernel/space.h"

#include <stdlib.h>

static cr_tally random_tally(cr_rng *rng, unsigned pieces, unsigned most)
{
    cr_tally tally = 0;

    for (unsigned tries = 0; cr_tally_sum(tally) < pieces && tries < 1000; tries++) {
        unsigned kind = cr_rng_below(rng, CR_TALLY_KINDS);

        if (cr_tally_count(tally, kind) < most)
            tally += cr_tally_of(kind, 1);
    }
    return tally;
}

static void tallies_count_like_arrays(void **unused)
{
    cr_rng rng;

    (void)unused;
    cr_rng_init(&rng, (const uint8_t[32]){1}, 0);
    for (unsigned i = 0; i < 20000; i++) {
        cr_tally a = random_tally(&rng, cr_rng_below(&rng, 100), 7);
        cr_tally b = random_tally(&rng, cr_rng_below(&rng, 12), 7);
        unsigned sum = 0;
        uint64_t kinds = 0;
        bool has = true;
        cr_move move = {0};

        for (unsigned kind = 0; kind < CR_TALLY_KINDS; kind++) {
            unsigned n = a >> 4 * kind & 0xF;

            assert_int_equal(cr_tally_count(a, kind), n);
            sum += n;
            kinds |= (uint64_t)(n > 0) << 4 * kind;
            assert_int_equal(cr_tally_set(a) >> kind & 1, n > 0);
            has = has && n >= cr_tally_count(b, kind);
        }
        assert_true(cr_tally_is_sound(a));
        assert_int_equal(cr_tally_sum(a), sum);
        assert_int_equal(cr_tally_kinds(a), kinds);
        assert_int_equal(cr_tally_has(a, b), has);
        cr_tally_put(&move, a);
        assert_int_equal(cr_tally_get(&move), a);
        for (unsigned at = 0; at < CR_ARGS; at++)
            assert_in_range(move.arg[at], 0, at < CR_TALLY_AT ? 0 : 63);
    }
    assert_false(cr_tally_is_sound(UINT64_C(8) << 20));
}

/* Every tally that fits into another one, by counting up like a number with the counts as digits. */
static unsigned count_by_listing(cr_tally tally, unsigned total)
{
    unsigned n = 0;
    cr_tally part = 0;

    for (;;) {
        unsigned kind = 0;

        n += cr_tally_sum(part) == total;
        while (kind < CR_TALLY_KINDS && cr_tally_count(part, kind) == cr_tally_count(tally, kind)) {
            part -= cr_tally_of(kind, cr_tally_count(part, kind));
            kind++;
        }
        if (kind == CR_TALLY_KINDS)
            return n;
        part += cr_tally_of(kind, 1);
    }
}

static int compare(const void *a, const void *b)
{
    const cr_tally *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

static void choices_are_numbered_without_gap_or_repeat(void **unused)
{
    cr_tally seen[256];
    cr_rng rng;

    (void)unused;
    cr_rng_init(&rng, (const uint8_t[32]){2}, 0);
    for (unsigned i = 0; i < 2000; i++) {
        cr_tally tally = random_tally(&rng, cr_rng_below(&rng, 9), i % 3 ? 7 : 1 + i % 2);

        for (unsigned total = 1; total <= 7 && total <= cr_tally_sum(tally); total++) {
            unsigned n = cr_tally_choices(tally, total);

            assert_int_equal(n, count_by_listing(tally, total));
            for (unsigned c = 0; c < n; c++) {
                seen[c] = cr_tally_nth(tally, total, c);
                assert_int_equal(cr_tally_sum(seen[c]), total);
                assert_true(cr_tally_has(tally, seen[c]));
            }
            qsort(seen, n, sizeof *seen, compare);
            for (unsigned c = 1; c < n; c++)
                assert_true(seen[c - 1] < seen[c]);
        }
    }
}

static void a_box_holds_its_choices_and_nothing_else(void **unused)
{
    cr_tally tally = 0x21000000000311;
    cr_space space = {0};
    cr_box *box = cr_box_add(&space, 3);
    cr_move move;

    (void)unused;
    cr_box_one(box, 0, 0x6);
    cr_box_tally(box, tally, 3);
    assert_int_equal(cr_space_size(&space), 2 * cr_tally_choices(tally, 3));
    for (uint64_t i = 0; i < cr_space_size(&space); i++) {
        cr_move_set(&move, cr_space_nth(&space, i));
        assert_true(cr_space_has(&space, &move));
        move.arg[9] |= 64; /* a bit no tally has */
        assert_false(cr_space_has(&space, &move));
    }
    move = (cr_move){.kind = 3, .arg = {1}};
    cr_tally_put(&move, 0x21); /* three pieces, one of them not there */
    assert_false(cr_space_has(&space, &move));
    cr_tally_put(&move, 0x11); /* two pieces */
    assert_false(cr_space_has(&space, &move));
    cr_tally_put(&move, 0x111);
    assert_true(cr_space_has(&space, &move));
    move.arg[0] = 0;
    assert_false(cr_space_has(&space, &move));
}

static void draw_takes_every_piece_equally_often(void **unused)
{
    cr_tally full = cr_tally_of(0, 3) + cr_tally_of(3, 1);
    unsigned hits[4] = {0};
    cr_rng rng;

    (void)unused;
    cr_rng_init(&rng, (const uint8_t[32]){4}, 0);
    for (unsigned i = 0; i < 4000; i++) {
        cr_tally from = full, out = cr_rng_draw(&rng, &from, 1);

        assert_true(from + out == full);
        hits[cr_bits_first(out) / 4]++;
    }
    assert_in_range(hits[0], 2850, 3150);
    assert_int_equal(hits[0] + hits[3], 4000);
}

static void values_are_written_in_rising_order(void **unused)
{
    static const char *const texts[] = {"-", "1", "3 3 7 11", "1 1 1 1 16 16 16 16 16 16 16"};
    char back[64];

    (void)unused;
    for (unsigned i = 0; i < CR_COUNT_OF(texts); i++) {
        cr_span in = cr_span_of(texts[i]);
        cr_text out = cr_text_on(back, sizeof back);
        cr_tally tally = 0;

        assert_true(cr_values.parse(&in, (uint8_t *)&tally, NULL));
        cr_values.print(&out, (uint8_t *)&tally, NULL);
        assert_string_equal(back, texts[i]);
    }
}

static void values_that_do_not_fit_do_not_parse(void **unused)
{
    static const char *const texts[] = {"0", "17", "x", "2 2 2 2 2 2 2 2", "1 -"};
    cr_tally tally;

    (void)unused;
    for (unsigned i = 0; i < CR_COUNT_OF(texts); i++) {
        cr_span in = cr_span_of(texts[i]);

        assert_false(cr_values.parse(&in, (uint8_t *)&tally, NULL));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tallies_count_like_arrays),
        cmocka_unit_test(choices_are_numbered_without_gap_or_repeat),
        cmocka_unit_test(a_box_holds_its_choices_and_nothing_else),
        cmocka_unit_test(draw_takes_every_piece_equally_often),
        cmocka_unit_test(values_are_written_in_rising_order),
        cmocka_unit_test(values_that_do_not_fit_do_not_parse),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
