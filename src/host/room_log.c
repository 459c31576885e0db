/* A room and its log: made with its head, read again after a restart or behind another writer, told once more to somebody
 * who comes back, and given away as a record. The bytes of an entry are in entry.c. */
#include "host/room_inside.h"

#include <stdlib.h>

typedef struct {
    cr_room *room;
    cr_peer *peer; /* of a replay */
    uint32_t after, n, seq, until;
    cr_err err;
} log_reader;

static void begin_from_log(cr_room *room, const cr_entry *entry)
{
    room_draw_done(room, &entry->draw);
    room_begin(room, entry->at_ms, false);
}

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
        begin_from_log(room, &entry);
    else if (entry.kind == CR_ENTRY_SEALS)
        room_draw_sealed(room, &entry.draw);
    else if (entry.kind == CR_ENTRY_VOID)
        room_draw_void(room, &entry.draw);
    else if (entry.kind == CR_ENTRY_MOVE)
        room_apply(room, &entry.record.move, entry.record.at_ms, entry.id);
    else if (entry.kind == CR_ENTRY_HINT && entry.seat < room->n_seats)
        room_count_hint(room, entry.seat);
    if (entry.kind == CR_ENTRY_MOVE && cr_state_hash(room->game, room->state) != entry.record.hash)
        r->err = CR_ERR_DIFFERS;
    return !r->err;
}

cr_err room_catch_up(cr_room *room)
{
    cr_store *store = room->lobby->config.store;
    log_reader r = {.room = room};
    cr_err err = store->read(store, room->match, room->applied, catch_up_entry, &r);

    room->number = room->applied;
    room->n_moves_ahead = room->n_moves;
    return err ? err : r.err;
}

static bool replay_entry(void *with, uint32_t number, const uint8_t *bytes, size_t len)
{
    log_reader *r = with;
    cr_room *room = r->room;
    cr_lobby *lobby = room->lobby;
    const cr_state *before = NULL;
    uint64_t at_ms;
    cr_entry entry;

    if (number >= r->until || (r->err = cr_entry_read(bytes, len, &entry)))
        return false;
    room_clear_feed(lobby);
    if (entry.kind == CR_ENTRY_START) {
        at_ms = entry.at_ms;
        r->err = cr_start(room->game, lobby->scratch, &room->setup, &lobby->feed.sink);
    } else if (entry.kind == CR_ENTRY_MOVE) {
        at_ms = entry.record.at_ms;
        if (r->peer->wants & CR_WANTS_CHANGES)
            before = room_keep_before(room, lobby->scratch);
        cr_play_checked(room->game, lobby->scratch, &entry.record.move, at_ms, &lobby->feed.sink);
    } else {
        return true;
    }
    if (r->err)
        return false;
    if (room_is_news(lobby, r->peer->viewer,
                     entry.kind == CR_ENTRY_MOVE ? &entry.record.move : NULL) &&
        ++r->n > r->after)
        room_show_to(room, r->peer, lobby->scratch, before, at_ms, r->n, r->seq);
    r->seq += room_count_news(lobby, r->peer->viewer);
    return true;
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

/* ---- making and loading ---- */

static cr_room *new_room(cr_lobby *lobby, const uint8_t match[CR_MATCH_ID], const cr_order *order,
                         uint64_t now_ms)
{
    unsigned n_seats = order->setup.n_seats;
    size_t size = (sizeof(cr_room) + n_seats * sizeof(cr_room_seat) + 63) / 64 * 64;
    cr_room *room = aligned_alloc(64, size); /* see the struct */

    if (!room)
        return NULL;
    memset(room, 0, size);
    room->state = calloc(1, order->game->state_size);
    if (!room->state) {
        free(room);
        return NULL;
    }
    room->lobby = lobby;
    room->game = order->game;
    memcpy(room->match, match, CR_MATCH_ID);
    memcpy(room->part, order->setup.seed, 32);
    cr_commit(match, room->part, room->commitment);
    room->patience = order->patience;
    room->is_private = order->is_private;
    room->pace = order->pace;
    room->hints = order->hints;
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
        room_note_seat(room, (uint8_t)seat);
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
    room->reasons = room->state->paused;
    /* A test has turned the time in this room: it does not run back. */
    if (lobby->config.is_test && room->state->now_ms > now_ms)
        room->turned_ms = room->state->now_ms - now_ms;
    room->quiet_ms = now_ms += room->turned_ms;
    for (uint8_t seat = 0; seat < room->n_seats; seat++) {
        room->seats[seat].away_ms = room->seats[seat].heard_ms = now_ms;
        room_note_seat(room, seat);
    }
    *out = room;
    return CR_ERR_OK;
}

void cr_room_wake(cr_room *room, uint64_t alive_ms)
{
    uint64_t now_ms = cr_room_now(room);
    uint8_t reason;

    if (alive_ms < room->state->now_ms)
        alive_ms = room->state->now_ms;
    if (room_is_live(room) && cr_due(room->state) != UINT64_MAX && alive_ms < now_ms &&
        room_host_reason(room, &reason))
        room->asleep_ms = alive_ms;
    cr_room_tick(room, now_ms);
}

/* ---- the record ---- */

typedef struct {
    uint8_t *bytes;
    size_t len, cap;
    cr_deal deal;
    const cr_room *room;
} record_writer;

/* How the seed was drawn, from the log. */
static bool deal_entry(void *with, uint32_t number, const uint8_t *bytes, size_t len)
{
    record_writer *w = with;
    cr_draw *now = &w->deal.draw[w->deal.n ? w->deal.n - 1 : 0];
    bool is_open = w->deal.n && !now->ended_ms;
    cr_entry entry;

    (void)number;
    if (bytes[0] == CR_ENTRY_MOVE || cr_entry_read(bytes, len, &entry))
        return bytes[0] != CR_ENTRY_MOVE;
    if (entry.kind == CR_ENTRY_SEALS && w->deal.n < CR_STARTS_MAX) {
        now = &w->deal.draw[w->deal.n++];
        *now = entry.draw;
        cr_commit(w->room->match, now->part, now->commitment);
        return true;
    }
    if (entry.kind != CR_ENTRY_START && entry.kind != CR_ENTRY_VOID)
        return true;
    /* Behind a void start the server may have been alone. */
    if (!is_open && w->deal.n && w->deal.n < CR_STARTS_MAX) {
        now = &w->deal.draw[w->deal.n++];
        memcpy(now->part, w->room->part, 32);
        memcpy(now->commitment, w->room->commitment, 32);
        now->sealed_ms = entry.at_ms;
    }
    if (w->deal.n) {
        now->ended_ms = entry.at_ms;
        now->is_void = entry.kind == CR_ENTRY_VOID;
        now->opened = entry.draw.opened;
        memcpy(now->opening, entry.draw.opening, sizeof now->opening);
        memcpy(now->open_ms, entry.draw.open_ms, sizeof now->open_ms);
    }
    return entry.kind != CR_ENTRY_START;
}

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
    record_writer w = {.cap = CR_RECORD_HEAD_MAX + (size_t)room->n_moves * CR_RECORD_ENTRY,
                       .room = room};

    if (!room->is_over)
        return CR_TROUBLE_NOT_OVER;
    if (room->shared || room->n_void) {
        w.cap += CR_DEAL_BYTES_MAX;
        if (store->read(store, room->match, 1, deal_entry, &w))
            return CR_TROUBLE_NOT_STORED;
    }
    w.bytes = malloc(w.cap);
    if (!w.bytes)
        return CR_TROUBLE_FULL;
    w.len = cr_record_head_write_deal(room->game, &room->setup, room->match,
                                      w.deal.n ? &w.deal : NULL, w.bytes);
    if (store->read(store, room->match, 1, record_entry, &w)) {
        free(w.bytes);
        return CR_TROUBLE_NOT_STORED;
    }
    *bytes = w.bytes;
    *len = w.len;
    return CR_TROUBLE_NONE;
}
