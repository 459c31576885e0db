#include "support/model.h"

#include "base/hash.h"

#include <stdarg.h>
#include <stdio.h>

enum { THINKS_MS = 20000 }; /* longer than any bot takes at any pace */

static const uint64_t never = UINT64_MAX;

void model_complain(model *m, const char *format, ...)
{
    va_list args;

    if (m->fault[0])
        return;
    va_start(args, format);
    vsnprintf(m->fault, sizeof m->fault, format, args);
    va_end(args);
}

static uint64_t now(const model *m)
{
    return m->clock->at_ms;
}

cr_room *model_room(const model *m)
{
    cr_room *room = m->lobby->newest;

    while (room && memcmp(room->match, m->match, CR_MATCH_ID))
        room = room->list_next;
    return room;
}

static bool is_live(const model *m)
{
    return m->has_begun && !m->state->is_over;
}

static unsigned index_of(uint8_t viewer)
{
    return viewer < CR_SEATS_MAX ? viewer : CR_SEATS_MAX;
}

static uint64_t away_due(const model *m, unsigned seat);

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

static bool is_anybody_here(const model *m)
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

/* Did a bot play this seat at that time? */
static bool is_bots(const model *m, unsigned seat, uint64_t at_ms)
{
    const model_seat *s = &m->seats[seat];

    return s->kind == CR_SEAT_BOT || s->is_replaced || (s->back_ms && at_ms <= s->back_ms);
}

static void went(model *m, unsigned seat)
{
    m->seats[seat].away_ms = now(m);
    m->seats[seat].wants_pause = false;
}

void model_came(model *m, unsigned peer, uint8_t viewer, uint32_t n)
{
    if (!model_here(m) && m->timer.is_shown) { /* what was due before is nothing to tell */
        uint64_t at_ms = m->asleep_ms ? m->asleep_ms : now(m);
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
            s->back_ms = now(m);
        if (away_due(m, viewer) <= now(m)) /* sent perhaps, and on its way to the disk */
            s->late_ms = away_due(m, viewer);
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
        m->quiet_ms = now(m);
    for (unsigned i = 0; i < MODEL_REQUESTS; i++) /* who has gone is told nothing */
        if (m->requests[i].peer == peer)
            m->requests[i].peer = MODEL_PEERS;
}

void model_loaded(model *m)
{
    m->quiet_ms = m->asked_ms = now(m);
    m->is_unread = false;
    for (unsigned i = 0; i < m->n_seats; i++) {
        model_seat *s = &m->seats[i];

        s->away_ms = s->heard_ms = now(m);
        s->is_replaced = s->has_sent_away = s->wants_pause = false;
        s->back_ms = s->late_ms = 0;
        s->own = 0;
        s->claim = 0;
        s->n_refused = 0;
    }
    m->wanted = m->has_begun ? m->state->paused : 0;
}

/* ---- reasons for pausing ---- */

static unsigned host_reason(const model *m)
{
    return m->game->room ? m->game->room->host_reason : 15;
}

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
    m->changes[m->n_changes % MODEL_CHANGES].since_ms = now(m);
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

static bool was_wanted(const model *m, unsigned reason, bool is_on, uint64_t at_ms)
{
    for (unsigned i = 0; i < m->n_changes && i < MODEL_CHANGES; i++)
        if (m->changes[i].reason == reason && m->changes[i].is_on == is_on &&
            m->changes[i].since_ms <= at_ms)
            return true;
    return false;
}

/* ---- what is due ---- */

static uint64_t question_due(const model *m)
{
    return is_live(m) && m->is_timed && !m->state->paused ? m->end_ms : never;
}

static uint64_t silent_due(const model *m, unsigned seat)
{
    const cr_room_rules *rules = m->game->room;

    if (!is_live(m) || !rules || !rules->silent_ms || m->seats[seat].kind != CR_SEAT_PERSON ||
        !model_may_pause(m, rules->silent_reason) || m->wanted >> rules->silent_reason & 1)
        return never;
    return m->seats[seat].heard_ms + rules->silent_ms;
}

static uint64_t away_due(const model *m, unsigned seat)
{
    const cr_room_rules *rules = m->game->room;
    const model_seat *s = &m->seats[seat];

    if (!is_live(m) || !rules || !rules->away_ms || s->kind != CR_SEAT_PERSON || !s->away_ms ||
        s->has_sent_away)
        return never;
    return s->away_ms + rules->away_ms;
}

static uint64_t replaced_due(const model *m, unsigned seat)
{
    const model_seat *s = &m->seats[seat];

    if (!is_live(m) || (m->game->room && m->game->room->keeps_seat) || s->kind != CR_SEAT_PERSON ||
        !s->away_ms || s->is_replaced || !is_anybody_here(m))
        return never;
    return s->away_ms + m->lobby->config.grace_ms;
}

static uint64_t tick_due(const model *m)
{
    if (!m->timer.is_shown || m->timer.is_paused || !m->timer.seconds || !model_here(m) ||
        m->asleep_ms)
        return never;
    return m->timer.end_ms - UINT64_C(1000) * (m->timer.seconds - 1);
}

uint64_t model_due(const model *m)
{
    uint64_t due = question_due(m), other = tick_due(m);

    due = other < due ? other : due;
    for (unsigned i = 0; i < m->n_seats; i++) {
        uint64_t of_seat[] = {silent_due(m, i), away_due(m, i), replaced_due(m, i)};

        for (unsigned k = 0; k < CR_COUNT_OF(of_seat); k++)
            due = of_seat[k] < due ? of_seat[k] : due;
    }
    return due;
}

void model_pass(model *m)
{
    for (unsigned i = 0; i < m->n_seats; i++) {
        if (silent_due(m, i) <= now(m))
            model_wants(m, m->game->room->silent_reason, true);
        if (replaced_due(m, i) <= now(m)) {
            m->seats[i].is_replaced = true;
            m->asked_ms = now(m);
        }
    }
}

/* ---- the log ---- */

/* A pause and its end are news to everybody, also where the clock stands already and no event says so. */
static void tell(model *m, uint64_t at_ms, bool is_pause)
{
    uint64_t state = cr_state_hash(m->game, m->state);

    for (unsigned i = 0; i <= m->n_seats; i++) {
        uint8_t viewer = i < m->n_seats ? (uint8_t)i : CR_SPECTATOR;
        unsigned at = index_of(viewer);
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

    m->asked_ms = now(m);
    if (q->ticket != ticket || (q->form == CR_TURN && q->open != open)) {
        m->is_timed = q->budget_ms != 0;
        m->left_ms = q->budget_ms;
        m->end_ms = at_ms + q->budget_ms;
    } else if (m->state->paused && !paused) {
        m->left_ms = m->end_ms - at_ms;
    } else if (!m->state->paused && paused) {
        m->end_ms = at_ms + m->left_ms;
    }
    if (question_due(m) != cr_due(m->state))
        model_complain(m, "the question runs out at %llu, and not at %llu",
                       (unsigned long long)cr_due(m->state), (unsigned long long)question_due(m));
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
                        is_live(m) && m->is_timed;
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
    s->away_ms = s->heard_ms = now(m);
    m->seated_ms = m->asked_ms = now(m);
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
    m->seated_ms = now(m);
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
    if (at_ms == question_due(m))
        return true;
    if (seat >= m->n_seats || is_bots(m, seat, at_ms))
        return true;
    if (m->patience && m->seats[seat].n_refused >= m->patience) {
        m->seats[seat].n_refused = 0;
        return true;
    }
    return false;
}

static bool may_pause(model *m, uint8_t reason, uint64_t at_ms)
{
    if (m->asleep_ms && reason == host_reason(m) && !m->has_slept) {
        m->has_slept = true;
        return at_ms == m->asleep_ms;
    }
    return was_wanted(m, reason, true, at_ms);
}

static bool may_resume(model *m, uint8_t reason, uint64_t at_ms)
{
    if (m->asleep_ms && reason == host_reason(m) && m->has_slept) {
        m->asleep_ms = 0;
        return at_ms >= m->woken_ms;
    }
    return was_wanted(m, reason, false, at_ms);
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
    if (is_bots(m, move->seat, at_ms))
        return true;
    if ((away_due(m, move->seat) <= at_ms ||
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
    uint64_t at_ms = e->record.at_ms, due = question_due(m);
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
    if (!m->has_begun || at_ms < m->state->now_ms || at_ms > now(m))
        model_complain(m, "entry %u (%s) is stamped %llu, behind one of %llu, at %llu", m->seen,
                       text, (unsigned long long)at_ms, (unsigned long long)m->state->now_ms,
                       (unsigned long long)now(m));
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

/* ---- what leaves ---- */

static void check_peer(model *m, unsigned peer, const cr_peer *it, const char *what)
{
    const model_peer *p = &m->peers[peer];

    model_sync(m);
    if (!p->is_there || it->viewer != p->viewer)
        model_complain(m, "%s for viewer %u to connection %u, which is viewer %u", what, it->viewer,
                       peer, p->viewer);
}

void model_attached(model *m, unsigned peer, const cr_peer *it)
{
    check_peer(m, peer, it, "a seat");
}

void model_state(model *m, unsigned peer, const cr_peer *it)
{
    check_peer(m, peer, it, "a view");
    if (cr_state_hash(m->game, it->room->state) != cr_state_hash(m->game, m->state))
        model_complain(m, "connection %u is shown a state that is not the one on disk", peer);
    if (it->n != m->peers[peer].n)
        model_complain(m, "connection %u is shown the state as of update %u, and it is %u", peer,
                       it->n, m->peers[peer].n);
}

void model_update(model *m, unsigned peer, const cr_update *u)
{
    model_peer *p = &m->peers[peer];
    uint64_t hash = cr_state_hash(m->game, u->state) ^ u->at_ms;
    unsigned at = index_of(p->viewer);

    model_sync(m);
    for (size_t i = 0; i < u->n_events; i++)
        hash = hash * 31 + cr_hash(&u->events[i], sizeof u->events[i]);
    if (!p->is_there || u->viewer != p->viewer)
        model_complain(m, "an update for viewer %u goes to connection %u, which is viewer %u",
                       u->viewer, peer, p->viewer);
    else if (u->n != p->n + 1)
        model_complain(m, "connection %u gets update %u behind update %u", peer, u->n, p->n);
    else if (u->n > m->n_told[at])
        model_complain(m, "connection %u gets update %u of viewer %u, which is not on disk", peer,
                       u->n, p->viewer);
    else if (hash != m->told[at][u->n - 1])
        model_complain(m, "update %u of viewer %u is not what the log says", u->n, p->viewer);
    p->n = u->n;
}

static model_request *find_request(model *m, unsigned peer, uint32_t id)
{
    for (unsigned i = 0; i < MODEL_REQUESTS; i++)
        if (m->requests[i].is_open && m->requests[i].peer == peer && m->requests[i].id == id)
            return &m->requests[i];
    return NULL;
}

void model_ack(model *m, unsigned peer, uint32_t id)
{
    model_request *r;

    model_sync(m);
    r = find_request(m, peer, id);
    if (r && r->is_stored) {
        r->is_open = false;
        return;
    }
    if (m->peers[peer].viewer < m->n_seats && id <= m->seats[m->peers[peer].viewer].last_id)
        return; /* done before */
    model_complain(m, "move %u of connection %u is acknowledged and not on disk", id, peer);
}

void model_lost(model *m, unsigned peer, uint32_t id)
{
    model_request *r;

    model_sync(m);
    r = find_request(m, peer, id);
    if (!r || r->is_stored)
        model_complain(m, "connection %u is told that move %u is lost, and it is not", peer, id);
    else
        r->is_open = false;
}

void model_refused(model *m, unsigned peer, uint32_t id, const cr_move *move, cr_refusal refusal)
{
    const cr_room *room = model_room(m);
    const cr_state *look = room->ahead ? room->ahead : room->state;
    model_seat *s = &m->seats[m->peers[peer].viewer];
    model_request *r;

    model_sync(m);
    r = find_request(m, peer, id);
    if (!r)
        model_complain(m, "connection %u gets a refusal for nothing", peer);
    else
        r->is_open = false;
    if (!model_plays(m, peer)) /* an older connection: nothing that it sends is judged */
        return;
    if (r && !room->pending && question_due(m) > now(m) &&
        !cr_judge(m->game, m->state, move, now(m)).code && refusal.code != CR_CODE_MALFORMED)
        model_complain(m, "a good move of connection %u is refused with %u", peer, refusal.code);
    if (s->refused_ticket != look->q.ticket)
        s->n_refused = 0;
    s->refused_ticket = look->q.ticket;
    s->n_refused++;
}

void model_checked(model *m, const cr_move *move, cr_refusal refusal)
{
    cr_refusal own;

    model_sync(m);
    own = cr_judge(m->game, m->state, move, now(m));
    if (refusal.code != CR_CODE_MALFORMED && own.code != refusal.code)
        model_complain(m, "a dry run is judged %u, and by what is on disk it is %u", refusal.code,
                       own.code);
}

void model_tick(model *m, const cr_tick *t)
{
    uint64_t end, late = 0;

    model_sync(m);
    if (m->timer.closed_ms && t->at_ms == m->timer.closed_ms && !t->remaining_ms)
        return; /* the last word of the one before */
    if (!m->timer.is_shown) {
        model_complain(m, "%u seconds are shown, and nothing counts down", t->seconds);
        return;
    }
    end = m->timer.is_paused ? t->at_ms + m->timer.left_ms : m->timer.end_ms;
    if (t->at_ms > now(m) || t->at_ms + t->remaining_ms != end)
        model_complain(m, "the countdown shows %u ms, and there are %lld", t->remaining_ms,
                       (long long)(end - t->at_ms));
    if (t->seconds != (t->remaining_ms + 999) / 1000)
        model_complain(m, "%u ms are shown as %u seconds", t->remaining_ms, t->seconds);
    if (m->timer.is_new && t->remaining_ms == m->timer.duration_ms)
        return; /* the first word of this one; everybody gets it */
    if (m->timer.is_paused)
        model_complain(m, "a countdown goes on in a pause");
    if (t->seconds < m->timer.seconds) {
        late = now(m) - tick_due(m);
        if (t->drift_ms != (late > 200 ? late : 0))
            model_complain(m, "a drift of %u ms is told, and it is %llu", t->drift_ms,
                           (unsigned long long)late);
    }
    if (t->seconds > m->timer.seconds)
        model_complain(m, "the countdown rises from %u to %u seconds", m->timer.seconds,
                       t->seconds);
    m->timer.seconds = t->seconds;
}

/* ---- at rest ---- */

/* The bot that is to answer, or n_seats. Where one answer is enough and somebody else is asked it need not. */
static unsigned asked_bot(const model *m)
{
    unsigned bots = 0, asked = cr_deciders(m->state);

    if (!is_live(m) || m->state->paused)
        return m->n_seats;
    for (unsigned i = 0; i < m->n_seats; i++)
        if (m->seats[i].kind == CR_SEAT_BOT || m->seats[i].is_replaced)
            bots |= CR_BIT(i);
    if (!(bots & asked) ||
        ((m->state->q.form == CR_ANY || m->state->q.form == CR_OPEN) && (asked & ~bots)))
        return m->n_seats;
    return cr_bits_first(bots & asked);
}

static void rest_seats(model *m, const cr_room *room)
{
    uint64_t thinks_ms = m->lobby->config.pace > CR_PACE_INSTANT ? THINKS_MS : 0;
    cr_move away;

    /* A call that comes late finds the absence late, and the bot begins to think then. */
    for (unsigned i = 0; i < m->n_seats; i++)
        if ((m->replaced >> i & 1) != room->seats[i].is_replaced) {
            m->replaced ^= CR_BIT(i);
            m->asked_ms = now(m);
        }
    if (asked_bot(m) < m->n_seats && (!thinks_ms || now(m) > m->asked_ms + thinks_ms))
        model_complain(m, "the bot of seat %u does not answer", asked_bot(m));
    for (unsigned i = 0; i < m->n_seats; i++) {
        if (room->seats[i].is_replaced != m->seats[i].is_replaced)
            model_complain(m, "a bot %s for seat %u",
                           m->seats[i].is_replaced ? "should play" : "plays", i);
        if (away_due(m, i) <= now(m)) {
            if (!cr_move_parse(m->game, m->state, (uint8_t)i, m->game->room->away_move, &away)
                     .code &&
                !cr_judge(m->game, m->state, &away, now(m)).code)
                model_complain(m, "seat %u is away for good, and its '%s' is missing", i,
                               m->game->room->away_move);
            m->seats[i].has_sent_away = true;
        }
        if (m->patience && m->seats[i].n_refused >= m->patience && cr_deciders(m->state) >> i & 1 &&
            m->seats[i].refused_ticket == m->state->q.ticket)
            model_complain(m, "seat %u has answered wrongly %u times, and its default is missing",
                           i, m->patience);
    }
}

static void rest_told(model *m)
{
    for (unsigned i = 0; i < MODEL_PEERS; i++)
        if (m->peers[i].is_there && m->peers[i].viewer < m->n_seats &&
            m->peers[i].is_idle == model_plays(m, i))
            model_complain(m, "connection %u is told wrongly whether it plays", i);
    for (unsigned i = 0; i < MODEL_PEERS; i++)
        if (m->peers[i].is_there && m->peers[i].n != m->n_told[index_of(m->peers[i].viewer)])
            model_complain(m, "connection %u, viewer %u, has update %u, and there are %u", i,
                           m->peers[i].viewer, m->peers[i].n,
                           m->n_told[index_of(m->peers[i].viewer)]);
    for (unsigned i = 0; i < MODEL_REQUESTS; i++) {
        if (m->requests[i].is_open && m->requests[i].peer < MODEL_PEERS)
            model_complain(m, "connection %u waits for the answer to move %u", m->requests[i].peer,
                           m->requests[i].id);
        m->requests[i].is_open &= m->is_unread;
    }
}

void model_rest(model *m, uint64_t next_ms)
{
    const cr_room *room = model_room(m);
    bool is_full = true, is_lenient = m->lenient_ms && now(m) <= m->lenient_ms, has_clock;

    model_sync(m);
    if (m->fault[0])
        return;
    rest_told(m);
    has_clock = question_due(m) != never;
    if (!room) {
        if (has_clock && !m->is_unread)
            model_complain(m, "the room is closed, and its question runs out at %llu",
                           (unsigned long long)m->end_ms);
        else if (!m->is_unread && asked_bot(m) < m->n_seats)
            model_complain(m, "the room is closed, and the bot of seat %u is asked", asked_bot(m));
        else if (!m->is_unread &&
                 (model_here(m) || now(m) < m->quiet_ms + m->lobby->config.close_ms))
            model_complain(m, "the room is closed too early");
        return;
    }
    if (m->has_begun && cr_state_hash(m->game, room->state) != cr_state_hash(m->game, m->state))
        model_complain(m, "the room is not where its log is");
    for (unsigned i = 0; is_lenient && i < m->n_seats; i++) {
        if (m->seats[i].n_refused >= m->patience) /* its default is lost: patience begins anew */
            m->seats[i].n_refused = 0;
        m->seats[i].is_replaced &= room->seats[i].is_replaced; /* or not yet */
    }
    m->has_failed |= is_lenient;
    if (is_lenient)
        return;
    m->lenient_ms = 0;
    for (unsigned i = 0; i < m->n_seats; i++)
        is_full &= m->seats[i].kind != CR_SEAT_OPEN;
    if (is_full && !m->has_begun)
        model_complain(m, "every seat is taken, and the match does not begin");
    if (m->asleep_ms && is_live(m))
        model_complain(m, "it is not on disk that the clock stood from %llu on",
                       (unsigned long long)m->asleep_ms);
    if (!has_clock && !model_here(m) && asked_bot(m) == m->n_seats &&
        now(m) > m->quiet_ms + m->lobby->config.close_ms + 2 && now(m) > m->state->now_ms + 2 &&
        now(m) > m->seated_ms + 2)
        model_complain(m, "nobody is there, no clock runs, and the room is not closed");
    if (!is_live(m))
        return;
    /* A sign of life, or silence, that the store did not take is gone with who gave it. */
    if (m->has_failed && !is_anybody_here(m) && m->game->room)
        m->wanted ^= (m->wanted ^ m->state->paused) & CR_BIT(m->game->room->silent_reason);
    m->wanted ^= (m->wanted ^ m->state->paused) & m->unsure;
    if (m->state->paused != m->wanted)
        model_complain(m, "the match is paused for reasons %x, and people want %x",
                       m->state->paused, m->wanted);
    if (question_due(m) <= now(m))
        model_complain(m, "the deadline at %llu is not played at %llu",
                       (unsigned long long)m->end_ms, (unsigned long long)now(m));
    rest_seats(m, room);
    if (tick_due(m) <= now(m))
        model_complain(m, "the countdown still shows %u seconds", m->timer.seconds);
    if (model_due(m) < next_ms)
        model_complain(m, "something is due at %llu, and the loop is called at %lld",
                       (unsigned long long)model_due(m), (long long)next_ms);
}
