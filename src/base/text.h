/* Bounded text on memory of the caller, in the spirit of snprintf: what does not fit is counted but not
 * written, so a printer can be asked for the length first. And a reader that walks a line. */
#ifndef CR_TEXT_H
#define CR_TEXT_H

#include "base/base.h"

CR_FOR_GAMES

/* 1: buf[0..min(len, cap-1)] is zero-terminated if cap > 0.  2: len is the length of the whole text. */
typedef struct {
    char *buf;
    size_t len, cap;
} cr_text;

static inline cr_text cr_text_on(char *buf, size_t cap)
{
    if (cap)
        buf[0] = 0;
    return (cr_text){buf, 0, cap};
}

static inline bool cr_text_is_full(const cr_text *t)
{
    return t->len >= t->cap;
}

void cr_text_char(cr_text *t, char c);
void cr_text_str(cr_text *t, const char *s);
void cr_text_bytes(cr_text *t, const char *s, size_t len);
void cr_text_int(cr_text *t, int64_t n);
void cr_text_uint(cr_text *t, uint64_t n);
void cr_text_xml(
    cr_text *t, const char *s); /* with what XML and HTML reserve written safely; NULL is nothing */
void cr_text_hex(cr_text *t, const uint8_t *bytes, size_t len);
__attribute__((format(printf, 2, 3))) void cr_text_fmt(cr_text *t, const char *format, ...);

/* What is still to be read: at..end. All readers skip blanks (not line ends) in front of what they take. */
typedef struct {
    const char *at, *end;
} cr_span;

static inline cr_span cr_span_of(const char *s)
{
    return (cr_span){s, s + strlen(s)};
}

bool cr_span_is_empty(cr_span *in);               /* nothing but blanks left */
cr_span cr_span_line(cr_span *in);                /* takes one line, without its end */
cr_span cr_span_word(cr_span *in);                /* takes up to the next blank; may be empty */
cr_span cr_span_trim(cr_span s);                  /* without blanks at both ends */
bool cr_span_take(cr_span *in, const char *word); /* takes this word if it comes next */
bool cr_span_lead(cr_span *in, const char *lead); /* takes these characters if they come next */
bool cr_span_is(cr_span s, const char *word);     /* is exactly this */
unsigned cr_span_columns(
    cr_span s); /* it takes on a screen: bytes that do not continue a UTF-8 character */
bool cr_span_int(cr_span *in, int64_t lo, int64_t hi,
                 int64_t *out); /* takes a whole number in range */
bool cr_span_count(cr_span *in, int64_t most,
                   int64_t *out); /* takes a word of digits; what is more than `most` is `most` */
bool cr_span_hex(cr_span *in, uint8_t *out, size_t len); /* takes exactly len bytes of hex digits */

CR_FOR_GAMES_END

/* Bytes of the character that begins at `at`, in UTF-8, in its shortest form and no half of a pair; 0: there is none. */
unsigned cr_utf8_size(const char *at, const char *end);
bool cr_text_is_utf8(const char *text, size_t len);

#endif
