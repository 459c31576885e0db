/* What the files of texts share (tell.c, say.c, instead.c). Everybody else has say.h. */
#ifndef CR_TELL_H
#define CR_TELL_H

#include "kernel/say.h"

/* Writes a piece of a sentence, or the value of one of its places; false if there is no such place. */
void tell_span(cr_teller *t, cr_span in);
bool tell_place(cr_teller *t, cr_span place);

/* The text from there on begins with a capital. */
void tell_capitalize(cr_text *out, size_t from);

/* The n-th part of a move of this kind, NULL behind the last. */
const cr_field *tell_part(const cr_game *game, uint8_t kind, unsigned field);

#endif
