/* Worlds that fit a view. What is certain is kept: the pieces a viewer has seen, the sizes of hands and forfeits,
 * the type of the lead that lies face down, and which hands of this deal were weak. The rest is drawn so that every
 * deal of the unseen pieces that fits is equally likely: first how many strong pieces each seat has, weighed by the
 * number of deals, then which. That an earlier forfeit was not of its turn's type is not kept: the state has no turns
 * that are over. */
#include "games/liap-tui/parts.h"
#include "kernel/rng.h"

enum { STRONG_MAX = 8, STRONG_KINDS = 5 };
static_assert(LT_STRONG == (UINT64_C(1) << 4 * STRONG_KINDS) - 1, "strong kinds are the first");

/* n over k. */
static const uint8_t choose[LT_HAND + 1][STRONG_MAX + 1] = {
    {1},
    {1, 1},
    {1, 2, 1},
    {1, 3, 3, 1},
    {1, 4, 6, 4, 1},
    {1, 5, 10, 10, 5, 1},
    {1, 6, 15, 20, 15, 6, 1},
    {1, 7, 21, 35, 35, 21, 7, 1},
    {1, 8, 28, 56, 70, 56, 28, 8, 1},
};

typedef struct {
    const lt_view *view;
    cr_tally pool, lead;      /* all unseen pieces; those of them in a lead that lies face down */
    uint8_t slots[LT_SEATS];  /* unseen pieces of each seat, the lead aside */
    uint8_t strong[LT_SEATS]; /* how many of them are strong */
    uint8_t deck[LT_PIECES];  /* the unseen pieces but for the lead, strong ones first */
    uint8_t n, n_strong;      /* how many of them */
    uint8_t at, at_weak;      /* dealt so far */
    uint8_t weak;             /* seats whose hand of this deal was weak */
    uint8_t needy;            /* seats that hold a strong piece, and none that was seen */
    uint32_t ways[LT_SEATS + 1]
                 [STRONG_MAX + 1]; /* of the seats from one on to hold so many strong */
} world;

static bool is_play_hidden(const lt_view *v, unsigned seat)
{
    return (seat + LT_SEATS - v->open.leader) % LT_SEATS < v->open.made && !v->play[seat];
}

static void survey(world *w, const lt_view *v)
{
    bool is_dealt = v->v.depth && v->v.stack[0].step > LT_STEP_DEAL;

    w->view = v;
    w->pool = LT_SET - v->hand;
    for (unsigned seat = 0; seat < LT_SEATS; seat++) {
        cr_tally seen = v->play[seat] + v->open.shown[seat] + v->covered[seat];
        unsigned unseen = v->forfeited[seat] - cr_tally_sum(v->covered[seat]);

        w->pool -= seen;
        if (seat == v->v.viewer)
            continue;
        unseen += v->size[seat];
        if (is_play_hidden(v, seat) && seat != v->open.leader)
            unseen += v->open.k;
        w->slots[seat] = (uint8_t)unseen;
        if (!is_dealt)
            continue;
        if (v->weak >> seat & 1)
            w->weak |= (uint8_t)(1u << seat);
        else if (lt_is_weak(seen))
            w->needy |= (uint8_t)(1u << seat);
    }
}

/* ---- strong pieces ---- */

static bool is_bound(const world *w)
{
    return w->weak | w->needy;
}

/* In how many ways n strong pieces can be dealt to the slots of the seats so that all that is certain holds. */
static uint32_t count_ways(world *w, unsigned n, unsigned needy)
{
    memset(w->ways, 0, sizeof w->ways);
    w->ways[LT_SEATS][0] = 1;
    for (unsigned seat = LT_SEATS; seat--;) {
        unsigned most = (w->weak >> seat & 1) ? 0 : w->slots[seat];

        for (unsigned all = 0; all <= n; all++)
            for (unsigned own = needy >> seat & 1; own <= most && own <= all; own++)
                w->ways[seat][all] += choose[w->slots[seat]][own] * w->ways[seat + 1][all - own];
    }
    return w->ways[0][n];
}

/* Seats that still need a strong piece when this many are in the lead. */
static unsigned needy_beside(const world *w, unsigned n_lead)
{
    return w->needy & ~(n_lead ? 1u << w->view->open.leader : 0);
}

/* The share of deals that fit, once a lead with so many strong pieces is out of the way. */
static double share_of_fitting(world *w, unsigned n_lead)
{
    unsigned n = cr_tally_sum(w->pool & LT_STRONG), all = 0;

    if (!is_bound(w))
        return 1;
    if (n_lead > n || (n_lead && (w->weak >> w->view->open.leader & 1)))
        return 0;
    for (unsigned seat = 0; seat < LT_SEATS; seat++)
        all += w->slots[seat];
    return (double)count_ways(w, n - n_lead, needy_beside(w, n_lead)) / cr_choose(all, n - n_lead);
}

static void draw_strong(world *w, cr_rng *rng)
{
    unsigned n = w->n_strong, n_lead = cr_tally_sum(w->lead & LT_STRONG);

    count_ways(w, n, needy_beside(w, n_lead));
    for (unsigned seat = 0; seat < LT_SEATS; seat++) {
        unsigned own = needy_beside(w, n_lead) >> seat & 1;
        uint32_t i = (uint32_t)cr_rng_below64(rng, w->ways[seat][n]);

        for (;; own++) {
            uint32_t ways = choose[w->slots[seat]][own] * w->ways[seat + 1][n - own];

            if (i < ways)
                break;
            i -= ways;
        }
        w->strong[seat] = (uint8_t)own;
        n -= own;
    }
}

/* ---- the lead that lies face down ---- */

/* In how many ways individual pieces make this collection. */
static unsigned ways_to_make(cr_tally pool, cr_tally pieces)
{
    unsigned product = 1;

    for (uint64_t kinds = cr_tally_kinds(pieces); kinds; kinds &= kinds - 1) {
        unsigned kind = cr_bits_first(kinds) / 4;

        product *= cr_choose(cr_tally_count(pool, kind), cr_tally_count(pieces, kind));
    }
    return product;
}

static cr_tally draw_lead(world *w, cr_rng *rng)
{
    double share[LT_PLAY_MAX + 1], weight[LT_VALID], sum = 0, at;
    bool is_known[LT_PLAY_MAX + 1] = {false};

    for (unsigned c = 0; c < LT_VALID; c++) {
        cr_tally lead = lt_valid[c];
        unsigned n_lead = cr_tally_sum(lead & LT_STRONG);

        weight[c] = 0;
        if (!cr_tally_has(w->pool, lead) || lt_form_of(lead).type != w->view->type)
            continue;
        if (!is_known[n_lead]) {
            share[n_lead] = share_of_fitting(w, n_lead);
            is_known[n_lead] = true;
        }
        weight[c] = ways_to_make(w->pool, lead) * share[n_lead];
        sum += weight[c];
    }
    at = (cr_rng_small(rng, 65536) * 65536.0 + cr_rng_small(rng, 65536)) / 4294967296.0 * sum;
    for (unsigned c = LT_VALID; sum > 0 && c--;)
        if (weight[c] > 0 && (at -= weight[c]) < 0)
            return lt_valid[c];
    return 0;
}

/* ---- everything else ---- */

static void shuffle(uint8_t *kinds, unsigned n, cr_rng *rng)
{
    for (unsigned i = 0; i + 1 < n; i++) {
        unsigned j = i + cr_rng_small(rng, n - i);
        uint8_t kind = kinds[j];

        kinds[j] = kinds[i];
        kinds[i] = kind;
    }
}

static void lay_out(world *w)
{
    cr_tally rest = w->pool - w->lead;

    for (unsigned kind = 0; kind < LT_KINDS; kind++) {
        for (unsigned i = cr_tally_count(rest, kind); i; i--)
            w->deck[w->n++] = (uint8_t)kind;
        if (kind == STRONG_KINDS - 1)
            w->n_strong = w->n;
    }
}

static void draw_world(world *w, cr_rng *rng)
{
    const lt_view *v = w->view;

    if (v->open.made && is_play_hidden(v, v->open.leader))
        w->lead = draw_lead(w, rng);
    lay_out(w);
    if (is_bound(w) &&
        !count_ways(w, w->n_strong, needy_beside(w, cr_tally_sum(w->lead & LT_STRONG))))
        w->weak = w->needy = 0; /* a written position that no deal leads to */
    if (!is_bound(w)) {
        shuffle(w->deck, w->n, rng);
        return;
    }
    draw_strong(w, rng);
    shuffle(w->deck, w->n_strong, rng);
    shuffle(w->deck + w->n_strong, w->n - w->n_strong, rng);
}

/* All unseen pieces of a seat, in any order: the next ones of the deck. */
static unsigned deal_to(world *w, unsigned seat, uint8_t out[LT_PIECES], cr_rng *rng)
{
    unsigned n = 0, n_strong = is_bound(w) ? w->strong[seat] : w->slots[seat];

    for (; n < n_strong && w->at < w->n; n++)
        out[n] = w->deck[w->at++];
    for (; is_bound(w) && n < w->slots[seat] && w->n_strong + w->at_weak < w->n; n++)
        out[n] = w->deck[w->n_strong + w->at_weak++];
    if (is_bound(w) && n > w->view->size[seat])
        shuffle(out, n, rng); /* not all of them are in the hand */
    return n;
}

/* The next n of these pieces. */
static cr_tally take(const uint8_t *kinds, unsigned n_kinds, unsigned n, unsigned *at)
{
    cr_tally pieces = 0;

    for (; n && *at < n_kinds; n--)
        pieces += cr_tally_of(kinds[(*at)++], 1);
    return pieces;
}

static void fill_seat(world *w, unsigned seat, cr_rng *rng, lt_state *s)
{
    const lt_view *v = w->view;
    uint8_t kinds[LT_PIECES];
    unsigned n, at = 0;

    s->play[seat] = v->play[seat];
    s->covered[seat] = v->covered[seat];
    if (seat == v->v.viewer) {
        s->hand[seat] = v->hand;
    } else {
        n = deal_to(w, seat, kinds, rng);
        if (is_play_hidden(v, seat))
            s->play[seat] = seat == v->open.leader ? w->lead : take(kinds, n, v->open.k, &at);
        if (!v->covered[seat])
            s->covered[seat] = take(kinds, n, v->forfeited[seat], &at);
        s->hand[seat] = take(kinds, n, v->size[seat], &at);
    }
    if (s->play[seat]) {
        lt_form form = lt_form_of(s->play[seat]);

        s->type[seat] = form.type;
        s->value[seat] = form.value;
    }
}

void lt_imagine(const cr_view *view, cr_rng *rng, cr_state *out)
{
    const lt_view *v = (const lt_view *)view;
    lt_state *s = (lt_state *)out;
    world w = {0};

    survey(&w, v);
    draw_world(&w, rng);
    s->open = v->open;
    if (out->depth)
        s->open.starter = s->open.reason = 0;
    for (unsigned seat = 0; seat < LT_SEATS; seat++)
        fill_seat(&w, seat, rng, s);
}
