/* Written forms of the whole game's own values; for files that hold its tables. */
#ifndef DU_TYPES_H
#define DU_TYPES_H

#include "games/dune-battle/types.h"
#include "games/dune/dune.h"

/* Decks and piles of spice cards are written by du_spice_cards, the deck of treachery cards by db_treachery_cards. */
extern const cr_list du_spice_cards;
extern const cr_type du_deck_type, du_spice_deck_type, du_pile_type, du_queued_type,
    du_maybe_area_type, du_truth_type;
extern const char *const du_leader_words[],
    *const du_spice_words[], *const du_power_words[], *const du_asks_words[],
                                                          *const du_phase_words[];

#endif
