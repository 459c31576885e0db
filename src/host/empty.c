/* Questions that are empty for somebody: a pass is all he can answer, and he has asked the room to pass for him. With other
 * people at the table an answer that comes by itself would tell what he holds, so there it needs all of them to have asked
 * for it, and then everybody's pass is sent at a time that was drawn when the question was asked: for those who hold nothing
 * by the room, for those who pass although they could do more when their time has come. docs/running.md says what others
 * can tell from it. */
#include "host/room_inside.h"

enum { OFFERS_MAX = 64, CANDIDATES_MAX = 4096 };

/* Does the room pass for this seat? With other people only if all want it: who still answers himself would stand out. */
static bool is_in_force(const cr_room *room, uint8_t seat)
{
    if (!room->seats[seat].passes_empty)
        return false;
    for (unsigned i = 0; i < room->n_seats; i++)
        if (room->seats[i].sitter.kind == CR_SEAT_PERSON && !room->seats[i].passes_empty)
            return false;
    return true;
}

/* Is a pass all that the seat can answer, interrupts and the like aside? */
static bool is_empty(const cr_room *room, const cr_state *s, uint8_t seat)
{
    cr_move moves[OFFERS_MAX];
    cr_space space;
    bool is_all, has_pass = false;
    size_t n;

    cr_offers(room->game, s, seat, &space);
    if (cr_space_size(&space) > CANDIDATES_MAX)
        return false;
    n = cr_offers_list_of(room->game, s, seat, &space, moves, OFFERS_MAX, &is_all);
    for (size_t i = 0; i < n; i++) {
        if (moves[i].kind == CR_PASS)
            has_pass = true;
        else if (!(room->game->kinds[moves[i].kind].flags & CR_CONTROL))
            return false;
    }
    return is_all && has_pass;
}

/* Is this seat asked something now that it was asked in front of everybody? */
static bool is_asked(const cr_room *room, const cr_state *s, uint8_t seat)
{
    return room_is_live(room) && !s->paused && !room->seats[seat].is_replaced &&
           room->seats[seat].sitter.kind == CR_SEAT_PERSON && cr_deciders(s) >> seat & 1 &&
           room->seats[seat].met_ticket == s->q.ticket;
}

/* Until when somebody who does not answer looks like those for whom the room passes. */
static uint64_t alike_until(const cr_room *room, const cr_state *s, uint8_t seat)
{
    uint32_t last = CR_EMPTY_LAST_MS, half = s->q.budget_ms / 2;

    return room->seats[seat].met_ms + (half && half < last ? half : last);
}

void room_tell_passing(cr_room *room, uint8_t seat)
{
    cr_voice *voice = room->lobby->config.voice;
    const cr_room_seat *me = &room->seats[seat];
    const cr_state *s = room->state;
    bool passes;

    if (!me->player || !is_asked(room, s, seat) || !is_in_force(room, seat))
        return;
    passes = is_empty(room, s, seat);
    if (passes || room_people(room) > 1)
        voice->emit_passing(voice, me->player, s->q.ticket,
                            passes ? me->pass_ms : alike_until(room, s, seat), passes);
}

/* An answer at once would tell everything. */
void room_ask_anew(cr_room *room)
{
    for (unsigned i = 0; i < room->n_seats; i++)
        if (room->seats[i].sitter.kind == CR_SEAT_PERSON && !room->seats[i].is_replaced)
            room->seats[i].met_ticket = 0;
}

cr_trouble cr_room_empty(cr_peer *peer, bool passes)
{
    cr_trouble trouble = room_may_speak(peer);
    cr_room *room = peer->room;
    cr_room_seat *me;
    uint64_t now_ms;

    if (trouble)
        return trouble;
    me = &room->seats[peer->viewer];
    now_ms = cr_room_now(room);
    if (me->passes_empty != passes) {
        me->passes_empty = passes;
        room_note_seat(room, peer->viewer);
        room_tell_seats(room);
        if (passes)
            room_ask_anew(room);
    }
    cr_room_tick(room, now_ms);
    return CR_TROUBLE_NONE;
}

bool room_hold_pass(cr_room *room, const cr_move *move, uint32_t id, uint64_t now_ms)
{
    cr_room_seat *me;

    if (move->kind != CR_PASS || move->seat >= room->n_seats ||
        !is_asked(room, room_look(room), move->seat) || !is_in_force(room, move->seat) ||
        room_people(room) < 2)
        return false;
    me = &room->seats[move->seat];
    if (now_ms >= me->pass_ms)
        return false;
    me->held_ticket = move->ticket;
    me->held_id = id;
    room_note_seat(room, move->seat);
    return true;
}

static bool is_held(const cr_room *room, uint8_t seat)
{
    return room->passing >> seat & 1 && room->seats[seat].held_ticket == room->state->q.ticket;
}

bool room_holds(const cr_room *room, uint8_t seat, uint32_t id)
{
    return is_held(room, seat) && room->seats[seat].held_id == id;
}

static cr_move pass_of(uint8_t seat, uint32_t ticket)
{
    return (cr_move){.ticket = ticket, .seat = seat, .kind = CR_PASS};
}

void room_refuse_held(cr_room *room, uint64_t now_ms)
{
    for (unsigned passing = room->passing; passing; passing &= passing - 1) {
        uint8_t seat = (uint8_t)cr_bits_first(passing);
        cr_room_seat *me = &room->seats[seat];
        cr_verdict verdict = {.id = me->held_id,
                              .text = room->game->kinds[CR_PASS].word,
                              .state = room->state,
                              .move = pass_of(seat, me->held_ticket)};

        if (!me->held_ticket)
            continue;
        verdict.refusal = cr_judge(room->game, room->state, &verdict.move, now_ms);
        if (!verdict.refusal.code)
            continue;
        me->held_ticket = 0;
        room_note_seat(room, seat);
        if (me->player)
            room_refuse(me->player, &verdict);
    }
}

void room_run_empty(cr_room *room, uint64_t now_ms)
{
    for (unsigned passing = room->passing; passing && !room->pending; passing &= passing - 1) {
        uint8_t seat = (uint8_t)cr_bits_first(passing);
        cr_room_seat *me = &room->seats[seat];
        const cr_state *s = room->state;
        cr_move pass = pass_of(seat, s->q.ticket);
        bool held;

        if (!is_asked(room, s, seat) || now_ms < me->pass_ms)
            continue;
        held = is_held(room, seat);
        if (!held && (!is_in_force(room, seat) || !is_empty(room, s, seat)))
            continue;
        if (cr_judge(room->game, s, &pass, now_ms).code) {
            room_refuse_held(room, now_ms);
            continue;
        }
        if (!room_play(room, &pass, now_ms, held ? me->player : NULL, held ? me->held_id : 0))
            return; /* not stored: tried again */
        me->held_ticket = 0;
        room_note_seat(room, seat);
        room->lobby->stats.passes += !held;
    }
}

uint64_t room_empty_due(const cr_room *room)
{
    uint64_t due = UINT64_MAX;

    if (room->pending)
        return due;
    for (unsigned passing = room->passing; passing; passing &= passing - 1) {
        uint8_t seat = (uint8_t)cr_bits_first(passing);
        const cr_room_seat *me = &room->seats[seat];

        if (is_asked(room, room->state, seat) && me->pass_ms < due &&
            (is_held(room, seat) || (is_in_force(room, seat) && is_empty(room, room->state, seat))))
            due = me->pass_ms;
    }
    return due;
}
