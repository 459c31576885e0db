/* The people of a room: coming, going, joining, pausing, being away. The flow of moves is in room.c. */
#include "host/room_inside.h"

#include <sodium.h>
#include <stdlib.h>

const char *const cr_signals[] = {"hello", "good luck", "well played", "thinking",
                                  "hurry", "sorry",     "thanks",      NULL};

/* ---- tokens ---- */

void cr_token_hash(const uint8_t match[CR_MATCH_ID], const uint8_t token[CR_TOKEN],
                   uint8_t out[CR_TOKEN_HASH])
{
    /* The match id as key: equal tokens of two matches would not show. */
    crypto_generichash(out, CR_TOKEN_HASH, token, CR_TOKEN, match, CR_MATCH_ID);
}

static bool seat_of(const cr_room *room, const uint8_t token[CR_TOKEN], uint8_t *seat)
{
    uint8_t hash[CR_TOKEN_HASH];
    bool is_found = false;

    cr_token_hash(room->match, token, hash);
    for (uint8_t i = 0; i < room->n_seats; i++)
        if (room->seats[i].sitter.kind == CR_SEAT_PERSON &&
            !sodium_memcmp(hash, room->seats[i].sitter.token_hash, CR_TOKEN_HASH)) {
            *seat = i;
            is_found = true;
        }
    return is_found;
}

/* ---- who plays ---- */

static const cr_bot *absent_bot(const cr_room *room)
{
    return cr_bot_find(room->lobby->config.absent_bot, room->game);
}

static void put(uint16_t *set, uint8_t seat, bool is_in)
{
    *set = (uint16_t)((*set & ~CR_BIT(seat)) | (unsigned)is_in << seat);
}

void room_note_seat(cr_room *room, uint8_t seat)
{
    const cr_room_seat *s = &room->seats[seat];

    put(&room->bots, seat, s->sitter.kind == CR_SEAT_BOT || s->is_replaced);
    put(&room->away, seat, s->sitter.kind == CR_SEAT_PERSON && s->away_ms);
    put(&room->passing, seat, s->passes_empty || s->held_ticket);
}

const cr_bot *room_bot_of(const cr_room *room, uint8_t seat)
{
    return room->seats[seat].is_replaced ? absent_bot(room) : room->seats[seat].sitter.bot;
}

bool cr_room_is_here(const cr_room *room, uint8_t seat)
{
    return room->seats[seat].player != NULL;
}

static unsigned count_people(const cr_room *room)
{
    unsigned n = 0;

    for (unsigned i = 0; i < room->n_seats; i++)
        n += room->seats[i].sitter.kind == CR_SEAT_PERSON;
    return n;
}

static bool is_anybody_here(const cr_room *room)
{
    for (unsigned i = 0; i < room->n_seats; i++)
        if (room->seats[i].player)
            return true;
    return false;
}

void room_tell_seats(cr_room *room)
{
    cr_voice *voice = room->lobby->config.voice;

    for (cr_peer *peer = room->peers; peer; peer = peer->next)
        voice->emit_seats(voice, peer);
    room->told_watchers = room->n_watchers;
    room->watchers_ms = cr_room_now(room);
}

/* A crowd comes one by one, and each of them would be told of each. */
uint64_t room_watchers_due(const cr_room *room)
{
    return room->n_watchers == room->told_watchers || !room->n_peers
               ? UINT64_MAX
               : room->watchers_ms + ROOM_WATCHERS_MS;
}

void room_run_watchers(cr_room *room, uint64_t now_ms)
{
    if (room_watchers_due(room) <= now_ms)
        room_tell_seats(room);
}

/* ---- reasons for pausing ---- */

/* Does this reason count, with so many people at the table? */
static bool is_own_reason(const cr_room *room, unsigned reason)
{
    const cr_room_rules *rules = room->game->room;

    if (!rules || !(rules->own_reasons >> reason & 1))
        return false;
    return !(rules->alone_reasons >> reason & 1) || count_people(room) < 2;
}

bool room_host_reason(const cr_room *room, uint8_t *reason)
{
    /* A game that names its reasons says which one is the room's; one that does not has numbers to spare. */
    *reason = room->game->room ? room->game->room->host_reason : 15;
    return room->game->room || !room->game->reasons;
}

static bool find_reason(const cr_room *room, const char *word, unsigned *out)
{
    cr_span in = cr_span_of(word);
    int64_t number;

    for (unsigned i = 0; room->game->reasons && room->game->reasons[i]; i++)
        if (!strcmp(room->game->reasons[i], word)) {
            *out = i;
            return true;
        }
    if (room->game->reasons || !cr_span_int(&in, 0, 15, &number) || !cr_span_is_empty(&in))
        return false;
    *out = (unsigned)number;
    return true;
}

/* Puts a reason in force, or ends it. False if that cannot be appended. */
static bool enforce(cr_room *room, unsigned reason, bool is_on, uint64_t now_ms)
{
    const cr_state *s = room_look(room);
    cr_move move = is_on ? cr_pause_move(s, (uint8_t)reason) : cr_resume_move(s, (uint8_t)reason);

    if (is_on != (s->paused >> reason & 1))
        return room_play_host(room, &move, now_ms);
    if (room_is_asleep(room))
        return false; /* a pause that is there may be that of the restart, and ends with it */
    room_want(room, reason, is_on);
    return true;
}

/* A reason is in force while somebody has set it: the first sets it, the last takes it back. */
static bool is_set(const cr_room *room, unsigned reason)
{
    for (unsigned i = 0; i < room->n_seats; i++)
        if (room->seats[i].own_pauses >> reason & 1)
            return true;
    return false;
}

/* The store has lost a pause or its end, and nobody will ask for it again. */
static void enforce_lost(cr_room *room, uint64_t now_ms)
{
    unsigned lost = room->reasons ^ room_look(room)->paused;

    for (; lost && room_is_live(room); lost &= lost - 1) {
        unsigned reason = cr_bits_first(lost);

        if (!enforce(room, reason, room->reasons >> reason & 1, now_ms))
            return;
    }
}

static bool pause_by_agreement(cr_room *room, cr_room_seat *seat, uint8_t reason, bool is_on,
                               uint64_t now_ms)
{
    bool agree = true;

    for (unsigned i = 0; i < room->n_seats; i++)
        if (room->seats[i].player && &room->seats[i] != seat)
            agree &= room->seats[i].wants_pause;
    if ((agree || !is_on) && !enforce(room, reason, is_on, now_ms))
        return false;
    seat->wants_pause = is_on;
    for (unsigned i = 0; !is_on && i < room->n_seats; i++)
        room->seats[i].wants_pause = false;
    return true;
}

cr_trouble cr_room_pause(cr_peer *peer, const char *word, bool is_on)
{
    cr_trouble trouble = room_may_act(peer);
    cr_room *room = peer->room;
    cr_room_seat *seat;
    uint64_t now_ms;
    unsigned reason;
    uint16_t before;
    bool is_taken;
    uint8_t host;

    if (trouble)
        return trouble;
    seat = &room->seats[peer->viewer];
    now_ms = cr_room_now(room);
    cr_room_tick(room, now_ms); /* what was due before the pause */
    if (word) {
        if (!find_reason(room, word, &reason) || !is_own_reason(room, reason))
            return CR_TROUBLE_BAD_REASON;
        before = seat->own_pauses;
        if (is_on)
            seat->own_pauses |= CR_BIT(reason);
        else
            seat->own_pauses &= (uint16_t)~CR_BIT(reason);
        is_taken = enforce(room, reason, is_set(room, reason), now_ms);
        if (!is_taken)
            seat->own_pauses = before;
    } else if (room_host_reason(room, &host)) {
        is_taken = pause_by_agreement(room, seat, host, is_on, now_ms);
        room_tell_seats(room);
    } else {
        return CR_TROUBLE_BAD_REASON;
    }
    cr_room_tick(room, now_ms);
    return is_taken || room_look(room)->is_over ? CR_TROUBLE_NONE : CR_TROUBLE_NOT_STORED;
}

/* ---- silence and absence ---- */

static bool hears(const cr_room *room, const cr_room_seat *seat)
{
    const cr_room_rules *rules = room->game->room;

    return rules && rules->silent_ms && seat->sitter.kind == CR_SEAT_PERSON &&
           is_own_reason(room, rules->silent_reason);
}

void cr_room_heard(cr_peer *peer)
{
    cr_room *room = peer->room;
    cr_room_seat *seat;

    if (!room || peer->viewer >= room->n_seats || !room->game->room)
        return;
    seat = &room->seats[peer->viewer];
    if (seat->player != peer)
        return;
    seat->heard_ms = cr_room_now(room);
    if (hears(room, seat) && room_is_live(room) &&
        (room->reasons | room_look(room)->paused) >> room->game->room->silent_reason & 1)
        cr_room_tick(room, seat->heard_ms);
}

/* When something happens because this person, who is away, is that; UINT64_MAX: never. */
static uint64_t away_due(const cr_room *room, const cr_room_seat *seat)
{
    const cr_room_rules *rules = room->game->room;
    uint64_t due = UINT64_MAX;

    if (rules && rules->away_ms && !seat->sent_away)
        due = seat->away_ms + rules->away_ms;
    /* With nobody to play against the match waits: two people who are both gone find it as they left it. */
    if (!(rules && rules->keeps_seat) && !seat->is_replaced && is_anybody_here(room) &&
        seat->away_ms + room->lobby->config.grace_ms < due)
        due = seat->away_ms + room->lobby->config.grace_ms;
    return due;
}

/* Does the game mind if somebody is not heard? */
static bool minds_silence(const cr_room *room)
{
    return room->game->room && room->game->room->silent_ms;
}

static uint64_t silent_due(const cr_room *room, const cr_room_seat *seat)
{
    if (!hears(room, seat) || room_look(room)->paused >> room->game->room->silent_reason & 1)
        return UINT64_MAX;
    return seat->heard_ms + room->game->room->silent_ms;
}

uint64_t room_seats_due(const cr_room *room)
{
    uint64_t due = UINT64_MAX;

    if (!room_is_live(room))
        return due;
    for (unsigned away = room->away; away; away &= away - 1) {
        uint64_t at = away_due(room, &room->seats[cr_bits_first(away)]);

        due = at < due ? at : due;
    }
    for (unsigned i = 0; i < room->n_seats && minds_silence(room); i++) {
        uint64_t at = silent_due(room, &room->seats[i]);

        due = at < due ? at : due;
    }
    return due;
}

/* Away for too long: the game's own move for it, or a bot until the person is back. */
static void miss(cr_room *room, uint8_t seat, uint64_t now_ms)
{
    const cr_room_rules *rules = room->game->room;
    cr_room_seat *s = &room->seats[seat];
    cr_move move;

    if (rules && rules->away_ms && !s->sent_away && now_ms >= s->away_ms + rules->away_ms) {
        if (cr_move_parse(room->game, room_look(room), seat, rules->away_move, &move).code ||
            cr_judge(room->game, room_look(room), &move, now_ms).code ||
            room_play(room, &move, now_ms, NULL, 0))
            s->sent_away = room->number;
        return;
    }
    s->is_replaced = true;
    room_note_seat(room, seat);
    room_tell_seats(room);
}

/* Silence is a reason for pausing until somebody is there who has been heard. */
static void run_silence(cr_room *room, const cr_room_seat *seat, uint64_t now_ms)
{
    const cr_room_rules *rules = room->game->room;

    if (silent_due(room, seat) <= now_ms)
        (void)enforce(room, rules->silent_reason, true, now_ms);
    else if (hears(room, seat) && seat->player && now_ms < seat->heard_ms + rules->silent_ms)
        (void)enforce(room, rules->silent_reason, is_set(room, rules->silent_reason), now_ms);
}

void room_run_seats(cr_room *room, uint64_t now_ms)
{
    for (uint8_t i = 0; i < room->n_seats && minds_silence(room) && room_is_live(room); i++)
        run_silence(room, &room->seats[i], now_ms);
    enforce_lost(room, now_ms);
    for (unsigned away = room->away; away && room_is_live(room); away &= away - 1) {
        uint8_t seat = (uint8_t)cr_bits_first(away);

        if (away_due(room, &room->seats[seat]) <= now_ms)
            miss(room, seat, now_ms);
    }
}

/* ---- coming and going ---- */

static void take_seat(cr_room *room, cr_peer *peer)
{
    cr_voice *voice = room->lobby->config.voice;
    cr_room_seat *seat = &room->seats[peer->viewer];
    cr_peer *before = seat->player;

    seat->player = peer;
    seat->away_ms = 0;
    if (seat->is_replaced)
        room_forget_thoughts(room, peer->viewer); /* the times too: the question is his again */
    seat->is_replaced = false;
    seat->sent_away = 0;
    room_note_seat(room, peer->viewer);
    if (before)
        voice->emit_plays(voice, before, false);
}

cr_trouble cr_room_attach(cr_room *room, cr_peer *peer, const uint8_t *token, const uint32_t *after)
{
    cr_voice *voice = room->lobby->config.voice;
    uint8_t viewer = CR_SPECTATOR;
    cr_trouble trouble = CR_TROUBLE_NONE;

    if (token && !seat_of(room, token, &viewer))
        return CR_TROUBLE_BAD_TOKEN;
    if (after && *after > room_shown(room, viewer))
        return CR_TROUBLE_BAD_NUMBER;
    peer->room = room;
    peer->viewer = viewer;
    peer->goes_on = false;
    peer->n = after ? *after : room_shown(room, viewer);
    peer->seq = room_told(room, viewer);
    peer->next = room->peers;
    room->peers = peer;
    if (!room->n_peers++)
        room_skip_ticks(room);
    if (viewer < room->n_seats)
        take_seat(room, peer);
    else
        room->n_watchers++;
    voice->emit_attached(voice, peer);
    if (viewer < room->n_seats || room_watchers_due(room) <= cr_room_now(room))
        room_tell_seats(room);
    else
        voice->emit_seats(voice, peer);
    if (after)
        trouble = room_replay(room, peer, *after);
    else if (room->has_begun)
        voice->emit_state(voice, peer);
    if (trouble) {
        cr_room_detach(peer);
        return trouble;
    }
    room_tell_drawing(room, peer);
    room_tell_rematch(room, peer);
    cr_room_heard(peer);
    cr_room_tick(room, cr_room_now(room));
    if (viewer < room->n_seats)
        room_tell_passing(room, viewer);
    room_wind_on(room); /* perhaps it waited for the bot that played for him */
    return CR_TROUBLE_NONE;
}

static void leave_seat(cr_room *room, const cr_peer *peer)
{
    cr_voice *voice = room->lobby->config.voice;
    cr_room_seat *seat = &room->seats[peer->viewer];
    cr_peer *other = room->peers;

    if (seat->player != peer)
        return;
    while (other && other->viewer != peer->viewer)
        other = other->next;
    seat->player = other;
    seat->wants_pause = false;
    if (other) {
        voice->emit_plays(voice, other, true);
    } else {
        seat->away_ms = cr_room_now(room);
        room_note_seat(room, peer->viewer);
        room_leave_rematch(room, peer->viewer);
    }
}

void cr_room_detach(cr_peer *peer)
{
    cr_room *room = peer->room;
    cr_peer **at;

    if (!room)
        return;
    at = &room->peers;
    while (*at != peer)
        at = &(*at)->next;
    *at = peer->next;
    room->n_peers--;
    for (struct cr_pending *p = room->pending; p; p = p->next)
        if (p->peer == peer)
            p->peer = NULL;
    peer->room = NULL;
    peer->next = NULL;
    if (!room->n_peers)
        room->quiet_ms = cr_room_now(room);
    if (peer->viewer < room->n_seats) {
        leave_seat(room, peer);
        room_tell_seats(room);
    } else {
        room->n_watchers--;
    }
    cr_room_tick(room, cr_room_now(room));
}

cr_trouble cr_room_signal(cr_peer *peer, const char *word)
{
    cr_room *room = peer->room;
    cr_voice *voice;
    const char *const *signal = cr_signals;
    cr_trouble trouble = room_may_speak(peer);
    cr_room_seat *seat;
    uint64_t now_ms;

    if (trouble)
        return trouble;
    while (*signal && strcmp(*signal, word))
        signal++;
    if (!*signal)
        return CR_TROUBLE_BAD_SIGNAL;
    now_ms = cr_room_now(room);
    seat = &room->seats[peer->viewer];
    if (seat->signal_ms && now_ms < seat->signal_ms + ROOM_SIGNAL_MS)
        return CR_TROUBLE_TOO_FAST;
    seat->signal_ms = now_ms;
    voice = room->lobby->config.voice;
    for (cr_peer *other = room->peers; other; other = other->next)
        voice->emit_signal(voice, other, peer->viewer, *signal);
    return CR_TROUBLE_NONE;
}

/* ---- seats that change hands ---- */

static bool enqueue_seat(cr_room *room, uint8_t seat, const cr_sitter *sitter, cr_waiter *waiter)
{
    uint8_t bytes[CR_STORE_ENTRY_MAX];
    cr_pending like = {.kind = CR_ENTRY_SEAT, .seat = seat, .waiter = waiter};

    like.sitter = malloc(sizeof *like.sitter);
    if (!like.sitter)
        return false;
    *like.sitter = *sitter;
    if (!room_enqueue(room, bytes, cr_entry_seat(bytes, seat, sitter), 0, &like)) {
        free(like.sitter);
        return false;
    }
    room->seats[seat].is_claimed = true;
    return true;
}

/* Whoever left watches on, from every connection to the seat: what the next one gets there is none of their business. */
static void let_watch(cr_room *room, uint8_t seat)
{
    cr_voice *voice = room->lobby->config.voice;

    for (cr_peer *peer = room->peers; peer; peer = peer->next) {
        if (peer->viewer != seat)
            continue;
        peer->viewer = CR_SPECTATOR;
        peer->n = room_shown(room, CR_SPECTATOR);
        peer->seq = room_told(room, CR_SPECTATOR);
        room->n_watchers++;
        voice->emit_attached(voice, peer);
        voice->emit_seats(voice, peer);
        if (room->has_begun)
            voice->emit_state(voice, peer);
    }
}

void room_seat_changed(cr_room *room, uint8_t seat, const cr_sitter *sitter)
{
    cr_room_seat *s = &room->seats[seat];
    uint64_t now_ms = cr_room_now(room);

    room_forget_thoughts(room, seat);
    room_forget_part(room, seat);
    *s = (cr_room_seat){.sitter = *sitter, .away_ms = now_ms, .heard_ms = now_ms};
    room_note_seat(room, seat);
    room_ask_anew(room); /* now perhaps all who are left want the room to pass */
    room_tell_seats(room);
    let_watch(room, seat);
}

static bool has_start(const cr_room *room)
{
    for (const cr_pending *p = room->pending; p && !room->has_begun; p = p->next)
        if (p->kind == CR_ENTRY_START)
            return true;
    return room->has_begun;
}

void room_begin_if_full(cr_room *room, uint64_t now_ms)
{
    uint8_t bytes[CR_STORE_ENTRY_MAX];

    if (has_start(room))
        return;
    for (unsigned i = 0; i < room->n_seats; i++)
        if (room->seats[i].sitter.kind == CR_SEAT_OPEN)
            return;
    if (!room_is_drawn(room, now_ms))
        return;
    if (!room_enqueue(room, bytes, room_write_start(room, bytes, now_ms), 0,
                      &(cr_pending){.kind = CR_ENTRY_START, .at_ms = now_ms}))
        room_draw_lost(room);
}

cr_trouble cr_room_join(cr_room *room, const char *name, bool shares, uint8_t *seat,
                        uint8_t token[CR_TOKEN], cr_waiter *waiter)
{
    cr_sitter sitter = {.kind = CR_SEAT_PERSON, .shares = shares};
    cr_text text = cr_text_on(sitter.name, sizeof sitter.name);
    uint8_t at = *seat;

    if (room->has_begun)
        return CR_TROUBLE_STARTED;
    for (uint8_t i = 0; at == CR_SEATS_MAX && i < room->n_seats; i++)
        if (room->seats[i].sitter.kind == CR_SEAT_OPEN && !room->seats[i].is_claimed)
            at = i;
    if (at >= room->n_seats || room->seats[at].sitter.kind != CR_SEAT_OPEN ||
        room->seats[at].is_claimed)
        return CR_TROUBLE_NO_SEAT;
    cr_text_str(&text, name);
    randombytes_buf(token, CR_TOKEN);
    cr_token_hash(room->match, token, sitter.token_hash);
    *seat = at;
    return enqueue_seat(room, at, &sitter, waiter) ? CR_TROUBLE_NONE : CR_TROUBLE_NOT_STORED;
}

cr_trouble cr_room_fill(cr_room *room, const cr_bot *bot, cr_waiter *waiter)
{
    cr_sitter sitter = {.kind = CR_SEAT_BOT, .bot = bot};
    uint8_t last = CR_SEATS_MAX;

    if (room->has_begun)
        return CR_TROUBLE_STARTED;
    for (uint8_t i = 0; i < room->n_seats; i++)
        if (room->seats[i].sitter.kind == CR_SEAT_OPEN && !room->seats[i].is_claimed)
            last = i;
    if (last == CR_SEATS_MAX)
        return CR_TROUBLE_NO_SEAT;
    for (uint8_t i = 0; i <= last; i++)
        if (room->seats[i].sitter.kind == CR_SEAT_OPEN && !room->seats[i].is_claimed &&
            !enqueue_seat(room, i, &sitter, i == last ? waiter : NULL))
            return CR_TROUBLE_NOT_STORED;
    return CR_TROUBLE_NONE;
}

cr_trouble cr_room_leave(cr_peer *peer, cr_waiter *waiter)
{
    cr_room *room = peer->room;
    cr_sitter sitter = {.kind = CR_SEAT_BOT};
    cr_trouble trouble = room_may_speak(peer);

    if (trouble)
        return trouble;
    if (room->is_over || room->seats[peer->viewer].is_claimed)
        return CR_TROUBLE_NONE;
    sitter.bot = absent_bot(room);
    if (!has_start(room)) {
        sitter.kind = CR_SEAT_OPEN;
    } else if (room->game->room && room->game->room->keeps_seat) {
        /* Nobody can take it and nobody plays it: a person's seat that no token opens. */
        sitter.kind = CR_SEAT_PERSON;
        sitter.bot = NULL;
        randombytes_buf(sitter.token_hash, CR_TOKEN_HASH);
    }
    return enqueue_seat(room, peer->viewer, &sitter, waiter) ? CR_TROUBLE_NONE
                                                             : CR_TROUBLE_NOT_STORED;
}
