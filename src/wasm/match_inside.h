/* A match for JavaScript: what match.c, record.c and series.c share. */
#ifndef CR_WASM_MATCH_INSIDE_H
#define CR_WASM_MATCH_INSIDE_H

#include "base/json.h"
#include "wasm/wasm.h"

typedef struct cr_wasm_match match;

/* 1. `record` is the record of the match so far: its head and n_entries entries.
 * 2. `events` are all events, whole; a viewer gets them through cr_feed_next only.
 * 3. `given` holds the entries of a record that are still to be played, or nothing. */
struct cr_wasm_match {
    cr_sink sink; /* first: the referee gets the sink */
    cr_log log;
    const cr_game *game;
    cr_setup setup;
    uint8_t match_id[16], commitment[32];
    cr_deal deal; /* of a record whose seed was shared */
    cr_state *state;
    cr_view *view;
    cr_rng rng; /* of bots and samples */
    cr_event *events;
    size_t n_events, events_cap;
    uint8_t *record;
    size_t record_len, record_cap;
    uint32_t n_entries;
    const uint8_t *given;
    size_t given_len, given_at;
    bool is_full;   /* memory ran out: events or entries are missing */
    bool is_placed; /* begun from a position */
};

match *cr_wasm_match_new(const cr_game *game); /* NULL without memory */

/* Both lengthen the record: by bytes, or by the entry of a move that was just played. */
bool cr_wasm_match_keep(match *m, const uint8_t *bytes, size_t len);
void cr_wasm_match_keep_move(match *m, const cr_move *move, uint64_t at_ms);

/* Fills in a setup: seats 0 takes the usual number, seed NULL pins the number. */
cr_err cr_wasm_setup(const cr_game *game, cr_setup *setup, unsigned n_seats, const uint8_t *seed,
                     uint64_t number, uint64_t start_ms, const char *options);
#endif
