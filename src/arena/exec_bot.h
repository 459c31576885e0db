/* Any program as a bot: lines of JSON over its standard input and output (docs/bots.md). The program is never
 * trusted: whatever it sends or does not send, the match goes on, with the default where an answer is missing.
 *
 *  1. A question takes at most the time limit, refused answers included, however much the program talks.
 *  2. A program that ends, floods, or does not read is killed with everything it has started. It gets a new start
 *     with the next match, three times; after that its seat plays defaults.
 *  3. It is told what its seat may know and nothing else. */
#ifndef CR_ARENA_EXEC_BOT_H
#define CR_ARENA_EXEC_BOT_H

#include "ai/bot.h"

#include <sys/types.h>

/* What went wrong, counted. */
typedef struct {
    uint64_t starts;  /* how often the program was started */
    uint64_t silent;  /* questions it let run out */
    uint64_t refused; /* answers that were no legal move */
    uint64_t garbage; /* lines that were no message of the protocol */
    uint64_t ended;   /* times it ended, or was ended, before it was told to */
    char why[160];    /* the last of these in words; "" for none */
} exec_troubles;

typedef struct {
    cr_bot bot; /* hand this to the arena */
    const cr_game *game;
    const cr_setup *setup;
    const char *command;
    uint32_t limit_ms;
    exec_troubles troubles;

    pid_t pid; /* 0: does not run */
    int to, from;
    uint8_t seat;
    uint32_t id; /* of the question */
    unsigned silent_in_row;
    bool is_new; /* the match has not been announced */
    uint64_t match;
    size_t in_len, line_len; /* bytes in the buffer; those of them that are a line already read */
    char *in, *out;
} exec_bot;

/* Brings the memory; the program starts with its first match. `command` goes to /bin/sh; it, game and setup must
 * stay. False if there is no memory. */
bool exec_bot_open(exec_bot *b, const cr_game *game, const cr_setup *setup, const char *command,
                   uint32_t limit_ms);

/* A match begins in which the bot has this seat. */
void exec_bot_begin(exec_bot *b, uint64_t match, uint8_t seat);

/* The match is over. */
void exec_bot_end(exec_bot *b, const int32_t score[CR_SEATS_MAX]);

/* Ends the program: its input is closed, and after half a second it is killed. */
void exec_bot_close(exec_bot *b);

#endif
