/* A table on a server: the protocol of docs/protocol.md, played by a person at a terminal. */
#ifndef CR_TERMINAL_JOINED_H
#define CR_TERMINAL_JOINED_H

#include "terminal/table.h"

typedef struct {
    const char *url; /* of a server, or with the id of a match in it, perhaps "token=…" behind it */
    const char *name;        /* at the table */
    const cr_game *game;     /* NULL: whatever the match is of */
    const cli_list *options; /* for a new match */
    unsigned n_seats;
    const cr_bot *const *bots; /* for the other seats of a new match */
    uint8_t seat;              /* or CR_SPECTATOR: watch */
    bool has_seat;             /* the person said which */
} joined_order;

/* Joins a match, or makes one if the URL names none. CLI_GO and a table, or an exit status after a message. */
int joined_open(const joined_order *order, table **out);

#endif
