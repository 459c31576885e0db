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

static const du_areas near[DB_AREAS] = {
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

/* A row for each sector, with a 1 for each of its areas; the Polar Sink lies in a row of its own. */
static const uint8_t in_sector[DB_SECTORS + 2][DB_AREAS_FILL] = {
#define AREA(territory, sector) \
    [sector == DB_NO_SECTOR ? DB_SECTORS + 1 : sector][AT_##territory##_##sector] = 1,
#include "games/dune-battle/areas.def"
#undef AREA
};

static const du_areas every_area = {~UINT64_C(0), (UINT64_C(1) << (DB_AREAS - 64)) - 1};

/* Areas whose territory goes on behind them. */
static const du_areas goes_on = {
#define AREAS(first, n)                       (((UINT64_C(1) << ((n)-1)) - 1) << (first) % 64)
#define TERRITORY(code, name, type, first, n) | (first < 64 ? AREAS(first, n) : 0)
    0
#include "games/dune-battle/territories.def"
#undef TERRITORY
#define TERRITORY(code, name, type, first, n) | (first < 64 ? 0 : AREAS(first, n))
    ,
    0
#include "games/dune-battle/territories.def"
#undef TERRITORY
#undef AREAS
};
#define TERRITORY(code, name, type, first, n) \
    static_assert((n) == 1 || (first) / 64 == ((first) + (n)-2) / 64, "its bits lie in one word");
#include "games/dune-battle/territories.def"
#undef TERRITORY

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

uint64_t du_sands(void)
{
    return sands;
}

uint64_t du_landings(void)
{
    return landings;
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

/* Territories of n areas. */
uint64_t du_sized(unsigned n)
{
    static const uint8_t sized[DB_ZONE_MAX + 1][48] = {
#define TERRITORY(code, name, type, first, n) [n][T_##code] = 1,
#include "games/dune-battle/territories.def"
#undef TERRITORY
    };

    return cr_bits_used(sized[n]) | (uint64_t)cr_bits_used(sized[n] + 16) << 16 |
           (uint64_t)cr_bits_used(sized[n] + 32) << 32;
}

uint8_t du_seat_of(const du_state *s, uint8_t faction)
{
    return db_seat_of(&s->w.board, s->k.n_seats, faction);
}

du_areas du_in_sector(uint8_t sector)
{
    return du_areas_used(in_sector[sector]);
}

du_areas du_in_storm(const du_state *s)
{
    return du_in_sector(s->w.board.storm);
}

/* The areas of these territories. */
du_areas du_areas_of(uint64_t territories)
{
    du_areas set = {0, 0};

    for (; territories; territories &= territories - 1) {
        const db_territory *t = &db_territories[cr_bits_first(territories)];

        for (unsigned i = 0; i < t->n_areas; i++)
            set = du_areas_join(set, du_areas_one((uint8_t)(t->first + i)));
    }
    return set;
}

/* The territories of these areas. */
uint64_t du_territories(du_areas set)
{
    du_areas first = du_areas_without(set, du_areas_behind(du_areas_both(set, goes_on)));
    uint64_t in = 0;

    for (; first.low; first.low &= first.low - 1)
        in |= UINT64_C(1) << db_areas[cr_bits_first(first.low)].territory;
    for (; first.high; first.high &= first.high - 1)
        in |= UINT64_C(1) << db_areas[64 + cr_bits_first(first.high)].territory;
    return in;
}

/* The places that these areas have in their territories. */
uint64_t du_places(du_areas set)
{
    du_areas at = du_areas_without(every_area, du_areas_behind(goes_on));
    uint64_t places = 0;

    for (unsigned place = 0; place < DB_ZONE_MAX; place++) {
        places |= (uint64_t)du_areas_any(du_areas_both(set, at)) << place;
        at = du_areas_behind(du_areas_both(at, goes_on));
    }
    return places;
}

/* ---- who stands where ---- */

du_areas du_held(const du_state *s, uint8_t seat)
{
    return du_areas_used(s->w.board.force[seat]);
}

/* Areas with tokens of the seat outside the storm. */
du_areas du_movable(const du_state *s, uint8_t seat)
{
    return du_areas_without(du_held(s, seat), du_in_storm(s));
}

bool du_has_tokens(const du_state *s, uint8_t seat, uint8_t territory)
{
    const db_territory *t = &db_territories[territory];

    return db_tokens(s->w.board.force[seat], (db_zone){t->first, t->n_areas});
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

/* Strongholds where two others have forces. They are the first areas too, and one each. */
uint64_t du_full(const du_state *s, uint8_t seat)
{
    const db_board *b = &s->w.board;
    uint64_t once = 0, twice = 0;

    CR_CITE(DU_8_9);
    for (unsigned other = 0; other < s->k.n_seats; other++) {
        uint64_t here = cr_bits_used(b->force[other]) & ((1 << DB_STRONGHOLDS) - 1);

        if (other == seat)
            continue;
        if (b->faction[other] == DB_BG)
            here &= ~b->advisors;
        twice |= once & here;
        once |= here;
    }
    return twice;
}

bool du_is_full(const du_state *s, uint8_t seat, uint8_t territory)
{
    return du_full(s, seat) >> territory & 1;
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
    unsigned elites = du_elites_of(s, seat);
    uint64_t areas = 0;
    uint8_t out; /* on the map */

    for (unsigned at = 0; at < DB_AREAS_FILL; at += 8) {
        uint64_t eight;

        memcpy(&eight, b->force[seat] + at, 8);
        areas += eight;
    }
    out = db_sum(areas);
    return (du_forces){.normals = DB_FORCES - elites - db_normals(out) - b->tank_normal[seat],
                       .elites = elites - db_elites(out) - b->tank_elite[seat]};
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

bool du_can_move(const du_state *s, uint8_t seat)
{
    return du_areas_any(du_movable(s, seat));
}

/* ---- walks ---- */

/* What can be reached from there without a border being crossed: areas of a territory lie in a row, and only the storm parts
 * them. */
static du_areas spread(du_areas set, du_areas open)
{
    set = du_areas_both(set, open);
    for (unsigned i = 1; i < DB_ZONE_MAX; i++) {
        du_areas behind = du_areas_behind(du_areas_both(set, goes_on));
        du_areas before = du_areas_both(du_areas_before(set), goes_on);

        set = du_areas_join(set, du_areas_both(du_areas_join(behind, before), open));
    }
    return set;
}

static du_areas around(du_areas set)
{
    du_areas all = {0, 0};

    for (; set.low; set.low &= set.low - 1)
        all = du_areas_join(all, near[cr_bits_first(set.low)]);
    for (; set.high; set.high &= set.high - 1)
        all = du_areas_join(all, near[64 + cr_bits_first(set.high)]);
    return all;
}

/* Areas that lie behind at most so many borders, the first one and its zone included. A full stronghold can be reached, but not
 * passed. */
du_areas du_walk(const du_state *s, uint8_t seat, uint8_t from, bool as_advisors, unsigned most)
{
    du_areas open = du_areas_without(every_area, du_in_storm(s));
    du_areas level = spread(du_areas_one(from), open), seen = level;
    uint64_t full = as_advisors ? 0 : du_full(s, seat);

    CR_CITE(DU_8_3);
    CR_CITE(DU_8_4);
    CR_CITE(DU_8_5);
    for (unsigned crossed = 0; crossed < most && du_areas_any(level); crossed++) {
        level = spread(du_areas_without(around(level), seen), open);
        seen = du_areas_join(seen, level);
        level.low &= ~full;
    }
    return seen;
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
        du_areas beside = near[area];
        uint8_t to;

        while (du_areas_take(&beside, &to))
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
    uint8_t far[DB_SEATS]; /* sectors from the one in front of the storm on to the circle */

    CR_CITE(DU_2_4);
    CR_CITE(DU_1_3);
    for (unsigned seat = 0; seat < s->k.n_seats; seat++)
        far[seat] = (uint8_t)((3u * s->d.board.circle[seat] + DB_SECTORS - b->storm) % DB_SECTORS);
    for (uint8_t seat = 0; seat < s->k.n_seats; seat++) {
        unsigned place = 0;

        for (unsigned other = 0; other < s->k.n_seats; other++)
            place += far[other] < far[seat];
        b->order[place] = seat;
    }
}

/* The place of a seat in storm order. */
unsigned du_place_of(const du_state *s, uint8_t seat)
{
    unsigned place = 0;

    while (s->w.board.order[place] != seat)
        place++;
    return place;
}
