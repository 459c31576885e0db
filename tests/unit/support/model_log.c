#include "support/model_inside.h"

#include "base/hash.h"

#include <stdio.h>

/* A pause and its end are news to everybody, also where the clock stands already and no event says so. */
static void tell(model *m, uint64_t at_ms, bool is_pause)
{
    uint64_t state = cr_state_hash(m->game, m->state);

    for (unsigned i = 0; i <= m->n_seats; i++) {
        uint8_t viewer = i < m->n_seats ? (uint8_t)i : CR_SPECTATOR;
        unsigned at = model_index_of(viewer);
        uint64_t hash = state ^ at_ms;
        bool has_news = is_pause;
        cr_event event;

        for (size_t k = 0; k < m->feed.n; k++)
            if (cr_redact(&m->feed.events[k], viewer, &event)) {
                has_news = true;
                hash = hash * 31 + cr_hash(&event, sizeof event);
            }
        if (!has_news)
            continue;
        if (m->n_told[at] == MODEL_UPDATES)
            model_complain(m, "the model is too small for this match");
        else
            m->told[at][m->n_told[at]++] = hash;
    }
    if (m->feed.is_full)
        model_complain(m, "the model is too small for this move");
}

/* The question's clock, from when it was put and what stood between. */
static void wind(model *m, uint32_t ticket, uint16_t open, uint16_t paused)
{
    const cr_question *q = &m->state->q;
    uint64_t at_ms = m->state->now_ms;

    m->asked_ms = model_now(m);
    if (q->ticket != ticket || (q->form == CR_TURN && q->open != open)) {
        m->is_timed = q->budget_ms != 0;
        m->left_ms = q->budget_ms;
        m->end_ms = at_ms + q->budget_ms;
    } else if (m->state->paused && !paused) {
        m->left_ms = m->end_ms - at_ms;
    } else if (!m->state->paused && paused) {
        m->end_ms = at_ms + m->left_ms;
    }
    if (model_question_due(m) != cr_due(m->state))
        model_complain(m, "the question runs out at %llu, and not at %llu",
                       (unsigned long long)cr_due(m->state),
                       (unsigned long long)model_question_due(m));
}

/* The countdown people see, from the question's clock. */
static void show_timer(model *m)
{
    const cr_room_rules *rules = m->game->room;
    uint32_t duration_ms = 0, behind_ms = 0;
    bool was_shown = m->timer.is_shown, is_paused = m->state->paused, is_other;
    uint64_t before, left, at_ms = m->state->now_ms;

    if (!rules || !rules->countdown)
        return;
    m->timer.closed_ms = was_shown && !m->timer.is_paused ? m->timer.end_ms : 0;
    m->timer.is_shown = rules->countdown(m->state, &duration_ms, &behind_ms) && duration_ms &&
                        model_is_live(m) && m->is_timed;
    if (!m->timer.is_shown)
        return;
    left = (is_paused ? m->left_ms : m->end_ms - at_ms) + behind_ms;
    before = m->timer.is_paused ? m->timer.left_ms : m->timer.end_ms - at_ms;
    is_other = !was_shown || m->timer.kind != m->state->q.kind || before != left;
    m->timer.kind = m->state->q.kind;
    m->timer.is_paused = is_paused;
    m->timer.left_ms = left;
    m->timer.end_ms = at_ms + left;
    m->timer.duration_ms = duration_ms;
    if (is_other) {
        m->timer.seconds = (duration_ms + 999) / 1000;
        m->timer.is_new = true;
    }
}

static void take_seat_entry(model *m, const cr_entry *e)
{
    model_seat *s = &m->seats[e->seat];
    bool keeps = m->game->room && m->game->room->keeps_seat;
    cr_seat_kind expected = s->claim == 'j'   ? CR_SEAT_PERSON
                            : s->claim == 'f' ? CR_SEAT_BOT
                            : !m->has_begun   ? CR_SEAT_OPEN
                            : keeps           ? CR_SEAT_PERSON
                                              : CR_SEAT_BOT;

    if (!s->claim || e->sitter.kind != expected ||
        ((s->claim == 'l') != (s->kind == CR_SEAT_PERSON)))
        model_complain(m, "entry %u: seat %u changes hands and nobody asked for it", m->seen,
                       e->seat);
    if (s->claim == 'l') {
        memset(s->token, 0, sizeof s->token);
        for (unsigned i = 0; i < MODEL_PEERS; i++) /* whoever left watches on */
            if (m->peers[i].is_there && m->peers[i].viewer == e->seat) {
                m->peers[i].viewer = CR_SPECTATOR;
                m->peers[i].n = m->n_told[CR_SEATS_MAX];
            }
    }
    s->kind = e->sitter.kind;
    s->claim = 0;
    s->own = 0;
    s->last_id = 0;
    s->is_replaced = s->has_sent_away = s->wants_pause = false;
    s->away_ms = s->heard_ms = model_now(m);
    m->seated_ms = m->asked_ms = model_now(m);
}

static void take_start(model *m, const cr_entry *e)
{
    for (unsigned i = 0; i < m->n_seats; i++)
        if (m->seats[i].kind == CR_SEAT_OPEN)
            model_complain(m, "the match begins with seat %u open", i);
    if (m->has_begun)
        model_complain(m, "the match begins twice");
    m->setup.start_ms = e->at_ms;
    m->feed.n = 0;
    m->has_begun = true;
    if (cr_start(m->game, m->state, &m->setup, &m->feed.sink))
        model_complain(m, "the match does not begin");
    tell(m, e->at_ms, false);
    wind(m, UINT32_MAX, 0, 0);
    show_timer(m);
    m->seated_ms = model_now(m);
    model_pass(m); /* who has not come so far is away since the room was made */
}

static bool is_same_move(const cr_move *a, const cr_move *b)
{
    return a->kind == b->kind && a->seat == b->seat && a->ticket == b->ticket &&
           !memcmp(a->arg, b->arg, sizeof a->arg);
}

/* A deadline, a question that nobody will answer, or somebody who answered wrongly too often. */
static bool may_idle(model *m, uint8_t seat, uint64_t at_ms)
{
    if (at_ms == model_question_due(m))
        return true;
    if (seat >= m->n_seats || model_is_bots(m, seat, at_ms))
        return true;
    if (m->patience && m->seats[seat].n_refused >= m->patience) {
        m->seats[seat].n_refused = 0;
        return true;
    }
    return false;
}

static bool may_pause(model *m, uint8_t reason, uint64_t at_ms)
{
    if (m->asleep_ms && reason == model_host_reason(m) && !m->has_slept) {
        m->has_slept = true;
        return at_ms == m->asleep_ms;
    }
    return model_was_wanted(m, reason, true, at_ms);
}

static bool may_resume(model *m, uint8_t reason, uint64_t at_ms)
{
    if (m->asleep_ms && reason == model_host_reason(m) && m->has_slept) {
        m->asleep_ms = 0;
        return at_ms >= m->woken_ms;
    }
    return model_was_wanted(m, reason, false, at_ms);
}

/* A person's own move, a bot's, or what the game lets a seat send for somebody who is away. */
static bool may_move(model *m, const cr_move *move, uint32_t id, uint64_t at_ms)
{
    const cr_room_rules *rules = m->game->room;
    cr_move away;

    if (move->seat >= m->n_seats)
        return false;
    for (unsigned i = 0; i < MODEL_REQUESTS; i++) {
        model_request *r = &m->requests[i];

        if (r->is_open && !r->is_stored && r->seat == move->seat && r->id == id &&
            is_same_move(&r->move, move) &&
            at_ms == (r->at_ms > m->state->now_ms ? r->at_ms : m->state->now_ms)) {
            r->is_stored = true;
            return true;
        }
    }
    if (model_is_bots(m, move->seat, at_ms))
        return true;
    if ((model_away_due(m, move->seat) <= at_ms ||
         (m->seats[move->seat].late_ms && m->seats[move->seat].late_ms <= at_ms)) &&
        !cr_move_parse(m->game, m->state, move->seat, rules->away_move, &away).code &&
        is_same_move(&away, move)) {
        m->seats[move->seat].has_sent_away = m->seats[move->seat].away_ms != 0;
        m->seats[move->seat].late_ms = 0;
        return true;
    }
    return false;
}

static void take_move(model *m, const cr_entry *e)
{
    const cr_move *move = &e->record.move;
    uint64_t at_ms = e->record.at_ms, due = model_question_due(m);
    uint32_t ticket = m->state->q.ticket;
    uint16_t open = m->state->q.open, paused = m->state->paused;
    bool may;
    char text[128];

    if (move->seat == CR_HOST && move->kind >= CR_IDLE)
        snprintf(text, sizeof text, "%s %u",
                 move->kind == CR_IDLE    ? "the default of seat"
                 : move->kind == CR_PAUSE ? "pause, reason"
                                          : "resume, reason",
                 move->arg[0]);
    else
        cr_move_print(m->game, move, text, sizeof text);
    if (!m->has_begun || at_ms < m->state->now_ms || at_ms > model_now(m))
        model_complain(m, "entry %u (%s) is stamped %llu, behind one of %llu, at %llu", m->seen,
                       text, (unsigned long long)at_ms, (unsigned long long)m->state->now_ms,
                       (unsigned long long)model_now(m));
    if (m->is_traced)
        printf("        %u: at %llu, seat %u: %s\n", m->seen, (unsigned long long)at_ms, move->seat,
               text);
    if (m->fault[0])
        return;
    if (due <= at_ms && !(move->kind == CR_IDLE && at_ms == due))
        model_complain(m, "entry %u (%s, at %llu) passes over the deadline at %llu", m->seen, text,
                       (unsigned long long)at_ms, (unsigned long long)due);
    if (cr_judge(m->game, m->state, move, at_ms).code)
        model_complain(m, "entry %u (%s) is refused by the rules", m->seen, text);
    may = move->kind == CR_IDLE     ? may_idle(m, move->arg[0], at_ms)
          : move->kind == CR_PAUSE  ? may_pause(m, move->arg[0], at_ms)
          : move->kind == CR_RESUME ? may_resume(m, move->arg[0], at_ms)
                                    : may_move(m, move, e->id, at_ms);
    if (!may)
        model_complain(m, "entry %u (%s, seat %u, at %llu): there is no reason for it", m->seen,
                       text, move->seat, (unsigned long long)at_ms);
    m->feed.n = 0;
    cr_play_checked(m->game, m->state, move, at_ms, &m->feed.sink);
    if (cr_state_hash(m->game, m->state) != e->record.hash)
        model_complain(m, "entry %u (%s) has the hash of another state", m->seen, text);
    if (move->seat < m->n_seats && e->id)
        m->seats[move->seat].last_id = e->id;
    tell(m, at_ms, move->kind == CR_PAUSE || move->kind == CR_RESUME);
    wind(m, ticket, open, paused);
    show_timer(m);
}

static bool take_entry(void *with, uint32_t number, const uint8_t *bytes, size_t len)
{
    model *m = with;
    cr_entry e;

    if (number != m->seen || cr_entry_read(bytes, len, &e)) {
        model_complain(m, "entry %u of the log cannot be read", m->seen);
        return false;
    }
    if (e.kind == CR_ENTRY_SEAT)
        take_seat_entry(m, &e);
    else if (e.kind == CR_ENTRY_START)
        take_start(m, &e);
    else if (e.kind == CR_ENTRY_MOVE)
        take_move(m, &e);
    m->seen++;
    return m->seen < model_room(m)->applied && !m->fault[0];
}

void model_sync(model *m)
{
    const cr_room *room = model_room(m);

    if (m->fault[0] || !room || room->applied <= m->seen)
        return;
    if (m->disk->read(m->disk, m->match, m->seen, take_entry, m) ||
        (!m->fault[0] && m->seen < room->applied))
        model_complain(m, "%u entries are played and only %u are on disk", room->applied, m->seen);
}
