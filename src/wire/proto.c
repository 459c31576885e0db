#include "wire/proto.h"

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
#define FIELD(message, type, name, presence, limit, about) \
    {#name, ABOUT(about), PROTO_##type, presence, limit, offsetof(msg_##message, name)},
#define END(message)               \
    {                              \
        NULL, NULL, 0, false, 0, 0 \
    }                              \
    }                              \
    ;
#include "wire/proto.def"
#undef CLIENT
#undef SERVER
#undef BODY
#undef FIELD
#undef END

const proto_message proto_messages[PROTO_N] = {
#define ROW(direction, name, about) \
    {#name, ABOUT(about), direction, N_##name, sizeof(msg_##name), fields_##name},
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
        const cr_json_part *value = cr_json_find(&in->parts, in->parts.part, f->name);

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
    trouble = parse(bytes, len, out);
    if (trouble)
        return trouble;
    number = cr_json_find(&out->parts, out->parts.part, "id");
    if (number && number->kind == CR_JSON_INT && number->number > 0 && number->number <= UINT32_MAX)
        *id = (uint32_t)number->number;
    type = cr_json_find(&out->parts, out->parts.part, "type");
    for (out->kind = 0; type && type->kind == CR_JSON_TEXT && out->kind < PROTO_N; out->kind++)
        if (proto_messages[out->kind].direction == PROTO_CLIENT &&
            !strcmp(proto_messages[out->kind].name, type->text))
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

void proto_write(cr_text *out, int kind, const void *message)
{
    const proto_message *m = &proto_messages[kind];
    cr_json j = cr_json_on(out);
    uint32_t has;

    memcpy(&has, message, sizeof has);
    cr_text_str(out, "{\"type\":\"");
    cr_text_str(out, m->name);
    cr_text_char(out, '"');
    j.needs_comma = true;
    for (uint32_t i = 0; i < m->n_fields; i++) {
        const proto_field *f = &m->fields[i];

        if (!f->is_required && !(has >> i & 1))
            continue;
        cr_json_key(&j, f->name);
        write_value(&j, f->type, (const char *)message + f->at);
    }
    cr_text_char(out, '}');
}
