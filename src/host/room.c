/* The flow of a match: judge ahead, append, play when it is on disk, show. What people send is in answers.c, what bots
 * answer in bots.c, who sits where and what happens to those who are away in seats.c, how a room is made from its log in
 * room_log.c. */
#include "host/room_inside.h"
#include "kernel/module.h" /* CR_SANITIZER */

#include <stdlib.h>

/* ---- blocks ---- */

/* A move takes two blocks of memory until it is on disk. Of many moves that wait for the same commit all are taken before the
 * first is given back, and the C library then looks for each; so they are kept, those of the size that was given back last. A
 * sanitizer shall see them go. */
enum { SPARES_MAX = CR_SANITIZER ? 0 : 4096 };

void *cr_spares_take(cr_spares *spares, size_t size)
{
    void *block = spares->first;

    if (!block || spares->size != size)
        return malloc(size);
    memcpy(&spares->first, block, sizeof block);
    __builtin_prefetch(spares->first); /* for the next who takes one */
    spares->n--;
    return block;
}

void cr_spares_release(cr_spares *spares)
{
    while (spares->first)
        free(cr_spares_take(spares, spares->size));
}

void cr_spares_give(cr_spares *spares, void *block, size_t size)
{
    if (spares->size != size) {
        cr_spares_release(spares);
        spares->size = size;
    }
    if (!block || spares->n + 1 > SPARES_MAX) {
        free(block);
        return;
    }
    memcpy(block, &spares->first, sizeof block);
    spares->first = block;
    spares->n++;
}

/* ---- entries on their way ---- */

/* The store could not take something: what is due waits, and is tried again then. */
static void hold(cr_room *room)
{
    room->hold_ms = cr_room_now(room) + ROOM_HOLD_MS;
}

bool room_enqueue(cr_room *room, const uint8_t *bytes, size_t len, uint32_t flags,
                  const cr_pending *like)
{
    cr_store *store = room->lobby->config.store;
    cr_store_entry entry = {.number = room->number, .flags = flags, .bytes = bytes, .len = len};
    cr_pending *p;

    if (room->is_dropping || room->is_broken || room->is_lost)
        return false;
    memcpy(entry.match, room->match, CR_MATCH_ID);
    p = cr_spares_take(&room->lobby->entries, sizeof *p);
    if (!p || store->append(store, &entry, room)) {
        hold(room);
        cr_spares_give(&room->lobby->entries, p, sizeof *p);
        return false;
    }
    *p = *like;
    p->next = NULL;
    p->since_us = room->lobby->read_us;
    *room->pending_tail = p;
    room->pending_tail = &p->next;
    room->lobby->stats.entries++;
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

static void free_pending(cr_lobby *lobby, cr_pending *p)
{
    if (p->waiter)
        p->waiter->pending = NULL;
    free(p->sitter);
    cr_spares_give(&lobby->entries, p, sizeof *p);
}

static void tell_waiter(cr_room *room, cr_pending *p, cr_trouble trouble)
{
    cr_waiter *waiter = p->waiter;

    if (!waiter)
        return;
    p->waiter = NULL;
    waiter->pending = NULL;
    waiter->done(waiter, room, trouble);
}

void cr_waiter_cancel(cr_waiter *waiter)
{
    if (waiter->pending)
        waiter->pending->waiter = NULL;
    waiter->pending = NULL;
}

/* ---- ahead of the disk ---- */

static bool go_ahead(cr_room *room)
{
    if (room->ahead)
        return true;
    room->ahead = cr_spares_take(&room->lobby->states, room->game->state_size);
    if (!room->ahead) {
        hold(room);
        return false;
    }
    memcpy(room->ahead, room->state, room->game->state_size);
    room->lobby->room_bytes += room->game->state_size;
    return true;
}

static void drop_ahead(cr_room *room)
{
    if (room->ahead) {
        room->lobby->room_bytes -= room->game->state_size;
        cr_spares_give(&room->lobby->states, room->ahead, room->game->state_size);
    }
    room->ahead = NULL;
    room->n_moves_ahead = room->n_moves;
}

/* What was asked ahead of the disk never was. */
static void forget_all(cr_room *room)
{
    for (uint8_t seat = 0; seat < room->n_seats; seat++)
        room_forget_thoughts(room, seat);
}

/* `ahead` holds a move that could not be appended: make it again from what is on its way. */
static void remake_ahead(cr_room *room)
{
    bool has_moves = false;

    forget_all(room);
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
static bool append_move(cr_room *room, const cr_move *move, uint64_t sent_ms, cr_peer *peer,
                        uint32_t id)
{
    uint8_t bytes[5 + CR_RECORD_ENTRY];
    /* The time it counts as: never before the move before it. A pass that is kept secret leaves the state's as it is. */
    uint64_t at_ms = sent_ms > room->ahead->now_ms ? sent_ms : room->ahead->now_ms;
    cr_pending like = {
        .kind = CR_ENTRY_MOVE, .peer = peer, .id = id, .move = *move, .at_ms = at_ms};
    cr_record_entry record = {.number = room->n_moves_ahead + 1,
                              .at_ms = at_ms,
                              .move = *move,
                              .hash = cr_state_hash(room->game, room->ahead)};

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

void room_want(cr_room *room, unsigned reason, bool is_on)
{
    room->reasons =
        (uint16_t)(is_on ? room->reasons | CR_BIT(reason) : room->reasons & ~CR_BIT(reason));
}

static bool play(cr_room *room, const cr_move *move, uint64_t at_ms, cr_peer *peer, uint32_t id)
{
    if (!go_ahead(room))
        return false;
    cr_play_checked(room->game, room->ahead, move, at_ms, NULL);
    return append_move(room, move, at_ms, peer, id);
}

bool room_play(cr_room *room, const cr_move *move, uint64_t at_ms, cr_peer *peer, uint32_t id)
{
    if (!play(room, move, at_ms, peer, id))
        return false;
    if (move->kind == CR_PAUSE || move->kind == CR_RESUME)
        room_want(room, move->arg[0], move->kind == CR_PAUSE);
    return true;
}

bool room_is_asleep(const cr_room *room)
{
    return room->asleep_ms && !room->awake_at;
}

bool room_play_host(cr_room *room, const cr_move *move, uint64_t now_ms)
{
    return room_is_live(room) && !room_is_asleep(room) &&
           !cr_judge(room->game, room_look(room), move, now_ms).code &&
           room_play(room, move, now_ms, NULL, 0);
}

/* As cr_run_clock does, but one move at a time: if one cannot be appended, `ahead` is made anew or the run ends. */
static bool play_due(cr_room *room, uint64_t now_ms)
{
    cr_stats *stats = &room->lobby->stats;
    uint64_t due, before = UINT64_MAX;

    for (; room_is_live(room) && (due = cr_due(room_look(room))) <= now_ms; before = due) {
        const cr_state *s = room_look(room);
        cr_move idle = cr_idle_move(s, cr_idle_seat(s));

        if (!room_play(room, &idle, due, NULL, 0))
            return false;
        stats->defaults++;
        if (due != before) /* one deadline, however many seats it ends for */
            cr_histogram_add(&stats->drift, (now_ms - due) * 1000);
    }
    return true;
}

/* The time without the program is a pause of the room's own, which nobody has asked for. Part of it may be stored
 * already: it is tried again until all of it is. */
static bool wake(cr_room *room, uint64_t now_ms)
{
    uint8_t reason;
    cr_move move;

    if (room->is_dropping || !room_host_reason(room, &reason) || !play_due(room, room->asleep_ms))
        return false;
    if (!room_is_live(room)) { /* it has ended in the meantime */
        room->asleep_ms = 0;
        return true;
    }
    if (!(room_look(room)->paused >> reason & 1)) {
        move = cr_pause_move(room_look(room), reason);
        if (!play(room, &move, room->asleep_ms, NULL, 0))
            return false;
    }
    move = cr_resume_move(room_look(room), reason);
    if (!play(room, &move, now_ms, NULL, 0))
        return false;
    room->awake_at = room->number;
    return true;
}

bool room_run_clock(cr_room *room, uint64_t now_ms)
{
    return (!room_is_asleep(room) || wake(room, now_ms)) && play_due(room, now_ms);
}

/* ---- what is due ---- */

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t deadline(const cr_room *room)
{
    return room_is_live(room) ? cr_due(room_look(room)) : UINT64_MAX;
}

/* Every move asks, and in most rooms there is nothing but perhaps a deadline: so only those are asked who may know of something. */
uint64_t room_due(const cr_room *room)
{
    uint64_t at = deadline(room);

    if (room->away || room->game->room)
        at = least(at, room_seats_due(room));
    if (room->ticker.is_armed)
        at = least(at, room_tick_due(room));
    if (room->bots)
        at = least(at, room_bots_due(room));
    if (room->passing)
        at = least(at, room_empty_due(room));
    if (room->rematch)
        at = least(at, room_rematch_due(room));
    if (room->drawing)
        at = least(at, room_draw_due(room));
    if (room->n_watchers != room->told_watchers)
        at = least(at, room_watchers_due(room));
    if (room->hold_ms)
        at = room->hold_ms; /* whatever it was that could not be stored */
    /* Not while a clock runs: the time would come and go, and the room would be called for ever. */
    if (cr_room_is_idle(room))
        at = least(at, room->quiet_ms + room->lobby->config.close_ms);
    return at;
}

void room_arm(cr_room *room)
{
    /* Time that is being turned stands still until winding.c goes on. */
    uint64_t at = room->wind_to_ms ? UINT64_MAX : room_due(room);

    if (room->has_clock != (deadline(room) != UINT64_MAX)) {
        room->has_clock = !room->has_clock;
        room->lobby->n_clocks += room->has_clock ? 1 : -1;
    }
    if (at != UINT64_MAX)
        at = at > room->turned_ms ? at - room->turned_ms : 0;
    cr_lobby_arm(room->lobby, room, at);
}

void cr_room_tick(cr_room *room, uint64_t now_ms)
{
    if (!cr_lobby_holds(room->lobby, room)) {
        hold(room); /* whatever is due waits for the store */
        room_arm(room);
        return;
    }
    room_tell_tick(room, now_ms);
    if (now_ms >= room->hold_ms && room->applied) {
        room->hold_ms = 0;
        room_begin_if_full(room, now_ms);
        if (room_run_clock(room, now_ms)) {
            room_run_seats(room, now_ms);
            room_run_bots(room, now_ms);
            room_run_empty(room, now_ms);
        }
    }
    room_run_watchers(room, now_ms);
    room_run_rematch(room, now_ms);
    room_arm(room);
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

static bool is_for(const cr_event *event, uint8_t viewer)
{
    return !event->is_private || event->eyes >> viewer & 1;
}

/* A second reason for a pause tells of no event, but the view has changed and somebody waits for an answer. */
bool room_is_news(const cr_lobby *lobby, uint8_t viewer, const cr_move *move)
{
    if (move && (move->kind == CR_PAUSE || move->kind == CR_RESUME))
        return true;
    for (size_t i = 0; i < lobby->feed.n; i++)
        if (is_for(&lobby->feed.events[i], viewer))
            return true;
    return false;
}

uint32_t room_count_news(const cr_lobby *lobby, uint8_t viewer)
{
    uint32_t n = 0;

    for (size_t i = 0; i < lobby->feed.n; i++)
        n += lobby->feed.events[i].kind != CR_EV_ASKED && is_for(&lobby->feed.events[i], viewer);
    return n;
}

const cr_state *room_keep_before(const cr_room *room, const cr_state *state)
{
    return memcpy(room->lobby->before, state, room->game->state_size);
}

/* NULL: nobody here is told changes. */
static const cr_state *keep_before(const cr_room *room)
{
    for (const cr_peer *peer = room->peers; peer; peer = peer->next)
        if (peer->wants & CR_WANTS_CHANGES)
            return room_keep_before(room, room->state);
    return NULL;
}

void room_show_to(cr_room *room, cr_peer *peer, const cr_state *state, const cr_state *before,
                  uint64_t at_ms, uint32_t n, uint32_t seq)
{
    cr_lobby *lobby = room->lobby;
    cr_update update = {.room = room,
                        .state = state,
                        .events = lobby->redacted,
                        .n_events = redact(lobby, peer->viewer),
                        .before = before,
                        .at_ms = at_ms,
                        .n = n,
                        .seq = seq,
                        .viewer = peer->viewer,
                        .wants = peer->wants,
                        .moment = room->n_peers > 1 ? lobby->moment : 0};

    peer->n = n;
    peer->seq = seq + room_count_news(lobby, peer->viewer);
    lobby->config.voice->emit_update(lobby->config.voice, peer, &update);
}

static void show(cr_room *room, const cr_move *move, const cr_state *before, uint64_t at_ms)
{
    for (uint8_t i = 0; i <= room->n_seats; i++) {
        uint8_t viewer = i < room->n_seats ? i : CR_SPECTATOR;
        unsigned at = viewer_index(viewer);

        if (!room_is_news(room->lobby, viewer, move))
            continue;
        room->shown[at]++;
        for (cr_peer *peer = room->peers; peer; peer = peer->next)
            if (peer->viewer == viewer)
                room_show_to(room, peer, room->state, before, at_ms, room->shown[at],
                             room->told[at]);
        room->told[at] += room_count_news(room->lobby, viewer);
    }
}

uint32_t room_shown(const cr_room *room, uint8_t viewer)
{
    return room->shown[viewer_index(viewer)];
}

uint32_t cr_room_moves(const cr_room *room)
{
    uint32_t shown = room_shown(room, CR_SPECTATOR);

    return shown ? shown - 1 : 0; /* the first is the start */
}

uint32_t room_told(const cr_room *room, uint8_t viewer)
{
    return room->told[viewer_index(viewer)];
}

bool cr_room_place(const cr_room *room, const cr_state *state, uint32_t *match, uint32_t *round)
{
    if (!room->game->room || !room->game->room->place)
        return false;
    room->game->room->place(state, match, round);
    return true;
}

/* ---- playing what is on disk ---- */

void room_clear_feed(cr_lobby *lobby)
{
    lobby->feed.n = 0;
    lobby->feed.is_full = false;
    lobby->moment++;
}

/* What there is to look at since the question before was answered. */
static void note_news(cr_room *room, uint32_t ticket)
{
    const cr_feed *feed = &room->lobby->feed;

    if (room->state->q.ticket == ticket)
        return;
    room->news = CR_QUIET;
    for (size_t i = 0; i < feed->n; i++)
        if (!feed->events[i].is_private && feed->events[i].kind < room->game->n_events &&
            room->game->events[feed->events[i].kind].weight > room->news)
            room->news = room->game->events[feed->events[i].kind].weight;
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

void room_begin(cr_room *room, uint64_t at_ms, bool is_shown)
{
    cr_lobby *lobby = room->lobby;

    room->setup.start_ms = at_ms;
    room->has_begun = true;
    room_clear_feed(lobby);
    if (cr_start(room->game, room->state, &room->setup, &lobby->feed.sink))
        room->is_broken = true;
    lobby->stats.matches_begun += is_shown;
    note_news(room, 0);
    show(room, NULL, NULL, at_ms);
    room_follow(room);
    note_end(room);
}

void room_apply(cr_room *room, const cr_move *move, uint64_t at_ms, uint32_t id)
{
    cr_lobby *lobby = room->lobby;
    uint32_t ticket = room->state->q.ticket;
    const cr_state *before;

    room_close_timer(room, move, at_ms);
    before = keep_before(room);
    room_clear_feed(lobby);
    cr_play_checked(room->game, room->state, move, at_ms, &lobby->feed.sink);
    cr_why_take(&room->why, room->game, lobby->feed.events, lobby->feed.n);
    room->n_moves++;
    if (move->seat < room->n_seats && id)
        room->seats[move->seat].last_id = id;
    note_news(room, ticket);
    show(room, move, before, at_ms);
    room_refuse_held(room, at_ms);
    if (move->kind == CR_RESUME)
        room_ask_anew(room);
    room_follow(room);
    note_end(room);
}

static void apply(cr_room *room, cr_pending *p)
{
    cr_lobby *lobby = room->lobby;
    cr_voice *voice = lobby->config.voice;

    room->applied++;
    if (room->applied == room->awake_at)
        room->asleep_ms = room->awake_at = 0;
    switch (p->kind) {
    case CR_ENTRY_SEAT:
        room_seat_changed(room, p->seat, p->sitter);
        break;
    case CR_ENTRY_SEALS:
        room_draw_sealed(room, NULL);
        break;
    case CR_ENTRY_VOID:
        room_draw_void(room, NULL);
        break;
    case CR_ENTRY_START:
        room_draw_done(room, NULL);
        room_begin(room, p->at_ms, true);
        break;
    case CR_ENTRY_MOVE:
        lobby->stats.moves++;
        (void)cr_lobby_now(lobby);
        cr_histogram_add(&lobby->stats.durable, lobby->read_us - p->since_us);
        if (p->peer)
            voice->emit_ack(voice, p->peer, p->id);
        room_apply(room, &p->move, p->at_ms, p->id);
        room_note_events(room);
        break;
    case CR_ENTRY_HINT:
        room_count_hint(room, p->seat);
        break;
    default:
        break;
    }
    tell_waiter(room, p, CR_TROUBLE_NONE);
}

static void give_up(cr_room *room, cr_pending *p, cr_trouble trouble)
{
    cr_voice *voice = room->lobby->config.voice;

    if (p->kind == CR_ENTRY_SEAT)
        room->seats[p->seat].is_claimed = false;
    if (p->peer)
        voice->emit_trouble(voice, p->peer, p->id, trouble);
    tell_waiter(room, p, trouble);
}

/* Nothing of what was on its way is there. Entries of another writer that cannot be read now are met again with the
 * next append, which conflicts too. */
static void start_over(cr_room *room)
{
    uint32_t before = room->applied;
    cr_err err = CR_ERR_OK;

    room->number = before;
    room->awake_at = 0;
    forget_all(room);
    room_draw_lost(room);
    for (unsigned i = 0; i < room->n_seats; i++)
        if (room->seats[i].sent_away > before)
            room->seats[i].sent_away = 0; /* it is lost, or was refused in a state that never was */
    hold(room);
    if (room->is_conflicted && room->applied)
        err = room_catch_up(room);
    if (room->applied != before) { /* somebody else went on */
        room->asleep_ms = 0;
        room->reasons = room->state->paused;
    }
    room->is_broken |= err && err != CR_ERR_STORE && err != CR_ERR_MEMORY;
    room->is_dropping = room->is_conflicted = false;
}

/* ---- what is looked at soon ---- */

/* What every move looks at, of a room and of its state. */
static void fetch_room(const cr_room *room)
{
    cr_fetch(room, offsetof(cr_room, why) + CR_LINE);
}

static void fetch_state(const cr_room *room)
{
    enum { MOST = 1024 }; /* of a large one: a move looks at a part of it */
    size_t size = room->game->state_size;

    cr_fetch(room->state, size < MOST ? size : MOST);
}

/* A connection begins with its peer. */
static void fetch_peer(const cr_peer *peer)
{
    if (peer)
        cr_fetch(peer, 3 * (size_t)CR_LINE);
}

void cr_peer_fetch(const cr_peer *peer, unsigned left)
{
    const cr_room *room = peer->room;

    if (!room)
        return;
    if (left == 1) {
        fetch_state(room);
        return;
    }
    fetch_room(room);
    if (peer->viewer < CR_SEATS_MAX)
        cr_fetch(&room->seats[peer->viewer], CR_LINE);
}

/* Each time what is found by what was fetched the time before. */
void cr_room_fetch(const cr_room *room, unsigned left)
{
    switch (left) {
    case CR_ROOM_AHEAD:
        fetch_room(room);
        break;
    case 2:
        fetch_state(room);
        fetch_peer(room->peers);
        if (room->pending)
            cr_fetch(room->pending, sizeof *room->pending);
        break;
    case 1:
        fetch_peer(room->peers ? room->peers->next : NULL);
        break;
    default:
        break;
    }
}

void cr_room_stored(cr_room *room, cr_store_result result)
{
    cr_pending *p = take_pending(room);

    if (result == CR_STORED && !room->is_dropping && !room->is_lost) {
        apply(room, p);
    } else {
        /* Nothing behind it can have been taken; when the last of them is back, we know where we stand. */
        room->is_dropping = true;
        room->is_conflicted |= result == CR_STORE_CONFLICT;
        room->is_lost |= result == CR_STORE_LOST;
        /* Who lost the match does not know what became of its last entries; who runs it now does. */
        give_up(room, p, room->is_lost ? CR_TROUBLE_UNSURE : CR_TROUBLE_NOT_STORED);
    }
    free_pending(room->lobby, p);
    if (room->pending)
        return;
    drop_ahead(room);
    if (room->is_lost)
        return; /* the lobby closes it */
    if (room->is_dropping)
        start_over(room);
    cr_room_tick(room, cr_room_now(room));
    room_wind_on(room);
}

/* ---- life ---- */

bool cr_room_is_idle(const cr_room *room)
{
    return !room->n_peers && !room->pending && !room->asleep_ms &&
           (!room_is_live(room) ||
            (cr_due(room->state) == UINT64_MAX && room_bots_due(room) == UINT64_MAX));
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
        free_pending(room->lobby, take_pending(room));
    forget_all(room);
    for (uint8_t seat = 0; seat < room->n_seats; seat++)
        room_forget_hint(room, seat);
    room_free_rematch(room);
    free(room->drawing);
    free(room->ahead);
    free(room->state);
    free(room);
}

size_t cr_room_bytes(const cr_room *room)
{
    return sizeof *room + room->n_seats * sizeof *room->seats +
           (room->ahead ? 2 : 1) * room->game->state_size;
}
