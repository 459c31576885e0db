/* What the open question is about, see asked.c. */
#ifndef IK_ASKED_H
#define IK_ASKED_H

#include "games/imposter-kings/imposter_kings.h"

#define ik_court_for_play  CR_TWICE(ik_court_for_play)
#define ik_hand_after      CR_TWICE(ik_hand_after)
#define ik_may_play        CR_TWICE(ik_may_play)
#define ik_pile            CR_TWICE(ik_pile)
#define ik_choosable       CR_TWICE(ik_choosable)
#define ik_victim          CR_TWICE(ik_victim)
#define ik_cards_to_select CR_TWICE(ik_cards_to_select)
#define ik_takeable        CR_TWICE(ik_takeable)
#define ik_may_rally       CR_TWICE(ik_may_rally)
#define ik_may_match       CR_TWICE(ik_may_match)
#define ik_fitting         CR_TWICE(ik_fitting)
#define ik_muted_reactions CR_TWICE(ik_muted_reactions)
#define ik_zone_size       CR_TWICE(ik_zone_size)

/* The ability of the top effect: what the choices behind a window are about. */
static inline const cr_frame *ik_top(const ik_state *s)
{
    return &s->k.stack[s->k.depth - 1];
}

/* The Court a card is put on and the cards left in hand behind it. With a Herald the card takes its place, and the
 * Herald is back in hand. */
unsigned ik_court_for_play(const ik_state *s);
unsigned ik_hand_after(const ik_state *s, uint8_t seat, unsigned from);

/* Names that the question lets a seat play. */
uint32_t ik_may_play(const ik_state *s, const ik_facts *facts, uint8_t seat);

/* The cards a question about one card is about: a hand, or part of an Army. */
uint32_t ik_pile(const ik_state *s, uint8_t seat);

/* Those of them that fit the open question. */
uint32_t ik_choosable(const ik_state *s, uint8_t seat);

uint8_t ik_victim(const ik_state *s);           /* whose cards an Assassin takes from */
unsigned ik_cards_to_select(const ik_state *s); /* Signature cards, at once */

/* What KIND_TAKE may take here, as bits. */
unsigned ik_takeable(const ik_state *s, uint8_t seat);

/* May the card be given up for a Rally here, or the Successor be shown because it matches (IK-8.23)? */
bool ik_may_rally(const ik_state *s, uint8_t seat);
bool ik_may_match(const ik_state *s, uint8_t seat);

/* Names that fit the open window. */
uint32_t ik_fitting(const ik_state *s);

/* Those of this hand that an Exile mutes; nothing else mutes a Reaction in hand. */
uint32_t ik_muted_reactions(const ik_state *s, uint8_t seat);

/* Cards the next zone of a written deal takes: a hand, or the Accused. */
unsigned ik_zone_size(const ik_state *s);

#endif
