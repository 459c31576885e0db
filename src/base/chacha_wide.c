/* Four blocks of ChaCha20 at once, for machines with registers of 32 bytes. A block is a chain in which every operation waits for
 * the one before it, so the processor has room for four chains in nearly the time of one. Compiled for these machines
 * (cmake/Flags.cmake): nothing here runs before somebody has looked whether it can. */
#include "base/chacha.h"

#ifdef __x86_64__
#include <immintrin.h>

/* The four rows of two blocks, one block in each half. */
typedef struct {
    __m256i a, b, c, d;
} rows;

static inline __m256i turned(__m256i x, int left)
{
    return _mm256_or_si256(_mm256_slli_epi32(x, left), _mm256_srli_epi32(x, 32 - left));
}

/* By whole bytes it is one instruction. */
static inline __m256i turned_16(__m256i x)
{
    return _mm256_shuffle_epi8(x, _mm256_broadcastsi128_si256(_mm_setr_epi8(
                                      2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13)));
}

static inline __m256i turned_8(__m256i x)
{
    return _mm256_shuffle_epi8(x, _mm256_broadcastsi128_si256(_mm_setr_epi8(
                                      3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14)));
}

/* The quarter rounds of all columns of both pairs. */
static inline void quarters(rows *x, rows *y)
{
    x->a = _mm256_add_epi32(x->a, x->b);
    y->a = _mm256_add_epi32(y->a, y->b);
    x->d = turned_16(_mm256_xor_si256(x->d, x->a));
    y->d = turned_16(_mm256_xor_si256(y->d, y->a));
    x->c = _mm256_add_epi32(x->c, x->d);
    y->c = _mm256_add_epi32(y->c, y->d);
    x->b = turned(_mm256_xor_si256(x->b, x->c), 12);
    y->b = turned(_mm256_xor_si256(y->b, y->c), 12);
    x->a = _mm256_add_epi32(x->a, x->b);
    y->a = _mm256_add_epi32(y->a, y->b);
    x->d = turned_8(_mm256_xor_si256(x->d, x->a));
    y->d = turned_8(_mm256_xor_si256(y->d, y->a));
    x->c = _mm256_add_epi32(x->c, x->d);
    y->c = _mm256_add_epi32(y->c, y->d);
    x->b = turned(_mm256_xor_si256(x->b, x->c), 7);
    y->b = turned(_mm256_xor_si256(y->b, y->c), 7);
}

/* Diagonals become columns. The row that is ready first is the one that is not moved. */
static inline void slant(rows *x)
{
    x->a = _mm256_shuffle_epi32(x->a, 0x93);
    x->d = _mm256_shuffle_epi32(x->d, 0x4E);
    x->c = _mm256_shuffle_epi32(x->c, 0x39);
}

static inline void straighten(rows *x)
{
    x->a = _mm256_shuffle_epi32(x->a, 0x39);
    x->d = _mm256_shuffle_epi32(x->d, 0x4E);
    x->c = _mm256_shuffle_epi32(x->c, 0x93);
}

static inline void put_pair(const rows *x, const rows *start, uint8_t *out)
{
    __m256i a = _mm256_add_epi32(x->a, start->a), b = _mm256_add_epi32(x->b, start->b);
    __m256i c = _mm256_add_epi32(x->c, start->c), d = _mm256_add_epi32(x->d, start->d);

    _mm256_storeu_si256((__m256i *)out, _mm256_permute2x128_si256(a, b, 0x20));
    _mm256_storeu_si256((__m256i *)(out + 32), _mm256_permute2x128_si256(c, d, 0x20));
    _mm256_storeu_si256((__m256i *)(out + 64), _mm256_permute2x128_si256(a, b, 0x31));
    _mm256_storeu_si256((__m256i *)(out + 96), _mm256_permute2x128_si256(c, d, 0x31));
}

/* Where two blocks begin, the second of them one further in the stream. */
static inline rows begin(const uint8_t key[32], cr_chacha_place place)
{
    const __m128i *half = (const __m128i *)key;
    long long stream = (long long)place.stream, number = (long long)place.block;

    return (rows){
        .a = _mm256_broadcastsi128_si256(
            _mm_setr_epi32(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574)), /* expand 32-byte k */
        .b = _mm256_broadcastsi128_si256(_mm_loadu_si128(half)),
        .c = _mm256_broadcastsi128_si256(_mm_loadu_si128(half + 1)),
        .d = _mm256_setr_epi64x(number, stream, number + 1, stream),
    };
}

void cr_chacha_wide(const uint8_t key[32], cr_chacha_place one, cr_chacha_place two,
                    uint8_t out_one[CR_CHACHA_PAIR], uint8_t out_two[CR_CHACHA_PAIR])
{
    const rows start_x = begin(key, one), start_y = begin(key, two);
    rows x = start_x, y = start_y;

    for (unsigned i = 0; i < 10; i++) {
        quarters(&x, &y);
        slant(&x);
        slant(&y);
        quarters(&x, &y);
        straighten(&x);
        straighten(&y);
    }
    put_pair(&x, &start_x, out_one);
    put_pair(&y, &start_y, out_two);
}
#endif
