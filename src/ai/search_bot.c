/* The bots that look ahead: `search`, and the levels for people, which differ in how many worlds they look at. Where a
 * question is about the table, `baseline` answers. */
#include "ai/dune_plans.h"
#include "ai/search.h"
#include "kernel/rng.h"

enum { EASY = 20, NORMAL = 200, STRONG = 2000, USUAL = 1000 };

/* ---- one answer, by one search or several ---- */

typedef struct {
    void *memory;
    size_t size;
    const cr_game *game;
    const cr_view *view;
    cr_search_plan plan;
    cr_rng own, *rng;
    cr_search *search; /* or NULL: none, or the bandit of Dune's plans */
    bool is_done;
} part;

static bool is_for_plans(const cr_game *game, const cr_view *view)
{
    return !strcmp(game->name, "dune-battle") && dune_is_for_plans(view);
}

static void run_part(void *with)
{
    part *p = with;

    if (is_for_plans(p->game, p->view)) {
        p->is_done = dune_plans_think(p->memory, p->size, p->game, p->view, &p->plan, p->rng);
        return;
    }
    p->search = cr_search_begin(p->memory, p->size, p->game, p->view, &p->plan);
    if (p->search)
        cr_search_run(p->search, p->rng);
    p->is_done = p->search;
}

static uint32_t parts_of(uint32_t worlds, uint32_t threads)
{
    threads = threads > CR_SEARCH_THREADS_MAX ? CR_SEARCH_THREADS_MAX : threads ? threads : 1;
    return worlds && worlds < threads ? worlds : threads;
}

static size_t part_size(const cr_game *game, uint32_t worlds, uint32_t parts)
{
    return (cr_search_memory(game, (worlds + parts - 1) / parts) + 15) & ~(size_t)15;
}

size_t cr_search_answer_memory(const cr_game *game, uint32_t worlds, uint32_t threads)
{
    uint32_t parts = parts_of(worlds, threads);

    return parts > 1 ? parts * part_size(game, worlds, parts) : cr_search_memory(game, worlds);
}

/* Parts whose worlds add up to those of the plan, each with memory and a generator of its own. */
static void divide(part *parts, uint32_t n, char *memory, size_t size, const cr_search_plan *plan,
                   cr_rng *rng)
{
    uint8_t key[32];

    cr_rng_bytes(rng, key, sizeof key);
    for (uint32_t i = 0; i < n; i++) {
        parts[i].memory = memory + i * (size / n / 16 * 16);
        parts[i].size = size / n / 16 * 16;
        parts[i].plan.worlds = plan->worlds / n + (i < plan->worlds % n);
        cr_rng_init(&parts[i].own, key, i);
        parts[i].rng = &parts[i].own;
    }
}

size_t cr_search_answer(void *memory, size_t size, const cr_game *game, const cr_view *view,
                        const cr_search_plan *plan, cr_rng *rng, cr_choice *out, size_t cap,
                        uint32_t *worlds)
{
    uint32_t n = parts_of(plan->worlds, plan->threads), unwanted;
    part parts[CR_SEARCH_THREADS_MAX];
    void *with[CR_SEARCH_THREADS_MAX], *bandits[CR_SEARCH_THREADS_MAX];

    worlds = worlds ? worlds : &unwanted;
    *worlds = 0;
    for (uint32_t i = 0; i < n; i++) {
        parts[i] = (part){memory, size, game, view, *plan, {{0}}, rng, NULL, false};
        with[i] = &parts[i];
    }
    if (n > 1)
        divide(parts, n, memory, size, plan, rng);
    if (n > 1 && plan->together)
        plan->together(run_part, with, n);
    else
        for (uint32_t i = 0; i < n; i++)
            run_part(&parts[i]);
    for (uint32_t i = 0; i < n; i++) {
        if (!parts[i].is_done)
            return 0;
        bandits[i] = parts[i].memory;
    }
    if (!parts[0].search)
        return dune_plans_choices(bandits, n, view, out, cap, worlds);
    for (uint32_t i = 1; i < n; i++)
        cr_search_add(parts[0].search, parts[i].search);
    *worlds = cr_search_worlds(parts[0].search);
    return cr_search_choices(parts[0].search, out, cap);
}

/* ---- the bots ---- */

static size_t memory(const cr_bot *bot, const cr_game *game)
{
    return cr_search_answer_memory(game, bot->worlds, bot->threads);
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
    cr_search_plan plan = {.worlds = bot->worlds,
                           .budget_ms = budget_ms,
                           .flags = bot->search,
                           .threads = bot->threads};
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
    plan.together = desk->together;
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
