/* Rematches between people, and spectators counted: what everybody is told, and where they sit afterwards. */
#include "support/cmocka_all.h"
#include "support/host.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOVES_MAX = 20000 };

/* Whoever is asked takes the first offer, until the match is over. Session i holds seat i. */
static void play_out(host *h)
{
    for (uint32_t id = 1; id < MOVES_MAX && !h->room->is_over; id++) {
        unsigned seats = cr_deciders(h->room->state);

        for (uint8_t seat = 0; seat < h->room->n_seats; seat++)
            if (seats >> seat & 1 && h->room->seats[seat].player) {
                host_move(h, seat, id, host_offer(h, seat, 0));
                host_turn(h);
                break;
            }
        host_turn(h);
    }
    assert_true(h->room->is_over);
    for (unsigned i = 0; i < HOST_SESSIONS; i++)
        host_take(h, i);
}

static void open_over(host *h, const char *game, const char *seats, const char *options)
{
    host_open(h, cr_store_memory_open());
    assert_int_equal(host_create(h, game, seats, options), CR_TROUBLE_NONE);
    host_turn(h);
    for (unsigned i = 0; seats[i]; i++)
        if (seats[i] == 'p')
            host_attach(h, i, (int)i, -1);
    play_out(h);
}

static void over_duel(host *h)
{
    open_over(h, "duel", "pp", "target=1 parries=0");
}

static void ask(host *h, unsigned i, const char *seats)
{
    char line[64];

    snprintf(line, sizeof line, "{'type':'rematch','seats':'%s'}", seats);
    host_send(h, i, line);
}

/* The newest match, its id and the token for session i taken from what it was told. */
static void follow(host *h, unsigned i, int seat, uint8_t match[CR_MATCH_ID],
                   uint8_t token[CR_TOKEN])
{
    const char *text = host_take(h, i), *told = strstr(text, "\"type\":\"rematched\"");
    char expected[32];
    cr_span span;

    assert_non_null(told);
    snprintf(expected, sizeof expected, "\"seat\":%d", seat);
    assert_has(told, expected);
    span = cr_span_of(strstr(told, "\"match\":\"") + 9);
    span.end = span.at + 2 * CR_MATCH_ID;
    assert_true(cr_span_hex(&span, match, CR_MATCH_ID));
    if (seat < 0) {
        assert_lacks(told, "\"token\"");
        return;
    }
    span = cr_span_of(strstr(told, "\"token\":\"") + 9);
    span.end = span.at + 2 * CR_TOKEN;
    assert_true(cr_span_hex(&span, token, CR_TOKEN));
}

static cr_room *room_of(host *h, const uint8_t match[CR_MATCH_ID])
{
    cr_trouble trouble;
    cr_room *room = cr_lobby_find(&h->lobby, match, &trouble);

    assert_non_null(room);
    return room;
}

/* ---- agreement ---- */

static void who_agrees_is_carried_to_the_new_table(void **unused)
{
    uint8_t match[2][CR_MATCH_ID], token[2][CR_TOKEN], seed[32];
    const char *text;
    cr_room *next;
    host h;

    (void)unused;
    over_duel(&h);
    host_attach(&h, 2, -1, -1);
    host_take(&h, 2);
    ask(&h, 0, "same");
    text = host_take(&h, 1);
    assert_has(text, "{\"type\":\"offered\",\"open\":true,\"by\":0,\"seats\":\"same\",\"until\":");
    assert_has(text, "\"rematch\":\"yes\"");
    ask(&h, 1, "same");
    assert_lacks(host_take(&h, 0), "rematched"); /* not before it is on disk */
    host_turn(&h);
    follow(&h, 1, 1, match[1], token[1]);
    ask(&h, 0, "same"); /* too late to matter: told once more */
    follow(&h, 0, 0, match[0], token[0]);
    assert_memory_equal(match[0], match[1], CR_MATCH_ID);
    assert_memory_not_equal(token[0], token[1], CR_TOKEN);
    follow(&h, 2, -1, match[1], token[1]); /* who watches hears where to */
    next = room_of(&h, match[0]);
    assert_true(next->has_begun && !next->is_over);
    assert_int_equal(next->setup.option[0], h.room->setup.option[0]);
    memcpy(seed, h.room->setup.seed, sizeof seed);
    assert_memory_not_equal(next->setup.seed, seed, sizeof seed);
    assert_false(next->setup.is_pinned);
    assert_string_equal(next->seats[0].sitter.name, "P0");
    host_close(&h);
}

static void seats_move_on_by_one_when_all_want_it_so(void **unused)
{
    uint8_t match[CR_MATCH_ID], token[CR_TOKEN];
    host h;

    (void)unused;
    over_duel(&h);
    ask(&h, 0, "swap");
    assert_has(host_take(&h, 1), "\"seats\":\"swap\"");
    ask(&h, 1, "swap");
    host_turn(&h);
    follow(&h, 0, 1, match, token);
    assert_string_equal(room_of(&h, match)->seats[1].sitter.name, "P0");
    memcpy(h.match, match, sizeof match);
    memcpy(h.tokens[1], token, sizeof token);
    host_attach(&h, 0, 1, -1);
    assert_has(host_take(&h, 0), "\"seat\":1,\"n\":1");
    host_close(&h);
}

/* To name the other seats is to make another offer, and nobody has agreed to that one yet. */
static void other_seats_are_another_offer(void **unused)
{
    uint8_t match[CR_MATCH_ID], token[CR_TOKEN];
    host h;

    (void)unused;
    over_duel(&h);
    ask(&h, 0, "same");
    host_take(&h, 0);
    ask(&h, 1, "swap");
    host_turn(&h);
    assert_has(host_take(&h, 0), "\"open\":true,\"by\":1,\"seats\":\"swap\"");
    assert_false(h.room->rematch->is_made);
    assert_int_equal(h.room->rematch->agreed, 2);
    ask(&h, 0, "swap");
    host_turn(&h);
    follow(&h, 0, 1, match, token);
    host_close(&h);
}

/* ---- no ---- */

static void one_no_of_two_ends_the_offer(void **unused)
{
    host h;

    (void)unused;
    over_duel(&h);
    ask(&h, 0, "same");
    host_take(&h, 0);
    ask(&h, 1, "no");
    host_turn(&h);
    assert_has(host_take(&h, 0),
               "{\"type\":\"offered\",\"open\":false,\"by\":1,\"why\":\"declined\"}");
    assert_int_equal(h.lobby.n_rooms, 1);
    ask(&h, 1, "same"); /* second thoughts are an offer of his own */
    assert_has(host_take(&h, 0), "\"open\":true,\"by\":1");
    host_close(&h);
}

static void an_offer_without_an_answer_ends_after_a_minute(void **unused)
{
    host h;

    (void)unused;
    over_duel(&h);
    ask(&h, 0, "same");
    host_take(&h, 0);
    h.clock.at_ms += 59999;
    cr_lobby_tick(&h.lobby);
    assert_string_equal(host_take(&h, 0), "");
    h.clock.at_ms += 1;
    cr_lobby_tick(&h.lobby);
    assert_has(host_take(&h, 0), "\"open\":false,\"by\":0,\"why\":\"expired\"");
    assert_int_equal(h.lobby.n_rooms, 1);
    host_close(&h);
}

static void who_goes_away_takes_his_wish_along(void **unused)
{
    host h;

    (void)unused;
    over_duel(&h);
    ask(&h, 0, "same");
    host_take(&h, 1);
    cr_room_detach(&h.sessions[0].peer);
    assert_has(host_take(&h, 1), "\"open\":false,\"by\":0,\"why\":\"declined\"");
    ask(&h, 1, "same");
    host_turn(&h);
    assert_int_equal(h.lobby.n_rooms, 1); /* he is waited for */
    host_attach(&h, 0, 0, -1);
    assert_has(host_take(&h, 0), "\"type\":\"offered\",\"open\":true,\"by\":1");
    ask(&h, 0, "same");
    host_turn(&h);
    assert_int_equal(h.lobby.n_rooms, 2);
    host_close(&h);
}

/* The answer was on its way when the line broke. */
static void who_was_cut_off_finds_the_new_table(void **unused)
{
    uint8_t match[CR_MATCH_ID], token[CR_TOKEN];
    host h;

    (void)unused;
    over_duel(&h);
    ask(&h, 0, "same");
    ask(&h, 1, "same");
    cr_room_detach(&h.sessions[0].peer);
    host_turn(&h);
    host_take(&h, 0);
    host_attach(&h, 0, 0, -1);
    follow(&h, 0, 0, match, token);
    host_close(&h);
}

/* Of four, two want to go on: the table waits for others in the seats of those who do not. */
static void the_willing_sit_down_and_other_seats_are_open(void **unused)
{
    uint8_t match[CR_MATCH_ID], token[CR_TOKEN];
    cr_room *next;
    host h;

    (void)unused;
    open_over(&h, "liap-tui", "pppb", "target=1");
    ask(&h, 0, "swap");
    ask(&h, 1, "no");
    host_turn(&h);
    assert_false(h.room->rematch->is_made); /* the third is still to say */
    host_take(&h, 0);
    host_take(&h, 2);
    ask(&h, 2, "swap");
    host_turn(&h);
    follow(&h, 0, 1, match, token);
    next = room_of(&h, match);
    assert_int_equal(next->seats[1].sitter.kind, CR_SEAT_PERSON);
    assert_int_equal(next->seats[2].sitter.kind, CR_SEAT_OPEN); /* P1 was to come here */
    assert_int_equal(next->seats[3].sitter.kind, CR_SEAT_PERSON);
    assert_int_equal(next->seats[0].sitter.kind, CR_SEAT_BOT);
    assert_false(next->has_begun);
    follow(&h, 1, -1, match, token);
    host_close(&h);
}

static void a_rematch_is_for_those_who_played_to_the_end(void **unused)
{
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_memory_open(), "");
    ask(&h, 0, "same");
    assert_has(host_take(&h, 0), "\"code\":\"PLAYING\"");
    host_attach(&h, 2, -1, -1);
    host_take(&h, 2);
    ask(&h, 2, "same");
    assert_has(host_take(&h, 2), "\"code\":\"WATCHING\"");
    ask(&h, 0, "yes!");
    assert_has(host_take(&h, 0), "\"code\":\"BAD_FIELD\"");
    host_close(&h);
}

static void a_store_that_fails_ends_the_offer(void **unused)
{
    host h;

    (void)unused;
    over_duel(&h);
    ask(&h, 0, "same");
    h.lobby.is_stopping = true; /* no new match can be made */
    assert_int_equal(cr_room_rematch(&h.sessions[1].peer, CR_REMATCH_SAME), CR_TROUBLE_NONE);
    assert_has(host_take(&h, 0), "\"open\":false,\"by\":0,\"why\":\"failed\"");
    h.lobby.is_stopping = false;
    host_close(&h);
}

/* ---- spectators ---- */

static void spectators_are_counted_and_a_crowd_is_told_once_a_second(void **unused)
{
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_memory_open(), "");
    h.clock.at_ms += 2000;
    host_attach(&h, 2, -1, -1);
    assert_has(host_take(&h, 2), "\"watching\":1");
    assert_has(host_take(&h, 0), "\"watching\":1");
    host_attach(&h, 3, -1, -1);
    host_attach(&h, 4, -1, -1);
    assert_has(host_take(&h, 4), "\"watching\":3"); /* who comes knows at once */
    assert_string_equal(host_take(&h, 0), "");
    h.clock.at_ms += 1000;
    cr_lobby_tick(&h.lobby);
    assert_has(host_take(&h, 0), "\"watching\":3");
    cr_room_detach(&h.sessions[3].peer);
    h.clock.at_ms += 1000;
    cr_lobby_tick(&h.lobby);
    assert_has(host_take(&h, 0), "\"watching\":2");
    assert_int_equal(h.room->n_watchers, 2);
    host_close(&h);
}

static void who_gives_the_seat_up_watches_and_is_counted(void **unused)
{
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_memory_open(), "");
    host_send(&h, 0, "{'type':'leave'}");
    host_turn(&h);
    assert_int_equal(h.room->n_watchers, 1);
    cr_room_detach(&h.sessions[0].peer);
    assert_int_equal(h.room->n_watchers, 0);
    host_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_agrees_is_carried_to_the_new_table),
        cmocka_unit_test(seats_move_on_by_one_when_all_want_it_so),
        cmocka_unit_test(other_seats_are_another_offer),
        cmocka_unit_test(one_no_of_two_ends_the_offer),
        cmocka_unit_test(an_offer_without_an_answer_ends_after_a_minute),
        cmocka_unit_test(who_goes_away_takes_his_wish_along),
        cmocka_unit_test(who_was_cut_off_finds_the_new_table),
        cmocka_unit_test(the_willing_sit_down_and_other_seats_are_open),
        cmocka_unit_test(a_rematch_is_for_those_who_played_to_the_end),
        cmocka_unit_test(a_store_that_fails_ends_the_offer),
        cmocka_unit_test(spectators_are_counted_and_a_crowd_is_told_once_a_second),
        cmocka_unit_test(who_gives_the_seat_up_watches_and_is_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
