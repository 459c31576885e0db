/* Words for people: the sentences of a game's tables, filled with names and numbers of one position. Page, terminal and
 * API read the same ones; nothing here is called unless somebody reads.
 *
 * A sentence has places. The game's `tell` fills them first, then the fields of the move or event, then the kernel:
 *
 *     {card}         the value, in words for people (the game's `names`); a seat is "you" or its player
 *     {a card}       with "a" or "an" in front
 *     {seat's}       whose: "your", or the name with an ’s
 *     [play|plays]   agrees with the place before it: the first behind "you", several, or the number 1
 *     [seat:do|does] agrees with that place, wherever it stands
 *     <card: …|…>    the first part if there is such a value (not hidden, empty, none, no or 0), else the second
 *     <with=ability: …|…>  the first part if the value is written so
 *
 * Parts in brackets may hold others. Sentences begin with a capital letter by themselves. Places of the kernel: seat (who
 * acts), others (who is asked), first
 * (what the open question wants first), wrong (the
 * part of a refused move that is), typed, game, n, time.
 *
 * The name of a player is not the referee's: seats stay open as {0}, {1}, … until somebody who knows the names writes
 * them in (cr_say_names). Everything follows from what the reader may know: in every world that fits a view the words
 * are the same, so that a client without the state may make one up (cr_guess); the laws prove it. */
#ifndef CR_SAY_H
#define CR_SAY_H

#include "kernel/game.h"

enum { CR_SAY_MAX = 512 };            /* characters of one sentence */
#define CR_SAY_MISSING "\xEF\xBF\xBD" /* stands where a place has nothing */

struct cr_teller {
    cr_text *out;
    const cr_game *game;
    const cr_state *state; /* NULL: no match, such as for an option in the lobby */
    const cr_move *move;   /* tried or offered; NULL: none */
    const cr_event *event; /* as the reader may see it; NULL: none */
    const char *typed;     /* what somebody wrote, where it is no move; NULL: nothing */
    cr_refusal refusal;
    int64_t number;       /* value of an option */
    uint8_t reader, seat; /* a seat or CR_SPECTATOR; who acts */
    bool agrees;          /* [a|b] takes a */
    bool is_referees;     /* the referee acts in the place of `seat` */
};

CR_FOR_GAMES

/* ---- for games ---- */

/* Fills a sentence. */
void cr_tell(cr_teller *t, const char *sentence);

/* "you", the game's word for the seat, or {N}; whose: "your" and so on. */
void cr_tell_seat(cr_teller *t, uint8_t seat, bool is_whose);
void cr_tell_seats(cr_teller *t, uint16_t seats, const char *and);
void cr_tell_number(cr_teller *t, int64_t n);

/* A printed value: each of its words by the game's names, several with commas and `and`. */
void cr_tell_words(cr_teller *t, const char *printed, const char *and);

/* What people read for one word of the written forms. */
void cr_tell_name(cr_teller *t, const char *word);

/* The value of a field of the move or event as it is written; false if there is none or it is hidden. */
bool cr_tell_raw(const cr_teller *t, cr_span field, char *buf, size_t cap);

CR_FOR_GAMES_END

/* ---- for everybody else ---- */

/* What people read for a word of the game's forms; the word itself if the game has no name for it. */
const char *cr_name_of(const cr_game *game, const char *word);

/* An event as its reader may see it (cr_redact), in the state behind it; nothing if it is not worth a line. `before`
 * (may be NULL) is the event that the reader was told just before: behind the default of a seat, what the seat does is
 * the referee's doing. */
void cr_say_event(cr_text *out, const cr_game *game, const cr_state *state, uint8_t reader,
                  const cr_event *event, const cr_event *before);
uint8_t cr_event_weight(const cr_game *game, const cr_event *event);

/* CR_NO_REASON, or what the event says about an end; *rule is the rule it is by. */
uint8_t cr_event_reason(const cr_game *game, const cr_event *event, uint16_t *rule);

/* The open question: what its reader is asked, or what others are. */
void cr_say_question(cr_text *out, const cr_game *game, const cr_state *state, uint8_t reader);

/* A move as a button names it. */
void cr_say_move(cr_text *out, const cr_game *game, const cr_state *state, uint8_t reader,
                 const cr_move *move);

/* What the field-th argument of this kind of move is asked by, and one of its values. */
void cr_say_part(cr_text *out, const cr_game *game, uint8_t kind, unsigned field);
void cr_say_value(cr_text *out, const cr_game *game, const cr_state *state, uint8_t reader,
                  const cr_move *move, unsigned field);

/* A refused move: what is wrong with it, and why. `typed` (may be NULL) is what somebody wrote. */
void cr_say_title(cr_text *out, const cr_game *game, const cr_state *state, const cr_move *move,
                  cr_refusal refusal, const char *typed);
void cr_say_because(cr_text *out, const cr_game *game, const cr_state *state, const cr_move *move,
                    cr_refusal refusal, const char *typed);

/* Up to three moves that are possible in place of a refused one: first those that differ only in the part that is
 * wrong, then the nearest. part[i] is 1 + the number of that part, or 0. Returns how many. */
enum { CR_INSTEAD_MAX = 3 };
size_t cr_instead(const cr_game *game, const cr_state *state, const cr_move *move,
                  cr_refusal refusal, cr_move out[CR_INSTEAD_MAX], uint8_t part[CR_INSTEAD_MAX]);

/* An option's value: "15 seconds a question". */
void cr_say_option(cr_text *out, const cr_game *game, const cr_option *option, int32_t value);
void cr_say_label(cr_text *out, const cr_option *option, int32_t value); /* the value alone */

/* The end, once the match is over: who wins. */
void cr_say_end(cr_text *out, const cr_game *game, const cr_state *state, uint8_t reader);

/* Why a round or the match ended: the events that say so, of the last end there was. Zero it before the match. */
enum { CR_WHY_MAX = 6 };
typedef struct {
    uint8_t n, fill[7];
    cr_event event[CR_WHY_MAX]; /* as secret as the referee's own */
} cr_why;

/* Takes up the reasons among the events of one move. If the first of them does not follow on the last one kept, in the
 * order of cr_why_nth, they are of another end and begin anew. */
void cr_why_take(cr_why *why, const cr_game *game, const cr_event *events, size_t n);

/* The i-th reason as this viewer may see it, in their order: what forced it, what decided, what could have stopped it, how
 * it was counted. *is_key marks the one that decided. Returns false at the end. */
bool cr_why_nth(const cr_why *why, const cr_game *game, uint8_t viewer, unsigned i, cr_event *out,
                bool *is_key);

/* How the seed was drawn, a sentence in each line: who had a part in it, who had none, and which starts were void. */
void cr_say_deal(cr_text *out, const cr_deal *deal, unsigned n_seats);

/* What was committed when, a sentence for each start; times are UTC. */
void cr_say_committed(cr_text *out, const cr_deal *deal, uint64_t start_ms);

/* What playing the record again has shown, in one sentence: this program's referee, so many moves, all of which hold. */
void cr_say_replayed(cr_text *out, const cr_game *game, uint16_t rules_version, uint32_t n_moves);

/* "The result is 7 : 5." */
void cr_say_result(cr_text *out, const int32_t *scores, unsigned n_seats, bool is_over);

/* What is wrong with it, in one sentence; nothing if it holds. */
void cr_say_deal_fault(cr_text *out, const uint8_t match_id[16], const cr_deal *deal);

/* Writes names for the open seats of a sentence; names of NULL or "" become "Player 1" and so on. */
void cr_say_names(cr_text *out, const char *sentence, const char *const names[CR_SEATS_MAX]);

/* A length of time: "15 seconds", "1.5 seconds", "2 minutes". */
void cr_say_time(cr_text *out, int64_t ms);

/* Words of the kernel's own refusals; NULL for another code. */
const cr_code_row *cr_kernel_code(uint16_t code);

#endif
