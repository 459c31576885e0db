/* The reveal, and what comes of it: calls, deaths, totals, the loser's losses, spice, forced discards, in the order of
 * DB-14.1. The winner's choices and what follows are in spoils.c. */
#include "games/dune-battle/dune.h"

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
    b->played[seat] = (uint8_t)(b->played[seat] + n);
    CR_CITE(DB_10_8);
    if (n)
        CR_TELL(sink, DB_EV_DISCARDED, seat, (uint8_t)(cards[0] + 1),
                n > 1 ? (uint8_t)(cards[1] + 1) : 0, n > 2 ? (uint8_t)(cards[2] + 1) : 0);
}

void db_receive(db_world *w, uint8_t seat, unsigned spice)
{
    w->secret.spice[seat] = (uint16_t)(w->secret.spice[seat] + spice);
    w->board.spice_seen[seat] = (uint16_t)(w->board.spice_seen[seat] + spice);
}

void db_spend(db_world *w, uint8_t seat, unsigned spice)
{
    uint16_t *seen = &w->board.spice_seen[seat], *spent = &w->board.spice_spent[seat];
    unsigned known = spice < *seen ? spice : *seen;

    w->secret.spice[seat] = (uint16_t)(w->secret.spice[seat] - spice);
    *seen = (uint16_t)(*seen - known);
    *spent = (uint16_t)(*spent + spice - known);
}

void db_gain(db_world *w, uint8_t seat, unsigned spice, cr_sink *sink)
{
    if (spice > DB_SPICE_MAX - (unsigned)w->secret.spice[seat])
        spice = DB_SPICE_MAX - (unsigned)w->secret.spice[seat]; /* the rest stays in the bank */
    if (!spice)
        return;
    db_receive(w, seat, spice);
    CR_TELL(sink, DB_EV_SPICE_GAINED, seat, (uint8_t)spice);
}

static void pay_support(db_world *w, unsigned side, cr_sink *sink)
{
    uint8_t seat = w->board.battle.seat[side], spice = w->board.battle.plan[side].spice;

    CR_CITE(DB_10_3);
    if (!spice)
        return;
    db_spend(w, seat, spice);
    CR_TELL(sink, DB_EV_SPICE_PAID, seat, spice);
}

void db_lose(db_world *w, uint8_t seat, uint8_t area, uint8_t lost, cr_sink *sink)
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
        db_lose(w, seat, a, w->board.force[seat][a], sink);
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

void db_discard_played(db_world *w, unsigned side, uint64_t but, cr_sink *sink)
{
    const db_plan *p = &w->board.battle.plan[side];
    uint8_t cards[3];
    unsigned n = 0;

    if (db_hero_bit(p->hero) & ~but)
        cards[n++] = (uint8_t)(DB_CARD_cheap_hero_1 + p->hero - 1);
    if (db_card_bit(p->weapon) & ~but)
        cards[n++] = (uint8_t)(p->weapon - 1);
    if (db_card_bit(p->defense) & ~but)
        cards[n++] = (uint8_t)(p->defense - 1);
    db_discard(w, w->board.battle.seat[side], cards, n, sink);
}

/* ---- the reveal ---- */

/* When no death or captive of a faction is hidden, none of its leaders is a suspect any more. */
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

    b->shown |= db_plan_cards(p);
    if (p->kh)
        b->kh_shown = 1;
    if (p->leader) {
        uint32_t bit = DB_LEADER_BIT(p->leader - 1);

        if (w->secret.captives & bit) {
            uint8_t owner = db_seat_of(b, s->k.n_seats, db_leaders[p->leader - 1].faction);

            w->secret.captives &= ~bit;
            b->captives |= bit;
            if (owner < DB_SEATS)
                b->n_hidden_captives[owner]--;
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
    for (unsigned side = 0; side < 2; side++)
        show_plan(s, side);
    if (!sink)
        return;
    memcpy(data, b->plan, sizeof b->plan);
    for (unsigned side = 0; side < 2; side++) {
        const db_plan *p = &b->plan[side];

        data[sizeof b->plan + side] =
            (uint8_t)db_dial(&s->w, b->seat[side], p->normal, p->elite, p->spice);
    }
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
        return !(db_card_bit(defense) & db_of_kind[DB_PROJECTILE_DEFENSE]);
    case DB_POISON_WEAPON:
        CR_CITE(DB_8_3);
        CR_CITE(DB_8_6);
        return !(db_card_bit(defense) & db_of_kind[DB_POISON_DEFENSE]);
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
    uint64_t weapons = db_card_bit(b->plan[0].weapon) | db_card_bit(b->plan[1].weapon);
    uint64_t defenses = db_card_bit(b->plan[0].defense) | db_card_bit(b->plan[1].defense);

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
    const db_territory *t = &db_territories[db_here(w)];

    CR_TELL(sink, DB_EV_EXPLOSION, CR_HOST, (uint8_t)(db_here(w) + 1));
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
            db_lose(w, b->order[i], a, b->force[b->order[i]][a], sink);
    b->advisors &= ~(UINT64_C(1) << db_here(w));
    CR_CITE(DB_7_3);
    memset(b->ground + t->first, 0, t->n_areas);
    CR_CITE(DB_7_5);
    for (unsigned side = 0; side < 2; side++)
        pay_support(w, side, sink);
    for (unsigned side = 0; side < 2; side++)
        db_discard_played(w, side, 0, sink);
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
        db_discard_played(&s->w, side, 0, sink);
}

/* DB-6.5: not used this phase, an earlier battle in this territory included: they go back to the pool as if they had
 * not fought. */
static void be_unused(db_world *w, unsigned side)
{
    const db_plan *p = &w->board.battle.plan[side];

    if (p->leader)
        w->board.used[p->leader - 1] = 0;
    if (p->kh)
        w->board.kh_used = 0;
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
    be_unused(&s->w, winner);
    db_discard_played(&s->w, !winner, 0, sink);
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
    uint8_t here = (uint8_t)(db_here(w) + 1);

    CR_CITE(DB_11_1);
    CR_CITE(DB_10_7);
    if (p->leader && !(w->board.dead & DB_LEADER_BIT(p->leader - 1)))
        w->board.used[p->leader - 1] = here;
    CR_CITE(DB_12_4);
    if (p->kh)
        w->board.kh_used = here;
}

uint64_t db_kept_cards(const db_world *w)
{
    const db_plan *p = &w->board.battle.plan[w->board.battle.winner - 1];
    uint64_t cards = db_card_bit(p->weapon) | db_card_bit(p->defense);

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
        db_discard_played(w, side, side == winner ? db_kept_cards(w) : 0, sink);
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
