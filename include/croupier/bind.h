/* Croupier for other languages, and for whoever plays very many matches: a game described as data, refusals and questions
 * in words, drawings, bots by name, moves as numbers, views as bytes, batches of matches. The Python package stands on this
 * header and croupier.h.
 *
 * The ground rules of croupier.h hold: nothing allocates or keeps a global, all memory is the caller's and aligned to 8
 * bytes, printers work like snprintf.
 *
 * Numbers for moves
 *  1. A game whose moves are few (at most CR_ACTIONS_MAX numbers) has one number for each: kinds in the order of the game's
 *     table, inside a kind the argument bytes as the digits of one number, the first counting most, each from 0 to the
 *     largest value that the table of kinds names for it.
 *  2. In all other games a move is chosen part by part: first its kind, then one argument byte after the other; the number is
 *     the kind or the value of the byte, 0 to 255. A part that has only one value is not asked for.
 *  3. A number is legal if a legal move begins with it, so no way through legal numbers ends in a refusal.
 *  4. Moves that are about the table and not the game, such as interrupts, have no number.
 *  5. The numbers are those of one rules_version of the game.
 *
 * Views as bytes
 *  6. CR_ENCODED_HEAD bytes of the kernel's: viewer, seats, over, 1 + kind of the question or 0, its form, the seats asked,
 *     the seats still open, whether the viewer may answer now; then kind + 1, step, seat and note of CR_DEPTH effects; then
 *     the viewer's own sealed answer: 1 if there is one, its kind and its arguments.
 *  7. Behind it the fields of the game's view as they lie in memory, lowest byte first, seats that are not there as zeros;
 *     times, statistics and history (fields that are no part of a position) are left out. cr_encoded_json names every byte.
 */
#ifndef CROUPIER_BIND_H
#define CROUPIER_BIND_H

#include <croupier/croupier.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- descriptions ---- */

/* The game as a JSON object: name, title, about, rules_version, seats, options, kinds of moves, questions, and `actions`,
 * how its moves are numbered. */
CR_API size_t cr_game_json(const cr_game *game, char *buf, size_t cap);

/* The bots that play this game, a JSON list of objects with name and about. */
CR_API size_t cr_bots_json(const cr_game *game, char *buf, size_t cap);

/* The chart of questions and moves, in one of the forms "json", "mermaid", "dot"; 0 for another word. */
CR_API size_t cr_chart_print(const cr_game *game, const char *form, char *buf, size_t cap);

/* A refusal as a JSON object: code, text, rule, sentence, field; and for people title, because, and the moves that are
 * possible instead. `typed` (may be NULL) is what was written where it is no move. */
CR_API size_t cr_refusal_json(const cr_game *game, const cr_state *state, const cr_move *move,
                              cr_refusal refusal, const char *typed, char *buf, size_t cap);

/* The open question as this viewer may know it, a JSON object: kind, form, ticket, asked, deciders, budget_ms, text. The
 * word null when the match is over. */
CR_API size_t cr_question_json(const cr_game *game, const cr_state *state, uint8_t viewer,
                               char *buf, size_t cap);

/* What a seat may do as boxes, a JSON list: each has the kind of move, its argument bytes, what may stand in them in place
 * of these ("at", "values"; or "subset" of four bytes with "least" and "most" members; or "tally" of eight), its size, and
 * whether every move in it is legal ("exact"). */
CR_API size_t cr_boxes_json(const cr_game *game, const cr_state *state, uint8_t seat, char *buf,
                            size_t cap);

/* A view as the terminal draws it, plain text, 40 to 200 columns wide. */
CR_API size_t cr_view_draw(const cr_game *game, const cr_view *view, unsigned columns, char *buf,
                           size_t cap);

/* ---- events without a callback ---- */

/* A sink that writes events to memory of the caller. `n` counts on where `cap` is too small; set it back to read on. */
typedef struct {
    cr_sink sink;
    cr_event *events;
    size_t n, cap;
} cr_tape;

/* An empty tape on this memory; give &tape->sink to cr_start or cr_play. */
CR_API void cr_tape_init(cr_tape *tape, cr_event *events, size_t cap);

/* ---- games from modules ---- */

/* Bytes that cr_module_game writes. */
CR_API size_t cr_game_bytes(void);

/* The game of a loaded module, whose symbol "cr_game_module" is at `module`, completed in `memory` (cr_game_bytes), which
 * must stay as long as the game is used. NULL if it was built for another version or its tables do not fit; `why` (may be
 * NULL) then holds the reason as a clause. The module's file must have been checked before it was loaded: its code runs. */
CR_API const cr_game *cr_module_game(const void *module, void *memory, char *why, size_t why_cap);

/* ---- bots ---- */

/* Bytes of memory that the bot of this name needs for an answer; SIZE_MAX if no such bot plays this game. */
CR_API size_t cr_bot_bytes(const cr_game *game, const char *name);

/* The answer of a bot for a seat that is asked, made from what the seat may know. `view` (cr_view_size bytes) and `memory`
 * (cr_bot_bytes) are written over. False if it has none. */
CR_API bool cr_bot_answer(const cr_game *game, const cr_state *state, uint8_t seat,
                          const char *name, cr_rng *rng, cr_view *view, void *memory, cr_move *out);

/* ---- moves as numbers ---- */

enum { CR_ACTIONS_MAX = 1024, CR_PART_VALUES = 256 };

/* A move in the making: its kind and argument bytes, n of them settled. */
typedef struct {
    uint8_t byte[1 + CR_ARGS], n, fill[4];
} cr_making;

/* How many numbers there are: 1 to CR_ACTIONS_MAX, or CR_PART_VALUES where moves are chosen part by part (*by_parts, may
 * be NULL). */
CR_API uint32_t cr_actions(const cr_game *game, bool *by_parts);

/* Begins a move of a seat that is asked. */
CR_API void cr_making_start(const cr_game *game, const cr_state *state, uint8_t seat, cr_making *m);

/* Writes cr_actions(game) bytes, 1 where the number is legal, and returns how many are. */
CR_API uint32_t cr_making_mask(const cr_game *game, const cr_state *state, uint8_t seat,
                               const cr_making *m, uint8_t *mask);

/* Takes a legal number. True: the move is whole, and in *out. A number that is not legal gives a move that is none. */
CR_API bool cr_making_take(const cr_game *game, const cr_state *state, uint8_t seat, cr_making *m,
                           uint32_t action, cr_move *out);

/* The numbers of a legal move, at most 1 + CR_ARGS; returns how many, 0 if it has none. */
CR_API size_t cr_move_actions(const cr_game *game, const cr_state *state, const cr_move *move,
                              uint32_t out[1 + CR_ARGS]);

/* ---- views as bytes ---- */

enum { CR_ENCODED_HEAD = 8 + 4 * CR_DEPTH + 2 + CR_ARGS };

/* Bytes of an encoded view of this game. */
CR_API size_t cr_encoded_size(const cr_game *game);

/* Encodes a view. */
CR_API void cr_encode(const cr_game *game, const cr_view *view, uint8_t *out);

/* The name of every byte, a JSON list. */
CR_API size_t cr_encoded_json(const cr_game *game, char *buf, size_t cap);

/* ---- batches ---- */

/* n matches of one game that are played together; a match that is over is told once and followed by a new one. The caller
 * fills in everything down to `memory`, and keeps the arrays. What an array of NULL would hold is not made. */
typedef struct {
    const cr_game *game;
    cr_setup setup; /* of every match; its seed is the series', see cr_seed_derive */
    uint32_t n;     /* matches */
    uint32_t fill;
    uint8_t *observations;   /* n × cr_encoded_size: the view of the seat that is asked */
    uint8_t *masks;          /* n × cr_actions */
    int32_t *players;        /* n: the seat that is asked */
    float *rewards;          /* n × seats: the scores of a match that has just ended, else 0 */
    uint8_t *dones;          /* n: 1 if a match has just ended */
    void *memory;            /* cr_batch_bytes */
    uint64_t moves, matches; /* out: played so far, ended so far */
} cr_batch;

/* Bytes of memory for a batch of n matches. */
CR_API size_t cr_batch_bytes(const cr_game *game, uint32_t n);

/* Begins all matches and fills the arrays. Fails as cr_start does. */
CR_API CR_MUST_USE cr_err cr_batch_start(cr_batch *b);

/* One number for each match, by what the arrays say. Returns n; or, if a number is not legal, the first match whose number
 * it is: then nothing has changed. In a TURN, ALL, ANY or OPEN question with several seats the lowest is asked first; none
 * sees what another has sealed. */
CR_API uint32_t cr_batch_step(cr_batch *b, const int32_t *actions);

#ifdef __cplusplus
}
#endif
#endif
