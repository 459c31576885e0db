#include "wire/proto.h"
#include "base/bits.h"

/* What a field is, in words, is for docs/protocol.md, which nobody makes in a browser: three kilobytes less to load. */
#if defined(__wasm__)
#define ABOUT(text) ""
#else
#define ABOUT(text) text
#endif

#define REQUIRED true
#define OPTIONAL false

#define CLIENT(name, about) static const proto_field fields_##name[] = {
#define SERVER(name, about) CLIENT(name, about)
#define BODY(name, about)   CLIENT(name, about)
#define FIELD(message, type, name, presence, limit, about)                                        \
    {#name,           ABOUT(about), PROTO_##type, presence, limit, offsetof(msg_##message, name), \
     sizeof #name - 1},
#define END(message)                \
    {                               \
        "", NULL, 0, false, 0, 0, 0 \
    }                               \
    }                               \
    ;
#include "wire/proto.def"
#undef CLIENT
#undef SERVER
#undef BODY
#undef FIELD
#undef END

/* The fields that must be there, as bits. */
#define CLIENT(name, about) static const uint32_t REQUIRED_##name = 0
#define SERVER(name, about) CLIENT(name, about)
#define BODY(name, about)   CLIENT(name, about)
#define FIELD(message, type, name, presence, limit, about) \
    | (uint32_t)(presence) << AT_##message##_##name
#define END(message) ;
#include "wire/proto.def"
#undef CLIENT
#undef SERVER
#undef BODY
#undef FIELD
#undef END

const proto_message proto_messages[PROTO_N] = {
#define ROW(direction, name, about)                                   \
    {#name,    ABOUT(about),       direction,       sizeof #name - 1, \
     N_##name, sizeof(msg_##name), REQUIRED_##name, fields_##name},
#define CLIENT(name, about) ROW(PROTO_CLIENT, name, about)
#define SERVER(name, about) ROW(PROTO_SERVER, name, about)
#define BODY(name, about)   ROW(PROTO_BODY, name, about)
#define FIELD(message, type, name, presence, limit, about)
#define END(message)
#include "wire/proto.def"
#undef ROW
#undef CLIENT
#undef SERVER
#undef BODY
#undef FIELD
#undef END
};

/* ---- in ---- */

static bool read_hex(proto_in *in, const char *text, size_t len, size_t bytes, const uint8_t **out)
{
    cr_span span = {text, text + len};

    if (len != 2 * bytes || in->n_hex == CR_COUNT_OF(in->hex) ||
        !cr_span_hex(&span, in->hex[in->n_hex], bytes))
        return false;
    *out = in->hex[in->n_hex++];
    return true;
}

static bool is_texts(const proto_in *in, const cr_json_part *list, uint32_t limit)
{
    const cr_json_part *item = cr_json_first(list);

    if (list->kind != CR_JSON_LIST || list->n > limit)
        return false;
    for (uint32_t i = 0; i < list->n; i++, item = cr_json_next(&in->parts, item))
        if (item->kind != CR_JSON_TEXT)
            return false;
    return true;
}

static bool read_value(proto_in *in, const proto_field *f, const cr_json_part *value, void *to)
{
    bool is_number = value->kind == CR_JSON_INT && value->number >= 0;

    switch (f->type) {
    case PROTO_U32:
        *(uint32_t *)to = (uint32_t)value->number;
        return is_number && value->number <= (f->limit ? f->limit : UINT32_MAX);
    case PROTO_U64:
        *(uint64_t *)to = (uint64_t)value->number;
        return is_number;
    case PROTO_BOOL:
        *(bool *)to = value->is_true;
        return value->kind == CR_JSON_BOOL;
    case PROTO_LOOK:
        *(uint8_t *)to = value->kind == CR_JSON_TEXT ? PROTO_LOOK_CHANGES
                         : value->is_true            ? PROTO_LOOK_WHOLE
                                                     : PROTO_LOOK_NOT;
        return value->kind == CR_JSON_BOOL ||
               (value->kind == CR_JSON_TEXT && !strcmp(value->text, "changes"));
    case PROTO_TEXT:
        *(const char **)to = value->text;
        return value->kind == CR_JSON_TEXT && value->n <= f->limit;
    case PROTO_HEX16:
        return value->kind == CR_JSON_TEXT && read_hex(in, value->text, value->n, 16, to);
    case PROTO_HEX32:
        return value->kind == CR_JSON_TEXT && read_hex(in, value->text, value->n, 32, to);
    case PROTO_OBJECT:
        *(const cr_json_part **)to = value;
        return value->kind == CR_JSON_OBJECT && value->n <= CR_OPTIONS_MAX + 1;
    case PROTO_LIST:
        *(const cr_json_part **)to = value;
        return is_texts(in, value, f->limit);
    default:
        return false;
    }
}

/* Every field is known, of its type, and there if it must be. */
static cr_trouble read_fields(proto_in *in, const char **field)
{
    const proto_message *m = &proto_messages[in->kind];
    size_t n_known = m->direction == PROTO_CLIENT; /* "type" */
    char *base = (char *)&in->attach;
    uint32_t has = 0;

    memset(base, 0, m->size);
    for (uint32_t i = 0; i < m->n_fields; i++) {
        const proto_field *f = &m->fields[i];
        const cr_json_part *value = cr_json_find(&in->parts, in->parts.part, f->name, f->name_len);

        *field = f->name;
        if (!value) {
            if (f->is_required)
                return CR_TROUBLE_BAD_FIELD;
            continue;
        }
        if (!read_value(in, f, value, base + f->at))
            return CR_TROUBLE_BAD_FIELD;
        has |= 1u << i;
        n_known++;
    }
    *field = "";
    memcpy(base, &has, sizeof has); /* the first member of every message */
    return in->parts.part->n == n_known ? CR_TROUBLE_NONE : CR_TROUBLE_BAD_FIELD;
}

static cr_trouble parse(const char *bytes, size_t len, proto_in *out)
{
    cr_err err = cr_json_read(&out->parts, bytes, len);

    if (err == CR_ERR_FULL)
        return CR_TROUBLE_TOO_LARGE;
    return err || out->parts.part->kind != CR_JSON_OBJECT ? CR_TROUBLE_NOT_JSON : CR_TROUBLE_NONE;
}

/* ---- moves, in one walk ---- */

static bool take(cr_span *in, const char *text, size_t len)
{
    if ((size_t)(in->end - in->at) < len || memcmp(in->at, text, len))
        return false;
    in->at += len;
    return true;
}

/* At most nine digits, so that it is no larger than a number may be. */
static bool take_number(cr_span *in, uint32_t *out)
{
    const char *from = in->at;

    for (*out = 0; in->at < in->end && *in->at >= '0' && *in->at <= '9'; in->at++)
        *out = *out * 10 + (uint32_t)(*in->at - '0');
    return in->at > from && in->at - from < 10 && (*from != '0' || in->at - from == 1);
}

/* Up to the quotation mark behind it, copied. Nothing in it may need a second look. */
static bool take_words(cr_span *in, char *to, size_t limit)
{
    const char *end = (size_t)(in->end - in->at) > limit ? in->at + limit : in->end;

    while (in->at < end && *in->at >= ' ' && *in->at != '"' && *in->at != '\\' && *in->at != 0x7F)
        *to++ = *in->at++;
    *to = 0;
    return take(in, "\"", 1);
}

/* Most messages are moves that look just like this, with blanks behind. Anything else, and what is wrong with it, is for the
 * reader of JSON: where this one says yes, that one would have read the same. */
static bool read_plain_move(const char *bytes, size_t len, proto_in *out)
{
    enum { MOVE_MAX = 200 }; /* bytes of the move, no more than the field may have */
    cr_span in = {bytes, bytes + len};
    msg_move *m = &out->move;

#define TAKE(text) take(&in, text, sizeof text - 1)
    if (!TAKE("{\"type\":\"move\",\"id\":") || !take_number(&in, &m->id) || !TAKE(",\"ticket\":") ||
        !take_number(&in, &m->ticket) || !TAKE(",\"move\":\"") ||
        !take_words(&in, out->parts.text, MOVE_MAX) || !TAKE("}"))
        return false;
#undef TAKE
    while (in.at < in.end && *in.at == ' ')
        in.at++;
    out->kind = MSG_move;
    m->has = PROTO_HAS(move, id) | PROTO_HAS(move, ticket) | PROTO_HAS(move, move);
    m->move = out->parts.text;
    return in.at == in.end;
}

cr_trouble proto_read(const char *bytes, size_t len, proto_in *out, const char **field,
                      uint32_t *id)
{
    const cr_json_part *type, *number;
    cr_trouble trouble;

    out->n_hex = 0;
    *field = "";
    *id = 0;
    if (len > PROTO_MESSAGE_MAX)
        return CR_TROUBLE_TOO_LARGE;
    if (PROTO_IS_HURRIED && read_plain_move(bytes, len, out)) {
        *id = out->move.id;
        return CR_TROUBLE_NONE;
    }
    trouble = parse(bytes, len, out);
    if (trouble)
        return trouble;
    number = cr_json_find(&out->parts, out->parts.part, "id", 2);
    if (number && number->kind == CR_JSON_INT && number->number > 0 && number->number <= UINT32_MAX)
        *id = (uint32_t)number->number;
    type = cr_json_find(&out->parts, out->parts.part, "type", 4);
    for (out->kind = 0; type && type->kind == CR_JSON_TEXT && out->kind < PROTO_N; out->kind++)
        if (proto_messages[out->kind].direction == PROTO_CLIENT &&
            proto_messages[out->kind].name_len == type->n &&
            !memcmp(proto_messages[out->kind].name, type->text, type->n))
            return read_fields(out, field);
    *field = "type";
    return CR_TROUBLE_NO_TYPE;
}

cr_trouble proto_read_body(int kind, const char *bytes, size_t len, proto_in *out,
                           const char **field)
{
    cr_trouble trouble;

    out->n_hex = 0;
    out->kind = kind;
    *field = "";
    if (len > PROTO_BODY_MAX)
        return CR_TROUBLE_TOO_LARGE;
    trouble = len ? parse(bytes, len, out) : parse("{}", 2, out);
    return trouble ? trouble : read_fields(out, field);
}

/* ---- out ---- */

void proto_write_hex(cr_json *j, const uint8_t *bytes, size_t len)
{
    char hex[65];
    cr_text text = cr_text_on(hex, sizeof hex);

    cr_text_hex(&text, bytes, len);
    cr_json_str(j, hex);
}

static void write_value(cr_json *j, proto_type type, const void *from)
{
    switch (type) {
    case PROTO_U32:
        cr_json_uint(j, *(const uint32_t *)from);
        break;
    case PROTO_U64:
        cr_json_uint(j, *(const uint64_t *)from);
        break;
    case PROTO_I32:
        cr_json_int(j, *(const int32_t *)from);
        break;
    case PROTO_BOOL:
        cr_json_bool(j, *(const bool *)from);
        break;
    case PROTO_TEXT:
        cr_json_str(j, *(const char *const *)from);
        break;
    case PROTO_HEX16:
        proto_write_hex(j, *(const uint8_t *const *)from, 16);
        break;
    case PROTO_HEX32:
        proto_write_hex(j, *(const uint8_t *const *)from, 32);
        break;
    default: {
        const proto_raw *raw = from;

        raw->write(j, raw->with);
    }
    }
}

/* A name of a row, between two pieces of text that the compiler knows. */
static inline void write_name(cr_text *out, const char *front, size_t front_len, const char *name,
                              size_t len, const char *back, size_t back_len)
{
    char *to;

    if (!PROTO_IS_HURRIED ||
        CR_UNLIKELY(out->len + front_len + PROTO_NAME + back_len >= out->cap)) {
        cr_text_bytes(out, front, front_len);
        cr_text_bytes(out, name, len);
        cr_text_bytes(out, back, back_len);
        return;
    }
    to = out->buf + out->len;
    memcpy(to, front, front_len);
    memcpy(to + front_len, name, PROTO_NAME);
    memcpy(to + front_len + len, back, back_len + 1); /* with the zero behind it */
    out->len += front_len + len + back_len;
}

void proto_write(cr_text *out, int kind, const void *message)
{
    const proto_message *m = &proto_messages[kind];
    cr_json j = cr_json_on(out);
    uint32_t has;

#define NAME(front, row, back) \
    write_name(out, front, sizeof(front) - 1, (row)->name, (row)->name_len, back, sizeof(back) - 1)
    memcpy(&has, message, sizeof has);
    NAME("{\"type\":\"", m, "\"");
    for (has |= m->required; has; has &= has - 1) {
        const proto_field *f = &m->fields[cr_bits_first(has)];

        NAME(",\"", f, "\":");
        j.needs_comma = false;
        write_value(&j, f->type, (const char *)message + f->at);
    }
#undef NAME
    cr_text_char(out, '}');
}
