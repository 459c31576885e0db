/* Reactions: section 6. A window is the open question of the top effect and that effect is its target; one routine
 * serves all three. Nothing else remembers that a reaction is pending. */
#include "games/imposter-kings/imposter_kings.h"

static unsigned copies_in(const uint8_t *cards, unsigned n, unsigned name)
{
    unsigned copies = 0;

    for (unsigned i = 0; i < n; i++)
        copies += cards[i] == name;
    return copies;
}

/* Copies that everybody sees and nobody can hold, in places that only FRAGMENTS has. */
static unsigned copies_apart(const ik_state *s, unsigned name)
{
    unsigned seen = ik_copies(&s->r.removed, name);

    for (unsigned seat = 0; seat < s->k.n_seats; seat++)
        seen += ik_copies(&s->r.traded[seat], name) + (s->exhausted[seat] >> name & 1) +
                (s->r.facet[seat] == IK_LEADER && s->r.successor[seat] == name + 1);
    return seen;
}

/* Does a hand, a Successor or a Dungeon hold this card? Then there is nothing to count. */
static bool is_held(const ik_round *r, unsigned n_seats, unsigned name)
{
    bool is_held = r->forgotten == name + 1;

    for (unsigned seat = 0; seat < n_seats; seat++)
        is_held |= ik_has(&r->hand[seat], name) | (r->successor[seat] == name + 1) |
                   (r->dungeon[seat] == name + 1);
    return is_held;
}

static IK_APART unsigned copies_seen(const ik_state *s, unsigned name)
{
    const ik_round *r = &s->r;
    unsigned seen = ik_copies(&r->condemned, name) + (r->accused == name + 1) +
                    copies_in(r->court.card, r->court.n, name);

    for (unsigned seat = 0; seat < s->k.n_seats; seat++)
        seen += copies_in(r->antechamber[seat].at, r->antechamber[seat].n, name);
    if (s->rules == IK_RULES_FRAGMENTS)
        seen += copies_apart(s, name);
    return seen;
}

/* Do all copies of this card lie where everybody sees that nobody can hold one? A shown Successor is counted, so with
 * facets there is no short cut. */
static inline bool is_out_of_reach(const ik_state *s, unsigned name)
{
    if (s->rules != IK_RULES_FRAGMENTS && is_held(&s->r, s->k.n_seats, name))
        return false;
    return copies_seen(s, name) == ik_all_copies(s, name);
}

bool ik_can_copy_reaction(const ik_state *s, unsigned name)
{
    const ik_court *court = &s->r.court;

    CR_CITE(IK_6_12);
    for (unsigned i = 0; i + 1 < court->n; i++)
        if (ik_name_at(court, i) == name && !(court->down >> i & 1))
            return true;
    return false;
}

/* IK-6.13: can nobody hold a card that fits this window? */
static bool is_idle(const ik_state *s, unsigned name)
{
    CR_CITE(IK_6_13);
    return is_out_of_reach(s, name) &&
           (s->rules != IK_RULES_FRAGMENTS || !ik_can_copy_reaction(s, name) ||
            is_out_of_reach(s, IK_STRANGER));
}

/* IK-6.9: the card is condemned, its effects are popped, and its player acts again. */
static void cancel(ik_state *s, cr_sink *sink)
{
    uint8_t player = s->k.stack[s->k.depth - 1].seat;
    unsigned name = ik_court_remove(s, s->r.court.n - 1u);

    CR_CITE(IK_6_9);
    CR_CITE(IK_5_7a);
    CR_CITE(IK_0_9);
    ik_add(&s->r.condemned, name);
    CR_TELL(sink, EV_CANCEL, player, (uint8_t)name);
    while (s->k.stack[s->k.depth - 1].kind != EFFECT_TURN)
        cr_pop(&s->k);
    s->k.stack[s->k.depth - 1].step = TURN_ACT;
}

/* IK-6.5, the one routine: what a reaction does follows from its target alone. */
static IK_APART void react(ik_state *s, cr_sink *sink)
{
    cr_frame *target = &s->k.stack[s->k.depth - 1];
    uint8_t responder = s->k.said.seat, card = s->k.said.arg[0];

    CR_CITE(IK_6_5);
    CR_CITE(IK_6_6);
    CR_CITE(IK_0_14);
    ik_lose_open(s, responder, card);
    ik_add(&s->r.condemned, card);
    CR_TELL(sink, EV_REACT, responder, card);
    switch (target->kind) {
    case EFFECT_FLIP:
        CR_CITE(IK_1_11);
        CR_CITE(IK_6_7);
        target->step = FLIP_RESOLVE;
        cr_push(&s->k, EFFECT_ASSASSIN, responder)->arg[0] = card;
        break;
    case EFFECT_ABILITY:
        CR_CITE(IK_1_27);
        cancel(s, sink);
        break;
    default:
        CR_CITE(IK_6_10);
        CR_CITE(IK_6_11);
        cr_pop(&s->k); /* the ASSASSIN; the FLIP beneath resolves */
    }
}

bool ik_window(ik_state *s, const cr_frame *top, cr_sink *sink)
{
    bool is_flip = top->kind == EFFECT_FLIP;
    uint8_t question = is_flip ? Q_ASSASSIN : Q_KINGS_HAND, seat = top->seat;

    if (!s->k.answered && is_idle(s, is_flip ? IK_ASSASSIN : IK_KINGS_HAND))
        return false;
    CR_CITE(IK_6_2);
    CR_CITE(IK_6_3);
    if (cr_ask(&s->k, question, (uint16_t)(ik_living(s) & ~CR_BIT(seat)), CR_TURN,
               (uint8_t)(seat + 1u < s->k.n_seats ? seat + 1u : 0), s->time_ms))
        return true;
    if (s->k.said.kind != KIND_REACT) {
        CR_CITE(IK_6_4);
        return false;
    }
    react(s, sink);
    return true;
}

void ik_step_flip(ik_state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t seat = top->seat, successor = s->r.successor[seat];
    unsigned throne = s->r.court.n - 1u;

    if (top->step > FLIP_RESOLVE) {
        ik_step_facet(s, top, sink);
        return;
    }
    if (top->step == FLIP_WINDOW) {
        CR_CITE(IK_7_2);
        CR_CITE(IK_7_2a);
        if (ik_window(s, top, sink))
            return;
    }
    CR_CITE(IK_7_3);
    CR_CITE(IK_0_15);
    CR_CITE(IK_10_4);
    s->r.flipped |= CR_BIT(seat);
    if (s->r.facet[seat] != IK_REGULAR) {
        CR_CITE(IK_8_25);
        top->note = s->r.court.down >> throne & 1 ? 0 : ik_cards[s->r.court.card[throne]].base;
        top->step = FLIP_FACET;
        ik_disgrace(s, throne, sink);
        CR_TELL(sink, EV_FLIPPED, seat, false, 0);
        return;
    }
    ik_disgrace(s, throne, sink);
    CR_TELL_PART(sink, EV_FLIPPED, seat, CR_BIT(seat), 1, successor != 0, successor);
    if (successor)
        ik_take_successor(s, seat);
    cr_pop(&s->k);
}

/* ---- the Assassin ---- */

/* IK-9.5: the reactor takes a card of the victim's, and the Assassin goes to the victim. */
static void rob(ik_state *s, uint8_t reactor, uint8_t victim, unsigned from, unsigned name,
                cr_sink *sink)
{
    unsigned two = 1u << reactor | 1u << victim;

    if (from == IK_FROM_SUCCESSOR) {
        s->r.successor[victim] = s->r.seen[victim] = 0;
    } else {
        ik_lose_secret(s, victim, name, two, ~0u);
    }
    ik_gain(s, reactor, name, two);
    CR_TELL_PART(sink, EV_ROB, reactor, (uint16_t)two, 2, victim, (uint8_t)from, (uint8_t)name);
}

/* IK-9.5: the reactor sees the victim's hand and Successor before he takes. */
static IK_APART void show_victim(ik_state *s, uint8_t reactor, uint8_t victim, cr_sink *sink)
{
    uint8_t data[sizeof(ik_bag) + IK_SEATS] = {0};

    s->r.known[reactor][victim] = s->r.hand[victim];
    s->r.seen[victim] |= CR_BIT(reactor);
    memcpy(data, &s->r.hand[victim], sizeof(ik_bag));
    data[sizeof(ik_bag) + victim] = s->r.successor[victim];
    if (sink)
        cr_emit(sink, EV_LOOK, reactor, CR_BIT(reactor), 0, false, data, sizeof data);
}

static void take_from(ik_state *s, const cr_frame *top, uint8_t victim, cr_sink *sink)
{
    uint8_t reactor = top->seat, assassin = top->arg[0], successor = s->r.successor[victim];
    unsigned n = ik_count(&s->r.hand[victim]) + (successor != 0);

    if (n > 1) {
        if (cr_ask(&s->k, Q_TAKE, CR_BIT(reactor), CR_ANY, reactor, s->time_ms))
            return;
        rob(s, reactor, victim, s->k.said.arg[1], s->k.said.arg[0], sink);
    } else if (n == 1) {
        CR_CITE(IK_11_1);
        rob(s, reactor, victim, successor ? IK_FROM_SUCCESSOR : IK_FROM_HAND,
            successor ? successor - 1u : cr_bits_first(ik_names(&s->r.hand[victim])), sink);
    }
    ik_take(&s->r.condemned, assassin);
    ik_gain(s, victim, assassin, IK_EYES_ALL);
    CR_TELL(sink, EV_TAKE, victim, assassin);
    ik_lose_round(s, victim, reactor, sink);
}

static void stand(ik_state *s, cr_frame *top, uint8_t victim, cr_sink *sink)
{
    CR_CITE(IK_6_8);
    if (s->k.n_seats == 3 && !s->r.out) {
        CR_CITE(IK_9_5);
        show_victim(s, top->seat, victim, sink);
        top->step = ASSASSIN_TAKE;
        return;
    }
    if (s->k.n_seats == 4) {
        CR_CITE(IK_9_6);
        s->r.out |= CR_BIT((victim + 2) & 3);
    }
    ik_lose_round(s, victim, top->seat, sink);
}

void ik_step_assassin(ik_state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t victim = s->k.stack[s->k.depth - 2].seat;

    if (top->step == ASSASSIN_TAKE)
        take_from(s, top, victim, sink);
    else if (!ik_window(s, top, sink))
        stand(s, top, victim, sink);
}
