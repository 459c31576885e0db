/* What the three files of the model share.
 *
 *     model.c        who is there, reasons for pausing, what is due when
 *     model_log.c    the log as it is on disk: every entry needs a reason
 *     model_voice.c  what leaves, and what must hold at rest */
#ifndef CR_TEST_MODEL_INSIDE_H
#define CR_TEST_MODEL_INSIDE_H

#include "support/model.h"

static const uint64_t never = UINT64_MAX;

static inline uint64_t model_now(const model *m)
{
    return m->clock->at_ms;
}

static inline bool model_is_live(const model *m)
{
    return m->has_begun && !m->state->is_over;
}

static inline unsigned model_index_of(uint8_t viewer)
{
    return viewer < CR_SEATS_MAX ? viewer : CR_SEATS_MAX;
}

/* Did a bot play this seat at that time? */
static inline bool model_is_bots(const model *m, unsigned seat, uint64_t at_ms)
{
    const model_seat *s = &m->seats[seat];

    return s->kind == CR_SEAT_BOT || s->is_replaced || (s->back_ms && at_ms <= s->back_ms);
}

static inline unsigned model_host_reason(const model *m)
{
    return m->game->room ? m->game->room->host_reason : 15;
}

bool model_is_anybody_here(const model *m); /* at a seat */

/* Has this reason been set, or taken back, by somebody up to then? */
bool model_was_wanted(const model *m, unsigned reason, bool is_on, uint64_t at_ms);

/* When each is due, or never: the question, a seat that is away for too long, the next second of the countdown. */
uint64_t model_question_due(const model *m);
uint64_t model_away_due(const model *m, unsigned seat);
uint64_t model_tick_due(const model *m);

#endif
