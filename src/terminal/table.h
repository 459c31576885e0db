/* A match as one person at a terminal meets it: alone with bots in this program (table_open), or on a server
 * (joined_open). Line mode and the full screen play either without knowing which.
 *
 *  1. `view` is what the person may know; nothing else of the match is ever shown.
 *  2. `state` is for offers and judgements of this seat alone: here the truth, on a server a world made up from the
 *     view, in which the seat's offers and refusals are the same.
 *  3. Nothing waits but table_wait. */
#ifndef CR_TERMINAL_TABLE_H
#define CR_TERMINAL_TABLE_H

#include "ai/arena.h"
#include "cli/cli.h"
#include "draw/draw.h"
#include "kernel/say.h"

enum {
    TABLE_LISTED = 4000, /* moves that are listed at most */
    TABLE_TEXT = 1024    /* characters of a move or an event */
};

typedef enum {
    TABLE_MOVED,  /* something happened; call again */
    TABLE_YOURS,  /* the person is asked */
    TABLE_OTHERS, /* somebody else is */
    TABLE_SEATS,  /* a match on a server waits for players */
    TABLE_OVER,
    TABLE_LOST /* the referee or the connection failed: `trouble` says how */
} table_turn;

typedef struct table table;

/* Something that happened: as programs write it, and in words, "" where it is not worth a line. */
typedef struct {
    char *line, *says;
} table_line;

typedef struct {
    /* Lets happen what happens without the person: bots, deadlines, news of the server. */
    table_turn (*turn)(table *t);
    /* Plays a move that was judged. */
    void (*play)(table *t, const cr_move *move, const char *text);
    /* Sets or takes back a reason for pausing. */
    void (*pause)(table *t, uint8_t reason, bool is_on);
    /* The clock the question's deadline is on. */
    uint64_t (*now)(const table *t);
    /* Waits until there is input or news, at most so long; negative: for ever. True: there is input. */
    bool (*wait)(table *t, int input, int64_t timeout_ms);
    /* Fills open seats with bots; NULL where there are none. */
    void (*start)(table *t);
    /* Bots need not wait for the person; NULL where they never do. */
    void (*go_on)(table *t);
    /* Asks for the best moves of the open question; they are told as lines of the log. NULL: there are
     * none. */
    void (*hint)(table *t);
    /* passes_empty has changed; NULL: it is looked at every turn. */
    void (*tell_empty)(table *t);
    /* Asks for a pause that all must agree on, or takes that back; NULL where nobody else is. */
    void (*want_pause)(table *t, bool is_on);
    /* Once the match is over: `same` or `swap` seats once more with the same people, or `no`. When all agree the table is that
     * of the new match, and is_over false again. NULL where there are none. */
    void (*rematch)(table *t, const char *seats);
    /* The person answers nothing more: a bot plays on. NULL where that is the server's affair. */
    void (*hand_over)(table *t);
    /* May be NULL: a line of the person comes here first; true if it is done with. And a move of his that was refused. */
    bool (*obey)(table *t, const char *text);
    void (*refused)(table *t, const char *typed, cr_refusal refusal);
    /* False if something was lost, such as the record; a message has said what. */
    bool (*close)(table *t);
} table_calls;

struct table {
    const table_calls *calls;
    const cr_game *game;
    cr_state *state;
    cr_view *view;
    uint8_t seat; /* or CR_SPECTATOR */
    bool has_view;
    bool is_over;
    bool is_set_anew; /* another position lies there: the question is put again */
    bool is_cut; /* the connection to a server is down: nothing can be played until it is back */
    bool passes_empty;                /* where the person can only pass, a pass is sent for him */
    bool has_offer, is_offer_swapped; /* a rematch is offered, and with which seats */
    unsigned n_people;                /* people at a table on a server, here or away */
    unsigned n_watching;              /* and how many look on */
    uint16_t want_pause;              /* seats that want a pause */
    uint32_t left_alone;         /* ticket of a question that the person leaves to the others */
    uint32_t passing;            /* ticket of one that a pass is sent for */
    int32_t score[CR_SEATS_MAX]; /* not before the match is over or left: it may tell secrets */
    char names[CR_SEATS_MAX][64];
    char seed[80];     /* once it may be known */
    char back[512];    /* the URL to come back to a seat on a server; "" if there is none */
    char trouble[256]; /* last thing that went wrong with the table itself; "" for none */
    table_line *log;   /* every event as the person saw it */
    size_t n_log, log_cap;
    char end[CR_SAY_MAX];                  /* once the match is over: who wins, in words */
    char why[CR_WHY_MAX][CR_SAY_MAX + 32]; /* and why: reasons with their rules */
    unsigned n_why, why_key;               /* why_key: the one that decided */
    /* May be NULL: somebody listens to events, as programs write them and in words ("" for none). */
    void (*told)(table *t, const char *line, const char *says);
    void *listener; /* for told */
};

/* Tells a hint: the place of a move, the move in words, what it promises and how sure that is, both from 0 to 1. */
void table_tell_hint(table *t, unsigned place, const char *says, double worth, double error);
/* And in front of the moves, in how many worlds they were tried. */
void table_tell_hints(table *t, unsigned n, uint32_t worlds);

/* ---- here, against bots ---- */

typedef struct {
    const cr_game *game;
    cr_setup setup;
    const cr_bot *bots[CR_SEATS_MAX];
    const char *record; /* file, or NULL */
    const char *seed;   /* as it can be given again */
    uint8_t seat;
} table_order;

/* CLI_GO and a table, or an exit status after a message. */
int table_open(const table_order *order, table **out);

/* ---- what both share ---- */

bool table_close(table *t);

/* Keeps what happened in the log and tells whoever listens: as programs write it, and in words. */
void table_tell(table *t, const char *line, const char *says);

/* The same of an event as this seat has it; `before` is the one told before it, or NULL. */
void table_tell_event(table *t, const cr_event *event, const cr_event *before);

/* A sentence with the names of the table written in. */
void table_fill(const table *t, const char *says, cr_text *out);

/* The open question in words, for the person who is asked or who waits. */
void table_question(const table *t, cr_text *out);

/* A move in words. */
void table_say_move(const table *t, const cr_move *move, cr_text *out);

/* A refused move in words: title and reason in one line, and what is possible in its place in the next. */
void table_say_refusal(const table *t, const char *typed, const cr_move *move, cr_refusal refusal,
                       cr_text *out);

/* Takes up a reason of the end. */
void table_add_why(table *t, const char *says, const char *rule, bool is_key);

/* Can a rematch be asked for? */
bool table_may_rematch(const table *t);

/* Is the person asked right now, and has not left the question to others? */
bool table_is_asked(const table *t);

/* The moves of the person, in a fixed order: answers first, then interrupts and the like. */
size_t table_list(const table *t, cr_move *out, size_t cap, bool *is_all);

/* Is a pass all that the person can answer? */
bool table_is_empty(const table *t);

/* Says whether the person wants passes to be sent for him. */
void table_set_empty(table *t, bool passes);

/* Reads a move as people write it and judges it. */
cr_refusal table_read(const table *t, const char *text, cr_move *out);

/* What is left of the time of the open question; negative: it has no limit. */
int64_t table_left_ms(const table *t);

scene table_scene(const table *t, const char *names[CR_SEATS_MAX]);

/* Who has won, the scores, and why. */
void table_result(const table *t, cr_text *out);

/* Prints that at the end, with the seed, or with the way back to a match that goes on. */
void table_print_end(const table *t);

#endif
