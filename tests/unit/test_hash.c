/* The hash of states and records is the same on every machine, whatever registers it has. */
#include "support/cmocka_all.h"
#include "base/hash.h"

#define XXH_INLINE_ALL
#define XXH_VECTOR 0 /* plain C */
#include <xxhash.h>

static void every_length_hashes_as_in_plain_c(void **unused)
{
    static uint8_t bytes[4096 + 8];

    (void)unused;
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 151 >> 3);
    for (unsigned len = 0; len <= 4096; len++) {
        const uint8_t *at = bytes + len % 8; /* from any address */

        assert_true(cr_hash(at, len) == XXH3_64bits(at, len));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_length_hashes_as_in_plain_c),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
