#include "ai/dune_plans.h"
#include "kernel/rng.h"

enum {
    WORLDS_MAX = 256,  /* worlds that are kept */
    RIVAL_WORLDS = 12, /* in which the opponent thinks, and plans he thinks of */
    RIVAL_PLANS = 20,
    FIRST_PLANS = 64, /* plans of one's own at first */
    BEST = 8,         /* plans that are kept to the end */
    ROUNDS = 2,
    WORLDS_PER = 8 /* of a budget in worlds: each world kept costs about as many simulations */
};

bool dune_draw_plan(const db_world *w, uint8_t seat, cr_rng *rng, db_plan *out)
{
    db_terms terms;

    db_terms_of(w, seat, &terms);
    return db_draw_plan(w, &terms, rng, out);
}

/* Whoever can call a traitor does; nobody holds the card back. */
static void call_traitors(db_state *s)
{
    const db_board *b = &s->w.board;

    s->k.q.asked = 0;
    for (uint8_t seat = 0; seat < s->k.n_seats; seat++) {
        unsigned side = db_side_for(b, seat);
        const db_plan *other;

        s->k.sealed[seat] = (cr_move){0};
        if (side > 1 || (db_side(&b->battle, seat) > 1 && b->faction[seat] != DB_HK))
            continue;
        other = &b->battle.plan[!side];
        s->k.q.asked |= CR_BIT(seat);
        if (other->leader && !other->kh &&
            (s->w.secret.traitors[seat] & DB_LEADER_BIT(other->leader - 1)))
            s->k.sealed[seat].kind = DB_CALL;
    }
}

/* What capturing one of the loser's leaders is worth to Harkonnen: it gains him, and the loser lacks him. */
static int32_t worth_of_capture(const db_world *w)
{
    const db_battle *b = &w->board.battle;
    int32_t sum = 0, n = 0;

    if (!b->winner || !w->board.is_advanced || w->board.faction[b->seat[b->winner - 1]] != DB_HK)
        return 0;
    for (uint32_t pool = db_available(w, b->seat[2 - b->winner], db_areas[b->zone.area].territory);
         pool; pool &= pool - 1, n++)
        sum += 2 * db_leaders[cr_bits_first(pool)].strength;
    return n ? sum / n : 0;
}

int32_t dune_outcome(const db_state *world, uint8_t seat, const db_plan *mine)
{
    db_state s = *world;
    int32_t scores[CR_SEATS_MAX];

    s.w.secret.battle.plan[db_side(&s.w.board.battle, seat)] = *mine;
    db_reveal(&s, NULL);
    call_traitors(&s);
    db_resolve(&s, NULL);
    if (s.w.board.battle.winner) {
        cr_move keep = db_default_keep(&s.w);

        db_keep(&s.w, &keep, NULL);
    }
    db_score(&s.k, scores);
    return scores[seat] + (s.w.board.battle.winner == db_side(&s.w.board.battle, seat) + 1
                               ? worth_of_capture(&s.w)
                               : -worth_of_capture(&s.w));
}

void dune_neighbours(const db_world *w, const db_terms *terms, const db_plan *best, unsigned rounds,
                     dune_try *try_plan, void *with)
{
    static const uint8_t highest[] = {DB_FORCES, 5,        DB_FORCES, DB_LEADERS,
                                      3,         DB_CARDS, DB_CARDS,  1};

    for (unsigned round = 0; round < rounds; round++)
        for (unsigned at = 0; at < sizeof highest; at++) {
            const db_plan from = *best;

            for (uint8_t value = 0; value <= highest[at]; value++) {
                db_plan tried = from;

                ((uint8_t *)&tried)[at] = value;
                if (value != ((const uint8_t *)&from)[at] && !db_check_plan(w, terms, &tried).code)
                    try_plan(with, &tried);
            }
        }
}

cr_move dune_answer_of(const db_view *v, uint8_t seat, const db_plan *plan)
{
    cr_move move = {.kind = DB_ANSWER};

    switch (v->w.board.battle.element) {
    case DB_LEADER:
        move.arg[0] = plan->hero ? DB_SAYS_HERO : plan->leader ? DB_SAYS_LEADER : DB_SAYS_NONE;
        move.arg[1] = plan->leader ? (uint8_t)(plan->leader - 1) : 0;
        break;
    case DB_WEAPON:
        move.arg[0] = plan->weapon ? DB_SAYS_CARD : DB_SAYS_NONE;
        move.arg[1] = plan->weapon ? (uint8_t)(plan->weapon - 1) : 0;
        break;
    case DB_DEFENSE:
        move.arg[0] = plan->defense ? DB_SAYS_CARD : DB_SAYS_NONE;
        move.arg[1] = plan->defense ? (uint8_t)(plan->defense - 1) : 0;
        break;
    default:
        move.arg[0] = DB_SAYS_NUMBER;
        move.arg[1] = (uint8_t)db_dial(&v->w, seat, plan->normal, plan->elite, plan->spice);
        move.arg[2] = plan->spice;
    }
    return move;
}

/* ---- the bandit ---- */

/* A plan, and what it brought in the first n worlds. */
typedef struct {
    db_plan plan;
    uint32_t n;
    float sum, squares;
} arm;

typedef struct {
    const cr_game *game;
    const cr_view *view;
    cr_rng *rng;
    uint64_t until_us;
    uint64_t (*now_us)(void);
    uint8_t seat;
    unsigned n, n_max; /* worlds; behind them are those in the opponent's mind */
    union {
        db_view view;
        uint64_t aligned;
    } his;
    arm arms[FIRST_PLANS];
    unsigned n_arms;
    db_state world[];
} bandit;

static float worth_of(int32_t gain)
{
    float ahead = (float)gain, size = ahead < 0 ? -ahead : ahead;

    return 0.5f + (gain > 0 ? 0.25f : gain < 0 ? -0.25f : 0) + 0.25f * ahead / (size + 15);
}

/* The opponent makes up worlds as he sees it, with any plan of ours, and takes the best of some plans of his own. */
static bool let_rival_plan(bandit *b, db_state *s, uint8_t rival)
{
    unsigned side = db_side(&s->w.board.battle, rival), n = 0;
    db_plan mine[RIVAL_WORLDS], best = {0};
    int64_t most = INT64_MIN;
    db_state *minds = &b->world[b->n_max];

    cr_see(b->game, &s->k, rival, &b->his.view.v);
    for (unsigned i = 0; i < RIVAL_WORLDS; i++) {
        cr_guess_open(b->game, &b->his.view.v, b->rng, &minds[n].k);
        if (!(minds[n].w.board.battle.locked >> !side & 1) &&
            !dune_draw_plan(&minds[n].w, b->seat, b->rng, &mine[n]))
            continue;
        if (!(minds[n].w.board.battle.locked >> !side & 1))
            minds[n].w.secret.battle.plan[!side] = mine[n];
        memset(minds[n].w.secret.start, 0, sizeof minds[n].w.secret.start);
        n++;
    }
    for (unsigned i = 0; n && i < RIVAL_PLANS; i++) {
        db_plan plan;
        int64_t sum = 0;

        if (!dune_draw_plan(&s->w, rival, b->rng, &plan))
            break;
        for (unsigned j = 0; j < n; j++)
            sum += dune_outcome(&minds[j], rival, &plan);
        if (sum > most) {
            most = sum;
            best = plan;
        }
    }
    s->w.secret.battle.plan[side] = best;
    return most > INT64_MIN;
}

static bool make_world(bandit *b, db_state *s)
{
    const db_battle *battle = &s->w.board.battle;
    unsigned theirs;

    cr_guess_open(b->game, b->view, b->rng, &s->k);
    theirs = !db_side(battle, b->seat);
    return (battle->locked >> theirs & 1) || let_rival_plan(b, s, battle->seat[theirs]);
}

/* Tries the plan in the worlds up to n. */
static void pull(const bandit *b, arm *a, unsigned n)
{
    for (; a->n < n; a->n++) {
        float worth = worth_of(dune_outcome(&b->world[a->n], b->seat, &a->plan));

        a->sum += worth;
        a->squares += worth * worth;
    }
}

static float mean_of(const arm *a)
{
    return a->n ? a->sum / (float)a->n : 0;
}

/* Best first. */
static void sort(arm *arms, unsigned n)
{
    for (unsigned i = 1; i < n; i++) {
        arm moved = arms[i];
        unsigned at = i;

        for (; at && mean_of(&arms[at - 1]) < mean_of(&moved); at--)
            arms[at] = arms[at - 1];
        arms[at] = moved;
    }
}

static bool is_same(const db_plan *a, const db_plan *b)
{
    return !memcmp(a, b, sizeof *a);
}

/* Takes its place among the best, if it is one of them. Whoever does badly in the first quarter of the worlds is
 * dropped. */
static void try_plan(void *with, const db_plan *tried)
{
    bandit *b = with;
    arm a = {.plan = *tried};

    for (unsigned i = 0; i < b->n_arms; i++)
        if (is_same(&b->arms[i].plan, tried))
            return;
    pull(b, &a, b->n / 4);
    if (b->n_arms == BEST && b->n >= 4 && mean_of(&a) + 0.08f < mean_of(&b->arms[0]))
        return;
    pull(b, &a, b->n);
    if (b->n_arms < BEST)
        b->arms[b->n_arms++] = a;
    else if (mean_of(&a) > mean_of(&b->arms[BEST - 1]))
        b->arms[BEST - 1] = a;
    sort(b->arms, b->n_arms);
}

static bool has_time(const bandit *b)
{
    return !b->now_us || b->now_us() < b->until_us;
}

static void think(bandit *b)
{
    const db_world *w = &((const db_view *)b->view)->w;
    db_terms terms;

    db_terms_of(w, b->seat, &terms);
    for (unsigned tries = 0; b->n < b->n_max && tries < 2 * b->n_max; tries++) {
        if (b->n >= 8 && !has_time(b))
            break;
        b->n += make_world(b, &b->world[b->n]);
    }
    for (unsigned i = 0; b->n && i < FIRST_PLANS; i++)
        if (dune_draw_plan(w, b->seat, b->rng, &b->arms[b->n_arms].plan)) {
            arm *a = &b->arms[b->n_arms];
            bool is_new = true;

            a->n = 0;
            a->sum = a->squares = 0;
            for (unsigned j = 0; j < b->n_arms; j++)
                is_new &= !is_same(&b->arms[j].plan, &a->plan);
            b->n_arms += is_new;
        }
    /* Half as many plans in twice as many worlds. */
    for (unsigned n = b->n < 16 ? b->n : 16; b->n_arms > BEST && n;
         n = 2 * n < b->n ? 2 * n : b->n) {
        for (unsigned i = 0; i < b->n_arms; i++)
            pull(b, &b->arms[i], n);
        sort(b->arms, b->n_arms);
        b->n_arms = b->n_arms / 2 > BEST ? b->n_arms / 2 : BEST;
    }
    for (unsigned i = 0; i < b->n_arms; i++)
        pull(b, &b->arms[i], b->n);
    sort(b->arms, b->n_arms);
    if (b->n_arms && b->n)
        dune_neighbours(w, &terms, &b->arms[0].plan, ROUNDS, try_plan, b);
}

static float error_of(const arm *a)
{
    float n = (float)a->n, mean = mean_of(a),
          variance = (a->squares / n - mean * mean) / (n > 1 ? n - 1 : 1), root = 0.5f;

    for (unsigned i = 0; i < 16 && variance > 0; i++)
        root = 0.5f * (root + variance / root);
    return variance > 0 ? 1.96f * root : 0;
}

bool dune_is_for_plans(const cr_view *view)
{
    return db_is_plan_question(view->q.kind) || view->q.kind == DB_Q_ANSWER;
}

bool dune_plans_think(void *memory, size_t size, const cr_game *game, const cr_view *view,
                      const cr_search_plan *plan, cr_rng *rng)
{
    bandit *b = memory;
    size_t n_worlds = plan->worlds ? plan->worlds / WORLDS_PER + 4 : WORLDS_MAX;
    size_t room = size < sizeof *b ? 0 : (size - sizeof *b) / sizeof(db_state);

    if (room < RIVAL_WORLDS + 4)
        return false;
    if (n_worlds > WORLDS_MAX)
        n_worlds = WORLDS_MAX;
    if (n_worlds > room - RIVAL_WORLDS)
        n_worlds = room - RIVAL_WORLDS;
    *b = (bandit){.game = game,
                  .view = view,
                  .rng = rng,
                  .seat = view->viewer,
                  .n_max = (unsigned)n_worlds,
                  .now_us = plan->budget_ms ? plan->now_us : NULL};
    if (b->now_us) /* the rest is for one's own plans */
        b->until_us = b->now_us() + (uint64_t)plan->budget_ms * 700;
    think(b);
    return true;
}

/* Takes in the plans of another that are new here, as long as there is room, and tries each in all worlds. */
static void join(bandit *first, const bandit *other)
{
    for (unsigned i = 0; i < other->n_arms; i++) {
        bool is_new = true;

        for (unsigned j = 0; j < first->n_arms; j++)
            is_new &= !is_same(&first->arms[j].plan, &other->arms[i].plan);
        if (is_new && first->n_arms < FIRST_PLANS) {
            arm a = {.plan = other->arms[i].plan};

            pull(first, &a, first->n);
            first->arms[first->n_arms++] = a;
        }
    }
}

static void try_elsewhere(bandit *first, const bandit *other)
{
    for (unsigned i = 0; i < first->n_arms; i++) {
        arm a = {.plan = first->arms[i].plan};

        pull(other, &a, other->n);
        first->arms[i].n += a.n;
        first->arms[i].sum += a.sum;
        first->arms[i].squares += a.squares;
    }
}

static cr_choice choice_of(const bandit *b, const cr_view *view, const arm *a)
{
    cr_choice c = {.visits = a->n, .worth = mean_of(a), .error = error_of(a)};

    if (view->q.kind == DB_Q_ANSWER) {
        c.move = dune_answer_of((const db_view *)view, b->seat, &a->plan);
    } else {
        c.move.kind = DB_PLAN;
        memcpy(c.move.arg, &a->plan, sizeof(db_plan));
    }
    c.move.seat = b->seat;
    c.move.ticket = view->q.ticket;
    return c;
}

size_t dune_plans_choices(void *const *memory, unsigned n, const cr_view *view, cr_choice *out,
                          size_t cap, uint32_t *worlds)
{
    bandit *b = memory[0];
    size_t n_out = 0;

    *worlds = b->n;
    for (unsigned i = 1; i < n; i++)
        join(b, memory[i]);
    for (unsigned i = 1; i < n; i++) {
        try_elsewhere(b, memory[i]);
        *worlds += ((const bandit *)memory[i])->n;
    }
    sort(b->arms, b->n_arms);
    for (unsigned i = 0; i < b->n_arms && n_out < cap; i++) {
        cr_choice c = choice_of(b, view, &b->arms[i]);
        bool is_new = true;

        c.share = !i;
        for (size_t j = 0; j < n_out; j++)
            is_new &= memcmp(&out[j].move, &c.move, sizeof c.move) != 0;
        if (is_new)
            out[n_out++] = c;
    }
    return n_out;
}
