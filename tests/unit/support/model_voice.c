#include "support/model_inside.h"

#include "base/hash.h"

enum { THINKS_MS = 20000 }; /* longer than any bot takes at any pace */

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
    unsigned at = model_index_of(p->viewer);

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
    if (r && !room->pending && model_question_due(m) > model_now(m) &&
        !cr_judge(m->game, m->state, move, model_now(m)).code && refusal.code != CR_CODE_MALFORMED)
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
    own = cr_judge(m->game, m->state, move, model_now(m));
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
    if (t->at_ms > model_now(m) || t->at_ms + t->remaining_ms != end)
        model_complain(m, "the countdown shows %u ms, and there are %lld", t->remaining_ms,
                       (long long)(end - t->at_ms));
    if (t->seconds != (t->remaining_ms + 999) / 1000)
        model_complain(m, "%u ms are shown as %u seconds", t->remaining_ms, t->seconds);
    if (m->timer.is_new && t->remaining_ms == m->timer.duration_ms)
        return; /* the first word of this one; everybody gets it */
    if (m->timer.is_paused)
        model_complain(m, "a countdown goes on in a pause");
    if (t->seconds < m->timer.seconds) {
        late = model_now(m) - model_tick_due(m);
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

    if (!model_is_live(m) || m->state->paused)
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
            m->asked_ms = model_now(m);
        }
    if (asked_bot(m) < m->n_seats && (!thinks_ms || model_now(m) > m->asked_ms + thinks_ms))
        model_complain(m, "the bot of seat %u does not answer", asked_bot(m));
    for (unsigned i = 0; i < m->n_seats; i++) {
        if (room->seats[i].is_replaced != m->seats[i].is_replaced)
            model_complain(m, "a bot %s for seat %u",
                           m->seats[i].is_replaced ? "should play" : "plays", i);
        if ((room->bots >> i & 1) !=
                (room->seats[i].sitter.kind == CR_SEAT_BOT || room->seats[i].is_replaced) ||
            (room->away >> i & 1) !=
                (room->seats[i].sitter.kind == CR_SEAT_PERSON && room->seats[i].away_ms) ||
            (room->passing >> i & 1) != (room->seats[i].passes_empty || room->seats[i].held_ticket))
            model_complain(m, "the room does not know what seat %u is", i);
        if (model_away_due(m, i) <= model_now(m)) {
            if (!cr_move_parse(m->game, m->state, (uint8_t)i, m->game->room->away_move, &away)
                     .code &&
                !cr_judge(m->game, m->state, &away, model_now(m)).code)
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
        if (m->peers[i].is_there && m->peers[i].n != m->n_told[model_index_of(m->peers[i].viewer)])
            model_complain(m, "connection %u, viewer %u, has update %u, and there are %u", i,
                           m->peers[i].viewer, m->peers[i].n,
                           m->n_told[model_index_of(m->peers[i].viewer)]);
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
    bool is_full = true, is_lenient = m->lenient_ms && model_now(m) <= m->lenient_ms, has_clock;

    model_sync(m);
    if (m->fault[0])
        return;
    rest_told(m);
    has_clock = model_question_due(m) != never;
    if (!room) {
        if (has_clock && !m->is_unread)
            model_complain(m, "the room is closed, and its question runs out at %llu",
                           (unsigned long long)m->end_ms);
        else if (!m->is_unread && asked_bot(m) < m->n_seats)
            model_complain(m, "the room is closed, and the bot of seat %u is asked", asked_bot(m));
        else if (!m->is_unread &&
                 (model_here(m) || model_now(m) < m->quiet_ms + m->lobby->config.close_ms))
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
    if (m->asleep_ms && model_is_live(m))
        model_complain(m, "it is not on disk that the clock stood from %llu on",
                       (unsigned long long)m->asleep_ms);
    if (!has_clock && !model_here(m) && asked_bot(m) == m->n_seats &&
        model_now(m) > m->quiet_ms + m->lobby->config.close_ms + 2 &&
        model_now(m) > m->state->now_ms + 2 && model_now(m) > m->seated_ms + 2)
        model_complain(m, "nobody is there, no clock runs, and the room is not closed");
    if (!model_is_live(m))
        return;
    /* A sign of life, or silence, that the store did not take is gone with who gave it. */
    if (m->has_failed && !model_is_anybody_here(m) && m->game->room)
        m->wanted ^= (m->wanted ^ m->state->paused) & CR_BIT(m->game->room->silent_reason);
    m->wanted ^= (m->wanted ^ m->state->paused) & m->unsure;
    if (m->state->paused != m->wanted)
        model_complain(m, "the match is paused for reasons %x, and people want %x",
                       m->state->paused, m->wanted);
    if (model_question_due(m) <= model_now(m))
        model_complain(m, "the deadline at %llu is not played at %llu",
                       (unsigned long long)m->end_ms, (unsigned long long)model_now(m));
    rest_seats(m, room);
    if (model_tick_due(m) <= model_now(m))
        model_complain(m, "the countdown still shows %u seconds", m->timer.seconds);
    if (model_due(m) < next_ms)
        model_complain(m, "something is due at %llu, and the loop is called at %lld",
                       (unsigned long long)model_due(m), (long long)next_ms);
}
