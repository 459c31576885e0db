/* Views, made-up worlds, redaction and the numbering of events. */
#include "support/cmocka_all.h"
#include "support/lab.h"
#include "kernel/feed.h"

static void view_shows_heads_of_effects_and_hides_their_arguments(void **unused)
{
    lab_state s;
    lab_view v;

    (void)unused;
    lab_start(&s, LAB_NEST, 0, NULL);
    s.k.stack[1].arg[0] = 77;
    s.k.stack[1].note = 5;
    cr_see(&lab, &s.k, 0, &v.v);
    assert_int_equal(v.v.depth, 2);
    assert_int_equal(v.v.stack[1].kind, LAB_E_STRIKE);
    assert_int_equal(v.v.stack[1].note, 5);
    assert_true(cr_is_zero(v.v.stack[1].arg, sizeof v.v.stack[1].arg));
}

static void view_shows_own_secret_only(void **unused)
{
    lab_state s;
    lab_view v;

    (void)unused;
    lab_start(&s, LAB_SEALED, 0, NULL);
    cr_see(&lab, &s.k, 1, &v.v);
    assert_int_equal(v.secret, 11);
    cr_see(&lab, &s.k, CR_SPECTATOR, &v.v);
    assert_int_equal(v.secret, 0);
}

static void guess_gives_back_the_same_view(void **unused)
{
    static const uint8_t viewers[] = {0, 1, 2, CR_SPECTATOR};
    lab_state s, world;
    lab_view v, w;
    cr_rng rng;
    unsigned n_secrets = 0, n_sealed = 0;

    (void)unused;
    cr_rng_init(&rng, (const uint8_t[32]){8}, 0);
    lab_start(&s, LAB_SEALED, 700, NULL);
    assert_int_equal(lab_play(&s, 1, "pick 4", 1100).code, 0);
    for (unsigned i = 0; i < 400; i++) {
        uint8_t viewer = viewers[i % 4];

        cr_see(&lab, &s.k, viewer, &v.v);
        cr_guess(&lab, &v.v, &rng, &world.k);
        cr_see(&lab, &world.k, viewer, &w.v);
        assert_memory_equal(&v, &w, sizeof v);
        n_secrets += world.secret[2] != s.secret[2];
        n_sealed += world.k.sealed[1].arg[0] != 4;
        assert_int_equal(world.k.sealed[1].arg[0] % 2,
                         0); /* only what seat 1 could have answered */
        if (viewer == 1)
            assert_memory_equal(&world.k.sealed[1], &s.k.sealed[1], sizeof(cr_move));
    }
    assert_true(n_secrets > 200 && n_sealed > 150);
}

static void redacted_event_keeps_its_size_and_loses_its_secret(void **unused)
{
    cr_event e = {.kind = LAB_EV_SECRET,
                  .seat = 1,
                  .eyes = CR_BIT(1) | CR_BIT(2),
                  .n_public = 1,
                  .data = {8, 9, 10}};
    cr_event out;

    (void)unused;
    assert_true(cr_redact(&e, 0, &out));
    assert_true(out.is_redacted);
    assert_int_equal(out.data[0], 8);
    assert_true(cr_is_zero(out.data + 1, sizeof out.data - 1));
    assert_int_equal(out.eyes, 0); /* nor who else may see it */
    assert_true(cr_redact(&e, 2, &out));
    assert_false(out.is_redacted);
    assert_int_equal(out.data[2], 10);
    assert_int_equal(out.eyes, CR_BIT(2));
    e.is_private = 1;
    assert_false(cr_redact(&e, CR_SPECTATOR, &out));
    assert_true(cr_redact(&e, 1, &out));
}

/* Wherever the public part ends: every byte behind it is gone. */
static void nothing_is_left_of_a_secret(void **unused)
{
    (void)unused;
    for (uint8_t n_public = 0; n_public <= sizeof(((cr_event *)0)->data); n_public++) {
        cr_event e = {.kind = 1, .eyes = CR_BIT(2), .n_public = n_public}, out;

        memset(e.data, 0xEE, sizeof e.data);
        assert_true(cr_redact(&e, 1, &out));
        for (unsigned i = 0; i < sizeof e.data; i++)
            if (out.data[i] != (i < n_public ? 0xEE : 0))
                fail_msg("byte %u of an event with %u public ones is %s", i, n_public,
                         i < n_public ? "hidden" : "told");
    }
}

static void events_are_numbered_per_viewer(void **unused)
{
    static const uint8_t viewers[] = {0, 1, CR_SPECTATOR};
    cr_event events[32], out;
    uint32_t last[3];
    cr_feed feed;
    lab_state s;
    cr_move m;

    (void)unused;
    cr_feed_init(&feed, events, 32);
    lab_start(&s, LAB_SEALED, 0, &feed.sink);
    for (uint8_t seat = 0; seat < 3; seat++) {
        assert_int_equal(cr_move_parse(&lab, &s.k, seat, seat == 1 ? "pick 6" : "pick 8", &m).code,
                         0);
        assert_int_equal(cr_play(&lab, &s.k, &m, 1000, &feed.sink).code, 0);
    }
    for (unsigned v = 0; v < 3; v++) {
        cr_feed_place place = {0};
        unsigned n_private = 0;

        for (uint32_t number = 1; cr_feed_next(&feed, viewers[v], &place, &out); number++) {
            assert_int_equal(place.number,
                             number); /* no gaps: nothing tells of what was left out */
            n_private += out.kind == LAB_EV_PRIVATE;
        }
        last[v] = place.number;
        assert_int_equal(n_private, viewers[v] == 1);
    }
    assert_int_equal(last[0], last[2]);
    assert_int_equal(last[1], last[0] + 1);
    assert_false(feed.is_full);
}

static void full_feed_says_so(void **unused)
{
    cr_event events[2];
    cr_feed feed;
    lab_state s;

    (void)unused;
    cr_feed_init(&feed, events, 2);
    for (unsigned i = 0; i < 3; i++)
        lab_start(&s, LAB_SEALED, 0, &feed.sink);
    assert_true(feed.is_full);
    assert_int_equal(feed.n, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(view_shows_heads_of_effects_and_hides_their_arguments),
        cmocka_unit_test(view_shows_own_secret_only),
        cmocka_unit_test(guess_gives_back_the_same_view),
        cmocka_unit_test(redacted_event_keeps_its_size_and_loses_its_secret),
        cmocka_unit_test(nothing_is_left_of_a_secret),
        cmocka_unit_test(events_are_numbered_per_viewer),
        cmocka_unit_test(full_feed_says_so),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
