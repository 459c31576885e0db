#include "base/json.h"

static void separate(cr_json *j)
{
    if (j->needs_comma)
        cr_text_char(j->out, ',');
    j->needs_comma = true;
}

/* One character, with the comma in front if there must be one; `more`: is there to be one in front of what follows? */
__attribute__((noinline)) static void put_last(cr_json *j, char c, bool more)
{
    separate(j);
    cr_text_char(j->out, c);
    j->needs_comma = more;
}

/* The same where it fits. */
static inline void put_char(cr_json *j, char c, bool more)
{
    cr_text *t = j->out;
    char *to;

    if (CR_UNLIKELY(t->len + 3 > t->cap)) {
        put_last(j, c, more);
        return;
    }
    to = t->buf + t->len;
    *to = ',';
    to += j->needs_comma;
    to[0] = c;
    to[1] = 0;
    t->len = (size_t)(to + 1 - t->buf);
    j->needs_comma = more;
}

/* A few bytes that are known, with the comma in front. */
static inline void put(cr_json *j, const char *bytes, size_t len)
{
    cr_text *t = j->out;
    char *to;

    if (CR_UNLIKELY(t->len + len + 2 > t->cap)) {
        separate(j);
        cr_text_bytes(t, bytes, len);
        return;
    }
    to = t->buf + t->len;
    *to = ',';
    to += j->needs_comma;
    memcpy(to, bytes, len);
    to[len] = 0;
    t->len = (size_t)(to + len - t->buf);
    j->needs_comma = true;
}

void cr_json_open(cr_json *j, char bracket)
{
    put_char(j, bracket, false);
}

void cr_json_close(cr_json *j, char bracket)
{
    j->needs_comma = false;
    put_char(j, bracket, true);
}

/* How many bytes can be copied as they are: up to a control character, a quotation mark or a backslash. Eight at a
 * time: the subtraction sets the top bit of every byte that is too small, and sometimes of one above it. A wrong alarm
 * costs nothing but the slow loop, which looks again. */
static size_t plain(const char *s, size_t len)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = UINT64_C(0x8080808080808080);
    size_t n = 0;
    unsigned char c;

    for (; n + 8 <= len; n += 8) {
        uint64_t word, quote, slash, control;

        memcpy(&word, s + n, 8);
        quote = word ^ (ones * '"');
        slash = word ^ (ones * '\\');
        control = (word - ones * 0x20) & ~word;
        if ((((quote - ones) & ~quote) | ((slash - ones) & ~slash) | control) & tops)
            break;
    }
    for (; n < len; n++) {
        c = (unsigned char)s[n];
        if (c < 0x20 || c == '"' || c == '\\')
            break;
    }
    return n;
}

/* A short text that needs no backslash, with its marks, in one walk: most names and words are such. False with nothing
 * written if it is another, or might not fit. */
static bool quote_short(cr_json *j, const char *s, bool is_key)
{
    enum { SHORT = 48 };
    cr_text *t = j->out;
    char *to, *end;
    unsigned char c;

    if (CR_UNLIKELY(t->len + SHORT + 8 > t->cap))
        return false;
    to = t->buf + t->len;
    end = to + SHORT;
    if (j->needs_comma)
        *to++ = ',';
    *to++ = '"';
    for (; (c = (unsigned char)*s); s++) {
        if (CR_UNLIKELY(c < 0x20 || c == '"' || c == '\\' || to == end)) {
            t->buf[t->len] = 0;
            return false;
        }
        *to++ = (char)c;
    }
    *to++ = '"';
    if (is_key)
        *to++ = ':';
    *to = 0;
    t->len = (size_t)(to - t->buf);
    j->needs_comma = !is_key;
    return true;
}

void cr_json_bytes(cr_json *j, const char *s, size_t len)
{
    separate(j);
    cr_text_char(j->out, '"');
    for (size_t n = plain(s, len);; n = plain(s, len)) {
        cr_text_bytes(j->out, s, n);
        if (n == len)
            break;
        if (s[n] == '"' || s[n] == '\\') {
            cr_text_char(j->out, '\\');
            cr_text_char(j->out, s[n]);
        } else if (s[n] == '\n') {
            cr_text_str(j->out, "\\n");
        } else {
            cr_text_fmt(j->out, "\\u%04x", (unsigned char)s[n]);
        }
        s += n + 1;
        len -= n + 1;
    }
    cr_text_char(j->out, '"');
}

void cr_json_any_key(cr_json *j, const char *key)
{
    if (CR_LIKELY(quote_short(j, key, true)))
        return;
    cr_json_bytes(j, key, strlen(key));
    cr_text_char(j->out, ':');
    j->needs_comma = false;
}

void cr_json_str(cr_json *j, const char *s)
{
    if (!quote_short(j, s, false))
        cr_json_bytes(j, s, strlen(s));
}

cr_text *cr_json_text(cr_json *j)
{
    separate(j);
    return j->out;
}

void cr_json_int(cr_json *j, int64_t n)
{
    if (n >= 0) {
        cr_json_uint(j, (uint64_t)n);
        return;
    }
    separate(j);
    cr_text_int(j->out, n);
}

void cr_json_uint(cr_json *j, uint64_t n)
{
    if (n < 10) { /* most of them */
        put_char(j, (char)('0' + n), true);
        return;
    }
    if (n < 100) {
        put_char(j, (char)('0' + n / 10), true);
        cr_text_char(j->out, (char)('0' + n % 10));
        return;
    }
    separate(j);
    cr_text_uint(j->out, n);
}

void cr_json_bool(cr_json *j, bool b)
{
    if (b)
        put(j, "true", 4);
    else
        put(j, "false", 5);
}

void cr_json_raw(cr_json *j, const char *s)
{
    separate(j);
    cr_text_str(j->out, s);
}

void cr_json_null(cr_json *j)
{
    put(j, "null", 4);
}

void cr_json_real(cr_json *j, double x)
{
    separate(j);
    cr_text_fmt(j->out, "%.6g", x);
}

void cr_json_put_str(cr_json *j, const char *key, const char *s)
{
    cr_json_key(j, key);
    cr_json_str(j, s);
}

void cr_json_put_int(cr_json *j, const char *key, int64_t n)
{
    cr_json_key(j, key);
    cr_json_int(j, n);
}

void cr_json_put_uint(cr_json *j, const char *key, uint64_t n)
{
    cr_json_key(j, key);
    cr_json_uint(j, n);
}

void cr_json_put_bool(cr_json *j, const char *key, bool b)
{
    cr_json_key(j, key);
    cr_json_bool(j, b);
}

void cr_json_put_real(cr_json *j, const char *key, double x)
{
    cr_json_key(j, key);
    cr_json_real(j, x);
}
