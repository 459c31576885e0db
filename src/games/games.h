/* The table of games: plain and counting copies, in the same order. */
#ifndef CR_GAMES_H
#define CR_GAMES_H

#include "kernel/game.h"

#define CR_GAMES_MAP(X) /* to add a game, write its folder and a line here */ X(duel)

#define CR_GAME_DECLARE(name) extern const cr_game cr_game_##name, cr_game_##name##_counting;
CR_GAMES_MAP(CR_GAME_DECLARE)
#undef CR_GAME_DECLARE

#endif
