#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>

void cr_text_bytes(cr_text *t, const char *s, size_t len)
{
    if (t->len + 1 < t->cap) {
        size_t room = t->cap - 1 - t->len, n = len < room ? len : room;

        memcpy(t->buf + t->len, s, n);
        t->buf[t->len + n] = 0;
    }
    t->len += len;
}

void cr_text_char(cr_text *t, char c)
{
    if (t->len + 1 < t->cap) {
        t->buf[t->len++] = c;
        t->buf[t->len] = 0;
    } else {
        t->len++;
    }
}

void cr_text_str(cr_text *t, const char *s)
{
    cr_text_bytes(t, s, strlen(s));
}

/* Decimal digits of a number. */
static unsigned count_digits(uint64_t n)
{
    static const uint64_t tens[] = {0,
                                    UINT64_C(10),
                                    UINT64_C(100),
                                    UINT64_C(1000),
                                    UINT64_C(10000),
                                    UINT64_C(100000),
                                    UINT64_C(1000000),
                                    UINT64_C(10000000),
                                    UINT64_C(100000000),
                                    UINT64_C(1000000000),
                                    UINT64_C(10000000000),
                                    UINT64_C(100000000000),
                                    UINT64_C(1000000000000),
                                    UINT64_C(10000000000000),
                                    UINT64_C(100000000000000),
                                    UINT64_C(1000000000000000),
                                    UINT64_C(10000000000000000),
                                    UINT64_C(100000000000000000),
                                    UINT64_C(1000000000000000000),
                                    UINT64_C(10000000000000000000)};
    /* 1233 / 4096 is the logarithm of 2, near enough for 64 bits. */
    unsigned n_digits = (64 - (unsigned)__builtin_clzll(n | 1)) * 1233 >> 12;

    return n_digits + (n >= tens[n_digits]);
}

/* Writes the digits of a number in front of `end`. */
static void put_digits(char *end, uint64_t n)
{
    static const char pairs[] =
        "00010203040506070809101112131415161718192021222324252627282930313233"
        "34353637383940414243444546474849505152535455565758596061626364656667"
        "6869707172737475767778798081828384858687888990919293949596979899";

    for (; n >= 100; n /= 100)
        memcpy(end -= 2, pairs + 2 * (n % 100), 2);
    if (n >= 10)
        memcpy(end - 2, pairs + 2 * n, 2);
    else
        end[-1] = (char)('0' + n);
}

void cr_text_uint(cr_text *t, uint64_t n)
{
    char digits[20];
    unsigned len;

    if (n < 10) {
        cr_text_char(t, (char)('0' + n));
        return;
    }
    len = count_digits(n);
    if (CR_LIKELY(t->len + len < t->cap)) {
        put_digits(t->buf + t->len + len, n);
        t->len += len;
        t->buf[t->len] = 0;
        return;
    }
    put_digits(digits + len, n);
    cr_text_bytes(t, digits, len);
}

void cr_text_int(cr_text *t, int64_t n)
{
    if (n < 0)
        cr_text_char(t, '-');
    cr_text_uint(t, n < 0 ? -(uint64_t)n : (uint64_t)n);
}

void cr_text_xml(cr_text *t, const char *s)
{
    for (; s && *s; s++)
        switch (*s) {
        case '&':
            cr_text_str(t, "&amp;");
            break;
        case '<':
            cr_text_str(t, "&lt;");
            break;
        case '>':
            cr_text_str(t, "&gt;");
            break;
        case '"':
            cr_text_str(t, "&quot;");
            break;
        default:
            cr_text_char(t, *s);
        }
}

void cr_text_hex(cr_text *t, const uint8_t *bytes, size_t len)
{
    static const char digits[] = "0123456789abcdef";

    for (size_t i = 0; i < len; i++) {
        cr_text_char(t, digits[bytes[i] >> 4]);
        cr_text_char(t, digits[bytes[i] & 15]);
    }
}

void cr_text_fmt(cr_text *t, const char *format, ...)
{
    size_t room = t->len < t->cap ? t->cap - t->len : 0;
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(room ? t->buf + t->len : NULL, room, format, args);
    va_end(args);
    if (n > 0)
        t->len += (size_t)n;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void skip_blanks(cr_span *in)
{
    while (in->at < in->end && is_blank(*in->at))
        in->at++;
}

bool cr_span_is_empty(cr_span *in)
{
    skip_blanks(in);
    return in->at == in->end;
}

cr_span cr_span_line(cr_span *in)
{
    cr_span line = {in->at, in->at};

    while (line.end < in->end && *line.end != '\n')
        line.end++;
    in->at = line.end < in->end ? line.end + 1 : line.end;
    return line;
}

cr_span cr_span_word(cr_span *in)
{
    cr_span word;

    skip_blanks(in);
    word.at = in->at;
    while (in->at < in->end && !is_blank(*in->at) && *in->at != '\n')
        in->at++;
    word.end = in->at;
    return word;
}

cr_span cr_span_trim(cr_span s)
{
    skip_blanks(&s);
    while (s.end > s.at && is_blank(s.end[-1]))
        s.end--;
    return s;
}

unsigned cr_span_columns(cr_span s)
{
    unsigned n = 0;

    for (; s.at < s.end; s.at++)
        n += ((unsigned char)*s.at & 0xC0) != 0x80;
    return n;
}

bool cr_span_is(cr_span s, const char *word)
{
    size_t len = strlen(word);

    return (size_t)(s.end - s.at) == len && !memcmp(s.at, word, len);
}

bool cr_span_take(cr_span *in, const char *word)
{
    cr_span copy = *in;

    if (!cr_span_is(cr_span_word(&copy), word))
        return false;
    *in = copy;
    return true;
}

bool cr_span_lead(cr_span *in, const char *lead)
{
    size_t len = strlen(lead);

    skip_blanks(in);
    if ((size_t)(in->end - in->at) < len || memcmp(in->at, lead, len))
        return false;
    in->at += len;
    return true;
}

bool cr_span_int(cr_span *in, int64_t lo, int64_t hi, int64_t *out)
{
    cr_span copy = *in, word = cr_span_word(&copy);
    bool is_negative = word.at < word.end && *word.at == '-';
    int64_t n = 0;

    word.at += is_negative;
    if (word.at == word.end || word.end - word.at > 15)
        return false;
    for (; word.at < word.end; word.at++) {
        if (*word.at < '0' || *word.at > '9')
            return false;
        n = n * 10 + (*word.at - '0');
    }
    n = is_negative ? -n : n;
    if (n < lo || n > hi)
        return false;
    *in = copy;
    *out = n;
    return true;
}

bool cr_span_count(cr_span *in, int64_t most, int64_t *out)
{
    cr_span copy = *in, word = cr_span_word(&copy);
    int64_t n = 0;

    if (word.at == word.end)
        return false;
    for (; word.at < word.end; word.at++) {
        if (*word.at < '0' || *word.at > '9')
            return false;
        n = n > most / 10 ? most : n * 10 + (*word.at - '0');
    }
    *in = copy;
    *out = n < most ? n : most;
    return true;
}

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return -1;
}

bool cr_span_hex(cr_span *in, uint8_t *out, size_t len)
{
    cr_span copy = *in, word = cr_span_word(&copy);

    if ((size_t)(word.end - word.at) != 2 * len)
        return false;
    for (size_t i = 0; i < len; i++) {
        int high = digit(word.at[2 * i]), low = digit(word.at[2 * i + 1]);

        if (high < 0 || low < 0)
            return false;
        out[i] = (uint8_t)(high << 4 | low);
    }
    *in = copy;
    return true;
}

/* ---- UTF-8 ---- */

unsigned cr_utf8_size(const char *at, const char *end)
{
    uint8_t lead = at < end ? (uint8_t)*at : 0xFF;
    unsigned n = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    uint32_t c = lead & (0x7Fu >> n), least = n == 4 ? 0x10000 : n == 3 ? 0x800 : 0x80;

    if (lead < 0x80)
        return 1;
    if (lead < 0xC2 || lead > 0xF4 || (size_t)(end - at) < n)
        return 0;
    for (unsigned i = 1; i < n; i++) {
        if (((uint8_t)at[i] & 0xC0) != 0x80)
            return 0;
        c = c << 6 | ((uint8_t)at[i] & 0x3F);
    }
    return c < least || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF) ? 0 : n;
}

bool cr_text_is_utf8(const char *text, size_t len)
{
    const char *at = text, *end = text + len;

    while (at < end) {
        uint64_t eight;
        unsigned n;

        if (end - at >= 8) {
            memcpy(&eight, at, 8);
            if (!(eight & UINT64_C(0x8080808080808080))) {
                at += 8;
                continue;
            }
        }
        n = cr_utf8_size(at, end);
        if (!n)
            return false;
        at += n;
    }
    return true;
}
