/* The table of bots. To add one, write its file and a line here. */
#include "ai/bot.h"

extern const cr_bot cr_bot_random;
extern const cr_bot cr_bot_easy;
extern const cr_bot cr_bot_normal;
extern const cr_bot cr_bot_strong;
extern const cr_bot cr_bot_search;
extern const cr_bot cr_bot_mixed;
extern const cr_bot cr_bot_baseline_duel;
extern const cr_bot cr_bot_baseline_liap_tui;
extern const cr_bot cr_bot_baseline_classic_battle;
extern const cr_bot cr_bot_baseline_dune_battle;
#ifndef CR_IN_TAB
extern const cr_bot cr_bot_baseline_dune;
#endif
extern const cr_bot cr_bot_baseline_imposter_kings;

static const cr_bot *const bots[] = {
    &cr_bot_random,
    &cr_bot_baseline_duel,
    &cr_bot_baseline_liap_tui,
    &cr_bot_baseline_classic_battle,
    &cr_bot_baseline_dune_battle,
#ifndef CR_IN_TAB
    &cr_bot_baseline_dune,
#endif
    &cr_bot_baseline_imposter_kings,
    &cr_bot_easy,
    &cr_bot_normal,
    &cr_bot_strong,
    &cr_bot_search,
    &cr_bot_mixed,
};

/* A library has no globals: its table is the one above. The program adds policies when it starts. */
#ifdef CR_BOTS_GROW
static const cr_bot *added[CR_BOTS_ADDED];
static size_t n_added;

bool cr_bot_add(const cr_bot *bot)
{
    for (size_t i = 0; i < cr_bot_count(); i++)
        if (!strcmp(cr_bot_at(i)->name, bot->name))
            return false;
    if (n_added == CR_BOTS_ADDED)
        return false;
    added[n_added++] = bot;
    return true;
}
#else
static const cr_bot *const added[1];
static const size_t n_added = 0;
#endif

size_t cr_bot_count(void)
{
    return CR_COUNT_OF(bots) + n_added;
}

const cr_bot *cr_bot_at(size_t i)
{
    return i < CR_COUNT_OF(bots) ? bots[i]
           : i < cr_bot_count()  ? added[i - CR_COUNT_OF(bots)]
                                 : NULL;
}

const cr_bot *cr_bot_find(const char *name, const cr_game *game)
{
    for (size_t i = 0; i < cr_bot_count(); i++) {
        const cr_bot *bot = cr_bot_at(i);

        if (!strcmp(bot->name, name) && (!bot->game || !strcmp(bot->game, game->name)))
            return bot;
    }
    return NULL;
}

cr_refusal cr_offer_judge(const cr_offer *offer, cr_move *move)
{
    move->ticket = offer->state->q.ticket;
    move->seat = offer->seat;
    return cr_judge(offer->game, offer->state, move, offer->state->now_ms);
}

bool cr_offer_has(const cr_offer *offer, cr_move *move)
{
    return !cr_offer_judge(offer, move).code;
}

cr_refusal cr_offer_read(const cr_offer *offer, const char *text, cr_move *out)
{
    cr_refusal refusal = cr_move_parse(offer->game, offer->state, offer->seat, text, out);

    return refusal.code ? refusal : cr_offer_judge(offer, out);
}
