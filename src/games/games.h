/* The games of games.def as objects: each is compiled twice, plain and counting. */
#ifndef CR_GAMES_H
#define CR_GAMES_H

#include "kernel/game.h"

#define GAME(name) extern const cr_game cr_game_##name, cr_game_##name##_counting;
#include "games/games.def"
#undef GAME

/* Puts a game from outside behind those of the table, with its counting copy; both live as long as the program. For the
 * start of the program, before a second thread. False if there is a game of this name, or no room left. */
enum { CR_GAMES_ADDED = 24 };
bool cr_game_add(const cr_game *plain, const cr_game *count);

#endif
