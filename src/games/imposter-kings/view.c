/* Who sees what: section 10. A view holds names, never card numbers, so nothing in it tells a card from its copy. */
#include "games/imposter-kings/imposter_kings.h"

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

/* Cards that are not known, by base value. */
static void count_bases(const ik_bag *all, const ik_bag *known, uint8_t out[10])
{
    ik_bag rest = *all;

    ik_take_bag(&rest, known);
    for (unsigned i = 0; i < IK_COPIES; i++)
        for (uint32_t names = rest.n[i]; names; names &= names - 1)
            out[ik_cards[cr_bits_first(names)].base]++;
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
        v->cards[seat] = (uint8_t)ik_count(&r->hand[seat]);
        v->successor[seat] =
            shown(r->successor[seat], is_all || is_mine || (r->seen[seat] >> me & 1));
        v->dungeon[seat] =
            shown(r->dungeon[seat], is_all || is_mine || (r->dungeon_seen[seat] >> me & 1));
        v->squire[seat] = shown(r->squire[seat], is_all || is_mine);
        v->antechamber[seat] = r->antechamber[seat];
        v->points[seat] = s->points[seat];
    }
    if (is_all)
        v->executed = r->executed;
    else if (me < IK_SEATS)
        v->executed = r->executed_known[me];
    count_bases(&r->executed, &v->executed, v->executed_bases);
}

/* Others see how many cards are left in an Army, and so know them while none has left it unseen. */
static void observe_armies(const ik_state *s, uint8_t viewer, bool is_all, ik_view *v)
{
    CR_CITE(IK_10_3);
    for (unsigned seat = 0; seat < s->k.n_seats; seat++) {
        bool is_whole = s->army[seat] == (s->list[seat] & ~s->exhausted[seat]);

        v->list[seat] = s->list[seat];
        v->exhausted[seat] = s->exhausted[seat];
        v->army_cards[seat] = (uint8_t)cr_bits_count(s->army[seat]);
        if (is_all || is_whole || seat == viewer)
            v->army[seat] = s->army[seat];
        else
            v->army[seat] = s->r.army_open[seat];
        v->army_open[seat] = s->r.army_open[seat];
        v->traded[seat] = s->r.traded[seat];
        v->dungeon_lacks[seat] = s->r.dungeon_lacks[seat];
        v->seen[seat] = s->r.seen[seat] >> IK_PUBLIC & 1;
        v->dungeon_seen[seat] = s->r.dungeon_seen[seat] >> IK_PUBLIC & 1;
        v->facet[seat] = s->r.facet[seat];
        v->conspiracy[seat] = s->r.conspiracy[seat];
    }
    v->removed = s->r.removed;
    v->rallied = s->r.rallied;
    v->draft = s->draft;
    v->exiles = s->r.exiles;
    v->paid = s->r.paid;
    v->selection = s->selection;
}

static void observe_court(const ik_state *s, ik_view *v)
{
    const ik_court *court = &s->r.court;
    ik_facts facts;

    v->court = *court;
    ik_look(s, court->n, 0, &facts);
    v->values.n = court->n;
    for (unsigned at = 0; at < court->n; at++)
        v->values.at[at] = (uint8_t)ik_court_value(court, &facts, at);
    if (facts.is_fragments)
        v->muted = facts.muted_at;
    else
        for (uint32_t at = facts.up_at; at; at &= at - 1)
            if (facts.muted >> court->card[cr_bits_first(at)] & 1)
                v->muted |= at & -at;
}

void ik_observe(const cr_state *k, uint8_t viewer, cr_view *out)
{
    const ik_state *s = (const ik_state *)k;
    ik_view *v = (ik_view *)out;
    bool is_all = is_open(k);

    CR_CITE(IK_10_1);
    CR_CITE(IK_10_9);
    observe_hands(s, viewer, is_all, v);
    if (s->rules == IK_RULES_FRAGMENTS)
        observe_armies(s, viewer, is_all, v);
    observe_court(s, v);
    v->condemned = s->r.condemned;
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
    if (k->depth > 2 && k->stack[2].kind == EFFECT_PLAY) {
        memcpy(v->play, k->stack[2].arg, sizeof v->play);
        v->play[IK_ARG_CARD]++;
    }
    if (k->depth > 3 && k->stack[3].kind == EFFECT_ASSASSIN)
        v->reaction = (uint8_t)(1 + k->stack[3].arg[0]);
}
