/* Groups of forces on their way (rides, crossings and moves), movement (DU-8), and what BG's tokens are (DU-14). */
#include "games/dune/dune.h"

/* ---- groups ---- */

/* The first area named in the group; 0xFF: it comes from reserves. */
static uint8_t first_area(const du_group *g)
{
    for (uint8_t i = 0; g->from && i < DB_ZONE_MAX; i++)
        if (g->take[i])
            return (uint8_t)(db_territories[g->from - 1].first + i);
    return 0xFF;
}

/* Where in a move its parts are: from, to, forces. 0xFF: it has none. */
static const struct {
    uint8_t from, to, forces, card, arms;
} parts_of[DU_WAYS] = {
    [DU_FROM_RESERVES] = {0xFF, 0, 2, 4, 0xFF},
    [DU_CROSSING] = {0, 2, 4, 0xFF, 0xFF},
    [DU_SHIPPING_BACK] = {0, 0xFF, 2, 0xFF, 0xFF},
    [DU_EMERGING] = {0xFF, 0, 2, 0xFF, 0xFF},
    [DU_MOVING] = {0, 2, 4, 0xFF, 6},
    [DU_RIDING] = {2, 0, 4, 0xFF, 0xFF},
};

void du_declare(du_state *s, uint8_t way, uint8_t seat, const cr_move *move, cr_sink *sink)
{
    du_group *g = &s->d.board.now;
    const uint8_t *arg = move->arg, *at = &parts_of[way].from;
    uint8_t to, n = arg[parts_of[way].forces], e = arg[parts_of[way].forces + 1];

    *g = (du_group){.way = way, .seat = seat};
    if (at[0] != 0xFF) {
        g->from = (uint8_t)(arg[at[0]] + 1);
        g->take[arg[at[0] + 1]] = db_force(n, e);
    } else {
        g->take[0] = db_force(n, e);
    }
    if (parts_of[way].to != 0xFF) {
        du_area_of(arg + parts_of[way].to, &to);
        g->to = (uint8_t)(to + 1);
    }
    if (parts_of[way].card != 0xFF)
        g->card = arg[parts_of[way].card];
    if (parts_of[way].arms != 0xFF)
        g->arms = arg[parts_of[way].arms];
    to = first_area(g);
    CR_TELL(sink, DU_EV_DECLARED, seat, way, to == 0xFF ? 0 : (uint8_t)(to + 1), g->to, n, e,
            g->card, g->arms);
}

/* Places of the start territory, as bits, from which forces can still join. */
uint64_t du_joinable(const du_state *s)
{
    const du_group *g = &s->d.board.now;
    const db_territory *t;
    db_zone zone;
    uint64_t set = 0;

    if (!g->from)
        return 0;
    CR_CITE(DU_8_1);
    t = &db_territories[g->from - 1];
    zone = db_zone_at(&s->w.board, first_area(g));
    for (uint8_t i = 0; i < t->n_areas; i++) {
        uint8_t area = (uint8_t)(t->first + i);
        bool is_near = g->way == DU_RIDING ? !du_is_stormed(s, area)
                                           : area >= zone.area && area < zone.area + zone.n;

        if (is_near && !g->take[i] && s->w.board.force[g->seat][area] && g->to != area + 1)
            set |= UINT64_C(1) << i;
    }
    return set;
}

cr_refusal du_check_also(const du_state *s, const cr_move *move)
{
    const du_group *g = &s->d.board.now;
    unsigned n = move->arg[2], e = move->arg[3];
    uint8_t from, force;

    if (!n && !e)
        return CR_REFUSE(DU_CODE_NO_FORCES, DU_8_1, 2);
    if (!du_area_of(move->arg, &from) || move->arg[0] + 1 != g->from)
        return CR_REFUSE(DU_CODE_AREA_UNKNOWN, DU_8_1, 1);
    force = g->take[move->arg[1]] || g->to == from + 1 ? 0 : s->w.board.force[move->seat][from];
    if (n > db_normals(force) || e > db_elites(force))
        return CR_REFUSE(DU_CODE_NOT_ENOUGH_FORCES, DU_8_1, n > db_normals(force) ? 2 : 3);
    if (!(du_joinable(s) >> move->arg[1] & 1))
        return CR_REFUSE(g->way == DU_RIDING ? DU_CODE_AREA_IN_STORM : DU_CODE_PARTED_BY_STORM,
                         DU_8_1, 1);
    if (du_price(s, move->seat, g->way, g->to ? db_areas[g->to - 1].territory : 0,
                 du_group_size(g) + n + e, false) > du_means(s, move->seat))
        return CR_REFUSE(DU_CODE_NOT_ENOUGH_SPICE, DU_7_7, 0);
    return CR_ACCEPT;
}

/* True while it is asked what joins. */
bool du_join(du_state *s, uint8_t question, cr_sink *sink)
{
    du_group *g = &s->d.board.now;
    const cr_move *said = &s->k.said;
    unsigned time = question == DU_Q_RIDE_ALSO   ? DU_TIME_BLOW
                    : question == DU_Q_SHIP_ALSO ? DU_TIME_SHIP
                                                 : DU_TIME_MOVE;

    while (du_joinable(s)) {
        if (cr_ask_one(&s->k, question, g->seat, s->d.board.time_ms[time]))
            return true;
        if (said->kind != DU_ALSO)
            break;
        g->take[said->arg[1]] = db_force(said->arg[2], said->arg[3]);
        CR_TELL(sink, DU_EV_JOINED, g->seat,
                (uint8_t)(db_territories[g->from - 1].first + said->arg[1]), said->arg[2],
                said->arg[3]);
    }
    return false;
}

/* What BG's tokens are when they have come there (DU-14.5). */
static bool arrive_as_advisors(const du_state *s, uint8_t seat, uint8_t from, uint8_t to, bool arms)
{
    bool are = from != 0xFF && du_are_advisors(s, seat, from);

    CR_CITE(DU_14_5);
    if (from == to)
        return are;
    if (du_has_tokens(s, seat, to))
        return du_are_advisors(s, seat, to);
    if (!du_others_in(s, seat, to))
        return false;
    return are && !arms;
}

/* Puts the group where it goes; BG's may become advisors there. */
void du_put_group(du_state *s)
{
    du_group g = s->d.board.now;
    uint8_t from = g.from ? (uint8_t)(g.from - 1) : 0xFF, to = g.to ? (uint8_t)(g.to - 1) : 0xFF;
    bool as_advisors = false;
    unsigned normals = 0, elites = 0;

    if (to != 0xFF && du_faction(s, g.seat) == DB_BG)
        as_advisors = arrive_as_advisors(s, g.seat, from, db_areas[to].territory, g.arms);
    CR_CITE(DU_14_1);
    for (uint8_t i = 0; i < DB_ZONE_MAX; i++) {
        normals += db_normals(g.take[i]);
        elites += db_elites(g.take[i]);
        if (from != 0xFF && g.take[i])
            du_take_off(s, g.seat, (uint8_t)(db_territories[from].first + i), g.take[i]);
    }
    if (to == 0xFF)
        return;
    if (as_advisors)
        s->w.board.advisors |= UINT64_C(1) << db_areas[to].territory;
    du_put_on(s, g.seat, to, db_force(normals, elites));
}

/* The end of a ride or a move. */
void du_arrive(du_state *s, cr_sink *sink)
{
    du_group *g = &s->d.board.now;
    unsigned size = du_group_size(g), elites = 0;

    for (unsigned i = 0; i < DB_ZONE_MAX; i++)
        elites += db_elites(g->take[i]);
    CR_TELL(sink, g->way == DU_RIDING ? DU_EV_RIDE : DU_EV_MOVED, g->seat, g->from,
            (uint8_t)(g->to - 1), (uint8_t)(size - elites), (uint8_t)elites,
            du_faction(s, g->seat) == DB_BG &&
                arrive_as_advisors(s, g->seat, (uint8_t)(g->from - 1),
                                   db_areas[g->to - 1].territory, g->arms));
    du_put_group(s);
    *g = (du_group){0};
}

/* ---- moves ---- */

/* What a move of this seat from this area can reach. */
void du_reach_of(const du_state *s, uint8_t seat, uint8_t from, du_reach *out)
{
    bool as_advisors = du_are_advisors(s, seat, db_areas[from].territory);

    out->from = from;
    out->as_advisors = as_advisors;
    out->areas = du_walk(s, seat, from, as_advisors, du_range(s, seat, as_advisors));
}

/* Why a move does not come that far. */
static cr_refusal too_far(const du_state *s, uint8_t seat, const du_reach *reach, uint8_t to)
{
    du_areas all = du_walk(s, seat, reach->from, reach->as_advisors, DB_TERRITORIES);

    return du_areas_has(all, to) ? CR_REFUSE(DU_CODE_OUT_OF_RANGE, DU_8_2, 2)
                                 : CR_REFUSE(DU_CODE_NO_PATH, DU_8_3, 2);
}

/* May BG take up arms there in this very move? */
static bool may_arm(const du_state *s, uint8_t seat, uint8_t from, uint8_t to)
{
    return du_are_advisors(s, seat, from) && from != to &&
           !(du_are_advisors(s, seat, to) && du_has_tokens(s, seat, to)) &&
           !du_ally_is_in(s, seat, to) && !du_is_full(s, seat, to);
}

cr_refusal du_check_move(const du_state *s, const cr_move *move, const du_reach *known)
{
    unsigned n = move->arg[4], e = move->arg[5];
    uint8_t seat = move->seat, from, to;
    bool is_from = du_area_of(move->arg, &from), is_to = du_area_of(move->arg + 2, &to),
         arms = move->arg[6];
    du_reach reach;

    if (s->k.q.kind == DU_Q_HAJR && !(s->w.secret.hand[seat] & DB_CARD_BIT(DB_CARD_hajr)))
        return CR_REFUSE(DU_CODE_CARD_NOT_HELD, DU_8_7, 0);
    if (!n && !e)
        return CR_REFUSE(DU_CODE_NO_FORCES, DU_8_1, 3);
    if (!is_from || !is_to)
        return CR_REFUSE(DU_CODE_AREA_UNKNOWN, DU_8_1, is_from ? 2 : 1);
    if (n > db_normals(s->w.board.force[seat][from]) || e > db_elites(s->w.board.force[seat][from]))
        return CR_REFUSE(DU_CODE_NOT_ENOUGH_FORCES, DU_8_1,
                         n > db_normals(s->w.board.force[seat][from]) ? 3 : 4);
    if (du_is_stormed(s, from) || du_is_stormed(s, to))
        return CR_REFUSE(DU_CODE_AREA_IN_STORM, DU_8_3, du_is_stormed(s, from) ? 1 : 2);
    if (from == to)
        return CR_REFUSE(DU_CODE_SAME_PLACE, DU_8_6, 2);
    if (!known || known->from != from) {
        du_reach_of(s, seat, from, &reach);
        known = &reach;
    }
    if (!du_areas_has(known->areas, to))
        return too_far(s, seat, known, to);
    if (move->arg[2] != move->arg[0] && du_is_full(s, seat, move->arg[2]) &&
        !(du_faction(s, seat) == DB_BG &&
          arrive_as_advisors(s, seat, move->arg[0], move->arg[2], arms)))
        return CR_REFUSE(DU_CODE_OCCUPANCY, DU_8_9, 2);
    if (arms && !may_arm(s, seat, move->arg[0], move->arg[2]))
        return CR_REFUSE(DU_CODE_ARMS_NOT_ALLOWED, DU_14_5, 5);
    return CR_ACCEPT;
}

/* Does this move need FR's second border? */
static bool needs_border(const du_state *s)
{
    const du_group *g = &s->d.board.now;

    if (du_faction(s, g->seat) != DB_FR || du_has_city(s, g->seat))
        return false;
    return !du_areas_has(du_walk(s, g->seat, first_area(g), false, 1), (uint8_t)(g->to - 1));
}

static bool ask_move(du_state *s, cr_frame *top, uint8_t question, cr_sink *sink)
{
    if (cr_ask_one(&s->k, question, top->seat, s->d.board.time_ms[DU_TIME_MOVE]))
        return true;
    if (s->k.said.kind != DU_MOVE) {
        top->step = DU_TURN_END;
        return false;
    }
    du_declare(s, DU_MOVING, top->seat, &s->k.said, sink);
    if (question == DU_Q_HAJR) { /* everybody sees the card now */
        s->d.board.now.is_second = 1;
        s->w.board.shown |= DB_CARD_BIT(DB_CARD_hajr);
    }
    top->step = DU_TURN_MOVE_ALSO;
    return false;
}

static bool may_hajr(const du_state *s, uint8_t seat)
{
    CR_CITE(DU_8_7);
    return du_cards(s, seat) && du_can_move(s, seat) &&
           !(db_discarded(&s->w.board) & DB_CARD_BIT(DB_CARD_hajr));
}

/* DU-8.8: forces beside those of the ally do not stay. */
static void part_from_ally(du_state *s, uint8_t seat, cr_sink *sink)
{
    CR_CITE(DU_8_8);
    CR_CITE(DU_12_5);
    if (!s->w.board.ally[seat])
        return;
    for (uint8_t area = 0; area < DB_AREAS; area++) {
        uint8_t territory = db_areas[area].territory;

        if (s->w.board.force[seat][area] && territory != DB_POLAR_SINK &&
            du_ally_is_in(s, seat, territory) && !du_are_advisors(s, seat, territory))
            du_lose(s, seat, area, s->w.board.force[seat][area], DU_BY_ALLY, sink);
    }
}

static void end_turn(du_state *s, uint8_t seat, cr_sink *sink)
{
    part_from_ally(s, seat, sink);
    s->d.board.barred = 0;
    s->d.board.done |= (uint8_t)(1u << seat);
    cr_pop(&s->k);
}

static void arrive(du_state *s, cr_frame *top, cr_sink *sink)
{
    du_group *g = &s->d.board.now;
    uint8_t territory = db_areas[g->to - 1].territory;
    bool is_second = g->is_second;

    if (du_was_stopped(s, DU_BG_FLIP))
        g->arms = 0;
    if (is_second)
        du_discard(s, top->seat, DB_CARD_hajr, sink);
    du_arrive(s, sink);
    top->step = is_second ? DU_TURN_END : DU_TURN_HAJR;
    du_open_intrusion(s, top->seat, territory);
}

void du_step_moving(du_state *s, cr_frame *top, cr_sink *sink)
{
    du_group *g = &s->d.board.now;

    CR_CITE(DU_8_10);
    switch (top->step) {
    case DU_TURN_MOVE:
        if (!du_can_move(s, top->seat))
            top->step = DU_TURN_END;
        else
            ask_move(s, top, DU_Q_MOVE, sink);
        return;
    case DU_TURN_MOVE_ALSO:
        if (!du_join(s, DU_Q_MOVE_ALSO, sink))
            top->step = DU_TURN_BORDER;
        return;
    case DU_TURN_BORDER:
        top->step = DU_TURN_ARMS;
        if (needs_border(s))
            du_open_window(s, DU_POWER_BIT(DU_FR_BORDER));
        return;
    case DU_TURN_ARMS:
        if (du_was_stopped(s, DU_FR_BORDER)) {
            s->d.board.barred |= DU_BAR_BORDER;
            top->step = g->is_second ? DU_TURN_HAJR : DU_TURN_MOVE;
            *g = (du_group){0};
            return;
        }
        top->step = DU_TURN_ARRIVE;
        if (g->arms && arrive_as_advisors(s, g->seat, (uint8_t)(g->from - 1),
                                          db_areas[g->to - 1].territory, false))
            du_open_window(s, DU_POWER_BIT(DU_BG_FLIP));
        return;
    case DU_TURN_ARRIVE:
        arrive(s, top, sink);
        return;
    case DU_TURN_HAJR:
        if (!may_hajr(s, top->seat))
            top->step = DU_TURN_END;
        else
            ask_move(s, top, DU_Q_HAJR, sink);
        return;
    default:
        end_turn(s, top->seat, sink);
    }
}

/* ---- BG's flips ---- */

cr_refusal du_check_arm(const du_state *s, const cr_move *move)
{
    const db_territory *t = &db_territories[move->arg[0]];
    uint8_t territory = move->arg[0];

    CR_CITE(DU_14_3);
    if (!du_are_advisors(s, move->seat, territory) || !du_has_tokens(s, move->seat, territory))
        return CR_REFUSE(DU_CODE_NO_ADVISORS, DU_14_3, 1);
    for (uint8_t area = t->first; area < t->first + t->n_areas; area++)
        if (s->w.board.force[move->seat][area] && du_is_stormed(s, area))
            return CR_REFUSE(DU_CODE_FLIP_IN_STORM, DU_14_3, 1);
    if (du_ally_is_in(s, move->seat, territory))
        return CR_REFUSE(DU_CODE_ALLY_PRESENT, DU_14_3, 1);
    if (du_is_full(s, move->seat, territory))
        return CR_REFUSE(DU_CODE_OCCUPANCY, DU_8_9, 1);
    return CR_ACCEPT;
}

/* True while BG is asked. */
bool du_wartime(du_state *s, cr_sink *sink)
{
    uint8_t bg = du_seat_of(s, DB_BG);

    while (bg != 0xFF && s->w.board.is_advanced && s->w.board.advisors) {
        uint8_t territory;

        if (cr_ask_one(&s->k, DU_Q_WARTIME, bg, s->d.board.time_ms[DU_TIME_SHIP]))
            return true;
        if (s->k.said.kind != DU_ARM)
            break;
        territory = s->k.said.arg[0];
        s->w.board.advisors &= ~(UINT64_C(1) << territory);
        s->d.board.flipped |= UINT64_C(1) << territory;
        CR_TELL(sink, DU_EV_FLIPPED, bg, (uint8_t)(territory + 1), 0);
    }
    return false;
}

void du_end_wartime(du_state *s, cr_sink *sink)
{
    uint64_t back = du_was_stopped(s, DU_BG_FLIP) ? s->d.board.flipped : 0;

    s->w.board.advisors |= back;
    s->d.board.flipped = 0;
    for (; back; back &= back - 1)
        CR_TELL(sink, DU_EV_FLIPPED, du_seat_of(s, DB_BG), (uint8_t)(cr_bits_first(back) + 1), 1);
}

void du_open_intrusion(du_state *s, uint8_t intruder, uint8_t territory)
{
    uint8_t bg = du_seat_of(s, DB_BG);

    CR_CITE(DU_14_6);
    if (bg == 0xFF || bg == intruder || !s->w.board.is_advanced || territory == DB_POLAR_SINK ||
        db_ally(&s->w.board, bg) == intruder || !du_has_forces(s, bg, territory) ||
        !du_has_tokens(s, intruder, territory))
        return;
    cr_push(&s->k, DU_FX_INTRUSION, bg)->note = territory;
}

void du_step_intrusion(du_state *s, cr_frame *top, cr_sink *sink)
{
    if (top->step == DU_ASK_FIRST) {
        if (cr_ask_one(&s->k, DU_Q_INTRUSION, top->seat, s->d.board.time_ms[DU_TIME_MOVE]))
            return;
        if (s->k.said.kind != DU_FLIP) {
            cr_pop(&s->k);
            return;
        }
        top->step = DU_ASK_DONE;
        CR_TELL(sink, DU_EV_POWER_USED, top->seat, DU_BG_FLIP);
        du_open_window(s, DU_POWER_BIT(DU_BG_FLIP));
        return;
    }
    if (!du_was_stopped(s, DU_BG_FLIP)) {
        CR_CITE(DU_14_2);
        s->w.board.advisors |= UINT64_C(1) << top->note;
        CR_TELL(sink, DU_EV_FLIPPED, top->seat, (uint8_t)(top->note + 1), 1);
    }
    cr_pop(&s->k);
}
