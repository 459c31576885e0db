/* Lines from standard input, with a time limit for each: a person at a terminal, a script in a pipe. */
#ifndef CR_TERMINAL_LINES_H
#define CR_TERMINAL_LINES_H

#include "base/base.h"

enum { LINE_MAX_BYTES = 4096 };

typedef enum { LINE_READ, LINE_TIMEOUT, LINE_END } line_result;

typedef struct {
    int fd;
    bool is_end;
    size_t n; /* bytes in buf that are not taken yet */
    char buf[LINE_MAX_BYTES];
} line_reader;

void line_reader_init(line_reader *r, int fd);

/* Waits for a line, at most timeout_ms (negative: for ever), and copies it to `out` without its end. A line that
 * is too long is cut. The last line may lack its end. */
line_result line_reader_next(line_reader *r, int64_t timeout_ms, char out[LINE_MAX_BYTES]);

#endif
