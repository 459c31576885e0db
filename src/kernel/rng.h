/* Chance. A generator is a key, a stream number and a place in that stream; its output is ChaCha20, so what
 * was seen tells nothing about what comes. Everything is drawn in units of 16 bits: small numbers are what
 * games need, and a block of 64 bytes then serves 32 of them. */
#ifndef CR_RNG_H
#define CR_RNG_H

#include "base/tally.h"

/* ---- scripted chance ----
 * Whoever wants to see every outcome plays the same move again and again from the same state, and a script says what is
 * drawn. Draws it knows are answered from its list; a new one is noted and answered with 0; cr_script_next goes on to the
 * next list, as an odometer does. The generator of a state points to its script: such a state is for nobody else.
 *
 * Only draws of cr_rng_small (and cr_rng_below up to 65536) can be scripted: anything else the generator gives has no list
 * of outcomes that somebody could walk. It sets is_misused and gives zeros, as does a list that is full. */
enum { CR_SCRIPT_MAX = 128 };
#define CR_RNG_SCRIPTED UINT64_MAX /* the stream of a scripted generator; `at` stays 0 */

typedef struct {
    uint32_t n[CR_SCRIPT_MAX], drawn[CR_SCRIPT_MAX]; /* of so many outcomes, this one */
    unsigned len, at;                                /* draws in the list; answered in this run */
    bool is_misused, is_full;
} cr_script;

/* Makes the generator a scripted one. The script stays the caller's and outlives it. */
void cr_rng_script(cr_rng *rng, cr_script *script);

/* Makes a setup whose match is scripted from its first draw on. What is left of the seed stays: a game that draws from
 * anything but its generator shows it by it. */
void cr_setup_script(cr_setup *setup, cr_script *script);

/* Before each run: the list is answered from its beginning. */
void cr_script_rewind(cr_script *script);

/* The list of the next outcome, for the next run; false if there is none. */
bool cr_script_next(cr_script *script);

/* Probability of the list. */
double cr_script_chance(const cr_script *script);

/* ---- drawing ---- */

CR_FOR_GAMES

uint32_t cr_rng_scripted(cr_rng *rng, uint32_t n);
void cr_rng_refill(cr_rng *rng);

/* cr_rng_small where a block begins, or where a draw must be made again: one draw in thirty. Out of line and the last thing
 * that is called, so that the other draws need no stack. */
uint32_t cr_rng_small_anew(cr_rng *rng, uint32_t n);

/* Sixteen bits of a block that is there. */
static inline uint32_t cr_rng_next(cr_rng *rng)
{
    uint16_t unit;

    memcpy(&unit, rng->block + (rng->at & 63), 2);
    rng->at += 2;
    return unit;
}

static inline uint32_t cr_rng_u16(cr_rng *rng)
{
    if (!(rng->at & 63))
        cr_rng_refill(rng);
    return cr_rng_next(rng);
}

/* 0 to n − 1 for n up to 65536: multiply and keep the upper half; the few values that would be drawn more
 * often than others are drawn again (Lemire's method). */
__attribute__((always_inline)) static inline uint32_t cr_rng_small(cr_rng *rng, uint32_t n)
{
    uint32_t product;

    /* A scripted generator never leaves the first place of its block: whoever draws pays nothing for it. */
    if (CR_UNLIKELY(!(rng->at & 63)))
        return cr_rng_small_anew(rng, n);
    product = cr_rng_next(rng) * n;
    if (CR_UNLIKELY((product & 0xFFFF) < n)) {
        rng->at -= 2;
        return cr_rng_small_anew(rng, n);
    }
    return product >> 16;
}

uint64_t cr_rng_large(cr_rng *rng, uint64_t n);

/* The same for any n. */
static inline uint64_t cr_rng_below64(cr_rng *rng, uint64_t n)
{
    return CR_LIKELY(n <= 65536) ? cr_rng_small(rng, (uint32_t)n) : cr_rng_large(rng, n);
}

/* Takes n pieces at random out of a tally that holds at least as many. */
cr_tally cr_rng_draw(cr_rng *rng, cr_tally *from, unsigned n);

/* Any part of a tally, nothing and all of it included. */
cr_tally cr_rng_part(cr_rng *rng, cr_tally of);

/* Throws up to seven dice: how often each of the faces 0 to sides − 1 came up. */
cr_tally cr_rng_roll(cr_rng *rng, unsigned sides, unsigned n);

CR_FOR_GAMES_END

#endif
