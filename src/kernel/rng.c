#include "kernel/rng.h"
#include "base/bytes.h"
#include "base/chacha.h"
#include "base/sha256.h"

#include <sodium.h>

void cr_rng_init(cr_rng *rng, const uint8_t key[32], uint64_t stream)
{
    memcpy(rng->key, key, 32);
    rng->at = 0;
    rng->stream = stream;
    memset(rng->block, 0, sizeof rng->block);
}

static cr_script *script_of(const cr_rng *rng)
{
    cr_script *script;

    memcpy(&script, rng->key, sizeof script);
    return script;
}

void cr_rng_script(cr_rng *rng, cr_script *script)
{
    *rng = (cr_rng){.stream = CR_RNG_SCRIPTED};
    memcpy(rng->key, &script, sizeof script);
}

void cr_setup_script(cr_setup *setup, cr_script *script)
{
    memcpy(setup->seed, &script, sizeof script);
    setup->is_scripted = 1;
}

void cr_script_rewind(cr_script *script)
{
    script->at = 0;
}

bool cr_script_next(cr_script *script)
{
    while (script->len && script->drawn[script->len - 1] + 1 == script->n[script->len - 1])
        script->len--;
    if (!script->len)
        return false;
    script->drawn[script->len - 1]++;
    return true;
}

double cr_script_chance(const cr_script *script)
{
    double chance = 1;

    for (unsigned i = 0; i < script->len; i++)
        chance /= script->n[i];
    return chance;
}

uint32_t cr_rng_scripted(cr_rng *rng, uint32_t n)
{
    cr_script *script = script_of(rng);

    if (n <= 1) /* nothing to draw */
        return 0;
    if (script->at == script->len) {
        if (script->len == CR_SCRIPT_MAX) {
            script->is_full = true;
            return 0;
        }
        script->n[script->len] = n;
        script->drawn[script->len++] = 0;
    }
    return script->drawn[script->at++];
}

static void make_block(cr_rng *rng)
{
    static const uint8_t zero[64];
    uint8_t nonce[crypto_stream_chacha20_NONCEBYTES];

    static_assert(sizeof nonce == sizeof rng->stream, "a stream is a nonce");
    memcpy(nonce, &rng->stream, sizeof nonce);
    crypto_stream_chacha20_xor_ic(rng->block, zero, sizeof zero, nonce, rng->at / 64, rng->key);
}

#ifdef __x86_64__
/* Four blocks made together take no longer than one. Those that are not needed yet are kept here and not in the
 * generator, which is part of a state: whether they are found again changes nothing but the time it takes. */
typedef struct {
    uint8_t key[32];
    uint64_t stream, first, n; /* n blocks from `first` on */
    uint8_t block[4 * CR_CHACHA_BLOCK];
} row_ahead;

enum { ROWS_AHEAD = 4 };

static row_ahead *row_of(uint64_t stream)
{
    static _Thread_local row_ahead rows[ROWS_AHEAD];

    return &rows[stream % ROWS_AHEAD];
}

static void begin_row(row_ahead *row, const cr_rng *rng, uint64_t stream, uint64_t n)
{
    memcpy(row->key, rng->key, sizeof row->key);
    row->stream = stream;
    row->first = rng->at / 64;
    row->n = n;
}

/* Four blocks. Where a stream begins, another of the same key begins as well, and one of them is its first: the match has
 * stream 0, and needs more than those who play it, who have 1. */
static void make_ahead(const cr_rng *rng, row_ahead *row)
{
    cr_chacha_place here = {rng->stream, rng->at / 64}, last = {here.stream, here.block + 3};
    uint8_t *out_last = row->block + 3 * CR_CHACHA_BLOCK;

    begin_row(row, rng, here.stream, here.block ? 4 : 3);
    if (!here.block) {
        last = (cr_chacha_place){here.stream ^ 1, 0};
        begin_row(row_of(last.stream), rng, last.stream, 1);
        out_last = row_of(last.stream)->block;
    }
    if (CR_LIKELY(__builtin_cpu_supports("avx512vl")))
        cr_chacha_turn(rng->key, here, last, row->block, out_last);
    else
        cr_chacha_wide(rng->key, here, last, row->block, out_last);
}

static void take_block(cr_rng *rng)
{
    row_ahead *row = row_of(rng->stream);
    uint64_t number = rng->at / 64;

    if (number - row->first >= row->n || row->stream != rng->stream ||
        memcmp(row->key, rng->key, sizeof row->key))
        make_ahead(rng, row);
    memcpy(rng->block, row->block + CR_CHACHA_BLOCK * (number - row->first), sizeof rng->block);
}
#endif

void cr_rng_refill(cr_rng *rng)
{
    if (CR_UNLIKELY(rng->stream == CR_RNG_SCRIPTED)) {
        script_of(rng)->is_misused = true;
        return;
    }
#ifdef __x86_64__
    if (CR_LIKELY(__builtin_cpu_supports("avx2"))) {
        take_block(rng);
        return;
    }
#endif
    make_block(rng);
}

__attribute__((noinline)) uint32_t cr_rng_small_anew(cr_rng *rng, uint32_t n)
{
    uint32_t product;

    if (CR_UNLIKELY(rng->stream == CR_RNG_SCRIPTED))
        return cr_rng_scripted(rng, n);
    do
        product = cr_rng_u16(rng) * n;
    while (CR_UNLIKELY((product & 0xFFFF) < n) && (product & 0xFFFF) < 65536 % n);
    return product >> 16;
}

void cr_rng_seek(cr_rng *rng, uint64_t at)
{
    if (CR_UNLIKELY(rng->stream == CR_RNG_SCRIPTED)) {
        script_of(rng)->is_misused = true;
        return;
    }
    rng->at = at;
    memset(rng->block, 0, sizeof rng->block);
    if (at & 63)
        cr_rng_refill(rng);
}

uint64_t cr_rng_u64(cr_rng *rng)
{
    uint64_t out = 0;

    for (unsigned i = 0; i < 4; i++)
        out |= (uint64_t)cr_rng_u16(rng) << 16 * i;
    return out;
}

uint64_t cr_rng_large(cr_rng *rng, uint64_t n)
{
    /* The largest multiple of n that fits, less one; draws above it are drawn again. */
    uint64_t top = UINT64_MAX - (UINT64_MAX % n + 1) % n;

    for (;;) {
        uint64_t draw = cr_rng_u64(rng);

        if (draw <= top)
            return draw % n;
    }
}

uint32_t cr_rng_below(cr_rng *rng, uint32_t n)
{
    return (uint32_t)cr_rng_below64(rng, n);
}

void cr_rng_bytes(cr_rng *rng, void *out, size_t len)
{
    uint8_t *to = out;

    for (size_t i = 0; i < len; i += 2) {
        uint16_t unit = (uint16_t)cr_rng_u16(rng);

        memcpy(to + i, &unit, len - i < 2 ? 1 : 2);
    }
}

cr_tally cr_rng_draw(cr_rng *rng, cr_tally *from, unsigned n)
{
    cr_tally out = 0;

    for (unsigned left = cr_tally_sum(*from); n--; left--) {
        unsigned i = cr_rng_small(rng, left), kind = 0;

        while (i >= cr_tally_count(*from, kind))
            i -= cr_tally_count(*from, kind++);
        *from -= cr_tally_of(kind, 1);
        out += cr_tally_of(kind, 1);
    }
    return out;
}

cr_tally cr_rng_part(cr_rng *rng, cr_tally of)
{
    return cr_rng_draw(rng, &of, cr_rng_small(rng, cr_tally_sum(of) + 1));
}

cr_tally cr_rng_roll(cr_rng *rng, unsigned sides, unsigned n)
{
    cr_tally out = 0;

    for (unsigned i = 0; i < n; i++)
        out += cr_tally_of(cr_rng_small(rng, sides), 1);
    return out;
}

void cr_seed_derive(const uint8_t series[32], uint64_t i, uint8_t out[32])
{
    uint64_t word;

    /* Keys that differ in one bit give streams that have nothing in common: no need to mix any further. */
    memcpy(out, series, 32);
    memcpy(&word, out, 8);
    word ^= i;
    memcpy(out, &word, 8);
}

void cr_setup_pin(cr_setup *setup, uint64_t number)
{
    uint8_t bytes[8];

    cr_bytes_put(bytes, number, sizeof bytes);
    cr_sha256(bytes, sizeof bytes, setup->seed);
    setup->is_pinned = 1;
}

void cr_commit(const uint8_t match_id[16], const uint8_t seed[32], uint8_t out[32])
{
    uint8_t both[48];

    memcpy(both, match_id, 16);
    memcpy(both + 16, seed, 32);
    cr_sha256(both, sizeof both, out);
}

bool cr_commit_holds(const uint8_t match_id[16], const uint8_t seed[32],
                     const uint8_t commitment[32])
{
    uint8_t fresh[32];

    cr_commit(match_id, seed, fresh);
    return !memcmp(fresh, commitment, sizeof fresh); /* neither is a secret */
}
