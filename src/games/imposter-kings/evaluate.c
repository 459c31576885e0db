/* Values under FRAGMENTS: the order of IK-2.12. Here Steadfast and the name of a Court card depend on its marks, its
 * player and what it has copied, so positions are judged one by one; values.c has the shorter way of the other rule
 * sets. */
#include "games/imposter-kings/imposter_kings.h"

/* Steadfast by its own text, as long as it is face up. Aegis has it while its player's King is unflipped. */
static bool is_printed_steadfast(unsigned card, bool has_king)
{
    CR_CITE(IK_0_13);
    return card == IK_AEGIS ? has_king : ik_cards[card].keywords & IK_STEADFAST;
}

/* Names of these numbers of a Mystic. */
static uint32_t named_by_mystic(unsigned numbers)
{
    uint32_t names = 0;

    for (; numbers; numbers &= numbers - 1)
        names |= ik_base_set[cr_bits_first(numbers)];
    return names;
}

/* (1) Steadfast that is printed or from a mark. */
static void find_steadfast(const ik_state *s, uint8_t seat, ik_facts *out)
{
    const ik_court *court = &s->r.court;

    out->steadfast_at = court->marks & out->up_at;
    for (uint32_t at = out->up_at; at; at &= at - 1) {
        unsigned i = cr_bits_first(at);

        if (is_printed_steadfast(court->card[i], !(s->r.flipped >> court->by[i] & 1)))
            out->steadfast_at |= at & -at;
    }
    out->hand_bonus = s->r.conspiracy[seat] != 0;
    out->steadfast = IK_SET(IMMORTAL) | IK_SET(CONSPIRACIST) | IK_SET(EXILE);
    if (!(s->r.flipped >> seat & 1))
        out->steadfast |= IK_SET(AEGIS);
    if (out->hand_bonus) {
        CR_CITE(IK_8_37);
        out->steadfast = ~0u;
    }
}

/* Positions of face-up cards of this name that are not Muted by a number or an Exile. */
static uint32_t at_work(const ik_court *court, const ik_facts *facts, uint32_t muted, unsigned name)
{
    uint32_t out = 0;

    for (uint32_t at = facts->up_at & ~muted; at; at &= at - 1)
        if (ik_name_at(court, cr_bits_first(at)) == name)
            out |= at & -at;
    return out;
}

/* (2) and (3): an Ancestor that is not Muted makes Elders Steadfast. Numbers and Exiles mute what is not Steadfast. */
static void find_ancestor(const ik_state *s, uint32_t muted, ik_facts *out)
{
    const ik_court *court = &s->r.court;

    out->has_ancestor = at_work(court, out, muted, IK_ANCESTOR);
    if (!out->has_ancestor)
        return;
    CR_CITE(IK_8_34);
    for (uint32_t at = out->up_at; at; at &= at - 1)
        if (ik_name_at(court, cr_bits_first(at)) == IK_ELDER)
            out->steadfast_at |= at & -at;
    out->steadfast |= IK_SET(ELDER);
}

/* (4) Muted. An Immortal at work is Muted by no other Immortal. */
static void find_muted(const ik_state *s, uint32_t named, ik_facts *out)
{
    const ik_court *court = &s->r.court;
    uint32_t all = (UINT32_C(1) << IK_NAMES) - 1;

    out->has_immortal = at_work(court, out, out->muted_at & ~out->steadfast_at, IK_IMMORTAL);
    out->muted_at &= ~out->steadfast_at;
    out->numbered_at &= ~out->steadfast_at;
    for (uint32_t at = out->up_at & ~out->steadfast_at; out->has_immortal && at; at &= at - 1)
        if (IK_COURTLY >> ik_name_at(court, cr_bits_first(at)) & 1)
            out->muted_at |= at & -at;
    CR_CITE(IK_2_10);
    out->muted_in_hand = s->r.exiles ? all : out->has_immortal ? (uint32_t)IK_COURTLY : 0;
    out->muted = (out->muted_in_hand | named) & ~out->steadfast;
    out->muted_in_hand &= ~out->steadfast;
}

/* (5) Royalty: printed on the card itself, or given to names by an Immortal. */
static void find_royalty(const ik_court *court, ik_facts *out)
{
    uint32_t given = out->has_immortal ? (uint32_t)IK_IMMORTAL_ROYAL : 0;

    out->royal_at = 0;
    for (uint32_t at = out->up_at & ~out->muted_at; at; at &= at - 1) {
        unsigned i = cr_bits_first(at);

        if ((ik_cards[court->card[i]].keywords & IK_ROYALTY) || (given >> ik_name_at(court, i) & 1))
            out->royal_at |= at & -at;
    }
    out->has_royalty = out->royal_at;
}

void ik_evaluate(const ik_state *s, unsigned n, uint8_t seat, ik_facts *out)
{
    const ik_court *court = &s->r.court;
    uint32_t all = (UINT32_C(1) << n) - 1, named = named_by_mystic(s->r.numbers);

    CR_CITE(IK_2_12);
    CR_CITE(IK_2_9);
    out->n = (uint8_t)n;
    out->up_at = all & ~court->down;
    out->n_down = (uint8_t)cr_bits_count(all & court->down);
    out->n_up = (uint8_t)(n - out->n_down);
    out->up = out->numbered_at = out->n_high = 0;
    for (uint32_t at = out->up_at; at; at &= at - 1) {
        unsigned card = court->card[cr_bits_first(at)];

        out->up |= UINT32_C(1) << card;
        out->n_high = (uint8_t)(out->n_high + (ik_cards[card].base >= 7));
        if (named >> card & 1)
            out->numbered_at |= at & -at;
    }
    find_steadfast(s, seat, out);
    out->muted_at = s->r.exiles ? out->up_at : out->numbered_at;
    find_ancestor(s, out->muted_at & ~out->steadfast_at, out);
    find_muted(s, named, out);
    find_royalty(court, out);
    out->royal = 0;
    out->throne = 0;
    out->is_throne_royal = false;
    if (n) {
        out->throne = (uint8_t)ik_evaluate_court(court, out, n - 1);
        out->is_throne_royal = out->royal_at >> (n - 1) & 1;
    }
}

/* What a card's own text adds to it in Court. */
static int own_modifiers(const ik_court *court, const ik_facts *facts, unsigned position)
{
    bool is_throne = position + 1 == facts->n;

    CR_CITE(IK_2_6);
    switch (ik_name_at(court, position)) {
    case IK_SOLDIER:
        return is_throne && (court->bonus >> position & 1) ? 2 : 0;
    case IK_WARLORD:
        return facts->has_royalty ? 2 : 0;
    case IK_CONSPIRACIST:
        return is_throne ? -1 : 0;
    case IK_EXILE:
        return is_throne ? -facts->n_high : 0;
    default:
        return 0;
    }
}

unsigned ik_evaluate_court(const ik_court *court, const ik_facts *facts, unsigned position)
{
    unsigned card = court->card[position];
    uint32_t name = UINT32_C(1) << ik_name_at(court, position), at = UINT32_C(1) << position;
    bool is_steadfast = facts->steadfast_at & at, is_muted = facts->muted_at & at;
    int value = ik_cards[card].base;

    if (court->down & at) {
        CR_CITE(IK_2_2);
        return 1;
    }
    if (facts->numbered_at & at) {
        CR_CITE(IK_2_4);
        value = 3;
    } else if (!is_muted && (card == IK_IMMORTAL || card == IK_NAKTURN)) {
        CR_CITE(IK_2_5);
        CR_CITE(IK_8_36);
        value = card == IK_IMMORTAL ? 5 : 2;
    }
    if (!is_muted)
        value += own_modifiers(court, facts, position);
    CR_CITE(IK_2_7);
    if (facts->has_immortal && (name & IK_COURTLY) && !is_steadfast)
        value--;
    if (facts->has_ancestor && (name & IK_SET(ELDER)))
        value += 3;
    if (court->marks & at)
        value++;
    CR_CITE(IK_2_8);
    return value < 1 ? 1 : (unsigned)value;
}

unsigned ik_evaluate_hand(const ik_facts *facts, unsigned name)
{
    uint32_t one = UINT32_C(1) << name;
    int value = ik_cards[name].base;

    if (name == IK_WARLORD && facts->has_royalty && !(facts->muted_in_hand & one))
        value++;
    if (facts->has_immortal && (one & IK_COURTLY & ~facts->steadfast))
        value--;
    if (facts->has_ancestor && name == IK_ELDER)
        value += 3;
    return (unsigned)(value + facts->hand_bonus);
}

uint32_t ik_evaluate_fits(const ik_facts *facts, uint32_t names)
{
    uint32_t fits = 0;

    for (; names; names &= names - 1)
        if (ik_evaluate_hand(facts, cr_bits_first(names)) >= facts->throne)
            fits |= names & -names;
    return fits;
}
