/* What a seat is offered at each question, as boxes, and the defaults of DU-16. */
#include "games/dune/dune.h"

static const uint64_t all_territories = (UINT64_C(1) << DB_TERRITORIES) - 1;

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static void offer(cr_space *out, uint8_t kind)
{
    cr_box_add(out, kind)->is_exact = 1;
}

/* ---- side actions ---- */

static void offer_ghola(const du_state *s, uint8_t seat, cr_space *out)
{
    uint64_t dead = (uint64_t)db_own_dead(&s->w, seat) << 1;
    unsigned n = s->w.board.tank_normal[seat], e = s->w.board.tank_elite[seat];
    cr_box *box;

    if (!(s->w.secret.hand[seat] & DB_CARD_BIT(DB_CARD_tleilaxu_ghola)))
        return;
    if (du_faction(s, seat) == DB_AT && s->w.board.kh_dead)
        dead |= UINT64_C(1) << DU_KH;
    if (dead) {
        box = cr_box_add(out, DB_GHOLA);
        cr_box_one(box, 0, dead);
        box->is_exact = 1;
    }
    if (n + e) {
        box = cr_box_add(out, DB_GHOLA);
        cr_box_one(box, 1, db_up_to(least(n, DB_GHOLA_FORCES)));
        cr_box_one(box, 2, e ? 3 : 1);
    }
}

/* Factions in play as bits, without this seat's own. */
static uint64_t others(const du_state *s, uint8_t seat)
{
    uint64_t set = 0;

    for (uint8_t other = 0; other < s->k.n_seats; other++)
        if (other != seat)
            set |= UINT64_C(1) << du_faction(s, other);
    return set;
}

static void offer_truth(const du_state *s, uint8_t seat, cr_space *out)
{
    uint64_t cards = DB_CARD_BIT(DB_CARD_truthtrance_1) | DB_CARD_BIT(DB_CARD_truthtrance_2);
    uint64_t of = others(s, seat);

    if (!(s->w.secret.hand[seat] & cards))
        return;
    for (uint8_t asks = DU_ASKS_KIND; asks <= DU_ASKS_TURN; asks++) {
        uint64_t to = asks >= DU_ASKS_FACTION ? of & UINT64_C(1) << DB_BG : of;
        unsigned lo, hi;
        cr_box *box;

        if (!to)
            continue;
        du_truth_values(s, asks, &lo, &hi);
        box = cr_box_add(out, DU_TRUTH);
        box->move.arg[1] = asks;
        cr_box_one(box, 0, to);
        cr_box_one(box, 2, (hi < 63 ? db_up_to(hi) : ~UINT64_C(0)) & ~(uint64_t)lo);
        box->is_exact = 1;
    }
}

/* 1 up to what can be given at once. */
static uint64_t amounts(const du_state *s, uint8_t seat)
{
    unsigned most = least(s->w.secret.spice[seat], DU_AMOUNT_MAX);

    return (most < 63 ? db_up_to(most) : ~UINT64_C(0)) & ~UINT64_C(1);
}

static void offer_deals(const du_state *s, uint8_t seat, cr_space *out)
{
    uint64_t to = others(s, seat), spice = amounts(s, seat);
    uint8_t ally = db_ally(&s->w.board, seat);
    cr_box *box;

    if (out->is_for_answers || !spice)
        return;
    if (ally != 0xFF)
        to &= ~(UINT64_C(1) << du_faction(s, ally));
    if (to) {
        box = cr_box_add(out, DU_BRIBE);
        cr_box_one(box, 0, to);
        cr_box_one(box, 1, spice);
        box->is_exact = 1;
    }
    if (ally != 0xFF && du_faction(s, seat) == DB_EM)
        cr_box_exact_one(out, DB_GIFT, spice);
}

static void offer_side(const du_state *s, uint8_t seat, cr_space *out)
{
    offer_ghola(s, seat, out);
    if (!out->is_for_answers)
        offer_truth(s, seat, out);
    offer_deals(s, seat, out);
}

static void offer_preventions(const du_state *s, uint8_t seat, uint64_t cards, cr_space *out)
{
    for (uint8_t power = 0; power < DU_PREVENTABLE; power++) {
        bool is_card = du_preventable[power] == DU_AT_CARD;
        uint64_t places = is_card ? db_up_to(cr_bits_count(du_eligible(s))) & ~UINT64_C(1) : 1;
        cr_box *box;

        if (!du_is_preventable(s, seat, power) ||
            (s->d.board.prevented >> du_preventable[power] & 1))
            continue;
        if (is_card)
            places &= ~((uint64_t)s->d.board.prevented_cards << 1);
        if (!places)
            continue;
        box = cr_box_add(out, DU_PREVENT);
        box->move.arg[0] = power;
        cr_box_one(box, 1, cards);
        cr_box_one(box, 2, places);
        box->is_exact = 1;
    }
}

static void offer_own(const du_state *s, uint8_t seat, uint64_t cards, cr_space *out)
{
    uint64_t to = 0, dead = (uint64_t)db_own_dead(&s->w, seat) << 1;
    cr_box *box;

    if (s->d.board.own_used >> seat & 1)
        return;
    if (du_own_moment(s, seat, DU_CALL_WORM)) {
        for (uint8_t t = 0; t < DB_TERRITORIES; t++)
            to |= (uint64_t)du_is_sand(t) << t;
        box = cr_box_add(out, DU_CALL_WORM);
        cr_box_one(box, 0, to);
        cr_box_one(box, 1, cards);
        box->is_exact = 1;
    }
    if (du_own_moment(s, seat, DU_SWAP)) {
        for (uint8_t other = 0; other < s->k.n_seats; other++)
            if (other != seat && du_cards(s, other))
                to |= UINT64_C(1) << du_faction(s, other);
        if (to) {
            box = cr_box_add(out, DU_SWAP);
            cr_box_one(box, 0, to);
            cr_box_one(box, 1, cards);
            box->is_exact = 1;
        }
    }
    if (!du_own_moment(s, seat, DU_RECALL))
        return;
    if (s->w.board.tank_normal[seat] || s->w.board.tank_elite[seat]) {
        box = cr_box_add(out, DU_RECALL);
        cr_box_one(box, 0, db_up_to(least(s->w.board.tank_normal[seat], 3)));
        cr_box_one(box, 1, s->w.board.tank_elite[seat] ? 3 : 1);
        cr_box_one(box, 3, cards);
    }
    if (dead) {
        box = cr_box_add(out, DU_RECALL);
        cr_box_one(box, 2, dead);
        cr_box_one(box, 3, cards);
        box->is_exact = 1;
    }
}

void du_opening_space(const du_state *s, uint8_t seat, cr_space *out)
{
    uint64_t cards = db_karamas(&s->w, seat);

    offer(out, DB_PASS);
    offer_side(s, seat, out);
    if (!out->is_for_answers && du_takes_pledges(s) && s->w.board.ally[seat] &&
        !(s->d.board.pledged >> seat & 1) && amounts(s, seat))
        cr_box_exact_one(out, DU_PLEDGE, amounts(s, seat));
    if (cards) {
        offer_preventions(s, seat, cards, out);
        offer_own(s, seat, cards, out);
    }
}

/* ---- cancelling ---- */

void du_cancel_space(const du_state *s, uint8_t seat, cr_space *out)
{
    uint64_t cards = db_karamas(&s->w, seat);
    uint32_t powers = du_offered_to(s, seat);
    cr_box *box;

    offer(out, DB_PASS);
    if (!cards || !powers)
        return;
    box = cr_box_add(out, DB_CANCEL);
    cr_box_one(box, 0, cards);
    cr_box_one(box, 1, (uint64_t)powers << 1);
    box->is_exact = 1;
}

/* ---- shipments and moves ---- */

/* Territories that this seat can enter with forces as far as occupancy goes. */
static uint64_t open_territories(const du_state *s, uint8_t seat)
{
    uint64_t set = all_territories;

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
    unsigned means = du_means(s, seat), most = least(2 * means, 63),
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
        cr_box_one(box, 2, db_up_to(least(left.normals, most)));
        if (left.elites)
            cr_box_one(box, 3, db_up_to(least(left.elites, most)));
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

static void offer_moves(const du_state *s, uint8_t seat, cr_space *out)
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

static void offer_rides(const du_state *s, uint8_t seat, cr_space *out)
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

static void offer_also(const du_state *s, uint8_t seat, cr_space *out)
{
    const db_territory *t = &db_territories[s->d.board.now.from - 1];

    for (uint64_t left = du_joinable(s); left; left &= left - 1)
        box_from(s, out, DU_ALSO, seat, (uint8_t)(t->first + cr_bits_first(left)), 0, 2);
}

/* ---- revival ---- */

static void offer_revival(const du_state *s, uint8_t seat, cr_space *out)
{
    unsigned n = least(s->w.board.tank_normal[seat], 3), e = s->w.board.tank_elite[seat] != 0;
    cr_box *box = cr_box_add(out, DU_REVIVE);

    cr_box_one(box, 0, db_up_to(n));
    if (e)
        cr_box_one(box, 1, 3);
    cr_box_one(box, 2, du_revivable(s, seat) | 1);
}

static void offer_help(const du_state *s, uint8_t seat, cr_space *out)
{
    uint8_t ally = db_ally(&s->w.board, seat);
    cr_box *box = cr_box_add(out, DU_HELP);

    cr_box_one(box, 0, db_up_to(least(s->w.board.tank_normal[ally], 3)));
    cr_box_one(box, 1, s->w.board.tank_elite[ally] ? 3 : 1);
}

/* ---- all questions ---- */

static void offer_bids(const du_state *s, uint8_t seat, cr_space *out)
{
    unsigned most =
        db_karamas(&s->w, seat) ? DU_AMOUNT_MAX : least(du_means(s, seat), DU_AMOUNT_MAX);
    unsigned bid = s->d.board.auction.bid;

    if (most > bid)
        cr_box_exact_one(out, DU_BID, (most < 63 ? db_up_to(most) : ~UINT64_C(0)) & ~db_up_to(bid));
}

static void offer_pay(const du_state *s, uint8_t seat, cr_space *out)
{
    uint64_t with = db_karamas(&s->w, seat) << 1;

    if (du_means(s, seat) >= s->d.board.auction.bid)
        with |= 1;
    cr_box_exact_one(out, DU_PAY, with);
}

static void offer_storm(const du_state *s, uint8_t seat, cr_space *out)
{
    uint64_t hand = s->w.secret.hand[seat];
    unsigned lo, hi;

    switch (s->k.q.kind) {
    case DU_Q_DIAL:
        cr_box_exact_one(out, DU_DIAL,
                         s->d.board.turn == 1 ? db_up_to(DU_DIAL_FIRST)
                                              : db_up_to(DU_DIAL_MAX) & ~UINT64_C(1));
        break;
    case DU_Q_WEATHER:
        offer(out, DB_PASS);
        if (hand & DB_CARD_BIT(DB_CARD_weather_control))
            cr_box_exact_one(out, DU_WEATHER, db_up_to(DU_WEATHER_MAX));
        break;
    case DU_Q_ATOMICS:
        offer(out, DB_PASS);
        if ((hand & DB_CARD_BIT(DB_CARD_family_atomics)) && du_can_blast(s, seat))
            offer(out, DU_ATOMICS);
        break;
    default:
        du_loss_bounds(s->w.board.force[seat][du_next_loss(s, s->k.stack[s->k.depth - 1].note)],
                       &lo, &hi);
        cr_box_exact_one(out, DU_LOSE, db_up_to(hi) & ~(db_up_to(lo) >> 1));
    }
}

static void offer_wartime(const du_state *s, uint8_t seat, cr_space *out)
{
    uint64_t set = 0;

    for (uint64_t left = s->w.board.advisors; left; left &= left - 1) {
        cr_move move = {.seat = seat, .kind = DU_ARM, .arg = {(uint8_t)cr_bits_first(left)}};

        if (!du_check_arm(s, &move).code)
            set |= left & -left;
    }
    offer(out, DB_PASS);
    if (set)
        cr_box_exact_one(out, DU_ARM, set);
}

static void offer_send(const du_state *s, uint8_t seat, cr_space *out)
{
    cr_move advisor = {.seat = seat, .kind = DU_SEND, .arg = {DU_SEND_ADVISOR}};

    offer(out, DB_PASS);
    cr_box_exact_one(out, DU_SEND, du_check_send(s, &advisor).code ? 1 : 3);
}

static void offer_worm(cr_space *out)
{
    uint64_t set = 0;

    for (uint8_t t = 0; t < DB_TERRITORIES; t++)
        set |= (uint64_t)du_is_sand(t) << t;
    offer(out, DB_PASS);
    cr_box_exact_one(out, DU_SEND_WORM, set);
}

static void offer_alliance(const du_state *s, uint8_t seat, cr_space *out)
{
    uint64_t set = 0;

    offer(out, DB_PASS);
    for (unsigned left = s->k.q.asked & 0xFF; left; left &= left - 1)
        if (cr_bits_first(left) != seat)
            set |= UINT64_C(1) << du_faction(s, (uint8_t)cr_bits_first(left));
    cr_box_exact_one(out, DU_OFFER, set);
}

static void offer_prediction(const du_state *s, uint8_t seat, cr_space *out)
{
    cr_box *box = cr_box_add(out, DU_PREDICT);

    cr_box_one(box, 0, others(s, seat));
    cr_box_one(box, 1, db_up_to(s->d.board.max_turns) & ~UINT64_C(1));
    box->is_exact = 1;
}

static void offer_worthless_cancel(const du_state *s, uint8_t seat, cr_space *out)
{
    offer(out, DB_PASS);
    if (db_karamas(&s->w, seat))
        cr_box_exact_one(out, DB_CANCEL, db_karamas(&s->w, seat));
}

void du_space(const cr_state *k, uint8_t seat, cr_space *out)
{
    const du_state *s = (const du_state *)k;

    switch (k->q.kind) {
    case DU_Q_PREDICT:
        offer_prediction(s, seat, out);
        break;
    case DU_Q_KEEP_TRAITOR:
        cr_box_exact_one(out, DU_KEEP_TRAITOR, s->d.secret.dealt[seat]);
        break;
    case DU_Q_PLACE_FREMEN:
    case DU_Q_PLACE_SISTER:
        du_offer_places(s, seat, out);
        break;
    case DU_Q_DIAL:
    case DU_Q_WEATHER:
    case DU_Q_ATOMICS:
    case DU_Q_STORM_LOSS:
        offer_storm(s, seat, out);
        break;
    case DU_Q_OPENING:
        du_opening_space(s, seat, out);
        break;
    case DU_Q_GIVE_BACK:
        cr_box_exact_one(out, DU_GIVE_BACK, s->w.secret.hand[seat]);
        break;
    case DU_Q_CANCEL:
        du_cancel_space(s, seat, out);
        break;
    case DU_Q_CANCEL_WORTHLESS:
        offer_worthless_cancel(s, seat, out);
        break;
    case DU_Q_WORM:
        offer_worm(out);
        break;
    case DU_Q_SPARE:
    case DU_Q_RAISE:
        offer(out, DU_YES);
        offer(out, DU_NO);
        break;
    case DU_Q_LEAVE:
        offer(out, DB_PASS);
        offer(out, DU_LEAVE);
        break;
    case DU_Q_ALLY:
        offer_alliance(s, seat, out);
        break;
    case DU_Q_RIDE:
        offer(out, DB_PASS);
        offer_rides(s, seat, out);
        break;
    case DU_Q_RIDE_ALSO:
    case DU_Q_SHIP_ALSO:
    case DU_Q_MOVE_ALSO:
        offer(out, DB_PASS);
        offer_also(s, seat, out);
        break;
    case DU_Q_CHARITY:
        offer(out, DB_PASS);
        if (s->w.secret.spice[seat] < 2)
            offer(out, DU_CLAIM);
        break;
    case DU_Q_BID:
        offer(out, DB_PASS);
        offer_bids(s, seat, out);
        break;
    case DU_Q_PAY:
        offer_pay(s, seat, out);
        break;
    case DU_Q_REVIVE:
        offer(out, DB_PASS);
        offer_revival(s, seat, out);
        break;
    case DU_Q_HELP:
        offer(out, DB_PASS);
        offer_help(s, seat, out);
        break;
    case DU_Q_WARTIME:
        offer_wartime(s, seat, out);
        break;
    case DU_Q_GUILD:
        offer(out, DB_PASS);
        offer(out, DU_GO);
        break;
    case DU_Q_SHIP:
        offer(out, DB_PASS);
        if (du_faction(s, seat) == DB_FR)
            offer_emerge(s, seat, out);
        else
            offer_ship(s, seat, out);
        offer_crossings(s, seat, out);
        offer_side(s, seat, out);
        break;
    case DU_Q_SEND:
        offer_send(s, seat, out);
        break;
    case DU_Q_INTRUSION:
        offer(out, DB_PASS);
        offer(out, DU_FLIP);
        break;
    case DU_Q_MOVE:
        offer(out, DB_PASS);
        offer_moves(s, seat, out);
        break;
    case DU_Q_HAJR:
        offer(out, DB_PASS);
        if (s->w.secret.hand[seat] & DB_CARD_BIT(DB_CARD_hajr))
            offer_moves(s, seat, out);
        break;
    default:
        db_space(k, seat, out);
    }
}

/* ---- defaults ---- */

static cr_move default_pay(const du_state *s, uint8_t seat)
{
    uint64_t cards = db_karamas(&s->w, seat), real = cards & DB_KARAMAS;
    cr_move move = {.kind = DU_PAY};

    if (du_means(s, seat) < s->d.board.auction.bid)
        move.arg[0] = (uint8_t)(cr_bits_first(real ? real : cards) + 1);
    return move;
}

cr_move du_idle(const cr_state *k, uint8_t seat)
{
    const du_state *s = (const du_state *)k;
    cr_move move = {.kind = DB_PASS};
    unsigned lo, hi;
    uint64_t taken;

    CR_CITE(DU_16_1);
    switch (k->q.kind) {
    case DU_Q_PREDICT:
        move.kind = DU_PREDICT;
        move.arg[0] = (uint8_t)cr_bits_first(others(s, seat));
        move.arg[1] = s->d.board.max_turns;
        break;
    case DU_Q_KEEP_TRAITOR:
        move.kind = DU_KEEP_TRAITOR;
        move.arg[0] = du_default_traitor(s, seat);
        break;
    case DU_Q_PLACE_FREMEN:
    case DU_Q_PLACE_SISTER:
        return du_default_place(s, seat);
    case DU_Q_DIAL:
        move.kind = DU_DIAL;
        move.arg[0] = s->d.board.turn > 1;
        break;
    case DU_Q_STORM_LOSS:
        du_loss_bounds(s->w.board.force[seat][du_next_loss(s, k->stack[k->depth - 1].note)], &lo,
                       &hi);
        move.kind = DU_LOSE;
        move.arg[0] = (uint8_t)lo;
        break;
    case DU_Q_GIVE_BACK:
        taken = s->d.secret.taken & s->w.secret.hand[seat];
        move.kind = DU_GIVE_BACK;
        move.arg[0] = (uint8_t)cr_bits_first(taken ? taken : s->w.secret.hand[seat]);
        break;
    case DU_Q_SPARE:
    case DU_Q_RAISE:
        move.kind = DU_YES;
        break;
    case DU_Q_CHARITY:
        move.kind = s->w.secret.spice[seat] < 2 ? DU_CLAIM : DB_PASS;
        break;
    case DU_Q_PAY:
        return default_pay(s, seat);
    case DU_Q_REVIVE:
        return du_default_revive(s, seat);
    case DU_Q_GUILD:
        move.kind = du_guild_is_due(s, seat) ? DU_GO : DB_PASS;
        break;
    default:
        if (k->q.kind < DB_QUESTIONS)
            return db_idle(k, seat);
    }
    return move;
}
