#include "base/json.h"

static void separate(cr_json *j)
{
    if (j->needs_comma)
        cr_text_char(j->out, ',');
    j->needs_comma = true;
}

void cr_json_open(cr_json *j, char bracket)
{
    separate(j);
    cr_text_char(j->out, bracket);
    j->needs_comma = false;
}

void cr_json_close(cr_json *j, char bracket)
{
    cr_text_char(j->out, bracket);
    j->needs_comma = true;
}

void cr_json_key(cr_json *j, const char *key)
{
    cr_json_str(j, key);
    cr_text_char(j->out, ':');
    j->needs_comma = false;
}

static bool is_plain(unsigned char c)
{
    return c >= 0x20 && c != '"' && c != '\\';
}

void cr_json_bytes(cr_json *j, const char *s, size_t len)
{
    separate(j);
    cr_text_char(j->out, '"');
    for (size_t i = 0; i < len;) {
        size_t from = i;

        while (i < len && is_plain((unsigned char)s[i]))
            i++;
        cr_text_bytes(j->out, s + from, i - from);
        if (i == len)
            break;
        if (s[i] == '"' || s[i] == '\\') {
            cr_text_char(j->out, '\\');
            cr_text_char(j->out, s[i]);
        } else if (s[i] == '\n') {
            cr_text_str(j->out, "\\n");
        } else {
            cr_text_fmt(j->out, "\\u%04x", (unsigned char)s[i]);
        }
        i++;
    }
    cr_text_char(j->out, '"');
}

void cr_json_str(cr_json *j, const char *s)
{
    cr_json_bytes(j, s, strlen(s));
}

void cr_json_int(cr_json *j, int64_t n)
{
    separate(j);
    cr_text_int(j->out, n);
}

void cr_json_uint(cr_json *j, uint64_t n)
{
    separate(j);
    cr_text_uint(j->out, n);
}

void cr_json_bool(cr_json *j, bool b)
{
    separate(j);
    cr_text_str(j->out, b ? "true" : "false");
}

void cr_json_raw(cr_json *j, const char *s)
{
    separate(j);
    cr_text_str(j->out, s);
}

void cr_json_null(cr_json *j)
{
    separate(j);
    cr_text_str(j->out, "null");
}

void cr_json_real(cr_json *j, double x)
{
    separate(j);
    cr_text_fmt(j->out, "%.6g", x);
}
