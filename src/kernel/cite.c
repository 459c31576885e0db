/* Counting how often each rule is cited. The only variable of this tree outside a caller's memory: one
 * pointer per thread, used by the counting copies of the games alone, because check and space have nowhere
 * else to count. */
#include "kernel/game.h"

static _Thread_local uint64_t *counts;

uint64_t *cr_cite_into(uint64_t *into)
{
    uint64_t *before = counts;

    counts = into;
    return before;
}

void cr_cite(uint16_t rule)
{
    if (counts)
        counts[rule]++;
}
