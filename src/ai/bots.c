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
extern const cr_bot cr_bot_baseline_imposter_kings;

static const cr_bot *const bots[] = {
    &cr_bot_random,
    &cr_bot_baseline_duel,
    &cr_bot_baseline_liap_tui,
    &cr_bot_baseline_classic_battle,
    &cr_bot_baseline_dune_battle,
    &cr_bot_baseline_imposter_kings,
    &cr_bot_easy,
    &cr_bot_normal,
    &cr_bot_strong,
    &cr_bot_search,
    &cr_bot_mixed,
};

size_t cr_bot_count(void)
{
    return CR_COUNT_OF(bots);
}

const cr_bot *cr_bot_at(size_t i)
{
    return i < CR_COUNT_OF(bots) ? bots[i] : NULL;
}

const cr_bot *cr_bot_find(const char *name, const cr_game *game)
{
    for (size_t i = 0; i < CR_COUNT_OF(bots); i++)
        if (!strcmp(bots[i]->name, name) && (!bots[i]->game || !strcmp(bots[i]->game, game->name)))
            return bots[i];
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
