/* The clocks: one follows the machine and never falls, the other does what the test says. */
#include "support/cmocka_all.h"
#include "clock/clocks.h"

#include <stdlib.h>
#include <time.h>

static void the_real_clock_tells_the_time_and_never_falls(void **unused)
{
    cr_clock_real real;
    uint64_t last = 0;

    (void)unused;
    cr_clock_real_init(&real);
    assert_true(llabs((long long)(cr_clock_ms(&real.clock) / 1000) - (long long)time(NULL)) <= 2);
    for (unsigned i = 0; i < 1000; i++) {
        uint64_t now = cr_clock_us(&real.clock);

        assert_true(now >= last);
        last = now;
    }
    cr_clock_real_forward(&real, 5000);
    assert_true(cr_clock_us(&real.clock) >= last + 5000000);
}

static void the_fake_clock_stands_still(void **unused)
{
    cr_clock_fake fake;

    (void)unused;
    cr_clock_fake_init(&fake, 7);
    assert_int_equal(cr_clock_ms(&fake.clock), 7);
    fake.at_ms = 9;
    assert_int_equal(cr_clock_us(&fake.clock), 9000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_real_clock_tells_the_time_and_never_falls),
        cmocka_unit_test(the_fake_clock_stands_still),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
