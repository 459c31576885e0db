/* Hints: the best moves of a person's own question, by a search that sees what the person sees. One at a time for each seat;
 * everybody at the table is told how many a seat has had, for which each is an entry of the log. Where other people play,
 * the table must have been made with them. */
#include "host/room_inside.h"
#include "kernel/rng.h"

#include <stdlib.h>

enum {
    WORLDS = 4000,      /* a second or less */
    BUDGET_MS = 1500,   /* with a clock: then what there is */
    WORLDS_HERE = 1000, /* on the loop's own time, as in a tab */
};

bool cr_room_gives_hints(const cr_room *room)
{
    return room->hints == CR_HINTS_ON || (room->hints == CR_HINTS_USUAL && room_people(room) < 2);
}

void room_forget_hint(cr_room *room, uint8_t seat)
{
    cr_thought *t = room->seats[seat].hint;

    if (!t)
        return;
    room->seats[seat].hint = NULL;
    t->room = NULL;
    t->lobby->config.thinker->forget(t->lobby->config.thinker, t);
}

void hint_think(cr_thought *t)
{
    cr_search_plan plan = {
        .worlds = t->hint.worlds, .budget_ms = t->budget_ms, .now_us = t->desk.now_us};

    if (t->desk.memory)
        t->hint.n = cr_search_answer(t->desk.memory, t->desk_size, t->game, t->view, &plan, &t->rng,
                                     t->hint.choices, CR_HINT_MOVES, &t->hint.worlds);
}

void hint_done(cr_room *room, const cr_thought *t)
{
    cr_room_seat *s = &room->seats[t->seat];
    cr_voice *voice = room->lobby->config.voice;

    s->hint = NULL;
    /* Of a question that is over nobody wants to know. */
    if (s->player && room->state->q.ticket == t->hint.ticket && !room->state->is_over)
        voice->emit_hinted(voice, s->player, &t->hint);
}

static cr_thought *make_hint(cr_room *room, uint8_t seat, uint32_t id, bool is_here)
{
    const cr_game *game = room->game;
    uint32_t worlds = is_here ? WORLDS_HERE : WORLDS;
    cr_thought *t = malloc(sizeof *t + game->view_size);
    uint8_t key[32];

    if (!t)
        return NULL;
    *t = (cr_thought){.room = room,
                      .lobby = room->lobby,
                      .game = game,
                      .view = (cr_view *)(t + 1),
                      .desk = {NULL, is_here ? NULL : room->lobby->config.thinker->now_us},
                      .desk_size = cr_search_memory(game, worlds),
                      .budget_ms = is_here ? 0 : BUDGET_MS,
                      .seat = seat,
                      .is_hint = true,
                      .hint = {.id = id, .ticket = room->state->q.ticket, .worlds = worlds}};
    cr_rng_bytes(&room->lobby->rng, key, sizeof key);
    cr_rng_init(&t->rng, key, 0);
    cr_see(game, room->state, seat, t->view);
    return t;
}

void room_count_hint(cr_room *room, uint8_t seat)
{
    room->seats[seat].n_hints++;
    room_tell_seats(room);
}

/* Without a thinker: on the spot. */
static void think_here(cr_room *room, cr_thought *t)
{
    t->desk.memory = malloc(t->desk_size);
    hint_think(t);
    hint_done(room, t);
    free(t->desk.memory);
    free(t);
}

cr_trouble cr_room_hint(cr_peer *peer, uint32_t id, uint32_t ticket)
{
    cr_trouble trouble = room_may_act(peer);
    cr_room *room = peer->room;
    uint8_t bytes[CR_STORE_ENTRY_MAX], seat = peer->viewer;
    cr_thinker *thinker;
    cr_thought *t;

    if (trouble)
        return trouble;
    if (!cr_room_gives_hints(room))
        return CR_TROUBLE_NO_HINTS;
    if (room->state->is_over || ticket != room->state->q.ticket ||
        !(cr_deciders(room->state) >> seat & 1))
        return CR_TROUBLE_NOT_ASKED;
    if (room->seats[seat].hint)
        return CR_TROUBLE_TOO_FAST;
    thinker = room->lobby->config.thinker;
    t = make_hint(room, seat, id, !thinker);
    if (!t)
        return CR_TROUBLE_TOO_FAST;
    if (thinker && !thinker->begin(thinker, t)) {
        free(t);
        return CR_TROUBLE_TOO_FAST;
    }
    room->seats[seat].hint = t;
    if (thinker)
        room->lobby->stats.bots_thinking++;
    if (!room_enqueue(room, bytes, cr_entry_hint(bytes, seat), 0,
                      &(cr_pending){.kind = CR_ENTRY_HINT, .seat = seat})) {
        if (thinker) {
            room_forget_hint(room, seat);
        } else {
            room->seats[seat].hint = NULL;
            free(t);
        }
        return CR_TROUBLE_NOT_STORED;
    }
    room->lobby->stats.hints++;
    if (!thinker)
        think_here(room, t);
    return CR_TROUBLE_NONE;
}
