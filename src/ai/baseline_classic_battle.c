/* The baseline of Classic Battle: names the stat in which its card beats most of the cards that are still unseen, a
 * level round counting half. It plays Medium, skips every countdown, restarts what was interrupted and goes home
 * after a match. It draws nothing. */
#include "ai/bot.h"
#include "games/classic-battle/classic_battle.h"

static bool is_unseen(const cb_view *v, uint8_t card, uint8_t own)
{
    return card != own && !memchr(v->used[0], card, CB_ROUNDS) &&
           !memchr(v->used[1], card, CB_ROUNDS);
}

static uint8_t best_stat(const cb_view *v, unsigned side)
{
    const cb_roster *roster = &cb_rosters[v->session.roster];
    unsigned points[CB_STATS] = {0};
    uint8_t best = 0;

    for (uint8_t place = 0; place < roster->n; place++)
        for (unsigned stat = 0;
             is_unseen(v, (uint8_t)(place + 1), v->card[side]) && stat < CB_STATS; stat++) {
            uint8_t mine = v->stats[side][stat], theirs = cb_stat(&roster->cards[place], stat);

            points[stat] += mine > theirs ? 2 : mine == theirs;
        }
    for (uint8_t stat = 1; stat < CB_STATS; stat++)
        if (points[stat] > points[best])
            best = stat;
    return best;
}

static bool choose(const cr_game *game, const cr_view *view, const cr_offer *offer, cr_rng *rng,
                   uint32_t budget_ms, cr_move *out)
{
    static const uint8_t answers[ST_END] = {
        [ST_LOBBY] = TR_START_CLICKED,      [ST_COOLDOWN] = TR_READY,
        [ST_CHOICE] = TR_STAT_SELECTED,     [ST_ROUND_OVER] = TR_CONTINUE,
        [ST_MATCH_OVER] = TR_HOME,          [ST_INTERRUPT_ROUND] = TR_RESTART_ROUND,
        [ST_INTERRUPT_MATCH] = TR_TO_LOBBY,
    };
    const cb_view *v = (const cb_view *)view;

    (void)game, (void)rng, (void)budget_ms;
    if (!answers[v->state])
        return false;
    *out = (cr_move){.kind = answers[v->state]};
    if (out->kind == TR_START_CLICKED)
        out->arg[0] = v->session.length;
    else if (out->kind == TR_STAT_SELECTED)
        out->arg[0] = best_stat(v, view->viewer);
    return cr_offer_has(offer, out);
}

extern const cr_bot cr_bot_baseline_classic_battle;
const cr_bot cr_bot_baseline_classic_battle = {
    .name = "baseline",
    .about = "names the stat in which its card beats most of the cards not yet seen",
    .game = "classic-battle",
    .choose = choose,
};
