/* The invariants of a state, also for positions that somebody has written: whatever could lead a rule astray is found
 * here. */
#include "games/dune/dune.h"

static const char *broken_seats(const du_state *s)
{
    const du_board *d = &s->d.board;
    unsigned circles = 0, all = (1u << s->k.n_seats) - 1;
    du_forces left;

    for (unsigned seat = 0; seat < s->k.n_seats; seat++) {
        if (d->circle[seat] >= DU_CIRCLES || (circles >> d->circle[seat] & 1))
            return "DU-1.2: each faction sits at a circle of its own";
        circles |= 1u << d->circle[seat];
        if (d->front[seat] > DB_SPICE_MAX || d->pledge[seat] > DU_AMOUNT_MAX)
            return "DU-0.11: amounts stay in their ranges";
        if (d->offer[seat] > s->k.n_seats)
            return "DU-12.2: offers are made to factions in play";
        left = du_reserves(s, (uint8_t)seat); /* below 0 is far above */
        if (left.normals > DB_FORCES || left.elites > DB_FORCES)
            return "DU-1.8: a faction has 20 forces, elites only in the advanced game";
    }
    if (!d->max_turns || d->max_turns > DU_TURNS_MAX || d->turn > d->max_turns ||
        d->phase >= DU_PHASES || (!d->turn && d->phase != DU_SETUP))
        return "DU-0.3: a match has up to ten turns of nine phases";
    if ((d->own_used | d->elite_revived | d->pledged | d->joined | d->done | d->winners |
         d->auction.passed | d->auction.out) &
        ~all)
        return "DU-0.5: only seats do anything";
    if (d->dialer[0] > s->k.n_seats || d->dialer[1] > s->k.n_seats ||
        s->w.board.last[0] > s->k.n_seats || s->w.board.last[1] > s->k.n_seats ||
        (d->dialer[0] && d->dialer[0] == d->dialer[1]) || !d->dialer[0] != !d->dialer[1] ||
        (s->w.board.last[0] && s->w.board.last[0] == s->w.board.last[1]) ||
        !s->w.board.last[0] != !s->w.board.last[1])
        return "DU-3.3: two factions dial";
    if (d->pass_final > 1 || d->wall_gone > 1 || d->top_seen > 1 || d->spice_seen > 1 ||
        d->storm_seen > 1 || d->is_raised > 1 || d->has_worm > 1 || d->acted > 1 || d->is_void > 1)
        return "a mark is yes or no";
    if (d->prevented >> DU_POWERS || d->offered >> DU_POWERS || d->stopped >> DU_POWERS ||
        d->prevented_cards >> DU_ROW_MAX || d->barred > 31 || d->spared > 3 ||
        d->victory > DU_WIN_DEFAULT + 1)
        return "DU-13.3: powers are those of the table";
    return NULL;
}

static const char *broken_cards(const du_state *s)
{
    const du_board *d = &s->d.board;
    const du_secret *secret = &s->d.secret;
    uint64_t all = db_discarded(&s->w.board), hands = 0;

    for (unsigned seat = 0; seat < s->k.n_seats; seat++) {
        hands |= s->w.secret.hand[seat];
        if (cr_bits_count(s->w.secret.hand[seat]) > du_hand_limit(s, (uint8_t)seat) && !d->swap)
            return "DU-1.8: a hand has its limit";
        if (s->w.secret.seen[seat] & s->w.secret.hand[seat])
            return "DU-15.3: what was seen is in the hand of another";
    }
    all |= hands;
    if (d->n_deck > DB_CARDS || d->n_spice > DU_SPICE_CARDS)
        return "DU-1.1: decks hold each card once";
    for (unsigned i = 0; i < DB_CARDS; i++) {
        if (i >= d->n_deck ? secret->deck[i]
                           : !secret->deck[i] || secret->deck[i] > DB_CARDS ||
                                 (all & DB_CARD_BIT(secret->deck[i] - 1)))
            return "DU-1.1: a treachery card is in one place";
        if (i < d->n_deck)
            all |= DB_CARD_BIT(secret->deck[i] - 1);
    }
    if (d->wall_gone && (all & DB_CARD_BIT(DB_CARD_family_atomics)))
        return "DU-3.7: Family Atomics leave the game";
    if (s->w.board.shown & ~hands)
        return "DU-15.3: what was shown is in a hand";
    for (unsigned seat = 0; seat < s->k.n_seats; seat++)
        if (s->w.secret.seen[seat] & ~hands)
            return "DU-15.3: what was seen is in a hand";
    return NULL;
}

static const char *broken_spice(const du_state *s)
{
    const du_board *d = &s->d.board;
    const du_secret *secret = &s->d.secret;
    unsigned sites = 0, worms = d->worms_aside;
    const struct {
        const uint8_t *cards;
        unsigned n, more; /* more: kept one higher than it is */
    } lists[] = {{d->pile[0] + 1, d->pile[0][0], 0},
                 {d->pile[1] + 1, d->pile[1][0], 0},
                 {secret->spice_deck, d->n_spice, 1}};

    for (unsigned l = 0; l < CR_COUNT_OF(lists); l++) {
        if (lists[l].n > DU_SPICE_CARDS)
            return "DU-1.1: there are 21 spice cards";
        for (unsigned i = 0; i < DU_SPICE_CARDS; i++) {
            unsigned card = lists[l].cards[i] - lists[l].more;

            if (i >= lists[l].n ? lists[l].cards[i]
                                : card > DU_WORM || (card < DU_WORM && (sites >> card & 1)))
                return "DU-1.1: a spice card is in one place";
            if (i < lists[l].n && card < DU_WORM)
                sites |= 1u << card;
            worms += i < lists[l].n && card == DU_WORM;
        }
    }
    if (worms > DU_WORMS)
        return "DU-1.1: there are six Shai-Hulud";
    return NULL;
}

static const char *broken_secrets(const du_state *s)
{
    const du_secret *secret = &s->d.secret;
    uint32_t dealt = 0;
    uint8_t bg = du_seat_of(s, DB_BG);

    if (secret->storm_card > 6 || (secret->storm_card && !du_has_storm_deck(s)))
        return "DU-3.4: the storm deck has six cards";
    if (secret->predicted > DB_FACTIONS || secret->predicted_turn > DU_TURNS_MAX ||
        (secret->predicted && bg == 0xFF) ||
        (secret->predicted && du_seat_of(s, (uint8_t)(secret->predicted - 1)) == 0xFF))
        return "DU-1.4: BG predicts a faction in play and a turn";
    for (unsigned seat = 0; seat < DB_SEATS; seat++) {
        const du_queued *q = &secret->queued[seat];

        if ((secret->dealt[seat] & dealt) || secret->dealt[seat] >> DB_LEADERS ||
            (seat >= s->k.n_seats && secret->dealt[seat]))
            return "DU-1.5: a traitor card is dealt once";
        dealt |= secret->dealt[seat];
        if (q->kind >= DU_KINDS || (seat >= s->k.n_seats && q->kind) ||
            (!q->kind && !cr_is_zero(q->arg, sizeof q->arg)))
            return "DU-0.7: what is not yet carried out is a move";
        for (unsigned i = 0; i < sizeof q->arg; i++)
            if (q->arg[i] > du_kinds[q->kind].max[i])
                return "DU-0.7: what is not yet carried out is a move";
    }
    return NULL;
}

/* ---- what is going on ---- */

static const char *broken_group(const du_state *s)
{
    const du_group *g = &s->d.board.now;
    unsigned normals = 0, elites = 0;
    du_forces left;

    if (g->way >= DU_WAYS)
        return "DU-7.13: forces are on their way in one of six ways";
    if (!g->way)
        return cr_is_zero(g, sizeof *g) ? NULL
                                        : "DU-7.13: nothing is left of a group that has arrived";
    if (g->seat >= s->k.n_seats || g->from > DB_TERRITORIES || g->to > DB_AREAS ||
        g->card > DB_CARDS || g->arms > 1 || g->is_second > 1)
        return "DU-7.13: a group is of somebody, comes from somewhere and goes somewhere";
    if (g->way != DU_FROM_RESERVES && g->way != DU_EMERGING && !g->from)
        return "DU-7.13: a group comes from somewhere";
    if (g->way != DU_SHIPPING_BACK && s->d.board.phase != DU_REVIVAL && !g->to)
        return "DU-7.13: a group goes somewhere";
    for (unsigned i = 0; i < DB_ZONE_MAX; i++) {
        normals += db_normals(g->take[i]);
        elites += db_elites(g->take[i]);
        if (g->from && g->take[i] &&
            (i >= db_territories[g->from - 1].n_areas ||
             db_normals(g->take[i]) >
                 db_normals(s->w.board.force[g->seat][db_territories[g->from - 1].first + i]) ||
             db_elites(g->take[i]) >
                 db_elites(s->w.board.force[g->seat][db_territories[g->from - 1].first + i])))
            return "DU-8.1: a group takes forces that are there";
        if (!g->from && i && g->take[i])
            return "DU-7.3: reserves are one place";
    }
    if (!normals && !elites)
        return "DU-8.1: a group has forces";
    if (g->is_second && !(s->w.secret.hand[g->seat] & DB_CARD_BIT(DB_CARD_hajr)))
        return "DU-8.7: who moves again has Hajr";
    left = du_reserves(s, g->seat);
    if (!g->from && s->d.board.phase == DU_SHIPMENT &&
        s->k.stack[s->k.depth - 1].kind != DU_FX_SENDING && !db_has_effect(&s->k, DU_FX_SENDING) &&
        (normals > left.normals || elites > left.elites))
        return "DU-7.3: forces are shipped from reserves";
    return NULL;
}

static const char *broken_auction(const du_state *s)
{
    const du_auction *a = &s->d.board.auction;
    unsigned n = s->k.n_seats;

    if (a->n > DU_ROW_MAX || a->at > a->n || a->opener > n || a->bidder > n ||
        a->bid > DU_AMOUNT_MAX || a->card > DB_CARDS || a->n - a->at > s->d.board.n_deck)
        return "DU-5.4: a row of cards is auctioned one by one";
    if (!a->bidder != !a->bid)
        return "DU-5.7: who bids names a number";
    if (a->bidder &&
        du_cards(s, (uint8_t)(a->bidder - 1)) >= du_hand_limit(s, (uint8_t)(a->bidder - 1)))
        return "DU-5.4: who bids has room for a card";
    if (a->card && !a->bidder)
        return "DU-5.13: who pays has bid";
    if (a->bidder && !a->card && !du_can_pay(s, (uint8_t)(a->bidder - 1)))
        return "DU-5.8: who has bid can pay";
    return NULL;
}

static const char *broken_marks(const du_state *s)
{
    const du_board *d = &s->d.board;
    uint8_t hk = du_seat_of(s, DB_HK), fr = du_seat_of(s, DB_FR), bg = du_seat_of(s, DB_BG);

    for (unsigned i = 0; i < DU_RIDES; i++)
        if (d->rides[i] > DB_TERRITORIES || (d->rides[i] && fr == 0xFF))
            return "DU-4.8: FR rides from territories";
    if (d->worm > DB_TERRITORIES || d->called > DB_TERRITORIES || (d->called && fr == 0xFF))
        return "DU-4.5: a worm comes to a territory";
    if (d->movement > 11 || d->round >= DU_ROUNDS || d->placed > DU_START_FORCES)
        return "DU-3.6: a storm moves at most ten sectors";
    if (d->swap > s->k.n_seats ||
        (d->swap && (hk == 0xFF || d->swap == hk + 1 || d->phase != DU_BIDDING)) ||
        (!d->swap && d->n_back) || (d->swap && d->n_back > cr_bits_count(s->w.secret.hand[hk])) ||
        (s->d.secret.taken & ~(d->swap ? s->w.secret.hand[hk] : 0)))
        return "DU-13.5: HK gives back as many cards as it has taken";
    if (d->karama > DB_CARDS ||
        (d->karama &&
         (bg == 0xFF || !s->w.board.is_advanced || !du_is_worthless((uint8_t)(d->karama - 1)))) ||
        (d->karama && !d->is_void && !(s->w.secret.hand[bg] & DB_CARD_BIT(d->karama - 1))))
        return "DU-13.9: BG plays a worthless card that it holds";
    if (d->flipped >> DB_TERRITORIES || (d->flipped && bg == 0xFF))
        return "DU-14.3: BG arms its advisors";
    if (d->phase != DU_BATTLE &&
        (!cr_is_zero(s->w.board.spice_seen, sizeof s->w.board.spice_seen) ||
         !cr_is_zero(s->w.board.spice_spent, sizeof s->w.board.spice_spent)))
        return "DU-15.5: only the battle keeps what was paid in the open";
    if (s->w.board.is_advanced ? 0 : s->w.board.advisors != 0)
        return "DU-14.1: advisors are of the advanced game";
    for (uint64_t left = s->w.board.advisors; left; left &= left - 1)
        if (!du_has_tokens(s, bg, (uint8_t)cr_bits_first(left)))
            return "DU-14.1: advisors are there";
    return NULL;
}

/* ---- the stack ---- */

/* The phase of each effect that is a phase, and how far its steps go. */
static const struct {
    uint8_t phase, steps;
} phase_of[DU_EFFECTS] = {
    [DU_FX_SETUP] = {DU_SETUP, DU_SETUP_CARDS},
    [DU_FX_STORM] = {DU_STORM, DU_STORM_ORDER},
    [DU_FX_BLOW] = {DU_BLOW, DU_BLOW_RIDES_ON},
    [DU_FX_CHARITY] = {DU_CHARITY, DU_CHARITY_ASK},
    [DU_FX_BIDDING] = {DU_BIDDING, DU_BID_END},
    [DU_FX_REVIVAL] = {DU_REVIVAL, DU_REVIVE_HELPED},
    [DU_FX_SHIPMENT] = {DU_SHIPMENT, DU_SHIP_NEXT},
    [DU_FX_COLLECTION] = {DU_COLLECTION, 1},
    [DU_FX_WORM] = {DU_BLOW, DU_WORM_DEVOUR},
    [DU_FX_TURN] = {DU_SHIPMENT, DU_TURN_END},
    [DU_FX_SENDING] = {DU_SHIPMENT, DU_ASK_DONE},
    [DU_FX_INTRUSION] = {0xFF, DU_ASK_DONE},
    [DU_FX_OPENING] = {0xFF, DU_CARRY_BACK},
    [DU_FX_WINDOW] = {0xFF, DU_CARRY_BACK},
    [DU_FX_WORTHLESS] = {0xFF, 0},
};

/* Effects that may lie on this one. */
static uint32_t may_carry(const cr_frame *f)
{
    enum {
        OPENING = 1 << DU_FX_OPENING,
        WINDOW = 1 << DU_FX_WINDOW,
        WORTHLESS = 1 << DU_FX_WORTHLESS
    };

    switch (f->kind) {
    case DU_FX_STORM:
        return f->step == DU_STORM_MOVE ? WINDOW : 0;
    case DU_FX_BLOW:
        return f->step == DU_BLOW_CALL   ? OPENING
               : f->step <= DU_BLOW_B    ? 1 << DU_FX_WORM
               : f->step == DU_BLOW_RIDE ? 1 << DU_FX_INTRUSION
                                         : 0;
    case DU_FX_CHARITY:
        return f->step == DU_CHARITY_ASK ? WINDOW : 0;
    case DU_FX_BIDDING:
        return f->step == DU_BID_ROW    ? OPENING
               : f->step == DU_BID_PAY  ? WORTHLESS
               : f->step == DU_BID_SELL ? WINDOW
                                        : 0;
    case DU_FX_REVIVAL:
        return f->step == DU_REVIVE_RAISE                                   ? OPENING
               : f->step == DU_REVIVE_RAISED || f->step == DU_REVIVE_HELPED ? WINDOW
                                                                            : 0;
    case DU_FX_SHIPMENT:
        return f->step == DU_SHIP_LOOK    ? OPENING
               : f->step == DU_SHIP_ARMED ? WINDOW
               : f->step == DU_SHIP_NEXT  ? 1 << DU_FX_TURN
                                          : 0;
    case DU_FX_COLLECTION:
        return f->step ? OPENING : 0;
    case DU_FX_WORM:
        return f->step == DU_WORM_CHOSEN || f->step == DU_WORM_SURVIVED || f->step == DU_WORM_SPARED
                   ? WINDOW
                   : 0;
    case DU_FX_TURN:
        switch (f->step) {
        case DU_TURN_CARD:
            return WORTHLESS;
        case DU_TURN_LAND:
        case DU_TURN_ARMS:
        case DU_TURN_ARRIVE:
            return WINDOW;
        case DU_TURN_INTRUDE:
            return 1 << DU_FX_SENDING;
        case DU_TURN_MOVE:
        case DU_TURN_HAJR:
        case DU_TURN_END:
            return 1 << DU_FX_INTRUSION;
        default:
            return 0;
        }
    case DU_FX_SENDING:
    case DU_FX_INTRUSION:
        return f->step == DU_ASK_DONE ? WINDOW : 0;
    case DU_FX_OPENING:
    case DU_FX_WINDOW:
        return f->step == DU_CARRY_ONE ? WORTHLESS : 0;
    default:
        return 0;
    }
}

static const char *broken_frame(const du_state *s, const cr_frame *f, const cr_frame *below)
{
    const du_board *d = &s->d.board;
    bool carries = f->kind == DU_FX_OPENING || f->kind == DU_FX_WINDOW;

    if (f->kind >= DU_EFFECTS || f->kind <= DU_FX_MATCH || f->step > phase_of[f->kind].steps ||
        (phase_of[f->kind].phase != 0xFF && phase_of[f->kind].phase != d->phase) ||
        !cr_is_zero(f->arg, sizeof f->arg))
        return "DU-16.3: effects are those of the phase";
    if (below->kind != DU_FX_MATCH && !(may_carry(below) >> f->kind & 1))
        return "DU-16.3: an effect lies on the one that began it";
    switch (f->kind) {
    case DU_FX_TURN:
        if (f->seat >= s->k.n_seats ||
            (f->step > DU_TURN_SHIP && f->step < DU_TURN_MOVE &&
             (!d->now.way || d->now.way > DU_EMERGING)) ||
            (f->step > DU_TURN_MOVE && f->step < DU_TURN_HAJR && d->now.way != DU_MOVING) ||
            ((f->step == DU_TURN_SHIP || f->step == DU_TURN_MOVE || f->step >= DU_TURN_HAJR) &&
             d->now.way) ||
            (d->now.way && d->now.seat != f->seat))
            return "DU-7.2: a faction has its turn";
        if (d->now.card && f->step <= DU_TURN_CARD && !d->is_void &&
            !(db_karamas(&s->w, f->seat) & DB_CARD_BIT(d->now.card - 1)))
            return "DU-7.4: half a price is paid with a Karama that is held";
        if (d->now.way && f->step <= DU_TURN_LAND &&
            du_price(s, f->seat, d->now.way, d->now.to ? db_areas[d->now.to - 1].territory : 0,
                     du_group_size(&d->now), d->now.card != 0) > du_means(s, f->seat))
            return "DU-7.13: a shipment can be paid";
        break;
    case DU_FX_SENDING:
        if (f->seat != du_seat_of(s, DB_BG) || f->seat == 0xFF || d->now.way != DU_FROM_RESERVES ||
            f->note > 1 || !du_reserves(s, f->seat).normals)
            return "DU-7.11: BG sends along with a shipment";
        break;
    case DU_FX_INTRUSION:
        if (f->seat != du_seat_of(s, DB_BG) || f->seat == 0xFF || f->note >= DB_TERRITORIES ||
            !du_has_forces(s, f->seat, f->note))
            return "DU-14.6: BG has fighters there";
        break;
    case DU_FX_WORTHLESS:
        if (f->seat != du_seat_of(s, DB_BG) || f->seat == 0xFF || !d->karama)
            return "DU-13.9: BG plays a worthless card";
        break;
    default:
        break;
    }
    if (carries && f->note > s->k.n_seats)
        return "DU-0.7: answers are carried out in storm order";
    if (carries && f->step == DU_CARRY_ONE) {
        cr_move move;

        if (f->note == s->k.n_seats)
            return "DU-0.7: answers are carried out in storm order";
        move = du_queued_move(s, s->w.board.order[f->note]);
        if (!move.kind ||
            (f->kind == DU_FX_OPENING ? du_check_side(s, &move).code
                                      : move.kind != DB_CANCEL || du_check_cancel(s, &move).code))
            return "DU-0.7: what is carried out is possible";
    }
    if (carries && (f->step == DU_CARRY_BACK) != (d->swap != 0))
        return "DU-13.5: HK gives back what it has taken";
    return NULL;
}

/* What a phase needs for the step it is at. */
static const char *broken_phase(const du_state *s, const cr_frame *f)
{
    const du_board *d = &s->d.board;

    switch (f->kind) {
    case DU_FX_SETUP:
        if (f->step <= DU_SETUP_DEAL && !cr_is_zero(s->d.secret.dealt, sizeof s->d.secret.dealt))
            return "DU-1.13: traitor cards are dealt behind the prediction";
        break;
    case DU_FX_STORM:
        if (f->step > DU_STORM_DIAL && f->step < DU_STORM_ORDER && (!d->movement || d->turn < 2))
            return "DU-3.5: the movement is known";
        if (f->step == DU_STORM_DIAL && d->turn > 1 && du_has_storm_deck(s) &&
            !s->d.secret.storm_card)
            return "DU-3.4: a storm card is drawn";
        if (f->step == DU_STORM_DIAL && d->turn > 1 && !du_has_storm_deck(s) && !d->dialer[0] &&
            !s->w.board.last[0])
            return "DU-3.3: somebody has dialed before";
        if (f->note > DB_AREAS)
            return "DU-3.10: FR loses in areas";
        break;
    case DU_FX_BLOW:
        if (f->note > DU_RIDES || (f->step >= DU_BLOW_RIDE_ALSO) != (d->now.way == DU_RIDING) ||
            (f->step >= DU_BLOW_RIDE_ALSO && (f->note == DU_RIDES || !d->rides[f->note])))
            return "DU-4.8: FR rides worm by worm";
        break;
    case DU_FX_BIDDING:
        if ((f->step == DU_BID_BID && (!d->auction.opener || d->auction.at == d->auction.n)) ||
            (f->step >= DU_BID_PAY && f->step <= DU_BID_SELL &&
             (!d->auction.bidder || d->auction.at == d->auction.n)) ||
            f->note > s->k.n_seats)
            return "DU-5.13: a card is sold to who has bid";
        if (d->auction.card &&
            (f->step < DU_BID_PAY || f->step > DU_BID_SELL ||
             !((f->step == DU_BID_PAY ? db_karamas(&s->w, (uint8_t)(d->auction.bidder - 1))
                                      : db_discarded(&s->w.board)) &
               DB_CARD_BIT(d->auction.card - 1))))
            return "DU-5.13: what pays is held until it is played, and then on the discard pile";
        if (f->step >= DU_BID_CANCEL && f->step <= DU_BID_SELL && !d->auction.card &&
            du_means(s, (uint8_t)(d->auction.bidder - 1)) < d->auction.bid)
            return "DU-5.13: what is paid in spice is there";
        break;
    case DU_FX_REVIVAL:
        if ((f->step == DU_REVIVE_HELPED) != (d->now.way != 0))
            return "DU-6.4: EM helps its ally";
        if (f->step == DU_REVIVE_HELPED &&
            (du_faction(s, d->now.seat) != DB_EM || !s->w.board.ally[d->now.seat] || d->now.from ||
             d->now.to || 2 * du_group_size(&d->now) > s->w.secret.spice[d->now.seat]))
            return "DU-6.4: EM helps its ally";
        break;
    default:
        break;
    }
    return NULL;
}

static const char *broken_stack(const du_state *s)
{
    const cr_frame *stack = s->k.stack;
    const char *why = NULL;
    bool gives_back = false;

    if (!s->k.depth)
        return NULL;
    if (stack[0].kind != DU_FX_MATCH || stack[0].step > DU_MATCH_PHASE ||
        stack[0].note > DU_MENTAT || !cr_is_zero(stack[0].arg, sizeof stack[0].arg))
        return "DU-0.3: the match lies below all else";
    if (s->k.depth > 1 && stack[0].step != DU_MATCH_PHASE)
        return "DU-0.3: a phase is played in a match that has begun";
    if (s->k.depth > 1 && stack[1].kind <= DB_PHASE)
        return s->d.board.phase == DU_BATTLE && stack[0].note == DU_COLLECTION
                   ? db_broken_phase((const db_state *)s, 1)
                   : "DU-0.3: the battle has its phase";
    if (!cr_is_zero(&s->w.board.battle, sizeof(db_battle)) ||
        !cr_is_zero(&s->w.secret.battle, sizeof(db_hidden_battle)))
        return "DB-14.1: between battles nothing of a battle is left";
    if (s->k.depth > 1 && (stack[1].kind >= DU_EFFECTS || stack[1].kind > DU_FX_COLLECTION ||
                           stack[0].note != s->d.board.phase + 1))
        return "DU-0.3: on the match lies a phase";
    for (unsigned i = 1; i < s->k.depth && !why; i++) {
        why = broken_frame(s, &stack[i], &stack[i - 1]);
        gives_back |= stack[i].kind == DU_FX_OPENING && stack[i].step == DU_CARRY_BACK;
    }
    if (!why && s->d.board.swap && !gives_back)
        why = "DU-13.5: HK gives back what it has taken";
    if (!why && s->k.depth > 1)
        why = broken_phase(s, &stack[1]);
    return why;
}

const char *du_broken(const cr_state *k)
{
    const du_state *s = (const du_state *)k;
    const char *why = db_broken_world((const db_state *)s);

    if (!why)
        why = broken_seats(s);
    if (!why)
        why = broken_cards(s);
    if (!why)
        why = broken_spice(s);
    if (!why)
        why = broken_secrets(s);
    if (!why)
        why = broken_group(s);
    if (!why)
        why = broken_auction(s);
    if (!why)
        why = broken_marks(s);
    if (!why)
        why = broken_stack(s);
    return why;
}
