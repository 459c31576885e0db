/* Analysis of finished matches for those who watch them again, in the background: one step after the other where bots think
 * (host/think.h), one match at a time, and only as long as somebody asks how far it is. Where nobody thinks in the background,
 * in a tab, each question is a step. What is done is told again at once: the matches last asked for are at hand, the others
 * are kept beside the match in the store and found there by the next program too, if it is of the same version. */
#ifndef CR_WIRE_ANALYSIS_H
#define CR_WIRE_ANALYSIS_H

#include "wire/wire.h"

enum {
    ANALYSES_MAX = 16,           /* at hand, done or not */
    ANALYSIS_STEPS_MAX = 4000,   /* of a match; one that is longer is not analysed here */
    ANALYSIS_PATIENCE_MS = 10000 /* nobody asks for so long: it stops */
};

/* What is known so far from step `from` on, as JSON; begins or goes on with the work where it is not done. Fails with NOT_OVER,
 * TOO_LARGE, FULL, or BROKEN. The caller frees *json. */
cr_trouble analysis_write(cr_wire *wire, cr_room *room, uint32_t from, char **json, size_t *len);

/* Frees what is kept; nothing may be at work any more. */
void analysis_release(cr_wire *wire);

#endif
