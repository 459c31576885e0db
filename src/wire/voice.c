/* The voice of rooms: each call becomes a message to one connection. encode.c writes the parts that are more than values. */
#include "kernel/say.h"
#include "wire/encode.h"
#include "wire/session_inside.h"

#include <stdlib.h>

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
                          .was = wire->was,
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
    out_emit((cr_session *)peer, MSG_attached, &m);
}

static void emit_seats(cr_voice *voice, cr_peer *peer)
{
    msg_seats m = {.seats = {encode_seats, peer->room},
                   .hints = cr_room_gives_hints(peer->room),
                   .watching = peer->room->n_watchers};

    (void)voice;
    out_emit((cr_session *)peer, MSG_seats, &m);
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
    out_emit_scene((cr_session *)peer, MSG_state, &m, &scene);
}

/* What a spectator sees of a state, as JSON. */
typedef struct {
    const cr_game *game; /* NULL: nothing is here, or it does not fit */
    cr_view *view;
    cr_view_parts parts;
    char text[1 << 14];
} open_whole;

/* What many are told of the entry that is being shown, as JSON: once for all of them. */
struct voice_open {
    uint64_t whole_moment, changes_moment; /* of the entry, for each of both */
    encode_told told;
    cr_view_plan plan;
    open_whole whole[2]; /* the last one, and that before it, perhaps of another match */
    unsigned now;        /* which is the last */
    bool is_changes;     /* it fits */
    cr_view *was, *is;
    cr_change_parts changes;
    char changes_text[1 << 14];
    uint64_t views[]; /* room for four of any game */
};

bool voice_init(cr_wire *wire)
{
    voice_open *open;
    size_t size = 0;

    for (size_t i = 0; i < cr_game_count(); i++)
        size = cr_game_at(i)->view_size > size ? cr_game_at(i)->view_size : size;
    size = (size + 7) / 8;
    open = wire->shown = calloc(1, sizeof *open + 4 * size * sizeof *open->views);
    if (!open)
        return false;
    open->was = (cr_view *)(void *)open->views;
    open->is = (cr_view *)(void *)(open->views + size);
    open->whole[0].view = (cr_view *)(void *)(open->views + 2 * size);
    open->whole[1].view = (cr_view *)(void *)(open->views + 3 * size);
    return true;
}

static const cr_view_parts *open_parts(voice_open *open, const cr_update *update)
{
    const cr_game *game = update->room->game;
    open_whole *now = &open->whole[open->now];

    if (!CR_FOR_MANY || !update->moment)
        return NULL;
    if (open->whole_moment != update->moment) {
        const open_whole *before = now;

        open->now = !open->now;
        now = &open->whole[open->now];
        cr_see(game, update->state, CR_SPECTATOR, now->view);
        cr_view_plan_for(&open->plan, game, now->view->n_seats);
        now->game = cr_view_write_parts(&now->parts, &open->plan, now->view,
                                        before->game == game ? &before->parts : NULL, now->text,
                                        sizeof now->text)
                        ? game
                        : NULL;
        open->whole_moment = update->moment;
    }
    return now->game ? &now->parts : NULL;
}

static const cr_change_parts *open_changes(voice_open *open, const cr_update *update)
{
    const cr_game *game = update->room->game;

    if (!CR_FOR_MANY || !update->moment)
        return NULL;
    if (open->changes_moment != update->moment) {
        cr_see(game, update->before, CR_SPECTATOR, open->was);
        cr_see(game, update->state, CR_SPECTATOR, open->is);
        cr_view_plan_for(&open->plan, game, open->is->n_seats);
        open->is_changes = cr_view_write_change_parts(&open->changes, &open->plan, open->was,
                                                      open->is, update->at_ms, open->changes_text,
                                                      sizeof open->changes_text);
        open->changes_moment = update->moment;
    }
    return open->is_changes ? &open->changes : NULL;
}

static void emit_update(cr_voice *voice, cr_peer *peer, const cr_update *update)
{
    voice_open *open = ((cr_session *)peer)->wire->shown;
    padding_veil veil;
    encode_scene scene = scene_of(peer, update->state, update->wants, &veil);
    encode_offered offered;
    msg_update m;

    (void)voice;
    scene.told = &open->told;
    scene.events = update->events;
    scene.n_events = update->n_events;
    scene.seq = update->seq;
    if (update->wants & CR_WANTS_CHANGES)
        scene.before = veil.before = update->before;
    scene.is_numbered = !scene.before; /* who is told changes counts by himself */
    scene.told_ms = update->at_ms;
    encode_update(&m, &scene, &offered, update->n, update->at_ms, update->wants);
    if (m.has & PROTO_HAS(update, view))
        scene.open = open_parts(open, update);
    if (m.has & PROTO_HAS(update, changes))
        scene.open_changes = open_changes(open, update);
    out_emit_scene((cr_session *)peer, MSG_update, &m, &scene);
}

static void emit_ack(cr_voice *voice, cr_peer *peer, uint32_t id)
{
    (void)voice;
    out_emit((cr_session *)peer, MSG_ack, &(msg_ack){.id = id});
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
    out_emit((cr_session *)peer, MSG_refused, &m);
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
    out_emit((cr_session *)peer, MSG_checked, &m);
}

static void emit_signal(cr_voice *voice, cr_peer *peer, uint8_t seat, const char *word)
{
    (void)voice;
    out_emit((cr_session *)peer, MSG_signalled, &(msg_signalled){.seat = seat, .signal = word});
}

static void emit_plays(cr_voice *voice, cr_peer *peer, bool plays)
{
    (void)voice;
    out_emit((cr_session *)peer, MSG_plays, &(msg_plays){.plays = plays});
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
    out_emit((cr_session *)peer, MSG_tick, &t);
    if (tick->drift_ms)
        out_emit((cr_session *)peer, MSG_drift, &d);
}

static void emit_wound(cr_voice *voice, cr_peer *peer)
{
    (void)voice;
    out_emit((cr_session *)peer, MSG_wound, &(msg_wound){.now = cr_room_now(peer->room)});
}

static void emit_passing(cr_voice *voice, cr_peer *peer, uint32_t ticket, uint64_t at_ms,
                         bool passes)
{
    (void)voice;
    out_emit((cr_session *)peer, MSG_passing,
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
    out_emit((cr_session *)peer, MSG_drawing, &m);
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
    out_emit((cr_session *)peer, MSG_offered, &m);
}

static void emit_rematched(cr_voice *voice, cr_peer *peer, uint8_t seat, const uint8_t *token)
{
    msg_rematched m = {
        .match = peer->room->rematch->match, .seat = token ? seat : -1, .token = token};

    (void)voice;
    if (token)
        m.has |= PROTO_HAS(rematched, token);
    out_emit((cr_session *)peer, MSG_rematched, &m);
}

static void emit_hinted(cr_voice *voice, cr_peer *peer, const cr_hint *hint)
{
    encode_hint of = {peer->room->game, peer->room->state, hint};

    (void)voice;
    out_emit((cr_session *)peer, MSG_hinted,
             &(msg_hinted){.id = hint->id,
                           .ticket = hint->ticket,
                           .worlds = hint->worlds,
                           .moves = {encode_hints, &of}});
}

void voice_moved(cr_session *s, const uint8_t *match, const char *address)
{
    msg_moved m = {.match = match, .address = address};

    if (*address)
        m.has |= PROTO_HAS(moved, address);
    out_emit(s, MSG_moved, &m);
}

static void emit_moved(cr_voice *voice, cr_peer *peer)
{
    (void)voice;
    voice_moved((cr_session *)peer, peer->room->match, "");
}

void voice_trouble(cr_session *s, uint32_t id, cr_trouble trouble, const char *field)
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
    out_emit(s, MSG_trouble, &m);
}

static void emit_trouble(cr_voice *voice, cr_peer *peer, uint32_t id, cr_trouble trouble)
{
    (void)voice;
    voice_trouble((cr_session *)peer, id, trouble, "");
}

const cr_voice voice_calls = {
    .emit_attached = emit_attached,
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
    .emit_trouble = emit_trouble,
};
