/* Line mode: what plain.c, which reads and obeys, and plain_show.c, which writes, share. */
#ifndef CR_TERMINAL_PLAIN_INSIDE_H
#define CR_TERMINAL_PLAIN_INSIDE_H

#include "terminal/lines.h"
#include "terminal/parts.h"
#include "terminal/table.h"

enum { PLAIN_LISTED_MAX = 400 }; /* moves that `moves` lists */

typedef struct {
    table *t;
    line_reader lines;
    char *shown_view;     /* as it was shown last, or NULL */
    uint32_t shown;       /* ticket of the question that was last put to the person */
    int64_t shown_second; /* what the last tick said */
    table_turn said;      /* what the person was last told to wait for */
    bool is_typed;        /* a terminal shows what is typed */
    bool is_verbose;
    bool has_input, has_spoken, has_quit, has_told_end;
    bool asks_parts; /* too many moves to list: a part of one is asked for */
    bool lists_all;  /* numbers are those of all moves, as 'moves' showed them */
    parts parts;
} plain;

void plain_log(const plain *p, const char *kind, const char *text); /* if verbose */
void plain_tick(plain *p);                                          /* a second has passed */
void plain_told(table *t, const char *line, const char *says);      /* as t->told */

void plain_show_question(plain *p); /* once, with what is new and what may be done */
void plain_show_choice(plain *p);   /* the part that is asked for, or the moves that are left */
void plain_show_all_moves(plain *p);
void plain_show_view(plain *p,
                     bool is_whole); /* or only what is new in it, or for this seat alone */
void plain_show_table(const plain *p);
void plain_show_refusal(const plain *p, const char *typed, const cr_move *move, cr_refusal refusal);
void plain_show_log(const table *t);
void plain_show_help(const table *t);
void plain_show_how(const table *t);
void plain_show_rules(const table *t, cr_span id); /* an empty id: all of them */

#endif
