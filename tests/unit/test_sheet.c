/* Sheets: games made from rows keep all laws, their invariants find what is wrong, and what the kernel does for them. */
#include "support/cmocka_all.h"
#include "kernel/rng.h"
#include "kernel/zones.h"
#include "laws/laws.h"

#include <stdio.h>

extern const cr_game cr_game_court, cr_game_stall;

enum { STATE_MAX = 4096 };

static _Alignas(8) uint8_t state_memory[STATE_MAX], view_memory[STATE_MAX], other_memory[STATE_MAX];
#define STATE ((cr_state *)state_memory)
#define OTHER ((cr_state *)other_memory)
#define VIEW  ((cr_view *)view_memory)

/* ---- laws ---- */

static void keeps_laws(const cr_game *game, unsigned matches)
{
    static cr_laws_report report;
    char text[CR_LAWS_FAILURE_TEXT];
    cr_laws_plan plan;

    cr_laws_init(&plan, game);
    cr_setup_pin(&plan.setup, 3);
    plan.matches = matches;
    plan.moves_max = 2000;
    plan.heavy_every = 4;
    plan.failures = 1;
    plan.varies = true;
    assert_int_equal(cr_laws_run(&plan, &report), CR_ERR_OK);
    if (report.n_failures) {
        cr_laws_failure_print(game, &report.failure[0], text, sizeof text);
        fail_msg("%s", text);
    }
    cr_laws_release(&report);
}

static void claims_and_doubts_keep_all_laws(void **unused)
{
    (void)unused;
    keeps_laws(&cr_game_court, 120);
}

static void rows_of_every_kind_keep_all_laws(void **unused)
{
    (void)unused;
    keeps_laws(&cr_game_stall, 120);
}

/* ---- positions ---- */

static const char *position(const cr_game *game, unsigned n_seats, const char *text)
{
    static char why[200];
    cr_setup setup;
    unsigned line;

    cr_setup_init(game, &setup);
    setup.n_seats = (uint8_t)n_seats;
    cr_setup_pin(&setup, 1);
    assert_true(game->state_size <= STATE_MAX && game->view_size <= STATE_MAX);
    return cr_position_parse(game, &setup, text, STATE, NULL, &line, why, sizeof why) ? why : "";
}

#define TWO                                                                                \
    "hand 0: Baron Thief\nhand 1: Guard Spy\nlost 0: -\nlost 1: -\ncoins: 3 4\nbank: 43\n" \
    "turn: 5\n"

static void invariants_find_what_is_wrong(void **unused)
{
    static const struct {
        const char *lines, *why;
    } rows[] = {
        {"effect: turn 0 step=act\n", ""},
        {"hand 1: Spy Spy\nlost 0: Spy Spy\neffect: turn 0 step=act\n", "too often"},
        {"turn: 201\neffect: turn 0 step=act\n", "range"},
        {"bank: 42\neffect: turn 0 step=act\n", "money"},
        {"effect: turn 0 step=3\n", "step"},
        {"effect: turn 2 step=act\n", "seat that plays"},
        {"effect: action 0 what=tax\n", "lies where it cannot"},
        {"effect: turn 0 step=next\neffect: proof 0 role=Spy doubter=1\n", "lies where it cannot"},
        {"effect: turn 0 step=next\neffect: action 0 what=tax note=2\n", "note"},
        {"hand_known 0: - | Envoy | - | - | - | -\neffect: turn 0 step=act\n", "certain"},
        {"hand_known 0: - | Guard | - | - | - | -\neffect: turn 0 step=act\n", ""},
        {"effect: turn 0 step=next\neffect: action 0 what=steal target=1 step=block\n", ""},
    };

    (void)unused;
    for (unsigned i = 0; i < CR_COUNT_OF(rows); i++) {
        char text[1000];
        const char *why;

        snprintf(text, sizeof text, TWO "%s", rows[i].lines);
        why = position(&cr_game_court, 2, text);
        if (*rows[i].why ? !strstr(why, rows[i].why) : *why)
            fail_msg("row %u: '%s'", i, why);
    }
}

static void piles_and_dice_are_examined(void **unused)
{
    static const char deck[] =
        "deck: 1 1 1 1 1 1 2 2 2 2 2 2 3 3 3 3 3 3 4 4 4 4 4 4\neffect: turn 0 step=1\n";
    char text[600];
    const cr_zone *zone = cr_game_stall.sheet->zones;

    (void)unused;
    assert_string_equal(position(&cr_game_stall, 2, deck), "");
    snprintf(text, sizeof text, "discard: 4\n%s", deck);
    assert_string_equal(position(&cr_game_stall, 2, text), "a card is there too often");
    snprintf(text, sizeof text, "dice 0: 7\n%s", deck);
    assert_string_equal(position(&cr_game_stall, 2, text), "a die shows a face that it has not");
    snprintf(text, sizeof text, "laying: 0 2\n%s", deck);
    assert_string_equal(position(&cr_game_stall, 2, text), "a number is out of its range");
    snprintf(text, sizeof text, "rich: 2\n%s", deck);
    assert_string_equal(position(&cr_game_stall, 2, text), "a number is out of its range");
    assert_string_equal(position(&cr_game_stall, 2, deck), "");
    while (strcmp(zone->name, "row"))
        zone++;
    state_memory[zone->at + 1] = 1; /* a card above nothing */
    assert_string_equal(cr_game_stall.broken(STATE),
                        "a pile has no holes and nothing that is no card");
}

/* ---- views and worlds ---- */

static void a_view_shows_what_its_rows_say(void **unused)
{
    char text[4000];

    (void)unused;
    assert_string_equal(
        position(&cr_game_court, 3,
                 "hand 0: Baron Thief\nhand 1: Guard Spy\nhand 2: Envoy\nlost 2: Spy\n"
                 "coins: 3 4 5\nbank: 38\nhand_known 0: - | Spy | - | - | - | -\n"
                 "effect: turn 0 step=next\neffect: action 0 what=steal target=1 step=block\n"),
        "");
    cr_see(&cr_game_court, STATE, 0, VIEW);
    cr_view_print(&cr_game_court, VIEW, text, sizeof text);
    assert_non_null(strstr(text, "\nhand: Baron Thief\ncards: 2 2 1\n"));
    assert_non_null(strstr(text, "\nlost 2: Spy\ndeck: 12\nhand_known 1: Spy\n"));
    assert_non_null(strstr(text, "effect: action 0 step=block what=steal target=1\n"));
    assert_null(strstr(text, "Guard"));
    cr_see(&cr_game_court, STATE, 1, VIEW);
    cr_view_print(&cr_game_court, VIEW, text, sizeof text);
    assert_non_null(strstr(text, "\nhand_shown 0: Spy\n"));
    assert_null(strstr(text, "hand_known"));
    cr_see(&cr_game_court, STATE, 2, VIEW);
    cr_view_print(&cr_game_court, VIEW, text, sizeof text);
    assert_null(strstr(text, "hand_known"));
    assert_null(strstr(text, "hand_shown"));
}

/* Three cards of one seat are unknown: how often does each world come? */
static void worlds_are_as_likely_as_deals(void **unused)
{
    const cr_field *hand = cr_game_court.zones;
    unsigned has_spy = 0, has_two = 0;
    cr_rng rng;

    (void)unused;
    position(&cr_game_court, 2,
             TWO "hand_known 0: - | Spy | - | - | - | -\neffect: turn 0 step=act\n");
    cr_see(&cr_game_court, STATE, 0, VIEW);
    cr_rng_init(&rng, (const uint8_t[32]){7}, 0);
    for (unsigned i = 0; i < 6000; i++) {
        cr_tally cards;

        cr_guess(&cr_game_court, VIEW, &rng, OTHER);
        assert_null(cr_game_court.broken(OTHER));
        memcpy(&cards, other_memory + hand->at + sizeof cards, sizeof cards);
        assert_int_equal(cr_tally_sum(cards), 2);
        has_spy += cr_tally_count(cards, 5) >= 1;
        has_two += cr_tally_count(cards, 5) == 2;
    }
    /* One Spy is certain; the other card is one of fifteen, two of which are Spies. */
    assert_int_equal(has_spy, 6000);
    assert_in_range(has_two, 700, 900);
}

static void a_view_of_more_cards_than_there_are_is_no_trap(void **unused)
{
    const cr_field *f = cr_game_court.view_fields;
    cr_rng rng;

    (void)unused;
    position(&cr_game_court, 2, TWO "effect: turn 0 step=act\n");
    cr_see(&cr_game_court, STATE, 0, VIEW);
    while (strcmp(f->name, "cards"))
        f++;
    view_memory[f->at + 1] = 200;
    cr_rng_init(&rng, (const uint8_t[32]){7}, 0);
    cr_guess(&cr_game_court, VIEW, &rng, OTHER);
    assert_non_null(cr_game_court.broken(OTHER));
}

/* ---- what the kernel does ---- */

static void wrong_kinds_and_seats_are_refused_by_rule(void **unused)
{
    cr_refusal why;
    cr_move move;

    (void)unused;
    position(&cr_game_court, 2, TWO "effect: turn 0 step=act\n");
    assert_int_equal(cr_move_parse(&cr_game_court, STATE, 0, "doubt", &move).code, 0);
    why = cr_judge(&cr_game_court, STATE, &move, 0);
    assert_int_equal(why.code, CR_CODE_WRONG_KIND);
    assert_string_equal(cr_rule_id(&cr_game_court, why.rule), "CO-13");
    move.seat = 1; /* what is wrong with the move is said before whose turn it is */
    assert_int_equal(cr_judge(&cr_game_court, STATE, &move, 0).code, CR_CODE_WRONG_KIND);
    assert_int_equal(cr_move_parse(&cr_game_court, STATE, 1, "income", &move).code, 0);
    why = cr_judge(&cr_game_court, STATE, &move, 0);
    assert_int_equal(why.code, CR_CODE_NOT_ASKED);
    assert_string_equal(cr_rule_id(&cr_game_court, why.rule), "CO-13");
    position(&cr_game_court, 2, TWO "over: yes\n");
    move.ticket = cr_asked_now(STATE)->ticket;
    why = cr_judge(&cr_game_court, STATE, &move, 0);
    assert_int_equal(why.code, CR_CODE_OVER);
    assert_string_equal(cr_rule_id(&cr_game_court, why.rule), "CO-12");
}

static void the_default_is_the_first_offer(void **unused)
{
    cr_move move;
    char text[80];

    (void)unused;
    position(&cr_game_court, 2, TWO "effect: turn 0 step=act\n");
    move = cr_idle_answer(&cr_game_court, STATE, 0);
    cr_move_print(&cr_game_court, &move, text, sizeof text);
    assert_string_equal(text, "income");
    position(&cr_game_court, 2, TWO "effect: turn 0 step=next\neffect: loss 1\n");
    move = cr_idle_answer(&cr_game_court, STATE, 1);
    cr_move_print(&cr_game_court, &move, text, sizeof text);
    assert_string_equal(text, "give Guard");
}

static void next_of_goes_round(void **unused)
{
    (void)unused;
    assert_int_equal(cr_next_of(0x2D, 0), 2);
    assert_int_equal(cr_next_of(0x2D, 3), 5);
    assert_int_equal(cr_next_of(0x2D, 5), 0);
    assert_int_equal(cr_next_of(0x2D, 7), 0);
    assert_int_equal(cr_next_of(0x08, 3), 3);
}

/* ---- knowledge, piles, dice ---- */

static void knowledge_grows_and_fades(void **unused)
{
    cr_tally known[3] = {0};

    (void)unused;
    cr_known_show(known, 1, 3, cr_tally_of(2, 1) + cr_tally_of(4, 2));
    cr_known_show(known, 1, 1, cr_tally_of(4, 1)); /* may be one of those two */
    assert_int_equal(known[0], cr_tally_of(2, 1) + cr_tally_of(4, 2));
    assert_int_equal(known[0], known[1]);
    assert_int_equal(known[2], 0);
    cr_known_leave(known, 1, 7, cr_tally_of(4, 1) + cr_tally_of(9, 1));
    assert_int_equal(known[1], cr_tally_of(2, 1) + cr_tally_of(4, 1));
    cr_known_show(known, 1, 2, cr_tally_of(4, 3));
    cr_known_blur(known, 1, 2, 2);
    assert_int_equal(known[1], cr_tally_of(4, 1));
    assert_int_equal(known[0], cr_tally_of(2, 1) + cr_tally_of(4, 1));
}

static void piles_keep_their_order(void **unused)
{
    uint8_t pile[5] = {0};
    cr_tally all = cr_tally_each(4, 1);
    cr_rng rng;

    (void)unused;
    assert_int_equal(cr_pile_top(pile, 5), 0);
    cr_pile_put(pile, 5, 3);
    cr_pile_put(pile, 5, 0);
    assert_int_equal(cr_pile_size(pile, 5), 2);
    assert_int_equal(cr_pile_tally(pile, 5), cr_tally_of(3, 1) + cr_tally_of(0, 1));
    assert_int_equal(cr_pile_top(pile, 5), 1);
    assert_int_equal(cr_pile_take(pile, 5), 0);
    assert_int_equal(cr_pile_take(pile, 5), 3);
    assert_int_equal(cr_pile_size(pile, 5), 0);
    cr_rng_init(&rng, (const uint8_t[32]){9}, 0);
    cr_pile_shuffle(pile, all, &rng);
    assert_int_equal(cr_pile_tally(pile, 5), all);
}

static void dice_are_fair(void **unused)
{
    unsigned count[6] = {0};
    cr_rng rng;

    (void)unused;
    cr_rng_init(&rng, (const uint8_t[32]){1}, 0);
    for (unsigned i = 0; i < 2000; i++) {
        cr_tally dice = cr_rng_roll(&rng, 6, 3);

        assert_int_equal(cr_tally_sum(dice), 3);
        for (unsigned face = 0; face < 6; face++)
            count[face] += cr_tally_count(dice, face);
    }
    for (unsigned face = 0; face < 6; face++)
        assert_in_range(count[face], 900, 1100);
    assert_int_equal(cr_rng_roll(&rng, 6, 0), 0);
    for (unsigned i = 0; i < 50; i++)
        assert_true(cr_tally_has(cr_tally_each(3, 2), cr_rng_part(&rng, cr_tally_each(3, 2))));
}

/* ---- types ---- */

static const char *const words[] = {"red", "green", "blue", NULL};
static const cr_list list_of_four = {.names = words, .most = 4}, two_tallies = {words, 2, {0}};
static const cr_type list_type = {4, CR_LIST, cr_list_print, cr_list_parse};
static const cr_type tallies_type = {16, 0, cr_tallies_print, cr_tallies_parse};

static void values_of_the_types_read_as_they_are_written(void **unused)
{
    static const struct {
        const cr_type *type;
        const void *with;
        const char *text, *wrong;
    } rows[] = {
        {&cr_names, words, "red red blue", "red black"},
        {&cr_names, words, "-", "- red"},
        {&cr_names_packed, words, "green blue blue blue", "4"},
        {&cr_values_packed, NULL, "1 5 5", "red"},
        {&cr_maybe_word, words, "green", "black"},
        {&cr_maybe_word, words, "-", ""},
        {&cr_maybe_value, NULL, "12", "0"},
        {&cr_maybe_value, NULL, "-", "x"},
        {&cr_set8, words, "red blue", "red black"},
        {&cr_set16, words, "-", "black"},
        {&cr_set32, words, "green", "greenish"},
        {&cr_set64, words, "red green blue", "red -"},
        {&list_type, &list_of_four, "blue red blue red", "red red red red red"},
        {&list_type, &list_of_four, "-", "black"},
        {&tallies_type, &two_tallies, "red | green green", "red"},
        {&tallies_type, &two_tallies, "- | -", "red | green black"},
    };

    (void)unused;
    for (unsigned i = 0; i < CR_COUNT_OF(rows); i++) {
        const cr_field field = {"x", rows[i].type, rows[i].with, 0, 0, 0};
        uint8_t value[16] = {0};
        char text[100];
        cr_text out = cr_text_on(text, sizeof text);

        if (!cr_field_parse(cr_span_of(rows[i].text), &field, value, 0, NULL))
            fail_msg("row %u does not read", i);
        cr_field_print(&out, &field, value, 0);
        assert_string_equal(text, rows[i].text);
        if (cr_field_parse(cr_span_of(rows[i].wrong), &field, value, 0, NULL))
            fail_msg("row %u reads '%s'", i, rows[i].wrong);
    }
}

static void more_than_seven_by_name_are_for_the_rules(void **unused)
{
    const cr_field field = {"x", &cr_names, words, 0, 0, 0};
    cr_tally tally;

    (void)unused;
    assert_true(cr_field_parse(cr_span_of("red red red red red red red red red"), &field,
                               (uint8_t *)&tally, 0, NULL));
    assert_int_equal(tally, cr_tally_of(0, 7));
}

static void tallies_compare_kind_by_kind(void **unused)
{
    cr_tally a = cr_tally_of(0, 7) + cr_tally_of(3, 2) + cr_tally_of(15, 1),
             b = cr_tally_of(0, 3) + cr_tally_of(3, 5), left = a;

    (void)unused;
    assert_int_equal(cr_tally_max(a, b),
                     cr_tally_of(0, 7) + cr_tally_of(3, 5) + cr_tally_of(15, 1));
    assert_int_equal(cr_tally_min(a, b), cr_tally_of(0, 3) + cr_tally_of(3, 2));
    assert_int_equal(cr_tally_less(a, 2), cr_tally_of(0, 5));
    assert_int_equal(cr_tally_less(a, 99), 0);
    assert_int_equal(cr_tally_first(b), 0);
    assert_int_equal(cr_tally_first(cr_tally_of(9, 1)), 9);
    assert_false(cr_tally_take(&left, b));
    assert_false(cr_tally_take(&left, cr_tally_of(2, 1)));
    assert_false(cr_tally_take(&left, cr_tally_of(3, 8)));
    assert_true(cr_tally_take(&left, cr_tally_of(3, 2)));
    assert_int_equal(left, a - cr_tally_of(3, 2));
    assert_int_equal(cr_tally_each(16, 1), CR_TALLY_ONES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(claims_and_doubts_keep_all_laws),
        cmocka_unit_test(rows_of_every_kind_keep_all_laws),
        cmocka_unit_test(invariants_find_what_is_wrong),
        cmocka_unit_test(piles_and_dice_are_examined),
        cmocka_unit_test(a_view_shows_what_its_rows_say),
        cmocka_unit_test(worlds_are_as_likely_as_deals),
        cmocka_unit_test(a_view_of_more_cards_than_there_are_is_no_trap),
        cmocka_unit_test(wrong_kinds_and_seats_are_refused_by_rule),
        cmocka_unit_test(the_default_is_the_first_offer),
        cmocka_unit_test(next_of_goes_round),
        cmocka_unit_test(knowledge_grows_and_fades),
        cmocka_unit_test(piles_keep_their_order),
        cmocka_unit_test(dice_are_fair),
        cmocka_unit_test(values_of_the_types_read_as_they_are_written),
        cmocka_unit_test(more_than_seven_by_name_are_for_the_rules),
        cmocka_unit_test(tallies_compare_kind_by_kind),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
