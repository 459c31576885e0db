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

/* Numbers turned to the left. */
#ifdef __AVX512VL__ /* in chacha_turn.c */
static inline __m256i turned_16(__m256i x)
{
    return _mm256_rol_epi32(x, 16);
}

static inline __m256i turned_12(__m256i x)
{
    return _mm256_rol_epi32(x, 12);
}

static inline __m256i turned_8(__m256i x)
{
    return _mm256_rol_epi32(x, 8);
}

static inline __m256i turned_7(__m256i x)
{
    return _mm256_rol_epi32(x, 7);
}
#else
/* By whole bytes it is one instruction. */
static inline __m256i turned_16(__m256i x)
{
    return _mm256_shuffle_epi8(x, _mm256_broadcastsi128_si256(_mm_setr_epi8(
                                      2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13)));
}

static inline __m256i turned_12(__m256i x)
{
    return _mm256_or_si256(_mm256_slli_epi32(x, 12), _mm256_srli_epi32(x, 20));
}

static inline __m256i turned_8(__m256i x)
{
    return _mm256_shuffle_epi8(x, _mm256_broadcastsi128_si256(_mm_setr_epi8(
                                      3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14)));
}

static inline __m256i turned_7(__m256i x)
{
    return _mm256_or_si256(_mm256_slli_epi32(x, 7), _mm256_srli_epi32(x, 25));
}
#endif

/* The quarter rounds of all columns of both pairs. */
static inline void quarters(rows *x, rows *y)
{
    x->a = _mm256_add_epi32(x->a, x->b);
    y->a = _mm256_add_epi32(y->a, y->b);
    x->d = turned_16(_mm256_xor_si256(x->d, x->a));
    y->d = turned_16(_mm256_xor_si256(y->d, y->a));
    x->c = _mm256_add_epi32(x->c, x->d);
    y->c = _mm256_add_epi32(y->c, y->d);
    x->b = turned_12(_mm256_xor_si256(x->b, x->c));
    y->b = turned_12(_mm256_xor_si256(y->b, y->c));
    x->a = _mm256_add_epi32(x->a, x->b);
    y->a = _mm256_add_epi32(y->a, y->b);
    x->d = turned_8(_mm256_xor_si256(x->d, x->a));
    y->d = turned_8(_mm256_xor_si256(y->d, y->a));
    x->c = _mm256_add_epi32(x->c, x->d);
    y->c = _mm256_add_epi32(y->c, y->d);
    x->b = turned_7(_mm256_xor_si256(x->b, x->c));
    y->b = turned_7(_mm256_xor_si256(y->b, y->c));
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

static inline void put_pair(const rows *x, const rows *start, uint8_t *first, uint8_t *second)
{
    __m256i a = _mm256_add_epi32(x->a, start->a), b = _mm256_add_epi32(x->b, start->b);
    __m256i c = _mm256_add_epi32(x->c, start->c), d = _mm256_add_epi32(x->d, start->d);

    _mm256_storeu_si256((__m256i *)first, _mm256_permute2x128_si256(a, b, 0x20));
    _mm256_storeu_si256((__m256i *)(first + 32), _mm256_permute2x128_si256(c, d, 0x20));
    _mm256_storeu_si256((__m256i *)second, _mm256_permute2x128_si256(a, b, 0x31));
    _mm256_storeu_si256((__m256i *)(second + 32), _mm256_permute2x128_si256(c, d, 0x31));
}

/* Where two blocks begin. */
static inline rows begin(const uint8_t key[32], cr_chacha_place first, cr_chacha_place second)
{
    const __m128i *half = (const __m128i *)key;

    return (rows){
        .a = _mm256_broadcastsi128_si256(
            _mm_setr_epi32(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574)), /* expand 32-byte k */
        .b = _mm256_broadcastsi128_si256(_mm_loadu_si128(half)),
        .c = _mm256_broadcastsi128_si256(_mm_loadu_si128(half + 1)),
        .d = _mm256_setr_epi64x((long long)first.block, (long long)first.stream,
                                (long long)second.block, (long long)second.stream),
    };
}

void cr_chacha_wide(const uint8_t key[32], cr_chacha_place three, cr_chacha_place last,
                    uint8_t out_three[3 * CR_CHACHA_BLOCK], uint8_t out_last[CR_CHACHA_BLOCK])
{
    cr_chacha_place second = {three.stream, three.block + 1},
                    third = {three.stream, three.block + 2};
    const rows start_x = begin(key, three, second), start_y = begin(key, third, last);
    rows x = start_x, y = start_y;

    for (unsigned i = 0; i < 10; i++) {
        quarters(&x, &y);
        slant(&x);
        slant(&y);
        quarters(&x, &y);
        straighten(&x);
        straighten(&y);
    }
    put_pair(&x, &start_x, out_three, out_three + CR_CHACHA_BLOCK);
    put_pair(&y, &start_y, out_three + 2 * CR_CHACHA_BLOCK, out_last);
}
#endif
