/* Rooms whose matches other programs may run too: looked for, lost, and waited for while the store cannot be reached. What a
 * store has to offer for that is in shared.h. */
#include "host/lobby.h"
#include "host/shared.h"

static cr_shared *shared_of(const cr_lobby *lobby)
{
    return lobby->config.store->shared;
}

bool cr_lobby_holds(const cr_lobby *lobby, const cr_room *room)
{
    cr_shared *shared = shared_of(lobby);

    return !shared || (!room->is_lost && shared->is_held(shared, room->match));
}

/* ---- looked for ---- */

void cr_seeker_cancel(cr_seeker *seeker)
{
    if (!seeker->at)
        return;
    *seeker->at = seeker->next;
    if (seeker->next)
        seeker->next->at = seeker->at;
    seeker->at = NULL;
}

static void wait(cr_lobby *lobby, cr_seeker *seeker, const uint8_t match[CR_MATCH_ID])
{
    cr_seeker_cancel(seeker);
    memcpy(seeker->match, match, CR_MATCH_ID);
    seeker->next = lobby->seekers;
    seeker->at = &lobby->seekers;
    if (seeker->next)
        seeker->next->at = &seeker->next;
    lobby->seekers = seeker;
}

/* Tells everybody who waits for a match. Whoever is told may come with a new question, also about this one. */
static void tell_seekers(cr_lobby *lobby, const uint8_t match[CR_MATCH_ID], cr_trouble trouble,
                         const char *address)
{
    cr_seeker *told = NULL, *next;

    for (cr_seeker *s = lobby->seekers; s; s = next) {
        next = s->next;
        if (memcmp(s->match, match, CR_MATCH_ID))
            continue;
        cr_seeker_cancel(s);
        s->next = told;
        s->at = &told;
        if (told)
            told->at = &s->next;
        told = s;
    }
    while (told) {
        cr_seeker *s = told;

        cr_seeker_cancel(s);
        s->found(s, trouble, address);
    }
}

cr_room *cr_lobby_seek(cr_lobby *lobby, const uint8_t match[CR_MATCH_ID], cr_seeker *seeker,
                       cr_trouble *trouble)
{
    cr_room *room = lobby_room(lobby, match);
    cr_shared *shared = shared_of(lobby);
    cr_store_place place;

    *trouble = CR_TROUBLE_NONE;
    if (room && !cr_lobby_holds(lobby, room)) {
        *trouble = CR_TROUBLE_AWAY;
        return NULL;
    }
    if (room || !shared)
        return room ? room : lobby_load(lobby, match, trouble);
    place = shared->take(shared, match);
    if (place == CR_PLACE_HERE)
        return lobby_load(lobby, match, trouble);
    if (place == CR_PLACE_ASKED && seeker)
        wait(lobby, seeker, match);
    else
        *trouble = CR_TROUBLE_AWAY;
    return NULL;
}

/* ---- what the store tells ---- */

static void taken(void *with, const uint8_t match[CR_MATCH_ID], cr_store_place place,
                  const char *address)
{
    cr_lobby *lobby = with;
    cr_trouble trouble = place == CR_PLACE_NOWHERE     ? CR_TROUBLE_NO_MATCH
                         : place == CR_PLACE_ELSEWHERE ? CR_TROUBLE_MOVED
                                                       : CR_TROUBLE_AWAY;

    if (place == CR_PLACE_HERE) {
        trouble = CR_TROUBLE_NONE;
        if (!lobby_room(lobby, match) && !lobby_load(lobby, match, &trouble))
            lobby->config.store->forget(lobby->config.store, match);
    }
    tell_seekers(lobby, match, trouble, address);
}

void lobby_send_on(cr_lobby *lobby, cr_room *room)
{
    cr_voice *voice = lobby->config.voice;

    for (cr_peer *peer = room->peers; peer; peer = peer->next)
        if (voice->emit_moved)
            voice->emit_moved(voice, peer);
    lobby->stats.matches_lost++;
    lobby_close(lobby, room);
}

/* What is on its way comes back first. */
static void lost(void *with, const uint8_t match[CR_MATCH_ID])
{
    cr_lobby *lobby = with;
    cr_room *room = lobby_room(lobby, match);

    if (!room)
        return;
    room->is_lost = true;
    if (!room->pending)
        lobby_send_on(lobby, room);
}

/* Rooms whose store went away tell it, and stand still; when it comes back, the time between does not count. */
static void turned(void *with)
{
    cr_lobby *lobby = with;
    cr_voice *voice = lobby->config.voice;

    for (cr_room *room = lobby->newest, *next; room; room = next) {
        bool holds = cr_lobby_holds(lobby, room);

        next = room->list_next;
        if (room->is_lost || holds == !room->away_ms)
            continue;
        if (holds) {
            uint64_t since_ms = room->away_ms;

            room->away_ms = room->hold_ms = 0;
            if (room->asleep_ms)
                cr_room_tick(room, cr_room_now(room)); /* it slept already, and for longer */
            else
                cr_room_wake(room, since_ms);
        } else {
            room->away_ms = cr_room_now(room);
            for (cr_peer *peer = room->peers; peer; peer = peer->next)
                voice->emit_trouble(voice, peer, 0, CR_TROUBLE_AWAY);
        }
    }
}

static void orphaned(void *with, const uint8_t match[CR_MATCH_ID])
{
    cr_lobby *lobby = with;
    cr_shared *shared = shared_of(lobby);

    if (!lobby->is_stopping && lobby->n_rooms < lobby->config.rooms_max &&
        !lobby_room(lobby, match))
        (void)shared->take(shared, match);
}

void lobby_share(cr_lobby *lobby)
{
    cr_shared *shared = shared_of(lobby);

    if (!shared)
        return;
    shared->taken = taken;
    shared->lost = lost;
    shared->turned = turned;
    shared->orphaned = orphaned;
    shared->with = lobby;
}
