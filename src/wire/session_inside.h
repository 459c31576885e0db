/* What the files of a connection share: session.c reads, voice.c speaks, out.c sends. */
#ifndef CR_SESSION_INSIDE_H
#define CR_SESSION_INSIDE_H

#include "wire/encode.h"
#include "wire/wire.h"

/* ---- out.c ---- */

/* Appends a message as a line, with blanks behind it so that its length tells nothing; `scene` is what it is made from, if
 * it tells of a state. Who does not read, or for whom there is no memory, is cut off. */
void out_emit(cr_session *s, int kind, const void *message);
void out_emit_scene(cr_session *s, int kind, const void *message, const encode_scene *scene);

/* Nothing is told any more: it is closed once everything is sent. */
void out_kill(cr_session *s);

/* ---- voice.c ---- */

extern const cr_voice voice_calls;

/* Its memory; false if there is none. */
bool voice_init(cr_wire *wire);

/* What does not come from a room. field: the one that is wrong, or "". */
void voice_trouble(cr_session *s, uint32_t id, cr_trouble trouble, const char *field);
void voice_moved(cr_session *s, const uint8_t *match, const char *address);

#endif
