/* Drawings of views for terminals: one per game, one for all games that have none. Used by play, replay, the golden
 * files and the docs.
 *
 * A drawing asks for the fields of a view by the names they have in every written form (game->view_fields), as any
 * client does; a field that is not there reads as empty. So a drawing holds for any set of options and any version
 * of its game, and never sees more than the viewer does. It fits into DRAW_ROWS rows of 80 columns; a larger sheet may
 * show more.
 *
 * To draw a game: write src/draw/<game>.c and a line in draw.c. Nothing else needs to know. */
#ifndef CR_DRAW_H
#define CR_DRAW_H

#include "draw/sheet.h"
#include "kernel/forms.h"

enum { DRAW_ROWS = 13, DRAW_COLUMNS = 80 };

/* What is drawn, and for whom: the viewer is in the view. */
typedef struct {
    const cr_game *game;
    const cr_view *view;
    const char *const *names; /* by seat, or NULL: "seat 0" and so on */
} scene;

/* A key that answers a question at once, where the game is known for it. */
typedef struct {
    const char *asked; /* the question it belongs to; NULL: any */
    char key;          /* '\n': Enter or the space bar */
    const char *move;
    const char *sure;  /* or NULL: what to ask before it is sent */
    const char *pause; /* or NULL: reason for a pause while that is asked */
} draw_key;

typedef struct {
    const char *game;
    void (*draw)(sheet *out, const scene *on); /* NULL: from the table of fields */
    /* The same, one thing a line and without frames, for line mode and screen readers. NULL: the fields that changed
     * serve there. */
    void (*say)(sheet *out, const scene *on);
    const draw_key *keys; /* a row without a move ends it; may be NULL */
    const char *hint;     /* about the keys; may be NULL */
    unsigned rows;        /* it has use for, where a window has that many; 0: DRAW_ROWS */
} drawing;

/* The drawing of a game; never NULL. */
const drawing *draw_of(const cr_game *game);

/* Rows for the drawing of a game in a window of this many: more than DRAW_ROWS only where the rest has room. */
unsigned draw_rows(const cr_game *game, unsigned window);

/* Draws a view on a cleared sheet. */
void draw_view(sheet *out, const scene *on);

/* ---- for drawings: the fields of a view ---- */

enum { LOOK_MAX = 1024 };

/* The value of a field, or the i-th of its values or rows, as it is written; "" if there is none. */
const char *look(const scene *on, const char *name, unsigned i, char buf[LOOK_MAX]);

/* The same as a number; 0 if it is none. */
int64_t look_number(const scene *on, const char *name, unsigned i);

/* Is it exactly this word? */
bool look_is(const scene *on, const char *name, unsigned i, const char *word);

/* Words of it: "-" counts as none. */
unsigned look_count(const scene *on, const char *name, unsigned i);

/* ---- for drawings: what they share ---- */

/* The sign of a seat, one column wide. */
const char *draw_shape(unsigned seat);

/* The shape of a seat and its name, "You" for the viewer's. Returns the column behind it. A seat read from a view may
 * be any number: a server can send what it likes. */
unsigned draw_seat(sheet *out, unsigned row, unsigned column, const scene *on, unsigned seat);
const char *draw_name(const scene *on, unsigned seat, char buf[64]);

/* Label in dim, value in strong, two columns apart from what follows. */
unsigned draw_fact(sheet *out, unsigned row, unsigned column, const char *label, const char *value);

/* A word of a list as a title: THREE_OF_A_KIND is "Three of a kind". */
void draw_title_of(const char *word, char out[64]);

/* n signs for what is there and the rest for what is missing. */
unsigned draw_pips(sheet *out, unsigned row, unsigned column, unsigned n, unsigned of);

/* The seat the viewer sits at; seat 0 for a spectator. */
unsigned draw_own_seat(const scene *on);
bool draw_is_player(const scene *on);

/* Takes the next word of a list; false at its end. */
bool draw_word(cr_span *list, char out[64]);

#endif
