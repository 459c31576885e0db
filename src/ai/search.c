/* The walk: made-up worlds, the way down the tree, and on to the end of the round. The tree itself is search_tree.c, what a bot
 * makes of it search_bot.c. */
#include "ai/search_inside.h"
#include "base/hash.h"
#include "kernel/rng.h"

enum {
    TRIED_MAX = 1024, /* candidates of a question; with more it has no node */
    STEPS_MAX = 4096, /* moves of a simulation; no round of any game has as many */
    CLOCK_EVERY = 16, /* simulations between two looks at the clock */
    SMALLEST = 64     /* nodes, and arms for each, that any memory must have room for */
};

/* ---- memory ---- */

static size_t round_up(size_t n)
{
    return (n + 15) & ~(size_t)15;
}

static size_t fixed_size(const cr_game *game)
{
    return round_up(sizeof(cr_search)) + round_up(game->state_size) + round_up(game->view_size);
}

/* A node with its slots, and its share of arms. */
enum { ARMS_EACH = 8, NODE_SIZE = 2 * sizeof(search_node) + ARMS_EACH * sizeof(search_arm) };

static size_t size_for(const cr_game *game, uint32_t worlds, size_t nodes)
{
    return fixed_size(game) + round_up(3 * sizeof(float) * (worlds + 2)) + nodes * NODE_SIZE + 64;
}

size_t cr_search_memory(const cr_game *game, uint32_t worlds)
{
    enum { MOST = 16 << 20 };
    uint32_t table = worlds < 65536 ? worlds : 65536;
    size_t size = size_for(game, table + 16, 2 * (size_t)worlds + SMALLEST);

    return worlds && size < MOST ? size : MOST;
}

static void *take(char **at, size_t n)
{
    void *out = *at;

    *at += round_up(n);
    return out;
}

/* ---- keys ---- */

static void mask_out(cr_search *s, size_t at, size_t n)
{
    if (s->n_masks < SEARCH_MASKS_MAX)
        s->masks[s->n_masks++] = (search_mask){(uint16_t)at, (uint16_t)n};
}

static size_t bytes_of(const cr_field *f, const cr_game *game)
{
    size_t n = f->count ? f->count : 1;

    if (f->flags & (CR_PER_SEAT | CR_BY_SEAT))
        n *= game->seats_max;
    return n * f->type->size;
}

static void find_masks(cr_search *s)
{
    mask_out(s, offsetof(cr_view, q.deadline_ms), sizeof s->from->q.deadline_ms);
    mask_out(s, offsetof(cr_view, q.ticket), sizeof s->from->q.ticket);
    mask_out(s, offsetof(cr_view, q.budget_ms), sizeof s->from->q.budget_ms);
    mask_out(s, offsetof(cr_view, q.late_by), sizeof s->from->q.late_by);
    mask_out(s, offsetof(cr_view, now_ms), sizeof s->from->now_ms);
    mask_out(s, offsetof(cr_view, paused), sizeof s->from->paused);
    for (const cr_field *f = s->game->view_fields; f->name; f++)
        if (f->flags & CR_NO_KEY)
            mask_out(s, f->at, bytes_of(f, s->game));
}

static uint64_t key_of(cr_search *s, uint8_t seat)
{
    uint8_t *bytes = (uint8_t *)s->view;
    uint64_t key;

    cr_see(s->game, s->world, s->from->viewer, s->view);
    for (unsigned i = 0; i < s->n_masks; i++)
        memset(bytes + s->masks[i].at, 0, s->masks[i].n);
    if (s->view->q.form == CR_ALL) { /* who has answered already is of no account */
        s->view->q.open = 0;
        s->view->own = (cr_move){0};
    }
    key = cr_hash(s->view, s->game->view_size) + seat * UINT64_C(0x9E3779B97F4A7C15);
    return key ? key : 1;
}

/* ---- what may be answered ---- */

static bool is_left_out(const cr_game *game, uint8_t kind)
{
    return game->kinds[kind].flags & (CR_CONTROL | CR_ABOUT_TABLE);
}

static search_option option_of(cr_words words)
{
    return (search_option){words.hi, (uint32_t)(words.lo >> 40)};
}

static void move_of(const cr_state *s, uint8_t seat, uint32_t lo, uint64_t hi, cr_move *out)
{
    cr_move_set(out, (cr_words){(uint64_t)lo << 40 | (uint64_t)seat << 32 | s->q.ticket, hi});
}

enum { TOO_MANY = SEARCH_MOVES_MAX + 1 };

/* Lists the moves of a seat, or TOO_MANY. */
static unsigned list(cr_search *s, uint8_t seat)
{
    const cr_game *game = s->game;
    cr_space space;
    cr_memo memo = {0};
    unsigned n = 0;
    uint64_t tried = 0;

    cr_space_clear(&space);
    space.is_for_answers = 1;
    game->space(s->world, seat, &space);
    for (uint32_t b = 0; b < space.n; b++) {
        const cr_box *box = &space.box[b];

        if (is_left_out(game, box->move.kind))
            continue;
        tried += box->size;
        if (tried > TRIED_MAX)
            return TOO_MANY;
        for (uint64_t i = 0; i < box->size; i++) {
            search_option o = option_of(cr_box_nth(box, i));

            if (!box->is_exact) {
                cr_move move;

                move_of(s->world, seat, o.lo, o.hi, &move);
                if (!cr_accepts(game, s->world, &move, &memo))
                    continue;
            }
            if (n == SEARCH_MOVES_MAX)
                return TOO_MANY;
            s->option[n++] = o;
        }
    }
    return n;
}

bool cr_search_leaves_out(const cr_game *game, const cr_state *world, uint8_t seat)
{
    cr_space space;

    cr_offers(game, world, seat, &space);
    for (uint32_t b = 0; b < space.n; b++)
        if ((game->kinds[space.box[b].move.kind].flags & CR_ABOUT_TABLE) && space.box[b].size)
            return true;
    return false;
}

/* ---- simulations ---- */

static void make_world(cr_search *s, cr_rng *rng)
{
    uint8_t key[32];

    if (!s->plan.truth) {
        cr_guess_open(s->game, s->from, rng, s->world);
        return;
    }
    memcpy(s->world, s->plan.truth, s->game->state_size);
    cr_rng_bytes(rng, key, sizeof key); /* what is still to be drawn is nobody's truth */
    cr_rng_init(&s->world->rng, key, 0);
    if (s->world->paused && s->world->q.budget_ms)
        s->world->q.deadline_ms += s->world->now_ms;
    s->world->paused = 0;
}

static void play(cr_search *s, const cr_move *move)
{
    cr_play_checked(s->game, s->world, move, s->world->now_ms, NULL);
}

/* Has the round ended in which the search began? */
static bool is_past(cr_search *s)
{
    uint32_t now;

    if (s->world->is_over || s->world->fault)
        return true;
    if (!s->game->round)
        return false;
    now = s->game->round(s->world);
    if (!s->round)
        s->round = now;
    return now != s->round;
}

/* The next seat to try, taken out of *who: first the viewer, where it is its own question, then as they sit; where the
 * quickest counts, by chance. */
static uint8_t next_seat(const cr_search *s, unsigned *who, bool is_first, cr_rng *rng)
{
    uint8_t seat, viewer = s->from->viewer;

    if (is_first && viewer < CR_SEATS_MAX && (*who >> viewer & 1))
        seat = viewer;
    else if (CR_UNLIKELY(s->world->q.form == CR_OPEN) && (*who & (*who - 1)))
        seat = (uint8_t)cr_bits_nth(*who, cr_rng_small(rng, cr_bits_count(*who)));
    else
        seat = (uint8_t)cr_bits_first(*who);
    *who &= ~(1u << seat);
    return seat;
}

/* The answer of a seat whose question has no node, or that nobody looks into any further. */
static bool play_on(cr_search *s, uint8_t seat, cr_rng *rng, cr_move *move)
{
    if (s->baseline) {
        cr_offer offer = {.game = s->game, .state = s->world, .seat = seat, .bot = s->baseline};

        cr_see(s->game, s->world, seat, s->view);
        return s->baseline->choose(s->game, s->view, &offer, rng, 0, move) &&
               ((s->baseline->flags & CR_BOT_EXACT) || cr_offer_has(&offer, move));
    }
    return cr_sample_any(s->game, s->world, seat, rng, move) &&
           !(s->game->kinds[move->kind].flags & CR_ABOUT_TABLE);
}

static void play_default(cr_search *s)
{
    cr_move idle = cr_idle_move(s->world, cr_idle_seat(s->world));

    play(s, &idle);
}

static void roll_out(cr_search *s, cr_rng *rng)
{
    for (unsigned steps = 0; steps < STEPS_MAX && !is_past(s); steps++) {
        unsigned who = cr_deciders_of(&s->world->q) & 0xFF;
        bool is_answered = false;
        cr_move move;

        while (who && !is_answered)
            is_answered = play_on(s, next_seat(s, &who, false, rng), rng, &move);
        if (is_answered)
            play(s, &move);
        else
            play_default(s);
    }
}

/* The node of this question. NULL ends the walk: the tree is full, or the node would be the second new one of this
 * simulation. */
static search_node *enter(cr_search *s, uint8_t seat, uint32_t *grown)
{
    uint64_t key = key_of(s, seat);
    search_node *n = search_find(s, key);

    if (n->key)
        return n;
    /* Seats that answer one sealed question are one step. */
    if ((*grown && *grown != s->world->q.ticket) || s->n_nodes >= s->nodes_max)
        return NULL;
    *grown = s->world->q.ticket;
    s->n_nodes++;
    *n = (search_node){.key = key,
                       .seat = seat,
                       .is_drawn = (s->plan.flags & CR_SEARCH_MIXED) && s->world->q.form == CR_ALL};
    return n;
}

/* One answer within the tree; false if the walk ends here. */
static bool descend(cr_search *s, bool is_first, uint32_t *grown, cr_rng *rng)
{
    unsigned who = cr_deciders_of(&s->world->q) & 0xFF, n_options = 0;
    uint8_t seat = 0;
    cr_move move;
    search_node *n;
    int i;

    while (who && !n_options) {
        seat = next_seat(s, &who, is_first, rng);
        n_options = list(s, seat);
    }
    if (!n_options) {
        play_default(s);
        return true;
    }
    if (n_options == TOO_MANY) {
        if (!cr_sample_any(s->game, s->world, seat, rng, &move))
            return false;
        play(s, &move);
        return true;
    }
    if (n_options == 1 && !is_first) {
        move_of(s->world, seat, s->option[0].lo, s->option[0].hi, &move);
        play(s, &move);
        return true;
    }
    n = enter(s, seat, grown);
    if (!n)
        return false;
    i = search_select(s, n, n_options, rng);
    if (i < 0 || s->n_path == SEARCH_PATH_MAX)
        return false;
    if (is_first)
        s->root = (uint32_t)(n - s->nodes) + 1;
    s->path[s->n_path++] = (search_step){(uint32_t)(n - s->nodes), (uint32_t)i};
    move_of(s->world, seat, s->arms[n->arms + (unsigned)i].lo, s->arms[n->arms + (unsigned)i].hi,
            &move);
    play(s, &move);
    return true;
}

static void simulate(cr_search *s, cr_rng *rng)
{
    float worth[CR_SEATS_MAX];
    uint32_t grown = 0;
    bool is_first = true;

    if (s->n_known < s->n_table)
        search_know_number(s);
    make_world(s, rng);
    s->n_path = 0;
    s->round = s->game->round ? s->game->round(s->world) : 0;
    for (unsigned steps = 0; steps < STEPS_MAX && !is_past(s); steps++) {
        if (!descend(s, is_first, &grown, rng))
            break;
        is_first = false;
    }
    roll_out(s, rng);
    cr_worth(s->game, s->world, worth);
    search_note(s, worth);
}

/* ---- the search ---- */

cr_search *cr_search_begin(void *memory, size_t size, const cr_game *game, const cr_view *view,
                           const cr_search_plan *plan)
{
    char *at = memory;
    cr_search *s = memory;
    uint32_t worlds = plan->worlds ? plan->worlds : CR_SEARCH_WORLDS_MAX;
    size_t rest, nodes;

    if (size < cr_search_memory(game, 1) || view->is_over)
        return NULL;
    take(&at, sizeof *s);
    *s = (cr_search){.game = game, .from = view, .plan = *plan};
    s->world = take(&at, game->state_size);
    s->view = take(&at, game->view_size);
    s->n_table = worlds < 65536 ? worlds + 2 : 65536;
    rest = size - (size_t)(at - (char *)memory);
    if (s->n_table > rest / 8 / (3 * sizeof(float)))
        s->n_table = (uint32_t)(rest / 8 / (3 * sizeof(float)));
    s->inverse = take(&at, 3 * sizeof(float) * s->n_table);
    s->inverse_root = s->inverse + s->n_table;
    s->explore = s->inverse_root + s->n_table;
    s->inverse[0] = s->inverse_root[0] = s->explore[0] = 0;
    s->n_known = 1;
    rest = size - (size_t)(at - (char *)memory);
    nodes = rest / NODE_SIZE;
    if (nodes > 2 * (size_t)worlds + SMALLEST)
        nodes = 2 * (size_t)worlds + SMALLEST;
    for (s->n_slots = 1; s->n_slots * 2 <= 2 * nodes;)
        s->n_slots *= 2;
    s->nodes_max = s->n_slots / 4 * 3;
    s->nodes = take(&at, s->n_slots * sizeof(search_node));
    memset(s->nodes, 0, s->n_slots * sizeof(search_node));
    s->arms = (search_arm *)at;
    s->arms_max = (uint32_t)((size - (size_t)(at - (char *)memory)) / sizeof(search_arm));
    if (game->rollout == CR_ROLLOUT_BASELINE)
        s->baseline = cr_bot_find("baseline", game);
    find_masks(s);
    return s;
}

void cr_search_run(cr_search *s, cr_rng *rng)
{
    const cr_search_plan *plan = &s->plan;
    uint64_t until_us = plan->budget_ms && plan->now_us
                            ? plan->now_us() + (uint64_t)plan->budget_ms * 1000
                            : UINT64_MAX;
    uint32_t worlds = plan->worlds ? plan->worlds : CR_SEARCH_WORLDS_MAX;

    for (uint32_t i = 0; i < worlds; i++) {
        if (until_us != UINT64_MAX && i % CLOCK_EVERY == CLOCK_EVERY - 1 &&
            plan->now_us() >= until_us)
            break;
        simulate(s, rng);
    }
}

void cr_search_worth(const cr_search *s, float out[CR_SEATS_MAX])
{
    for (unsigned seat = 0; seat < CR_SEATS_MAX; seat++)
        out[seat] = s->worlds ? (float)(s->total[seat] / s->worlds) : 0;
}

uint32_t cr_search_worlds(const cr_search *s)
{
    return s->worlds;
}
