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

/* ---- Dune: behind the reveal, what was shown and paid is not there any more ---- */

/* Everything that seat 1 was heard to pay, receive and discard, and what it paid before it had received as much. */
typedef struct {
    cr_sink sink;
    int balance, lowest;
    unsigned discarded;
} db_ear;

static void hear(cr_sink *sink, const cr_event *e)
{
    db_ear *ear = (db_ear *)sink;

    if (e->seat != 1)
        return;
    if (e->kind == DB_EV_SPICE_GAINED)
        ear->balance += e->data[0];
    if (e->kind == DB_EV_SPICE_PAID)
        ear->balance -= e->data[0];
    if (e->kind == DB_EV_DISCARDED)
        for (unsigned i = 0; i < 3; i++)
            ear->discarded += e->data[i] != 0;
    if (ear->balance < ear->lowest)
        ear->lowest = ear->balance;
}

static void what_was_shown_and_paid_is_gone(void **unused)
{
    static const uint8_t limit[DB_FACTIONS] = {4, 8, 4, 4, 4, 4};
    even_table t = even_open("dune-battle");
    even_verdict sizes = {0}, spice = {0};
    unsigned paid = 0, discarded = 0, later = 0;
    db_ear ear;

    (void)unused;
    t.sink = &ear.sink;
    for (uint64_t seed = 0; seed < 600; seed++) {
        const db_world *w = &((const db_state *)t.truth)->w;
        const db_secret *known = &((const db_view *)t.view)->w.secret;
        unsigned wait = 1 + (unsigned)(seed % 4), sure;
        int lowest;

        ear = (db_ear){.sink = {hear}};
        even_deal(&t, seed, 2);
        while (!t.truth->is_over && wait) {
            even_move(&t);
            wait -= !t.truth->is_over &&
                    (w->board.battle.is_revealed || !db_has_effect(t.truth, DB_BATTLE));
        }
        if (t.truth->is_over)
            continue;
        cr_see(t.game, t.truth, 0, t.view);

        sure = ear.discarded + cr_bits_count(known->hand[1]);
        even_forget();
        for (unsigned n = cr_bits_count(known->hand[1]);
             n + ear.discarded <= limit[w->board.faction[1]]; n++)
            even_expect(1 + n, 1);
        if (sure < limit[w->board.faction[1]])
            even_judge(&sizes, even_compare(&t, db_size));

        lowest = ear.lowest;
        if (t.truth->q.kind == DB_Q_TRAITOR) { /* it can pay the plan that lies there */
            int with_plan = ear.balance - w->board.battle.plan[db_side(&w->board.battle, 1)].spice;

            lowest = with_plan < lowest ? with_plan : lowest;
        }
        even_forget();
        for (int start = -lowest; start < 16; start++)
            even_expect((uint64_t)(1 + start + ear.balance), 1);
        if (lowest > -15)
            even_judge(&spice, even_compare(&t, db_spice));
        paid += ear.lowest < 0;
        discarded += ear.discarded != 0;
        later += t.truth->q.kind != DB_Q_TRAITOR;
    }
    even_pronounce(&sizes, 100);
    even_pronounce(&spice, 100);
    assert_true(paid > 20);
    assert_true(discarded > 50);
    assert_true(later > 50);
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
        cmocka_unit_test(what_was_shown_and_paid_is_gone),
        cmocka_unit_test(sealed_plans_of_dune_are_drawn),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
