/* The time, as the host sees it: an interface, so that tests turn the hands themselves. Implementations are in
 * src/clock. */
#ifndef CR_CLOCK_H
#define CR_CLOCK_H

#include "base/base.h"

typedef struct cr_clock cr_clock;
struct cr_clock {
    /* Milliseconds since 1970. Never falls while the program runs, whatever happens to the clock of the machine;
     * read once per input and then reused. */
    uint64_t (*now_ms)(cr_clock *clock);
};

static inline uint64_t cr_clock_now(cr_clock *clock)
{
    return clock->now_ms(clock);
}

#endif
