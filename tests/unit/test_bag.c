/* The bag against plain counting. */
#include "support/cmocka_all.h"
#include "games/bag.h"

static void bag_counts_like_an_array(void **unused)
{
    unsigned count[16] = {0}, total = 0;
    cr_bag bag = 0;
    cr_rng rng;

    (void)unused;
    cr_rng_init(&rng, (const uint8_t[32]){3}, 0);
    for (unsigned i = 0; i < 20000; i++) {
        unsigned value = cr_rng_below(&rng, 16);

        if (cr_rng_below(&rng, 2) && count[value] < CR_BAG_COPIES) {
            bag = cr_bag_with(bag, value);
            count[value]++;
            total++;
        } else {
            bag = cr_bag_without(bag, value);
            total -= count[value] > 0;
            count[value] -= count[value] > 0;
        }
        assert_int_equal(cr_bits_count(bag), total);
        assert_true(cr_bag_is_sound(bag, 16));
        for (unsigned v = 0; v < 16; v++) {
            assert_int_equal(cr_bag_copies(bag, v), count[v]);
            assert_int_equal(cr_bag_values(bag) >> v & 1, count[v] > 0);
        }
    }
}

static void unsound_bags_are_told(void **unused)
{
    (void)unused;
    assert_true(cr_bag_is_sound(0, 13));
    assert_false(cr_bag_is_sound(1 << 13, 13));           /* no such value */
    assert_false(cr_bag_is_sound(UINT64_C(1) << 16, 13)); /* a second card without a first */
}

static void draw_takes_every_card_equally_often(void **unused)
{
    cr_bag full = 0;
    unsigned hits[4] = {0};
    cr_rng rng;

    (void)unused;
    cr_rng_init(&rng, (const uint8_t[32]){4}, 0);
    full = cr_bag_with(cr_bag_with(cr_bag_with(cr_bag_with(full, 0), 0), 0), 3); /* 1 1 1 4 */
    for (unsigned i = 0; i < 4000; i++) {
        cr_bag from = full, out = cr_bag_draw(&from, 1, &rng);

        assert_int_equal(cr_bits_count(from), 3);
        hits[cr_bits_first(out)]++;
    }
    assert_in_range(hits[0], 2850, 3150);
    assert_int_equal(hits[0] + hits[3], 4000);
}

static void bag_is_written_in_rising_order(void **unused)
{
    static const char *const texts[] = {"-", "1", "3 3 7 11", "1 1 1 1 16 16 16 16"};
    char back[64];

    (void)unused;
    for (unsigned i = 0; i < CR_COUNT_OF(texts); i++) {
        cr_span in = cr_span_of(texts[i]);
        cr_text out = cr_text_on(back, sizeof back);
        cr_bag bag = 0;

        assert_true(cr_bag_type.parse(&in, (uint8_t *)&bag, NULL));
        cr_bag_type.print(&out, (uint8_t *)&bag, NULL);
        assert_string_equal(back, texts[i]);
    }
}

static void five_of_a_value_do_not_parse(void **unused)
{
    cr_span in = cr_span_of("2 2 2 2 2");
    cr_bag bag;

    (void)unused;
    assert_false(cr_bag_type.parse(&in, (uint8_t *)&bag, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bag_counts_like_an_array),
        cmocka_unit_test(unsound_bags_are_told),
        cmocka_unit_test(draw_takes_every_card_equally_often),
        cmocka_unit_test(bag_is_written_in_rising_order),
        cmocka_unit_test(five_of_a_value_do_not_parse),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
