/* A streaming JSON writer on bounded text: no tree, commas by themselves. The caller keeps objects and
 * arrays balanced. */
#ifndef CR_JSON_H
#define CR_JSON_H

#include "base/text.h"

typedef struct {
    cr_text *out;
    bool needs_comma;
} cr_json;

static inline cr_json cr_json_on(cr_text *out)
{
    return (cr_json){out, false};
}

void cr_json_open(cr_json *j, char bracket);  /* '{' or '[' */
void cr_json_close(cr_json *j, char bracket); /* '}' or ']' */
void cr_json_any_key(cr_json *j, const char *key);
void cr_json_str(cr_json *j, const char *s);
void cr_json_bytes(cr_json *j, const char *s, size_t len);
void cr_json_int(cr_json *j, int64_t n);
void cr_json_uint(cr_json *j, uint64_t n);
void cr_json_bool(cr_json *j, bool b);
void cr_json_raw(cr_json *j, const char *s); /* JSON already, such as a number */
void cr_json_null(cr_json *j);
cr_text *cr_json_text(cr_json *j);       /* a value follows, written there by the caller */
void cr_json_real(cr_json *j, double x); /* six significant digits */

/* A key of `len` bytes that needs no backslash: names of our own and of the tables of games (kernel/tables.h). */
static inline void cr_json_name(cr_json *j, const char *name, size_t len)
{
    cr_text *t = j->out;
    char *to;

    if (CR_UNLIKELY(t->len + len + 5 > t->cap)) {
        cr_json_any_key(j, name);
        return;
    }
    to = t->buf + t->len;
    *to = ',';
    to += j->needs_comma;
    *to++ = '"';
    memcpy(to, name, len);
    to += len;
    memcpy(to, "\":", 3);
    t->len = (size_t)(to + 2 - t->buf);
    j->needs_comma = false;
}

/* Most keys stand in the code: then the compiler knows their length and that they need no backslash, and they are a few
 * stores. */
static inline void cr_json_key(cr_json *j, const char *key)
{
#if defined(__OPTIMIZE__) && !defined(__wasm__)
    if (__builtin_constant_p(__builtin_strcspn(key, "\"\\")) &&
        __builtin_strcspn(key, "\"\\") == __builtin_strlen(key)) {
        cr_json_name(j, key, __builtin_strlen(key));
        return;
    }
#endif
    cr_json_any_key(j, key);
}

/* A member of an object: its key and its value. */
void cr_json_put_str(cr_json *j, const char *key, const char *s);
void cr_json_put_int(cr_json *j, const char *key, int64_t n);
void cr_json_put_uint(cr_json *j, const char *key, uint64_t n);
void cr_json_put_bool(cr_json *j, const char *key, bool b);
void cr_json_put_real(cr_json *j, const char *key, double x);

#endif
