/* The laws every game must keep, checked by random play. A series plays matches of one game, controls and the
 * host's moves used seldom, and after every move checks what CR_LAWS_MAP lists. Nothing is written for a game:
 * its tables and functions are enough.
 *
 *  1. A series is its plan: the same plan gives the same report, on any number of threads.
 *  2. Match i of a series is the same in every series with this seed, so one match can be run again alone.
 *  3. Every state is checked for what is cheap; of a long match one in eight states behind the first ones for the
 *     rest, and about one in heavy_every of these for what is costly.
 *  4. A match ends at the first law it breaks. The series goes on until `failures` matches have failed, and the
 *     ones kept are those with the lowest numbers.
 *
 * walk.c plays a match; acts.c, secrets.c, pair.c and texts.c hold the laws. */
#ifndef CR_LAWS_H
#define CR_LAWS_H

#include "kernel/game.h"

/* Name and sentence of each law. To add one, add a row and check it in one of the files above. */
#define CR_LAWS_MAP(X)                                                                          \
    X(SAME, "same-bytes", "The same state and move give the same bytes, whoever listens.")      \
    X(REST, "at-rest",                                                                          \
      "At rest a question is open or the match is over, and only answers sealed "               \
      "to the open question are kept.")                                                         \
    X(SOUND, "sound", "No fault shows, the invariants of the game hold, pieces are conserved.") \
    X(PROGRESS, "progress",                                                                     \
      "Somebody can act or time will, every default can be played, and "                        \
      "every match ends.")                                                                      \
    X(DEFAULT, "default",                                                                       \
      "A default is a move that its seat may make, or what a rule names as the exception.")     \
    X(OFFERED, "offered", "Every offered move is accepted.")                                    \
    X(ACCEPTED, "accepted",                                                                     \
      "Nothing is accepted that is not offered, and check accepts nothing "                     \
      "outside of the boxes.")                                                                  \
    X(SPACES, "spaces",                                                                         \
      "Boxes are well made: none lost, none overlap, n-th and has agree, exact "                \
      "ones hold legal moves only, lists name each move once.")                                 \
    X(REASONS, "reasons",                                                                       \
      "A refusal names a code, rule and field that exist, and the kernel's "                    \
      "own refusals come first.")                                                               \
    X(REFUSED, "refused", "A refused move changes no byte and tells nobody.")                   \
    X(LOOKING, "looking", "Judging, offering, showing and printing change no byte.")            \
    X(ASKING, "asking-again", "Asking again changes nothing and asks the same.")                \
    X(CLOCK, "clock",                                                                           \
      "What is due is played in order with its own time, an answer at the deadline "            \
      "is late, and a pause keeps the time that is left.")                                      \
    X(VIEW_BACK, "view-back", "A world made up from a view gives back the same view.")          \
    X(WORLD_SOUND, "world-sound", "A made-up world keeps the invariants and can be played on.") \
    X(WORLD_ASKS, "world-asks",                                                                 \
      "In every made-up world the same seats are asked the same, for "                          \
      "the same time; kinds of question marked as telling aside.")                              \
    X(WORLD_OFFERS, "world-offers", "In every made-up world the seat is offered the same.")     \
    X(WORLD_REFUSALS, "world-refusals",                                                         \
      "In every made-up world the seat's moves are refused for "                                \
      "the same reason.")                                                                       \
    X(WORLD_EVENTS, "world-events",                                                             \
      "In every made-up world an answer that does not close the "                               \
      "question shows the seat the same.")                                                      \
    X(WORLD_CHOICES, "world-choices",                                                           \
      "In every made-up world a bot that plays the seat answers the same, and bots that look "  \
      "ahead what is accepted.")                                                                \
    X(VARIES, "varies", "What a viewer does not know varies over many made-up worlds.")         \
    X(SEALED, "sealed", "Nobody else can tell one sealed answer from another.")                 \
    X(PASSED, "passed",                                                                         \
      "Where passes are not shown nobody else can tell whether a seat has passed.")             \
    X(TOLD_ALIKE, "told-alike",                                                                 \
      "Who has been told the same sees the same, is asked the same and may do the same.")       \
    X(SEEN_ALIKE, "seen-alike",                                                                 \
      "Who sees the same has been told the same, what a new deal makes past aside.")            \
    X(EVENTS, "events",                                                                         \
      "Redacted events keep their size, show nothing secret, and private ones "                 \
      "do not show at all.")                                                                    \
    X(MOVE_TEXT, "move-text", "A printed move parses to the same bytes.")                       \
    X(VIEW_TEXT, "view-text", "A printed view parses to the same bytes.")                       \
    X(POSITION_TEXT, "position-text",                                                           \
      "A printed position parses to the same state, generator, "                                \
      "ticket and sealed answers aside.")                                                       \
    X(JSON, "json", "Moves, views and events give well-formed JSON without a name twice.")      \
    X(CHART, "chart", "Every passage from question to question is a row of the chart.")         \
    X(REPLAY, "replay", "The record of a match replays to the same hashes and bytes.")

typedef enum {
#define CR_LAW_ENUM(id, name, text) CR_LAW_##id,
    CR_LAWS_MAP(CR_LAW_ENUM)
#undef CR_LAW_ENUM
        CR_LAWS_END
} cr_law;

/* "view-back" and its sentence; "?" for a number that is no law. */
const char *cr_law_name(cr_law law);
const char *cr_law_text(cr_law law);

enum {
    CR_LAWS_FAILURES_MAX = 16,
    CR_LAWS_FAILURE_TEXT = 16384,  /* room for a failure as text */
    CR_LAWS_NOBODY = 0xFF,         /* as viewer: the law is not about one */
    CR_LAWS_SEATS = CR_OPTIONS_MAX /* the bit of the number of seats in `given` */
};

/* What to play. cr_laws_init sets sensible values. */
typedef struct {
    const cr_game *game;     /* the counting copy counts rules */
    cr_setup setup;          /* options and number of seats; its seed is the seed of the series */
    uint64_t given;          /* bit i: option i keeps its value in every match; see CR_LAWS_SEATS */
    bool varies;             /* all others are drawn anew for each match, half of the time */
    uint64_t first, matches; /* number of the first match; how many */
    uint32_t moves_max;      /* a match that is longer does not end */
    uint32_t heavy_every;    /* costly laws are checked about once in so many moves; 1: always */
    unsigned threads, failures;
    /* Told now and then how many matches are done, from any thread but never from two at once; returns
     * false to end the series early. May be NULL. */
    bool (*progress)(void *context, uint64_t done);
    void *context;
} cr_laws_plan;

/* A state and what is played from it, as a case takes them. */
typedef struct {
    char position[6000]; /* "" for none */
    char moves[600];     /* lines "SEAT MOVE": answers that are in already, then the move */
} cr_laws_world;

/* A law that a match broke. */
typedef struct {
    cr_law law;
    uint8_t viewer; /* CR_LAWS_NOBODY: none */
    uint64_t match;
    uint32_t move;  /* so many moves were played */
    cr_setup setup; /* of this match, its own seed included */
    char what[480]; /* what was seen */
    cr_laws_world world,
        other; /* before the last move; a law on two worlds has the other one too */
} cr_laws_failure;

/* What a series has seen. Counts by law are the number of states (or moves) at which it was checked. */
typedef struct {
    const cr_game *game;
    uint64_t matches, moves, defaults, controls, guesses, probes, longest;
    uint64_t checked[CR_LAWS_END];
    uint64_t *chart; /* by row: how often it was passed */
    uint64_t
        *cited; /* by rule: how often code that enforces it ran in play; needs the counting copy */
    uint64_t *told;              /* by event of the game: how often it was told */
    uint64_t *refused;           /* by rule: how many probes it refused */
    uint64_t *codes;             /* by refusal code, kernel and game: how many probes */
    uint64_t *refused_as;        /* by rule and, within it, by code; see cr_laws_refused_as */
    struct cr_laws_cells *cells; /* for CR_LAW_VARIES */
    unsigned n_failures;
    cr_laws_failure failure[CR_LAWS_FAILURES_MAX];
} cr_laws_report;

void cr_laws_init(cr_laws_plan *plan, const cr_game *game);

/* Runs a series. The report is the caller's to release. Fails with what cr_start says to the setup, or with
 * CR_ERR_FULL if there is no memory; a broken law is no error but a failure in the report. */
CR_MUST_USE cr_err cr_laws_run(const cr_laws_plan *plan, cr_laws_report *out);

/* Calls `run` on so many threads, of which the caller's is one, until all have returned. Fewer will do where the system has
 * no more to give. */
void cr_laws_on_threads(unsigned n, void *(*run)(void *with), void *with);

void cr_laws_release(cr_laws_report *report);

/* How many probes this rule refused with this code. */
uint64_t cr_laws_refused_as(const cr_laws_report *report, uint16_t rule, uint16_t code);

/* Number of rows of the chart that were never passed. */
unsigned cr_laws_unseen_rows(const cr_laws_report *report);

/* Number of events that the game declares and nobody was ever told. */
unsigned cr_laws_untold(const cr_laws_report *report);

/* A report with what the caller knows of it. */
typedef struct {
    const cr_laws_report *report;
    const char *seed; /* as it can be given again */
    double seconds;
} cr_laws_result;

/* All of it, `with` being a cr_laws_result: as text, what is broken first, and as one JSON object. */
void cr_laws_write_text(cr_text *out, const void *with);
void cr_laws_write_json(cr_text *out, const void *with);

/* The position and the moves, as they stand in a case. */
void cr_laws_world_print(cr_text *out, const cr_laws_world *world);

/* Is the default of an asked seat a move that it may make, or an exception in the table of the game? Otherwise says
 * what it is. */
bool cr_laws_default(const cr_game *game, const cr_setup *setup, const cr_state *state,
                     uint8_t seat, cr_text *what);

/* Writes a state, and the move played from it unless that is NULL. */
void cr_laws_world_write(const cr_game *game, const cr_state *state, const cr_move *move,
                         cr_laws_world *out);

/* A failure as text: the law, what was seen, and a case to start from, or two. Like snprintf. */
size_t cr_laws_failure_print(const cr_game *game, const cr_laws_failure *failure, char *buf,
                             size_t cap);

#endif
