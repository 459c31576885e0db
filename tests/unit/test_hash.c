/* The hash of states and records is the same on every machine, whatever registers it has, and so is SHA-256. */
#include "support/cmocka_all.h"
#include "base/hash.h"
#include "base/sha256.h"

#include <sodium.h>

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

static void digests_are_those_of_the_standard(void **unused)
{
    /* FIPS 180-4: "abc", and a message that needs a second block for its length. */
    static const char *const message[] = {
        "abc", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"};
    static const uint8_t known[][4] = {{0xba, 0x78, 0x16, 0xbf}, {0x24, 0x8d, 0x6a, 0x61}};
    uint8_t out[32];

    (void)unused;
    for (unsigned i = 0; i < 2; i++) {
        cr_sha256(message[i], strlen(message[i]), out);
        assert_memory_equal(out, known[i], sizeof known[i]);
    }
}

static void every_length_has_the_digest_of_libsodium(void **unused)
{
    static uint8_t bytes[1024 + 8];

    (void)unused;
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 151 >> 3);
    for (unsigned len = 0; len <= 1024; len++) {
        const uint8_t *at = bytes + len % 8;
        uint8_t ours[32], theirs[32];

        cr_sha256(at, len, ours);
        crypto_hash_sha256(theirs, at, len);
        assert_memory_equal(ours, theirs, sizeof ours);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_length_hashes_as_in_plain_c),
        cmocka_unit_test(digests_are_those_of_the_standard),
        cmocka_unit_test(every_length_has_the_digest_of_libsodium),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
