/* What the two files of `croupier load` share: load.c makes matches and plays them, load_report.c measures and tells. */
#ifndef CR_APPS_LOAD_H
#define CR_APPS_LOAD_H

#include "kernel/game.h"
#include "kernel/rng.h"
#include "net/client.h"

enum {
    HTTP_CONNECTIONS = 32,
    MOVES_MAX = 5, /* of a client from server to server for one match */
    SAMPLES_MAX = 1 << 22,
    PROBES = 1000, /* of the machine, before and after; a p99 of fewer says little */
    SENT_MAX = 4   /* moves of one seat on their way; it sends the next when it is asked again */
};

typedef struct load load;
typedef struct table table;

/* One seat of one table. */
typedef struct {
    net_client net;    /* first */
    net_server server; /* where its match is */
    unsigned n_moves;  /* from server to server for this match */
    table *table;
    uv_timer_t timer;
    uint8_t seat;
    bool is_asked;
    uint32_t id, ticket;
    uint64_t sent_ns[SENT_MAX]; /* of its moves that the next seat has not seen yet */
    uint32_t n_sent, n_seen;
    uint64_t next_ns; /* when it may move again */
    char move[256];   /* chosen, and waiting for its time */
} client;

struct table {
    load *load;
    client *clients[CR_SEATS_MAX];
    char match[33], token[CR_SEATS_MAX][33];
};

/* Makes matches: the idle ones first, then whoever waits for a table. */
typedef struct {
    net_client net; /* first */
    load *load;
    table *for_table;
    bool is_busy;
} maker;

typedef struct {
    double cpu_seconds, bytes_per_match;
} server_numbers;

struct load {
    uv_loop_t *loop;
    const cr_game *game;
    net_server server;
    char body[2048], idle_body[2048];
    unsigned n_seats;
    table *tables;
    uint64_t n_tables, idle_left, seconds, rate;
    maker makers[HTTP_CONNECTIONS];
    table **waiting;
    size_t n_waiting;
    size_t n_ready; /* clients that have been asked or told once */
    cr_rng rng;
    uv_timer_t end;
    bool is_measuring, is_over, has_failed;
    server_numbers before;
    uint64_t start_ns, moves, refused, matches, bytes_before;
    uint32_t *samples; /* microseconds */
    size_t n_samples;
    uint32_t syncs[2 * PROBES],
        floors[2 * PROBES]; /* microseconds, what the machine itself takes */
    size_t n_probes;
};

/* From now on moves count, until the seconds are over. */
void load_measure(load *l);

/* What the machine itself costs, the time every figure must be read against: nothing but a page made durable every
 * millisecond. A sync counts from the write on, the floor from the moment the write was due; a move counts from the moment
 * it is sent, so what our own timers are late is in the floor and not in a move. */
void load_probe(load *l);

/* Probes once more and prints all figures. */
void load_report(load *l, bool is_json);

#endif
