/* One state on the desk: everything that is tried on it, move by move and world by world. Shared by depth.c and
 * worlds.c. A check returns true if it holds and otherwise writes the fault down. */
#ifndef CR_VERIFY_DESK_H
#define CR_VERIFY_DESK_H

#include "kernel/feed.h"
#include "kernel/rng.h"
#include "laws/pair.h"
#include "verify/verify.h"

enum {
    DESK_OFFERS = 4096,  /* offered moves that are listed */
    DESK_TEXT = 1 << 16, /* a printed view or position */
    DESK_EVENTS = 4096,  /* of one move */
    DESK_NEAR = 16 /* offered moves whose neighbours are tried where a kind has too many moves */
};

typedef struct {
    const cr_game *game;
    unsigned kind_max; /* a kind of move with at most so many encodings is tried whole */
    unsigned worlds;   /* made up per viewer */
    unsigned plays_on; /* so many moves are played on in the truth and in each of them */
    cr_verify_counts *counts;
    cr_verify_fault *fault;
    uint64_t *chart;            /* by row, how often it was passed */
    cr_verify_message *message; /* or NULL */
    char where[96];
    cr_rng luck;

    cr_state *a, *b, *trial;
    cr_state *after, *after_b; /* what a move leads to, in the truth and in another world */
    cr_feed told, told_b;      /* what it tells */
    cr_event *redacted;
    cr_view *view, *view_b;
    cr_move *list; /* offers of the seat that is looked at, sorted */
    size_t n_list;
    bool is_all;
    cr_space space;
    char *text, *text_b;
    pair pair;
    void *memory;
} desk;

CR_MUST_USE cr_err desk_init(desk *d, const cr_game *game);
void desk_release(desk *d);

/* Starts a match of a series, numbered from `first` on, with options drawn as the plan says; `luck` begins anew. */
CR_MUST_USE cr_err desk_start(const cr_laws_plan *plan, uint64_t first, uint64_t match,
                              cr_rng *luck, cr_state *s);

/* Notes a fault unless there is one already; returns false. */
__attribute__((format(printf, 4, 5))) bool desk_fail(desk *d, const cr_state *s, const char *check,
                                                     const char *format, ...);

/* The field in which d->view and d->view_b differ first. */
const char *desk_differing_field(const desk *d, unsigned n_seats);

/* No fault and no broken invariant. */
bool desk_sound(desk *d, const cr_state *s);

/* Tries every move of the seat where there are few, and the neighbours of its offers elsewhere: what is offered
 * is accepted and nothing else. *answer identifies all that the seat is told: boxes and refusals. Leaves the
 * seat's offers in d->list. */
bool desk_treat(desk *d, const cr_state *s, uint8_t seat, uint64_t *answer);

/* Worlds that differ in what a viewer may not know: other hidden zones, other sealed answers, other secret
 * passes, another seed. View,
 * messages, offers and refusals must be the same. Seats are treated on the way. */
bool desk_secrets(desk *d, const cr_state *s);

/* `world` looks like `s` to the viewer: do messages and moves tell it the same? A move counts if the viewer sees the
 * same behind it in both, and no new deal began; then its events must be the same too, byte by byte, and the message
 * as a whole. */
bool desk_told(desk *d, const cr_state *s, const cr_state *world, uint8_t viewer);

/* Goes on in both as long as the viewer is told the same: it must see the same and may do the same. */
bool desk_play_on(desk *d, const cr_state *s, const cr_state *world, uint8_t viewer);

/* Two answers of a seat that are about to be sealed look alike to everybody else, and so do a pass that is kept secret
 * and none. */
bool desk_sealing(desk *d, const cr_state *s);

/* The position and all moves in d->list of this seat are read back as they were printed. */
bool desk_texts(desk *d, const cr_state *s, const cr_setup *setup);
bool desk_move_texts(desk *d, const cr_state *s);

/* The move has closed an open question: whoever had not spoken is too late, and only he. */
bool desk_late(desk *d, const cr_state *before, const cr_move *move, const cr_state *after);

/* Counts the passage's rows; it must be in the chart. A default counts as the move it stands for. */
bool desk_passage(desk *d, const cr_state *before, const cr_move *move, const cr_state *after);

#endif
