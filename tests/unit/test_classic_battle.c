/* Classic Battle beyond its cases: all 276 pairs of state and trigger, the deal and the streams in the words of the
 * rules, the roster, and long random play with pauses, late calls, jumps and injected errors against a second model of
 * the clock. */
#include "support/cmocka_all.h"
#include "ai/arena.h"
#include "games/classic-battle/classic_battle.h"
#include "games/games.h"
#include "kernel/rng.h"
#include "support/proof.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static const cr_game *const game = &cr_game_classic_battle;

static void set_option(cr_setup *setup, const char *name, const char *value)
{
    if (cr_setup_option(game, setup, name, value))
        fail_msg("option %s=%s", name, value);
}

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
    set_option(&setup, "testMode", "on");
    set_option(&setup, "autoAdvance", "off");
    set_option(&setup, "roundModify", "on");
    set_option(&setup, "matches", "0");
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

static void start(cb_state *s, const cr_setup *setup, cr_sink *sink)
{
    assert_int_equal(cr_start(game, &s->k, setup, sink), CR_ERR_OK);
}

static void play_text(cb_state *s, uint8_t seat, const char *text, uint64_t at_ms)
{
    cr_move move;

    assert_int_equal(cr_move_parse(game, &s->k, seat, text, &move).code, 0);
    if (cr_play(game, &s->k, &move, at_ms, NULL).code)
        fail_msg("'%s' is refused", text);
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
            set_option(&setup, "roster", "trial");
        start(&s, &setup, NULL);
        play_text(&s, 0, "startClicked 5", 0);
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
    start(&s, &setup, NULL);
    for (unsigned i = 0; i < 100000; i++)
        seen[cr_rng_below(&s.ai, 5)]++;
    for (unsigned i = 0; i < 5; i++)
        assert_in_range(seen[i], 19000, 21000);
}

/* V37 and JK-4.6: one delay of 300 to 700 is drawn at every roundStart, used or not. */
static void v37_a_delay_is_drawn_for_every_round(void **unused)
{
    unsigned rounds = 0;
    cr_setup setup;
    cb_state s;

    (void)unused;
    cr_setup_init(game, &setup);
    set_option(&setup, "matches", "0");
    cr_setup_pin(&setup, 37);
    start(&s, &setup, NULL);
    while (rounds < 1000) {
        uint64_t drawn;

        if (cb_state_of(&s) == ST_MATCH_OVER)
            play_text(&s, 0, "rematch", s.k.now_ms);
        if (cb_state_of(&s) == ST_LOBBY)
            play_text(&s, 0, "startClicked 25", s.k.now_ms);
        drawn = s.delay.at;
        while (cb_state_of(&s) != ST_ROUND_START && cb_state_of(&s) != ST_MATCH_OVER)
            cr_run_clock(game, &s.k, cr_due(&s.k), NULL, NULL);
        if (cb_state_of(&s) == ST_MATCH_OVER)
            continue;
        rounds++;
        assert_in_range(s.delay_ms, 300, 700);
        assert_true(s.delay.at > drawn); /* one draw, or more units where one was rejected */
        assert_true(s.delay.at <= drawn + 8);
        cr_run_clock(game, &s.k, cr_due(&s.k), NULL, NULL);
        if (rounds % 2) {
            uint16_t delay_ms = s.delay_ms;
            uint64_t now = s.k.now_ms;

            play_text(&s, 0, "statSelected power", now);
            assert_int_equal(cr_due(&s.k), now + delay_ms);
        }
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

/* ---- a log of everything that is told, and a second model of the clock ---- */

typedef struct {
    cr_sink sink;
    const cb_state *s;
    uint64_t hash; /* of times and events */
    uint64_t transitions, rows[ROW_END];
    unsigned locks, draws;
    uint8_t state, is_modified;
} witness;

static void mix(witness *w, const void *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++)
        w->hash = (w->hash ^ ((const uint8_t *)bytes)[i]) * UINT64_C(1099511628211);
}

/* JK-10.5: every transition is a row of the table and begins where the last one ended. */
static void see_transition(witness *w, const cr_event *event)
{
    uint8_t from = event->data[0], to = event->data[1], trigger = event->data[2];
    uint8_t row;

    assert_int_equal(from, w->state);
    w->state = to;
    w->transitions++;
    if (from == ST_BEGIN) {
        assert_int_equal(to, ST_LOBBY);
        assert_int_equal(trigger, TR_NONE);
        return;
    }
    row = cb_row_of[from][trigger];
    assert_int_not_equal(row, 0);
    if (cb_rows[row].next != to && cb_rows[row + 1].is_also)
        row++;
    assert_int_equal(cb_rows[row].next, to);
    w->rows[row]++;
    if (to == ST_ROUND_START)
        w->locks = 0;
    if (to == ST_LOBBY || to == ST_INTERRUPT_MATCH)
        w->draws = 0;
}

static void see(cr_sink *sink, const cr_event *event)
{
    witness *w = (witness *)sink;

    mix(w, &w->s->k.now_ms, sizeof w->s->k.now_ms);
    mix(w, event, sizeof *event);
    if (event->kind == EV_STATE)
        see_transition(w, event);
    if (event->kind == EV_LOCKED)
        assert_int_equal(++w->locks, 1);
    if (event->kind == EV_SCORE)
        w->draws += w->s->board.outcome == OUTCOME_DRAW;
}

/* JK-19.3. */
static void check_walk(const cb_state *s, const witness *w)
{
    const cb_board *b = &s->board;
    uint8_t state = s->k.is_over ? ST_MATCH_OVER : cb_state_of(s);

    assert_null(cb_broken(&s->k));
    assert_int_equal(state, w->state);
    assert_true(b->score[0] <= s->session.length && b->score[1] <= s->session.length);
    assert_true(b->rounds_played <= 25);
    if (b->target)
        assert_int_equal(b->score[0] + b->score[1] + w->draws, b->rounds_played);
    if (state == ST_LOBBY || state >= ST_MATCH_OVER)
        assert_int_equal(s->k.q.budget_ms, 0);
}

/* Some trigger, mostly one that is offered, from somebody. */
static cr_move some_move(const cb_state *s, cr_rng *rng)
{
    uint16_t who = cr_deciders(&s->k);
    uint8_t seat = (uint8_t)cr_bits_nth(who, cr_rng_below(rng, cr_bits_count(who)));
    cr_move list[64];
    size_t n;

    if (cr_rng_below(rng, 8) == 0) {
        cr_move any = {.ticket = s->k.q.ticket,
                       .seat = seat,
                       .kind = (uint8_t)(1 + cr_rng_below(rng, TR_END - 1))};

        any.arg[0] = (uint8_t)cr_rng_below(rng, 6);
        return any;
    }
    n = cr_offers_list(game, &s->k, seat, list, CR_COUNT_OF(list), NULL);
    if (!n)
        return cr_idle_move(&s->k, 0);
    for (unsigned tries = 0; tries < 4; tries++) {
        cr_move move = list[cr_rng_below(rng, (uint32_t)n)];

        /* Settings and interrupts are tried less often, or no match would ever come far. */
        if ((move.kind != KIND_SETTINGS && move.kind != TR_INTERRUPT) || cr_rng_below(rng, 24) == 0)
            return move;
    }
    return cr_idle_move(&s->k, 0);
}

static cr_setup random_setup(cr_rng *rng)
{
    static const char *const flags[] = {"autoSelect",   "opponentDelay", "autoContinue",
                                        "skipCooldown", "headless",      "reducedMotion",
                                        "testMode"};
    static const char *const choosers[] = {"default", "player", "alternate", "winner"};
    cr_setup setup;

    cr_setup_init(game, &setup);
    cr_rng_bytes(rng, setup.seed, sizeof setup.seed);
    for (unsigned i = 0; i < CR_COUNT_OF(flags); i++)
        if (cr_rng_below(rng, 3) == 0)
            set_option(&setup, flags[i], cr_rng_below(rng, 2) ? "on" : "off");
    set_option(&setup, "chooser", choosers[cr_rng_below(rng, 4)]);
    set_option(&setup, "opponent", cr_rng_below(rng, 3) ? "computer" : "person");
    set_option(&setup, "matches", cr_rng_below(rng, 2) ? "1" : "3");
    setup.start_ms = cr_rng_below(rng, 100000);
    return setup;
}

/* JK-19.3: triggers, pauses, jumps and errors at random, without modifications. */
static void a_random_walk_breaks_nothing(void **unused)
{
    uint64_t steps = 0, rows[ROW_END] = {0};
    uint8_t key[32] = {19, 3};
    cr_rng rng;

    (void)unused;
    cr_rng_init(&rng, key, 0);
    while (steps < 120000) {
        cr_setup setup = random_setup(&rng);
        uint64_t now = setup.start_ms;
        witness w = {.sink = {see}};
        cb_state s;

        if (cr_rng_below(&rng, 4) == 0) { /* a session driven by hand */
            set_option(&setup, "testMode", "on");
            set_option(&setup, "autoAdvance", "off");
        }
        w.s = &s;
        start(&s, &setup, &w.sink);
        for (unsigned i = 0; i < 2000 && !s.k.is_over; i++) {
            uint32_t what = cr_rng_below(&rng, 20);
            cr_move move = some_move(&s, &rng);

            steps++;
            if (what < 2) {
                uint8_t reason = (uint8_t)cr_rng_below(&rng, 3);

                move = s.k.paused >> reason & 1 ? cr_resume_move(&s.k, reason)
                                                : cr_pause_move(&s.k, reason);
            } else if (what < 6) {
                now += cr_rng_below(&rng, what < 4 ? 1000 : 70000);
                cr_run_clock(game, &s.k, now, &w.sink, NULL);
            } else if (what == 6 && cb_has(&s, F_TEST_MODE)) {
                move = (cr_move){.ticket = s.k.q.ticket,
                                 .seat = CR_HOST,
                                 .kind = KIND_SETTINGS,
                                 .arg = {SET_INJECT}};
                move.arg[2] = (uint8_t)cr_rng_below(&rng, INJECT_CHOICE_OF_OPPONENT + 1);
            }
            if (move.kind != TR_ROUND_MODIFY_FLAG)
                (void)cr_play(game, &s.k, &move, now, &w.sink);
            check_walk(&s, &w);
        }
        for (unsigned row = 0; row < ROW_END; row++)
            rows[row] += w.rows[row];
    }
    for (unsigned row = 1; row < ROW_END; row++)
        if (row != ROW_T25 && row != ROW_T29 && row != ROW_T30 && !rows[row])
            fail_msg("row T%02u was never taken", row);
    PROVES("JK-19.3");
}

/* An error at every hook point, in many matches: each goes on or ends, and no invariant breaks (JK-8.15). */
static void errors_at_every_hook_point(void **unused)
{
    uint8_t key[32] = {8, 15};
    unsigned struck = 0;
    cr_rng rng;

    (void)unused;
    cr_rng_init(&rng, key, 0);
    for (unsigned round = 0; round < 130; round++) {
        uint8_t where = (uint8_t)(1 + round % INJECT_CHOICE_OF_OPPONENT);
        cr_move move = {.seat = CR_HOST, .kind = KIND_SETTINGS, .arg = {SET_INJECT, 0, where}};
        unsigned at = cr_rng_below(&rng, 30);
        witness w = {.sink = {see}};
        cr_setup setup;
        cb_state s;

        cr_setup_init(game, &setup);
        cr_rng_bytes(&rng, setup.seed, sizeof setup.seed);
        set_option(&setup, "testMode", "on");
        set_option(&setup, "matches", "2");
        set_option(&setup, "chooser", "alternate");
        w.s = &s;
        start(&s, &setup, &w.sink);
        for (unsigned i = 0; !s.k.is_over; i++) {
            cr_move answer;

            assert_true(i < 5000);
            if (i == at) {
                move.ticket = s.k.q.ticket;
                assert_int_equal(cr_play(game, &s.k, &move, s.k.now_ms, &w.sink).code, 0);
            }
            if (!cr_sample(game, &s.k, 0, &rng, &answer))
                answer = cr_idle_move(&s.k, 0);
            assert_int_equal(cr_play(game, &s.k, &answer, s.k.now_ms, &w.sink).code, 0);
            check_walk(&s, &w);
        }
        struck += s.board.inject == INJECT_NONE;
    }
    assert_true(struck > 90); /* states 97 and 98 are not entered in every match */
}

/* ---- the soak test: every expiry to the millisecond ---- */

/* A second clock: when was the timer armed, for how long, and how long did it stand still since? */
typedef struct {
    cr_log log;
    const cb_state *s;
    uint64_t armed_at, stood_still, paused_at;
    uint32_t duration, ticket, expiries, off;
    uint8_t is_paused;
} second_clock;

/* What section 7 of the rules says for this state, from the settings alone; 0: no timer. */
static uint32_t duration_by_the_rules(const cb_state *s)
{
    const cb_session *with = &s->session;
    bool is_quick = with->flags & F_HEADLESS;

    switch (cb_state_of(s)) {
    case ST_COOLDOWN:
        return is_quick || (with->flags & F_SKIP_COOLDOWN) ? 0
               : s->board.prev == ST_MATCH_START           ? with->start_ms
                                                           : with->cooldown_ms;
    case ST_ROUND_START:
        return is_quick || (with->flags & F_REDUCED_MOTION) ? 0 : with->reveal_ms;
    case ST_CHOICE:
        return with->stat_ms;
    default:
        return 0;
    }
}

static void follow(second_clock *c)
{
    const cb_state *s = c->s;
    uint8_t state = cb_state_of(s);

    if (s->k.is_over || s->k.q.ticket == c->ticket)
        return;
    c->ticket = s->k.q.ticket;
    c->armed_at = s->k.now_ms;
    c->stood_still = 0;
    c->paused_at = s->k.now_ms;
    c->duration = s->k.q.budget_ms;
    if (state == ST_DECISION || (state == ST_CHOICE && s->board.timer == TIMER_DELAY))
        assert_in_range(c->duration, 300, 700);
    else
        assert_int_equal(c->duration, duration_by_the_rules(s));
}

static void expired(cr_log *log, const cr_move *move, uint64_t at_ms, const cr_state *state)
{
    second_clock *c = (second_clock *)log;

    (void)move, (void)state;
    c->expiries++;
    c->off += at_ms != c->armed_at + c->duration + c->stood_still;
    follow(c);
}

static void soak(unsigned matches, uint64_t *transitions, uint64_t *expiries)
{
    uint8_t key[32] = {50, 1};
    cr_rng rng;

    cr_rng_init(&rng, key, 0);
    for (unsigned match = 0; match < matches; match++) {
        cr_setup setup = random_setup(&rng);
        uint64_t now = setup.start_ms;
        witness w = {.sink = {see}};
        second_clock c = {.log = {expired}};
        cb_state s;

        c.s = w.s = &s;
        start(&s, &setup, &w.sink);
        follow(&c);
        for (unsigned i = 0; !s.k.is_over; i++) {
            uint32_t what = cr_rng_below(&rng, 16);
            cr_move move;

            assert_true(i < 20000);
            if (what == 0)
                now += cr_rng_below(&rng, 200000); /* a machine that slept */
            else if (what < 9)
                now += cr_rng_below(&rng, 1500);
            else if (cr_due(&s.k) != UINT64_MAX && cr_due(&s.k) > now)
                now = cr_due(&s.k) - (what < 12); /* just before, or exactly at the deadline */
            cr_run_clock(game, &s.k, now, &w.sink, &c.log);
            if (s.k.is_over)
                break;
            if (what == 1 || what == 2 || (c.is_paused && what < 6)) {
                uint8_t reason = (uint8_t)cr_rng_below(&rng, 3);
                bool is_there = s.k.paused >> reason & 1;

                move = is_there ? cr_resume_move(&s.k, reason) : cr_pause_move(&s.k, reason);
                assert_int_equal(cr_play(game, &s.k, &move, now, &w.sink).code, 0);
                if (s.k.paused && !c.is_paused)
                    c.paused_at = now;
                if (!s.k.paused && c.is_paused)
                    c.stood_still += now - c.paused_at;
                c.is_paused = s.k.paused != 0;
            } else if (cr_sample(game, &s.k, (uint8_t)cr_rng_below(&rng, 2), &rng, &move) &&
                       what % 3) {
                assert_int_equal(cr_play(game, &s.k, &move, now, &w.sink).code, 0);
            } else if (cr_due(&s.k) == UINT64_MAX && !s.k.paused &&
                       cr_sample(game, &s.k, 0, &rng, &move)) {
                assert_int_equal(cr_play(game, &s.k, &move, now, &w.sink).code, 0);
            }
            follow(&c);
            check_walk(&s, &w);
        }
        assert_int_equal(c.off, 0);
        *transitions += w.transitions;
        *expiries += c.expiries;
    }
}

static void every_expiry_is_exact(void **unused)
{
    uint64_t transitions = 0, expiries = 0;

    (void)unused;
    soak(3000, &transitions, &expiries);
    print_message("soak: %llu transitions, %llu expiries, none off\n",
                  (unsigned long long)transitions, (unsigned long long)expiries);
    assert_true(expiries > 20000);
}

/* V55, JK-7.17: one long advance tells the same as many short ones. */
static void time_in_any_portions_is_the_same(void **unused)
{
    uint64_t hashes[3];

    (void)unused;
    for (unsigned run = 0; run < 3; run++) {
        static const unsigned portions[] = {60000, 1, 777};
        witness w = {.sink = {see}};
        cr_setup setup;
        cb_state s;

        cr_setup_init(game, &setup);
        cr_setup_pin(&setup, 55);
        w.s = &s;
        start(&s, &setup, &w.sink);
        play_text(&s, 0, "startClicked 5", 0);
        w.state = ST_COOLDOWN;
        for (uint64_t now = 0; now < 60000;) {
            now = now + portions[run] < 60000 ? now + portions[run] : 60000;
            cr_run_clock(game, &s.k, now, &w.sink, NULL);
        }
        hashes[run] = w.hash;
    }
    assert_true(hashes[0] == hashes[1] && hashes[0] == hashes[2]);
}

/* V31 and V64: the same seed and moves give the same bytes, whether somebody listens, fails to, or nobody does. */
static void a_deaf_observer_changes_nothing(void **unused)
{
    cr_rng rng[2];
    cr_setup setup;
    cb_state s[2];
    witness w = {.sink = {see}, .s = &s[0]};

    (void)unused;
    cr_setup_init(game, &setup);
    cr_setup_pin(&setup, 64);
    start(&s[0], &setup, &w.sink);
    start(&s[1], &setup, NULL);
    for (unsigned i = 0; i < 2; i++)
        cr_rng_init(&rng[i], setup.seed, 5);
    while (!s[0].k.is_over) {
        for (unsigned i = 0; i < 2; i++) {
            cr_move move;

            if (!cr_sample(game, &s[i].k, 0, &rng[i], &move))
                move = cr_idle_move(&s[i].k, 0);
            assert_int_equal(
                cr_play(game, &s[i].k, &move, s[i].k.now_ms + 1, i ? NULL : &w.sink).code, 0);
        }
        assert_memory_equal(&s[0], &s[1], sizeof s[0]);
    }
}

/* JK-19.2, with a wide margin for slow machines and sanitizers. */
static void a_long_match_is_quick(void **unused)
{
    clock_t before;
    double seconds;
    struct rusage use, later;
    cr_setup setup;
    cb_state s;

    (void)unused;
    cr_setup_init(game, &setup);
    set_option(&setup, "headless", "on");
    before = clock();
    for (unsigned match = 0; match < 200; match++) {
        cr_setup_pin(&setup, match);
        start(&s, &setup, NULL);
        play_text(&s, 0, "startClicked 25", 0);
        while (!s.k.is_over)
            play_text(&s, 0, "statSelected speed", 0);
    }
    seconds = (double)(clock() - before) / CLOCKS_PER_SEC;
    assert_true(seconds < 200 * 0.05);
    assert_true(seconds / (200 * 25) < 0.001); /* a call */
    /* Memory does not grow: the state is all there is. */
    getrusage(RUSAGE_SELF, &use);
    set_option(&setup, "maxRounds", "1");
    for (unsigned match = 0; match < 10000; match++) {
        cr_setup_pin(&setup, match);
        start(&s, &setup, NULL);
        play_text(&s, 0, "startClicked 1", 0);
        play_text(&s, 0, "statSelected speed", 0);
        assert_true(s.k.is_over);
    }
    getrusage(RUSAGE_SELF, &later);
    assert_true(later.ru_maxrss - use.ru_maxrss < 1024);
    PROVES("JK-19.2");
}

/* The baseline beats random picks, and never answers what is refused. */
static void the_baseline_is_better_than_chance(void **unused)
{
    static cb_state s;
    static cb_view v;
    unsigned wins = 0;

    (void)unused;
    for (uint64_t match = 0; match < 200; match++) {
        cr_arena arena = {.game = game, .state = &s.k, .view = &v.v};
        int32_t score[CR_SEATS_MAX];
        cr_setup setup;

        cr_setup_init(game, &setup);
        cr_setup_pin(&setup, match);
        set_option(&setup, "opponent", "person");
        arena.bots[match % 2] = cr_bot_find("baseline", game);
        arena.bots[!(match % 2)] = cr_bot_find("random", game);
        assert_int_equal(cr_arena_start(&arena, &setup), CR_ERR_OK);
        assert_int_equal(cr_arena_run(&arena), CR_ERR_OK);
        cr_score(game, &s.k, score);
        wins += score[match % 2] > score[!(match % 2)];
    }
    assert_true(wins > 150);
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
        cmocka_unit_test(the_roster_is_sound_and_balanced),
        cmocka_unit_test(the_loader_warns_and_refuses),
        cmocka_unit_test(a_random_walk_breaks_nothing),
        cmocka_unit_test(errors_at_every_hook_point),
        cmocka_unit_test(every_expiry_is_exact),
        cmocka_unit_test(time_in_any_portions_is_the_same),
        cmocka_unit_test(a_deaf_observer_changes_nothing),
        cmocka_unit_test(a_long_match_is_quick),
        cmocka_unit_test(the_baseline_is_better_than_chance),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
