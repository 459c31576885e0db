/* Rooms and their store: one that fails, one that two servers share, one that another program reads after a restart. */
#include "support/cmocka_all.h"
#include "support/host.h"

#include <stdio.h>
#include <stdlib.h>

static void a_pause_that_cannot_be_stored_is_told(void **unused)
{
    cr_faults faults = {0};
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_faulty_open(cr_store_memory_open(), &faults),
                   "parries=0 time=5000");
    host_send(&h, 0, "{'type':'pause','on':true}"); /* the other has to agree */
    faults.refuse_append = faults.appends + 1;
    host_send(&h, 1, "{'type':'pause','on':true}");
    assert_has(host_take(&h, 1), "NOT_STORED");
    host_send(&h, 1, "{'type':'pause','on':true}");
    host_turn(&h);
    assert_lacks(host_take(&h, 1), "NOT_STORED");
    assert_true(cr_paused(h.room->state));
    host_close(&h);
}

/* Taken, and then lost by the disk: nobody is told, so the room sees to it. The same for the end of the pause. */
static void a_pause_that_is_lost_is_tried_again(void **unused)
{
    cr_faults faults = {0};
    uint64_t left;
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_faulty_open(cr_store_memory_open(), &faults),
                   "parries=0 time=5000");
    for (unsigned is_on = 1; is_on < 2; is_on--) {
        faults.fail_append = faults.appends + 1;
        for (unsigned seat = 0; seat < 1 + is_on; seat++)
            host_send(&h, seat,
                      is_on ? "{'type':'pause','on':true}" : "{'type':'pause','on':false}");
        host_turn(&h);
        assert_int_equal(cr_paused(h.room->state) != 0, !is_on);
        h.clock.at_ms += 999;
        cr_lobby_tick(&h.lobby);
        host_turn(&h);
        assert_int_equal(cr_paused(h.room->state) != 0, !is_on);
        h.clock.at_ms += 1;
        cr_lobby_tick(&h.lobby);
        host_turn(&h);
        if ((cr_paused(h.room->state) != 0) != is_on)
            fail_msg("the store lost %s, and it is not tried again",
                     is_on ? "a pause" : "the end of a pause");
        h.clock.at_ms += 60000;
    }
    left = cr_due(h.room->state) - (h.clock.at_ms - 60000);
    assert_int_equal(left, 4000);
    host_close(&h);
}

/* Told NOT_STORED is as if it had never been asked: the other one's wish alone pauses nothing. */
static void a_pause_that_is_refused_leaves_nothing_behind(void **unused)
{
    cr_faults faults = {0};
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_faulty_open(cr_store_memory_open(), &faults),
                   "parries=0 time=5000");
    host_send(&h, 0, "{'type':'pause','on':true}");
    faults.refuse_append = faults.appends + 1;
    host_send(&h, 1, "{'type':'pause','on':true}");
    assert_has(host_take(&h, 1), "NOT_STORED");
    host_send(&h, 0, "{'type':'pause','on':true}"); /* still waits for the other */
    h.clock.at_ms += 2000;
    cr_lobby_tick(&h.lobby);
    host_turn(&h);
    assert_int_equal(cr_paused(h.room->state), 0);
    host_close(&h);
}

/* Another server on the same logs, for the people of the first. */
static void open_beside(host *h, const host *first, cr_store *store)
{
    host_open(h, store);
    memcpy(h->tokens, first->tokens, sizeof h->tokens);
    memcpy(h->match, first->match, sizeof h->match);
}

static void find_match(host *h)
{
    cr_trouble trouble;

    h->room = cr_lobby_find(&h->lobby, h->match, &trouble);
    assert_non_null(h->room);
}

/* The program has ended and begins again on the same logs, an hour later. */
static void open_after_an_hour(host *h, const host *before, cr_store *store, cr_faults *faults)
{
    store->beat(store, before->clock.at_ms);
    open_beside(h, before, cr_store_faulty_open(store, faults));
    h->clock.at_ms = before->clock.at_ms + 3600000;
}

static void of_two_servers_one_wins_and_the_other_reads_on(void **unused)
{
    host a, b;

    (void)unused;
    host_open_duel(&a, cr_store_memory_open(), "parries=0");
    open_beside(&b, &a, cr_store_memory_share(a.store));
    find_match(&b);
    host_attach(&b, 1, 1, -1);
    host_take(&b, 1);
    host_move(&a, 0, 1, host_offer(&a, 0, 0));
    host_move(&b, 1, 1, host_offer(&b, 1, 0));
    host_turn(&a);
    host_turn(&b);
    /* b lost: its player is told, and sees what a's player did. */
    {
        const char *text = host_take(&b, 1);

        assert_has(text, "NOT_STORED");
        assert_has(text, "\"event\":\"sealed\",\"seat\":0");
        assert_lacks(text, "\"ack\"");
    }
    host_move(&b, 1, 1, host_offer(&b, 1, 0));
    host_turn(&b);
    assert_has(host_take(&b, 1), "\"event\":\"reveal\"");
    host_close(&b);
    host_close(&a);
}

/* What the other wrote cannot be read just then: the next try conflicts too, and reads it. */
static void a_conflict_that_cannot_be_read_is_met_again(void **unused)
{
    cr_faults faults = {0};
    host a, b;

    (void)unused;
    host_open_duel(&a, cr_store_memory_open(), "parries=0");
    open_beside(&b, &a, cr_store_faulty_open(cr_store_memory_share(a.store), &faults));
    find_match(&b);
    host_attach(&b, 1, 1, -1);
    host_take(&b, 1);
    host_move(&a, 0, 1, host_offer(&a, 0, 0));
    host_turn(&a);
    faults.fail_read = faults.reads + 1;
    for (unsigned tries = 0; tries < 2; tries++) {
        host_move(&b, 1, 1, host_offer(&b, 1, 0));
        host_turn(&b);
        assert_has(host_take(&b, 1), "NOT_STORED");
        assert_int_equal(b.room->n_moves, tries);
    }
    host_move(&b, 1, 1, host_offer(&b, 1, 0));
    host_turn(&b);
    assert_has(host_take(&b, 1), "\"event\":\"reveal\"");
    host_close(&b);
    host_close(&a);
}

/* Plays a whole match with the n-th append failing, for every n, and looks at what the players were told. */
static void every_failing_append_leaves_the_match_whole(void **unused)
{
    (void)unused;
    for (unsigned n = 1; n < 60; n++)
        for (unsigned kind = 0; kind < 2; kind++) {
            cr_faults faults = {.fail_append = kind ? n : 0, .refuse_append = kind ? 0 : n};
            uint32_t id = 0, acks = 0;
            bool has_begun;
            host h;

            host_open(&h, cr_store_faulty_open(cr_store_memory_open(), &faults));
            has_begun = !host_create(&h, "duel", "pb", "parries=0 target=1");
            host_turn(&h);
            if (!has_begun || h.told) {
                assert_true(n <= 2);
                host_close(&h);
                continue;
            }
            h.clock.at_ms += 2000;
            cr_lobby_tick(&h.lobby);
            host_turn(&h);
            assert_true(h.room->has_begun);
            host_attach(&h, 0, 0, -1);
            host_take(&h, 0);
            while (!h.room->is_over && id < 400) {
                const char *text;

                h.clock.at_ms += 2000;
                cr_lobby_tick(&h.lobby);
                host_turn(&h);
                if (cr_deciders(h.room->state) & 1)
                    host_move(&h, 0, ++id, host_offer(&h, 0, 0));
                host_turn(&h);
                text = host_take(&h, 0);
                acks += strstr(text, "\"ack\"") != NULL;
                if (strstr(text, "NOT_STORED") && strstr(text, "\"ack\""))
                    fail_msg("both: %s", text);
            }
            assert_true(h.room->is_over);
            /* What was acknowledged is there, and the record is whole. */
            {
                uint8_t *bytes;
                size_t len;
                uint32_t mine = 0;
                cr_record_head head;
                cr_state *state = malloc(h.room->game->state_size);

                assert_int_equal(cr_room_record(h.room, &bytes, &len), CR_TROUBLE_NONE);
                assert_int_equal(cr_replay(h.room->game, bytes, len, state, NULL, NULL, NULL),
                                 CR_ERR_OK);
                assert_memory_equal(state, h.room->state, h.room->game->state_size);
                assert_int_equal(cr_record_head_read(h.room->game, bytes, len, &head), CR_ERR_OK);
                for (size_t at = head.head_size; at < len; at += CR_RECORD_ENTRY) {
                    cr_record_entry entry;

                    assert_int_equal(cr_record_entry_read(bytes + at, len - at, &entry), CR_ERR_OK);
                    mine += entry.move.seat == 0;
                }
                if (mine != acks)
                    fail_msg("n %u kind %u: %u moves, %u acks", n, kind, mine, acks);
                free(bytes);
                free(state);
            }
            host_close(&h);
        }
}

/* The disk is full for a while: each try is told, nothing has changed, and then the same move is taken. */
static void a_full_disk_is_told_and_the_match_goes_on_behind_it(void **unused)
{
    cr_faults faults = {0};
    uint64_t hash;
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_faulty_open(cr_store_memory_open(), &faults), "parries=0");
    hash = cr_state_hash(h.room->game, h.room->state);
    faults.fail_from = faults.appends + 1;
    for (unsigned i = 0; i < 5; i++) {
        const char *text;

        host_move(&h, 0, 1, host_offer(&h, 0, 0));
        host_turn(&h);
        text = host_take(&h, 0);
        assert_has(text, "\"type\":\"trouble\",\"id\":1,\"code\":\"NOT_STORED\"");
        assert_lacks(text, "\"ack\"");
        assert_string_equal(host_take(&h, 1), "");
        assert_int_equal(h.room->n_moves, 0);
        assert_true(cr_state_hash(h.room->game, h.room->state) == hash);
        h.clock.at_ms += 2000;
        cr_lobby_tick(&h.lobby);
    }
    faults.fail_from = 0;
    host_move(&h, 0, 1, host_offer(&h, 0, 0));
    host_turn(&h);
    assert_has(host_take(&h, 0), "{\"type\":\"ack\",\"id\":1}");
    assert_has(host_take(&h, 1), "\"event\":\"sealed\"");
    host_close(&h);
}

/* Without anybody doing anything: what the store did not take is tried again, but not at once. */
static void what_was_not_stored_is_tried_again_in_a_second(void **unused)
{
    enum { START, DEADLINE, BOT };

    (void)unused;
    for (unsigned what = START; what <= BOT; what++)
        for (unsigned is_refused = 0; is_refused < 2; is_refused++) {
            cr_faults faults = {0};
            uint8_t seat = CR_SEATS_MAX;
            uint64_t tries;
            host h;

            host_open(&h, cr_store_faulty_open(cr_store_memory_open(), &faults));
            host_create(&h, "duel",
                        what == BOT     ? "pb"
                        : what == START ? "po"
                                        : "pp",
                        what == DEADLINE ? "parries=0 time=5000" : "parries=0");
            host_turn(&h);
            host_attach(&h, 0, 0, -1);
            tries = faults.appends + (what == DEADLINE ? 1 : 2);
            *(is_refused ? &faults.refuse_append : &faults.fail_append) = tries;
            if (what == START) {
                assert_int_equal(cr_room_join(h.room, "", false, &seat, h.tokens[1], &h.waiter),
                                 CR_TROUBLE_NONE);
            } else if (what == DEADLINE) {
                h.clock.at_ms = cr_due(h.room->state);
                cr_lobby_tick(&h.lobby);
            } else {
                /* The bot has answered; both answers in, it is asked again, and that answer is lost. */
                host_move(&h, 0, 1, host_offer(&h, 0, 0));
            }
            host_turn(&h);
            assert_int_equal(faults.appends, tries + (what == DEADLINE && !is_refused));
            assert_int_equal(cr_lobby_tick(&h.lobby), h.clock.at_ms + 1000);
            assert_int_equal(h.room->has_begun, what != START);
            assert_int_equal(h.room->n_moves, what == BOT ? 2 : 0);
            h.clock.at_ms += 1000;
            cr_lobby_tick(&h.lobby);
            host_turn(&h);
            assert_true(h.room->has_begun);
            assert_int_equal(h.room->n_moves, what == BOT ? 3 : what == DEADLINE ? 2 : 0);
            host_close(&h);
        }
}

static void a_store_that_cannot_be_read_is_told(void **unused)
{
    cr_faults faults = {0};
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_faulty_open(cr_store_memory_open(), &faults), "");
    faults.fail_read = faults.reads + 1;
    host_attach(&h, 0, 0, 0);
    assert_has(host_take(&h, 0), "NOT_STORED");
    host_attach(&h, 0, 0, 0);
    assert_has(host_take(&h, 0), "\"type\":\"update\",\"n\":1");
    host_close(&h);
}

/* The clock stood still, also if the store cannot name the match at the start and it is read when somebody comes. */
static void a_restart_resumes_the_match_and_its_clock(void **unused)
{
    (void)unused;
    for (unsigned fails = 0; fails < 2; fails++) {
        cr_store *shared = cr_store_memory_open(), *again = cr_store_memory_share(shared);
        cr_faults faults = {.fail_unfinished = fails};
        cr_woken woken;
        uint64_t left;
        host a, b;

        host_open(&a, cr_store_memory_share(shared));
        host_create(&a, "duel", "pp", "parries=0 time=5000");
        host_turn(&a);
        host_attach(&a, 0, 0, -1);
        a.clock.at_ms += 1000;
        host_move(&a, 0, 7, host_offer(&a, 0, 0));
        host_turn(&a);
        left = cr_due(a.room->state) - a.clock.at_ms;
        assert_int_equal(left, 4000);

        open_after_an_hour(&b, &a, again, &faults);
        assert_int_equal(cr_lobby_wake(&b.lobby, &woken), fails ? CR_ERR_STORE : CR_ERR_OK);
        assert_int_equal(woken.read, !fails);
        find_match(&b);
        host_turn(&b);
        assert_int_equal(cr_due(b.room->state), b.clock.at_ms + left);
        host_attach(&b, 0, 0, 2);
        assert_has(host_take(&b, 0), "\"last_id\":7");
        host_close(&a);
        host_close(&b);
        shared->close(shared);
    }
}

/* That the clock stood is two entries, pause and resume. Each of them refused or lost, and a few times over: the time
 * without the program does not count, and neither does the wait for the disk. Nobody has to come for it. */
static void a_restart_whose_disk_fails_counts_no_time_either(void **unused)
{
    (void)unused;
    for (unsigned n = 1; n <= 2; n++)
        for (unsigned kind = 0; kind < 4; kind++) {
            cr_store *shared = cr_store_memory_open(), *again = cr_store_memory_share(shared);
            cr_faults faults = {.fail_append = kind == 0 || kind == 3 ? n : 0,
                                .refuse_append = kind == 1   ? n
                                                 : kind == 3 ? n + 1
                                                             : 0,
                                .fail_from = kind == 2 ? n : 0};
            cr_woken woken;
            host a, b;

            host_open_duel(&a, cr_store_memory_share(shared), "parries=0 time=5000");
            a.clock.at_ms += 1000;
            open_after_an_hour(&b, &a, again, &faults);
            assert_int_equal(cr_lobby_wake(&b.lobby, &woken), CR_ERR_OK);
            find_match(&b);
            host_turn(&b);
            for (unsigned second = 0; b.room->asleep_ms && second < 10; second++) {
                assert_false(cr_room_is_idle(b.room));
                b.clock.at_ms += 1000;
                if (second == 8)
                    faults.fail_from = 0;
                cr_lobby_tick(&b.lobby);
                host_turn(&b);
            }
            assert_int_equal(b.room->n_moves, 2);
            assert_int_equal(cr_paused(b.room->state), 0);
            assert_int_equal(cr_due(b.room->state), b.clock.at_ms + 4000);
            /* From here on its clock is like any other. */
            b.clock.at_ms += 4000;
            cr_lobby_tick(&b.lobby);
            host_turn(&b);
            assert_true(b.room->n_moves > 2);
            host_close(&a);
            host_close(&b);
            shared->close(shared);
        }
}

/* A pause that somebody asks for before the clock is known to have stood would come between. */
static void while_it_is_not_stored_that_the_clock_stood_nobody_moves(void **unused)
{
    cr_store *shared = cr_store_memory_open(), *again = cr_store_memory_share(shared);
    cr_faults faults = {.fail_from = 1};
    cr_woken woken;
    host a, b;

    (void)unused;
    host_open_duel(&a, cr_store_memory_share(shared), "parries=0 time=5000");
    open_after_an_hour(&b, &a, again, &faults);
    assert_int_equal(cr_lobby_wake(&b.lobby, &woken), CR_ERR_OK);
    find_match(&b);
    host_turn(&b);
    host_attach(&b, 0, 0, -1);
    host_take(&b, 0);
    host_send(&b, 0, "{'type':'pause','on':true}");
    assert_has(host_take(&b, 0), "NOT_STORED");
    host_move(&b, 0, 1, host_offer(&b, 0, 0));
    host_turn(&b);
    assert_has(host_take(&b, 0), "NOT_STORED");
    assert_int_equal(b.room->n_moves, 0);
    faults.fail_from = 0;
    host_move(&b, 0, 1, host_offer(&b, 0, 0));
    host_turn(&b);
    assert_has(host_take(&b, 0), "{\"type\":\"ack\",\"id\":1}");
    assert_int_equal(b.room->n_moves, 3);
    assert_int_equal(cr_due(b.room->state), b.clock.at_ms + 5000);
    host_close(&a);
    host_close(&b);
    shared->close(shared);
}

/* Whatever order the store names them in: here, that of its hash table. */
static void after_a_restart_the_newest_match_comes_first(void **unused)
{
    enum { MATCHES = 40 };
    cr_store *shared = cr_store_memory_open();
    uint8_t made[MATCHES][CR_MATCH_ID];
    const cr_room *room;
    unsigned n = MATCHES;
    cr_woken woken;
    host a, b;

    (void)unused;
    host_open(&a, cr_store_memory_share(shared));
    for (unsigned i = 0; i < MATCHES; i++) {
        a.clock.at_ms++;
        host_create(&a, "duel", "po", "");
        memcpy(made[i], a.match, CR_MATCH_ID);
    }
    host_turn(&a);
    host_open(&b, cr_store_memory_share(shared));
    assert_int_equal(cr_lobby_wake(&b.lobby, &woken), CR_ERR_OK);
    assert_int_equal(woken.read, MATCHES);
    for (room = b.lobby.newest; room; room = room->list_next)
        assert_memory_equal(room->match, made[--n], CR_MATCH_ID);
    assert_int_equal(n, 0);
    host_close(&a);
    host_close(&b);
    shared->close(shared);
}

/* A match that cannot be read at the start is not lost: whoever comes to it later finds it. */
static void a_match_that_is_not_read_at_the_start_is_read_later(void **unused)
{
    cr_store *shared = cr_store_memory_open();
    cr_trouble trouble;
    host a;

    (void)unused;
    host_open(&a, cr_store_memory_share(shared));
    for (unsigned i = 0; i < 3; i++)
        host_create(&a, "duel", "po", "");
    host_turn(&a);
    for (unsigned fails = 0; fails <= 3; fails++) {
        cr_faults faults = {.fail_read = fails, .fail_unfinished = !fails};
        cr_woken woken;
        host b;

        host_open(&b, cr_store_faulty_open(cr_store_memory_share(shared), &faults));
        assert_int_equal(cr_lobby_wake(&b.lobby, &woken), fails ? CR_ERR_OK : CR_ERR_STORE);
        assert_int_equal(woken.read, fails ? 2 : 0);
        assert_int_equal(woken.unread, fails ? 1 : 0);
        for (const cr_room *room = a.lobby.newest; room; room = room->list_next)
            assert_non_null(cr_lobby_find(&b.lobby, room->match, &trouble));
        assert_int_equal(b.lobby.n_rooms, 3);
        host_close(&b);
    }
    host_close(&a);
    shared->close(shared);
}

static void a_quiet_room_is_closed_and_found_again(void **unused)
{
    cr_trouble trouble;
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_memory_open(), "parries=0");
    host_move(&h, 0, 1, host_offer(&h, 0, 0));
    host_turn(&h);
    for (unsigned i = 0; i < 2; i++) {
        cr_session_close(&h.sessions[i]);
        cr_session_open(&h.sessions[i], &h.wire);
    }
    h.clock.at_ms += 600000;
    cr_lobby_tick(&h.lobby);
    assert_int_equal(h.lobby.n_rooms, 0);
    h.room = cr_lobby_find(&h.lobby, h.match, &trouble);
    assert_non_null(h.room);
    assert_int_equal(h.room->n_moves, 1);
    host_attach(&h, 1, 1, -1);
    assert_has(host_take(&h, 1), "\"type\":\"state\",\"n\":2");
    h.match[0] ^= 1;
    host_attach(&h, 1, 1, -1);
    assert_has(host_take(&h, 1), "NO_MATCH");
    host_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pause_that_cannot_be_stored_is_told),
        cmocka_unit_test(a_pause_that_is_lost_is_tried_again),
        cmocka_unit_test(a_pause_that_is_refused_leaves_nothing_behind),
        cmocka_unit_test(of_two_servers_one_wins_and_the_other_reads_on),
        cmocka_unit_test(a_conflict_that_cannot_be_read_is_met_again),
        cmocka_unit_test(every_failing_append_leaves_the_match_whole),
        cmocka_unit_test(a_full_disk_is_told_and_the_match_goes_on_behind_it),
        cmocka_unit_test(what_was_not_stored_is_tried_again_in_a_second),
        cmocka_unit_test(a_store_that_cannot_be_read_is_told),
        cmocka_unit_test(a_restart_resumes_the_match_and_its_clock),
        cmocka_unit_test(a_restart_whose_disk_fails_counts_no_time_either),
        cmocka_unit_test(while_it_is_not_stored_that_the_clock_stood_nobody_moves),
        cmocka_unit_test(after_a_restart_the_newest_match_comes_first),
        cmocka_unit_test(a_match_that_is_not_read_at_the_start_is_read_later),
        cmocka_unit_test(a_quiet_room_is_closed_and_found_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
