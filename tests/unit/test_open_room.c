/* Open questions in a room: a secret pass reaches nobody else, and of two clients that answer at the same moment exactly
 * one wins and the other is told that it was too late. The race is the one to run under the thread sanitizer
 * (make tsan). */
#include "support/cmocka_all.h"
#include "support/disk.h"
#include "support/host.h"
#include "support/snap.h"

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* A match of three people, attached as sessions 0 to 2, and a spectator as session 3. */
static void open_snap(host *h, cr_store *store, const char *options, uint64_t seed)
{
    host_open(h, store);
    assert_int_equal(host_create_of(h, snap_with(SNAP_SOUND), "ppp", options, seed),
                     CR_TROUBLE_NONE);
    host_turn(h);
    for (unsigned i = 0; i < 4; i++)
        host_attach(h, i, i < 3 ? (int)i : -1, -1);
    host_turn(h);
    for (unsigned i = 0; i < 4; i++)
        assert_has(host_take(h, i), "\"form\":\"open\"");
}

static const snap_state *state_of(const host *h)
{
    return (const snap_state *)h->room->state;
}

/* ---- secrets ---- */

static void a_secret_pass_reaches_its_seat_alone(void **unused)
{
    const char *text;
    host h;

    (void)unused;
    open_snap(&h, cr_store_memory_open(), "time=1000", 1);
    h.clock.at_ms += 100;
    host_move(&h, 1, 1, "pass");
    host_turn(&h);
    assert_int_equal(h.room->n_moves, 1);
    for (unsigned i = 0; i < 4; i++)
        if (i != 1)
            assert_string_equal(host_take(&h, i), "");
    text = host_take(&h, 1);
    assert_has(text, "\"event\":\"passed\",\"seat\":1");
    assert_has(text, "\"open\":[0,2]");
    /* Who comes now sees what who was there sees. */
    host_attach(&h, 4, -1, -1);
    text = host_take(&h, 4);
    assert_has(text, "\"open\":[0,1,2]");
    assert_has(text, "\"n\":1");
    host_close(&h);
}

static void a_public_pass_reaches_everybody(void **unused)
{
    uint8_t snapper = 0;
    host h;

    (void)unused;
    open_snap(&h, cr_store_memory_open(), "time=1000", 1);
    while (state_of(&h)->hand[snapper] <= state_of(&h)->middle)
        assert_true(++snapper < 3);
    host_move(&h, snapper, 1, "snap");
    host_turn(&h);
    for (unsigned i = 0; i < 4; i++)
        assert_has(host_take(&h, i), "\"event\":\"snapped\"");
    host_move(&h, (snapper + 1u) % 3, 1, "pass");
    host_turn(&h);
    for (unsigned i = 0; i < 4; i++)
        assert_has(host_take(&h, i), "\"event\":\"passed\"");
    host_close(&h);
}

static void a_timeout_is_told_as_one_and_in_secret(void **unused)
{
    const char *text;
    host h;

    (void)unused;
    open_snap(&h, cr_store_memory_open(), "time=1000 rounds=1", 1);
    host_move(&h, 1, 1, "pass");
    host_turn(&h);
    host_take(&h, 1);
    h.clock.at_ms += 1000;
    cr_lobby_tick(&h.lobby);
    host_turn(&h);
    text = host_take(&h, 0);
    assert_has(text, "\"event\":\"default\",\"seat\":0,\"question\":\"snap?\",\"timeout\":true,"
                     "\"move\":\"pass\"}");
    assert_lacks(text, "\"seat\":2"); /* neither its default nor its pass */
    assert_lacks(host_take(&h, 1), "\"event\":\"default\"");
    text = host_take(&h, 3);
    assert_lacks(text, "\"event\":\"default\"");
    assert_lacks(text, "\"event\":\"passed\"");
    assert_has(text, "\"event\":\"quiet\"");
    host_close(&h);
}

/* ---- the race ---- */

enum { RACES = 10000, STORED_RACES = 500, CLIENTS = 2 };

/* What two clients send, in the order in which it arrives: the loop takes it from here, as it would from sockets. */
typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t arrived;
    unsigned n;
    struct {
        unsigned session;
        char line[128];
    } lines[CLIENTS];
} inbox;

typedef struct {
    pthread_t thread;
    pthread_barrier_t *start; /* two clients and the loop */
    inbox *in;
    unsigned session; /* written by the loop before the start */
    char line[128];   /* "" ends the thread */
} client;

static void *run_client(void *with)
{
    client *c = with;

    for (;;) {
        pthread_barrier_wait(c->start);
        if (!c->line[0])
            return NULL;
        pthread_mutex_lock(&c->in->lock);
        c->in->lines[c->in->n].session = c->session;
        memcpy(c->in->lines[c->in->n].line, c->line, sizeof c->line);
        c->in->n++;
        pthread_cond_signal(&c->in->arrived);
        pthread_mutex_unlock(&c->in->lock);
    }
}

typedef struct {
    host h;
    inbox in;
    pthread_barrier_t start;
    client clients[CLIENTS];
    uint32_t id; /* of the last move sent */
    unsigned raced, first[CLIENTS];
} race;

/* Takes what arrives, one line at a time, as the loop does. */
static void receive_both(race *r)
{
    for (unsigned taken = 0; taken < CLIENTS; taken++) {
        pthread_mutex_lock(&r->in.lock);
        while (r->in.n == taken)
            pthread_cond_wait(&r->in.arrived, &r->in.lock);
        pthread_mutex_unlock(&r->in.lock);
        host_send(&r->h, r->in.lines[taken].session, r->in.lines[taken].line);
    }
}

/* The two that did not snap object at the same moment. */
static void both_object(race *r, uint8_t snapper)
{
    const snap_state *s = state_of(&r->h);
    unsigned round = s->round, winner;
    char text[CLIENTS][8192];

    r->in.n = 0;
    r->id++;
    for (unsigned i = 0; i < CLIENTS; i++) {
        client *c = &r->clients[i];

        c->session = (snapper + 1 + i) % 3;
        snprintf(c->line, sizeof c->line, "{'type':'move','id':%u,'ticket':%u,'move':'object'}",
                 r->id, s->k.q.ticket);
    }
    pthread_barrier_wait(&r->start);
    receive_both(r);
    winner = r->in.lines[0].session;
    host_turn(&r->h);
    for (unsigned i = 0; i < CLIENTS; i++)
        snprintf(text[i], sizeof text[i], "%s", host_take(&r->h, r->in.lines[i].session));
    host_take(&r->h, snapper);
    assert_has(text[0], "\"type\":\"ack\"");
    assert_lacks(text[0], "\"type\":\"refused\"");
    assert_has(text[1], "\"type\":\"refused\"");
    assert_has(text[1], "\"code\":\"TOO_LATE\",\"reason\":\"somebody was quicker\"");
    assert_lacks(text[1], "\"type\":\"ack\"");
    assert_int_equal(state_of(&r->h)->round, round + 1);
    r->first[winner == r->clients[1].session]++;
    r->raced++;
}

/* Everybody passes, or somebody with a higher card snaps and the others race. */
static void play_round(race *r)
{
    const snap_state *s = state_of(&r->h);
    uint8_t snapper = 0;

    while (snapper < 3 && s->hand[snapper] <= s->middle)
        snapper++;
    r->id++;
    for (uint8_t seat = 0; seat < 3; seat++)
        if (snapper == 3 || seat == snapper) {
            host_move(&r->h, seat, r->id, snapper == 3 ? "pass" : "snap");
            host_turn(&r->h);
            for (unsigned i = 0; i < 4; i++)
                host_take(&r->h, i);
        }
    if (snapper < 3)
        both_object(r, snapper);
    host_take(&r->h, 3);
}

static void replay(race *r)
{
    uint8_t *bytes = NULL;
    size_t len = 0;
    snap_state end;

    assert_int_equal(cr_room_record(r->h.room, &bytes, &len), CR_TROUBLE_NONE);
    assert_int_equal(cr_replay(snap_with(SNAP_SOUND), bytes, len, &end.k, NULL, NULL, NULL),
                     CR_ERR_OK);
    assert_memory_equal(&end, r->h.room->state, sizeof end);
    free(bytes);
}

static void run_races(race *r, unsigned n, cr_store *(*open)(void))
{
    pthread_barrier_init(&r->start, NULL, CLIENTS + 1);
    pthread_mutex_init(&r->in.lock, NULL);
    pthread_cond_init(&r->in.arrived, NULL);
    for (unsigned i = 0; i < CLIENTS; i++) {
        r->clients[i].start = &r->start;
        r->clients[i].in = &r->in;
        assert_int_equal(pthread_create(&r->clients[i].thread, NULL, run_client, &r->clients[i]),
                         0);
    }
    while (r->raced < n) {
        open_snap(&r->h, open(), "rounds=9", 1 + r->raced);
        r->id = 0;
        while (!state_of(&r->h)->k.is_over)
            play_round(r);
        replay(r);
        host_close(&r->h);
    }
    for (unsigned i = 0; i < CLIENTS; i++)
        r->clients[i].line[0] = 0;
    pthread_barrier_wait(&r->start);
    for (unsigned i = 0; i < CLIENTS; i++)
        pthread_join(r->clients[i].thread, NULL);
    pthread_barrier_destroy(&r->start);
    pthread_mutex_destroy(&r->in.lock);
    pthread_cond_destroy(&r->in.arrived);
}

static char folder[] = "/tmp/croupier-open-XXXXXX";

static cr_store *open_sqlite(void)
{
    static unsigned n;
    char path[64], why[128];
    cr_store *store = NULL;

    /* A file for each match: it is gone with the folder. */
    snprintf(path, sizeof path, "%s/%u.db", folder, n++);
    if (cr_store_sqlite_open(&(cr_sqlite_options){.path = path}, &store, why, sizeof why))
        fail_msg("%s", why);
    return store;
}

static void remove_folder(void)
{
    char path[sizeof folder + 256];
    DIR *dir = opendir(folder);
    struct dirent *entry;

    assert_non_null(dir);
    while ((entry = readdir(dir)) != NULL) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.')
            assert_int_equal(unlink(path), 0);
    }
    closedir(dir);
    assert_int_equal(rmdir(folder), 0);
}

static void of_two_at_the_same_moment_one_wins_and_one_is_too_late(void **unused)
{
    static race r;

    (void)unused;
    run_races(&r, RACES, cr_store_memory_open);
    assert_true(r.raced >= RACES);
    print_message("           %u races, won by %u and %u\n", r.raced, r.first[0], r.first[1]);
}

static void so_it_is_with_a_thread_that_writes_to_disk(void **unused)
{
    static race r;

    (void)unused;
    assert_non_null(mkdtemp(folder));
    disk_install(NULL); /* nothing is waited for */
    run_races(&r, STORED_RACES, open_sqlite);
    disk_remove();
    assert_true(r.raced >= STORED_RACES);
    remove_folder();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_secret_pass_reaches_its_seat_alone),
        cmocka_unit_test(a_public_pass_reaches_everybody),
        cmocka_unit_test(a_timeout_is_told_as_one_and_in_secret),
        cmocka_unit_test(of_two_at_the_same_moment_one_wins_and_one_is_too_late),
        cmocka_unit_test(so_it_is_with_a_thread_that_writes_to_disk),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
