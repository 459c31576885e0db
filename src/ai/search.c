/* The tree, the walk down and the way back. What a bot makes of it is in search_bot.c. */
#include "ai/search.h"
#include "base/hash.h"
#include "kernel/rng.h"

enum {
    MOVES_MAX = 128,  /* a question with more answers has no node: one is drawn */
    TRIED_MAX = 1024, /* or with so many that may be answers */
    PATH_MAX = 256,   /* nodes on one way down */
    STEPS_MAX = 4096, /* moves of a simulation; no round of any game has as many */
    CLOCK_EVERY = 16, /* simulations between two looks at the clock */
    MASKS_MAX = 64,
    SMALLEST = 64 /* nodes, and arms for each, that any memory must have room for */
};

/* How much is tried for what is not known yet. */
static const float curiosity = 0.7f;
/* Regret matching: how much of a draw is left to chance. */
static const float chance = 0.2f;

/* A move that could be made at a node: kind and first two arguments, the other eight; how often it was made and could have
 * been made, what it brought in all; and either the squares of that or, where answers are drawn, regret and strategy. */
typedef struct {
    uint64_t hi;
    uint32_t lo, n, available;
    float sum, extra, strategy;
} arm;

/* What the viewer sees and who decides. A key of 0 is none. */
typedef struct {
    uint64_t key;
    uint32_t arms; /* the first of them */
    uint32_t visits;
    uint16_t n_arms, cap;
    uint8_t seat, is_drawn, fill[2]; /* drawn: by regret matching */
} node;

typedef struct {
    uint64_t hi;
    uint32_t lo;
} option;

typedef struct {
    uint32_t node, arm;
} step;

/* Bytes of a view that are no part of a key. */
typedef struct {
    uint16_t at, n;
} mask;

struct cr_search {
    const cr_game *game;
    const cr_view *from;
    const cr_bot *baseline; /* who plays on, or NULL: chance */
    cr_search_plan plan;
    uint32_t worlds, round,
        root; /* root: 1 + the node of the first question, 0 before it is there */
    double total[CR_SEATS_MAX];

    /* Tables by number of visits: 1/n, 1/√n, c·√ln n. */
    float *inverse, *inverse_root, *explore;
    uint32_t n_known, n_table;
    double logarithm; /* of n_known − 1 */

    node *nodes; /* open addressing */
    uint32_t n_slots, n_nodes, nodes_max;
    arm *arms;
    uint32_t n_arms, arms_max;

    cr_state *world;
    cr_view *view;
    option option[MOVES_MAX];
    step path[PATH_MAX];
    unsigned n_path, n_masks;
    mask masks[MASKS_MAX];
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
enum { ARMS_EACH = 8, NODE_SIZE = 2 * sizeof(node) + ARMS_EACH * sizeof(arm) };

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
    if (s->n_masks < MASKS_MAX)
        s->masks[s->n_masks++] = (mask){(uint16_t)at, (uint16_t)n};
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

static option option_of(cr_words words)
{
    return (option){words.hi, (uint32_t)(words.lo >> 40)};
}

static void move_of(const cr_state *s, uint8_t seat, uint32_t lo, uint64_t hi, cr_move *out)
{
    cr_move_set(out, (cr_words){(uint64_t)lo << 40 | (uint64_t)seat << 32 | s->q.ticket, hi});
}

enum { TOO_MANY = MOVES_MAX + 1 };

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
            option o = option_of(cr_box_nth(box, i));

            if (!box->is_exact) {
                cr_move move;

                move_of(s->world, seat, o.lo, o.hi, &move);
                if (!cr_accepts(game, s->world, &move, &memo))
                    continue;
            }
            if (n == MOVES_MAX)
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

/* ---- nodes and arms ---- */

static node *slot_of(cr_search *s, uint64_t key)
{
    uint32_t at = (uint32_t)(key >> 32) & (s->n_slots - 1);

    while (s->nodes[at].key && s->nodes[at].key != key)
        at = (at + 1) & (s->n_slots - 1);
    return &s->nodes[at];
}

/* Room for more arms: the block moves to the end. False if there is none. */
static bool grow_arms(cr_search *s, node *n, unsigned more)
{
    unsigned cap = n->n_arms + more;

    if (cap <= n->cap)
        return true;
    if (n->cap)
        cap += cap / 2;
    if (s->arms_max - s->n_arms < cap)
        return false;
    memcpy(s->arms + s->n_arms, s->arms + n->arms, n->n_arms * sizeof(arm));
    n->arms = s->n_arms;
    n->cap = (uint16_t)cap;
    s->n_arms += cap;
    return true;
}

static bool is_same(const arm *a, const option *o)
{
    return a->hi == o->hi && a->lo == o->lo;
}

/* The arm of an option, most often where the last world had it. NULL if it is new and there is no room. */
static arm *find_arm(cr_search *s, node *n, const option *o, unsigned *place)
{
    arm *arms = s->arms + n->arms;

    if (CR_LIKELY(*place < n->n_arms && is_same(&arms[*place], o)))
        return &arms[(*place)++];
    for (unsigned i = 0; i < n->n_arms; i++)
        if (is_same(&arms[i], o)) {
            *place = i + 1;
            return &arms[i];
        }
    if (!grow_arms(s, n, 1))
        return NULL;
    arms = s->arms + n->arms;
    arms[n->n_arms] = (arm){.hi = o->hi, .lo = o->lo};
    *place = n->n_arms + 1u;
    return &arms[n->n_arms++];
}

/* Heron's method; no library is needed, and it is the same on every machine. */
static double root_of(double square)
{
    double root = 1;

    if (square <= 0)
        return 0;
    while (root * root < square)
        root *= 2;
    while (root * root > 4 * square)
        root /= 2;
    for (unsigned i = 0; i < 6; i++)
        root = 0.5 * (root + square / root);
    return root;
}

/* ln n = ln (n − 1) + 2 artanh 1/(2n − 1), to the last digit of a float. */
static void know_number(cr_search *s)
{
    uint32_t n = s->n_known++;
    double x = 1.0 / (2.0 * n - 1), square = x * x;

    if (n > 1)
        s->logarithm +=
            2 * x *
            (1 +
             square * (1.0 / 3 +
                       square * (1.0 / 5 + square * (1.0 / 7 + square * (1.0 / 9 + square / 11)))));
    s->explore[n] = (float)(curiosity * root_of(s->logarithm));
    s->inverse[n] = (float)(1.0 / n);
    s->inverse_root[n] = (float)(1.0 / root_of(n));
}

/* Beyond the table the last number serves. */
static uint32_t known(const cr_search *s, uint32_t n)
{
    return n < s->n_table ? n : s->n_table - 1;
}

static float mean_of(const cr_search *s, const arm *a)
{
    return a->n ? (a->n < s->n_table ? a->sum * s->inverse[a->n] : a->sum / (float)a->n) : 0;
}

/* The arm with the best promise, those never tried first. Returns its place, or -1 if the tree is full. */
static int select_best(cr_search *s, node *n, unsigned n_options, cr_rng *rng)
{
    unsigned place = 0, fresh = 0, best = 0;
    float most = -1;

    if (!grow_arms(s, n, n->n_arms ? 0 : n_options))
        return -1;
    for (unsigned i = 0; i < n_options; i++) {
        arm *a = find_arm(s, n, &s->option[i], &place);

        if (CR_UNLIKELY(!a))
            return -1;
        a->available++;
        if (!a->n) {
            fresh++;
            if (fresh == 1 || !cr_rng_small(rng, fresh))
                best = (unsigned)(a - (s->arms + n->arms));
        } else if (!fresh) {
            uint32_t k = known(s, a->n);
            float promise =
                a->sum * s->inverse[k] + s->explore[known(s, a->available)] * s->inverse_root[k];

            if (promise > most) {
                most = promise;
                best = (unsigned)(a - (s->arms + n->arms));
            }
        }
    }
    return (int)best;
}

/* Draws an arm by regret matching. */
static int select_mixed(cr_search *s, node *n, unsigned n_options, cr_rng *rng)
{
    unsigned place = 0, at[MOVES_MAX];
    float sum = 0, draw;

    if (!grow_arms(s, n, n->n_arms ? 0 : n_options))
        return -1;
    for (unsigned i = 0; i < n_options; i++) {
        arm *a = find_arm(s, n, &s->option[i], &place);

        if (!a)
            return -1;
        at[i] = (unsigned)(a - (s->arms + n->arms));
        a->available++;
        sum += a->extra > 0 ? a->extra : 0;
    }
    for (unsigned i = 0; i < n_options; i++) {
        arm *a = &s->arms[n->arms + at[i]];

        a->strategy += sum > 0 ? (a->extra > 0 ? a->extra / sum : 0) : 1.0f / (float)n_options;
    }
    if (sum <= 0 || (float)cr_rng_u16(rng) < chance * 65536)
        return (int)at[cr_rng_small(rng, n_options)];
    draw = (float)cr_rng_u16(rng) / 65536 * sum;
    for (unsigned i = 0; i < n_options; i++) {
        float regret = s->arms[n->arms + at[i]].extra;

        if (regret > 0 && (draw -= regret) < 0)
            return (int)at[i];
    }
    return (int)at[n_options - 1];
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
static node *enter(cr_search *s, uint8_t seat, uint32_t *grown)
{
    uint64_t key = key_of(s, seat);
    node *n = slot_of(s, key);

    if (n->key)
        return n;
    /* Seats that answer one sealed question are one step. */
    if ((*grown && *grown != s->world->q.ticket) || s->n_nodes >= s->nodes_max)
        return NULL;
    *grown = s->world->q.ticket;
    s->n_nodes++;
    *n = (node){.key = key,
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
    node *n;
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
    i = n->is_drawn ? select_mixed(s, n, n_options, rng) : select_best(s, n, n_options, rng);
    if (i < 0 || s->n_path == PATH_MAX)
        return false;
    if (is_first)
        s->root = (uint32_t)(n - s->nodes) + 1;
    s->path[s->n_path++] = (step){(uint32_t)(n - s->nodes), (uint32_t)i};
    move_of(s->world, seat, s->arms[n->arms + (unsigned)i].lo, s->arms[n->arms + (unsigned)i].hi,
            &move);
    play(s, &move);
    return true;
}

/* Of an answer that was not given we suppose that it would have brought its average. */
static void regret(cr_search *s, node *n, unsigned chosen, float worth)
{
    for (unsigned i = 0; i < n->n_arms; i++) {
        arm *a = &s->arms[n->arms + i];

        if (i != chosen && a->n)
            a->extra += mean_of(s, a) - worth;
        if (a->extra < 0)
            a->extra = 0; /* as in CFR+: what was bad long ago is forgotten */
    }
}

static void note(cr_search *s, const float worth[CR_SEATS_MAX])
{
    for (unsigned i = 0; i < s->n_path; i++) {
        node *n = &s->nodes[s->path[i].node];
        arm *a = &s->arms[n->arms + s->path[i].arm];
        float w = worth[n->seat];

        n->visits++;
        a->n++;
        a->sum += w;
        if (n->is_drawn)
            regret(s, n, s->path[i].arm, w);
        else
            a->extra += w * w;
    }
    for (unsigned seat = 0; seat < s->from->n_seats; seat++)
        s->total[seat] += (double)worth[seat];
    s->worlds++;
}

static void simulate(cr_search *s, cr_rng *rng)
{
    float worth[CR_SEATS_MAX];
    uint32_t grown = 0;
    bool is_first = true;

    if (s->n_known < s->n_table)
        know_number(s);
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
    note(s, worth);
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
    s->nodes = take(&at, s->n_slots * sizeof(node));
    memset(s->nodes, 0, s->n_slots * sizeof(node));
    s->arms = (arm *)at;
    s->arms_max = (uint32_t)((size - (size_t)(at - (char *)memory)) / sizeof(arm));
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

void cr_search_add(cr_search *s, const cr_search *other)
{
    node *n;
    const node *from;
    unsigned place = 0;

    for (unsigned seat = 0; seat < CR_SEATS_MAX; seat++)
        s->total[seat] += other->total[seat];
    s->worlds += other->worlds;
    if (!s->root || !other->root)
        return;
    n = &s->nodes[s->root - 1];
    from = &other->nodes[other->root - 1];
    for (unsigned i = 0; i < from->n_arms; i++) {
        const arm *b = &other->arms[from->arms + i];
        arm *a = find_arm(s, n, &(option){b->hi, b->lo}, &place);

        if (!a)
            return;
        a->n += b->n;
        a->available += b->available;
        a->sum += b->sum;
        a->extra += b->extra;
        a->strategy += b->strategy;
    }
    n->visits += from->visits;
}

/* Half the width of the 95 % interval of a mean, from the sum of squares. */
static float error_of(const arm *a)
{
    double n = a->n, mean = (double)a->sum / n, variance = (double)a->extra / n - mean * mean;

    return a->n < 2 ? 0.5f : (float)(1.96 * root_of(variance / (n - 1)));
}

static bool is_better(const cr_choice *a, const cr_choice *b, bool is_drawn)
{
    if (is_drawn && a->share != b->share)
        return a->share > b->share;
    return a->visits != b->visits ? a->visits > b->visits : a->worth > b->worth;
}

size_t cr_search_choices(const cr_search *s, cr_choice *out, size_t cap)
{
    const node *root = s->root ? &s->nodes[s->root - 1] : NULL;
    float strategy = 0;
    size_t n = 0;

    for (unsigned i = 0; root && i < root->n_arms; i++)
        strategy += s->arms[root->arms + i].strategy;
    for (unsigned i = 0; root && i < root->n_arms; i++) {
        const arm *a = &s->arms[root->arms + i];
        cr_choice c = {.visits = a->n};
        size_t at = n < cap ? n++ : cap;

        cr_move_set(&c.move, (cr_words){(uint64_t)a->lo << 40 | (uint64_t)root->seat << 32 |
                                            s->from->q.ticket,
                                        a->hi});
        c.worth = a->n ? a->sum / (float)a->n : 0;
        c.error = !a->n ? 1 : root->is_drawn ? 1.0f / (float)(a->n + 1) : error_of(a);
        c.share = root->is_drawn && strategy > 0 ? a->strategy / strategy : 0;
        if (at == cap && (!cap || !is_better(&c, &out[--at], root->is_drawn)))
            continue;
        for (; at && is_better(&c, &out[at - 1], root->is_drawn); at--)
            out[at] = out[at - 1];
        out[at] = c;
    }
    if (n && !root->is_drawn)
        out[0].share = 1;
    return n;
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
