/* The pieces and places of the game, out of the .def files, and the words for everything that has a name. */
#include "games/dune-battle/dune.h"

const db_leader db_leaders[DB_LEADERS] = {
#define LEADER(code, faction, name, strength) {#code, name, DB_##faction, strength},
#include "games/dune-battle/leaders.def"
#undef LEADER
};

const db_card db_cards[DB_CARDS] = {
#define CARD(code, name, kind) {#code, name, DB_##kind},
#include "games/dune-battle/treachery.def"
#undef CARD
};

enum {
#define TERRITORY(code, name, type, first, n) T_##code,
#include "games/dune-battle/territories.def"
#undef TERRITORY
};

enum { STRONGHOLD, POLAR, SAND, ROCK };
const db_territory db_territories[DB_TERRITORIES] = {
#define TERRITORY(code, name, type, first, n) {#code, name, first, n},
#include "games/dune-battle/territories.def"
#undef TERRITORY
};

/* The strongholds come first, then the Polar Sink: the rules of control and of fights count on it. */
#define TERRITORY(code, name, type, first, n)                                   \
    static_assert(((type) == STRONGHOLD) == (T_##code < (int)DB_STRONGHOLDS) && \
                      ((type) == POLAR) == (T_##code == (int)DB_POLAR_SINK),    \
                  "order of territories");
#include "games/dune-battle/territories.def"
#undef TERRITORY

const db_area db_areas[DB_AREAS] = {
#define AREA(territory, sector) {T_##territory, sector},
#include "games/dune-battle/areas.def"
#undef AREA
};

/* Areas by name, for the spice. */
enum {
#define AREA(territory, sector) AT_##territory##_##sector,
#include "games/dune-battle/areas.def"
#undef AREA
};
const db_spice_spot db_spice_spots[DB_SPICE_SPOTS] = {
#define SPICE(territory, sector, amount) {AT_##territory##_##sector, amount},
#include "games/dune-battle/spice.def"
#undef SPICE
};

#define RANGE(from, to) ((UINT64_C(2) << (DB_CARD_##to)) - (UINT64_C(1) << (DB_CARD_##from)))
#define WEAPONS         RANGE(lasgun, gom_jabbar)
#define DEFENSES        RANGE(shield_1, snooper_4)
#define WORTHLESS       RANGE(baliset, trip_to_gamont)
const uint64_t db_of_kind[DB_CARD_KINDS] = {
    [DB_POISON_WEAPON] = RANGE(chaumas, gom_jabbar),
    [DB_PROJECTILE_WEAPON] = RANGE(crysknife, stunner),
    [DB_POISON_DEFENSE] = RANGE(snooper_1, snooper_4),
    [DB_PROJECTILE_DEFENSE] = RANGE(shield_1, shield_4),
    [DB_WORTHLESS] = WORTHLESS,
    [DB_CHEAP_HERO] = RANGE(cheap_hero_1, cheap_hero_3),
    [DB_LASGUN] = RANGE(lasgun, lasgun),
    [DB_SPECIAL] = RANGE(karama_1, family_atomics),
};
const uint64_t db_weapons = WEAPONS | WORTHLESS, db_defenses = DEFENSES | WORTHLESS;

const char *const db_leader_words[] = {
#define LEADER(code, faction, name, strength) #code,
#include "games/dune-battle/leaders.def"
#undef LEADER
    NULL,
};
const char *const db_card_words[] = {
#define CARD(code, name, kind) #code,
#include "games/dune-battle/treachery.def"
#undef CARD
    NULL,
};
const char *const db_territory_words[] = {
#define TERRITORY(code, name, type, first, n) #code,
#include "games/dune-battle/territories.def"
#undef TERRITORY
    NULL,
};
const char *const db_hero_words[] = {"cheap_hero_1", "cheap_hero_2", "cheap_hero_3", NULL};
const char *const db_side_words[] = {"aggressor", "defender", NULL};
const char *const db_factions[] = {"AT", "HK", "FR", "EM", "SG", "BG", NULL};
const char *const db_voice_modes[] = {"PLAY", "NOT_PLAY", NULL};
/* Behind the kinds stand the single cards: they parse, and are refused (DB-3.4). */
const char *const db_voice_kinds[] = {
    "POISON_WEAPON",
    "PROJECTILE_WEAPON",
    "POISON_DEFENSE",
    "PROJECTILE_DEFENSE",
    "WORTHLESS",
    "CHEAP_HERO",
    "LASGUN",
#define CARD(code, name, kind) #code,
#include "games/dune-battle/treachery.def"
#undef CARD
    NULL,
};
const char *const db_elements[] = {"LEADER", "WEAPON", "DEFENSE", "NUMBER", NULL};
/* The last six are AT's look at the plan of a combatant (DB-13.4). */
const char *const db_powers[] = {"KH",      "SARDAUKAR", "FEDAYKIN", "HARDENED",
                                 "LOOK_AT", "LOOK_HK",   "LOOK_FR",  "LOOK_EM",
                                 "LOOK_SG", "LOOK_BG",   NULL};
const char *const db_results[] = {"NORMAL", "TRAITOR", "BOTH_TRAITORS", "EXPLOSION", NULL};
const char *const db_choices[] = {"DECLINE", "KILL", "CAPTURE", NULL};
