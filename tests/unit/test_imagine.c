/* Worlds of duel and Liap Tui are even: each that fits is as likely as any other (support/even.h). */
#include "support/even.h"

#include "games/liap-tui/liap_tui.h"

#include <math.h>

/* ---- duel ---- */

static uint64_t rival_hand(const cr_state *s)
{
    const uint8_t *at = (const uint8_t *)s;
    const cr_field *f = cr_game_find("duel")->zones;

    while (strcmp(f->name, "hand"))
        f++;
    return cr_hash(at + f->at + 8, 8); /* seat 1's */
}

static cr_tally field_of(const cr_game *game, const cr_view *view, const char *name, unsigned row)
{
    const cr_field *f = game->view_fields;
    cr_tally out;

    while (strcmp(f->name, name))
        f++;
    memcpy(&out, (const char *)view + f->at + 8 * row, 8);
    return out;
}

static void expect_hands(cr_tally unseen, unsigned kind, unsigned n, cr_tally hand, double weight)
{
    if (!n) {
        even_expect(cr_hash(&hand, 8), weight);
        return;
    }
    if (kind == 13)
        return;
    for (unsigned k = 0; k <= n && k <= cr_tally_count(unseen, kind); k++)
        expect_hands(unseen, kind + 1, n - k, hand + cr_tally_of(kind, k),
                     weight * cr_choose(cr_tally_count(unseen, kind), k));
}

static void duel_worlds_are_even(void **unused)
{
    even_table t = even_open("duel");
    even_verdict v = {0};

    (void)unused;
    for (uint64_t seed = 0; seed < 12; seed++) {
        cr_tally unseen = UINT64_C(0x0004444444444444);

        even_deal(&t, seed, 2);
        /* Two cards are left in each hand. */
        for (;;) {
            cr_see(t.game, t.truth, 0, t.view);
            if (t.truth->is_over || (cr_tally_sum(field_of(t.game, t.view, "hand", 0)) == 2 &&
                                     t.truth->q.form == CR_ALL && t.truth->q.open == 3))
                break;
            even_move(&t);
        }
        if (t.truth->is_over)
            continue;
        even_forget();
        unseen -= field_of(t.game, t.view, "hand", 0) + field_of(t.game, t.view, "played", 0) +
                  field_of(t.game, t.view, "played", 1);
        expect_hands(unseen, 0, 2, 0, 1);
        even_judge(&v, even_compare(&t, rival_hand));
    }
    even_pronounce(&v, 6);
    even_close(&t);
}

/* ---- Liap Tui ---- */

enum { IN_HAND, IN_PLAY, COVERED };

static uint64_t lt_key(const cr_state *k)
{
    const lt_state *s = (const lt_state *)k;

    return cr_hash(s->hand, sizeof s->hand) ^ 3 * cr_hash(s->play, sizeof s->play) ^
           7 * cr_hash(s->covered, sizeof s->covered);
}

static cr_tally *lt_zone(lt_state *s, uint8_t place)
{
    unsigned seat = place / 4;

    return place % 4 == IN_HAND   ? &s->hand[seat]
           : place % 4 == IN_PLAY ? &s->play[seat]
                                  : &s->covered[seat];
}

static void lt_put(even_table *t)
{
    lt_state *s = (lt_state *)t->world;

    for (unsigned i = 0; i < even_now.n; i++)
        *lt_zone(s, even_now.place[i]) = 0;
    for (unsigned i = 0; i < even_now.n; i++)
        *lt_zone(s, even_now.place[i]) += cr_tally_of(even_now.piece[i], 1);
    for (unsigned seat = 0; seat < LT_SEATS; seat++)
        if (s->play[seat]) {
            lt_form form = lt_form_of(s->play[seat]);

            s->type[seat] = form.type;
            s->value[seat] = form.value;
        }
}

static void lt_hide(uint8_t place, cr_tally pieces)
{
    for (unsigned kind = 0; kind < LT_KINDS; kind++)
        for (unsigned i = cr_tally_count(pieces, kind); i; i--)
            even_hide(place, (uint8_t)kind);
}

static unsigned lt_hidden(const lt_state *s, const lt_view *v)
{
    unsigned n = 0;

    for (unsigned seat = 0; seat < LT_SEATS; seat++)
        if (seat != v->v.viewer)
            n += cr_tally_sum(s->hand[seat]) + (v->play[seat] ? 0 : cr_tally_sum(s->play[seat])) +
                 (v->covered[seat] ? 0 : cr_tally_sum(s->covered[seat]));
    return n;
}

static void liap_tui_worlds_are_even(void **unused)
{
    even_table t = even_open("liap-tui");
    even_verdict v = {0};
    unsigned n_weak = 0;

    (void)unused;
    for (uint64_t seed = 0; v.n < 60 && seed < 4000; seed++) {
        const lt_state *s = (const lt_state *)t.truth;
        const lt_view *view = (const lt_view *)t.view;
        unsigned least = 3 + (unsigned)(seed % 6), others;

        even_deal(&t, seed, 4);
        for (unsigned i = 0; i < 400 && !t.truth->is_over; i++) {
            even_move(&t);
            if (t.truth->is_over || t.truth->q.kind != LT_Q_PLAY)
                continue;
            cr_see(t.game, t.truth, (uint8_t)(seed % LT_SEATS), t.view);
            if (lt_hidden(s, view) <= least + 1 && lt_hidden(s, view) >= 3)
                break;
        }
        if (t.truth->is_over || t.truth->q.kind != LT_Q_PLAY || lt_hidden(s, view) > EVEN_PLACES)
            continue;
        /* One in two is a position in which somebody else is known to be weak. */
        others = view->weak & ~CR_BIT(view->v.viewer);
        if (!others && v.n > n_weak + 20)
            continue;
        n_weak += others != 0;
        even_forget();
        even_now = (even_hidden){.put = lt_put, .key = lt_key};
        for (uint8_t seat = 0; seat < LT_SEATS; seat++) {
            if (seat == view->v.viewer)
                continue;
            lt_hide((uint8_t)(4 * seat + IN_HAND), s->hand[seat]);
            if (!view->play[seat])
                lt_hide((uint8_t)(4 * seat + IN_PLAY), s->play[seat]);
            if (!view->covered[seat])
                lt_hide((uint8_t)(4 * seat + COVERED), s->covered[seat]);
        }
        even_arrange(&t);
        even_judge(&v, even_compare(&t, lt_key));
    }
    assert_true(n_weak >= 5);
    even_pronounce(&v, 30);
    even_close(&t);
}

/* At the declarations, with 24 pieces hidden and one seat known to be weak: the two others come out alike. */
static void others_beside_a_weak_hand_are_alike(void **unused)
{
    enum { WORLDS = 4000 };
    even_table t = even_open("liap-tui");
    unsigned n = 0;

    (void)unused;
    for (uint64_t seed = 0; n < 6 && seed < 20000; seed++) {
        const lt_view *view = (const lt_view *)t.view;
        double strong[2] = {0, 0}, squares = 0;
        unsigned others[2], k = 0;

        even_deal(&t, seed, 4);
        for (unsigned i = 0; i < 8 && t.truth->q.kind == LT_Q_REDEAL; i++) {
            unsigned seat = cr_bits_first(cr_deciders(t.truth));
            cr_move decline = cr_idle_move(t.truth, (uint8_t)seat);

            cr_play(t.game, t.truth, &decline, t.truth->now_ms, NULL);
        }
        if (t.truth->q.kind != LT_Q_DECLARE)
            continue;
        cr_see(t.game, t.truth, 0, t.view);
        if (cr_bits_count(view->weak & 0xEu) != 1)
            continue;
        for (unsigned seat = 1; seat < 4; seat++)
            if (!(view->weak >> seat & 1))
                others[k++] = seat;
        for (unsigned i = 0; i < WORLDS; i++) {
            const lt_state *w = (const lt_state *)t.world;
            double both[2];

            cr_guess(t.game, t.view, &t.rng, t.world);
            for (unsigned j = 0; j < 2; j++) {
                both[j] = cr_tally_sum(w->hand[others[j]] & LT_STRONG);
                assert_true(both[j] >= 1);
                strong[j] += both[j];
            }
            squares += (both[0] - both[1]) * (both[0] - both[1]);
        }
        if (fabs(strong[0] - strong[1]) > 4.5 * sqrt(squares))
            fail_msg("seed %llu: %.2f and %.2f strong pieces", (unsigned long long)seed,
                     strong[0] / WORLDS, strong[1] / WORLDS);
        n++;
    }
    assert_int_equal(n, 6);
    even_close(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(duel_worlds_are_even),
        cmocka_unit_test(liap_tui_worlds_are_even),
        cmocka_unit_test(others_beside_a_weak_hand_are_alike),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
