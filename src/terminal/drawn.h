/* Drawings printed as text: what golden files, replay and line mode show of a view. */
#ifndef CR_TERMINAL_DRAWN_H
#define CR_TERMINAL_DRAWN_H

#include "draw/draw.h"

#include <stdio.h>

/* Prints the drawing of a view, each row behind `lead`, without colours. */
void drawn_print(FILE *out, const scene *on, const char *lead);

/* Prints it one thing a line, for line mode, where its game can; returns false if it cannot. */
bool drawn_say(FILE *out, const scene *on, const char *lead);

/* Is this one of the lines of a text, which may be NULL? */
bool drawn_has_line(const char *text, cr_span line);

#endif
