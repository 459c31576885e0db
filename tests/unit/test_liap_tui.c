/* Liap Tui beyond its cases: every collection of the set, the deal, and the baseline bot. */
#include "support/cmocka_all.h"
#include "ai/arena.h"
#include "games/games.h"
#include "games/liap-tui/liap_tui.h"
#include "support/proof.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- every collection, classified a second time, straight from the rules ---- */

enum { GENERAL, ADVISOR, ELEPHANT, CHARIOT, HORSE, CANNON, SOLDIER, NAMES };

static const unsigned in_set[NAMES] = {1, 2, 2, 2, 2, 2, 5};
static const unsigned red_points[NAMES] = {14, 12, 10, 8, 6, 4, 2};

typedef struct {
    unsigned n[2][NAMES]; /* by colour and name */
} collection;

static cr_tally tally_of(const collection *c)
{
    cr_tally tally = 0;

    for (unsigned colour = 0; colour < 2; colour++)
        for (unsigned name = 0; name < NAMES; name++)
            tally += cr_tally_of(2 * name + colour, c->n[colour][name]);
    return tally;
}

static unsigned size_of(const collection *c)
{
    unsigned size = 0;

    for (unsigned i = 0; i < 2 * NAMES; i++)
        size += c->n[i / NAMES][i % NAMES];
    return size;
}

static unsigned points_of(unsigned colour, unsigned name)
{
    return red_points[name] - colour;
}

/* Is it all of one colour and one group, every name of it there? Then the points of one of each. */
static unsigned straight_points(const collection *c, unsigned colour, unsigned first)
{
    unsigned points = 0, inside = 0;

    for (unsigned name = first; name < first + 3; name++) {
        if (!c->n[colour][name])
            return 0;
        points += points_of(colour, name);
        inside += c->n[colour][name];
    }
    return inside == size_of(c) ? points : 0;
}

static lt_form form_by_the_rules(const collection *c)
{
    unsigned size = size_of(c);

    for (unsigned i = 0; i < 2 * NAMES; i++) {
        unsigned colour = i / NAMES, name = i % NAMES, n = c->n[colour][name];
        uint8_t value = (uint8_t)(n * points_of(colour, name));

        if (n != size)
            continue;
        if (n == 1)
            return (lt_form){LT_SINGLE, value};
        if (n == 2)
            return (lt_form){LT_PAIR, value};
        if (name == SOLDIER && n == 3)
            return (lt_form){LT_THREE_OF_A_KIND, value};
        if (name == SOLDIER && n == 4)
            return (lt_form){LT_FOUR_OF_A_KIND, value};
        if (name == SOLDIER && n == 5)
            return (lt_form){LT_FIVE_OF_A_KIND, value};
    }
    for (unsigned i = 0; i < 4; i++) {
        unsigned first = i / 2 ? CHARIOT : GENERAL, points = straight_points(c, i % 2, first);
        const unsigned *n = &c->n[i % 2][first];
        bool is_flat = n[0] <= 2 && n[1] <= 2 && n[2] <= 2;

        if (!points || !is_flat)
            continue;
        if (size == 3)
            return (lt_form){LT_STRAIGHT, (uint8_t)points};
        if (size == 4)
            return (lt_form){LT_EXTENDED_STRAIGHT, (uint8_t)points};
        if (size == 5)
            return (lt_form){LT_EXTENDED_STRAIGHT_5, (uint8_t)points};
        if (size == 6 && first == CHARIOT)
            return (lt_form){LT_DOUBLE_STRAIGHT, (uint8_t)(2 * points)};
    }
    return (lt_form){LT_INVALID, 0};
}

static unsigned ways(const collection *c)
{
    unsigned product = 1;

    for (unsigned i = 0; i < 2 * NAMES; i++)
        product *= cr_choose(in_set[i % NAMES], c->n[i / NAMES][i % NAMES]);
    return product;
}

/* The next collection of the set, counting up; false after the last. */
static bool next(collection *c)
{
    for (unsigned i = 0; i < 2 * NAMES; i++) {
        unsigned *n = &c->n[i / NAMES][i % NAMES];

        if (*n < in_set[i % NAMES]) {
            ++*n;
            return true;
        }
        *n = 0;
    }
    return false;
}

static void every_collection_has_the_type_the_rules_give(void **unused)
{
    static const unsigned all[] = {0, 14, 103, 522, 2031, 6432, 17200},
                          good[] = {0, 14, 12, 6, 12, 10, 2};
    static const unsigned by_pieces[LT_TYPES] = {0, 32, 30, 20, 24, 10, 32, 14, 2, 2, 0};
    static const unsigned by_kind[LT_TYPES] = {0, 14, 12, 2, 4, 2, 10, 8, 2, 2, 0};
    unsigned n_all[7] = {0}, n_good[7] = {0}, n_pieces[LT_TYPES] = {0}, n_kind[LT_TYPES] = {0};
    collection c = {0};

    (void)unused;
    while (next(&c)) {
        unsigned size = size_of(&c);
        lt_form must, is;

        if (size > 6)
            continue;
        must = form_by_the_rules(&c);
        is = lt_form_of(tally_of(&c));
        assert_int_equal(is.type, must.type);
        assert_int_equal(is.value, must.value);
        n_all[size]++;
        if (must.type == LT_INVALID)
            continue;
        n_good[size]++;
        n_kind[must.type]++;
        n_pieces[must.type] += ways(&c);
    }
    assert_memory_equal(n_all, all, sizeof all);
    assert_memory_equal(n_good, good, sizeof good);
    assert_memory_equal(n_pieces, by_pieces, sizeof by_pieces);
    assert_memory_equal(n_kind, by_kind, sizeof by_kind);
}

static void larger_collections_and_more_than_the_set_form_nothing(void **unused)
{
    collection c = {0};

    (void)unused;
    while (next(&c))
        if (size_of(&c) > 6 && size_of(&c) < 9)
            assert_int_equal(lt_form_of(tally_of(&c)).type, LT_INVALID);
    assert_int_equal(lt_form_of(0).type, LT_INVALID);
    assert_int_equal(lt_form_of(cr_tally_of(0, 2)).type, LT_INVALID); /* two red Generals */
    assert_int_equal(lt_form_of(cr_tally_of(2, 3)).type, LT_INVALID); /* three red Advisors */
    assert_int_equal(lt_form_of(cr_tally_of(12, 6)).type, LT_INVALID);
    assert_int_equal(lt_form_of(LT_FIELD + cr_tally_of(6, 2)).type, LT_INVALID);
}

static void the_list_of_valid_collections_is_whole_and_in_order(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < LT_VALID; i++) {
        lt_form form = lt_form_of(lt_valid[i]);

        assert_int_not_equal(form.type, LT_INVALID);
        for (unsigned j = 0; j < i; j++) {
            lt_form before = lt_form_of(lt_valid[j]);

            assert_true(lt_valid[i] != lt_valid[j]);
            assert_true(before.type < form.type ||
                        (before.type == form.type && before.value >= form.value));
        }
    }
}

static void the_set_has_the_check_sums_of_the_rules(void **unused)
{
    unsigned points[2] = {0}, pieces[2] = {0};

    (void)unused;
    for (unsigned kind = 0; kind < LT_KINDS; kind++) {
        pieces[kind % 2] += cr_tally_count(LT_SET, kind);
        points[kind % 2] += cr_tally_count(LT_SET, kind) * lt_points(kind);
        assert_int_equal(lt_points(kind), points_of(kind % 2, kind / 2));
    }
    assert_int_equal(pieces[0], 16);
    assert_int_equal(pieces[1], 16);
    assert_int_equal(points[0], 104);
    assert_int_equal(points[1], 88);
}

static void base_scores_are_those_of_the_table(void **unused)
{
    (void)unused;
    for (int d = 0; d <= 8; d++)
        for (int c = 0; c <= 8; c++) {
            int must = d == c ? (d ? d + 5 : 3) : d == 0 ? -c : -abs(d - c);

            assert_int_equal(lt_base_score((unsigned)d, (unsigned)c), must);
            assert_in_range(must + 8, 0, 21);
        }
}

/* ---- the deal ---- */

static void start(lt_state *s, uint64_t seed)
{
    cr_setup setup;

    cr_setup_init(&cr_game_liap_tui, &setup);
    cr_setup_pin(&setup, seed);
    assert_int_equal(cr_start(&cr_game_liap_tui, &s->k, &setup, NULL), CR_ERR_OK);
}

/* A hand is weak with chance 735471/10518300 (the note of LT-3.8); every piece is everywhere equally often. */
static void deals_are_fair(void **unused)
{
    enum { DEALS = 20000 };
    unsigned weak = 0, with_general[LT_SEATS] = {0};
    lt_state s;

    (void)unused;
    for (unsigned i = 0; i < DEALS; i++) {
        start(&s, i);
        assert_int_equal(s.hand[0] + s.hand[1] + s.hand[2] + s.hand[3], LT_SET);
        for (unsigned seat = 0; seat < LT_SEATS; seat++) {
            assert_int_equal(cr_tally_sum(s.hand[seat]), LT_HAND);
            weak += lt_is_weak(s.hand[seat]);
            with_general[seat] += cr_tally_count(s.hand[seat], 0);
        }
    }
    /* Five standard deviations and a little. */
    assert_in_range(weak, (unsigned)(4 * DEALS * 0.06992 * 0.93),
                    (unsigned)(4 * DEALS * 0.06992 * 1.07));
    for (unsigned seat = 0; seat < LT_SEATS; seat++)
        assert_in_range(with_general[seat], DEALS / 4 - 320, DEALS / 4 + 320);
}

/* ---- positions ---- */

static void the_largest_numbers_of_a_position_stay_sound(void **unused)
{
    static const char position[] = "total: 1000000000 -1000000000 0 0\nmultiplier: 1000000\n";
    const cr_game *game = &cr_game_liap_tui;
    lt_state s;
    cr_setup setup;
    cr_rng rng;
    cr_move move;

    (void)unused;
    cr_setup_init(game, &setup);
    assert_int_equal(cr_setup_option(game, &setup, "target", "none"), CR_ERR_OK);
    assert_int_equal(cr_position_parse(game, &setup, position, &s.k, NULL, NULL, NULL, 0),
                     CR_ERR_OK);
    cr_rng_init(&rng, setup.seed, 1);
    while (!s.k.is_over) {
        assert_true(cr_sample(game, &s.k, (uint8_t)cr_bits_first(cr_deciders(&s.k)), &rng, &move));
        cr_play_checked(game, &s.k, &move, 0, NULL);
        assert_null(game->broken(&s.k));
    }
    assert_int_equal(
        cr_position_parse(game, &setup, "total: 2147483647 0 0 0\n", &s.k, NULL, NULL, NULL, 0),
        CR_ERR_BAD_POSITION);
    assert_int_equal(
        cr_position_parse(game, &setup, "multiplier: 1000001\n", &s.k, NULL, NULL, NULL, 0),
        CR_ERR_BAD_TEXT);
}

/* ---- the baseline bot ---- */

static const char *const everything_else[] = {
    "hand 1: bG bA bE rR rH rC rS bS\nhand 2: rA bA rE bE bR bH bC rS\nhand 3: bR bH bC rS rS rS "
    "bS bS\n",
};

/* What the bot of the asked seat answers in a position, as text. */
static const char *answer(const char *position)
{
    static char text[128];
    const cr_game *game = &cr_game_liap_tui;
    const cr_bot *bot = cr_bot_find("baseline", game);
    lt_state s;
    lt_view v;
    cr_setup setup;
    cr_offer offer = {.game = game, .state = &s.k};
    cr_rng rng;
    cr_move move;
    char why[128] = "";

    cr_setup_init(game, &setup);
    if (cr_position_parse(game, &setup, position, &s.k, NULL, NULL, why, sizeof why))
        fail_msg("%s", why);
    offer.seat = (uint8_t)cr_bits_first(cr_deciders(&s.k));
    cr_see(game, &s.k, offer.seat, &v.v);
    cr_rng_init(&rng, setup.seed, 1);
    assert_true(bot->choose(game, &v.v, &offer, &rng, 0, &move));
    assert_true(cr_offer_has(&offer, &move));
    cr_move_print(game, &move, text, sizeof text);
    return text;
}

static char *with_rest(const char *head, const char *tail)
{
    static char text[2048];

    snprintf(text, sizeof text, "%s\n%s%s", head, everything_else[0], tail);
    return text;
}

static void baseline_accepts_redeals(void **unused)
{
    (void)unused;
    assert_string_equal(
        answer(with_rest("hand 0: rG rA rE rR rH rC bS bS", "effect: round 0 step=redeal")),
        "redeal accept");
    PROVES("LT-13.5");
}

static void baseline_declares_what_its_hand_should_take(void **unused)
{
    (void)unused;
    /* First: the straights rG rA rE and rR rH rC, six piles; nothing of 12 or more is left. */
    assert_string_equal(
        answer(with_rest("hand 0: rG rA rE rR rH rC bS bS", "effect: round 0 step=declare")),
        "declare 6");
    /* The same with 2 to make eight forbidden: 5 and 7 are equally near, the smaller counts. */
    assert_string_equal(
        answer(with_rest("hand 0: rG rA rE rR rH rC bS bS",
                         "declared: - 1 1 0\nstreak: 0 0 0 1\neffect: round 1 step=declare")),
        "declare 5");
    /* Not first but with a General: bG bA bE and rR rH rC. */
    assert_string_equal(answer(with_rest("hand 0: rG rA rE rR rH rC bS bS",
                                         "declared: 3 - - -\neffect: round 0 step=declare")),
                        "declare 6");
    /* Neither: the straight bR bH bC does not count, rA does. */
    assert_string_equal(answer(with_rest("hand 0: rG rA rE rR rH rC bS bS",
                                         "declared: 3 3 - -\neffect: round 0 step=declare")),
                        "declare 1");
    /* 0 is forbidden after two of them. */
    assert_string_equal(
        answer(with_rest("hand 0: rG rA rE rR rH rC bS bS",
                         "declared: 3 3 1 -\nstreak: 0 0 0 2\neffect: round 0 step=declare")),
        "declare 2");
    PROVES("LT-13.5");
}

static void baseline_leads_the_most_it_wants(void **unused)
{
    const char *hand = "hand 0: rG rA rE rR rH rC bS bS";

    (void)unused;
    assert_string_equal(answer(with_rest(hand, "declared: 4 0 0 0\neffect: round 0 step=play")),
                        "play rG rA rE");
    assert_string_equal(answer(with_rest(hand, "declared: 2 0 0 0\neffect: round 0 step=play")),
                        "play bS bS");
    assert_string_equal(answer(with_rest(hand, "declared: 1 0 0 0\neffect: round 0 step=play")),
                        "play rG");
    assert_string_equal(answer(with_rest(hand, "declared: 0 0 0 0\neffect: round 0 step=play")),
                        "play bS");
    PROVES("LT-13.6");
}

static void baseline_follows_to_win_or_throws_away(void **unused)
{
    static const char turn[] =
        "play 0: rR rH rC\nmade: 1\nk: 3\ntype: STRAIGHT - - -\nvalue: 18 0 0 0\n"
        "effect: round 0 step=play\n";
    static const char single[] = "play 0: bS\nmade: 1\nk: 1\ntype: SINGLE - - -\nvalue: 1 0 0 0\n"
                                 "effect: round 0 step=play\n";
    char text[512];

    (void)unused;
    /* Three wanted: the highest straight. */
    snprintf(text, sizeof text, "declared: 3 3 0 0\n%s", turn);
    assert_string_equal(answer(with_rest("hand 0: rG rA rE bS bS", text)), "play bG bA bE");
    /* Two wanted are not enough: the highest pieces that form no straight. */
    snprintf(text, sizeof text, "declared: 3 2 0 0\n%s", turn);
    assert_string_equal(answer(with_rest("hand 0: rG rA rE bS bS", text)), "play bG bA rR");
    /* A single is won by the highest piece, or lost by the lowest. */
    snprintf(text, sizeof text, "declared: 3 1 0 0\n%s", single);
    assert_string_equal(answer(with_rest("hand 0: rG rA rE rR rH rC bS", text)), "play bG");
    snprintf(text, sizeof text, "declared: 3 0 0 0\n%s", single);
    assert_string_equal(answer(with_rest("hand 0: rG rA rE rR rH rC bS", text)), "play bS");
    /* Wanted, but no collection of the type: the lowest pieces. */
    assert_string_equal(answer("hand 0: rG rA rE bS bS\nhand 1: bG bA rS rS rS rS bC bS\nhand 2: "
                               "rA bA rE bE bR bH bC bE\n"
                               "hand 3: bR bH rR rH rC rS bS bS\nplay 0: rR rH rC\nmade: 1\nk: "
                               "3\ntype: STRAIGHT - - -\n"
                               "value: 18 0 0 0\ndeclared: 3 3 0 0\neffect: round 0 step=play"),
                        "play rS rS bS");
    PROVES("LT-13.7");
}

/* Nothing wanted, and every choice is of the lead's type: the one of least value. */
static void baseline_throws_the_least_when_it_must_compete(void **unused)
{
    (void)unused;
    assert_string_equal(
        answer(
            "hand 0: -\nhand 1: rC rC\nhand 2: bA bA\nhand 3: rA bE\nplay 0: bS bS\nmade: 1\nk: "
            "2\nturn: 7\n"
            "type: PAIR - - -\nvalue: 2 0 0 0\ndeclared: 3 0 0 0\nstreak: 0 1 1 1\ncaptured: 6 0 0 "
            "0\n"
            "shown 0: rG rA rE rR rH bS\nshown 1: bG bE rR rH rS bS\nshown 2: rE bR bH bC rS bR\n"
            "shown 3: bH bC rS rS rS bS\neffect: round 0 step=play"),
        "play rC rC");
    PROVES("LT-13.7");
}

/* LT-13.3, LT-13.4, and the average length an independent model of the same rules gave: about 13 rounds. */
static void four_baselines_play_to_the_end(void **unused)
{
    enum { GAMES = 400 };
    const cr_game *game = &cr_game_liap_tui;
    unsigned rounds = 0;
    lt_state s[2];
    lt_view view;
    cr_arena arena = {.game = game, .view = &view.v};
    cr_setup setup;

    (void)unused;
    cr_setup_init(game, &setup);
    for (unsigned seat = 0; seat < LT_SEATS; seat++)
        arena.bots[seat] = cr_bot_find("baseline", game);
    for (unsigned i = 0; i < GAMES; i++) {
        cr_setup_pin(&setup, i);
        for (unsigned again = 0; again < 2; again++) {
            arena.state = &s[again].k;
            assert_int_equal(cr_arena_start(&arena, &setup), CR_ERR_OK);
            assert_int_equal(cr_arena_run(&arena), CR_ERR_OK);
            assert_int_equal(arena.idles, 0);
        }
        assert_memory_equal(&s[0], &s[1], sizeof s[0]);
        rounds += s[0].open.round;
    }
    print_message("%u matches, %.2f rounds on average\n", GAMES, (double)rounds / GAMES);
    assert_in_range(rounds, 12 * GAMES, 14 * GAMES);
    PROVES("LT-13.3 LT-13.4");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_collection_has_the_type_the_rules_give),
        cmocka_unit_test(larger_collections_and_more_than_the_set_form_nothing),
        cmocka_unit_test(the_list_of_valid_collections_is_whole_and_in_order),
        cmocka_unit_test(the_set_has_the_check_sums_of_the_rules),
        cmocka_unit_test(base_scores_are_those_of_the_table),
        cmocka_unit_test(deals_are_fair),
        cmocka_unit_test(the_largest_numbers_of_a_position_stay_sound),
        cmocka_unit_test(baseline_accepts_redeals),
        cmocka_unit_test(baseline_declares_what_its_hand_should_take),
        cmocka_unit_test(baseline_leads_the_most_it_wants),
        cmocka_unit_test(baseline_follows_to_win_or_throws_away),
        cmocka_unit_test(baseline_throws_the_least_when_it_must_compete),
        cmocka_unit_test(four_baselines_play_to_the_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
