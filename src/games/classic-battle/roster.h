/* The cards of Classic Battle (JK-1): what a judoka is, the rosters that are compiled in, and the loader that says
 * which cards of a roster may be dealt. Names and rarity are for the page; play uses the stats alone.
 *
 * A card is named by its place in its roster, counted from 1; in the standard roster that is its id. */
#ifndef CR_CLASSIC_BATTLE_ROSTER_H
#define CR_CLASSIC_BATTLE_ROSTER_H

#include "kernel/game.h"

enum { CB_STATS = 5, CB_STAT_MAX = 10, CB_CARDS_MAX = 200, CB_STAT_MISSING = 127 };
enum { CB_MALE, CB_FEMALE };
enum { CB_COMMON, CB_EPIC, CB_LEGENDARY };

/* X(name, word, display name): JK-1.2, in the order of buttons, hotkeys and tie-breaks. */
#define CB_STAT_MAP(X)                     \
    X(POWER, "power", "Power")             \
    X(SPEED, "speed", "Speed")             \
    X(TECHNIQUE, "technique", "Technique") \
    X(KUMIKATA, "kumikata", "Kumi-kata")   \
    X(NEWAZA, "newaza", "Ne-waza")

/* A card as it stands in a file: nothing is checked yet. */
typedef struct {
    const char *first, *surname, *weight;
    uint16_t id;
    uint8_t country, gender, rarity, move, is_hidden;
    int16_t stats[CB_STATS]; /* CB_STAT_MISSING: missing, or no whole number */
} cb_card;

typedef struct {
    const cb_card *cards; /* NULL: there is no file */
    uint8_t n;
    uint8_t is_clean; /* all of it is playable, in the order of ids, with nothing to warn of */
} cb_roster;

/* What the loader has to say of a card. */
typedef enum {
    CB_CUT,       /* a stat above 10 was cut to 10 */
    CB_FILLED,    /* a stat was missing or no whole number and became 0 */
    CB_REJECTED,  /* a stat is negative: the card is refused */
    CB_DUPLICATE, /* the id was there already: the card is skipped */
    CB_STRANGE    /* the weight class is none of its gender's: it is shown as unknown */
} cb_warning;
typedef void cb_warn(void *with, const cb_card *card, cb_warning warning);

typedef enum { CB_LOADED, CB_DECK_LOAD, CB_DECK_TOO_SMALL } cb_loaded;

enum {
    CB_ROSTER_STANDARD,
    CB_ROSTER_TRIAL,
    CB_ROSTER_ELEVEN,
    CB_ROSTER_ONE,
    CB_ROSTER_MISSING,
    CB_ROSTERS
};

#define cb_rosters        CR_TWICE(cb_rosters)
#define cb_roster_load    CR_TWICE(cb_roster_load)
#define cb_roster_rate    CR_TWICE(cb_roster_rate)
#define cb_print_roster   CR_TWICE(cb_print_roster)
#define cb_country_code   CR_TWICE(cb_country_code)
#define cb_country_name   CR_TWICE(cb_country_name)
#define cb_technique_name CR_TWICE(cb_technique_name)

extern const cb_roster cb_rosters[CB_ROSTERS];

/* Writes the places (from 0) of the playable cards to `out` in ascending order of ids, their number to *n, and tells
 * `warn` (may be NULL) what is wrong with the rest. */
cb_loaded cb_roster_load(const cb_roster *roster, uint8_t out[CB_CARDS_MAX], unsigned *n,
                         cb_warn *warn, void *with);

/* A stat as it is played: JK-1.3. */
static inline uint8_t cb_stat(const cb_card *card, unsigned stat)
{
    int value = card->stats[stat];

    return (uint8_t)(value == CB_STAT_MISSING ? 0 : value > CB_STAT_MAX ? CB_STAT_MAX : value);
}

/* JK-18.6: how often the card wins against the others of a clean roster, in 1/1000, a level round counting half. */
unsigned cb_roster_rate(const cb_roster *roster, unsigned place);

/* The standard roster as a table, or as JSON: cr_game.print_roster. */
void cb_print_roster(cr_text *out, bool is_json);

/* Words for the page; an unknown technique is number 0. */
const char *cb_country_code(unsigned country);
const char *cb_country_name(unsigned country);
const char *cb_technique_name(unsigned technique);

#endif
