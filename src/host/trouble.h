/* What can go wrong between a client and a room, apart from the rules: one list for the name on the wire, the
 * sentence, the HTTP status and words for people. To add one, add a line. */
#ifndef CR_TROUBLE_H
#define CR_TROUBLE_H

#include "base/base.h"

/* name, HTTP status, reason; for people a title and one sentence */
#define CR_TROUBLE_MAP(X)                                                                          \
    X(NONE, 200, "done", "All is well.", "Nothing went wrong.")                                    \
    X(NOT_JSON, 400, "this is not one JSON object in UTF-8", "The server could not read that.",    \
      "Load the page again; nothing has changed.")                                                 \
    X(NO_TYPE, 400, "the message has no known type", "The server does not know that.",             \
      "Load the page again; it may be older than the server.")                                     \
    X(BAD_FIELD, 400, "a field is missing, unknown, or not of its type",                           \
      "Something in it is not right.", "Look at what you filled in and try again.")                \
    X(TOO_LARGE, 413, "the message is too large", "That is too long.", "Send less at once.")       \
    X(TOO_FAST, 429, "too many messages: slow down", "That was too fast.",                         \
      "Wait a moment and try again.")                                                              \
    X(NO_ROUTE, 404, "there is nothing at this address", "There is nothing here.",                 \
      "The address leads nowhere; the lobby has all tables.")                                      \
    X(BAD_METHOD, 405, "this address does not take this method", "That does not work here.",       \
      "This address is for something else.")                                                       \
    X(WRONG_HOST, 403, "this server does not go by that name: see its option --host",              \
      "This is another server’s name.", "Ask whoever gave you the address for the right one.")     \
    X(NOT_LOCAL, 403, "only for programs on the server's machine: see --metrics",                  \
      "This is not for visitors.", "Only programs on the server itself may read it.")              \
    X(NO_MATCH, 404, "there is no match of this id", "There is no such table.",                    \
      "It has ended long ago, or the link is not complete.")                                       \
    X(BAD_TOKEN, 403, "this token holds no seat of the match", "This seat is not yours.",          \
      "The link to the seat is not complete, or somebody else has it.")                            \
    X(BAD_NUMBER, 400, "this update has not happened yet", "That has not happened yet.",           \
      "Load the page again to see where the match stands.")                                        \
    X(NOT_ATTACHED, 400, "attach to a match first", "You are at no table.", "Open a table first.") \
    X(WATCHING, 403, "spectators only watch", "You are only watching.",                            \
      "Whoever plays decides; you may look on.")                                                   \
    X(ELSEWHERE, 403, "this seat is played from a newer connection",                               \
      "You play in another window.", "The newest window plays; go there, or load this one again.") \
    X(NOT_STARTED, 409, "the match has not begun: seats are open", "The match has not begun.",     \
      "Seats are still open; invite somebody or add bots.")                                        \
    X(STARTED, 409, "the match has begun already", "The match has begun.",                         \
      "Its seats are taken; you can watch.")                                                       \
    X(NO_SEAT, 409, "no seat is free, or not this one", "No seat is free.",                        \
      "Somebody was faster; you can watch, or open your own table.")                               \
    X(NOT_OVER, 403, "the record is secret until the match is over", "The match still runs.",      \
      "Its record is secret until it is over.")                                                    \
    X(PLAYING, 409, "the match is not over yet", "The match still runs.",                          \
      "Play it to its end first.")                                                                 \
    X(BAD_PART, 400, "this part is not the one that was committed to",                             \
      "The shuffle does not fit.", "Load the page again; the cards are drawn anew.")               \
    X(NO_GAME, 404, "there is no game of this name", "There is no such game.",                     \
      "The lobby shows the games of this server.")                                                 \
    X(BAD_OPTION, 400, "the game has no such option, or it does not take this value",              \
      "That setting does not fit.", "Choose a value that the game allows.")                        \
    X(BAD_SEATS, 400, "the game is not played with these seats", "The seats do not fit.",          \
      "The game is played with another number of players.")                                        \
    X(NO_BOT, 400, "no bot of this name plays this game", "There is no such bot.",                 \
      "Choose one of the bots of this game.")                                                      \
    X(NOT_TESTING, 403, "this is for a server in test mode", "This server does not test.",         \
      "Only a server in test mode allows this.")                                                   \
    X(BAD_REASON, 400, "this is no reason for pausing that a player may give",                     \
      "You cannot pause for that.", "Ask the others for a pause instead.")                         \
    X(BAD_SIGNAL, 400, "there is no signal of this name", "There is no such signal.",              \
      "Choose one of the signals shown.")                                                          \
    X(NO_HINTS, 403, "this table gives no hints", "There are no hints here.",                      \
      "Where several people play, the table must have been opened with them.")                     \
    X(NOT_ASKED, 409, "the seat is not asked this question", "You are not asked now.",             \
      "A hint is for your own decision; wait for it.")                                             \
    X(NOT_STORED, 503, "the store could not take it: nothing has changed, send it again",          \
      "It could not be saved.", "Nothing has changed; try again in a moment.")                     \
    X(BROKEN, 500, "the referee stopped this match because of a fault of its own",                 \
      "This match had to stop.", "The referee found a fault of its own and kept the record.")      \
    X(MOVED, 307, "another server runs this match: go on there", "This table is elsewhere.",       \
      "Another server has it; you are sent there.")                                                \
    X(AWAY, 503, "the store of this match cannot be reached: come back in a moment",               \
      "The match stands still.", "The server cannot save moves just now; nothing is lost.")        \
    X(UNSURE, 503, "it is not known whether this was stored: attach again and look",               \
      "That may have been lost.", "Look at the table again in a moment.")                          \
    X(TOO_MANY, 429, "too many matches or connections from this address",                          \
      "You have too many tables.", "Finish or leave one first.")                                   \
    X(FULL, 503, "the server is full: try again later", "The server is full.", "Try again later.") \
    X(STOPPING, 503, "the server is stopping: come back in a moment", "The server restarts.",      \
      "Come back in a moment; your match waits.")

typedef enum {
#define CR_TROUBLE_ENUM(name, status, text, title, because) CR_TROUBLE_##name,
    CR_TROUBLE_MAP(CR_TROUBLE_ENUM)
#undef CR_TROUBLE_ENUM
} cr_trouble;

const char *cr_trouble_name(cr_trouble trouble);
const char *cr_trouble_text(cr_trouble trouble);
const char *cr_trouble_title(cr_trouble trouble);
const char *cr_trouble_because(cr_trouble trouble);
unsigned cr_trouble_status(cr_trouble trouble);

#endif
