/* Worlds that fit a view. Everything the viewer is certain of is put in place. What is left of the deck is dealt to the
 * hidden places, every arrangement that fits being equally likely. First comes what is left in the Armies of others,
 * where a card that lies open may have been anybody's; then cards condemned by an Executioner, among those of their
 * base value. The number of ways to go on does not depend on these draws. The rest is shuffled, and a world is drawn
 * again if a hand holds a name it cannot hold, or if the open question contradicts it: a player is asked to act who
 * cannot, or to condemn a card he does not have, or nobody holds what a Soldier has hit. After TRIES such worlds one
 * that fits the hands is built by matching; it is not uniform and may contradict the question. */
#include "games/imposter-kings/imposter_kings.h"
#include "kernel/rng.h"

enum { TRIES = 256 };

enum { PLACE_EXECUTED, PLACE_HAND, PLACE_SUCCESSOR, PLACE_DUNGEON, PLACE_SQUIRE, PLACE_FORGOTTEN };

/* Cards of the largest deck with all Armies, and more than the hidden places. */
enum { HIDDEN_MAX = 64 };

typedef struct {
    uint32_t fits;
    uint8_t place, seat, card;
} slot;

typedef struct {
    slot slots[HIDDEN_MAX];
    uint8_t pool[HIDDEN_MAX];
    unsigned n_slots, n_executed, n_pool;
    uint8_t all[IK_NAMES], seen[IK_NAMES]; /* cards that are not in an Army the viewer knows */
    uint32_t army[IK_SEATS];
    bool hides_armies;
} hidden;

static void add_slots(hidden *h, uint8_t place, uint8_t seat, uint32_t fits, unsigned n)
{
    while (n-- && h->n_slots < HIDDEN_MAX)
        h->slots[h->n_slots++] = (slot){fits, place, seat, 0};
}

static void find_slots(const ik_view *v, hidden *h)
{
    for (unsigned base = 1; base < 10; base++)
        add_slots(h, PLACE_EXECUTED, 0, ik_base_set[base], v->executed_bases[base]);
    h->n_executed = h->n_slots;
    for (uint8_t seat = 0; seat < v->v.n_seats; seat++) {
        add_slots(h, PLACE_HAND, seat, ~v->lacks[seat], v->cards[seat] - ik_count(&v->hand[seat]));
        add_slots(h, PLACE_SUCCESSOR, seat, ~0u, v->successor[seat] == IK_HIDDEN);
        add_slots(h, PLACE_DUNGEON, seat, ~v->dungeon_lacks[seat], v->dungeon[seat] == IK_HIDDEN);
        add_slots(h, PLACE_SQUIRE, seat, ~0u, v->squire[seat] == IK_HIDDEN);
    }
    add_slots(h, PLACE_FORGOTTEN, 0, ~0u, v->forgotten == IK_HIDDEN);
}

static void count_bag(uint8_t count[IK_NAMES], const ik_bag *bag)
{
    for (unsigned i = 0; i < IK_COPIES; i++)
        for (uint32_t names = bag->n[i]; names; names &= names - 1)
            count[cr_bits_first(names)]++;
}

static void count_names(uint8_t count[IK_NAMES], uint32_t names)
{
    for (; names; names &= names - 1)
        count[cr_bits_first(names)]++;
}

static uint8_t known_card(uint8_t hidden_card)
{
    return hidden_card >= IK_SHOWN ? (uint8_t)(hidden_card - 1) : 0;
}

static void count_card(uint8_t count[IK_NAMES], uint8_t card_from_1)
{
    if (card_from_1)
        count[card_from_1 - 1]++;
}

/* All cards the viewer sees, but for those in Armies. */
static void count_seen(const ik_view *v, uint8_t seen[IK_NAMES])
{
    count_bag(seen, &v->condemned);
    count_bag(seen, &v->executed);
    count_bag(seen, &v->removed);
    for (unsigned seat = 0; seat < v->v.n_seats; seat++) {
        count_bag(seen, &v->hand[seat]);
        count_bag(seen, &v->traded[seat]);
        count_card(seen, known_card(v->successor[seat]));
        count_card(seen, known_card(v->dungeon[seat]));
        count_card(seen, known_card(v->squire[seat]));
        for (unsigned i = 0; i < v->antechamber[seat].n; i++)
            seen[v->antechamber[seat].at[i]]++;
    }
    for (unsigned i = 0; i < v->court.n; i++)
        seen[v->court.card[i]]++;
    count_card(seen, v->accused);
    count_card(seen, known_card(v->forgotten));
}

static bool knows_army(const ik_view *v, unsigned seat)
{
    return cr_bits_count(v->army[seat]) == v->army_cards[seat];
}

static void find_cards(const ik_view *v, const ik_bag *deck, hidden *h)
{
    count_bag(h->all, deck);
    for (unsigned seat = 0; seat < v->v.n_seats; seat++) {
        h->hides_armies |= !knows_army(v, seat);
        count_names(h->all, v->list[seat] & ~v->exhausted[seat] & ~v->army[seat]);
    }
    count_seen(v, h->seen);
}

/* The weight of a name in an Army: the more of its copies lie open, the less likely it is that this one does not. All
 * weights together are a whole number, since a name has at most five copies. */
enum { ARMY_MAX = 8, WEIGHT = 60 };

/* ways[i][n]: the sum over all sets of n names from the i-th on of the product of their weights. */
typedef struct {
    uint8_t name[ARMY_MAX];
    uint64_t weight[ARMY_MAX], ways[ARMY_MAX + 1][ARMY_MAX + 1];
    unsigned n;
} army_ways;

static uint64_t count_ways(army_ways *w, uint32_t names, const uint8_t *all, const uint8_t *seen,
                           unsigned n_cards)
{
    w->n = 0;
    for (; names && w->n < ARMY_MAX; names &= names - 1) {
        unsigned name = cr_bits_first(names),
                 rest = all[name] > seen[name] ? all[name] - (unsigned)seen[name] : 0;

        w->name[w->n] = (uint8_t)name;
        w->weight[w->n++] = rest ? WEIGHT * rest / all[name] : 0;
    }
    memset(w->ways, 0, sizeof w->ways);
    w->ways[w->n][0] = 1;
    for (unsigned i = w->n; i-- > 0;)
        for (unsigned n = 0; n <= ARMY_MAX; n++)
            w->ways[i][n] = w->ways[i + 1][n] + (n ? w->weight[i] * w->ways[i + 1][n - 1] : 0);
    return n_cards <= ARMY_MAX ? w->ways[0][n_cards] : 0;
}

/* One of these sets, by its weight. */
static uint32_t draw_ways(const army_ways *w, unsigned n_cards, cr_rng *rng)
{
    uint32_t names = 0;

    for (unsigned i = 0; i < w->n && n_cards; i++)
        if (cr_rng_below64(rng, w->ways[i][n_cards]) >= w->ways[i + 1][n_cards]) {
            names |= UINT32_C(1) << w->name[i];
            n_cards--;
        }
    return names;
}

/* What an Army may still hold: a card that was just rallied has left it, and may come back. */
static uint32_t army_names(const ik_view *v, unsigned seat)
{
    uint32_t rallied = v->v.q.asked & CR_BIT(seat) ? v->rallied : 0;

    return v->list[seat] & ~v->exhausted[seat] & ~rallied;
}

/* Draws what is left in each Army the viewer does not know. If `is_fair`, a draw that leaves the next Army fewer ways
 * is taken back more often, so that all arrangements are equally likely. */
static bool draw_armies(const ik_view *v, uint8_t all[IK_NAMES], hidden *h, bool is_fair,
                        cr_rng *rng)
{
    army_ways w;

    for (unsigned seat = 0; seat < v->v.n_seats; seat++) {
        uint32_t names = army_names(v, seat) & ~v->army[seat];
        unsigned n = v->army_cards[seat] - cr_bits_count(v->army[seat]);
        uint64_t most, ways;

        h->army[seat] = v->army[seat];
        if (knows_army(v, seat))
            continue;
        most = count_ways(&w, names, h->all, h->seen, n);
        ways = count_ways(&w, names, all, h->seen, n);
        if (!ways || (is_fair && ways < most && cr_rng_below64(rng, most) >= ways))
            return false;
        names = draw_ways(&w, n, rng);
        h->army[seat] |= names;
        for (; names; names &= names - 1)
            all[cr_bits_first(names)]--;
    }
    return true;
}

/* What is left to be dealt once the Armies are drawn. */
static bool find_pool(const ik_view *v, hidden *h, bool is_fair, cr_rng *rng)
{
    uint8_t all[IK_NAMES];

    memcpy(all, h->all, sizeof all);
    if (!draw_armies(v, all, h, is_fair, rng))
        return false;
    h->n_pool = 0;
    for (unsigned copy = 0; copy < IK_COPIES; copy++)
        for (unsigned name = 0; name < IK_NAMES; name++)
            if (all[name] > h->seen[name] + copy && h->n_pool < HIDDEN_MAX)
                h->pool[h->n_pool++] = (uint8_t)name;
    return true;
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
    if (h->n_pool < h->n_slots)
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
static bool match(const hidden *h, unsigned i, uint8_t owner[HIDDEN_MAX], bool tried[HIDDEN_MAX])
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

/* False if these Armies leave no way to fill all places. The true Armies leave one. */
static bool draw_by_matching(hidden *h)
{
    uint8_t owner[HIDDEN_MAX] = {0};
    bool is_whole = true;

    for (unsigned i = 0; i < h->n_slots; i++) {
        bool tried[HIDDEN_MAX] = {false};

        is_whole &= match(h, i, owner, tried);
    }
    for (unsigned j = 0; j < h->n_pool; j++)
        if (owner[j])
            h->slots[owner[j] - 1].card = h->pool[j];
    return is_whole;
}

static void place(const ik_view *v, const hidden *h, ik_state *s)
{
    s->r.executed = v->executed;
    for (unsigned seat = 0; seat < v->v.n_seats; seat++) {
        s->r.hand[seat] = v->hand[seat];
        s->r.successor[seat] = known_card(v->successor[seat]);
        s->r.dungeon[seat] = known_card(v->dungeon[seat]);
        s->r.squire[seat] = known_card(v->squire[seat]);
        s->army[seat] = h->army[seat];
    }
    s->r.forgotten = known_card(v->forgotten);
    for (const slot *at = h->slots; at < h->slots + h->n_slots; at++) {
        uint8_t from_1 = (uint8_t)(1 + at->card);

        if (at->place == PLACE_EXECUTED)
            ik_add(&s->r.executed, at->card);
        else if (at->place == PLACE_HAND)
            ik_add(&s->r.hand[at->seat], at->card);
        else if (at->place == PLACE_SUCCESSOR)
            s->r.successor[at->seat] = from_1;
        else if (at->place == PLACE_DUNGEON)
            s->r.dungeon[at->seat] = from_1;
        else if (at->place == PLACE_SQUIRE)
            s->r.squire[at->seat] = from_1;
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
        return ik_names(&s->r.hand[cr_bits_first(s->k.q.open)]) &
               ik_base_set[top->arg[IK_ARG_NUMBER]];
    case Q_SOLDIER:
        for (unsigned rest = ik_opponents(s, top->seat); rest; rest &= rest - 1)
            held |= ik_names(&s->r.hand[cr_bits_first(rest)]);
        return held >> (top->arg[IK_ARG_NAME] - 1) & 1;
    default:
        return true;
    }
}

/* One name in eight of those that could be. */
static uint32_t some_of(uint32_t names, cr_rng *rng)
{
    uint32_t out = 0;

    for (; names; names &= names - 1)
        if (!cr_rng_small(rng, 8))
            out |= names & -names;
    return out;
}

/* Adds some cards of `whole` to a part of it. */
static void add_some(ik_bag *part, const ik_bag *whole, cr_rng *rng)
{
    uint32_t less = ~0u; /* a second card is there only with the first */

    for (unsigned i = 0; i < IK_COPIES; i++)
        less = part->n[i] |= some_of(whole->n[i], rng) & less;
}

/* What each viewer is certain of. The viewer's own certainty is in the view. Another seat is certain of what everybody
 * is and, as far as this viewer can tell, of a few cards more: how these came about is not made up. */
static void imagine_knowledge(const ik_view *v, cr_rng *rng, ik_state *s)
{
    uint32_t names = ik_sayable(s);
    unsigned n = v->v.n_seats < IK_SEATS ? v->v.n_seats : IK_SEATS, me = v->v.viewer;

    if (v->v.is_over || v->v.stack[0].step == ROUND_OVER) {
        ik_learn_all(s);
        return;
    }
    if (v->v.stack[0].step < ROUND_TURNS)
        return; /* nobody has learned anything yet */
    for (unsigned seat = 0; seat < n; seat++) {
        s->r.seen[seat] = 0;
        for (unsigned w = 0; w < n; w++) {
            if (w == seat)
                continue;
            s->r.known[w][seat] = v->open[seat];
            add_some(&s->r.known[w][seat], &s->r.hand[seat], rng);
            s->r.lacks[w][seat] =
                v->open_lacks[seat] | some_of(names & ~ik_names(&s->r.hand[seat]), rng);
            if (s->r.successor[seat] && !cr_rng_small(rng, 8))
                s->r.seen[seat] |= (uint8_t)CR_BIT(w);
        }
        s->r.known[IK_PUBLIC][seat] = v->open[seat];
        s->r.lacks[IK_PUBLIC][seat] = v->open_lacks[seat];
        if (me < n && me != seat) {
            s->r.known[me][seat] = v->hand[seat];
            s->r.lacks[me][seat] = v->lacks[seat];
            s->r.seen[seat] &= (uint8_t)~CR_BIT(me);
            if (v->successor[seat] >= IK_SHOWN)
                s->r.seen[seat] |= (uint8_t)CR_BIT(me);
        }
        if (v->seen[seat])
            s->r.seen[seat] = IK_EYES_ALL;
        s->r.dungeon_seen[seat] = v->dungeon_seen[seat] ? IK_EYES_ALL : 0;
    }
    for (unsigned w = 0; w < n; w++) {
        if (w == me)
            s->r.executed_known[w] = v->executed;
        else
            add_some(&s->r.executed_known[w], &s->r.executed, rng);
    }
}

static void imagine_open(const ik_view *v, ik_state *s)
{
    memcpy(s->r.antechamber, v->antechamber, sizeof s->r.antechamber);
    memcpy(s->points, v->points, sizeof s->points);
    memcpy(s->list, v->list, sizeof s->list);
    memcpy(s->exhausted, v->exhausted, sizeof s->exhausted);
    memcpy(s->r.army_open, v->army_open, sizeof s->r.army_open);
    memcpy(s->r.traded, v->traded, sizeof s->r.traded);
    memcpy(s->r.dungeon_lacks, v->dungeon_lacks, sizeof s->r.dungeon_lacks);
    memcpy(s->r.facet, v->facet, sizeof s->r.facet);
    memcpy(s->r.conspiracy, v->conspiracy, sizeof s->r.conspiracy);
    s->r.removed = v->removed;
    s->r.rallied = v->rallied;
    s->r.exiles = v->exiles;
    s->r.paid = v->paid;
    s->draft = v->draft;
    s->selection = v->selection;
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
    for (unsigned i = 2; i < 4 && v->play[IK_ARG_CARD]; i++) {
        uint8_t *arg = s->k.stack[i].arg;

        if (v->v.depth <= i || (i == 2 && v->v.stack[2].kind != EFFECT_PLAY))
            continue;
        memcpy(arg, v->play, sizeof v->play);
        arg[IK_ARG_CARD]--;
    }
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
    ik_bag deck;

    imagine_open(v, s);
    deck = ik_deck(s);
    find_slots(v, &h);
    find_cards(v, &deck, &h);
    for (unsigned tries = 0; tries < TRIES && !is_drawn; tries++) {
        if (((!tries || h.hides_armies) && !find_pool(v, &h, true, rng)) || !draw(&h, rng))
            continue;
        place(v, &h, s);
        is_drawn = is_told(s);
    }
    for (unsigned tries = 0; tries < TRIES && !is_drawn; tries++)
        if (find_pool(v, &h, false, rng) && draw_by_matching(&h)) {
            place(v, &h, s);
            is_drawn = true;
        }
    imagine_knowledge(v, rng, s);
}
