/* Imposter Kings: what its files share. Reading order: cards.def, this header, values.c (what a card is worth and
 * where it may be played), declare.c (what may be said with it), round.c, turn.c, ability.c, react.c (the effects,
 * from the outside in), know.c and view.c (who knows what), asked.c, judge.c and offers.c (what may be answered),
 * sound.c (invariants), forms.c (text), game.c (tables). What only the rule set FRAGMENTS has is in evaluate.c
 * (values), army.c (Armies, mustering, facets) and signature.c (its cards). docs/rules/imposter-kings.md has the
 * rules.
 *
 * Cards of one name are alike in every rule, so zones hold names, not card numbers: a bag where order does not
 * matter, a row where it does. A move names a card by its name, so no card can be told from its copy. */
#ifndef CR_IMPOSTER_KINGS_H
#define CR_IMPOSTER_KINGS_H

#include "kernel/game.h"

#define CR_RULES_FILE "games/imposter-kings/rules.def"
#include "kernel/rules.h"

/* ---- cards ---- */

enum {
#define CARD(name, word, base, two, three, four, keywords, says) IK_##name,
#include "games/imposter-kings/cards.def"
#undef CARD
    IK_NAMES
};

/* A set of names as bits; IK_SET(FOOL) is the set of one. */
#define IK_SET(name) (UINT32_C(1) << IK_##name)

enum ik_keywords {
    IK_ROYALTY = 1,
    IK_REACTION = 2,
    IK_IMMUNE = 4,
    IK_STEADFAST = 8,
    IK_WINDOW = 16
};

/* What is declared with a play. Bits 0 to 5 are, in this order, the arguments from IK_ARG_USE on. */
enum ik_says {
    IK_SAY_USE = 1,
    IK_SAY_POSITION = 2,
    IK_SAY_NAME = 4,
    IK_SAY_NUMBER = 8,
    IK_SAY_OPPONENT = 16,
    IK_SAY_COPY = 32,
    IK_SAY_PARTS = 63,
    IK_SAY_MUST = 64 /* the ability cannot be declined */
};

/* Names of cards with which something may be declared. */
enum {
    IK_SAYING = 0
#define CARD(name, word, base, two, three, four, keywords, says) | (int)((says) != 0) << IK_##name
#include "games/imposter-kings/cards.def"
#undef CARD
};

/* What an Immortal lowers and mutes, what it makes royal, the base names of an Army, and the Signature cards. */
enum {
    IK_COURTLY = (int)(IK_SET(QUEEN) | IK_SET(PRINCESS) | IK_SET(ELDER)),
    IK_IMMORTAL_ROYAL = (int)(IK_SET(IMMORTAL) | IK_SET(WARLORD)),
    IK_ARMY_BASE = (int)(IK_SET(ELDER) | IK_SET(INQUISITOR) | IK_SET(SOLDIER) | IK_SET(JUDGE) |
                         IK_SET(OATHBOUND)),
    IK_SIGNATURES = (int)(IK_SET(FLAGBEARER) | IK_SET(STRANGER) | IK_SET(AEGIS) | IK_SET(ANCESTOR) |
                          IK_SET(INFORMANT) | IK_SET(NAKTURN) | IK_SET(LOCKSHIFT) |
                          IK_SET(CONSPIRACIST) | IK_SET(EXILE))
};

/* A function with a buffer of its own. Inlined into a step, every step would pay for the guard of that buffer. */
#define IK_APART __attribute__((noinline))

/* A bag of cards: n[i] are the names of which it holds more than i cards. Three players have at most five cards
 * of a name: two of the deck and one in each Army. */
enum { IK_COPIES = 5 };
typedef struct {
    uint32_t n[IK_COPIES];
} ik_bag;

static inline uint32_t ik_names(const ik_bag *bag)
{
    return bag->n[0];
}

static inline bool ik_has(const ik_bag *bag, unsigned name)
{
    return bag->n[0] >> name & 1;
}

static inline unsigned ik_copies(const ik_bag *bag, unsigned name)
{
    unsigned copies = 0;

    while (copies < IK_COPIES && (bag->n[copies] >> name & 1))
        copies++;
    return copies;
}

/* Does it hold more than one card? */
static inline bool ik_has_two(const ik_bag *bag)
{
    return (bag->n[0] & (bag->n[0] - 1)) || bag->n[1];
}

static inline unsigned ik_count(const ik_bag *bag)
{
    unsigned count = cr_bits_count(bag->n[0]);

    for (unsigned i = 1; i < IK_COPIES && bag->n[i]; i++)
        count += cr_bits_count(bag->n[i]);
    return count;
}

/* Adds a card; the bag holds fewer than IK_COPIES of the name. */
static inline void ik_add(ik_bag *bag, unsigned name)
{
    uint32_t one = UINT32_C(1) << name;
    unsigned i = 0;

    while (i + 1 < IK_COPIES && (bag->n[i] & one))
        i++;
    bag->n[i] |= one;
}

/* Takes a card out; nothing happens if the bag holds none of the name. */
static inline void ik_take(ik_bag *bag, unsigned name)
{
    uint32_t one = UINT32_C(1) << name;
    unsigned i = 0;

    if (!(bag->n[0] & one))
        return;
    while (i + 1 < IK_COPIES && (bag->n[i + 1] & one))
        i++;
    bag->n[i] &= ~one;
}

/* Takes one card of each of these names out. */
static inline void ik_take_each(ik_bag *bag, uint32_t names)
{
    for (unsigned i = 0; i + 1 < IK_COPIES; i++)
        bag->n[i] &= ~names | bag->n[i + 1];
    bag->n[IK_COPIES - 1] &= ~names;
}

/* Takes these cards out of a bag that holds them, or as many as it holds. */
static inline void ik_take_bag(ik_bag *bag, const ik_bag *cards)
{
    for (unsigned i = 0; i < IK_COPIES && cards->n[i]; i++)
        ik_take_each(bag, cards->n[i]);
}

/* Is every card of `part` in `whole` too? */
static inline bool ik_is_part(const ik_bag *part, const ik_bag *whole)
{
    uint32_t missing = 0;

    for (unsigned i = 0; i < IK_COPIES; i++)
        missing |= part->n[i] & ~whole->n[i];
    return !missing;
}

typedef struct {
    uint8_t base, keywords, says;
    const char *word;
} ik_card;

/* ---- the state ---- */

enum { IK_SEATS = 4, IK_CAP = 32, IK_ROW_CAP = 31, IK_COURT_MAX = 31 };

/* Viewers of hidden cards: the seats, and everybody, which is all that a spectator knows. */
enum { IK_PUBLIC = IK_SEATS, IK_VIEWERS };

/* Names in the order in which they came; also values of Court cards. */
typedef struct {
    uint8_t n, at[IK_ROW_CAP];
} ik_row;

/* The Court: position 0 is the oldest card, n − 1 the Throne. Sets of positions are bits. A card carries no
 * value; its only marks are the Soldier's bonus, the Conspiracist's mark, and the name a Stranger has copied. */
typedef struct {
    uint32_t down, bonus; /* Disgraced cards; Soldiers whose named card was held */
    uint32_t marks;       /* played while its player's Conspiracist was at work */
    uint8_t n, fill[3], card[IK_CAP], by[IK_CAP];
    uint8_t as[IK_CAP]; /* 1 + the name a Stranger has copied */
} ik_court;

/* The name by which other cards know the card at a position. */
static inline unsigned ik_name_at(const ik_court *court, unsigned position)
{
    return court->as[position] ? court->as[position] - 1u : court->card[position];
}

/* A round in play. Cards that may be missing are kept as 1 + name, 0 for none.
 *  1: known[v][p] is part of hand[p], and no name of lacks[v][p] is in it: what v is certain of.
 *  2: a seat's own row of known and lacks is empty; row IK_PUBLIC is part of every other row.
 *  3: executed holds what Executioners condemned, executed_known[p] the part of it that p has seen.
 *  4: seen and dungeon_seen are bits of viewers; a card that everybody sees has them all (IK_EYES_ALL). */
typedef struct {
    ik_bag hand[IK_SEATS];
    ik_bag known[IK_VIEWERS][IK_SEATS];
    ik_bag condemned, executed, executed_known[IK_SEATS];
    ik_bag removed, traded[IK_SEATS];
    ik_row antechamber[IK_SEATS];
    ik_court court;
    uint32_t lacks[IK_VIEWERS][IK_SEATS];
    uint32_t dungeon_lacks[IK_SEATS]; /* names that everybody knows this Dungeon card has not */
    uint32_t army_open[IK_SEATS];     /* cards that everybody knows to be in this Army */
    uint32_t rallied;                 /* what a Flagbearer has brought, until one card goes back */
    uint16_t flipped, out;            /* Kings that are flipped; players who have lost */
    uint16_t numbers;                 /* said by a Mystic, bit n for number n */
    uint16_t exiles;                  /* players whose Exile is in force */
    uint16_t paid;                    /* players who have paid for recruiting in this mustering */
    uint8_t successor[IK_SEATS], dungeon[IK_SEATS], squire[IK_SEATS];
    uint8_t seen[IK_SEATS], dungeon_seen[IK_SEATS]; /* who has seen this Successor, this Dungeon */
    uint8_t facet[IK_SEATS];
    uint8_t
        conspiracy[IK_SEATS]; /* turns, the running one included, a Conspiracist's effect lasts */
    uint8_t accused, forgotten;
    uint8_t cards; /* cards that were dealt; 0 in a written position that leaves some out */
    uint8_t loser; /* 1 + the last player who lost */
    uint8_t first; /* 1 + the first player, once he is named */
    uint8_t fill[1];
} ik_round;
CR_FLAT(ik_round, 20 * (4 + 20 + 6 + 5) + 128 + 112 + 80 + 32 + 4 + 10 + 28 + 6);

/* The Armies belong to the match: `list` is a player's whole Army, of which `army` is available and `exhausted` is
 * not; the rest of it is in the round. Names in an Army are all different. */
typedef struct {
    cr_state k;
    ik_round r;
    uint32_t time_ms;
    uint32_t list[IK_SEATS], army[IK_SEATS], exhausted[IK_SEATS];
    uint32_t draft; /* Signature cards that lie open in a tournament's selection */
    uint8_t points[IK_SEATS];
    uint8_t rules, target, is_given, king, round, selection,
        fill[2]; /* king: the True King; round: from 1 */
} ik_state;
CR_FLAT(ik_state, sizeof(cr_state) + sizeof(ik_round) + 4 + 48 + 4 + 12);

/* Rule sets. */
enum { IK_RULES_BASE, IK_RULES_CLASSIC18, IK_RULES_FRAGMENTS };
enum { IK_STANDARD, IK_TOURNAMENT };          /* selection of the Signature cards */
enum { IK_REGULAR, IK_LEADER, IK_TACTICIAN }; /* facets of a King */

/* ---- the view ---- */

/* Cards that may be hidden: 0 for none, 1 for one that is not known, 2 + name. */
enum { IK_HIDDEN = 1, IK_SHOWN = 2 };

typedef struct {
    cr_view v;
    ik_bag hand[IK_SEATS];      /* what the viewer is certain of; its own hand is whole */
    ik_bag open[IK_SEATS];      /* what everybody is certain of */
    ik_bag condemned, executed; /* executed: what the viewer has seen of it */
    ik_bag removed, traded[IK_SEATS];
    ik_row antechamber[IK_SEATS], values;
    ik_court court;
    uint32_t muted; /* positions of Muted Court cards */
    uint32_t lacks[IK_SEATS], open_lacks[IK_SEATS], dungeon_lacks[IK_SEATS];
    uint32_t list[IK_SEATS];      /* the whole Army */
    uint32_t army[IK_SEATS];      /* what the viewer is certain of; its own is whole */
    uint32_t army_open[IK_SEATS]; /* what everybody is certain of without counting */
    uint32_t exhausted[IK_SEATS];
    uint32_t rallied, draft;
    uint32_t time_ms;
    uint16_t flipped, out, numbers, exiles, paid;
    uint8_t executed_bases[10]; /* number of cards the viewer has not seen, by base value */
    uint8_t cards[IK_SEATS], army_cards[IK_SEATS], points[IK_SEATS];
    uint8_t successor[IK_SEATS], dungeon[IK_SEATS], squire[IK_SEATS];
    uint8_t facet[IK_SEATS], conspiracy[IK_SEATS];
    uint8_t seen[IK_SEATS],
        dungeon_seen[IK_SEATS]; /* 1: everybody sees this Successor, this Dungeon */
    uint8_t play[12];           /* the arguments of the card being played */
    uint8_t accused, forgotten, reaction, loser, first, king, round, rules, target, is_given,
        selection, n_cards, fill[8];
} ik_view;
CR_FLAT(ik_view, sizeof(cr_view) + 20 * 15 + 160 + 112 + 4 + 48 + 64 + 12 + 10 + 10 + 40 + 12 + 20);

/* ---- kinds ---- */

enum {
    KIND_PASS,
    KIND_REACT,
    KIND_PLAY,
    KIND_FLIP,
    KIND_FIRST,
    KIND_SETUP,
    KIND_CHOOSE,
    KIND_TARGET,
    KIND_DISGRACE,
    KIND_NONE,
    KIND_READY,
    KIND_KING,
    KIND_DEAL,
    KIND_SHUFFLE,
    KIND_SELECT,
    KIND_DRAFT,
    KIND_OPEN,
    KIND_RECRUIT,
    KIND_RECOMMISSION,
    KIND_FACET,
    KIND_END,
    KIND_TAKE,
    KIND_MATCH,
    KIND_RALLY,
    KIND_SAY
};

/* Arguments of play, kept in the same places in the effects PLAY and ABILITY. */
enum {
    IK_ARG_CARD,
    IK_ARG_FROM,
    IK_ARG_USE,
    IK_ARG_POSITION, /* 1 + position */
    IK_ARG_NAME,     /* 1 + name */
    IK_ARG_NUMBER,
    IK_ARG_OPPONENT, /* 1 + seat */
    IK_ARG_COPY,     /* 1 + position of the card a Stranger copies */
    IK_ARG_HOW,      /* from here on of the effect only */
    IK_ARG_AS        /* 1 + the name a Stranger has copied */
};
enum { IK_HOW_IMMUNE = 1, IK_HOW_OATH = 2 };
enum { IK_FROM_HAND, IK_FROM_ANTECHAMBER, IK_FROM_SUCCESSOR };

/* Arguments of setup, select, recruit and recommission; what KIND_TAKE takes. */
enum { IK_ARG_SUCCESSOR, IK_ARG_DUNGEON, IK_ARG_SQUIRE };
enum { IK_DEAL_BYTES = 8 }; /* of a bag in a deal: no deck has three cards of a name */
enum { IK_ARG_ARMY, IK_ARG_TRADE, IK_ARG_COST }; /* cost: 1 + name */
enum { IK_ARG_BACK, IK_ARG_COST_1, IK_ARG_COST_2 };
enum { IK_TAKE_SUCCESSOR, IK_TAKE_SQUIRE, IK_TAKE_DUNGEON };

enum {
    Q_FIRST,
    Q_SETUP,
    Q_PLAY,
    Q_SECOND,
    Q_ASSASSIN,
    Q_KINGS_HAND,
    Q_SOLDIER,
    Q_JUDGE,
    Q_WARDEN,
    Q_SENTRY,
    Q_PRINCESS,
    Q_EXECUTE,
    Q_HERALD_SUCCESSOR,
    Q_HERALD_PLAY,
    Q_SPY_TARGET,
    Q_SPY_SWAP,
    Q_TAKE,
    Q_ROUND_OVER,
    Q_KING,
    Q_DEAL,
    Q_SIGNATURES,
    Q_DRAFT_OPEN,
    Q_DRAFT_ORDER,
    Q_DRAFT_PICK,
    Q_MUSTER,
    Q_INQUISITOR,
    Q_FACET,
    Q_RECALL,
    Q_RALLY,
    Q_RETURN,
    Q_AEGIS,
    Q_ANCESTOR,
    Q_INFORMANT,
    Q_GUESS,
    Q_CONDEMN
};

enum {
    EFFECT_ROUND,
    EFFECT_TURN,
    EFFECT_PLAY,
    EFFECT_ABILITY,
    EFFECT_FLIP,
    EFFECT_ASSASSIN,
    EFFECT_DRAFT
};
enum {
    ROUND_BEGIN,
    ROUND_KING,
    ROUND_DEAL,
    ROUND_FIRST,
    ROUND_MUSTER,
    ROUND_SETUP,
    ROUND_TURNS,
    ROUND_OVER
};
enum { TURN_ACT, TURN_END };
enum { PLAY_ABILITY, PLAY_SECOND };
/* The last four are those of cards that recall and rally. */
enum {
    ABILITY_WINDOW,
    ABILITY_RESOLVE,
    ABILITY_CHOOSE,
    ABILITY_MORE,
    ABILITY_RECALL,
    ABILITY_RALLY,
    ABILITY_RALLY_AGAIN,
    ABILITY_RETURN
};
enum { FLIP_WINDOW, FLIP_RESOLVE, FLIP_FACET, FLIP_RECALL, FLIP_SQUIRE, FLIP_RALLY };
enum { ASSASSIN_WINDOW, ASSASSIN_TAKE };
enum { DRAFT_SELECT, DRAFT_KING, DRAFT_OPEN, DRAFT_ORDER, DRAFT_PICK };

enum {
    EV_ROUND,
    EV_HAND,
    EV_ACCUSED,
    EV_FIRST,
    EV_PLAY,
    EV_FLIP,
    EV_REACT,
    EV_CANCEL,
    EV_DISGRACE,
    EV_TAKE,
    EV_EXCHANGE,
    EV_MOVE,
    EV_HIT,
    EV_MISS,
    EV_NUMBER,
    EV_CONDEMN,
    EV_FLIPPED,
    EV_SUCCESSOR,
    EV_LOOK,
    EV_SWAP,
    EV_ROB,
    EV_LOST,
    EV_SCORE,
    EV_REVEAL,
    EV_FORGOTTEN,
    EV_SIGNATURES,
    EV_DRAFT,
    EV_ORDER,
    EV_PICK,
    EV_RECRUIT,
    EV_RECOMMISSION,
    EV_FACET,
    EV_MUSTERED,
    EV_RECALL,
    EV_RALLY,
    EV_RETURN,
    EV_REMOVE,
    EV_COPY,
    EV_DUNGEON,
    EV_GUESS,
    EV_SQUIRE,
    EV_EXILE,
    EV_CONSPIRACY,
    EV_SPENT, /* the reasons of ends */
    EV_STUCK,
    EV_STRUCK,
    EV_UNSAVED,
    EV_COUNTED,
    EV_SHARED, /* the same of a side, which both of its seats get */
    EV_WON,
    EV_KING,
    EV_ARMY
};

enum {
    E_OVER = CR_CODE_GAME,
    E_NO_WINDOW,
    E_PHASE,
    E_NOT_YOU,
    E_DONE,
    E_NO_CARD,
    E_SAME_CARD,
    E_ANTECHAMBER,
    E_MUTED,
    E_OATH_LAST,
    E_VALUE,
    E_KING_USED,
    E_NO_THRONE,
    E_NO_ABILITY,
    E_MUST,
    E_TARGET,
    E_NAME,
    E_NUMBER,
    E_COUNT,
    E_NO_REACTION_CARD,
    E_ARMY,
    E_FACET
};

/* ---- shared functions ---- */

#define ik_cards             CR_TWICE(ik_cards)
#define ik_base_set          CR_TWICE(ik_base_set)
#define ik_deck              CR_TWICE(ik_deck)
#define ik_sayable           CR_TWICE(ik_sayable)
#define ik_look              CR_TWICE(ik_look)
#define ik_court_value       CR_TWICE(ik_court_value)
#define ik_hand_value        CR_TWICE(ik_hand_value)
#define ik_playable          CR_TWICE(ik_playable)
#define ik_may_flip          CR_TWICE(ik_may_flip)
#define ik_is_oath           CR_TWICE(ik_is_oath)
#define ik_ability           CR_TWICE(ik_ability)
#define ik_check_says        CR_TWICE(ik_check_says)
#define ik_offer_says        CR_TWICE(ik_offer_says)
#define ik_default_says      CR_TWICE(ik_default_says)
#define ik_gain              CR_TWICE(ik_gain)
#define ik_forget            CR_TWICE(ik_forget)
#define ik_lose_secret       CR_TWICE(ik_lose_secret)
#define ik_learn_has         CR_TWICE(ik_learn_has)
#define ik_learn_lacks       CR_TWICE(ik_learn_lacks)
#define ik_learn_all         CR_TWICE(ik_learn_all)
#define ik_court_add         CR_TWICE(ik_court_add)
#define ik_court_remove      CR_TWICE(ik_court_remove)
#define ik_disgrace          CR_TWICE(ik_disgrace)
#define ik_living            CR_TWICE(ik_living)
#define ik_opponents         CR_TWICE(ik_opponents)
#define ik_after             CR_TWICE(ik_after)
#define ik_spy_targets       CR_TWICE(ik_spy_targets)
#define ik_hand_size         CR_TWICE(ik_hand_size)
#define ik_not_dealt         CR_TWICE(ik_not_dealt)
#define ik_can_act           CR_TWICE(ik_can_act)
#define ik_begin_turn        CR_TWICE(ik_begin_turn)
#define ik_lose_round        CR_TWICE(ik_lose_round)
#define ik_step_round        CR_TWICE(ik_step_round)
#define ik_step_turn         CR_TWICE(ik_step_turn)
#define ik_step_play         CR_TWICE(ik_step_play)
#define ik_put               CR_TWICE(ik_put)
#define ik_step_ability      CR_TWICE(ik_step_ability)
#define ik_step_flip         CR_TWICE(ik_step_flip)
#define ik_step_assassin     CR_TWICE(ik_step_assassin)
#define ik_window            CR_TWICE(ik_window)
#define ik_check             CR_TWICE(ik_check)
#define ik_refuse            CR_TWICE(ik_refuse)
#define ik_space             CR_TWICE(ik_space)
#define ik_idle              CR_TWICE(ik_idle)
#define ik_observe           CR_TWICE(ik_observe)
#define ik_imagine           CR_TWICE(ik_imagine)
#define ik_broken            CR_TWICE(ik_broken)
#define ik_read_move         CR_TWICE(ik_read_move)
#define ik_print_stack       CR_TWICE(ik_print_stack)
#define ik_name_type         CR_TWICE(ik_name_type)
#define ik_maybe_name_type   CR_TWICE(ik_maybe_name_type)
#define ik_hidden_type       CR_TWICE(ik_hidden_type)
#define ik_names_type        CR_TWICE(ik_names_type)
#define ik_bag_type          CR_TWICE(ik_bag_type)
#define ik_all_copies        CR_TWICE(ik_all_copies)
#define ik_placeable         CR_TWICE(ik_placeable)
#define ik_evaluate          CR_TWICE(ik_evaluate)
#define ik_evaluate_court    CR_TWICE(ik_evaluate_court)
#define ik_evaluate_hand     CR_TWICE(ik_evaluate_hand)
#define ik_evaluate_fits     CR_TWICE(ik_evaluate_fits)
#define ik_copied_ability    CR_TWICE(ik_copied_ability)
#define ik_offer_copies      CR_TWICE(ik_offer_copies)
#define ik_check_copy        CR_TWICE(ik_check_copy)
#define ik_set_successor     CR_TWICE(ik_set_successor)
#define ik_take_successor    CR_TWICE(ik_take_successor)
#define ik_musters           CR_TWICE(ik_musters)
#define ik_step_draft        CR_TWICE(ik_step_draft)
#define ik_muster            CR_TWICE(ik_muster)
#define ik_draft_names       CR_TWICE(ik_draft_names)
#define ik_in_play           CR_TWICE(ik_in_play)
#define ik_recallable        CR_TWICE(ik_recallable)
#define ik_ralliable         CR_TWICE(ik_ralliable)
#define ik_recall            CR_TWICE(ik_recall)
#define ik_rally             CR_TWICE(ik_rally)
#define ik_remove            CR_TWICE(ik_remove)
#define ik_step_facet        CR_TWICE(ik_step_facet)
#define ik_flip_matches      CR_TWICE(ik_flip_matches)
#define ik_step_signature    CR_TWICE(ik_step_signature)
#define ik_ability_done      CR_TWICE(ik_ability_done)
#define ik_ask_card          CR_TWICE(ik_ask_card)
#define ik_can_copy_reaction CR_TWICE(ik_can_copy_reaction)
#define ik_deal_type         CR_TWICE(ik_deal_type)
#define ik_row_type          CR_TWICE(ik_row_type)
#define ik_values_type       CR_TWICE(ik_values_type)
#define ik_court_type        CR_TWICE(ik_court_type)
#define ik_numbers_type      CR_TWICE(ik_numbers_type)
#define ik_play_type         CR_TWICE(ik_play_type)
#define ik_positions_type    CR_TWICE(ik_positions_type)

/* values.c: cards, their values, and where they may be played. */
extern const ik_card ik_cards[IK_NAMES];
extern const uint32_t ik_base_set[11]; /* names by base value; [0] and [10] are empty */

ik_bag ik_deck(const ik_state *s);
unsigned ik_all_copies(const ik_state *s, unsigned name); /* of the deck and of all Armies */
uint32_t ik_sayable(const ik_state *s);                   /* names that may be said, IK-1.4 */

/* What can be seen of the Court, and what follows for the cards of one player; found once per call. */
typedef struct {
    uint32_t up, up_at;     /* names that lie face up; their positions */
    uint32_t muted;         /* names that are Muted when this player puts them into Court */
    uint32_t muted_in_hand; /* and in his hand */
    uint32_t royal;         /* names that have Royalty in Court; not in FRAGMENTS */
    uint8_t n, n_up, n_down, throne; /* throne: value of the Throne card, 0 if the Court is empty */
    bool is_throne_royal, has_royalty, has_immortal, is_fragments;
    /* FRAGMENTS only, where a card's marks and player count: positions, then names of this player's hand. */
    uint32_t steadfast_at, numbered_at, muted_at, royal_at, steadfast;
    uint8_t n_high, hand_bonus; /* face-up cards of base value 7 or more; +1 from a Conspiracist */
    bool has_ancestor;
} ik_facts;

/* The facts of the lowest n Court cards, as the cards of this player meet them. */
void ik_look(const ik_state *s, unsigned n, uint8_t seat, ik_facts *out);
unsigned ik_court_value(const ik_court *court, const ik_facts *facts, unsigned position);
unsigned ik_hand_value(const ik_facts *facts, unsigned name);

/* Names of the hand that this seat may play from hand on the Throne, and names that a placement rule would allow if
 * they are not Muted. */
uint32_t ik_playable(const ik_state *s, const ik_facts *facts, uint8_t seat);
uint32_t ik_placeable(const ik_state *s, const ik_facts *facts, uint8_t seat);
bool ik_may_flip(const ik_state *s, uint8_t seat);

/* Is this play from hand one of IK-1.20: an Oathbound on a card of higher value, with a card left to follow? */
bool ik_is_oath(const ik_state *s, const ik_facts *facts, uint8_t seat, unsigned name);

/* evaluate.c: the same for FRAGMENTS, in the order of IK-2.12. Called by values.c only. */
void ik_evaluate(const ik_state *s, unsigned n, uint8_t seat, ik_facts *out);
unsigned ik_evaluate_court(const ik_court *court, const ik_facts *facts, unsigned position);
unsigned ik_evaluate_hand(const ik_facts *facts, unsigned name);
uint32_t ik_evaluate_fits(const ik_facts *facts, uint32_t names);

/* declare.c: what may be said with a card. */

/* What the ability of a card allows once it lies on the Throne. */
typedef struct {
    uint8_t says; /* parts of the declaration; 0: nothing to declare */
    bool
        is_automatic; /* happens without a declaration: Queen, Herald, and of the Signature cards some */
    uint16_t numbers, opponents;
    uint32_t positions, names, copies; /* copies: positions a Stranger may copy */
} ik_may;

/* `before`: facts of the Court the card is put on; `n_hand`: cards left in the player's hand. */
void ik_ability(const ik_state *s, const ik_facts *before, uint8_t seat, unsigned name,
                unsigned from, unsigned n_hand, ik_may *out);
cr_refusal ik_check_says(const ik_may *may, const cr_move *move);

/* What a Stranger of this player on the lowest n Court cards may do with the text of the card at a position, once that
 * card has left: positions are those of the Court with the card. */
void ik_copied_ability(const ik_state *s, uint8_t seat, unsigned position, unsigned n,
                       unsigned from, unsigned n_hand, ik_may *out);
cr_refusal ik_check_copy(const ik_state *s, const ik_may *may, unsigned n_hand,
                         const cr_move *move);

/* Adds the boxes in which this card is played with its ability; true if it may also be played without. */
bool ik_offer_says(const ik_may *may, unsigned name, unsigned from, cr_space *out);
void ik_offer_copies(const ik_state *s, const ik_may *may, uint8_t seat, unsigned from,
                     unsigned n_hand, cr_space *out);
void ik_default_says(const ik_state *s, const ik_may *may, cr_move *move);

/* know.c: cards that come to a hand and leave it, and who is certain of what. `eyes` are bits of seats. */
enum { IK_EYES_ALL = 0x1F };
void ik_gain(ik_state *s, uint8_t seat, unsigned name, unsigned eyes);
void ik_forget(ik_state *s, uint8_t seat, unsigned name);

/* The card leaves the hand for all to see. Most cards come as a surprise: then nobody has anything to forget. */
static inline void ik_lose_open(ik_state *s, uint8_t seat, unsigned name)
{
    uint32_t known = 0;

    ik_take(&s->r.hand[seat], name);
    for (unsigned v = 0; v < IK_VIEWERS; v++)
        known |= ik_names(&s->r.known[v][seat]);
    if (known >> name & 1)
        ik_forget(s, seat, name);
}
void ik_lose_secret(ik_state *s, uint8_t seat, unsigned name, unsigned eyes, uint32_t among);
void ik_learn_has(ik_state *s, uint8_t seat, unsigned name);
void ik_learn_lacks(ik_state *s, uint8_t seat, uint32_t names);
void ik_learn_all(ik_state *s);
void ik_court_add(ik_state *s, unsigned name, uint8_t by);
unsigned ik_court_remove(ik_state *s, unsigned position);
void ik_disgrace(ik_state *s, unsigned position, cr_sink *sink);

/* A card becomes this player's Successor; a Charismatic Leader's is seen by all. */
void ik_set_successor(ik_state *s, uint8_t seat, unsigned name, cr_sink *sink);

/* His Successor goes to his hand, unseen but by those who have seen it there. */
void ik_take_successor(ik_state *s, uint8_t seat);

/* round.c */
uint16_t ik_living(const ik_state *s);
uint16_t ik_opponents(const ik_state *s, uint8_t seat);
uint8_t ik_after(const ik_state *s, uint8_t seat); /* the next living player in turn order */
uint16_t ik_spy_targets(const ik_state *s, uint8_t seat);
unsigned ik_hand_size(const ik_state *s); /* cards of a hand after the deal */
ik_bag ik_not_dealt(const ik_state *s);   /* cards of the deck that no hand holds, during a deal */
uint8_t ik_musters(const ik_state *s);    /* who musters now, by the note of the round */

/* This player has lost: he is eliminated, or the round is over. All effects but the round end. */
enum { IK_BY_NOBODY = 0xFF };
void ik_lose_round(ik_state *s, uint8_t seat, uint8_t by,
                   cr_sink *sink); /* by: whose Assassin it was */
void ik_step_round(ik_state *s, cr_frame *top, cr_sink *sink);

/* turn.c */
bool ik_can_act(const ik_state *s, uint8_t seat);
void ik_begin_turn(ik_state *s, uint8_t seat); /* what ends when his turn starts */
void ik_step_turn(ik_state *s, cr_frame *top, cr_sink *sink);
void ik_step_play(ik_state *s, const cr_frame *top, cr_sink *sink);

/* Puts a card into Court as this play says and pushes what follows: nothing, or a PLAY with its ability, or an
 * Oathbound's PLAY that waits for the second card. */
void ik_put(ik_state *s, uint8_t seat, const cr_move *play, uint8_t how, cr_sink *sink);

/* ability.c */
void ik_step_ability(ik_state *s, cr_frame *top, cr_sink *sink);

/* army.c: FRAGMENTS before the first turn, and what Armies do later. */
void ik_step_draft(ik_state *s, cr_frame *top, cr_sink *sink);
void ik_muster(ik_state *s, cr_frame *top, cr_sink *sink);
uint32_t ik_draft_names(const ik_state *s); /* cards that may be picked now */

/* Cards that are in Court or can still come there: no more than it has places, IK_COURT_MAX. */
unsigned ik_in_play(const ik_state *s);

/* Exhausted cards that may be recalled, cards that may be rallied, and hand cards that may go back, here and now. */
uint32_t ik_recallable(const ik_state *s, const cr_frame *top);
uint32_t ik_ralliable(const ik_state *s, const cr_frame *top);

/* Recalls or rallies a card, if there is one. True: asked, return. `eyes` see what is rallied. */
bool ik_recall(ik_state *s, const cr_frame *top, cr_sink *sink);
bool ik_rally(ik_state *s, const cr_frame *top, unsigned eyes, cr_sink *sink);

/* The card leaves the round, face up. */
void ik_remove(ik_state *s, uint8_t seat, unsigned name, cr_sink *sink);

/* What a flip brings to a King with a facet. */
void ik_step_facet(ik_state *s, cr_frame *top, cr_sink *sink);
bool ik_flip_matches(const ik_state *s, const cr_frame *flip); /* IK-8.23 */

/* signature.c: the cards of FRAGMENTS. */
void ik_step_signature(ik_state *s, cr_frame *top, unsigned name, cr_sink *sink);

/* ability.c: the end of an ability and its play, and a question for one hand card unless it is the only one. */
void ik_ability_done(ik_state *s);
bool ik_ask_card(ik_state *s, uint8_t question, uint8_t seat, uint8_t of, unsigned *name);

/* react.c */
void ik_step_flip(ik_state *s, cr_frame *top, cr_sink *sink);
void ik_step_assassin(ik_state *s, cr_frame *top, cr_sink *sink);

/* Asks the window of the top effect and carries out a reaction. True: return, something is asked or has changed.
 * False: nobody reacted, the effect resolves. */
bool ik_window(ik_state *s, const cr_frame *top, cr_sink *sink);

/* Names a Stranger could be used as now: face up in Court and not on the Throne. */
bool ik_can_copy_reaction(const ik_state *s, unsigned name);

/* judge.c, offers.c */
cr_refusal ik_check(const cr_state *k, const cr_move *move);
cr_refusal ik_refuse(const cr_state *k, const cr_move *move, cr_refusal kernel);
void ik_space(const cr_state *k, uint8_t seat, cr_space *out);
cr_move ik_idle(const cr_state *k, uint8_t seat);

/* view.c, sound.c */
void ik_observe(const cr_state *k, uint8_t viewer, cr_view *out);
void ik_imagine(const cr_view *in, cr_rng *rng, cr_state *out);
const char *ik_broken(const cr_state *k);

/* forms.c */
extern const cr_type ik_name_type, ik_maybe_name_type, ik_hidden_type, ik_names_type, ik_bag_type,
    ik_deal_type, ik_row_type, ik_values_type, ik_court_type, ik_numbers_type, ik_play_type,
    ik_positions_type;
void ik_print_stack(cr_text *out, const cr_view *in);
/* words.c */
#define ik_words CR_TWICE(ik_words)
#define ik_tell  CR_TWICE(ik_tell)
extern const cr_name ik_words[];
bool ik_tell(cr_teller *t, cr_span place);

bool ik_read_move(const cr_state *k, uint8_t seat, cr_span text, cr_move *out, cr_refusal *why);

#endif
