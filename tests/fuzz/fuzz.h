/* What the fuzz targets share. A target is one file with LLVMFuzzerTestOneInput; libFuzzer feeds it in the fuzz
 * build, driver.c feeds it files in all others. The first line of an input is the name of the game, so that a new game
 * leaves all kept inputs with theirs; the byte behind it chooses the number of seats and whether options are drawn; the
 * rest is what the target says.
 *
 * An input that breaks something goes to regress/<target>/ and is run by every `make test` from then on. */
#ifndef FUZZ_H
#define FUZZ_H

#include "kernel/forms.h"
#include "kernel/rng.h"
#include "laws/json_syntax.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

/* A promise of the referee is broken: the fuzzer takes it as a crash. */
#define FUZZ_MUST(holds)                                                               \
    do {                                                                               \
        if (!(holds)) {                                                                \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #holds); \
            abort();                                                                   \
        }                                                                              \
    } while (0)

enum { FUZZ_TEXT_MAX = 1 << 16, FUZZ_ROOMS = 3 };

typedef struct {
    const cr_game *game;
    cr_setup setup;
    cr_rng rng;
    const uint8_t *at, *end; /* the input that is left */
} fuzz;

/* Takes the name of the game and the byte behind it; false if they are not there. */
static inline bool fuzz_begin(fuzz *f, const uint8_t *data, size_t len)
{
    const uint8_t *end = len ? memchr(data, '\n', len) : NULL;
    char name[32] = {0};
    unsigned span;

    if (!end || (size_t)(end - data) >= sizeof name || end + 1 == data + len)
        return false;
    memcpy(name, data, (size_t)(end - data));
    f->game = cr_game_find(name);
    if (!f->game)
        return false;
    len -= (size_t)(end - data);
    data = end; /* data[1] is the byte of seats and options */
    cr_setup_init(f->game, &f->setup);
    span = f->game->seats_max - f->game->seats_min + 1u;
    f->setup.n_seats = (uint8_t)(f->game->seats_min + data[1] % span);
    f->setup.seed[0] = data[1];
    cr_rng_init(&f->rng, f->setup.seed, 77);
    for (unsigned i = 0; data[1] & 0x80 && i < f->game->n_options; i++) {
        const cr_option *option = &f->game->options[i];

        f->setup.option[i] =
            option->lo + (int32_t)cr_rng_below(&f->rng, (uint32_t)(option->hi - option->lo) + 1);
    }
    f->at = data + 2;
    f->end = data + len;
    return true;
}

/* The i-th room for a state or a view, of exactly this size: a byte behind its end is seen. */
static inline void *fuzz_room(unsigned i, size_t size)
{
    static void *rooms[FUZZ_ROOMS];
    static size_t sizes[FUZZ_ROOMS];

    if (sizes[i] != size) {
        free(rooms[i]);
        rooms[i] = malloc(size);
        sizes[i] = size;
    }
    if (!rooms[i])
        abort();
    return rooms[i];
}

/* The rest of the input as text with a closing zero; the caller frees it. */
static inline char *fuzz_text(const fuzz *f)
{
    size_t len = (size_t)(f->end - f->at);
    char *text = malloc(len + 1);

    if (!text)
        abort();
    memcpy(text, f->at, len);
    text[len] = 0;
    return text;
}

static inline unsigned fuzz_byte(fuzz *f)
{
    return f->at < f->end ? *f->at++ : 0;
}

/* A move that may be played here, or the default of a seat that is asked. The match is not over. */
static inline cr_move fuzz_some_move(const cr_game *game, const cr_state *s, cr_rng *rng)
{
    uint16_t who = cr_deciders(s);
    uint8_t seat = (uint8_t)cr_bits_nth(who, cr_rng_small(rng, cr_bits_count(who)));
    cr_move move;

    return cr_sample(game, s, seat, rng, &move) ? move : cr_idle_move(s, seat);
}

#endif
