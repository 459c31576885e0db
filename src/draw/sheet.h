/* A sheet of cells: what a drawing is drawn on. A cell is one character of a terminal with the role it plays, not
 * its colour; who shows the sheet chooses colours, or prints it as plain text. No input or output, and the memory
 * is the caller's.
 *
 *  1. A character two columns wide stands in its left cell; the right one has rune 0.
 *  2. What does not fit is cut at the edge: no call writes outside of its sheet.
 *  3. Control characters and whatever could move a cursor never enter a cell, whoever wrote the text.
 *  4. In an ASCII sheet every character outside of ASCII is replaced by one that stands for it. */
#ifndef CR_SHEET_H
#define CR_SHEET_H

#include "base/text.h"

/* What a cell means. Every meaning has a second sign besides its colour, so that a sheet is whole without any. */
typedef enum {
    INK_PLAIN,
    INK_DIM,    /* frames, labels, what is not known */
    INK_STRONG, /* numbers that count, names */
    INK_TITLE,
    INK_YOU,  /* what the viewer may do, has chosen or must decide */
    INK_GOOD, /* beside the word */
    INK_BAD,
    INK_RED, /* of a red piece */
    INK_BLACK,
    INK_SEAT, /* and the next seven: the seats, each with a shape of its own */
    INK_COUNT = INK_SEAT + CR_SEATS_MAX
} sheet_ink;

typedef struct {
    uint32_t rune; /* 0: nothing, or the right half of the cell before */
    uint8_t ink, is_wide, fill[2];
} cell;

typedef struct {
    cell *cells; /* rows * columns, row by row */
    unsigned rows, columns;
    unsigned used; /* rows that hold something, counted from the top */
    bool is_ascii;
} sheet;

/* An empty sheet on this memory. */
sheet sheet_on(cell *cells, unsigned rows, unsigned columns);
void sheet_clear(sheet *s);

/* Columns that a text takes. */
unsigned sheet_width(const char *text);

/* Writes from row and column on and returns the column behind it, also where it was cut. */
unsigned sheet_text(sheet *s, unsigned row, unsigned column, sheet_ink ink, const char *text);
__attribute__((format(printf, 5, 6))) unsigned sheet_fmt(sheet *s, unsigned row, unsigned column,
                                                         sheet_ink ink, const char *format, ...);

/* At most `width` columns, ending in "…" where something is missing. */
unsigned sheet_clip(sheet *s, unsigned row, unsigned column, unsigned width, sheet_ink ink,
                    const char *text);

/* So that it ends before `end`. */
void sheet_right(sheet *s, unsigned row, unsigned end, sheet_ink ink, const char *text);

/* Lines broken between words, at most max_rows; returns how many it took. */
unsigned sheet_wrap(sheet *s, unsigned row, unsigned column, unsigned width, unsigned max_rows,
                    sheet_ink ink, const char *text);

/* A frame of this outer size. */
void sheet_box(sheet *s, unsigned row, unsigned column, unsigned height, unsigned width,
               sheet_ink ink);

/* A level line. */
void sheet_line(sheet *s, unsigned row, unsigned column, unsigned width, sheet_ink ink);

/* The cell at this place; one that nobody sees outside of the sheet. */
const cell *sheet_at(const sheet *s, unsigned row, unsigned column);

/* A row as UTF-8, without the blanks behind its last character. */
void sheet_row(const sheet *s, unsigned row, cr_text *out);

/* One character as UTF-8. */
void sheet_rune(cr_text *out, uint32_t rune);

/* A text without what could move a cursor or hide what stands beside it: texts of strangers, for line mode. */
void sheet_clean(cr_text *out, const char *text);

#endif
