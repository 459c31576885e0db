/* What a search has found out: nodes, their arms, which arm to try next, and what all of it comes to. */
#include "ai/search_inside.h"
#include "kernel/rng.h"

/* How much is tried for what is not known yet. */
static const float curiosity = 0.7f;
/* Regret matching: how much of a draw is left to chance. */
static const float chance = 0.2f;

search_node *search_find(cr_search *s, uint64_t key)
{
    uint32_t at = (uint32_t)(key >> 32) & (s->n_slots - 1);

    while (s->nodes[at].key && s->nodes[at].key != key)
        at = (at + 1) & (s->n_slots - 1);
    return &s->nodes[at];
}

/* Room for more arms: the block moves to the end. False if there is none. */
static bool grow_arms(cr_search *s, search_node *n, unsigned more)
{
    unsigned cap = n->n_arms + more;

    if (cap <= n->cap)
        return true;
    if (n->cap)
        cap += cap / 2;
    if (s->arms_max - s->n_arms < cap)
        return false;
    memcpy(s->arms + s->n_arms, s->arms + n->arms, n->n_arms * sizeof(search_arm));
    n->arms = s->n_arms;
    n->cap = (uint16_t)cap;
    s->n_arms += cap;
    return true;
}

static bool is_same(const search_arm *a, const search_option *o)
{
    return a->hi == o->hi && a->lo == o->lo;
}

/* The arm of an option, most often where the last world had it. NULL if it is new and there is no room. */
static search_arm *find_arm(cr_search *s, search_node *n, const search_option *o, unsigned *place)
{
    search_arm *arms = s->arms + n->arms;

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
    arms[n->n_arms] = (search_arm){.hi = o->hi, .lo = o->lo};
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
void search_know_number(cr_search *s)
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

static float mean_of(const cr_search *s, const search_arm *a)
{
    return a->n ? (a->n < s->n_table ? a->sum * s->inverse[a->n] : a->sum / (float)a->n) : 0;
}

/* The arm with the best promise, those never tried first. Returns its place, or -1 if the tree is full. */
static int select_best(cr_search *s, search_node *n, unsigned n_options, cr_rng *rng)
{
    unsigned place = 0, fresh = 0, best = 0;
    float most = -1;

    if (!grow_arms(s, n, n->n_arms ? 0 : n_options))
        return -1;
    for (unsigned i = 0; i < n_options; i++) {
        search_arm *a = find_arm(s, n, &s->option[i], &place);

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
static int select_mixed(cr_search *s, search_node *n, unsigned n_options, cr_rng *rng)
{
    unsigned place = 0, at[SEARCH_MOVES_MAX];
    float sum = 0, draw;

    if (!grow_arms(s, n, n->n_arms ? 0 : n_options))
        return -1;
    for (unsigned i = 0; i < n_options; i++) {
        search_arm *a = find_arm(s, n, &s->option[i], &place);

        if (!a)
            return -1;
        at[i] = (unsigned)(a - (s->arms + n->arms));
        a->available++;
        sum += a->extra > 0 ? a->extra : 0;
    }
    for (unsigned i = 0; i < n_options; i++) {
        search_arm *a = &s->arms[n->arms + at[i]];

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

int search_select(cr_search *s, search_node *n, unsigned n_options, cr_rng *rng)
{
    return n->is_drawn ? select_mixed(s, n, n_options, rng) : select_best(s, n, n_options, rng);
}

/* ---- the way back ---- */

/* Of an answer that was not given we suppose that it would have brought its average. */
static void regret(cr_search *s, search_node *n, unsigned chosen, float worth)
{
    for (unsigned i = 0; i < n->n_arms; i++) {
        search_arm *a = &s->arms[n->arms + i];

        if (i != chosen && a->n)
            a->extra += mean_of(s, a) - worth;
        if (a->extra < 0)
            a->extra = 0; /* as in CFR+: what was bad long ago is forgotten */
    }
}

void search_note(cr_search *s, const float worth[CR_SEATS_MAX])
{
    for (unsigned i = 0; i < s->n_path; i++) {
        search_node *n = &s->nodes[s->path[i].node];
        search_arm *a = &s->arms[n->arms + s->path[i].arm];
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

/* ---- what it comes to ---- */

void cr_search_add(cr_search *s, const cr_search *other)
{
    search_node *n;
    const search_node *from;
    unsigned place = 0;

    for (unsigned seat = 0; seat < CR_SEATS_MAX; seat++)
        s->total[seat] += other->total[seat];
    s->worlds += other->worlds;
    if (!s->root || !other->root)
        return;
    n = &s->nodes[s->root - 1];
    from = &other->nodes[other->root - 1];
    for (unsigned i = 0; i < from->n_arms; i++) {
        const search_arm *b = &other->arms[from->arms + i];
        search_arm *a = find_arm(s, n, &(search_option){b->hi, b->lo}, &place);

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
static float error_of(const search_arm *a)
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
    const search_node *root = s->root ? &s->nodes[s->root - 1] : NULL;
    float strategy = 0;
    size_t n = 0;

    for (unsigned i = 0; root && i < root->n_arms; i++)
        strategy += s->arms[root->arms + i].strategy;
    for (unsigned i = 0; root && i < root->n_arms; i++) {
        const search_arm *a = &s->arms[root->arms + i];
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
