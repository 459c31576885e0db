/* Small games with known solutions, and small games that cannot be solved, for tests of src/solve.
 *
 *  kuhn     three cards, one each, one bet of 1 (Kuhn 1950): worth −1/18 to seat 0
 *  leduc    six cards of three ranks, two rounds, bets of 2 and 4, two raises a round (Southey and others 2005)
 *  pennies  both name a side in secret: two heads give seat 0 two, two tails one, else it loses one; worth 1/5
 *  three    the same for three seats: who is alone wins two
 *  crooked  kuhn in which only who meets the king may bet: what is offered tells what is hidden
 *  wild     kuhn in which a card is drawn as 64 bits
 *  apart    kuhn that deals by a generator of its own
 *  race     both are asked at once, and the quicker answer counts */
#ifndef POKER_H
#define POKER_H

#include "kernel/game.h"

enum { POKER_CALL = 1, POKER_RAISE, POKER_FOLD, POKER_HEADS, POKER_TAILS };

extern const cr_game poker_kuhn, poker_leduc, poker_pennies, poker_three, poker_crooked, poker_wild,
    poker_apart, poker_race;

#endif
