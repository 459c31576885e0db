/* Bots. A bot gets the view of its seat and the offers made to it, never a state, so it cannot peek. The same
 * views and the same generator give the same moves.
 *
 * To add a bot, write its file and a line in bots.c. */
#ifndef CR_BOT_H
#define CR_BOT_H

#include "kernel/game.h"

typedef struct cr_bot cr_bot;

/* Calls `run` for each of `with`, side by side on threads if it has them, and comes back when all have. */
typedef void cr_together(void (*run)(void *with), void *const *with, unsigned n);

/* What a bot that looks ahead works with. Bots allocate nothing, read no clock and start no threads: whoever asks one brings
 * all of them. */
typedef struct {
    void *memory; /* cr_bot_memory bytes, aligned to 8; what is in it does not matter */
    uint64_t (*now_us)(
        void);             /* a clock that never goes back, or NULL: then only worlds are counted */
    cr_together *together; /* or NULL: what could be done side by side is done in turn */
} cr_desk;

/* What a seat that is asked may do. State and seat are the arena's; bots use the calls below. */
typedef struct {
    const cr_game *game;
    const cr_state *state;
    uint8_t seat;
    const cr_bot *bot;   /* the one that is asked */
    const cr_desk *desk; /* NULL: none; a bot that needs one then has no answer */
} cr_offer;

/* Draws one of the offered moves, controls left out; false if there is none. */
static inline bool cr_offer_sample(const cr_offer *offer, cr_rng *rng, cr_move *out)
{
    return cr_sample_any(offer->game, offer->state, offer->seat, rng, out);
}

/* Writes up to cap offered moves in a fixed order, controls included, and returns how many; *is_all tells
 * whether these are all. */
static inline size_t cr_offer_list(const cr_offer *offer, cr_move *out, size_t cap, bool *is_all)
{
    return cr_offers_list(offer->game, offer->state, offer->seat, out, cap, is_all);
}

/* Would this move be accepted, and if not, why? The ticket and seat are filled in. */
cr_refusal cr_offer_judge(const cr_offer *offer, cr_move *move);

/* Is this move offered? The ticket and seat are filled in. */
bool cr_offer_has(const cr_offer *offer, cr_move *move);

/* Reads a move as people write it and judges it. */
cr_refusal cr_offer_read(const cr_offer *offer, const char *text, cr_move *out);

enum cr_bot_flags {
    CR_BOT_BLIND = 1 << 0, /* needs no view: view is NULL */
    CR_BOT_EXACT = 1 << 1, /* returns nothing but moves that cr_offer_sample or _list gave it */
};

struct cr_bot {
    const char *name, *about;
    const char *game; /* the only game it plays, or NULL for all */
    uint32_t flags;
    void *
        own; /* what a bot keeps between its answers: offer->bot->own; NULL for those of the table */
    /* Of a bot that looks ahead: how many worlds it looks at for an answer, 0 being as many as its time allows; how, as in
     * search.h; its time in milliseconds by the clock of the desk, 0 being what it is given; and into how many parts it
     * divides the work for threads, 0 and 1 being none. */
    uint32_t worlds, search, time_ms, threads;

    uint32_t cost_us; /* about how long an answer takes; 0: hardly any time */

    /* Or NULL: it needs none. Bytes of memory for an answer in this game. */
    size_t (*memory)(const cr_bot *bot, const cr_game *game);

    /* The bot's answer to the open question. Returns false if it has none: then the default is played. It
     * should answer within budget_ms of real time, 0 being no limit. */
    bool (*choose)(const cr_game *game, const cr_view *view, const cr_offer *offer, cr_rng *rng,
                   uint32_t budget_ms, cr_move *out);
};

size_t cr_bot_count(void);
const cr_bot *cr_bot_at(size_t i);

/* Bytes of cr_desk.memory that the bot needs; 0: none. */
static inline size_t cr_bot_memory(const cr_bot *bot, const cr_game *game)
{
    return bot->memory ? bot->memory(bot, game) : 0;
}

/* The program only: takes one more bot into the table, under a name that no other has; it must last. Before anybody looks
 * from another thread. False if there is no room or the name is taken. */
enum { CR_BOTS_ADDED = 16 };
bool cr_bot_add(const cr_bot *bot);

/* What the bot among them needs that needs most; entries may be NULL. */
static inline size_t cr_bots_memory(const cr_bot *const *bots, size_t n, const cr_game *game)
{
    size_t most = 0;

    for (size_t i = 0; i < n; i++) {
        size_t needs = bots[i] ? cr_bot_memory(bots[i], game) : 0;

        most = needs > most ? needs : most;
    }
    return most;
}

/* The bot of this name that plays this game, or NULL. */
const cr_bot *cr_bot_find(const char *name, const cr_game *game);

#endif
