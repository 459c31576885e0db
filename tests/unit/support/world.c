#include "support/world.h"

#include <stdio.h>
#include <stdlib.h>

enum { GRACE_MS = 60000, CLOSE_MS = 600000, CALLS_MAX = 5000 };

host_world world;

static unsigned number_of(const cr_peer *peer)
{
    return (unsigned)(peer - world.peers);
}

static void emit_attached(cr_voice *voice, cr_peer *peer)
{
    (void)voice;
    model_attached(&world.m, number_of(peer), peer);
}

static void emit_nothing(cr_voice *voice, cr_peer *peer)
{
    (void)voice, (void)peer;
    model_sync(&world.m);
}

static void emit_state(cr_voice *voice, cr_peer *peer)
{
    (void)voice;
    model_state(&world.m, number_of(peer), peer);
}

static void emit_update(cr_voice *voice, cr_peer *peer, const cr_update *update)
{
    (void)voice;
    model_update(&world.m, number_of(peer), update);
}

static void emit_ack(cr_voice *voice, cr_peer *peer, uint32_t id)
{
    (void)voice;
    model_ack(&world.m, number_of(peer), id);
}

static void emit_refused(cr_voice *voice, cr_peer *peer, const cr_verdict *v)
{
    (void)voice;
    model_refused(&world.m, number_of(peer), v->id, &v->move, v->refusal);
}

static void emit_checked(cr_voice *voice, cr_peer *peer, const cr_verdict *v)
{
    (void)voice, (void)peer;
    model_checked(&world.m, &v->move, v->refusal);
}

static void emit_signal(cr_voice *voice, cr_peer *peer, uint8_t seat, const char *word)
{
    (void)voice, (void)peer, (void)seat, (void)word;
}

static void emit_plays(cr_voice *voice, cr_peer *peer, bool plays)
{
    (void)voice;
    world.m.peers[number_of(peer)].is_idle = !plays;
}

static void emit_tick(cr_voice *voice, cr_peer *peer, const cr_tick *tick)
{
    (void)voice, (void)peer;
    model_tick(&world.m, tick);
}

static void emit_trouble(cr_voice *voice, cr_peer *peer, uint32_t id, cr_trouble trouble)
{
    (void)voice;
    if (trouble == CR_TROUBLE_NOT_STORED)
        model_lost(&world.m, number_of(peer), id);
}

void world_seat_told(cr_waiter *waiter, cr_room *room, cr_trouble trouble)
{
    (void)waiter, (void)room;
    model_sync(&world.m);
    world.is_waiting = false;
    for (unsigned i = 0; trouble && i < world.m.n_seats; i++)
        world.m.seats[i].claim = 0;
}

void world_begin_program(uint64_t alive_ms, cr_pace pace)
{
    cr_store *inner = cr_store_memory_share(world.shared);

    inner->beat(inner, alive_ms);
    world.store = cr_store_faulty_open(inner, &world.faults);
    if (cr_lobby_init(&world.lobby, &(cr_lobby_config){.store = world.store,
                                                       .clock = &world.clock.clock,
                                                       .voice = &world.voice,
                                                       .grace_ms = GRACE_MS,
                                                       .close_ms = CLOSE_MS,
                                                       .rooms_max = 100,
                                                       .pace = pace,
                                                       .absent_bot = "random"}))
        abort();
    /* Bots make the same choices in every run, and at the same times. */
    cr_rng_init(&world.lobby.rng, (const uint8_t[32]){1}, 0);
    cr_rng_init(&world.lobby.pace_rng, (const uint8_t[32]){1}, 1);
}

void world_end_program(void)
{
    cr_lobby_release(&world.lobby);
    world.store->close(world.store);
}

void world_notice_faults(uint64_t before)
{
    const cr_faults *f = &world.faults;

    world.is_failing |= (f->fail_append > before && f->fail_append <= f->appends) ||
                        (f->refuse_append > before && f->refuse_append <= f->appends) ||
                        (f->fail_from && f->appends > before && f->appends >= f->fail_from);
    if (world.is_failing)
        world.m.lenient_ms = world.m.asked_ms = world.clock.at_ms + 1000;
}

void world_work_disk(void)
{
    cr_store_stats stats;
    uint64_t before = world.faults.appends;

    world_notice_faults(before);
    do {
        world.store->flush(world.store);
        cr_lobby_collect(&world.lobby);
        world.store->stats(world.store, &stats);
    } while (stats.waiting);
    world.is_failing = false;
    world_notice_faults(before);
    world.is_failing = false;
    model_sync(&world.m);
    model_pass(&world.m);
}

uint64_t world_run_loop(uint64_t until_ms, bool disk)
{
    uint64_t next = 0;

    for (unsigned calls = 0; !world.m.fault[0]; calls++) {
        uint64_t before = world.faults.appends;

        if (calls == CALLS_MAX) {
            model_complain(&world.m, "the loop does not come to rest");
            return next;
        }
        next = cr_lobby_tick(&world.lobby);
        world_notice_faults(before);
        model_pass(&world.m);
        if (cr_lobby_has_clocks(&world.lobby) &&
            !world.m.lenient_ms) /* a beat is a commit like any other */
            world.store->beat(world.store, world.clock.at_ms);
        if (disk) {
            world_work_disk();
            next = cr_lobby_tick(&world.lobby);
        }
        if (next <= world.clock.at_ms)
            next = world.clock.at_ms + 1;
        if (next > until_ms) {
            if (world.clock.at_ms == until_ms)
                break;
            next = until_ms;
        }
        world.clock.at_ms = next;
        model_pass(&world.m);
    }
    return next;
}

static void open_table(unsigned table, uint64_t seed, cr_room **room,
                       uint8_t tokens[CR_SEATS_MAX][CR_TOKEN])
{
    const char *seats = script_tables[table].seats;
    cr_span in = cr_span_of(script_tables[table].options);

    world.order = (cr_order){.game = cr_game_find(script_tables[table].game), .patience = 3};
    cr_setup_init(world.order.game, &world.order.setup);
    cr_setup_pin(&world.order.setup, seed);
    world.order.setup.n_seats = (uint8_t)strlen(seats);
    while (!cr_span_is_empty(&in)) {
        cr_span word = cr_span_word(&in);
        char text[64], *sign;

        snprintf(text, sizeof text, "%.*s", (int)(word.end - word.at), word.at);
        sign = strchr(text, '=');
        *sign = 0;
        if (cr_setup_option(world.order.game, &world.order.setup, text, sign + 1))
            abort();
    }
    for (unsigned i = 0; seats[i]; i++) {
        world.order.sitters[i].kind = seats[i] == 'p'   ? CR_SEAT_PERSON
                                      : seats[i] == 'b' ? CR_SEAT_BOT
                                                        : CR_SEAT_OPEN;
        if (seats[i] == 'b')
            world.order.sitters[i].bot = cr_bot_find("random", world.order.game);
    }
    if (cr_lobby_create(&world.lobby, &world.order, NULL, NULL, tokens, room))
        abort();
}

void world_open(const script *s)
{
    uint8_t tokens[CR_SEATS_MAX][CR_TOKEN] = {0};
    cr_state *state = world.m.state;
    cr_room *room, *other;

    memset(world.peers, 0, sizeof world.peers);
    world.voice = (cr_voice){emit_attached, emit_nothing, emit_state,   emit_update,
                             emit_ack,      emit_refused, emit_checked, emit_signal,
                             emit_plays,    emit_tick,    emit_nothing, emit_trouble};
    world.faults = (cr_faults){0};
    world.is_waiting = world.is_failing = false;
    cr_clock_fake_init(&world.clock, WORLD_START_MS);
    world.shared = cr_store_memory_open();
    world_begin_program(0, (cr_pace)s->pace);
    for (unsigned i = 0; i < s->n_others;
         i++) /* whose times the lobby has to keep apart from ours */
        open_table(0, i, &other, tokens);
    open_table(s->table, s->number, &room, tokens);

    /* Without the updates: there are many, and those that count are written first. */
    memset(&world.m, 0, offsetof(model, told));
    memset(world.m.n_told, 0, sizeof world.m - offsetof(model, n_told));
    world.m.lobby = &world.lobby;
    world.m.disk = world.shared;
    world.m.clock = &world.clock;
    world.m.game = world.order.game;
    world.m.setup = world.order.setup;
    world.m.n_seats = world.order.setup.n_seats;
    world.m.patience = world.order.patience;
    world.m.quiet_ms = WORLD_START_MS;
    world.m.state = realloc(state, world.m.game->state_size);
    memset(world.m.state, 0, world.m.game->state_size);
    cr_feed_init(&world.m.feed, world.m.events, CR_COUNT_OF(world.m.events));
    memcpy(world.m.match, room->match, CR_MATCH_ID);
    for (unsigned i = 0; i < world.m.n_seats; i++) {
        world.m.seats[i].kind = world.order.sitters[i].kind;
        world.m.seats[i].away_ms = world.m.seats[i].heard_ms = WORLD_START_MS;
        memcpy(world.m.seats[i].token, tokens[i], CR_TOKEN);
    }
    world_work_disk();
}

void world_close(void)
{
    world_end_program();
    world.shared->close(world.shared);
}
