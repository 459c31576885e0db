/* Croupier: a referee for games with secrets.
 *
 * This header is all a program needs that embeds the referee: find a game, start a match, see what a
 * seat may see, list or sample what it may do, play moves, read events, keep and replay the record.
 * Whoever writes a game reads <croupier/game.h> next.
 *
 * Ground rules
 *  1. Everything is a value. States and views are plain bytes of a size the game tells; the caller
 *     brings the memory, copies with memcpy and compares with memcmp. Nothing here allocates, reads
 *     a clock, does input or output, or keeps a global.
 *  2. Only cr_play, cr_play_checked, cr_run_clock and cr_start change a state, and cr_play changes
 *     nothing when it refuses.
 *  3. A state, its hash and its record are as secret as the cards in it. Views, redacted events and
 *     refusals are what may leave the referee.
 *  4. Memory for states and views is aligned to 8 bytes.
 */
#ifndef CROUPIER_H
#define CROUPIER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define CR_API      __attribute__((visibility("default")))
#define CR_MUST_USE __attribute__((warn_unused_result))
#else
#define CR_API
#define CR_MUST_USE
#endif

#define CR_VERSION "0.2.0"

/* Seats are bits of a uint16_t. Players are 0 to 7; the other three are no players. */
enum { CR_SEATS_MAX = 8, CR_SPECTATOR = 13, CR_HOST = 14, CR_ADMIN = 15 };

enum {
    CR_ARGS = 10,        /* argument bytes of a move */
    CR_DEPTH = 8,        /* effects on a stack */
    CR_OPTIONS_MAX = 32, /* options of a game */
    CR_EVENT_DATA = 24   /* payload bytes of an event */
};

/* Move kinds of the kernel. A game's own kinds count from 1; kind 0 is its pass, if it has one. */
enum { CR_PASS = 0, CR_IDLE = 0xF0, CR_PAUSE = 0xF1, CR_RESUME = 0xF2 };

/* How a question is put: one list for name, the word in views, events and messages, and what it means. */
#define CR_FORM_MAP(X)                                                                         \
    X(ALL, "all", "every asked seat answers, unseen by the others; the last answer closes it") \
    X(TURN, "turn",                                                                            \
      "one after another from `first` upwards; a pass goes on, anything else closes"           \
      " it")                                                                                   \
    X(ANY, "any", "the first answer closes it; `first` is the seat whose default counts")      \
    X(OPEN, "open",                                                                            \
      "every asked seat may answer once; a pass takes the seat out, anything else"             \
      " closes it, and so does the last pass")

enum {
#define CR_FORM_ENUM(name, word, text) CR_##name,
    CR_FORM_MAP(CR_FORM_ENUM)
#undef CR_FORM_ENUM
        CR_FORMS
};

/* One list for name and sentence of everything that can go wrong outside the rules. */
#define CR_ERR_MAP(X)                                                   \
    X(OK, "done")                                                       \
    X(FULL, "the buffer is full")                                       \
    X(NO_GAME, "there is no game of this name")                         \
    X(NO_OPTION, "the game has no option of this name")                 \
    X(BAD_OPTION, "the option does not take this value")                \
    X(BAD_SEATS, "the game is not played with this number of seats")    \
    X(BAD_TEXT, "the text does not parse")                              \
    X(BAD_POSITION, "the position breaks a rule of the game")           \
    X(NOT_RECORD, "this is no record")                                  \
    X(TRUNCATED, "the record ends in the middle of an entry")           \
    X(CORRUPT, "the record is damaged: a check sum does not fit")       \
    X(FOREIGN_VERSION, "the record is of another version of the rules") \
    X(DIFFERS, "the record does not replay to the same states")         \
    X(REFUSED, "the record holds a move that the rules refuse")         \
    X(BAD_COMMITMENT, "seed and match id do not give the commitment")   \
    X(BUG, "the game broke an invariant")                               \
    X(NO_MATCH, "there is no match of this id")                         \
    X(STORE, "the store cannot be read or written")                     \
    X(MEMORY, "no memory left")                                         \
    X(FOREIGN_LAYOUT, "the record is of another build of this game")    \
    X(BAD_DEAL, "the parts of the seed are not what was committed to")

typedef enum {
#define CR_ERR_ENUM(name, text) CR_ERR_##name,
    CR_ERR_MAP(CR_ERR_ENUM)
#undef CR_ERR_ENUM
} cr_err;

/* Refusals of the kernel, judged in this order: name, reason, and for people at a table a title and one sentence
 * (src/kernel/say.h). A game's own codes start at CR_CODE_GAME. */
#define CR_CODE_MAP(X)                                                                          \
    X(OK, "accepted", "This is possible.", "Nothing speaks against it.")                        \
    X(MALFORMED, "this is no move of the game",                                                 \
      "<typed:There is no move “{typed}”.|That is no move.>",                                   \
      "{game} knows other moves; choose one that is possible now.")                             \
    X(FORBIDDEN, "this does not come from a seat that may send it", "That is not yours to do.", \
      "Only the player it belongs to, or the referee, may do it.")                              \
    X(TOO_LATE, "somebody was quicker", "Somebody was quicker.",                                \
      "Another answer came first, and the table has moved on.")                                 \
    X(OVER, "the match is over", "The match is over.",                                          \
      "Nothing more can be played at this table.")                                              \
    X(STALE, "the question this answers is gone", "The table has moved on.",                    \
      "Something happened before your answer came; look again.")                                \
    X(LATE, "the time for this answer is used up", "Your time ran out.",                        \
      "The referee has answered for you.")                                                      \
    X(WRONG_KIND, "the question asks for something else", "{first}",                            \
      "That comes at another time.")                                                            \
    X(NOT_ASKED, "another seat is asked", "It is not your turn.",                               \
      "{others} [decide|decides] now; yours comes later.")                                      \
    X(ANSWERED, "this seat has answered already", "You have answered already.",                 \
      "Your answer is in and cannot be changed.")                                               \
    X(NOT_OFFERED, "this was not offered", "That is not possible now.",                         \
      "Choose something that is possible at this moment.")                                      \
    X(BROKEN, "the referee stopped this match because of a fault of its own",                   \
      "This match had to stop.", "The referee found a fault of its own and kept the record.")

typedef enum {
#define CR_CODE_ENUM(name, text, title, because) CR_CODE_##name,
    CR_CODE_MAP(CR_CODE_ENUM)
#undef CR_CODE_ENUM
        CR_CODE_GAME = 16
} cr_code;

typedef struct cr_game cr_game;   /* a game: functions and tables, see <croupier/game.h> */
typedef struct cr_state cr_state; /* the whole truth of a match, cr_state_size(game) bytes */
typedef struct cr_view cr_view;   /* what one seat may know, cr_view_size(game) bytes */
typedef struct cr_space cr_space; /* a set of moves described by boxes, see src/kernel/space.h */

/* A move: 16 bytes. `ticket` names the question it answers. Bytes a kind does not use are zero. */
typedef struct {
    uint32_t ticket;
    uint8_t seat, kind, arg[CR_ARGS];
} cr_move;

/* A refusal. Code 0 means accepted. `rule` is an index for cr_rule_text, 0 for none; `field` is 1 + the
 * number of the part of the move that is wrong, 0 for none. */
typedef struct {
    uint16_t code, rule, field, fill;
} cr_refusal;

/* What happened. The first n_public bytes are for everybody, the rest for the seats in `eyes`; with
 * is_private only `eyes` learn that it happened at all. cr_redact is the only way out. */
typedef struct {
    uint8_t kind, seat;
    uint16_t eyes;
    uint8_t n_public, is_private, is_redacted, fill, data[CR_EVENT_DATA];
} cr_event;

/* The open question. While the match is paused deadline_ms holds what is left of the time. */
typedef struct {
    uint64_t deadline_ms;       /* absolute; means nothing if budget_ms is 0 */
    uint32_t ticket, budget_ms; /* budget 0: no limit */
    uint16_t asked, open;       /* all asked seats; those who have not answered */
    uint8_t kind, form, first;
    uint8_t
        late_by; /* 0, or 1 + the number of questions put since somebody was too late for an open one; in a
                        view only if it was the viewer */
} cr_question;

/* The generator: ChaCha20 with a key, a stream number and a place in the stream. */
typedef struct {
    uint8_t key[32];
    uint64_t at, stream; /* bytes drawn so far; which of the streams of this key */
    uint8_t block[64];   /* the block that `at` lies in, once something of it was drawn */
} cr_rng;

/* What a match is made from. */
typedef struct {
    uint8_t seed[32];
    uint64_t start_ms;
    uint8_t n_seats, is_pinned; /* pinned: the seed was given as a number, not drawn */
    uint8_t is_scripted;        /* 0; for walks over every outcome, see src/kernel/rng.h */
    uint8_t fill[5];
    int32_t option[CR_OPTIONS_MAX]; /* by the order of the game's option table */
} cr_setup;

/* Whoever listens to events embeds this as first member. A sink of NULL: nobody listens. */
typedef struct cr_sink cr_sink;
struct cr_sink {
    /* Called once per event, in order, from inside cr_start, cr_play or cr_run_clock. The event is
     * whole: redact it before it leaves the referee. Must not touch the state. */
    void (*emit)(cr_sink *sink, const cr_event *event);
};

/* Whoever keeps the moves that the clock plays embeds this as first member. */
typedef struct cr_log cr_log;
struct cr_log {
    /* Called after each move the clock has played, with the time it carries and the new state. */
    void (*played)(cr_log *log, const cr_move *move, uint64_t at_ms, const cr_state *state);
};

/* ---- names and sentences ---- */

/* Name of an error, such as "FULL"; never NULL. */
CR_API const char *cr_err_name(cr_err err);

/* The sentence of an error; never NULL. */
CR_API const char *cr_err_text(cr_err err);

/* Name of a refusal code, the game's own included, such as "STALE" or "NOT_HELD"; never NULL. */
CR_API const char *cr_code_name(const cr_game *game, uint16_t code);

/* The reason in words for a refusal code; never NULL. */
CR_API const char *cr_code_text(const cr_game *game, uint16_t code);

/* Word of a form, such as "open"; "?" for a number that is none. */
CR_API const char *cr_form_word(uint8_t form);

/* What the form means, in words; "?" for a number that is none. */
CR_API const char *cr_form_text(uint8_t form);

/* Id of a rule, such as "EX-5"; "" for rule 0 or one that does not exist. */
CR_API const char *cr_rule_id(const cr_game *game, uint16_t rule);

/* The sentence of a rule; "" for rule 0 or one that does not exist. */
CR_API const char *cr_rule_text(const cr_game *game, uint16_t rule);

/* Name of the part of the move that a refusal points at; "" where it points at none. */
CR_API const char *cr_field_name(const cr_game *game, const cr_move *move, cr_refusal refusal);

/* ---- games ---- */

/* Number of games in the table. */
CR_API size_t cr_game_count(void);

/* The i-th game of the table, or NULL. */
CR_API const cr_game *cr_game_at(size_t i);

/* The game of this name, or NULL. */
CR_API const cr_game *cr_game_find(const char *name);

/* Name of the game as used on the command line. */
CR_API const char *cr_game_name(const cr_game *game);

/* One sentence that says what the game is. */
CR_API const char *cr_game_about(const cr_game *game);

/* Version of the game's rules; it rises when a recorded match would play out differently. */
CR_API uint16_t cr_game_rules_version(const cr_game *game);

/* Smallest and largest number of seats. */
CR_API void cr_game_seats(const cr_game *game, uint8_t *min, uint8_t *max);

/* Bytes of a state of this game; a multiple of 8. */
CR_API size_t cr_state_size(const cr_game *game);

/* Bytes of a view of this game; a multiple of 8. */
CR_API size_t cr_view_size(const cr_game *game);

/* ---- a match ---- */

/* Fills `setup` with zeros, the game's default options and its smallest number of seats. */
CR_API void cr_setup_init(const cr_game *game, cr_setup *setup);

/* Sets one option, or the number of seats by the name "seats", from text. Refuses an unknown name with
 * CR_ERR_NO_OPTION and an unfit value with CR_ERR_BAD_OPTION or CR_ERR_BAD_SEATS; then nothing changes. */
CR_API CR_MUST_USE cr_err cr_setup_option(const cr_game *game, cr_setup *setup, const char *name,
                                          const char *value);

/* Makes 32 bytes of seed from a number, the same on every machine, and marks the match as pinned. */
CR_API void cr_setup_pin(cr_setup *setup, uint64_t number);

/* Begins a match: deals and asks the first question. `state` needs no preparation. Fails with
 * CR_ERR_BAD_SEATS or CR_ERR_BAD_OPTION on a setup the game cannot take. */
CR_API CR_MUST_USE cr_err cr_start(const cr_game *game, cr_state *state, const cr_setup *setup,
                                   cr_sink *sink);

/* Would this move be accepted at this time? A dry run: nothing changes. */
CR_API cr_refusal cr_judge(const cr_game *game, const cr_state *state, const cr_move *move,
                           uint64_t at_ms);

/* Judges the move and, if it is accepted, plays it and everything that follows from it. A refused move
 * changes no byte. Time never runs backwards: an at_ms before cr_now counts as cr_now. */
CR_API cr_refusal cr_play(const cr_game *game, cr_state *state, const cr_move *move, uint64_t at_ms,
                          cr_sink *sink);

/* Plays a move without judging it again. Only for a move that cr_judge, cr_sample or cr_offers_nth gave
 * for exactly this state; anything else is undefined. Simulations save half their time with it. */
CR_API void cr_play_checked(const cr_game *game, cr_state *state, const cr_move *move,
                            uint64_t at_ms, cr_sink *sink);

/* Plays every default whose deadline is not after now_ms, each stamped with its own deadline, and tells
 * `log` (may be NULL) of each. Call it before any move that carries now_ms. */
CR_API void cr_run_clock(const cr_game *game, cr_state *state, uint64_t now_ms, cr_sink *sink,
                         cr_log *log);

/* The host's move that plays the default of one seat. */
CR_API cr_move cr_idle_move(const cr_state *state, uint8_t seat);

/* The host's move that pauses the clock for a reason from 0 to 15; the clock runs when no reason is left. */
CR_API cr_move cr_pause_move(const cr_state *state, uint8_t reason);

/* The host's move that takes back a reason for pausing. */
CR_API cr_move cr_resume_move(const cr_state *state, uint8_t reason);

/* The open question; its `open` is 0 when the match is over. */
CR_API const cr_question *cr_asked_now(const cr_state *state);

/* The seats that may answer right now: all open ones, or in a TURN question the head of the queue. As secret as
 * the state: whether a seat has passed in an OPEN question is told only where the kind of question says so. */
CR_API uint16_t cr_deciders(const cr_state *state);

/* When the open question runs out: absolute time, or UINT64_MAX while there is no limit or a pause. */
CR_API uint64_t cr_due(const cr_state *state);

/* Time of the last move, passes that are kept secret aside. */
CR_API uint64_t cr_now(const cr_state *state);

/* Reasons for pausing in force, as bits. */
CR_API uint16_t cr_paused(const cr_state *state);

/* Number of seats of the match. */
CR_API uint8_t cr_seats(const cr_state *state);

/* Is the match over? */
CR_API bool cr_is_over(const cr_state *state);

/* NULL, or the fault of the game that made the referee stop this match: every move is refused then. */
CR_API const char *cr_fault(const cr_state *state);

/* Scores by seat, as the game counts them; the higher the better. Meaningful at any time. */
CR_API void cr_score(const cr_game *game, const cr_state *state, int32_t out[CR_SEATS_MAX]);

/* Identity of a state: a hash of its bytes, the same on every machine. As secret as the state. */
CR_API uint64_t cr_state_hash(const cr_game *game, const cr_state *state);

/* ---- what a seat may do ---- */

/* Writes up to `cap` distinct legal moves of the seat to `out`, in a fixed order, and returns how many it
 * wrote; *is_all (may be NULL) tells whether these are all. Looks at no more than a million candidates. */
CR_API size_t cr_offers_list(const cr_game *game, const cr_state *state, uint8_t seat, cr_move *out,
                             size_t cap, bool *is_all);

/* Upper bound for the number of legal moves of the seat, without listing them. */
CR_API uint64_t cr_offers_size(const cr_game *game, const cr_state *state, uint8_t seat);

/* Draws a legal move of the seat, controls (interrupts and the like) left out, each with the same chance
 * unless legal moves are very rare among the candidates. Returns false if it finds none. */
CR_API bool cr_sample(const cr_game *game, const cr_state *state, uint8_t seat, cr_rng *rng,
                      cr_move *out);

/* ---- what a seat may know ---- */

/* Fills `view` (cr_view_size bytes) with what this viewer may know: a seat or CR_SPECTATOR. */
CR_API void cr_see(const cr_game *game, const cr_state *state, uint8_t viewer, cr_view *view);

/* The same for somebody who looks at `at_ms`: nothing has happened since the last move, but time has passed. A time before
 * that move counts as the move's. */
CR_API void cr_see_at(const cr_game *game, const cr_state *state, uint8_t viewer, uint64_t at_ms,
                      cr_view *view);

/* Makes up a state that fits the view: everything the viewer does not know is drawn from `rng`. */
CR_API void cr_guess(const cr_game *game, const cr_view *view, cr_rng *rng, cr_state *out);

/* The event as this viewer may see it. Returns false if the viewer learns nothing of it. */
CR_API bool cr_redact(const cr_event *event, uint8_t viewer, cr_event *out);

/* ---- text and JSON ----
 * Every printer works like snprintf: it writes at most cap bytes with the closing zero and returns the
 * length of the whole text. */

/* A move as people write it, such as "pick 7"; without seat and ticket. */
CR_API size_t cr_move_print(const cr_game *game, const cr_move *move, char *buf, size_t cap);

/* Reads a move that answers the open question; "@N " in front names another ticket. `state` may be NULL
 * for a game that reads its moves without one. Returns code 0, CR_CODE_MALFORMED, or what the game's own
 * translator refuses. */
CR_API cr_refusal cr_move_parse(const cr_game *game, const cr_state *state, uint8_t seat,
                                const char *text, cr_move *out);

/* A move as a JSON object with the same names. */
CR_API size_t cr_move_json(const cr_game *game, const cr_move *move, char *buf, size_t cap);

/* A view as lines "name: value". */
CR_API size_t cr_view_print(const cr_game *game, const cr_view *view, char *buf, size_t cap);

/* Reads back what cr_view_print wrote. On CR_ERR_BAD_TEXT *line (may be NULL) is the line at fault, from 1. */
CR_API CR_MUST_USE cr_err cr_view_parse(const cr_game *game, const char *text, cr_view *out,
                                        unsigned *line);

/* A view as a JSON object. */
CR_API size_t cr_view_json(const cr_game *game, const cr_view *view, char *buf, size_t cap);

/* A (redacted) event as one line. */
CR_API size_t cr_event_print(const cr_game *game, const cr_event *event, char *buf, size_t cap);

/* A (redacted) event as a JSON object. */
CR_API size_t cr_event_json(const cr_game *game, const cr_event *event, char *buf, size_t cap);

/* A state as a position: zones and effects, one per line. */
CR_API size_t cr_position_print(const cr_game *game, const cr_state *state, char *buf, size_t cap);

/* Starts a match from a written position: what the text does not mention is as at the start of a match
 * with this setup; the question follows by itself. Fails with CR_ERR_BAD_TEXT, or CR_ERR_BAD_POSITION where
 * the game's invariants do not hold; `why` (may be NULL) then holds one line on it and *line the line. */
CR_API CR_MUST_USE cr_err cr_position_parse(const cr_game *game, const cr_setup *setup,
                                            const char *text, cr_state *out, cr_sink *sink,
                                            unsigned *line, char *why, size_t why_cap);

/* ---- chance ---- */

/* A generator from 32 bytes of key; streams of one key are independent of each other. The last stream, UINT64_MAX, is
 * taken. */
CR_API void cr_rng_init(cr_rng *rng, const uint8_t key[32], uint64_t stream);

/* A number from 0 to n − 1, each equally likely. n must not be 0. */
CR_API uint32_t cr_rng_below(cr_rng *rng, uint32_t n);

/* 64 random bits. */
CR_API uint64_t cr_rng_u64(cr_rng *rng);

/* `len` random bytes. */
CR_API void cr_rng_bytes(cr_rng *rng, void *out, size_t len);

/* Goes to a place in the stream that was read from rng->at before: what follows comes again. */
CR_API void cr_rng_seek(cr_rng *rng, uint64_t at);

/* The seed of match number `i` of a series that has its own seed. For simulations: whoever knows one seed of a
 * series knows them all. */
CR_API void cr_seed_derive(const uint8_t series[32], uint64_t i, uint8_t out[32]);

/* SHA-256 of match id and seed: published when a match begins. */
CR_API void cr_commit(const uint8_t match_id[16], const uint8_t seed[32], uint8_t out[32]);

/* Does this seed, shown at the end, give the commitment published at the start? */
CR_API bool cr_commit_holds(const uint8_t match_id[16], const uint8_t seed[32],
                            const uint8_t commitment[32]);

/* ---- a seed that several have drawn ----
 * The server and each seat that takes part commit to 32 bytes of their own, then open them; the seed is a hash of all. Nobody
 * could choose it unless all of them are in it together. A start in which somebody has committed and not opened is void; it
 * stays on record, and another follows without that seat. docs/record.md. */

enum {
    CR_STARTS_MAX = 10, /* starts of one match, void ones and the last */
    CR_OPEN_MS =
        10000, /* behind the last commitment a part is opened so soon, or its start is void */
    CR_DEAL_BYTES_MAX = 8192 /* of all starts in a record */
};

typedef struct {
    uint64_t sealed_ms,
        ended_ms; /* when all commitments were in; when the match began or the start was void */
    uint16_t sealed, opened; /* seats */
    uint8_t is_void, fill[3];
    uint8_t part[32], commitment[32];                          /* the server's */
    uint8_t seal[CR_SEATS_MAX][32], opening[CR_SEATS_MAX][32]; /* the seats' */
    uint64_t seal_ms[CR_SEATS_MAX], open_ms[CR_SEATS_MAX];
} cr_draw;

typedef struct {
    uint32_t n, fill;
    cr_draw draw[CR_STARTS_MAX];
} cr_deal;

/* One list for name and sentence of what may be wrong with a deal. */
#define CR_DEAL_MAP(X)                                                                     \
    X(HOLDS, "all parts are what was committed to")                                        \
    X(COMMITMENT, "the server's part is not the one it committed to")                      \
    X(SWAPPED, "the part or the commitment of this seat is that of another seat")          \
    X(CHANGED, "the part of this seat is not the one it committed to for this match")      \
    X(EARLY, "the part of this seat was opened before all commitments were in")            \
    X(LATE, "the part of this seat was opened too late: the start should have been void")  \
    X(MISSING, "this seat has committed and not opened, and the match began all the same") \
    X(NOT_VOID, "everybody had opened in time, and the start was called void")             \
    X(OUT_AGAIN, "this seat had not opened before, and takes part once more")              \
    X(ORDER,                                                                               \
      "the starts are not in the order of their times, or the last is not the one that began")

typedef enum {
#define CR_DEAL_ENUM(name, text) CR_DEAL_##name,
    CR_DEAL_MAP(CR_DEAL_ENUM)
#undef CR_DEAL_ENUM
} cr_deal_fault;

/* Name of a fault, such as "SWAPPED". */
CR_API const char *cr_deal_fault_name(cr_deal_fault fault);

/* The same in words. */
CR_API const char *cr_deal_fault_text(cr_deal_fault fault);

/* What a seat publishes of its part: SHA-256 of a tag, the match id, the seat and the part. */
CR_API void cr_part_seal(const uint8_t match_id[16], uint8_t seat, const uint8_t part[32],
                         uint8_t out[32]);

/* The seed of start `number` (from 1): SHA-256 of a tag, the match id, the number, the server's part and those of all seats
 * in their order, opened or not. Where no seat has opened one, the server's part itself. */
CR_API void cr_draw_seed(const uint8_t match_id[16], uint32_t number, const cr_draw *draw,
                         uint8_t out[32]);

/* Is everything as was committed to? *number and *seat (may be NULL) tell where not: a start from 1, and a seat or
 * CR_HOST for the server. */
CR_API cr_deal_fault cr_deal_check(const uint8_t match_id[16], const cr_deal *deal,
                                   uint32_t *number, uint8_t *seat);

/* ---- the record ----
 * docs/record.md describes the bytes. */

enum { CR_RECORD_HEAD_MAX = 384, CR_RECORD_ENTRY = 40, CR_GAME_NAME_MAX = 33 };

typedef struct {
    cr_setup setup;
    uint8_t match_id[16], commitment[32];
    uint16_t rules_version;
    uint16_t head_size; /* bytes of the head in the file */
    uint16_t deal_at;   /* where in it the starts stand; 0: the server alone has drawn the seed */
    uint8_t fill[2];
} cr_record_head;

typedef struct {
    uint32_t number; /* from 1 */
    uint32_t fill;
    uint64_t at_ms, hash; /* time; hash of the state after the move */
    cr_move move;
} cr_record_entry;

/* Writes the head of a record (at most CR_RECORD_HEAD_MAX bytes) and returns its size. */
CR_API size_t cr_record_head_write(const cr_game *game, const cr_setup *setup,
                                   const uint8_t match_id[16], uint8_t out[CR_RECORD_HEAD_MAX]);

/* The same for a seed that was shared: `deal` tells how it was drawn, setup->seed is what cr_draw_seed gives for the last of
 * its starts. Writes at most CR_RECORD_HEAD_MAX + CR_DEAL_BYTES_MAX bytes. */
CR_API size_t cr_record_head_write_deal(const cr_game *game, const cr_setup *setup,
                                        const uint8_t match_id[16], const cr_deal *deal,
                                        uint8_t *out);

/* How the seed was drawn, from a record whose head was read. Fails with CR_ERR_CORRUPT; a head without a deal has no starts. */
CR_API CR_MUST_USE cr_err cr_record_deal(const uint8_t *bytes, size_t len,
                                         const cr_record_head *head, cr_deal *out);

/* Copies the name of the game out of a record (with its closing zero), so that the game can be found. Fails
 * with CR_ERR_NOT_RECORD or CR_ERR_TRUNCATED. */
CR_API CR_MUST_USE cr_err cr_record_game(const uint8_t *bytes, size_t len,
                                         char name[CR_GAME_NAME_MAX]);

/* Reads and checks the head of a record of this game. Fails with CR_ERR_NOT_RECORD, CR_ERR_TRUNCATED,
 * CR_ERR_CORRUPT, CR_ERR_NO_GAME (it is of another game), CR_ERR_FOREIGN_VERSION (out->rules_version tells
 * which), CR_ERR_FOREIGN_LAYOUT (of a module: its states look otherwise), CR_ERR_BAD_OPTION, CR_ERR_BAD_COMMITMENT, or
 * CR_ERR_BAD_DEAL (cr_deal_check tells what is wrong). out->setup.seed is the seed of the match, however it was drawn. */
CR_API CR_MUST_USE cr_err cr_record_head_read(const cr_game *game, const uint8_t *bytes, size_t len,
                                              cr_record_head *out);

/* Writes one entry, CR_RECORD_ENTRY bytes. */
CR_API void cr_record_entry_write(const cr_record_entry *entry, uint8_t out[CR_RECORD_ENTRY]);

/* Reads one entry. Fails with CR_ERR_TRUNCATED or CR_ERR_CORRUPT. */
CR_API CR_MUST_USE cr_err cr_record_entry_read(const uint8_t *bytes, size_t len,
                                               cr_record_entry *out);

/* Replays a whole record into `state` (cr_state_size bytes) and compares number, time and hash of every
 * entry. *at (may be NULL) is the number of the first entry that is wrong, 0 for the head. `each` (may be
 * NULL) is told every entry played. */
CR_API CR_MUST_USE cr_err cr_replay(const cr_game *game, const uint8_t *bytes, size_t len,
                                    cr_state *state, cr_sink *sink, cr_log *each, uint32_t *at);

#ifdef __cplusplus
}
#endif
#endif
