/* A law about bots: who is shown the same chooses the same. */
#include "ai/bot.h"
#include "laws/walk.h"

/* Enough to grow a tree, and little enough to be done often. */
enum { WORLDS = 24 };

size_t choices_memory(const cr_game *game)
{
    size_t most = 0;

    for (size_t i = 0; i < cr_bot_count(); i++) {
        cr_bot bot = *cr_bot_at(i);
        size_t needs;

        bot.worlds = WORLDS;
        needs = cr_bot_memory(&bot, game);
        most = needs > most ? needs : most;
    }
    return (most + 7) / 8 * 8;
}

static bool ask(walk *w, const cr_bot *bot, const cr_state *s, uint8_t seat, const uint8_t key[32],
                cr_move *out)
{
    cr_desk desk = {.memory = w->desk};
    cr_offer offer = {w->game, s, seat, bot, &desk};
    cr_rng rng;

    cr_rng_init(&rng, key, 0);
    cr_see(w->game, s, seat, w->view_b);
    *out = (cr_move){0};
    return bot->choose(w->game, bot->flags & CR_BOT_BLIND ? NULL : w->view_b, &offer, &rng, 0, out);
}

bool law_choices(walk *w, uint8_t viewer)
{
    cr_bot bot = *cr_bot_at(cr_rng_small(&w->whim, (uint32_t)cr_bot_count()));
    cr_move one, two;
    uint8_t key[32];
    bool has_one;

    if (!(cr_deciders(w->s) >> viewer & 1) || (bot.game && strcmp(bot.game, w->game->name)))
        return true;
    walk_count(w, CR_LAW_WORLD_CHOICES);
    bot.worlds = WORLDS;
    cr_rng_bytes(&w->whim, key, sizeof key);
    has_one = ask(w, &bot, w->s, viewer, key, &one);
    if (has_one != ask(w, &bot, w->world, viewer, key, &two) ||
        (has_one && memcmp(&one, &two, sizeof one)))
        return walk_fail(w, CR_LAW_WORLD_CHOICES, viewer,
                         "'%s' answers otherwise in a world that looks the same", bot.name);
    if (has_one && bot.memory && cr_judge(w->game, w->s, &one, w->s->now_ms).code)
        return walk_fail(w, CR_LAW_WORLD_CHOICES, viewer, "'%s' answers what is refused", bot.name);
    return true;
}
