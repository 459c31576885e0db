/* The simplest bot: any offered move, each with the same chance. */
#include "ai/bot.h"

static bool choose(const cr_game *game, const cr_view *view, const cr_offer *offer, cr_rng *rng,
                   uint32_t budget_ms, cr_move *out)
{
    (void)game, (void)view, (void)budget_ms;
    return cr_offer_sample(offer, rng, out);
}

extern const cr_bot cr_bot_random;
const cr_bot cr_bot_random = {
    .name = "random",
    .about = "plays any legal move, each with the same chance",
    .flags = CR_BOT_BLIND | CR_BOT_EXACT,
    .choose = choose,
};
