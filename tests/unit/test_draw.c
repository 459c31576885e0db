/* The seed of a match drawn in a room: who is waited for, what is told when, what is void, and what the record says of it. */
#include "support/cmocka_all.h"
#include "support/host.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

static uint8_t parts[CR_SEATS_MAX][32];

/* A duel whose people promise parts of the seed; both are attached. */
static void open_shared(host *h, cr_store *store, const char *seats)
{
    cr_order order = {.game = cr_game_find("duel"), .patience = 3};

    host_open(h, store);
    cr_setup_init(order.game, &order.setup);
    randombytes_buf(order.setup.seed, 32);
    assert_int_equal(cr_setup_option(order.game, &order.setup, "target", "1"), CR_ERR_OK);
    for (unsigned i = 0; seats[i]; i++)
        order.sitters[i] =
            (cr_sitter){.kind = seats[i] == 'b' ? CR_SEAT_BOT : CR_SEAT_PERSON,
                        .bot = seats[i] == 'b' ? cr_bot_find("random", order.game) : NULL,
                        .shares = seats[i] == 's'};
    assert_int_equal(cr_lobby_create(&h->lobby, &order, NULL, &h->waiter, h->tokens, &h->room),
                     CR_TROUBLE_NONE);
    memcpy(h->match, h->room->match, CR_MATCH_ID);
    host_turn(h);
    for (unsigned i = 0; seats[i]; i++)
        if (seats[i] != 'b')
            host_attach(h, i, (int)i, -1);
    for (unsigned i = 0; seats[i]; i++)
        host_take(h, i);
}

static void send_hex(host *h, unsigned i, const char *before, const uint8_t bytes[32])
{
    char line[256], hex[65];
    cr_text text = cr_text_on(hex, sizeof hex);

    cr_text_hex(&text, bytes, 32);
    snprintf(line, sizeof line, "%s'%s'}", before, hex);
    host_send(h, i, line);
    host_turn(h);
}

static void send_seal(host *h, unsigned i)
{
    uint8_t seal[32];

    randombytes_buf(parts[i], 32);
    cr_part_seal(h->match, (uint8_t)i, parts[i], seal);
    send_hex(h, i, "{'type':'seal','seal':", seal);
}

static void send_open(host *h, unsigned i, unsigned number)
{
    char before[64];

    snprintf(before, sizeof before, "{'type':'open','number':%u,'part':", number);
    send_hex(h, i, before, parts[i]);
}

static void wait_ms(host *h, uint64_t ms)
{
    h->clock.at_ms += ms;
    cr_lobby_tick(&h->lobby);
    host_turn(h);
}

static void play_out(host *h)
{
    for (uint32_t id = 1; id < 1000 && !h->room->is_over; id++)
        for (uint8_t seat = 0; seat < 2; seat++)
            if (!h->room->is_over && cr_deciders(h->room->state) >> seat & 1 &&
                h->room->seats[seat].player) {
                host_move(h, seat, id, host_offer(h, seat, 0));
                host_turn(h);
            }
    assert_true(h->room->is_over);
}

/* The record of the match, read and played again. */
static void read_deal(host *h, cr_deal *deal)
{
    cr_state *state = malloc(h->room->game->state_size);
    cr_record_head head;
    uint8_t *bytes;
    size_t len;

    assert_int_equal(cr_room_record(h->room, &bytes, &len), CR_TROUBLE_NONE);
    assert_int_equal(cr_replay(h->room->game, bytes, len, state, NULL, NULL, NULL), CR_ERR_OK);
    assert_int_equal(cr_record_head_read(h->room->game, bytes, len, &head), CR_ERR_OK);
    assert_memory_equal(head.setup.seed, h->room->setup.seed, 32);
    assert_int_equal(cr_record_deal(bytes, len, &head, deal), CR_ERR_OK);
    free(bytes);
    free(state);
}

static void all_parts_make_the_seed(void **unused)
{
    uint8_t server[32], seed[32];
    const char *text;
    cr_deal deal;
    host h;

    (void)unused;
    open_shared(&h, cr_store_memory_open(), "ss");
    assert_false(h.room->has_begun);
    memcpy(server, h.room->part, 32);
    send_seal(&h, 0);
    assert_string_equal(host_take(&h, 0), ""); /* the other is waited for */
    send_seal(&h, 1);
    text = host_take(&h, 0);
    assert_has(text, "{\"type\":\"drawing\",\"stage\":\"open\",\"number\":1,\"commitment\":");
    assert_has(text, "\"parts\":[],\"until\":");
    send_open(&h, 1, 1);
    assert_false(h.room->has_begun);
    send_open(&h, 0, 1);
    assert_true(h.room->has_begun);
    text = host_take(&h, 1);
    assert_has(text, "\"stage\":\"done\"");
    assert_has(text, "\"type\":\"update\",\"n\":1,");
    assert_int_equal(h.room->shared, 3);
    play_out(&h);
    text = host_take(&h, 0);
    assert_has(text, "\"shared\":{\"seats\":[0,1],\"void\":0,\"seed\":");
    read_deal(&h, &deal);
    assert_int_equal(deal.n, 1);
    assert_memory_equal(deal.draw[0].part, server, 32);
    assert_memory_equal(deal.draw[0].opening[1], parts[1], 32);
    cr_draw_seed(h.match, 1, &deal.draw[0], seed);
    assert_memory_equal(seed, h.room->setup.seed, 32);
    assert_memory_not_equal(seed, server, 32);
    host_close(&h);
}

/* The commitments must be on disk before anybody opens: a server could otherwise forget them. */
static void nobody_is_asked_to_open_before_the_commitments_are_on_disk(void **unused)
{
    char line[128], hex[65];
    uint8_t seal[32];
    cr_text text = cr_text_on(hex, sizeof hex);
    host h;

    (void)unused;
    open_shared(&h, cr_store_memory_open(), "sb");
    randombytes_buf(parts[0], 32);
    cr_part_seal(h.match, 0, parts[0], seal);
    cr_text_hex(&text, seal, 32);
    snprintf(line, sizeof line, "{'type':'seal','seal':'%s'}", hex);
    host_send(&h, 0, line);
    assert_string_equal(host_take(&h, 0), "");
    host_turn(&h);
    assert_has(host_take(&h, 0), "\"stage\":\"open\"");
    host_close(&h);
}

static void who_never_commits_is_left_out(void **unused)
{
    cr_deal deal;
    host h;

    (void)unused;
    open_shared(&h, cr_store_memory_open(), "ss");
    send_seal(&h, 0);
    wait_ms(&h, 4999);
    assert_string_equal(host_take(&h, 0), "");
    wait_ms(&h, 1);
    assert_has(host_take(&h, 1), "\"stage\":\"open\"");
    send_seal(&h, 1); /* too late */
    send_open(&h, 0, 1);
    assert_true(h.room->has_begun);
    assert_int_equal(h.room->shared, 1);
    play_out(&h);
    read_deal(&h, &deal);
    assert_int_equal(deal.draw[0].sealed, 1);
    host_close(&h);
}

static void with_no_commitment_the_server_is_alone(void **unused)
{
    cr_deal deal;
    host h;

    (void)unused;
    open_shared(&h, cr_store_memory_open(), "ss");
    wait_ms(&h, 5000);
    wait_ms(&h, 0);
    assert_true(h.room->has_begun);
    assert_memory_equal(h.room->part, h.room->setup.seed, 32);
    play_out(&h);
    assert_lacks(host_take(&h, 0), "\"shared\"");
    read_deal(&h, &deal);
    assert_int_equal(deal.n, 0);
    host_close(&h);
}

/* Clients that know nothing of it: begun in the same commit as ever. */
static void who_promises_nothing_is_not_waited_for(void **unused)
{
    host h;

    (void)unused;
    open_shared(&h, cr_store_memory_open(), "pp");
    assert_true(h.room->has_begun);
    assert_false(h.room->shared);
    host_close(&h);
}

static void who_does_not_open_makes_the_start_void(void **unused)
{
    uint8_t first[32];
    const char *text;
    cr_deal deal;
    host h;

    (void)unused;
    open_shared(&h, cr_store_memory_open(), "ss");
    memcpy(first, h.room->part, 32);
    send_seal(&h, 0);
    send_seal(&h, 1);
    send_open(&h, 0, 1);
    host_take(&h, 0);
    wait_ms(&h, CR_OPEN_MS);
    assert_false(h.room->n_void);
    wait_ms(&h, 1);
    assert_int_equal(h.room->n_void, 1);
    text = host_take(&h, 0);
    assert_has(text, "\"stage\":\"void\",\"number\":1");
    assert_has(text, "\"stage\":\"seal\",\"number\":2");
    assert_memory_not_equal(first, h.room->part, 32); /* fresh parts */
    send_seal(&h, 1);                                 /* out of it */
    send_seal(&h, 0);
    send_open(&h, 0, 2);
    assert_true(h.room->has_begun);
    play_out(&h);
    assert_has(host_take(&h, 0), "\"shared\":{\"seats\":[0],\"void\":1,");
    read_deal(&h, &deal);
    assert_int_equal(deal.n, 2);
    assert_int_equal(deal.draw[0].is_void, 1);
    assert_int_equal(deal.draw[0].sealed & ~deal.draw[0].opened, 2); /* who it was */
    assert_memory_equal(deal.draw[0].part, first, 32);
    assert_int_equal(deal.draw[1].opened, 1);
    host_close(&h);
}

static void a_part_that_was_not_committed_to_is_refused(void **unused)
{
    host h;

    (void)unused;
    open_shared(&h, cr_store_memory_open(), "ss");
    send_seal(&h, 0);
    send_seal(&h, 1);
    host_take(&h, 0);
    parts[0][0] ^= 1;
    send_open(&h, 0, 1);
    assert_has(host_take(&h, 0), "\"code\":\"BAD_PART\"");
    parts[0][0] ^= 1;
    send_open(&h, 0, 2); /* of another start: nothing happens */
    assert_string_equal(host_take(&h, 0), "");
    send_open(&h, 0, 1);
    send_open(&h, 1, 1);
    assert_true(h.room->has_begun);
    send_seal(&h, 0);
    assert_has(host_take(&h, 0), "\"code\":\"STARTED\"");
    host_close(&h);
}

/* Everything follows from the log: a room that is read again stands where it stood. */
static void a_room_is_read_again_in_the_middle_of_a_drawing(void **unused)
{
    uint8_t seed[32];
    cr_deal deal;
    host h;

    (void)unused;
    open_shared(&h, cr_store_memory_open(), "ss");
    send_seal(&h, 0);
    send_seal(&h, 1);
    for (unsigned i = 0; i < 2; i++) {
        cr_trouble trouble;
        cr_room *again;

        for (unsigned k = 0; k < 2; k++)
            cr_room_detach(&h.sessions[k].peer);
        assert_int_equal(cr_room_load(&h.lobby, h.match, &again), CR_ERR_OK);
        cr_room_free(again);
        h.room = cr_lobby_find(&h.lobby, h.match, &trouble);
        for (unsigned k = 0; k < 2; k++)
            host_attach(&h, k, (int)k, -1);
        if (!i) {
            assert_has(host_take(&h, 1), "\"stage\":\"open\",\"number\":1");
            send_open(&h, 0, 1);
            send_open(&h, 1, 1);
            assert_true(h.room->has_begun);
            memcpy(seed, h.room->setup.seed, 32);
            assert_int_equal(cr_room_load(&h.lobby, h.match, &again), CR_ERR_OK);
            assert_memory_equal(again->setup.seed, seed, 32);
            assert_int_equal(again->shared, 3);
            assert_memory_equal(again->state, h.room->state, h.room->game->state_size);
            cr_room_free(again);
        }
    }
    play_out(&h);
    read_deal(&h, &deal);
    assert_int_equal(deal.n, 1);
    host_close(&h);
}

/* A store that fails once, at any of its calls: the drawing goes on when it works again. */
static void a_failing_store_only_delays_it(void **unused)
{
    (void)unused;
    for (unsigned n = 0; n < 8; n++) {
        cr_faults faults = {0};
        host h;

        open_shared(&h, cr_store_faulty_open(cr_store_memory_open(), &faults), "ss");
        if (n % 2)
            faults.refuse_append = faults.appends + 1 + n / 2;
        else
            faults.fail_append = faults.appends + 1 + n / 2;
        for (unsigned i = 0; i < 12 && !h.room->has_begun; i++) {
            uint64_t until;
            uint32_t number;
            const cr_draw *d = cr_room_draw(h.room, &number, &until);

            for (unsigned k = 0; k < 2; k++) {
                if (!d || !(d->sealed >> k & 1))
                    send_seal(&h, k);
                else
                    send_open(&h, k, number);
                d = cr_room_draw(h.room, &number, &until);
            }
            wait_ms(&h, 1000);
        }
        assert_true(h.room->has_begun);
        assert_int_equal(h.room->shared, 3);
        host_close(&h);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_parts_make_the_seed),
        cmocka_unit_test(nobody_is_asked_to_open_before_the_commitments_are_on_disk),
        cmocka_unit_test(who_never_commits_is_left_out),
        cmocka_unit_test(with_no_commitment_the_server_is_alone),
        cmocka_unit_test(who_promises_nothing_is_not_waited_for),
        cmocka_unit_test(who_does_not_open_makes_the_start_void),
        cmocka_unit_test(a_part_that_was_not_committed_to_is_refused),
        cmocka_unit_test(a_room_is_read_again_in_the_middle_of_a_drawing),
        cmocka_unit_test(a_failing_store_only_delays_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
