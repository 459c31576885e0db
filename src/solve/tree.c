#include "solve/tree.h"
#include "ai/policy.h"
#include "base/hash.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* What each seat knows at one place of the walk: a hash of all it was told, and the same as it was when the open question was
 * put, which is what a sealed answer goes by. */
typedef struct {
    uint64_t heard[CR_SEATS_MAX], asked[CR_SEATS_MAX];
} ears;

/* One place of the walk. */
typedef struct {
    ears ears;
    uint32_t seq[CR_SEATS_MAX];
    double chance;
    cr_state *state;
} place;

/* An outcome of a move. Its state follows in memory. */
typedef struct {
    ears ears;
    double chance;
} outcome;

typedef struct {
    char *bytes;
    uint32_t n, cap, *index, cap_index;
} outcomes;

struct solve_walk {
    cr_sink sink; /* first: the game tells it */
    ears *into;
    uint8_t n_seats;
    cr_script script;
    place places[SOLVE_DEPTH_MAX];
    char *states; /* of the places */
    cr_state *next;
    cr_view *view;
    cr_move moves[SOLVE_MOVES_MAX];
};

__attribute__((format(printf, 2, 3))) static bool fail(solve_tree *t, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(t->why, sizeof t->why, format, args);
    va_end(args);
    return false;
}

static bool no_memory(solve_tree *t)
{
    return fail(t, "no memory left after %llu positions", (unsigned long long)t->nodes);
}

/* Room for one more in an array that doubles. */
static bool grow(void *array, uint32_t n, uint32_t *cap, size_t size)
{
    void *more;
    uint32_t to = *cap ? 2 * *cap : 64;

    if (n < *cap)
        return true;
    if (to <= *cap || !(more = realloc(*(void **)array, to * size)))
        return false;
    *(void **)array = more;
    *cap = to;
    return true;
}

/* ---- tables found by hash: 1 + number, open addressing, at most half full ---- */

typedef uint64_t (*hash_of)(const void *with, uint32_t i);

/* Room for the n-th row. The rows before it are there; the n-th is not, and must not be found. */
static bool index_grow(uint32_t **index, uint32_t *cap, uint32_t n, hash_of hash, const void *with)
{
    uint32_t to = *cap ? 2 * *cap : 256, *more;

    if (2 * (uint64_t)n < *cap)
        return true;
    more = to > *cap ? calloc(to, sizeof *more) : NULL;
    if (!more)
        return false;
    for (uint32_t i = 0; i + 1 < n; i++) {
        uint32_t at = (uint32_t)hash(with, i) & (to - 1);

        while (more[at])
            at = (at + 1) & (to - 1);
        more[at] = i + 1;
    }
    free(*index);
    *index = more;
    *cap = to;
    return true;
}

static uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t both[2] = {a, b};

    return cr_hash(both, sizeof both);
}

/* A move without seat and ticket. */
static uint64_t what_hash(const cr_move *move)
{
    return cr_hash((const char *)move + offsetof(cr_move, kind),
                   sizeof *move - offsetof(cr_move, kind));
}

/* ---- what seats are told ---- */

static void listen(cr_sink *sink, const cr_event *event)
{
    struct solve_walk *w = (struct solve_walk *)sink;
    cr_event told;

    if (event->kind == CR_EV_SEALED)
        return; /* the order in which sealed answers come is nobody's choice here */
    for (uint8_t seat = 0; seat < w->n_seats; seat++) {
        uint64_t parts[2 + CR_EVENT_DATA / 8] = {w->into->heard[seat]};

        if (!cr_redact(event, seat, &told))
            continue;
        parts[1] = told.kind | (uint64_t)told.seat << 8 | (uint64_t)told.is_redacted << 16;
        /* Of a question everything but its time. */
        memcpy(parts + 2, told.data, told.kind == CR_EV_ASKED ? 6 : CR_EVENT_DATA);
        w->into->heard[seat] = cr_hash(parts, sizeof parts);
    }
}

/* A question is open: who is asked looks at the table. */
static void look(solve_tree *t, const cr_state *s, ears *e)
{
    for (unsigned seats = s->q.asked & 0xFF; seats; seats &= seats - 1) {
        uint8_t seat = (uint8_t)cr_bits_first(seats);

        cr_see(t->game, s, seat, t->walk->view);
        e->heard[seat] = mix(e->heard[seat], cr_policy_key(t->game, t->walk->view));
    }
    memcpy(e->asked, e->heard, sizeof e->asked);
}

static uint64_t knows(const cr_state *s, const ears *e, uint8_t seat)
{
    return s->q.form == CR_ALL ? e->asked[seat] : e->heard[seat];
}

/* ---- outcomes of one move ---- */

static size_t outcome_size(const solve_tree *t)
{
    return sizeof(outcome) + t->game->state_size;
}

static outcome *outcome_at(const solve_tree *t, const outcomes *o, uint32_t i)
{
    return (outcome *)(o->bytes + i * outcome_size(t));
}

typedef struct {
    const solve_tree *t;
    const outcomes *o;
} outcome_with;

static uint64_t outcome_hash(const void *with, uint32_t i)
{
    const outcome_with *in = with;
    const outcome *one = outcome_at(in->t, in->o, i);

    return mix(cr_hash(&one->ears, sizeof one->ears), cr_hash(one + 1, in->t->game->state_size));
}

/* Adds what has just come out, in walk->next, to those with the same state and news. */
static bool outcome_add(solve_tree *t, outcomes *o, const ears *e, double chance)
{
    size_t size = t->game->state_size;
    outcome_with with = {t, o};
    outcome *one;
    uint32_t at;

    if (!grow(&o->bytes, o->n, &o->cap, outcome_size(t)) ||
        !index_grow(&o->index, &o->cap_index, o->n + 1, outcome_hash, &with))
        return no_memory(t);
    one = outcome_at(t, o, o->n);
    *one = (outcome){.ears = *e, .chance = chance};
    memcpy(one + 1, t->walk->next, size);
    at = (uint32_t)outcome_hash(&with, o->n) & (o->cap_index - 1);
    for (; o->index[at]; at = (at + 1) & (o->cap_index - 1)) {
        outcome *old = outcome_at(t, o, o->index[at] - 1);

        if (!memcmp(&old->ears, e, sizeof *e) && !memcmp(old + 1, t->walk->next, size)) {
            old->chance += chance;
            return true;
        }
    }
    o->index[at] = ++o->n;
    return true;
}

static void outcomes_release(outcomes *o)
{
    free(o->bytes);
    free(o->index);
}

/* Was the run one that can be walked? */
static bool is_sound_run(solve_tree *t, cr_err err)
{
    const struct solve_walk *w = t->walk;

    if (w->script.is_misused)
        return fail(t,
                    "%s draws more than small numbers from its generator: its chance cannot be "
                    "walked",
                    t->game->name);
    if (w->script.is_full)
        return fail(t, "more than %d draws in one move: chance is too large to walk",
                    CR_SCRIPT_MAX);
    if (err)
        return fail(t, "the match cannot begin: %s", cr_err_text(err));
    if (w->next->fault)
        return fail(t, "the game broke an invariant: %s", cr_fault(w->next));
    return true;
}

/* The match from its setup, or a move: one run of it into walk->next. */
typedef struct {
    const cr_setup *setup; /* or NULL */
    const place *from;
    const cr_move *move;
} run_plan;

static cr_err run(solve_tree *t, const run_plan *plan, ears *e)
{
    struct solve_walk *w = t->walk;
    const cr_state *from = plan->from ? plan->from->state : NULL;
    uint32_t ticket = 0;
    cr_err err = CR_ERR_OK;

    cr_script_rewind(&w->script);
    w->into = e;
    if (plan->setup) {
        memset(e, 0, sizeof *e);
        err = cr_start(t->game, w->next, plan->setup, &w->sink);
    } else {
        const cr_move *move = plan->move;

        *e = plan->from->ears;
        e->heard[move->seat] = mix(e->heard[move->seat], what_hash(move));
        memcpy(w->next, from, t->game->state_size);
        ticket = from->q.ticket;
        cr_play_checked(t->game, w->next, move, from->now_ms, &w->sink);
    }
    if (!err && !w->next->is_over && (plan->setup || w->next->q.ticket != ticket))
        look(t, w->next, e);
    return err;
}

static bool walk(solve_tree *t, unsigned depth);

/* Goes to the place at this depth, which is one of the outcomes. */
static bool walk_into(solve_tree *t, unsigned depth, const ears *e, const cr_state *s,
                      double chance, const uint32_t seq[CR_SEATS_MAX])
{
    place *p = &t->walk->places[depth];

    p->ears = *e;
    p->chance = chance;
    memcpy(p->seq, seq, sizeof p->seq);
    memcpy(p->state, s, t->game->state_size);
    return walk(t, depth);
}

/* All outcomes of a move, or of a beginning, and everything behind them. */
static bool walk_outcomes(solve_tree *t, unsigned depth, const run_plan *plan, double chance,
                          const uint32_t seq[CR_SEATS_MAX])
{
    struct solve_walk *w = t->walk;
    outcomes o = {0};
    uint64_t draws = 0;
    bool is_good = false;
    ears e;

    w->script.len = 0;
    do {
        cr_err err = run(t, plan, &e);

        if (!is_sound_run(t, err))
            goto out;
        if (!w->script.len) /* nothing was drawn: one outcome, and nothing to keep */
            return walk_into(t, depth, &e, w->next, chance, seq);
        if (++draws > t->limits.draws) {
            fail(t,
                 "chance has more than %llu outcomes in one move: take fewer cards, or allow more "
                 "with --draws",
                 (unsigned long long)t->limits.draws);
            goto out;
        }
        if (!(draws & 0xFFF) && t->limits.goes_on && !t->limits.goes_on(t->nodes, t->limits.with)) {
            t->is_stopped = true;
            fail(t, "stopped");
            goto out;
        }
        if (!outcome_add(t, &o, &e, cr_script_chance(&w->script)))
            goto out;
    } while (cr_script_next(&w->script));
    t->outcomes += o.n;
    for (uint32_t i = 0; i < o.n; i++) {
        const outcome *one = outcome_at(t, &o, i);

        if (!walk_into(t, depth, &one->ears, (const cr_state *)(one + 1), chance * one->chance,
                       seq))
            goto out;
    }
    is_good = true;
out:
    outcomes_release(&o);
    return is_good;
}

/* ---- ends ---- */

static void worth_of(const solve_tree *t, const cr_state *s, double out[CR_SEATS_MAX])
{
    int32_t score[CR_SEATS_MAX], best = INT32_MIN;
    unsigned n = t->n_seats, winners = 0;
    double mean = 0;

    cr_score(t->game, s, score);
    for (unsigned i = 0; i < n; i++) {
        mean += (double)score[i] / n;
        winners = score[i] > best ? 1 : winners + (score[i] == best);
        best = score[i] > best ? score[i] : best;
    }
    for (unsigned i = 0; i < n; i++)
        out[i] = t->limits.worth == SOLVE_SCORE
                     ? score[i] - mean
                     : 2 * ((score[i] == best) / (double)winners - 1.0 / n);
}

static uint64_t seq_hash(const uint32_t seq[CR_SEATS_MAX])
{
    return cr_hash(seq, sizeof(uint32_t) * CR_SEATS_MAX);
}

static uint64_t end_hash(const void *with, uint32_t i)
{
    const solve_tree *t = with;
    uint32_t seq[CR_SEATS_MAX] = {0};

    for (unsigned s = 0; s < t->n_seats; s++)
        seq[s] = t->seq[s][i];
    return seq_hash(seq);
}

static bool grow_ends(solve_tree *t)
{
    uint32_t cap = t->cap_ends;

    for (unsigned s = 0; s < t->n_seats; s++) {
        uint32_t a = cap, b = cap;

        if (!grow(&t->seq[s], t->n_ends, &a, sizeof **t->seq) ||
            !grow(&t->pay[s], t->n_ends, &b, sizeof **t->pay))
            return no_memory(t);
    }
    if (!grow(&t->chance, t->n_ends, &cap, sizeof *t->chance))
        return no_memory(t);
    t->cap_ends = cap;
    return index_grow(&t->end_index, &t->cap_end_index, t->n_ends + 1, end_hash, t) || no_memory(t);
}

static bool add_end(solve_tree *t, const place *p)
{
    double worth[CR_SEATS_MAX];
    uint32_t at, e = t->n_ends;

    if (!grow_ends(t))
        return false;
    t->leaves++;
    worth_of(t, p->state, worth);
    at = (uint32_t)seq_hash(p->seq) & (t->cap_end_index - 1);
    for (; t->end_index[at]; at = (at + 1) & (t->cap_end_index - 1)) {
        uint32_t old = t->end_index[at] - 1;
        unsigned s = 0;

        while (s < t->n_seats && t->seq[s][old] == p->seq[s])
            s++;
        if (s == t->n_seats) {
            e = old;
            break;
        }
    }
    if (e == t->n_ends) {
        t->end_index[at] = ++t->n_ends;
        t->chance[e] = 0;
        for (unsigned s = 0; s < t->n_seats; s++) {
            t->seq[s][e] = p->seq[s];
            t->pay[s][e] = 0;
        }
    }
    t->chance[e] += p->chance;
    for (unsigned s = 0; s < t->n_seats; s++)
        t->pay[s][e] += p->chance * worth[s];
    return true;
}

/* ---- sets ---- */

/* Moves as people write them, the first few of them. */
static void print_moves(const solve_tree *t, const cr_move *moves, uint32_t n, char *buf,
                        size_t cap)
{
    cr_text out = cr_text_on(buf, cap);

    for (uint32_t i = 0; i < n && i < 6; i++) {
        char one[128];

        cr_move_print(t->game, &moves[i], one, sizeof one);
        cr_text_fmt(&out, "%s%s", i ? ", " : "", one);
    }
    if (n > 6)
        cr_text_fmt(&out, ", … (%u)", n);
}

static bool other_offers(solve_tree *t, const cr_state *s, uint8_t seat, const solve_known *known,
                         uint32_t n)
{
    char old[160], new[160];

    print_moves(t, t->moves + known->move, known->n, old, sizeof old);
    print_moves(t, t->walk->moves, n, new, sizeof new);
    return fail(t,
                "seat %u cannot tell two positions apart at '%s' but may do different things in "
                "them: %s | %s; what it goes by must be shown or told to it",
                seat, cr_question_word(t->game, s->q.kind), old, new);
}

static uint64_t known_hash(const void *with, uint32_t i)
{
    return ((const solve_side *)with)->known[i].key;
}

static uint64_t moves_hash(const cr_move *moves, uint32_t n)
{
    uint64_t hash = n;

    for (uint32_t i = 0; i < n; i++)
        hash = mix(hash, what_hash(&moves[i]));
    return hash;
}

static bool add_set(solve_tree *t, const place *p, uint8_t seat, solve_known *known)
{
    solve_side *side = &t->side[seat];

    if (!grow(&side->sets, side->n_sets, &side->cap_sets, sizeof *side->sets))
        return no_memory(t);
    if (UINT32_MAX - side->n_seqs < known->n)
        return fail(t, "the tree is too large: more than %u moves of seat %u", UINT32_MAX, seat);
    side->sets[side->n_sets] = (solve_set){.parent = p->seq[seat],
                                           .first = side->n_seqs,
                                           .n = known->n,
                                           .move = known->move,
                                           .question = p->state->q.kind};
    if (t->limits.keeps_views) {
        size_t size = t->game->view_size;

        if (!grow(&side->views, side->n_sets, &side->cap_views, size))
            return no_memory(t);
        cr_see(t->game, p->state, seat, (cr_view *)(side->views + side->n_sets * size));
    }
    side->n_seqs += known->n;
    known->set = side->n_sets++;
    return true;
}

/* What this seat knows, new if nobody has been there. The n moves are in walk->moves. */
static bool find_known(solve_tree *t, const place *p, uint8_t seat, uint32_t n, solve_known *out)
{
    solve_side *side = &t->side[seat];
    solve_known new = {.key = knows(p->state, &p->ears, seat),
                       .offers = moves_hash(t->walk->moves, n),
                       .n = n,
                       .move = t->n_moves};
    uint32_t at;

    if (!grow(&side->known, side->n_known, &side->cap_known, sizeof *side->known) ||
        !index_grow(&side->index, &side->cap_index, side->n_known + 1, known_hash, side))
        return no_memory(t);
    for (at = (uint32_t) new.key &(side->cap_index - 1); side->index[at];
         at = (at + 1) & (side->cap_index - 1)) {
        *out = side->known[side->index[at] - 1];
        if (out->key != new.key)
            continue;
        if (out->offers != new.offers)
            return other_offers(t, p->state, seat, out, n);
        if (n > 1 && side->sets[out->set].parent != p->seq[seat])
            return fail(t, "seat %u comes to the same knowledge by two ways: a hash has collided",
                        seat);
        return true;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (!grow(&t->moves, t->n_moves, &t->cap_moves, sizeof *t->moves))
            return no_memory(t);
        t->moves[t->n_moves++] = t->walk->moves[i];
    }
    if (n > 1 && !add_set(t, p, seat, &new))
        return false;
    side->known[side->n_known] = *out = new;
    side->index[at] = ++side->n_known;
    return true;
}

static uint64_t sight_hash(const void *with, uint32_t i)
{
    const solve_sight *sight = &((const solve_tree *)with)->sights[i];

    return mix(sight->view, (uint64_t)sight->seat << 32 | sight->set);
}

static bool add_sight(solve_tree *t, const place *p, uint8_t seat, uint32_t set)
{
    solve_sight *sight;
    uint32_t at;

    if (!grow(&t->sights, t->n_sights, &t->cap_sights, sizeof *t->sights) ||
        !index_grow(&t->sight_index, &t->cap_sight_index, t->n_sights + 1, sight_hash, t))
        return no_memory(t);
    cr_see(t->game, p->state, seat, t->walk->view);
    sight = &t->sights[t->n_sights];
    *sight = (solve_sight){cr_policy_key(t->game, t->walk->view), set, seat, {0}};
    for (at = (uint32_t)sight_hash(t, t->n_sights) & (t->cap_sight_index - 1); t->sight_index[at];
         at = (at + 1) & (t->cap_sight_index - 1))
        if (!memcmp(&t->sights[t->sight_index[at] - 1], sight, sizeof *sight))
            return true;
    t->sight_index[at] = ++t->n_sights;
    return true;
}

/* ---- the walk ---- */

/* The moves of a seat that it can choose from, controls left out, in walk->moves; false after a message. */
static bool list_moves(solve_tree *t, const cr_state *s, uint8_t seat, uint32_t *n)
{
    cr_move *moves = t->walk->moves;
    bool is_all;
    size_t len = cr_offers_list(t->game, s, seat, moves, SOLVE_MOVES_MAX, &is_all);

    if (!is_all)
        return fail(t, "more than %d moves at '%s': the tree is too large", SOLVE_MOVES_MAX,
                    cr_question_word(t->game, s->q.kind));
    *n = 0;
    for (size_t i = 0; i < len; i++)
        if (!(t->game->kinds[moves[i].kind].flags & CR_CONTROL))
            moves[(*n)++] = moves[i];
    return true;
}

/* Whoever decides now, with its moves. */
static bool find_decider(solve_tree *t, const cr_state *s, uint8_t *out, uint32_t *n)
{
    unsigned who = cr_deciders(s) & 0xFF, found = 0;
    uint32_t len;

    for (unsigned seats = who; seats; seats &= seats - 1) {
        uint8_t seat = (uint8_t)cr_bits_first(seats);

        /* A sealed question asks all in turn, and an open one too: a pass is not told. */
        if (found && s->q.form != CR_ANY)
            break;
        if (!list_moves(t, s, seat, &len))
            return false;
        if (!len)
            continue;
        if (found++)
            return fail(t, "at '%s' the quickest of several seats answers: that is no game of sets",
                        cr_question_word(t->game, s->q.kind));
        *out = seat;
        *n = len;
    }
    if (!found)
        return fail(t, "at '%s' no seat has a move to choose",
                    cr_question_word(t->game, s->q.kind));
    /* Who was looked at last is not always the one. */
    return list_moves(t, s, *out, n);
}

static bool walk_moves(solve_tree *t, unsigned depth, uint8_t seat, uint32_t n)
{
    const place *p = &t->walk->places[depth];
    uint32_t seq[CR_SEATS_MAX];
    solve_known known;

    memcpy(seq, p->seq, sizeof seq);
    if (!find_known(t, p, seat, n, &known) || (n > 1 && !add_sight(t, p, seat, known.set)))
        return false;
    for (uint32_t i = 0; i < n; i++) {
        cr_move move = t->moves[known.move + i];

        move.ticket = p->state->q.ticket;
        move.seat = seat;
        if (n > 1)
            seq[seat] = t->side[seat].sets[known.set].first + i;
        if (!walk_outcomes(t, depth + 1, &(run_plan){.from = p, .move = &move}, p->chance, seq))
            return false;
    }
    return true;
}

static bool walk(solve_tree *t, unsigned depth)
{
    const place *p = &t->walk->places[depth];
    uint32_t n = 0;
    uint8_t seat = 0;

    if (++t->nodes > t->limits.nodes)
        return fail(
            t,
            "the tree has more than %llu positions: take a smaller game, or allow more with "
            "--nodes",
            (unsigned long long)t->limits.nodes);
    if (!(t->nodes & 0xFFFF) && t->limits.goes_on && !t->limits.goes_on(t->nodes, t->limits.with)) {
        t->is_stopped = true;
        return fail(t, "stopped");
    }
    if (p->state->is_over)
        return add_end(t, p);
    if (depth + 1 == SOLVE_DEPTH_MAX)
        return fail(t, "a match of more than %d moves: the tree is too large", SOLVE_DEPTH_MAX);
    return find_decider(t, p->state, &seat, &n) && walk_moves(t, depth, seat, n);
}

/* ---- beginning and end ---- */

bool solve_tree_init(solve_tree *t, const cr_game *game, const solve_limits *limits)
{
    struct solve_walk *w = calloc(1, sizeof *w);
    size_t size = game->state_size;

    *t = (solve_tree){.game = game, .limits = *limits, .walk = w};
    if (!w || !(w->states = calloc(SOLVE_DEPTH_MAX, size)) || !(w->next = calloc(1, size)) ||
        !(w->view = calloc(1, game->view_size)))
        return no_memory(t);
    w->sink.emit = listen;
    for (unsigned i = 0; i < SOLVE_DEPTH_MAX; i++)
        w->places[i].state = (cr_state *)(w->states + i * size);
    return true;
}

static void set_seats(solve_tree *t, uint8_t n)
{
    t->n_seats = t->walk->n_seats = n;
    for (unsigned s = 0; s < n; s++)
        if (!t->side[s].n_seqs)
            t->side[s].n_seqs = 1; /* the empty one */
}

/* The state at the start, by this seed and the first outcome of every draw. */
static bool start_hash(solve_tree *t, const cr_setup *setup, uint64_t *out)
{
    struct solve_walk *w = t->walk;
    cr_err err;

    w->script.len = 0;
    cr_script_rewind(&w->script);
    err = cr_start(t->game, w->next, setup, NULL);
    if (!is_sound_run(t, err))
        return false;
    cr_rng_script(&w->next->rng, &w->script);
    *out = cr_state_hash(t->game, w->next);
    return true;
}

/* A game that keeps chance of its own, made from the seed, would look as if it had none: other seeds show it, several of
 * them, because two may by accident give the same. */
static bool has_one_generator(solve_tree *t, const cr_setup *scripted)
{
    enum { SEEDS = 32 };
    uint64_t first, hash;

    if (!start_hash(t, scripted, &first))
        return false;
    for (uint8_t n = 1; n < SEEDS; n++) {
        cr_setup other = *scripted;

        for (unsigned i = sizeof(cr_script *); i < sizeof other.seed; i++)
            other.seed[i] ^= n;
        if (!start_hash(t, &other, &hash))
            return false;
        if (hash != first)
            return fail(t,
                        "%s keeps a generator of its own beside the one of the match: its chance "
                        "cannot be walked",
                        t->game->name);
    }
    return true;
}

bool solve_tree_start(solve_tree *t, const cr_setup *setup)
{
    static const uint32_t none[CR_SEATS_MAX];
    cr_setup scripted = *setup;

    set_seats(t, setup->n_seats);
    cr_setup_script(&scripted, &t->walk->script);
    if (!has_one_generator(t, &scripted))
        return false;
    memset(scripted.seed + sizeof(cr_script *), 0, sizeof scripted.seed - sizeof(cr_script *));
    t->weight += 1;
    return walk_outcomes(t, 0, &(run_plan){.setup = &scripted}, 1, none);
}

bool solve_tree_add(solve_tree *t, const cr_state *state, double weight)
{
    static const uint32_t none[CR_SEATS_MAX];
    struct solve_walk *w = t->walk;
    ears e = {0};

    if (t->n_seats && t->n_seats != state->n_seats)
        return fail(t, "positions with different numbers of seats do not belong together");
    set_seats(t, state->n_seats);
    t->weight += weight;
    memcpy(w->next, state, t->game->state_size);
    cr_rng_script(&w->next->rng, &w->script);
    if (!w->next->is_over)
        look(t, w->next, &e);
    return walk_into(t, 0, &e, w->next, weight, none);
}

static void free_walk(solve_tree *t)
{
    if (t->walk) {
        free(t->walk->states);
        free(t->walk->next);
        free(t->walk->view);
    }
    free(t->walk);
    t->walk = NULL;
    for (unsigned s = 0; s < CR_SEATS_MAX; s++) {
        free(t->side[s].index);
        free(t->side[s].known);
        t->side[s].index = NULL;
        t->side[s].known = NULL;
    }
    free(t->sight_index);
    free(t->end_index);
    t->sight_index = t->end_index = NULL;
}

bool solve_tree_finish(solve_tree *t)
{
    free_walk(t);
    for (uint32_t e = 0; e < t->n_ends; e++) {
        t->chance[e] /= t->weight;
        for (unsigned s = 0; s < t->n_seats; s++)
            t->pay[s][e] /= t->weight;
    }
    return t->n_ends || fail(t, "there is nothing to solve: no position was given");
}

void solve_tree_release(solve_tree *t)
{
    free_walk(t);
    for (unsigned s = 0; s < CR_SEATS_MAX; s++) {
        free(t->side[s].sets);
        free(t->side[s].views);
        free(t->seq[s]);
        free(t->pay[s]);
        t->side[s] = (solve_side){0};
        t->seq[s] = NULL;
        t->pay[s] = NULL;
    }
    free(t->moves);
    free(t->sights);
    free(t->chance);
    t->moves = NULL;
    t->sights = NULL;
    t->chance = NULL;
}
