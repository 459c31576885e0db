/* Shipment (DU-7): what the phase begins with, whose turn it is, prices, shipments and who is sent along. */
#include "games/dune/dune.h"

/* ---- prices ---- */

static bool is_guild(const du_state *s, uint8_t seat)
{
    return du_faction(s, seat) == DB_SG;
}

static bool is_guilds_ally(const du_state *s, uint8_t seat)
{
    uint8_t ally = db_ally(&s->w.board, seat);

    return ally != 0xFF && is_guild(s, ally);
}

/* Does SG's half price count in this shipment? */
static bool is_half(const du_state *s, uint8_t seat, uint8_t way, bool has_card)
{
    CR_CITE(DU_7_4);
    return way == DU_FROM_RESERVES && !has_card && (is_guild(s, seat) || is_guilds_ally(s, seat)) &&
           !(s->d.board.barred & DU_BAR_HALF);
}

unsigned du_price(const du_state *s, uint8_t seat, uint8_t way, uint8_t to, unsigned n,
                  bool has_card)
{
    unsigned each = to < DB_STRONGHOLDS ? 1 : 2;

    CR_CITE(DU_7_12);
    switch (way) {
    case DU_FROM_RESERVES:
        CR_CITE(DU_7_3);
        return has_card || is_half(s, seat, way, has_card) ? (n * each + 1) / 2 : n * each;
    case DU_CROSSING:
        CR_CITE(DU_7_8);
        return (n * each + 1) / 2;
    case DU_SHIPPING_BACK:
        return (n + 1) / 2;
    default:
        return 0;
    }
}

unsigned du_group_size(const du_group *g)
{
    unsigned n = 0;

    for (unsigned i = 0; i < DB_ZONE_MAX; i++)
        n += db_normals(g->take[i]) + db_elites(g->take[i]);
    return n;
}

static unsigned price_of(const du_state *s, const du_group *g)
{
    return du_price(s, g->seat, g->way, g->to ? db_areas[g->to - 1].territory : 0, du_group_size(g),
                    g->card != 0);
}

/* ---- may it be shipped? ---- */

static cr_refusal check_landing(const du_state *s, uint8_t seat, const uint8_t *arg, uint16_t field)
{
    CR_CITE(DU_7_5);
    if (du_is_full(s, seat, arg[0]))
        return CR_REFUSE(DU_CODE_OCCUPANCY, DU_8_9, field);
    CR_CITE(DU_14_4);
    if (du_are_advisors(s, seat, arg[0]) && du_has_tokens(s, seat, arg[0]))
        return CR_REFUSE(DU_CODE_FIGHTERS_ON_ADVISORS, DU_14_4, field);
    return CR_ACCEPT;
}

cr_refusal du_check_ship(const du_state *s, const cr_move *move)
{
    du_forces left = du_reserves(s, move->seat);
    unsigned n = move->arg[2], e = move->arg[3];
    uint8_t card = move->arg[4], to;
    cr_refusal no;

    if (du_faction(s, move->seat) == DB_FR)
        return CR_REFUSE(DU_CODE_FREMEN_DO_NOT_SHIP, DU_7_6, 0);
    if (!n && !e)
        return CR_REFUSE(DU_CODE_NO_FORCES, DU_7_3, 2);
    if (n > left.normals || e > left.elites)
        return CR_REFUSE(DU_CODE_NOT_ENOUGH_RESERVES, DU_7_3, n > left.normals ? 2 : 3);
    if (!du_area_of(move->arg, &to))
        return CR_REFUSE(DU_CODE_AREA_UNKNOWN, DU_7_3, 1);
    if (du_is_stormed(s, to))
        return CR_REFUSE(DU_CODE_AREA_IN_STORM, DU_7_5, 1);
    no = check_landing(s, move->seat, move->arg, 1);
    if (!no.code && card)
        no = du_check_karama(s, move->seat, (uint8_t)(card - 1), 4);
    if (!no.code && du_price(s, move->seat, DU_FROM_RESERVES, move->arg[0], n + e, card) >
                        du_means(s, move->seat))
        return CR_REFUSE(DU_CODE_NOT_ENOUGH_SPICE, DU_7_3, 0);
    return no;
}

/* Forces, not advisors, in an area named by a move. */
static cr_refusal check_from(const du_state *s, uint8_t seat, const uint8_t *arg, unsigned n,
                             unsigned e, uint16_t at)
{
    uint8_t from;

    if (!du_area_of(arg, &from))
        return CR_REFUSE(DU_CODE_AREA_UNKNOWN, DU_7_7, 1);
    CR_CITE(DU_7_14);
    if (du_are_advisors(s, seat, arg[0]) || n > db_normals(s->w.board.force[seat][from]))
        return CR_REFUSE(DU_CODE_NOT_ENOUGH_FORCES, DU_7_7, at);
    if (e > db_elites(s->w.board.force[seat][from]))
        return CR_REFUSE(DU_CODE_NOT_ENOUGH_FORCES, DU_7_7, (uint16_t)(at + 1));
    return CR_ACCEPT;
}

bool du_may_cross(const du_state *s, uint8_t seat)
{
    CR_CITE(DU_7_9);
    return (is_guild(s, seat) || is_guilds_ally(s, seat)) && !(s->d.board.barred & DU_BAR_CROSS);
}

bool du_may_ship_back(const du_state *s, uint8_t seat)
{
    return is_guild(s, seat) && !(s->d.board.barred & DU_BAR_BACK);
}

cr_refusal du_check_cross(const du_state *s, const cr_move *move)
{
    unsigned n = move->arg[4], e = move->arg[5];
    uint8_t from, to;
    cr_refusal no;

    if (!du_may_cross(s, move->seat))
        return CR_REFUSE(DU_CODE_CROSS_NOT_ALLOWED, DU_7_7, 0);
    if (!n && !e)
        return CR_REFUSE(DU_CODE_NO_FORCES, DU_7_7, 3);
    du_area_of(move->arg, &from);
    if (!du_area_of(move->arg + 2, &to))
        return CR_REFUSE(DU_CODE_AREA_UNKNOWN, DU_7_7, 2);
    no = check_from(s, move->seat, move->arg, n, e, 3);
    if (no.code)
        return no;
    if (du_is_stormed(s, from))
        return CR_REFUSE(DU_CODE_AREA_IN_STORM, DU_7_7, 1);
    if (du_is_stormed(s, to))
        return CR_REFUSE(DU_CODE_AREA_IN_STORM, DU_7_7, 2);
    if (move->arg[0] == move->arg[2])
        return CR_REFUSE(DU_CODE_SAME_PLACE, DU_7_7, 2);
    no = check_landing(s, move->seat, move->arg + 2, 2);
    if (!no.code &&
        du_price(s, move->seat, DU_CROSSING, move->arg[2], n + e, false) > du_means(s, move->seat))
        return CR_REFUSE(DU_CODE_NOT_ENOUGH_SPICE, DU_7_7, 0);
    return no;
}

cr_refusal du_check_back(const du_state *s, const cr_move *move)
{
    unsigned n = move->arg[2], e = move->arg[3];
    cr_refusal no;
    uint8_t from;

    if (!du_may_ship_back(s, move->seat))
        return CR_REFUSE(DU_CODE_SHIP_BACK_NOT_ALLOWED, DU_7_7, 0);
    if (!n && !e)
        return CR_REFUSE(DU_CODE_NO_FORCES, DU_7_7, 2);
    no = check_from(s, move->seat, move->arg, n, e, 2);
    if (no.code)
        return no;
    du_area_of(move->arg, &from);
    if (du_is_stormed(s, from))
        return CR_REFUSE(DU_CODE_AREA_IN_STORM, DU_7_7, 1);
    if (du_price(s, move->seat, DU_SHIPPING_BACK, 0, n + e, false) > du_means(s, move->seat))
        return CR_REFUSE(DU_CODE_NOT_ENOUGH_SPICE, DU_7_7, 0);
    return CR_ACCEPT;
}

bool du_may_emerge_in_storm(const du_state *s)
{
    return s->w.board.is_advanced && !(s->d.board.barred & DU_BAR_EMERGE);
}

cr_refusal du_check_emerge(const du_state *s, const cr_move *move)
{
    du_forces left = du_reserves(s, move->seat);
    unsigned n = move->arg[2], e = move->arg[3];
    uint8_t to;

    if (du_faction(s, move->seat) != DB_FR)
        return CR_REFUSE(DU_CODE_EMERGE_NOT_ALLOWED, DU_7_6, 0);
    if (!n && !e)
        return CR_REFUSE(DU_CODE_NO_FORCES, DU_7_6, 2);
    if (n > left.normals || e > left.elites)
        return CR_REFUSE(DU_CODE_NOT_ENOUGH_RESERVES, DU_7_6, n > left.normals ? 2 : 3);
    if (!du_area_of(move->arg, &to))
        return CR_REFUSE(DU_CODE_AREA_UNKNOWN, DU_7_6, 1);
    if (!du_is_landing(move->arg[0]))
        return CR_REFUSE(DU_CODE_NOT_IN_FREMEN_RANGE, DU_7_6, 1);
    if (du_is_stormed(s, to) && !du_may_emerge_in_storm(s))
        return CR_REFUSE(DU_CODE_AREA_IN_STORM, DU_7_6, 1);
    if (du_is_full(s, move->seat, move->arg[0]))
        return CR_REFUSE(DU_CODE_OCCUPANCY, DU_8_9, 1);
    return CR_ACCEPT;
}

/* ---- the steps of a shipment ---- */

static void ask_ship(du_state *s, cr_frame *top, cr_sink *sink)
{
    static const uint8_t way_of[] = {DU_FROM_RESERVES, DU_CROSSING, DU_SHIPPING_BACK, DU_EMERGING};
    const cr_move *said = &s->k.said;

    CR_CITE(DU_7_13);
    if (cr_ask_one(&s->k, DU_Q_SHIP, top->seat, s->d.board.time_ms[DU_TIME_SHIP]))
        return;
    if (du_is_side_action(said->kind)) {
        du_act(s, top->seat, said->kind, said->arg, sink);
    } else if (said->kind == DB_PASS) {
        top->step = DU_TURN_MOVE;
    } else {
        du_declare(s, way_of[said->kind - DU_SHIP], top->seat, said, sink);
        top->step = DU_TURN_SHIP_ALSO;
    }
}

/* The card that halves the price: discarded, or cancelled together with the shipment. */
static void play_card(du_state *s, cr_frame *top, cr_sink *sink)
{
    du_group *g = &s->d.board.now;
    uint8_t card = (uint8_t)(g->card - 1);

    top->step = DU_TURN_CANCEL;
    if (!g->card)
        return;
    if (du_is_worthless(card) && !s->d.board.karama) {
        top->step = DU_TURN_CARD;
        du_open_worthless(s, top->seat, card, sink);
        return;
    }
    if (du_was_void(s)) {
        *g = (du_group){0};
        top->step = DU_TURN_SHIP;
        return;
    }
    du_discard(s, top->seat, card, sink);
}

static void open_shipment_window(du_state *s, cr_frame *top)
{
    const du_group *g = &s->d.board.now;
    uint8_t seat = top->seat, sg = du_seat_of(s, DB_SG);
    uint32_t offered = 0;

    CR_CITE(DU_13_10);
    top->step = DU_TURN_LAND;
    if (is_half(s, seat, g->way, g->card))
        offered |= DU_POWER_BIT(DU_SG_HALF);
    if (g->way == DU_CROSSING)
        offered |= DU_POWER_BIT(DU_SG_CROSS);
    if (g->way == DU_SHIPPING_BACK)
        offered |= DU_POWER_BIT(DU_SG_BACK);
    if (g->way == DU_EMERGING && du_is_stormed(s, (uint8_t)(g->to - 1)))
        offered |= DU_POWER_BIT(DU_FR_EMERGE);
    if (sg != 0xFF && sg != seat && g->way != DU_EMERGING) {
        if (!g->card)
            offered |= DU_POWER_BIT(DU_SG_PAYMENT);
        if (g->way == DU_FROM_RESERVES && s->w.board.is_advanced &&
            !(s->d.board.own_used >> sg & 1))
            offered |= DU_POWER_BIT(DU_SG_STOP);
    }
    if (offered)
        du_open_window(s, offered);
}

/* Was the shipment cancelled or stopped? Then the turn goes on elsewhere. */
static bool is_off(du_state *s, cr_frame *top, cr_sink *sink)
{
    static const struct {
        uint8_t power, bar;
    } rows[] = {{DU_SG_HALF, DU_BAR_HALF},
                {DU_SG_CROSS, DU_BAR_CROSS},
                {DU_SG_BACK, DU_BAR_BACK},
                {DU_FR_EMERGE, DU_BAR_EMERGE}};
    uint32_t stopped = s->d.board.stopped;

    for (unsigned i = 0; i < CR_COUNT_OF(rows); i++)
        if (stopped >> rows[i].power & 1) {
            s->d.board.barred |= rows[i].bar;
            s->d.board.now = (du_group){0};
            s->d.board.stopped = 0;
            top->step = DU_TURN_SHIP;
            return true;
        }
    if (stopped >> DU_SG_STOP & 1) {
        CR_TELL(sink, DU_EV_SHIPMENT_STOPPED, top->seat, 0);
        s->d.board.now = (du_group){0};
        s->d.board.stopped = 0;
        top->step = DU_TURN_MOVE;
        return true;
    }
    return false;
}

/* DU-7.6: half of those who emerge in the storm die, normals first. */
static void suffer_storm(du_state *s, const du_group *g, cr_sink *sink)
{
    unsigned size = du_group_size(g), lost = (size + 1) / 2, n = db_normals(g->take[0]);

    n = n < lost ? n : lost;
    CR_CITE(DU_7_6);
    du_lose(s, g->seat, (uint8_t)(g->to - 1), db_force(n, lost - n), DU_BY_EMERGING, sink);
}

static void land(du_state *s, cr_frame *top, cr_sink *sink)
{
    du_group g = s->d.board.now;
    uint8_t sg = du_seat_of(s, DB_SG), bg = du_seat_of(s, DB_BG), payee = 0, from_pledge;
    unsigned price = price_of(s, &g), size = du_group_size(&g), elites = 0;

    from_pledge = (uint8_t)du_pay_with_pledge(s, g.seat, price);
    if (sg != 0xFF && sg != g.seat && !g.card && g.way != DU_EMERGING &&
        !du_was_stopped(s, DU_SG_PAYMENT)) {
        du_receive(s, sg, price);
        payee = (uint8_t)(sg + 1);
    }
    for (unsigned i = 0; i < DB_ZONE_MAX; i++)
        elites += db_elites(g.take[i]);
    CR_TELL(sink, DU_EV_SHIPPED, g.seat, g.way, g.from, g.to, (uint8_t)(size - elites),
            (uint8_t)elites, (uint8_t)price, payee, from_pledge);
    s->d.board.stopped = 0;
    du_put_group(s);
    if (g.way == DU_EMERGING && du_is_stormed(s, (uint8_t)(g.to - 1)))
        suffer_storm(s, &g, sink);
    top->step = DU_TURN_INTRUDE;
    CR_CITE(DU_7_11);
    if (g.way == DU_FROM_RESERVES && bg != 0xFF && bg != g.seat) {
        du_forces left = du_reserves(s, bg);

        if (left.normals)
            cr_push(&s->k, DU_FX_SENDING, bg);
    }
}

/* ---- BG sends somebody along ---- */

cr_refusal du_check_send(const du_state *s, const cr_move *move)
{
    uint8_t territory = db_areas[s->d.board.now.to - 1].territory;

    if (move->arg[0] == DU_SEND_POLAR)
        return CR_ACCEPT;
    if (s->w.board.is_advanced && du_has_forces(s, move->seat, territory))
        return CR_REFUSE(DU_CODE_FIGHTERS_PRESENT, DU_7_11, 1);
    if (!s->w.board.is_advanced || territory == DB_POLAR_SINK)
        return CR_REFUSE(DU_CODE_AREA_NOT_ALLOWED, DU_7_11, 1);
    return CR_ACCEPT;
}

void du_step_sending(du_state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t bg = top->seat, area = DB_POLAR_SINK;

    switch (top->step) {
    case DU_ASK_FIRST:
        if (cr_ask_one(&s->k, DU_Q_SEND, bg, s->d.board.time_ms[DU_TIME_SHIP]))
            return;
        if (s->k.said.kind != DU_SEND) {
            cr_pop(&s->k);
            return;
        }
        top->note = s->k.said.arg[0];
        top->step = DU_ASK_DONE;
        CR_TELL(sink, DU_EV_SENDS, bg, top->note);
        du_open_window(s, DU_POWER_BIT(DU_BG_SEND));
        return;
    default:
        if (top->note == DU_SEND_ADVISOR)
            area = (uint8_t)(s->d.board.now.to - 1);
        if (!du_was_stopped(s, DU_BG_SEND)) {
            if (top->note == DU_SEND_ADVISOR)
                s->w.board.advisors |= UINT64_C(1) << db_areas[area].territory;
            du_put_on(s, bg, area, db_force(1, 0));
            CR_TELL(sink, DU_EV_SENT, bg, area, du_are_advisors(s, bg, db_areas[area].territory));
        }
        cr_pop(&s->k);
    }
}

/* ---- a turn ---- */

void du_step_turn(du_state *s, cr_frame *top, cr_sink *sink)
{
    du_group *g = &s->d.board.now;
    uint8_t to;

    switch (top->step) {
    case DU_TURN_SHIP:
        ask_ship(s, top, sink);
        return;
    case DU_TURN_SHIP_ALSO:
        if ((g->way != DU_CROSSING && g->way != DU_SHIPPING_BACK) ||
            !du_join(s, DU_Q_SHIP_ALSO, sink))
            top->step = DU_TURN_CARD;
        return;
    case DU_TURN_CARD:
        play_card(s, top, sink);
        return;
    case DU_TURN_CANCEL:
        open_shipment_window(s, top);
        return;
    case DU_TURN_LAND:
        if (!is_off(s, top, sink))
            land(s, top, sink);
        return;
    case DU_TURN_INTRUDE:
        to = g->to;
        *g = (du_group){0};
        top->step = DU_TURN_MOVE;
        if (to)
            du_open_intrusion(s, top->seat, db_areas[to - 1].territory);
        return;
    default:
        du_step_moving(s, top, sink);
    }
}

/* ---- the phase ---- */

static void look_at_spice(du_state *s, cr_sink *sink)
{
    du_board *d = &s->d.board;
    uint8_t at = du_seat_of(s, DB_AT);

    CR_CITE(DU_7_1);
    if (at != 0xFF && d->n_spice && !(d->prevented >> DU_AT_SPICE & 1)) {
        d->spice_seen = 1;
        CR_TELL_PART(sink, DU_EV_SPICE_CARD_SEEN, at, CR_BIT(at), 0,
                     (uint8_t)(s->d.secret.spice_deck[d->n_spice - 1] - 1));
    }
    d->prevented &= ~DU_POWER_BIT(DU_AT_SPICE);
}

/* SG's free choice of its turn. */
static bool is_guild_free(const du_state *s, uint8_t sg)
{
    CR_CITE(DU_7_2);
    return sg != 0xFF && s->w.board.is_advanced && !(s->d.board.prevented >> DU_SG_ORDER & 1) &&
           !(s->d.board.done >> sg & 1);
}

/* The next whose turn it is in storm order, `but` left out; 0xFF: nobody. */
static uint8_t next_turn(const du_state *s, uint8_t but)
{
    for (unsigned i = 0; i < s->k.n_seats; i++) {
        uint8_t seat = s->w.board.order[i];

        if (seat != but && !(s->d.board.done >> seat & 1))
            return seat;
    }
    return 0xFF;
}

/* DU-7.2: by default SG goes when all before it in storm order are done. */
bool du_guild_is_due(const du_state *s, uint8_t sg)
{
    return next_turn(s, 0xFF) == sg;
}

static void step_turns(du_state *s, cr_sink *sink)
{
    uint8_t sg = du_seat_of(s, DB_SG), next = next_turn(s, 0xFF);

    if (is_guild_free(s, sg)) {
        uint8_t other = next_turn(s, sg);

        if (other != 0xFF) {
            bool goes;

            if (cr_ask_one(&s->k, DU_Q_GUILD, sg, s->d.board.time_ms[DU_TIME_SHIP]))
                return;
            goes = s->k.said.kind == DU_GO;
            CR_TELL(sink, DU_EV_GUILD, sg, goes);
            next = goes ? sg : other;
        }
    }
    if (next != 0xFF) {
        cr_push(&s->k, DU_FX_TURN, next);
        return;
    }
    du_return_pledges(s, sink);
    s->d.board.done = 0;
    s->d.board.prevented = 0;
    cr_pop(&s->k);
}

void du_step_shipment(du_state *s, cr_frame *top, cr_sink *sink)
{
    switch (top->step) {
    case DU_SHIP_OPENING:
        top->step = DU_SHIP_LOOK;
        cr_push(&s->k, DU_FX_OPENING, CR_HOST);
        return;
    case DU_SHIP_LOOK:
        look_at_spice(s, sink);
        top->step = DU_SHIP_WARTIME;
        return;
    case DU_SHIP_WARTIME:
        if (du_wartime(s, sink))
            return;
        top->step = DU_SHIP_ARMED;
        if (s->d.board.flipped)
            du_open_window(s, DU_POWER_BIT(DU_BG_FLIP));
        return;
    case DU_SHIP_ARMED:
        du_end_wartime(s, sink);
        top->step = DU_SHIP_NEXT;
        return;
    default:
        step_turns(s, sink);
    }
}
