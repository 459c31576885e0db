/* A record told in words, the same as on the page: moves, events, questions and the end as one pair of eyes reads them.
 * A record has no names, so people are Player 1, Player 2 and so on; the eyes' own seat is "you". */
#ifndef CR_TERMINAL_TELLING_H
#define CR_TERMINAL_TELLING_H

#include "kernel/feed.h"
#include "kernel/say.h"

enum { TELLING_ALL = 0xFF, TELLING_LINE = 1024 };

typedef struct {
    cr_feed feed; /* first: of the entry that was played last; its sink is what plays it */
    const cr_game *game;
    cr_why why;   /* reasons of the last end */
    uint8_t eyes; /* a seat, CR_SPECTATOR, or TELLING_ALL, to whom nothing is hidden */
    bool is_raw;  /* as programs write it, not in words */
} telling;

/* False without memory. */
bool telling_open(telling *t, const cr_game *game, uint8_t eyes, bool is_raw);
void telling_close(telling *t);

/* Do these eyes know this move: their own, or a default played for them? */
bool telling_knows(const telling *t, const cr_move *move);

/* A move that is about to be played on this state: "Player 2: Lay the 11". */
void telling_move(cr_text *out, const telling *t, const cr_state *before, const cr_move *move);

/* Lines of what was told since the last call, behind `indent` each; the state is the one afterwards. */
void telling_events(cr_text *out, telling *t, const cr_state *state, const char *indent);

/* The open question; nothing if there is none. */
void telling_question(cr_text *out, const telling *t, const cr_state *state);

/* Who wins, and why: lines. Nothing before the end. */
void telling_end(cr_text *out, const telling *t, const cr_state *state);

/* A time since the start: "0:07.2". */
void telling_time(cr_text *out, uint64_t ms);

#endif
