/* Bots in the arena: whole matches, the same for the same seed, no peeking, faults of bots answered. */
#include "support/cmocka_all.h"
#include "support/lab.h"
#include "ai/arena.h"
#include "games/games.h"
#include "support/proof.h"

static bool choose_odd(const cr_game *game, const cr_view *view, const cr_offer *offer, cr_rng *rng,
                       uint32_t budget_ms, cr_move *out)
{
    (void)game, (void)offer, (void)rng, (void)budget_ms;
    assert_non_null(view);
    *out = (cr_move){.kind = LAB_PICK, .arg = {3}};
    return true;
}

static const cr_bot stubborn = {.name = "stubborn", .choose = choose_odd};

static void run_lab(lab_state *s, cr_arena *arena, enum lab_script script)
{
    cr_setup setup;

    cr_setup_init(&lab, &setup);
    cr_setup_pin(&setup, 5);
    setup.option[LAB_OPTION_SCRIPT] = (int32_t)script;
    arena->game = &lab;
    arena->state = &s->k;
    assert_int_equal(cr_arena_start(arena, &setup), CR_ERR_OK);
    assert_int_equal(cr_arena_run(arena), CR_ERR_OK);
}

static void every_game_plays_to_its_end_with_random_bots(void **unused)
{
    (void)unused;
    for (size_t g = 0; g < cr_game_count(); g++) {
        const cr_game *game = cr_game_at(g);
        uint64_t memory[2][1024];
        cr_arena arena = {.game = game};
        cr_setup setup;

        assert_true(cr_state_size(game) <= sizeof memory[0]);
        cr_setup_init(game, &setup);
        for (unsigned i = 0; i < CR_SEATS_MAX; i++)
            arena.bots[i] = cr_bot_find("random", game);
        for (uint64_t seed = 0; seed < 50; seed++) {
            cr_setup_pin(&setup, seed);
            for (unsigned again = 0; again < 2; again++) {
                arena.state = (cr_state *)memory[again];
                assert_int_equal(cr_arena_start(&arena, &setup), CR_ERR_OK);
                assert_int_equal(cr_arena_run(&arena), CR_ERR_OK);
            }
            assert_memory_equal(memory[0], memory[1], cr_state_size(game));
        }
    }
}

static void counting_copy_plays_the_same_and_counts(void **unused)
{
    (void)unused;
    for (size_t g = 0; g < cr_game_count(); g++) {
        const cr_game *plain = cr_game_at(g), *counting = cr_game_counting(plain);
        uint64_t memory[2][1024], counts[1024] = {0}, sum = 0;
        cr_arena arena = {0};
        cr_setup setup;

        assert_ptr_not_equal(plain, counting);
        assert_true(plain->n_rules <= 1024);
        cr_setup_init(plain, &setup);
        cr_setup_pin(&setup, 3);
        for (unsigned i = 0; i < CR_SEATS_MAX; i++)
            arena.bots[i] = cr_bot_find("random", plain);
        for (unsigned copy = 0; copy < 2; copy++) {
            arena.game = copy ? counting : plain;
            arena.state = (cr_state *)memory[copy];
            assert_null(cr_cite_into(counts));
            assert_int_equal(cr_arena_start(&arena, &setup), CR_ERR_OK);
            assert_int_equal(cr_arena_run(&arena), CR_ERR_OK);
            assert_ptr_equal(cr_cite_into(NULL), counts);
            for (unsigned i = 0; i < plain->n_rules; i++)
                sum += counts[i];
            assert_int_equal(sum > 0, copy); /* the plain copy counts nothing */
        }
        assert_memory_equal(memory[0], memory[1], cr_state_size(plain));
    }
}

static void refused_answer_of_a_bot_becomes_the_default(void **unused)
{
    cr_arena arena = {.bots = {&stubborn, &stubborn, &stubborn}};
    lab_state s;
    lab_view v;

    (void)unused;
    arena.view = &v.v;
    run_lab(&s, &arena, LAB_SEALED);
    assert_int_equal(arena.idles, 3);
    assert_int_equal(arena.moves, 3);
    assert_int_equal(s.sum, 0 + 2 + 4);
    PROVES("LT-13.2");
}

static void controls_are_left_alone(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < 50; i++) {
        const cr_bot *bot = cr_bot_find("random", &lab);
        cr_arena arena = {.bots = {bot, bot, bot}};
        lab_state s;

        run_lab(&s, &arena, LAB_ANY);
        assert_int_equal(s.who, 1); /* the player's seat, never host or admin */
    }
}

static void default_is_that_of_the_seat_it_counts_for(void **unused)
{
    lab_state s = {.k = {.n_seats = 3, .q = {.form = CR_ANY, .open = 0x5, .first = 2}}};

    (void)unused;
    assert_int_equal(cr_idle_seat(&s.k), 2); /* not the lowest seat */
    s.k.q.first = 1;                         /* is not asked */
    assert_int_equal(cr_idle_seat(&s.k), 0);
    s.k.q.form = CR_TURN; /* the head of the queue from seat 1 on */
    assert_int_equal(cr_idle_seat(&s.k), 2);
}

static void faults_end_the_match(void **unused)
{
    const cr_bot *bot = cr_bot_find("random", &lab);
    cr_arena arena = {.game = &lab, .bots = {bot, bot, bot}};
    cr_setup setup;
    lab_state s;

    (void)unused;
    cr_setup_init(&lab, &setup);
    setup.option[LAB_OPTION_SCRIPT] = LAB_TWO_ASKS;
    arena.state = &s.k;
    assert_int_equal(cr_arena_start(&arena, &setup), CR_ERR_OK);
    assert_int_equal(cr_arena_run(&arena), CR_ERR_BUG);
}

static void bots_are_found_by_name_and_game(void **unused)
{
    (void)unused;
    assert_non_null(cr_bot_find("random", &cr_game_duel));
    assert_null(cr_bot_find("nobody", &cr_game_duel));
    assert_null(cr_bot_at(cr_bot_count()));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_plays_to_its_end_with_random_bots),
        cmocka_unit_test(counting_copy_plays_the_same_and_counts),
        cmocka_unit_test(refused_answer_of_a_bot_becomes_the_default),
        cmocka_unit_test(controls_are_left_alone),
        cmocka_unit_test(default_is_that_of_the_seat_it_counts_for),
        cmocka_unit_test(faults_end_the_match),
        cmocka_unit_test(bots_are_found_by_name_and_game),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
