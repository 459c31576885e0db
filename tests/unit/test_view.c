/* Views, made-up worlds, redaction and the numbering of events. */
#include "support/cmocka_all.h"
#include "support/lab.h"
#include "kernel/feed.h"
#include "kernel/forms.h"
#include "kernel/rng.h"

#include <stdlib.h>

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

/* Random play of every game: what is written from the parts of a spectator's view is the text that is written without them, and as
 * much longer than the spectator's. */
static void a_view_from_the_parts_of_another_is_the_same_text(void **unused)
{
    enum { STEPS = 400, TEXT = 1 << 16 };
    static char parts_text[TEXT], like_text[TEXT], again_text[TEXT], plain[TEXT], made[TEXT];

    (void)unused;
    for (size_t g = 0; g < cr_game_count(); g++) {
        const cr_game *game = cr_game_at(g);
        cr_state *s = malloc(game->state_size);
        cr_view *view = malloc(game->view_size), *open = malloc(game->view_size);
        cr_view *old = calloc(1, game->view_size);
        cr_view_parts parts, like = {0}, again;
        cr_view_plan plan = {0};
        unsigned differ = 0;
        cr_setup setup;
        cr_rng rng;

        cr_setup_init(game, &setup);
        cr_setup_pin(&setup, 1);
        cr_rng_init(&rng, (const uint8_t[32]){1}, 0);
        assert_int_equal(cr_start(game, s, &setup, NULL), CR_ERR_OK);
        for (unsigned step = 0; step < STEPS && !s->is_over; step++) {
            uint8_t seat = (uint8_t)cr_bits_first(cr_deciders(s));
            cr_move move;

            cr_see(game, s, CR_SPECTATOR, open);
            cr_view_plan_for(&plan, game, s->n_seats);
            assert_true(cr_view_write_parts(&parts, &plan, open, NULL, parts_text, TEXT));
            /* With those of the last step at hand they are the same; now and then those are older. */
            assert_true(
                cr_view_write_parts(&again, &plan, open, step ? &like : NULL, again_text, TEXT));
            assert_string_equal(again_text, parts_text);
            assert_memory_equal(again.at, parts.at, sizeof parts.at[0] * 6);
            if (step % 3 == 0) {
                memcpy(old, open, game->view_size);
                assert_true(cr_view_write_parts(&like, &plan, old, NULL, like_text, TEXT));
            }
            for (unsigned i = 0; i <= s->n_seats; i++) {
                uint8_t viewer = i < s->n_seats ? (uint8_t)i : CR_SPECTATOR;
                cr_text a = cr_text_on(plain, TEXT), b = cr_text_on(made, TEXT);
                cr_json ja = cr_json_on(&a), jb = cr_json_on(&b);
                int more;

                cr_see(game, s, viewer, view);
                more = cr_view_write_json_beside(&ja, game, view, open);
                assert_int_equal(cr_view_write_json_from(&jb, view, &parts), more);
                assert_string_equal(made, plain);
                assert_true(!more || i < s->n_seats);
                differ += more != 0;
            }
            if (seat >= CR_SEATS_MAX || !cr_sample(game, s, seat, &rng, &move))
                move = cr_idle_move(s, seat);
            assert_int_equal(cr_play(game, s, &move, s->now_ms, NULL).code, 0);
        }
        assert_true(differ > 10);
        free(old);
        free(open);
        free(view);
        free(s);
    }
}

/* The same of what a move changes in views. */
static void changes_from_the_parts_of_another_are_the_same_text(void **unused)
{
    enum { STEPS = 400, TEXT = 1 << 16 };
    static char parts_text[TEXT], plain[TEXT], made[TEXT];
    unsigned differ = 0, alike = 0;

    (void)unused;
    for (size_t g = 0; g < cr_game_count(); g++) {
        const cr_game *game = cr_game_at(g);
        cr_state *s = malloc(game->state_size), *old = malloc(game->state_size);
        cr_view *was = malloc(game->view_size), *view = malloc(game->view_size);
        cr_view *open_was = malloc(game->view_size), *open = malloc(game->view_size);
        cr_change_parts parts;
        cr_view_plan plan = {0};
        cr_setup setup;
        cr_rng rng;

        cr_setup_init(game, &setup);
        cr_setup_pin(&setup, 1);
        cr_rng_init(&rng, (const uint8_t[32]){1}, 0);
        assert_int_equal(cr_start(game, s, &setup, NULL), CR_ERR_OK);
        for (unsigned step = 0; step < STEPS && !s->is_over; step++) {
            uint8_t seat = (uint8_t)cr_bits_first(cr_deciders(s));
            uint64_t told_ms = s->now_ms + step % 3; /* not always that of the view */
            cr_text c = cr_text_on(plain, TEXT);
            cr_json jc = cr_json_on(&c);
            cr_move move;

            memcpy(old, s, game->state_size);
            if (seat >= CR_SEATS_MAX || !cr_sample(game, s, seat, &rng, &move))
                move = cr_idle_move(s, seat);
            assert_int_equal(cr_play(game, s, &move, s->now_ms + step % 2, NULL).code, 0);
            cr_see(game, old, CR_SPECTATOR, open_was);
            cr_see(game, s, CR_SPECTATOR, open);
            cr_view_plan_for(&plan, game, s->n_seats);
            assert_true(cr_view_write_change_parts(&parts, &plan, open_was, open, told_ms,
                                                   parts_text, TEXT));
            cr_view_write_changes(&jc, game, open_was, open, told_ms);
            assert_int_equal(parts.len, c.len);
            for (unsigned i = 0; i <= s->n_seats; i++) {
                uint8_t viewer = i < s->n_seats ? (uint8_t)i : CR_SPECTATOR;
                cr_text a = cr_text_on(plain, TEXT), b = cr_text_on(made, TEXT);
                cr_json ja = cr_json_on(&a), jb = cr_json_on(&b);
                int more;

                cr_see(game, old, viewer, was);
                cr_see(game, s, viewer, view);
                cr_view_write_changes(&ja, game, was, view, told_ms);
                more = cr_view_write_changes_from(&jb, was, view, &parts);
                assert_string_equal(made, plain);
                assert_int_equal(more, (int)a.len - (int)c.len);
                differ += more != 0;
                alike += !more && a.len > 2;
            }
        }
        free(open);
        free(open_was);
        free(view);
        free(was);
        free(old);
        free(s);
    }
    assert_true(differ > 100 && alike > 100);
}

/* What does not fit is told, and nothing is written beyond its place. */
static void parts_that_do_not_fit_are_none(void **unused)
{
    const cr_game *game = cr_game_find("duel");
    cr_state *s = malloc(game->state_size);
    cr_view *view = malloc(game->view_size);
    char text[512] = {0};
    cr_view_plan plan = {0};
    cr_view_parts parts;
    cr_setup setup;
    size_t least = 0;

    (void)unused;
    cr_setup_init(game, &setup);
    cr_setup_pin(&setup, 1);
    assert_int_equal(cr_start(game, s, &setup, NULL), CR_ERR_OK);
    cr_see(game, s, 0, view);
    cr_view_plan_for(&plan, game, s->n_seats);
    for (size_t cap = 1; cap < sizeof text && !least; cap++) {
        memset(text, '#', sizeof text);
        if (cr_view_write_parts(&parts, &plan, view, NULL, text, cap))
            least = cap;
        assert_int_equal(text[cap], '#');
    }
    assert_true(least > 100);
    free(view);
    free(s);
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
        cmocka_unit_test(a_view_from_the_parts_of_another_is_the_same_text),
        cmocka_unit_test(changes_from_the_parts_of_another_are_the_same_text),
        cmocka_unit_test(parts_that_do_not_fit_are_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
