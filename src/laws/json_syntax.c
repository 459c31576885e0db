#include "laws/json_syntax.h"

enum { DEPTH_MAX = 16, NAMES_MAX = 256 };

typedef struct {
    const char *at, *end, *wrong;
    unsigned depth;
} reader;

static bool fail(reader *r, const char *wrong)
{
    r->wrong = wrong;
    return false;
}

static void skip_blanks(reader *r)
{
    while (r->at < r->end && strchr(" \t\r\n", *r->at) && *r->at)
        r->at++;
}

static bool take(reader *r, char c)
{
    skip_blanks(r);
    if (r->at == r->end || *r->at != c)
        return false;
    r->at++;
    return true;
}

static bool is_digit(const reader *r)
{
    return r->at < r->end && *r->at >= '0' && *r->at <= '9';
}

static bool digits(reader *r)
{
    const char *from = r->at;

    while (is_digit(r))
        r->at++;
    return r->at > from;
}

static bool number(reader *r)
{
    const char *first;

    if (*r->at == '-')
        r->at++;
    first = r->at;
    if (!digits(r) || (*first == '0' && r->at > first + 1))
        return fail(r, "a number that is none");
    if (r->at < r->end && *r->at == '.') {
        r->at++;
        if (!digits(r))
            return fail(r, "a number without digits behind the point");
    }
    if (r->at < r->end && (*r->at == 'e' || *r->at == 'E')) {
        r->at++;
        if (r->at < r->end && (*r->at == '+' || *r->at == '-'))
            r->at++;
        if (!digits(r))
            return fail(r, "a number without an exponent");
    }
    return true;
}

/* Bytes of a UTF-8 character that begins with c, or 0. */
static unsigned width(unsigned char c)
{
    return c < 0x80                ? 1
           : c >= 0xC2 && c < 0xE0 ? 2
           : c >= 0xE0 && c < 0xF0 ? 3
           : c >= 0xF0 && c < 0xF5 ? 4
                                   : 0;
}

static bool character(reader *r)
{
    unsigned n = width((unsigned char)*r->at);

    if ((unsigned char)*r->at < 0x20)
        return fail(r, "a control character in a string");
    if (!n || (size_t)(r->end - r->at) < n)
        return fail(r, "a string that is no UTF-8");
    for (unsigned i = 1; i < n; i++)
        if (((unsigned char)r->at[i] & 0xC0) != 0x80)
            return fail(r, "a string that is no UTF-8");
    r->at += n;
    return true;
}

static bool escape(reader *r)
{
    r->at++;
    if (r->at == r->end || !*r->at || !strchr("\"\\/bfnrtu", *r->at))
        return fail(r, "an escape that is none");
    if (*r->at++ != 'u')
        return true;
    for (unsigned i = 0; i < 4; i++, r->at++)
        if (r->at == r->end || !*r->at || !strchr("0123456789abcdefABCDEF", *r->at))
            return fail(r, "an escape that is none");
    return true;
}

static bool string(reader *r, cr_span *out)
{
    if (!take(r, '"'))
        return fail(r, "no string where one belongs");
    out->at = r->at;
    while (r->at < r->end && *r->at != '"')
        if (!(*r->at == '\\' ? escape(r) : character(r)))
            return false;
    out->end = r->at;
    return take(r, '"') || fail(r, "a string without an end");
}

static bool value(reader *r);

static bool is_new(const cr_span *names, unsigned n, cr_span name)
{
    size_t len = (size_t)(name.end - name.at);

    for (unsigned i = 0; i < n; i++)
        if ((size_t)(names[i].end - names[i].at) == len && !memcmp(names[i].at, name.at, len))
            return false;
    return true;
}

static bool object(reader *r)
{
    cr_span names[NAMES_MAX];
    unsigned n = 0;

    if (take(r, '}'))
        return true;
    do {
        cr_span name;

        if (!string(r, &name))
            return false;
        if (!is_new(names, n, name))
            return fail(r, "a name twice in an object");
        if (n < NAMES_MAX)
            names[n++] = name;
        if (!take(r, ':'))
            return fail(r, "no ':' behind a name");
        if (!value(r))
            return false;
    } while (take(r, ','));
    return take(r, '}') || fail(r, "an object without an end");
}

static bool array(reader *r)
{
    if (take(r, ']'))
        return true;
    do {
        if (!value(r))
            return false;
    } while (take(r, ','));
    return take(r, ']') || fail(r, "an array without an end");
}

static bool word(reader *r)
{
    static const char *const words[] = {"true", "false", "null"};

    for (unsigned i = 0; i < CR_COUNT_OF(words); i++) {
        size_t len = strlen(words[i]);

        if ((size_t)(r->end - r->at) >= len && !memcmp(r->at, words[i], len)) {
            r->at += len;
            return true;
        }
    }
    return fail(r, "something that is no value");
}

static bool value(reader *r)
{
    cr_span ignored;
    bool is_good;

    skip_blanks(r);
    if (r->at == r->end)
        return fail(r, "nothing where a value belongs");
    if (*r->at == '"')
        return string(r, &ignored);
    if (*r->at == '-' || is_digit(r))
        return number(r);
    if (*r->at != '{' && *r->at != '[')
        return word(r);
    if (++r->depth > DEPTH_MAX)
        return fail(r, "deeper than any form of ours");
    is_good = *r->at++ == '{' ? object(r) : array(r);
    r->depth--;
    return is_good;
}

const char *json_wrong(const char *text, size_t len)
{
    reader r = {.at = text, .end = text + len};

    if (!value(&r))
        return r.wrong;
    skip_blanks(&r);
    return r.at == r.end ? NULL : "more than one value";
}
