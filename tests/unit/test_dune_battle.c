/* The Dune battle beyond its cases: the tables, random set-ups, spaces of plans, sealed plans, and the bot. */
#include "support/cmocka_all.h"
#include "ai/arena.h"
#include "games/dune-battle/dune.h"
#include "games/games.h"
#include "laws/laws.h"

#include <stdio.h>
#include <stdlib.h>

static const cr_game *const game = &cr_game_dune_battle;

/* A match of a set-up, or from a seed; `options` is "name=value name=value". */
static void begin(db_state *s, uint64_t seed, const char *options)
{
    char text[256], *rest = text;
    cr_setup setup;

    cr_setup_init(game, &setup);
    cr_setup_pin(&setup, seed);
    snprintf(text, sizeof text, "%s", options);
    for (char *word; (word = strsep(&rest, " ")) != NULL;) {
        char *value = strchr(word, '=');

        if (!value)
            continue;
        *value = 0;
        assert_int_equal(cr_setup_option(game, &setup, word, value + 1), CR_ERR_OK);
    }
    assert_int_equal(cr_start(game, &s->k, &setup, NULL), CR_ERR_OK);
}

static void play(db_state *s, uint8_t seat, const char *text)
{
    cr_move move;

    assert_int_equal(cr_move_parse(game, &s->k, seat, text, &move).code, 0);
    assert_string_equal(cr_code_name(game, cr_play(game, &s->k, &move, 0, NULL).code), "OK");
}

/* The set-up `voice` with AT (seat 0) and BG (seat 1) at their plans. */
static void begin_plans(db_state *s, const char *options)
{
    begin(s, 1, options);
    play(s, 1, "pass");
    play(s, 0, "pass");
    play(s, 1, "pass");
    play(s, 0, "pass");
    assert_int_equal(s->k.q.kind, DB_Q_PLANS);
}

/* The set-up `prescience` with seat 1 at its plan, whose number it has promised. */
static void begin_promised(db_state *s, const char *options)
{
    begin(s, 1, options);
    play(s, 0, "pass");
    play(s, 1, "pass");
    play(s, 0, "ask NUMBER");
    play(s, 1, "pass");
    play(s, 1, "answer 8H/2");
}

/* ---- tables ---- */

static void areas_follow_their_territories(void **unused)
{
    unsigned area = 0;

    (void)unused;
    for (unsigned t = 0; t < DB_TERRITORIES; t++) {
        assert_int_equal(db_territories[t].first, area);
        assert_in_range(db_territories[t].n_areas, 1, DB_ZONE_MAX);
        for (unsigned i = 0; i < db_territories[t].n_areas; i++, area++) {
            assert_int_equal(db_areas[area].territory, t);
            if (i)
                assert_int_equal(db_areas[area].sector,
                                 (db_areas[area - 1].sector + 1) % DB_SECTORS);
        }
    }
    assert_int_equal(area, DB_AREAS);
}

static void every_card_is_of_its_kind_and_leaders_are_five_each(void **unused)
{
    (void)unused;
    for (unsigned card = 0; card < DB_CARDS; card++)
        for (unsigned kind = 0; kind < DB_CARD_KINDS; kind++)
            assert_int_equal(db_of_kind[kind] >> card & 1, db_cards[card].kind == kind);
    for (unsigned leader = 0; leader < DB_LEADERS; leader++)
        assert_int_equal(db_leaders[leader].faction, leader / DB_LEADERS_EACH);
}

/* ---- set-ups ---- */

static void check_setup(const db_state *s)
{
    const db_board *b = &s->w.board;
    uint32_t in_play = 0;

    assert_null(db_broken(&s->k));
    for (uint8_t seat = 0; seat < s->k.n_seats; seat++)
        in_play |= DB_OWN_LEADERS(b->faction[seat]);
    for (uint8_t seat = 0; seat < s->k.n_seats; seat++) {
        bool is_hk = b->faction[seat] == DB_HK;

        assert_int_equal(cr_bits_count(s->w.secret.traitors[seat]), is_hk ? 4 : 1);
        assert_int_equal(s->w.secret.traitors[seat] & ~in_play, 0);
        assert_in_range(cr_bits_count(s->w.secret.hand[seat]), 0, is_hk ? 8 : 4);
        for (unsigned area = 0; area < DB_AREAS; area++)
            if (b->ally[seat] && b->force[seat][area])
                for (unsigned i = 0; i < db_territories[db_areas[area].territory].n_areas; i++)
                    assert_int_equal(b->force[db_ally(b, seat)]
                                             [db_territories[db_areas[area].territory].first + i],
                                     0);
    }
}

static void random_set_ups_keep_the_rules(void **unused)
{
    db_state s;
    char options[64];

    (void)unused;
    for (unsigned i = 0; i < 3000; i++) {
        snprintf(options, sizeof options, "seats=%u advanced=%u", 2 + i % 5, i / 5 % 2);
        begin(&s, i, options);
        assert_false(s.k.is_over); /* there is a fight */
        check_setup(&s);
        for (unsigned seat = 0; !s.w.board.is_advanced && seat < s.k.n_seats; seat++)
            for (unsigned area = 0; area < DB_AREAS; area++)
                assert_int_equal(db_elites(s.w.board.force[seat][area]), 0);
    }
}

static void named_set_ups_are_sound_and_want_their_seats(void **unused)
{
    db_state s;

    (void)unused;
    for (unsigned i = 1; db_scenarios[i] && db_scenario_seats(i); i++) {
        cr_setup setup;
        char options[64];

        cr_setup_init(game, &setup);
        assert_int_equal(cr_setup_option(game, &setup, "scenario", db_scenarios[i]), CR_ERR_OK);
        setup.n_seats = (uint8_t)(db_scenario_seats(i) == 6 ? 5 : db_scenario_seats(i) + 1);
        assert_int_equal(cr_start(game, &s.k, &setup, NULL), CR_ERR_BAD_SEATS);
        snprintf(options, sizeof options, "scenario=%s seats=%u", db_scenarios[i],
                 db_scenario_seats(i));
        begin(&s, 1, options);
        assert_false(s.k.is_over);
        assert_null(db_broken(&s.k));
    }
}

/* ---- plans ---- */

/* All plans there could be, judged one by one, are those that are offered. */
static void offered_plans_are_the_legal_ones(void **unused)
{
    static cr_move list[4096];
    db_state s;
    cr_space space;
    db_terms terms;
    size_t n, legal = 0;
    bool is_all;

    (void)unused;
    begin_plans(&s, "scenario=voice");
    n = cr_offers_list(game, &s.k, 0, list, CR_COUNT_OF(list), &is_all);
    assert_true(is_all);
    db_terms_of(&s.w, 0, &terms);
    cr_offers(game, &s.k, 0, &space);
    for (uint8_t normal = 0; normal <= 6; normal++)
        for (uint8_t spice = 0; spice <= 6; spice++)
            for (uint8_t leader = 0; leader <= DB_LEADERS_EACH; leader++)
                for (uint8_t weapon = 0; weapon <= DB_CARDS; weapon++)
                    for (uint8_t defense = 0; defense <= DB_CARDS; defense++)
                        for (uint8_t kh = 0; kh <= 1; kh++) {
                            db_plan plan = {normal, 0, spice, leader, 0, weapon, defense, kh, 0, 0};

                            legal += !db_check_plan(&s.w, &terms, &plan).code;
                        }
    assert_int_equal(n, legal);
    assert_true(cr_space_size(&space) >= legal && cr_space_size(&space) < 3 * legal);
}

/* Of a plan in a box only what the boxes leave open is tried: that must be what the judge says of the whole plan. */
static void compare_plans(const db_state *s, uint8_t seat, size_t *n_legal, size_t *n_not)
{
    cr_memo memo = {0};
    cr_space space;

    cr_offers(game, &s->k, seat, &space);
    for (const cr_box *box = space.box; box < space.box + space.n; box++)
        for (uint64_t i = 0, step = box->size / 997 + 1; i < box->size; i += step) {
            bool is_legal;
            cr_move move;

            cr_move_set(&move, cr_box_nth(box, i));
            move.seat = seat;
            move.ticket = s->k.q.ticket;
            is_legal = !cr_check(game, &s->k, &move).code;
            assert_int_equal(cr_accepts(game, &s->k, &move, &memo), is_legal);
            assert_true(is_legal || !box->is_exact);
            *(is_legal ? n_legal : n_not) += 1;
        }
}

static void plans_that_are_tried_briefly_are_judged_the_same(void **unused)
{
    size_t n_legal = 0, n_not = 0;
    uint8_t key[32] = {7};
    cr_rng rng = {0};

    (void)unused;
    cr_rng_init(&rng, key, 0);
    for (unsigned i = 0; i < 300; i++) {
        db_state s;

        begin(&s, i, i % 3 ? "seats=4" : "seats=4 voice_after_plans=1");
        while (!s.k.is_over) {
            uint8_t seat = (uint8_t)cr_bits_first(cr_deciders(&s.k));
            cr_move move;

            if (db_is_plan_question(s.k.q.kind))
                compare_plans(&s, seat, &n_legal, &n_not);
            assert_true(cr_sample(game, &s.k, seat, &rng, &move));
            assert_int_equal(cr_play(game, &s.k, &move, 0, NULL).code, 0);
        }
    }
    assert_true(n_legal > 10000 && n_not > 1000);
}

static void large_spaces_are_counted_and_drawn_from_without_listing(void **unused)
{
    db_state s;
    cr_rng rng = {0};
    uint8_t key[32] = {1};
    uint64_t size;

    (void)unused;
    begin(&s, 1, "scenario=prescience");
    s.w.secret.hand[1] =
        db_of_kind[DB_PROJECTILE_WEAPON] | db_of_kind[DB_POISON_DEFENSE] | db_of_kind[DB_WORTHLESS];
    s.w.secret.hand[0] = 0;
    s.w.board.force[1][1] = db_force(15, 5);
    s.w.secret.spice[1] = 20;
    play(&s, 0, "pass");
    play(&s, 1, "pass");
    play(&s, 0, "pass");
    size = cr_offers_size(game, &s.k, 1);
    assert_true(size > 500000);
    cr_rng_init(&rng, key, 0);
    for (unsigned i = 0; i < 1000; i++) {
        cr_move move;

        assert_true(cr_sample(game, &s.k, 1, &rng, &move));
        assert_int_equal(cr_judge(game, &s.k, &move, 0).code, 0);
    }
}

static void a_default_plan_can_be_made_legal(void **unused)
{
    db_state s;
    db_plan plan;
    db_terms terms;

    (void)unused;
    begin_promised(&s, "scenario=prescience default_plan=LEGAL");
    db_terms_of(&s.w, 1, &terms);
    plan = db_default_plan(&s.w, &terms);
    /* The bound number with the fewest elites, and the strongest leader there is. */
    assert_int_equal(plan.elite, 1);
    assert_int_equal(plan.normal, 3);
    assert_int_equal(plan.spice, 2);
    assert_string_equal(db_leaders[plan.leader - 1].code, "em_aramsham");
    assert_int_equal(plan.is_default, 1);
    plan.is_default = 0;
    assert_int_equal(db_check_plan(&s.w, &terms, &plan).code, 0);
    db_terms_of(&s.w, 0, &terms);
    plan = db_default_plan(&s.w, &terms);
    assert_int_equal(plan.normal, 3); /* half of six */
    assert_int_equal(plan.leader - 1, 0);
}

/* DB-5.14: the empty plan breaks a promise, and the table of exceptions says so, whether somebody could lead it or not. */
static void the_empty_plan_is_an_exception(void **unused)
{
    db_state s;
    db_terms terms;
    cr_setup setup;

    (void)unused;
    cr_setup_init(game, &setup);
    begin_promised(&s, "scenario=prescience default_plan=EMPTY");
    for (unsigned i = 0; i < 2; i++) {
        char buf[256];
        cr_text what = cr_text_on(buf, sizeof buf);
        db_plan plan;

        db_terms_of(&s.w, 1, &terms);
        plan = db_default_plan(&s.w, &terms);
        assert_int_equal(plan.announce, i);
        plan.is_default = 0;
        assert_int_not_equal(db_check_plan(&s.w, &terms, &plan).code, 0);
        if (!cr_laws_default(game, &setup, &s.k, 1, &what))
            fail_msg("%s", buf);
        s.w.board.dead |= DB_OWN_LEADERS(s.w.board.faction[1]);
        s.w.secret.hand[1] = 0;
    }
}

/* DB-5.15: asking what a plan would get is a dry run; and whatever one side has sealed, nobody else sees. */
static void nobody_sees_a_sealed_plan(void **unused)
{
    static const char *const plans[] = {
        "plan leader=bg_alia",
        "plan normal=4 spice=4 leader=bg_wanna weapon=gom_jabbar defense=snooper_1",
        "plan normal=2 leader=bg_margot weapon=kulon",
    };
    db_state s[3], before;
    db_view seen[3];

    (void)unused;
    for (unsigned i = 0; i < 3; i++) {
        cr_move probe;

        begin_plans(&s[i], "scenario=voice");
        before = s[i];
        assert_int_equal(
            cr_move_parse(game, &s[i].k, 1, "plan normal=9 leader=bg_alia", &probe).code, 0);
        assert_int_equal(cr_judge(game, &s[i].k, &probe, 0).code, DB_CODE_FORCES_EXCEED_NORMAL);
        assert_memory_equal(&before, &s[i], sizeof before);
        play(&s[i], 1, plans[i]);
    }
    for (unsigned viewer = 0; viewer < 2; viewer++) {
        for (unsigned i = 0; i < 3; i++)
            cr_see(game, &s[i].k, viewer ? CR_SPECTATOR : 0, &seen[i].v);
        assert_memory_equal(&seen[0], &seen[1], sizeof seen[0]);
        assert_memory_equal(&seen[0], &seen[2], sizeof seen[0]);
    }
}

/* ---- the bot ---- */

static void baseline_beats_random(void **unused)
{
    const cr_bot *baseline = cr_bot_find("baseline", game), *random = cr_bot_find("random", game);
    unsigned wins = 0, played = 0;
    db_state s;
    db_view v;

    (void)unused;
    assert_non_null(baseline);
    for (unsigned i = 0; i < 400; i++) {
        unsigned seat = i % 2;
        int32_t scores[CR_SEATS_MAX];
        cr_setup setup;
        cr_arena arena = {.game = game, .state = &s.k, .view = &v.v};

        cr_setup_init(game, &setup);
        cr_setup_pin(&setup, i / 2); /* every set-up from both seats */
        arena.bots[seat] = baseline;
        arena.bots[!seat] = random;
        assert_int_equal(cr_arena_start(&arena, &setup), CR_ERR_OK);
        assert_int_equal(cr_arena_run(&arena), CR_ERR_OK);
        assert_int_equal(arena.idles, 0);
        cr_score(game, &s.k, scores);
        played += scores[seat] != scores[!seat];
        wins += scores[seat] > scores[!seat];
    }
    assert_true(3 * wins > 2 * played);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(areas_follow_their_territories),
        cmocka_unit_test(every_card_is_of_its_kind_and_leaders_are_five_each),
        cmocka_unit_test(random_set_ups_keep_the_rules),
        cmocka_unit_test(named_set_ups_are_sound_and_want_their_seats),
        cmocka_unit_test(offered_plans_are_the_legal_ones),
        cmocka_unit_test(plans_that_are_tried_briefly_are_judged_the_same),
        cmocka_unit_test(large_spaces_are_counted_and_drawn_from_without_listing),
        cmocka_unit_test(a_default_plan_can_be_made_legal),
        cmocka_unit_test(the_empty_plan_is_an_exception),
        cmocka_unit_test(nobody_sees_a_sealed_plan),
        cmocka_unit_test(baseline_beats_random),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
