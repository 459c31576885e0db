/* Revival (DU-6): what comes back from the tanks, by spice, by Ghola, by the Emperor's help and by his own power. */
#include "games/dune/dune.h"

enum { FORCE_PRICE = 2, LIMIT = 3, KH_PRICE = 2 };

/* ---- leaders ---- */

/* DU-6.8: of own leaders who are no captives, the fewest deaths. */
static unsigned fewest_deaths(const du_state *s, uint8_t seat)
{
    const db_board *b = &s->w.board;
    uint32_t own = DB_OWN_LEADERS(du_faction(s, seat)) & ~b->captives & ~s->w.secret.captives;
    unsigned fewest = UINT8_MAX;

    CR_CITE(DU_6_8);
    for (; own; own &= own - 1) {
        unsigned leader = cr_bits_first(own), deaths = b->deaths[leader];

        deaths += s->w.secret.dead >> leader & 1; /* told when he is revived */
        fewest = deaths < fewest ? deaths : fewest;
    }
    return fewest;
}

static unsigned deaths_of(const du_state *s, unsigned leader)
{
    return s->w.board.deaths[leader] + (s->w.secret.dead >> leader & 1);
}

static bool is_dead(const du_state *s, uint8_t seat, uint8_t leader_plus_1)
{
    if (leader_plus_1 == DU_KH)
        return du_faction(s, seat) == DB_AT && s->w.board.kh_dead;
    return db_own_dead(&s->w, seat) & DB_LEADER_BIT(leader_plus_1 - 1);
}

/* 1 + leaders that can be revived by spice, as bits; KH's is the last. */
uint64_t du_revivable(const du_state *s, uint8_t seat)
{
    uint32_t dead = db_own_dead(&s->w, seat);
    unsigned fewest = fewest_deaths(s, seat);
    uint64_t set = 0;

    for (; dead; dead &= dead - 1)
        if (deaths_of(s, cr_bits_first(dead)) == fewest)
            set |= UINT64_C(2) << cr_bits_first(dead);
    CR_CITE(DU_6_11);
    if (is_dead(s, seat, DU_KH) && (fewest >= 1 || !(db_pool(&s->w, seat) & DB_OWN_LEADERS(DB_AT))))
        set |= UINT64_C(1) << DU_KH;
    return set;
}

static unsigned leader_price(uint8_t leader_plus_1)
{
    CR_CITE(DU_6_7);
    return !leader_plus_1           ? 0
           : leader_plus_1 == DU_KH ? (unsigned)KH_PRICE
                                    : db_leaders[leader_plus_1 - 1].strength;
}

/* ---- forces ---- */

unsigned du_free_revivals(const du_state *s, uint8_t seat)
{
    static const uint8_t free_of[DB_FACTIONS] = {2, 2, 3, 1, 1, 1};
    uint8_t ally = db_ally(&s->w.board, seat);

    CR_CITE(DU_6_2);
    if (s->d.board.is_raised && ally != 0xFF && du_faction(s, ally) == DB_FR)
        return LIMIT;
    return free_of[du_faction(s, seat)];
}

unsigned du_revival_price(const du_state *s, uint8_t seat, unsigned n, uint8_t leader_plus_1)
{
    unsigned gratis = du_free_revivals(s, seat);

    CR_CITE(DU_6_1);
    return FORCE_PRICE * (n > gratis ? n - gratis : 0) + leader_price(leader_plus_1);
}

static bool has_revived_elite(const du_state *s, uint8_t seat)
{
    return s->d.board.elite_revived >> seat & 1;
}

static cr_refusal check_forces(const du_state *s, uint8_t seat, unsigned n, unsigned e,
                               uint16_t rule)
{
    if (n > s->w.board.tank_normal[seat])
        return CR_REFUSE(DU_CODE_NOT_ENOUGH_FORCES, rule, 1);
    if (e > s->w.board.tank_elite[seat])
        return CR_REFUSE(DU_CODE_NOT_ENOUGH_FORCES, rule, 2);
    if (n + e > LIMIT)
        return CR_REFUSE(DU_CODE_REVIVAL_LIMIT, rule, 1);
    if (e > 1 || (e && has_revived_elite(s, seat)))
        return CR_REFUSE(DU_CODE_ELITE_LIMIT, DU_6_6, 2);
    return CR_ACCEPT;
}

cr_refusal du_check_revive(const du_state *s, const cr_move *move)
{
    unsigned n = move->arg[0], e = move->arg[1];
    uint8_t leader = move->arg[2], seat = move->seat;
    cr_refusal no;

    if (!n && !e && !leader)
        return CR_REFUSE(DU_CODE_NO_FORCES, DU_6_1, 1);
    no = check_forces(s, seat, n, e, DU_6_1);
    if (no.code)
        return no;
    if (leader && !is_dead(s, seat, leader))
        return CR_REFUSE(DU_CODE_LEADER_NOT_DEAD, DU_6_7, 3);
    if (leader && !(du_revivable(s, seat) >> leader & 1))
        return CR_REFUSE(DU_CODE_LEADER_NOT_REVIVABLE, leader == DU_KH ? DU_6_11 : DU_6_8, 3);
    if (du_revival_price(s, seat, n + e, leader) > s->w.secret.spice[seat])
        return CR_REFUSE(DU_CODE_NOT_ENOUGH_SPICE, DU_6_7, 0);
    return CR_ACCEPT;
}

/* EM's own power: forces, or one leader whom nothing else keeps dead. */
cr_refusal du_check_recall(const du_state *s, const cr_move *move)
{
    unsigned n = move->arg[0], e = move->arg[1];
    uint8_t leader = move->arg[2];
    cr_refusal no;

    if (!n && !e && !leader)
        return CR_REFUSE(DU_CODE_NO_FORCES, DU_13_5, 1);
    no = check_forces(s, move->seat, n, e, DU_13_5);
    if (no.code)
        return no;
    if (leader && (n || e || !is_dead(s, move->seat, leader)))
        return CR_REFUSE(DU_CODE_LEADER_NOT_DEAD, DU_13_5, 3);
    return CR_ACCEPT;
}

cr_refusal du_check_help(const du_state *s, const cr_move *move)
{
    unsigned n = move->arg[0], e = move->arg[1];
    cr_refusal no;

    if (!n && !e)
        return CR_REFUSE(DU_CODE_NO_FORCES, DU_6_4, 1);
    no = check_forces(s, db_ally(&s->w.board, move->seat), n, e, DU_6_4);
    if (no.code)
        return no;
    if (FORCE_PRICE * (n + e) > s->w.secret.spice[move->seat])
        return CR_REFUSE(DU_CODE_NOT_ENOUGH_SPICE, DU_6_4, 0);
    return CR_ACCEPT;
}

void du_raise(du_state *s, uint8_t seat, uint8_t n, uint8_t e, uint8_t leader, unsigned price,
              cr_sink *sink)
{
    CR_CITE(DU_6_5);
    CR_CITE(DU_6_6);
    s->w.board.tank_normal[seat] = (uint8_t)(s->w.board.tank_normal[seat] - n);
    s->w.board.tank_elite[seat] = (uint8_t)(s->w.board.tank_elite[seat] - e);
    if (e)
        s->d.board.elite_revived |= (uint8_t)(1u << seat);
    CR_CITE(DU_6_9);
    CR_CITE(DU_6_10);
    if (leader)
        db_raise_leader((db_state *)s, seat, (uint8_t)(leader - 1));
    CR_TELL(sink, DU_EV_REVIVED, seat, n, e, leader, (uint8_t)price);
}

/* ---- Tleilaxu Ghola ---- */

enum { GHOLA_TARGET = 1, GHOLA_CARD = 4 }; /* fields */

cr_refusal du_check_ghola(const du_state *s, const cr_move *move)
{
    uint8_t leader = move->arg[0], n = move->arg[1], e = move->arg[2], seat = move->seat;
    bool is_fine;

    if (!(s->w.secret.hand[seat] & DB_CARD_BIT(DB_CARD_tleilaxu_ghola)))
        return CR_REFUSE(DU_CODE_CARD_NOT_HELD, DU_6_12, GHOLA_CARD);
    if (leader)
        is_fine = !n && !e && is_dead(s, seat, leader);
    else
        is_fine = n + e && n + e <= DB_GHOLA_FORCES && n <= s->w.board.tank_normal[seat] &&
                  e <= s->w.board.tank_elite[seat];
    if (!is_fine)
        return CR_REFUSE(DB_CODE_GHOLA_BAD_TARGET, DU_6_12, GHOLA_TARGET);
    if (e > 1 || (e && has_revived_elite(s, seat)))
        return CR_REFUSE(DU_CODE_ELITE_LIMIT, DU_6_6, 3);
    return CR_ACCEPT;
}

void du_use_ghola(du_state *s, uint8_t seat, const uint8_t *arg, cr_sink *sink)
{
    CR_CITE(DU_6_12);
    CR_TELL(sink, DB_EV_GHOLA_USED, seat, arg[0], arg[1], arg[2]);
    du_discard(s, seat, DB_CARD_tleilaxu_ghola, sink);
    s->w.board.tank_normal[seat] = (uint8_t)(s->w.board.tank_normal[seat] - arg[1]);
    s->w.board.tank_elite[seat] = (uint8_t)(s->w.board.tank_elite[seat] - arg[2]);
    if (arg[2])
        s->d.board.elite_revived |= (uint8_t)(1u << seat);
    if (arg[0])
        db_raise_leader((db_state *)s, seat, (uint8_t)(arg[0] - 1));
}

/* ---- the phase ---- */

static bool has_forces_dead(const du_state *s, uint8_t seat)
{
    return seat != 0xFF && (s->w.board.tank_normal[seat] || s->w.board.tank_elite[seat]);
}

static uint16_t with_dead(const du_state *s)
{
    const db_board *b = &s->w.board;
    uint16_t seats = 0;

    for (uint8_t seat = 0; seat < s->k.n_seats; seat++)
        if (has_forces_dead(s, seat) || b->n_hidden_dead[seat] ||
            (b->dead & DB_OWN_LEADERS(b->faction[seat])) ||
            (b->faction[seat] == DB_AT && b->kh_dead))
            seats |= CR_BIT(seat);
    return seats;
}

cr_move du_default_revive(const du_state *s, uint8_t seat)
{
    unsigned gratis = du_free_revivals(s, seat), n = s->w.board.tank_normal[seat],
             e = s->w.board.tank_elite[seat];
    cr_move move = {.kind = DU_REVIVE};

    n = n < gratis ? n : gratis;
    e = e < gratis - n ? e : gratis - n;
    e = has_revived_elite(s, seat) ? 0 : e > 1 ? 1 : e;
    move.arg[0] = (uint8_t)n;
    move.arg[1] = (uint8_t)e;
    return n + e ? move : (cr_move){.kind = DB_PASS};
}

static bool revive_all(du_state *s, cr_sink *sink)
{
    uint16_t seats = with_dead(s);

    if (!seats)
        return false;
    if (cr_ask(&s->k, DU_Q_REVIVE, seats, CR_ALL, 0, s->d.board.time_ms[DU_TIME_REVIVE]))
        return true;
    for (unsigned i = 0; i < s->k.n_seats; i++) {
        uint8_t seat = s->w.board.order[i];
        const cr_move *said = &s->k.sealed[seat];
        unsigned price;

        if (!(seats & CR_BIT(seat)) || said->kind != DU_REVIVE)
            continue;
        price = du_revival_price(s, seat, said->arg[0] + (unsigned)said->arg[1], said->arg[2]);
        du_spend(s, seat, price);
        du_raise(s, seat, said->arg[0], said->arg[1], said->arg[2], price, sink);
    }
    return false;
}

static bool may_raise(const du_state *s, uint8_t fr)
{
    CR_CITE(DU_6_3);
    return fr != 0xFF && has_forces_dead(s, db_ally(&s->w.board, fr));
}

/* FR's raise: asked, and open to be cancelled. True while somebody is asked. */
static bool ask_raise(du_state *s, cr_frame *top, uint8_t fr, cr_sink *sink)
{
    top->step = DU_REVIVE_RAISE;
    if (cr_ask_one(&s->k, DU_Q_RAISE, fr, s->d.board.time_ms[DU_TIME_REVIVE]))
        return true;
    top->step = DU_REVIVE_ASK;
    if (s->k.said.kind == DU_YES) {
        top->step = DU_REVIVE_RAISED;
        CR_TELL(sink, DU_EV_POWER_USED, fr, DU_FR_RAISE);
        du_open_window(s, DU_POWER_BIT(DU_FR_RAISE));
    }
    return false;
}

static void ask_help(du_state *s, cr_frame *top, uint8_t em, cr_sink *sink)
{
    const uint8_t *arg = s->k.said.arg;

    if (cr_ask_one(&s->k, DU_Q_HELP, em, s->d.board.time_ms[DU_TIME_REVIVE]))
        return;
    if (s->k.said.kind != DU_HELP) {
        s->d.board.is_raised = 0;
        cr_pop(&s->k);
        return;
    }
    /* While it can be cancelled the forces stand ready like those of a shipment. */
    s->d.board.now =
        (du_group){.way = DU_FROM_RESERVES, .seat = em, .take = {db_force(arg[0], arg[1])}};
    CR_TELL(sink, DU_EV_HELPED, em, arg[0], arg[1]);
    top->step = DU_REVIVE_HELPED;
    du_open_window(s, DU_POWER_BIT(DU_EM_HELP));
}

static void help(du_state *s, uint8_t em, cr_sink *sink)
{
    uint8_t force = s->d.board.now.take[0], n = (uint8_t)db_normals(force),
            e = (uint8_t)db_elites(force);

    CR_CITE(DU_6_4);
    s->d.board.now = (du_group){0};
    if (du_was_stopped(s, DU_EM_HELP))
        return;
    du_spend(s, em, FORCE_PRICE * ((unsigned)n + e));
    du_raise(s, db_ally(&s->w.board, em), n, e, 0, FORCE_PRICE * ((unsigned)n + e), sink);
}

void du_step_revival(du_state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t fr = du_seat_of(s, DB_FR), em = du_seat_of(s, DB_EM);

    CR_CITE(DU_6_13);
    switch (top->step) {
    case DU_REVIVE_OPENING:
        top->step = DU_REVIVE_RAISE;
        cr_push(&s->k, DU_FX_OPENING, CR_HOST);
        return;
    case DU_REVIVE_RAISE:
        if (may_raise(s, fr))
            ask_raise(s, top, fr, sink);
        else
            top->step = DU_REVIVE_ASK;
        return;
    case DU_REVIVE_RAISED:
        s->d.board.is_raised = !du_was_stopped(s, DU_FR_RAISE);
        if (s->d.board.is_raised)
            CR_TELL(sink, DU_EV_RAISED, fr, 0);
        top->step = DU_REVIVE_ASK;
        return;
    case DU_REVIVE_ASK:
        if (!revive_all(s, sink))
            top->step = DU_REVIVE_HELP;
        return;
    case DU_REVIVE_HELP:
        if (em != 0xFF && has_forces_dead(s, db_ally(&s->w.board, em))) {
            ask_help(s, top, em, sink);
            return;
        }
        s->d.board.is_raised = 0;
        cr_pop(&s->k);
        return;
    default:
        help(s, em, sink);
        s->d.board.is_raised = 0;
        cr_pop(&s->k);
    }
}
