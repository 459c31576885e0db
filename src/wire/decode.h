/* What a client reads: views, moves and events out of the JSON they travel in. Each is turned into the text form
 * that the game's tables already read, so there is one reader for every field. */
#ifndef CR_DECODE_H
#define CR_DECODE_H

#include "kernel/forms.h"

#include <jansson.h>

/* The view that cr_view_write_json wrote. False if a part of it is missing or does not parse; then `out` holds
 * nothing of use. */
bool decode_view(const cr_game *game, const json_t *tree, cr_view *out);

/* Brings a view up to date by an update that tells what has changed in it (docs/protocol.md, "Changes"). */
void decode_changes(json_t *view, const json_t *update);

/* The events of a message as objects, also where it tells them as news; NULL if it has none. The caller releases them. */
json_t *decode_news(const json_t *update);

/* An event as cr_event_write has it; "?" stands for what this viewer may not know. */
void decode_event(cr_text *out, const cr_game *game, const json_t *tree);

#endif
