/* Words for people: sentences are filled, agree with whom they speak of, and name nobody the referee does not know. */
#include "support/cmocka_all.h"
#include "kernel/say.h"

static const char *said(cr_text *text)
{
    return text->buf;
}

/* A duel between two seats, before the first cards. */
static const cr_game *duel(cr_state *state)
{
    const cr_game *game = cr_game_find("duel");
    cr_setup setup;

    cr_setup_init(game, &setup);
    cr_setup_pin(&setup, 5);
    assert_int_equal(cr_start(game, state, &setup, NULL), CR_ERR_OK);
    return game;
}

static _Alignas(8) uint8_t memory[4096];

static void sentence_is(const char *sentence, const cr_event *event, uint8_t reader,
                        const char *expected)
{
    char buf[CR_SAY_MAX];
    cr_text text = cr_text_on(buf, sizeof buf);
    cr_state *state = (cr_state *)memory;
    cr_teller t = {.out = &text,
                   .game = duel(state),
                   .state = state,
                   .event = event,
                   .reader = reader,
                   .seat = event ? event->seat : reader};

    cr_tell(&t, sentence);
    assert_string_equal(said(&text), expected);
}

static void verbs_agree_with_whom_they_speak_of(void **unused)
{
    cr_event point = {.kind = 5, .seat = 1, .data = {1}};

    (void)unused;
    sentence_is("{seat} [win|wins] {points} [point|points].", &point, 1, "You win 1 point.");
    sentence_is("{seat} [win|wins] {points} [point|points].", &point, 0, "{1} wins 1 point.");
    point.data[0] = 2;
    sentence_is("now {points} [point|points], and {seat} [seat:win|wins].", &point, 0,
                "Now 2 points, and {1} wins.");
    sentence_is("{seat's} point. {seat's} win.", &point, 1, "Your point. Your win.");
    sentence_is("{seat's} point.", &point, CR_SPECTATOR, "{1}’s point.");
}

static void parts_are_chosen_by_what_is_there(void **unused)
{
    cr_event point = {.kind = 5, .seat = 1, .data = {0}};
    cr_event hand = {.kind = 1, .seat = 1, .is_redacted = 1, .n_public = 0, .data = {1}};

    (void)unused;
    sentence_is("a<points:b {points}|c>d", &point, 0, "Acd");
    point.data[0] = 7;
    sentence_is("a<points: {points}|c><points=7: [one|many]|>", &point, 0, "A 7 many");
    sentence_is("<cards:{cards}|hidden>", &hand, 0, "Hidden");
    sentence_is("<points=8:x|<points=7:y|z>>", &point, 0, "Y");
    sentence_is("{nothing}", &point, 0, CR_SAY_MISSING);
}

static void names_are_written_in_once(void **unused)
{
    static const char *const names[CR_SEATS_MAX] = {"Ada {1}", ""};
    char buf[CR_SAY_MAX];
    cr_text text = cr_text_on(buf, sizeof buf);

    (void)unused;
    cr_say_names(&text, "{0} beats {1}, {9} and {", names);
    assert_string_equal(buf, "Ada {1} beats Player 2, {9} and {");
}

static void a_refusal_offers_the_nearest_moves(void **unused)
{
    cr_state *state = (cr_state *)memory;
    const cr_game *game = duel(state);
    cr_move held[13], move = {.kind = 1}, instead[CR_INSTEAD_MAX];
    uint8_t part[CR_INSTEAD_MAX];
    size_t n = cr_offers_list(game, state, 0, held, 13, NULL), n_instead;
    char buf[CR_SAY_MAX];
    cr_text text = cr_text_on(buf, sizeof buf);
    cr_refusal refusal;

    (void)unused;
    while (true) { /* a card that is not in hand */
        bool is_held = false;

        for (size_t i = 0; i < n; i++)
            is_held |= held[i].arg[0] == move.arg[0];
        if (!is_held)
            break;
        move.arg[0]++;
    }
    move.ticket = state->q.ticket;
    refusal = cr_judge(game, state, &move, 0);
    assert_string_equal(cr_code_name(game, refusal.code), "NOT_HELD");
    cr_say_title(&text, game, state, &move, refusal, NULL);
    assert_memory_equal(buf, "You hold no ", 12);
    n_instead = cr_instead(game, state, &move, refusal, instead, part);
    assert_int_equal(n_instead, CR_INSTEAD_MAX);
    for (size_t i = 0; i < n_instead; i++) {
        assert_int_equal(cr_judge(game, state, &instead[i], 0).code, 0);
        assert_int_equal(part[i], 1);
    }
}

static void what_is_no_move_is_repeated_shortly(void **unused)
{
    cr_state *state = (cr_state *)memory;
    const cr_game *game = duel(state);
    char buf[CR_SAY_MAX];
    cr_text text = cr_text_on(buf, sizeof buf);
    cr_move move = {0};
    cr_refusal refusal = {.code = CR_CODE_MALFORMED};

    (void)unused;
    cr_say_title(&text, game, state, &move, refusal, "jump");
    assert_string_equal(buf, "There is no move “jump”.");
    text = cr_text_on(buf, sizeof buf);
    cr_say_title(&text, game, state, &move, refusal, "0123456789012345678901234567890\n");
    assert_string_equal(buf, "There is no move “012345678901234567890123…”.");
    text = cr_text_on(buf, sizeof buf);
    cr_say_title(&text, game, state, &move, refusal, NULL);
    assert_string_equal(buf, "That is no move.");
}

/* Events of Imposter Kings by their words. */
static cr_event told(const cr_game *game, const char *word)
{
    for (uint8_t kind = 0; kind < game->n_events; kind++)
        if (!strcmp(game->events[kind].word, word))
            return (cr_event){.kind = kind, .n_public = CR_EVENT_DATA};
    fail_msg("no event '%s'", word);
    return (cr_event){0};
}

static void reasons_are_those_of_the_last_end(void **unused)
{
    const cr_game *game = cr_game_find("imposter-kings");
    const cr_event first[] = {told(game, "lost"), told(game, "struck"), told(game, "unsaved"),
                              told(game, "counted")};
    const cr_event last[] = {told(game, "stuck"), told(game, "spent"), told(game, "counted"),
                             told(game, "won")};
    static const char *const order[] = {"spent", "stuck", "counted", "won"};
    cr_why why = {0};
    cr_event event;
    bool is_key;

    (void)unused;
    cr_why_take(&why, game, first, CR_COUNT_OF(first));
    assert_int_equal(why.n, 3);
    cr_why_take(&why, game, last, CR_COUNT_OF(last));
    assert_int_equal(why.n, 4);
    for (unsigned i = 0; i < CR_COUNT_OF(order); i++) {
        assert_true(cr_why_nth(&why, game, 0, i, &event, &is_key));
        assert_string_equal(cr_event_word(game, event.kind), order[i]);
        assert_int_equal(is_key, i == 1);
    }
    assert_false(cr_why_nth(&why, game, 0, CR_COUNT_OF(order), &event, &is_key));
}

/* In Classic Battle the last round and the result come apart. */
static void a_count_that_comes_later_belongs_to_the_same_end(void **unused)
{
    const cr_game *game = cr_game_find("classic-battle");
    const cr_event round = told(game, "round.result"), match = told(game, "match.result");
    cr_why why = {0};

    (void)unused;
    for (unsigned i = 0; i < 3; i++)
        cr_why_take(&why, game, &round, 1);
    assert_int_equal(why.n, 1);
    cr_why_take(&why, game, &match, 1);
    assert_int_equal(why.n, 2);
}

static void times_are_told_in_the_unit_that_fits(void **unused)
{
    static const struct {
        int64_t ms;
        const char *text;
    } times[] = {{15000, "15 seconds"}, {1000, "1 second"},    {1500, "1.5 seconds"},
                 {60000, "1 minute"},   {90000, "90 seconds"}, {600000, "10 minutes"}};
    const cr_game *game = cr_game_find("duel");
    char buf[CR_SAY_MAX];

    (void)unused;
    for (unsigned i = 0; i < CR_COUNT_OF(times); i++) {
        cr_text text = cr_text_on(buf, sizeof buf);

        cr_say_time(&text, times[i].ms);
        assert_string_equal(buf, times[i].text);
    }
    for (int32_t ms = 0; ms <= 15000; ms += 15000) {
        cr_text text = cr_text_on(buf, sizeof buf);

        cr_say_option(&text, game, &game->options[2], ms);
        assert_string_equal(buf, ms ? "15 seconds a question" : "No time limit");
    }
}

static void event_says(const cr_event *event, const cr_event *before, uint8_t reader,
                       const char *expected)
{
    char buf[CR_SAY_MAX];
    cr_text text = cr_text_on(buf, sizeof buf);
    cr_state *state = (cr_state *)memory;

    cr_say_event(&text, duel(state), state, reader, event, before);
    assert_string_equal(buf, expected);
}

static void what_the_referee_does_for_a_seat_is_not_the_seats_doing(void **unused)
{
    cr_event ran_out = {.kind = CR_EV_DEFAULT, .seat = 1, .data = {[CR_DEFAULT_TIMEOUT] = 1}};
    cr_event passed = {.kind = CR_EV_PASSED, .seat = 1, .data = {0xFF}};
    cr_event other = {.kind = CR_EV_PASSED, .seat = 0, .data = {0xFF}};

    (void)unused;
    event_says(&ran_out, NULL, 1, "Time ran out: the referee played “Let it be” for you.");
    ran_out.is_redacted = 1; /* what it played is not for the others */
    event_says(&ran_out, NULL, 0, "Time ran out: the referee answered for {1}.");
    event_says(&passed, &ran_out, 1, "The referee passes.");
    event_says(&passed, &ran_out, 0, "The referee passes.");
    event_says(&other, &ran_out, 0, "You pass.");
    event_says(&passed, NULL, 1, "You pass.");
    ran_out.data[CR_DEFAULT_TIMEOUT] = 0;
    event_says(&ran_out, NULL, 1, "The referee answered for you.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verbs_agree_with_whom_they_speak_of),
        cmocka_unit_test(parts_are_chosen_by_what_is_there),
        cmocka_unit_test(names_are_written_in_once),
        cmocka_unit_test(a_refusal_offers_the_nearest_moves),
        cmocka_unit_test(what_is_no_move_is_repeated_shortly),
        cmocka_unit_test(reasons_are_those_of_the_last_end),
        cmocka_unit_test(a_count_that_comes_later_belongs_to_the_same_end),
        cmocka_unit_test(times_are_told_in_the_unit_that_fits),
        cmocka_unit_test(what_the_referee_does_for_a_seat_is_not_the_seats_doing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
