/* What every file may use: limits, attributes, bit sets of seats, the bounded text and the JSON writer
 * are in files of their own beside this one. */
#ifndef CR_BASE_H
#define CR_BASE_H

#include <croupier/croupier.h>

#include <assert.h>
#include <string.h>

#define CR_COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
#define CR_BIT(n)          ((uint16_t)(1u << (n)))
#define CR_LIKELY(x)       __builtin_expect(!!(x), 1)
#define CR_UNLIKELY(x)     __builtin_expect(!!(x), 0)

/* Between these stands what a game calls: a game that is a module of its own (kernel/module.h) finds it in the program
 * that loads it. The referee for tabs loads none. */
#ifdef __wasm__
#define CR_FOR_GAMES
#define CR_FOR_GAMES_END
#else
#define CR_FOR_GAMES     _Pragma("GCC visibility push(default)")
#define CR_FOR_GAMES_END _Pragma("GCC visibility pop")
#endif

/* Are there many matches, and several who are told of a move? Not in a tab, where what is done for them only takes room. */
#ifdef __wasm__
enum { CR_FOR_MANY = 0 };
#else
enum { CR_FOR_MANY = 1 };
#endif

/* These bytes are looked at soon: the processor fetches them meanwhile. Nothing happens if there is no such memory. */
enum { CR_LINE = 64 }; /* what it fetches at once */
static inline void cr_fetch(const void *at, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += CR_LINE)
        __builtin_prefetch((const char *)at + i);
    __builtin_prefetch((const char *)at + bytes - 1);
}

/* A flat struct: no padding may hide in it. Put it behind each state, view and record struct. */
#define CR_FLAT(type, bytes) \
    static_assert(sizeof(type) == (bytes), #type " has padding or changed its size")

/* The bytes of states, records and hashes are little-endian by construction. */
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "croupier needs a little-endian machine");

/* A move as two words: ticket, seat, kind and the first two arguments; the other eight. Hot paths move them
 * this way, because a 16-byte load of what was just written in parts waits for the stores to finish. */
typedef struct {
    uint64_t lo, hi;
} cr_words;

static inline cr_words cr_move_words(const cr_move *move)
{
    cr_words words;

    memcpy(&words.lo, move, 8);
    memcpy(&words.hi, (const char *)move + 8, 8);
    return words;
}

static inline void cr_move_set(cr_move *move, cr_words words)
{
    memcpy(move, &words.lo, 8);
    memcpy((char *)move + 8, &words.hi, 8);
}

static inline cr_words cr_words_with(cr_words words, unsigned at, uint8_t value)
{
    /* The place is the same in both words; which of them it is no processor can guess. */
    uint64_t wide = (uint64_t)value << ((48 + 8 * at) & 63), is_lo = at < 2 ? UINT64_MAX : 0;

    words.lo |= wide & is_lo;
    words.hi |= wide & ~is_lo;
    return words;
}

/* A move of this kind with one argument, put together as words. */
static inline cr_words cr_words_of(uint8_t kind, uint8_t arg)
{
    return (cr_words){(uint64_t)kind << 40 | (uint64_t)arg << 48, 0};
}

/* The first eight arguments, the first lowest. */
static inline uint64_t cr_words_args(cr_words words)
{
    return words.lo >> 48 | words.hi << 16;
}

static inline bool cr_is_zero(const void *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (((const uint8_t *)bytes)[i])
            return false;
    return true;
}

/* Limits that limits.c gives, so that a program for tests has small ones, and walks the edges daily, by that file alone. */
#define CR_SAMPLE_TRIES cr_sample_tries /* moves that are drawn before all are looked at in turn */
#define CR_SCAN_MAX     cr_scan_max     /* moves that are looked at in turn */
CR_FOR_GAMES
extern const uint32_t cr_sample_tries, cr_scan_max;
CR_FOR_GAMES_END

#endif
