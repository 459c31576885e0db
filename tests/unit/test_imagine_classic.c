/* Worlds of Classic Battle are even (support/even.h). */
#include "support/even.h"

#include "games/classic-battle/classic_battle.h"

/* ---- Classic Battle: every card that was not seen is as likely as any other to lie next ---- */

static uint64_t cb_next_cards(const cr_state *k)
{
    const cb_state *s = (const cb_state *)k;
    unsigned last = s->board.n_cards - 1u;

    return 1u + s->deck[1][s->board.at < last ? s->board.at + 1u : last];
}

static void classic_battle_worlds_are_even(void **unused)
{
    even_table t = even_open("classic-battle");
    even_verdict v = {0};

    (void)unused;
    for (uint64_t seed = 0; seed < 40 && v.n < 12; seed++) {
        const cb_state *s = (const cb_state *)t.truth;
        const cb_view *view = (const cb_view *)t.view;
        unsigned n_cards = cb_rosters[CB_ROSTER_STANDARD].n;
        bool is_seen[CB_CARDS_MAX + 1] = {false};

        even_deal(&t, seed, 0);
        for (unsigned i = 0; i < 200 && !t.truth->is_over; i++) {
            even_move(&t);
            if (!t.truth->is_over && cb_state_of(s) == ST_CHOICE && s->board.at >= seed % 4)
                break;
        }
        if (t.truth->is_over || cb_state_of(s) != ST_CHOICE || s->board.at + 2 > s->board.n_cards)
            continue;
        cr_see(t.game, t.truth, 0, t.view);
        for (unsigned side = 0; side < 2; side++) {
            for (unsigned i = 0; i < s->board.at; i++)
                is_seen[view->used[side][i]] = true;
            is_seen[view->card[side]] = true;
        }
        even_forget();
        for (unsigned card = 1; card <= n_cards; card++)
            if (!is_seen[card])
                even_expect(1 + card, 1);
        even_judge(&v, even_compare(&t, cb_next_cards));
    }
    even_pronounce(&v, 5);
    even_close(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classic_battle_worlds_are_even),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
