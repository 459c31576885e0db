/* The storm (DU-3): dials or the storm deck, Weather Control and Family Atomics, and what the storm does on its way. */
#include "games/dune/dune.h"

bool du_has_storm_deck(const du_state *s)
{
    CR_CITE(DU_3_4);
    return s->w.board.is_advanced && du_seat_of(s, DB_FR) != 0xFF;
}

static uint16_t with_cards(const du_state *s)
{
    uint16_t seats = 0;

    for (uint8_t seat = 0; seat < s->k.n_seats; seat++)
        if (du_cards(s, seat))
            seats |= CR_BIT(seat);
    return seats;
}

/* ---- how far ---- */

/* DU-3.1: the first occupied circle above sector 0 and the first below it. */
static void name_first_dialers(du_state *s)
{
    const uint8_t *circle = s->d.board.circle;
    uint8_t low = 0, high = 0;

    for (uint8_t seat = 1; seat < s->k.n_seats; seat++) {
        if (circle[seat] < circle[low])
            low = seat;
        if (circle[seat] > circle[high])
            high = seat;
    }
    s->d.board.dialer[0] = (uint8_t)(low + 1);
    s->d.board.dialer[1] = (uint8_t)(high + 1);
}

static void name_dialers(du_state *s)
{
    du_board *d = &s->d.board;

    CR_CITE(DU_3_3);
    if (d->turn == 1)
        name_first_dialers(s);
    else if (s->w.board.last[0])
        memcpy(d->dialer, s->w.board.last, sizeof d->dialer);
}

cr_refusal du_check_dial(const du_state *s, const cr_move *move)
{
    bool is_first = s->d.board.turn == 1;

    if (is_first ? move->arg[0] > DU_DIAL_FIRST : !move->arg[0] || move->arg[0] > DU_DIAL_MAX)
        return CR_REFUSE(DU_CODE_DIAL_RANGE, is_first ? DU_3_1 : DU_3_2, 1);
    return CR_ACCEPT;
}

/* True while somebody is asked. */
static bool dial(du_state *s, cr_sink *sink)
{
    du_board *d = &s->d.board;
    uint8_t one = (uint8_t)(d->dialer[0] - 1), two = (uint8_t)(d->dialer[1] - 1), n[2];

    if (cr_ask(&s->k, DU_Q_DIAL, CR_BIT(one) | CR_BIT(two), CR_ALL, 0, d->time_ms[DU_TIME_STORM]))
        return true;
    n[0] = s->k.sealed[one].arg[0];
    n[1] = s->k.sealed[two].arg[0];
    CR_TELL(sink, DU_EV_STORM_DIALED, CR_HOST, n[0], n[1]);
    if (d->turn == 1) {
        CR_CITE(DU_3_1);
        s->w.board.storm = (uint8_t)((n[0] + n[1]) % DB_SECTORS);
        CR_TELL(sink, DU_EV_STORM_MOVED, CR_HOST, 0, s->w.board.storm);
    } else {
        CR_CITE(DU_3_2);
        d->movement = (uint8_t)(n[0] + n[1] + 1);
    }
    return false;
}

static void show_storm_card(du_state *s, cr_sink *sink)
{
    CR_TELL(sink, DU_EV_STORM_CARD, CR_HOST, s->d.secret.storm_card);
    s->d.board.movement = (uint8_t)(s->d.secret.storm_card + 1);
    s->d.secret.storm_card = s->d.board.storm_seen = 0;
}

static void draw_storm_card(du_state *s)
{
    if (du_has_storm_deck(s))
        s->d.secret.storm_card = (uint8_t)(1 + cr_rng_small(&s->k.rng, 6));
}

static bool weather(du_state *s, cr_sink *sink)
{
    du_board *d = &s->d.board;
    uint16_t seats = with_cards(s);

    CR_CITE(DU_3_5);
    if (!seats || (db_discarded(&s->w.board) & DB_CARD_BIT(DB_CARD_weather_control)))
        return false;
    if (cr_ask(&s->k, DU_Q_WEATHER, seats, CR_ALL, 0, d->time_ms[DU_TIME_STORM]))
        return true;
    for (; seats; seats &= (uint16_t)(seats - 1)) {
        uint8_t seat = (uint8_t)cr_bits_first(seats);
        cr_move said = s->k.sealed[seat];

        if (said.kind != DU_WEATHER)
            continue;
        CR_CITE(DU_3_6);
        CR_CITE(DU_13_11);
        d->movement = (uint8_t)(said.arg[0] + 1);
        CR_TELL(sink, DU_EV_WEATHER, seat, said.arg[0]);
        du_discard(s, seat, DB_CARD_weather_control, sink);
    }
    return false;
}

/* ---- Family Atomics ---- */

bool du_can_blast(const du_state *s, uint8_t seat)
{
    du_areas held = du_held(s, seat);
    uint8_t area;

    CR_CITE(DU_3_7);
    while (du_areas_take(&held, &area))
        if (!du_are_advisors(s, seat, db_areas[area].territory) && du_reaches_wall(s, area))
            return true;
    return false;
}

static void blast(du_state *s, uint8_t by, cr_sink *sink)
{
    const db_territory *wall = &db_territories[DU_SHIELD_WALL];
    uint64_t gone = ~DB_CARD_BIT(DB_CARD_family_atomics);

    CR_TELL(sink, DU_EV_ATOMICS, by, 0);
    s->w.secret.hand[by] &= gone;
    s->w.board.shown &= gone;
    for (unsigned seat = 0; seat < DB_SEATS; seat++)
        s->w.secret.seen[seat] &= gone;
    s->d.board.wall_gone = 1;
    for (unsigned i = 0; i < s->k.n_seats; i++)
        for (uint8_t area = wall->first; area < wall->first + wall->n_areas; area++) {
            uint8_t seat = s->w.board.order[i];

            du_lose(s, seat, area, s->w.board.force[seat][area], DU_BY_ATOMICS, sink);
        }
}

static bool atomics(du_state *s, cr_sink *sink)
{
    uint16_t seats = with_cards(s);

    if (!seats || s->d.board.wall_gone)
        return false;
    if (cr_ask(&s->k, DU_Q_ATOMICS, seats, CR_ALL, 0, s->d.board.time_ms[DU_TIME_STORM]))
        return true;
    for (; seats; seats &= (uint16_t)(seats - 1)) {
        uint8_t seat = (uint8_t)cr_bits_first(seats);

        if (s->k.sealed[seat].kind == DU_ATOMICS)
            blast(s, seat, sink);
    }
    return false;
}

/* ---- on its way ---- */

/* The n-th sector that the storm enters, from 1; `from` is where it came from. */
static uint8_t entered(uint8_t from, unsigned n)
{
    return (uint8_t)((from + n) % DB_SECTORS);
}

static bool hits_fremen(const du_state *s, uint8_t fr)
{
    du_areas held = du_held(s, fr);

    for (unsigned n = 1; n < s->d.board.movement; n++) {
        du_areas hit = du_areas_both(held, du_in_sector(entered(s->w.board.storm, n)));
        uint8_t area;

        while (du_areas_take(&hit, &area))
            if (!du_is_protected(s, db_areas[area].territory))
                return true;
    }
    return false;
}

static unsigned half_of(uint8_t force)
{
    return (db_normals(force) + db_elites(force) + 1) / 2;
}

static bool is_mixed(uint8_t force)
{
    return db_normals(force) && db_elites(force);
}

/* Everything in one area but what FR has to choose. */
static void hit(du_state *s, uint8_t area, bool spares_half, cr_sink *sink)
{
    db_board *b = &s->w.board;

    if (b->ground[area]) {
        CR_TELL(sink, DU_EV_SPICE_GONE, CR_HOST, area, b->ground[area], DU_BY_STORM);
        b->ground[area] = 0;
    }
    if (du_is_protected(s, db_areas[area].territory))
        return;
    for (uint8_t seat = 0; seat < s->k.n_seats; seat++) {
        uint8_t force = b->force[seat][area], lost = force;

        if (du_faction(s, seat) == DB_FR && spares_half) {
            if (is_mixed(force))
                continue;
            lost = db_elites(force) ? db_force(0, half_of(force)) : db_force(half_of(force), 0);
        }
        du_lose(s, seat, area, lost, DU_BY_STORM, sink);
    }
}

static bool spares_half(const du_state *s)
{
    CR_CITE(DU_3_10);
    return s->w.board.is_advanced && !(s->d.board.stopped & DU_POWER_BIT(DU_FR_LOSS));
}

static void sweep(du_state *s, cr_sink *sink)
{
    du_areas used = du_areas_used(s->w.board.ground);
    uint8_t from = s->w.board.storm, area;
    bool is_half = spares_half(s);

    CR_CITE(DU_3_8);
    CR_CITE(DU_3_9);
    for (uint8_t seat = 0; seat < s->k.n_seats; seat++)
        used = du_areas_join(used, du_held(s, seat));
    for (unsigned n = 1; n < s->d.board.movement; n++) {
        du_areas swept = du_areas_both(used, du_in_sector(entered(from, n)));

        while (du_areas_take(&swept, &area))
            hit(s, area, is_half, sink);
    }
    s->w.board.storm = entered(from, s->d.board.movement - 1u);
    CR_TELL(sink, DU_EV_STORM_MOVED, CR_HOST, from, s->w.board.storm);
}

/* The next area on the storm's way where FR has to choose, behind the one that was chosen last; 0xFF: none. */
uint8_t du_next_loss(const du_state *s, uint8_t last_plus_1)
{
    uint8_t fr = du_seat_of(s, DB_FR), steps = (uint8_t)(s->d.board.movement - 1);
    uint8_t from = (uint8_t)((s->w.board.storm + 2 * DB_SECTORS - steps) % DB_SECTORS);
    bool is_behind = !last_plus_1;

    if (fr == 0xFF)
        return 0xFF;
    for (unsigned n = 1; n <= steps; n++) {
        du_areas swept = du_in_sector(entered(from, n));
        uint8_t area;

        while (du_areas_take(&swept, &area)) {
            if (is_behind && is_mixed(s->w.board.force[fr][area]) &&
                !du_is_protected(s, db_areas[area].territory))
                return area;
            is_behind |= area + 1 == last_plus_1;
        }
    }
    return 0xFF;
}

/* How many of the lost can be elites. */
void du_loss_bounds(uint8_t force, unsigned *lo, unsigned *hi)
{
    unsigned lost = half_of(force);

    *lo = lost > db_normals(force) ? lost - db_normals(force) : 0;
    *hi = lost < db_elites(force) ? lost : db_elites(force);
}

cr_refusal du_check_loss(const du_state *s, const cr_move *move)
{
    uint8_t area = du_next_loss(s, s->k.stack[s->k.depth - 1].note);
    unsigned lo, hi;

    du_loss_bounds(s->w.board.force[move->seat][area], &lo, &hi);
    if (move->arg[0] < lo || move->arg[0] > hi)
        return CR_REFUSE(DB_CODE_LOSS_SPLIT_WRONG, DU_3_10, 1);
    return CR_ACCEPT;
}

static bool choose_losses(du_state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t fr = du_seat_of(s, DB_FR), area;

    while (spares_half(s) && (area = du_next_loss(s, top->note)) != 0xFF) {
        unsigned lost = half_of(s->w.board.force[fr][area]), elites;

        if (cr_ask_one(&s->k, DU_Q_STORM_LOSS, fr, s->d.board.time_ms[DU_TIME_STORM]))
            return true;
        elites = s->k.said.arg[0];
        du_lose(s, fr, area, db_force(lost - elites, elites), DU_BY_STORM, sink);
        top->note = (uint8_t)(area + 1);
    }
    return false;
}

static void end_storm(du_state *s, cr_sink *sink)
{
    const uint8_t *order = s->w.board.order;

    CR_CITE(DU_3_11);
    s->d.board.movement = 0;
    s->d.board.stopped = 0;
    du_order_seats(s);
    CR_TELL(sink, DU_EV_STORM_ORDER, CR_HOST, order[0], order[1], order[2], order[3], order[4],
            order[5]);
    draw_storm_card(s);
    cr_pop(&s->k);
}

void du_step_storm(du_state *s, cr_frame *top, cr_sink *sink)
{
    du_board *d = &s->d.board;
    uint8_t fr = du_seat_of(s, DB_FR);

    switch (top->step) {
    case DU_STORM_DIAL:
        if (d->turn > 1 && du_has_storm_deck(s)) {
            show_storm_card(s, sink);
        } else {
            if (!s->k.answered)
                name_dialers(s);
            if (dial(s, sink))
                return;
        }
        top->step = d->turn == 1 ? DU_STORM_ORDER : DU_STORM_WEATHER;
        return;
    case DU_STORM_WEATHER:
        if (!weather(s, sink))
            top->step = DU_STORM_ATOMICS;
        return;
    case DU_STORM_ATOMICS:
        if (!atomics(s, sink))
            top->step = DU_STORM_CANCEL;
        return;
    case DU_STORM_CANCEL:
        top->step = DU_STORM_MOVE;
        if (s->w.board.is_advanced && fr != 0xFF && hits_fremen(s, fr))
            du_open_window(s, DU_POWER_BIT(DU_FR_LOSS));
        return;
    case DU_STORM_MOVE:
        sweep(s, sink);
        top->step = DU_STORM_LOSS;
        return;
    case DU_STORM_LOSS:
        if (!choose_losses(s, top, sink))
            top->step = DU_STORM_ORDER;
        return;
    default:
        end_storm(s, sink);
    }
}
