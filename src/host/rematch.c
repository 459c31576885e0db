/* Once more with the same people: the wishes for a rematch, and the table that comes of them.
 *
 * Whoever has played offers it, with the seats as they were or everybody moved on by one, and the offer stands for a
 * minute. Who says the same agrees, who names the other seats makes a new offer in its place, and who says no is out of it.
 * Behind the last answer, or when the minute is over, those who agreed get a table of their own: game, options and bots are
 * the same, the seed is new, and seats of people who are not among them are open. It takes two of them, or the only one there is.
 *
 * Wishes live with the room and are not kept. The tokens of the new table are, as long as the room is at hand: who holds a seat
 * of the old one and was cut off in that moment finds the new one when he comes back. */
#include "host/room_inside.h"

#include <sodium.h>
#include <stdlib.h>

/* ---- telling ---- */

static void tell_offer(const cr_room *room, const char *why, uint8_t by)
{
    const cr_rematch *r = room->rematch;
    cr_voice *voice = room->lobby->config.voice;

    for (cr_peer *peer = room->peers; peer; peer = peer->next)
        voice->emit_offered(voice, peer, r->until_ms ? NULL : why, by);
}

static uint8_t new_seat(const cr_room *room, uint8_t seat)
{
    return (uint8_t)((seat + room->rematch->is_swapped) % room->n_seats);
}

static void tell_made(cr_room *room, cr_peer *peer)
{
    const cr_rematch *r = room->rematch;
    cr_voice *voice = room->lobby->config.voice;
    bool is_carried = peer->viewer < room->n_seats && r->agreed >> peer->viewer & 1;
    uint8_t seat = is_carried ? new_seat(room, peer->viewer) : CR_SPECTATOR;

    voice->emit_rematched(voice, peer, seat, is_carried ? r->tokens[seat] : NULL);
}

void room_tell_rematch(cr_room *room, cr_peer *peer)
{
    const cr_rematch *r = room->rematch;

    if (r && r->is_made)
        tell_made(room, peer);
    else if (r && r->until_ms)
        room->lobby->config.voice->emit_offered(room->lobby->config.voice, peer, NULL, r->by);
}

/* ---- the new table ---- */

static void close_offer(cr_room *room, const char *why, uint8_t by)
{
    cr_rematch *r = room->rematch;

    r->until_ms = 0;
    r->agreed = r->declined = 0;
    tell_offer(room, why, by);
    room_tell_seats(room);
}

/* The new match is on disk: now its tokens may be told. */
static void made(cr_waiter *waiter, cr_room *next, cr_trouble trouble)
{
    cr_rematch *r = (cr_rematch *)((char *)waiter - offsetof(cr_rematch, waiter));
    cr_room *room = r->room;

    r->is_making = false;
    if (trouble) {
        close_offer(room, "failed", r->by);
        return;
    }
    memcpy(r->match, next->match, CR_MATCH_ID);
    r->until_ms = 0;
    r->is_made = true;
    for (cr_peer *peer = room->peers; peer; peer = peer->next)
        tell_made(room, peer);
}

static void make(cr_room *room)
{
    cr_rematch *r = room->rematch;
    cr_order order = {.game = room->game,
                      .setup = room->setup,
                      .patience = room->patience,
                      .pace = room->pace,
                      .hints = room->hints,
                      .is_private = room->is_private};
    cr_room *next;

    randombytes_buf(order.setup.seed, sizeof order.setup.seed);
    order.setup.is_pinned = false;
    order.setup.start_ms = 0;
    for (uint8_t seat = 0; seat < room->n_seats; seat++) {
        cr_sitter *sitter = &order.sitters[new_seat(room, seat)];

        *sitter = room->seats[seat].sitter;
        if (sitter->kind == CR_SEAT_PERSON && !(r->agreed >> seat & 1))
            *sitter = (cr_sitter){.kind = CR_SEAT_OPEN};
    }
    r->is_making = true;
    if (cr_lobby_create(room->lobby, &order, *room->address ? room->address : NULL, &r->waiter,
                        r->tokens, &next)) {
        r->is_making = false;
        close_offer(room, "failed", r->by);
    }
}

/* Is there anything to wait for? If not, the table is made, or the offer is over: `last` has said no or has gone. */
static void settle(cr_room *room, uint64_t now_ms, uint8_t last)
{
    const cr_rematch *r = room->rematch;
    unsigned agreed = 0, waited = 0, need = room_people(room) < 2 ? room_people(room) : 2;

    for (unsigned i = 0; i < room->n_seats; i++)
        if (room->seats[i].sitter.kind == CR_SEAT_PERSON) {
            agreed += r->agreed >> i & 1;
            waited += !((r->agreed | r->declined) >> i & 1);
        }
    if (!agreed || agreed + waited < need)
        close_offer(room, "declined", last);
    else if (agreed >= need && (!waited || now_ms >= r->until_ms))
        make(room);
    else if (now_ms >= r->until_ms)
        close_offer(room, "expired", r->by);
}

/* ---- wishes ---- */

static cr_rematch *rematch_of(cr_room *room)
{
    if (!room->rematch) {
        room->rematch = calloc(1, sizeof *room->rematch);
        if (room->rematch) {
            room->rematch->room = room;
            room->rematch->waiter.done = made;
        }
    }
    return room->rematch;
}

cr_trouble cr_room_rematch(cr_peer *peer, cr_rematch_wish wish)
{
    cr_trouble trouble = room_may_act(peer);
    cr_room *room = peer->room;
    uint64_t now_ms;
    cr_rematch *r;

    if (trouble)
        return trouble;
    if (!room->is_over)
        return CR_TROUBLE_PLAYING;
    r = rematch_of(room);
    if (!r)
        return CR_TROUBLE_FULL;
    if (r->is_made || r->is_making) {
        room_tell_rematch(room, peer);
        return CR_TROUBLE_NONE;
    }
    now_ms = cr_room_now(room);
    if (wish == CR_REMATCH_NO) {
        if (!r->until_ms)
            return CR_TROUBLE_NONE;
        r->agreed &= (uint16_t)~CR_BIT(peer->viewer);
        r->declined |= CR_BIT(peer->viewer);
    } else {
        if (!r->until_ms || r->is_swapped != (wish == CR_REMATCH_SWAP)) {
            r->is_swapped = wish == CR_REMATCH_SWAP;
            r->until_ms = now_ms + ROOM_REMATCH_MS;
            r->by = peer->viewer;
            r->agreed = r->declined = 0;
            tell_offer(room, NULL, r->by);
        }
        r->agreed |= CR_BIT(peer->viewer);
        r->declined &= (uint16_t)~CR_BIT(peer->viewer);
    }
    room_tell_seats(room);
    settle(room, now_ms, peer->viewer);
    room_arm(room);
    return CR_TROUBLE_NONE;
}

void room_leave_rematch(cr_room *room, uint8_t seat)
{
    cr_rematch *r = room->rematch;

    if (!r || !r->until_ms || r->is_making || !(r->agreed >> seat & 1))
        return;
    r->agreed &= (uint16_t)~CR_BIT(seat);
    settle(room, cr_room_now(room), seat);
}

/* ---- time ---- */

uint64_t room_rematch_due(const cr_room *room)
{
    const cr_rematch *r = room->rematch;

    return r && r->until_ms && !r->is_making ? r->until_ms : UINT64_MAX;
}

void room_run_rematch(cr_room *room, uint64_t now_ms)
{
    if (room_rematch_due(room) <= now_ms)
        settle(room, now_ms, room->rematch->by);
}

void room_free_rematch(cr_room *room)
{
    if (!room->rematch)
        return;
    cr_waiter_cancel(&room->rematch->waiter);
    sodium_memzero(room->rematch->tokens, sizeof room->rematch->tokens);
    free(room->rematch);
    room->rematch = NULL;
}
