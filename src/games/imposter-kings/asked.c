/* What the open question is about: the cards a seat may name in its answer. The judge, the offers and the defaults
 * read these, so that what is offered is what is accepted. */
#include "games/imposter-kings/asked.h"

unsigned ik_court_for_play(const ik_state *s)
{
    return s->r.court.n - (s->k.q.kind == Q_HERALD_PLAY);
}

unsigned ik_hand_after(const ik_state *s, uint8_t seat, unsigned from)
{
    return ik_count(&s->r.hand[seat]) - (from == IK_FROM_HAND) + (s->k.q.kind == Q_HERALD_PLAY);
}

uint32_t ik_may_play(const ik_state *s, const ik_facts *facts, uint8_t seat)
{
    uint32_t hand = ik_names(&s->r.hand[seat]);

    if (s->k.q.kind == Q_SECOND)
        return hand;
    if (s->k.q.kind == Q_HERALD_PLAY)
        return hand & ~(ik_base_set[1] | ik_base_set[2] | ik_base_set[3] | ik_base_set[4]);
    return ik_playable(s, facts, seat);
}

uint32_t ik_pile(const ik_state *s, uint8_t seat)
{
    switch (s->k.q.kind) {
    case Q_DRAFT_PICK:
        return ik_draft_names(s);
    case Q_RECALL:
        return s->exhausted[seat];
    case Q_RALLY:
        return s->army[seat];
    case Q_RETURN:
        return s->r.rallied;
    case Q_CONDEMN:
        return ik_names(&s->r.hand[ik_top(s)->arg[IK_ARG_OPPONENT] - 1]);
    default:
        return ik_names(&s->r.hand[seat]);
    }
}

uint32_t ik_choosable(const ik_state *s, uint8_t seat)
{
    uint32_t pile = ik_pile(s, seat);

    switch (s->k.q.kind) {
    case Q_JUDGE:
        return pile & ~ik_base_set[1];
    case Q_EXECUTE:
        return pile & ik_base_set[ik_top(s)->arg[IK_ARG_NUMBER]];
    case Q_INQUISITOR:
        return pile & UINT32_C(1) << (ik_top(s)->arg[IK_ARG_NAME] - 1);
    case Q_RECALL:
        return ik_recallable(s, ik_top(s));
    case Q_RALLY:
        return ik_ralliable(s, ik_top(s));
    default:
        return pile;
    }
}

uint8_t ik_victim(const ik_state *s)
{
    return s->k.stack[s->k.depth - 2].seat;
}

unsigned ik_cards_to_select(const ik_state *s)
{
    return s->selection == IK_TOURNAMENT ? 1 : 3;
}

unsigned ik_takeable(const ik_state *s, uint8_t seat)
{
    if (s->k.q.kind == Q_INFORMANT)
        return 1u << IK_TAKE_DUNGEON;
    if (s->r.facet[seat] == IK_LEADER)
        return 1u << IK_TAKE_SUCCESSOR;
    return (unsigned)(ik_top(s)->step == FLIP_FACET && s->r.successor[seat]) << IK_TAKE_SUCCESSOR |
           (unsigned)(s->r.squire[seat] != 0) << IK_TAKE_SQUIRE;
}

bool ik_may_rally(const ik_state *s, uint8_t seat)
{
    return s->k.q.kind == Q_INFORMANT || s->r.facet[seat] == IK_LEADER ||
           ik_top(s)->step == FLIP_SQUIRE;
}

bool ik_may_match(const ik_state *s, uint8_t seat)
{
    return s->r.facet[seat] == IK_TACTICIAN && ik_top(s)->step == FLIP_FACET &&
           ik_flip_matches(s, ik_top(s));
}

uint32_t ik_fitting(const ik_state *s)
{
    unsigned name = s->k.q.kind == Q_ASSASSIN ? IK_ASSASSIN : IK_KINGS_HAND;
    uint32_t names = UINT32_C(1) << name;

    if (s->rules == IK_RULES_FRAGMENTS && ik_can_copy_reaction(s, name))
        names |= IK_SET(STRANGER);
    return names;
}

uint32_t ik_muted_reactions(const ik_state *s, uint8_t seat)
{
    ik_facts facts;

    if (!s->r.exiles)
        return 0;
    ik_look(s, s->r.court.n, seat, &facts);
    return facts.muted_in_hand;
}

unsigned ik_zone_size(const ik_state *s)
{
    return s->k.stack[0].note == s->k.n_seats ? 1 : ik_hand_size(s);
}
