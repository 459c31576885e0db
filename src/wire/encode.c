#include "wire/encode.h"
#include "base/hash.h"
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

/* Bytes written since `from` that others may not know of, and those of the name in front. */
static void keep_apart(const encode_scene *scene, const cr_json *j, size_t from, const char *name)
{
    if (scene->veil)
        scene->veil->secret += (int32_t)(j->out->len - from + strlen(name));
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
        char says[CR_SAY_MAX];
        cr_text text = cr_text_on(says, sizeof says);

        cr_say_question(&text, scene->room->game, scene->state, scene->reader);
        key_str(j, "says", says);
    }
    keep_apart(scene, j, from, ""); /* the words may be about the hand */
    cr_json_close(j, '}');
}

/* ---- offers ---- */

/* Texts of moves, remembered: a text follows from game, kind and arguments alone, and printing one is far slower than
 * finding it here. One per thread, because the loop's is the only one that matters. */
enum { TEXTS = 4096, TEXT_LEN = 48 };
typedef struct {
    const cr_game *game;
    uint8_t key[2 + CR_ARGS]; /* kind, length, arguments */
    uint8_t len;
    char text[TEXT_LEN]; /* JSON, with quotes */
} known_text;

static void write_move(cr_json *j, const cr_game *game, const cr_move *move)
{
    static _Thread_local known_text texts[TEXTS];
    uint8_t key[2 + CR_ARGS] = {move->kind, 0};
    char text[512], quoted[1024];
    cr_text out = cr_text_on(quoted, sizeof quoted);
    cr_json once = cr_json_on(&out);
    known_text *known;

    memcpy(key + 2, move->arg, CR_ARGS);
    known = &texts[(cr_hash(key, sizeof key) ^ (uintptr_t)game >> 6) % TEXTS];
    if (known->game != game || memcmp(known->key, key, sizeof key)) {
        cr_move_print(game, move, text, sizeof text);
        cr_json_str(&once, text);
        if (out.len >= TEXT_LEN) {
            cr_json_raw(j, quoted);
            return;
        }
        known->game = game;
        memcpy(known->key, key, sizeof key);
        memcpy(known->text, quoted, out.len + 1);
        known->len = (uint8_t)out.len;
    }
    cr_text_bytes(cr_json_text(j), known->text, known->len);
}

static void write_move_words(cr_json *j, const encode_scene *scene, const cr_move *move)
{
    char says[CR_SAY_MAX];
    cr_text text = cr_text_on(says, sizeof says);

    cr_say_move(&text, scene->room->game, scene->state, scene->reader, move);
    cr_json_str(j, says);
}

/* How an argument is asked for, and its values as people read them. */
static void write_dim_words(cr_json *j, const encode_scene *scene, const cr_box *box,
                            const cr_dim *dim, unsigned field)
{
    const cr_game *game = scene->room->game;
    char says[CR_SAY_MAX];
    cr_text text = cr_text_on(says, sizeof says);
    cr_move move = box->move;

    cr_say_part(&text, game, move.kind, field);
    key_str(j, "asks", says);
    if (dim->is_subset || dim->is_tally || game->kinds[move.kind].fields[field].type->size > 1)
        return;
    cr_json_key(j, "says");
    cr_json_open(j, '[');
    for (uint64_t set = dim->set; set; set &= set - 1) {
        text = cr_text_on(says, sizeof says);
        move.arg[dim->at] = (uint8_t)cr_bits_first(set);
        cr_say_value(&text, game, scene->state, scene->reader, &move, field);
        cr_json_str(j, says);
    }
    cr_json_close(j, ']');
}

/* One argument of a box: its name, and its values as people write them. */
static void write_dim(cr_json *j, const encode_scene *scene, const cr_box *box, const cr_dim *dim)
{
    const cr_game *game = scene->room->game;
    const cr_field *fields = game->kinds[box->move.kind].fields, *field = fields;

    while (field && field->name && field->at != dim->at)
        field++;
    cr_json_open(j, '{');
    cr_json_key(j, "field");
    cr_json_str(j, field && field->name ? field->name : "");
    cr_json_key(j, "at");
    cr_json_uint(j, dim->at);
    if (dim->is_subset) {
        cr_json_key(j, "from");
        cr_json_uint(j, dim->lo);
        cr_json_key(j, "to");
        cr_json_uint(j, dim->hi);
    }
    cr_json_key(j, "values");
    cr_json_open(j, '[');
    for (uint64_t set = dim->set; set; set &= set - 1) {
        uint8_t value[8] = {(uint8_t)cr_bits_first(set)};
        char text[128];
        cr_text out = cr_text_on(text, sizeof text);

        if (!dim->is_subset && field && field->name && field->type->size == 1) {
            field->type->print(&out, value, field->with);
            cr_json_str(j, text);
        } else {
            cr_json_uint(j, value[0]);
        }
    }
    cr_json_close(j, ']');
    if (scene->has_words && field && field->name)
        write_dim_words(j, scene, box, dim, (unsigned)(field - fields));
    cr_json_close(j, '}');
}

static void write_box(cr_json *j, const encode_scene *scene, const cr_box *box)
{
    const cr_game *game = scene->room->game;

    cr_json_open(j, '{');
    cr_json_key(j, "move");
    cr_json_str(j, game->kinds[box->move.kind].word);
    cr_json_key(j, "size");
    cr_json_uint(j, box->size);
    cr_json_key(j, "template");
    write_move(j, game, &box->move);
    cr_json_key(j, "arguments");
    cr_json_open(j, '[');
    for (unsigned i = 0; i < box->n_dims; i++)
        write_dim(j, scene, box, &box->dim[i]);
    cr_json_close(j, ']');
    cr_json_close(j, '}');
}

static void write_offers(cr_json *j, const encode_scene *scene)
{
    const cr_game *game = scene->room->game;
    cr_move moves[ENCODE_OFFERS_MAX];
    bool is_all;
    cr_space space;
    size_t n;

    cr_offers(game, scene->state, scene->viewer, &space);
    cr_json_open(j, '{');
    /* Boxes are candidates: a few more than that may still be a short list of moves. */
    if (cr_space_size(&space) <= 64 * ENCODE_OFFERS_MAX) {
        n = cr_offers_list(game, scene->state, scene->viewer, moves, ENCODE_OFFERS_MAX, &is_all);
        if (is_all) {
            cr_json_key(j, "moves");
            cr_json_open(j, '[');
            for (size_t i = 0; i < n; i++)
                write_move(j, game, &moves[i]);
            cr_json_close(j, ']');
            if (scene->has_words) {
                cr_json_key(j, "says");
                cr_json_open(j, '[');
                for (size_t i = 0; i < n; i++)
                    write_move_words(j, scene, &moves[i]);
                cr_json_close(j, ']');
            }
            cr_json_close(j, '}');
            return;
        }
    }
    cr_json_key(j, "many");
    cr_json_uint(j, cr_space_size(&space));
    cr_json_key(j, "boxes");
    cr_json_open(j, '[');
    for (uint32_t i = 0; i < space.n; i++)
        write_box(j, scene, &space.box[i]);
    cr_json_close(j, ']');
    cr_json_close(j, '}');
}

void encode_offers(cr_json *j, const void *with)
{
    size_t from = j->out->len;

    write_offers(j, with);
    keep_apart(with, j, from, ",\"offers\":");
}

/* ---- the rest ---- */

void encode_view(cr_json *j, const void *with)
{
    const encode_scene *scene = with;

    const cr_game *game = scene->room->game;
    padding_veil *veil = scene->veil;

    cr_see_at(game, scene->state, scene->viewer, scene->at_ms, scene->view);
    if (!veil) {
        cr_view_write_json(j, game, scene->view);
        return;
    }
    cr_see_at(game, scene->state, CR_SPECTATOR, scene->at_ms, veil->open);
    veil->secret += cr_view_write_json_beside(j, game, scene->view, veil->open);
}

void encode_changes(cr_json *j, const void *with)
{
    const encode_scene *scene = with;
    const cr_game *game = scene->room->game;
    cr_text none = cr_text_on(NULL, 0);
    cr_json open = cr_json_on(&none);
    size_t from = j->out->len;

    cr_see(game, scene->state, scene->viewer, scene->view);
    cr_view_write_changes(j, game, scene->before, scene->view, scene->told_ms);
    if (!scene->veil)
        return;
    cr_see(game, scene->state, CR_SPECTATOR, scene->veil->open);
    cr_view_write_changes(&open, game, scene->open_before, scene->veil->open, scene->told_ms);
    scene->veil->secret += (int32_t)(j->out->len - from) - (int32_t)none.len;
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

/* An event of `len` bytes: one that nobody else knows of is part of what the seat has to itself. */
static void measure_event(const encode_scene *scene, const cr_event *event, uint32_t seq,
                          size_t len)
{
    if (is_unknown(event))
        scene->veil->secret += (int32_t)len;
    else if (event->eyes != CR_EYES_ALL)
        padding_event(scene->veil, event->kind, len);
    else if (scene->is_numbered)
        padding_number(scene->veil, seq);
}

void encode_events(cr_json *j, const void *with)
{
    const encode_scene *scene = with;
    uint32_t seq = scene->seq;
    int32_t n_known = 0, n_unknown = 0;

    cr_json_open(j, '[');
    for (size_t i = 0; i < scene->n_events; i++) {
        const cr_event *event = &scene->events[i];
        size_t from = j->out->len + j->needs_comma;

        if (event->kind == CR_EV_ASKED)
            continue; /* the question says the same */
        cr_json_open(j, '{');
        if (scene->is_numbered) {
            cr_json_key(j, "seq");
            cr_json_uint(j, ++seq);
        }
        cr_event_write_json(j, scene->room->game, event);
        if (scene->has_words)
            write_event_words(j, scene, event, i ? event - 1 : NULL);
        cr_json_close(j, '}');
        if (scene->veil)
            measure_event(scene, event, seq, j->out->len - from);
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
        write_move(j, r->game, &moves[i]);
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
        write_move(j, h->game, &c->move);
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

void encode_update(msg_update *out, const encode_scene *scene, uint32_t n, uint64_t at_ms,
                   unsigned wants)
{
    *out = (msg_update){.n = n,
                        .at = at_ms,
                        .events = {encode_events, scene},
                        .question = {encode_question, scene},
                        .offers = {encode_offers, scene},
                        .view = {encode_view, scene},
                        .changes = {encode_changes, scene},
                        .over = {encode_over, scene}};
    if (scene->state->q.open)
        out->has |= PROTO_HAS(update, question);
    if (encode_is_asked(scene) && wants & CR_WANTS_OFFERS)
        out->has |= PROTO_HAS(update, offers);
    if (wants & CR_WANTS_CHANGES && scene->before)
        out->has |= PROTO_HAS(update, changes);
    else if (wants & CR_WANTS_VIEW)
        out->has |= PROTO_HAS(update, view);
    if (scene->state->is_over)
        out->has |= PROTO_HAS(update, over);
}
