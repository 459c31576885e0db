/* Choices out of a tally, counted and numbered without listing. With c pieces of a kind there is one way to take
 * each of 0 to c of them, so the numbers of ways are the coefficients of the product of 1 + x + … + x^c over all
 * kinds. Eight coefficients of eight bits fit a word: eight pieces have at most 70 ways for one total. */
#include "base/tally.h"

/* times 1 + x + … + x^count; what is higher than x^7 falls off. */
static uint64_t widen(uint64_t ways, unsigned count)
{
    uint64_t sum = ways;

    while (count--)
        sum = (sum << 8) + ways;
    return sum;
}

static unsigned ways_to(uint64_t ways, unsigned total)
{
    return ways >> 8 * total & 0xFF;
}

unsigned cr_tally_choices_many(cr_tally tally, unsigned total)
{
    uint64_t ways = 1;

    for (uint64_t kinds = cr_tally_kinds(tally); kinds; kinds &= kinds - 1)
        ways = widen(ways, cr_tally_count(tally, cr_bits_first(kinds) / 4));
    return ways_to(ways, total);
}

cr_tally cr_tally_nth_many(cr_tally tally, unsigned total, unsigned i)
{
    uint64_t kinds = cr_tally_kinds(tally), ways[CR_TALLY_KINDS + 1] = {1};
    uint8_t kind[CR_TALLY_KINDS];
    cr_tally out = 0;
    unsigned n = 0;

    for (; kinds; kinds &= kinds - 1, n++) {
        kind[n] = (uint8_t)(cr_bits_first(kinds) / 4);
        ways[n + 1] = widen(ways[n], cr_tally_count(tally, kind[n]));
    }
    /* From the last kind to the first: take as many of it as i asks for, the rest comes from those before. */
    while (n-- && total) {
        unsigned take = 0;

        for (; i >= ways_to(ways[n], total - take); take++)
            i -= ways_to(ways[n], total - take);
        out += cr_tally_of(kind[n], take);
        total -= take;
    }
    return out;
}
