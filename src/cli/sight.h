/* Who sees what in a game, row by row: from its sheet, or, where it has none, from the names in its states and views. */
#ifndef CR_CLI_SIGHT_H
#define CR_CLI_SIGHT_H

#include "kernel/game.h"

/* The i-th row of the sheet: its name, what it is, and who sees it. False behind the last, or if there is none. */
bool sight_nth(const cr_game *game, unsigned i, cr_text *name, cr_text *what, cr_text *who);

/* What can be said without a sheet, in a sentence or two. */
void sight_names(cr_text *out, const cr_game *game);

#endif
