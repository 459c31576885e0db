/* Many matches between bots, for programs in JavaScript. */
#include "wasm/match_inside.h"
#include "ai/arena.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    uint64_t matches, moves, defaults, hash, wins[CR_SEATS_MAX], draws;
    unsigned n_seats;
} series;

static void write_series(cr_text *out, const void *with)
{
    const series *s = with;
    cr_json j = cr_json_on(out);

    cr_json_open(&j, '{');
    cr_json_put_uint(&j, "matches", s->matches);
    cr_json_put_uint(&j, "moves", s->moves);
    cr_json_put_uint(&j, "defaults", s->defaults);
    cr_json_key(&j, "wins");
    cr_json_open(&j, '[');
    for (unsigned i = 0; i < s->n_seats; i++)
        cr_json_uint(&j, s->wins[i]);
    cr_json_close(&j, ']');
    cr_json_put_uint(&j, "draws", s->draws);
    cr_json_key(&j, "hash");
    {
        char hex[17];
        cr_text text = cr_text_on(hex, sizeof hex);

        cr_text_fmt(&text, "%016llx", (unsigned long long)s->hash);
        cr_json_str(&j, hex);
    }
    cr_json_close(&j, '}');
}

static void count(series *s, const cr_arena *a, uint64_t i)
{
    int32_t score[CR_SEATS_MAX], most = INT32_MIN;
    unsigned best = 0, n_best = 0;

    cr_score(a->game, a->state, score);
    for (unsigned seat = 0; seat < s->n_seats; seat++) {
        n_best = score[seat] > most ? 1 : n_best + (score[seat] == most);
        if (score[seat] > most) {
            most = score[seat];
            best = seat;
        }
    }
    if (n_best == 1)
        s->wins[best]++;
    else
        s->draws++;
    s->matches++;
    s->moves += a->moves;
    s->defaults += a->idles;
    s->hash += cr_arena_hash(a, i);
}

size_t cr_wasm_sim(const cr_game *game, uint64_t first, uint64_t n, uint64_t number,
                   unsigned n_seats, const char *bots, const char *options)
{
    cr_setup setup;
    uint8_t seed[32];
    series s = {0};
    match *m = NULL;
    cr_arena arena = {.game = game};
    cr_span rest = cr_span_of(bots);
    cr_err err = cr_wasm_setup(game, &setup, n_seats, NULL, number, 0, options);

    if (err)
        return cr_wasm_fail(cr_err_text(err));
    s.n_seats = setup.n_seats;
    for (unsigned i = 0; i < s.n_seats; i++) {
        cr_span line = cr_span_line(&rest);
        char name[64];

        if (line.at < line.end) {
            cr_text text = cr_text_on(name, sizeof name);

            cr_text_bytes(&text, line.at, (size_t)(line.end - line.at));
            arena.bots[i] = cr_bot_find(name, game);
        } else if (i) {
            arena.bots[i] = arena.bots[i - 1];
        }
        if (!arena.bots[i])
            return cr_wasm_fail("there is no such bot for this game");
    }
    m = cr_wasm_match_new(game);
    arena.desk.memory = malloc(cr_bots_memory(arena.bots, s.n_seats, game) + 1);
    if (!m || !arena.desk.memory) {
        cr_wasm_match_free(m);
        free(arena.desk.memory);
        return cr_wasm_fail(cr_err_text(CR_ERR_MEMORY));
    }
    arena.state = m->state;
    arena.view = m->view;
    memcpy(seed, setup.seed, sizeof seed);
    for (uint64_t i = first; !err && i < first + n; i++) {
        cr_seed_derive(seed, i, setup.seed);
        err = cr_arena_start(&arena, &setup);
        if (!err)
            err = cr_arena_run(&arena);
        if (!err)
            count(&s, &arena, i);
    }
    cr_wasm_match_free(m);
    free(arena.desk.memory);
    return err ? cr_wasm_fail(cr_err_text(err)) : cr_wasm_write(write_series, &s);
}
