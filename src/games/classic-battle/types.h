/* The written forms of this game's values, see types.c. */
#ifndef CR_CLASSIC_BATTLE_TYPES_H
#define CR_CLASSIC_BATTLE_TYPES_H

#include "games/classic-battle/classic_battle.h"

#define cb_reason_words CR_TWICE(cb_reason_words)
#define cb_state_id     CR_TWICE(cb_state_id)
#define cb_target_type  CR_TWICE(cb_target_type)
#define cb_stat_type    CR_TWICE(cb_stat_type)
#define cb_reason_type  CR_TWICE(cb_reason_type)
#define cb_given_number CR_TWICE(cb_given_number)
#define cb_given_word   CR_TWICE(cb_given_word)
#define cb_setting_type CR_TWICE(cb_setting_type)
#define cb_cards_type   CR_TWICE(cb_cards_type)
#define cb_flags_type   CR_TWICE(cb_flags_type)
#define cb_stream_type  CR_TWICE(cb_stream_type)

extern const char *const cb_reason_words[]; /* "-" for none, then in the order of the reasons */

extern const cr_type cb_state_id;     /* the label of a state: 1 to 9, 97 to 99 */
extern const cr_type cb_target_type;  /* a win target */
extern const cr_type cb_stat_type;    /* a stat in a move */
extern const cr_type cb_reason_type;  /* the reason of an interrupt */
extern const cr_type cb_given_number; /* a member of an edit, one higher than it is */
extern const cr_type cb_given_word;   /* the same for a word of the list in `with` */
extern const cr_type cb_setting_type; /* the value of a setting */
extern const cr_type cb_cards_type;   /* cards of a deck */
extern const cr_type cb_flags_type;   /* flags of the session, by name */
extern const cr_type cb_stream_type;  /* a stream of chance */

#endif
