/* Bots that think on other threads: the loop goes on, who is too slow or has no answer plays the default, and nothing is
 * left behind. `make tsan` runs these too. */
#include "support/cmocka_all.h"
#include "support/host.h"
#include "net/pool.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { LATE_MS = 3000, THREADS = 4 };

typedef struct {
    host h;
    uv_loop_t loop;
    net_pool pool;
} place;

static sem_t gate;
static atomic_uint n_thinking, n_elsewhere;
static pthread_t loop_thread;

/* Holds in every build, also on a thread that cmocka does not know. */
static void must(bool holds)
{
    if (!holds)
        abort();
}

/* Thinks until the gate opens. */
static bool wait_at_gate(const cr_game *game, const cr_view *view, const cr_offer *offer,
                         cr_rng *rng, uint32_t budget_ms, cr_move *out)
{
    (void)game, (void)view;
    must(budget_ms == 200);
    n_thinking++;
    sem_wait(&gate);
    return cr_offer_sample(offer, rng, out);
}

static bool have_no_answer(const cr_game *game, const cr_view *view, const cr_offer *offer,
                           cr_rng *rng, uint32_t budget_ms, cr_move *out)
{
    (void)game, (void)view, (void)offer, (void)rng, (void)budget_ms, (void)out;
    return false;
}

/* A move that the rules do not have. */
static bool cheat(const cr_game *game, const cr_view *view, const cr_offer *offer, cr_rng *rng,
                  uint32_t budget_ms, cr_move *out)
{
    (void)game, (void)view, (void)rng, (void)budget_ms;
    *out = (cr_move){.ticket = offer->state->q.ticket, .seat = offer->seat, .kind = 99};
    return true;
}

/* What it is asked on another thread it looks at closely. */
static bool look_around(const cr_game *game, const cr_view *view, const cr_offer *offer,
                        cr_rng *rng, uint32_t budget_ms, cr_move *out)
{
    cr_move moves[64];

    (void)budget_ms;
    n_elsewhere += !pthread_equal(pthread_self(), loop_thread);
    must(view->viewer == offer->seat && view->q.ticket == offer->state->q.ticket);
    (void)cr_offers_list(game, offer->state, offer->seat, moves, 64, NULL);
    return cr_offer_sample(offer, rng, out);
}

static const cr_bot slow = {.name = "slow", .choose = wait_at_gate};
static const cr_bot silent = {.name = "silent", .choose = have_no_answer};
static const cr_bot cheater = {.name = "cheater", .choose = cheat};
static const cr_bot curious = {.name = "curious", .choose = look_around};

static void open_place(place *p)
{
    host_open(&p->h, cr_store_memory_open());
    uv_loop_init(&p->loop);
    assert_true(net_pool_init(&p->pool, &p->loop, THREADS));
    p->h.lobby.config.thinker = &p->pool.thinker;
    p->h.lobby.config.bot_budget_ms = 200;
    p->h.lobby.config.bot_late_ms = LATE_MS;
    sem_init(&gate, 0, 0);
    n_thinking = n_elsewhere = 0;
    loop_thread = pthread_self();
}

static void close_place(place *p)
{
    uv_run(&p->loop, UV_RUN_DEFAULT);
    assert_int_equal(p->pool.n_jobs, 0);
    assert_int_equal(p->h.lobby.stats.bots_thinking, 0);
    net_pool_close(&p->pool);
    uv_run(&p->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&p->loop), 0);
    host_close(&p->h);
    sem_destroy(&gate);
}

/* A duel in which these bots play, begun. */
static cr_room *begin(place *p, const char *seats, const cr_bot *bot, const char *options)
{
    assert_int_equal(host_create(&p->h, "duel", seats, options), CR_TROUBLE_NONE);
    for (unsigned i = 0; seats[i]; i++)
        if (seats[i] == 'b')
            p->h.room->seats[i].sitter.bot = bot;
    host_turn(&p->h);
    return p->h.room;
}

static void wait_until_thinking(unsigned n)
{
    while (n_thinking < n)
        sched_yield();
}

static void matches_are_played_from_other_threads(void **unused)
{
    cr_room *rooms[20];
    unsigned n_over = 0;
    place p;

    (void)unused;
    open_place(&p);
    for (unsigned i = 0; i < 20; i++)
        rooms[i] = begin(&p, "bb", &curious, "target=5");
    while (n_over < 20) {
        uv_run(&p.loop, UV_RUN_ONCE);
        host_turn(&p.h);
        n_over = 0;
        for (unsigned i = 0; i < 20; i++)
            n_over += rooms[i]->is_over;
    }
    assert_int_equal(n_elsewhere, p.h.lobby.stats.thinking.n);
    assert_true(n_elsewhere >= 20 * 2 * 5);
    assert_int_equal(p.h.lobby.stats.defaults + p.h.lobby.stats.bots_failed, 0);
    close_place(&p);
}

static void the_loop_does_not_wait_for_a_bot(void **unused)
{
    cr_room *thinks;
    place p;

    (void)unused;
    open_place(&p);
    thinks = begin(&p, "bp", &slow, "parries=0");
    wait_until_thinking(1);
    /* Meanwhile two people play a whole match. */
    begin(&p, "pp", NULL, "parries=0 target=3");
    host_attach(&p.h, 0, 0, -1);
    host_attach(&p.h, 1, 1, -1);
    for (uint32_t id = 1; !p.h.room->is_over; id++)
        for (uint8_t seat = 0; seat < 2 && !p.h.room->is_over; seat++) {
            host_move(&p.h, seat, id, host_offer(&p.h, seat, id));
            host_turn(&p.h);
            uv_run(&p.loop, UV_RUN_NOWAIT);
        }
    assert_int_equal(thinks->n_moves, 0);
    assert_int_equal(p.h.lobby.stats.bots_thinking, 1);
    sem_post(&gate);
    uv_run(&p.loop, UV_RUN_DEFAULT);
    host_turn(&p.h);
    assert_int_equal(thinks->n_moves, 1);
    assert_int_equal(p.h.lobby.stats.bot_moves, 1);
    close_place(&p);
}

static void who_takes_too_long_plays_the_default(void **unused)
{
    cr_room *room;
    place p;

    (void)unused;
    open_place(&p);
    room = begin(&p, "bp", &slow, "parries=0");
    wait_until_thinking(1);
    assert_int_equal(room->timer_ms, p.h.clock.at_ms + LATE_MS);
    p.h.clock.at_ms += LATE_MS - 1;
    cr_lobby_tick(&p.h.lobby);
    host_turn(&p.h);
    assert_int_equal(room->n_moves, 0);
    p.h.clock.at_ms++;
    cr_lobby_tick(&p.h.lobby);
    host_turn(&p.h);
    assert_int_equal(room->n_moves, 1);
    assert_int_equal(p.h.lobby.stats.bots_late, 1);
    /* What it says now is heard by nobody. */
    sem_post(&gate);
    uv_run(&p.loop, UV_RUN_DEFAULT);
    host_turn(&p.h);
    assert_int_equal(room->n_moves, 1);
    close_place(&p);
}

static void a_late_thought_that_was_not_begun_is_dropped(void **unused)
{
    place p;

    (void)unused;
    open_place(&p);
    for (unsigned i = 0; i < 20; i++)
        begin(&p, "bp", &slow, "parries=0");
    wait_until_thinking(THREADS);
    p.h.clock.at_ms += LATE_MS;
    cr_lobby_tick(&p.h.lobby);
    host_turn(&p.h);
    assert_int_equal(p.h.lobby.stats.bots_late, 20);
    uv_run(&p.loop, UV_RUN_NOWAIT);
    assert_int_equal(p.pool.n_jobs, THREADS);
    for (unsigned i = 0; i < 20; i++)
        sem_post(&gate);
    uv_run(&p.loop, UV_RUN_DEFAULT);
    assert_int_equal(n_thinking, THREADS);
    assert_int_equal(p.h.lobby.stats.thinking.n, THREADS);
    close_place(&p);
}

static void with_too_many_thoughts_bots_play_the_default(void **unused)
{
    cr_room *room = NULL;
    place p;

    (void)unused;
    open_place(&p);
    p.pool.jobs_max = 2;
    for (unsigned i = 0; i < 3; i++)
        room = begin(&p, "bp", &slow, "parries=0");
    assert_int_equal(p.pool.n_jobs, 2);
    assert_int_equal(p.h.lobby.stats.bots_failed, 1);
    assert_int_equal(room->n_moves, 1);
    for (unsigned i = 0; i < 3; i++)
        sem_post(&gate);
    close_place(&p);
}

static void time_that_is_turned_waits_for_a_bot(void **unused)
{
    const char *const winds[] = {"{'type':'wind','ms':10000}",
                                 "{'type':'wind','ms':10000,'jump':true}"};

    (void)unused;
    for (unsigned i = 0; i < 2; i++) {
        cr_room *room;
        place p;

        open_place(&p);
        p.h.lobby.config.is_test = true;
        room = begin(&p, "bp", &slow, "parries=0");
        host_attach(&p.h, 0, 1, -1);
        wait_until_thinking(1);
        host_send(&p.h, 0, winds[i]);
        host_turn(&p.h);
        assert_lacks(host_take(&p.h, 0), "wound");
        assert_int_equal(room->n_moves, 0);
        sem_post(&gate);
        uv_run(&p.loop, UV_RUN_DEFAULT);
        host_turn(&p.h);
        assert_has(host_take(&p.h, 0), "wound");
        assert_int_equal(room->turned_ms, 10000);
        assert_int_equal(p.h.lobby.stats.bot_moves, 1);
        assert_int_equal(p.h.lobby.stats.bots_late + p.h.lobby.stats.bots_failed, 0);
        close_place(&p);
    }
}

static void who_has_no_answer_plays_the_default(void **unused)
{
    const cr_bot *const bots[] = {&silent, &cheater};

    (void)unused;
    for (unsigned i = 0; i < 2; i++) {
        cr_room *room;
        place p;

        open_place(&p);
        room = begin(&p, "bb", bots[i], "parries=0 target=1");
        while (!room->is_over) {
            uv_run(&p.loop, UV_RUN_DEFAULT);
            host_turn(&p.h);
        }
        assert_int_equal(p.h.lobby.stats.bots_failed, room->n_moves);
        assert_int_equal(p.h.lobby.stats.bots_late, 0);
        close_place(&p);
    }
}

static void nothing_is_left_hanging_at_a_stop(void **unused)
{
    place p;

    (void)unused;
    open_place(&p);
    for (unsigned i = 0; i < 20; i++)
        begin(&p, "bp", &slow, "parries=0");
    wait_until_thinking(THREADS);
    assert_int_equal(p.pool.n_jobs, 20);
    p.h.lobby.is_stopping = true;
    net_pool_stop(&p.pool);
    while (p.pool.n_jobs > THREADS)
        uv_run(&p.loop, UV_RUN_ONCE);
    assert_int_equal(n_thinking, THREADS); /* the others never began */
    for (unsigned i = 0; i < THREADS; i++)
        sem_post(&gate);
    uv_run(&p.loop, UV_RUN_DEFAULT);
    host_turn(&p.h);
    /* And nothing was played behind the stop. */
    assert_int_equal(p.h.lobby.stats.bot_moves, 0);
    close_place(&p);
}

static void a_room_may_go_while_its_bot_thinks(void **unused)
{
    place p;

    (void)unused;
    open_place(&p);
    begin(&p, "bp", &slow, "parries=0");
    wait_until_thinking(1);
    for (unsigned i = 0; i < HOST_SESSIONS; i++)
        cr_session_close(&p.h.sessions[i]);
    cr_lobby_release(&p.h.lobby);
    sem_post(&gate);
    uv_run(&p.loop, UV_RUN_DEFAULT);
    assert_int_equal(p.pool.n_jobs, 0);
    net_pool_close(&p.pool);
    uv_run(&p.loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&p.loop), 0);
    cr_wire_release(&p.h.wire);
    p.h.store->close(p.h.store);
    sem_destroy(&gate);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches_are_played_from_other_threads),
        cmocka_unit_test(the_loop_does_not_wait_for_a_bot),
        cmocka_unit_test(who_takes_too_long_plays_the_default),
        cmocka_unit_test(a_late_thought_that_was_not_begun_is_dropped),
        cmocka_unit_test(with_too_many_thoughts_bots_play_the_default),
        cmocka_unit_test(time_that_is_turned_waits_for_a_bot),
        cmocka_unit_test(who_has_no_answer_plays_the_default),
        cmocka_unit_test(nothing_is_left_hanging_at_a_stop),
        cmocka_unit_test(a_room_may_go_while_its_bot_thinks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
