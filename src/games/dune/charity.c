/* What comes from the bank by itself: CHOAM charity (DU-5.1, 5.2), spice collection and income (DU-10). */
#include "games/dune/dune.h"

enum { CHARITY = 2 };

static bool has_own_charity(const du_state *s, uint8_t seat)
{
    CR_CITE(DU_5_2);
    return s->w.board.is_advanced && du_faction(s, seat) == DB_BG;
}

static void pay_charity(du_state *s, uint8_t seat, unsigned amount, cr_sink *sink)
{
    amount = du_receive(s, seat, amount);
    CR_TELL(sink, DU_EV_CHARITY, seat, (uint8_t)amount);
}

cr_refusal du_check_claim(const du_state *s, const cr_move *move)
{
    if (s->w.secret.spice[move->seat] >= CHARITY)
        return CR_REFUSE(DU_CODE_CHARITY_NOT_DUE, DU_5_1, 0);
    return CR_ACCEPT;
}

void du_step_charity(du_state *s, cr_frame *top, cr_sink *sink)
{
    uint16_t seats = cr_everybody(&s->k);
    uint8_t bg = du_seat_of(s, DB_BG);

    if (bg != 0xFF && has_own_charity(s, bg)) {
        seats &= (uint16_t)~CR_BIT(bg);
        if (top->step == DU_CHARITY_CANCEL) {
            top->step = DU_CHARITY_ASK;
            du_open_window(s, DU_POWER_BIT(DU_BG_CHARITY));
            return;
        }
    }
    if (cr_ask(&s->k, DU_Q_CHARITY, seats, CR_ALL, 0, s->d.board.time_ms[DU_TIME_CHARITY]))
        return;
    CR_CITE(DU_5_1);
    for (unsigned i = 0; i < s->k.n_seats; i++) {
        uint8_t seat = s->w.board.order[i];
        unsigned spice = s->w.secret.spice[seat];

        if (has_own_charity(s, seat)) {
            bool is_stopped = du_was_stopped(s, DU_BG_CHARITY);

            if (!is_stopped || spice < CHARITY)
                pay_charity(s, seat, is_stopped ? CHARITY - spice : (unsigned)CHARITY, sink);
        } else if (s->k.sealed[seat].kind == DU_CLAIM) {
            pay_charity(s, seat, CHARITY - spice, sink);
        }
    }
    cr_pop(&s->k);
}

/* ---- collection ---- */

static void collect(du_state *s, uint8_t area, cr_sink *sink)
{
    db_board *b = &s->w.board;
    uint8_t territory = db_areas[area].territory;

    CR_CITE(DU_10_2);
    for (unsigned i = 0; i < s->k.n_seats && b->ground[area]; i++) {
        uint8_t seat = b->order[i], force = b->force[seat][area];
        unsigned rate = du_has_city(s, seat) ? 3 : 2,
                 take = rate * (db_normals(force) + db_elites(force));

        CR_CITE(DU_10_1);
        CR_CITE(DU_10_5);
        if (!force || du_are_advisors(s, seat, territory))
            continue;
        CR_CITE(DU_10_3);
        take = take < b->ground[area] ? take : b->ground[area];
        b->ground[area] = (uint8_t)(b->ground[area] - take);
        du_receive(s, seat, take);
        CR_TELL(sink, DU_EV_COLLECTED, seat, area, (uint8_t)take);
    }
}

static void pay_income(du_state *s, cr_sink *sink)
{
    static const uint8_t income[DB_STRONGHOLDS] = {2, 2, 0, 0, 1};

    CR_CITE(DU_10_4);
    for (unsigned i = 0; s->w.board.is_advanced && i < s->k.n_seats; i++) {
        uint8_t seat = s->w.board.order[i];
        unsigned amount = 0;

        for (uint8_t t = 0; t < DB_STRONGHOLDS; t++)
            if (du_has_forces(s, seat, t) && !du_others_in(s, seat, t))
                amount += income[t];
        amount = du_receive(s, seat, amount);
        if (amount)
            CR_TELL(sink, DU_EV_INCOME, seat, (uint8_t)amount);
    }
}

void du_step_collection(du_state *s, cr_frame *top, cr_sink *sink)
{
    du_areas ground;
    uint8_t area;

    if (!top->step) {
        top->step = 1;
        cr_push(&s->k, DU_FX_OPENING, CR_HOST);
        return;
    }
    CR_CITE(DU_10_6);
    ground = du_areas_used(s->w.board.ground);
    while (du_areas_take(&ground, &area))
        collect(s, area, sink);
    pay_income(s, sink);
    cr_pop(&s->k);
}
