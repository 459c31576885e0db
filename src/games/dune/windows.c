/* Openings and cancel windows: all seats answer sealed, and the answers are carried out in storm order. Those that wait
 * stay hidden in `queued`, because carrying one out may ask something itself. */
#include "games/dune/dune.h"

/* ---- Karama ---- */

/* DU-13.8: facts that everybody knows. */
bool du_karama_may_be(const du_state *s, uint8_t seat)
{
    CR_CITE(DU_13_8);
    return du_cards(s, seat) && db_karama_may_be(&s->w.board, db_discarded(&s->w.board), seat);
}

bool du_is_worthless(uint8_t card)
{
    return db_of_kind[DB_WORTHLESS] >> card & 1;
}

cr_refusal du_check_karama(const du_state *s, uint8_t seat, uint8_t card, uint16_t field)
{
    CR_CITE(DU_13_2);
    if (!(s->w.secret.hand[seat] & DB_CARD_BIT(card)))
        return CR_REFUSE(DU_CODE_CARD_NOT_HELD, DU_13_1, field);
    if (!(db_karamas(&s->w, seat) & DB_CARD_BIT(card)))
        return CR_REFUSE(DU_CODE_CARD_NOT_NOW, DU_13_1, field);
    return CR_ACCEPT;
}

/* A worthless card that BG plays as a Karama can be cancelled before it does anything. */
void du_open_worthless(du_state *s, uint8_t seat, uint8_t card, cr_sink *sink)
{
    s->d.board.karama = (uint8_t)(card + 1);
    s->w.board.shown |= DB_CARD_BIT(card);
    CR_TELL(sink, DU_EV_WORTHLESS, seat, card);
    cr_push(&s->k, DU_FX_WORTHLESS, seat);
}

/* Was BG's card cancelled? Forgets both, the card and the answer. */
bool du_was_void(du_state *s)
{
    bool is_void = s->d.board.is_void;

    s->d.board.karama = s->d.board.is_void = 0;
    return is_void;
}

static uint16_t who_may_cancel_worthless(const du_state *s, uint8_t bg)
{
    uint16_t seats = 0;

    CR_CITE(DU_13_9);
    if (!(DB_KARAMAS & ~db_discarded(&s->w.board)))
        return 0;
    for (uint8_t seat = 0; seat < s->k.n_seats; seat++)
        if (seat != bg && du_cards(s, seat))
            seats |= CR_BIT(seat);
    return seats;
}

static void tell_lapsed(uint8_t seat, uint8_t kind, cr_sink *sink)
{
    CR_CITE(DU_0_7);
    CR_TELL_PRIVATE(sink, DU_EV_LAPSED, seat, CR_BIT(seat), kind);
}

void du_step_worthless(du_state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t bg = top->seat, worthless = (uint8_t)(s->d.board.karama - 1);
    uint16_t seats = who_may_cancel_worthless(s, bg);

    if (seats) {
        cr_move said[DB_SEATS] = {0};

        if (cr_ask(&s->k, DU_Q_CANCEL_WORTHLESS, seats, CR_ALL, 0,
                   db_time_for(&s->w, DB_TIME_CANCEL)))
            return;
        memcpy(said, s->k.sealed, sizeof said);
        for (unsigned i = 0; i < s->k.n_seats; i++) {
            uint8_t seat = s->w.board.order[i], card = said[seat].arg[0];

            if (said[seat].kind != DB_CANCEL || !(seats & CR_BIT(seat)))
                continue;
            if (s->d.board.is_void) {
                tell_lapsed(seat, DB_CANCEL, sink);
                continue;
            }
            s->d.board.is_void = 1;
            CR_TELL(sink, DU_EV_POWER_CANCELLED, seat, DU_BG_WORTHLESS, card);
            du_discard(s, seat, card, sink);
            du_discard(s, bg, worthless, sink);
        }
    }
    cr_pop(&s->k);
}

/* ---- cancel windows ---- */

static const uint8_t owner_of[DU_POWERS] = {
#define OWNER(name, word, faction) [DU_##name] = DB_##faction,
    DU_POWER_MAP(OWNER)
#undef OWNER
};

/* After one of these the action does not happen: nothing of it is left to stop. */
static const uint32_t ending = DU_POWER_BIT(DU_SG_HALF) | DU_POWER_BIT(DU_SG_CROSS) |
                               DU_POWER_BIT(DU_SG_BACK) | DU_POWER_BIT(DU_FR_EMERGE) |
                               DU_POWER_BIT(DU_SG_STOP);

/* What the window offers to this seat: powers of others, and to SG its own stop. */
uint32_t du_offered_to(const du_state *s, uint8_t seat)
{
    uint32_t all = s->d.board.offered, set = 0;

    for (; all; all &= all - 1) {
        unsigned power = cr_bits_first(all);

        if ((du_faction(s, seat) == owner_of[power]) == (power == DU_SG_STOP))
            set |= DU_POWER_BIT(power);
    }
    return set;
}

static uint16_t who_may_cancel(const du_state *s)
{
    uint16_t seats = 0;

    CR_CITE(DU_13_10);
    for (uint8_t seat = 0; seat < s->k.n_seats; seat++)
        if (du_karama_may_be(s, seat) && du_offered_to(s, seat))
            seats |= CR_BIT(seat);
    return seats;
}

void du_open_window(du_state *s, uint32_t offered)
{
    CR_CITE(DU_13_3);
    s->d.board.stopped = 0;
    s->d.board.offered = offered;
    if (who_may_cancel(s))
        cr_push(&s->k, DU_FX_WINDOW, CR_HOST);
    else
        s->d.board.offered = 0;
}

/* Was one of these cancelled in the window that is just closed? */
bool du_was_stopped(du_state *s, unsigned power)
{
    bool was = s->d.board.stopped >> power & 1;

    s->d.board.stopped &= ~DU_POWER_BIT(power);
    return was;
}

cr_refusal du_check_cancel(const du_state *s, const cr_move *move)
{
    cr_refusal no = du_check_karama(s, move->seat, move->arg[0], 1);
    uint32_t power = move->arg[1] ? DU_POWER_BIT(move->arg[1] - 1) : 0;

    if (no.code)
        return no;
    if (!(du_offered_to(s, move->seat) & power))
        return CR_REFUSE(DU_CODE_POWER_NOT_OFFERED, DU_13_10, 2);
    return CR_ACCEPT;
}

/* Has somebody earlier in storm order left nothing to stop? */
static bool has_lapsed(const du_state *s, uint8_t power)
{
    uint32_t stopped = s->d.board.stopped;

    return (stopped & ending) || (stopped >> power & 1);
}

static void cancel(du_state *s, uint8_t seat, const du_queued *q, cr_sink *sink)
{
    uint8_t power = (uint8_t)(q->arg[1] - 1);

    CR_CITE(DU_13_4);
    s->d.board.stopped |= DU_POWER_BIT(power);
    if (power == DU_SG_STOP) {
        CR_CITE(DU_13_5);
        s->d.board.own_used |= (uint8_t)(1u << seat);
        CR_TELL(sink, DU_EV_OWN_POWER, seat, power, q->arg[0]);
    } else {
        CR_TELL(sink, DU_EV_POWER_CANCELLED, seat, power, q->arg[0]);
    }
    du_discard(s, seat, q->arg[0], sink);
}

/* ---- carrying out ---- */

static bool is_karama(uint8_t kind)
{
    return kind == DB_CANCEL || kind == DU_PREVENT || kind == DU_CALL_WORM || kind == DU_SWAP ||
           kind == DU_RECALL;
}

/* Which argument is the card. */
unsigned du_card_at(uint8_t kind)
{
    return kind == DB_CANCEL ? 0 : kind == DU_RECALL ? 3 : 1;
}

/* Keeps what was sealed, so that other questions can be put. False while somebody has not answered. */
static bool take_answers(du_state *s, const cr_frame *top)
{
    bool is_opening = top->kind == DU_FX_OPENING;
    uint16_t seats = is_opening ? cr_everybody(&s->k) : who_may_cancel(s);
    uint32_t time =
        is_opening ? s->d.board.time_ms[DU_TIME_OPENING] : db_time_for(&s->w, DB_TIME_CANCEL);

    CR_CITE(DU_16_4);
    if (cr_ask(&s->k, is_opening ? DU_Q_OPENING : DU_Q_CANCEL, seats, CR_ALL, 0, time))
        return false;
    for (; seats; seats &= (uint16_t)(seats - 1)) {
        unsigned seat = cr_bits_first(seats);
        const cr_move *said = &s->k.sealed[seat];
        du_queued *q = &s->d.secret.queued[seat];

        q->kind = said->kind;
        memcpy(q->arg, said->arg, sizeof q->arg);
    }
    return true;
}

cr_move du_queued_move(const du_state *s, uint8_t seat)
{
    const du_queued *q = &s->d.secret.queued[seat];
    cr_move move = {.seat = seat, .kind = q->kind};

    memcpy(move.arg, q->arg, sizeof q->arg);
    return move;
}

static bool can_still(const du_state *s, const cr_frame *top, const cr_move *move)
{
    if (top->kind == DU_FX_OPENING)
        return !du_check_side(s, move).code;
    return !du_check_cancel(s, move).code && !has_lapsed(s, (uint8_t)(move->arg[1] - 1));
}

/* The next seat whose answer can be carried out; true if there is one. */
static bool find_next(du_state *s, cr_frame *top, cr_sink *sink)
{
    for (; top->note < s->k.n_seats; top->note++) {
        uint8_t seat = s->w.board.order[top->note];
        du_queued *q = &s->d.secret.queued[seat];
        cr_move move = du_queued_move(s, seat);

        if (!q->kind)
            continue;
        if (can_still(s, top, &move))
            return true;
        tell_lapsed(seat, q->kind, sink);
        *q = (du_queued){0};
    }
    return false;
}

static void end_round(du_state *s, cr_frame *top)
{
    du_board *d = &s->d.board;

    if (top->kind == DU_FX_OPENING && d->acted && d->round < DU_ROUNDS - 1) {
        d->round++;
        d->acted = 0;
        top->note = 0;
        top->step = DU_CARRY_ASK;
        return;
    }
    d->round = d->acted = 0;
    d->offered = 0;
    cr_pop(&s->k);
}

static void carry_out(du_state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t seat = s->w.board.order[top->note];
    du_queued q = s->d.secret.queued[seat];

    s->d.secret.queued[seat] = (du_queued){0};
    if (top->kind == DU_FX_OPENING)
        s->d.board.acted = 1;
    top->note++;
    top->step = DU_CARRY_NEXT;
    if (du_was_void(s))
        return;
    if (top->kind == DU_FX_WINDOW)
        cancel(s, seat, &q, sink);
    else
        du_act(s, seat, q.kind, q.arg, sink);
    if (s->d.board.swap)
        top->step = DU_CARRY_BACK;
}

void du_step_carrying(du_state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t seat;

    switch (top->step) {
    case DU_CARRY_ASK:
        if (take_answers(s, top))
            top->step = DU_CARRY_NEXT;
        return;
    case DU_CARRY_NEXT:
        if (!find_next(s, top, sink)) {
            end_round(s, top);
            return;
        }
        top->step = DU_CARRY_ONE;
        seat = s->w.board.order[top->note];
        if (is_karama(s->d.secret.queued[seat].kind)) {
            const du_queued *q = &s->d.secret.queued[seat];
            uint8_t card = q->arg[du_card_at(q->kind)];

            if (du_is_worthless(card))
                du_open_worthless(s, seat, card, sink);
        }
        return;
    case DU_CARRY_ONE:
        carry_out(s, top, sink);
        return;
    default:
        if (!du_give_back(s, sink))
            top->step = DU_CARRY_NEXT;
    }
}
