/* Imposter Kings beyond its cases: legal plays worked out a second time, made-up worlds that are equally likely, the
 * depth of the stack, and the baseline bot. */
#include "support/cmocka_all.h"
#include "ai/arena.h"
#include "games/games.h"
#include "games/imposter-kings/imposter_kings.h"
#include "kernel/rng.h"

#include <math.h>

static const cr_game *const game = &cr_game_imposter_kings;

typedef struct {
    ik_state s;
    cr_rng luck;
} table;

static void start(table *t, uint8_t seats, bool is_classic, uint64_t number)
{
    cr_setup setup;

    cr_setup_init(game, &setup);
    setup.n_seats = seats;
    setup.option[0] = is_classic;
    cr_setup_pin(&setup, number);
    cr_rng_init(&t->luck, setup.seed, 9);
    assert_int_equal(cr_start(game, &t->s.k, &setup, NULL), CR_ERR_OK);
}

static void play_one(table *t)
{
    uint16_t who = cr_deciders(&t->s.k);
    uint8_t seat = (uint8_t)cr_bits_nth(who, cr_rng_small(&t->luck, cr_bits_count(who)));
    cr_move move;

    if (!cr_sample(game, &t->s.k, seat, &t->luck, &move))
        move = cr_idle_move(&t->s.k, seat);
    assert_int_equal(cr_play(game, &t->s.k, &move, 0, NULL).code, 0);
}

/* ---- plays ---- */

/* IK-2 and IK-4.3 word for word, card by card. */
static bool may_play(const ik_state *s, uint8_t seat, unsigned name)
{
    const ik_court *court = &s->r.court;
    bool has_immortal = false, has_royalty = false, is_royal = false, is_muted;
    int value = ik_cards[name].base, throne = 0;

    for (unsigned i = 0; i < court->n; i++)
        has_immortal |= court->card[i] == IK_IMMORTAL && !(court->down >> i & 1);
    for (unsigned i = 0; i < court->n; i++) {
        unsigned card = court->card[i], base = ik_cards[card].base;
        bool is_up = !(court->down >> i & 1);
        bool is_numbered = (s->r.numbers >> base & 1) && card != IK_IMMORTAL;

        is_royal = is_up && !is_numbered &&
                   (has_immortal ? card == IK_IMMORTAL || card == IK_WARLORD
                                 : card == IK_QUEEN || card == IK_PRINCESS);
        has_royalty |= is_royal;
    }
    if (court->n) {
        unsigned at = court->n - 1u, card = court->card[at];

        throne = ik_cards[card].base;
        if (court->down >> at & 1) {
            throne = 1;
        } else {
            if ((s->r.numbers >> throne & 1) && card != IK_IMMORTAL)
                throne = 3;
            else if (card == IK_IMMORTAL)
                throne = 5;
            else if (card == IK_SOLDIER)
                throne += court->bonus >> at & 1 ? 2 : 0;
            else if (card == IK_WARLORD)
                throne += has_royalty ? 2 : 0;
            if (has_immortal && (card == IK_QUEEN || card == IK_PRINCESS || card == IK_ELDER))
                throne--;
        }
    }
    is_muted = has_immortal && (name == IK_QUEEN || name == IK_PRINCESS || name == IK_ELDER);
    value += name == IK_WARLORD && has_royalty ? 1 : 0;
    value -= is_muted;
    if (!court->n || value >= throne)
        return true;
    if (name == IK_ELDER)
        return is_royal && !is_muted;
    if (name == IK_ZEALOT)
        return (s->r.flipped >> seat & 1) && !is_royal;
    return name == IK_OATHBOUND && !(s->r.numbers >> 6 & 1) && ik_count(&s->r.hand[seat]) > 1;
}

static void what_may_be_played_is_what_the_rules_say_card_by_card(void **state)
{
    unsigned seen = 0;

    (void)state;
    for (unsigned i = 0; i < 600; i++) {
        table t;

        start(&t, (uint8_t)(2 + i % 3), false, i);
        for (; !t.s.k.is_over; play_one(&t)) {
            uint8_t seat = t.s.k.stack[1].seat;
            ik_facts facts;
            uint32_t names;

            if (t.s.k.q.kind != Q_PLAY || t.s.r.antechamber[seat].n)
                continue;
            ik_look(&t.s, t.s.r.court.n, seat, &facts);
            names = ik_playable(&t.s, &facts, seat);
            for (uint32_t hand = ik_names(&t.s.r.hand[seat]); hand; hand &= hand - 1, seen++)
                assert_int_equal(names >> cr_bits_first(hand) & 1,
                                 may_play(&t.s, seat, cr_bits_first(hand)));
        }
    }
    assert_true(seen > 50000);
}

static void the_stack_is_never_deeper_than_four(void **state)
{
    unsigned deepest = 0;

    (void)state;
    for (unsigned i = 0; i < 400; i++) {
        table t;

        start(&t, i % 4 == 3 ? 2 : (uint8_t)(2 + i % 4), i % 4 == 3, 1000 + i);
        for (; !t.s.k.is_over; play_one(&t)) {
            assert_null(ik_broken(&t.s.k));
            deepest = t.s.k.depth > deepest ? t.s.k.depth : deepest;
        }
    }
    assert_int_equal(deepest, 4);
}

/* ---- made-up worlds ---- */

/* Seat 0 does not see five cards, one of them the Fool, and knows that seat 1 has no Fool: six pairs are left for that
 * hand. */
static void worlds_that_fit_are_equally_likely(void **state)
{
    static const char position[] =
        "hand 0: Elder\n"
        "hand 1: Soldier Judge\n"
        "successor: Elder Zealot\n"
        "dungeon: Mystic Queen\n"
        "forgotten: Fool\n"
        "accused: Inquisitor\n"
        "court: Oathbound Oathbound Sentry Soldier Warden Warlord Princess\n"
        "condemned: Assassin King's-Hand Immortal Inquisitor\n"
        "lacks 1: Fool\n"
        "lacks 17: Fool\n"
        "cards: 20\n"
        "effect: round 0 step=turns\n"
        "effect: turn 0\n";
    enum { WORLDS = 30000, PAIRS = 6 };
    unsigned count[PAIRS] = {0}, n = 0;
    ik_bag pair[PAIRS];
    double chi = 0;
    cr_setup setup;
    ik_state s, world;
    ik_view view;
    cr_rng luck;
    char why[128];

    (void)state;
    cr_setup_init(game, &setup);
    if (cr_position_parse(game, &setup, position, &s.k, NULL, NULL, why, sizeof why))
        fail_msg("%s", why);
    cr_see(game, &s.k, 0, &view.v);
    cr_rng_init(&luck, setup.seed, 3);
    for (unsigned i = 0; i < WORLDS; i++) {
        unsigned at = 0;

        cr_guess(game, &view.v, &luck, &world.k);
        assert_false(ik_has(&world.r.hand[1], IK_FOOL));
        while (at < n && memcmp(&pair[at], &world.r.hand[1], sizeof pair[at]) != 0)
            at++;
        assert_true(at < PAIRS);
        if (at == n)
            pair[n++] = world.r.hand[1];
        count[at]++;
    }
    assert_int_equal(n, PAIRS);
    for (unsigned i = 0; i < PAIRS; i++)
        chi += pow(count[i] - (double)WORLDS / PAIRS, 2) / ((double)WORLDS / PAIRS);
    assert_true(chi < 20.5); /* five degrees of freedom: one seed in a thousand */
}

static void a_card_an_executioner_took_is_made_up_with_its_base_value(void **state)
{
    static const char position[] = "hand 0: Elder\n"
                                   "hand 1: Soldier Judge\n"
                                   "hand 2: Queen\n"
                                   "executed: Inquisitor\n"
                                   "executed-known 1: Inquisitor\n"
                                   "court: Executioner\n"
                                   "effect: round 0 step=turns\n"
                                   "effect: turn 0\n";
    unsigned seen[IK_NAMES] = {0};
    cr_setup setup;
    ik_state s, world;
    ik_view view;
    cr_rng luck;
    char why[128];

    (void)state;
    cr_setup_init(game, &setup);
    setup.n_seats = 3;
    if (cr_position_parse(game, &setup, position, &s.k, NULL, NULL, why, sizeof why))
        fail_msg("%s", why);
    cr_see(game, &s.k, 0, &view.v);
    cr_rng_init(&luck, setup.seed, 3);
    for (unsigned i = 0; i < 400; i++) {
        cr_guess(game, &view.v, &luck, &world.k);
        assert_int_equal(ik_count(&world.r.executed), 1);
        seen[cr_bits_first(ik_names(&world.r.executed))]++;
    }
    assert_int_equal(seen[IK_BARD] + seen[IK_INQUISITOR], 400); /* two of each are unseen */
    assert_in_range(seen[IK_BARD], 150, 250);
}

/* ---- written positions ---- */

#define ARMIES                                                                         \
    "army-list 0: Stranger Elder Informant Inquisitor Judge Soldier Oathbound Exile\n" \
    "army-list 1: Flagbearer Aegis Elder Inquisitor Judge Soldier Conspiracist Oathbound\n"
#define TURN "effect: round 0 step=turns\neffect: turn 0 step=end\n"
#define STRANGER(said)                                                              \
    ARMIES "hand 0: Elder\nhand 1: Zealot\ncourt: Fool@1 Judge@1 Stranger@0\n" TURN \
           "effect: play 0 card=Stranger copying=1" said "\n"                       \
           "effect: ability 0 step=resolve card=Stranger copying=1" said "\n"
#define INFORMANT(said)                                                                          \
    ARMIES "hand 0: Elder\nhand 1: Mystic\ndungeon: - Queen\ncourt: Zealot@1 Informant@0\n" TURN \
           "effect: play 0 card=Informant on=1" said "\n"                                        \
           "effect: ability 0 step=choose card=Informant on=1" said "\n"
#define HANDS(more)                                                                            \
    ARMIES                                                                                     \
    "hand 0: Elder Elder Elder Elder Inquisitor Inquisitor Inquisitor Inquisitor Judge Judge " \
    "Judge Soldier Soldier Soldier Soldier Oathbound Oathbound Oathbound Oathbound Fool "      \
    "Assassin Zealot Immortal Mystic Warden Warlord King's-Hand Sentry Princess Stranger" more \
    "\nhand 1: Queen\neffect: round 0 step=turns\neffect: turn 0\n"

/* What an ability needs later, and that every card finds a place in Court, is asked of the position. */
static void a_position_that_would_lead_an_ability_astray_is_refused(void **state)
{
    static const struct {
        const char *text;
        cr_err err;
    } rows[] = {
        {STRANGER(" at=2"), CR_ERR_OK},
        {STRANGER(" naming=Elder"), CR_ERR_BAD_POSITION},
        {STRANGER(" at=1"), CR_ERR_BAD_POSITION},
        {STRANGER(" at=200"), CR_ERR_BAD_POSITION},
        {INFORMANT(" naming=Queen"), CR_ERR_OK},
        {INFORMANT(" naming=Fool"), CR_ERR_BAD_POSITION},
        {HANDS(""), CR_ERR_OK},
        {HANDS(" Informant"), CR_ERR_BAD_POSITION},
    };

    (void)state;
    for (unsigned i = 0; i < CR_COUNT_OF(rows); i++) {
        char why[128] = "";
        cr_setup setup;
        cr_err err;
        ik_state s;

        cr_setup_init(game, &setup);
        assert_int_equal(cr_setup_option(game, &setup, "rules", "fragments"), CR_ERR_OK);
        err = cr_position_parse(game, &setup, rows[i].text, &s.k, NULL, NULL, why, sizeof why);
        if (err != rows[i].err)
            fail_msg("row %u: %s", i, err ? why : "is taken");
    }
}

/* ---- the bot ---- */

static void the_baseline_beats_random(void **state)
{
    const cr_bot *baseline = cr_bot_find("baseline", game), *luck = cr_bot_find("random", game);
    unsigned wins = 0;
    ik_state s;
    ik_view view;

    (void)state;
    assert_non_null(baseline);
    for (unsigned i = 0; i < 200; i++) {
        cr_arena arena = {.game = game, .state = &s.k, .view = &view.v};
        cr_setup setup;

        cr_setup_init(game, &setup);
        cr_setup_pin(&setup, i);
        arena.bots[i & 1] = baseline;
        arena.bots[!(i & 1)] = luck;
        assert_int_equal(cr_arena_start(&arena, &setup), CR_ERR_OK);
        assert_int_equal(cr_arena_run(&arena), CR_ERR_OK);
        wins += s.points[i & 1] > s.points[!(i & 1)];
    }
    assert_true(wins >= 180); /* it wins 98 in a hundred */
}

/* Behind a round of four players no opponent may be left; the bot looked for one without end. */
static void the_baseline_plays_four_players_to_the_end(void **state)
{
    const cr_bot *baseline = cr_bot_find("baseline", game);
    ik_state s;
    ik_view view;

    (void)state;
    for (unsigned i = 0; i < 60; i++) {
        cr_arena arena = {.game = game, .state = &s.k, .view = &view.v};
        cr_setup setup;

        cr_setup_init(game, &setup);
        setup.n_seats = (uint8_t)(3 + (i & 1));
        cr_setup_pin(&setup, i);
        for (unsigned seat = 0; seat < setup.n_seats; seat++)
            arena.bots[seat] = baseline;
        assert_int_equal(cr_arena_start(&arena, &setup), CR_ERR_OK);
        assert_int_equal(cr_arena_run(&arena), CR_ERR_OK);
        assert_int_equal(arena.idles, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_may_be_played_is_what_the_rules_say_card_by_card),
        cmocka_unit_test(the_stack_is_never_deeper_than_four),
        cmocka_unit_test(worlds_that_fit_are_equally_likely),
        cmocka_unit_test(a_card_an_executioner_took_is_made_up_with_its_base_value),
        cmocka_unit_test(a_position_that_would_lead_an_ability_astray_is_refused),
        cmocka_unit_test(the_baseline_beats_random),
        cmocka_unit_test(the_baseline_plays_four_players_to_the_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
