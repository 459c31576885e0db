/* Subsets by number: the combinatorial number system, so that a play of five pieces out of eight can be
 * counted and drawn without listing. */
#include "base/bits.h"

uint32_t cr_choose(unsigned n, unsigned k)
{
    uint64_t result = 1;

    if (k > n)
        return 0;
    if (k > n - k)
        k = n - k;
    for (unsigned i = 1; i <= k; i++)
        result = result * (n - k + i) / i;
    return (uint32_t)result;
}

uint64_t cr_subsets(unsigned n, unsigned lo, unsigned hi)
{
    uint64_t sum = 0;

    for (unsigned k = lo; k <= hi && k <= n; k++)
        sum += cr_choose(n, k);
    return sum;
}

uint32_t cr_subset_nth(uint32_t set, unsigned lo, unsigned hi, uint64_t i)
{
    unsigned n = cr_bits_count(set), k = lo;
    uint32_t out = 0;

    for (; k <= hi && k <= n; k++) {
        uint32_t of_size = cr_choose(n, k);

        if (i < of_size)
            break;
        i -= of_size;
    }
    /* Walk the members; each one is either in (and one fewer is wanted) or out. */
    for (; set && k; set &= set - 1) {
        uint32_t with = cr_choose(--n, k - 1);

        if (i < with) {
            out |= set & -set;
            k--;
        } else {
            i -= with;
        }
    }
    return out;
}
