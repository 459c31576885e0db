#include "host/pace.h"

#include "kernel/rng.h"

static const char *const words[CR_PACES] = {"usual", "instant", "quick", "normal", "calm"};

/* Percent of the times at normal. */
static const uint16_t scale[CR_PACES] = {0, 0, 50, 100, 200};

/* At normal, by how a question is put: reactions come quicker than what has to be thought out. */
static const struct {
    uint16_t from_ms, to_ms;
} think[] = {
    [CR_ALL] = {800, 1400},
    [CR_TURN] = {700, 1400},
    [CR_ANY] = {600, 1000},
    [CR_OPEN] = {600, 1000},
};

/* What people look at first, by weight, at normal. */
static const uint16_t look_ms[] = {
    [CR_QUIET] = 0, [CR_ACT] = 0, [CR_TURNS] = 800, [CR_STOP] = 1600};

enum { BEAT_MS = 1000 };

const char *cr_pace_word(cr_pace pace)
{
    return words[pace];
}

bool cr_pace_read(const char *word, cr_pace *out)
{
    for (unsigned i = CR_PACE_INSTANT; i < CR_PACES; i++)
        if (!strcmp(word, words[i])) {
            *out = (cr_pace)i;
            return true;
        }
    return false;
}

static uint32_t at_most(uint32_t ms, uint32_t limit)
{
    return ms < limit ? ms : limit;
}

uint32_t cr_pace_think(cr_pace pace, const cr_question *q, unsigned news, cr_rng *rng)
{
    unsigned form = q->form < CR_COUNT_OF(think) ? q->form : CR_TURN;
    uint32_t ms =
        think[form].from_ms + cr_rng_small(rng, think[form].to_ms - think[form].from_ms + 1u);

    if (news < CR_COUNT_OF(look_ms))
        ms += look_ms[news];
    ms = ms * scale[pace] / 100;
    return q->budget_ms ? at_most(ms, q->budget_ms / 4) : ms;
}

uint32_t cr_pace_empty(cr_pace pace, const cr_question *q, bool has_company, cr_rng *rng)
{
    uint32_t ms = CR_EMPTY_FIRST_MS + cr_rng_small(rng, CR_EMPTY_LAST_MS - CR_EMPTY_FIRST_MS + 1u);

    if (!has_company)
        ms = BEAT_MS * scale[pace] / 100;
    return q->budget_ms ? at_most(ms, q->budget_ms / 2) : ms;
}
