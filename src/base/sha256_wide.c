/* SHA-256 (FIPS 180-4) by the instructions that processors have for it. Compiled for these (cmake/Flags.cmake): nothing here runs
 * before somebody has looked whether it can. */
#include "base/sha256.h"

#ifdef __x86_64__
#include <immintrin.h>

/* The eight words a to h, in the order that the instructions want: highest first. */
typedef struct {
    __m128i abef, cdgh;
} words;

/* Numbers are written with their highest byte first. */
static inline __m128i turned(__m128i x)
{
    return _mm_shuffle_epi8(x, _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
}

static inline void add_block(words *sum, const uint8_t block[CR_SHA256_BLOCK])
{
    /* The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
    static const uint32_t root[64] = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
        0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
        0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
        0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
        0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
        0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
        0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
        0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
        0xc67178f2};
    __m128i w[4]; /* the last sixteen words of the schedule, four to a row */
    words x = *sum;

    for (unsigned i = 0; i < 4; i++)
        w[i] = turned(_mm_loadu_si128((const __m128i *)block + i));
        /* Four rounds at a time; the row they have used becomes the one sixteen rounds on. */
#pragma GCC unroll 16
    for (unsigned i = 0; i < 16; i++) {
        __m128i *now = &w[i % 4], next = w[(i + 1) % 4], last = w[(i + 3) % 4];
        __m128i in = _mm_add_epi32(*now, _mm_loadu_si128((const __m128i *)root + i));

        x.cdgh = _mm_sha256rnds2_epu32(x.cdgh, x.abef, in);
        x.abef = _mm_sha256rnds2_epu32(x.abef, x.cdgh, _mm_shuffle_epi32(in, 0x0E));
        *now = _mm_add_epi32(_mm_sha256msg1_epu32(*now, next),
                             _mm_alignr_epi8(last, w[(i + 2) % 4], 4));
        *now = _mm_sha256msg2_epu32(*now, last);
    }
    sum->abef = _mm_add_epi32(sum->abef, x.abef);
    sum->cdgh = _mm_add_epi32(sum->cdgh, x.cdgh);
}

static inline void put_words(words sum, uint8_t out[32])
{
    __m128i feba = _mm_shuffle_epi32(sum.abef, 0x1B), dchg = _mm_shuffle_epi32(sum.cdgh, 0xB1);

    _mm_storeu_si128((__m128i *)out, turned(_mm_blend_epi16(feba, dchg, 0xF0)));
    _mm_storeu_si128((__m128i *)(out + 16), turned(_mm_alignr_epi8(dchg, feba, 8)));
}

void cr_sha256_wide(const void *bytes, size_t len, uint8_t out[32])
{
    /* The same of the square roots of the first eight. */
    words sum = {_mm_setr_epi32((int)0x9b05688c, 0x510e527f, (int)0xbb67ae85, 0x6a09e667),
                 _mm_setr_epi32(0x5be0cd19, 0x1f83d9ab, (int)0xa54ff53a, 0x3c6ef372)};
    uint8_t end[2 * CR_SHA256_BLOCK] = {0}; /* what is left, a bit, and the length in bits */
    const uint8_t *at = bytes;
    size_t left = len, size;

    for (; left >= CR_SHA256_BLOCK; left -= CR_SHA256_BLOCK, at += CR_SHA256_BLOCK)
        add_block(&sum, at);
    size = left + 9 <= CR_SHA256_BLOCK ? CR_SHA256_BLOCK : 2 * CR_SHA256_BLOCK;
    if (left)
        memcpy(end, at, left);
    end[left] = 0x80;
    for (unsigned i = 0; i < 8; i++)
        end[size - 1 - i] = (uint8_t)((uint64_t)len << 3 >> 8 * i);
    for (size_t i = 0; i < size; i += CR_SHA256_BLOCK)
        add_block(&sum, end + i);
    put_words(sum, out);
}
#endif
