/* What can go wrong between a client and a room, apart from the rules: one list for the name on the wire, the
 * sentence and the HTTP status. To add one, add a line. */
#ifndef CR_TROUBLE_H
#define CR_TROUBLE_H

#include "base/base.h"

#define CR_TROUBLE_MAP(X)                                                                 \
    X(NONE, 200, "done")                                                                  \
    X(NOT_JSON, 400, "this is not one JSON object in UTF-8")                              \
    X(NO_TYPE, 400, "the message has no known type")                                      \
    X(BAD_FIELD, 400, "a field is missing, unknown, or not of its type")                  \
    X(TOO_LARGE, 413, "the message is too large")                                         \
    X(TOO_FAST, 429, "too many messages: slow down")                                      \
    X(NO_ROUTE, 404, "there is nothing at this address")                                  \
    X(BAD_METHOD, 405, "this address does not take this method")                          \
    X(WRONG_HOST, 403, "this server does not go by that name: see its option --host")     \
    X(NOT_LOCAL, 403, "only for programs on the server's machine: see --metrics")         \
    X(NO_MATCH, 404, "there is no match of this id")                                      \
    X(BAD_TOKEN, 403, "this token holds no seat of the match")                            \
    X(BAD_NUMBER, 400, "this update has not happened yet")                                \
    X(NOT_ATTACHED, 400, "attach to a match first")                                       \
    X(WATCHING, 403, "spectators only watch")                                             \
    X(ELSEWHERE, 403, "this seat is played from a newer connection")                      \
    X(NOT_STARTED, 409, "the match has not begun: seats are open")                        \
    X(STARTED, 409, "the match has begun already")                                        \
    X(NO_SEAT, 409, "no seat is free, or not this one")                                   \
    X(NOT_OVER, 403, "the record is secret until the match is over")                      \
    X(NO_GAME, 404, "there is no game of this name")                                      \
    X(BAD_OPTION, 400, "the game has no such option, or it does not take this value")     \
    X(BAD_SEATS, 400, "the game is not played with these seats")                          \
    X(NO_BOT, 400, "no bot of this name plays this game")                                 \
    X(NOT_TESTING, 403, "this is for a server in test mode")                              \
    X(BAD_REASON, 400, "this is no reason for pausing that a player may give")            \
    X(BAD_SIGNAL, 400, "there is no signal of this name")                                 \
    X(NOT_STORED, 503, "the store could not take it: nothing has changed, send it again") \
    X(BROKEN, 500, "the referee stopped this match because of a fault of its own")        \
    X(TOO_MANY, 429, "too many matches or connections from this address")                 \
    X(FULL, 503, "the server is full: try again later")                                   \
    X(STOPPING, 503, "the server is stopping: come back in a moment")

typedef enum {
#define CR_TROUBLE_ENUM(name, status, text) CR_TROUBLE_##name,
    CR_TROUBLE_MAP(CR_TROUBLE_ENUM)
#undef CR_TROUBLE_ENUM
} cr_trouble;

const char *cr_trouble_name(cr_trouble trouble);
const char *cr_trouble_text(cr_trouble trouble);
unsigned cr_trouble_status(cr_trouble trouble);

#endif
