#include "wire/proto.h"

#define REQUIRED true
#define OPTIONAL false

#define CLIENT(name, about) static const proto_field fields_##name[] = {
#define SERVER(name, about) CLIENT(name, about)
#define BODY(name, about)   CLIENT(name, about)
#define FIELD(message, type, name, presence, limit, about) \
    {#name, about, PROTO_##type, presence, limit, offsetof(msg_##message, name)},
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
    {#name, about, direction, N_##name, sizeof(msg_##name), fields_##name},
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

static bool is_texts(const json_t *list, uint32_t limit)
{
    size_t i;
    const json_t *item;

    if (!json_is_array(list) || json_array_size(list) > limit)
        return false;
    json_array_foreach((json_t *)(uintptr_t)list, i, item) if (!json_is_string(item)) return false;
    return true;
}

static bool read_value(proto_in *in, const proto_field *f, json_t *value, void *to)
{
    json_int_t number = json_integer_value(value);
    bool is_number = json_is_integer(value) && number >= 0;

    switch (f->type) {
    case PROTO_U32:
        *(uint32_t *)to = (uint32_t)number;
        return is_number && number <= (f->limit ? f->limit : UINT32_MAX);
    case PROTO_U64:
        *(uint64_t *)to = (uint64_t)number;
        return is_number;
    case PROTO_BOOL:
        *(bool *)to = json_is_true(value);
        return json_is_boolean(value);
    case PROTO_TEXT:
        *(const char **)to = json_string_value(value);
        return json_is_string(value) && json_string_length(value) <= f->limit;
    case PROTO_HEX16:
        return json_is_string(value) &&
               read_hex(in, json_string_value(value), json_string_length(value), 16, to);
    case PROTO_OBJECT:
        *(json_t **)to = value;
        return json_is_object(value) && json_object_size(value) <= CR_OPTIONS_MAX + 1;
    case PROTO_LIST:
        *(json_t **)to = value;
        return is_texts(value, f->limit);
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

    for (uint32_t i = 0; i < m->n_fields; i++) {
        const proto_field *f = &m->fields[i];
        json_t *value = json_object_get(in->tree, f->name);

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
    return json_object_size(in->tree) == n_known ? CR_TROUBLE_NONE : CR_TROUBLE_BAD_FIELD;
}

static cr_trouble parse(const char *bytes, size_t len, proto_in *out)
{
    json_error_t error;

    /* A zero byte inside a text is refused by the library, as are duplicates, and texts that are no UTF-8. */
    out->tree = json_loadb(bytes, len, JSON_REJECT_DUPLICATES, &error);
    return json_is_object(out->tree) ? CR_TROUBLE_NONE : CR_TROUBLE_NOT_JSON;
}

cr_trouble proto_read(const char *bytes, size_t len, proto_in *out, const char **field,
                      uint32_t *id)
{
    cr_trouble trouble;
    const char *type;
    json_t *number;

    memset(out, 0, sizeof *out);
    *field = "";
    *id = 0;
    if (len > PROTO_MESSAGE_MAX)
        return CR_TROUBLE_TOO_LARGE;
    trouble = parse(bytes, len, out);
    if (trouble)
        return trouble;
    number = json_object_get(out->tree, "id");
    if (json_is_integer(number) && json_integer_value(number) > 0 &&
        json_integer_value(number) <= UINT32_MAX)
        *id = (uint32_t)json_integer_value(number);
    type = json_string_value(json_object_get(out->tree, "type"));
    for (out->kind = 0; type && out->kind < PROTO_N; out->kind++)
        if (proto_messages[out->kind].direction == PROTO_CLIENT &&
            !strcmp(proto_messages[out->kind].name, type))
            return read_fields(out, field);
    *field = "type";
    return CR_TROUBLE_NO_TYPE;
}

cr_trouble proto_read_body(int kind, const char *bytes, size_t len, proto_in *out,
                           const char **field)
{
    cr_trouble trouble;

    memset(out, 0, sizeof *out);
    out->kind = kind;
    *field = "";
    if (len > PROTO_BODY_MAX)
        return CR_TROUBLE_TOO_LARGE;
    trouble = len ? parse(bytes, len, out) : parse("{}", 2, out);
    return trouble ? trouble : read_fields(out, field);
}

void proto_release(proto_in *in)
{
    json_decref(in->tree);
    in->tree = NULL;
}

/* ---- out ---- */

static void write_hex(cr_json *j, const uint8_t *bytes, size_t len)
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
        write_hex(j, *(const uint8_t *const *)from, 16);
        break;
    case PROTO_HEX32:
        write_hex(j, *(const uint8_t *const *)from, 32);
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
