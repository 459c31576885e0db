/* A sensible player of the whole of Dune: keeps guards in strongholds and takes those it can win, gathers spice with what is
 * left, buys cards as it needs them, revives, and allies when somebody else comes near to winning. Battles are fought as by the battle's own player. docs/bots/dune.md. */
#include "ai/dune_plans.h"
#include "games/dune/dune.h"
#include "kernel/rng.h"

enum {
    GUARD = 4,  /* forces that hold a stronghold nobody attacks */
    MARGIN = 3, /* forces more than the other side's that are worth a fight */
    PURSE = 2,  /* spice kept when shipping */
    GROUP = 6,  /* forces that gather spice together */
    TAKE = 14,  /* what a stronghold is worth, in spice */
    WIN = 20,   /* what the last stronghold is worth beside that */
    NEVER = -99,
};

typedef struct {
    const cr_view *view;
    const du_view *v;
    const cr_offer *offer;
    cr_rng *rng;
    uint8_t seat, faction;
    du_state s; /* what the seat knows, in the form the rules work with */
} player;

static const cr_move pass = {.kind = DB_PASS};

/* ---- how things stand ---- */

/* Who is where, counted in strength: elites are two. */
typedef struct {
    unsigned ours, foes;
    bool has_ally;
} stand;

static unsigned strength_in(const du_state *s, uint8_t seat, uint8_t territory)
{
    const db_territory *t = &db_territories[territory];
    unsigned n = 0;

    if (du_are_advisors(s, seat, territory))
        return 0;
    for (unsigned i = 0; i < t->n_areas; i++) {
        uint8_t force = s->w.board.force[seat][t->first + i];

        n += db_normals(force) + 2 * db_elites(force);
    }
    return n;
}

static stand look_at(const player *p, uint8_t territory)
{
    stand st = {0};

    for (uint8_t seat = 0; seat < p->s.k.n_seats; seat++) {
        unsigned n = strength_in(&p->s, seat, territory);

        if (seat == p->seat)
            st.ours = n;
        else if (p->s.w.board.ally[seat] == p->seat + 1)
            st.has_ally = n > 0;
        else
            st.foes += n;
    }
    return st;
}

/* Strongholds that a seat holds alone, its ally's among them. */
static unsigned strongholds_of(const du_state *s, uint8_t seat)
{
    unsigned n = 0;

    for (uint8_t t = 0; t < DB_STRONGHOLDS; t++) {
        bool is_held = false, is_disputed = false;

        for (uint8_t other = 0; other < s->k.n_seats; other++)
            if (du_has_forces(s, other, t)) {
                bool is_ours = other == seat || s->w.board.ally[other] == seat + 1;

                is_held |= is_ours;
                is_disputed |= !is_ours;
            }
        n += is_held && !is_disputed;
    }
    return n;
}

static unsigned spice_of(const player *p)
{
    return p->s.w.secret.spice[p->seat];
}

/* Will the storm, which moves up to six sectors, come over this area? */
static bool is_in_danger(const player *p, uint8_t area)
{
    uint8_t sector = db_areas[area].sector;
    unsigned far = (sector + DB_SECTORS - p->s.w.board.storm) % DB_SECTORS;

    return sector != DB_NO_SECTOR && !du_is_protected(&p->s, db_areas[area].territory) && far <= 6;
}

/* What n of strength more in an area are worth, in spice. */
static int worth_of(const player *p, uint8_t area, unsigned n)
{
    uint8_t territory = db_areas[area].territory;
    stand st = look_at(p, territory);
    unsigned after = st.ours + n, each = du_has_city(&p->s, p->seat) ? 3 : 2,
             ground = p->s.w.board.ground[area];
    int worth = 0;

    if (st.has_ally || !n || (st.foes && after < st.foes + MARGIN))
        return NEVER;
    if (territory < DB_STRONGHOLDS) {
        if (st.ours && !st.foes)
            return after <= GUARD + 2 ? (int)(2 * (after < GUARD     ? n
                                                   : GUARD > st.ours ? GUARD - st.ours
                                                                     : 0))
                                      : 0;
        worth = TAKE;
        if (strongholds_of(&p->s, p->seat) + 1 >= (p->s.w.board.ally[p->seat] ? 4u : 3u))
            worth += WIN;
    } else {
        unsigned before = st.ours * each < ground ? st.ours * each : ground;

        worth = (int)((after * each < ground ? after * each : ground) - before);
        if (is_in_danger(p, area))
            worth /= 2;
    }
    return worth - (int)st.foes / 2;
}

/* How many are wanted in an area. */
static unsigned wanted_in(const player *p, uint8_t area)
{
    uint8_t territory = db_areas[area].territory;
    stand st = look_at(p, territory);
    unsigned each = du_has_city(&p->s, p->seat) ? 3 : 2, ground = p->s.w.board.ground[area];
    unsigned want = st.foes                      ? st.foes + MARGIN
                    : territory < DB_STRONGHOLDS ? GUARD
                                                 : (ground + each - 1) / each;

    if (!st.foes && territory >= DB_STRONGHOLDS && want > GROUP)
        want = GROUP;
    return want > st.ours ? want - st.ours : 0;
}

static bool is_goal(const player *p, uint8_t area)
{
    return !du_is_stormed(&p->s, area) &&
           (db_areas[area].territory < DB_STRONGHOLDS || p->s.w.board.ground[area]);
}

static void name_area(uint8_t *arg, uint8_t area)
{
    arg[0] = db_areas[area].territory;
    arg[1] = (uint8_t)(area - db_territories[arg[0]].first);
}

/* ---- shipment and movement ---- */

/* The best shipment there is: where the most is won for the spice, with enough left to fight with. */
static cr_move ship(const player *p)
{
    du_forces left = du_reserves(&p->s, p->seat);
    bool is_fremen = p->faction == DB_FR;
    cr_move best = pass;
    int most = 0;

    for (uint8_t area = 0; area < DB_AREAS && left.normals + left.elites; area++) {
        cr_move move = {.kind = is_fremen ? DU_EMERGE : DU_SHIP};
        unsigned want = wanted_in(p, area), price, n, e;
        int worth;

        if (!want || !is_goal(p, area) || (is_fremen && !du_is_landing(db_areas[area].territory)))
            continue;
        e = left.elites < want / 2 ? left.elites : want / 2;
        n = left.normals < want - 2 * e ? left.normals : want - 2 * e;
        price = is_fremen ? 0
                          : du_price(&p->s, p->seat, DU_FROM_RESERVES, db_areas[area].territory,
                                     n + e, false);
        if (price && price + PURSE > du_means(&p->s, p->seat))
            continue;
        worth = worth_of(p, area, n + 2 * e) - (int)price;
        name_area(move.arg, area);
        move.arg[2] = (uint8_t)n;
        move.arg[3] = (uint8_t)e;
        if (worth > most && cr_offer_has(p->offer, &move)) {
            most = worth;
            best = move;
        }
    }
    return best;
}

/* The forces of an area that can go. Guards stay, and so do those who gather spice or stand before a fight they can
 * win. Where the fight would be lost all of them go. */
static unsigned spare_in(const player *p, uint8_t area)
{
    uint8_t territory = db_areas[area].territory, force = p->s.w.board.force[p->seat][area];
    unsigned here = db_normals(force) + 2 * db_elites(force),
             each = du_has_city(&p->s, p->seat) ? 3 : 2, stay = 0;
    stand st = look_at(p, territory);

    if (st.foes > st.ours + 1)
        return here;
    if (st.foes)
        stay = st.foes + MARGIN;
    else if (territory < DB_STRONGHOLDS)
        stay = GUARD;
    else
        stay = (p->s.w.board.ground[area] + each - 1) / each;
    return here > stay ? here - stay : 0;
}

static cr_move move_group(const player *p, int least)
{
    cr_move best = pass;
    int most = least;

    for (uint8_t from = 0; from < DB_AREAS; from++) {
        uint8_t force = p->s.w.board.force[p->seat][from];
        bool as_advisors = du_are_advisors(&p->s, p->seat, db_areas[from].territory);
        unsigned spare;
        du_areas reach;

        if (!force || du_is_stormed(&p->s, from) || as_advisors)
            continue;
        spare = spare_in(p, from);
        if (!spare)
            continue;
        reach = du_walk(&p->s, p->seat, from, false, du_range(&p->s, p->seat, false));
        for (uint8_t to = 0; to < DB_AREAS; to++) {
            cr_move move = {.kind = DU_MOVE};
            unsigned want = wanted_in(p, to), n, e;
            int worth;

            if (!du_areas_has(reach, to) || to == from || !want || !is_goal(p, to))
                continue;
            want = want < spare ? want : spare;
            e = db_elites(force) < want / 2 ? db_elites(force) : want / 2;
            n = db_normals(force) < want - 2 * e ? db_normals(force) : want - 2 * e;
            worth = worth_of(p, to, n + 2 * e);
            name_area(move.arg, from);
            name_area(move.arg + 2, to);
            move.arg[4] = (uint8_t)n;
            move.arg[5] = (uint8_t)e;
            if (worth > most && cr_offer_has(p->offer, &move)) {
                most = worth;
                best = move;
            }
        }
    }
    return best;
}

/* A worm carries all that are there to the best goal. */
static cr_move ride(const player *p)
{
    cr_move best = pass;
    int most = 1;

    for (uint8_t from = 0; from < DB_AREAS; from++) {
        uint8_t force = p->s.w.board.force[p->seat][from];

        if (!force)
            continue;
        for (uint8_t to = 0; to < DB_AREAS; to++) {
            cr_move move = {.kind = DU_RIDE};
            int worth =
                is_goal(p, to) ? worth_of(p, to, db_normals(force) + 2 * db_elites(force)) : NEVER;

            name_area(move.arg, to);
            name_area(move.arg + 2, from);
            move.arg[4] = (uint8_t)db_normals(force);
            move.arg[5] = (uint8_t)db_elites(force);
            if (worth > most && cr_offer_has(p->offer, &move)) {
                most = worth;
                best = move;
            }
        }
    }
    return best;
}

/* Where a worm eats most of the others. */
static cr_move send_worm(const player *p)
{
    cr_move best = pass;
    unsigned most = 1;

    for (uint8_t t = DB_STRONGHOLDS; t < DB_TERRITORIES; t++) {
        stand st = look_at(p, t);

        if (du_is_sand(t) && !st.ours && !st.has_ally && st.foes > most) {
            most = st.foes;
            best = (cr_move){.kind = DU_SEND_WORM, .arg = {t}};
        }
    }
    return best;
}

/* ---- Bene Gesserit ---- */

/* Advisors fight for strongholds that they would hold. */
static cr_move take_up_arms(const player *p)
{
    for (uint8_t t = 0; t < DB_STRONGHOLDS; t++) {
        cr_move move = {.kind = DU_ARM, .arg = {t}};
        unsigned n = 0;

        if (!du_are_advisors(&p->s, p->seat, t))
            continue;
        n = db_normals(p->s.w.board.force[p->seat][db_territories[t].first]);
        if (n >= look_at(p, t).foes + MARGIN && cr_offer_has(p->offer, &move))
            return move;
    }
    return pass;
}

/* Fighters make room for those they would lose to. */
static cr_move step_aside(const player *p)
{
    uint8_t territory = p->s.d.board.now.to ? db_areas[p->s.d.board.now.to - 1].territory : 0;
    stand st = look_at(p, territory);

    return st.foes > st.ours ? (cr_move){.kind = DU_FLIP} : pass;
}

/* ---- spice, cards, leaders ---- */

/* What one more card is worth to it. */
static unsigned value_of_card(const player *p)
{
    const du_board *d = &p->s.d.board;
    unsigned cards = p->v->cards[p->seat], value = cards < 2 ? 5 : cards < 3 ? 4 : 2;

    if (p->faction == DB_HK)
        value += 2; /* it gets two */
    if (p->faction == DB_AT && d->n_deck && d->top_seen) {
        uint8_t card = p->s.d.secret.deck[d->n_deck - 1];

        if (db_of_kind[DB_WORTHLESS] >> card & 1)
            return 0;
        value += 2;
    }
    if (spice_of(p) > 12)
        value += 3;
    return value < spice_of(p) ? value : spice_of(p);
}

static cr_move bid(const player *p)
{
    unsigned next = p->s.d.board.auction.bid + 1u;

    return next <= value_of_card(p) ? (cr_move){.kind = DU_BID, .arg = {(uint8_t)next}} : pass;
}

/* A Karama pays for what is dear; a worthless card would be as good, but everybody could cancel it. */
static cr_move pay(const player *p)
{
    uint64_t karama = p->s.w.secret.hand[p->seat] & DB_KARAMAS;
    cr_move move = {.kind = DU_PAY};

    if (karama && p->s.d.board.auction.bid >= 4)
        move.arg[0] = (uint8_t)(cr_bits_first(karama) + 1);
    return move;
}

/* Forces come first, the elite among them; a leader is bought back while there are few. */
static bool revive(const player *p, cr_move *out)
{
    const db_board *b = &p->s.w.board;
    uint32_t dead = (b->dead | p->s.w.secret.dead) & DB_OWN_LEADERS(p->faction);
    uint8_t leader = 0;

    for (; dead; dead &= dead - 1) {
        uint8_t one = (uint8_t)cr_bits_first(dead);

        if (!leader || db_leaders[one].strength > db_leaders[leader - 1].strength)
            leader = (uint8_t)(one + 1);
    }
    for (unsigned i = 0; i < 8; i++) {
        unsigned n = 3 - i % 4, e = b->tank_elite[p->seat] && n, price;

        *out =
            (cr_move){.kind = DU_REVIVE, .arg = {(uint8_t)(n - e), (uint8_t)e, i < 4 ? leader : 0}};
        price = du_revival_price(&p->s, p->seat, n, out->arg[2]);
        if (cr_offer_has(p->offer, out) && (!price || price + 2 * PURSE <= spice_of(p)))
            return true;
    }
    return false;
}

/* A Ghola brings back a good leader, or many forces. */
static cr_move use_ghola(const player *p)
{
    const db_board *b = &p->s.w.board;
    uint32_t dead = (b->dead | p->s.w.secret.dead) & DB_OWN_LEADERS(p->faction);
    cr_move move = {.kind = DB_GHOLA};
    unsigned best = 3;

    if (!(p->s.w.secret.hand[p->seat] & DB_CARD_BIT(DB_CARD_tleilaxu_ghola)))
        return pass;
    for (; dead; dead &= dead - 1) {
        unsigned leader = cr_bits_first(dead);

        if (db_leaders[leader].strength > best) {
            best = db_leaders[leader].strength;
            move.arg[0] = (uint8_t)(leader + 1);
        }
    }
    if (!move.arg[0] && b->tank_normal[p->seat] >= 5)
        move.arg[1] = 5;
    return cr_offer_has(p->offer, &move) ? move : pass;
}

static cr_move help_ally(const player *p)
{
    unsigned dead = p->s.w.board.tank_normal[db_ally(&p->s.w.board, p->seat)],
             n = dead < 3 ? dead : 3;

    return n && spice_of(p) >= 2 * n + 8 ? (cr_move){.kind = DU_HELP, .arg = {(uint8_t)n}} : pass;
}

/* ---- alliances ---- */

/* What an alliance of these two would be worth. Both reckon the same number, so they name each other. */
static unsigned together(const player *p, uint8_t one, uint8_t other)
{
    unsigned n = 0;

    for (uint8_t t = 0; t < DB_STRONGHOLDS; t++)
        n += 4 * (du_has_forces(&p->s, one, t) || du_has_forces(&p->s, other, t));
    for (uint8_t t = 0; t < DB_TERRITORIES; t++)
        n += (strength_in(&p->s, one, t) + strength_in(&p->s, other, t)) / 8;
    return n;
}

/* Allies when another comes near to winning and it does not itself. */
static cr_move offer(const player *p)
{
    const du_board *d = &p->s.d.board;
    uint8_t best = 0xFF;
    unsigned near = 0, most = 0;

    for (uint8_t seat = 0; seat < p->s.k.n_seats; seat++) {
        unsigned held = strongholds_of(&p->s, seat);
        cr_move move = {.kind = DU_OFFER, .arg = {du_faction(&p->s, seat)}};
        unsigned sum =
            together(p, p->seat, seat) + 20u * (d->round && d->offer[seat] == p->seat + 1);

        if (seat == p->seat || !cr_offer_has(p->offer, &move)) {
            near = seat != p->seat && held > near ? held : near;
            continue;
        }
        near = held > near ? held : near;
        if (sum > most) {
            most = sum;
            best = seat;
        }
    }
    if (best == 0xFF || near < 2 || strongholds_of(&p->s, p->seat) > 2)
        return pass;
    return (cr_move){.kind = DU_OFFER, .arg = {du_faction(&p->s, best)}};
}

/* It goes on alone when it would win alone. */
static cr_move leave(const player *p)
{
    unsigned own = 0;

    for (uint8_t t = 0; t < DB_STRONGHOLDS; t++)
        own += du_has_forces(&p->s, p->seat, t) && !look_at(p, t).foes;
    return own > 2 ? (cr_move){.kind = DU_LEAVE} : pass;
}

/* ---- the answer ---- */

static cr_move predict(const player *p)
{
    unsigned far = p->s.d.board.max_turns / 2;
    cr_move move = {.kind = DU_PREDICT};

    do
        move.arg[0] = du_faction(&p->s, (uint8_t)cr_rng_below(p->rng, p->s.k.n_seats));
    while (move.arg[0] == p->faction);
    move.arg[1] = (uint8_t)(1 + cr_rng_below(p->rng, far ? far : 1) + far / 2);
    return move;
}

static cr_move dial(const player *p)
{
    bool is_first = p->s.d.board.turn == 1;

    return (cr_move){.kind = DU_DIAL,
                     .arg = {is_first ? (uint8_t)cr_rng_below(p->rng, DU_DIAL_FIRST + 1)
                                      : (uint8_t)(1 + cr_rng_below(p->rng, DU_DIAL_MAX))}};
}

/* The strongest leader of another faction. */
static cr_move keep_traitor(const player *p)
{
    uint32_t dealt = p->s.d.secret.dealt[p->seat];
    cr_move move = {.kind = DU_KEEP_TRAITOR, .arg = {(uint8_t)cr_bits_first(dealt)}};
    unsigned best = 0;

    for (; dealt; dealt &= dealt - 1) {
        uint8_t leader = (uint8_t)cr_bits_first(dealt);

        if (db_leaders[leader].faction != p->faction && db_leaders[leader].strength > best) {
            best = db_leaders[leader].strength;
            move.arg[0] = leader;
        }
    }
    return move;
}

/* Most go where spice and strongholds are near, the elites with them. */
static cr_move place_fremen(const player *p)
{
    du_forces left = du_reserves(&p->s, p->seat);
    unsigned n = DU_START_FORCES - p->s.d.board.placed, e = left.elites < n ? left.elites : n;
    cr_move move = {.kind = DU_PLACE, .arg = {DU_SIETCH_TABR, 0, (uint8_t)(n - e), (uint8_t)e}};

    return move;
}

/* As few elites as the rules allow. */
static bool lose(const player *p, cr_move *out)
{
    for (uint8_t elites = 0; elites <= DB_FORCES; elites++) {
        *out = (cr_move){.kind = DU_LOSE, .arg = {elites}};
        if (cr_offer_has(p->offer, out))
            return true;
    }
    return false;
}

/* What is worth least to it. */
static bool give_back(const player *p, cr_move *out)
{
    uint64_t hand = p->s.w.secret.hand[p->seat], worthless = hand & db_of_kind[DB_WORTHLESS];
    uint64_t from = worthless ? worthless : hand;

    *out = (cr_move){.kind = DU_GIVE_BACK, .arg = {(uint8_t)cr_bits_first(from)}};
    return hand != 0;
}

/* False: it passes. */
static bool decide(const player *p, cr_move *out)
{
    switch (p->view->q.kind) {
    case DU_Q_PREDICT:
        *out = predict(p);
        return true;
    case DU_Q_KEEP_TRAITOR:
        *out = keep_traitor(p);
        return true;
    case DU_Q_PLACE_FREMEN:
        *out = place_fremen(p);
        return true;
    case DU_Q_PLACE_SISTER:
        *out = (cr_move){.kind = DU_PLACE, .arg = {DB_POLAR_SINK, 0, 1}};
        return true;
    case DU_Q_STORM_LOSS:
        return lose(p, out);
    case DU_Q_GIVE_BACK:
        return give_back(p, out);
    case DU_Q_SPARE:
    case DU_Q_RAISE:
        *out = (cr_move){.kind = DU_YES};
        return true;
    case DU_Q_CHARITY:
        *out = (cr_move){.kind = DU_CLAIM};
        return true;
    case DU_Q_DIAL:
        *out = dial(p);
        return true;
    case DU_Q_OPENING:
        *out = p->s.d.board.phase == DU_REVIVAL ? use_ghola(p) : pass;
        return true;
    case DU_Q_WORM:
        *out = send_worm(p);
        return true;
    case DU_Q_LEAVE:
        *out = leave(p);
        return true;
    case DU_Q_ALLY:
        *out = offer(p);
        return true;
    case DU_Q_RIDE:
        *out = ride(p);
        return true;
    case DU_Q_BID:
        *out = bid(p);
        return true;
    case DU_Q_PAY:
        *out = pay(p);
        return true;
    case DU_Q_REVIVE:
        return revive(p, out);
    case DU_Q_HELP:
        *out = help_ally(p);
        return true;
    case DU_Q_WARTIME:
        *out = take_up_arms(p);
        return true;
    case DU_Q_GUILD: /* who comes last knows most */
        *out = pass;
        return true;
    case DU_Q_SHIP:
        *out = ship(p);
        return true;
    case DU_Q_SEND:
        *out = (cr_move){.kind = DU_SEND, .arg = {DU_SEND_ADVISOR}};
        if (!cr_offer_has(p->offer, out))
            out->arg[0] = DU_SEND_POLAR;
        return true;
    case DU_Q_INTRUSION:
        *out = step_aside(p);
        return true;
    case DU_Q_MOVE:
        *out = move_group(p, 0);
        return true;
    case DU_Q_HAJR: /* the card goes for a stronghold only */
        *out = move_group(p, TAKE - 4);
        return true;
    default:
        return false;
    }
}

static bool choose(const cr_game *game, const cr_view *view, const cr_offer *offers, cr_rng *rng,
                   uint32_t budget_ms, cr_move *out)
{
    const du_view *v = (const du_view *)view;
    player p = {.view = view, .v = v, .offer = offers, .rng = rng, .seat = view->viewer};

    if (view->q.kind < DB_QUESTIONS)
        return dune_fight(view, offers, rng, DUNE_BRIEFLY, out);
    (void)game, (void)budget_ms;
    p.faction = v->b.w.board.faction[view->viewer];
    p.s.k.n_seats = view->n_seats;
    p.s.w = v->b.w;
    p.s.d = v->d;
    if (decide(&p, out) && cr_offer_has(offers, out))
        return true;
    *out = pass;
    return cr_offer_has(offers, out) || cr_offer_sample(offers, rng, out);
}

extern const cr_bot cr_bot_baseline_dune;
const cr_bot cr_bot_baseline_dune = {
    .name = "baseline",
    .about =
        "guards strongholds and takes those it can win, gathers spice, buys cards as it needs them",
    .game = "dune",
    .cost_us = 20,
    .choose = choose,
};
