/* Long work: a line on the terminal with how much is done, how fast, and how long it still takes; nothing in
 * a pipe. And Ctrl-C, which ends the work early with what there is. */
#ifndef CR_CLI_PROGRESS_H
#define CR_CLI_PROGRESS_H

#include "base/base.h"

typedef struct {
    const char *what; /* "matches" */
    uint64_t total;
    double begin, shown; /* seconds */
    bool is_on;
} progress;

/* Seconds of a clock that only runs forwards. */
double progress_seconds(void);

/* Begins to show; `what` is a word for the things that are counted. */
void progress_open(progress *p, const char *what, uint64_t total);

/* Shows the line if the last time is a tenth of a second ago. Cheap, but not for the inside of a hot loop. */
void progress_show(progress *p, uint64_t done);

/* Takes the line away. */
void progress_close(progress *p);

/* From here on Ctrl-C (and SIGTERM) asks for an early end; one more, a second later or
 * more, kills as usual. */
void progress_catch_interrupt(void);

/* Was an early end asked for? Any thread may look, also in a hot loop. */
bool progress_is_interrupted(void);

#endif
