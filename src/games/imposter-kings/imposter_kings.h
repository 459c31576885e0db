/* Imposter Kings: what its files share. Reading order: cards.def, this header, values.c (what a card is worth and
 * where it may be played), declare.c (what may be said with it), round.c, turn.c, ability.c, react.c (the effects,
 * from the outside in), know.c and view.c (who knows what), moves.c (check, space, idle), sound.c (invariants),
 * forms.c (text), game.c (tables). docs/rules/imposter-kings.md has the rules.
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

/* What is declared with a play. Bits 0 to 4 are, in this order, the arguments from IK_ARG_USE on. */
enum ik_says {
    IK_SAY_USE = 1,
    IK_SAY_POSITION = 2,
    IK_SAY_NAME = 4,
    IK_SAY_NUMBER = 8,
    IK_SAY_OPPONENT = 16,
    IK_SAY_PARTS = 31,
    IK_SAY_MUST = 32 /* the ability cannot be declined */
};

/* Names of cards with which something may be declared. */
enum {
    IK_SAYING = 0
#define CARD(name, word, base, two, three, four, keywords, says) | (int)((says) != 0) << IK_##name
#include "games/imposter-kings/cards.def"
#undef CARD
};

/* A function with a buffer of its own. Inlined into a step, every step would pay for the guard of that buffer. */
#define IK_APART __attribute__((noinline))

/* A bag of cards: bit n says that it holds a card of name n, bit 32 + n that it holds a second one. No deck of
 * these rule sets has more than two cards of a name. */
typedef uint64_t ik_bag;

static inline uint32_t ik_names(ik_bag bag)
{
    return (uint32_t)bag;
}

static inline bool ik_has(ik_bag bag, unsigned name)
{
    return bag >> name & 1;
}

static inline unsigned ik_copies(ik_bag bag, unsigned name)
{
    return (unsigned)((bag >> name & 1) + (bag >> name >> 32 & 1));
}

static inline unsigned ik_count(ik_bag bag)
{
    return cr_bits_count(bag);
}

/* With one card more; the bag holds fewer than two of the name. */
static inline ik_bag ik_with(ik_bag bag, unsigned name)
{
    ik_bag one = UINT64_C(1) << name;

    return bag | one | (bag & one) << 32;
}

/* With one card fewer; the same bag if it holds none of the name. */
static inline ik_bag ik_without(ik_bag bag, unsigned name)
{
    ik_bag one = UINT64_C(1) << name, second = bag & one << 32;

    return bag & ~(second ? second : one);
}

/* With one card fewer of each of these names. */
static inline ik_bag ik_without_each(ik_bag bag, uint32_t names)
{
    uint32_t first = (uint32_t)bag, second = (uint32_t)(bag >> 32);

    return (first & (~names | second)) | (uint64_t)(second & ~names) << 32;
}

typedef struct {
    uint8_t base, keywords, says;
    const char *word;
} ik_card;

/* ---- the state ---- */

enum { IK_SEATS = 4, IK_CAP = 32, IK_ROW_CAP = 31, IK_COURT_MAX = 30 };

/* Viewers of hidden cards: the seats, and everybody, which is all that a spectator knows. */
enum { IK_PUBLIC = IK_SEATS, IK_VIEWERS };

/* Names in the order in which they came; also values of Court cards. */
typedef struct {
    uint8_t n, at[IK_ROW_CAP];
} ik_row;

/* The Court: position 0 is the oldest card, n − 1 the Throne. Sets of positions are bits. A card carries no
 * value; its only mark is the Soldier's bonus. */
typedef struct {
    uint32_t down, bonus; /* Disgraced cards; Soldiers whose named card was held */
    uint8_t n, fill[3], card[IK_CAP], by[IK_CAP];
} ik_court;

/* A round in play. Cards that may be missing are kept as 1 + name, 0 for none.
 *  1: known[v][p] is part of hand[p], and no name of lacks[v][p] is in it: what v is certain of.
 *  2: a seat's own row of known and lacks is empty; row IK_PUBLIC is part of every other row.
 *  3: executed holds what Executioners condemned, executed_known[p] the part of it that p has seen. */
typedef struct {
    ik_bag hand[IK_SEATS];
    ik_bag known[IK_VIEWERS][IK_SEATS];
    ik_bag condemned, executed, executed_known[IK_SEATS];
    ik_row antechamber[IK_SEATS];
    ik_court court;
    uint32_t lacks[IK_VIEWERS][IK_SEATS];
    uint16_t flipped, out; /* Kings that are flipped; players who have lost */
    uint16_t numbers;      /* said by a Mystic, bit n for number n */
    uint8_t successor[IK_SEATS], dungeon[IK_SEATS];
    uint8_t seen[IK_SEATS]; /* who has seen this Successor, as bits of seats */
    uint8_t accused, forgotten;
    uint8_t cards; /* cards in the round; 0 in a written position that leaves some out */
    uint8_t loser; /* 1 + the last player who lost */
    uint8_t first; /* 1 + the first player, once he is named */
    uint8_t fill[5];
} ik_round;
CR_FLAT(ik_round, 32 + 160 + 48 + 128 + 76 + 80 + 6 + 12 + 10);

typedef struct {
    cr_state k;
    ik_round r;
    uint32_t time_ms;
    uint8_t points[IK_SEATS];
    uint8_t rules, target, is_given, king, round, fill[3]; /* king: the True King; round: from 1 */
} ik_state;
CR_FLAT(ik_state, sizeof(cr_state) + sizeof(ik_round) + 16);

/* Rule sets. */
enum { IK_RULES_BASE, IK_RULES_CLASSIC18 };

/* ---- the view ---- */

/* Cards that may be hidden: 0 for none, 1 for one that is not known, 2 + name. */
enum { IK_HIDDEN = 1, IK_SHOWN = 2 };

typedef struct {
    cr_view v;
    ik_bag hand[IK_SEATS];      /* what the viewer is certain of; its own hand is whole */
    ik_bag open[IK_SEATS];      /* what everybody is certain of */
    ik_bag condemned, executed; /* executed: what the viewer has seen of it */
    ik_row antechamber[IK_SEATS], values;
    ik_court court;
    uint32_t lacks[IK_SEATS], open_lacks[IK_SEATS];
    uint32_t time_ms;
    uint16_t flipped, out, numbers;
    uint8_t executed_bases[10]; /* number of cards the viewer has not seen, by base value */
    uint8_t cards[IK_SEATS], successor[IK_SEATS], dungeon[IK_SEATS], points[IK_SEATS];
    uint8_t play[8]; /* the arguments of the card being played */
    uint8_t accused, forgotten, reaction, loser, first, king, round, rules, target, is_given,
        n_cards, fill[5];
} ik_view;
CR_FLAT(ik_view, sizeof(cr_view) + 64 + 16 + 160 + 76 + 32 + 4 + 6 + 10 + 16 + 8 + 16);

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
    KIND_SHUFFLE
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
    IK_ARG_HOW       /* of the effect only */
};
enum { IK_HOW_IMMUNE = 1, IK_HOW_OATH = 2 };
enum { IK_FROM_HAND, IK_FROM_ANTECHAMBER, IK_FROM_SUCCESSOR };

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
    Q_DEAL
};

enum { EFFECT_ROUND, EFFECT_TURN, EFFECT_PLAY, EFFECT_ABILITY, EFFECT_FLIP, EFFECT_ASSASSIN };
enum { ROUND_BEGIN, ROUND_KING, ROUND_DEAL, ROUND_FIRST, ROUND_SETUP, ROUND_TURNS, ROUND_OVER };
enum { TURN_ACT, TURN_END };
enum { PLAY_ABILITY, PLAY_SECOND };
enum { ABILITY_WINDOW, ABILITY_RESOLVE, ABILITY_CHOOSE, ABILITY_MORE };
enum { FLIP_WINDOW, FLIP_RESOLVE };
enum { ASSASSIN_WINDOW, ASSASSIN_TAKE };

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
    EV_FORGOTTEN
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
    E_NO_REACTION_CARD
};

/* ---- shared functions ---- */

#define ik_cards           CR_TWICE(ik_cards)
#define ik_base_set        CR_TWICE(ik_base_set)
#define ik_deck            CR_TWICE(ik_deck)
#define ik_sayable         CR_TWICE(ik_sayable)
#define ik_look            CR_TWICE(ik_look)
#define ik_court_value     CR_TWICE(ik_court_value)
#define ik_hand_value      CR_TWICE(ik_hand_value)
#define ik_playable        CR_TWICE(ik_playable)
#define ik_may_flip        CR_TWICE(ik_may_flip)
#define ik_is_oath         CR_TWICE(ik_is_oath)
#define ik_ability         CR_TWICE(ik_ability)
#define ik_check_says      CR_TWICE(ik_check_says)
#define ik_offer_says      CR_TWICE(ik_offer_says)
#define ik_default_says    CR_TWICE(ik_default_says)
#define ik_gain            CR_TWICE(ik_gain)
#define ik_lose_open       CR_TWICE(ik_lose_open)
#define ik_lose_secret     CR_TWICE(ik_lose_secret)
#define ik_learn_has       CR_TWICE(ik_learn_has)
#define ik_learn_lacks     CR_TWICE(ik_learn_lacks)
#define ik_learn_all       CR_TWICE(ik_learn_all)
#define ik_court_add       CR_TWICE(ik_court_add)
#define ik_court_remove    CR_TWICE(ik_court_remove)
#define ik_disgrace        CR_TWICE(ik_disgrace)
#define ik_living          CR_TWICE(ik_living)
#define ik_opponents       CR_TWICE(ik_opponents)
#define ik_after           CR_TWICE(ik_after)
#define ik_spy_targets     CR_TWICE(ik_spy_targets)
#define ik_hand_size       CR_TWICE(ik_hand_size)
#define ik_not_dealt       CR_TWICE(ik_not_dealt)
#define ik_can_act         CR_TWICE(ik_can_act)
#define ik_lose_round      CR_TWICE(ik_lose_round)
#define ik_step_round      CR_TWICE(ik_step_round)
#define ik_step_turn       CR_TWICE(ik_step_turn)
#define ik_step_play       CR_TWICE(ik_step_play)
#define ik_put             CR_TWICE(ik_put)
#define ik_step_ability    CR_TWICE(ik_step_ability)
#define ik_step_flip       CR_TWICE(ik_step_flip)
#define ik_step_assassin   CR_TWICE(ik_step_assassin)
#define ik_window          CR_TWICE(ik_window)
#define ik_check           CR_TWICE(ik_check)
#define ik_refuse          CR_TWICE(ik_refuse)
#define ik_space           CR_TWICE(ik_space)
#define ik_idle            CR_TWICE(ik_idle)
#define ik_observe         CR_TWICE(ik_observe)
#define ik_imagine         CR_TWICE(ik_imagine)
#define ik_broken          CR_TWICE(ik_broken)
#define ik_read_move       CR_TWICE(ik_read_move)
#define ik_print_stack     CR_TWICE(ik_print_stack)
#define ik_name_type       CR_TWICE(ik_name_type)
#define ik_maybe_name_type CR_TWICE(ik_maybe_name_type)
#define ik_hidden_type     CR_TWICE(ik_hidden_type)
#define ik_names_type      CR_TWICE(ik_names_type)
#define ik_bag_type        CR_TWICE(ik_bag_type)
#define ik_row_type        CR_TWICE(ik_row_type)
#define ik_values_type     CR_TWICE(ik_values_type)
#define ik_court_type      CR_TWICE(ik_court_type)
#define ik_numbers_type    CR_TWICE(ik_numbers_type)
#define ik_positions_type  CR_TWICE(ik_positions_type)

/* values.c: cards, their values, and where they may be played. */
extern const ik_card ik_cards[IK_NAMES];
extern const uint32_t ik_base_set[11]; /* names by base value; [0] and [10] are empty */

ik_bag ik_deck(const ik_state *s);
uint32_t ik_sayable(const ik_state *s); /* names that may be said, IK-1.4 */

/* What can be seen of the Court, found once per call. */
typedef struct {
    uint32_t up, up_at;              /* names that lie face up; their positions */
    uint32_t muted;                  /* names that are Muted when they lie in Court */
    uint32_t muted_in_hand;          /* and in hand */
    uint32_t royal;                  /* names that have Royalty in Court */
    uint8_t n, n_up, n_down, throne; /* throne: value of the Throne card, 0 if the Court is empty */
    bool is_throne_royal, has_royalty, has_immortal;
} ik_facts;

/* The facts of the lowest n Court cards. */
void ik_look(const ik_state *s, unsigned n, ik_facts *out);
unsigned ik_court_value(const ik_court *court, const ik_facts *facts, unsigned position);
unsigned ik_hand_value(const ik_facts *facts, unsigned name);

/* Names of the hand that this seat may play from hand on the Throne. */
uint32_t ik_playable(const ik_state *s, const ik_facts *facts, uint8_t seat);
bool ik_may_flip(const ik_state *s, uint8_t seat);

/* Is this play from hand one of IK-1.20: an Oathbound on a card of higher value, with a card left to follow? */
bool ik_is_oath(const ik_state *s, const ik_facts *facts, uint8_t seat, unsigned name);

/* declare.c: what may be said with a card. */

/* What the ability of a card allows once it lies on the Throne. */
typedef struct {
    uint8_t says;      /* parts of the declaration; 0: nothing to declare */
    bool is_automatic; /* happens without a declaration: Queen, Herald */
    uint16_t numbers, opponents;
    uint32_t positions, names;
} ik_may;

/* `before`: facts of the Court the card is put on; `n_hand`: cards left in the player's hand. */
void ik_ability(const ik_state *s, const ik_facts *before, uint8_t seat, unsigned name,
                unsigned from, unsigned n_hand, ik_may *out);
cr_refusal ik_check_says(const ik_may *may, const cr_move *move);

/* Adds the boxes in which this card is played with its ability; true if it may also be played without. */
bool ik_offer_says(const ik_may *may, unsigned name, unsigned from, cr_space *out);
void ik_default_says(const ik_state *s, const ik_may *may, cr_move *move);

/* know.c: cards that come to a hand and leave it, and who is certain of what. `eyes` are bits of seats. */
enum { IK_EYES_ALL = 0x1F };
void ik_gain(ik_state *s, uint8_t seat, unsigned name, unsigned eyes);
void ik_lose_open(ik_state *s, uint8_t seat, unsigned name);
void ik_lose_secret(ik_state *s, uint8_t seat, unsigned name, unsigned eyes, uint32_t among);
void ik_learn_has(ik_state *s, uint8_t seat, unsigned name);
void ik_learn_lacks(ik_state *s, uint8_t seat, uint32_t names);
void ik_learn_all(ik_state *s);
void ik_court_add(ik_state *s, unsigned name, uint8_t by);
unsigned ik_court_remove(ik_state *s, unsigned position);
void ik_disgrace(ik_state *s, unsigned position, cr_sink *sink);

/* round.c */
uint16_t ik_living(const ik_state *s);
uint16_t ik_opponents(const ik_state *s, uint8_t seat);
uint8_t ik_after(const ik_state *s, uint8_t seat); /* the next living player in turn order */
uint16_t ik_spy_targets(const ik_state *s, uint8_t seat);
unsigned ik_hand_size(const ik_state *s); /* cards of a hand after the deal */
ik_bag ik_not_dealt(const ik_state *s);   /* cards of the deck that no hand holds, during a deal */

/* This player has lost: he is eliminated, or the round is over. All effects but the round end. */
void ik_lose_round(ik_state *s, uint8_t seat, cr_sink *sink);
void ik_step_round(ik_state *s, cr_frame *top, cr_sink *sink);

/* turn.c */
bool ik_can_act(const ik_state *s, uint8_t seat);
void ik_step_turn(ik_state *s, cr_frame *top, cr_sink *sink);
void ik_step_play(ik_state *s, const cr_frame *top, cr_sink *sink);

/* Puts a card into Court as this play says and pushes what follows: nothing, or a PLAY with its ability, or an
 * Oathbound's PLAY that waits for the second card. */
void ik_put(ik_state *s, uint8_t seat, const cr_move *play, uint8_t how, cr_sink *sink);

/* ability.c */
void ik_step_ability(ik_state *s, cr_frame *top, cr_sink *sink);

/* react.c */
void ik_step_flip(ik_state *s, cr_frame *top, cr_sink *sink);
void ik_step_assassin(ik_state *s, cr_frame *top, cr_sink *sink);

/* Asks the window of the top effect and carries out a reaction. True: return, something is asked or has changed.
 * False: nobody reacted, the effect resolves. */
bool ik_window(ik_state *s, const cr_frame *top, cr_sink *sink);

/* moves.c */
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
    ik_row_type, ik_values_type, ik_court_type, ik_numbers_type, ik_positions_type;
void ik_print_stack(cr_text *out, const cr_view *view);
bool ik_read_move(const cr_state *k, uint8_t seat, cr_span text, cr_move *out, cr_refusal *why);

#endif
