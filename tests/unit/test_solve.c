/* Solving: games with known solutions come out right, what cannot be solved is refused with a reason, and a policy is played
 * as it was found. */
#include "support/cmocka_all.h"
#include "support/poker.h"
#include "ai/arena.h"
#include "games/games.h"
#include "solve/policy_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const solve_limits limits = {.nodes = 1000000, .draws = 100000};

static void walk(solve_tree *t, const cr_game *game, cr_setup *setup)
{
    cr_setup_init(game, setup);
    assert_true(solve_tree_init(t, game, &limits));
    if (!solve_tree_start(t, setup) || !solve_tree_finish(t))
        fail_msg("%s", t->why);
}

static void refused(const cr_game *game, const solve_limits *with, const char *words)
{
    solve_tree t;
    cr_setup setup;

    cr_setup_init(game, &setup);
    assert_true(solve_tree_init(&t, game, with));
    if (solve_tree_start(&t, &setup))
        fail_msg("%s was taken", game->name);
    if (!strstr(t.why, words))
        fail_msg("%s: '%s' has no '%s'", game->name, t.why, words);
    solve_tree_release(&t);
}

static void solve(cfr *c, const solve_tree *t, unsigned iterations)
{
    assert_true(cfr_init(c, t));
    for (unsigned i = 0; i < iterations; i++)
        cfr_step(c);
    cfr_measure(c);
}

static void kuhn_is_worth_a_loss_of_one_eighteenth(void **unused)
{
    solve_tree t;
    cr_setup setup;
    cfr c;

    (void)unused;
    walk(&t, &poker_kuhn, &setup);
    assert_int_equal(t.side[0].n_sets, 6);
    assert_int_equal(t.side[1].n_sets, 6);
    assert_int_equal(t.outcomes, 6);
    assert_int_equal(t.n_ends, 30);
    solve(&c, &t, 200000);
    assert_true(fabs(c.value[0] + 1.0 / 18) < 1e-6);
    assert_true(fabs(c.value[1] - 1.0 / 18) < 1e-6);
    assert_true(c.exploitability >= 0 && c.exploitability < 1e-5);
    /* What the two could at most win holds the value between them. */
    assert_true(c.best[0] >= -1.0 / 18 - 1e-12 && -c.best[1] <= -1.0 / 18 + 1e-12);
    cfr_release(&c);
    solve_tree_release(&t);
}

static void leduc_comes_out_as_in_the_literature(void **unused)
{
    solve_tree t;
    cr_setup setup;
    cfr c;

    (void)unused;
    walk(&t, &poker_leduc, &setup);
    assert_int_equal(t.side[0].n_sets + t.side[1].n_sets, 288);
    solve(&c, &t, 1000);
    assert_true(c.exploitability >= 0 && c.exploitability < 0.0003);
    for (unsigned i = 0; i < 4000; i++)
        cfr_step(&c);
    cfr_measure(&c);
    assert_true(fabs(c.value[0] + 0.0856) < 0.0001);
    cfr_release(&c);
    solve_tree_release(&t);
}

static void sealed_answers_do_not_know_each_other(void **unused)
{
    solve_tree t;
    cr_setup setup;
    cfr c;

    (void)unused;
    walk(&t, &poker_pennies, &setup);
    assert_int_equal(t.side[0].n_sets, 1);
    assert_int_equal(t.side[1].n_sets, 1);
    solve(&c, &t, 100000);
    assert_true(fabs(c.value[0] - 0.2) < 1e-4);
    assert_true(fabs(c.side[0].share[1] - 0.4) < 1e-3);
    assert_true(fabs(c.side[1].share[1] - 0.4) < 1e-3);
    cfr_release(&c);
    solve_tree_release(&t);
}

static void three_seats_are_solved_too(void **unused)
{
    solve_tree t;
    cr_setup setup;
    cfr c;

    (void)unused;
    walk(&t, &poker_three, &setup);
    solve(&c, &t, 20000);
    assert_true(c.exploitability < 1e-3);
    assert_true(fabs(c.value[0] + c.value[1] + c.value[2]) < 1e-9);
    cfr_release(&c);
    solve_tree_release(&t);
}

static void small_duel(solve_tree *t, cr_setup *setup, const char *cards, const char *parries)
{
    const cr_game *game = cr_game_find("duel");
    const char *const options[][2] = {
        {"values", "4"}, {"copies", "2"}, {"cards", cards}, {"deals", "1"}, {"parries", parries}};

    cr_setup_init(game, setup);
    for (unsigned i = 0; i < CR_COUNT_OF(options); i++)
        assert_int_equal(cr_setup_option(game, setup, options[i][0], options[i][1]), CR_ERR_OK);
    assert_true(solve_tree_init(t, game, &limits));
    if (!solve_tree_start(t, setup) || !solve_tree_finish(t))
        fail_msg("%s", t->why);
}

/* Deals are the same for both, so nobody has an advantage; and a deck with twice the cards of a hand has no more deals than
 * there are hands. */
static void a_fair_duel_is_worth_nothing(void **unused)
{
    solve_tree t;
    cr_setup setup;
    cfr c;

    (void)unused;
    small_duel(&t, &setup, "3", "0");
    assert_int_equal(t.outcomes, 88);
    solve(&c, &t, 2000);
    assert_true(fabs(c.value[0]) < 1e-3 && c.exploitability < 1e-3);
    cfr_release(&c);
    solve_tree_release(&t);
}

/* A view keeps what was played and not in which order; the parry makes the order count. */
static void a_bot_that_forgets_is_measured_as_it_plays(void **unused)
{
    uint32_t n_joined;
    policy_file policy;
    solve_tree t;
    cr_setup setup;
    double found;
    cfr c;

    (void)unused;
    small_duel(&t, &setup, "3", "1");
    solve(&c, &t, 1000);
    found = c.exploitability;
    assert_true(found < 0.01);
    assert_true(policy_file_make(&policy, &c, &setup, &n_joined));
    assert_true(n_joined > 0 && policy.policy.n_rows < t.side[0].n_sets + t.side[1].n_sets);
    cfr_measure_shares(&c);
    assert_true(c.exploitability > found && c.exploitability < 0.3);
    policy_file_release(&policy);
    cfr_release(&c);
    solve_tree_release(&t);
}

static void what_cannot_be_solved_is_refused_with_a_reason(void **unused)
{
    (void)unused;
    refused(&poker_crooked, &limits, "cannot tell two positions apart at 'bet'");
    refused(&poker_wild, &limits, "draws more than small numbers");
    refused(&poker_apart, &limits, "generator of its own");
    refused(&poker_race, &limits, "the quickest of several seats");
    refused(&poker_leduc, &(solve_limits){.nodes = 100, .draws = 100}, "more than 100 positions");
    refused(&poker_leduc, &(solve_limits){.nodes = 1000, .draws = 5}, "more than 5 outcomes");
    refused(cr_game_find("classic-battle"), &limits, "generator of its own");
    refused(cr_game_find("liap-tui"), &limits, "");
}

static bool stop(uint64_t nodes, void *with)
{
    (void)nodes;
    return !++*(unsigned *)with;
}

static void a_walk_that_is_stopped_says_so(void **unused)
{
    unsigned asked = 0;
    solve_limits with = {.nodes = 1000000000, .draws = 100000000, .goes_on = stop, .with = &asked};
    solve_tree t;
    cr_setup setup;

    (void)unused;
    cr_setup_init(cr_game_find("duel"), &setup);
    assert_true(solve_tree_init(&t, cr_game_find("duel"), &with));
    assert_false(solve_tree_start(&t, &setup));
    assert_true(t.is_stopped);
    assert_int_equal(asked, 1);
    solve_tree_release(&t);
}

static void the_last_move_is_drawn_as_often_as_the_first(void **unused)
{
    cr_script script = {.len = 0};
    double total = 0;
    unsigned runs = 0, drawn[3] = {0};
    cr_rng rng;

    (void)unused;
    do {
        cr_script_rewind(&script);
        cr_rng_script(&rng, &script);
        drawn[cr_rng_small(&rng, 3)]++;
        assert_int_equal(cr_rng_small(&rng, 1), 0);
        cr_rng_below(&rng, 2);
        total += cr_script_chance(&script);
        runs++;
    } while (cr_script_next(&script));
    assert_int_equal(runs, 6);
    assert_int_equal(drawn[0], 2);
    assert_int_equal(drawn[2], 2);
    assert_true(fabs(total - 1) < 1e-12);
    assert_false(script.is_misused || script.is_full);
}

static void other_draws_are_told(void **unused)
{
    cr_script script = {.len = 0};
    cr_rng rng;
    uint8_t bytes[3];

    (void)unused;
    cr_rng_script(&rng, &script);
    cr_rng_bytes(&rng, bytes, sizeof bytes);
    assert_true(script.is_misused);
    script.is_misused = false;
    cr_rng_script(&rng, &script);
    assert_int_equal(cr_rng_below(&rng, 100000), 0);
    assert_true(script.is_misused);
    script.is_misused = false;
    cr_rng_script(&rng, &script);
    cr_rng_seek(&rng, 10);
    assert_true(script.is_misused);
    cr_rng_script(&rng, &script);
    for (unsigned i = 0; i < CR_SCRIPT_MAX; i++)
        cr_rng_small(&rng, 2);
    assert_false(script.is_full);
    cr_rng_small(&rng, 2);
    assert_true(script.is_full);
}

static const cr_game *find(const char *name)
{
    return !strcmp(name, "leduc") ? &poker_leduc : NULL;
}

/* The mean of what seat 0 wins with these bots, over matches of pinned seeds. */
static double play(const cr_game *game, const cr_bot *first, const cr_bot *second, unsigned n)
{
    uint64_t state[128], view[128];
    cr_arena arena = {
        .game = game, .bots = {first, second}, .state = (cr_state *)state, .view = (cr_view *)view};
    int64_t sum = 0;
    cr_setup setup;

    cr_setup_init(game, &setup);
    for (unsigned i = 0; i < n; i++) {
        int32_t score[CR_SEATS_MAX];

        cr_setup_pin(&setup, i);
        assert_int_equal(cr_arena_start(&arena, &setup), CR_ERR_OK);
        assert_int_equal(cr_arena_run(&arena), CR_ERR_OK);
        assert_int_equal(arena.idles, 0);
        cr_score(game, arena.state, score);
        sum += score[0];
    }
    return (double)sum / n;
}

static void policy_is_written_read_and_played(void **unused)
{
    enum { CAP = 1 << 20 };
    static char text[CAP], again[CAP];
    cr_text out = cr_text_on(text, CAP);
    uint32_t n_joined;
    solve_tree t;
    cr_setup setup;
    policy_file made, read;
    cr_bot bot;
    double value, exploitability, mean;
    cfr c;

    (void)unused;
    walk(&t, &poker_leduc, &setup);
    solve(&c, &t, 1000);
    value = c.value[0];
    exploitability = c.exploitability;
    assert_true(policy_file_make(&made, &c, &setup, &n_joined));
    assert_int_equal(n_joined, 0); /* the views of this game tell all that happened */
    cfr_measure_shares(&c);
    assert_true(fabs(c.exploitability - exploitability) < 1e-12);
    policy_file_write(&out, &made);
    assert_false(cr_text_is_full(&out));
    assert_non_null(strstr(text, "rows 288\n"));
    assert_non_null(strstr(text, "# seat 0, bet: "));
    if (!policy_file_read(&read, text, find))
        fail_msg("%s", read.why);
    assert_int_equal(read.policy.n_rows, 288);
    assert_null(policy_file_misfit(&read, &setup));
    setup.n_seats = 3;
    assert_non_null(policy_file_misfit(&read, &setup));
    out = cr_text_on(again, CAP);
    policy_file_write(&out, &read);
    assert_non_null(strstr(again, "rows 288\n"));

    bot = cr_policy_bot(&poker_leduc, &read.policy, "solved");
    mean = play(&poker_leduc, &bot, &bot, 40000); /* its deviation is about 0.02 */
    assert_true(fabs(mean - value) < 0.08);
    assert_true(play(&poker_leduc, &bot, cr_bot_find("random", &poker_leduc), 20000) > 0.5);
    assert_true(play(&poker_leduc, cr_bot_find("random", &poker_leduc), &bot, 20000) < -0.5);
    policy_file_release(&made);
    policy_file_release(&read);
    cfr_release(&c);
    solve_tree_release(&t);
}

static void damaged_policies_are_refused(void **unused)
{
    static const struct {
        const char *text, *why;
    } bad[] = {
        {"", "no policy"},
        {"croupier policy 2\n", "no policy"},
        {"croupier policy 1\ngame chess\n", "'chess'"},
        {"croupier policy 1\ngame leduc\nrules 2\n", "version 2"},
        {"croupier policy 1\ngame leduc\nrules 1\nseats 5\n", "seats"},
        {"croupier policy 1\ngame leduc\nrules 1\nseats 2\n", "rows"},
        {"croupier policy 1\ngame leduc\nrules 1\nseats 2\nrows 9\n", "fewer rows"},
        {"croupier policy 1\ngame leduc\nrules 1\nseats 2\nrows 1\n0123456789abcdef\n", "row 1"},
        {"croupier policy 1\ngame leduc\nrules 1\nseats 2\nrows 1\n0123456789abcdef "
         "0100000000000000000000 0.500000\n",
         "row 1"},
        {"croupier policy 1\ngame leduc\nrules 1\nseats 2\nrows 1\n0123456789abcdef "
         "ff00000000000000000000 1.000000\n",
         "row 1"},
        {"croupier policy 1\ngame leduc\nrules 1\nseats 2\nrows 2\n0123456789abcdef "
         "0100000000000000000000 1.000000\n0123456789abcdef 0100000000000000000000 1.000000\n",
         "row 2"},
    };

    (void)unused;
    for (unsigned i = 0; i < CR_COUNT_OF(bad); i++) {
        policy_file p;

        assert_false(policy_file_read(&p, bad[i].text, find));
        if (!strstr(p.why, bad[i].why))
            fail_msg("'%s' has no '%s'", p.why, bad[i].why);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_move_is_drawn_as_often_as_the_first),
        cmocka_unit_test(other_draws_are_told),
        cmocka_unit_test(kuhn_is_worth_a_loss_of_one_eighteenth),
        cmocka_unit_test(leduc_comes_out_as_in_the_literature),
        cmocka_unit_test(sealed_answers_do_not_know_each_other),
        cmocka_unit_test(three_seats_are_solved_too),
        cmocka_unit_test(a_fair_duel_is_worth_nothing),
        cmocka_unit_test(a_bot_that_forgets_is_measured_as_it_plays),
        cmocka_unit_test(what_cannot_be_solved_is_refused_with_a_reason),
        cmocka_unit_test(a_walk_that_is_stopped_says_so),
        cmocka_unit_test(policy_is_written_read_and_played),
        cmocka_unit_test(damaged_policies_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
