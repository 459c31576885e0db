/* Spice blow (DU-4): cards that are turned up, what worms do, and rides behind the nexus. */
#include "games/dune/dune.h"

/* ---- one worm ---- */

/* A worm at work in a territory; `n` is 0 for one that FR has called. */
static void let_work(du_state *s, uint8_t territory_plus_1, uint8_t n)
{
    s->d.board.worm = territory_plus_1;
    s->d.board.has_worm = 1;
    cr_push(&s->k, DU_FX_WORM, CR_HOST)->note = n;
}

cr_refusal du_check_worm(const cr_move *move)
{
    if (!du_is_sand(move->arg[0]))
        return CR_REFUSE(DU_CODE_AREA_NOT_ALLOWED, DU_4_5, 1);
    return CR_ACCEPT;
}

static void choose_territory(du_state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t fr = du_seat_of(s, DB_FR);

    CR_CITE(DU_4_5);
    if (top->note > 1 && s->w.board.is_advanced && fr != 0xFF) {
        if (cr_ask_one(&s->k, DU_Q_WORM, fr, s->d.board.time_ms[DU_TIME_BLOW]))
            return;
        if (s->k.said.kind == DU_SEND_WORM) {
            s->d.board.called = (uint8_t)(s->k.said.arg[0] + 1);
            CR_TELL(sink, DU_EV_WORM, fr, s->d.board.called);
            top->step = DU_WORM_CHOSEN;
            du_open_window(s, DU_POWER_BIT(DU_FR_WORM));
            return;
        }
    }
    top->step = DU_WORM_SURVIVE;
}

static void devour(du_state *s, uint8_t territory, cr_sink *sink)
{
    const db_territory *t = &db_territories[territory];
    db_board *b = &s->w.board;
    uint8_t fr = du_seat_of(s, DB_FR), spared = s->d.board.spared;
    bool is_ridden = fr != 0xFF && (spared & DU_FR_LIVES) && du_has_tokens(s, fr, territory);

    CR_CITE(DU_4_4);
    CR_CITE(DU_4_6);
    for (uint8_t area = t->first; area < t->first + t->n_areas; area++) {
        if (b->ground[area])
            CR_TELL(sink, DU_EV_SPICE_GONE, CR_HOST, area, b->ground[area], DU_BY_WORM);
        b->ground[area] = 0;
        for (unsigned i = 0; i < s->k.n_seats; i++) {
            uint8_t seat = b->order[i];

            if ((seat == fr && (spared & DU_FR_LIVES)) ||
                (fr != 0xFF && seat == db_ally(b, fr) && (spared & DU_ALLY_LIVES)))
                continue;
            du_lose(s, seat, area, b->force[seat][area], DU_BY_WORM, sink);
        }
    }
    for (unsigned i = 0; is_ridden && i < DU_RIDES; i++)
        if (!s->d.board.rides[i]) {
            s->d.board.rides[i] = (uint8_t)(territory + 1);
            break;
        }
}

/* FR may spare its ally; true while it is asked. */
static bool ask_spare(du_state *s, cr_frame *top, uint8_t territory, cr_sink *sink)
{
    uint8_t fr = du_seat_of(s, DB_FR), ally = fr != 0xFF ? db_ally(&s->w.board, fr) : 0xFF;

    top->step = DU_WORM_DEVOUR;
    if (ally == 0xFF || !du_has_tokens(s, ally, territory))
        return false;
    top->step = DU_WORM_SPARE;
    if (cr_ask_one(&s->k, DU_Q_SPARE, fr, s->d.board.time_ms[DU_TIME_BLOW]))
        return true;
    top->step = DU_WORM_DEVOUR;
    if (s->k.said.kind == DU_YES) {
        top->step = DU_WORM_SPARED;
        CR_TELL(sink, DU_EV_POWER_USED, fr, DU_FR_SPARE);
        du_open_window(s, DU_POWER_BIT(DU_FR_SPARE));
    }
    return false;
}

void du_step_worm(du_state *s, cr_frame *top, cr_sink *sink)
{
    du_board *d = &s->d.board;
    uint8_t fr = du_seat_of(s, DB_FR), territory = (uint8_t)(d->worm - 1);

    CR_CITE(DU_4_10);
    switch (top->step) {
    case DU_WORM_CHOOSE:
        choose_territory(s, top, sink);
        return;
    case DU_WORM_CHOSEN:
        if (!du_was_stopped(s, DU_FR_WORM))
            d->worm = d->called;
        d->called = 0;
        top->step = DU_WORM_SURVIVE;
        return;
    case DU_WORM_SURVIVE:
        CR_TELL(sink, DU_EV_WORM, CR_HOST, d->worm);
        top->step = DU_WORM_SURVIVED;
        d->spared = 0;
        if (d->worm && fr != 0xFF && du_has_forces(s, fr, territory))
            du_open_window(s, DU_POWER_BIT(DU_FR_SURVIVAL));
        return;
    case DU_WORM_SURVIVED:
        if (!du_was_stopped(s, DU_FR_SURVIVAL))
            d->spared |= DU_FR_LIVES;
        top->step = d->worm ? DU_WORM_SPARE : DU_WORM_DEVOUR;
        return;
    case DU_WORM_SPARE:
        ask_spare(s, top, territory, sink);
        return;
    case DU_WORM_SPARED:
        if (!du_was_stopped(s, DU_FR_SPARE)) {
            d->spared |= DU_ALLY_LIVES;
            CR_TELL(sink, DU_EV_SPARED, db_ally(&s->w.board, fr), 0);
        }
        top->step = DU_WORM_DEVOUR;
        return;
    default:
        if (d->worm)
            devour(s, territory, sink);
        d->worm = d->spared = 0;
        cr_pop(&s->k);
    }
}

/* ---- blows ---- */

static uint8_t territory_of(uint8_t spice_card)
{
    return db_areas[db_spice_spots[spice_card].area].territory;
}

static void blow_spice(du_state *s, uint8_t card, cr_sink *sink)
{
    const db_spice_spot *spot = &db_spice_spots[card];
    unsigned there;

    CR_CITE(DU_4_2);
    if (du_is_stormed(s, spot->area))
        return;
    there = s->w.board.ground[spot->area] + (unsigned)spot->amount;
    s->w.board.ground[spot->area] = (uint8_t)(there < UINT8_MAX ? there : UINT8_MAX);
    CR_TELL(sink, DU_EV_SPICE_BLOWN, CR_HOST, spot->area, spot->amount);
}

/* Turns up one card of a blow. */
static void turn_up(du_state *s, cr_frame *top, unsigned pile, cr_sink *sink)
{
    du_board *d = &s->d.board;
    uint8_t next = pile || !s->w.board.is_advanced ? DU_BLOW_NEXUS : DU_BLOW_B;
    uint8_t card, site;

    if (!du_has_site(s)) {
        d->n_worms = 0;
        top->step = next;
        return;
    }
    card = du_turn_up(s, sink);
    site = du_top_site(s, pile);

    CR_CITE(DU_4_1);
    CR_TELL(sink, DU_EV_SPICE_CARD, CR_HOST, (uint8_t)pile, card);
    if (card != DU_WORM) {
        du_put_on_pile(s, pile, card);
        blow_spice(s, card, sink);
        d->n_worms = 0;
        top->step = next;
    } else if (d->turn == 1) {
        CR_CITE(DU_4_3);
        d->worms_aside++;
    } else {
        du_put_on_pile(s, pile, card);
        let_work(s, site == DU_WORM ? 0 : (uint8_t)(territory_of(site) + 1), ++d->n_worms);
    }
}

static void look_at_storm(du_state *s, cr_sink *sink)
{
    uint8_t fr = du_seat_of(s, DB_FR);

    if (du_has_storm_deck(s) && s->d.secret.storm_card &&
        !(s->d.board.prevented >> DU_FR_CARD & 1)) {
        CR_CITE(DU_3_4);
        s->d.board.storm_seen = 1;
        CR_TELL_PART(sink, DU_EV_STORM_CARD_SEEN, fr, CR_BIT(fr), 0, s->d.secret.storm_card);
    }
    s->d.board.prevented &= ~DU_POWER_BIT(DU_FR_CARD);
}

/* ---- rides ---- */

bool du_can_ride(const du_state *s, uint8_t fr, uint8_t territory)
{
    const db_territory *t = &db_territories[territory];

    for (uint8_t area = t->first; area < t->first + t->n_areas; area++)
        if (s->w.board.force[fr][area] && !du_is_stormed(s, area))
            return true;
    return false;
}

cr_refusal du_check_ride(const du_state *s, const cr_move *move)
{
    uint8_t to, from, territory = (uint8_t)(s->d.board.rides[s->k.stack[s->k.depth - 1].note] - 1);
    unsigned n = move->arg[4], e = move->arg[5];
    bool is_to, is_from;

    if (!n && !e)
        return CR_REFUSE(DU_CODE_NO_FORCES, DU_4_8, 3);
    is_to = du_area_of(move->arg, &to);
    is_from = du_area_of(move->arg + 2, &from);
    if (!is_from || move->arg[2] != territory)
        return CR_REFUSE(DU_CODE_NOT_ENOUGH_FORCES, DU_4_8, 2);
    if (n > db_normals(s->w.board.force[move->seat][from]))
        return CR_REFUSE(DU_CODE_NOT_ENOUGH_FORCES, DU_4_8, 3);
    if (e > db_elites(s->w.board.force[move->seat][from]))
        return CR_REFUSE(DU_CODE_NOT_ENOUGH_FORCES, DU_4_8, 4);
    if (!is_to)
        return CR_REFUSE(DU_CODE_AREA_UNKNOWN, DU_4_8, 1);
    if (du_is_stormed(s, from))
        return CR_REFUSE(DU_CODE_AREA_IN_STORM, DU_4_8, 2);
    if (du_is_stormed(s, to))
        return CR_REFUSE(DU_CODE_AREA_IN_STORM, DU_4_8, 1);
    if (to == from)
        return CR_REFUSE(DU_CODE_SAME_PLACE, DU_4_8, 1);
    if (move->arg[0] != DB_POLAR_SINK && du_ally_is_in(s, move->seat, move->arg[0]))
        return CR_REFUSE(DU_CODE_ALLY_PRESENT, DU_4_8, 1);
    if (du_is_full(s, move->seat, move->arg[0]))
        return CR_REFUSE(DU_CODE_OCCUPANCY, DU_8_9, 1);
    return CR_ACCEPT;
}

/* FR rides, worm by worm; the note is the place in the list. */
static void step_ride(du_state *s, cr_frame *top, cr_sink *sink)
{
    du_board *d = &s->d.board;
    uint8_t fr = du_seat_of(s, DB_FR);

    CR_CITE(DU_4_8);
    while (top->note < DU_RIDES && d->rides[top->note] &&
           !du_can_ride(s, fr, (uint8_t)(d->rides[top->note] - 1)))
        top->note++;
    if (top->note == DU_RIDES || !d->rides[top->note]) {
        memset(d->rides, 0, sizeof d->rides);
        d->has_worm = 0;
        cr_pop(&s->k);
        return;
    }
    if (cr_ask_one(&s->k, DU_Q_RIDE, fr, d->time_ms[DU_TIME_BLOW]))
        return;
    if (s->k.said.kind != DU_RIDE) {
        top->note++;
        return;
    }
    du_declare(s, DU_RIDING, fr, &s->k.said, sink);
    top->step = DU_BLOW_RIDE_ALSO;
}

void du_step_blow(du_state *s, cr_frame *top, cr_sink *sink)
{
    du_board *d = &s->d.board;
    uint8_t to;

    switch (top->step) {
    case DU_BLOW_OPENING:
        top->step = DU_BLOW_CALL;
        cr_push(&s->k, DU_FX_OPENING, CR_HOST);
        return;
    case DU_BLOW_CALL:
        look_at_storm(s, sink);
        top->step = DU_BLOW_A;
        if (d->called) {
            uint8_t called = d->called;

            d->called = 0;
            let_work(s, called, 0);
        }
        return;
    case DU_BLOW_A:
    case DU_BLOW_B:
        turn_up(s, top, top->step == DU_BLOW_B, sink);
        return;
    case DU_BLOW_NEXUS:
        du_return_worms(s, sink);
        top->step = DU_BLOW_RIDE;
        if (d->has_worm) {
            CR_CITE(DU_4_7);
            CR_TELL(sink, DU_EV_NEXUS, CR_HOST, 0);
            top->step = DU_BLOW_LEAVE;
        }
        return;
    case DU_BLOW_LEAVE:
        if (!du_leave(s, sink))
            top->step = DU_BLOW_ALLY;
        return;
    case DU_BLOW_ALLY:
        if (!du_ally_rounds(s, sink))
            top->step = DU_BLOW_RIDE;
        return;
    case DU_BLOW_RIDE:
        step_ride(s, top, sink);
        return;
    case DU_BLOW_RIDE_ALSO:
        if (!du_join(s, DU_Q_RIDE_ALSO, sink))
            top->step = DU_BLOW_RIDES_ON;
        return;
    default:
        to = (uint8_t)(d->now.to - 1);
        du_arrive(s, sink);
        top->note++;
        top->step = DU_BLOW_RIDE;
        du_open_intrusion(s, du_seat_of(s, DB_FR), db_areas[to].territory);
    }
}
