/* Sums over a series: results, intervals, lengths. */
#include "support/cmocka_all.h"
#include "arena/stats.h"

#include <math.h>

static void count(stats *s, const uint8_t *bot_of, const int32_t *score, uint64_t moves)
{
    stats_count(s, &(stats_match){4, bot_of, score, moves, 1});
}

static void assert_near(double a, double b)
{
    assert_true(fabs(a - b) < 5e-5);
}

static void interval_is_wilsons(void **unused)
{
    stats_rate r;

    (void)unused;
    r = stats_wilson(7, 10); /* worked by hand from the formula */
    assert_near(r.rate, 0.7);
    assert_near(r.lo, 0.39678);
    assert_near(r.hi, 0.89221);
    r = stats_wilson(0, 10);
    assert_true(r.lo == 0 && r.hi > 0.27 && r.hi < 0.28);
    r = stats_wilson(10, 10);
    assert_true(r.hi == 1 && r.lo > 0.72 && r.lo < 0.73);
    r = stats_wilson(0, 0);
    assert_true(r.lo == 0 && r.hi == 1);
}

static void bot_wins_a_match_once_however_many_seats_it_has(void **unused)
{
    static const uint8_t bot_of[] = {0, 1, 0, 1};
    stats s = {0};

    (void)unused;
    count(&s, bot_of, (const int32_t[]){5, 3, 5, 1},
          10); /* two seats of bot 0 share the best score */
    count(&s, bot_of, (const int32_t[]){5, 5, 2, 1}, 20); /* both bots share it */
    count(&s, bot_of, (const int32_t[]){-5, -6, -7, -4}, 30);
    assert_int_equal(s.bot[0].wins, 1);
    assert_int_equal(s.bot[0].draws, 1);
    assert_int_equal(s.bot[0].losses, 1);
    assert_int_equal(s.bot[1].wins, 1);
    assert_int_equal(s.at[0][0].draws, 2);
    assert_int_equal(s.at[0][0].losses, 1);
    assert_int_equal(s.at[3][1].wins, 1);
    assert_int_equal(s.at[3][0].wins, 0);
    assert_int_equal(s.bot[0].score, 5 + 5 + 5 + 2 - 5 - 7);
    assert_int_equal(s.idles, 3);
}

static void parts_add_up_to_the_whole(void **unused)
{
    static const uint8_t bot_of[] = {0, 1, 2, 3};
    stats whole = {0}, parts[2] = {{0}}, sum = {0};

    (void)unused;
    for (int32_t i = 1; i <= 100; i++) {
        int32_t score[] = {i % 7, i % 5, i % 3, i % 2};

        count(&whole, bot_of, score, (uint64_t)(i * i));
        count(&parts[i % 3 == 0], bot_of, score, (uint64_t)(i * i));
    }
    stats_add(&sum, &parts[1]);
    stats_add(&sum, &parts[0]);
    assert_memory_equal(&sum, &whole, sizeof sum);
    assert_int_equal(sum.shortest, 1);
    assert_int_equal(sum.longest, 10000);
}

static void every_length_has_its_bin(void **unused)
{
    (void)unused;
    for (uint64_t length = 0; length <= 1 << 20; length++) {
        unsigned bin = stats_bin(length);

        assert_true(bin < STATS_BINS);
        assert_true(stats_bin_from(bin) <= length);
        if (bin + 1 < STATS_BINS)
            assert_true(length < stats_bin_from(bin + 1));
        assert_true((double)(length - stats_bin_from(bin)) <= 0.016 * (double)length);
    }
}

static void lengths_are_told_right(void **unused)
{
    static const uint8_t bot_of[] = {0, 0, 0, 0};
    stats s = {0};

    (void)unused;
    assert_int_equal(stats_quantile(&s, 0.5), 0);
    assert_true(stats_mean_length(&s) == 0 && stats_deviation(&s) == 0);
    for (uint64_t moves = 1; moves <= 99; moves++)
        count(&s, bot_of, (const int32_t[]){0, 0, 0, 0}, moves);
    assert_near(stats_mean_length(&s), 50);
    assert_near(stats_deviation(&s), 28.722813); /* sqrt((99² − 1) / 12 · 99 / 98) */
    assert_int_equal(stats_quantile(&s, 0.5), 50);
    assert_int_equal(stats_quantile(&s, 0.05), 5);
    assert_int_equal(stats_quantile(&s, 0.95), 95);
    assert_int_equal(stats_quantile(&s, 1), 99);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(interval_is_wilsons),
        cmocka_unit_test(bot_wins_a_match_once_however_many_seats_it_has),
        cmocka_unit_test(parts_add_up_to_the_whole),
        cmocka_unit_test(every_length_has_its_bin),
        cmocka_unit_test(lengths_are_told_right),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
