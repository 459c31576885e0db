/* Offers of forces on their way: shipments, crossings, moves, rides, and those who join a group. */
#include "games/dune/offers.h"

/* Territories that this seat can enter with forces as far as occupancy goes. */
static uint64_t open_territories(const du_state *s, uint8_t seat)
{
    return ((UINT64_C(1) << DB_TERRITORIES) - 1) & ~du_full(s, seat);
}

static void offer_ship(const du_state *s, uint8_t seat, cr_space *out)
{
    du_forces left = du_reserves(s, seat);
    uint64_t open = open_territories(s, seat), cards = db_karamas(&s->w, seat) << 1;
    unsigned means = du_means(s, seat), most = du_least(2 * means, 63),
             bg_advisors = du_faction(s, seat) == DB_BG;

    if (bg_advisors)
        open &= ~s->w.board.advisors;
    if (!(left.normals + left.elites) || !means)
        return;
    for (unsigned n = 1; n <= DB_ZONE_MAX; n++) { /* so that boxes hold places that exist */
        uint64_t to = open & du_sized(n);
        cr_box *box;

        if (!to)
            continue;
        box = cr_box_add(out, DU_SHIP);
        cr_box_one(box, 0, to);
        cr_box_one(box, 1, db_up_to(n - 1));
        cr_box_one(box, 2, db_up_to(du_least(left.normals, most)));
        if (left.elites)
            cr_box_one(box, 3, db_up_to(du_least(left.elites, most)));
        if (cards)
            cr_box_one(box, 4, cards | 1);
    }
}

static void offer_emerge(const du_state *s, uint8_t seat, cr_space *out)
{
    du_forces left = du_reserves(s, seat);
    cr_box *box;

    if (!(left.normals + left.elites))
        return;
    box = cr_box_add(out, DU_EMERGE);
    cr_box_one(box, 0, du_landings() & open_territories(s, seat));
    cr_box_one(box, 1, db_up_to(DB_ZONE_MAX - 1));
    cr_box_one(box, 2, db_up_to(left.normals));
    if (left.elites)
        cr_box_one(box, 3, db_up_to(left.elites));
}

/* A box of moves with forces from one area; those of its stack at most. */
static cr_box *box_from(const du_state *s, cr_space *out, uint8_t kind, uint8_t seat, uint8_t area,
                        uint8_t from, uint8_t forces)
{
    uint8_t force = s->w.board.force[seat][area];
    cr_box *box = cr_box_add(out, kind);

    box->move.arg[from] = db_areas[area].territory;
    box->move.arg[from + 1] = (uint8_t)(area - db_territories[db_areas[area].territory].first);
    cr_box_one(box, forces, db_up_to(db_normals(force)));
    if (db_elites(force))
        cr_box_one(box, (uint8_t)(forces + 1), db_up_to(db_elites(force)));
    return box;
}

/* One wide box for all areas: there is not room for one each. */
static cr_box *box_from_all(const du_state *s, cr_space *out, uint8_t kind, uint8_t seat,
                            du_areas areas, uint8_t forces)
{
    cr_box *box = cr_box_add(out, kind);

    cr_box_one(box, 0, du_territories(areas));
    cr_box_one(box, 1, db_up_to(DB_ZONE_MAX - 1));
    cr_box_one(box, forces, db_up_to(DB_FORCES));
    if (du_elites_of(s, seat))
        cr_box_one(box, (uint8_t)(forces + 1), db_up_to(du_elites_of(s, seat)));
    return box;
}

static void offer_crossings(const du_state *s, uint8_t seat, cr_space *out)
{
    bool may_cross = du_may_cross(s, seat), may_back = du_may_ship_back(s, seat);
    uint64_t advisors = du_faction(s, seat) == DB_BG ? s->w.board.advisors : 0, open;
    du_areas areas;
    uint8_t area;

    if ((!may_cross && !may_back) || !du_means(s, seat))
        return;
    areas = du_areas_without(du_movable(s, seat), du_areas_of(advisors));
    open = open_territories(s, seat) & ~advisors;
    if (du_areas_count(areas) > 6) {
        if (may_cross) {
            cr_box *box = box_from_all(s, out, DU_CROSS, seat, areas, 4);

            cr_box_one(box, 2, open);
            cr_box_one(box, 3, db_up_to(DB_ZONE_MAX - 1));
        }
        if (may_back)
            box_from_all(s, out, DU_BACK, seat, areas, 2);
        return;
    }
    while (du_areas_take(&areas, &area)) {
        if (may_cross) {
            cr_box *box = box_from(s, out, DU_CROSS, seat, area, 0, 4);

            cr_box_one(box, 2, open & ~(UINT64_C(1) << db_areas[area].territory));
            cr_box_one(box, 3, db_up_to(DB_ZONE_MAX - 1));
        }
        if (may_back)
            box_from(s, out, DU_BACK, seat, area, 0, 2);
    }
}

void du_offer_shipments(const du_state *s, uint8_t seat, cr_space *out)
{
    if (du_faction(s, seat) == DB_FR)
        offer_emerge(s, seat, out);
    else
        offer_ship(s, seat, out);
    offer_crossings(s, seat, out);
}

void du_offer_moves(const du_state *s, uint8_t seat, cr_space *out)
{
    du_areas areas = du_movable(s, seat);
    uint8_t area;

    while (du_areas_take(&areas, &area)) {
        du_reach reach;
        du_areas to;
        cr_box *box;

        du_reach_of(s, seat, area, &reach);
        to = du_areas_without(reach.areas, du_areas_one(area));
        if (!du_areas_any(to))
            continue;
        box = box_from(s, out, DU_MOVE, seat, area, 0, 4);
        cr_box_one(box, 2, du_territories(to));
        cr_box_one(box, 3, du_places(to));
        if (reach.as_advisors)
            cr_box_one(box, 6, 3);
    }
}

void du_offer_rides(const du_state *s, uint8_t seat, cr_space *out)
{
    const db_territory *t = &db_territories[s->d.board.rides[s->k.stack[s->k.depth - 1].note] - 1];

    for (uint8_t area = t->first; area < t->first + t->n_areas; area++) {
        cr_box *box;

        if (!s->w.board.force[seat][area] || du_is_stormed(s, area))
            continue;
        box = box_from(s, out, DU_RIDE, seat, area, 2, 4);
        cr_box_one(box, 0, open_territories(s, seat));
        cr_box_one(box, 1, db_up_to(DB_ZONE_MAX - 1));
    }
}

void du_offer_also(const du_state *s, uint8_t seat, cr_space *out)
{
    const db_territory *t = &db_territories[s->d.board.now.from - 1];

    for (uint64_t left = du_joinable(s); left; left &= left - 1)
        box_from(s, out, DU_ALSO, seat, (uint8_t)(t->first + cr_bits_first(left)), 0, 2);
}
