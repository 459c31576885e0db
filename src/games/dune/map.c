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

enum { NEAR_MAX = 19 };
static const struct {
    uint8_t n, area[NEAR_MAX];
} near[DB_AREAS] = {
#define A(area)         AT_##area
#define NEAR(name, ...) [AT_##name] = {sizeof((const uint8_t[]){__VA_ARGS__}), {__VA_ARGS__}},
#include "games/dune/near.def"
#undef NEAR
#undef A
};

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
    uint8_t level[DB_AREAS], next[DB_AREAS];
    unsigned n_level = 0, n_next = 0;
    unsigned full = 0;

    CR_CITE(DU_8_3);
    CR_CITE(DU_8_4);
    CR_CITE(DU_8_5);
    memset(borders, DU_NO_WALK, DB_AREAS);
    if (du_is_stormed(s, from))
        return;
    for (uint8_t t = 0; !as_advisors && t < DB_STRONGHOLDS; t++)
        full |= (unsigned)du_is_full(s, seat, t) << t;
    borders[from] = 0;
    level[n_level++] = from;
    for (unsigned crossed = 0;; crossed++) {
        /* Steps inside of a territory cost nothing: the level grows while it is read. */
        for (unsigned i = 0; i < n_level; i++) {
            uint8_t area = level[i], territory = db_areas[area].territory;

            if (area != from && territory < DB_STRONGHOLDS && (full >> territory & 1))
                continue;
            for (unsigned j = 0; j < near[area].n; j++) {
                uint8_t to = near[area].area[j];
                bool is_inside = db_areas[to].territory == territory;

                if (du_is_stormed(s, to) || borders[to] <= crossed ||
                    (borders[to] == crossed + 1 && !is_inside))
                    continue;
                if (!is_inside && crossed == most)
                    continue;
                borders[to] = (uint8_t)(crossed + !is_inside);
                if (is_inside)
                    level[n_level++] = to;
                else
                    next[n_next++] = to;
            }
        }
        if (!n_next)
            return;
        /* What was found by a border and then from inside counts once. */
        n_level = 0;
        for (unsigned i = 0; i < n_next; i++)
            if (borders[next[i]] == crossed + 1)
                level[n_level++] = next[i];
        n_next = 0;
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
    for (unsigned area = zone.area; area < zone.area + (unsigned)zone.n; area++)
        for (unsigned j = 0; j < near[area].n; j++) {
            uint8_t to = near[area].area[j];

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
