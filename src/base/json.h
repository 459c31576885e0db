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
void cr_json_key(cr_json *j, const char *key);
void cr_json_str(cr_json *j, const char *s);
void cr_json_bytes(cr_json *j, const char *s, size_t len);
void cr_json_int(cr_json *j, int64_t n);
void cr_json_uint(cr_json *j, uint64_t n);
void cr_json_bool(cr_json *j, bool b);
void cr_json_raw(cr_json *j, const char *s); /* JSON already, such as a number */
void cr_json_null(cr_json *j);
cr_text *cr_json_text(cr_json *j);       /* a value follows, written there by the caller */
void cr_json_real(cr_json *j, double x); /* six significant digits */

/* A member of an object: its key and its value. */
void cr_json_put_str(cr_json *j, const char *key, const char *s);
void cr_json_put_int(cr_json *j, const char *key, int64_t n);
void cr_json_put_uint(cr_json *j, const char *key, uint64_t n);
void cr_json_put_bool(cr_json *j, const char *key, bool b);
void cr_json_put_real(cr_json *j, const char *key, double x);

#endif
