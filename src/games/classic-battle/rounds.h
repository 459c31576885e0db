/* What rounds.c gives to machine.c: chance, timers, the choice of a stat, and what a round leaves behind. */
#ifndef CR_CB_ROUNDS_H
#define CR_CB_ROUNDS_H

#include "games/classic-battle/classic_battle.h"

#define cb_arm                CR_TWICE(cb_arm)
#define cb_choice_of_computer CR_TWICE(cb_choice_of_computer)
#define cb_commit             CR_TWICE(cb_commit)
#define cb_compare            CR_TWICE(cb_compare)
#define cb_deal               CR_TWICE(cb_deal)
#define cb_disarm             CR_TWICE(cb_disarm)
#define cb_draw_cards         CR_TWICE(cb_draw_cards)
#define cb_drop_match         CR_TWICE(cb_drop_match)
#define cb_drop_round         CR_TWICE(cb_drop_round)
#define cb_edit               CR_TWICE(cb_edit)
#define cb_go_on              CR_TWICE(cb_go_on)
#define cb_lock               CR_TWICE(cb_lock)
#define cb_lock_automatically CR_TWICE(cb_lock_automatically)

/* A match begins: cards for both, or why there are none. Match and round are forgotten. */
cb_loaded cb_deal(cb_state *s);
void cb_drop_match(cb_state *s);
void cb_drop_round(cb_state *s);

/* Timers (JK-7.3): the trigger that follows when there is nothing to wait for, or none. */
uint8_t cb_arm(cb_state *s, uint8_t timer, uint32_t ms);
void cb_disarm(cb_state *s);
uint8_t cb_go_on(const cb_state *s);

/* A round, in this order: both draw, a stat is chosen, by a person, the computer or the clock, values are compared, and the
 * outcome counts. */
void cb_draw_cards(cb_state *s, cr_sink *sink);
unsigned cb_choice_of_computer(cb_state *s, cr_sink *sink);
void cb_lock(cb_state *s, unsigned stat, uint8_t source, cr_sink *sink);
void cb_lock_automatically(cb_state *s, cr_sink *sink);
void cb_compare(cb_state *s);
void cb_commit(cb_state *s, cr_sink *sink);

/* An admin has changed the round. */
void cb_edit(cb_state *s, const cr_move *move, cr_sink *sink);

/* Every event ends with the number of the match and the round. */
#define TELL(s, sink, kind, seat, ...)                                \
    CR_TELL(sink, kind, seat, __VA_ARGS__, (uint8_t)(s)->board.match, \
            (uint8_t)((s)->board.match >> 8), (s)->board.round)

#endif
