/* Line mode: a match read and written line by line, for pipes, simple terminals and screen readers. */
#ifndef CR_APPS_PLAIN_H
#define CR_APPS_PLAIN_H

#include "apps/table.h"

/* Plays until the match is over or the person has left; the exit status. `is_verbose` writes a line with its time for
 * everything that happens (JK-13.8). */
int plain_play(table *t, bool is_verbose);

#endif
