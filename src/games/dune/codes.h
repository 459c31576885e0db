/* The refusals of DU-17 that the battle has not: code, sentence for those who read rules, and for players a title and a
 * reason. The battle's come first, so that they have the same numbers in both games. */
#ifndef DU_CODES_H
#define DU_CODES_H

#define DU_CODE_MAP(X)                                                                            \
    X(WRONG_PHASE, "the open question takes no such action", "{first}",                           \
      "That comes at another time.")                                                              \
    X(NOT_YOUR_TURN, "another faction is asked", "It is not your turn.",                          \
      "{others} [decide|decides] at this moment.")                                                \
    X(BAD_TARGET, "this faction cannot be named here", "You cannot name that faction.",           \
      "Name another faction that plays and can be meant here.")                                   \
    X(BAD_NUMBER, "this number cannot be named here", "That number does not fit.",                \
      "<turn_wrong:The match has {turns} turns.|Name at least 1.>")                               \
    X(TRAITOR_NOT_DEALT, "this leader's card was not dealt to the faction",                       \
      "{leader} was not dealt to you.", "Keep one of the four you hold: {dealt}.")                \
    X(AREA_UNKNOWN, "the territory has no such sector, or is not the one meant",                  \
      "There is no such place.",                                                                  \
      "<start_wrong:Take forces from {from_place} only.|Name a sector that goes through this "    \
      "territory.>")                                                                              \
    X(AREA_NOT_ALLOWED, "this place is not allowed here", "That place is not allowed.",           \
      "{allowed}")                                                                                \
    X(NOT_ENOUGH_RESERVES, "more than there are in reserve", "You have not so many.",             \
      "{reserve_left}.")                                                                          \
    X(NO_FORCES, "nobody is named", "Nobody goes.", "Name at least one.")                         \
    X(CARD_NOT_HELD, "this card is not in hand", "You do not hold that.",                         \
      "<wrong:{wrong} is not in your hand.|The card is not in your hand.>")                       \
    X(CARD_NOT_NOW, "this card is not for this", "{wrong} does not do that.",                     \
      "Only a Karama does.")                                                                      \
    X(DIAL_RANGE, "the number is out of range", "{number} is out of range.",                      \
      "Name a number from {dial_least} to {dial_most}.")                                          \
    X(ATOMICS_NO_ACCESS, "no force beside the Shield Wall", "You cannot reach the wall.",         \
      "You need a force on the Shield Wall or right beside it, out of the storm.")                \
    X(NOT_ENOUGH_FORCES, "more forces than there are", "You have not so many.",                   \
      "<force_place:{force_left} in {force_place}.|{force_left} in the tanks.>")                  \
    X(AREA_IN_STORM, "the area is in the storm", "The storm is there.",                           \
      "Nobody gets in or out of sector {storm_at} now.")                                          \
    X(SAME_PLACE, "start and end are the same", "They are there already.",                        \
      "Name another place to go to.")                                                             \
    X(ALLY_PRESENT, "forces of its ally are there", "Your ally is there.",                        \
      "Allies do not stand together; only the Polar Sink is for all.")                            \
    X(OCCUPANCY, "the stronghold holds forces of two other factions", "That stronghold is full.", \
      "Two other factions are in it already.")                                                    \
    X(CHARITY_NOT_DUE, "the faction has 2 spice or more", "You are too rich.",                    \
      "Charity is for who has less than 2 spice; you have {purse}.")                              \
    X(BID_TOO_LOW, "the bid is not higher than the last", "{number} is too low.",                 \
      "Bid at least {bid_least}.")                                                                \
    X(BID_TOO_HIGH, "the bid is more than the faction can pay", "{number} is too much.",          \
      "You can pay {bid_most}.")                                                                  \
    X(NOT_ENOUGH_SPICE, "the faction has not enough spice", "That costs too much.",               \
      "<cost:It costs {cost} spice; you have {can_pay}.|You have {can_pay} spice.>")              \
    X(REVIVAL_LIMIT, "more than three forces in a turn", "Three forces come back.",               \
      "More than that is not possible in one turn.")                                              \
    X(ELITE_LIMIT, "more than one elite force in a turn", "One starred force comes back.",        \
      "It is one in a turn, whoever pays for it.")                                                \
    X(LEADER_NOT_DEAD, "this leader is not in the faction's tanks",                               \
      "{leader} is not in your tanks.", "You revive only your own dead.")                         \
    X(LEADER_NOT_REVIVABLE, "others of the faction must die first",                               \
      "{leader} cannot come back yet.", "First your other leaders must have died as often.")      \
    X(NO_ADVISORS, "no advisors are there", "No advisors are there.",                             \
      "Name a place where your tokens are advisors.")                                             \
    X(FLIP_IN_STORM, "advisors are in the storm", "The storm is there.",                          \
      "Advisors in the storm stay what they are.")                                                \
    X(FREMEN_DO_NOT_SHIP, "FR has no reserves off the planet", "You do not ship.",                \
      "Your forces come out of the desert: near the Great Flat, free of charge.")                 \
    X(FIGHTERS_ON_ADVISORS, "own advisors are there", "Your advisors are there.",                 \
      "Fighters do not land where you have advisors.")                                            \
    X(CROSS_NOT_ALLOWED, "only SG and its ally cross-ship", "You cannot cross-ship.",             \
      "Only the Guild and its ally ship from place to place.")                                    \
    X(SHIP_BACK_NOT_ALLOWED, "only SG ships back", "You cannot ship back.",                       \
      "Only the Guild takes forces back from the planet.")                                        \
    X(EMERGE_NOT_ALLOWED, "only FR emerges", "You are not of the desert.",                        \
      "Only the Fremen come out of the desert.")                                                  \
    X(NOT_IN_FREMEN_RANGE, "not within two borders of the Great Flat", "That is too far.",        \
      "Your forces appear on the Great Flat or within two borders of it.")                        \
    X(FIGHTERS_PRESENT, "own fighters are there", "Your fighters are there.",                     \
      "An advisor does not come where you have fighters.")                                        \
    X(NO_PATH, "no path without storm and full strongholds", "There is no way.",                  \
      "Storm and full strongholds close every path.")                                             \
    X(OUT_OF_RANGE, "the shortest path is too long", "That is too far.",                          \
      "Your forces go {range} [border|borders]<distance:; it is {distance}|>.")                   \
    X(ARMS_NOT_ALLOWED, "BG cannot take up arms there", "They cannot take up arms.",              \
      "Not beside own advisors, your ally, or two other factions.")                               \
    X(PARTED_BY_STORM, "the storm parts the areas", "The storm is between them.",                 \
      "Forces on both sides of the storm cannot go together.")                                    \
    X(POWER_NOT_OFFERED, "this power cannot be stopped here",                                     \
      "<own_moment:This is not the moment.|That cannot be stopped now.>",                         \
      "<own_moment:Your own power has its time in the match.|Name a power of another faction "    \
      "that is used at this moment.>")                                                            \
    X(POWER_USED, "the once-per-game power was used", "You have used that.",                      \
      "It can be used once in a match.")                                                          \
    X(BRIBE_TO_ALLY, "the factions are allied", "That is your ally.",                             \
      "Bribes go to factions you are not allied with.")                                           \
    X(NO_ALLY, "the faction has no ally", "You have no ally.", "Only allies help each other.")    \
    X(GIFT_NOT_EMPEROR, "only EM gives spice to its ally", "Only the Emperor gives gifts.",       \
      "You can pledge spice before bidding and shipment.")                                        \
    X(PLEDGE_TWICE, "a pledge was made in this phase", "You have pledged already.",               \
      "One pledge is possible in each phase.")

#endif
