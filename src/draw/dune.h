/* What the drawings of the whole board and of one battle share. */
#ifndef CR_DRAW_DUNE_H
#define CR_DRAW_DUNE_H

#include "draw/draw.h"

/* The name of a leader, a card, or a territory whose sector may stand behind it; the code itself if it is none. */
const char *dune_name_of(const char *code);

#endif
