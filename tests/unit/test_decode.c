/* What a client reads is what the referee wrote: every view of random matches of every game, byte for byte, and
 * every event as the same line. */
#include "support/cmocka_all.h"
#include "ai/arena.h"
#include "games/games.h"
#include "wire/decode.h"

#include <stdlib.h>

enum { JSON_MAX = 1 << 16 };

typedef struct {
    cr_sink sink;
    const cr_game *game;
    unsigned n_seats, n_events;
} listener;

static void compare_event(cr_sink *sink, const cr_event *event)
{
    listener *l = (listener *)sink;

    for (unsigned i = 0; i <= l->n_seats; i++) {
        char json[4096], written[4096], read[4096];
        cr_text text = cr_text_on(read, sizeof read);
        cr_event seen;
        json_t *tree;

        if (event->kind == CR_EV_ASKED ||
            !cr_redact(event, (uint8_t)(i < l->n_seats ? i : CR_SPECTATOR), &seen))
            continue;
        cr_event_print(l->game, &seen, written, sizeof written);
        cr_event_json(l->game, &seen, json, sizeof json);
        tree = json_loads(json, 0, NULL);
        assert_non_null(tree);
        decode_event(&text, l->game, tree);
        json_decref(tree);
        assert_string_equal(read, written);
        l->n_events++;
    }
}

static void compare_view(const cr_game *game, const cr_view *view, cr_view *back)
{
    static char json[JSON_MAX];
    json_t *tree;

    assert_true(cr_view_json(game, view, json, sizeof json) < sizeof json);
    tree = json_loads(json, 0, NULL);
    assert_non_null(tree);
    if (!decode_view(game, tree, back))
        fail_msg("%s: a view does not read: %s", game->name, json);
    json_decref(tree);
    if (view->is_over)
        back->q = view->q; /* the last ticket is nobody's business any more */
    assert_memory_equal(view, back, game->view_size);
}

static void compare_match(const cr_game *game, unsigned n_seats, uint64_t seed, const char *rules)
{
    listener l = {.sink = {compare_event}, .game = game, .n_seats = n_seats};
    cr_arena arena = {.game = game,
                      .state = malloc(game->state_size),
                      .view = malloc(game->view_size),
                      .sink = &l.sink};
    cr_view *view = malloc(game->view_size), *back = malloc(game->view_size);
    cr_setup setup;

    cr_setup_init(game, &setup);
    cr_setup_pin(&setup, seed);
    setup.n_seats = (uint8_t)n_seats;
    if (rules)
        assert_int_equal(cr_setup_option(game, &setup, "rules", rules), CR_ERR_OK);
    for (unsigned i = 0; i < CR_SEATS_MAX; i++)
        arena.bots[i] = cr_bot_find("random", game);
    assert_int_equal(cr_arena_start(&arena, &setup), CR_ERR_OK);
    for (;;) {
        for (unsigned i = 0; i <= n_seats; i++) {
            cr_see(game, arena.state, (uint8_t)(i < n_seats ? i : CR_SPECTATOR), view);
            compare_view(game, view, back);
        }
        if (cr_is_over(arena.state) || arena.moves > 200)
            break;
        if (arena.moves % 7 == 3) { /* now and then somebody is silent */
            cr_move idle = cr_idle_move(arena.state, cr_idle_seat(arena.state));

            assert_int_equal(cr_play(game, arena.state, &idle, 0, &l.sink).code, CR_CODE_OK);
        }
        if (!cr_is_over(arena.state))
            cr_arena_move(&arena);
    }
    assert_true(l.n_events > 0);
    free(back);
    free(view);
    free(arena.view);
    free(arena.state);
}

static void views_and_events_come_back_as_they_were(void **unused)
{
    (void)unused;
    for (size_t g = 0; g < cr_game_count(); g++) {
        const cr_game *game = cr_game_at(g);

        for (unsigned n = game->seats_min; n <= game->seats_max; n++)
            compare_match(game, n, 3 + n, NULL);
    }
    compare_match(cr_game_find("imposter-kings"), 2, 8, "fragments"); /* fields that are rare */
}

static void a_view_with_a_part_missing_is_refused(void **unused)
{
    const cr_game *game = cr_game_find("duel");
    uint64_t state[512], view[128], back[128];
    static const char *const parts[] = {"viewer", "seats", "asked",  "effects",
                                        "own",    "hand",  "points", "paused"};
    char json[JSON_MAX];
    cr_setup setup;

    (void)unused;
    assert_true(game->state_size <= sizeof state && game->view_size <= sizeof view);
    cr_setup_init(game, &setup);
    assert_int_equal(cr_start(game, (cr_state *)state, &setup, NULL), CR_ERR_OK);
    cr_see(game, (cr_state *)state, 0, (cr_view *)view);
    cr_view_json(game, (cr_view *)view, json, sizeof json);
    for (size_t i = 0; i < CR_COUNT_OF(parts); i++) {
        json_t *tree = json_loads(json, 0, NULL);

        assert_true(decode_view(game, tree, (cr_view *)back));
        assert_int_equal(json_object_del(tree, parts[i]), 0);
        assert_false(decode_view(game, tree, (cr_view *)back));
        json_object_set_new(tree, parts[i], json_string("nonsense \n"));
        assert_false(decode_view(game, tree, (cr_view *)back));
        json_object_set_new(tree, parts[i], json_object());
        assert_false(decode_view(game, tree, (cr_view *)back));
        json_decref(tree);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views_and_events_come_back_as_they_were),
        cmocka_unit_test(a_view_with_a_part_missing_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
