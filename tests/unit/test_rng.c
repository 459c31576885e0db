/* Chance: known answers, places in a stream, no bias, seeds and commitments. */
#include "support/cmocka_all.h"
#include "kernel/rng.h"

#include "base/chacha.h"

#include <sodium.h>

static void stream_is_chacha20(void **unused)
{
    /* First block of ChaCha20 with a key, nonce and counter of zeros. */
    static const uint8_t known[16] = {0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90,
                                      0x40, 0x5d, 0x6a, 0xe5, 0x53, 0x86, 0xbd, 0x28};
    uint8_t key[32] = {0}, out[16];
    cr_rng rng;

    (void)unused;
    cr_rng_init(&rng, key, 0);
    cr_rng_bytes(&rng, out, sizeof out);
    assert_memory_equal(out, known, sizeof out);
}

#ifdef __x86_64__
typedef void cipher(const uint8_t key[32], cr_chacha_place three, cr_chacha_place last,
                    uint8_t out_three[3 * CR_CHACHA_BLOCK], uint8_t out_last[CR_CHACHA_BLOCK]);

static void expect_block(const uint8_t key[32], cr_chacha_place place, const uint8_t *out)
{
    uint8_t expected[CR_CHACHA_BLOCK] = {0}, nonce[crypto_stream_chacha20_NONCEBYTES];

    memcpy(nonce, &place.stream, sizeof nonce);
    crypto_stream_chacha20_xor_ic(expected, expected, sizeof expected, nonce, place.block, key);
    assert_memory_equal(out, expected, sizeof expected);
}

static void expect_four_blocks(cipher *make)
{
    uint8_t key[32], three[3 * CR_CHACHA_BLOCK], last[CR_CHACHA_BLOCK];

    for (uint64_t i = 0; i < 300; i++) {
        cr_chacha_place a = {i % 5, i * i * i << 12}, b = {a.stream ^ (i & 1), UINT32_MAX - i % 3};

        for (unsigned byte = 0; byte < sizeof key; byte++)
            key[byte] = (uint8_t)((i * 89 + byte * 57) >> i % 4);
        make(key, a, b, three, last);
        for (unsigned block = 0; block < 3; block++, a.block++)
            expect_block(key, a, three + CR_CHACHA_BLOCK * block);
        expect_block(key, b, last);
    }
}
#endif

/* Every way to make blocks that this machine can go. */
static void wide_blocks_are_those_of_libsodium(void **unused)
{
    (void)unused;
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2"))
        expect_four_blocks(cr_chacha_wide);
    if (__builtin_cpu_supports("avx512vl"))
        expect_four_blocks(cr_chacha_turn);
#endif
}

/* Blocks are made several at a time and kept, per thread, for whoever asks next (rng.c). Whatever generators take turns, wherever
 * they begin and whatever was kept, each draws the stream that libsodium gives for its key alone. */
static void generators_do_not_disturb_each_other(void **unused)
{
    enum { RNGS = 24, TURNS = 4000, LEN = 200 };
    cr_rng rng[RNGS], pick;
    uint8_t out[LEN], expected[LEN + 64];

    (void)unused;
    cr_rng_init(&pick, (const uint8_t[32]){1}, 99);
    for (unsigned i = 0; i < RNGS; i++) {
        uint8_t key[32] = {0};

        key[31] = (uint8_t)(i / 8); /* three keys, the first of zeros, with streams 0 to 7 */
        cr_rng_init(&rng[i], key, i % 8);
        if (i % 3 == 1) /* the counter of blocks has more than 32 bits */
            cr_rng_seek(&rng[i], (UINT64_C(1) << 38) - 64 * (i % 5) + 2 * i);
    }
    for (unsigned turn = 0; turn < TURNS; turn++) {
        cr_rng *one = &rng[cr_rng_below(&pick, RNGS)];
        size_t len = 2 + 2 * cr_rng_below(&pick, LEN / 2);
        uint64_t at;
        uint8_t nonce[8];

        if (!cr_rng_below(&pick, 8))
            cr_rng_seek(one, one->at / 2 & ~UINT64_C(1));
        at = one->at;
        memset(expected, 0, sizeof expected);
        memcpy(nonce, &one->stream, sizeof nonce);
        crypto_stream_chacha20_xor_ic(expected, expected, sizeof expected, nonce, at / 64,
                                      one->key);
        cr_rng_bytes(one, out, len);
        assert_memory_equal(out, expected + at % 64, len);
        assert_int_equal(one->at, at + len);
    }
}

static void streams_of_one_key_differ(void **unused)
{
    uint8_t key[32] = {7};
    cr_rng a, b;

    (void)unused;
    cr_rng_init(&a, key, 0);
    cr_rng_init(&b, key, 1);
    assert_true(cr_rng_u64(&a) != cr_rng_u64(&b));
}

static void seeking_brings_the_same_again(void **unused)
{
    uint8_t key[32] = {9};
    uint64_t draws[200];
    cr_rng rng;

    (void)unused;
    cr_rng_init(&rng, key, 3);
    for (unsigned i = 0; i < 200; i++)
        draws[i] = cr_rng_u64(&rng);
    for (unsigned i = 0; i < 200; i++) {
        cr_rng_seek(&rng, 8 * i);
        assert_true(cr_rng_u64(&rng) == draws[i]);
        assert_true(i == 199 || cr_rng_u64(&rng) == draws[i + 1]);
    }
}

/* Chi-square over 100,000 draws; the limits are far beyond chance for a fixed seed. */
static void small_numbers_are_equally_likely(void **unused)
{
    static const uint32_t ns[] = {1, 2, 3, 7, 10, 52, 100};
    uint8_t key[32] = {1};
    cr_rng rng;

    (void)unused;
    cr_rng_init(&rng, key, 0);
    for (unsigned k = 0; k < CR_COUNT_OF(ns); k++) {
        uint32_t n = ns[k], count[100] = {0};
        double expected = 100000.0 / n, chi = 0;

        for (unsigned i = 0; i < 100000; i++) {
            uint32_t draw = cr_rng_below(&rng, n);

            assert_true(draw < n);
            count[draw]++;
        }
        for (uint32_t v = 0; v < n; v++)
            chi += (count[v] - expected) * (count[v] - expected) / expected;
        assert_true(chi < n + 5 * 1.5 * (n > 1 ? (double)n / 2 : 1) + 20);
    }
}

/* n just above half of the range: a biased generator would draw the lower numbers twice as often. */
static void rejection_takes_the_bias_away(void **unused)
{
    uint32_t n = 43691, low = 0;
    uint8_t key[32] = {2};
    cr_rng rng;

    (void)unused;
    cr_rng_init(&rng, key, 0);
    for (unsigned i = 0; i < 60000; i++)
        low += cr_rng_small(&rng, n) % 2 == 0;
    assert_in_range(low, 29500, 30500);
    for (unsigned i = 0; i < 1000; i++)
        assert_true(cr_rng_below64(&rng, UINT64_C(3) << 60) < UINT64_C(3) << 60);
}

static void large_numbers_reach_both_ends(void **unused)
{
    uint64_t n = UINT64_C(1) << 40 | 1, lowest = UINT64_MAX, highest = 0;
    uint8_t key[32] = {3};
    cr_rng rng;

    (void)unused;
    cr_rng_init(&rng, key, 0);
    for (unsigned i = 0; i < 10000; i++) {
        uint64_t draw = cr_rng_below64(&rng, n);

        lowest = draw < lowest ? draw : lowest;
        highest = draw > highest ? draw : highest;
    }
    assert_true(lowest < n / 1000 && highest > n - n / 1000 && highest < n);
}

static void odd_lengths_of_bytes_are_filled(void **unused)
{
    uint8_t key[32] = {4}, a[7] = {0}, b[8];
    cr_rng rng;

    (void)unused;
    cr_rng_init(&rng, key, 0);
    cr_rng_bytes(&rng, a, sizeof a);
    cr_rng_init(&rng, key, 0);
    cr_rng_bytes(&rng, b, sizeof b);
    assert_memory_equal(a, b, 7);
}

static void pinned_seed_is_the_hash_of_the_number(void **unused)
{
    /* SHA-256 of the eight bytes 2a 00 … 00 begins ed 04. */
    cr_setup setup = {0}, other = {0};

    (void)unused;
    cr_setup_pin(&setup, 42);
    cr_setup_pin(&other, 43);
    assert_true(setup.is_pinned);
    assert_memory_not_equal(setup.seed, other.seed, 32);
    assert_int_equal(setup.seed[0], 0xed);
    assert_int_equal(setup.seed[1], 0x04);
}

static void series_gives_each_match_its_own_seed(void **unused)
{
    uint8_t series[32] = {5}, a[32], b[32], again[32];

    (void)unused;
    cr_seed_derive(series, 0, a);
    cr_seed_derive(series, 1, b);
    cr_seed_derive(series, 1, again);
    assert_memory_not_equal(a, b, 32);
    assert_memory_equal(b, again, 32);
}

/* However long the series is: each bit of the number counts. */
static void no_seed_of_a_series_comes_again(void **unused)
{
    uint8_t series[32] = {5}, a[32], b[32];
    static const uint64_t places[] = {0, 1, 255, 65535, 123456789};

    (void)unused;
    for (unsigned i = 0; i < CR_COUNT_OF(places); i++)
        for (unsigned bit = 0; bit < 64; bit++) {
            uint64_t other = places[i] ^ UINT64_C(1) << bit;

            cr_seed_derive(series, places[i], a);
            cr_seed_derive(series, other, b);
            if (!memcmp(a, b, 32))
                fail_msg("matches %llu and %llu of a series have the same seed",
                         (unsigned long long)places[i], (unsigned long long)other);
        }
}

static void commitment_holds_for_its_seed_alone(void **unused)
{
    uint8_t id[16] = {1}, seed[32] = {2}, commitment[32];

    (void)unused;
    cr_commit(id, seed, commitment);
    assert_true(cr_commit_holds(id, seed, commitment));
    seed[31] ^= 1;
    assert_false(cr_commit_holds(id, seed, commitment));
    seed[31] ^= 1;
    id[0] ^= 1;
    assert_false(cr_commit_holds(id, seed, commitment));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stream_is_chacha20),
        cmocka_unit_test(wide_blocks_are_those_of_libsodium),
        cmocka_unit_test(generators_do_not_disturb_each_other),
        cmocka_unit_test(streams_of_one_key_differ),
        cmocka_unit_test(seeking_brings_the_same_again),
        cmocka_unit_test(small_numbers_are_equally_likely),
        cmocka_unit_test(rejection_takes_the_bias_away),
        cmocka_unit_test(large_numbers_reach_both_ends),
        cmocka_unit_test(odd_lengths_of_bytes_are_filled),
        cmocka_unit_test(pinned_seed_is_the_hash_of_the_number),
        cmocka_unit_test(series_gives_each_match_its_own_seed),
        cmocka_unit_test(no_seed_of_a_series_comes_again),
        cmocka_unit_test(commitment_holds_for_its_seed_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
