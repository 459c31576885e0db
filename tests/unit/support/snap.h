/* A small game for tests of open questions. Two or three seats with one hidden card each and one card in the middle:
 * whoever holds a higher card may snap the pot, and nobody is told who has passed. Where somebody has snapped, the
 * others may object, and everybody sees who has no objection. Two rounds; a high card wins as many points as it is
 * higher, an objection takes them back. */
#ifndef SNAP_H
#define SNAP_H

#include "kernel/game.h"

enum { SNAP_SEATS = 3, SNAP_CARDS = 7 };
enum { SNAP_PASS, SNAP_SNAP, SNAP_OBJECT };
enum { SNAP_Q_SNAP, SNAP_Q_OBJECT };
enum { SNAP_OPTION_TIME, SNAP_OPTION_ROUNDS };

/* Mistakes that can be planted, and the law that must find each. */
#define SNAP_FAULTS_MAP(X)                                                           \
    X(PASS_SEEN, PASSED, "who has passed is in every view")                          \
    X(OFFERS_BY_PASS, WORLD_OFFERS, "offers depend on who has passed in secret")     \
    X(CODE_BY_PASS, WORLD_REFUSALS, "a refusal depends on who has passed in secret") \
    X(DEFAULT_SNAPS, PROGRESS, "silence snaps instead of passing")                   \
    X(ROW_MISSING, CHART, "a pass that leaves the question open is not in the chart")

enum snap_fault {
    SNAP_SOUND,
#define SNAP_ENUM(id, law, text) SNAP_##id,
    SNAP_FAULTS_MAP(SNAP_ENUM)
#undef SNAP_ENUM
};

typedef struct {
    cr_state k;
    uint32_t time_ms;
    uint8_t hand[SNAP_SEATS], middle, points[SNAP_SEATS], round, rounds, snapper, fill[2];
} snap_state;
CR_FLAT(snap_state, sizeof(cr_state) + 16);

/* The game with this mistake. Only one at a time. */
const cr_game *snap_with(enum snap_fault fault);

/* Starts a match of n seats from a number, at time 1000. */
void snap_start(snap_state *s, uint8_t n_seats, uint32_t time_ms, uint64_t seed, cr_sink *sink);

/* Plays a move as it is written. */
cr_refusal snap_play(snap_state *s, uint8_t seat, const char *text, uint64_t at_ms, cr_sink *sink);

#endif
