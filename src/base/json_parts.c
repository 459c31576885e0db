#include "base/json_parts.h"
#include "base/text.h"

typedef struct {
    const char *at, *end;
    cr_json_parts *out;
    unsigned depth;
    cr_err err;
} reader;

static bool wrong(reader *r)
{
    if (!r->err)
        r->err = CR_ERR_BAD_TEXT;
    return false;
}

static void skip_blanks(reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r'))
        r->at++;
}

static bool take(reader *r, char c)
{
    if (r->at == r->end || *r->at != c)
        return false;
    r->at++;
    return true;
}

static bool take_word(reader *r, const char *word)
{
    size_t len = strlen(word);

    if ((size_t)(r->end - r->at) < len || memcmp(r->at, word, len))
        return wrong(r);
    r->at += len;
    return true;
}

static cr_json_part *add(reader *r, cr_json_kind kind)
{
    cr_json_part *part = &r->out->part[r->out->n];

    if (r->out->n == CR_JSON_PARTS) {
        r->err = CR_ERR_FULL;
        return NULL;
    }
    *part = (cr_json_part){.kind = (uint8_t)kind, .next = (uint16_t)++r->out->n};
    return part;
}

/* ---- texts ---- */

static bool take_hex(reader *r, uint32_t *out)
{
    *out = 0;
    for (unsigned i = 0; i < 4; i++, r->at++) {
        char c = r->at < r->end ? *r->at : 0;
        unsigned digit = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
                         : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
                         : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10
                                                : 16;

        if (digit == 16)
            return wrong(r);
        *out = *out << 4 | digit;
    }
    return true;
}

static char *put_utf8(char *to, uint32_t c)
{
    if (c < 0x80) {
        *to++ = (char)c;
    } else if (c < 0x800) {
        *to++ = (char)(0xC0 | c >> 6);
        *to++ = (char)(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        *to++ = (char)(0xE0 | c >> 12);
        *to++ = (char)(0x80 | (c >> 6 & 0x3F));
        *to++ = (char)(0x80 | (c & 0x3F));
    } else {
        *to++ = (char)(0xF0 | c >> 18);
        *to++ = (char)(0x80 | (c >> 12 & 0x3F));
        *to++ = (char)(0x80 | (c >> 6 & 0x3F));
        *to++ = (char)(0x80 | (c & 0x3F));
    }
    return to;
}

/* Behind a backslash. Six characters become three bytes at most, twelve four: it always fits. */
static char *take_escape(reader *r, char *to)
{
    static const char from[] = "\"\\/bfnrt", into[] = "\"\\/\b\f\n\r\t";
    const char *known = r->at < r->end && *r->at ? strchr(from, *r->at) : NULL;
    uint32_t c, low;

    if (known) {
        r->at++;
        *to++ = into[known - from];
        return to;
    }
    if (!take(r, 'u') || !take_hex(r, &c)) {
        wrong(r);
        return to;
    }
    if (c >= 0xD800 && c < 0xDC00) {
        if (!take(r, '\\') || !take(r, 'u') || !take_hex(r, &low) || low < 0xDC00 || low > 0xDFFF) {
            wrong(r);
            return to;
        }
        c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
    } else if (!c || (c >= 0xDC00 && c <= 0xDFFF)) {
        wrong(r);
        return to;
    }
    return put_utf8(to, c);
}

/* One character of more than one byte. */
static char *take_utf8(reader *r, char *to)
{
    unsigned n = cr_utf8_size(r->at, r->end);

    if (!n) {
        wrong(r);
        return to;
    }
    memcpy(to, r->at, n);
    r->at += n;
    return to + n;
}

/* Copies what stands for itself: no control character, quotation mark, backslash or part of a longer character. */
static char *take_plain(reader *r, char *to)
{
    const char *at = r->at;

    while (at < r->end && (uint8_t)*at >= 0x20 && (uint8_t)*at < 0x80 && *at != '"' && *at != '\\')
        *to++ = *at++;
    r->at = at;
    return to;
}

/* At a quotation mark. A text with its closing zero is shorter than it was between its marks. */
static bool read_text(reader *r)
{
    char *start = r->out->text + r->out->text_len, *to = start;
    cr_json_part *part = add(r, CR_JSON_TEXT);

    if (!part)
        return false;
    r->at++;
    while (!r->err) {
        uint8_t c;

        to = take_plain(r, to);
        c = r->at < r->end ? (uint8_t)*r->at : 0;
        if (c == '"') {
            r->at++;
            break;
        }
        if (c < 0x20) {
            wrong(r);
        } else if (c == '\\') {
            r->at++;
            to = take_escape(r, to);
        } else {
            to = take_utf8(r, to);
        }
    }
    *to++ = 0;
    part->text = start;
    part->n = (uint32_t)(to - start - 1);
    r->out->text_len += (uint32_t)(to - start);
    return !r->err;
}

/* ---- the rest ---- */

static unsigned take_digits(reader *r)
{
    const char *from = r->at;

    while (r->at < r->end && *r->at >= '0' && *r->at <= '9')
        r->at++;
    return (unsigned)(r->at - from);
}

static bool read_number(reader *r)
{
    cr_json_part *part = add(r, CR_JSON_INT);
    bool is_negative = take(r, '-');
    const char *digits = r->at;
    unsigned n = take_digits(r);
    int64_t value = 0;

    if (!part)
        return false;
    if (!n || (n > 1 && *digits == '0'))
        return wrong(r);
    for (unsigned i = 0; i < n; i++)
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, digits[i] - '0', &value)) {
            part->kind = CR_JSON_REAL;
            break;
        }
    if (take(r, '.')) {
        part->kind = CR_JSON_REAL;
        if (!take_digits(r))
            return wrong(r);
    }
    if (take(r, 'e') || take(r, 'E')) {
        part->kind = CR_JSON_REAL;
        if (!take(r, '+'))
            (void)take(r, '-');
        if (!take_digits(r))
            return wrong(r);
    }
    part->number = part->kind == CR_JSON_REAL ? 0 : is_negative ? -value : value;
    return true;
}

static bool read_value(reader *r);

static bool is_new_name(const cr_json_parts *all, uint32_t first, uint32_t name)
{
    const cr_json_part *part = all->part;

    for (uint32_t i = first; i < name; i = part[i + 1].next)
        if (part[i].n == part[name].n && !memcmp(part[i].text, part[name].text, part[i].n))
            return false;
    return true;
}

static bool read_member(reader *r, uint32_t first)
{
    uint32_t name = r->out->n;

    skip_blanks(r);
    if (r->at == r->end || *r->at != '"' || !read_text(r) || !is_new_name(r->out, first, name))
        return wrong(r);
    skip_blanks(r);
    return take(r, ':') ? read_value(r) : wrong(r);
}

static bool read_members(reader *r, cr_json_kind kind)
{
    char close = kind == CR_JSON_OBJECT ? '}' : ']';
    cr_json_part *part = add(r, kind);
    uint32_t first = r->out->n;

    if (!part)
        return false;
    if (++r->depth > CR_JSON_DEPTH)
        return wrong(r);
    r->at++;
    skip_blanks(r);
    if (!take(r, close))
        do {
            if (!(kind == CR_JSON_OBJECT ? read_member(r, first) : read_value(r)))
                return false;
            part->n++;
            skip_blanks(r);
            if (take(r, close))
                break;
        } while (take(r, ',') || wrong(r));
    part->next = (uint16_t)r->out->n;
    r->depth--;
    return !r->err;
}

static bool read_bool(reader *r, bool is_true)
{
    cr_json_part *part = add(r, CR_JSON_BOOL);

    if (part)
        part->is_true = is_true;
    return part && take_word(r, is_true ? "true" : "false");
}

static bool read_value(reader *r)
{
    skip_blanks(r);
    switch (r->at < r->end ? *r->at : 0) {
    case '{':
        return read_members(r, CR_JSON_OBJECT);
    case '[':
        return read_members(r, CR_JSON_LIST);
    case '"':
        return read_text(r);
    case 't':
        return read_bool(r, true);
    case 'f':
        return read_bool(r, false);
    case 'n':
        return add(r, CR_JSON_NULL) && take_word(r, "null");
    default:
        return read_number(r);
    }
}

cr_err cr_json_read(cr_json_parts *out, const char *bytes, size_t len)
{
    reader r = {.at = bytes, .end = bytes + len, .out = out};

    out->n = out->text_len = 0;
    if (len > CR_JSON_BYTES)
        return CR_ERR_FULL;
    if (read_value(&r)) {
        skip_blanks(&r);
        if (r.at != r.end)
            wrong(&r);
    }
    return r.err;
}

const cr_json_part *cr_json_find(const cr_json_parts *all, const cr_json_part *object,
                                 const char *name, size_t len)
{
    const cr_json_part *part = cr_json_first(object);

    for (uint32_t i = 0; i < object->n; i++) {
        const cr_json_part *value = cr_json_next(all, part);

        if (part->n == len && !memcmp(part->text, name, len))
            return value;
        part = cr_json_next(all, value);
    }
    return NULL;
}
