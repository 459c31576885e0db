/* The host against its model: random scripts of people who come, go, pause, fall silent and answer, of clocks that run, of
 * restarts and a store that fails. What fails is shrunk to the few steps that matter and printed as sentences.
 *
 *     test_host_model [COUNT [FIRST]]     so many scripts, from this number on; a script is made from its number alone
 *
 * support/model.h says what is compared. */
#include "support/model.h"

#include "kernel/rng.h"
#include "store/stores.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    STEPS = 40,
    START_MS = 1000000,
    GRACE_MS = 60000,
    CLOSE_MS = 600000,
    CALLS_MAX = 5000,
    OTHERS = 5,
    FAULTS = 8
};

/* ---- scripts ---- */

typedef enum {
    STEP_COME,
    STEP_BACK, /* with the number of the last update it saw */
    STEP_FORGE,
    STEP_GO,
    STEP_MOVE,
    STEP_AGAIN,
    STEP_WRONG,
    STEP_CHECK,
    STEP_PAUSE,
    STEP_RESUME,
    STEP_HEARD,
    STEP_JOIN,
    STEP_FILL,
    STEP_LEAVE,
    STEP_DUE,
    STEP_BEFORE,
    STEP_WAIT,
    STEP_JUMP,
    STEP_RESTART,
    STEP_FAULT,
    STEP_MEND,
    STEP_KINDS
} step_kind;

/* disk: it works behind this step; otherwise what was appended is still on its way. */
typedef struct {
    uint8_t kind, peer, what, disk;
    uint32_t ms;
} step;

/* To add a table, add a row: game, seats (p person, b bot, o open), options. */
static const struct {
    const char *game, *seats, *options;
} tables[] = {
    {"duel", "pp", "parries=1 target=2 time=5000"},
    {"duel", "pb", "parries=0 target=2 time=3000"},
    {"duel", "po", "parries=1 target=1 time=2500"},
    {"duel", "pp", "parries=0 target=3"},
    {"classic-battle", "pb", "length=1"},
    {"classic-battle", "pb",
     "length=2 chooser=alternate statTimer=4000 delayMin=1500 delayMax=2000 cooldown=4000"},
    {"classic-battle", "pb", "matches=0 statTimer=none autoContinue=off"},
    {"classic-battle", "pb",
     "matches=0 chooser=alternate startCountdown=0 cooldown=0 reveal=0 statTimer=4000 "
     "delayMin=1500 "
     "delayMax=2000"},
    {"classic-battle", "pp", "length=1 statTimer=5000 opponent=person"},
    {"liap-tui", "ppbo", ""},
    {"imposter-kings", "ppb", ""},
};

typedef struct {
    uint64_t number;
    uint8_t table, n_others, pace;
    unsigned n;
    step steps[STEPS];
} script;

/* How often each step comes, out of the sum. */
static const uint8_t weights[STEP_KINDS] = {
    [STEP_COME] = 14,  [STEP_BACK] = 6,  [STEP_FORGE] = 1, [STEP_GO] = 9,      [STEP_MOVE] = 26,
    [STEP_AGAIN] = 3,  [STEP_WRONG] = 4, [STEP_CHECK] = 5, [STEP_PAUSE] = 7,   [STEP_RESUME] = 5,
    [STEP_HEARD] = 4,  [STEP_JOIN] = 3,  [STEP_FILL] = 1,  [STEP_LEAVE] = 1,   [STEP_DUE] = 12,
    [STEP_BEFORE] = 4, [STEP_WAIT] = 10, [STEP_JUMP] = 4,  [STEP_RESTART] = 3, [STEP_FAULT] = 4,
    [STEP_MEND] = 3};

static void make_script(script *s, uint64_t number)
{
    static const uint32_t times[] = {1,    199,  200,   201,   400,   1000,
                                     1500, 3000, 10000, 30000, 60000, 600000};
    uint32_t sum = 0;
    cr_setup setup;
    cr_rng rng;

    cr_setup_init(cr_game_find("duel"), &setup);
    cr_setup_pin(&setup, number);
    cr_rng_init(&rng, setup.seed, 1);
    for (unsigned i = 0; i < STEP_KINDS; i++)
        sum += weights[i];
    *s = (script){.number = number, .table = (uint8_t)cr_rng_below(&rng, CR_COUNT_OF(tables))};
    s->n_others = cr_rng_below(&rng, 4) ? 0 : (uint8_t)cr_rng_below(&rng, OTHERS + 1);
    s->pace = cr_rng_below(&rng, 3) ? CR_PACE_USUAL : CR_PACE_CALM;
    s->n = 6 + cr_rng_below(&rng, STEPS - 5);
    for (unsigned i = 0; i < s->n; i++) {
        step *t = &s->steps[i];
        uint32_t drawn = cr_rng_below(&rng, sum);

        while (drawn >= weights[t->kind])
            drawn -= weights[t->kind++];
        t->peer = (uint8_t)cr_rng_below(&rng, MODEL_PEERS);
        t->what = (uint8_t)cr_rng_below(&rng, 64);
        t->disk = cr_rng_below(&rng, 4) != 0;
        t->ms = times[cr_rng_below(&rng, CR_COUNT_OF(times))];
    }
}

/* ---- the host, and the model that listens ---- */

typedef struct {
    cr_voice voice; /* first: what is said comes back to here */
    cr_clock_fake clock;
    cr_store *shared, *store;
    cr_faults faults;
    bool is_failing; /* something is lost, and nobody has been told yet */
    cr_lobby lobby;
    cr_peer peers[MODEL_PEERS];
    cr_waiter waiter;
    uint8_t token[CR_TOKEN]; /* of who joins */
    bool is_waiting;
    cr_order order;
    model m;
} world;

static world w;

static unsigned number_of(const cr_peer *peer)
{
    return (unsigned)(peer - w.peers);
}

static void emit_attached(cr_voice *voice, cr_peer *peer)
{
    (void)voice;
    model_attached(&w.m, number_of(peer), peer);
}

static void emit_nothing(cr_voice *voice, cr_peer *peer)
{
    (void)voice, (void)peer;
    model_sync(&w.m);
}

static void emit_state(cr_voice *voice, cr_peer *peer)
{
    (void)voice;
    model_state(&w.m, number_of(peer), peer);
}

static void emit_update(cr_voice *voice, cr_peer *peer, const cr_update *update)
{
    (void)voice;
    model_update(&w.m, number_of(peer), update);
}

static void emit_ack(cr_voice *voice, cr_peer *peer, uint32_t id)
{
    (void)voice;
    model_ack(&w.m, number_of(peer), id);
}

static void emit_refused(cr_voice *voice, cr_peer *peer, const cr_verdict *v)
{
    (void)voice;
    model_refused(&w.m, number_of(peer), v->id, &v->move, v->refusal);
}

static void emit_checked(cr_voice *voice, cr_peer *peer, const cr_verdict *v)
{
    (void)voice, (void)peer;
    model_checked(&w.m, &v->move, v->refusal);
}

static void emit_signal(cr_voice *voice, cr_peer *peer, uint8_t seat, const char *word)
{
    (void)voice, (void)peer, (void)seat, (void)word;
}

static void emit_plays(cr_voice *voice, cr_peer *peer, bool plays)
{
    (void)voice;
    w.m.peers[number_of(peer)].is_idle = !plays;
}

static void emit_tick(cr_voice *voice, cr_peer *peer, const cr_tick *tick)
{
    (void)voice, (void)peer;
    model_tick(&w.m, tick);
}

static void emit_trouble(cr_voice *voice, cr_peer *peer, uint32_t id, cr_trouble trouble)
{
    (void)voice;
    if (trouble == CR_TROUBLE_NOT_STORED)
        model_lost(&w.m, number_of(peer), id);
}

static void seat_told(cr_waiter *waiter, cr_room *room, cr_trouble trouble)
{
    (void)waiter, (void)room;
    model_sync(&w.m);
    w.is_waiting = false;
    for (unsigned i = 0; trouble && i < w.m.n_seats; i++)
        w.m.seats[i].claim = 0;
}

static void begin_program(uint64_t alive_ms, cr_pace pace)
{
    cr_store *inner = cr_store_memory_share(w.shared);

    inner->beat(inner, alive_ms);
    w.store = cr_store_faulty_open(inner, &w.faults);
    if (cr_lobby_init(&w.lobby, &(cr_lobby_config){.store = w.store,
                                                   .clock = &w.clock.clock,
                                                   .voice = &w.voice,
                                                   .grace_ms = GRACE_MS,
                                                   .close_ms = CLOSE_MS,
                                                   .rooms_max = 100,
                                                   .pace = pace,
                                                   .absent_bot = "random"}))
        abort();
    /* Bots make the same choices in every run, and at the same times. */
    cr_rng_init(&w.lobby.rng, (const uint8_t[32]){1}, 0);
    cr_rng_init(&w.lobby.pace_rng, (const uint8_t[32]){1}, 1);
}

static void end_program(void)
{
    cr_lobby_release(&w.lobby);
    w.store->close(w.store);
}

/* Has an append found the store failing? Then what waits may wait for another second, counted from when that is known. */
static void notice_faults(uint64_t before)
{
    const cr_faults *f = &w.faults;

    w.is_failing |= (f->fail_append > before && f->fail_append <= f->appends) ||
                    (f->refuse_append > before && f->refuse_append <= f->appends) ||
                    (f->fail_from && f->appends > before && f->appends >= f->fail_from);
    if (w.is_failing)
        w.m.lenient_ms = w.m.asked_ms = w.clock.at_ms + 1000;
}

static void work_disk(void)
{
    cr_store_stats stats;
    uint64_t before = w.faults.appends;

    notice_faults(before);
    do {
        w.store->flush(w.store);
        cr_lobby_collect(&w.lobby);
        w.store->stats(w.store, &stats);
    } while (stats.waiting);
    w.is_failing = false;
    notice_faults(before);
    w.is_failing = false;
    model_sync(&w.m);
    model_pass(&w.m);
}

/* The loop, until this time; the disk works in the meantime or does not. Returns when it wants to be called again. */
static uint64_t run_loop(uint64_t until_ms, bool disk)
{
    uint64_t next = 0;

    for (unsigned calls = 0; !w.m.fault[0]; calls++) {
        uint64_t before = w.faults.appends;

        if (calls == CALLS_MAX) {
            model_complain(&w.m, "the loop does not come to rest");
            return next;
        }
        next = cr_lobby_tick(&w.lobby);
        notice_faults(before);
        model_pass(&w.m);
        if (cr_lobby_has_clocks(&w.lobby) &&
            !w.m.lenient_ms) /* a beat is a commit like any other */
            w.store->beat(w.store, w.clock.at_ms);
        if (disk) {
            work_disk();
            next = cr_lobby_tick(&w.lobby);
        }
        if (next <= w.clock.at_ms)
            next = w.clock.at_ms + 1;
        if (next > until_ms) {
            if (w.clock.at_ms == until_ms)
                break;
            next = until_ms;
        }
        w.clock.at_ms = next;
        model_pass(&w.m);
    }
    return next;
}

static void open_table(unsigned table, uint64_t seed, cr_room **room,
                       uint8_t tokens[CR_SEATS_MAX][CR_TOKEN])
{
    const char *seats = tables[table].seats;
    cr_span in = cr_span_of(tables[table].options);

    w.order = (cr_order){.game = cr_game_find(tables[table].game), .patience = 3};
    cr_setup_init(w.order.game, &w.order.setup);
    cr_setup_pin(&w.order.setup, seed);
    w.order.setup.n_seats = (uint8_t)strlen(seats);
    while (!cr_span_is_empty(&in)) {
        cr_span word = cr_span_word(&in);
        char text[64], *sign;

        snprintf(text, sizeof text, "%.*s", (int)(word.end - word.at), word.at);
        sign = strchr(text, '=');
        *sign = 0;
        if (cr_setup_option(w.order.game, &w.order.setup, text, sign + 1))
            abort();
    }
    for (unsigned i = 0; seats[i]; i++) {
        w.order.sitters[i].kind = seats[i] == 'p'   ? CR_SEAT_PERSON
                                  : seats[i] == 'b' ? CR_SEAT_BOT
                                                    : CR_SEAT_OPEN;
        if (seats[i] == 'b')
            w.order.sitters[i].bot = cr_bot_find("random", w.order.game);
    }
    if (cr_lobby_create(&w.lobby, &w.order, NULL, NULL, tokens, room))
        abort();
}

static void open_world(const script *s)
{
    uint8_t tokens[CR_SEATS_MAX][CR_TOKEN] = {0};
    cr_state *state = w.m.state;
    cr_room *room, *other;

    memset(w.peers, 0, sizeof w.peers);
    w.voice = (cr_voice){emit_attached, emit_nothing, emit_state,   emit_update,
                         emit_ack,      emit_refused, emit_checked, emit_signal,
                         emit_plays,    emit_tick,    emit_nothing, emit_trouble};
    w.faults = (cr_faults){0};
    w.is_waiting = w.is_failing = false;
    cr_clock_fake_init(&w.clock, START_MS);
    w.shared = cr_store_memory_open();
    begin_program(0, (cr_pace)s->pace);
    for (unsigned i = 0; i < s->n_others;
         i++) /* whose times the lobby has to keep apart from ours */
        open_table(0, i, &other, tokens);
    open_table(s->table, s->number, &room, tokens);

    /* Without the updates: there are many, and those that count are written first. */
    memset(&w.m, 0, offsetof(model, told));
    memset(w.m.n_told, 0, sizeof w.m - offsetof(model, n_told));
    w.m.lobby = &w.lobby;
    w.m.disk = w.shared;
    w.m.clock = &w.clock;
    w.m.game = w.order.game;
    w.m.setup = w.order.setup;
    w.m.n_seats = w.order.setup.n_seats;
    w.m.patience = w.order.patience;
    w.m.quiet_ms = START_MS;
    w.m.state = realloc(state, w.m.game->state_size);
    memset(w.m.state, 0, w.m.game->state_size);
    cr_feed_init(&w.m.feed, w.m.events, CR_COUNT_OF(w.m.events));
    memcpy(w.m.match, room->match, CR_MATCH_ID);
    for (unsigned i = 0; i < w.m.n_seats; i++) {
        w.m.seats[i].kind = w.order.sitters[i].kind;
        w.m.seats[i].away_ms = w.m.seats[i].heard_ms = START_MS;
        memcpy(w.m.seats[i].token, tokens[i], CR_TOKEN);
    }
    work_disk();
}

static void close_world(void)
{
    end_program();
    w.shared->close(w.shared);
}

/* ---- steps ---- */

/* The room was read from the store. A clock that ran when the program ended stood since it was last known alive. */
static void loaded(uint64_t alive_ms)
{
    model_sync(&w.m);
    model_loaded(&w.m);
    w.m.asleep_ms = 0;
    for (unsigned i = 0; i < MODEL_REQUESTS; i++)
        w.m.requests[i].is_open = false;
    if (alive_ms < w.m.state->now_ms)
        alive_ms = w.m.state->now_ms;
    if (w.m.has_begun && cr_due(w.m.state) != UINT64_MAX && alive_ms < w.clock.at_ms) {
        w.m.asleep_ms = alive_ms;
        w.m.woken_ms = w.clock.at_ms;
        w.m.has_slept = false;
    }
    model_pass(&w.m);
}

/* The room, read from the store if need be. */
static cr_room *find_room(void)
{
    cr_room *room = model_room(&w.m);
    cr_trouble trouble;

    if (room)
        return room;
    room = cr_lobby_find(&w.lobby, w.m.match, &trouble);
    if (!room && trouble != CR_TROUBLE_NOT_STORED)
        model_complain(&w.m, "the match is not found again: %s", cr_trouble_name(trouble));
    if (room)
        loaded(w.lobby.alive_ms);
    return room;
}

static void go(unsigned peer)
{
    if (!w.m.peers[peer].is_there)
        return;
    model_went(&w.m, peer);
    cr_room_detach(&w.peers[peer]);
}

static void come(const step *t, bool is_back)
{
    unsigned at = t->what % (w.m.n_seats + 1u);
    static const uint8_t none[CR_TOKEN];
    uint8_t viewer = CR_SPECTATOR;
    const uint8_t *token = NULL;
    uint32_t n, seen;
    cr_trouble trouble;
    cr_room *room;

    go(t->peer);
    room = find_room();
    if (!room)
        return;
    /* Where nobody can sit any more one can watch. */
    if (at < w.m.n_seats && w.m.seats[at].kind == CR_SEAT_PERSON &&
        memcmp(w.m.seats[at].token, none, CR_TOKEN) != 0) {
        viewer = (uint8_t)at;
        token = w.m.seats[at].token;
    }
    model_sync(&w.m);
    n = w.m.n_told[viewer < CR_SEATS_MAX ? viewer : CR_SEATS_MAX];
    seen = is_back && n ? t->ms % (n + 1) : n;
    model_came(&w.m, t->peer, viewer, seen);
    w.peers[t->peer].wants = CR_WANTS_VIEW;
    trouble = cr_room_attach(room, &w.peers[t->peer], token, is_back ? &seen : NULL);
    if (trouble) {
        if (trouble != CR_TROUBLE_NOT_STORED)
            model_complain(&w.m, "who has a seat is not let in: %s", cr_trouble_name(trouble));
        model_went(&w.m, t->peer);
        return;
    }
    if (viewer < w.m.n_seats) {
        w.m.seats[viewer].heard_ms = w.clock.at_ms;
        if (w.m.game->room && model_may_pause(&w.m, w.m.game->room->silent_reason) &&
            !(w.m.seats[viewer].own >> w.m.game->room->silent_reason & 1))
            model_wants(&w.m, w.m.game->room->silent_reason, false);
    }
}

static void forge(const step *t)
{
    cr_room *room = find_room();
    uint8_t token[CR_TOKEN];
    cr_peer peer = {0};

    if (!room || w.m.seats[t->what % w.m.n_seats].kind != CR_SEAT_PERSON)
        return;
    memcpy(token, w.m.seats[t->what % w.m.n_seats].token, CR_TOKEN);
    token[t->ms % CR_TOKEN] ^= 1;
    if (cr_room_attach(room, &peer, token, NULL) != CR_TROUBLE_BAD_TOKEN) {
        model_complain(&w.m, "a token that differs in byte %u opens the seat",
                       (unsigned)(t->ms % CR_TOKEN));
        cr_room_detach(&peer);
    }
}

/* What this connection could send: one of the moves its seat is offered, by what it has been shown. */
static bool choose(const step *t, char *text, size_t cap, cr_move *move)
{
    uint8_t viewer = w.m.peers[t->peer].viewer;
    cr_move moves[64];
    size_t n;

    if (!w.m.peers[t->peer].is_there || viewer >= w.m.n_seats || !w.m.has_begun ||
        w.m.state->is_over)
        return false;
    n = cr_offers_list(w.m.game, w.m.state, viewer, moves, CR_COUNT_OF(moves), NULL);
    if (!n)
        return false;
    *move = moves[t->what % n];
    cr_move_print(w.m.game, move, text, cap);
    return true;
}

static void send(const step *t, uint32_t id, uint32_t ticket, const char *text, const cr_move *move)
{
    uint8_t viewer = w.m.peers[t->peer].viewer;
    model_request *r = w.m.requests;
    cr_trouble trouble;

    while (r < w.m.requests + MODEL_REQUESTS && r->is_open)
        r++;
    if (r == w.m.requests + MODEL_REQUESTS)
        return;
    *r = (model_request){true, false, viewer, t->peer, id, w.clock.at_ms, *move};
    r->move.ticket = ticket;
    r->move.seat = viewer;
    trouble = cr_room_move(&w.peers[t->peer], viewer, id, ticket, text);
    if (trouble)
        r->is_open = false;
    if (!model_plays(&w.m, t->peer) && trouble != CR_TROUBLE_ELSEWHERE &&
        (r->is_open || !w.m.game->room || !w.m.game->room->elsewhere.code))
        model_complain(&w.m, "connection %u does not play and may move", t->peer);
    if (model_plays(&w.m, t->peer) && trouble && trouble != CR_TROUBLE_NOT_STORED)
        model_complain(&w.m, "connection %u may not move: %s", t->peer, cr_trouble_name(trouble));
    if (trouble == CR_TROUBLE_NOT_STORED && !w.m.lenient_ms && !w.faults.fail_append &&
        !w.faults.refuse_append && !w.faults.fail_from)
        model_complain(&w.m, "connection %u is told NOT_STORED by a store that is well", t->peer);
}

static void move(const step *t)
{
    char text[256];
    cr_move chosen;

    if (choose(t, text, sizeof text, &chosen))
        send(t, ++w.m.seats[chosen.seat].next_id, w.m.state->q.ticket, text, &chosen);
}

/* The last move once more, as after a broken connection: it counts once. */
static void again(const step *t)
{
    uint8_t viewer = w.m.peers[t->peer].viewer;
    cr_trouble trouble;
    uint32_t id;

    if (!model_plays(&w.m, t->peer) || !w.m.has_begun || w.m.state->is_over)
        return;
    id = w.m.seats[viewer].next_id;
    for (unsigned i = 0; i < MODEL_REQUESTS; i++) {
        model_request *r = &w.m.requests[i];

        if (!r->is_open || r->seat != viewer || r->id != id)
            continue;
        r->peer = t->peer;
        trouble = cr_room_move(&w.peers[t->peer], viewer, id, r->move.ticket, "?");
        if (trouble && trouble != CR_TROUBLE_NOT_STORED)
            model_complain(&w.m, "connection %u may not send again: %s", t->peer,
                           cr_trouble_name(trouble));
        return;
    }
    if (id && id <= w.m.seats[viewer].last_id)
        (void)cr_room_move(&w.peers[t->peer], viewer, id, 1, "?");
}

static void wrong(const step *t)
{
    char text[256];
    cr_move chosen;

    if (!choose(t, text, sizeof text, &chosen))
        return;
    if (t->what & 1)
        send(t, ++w.m.seats[chosen.seat].next_id, w.m.state->q.ticket, "no such move", &chosen);
    else
        send(t, ++w.m.seats[chosen.seat].next_id, w.m.state->q.ticket + 1 + t->what, text, &chosen);
}

static void check(const step *t)
{
    char text[256];
    cr_move chosen;

    if (choose(t, text, sizeof text, &chosen) && model_plays(&w.m, t->peer) &&
        cr_room_check(&w.peers[t->peer], 1, w.m.state->q.ticket, text))
        model_complain(&w.m, "connection %u may not ask", t->peer);
}

/* By a reason of the game's own, or the pause that all agree on. */
static void pause(const step *t, bool is_on)
{
    uint8_t viewer = w.m.peers[t->peer].viewer;
    const cr_room_rules *rules = w.m.game->room;
    unsigned reason = t->what % 4;
    const cr_state *look;
    cr_trouble trouble;

    if (!model_plays(&w.m, t->peer) || !w.m.has_begun || w.m.state->is_over)
        return;
    if (reason < 2 && rules && w.m.game->reasons) {
        trouble = cr_room_pause(&w.peers[t->peer], w.m.game->reasons[reason], is_on);
        if ((trouble == CR_TROUBLE_BAD_REASON) == model_may_pause(&w.m, reason))
            model_complain(&w.m, "reason %u is %s", reason, trouble ? "refused" : "taken");
        look = w.peers[t->peer].room->ahead ? w.peers[t->peer].room->ahead
                                            : w.peers[t->peer].room->state;
        if (!trouble && look->is_over)
            model_may_want(&w.m, reason, is_on);
        else if (!trouble) {
            w.m.seats[viewer].own = (uint16_t)(is_on ? w.m.seats[viewer].own | CR_BIT(reason)
                                                     : w.m.seats[viewer].own & ~CR_BIT(reason));
            model_wants(&w.m, reason, is_on);
        }
        return;
    }
    trouble = cr_room_pause(&w.peers[t->peer], NULL, is_on);
    if (trouble && trouble != CR_TROUBLE_NOT_STORED)
        model_complain(&w.m, "a pause is refused: %s", cr_trouble_name(trouble));
    look =
        w.peers[t->peer].room->ahead ? w.peers[t->peer].room->ahead : w.peers[t->peer].room->state;
    reason = rules ? rules->host_reason : 15;
    if (trouble)
        return;          /* nothing has changed */
    if (look->is_over) { /* perhaps before the pause, perhaps behind it */
        model_may_want(&w.m, reason, is_on);
        return;
    }
    w.m.seats[viewer].wants_pause = is_on;
    for (unsigned i = 0; i < w.m.n_seats; i++) {
        if (!is_on)
            w.m.seats[i].wants_pause = false;
        for (unsigned k = 0; k < MODEL_PEERS; k++)
            if (w.m.peers[k].is_there && w.m.peers[k].viewer == i && !w.m.seats[i].wants_pause &&
                is_on)
                return; /* somebody who is here has not agreed */
    }
    model_wants(&w.m, reason, is_on);
}

static void hear(const step *t)
{
    const cr_room_rules *rules = w.m.game->room;

    if (!model_plays(&w.m, t->peer))
        return;
    cr_room_heard(&w.peers[t->peer]);
    if (!rules)
        return;
    w.m.seats[w.m.peers[t->peer].viewer].heard_ms = w.clock.at_ms;
    if (model_may_pause(&w.m, rules->silent_reason) &&
        !(w.m.seats[w.m.peers[t->peer].viewer].own >> rules->silent_reason & 1))
        model_wants(&w.m, rules->silent_reason, false);
}

static void change_seats(const step *t)
{
    cr_room *room = find_room();
    uint8_t seat = CR_SEATS_MAX;
    cr_trouble trouble;

    if (!room || w.is_waiting)
        return;
    w.waiter.done = seat_told;
    if (t->kind == STEP_JOIN) {
        trouble = cr_room_join(room, "J", false, &seat, w.token, &w.waiter);
        if (!trouble) {
            w.m.seats[seat].claim = 'j';
            memcpy(w.m.seats[seat].token, w.token, CR_TOKEN);
        }
    } else if (t->kind == STEP_FILL) {
        trouble = cr_room_fill(room, cr_bot_find("random", w.m.game), &w.waiter);
        for (unsigned i = 0; i < w.m.n_seats; i++)
            if (room->seats[i].is_claimed)
                w.m.seats[i].claim = 'f';
    } else {
        if (!model_plays(&w.m, t->peer))
            return;
        seat = w.m.peers[t->peer].viewer;
        trouble = cr_room_leave(&w.peers[t->peer], &w.waiter);
        if (!trouble && !w.m.seats[seat].claim)
            w.m.seats[seat].claim = 'l';
    }
    w.is_waiting = w.waiter.pending != NULL;
}

/* The program ends, with or without the last entries on disk, and begins again after a while. */
static void restart(const step *t)
{
    uint64_t alive_ms = w.store->alive_ms(w.store);
    cr_pace pace = w.lobby.config.pace;
    cr_woken woken;
    bool was_unread = w.m.is_unread, is_named;

    if (t->what & 1)
        w.store->flush(w.store); /* on disk, and nobody was told */
    for (unsigned i = 0; i < MODEL_PEERS; i++)
        if (w.m.peers[i].is_there)
            model_went(&w.m, i);
    cr_waiter_cancel(&w.waiter);
    w.is_waiting = false;
    end_program();
    memset(w.peers, 0, sizeof w.peers);
    w.clock.at_ms += t->ms;
    begin_program(alive_ms, pace);
    w.faults.fail_unfinished = t->what % 8 == 3;
    is_named = cr_lobby_wake(&w.lobby, &woken) == CR_ERR_OK;
    w.faults.fail_unfinished = false;
    w.m.is_unread = !model_room(&w.m);
    if (is_named && !was_unread && w.m.is_unread && !w.m.state->is_over && !(t->what & 1) &&
        !w.faults.fail_read)
        model_complain(&w.m, "the match is not there after a restart");
    model_sync(&w.m);
    if (!w.m.is_unread)
        loaded(alive_ms);
}

static void run_step(const step *t)
{
    uint64_t until = w.clock.at_ms, due = model_due(&w.m), before = w.faults.appends, next;
    cr_store_stats stats;

    switch ((step_kind)t->kind) {
    case STEP_COME:
    case STEP_BACK:
        come(t, t->kind == STEP_BACK);
        break;
    case STEP_FORGE:
        forge(t);
        break;
    case STEP_GO:
        go(t->peer);
        break;
    case STEP_MOVE:
        move(t);
        break;
    case STEP_AGAIN:
        again(t);
        break;
    case STEP_WRONG:
        wrong(t);
        break;
    case STEP_CHECK:
        check(t);
        break;
    case STEP_PAUSE:
    case STEP_RESUME:
        pause(t, t->kind == STEP_PAUSE);
        break;
    case STEP_HEARD:
        hear(t);
        break;
    case STEP_JOIN:
    case STEP_FILL:
    case STEP_LEAVE:
        change_seats(t);
        break;
    case STEP_DUE:
        until = due == UINT64_MAX || due < until ? until : due;
        break;
    case STEP_BEFORE:
        until = due == UINT64_MAX || due <= until ? until : due - 1;
        break;
    case STEP_WAIT:
        until += t->ms;
        break;
    case STEP_JUMP:
        w.clock.at_ms += t->ms;
        until = w.clock.at_ms;
        if (w.m.lenient_ms) /* what was lost is tried again, and thought about, with the next call */
            w.m.asked_ms = until;
        break;
    case STEP_RESTART:
        restart(t);
        until = w.clock.at_ms;
        break;
    case STEP_FAULT:
        *(t->what % 4 == 0   ? &w.faults.refuse_append
          : t->what % 4 == 1 ? &w.faults.fail_append
          : t->what % 4 == 2 ? &w.faults.fail_from
                             : &w.faults.fail_read) =
            (t->what % 4 == 3 ? w.faults.reads : w.faults.appends) + 1 + t->what / 4 % 3;
        break;
    case STEP_MEND:
        w.faults.refuse_append = w.faults.fail_append = w.faults.fail_from = w.faults.fail_read = 0;
        break;
    case STEP_KINDS:
        break;
    }
    notice_faults(before);
    if (w.m.fault[0])
        return;
    next = run_loop(until, t->disk);
    w.store->stats(w.store, &stats);
    if (!w.m.fault[0] && !stats.waiting)
        model_rest(&w.m, next);
}

/* ---- running, shrinking, telling ---- */

static void print_step(const step *t)
{
    const char *seat = "";

    printf("    ");
    switch ((step_kind)t->kind) {
    case STEP_COME:
    case STEP_BACK:
        printf("connection %u comes to place %u%s", t->peer, t->what,
               t->kind == STEP_BACK ? " with the number of an update" : "");
        break;
    case STEP_FORGE:
        printf("somebody comes to place %u with byte %u of its token changed", t->what,
               (unsigned)(t->ms % CR_TOKEN));
        break;
    case STEP_GO:
        printf("connection %u goes", t->peer);
        break;
    case STEP_MOVE:
        printf("connection %u plays its offer %u", t->peer, t->what);
        break;
    case STEP_AGAIN:
        printf("connection %u sends its last move again", t->peer);
        break;
    case STEP_WRONG:
        printf("connection %u sends a wrong move (%u)", t->peer, t->what);
        break;
    case STEP_CHECK:
        printf("connection %u asks about its offer %u", t->peer, t->what);
        break;
    case STEP_PAUSE:
    case STEP_RESUME:
        seat = t->what % 4 < 2 ? "by a reason of its own" : "by agreement";
        printf("connection %u wants %s, %s (%u)", t->peer,
               t->kind == STEP_PAUSE ? "a pause" : "to go on", seat, t->what % 4);
        break;
    case STEP_HEARD:
        printf("connection %u gives a sign of life", t->peer);
        break;
    case STEP_JOIN:
        printf("somebody joins");
        break;
    case STEP_FILL:
        printf("open seats are filled with bots");
        break;
    case STEP_LEAVE:
        printf("connection %u gives its seat up", t->peer);
        break;
    case STEP_DUE:
    case STEP_BEFORE:
        printf("time passes until %s is due",
               t->kind == STEP_DUE ? "something" : "just before something");
        break;
    case STEP_WAIT:
    case STEP_JUMP:
        printf("%u ms pass%s", t->ms, t->kind == STEP_JUMP ? " without a call" : "");
        break;
    case STEP_RESTART:
        printf("the program ends and begins again after %u ms%s%s", t->ms,
               t->what & 1 ? ", the last entries on disk" : "",
               t->what % 8 == 3 ? ", the store cannot name the match" : "");
        break;
    case STEP_FAULT:
        printf("the store will %s after %u calls",
               t->what % 4 == 0   ? "be full"
               : t->what % 4 == 1 ? "lose an entry"
               : t->what % 4 == 2 ? "lose every entry"
                                  : "fail to read",
               t->what / 4 % 3);
        break;
    case STEP_MEND:
        printf("the store is well");
        break;
    case STEP_KINDS:
        break;
    }
    printf("%s\n", t->disk ? "" : "; the disk does not work yet");
}

/* Plays a script; false if something does not hold, then w.m.fault says what and *at behind which step. */
static bool run_script(const script *s, unsigned *at, bool is_traced)
{
    open_world(s);
    w.m.is_traced = is_traced;
    for (*at = 0; *at < s->n && !w.m.fault[0]; ++*at) {
        if (is_traced)
            print_step(&s->steps[*at]);
        run_step(&s->steps[*at]);
    }
    close_world();
    return !w.m.fault[0];
}

/* The same first words: shrinking must not slip from one fault to another. */
static bool is_same_fault(const char *a, const char *b)
{
    while (*a && *a == *b && !(*a >= '0' && *a <= '9')) {
        a++;
        b++;
    }
    return (*a >= '0' && *a <= '9') || !*a;
}

static bool still_fails(const script *s, const char *fault)
{
    unsigned at;

    return !run_script(s, &at, false) && is_same_fault(fault, w.m.fault);
}

/* Leaves out what can be left out, first many steps at once, and makes the rest plainer. */
static void shrink(script *s, const char *fault)
{
    script less;

    for (unsigned chunk = s->n; chunk; chunk /= 2)
        for (unsigned i = 0; i + chunk <= s->n;) {
            less = *s;
            memmove(less.steps + i, less.steps + i + chunk, (s->n - i - chunk) * sizeof *s->steps);
            less.n -= chunk;
            if (less.n && still_fails(&less, fault))
                *s = less;
            else
                i++;
        }
    less = *s;
    less.n_others = 0;
    if (still_fails(&less, fault))
        *s = less;
    less = *s;
    less.pace = CR_PACE_USUAL;
    if (still_fails(&less, fault))
        *s = less;
    for (unsigned i = 0; i < s->n; i++)
        for (unsigned k = 0; k < 3; k++) {
            less = *s;
            if (k == 0)
                less.steps[i].disk = 1;
            else if (k == 1)
                less.steps[i].what %= 4;
            else
                less.steps[i].peer = 0;
            if (still_fails(&less, fault))
                *s = less;
        }
}

static void report(script *s)
{
    char fault[sizeof w.m.fault];
    unsigned at;

    snprintf(fault, sizeof fault, "%s", w.m.fault);
    shrink(s, fault);
    printf("script %llu: %s, seats %s, %s, %u other matches, bots %s; from %u on:\n",
           (unsigned long long)s->number, tables[s->table].game, tables[s->table].seats,
           tables[s->table].options, s->n_others, s->pace ? "calm" : "instant", START_MS);
    (void)run_script(s, &at, true);
    printf("  %s\nagain: build-dev/tests/test_host_model 1 %llu\n", w.m.fault,
           (unsigned long long)s->number);
}

int main(int argc, char **argv)
{
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 2000,
             first = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    static char faults[FAULTS][sizeof w.m.fault];
    unsigned n_failed = 0, at;
    script s;

    for (uint64_t i = first; i < first + count && n_failed < FAULTS; i++) {
        bool is_known = false;

        make_script(&s, i);
        if (run_script(&s, &at, false))
            continue;
        for (unsigned k = 0; k < n_failed; k++)
            is_known |= is_same_fault(faults[k], w.m.fault);
        if (is_known)
            continue;
        memcpy(faults[n_failed++], w.m.fault, sizeof w.m.fault);
        s.n = at; /* what comes behind is not needed */
        report(&s);
    }
    free(w.m.state);
    printf("%llu scripts, %u faults\n", (unsigned long long)count, n_failed);
    return n_failed ? 1 : 0;
}
