/* What words.c and words_asked.c share. Each call writes a place of a sentence, or returns false: it is not one of its own. */
#ifndef DU_WORDS_H
#define DU_WORDS_H

#include "games/dune/types.h"
#include "kernel/say.h"

#define du_tell_ally    CR_TWICE(du_tell_ally)
#define du_tell_asked   CR_TWICE(du_tell_asked)
#define du_tell_faction CR_TWICE(du_tell_faction)
#define du_tell_forces  CR_TWICE(du_tell_forces)

/* words.c: "3 forces", "1 elite force", "2 forces and 1 elite"; a faction by its seat, or by its name where nobody plays it */
void du_tell_forces(cr_teller *t, unsigned n, unsigned e);
void du_tell_faction(cr_teller *t, const du_state *s, uint8_t faction, bool is_whose);

/* words_asked.c: all places of questions and refusals; those of them that name an ally, which events have too */
bool du_tell_asked(cr_teller *t, const du_state *s, cr_span place);
bool du_tell_ally(cr_teller *t, const du_state *s, cr_span place);

#endif
