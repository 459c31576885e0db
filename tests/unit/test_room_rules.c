/* Rules of games that the room keeps: who sits where, when a match begins, what happens to those who leave, what a dry
 * run may tell, and that bots cannot peek. Each test writes what it proves. */
#include "support/cmocka_all.h"
#include "games/dune-battle/dune.h"
#include "games/games.h"
#include "games/liap-tui/liap_tui.h"
#include "kernel/rng.h"
#include "support/host.h"
#include "support/proof.h"

#include <stdio.h>
#include <stdlib.h>

static void open_with(host *h, const char *game, const char *seats, const char *options)
{
    host_open(h, cr_store_memory_open());
    assert_int_equal(host_create(h, game, seats, options), CR_TROUBLE_NONE);
    host_turn(h);
}

/* ---- Liap Tui ---- */

static void a_table_of_four_begins_when_its_last_seat_is_taken(void **unused)
{
    uint8_t seat, token[CR_TOKEN];
    host h;

    (void)unused;
    open_with(&h, "liap-tui", "poop", "");
    assert_int_equal(h.room->n_seats, 4);
    host_attach(&h, 0, 0, -1);
    host_turn(&h);
    assert_false(h.room->has_begun);
    host_send(&h, 0, "{'type':'move','id':1,'ticket':0,'move':'pass'}");
    assert_has(host_take(&h, 0), "NOT_STARTED");
    seat = CR_SEATS_MAX; /* any */
    assert_int_equal(cr_room_join(h.room, "Third", false, &seat, token, &h.waiter),
                     CR_TROUBLE_NONE);
    host_turn(&h);
    assert_int_equal(seat, 1);
    assert_false(h.room->has_begun);
    host_send(&h, 0, "{'type':'start'}"); /* a bot on the last one */
    host_turn(&h);
    assert_true(h.room->has_begun);
    assert_int_equal(h.room->seats[2].sitter.kind, CR_SEAT_BOT);
    host_close(&h);
    /* Not with any other number. */
    host_open(&h, cr_store_memory_open());
    assert_int_not_equal(host_create(&h, "liap-tui", "ppp", ""), CR_TROUBLE_NONE);
    host_close(&h);
    PROVES("LT-1.1 LT-15.5");
}

/* Moves on through the given number of answers of seat 0 and bots. */
static void play_on(host *h, unsigned n)
{
    static uint32_t id;

    while (n-- && !h->room->is_over) {
        const cr_state *s = h->room->state;
        cr_move move;
        char text[128];
        cr_rng luck;
        uint8_t key[32] = {1};

        cr_rng_init(&luck, key, id);
        if (!(cr_deciders(s) & 1) || !cr_sample_any(h->room->game, s, 0, &luck, &move))
            return;
        cr_move_print(h->room->game, &move, text, sizeof text);
        host_move(h, 0, ++id, text);
        host_turn(h);
    }
}

static void a_bot_plays_on_with_everything_of_who_left(void **unused)
{
    uint32_t n_moves;
    host h;

    (void)unused;
    open_with(&h, "liap-tui", "pppp", "");
    for (unsigned i = 0; i < 4; i++)
        host_attach(&h, i, (int)i, -1);
    host_turn(&h);
    for (unsigned i = 1; i < 4; i++) {
        cr_session_close(&h.sessions[i]);
        cr_session_open(&h.sessions[i], &h.wire);
    }
    h.clock.at_ms += 60000;
    cr_lobby_tick(&h.lobby);
    host_turn(&h);
    play_on(&h, 12);
    assert_true(h.room->n_moves > 12); /* the game does not stop */
    for (unsigned i = 1; i < 4; i++) {
        assert_true(h.room->seats[i].is_replaced);
        assert_int_equal(h.room->seats[i].sitter.kind, CR_SEAT_PERSON);
    }
    /* The log holds head, start and moves: nothing else has changed the match, so hands, declarations, captures,
     * totals and streaks are those of the seats. */
    assert_int_equal(h.room->applied, 2 + h.room->n_moves);
    /* Who returns is asked again, and nobody answers in the meantime. */
    host_attach(&h, 1, 1, -1);
    assert_false(h.room->seats[1].is_replaced);
    for (unsigned i = 0; i < 60 && !(cr_deciders(h.room->state) & 2); i++)
        play_on(&h, 1);
    assert_true(cr_deciders(h.room->state) & 2);
    n_moves = h.room->n_moves;
    h.clock.at_ms += 600000;
    cr_lobby_tick(&h.lobby);
    host_turn(&h);
    assert_int_equal(h.room->n_moves, n_moves);
    host_close(&h);
    PROVES("LT-12.5");
}

/* In a world that looks the same to its seat, a bot with the same luck chooses the same. */
static void bots_see_no_more_than_their_seat(void **unused)
{
    const cr_game *game = cr_game_find("liap-tui");
    static const char *const names[] = {"random", "baseline"};
    unsigned compared = 0;
    lt_state s, other;
    cr_setup setup;
    lt_view view;
    cr_rng luck;

    (void)unused;
    cr_setup_init(game, &setup);
    cr_rng_init(&luck, setup.seed, 7);
    for (unsigned match = 0; match < 40; match++) {
        cr_setup_pin(&setup, match);
        assert_int_equal(cr_start(game, &s.k, &setup, NULL), CR_ERR_OK);
        while (!s.k.is_over) {
            const cr_bot *bot = cr_bot_find(names[match & 1], game);
            uint8_t seat = (uint8_t)cr_bits_first(cr_deciders(&s.k));
            cr_rng mine = luck, again = luck;
            cr_move move, twin;

            cr_see(game, &s.k, seat, &view.v);
            cr_guess(game, &view.v, &luck, &other.k);
            assert_true(
                bot->choose(game, &view.v, &(cr_offer){game, &s.k, seat, bot}, &mine, 0, &move));
            assert_true(bot->choose(game, &view.v, &(cr_offer){game, &other.k, seat, bot}, &again,
                                    0, &twin));
            assert_memory_equal(move.arg, twin.arg, sizeof move.arg);
            assert_int_equal(move.kind, twin.kind);
            compared++;
            move.ticket = s.k.q.ticket;
            move.seat = seat;
            assert_int_equal(cr_play(game, &s.k, &move, s.k.now_ms, NULL).code, 0); /* legal */
        }
    }
    assert_true(compared > 1000);
    PROVES("LT-13.1 LT-13.3");
}

static void patience_is_the_hosts(void **unused)
{
    host h;

    (void)unused;
    open_with(&h, "liap-tui", "pbbb", "");
    host_attach(&h, 0, 0, -1);
    host_turn(&h);
    /* A person without an end, */
    h.room->patience = 0;
    for (uint32_t id = 1; id <= 50; id++)
        host_move(&h, 0, id, "declare 99");
    host_turn(&h);
    assert_int_not_equal(cr_deciders(h.room->state) & 1, 0);
    /* a program after one. */
    h.room->patience = 1;
    host_move(&h, 0, 51, "declare 99");
    host_turn(&h);
    assert_int_equal(h.lobby.stats.defaults, 1);
    host_close(&h);
    PROVES("LT-13.2");
}

/* ---- Dune ---- */

static void a_plan_is_checked_without_a_trace(void **unused)
{
    static const unsigned seats[] = {1, 0, 1, 0};
    unsigned n_ok = 0, n_refused = 0;
    uint8_t before[sizeof(db_state)];
    char line[256];
    host h;

    (void)unused;
    open_with(&h, "dune-battle", "pp", "scenario=voice");
    for (unsigned i = 0; i < 2; i++)
        host_attach(&h, i, (int)i, -1);
    host_turn(&h);
    for (unsigned i = 0; i < CR_COUNT_OF(seats); i++) {
        host_move(&h, seats[i], i + 1, "pass");
        host_turn(&h);
    }
    assert_string_equal(cr_question_word(h.room->game, h.room->state->q.kind), "plans");
    host_take(&h, 0);
    host_take(&h, 1);
    memcpy(before, h.room->state, sizeof before);
    for (unsigned i = 0; i < 100; i++) {
        const char *told;

        snprintf(line, sizeof line,
                 "{'type':'check','id':%u,'ticket':%u,'move':'plan normal=%u leader=at_hawat'}",
                 i + 1, h.room->state->q.ticket, i % 8);
        host_send(&h, 0, line);
        told = host_take(&h, 0);
        n_ok += strstr(told, "\"ok\":true") != NULL;
        n_refused += strstr(told, "FORCES_EXCEED_NORMAL") != NULL;
    }
    host_turn(&h);
    assert_int_equal(n_ok + n_refused, 100); /* the same checks as for a move */
    assert_int_equal(n_refused, 100 / 8 * 2);
    assert_memory_equal(before, h.room->state, sizeof before);
    assert_int_equal(h.room->n_moves, CR_COUNT_OF(seats));
    assert_int_equal(h.room->seats[0].n_refused, 0);
    assert_string_equal(host_take(&h, 1), "");
    host_close(&h);
    PROVES("DB-5.15");
}

/* ---- Classic Battle: what proves which rule ---- */

static void assert_class(const char *ids, cr_proof proof)
{
    const cr_game *game = cr_game_find("classic-battle");
    cr_span in = cr_span_of(ids);

    while (!cr_span_is_empty(&in)) {
        unsigned chapter, first, last;
        char text[32];
        cr_span word = cr_span_word(&in);

        snprintf(text, sizeof text, "%.*s", (int)(word.end - word.at), word.at);
        if (sscanf(text, "%u.%u-%u", &chapter, &first, &last) < 3) {
            assert_int_equal(sscanf(text, "%u.%u", &chapter, &first), 2);
            last = first;
        }
        for (; first <= last; first++) {
            uint16_t rule;

            snprintf(text, sizeof text, "JK-%u.%u", chapter, first);
            rule = cr_rule_find(game, text);
            if (!rule || game->rules[rule].proof != proof)
                fail_msg("%s is not proven as it should be", text);
        }
    }
}

static void every_rule_of_classic_battle_has_its_class(void **unused)
{
    (void)unused;
    assert_class("1.1-3 1.7-8 2.1-13 3.1-7 3.10-11 4.1 4.3-8 4.10-12 5.1-4 5.6-8 6.1-13 7.1-7 "
                 "7.18-19 8.1-7 8.9 8.11-15 8.17 9.1-4 10.3-4",
                 CR_BY_CASE);
    assert_class("5.9 7.9-11 7.15-17 7.20 8.10 8.18 10.1-2 10.5-6 10.9-12 10.14 13.1 13.8 13.10 "
                 "18.1-6 19.1-4 20.1",
                 CR_BY_HOST);
    assert_class("1.4-6 3.8-9 4.2 4.9 5.5 7.8 7.12-14 8.8 8.16 10.7-8 10.13 11.1-22 12.1-14 13.2-7 "
                 "13.9 14.1",
                 CR_BY_PAGE);
    PROVES("JK-20.1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_of_four_begins_when_its_last_seat_is_taken),
        cmocka_unit_test(a_bot_plays_on_with_everything_of_who_left),
        cmocka_unit_test(bots_see_no_more_than_their_seat),
        cmocka_unit_test(patience_is_the_hosts),
        cmocka_unit_test(a_plan_is_checked_without_a_trace),
        cmocka_unit_test(every_rule_of_classic_battle_has_its_class),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
