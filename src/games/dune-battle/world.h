/* The pieces and places of Dune and the world of a match: what everybody knows, what is hidden from somebody, and the
 * battle being fought. Everything the battle needs of the board is in db_world, and the rules work on that, so that a
 * whole board game can hold one and push the phase as one of its effects.
 *
 * Invariants of a world:
 *  1. A card is in one hand, on the discard pile or nowhere in sight; a traitor card is in one hand at most.
 *  2. Of a faction at most 20 forces are on the map and in the tanks; elites are EM's and FR's only.
 *  3. A leader is dead, captive or in his faction's pool; what is hidden of it is in the secret part.
 *  4. The board is known to everybody; the secret part is shown only by view.c.
 *  5. board.battle and secret.battle are zero between two battles. */
#ifndef DB_WORLD_H
#define DB_WORLD_H

#include "kernel/game.h"

/* ---- pieces and places ---- */

enum { DB_AT, DB_HK, DB_FR, DB_EM, DB_SG, DB_BG, DB_FACTIONS };

enum {
    DB_SEATS = 6,
    DB_LEADERS = 30,
    DB_LEADERS_EACH = 5,
    DB_CARDS = 33,
    DB_TERRITORIES = 42,
    DB_STRONGHOLDS = 5, /* the first territories */
    DB_POLAR_SINK = 5,
    DB_AREAS = 86,
    DB_AREAS_FILL = 88, /* areas and two bytes that stay zero */
    DB_ZONE_MAX = 5,    /* areas of the largest territory */
    DB_SECTORS = 18,
    DB_NO_SECTOR = 0xFF,
    DB_FORCES = 20,
    DB_KH_ACTIVE = 7,
    DB_SPICE_MAX = 999,
};

/* Kinds of treachery cards: those Voice can name, and the rest. */
enum {
    DB_POISON_WEAPON,
    DB_PROJECTILE_WEAPON,
    DB_POISON_DEFENSE,
    DB_PROJECTILE_DEFENSE,
    DB_WORTHLESS,
    DB_CHEAP_HERO,
    DB_LASGUN,
    DB_SPECIAL,
    DB_CARD_KINDS,
    DB_VOICE_KINDS = DB_SPECIAL,
};

enum {
#define CARD(code, name, kind) DB_CARD_##code,
#include "games/dune-battle/treachery.def"
#undef CARD
};

#define DB_CARD_BIT(card)       (UINT64_C(1) << (card))
#define DB_LEADER_BIT(leader)   (UINT32_C(1) << (leader))
#define DB_KARAMAS              (DB_CARD_BIT(DB_CARD_karama_1) | DB_CARD_BIT(DB_CARD_karama_2))
#define DB_OWN_LEADERS(faction) (UINT32_C(31) << DB_LEADERS_EACH * (faction))

typedef struct {
    const char *code, *name;
    uint8_t faction, strength;
} db_leader;
typedef struct {
    const char *code, *name;
    uint8_t kind;
} db_card;
typedef struct {
    const char *code, *name;
    uint8_t first, n_areas;
} db_territory;
typedef struct {
    uint8_t territory, sector;
} db_area;
typedef struct {
    uint8_t area, amount;
} db_spice_spot;

/* A zone: n areas from `area` on. */
typedef struct {
    uint8_t area, n;
} db_zone;

enum { DB_SPICE_SPOTS = 15, DB_FIGHTS_MAX = 64 };

/* A fight that a seat has: where, and against which seat. */
typedef struct {
    db_zone zone;
    uint8_t foe;
} db_fight;

/* ---- the world ---- */

/* A battle plan is the ten arguments of the move `plan`, in this order. Leader, weapon and defense are 1 + id
 * or 0, the hero 1 to 3; is_default is set by nobody but the referee. */
typedef struct {
    uint8_t normal, elite, spice, leader, hero, weapon, defense, kh, announce, is_default;
} db_plan;
CR_FLAT(db_plan, CR_ARGS);

enum { DB_POWER_KH, DB_POWER_SARDAUKAR, DB_POWER_FEDAYKIN, DB_POWER_HARDENED, DB_POWERS };
enum { DB_PLAY, DB_NOT_PLAY };
enum { DB_UNUSED, DB_STANDS, DB_CANCELLED, DB_ANSWERED }; /* a use of Voice or Prescience */
enum { DB_LEADER, DB_WEAPON, DB_DEFENSE, DB_NUMBER };     /* elements of a plan */
enum { DB_SAYS_NONE, DB_SAYS_LEADER, DB_SAYS_HERO, DB_SAYS_CARD, DB_SAYS_NUMBER };
enum { DB_NORMAL, DB_TRAITOR, DB_BOTH_TRAITORS, DB_EXPLOSION };
enum { DB_DECLINE, DB_KILL, DB_CAPTURE };

/* An answer to Prescience: what it is, a leader, card or dial, and the spice of a number. */
typedef struct {
    uint8_t says, value, spice;
} db_answer;

/* The battle being fought, as everybody knows it. Side 0 is the aggressor. */
typedef struct {
    uint8_t seat[2];
    db_zone zone;
    uint8_t prevented;                     /* powers, as bits */
    uint8_t has_gift, look_at;             /* 1 + the side that AT looks at */
    uint8_t voice, voice_side, mode, kind; /* voice_side: who would have to obey; 2: nobody */
    uint8_t prescience, prescience_side, element; /* prescience_side: who would have to answer */
    uint8_t locked, is_revealed;                  /* sides with a stored plan */
    uint8_t result, winner;                       /* 1 + the winning side */
    uint8_t choice, lost_at;                      /* AT's tokens lost, for its counter */
    db_plan plan[2];                              /* from the reveal on */
} db_battle;
CR_FLAT(db_battle, 40);

/* What of it is not known to everybody. */
typedef struct {
    db_plan plan[2]; /* locked, not revealed */
    db_answer answer;
    uint8_t drawn; /* 1 + the leader HK may kill or capture */
} db_hidden_battle;
CR_FLAT(db_hidden_battle, 24);

enum {
    DB_TIME_FIGHT,
    DB_TIME_DECLARE,
    DB_TIME_VOICE,
    DB_TIME_CANCEL,
    DB_TIME_PRESCIENCE,
    DB_TIME_ANSWER,
    DB_TIME_PLAN,
    DB_TIME_TRAITOR,
    DB_TIME_KEEP,
    DB_TIME_CAPTURE,
    DB_TIMES
};

/* What everybody knows. Arrays of six are by seat. */
typedef struct {
    uint64_t advisors; /* territories where BG's tokens are advisors */
    uint64_t shown;    /* cards known to be in their holder's hand */
    uint32_t time_ms[DB_TIMES];
    uint32_t dead, face_down, captives; /* leaders; captives are HK's */
    uint32_t maybe_hidden;              /* leaders who may be hidden dead or captive ones */
    uint32_t traitors_shown;
    /* Spice comes and goes in the open. What everybody knows of it: a seat has at least spice_seen of what it was seen to
     * receive, and has paid spice_spent in this phase out of what it held in secret before. */
    uint16_t spice_seen[DB_SEATS], spice_spent[DB_SEATS];
    uint8_t force[DB_SEATS]
                 [DB_AREAS_FILL];  /* five bits of normals, three of elites; see db_normals */
    uint8_t ground[DB_AREAS_FILL]; /* spice */
    uint8_t used[DB_LEADERS];      /* 1 + the territory a leader was used in this phase */
    uint8_t deaths[DB_LEADERS];
    uint8_t discard[DB_CARDS + 1]; /* how many, then the cards from the bottom up */
    uint8_t faction[DB_SEATS], order[DB_SEATS], ally[DB_SEATS]; /* order: seats; ally: 1 + seat */
    uint8_t tank_normal[DB_SEATS], tank_elite[DB_SEATS];
    uint8_t n_hidden_dead[DB_SEATS], n_hidden_captives[DB_SEATS];
    uint8_t storm, is_advanced, battles_in_storm, late_voice, legal_default, worthless_go;
    uint8_t look_used, kh_dead, kh_used, kh_shown; /* kh_used: 1 + territory */
    uint8_t last[2];                               /* 1 + seats of the last battle */
    uint8_t played[DB_SEATS], fill[2];             /* cards that have left the hand in this phase */
    db_battle battle;
} db_board;
CR_FLAT(db_board, 16 + 4 * DB_TIMES + 20 + 24 + 7 * DB_AREAS_FILL + 60 + 34 + 42 + 12 + 8 + 40);

/* What is hidden from somebody. Arrays are by seat. */
typedef struct {
    uint64_t hand[DB_SEATS];
    uint64_t seen[DB_SEATS]; /* cards of others that this seat alone was shown */
    uint32_t traitors[DB_SEATS];
    uint32_t dead, captives; /* leaders killed or captured by HK, known to HK and their faction */
    int32_t start[DB_SEATS]; /* value at the start of the phase */
    uint16_t spice[DB_SEATS];
    uint8_t kh_counter, fill[3];
    db_hidden_battle battle;
} db_secret;
CR_FLAT(db_secret, 96 + 24 + 8 + 24 + 12 + 4 + 24);

typedef struct {
    db_board board;
    db_secret secret;
} db_world;
CR_FLAT(db_world, sizeof(db_board) + sizeof(db_secret));

typedef struct {
    cr_state k;
    db_world w;
} db_state;
CR_FLAT(db_state, sizeof(cr_state) + sizeof(db_world));

/* A view has a world too, with only what the viewer knows in its secret part. */
typedef struct {
    cr_view v;
    db_world w;
    uint8_t announced; /* sides that have said they have no leader, before the reveal */
    uint8_t fill[7];
} db_view;
CR_FLAT(db_view, sizeof(cr_view) + sizeof(db_world) + 8);

/* ---- small helpers ---- */

static inline unsigned db_normals(uint8_t force)
{
    return force & 31;
}

static inline unsigned db_elites(uint8_t force)
{
    return force >> 5;
}

static inline uint8_t db_force(unsigned normals, unsigned elites)
{
    return (uint8_t)(elites << 5 | normals);
}

/* Forces of eight areas together. */
static inline uint8_t db_sum(uint64_t areas)
{
    return (uint8_t)(areas * UINT64_C(0x0101010101010101) >> 56);
}

/* All tokens of a seat in a zone, counted together: nobody can guess how many areas it has, or which of them are empty. By
 * invariant 2 both counts fit their bits however many areas are added. */
static inline uint8_t db_tokens(const uint8_t force[DB_AREAS_FILL], db_zone zone)
{
    unsigned from = zone.area < DB_AREAS_FILL - 8 ? zone.area : DB_AREAS_FILL - 8;
    uint64_t areas;

    static_assert(DB_ZONE_MAX < 8, "a zone fits eight bytes");
    memcpy(&areas, force + from, sizeof areas);
    areas = areas >> 8 * (zone.area - from) & ((UINT64_C(1) << 8 * zone.n) - 1);
    return db_sum(areas);
}

/* The side of a seat in the battle, or 2. */
static inline unsigned db_side(const db_battle *b, uint8_t seat)
{
    unsigned is_not_first = b->seat[0] != seat, is_not_second = b->seat[1] != seat;

    return is_not_first + (is_not_first & is_not_second);
}

/* The seat it is allied with, or 0xFF. */
static inline uint8_t db_ally(const db_board *b, uint8_t seat)
{
    return (uint8_t)(b->ally[seat] - 1);
}

/* The side this seat fights for or is allied with, or 2. */
static inline unsigned db_side_for(const db_board *b, uint8_t seat)
{
    unsigned side = db_side(&b->battle, seat);

    return side < 2 || !b->ally[seat] ? side : db_side(&b->battle, db_ally(b, seat));
}

static inline uint64_t db_card_bit(uint8_t card_plus_1)
{
    return DB_CARD_BIT(card_plus_1) >> 1;
}

static inline uint64_t db_hero_bit(uint8_t hero)
{
    return DB_CARD_BIT(hero) >> 1 << DB_CARD_cheap_hero_1;
}

/* The treachery cards a plan names. */
static inline uint64_t db_plan_cards(const db_plan *p)
{
    return db_hero_bit(p->hero) | db_card_bit(p->weapon) | db_card_bit(p->defense);
}

static inline bool db_has_effect(const cr_state *k, uint8_t kind)
{
    for (unsigned i = 0; i < k->depth; i++)
        if (k->stack[i].kind == kind)
            return true;
    return false;
}

/* Is the phase all that is played? In the whole game it lies on other effects. */
static inline bool db_is_whole_match(const cr_state *k)
{
    return k->depth == 1;
}

#endif
