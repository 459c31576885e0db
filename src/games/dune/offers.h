/* What the files of offers share: offers.c has all questions, offers_side.c and offers_moves.c the boxes of those that take
 * more than a few lines. */
#ifndef DU_OFFERS_H
#define DU_OFFERS_H

#include "games/dune/dune.h"

#define du_offer_also      CR_TWICE(du_offer_also)
#define du_offer_moves     CR_TWICE(du_offer_moves)
#define du_offer_rides     CR_TWICE(du_offer_rides)
#define du_offer_shipments CR_TWICE(du_offer_shipments)
#define du_offer_side      CR_TWICE(du_offer_side)
#define du_others          CR_TWICE(du_others)

static inline unsigned du_least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* offers_side.c */
uint64_t du_others(const du_state *s,
                   uint8_t seat); /* factions in play as bits, without this seat's own */
void du_offer_side(const du_state *s, uint8_t seat, cr_space *out);

/* offers_moves.c */
void du_offer_shipments(const du_state *s, uint8_t seat, cr_space *out);
void du_offer_moves(const du_state *s, uint8_t seat, cr_space *out);
void du_offer_rides(const du_state *s, uint8_t seat, cr_space *out);
void du_offer_also(const du_state *s, uint8_t seat, cr_space *out);

#endif
