/* A study: a position and moves of any seat, played through in one go and told to one viewer as a room would tell them.
 * Lessons and puzzles are played so: nothing is kept, nobody else is there, and time stands still.
 *
 *  1. The room of a study is in no list and has no log. It lives from cr_study_open to cr_study_close, inside one call of
 *     the loop.
 *  2. What is told is what a match from this position would tell: the same voice, redacted for the peer's viewer.
 *  3. A position comes from anywhere: it is refused, or sound (tests/fuzz/fuzz_position.c). */
#ifndef CR_STUDY_H
#define CR_STUDY_H

#include "host/lobby.h"

/* Puts the position on a table and tells the peer, whose viewer and wants are set, how it begins: update 1. Updates up to
 * `after` are not told. */
CR_MUST_USE cr_trouble cr_study_open(cr_lobby *lobby, const cr_game *game, const cr_setup *setup,
                                     const char *position, cr_peer *peer, uint32_t after);

/* Plays a move of this seat, and tells of it as the next update; refused under this id, it is told why. Returns false if
 * nothing more can be played. */
bool cr_study_play(cr_peer *peer, uint8_t seat, uint32_t id, const char *text, uint32_t after);

/* Would this move of the viewer be accepted? */
void cr_study_check(cr_peer *peer, const char *text);

void cr_study_close(cr_peer *peer);

#endif
