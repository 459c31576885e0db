/* The referee as a WebAssembly module: what a browser tab or Node calls beside croupier.h.
 *
 *   match.c   matches and bots for programs (the npm package), record.c their records, series.c many matches at once
 *   tab.c     the whole server, with rooms, clocks and protocol, for a page without a server
 *   kept.c    its store: logs that the page keeps
 *
 * Everything comes in as an argument: the module reads no clock and has no source of chance. Texts end with a zero. A text
 * that a call gives back stands in one buffer until the next call; the call returns its length, cr_wasm_text its place. */
#ifndef CR_WASM_H
#define CR_WASM_H

#include "base/text.h"
#include "kernel/game.h"

/* ---- memory and texts ---- */

/* Memory for arguments. */
CR_API void *cr_wasm_alloc(size_t len);
CR_API void cr_wasm_free(void *at);

/* Where the text or the bytes of the last call stand. */
CR_API const char *cr_wasm_text(void);

/* Writes into that buffer: `write` is called until its text fits. Returns its length, 0 without memory. */
size_t cr_wasm_write(void (*write)(cr_text *out, const void *with), const void *with);

/* Puts a sentence there that says what is wrong; returns 0. */
size_t cr_wasm_fail(const char *sentence);

/* ---- matches ---- */

typedef struct cr_wasm_match cr_wasm_match;

/* A match from a seed of 32 bytes, or from a number if `seed` is NULL. Seats 0: the usual number. Options are lines
 * "name=value"; `position` is one as a case writes it, or NULL. NULL after a sentence. */
CR_API cr_wasm_match *cr_wasm_match_start(const cr_game *game, unsigned n_seats,
                                          const uint8_t *seed, uint64_t number, uint64_t start_ms,
                                          const char *options, const char *position);
CR_API void cr_wasm_match_free(cr_wasm_match *m);
CR_API const cr_game *cr_wasm_match_game(const cr_wasm_match *m);

/* Judges a move as people write it and, unless it is a dry run, plays it. Returns 0 if it is accepted, else the length of the
 * refusal as JSON. */
CR_API size_t cr_wasm_match_play(cr_wasm_match *m, unsigned seat, const char *text, uint64_t at_ms,
                                 bool is_dry);
/* The same with the 16 bytes of a move. */
CR_API size_t cr_wasm_match_play_move(cr_wasm_match *m, const cr_move *move, uint64_t at_ms,
                                      bool is_dry);
/* The default of a seat. */
CR_API size_t cr_wasm_match_idle(cr_wasm_match *m, unsigned seat, uint64_t at_ms);
/* Plays what is due by now. Returns how many defaults that were. */
CR_API uint32_t cr_wasm_match_clock(cr_wasm_match *m, uint64_t now_ms);

/* Where the moves of the next three calls stand, CR_WASM_MOVES at most. */
enum { CR_WASM_MOVES = 4096 };
CR_API const cr_move *cr_wasm_moves(void);
/* The moves offered to a seat: how many. */
CR_API size_t cr_wasm_match_offers(cr_wasm_match *m, unsigned seat);
/* One of them, drawn; false if there is none. */
CR_API bool cr_wasm_match_sample(cr_wasm_match *m, unsigned seat);
/* A bot's answer for a seat, from what that seat may know; false if it has none or there is no such bot. */
CR_API bool cr_wasm_match_bot(cr_wasm_match *m, unsigned seat, const char *bot);
/* The first n of them as people write them, a JSON list. */
CR_API size_t cr_wasm_match_moves_text(cr_wasm_match *m, size_t n);

/* Seats, time, question, moves and scores, as JSON. */
CR_API size_t cr_wasm_match_status(const cr_wasm_match *m);
/* The seats that are asked, as bits. */
CR_API unsigned cr_wasm_match_deciders(const cr_wasm_match *m);
CR_API bool cr_wasm_match_is_over(const cr_wasm_match *m);
CR_API uint64_t cr_wasm_match_hash(const cr_wasm_match *m);
/* What a viewer may know, as JSON or as lines. */
CR_API size_t cr_wasm_match_view(cr_wasm_match *m, unsigned viewer, bool is_text);
/* The events that a viewer was told behind its number `from`, a JSON list. */
CR_API size_t cr_wasm_match_events(const cr_wasm_match *m, unsigned viewer, uint32_t from);
/* The whole truth as lines. */
CR_API size_t cr_wasm_match_position(const cr_wasm_match *m);

/* ---- records ---- */

/* The record of a match so far, as bytes. */
CR_API size_t cr_wasm_match_record(const cr_wasm_match *m);
/* A match from a record, at its beginning; the bytes are copied. NULL after a sentence. */
CR_API cr_wasm_match *cr_wasm_record_open(const uint8_t *bytes, size_t len);
/* What its head says, as JSON: match id, seed, commitment, pinned. Opening it has checked that they fit. */
CR_API size_t cr_wasm_record_head(const cr_wasm_match *m);
/* Plays the next entry of the record: 1 if it holds, 0 at the end, -1 if it does not hold, after a sentence. */
CR_API int cr_wasm_record_next(cr_wasm_match *m);

/* ---- series ---- */

/* Matches first to first + n of the series that `croupier sim` plays from the same number: their results add up, and so do
 * their hashes. `bots` are names in lines, one for each seat or one for all. */
CR_API size_t cr_wasm_sim(const cr_game *game, uint64_t first, uint64_t n, uint64_t number,
                          unsigned n_seats, const char *bots, const char *options);

/* ---- the server in a tab ----
 *
 *  1. cr_tab_open, then cr_tab_load for every entry kept before, then cr_tab_start.
 *  2. Behind every call, and when the time has come that it named last, the page calls cr_tab_turn.
 *  3. The page brings four functions (tab.c): reply to a request, send on a connection, keep an entry, commit a batch. */

/* 32 random bytes for ids and tokens, and the time. Test mode as of `croupier serve`. */
CR_API bool cr_tab_open(const uint8_t key[32], uint64_t now_ms, bool is_test);
/* An entry that was kept before, in the order of its match. */
CR_API bool cr_tab_load(const uint8_t *match, uint32_t number, uint32_t flags, const uint8_t *bytes,
                        size_t len);
/* All entries are loaded. `alive_ms` is when the tab was last open, 0 if never: the time since then does not count. Returns
 * how many matches go on. */
CR_API size_t cr_tab_start(uint64_t alive_ms);
/* The page has kept this batch, or could not. */
CR_API void cr_tab_kept(uint32_t batch, bool is_kept);

/* A request of the HTTP API; false if it is too large. */
CR_API bool cr_tab_request(uint32_t id, const char *method, const char *path, const char *body);

/* A connection, as a WebSocket is one. Ids are the page's. */
CR_API bool cr_tab_connect(uint32_t id);
CR_API void cr_tab_receive(uint32_t id, const char *bytes, size_t len);
CR_API void cr_tab_disconnect(uint32_t id);

/* One turn of the loop: plays what is due, hands over what is to be kept, sends. Returns when to call again if nothing else
 * happens, -1 for never. */
CR_API double cr_tab_turn(uint64_t now_ms);

#endif
