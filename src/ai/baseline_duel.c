/* The baseline of duel. Against an opponent that picks at random the order of one's own cards does not change who wins
 * most of thirteen tricks; what counts is the race to the last points, above all in a second deal. So it plays its
 * highest card first, and keeps its one parry for the point that would end the match: either to deny it or to make it
 * stand. */
#include "ai/bot.h"

enum { OFFERS_MAX = 16 }; /* at most thirteen values to pick from, or two answers */

/* A part of the view by its name: duel keeps its structs to itself, its table tells where things are. */
static const uint8_t *part(const cr_game *game, const cr_view *view, const char *name)
{
    const cr_field *f = game->view_fields;

    while (strcmp(f->name, name))
        f++;
    return (const uint8_t *)view + f->at;
}

/* Would the point in question end the match? It is the viewer's own if it is asked to counter. */
static bool is_last_point(const cr_game *game, const cr_view *view)
{
    const uint8_t *points = part(game, view, "points");
    unsigned target = *part(game, view, "target");
    unsigned winner = view->stack[1].seat; /* above the trick lies the point */

    return points[winner] + 1u >= target;
}

static bool choose(const cr_game *game, const cr_view *view, const cr_offer *offer, cr_rng *rng,
                   uint32_t budget_ms, cr_move *out)
{
    cr_move moves[OFFERS_MAX];
    size_t n = cr_offer_list(offer, moves, OFFERS_MAX, NULL);
    bool is_pick = n && moves[0].kind != CR_PASS;

    (void)rng, (void)budget_ms;
    if (!n)
        return false;
    /* Moves come in rising order: the lowest card first, pass before parry and counter. */
    *out = moves[is_pick || is_last_point(game, view) ? n - 1 : 0];
    return true;
}

extern const cr_bot cr_bot_baseline_duel;
const cr_bot cr_bot_baseline_duel = {
    .name = "baseline",
    .about = "plays its highest card first and keeps its parry for the last point",
    .game = "duel",
    .flags = CR_BOT_EXACT,
    .choose = choose,
};
