/* What the files of the HTTP side share. Outside of them only wire.h counts. */
#ifndef CR_API_INSIDE_H
#define CR_API_INSIDE_H

#include "wire/proto.h"
#include "wire/wire.h"

/* Writes an answer; called twice, first to measure. */
typedef void api_write(cr_text *out, const void *with);

/* ---- answers ---- */

extern const char api_json[]; /* the type of most answers */

void api_reply_text(cr_request *r, unsigned status, const char *type, api_write *write,
                    const void *with);

/* JSON that is asked for again and again: with a tag, and only the tag to who has it already. */
void api_reply_tagged(cr_request *r, api_write *write, const void *with);

void api_reply_trouble(cr_request *r, cr_trouble trouble, const char *field);

/* A member of an object, as hex digits. */
void api_put_hex(cr_json *j, const char *key, const uint8_t *bytes, size_t len);

/* ---- games: `with` is nothing, or the game ---- */

api_write api_write_games, api_write_game;

/* ---- matches ---- */

/* `with` is the room. */
api_write api_write_match;

/* The list, with the matches of other servers where there are some. */
void api_reply_matches(cr_request *r);

/* Takes the options of a message into the order. */
cr_trouble api_set_options(const cr_lobby *lobby, cr_order *order, const proto_in *in,
                           const cr_json_part *options);

/* Make or join what was read. Without trouble the answer comes through the request's waiter, whose call is api_made. */
cr_trouble api_create(cr_request *r, const proto_in *in, const char **field);
cr_trouble api_join(cr_request *r, cr_room *room, const msg_join *m, const char **field);
void api_made(cr_waiter *waiter, cr_room *room, cr_trouble trouble);

#endif
