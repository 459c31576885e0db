#include "wire/steps.h"
#include "kernel/forms.h"
#include "wire/encode.h"

#include <stdlib.h>

enum {
    ANSWER_BYTES = 64 << 10, /* an answer ends with the step that goes beyond this */
    FIRST_BYTES = ANSWER_BYTES + (16 << 10)
};

/* One step, from the record. */
typedef struct {
    uint32_t number;
    uint64_t at_ms, hash;
    const cr_move *move; /* NULL: the start */
    cr_move answer;      /* what the move did: of a default, the game's own answer */
    uint8_t asks;        /* the question it answered */
    bool
        is_reaction; /* something that could have been left: not a pass where one may pass, or an interrupt */
} step;

typedef struct {
    cr_room *room;
    const cr_game *game;
    cr_state *state;
    cr_feed *feed; /* events of the step */
    cr_text out;
    cr_why why;   /* of the last end so far */
    uint32_t seq; /* number of the last event before them */
    uint8_t as;
} writer;

/* ---- what a step is ---- */

static bool may_pass(const cr_game *game, uint8_t question)
{
    for (unsigned i = 0; i < game->n_chart; i++)
        if (game->chart[i].from == question && game->chart[i].kind == 0)
            return true;
    return false;
}

/* Before the move is played: what it answers. */
static void describe(const writer *w, const cr_move *move, step *s)
{
    const cr_game *game = w->game;

    s->move = move;
    s->asks = w->state->q.kind;
    s->answer = *move;
    if (move->kind == CR_IDLE) {
        s->answer = cr_idle_answer(game, w->state, move->arg[0]);
        s->answer.seat = move->arg[0];
    } else if (move->kind < game->n_kinds) {
        s->is_reaction = game->kinds[move->kind].flags & CR_CONTROL
                             ? move->seat < CR_SEATS_MAX
                             : game->kinds[0].word && move->kind && may_pass(game, s->asks);
    }
}

/* A seat knows its own moves and the defaults that were played for it. */
static bool may_know_answer(const writer *w, const step *s)
{
    return s->move && (w->as == STEPS_ALL || w->as == s->answer.seat);
}

/* ---- writing ---- */

static void write_hash(cr_json *j, uint64_t hash)
{
    char hex[17];
    cr_text text = cr_text_on(hex, sizeof hex);

    cr_text_fmt(&text, "%016llx", (unsigned long long)hash);
    cr_json_put_str(j, "hash", hex);
}

static void write_answer(cr_json *j, const writer *w, const step *s)
{
    char text[512];

    if (!s->move)
        return;
    cr_json_put_uint(j, "seat", s->answer.seat);
    if (s->move->kind == CR_IDLE)
        cr_json_put_bool(j, "default", true);
    if (s->is_reaction)
        cr_json_put_bool(j, "reaction", true);
    if (s->move->kind != CR_PAUSE && s->move->kind != CR_RESUME)
        cr_json_put_str(j, "asks", cr_question_word(w->game, s->asks));
    if (w->as == STEPS_OUTLINE) {
        cr_json_put_str(j, "word", cr_kind_word(w->game, s->answer.kind));
    } else if (may_know_answer(w, s)) {
        cr_move_print(w->game, &s->answer, text, sizeof text);
        cr_json_put_str(j, "move", text);
    }
}

static void write_event_words(cr_json *j, const writer *w)
{
    cr_json_key(j, "events");
    cr_json_open(j, '[');
    for (size_t i = 0; i < w->feed->n; i++)
        if (w->feed->events[i].kind != CR_EV_ASKED)
            cr_json_str(j, cr_event_word(w->game, w->feed->events[i].kind));
    cr_json_close(j, ']');
}

/* Everything as it really was. */
static void write_truth(cr_json *j, const writer *w)
{
    const cr_state *s = w->state;
    char text[512];

    cr_json_key(j, "truth");
    cr_json_open(j, '{');
    cr_fields_json(j, w->game->zones, s, s->n_seats);
    cr_json_key(j, "effects");
    cr_json_open(j, '[');
    for (unsigned i = 0; i < s->depth; i++) {
        cr_text out = cr_text_on(text, sizeof text);

        cr_effect_write(&out, w->game, &s->stack[i], false);
        cr_json_str(j, text);
    }
    cr_json_close(j, ']');
    cr_json_key(j, "sealed");
    cr_json_open(j, '[');
    for (unsigned seat = 0; seat < s->n_seats; seat++)
        if (s->q.form == CR_ALL && s->sealed[seat].ticket) {
            cr_move_print(w->game, &s->sealed[seat], text, sizeof text);
            cr_json_str(j, text);
        } else {
            cr_json_null(j);
        }
    cr_json_close(j, ']');
    cr_json_close(j, '}');
}

/* As an update would have told this viewer. */
static void write_scene(cr_json *j, const writer *w)
{
    cr_lobby *lobby = w->room->lobby;
    uint8_t viewer = w->as == STEPS_ALL ? 0 : w->as;
    encode_scene scene = {.room = w->room,
                          .state = w->state,
                          .view = lobby->view,
                          .viewer = viewer,
                          .reader = viewer,
                          .has_words = true,
                          .why = &w->why,
                          .seq = w->seq,
                          .is_numbered = true};

    if (w->as == STEPS_ALL) {
        scene.reader = CR_SPECTATOR; /* who sees all sits nowhere */
        scene.events = w->feed->events;
        scene.n_events = w->feed->n;
    } else {
        scene.events = lobby->redacted;
        for (size_t i = 0; i < w->feed->n; i++)
            scene.n_events +=
                cr_redact(&w->feed->events[i], viewer, &lobby->redacted[scene.n_events]);
    }
    cr_json_key(j, "events");
    encode_events(j, &scene);
    if (w->state->q.open) {
        cr_json_key(j, "question");
        encode_question(j, &scene);
    }
    if (encode_is_asked(&scene)) {
        cr_json_key(j, "offers");
        encode_offers(j, &scene);
    }
    cr_json_key(j, "view");
    encode_view(j, &scene);
    if (w->as == STEPS_ALL)
        write_truth(j, w);
    if (w->state->is_over) {
        cr_json_key(j, "over");
        encode_over(j, &scene);
    }
}

static void write_step(cr_json *j, const writer *w, const step *s)
{
    cr_json_open(j, '{');
    cr_json_put_uint(j, "number", s->number);
    cr_json_put_uint(j, "at", s->at_ms);
    write_hash(j, s->hash);
    write_answer(j, w, s);
    if (w->as == STEPS_OUTLINE)
        write_event_words(j, w);
    else
        write_scene(j, w);
    cr_json_close(j, '}');
}

/* ---- growing ---- */

/* Room for more than there was: a text that is full is written again from `len` on. */
static bool grow(cr_text *out, size_t len, size_t need)
{
    size_t cap = out->cap ? 2 * out->cap : FIRST_BYTES;
    char *more;

    while (cap <= need)
        cap *= 2;
    more = realloc(out->buf, cap);
    if (!more)
        return false;
    out->buf = more;
    out->cap = cap;
    out->len = len;
    return true;
}

static bool add_step(writer *w, const step *s, bool is_first)
{
    size_t before = w->out.len;
    cr_json j;

    do {
        size_t need = w->out.len;

        if (need >= w->out.cap && !grow(&w->out, before, need))
            return false;
        w->out.len = before;
        j = (cr_json){&w->out, !is_first};
        write_step(&j, w, s);
    } while (cr_text_is_full(&w->out));
    return true;
}

/* ---- playing ---- */

static cr_trouble play_entry(writer *w, const uint8_t *bytes, size_t len, cr_record_entry *entry,
                             step *s)
{
    *s = (step){0};
    if (cr_record_entry_read(bytes, len, entry))
        return CR_TROUBLE_BROKEN;
    describe(w, &entry->move, s);
    s->number = entry->number;
    s->at_ms = entry->at_ms;
    s->hash = entry->hash;
    w->feed->n = 0;
    if (cr_play(w->game, w->state, &entry->move, entry->at_ms, &w->feed->sink).code ||
        cr_state_hash(w->game, w->state) != entry->hash)
        return CR_TROUBLE_BROKEN;
    cr_why_take(&w->why, w->game, w->feed->events, w->feed->n);
    return CR_TROUBLE_NONE;
}

/* The events of a step have numbers, as they had for this viewer when it was played. */
static uint32_t count_events(const writer *w)
{
    uint32_t n = 0;

    for (size_t i = 0; i < w->feed->n; i++) {
        const cr_event *event = &w->feed->events[i];
        bool is_seen = w->as >= STEPS_ALL || !event->is_private || event->eyes >> w->as & 1;

        n += event->kind != CR_EV_ASKED && is_seen;
    }
    return n;
}

static cr_trouble write_steps(writer *w, uint32_t from, const uint8_t *bytes, size_t len,
                              uint32_t *next)
{
    cr_trouble trouble = CR_TROUBLE_NONE;
    cr_record_head head;
    cr_record_entry entry;
    step s = {0};
    uint32_t number = 0;

    w->feed->n = 0;
    if (cr_record_head_read(w->game, bytes, len, &head) ||
        cr_start(w->game, w->state, &head.setup, &w->feed->sink))
        return CR_TROUBLE_BROKEN;
    s.at_ms = w->state->now_ms;
    s.hash = cr_state_hash(w->game, w->state);
    for (size_t at = head.head_size;; at += CR_RECORD_ENTRY) {
        if (number >= from && !add_step(w, &s, number == from))
            return CR_TROUBLE_FULL;
        w->seq += count_events(w);
        number++;
        if (at >= len)
            return CR_TROUBLE_NONE;
        if (w->out.len > ANSWER_BYTES) {
            *next = number;
            return CR_TROUBLE_NONE;
        }
        trouble = play_entry(w, bytes + at, len - at, &entry, &s);
        if (trouble)
            return trouble;
    }
}

/* The members behind the steps: how many there are in all, and where the next answer begins. */
static bool add_tail(writer *w, uint32_t n, uint32_t next)
{
    char tail[64];
    cr_text text = cr_text_on(tail, sizeof tail);

    cr_text_fmt(&text, "],\"n\":%u", n);
    if (next)
        cr_text_fmt(&text, ",\"next\":%u", next);
    cr_text_char(&text, '}');
    if (w->out.len + text.len >= w->out.cap && !grow(&w->out, w->out.len, w->out.len + text.len))
        return false;
    cr_text_str(&w->out, tail);
    return true;
}

cr_trouble steps_write(cr_room *room, uint8_t as, uint32_t from, char **json, size_t *len)
{
    writer w = {.room = room,
                .game = room->game,
                .state = room->lobby->scratch,
                .feed = &room->lobby->feed,
                .as = as};
    uint32_t next = 0, n;
    uint8_t *bytes;
    size_t n_bytes;
    cr_trouble trouble = cr_room_record(room, &bytes, &n_bytes);

    if (trouble)
        return trouble;
    n = room->n_moves + 1;
    if (from >= n)
        trouble = CR_TROUBLE_BAD_NUMBER;
    else if (!grow(&w.out, 0, 0))
        trouble = CR_TROUBLE_FULL;
    if (!trouble) {
        cr_text_str(&w.out, "{\"steps\":[");
        trouble = write_steps(&w, from, bytes, n_bytes, &next);
    }
    if (!trouble && !add_tail(&w, n, next))
        trouble = CR_TROUBLE_FULL;
    free(bytes);
    if (trouble) {
        free(w.out.buf);
        return trouble;
    }
    *json = w.out.buf;
    *len = w.out.len;
    return CR_TROUBLE_NONE;
}
