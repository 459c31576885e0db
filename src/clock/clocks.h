/* The clocks there are: the machine's and one that stands still until a test moves it. */
#ifndef CR_CLOCKS_H
#define CR_CLOCKS_H

#include "host/clock.h"

typedef struct {
    cr_clock clock;
    uint64_t wall_ns, steady_ns; /* both at the start: later times are counted by the steady one */
} cr_clock_real;

void cr_clock_real_init(cr_clock_real *clock);

/* For tests that would have to wait: this much later from now on. */
void cr_clock_real_forward(cr_clock_real *clock, uint32_t ms);

typedef struct {
    cr_clock clock;
    uint64_t at_ms;
} cr_clock_fake;

void cr_clock_fake_init(cr_clock_fake *clock, uint64_t at_ms);

#endif
