/* A server without sockets for tests: fake clock, any store, sessions that are fed and read as bytes. */
#ifndef CR_TEST_HOST_H
#define CR_TEST_HOST_H

#include "clock/clocks.h"
#include "store/stores.h"
#include "wire/wire.h"

enum { HOST_SESSIONS = 8 };

typedef struct {
    cr_clock_fake clock;
    cr_store *store;
    cr_lobby lobby;
    cr_wire wire;
    cr_session sessions[HOST_SESSIONS];
    cr_waiter waiter;
    cr_trouble told; /* what the waiter was told last */
    bool is_told;
    uint8_t tokens[CR_SEATS_MAX][CR_TOKEN];
    uint8_t match[CR_MATCH_ID];
    cr_room *room;
} host;

void host_open(host *h, cr_store *store);
void host_close(host *h); /* the store too */

/* A match of this game; seats: one letter each, p person, o open, b bot. Options as "a=1 b=2". */
cr_trouble host_create(host *h, const char *game, const char *seats, const char *options);

/* The same of a game that is not in the table, from this seed. */
cr_trouble host_create_of(host *h, const cr_game *game, const char *seats, const char *options,
                          uint64_t seed);

/* Opens it with a duel of two people, both attached, what they were told taken. */
void host_open_duel(host *h, cr_store *store, const char *options);

/* Lets the store do its work until nothing waits. */
void host_turn(host *h);

/* Attaches session i to a seat, or as spectator with seat -1; after -1: from the state of things. */
void host_attach(host *h, unsigned i, int seat, long after);

/* Sends a line; %s of JSON is written with single quotes. */
void host_send(host *h, unsigned i, const char *line);

/* What session i got since the last call; valid until the next. */
const char *host_take(host *h, unsigned i);

/* Sends a move with the ticket of the open question. */
void host_move(host *h, unsigned i, uint32_t id, const char *move);

/* The i-th offer to a seat; valid until the next call. */
const char *host_offer(host *h, uint8_t seat, unsigned i);

void assert_has(const char *text, const char *part);
void assert_lacks(const char *text, const char *part);

#endif
