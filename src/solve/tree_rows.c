/* What is kept of a tree: ends, sets and sights, each found again by its hash. */
#include "solve/tree_inside.h"
#include "ai/policy.h"
#include "base/hash.h"

#include <stdlib.h>

bool solve_grow(void *array, uint32_t n, uint32_t *cap, size_t size)
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

bool solve_index_grow(uint32_t **index, uint32_t *cap, uint32_t n, solve_hash_of hash,
                      const void *with)
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

uint64_t solve_mix(uint64_t a, uint64_t b)
{
    uint64_t both[2] = {a, b};

    return cr_hash(both, sizeof both);
}

uint64_t solve_move_hash(const cr_move *move)
{
    return cr_hash((const char *)move + offsetof(cr_move, kind),
                   sizeof *move - offsetof(cr_move, kind));
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

        if (!solve_grow(&t->seq[s], t->n_ends, &a, sizeof **t->seq) ||
            !solve_grow(&t->pay[s], t->n_ends, &b, sizeof **t->pay))
            return solve_no_memory(t);
    }
    if (!solve_grow(&t->chance, t->n_ends, &cap, sizeof *t->chance))
        return solve_no_memory(t);
    t->cap_ends = cap;
    return solve_index_grow(&t->end_index, &t->cap_end_index, t->n_ends + 1, end_hash, t) ||
           solve_no_memory(t);
}

bool solve_add_end(solve_tree *t, const solve_place *p)
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

/* A sealed answer goes by what was known when the question was put. */
static uint64_t knows(const solve_place *p, uint8_t seat)
{
    return p->state->q.form == CR_ALL ? p->ears.asked[seat] : p->ears.heard[seat];
}

static bool other_offers(solve_tree *t, const cr_state *s, uint8_t seat, const solve_known *known,
                         uint32_t n)
{
    char old[160], new[160];

    print_moves(t, t->moves + known->move, known->n, old, sizeof old);
    print_moves(t, t->walk->moves, n, new, sizeof new);
    return solve_fail(
        t,
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
        hash = solve_mix(hash, solve_move_hash(&moves[i]));
    return hash;
}

static bool add_set(solve_tree *t, const solve_place *p, uint8_t seat, solve_known *known)
{
    solve_side *side = &t->side[seat];

    if (!solve_grow(&side->sets, side->n_sets, &side->cap_sets, sizeof *side->sets))
        return solve_no_memory(t);
    if (UINT32_MAX - side->n_seqs < known->n)
        return solve_fail(t, "the tree is too large: more than %u moves of seat %u", UINT32_MAX,
                          seat);
    side->sets[side->n_sets] = (solve_set){.parent = p->seq[seat],
                                           .first = side->n_seqs,
                                           .n = known->n,
                                           .move = known->move,
                                           .question = p->state->q.kind};
    if (t->limits.keeps_views) {
        size_t size = t->game->view_size;

        if (!solve_grow(&side->views, side->n_sets, &side->cap_views, size))
            return solve_no_memory(t);
        cr_see(t->game, p->state, seat, (cr_view *)(side->views + side->n_sets * size));
    }
    side->n_seqs += known->n;
    known->set = side->n_sets++;
    return true;
}

bool solve_find_known(solve_tree *t, const solve_place *p, uint8_t seat, uint32_t n,
                      solve_known *out)
{
    solve_side *side = &t->side[seat];
    solve_known new = {
        .key = knows(p, seat), .offers = moves_hash(t->walk->moves, n), .n = n, .move = t->n_moves};
    uint32_t at;

    if (!solve_grow(&side->known, side->n_known, &side->cap_known, sizeof *side->known) ||
        !solve_index_grow(&side->index, &side->cap_index, side->n_known + 1, known_hash, side))
        return solve_no_memory(t);
    for (at = (uint32_t) new.key &(side->cap_index - 1); side->index[at];
         at = (at + 1) & (side->cap_index - 1)) {
        *out = side->known[side->index[at] - 1];
        if (out->key != new.key)
            continue;
        if (out->offers != new.offers)
            return other_offers(t, p->state, seat, out, n);
        if (n > 1 && side->sets[out->set].parent != p->seq[seat])
            return solve_fail(
                t, "seat %u comes to the same knowledge by two ways: a hash has collided", seat);
        return true;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (!solve_grow(&t->moves, t->n_moves, &t->cap_moves, sizeof *t->moves))
            return solve_no_memory(t);
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

    return solve_mix(sight->view, (uint64_t)sight->seat << 32 | sight->set);
}

bool solve_add_sight(solve_tree *t, const solve_place *p, uint8_t seat, uint32_t set)
{
    solve_sight *sight;
    uint32_t at;

    if (!solve_grow(&t->sights, t->n_sights, &t->cap_sights, sizeof *t->sights) ||
        !solve_index_grow(&t->sight_index, &t->cap_sight_index, t->n_sights + 1, sight_hash, t))
        return solve_no_memory(t);
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
