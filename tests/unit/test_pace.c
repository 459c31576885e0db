/* Bots as guests: when their answers come, who may hurry them, and how long people have the first word. The clock stands
 * still but for what a test adds to it. */
#include "support/cmocka_all.h"
#include "support/host.h"
#include "support/snap.h"

enum { DRAWS = 20000, BUDGET_MS = 200, HALF_MS = 5000 };

/* The least and the most of many draws. */
static void draw_range(cr_pace pace, cr_question q, unsigned news, uint32_t *least, uint32_t *most)
{
    cr_rng rng;

    cr_rng_init(&rng, (const uint8_t[32]){7}, 0);
    *least = UINT32_MAX;
    *most = 0;
    for (unsigned i = 0; i < DRAWS; i++) {
        uint32_t ms = cr_pace_think(pace, &q, news, &rng);

        *least = ms < *least ? ms : *least;
        *most = ms > *most ? ms : *most;
    }
}

static void assert_range(cr_pace pace, cr_question q, unsigned news, uint32_t from, uint32_t to)
{
    uint32_t least, most;

    draw_range(pace, q, news, &least, &most);
    assert_int_equal(least, from);
    assert_int_equal(most, to);
}

static void think_times_follow_pace_form_and_news(void **unused)
{
    const cr_question turn = {.form = CR_TURN}, all = {.form = CR_ALL}, open = {.form = CR_OPEN};
    const cr_question timed = {.form = CR_TURN, .budget_ms = 2000};

    (void)unused;
    assert_range(CR_PACE_NORMAL, turn, CR_ACT, 700, 1400);
    assert_range(CR_PACE_NORMAL, all, CR_ACT, 800, 1400);
    assert_range(CR_PACE_NORMAL, open, CR_ACT, 600, 1000);
    assert_range(CR_PACE_NORMAL, turn, CR_TURNS, 1500, 2200);
    assert_range(CR_PACE_NORMAL, turn, CR_STOP, 2300, 3000);
    assert_range(CR_PACE_QUICK, turn, CR_ACT, 350, 700);
    assert_range(CR_PACE_CALM, turn, CR_ACT, 1400, 2800);
    assert_range(CR_PACE_INSTANT, turn, CR_STOP, 0, 0);
    assert_range(CR_PACE_CALM, timed, CR_STOP, 500, 500);
}

static void paces_have_words(void **unused)
{
    cr_pace pace;

    (void)unused;
    for (unsigned i = CR_PACE_INSTANT; i < CR_PACES; i++) {
        assert_true(cr_pace_read(cr_pace_word((cr_pace)i), &pace));
        assert_int_equal(pace, i);
    }
    assert_false(cr_pace_read("usual", &pace));
    assert_false(cr_pace_read("", &pace));
}

/* A duel at this pace of the server, with session 0 at seat 0 if a person plays there. */
static void open_duel(host *h, cr_pace pace, const char *seats, const char *options)
{
    host_open(h, cr_store_memory_open());
    h->lobby.config.pace = pace;
    h->lobby.config.bot_budget_ms = BUDGET_MS;
    assert_int_equal(host_create(h, "duel", seats, options), CR_TROUBLE_NONE);
    host_turn(h);
    if (*seats == 'p')
        host_attach(h, 0, 0, -1);
}

/* Moves the clock to the room's next call. */
static uint64_t wait_for_call(host *h)
{
    uint64_t begin = h->clock.at_ms;

    h->clock.at_ms = h->room->timer_ms;
    cr_lobby_tick(&h->lobby);
    host_turn(h);
    return h->clock.at_ms - begin;
}

static void a_bot_answers_when_its_time_has_come(void **unused)
{
    uint64_t asked, at;
    host h;

    (void)unused;
    open_duel(&h, CR_PACE_NORMAL, "pb", "parries=0");
    asked = h.clock.at_ms;
    at = h.room->timer_ms;
    assert_in_range(at - asked, 800 + 800, 1400 + 800); /* the deal is looked at first */
    h.clock.at_ms = at - 1;
    cr_lobby_tick(&h.lobby);
    host_turn(&h);
    assert_int_equal(h.room->n_moves, 0);
    h.clock.at_ms = at;
    cr_lobby_tick(&h.lobby);
    host_turn(&h);
    assert_int_equal(h.room->n_moves, 1);
    assert_int_equal(cr_deciders(h.room->state), 1); /* the person still thinks */
    /* What was asked keeps its time, whatever else happens meanwhile. */
    host_move(&h, 0, 1, host_offer(&h, 0, 0));
    host_turn(&h);
    at = h.room->timer_ms;
    host_attach(&h, 1, -1, -1);
    host_send(&h, 0, "{'type':'signal','signal':'hello'}");
    assert_int_equal(h.room->timer_ms, at);
    host_close(&h);
}

static void without_people_bots_are_instant(void **unused)
{
    host h;

    (void)unused;
    open_duel(&h, CR_PACE_NORMAL, "bb", "parries=0 target=3");
    assert_true(h.room->is_over);
    host_close(&h);
    open_duel(&h, CR_PACE_INSTANT, "pb", "parries=0 target=3");
    assert_int_equal(h.room->n_moves, 1);
    host_close(&h);
}

static void who_watches_bots_can_follow(void **unused)
{
    uint64_t begin;
    host h;

    (void)unused;
    host_open(&h, cr_store_memory_open());
    h.lobby.config.pace = CR_PACE_NORMAL;
    assert_int_equal(host_create(&h, "duel", "bo", "parries=0 target=3"), CR_TROUBLE_NONE);
    host_turn(&h);
    host_attach(&h, 0, -1, -1);
    assert_int_equal(cr_room_fill(h.room, cr_bot_find("random", h.room->game), &h.waiter),
                     CR_TROUBLE_NONE);
    host_turn(&h);
    begin = h.clock.at_ms;
    while (!h.room->is_over && h.room->n_moves < 4)
        assert_in_range(wait_for_call(&h), 0, 2200);
    assert_in_range(h.clock.at_ms - begin, 2 * 1600, 2 * 2200); /* two picks and reveals */
    /* It is alone again, and need not wait for anybody. */
    cr_room_detach(&h.sessions[0].peer);
    host_turn(&h);
    assert_true(h.room->is_over);
    host_close(&h);
}

static void a_match_has_a_pace_of_its_own(void **unused)
{
    cr_order order = {.game = cr_game_find("duel"), .pace = CR_PACE_CALM};
    uint8_t tokens[CR_SEATS_MAX][CR_TOKEN], match[CR_MATCH_ID];
    cr_lobby_config config;
    cr_trouble trouble;
    cr_room *room;
    host h;

    (void)unused;
    host_open(&h, cr_store_memory_open());
    h.lobby.config.pace = CR_PACE_QUICK;
    cr_setup_init(order.game, &order.setup);
    for (unsigned i = 0; i < 2; i++) {
        order.sitters[i].kind = CR_SEAT_BOT;
        order.sitters[i].bot = cr_bot_find("random", order.game);
    }
    assert_int_equal(cr_lobby_create(&h.lobby, &order, NULL, &h.waiter, tokens, &room),
                     CR_TROUBLE_NONE);
    host_turn(&h);
    assert_int_equal(cr_room_pace(room), CR_PACE_CALM);
    assert_in_range(room->timer_ms - h.clock.at_ms, 2 * 1600, 2 * 2200);
    assert_false(cr_room_is_idle(room)); /* its bots are to move */
    /* And keeps it when it is read again. */
    memcpy(match, room->match, CR_MATCH_ID);
    config = h.lobby.config;
    cr_lobby_release(&h.lobby);
    assert_int_equal(cr_lobby_init(&h.lobby, &config), CR_ERR_OK);
    room = cr_lobby_find(&h.lobby, match, &trouble);
    assert_non_null(room);
    assert_int_equal(room->pace, CR_PACE_CALM);
    host_close(&h);
}

static void who_does_not_want_to_wait_says_so(void **unused)
{
    host h;

    (void)unused;
    open_duel(&h, CR_PACE_CALM, "pb", "parries=0 target=9");
    host_send(&h, 0, "{'type':'go_on'}"); /* while asked: the answer is what goes on */
    assert_true(h.room->timer_ms > h.clock.at_ms + BUDGET_MS);
    host_move(&h, 0, 1, host_offer(&h, 0, 0));
    host_turn(&h);
    assert_int_equal(h.room->n_moves, 1);
    h.clock.at_ms += 50;
    host_send(&h, 0, "{'type':'go_on'}");
    host_turn(&h);
    /* Not before a bot could have thought for all of its time: how long it thinks tells nothing. */
    assert_int_equal(h.room->timer_ms, h.room->seats[1].met_ms + BUDGET_MS);
    wait_for_call(&h);
    assert_int_equal(h.room->n_moves, 2);
    /* It counts until the next question. */
    assert_true(h.room->timer_ms > h.clock.at_ms + 2 * 800);
    host_close(&h);
}

static void all_who_play_must_want_to_go_on(void **unused)
{
    uint64_t at;
    host h;

    (void)unused;
    host_open(&h, cr_store_memory_open());
    h.lobby.config.pace = CR_PACE_CALM;
    assert_int_equal(host_create(&h, "liap-tui", "pbpb", ""), CR_TROUBLE_NONE);
    host_turn(&h);
    host_attach(&h, 3, -1, -1);
    host_attach(&h, 0, 0, -1);
    host_attach(&h, 2, 2, -1);
    while (cr_deciders(h.room->state) & 5 || cr_bits_count(cr_deciders(h.room->state)) != 1) {
        for (uint8_t seat = 0; seat < 4; seat += 2)
            if (cr_deciders(h.room->state) >> seat & 1) {
                host_move(&h, seat, h.room->n_moves + 1, host_offer(&h, seat, 0));
                host_turn(&h);
            }
        if (!(cr_deciders(h.room->state) & 5) && cr_bits_count(cr_deciders(h.room->state)) != 1)
            wait_for_call(&h);
    }
    at = h.room->timer_ms;
    assert_true(at > h.clock.at_ms);
    host_send(&h, 0, "{'type':'go_on'}");
    assert_int_equal(h.room->timer_ms, at);
    host_send(&h, 3, "{'type':'go_on'}"); /* who watches has no say */
    assert_int_equal(h.room->timer_ms, at);
    at = h.room->n_moves;
    host_send(&h, 2, "{'type':'go_on'}");
    host_turn(&h);
    assert_int_equal(h.room->n_moves, at + 1);
    host_close(&h);
}

/* ---- where the quickest counts ---- */

/* A person and a bot who may both snap, at normal pace. */
static void open_window(host *h, const char *options)
{
    host_open(h, cr_store_memory_open());
    h->lobby.config.pace = CR_PACE_NORMAL;
    assert_int_equal(host_create_of(h, snap_with(SNAP_SOUND), "pb", options, 1), CR_TROUBLE_NONE);
    host_turn(h);
    host_attach(h, 0, 0, -1);
    assert_int_equal(h->room->state->q.form, CR_OPEN);
    assert_int_equal(h->room->state->q.open, 3);
}

static void people_have_the_first_word_for_half_of_the_time(void **unused)
{
    uint64_t asked;
    host h;

    (void)unused;
    open_window(&h, "time=10000");
    asked = h.clock.at_ms;
    assert_int_equal(h.room->timer_ms, asked + HALF_MS);
    h.clock.at_ms = asked + HALF_MS - 1;
    cr_lobby_tick(&h.lobby);
    host_turn(&h);
    assert_int_equal(h.room->n_moves, 0);
    h.clock.at_ms++;
    cr_lobby_tick(&h.lobby);
    host_turn(&h);
    assert_int_equal(h.room->n_moves, 1);
    host_close(&h);
}

static void at_instant_nobody_has_the_first_word(void **unused)
{
    host h;

    (void)unused;
    host_open(&h, cr_store_memory_open());
    h.lobby.config.pace = CR_PACE_INSTANT;
    assert_int_equal(host_create_of(&h, snap_with(SNAP_SOUND), "pb", "time=10000", 1),
                     CR_TROUBLE_NONE);
    host_turn(&h);
    assert_int_equal(h.room->n_moves, 1);
    assert_int_equal(h.lobby.stats.bot_moves, 1);
    host_close(&h);
}

static void when_all_people_have_answered_bots_do(void **unused)
{
    const char *const options[] = {"time=10000", ""};

    (void)unused;
    for (unsigned i = 0; i < 2; i++) {
        uint64_t asked;
        host h;

        open_window(&h, options[i]);
        asked = h.clock.at_ms;
        h.clock.at_ms += 100;
        host_move(&h, 0, 1, "pass");
        host_turn(&h);
        assert_int_equal(h.room->n_moves, 1);
        assert_in_range(h.room->timer_ms - asked, 600, 1000);
        wait_for_call(&h);
        assert_int_equal(h.room->n_moves, 2);
        host_close(&h);
    }
}

static void without_a_limit_bots_wait_for_people(void **unused)
{
    host h;

    (void)unused;
    open_window(&h, "");
    h.clock.at_ms += 60000;
    cr_lobby_tick(&h.lobby);
    host_turn(&h);
    assert_int_equal(h.room->n_moves, 0);
    assert_int_equal(h.room->timer_ms, UINT64_MAX);
    host_close(&h);
}

static void nobody_hurries_who_may_still_answer(void **unused)
{
    host h;

    (void)unused;
    open_window(&h, "time=10000");
    host_send(&h, 0, "{'type':'go_on'}");
    assert_int_equal(h.room->timer_ms, h.clock.at_ms + HALF_MS);
    host_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(think_times_follow_pace_form_and_news),
        cmocka_unit_test(paces_have_words),
        cmocka_unit_test(a_bot_answers_when_its_time_has_come),
        cmocka_unit_test(without_people_bots_are_instant),
        cmocka_unit_test(who_watches_bots_can_follow),
        cmocka_unit_test(a_match_has_a_pace_of_its_own),
        cmocka_unit_test(who_does_not_want_to_wait_says_so),
        cmocka_unit_test(all_who_play_must_want_to_go_on),
        cmocka_unit_test(people_have_the_first_word_for_half_of_the_time),
        cmocka_unit_test(at_instant_nobody_has_the_first_word),
        cmocka_unit_test(when_all_people_have_answered_bots_do),
        cmocka_unit_test(without_a_limit_bots_wait_for_people),
        cmocka_unit_test(nobody_hurries_who_may_still_answer),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
