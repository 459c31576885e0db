/* A long list of moves asked part by part: what do you do? which leader? which weapon? Each answer narrows the boxes of
 * what is possible, until few enough moves are left to list them. */
#ifndef CR_TERMINAL_PARTS_H
#define CR_TERMINAL_PARTS_H

#include "terminal/table.h"

enum {
    PARTS_FROM = 40,    /* so many moves are listed; more are asked for part by part */
    PARTS_OPTIONS = 64, /* values of one part at most */
    PARTS_DEEP = 16     /* answers until one move is left, at most */
};

typedef struct {
    const table *t;
    cr_space space;  /* what is left */
    uint32_t ticket; /* of the question it is for; 0: none */
    bool is_kind;    /* the kind of move is asked for, else argument byte `at` */
    uint8_t at, n_options, option[PARTS_OPTIONS];
    uint8_t n_chosen, chosen[PARTS_DEEP]; /* values, in the order they were asked for */
} parts;

/* Begins with all the person may do now, interrupts and the like aside. Returns true if there are so many that a part is
 * asked for. */
bool parts_begin(parts *p, const table *t);

/* Takes the i-th option, or the last answer back. Return true while a part is asked for; then parts_list has the rest. */
bool parts_choose(parts *p, size_t i);
bool parts_back(parts *p);

/* What is asked for now, and its i-th option. */
void parts_question(const parts *p, cr_text *out);
void parts_option(const parts *p, size_t i, cr_text *out);

/* The moves that are left. */
size_t parts_list(const parts *p, cr_move *out, size_t cap);

#endif
