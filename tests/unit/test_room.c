/* Rooms, as connections see them: bytes in, bytes out, a clock that stands still, a store in memory. */
#include "support/cmocka_all.h"
#include "support/host.h"

#include <stdio.h>
#include <stdlib.h>

static void nothing_is_seen_before_it_is_on_disk(void **unused)
{
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_memory_open(), "parries=0");
    host_move(&h, 0, 1, host_offer(&h, 0, 0));
    assert_string_equal(host_take(&h, 0), "");
    assert_string_equal(host_take(&h, 1), "");
    host_turn(&h);
    assert_has(host_take(&h, 0), "{\"type\":\"ack\",\"id\":1}");
    assert_has(host_take(&h, 1), "\"event\":\"sealed\"");
    host_close(&h);
}

/* The same deal twice, with another card picked: nobody else can tell the two apart. */
static void a_sealed_answer_stays_with_its_seat(void **unused)
{
    char seen[2][3][4096];

    (void)unused;
    for (unsigned world = 0; world < 2; world++) {
        host h;

        host_open_duel(&h, cr_store_memory_open(), "parries=0");
        host_attach(&h, 2, -1, -1);
        host_take(&h, 2);
        host_move(&h, 0, 1, host_offer(&h, 0, world));
        host_turn(&h);
        for (unsigned i = 0; i < 3; i++)
            snprintf(seen[world][i], sizeof seen[world][i], "%s", host_take(&h, i));
        host_move(&h, 1, 1, host_offer(&h, 1, 0));
        host_turn(&h);
        assert_has(host_take(&h, 2), "\"event\":\"reveal\"");
        host_close(&h);
    }
    assert_string_equal(seen[0][1], seen[1][1]);
    assert_string_equal(seen[0][2], seen[1][2]);
    assert_string_not_equal(seen[0][0], seen[1][0]); /* its own view has it */
}

static void a_refusal_names_code_rule_and_field(void **unused)
{
    const char *text;
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_memory_open(), "parries=0");
    host_move(&h, 0, 1, "parry");
    text = host_take(&h, 0);
    assert_has(text, "\"type\":\"refused\",\"id\":1,\"code\":\"WRONG_KIND\"");
    assert_has(text, "\"rule\":\"EX-19\"");
    host_send(&h, 0, "{'type':'move','id':2,'ticket':77,'move':'pick 1'}");
    assert_has(host_take(&h, 0), "\"code\":\"STALE\"");
    host_move(&h, 0, 3, "dance");
    assert_has(host_take(&h, 0), "\"code\":\"MALFORMED\"");
    host_close(&h);
}

static void a_dry_run_changes_nothing(void **unused)
{
    char line[128];
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_memory_open(), "parries=0");
    snprintf(line, sizeof line, "{'type':'check','id':9,'ticket':%u,'move':'%s'}",
             h.room->state->q.ticket, host_offer(&h, 0, 0));
    host_send(&h, 0, line);
    host_turn(&h);
    assert_string_equal(host_take(&h, 0), "{\"type\":\"checked\",\"id\":9,\"ok\":true}");
    assert_int_equal(h.room->n_moves, 0);
    host_close(&h);
}

/* The answer would tell of a move that nobody has been shown yet, and that may still be lost. */
static void a_dry_run_is_judged_on_what_is_on_disk(void **unused)
{
    char line[128];
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_memory_open(), "parries=0");
    snprintf(line, sizeof line, "{'type':'check','id':9,'ticket':%u,'move':'%s'}",
             h.room->state->q.ticket, host_offer(&h, 0, 1));
    host_move(&h, 0, 1, host_offer(&h, 0, 0));
    host_send(&h, 0, line);
    assert_string_equal(host_take(&h, 0), "{\"type\":\"checked\",\"id\":9,\"ok\":true}");
    host_turn(&h);
    host_take(&h, 0);
    host_send(&h, 0, line);
    assert_has(host_take(&h, 0), "\"code\":\"ANSWERED\"");
    host_close(&h);
}

static void patience_ends_in_the_default(void **unused)
{
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_memory_open(), "parries=0");
    for (uint32_t id = 1; id <= 3; id++)
        host_move(&h, 0, id, "parry");
    host_turn(&h);
    assert_int_equal(h.room->n_moves, 1);
    assert_has(host_take(&h, 1), "\"event\":\"sealed\",\"seat\":0");
    host_close(&h);
}

static void a_doubled_send_counts_once(void **unused)
{
    char line[128];
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_memory_open(), "parries=0");
    snprintf(line, sizeof line, "{'type':'move','id':5,'ticket':%u,'move':'%s'}",
             h.room->state->q.ticket, host_offer(&h, 0, 0));
    host_send(&h, 0, line);
    host_send(&h, 0, line);
    host_turn(&h);
    assert_has(host_take(&h, 0), "{\"type\":\"ack\",\"id\":5}");
    host_send(&h, 0, line);
    assert_string_equal(host_take(&h, 0), "{\"type\":\"ack\",\"id\":5}");
    assert_int_equal(h.room->n_moves, 1);
    host_attach(&h, 2, 0, -1);
    assert_has(host_take(&h, 2), "\"last_id\":5");
    host_send(&h, 2, line);
    assert_has(host_take(&h, 2), "{\"type\":\"ack\",\"id\":5}");
    host_close(&h);
}

static void the_seat_is_the_connections(void **unused)
{
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_memory_open(), "parries=0");
    host_attach(&h, 2, -1, -1);
    host_take(&h, 2);
    host_move(&h, 2, 1, host_offer(&h, 0, 0));
    assert_has(host_take(&h, 2), "\"code\":\"WATCHING\"");
    host_send(&h, 0, "{'type':'move','id':1,'ticket':1,'move':'pick 1','seat':1}");
    assert_has(host_take(&h, 0), "\"code\":\"BAD_FIELD\"");
    host_move(&h, 0, 1, "idle 1");
    assert_has(host_take(&h, 0), "\"code\":\"FORBIDDEN\"");
    host_move(&h, 0, 2, "pause 1");
    assert_has(host_take(&h, 0), "\"code\":\"FORBIDDEN\"");
    h.tokens[0][3] ^= 1;
    host_attach(&h, 3, 0, -1);
    assert_has(host_take(&h, 3), "\"code\":\"BAD_TOKEN\"");
    host_turn(&h);
    assert_int_equal(h.room->n_moves, 0);
    host_close(&h);
}

/* Of the token and of what is kept of it: one byte that differs, and it is another. */
static void a_token_is_compared_to_its_last_byte(void **unused)
{
    uint8_t *kept;
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_memory_open(), "parries=0");
    for (unsigned i = 0; i < CR_TOKEN; i++) {
        h.tokens[0][i] ^= 1;
        host_attach(&h, 3, 0, -1);
        if (!strstr(host_take(&h, 3), "BAD_TOKEN"))
            fail_msg("a token that differs in byte %u opens the seat", i);
        h.tokens[0][i] ^= 1;
    }
    kept = h.room->seats[0].sitter.token_hash;
    for (unsigned i = 0; i < CR_TOKEN_HASH; i++) {
        kept[i] ^= 1;
        host_attach(&h, 3, 0, -1);
        if (!strstr(host_take(&h, 3), "BAD_TOKEN"))
            fail_msg("a token whose hash differs in byte %u opens the seat", i);
        kept[i] ^= 1;
    }
    host_attach(&h, 3, 0, -1);
    assert_has(host_take(&h, 3), "\"type\":\"attached\"");
    host_close(&h);
}

static void the_newest_connection_plays(void **unused)
{
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_memory_open(), "parries=0");
    host_attach(&h, 2, 0, -1);
    assert_has(host_take(&h, 0), "{\"type\":\"plays\",\"plays\":false}");
    host_move(&h, 0, 1, host_offer(&h, 0, 0));
    assert_has(host_take(&h, 0), "\"code\":\"ELSEWHERE\"");
    host_move(&h, 2, 1, host_offer(&h, 0, 0));
    host_turn(&h);
    assert_has(host_take(&h, 2), "\"type\":\"ack\"");
    assert_has(host_take(&h, 0), "\"type\":\"update\"");
    cr_session_close(&h.sessions[2]);
    assert_has(host_take(&h, 0), "{\"type\":\"plays\",\"plays\":true}");
    cr_session_open(&h.sessions[2], &h.wire);
    host_close(&h);
}

/* Keeps the update lines of a text. */
static void keep_updates(char *into, size_t cap, const char *text)
{
    while (*text) {
        size_t len = strcspn(text, "\n");

        if (!strncmp(text, "{\"type\":\"update\"", 16))
            snprintf(into + strlen(into), cap - strlen(into), "%.*s\n", (int)len, text);
        text += len + (text[len] == '\n');
    }
}

static void whoever_comes_back_gets_the_same_bytes(void **unused)
{
    enum { CAP = 1 << 20 };
    char *live[3], *again = malloc(CAP);
    unsigned moves = 0;
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_memory_open(), "parries=1 target=3");
    host_attach(&h, 2, -1, -1);
    for (unsigned i = 0; i < 3; i++) {
        live[i] = calloc(1, CAP);
        host_take(&h, i);
    }
    while (!h.room->is_over && moves < 500) {
        for (uint8_t seat = 0; seat < 2; seat++)
            if (cr_deciders(h.room->state) >> seat & 1) {
                h.clock.at_ms += 7;
                moves++;
                host_move(&h, seat, moves, host_offer(&h, seat, moves));
                host_turn(&h);
            }
        for (unsigned i = 0; i < 3; i++)
            keep_updates(live[i], CAP, host_take(&h, i));
    }
    assert_true(h.room->is_over);
    assert_has(live[2], "\"over\":{\"scores\":");
    for (unsigned i = 0; i < 3; i++) {
        /* The first update, the deal, came before anybody was there to see it. */
        uint32_t total = h.room->shown[i < 2 ? i : CR_SEATS_MAX];
        const char *rest = live[i];

        for (uint32_t after = 1; after <= total; after++) {
            host_attach(&h, 3, i < 2 ? (int)i : -1, after);
            again[0] = 0;
            keep_updates(again, CAP, host_take(&h, 3));
            assert_string_equal(again, rest);
            if (*rest)
                rest += strcspn(rest, "\n") + 1;
        }
        assert_string_equal(rest, "");
        host_attach(&h, 3, i < 2 ? (int)i : -1, total + 1);
        assert_has(host_take(&h, 3), "BAD_NUMBER");
    }
    /* The record is whole and replays. */
    {
        uint8_t *bytes;
        size_t len;
        cr_state *state = malloc(h.room->game->state_size);

        assert_int_equal(cr_room_record(h.room, &bytes, &len), CR_TROUBLE_NONE);
        assert_int_equal(cr_replay(h.room->game, bytes, len, state, NULL, NULL, NULL), CR_ERR_OK);
        assert_memory_equal(state, h.room->state, h.room->game->state_size);
        free(bytes);
        free(state);
    }
    for (unsigned i = 0; i < 3; i++)
        free(live[i]);
    free(again);
    host_close(&h);
}

static void who_watches_is_offered_nothing(void **unused)
{
    const char *told;
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_memory_open(), "parries=0");
    host_attach(&h, 2, -1, -1);
    told = host_take(&h, 2);
    assert_has(told, "\"mine\":false");
    assert_lacks(told, "\"offers\"");
    host_close(&h);
}

static void a_match_that_is_not_on_disk_is_not_there(void **unused)
{
    host h;

    (void)unused;
    host_open(&h, cr_store_memory_open());
    host_create(&h, "duel", "po", "");
    host_attach(&h, 0, 0, -1);
    assert_has(host_take(&h, 0), "NO_MATCH");
    host_turn(&h);
    host_attach(&h, 0, 0, -1);
    assert_has(host_take(&h, 0), "\"attached\"");
    host_close(&h);
}

static void a_move_is_nobody_elses(void **unused)
{
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_memory_open(), "parries=0");
    host_send(&h, 0, "{'type':'move','id':1,'ticket':1,'move':'pick 1','as':'1'}");
    assert_has(host_take(&h, 0), "\"code\":\"BAD_FIELD\"");
    host_send(&h, 0, "{'type':'move','id':2,'ticket':1,'move':'pause 1','as':'host'}");
    assert_has(host_take(&h, 0), "\"code\":\"NOT_TESTING\"");
    host_turn(&h);
    assert_int_equal(h.room->n_moves, 0);
    host_close(&h);
}

static void a_pause_shows_what_is_left(void **unused)
{
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_memory_open(), "parries=0 time=5000");
    h.clock.at_ms += 1200;
    for (unsigned i = 0; i < 2; i++)
        host_send(&h, i, "{'type':'pause','on':true}");
    host_turn(&h);
    host_take(&h, 0);
    host_attach(&h, 0, 0, -1);
    assert_has(host_take(&h, 0), "\"left\":3800,\"paused\":true");
    host_close(&h);
}

static void the_record_of_a_running_match_leaves_for_nobody(void **unused)
{
    uint8_t *bytes;
    size_t len;
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_memory_open(), "");
    assert_int_equal(cr_room_record(h.room, &bytes, &len), CR_TROUBLE_NOT_OVER);
    host_close(&h);
}

static void a_deadline_is_played_before_a_late_move(void **unused)
{
    uint64_t due;
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_memory_open(), "parries=0 time=5000");
    due = cr_due(h.room->state);
    assert_int_equal(due, h.clock.at_ms + 5000);
    h.clock.at_ms = due + 30;
    host_move(&h, 0, 1, host_offer(&h, 0, 0));
    assert_has(host_take(&h, 0), "\"code\":\"STALE\"");
    host_turn(&h);
    assert_int_equal(h.room->n_moves, 2);
    assert_int_equal(cr_due(h.room->state), due + 5000);
    assert_int_equal(h.lobby.stats.drift.max_us, 30000);
    assert_int_equal(cr_lobby_tick(&h.lobby), due + 5000);
    h.clock.at_ms = due + 5000;
    cr_lobby_tick(&h.lobby);
    host_turn(&h);
    assert_int_equal(h.room->n_moves, 4);
    host_close(&h);
}

static void a_pause_needs_everybody_who_is_there(void **unused)
{
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_memory_open(), "parries=0 time=5000");
    host_send(&h, 0, "{'type':'pause','on':true}");
    host_turn(&h);
    assert_has(host_take(&h, 1), "\"wants_pause\":true");
    assert_int_equal(cr_paused(h.room->state), 0);
    host_send(&h, 1, "{'type':'pause','on':true}");
    host_turn(&h);
    assert_true(cr_paused(h.room->state));
    h.clock.at_ms += 60000;
    cr_lobby_tick(&h.lobby);
    host_turn(&h);
    assert_int_equal(h.room->n_moves, 1);
    host_send(&h, 1, "{'type':'pause','on':false}");
    host_turn(&h);
    assert_int_equal(cr_paused(h.room->state), 0);
    assert_int_equal(cr_due(h.room->state), h.clock.at_ms + 5000);
    host_send(&h, 1, "{'type':'pause','on':true,'reason':'tea'}");
    assert_has(host_take(&h, 1), "BAD_REASON");
    host_close(&h);
}

/* Nobody is there for longer than a quiet room is kept, and the question has still time. The room is called when that runs
 * out, and not before. */
static void a_clock_runs_on_where_nobody_is(void **unused)
{
    uint64_t due;
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_memory_open(), "parries=0 time=600000");
    h.clock.at_ms += 500000;
    host_move(&h, 0, 1, host_offer(&h, 0, 0));
    host_move(&h, 1, 1, host_offer(&h, 1, 0));
    host_turn(&h);
    due = cr_due(h.room->state);
    h.lobby.config.close_ms = 60000;
    for (unsigned i = 0; i < 2; i++) {
        cr_session_close(&h.sessions[i]);
        cr_session_open(&h.sessions[i], &h.wire);
    }
    h.clock.at_ms += 300000;
    assert_int_equal(cr_lobby_tick(&h.lobby), due);
    assert_int_equal(h.lobby.n_rooms, 1);
    h.clock.at_ms = due;
    cr_lobby_tick(&h.lobby);
    host_turn(&h);
    assert_int_equal(h.room->n_moves, 4);
    host_close(&h);
}

static void seats_are_joined_and_the_match_begins(void **unused)
{
    uint8_t seat = CR_SEATS_MAX;
    host h;

    (void)unused;
    host_open(&h, cr_store_memory_open());
    assert_int_equal(host_create(&h, "duel", "po", ""), CR_TROUBLE_NONE);
    host_turn(&h);
    host_attach(&h, 0, 0, -1);
    assert_has(host_take(&h, 0), "\"begun\":false");
    host_move(&h, 0, 1, "pick 1");
    assert_has(host_take(&h, 0), "NOT_STARTED");
    assert_int_equal(cr_room_join(h.room, "Ann", false, &seat, h.tokens[1], &h.waiter),
                     CR_TROUBLE_NONE);
    assert_int_equal(seat, 1);
    assert_int_equal(cr_room_join(h.room, "Bob", false, &seat, h.tokens[1], &h.waiter),
                     CR_TROUBLE_NO_SEAT);
    host_turn(&h);
    assert_true(h.room->has_begun);
    assert_has(host_take(&h, 0), "\"name\":\"Ann\"");
    host_close(&h);
}

static void open_seats_are_filled_with_bots(void **unused)
{
    host h;

    (void)unused;
    host_open(&h, cr_store_memory_open());
    host_create(&h, "duel", "po", "parries=0");
    host_turn(&h);
    host_attach(&h, 0, 0, -1);
    host_take(&h, 0);
    host_send(&h, 0, "{'type':'start'}");
    host_turn(&h);
    assert_true(h.room->has_begun);
    for (uint32_t id = 1; !h.room->is_over && id < 600; id++) {
        host_move(&h, 0, id, host_offer(&h, 0, 0));
        host_turn(&h);
    }
    assert_true(h.room->is_over);
    host_close(&h);
}

static void a_match_among_bots_plays_itself(void **unused)
{
    host h;

    (void)unused;
    for (size_t i = 0; i < cr_game_count(); i++) {
        const cr_game *game = cr_game_at(i);
        char seats[CR_SEATS_MAX + 1] = "";

        memset(seats, 'b', game->seats_min);
        host_open(&h, cr_store_memory_open());
        assert_int_equal(host_create(&h, game->name, seats, ""), CR_TROUBLE_NONE);
        for (unsigned n = 0; n < 20000 && !h.room->is_over; n++) {
            uint64_t next;

            host_turn(&h);
            next = cr_lobby_tick(&h.lobby);
            if (next != UINT64_MAX && next > h.clock.at_ms)
                h.clock.at_ms = next;
        }
        if (!h.room->is_over)
            fail_msg("%s does not end", game->name);
        host_close(&h);
    }
}

static void who_is_away_is_replaced_and_comes_back(void **unused)
{
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_memory_open(), "parries=0");
    cr_session_close(&h.sessions[1]);
    cr_session_open(&h.sessions[1], &h.wire);
    assert_has(host_take(&h, 0), "\"here\":false");
    h.clock.at_ms += 59999;
    cr_lobby_tick(&h.lobby);
    host_turn(&h);
    assert_int_equal(h.room->n_moves, 0);
    h.clock.at_ms += 1;
    cr_lobby_tick(&h.lobby);
    host_turn(&h);
    assert_int_equal(h.room->n_moves, 1);
    assert_has(host_take(&h, 0), "\"replaced\":true");
    host_attach(&h, 1, 1, -1);
    assert_has(host_take(&h, 0), "\"replaced\":false");
    host_move(&h, 0, 1, host_offer(&h, 0, 0));
    host_turn(&h);
    assert_int_equal(h.room->n_moves, 2);
    h.clock.at_ms += 600000;
    cr_lobby_tick(&h.lobby);
    host_turn(&h);
    assert_int_equal(h.room->n_moves, 2);
    host_close(&h);
}

static void who_leaves_gives_the_seat_to_a_bot(void **unused)
{
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_memory_open(), "parries=0");
    host_send(&h, 1, "{'type':'leave'}");
    host_turn(&h);
    assert_has(host_take(&h, 0), "\"kind\":\"bot\"");
    assert_int_equal(h.room->n_moves, 1);
    assert_has(host_take(&h, 1), "\"seat\":-1");
    host_move(&h, 1, 1, "pick 1");
    assert_has(host_take(&h, 1), "WATCHING");
    host_attach(&h, 2, 1, -1);
    assert_has(host_take(&h, 2), "BAD_TOKEN");
    host_close(&h);
}

/* The start is on its way: an open seat in a match that has begun would be nobody's for ever. */
static void who_leaves_while_the_match_begins_gives_the_seat_to_a_bot(void **unused)
{
    uint8_t seat = CR_SEATS_MAX;
    host h;

    (void)unused;
    host_open(&h, cr_store_memory_open());
    host_create(&h, "duel", "po", "parries=0");
    host_turn(&h);
    host_attach(&h, 0, 0, -1);
    assert_int_equal(cr_room_join(h.room, "Ann", false, &seat, h.tokens[1], &h.waiter),
                     CR_TROUBLE_NONE);
    h.store->flush(h.store);
    cr_lobby_collect(&h.lobby); /* the seat is taken, the start is appended */
    assert_false(h.room->has_begun);
    host_send(&h, 0, "{'type':'leave'}");
    host_turn(&h);
    assert_true(h.room->has_begun);
    assert_int_equal(h.room->seats[0].sitter.kind, CR_SEAT_BOT);
    host_close(&h);
}

/* Two windows at a seat, and one of them gives it up: whoever takes it next is alone with its cards. */
static void who_left_sees_no_hand_of_the_next(void **unused)
{
    uint8_t seat = 0;
    char seen[4096];
    host h;

    (void)unused;
    host_open(&h, cr_store_memory_open());
    host_create(&h, "duel", "po", "parries=0");
    host_turn(&h);
    host_attach(&h, 0, 0, -1);
    host_attach(&h, 1, 0, -1);
    host_attach(&h, 2, -1, -1);
    host_send(&h, 1, "{'type':'leave'}");
    host_turn(&h);
    for (unsigned i = 0; i < 3; i++)
        assert_has(host_take(&h, i), "\"seat\":-1");
    assert_int_equal(cr_room_join(h.room, "Ann", false, &seat, h.tokens[0], &h.waiter),
                     CR_TROUBLE_NONE);
    seat = 1;
    assert_int_equal(cr_room_join(h.room, "Bob", false, &seat, h.tokens[1], &h.waiter),
                     CR_TROUBLE_NONE);
    host_turn(&h);
    assert_true(h.room->has_begun);
    snprintf(seen, sizeof seen, "%s", host_take(&h, 2));
    assert_has(seen, "\"type\":\"update\",\"n\":1");
    for (unsigned i = 0; i < 2; i++)
        assert_string_equal(host_take(&h, i), seen);

    /* Nor does the seat fall back to them. */
    host_attach(&h, 3, 0, -1);
    cr_session_close(&h.sessions[3]);
    cr_session_open(&h.sessions[3], &h.wire);
    for (unsigned i = 0; i < 2; i++) {
        assert_lacks(host_take(&h, i), "plays");
        host_move(&h, i, 1, host_offer(&h, 0, 0));
        assert_has(host_take(&h, i), "WATCHING");
    }
    host_close(&h);
}

static void signals_are_words_and_rare(void **unused)
{
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_memory_open(), "");
    host_send(&h, 0, "{'type':'signal','signal':'hello'}");
    assert_string_equal(host_take(&h, 1),
                        "{\"type\":\"signalled\",\"seat\":0,\"signal\":\"hello\"}");
    host_send(&h, 0, "{'type':'signal','signal':'hello'}");
    assert_has(host_take(&h, 0), "TOO_FAST");
    host_send(&h, 1, "{'type':'signal','signal':'<b>'}");
    assert_has(host_take(&h, 1), "BAD_SIGNAL");
    host_close(&h);
}

/* Two seconds' worth in advance, then as many as time brings; those that were too many are not held against anybody. */
static void who_was_too_fast_is_heard_again(void **unused)
{
    unsigned heard = 0;
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_memory_open(), "");
    h.wire.rate = 10;
    for (unsigned i = 0; i < 60; i++) {
        host_send(&h, 0, "{'type':'alive'}");
        heard += strstr(host_take(&h, 0), "\"clock\"") != NULL;
    }
    assert_int_equal(heard, 20);
    for (unsigned i = 0; i < 4; i++) {
        h.clock.at_ms += 50;
        host_send(&h, 0, "{'type':'alive'}");
        assert_has(host_take(&h, 0), i % 2 ? "\"clock\"" : "TOO_FAST");
    }
    /* Silence is not saved up. */
    h.clock.at_ms += 60000;
    heard = 0;
    for (unsigned i = 0; i < 60; i++) {
        host_send(&h, 0, "{'type':'alive'}");
        heard += strstr(host_take(&h, 0), "\"clock\"") != NULL;
    }
    if (heard != 20)
        fail_msg("who was silent for a minute is heard %u times at once", heard);
    host_close(&h);
}

/* The match goes on without somebody who does not read. */
static void who_does_not_read_is_cut_off(void **unused)
{
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_memory_open(), "parries=0");
    for (unsigned i = 0; i < 200000 && !h.sessions[0].is_dead; i++)
        host_send(&h, 0, "{'type':'alive'}");
    if (!h.sessions[0].is_dead || h.sessions[0].out_len > CR_OUT_MAX)
        fail_msg("%u bytes wait for somebody who does not read", h.sessions[0].out_len);
    host_move(&h, 1, 1, host_offer(&h, 1, 0));
    host_turn(&h);
    assert_has(host_take(&h, 1), "\"ack\"");
    host_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_seen_before_it_is_on_disk),
        cmocka_unit_test(a_sealed_answer_stays_with_its_seat),
        cmocka_unit_test(a_refusal_names_code_rule_and_field),
        cmocka_unit_test(a_dry_run_changes_nothing),
        cmocka_unit_test(a_dry_run_is_judged_on_what_is_on_disk),
        cmocka_unit_test(patience_ends_in_the_default),
        cmocka_unit_test(a_doubled_send_counts_once),
        cmocka_unit_test(the_seat_is_the_connections),
        cmocka_unit_test(a_token_is_compared_to_its_last_byte),
        cmocka_unit_test(the_newest_connection_plays),
        cmocka_unit_test(whoever_comes_back_gets_the_same_bytes),
        cmocka_unit_test(who_watches_is_offered_nothing),
        cmocka_unit_test(a_match_that_is_not_on_disk_is_not_there),
        cmocka_unit_test(a_move_is_nobody_elses),
        cmocka_unit_test(a_pause_shows_what_is_left),
        cmocka_unit_test(the_record_of_a_running_match_leaves_for_nobody),
        cmocka_unit_test(a_deadline_is_played_before_a_late_move),
        cmocka_unit_test(a_pause_needs_everybody_who_is_there),
        cmocka_unit_test(a_clock_runs_on_where_nobody_is),
        cmocka_unit_test(seats_are_joined_and_the_match_begins),
        cmocka_unit_test(open_seats_are_filled_with_bots),
        cmocka_unit_test(a_match_among_bots_plays_itself),
        cmocka_unit_test(who_is_away_is_replaced_and_comes_back),
        cmocka_unit_test(who_leaves_gives_the_seat_to_a_bot),
        cmocka_unit_test(who_leaves_while_the_match_begins_gives_the_seat_to_a_bot),
        cmocka_unit_test(who_left_sees_no_hand_of_the_next),
        cmocka_unit_test(signals_are_words_and_rare),
        cmocka_unit_test(who_was_too_fast_is_heard_again),
        cmocka_unit_test(who_does_not_read_is_cut_off),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
