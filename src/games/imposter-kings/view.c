/* Who sees what: section 10. A view holds names, never card numbers, so nothing in it tells a card from its copy. */
#include "games/imposter-kings/imposter_kings.h"
#include "kernel/rng.h"

/* Worlds drawn before the constructive way is taken. */
enum { TRIES = 256 };

static bool is_open(const cr_state *k)
{
    CR_CITE(IK_10_10);
    CR_CITE(IK_10_11);
    return k->is_over || k->stack[0].step == ROUND_OVER;
}

static uint8_t shown(uint8_t card, bool is_known)
{
    return !card ? 0 : is_known ? (uint8_t)(card + 1) : IK_HIDDEN;
}

static void count_bases(ik_bag all, ik_bag known, uint8_t out[10])
{
    for (ik_bag rest = all; rest; rest &= rest - 1)
        out[ik_cards[cr_bits_first(rest) & 31].base]++;
    for (ik_bag rest = known; rest; rest &= rest - 1)
        out[ik_cards[cr_bits_first(rest) & 31].base]--;
}

static void observe_hands(const ik_state *s, uint8_t viewer, bool is_all, ik_view *v)
{
    const ik_round *r = &s->r;
    unsigned me = viewer < s->k.n_seats ? viewer : IK_PUBLIC;

    for (unsigned seat = 0; seat < s->k.n_seats; seat++) {
        bool is_mine = seat == viewer;

        v->hand[seat] = is_all || is_mine ? r->hand[seat] : r->known[me][seat];
        v->lacks[seat] = r->lacks[me][seat];
        v->open[seat] = r->known[IK_PUBLIC][seat];
        v->open_lacks[seat] = r->lacks[IK_PUBLIC][seat];
        v->cards[seat] = (uint8_t)ik_count(r->hand[seat]);
        v->successor[seat] =
            shown(r->successor[seat], is_all || is_mine || (r->seen[seat] >> viewer & 1));
        v->dungeon[seat] = shown(r->dungeon[seat], is_all || is_mine);
        v->antechamber[seat] = r->antechamber[seat];
        v->points[seat] = s->points[seat];
    }
    v->executed = is_all ? r->executed : me < IK_SEATS ? r->executed_known[me] : 0;
    count_bases(r->executed, v->executed, v->executed_bases);
}

void ik_observe(const cr_state *k, uint8_t viewer, cr_view *out)
{
    const ik_state *s = (const ik_state *)k;
    ik_view *v = (ik_view *)out;
    bool is_all = is_open(k);
    ik_facts facts;

    CR_CITE(IK_10_1);
    CR_CITE(IK_10_9);
    observe_hands(s, viewer, is_all, v);
    v->condemned = s->r.condemned;
    v->court = s->r.court;
    ik_look(s, s->r.court.n, &facts);
    v->values.n = s->r.court.n;
    for (unsigned at = 0; at < s->r.court.n; at++)
        v->values.at[at] = (uint8_t)ik_court_value(&s->r.court, &facts, at);
    v->time_ms = s->time_ms;
    v->flipped = s->r.flipped;
    v->out = s->r.out;
    v->numbers = s->r.numbers;
    v->accused = s->r.accused;
    v->forgotten = shown(s->r.forgotten, is_all);
    v->loser = s->r.loser;
    v->first = s->r.first;
    v->n_cards = s->r.cards;
    v->king = s->king;
    v->round = s->round;
    v->rules = s->rules;
    v->target = s->target;
    v->is_given = s->is_given;
    if (k->depth > 2 && k->stack[2].kind == EFFECT_PLAY)
        memcpy(v->play, k->stack[2].arg, sizeof v->play);
    if (k->depth > 3 && k->stack[3].kind == EFFECT_ASSASSIN)
        v->reaction = (uint8_t)(1 + k->stack[3].arg[0]);
}

/* ---- made-up worlds ----
 * Everything the viewer is certain of is put in place. What is left of the deck is dealt to the hidden places, every
 * arrangement that fits being equally likely: cards condemned by an Executioner are drawn first among those of their
 * base value (the number of ways to go on does not depend on the draw), the rest is shuffled, and a world is drawn
 * again if a hand holds a name it cannot hold, or if the open question contradicts it (a player is asked to act who
 * cannot, or to condemn a card he has not, or nobody holds what a Soldier has hit). After TRIES such worlds one that fits
 * the hands is built by matching; it is not uniform and may contradict the question. */

enum { PLACE_EXECUTED, PLACE_HAND, PLACE_SUCCESSOR, PLACE_DUNGEON, PLACE_FORGOTTEN };

typedef struct {
    uint32_t fits;
    uint8_t place, seat, card;
} slot;

typedef struct {
    slot slots[IK_CAP];
    uint8_t pool[IK_CAP];
    unsigned n_slots, n_executed, n_pool;
} hidden;

static void add_slots(hidden *h, uint8_t place, uint8_t seat, uint32_t fits, unsigned n)
{
    while (n-- && h->n_slots < IK_CAP)
        h->slots[h->n_slots++] = (slot){fits, place, seat, 0};
}

static void find_slots(const ik_view *v, hidden *h)
{
    for (unsigned base = 1; base < 10; base++)
        add_slots(h, PLACE_EXECUTED, 0, ik_base_set[base], v->executed_bases[base]);
    h->n_executed = h->n_slots;
    for (uint8_t seat = 0; seat < v->v.n_seats; seat++) {
        add_slots(h, PLACE_HAND, seat, ~v->lacks[seat], v->cards[seat] - ik_count(v->hand[seat]));
        add_slots(h, PLACE_SUCCESSOR, seat, ~0u, v->successor[seat] == IK_HIDDEN);
        add_slots(h, PLACE_DUNGEON, seat, ~0u, v->dungeon[seat] == IK_HIDDEN);
    }
    add_slots(h, PLACE_FORGOTTEN, 0, ~0u, v->forgotten == IK_HIDDEN);
}

static void take_bag(ik_bag *pool, ik_bag cards)
{
    for (; cards; cards &= cards - 1)
        *pool = ik_without(*pool, cr_bits_first(cards) & 31);
}

static void take_card(ik_bag *pool, uint8_t card_from_1)
{
    if (card_from_1)
        *pool = ik_without(*pool, card_from_1 - 1u);
}

static uint8_t known_card(uint8_t hidden_card)
{
    return hidden_card >= IK_SHOWN ? (uint8_t)(hidden_card - 1) : 0;
}

/* What is left of the deck without all that the viewer sees. */
static void find_pool(const ik_view *v, ik_bag pool, hidden *h)
{
    take_bag(&pool, v->condemned);
    take_bag(&pool, v->executed);
    for (unsigned seat = 0; seat < v->v.n_seats; seat++) {
        take_bag(&pool, v->hand[seat]);
        take_card(&pool, known_card(v->successor[seat]));
        take_card(&pool, known_card(v->dungeon[seat]));
        for (unsigned i = 0; i < v->antechamber[seat].n; i++)
            pool = ik_without(pool, v->antechamber[seat].at[i]);
    }
    for (unsigned i = 0; i < v->court.n; i++)
        pool = ik_without(pool, v->court.card[i]);
    take_card(&pool, v->accused);
    take_card(&pool, known_card(v->forgotten));
    for (; pool; pool &= pool - 1)
        h->pool[h->n_pool++] = (uint8_t)(cr_bits_first(pool) & 31);
}

static bool fits_slot(const slot *to, uint8_t card)
{
    return to->fits >> card & 1;
}

/* Swaps one of the pool's cards i.. that fits, each equally likely, to place i. */
static bool draw_fitting(hidden *h, unsigned i, cr_rng *rng)
{
    unsigned n = 0, nth;

    for (unsigned j = i; j < h->n_pool; j++)
        n += fits_slot(&h->slots[i], h->pool[j]);
    if (!n)
        return false;
    nth = cr_rng_small(rng, n);
    for (unsigned j = i; j < h->n_pool; j++)
        if (fits_slot(&h->slots[i], h->pool[j]) && !nth--) {
            uint8_t card = h->pool[j];

            h->pool[j] = h->pool[i];
            h->pool[i] = card;
            break;
        }
    return true;
}

/* One draw of all places; pool[i] is then the card of slot i. */
static bool draw(hidden *h, cr_rng *rng)
{
    for (unsigned i = 0; i < h->n_executed; i++)
        if (!draw_fitting(h, i, rng))
            return false;
    for (unsigned i = h->n_executed; i < h->n_slots; i++) {
        unsigned j = i + cr_rng_small(rng, h->n_pool - i);
        uint8_t card = h->pool[j];

        h->pool[j] = h->pool[i];
        h->pool[i] = card;
        if (!fits_slot(&h->slots[i], card))
            return false;
    }
    for (unsigned i = 0; i < h->n_slots; i++)
        h->slots[i].card = h->pool[i];
    return true;
}

/* Finds slot `i` a card, moving others out of its way; `owner` is 1 + the slot of each card of the pool. */
static bool match(const hidden *h, unsigned i, uint8_t owner[IK_CAP], bool tried[IK_CAP])
{
    for (unsigned j = 0; j < h->n_pool; j++) {
        if (tried[j] || !fits_slot(&h->slots[i], h->pool[j]))
            continue;
        tried[j] = true;
        if (!owner[j] || match(h, owner[j] - 1u, owner, tried)) {
            owner[j] = (uint8_t)(i + 1);
            return true;
        }
    }
    return false;
}

static void draw_by_matching(hidden *h)
{
    uint8_t owner[IK_CAP] = {0};

    for (unsigned i = 0; i < h->n_slots; i++) {
        bool tried[IK_CAP] = {false};

        (void)match(h, i, owner, tried); /* the truth is a matching, so there is one */
    }
    for (unsigned j = 0; j < h->n_pool; j++)
        if (owner[j])
            h->slots[owner[j] - 1].card = h->pool[j];
}

static void place(const ik_view *v, const hidden *h, ik_state *s)
{
    s->r.executed = v->executed;
    for (unsigned seat = 0; seat < v->v.n_seats; seat++) {
        s->r.hand[seat] = v->hand[seat];
        s->r.successor[seat] = known_card(v->successor[seat]);
        s->r.dungeon[seat] = known_card(v->dungeon[seat]);
    }
    s->r.forgotten = known_card(v->forgotten);
    for (const slot *at = h->slots; at < h->slots + h->n_slots; at++) {
        uint8_t from_1 = (uint8_t)(1 + at->card);

        if (at->place == PLACE_EXECUTED)
            s->r.executed = ik_with(s->r.executed, at->card);
        else if (at->place == PLACE_HAND)
            s->r.hand[at->seat] = ik_with(s->r.hand[at->seat], at->card);
        else if (at->place == PLACE_SUCCESSOR)
            s->r.successor[at->seat] = from_1;
        else if (at->place == PLACE_DUNGEON)
            s->r.dungeon[at->seat] = from_1;
        else
            s->r.forgotten = from_1;
    }
}

/* Does the open question fit this world? */
static bool is_told(const ik_state *s)
{
    const cr_frame *top;
    uint32_t held = 0;

    if (!s->k.q.open || s->k.q.open >> IK_SEATS)
        return true;
    top = &s->k.stack[s->k.depth - 1];
    switch (s->k.q.kind) {
    case Q_PLAY:
        return ik_can_act(s, top->seat);
    case Q_EXECUTE:
        return ik_names(s->r.hand[cr_bits_first(s->k.q.open)]) &
               ik_base_set[top->arg[IK_ARG_NUMBER]];
    case Q_SOLDIER:
        for (unsigned rest = ik_opponents(s, top->seat); rest; rest &= rest - 1)
            held |= ik_names(s->r.hand[cr_bits_first(rest)]);
        return held >> (top->arg[IK_ARG_NAME] - 1) & 1;
    default:
        return true;
    }
}

/* One card in eight of those that could be. */
static ik_bag some_of(ik_bag bag, cr_rng *rng)
{
    ik_bag out = 0;

    for (; bag; bag &= bag - 1)
        if (!cr_rng_small(rng, 8))
            out |= bag & -bag;
    return out;
}

/* Part of a bag as a bag: a second card is there only with the first. */
static ik_bag as_bag(ik_bag bits)
{
    return bits & ~((~bits & 0xFFFFFFFF) << 32);
}

/* What each viewer is certain of. The viewer's own certainty is in the view. Another seat is certain of what everybody
 * is and, as far as this viewer can tell, of a few cards more: how these came about is not made up. */
static void imagine_knowledge(const ik_view *v, cr_rng *rng, ik_state *s)
{
    uint32_t names = ik_sayable(s);
    uint8_t me = v->v.viewer;

    if (v->v.is_over || v->v.stack[0].step == ROUND_OVER) {
        ik_learn_all(s);
        return;
    }
    if (v->v.stack[0].step < ROUND_TURNS)
        return; /* nobody has learned anything yet */
    for (unsigned seat = 0; seat < v->v.n_seats; seat++) {
        s->r.seen[seat] = 0;
        for (unsigned w = 0; w < v->v.n_seats; w++) {
            if (w == seat)
                continue;
            s->r.known[w][seat] = as_bag(v->open[seat] | some_of(s->r.hand[seat], rng));
            s->r.lacks[w][seat] =
                v->open_lacks[seat] | (uint32_t)some_of(names & ~ik_names(s->r.hand[seat]), rng);
            if (s->r.successor[seat] && !cr_rng_small(rng, 8))
                s->r.seen[seat] |= (uint8_t)CR_BIT(w);
        }
        s->r.known[IK_PUBLIC][seat] = v->open[seat];
        s->r.lacks[IK_PUBLIC][seat] = v->open_lacks[seat];
        if (me < v->v.n_seats && me != seat) {
            s->r.known[me][seat] = v->hand[seat];
            s->r.lacks[me][seat] = v->lacks[seat];
            s->r.seen[seat] &= (uint8_t)~CR_BIT(me);
            if (v->successor[seat] >= IK_SHOWN)
                s->r.seen[seat] |= (uint8_t)CR_BIT(me);
        }
    }
    for (unsigned w = 0; w < v->v.n_seats; w++)
        s->r.executed_known[w] = w == me ? v->executed : as_bag(some_of(s->r.executed, rng));
}

static void imagine_open(const ik_view *v, ik_state *s)
{
    memcpy(s->r.antechamber, v->antechamber, sizeof s->r.antechamber);
    memcpy(s->points, v->points, sizeof s->points);
    s->r.condemned = v->condemned;
    s->r.court = v->court;
    s->r.flipped = v->flipped;
    s->r.out = v->out;
    s->r.numbers = v->numbers;
    s->r.accused = v->accused;
    s->r.cards = v->n_cards;
    s->r.loser = v->loser;
    s->r.first = v->first;
    s->time_ms = v->time_ms;
    s->rules = v->rules;
    s->target = v->target;
    s->is_given = v->is_given;
    s->king = v->king;
    s->round = v->round;
    if (v->v.depth > 2 && v->v.stack[2].kind == EFFECT_PLAY)
        memcpy(s->k.stack[2].arg, v->play, sizeof v->play);
    if (v->v.depth > 3)
        memcpy(s->k.stack[3].arg, v->play, sizeof v->play);
    if (v->reaction) {
        memset(s->k.stack[3].arg, 0, sizeof s->k.stack[3].arg);
        s->k.stack[3].arg[0] = (uint8_t)(v->reaction - 1);
    }
}

void ik_imagine(const cr_view *in, cr_rng *rng, cr_state *out)
{
    const ik_view *v = (const ik_view *)in;
    ik_state *s = (ik_state *)out;
    hidden h = {.n_slots = 0};
    bool is_drawn = false;

    imagine_open(v, s);
    find_slots(v, &h);
    find_pool(v, ik_deck(s), &h);
    for (unsigned tries = 0; tries < TRIES && !is_drawn; tries++) {
        if (!draw(&h, rng))
            continue;
        place(v, &h, s);
        is_drawn = is_told(s);
    }
    if (!is_drawn) {
        draw_by_matching(&h);
        place(v, &h, s);
    }
    imagine_knowledge(v, rng, s);
}
