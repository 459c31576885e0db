/* What a seat is offered at each question, as boxes, and the defaults of DU-16. */
#include "games/dune/offers.h"

/* ---- revival ---- */

static void offer_revival(const du_state *s, uint8_t seat, cr_space *out)
{
    unsigned n = du_least(s->w.board.tank_normal[seat], 3), e = s->w.board.tank_elite[seat] != 0;
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

    cr_box_one(box, 0, db_up_to(du_least(s->w.board.tank_normal[ally], 3)));
    cr_box_one(box, 1, s->w.board.tank_elite[ally] ? 3 : 1);
}

/* ---- all questions ---- */

static void offer_bids(const du_state *s, uint8_t seat, cr_space *out)
{
    unsigned most =
        db_karamas(&s->w, seat) ? DU_AMOUNT_MAX : du_least(du_means(s, seat), DU_AMOUNT_MAX);
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
        cr_box_exact(out, DB_PASS);
        if (hand & DB_CARD_BIT(DB_CARD_weather_control))
            cr_box_exact_one(out, DU_WEATHER, db_up_to(DU_WEATHER_MAX));
        break;
    case DU_Q_ATOMICS:
        cr_box_exact(out, DB_PASS);
        if ((hand & DB_CARD_BIT(DB_CARD_family_atomics)) && du_can_blast(s, seat))
            cr_box_exact(out, DU_ATOMICS);
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
    cr_box_exact(out, DB_PASS);
    if (set)
        cr_box_exact_one(out, DU_ARM, set);
}

static void offer_send(const du_state *s, uint8_t seat, cr_space *out)
{
    cr_move advisor = {.seat = seat, .kind = DU_SEND, .arg = {DU_SEND_ADVISOR}};

    cr_box_exact(out, DB_PASS);
    cr_box_exact_one(out, DU_SEND, du_check_send(s, &advisor).code ? 1 : 3);
}

static void offer_worm(cr_space *out)
{
    cr_box_exact(out, DB_PASS);
    cr_box_exact_one(out, DU_SEND_WORM, du_sands());
}

static void offer_alliance(const du_state *s, uint8_t seat, cr_space *out)
{
    uint64_t set = 0;

    cr_box_exact(out, DB_PASS);
    for (unsigned left = s->k.q.asked & 0xFF; left; left &= left - 1)
        if (cr_bits_first(left) != seat)
            set |= UINT64_C(1) << du_faction(s, (uint8_t)cr_bits_first(left));
    cr_box_exact_one(out, DU_OFFER, set);
}

static void offer_prediction(const du_state *s, uint8_t seat, cr_space *out)
{
    cr_box *box = cr_box_add(out, DU_PREDICT);

    cr_box_one(box, 0, du_others(s, seat));
    cr_box_one(box, 1, db_up_to(s->d.board.max_turns) & ~UINT64_C(1));
    box->is_exact = 1;
}

static void offer_worthless_cancel(const du_state *s, uint8_t seat, cr_space *out)
{
    cr_box_exact(out, DB_PASS);
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
        cr_box_exact(out, DU_YES);
        cr_box_exact(out, DU_NO);
        break;
    case DU_Q_LEAVE:
        cr_box_exact(out, DB_PASS);
        cr_box_exact(out, DU_LEAVE);
        break;
    case DU_Q_ALLY:
        offer_alliance(s, seat, out);
        break;
    case DU_Q_RIDE:
        cr_box_exact(out, DB_PASS);
        du_offer_rides(s, seat, out);
        break;
    case DU_Q_RIDE_ALSO:
    case DU_Q_SHIP_ALSO:
    case DU_Q_MOVE_ALSO:
        cr_box_exact(out, DB_PASS);
        du_offer_also(s, seat, out);
        break;
    case DU_Q_CHARITY:
        cr_box_exact(out, DB_PASS);
        if (s->w.secret.spice[seat] < 2)
            cr_box_exact(out, DU_CLAIM);
        break;
    case DU_Q_BID:
        cr_box_exact(out, DB_PASS);
        offer_bids(s, seat, out);
        break;
    case DU_Q_PAY:
        offer_pay(s, seat, out);
        break;
    case DU_Q_REVIVE:
        cr_box_exact(out, DB_PASS);
        offer_revival(s, seat, out);
        break;
    case DU_Q_HELP:
        cr_box_exact(out, DB_PASS);
        offer_help(s, seat, out);
        break;
    case DU_Q_WARTIME:
        offer_wartime(s, seat, out);
        break;
    case DU_Q_GUILD:
        cr_box_exact(out, DB_PASS);
        cr_box_exact(out, DU_GO);
        break;
    case DU_Q_SHIP:
        cr_box_exact(out, DB_PASS);
        du_offer_shipments(s, seat, out);
        du_offer_side(s, seat, out);
        break;
    case DU_Q_SEND:
        offer_send(s, seat, out);
        break;
    case DU_Q_INTRUSION:
        cr_box_exact(out, DB_PASS);
        cr_box_exact(out, DU_FLIP);
        break;
    case DU_Q_MOVE:
        cr_box_exact(out, DB_PASS);
        du_offer_moves(s, seat, out);
        break;
    case DU_Q_HAJR:
        cr_box_exact(out, DB_PASS);
        if (s->w.secret.hand[seat] & DB_CARD_BIT(DB_CARD_hajr))
            du_offer_moves(s, seat, out);
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
        move.arg[0] = (uint8_t)cr_bits_first(du_others(s, seat));
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
