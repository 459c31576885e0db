/* The terminal: a match as one person plays, watches or reads it there.
 *
 *     who the person meets    table.h: a match with bots in this program; joined.h: one on a server
 *     what is shown and read  plain.c line by line; play_screen.c and replay_screen.c on the full screen
 *     what these stand on     screen.h (curses), pager.h, lines.h (input), keys.h, parts.h (a move put together from its
 *                             parts), drawn.h (a view as text), telling.h and steps.h (a record in words, step by step),
 *                             recorder.h (the record of a match that is played)
 *
 * A person sees what the seat may see: views and redacted events. Both ways to play know only table.h, never whether the
 * referee is in this program. The commands that open all this, play, replay and learn, are in src/apps. */
#ifndef CR_TERMINAL_H
#define CR_TERMINAL_H

#include "terminal/steps.h"
#include "terminal/table.h"

/* Line mode: a match read and written line by line, for pipes, simple terminals and screen readers. Plays until the match
 * is over or the person has left; the exit status. `is_verbose` writes a line with its time for everything that happens
 * (JK-13.8). */
int plain_play(table *t, bool is_verbose);

/* Full screen: the table, the question with its clock, the legal moves narrowed by typing, the log. Plays on a screen that is
 * open, until the match is over or the person has left; the exit status. */
int play_on_screen(table *t);

/* Full-screen replay: a recorded match step by step, through any eyes. Shows it on a screen that is open until the person
 * leaves. `about`: the file, and what was found wrong with it. */
void replay_on_screen(steps *s, const char *about);

#endif
