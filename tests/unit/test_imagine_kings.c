/* Worlds of Imposter Kings are even (support/even.h). */
#include "support/even.h"

#include "games/imposter-kings/imposter_kings.h"

/* ---- Imposter Kings ---- */

enum { HAND, SUCCESSOR, DUNGEON, SQUIRE, FORGOTTEN };

static uint64_t ik_key(const cr_state *k)
{
    const ik_round *r = &((const ik_state *)k)->r;

    return cr_hash(r->hand, sizeof r->hand) ^ 3 * cr_hash(r->successor, sizeof r->successor) ^
           7 * cr_hash(r->dungeon, sizeof r->dungeon) ^ 11 * cr_hash(r->squire, sizeof r->squire) ^
           13 * r->forgotten;
}

static uint8_t ik_rival;

static void put_cards(even_table *t)
{
    ik_round *r = &((ik_state *)t->world)->r;

    r->hand[ik_rival] = ((const ik_view *)t->view)->hand[ik_rival]; /* what is certain */
    for (unsigned i = 0; i < even_now.n; i++)
        switch (even_now.place[i]) {
        case HAND:
            ik_add(&r->hand[ik_rival], even_now.piece[i]);
            break;
        case SUCCESSOR:
            r->successor[ik_rival] = (uint8_t)(even_now.piece[i] + 1);
            break;
        case DUNGEON:
            r->dungeon[ik_rival] = (uint8_t)(even_now.piece[i] + 1);
            break;
        case SQUIRE:
            r->squire[ik_rival] = (uint8_t)(even_now.piece[i] + 1);
            break;
        default:
            r->forgotten = (uint8_t)(even_now.piece[i] + 1);
        }
}

static void imposter_kings_worlds_are_even(void **unused)
{
    even_table t = even_open("imposter-kings");
    even_verdict v = {0};

    (void)unused;
    for (uint64_t seed = 0; v.n < 40 && seed < 400; seed++) {
        const ik_state *s = (const ik_state *)t.truth;
        uint8_t viewer = seed & 1;
        unsigned moves = 8 + (unsigned)(seed % 12);

        ik_rival = !viewer;
        even_deal(&t, seed, 2);
        for (unsigned i = 0; i < 200 && !t.truth->is_over; i++) {
            even_move(&t);
            if (i >= moves && !t.truth->is_over && t.truth->q.form != CR_ALL &&
                t.truth->q.kind == Q_PLAY && ik_count(&s->r.hand[ik_rival]) <= 4)
                break;
        }
        if (t.truth->is_over || t.truth->q.kind != Q_PLAY)
            continue;
        cr_see(t.game, t.truth, viewer, t.view);
        even_forget();
        even_now = (even_hidden){.put = put_cards, .key = ik_key};
        for (unsigned name = 0; name < IK_NAMES; name++)
            for (unsigned i = ik_copies(&s->r.hand[ik_rival], name) -
                              ik_copies(&((const ik_view *)t.view)->hand[ik_rival], name);
                 i; i--)
                even_hide(HAND, (uint8_t)name);
        if (s->r.successor[ik_rival])
            even_hide(SUCCESSOR, (uint8_t)(s->r.successor[ik_rival] - 1));
        if (s->r.dungeon[ik_rival])
            even_hide(DUNGEON, (uint8_t)(s->r.dungeon[ik_rival] - 1));
        if (s->r.squire[ik_rival])
            even_hide(SQUIRE, (uint8_t)(s->r.squire[ik_rival] - 1));
        if (s->r.forgotten)
            even_hide(FORGOTTEN, (uint8_t)(s->r.forgotten - 1));
        even_arrange(&t);
        even_judge(&v, even_compare(&t, ik_key));
    }
    even_pronounce(&v, 20);
    even_close(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(imposter_kings_worlds_are_even),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
