#include "support/model_inside.h"

#include <stdarg.h>
#include <stdio.h>

void model_complain(model *m, const char *format, ...)
{
    va_list args;

    if (m->fault[0])
        return;
    va_start(args, format);
    vsnprintf(m->fault, sizeof m->fault, format, args);
    va_end(args);
}

cr_room *model_room(const model *m)
{
    cr_room *room = m->lobby->newest;

    while (room && memcmp(room->match, m->match, CR_MATCH_ID))
        room = room->list_next;
    return room;
}

/* ---- who is there ---- */

unsigned model_here(const model *m)
{
    unsigned n = 0;

    for (unsigned i = 0; i < MODEL_PEERS; i++)
        n += m->peers[i].is_there;
    return n;
}

static bool is_here(const model *m, unsigned seat)
{
    for (unsigned i = 0; i < MODEL_PEERS; i++)
        if (m->peers[i].is_there && m->peers[i].viewer == seat)
            return true;
    return false;
}

bool model_is_anybody_here(const model *m)
{
    for (unsigned i = 0; i < MODEL_PEERS; i++)
        if (m->peers[i].is_there && m->peers[i].viewer < m->n_seats)
            return true;
    return false;
}

bool model_plays(const model *m, unsigned peer)
{
    const model_peer *p = &m->peers[peer];

    if (!p->is_there || p->viewer >= m->n_seats)
        return false;
    for (unsigned i = 0; i < MODEL_PEERS; i++)
        if (m->peers[i].is_there && m->peers[i].viewer == p->viewer && m->peers[i].since > p->since)
            return false;
    return true;
}

static void went(model *m, unsigned seat)
{
    m->seats[seat].away_ms = model_now(m);
    m->seats[seat].wants_pause = false;
}

void model_came(model *m, unsigned peer, uint8_t viewer, uint32_t n)
{
    if (!model_here(m) && m->timer.is_shown) { /* what was due before is nothing to tell */
        uint64_t at_ms = m->asleep_ms ? m->asleep_ms : model_now(m);
        uint64_t left = m->timer.is_paused        ? m->timer.left_ms
                        : m->timer.end_ms > at_ms ? m->timer.end_ms - at_ms
                                                  : 0;

        m->timer.seconds = (uint32_t)((left + 999) / 1000);
    }
    m->timer.is_new = false;
    m->peers[peer] = (model_peer){true, false, viewer, n, ++m->n_comings};
    if (viewer < m->n_seats) {
        model_seat *s = &m->seats[viewer];

        if (s->is_replaced)
            s->back_ms = model_now(m);
        if (model_away_due(m, viewer) <=
            model_now(m)) /* sent perhaps, and on its way to the disk */
            s->late_ms = model_away_due(m, viewer);
        s->away_ms = 0;
        s->is_replaced = s->has_sent_away = false;
    }
}

void model_went(model *m, unsigned peer)
{
    uint8_t viewer = m->peers[peer].viewer;
    bool did_play = model_plays(m, peer);

    m->peers[peer].is_there = false;
    if (did_play) {
        m->seats[viewer].wants_pause = false;
        if (!is_here(m, viewer))
            went(m, viewer);
    }
    if (!model_here(m))
        m->quiet_ms = model_now(m);
    for (unsigned i = 0; i < MODEL_REQUESTS; i++) /* who has gone is told nothing */
        if (m->requests[i].peer == peer)
            m->requests[i].peer = MODEL_PEERS;
}

void model_loaded(model *m)
{
    m->quiet_ms = m->asked_ms = model_now(m);
    m->is_unread = false;
    for (unsigned i = 0; i < m->n_seats; i++) {
        model_seat *s = &m->seats[i];

        s->away_ms = s->heard_ms = model_now(m);
        s->is_replaced = s->has_sent_away = s->wants_pause = false;
        s->back_ms = s->late_ms = 0;
        s->own = 0;
        s->claim = 0;
        s->n_refused = 0;
    }
    m->wanted = m->has_begun ? m->state->paused : 0;
}

/* ---- reasons for pausing ---- */

bool model_may_pause(const model *m, unsigned reason)
{
    const cr_room_rules *rules = m->game->room;
    unsigned people = 0;

    for (unsigned i = 0; i < m->n_seats; i++)
        people += m->seats[i].kind == CR_SEAT_PERSON;
    return rules && (rules->own_reasons >> reason & 1) &&
           (!(rules->alone_reasons >> reason & 1) || people < 2);
}

static void note_change(model *m, unsigned reason, bool is_on)
{
    m->changes[m->n_changes % MODEL_CHANGES].since_ms = model_now(m);
    m->changes[m->n_changes % MODEL_CHANGES].reason = (uint8_t)reason;
    m->changes[m->n_changes++ % MODEL_CHANGES].is_on = is_on;
}

void model_may_want(model *m, unsigned reason, bool is_on)
{
    m->unsure |= CR_BIT(reason);
    note_change(m, reason, is_on);
}

void model_wants(model *m, unsigned reason, bool is_on)
{
    if ((m->wanted >> reason & 1) != is_on || m->unsure >> reason & 1)
        note_change(m, reason, is_on);
    m->wanted = (uint16_t)(is_on ? m->wanted | CR_BIT(reason) : m->wanted & ~CR_BIT(reason));
}

bool model_was_wanted(const model *m, unsigned reason, bool is_on, uint64_t at_ms)
{
    for (unsigned i = 0; i < m->n_changes && i < MODEL_CHANGES; i++)
        if (m->changes[i].reason == reason && m->changes[i].is_on == is_on &&
            m->changes[i].since_ms <= at_ms)
            return true;
    return false;
}

/* ---- what is due ---- */

uint64_t model_question_due(const model *m)
{
    return model_is_live(m) && m->is_timed && !m->state->paused ? m->end_ms : never;
}

static uint64_t silent_due(const model *m, unsigned seat)
{
    const cr_room_rules *rules = m->game->room;

    if (!model_is_live(m) || !rules || !rules->silent_ms || m->seats[seat].kind != CR_SEAT_PERSON ||
        !model_may_pause(m, rules->silent_reason) || m->wanted >> rules->silent_reason & 1)
        return never;
    return m->seats[seat].heard_ms + rules->silent_ms;
}

uint64_t model_away_due(const model *m, unsigned seat)
{
    const cr_room_rules *rules = m->game->room;
    const model_seat *s = &m->seats[seat];

    if (!model_is_live(m) || !rules || !rules->away_ms || s->kind != CR_SEAT_PERSON ||
        !s->away_ms || s->has_sent_away)
        return never;
    return s->away_ms + rules->away_ms;
}

static uint64_t replaced_due(const model *m, unsigned seat)
{
    const model_seat *s = &m->seats[seat];

    if (!model_is_live(m) || (m->game->room && m->game->room->keeps_seat) ||
        s->kind != CR_SEAT_PERSON || !s->away_ms || s->is_replaced || !model_is_anybody_here(m))
        return never;
    return s->away_ms + m->lobby->config.grace_ms;
}

uint64_t model_tick_due(const model *m)
{
    if (!m->timer.is_shown || m->timer.is_paused || !m->timer.seconds || !model_here(m) ||
        m->asleep_ms)
        return never;
    return m->timer.end_ms - UINT64_C(1000) * (m->timer.seconds - 1);
}

uint64_t model_due(const model *m)
{
    uint64_t due = model_question_due(m), other = model_tick_due(m);

    due = other < due ? other : due;
    for (unsigned i = 0; i < m->n_seats; i++) {
        uint64_t of_seat[] = {silent_due(m, i), model_away_due(m, i), replaced_due(m, i)};

        for (unsigned k = 0; k < CR_COUNT_OF(of_seat); k++)
            due = of_seat[k] < due ? of_seat[k] : due;
    }
    return due;
}

void model_pass(model *m)
{
    for (unsigned i = 0; i < m->n_seats; i++) {
        if (silent_due(m, i) <= model_now(m))
            model_wants(m, m->game->room->silent_reason, true);
        if (replaced_due(m, i) <= model_now(m)) {
            m->seats[i].is_replaced = true;
            m->asked_ms = model_now(m);
        }
    }
}
