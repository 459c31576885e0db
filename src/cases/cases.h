/* Cases: plain text that proves rules. A file names a game; each case starts from a seed or a written
 * position, makes moves and says what must be seen. docs/cases.md is the manual of the language.
 *
 * Reading checks everything that can be checked without playing; a file that reads can only fail, never be
 * misunderstood. Whatever the file holds, memory and time stay within the limits below.
 *
 *     cr_case_error why;
 *     cr_case_file *file = cr_cases_read("a.case", text, len, &why);      NULL: why.line, why.text
 *     cr_cases_run(file, NULL, &report);                                  report->done once per case
 *     cr_cases_free(file);
 */
#ifndef CR_CASES_H
#define CR_CASES_H

#include "kernel/game.h"

enum {
    CR_CASE_FILE_MAX = 8 << 20,     /* bytes of a file: a match of 100,000 moves has 3 MB */
    CR_CASE_LINE_MAX = 4096,        /* characters of a line: no view or position has longer ones */
    CR_CASE_LINES_MAX = 1 << 18,    /* lines of a file that are not blank */
    CR_CASE_CASES_MAX = 4096,       /* cases of a file */
    CR_CASE_POSITIONS_MAX = 256,    /* positions of a file with a name */
    CR_CASE_POSITION_MAX = 1 << 16, /* characters of a position */
    CR_CASE_OFFERS_MAX = 1 << 16,   /* moves that are listed to compare or count offers */
    CR_CASE_EVENTS_MAX = 1 << 17,   /* events that a case keeps */
    CR_CASE_MESSAGE_MAX = 1 << 16,  /* characters on what failed in one case */
    /* Candidate moves a whole file may make the referee look at; a move of the match counts as
     * CR_CASE_WORK_MOVE. It ends a file that would otherwise keep us busy for hours. */
    CR_CASE_WORK_MAX = 1 << 26,
    CR_CASE_WORK_MOVE = 64,
    CR_CASE_UNKNOWNS_MAX = 256, /* moves of a case with a '?' */
    CR_CASE_FILL_MAX = 1 << 19  /* moves that are played to find out what they are */
};

typedef struct cr_case_file cr_case_file;

/* Why a file does not parse: its line, from 1, and one line of text. */
typedef struct {
    unsigned line;
    char text[256];
} cr_case_error;

/* What became of a case. Pointers are good until `done` returns. */
typedef struct {
    const char *path, *name;
    unsigned line;         /* of the word `case` */
    const uint16_t *rules; /* numbers of the rules it proves */
    size_t n_rules;
    bool is_gap;          /* it is expected to fail: it shows a known gap and proves nothing */
    bool is_passed;       /* it is as it should be: everything holds, or the gap is there */
    unsigned failed_line; /* of the first expectation that does not hold, or 0 */
    const char *message;  /* "" or lines: "path:line: …" with expected and got side by side */
    const char *filling;  /* "" or lines: "path:line: SEAT MOVE" for each move with a '?' */
} cr_case_result;

/* Whoever wants the results embeds this as first member. */
typedef struct cr_case_report cr_case_report;
struct cr_case_report {
    /* Called once per case, in the order of the file. */
    void (*done)(cr_case_report *report, const cr_case_result *result);
    /* Or NULL. Told of the start of every case, with no move, and of every move that is played in it. */
    cr_log *log;
};

/* Reads a file. `path` is for messages only; it and `text` must live as long as the result. Returns NULL with
 * *why filled if the file does not parse. */
cr_case_file *cr_cases_read(const char *path, const char *text, size_t len, cr_case_error *why);

/* The same, where the file may also be about this game, which is not in the table. */
cr_case_file *cr_cases_read_of(const cr_game *game, const char *path, const char *text, size_t len,
                               cr_case_error *why);

void cr_cases_free(cr_case_file *file);

/* So many moves are played to find out unknown ones, instead of CR_CASE_FILL_MAX. For fuzzers, of which every input would
 * use them all. */
void cr_cases_limit_filling(cr_case_file *file, uint32_t n_moves);

/* The game the file is about. */
const cr_game *cr_cases_game(const cr_case_file *file);

size_t cr_cases_count(const cr_case_file *file);

/* A case without running it: name, line and rules are filled. The name lies in *file. */
cr_case_result cr_cases_at(const cr_case_file *file, size_t i);

/* Plays the cases whose name holds `only` (NULL: all) and tells the report. `game` is NULL or a copy of
 * cr_cases_game, such as the counting one. Returns how many cases failed. */
size_t cr_cases_run(const cr_case_file *file, const cr_game *game, const char *only,
                    cr_case_report *report);

/* The text of the file with every expectation that does not hold rewritten to what was seen; NULL if nothing
 * changes. What has no single right answer (`has`, `lacks`) stays. The caller frees it. */
char *cr_cases_update(const cr_case_file *file, const char *only, size_t *len);

/* ---- whole matches ---- */

/* The record that a case plays; the caller frees it. NULL with *why filled if the case does not start from a
 * seed or does not hold. */
uint8_t *cr_cases_to_record(const cr_case_file *file, size_t i, size_t *len, cr_case_error *why);

/* A file with one case that plays a recorded match: options, seed, moves with their times, score. The caller
 * frees it. NULL with *why filled (line is the number of the entry) if the record does not replay. */
char *cr_cases_from_record(const uint8_t *bytes, size_t n_bytes, const char *name, size_t *len,
                           cr_case_error *why);

/* A file with one case that holds: a fresh match with this setup as a position, and all names of the game
 * as comments. The caller frees it; NULL if the setup does not start a match. */
char *cr_cases_template(const cr_game *game, const cr_setup *setup, size_t *len);

#endif
