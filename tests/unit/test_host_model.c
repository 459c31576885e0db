/* The host against its model: random scripts of people who come, go, pause, fall silent and answer, of clocks that run, of
 * restarts and a store that fails. What fails is shrunk to the few steps that matter and printed as sentences.
 *
 *     test_host_model [COUNT [FIRST]]     so many scripts, from this number on; a script is made from its number alone
 *
 * support/model.h says what is compared, support/script.h has the scripts, support/world.h the host they are played on. */
#include "support/world.h"

#include <stdio.h>
#include <stdlib.h>

enum { FAULTS = 8 };

/* ---- steps ---- */

/* The room was read from the store. A clock that ran when the program ended stood since it was last known alive. */
static void loaded(uint64_t alive_ms)
{
    model_sync(&world.m);
    model_loaded(&world.m);
    world.m.asleep_ms = 0;
    for (unsigned i = 0; i < MODEL_REQUESTS; i++)
        world.m.requests[i].is_open = false;
    if (alive_ms < world.m.state->now_ms)
        alive_ms = world.m.state->now_ms;
    if (world.m.has_begun && cr_due(world.m.state) != UINT64_MAX && alive_ms < world.clock.at_ms) {
        world.m.asleep_ms = alive_ms;
        world.m.woken_ms = world.clock.at_ms;
        world.m.has_slept = false;
    }
    model_pass(&world.m);
}

/* The room, read from the store if need be. */
static cr_room *find_room(void)
{
    cr_room *room = model_room(&world.m);
    cr_trouble trouble;

    if (room)
        return room;
    room = cr_lobby_find(&world.lobby, world.m.match, &trouble);
    if (!room && trouble != CR_TROUBLE_NOT_STORED)
        model_complain(&world.m, "the match is not found again: %s", cr_trouble_name(trouble));
    if (room)
        loaded(world.lobby.alive_ms);
    return room;
}

static void go(unsigned peer)
{
    if (!world.m.peers[peer].is_there)
        return;
    model_went(&world.m, peer);
    cr_room_detach(&world.peers[peer]);
}

static void come(const step *t, bool is_back)
{
    unsigned at = t->what % (world.m.n_seats + 1u);
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
    if (at < world.m.n_seats && world.m.seats[at].kind == CR_SEAT_PERSON &&
        memcmp(world.m.seats[at].token, none, CR_TOKEN) != 0) {
        viewer = (uint8_t)at;
        token = world.m.seats[at].token;
    }
    model_sync(&world.m);
    n = world.m.n_told[viewer < CR_SEATS_MAX ? viewer : CR_SEATS_MAX];
    seen = is_back && n ? t->ms % (n + 1) : n;
    model_came(&world.m, t->peer, viewer, seen);
    world.peers[t->peer].wants = CR_WANTS_VIEW;
    trouble = cr_room_attach(room, &world.peers[t->peer], token, is_back ? &seen : NULL);
    if (trouble) {
        if (trouble != CR_TROUBLE_NOT_STORED)
            model_complain(&world.m, "who has a seat is not let in: %s", cr_trouble_name(trouble));
        model_went(&world.m, t->peer);
        return;
    }
    if (viewer < world.m.n_seats) {
        world.m.seats[viewer].heard_ms = world.clock.at_ms;
        if (world.m.game->room && model_may_pause(&world.m, world.m.game->room->silent_reason) &&
            !(world.m.seats[viewer].own >> world.m.game->room->silent_reason & 1))
            model_wants(&world.m, world.m.game->room->silent_reason, false);
    }
}

static void forge(const step *t)
{
    cr_room *room = find_room();
    uint8_t token[CR_TOKEN];
    cr_peer peer = {0};

    if (!room || world.m.seats[t->what % world.m.n_seats].kind != CR_SEAT_PERSON)
        return;
    memcpy(token, world.m.seats[t->what % world.m.n_seats].token, CR_TOKEN);
    token[t->ms % CR_TOKEN] ^= 1;
    if (cr_room_attach(room, &peer, token, NULL) != CR_TROUBLE_BAD_TOKEN) {
        model_complain(&world.m, "a token that differs in byte %u opens the seat",
                       (unsigned)(t->ms % CR_TOKEN));
        cr_room_detach(&peer);
    }
}

/* What this connection could send: one of the moves its seat is offered, by what it has been shown. */
static bool choose(const step *t, char *text, size_t cap, cr_move *move)
{
    uint8_t viewer = world.m.peers[t->peer].viewer;
    cr_move moves[64];
    size_t n;

    if (!world.m.peers[t->peer].is_there || viewer >= world.m.n_seats || !world.m.has_begun ||
        world.m.state->is_over)
        return false;
    n = cr_offers_list(world.m.game, world.m.state, viewer, moves, CR_COUNT_OF(moves), NULL);
    if (!n)
        return false;
    *move = moves[t->what % n];
    cr_move_print(world.m.game, move, text, cap);
    return true;
}

static void send(const step *t, uint32_t id, uint32_t ticket, const char *text, const cr_move *move)
{
    uint8_t viewer = world.m.peers[t->peer].viewer;
    model_request *r = world.m.requests;
    cr_trouble trouble;

    while (r < world.m.requests + MODEL_REQUESTS && r->is_open)
        r++;
    if (r == world.m.requests + MODEL_REQUESTS)
        return;
    *r = (model_request){true, false, viewer, t->peer, id, world.clock.at_ms, *move};
    r->move.ticket = ticket;
    r->move.seat = viewer;
    trouble = cr_room_move(&world.peers[t->peer], viewer, id, ticket, text);
    if (trouble)
        r->is_open = false;
    if (!model_plays(&world.m, t->peer) && trouble != CR_TROUBLE_ELSEWHERE &&
        (r->is_open || !world.m.game->room || !world.m.game->room->elsewhere.code))
        model_complain(&world.m, "connection %u does not play and may move", t->peer);
    if (model_plays(&world.m, t->peer) && trouble && trouble != CR_TROUBLE_NOT_STORED)
        model_complain(&world.m, "connection %u may not move: %s", t->peer,
                       cr_trouble_name(trouble));
    if (trouble == CR_TROUBLE_NOT_STORED && !world.m.lenient_ms && !world.faults.fail_append &&
        !world.faults.refuse_append && !world.faults.fail_from)
        model_complain(&world.m, "connection %u is told NOT_STORED by a store that is well",
                       t->peer);
}

static void move(const step *t)
{
    char text[256];
    cr_move chosen;

    if (choose(t, text, sizeof text, &chosen))
        send(t, ++world.m.seats[chosen.seat].next_id, world.m.state->q.ticket, text, &chosen);
}

/* The last move once more, as after a broken connection: it counts once. */
static void again(const step *t)
{
    uint8_t viewer = world.m.peers[t->peer].viewer;
    cr_trouble trouble;
    uint32_t id;

    if (!model_plays(&world.m, t->peer) || !world.m.has_begun || world.m.state->is_over)
        return;
    id = world.m.seats[viewer].next_id;
    for (unsigned i = 0; i < MODEL_REQUESTS; i++) {
        model_request *r = &world.m.requests[i];

        if (!r->is_open || r->seat != viewer || r->id != id)
            continue;
        r->peer = t->peer;
        trouble = cr_room_move(&world.peers[t->peer], viewer, id, r->move.ticket, "?");
        if (trouble && trouble != CR_TROUBLE_NOT_STORED)
            model_complain(&world.m, "connection %u may not send again: %s", t->peer,
                           cr_trouble_name(trouble));
        return;
    }
    if (id && id <= world.m.seats[viewer].last_id)
        (void)cr_room_move(&world.peers[t->peer], viewer, id, 1, "?");
}

static void wrong(const step *t)
{
    char text[256];
    cr_move chosen;

    if (!choose(t, text, sizeof text, &chosen))
        return;
    if (t->what & 1)
        send(t, ++world.m.seats[chosen.seat].next_id, world.m.state->q.ticket, "no such move",
             &chosen);
    else
        send(t, ++world.m.seats[chosen.seat].next_id, world.m.state->q.ticket + 1 + t->what, text,
             &chosen);
}

static void check(const step *t)
{
    char text[256];
    cr_move chosen;

    if (choose(t, text, sizeof text, &chosen) && model_plays(&world.m, t->peer) &&
        cr_room_check(&world.peers[t->peer], 1, world.m.state->q.ticket, text))
        model_complain(&world.m, "connection %u may not ask", t->peer);
}

/* By a reason of the game's own, or the pause that all agree on. */
static void pause(const step *t, bool is_on)
{
    uint8_t viewer = world.m.peers[t->peer].viewer;
    const cr_room_rules *rules = world.m.game->room;
    unsigned reason = t->what % 4;
    const cr_state *look;
    cr_trouble trouble;

    if (!model_plays(&world.m, t->peer) || !world.m.has_begun || world.m.state->is_over)
        return;
    if (reason < 2 && rules && world.m.game->reasons) {
        trouble = cr_room_pause(&world.peers[t->peer], world.m.game->reasons[reason], is_on);
        if ((trouble == CR_TROUBLE_BAD_REASON) == model_may_pause(&world.m, reason))
            model_complain(&world.m, "reason %u is %s", reason, trouble ? "refused" : "taken");
        look = world.peers[t->peer].room->ahead ? world.peers[t->peer].room->ahead
                                                : world.peers[t->peer].room->state;
        if (!trouble && look->is_over)
            model_may_want(&world.m, reason, is_on);
        else if (!trouble) {
            world.m.seats[viewer].own =
                (uint16_t)(is_on ? world.m.seats[viewer].own | CR_BIT(reason)
                                 : world.m.seats[viewer].own & ~CR_BIT(reason));
            model_wants(&world.m, reason, is_on);
        }
        return;
    }
    trouble = cr_room_pause(&world.peers[t->peer], NULL, is_on);
    if (trouble && trouble != CR_TROUBLE_NOT_STORED)
        model_complain(&world.m, "a pause is refused: %s", cr_trouble_name(trouble));
    look = world.peers[t->peer].room->ahead ? world.peers[t->peer].room->ahead
                                            : world.peers[t->peer].room->state;
    reason = rules ? rules->host_reason : 15;
    if (trouble)
        return;          /* nothing has changed */
    if (look->is_over) { /* perhaps before the pause, perhaps behind it */
        model_may_want(&world.m, reason, is_on);
        return;
    }
    world.m.seats[viewer].wants_pause = is_on;
    for (unsigned i = 0; i < world.m.n_seats; i++) {
        if (!is_on)
            world.m.seats[i].wants_pause = false;
        for (unsigned k = 0; k < MODEL_PEERS; k++)
            if (world.m.peers[k].is_there && world.m.peers[k].viewer == i &&
                !world.m.seats[i].wants_pause && is_on)
                return; /* somebody who is here has not agreed */
    }
    model_wants(&world.m, reason, is_on);
}

static void hear(const step *t)
{
    const cr_room_rules *rules = world.m.game->room;

    if (!model_plays(&world.m, t->peer))
        return;
    cr_room_heard(&world.peers[t->peer]);
    if (!rules)
        return;
    world.m.seats[world.m.peers[t->peer].viewer].heard_ms = world.clock.at_ms;
    if (model_may_pause(&world.m, rules->silent_reason) &&
        !(world.m.seats[world.m.peers[t->peer].viewer].own >> rules->silent_reason & 1))
        model_wants(&world.m, rules->silent_reason, false);
}

static void change_seats(const step *t)
{
    cr_room *room = find_room();
    uint8_t seat = CR_SEATS_MAX;
    cr_trouble trouble;

    if (!room || world.is_waiting)
        return;
    world.waiter.done = world_seat_told;
    if (t->kind == STEP_JOIN) {
        trouble = cr_room_join(room, "J", false, &seat, world.token, &world.waiter);
        if (!trouble) {
            world.m.seats[seat].claim = 'j';
            memcpy(world.m.seats[seat].token, world.token, CR_TOKEN);
        }
    } else if (t->kind == STEP_FILL) {
        trouble = cr_room_fill(room, cr_bot_find("random", world.m.game), &world.waiter);
        for (unsigned i = 0; i < world.m.n_seats; i++)
            if (room->seats[i].is_claimed)
                world.m.seats[i].claim = 'f';
    } else {
        if (!model_plays(&world.m, t->peer))
            return;
        seat = world.m.peers[t->peer].viewer;
        trouble = cr_room_leave(&world.peers[t->peer], &world.waiter);
        if (!trouble && !world.m.seats[seat].claim)
            world.m.seats[seat].claim = 'l';
    }
    world.is_waiting = world.waiter.pending != NULL;
}

/* The program ends, with or without the last entries on disk, and begins again after a while. */
static void restart(const step *t)
{
    uint64_t alive_ms = world.store->alive_ms(world.store);
    cr_pace pace = world.lobby.config.pace;
    cr_woken woken;
    bool was_unread = world.m.is_unread, is_named;

    if (t->what & 1)
        world.store->flush(world.store); /* on disk, and nobody was told */
    for (unsigned i = 0; i < MODEL_PEERS; i++)
        if (world.m.peers[i].is_there)
            model_went(&world.m, i);
    cr_waiter_cancel(&world.waiter);
    world.is_waiting = false;
    world_end_program();
    memset(world.peers, 0, sizeof world.peers);
    world.clock.at_ms += t->ms;
    world_begin_program(alive_ms, pace);
    world.faults.fail_unfinished = t->what % 8 == 3;
    is_named = cr_lobby_wake(&world.lobby, &woken) == CR_ERR_OK;
    world.faults.fail_unfinished = false;
    world.m.is_unread = !model_room(&world.m);
    if (is_named && !was_unread && world.m.is_unread && !world.m.state->is_over && !(t->what & 1) &&
        !world.faults.fail_read)
        model_complain(&world.m, "the match is not there after a restart");
    model_sync(&world.m);
    if (!world.m.is_unread)
        loaded(alive_ms);
}

static void run_step(const step *t)
{
    uint64_t until = world.clock.at_ms, due = model_due(&world.m), before = world.faults.appends,
             next;
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
        world.clock.at_ms += t->ms;
        until = world.clock.at_ms;
        if (world.m
                .lenient_ms) /* what was lost is tried again, and thought about, with the next call */
            world.m.asked_ms = until;
        break;
    case STEP_RESTART:
        restart(t);
        until = world.clock.at_ms;
        break;
    case STEP_FAULT:
        *(t->what % 4 == 0   ? &world.faults.refuse_append
          : t->what % 4 == 1 ? &world.faults.fail_append
          : t->what % 4 == 2 ? &world.faults.fail_from
                             : &world.faults.fail_read) =
            (t->what % 4 == 3 ? world.faults.reads : world.faults.appends) + 1 + t->what / 4 % 3;
        break;
    case STEP_MEND:
        world.faults.refuse_append = world.faults.fail_append = world.faults.fail_from =
            world.faults.fail_read = 0;
        break;
    case STEP_KINDS:
        break;
    }
    world_notice_faults(before);
    if (world.m.fault[0])
        return;
    next = world_run_loop(until, t->disk);
    world.store->stats(world.store, &stats);
    if (!world.m.fault[0] && !stats.waiting)
        model_rest(&world.m, next);
}

/* ---- running, shrinking, telling ---- */

/* Plays a script; false if something does not hold, then world.m.fault says what and *at behind which step. */
static bool run_script(const script *s, unsigned *at, bool is_traced)
{
    world_open(s);
    world.m.is_traced = is_traced;
    for (*at = 0; *at < s->n && !world.m.fault[0]; ++*at) {
        if (is_traced)
            script_print_step(&s->steps[*at]);
        run_step(&s->steps[*at]);
    }
    world_close();
    return !world.m.fault[0];
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

    return !run_script(s, &at, false) && is_same_fault(fault, world.m.fault);
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
    char fault[sizeof world.m.fault];
    unsigned at;

    snprintf(fault, sizeof fault, "%s", world.m.fault);
    shrink(s, fault);
    printf("script %llu: %s, seats %s, %s, %u other matches, bots %s; from %u on:\n",
           (unsigned long long)s->number, script_tables[s->table].game,
           script_tables[s->table].seats, script_tables[s->table].options, s->n_others,
           s->pace ? "calm" : "instant", WORLD_START_MS);
    (void)run_script(s, &at, true);
    printf("  %s\nagain: build-dev/tests/test_host_model 1 %llu\n", world.m.fault,
           (unsigned long long)s->number);
}

int main(int argc, char **argv)
{
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 2000,
             first = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    static char faults[FAULTS][sizeof world.m.fault];
    unsigned n_failed = 0, at;
    script s;

    for (uint64_t i = first; i < first + count && n_failed < FAULTS; i++) {
        bool is_known = false;

        script_make(&s, i);
        if (run_script(&s, &at, false))
            continue;
        for (unsigned k = 0; k < n_failed; k++)
            is_known |= is_same_fault(faults[k], world.m.fault);
        if (is_known)
            continue;
        memcpy(faults[n_failed++], world.m.fault, sizeof world.m.fault);
        s.n = at; /* what comes behind is not needed */
        report(&s);
    }
    free(world.m.state);
    printf("%llu scripts, %u faults\n", (unsigned long long)count, n_failed);
    return n_failed ? 1 : 0;
}
