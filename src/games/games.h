/* The games of games.def as objects: each is compiled twice, plain and counting. */
#ifndef CR_GAMES_H
#define CR_GAMES_H

#include "kernel/game.h"

#define GAME(name) extern const cr_game cr_game_##name, cr_game_##name##_counting;
#include "games/games.def"
#undef GAME

#endif
