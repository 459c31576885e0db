/* The flow of a match: judge ahead, append, play when it is on disk, show. Who sits where and what happens to those
 * who are away is in seats.c, the log's bytes are in entry.c. */
#include "host/room_inside.h"

#include <stdlib.h>

enum { BOT_MOVES = 64 }; /* in one go: a match among bots alone must not hold up the others */

/* ---- entries on their way ---- */

bool room_enqueue(cr_room *room, const uint8_t *bytes, size_t len, uint32_t flags,
                  const cr_pending *like)
{
    cr_store *store = room->lobby->config.store;
    cr_store_entry entry = {.number = room->number, .flags = flags, .bytes = bytes, .len = len};
    cr_pending *p;

    if (room->is_dropping || room->is_broken)
        return false;
    p = malloc(sizeof *p);
    if (!p)
        return false;
    *p = *like;
    p->next = NULL;
    p->since_us = cr_clock_us(room->lobby->config.clock);
    memcpy(entry.match, room->match, CR_MATCH_ID);
    if (store->append(store, &entry, room)) {
        free(p);
        return false;
    }
    *room->pending_tail = p;
    room->pending_tail = &p->next;
    room->number++;
    if (p->waiter)
        p->waiter->pending = p;
    return true;
}

static cr_pending *take_pending(cr_room *room)
{
    cr_pending *p = room->pending;

    room->pending = p->next;
    if (!room->pending)
        room->pending_tail = &room->pending;
    return p;
}

static void free_pending(cr_pending *p)
{
    if (p->waiter)
        p->waiter->pending = NULL;
    free(p->sitter);
    free(p);
}

void cr_waiter_cancel(cr_waiter *waiter)
{
    if (waiter->pending)
        waiter->pending->waiter = NULL;
    waiter->pending = NULL;
}

/* ---- ahead of the disk ---- */

const cr_state *room_look(const cr_room *room)
{
    return room->ahead ? room->ahead : room->state;
}

bool room_is_live(const cr_room *room)
{
    return room->has_begun && !room->is_broken && !room->is_dropping && !room_look(room)->is_over;
}

static bool go_ahead(cr_room *room)
{
    if (room->ahead)
        return true;
    room->ahead = malloc(room->game->state_size);
    if (!room->ahead)
        return false;
    memcpy(room->ahead, room->state, room->game->state_size);
    return true;
}

static void drop_ahead(cr_room *room)
{
    free(room->ahead);
    room->ahead = NULL;
    room->n_moves_ahead = room->n_moves;
}

/* `ahead` holds a move that could not be appended: make it again from what is on its way. */
static void remake_ahead(cr_room *room)
{
    bool has_moves = false;

    memcpy(room->ahead, room->state, room->game->state_size);
    for (const cr_pending *p = room->pending; p; p = p->next)
        if (p->kind == CR_ENTRY_MOVE) {
            cr_play_checked(room->game, room->ahead, &p->move, p->at_ms, NULL);
            has_moves = true;
        }
    if (!has_moves)
        drop_ahead(room);
}

/* The move is played in `ahead`: appends its entry. */
static bool append_move(cr_room *room, const cr_move *move, uint64_t at_ms, cr_peer *peer,
                        uint32_t id)
{
    uint8_t bytes[5 + CR_RECORD_ENTRY];
    cr_pending like = {
        .kind = CR_ENTRY_MOVE, .peer = peer, .id = id, .move = *move, .at_ms = at_ms};
    cr_record_entry record = {.number = room->n_moves_ahead + 1,
                              .at_ms = room->ahead->now_ms,
                              .move = *move,
                              .hash = cr_state_hash(room->game, room->ahead)};

    like.at_ms = record.at_ms;
    if (room->ahead->fault) {
        room->is_broken = true;
        room->lobby->stats.matches_broken++;
        drop_ahead(room);
        return false;
    }
    if (!room_enqueue(room, bytes, cr_entry_move(bytes, id, &record),
                      room->ahead->is_over ? CR_STORE_LAST : 0, &like)) {
        remake_ahead(room);
        return false;
    }
    room->n_moves_ahead++;
    return true;
}

bool room_play(cr_room *room, const cr_move *move, uint64_t at_ms, cr_peer *peer, uint32_t id)
{
    if (!go_ahead(room))
        return false;
    cr_play_checked(room->game, room->ahead, move, at_ms, NULL);
    return append_move(room, move, at_ms, peer, id);
}

typedef struct {
    cr_log log;
    cr_room *room;
    bool is_bad;
} clock_log;

static void clock_played(cr_log *log, const cr_move *move, uint64_t at_ms, const cr_state *state)
{
    clock_log *c = (clock_log *)log;

    (void)state; /* it is the room's ahead */
    if (c->is_bad)
        return;
    c->room->lobby->stats.defaults++;
    c->is_bad = !append_move(c->room, move, at_ms, NULL, 0);
}

/* Plays one deadline at a time, because a refused append makes `ahead` anew. */
static bool run_clock(cr_room *room, uint64_t now_ms)
{
    clock_log log = {.log = {clock_played}, .room = room};

    while (room_is_live(room) && cr_due(room_look(room)) <= now_ms) {
        uint64_t due = cr_due(room_look(room));

        if (!go_ahead(room))
            return false;
        cr_histogram_add(&room->lobby->stats.drift, (now_ms - due) * 1000);
        cr_run_clock(room->game, room->ahead, due, NULL, &log.log);
        if (log.is_bad)
            return false;
    }
    return true;
}

/* ---- bots ---- */

static bool ask_bot(cr_room *room, uint8_t seat, cr_move *move)
{
    cr_lobby *lobby = room->lobby;
    const cr_bot *bot = room_bot_of(room, seat);
    const cr_state *s = room_look(room);
    cr_offer offer = {room->game, s, seat, bot};
    const cr_view *view = NULL;

    if (!bot)
        return false;
    if (!(bot->flags & CR_BOT_BLIND)) {
        cr_see(room->game, s, seat, lobby->view);
        view = lobby->view;
    }
    if (!bot->choose(room->game, view, &offer, &lobby->rng, ROOM_BOT_BUDGET_MS, move))
        return false;
    return (bot->flags & CR_BOT_EXACT) || cr_offer_has(&offer, move);
}

/* A move of a bot that is asked, or the default where nobody else will answer. */
static bool bot_move(cr_room *room, cr_move *move)
{
    const cr_state *s = room_look(room);
    unsigned who = cr_deciders(s), bots = who & room_bots(room), people = who & 0xFF & ~bots;

    for (unsigned seats = bots; seats; seats &= seats - 1)
        if (ask_bot(room, (uint8_t)cr_bits_first(seats), move))
            return true;
    /* Somebody or the clock will answer; a sealed or queued question waits for this very bot. */
    if (!bots && people)
        return false;
    if (s->q.form == CR_ANY && (people || s->q.budget_ms))
        return false;
    if (!bots && s->q.budget_ms)
        return false;
    *move = cr_idle_move(s, who & CR_BIT(s->q.first) ? s->q.first
                                                     : (uint8_t)cr_bits_first(bots ? bots : who));
    return true;
}

static void run_bots(cr_room *room, uint64_t now_ms)
{
    cr_move move;

    for (unsigned n = 0; n < BOT_MOVES && room_is_live(room) && !room_look(room)->paused; n++) {
        if (!bot_move(room, &move) || !room_play(room, &move, now_ms, NULL, 0))
            return;
        room->lobby->stats.bot_moves++;
    }
}

/* ---- what is due ---- */

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static void arm(cr_room *room)
{
    uint64_t at = room_seats_due(room), due = UINT64_MAX;

    if (room_is_live(room))
        due = cr_due(room_look(room));
    if (room->has_clock != (due != UINT64_MAX)) {
        room->has_clock = !room->has_clock;
        room->lobby->n_clocks += room->has_clock ? 1 : -1;
    }
    at = least(least(at, due), room_tick_due(room));
    if (at < room->hold_ms)
        at = room->hold_ms;
    if (!room->n_peers && !room->pending)
        at = least(at, room->quiet_ms + room->lobby->config.close_ms);
    cr_lobby_arm(room->lobby, room, at);
}

void cr_room_tick(cr_room *room, uint64_t now_ms)
{
    room_tell_tick(room, now_ms);
    if (now_ms >= room->hold_ms && room->has_begun) {
        if (!run_clock(room, now_ms))
            room->hold_ms = now_ms + ROOM_HOLD_MS;
        room_run_seats(room, now_ms);
        run_bots(room, now_ms);
    }
    arm(room);
}

/* ---- showing ---- */

static unsigned viewer_index(uint8_t viewer)
{
    return viewer < CR_SEATS_MAX ? viewer : CR_SEATS_MAX;
}

static size_t redact(cr_lobby *lobby, uint8_t viewer)
{
    size_t n = 0;

    for (size_t i = 0; i < lobby->feed.n; i++)
        n += cr_redact(&lobby->feed.events[i], viewer, &lobby->redacted[n]);
    return n;
}

/* Is there anything in the feed for this viewer? */
static bool has_news(const cr_lobby *lobby, uint8_t viewer)
{
    for (size_t i = 0; i < lobby->feed.n; i++)
        if (!lobby->feed.events[i].is_private || lobby->feed.events[i].eyes >> viewer & 1)
            return true;
    return false;
}

static void show_to(cr_room *room, cr_peer *peer, const cr_state *state, uint64_t at_ms, uint32_t n)
{
    cr_lobby *lobby = room->lobby;
    cr_update update = {.room = room,
                        .state = state,
                        .events = lobby->redacted,
                        .n_events = redact(lobby, peer->viewer),
                        .at_ms = at_ms,
                        .n = n,
                        .viewer = peer->viewer,
                        .wants = peer->wants};

    peer->n = n;
    lobby->config.voice->emit_update(lobby->config.voice, peer, &update);
}

static void show(cr_room *room, uint64_t at_ms)
{
    for (uint8_t i = 0; i <= room->n_seats; i++) {
        uint8_t viewer = i < room->n_seats ? i : CR_SPECTATOR;

        if (!has_news(room->lobby, viewer))
            continue;
        room->shown[viewer_index(viewer)]++;
        for (cr_peer *peer = room->peers; peer; peer = peer->next)
            if (peer->viewer == viewer)
                show_to(room, peer, room->state, at_ms, room->shown[viewer_index(viewer)]);
    }
}

uint32_t room_shown(const cr_room *room, uint8_t viewer)
{
    return room->shown[viewer_index(viewer)];
}

/* ---- playing what is on disk ---- */

static void clear_feed(cr_lobby *lobby)
{
    lobby->feed.n = 0;
    lobby->feed.is_full = false;
}

static void note_end(cr_room *room)
{
    if (room->state->fault)
        room->is_broken = true;
    if (!room->state->is_over || room->is_over)
        return;
    room->is_over = true;
    room->over_ms = room->state->now_ms;
    room->lobby->stats.matches_over++;
    cr_lobby_uncount(room->lobby, &room->creator);
}

static void begin(cr_room *room, uint64_t at_ms, bool is_shown)
{
    cr_lobby *lobby = room->lobby;

    room->setup.start_ms = at_ms;
    room->has_begun = true;
    clear_feed(lobby);
    if (cr_start(room->game, room->state, &room->setup, &lobby->feed.sink))
        room->is_broken = true;
    lobby->stats.matches_begun += is_shown;
    show(room, at_ms);
    room_follow(room);
    note_end(room);
}

static void apply_move(cr_room *room, const cr_move *move, uint64_t at_ms, uint32_t id)
{
    cr_lobby *lobby = room->lobby;

    room_close_timer(room, move, at_ms);
    clear_feed(lobby);
    cr_play_checked(room->game, room->state, move, at_ms, &lobby->feed.sink);
    room->n_moves++;
    if (move->seat < room->n_seats && id)
        room->seats[move->seat].last_id = id;
    show(room, at_ms);
    room_follow(room);
    note_end(room);
}

static void apply(cr_room *room, cr_pending *p)
{
    cr_lobby *lobby = room->lobby;
    cr_voice *voice = lobby->config.voice;

    room->applied++;
    switch (p->kind) {
    case CR_ENTRY_SEAT:
        room_seat_changed(room, p->seat, p->sitter);
        break;
    case CR_ENTRY_START:
        begin(room, p->at_ms, true);
        break;
    case CR_ENTRY_MOVE:
        lobby->stats.moves++;
        cr_histogram_add(&lobby->stats.durable, cr_clock_us(lobby->config.clock) - p->since_us);
        if (p->peer)
            voice->emit_ack(voice, p->peer, p->id);
        apply_move(room, &p->move, p->at_ms, p->id);
        room_note_events(room);
        break;
    default:
        break;
    }
    if (p->waiter) {
        cr_waiter *waiter = p->waiter;

        p->waiter = NULL;
        waiter->pending = NULL;
        waiter->done(waiter, room, CR_TROUBLE_NONE);
    }
}

static void give_up(cr_room *room, cr_pending *p)
{
    cr_voice *voice = room->lobby->config.voice;

    if (p->kind == CR_ENTRY_SEAT)
        room->seats[p->seat].is_claimed = false;
    if (p->peer)
        voice->emit_trouble(voice, p->peer, p->id, CR_TROUBLE_NOT_STORED);
    if (p->waiter) {
        cr_waiter *waiter = p->waiter;

        p->waiter = NULL;
        waiter->pending = NULL;
        waiter->done(waiter, room, CR_TROUBLE_NOT_STORED);
    }
}

/* ---- reading the log ---- */

typedef struct {
    cr_room *room;
    cr_peer *peer; /* of a replay */
    uint32_t after, n, until;
    cr_err err;
} log_reader;

/* Another writer has moved this match on: play what it wrote. */
static bool catch_up_entry(void *with, uint32_t number, const uint8_t *bytes, size_t len)
{
    log_reader *r = with;
    cr_room *room = r->room;
    cr_entry entry;

    if (number != room->applied || (r->err = cr_entry_read(bytes, len, &entry)))
        return false;
    room->applied++;
    if (entry.kind == CR_ENTRY_SEAT && entry.seat < room->n_seats)
        room_seat_changed(room, entry.seat, &entry.sitter);
    else if (entry.kind == CR_ENTRY_START)
        begin(room, entry.at_ms, false);
    else if (entry.kind == CR_ENTRY_MOVE)
        apply_move(room, &entry.record.move, entry.record.at_ms, entry.id);
    if (entry.kind == CR_ENTRY_MOVE && cr_state_hash(room->game, room->state) != entry.record.hash)
        r->err = CR_ERR_DIFFERS;
    return !r->err;
}

static cr_err catch_up(cr_room *room)
{
    cr_store *store = room->lobby->config.store;
    log_reader r = {.room = room};
    cr_err err = store->read(store, room->match, room->applied, catch_up_entry, &r);

    room->number = room->applied;
    room->n_moves_ahead = room->n_moves;
    return err ? err : r.err;
}

void cr_room_stored(cr_room *room, cr_store_result result)
{
    cr_pending *p = take_pending(room);
    uint64_t now_ms = cr_lobby_now(room->lobby);

    if (result == CR_STORED && !room->is_dropping) {
        apply(room, p);
    } else {
        /* Nothing behind it can have been taken; when the last of them is back, we know where we stand. */
        room->is_dropping = true;
        room->is_conflicted |= result == CR_STORE_CONFLICT;
        give_up(room, p);
    }
    free_pending(p);
    if (room->pending)
        return;
    drop_ahead(room);
    if (room->is_dropping) {
        room->number = room->applied;
        room->hold_ms = now_ms + ROOM_HOLD_MS;
        if (room->is_conflicted && room->applied && catch_up(room))
            room->is_broken = true;
        room->is_dropping = room->is_conflicted = false;
    }
    if (room->applied)
        room_begin_if_full(room, now_ms);
    cr_room_tick(room, now_ms);
}

static bool replay_entry(void *with, uint32_t number, const uint8_t *bytes, size_t len)
{
    log_reader *r = with;
    cr_room *room = r->room;
    cr_lobby *lobby = room->lobby;
    uint64_t at_ms;
    cr_entry entry;

    if (number >= r->until || (r->err = cr_entry_read(bytes, len, &entry)))
        return false;
    clear_feed(lobby);
    if (entry.kind == CR_ENTRY_START) {
        at_ms = entry.at_ms;
        r->err = cr_start(room->game, lobby->scratch, &room->setup, &lobby->feed.sink);
    } else if (entry.kind == CR_ENTRY_MOVE) {
        at_ms = entry.record.at_ms;
        cr_play_checked(room->game, lobby->scratch, &entry.record.move, at_ms, &lobby->feed.sink);
    } else {
        return true;
    }
    if (!r->err && has_news(lobby, r->peer->viewer) && ++r->n > r->after)
        show_to(room, r->peer, lobby->scratch, at_ms, r->n);
    return !r->err;
}

cr_trouble room_replay(cr_room *room, cr_peer *peer, uint32_t after)
{
    cr_store *store = room->lobby->config.store;
    log_reader r = {.room = room, .peer = peer, .after = after, .until = room->applied};

    if (after == room_shown(room, peer->viewer))
        return CR_TROUBLE_NONE;
    if (store->read(store, room->match, 0, replay_entry, &r) || r.err)
        return CR_TROUBLE_NOT_STORED;
    return CR_TROUBLE_NONE;
}

/* ---- moves of people ---- */

static cr_trouble may_act(const cr_peer *peer)
{
    const cr_room *room = peer->room;

    if (!room)
        return CR_TROUBLE_NOT_ATTACHED;
    if (peer->viewer >= room->n_seats)
        return CR_TROUBLE_WATCHING;
    if (room->seats[peer->viewer].player != peer)
        return CR_TROUBLE_ELSEWHERE;
    if (room->is_broken)
        return CR_TROUBLE_BROKEN;
    if (!room->has_begun)
        return CR_TROUBLE_NOT_STARTED;
    return CR_TROUBLE_NONE;
}

cr_trouble room_may_act(const cr_peer *peer)
{
    return may_act(peer);
}

static cr_refusal parse(const cr_room *room, const cr_state *state, uint8_t seat, uint32_t ticket,
                        const char *text, cr_move *move)
{
    cr_refusal refusal = {.code = CR_CODE_MALFORMED};

    *move = (cr_move){.seat = seat};
    if (*text != '@') /* the ticket has a field of its own */
        refusal = cr_move_parse(room->game, state, seat, text, move);
    move->ticket = ticket;
    move->seat = seat;
    return refusal;
}

/* Counts refusals; somebody who answers one question wrongly for ever gets the default. */
static void lose_patience(cr_room *room, uint8_t seat, uint64_t now_ms)
{
    cr_room_seat *s = &room->seats[seat];
    const cr_state *state = room_look(room);
    cr_move idle;

    if (s->refused_ticket != state->q.ticket) {
        s->refused_ticket = state->q.ticket;
        s->n_refused = 0;
    }
    if (!room->patience || ++s->n_refused < room->patience || !room_is_live(room) ||
        !(cr_deciders(state) & CR_BIT(seat)))
        return;
    s->n_refused = 0;
    idle = cr_idle_move(state, seat);
    if (!cr_judge(room->game, state, &idle, now_ms).code && room_play(room, &idle, now_ms, NULL, 0))
        room->lobby->stats.defaults++;
}

static void count_refusal(cr_room *room, cr_refusal refusal)
{
    if (room->game_index < CR_GAMES_MAX && refusal.code < CR_CODES_MAX)
        room->lobby->stats.refusals[room->game_index][refusal.code]++;
}

/* A doubled send: the move is done, or on its way. */
static bool is_doubled(cr_peer *peer, uint32_t id)
{
    cr_room *room = peer->room;
    cr_voice *voice = room->lobby->config.voice;

    if (!id)
        return false;
    if (id <= room->seats[peer->viewer].last_id) {
        voice->emit_ack(voice, peer, id);
        return true;
    }
    for (cr_pending *p = room->pending; p; p = p->next)
        if (p->kind == CR_ENTRY_MOVE && p->move.seat == peer->viewer && p->id == id) {
            p->peer = peer; /* perhaps on a new connection */
            return true;
        }
    return false;
}

cr_trouble cr_room_move(cr_peer *peer, uint8_t as, uint32_t id, uint32_t ticket, const char *text)
{
    cr_trouble trouble = may_act(peer);
    cr_room *room = peer->room;
    cr_voice *voice;
    cr_refusal refusal;
    cr_move move;
    uint64_t now_ms;

    if (trouble)
        return trouble;
    voice = room->lobby->config.voice;
    now_ms = cr_lobby_now(room->lobby);
    if (is_doubled(peer, id))
        return CR_TROUBLE_NONE;
    if (room->is_dropping || !run_clock(room, now_ms))
        return CR_TROUBLE_NOT_STORED;
    if (as != peer->viewer && !room->lobby->config.is_test)
        return CR_TROUBLE_NOT_TESTING;
    refusal = parse(room, room_look(room), as, ticket, text, &move);
    if (!refusal.code)
        refusal = cr_judge(room->game, room_look(room), &move, now_ms);
    if (refusal.code) {
        count_refusal(room, refusal);
        voice->emit_refused(voice, peer, id, &move, refusal);
        lose_patience(room, peer->viewer, now_ms);
    } else if (!room_play(room, &move, now_ms, peer, id)) {
        return room->is_broken ? CR_TROUBLE_BROKEN : CR_TROUBLE_NOT_STORED;
    }
    run_bots(room, now_ms);
    arm(room);
    return CR_TROUBLE_NONE;
}

cr_trouble cr_room_check(cr_peer *peer, uint32_t id, uint32_t ticket, const char *text)
{
    cr_trouble trouble = may_act(peer);
    cr_room *room = peer->room;
    cr_voice *voice;
    cr_refusal refusal;
    cr_move move;

    if (trouble)
        return trouble;
    /* Judged on what this seat has been shown: what is on its way is nobody's business yet. */
    voice = room->lobby->config.voice;
    refusal = parse(room, room->state, peer->viewer, ticket, text, &move);
    if (!refusal.code)
        refusal = cr_judge(room->game, room->state, &move, cr_lobby_now(room->lobby));
    voice->emit_checked(voice, peer, id, &move, refusal);
    return CR_TROUBLE_NONE;
}

bool room_play_host(cr_room *room, const cr_move *move, uint64_t now_ms)
{
    return room_is_live(room) && !cr_judge(room->game, room_look(room), move, now_ms).code &&
           room_play(room, move, now_ms, NULL, 0);
}

/* ---- making and loading ---- */

static cr_room *new_room(cr_lobby *lobby, const uint8_t match[CR_MATCH_ID], const cr_order *order,
                         uint64_t now_ms)
{
    unsigned n_seats = order->setup.n_seats;
    cr_room *room = calloc(1, sizeof *room + n_seats * sizeof *room->seats);

    if (!room)
        return NULL;
    room->state = calloc(1, order->game->state_size);
    if (!room->state) {
        free(room);
        return NULL;
    }
    room->lobby = lobby;
    room->game = order->game;
    memcpy(room->match, match, CR_MATCH_ID);
    cr_commit(match, order->setup.seed, room->commitment);
    room->patience = order->patience;
    room->is_private = order->is_private;
    room->created_ms = room->quiet_ms = now_ms;
    room->timer_ms = UINT64_MAX;
    room->pending_tail = &room->pending;
    room->setup = order->setup;
    room->n_seats = (uint8_t)n_seats;
    for (size_t i = 0; i < cr_game_count() && i < CR_GAMES_MAX; i++)
        if (cr_game_at(i) == order->game)
            room->game_index = (uint8_t)i;
    for (unsigned seat = 0; seat < n_seats; seat++) {
        room->seats[seat].sitter = order->sitters[seat];
        room->seats[seat].away_ms = room->seats[seat].heard_ms = now_ms;
    }
    return room;
}

cr_room *cr_room_create(cr_lobby *lobby, const uint8_t match[CR_MATCH_ID], const cr_order *order,
                        cr_waiter *waiter)
{
    uint64_t now_ms = cr_lobby_now(lobby);
    uint8_t bytes[CR_STORE_ENTRY_MAX];
    cr_room *room = new_room(lobby, match, order, now_ms);

    if (room && !room_enqueue(room, bytes, cr_entry_head(bytes, match, order, now_ms), 0,
                              &(cr_pending){.kind = CR_ENTRY_HEAD, .waiter = waiter})) {
        cr_room_free(room);
        room = NULL;
    }
    /* With every seat taken it begins in the same commit: whoever is told of it finds it running. */
    if (room)
        room_begin_if_full(room, now_ms);
    return room;
}

typedef struct {
    log_reader reader;
    cr_lobby *lobby;
    const uint8_t *match;
} loader;

static bool load_entry(void *with, uint32_t number, const uint8_t *bytes, size_t len)
{
    loader *l = with;
    cr_entry entry;

    if (number)
        return catch_up_entry(&l->reader, number, bytes, len);
    l->reader.err = cr_entry_read(bytes, len, &entry);
    if (!l->reader.err && entry.kind != CR_ENTRY_HEAD)
        l->reader.err = CR_ERR_CORRUPT;
    if (l->reader.err)
        return false;
    l->reader.room = new_room(l->lobby, l->match, &entry.order, entry.at_ms);
    if (!l->reader.room) {
        l->reader.err = CR_ERR_MEMORY;
        return false;
    }
    l->reader.room->applied = 1;
    return true;
}

cr_err cr_room_load(cr_lobby *lobby, const uint8_t match[CR_MATCH_ID], cr_room **out)
{
    cr_store *store = lobby->config.store;
    uint64_t now_ms = cr_lobby_now(lobby), over = lobby->stats.matches_over;
    loader l = {.lobby = lobby, .match = match};
    cr_err err = store->read(store, match, 0, load_entry, &l);
    cr_room *room = l.reader.room;

    *out = NULL;
    lobby->stats.matches_over = over; /* counted when it ended */
    if (!err)
        err = l.reader.err;
    if (!err && !room)
        err = CR_ERR_NO_MATCH;
    if (err) {
        if (room)
            cr_room_free(room);
        return err;
    }
    room->number = room->applied;
    room->n_moves_ahead = room->n_moves;
    room->quiet_ms = now_ms;
    for (unsigned seat = 0; seat < room->n_seats; seat++)
        room->seats[seat].away_ms = room->seats[seat].heard_ms = now_ms;
    *out = room;
    return CR_ERR_OK;
}

void cr_room_wake(cr_room *room, uint64_t alive_ms)
{
    uint64_t now_ms = cr_lobby_now(room->lobby);
    uint8_t reason;
    cr_move move;

    room_begin_if_full(room, now_ms); /* stopped between the last seat and the start */
    if (room_is_live(room) && cr_due(room->state) != UINT64_MAX &&
        room_host_reason(room, &reason)) {
        if (alive_ms < room->state->now_ms)
            alive_ms = room->state->now_ms;
        if (alive_ms < now_ms && run_clock(room, alive_ms)) {
            move = cr_pause_move(room_look(room), reason);
            if (room_play_host(room, &move, alive_ms)) {
                move = cr_resume_move(room_look(room), reason);
                (void)room_play_host(room, &move, now_ms);
            }
        }
    }
    cr_room_tick(room, now_ms);
}

bool cr_room_is_idle(const cr_room *room)
{
    return !room->n_peers && !room->pending &&
           (!room_is_live(room) || cr_due(room->state) == UINT64_MAX);
}

void cr_room_free(cr_room *room)
{
    while (room->peers) {
        cr_peer *peer = room->peers;

        room->peers = peer->next;
        peer->room = NULL;
        peer->next = NULL;
    }
    while (room->pending)
        free_pending(take_pending(room));
    free(room->ahead);
    free(room->state);
    free(room);
}

size_t cr_room_bytes(const cr_room *room)
{
    return sizeof *room + room->n_seats * sizeof *room->seats +
           (room->ahead ? 2 : 1) * room->game->state_size;
}

/* ---- the record ---- */

typedef struct {
    uint8_t *bytes;
    size_t len, cap;
} record_writer;

static bool record_entry(void *with, uint32_t number, const uint8_t *bytes, size_t len)
{
    record_writer *w = with;

    (void)number;
    if (len == 5 + CR_RECORD_ENTRY && bytes[0] == CR_ENTRY_MOVE &&
        w->len + CR_RECORD_ENTRY <= w->cap) {
        memcpy(w->bytes + w->len, bytes + 5, CR_RECORD_ENTRY);
        w->len += CR_RECORD_ENTRY;
    }
    return true;
}

cr_trouble cr_room_record(cr_room *room, uint8_t **bytes, size_t *len)
{
    cr_store *store = room->lobby->config.store;
    record_writer w = {.cap = CR_RECORD_HEAD_MAX + (size_t)room->n_moves * CR_RECORD_ENTRY};

    if (!room->is_over)
        return CR_TROUBLE_NOT_OVER;
    w.bytes = malloc(w.cap);
    if (!w.bytes)
        return CR_TROUBLE_FULL;
    w.len = cr_record_head_write(room->game, &room->setup, room->match, w.bytes);
    if (store->read(store, room->match, 1, record_entry, &w)) {
        free(w.bytes);
        return CR_TROUBLE_NOT_STORED;
    }
    *bytes = w.bytes;
    *len = w.len;
    return CR_TROUBLE_NONE;
}
