/* One connection: reads messages and hands them to its room, and is the voice of rooms. */
#include "wire/analysis.h"
#include "wire/encode.h"
#include "wire/wire.h"
#include "kernel/say.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- out ---- */

static void mark_dirty(cr_session *s)
{
    if (s->is_dirty)
        return;
    s->is_dirty = true;
    s->dirty_next = s->wire->dirty;
    s->wire->dirty = s;
}

static void kill(cr_session *s)
{
    s->is_dead = true;
    mark_dirty(s);
}

static bool reserve_out(cr_session *s, size_t need)
{
    size_t cap = s->out_cap ? s->out_cap : 512;
    uint8_t *more;

    if (need <= s->out_cap)
        return true;
    while (cap < need)
        cap *= 2;
    more = realloc(s->out, CR_OUT_FRONT + cap);
    if (!more)
        return false;
    s->out = more;
    s->out_cap = (uint32_t)cap;
    return true;
}

/* Answers to what a seat has sent itself, and what it alone is told, come in few lengths. */
static size_t step_of(int kind)
{
    switch (kind) {
    case MSG_refused:
    case MSG_checked:
        return 1024;
    case MSG_hinted:
        return 512;
    case MSG_attached:
    case MSG_passing:
        return 128;
    default:
        return 1;
    }
}

/* The running numbers of a seat count what it alone was told, too. */
static void count_numbers(const cr_session *s, int kind, padding_veil *veil)
{
    padding_number(veil, s->peer.n);
    if (kind == MSG_state)
        padding_number(veil, s->peer.seq);
}

static size_t padded(const cr_session *s, int kind, const encode_scene *scene, size_t len)
{
    size_t step = s->wire->padding && s->peer.viewer < CR_SEATS_MAX ? step_of(kind) : 1;

    if (scene && scene->veil) {
        count_numbers(s, kind, scene->veil);
        return padding_length(scene->veil, scene->state, scene->viewer, len);
    }
    return (len + step - 1) / step * step;
}

static void write_message(cr_text *out, int kind, const void *message, const encode_scene *scene)
{
    if (scene && scene->veil)
        padding_begin(scene->veil);
    proto_write(out, kind, message);
}

/* Appends a line, with blanks behind it so that its length tells nothing; `scene` is what the message is made from, or NULL.
 * Who does not read, or for whom there is no memory, is cut off. */
static void emit_scene(cr_session *s, int kind, const void *message, const encode_scene *scene)
{
    cr_wire *wire = s->wire;
    cr_text text = cr_text_on(wire->scratch, wire->scratch_cap);
    size_t len;

    if (s->is_dead)
        return;
    write_message(&text, kind, message, scene);
    if (cr_text_is_full(&text)) {
        size_t cap = 2 * text.len;
        char *more = realloc(wire->scratch, cap);

        if (more) {
            wire->scratch = more;
            wire->scratch_cap = cap;
            text = cr_text_on(more, cap);
            write_message(&text, kind, message, scene);
        }
    }
    len = padded(s, kind, scene, text.len);
    if (cr_text_is_full(&text) || s->out_len + len + 1 > CR_OUT_MAX ||
        !reserve_out(s, s->out_len + len + 1)) {
        /* Whoever cannot be told anything must not hold up the match: it goes on without this one. */
        cr_lobby_note(wire->lobby, "observer.error", "closed=1");
        wire->stats.slow_closed++;
        kill(s);
        return;
    }
    if (s->out_len)
        s->out[CR_OUT_FRONT + s->out_len++] = '\n';
    memcpy(s->out + CR_OUT_FRONT + s->out_len, text.buf, text.len);
    memset(s->out + CR_OUT_FRONT + s->out_len + text.len, ' ', len - text.len);
    s->out_len += (uint32_t)len;
    mark_dirty(s);
}

static void emit(cr_session *s, int kind, const void *message)
{
    emit_scene(s, kind, message, NULL);
}

cr_session *cr_wire_next_dirty(cr_wire *wire)
{
    cr_session *s = wire->dirty;

    if (s) {
        wire->dirty = s->dirty_next;
        s->dirty_next = NULL;
        s->is_dirty = false;
    }
    return s;
}

void cr_session_sent(cr_session *s)
{
    s->wire->stats.bytes_out += s->out_len;
    s->out_len = 0;
    if (s->out_cap > 4096) { /* a long resume is no reason to keep so much */
        free(s->out);
        s->out = NULL;
        s->out_cap = 0;
    }
}

/* ---- the voice ---- */

/* A spectator is told what everybody may know: that needs no veil. */
static encode_scene scene_of(cr_peer *peer, const cr_state *state, unsigned wants,
                             padding_veil *veil)
{
    cr_wire *wire = ((cr_session *)peer)->wire;

    *veil = (padding_veil){.open = wire->open, .variant = (uint8_t)(wants % PADDING_VARIANTS)};
    if (wire->padding && peer->viewer < peer->room->n_seats)
        veil->marks = padding_of(wire->padding, peer->room->game);
    return (encode_scene){.room = peer->room,
                          .state = state,
                          .view = peer->room->lobby->view,
                          .viewer = peer->viewer,
                          .reader = peer->viewer,
                          .has_words = peer->wants & CR_WANTS_WORDS,
                          .veil = veil->marks ? veil : NULL};
}

static void emit_attached(cr_voice *voice, cr_peer *peer)
{
    const cr_room *room = peer->room;
    bool is_player = peer->viewer < room->n_seats;
    msg_attached m = {.match = room->match,
                      .game = room->game->name,
                      .rules_version = room->game->rules_version,
                      .seat = is_player ? peer->viewer : -1,
                      .n = room->shown[is_player ? peer->viewer : CR_SEATS_MAX],
                      .last_id = is_player ? room->seats[peer->viewer].last_id : 0,
                      .begun = room->has_begun,
                      .commitment = room->commitment,
                      .options = {encode_options, room},
                      .pace = cr_pace_word(cr_room_pace(room)),
                      .now = cr_room_now(room)};

    (void)voice;
    emit((cr_session *)peer, MSG_attached, &m);
}

static void emit_seats(cr_voice *voice, cr_peer *peer)
{
    msg_seats m = {.seats = {encode_seats, peer->room},
                   .hints = cr_room_gives_hints(peer->room),
                   .watching = peer->room->n_watchers};

    (void)voice;
    emit((cr_session *)peer, MSG_seats, &m);
}

static void emit_state(cr_voice *voice, cr_peer *peer)
{
    padding_veil veil;
    encode_scene scene = scene_of(peer, peer->room->state, peer->wants, &veil);
    msg_state m = {.n = peer->n,
                   .seq = peer->seq,
                   .at = scene.state->now_ms,
                   .question = {encode_question, &scene},
                   .offers = {encode_offers, &scene},
                   .view = {encode_view, &scene},
                   .over = {encode_over, &scene}};

    (void)voice;
    /* What changes is told of the view after the last move, so that is where it begins. */
    if (!(peer->wants & CR_WANTS_CHANGES))
        scene.at_ms = cr_room_now(peer->room);
    if (scene.state->q.open)
        m.has |= PROTO_HAS(state, question);
    if (encode_is_asked(&scene) && peer->wants & CR_WANTS_OFFERS)
        m.has |= PROTO_HAS(state, offers);
    if (peer->wants & CR_WANTS_VIEW)
        m.has |= PROTO_HAS(state, view);
    if (scene.state->is_over)
        m.has |= PROTO_HAS(state, over);
    emit_scene((cr_session *)peer, MSG_state, &m, &scene);
}

static void emit_update(cr_voice *voice, cr_peer *peer, const cr_update *update)
{
    padding_veil veil;
    encode_scene scene = scene_of(peer, update->state, update->wants, &veil);
    msg_update m;

    (void)voice;
    scene.events = update->events;
    scene.n_events = update->n_events;
    scene.seq = update->seq;
    scene.is_numbered = true;
    scene.before = update->before;
    scene.open_before = update->open;
    scene.told_ms = update->at_ms;
    encode_update(&m, &scene, update->n, update->at_ms, update->wants);
    emit_scene((cr_session *)peer, MSG_update, &m, &scene);
}

static void emit_ack(cr_voice *voice, cr_peer *peer, uint32_t id)
{
    (void)voice;
    emit((cr_session *)peer, MSG_ack, &(msg_ack){.id = id});
}

/* A refusal in words for people. They are made from what the seat has been shown, not from what is on its way. */
typedef struct {
    char title[CR_SAY_MAX], because[CR_SAY_MAX];
    encode_refusal instead;
} refusal_words;

static void put_in_words(refusal_words *w, const cr_peer *peer, const cr_verdict *v)
{
    const cr_room *room = peer->room;
    cr_text title = cr_text_on(w->title, sizeof w->title);
    cr_text because = cr_text_on(w->because, sizeof w->because);

    cr_say_title(&title, room->game, room->state, &v->move, v->refusal, v->text);
    cr_say_because(&because, room->game, room->state, &v->move, v->refusal, v->text);
    w->instead = (encode_refusal){room->game, room->state, v->move, v->refusal};
}

/* The first word of what was sent, cut between two characters if it is too long. */
static void write_trigger(const char *sent, char *out, size_t cap)
{
    cr_span text = cr_span_of(sent), word = cr_span_word(&text);
    size_t len = (size_t)(word.end - word.at);

    if (len >= cap)
        for (len = cap - 1; len && ((uint8_t)word.at[len] & 0xC0) == 0x80;)
            len--;
    memcpy(out, word.at, len);
    out[len] = 0;
}

static void emit_refused(cr_voice *voice, cr_peer *peer, const cr_verdict *v)
{
    const cr_game *game = peer->room->game;
    const cr_state *shown = peer->room->state; /* not what is on its way to the disk */
    const char *field = cr_field_name(game, &v->move, v->refusal);
    char trigger[64];
    refusal_words words;
    msg_refused m = {.id = v->id,
                     .code = cr_code_name(game, v->refusal.code),
                     .reason = cr_code_text(game, v->refusal.code),
                     .rule = cr_rule_id(game, v->refusal.rule),
                     .sentence = cr_rule_text(game, v->refusal.rule),
                     .field = field,
                     .title = words.title,
                     .because = words.because,
                     .instead = {encode_instead, &words.instead},
                     .seq = peer->seq,
                     .at = cr_room_now(peer->room),
                     .state = cr_question_word(game, shown->q.kind),
                     .trigger = trigger};

    (void)voice;
    put_in_words(&words, peer, v);
    write_trigger(v->text, trigger, sizeof trigger);
    if (v->refusal.rule)
        m.has |= PROTO_HAS(refused, rule) | PROTO_HAS(refused, sentence);
    if (*field)
        m.has |= PROTO_HAS(refused, field);
    if (shown->q.open)
        m.has |= PROTO_HAS(refused, state);
    if (cr_room_place(peer->room, shown, &m.match, &m.round))
        m.has |= PROTO_HAS(refused, match) | PROTO_HAS(refused, round);
    emit((cr_session *)peer, MSG_refused, &m);
}

static void emit_checked(cr_voice *voice, cr_peer *peer, const cr_verdict *v)
{
    const cr_game *game = peer->room->game;
    const char *field = cr_field_name(game, &v->move, v->refusal);
    refusal_words words;
    msg_checked m = {.id = v->id,
                     .ok = !v->refusal.code,
                     .code = cr_code_name(game, v->refusal.code),
                     .reason = cr_code_text(game, v->refusal.code),
                     .rule = cr_rule_id(game, v->refusal.rule),
                     .sentence = cr_rule_text(game, v->refusal.rule),
                     .field = field,
                     .title = words.title,
                     .because = words.because,
                     .instead = {encode_instead, &words.instead}};

    (void)voice;
    if (v->refusal.code) {
        put_in_words(&words, peer, v);
        m.has |= PROTO_HAS(checked, code) | PROTO_HAS(checked, reason) | PROTO_HAS(checked, title) |
                 PROTO_HAS(checked, because) | PROTO_HAS(checked, instead);
    }
    if (v->refusal.rule)
        m.has |= PROTO_HAS(checked, rule) | PROTO_HAS(checked, sentence);
    if (*field)
        m.has |= PROTO_HAS(checked, field);
    emit((cr_session *)peer, MSG_checked, &m);
}

static void emit_signal(cr_voice *voice, cr_peer *peer, uint8_t seat, const char *word)
{
    (void)voice;
    emit((cr_session *)peer, MSG_signalled, &(msg_signalled){.seat = seat, .signal = word});
}

static void emit_plays(cr_voice *voice, cr_peer *peer, bool plays)
{
    (void)voice;
    emit((cr_session *)peer, MSG_plays, &(msg_plays){.plays = plays});
}

static void emit_tick(cr_voice *voice, cr_peer *peer, const cr_tick *tick)
{
    msg_tick t = {.n = peer->n,
                  .seq = peer->seq,
                  .at = tick->at_ms,
                  .left = tick->remaining_ms,
                  .seconds = tick->seconds};
    msg_drift d = {.n = peer->n, .seq = peer->seq, .at = tick->at_ms, .late = tick->drift_ms};

    (void)voice;
    if (cr_room_place(peer->room, peer->room->state, &t.match, &t.round)) {
        t.has |= PROTO_HAS(tick, match) | PROTO_HAS(tick, round);
        d.has |= PROTO_HAS(drift, match) | PROTO_HAS(drift, round);
        d.match = t.match;
        d.round = t.round;
    }
    emit((cr_session *)peer, MSG_tick, &t);
    if (tick->drift_ms)
        emit((cr_session *)peer, MSG_drift, &d);
}

static void emit_wound(cr_voice *voice, cr_peer *peer)
{
    (void)voice;
    emit((cr_session *)peer, MSG_wound, &(msg_wound){.now = cr_room_now(peer->room)});
}

static void emit_passing(cr_voice *voice, cr_peer *peer, uint32_t ticket, uint64_t at_ms,
                         bool passes)
{
    (void)voice;
    emit((cr_session *)peer, MSG_passing,
         &(msg_passing){.ticket = ticket, .at = at_ms, .passes = passes});
}

/* Whose of 32 bytes each, by seat. */
typedef struct {
    const uint8_t (*bytes)[32];
    uint16_t seats;
    uint8_t n;
} bytes_by_seat;

static void write_by_seat(cr_json *j, const void *with)
{
    const bytes_by_seat *b = with;

    cr_json_open(j, '[');
    for (unsigned seat = 0; seat < b->n; seat++)
        if (b->seats >> seat & 1)
            proto_write_hex(j, b->bytes[seat], 32);
        else
            cr_json_null(j);
    cr_json_close(j, ']');
}

static void emit_drawing(cr_voice *voice, cr_peer *peer, const char *stage)
{
    uint64_t until_ms;
    uint32_t number;
    const cr_draw *draw = cr_room_draw(peer->room, &number, &until_ms);
    bool is_open = !strcmp(stage, "open"), is_over = !is_open && strcmp(stage, "seal");
    bytes_by_seat seals = {draw->seal, draw->sealed, peer->room->n_seats};
    bytes_by_seat parts = {draw->opening, draw->opened, is_over ? peer->room->n_seats : 0};
    msg_drawing m = {.stage = stage,
                     .number = number,
                     .commitment = draw->commitment,
                     .seals = {write_by_seat, &seals},
                     .parts = {write_by_seat, &parts},
                     .until = until_ms};

    (void)voice;
    if (is_open)
        m.has |= PROTO_HAS(drawing, until);
    emit((cr_session *)peer, MSG_drawing, &m);
}

static void emit_offered(cr_voice *voice, cr_peer *peer, const char *why, uint8_t by)
{
    const cr_rematch *r = peer->room->rematch;
    msg_offered m = {.open = !why,
                     .by = by,
                     .seats = r->is_swapped ? "swap" : "same",
                     .until = r->until_ms,
                     .why = why};

    (void)voice;
    m.has = why ? PROTO_HAS(offered, why) : PROTO_HAS(offered, seats) | PROTO_HAS(offered, until);
    emit((cr_session *)peer, MSG_offered, &m);
}

static void emit_rematched(cr_voice *voice, cr_peer *peer, uint8_t seat, const uint8_t *token)
{
    msg_rematched m = {
        .match = peer->room->rematch->match, .seat = token ? seat : -1, .token = token};

    (void)voice;
    if (token)
        m.has |= PROTO_HAS(rematched, token);
    emit((cr_session *)peer, MSG_rematched, &m);
}

static void emit_hinted(cr_voice *voice, cr_peer *peer, const cr_hint *hint)
{
    encode_hint of = {peer->room->game, peer->room->state, hint};

    (void)voice;
    emit((cr_session *)peer, MSG_hinted,
         &(msg_hinted){.id = hint->id,
                       .ticket = hint->ticket,
                       .worlds = hint->worlds,
                       .moves = {encode_hints, &of}});
}

static void tell_moved(cr_session *s, const uint8_t *match, const char *address)
{
    msg_moved m = {.match = match, .address = address};

    if (*address)
        m.has |= PROTO_HAS(moved, address);
    emit(s, MSG_moved, &m);
}

static void emit_moved(cr_voice *voice, cr_peer *peer)
{
    (void)voice;
    tell_moved((cr_session *)peer, peer->room->match, "");
}

static void tell_trouble(cr_session *s, uint32_t id, cr_trouble trouble, const char *field)
{
    msg_trouble m = {.id = id,
                     .code = cr_trouble_name(trouble),
                     .reason = cr_trouble_text(trouble),
                     .field = field,
                     .title = cr_trouble_title(trouble),
                     .because = cr_trouble_because(trouble)};

    if (id)
        m.has |= PROTO_HAS(trouble, id);
    if (*field)
        m.has |= PROTO_HAS(trouble, field);
    s->wire->stats.troubles[trouble]++;
    emit(s, MSG_trouble, &m);
}

static void emit_trouble(cr_voice *voice, cr_peer *peer, uint32_t id, cr_trouble trouble)
{
    (void)voice;
    tell_trouble((cr_session *)peer, id, trouble, "");
}

/* ---- in ---- */

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
        emit(s, MSG_clock,
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
        kill(s);
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
        tell_moved(s, seeker->match, address);
        return;
    }
    if (!trouble)
        trouble = handle(s, &in);
    if (trouble)
        tell_trouble(s, id, trouble, field);
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
        tell_trouble(s, id, trouble, field);
    if (s->n_errors >= CR_ERRORS_MAX)
        kill(s);
}

void cr_session_trouble(cr_session *s, cr_trouble trouble)
{
    tell_trouble(s, 0, trouble, "");
    if (++s->n_errors >= CR_ERRORS_MAX)
        kill(s);
}

/* ---- life ---- */

/* The seats have been told already; who left watches on. */
static void waited(cr_waiter *waiter, cr_room *room, cr_trouble trouble)
{
    cr_session *s = (cr_session *)((char *)waiter - offsetof(cr_session, waiter));

    (void)room;
    if (trouble)
        tell_trouble(s, 0, trouble, "");
}

void cr_session_open(cr_session *s, cr_wire *wire)
{
    *s = (cr_session){.wire = wire, .waiter = {.done = waited}, .seeker = {.found = found}};
    s->peer.viewer = CR_SPECTATOR;
    wire->stats.connections++;
    wire->stats.connections_ever++;
}

void cr_session_drop(cr_session *s)
{
    cr_session **at = &s->wire->dirty;

    while (s->is_dirty && *at != s)
        at = &(*at)->dirty_next;
    if (s->is_dirty)
        *at = s->dirty_next;
    free(s->out);
    s->out = NULL;
    s->is_dirty = false;
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

cr_err cr_wire_init(cr_wire *wire, cr_lobby *lobby, uint32_t rate)
{
    *wire = (cr_wire){.voice = {.emit_attached = emit_attached,
                                .emit_seats = emit_seats,
                                .emit_state = emit_state,
                                .emit_update = emit_update,
                                .emit_ack = emit_ack,
                                .emit_refused = emit_refused,
                                .emit_checked = emit_checked,
                                .emit_signal = emit_signal,
                                .emit_plays = emit_plays,
                                .emit_tick = emit_tick,
                                .emit_passing = emit_passing,
                                .emit_drawing = emit_drawing,
                                .emit_offered = emit_offered,
                                .emit_rematched = emit_rematched,
                                .emit_hinted = emit_hinted,
                                .emit_wound = emit_wound,
                                .emit_moved = emit_moved,
                                .emit_trouble = emit_trouble},
                      .lobby = lobby,
                      .rate = rate,
                      .scratch_cap = 1 << 16};
    wire->scratch = malloc(wire->scratch_cap);
    return wire->scratch ? CR_ERR_OK : CR_ERR_MEMORY;
}

cr_err cr_wire_pad(cr_wire *wire, const padding_row *rows)
{
    size_t size = 0;

    for (size_t i = 0; i < cr_game_count(); i++)
        size = cr_game_at(i)->view_size > size ? cr_game_at(i)->view_size : size;
    wire->padding = padding_new(rows);
    wire->open = malloc(size);
    return wire->padding && wire->open ? CR_ERR_OK : CR_ERR_MEMORY;
}

void cr_wire_release(cr_wire *wire)
{
    analysis_release(wire);
    padding_free(wire->padding);
    free(wire->open);
    free(wire->scratch);
    wire->padding = NULL;
    wire->open = NULL;
    wire->scratch = NULL;
}
