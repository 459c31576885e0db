/* Everything for whoever writes a game: `#include <croupier/game.h>`, with the folder that find_package(croupier) adds by
 * croupier_add_game, or `pkg-config --cflags croupier-game`. docs/adding-a-game.md begins with `croupier new-game`.
 *
 *     kernel/game.h     what a game is: its tables, its calls, effects, questions, events
 *     kernel/fields.h   names and types of the parts of moves, events, views and positions
 *     kernel/space.h    sets of moves as boxes
 *     kernel/rng.h      chance
 *     kernel/say.h      sentences for people
 *     kernel/rules.h    the table of rules.def; not from here, for it wants the name of that file
 *     kernel/sheet.h    state, view, tables and calls from sheet.def; not from here either
 *     kernel/zones.h    what is in a sheet, knowledge of cards, piles
 *     kernel/module.h   CR_GAME_API, the version of all this, and how a game becomes a file that the program loads
 *     base/…            bits, tallies, bounded text
 *
 * A header says what each call takes, gives and expects; what stands under "for everybody in this tree" is not exported
 * to modules. */
#ifndef CROUPIER_GAME_H
#define CROUPIER_GAME_H

#include "kernel/module.h"
#include "kernel/rng.h"
#include "kernel/say.h"
#include "kernel/zones.h"

#endif
