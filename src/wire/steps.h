/* A match that is over, step by step, for those who watch it again: made by playing its record once more. */
#ifndef CR_STEPS_H
#define CR_STEPS_H

#include "host/lobby.h"

/* Through whose eyes, beside a seat or CR_SPECTATOR. */
enum {
    STEPS_ALL = 0xF0, /* all-seeing, from the side of seat 0: its view, and the truth beside it */
    STEPS_OUTLINE     /* no views: what kind of thing happened in each step */
};

/* Writes steps from number `from` on as JSON, until they fill one answer. Step 0 is the start, step N the Nth move. Fails
 * with NOT_OVER; BAD_NUMBER: there is no such step; BROKEN: the record does not play to its own hashes. The caller
 * frees *json. */
cr_trouble steps_write(cr_room *room, uint8_t as, uint32_t from, char **json, size_t *len);

#endif
