/* One connection: reads messages and hands them to its room. What it is told is voice.c's, how that leaves out.c's. */
#include "wire/analysis.h"
#include "wire/session_inside.h"

#include <stdlib.h>

bool cr_wire_is_too_fast(const cr_wire *wire, uint64_t *paid_us, uint32_t per_second)
{
    uint64_t now_us, share_us;

    if (!per_second)
        return false;
    now_us = cr_lobby_now(wire->lobby) * 1000;
    share_us = 1000000u / per_second;
    if (*paid_us < now_us)
        *paid_us = now_us;
    if (*paid_us + share_us > now_us + 2000000u)
        return true;
    *paid_us += share_us;
    return false;
}

static cr_trouble handle_attach(cr_session *s, const msg_attach *m)
{
    cr_trouble trouble;
    cr_room *room;

    cr_room_detach(&s->peer);
    room = cr_lobby_seek(s->wire->lobby, m->match, &s->seeker, &trouble);
    if (!room)
        return trouble;
    if (!room->applied)
        return CR_TROUBLE_NO_MATCH; /* made, but not on disk yet */
    s->peer.wants = 0;
    if (!(m->has & PROTO_HAS(attach, view)) || m->view)
        s->peer.wants |= CR_WANTS_VIEW;
    if (m->view == PROTO_LOOK_CHANGES)
        s->peer.wants |= CR_WANTS_CHANGES;
    if (!(m->has & PROTO_HAS(attach, offers)) || m->offers)
        s->peer.wants |= CR_WANTS_OFFERS;
    if (m->has & PROTO_HAS(attach, words) && m->words)
        s->peer.wants |= CR_WANTS_WORDS;
    return cr_room_attach(room, &s->peer, m->has & PROTO_HAS(attach, token) ? m->token : NULL,
                          m->has & PROTO_HAS(attach, after) ? &m->after : NULL);
}

static cr_trouble handle_move(cr_session *s, const msg_move *m)
{
    uint8_t as = s->peer.viewer;

    if (!m->id)
        return CR_TROUBLE_BAD_FIELD;
    if (m->has & PROTO_HAS(move, as)) {
        as = !strcmp(m->as, "host") ? CR_HOST : !strcmp(m->as, "admin") ? CR_ADMIN : CR_SEATS_MAX;
        if (as == CR_SEATS_MAX)
            return CR_TROUBLE_BAD_FIELD;
    }
    return cr_room_move(&s->peer, as, m->id, m->ticket, m->move);
}

static cr_trouble handle_start(cr_session *s, const msg_start *m)
{
    const cr_room *room = s->peer.room;
    const cr_bot *bot;

    if (!room)
        return CR_TROUBLE_NOT_ATTACHED;
    if (s->peer.viewer >= room->n_seats)
        return CR_TROUBLE_WATCHING;
    bot = cr_bot_find(m->has & PROTO_HAS(start, bot) ? m->bot : room->lobby->config.absent_bot,
                      room->game);
    if (!bot)
        return CR_TROUBLE_NO_BOT;
    cr_waiter_cancel(&s->waiter);
    return cr_room_fill(s->peer.room, bot, &s->waiter);
}

static cr_trouble handle_leave(cr_session *s)
{
    cr_waiter_cancel(&s->waiter);
    return cr_room_leave(&s->peer, &s->waiter);
}

static cr_trouble handle_empty(cr_session *s, const msg_empty *m)
{
    if (strcmp(m->mode, "auto") && strcmp(m->mode, "ask"))
        return CR_TROUBLE_BAD_FIELD;
    return cr_room_empty(&s->peer, !strcmp(m->mode, "auto"));
}

static cr_trouble handle_rematch(cr_session *s, const msg_rematch *m)
{
    static const char *const words[] = {"no", "same", "swap"};

    for (unsigned i = 0; i < CR_COUNT_OF(words); i++)
        if (!strcmp(m->seats, words[i]))
            return cr_room_rematch(&s->peer, (cr_rematch_wish)i);
    return CR_TROUBLE_BAD_FIELD;
}

static cr_trouble handle(cr_session *s, const proto_in *in)
{
    /* What cannot be stored is not begun, and what may be out of date not shown. */
    if (s->peer.room && in->kind != MSG_attach && in->kind != MSG_alive &&
        !cr_lobby_holds(s->wire->lobby, s->peer.room))
        return CR_TROUBLE_AWAY;
    switch (in->kind) {
    case MSG_attach:
        return handle_attach(s, &in->attach);
    case MSG_move:
        return handle_move(s, &in->move);
    case MSG_check:
        return cr_room_check(&s->peer, in->check.id, in->check.ticket, in->check.move);
    case MSG_hint:
        return cr_room_hint(&s->peer, in->hint.id, in->hint.ticket);
    case MSG_signal:
        return cr_room_signal(&s->peer, in->signal.signal);
    case MSG_pause:
        return cr_room_pause(&s->peer,
                             in->pause.has & PROTO_HAS(pause, reason) ? in->pause.reason : NULL,
                             in->pause.on);
    case MSG_start:
        return handle_start(s, &in->start);
    case MSG_leave:
        return handle_leave(s);
    case MSG_go_on:
        return cr_room_go_on(&s->peer);
    case MSG_empty:
        return handle_empty(s, &in->empty);
    case MSG_seal:
        return cr_room_seal(&s->peer, in->seal.seal);
    case MSG_open:
        return cr_room_open(&s->peer, in->open.number, in->open.part);
    case MSG_rematch:
        return handle_rematch(s, &in->rematch);
    case MSG_wind:
        return cr_room_wind(&s->peer, in->wind.has & PROTO_HAS(wind, ms) ? &in->wind.ms : NULL,
                            in->wind.has & PROTO_HAS(wind, jump) && in->wind.jump);
    default: /* alive */
        out_emit(s, MSG_clock,
                 &(msg_clock){.now = s->peer.room ? cr_room_now(s->peer.room)
                                                  : cr_lobby_now(s->wire->lobby),
                              .drift = s->wire->lobby->stats.drift.max_us / 1000});
        return CR_TROUBLE_NONE;
    }
}

/* The match is being looked for: the message is kept, and read again when it is found. */
static void keep_sought(cr_session *s, const char *bytes, size_t len)
{
    char *copy = realloc(s->sought, len);

    if (copy) {
        memcpy(copy, bytes, len);
        s->sought = copy;
        s->sought_len = (uint32_t)len;
    } else {
        out_kill(s);
    }
}

static void found(cr_seeker *seeker, cr_trouble trouble, const char *address)
{
    cr_session *s = (cr_session *)((char *)seeker - offsetof(cr_session, seeker));
    const char *field = "";
    uint32_t id = 0;
    proto_in in;

    if (!trouble)
        trouble = proto_read(s->sought, s->sought_len, &in, &field, &id);
    if (trouble == CR_TROUBLE_MOVED) {
        s->wire->stats.troubles[trouble]++;
        voice_moved(s, seeker->match, address);
        return;
    }
    if (!trouble)
        trouble = handle(s, &in);
    if (trouble)
        voice_trouble(s, id, trouble, field);
}

void cr_session_fetch(const cr_session *s, unsigned left)
{
    cr_peer_fetch(&s->peer, left);
}

void cr_session_receive(cr_session *s, const char *bytes, size_t len)
{
    const char *field;
    cr_trouble trouble;
    proto_in in;
    uint32_t id;

    if (s->is_dead)
        return;
    s->wire->stats.messages++;
    s->wire->stats.bytes_in += len;
    if (cr_wire_is_too_fast(s->wire, &s->paid_us, s->wire->rate)) {
        s->wire->stats.rate_refused++;
        cr_session_trouble(s, CR_TROUBLE_TOO_FAST);
        return;
    }
    trouble = proto_read(bytes, len, &in, &field, &id);
    if (trouble) {
        s->n_errors++;
    } else if (s->wire->lobby->is_stopping) {
        trouble = CR_TROUBLE_STOPPING;
    } else {
        cr_room_heard(&s->peer);
        if (in.kind == MSG_attach)
            cr_seeker_cancel(&s->seeker); /* the newest counts */
        trouble = handle(s, &in);
        if (!trouble && in.kind == MSG_attach && s->seeker.at)
            keep_sought(s, bytes, len);
    }
    if (trouble)
        voice_trouble(s, id, trouble, field);
    if (s->n_errors >= CR_ERRORS_MAX)
        out_kill(s);
}

void cr_session_trouble(cr_session *s, cr_trouble trouble)
{
    voice_trouble(s, 0, trouble, "");
    if (++s->n_errors >= CR_ERRORS_MAX)
        out_kill(s);
}

/* ---- life ---- */

/* The seats have been told already; who left watches on. */
static void waited(cr_waiter *waiter, cr_room *room, cr_trouble trouble)
{
    cr_session *s = (cr_session *)((char *)waiter - offsetof(cr_session, waiter));

    (void)room;
    if (trouble)
        voice_trouble(s, 0, trouble, "");
}

void cr_session_open(cr_session *s, cr_wire *wire)
{
    *s = (cr_session){.wire = wire, .waiter = {.done = waited}, .seeker = {.found = found}};
    s->peer.viewer = CR_SPECTATOR;
    wire->stats.connections++;
    wire->stats.connections_ever++;
}

void cr_session_close(cr_session *s)
{
    cr_waiter_cancel(&s->waiter);
    cr_seeker_cancel(&s->seeker);
    cr_room_detach(&s->peer);
    free(s->sought);
    s->sought = NULL;
    s->wire->stats.connections--;
    cr_session_drop(s);
}

/* Of any game. */
static cr_view *new_view(void)
{
    size_t size = 0;

    for (size_t i = 0; i < cr_game_count(); i++)
        size = cr_game_at(i)->view_size > size ? cr_game_at(i)->view_size : size;
    return malloc(size);
}

cr_err cr_wire_init(cr_wire *wire, cr_lobby *lobby, uint32_t rate)
{
    *wire = (cr_wire){.voice = voice_calls, .lobby = lobby, .rate = rate, .scratch_cap = 1 << 16};
    wire->scratch = malloc(wire->scratch_cap);
    wire->was = new_view();
    return voice_init(wire) && wire->scratch && wire->was ? CR_ERR_OK : CR_ERR_MEMORY;
}

cr_err cr_wire_pad(cr_wire *wire, const padding_row *rows)
{
    wire->padding = padding_new(rows);
    wire->open = new_view();
    return wire->padding && wire->open ? CR_ERR_OK : CR_ERR_MEMORY;
}

void cr_wire_release(cr_wire *wire)
{
    analysis_release(wire);
    cr_spares_release(&wire->outs);
    padding_free(wire->padding);
    free(wire->open);
    free(wire->was);
    free(wire->shown);
    free(wire->scratch);
    wire->shown = NULL;
    wire->padding = NULL;
    wire->open = wire->was = NULL;
    wire->scratch = NULL;
}
