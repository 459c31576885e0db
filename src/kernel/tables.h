/* The tables of a game, looked at without playing it: is every row there, does every number point at something, does every
 * part lie inside its struct? Games of the tree are held to it by a test, modules when they are loaded. */
#ifndef CR_TABLES_H
#define CR_TABLES_H

#include "kernel/game.h"

/* False with the first thing that is wrong, as a clause: "option 'time': its normal value does not fit". */
bool cr_tables_fit(const cr_game *game, cr_text *why);

/* A fingerprint of the layout of the game's states: sizes, zones, and the numbers of effects, questions and moves. Never 0. */
uint64_t cr_tables_layout(const cr_game *game);

#endif
