/* The bots that look ahead: `search`, and the levels for people, which differ in how many worlds they look at. Where a
 * question is about the table, `baseline` answers. */
#include "ai/dune_plans.h"
#include "ai/search.h"
#include "kernel/rng.h"

enum { EASY = 20, NORMAL = 200, STRONG = 2000, USUAL = 1000 };

size_t cr_search_answer(void *memory, size_t size, const cr_game *game, const cr_view *view,
                        const cr_search_plan *plan, cr_rng *rng, cr_choice *out, size_t cap,
                        uint32_t *worlds)
{
    uint32_t unwanted;
    cr_search *s;

    worlds = worlds ? worlds : &unwanted;
    *worlds = 0;
    if (!strcmp(game->name, "dune-battle") && dune_is_for_plans(view))
        return dune_plans_answer(memory, size, game, view, plan, rng, out, cap, worlds);
    s = cr_search_begin(memory, size, game, view, plan);
    if (!s)
        return 0;
    cr_search_run(s, rng);
    *worlds = cr_search_worlds(s);
    return cr_search_choices(s, out, cap);
}

static size_t memory(const cr_bot *bot, const cr_game *game)
{
    return cr_search_memory(game, bot->worlds);
}

static bool ask_baseline(const cr_game *game, const cr_view *view, const cr_offer *offer,
                         cr_rng *rng, uint32_t budget_ms, cr_move *out)
{
    const cr_bot *baseline = cr_bot_find("baseline", game);
    cr_offer same = *offer;

    if (!baseline)
        return cr_offer_sample(offer, rng, out);
    same.bot = baseline;
    return baseline->choose(game, view, &same, rng, budget_ms, out) && cr_offer_has(&same, out);
}

/* Draws by the shares. */
static size_t draw(const cr_choice *choices, size_t n, cr_rng *rng)
{
    float at = (float)cr_rng_u16(rng) / 65536;

    for (size_t i = 0; i < n; i++)
        if ((at -= choices[i].share) < 0)
            return i;
    return 0;
}

static bool choose(const cr_game *game, const cr_view *view, const cr_offer *offer, cr_rng *rng,
                   uint32_t budget_ms, cr_move *out)
{
    enum { CHOICES = 32 };
    const cr_bot *bot = offer->bot;
    const cr_desk *desk = offer->desk;
    cr_search_plan plan = {.worlds = bot->worlds, .budget_ms = budget_ms, .flags = bot->search};
    cr_choice choices[CHOICES];
    cr_move moves[2];
    size_t n;

    if (!desk || !desk->memory)
        return false;
    if (bot->time_ms && (!budget_ms || bot->time_ms < budget_ms))
        plan.budget_ms = bot->time_ms;
    if (cr_search_leaves_out(game, offer->state, offer->seat))
        return ask_baseline(game, view, offer, rng, budget_ms, out);
    n = cr_offer_list(offer, moves, 2, NULL);
    if (n == 1 && !(game->kinds[moves[0].kind].flags & CR_CONTROL)) {
        *out = moves[0];
        return true;
    }
    plan.now_us = desk->now_us;
    n = cr_search_answer(desk->memory, cr_bot_memory(bot, game), game, view, &plan, rng, choices,
                         CHOICES, NULL);
    if (!n)
        return ask_baseline(game, view, offer, rng, budget_ms, out);
    *out = choices[plan.flags & CR_SEARCH_MIXED ? draw(choices, n, rng) : 0].move;
    return true;
}

#define SEARCH_BOT(symbol, word, n_worlds, how, text) \
    extern const cr_bot symbol;                       \
    const cr_bot symbol = {.name = word,              \
                           .about = text,             \
                           .worlds = n_worlds,        \
                           .search = how,             \
                           .memory = memory,          \
                           .choose = choose}

SEARCH_BOT(cr_bot_easy, "easy", EASY, 0, "looks ahead in 20 worlds that fit what it sees");
SEARCH_BOT(cr_bot_normal, "normal", NORMAL, 0, "looks ahead in 200 worlds that fit what it sees");
SEARCH_BOT(cr_bot_strong, "strong", STRONG, 0, "looks ahead in 2,000 worlds that fit what it sees");
SEARCH_BOT(cr_bot_search, "search", USUAL, 0,
           "looks ahead in 1,000 worlds, or as many as it is told");
SEARCH_BOT(cr_bot_mixed, "mixed", USUAL, CR_SEARCH_MIXED,
           "looks ahead, and draws its answer where all answer unseen");
