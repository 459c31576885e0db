/* What a card is worth and where it may be played: sections 1, 2 and 4 of the rules. Everything is found afresh from
 * the position; the Court is walked once per call, and what follows is arithmetic on sets of names. */
#include "games/imposter-kings/imposter_kings.h"

const ik_card ik_cards[IK_NAMES] = {
#define CARD(name, word, base, two, three, four, keywords, says) {base, keywords, says, word},
#include "games/imposter-kings/cards.def"
#undef CARD
};

#define RANGE(first, last) ((UINT32_C(2) << IK_##last) - IK_SET(first))
const uint32_t ik_base_set[11] = {
    [1] = RANGE(FLAGBEARER, FOOL), [2] = RANGE(ASSASSIN, STRANGER),
    [3] = RANGE(AEGIS, ZEALOT),    [4] = RANGE(ANCESTOR, NAKTURN),
    [5] = RANGE(ARBITER, SOLDIER), [6] = RANGE(CONSPIRACIST, OATHBOUND),
    [7] = RANGE(MYSTIC, WARLORD),  [8] = RANGE(EXILE, SPY),
    [9] = RANGE(PRINCESS, QUEEN),
};

/* Names of at least this base value. */
static const uint32_t at_least[11] = {
    [0] = RANGE(FLAGBEARER, QUEEN),   [1] = RANGE(FLAGBEARER, QUEEN), [2] = RANGE(ASSASSIN, QUEEN),
    [3] = RANGE(AEGIS, QUEEN),        [4] = RANGE(ANCESTOR, QUEEN),   [5] = RANGE(ARBITER, QUEEN),
    [6] = RANGE(CONSPIRACIST, QUEEN), [7] = RANGE(MYSTIC, QUEEN),     [8] = RANGE(EXILE, QUEEN),
    [9] = RANGE(PRINCESS, QUEEN),
};

/* Names with the keyword Steadfast. */
static const uint32_t steadfast = 0u
#define CARD(name, word, base, two, three, four, keywords, says) \
    | (uint32_t)(((keywords)&IK_STEADFAST) != 0) << IK_##name
#include "games/imposter-kings/cards.def"
#undef CARD
    ;

/* The deck, as a bag: names with a card, names with a second one. */
static const uint32_t *deck_of(const ik_state *s)
{
    static const uint32_t decks[3][2] = {
#define CARD(name, word, base, two, three, four, keywords, says) \
    | (uint32_t)((two) > 0) << IK_##name
        {0
#include "games/imposter-kings/cards.def"
#undef CARD
#define CARD(name, word, base, two, three, four, keywords, says) \
    | (uint32_t)((two) > 1) << IK_##name
         ,
         0
#include "games/imposter-kings/cards.def"
#undef CARD
        },
#define CARD(name, word, base, two, three, four, keywords, says) \
    | (uint32_t)((three) > 0) << IK_##name
        {0
#include "games/imposter-kings/cards.def"
#undef CARD
#define CARD(name, word, base, two, three, four, keywords, says) \
    | (uint32_t)((three) > 1) << IK_##name
         ,
         0
#include "games/imposter-kings/cards.def"
#undef CARD
        },
#define CARD(name, word, base, two, three, four, keywords, says) \
    | (uint32_t)((four) > 0) << IK_##name
        {0
#include "games/imposter-kings/cards.def"
#undef CARD
#define CARD(name, word, base, two, three, four, keywords, says) \
    | (uint32_t)((four) > 1) << IK_##name
         ,
         0
#include "games/imposter-kings/cards.def"
#undef CARD
        },
    };

    CR_CITE(IK_1_1);
    CR_CITE(IK_0_1);
    return decks[s->k.n_seats - 2];
}

ik_bag ik_deck(const ik_state *s)
{
    const uint32_t *deck = deck_of(s);
    ik_bag bag = {{deck[0], deck[1]}};

    if (s->rules == IK_RULES_CLASSIC18) {
        CR_CITE(IK_0_3);
        bag.n[0] &= ~(IK_SET(IMMORTAL) | IK_SET(WARDEN));
    }
    return bag;
}

unsigned ik_all_copies(const ik_state *s, unsigned name)
{
    ik_bag deck = ik_deck(s);
    unsigned copies = (deck.n[0] >> name & 1) + (deck.n[1] >> name & 1);

    for (unsigned seat = 0; s->rules == IK_RULES_FRAGMENTS && seat < s->k.n_seats; seat++)
        copies += s->list[seat] >> name & 1;
    return copies;
}

uint32_t ik_sayable(const ik_state *s)
{
    enum {
        BASE_NAMES = 0
#define CARD(name, word, base, two, three, four, keywords, says) | ((four) > 0) << IK_##name
#include "games/imposter-kings/cards.def"
#undef CARD
    };
    static const uint32_t by_rules[] = {
        [IK_RULES_BASE] = BASE_NAMES,
        [IK_RULES_CLASSIC18] = BASE_NAMES & ~(IK_SET(IMMORTAL) | IK_SET(WARDEN)),
        [IK_RULES_FRAGMENTS] = (UINT32_C(1) << IK_NAMES) - 1,
    };

    CR_CITE(IK_1_4);
    return by_rules[s->rules];
}

/* ---- values ---- */

static uint32_t named_by_mystic(unsigned numbers)
{
    uint32_t names = 0;

    for (; numbers; numbers &= numbers - 1)
        names |= ik_base_set[cr_bits_first(numbers)];
    return names & ~steadfast;
}

/* The value of a Court card in all rule sets but FRAGMENTS. */
static inline unsigned court_value(const ik_court *court, const ik_facts *facts, unsigned position)
{
    unsigned name = court->card[position], value = ik_cards[name].base;
    uint32_t one = UINT32_C(1) << name;

    CR_CITE(IK_2_1);
    if (court->down >> position & 1) {
        CR_CITE(IK_2_2);
        return 1;
    }
    CR_CITE(IK_0_6);
    CR_CITE(IK_2_3);
    if (facts->muted & one & ~(uint32_t)IK_COURTLY) {
        CR_CITE(IK_2_4);
        value = 3;
    } else if (name == IK_IMMORTAL) {
        CR_CITE(IK_2_5);
        value = 5;
    } else if (name == IK_SOLDIER && (court->bonus >> position & 1) && position + 1 == facts->n) {
        CR_CITE(IK_2_6);
        value += 2;
    } else if (name == IK_WARLORD && facts->has_royalty) {
        CR_CITE(IK_1_23);
        value += 2;
    }
    /* An Elder has base value 3, so a Mystic's number leaves its value as it is. */
    if (facts->has_immortal && (one & IK_COURTLY)) {
        CR_CITE(IK_2_7);
        value--;
    }
    CR_CITE(IK_2_8);
    return value;
}

unsigned ik_court_value(const ik_court *court, const ik_facts *facts, unsigned position)
{
    return facts->is_fragments ? ik_evaluate_court(court, facts, position)
                               : court_value(court, facts, position);
}

unsigned ik_hand_value(const ik_facts *facts, unsigned name)
{
    unsigned value = ik_cards[name].base;

    if (facts->is_fragments)
        return ik_evaluate_hand(facts, name);
    if (name == IK_WARLORD && facts->has_royalty)
        value++;
    if (facts->has_immortal && (UINT32_C(1) << name & IK_COURTLY))
        value--;
    return value;
}

/* The names of the cards at these positions. By eights and without a branch for each: how many cards lie face up, and where,
 * no processor can guess. */
static inline uint32_t names_at(const ik_court *court, uint32_t at)
{
    uint32_t names = 0;
    unsigned i = 0;

    do
        for (unsigned end = i + 8; i < end; i++)
            names |= (at >> i & 1) << court->card[i];
    while (i < IK_CAP && at >> i);
    return names;
}

void ik_look(const ik_state *s, unsigned n, uint8_t seat, ik_facts *out)
{
    const ik_court *court = &s->r.court;
    uint32_t all = (UINT32_C(1) << n) - 1, up;

    CR_CITE(IK_2_12);
    out->is_fragments = s->rules == IK_RULES_FRAGMENTS;
    if (CR_UNLIKELY(out->is_fragments)) {
        ik_evaluate(s, n, seat, out);
        return;
    }
    out->n = (uint8_t)n;
    out->up_at = all & ~court->down;
    out->n_down = (uint8_t)cr_bits_count(all & court->down);
    out->n_up = (uint8_t)(n - out->n_down);
    out->up = up = names_at(court, out->up_at);
    CR_CITE(IK_2_9);
    CR_CITE(IK_1_21);
    CR_CITE(IK_0_13);
    out->has_immortal = up & IK_SET(IMMORTAL); /* Steadfast: never Muted */
    CR_CITE(IK_2_10);
    CR_CITE(IK_0_10);
    out->muted_in_hand = out->has_immortal ? (uint32_t)IK_COURTLY : 0;
    out->muted = out->muted_in_hand | named_by_mystic(s->r.numbers);
    out->royal =
        (IK_SET(PRINCESS) | IK_SET(QUEEN) | (out->has_immortal ? (uint32_t)IK_IMMORTAL_ROYAL : 0)) &
        ~out->muted;
    CR_CITE(IK_0_11);
    out->has_royalty = up & out->royal;
    out->throne = 0;
    out->is_throne_royal = false;
    if (n) {
        CR_CITE(IK_0_7);
        out->throne = (uint8_t)court_value(court, out, n - 1);
        out->is_throne_royal =
            (out->up_at >> (n - 1) & 1) && (out->royal >> court->card[n - 1] & 1);
    }
}

/* ---- where a card may be played ---- */

/* Names that are worth at least the Throne card: what an Immortal lowers by one needs a base value one higher. */
static uint32_t high_enough(const ik_facts *facts)
{
    uint32_t lowered = facts->has_immortal ? (uint32_t)IK_COURTLY : 0,
             raised = facts->has_royalty ? IK_SET(WARLORD) : 0;
    const uint32_t *reach = at_least + facts->throne;

    return (reach[0] & ~lowered) | (reach[1] & lowered) | (reach[-1] & raised);
}

/* May an Oathbound be played by IK-1.20? */
static bool may_swear(const ik_state *s, const ik_facts *facts, uint8_t seat)
{
    CR_CITE(IK_1_20);
    CR_CITE(IK_2_11);
    return !(facts->muted & IK_SET(OATHBOUND)) &&
           facts->throne > (facts->is_fragments ? ik_evaluate_hand(facts, IK_OATHBOUND)
                                                : ik_cards[IK_OATHBOUND].base) &&
           ik_has_two(&s->r.hand[seat]);
}

bool ik_may_swear(const ik_state *s, uint8_t seat)
{
    ik_facts facts;

    ik_look(s, s->r.court.n, seat, &facts);
    return may_swear(s, &facts, seat);
}

uint32_t ik_placeable(const ik_state *s, const ik_facts *facts, uint8_t seat)
{
    uint32_t fits = 0;

    if (facts->is_fragments) {
        CR_CITE(IK_8_33);
        fits |= IK_SET(AEGIS);
    }
    if (facts->is_throne_royal) {
        CR_CITE(IK_1_12);
        CR_CITE(IK_8_34);
        fits |= IK_SET(ELDER) | IK_SET(ANCESTOR);
    } else if (s->r.flipped >> seat & 1) {
        CR_CITE(IK_1_13);
        fits |= IK_SET(ZEALOT);
    }
    if (may_swear(s, facts, seat))
        fits |= IK_SET(OATHBOUND);
    return fits;
}

uint32_t ik_playable(const ik_state *s, const ik_facts *facts, uint8_t seat)
{
    enum {
        PLACED = (int)(IK_SET(AEGIS) | IK_SET(ELDER) | IK_SET(ZEALOT) | IK_SET(ANCESTOR) |
                       IK_SET(OATHBOUND))
    };
    uint32_t names = ik_names(&s->r.hand[seat]), fits;

    CR_CITE(IK_4_3);
    if (!facts->n)
        return names;
    fits = facts->is_fragments ? ik_evaluate_fits(facts, names) : high_enough(facts);
    if (names & ~fits & PLACED)
        fits |= ik_placeable(s, facts, seat) & ~facts->muted_in_hand;
    return names & fits;
}

bool ik_may_flip(const ik_state *s, uint8_t seat)
{
    CR_CITE(IK_7_1);
    return !(s->r.flipped >> seat & 1) & (s->r.court.n != 0) & !s->r.antechamber[seat].n;
}

static IK_APART bool can_play(const ik_state *s, uint8_t seat)
{
    ik_facts facts;

    ik_look(s, s->r.court.n, seat, &facts);
    return ik_playable(s, &facts, seat);
}

bool ik_can_act(const ik_state *s, uint8_t seat)
{
    return s->r.antechamber[seat].n || ik_may_flip(s, seat) || can_play(s, seat);
}
