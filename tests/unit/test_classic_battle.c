/* Classic Battle beyond its cases: all 276 pairs of state and trigger, the deal and the streams in the words of the
 * rules, and the roster. */
#include "support/cmocka_all.h"
#include "games/games.h"
#include "kernel/rng.h"
#include "support/battle.h"
#include "support/proof.h"

#include <stdio.h>

static const cr_game *const game = &cr_game_classic_battle;

static const char *state_word(uint8_t state)
{
    return state ? cr_question_word(game, (uint8_t)(state - 1)) : "-";
}

/* ---- all pairs of state and trigger, against the table as the rules print it ---- */

typedef struct {
    const char *state, *trigger, *next, *position; /* the position: what the row's guard needs */
} printed_row;

/* JK-6.4, typed from the rules and not made from transitions.def. */
static const printed_row printed[] = {
    {"waitingForMatchStart", "startClicked", "matchStart", ""},
    {"waitingForMatchStart", "interrupt", "matchOver", ""},
    {"matchStart", "ready", "cooldown", ""},
    {"matchStart", "interrupt", "interruptMatch", ""},
    {"matchStart", "error", "interruptMatch", ""},
    {"cooldown", "ready", "roundStart", ""},
    {"cooldown", "interrupt", "interruptRound", ""},
    {"roundStart", "cardsRevealed", "waitingForPlayerAction", ""},
    {"roundStart", "interrupt", "interruptRound", ""},
    {"waitingForPlayerAction", "statSelected", "roundDecision", ""},
    {"waitingForPlayerAction", "timeout", "roundDecision", "sampled: autoSelect\n"},
    {"waitingForPlayerAction", "timeout", "interruptRound", "sampled: -\n"},
    {"waitingForPlayerAction", "interrupt", "interruptRound", ""},
    {"roundDecision", "outcome=winPlayer", "roundOver", "outcome: winPlayer\n"},
    {"roundDecision", "outcome=winOpponent", "roundOver", "outcome: winOpponent\n"},
    {"roundDecision", "outcome=draw", "roundOver", "outcome: draw\n"},
    {"roundDecision", "interrupt", "interruptRound", ""},
    {"roundOver", "matchPointReached", "matchDecision", "scores: 3 0\n"},
    {"roundOver", "continue", "cooldown", "scores: 2 0\n"},
    {"roundOver", "interrupt", "interruptRound", ""},
    {"matchDecision", "finalize", "matchOver", ""},
    {"matchDecision", "interrupt", "interruptMatch", ""},
    {"matchOver", "rematch", "waitingForMatchStart", ""},
    {"matchOver", "home", "waitingForMatchStart", ""},
    {"interruptRound", "roundModifyFlag", "roundModification", ""},
    {"interruptRound", "restartRound", "cooldown", ""},
    {"interruptRound", "resumeLobby", "waitingForMatchStart", ""},
    {"interruptRound", "abortMatch", "matchOver", ""},
    {"roundModification", "modifyRoundDecision", "roundDecision", ""},
    {"roundModification", "cancelModification", "interruptRound", ""},
    {"interruptMatch", "restartMatch", "matchStart", ""},
    {"interruptMatch", "toLobby", "waitingForMatchStart", ""},
};

static void place(cb_state *s, const char *state, const char *more)
{
    char text[1024], why[128] = "";
    bool is_table = !strcmp(state, "roundOver") || !strcmp(state, "matchDecision");
    bool is_revealed = !strcmp(state, "roundDecision");
    bool is_drawn = !strcmp(state, "roundStart") || !strcmp(state, "waitingForPlayerAction");
    bool is_dropped = !strcmp(state, "interruptRound") || !strcmp(state, "roundModification");
    cr_setup setup;
    unsigned line;

    cr_setup_init(game, &setup);
    battle_option(&setup, "testMode", "on");
    battle_option(&setup, "autoAdvance", "off");
    battle_option(&setup, "roundModify", "on");
    battle_option(&setup, "matches", "0");
    snprintf(text, sizeof text,
             "matchId: 1\ntarget: 3\nround: 2\nroundsPlayed: 2\nused: 2\nscores: 1 1\ncards: 4\n"
             "deck 0: 1 2 3 4\ndeck 1: 5 6 7 8\ntable: %s\n%s%s%seffect: session 0 step=%s\n",
             is_table      ? "committed"
             : is_revealed ? "revealed"
             : is_drawn    ? "drawn"
                           : "empty",
             is_table || is_revealed ? "lockedStat: power\noutcome: draw\n" : "",
             is_dropped ? "interrupted: yes\nkeptStat: power\nreason: host\n" : "", more, state);
    if (cr_position_parse(game, &setup, text, &s->k, NULL, &line, why, sizeof why))
        fail_msg("%s, line %u: %s\n%s", state, line, why, text);
}

/* A move of this kind with arguments that are fine. */
static cr_move sample_move(const cb_state *s, uint8_t kind, uint8_t seat)
{
    cr_move move = {.ticket = s->k.q.ticket, .kind = kind, .seat = seat};

    if (kind == TR_START_CLICKED)
        move.arg[0] = 3;
    if (kind == TR_INTERRUPT)
        move.arg[0] = REASON_HOST - 1; /* a quit would not wait for a choice */
    return move;
}

static const char *next_of(const char *state, const char *trigger, const char *more)
{
    for (unsigned i = 0; i < CR_COUNT_OF(printed); i++)
        if (!strcmp(printed[i].state, state) && !strcmp(printed[i].trigger, trigger) &&
            (!*more || !strcmp(printed[i].position, more)))
            return printed[i].next;
    return NULL;
}

static void every_row_is_taken(void **unused)
{
    static const uint8_t sources[] = {0, CR_HOST, CR_ADMIN};

    (void)unused;
    assert_int_equal(CR_COUNT_OF(printed), 32);
    assert_int_equal(ROW_END - 1, 32);
    for (unsigned i = 0; i < CR_COUNT_OF(printed); i++) {
        unsigned accepted = 0;

        for (unsigned j = 0; j < CR_COUNT_OF(sources); j++) {
            cb_state s;
            cr_move move;
            uint8_t kind = 1;

            place(&s, printed[i].state, printed[i].position);
            while (strcmp(cr_kind_word(game, kind), printed[i].trigger))
                kind++;
            move = sample_move(&s, kind, sources[j]);
            if (cr_play(game, &s.k, &move, 0, NULL).code)
                continue;
            accepted++;
            assert_string_equal(state_word(cb_state_of(&s)), printed[i].next);
            assert_string_equal(state_word(s.board.prev), printed[i].state);
            assert_null(cb_broken(&s.k));
        }
        if (!accepted)
            fail_msg("T%02u: %s takes no %s", i + 1, printed[i].state, printed[i].trigger);
    }
    PROVES("JK-19.1");
}

static void every_other_pair_is_refused_unchanged(void **unused)
{
    static const uint8_t sources[] = {0, 1, CR_HOST, CR_ADMIN};
    unsigned in_table = 0, refused = 0;

    (void)unused;
    for (uint8_t state = 1; state < ST_END; state++)
        for (uint8_t trigger = 1; trigger < TR_END; trigger++) {
            bool is_not_allowed = false;

            if (next_of(state_word(state), cr_kind_word(game, trigger), "")) {
                in_table++;
                continue;
            }
            refused++;
            for (unsigned j = 0; j < CR_COUNT_OF(sources); j++) {
                cb_state s, before;
                cr_move move;
                cr_refusal refusal;

                place(&s, state_word(state), "");
                before = s;
                move = sample_move(&s, trigger, sources[j]);
                refusal = cr_play(game, &s.k, &move, 0, NULL);
                assert_int_not_equal(refusal.code, 0);
                assert_memory_equal(&s, &before, sizeof s);
                is_not_allowed |=
                    refusal.code == CODE_NOT_ALLOWED || refusal.code == CODE_DUPLICATE;
            }
            if (!is_not_allowed)
                fail_msg("%s refuses %s, but not because of the table", state_word(state),
                         cr_kind_word(game, trigger));
        }
    assert_int_equal(in_table, 31);
    assert_int_equal(refused, 245);
    PROVES("JK-19.1");
}

static void a_pause_has_one_of_the_three_reasons(void **unused)
{
    cr_move pause;
    cb_state s;

    (void)unused;
    place(&s, "cooldown", "");
    pause = cr_pause_move(&s.k, 3);
    assert_int_equal(cr_judge(game, &s.k, &pause, 0).code, CR_CODE_MALFORMED);
    pause = cr_pause_move(&s.k, 2);
    assert_int_equal(cr_judge(game, &s.k, &pause, 0).code, 0);
}

/* ---- chance ---- */

/* JK-2.1 in the words of the rule, with the draws given by the caller. */
static void shuffle_by_the_rule(uint16_t *list, unsigned n, const unsigned *draws)
{
    for (unsigned i = n - 1; i >= 1; i--) {
        unsigned j = *draws++;
        uint16_t card = list[i];

        list[i] = list[j];
        list[j] = card;
    }
}

static void v34_a_shuffle_with_given_draws(void **unused)
{
    static const unsigned draws[] = {0, 3, 1, 0};
    static const uint16_t expected[] = {3, 5, 2, 4, 1};
    uint16_t list[] = {1, 2, 3, 4, 5};

    (void)unused;
    shuffle_by_the_rule(list, 5, draws);
    assert_memory_equal(list, expected, sizeof list);
}

/* V35, V36 and JK-2.1 to 2.3: the deal of every seed is the shuffle of the rule, dealt alternately. */
static void a_deal_follows_the_rule(void **unused)
{
    (void)unused;
    for (uint64_t number = 0; number < 300; number++) {
        uint16_t list[CB_CARDS_MAX];
        unsigned draws[CB_CARDS_MAX], n = number % 2 ? 60 : 112, seen[CB_CARDS_MAX] = {0};
        cr_setup setup;
        cr_rng rng;
        cb_state s;

        cr_setup_init(game, &setup);
        cr_setup_pin(&setup, number);
        if (n == 60)
            battle_option(&setup, "roster", "trial");
        battle_start(&s, &setup, NULL);
        battle_play(&s, 0, "startClicked 5", 0);
        cr_rng_init(&rng, setup.seed, 0);
        for (unsigned i = n - 1, at = 0; i >= 1; i--)
            draws[at++] = cr_rng_below(&rng, i + 1);
        for (unsigned i = 0; i < n; i++)
            list[i] = (uint16_t)(i + 1);
        shuffle_by_the_rule(list, n, draws);
        assert_int_equal(s.board.n_cards, 25);
        for (unsigned i = 0; i < 50; i++) {
            uint8_t card = s.deck[i % 2][i / 2];

            assert_int_equal(card, list[i]);
            assert_int_equal(seen[card]++, 0);
        }
    }
}

static void v33_draws_are_even(void **unused)
{
    unsigned seen[5] = {0};
    cr_setup setup;
    cb_state s;

    (void)unused;
    cr_setup_init(game, &setup);
    battle_start(&s, &setup, NULL);
    for (unsigned i = 0; i < 100000; i++)
        seen[cr_rng_below(&s.ai, 5)]++;
    for (unsigned i = 0; i < 5; i++)
        assert_in_range(seen[i], 19000, 21000);
}

/* V37 and JK-4.6: one delay of 300 to 700 is drawn at every roundStart, used or not. */
static void v37_a_delay_is_drawn_for_every_round(void **unused)
{
    unsigned rounds = 0, lowest = 700, highest = 300;
    cr_setup setup;
    cb_state s;

    (void)unused;
    cr_setup_init(game, &setup);
    battle_option(&setup, "matches", "0");
    cr_setup_pin(&setup, 37);
    battle_start(&s, &setup, NULL);
    while (rounds < 4000) {
        uint64_t drawn;

        if (cb_state_of(&s) == ST_MATCH_OVER)
            battle_play(&s, 0, "rematch", s.k.now_ms);
        if (cb_state_of(&s) == ST_LOBBY)
            battle_play(&s, 0, "startClicked 25", s.k.now_ms);
        drawn = s.delay.at;
        while (cb_state_of(&s) != ST_ROUND_START && cb_state_of(&s) != ST_MATCH_OVER)
            cr_run_clock(game, &s.k, cr_due(&s.k), NULL, NULL);
        if (cb_state_of(&s) == ST_MATCH_OVER)
            continue;
        rounds++;
        assert_in_range(s.delay_ms, 300, 700);
        lowest = s.delay_ms < lowest ? s.delay_ms : lowest;
        highest = s.delay_ms > highest ? s.delay_ms : highest;
        assert_true(s.delay.at > drawn); /* one draw, or more units where one was rejected */
        assert_true(s.delay.at <= drawn + 8);
        cr_run_clock(game, &s.k, cr_due(&s.k), NULL, NULL);
        if (rounds % 2) {
            uint16_t delay_ms = s.delay_ms;
            uint64_t now = s.k.now_ms;

            battle_play(&s, 0, "statSelected power", now);
            assert_int_equal(cr_due(&s.k), now + delay_ms);
        }
    }
    assert_int_equal(lowest, 300); /* of so many, both ends are among them */
    assert_int_equal(highest, 700);
}

/* JK-8.3: a round that is played again draws the next delay; the stream is not rolled back. */
static void an_interrupt_does_not_roll_back_the_delays(void **unused)
{
    cr_setup setup;
    cb_state s;

    (void)unused;
    cr_setup_init(game, &setup);
    cr_setup_pin(&setup, 8);
    battle_start(&s, &setup, NULL);
    battle_play(&s, 0, "startClicked 25", 0);
    for (unsigned i = 0; i < 20; i++) {
        uint64_t drawn;

        while (cb_state_of(&s) != ST_CHOICE)
            cr_run_clock(game, &s.k, cr_due(&s.k), NULL, NULL);
        battle_play(&s, 0, "statSelected power", s.k.now_ms);
        drawn = s.delay.at;
        battle_play(&s, 0, "interrupt host", s.k.now_ms);
        assert_true(s.delay.at == drawn);
        battle_play(&s, 0, "restartRound", s.k.now_ms);
        cr_run_clock(game, &s.k, cr_due(&s.k), NULL, NULL);
        assert_int_equal(cb_state_of(&s), ST_ROUND_START);
        assert_int_equal(s.board.round, 1);
        assert_true(s.delay.at > drawn);
    }
}

/* ---- the roster ---- */

static void count_warning(void *with, const cb_card *card, cb_warning warning)
{
    unsigned *counts = with;

    (void)card;
    counts[warning]++;
}

static void the_roster_is_sound_and_balanced(void **unused)
{
    const cb_roster *roster = &cb_rosters[CB_ROSTER_STANDARD];
    cb_roster suspect = {roster->cards, roster->n, 0};
    unsigned warnings[5] = {0}, n, sum[CB_STATS] = {0}, rarities[3] = {0}, level = 0,
             countries[64] = {0}, n_countries = 0, alike = 0;
    uint16_t values[CB_STATS] = {0};
    uint8_t places[CB_CARDS_MAX];

    (void)unused;
    assert_true(roster->is_clean);
    assert_int_equal(cb_roster_load(&suspect, places, &n, count_warning, warnings), CB_LOADED);
    assert_int_equal(n, roster->n);
    assert_true(n >= 112);
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(warnings[i], 0);
    for (unsigned i = 0; i < n; i++) {
        static const unsigned low[] = {28, 32, 35}, high[] = {31, 34, 37};
        const cb_card *card = &roster->cards[i];
        unsigned total = 0;

        assert_int_equal(places[i], i);
        assert_int_equal(card->id, i + 1);
        for (unsigned j = 0; j < i; j++)
            assert_false(!strcmp(card->first, roster->cards[j].first) &&
                         !strcmp(card->surname, roster->cards[j].surname));
        for (unsigned stat = 0; stat < CB_STATS; stat++) {
            assert_in_range(card->stats[stat], 1, 10);
            total += (unsigned)card->stats[stat];
            sum[stat] += (unsigned)card->stats[stat];
            values[stat] |= CR_BIT(card->stats[stat]);
            for (unsigned j = 0; j < n; j++)
                level += i != j && card->stats[stat] == roster->cards[j].stats[stat];
        }
        rarities[card->rarity]++;
        assert_in_range(total, low[card->rarity], high[card->rarity]);
        assert_in_range(cb_roster_rate(roster, i), 250, 750);
        n_countries += !countries[card->country]++;
        for (unsigned j = 0; j < n; j++)
            alike += card->gender == roster->cards[j].gender &&
                     !strcmp(card->weight, roster->cards[j].weight);
        assert_string_not_equal(cb_technique_name(card->move), cb_technique_name(0));
        assert_int_equal(strlen(cb_country_code(card->country)), 2);
        assert_string_not_equal(cb_country_name(card->country), "");
    }
    assert_true(n_countries >= 20);
    assert_int_equal(alike,
                     14 * 8 * 8); /* eight of each class, and none is strange to its gender */
    assert_int_equal(rarities[CB_COMMON], 78);
    assert_int_equal(rarities[CB_EPIC], 25);
    assert_int_equal(rarities[CB_LEGENDARY], 9);
    for (unsigned stat = 0; stat < CB_STATS; stat++) {
        assert_in_range(sum[stat], 5 * n, 7 * n);
        assert_true(cr_bits_count(values[stat]) >= 6);
    }
    assert_in_range(level * 1000 / (CB_STATS * n * (n - 1)), 100, 200);
    /* JK-18.4: at least 20 techniques, each with a name of its own. */
    for (unsigned i = 1; i <= 20; i++)
        for (unsigned j = 0; j < i; j++)
            assert_string_not_equal(cb_technique_name(i), cb_technique_name(j));
    PROVES("JK-18.1 JK-18.2 JK-18.3 JK-18.4 JK-18.6");
}

static void the_loader_warns_and_refuses(void **unused)
{
    static const cb_card odd[] = {
        {"A", "One", "-60", 9, 0, CB_MALE, CB_COMMON, 0, 0, {1, 2, 3, 4, 5}},
        {"B", "Two", "-48", 3, 0, CB_FEMALE, CB_COMMON, 0, 0, {1, 2, 3, 4, 11}},
        {"C", "Three", "-48", 5, 0, CB_MALE, CB_COMMON, 0, 0, {1, 2, CB_STAT_MISSING, 4, 5}},
        {"D", "Four", "-60", 3, 0, CB_MALE, CB_COMMON, 0, 0, {1, 2, 3, 4, 5}},
        {"E", "Five", "-60", 1, 0, CB_MALE, CB_COMMON, 0, 0, {1, 2, 3, 4, -5}},
        {"F", "Six", "-60", 2, 0, CB_MALE, CB_COMMON, 0, 1, {1, 2, 3, 4, 5}},
    };
    static const cb_roster roster = {odd, CR_COUNT_OF(odd), 0}, one = {odd, 1, 0},
                           none = {NULL, 0, 0};
    unsigned warnings[5] = {0}, n;
    uint8_t places[CB_CARDS_MAX];

    (void)unused;
    assert_int_equal(cb_roster_load(&roster, places, &n, count_warning, warnings), CB_LOADED);
    assert_int_equal(n, 3);
    assert_int_equal(places[0], 1); /* ids 3, 5, 9 */
    assert_int_equal(places[1], 2);
    assert_int_equal(places[2], 0);
    assert_int_equal(warnings[CB_CUT], 1);
    assert_int_equal(warnings[CB_FILLED], 1);
    assert_int_equal(warnings[CB_REJECTED], 1);
    assert_int_equal(warnings[CB_DUPLICATE], 1);
    assert_int_equal(warnings[CB_STRANGE], 1);
    assert_int_equal(cb_stat(&odd[1], 4), 10);
    assert_int_equal(cb_stat(&odd[2], 2), 0);
    assert_int_equal(cb_roster_load(&one, places, &n, NULL, NULL), CB_DECK_TOO_SMALL);
    assert_int_equal(cb_roster_load(&none, places, &n, NULL, NULL), CB_DECK_LOAD);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_taken),
        cmocka_unit_test(every_other_pair_is_refused_unchanged),
        cmocka_unit_test(a_pause_has_one_of_the_three_reasons),
        cmocka_unit_test(v34_a_shuffle_with_given_draws),
        cmocka_unit_test(a_deal_follows_the_rule),
        cmocka_unit_test(v33_draws_are_even),
        cmocka_unit_test(v37_a_delay_is_drawn_for_every_round),
        cmocka_unit_test(an_interrupt_does_not_roll_back_the_delays),
        cmocka_unit_test(the_roster_is_sound_and_balanced),
        cmocka_unit_test(the_loader_warns_and_refuses),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
