/* Worlds of the Dune battle are even where they must be (support/even.h). */
#include "support/even.h"

#include "games/dune-battle/dune.h"

/* ---- Dune: sizes of hands and spice of a new phase, and each card ---- */

static uint64_t db_size(const cr_state *k)
{
    return 1u + cr_bits_count(((const db_state *)k)->w.secret.hand[1]);
}

static uint64_t db_spice(const cr_state *k)
{
    return 1u + ((const db_state *)k)->w.secret.spice[1];
}

static void dune_worlds_are_even(void **unused)
{
    static const uint8_t limit[DB_FACTIONS] = {4, 8, 4, 4, 4, 4};
    even_table t = even_open("dune-battle");
    even_verdict v = {0};

    (void)unused;
    for (uint64_t seed = 0; seed < 20; seed++) {
        const db_board *b = &((const db_state *)t.truth)->w.board;

        even_deal(&t, seed, 2);
        if (t.truth->is_over || db_has_effect(t.truth, DB_BATTLE))
            continue;
        cr_see(t.game, t.truth, 0, t.view);
        even_forget();
        for (unsigned n = 0; n <= limit[b->faction[1]]; n++)
            even_expect(1 + n, 1);
        even_judge(&v, even_compare(&t, db_size));
        even_forget();
        for (unsigned n = 0; n < 16; n++)
            even_expect(1 + n, 1);
        even_judge(&v, even_compare(&t, db_spice));
    }
    even_pronounce(&v, 2);
    even_close(&t);
}

/* What another has sealed is drawn from all he could have sealed, not put down as the default. */
static void sealed_plans_of_dune_are_drawn(void **unused)
{
    even_table t = even_open("dune-battle");
    unsigned defaults = 0, n = 0;

    (void)unused;
    for (uint64_t seed = 0; seed < 60; seed++) {
        even_deal(&t, seed, 2);
        while (!t.truth->is_over &&
               !(t.truth->q.kind == DB_Q_PLANS && cr_bits_count(t.truth->q.asked) == 2 &&
                 cr_bits_count(t.truth->q.open) == 1))
            even_move(&t);
        if (t.truth->is_over)
            continue;
        cr_see(t.game, t.truth, (uint8_t)cr_bits_first(t.truth->q.open), t.view);
        for (unsigned i = 0; i < 10; i++) {
            unsigned other = cr_bits_first(t.truth->q.asked & ~t.truth->q.open);

            cr_guess(t.game, t.view, &t.rng, t.world);
            defaults += ((const db_plan *)t.world->sealed[other].arg)->is_default;
            n++;
        }
    }
    assert_true(n > 100);
    assert_int_equal(defaults, 0);
    even_close(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dune_worlds_are_even),
        cmocka_unit_test(sealed_plans_of_dune_are_drawn),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
