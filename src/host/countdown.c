/* The seconds people see, where a game's room rules say what counts down. They follow what is on disk, so no tick tells
 * of a move that is still on its way. Nothing of it is part of state or record; ticker.h does the counting. */
#include "host/room_inside.h"

static void tell(cr_room *room, const cr_tick *tick)
{
    cr_voice *voice = room->lobby->config.voice;

    if (!room->peers)
        return;
    room->lobby->stats.ticks++;
    room->lobby->stats.late_ticks += tick->drift_ms > 0;
    for (cr_peer *peer = room->peers; peer; peer = peer->next)
        voice->emit_tick(voice, peer, tick);
}

void room_follow(cr_room *room)
{
    const cr_room_rules *rules = room->game->room;
    uint32_t duration_ms = 0, behind_ms = 0;
    cr_tick first;

    if (!rules || !rules->countdown)
        return;
    if (!rules->countdown(room->state, &duration_ms, &behind_ms))
        duration_ms = 0;
    if (cr_ticker_follow(&room->ticker, room->state, duration_ms, behind_ms, &first))
        tell(room, &first);
}

/* Does the countdown follow the clock as it is? Not right after a restart: first it must be on disk that the clock
 * stood. */
static bool is_on_disk(const cr_room *room)
{
    return !room->ahead && !room->asleep_ms;
}

void room_tell_tick(cr_room *room, uint64_t now_ms)
{
    cr_tick tick;

    if (room->peers && is_on_disk(room) && cr_ticker_call(&room->ticker, now_ms, &tick))
        tell(room, &tick);
}

void room_close_timer(cr_room *room, const cr_move *move, uint64_t at_ms)
{
    cr_tick tick;

    if (move->kind == CR_IDLE && room->ticker.is_armed && room->ticker.deadline_ms == at_ms &&
        cr_ticker_call(&room->ticker, cr_room_now(room), &tick))
        tell(room, &tick);
}

uint64_t room_tick_due(const cr_room *room)
{
    return room->peers && is_on_disk(room) ? cr_ticker_due(&room->ticker) : UINT64_MAX;
}

void room_skip_ticks(cr_room *room)
{
    cr_ticker_skip(&room->ticker, room->asleep_ms ? room->asleep_ms : cr_room_now(room));
}

void room_note_events(cr_room *room)
{
    cr_lobby *lobby = room->lobby;
    uint64_t noted = room->game->room ? room->game->room->noted : 0;

    for (size_t i = 0; noted && i < lobby->feed.n; i++) {
        const cr_event *event = &lobby->feed.events[i];
        cr_event seen;
        char text[256];
        cr_span rest;

        /* Who reads the log may be playing: it says what anybody who watches may know. */
        if (event->kind >= 64 || !(noted >> event->kind & 1) ||
            !cr_redact(event, CR_SPECTATOR, &seen))
            continue;
        cr_event_print(room->game, &seen, text, sizeof text);
        rest = cr_span_of(text);
        (void)cr_span_word(&rest); /* the event's own word; then whose it is */
        cr_lobby_note(lobby, room->game->events[event->kind].word, rest.at);
    }
}
