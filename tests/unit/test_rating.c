/* Ratings of bots from the results of their pairs. */
#include "support/cmocka_all.h"

#include "arena/rating.h"

static void ten_wins_to_one_are_400_points(void **unused)
{
    rating_pair pair = {.bot = {0, 1}, .seats = {1, 1}, .won = {10000, 1000}};
    rating r[2];

    (void)unused;
    rating_fit(&pair, 1, 2, r);
    assert_float_equal(r[0].rating - r[1].rating, 400, 1);
    assert_float_equal(r[0].rating + r[1].rating, 2000, 0.01);
    assert_true(r[0].lo < r[0].rating && r[0].rating < r[0].hi);
    assert_true(r[0].hi - r[0].lo < 40 && r[0].hi - r[0].lo > 5);
    assert_int_equal(r[1].games, 11000);
}

/* Of four seats one wins a quarter by luck: that is no weaker and no stronger than the others. */
static void one_against_three_is_counted_by_seats(void **unused)
{
    rating_pair pair = {.bot = {0, 1}, .seats = {1, 3}, .won = {250, 750}};
    rating r[2];

    (void)unused;
    rating_fit(&pair, 1, 2, r);
    assert_float_equal(r[0].rating, r[1].rating, 2);
}

static void bots_that_never_met_are_compared_by_others(void **unused)
{
    rating_pair pairs[] = {{.bot = {0, 1}, .seats = {1, 1}, .won = {750, 250}},
                           {.bot = {1, 2}, .seats = {1, 1}, .won = {700, 200}, .shared = 100}};
    rating r[3];

    (void)unused;
    rating_fit(pairs, 2, 3, r);
    assert_true(r[0].rating > r[1].rating + 100 && r[1].rating > r[2].rating + 100);
    assert_float_equal(r[2].points, 250, 0.01);
}

/* Who has won everything is strong, not infinitely so; who has not played is anything. */
static void few_matches_say_little(void **unused)
{
    rating_pair pairs[] = {{.bot = {0, 1}, .seats = {1, 1}, .won = {3, 0}},
                           {.bot = {0, 2}, .seats = {1, 1}}};
    rating r[3], again[3];

    (void)unused;
    rating_fit(pairs, 2, 3, r);
    rating_fit(pairs, 2, 3, again);
    assert_memory_equal(r, again, sizeof r);
    assert_true(r[0].rating < 1600 && r[0].hi - r[0].lo > 100);
    assert_true(r[2].hi - r[2].lo > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ten_wins_to_one_are_400_points),
        cmocka_unit_test(one_against_three_is_counted_by_seats),
        cmocka_unit_test(bots_that_never_met_are_compared_by_others),
        cmocka_unit_test(few_matches_say_little),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
