/* Offers that do not belong to a phase: Ghola, Truthtrance, bribes and gifts; what a Karama does in openings; cancelling. */
#include "games/dune/offers.h"

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
        cr_box_one(box, 1, db_up_to(du_least(n, DB_GHOLA_FORCES)));
        cr_box_one(box, 2, e ? 3 : 1);
    }
}

uint64_t du_others(const du_state *s, uint8_t seat)
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
    uint64_t of = du_others(s, seat);

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
    unsigned most = du_least(s->w.secret.spice[seat], DU_AMOUNT_MAX);

    return (most < 63 ? db_up_to(most) : ~UINT64_C(0)) & ~UINT64_C(1);
}

static void offer_deals(const du_state *s, uint8_t seat, cr_space *out)
{
    uint64_t to = du_others(s, seat), spice = amounts(s, seat);
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

void du_offer_side(const du_state *s, uint8_t seat, cr_space *out)
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
        box = cr_box_add(out, DU_CALL_WORM);
        cr_box_one(box, 0, du_sands());
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
        cr_box_one(box, 0, db_up_to(du_least(s->w.board.tank_normal[seat], 3)));
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

    cr_box_exact(out, DB_PASS);
    du_offer_side(s, seat, out);
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

    cr_box_exact(out, DB_PASS);
    if (!cards || !powers)
        return;
    box = cr_box_add(out, DB_CANCEL);
    cr_box_one(box, 0, cards);
    cr_box_one(box, 1, (uint64_t)powers << 1);
    box->is_exact = 1;
}
