/* The countdown people see (JK-7.9 to 7.17): ticks for whole seconds, and drift where a call came late. It follows a
 * deadline and never moves one; nothing of it is part of a state or a record. Time comes in with every call, so tests
 * turn the hands themselves.
 *
 *  1. `seconds` is what the last tick said; a tick is due when the whole seconds left fall below it.
 *  2. While paused, left_ms is what is left; while running, deadline_ms is the end. */
#ifndef CR_TICKER_H
#define CR_TICKER_H

#include "base/base.h"

typedef struct {
    uint64_t deadline_ms;
    uint32_t left_ms, duration_ms, seconds;
    uint8_t is_armed, is_paused, id, fill;
} cr_ticker;

/* A tick, with the drift that follows it; 0: none. */
typedef struct {
    uint64_t at_ms; /* the time it carries */
    uint32_t remaining_ms, seconds, drift_ms, fill;
} cr_tick;

enum { CR_DRIFT_MS = 200 }; /* a tick later than this is drift; exactly this is not */

/* Arms the countdown and returns its first tick: the full duration, stamped with the arming. `id` tells timers of
 * one match from each other. */
cr_tick cr_ticker_arm(cr_ticker *ticker, uint8_t id, uint64_t at_ms, uint32_t duration_ms);

void cr_ticker_stop(cr_ticker *ticker);

/* Call before the pause counts, and when the last reason for it is gone. Paused time never makes drift. */
void cr_ticker_pause(cr_ticker *ticker, uint64_t now_ms);
void cr_ticker_resume(cr_ticker *ticker, uint64_t now_ms);

/* Is a tick due at this time? If several are, only the newest is told. At or after the deadline it is the closing one,
 * with 0 seconds, stamped with the deadline. Call it before the state plays what is due. */
bool cr_ticker_call(cr_ticker *ticker, uint64_t now_ms, cr_tick *out);

/* Takes what is due by this time as told, in a pause too. */
void cr_ticker_skip(cr_ticker *ticker, uint64_t now_ms);

/* When the next tick is due, the closing one included, or UINT64_MAX. */
uint64_t cr_ticker_due(const cr_ticker *ticker);

/* The countdown of a state: the open question's time, which for the eye runs out behind_ms later and took duration_ms
 * in all; duration 0 if nothing is shown. Returns true with the first tick if this is another timer than before. */
bool cr_ticker_follow(cr_ticker *ticker, const cr_state *state, uint32_t duration_ms,
                      uint32_t behind_ms, cr_tick *first);

/* JK-7.15: a clock that falls back stands still instead. Returns the time to use; *fell (may be NULL) tells. */
uint64_t cr_forward(uint64_t *last_ms, uint64_t now_ms, bool *fell);

#endif
