/* The state and the view of Imposter Kings: who holds what, who knows what. */
#ifndef CR_IMPOSTER_KINGS_STATE_H
#define CR_IMPOSTER_KINGS_STATE_H

#include "games/imposter-kings/cards.h"

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

#endif
