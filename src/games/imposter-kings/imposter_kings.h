/* Imposter Kings: what its files share. Reading order: cards.def and cards.h, state.h, kinds.h (the lists of all tables), this
 * header, values.c (what a card is worth and where it may be played), declare.c (what may be said with it), round.c, turn.c,
 * ability.c, react.c (the effects, from the outside in), know.c and view.c (who knows what), imagine.c (worlds that fit a
 * view), asked.c, judge.c and offers.c (what may be answered), sound.c (invariants), forms.c and words.c (text), moves.c,
 * questions.c, events.c, zones.c and chart.def (tables), game.c (the game). What only the rule set FRAGMENTS has is in
 * evaluate.c (values), army.c (Armies, mustering, facets) and signature.c (its cards). docs/rules/imposter-kings.md has the
 * rules.
 *
 * Cards of one name are alike in every rule, so zones hold names, not card numbers: a bag where order does not
 * matter, a row where it does. A move names a card by its name, so no card can be told from its copy. */
#ifndef CR_IMPOSTER_KINGS_H
#define CR_IMPOSTER_KINGS_H

#include "games/imposter-kings/kinds.h"
#include "games/imposter-kings/state.h"

#define CR_RULES_FILE "games/imposter-kings/rules.def"
#include "kernel/rules.h"

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
#define ik_may_swear         CR_TWICE(ik_may_swear)
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

/* Is a play from hand of this card here and now one of IK-1.20: an Oathbound on a card of higher value, with a card left to
 * follow? */
IK_APART bool ik_may_swear(const ik_state *s, uint8_t seat);
static inline bool ik_is_oath(const ik_state *s, uint8_t seat, unsigned name)
{
    return name == IK_OATHBOUND && ik_may_swear(s, seat);
}

/* Can he play a card of his hand or of his Antechamber, or flip his King? */
bool ik_can_act(const ik_state *s, uint8_t seat);

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
    uint64_t values[IK_PARTS]; /* that the argument of each part may take */
} ik_may;

/* `before`: facts of the Court the card is put on; `n_hand`: cards left in the player's hand. */
void ik_ability(const ik_state *s, const ik_facts *before, uint8_t seat, unsigned name,
                unsigned from, unsigned n_hand, ik_may *out);
cr_refusal ik_check_says(const ik_may *may, const cr_move *move);

/* What a Stranger of this player on the lowest n Court cards may do with the text of the card at a position. That card
 * has left by then; the positions in the answer still count it. */
void ik_copied_ability(const ik_state *s, uint8_t seat, unsigned position, unsigned n,
                       unsigned from, unsigned n_hand, ik_may *out);
cr_refusal ik_check_copy(const ik_state *s, const ik_may *may, unsigned n_hand,
                         const cr_move *move);

/* Adds the boxes in which this card is played with its ability; true if it may also be played without. */
bool ik_offer_says(const ik_may *may, unsigned name, unsigned from, cr_space *out);
IK_APART void ik_offer_copies(const ik_state *s, const ik_may *may, uint8_t seat, unsigned from,
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
IK_APART void ik_step_round(ik_state *s, cr_frame *top, cr_sink *sink);

/* turn.c */
void ik_begin_turn(ik_state *s, uint8_t seat); /* what ends when his turn starts */
IK_APART void ik_step_turn(ik_state *s, cr_frame *top, cr_sink *sink);
IK_APART void ik_step_play(ik_state *s, const cr_frame *top, cr_sink *sink);

/* Puts a card into Court as this play says and pushes what follows: nothing, or a PLAY with its ability, or an
 * Oathbound's PLAY that waits for the second card. */
void ik_put(ik_state *s, uint8_t seat, const cr_move *play, uint8_t how, cr_sink *sink);

/* ability.c */
IK_APART void ik_step_ability(ik_state *s, cr_frame *top, cr_sink *sink);

/* army.c: FRAGMENTS before the first turn, and what Armies do later. */
IK_APART void ik_step_draft(ik_state *s, cr_frame *top, cr_sink *sink);
IK_APART void ik_muster(ik_state *s, cr_frame *top, cr_sink *sink);
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
IK_APART void ik_step_facet(ik_state *s, cr_frame *top, cr_sink *sink);
bool ik_flip_matches(const ik_state *s, const cr_frame *flip); /* IK-8.23 */

/* signature.c: the cards of FRAGMENTS. */
IK_APART void ik_step_signature(ik_state *s, cr_frame *top, unsigned name, cr_sink *sink);

/* ability.c: the end of an ability and its play, and a question for one hand card unless it is the only one. */
void ik_ability_done(ik_state *s);
enum { IK_ASKED = IK_NAMES }; /* instead of a name: come back with the answer */
unsigned ik_ask_card(ik_state *s, uint8_t question, uint8_t seat, uint8_t of);

/* react.c */
IK_APART void ik_step_flip(ik_state *s, cr_frame *top, cr_sink *sink);
IK_APART void ik_step_assassin(ik_state *s, cr_frame *top, cr_sink *sink);

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

/* view.c, imagine.c, sound.c */
void ik_observe(const cr_state *k, uint8_t viewer, cr_view *out);
void ik_imagine(const cr_view *in, cr_rng *rng, cr_state *out);
const char *ik_broken(const cr_state *k);

/* forms.c */
extern const cr_type ik_name_type, ik_maybe_name_type, ik_hidden_type, ik_names_type, ik_bag_type,
    ik_deal_type, ik_row_type, ik_values_type, ik_court_type, ik_numbers_type, ik_play_type,
    ik_positions_type;
void ik_print_stack(cr_text *out, const cr_view *in);

/* moves.c, questions.c, events.c, zones.c */
#define ik_kinds       CR_TWICE(ik_kinds)
#define ik_codes       CR_TWICE(ik_codes)
#define ik_questions   CR_TWICE(ik_questions)
#define ik_effects     CR_TWICE(ik_effects)
#define ik_events      CR_TWICE(ik_events)
#define ik_zones       CR_TWICE(ik_zones)
#define ik_view_fields CR_TWICE(ik_view_fields)
extern const cr_kind ik_kinds[IK_KINDS];
extern const cr_code_row ik_codes[E_END - CR_CODE_GAME];
extern const cr_asked ik_questions[IK_QUESTIONS];
extern const cr_effect ik_effects[IK_EFFECTS];
extern const cr_told ik_events[IK_EVENTS];
extern const cr_field ik_zones[], ik_view_fields[];

/* words.c */
#define ik_words CR_TWICE(ik_words)
#define ik_tell  CR_TWICE(ik_tell)
extern const cr_name ik_words[];
bool ik_tell(cr_teller *t, cr_span place);

bool ik_read_move(const cr_state *k, uint8_t seat, cr_span text, cr_move *out, cr_refusal *why);

#endif
