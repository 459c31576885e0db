/* Who stands where and with whom: zones under the storm, armies, fights; pools of leaders; which windows public
 * facts open; what a position is worth. */
#include "games/dune-battle/dune.h"

uint8_t db_seat_of(const db_board *b, unsigned n_seats, uint8_t faction)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t differs, is_here; /* a byte for each seat: not 0; its top bit */
    uint32_t first;
    uint16_t last;

    static_assert(DB_SEATS == sizeof first + sizeof last, "all seats are looked at together");
    memcpy(&first, b->faction, sizeof first);
    memcpy(&last, b->faction + sizeof first, sizeof last);
    differs = ((uint64_t)last << 8 * sizeof first | first) ^ faction * ones;
    is_here = ~(differs + 0x7F * ones) & 0x80 * ones & ((UINT64_C(1) << 8 * n_seats) - 1);
    return is_here ? (uint8_t)(cr_bits_first(is_here) / 8) : 0xFF;
}

db_zone db_zone_at(const db_board *b, uint8_t area)
{
    const db_territory *t = &db_territories[db_areas[area].territory];
    uint8_t from = t->first, to = (uint8_t)(t->first + t->n_areas);

    /* DB-1.3: the stormed area is a zone of its own and parts what lies before it from what lies behind. */
    CR_CITE(DB_0_4);
    CR_CITE(DB_1_3);
    if (t->n_areas == 1)
        return (db_zone){area, 1};
    for (uint8_t a = from; a < to; a++)
        if (db_areas[a].sector == b->storm) {
            if (a == area)
                return (db_zone){a, 1};
            if (a < area)
                from = (uint8_t)(a + 1);
            else
                return (db_zone){from, (uint8_t)(a - from)};
        }
    return (db_zone){from, (uint8_t)(to - from)};
}

static bool are_advisors(const db_board *b, uint8_t seat, uint8_t area)
{
    return b->faction[seat] == DB_BG && (b->advisors >> db_areas[area].territory & 1);
}

uint8_t db_army(const db_board *b, uint8_t seat, db_zone zone)
{
    CR_CITE(DB_1_7);
    if (are_advisors(b, seat, zone.area)) {
        CR_CITE(DB_0_3);
        CR_CITE(DB_12_21);
        return 0;
    }
    return db_tokens(b->force[seat], zone);
}

static bool can_fight_at(const db_board *b, db_zone zone)
{
    CR_CITE(DB_1_2);
    if (db_areas[zone.area].territory == DB_POLAR_SINK) {
        CR_CITE(DB_1_6);
        return false;
    }
    if (db_areas[zone.area].sector == b->storm && !b->battles_in_storm) {
        CR_CITE(DB_1_5);
        return false;
    }
    return true;
}

/* Areas from `first` on that hold tokens, n of them. They are looked at together and without a branch, for nobody can guess
 * where tokens lie. */
static inline uint64_t held(const uint8_t *force, unsigned first, unsigned n)
{
    uint64_t set = 0;

    for (unsigned i = 0; i < n; i += 16) {
        unsigned from = i + 16 <= n ? i : n - 16;

        set |= (uint64_t)cr_bits_used(force + first + from) << from;
    }
    return set;
}

/* The territories of such areas. So many steps are made in any case: most seats hold no more, and where they hold less is
 * not to be guessed either. */
static inline uint64_t territories_of(uint64_t areas, unsigned first, unsigned usual)
{
    uint64_t in = 0;

    for (unsigned i = 0; i < usual || areas; i++, areas &= areas - 1) {
        unsigned at = cr_bits_first(areas ? areas : 1);

        in |= (uint64_t)(areas != 0) << db_areas[first + at].territory;
    }
    return in;
}

void db_look_around(const db_board *b, unsigned n_seats, uint64_t presence[DB_SEATS])
{
    enum { HALF = 64 };

    for (unsigned seat = 0; seat < n_seats; seat++) {
        uint64_t low = held(b->force[seat], 0, HALF),
                 high = held(b->force[seat], HALF, DB_AREAS_FILL - HALF);

        presence[seat] = territories_of(low, 0, 3) | territories_of(high, HALF, 1);
    }
}

/* In the order of DB-2.5: by territory, zone, and opponents in storm order. */
static unsigned find_fights(const db_board *b, unsigned n_seats, uint8_t seat,
                            const uint64_t presence[DB_SEATS], db_fight *out, unsigned cap)
{
    uint64_t contested = 0;
    unsigned n = 0;

    CR_CITE(DB_2_3);
    for (unsigned other = 0; other < n_seats; other++) {
        bool is_foe = (other != seat) & (other != db_ally(b, seat));

        contested |= presence[other] & -(uint64_t)is_foe;
    }
    for (contested &= presence[seat]; contested; contested &= contested - 1) {
        unsigned territory = cr_bits_first(contested);
        const db_territory *t = &db_territories[territory];
        db_zone zone;

        for (unsigned a = t->first; a < t->first + (unsigned)t->n_areas;
             a = zone.area + (unsigned)zone.n) {
            CR_CITE(DB_1_4);
            zone = db_zone_at(b, (uint8_t)a);
            if (!can_fight_at(b, zone) || !db_army(b, seat, zone))
                continue;
            for (unsigned i = 0; i < n_seats && n < cap; i++) {
                uint8_t foe = b->order[i];

                if (foe != seat && foe != db_ally(b, seat) && (presence[foe] >> territory & 1) &&
                    db_army(b, foe, zone))
                    out[n++] = (db_fight){zone, foe};
            }
        }
    }
    return n;
}

unsigned db_fights_of(const db_board *b, unsigned n_seats, uint8_t seat, db_fight *out,
                      unsigned cap)
{
    uint64_t presence[DB_SEATS];

    db_look_around(b, n_seats, presence);
    return find_fights(b, n_seats, seat, presence, out, cap);
}

unsigned db_next_fights(const db_board *b, unsigned n_seats, const uint64_t presence[DB_SEATS],
                        uint8_t *aggressor, db_fight *out, unsigned cap)
{
    uint64_t once = 0, twice = 0; /* territories with tokens of one seat, of more */
    unsigned n = 0;

    CR_CITE(DB_0_8);
    CR_CITE(DB_2_1);
    CR_CITE(DB_2_4);
    for (unsigned seat = 0; seat < n_seats; seat++) {
        twice |= once & presence[seat];
        once |= presence[seat];
    }
    for (unsigned i = 0; twice && i < n_seats && !n; i++) {
        *aggressor = b->order[i];
        n = find_fights(b, n_seats, b->order[i], presence, out, cap);
    }
    return n;
}

uint32_t db_pool(const db_world *w, uint8_t seat)
{
    const db_board *b = &w->board;
    uint32_t captives = b->captives | w->secret.captives;
    uint32_t dead = b->dead | w->secret.dead;
    uint32_t pool = DB_OWN_LEADERS(b->faction[seat]) & ~captives & ~dead;

    CR_CITE(DB_0_5);
    if (b->faction[seat] == DB_HK)
        pool |= captives;
    return pool;
}

static uint32_t is_used_elsewhere(const db_board *b, unsigned leader, uint8_t territory)
{
    return (b->used[leader] != 0) & (b->used[leader] != territory + 1);
}

uint32_t db_available(const db_world *w, uint8_t seat, uint8_t territory)
{
    unsigned first = DB_LEADERS_EACH * w->board.faction[seat];
    uint32_t pool = db_pool(w, seat), others = pool & ~DB_OWN_LEADERS(w->board.faction[seat]);
    uint32_t elsewhere = 0;

    for (unsigned i = first; i < first + DB_LEADERS_EACH; i++)
        elsewhere |= is_used_elsewhere(&w->board, i, territory) << i;
    for (; others; others &= others - 1)
        elsewhere |= is_used_elsewhere(&w->board, cr_bits_first(others), territory)
                     << cr_bits_first(others);
    return pool & ~elsewhere;
}

uint64_t db_discarded(const db_board *b)
{
    uint64_t set = 0;
    unsigned n = b->discard[0], i = 1;

    /* By eights, as most piles are not longer: how long one is nobody can guess. */
    do
        for (unsigned end = i + 8; i < end; i++)
            set |= (uint64_t)(i <= n) << b->discard[i];
    while (i <= n && i + 8 <= sizeof b->discard);
    for (; i <= n; i++)
        set |= DB_CARD_BIT(b->discard[i]);
    return set;
}

bool db_karama_may_be(const db_board *b, uint64_t discarded, uint8_t seat)
{
    CR_CITE(DB_16_3);
    if (DB_KARAMAS & ~discarded)
        return true;
    return b->is_advanced && b->faction[seat] == DB_BG && (db_of_kind[DB_WORTHLESS] & ~discarded);
}

static bool has_tanks(const db_board *b, uint8_t seat)
{
    return b->tank_normal[seat] | b->tank_elite[seat] | b->n_hidden_dead[seat] |
           (b->dead & DB_OWN_LEADERS(b->faction[seat]));
}

bool db_is_asked(const db_board *b, uint64_t discarded, uint8_t seat)
{
    uint8_t faction = b->faction[seat];

    CR_CITE(DB_16_1);
    CR_CITE(DB_16_2);
    if (!(discarded & DB_CARD_BIT(DB_CARD_tleilaxu_ghola)) && has_tanks(b, seat))
        return true;
    if (db_may_give(b, seat))
        return true;
    if (!b->is_advanced || !db_karama_may_be(b, discarded, seat))
        return false;
    for (unsigned side = 0; side < 2; side++) {
        uint8_t other = b->battle.seat[side], of = b->faction[other];

        if (other != seat && (of == DB_AT || of == DB_EM || of == DB_FR))
            return true;
    }
    return faction == DB_AT && !b->look_used;
}

/* ---- worth ---- */

static int32_t worth_of_tokens(const db_board *b, uint8_t seat)
{
    uint64_t areas = 0, advisors = b->faction[seat] == DB_BG ? b->advisors : 0;
    int32_t worth;

    for (unsigned area = 0; area < DB_AREAS_FILL; area += 8) {
        uint64_t eight;

        memcpy(&eight, b->force[seat] + area, sizeof eight);
        areas += eight;
    }
    worth = 2 * (int32_t)db_normals(db_sum(areas)) +
            (b->is_advanced ? 4 : 2) * (int32_t)db_elites(db_sum(areas));
    for (; advisors; advisors &= advisors - 1) {
        const db_territory *t = &db_territories[cr_bits_first(advisors)];

        for (unsigned a = t->first; a < t->first + (unsigned)t->n_areas; a++)
            worth -= (int32_t)db_normals(b->force[seat][a]);
    }
    return worth;
}

static int32_t worth_of_leaders(const db_world *w, uint8_t seat)
{
    unsigned first = DB_LEADERS_EACH * w->board.faction[seat];
    uint32_t pool = db_pool(w, seat), others = pool & ~DB_OWN_LEADERS(w->board.faction[seat]);
    int32_t worth = 0;

    for (unsigned i = first; i < first + DB_LEADERS_EACH; i++)
        worth += (int32_t)(pool >> i & 1) * db_leaders[i].strength;
    for (; others; others &= others - 1)
        worth += db_leaders[cr_bits_first(others)].strength;
    return worth;
}

void db_values(const db_world *w, unsigned n_seats, int32_t out[DB_SEATS])
{
    const db_board *b = &w->board;
    uint64_t once = 0, twice = 0,
             armies[DB_SEATS]; /* strongholds, which are the first territories and areas */

    CR_CITE(DB_14_4);
    for (uint8_t seat = 0; seat < n_seats; seat++) {
        armies[seat] = cr_bits_used(b->force[seat]) & ((1 << DB_STRONGHOLDS) - 1);
        if (b->faction[seat] == DB_BG)
            armies[seat] &= ~b->advisors;
        twice |= once & armies[seat];
        once |= armies[seat];
    }
    for (uint8_t seat = 0; seat < n_seats; seat++)
        out[seat] = w->secret.spice[seat] + 2 * (int32_t)cr_bits_count(w->secret.hand[seat]) +
                    10 * (int32_t)cr_bits_count(armies[seat] & ~twice) + worth_of_leaders(w, seat) +
                    worth_of_tokens(b, seat);
}

void db_score(const cr_state *k, int32_t out[CR_SEATS_MAX])
{
    const db_world *w = &((const db_state *)k)->w;
    int32_t gain[DB_SEATS];

    CR_CITE(DB_14_5);
    db_values(w, k->n_seats, gain);
    for (uint8_t seat = 0; seat < k->n_seats; seat++)
        gain[seat] -= w->secret.start[seat];
    for (uint8_t seat = 0; seat < k->n_seats; seat++) {
        out[seat] = gain[seat];
        for (uint8_t other = 0; other < k->n_seats; other++)
            if (other != seat && other != db_ally(&w->board, seat))
                out[seat] -= gain[other];
    }
}
