/* What a seat is offered at each question, as boxes, and the defaults of DB-17. */
#include "games/dune-battle/dune.h"

static void offer_fights(const db_state *s, uint8_t seat, cr_space *out)
{
    db_fight fights[DB_FIGHTS_MAX];
    unsigned n = db_fights_of(&s->w.board, s->k.n_seats, seat, fights, DB_FIGHTS_MAX);

    /* One box for each zone: its opponents. */
    for (unsigned i = 0; i < n;) {
        uint8_t area = fights[i].zone.area, territory = db_areas[area].territory;
        uint64_t foes = 0;
        cr_box *box = cr_box_add(out, DB_CHOOSE);

        for (; i < n && fights[i].zone.area == area; i++)
            foes |= UINT64_C(1) << s->w.board.faction[fights[i].foe];
        box->move.arg[0] = territory;
        box->move.arg[1] = (uint8_t)(area - db_territories[territory].first);
        cr_box_one(box, 2, foes);
        box->is_exact = 1;
    }
}

static void offer_ghola(const db_world *w, uint8_t seat, cr_space *out)
{
    unsigned normals = w->board.tank_normal[seat], elites = w->board.tank_elite[seat];
    uint32_t dead = db_own_dead(w, seat);

    if (!(w->secret.hand[seat] & DB_CARD_BIT(DB_CARD_tleilaxu_ghola)))
        return;
    if (dead) {
        cr_box *box = cr_box_add(out, DB_GHOLA);

        cr_box_one(box, 0, (uint64_t)dead << 1);
        box->is_exact = 1;
    }
    if (normals + elites) {
        cr_box *box = cr_box_add(out, DB_GHOLA);

        cr_box_one(box, 1,
                   (UINT64_C(2) << (normals < DB_GHOLA_FORCES ? normals : DB_GHOLA_FORCES)) - 1);
        cr_box_one(box, 2, elites ? 3 : 1);
    }
}

static void offer_gift(const db_world *w, uint8_t seat, cr_space *out)
{
    unsigned spice = w->secret.spice[seat];

    if (w->board.battle.has_gift || !spice)
        return;
    for (unsigned high = 0; high <= spice / 64; high++) {
        cr_box *box = cr_box_add(out, DB_GIFT);
        uint64_t low = high < spice / 64 ? ~UINT64_C(0) : (UINT64_C(2) << spice % 64) - 1;

        box->move.arg[1] = (uint8_t)high;
        cr_box_one(box, 0, high ? low : low & ~UINT64_C(1));
        box->is_exact = 1;
    }
}

/* Powers of the combatants that this seat may prevent, and for AT whom it may look at. */
static uint64_t karama_powers(const db_board *b, uint8_t seat)
{
    static const uint8_t powers_of[DB_FACTIONS] = {
        [DB_AT] = 1 << DB_POWER_KH,
        [DB_EM] = 1 << DB_POWER_SARDAUKAR,
        [DB_FR] = 1 << DB_POWER_FEDAYKIN | 1 << DB_POWER_HARDENED,
    };
    uint64_t powers = 0;

    for (unsigned side = 0; b->is_advanced && side < 2; side++) {
        uint8_t other = b->battle.seat[side], faction = b->faction[other];

        if (other == seat)
            continue;
        powers |= powers_of[faction] & ~b->battle.prevented;
        if (b->faction[seat] == DB_AT && !b->look_used)
            powers |= UINT64_C(1) << (DB_POWERS + faction);
    }
    return powers;
}

static void offer_karama(const db_world *w, uint8_t seat, cr_space *out)
{
    uint64_t cards = db_karamas(w, seat) & ~db_committed(w, seat),
             powers = cards ? karama_powers(&w->board, seat) : 0;
    cr_box *box;

    if (!powers)
        return;
    box = cr_box_add(out, DB_KARAMA);
    cr_box_one(box, 0, powers);
    cr_box_one(box, 1, cards);
    box->is_exact = 1;
}

static void offer_declare(const db_state *s, uint8_t seat, cr_space *out)
{
    cr_box_add(out, DB_PASS)->is_exact = 1;
    offer_ghola(&s->w, seat, out);
    if (db_may_give(&s->w.board, seat))
        offer_gift(&s->w, seat, out);
    offer_karama(&s->w, seat, out);
}

/* Values from lo to hi. */
static uint64_t range(unsigned lo, unsigned hi)
{
    return db_up_to(hi) & ~(db_up_to(lo) >> 1);
}

/* Which losses the areas of the zone can take, the last left out, as the arguments of a box. */
static void add_losses(const db_world *w, cr_box *box)
{
    unsigned free_areas = w->board.battle.zone.n - 1u, lo, hi;

    for (unsigned area = 0; area < free_areas; area++) {
        db_loss_range(w, area, false, &lo, &hi);
        cr_box_one(box, (uint8_t)(3 + area), range(lo, hi));
    }
    for (unsigned area = 0; area < free_areas; area += 2) {
        uint64_t pairs;

        db_loss_range(w, area, true, &lo, &hi);
        pairs = range(lo, hi);
        if (area + 1 < free_areas) {
            uint64_t first = pairs;

            db_loss_range(w, area + 1, true, &lo, &hi);
            pairs = 0;
            for (unsigned second = lo; second <= hi; second++)
                pairs |= first << 6 * second;
        }
        cr_box_one(box, (uint8_t)(7 + area / 2), pairs);
    }
    /* One free area leaves the rest to the last one; what two of them take may add up to too much or too little. */
    box->is_exact = free_areas < 2;
}

static void offer_keep(const db_world *w, cr_space *out)
{
    uint64_t keepable = db_keepable(w);
    unsigned n = cr_bits_count(keepable);
    uint8_t cards[3] = {0};

    for (unsigned i = 0; keepable; keepable &= keepable - 1)
        cards[i++] = (uint8_t)(cr_bits_first(keepable) + 1);
    for (unsigned set = 0; set < 1u << n; set++) {
        cr_box *box = cr_box_add(out, DB_KEEP);
        unsigned at = 0;

        for (unsigned i = 0; i < n; i++)
            if (set >> i & 1)
                box->move.arg[at++] = cards[i];
        add_losses(w, box);
    }
}

void db_space(const cr_state *k, uint8_t seat, cr_space *out)
{
    const db_state *s = (const db_state *)k;
    db_terms terms;
    cr_box *box;

    switch (k->q.kind) {
    case DB_Q_CHOOSE:
        offer_fights(s, seat, out);
        break;
    case DB_Q_DECLARE:
        offer_declare(s, seat, out);
        break;
    case DB_Q_VOICE:
    case DB_Q_VOICE_LATE:
        cr_box_add(out, DB_PASS)->is_exact = 1;
        box = cr_box_add(out, DB_COMMAND);
        cr_box_one(box, 0, 3);
        cr_box_one(box, 1, (UINT64_C(1) << DB_VOICE_KINDS) - 1);
        box->is_exact = 1;
        break;
    case DB_Q_PRESCIENCE:
        cr_box_add(out, DB_PASS)->is_exact = 1;
        box = cr_box_add(out, DB_ASK);
        cr_box_one(box, 0, 15);
        box->is_exact = 1;
        break;
    case DB_Q_ANSWER:
        db_terms_of(&s->w, seat, &terms);
        db_answer_space(&s->w, &terms, out);
        break;
    case DB_Q_PLAN_FIRST:
    case DB_Q_PLANS:
    case DB_Q_PLAN_AGAIN:
        db_terms_of(&s->w, seat, &terms);
        db_plan_space(&s->w, &terms, out);
        break;
    case DB_Q_TRAITOR:
        cr_box_add(out, DB_PASS)->is_exact = 1;
        if (!db_check_call(&s->w, seat).code)
            cr_box_add(out, DB_CALL)->is_exact = 1;
        break;
    case DB_Q_KEEP:
        offer_keep(&s->w, out);
        break;
    case DB_Q_CAPTURE:
        box = cr_box_add(out, DB_TAKE);
        cr_box_one(box, 0, 7);
        box->is_exact = 1;
        break;
    default:
        cr_box_add(out, DB_PASS)->is_exact = 1;
        if (db_karamas(&s->w, seat) & ~db_committed(&s->w, seat)) {
            box = cr_box_add(out, DB_CANCEL);
            cr_box_one(box, 0, db_karamas(&s->w, seat) & ~db_committed(&s->w, seat));
            box->is_exact = 1;
        }
    }
}

/* ---- defaults ---- */

static cr_move plan_move(db_plan plan)
{
    cr_move move = {.kind = DB_PLAN};

    memcpy(move.arg, &plan, sizeof plan);
    return move;
}

/* Behind a late command the first plan stands if it complies. The empty plan is exempt from it. */
static bool still_complies(const db_world *w, const db_terms *t, const db_plan *first)
{
    db_plan sent = *first;

    if (first->is_default && !w->board.legal_default)
        return first->announce == db_default_plan(w, t).announce;
    sent.is_default = 0;
    return !db_check_plan(w, t, &sent).code;
}

static db_plan idle_plan(const db_state *s, uint8_t seat)
{
    db_terms terms;
    const db_plan *first = &s->w.secret.battle.plan[db_side(&s->w.board.battle, seat)];

    db_terms_of(&s->w, seat, &terms);
    if (s->k.q.kind == DB_Q_PLAN_AGAIN && still_complies(&s->w, &terms, first))
        return *first;
    return db_default_plan(&s->w, &terms);
}

cr_move db_idle(const cr_state *k, uint8_t seat)
{
    const db_state *s = (const db_state *)k;
    db_fight fight;
    db_terms terms;
    db_answer a;

    switch (k->q.kind) {
    case DB_Q_CHOOSE:
        db_fights_of(&s->w.board, k->n_seats, seat, &fight, 1);
        return (cr_move){
            .kind = DB_CHOOSE,
            .arg = {db_areas[fight.zone.area].territory,
                    (uint8_t)(fight.zone.area -
                              db_territories[db_areas[fight.zone.area].territory].first),
                    s->w.board.faction[fight.foe]}};
    case DB_Q_ANSWER:
        db_terms_of(&s->w, seat, &terms);
        a = db_default_answer(&s->w, &terms);
        return (cr_move){.kind = DB_ANSWER, .arg = {a.says, a.value, a.spice}};
    case DB_Q_PLAN_FIRST:
    case DB_Q_PLANS:
    case DB_Q_PLAN_AGAIN:
        return plan_move(idle_plan(s, seat));
    case DB_Q_KEEP:
        return db_default_keep(&s->w);
    case DB_Q_CAPTURE:
        return (cr_move){.kind = DB_TAKE, .arg = {DB_DECLINE}};
    default:
        return (cr_move){.kind = DB_PASS};
    }
}
