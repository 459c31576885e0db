#include "wire/encode.h"
#include "kernel/forms.h"
#include "kernel/say.h"

static void key_str(cr_json *j, const char *key, const char *text)
{
    cr_json_key(j, key);
    cr_json_str(j, text);
}

static void write_seats(cr_json *j, uint16_t seats)
{
    cr_json_open(j, '[');
    for (unsigned set = seats; set; set &= set - 1)
        cr_json_uint(j, cr_bits_first(set));
    cr_json_close(j, ']');
}

bool encode_is_asked(const encode_scene *scene)
{
    return scene->viewer < CR_SEATS_MAX && cr_deciders(scene->state) >> scene->viewer & 1;
}

void encode_keep_apart(const encode_scene *scene, const cr_json *j, size_t from, const char *name)
{
    if (scene->veil)
        scene->veil->secret += (int32_t)(j->out->len - from + strlen(name));
}

static void write_says(cr_json *j, const encode_scene *scene)
{
    char says[CR_SAY_MAX];
    cr_text text = cr_text_on(says, sizeof says);

    cr_say_question(&text, scene->room->game, scene->state, scene->reader);
    cr_json_str(j, says);
}

void encode_says(cr_json *j, const void *with)
{
    size_t from = j->out->len;

    write_says(j, with);
    encode_keep_apart(with, j, from, ",\"says\":");
}

/* Has the question the words it had? */
static bool is_said_as_before(const encode_scene *scene)
{
    char now[CR_SAY_MAX], then[CR_SAY_MAX];
    cr_text text = cr_text_on(now, sizeof now), old = cr_text_on(then, sizeof then);

    if (!scene->before->q.open)
        return false;
    cr_say_question(&text, scene->room->game, scene->state, scene->reader);
    cr_say_question(&old, scene->room->game, scene->before, scene->reader);
    return !strcmp(now, then);
}

void encode_question(cr_json *j, const void *with)
{
    const encode_scene *scene = with;
    const cr_question *q = &scene->state->q;
    size_t from = j->out->len;

    cr_json_open(j, '{');
    cr_json_key(j, "ticket");
    cr_json_uint(j, q->ticket);
    cr_json_key(j, "asks");
    cr_json_str(j, cr_question_word(scene->room->game, q->kind));
    cr_json_key(j, "form");
    cr_json_str(j, cr_form_word(q->form));
    cr_json_key(j, "seats");
    write_seats(j, q->asked);
    cr_json_key(j, "open");
    write_seats(j, cr_deciders_to(scene->room->game, scene->state, scene->viewer));
    if (q->budget_ms) {
        cr_json_key(j, scene->state->paused ? "left" : "until");
        cr_json_uint(j, q->deadline_ms);
    }
    if (scene->state->paused) {
        cr_json_key(j, "paused");
        cr_json_bool(j, true);
    }
    cr_json_key(j, "mine");
    cr_json_bool(j, encode_is_asked(scene));
    if (!cr_hides_passes(scene->room->game, q))
        from = j->out->len;
    if (scene->has_words) {
        cr_json_key(j, "says");
        write_says(j, scene);
    }
    encode_keep_apart(scene, j, from, ""); /* the words may be about the hand */
    cr_json_close(j, '}');
}

void encode_view(cr_json *j, const void *with)
{
    const encode_scene *scene = with;

    const cr_game *game = scene->room->game;
    padding_veil *veil = scene->veil;

    cr_see_at(game, scene->state, scene->viewer, scene->at_ms, scene->view);
    if (CR_FOR_MANY && scene->open) {
        int more = cr_view_write_json_from(j, scene->view, scene->open);

        if (veil)
            veil->secret += more;
        return;
    }
    if (!veil) {
        cr_view_write_json(j, game, scene->view);
        return;
    }
    cr_see_at(game, scene->state, CR_SPECTATOR, scene->at_ms, veil->open);
    veil->secret += cr_view_write_json_beside(j, game, scene->view, veil->open);
}

/* What has changed for a viewer: the bytes of it. */
static size_t write_changes(cr_json *j, const encode_scene *scene, uint8_t viewer, cr_view *view)
{
    const cr_game *game = scene->room->game;
    size_t from = j->out->len;

    cr_see(game, scene->before, viewer, scene->was);
    cr_see(game, scene->state, viewer, view);
    cr_view_write_changes(j, game, scene->was, view, scene->told_ms);
    return j->out->len - from;
}

/* Bytes of what has changed for a spectator. */
static size_t measure_open_changes(const encode_scene *scene)
{
    char measured[ENCODE_MEASURED];
    cr_text text = cr_text_on(measured, sizeof measured);
    cr_json json = cr_json_on(&text);

    return write_changes(&json, scene, CR_SPECTATOR, scene->veil->open);
}

void encode_changes(cr_json *j, const void *with)
{
    const encode_scene *scene = with;
    const cr_game *game = scene->room->game;
    int more;

    if (CR_FOR_MANY && scene->open_changes) {
        cr_see(game, scene->before, scene->viewer, scene->was);
        cr_see(game, scene->state, scene->viewer, scene->view);
        more = cr_view_write_changes_from(j, scene->was, scene->view, scene->open_changes);
    } else {
        more = (int)write_changes(j, scene, scene->viewer, scene->view);
        more -= scene->veil ? (int)measure_open_changes(scene) : 0;
    }
    if (scene->veil)
        scene->veil->secret += more;
}

/* What people read, how much it is to them, and of which kind it is if it is a reason for an end. */
static void write_event_words(cr_json *j, const encode_scene *scene, const cr_event *event,
                              const cr_event *before)
{
    static const char *const reasons[] = {"", "forced", "decided", "missed", "counted"};
    const cr_game *game = scene->room->game;
    char says[CR_SAY_MAX];
    cr_text text = cr_text_on(says, sizeof says);
    uint16_t rule;
    uint8_t reason = cr_event_reason(game, event, &rule);

    cr_say_event(&text, game, scene->state, scene->reader, event, before);
    key_str(j, "says", says);
    cr_json_key(j, "weight");
    cr_json_uint(j, cr_event_weight(game, event));
    if (reason) {
        key_str(j, "because", reasons[reason]);
        key_str(j, "rule", cr_rule_id(game, rule));
    }
}

/* Does nobody else know of it? A default before its time is told to its seat alone too, but who watches the wire sees the
 * answers that were refused before, and that none was acknowledged. */
static bool is_unknown(const cr_event *event)
{
    return event->is_private && event->kind != CR_EV_DEFAULT;
}

static void write_event(cr_json *j, const encode_scene *scene, const cr_event *event,
                        const cr_event *last)
{
    cr_event_write_json(j, scene->room->game, event);
    if (scene->has_words)
        write_event_words(j, scene, event, last);
}

/* Where changes are told: word, seat, and an object of the rest if there is any. */
static void write_news(cr_json *j, const encode_scene *scene, const cr_event *event,
                       const cr_event *last)
{
    const cr_game *game = scene->room->game;
    size_t len;

    cr_json_str(j, cr_event_word(game, event->kind));
    if (cr_event_has_seat(event))
        cr_json_int(j, event->seat);
    else
        cr_json_null(j);
    len = j->out->len;
    cr_json_open(j, '{');
    cr_event_write_fields(j, game, event);
    if (scene->has_words)
        write_event_words(j, scene, event, last);
    if (j->needs_comma) {
        cr_json_close(j, '}');
    } else {
        j->out->len = len;
        j->needs_comma = true;
    }
}

/* The place of an event among those that were told. */
static unsigned told_place(const cr_game *game, const cr_event *event, bool is_news)
{
    uint64_t mixed = (uintptr_t)game + is_news, word;

    static_assert(sizeof *event % sizeof word == 0, "an event is made of words");
    for (size_t at = 0; at < sizeof *event; at += sizeof word) {
        memcpy(&word, (const char *)event + at, sizeof word);
        mixed = (mixed ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    }
    return (unsigned)(mixed >> (64 - ENCODE_TOLD_BITS));
}

/* An event without its brackets and number: as it was told to another, or written. */
static void tell_event(cr_json *j, const encode_scene *scene, const cr_event *event,
                       const cr_event *last)
{
    encode_told *told = CR_FOR_MANY && !scene->has_words ? scene->told : NULL;
    const cr_game *game = scene->room->game;
    bool is_news = scene->before;
    size_t from = j->out->len + j->needs_comma, len;
    unsigned at = told ? told_place(game, event, is_news) : 0;

    if (told && told->one[at].game == game && told->one[at].is_news == is_news &&
        !memcmp(&told->one[at].event, event, sizeof *event)) {
        cr_text_bytes(cr_json_text(j), told->one[at].text, told->one[at].len);
        return;
    }
    (is_news ? write_news : write_event)(j, scene, event, last);
    len = j->out->len - from;
    if (!told || len > ENCODE_TOLD_LEN || cr_text_is_full(j->out))
        return;
    told->one[at].game = game;
    told->one[at].event = *event;
    told->one[at].is_news = is_news;
    told->one[at].len = (uint8_t)len;
    memcpy(told->one[at].text, j->out->buf + from, len);
}

/* By how many bytes the event is longer than to somebody who may not read all of it. */
static int32_t beyond_open(const encode_scene *scene, const cr_event *event, const cr_event *last,
                           size_t len)
{
    char measured[ENCODE_MEASURED];
    cr_text text = cr_text_on(measured, sizeof measured);
    cr_json json = cr_json_on(&text);
    cr_event known = *event, open;

    if (event->is_redacted)
        return 0;
    known.is_private = 0;
    cr_redact(&known, CR_SPECTATOR, &open);
    tell_event(&json, scene, &open, last);
    return (int32_t)len - (int32_t)text.len;
}

/* Writes an event; one that nobody else knows of is part of what the seat has to itself. */
static void put_event(cr_json *j, const encode_scene *scene, const cr_event *event,
                      const cr_event *last, uint32_t seq)
{
    size_t from = j->out->len + j->needs_comma, fields;

    cr_json_open(j, scene->before ? '[' : '{');
    if (scene->is_numbered) {
        cr_json_key(j, "seq");
        cr_json_uint(j, seq);
    }
    fields = j->out->len + j->needs_comma;
    tell_event(j, scene, event, last);
    cr_json_close(j, scene->before ? ']' : '}');
    if (!scene->veil)
        return;
    if (is_unknown(event)) {
        scene->veil->secret += (int32_t)(j->out->len - from);
        return;
    }
    if (scene->is_numbered)
        padding_number(scene->veil, seq);
    if (event->eyes != CR_EYES_ALL)
        padding_event(scene->veil, event->kind, event->seat == scene->viewer,
                      beyond_open(scene, event, last, j->out->len - 1 - fields));
}

void encode_events(cr_json *j, const void *with)
{
    const encode_scene *scene = with;
    uint32_t seq = scene->seq;
    int32_t n_known = 0, n_unknown = 0;

    cr_json_open(j, '[');
    for (size_t i = 0; i < scene->n_events; i++) {
        const cr_event *event = &scene->events[i];

        if (event->kind == CR_EV_ASKED)
            continue; /* the question says the same */
        put_event(j, scene, event, i ? event - 1 : NULL, ++seq);
        n_known += !is_unknown(event);
        n_unknown += is_unknown(event);
    }
    if (scene->veil && n_unknown) /* commas */
        scene->veil->secret += n_known ? n_unknown : n_unknown - 1;
    cr_json_close(j, ']');
}

/* Who wins, and why: the reasons in their order, with the one that decided. */
static void write_end(cr_json *j, const encode_scene *scene)
{
    const cr_game *game = scene->room->game;
    const cr_why *why = scene->why ? scene->why : &scene->room->why;
    char says[CR_SAY_MAX];
    cr_text text = cr_text_on(says, sizeof says);
    cr_event event;
    bool is_key;

    cr_say_end(&text, game, scene->state, scene->reader);
    key_str(j, "says", says);
    cr_json_key(j, "why");
    cr_json_open(j, '[');
    for (unsigned i = 0; cr_why_nth(why, game, scene->reader, i, &event, &is_key); i++) {
        cr_json_open(j, '{');
        cr_event_write_json(j, game, &event);
        write_event_words(j, scene, &event, NULL);
        cr_json_key(j, "key");
        cr_json_bool(j, is_key);
        cr_json_close(j, '}');
    }
    cr_json_close(j, ']');
}

/* Who else has drawn the seed, and what it is then. */
static void write_shared(cr_json *j, const cr_room *room)
{
    if (!room->shared && !room->n_void)
        return;
    cr_json_key(j, "shared");
    cr_json_open(j, '{');
    cr_json_key(j, "seats");
    cr_json_open(j, '[');
    for (uint8_t seat = 0; seat < room->n_seats; seat++)
        if (room->shared >> seat & 1)
            cr_json_uint(j, seat);
    cr_json_close(j, ']');
    cr_json_key(j, "void");
    cr_json_uint(j, room->n_void);
    cr_json_key(j, "seed");
    proto_write_hex(j, room->setup.seed, 32);
    cr_json_close(j, '}');
}

/* Only for a match that is over: the seed is in it. */
void encode_over(cr_json *j, const void *with)
{
    const encode_scene *scene = with;
    int32_t scores[CR_SEATS_MAX];

    cr_score(scene->room->game, scene->state, scores);
    cr_json_open(j, '{');
    cr_json_key(j, "scores");
    cr_json_open(j, '[');
    for (unsigned i = 0; i < scene->room->n_seats; i++)
        cr_json_int(j, scores[i]);
    cr_json_close(j, ']');
    cr_json_key(j, "seed");
    proto_write_hex(j, scene->room->part, 32);
    cr_json_key(j, "pinned");
    cr_json_bool(j, scene->room->setup.is_pinned);
    write_shared(j, scene->room);
    if (scene->has_words)
        write_end(j, scene);
    cr_json_close(j, '}');
}

void encode_instead(cr_json *j, const void *with)
{
    const encode_refusal *r = with;
    cr_move moves[CR_INSTEAD_MAX];
    uint8_t part[CR_INSTEAD_MAX];
    size_t n = cr_instead(r->game, r->state, &r->move, r->refusal, moves, part);

    cr_json_open(j, '[');
    for (size_t i = 0; i < n; i++) {
        char says[CR_SAY_MAX];
        cr_text text = cr_text_on(says, sizeof says);

        cr_json_open(j, '{');
        cr_json_key(j, "move");
        encode_move(j, r->game, &moves[i]);
        if (part[i])
            cr_say_value(&text, r->game, r->state, r->move.seat, &moves[i], part[i] - 1u);
        else
            cr_say_move(&text, r->game, r->state, r->move.seat, &moves[i]);
        key_str(j, "says", says);
        cr_json_close(j, '}');
    }
    cr_json_close(j, ']');
}

static void key_share(cr_json *j, const char *key, float share)
{
    cr_json_key(j, key);
    cr_json_real(j, (double)(int)(share * 1000 + 0.5f) / 1000);
}

void encode_hints(cr_json *j, const void *with)
{
    const encode_hint *h = with;

    cr_json_open(j, '[');
    for (size_t i = 0; i < h->hint->n; i++) {
        const cr_choice *c = &h->hint->choices[i];
        char says[CR_SAY_MAX];
        cr_text text = cr_text_on(says, sizeof says);

        cr_json_open(j, '{');
        cr_json_key(j, "move");
        encode_move(j, h->game, &c->move);
        cr_say_move(&text, h->game, h->state, c->move.seat, &c->move);
        key_str(j, "says", says);
        key_share(j, "worth", c->worth);
        key_share(j, "error", c->error);
        cr_json_close(j, '}');
    }
    cr_json_close(j, ']');
}

void encode_seats(cr_json *j, const void *with)
{
    static const char *const kinds[] = {"open", "person", "bot"};
    const cr_room *room = with;

    cr_json_open(j, '[');
    for (uint8_t i = 0; i < room->n_seats; i++) {
        const cr_room_seat *seat = &room->seats[i];

        cr_json_open(j, '{');
        cr_json_key(j, "kind");
        cr_json_str(j, kinds[seat->sitter.kind]);
        cr_json_key(j, "name");
        cr_json_str(j, seat->sitter.bot ? seat->sitter.bot->name : seat->sitter.name);
        cr_json_key(j, "here");
        cr_json_bool(j, seat->sitter.kind == CR_SEAT_BOT || cr_room_is_here(room, i));
        cr_json_key(j, "replaced");
        cr_json_bool(j, seat->is_replaced);
        cr_json_key(j, "wants_pause");
        cr_json_bool(j, seat->wants_pause);
        cr_json_key(j, "auto");
        cr_json_bool(j, seat->passes_empty);
        if (seat->n_hints) {
            cr_json_key(j, "hints");
            cr_json_uint(j, seat->n_hints);
        }
        if (room->rematch && (room->rematch->agreed | room->rematch->declined) >> i & 1)
            key_str(j, "rematch", room->rematch->agreed >> i & 1 ? "yes" : "no");
        cr_json_close(j, '}');
    }
    cr_json_close(j, ']');
}

void encode_options(cr_json *j, const void *with)
{
    const cr_room *room = with;
    char value[64];

    cr_json_open(j, '{');
    cr_json_key(j, "seats");
    cr_text_fmt(j->out, "\"%u\"", room->n_seats);
    j->needs_comma = true;
    for (unsigned i = 0; i < room->game->n_options; i++) {
        cr_text text = cr_text_on(value, sizeof value);

        cr_option_print(&text, &room->game->options[i], room->setup.option[i]);
        cr_json_key(j, room->game->options[i].name);
        cr_json_str(j, value);
    }
    cr_json_close(j, '}');
}

/* What is offered, if that is new: moves in groups, and beside them what there is to say of them. */
static uint32_t offered_parts(encode_scene *scene, encode_offered *offered)
{
    cr_offers(scene->room->game, scene->state, scene->viewer, &offered->space);
    if (CR_FOR_MANY && !scene->has_words && encode_is_space_as_before(scene, &offered->space))
        return 0;
    encode_list_offers(scene, scene->state, offered);
    scene->offered = offered;
    if (encode_is_offered_as_before(scene))
        return 0;
    return (offered->is_listed ? PROTO_HAS(update, moves) : 0) |
           (offered->is_listed && !scene->has_words ? 0 : PROTO_HAS(update, offers));
}

/* The parts of a message that tells changes: the question follows from the view, but for its words. */
static uint32_t changed_parts(encode_scene *scene, encode_offered *offered, unsigned wants)
{
    uint32_t has = PROTO_HAS(update, ms) | PROTO_HAS(update, news) | PROTO_HAS(update, changes);

    if (scene->has_words && scene->state->q.open && !is_said_as_before(scene))
        has |= PROTO_HAS(update, says);
    if (encode_is_asked(scene) && wants & CR_WANTS_OFFERS)
        has |= offered_parts(scene, offered);
    return has;
}

static uint32_t whole_parts(const encode_scene *scene, unsigned wants)
{
    uint32_t has = PROTO_HAS(update, at) | PROTO_HAS(update, events);

    if (scene->state->q.open)
        has |= PROTO_HAS(update, question);
    if (encode_is_asked(scene) && wants & CR_WANTS_OFFERS)
        has |= PROTO_HAS(update, offers);
    if (wants & CR_WANTS_VIEW)
        has |= PROTO_HAS(update, view);
    return has;
}

void encode_update(msg_update *out, encode_scene *scene, encode_offered *offered, uint32_t n,
                   uint64_t at_ms, unsigned wants)
{
    *out = (msg_update){.n = n,
                        .at = at_ms,
                        .ms = scene->before ? at_ms - scene->before->now_ms : 0,
                        .events = {encode_events, scene},
                        .news = {encode_events, scene},
                        .question = {encode_question, scene},
                        .says = {encode_says, scene},
                        .moves = {encode_groups, scene},
                        .offers = {encode_offers, scene},
                        .view = {encode_view, scene},
                        .changes = {encode_changes, scene},
                        .over = {encode_over, scene}};
    out->has = scene->before ? changed_parts(scene, offered, wants) : whole_parts(scene, wants);
    if (scene->state->is_over)
        out->has |= PROTO_HAS(update, over);
}
