/* Full-screen play: what its two halves share. play_screen.c has keys and the loop, play_draw.c what is drawn. */
#ifndef CR_PLAY_INSIDE_H
#define CR_PLAY_INSIDE_H

#include "terminal/pager.h"
#include "terminal/parts.h"
#include "terminal/terminal.h"

enum { TYPED_MAX = 256 }; /* characters of a move being typed */

typedef struct {
    table *t;
    cr_move *moves; /* TABLE_LISTED of them */
    char **texts;   /* as people read them: moves, or values of the part that is asked for */
    size_t n_moves;
    parts parts;
    bool asks_parts; /* too many moves to list: a part of one is asked for */
    size_t *shown;   /* places of those that fit what is typed */
    size_t n_shown, chosen;
    size_t columns, rows; /* of the list as it was drawn last */
    bool is_all;
    uint32_t listed; /* ticket the list is for; 0: none */
    char typed[TYPED_MAX];
    char notice[TABLE_TEXT]; /* one line for the person */
    char why[4096];          /* a refusal: first line what, then the rule. "" for none */
    pager pager;
    const draw_key *asking; /* a key that wants to be sure */
    bool is_leaving;        /* the person is asked whether to leave */
    bool was_cut;           /* the connection was down */
    bool has_left;
} stage;

/* Is this row of the list an interrupt or the like, no answer? */
bool play_is_control(const stage *s, size_t i);

/* Draws everything on the screen's sheet and shows it. */
void play_draw(stage *s);

#endif
