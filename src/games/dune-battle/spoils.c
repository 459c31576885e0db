/* Behind the decision: what the winner keeps and where he takes his losses, capture, captives going home, the counter of
 * the Kwisatz Haderach, the end of battle and phase. */
#include "games/dune-battle/dune.h"

/* ---- the winner's choices ---- */

uint64_t db_keepable(const db_world *w)
{
    const db_battle *b = &w->board.battle;
    const db_plan *p = &b->plan[b->winner - 1];

    if (b->result != DB_TRAITOR)
        return db_kept_cards(w);
    return db_plan_cards(p);
}

static const db_plan *winner_loses(const db_world *w)
{
    static const db_plan nothing;
    const db_battle *b = &w->board.battle;

    CR_CITE(DB_10_1);
    return b->result == DB_TRAITOR ? &nothing : &b->plan[b->winner - 1];
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
    const db_plan *p = winner_loses(w);
    const db_battle *b = &w->board.battle;
    uint8_t all = db_tokens(w->board.force[b->seat[b->winner - 1]], b->zone);
    unsigned lost = of_elites ? p->elite : p->normal, elsewhere;

    *hi = there(w, area, of_elites);
    elsewhere = (of_elites ? db_elites(all) : db_normals(all)) - *hi;
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

/* A split that also names the last area says the same as one that leaves it out, if it adds up; if not, it becomes one
 * that no judge accepts. */
void db_shorten_split(const db_world *w, bool of_elites, uint8_t split[DB_ZONE_MAX])
{
    const db_plan *p = winner_loses(w);
    unsigned last = w->board.battle.zone.n - 1u, named = 0;
    bool is_full = false;

    for (unsigned area = 0; area < DB_ZONE_MAX; area++) {
        named += split[area];
        is_full |= area >= last && split[area];
    }
    if (is_full && named != (of_elites ? p->elite : p->normal))
        split[0] = DB_ARG_MAX;
    else if (is_full)
        split[last] = 0;
}

bool db_losses(const db_world *w, const cr_move *keep, uint8_t out[DB_ZONE_MAX])
{
    unsigned last = w->board.battle.zone.n - 1u;
    const db_plan *p = winner_loses(w);

    for (unsigned area = 0; area < DB_ZONE_MAX; area++)
        out[area] = 0;
    for (unsigned of_elites = 0; of_elites < 2; of_elites++) {
        unsigned left = of_elites ? p->elite : p->normal;

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
    const db_plan *p = winner_loses(w);
    unsigned last = w->board.battle.zone.n - 1u, normals = p->normal, elites = p->elite;

    for (unsigned i = 0; cards; cards &= cards - 1)
        keep.arg[i++] = (uint8_t)(cr_bits_first(cards) + 1);
    for (unsigned area = 0; area < last && area < DB_ZONE_MAX - 1; area++) {
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
    uint64_t kept =
        db_card_bit(keep->arg[0]) | db_card_bit(keep->arg[1]) | db_card_bit(keep->arg[2]);

    db_discard_played(w, b->winner - 1u, kept | ~db_keepable(w), sink);
    db_losses(w, keep, lost);
    CR_CITE(DB_14_3);
    for (uint8_t area = 0; area < b->zone.n; area++)
        db_lose(w, seat, (uint8_t)(b->zone.area + area), lost[area], sink);
}

/* ---- capture ---- */

bool db_draw_captive(db_state *s, cr_sink *sink)
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
    pool = db_available(&s->w, b->seat[2 - b->winner], db_here(&s->w));
    if (!pool)
        return false;
    s->w.secret.battle.drawn =
        (uint8_t)(cr_bits_nth(pool, cr_rng_small(&s->k.rng, cr_bits_count(pool))) + 1);
    CR_TELL_PRIVATE(sink, DB_EV_DRAWN, b->seat[b->winner - 1],
                    CR_BIT(b->seat[0]) | CR_BIT(b->seat[1]), s->w.secret.battle.drawn);
    return true;
}

/* Leaders of the loser whom others must think of: not dead or captive for all to see, not used elsewhere. */
static uint32_t suspects(const db_world *w, uint8_t loser)
{
    const db_board *b = &w->board;
    uint32_t set = DB_OWN_LEADERS(b->faction[loser]) & ~b->dead & ~b->captives;

    for (uint32_t left = set; left; left &= left - 1) {
        unsigned leader = cr_bits_first(left);

        if (b->used[leader] && b->used[leader] != db_here(w) + 1)
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
    memset(s->w.board.played, 0, sizeof s->w.board.played);
    memset(s->w.board.spice_spent, 0, sizeof s->w.board.spice_spent);
    CR_CITE(DB_15_3);
    if (db_is_whole_match(&s->k))
        db_tell_holdings(s, true, sink);
    CR_TELL(sink, DB_EV_PHASE_END, CR_HOST, 0);
}
