/* Rooms whose matches other programs may run too: sought, lost, and waited for. The store here is the one in memory, with leases
 * that the test gives and takes. */
#include "support/cmocka_all.h"
#include "host/shared.h"
#include "support/host.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    cr_shared shared;
    cr_store_place place; /* of matches that are asked for */
    bool is_held, takes_new;
    uint64_t slept_ms;
    unsigned asked;
    char *published;
} lease;

static lease *of(cr_shared *shared)
{
    return (lease *)shared;
}

static cr_store_place take(cr_shared *shared, const uint8_t match[CR_MATCH_ID])
{
    (void)match;
    of(shared)->asked++;
    return of(shared)->place;
}

static bool is_held(cr_shared *shared, const uint8_t match[CR_MATCH_ID])
{
    (void)match;
    return of(shared)->is_held;
}

static uint64_t slept(cr_shared *shared, const uint8_t match[CR_MATCH_ID])
{
    (void)match;
    return of(shared)->slept_ms;
}

static bool place(cr_shared *shared, uint8_t match[CR_MATCH_ID])
{
    match[0] = 42;
    return of(shared)->takes_new;
}

static const char *trouble(cr_shared *shared)
{
    return of(shared)->is_held ? NULL : "the database is away";
}

static void publish(cr_shared *shared, const char *text, size_t len)
{
    free(of(shared)->published);
    of(shared)->published = strndup(text, len);
}

static char *others(cr_shared *shared)
{
    (void)shared;
    return strdup("{\"match\":\"of another\"}");
}

static bool part(cr_shared *shared, unsigned i, cr_part *out)
{
    *out = (cr_part){.number = 42, .is_held = of(shared)->is_held};
    return !i;
}

static const lease fresh = {.shared = {.take = take,
                                       .is_held = is_held,
                                       .slept_ms = slept,
                                       .place = place,
                                       .trouble = trouble,
                                       .publish = publish,
                                       .others = others,
                                       .part = part},
                            .is_held = true,
                            .takes_new = true};

static void open_leased(host *h, lease *l, const char *options)
{
    cr_store *store = cr_store_memory_open();

    *l = fresh;
    store->shared = &l->shared;
    host_open_duel(h, store, options);
}

/* ---- requests ---- */

typedef struct {
    cr_request r; /* first */
    unsigned status;
    char body[8192];
} asked;

static void reply(cr_request *r, unsigned status, const char *type, const void *body, size_t len)
{
    asked *a = (asked *)r;

    (void)type;
    a->status = status;
    snprintf(a->body, sizeof a->body, "%.*s", (int)len, (const char *)body);
}

static void ask(host *h, asked *a, const char *path)
{
    *a = (asked){.r = {.method = "GET", .path = path, .body = "", .reply = reply}};
    cr_api_handle(&h->wire, &a->r);
}

static const char *path_of(const host *h)
{
    static char path[80];
    cr_text text = cr_text_on(path, sizeof path);

    cr_text_str(&text, "/api/matches/");
    cr_text_hex(&text, h->match, CR_MATCH_ID);
    return path;
}

/* The room leaves memory; its match is in the store. */
static void close_room(host *h)
{
    for (unsigned i = 0; i < 2; i++)
        cr_room_detach(&h->sessions[i].peer);
    lobby_close(&h->lobby, lobby_room(&h->lobby, h->match));
    assert_null(lobby_room(&h->lobby, h->match));
}

/* ---- tests ---- */

static void whoever_seeks_a_match_is_told_where_it_is(void **unused)
{
    host h;
    lease l;
    asked a;

    (void)unused;
    open_leased(&h, &l, "parries=0");
    close_room(&h);
    l.place = CR_PLACE_ASKED;
    host_attach(&h, 0, 0, -1);
    host_attach(&h, 1, 1, -1);
    ask(&h, &a, path_of(&h));
    assert_string_equal(host_take(&h, 0), "");
    assert_int_equal(a.status, 0);
    l.shared.taken(l.shared.with, h.match, CR_PLACE_ELSEWHERE, "/at/n2");
    assert_has(host_take(&h, 0), "{\"type\":\"moved\"");
    assert_has(host_take(&h, 1), "\"address\":\"/at/n2\"");
    assert_int_equal(a.status, 307);
    assert_string_equal(a.r.location + strlen("/at/n2"), path_of(&h));
    assert_has(a.body, "MOVED");
    host_close(&h);
}

static void a_match_that_was_sought_is_played(void **unused)
{
    host h;
    lease l;
    asked a;

    (void)unused;
    open_leased(&h, &l, "parries=0");
    assert_int_equal(h.match[0], 42); /* the database's number */
    close_room(&h);
    l.place = CR_PLACE_ASKED;
    host_attach(&h, 0, 0, -1);
    ask(&h, &a, path_of(&h));
    host_attach(&h, 1, 1, -1);
    cr_session_close(&h.sessions[1]); /* goes away while it waits */
    cr_session_open(&h.sessions[1], &h.wire);
    l.shared.taken(l.shared.with, h.match, CR_PLACE_HERE, "");
    h.room = lobby_room(&h.lobby, h.match);
    assert_non_null(h.room);
    assert_has(host_take(&h, 0), "\"type\":\"attached\"");
    assert_string_equal(host_take(&h, 1), "");
    assert_int_equal(a.status, 200);
    host_move(&h, 0, 1, host_offer(&h, 0, 0));
    host_turn(&h);
    assert_has(host_take(&h, 0), "\"ack\"");
    host_close(&h);
}

static void other_outcomes_are_told_too(void **unused)
{
    static const struct {
        cr_store_place place;
        const char *code;
        unsigned status;
    } rows[] = {{CR_PLACE_NOWHERE, "NO_MATCH", 404}, {CR_PLACE_AWAY, "AWAY", 503}};
    host h;
    lease l;
    asked a;

    (void)unused;
    open_leased(&h, &l, "parries=0");
    close_room(&h);
    for (size_t i = 0; i < CR_COUNT_OF(rows); i++) {
        l.place = CR_PLACE_ASKED;
        host_attach(&h, 0, 0, -1);
        ask(&h, &a, path_of(&h));
        l.shared.taken(l.shared.with, h.match, rows[i].place, "");
        assert_has(host_take(&h, 0), rows[i].code);
        assert_int_equal(a.status, rows[i].status);
    }
    /* At once, without a question to the store's threads. */
    l.place = CR_PLACE_AWAY;
    host_attach(&h, 0, 0, -1);
    assert_has(host_take(&h, 0), "AWAY");
    /* Whoever asks again waits once, for the newest question. */
    l.place = CR_PLACE_ASKED;
    host_attach(&h, 0, 0, -1);
    host_attach(&h, 0, -1, -1);
    ask(&h, &a, path_of(&h));
    cr_api_cancel(&a.r);
    l.shared.taken(l.shared.with, h.match, CR_PLACE_HERE, "");
    assert_has(host_take(&h, 0), "\"seat\":-1");
    assert_int_equal(a.status, 0);
    host_close(&h);
}

/* Nothing of what was on its way is shown, whatever became of it. */
static void a_lost_match_sends_its_people_on(void **unused)
{
    host h;
    lease l;

    (void)unused;
    for (unsigned is_moving = 0; is_moving < 2; is_moving++) {
        open_leased(&h, &l, "parries=0");
        if (is_moving)
            host_move(&h, 0, 1, host_offer(&h, 0, 0));
        l.shared.lost(l.shared.with, h.match);
        assert_int_equal(lobby_room(&h.lobby, h.match) != NULL, is_moving);
        host_turn(&h);
        assert_null(lobby_room(&h.lobby, h.match));
        if (is_moving) {
            const char *told = host_take(&h, 0);

            assert_has(told, "UNSURE");
            assert_has(told, "\"moved\"");
            assert_lacks(told, "\"ack\"");
            assert_lacks(told, "\"update\"");
        }
        assert_has(host_take(&h, 1), "{\"type\":\"moved\"");
        assert_int_equal(h.lobby.stats.matches_lost, 1);
        host_send(&h, 1, "{'type':'move','id':1,'ticket':1,'move':'pick 1'}");
        assert_has(host_take(&h, 1), "NOT_ATTACHED");
        host_close(&h);
    }
}

/* An append that finds another epoch loses the room too. */
static void an_append_that_is_lost_closes_the_room(void **unused)
{
    host h;
    lease l;

    (void)unused;
    open_leased(&h, &l, "parries=0");
    host_move(&h, 0, 1, host_offer(&h, 0, 0));
    h.store->done(h.store->done_with, h.room, CR_STORE_LOST);
    assert_null(lobby_room(&h.lobby, h.match));
    assert_has(host_take(&h, 0), "UNSURE");
    assert_has(host_take(&h, 1), "\"moved\"");
    /* The store in memory knows nothing of leases: what it took is not told any more. */
    h.store->done = NULL;
    for (unsigned i = 0; i < HOST_SESSIONS; i++)
        cr_session_close(&h.sessions[i]);
    cr_lobby_release(&h.lobby);
    cr_wire_release(&h.wire);
    h.store->close(h.store);
}

/* A minute without the database: everybody is told, nothing is played, and the time does not count. */
static void a_store_that_is_away_stops_the_clocks(void **unused)
{
    uint64_t due;
    host h;
    lease l;
    asked a;

    (void)unused;
    open_leased(&h, &l, "parries=0 time=5000");
    due = cr_due(h.room->state);
    h.clock.at_ms += 1000;
    l.is_held = false;
    l.shared.turned(l.shared.with);
    assert_has(host_take(&h, 0), "AWAY");
    assert_has(host_take(&h, 1), "AWAY");
    host_move(&h, 0, 1, host_offer(&h, 0, 0));
    assert_has(host_take(&h, 0), "AWAY");
    host_send(&h, 0, "{'type':'alive'}");
    assert_has(host_take(&h, 0), "\"clock\"");
    host_attach(&h, 2, -1, -1);
    assert_has(host_take(&h, 2), "AWAY");
    ask(&h, &a, "/healthz");
    assert_int_equal(a.status, 503);
    assert_has(a.body, "the database is away");
    for (unsigned i = 0; i < 60; i++) {
        h.clock.at_ms += 1000;
        cr_lobby_tick(&h.lobby);
        host_turn(&h);
    }
    assert_int_equal(h.lobby.stats.defaults, 0);
    l.is_held = true;
    l.shared.turned(l.shared.with);
    host_turn(&h);
    assert_int_equal(h.lobby.stats.defaults, 0);
    assert_true(cr_due(h.room->state) >= due + 60000);
    ask(&h, &a, "/healthz");
    assert_int_equal(a.status, 200);
    host_move(&h, 0, 1, host_offer(&h, 0, 0));
    host_turn(&h);
    assert_has(host_take(&h, 0), "\"ack\"");
    host_close(&h);
}

/* A match is taken from somebody who has been dead for an hour. */
static void the_time_without_an_owner_does_not_count(void **unused)
{
    uint64_t due;
    host h;
    lease l;

    (void)unused;
    open_leased(&h, &l, "parries=0 time=5000");
    due = cr_due(h.room->state);
    close_room(&h);
    h.clock.at_ms += 3600000;
    l.place = CR_PLACE_ASKED;
    l.slept_ms = 3600000;
    host_attach(&h, 0, 0, -1);
    l.shared.taken(l.shared.with, h.match, CR_PLACE_HERE, "");
    h.room = lobby_room(&h.lobby, h.match);
    host_turn(&h);
    assert_int_equal(h.lobby.stats.defaults, 0);
    assert_true(cr_due(h.room->state) >= due + 3600000);
    host_close(&h);
}

static void matches_nobody_runs_are_taken_where_there_is_room(void **unused)
{
    host h;
    lease l;

    (void)unused;
    open_leased(&h, &l, "parries=0");
    l.place = CR_PLACE_ASKED;
    l.shared.orphaned(l.shared.with, h.match); /* it is here already */
    assert_int_equal(l.asked, 0);
    close_room(&h);
    l.shared.orphaned(l.shared.with, h.match);
    assert_int_equal(l.asked, 1);
    l.shared.taken(l.shared.with, h.match, CR_PLACE_HERE, "");
    assert_non_null(lobby_room(&h.lobby, h.match));
    close_room(&h);
    h.lobby.config.rooms_max = 0;
    l.shared.orphaned(l.shared.with, h.match);
    assert_int_equal(l.asked, 1);
    host_close(&h);
}

static void the_list_has_the_matches_of_others(void **unused)
{
    host h;
    lease l;
    asked a;

    (void)unused;
    open_leased(&h, &l, "parries=0");
    ask(&h, &a, "/api/matches");
    assert_has(a.body, ",{\"match\":\"of another\"}]}");
    cr_api_publish(&h.wire);
    assert_has(l.published, "{\"match\":\"2a");
    assert_int_equal(l.published[strlen(l.published) - 1], '}');
    ask(&h, &a, "/metrics");
    assert_int_equal(a.status, 200);
    free(l.published);
    host_close(&h);
}

static void without_a_database_that_takes_new_ones_none_is_made(void **unused)
{
    host h;
    lease l;

    (void)unused;
    open_leased(&h, &l, "parries=0");
    l.takes_new = false;
    assert_int_equal(host_create(&h, "duel", "pp", "parries=0"), CR_TROUBLE_AWAY);
    host_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whoever_seeks_a_match_is_told_where_it_is),
        cmocka_unit_test(a_match_that_was_sought_is_played),
        cmocka_unit_test(other_outcomes_are_told_too),
        cmocka_unit_test(a_lost_match_sends_its_people_on),
        cmocka_unit_test(an_append_that_is_lost_closes_the_room),
        cmocka_unit_test(a_store_that_is_away_stops_the_clocks),
        cmocka_unit_test(the_time_without_an_owner_does_not_count),
        cmocka_unit_test(matches_nobody_runs_are_taken_where_there_is_room),
        cmocka_unit_test(the_list_has_the_matches_of_others),
        cmocka_unit_test(without_a_database_that_takes_new_ones_none_is_made),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
