/* Writes the record of a match while it is played. Every entry reaches the file at once, so a match that is
 * broken off leaves a record up to its last move. */
#ifndef CR_TERMINAL_RECORDER_H
#define CR_TERMINAL_RECORDER_H

#include "kernel/game.h"

#include <stdio.h>

typedef struct {
    cr_log log; /* hand this to cr_run_clock, and tell it of every other move */
    const cr_game *game;
    FILE *file; /* NULL: nothing is kept */
    uint32_t number;
} recorder;

/* Opens the file and writes the head. A path of NULL keeps nothing. False after a message. */
bool recorder_open(recorder *r, const char *path, const cr_game *game, const cr_setup *setup);

/* Keeps a move that was accepted; `state` is the state after it. */
void recorder_played(recorder *r, const cr_move *move, uint64_t at_ms, const cr_state *state);

/* Closes the file. False after a message if something could not be written. */
bool recorder_close(recorder *r);

#endif
