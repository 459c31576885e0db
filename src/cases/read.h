/* The reader of case files, as its two halves share it: read.c has lines, cases and files, words.c the statements of a
 * case, one row per word of the language. */
#ifndef CR_CASES_READ_H
#define CR_CASES_READ_H

#include "cases/file.h"

typedef struct {
    cr_case_file *file;
    cr_case_error *why;
    file_case *test;      /* the case that is being read */
    uint32_t at, n_block; /* place of the line that is being read; lines below it */
    line_desk desk;
    grown text;
    const cr_game *game; /* or NULL: one that is not in the table */
} reader;

/* Notes an error. Returns false, as the readers do that give up. */
__attribute__((format(printf, 3, 4))) bool reader_fail(reader *r, unsigned line, const char *format,
                                                       ...);
bool reader_no_memory(reader *r);

static inline unsigned number_of(const reader *r, uint32_t line)
{
    return r->file->lines[line].number;
}

/* An error in the line that is being read. */
#define fail(r, ...) reader_fail(r, number_of(r, (r)->at), __VA_ARGS__)

/* Characters of a word of the file that are shown in a message. */
enum { SHOWN_MAX = 40 };

static inline int shown(cr_span s)
{
    return (int)(s.end - s.at > SHOWN_MAX ? SHOWN_MAX : s.end - s.at);
}

/* A word as a string of its own, for look-ups; good until the next. */
const char *reader_string(reader *r, cr_span word);

/* Is nothing left of the line? It is an error otherwise. */
bool reader_ends(reader *r, cr_span *in);

/* The position of the file that has this name, or NULL. */
const file_position *reader_position(const cr_case_file *file, cr_span name);

/* words.c: one statement of a case, its block included. */
bool reader_statement(reader *r);

#endif
