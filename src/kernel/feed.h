/* Events kept in order on memory of the caller, read back per viewer with numbers of the viewer's own: a
 * common running number would tell that something private happened. */
#ifndef CR_FEED_H
#define CR_FEED_H

#include "kernel/game.h"

typedef struct {
    cr_sink sink; /* hand this to cr_play */
    cr_event *events;
    size_t n, cap;
    bool is_full; /* an event was lost */
} cr_feed;

void cr_feed_init(cr_feed *feed, cr_event *events, size_t cap);

/* Where one viewer stands. Zero is the beginning. */
typedef struct {
    size_t at;
    uint32_t number; /* of the last event given */
} cr_feed_place;

/* The next event this viewer may see, redacted; false at the end. place->number is its number, from 1. */
bool cr_feed_next(const cr_feed *feed, uint8_t viewer, cr_feed_place *place, cr_event *out);

#endif
