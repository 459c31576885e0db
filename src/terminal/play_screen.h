/* Full-screen play: the table, the question with its clock, the legal moves narrowed by typing, the log. */
#ifndef CR_APPS_PLAY_SCREEN_H
#define CR_APPS_PLAY_SCREEN_H

#include "apps/table.h"

/* Plays on a screen that is open, until the match is over or the person has left; the exit status. */
int play_on_screen(table *t);

#endif
