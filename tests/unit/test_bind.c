/* Moves as numbers, views as bytes, batches: for every game, against the plain calls of the library. */
#include "support/cmocka_all.h"

#include "base/json.h"
#include "bind/bind.h"
#include "kernel/game.h"

#include <stdlib.h>

enum { BYTES_MAX = 16384, MOVES_MAX = 4096 };

static _Alignas(8) uint8_t state_bytes[BYTES_MAX], view_bytes[BYTES_MAX];
static cr_state *const state = (cr_state *)state_bytes;
static cr_view *const view = (cr_view *)view_bytes;

/* Calls `look` at every question of a random match, for each seat that is asked. */
static void walk(const cr_game *game, uint64_t seed, unsigned most,
                 void (*look)(const cr_game *game, uint8_t seat, cr_rng *rng))
{
    cr_setup setup;
    cr_rng rng;

    assert_true(cr_state_size(game) <= BYTES_MAX && cr_view_size(game) <= BYTES_MAX);
    cr_setup_init(game, &setup);
    cr_setup_pin(&setup, seed);
    cr_rng_init(&rng, setup.seed, 1);
    assert_int_equal(cr_start(game, state, &setup, NULL), CR_ERR_OK);
    for (unsigned i = 0; i < most && !cr_is_over(state); i++) {
        unsigned seats = cr_deciders(state) & 0xFF;
        cr_move move = cr_idle_move(state, cr_idle_seat(state));

        for (unsigned left = seats; left; left &= left - 1)
            look(game, (uint8_t)cr_bits_first(left), &rng);
        if (seats)
            (void)cr_sample(game, state,
                            (uint8_t)cr_bits_nth(seats, cr_rng_below(&rng, cr_bits_count(seats))),
                            &rng, &move);
        assert_int_equal(cr_play(game, state, &move, cr_now(state), NULL).code, 0);
    }
}

static void each_game(unsigned seeds, unsigned most,
                      void (*look)(const cr_game *game, uint8_t seat, cr_rng *rng))
{
    for (size_t i = 0; i < cr_game_count(); i++)
        for (uint64_t seed = 0; seed < seeds; seed++)
            walk(cr_game_at(i), seed, most, look);
}

/* ---- numbers ---- */

/* Walks a random way through legal numbers: it ends in a legal move, whose numbers are that way. */
static void take_a_way(const cr_game *game, uint8_t seat, cr_rng *rng)
{
    uint8_t mask[CR_ACTIONS_MAX];
    uint32_t way[1 + CR_ARGS], back[1 + CR_ARGS], n_actions = cr_actions(game, NULL), n = 0;
    cr_making making;
    cr_move move;
    bool is_whole = false;

    cr_making_start(game, state, seat, &making);
    while (!is_whole) {
        uint32_t legal = cr_making_mask(game, state, seat, &making, mask), k, action = 0;

        if (!legal && !n)
            return; /* nothing but a matter of the table */
        assert_in_range(legal, 1, n_actions);
        assert_true(n < CR_COUNT_OF(way));
        for (k = cr_rng_below(rng, legal); !mask[action] || k--; action++)
            ;
        way[n++] = action;
        is_whole = cr_making_take(game, state, seat, &making, action, &move);
    }
    assert_int_equal(cr_judge(game, state, &move, cr_now(state)).code, 0);
    assert_int_equal(cr_move_actions(game, state, &move, back), n);
    assert_memory_equal(way, back, n * sizeof *way);
}

static void a_way_through_legal_numbers_is_a_legal_move(void **unused)
{
    (void)unused;
    each_game(20, 300, take_a_way);
}

/* Every legal move has numbers, and they lead to it. */
static void find_each_move(const cr_game *game, uint8_t seat, cr_rng *rng)
{
    static cr_move moves[MOVES_MAX];
    bool is_all;
    size_t n = cr_offers_list(game, state, seat, moves, MOVES_MAX, &is_all);
    uint32_t from = n > 12 ? cr_rng_below(rng, (uint32_t)n - 12) : 0;

    for (size_t i = from; i < n && i < from + 12u; i++) {
        uint32_t way[1 + CR_ARGS];
        size_t len = cr_move_actions(game, state, &moves[i], way);
        cr_making making;
        cr_move found = {0};

        if (game->kinds[moves[i].kind].flags & CR_CONTROL) {
            assert_int_equal(len, 0);
            continue;
        }
        assert_in_range(len, 1, 1 + CR_ARGS);
        cr_making_start(game, state, seat, &making);
        for (size_t k = 0; k < len; k++) {
            uint8_t mask[CR_ACTIONS_MAX];

            cr_making_mask(game, state, seat, &making, mask);
            assert_int_equal(mask[way[k]], 1);
            assert_int_equal(cr_making_take(game, state, seat, &making, way[k], &found),
                             k + 1 == len);
        }
        assert_memory_equal(&found, &moves[i], sizeof found);
    }
}

static void every_legal_move_has_its_numbers(void **unused)
{
    (void)unused;
    each_game(10, 120, find_each_move);
}

static void numbers_that_are_not_legal_do_no_harm(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < cr_game_count(); i++) {
        const cr_game *game = cr_game_at(i);
        cr_setup setup;
        cr_making making;
        cr_move move;

        cr_setup_init(game, &setup);
        cr_setup_pin(&setup, 1);
        assert_int_equal(cr_start(game, state, &setup, NULL), CR_ERR_OK);
        for (uint32_t wrong = 0; wrong < 3; wrong++) {
            memset(&making, 0xFF, sizeof making);
            cr_making_take(game, state, 0, &making, UINT32_MAX - wrong, &move);
            cr_making_start(game, state, 0, &making);
            cr_making_take(game, state, 0, &making, CR_ACTIONS_MAX + wrong, &move);
        }
    }
}

/* ---- views ---- */

static void encode_both(const cr_game *game, uint8_t seat, cr_rng *rng)
{
    static _Alignas(8) uint8_t other_bytes[BYTES_MAX];
    uint8_t a[BYTES_MAX], b[BYTES_MAX];
    size_t size = cr_encoded_size(game);

    cr_see(game, state, seat, view);
    memset(a, 0xAA, sizeof a);
    cr_encode(game, view, a);
    assert_int_equal(a[size], 0xAA);
    assert_int_equal(a[0], seat);
    assert_int_equal(a[7], 1);
    cr_guess(game, view, rng, (cr_state *)other_bytes);
    cr_see(game, (cr_state *)other_bytes, seat, view);
    cr_encode(game, view, b);
    assert_memory_equal(a, b, size);
}

static void worlds_that_look_alike_are_encoded_alike(void **unused)
{
    (void)unused;
    each_game(20, 150, encode_both);
}

static void every_byte_has_a_name(void **unused)
{
    static char buf[1 << 18];

    (void)unused;
    for (size_t i = 0; i < cr_game_count(); i++) {
        size_t len = cr_encoded_json(cr_game_at(i), buf, sizeof buf), quotes = 0;

        assert_true(len < sizeof buf);
        for (size_t k = 0; k < len; k++)
            quotes += buf[k] == '"';
        assert_int_equal(quotes, 2 * cr_encoded_size(cr_game_at(i)));
    }
}

/* ---- batches ---- */

static void batches_play_and_refuse(void **unused)
{
    enum { N = 6 };

    (void)unused;
    for (size_t g = 0; g < cr_game_count(); g++) {
        const cr_game *game = cr_game_at(g);
        size_t size = cr_encoded_size(game), n_actions = cr_actions(game, NULL);
        cr_batch b = {.game = game, .n = N};
        int32_t players[N], actions[N];
        float rewards[N * CR_SEATS_MAX];
        uint8_t dones[N], *masks = calloc(N, n_actions), *observations = calloc(N, size);
        cr_rng rng;

        cr_setup_init(game, &b.setup);
        cr_setup_pin(&b.setup, 5);
        cr_rng_init(&rng, b.setup.seed, 9);
        b.players = players;
        b.rewards = rewards;
        b.dones = dones;
        b.masks = masks;
        b.observations = observations;
        b.memory = malloc(cr_batch_bytes(game, N));
        assert_int_equal(cr_batch_start(&b), CR_ERR_OK);
        for (unsigned step = 0; step < 400; step++) {
            for (unsigned i = 0; i < N; i++) {
                const uint8_t *mask = masks + i * n_actions;
                int32_t action = (int32_t)cr_rng_below(&rng, (uint32_t)n_actions);

                while (!mask[action])
                    action = (action + 1) % (int32_t)n_actions;
                actions[i] = action;
                assert_in_range(players[i], 0, game->seats_max - 1);
                assert_int_equal(observations[i * size], players[i]);
            }
            if (step % 50 == 0) { /* the last one is not legal: nothing happens */
                int32_t right = actions[N - 1];
                uint64_t moves = b.moves;

                actions[N - 1] = step % 100 ? -1 : (int32_t)n_actions;
                assert_int_equal(cr_batch_step(&b, actions), N - 1);
                assert_int_equal(b.moves, moves);
                actions[N - 1] = right;
            }
            assert_int_equal(cr_batch_step(&b, actions), N);
        }
        assert_true(b.moves > 0);
        free(b.memory);
        free(masks);
        free(observations);
    }
}

/* ---- descriptions ---- */

static void descriptions_are_json(void **unused)
{
    static char buf[1 << 18];

    (void)unused;
    for (size_t i = 0; i < cr_game_count(); i++) {
        const cr_game *game = cr_game_at(i);
        cr_setup setup;
        cr_move move = {.seat = 0, .kind = 0xEE};

        assert_true(cr_game_json(game, buf, sizeof buf) > 100 && buf[0] == '{');
        assert_true(cr_bots_json(game, buf, sizeof buf) > 10 && strstr(buf, "random"));
        assert_true(cr_chart_print(game, "json", buf, sizeof buf) &&
                    cr_chart_print(game, "dot", buf, sizeof buf));
        assert_int_equal(cr_chart_print(game, "png", buf, sizeof buf), 0);
        cr_setup_init(game, &setup);
        cr_setup_pin(&setup, 3);
        assert_int_equal(cr_start(game, state, &setup, NULL), CR_ERR_OK);
        assert_true(cr_question_json(game, state, CR_SPECTATOR, buf, sizeof buf) > 40);
        assert_true(cr_boxes_json(game, state, 0, buf, sizeof buf) >= 2);
        assert_true(cr_refusal_json(game, state, &move, cr_judge(game, state, &move, 0), NULL, buf,
                                    sizeof buf) > 20);
        assert_non_null(strstr(buf, "MALFORMED"));
        cr_see(game, state, 0, view);
        assert_true(cr_view_draw(game, view, 80, buf, sizeof buf) > 80);
        assert_int_equal(cr_bot_bytes(game, "nobody"), SIZE_MAX);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_way_through_legal_numbers_is_a_legal_move),
        cmocka_unit_test(every_legal_move_has_its_numbers),
        cmocka_unit_test(numbers_that_are_not_legal_do_no_harm),
        cmocka_unit_test(worlds_that_look_alike_are_encoded_alike),
        cmocka_unit_test(every_byte_has_a_name),
        cmocka_unit_test(batches_play_and_refuse),
        cmocka_unit_test(descriptions_are_json),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
