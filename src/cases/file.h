/* What the reader of a case file (read.c) hands to those who play it (run.c) and judge it (expect.c). Spans point into
 * the text of the file, names into its own memory.
 *
 *  1: lines are in order; comments, blanks at both ends and empty lines are gone.
 *  2: the block of a step is the n_block lines behind its own.
 *  3: everything that the tables of the game can judge has been judged. */
#ifndef CR_CASES_FILE_H
#define CR_CASES_FILE_H

#include "cases/cases.h"
#include "kernel/forms.h"

typedef struct {
    cr_span text;
    uint32_t number, indent; /* from 1; blanks in front */
} file_line;

typedef enum {
    STEP_MOVE,
    STEP_TRY,
    STEP_AT,
    STEP_STAMP,
    STEP_PATIENCE,
    STEP_ASKED,
    STEP_OFFERS,
    STEP_VIEW,
    STEP_ZONES,
    STEP_EVENTS,
    STEP_SCORE,
    STEP_OVER,
    STEP_SAME
} step_kind;

/* How an expectation is meant. */
typedef enum { MODE_EXACT, MODE_PART, MODE_HAS, MODE_LACKS, MODE_COUNT } step_mode;

/* What a move or a question line says besides. */
enum step_flags {
    STEP_REFUSED = 1 << 0, /* -> CODE */
    STEP_HAS_UNTIL = 1 << 1,
    STEP_HAS_LEFT = 1 << 2,
    STEP_NEVER = 1 << 3,  /* until never */
    STEP_NOBODY = 1 << 4, /* asked nobody */
    STEP_NOT = 1 << 5     /* not over */
};

typedef struct {
    uint8_t kind, mode, seat, question;
    uint16_t flags, code, rule, seats;
    uint32_t line, n_block; /* place of its line among the lines */
    cr_span text;           /* the move, the moves, or the numbers of a score */
    cr_span field;          /* of a refusal; empty for none */
    uint64_t number;        /* a time, a count, or the place of another case */
    uint32_t unknown; /* 1 + its number among the unknowns of the case; 0: all of it is known */
} file_step;

typedef struct {
    cr_setup setup;
    uint8_t match_id[16];
    char *name;
    uint32_t line; /* number in the file */
    bool has_position;
    size_t base;                        /* 1 + the position of the file it builds on, or 0 */
    uint32_t position_line, n_position; /* place of the word `position`; lines below it */
    size_t first_step, n_steps, first_rule, n_rules;
    uint32_t n_unknowns; /* moves with a '?' */
    bool wants_events;
    bool is_gap; /* expected to fail */
} file_case;

/* A position of the whole file that cases build on. */
typedef struct {
    cr_span name;
    uint32_t line, n_block;
} file_position;

struct cr_case_file {
    const char *path, *text;
    size_t len;
    const cr_game *game;
    file_line *lines;
    file_step *steps;
    file_case *cases;
    file_position *positions;
    uint16_t *rules;
    size_t n_lines, n_steps, n_cases, n_positions, n_rules;
    uint32_t fill_max;
};

/* ---- grow.c ---- */

/* Text that grows as it is written; out of memory or over its limit it is cut and says so. */
typedef struct {
    char *buf; /* zero-terminated once something was written; NULL before */
    size_t len, cap, max;
    bool is_cut;
} grown;

void grown_bytes(grown *g, const char *s, size_t len);
void grown_str(grown *g, const char *s);
void grown_span(grown *g, cr_span s);
__attribute__((format(printf, 2, 3))) void grown_fmt(grown *g, const char *format, ...);
/* Room for `len` characters more and a closing zero, to be written by the caller; NULL if there is none. */
char *grown_room(grown *g, size_t len);
cr_span grown_whole(const grown *g); /* good until the next change */
void grown_clear(grown *g);          /* ready again */
void grown_release(grown *g);

/* Makes room for one more of `size` bytes in an array of n; false if there is no memory. */
bool grow_array(void *array_of, size_t n, size_t size);

/* ---- lines.c: views and positions line by line ---- */

/* Memory to read single lines into. One of them is as large as the game needs. */
typedef struct {
    const cr_game *game;
    cr_view *view;
    cr_state *state;
    grown text;
} line_desk;

bool line_desk_init(line_desk *desk, const cr_game *game);
void line_desk_release(line_desk *desk);

/* The line as the printer would write it, into *out; nothing if the printer leaves it out (a row of zeros).
 * Returns false with *slip if it does not parse. */
bool line_of_view(line_desk *desk, unsigned n_seats, uint8_t viewer, cr_span line, grown *out,
                  cr_slip *slip);
bool line_of_position(line_desk *desk, unsigned n_seats, cr_span line, grown *out, cr_slip *slip);

/* Do both lines carry the same name in front of their ':'? */
bool line_same_name(cr_span a, cr_span b);

/* Are both the same but for the number of blanks between words? */
bool line_same(cr_span a, cr_span b);

/* The text of a case's position for cr_position_parse, at most CR_CASE_POSITION_MAX characters. */
void file_position_text(const cr_case_file *file, const file_case *test, grown *out);

/* ---- run.c ---- */

/* A place of the file that --update writes anew. */
typedef struct {
    size_t from, to;
    char *with;
} edit;

/* How far a case is, besides the state: with it the search for what is unknown can go back. */
typedef struct {
    uint64_t clock;
    size_t n_events;
    size_t seen[16]; /* by viewer: events already looked at */
    uint32_t patience[CR_SEATS_MAX], refused[CR_SEATS_MAX], refused_ticket;
} run_place;

typedef struct {
    cr_sink sink; /* keeps the events */
    const cr_case_file *file;
    const file_case *test;
    const cr_game *game;
    cr_state *state;
    cr_view *view;
    cr_move *offers; /* CR_CASE_OFFERS_MAX, once asked for */
    line_desk desk;
    cr_event *events;
    run_place at;
    bool lost_events;
    uint64_t work;
    cr_log *log;      /* told every move of the match, or NULL */
    bool tells_start; /* and of its start, with no move */
    bool is_updating, is_stopped;
    unsigned failed_line;
    cr_move *filled; /* by number: what stands for the unknowns of the case */
    grown message, filling;
    edit *edits;
    size_t n_edits;
} run;

static inline cr_span step_text(const run *r, const file_step *step)
{
    return r->file->lines[step->line].text;
}

bool run_init(run *r, const cr_case_file *file, const cr_game *game);
void run_release(run *r);

/* Starts a case; false, with the failure noted, if it does not start. */
bool run_start(run *r, const file_case *test);

/* Plays one step of it. */
void run_step(run *r, const file_step *step);

/* Plays one case from its start. True: everything holds. */
bool run_case(run *r, const file_case *test);

/* Notes that a step does not hold, with one line of reason. */
__attribute__((format(printf, 3, 4))) void run_fail(run *r, const file_step *step,
                                                    const char *format, ...);

/* ---- expect.c, expect_lines.c, expect_offers.c: what is expected, against what is so ---- */

/* Looks whether an expectation holds. */
void expect_step(run *r, const file_step *step);

/* A refusal against what was expected; true if it is as the step says. */
bool expect_refusal(run *r, const file_step *step, const cr_move *move, cr_refusal got);

void expect_lines(run *r, const file_step *step); /* of a view, or of the zones */
void expect_events(run *r, const file_step *step);
void expect_offers(run *r, const file_step *step);

/* Plays another case to its end: the viewer must see there what it sees here, to the last byte. */
void expect_same(run *r, const file_step *step);

/* Fails unless is_same, with one row: what was expected and what was got. */
void expect_text(run *r, const file_step *step, const char *expected, const char *got,
                 bool is_same);

/* ---- update.c: what --update writes anew; without it nothing happens ---- */

void update_place(run *r, const char *from, const char *to, const char *with);
void update_line(run *r, const file_step *step, const char *with); /* its comment stays */
void update_block(run *r, const file_step *step, const cr_span *lines, size_t n);
const char *update_line_end(const run *r, uint32_t line);

/* ---- fill.c: what a log leaves open ---- */

/* Finds moves for the unknowns of the case such that all of it holds, into r->filled, and tells them in
 * r->filling. False, with the failure noted, if there are none or the search comes to its limit; r->filling is
 * then the filling that gets furthest. */
bool fill_case(run *r);

/* ---- ways.c: the moves an unknown may stand for ---- */

enum {
    WAYS_LISTED_MAX = 1 << 12, /* moves of an unknown that are listed; cards of a deal are drawn */
    WAYS_POOL_MAX = 64,        /* unlike words to draw from */
    WAYS_TEXT_MAX = 1024       /* characters of a move that is tried */
};

typedef struct {
    cr_span word;
    uint8_t copies, known, taken; /* there are, the log tells, the way at hand has */
} pool_word;

typedef struct {
    const cr_game *game;
    const cr_state *state; /* in which the move is made */
    uint8_t seat;
    cr_move *list; /* listed ways, the next of them, */
    size_t n, at;
    char text[WAYS_TEXT_MAX]; /* or everything there is to draw, */
    cr_span head;             /* what stands in front of it in the move, */
    pool_word pool[WAYS_POOL_MAX];
    unsigned n_pool, n_drawn; /* and how much is drawn */
    bool is_begun;
} ways;

/* Looks for the moves that the rules allow in this state and the text of the step, with its '?', can stand for. Returns
 * NULL, or why they cannot be told. The state must stay as it is while they are asked for. */
const char *ways_open(ways *w, const cr_game *game, const cr_state *state, const file_step *step);
bool ways_next(ways *w, cr_move *out);
void ways_close(ways *w);

/* Can the text stand for this move? */
bool ways_fit(const cr_game *game, cr_span pattern, const cr_move *move);

unsigned span_count(cr_span text, cr_span word); /* words of the text that are this one */

/* ---- table.c: expected and got side by side ---- */

typedef struct {
    cr_span expected, got; /* an empty one stands for nothing */
    bool is_bad;
} table_row;

typedef struct {
    table_row *rows;
    size_t n;
    bool has_bad;
    char **kept; /* texts that live as long as the table */
    size_t n_kept;
} table;

void table_add(table *t, cr_span expected, cr_span got, bool is_bad);
cr_span table_keep(table *t, cr_span text); /* a copy that lives as long as the table */
void table_drop_good(table *t);             /* only rows that are bad stay */
void table_release(table *t);

/* Two lists, lined up where they agree; `is_same` compares the i-th expected with the j-th got. What was got
 * and not expected is bad unless `may_miss`. */
void table_align(table *t, const cr_span *expected, size_t n, const cr_span *got, size_t m,
                 bool may_miss, bool (*is_same)(const void *with, size_t i, size_t j),
                 const void *with);

/* Adds the table to what failed, headed by the line of the step. */
void table_fail(run *r, const file_step *step, const table *t);

#endif
