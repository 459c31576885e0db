/* Moves, events and refusals as text and JSON, all from the game's tables. */
#include "kernel/forms.h"

enum { VALUE_MAX = 512 }; /* characters of one value inside a line */

static size_t field_size(const cr_field *field)
{
    return (size_t)field->type->size * (field->count ? field->count : 1);
}

/* ---- name=value, with commas where a list has blanks ---- */

static void write_keyed(cr_text *out, const cr_field *field, const uint8_t *base)
{
    char value[VALUE_MAX];
    cr_text text = cr_text_on(value, sizeof value);

    cr_field_print(&text, field, base, CR_SEATS_MAX);
    for (char *c = value; *c; c++)
        if (*c == ' ')
            *c = ',';
    cr_text_fmt(out, " %s=%s", field->name, value);
}

static bool read_keyed(cr_span word, const cr_field *field, uint8_t *base)
{
    char value[VALUE_MAX];
    size_t len = (size_t)(word.end - word.at);

    if (len >= sizeof value)
        return false;
    memcpy(value, word.at, len);
    value[len] = 0;
    for (char *c = value; *c; c++)
        if (*c == ',')
            *c = ' ';
    return cr_field_parse(cr_span_of(value), field, base, CR_SEATS_MAX, NULL);
}

/* If `word` is "name=…", points `value` behind the sign. */
static bool is_key(cr_span word, const char *name, cr_span *value)
{
    size_t len = strlen(name);

    if ((size_t)(word.end - word.at) <= len || memcmp(word.at, name, len) || word.at[len] != '=')
        return false;
    *value = (cr_span){word.at + len + 1, word.end};
    return true;
}

/* ---- moves ---- */

static void write_fields(cr_text *out, const cr_field *fields, const uint8_t *args)
{
    for (const cr_field *f = fields; f && f->name; f++) {
        if ((f->flags & (CR_KEYED | CR_LED)) && cr_is_zero(args + f->at, field_size(f)))
            continue;
        if (f->flags & CR_KEYED) {
            write_keyed(out, f, args);
            continue;
        }
        if (f->flags & CR_LED)
            cr_text_fmt(out, " %s", f->name);
        cr_text_char(out, ' ');
        cr_field_print(out, f, args, 0);
    }
}

/* Takes the values of one field from the front of `in`; a list takes all that is left. */
static bool read_values(cr_span *in, const cr_field *f, uint8_t *args)
{
    for (unsigned i = 0; i < (f->count ? f->count : 1u); i++)
        if (!f->type->parse(in, args + f->at + i * f->type->size, f->with))
            return false;
    return true;
}

/* Numbers that are larger than their bytes may be become the largest ones, for the rules to refuse. */
static void saturate(const cr_kind *kind, uint8_t args[CR_ARGS])
{
    for (const cr_field *f = kind->fields; f && f->name; f++)
        if ((f->type->flags & CR_SATURATES) && args[f->at] > kind->max[f->at])
            args[f->at] = kind->max[f->at];
}

static bool read_optional(cr_span *in, const cr_field *fields, uint8_t *args)
{
    cr_span rest = *in, word = cr_span_word(&rest), value;

    for (const cr_field *f = fields; f && f->name; f++) {
        if ((f->flags & CR_KEYED) && is_key(word, f->name, &value)) {
            *in = rest;
            return cr_is_zero(args + f->at, field_size(f)) && read_keyed(value, f, args);
        }
        if ((f->flags & CR_LED) && cr_span_is(word, f->name)) {
            *in = rest;
            return cr_is_zero(args + f->at, field_size(f)) && read_values(in, f, args);
        }
    }
    return false;
}

static bool read_fields(cr_span in, const cr_kind *kind, uint8_t args[CR_ARGS])
{
    for (const cr_field *f = kind->fields; f && f->name; f++)
        if (!(f->flags & (CR_KEYED | CR_LED)) && !read_values(&in, f, args))
            return false;
    while (!cr_span_is_empty(&in))
        if (!read_optional(&in, kind->fields, args))
            return false;
    saturate(kind, args);
    return true;
}

/* Bytes of a word that stands in front; 0: it does not. */
static size_t led_by(cr_span in, const char *word)
{
    size_t n = 0;

    while (word[n] && n < (size_t)(in.end - in.at) && word[n] == in.at[n])
        n++;
    return word[n] ? 0 : n;
}

/* The move kind whose word stands in front; words may have blanks, the longest one counts. */
static bool read_kind(cr_span *in, const cr_game *game, uint8_t *kind)
{
    cr_span best = *in;
    size_t best_len = 0;

    if (cr_span_is_empty(in))
        return false;
    for (unsigned k = 0; k < game->n_kinds; k++) {
        size_t len = game->kinds[k].word ? led_by(*in, game->kinds[k].word) : 0;
        const char *behind = in->at + len;

        if (len <= best_len || (behind < in->end && *behind != ' ' && *behind != '\t'))
            continue;
        best.at = behind;
        best_len = len;
        *kind = (uint8_t)k;
    }
    *in = best;
    return best_len > 0;
}

static bool read_host_move(const cr_game *game, cr_span in, cr_move *out)
{
    static const cr_field idle_seat = {"seat", &cr_seat, NULL, 0, 0, 0};
    cr_field reason = {"reason", game->reasons ? &cr_word : &cr_u8, game->reasons, 0, 0, 0};
    cr_span word = cr_span_word(&in);

#define IS(text) (word.end - word.at == sizeof text - 1 && !memcmp(word.at, text, sizeof text - 1))
    if (IS("idle"))
        out->kind = CR_IDLE;
    else if (IS("pause"))
        out->kind = CR_PAUSE;
    else if (IS("resume"))
        out->kind = CR_RESUME;
    else
        return false;
#undef IS
    return cr_field_parse(in, out->kind == CR_IDLE ? &idle_seat : &reason, out->arg, 0, NULL);
}

/* Arguments that the table cannot say, such as the mark of a default, stand behind "!" as hex digits. */
static bool take_raw(cr_span *in, uint8_t raw[CR_ARGS])
{
    for (const char *c = in->at; c < in->end; c++)
        if (*c == '!') {
            cr_span hex = {c + 1, in->end};

            in->end = c;
            return cr_span_hex(&hex, raw, CR_ARGS) && cr_span_is_empty(&hex);
        }
    return true;
}

bool cr_move_read(const cr_game *game, cr_span in, cr_move *out)
{
    uint8_t raw[CR_ARGS] = {0};
    const char *end = in.end;

    if (!take_raw(&in, raw))
        return false;
    if (read_host_move(game, in, out))
        return in.end == end; /* the host's moves have no arguments but what their words say */
    if (!read_kind(&in, game, &out->kind))
        return false;
    if (in.end == end)
        return read_fields(in, &game->kinds[out->kind], out->arg);
    memcpy(out->arg, raw, CR_ARGS);
    return true;
}

void cr_move_write(cr_text *out, const cr_game *game, const cr_move *move)
{
    char plain[VALUE_MAX];
    cr_text text = cr_text_on(plain, sizeof plain);
    cr_move back = {0};

    cr_text_str(&text, cr_kind_word(game, move->kind));
    if (move->kind < game->n_kinds) {
        write_fields(&text, game->kinds[move->kind].fields, move->arg);
    } else if (move->kind == CR_IDLE) {
        cr_text_char(&text, ' ');
        cr_seat.print(&text, move->arg, NULL);
    } else {
        cr_text_char(&text, ' ');
        if (game->reasons)
            cr_word.print(&text, move->arg, game->reasons);
        else
            cr_text_int(&text, move->arg[0]);
    }
    cr_text_str(out, plain);
    if (!cr_move_read(game, cr_span_of(plain), &back) || memcmp(back.arg, move->arg, CR_ARGS)) {
        cr_text_str(out, " !");
        cr_text_hex(out, move->arg, CR_ARGS);
    }
}

size_t cr_move_print(const cr_game *game, const cr_move *move, char *buf, size_t cap)
{
    cr_text out = cr_text_on(buf, cap);

    cr_move_write(&out, game, move);
    return out.len;
}

cr_refusal cr_move_parse(const cr_game *game, const cr_state *state, uint8_t seat, const char *text,
                         cr_move *out)
{
    cr_span in = cr_span_of(text);
    cr_refusal why = CR_ACCEPT;
    int64_t ticket = state ? state->q.ticket : 0;

    *out = (cr_move){.seat = seat};
    if (cr_span_lead(&in, "@") && !cr_span_int(&in, 0, UINT32_MAX, &ticket))
        return cr_no(CR_CODE_MALFORMED, 0, 0);
    out->ticket =
        (uint32_t)ticket; /* a translator leaves an answer to another question to the judge */
    if (!(state && game->read_move && game->read_move(state, seat, in, out, &why)) &&
        !cr_move_read(game, in, out))
        return cr_no(CR_CODE_MALFORMED, 0, 0);
    out->ticket = (uint32_t)ticket;
    out->seat = seat;
    return why;
}

void cr_move_write_json(cr_json *j, const cr_game *game, const cr_move *move)
{
    cr_json_key(j, "move");
    cr_json_str(j, cr_kind_word(game, move->kind));
    if (move->kind < game->n_kinds) {
        cr_fields_json(j, game->kinds[move->kind].fields, move->arg, 0);
    } else if (move->kind == CR_IDLE) {
        cr_json_key(j, "seat");
        cr_json_int(j, move->arg[0]);
    } else {
        cr_json_key(j, "reason");
        if (game->reasons)
            cr_json_str(j, cr_reason_word(game, move->arg[0]));
        else
            cr_json_int(j, move->arg[0]);
    }
}

size_t cr_move_json(const cr_game *game, const cr_move *move, char *buf, size_t cap)
{
    cr_text out = cr_text_on(buf, cap);
    cr_json j = cr_json_on(&out);

    cr_json_open(&j, '{');
    cr_move_write_json(&j, game, move);
    cr_json_close(&j, '}');
    return out.len;
}

/* ---- JSON of fields ---- */

/* A list of numbers in place: blanks between them become commas. False with nothing written where it has others, or might
 * not fit. */
static bool numbers_json(cr_json *j, const cr_type *type, const uint8_t *value, const void *with)
{
    cr_text *out = j->out;
    size_t start = out->len, from;
    bool needs_comma = j->needs_comma;
    char *at, *end;

    cr_json_open(j, '[');
    from = out->len;
    type->print(out, value, with);
    at = out->buf + from;
    end = out->buf + out->len;
    if (CR_UNLIKELY(cr_text_is_full(out)))
        goto other;
    if (out->len == from + 1 && *at == '-') {
        out->len = from;
    } else {
        for (; at < end; at++)
            if (*at == ' ')
                *at = ',';
            else if (CR_UNLIKELY(*at < '0' || *at > '9'))
                goto other;
    }
    cr_json_close(j, ']');
    return true;
other:
    out->len = start;
    if (out->len < out->cap)
        out->buf[out->len] = 0;
    j->needs_comma = needs_comma;
    return false;
}

/* The kinds of a tally as a list of numbers, as numbers_json makes it of the text. False with nothing written where it might
 * not fit. */
static bool tally_json(cr_json *j, const uint8_t *value)
{
    enum {
        MOST = 16 * 7 * 3 + 4
    }; /* bytes: so many of each kind, two digits and a comma; brackets */
    cr_text *out = j->out;
    cr_tally tally;
    char *to, *from;

    if (CR_UNLIKELY(out->len + MOST > out->cap))
        return false;
    memcpy(&tally, value, sizeof tally);
    cr_json_open(j, '[');
    to = from = out->buf + out->len;
    for (tally &= ~CR_TALLY_TOPS; tally;) {
        unsigned kind = cr_bits_first(tally) / 4, number = kind + 1;

        tally -= cr_tally_of(kind, 1);
        *to = '1';
        to += number >= 10;
        *to++ = (char)('0' + number - (number >= 10 ? 10 : 0));
        *to++ = ',';
    }
    out->len = (size_t)(to - out->buf) - (to > from); /* without the last comma */
    cr_json_close(j, ']');
    return true;
}

/* One printed value: a number as it is, a list as an array, anything else as a string. */
static void value_json(cr_json *j, const cr_type *type, const uint8_t *value, const void *with)
{
    char text[4 * VALUE_MAX];
    cr_text out;
    cr_span rest, word;

    if (type == &cr_u8) {
        cr_json_uint(j, *value);
        return;
    }
    if (type == &cr_values && tally_json(j, value))
        return;
    if (type->flags & CR_NUMBER) {
        if (!(type->flags & CR_LIST)) {
            type->print(cr_json_text(j), value, with);
            return;
        }
        if (j->out->cap && numbers_json(j, type, value, with))
            return;
    }
    out = cr_text_on(text, sizeof text);
    type->print(&out, value, with);
    if (!(type->flags & CR_LIST)) {
        cr_json_str(j, text);
        return;
    }
    cr_json_open(j, '[');
    rest = cr_span_of(text);
    if (!cr_span_take(&rest, "-"))
        while (!cr_span_is_empty(&rest)) {
            int64_t n;
            cr_span copy = rest;

            word = cr_span_word(&rest);
            if ((type->flags & CR_NUMBER) && cr_span_int(&copy, INT64_MIN, INT64_MAX, &n))
                cr_json_int(j, n);
            else
                cr_json_bytes(j, word.at, (size_t)(word.end - word.at));
        }
    cr_json_close(j, ']');
}

void cr_field_json(cr_json *j, const cr_field *field, const uint8_t *base, unsigned n_seats)
{
    bool is_array = field->flags & (CR_PER_SEAT | CR_BY_SEAT | CR_ROWS) || field->count > 1;
    unsigned n = cr_field_values(field, n_seats);

    if (is_array)
        cr_json_open(j, '[');
    for (unsigned i = 0; i < n; i++)
        value_json(j, field->type, base + field->at + i * field->type->size, field->with);
    if (is_array)
        cr_json_close(j, ']');
}

void cr_fields_json(cr_json *j, const cr_field *fields, const void *base, unsigned n_seats)
{
    for (const cr_field *f = fields; f && f->name; f++) {
        cr_json_name(j, f->name, strlen(f->name));
        cr_field_json(j, f, base, n_seats);
    }
}

/* ---- events ---- */

/* The fields of the kernel's own events; CR_EV_ASKED follows tell_asked in match.c. */
static const cr_field asked_fields[] = {
    CR_ARG("form", 1, &cr_word, cr_form_words, 0, 0),
    CR_ARG("seats", 4, &cr_seatset, NULL, 0, 0),
    CR_ARG("budget", 8, &cr_u32, NULL, 0, 0),
    CR_ARG("until", 12, &cr_u64, NULL, 0, 0),
    {0},
};

const cr_field *cr_event_fields(const cr_game *game, const cr_event *event)
{
    if (event->kind == CR_EV_ASKED)
        return asked_fields;
    return event->kind < game->n_events ? game->events[event->kind].fields : NULL;
}

static bool is_question_event(uint8_t kind)
{
    return kind == CR_EV_ASKED || kind == CR_EV_SEALED || kind == CR_EV_PASSED ||
           kind == CR_EV_DEFAULT;
}

static bool is_pause_event(uint8_t kind)
{
    return kind == CR_EV_PAUSED || kind == CR_EV_RESUMED;
}

bool cr_event_hides(const cr_event *event, const cr_field *field)
{
    return event->is_redacted && field->at >= event->n_public;
}

/* The answer that the referee gave for a seat, where the seat reads it; NULL for everybody else. */
static const char *default_text(const cr_game *game, const cr_event *event, char buf[VALUE_MAX])
{
    cr_text out = cr_text_on(buf, VALUE_MAX);
    cr_move move = {.seat = event->seat, .kind = event->data[CR_DEFAULT_KIND]};

    memcpy(move.arg, event->data + CR_DEFAULT_ARGS, CR_ARGS);
    cr_move_write(&out, game, &move);
    return event->is_redacted ? NULL : buf;
}

void cr_default_write(cr_text *out, bool is_timeout, const char *move)
{
    cr_text_fmt(out, ": %sthe referee %s%s", is_timeout ? "time ran out: " : "",
                move ? "played " : "answered", move ? move : "");
}

void cr_event_write(cr_text *out, const cr_game *game, const cr_event *event)
{
    cr_text_str(out, cr_event_word(game, event->kind));
    if (event->kind == CR_EV_OVER)
        return;
    if (is_pause_event(event->kind)) {
        if (game->reasons)
            cr_text_fmt(out, " %s", cr_reason_word(game, event->data[0]));
        else
            cr_text_fmt(out, " %u", event->data[0]);
        return;
    }
    if (event->kind != CR_EV_ASKED) {
        cr_text_char(out, ' ');
        cr_seat.print(out, &event->seat, NULL);
    }
    if (is_question_event(event->kind))
        cr_text_fmt(out, " %s", cr_question_word(game, event->data[0]));
    for (const cr_field *f = cr_event_fields(game, event); f && f->name; f++) {
        if (cr_event_hides(event, f))
            cr_text_fmt(out, " %s=?", f->name);
        else if (!(f->flags & CR_RARE) || !cr_is_zero(event->data + f->at, f->type->size))
            write_keyed(out, f, event->data);
    }
    if (event->kind == CR_EV_DEFAULT) {
        char text[VALUE_MAX];

        cr_default_write(out, event->data[CR_DEFAULT_TIMEOUT], default_text(game, event, text));
    }
}

size_t cr_event_print(const cr_game *game, const cr_event *event, char *buf, size_t cap)
{
    cr_text out = cr_text_on(buf, cap);

    cr_event_write(&out, game, event);
    return out.len;
}

bool cr_event_has_seat(const cr_event *event)
{
    return !is_pause_event(event->kind) && event->kind != CR_EV_OVER;
}

void cr_event_write_fields(cr_json *j, const cr_game *game, const cr_event *event)
{
    if (is_pause_event(event->kind)) {
        cr_json_key(j, "reason");
        if (game->reasons)
            cr_json_str(j, cr_reason_word(game, event->data[0]));
        else
            cr_json_int(j, event->data[0]);
        return;
    }
    if (is_question_event(event->kind)) {
        cr_json_key(j, "question");
        cr_json_str(j, cr_question_word(game, event->data[0]));
    }
    for (const cr_field *f = cr_event_fields(game, event); f && f->name; f++) {
        cr_json_name(j, f->name, strlen(f->name));
        if (cr_event_hides(event, f))
            cr_json_null(j);
        else
            cr_field_json(j, f, event->data, 0);
    }
    if (event->kind == CR_EV_DEFAULT) {
        char text[VALUE_MAX];
        const char *move = default_text(game, event, text);

        cr_json_key(j, "timeout");
        cr_json_bool(j, event->data[CR_DEFAULT_TIMEOUT]);
        cr_json_key(j, "move");
        if (move)
            cr_json_str(j, move);
        else
            cr_json_null(j);
    }
}

void cr_event_write_json(cr_json *j, const cr_game *game, const cr_event *event)
{
    cr_json_key(j, "event");
    cr_json_str(j, cr_event_word(game, event->kind));
    if (cr_event_has_seat(event)) {
        cr_json_key(j, "seat");
        cr_json_int(j, event->seat);
    }
    cr_event_write_fields(j, game, event);
}

size_t cr_event_json(const cr_game *game, const cr_event *event, char *buf, size_t cap)
{
    cr_text out = cr_text_on(buf, cap);
    cr_json j = cr_json_on(&out);

    cr_json_open(&j, '{');
    cr_event_write_json(&j, game, event);
    cr_json_close(&j, '}');
    return out.len;
}

/* ---- refusals ---- */

void cr_refusal_write(cr_text *out, const cr_game *game, const cr_move *move, cr_refusal refusal)
{
    const char *field = cr_field_name(game, move, refusal);

    cr_text_str(out, cr_code_name(game, refusal.code));
    if (refusal.rule)
        cr_text_fmt(out, " %s", cr_rule_id(game, refusal.rule));
    if (*field)
        cr_text_fmt(out, " %s", field);
}

/* ---- effects ---- */

void cr_effect_write(cr_text *out, const cr_game *game, const cr_frame *frame, bool is_seen)
{
    const cr_effect *effect = frame->kind < game->n_effects ? &game->effects[frame->kind] : NULL;

    cr_text_str(out, cr_effect_word(game, frame->kind));
    cr_text_char(out, ' ');
    cr_seat.print(out, &frame->seat, NULL);
    if (frame->step) {
        cr_text_str(out, " step=");
        if (effect && effect->steps)
            cr_word.print(out, &frame->step, effect->steps);
        else
            cr_text_int(out, frame->step);
    }
    if (frame->note && effect && effect->notes) {
        cr_text_str(out, " note=");
        cr_word.print(out, &frame->note, effect->notes);
    } else if (frame->note) {
        cr_text_fmt(out, " note=%u", frame->note);
    }
    if (!effect)
        return;
    for (const cr_field *f = effect->fields; f && f->name; f++)
        if ((!is_seen || f->at + field_size(f) <= effect->n_public) &&
            !cr_is_zero(frame->arg + f->at, field_size(f)))
            write_keyed(out, f, frame->arg);
}

/* A step or a note: a word of the list, or a number. */
static bool read_named(cr_span value, const char *const *words, uint8_t *out)
{
    static const cr_field number = {"", &cr_u8, NULL, 0, 0, 0};
    cr_span copy = value;

    return (words && cr_word.parse(&copy, out, words)) ||
           cr_field_parse(value, &number, out, 0, NULL);
}

static bool effect_slip(cr_slip *slip, cr_span word, const char *why)
{
    *slip = (cr_slip){.word = word, .why = why};
    return false;
}

bool cr_effect_read(const cr_game *game, cr_span in, cr_frame *out, cr_slip *slip)
{
    cr_span word = cr_span_word(&in), value;
    const cr_effect *effect = NULL;

    *out = (cr_frame){0};
    for (unsigned k = 0; k < game->n_effects; k++)
        if (cr_span_is(word, game->effects[k].word)) {
            effect = &game->effects[k];
            out->kind = (uint8_t)k;
        }
    if (!effect)
        return effect_slip(slip, word, "is no effect of this game");
    value = in;
    if (!cr_seat.parse(&in, &out->seat, NULL))
        return effect_slip(slip, cr_span_word(&value), "is no seat");
    while (!cr_span_is_empty(&in)) {
        const cr_field *f = effect->fields;

        word = cr_span_word(&in);
        if (is_key(word, "step", &value)) {
            if (!read_named(value, effect->steps, &out->step))
                return effect_slip(slip, word, "is no step of this effect");
            continue;
        }
        if (is_key(word, "note", &value)) {
            if (!read_named(value, effect->notes, &out->note))
                return effect_slip(slip, word, "is no note of this effect");
            continue;
        }
        while (f && f->name && !is_key(word, f->name, &value))
            f++;
        if (!f || !f->name || !read_keyed(value, f, out->arg))
            return effect_slip(slip, word, "is no part of this effect");
    }
    return true;
}
