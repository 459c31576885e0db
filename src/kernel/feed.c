#include "kernel/feed.h"

static void keep(cr_sink *sink, const cr_event *event)
{
    cr_feed *feed = (cr_feed *)sink;

    if (feed->n < feed->cap)
        feed->events[feed->n++] = *event;
    else
        feed->is_full = true;
}

void cr_feed_init(cr_feed *feed, cr_event *events, size_t cap)
{
    *feed = (cr_feed){.sink = {keep}, .events = events, .cap = cap};
}

bool cr_feed_next(const cr_feed *feed, uint8_t viewer, cr_feed_place *place, cr_event *out)
{
    while (place->at < feed->n)
        if (cr_redact(&feed->events[place->at++], viewer, out)) {
            place->number++;
            return true;
        }
    return false;
}
