/* The map beyond single zones: what borders what, walks under the storm, who stands where, who may come in. */
#include "games/dune/dune.h"

enum {
#define AREA(territory, sector) AT_##territory##_##sector,
#include "games/dune-battle/areas.def"
#undef AREA
};
enum {
#define TERRITORY(code, name, type, first, n) T_##code,
#include "games/dune-battle/territories.def"
#undef TERRITORY
};
enum { STRONGHOLD, POLAR, SAND, ROCK };

/* Areas as bits: those below 64, and those from there on. */
typedef struct {
    uint64_t low, high;
} area_set;

static const area_set near[DB_AREAS] = {
#define A(area)         | (AT_##area < 64 ? UINT64_C(1) << AT_##area % 64 : 0)
#define NEAR(name, ...) [AT_##name].low = 0 __VA_ARGS__,
#include "games/dune/near.def"
#undef A
#undef NEAR
#define A(area)         | (AT_##area < 64 ? 0 : UINT64_C(1) << AT_##area % 64)
#define NEAR(name, ...) [AT_##name].high = 0 __VA_ARGS__,
#include "games/dune/near.def"
#undef A
#undef NEAR
};

static area_set join(area_set a, area_set b)
{
    return (area_set){a.low | b.low, a.high | b.high};
}

static area_set both(area_set a, area_set b)
{
    return (area_set){a.low & b.low, a.high & b.high};
}

static area_set without(area_set a, area_set b)
{
    return (area_set){a.low & ~b.low, a.high & ~b.high};
}

/* n areas from the first on. */
static area_set areas_from(unsigned first, unsigned n)
{
    uint64_t some = (UINT64_C(1) << n) - 1;

    if (first >= 64)
        return (area_set){0, some << (first - 64)};
    return (area_set){some << first, first ? some >> (64 - first) : 0};
}

/* Takes the first area out of a set; false if it is empty. */
static bool take_area(area_set *set, uint8_t *area)
{
    uint64_t *from = set->low ? &set->low : &set->high;

    if (!*from)
        return false;
    *area = (uint8_t)(cr_bits_first(*from) + (set->low ? 0 : 64));
    *from &= *from - 1;
    return true;
}

#define T(name) (UINT64_C(1) << T_##name)
static const uint64_t sands =
#define TERRITORY(code, name, type, first, n) (type == SAND ? T(code) : 0) |
#include "games/dune-battle/territories.def"
#undef TERRITORY
    0;

/* DU-7.6: the Great Flat and all within two borders of it. */
static const uint64_t landings =
    T(sietch_tabr) | T(polar_sink) | T(bight_of_the_cliff) | T(broken_land) | T(cielago_west) |
    T(false_wall_west) | T(funeral_plain) | T(habbanya_erg) | T(hagga_basin) | T(plastic_basin) |
    T(rock_outcroppings) | T(the_great_flat) | T(the_greater_flat) | T(tsimpo) | T(wind_pass) |
    T(wind_pass_north);

bool du_is_sand(uint8_t territory)
{
    return sands >> territory & 1;
}

bool du_is_landing(uint8_t territory)
{
    return landings >> territory & 1;
}

bool du_is_protected(const du_state *s, uint8_t territory)
{
    CR_CITE(DU_2_3);
    if (s->d.board.wall_gone && (T(arrakeen) | T(carthag) | T(imperial_basin)) >> territory & 1)
        return false;
    return territory == T_imperial_basin || !du_is_sand(territory);
}

bool du_is_wall(uint8_t territory)
{
    return territory == T_shield_wall;
}

uint8_t du_seat_of(const du_state *s, uint8_t faction)
{
    return db_seat_of(&s->w.board, s->k.n_seats, faction);
}

/* ---- who stands where ---- */

bool du_has_tokens(const du_state *s, uint8_t seat, uint8_t territory)
{
    const db_territory *t = &db_territories[territory];
    const uint8_t *force = s->w.board.force[seat] + t->first;

    for (unsigned i = 0; i < t->n_areas; i++)
        if (force[i])
            return true;
    return false;
}

bool du_are_advisors(const du_state *s, uint8_t seat, uint8_t territory)
{
    return s->w.board.faction[seat] == DB_BG && (s->w.board.advisors >> territory & 1);
}

bool du_has_forces(const du_state *s, uint8_t seat, uint8_t territory)
{
    return !du_are_advisors(s, seat, territory) && du_has_tokens(s, seat, territory);
}

/* Does the ally of this seat have forces there? */
bool du_ally_is_in(const du_state *s, uint8_t seat, uint8_t territory)
{
    return s->w.board.ally[seat] && du_has_forces(s, db_ally(&s->w.board, seat), territory);
}

unsigned du_others_in(const du_state *s, uint8_t seat, uint8_t territory)
{
    unsigned n = 0;

    for (uint8_t other = 0; other < s->k.n_seats; other++)
        n += other != seat && du_has_forces(s, other, territory);
    return n;
}

bool du_is_full(const du_state *s, uint8_t seat, uint8_t territory)
{
    CR_CITE(DU_8_9);
    return territory < DB_STRONGHOLDS && du_others_in(s, seat, territory) > 1;
}

bool du_has_city(const du_state *s, uint8_t seat)
{
    return du_has_forces(s, seat, T_arrakeen) || du_has_forces(s, seat, T_carthag);
}

unsigned du_elites_of(const du_state *s, uint8_t seat)
{
    uint8_t faction = s->w.board.faction[seat];

    CR_CITE(DU_0_10);
    if (!s->w.board.is_advanced)
        return 0;
    return faction == DB_EM ? 5 : faction == DB_FR ? 3 : 0;
}

du_forces du_reserves(const du_state *s, uint8_t seat)
{
    const db_board *b = &s->w.board;
    unsigned elites = du_elites_of(s, seat), n = 0;
    du_forces left;

    for (unsigned at = 0; at < DB_AREAS_FILL; at += 8) {
        uint64_t eight;

        memcpy(&eight, b->force[seat] + at, 8);
        /* Sums of eight stacks: a faction has 20 forces, so none carries over. */
        n +=
            (unsigned)((eight & UINT64_C(0x1F1F1F1F1F1F1F1F)) * UINT64_C(0x0101010101010101) >> 56);
        elites -=
            (unsigned)((eight >> 5 & UINT64_C(0x0707070707070707)) * UINT64_C(0x0101010101010101) >>
                       56);
    }
    left.elites = elites - b->tank_elite[seat];
    left.normals = DB_FORCES - du_elites_of(s, seat) - n - b->tank_normal[seat];
    return left;
}

unsigned du_cards(const du_state *s, uint8_t seat)
{
    CR_CITE(DU_5_3);
    return cr_bits_count(s->w.secret.hand[seat]);
}

unsigned du_hand_limit(const du_state *s, uint8_t seat)
{
    return s->w.board.faction[seat] == DB_HK ? 8 : 4;
}

/* Does the seat have a token on the map outside the storm? */
bool du_can_move(const du_state *s, uint8_t seat)
{
    const db_board *b = &s->w.board;

    for (unsigned area = 0; area < DB_AREAS; area++)
        if (b->force[seat][area] && db_areas[area].sector != b->storm)
            return true;
    return false;
}

/* ---- walks ---- */

/* Borders that have to be crossed from an area to each other, DU_NO_WALK where no way leads or it is longer than `most`. A full stronghold can
 * be reached, but not passed. */
void du_walk(const du_state *s, uint8_t seat, uint8_t from, bool as_advisors, unsigned most,
             uint8_t borders[DB_AREAS])
{
    area_set level = areas_from(from, 1), seen = level;
    unsigned full = 0;

    CR_CITE(DU_8_3);
    CR_CITE(DU_8_4);
    CR_CITE(DU_8_5);
    memset(borders, DU_NO_WALK, DB_AREAS);
    for (uint8_t t = 0; !as_advisors && t < DB_STRONGHOLDS; t++)
        full |= (unsigned)du_is_full(s, seat, t) << t;
    for (unsigned crossed = 0; level.low | level.high; crossed++) {
        area_set next = {0, 0};
        uint8_t area;

        /* Steps inside of a territory cost nothing: the level grows while it is walked. */
        while (take_area(&level, &area)) {
            uint8_t territory = db_areas[area].territory;
            const db_territory *t = &db_territories[territory];
            area_set inside, around;

            if (du_is_stormed(s, area))
                continue;
            borders[area] = (uint8_t)crossed;
            if (area != from && territory < DB_STRONGHOLDS && (full >> territory & 1))
                continue;
            around = without(near[area], seen);
            next = join(next, around);
            inside = both(around, areas_from(t->first, t->n_areas));
            level = join(level, inside);
            seen = join(seen, inside);
        }
        if (crossed == most)
            return;
        level = without(next, seen);
        seen = join(seen, level);
    }
}

/* DU-3.7: can somebody in this area reach or touch the Shield Wall without leaving his territory? */
bool du_reaches_wall(const du_state *s, uint8_t from)
{
    uint8_t territory = db_areas[from].territory;
    db_zone zone = db_zone_at(&s->w.board, from);

    if (du_is_stormed(s, from))
        return false;
    if (du_is_wall(territory))
        return true;
    for (unsigned area = zone.area; area < zone.area + (unsigned)zone.n; area++) {
        area_set around = near[area];
        uint8_t to;

        while (take_area(&around, &to))
            if (du_is_wall(db_areas[to].territory) && !du_is_stormed(s, to))
                return true;
    }
    return false;
}

unsigned du_range(const du_state *s, uint8_t seat, bool as_advisors)
{
    CR_CITE(DU_8_2);
    if (as_advisors)
        return 1;
    if (du_has_city(s, seat))
        return 3;
    return s->w.board.faction[seat] == DB_FR && !(s->d.board.barred & DU_BAR_BORDER) ? 2 : 1;
}

/* ---- storm order ---- */

void du_order_seats(du_state *s)
{
    db_board *b = &s->w.board;
    const du_board *d = &s->d.board;
    unsigned n = 0;

    CR_CITE(DU_2_4);
    CR_CITE(DU_1_3);
    for (unsigned far = 1; far <= DB_SECTORS; far++)
        for (uint8_t seat = 0; seat < s->k.n_seats; seat++)
            if ((3u * d->circle[seat] + 1) % DB_SECTORS == (b->storm + far) % DB_SECTORS)
                b->order[n++] = seat;
}

/* The place of a seat in storm order. */
unsigned du_place_of(const du_state *s, uint8_t seat)
{
    unsigned place = 0;

    while (s->w.board.order[place] != seat)
        place++;
    return place;
}
