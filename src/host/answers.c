/* What people answer: moves and dry runs, read, judged and refused. What becomes of an accepted one is in room.c. */
#include "host/room_inside.h"

cr_trouble room_may_speak(const cr_peer *peer)
{
    const cr_room *room = peer->room;

    if (!room)
        return CR_TROUBLE_NOT_ATTACHED;
    if (peer->viewer >= room->n_seats)
        return CR_TROUBLE_WATCHING;
    return room->seats[peer->viewer].player == peer ? CR_TROUBLE_NONE : CR_TROUBLE_ELSEWHERE;
}

cr_trouble room_may_act(const cr_peer *peer)
{
    cr_trouble trouble = room_may_speak(peer);

    if (trouble)
        return trouble;
    if (peer->room->is_broken)
        return CR_TROUBLE_BROKEN;
    return peer->room->has_begun ? CR_TROUBLE_NONE : CR_TROUBLE_NOT_STARTED;
}

static cr_refusal parse(const cr_room *room, const cr_state *state, uint8_t seat, uint32_t ticket,
                        const char *text, cr_move *move)
{
    cr_refusal refusal = {.code = CR_CODE_MALFORMED};

    *move = (cr_move){.seat = seat};
    if (*text != '@') /* the ticket has a field of its own */
        refusal = cr_move_parse(room->game, state, seat, text, move);
    move->ticket = ticket;
    move->seat = seat;
    return refusal;
}

/* Counts refusals; somebody who answers one question wrongly for ever gets the default. */
static void lose_patience(cr_room *room, uint8_t seat, uint64_t now_ms)
{
    cr_room_seat *s = &room->seats[seat];
    const cr_state *state = room_look(room);
    cr_move idle;

    if (s->refused_ticket != state->q.ticket) {
        s->refused_ticket = state->q.ticket;
        s->n_refused = 0;
    }
    if (!room->patience || ++s->n_refused < room->patience || !room_is_live(room) ||
        !(cr_deciders(state) & CR_BIT(seat)))
        return;
    s->n_refused = 0;
    idle = cr_idle_move(state, seat);
    if (!cr_judge(room->game, state, &idle, now_ms).code && room_play(room, &idle, now_ms, NULL, 0))
        room->lobby->stats.defaults++;
}

static void count_refusal(cr_room *room, cr_refusal refusal)
{
    if (room->game_index < CR_GAMES_MAX && refusal.code < CR_CODES_MAX)
        room->lobby->stats.refusals[room->game_index][refusal.code]++;
}

void room_refuse(cr_peer *peer, const cr_verdict *verdict)
{
    cr_voice *voice = peer->room->lobby->config.voice;

    count_refusal(peer->room, verdict->refusal);
    voice->emit_refused(voice, peer, verdict);
}

/* An accepted move whose text says more than the game reads. */
static void note_unread(cr_room *room, const char *text)
{
    const cr_room_rules *rules = room->game->room;
    char words[128];
    cr_text out = cr_text_on(words, sizeof words);
    const char *what = rules && rules->unread ? rules->unread(cr_span_of(text), &out) : NULL;

    if (what)
        cr_lobby_note(room->lobby, what, words);
}

/* A doubled send: the move is done, or on its way. */
static bool is_doubled(cr_peer *peer, uint32_t id)
{
    cr_room *room = peer->room;
    cr_voice *voice = room->lobby->config.voice;

    if (!id)
        return false;
    if (id <= room->seats[peer->viewer].last_id) {
        voice->emit_ack(voice, peer, id);
        return true;
    }
    if (room_holds(room, peer->viewer, id))
        return true;
    for (cr_pending *p = room->pending; p; p = p->next)
        if (p->kind == CR_ENTRY_MOVE && p->move.seat == peer->viewer && p->id == id) {
            p->peer = peer; /* perhaps on a new connection */
            return true;
        }
    return false;
}

static void judge(cr_room *room, uint8_t as, uint32_t ticket, uint64_t now_ms, cr_verdict *out)
{
    out->refusal = parse(room, out->state, as, ticket, out->text, &out->move);
    if (!out->refusal.code)
        out->refusal = cr_judge(room->game, out->state, &out->move, now_ms);
}

cr_trouble cr_room_move(cr_peer *peer, uint8_t as, uint32_t id, uint32_t ticket, const char *text)
{
    cr_trouble trouble = room_may_act(peer);
    cr_room *room = peer->room;
    cr_verdict verdict = {.id = id, .text = text};
    uint64_t now_ms;

    if (trouble == CR_TROUBLE_ELSEWHERE && room->has_begun && room->game->room &&
        room->game->room->elsewhere.code) {
        verdict.state = room->state;
        verdict.move.seat = peer->viewer; /* the words are for this seat, and about its moves */
        verdict.refusal = room->game->room->elsewhere;
        room_refuse(peer, &verdict);
        return CR_TROUBLE_NONE;
    }
    if (trouble)
        return trouble;
    now_ms = cr_room_now(room);
    if (is_doubled(peer, id))
        return CR_TROUBLE_NONE;
    if (room->is_dropping || !room_run_clock(room, now_ms))
        return CR_TROUBLE_NOT_STORED;
    if (as != peer->viewer && !room->lobby->config.is_test)
        return CR_TROUBLE_NOT_TESTING;
    verdict.state = room_look(room);
    judge(room, as, ticket, now_ms, &verdict);
    if (verdict.refusal.code) {
        room_refuse(peer, &verdict);
        if (verdict.refusal.code != CR_CODE_TOO_LATE) /* somebody was quicker: no mistake */
            lose_patience(room, peer->viewer, now_ms);
    } else if (!room_hold_pass(room, &verdict.move, id, now_ms) &&
               !room_play(room, &verdict.move, now_ms, peer, id)) {
        return room->is_broken ? CR_TROUBLE_BROKEN : CR_TROUBLE_NOT_STORED;
    } else {
        note_unread(room, text);
    }
    room_run_bots(room, now_ms);
    room_arm(room);
    return CR_TROUBLE_NONE;
}

cr_trouble cr_room_check(cr_peer *peer, uint32_t id, uint32_t ticket, const char *text)
{
    cr_trouble trouble = room_may_act(peer);
    cr_verdict verdict = {.id = id, .text = text};
    cr_voice *voice;

    if (trouble)
        return trouble;
    /* Judged on what this seat has been shown: what is on its way is nobody's business yet. */
    voice = peer->room->lobby->config.voice;
    verdict.state = peer->room->state;
    judge(peer->room, peer->viewer, ticket, cr_room_now(peer->room), &verdict);
    voice->emit_checked(voice, peer, &verdict);
    return CR_TROUBLE_NONE;
}
