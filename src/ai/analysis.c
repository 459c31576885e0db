#include "ai/analysis.h"
#include "ai/arena.h"
#include "ai/search.h"

enum {
    WORLDS_MIN = 16,
    WORLDS_MAX = 400,
    SEARCH_WORLDS = 200,
    CHOICES = 256,   /* moves of one question that are looked through for the one that was played */
    LONGEST = 20000, /* moves of a match that is played on */
    ERRS = 8,        /* one answer in so many is any legal one: nobody plays by the book for ever */
    COST_US = 20,    /* microseconds an answer that make a match cost twice as much */
};

/* Square root by Newton's steps: the pure layers do without the library of mathematics. */
static float root(float x)
{
    float r = x > 1 ? x : 1;

    for (unsigned i = 0; x > 0 && i < 24; i++)
        r = (r + x / r) / 2;
    return x > 0 ? r : 0;
}

float cr_analysis_error(float share, uint32_t n)
{
    /* A share of 0 or 1 is not as sure as it looks. */
    float p = share < 0.05f ? 0.05f : share > 0.95f ? 0.95f : share;

    return n ? 1.96f * root(p * (1 - p) / (float)n) : 1;
}

static size_t round_up(size_t n)
{
    return (n + 7) / 8 * 8;
}

/* What lies in the memory: a world, a view for bots, the view that is asked about; behind them a search. */
typedef struct {
    cr_state *world;
    cr_view *view, *seen;
    void *search;
    size_t search_size;
} desk;

static desk lay_out(const cr_game *game, const cr_analysis_plan *plan, void *memory)
{
    char *at = memory;
    desk d = {.world = (cr_state *)at};

    at += round_up(game->state_size);
    d.view = (cr_view *)at;
    at += round_up(game->view_size);
    d.seen = (cr_view *)at;
    at += round_up(game->view_size);
    d.search = at;
    d.search_size = plan->search ? cr_search_memory(game, plan->search) : 0;
    return d;
}

size_t cr_analysis_memory(const cr_game *game, const cr_analysis_plan *plan)
{
    return round_up(game->state_size) + 2 * round_up(game->view_size) +
           (plan->search ? cr_search_memory(game, plan->search) : 0);
}

static const cr_bot *player_of(const cr_game *game)
{
    const cr_bot *baseline = cr_bot_find("baseline", game);

    return baseline ? baseline : cr_bot_find("random", game);
}

cr_analysis_plan cr_analysis_plan_for(const cr_game *game, uint64_t matches, uint32_t n_steps,
                                      unsigned n_seats)
{
    uint64_t each = matches / (1 + player_of(game)->cost_us / COST_US);

    each /= (uint64_t)(n_steps ? n_steps : 1) * (n_seats + 1);
    return (cr_analysis_plan){.worlds = each < WORLDS_MIN   ? WORLDS_MIN
                                        : each > WORLDS_MAX ? WORLDS_MAX
                                                            : (uint32_t)each,
                              .search = SEARCH_WORLDS};
}

/* Who has won: the seats that the end is worth most to. Allies win together, others share. */
static void add_wins(const cr_game *game, const cr_state *over, float sum[CR_SEATS_MAX])
{
    float worth[CR_SEATS_MAX], top = 0;
    unsigned n = 0;

    cr_worth(game, over, worth);
    for (unsigned i = 0; i < over->n_seats; i++) {
        n = worth[i] > top ? 1 : n + (worth[i] >= top);
        top = worth[i] > top ? worth[i] : top;
    }
    for (unsigned i = 0; i < over->n_seats; i++)
        sum[i] += worth[i] < top ? 0 : top >= 1 ? 1 : 1 / (float)n;
}

/* Plays the world to its end and adds who has won it. */
static void play_out(const cr_game *game, const desk *d, cr_rng *rng, float sum[CR_SEATS_MAX])
{
    cr_arena arena = {.game = game, .state = d->world, .view = d->view};
    const cr_bot *player = player_of(game), *any = cr_bot_find("random", game);
    uint8_t key[32];

    cr_rng_bytes(rng, key, sizeof key);
    cr_rng_init(&arena.rng, key, 1);
    while (!d->world->is_over && !d->world->fault && arena.moves < LONGEST) {
        for (unsigned i = 0; i < d->world->n_seats; i++)
            arena.bots[i] = cr_rng_below(&arena.rng, ERRS) ? player : any;
        cr_arena_move(&arena);
    }
    add_wins(game, d->world, sum);
}

/* Chance that is the same whoever looks again, and another for each position. */
static void draw_from(const cr_game *game, const cr_state *state, uint64_t what, cr_rng *rng)
{
    uint64_t key[4] = {cr_state_hash(game, state), what, 0, 0};

    cr_rng_init(rng, (const uint8_t *)key, 2);
}

void cr_analysis_chances(const cr_game *game, const cr_state *state, const cr_analysis_plan *plan,
                         void *memory, cr_chances *out)
{
    desk d = lay_out(game, plan, memory);
    cr_rng rng;

    memset(out, 0, sizeof *out);
    if (state->is_over || state->fault) {
        add_wins(game, state, out->truth);
        memcpy(out->known, out->truth, sizeof out->known);
        return;
    }
    draw_from(game, state, 0, &rng);
    for (uint32_t i = 0; i < plan->worlds; i++) {
        uint8_t key[32];

        memcpy(d.world, state, game->state_size);
        d.world->paused = 0;
        /* What chance will bring is not part of the truth. */
        cr_rng_bytes(&rng, key, sizeof key);
        cr_rng_init(&d.world->rng, key, 0);
        play_out(game, &d, &rng, out->truth);
    }
    for (uint8_t seat = 0; seat < state->n_seats; seat++) {
        float sum[CR_SEATS_MAX] = {0};

        draw_from(game, state, 1u + seat, &rng);
        cr_see(game, state, seat, d.seen);
        d.seen->paused = 0;
        for (uint32_t i = 0; i < plan->worlds; i++) {
            cr_guess_open(game, d.seen, &rng, d.world);
            play_out(game, &d, &rng, sum);
        }
        out->known[seat] = sum[seat] / (float)plan->worlds;
        out->truth[seat] /= (float)plan->worlds;
    }
}

static bool is_same(const cr_move *a, const cr_move *b)
{
    return a->kind == b->kind && !memcmp(a->arg, b->arg, sizeof a->arg);
}

bool cr_analysis_advice(const cr_game *game, const cr_state *state, const cr_move *move,
                        const cr_analysis_plan *plan, void *memory, cr_advice *out)
{
    desk d = lay_out(game, plan, memory);
    cr_search_plan how = {.worlds = plan->search};
    cr_choice choices[CHOICES];
    cr_move two[2];
    cr_rng rng;
    size_t n;

    if (!plan->search || move->seat >= state->n_seats || move->kind >= game->n_kinds ||
        game->kinds[move->kind].flags & CR_CONTROL ||
        cr_offers_list(game, state, move->seat, two, 2, NULL) < 2 ||
        cr_search_leaves_out(game, state, move->seat))
        return false;
    draw_from(game, state, 100u + move->seat, &rng);
    cr_see(game, state, move->seat, d.seen);
    n = cr_search_answer(d.search, d.search_size, game, d.seen, &how, &rng, choices, CHOICES, NULL);
    if (n < 1)
        return false;
    *out = (cr_advice){choices[0].move, choices[0].worth, -1};
    for (size_t i = 0; i < n; i++)
        if (is_same(&choices[i].move, move) && choices[i].visits)
            out->played_worth = choices[i].worth;
    return true;
}

/* How much a step changed: the largest change of the truth for any seat, and whether it is more than doubt. */
static float change(const cr_chances *before, const cr_chances *after, unsigned n_seats,
                    uint32_t worlds)
{
    float most = 0;

    for (unsigned s = 0; s < n_seats; s++) {
        float by = after->truth[s] - before->truth[s];
        float doubt = cr_analysis_error(before->truth[s], worlds);

        by = by < 0 ? -by : by;
        if (by > doubt && by > most)
            most = by;
    }
    return most;
}

size_t cr_analysis_turns(const cr_chances *chances, uint32_t n, unsigned n_seats, uint32_t worlds,
                         uint32_t *out, size_t cap)
{
    size_t found = 0;

    while (found < cap) {
        float most = 0;
        uint32_t at = 0;

        for (uint32_t i = 1; i < n; i++) {
            float by = change(&chances[i - 1], &chances[i], n_seats, worlds);
            bool is_told = false;

            for (size_t k = 0; k < found; k++)
                is_told |= out[k] == i;
            if (!is_told && by > most) {
                most = by;
                at = i;
            }
        }
        if (!at)
            break;
        out[found++] = at;
    }
    return found;
}
