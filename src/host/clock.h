/* The time, as the host sees it: an interface, so that tests turn the hands themselves. Implementations are in
 * src/clock. */
#ifndef CR_CLOCK_H
#define CR_CLOCK_H

#include "base/base.h"

typedef struct cr_clock cr_clock;
struct cr_clock {
    /* Microseconds since 1970. Never falls while the program runs, whatever happens to the clock of the machine. */
    uint64_t (*now_us)(cr_clock *clock);
};

static inline uint64_t cr_clock_us(cr_clock *clock)
{
    return clock->now_us(clock);
}

/* What matches count in. Read once per input and then reused. */
static inline uint64_t cr_clock_ms(cr_clock *clock)
{
    return clock->now_us(clock) / 1000;
}

#endif
