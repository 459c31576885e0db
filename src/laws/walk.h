/* One match of a series and the memory it is played in; shared by the files of this folder. Each law is a
 * function that returns true if it holds and otherwise writes the failure down, which ends the match. */
#ifndef CR_WALK_H
#define CR_WALK_H

#include "kernel/feed.h"
#include "kernel/rng.h"
#include "laws/laws.h"
#include "laws/pair.h"

enum {
    FEED_CAP = 1024,    /* events of one move; no game comes near */
    TEXT_CAP = 1 << 16, /* a printed view, position or JSON */
    PROBES_PER_SEAT = 8,
    PROBES_MAX = CR_SEATS_MAX * PROBES_PER_SEAT + 80,
    LISTED_MAX = 4096, /* spaces up to this size are listed */
    LIST_MAX = 512     /* and so many of their moves kept */
};

/* A move that is tried, when, and what the referee said. */
typedef struct {
    cr_move move;
    uint64_t at_ms;
    cr_refusal why;
} probe;

/* For "everything hidden varies": the parts of a state, and for each of them, by viewer and kind of question, at
 * how many states the truth was not what was guessed, and at how many two guesses differed. */
typedef struct {
    uint16_t at, size, row;
    const char *name; /* of the zone, "open", "sealed" or "effect" */
} cell;

typedef struct {
    uint32_t differs, varies;
} cell_count;

struct cr_laws_cells {
    unsigned n, n_questions;
    cell *cells;
    cell_count *counts;
};

typedef struct {
    const cr_laws_plan *plan;
    const cr_game *game;
    cr_laws_report *report;
    cr_setup setup;
    uint64_t match;
    uint32_t n_moves;
    bool has_failed, is_heavy; /* heavy: this state gets the costly laws too */
    cr_rng dice, luck, whim;   /* choose the moves; what is checked; which bots are asked */
    cr_move last;              /* the move that led here, if n_moves */
    uint64_t last_at_ms;
    uint16_t late;        /* who was too late for the open question with this ticket */
    uint32_t late_ticket; /* means nothing if nobody was */

    /* The match, the state before its last move, and room for what if. */
    cr_state *s, *before, *untouched, *again, *a, *b, *world, *other_world, *quiet;
    cr_view *view, *view_b;
    cr_feed told, told_a, told_b;
    uint8_t *record;
    size_t record_len;
    char *text, *text_b;
    cr_space space, space_b, one;
    cr_move list[LIST_MAX];
    probe probes[PROBES_MAX];
    unsigned n_probes;
    pair pair;
    void *memory, *desk; /* desk: for bots that are asked */
} walk;

/* Notes that a law is broken here. Returns false, so that a law can end with it. */
__attribute__((format(printf, 4, 5))) bool walk_fail(walk *w, cr_law law, uint8_t viewer,
                                                     const char *format, ...);

/* The same from the verdict of w->pair. */
bool walk_fail_pair(walk *w, cr_law law);

static inline void walk_count(walk *w, cr_law law)
{
    w->report->checked[law]++;
}

static inline bool once_in(cr_rng *rng, uint32_t n)
{
    return n <= 1 || cr_rng_small(rng, n) == 0;
}

static inline void copy_state(const walk *w, cr_state *to, const cr_state *from)
{
    memcpy(to, from, w->game->state_size);
}

static inline bool is_same_state(const walk *w, const cr_state *a, const cr_state *b)
{
    return !memcmp(a, b, w->game->state_size);
}

/* Viewers are the seats and, behind them, the spectator. */
static inline uint8_t viewer_at(const walk *w, unsigned i)
{
    return i < w->s->n_seats ? (uint8_t)i : CR_SPECTATOR;
}

static inline unsigned viewers(const walk *w)
{
    return w->s->n_seats + 1u;
}

static inline cr_sink *listen(cr_feed *feed)
{
    feed->n = 0;
    feed->is_full = false;
    return &feed->sink;
}

/* Name of the first field of the table in which two structs differ; "head" where no field does. */
const char *differing_field(const cr_field *fields, const void *a, const void *b, size_t size,
                            unsigned n_seats);

/* acts.c: what a seat may do. `probe_all` makes the probes that secrets.c asks again in made-up worlds. */
bool law_spaces(walk *w);
/* A legal move of the space, controls included; every one may come, but not with the same chance. */
bool sample_in(const cr_game *game, const cr_state *s, uint8_t seat, const cr_space *space,
               cr_rng *rng, cr_move *out);
bool probe_all(walk *w);
bool law_defaults(walk *w);
bool law_pause(walk *w);

/* secrets.c: what a seat may know. */
bool law_asking(walk *w);
bool law_worlds(walk *w);
bool law_sealed_here(walk *w);
bool law_sealed_move(walk *w, const cr_move *move, uint64_t at_ms);
bool law_passed_here(walk *w);
bool law_passed_move(walk *w, const cr_move *move, uint64_t at_ms);
bool law_deal(walk *w);
/* Behind a move, or behind silence until at_ms if there is none: the other world of the pair goes along. */
bool law_step(walk *w, const cr_state *before, const cr_move *move, uint64_t at_ms);
bool law_events(walk *w);
cr_err cells_init(struct cr_laws_cells **out, const cr_game *game);
void cells_release(struct cr_laws_cells *cells);
void cells_merge(struct cr_laws_cells *into, const struct cr_laws_cells *from);
/* The verdict over a whole series: writes what does not vary into `what` and returns false. */
bool cells_vary(const struct cr_laws_cells *cells, const cr_game *game, uint8_t *viewer, char *what,
                size_t cap);

/* choices.c: what bots answer. Who asks has made w->world from the view of this seat. */
size_t choices_memory(const cr_game *game);
bool law_choices(walk *w, uint8_t viewer);

/* texts.c: the written forms. */
bool law_move_text(walk *w, const cr_move *move);
bool law_texts(walk *w);

/* walk.c */
cr_err walk_init(walk *w, const cr_laws_plan *plan);
void walk_release(walk *w);
/* Plays match number `match` into w->report. */
cr_err walk_match(walk *w, uint64_t match);

#endif
