/* Matches of Classic Battle for tests that play it beyond its cases. A failure ends the test that asks. */
#ifndef BATTLE_H
#define BATTLE_H

#include "games/classic-battle/classic_battle.h"

void battle_option(cr_setup *setup, const char *name, const char *value);
void battle_start(cb_state *s, const cr_setup *setup, cr_sink *sink);

/* A move as it is written; it must be accepted. */
void battle_play(cb_state *s, uint8_t seat, const char *text, uint64_t at_ms);

#endif
