/* Worlds that fit a view. What is certain is kept: the pieces a viewer has seen, the sizes of hands and forfeits,
 * the type of the lead that lies face down, and which hands of this deal were weak. The rest is drawn so that every
 * deal of the unseen pieces is equally likely; only where that meets no fitting deal soon, one is mended. That an
 * earlier forfeit was not of its turn's type is not kept: the state has no turns that are over. */
#include "games/liap-tui/parts.h"
#include "kernel/rng.h"

enum { TRIES = 16 };

/* The unseen pieces, dealt: deck[i] belongs to the seat owner[i], LT_SEATS for nobody. */
typedef struct {
    const lt_view *view;
    cr_tally pool, lead; /* all unseen pieces; those of them in a lead that lies face down */
    uint8_t deck[LT_PIECES], owner[LT_PIECES], n;
    uint8_t slots[LT_SEATS]; /* unseen pieces of each seat, the lead aside */
    uint8_t weak;            /* seats whose hand of this deal was weak */
    uint8_t needy;           /* seats that hold a strong piece, and none that was seen */
} world;

static bool is_strong(uint8_t kind)
{
    return kind < LT_KINDS && !lt_is_weak(cr_tally_of(kind, 1));
}

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

/* Can the seats still be dealt what is certain about them, once this lead is taken out? */
static bool leaves_enough(const world *w, cr_tally lead)
{
    cr_tally rest = w->pool - lead;
    unsigned leader = w->view->open.leader, n_strong = cr_tally_sum(rest & LT_STRONG), n_weak = 0;
    unsigned needy = w->needy & ~(lt_is_weak(lead) ? 0 : 1u << leader);

    for (unsigned seat = 0; seat < LT_SEATS; seat++)
        n_weak += (w->weak >> seat & 1) ? w->slots[seat] : 0;
    if ((w->weak >> leader & 1) && !lt_is_weak(lead))
        return false;
    if ((needy >> leader & 1) && !w->slots[leader])
        return false;
    return cr_bits_count(needy) <= n_strong && n_weak <= cr_tally_sum(rest) - n_strong;
}

static unsigned weight_of(const world *w, cr_tally lead)
{
    if (lt_form_of(lead).type != w->view->type || !cr_tally_has(w->pool, lead) ||
        !leaves_enough(w, lead))
        return 0;
    return ways_to_make(w->pool, lead);
}

static cr_tally draw_lead(const world *w, cr_rng *rng)
{
    unsigned sum = 0, i;

    for (unsigned c = 0; c < LT_VALID; c++)
        sum += weight_of(w, lt_valid[c]);
    if (!sum)
        return 0;
    i = cr_rng_small(rng, sum);
    for (unsigned c = 0;; c++) {
        unsigned weight = weight_of(w, lt_valid[c]);

        if (i < weight)
            return lt_valid[c];
        i -= weight;
    }
}

/* ---- everything else ---- */

static void deal_unseen(world *w, cr_rng *rng)
{
    cr_tally rest = w->pool - w->lead;
    unsigned at = 0;

    w->n = 0;
    for (unsigned kind = 0; kind < LT_KINDS; kind++)
        for (unsigned i = cr_tally_count(rest, kind); i; i--)
            w->deck[w->n++] = (uint8_t)kind;
    for (unsigned i = 0; i + 1 < w->n; i++) {
        unsigned j = i + cr_rng_small(rng, w->n - i);
        uint8_t kind = w->deck[j];

        w->deck[j] = w->deck[i];
        w->deck[i] = kind;
    }
    memset(w->owner, LT_SEATS, sizeof w->owner);
    for (unsigned seat = 0; seat < LT_SEATS; seat++)
        for (unsigned i = 0; i < w->slots[seat] && at < w->n; i++)
            w->owner[at++] = (uint8_t)seat;
}

static unsigned strong_of(const world *w, unsigned seat)
{
    unsigned n = seat == w->view->open.leader ? cr_tally_sum(w->lead & LT_STRONG) : 0;

    for (unsigned i = 0; i < w->n; i++)
        n += w->owner[i] == seat && is_strong(w->deck[i]);
    return n;
}

static bool fits(const world *w)
{
    for (unsigned seat = 0; seat < LT_SEATS; seat++)
        if (((w->weak >> seat & 1) && strong_of(w, seat)) ||
            ((w->needy >> seat & 1) && !strong_of(w, seat)))
            return false;
    return true;
}

static void swap(world *w, unsigned i, unsigned j)
{
    uint8_t kind = w->deck[i];

    w->deck[i] = w->deck[j];
    w->deck[j] = kind;
}

/* May this piece be taken from its owner in exchange for a strong one, or the other way round? */
static bool can_give(const world *w, unsigned i, bool gives_strong)
{
    unsigned owner = w->owner[i];

    if (is_strong(w->deck[i]) != gives_strong)
        return false;
    if (!gives_strong)
        return !(w->weak >> owner & 1);
    return !(w->needy >> owner & 1) || strong_of(w, owner) > 1;
}

static void exchange(world *w, unsigned i, bool gives_strong)
{
    for (unsigned j = 0; j < w->n; j++)
        if (w->owner[j] != w->owner[i] && can_give(w, j, gives_strong)) {
            swap(w, i, j);
            return;
        }
}

/* Weak hands give their strong pieces away, needy ones get one. */
static void mend(world *w)
{
    for (unsigned i = 0; i < w->n; i++)
        if ((w->weak >> w->owner[i] & 1) && is_strong(w->deck[i]))
            exchange(w, i, false);
    for (unsigned i = 0; i < w->n; i++)
        if ((w->needy >> w->owner[i] & 1) && !strong_of(w, w->owner[i]))
            exchange(w, i, true);
}

static void draw_world(world *w, cr_rng *rng)
{
    const lt_view *v = w->view;
    bool has_lead = v->open.made && is_play_hidden(v, v->open.leader);

    for (unsigned tries = 0; tries < TRIES; tries++) {
        w->lead = has_lead ? draw_lead(w, rng) : 0;
        deal_unseen(w, rng);
        if (fits(w))
            return;
    }
    mend(w);
}

/* The next n unseen pieces of a seat. */
static cr_tally take(const world *w, unsigned seat, unsigned n, unsigned *at)
{
    cr_tally pieces = 0;

    for (; n && *at < w->n; ++*at)
        if (w->owner[*at] == seat) {
            pieces += cr_tally_of(w->deck[*at], 1);
            n--;
        }
    return pieces;
}

static void fill_seat(const world *w, unsigned seat, lt_state *s)
{
    const lt_view *v = w->view;
    unsigned at = 0;

    s->play[seat] = v->play[seat];
    s->covered[seat] = v->covered[seat];
    if (seat == v->v.viewer) {
        s->hand[seat] = v->hand;
    } else {
        if (is_play_hidden(v, seat))
            s->play[seat] = seat == v->open.leader ? w->lead : take(w, seat, v->open.k, &at);
        if (!v->covered[seat])
            s->covered[seat] = take(w, seat, v->forfeited[seat], &at);
        s->hand[seat] = take(w, seat, v->size[seat], &at);
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
        fill_seat(&w, seat, s);
}
