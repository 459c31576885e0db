/* Tables looked at without playing: those of every game fit, and a copy of one with something wrong does not. */
#include "kernel/tables.h"
#include "support/cmocka_all.h"
#include "support/lab.h"

static void tables_of_every_game_fit(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < cr_game_count(); i++) {
        char text[256];
        cr_text why = cr_text_on(text, sizeof text);

        if (!cr_tables_fit(cr_game_at(i), &why) ||
            !cr_tables_fit(cr_game_counting(cr_game_at(i)), &why))
            fail_msg("%s: %s", cr_game_at(i)->name, text);
    }
}

static void expect_wrong(const cr_game *game, const char *words)
{
    char text[256];
    cr_text why = cr_text_on(text, sizeof text);

    assert_false(cr_tables_fit(game, &why));
    if (!strstr(text, words))
        fail_msg("'%s' instead of '%s'", text, words);
}

#define WRONG(member, value, words) \
    do {                            \
        cr_game bad_ = *good;       \
        bad_.member = value;        \
        expect_wrong(&bad_, words); \
    } while (0)

static void a_wrong_head_is_named(void **unused)
{
    const cr_game *good = cr_game_find("duel");

    (void)unused;
    WRONG(name, NULL, "name of a game");
    WRONG(name, "", "name of a game");
    WRONG(name, "Duel", "name of a game");
    WRONG(name, "9duel", "name of a game");
    WRONG(name, "../duel", "name of a game");
    WRONG(name, "a-name-that-is-longer-than-its-place", "name of a game");
    WRONG(about, NULL, ".about");
    WRONG(seats_min, 0, "seats");
    WRONG(seats_min, 3, "seats");
    WRONG(seats_max, 9, "seats");
    WRONG(state_size, good->state_size + 4, "state of");
    WRONG(state_size, 8, "state of");
    WRONG(state_size, 1u << 24, "state of");
    WRONG(view_size, 8, "view of");
    WRONG(step, NULL, "calls");
    WRONG(broken, NULL, "calls");
}

static void a_wrong_table_is_named(void **unused)
{
    const cr_game *good = cr_game_find("duel");
    const cr_field tall[] = {{"hand", &cr_u64, NULL, (uint16_t)(good->state_size - 4), 0, 0}, {0}};
    const cr_field typeless[] = {{"hand", NULL, NULL, 0, 0, 0}, {0}};
    const cr_field quoted[] = {{"the \"hand\"", &cr_u64, NULL, 0, 0, 0}, {0}};
    const cr_row nowhere[] = {{0, 1, 99, 1, ""}}, ruleless[] = {{0, 1, 0, 999, ""}};
    const cr_option unfit[] = {{"time", 5, 10, 20, NULL, NULL, "a time"}};
    const cr_option seats[] = {{"seats", 2, 2, 3, NULL, NULL, "seats"}};
    const cr_asked twice[] = {{"a", 0, "", ""}, {"a", 0, "", ""}};
    const cr_asked blank[] = {{"a ", 0, "", ""}, {"c", 0, "", ""}};

    (void)unused;
    WRONG(kinds, NULL, "no table of kinds");
    WRONG(n_kinds, 0, "kinds of moves");
    WRONG(n_kinds, CR_IDLE, "kinds of moves");
    WRONG(n_options, CR_OPTIONS_MAX + 1, "options");
    WRONG(zones, NULL, "zones");
    WRONG(zones, tall, "'hand' does not fit");
    WRONG(view_fields, typeless, "'hand' has no type");
    WRONG(view_fields, quoted, "is no name of a field");
    {
        cr_game bad = *good;

        bad.chart = nowhere;
        bad.n_chart = 1;
        expect_wrong(&bad, "no such question or move");
        bad.chart = ruleless;
        expect_wrong(&bad, "no such rule");
        bad = *good;
        bad.options = unfit;
        bad.n_options = 1;
        expect_wrong(&bad, "its normal value");
        bad.options = seats;
        expect_wrong(&bad, "every game has");
        bad = *good;
        bad.n_questions = 2;
        bad.questions = twice;
        expect_wrong(&bad, "there twice");
        bad.questions = blank;
        expect_wrong(&bad, "blank");
    }
}

static void a_layout_is_that_of_the_state(void **unused)
{
    const cr_game *duel = cr_game_find("duel");
    uint64_t layout = cr_tables_layout(duel);
    cr_game other = *duel;
    cr_field moved[32];
    size_t n = 0;

    (void)unused;
    assert_int_not_equal(layout, 0);
    assert_int_equal(layout, cr_tables_layout(cr_game_counting(duel)));
    other.state_size += 8;
    assert_int_not_equal(layout, cr_tables_layout(&other));
    other = *duel;
    while (duel->zones[n].name)
        n++;
    assert_true(n < CR_COUNT_OF(moved));
    memcpy(moved, duel->zones, (n + 1) * sizeof *moved);
    moved[0].at += 8;
    other.zones = moved;
    assert_int_not_equal(layout, cr_tables_layout(&other));
    other = *duel;
    other.n_questions--;
    assert_int_not_equal(layout, cr_tables_layout(&other));
    other = *duel;
    other.view_size += 8; /* records hold states */
    assert_int_equal(layout, cr_tables_layout(&other));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_of_every_game_fit),
        cmocka_unit_test(a_wrong_head_is_named),
        cmocka_unit_test(a_wrong_table_is_named),
        cmocka_unit_test(a_layout_is_that_of_the_state),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
