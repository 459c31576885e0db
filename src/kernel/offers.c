/* What a seat may do, from the game's boxes and its check: counted, listed and drawn. */
#include "kernel/game.h"
#include "kernel/rng.h"

static inline void fill_space(const cr_game *game, const cr_state *s, uint8_t seat, cr_space *out)
{
    cr_space_clear(out);
    game->space(s, seat, out);
}

/* Moves of a space carry no ticket and no seat; these are the ones they get. */
static inline void stamp(const cr_state *s, uint8_t seat, cr_words words, cr_move *out)
{
    words.lo |= (uint64_t)seat << 32 | s->q.ticket;
    cr_move_set(out, words);
}

void cr_offers(const cr_game *game, const cr_state *s, uint8_t seat, cr_space *out)
{
    cr_space_clear(out);
    if (cr_deciders_of(&s->q) & CR_BIT(seat))
        fill_space(game, s, seat, out);
}

bool cr_is_offered(const cr_game *game, const cr_state *s, const cr_space *offers,
                   const cr_move *move)
{
    return cr_space_has(offers, move) && !cr_check(game, s, move).code;
}

/* Is one argument of the box chosen from a set, and nothing else? */
static inline bool is_by_value(const cr_box *box)
{
    return box->n_dims == 1 && !box->dim[0].is_subset && !box->dim[0].is_tally;
}

/* The moves of a box one after the other: where one argument is chosen from a set, `left` is what is left of it. */
static inline cr_words next_of(const cr_box *box, uint64_t i, uint64_t *left)
{
    uint8_t value;

    if (!is_by_value(box))
        return cr_box_nth(box, i);
    value = (uint8_t)cr_bits_first(*left);
    *left &= *left - 1;
    return cr_words_with(cr_move_words(&box->move), box->dim[0].at, value);
}

/* All moves of an exact box that is_by_value, as most are: there is nothing to look at. */
static inline void list_values(const cr_state *s, uint8_t seat, const cr_box *box, cr_move *out)
{
    cr_words words = cr_move_words(&box->move);
    unsigned at = box->dim[0].at;

    for (uint64_t left = box->dim[0].set; left; left &= left - 1)
        stamp(s, seat, cr_words_with(words, at, (uint8_t)cr_bits_first(left)), out++);
}

size_t cr_offers_list_of(const cr_game *game, const cr_state *s, uint8_t seat,
                         const cr_space *offers, cr_move *out, size_t cap, bool *is_all)
{
    uint64_t looked_at = 0;
    bool has_memo = false; /* most need none */
    cr_memo memo;
    size_t n = 0;

    if (is_all)
        *is_all = true;
    for (const cr_box *box = offers->box; box < offers->box + offers->n; box++) {
        uint64_t left = box->dim[0].set;

        if (box->is_exact && is_by_value(box) && box->size <= cap - n &&
            looked_at + box->size <= CR_SCAN_MAX) {
            list_values(s, seat, box, out + n);
            looked_at += box->size;
            n += box->size;
            continue;
        }
        if (!has_memo)
            memset(&memo, 0, sizeof memo);
        has_memo = true;
        for (uint64_t i = 0; i < box->size; i++) {
            cr_move move;

            stamp(s, seat, next_of(box, i, &left), &move);
            if (looked_at++ == CR_SCAN_MAX)
                goto cut;
            if (!box->is_exact && !cr_accepts(game, s, &move, &memo))
                continue;
            if (n == cap)
                goto cut;
            out[n++] = move;
        }
    }
    return n;
cut:
    if (is_all)
        *is_all = false;
    return n;
}

size_t cr_offers_list(const cr_game *game, const cr_state *s, uint8_t seat, cr_move *out,
                      size_t cap, bool *is_all)
{
    cr_space space;

    cr_offers(game, s, seat, &space);
    return cr_offers_list_of(game, s, seat, &space, out, cap, is_all);
}

uint64_t cr_offers_size(const cr_game *game, const cr_state *s, uint8_t seat)
{
    cr_space space;

    cr_offers(game, s, seat, &space);
    return cr_space_size(&space);
}

/* Legal moves are rare here: walk on from a random place. */
static bool scan(const cr_game *game, const cr_state *s, uint8_t seat, const cr_space *space,
                 uint64_t size, cr_rng *rng, cr_memo *memo, cr_move *out)
{
    uint64_t from = cr_rng_below64(rng, size), n = size < CR_SCAN_MAX ? size : CR_SCAN_MAX;

    for (uint64_t i = 0; i < n; i++) {
        stamp(s, seat, cr_space_nth(space, from + i < size ? from + i : from + i - size), out);
        if (cr_accepts(game, s, out, memo))
            return true;
    }
    return false;
}

static bool is_control(const cr_game *game, const cr_box *box)
{
    return game->kinds[box->move.kind].flags & CR_CONTROL;
}

/* Number of moves in all boxes but those of controls, which become empty. */
static inline uint64_t drawable(const cr_game *game, cr_space *space)
{
    uint64_t size = 0;

    for (uint32_t b = 0; b < space->n; b++) {
        if (CR_UNLIKELY(is_control(game, &space->box[b])))
            space->box[b].size = 0;
        size += space->box[b].size;
    }
    return size;
}

/* Any move of the boxes, and the box it is from. */
static inline const cr_box *draw(const cr_state *s, uint8_t seat, const cr_space *space,
                                 uint64_t size, cr_rng *rng, cr_move *out)
{
    uint64_t i = cr_rng_below64(rng, size);
    const cr_box *box = space->box;

    while (i >= box->size)
        i -= box++->size;
    stamp(s, seat, cr_box_nth(box, i), out);
    return box;
}

/* What was drawn is from a box that is wider than the rules: tries it and then others. */
__attribute__((noinline)) static bool sample_by_trial(const cr_game *game, const cr_state *s,
                                                      uint8_t seat, const cr_space *space,
                                                      uint64_t size, cr_rng *rng, cr_move *out)
{
    cr_memo memo = {0};

    for (unsigned tries = 1; !cr_accepts(game, s, out, &memo); tries++) {
        if (tries == CR_SAMPLE_TRIES)
            return scan(game, s, seat, space, size, rng, &memo, out);
        if (draw(s, seat, space, size, rng, out)->is_exact)
            break;
    }
    return true;
}

/* Most boxes of most games are exact: there is nothing to try. A call of its own, because a space read through the stack
 * pointer right after it was written through another waits for the stores. */
__attribute__((noinline)) static bool sample(const cr_game *game, const cr_state *s, uint8_t seat,
                                             cr_space *space, cr_rng *rng, cr_move *out)
{
    uint64_t size = drawable(game, space);

    if (CR_UNLIKELY(!size))
        return false;
    return CR_LIKELY(draw(s, seat, space, size, rng, out)->is_exact) ||
           sample_by_trial(game, s, seat, space, size, rng, out);
}

/* Draws for a seat whether or not it is asked right now: worlds that are made up need the answers that
 * others have sealed. */
bool cr_sample_any(const cr_game *game, const cr_state *s, uint8_t seat, cr_rng *rng, cr_move *out)
{
    cr_space space;

    cr_space_clear(&space);
    space.is_for_answers = 1;
    game->space(s, seat, &space);
    return sample(game, s, seat, &space, rng, out);
}

bool cr_sample(const cr_game *game, const cr_state *s, uint8_t seat, cr_rng *rng, cr_move *out)
{
    return (cr_deciders_of(&s->q) & CR_BIT(seat)) && cr_sample_any(game, s, seat, rng, out);
}

__attribute__((noinline)) static cr_move first_offered(const cr_game *game, const cr_state *s,
                                                       uint8_t seat)
{
    cr_move move = {.seat = seat};
    cr_space space;

    if (game->is_counting && game->idle_rule)
        cr_cite(game->idle_rule);
    fill_space(game, s, seat, &space);
    for (uint32_t b = 0; b < space.n; b++)
        for (uint64_t i = 0; i < space.box[b].size && i < CR_SCAN_MAX; i++) {
            stamp(s, seat, cr_box_nth(&space.box[b], i), &move);
            if (!cr_check(game, s, &move).code)
                return move;
        }
    return move;
}

cr_move cr_idle_answer(const cr_game *game, const cr_state *s, uint8_t seat)
{
    return game->idle ? game->idle(s, seat) : first_offered(game, s, seat);
}
