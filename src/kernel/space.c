#include "kernel/space.h"

void cr_box_subset(cr_box *box, uint8_t at, uint32_t set, uint8_t lo, uint8_t hi)
{
    cr_dim *dim = &box->dim[box->n_dims++];

    dim->set = set;
    dim->at = at;
    dim->n = (uint8_t)cr_bits_count(set);
    dim->is_subset = 1;
    dim->is_tally = 0;
    dim->lo = lo;
    dim->hi = hi;
    box->size *= cr_subsets(dim->n, lo, hi);
}

uint64_t cr_space_size(const cr_space *space)
{
    uint64_t sum = 0;

    for (uint32_t b = 0; b < space->n; b++) {
        if (sum + space->box[b].size < sum)
            return UINT64_MAX;
        sum += space->box[b].size;
    }
    return sum;
}

static uint32_t get_subset(const cr_move *move, uint8_t at)
{
    uint32_t set = 0;

    for (unsigned i = 0; i < 4; i++)
        set |= (uint32_t)move->arg[at + i] << 8 * i;
    return set;
}

/* The n-th value of a set. Most arguments of wide boxes are numbers from 0 up: the n-th of them is n. */
static inline unsigned value_of(uint64_t set, unsigned n)
{
    return n < cr_bits_first(~set | UINT64_C(1) << 63) ? n : cr_bits_nth(set, n);
}

cr_words cr_box_nth_wide(const cr_box *box, uint64_t i)
{
    cr_words words = cr_move_words(&box->move);

    /* The last dimension turns fastest, so that lists come out in the order of the arguments. */
    for (unsigned d = box->n_dims; d-- > 0;) {
        const cr_dim *dim = &box->dim[d];
        uint64_t n = dim->is_subset ? cr_subsets(dim->n, dim->lo, dim->hi) : dim->n, rest, own;

        /* Everything behind it waits for the division, and one of 64 bits takes some machines three times as long. */
        rest = CR_LIKELY((i | n) <= UINT32_MAX) ? (uint32_t)i / (uint32_t)n : i / n;
        own = i - rest * n;
        i = rest;
        if (dim->is_subset) {
            uint32_t set = cr_subset_nth((uint32_t)dim->set, dim->lo, dim->hi, own);

            for (unsigned byte = 0; byte < 4; byte++)
                words = cr_words_with(words, dim->at + byte, (uint8_t)(set >> 8 * byte));
        } else if (dim->is_tally) {
            words.hi |= cr_tally_pack(cr_tally_nth(dim->set, dim->lo, (unsigned)own));
        } else {
            words = cr_words_with(words, dim->at, (uint8_t)value_of(dim->set, (unsigned)own));
        }
    }
    return words;
}

cr_words cr_space_nth(const cr_space *space, uint64_t i)
{
    const cr_box *box = space->box;

    while (i >= box->size)
        i -= box++->size;
    return cr_box_nth(box, i);
}

static bool box_has(const cr_box *box, const cr_move *move)
{
    cr_move rest = *move;

    if (move->kind != box->move.kind)
        return false;
    /* Put the template's bytes where the move was free to choose: what remains must be the template. */
    for (unsigned d = 0; d < box->n_dims; d++) {
        const cr_dim *dim = &box->dim[d];

        if (dim->is_subset) {
            uint32_t set = get_subset(move, dim->at);
            unsigned n = cr_bits_count(set);

            if ((set & ~dim->set) || n < dim->lo || n > dim->hi)
                return false;
            memset(rest.arg + dim->at, 0, 4);
        } else if (dim->is_tally) {
            cr_tally part = cr_tally_get(move);

            if (!cr_tally_has(dim->set, part) || cr_tally_sum(part) != dim->lo ||
                cr_tally_pack(part) != cr_move_words(move).hi)
                return false;
            cr_tally_put(&rest, 0);
        } else {
            uint8_t value = move->arg[dim->at];

            if (value > 63 || !(dim->set >> value & 1))
                return false;
            rest.arg[dim->at] = 0;
        }
    }
    return !memcmp(rest.arg, box->move.arg, CR_ARGS);
}

bool cr_space_has(const cr_space *space, const cr_move *move)
{
    for (uint32_t b = 0; b < space->n; b++)
        if (space->box[b].size && box_has(&space->box[b], move))
            return true;
    return false;
}
