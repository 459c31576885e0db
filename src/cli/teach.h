/* What authors have written for people who are new to a game (src/games/GAME/learn.text and how.text), as tables that
 * web/teach.mjs makes; docs/adding-a-game.md has the language. `croupier learn` plays lessons and checks them, `croupier how`
 * prints the rest. */
#ifndef CR_CLI_TEACH_H
#define CR_CLI_TEACH_H

#include "kernel/game.h"

/* A possible move that is not what a task wants, and what is said to it. */
typedef struct {
    const char *move, *words;
} teach_near;

/* Lists end with NULL, or a row without a move. */
typedef struct {
    const char *title, *say, *praise;
    const char *position; /* lines; NULL: goes on from the task before */
    const char *code;     /* the refusal that is waited for; "": a move */
    const char *const *
        wait; /* moves, any of which will do; the first is shown to who asks. None: only to be read */
    const char *const *then; /* "SEAT MOVE": what happens behind it */
    const teach_near *near;
    const char *const *options; /* NAME=VALUE */
} teach_task;

typedef struct {
    const char *game;
    const char *how; /* how to play; NULL: nobody has written it */
    const char *const *lesson_texts,
        *const *how_texts; /* all that people read, for `croupier words` */
    const char *about, *end;
    const char *const *names; /* of the other seats, in order */
    const teach_task *tasks;  /* NULL: no lesson */
    size_t n_tasks;
    uint8_t minutes, seat;
} teaching;

/* What there is for a game, or NULL; and all of it, up to a row without a game. */
const teaching *teach_of(const cr_game *game);
const teaching *teach_all(void);

/* Prints a paragraph in lines of 80 columns, each behind `lead`. */
void teach_print(const char *lead, const char *text);

/* Is this move what the pattern means? Words count, not their order; a pattern that ends with ".." leaves the rest open. */
bool teach_fits(const char *pattern, const char *move);

#endif
