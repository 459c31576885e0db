/* Time that a test turns (JK-7.16, 10.8): a room of its own time, ahead of the lobby's. Turning goes from due time to due
 * time and waits wherever something has to reach the disk first or a bot thinks, so what happens is what would have
 * happened. */
#include "host/room_inside.h"

uint64_t cr_room_time(const cr_room *room, uint64_t lobby_ms)
{
    return room->wind_to_ms ? room->wind_at_ms : lobby_ms + room->turned_ms;
}

uint64_t cr_room_now(const cr_room *room)
{
    return cr_room_time(room, cr_lobby_now(room->lobby));
}

/* Who is here is awake all the time that is turned. */
static void hear_all(cr_room *room)
{
    for (unsigned i = 0; i < room->n_seats; i++)
        if (room->seats[i].player)
            room->seats[i].heard_ms = room->wind_at_ms;
}

static void end(cr_room *room)
{
    cr_voice *voice = room->lobby->config.voice;
    uint64_t lobby_ms = cr_lobby_now(room->lobby);

    room->turned_ms = room->wind_to_ms > lobby_ms ? room->wind_to_ms - lobby_ms : 0;
    room->wind_to_ms = 0;
    for (cr_peer *peer = room->peers; peer; peer = peer->next)
        voice->emit_wound(voice, peer);
    room_arm(room);
}

/* What is on its way, from the disk or from a bot, takes none of the time that is turned. */
static bool is_waiting(const cr_room *room)
{
    for (unsigned i = 0; i < room->n_seats; i++)
        if (room->seats[i].thought)
            return true;
    return room->pending;
}

void room_wind_on(cr_room *room)
{
    while (room->wind_to_ms && !is_waiting(room)) {
        uint64_t next;

        hear_all(room);
        cr_room_tick(room, room->wind_at_ms);
        if (is_waiting(room))
            return;
        if (room->wind_at_ms == room->wind_to_ms) {
            end(room);
            return;
        }
        /* Nothing is due twice at the same time: a room that cannot act must not stop the clock. */
        next = room_due(room);
        next = next > room->wind_at_ms ? next : room->wind_at_ms + 1;
        room->wind_at_ms = next < room->wind_to_ms ? next : room->wind_to_ms;
    }
}

cr_trouble cr_room_wind(cr_peer *peer, const uint32_t *ms, bool is_jump)
{
    cr_trouble trouble = room_may_act(peer);
    cr_room *room = peer->room;
    uint64_t now_ms, due;

    if (trouble)
        return trouble;
    if (!room->lobby->config.is_test)
        return CR_TROUBLE_NOT_TESTING;
    if (room->wind_to_ms)
        return CR_TROUBLE_TOO_FAST;
    now_ms = cr_room_now(room);
    due = room_is_live(room) ? cr_due(room_look(room)) : UINT64_MAX;
    room->wind_to_ms = ms ? now_ms + *ms : due == UINT64_MAX || due < now_ms ? now_ms : due;
    room->wind_at_ms = is_jump ? room->wind_to_ms : now_ms;
    room_wind_on(room);
    return CR_TROUBLE_NONE;
}
