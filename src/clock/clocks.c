#include "clock/clocks.h"

#include <time.h>

static uint64_t read_ns(clockid_t id)
{
    struct timespec t;

    clock_gettime(id, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint64_t real_now(cr_clock *clock)
{
    const cr_clock_real *real = (const cr_clock_real *)clock;

    return (real->wall_ns + read_ns(CLOCK_MONOTONIC) - real->steady_ns) / 1000u;
}

void cr_clock_real_init(cr_clock_real *clock)
{
    *clock = (cr_clock_real){{real_now}, read_ns(CLOCK_REALTIME), read_ns(CLOCK_MONOTONIC)};
}

void cr_clock_real_forward(cr_clock_real *clock, uint32_t ms)
{
    clock->wall_ns += ms * UINT64_C(1000000);
}

static uint64_t fake_now(cr_clock *clock)
{
    return ((const cr_clock_fake *)clock)->at_ms * 1000;
}

void cr_clock_fake_init(cr_clock_fake *clock, uint64_t at_ms)
{
    *clock = (cr_clock_fake){{fake_now}, at_ms};
}
