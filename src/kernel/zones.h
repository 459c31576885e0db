/* What a game's sheet says about its state, as a table: every zone and number, where it lies, and who sees it. sheet.h
 * makes it; worlds, invariants and the page "who sees what" of `croupier rules` are made from it. Views are not: those are
 * code that sheet.h makes, row by row, since bots look before every move.
 *
 * What is known of hidden cards (rows KNOWN) is a tally per viewer and owner: cards that are certain. Three things happen
 * to it: cards are shown, a card leaves before their eyes, and some go or come unseen. */
#ifndef CR_ZONES_H
#define CR_ZONES_H

#include "kernel/game.h"

CR_FOR_GAMES

/* What a row is. */
enum {
    CR_ZONE_CARDS,  /* a tally of cards, each of which is in one place */
    CR_ZONE_PILE,   /* the same in order */
    CR_ZONE_DICE,   /* a tally of faces */
    CR_ZONE_REST,   /* cards that lie in no zone; only in the view: how many */
    CR_ZONE_KNOWN,  /* cards of another zone that a viewer is certain of */
    CR_ZONE_NUMBER, /* up to `most` */
    CR_ZONE_WORD,   /* the same, one of a list */
    CR_ZONE_MONEY,  /* the same; all money together stays as much as it is */
    CR_ZONE_SEAT,
    CR_ZONE_MAYBE_SEAT,
    CR_ZONE_SEATSET,
    CR_ZONE_GAME, /* the game's own: its observe, imagine and broken take care of it */
};

/* Who sees it. */
enum {
    CR_SEEN_ALL,
    CR_SEEN_OWNER,  /* each seat its own */
    CR_SEEN_TOP,    /* of a pile everybody the last card */
    CR_SEEN_NOBODY, /* but for how many there are */
    CR_SEEN_VIEWER, /* of knowledge: who has it */
    CR_SEEN_BOTH,   /* who has it, and whose cards they are */
    CR_SEEN_GAME,   /* as the game's observe says */
};

typedef struct {
    const char *name;
    uint8_t kind, eyes, size, is_each; /* bytes of a value; one for each seat */
    uint16_t at;                       /* in the state; 0: only in the view */
    uint16_t seen_at;  /* in the view: the viewer's own, or what is seen of it; 0: nothing */
    uint16_t count_at; /* in the view: how many; 0: not told apart */
    uint16_t of;       /* of knowledge: where the zone itself lies */
    uint32_t most;     /* largest number; cards a pile holds; sides of the dice */
    const char *count; /* the name of how many; NULL: not told apart */
} cr_zone;

struct cr_sheet {
    const cr_zone *zones; /* in the order of their rows */
    const cr_effect *effects;
    uint16_t n_zones, n_effects;
    uint8_t n_kinds, n_known, seats_max, fill; /* kinds of cards; rows of knowledge */
    uint16_t open_bytes;                       /* what all see: it lies behind both heads, alike */
    cr_tally all;                              /* cards of the game */
    uint32_t funds, funds_each;                /* all money: so much, and so much for each seat */
};

/* Fills in a world that fits the view: what all see and the viewer's own as they are, hidden zones drawn from what is
 * left, every deal as likely as any other, dice thrown. Of what others are certain of, any part that fits. */
void cr_sheet_imagine(const cr_sheet *sheet, const cr_view *view, cr_rng *rng, cr_state *out);

/* NULL, or what is wrong: a card that is there too often, a number out of its range, an effect where it cannot lie or with
 * a step, note or seat that it has not. Nothing about a position is taken for granted, so it comes first in `broken`. */
const char *cr_sheet_broken(const cr_sheet *sheet, const cr_state *s);

/* ---- for rows KNOWN: what the viewers in `eyes` are certain of, known[viewer * stride] ---- */

/* They see these cards among those of the zone. */
static inline void cr_known_show(cr_tally *known, unsigned stride, unsigned eyes, cr_tally cards)
{
    for (unsigned left = eyes & 0xFF; left; left &= left - 1) {
        cr_tally *one = &known[cr_bits_first(left) * stride];

        *one = cr_tally_max(*one, cards);
    }
}

/* These cards leave before their eyes. */
static inline void cr_known_leave(cr_tally *known, unsigned stride, unsigned eyes, cr_tally cards)
{
    for (unsigned left = eyes & 0xFF; left; left &= left - 1) {
        cr_tally *one = &known[cr_bits_first(left) * stride];

        *one -= cr_tally_min(*one, cards);
    }
}

/* n cards leave and they do not see which: it may have been any that they know. */
static inline void cr_known_blur(cr_tally *known, unsigned stride, unsigned eyes, unsigned n)
{
    for (unsigned left = eyes & 0xFF; left; left &= left - 1) {
        cr_tally *one = &known[cr_bits_first(left) * stride];

        *one = cr_tally_less(*one, n);
    }
}

/* ---- for rows PILE: 1 + a kind in each byte, the lowest card first, 0 behind the last ---- */

static inline unsigned cr_pile_size(const uint8_t *pile, unsigned most)
{
    unsigned n = 0;

    while (n < most && pile[n])
        n++;
    return n;
}

/* The cards of a pile without their order. */
static inline cr_tally cr_pile_tally(const uint8_t *pile, unsigned most)
{
    cr_tally out = 0;

    for (unsigned i = 0; i < most && pile[i]; i++)
        out += cr_tally_of(pile[i] - 1u, 1);
    return out;
}

/* 1 + the kind of the top card, or 0. */
static inline uint8_t cr_pile_top(const uint8_t *pile, unsigned most)
{
    unsigned n = cr_pile_size(pile, most);

    return n ? pile[n - 1] : 0;
}

/* Lays a card on top of a pile that has room for it. */
static inline void cr_pile_put(uint8_t *pile, unsigned most, unsigned kind)
{
    pile[cr_pile_size(pile, most)] = (uint8_t)(kind + 1);
}

/* Takes the top card of a pile that has one. */
static inline uint8_t cr_pile_take(uint8_t *pile, unsigned most)
{
    unsigned n = cr_pile_size(pile, most);
    uint8_t kind = (uint8_t)(pile[n - 1] - 1);

    pile[n - 1] = 0;
    return kind;
}

/* Makes a pile of these cards in random order. */
void cr_pile_shuffle(uint8_t *pile, cr_tally cards, cr_rng *rng);

CR_FOR_GAMES_END

#endif
