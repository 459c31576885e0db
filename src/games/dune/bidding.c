/* Bidding (DU-5): the row, the auction of each card, its payment; and HK's swap of hands, which belongs to the opening. */
#include "games/dune/dune.h"

/* ---- HK takes a hand ---- */

void du_take_hand(du_state *s, uint8_t hk, uint8_t of, cr_sink *sink)
{
    db_secret *secret = &s->w.secret;
    uint64_t taken = secret->hand[of], both = taken | secret->hand[hk];
    uint8_t data[10] = {du_faction(s, of), (uint8_t)cr_bits_count(taken)};

    memcpy(data + 2, &taken, 8);
    secret->hand[of] = 0;
    secret->hand[hk] = both;
    CR_CITE(DU_15_3);
    s->w.board.shown &= ~both; /* nobody else knows from now on who has which */
    for (uint8_t seat = 0; seat < s->k.n_seats; seat++)
        if (seat != of)
            secret->seen[seat] &= ~(seat == hk ? taken : both);
    secret->seen[of] |= taken;
    s->d.secret.taken = taken;
    s->d.board.swap = (uint8_t)(of + 1);
    s->d.board.n_back = data[1];
    if (sink)
        cr_emit(sink, DU_EV_HAND_TAKEN, hk, CR_BIT(hk) | CR_BIT(of), 2, false, data, sizeof data);
}

cr_refusal du_check_give_back(const du_state *s, const cr_move *move)
{
    if (!(s->w.secret.hand[move->seat] & DB_CARD_BIT(move->arg[0])))
        return CR_REFUSE(DU_CODE_CARD_NOT_HELD, DU_13_5, 1);
    return CR_ACCEPT;
}

/* True while HK is asked. */
bool du_give_back(du_state *s, cr_sink *sink)
{
    uint8_t hk = du_seat_of(s, DB_HK), of = (uint8_t)(s->d.board.swap - 1);

    while (s->d.board.n_back) {
        uint64_t card;

        if (cr_ask_one(&s->k, DU_Q_GIVE_BACK, hk, s->d.board.time_ms[DU_TIME_BID]))
            return true;
        card = DB_CARD_BIT(s->k.said.arg[0]);
        s->w.secret.hand[hk] &= ~card;
        s->w.secret.hand[of] |= card;
        s->w.secret.seen[of] &= ~card;
        s->w.secret.seen[hk] |= card;
        s->d.secret.taken &= ~card;
        s->d.board.n_back--;
        CR_TELL_PART(sink, DU_EV_HAND_SWAPPED, hk, CR_BIT(hk) | CR_BIT(of), 2, du_faction(s, of),
                     s->d.board.n_back, s->k.said.arg[0]);
    }
    s->d.secret.taken = 0;
    s->d.board.swap = 0;
    return false;
}

/* ---- the row ---- */

static void lay_out(du_state *s, cr_sink *sink)
{
    du_auction *a = &s->d.board.auction;
    unsigned n = cr_bits_count(du_eligible(s));

    CR_CITE(DU_5_4);
    if (n > s->d.board.n_deck)
        du_refill(s, sink);
    a->n = (uint8_t)(n < s->d.board.n_deck ? n : s->d.board.n_deck);
    CR_TELL(sink, DU_EV_ROW, CR_HOST, a->n);
}

/* The next in storm order from this place on, cyclically, out of some seats. There is one. */
static uint8_t next_of(const du_state *s, unsigned place, unsigned seats)
{
    for (;; place++) {
        uint8_t seat = s->w.board.order[place % s->k.n_seats];

        if (seats >> seat & 1)
            return seat;
    }
}

/* AT looks, and the opener is found. */
static void bring_up(du_state *s, cr_sink *sink)
{
    du_board *d = &s->d.board;
    uint8_t at = du_seat_of(s, DB_AT), card = (uint8_t)(s->d.secret.deck[d->n_deck - 1] - 1);
    unsigned seats = du_eligible(s), place;

    CR_CITE(DU_5_5);
    if (at != 0xFF && !(d->prevented_cards >> d->auction.at & 1)) {
        d->top_seen = 1;
        CR_TELL_PART(sink, DU_EV_CARD_UP, at, CR_BIT(at), 1, (uint8_t)(d->auction.at + 1), card);
    } else {
        CR_TELL_PART(sink, DU_EV_CARD_UP, CR_HOST, 0, 1, (uint8_t)(d->auction.at + 1), card);
    }
    CR_CITE(DU_5_6);
    place = d->auction.opener ? du_place_of(s, (uint8_t)(d->auction.opener - 1)) + 1 : 0;
    d->auction.opener = (uint8_t)(next_of(s, place, seats) + 1);
}

static void return_row(du_state *s, cr_frame *top, cr_sink *sink)
{
    CR_CITE(DU_5_11);
    CR_TELL(sink, DU_EV_ROW_RETURNED, CR_HOST,
            (uint8_t)(s->d.board.auction.n - s->d.board.auction.at));
    top->step = DU_BID_END;
}

/* ---- bids ---- */

cr_refusal du_check_bid(const du_state *s, const cr_move *move)
{
    if (move->arg[0] <= s->d.board.auction.bid)
        return CR_REFUSE(DU_CODE_BID_TOO_LOW, DU_5_7, 1);
    if (move->arg[0] > du_means(s, move->seat) && !db_karamas(&s->w, move->seat))
        return CR_REFUSE(DU_CODE_BID_TOO_HIGH, DU_5_8, 1);
    return CR_ACCEPT;
}

/* Who bids next, or 0xFF: the card is sold, or nobody wants it. The note of the effect is 1 + the last who was asked. */
uint8_t du_next_bidder(const du_state *s, const cr_frame *top)
{
    const du_auction *a = &s->d.board.auction;
    unsigned seats = du_eligible(s) & ~(unsigned)a->passed & ~(unsigned)a->out;
    uint8_t seat;

    if (!seats)
        return 0xFF;
    if (!top->note) {
        uint8_t opener = (uint8_t)(a->opener - 1);

        return next_of(s, du_place_of(s, opener), seats);
    }
    seat = next_of(s, du_place_of(s, (uint8_t)(top->note - 1)) + 1, seats);
    return a->bidder == seat + 1 ? 0xFF : seat;
}

static void take_bid(du_state *s, uint8_t seat, cr_sink *sink)
{
    du_auction *a = &s->d.board.auction;
    const cr_move *said = &s->k.said;

    CR_CITE(DU_5_7);
    if (said->kind == DU_BID) {
        a->bid = said->arg[0];
        a->bidder = (uint8_t)(seat + 1);
        if (!s->d.board.pass_final)
            a->passed = 0;
        CR_TELL(sink, DU_EV_BID, seat, a->bid);
    } else {
        a->passed |= (uint8_t)(1u << seat);
        CR_TELL(sink, DU_EV_BID_PASSED, seat, 0);
    }
}

static void step_bid(du_state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t seat = du_next_bidder(s, top);

    if (seat != 0xFF) {
        if (cr_ask_one(&s->k, DU_Q_BID, seat, s->d.board.time_ms[DU_TIME_BID]))
            return;
        take_bid(s, seat, sink);
        top->note = (uint8_t)(seat + 1);
        return;
    }
    top->note = 0;
    if (s->d.board.auction.bidder)
        top->step = DU_BID_PAY;
    else
        return_row(s, top, sink);
}

/* ---- the sale ---- */

bool du_can_pay(const du_state *s, uint8_t seat)
{
    return du_means(s, seat) >= s->d.board.auction.bid || db_karamas(&s->w, seat);
}

cr_refusal du_check_pay(const du_state *s, const cr_move *move)
{
    if (move->arg[0])
        return du_check_karama(s, move->seat, (uint8_t)(move->arg[0] - 1), 1);
    if (du_means(s, move->seat) < s->d.board.auction.bid)
        return CR_REFUSE(DU_CODE_NOT_ENOUGH_SPICE, DU_5_13, 0);
    return CR_ACCEPT;
}

static void void_sale(du_state *s, cr_frame *top, cr_sink *sink)
{
    du_auction *a = &s->d.board.auction;
    uint8_t seat = (uint8_t)(a->bidder - 1);
    unsigned left;

    CR_CITE(DU_5_14);
    CR_TELL(sink, DU_EV_SALE_VOID, seat, 0);
    a->out |= (uint8_t)(1u << seat);
    a->passed = a->bid = a->bidder = a->card = 0;
    left = du_eligible(s) & ~(unsigned)a->out;
    if (left && a->opener == seat + 1)
        a->opener = (uint8_t)(next_of(s, du_place_of(s, seat) + 1, left) + 1);
    top->step = DU_BID_BID;
}

/* A card that pays is out of the hand before anybody may stop something: it stops nothing itself. */
static void lay_down(du_state *s, cr_frame *top, cr_sink *sink)
{
    const du_auction *a = &s->d.board.auction;

    if (a->card)
        du_discard(s, (uint8_t)(a->bidder - 1), (uint8_t)(a->card - 1), sink);
    top->step = DU_BID_CANCEL;
}

/* The winner chooses how to pay. */
static void step_pay(du_state *s, cr_frame *top, cr_sink *sink)
{
    du_auction *a = &s->d.board.auction;
    uint8_t seat = (uint8_t)(a->bidder - 1);

    CR_CITE(DU_5_13);
    if (a->card) { /* BG's worthless card was open to be cancelled */
        if (!du_was_void(s)) {
            lay_down(s, top, sink);
            return;
        }
        a->card = 0;
        if (!du_can_pay(s, seat)) {
            void_sale(s, top, sink);
            return;
        }
    }
    if (du_karama_may_be(s, seat)) {
        if (cr_ask_one(&s->k, DU_Q_PAY, seat, s->d.board.time_ms[DU_TIME_BID]))
            return;
        a->card = s->k.said.arg[0];
        if (a->card && du_is_worthless((uint8_t)(a->card - 1))) {
            du_open_worthless(s, seat, (uint8_t)(a->card - 1), sink);
            return;
        }
        CR_TELL(sink, DU_EV_PAYS, seat, a->card);
    }
    lay_down(s, top, sink);
}

static void step_cancel(du_state *s, cr_frame *top)
{
    const du_auction *a = &s->d.board.auction;
    uint8_t seat = (uint8_t)(a->bidder - 1), em = du_seat_of(s, DB_EM);
    uint32_t offered = 0;

    if (!a->card && em != 0xFF && em != seat)
        offered |= DU_POWER_BIT(DU_EM_PAYMENT);
    if (du_faction(s, seat) == DB_HK && du_cards(s, seat) + 1 < du_hand_limit(s, seat))
        offered |= DU_POWER_BIT(DU_HK_EXTRA);
    top->step = DU_BID_SELL;
    if (offered)
        du_open_window(s, offered);
}

/* The price goes to EM or the bank; the pledge pays first. */
static void pay(du_state *s, uint8_t seat, uint8_t *from_pledge, uint8_t *to)
{
    du_auction *a = &s->d.board.auction;
    uint8_t em = du_seat_of(s, DB_EM);

    CR_CITE(DU_5_9);
    *from_pledge = (uint8_t)du_pay_with_pledge(s, seat, a->bid);
    *to = 0;
    if (em != 0xFF && em != seat && !du_was_stopped(s, DU_EM_PAYMENT)) {
        du_receive(s, em, a->bid);
        *to = (uint8_t)(em + 1);
    }
}

static void draw_extra(du_state *s, uint8_t hk, cr_sink *sink)
{
    unsigned above = s->d.board.auction.n - s->d.board.auction.at - 1u;
    uint8_t card;

    CR_CITE(DU_5_10);
    if (s->d.board.n_deck == above)
        du_refill(s, sink);
    if (s->d.board.n_deck == above)
        return;
    card = du_draw_under(s, above);
    s->w.secret.hand[hk] |= DB_CARD_BIT(card);
    CR_TELL_PART(sink, DU_EV_EXTRA_CARD, hk, CR_BIT(hk), 0, card);
}

static void sell(du_state *s, cr_sink *sink)
{
    du_board *d = &s->d.board;
    du_auction *a = &d->auction;
    uint8_t seat = (uint8_t)(a->bidder - 1), at = du_seat_of(s, DB_AT), from_pledge = 0, to = 0,
            card;
    uint16_t eyes = CR_BIT(seat);
    bool has_seen = d->top_seen && at != 0xFF, has_extra;

    if (!a->card)
        pay(s, seat, &from_pledge, &to);
    card = du_draw_under(s, 0);
    s->w.secret.hand[seat] |= DB_CARD_BIT(card);
    if (has_seen) {
        if (at != seat)
            s->w.secret.seen[at] |= DB_CARD_BIT(card);
        eyes |= CR_BIT(at);
    }
    CR_TELL_PART(sink, DU_EV_SOLD, seat, eyes, 4, a->card ? 0 : a->bid, from_pledge, to, a->card,
                 card);
    has_extra = du_faction(s, seat) == DB_HK && du_cards(s, seat) < du_hand_limit(s, seat) &&
                !du_was_stopped(s, DU_HK_EXTRA);
    if (has_extra)
        draw_extra(s, seat, sink);
    d->stopped = 0;
    a->at++;
    a->bid = a->bidder = a->card = a->passed = a->out = 0;
}

void du_step_bidding(du_state *s, cr_frame *top, cr_sink *sink)
{
    du_board *d = &s->d.board;

    switch (top->step) {
    case DU_BID_OPENING:
        top->step = DU_BID_ROW;
        cr_push(&s->k, DU_FX_OPENING, CR_HOST);
        return;
    case DU_BID_ROW:
        lay_out(s, sink);
        top->step = DU_BID_CARD;
        return;
    case DU_BID_CARD:
        CR_CITE(DU_5_12);
        if (d->auction.at == d->auction.n) {
            top->step = DU_BID_END;
        } else if (!du_eligible(s)) {
            return_row(s, top, sink);
        } else {
            bring_up(s, sink);
            top->step = DU_BID_BID;
        }
        return;
    case DU_BID_BID:
        step_bid(s, top, sink);
        return;
    case DU_BID_PAY:
        step_pay(s, top, sink);
        return;
    case DU_BID_CANCEL:
        step_cancel(s, top);
        return;
    case DU_BID_SELL:
        sell(s, sink);
        top->step = DU_BID_CARD;
        return;
    default:
        d->auction = (du_auction){0};
        d->prevented_cards = 0;
        du_return_pledges(s, sink);
        cr_pop(&s->k);
    }
}
