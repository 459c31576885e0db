#include "host/study.h"
#include "host/room_inside.h"

#include <stdlib.h>

static cr_room *new_room(cr_lobby *lobby, const cr_game *game, const cr_setup *setup)
{
    cr_room *room = calloc(1, sizeof *room + setup->n_seats * sizeof *room->seats);

    if (!room)
        return NULL;
    room->state = calloc(1, game->state_size);
    if (!room->state) {
        free(room);
        return NULL;
    }
    room->lobby = lobby;
    room->game = game;
    room->setup = *setup;
    room->n_seats = setup->n_seats;
    room->has_begun = true;
    return room;
}

/* The time of the room is that of its state, whatever the clock says. */
static void stand_still(cr_room *room)
{
    room->wind_at_ms = room->state->now_ms;
    room->wind_to_ms = UINT64_MAX;
}

static void tell(cr_peer *peer, uint32_t after)
{
    cr_room *room = peer->room;
    uint32_t n = ++room->shown[0], seq = room->told[0];

    stand_still(room);
    cr_why_take(&room->why, room->game, room->lobby->feed.events, room->lobby->feed.n);
    if (n > after)
        room_show_to(room, peer, room->state, NULL, room->state->now_ms, n, seq);
    room->told[0] += room_count_news(room->lobby, peer->viewer);
}

cr_trouble cr_study_open(cr_lobby *lobby, const cr_game *game, const cr_setup *setup,
                         const char *position, cr_peer *peer, uint32_t after)
{
    cr_room *room = new_room(lobby, game, setup);

    if (!room)
        return CR_TROUBLE_FULL;
    peer->room = room;
    room_clear_feed(lobby);
    if (cr_position_parse(game, setup, position, room->state, &lobby->feed.sink, NULL, NULL, 0)) {
        cr_study_close(peer);
        return CR_TROUBLE_BAD_FIELD;
    }
    tell(peer, after);
    return CR_TROUBLE_NONE;
}

static bool judge(const cr_peer *peer, uint8_t seat, cr_verdict *v)
{
    const cr_room *room = peer->room;

    v->state = room->state;
    v->move.seat = seat;
    v->refusal = cr_move_parse(room->game, room->state, seat, v->text, &v->move);
    if (!v->refusal.code)
        v->refusal = cr_judge(room->game, room->state, &v->move, room->state->now_ms);
    return !v->refusal.code;
}

bool cr_study_play(cr_peer *peer, uint8_t seat, uint32_t id, const char *text, uint32_t after)
{
    cr_room *room = peer->room;
    cr_lobby *lobby = room->lobby;
    cr_verdict verdict = {.id = id, .text = text};

    if (!judge(peer, seat, &verdict)) {
        lobby->config.voice->emit_refused(lobby->config.voice, peer, &verdict);
        return false;
    }
    room_clear_feed(lobby);
    cr_play_checked(room->game, room->state, &verdict.move, room->state->now_ms, &lobby->feed.sink);
    if (room->state->fault)
        return false;
    tell(peer, after);
    return true;
}

void cr_study_check(cr_peer *peer, const char *text)
{
    cr_voice *voice = peer->room->lobby->config.voice;
    cr_verdict verdict = {.text = text};

    judge(peer, peer->viewer, &verdict);
    voice->emit_checked(voice, peer, &verdict);
}

void cr_study_close(cr_peer *peer)
{
    free(peer->room->state);
    free(peer->room);
    peer->room = NULL;
}
