/* A sensible player of the Dune battle. For a plan it makes up worlds that fit its view, lets the opponent draw
 * plans there, and takes the plan of its own that gains most over the opponent on average; for an answer to
 * Prescience it answers from such a plan. The smaller decisions are rules of thumb. docs/bots/dune-battle.md. */
#include "ai/dune_plans.h"
#include "games/dune/world.h"
#include "kernel/rng.h"

enum { WORLDS = 64, RIVALS = 3, OFFERS = 64 };

static const struct {
    uint8_t worlds, candidates, rounds;
} efforts[] = {[DUNE_FULLY] = {WORLDS, 40, 2}, [DUNE_BRIEFLY] = {10, 10, 1}};

typedef struct {
    const cr_view *view;
    const db_view *v;
    const cr_offer *offer;
    cr_rng *rng;
    uint8_t seat, effort;
} player;

/* ---- plans ---- */

static unsigned strength_of(const db_world *w, uint8_t seat, const db_plan *p)
{
    unsigned strength = db_dial(w, seat, p->normal, p->elite, p->spice) + 4u * p->kh;

    return strength + (p->leader ? 2u * db_leaders[p->leader - 1].strength : 0) + 3u * !!p->weapon +
           3u * !!p->defense;
}

/* A made-up world with the opponent's plan in it: any plan, or the strongest of a few. */
static bool make_world(const player *p, db_state *s, bool is_sensible)
{
    const db_battle *b = &s->w.board.battle;
    unsigned theirs;
    db_plan *plan;
    du_state made; /* the larger of the two games; both begin alike */

    cr_guess(p->offer->game, p->view, p->rng, &made.k);
    memcpy(s, &made, sizeof *s);
    theirs = !db_side(b, p->seat);
    plan = &s->w.secret.battle.plan[theirs];
    if (b->locked >> theirs & 1)
        return true;
    if (!dune_draw_plan(&s->w, b->seat[theirs], p->rng, plan))
        return false;
    for (unsigned i = 1; is_sensible && i < RIVALS; i++) {
        db_plan rival;

        if (dune_draw_plan(&s->w, b->seat[theirs], p->rng, &rival) &&
            strength_of(&s->w, b->seat[theirs], &rival) > strength_of(&s->w, b->seat[theirs], plan))
            *plan = rival;
    }
    return true;
}

/* The worlds of one decision, and what a plan gains in all of them. */
typedef struct {
    db_state world[WORLDS];
    unsigned n;
    uint8_t seat;
} lookout;

static int64_t gain_of(const lookout *l, const db_plan *plan)
{
    int64_t sum = 0;

    for (unsigned i = 0; i < l->n; i++)
        sum += dune_outcome(&l->world[i], l->seat, plan);
    return sum;
}

/* The best plan so far, and what it gains. */
typedef struct {
    const lookout *l;
    db_plan plan;
    int64_t most;
} best_plan;

static void try_plan(void *with, const db_plan *tried)
{
    best_plan *best = with;
    int64_t gain = gain_of(best->l, tried);

    if (gain > best->most) {
        best->most = gain;
        best->plan = *tried;
    }
}

/* The best of some plans drawn at random, made better part by part. */
static bool choose_plan(const player *p, db_plan *out)
{
    db_terms terms;
    lookout l;
    best_plan best = {.l = &l, .most = INT64_MIN};

    db_terms_of(&p->v->w, p->seat, &terms);
    l.n = 0;
    l.seat = p->seat;
    for (unsigned i = 0; i < efforts[p->effort].worlds; i++)
        if (make_world(p, &l.world[l.n], i % 8 == 7)) {
            memset(l.world[l.n].w.secret.start, 0, sizeof l.world[l.n].w.secret.start);
            l.n++;
        }
    for (unsigned i = 0; i < efforts[p->effort].candidates; i++) {
        db_plan plan;

        if (!dune_draw_plan(&p->v->w, p->seat, p->rng, &plan))
            break;
        try_plan(&best, &plan);
    }
    if (best.most > INT64_MIN)
        dune_neighbours(&p->v->w, &terms, &best.plan, efforts[p->effort].rounds, try_plan, &best);
    *out = best.plan;
    return best.most > INT64_MIN;
}

/* ---- the smaller decisions ---- */

static uint64_t own_hand(const player *p)
{
    return p->v->w.secret.hand[p->seat];
}

static bool fights(const player *p)
{
    return db_side(&p->v->w.board.battle, p->seat) < 2;
}

/* Forbid the weapon there is no defense against, else the defense against the own weapon. */
static cr_move command(const player *p)
{
    static const uint8_t pairs[][2] = {{DB_PROJECTILE_DEFENSE, DB_PROJECTILE_WEAPON},
                                       {DB_POISON_DEFENSE, DB_POISON_WEAPON}};
    cr_move move = {.kind = DB_COMMAND, .arg = {DB_NOT_PLAY, DB_LASGUN}};

    for (unsigned i = 0; i < 2; i++)
        if (!(own_hand(p) & db_of_kind[pairs[i][0]])) {
            move.arg[1] = pairs[i][1];
            return move;
        }
    for (unsigned i = 0; i < 2; i++)
        if (own_hand(p) & db_of_kind[pairs[i][1]])
            move.arg[1] = pairs[i][0];
    return move;
}

/* Who can parry both kinds of weapon wants to know which comes; the others want the number. */
static cr_move ask(const player *p)
{
    bool has_both = (own_hand(p) & db_of_kind[DB_PROJECTILE_DEFENSE]) &&
                    (own_hand(p) & db_of_kind[DB_POISON_DEFENSE]);

    return (cr_move){.kind = DB_ASK, .arg = {has_both ? DB_WEAPON : DB_NUMBER}};
}

/* A Ghola for a leader worth more than the card; a Karama against elites one is going to face. */
static cr_move declare(const player *p)
{
    const db_board *b = &p->v->w.board;
    uint32_t dead = (b->dead | p->v->w.secret.dead) & DB_OWN_LEADERS(b->faction[p->seat]);
    cr_move pass = {.kind = DB_PASS}, move = {.kind = DB_GHOLA};
    unsigned best = 2;

    for (; dead; dead &= dead - 1) {
        unsigned leader = cr_bits_first(dead);

        if (db_leaders[leader].strength > best) {
            best = db_leaders[leader].strength;
            move.arg[0] = (uint8_t)(leader + 1);
        }
    }
    if (move.arg[0] && cr_offer_has(p->offer, &move))
        return move;
    if (fights(p)) {
        uint8_t foe = b->battle.seat[!db_side(&b->battle, p->seat)];
        uint8_t power = b->faction[foe] == DB_EM ? DB_POWER_SARDAUKAR : DB_POWER_FEDAYKIN;
        uint64_t karama = own_hand(p) & DB_KARAMAS;

        move = (cr_move){.kind = DB_KARAMA,
                         .arg = {power, karama ? (uint8_t)cr_bits_first(karama) : 0}};
        if (karama && db_elites(db_army(b, foe, b->battle.zone)) > 1 &&
            cr_offer_has(p->offer, &move))
            return move;
    }
    return pass;
}

/* The fight with most forces to spare. */
static cr_move choose_fight(const player *p)
{
    const db_board *b = &p->v->w.board;
    cr_move moves[OFFERS], best = {0};
    size_t n = cr_offer_list(p->offer, moves, OFFERS, NULL);
    int most = -100;

    for (size_t i = 0; i < n; i++) {
        db_zone zone =
            db_zone_at(b, (uint8_t)(db_territories[moves[i].arg[0]].first + moves[i].arg[1]));
        uint8_t foe = db_seat_of(b, p->view->n_seats, moves[i].arg[2]);
        uint8_t ours = db_army(b, p->seat, zone), theirs = db_army(b, foe, zone);
        int spare = (int)(db_normals(ours) + 2 * db_elites(ours)) -
                    (int)(db_normals(theirs) + 2 * db_elites(theirs));

        if (spare > most) {
            most = spare;
            best = moves[i];
        }
    }
    return best;
}

/* All cards are worth keeping; elites are lost where they must be. */
static cr_move keep(const player *p)
{
    cr_move move = db_default_keep(&p->v->w);
    uint64_t cards = db_keepable(&p->v->w);

    move.arg[0] = move.arg[1] = move.arg[2] = 0;
    for (unsigned i = 0; cards; cards &= cards - 1)
        move.arg[i++] = (uint8_t)(cr_bits_first(cards) + 1);
    return move;
}

static cr_move cancel(const player *p)
{
    uint8_t drawn = p->v->w.secret.battle.drawn;
    uint64_t karama = own_hand(p) & DB_KARAMAS;
    cr_move move = {.kind = DB_CANCEL};

    if (!karama || p->view->q.kind != DB_Q_CAPTURE_CANCEL || !drawn ||
        db_leaders[drawn - 1].strength < 3)
        return (cr_move){.kind = DB_PASS};
    move.arg[0] = (uint8_t)cr_bits_first(karama);
    return move;
}

bool dune_fight(const cr_view *view, const cr_offer *offer, cr_rng *rng, uint8_t effort,
                cr_move *out)
{
    player p = {view, (const db_view *)view, offer, rng, view->viewer, effort};
    db_plan plan;

    *out = (cr_move){.kind = DB_PASS};
    switch (view->q.kind) {
    case DB_Q_CHOOSE:
        *out = choose_fight(&p);
        break;
    case DB_Q_DECLARE:
        *out = declare(&p);
        break;
    case DB_Q_VOICE:
    case DB_Q_VOICE_LATE:
        *out = command(&p);
        break;
    case DB_Q_PRESCIENCE:
        *out = ask(&p);
        break;
    case DB_Q_ANSWER:
        if (choose_plan(&p, &plan))
            *out = dune_answer_of(p.v, p.seat, &plan);
        break;
    case DB_Q_PLAN_FIRST:
    case DB_Q_PLANS:
    case DB_Q_PLAN_AGAIN:
        if (!choose_plan(&p, &plan))
            return cr_offer_sample(offer, rng, out);
        out->kind = DB_PLAN;
        memcpy(out->arg, &plan, sizeof plan);
        break;
    case DB_Q_TRAITOR:
        out->kind = DB_CALL;
        break;
    case DB_Q_KEEP:
        *out = keep(&p);
        break;
    case DB_Q_CAPTURE:
        *out = (cr_move){.kind = DB_TAKE, .arg = {DB_CAPTURE}};
        break;
    default:
        *out = cancel(&p);
    }
    if (cr_offer_has(offer, out))
        return true;
    *out = (cr_move){.kind = DB_PASS};
    return cr_offer_has(offer, out) || cr_offer_sample(offer, rng, out);
}

static bool choose(const cr_game *game, const cr_view *view, const cr_offer *offer, cr_rng *rng,
                   uint32_t budget_ms, cr_move *out)
{
    (void)game, (void)budget_ms;
    return dune_fight(view, offer, rng, DUNE_FULLY, out);
}

extern const cr_bot cr_bot_baseline_dune_battle;
const cr_bot cr_bot_baseline_dune_battle = {
    .name = "baseline",
    .about = "tries plans against the plans that an opponent could have, and takes the best",
    .game = "dune-battle",
    .cost_us = 400, /* a battle plan takes a millisecond, the rest little */
    .choose = choose,
};
