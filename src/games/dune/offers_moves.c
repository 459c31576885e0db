/* Offers of forces on their way: shipments, crossings, moves, rides, and those who join a group. */
#include "games/dune/offers.h"

/* Territories that this seat can enter with forces as far as occupancy goes. */
static uint64_t open_territories(const du_state *s, uint8_t seat)
{
    uint64_t set = (UINT64_C(1) << DB_TERRITORIES) - 1;

    for (uint8_t t = 0; t < DB_STRONGHOLDS; t++)
        if (du_is_full(s, seat, t))
            set &= ~(UINT64_C(1) << t);
    return set;
}

/* Splits territories by their number of areas, so that boxes hold places that exist. */
static uint64_t with_areas(uint64_t territories, unsigned n)
{
    uint64_t set = 0;

    for (uint64_t left = territories; left; left &= left - 1)
        if (db_territories[cr_bits_first(left)].n_areas == n)
            set |= left & -left;
    return set;
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
    for (unsigned n = 1; n <= DB_ZONE_MAX; n++) {
        uint64_t to = with_areas(open, n);
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
    uint64_t to = 0;
    cr_box *box;

    if (!(left.normals + left.elites))
        return;
    for (uint8_t t = 0; t < DB_TERRITORIES; t++)
        to |= (uint64_t)du_is_landing(t) << t;
    to &= open_territories(s, seat);
    box = cr_box_add(out, DU_EMERGE);
    cr_box_one(box, 0, to);
    cr_box_one(box, 1, db_up_to(DB_ZONE_MAX - 1));
    cr_box_one(box, 2, db_up_to(left.normals));
    if (left.elites)
        cr_box_one(box, 3, db_up_to(left.elites));
}

/* Areas with forces of the seat outside the storm; at most `cap`, and their number in all. */
static unsigned own_areas(const du_state *s, uint8_t seat, bool with_advisors, uint8_t *areas)
{
    unsigned n = 0;

    for (uint8_t area = 0; area < DB_AREAS; area++)
        if (s->w.board.force[seat][area] && !du_is_stormed(s, area) &&
            (with_advisors || !du_are_advisors(s, seat, db_areas[area].territory)))
            areas[n++] = area;
    return n;
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

static void offer_crossings(const du_state *s, uint8_t seat, cr_space *out)
{
    uint8_t areas[DB_AREAS];
    unsigned n = own_areas(s, seat, false, areas);
    bool may_cross = du_may_cross(s, seat), may_back = du_may_ship_back(s, seat);
    uint64_t from = 0, open = open_territories(s, seat);

    if ((!may_cross && !may_back) || !n || !du_means(s, seat))
        return;
    if (du_faction(s, seat) == DB_BG)
        open &= ~s->w.board.advisors;
    if (n > 6) { /* one wide box for all, there is not room for one each */
        cr_box *box;

        for (unsigned i = 0; i < n; i++)
            from |= UINT64_C(1) << db_areas[areas[i]].territory;
        for (unsigned back = 0; back < 2; back++) {
            uint8_t forces = back ? 2 : 4;

            if (back ? !may_back : !may_cross)
                continue;
            box = cr_box_add(out, back ? DU_BACK : DU_CROSS);
            cr_box_one(box, 0, from);
            cr_box_one(box, 1, db_up_to(DB_ZONE_MAX - 1));
            cr_box_one(box, forces, db_up_to(DB_FORCES));
            if (du_elites_of(s, seat))
                cr_box_one(box, (uint8_t)(forces + 1), db_up_to(du_elites_of(s, seat)));
            if (back)
                continue;
            cr_box_one(box, 2, open);
            cr_box_one(box, 3, db_up_to(DB_ZONE_MAX - 1));
        }
        return;
    }
    for (unsigned i = 0; i < n; i++) {
        cr_box *box;

        if (may_cross) {
            box = box_from(s, out, DU_CROSS, seat, areas[i], 0, 4);
            cr_box_one(box, 2, open & ~(UINT64_C(1) << db_areas[areas[i]].territory));
            cr_box_one(box, 3, db_up_to(DB_ZONE_MAX - 1));
        }
        if (may_back)
            box_from(s, out, DU_BACK, seat, areas[i], 0, 2);
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
    uint8_t areas[DB_AREAS];
    unsigned n = own_areas(s, seat, true, areas);

    for (unsigned i = 0; i < n; i++) {
        uint64_t to = 0, places = 0;
        du_reach reach;
        cr_box *box;

        du_reach_of(s, seat, areas[i], false, &reach);
        for (uint8_t area = 0; area < DB_AREAS; area++)
            if (reach.borders[area] <= reach.range && area != areas[i]) {
                const db_area *a = &db_areas[area];

                to |= UINT64_C(1) << a->territory;
                places |= UINT64_C(1) << (area - db_territories[a->territory].first);
            }
        if (!to)
            continue;
        box = box_from(s, out, DU_MOVE, seat, areas[i], 0, 4);
        cr_box_one(box, 2, to);
        cr_box_one(box, 3, places);
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
