/* From the reveal to the end of a battle, in the order of DB-14.1: calls, deaths, totals, losses, spice, discards,
 * the winner's choices, capture, captives going home, the counter of the Kwisatz Haderach. */
#include "games/dune-battle/dune.h"

static uint8_t territory_of(const db_world *w)
{
    return db_areas[w->board.battle.zone.area].territory;
}

static uint64_t bit_of(uint8_t card_plus_1)
{
    return card_plus_1 ? DB_CARD_BIT(card_plus_1 - 1) : 0;
}

/* ---- pieces that move ---- */

void db_discard(db_world *w, uint8_t seat, const uint8_t *cards, unsigned n, cr_sink *sink)
{
    db_board *b = &w->board;

    for (unsigned i = 0; i < n; i++) {
        uint64_t keep = ~DB_CARD_BIT(cards[i]);

        w->secret.hand[seat] &= keep;
        b->shown &= keep;
        for (unsigned other = 0; other < DB_SEATS; other++)
            w->secret.seen[other] &= keep;
        b->discard[++b->discard[0]] = cards[i];
    }
    CR_CITE(DB_10_8);
    if (n)
        CR_TELL(sink, DB_EV_DISCARDED, seat, (uint8_t)(cards[0] + 1),
                n > 1 ? (uint8_t)(cards[1] + 1) : 0, n > 2 ? (uint8_t)(cards[2] + 1) : 0);
}

void db_gain(db_world *w, uint8_t seat, unsigned spice, cr_sink *sink)
{
    if (!spice)
        return;
    w->secret.spice[seat] = (uint16_t)(w->secret.spice[seat] + spice);
    CR_TELL(sink, DB_EV_SPICE_GAINED, seat, (uint8_t)spice);
}

static void pay_support(db_world *w, unsigned side, cr_sink *sink)
{
    uint8_t seat = w->board.battle.seat[side], spice = w->board.battle.plan[side].spice;

    CR_CITE(DB_10_3);
    if (!spice)
        return;
    w->secret.spice[seat] = (uint16_t)(w->secret.spice[seat] - spice);
    CR_TELL(sink, DB_EV_SPICE_PAID, seat, spice);
}

static void lose(db_world *w, uint8_t seat, uint8_t area, uint8_t lost, cr_sink *sink)
{
    db_board *b = &w->board;
    unsigned normals = db_normals(lost), elites = db_elites(lost);

    if (!lost)
        return;
    CR_CITE(DB_10_9);
    b->force[seat][area] = (uint8_t)(b->force[seat][area] - lost);
    b->tank_normal[seat] = (uint8_t)(b->tank_normal[seat] + normals);
    b->tank_elite[seat] = (uint8_t)(b->tank_elite[seat] + elites);
    if (b->faction[seat] == DB_AT)
        b->battle.lost_at = (uint8_t)(b->battle.lost_at + normals + elites);
    CR_TELL(sink, DB_EV_FORCES_LOST, seat, (uint8_t)normals, (uint8_t)elites, area);
}

static void lose_zone(db_world *w, unsigned side, cr_sink *sink)
{
    uint8_t seat = w->board.battle.seat[side];
    db_zone zone = w->board.battle.zone;

    CR_CITE(DB_10_2);
    for (uint8_t a = zone.area; a < zone.area + zone.n; a++)
        lose(w, seat, a, w->board.force[seat][a], sink);
}

static void kill(db_state *s, uint8_t leader_plus_1, uint8_t cause, cr_sink *sink)
{
    db_board *b = &s->w.board;
    unsigned leader = leader_plus_1 - 1u;
    uint32_t bit = DB_LEADER_BIT(leader);

    b->dead |= bit;
    b->captives &= ~bit;
    b->used[leader] = 0;
    b->deaths[leader]++;
    CR_CITE(DB_11_4);
    if (b->deaths[leader] > 1)
        b->face_down |= bit;
    CR_CITE(DB_12_18);
    CR_TELL(sink, DB_EV_LEADER_KILLED, db_seat_of(b, s->k.n_seats, db_leaders[leader].faction),
            leader_plus_1, cause);
}

static void discard_played(db_world *w, unsigned side, uint64_t but, cr_sink *sink)
{
    const db_plan *p = &w->board.battle.plan[side];
    uint8_t cards[3];
    unsigned n = 0;

    if (p->hero && !(but & DB_CARD_BIT(DB_CARD_cheap_hero_1 + p->hero - 1)))
        cards[n++] = (uint8_t)(DB_CARD_cheap_hero_1 + p->hero - 1);
    if (bit_of(p->weapon) & ~but)
        cards[n++] = (uint8_t)(p->weapon - 1);
    if (bit_of(p->defense) & ~but)
        cards[n++] = (uint8_t)(p->defense - 1);
    db_discard(w, w->board.battle.seat[side], cards, n, sink);
}

/* ---- the reveal ---- */

/* Where nothing of a faction is hidden any more, none of its leaders may be. */
void db_forget_hidden(db_state *s)
{
    db_board *b = &s->w.board;

    for (unsigned seat = 0; seat < s->k.n_seats; seat++)
        if (!b->n_hidden_dead[seat] && !b->n_hidden_captives[seat])
            b->maybe_hidden &= ~DB_OWN_LEADERS(b->faction[seat]);
}

static void show_plan(db_state *s, unsigned side)
{
    db_world *w = &s->w;
    db_board *b = &w->board;
    const db_plan *p = &b->battle.plan[side];

    b->shown |= bit_of(p->weapon) | bit_of(p->defense);
    if (p->hero)
        b->shown |= DB_CARD_BIT(DB_CARD_cheap_hero_1 + p->hero - 1);
    if (p->kh)
        b->kh_shown = 1;
    if (p->leader) {
        uint32_t bit = DB_LEADER_BIT(p->leader - 1);

        if (w->secret.captives & bit) {
            w->secret.captives &= ~bit;
            b->captives |= bit;
            b->n_hidden_captives[db_seat_of(b, s->k.n_seats, db_leaders[p->leader - 1].faction)]--;
        }
        b->maybe_hidden &= ~bit;
        db_forget_hidden(s);
    }
}

void db_reveal(db_state *s, cr_sink *sink)
{
    db_battle *b = &s->w.board.battle;
    uint8_t data[2 * sizeof(db_plan) + 2];

    CR_CITE(DB_5_17);
    CR_CITE(DB_5_18);
    CR_CITE(DB_19_2);
    memcpy(b->plan, s->w.secret.battle.plan, sizeof b->plan);
    memset(s->w.secret.battle.plan, 0, sizeof b->plan);
    b->is_revealed = 1;
    memcpy(data, b->plan, sizeof b->plan);
    for (unsigned side = 0; side < 2; side++) {
        const db_plan *p = &b->plan[side];

        show_plan(s, side);
        data[sizeof b->plan + side] =
            (uint8_t)db_dial(&s->w, b->seat[side], p->normal, p->elite, p->spice);
    }
    if (sink)
        cr_emit(sink, DB_EV_PLANS_REVEALED, CR_HOST, CR_EYES_ALL, sizeof data, false, data,
                sizeof data);
}

/* ---- the four ways a battle ends ---- */

static bool kills(uint8_t weapon, uint8_t defense)
{
    CR_CITE(DB_8_1);
    CR_CITE(DB_8_8);
    if (!weapon)
        return false;
    switch (db_cards[weapon - 1].kind) {
    case DB_PROJECTILE_WEAPON:
        CR_CITE(DB_8_2);
        return !(bit_of(defense) & db_of_kind[DB_PROJECTILE_DEFENSE]);
    case DB_POISON_WEAPON:
        CR_CITE(DB_8_3);
        CR_CITE(DB_8_6);
        return !(bit_of(defense) & db_of_kind[DB_POISON_DEFENSE]);
    case DB_LASGUN:
        CR_CITE(DB_3_5);
        CR_CITE(DB_8_4);
        return true;
    default:
        return false;
    }
}

static bool explodes(const db_battle *b)
{
    uint64_t weapons = bit_of(b->plan[0].weapon) | bit_of(b->plan[1].weapon);
    uint64_t defenses = bit_of(b->plan[0].defense) | bit_of(b->plan[1].defense);

    CR_CITE(DB_7_1);
    return (weapons & db_of_kind[DB_LASGUN]) && (defenses & db_of_kind[DB_PROJECTILE_DEFENSE]);
}

static void tell_result(db_world *w, const uint8_t totals[2], cr_sink *sink)
{
    const db_battle *b = &w->board.battle;

    CR_TELL(sink, DB_EV_RESULT, b->winner ? b->seat[b->winner - 1] : CR_HOST, b->result, totals[0],
            totals[1]);
}

static void explode(db_state *s, cr_sink *sink)
{
    db_world *w = &s->w;
    db_board *b = &w->board;
    const db_territory *t = &db_territories[territory_of(w)];

    CR_TELL(sink, DB_EV_EXPLOSION, CR_HOST, (uint8_t)(territory_of(w) + 1));
    CR_CITE(DB_7_4);
    for (unsigned side = 0; side < 2; side++) {
        if (b->battle.plan[side].leader)
            kill(s, b->battle.plan[side].leader, DB_EXPLOSION, sink);
        if (b->battle.plan[side].kh) {
            CR_CITE(DB_12_5);
            b->kh_dead = 1;
            b->kh_used = 0;
        }
    }
    CR_CITE(DB_7_6);
    tell_result(w, (const uint8_t[2]){0, 0}, sink);
    CR_CITE(DB_7_2);
    for (unsigned i = 0; i < s->k.n_seats; i++)
        for (uint8_t a = t->first; a < t->first + t->n_areas; a++)
            lose(w, b->order[i], a, b->force[b->order[i]][a], sink);
    b->advisors &= ~(UINT64_C(1) << territory_of(w));
    CR_CITE(DB_7_3);
    memset(b->ground + t->first, 0, t->n_areas);
    CR_CITE(DB_7_5);
    for (unsigned side = 0; side < 2; side++)
        pay_support(w, side, sink);
    for (unsigned side = 0; side < 2; side++)
        discard_played(w, side, 0, sink);
}

static void both_called(db_state *s, cr_sink *sink)
{
    CR_CITE(DB_6_8);
    for (unsigned side = 0; side < 2; side++)
        kill(s, s->w.board.battle.plan[side].leader, DB_TRAITOR, sink);
    tell_result(&s->w, (const uint8_t[2]){0, 0}, sink);
    for (unsigned side = 0; side < 2; side++)
        lose_zone(&s->w, side, sink);
    for (unsigned side = 0; side < 2; side++)
        pay_support(&s->w, side, sink);
    for (unsigned side = 0; side < 2; side++)
        discard_played(&s->w, side, 0, sink);
}

static void one_called(db_state *s, cr_sink *sink)
{
    db_battle *b = &s->w.board.battle;
    unsigned winner = b->winner - 1u;
    uint8_t traitor = b->plan[!winner].leader;

    CR_CITE(DB_6_5);
    CR_CITE(DB_6_6);
    CR_CITE(DB_6_7);
    CR_CITE(DB_6_11);
    kill(s, traitor, DB_TRAITOR, sink);
    tell_result(&s->w, (const uint8_t[2]){0, 0}, sink);
    lose_zone(&s->w, !winner, sink);
    pay_support(&s->w, !winner, sink);
    db_gain(&s->w, b->seat[winner], db_leaders[traitor - 1].strength, sink);
    discard_played(&s->w, !winner, 0, sink);
}

/* Total of a side whose leader or hero lives or not. */
static uint8_t total_of(const db_world *w, unsigned side, bool is_killed)
{
    const db_plan *p = &w->board.battle.plan[side];
    unsigned total = db_dial(w, w->board.battle.seat[side], p->normal, p->elite, p->spice);

    CR_CITE(DB_9_1);
    if (!is_killed && p->leader)
        total += 2u * db_leaders[p->leader - 1].strength;
    if (!is_killed && p->kh) {
        CR_CITE(DB_12_3);
        total += 4;
    }
    return (uint8_t)total;
}

static void stay_in_territory(db_world *w, unsigned side)
{
    const db_plan *p = &w->board.battle.plan[side];
    uint8_t here = (uint8_t)(territory_of(w) + 1);

    CR_CITE(DB_11_1);
    CR_CITE(DB_10_7);
    if (p->leader && !(w->board.dead & DB_LEADER_BIT(p->leader - 1)))
        w->board.used[p->leader - 1] = here;
    CR_CITE(DB_12_4);
    if (p->kh)
        w->board.kh_used = here;
}

static uint64_t forced_keep(const db_world *w)
{
    const db_plan *p = &w->board.battle.plan[w->board.battle.winner - 1];
    uint64_t cards = bit_of(p->weapon) | bit_of(p->defense);

    CR_CITE(DB_10_6);
    return w->board.worthless_go ? cards & ~db_of_kind[DB_WORTHLESS] : cards;
}

static void fight(db_state *s, cr_sink *sink)
{
    db_world *w = &s->w;
    db_battle *b = &w->board.battle;
    uint8_t totals[2];
    unsigned bounty = 0, winner;

    CR_CITE(DB_8_5);
    for (unsigned side = 0; side < 2; side++) {
        const db_plan *p = &b->plan[side];
        bool is_killed = kills(b->plan[!side].weapon, p->defense);

        CR_CITE(DB_8_7);
        if (is_killed && p->leader) {
            CR_CITE(DB_10_4);
            CR_CITE(DB_10_5);
            kill(s, p->leader, DB_NORMAL, sink);
            bounty += db_leaders[p->leader - 1].strength;
        }
        totals[side] = total_of(w, side, is_killed);
    }
    CR_CITE(DB_9_3);
    CR_CITE(DB_9_4);
    winner = totals[1] > totals[0];
    b->winner = (uint8_t)(winner + 1);
    tell_result(w, totals, sink);
    lose_zone(w, !winner, sink);
    for (unsigned side = 0; side < 2; side++)
        pay_support(w, side, sink);
    db_gain(w, b->seat[winner], bounty, sink);
    for (unsigned side = 0; side < 2; side++)
        stay_in_territory(w, side);
    for (unsigned side = 0; side < 2; side++)
        discard_played(w, side, side == winner ? forced_keep(w) : 0, sink);
}

void db_resolve(db_state *s, cr_sink *sink)
{
    db_board *b = &s->w.board;
    bool is_called[2] = {false, false};

    for (unsigned seats = s->k.q.asked & 0xFF; seats; seats &= seats - 1) {
        uint8_t seat = (uint8_t)cr_bits_first(seats);
        unsigned side = db_side_for(b, seat);
        uint8_t leader = b->battle.plan[!side].leader;

        if (s->k.sealed[seat].kind != DB_CALL)
            continue;
        CR_CITE(DB_6_2);
        CR_CITE(DB_6_9);
        CR_CITE(DB_6_10);
        is_called[side] = true;
        b->traitors_shown |= DB_LEADER_BIT(leader - 1);
        CR_TELL(sink, DB_EV_TRAITOR_CALLED, seat, leader);
    }
    if (is_called[0] && is_called[1]) {
        b->battle.result = DB_BOTH_TRAITORS;
        both_called(s, sink);
    } else if (is_called[0] || is_called[1]) {
        b->battle.result = DB_TRAITOR;
        b->battle.winner = is_called[0] ? 1 : 2;
        one_called(s, sink);
    } else {
        CR_TELL(sink, DB_EV_NO_TRAITOR, CR_HOST, 0);
        if (explodes(&b->battle)) {
            b->battle.result = DB_EXPLOSION;
            explode(s, sink);
        } else {
            fight(s, sink);
        }
    }
}

/* ---- the winner's choices ---- */

uint64_t db_keepable(const db_world *w)
{
    const db_battle *b = &w->board.battle;
    const db_plan *p = &b->plan[b->winner - 1];

    if (b->result != DB_TRAITOR)
        return forced_keep(w);
    return bit_of(p->weapon) | bit_of(p->defense) |
           (p->hero ? DB_CARD_BIT(DB_CARD_cheap_hero_1 + p->hero - 1) : 0);
}

static db_plan winner_loses(const db_world *w)
{
    const db_battle *b = &w->board.battle;

    CR_CITE(DB_10_1);
    return b->result == DB_TRAITOR ? (db_plan){0} : b->plan[b->winner - 1];
}

static unsigned there(const db_world *w, unsigned area, bool of_elites)
{
    const db_battle *b = &w->board.battle;
    uint8_t force = w->board.force[b->seat[b->winner - 1]][b->zone.area + area];

    return of_elites ? db_elites(force) : db_normals(force);
}

/* How many of the losses can be taken from an area of the zone. */
void db_loss_range(const db_world *w, unsigned area, bool of_elites, unsigned *lo, unsigned *hi)
{
    db_plan p = winner_loses(w);
    unsigned lost = of_elites ? p.elite : p.normal, elsewhere = 0;

    for (unsigned a = 0; a < w->board.battle.zone.n; a++)
        if (a != area)
            elsewhere += there(w, a, of_elites);
    *hi = there(w, area, of_elites);
    if (*hi > lost)
        *hi = lost;
    *lo = lost > elsewhere ? lost - elsewhere : 0;
}

bool db_must_choose(const db_world *w)
{
    if (db_keepable(w))
        return true;
    for (unsigned area = 0; area < w->board.battle.zone.n; area++)
        for (unsigned of_elites = 0; of_elites < 2; of_elites++) {
            unsigned lo, hi;

            db_loss_range(w, area, of_elites, &lo, &hi);
            if (lo < hi)
                return true;
        }
    return false;
}

/* The arguments of `keep`: three cards, normals of the first four areas, elites of these two to a byte. The
 * last area of the zone takes the rest. */
enum { KEEP_NORMALS = 3, KEEP_ELITES = 7, ELITES_RADIX = 6 };

static unsigned named_loss(const cr_move *keep, unsigned area, bool of_elites)
{
    uint8_t pair = keep->arg[KEEP_ELITES + area / 2];

    if (!of_elites)
        return keep->arg[KEEP_NORMALS + area];
    return area % 2 ? pair / ELITES_RADIX : pair % ELITES_RADIX;
}

bool db_losses(const db_world *w, const cr_move *keep, uint8_t out[DB_ZONE_MAX])
{
    unsigned last = w->board.battle.zone.n - 1u;
    db_plan p = winner_loses(w);

    for (unsigned area = 0; area < DB_ZONE_MAX; area++)
        out[area] = 0;
    for (unsigned of_elites = 0; of_elites < 2; of_elites++) {
        unsigned left = of_elites ? p.elite : p.normal;

        for (unsigned area = 0; area < DB_ZONE_MAX - 1; area++) {
            unsigned lost = named_loss(keep, area, of_elites);

            if (!lost)
                continue;
            if (area >= last || lost > left || lost > there(w, area, of_elites))
                return false;
            left -= lost;
            out[area] = (uint8_t)(out[area] + (of_elites ? db_force(0, lost) : lost));
        }
        if (left > there(w, last, of_elites))
            return false;
        out[last] = (uint8_t)(out[last] + (of_elites ? db_force(0, left) : left));
    }
    return true;
}

cr_move db_default_keep(const db_world *w)
{
    cr_move keep = {.kind = DB_KEEP};
    uint64_t cards = db_keepable(w) & ~db_of_kind[DB_WORTHLESS];
    db_plan p = winner_loses(w);
    unsigned last = w->board.battle.zone.n - 1u, normals = p.normal, elites = p.elite;

    for (unsigned i = 0; cards; cards &= cards - 1)
        keep.arg[i++] = (uint8_t)(cr_bits_first(cards) + 1);
    for (unsigned area = 0; area < last; area++) {
        unsigned n = there(w, area, false), e = there(w, area, true);

        n = n < normals ? n : normals;
        e = e < elites ? e : elites;
        keep.arg[KEEP_NORMALS + area] = (uint8_t)n;
        keep.arg[KEEP_ELITES + area / 2] =
            (uint8_t)(keep.arg[KEEP_ELITES + area / 2] + (area % 2 ? ELITES_RADIX * e : e));
        normals -= n;
        elites -= e;
    }
    return keep;
}

void db_keep(db_world *w, const cr_move *keep, cr_sink *sink)
{
    const db_battle *b = &w->board.battle;
    uint8_t seat = b->seat[b->winner - 1], lost[DB_ZONE_MAX];
    uint64_t kept = bit_of(keep->arg[0]) | bit_of(keep->arg[1]) | bit_of(keep->arg[2]);

    discard_played(w, b->winner - 1u, kept | ~db_keepable(w), sink);
    db_losses(w, keep, lost);
    CR_CITE(DB_14_3);
    for (uint8_t area = 0; area < b->zone.n; area++)
        lose(w, seat, (uint8_t)(b->zone.area + area), lost[area], sink);
}

/* ---- capture ---- */

bool db_draw_captive(db_state *s)
{
    const db_battle *b = &s->w.board.battle;
    uint32_t pool;

    CR_CITE(DB_12_13);
    if (!b->winner || !s->w.board.is_advanced ||
        s->w.board.faction[b->seat[b->winner - 1]] != DB_HK)
        return false;
    CR_CITE(DB_11_2);
    CR_CITE(DB_12_14);
    CR_CITE(DB_12_20);
    pool = db_available(&s->w, b->seat[2 - b->winner], territory_of(&s->w));
    if (!pool)
        return false;
    s->w.secret.battle.drawn =
        (uint8_t)(cr_bits_nth(pool, cr_rng_small(&s->k.rng, cr_bits_count(pool))) + 1);
    return true;
}

/* Leaders of the loser whom others must think of: not dead or captive for all to see, not used elsewhere. */
static uint32_t suspects(const db_world *w, uint8_t loser)
{
    const db_board *b = &w->board;
    uint32_t set = DB_OWN_LEADERS(b->faction[loser]) & ~b->dead & ~b->captives;

    for (uint32_t left = set; left; left &= left - 1) {
        unsigned leader = cr_bits_first(left);

        if (b->used[leader] && b->used[leader] != territory_of(w) + 1)
            set &= ~DB_LEADER_BIT(leader);
    }
    return set;
}

void db_take_captive(db_state *s, cr_sink *sink)
{
    db_board *b = &s->w.board;
    uint8_t hk = b->battle.seat[b->battle.winner - 1], loser = b->battle.seat[2 - b->battle.winner];
    uint32_t bit = DB_LEADER_BIT(s->w.secret.battle.drawn - 1);

    if (b->battle.choice == DB_DECLINE)
        return;
    b->maybe_hidden |= suspects(&s->w, loser);
    if (b->battle.choice == DB_KILL) {
        s->w.secret.dead |= bit;
        b->n_hidden_dead[loser]++;
        db_gain(&s->w, hk, 2, sink);
    } else {
        s->w.secret.captives |= bit;
        b->n_hidden_captives[loser]++;
    }
}

/* ---- the end ---- */

static void go_home(db_state *s, unsigned leader, uint16_t eyes, cr_sink *sink)
{
    uint8_t home = db_seat_of(&s->w.board, s->k.n_seats, db_leaders[leader].faction);

    CR_TELL_PART(sink, DB_EV_LEADER_RETURNED, home,
                 eyes == CR_EYES_ALL ? eyes : eyes | CR_BIT(home), 0, (uint8_t)(leader + 1));
}

/* DB-12.16: a captive who has fought goes home, unless he won by a call of HK. */
static void return_fighter(db_state *s, cr_sink *sink)
{
    db_board *b = &s->w.board;

    for (unsigned side = 0; side < 2; side++) {
        uint8_t leader = b->battle.plan[side].leader;

        if (!leader || !(b->captives & DB_LEADER_BIT(leader - 1)) ||
            (b->battle.result == DB_TRAITOR && b->battle.winner == side + 1))
            continue;
        CR_CITE(DB_12_16);
        b->captives &= ~DB_LEADER_BIT(leader - 1);
        go_home(s, leader - 1u, CR_EYES_ALL, sink);
    }
}

static void break_prison(db_state *s, cr_sink *sink)
{
    db_board *b = &s->w.board;
    uint8_t hk = db_seat_of(b, s->k.n_seats, DB_HK);
    uint32_t all = b->captives | s->w.secret.captives;

    if (hk == 0xFF || !all || (DB_OWN_LEADERS(DB_HK) & ~b->dead))
        return;
    CR_CITE(DB_12_17);
    for (; all; all &= all - 1) {
        unsigned leader = cr_bits_first(all);
        bool is_known = b->captives & DB_LEADER_BIT(leader);

        go_home(s, leader, is_known ? CR_EYES_ALL : CR_BIT(hk), sink);
    }
    b->captives = s->w.secret.captives = 0;
    memset(b->n_hidden_captives, 0, sizeof b->n_hidden_captives);
    db_forget_hidden(s);
}

static void count_for_kh(db_state *s, cr_sink *sink)
{
    uint8_t *counter = &s->w.secret.kh_counter, before = *counter;

    if (!s->w.board.is_advanced || !s->w.board.battle.lost_at)
        return;
    CR_CITE(DB_12_1);
    CR_CITE(DB_12_6);
    *counter = (uint8_t)(before + s->w.board.battle.lost_at);
    if (before < DB_KH_ACTIVE && *counter >= DB_KH_ACTIVE) {
        uint8_t at = db_seat_of(&s->w.board, s->k.n_seats, DB_AT);

        CR_TELL_PRIVATE(sink, DB_EV_KH_ACTIVE, at, CR_BIT(at), *counter);
    }
}

void db_end_battle(db_state *s, cr_sink *sink)
{
    db_board *b = &s->w.board;

    CR_CITE(DB_14_1);
    return_fighter(s, sink);
    break_prison(s, sink);
    count_for_kh(s, sink);
    CR_CITE(DB_2_6);
    b->last[0] = (uint8_t)(b->battle.seat[0] + 1);
    b->last[1] = (uint8_t)(b->battle.seat[1] + 1);
    CR_TELL(sink, DB_EV_BATTLE_END, CR_HOST, b->battle.zone.area);
    memset(&b->battle, 0, sizeof b->battle);
    memset(&s->w.secret.battle, 0, sizeof s->w.secret.battle);
}

void db_end_phase(db_state *s, cr_sink *sink)
{
    CR_CITE(DB_11_3);
    CR_CITE(DB_14_2);
    memset(s->w.board.used, 0, sizeof s->w.board.used);
    s->w.board.kh_used = 0;
    CR_TELL(sink, DB_EV_PHASE_END, CR_HOST, 0);
}
