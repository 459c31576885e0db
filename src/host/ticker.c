#include "host/ticker.h"
#include "kernel/game.h"

static uint32_t whole_seconds(uint64_t ms)
{
    return (uint32_t)((ms + 999) / 1000);
}

cr_tick cr_ticker_arm(cr_ticker *t, uint8_t id, uint64_t at_ms, uint32_t duration_ms)
{
    *t = (cr_ticker){.deadline_ms = at_ms + duration_ms,
                     .left_ms = duration_ms,
                     .duration_ms = duration_ms,
                     .seconds = whole_seconds(duration_ms),
                     .is_armed = 1,
                     .id = id};
    return (cr_tick){.at_ms = at_ms, .remaining_ms = duration_ms, .seconds = t->seconds};
}

void cr_ticker_stop(cr_ticker *t)
{
    *t = (cr_ticker){0};
}

void cr_ticker_pause(cr_ticker *t, uint64_t now_ms)
{
    if (!t->is_armed || t->is_paused)
        return;
    t->left_ms = t->deadline_ms > now_ms ? (uint32_t)(t->deadline_ms - now_ms) : 0;
    t->is_paused = 1;
}

void cr_ticker_resume(cr_ticker *t, uint64_t now_ms)
{
    if (!t->is_armed || !t->is_paused)
        return;
    t->deadline_ms = now_ms + t->left_ms;
    t->is_paused = 0;
}

uint64_t cr_ticker_due(const cr_ticker *t)
{
    if (!t->is_armed || t->is_paused || !t->seconds)
        return UINT64_MAX;
    /* The nominal time of the tick for k seconds is deadline - 1000 k; the next one says one less than the last. */
    return t->deadline_ms - UINT64_C(1000) * (t->seconds - 1);
}

bool cr_ticker_call(cr_ticker *t, uint64_t now_ms, cr_tick *out)
{
    uint64_t due = cr_ticker_due(t), left;

    if (due > now_ms)
        return false;
    left = t->deadline_ms > now_ms ? t->deadline_ms - now_ms : 0;
    t->seconds = whole_seconds(left);
    *out = (cr_tick){.at_ms = left ? now_ms : t->deadline_ms,
                     .remaining_ms = (uint32_t)left,
                     .seconds = t->seconds};
    if (now_ms - due > CR_DRIFT_MS)
        out->drift_ms = (uint32_t)(now_ms - due);
    return true;
}

void cr_ticker_skip(cr_ticker *t, uint64_t now_ms)
{
    uint64_t left = t->is_paused              ? t->left_ms
                    : t->deadline_ms > now_ms ? t->deadline_ms - now_ms
                                              : 0;

    if (whole_seconds(left) < t->seconds)
        t->seconds = whole_seconds(left);
}

bool cr_ticker_follow(cr_ticker *t, const cr_state *s, uint32_t duration_ms, uint32_t behind_ms,
                      cr_tick *first)
{
    const cr_question *q = &s->q;
    uint64_t end = q->deadline_ms + behind_ms; /* while paused, what is left */
    bool is_same;

    if (!duration_ms || !q->open || !q->budget_ms) {
        cr_ticker_stop(t);
        return false;
    }
    if (s->paused)
        cr_ticker_pause(t, s->now_ms);
    else
        cr_ticker_resume(t, s->now_ms);
    is_same = t->is_armed && t->id == q->kind && (s->paused ? t->left_ms : t->deadline_ms) == end;
    if (is_same)
        return false;
    *first = cr_ticker_arm(t, q->kind, s->paused ? s->now_ms : end - duration_ms, duration_ms);
    if (s->paused)
        t->is_paused = 1;
    return true;
}

uint64_t cr_forward(uint64_t *last_ms, uint64_t now_ms, bool *fell)
{
    if (fell)
        *fell = now_ms < *last_ms;
    if (now_ms > *last_ms)
        *last_ms = now_ms;
    return *last_ms;
}
