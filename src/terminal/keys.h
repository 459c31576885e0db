/* The keys of a game that answers at once, as line mode and the full screen both use them (draw.h has the tables). */
#ifndef CR_TERMINAL_KEYS_H
#define CR_TERMINAL_KEYS_H

#include "terminal/table.h"

/* The row of this key for the question that is open, or NULL. Capital letters count as small ones. */
const draw_key *keys_find(const table *t, char key);

/* Has the open question keys of its own? */
bool keys_are_here(const table *t);

/* Pauses or resumes for the reason of a key that asks first; nothing if it has none. */
void keys_pause(table *t, const draw_key *key, bool is_on);

#endif
