/* Bots at the table: what they answer, where they think about it, and when it is played. A bot begins to think when it is
 * asked; its answer is played at the time that was drawn at that moment (pace.h), however quickly it was found. */
#include "host/room_inside.h"
#include "kernel/rng.h"

#include <stdlib.h>

enum {
    BOT_MOVES = 64,      /* in one go: a match among bots alone must not hold up the others */
    LOOP_BUDGET_MS = 10, /* of a bot that thinks on the loop's time */
};

/* What a bot makes of the question it was asked. */
enum mind { MIND_NONE, MIND_THINKS, MIND_CHOSEN, MIND_FAILED };

/* ---- pace ---- */

unsigned room_people(const cr_room *room)
{
    unsigned n = 0;

    for (unsigned i = 0; i < room->n_seats; i++)
        n += room->seats[i].sitter.kind == CR_SEAT_PERSON;
    return n;
}

cr_pace cr_room_pace(const cr_room *room)
{
    if (room->pace)
        return room->pace;
    if (!room->lobby->config.pace || (!room->n_peers && !room_people(room)))
        return CR_PACE_INSTANT;
    return room->lobby->config.pace;
}

/* Does everybody who is waited for want to go on? Those who play, or the spectators where nobody does. */
static bool is_hurried(const cr_room *room)
{
    bool is_any = false;

    for (unsigned i = 0; i < room->n_seats; i++) {
        const cr_peer *player = room->seats[i].player;

        if (player && !player->goes_on)
            return false;
        is_any |= player != NULL;
    }
    if (is_any)
        return true;
    for (const cr_peer *peer = room->peers; peer; peer = peer->next)
        if (!peer->goes_on)
            return false;
    return room->peers != NULL;
}

cr_trouble cr_room_go_on(cr_peer *peer)
{
    cr_room *room = peer->room;

    if (!room)
        return CR_TROUBLE_NOT_ATTACHED;
    if (peer->viewer < room->n_seats && room->seats[peer->viewer].player != peer)
        return CR_TROUBLE_ELSEWHERE;
    if (!room->has_begun)
        return CR_TROUBLE_NOT_STARTED;
    /* Who is asked goes on by answering. */
    peer->goes_on =
        peer->viewer >= room->n_seats || !(cr_deciders(room->state) >> peer->viewer & 1);
    room->has_gone_on = true;
    cr_room_tick(room, cr_room_now(room));
    return CR_TROUBLE_NONE;
}

/* ---- being asked ---- */

/* It comes back, to nobody. */
static void abandon(cr_room_seat *s)
{
    cr_thought *t = s->thought;
    cr_thinker *thinker = t->lobby->config.thinker;

    s->thought = NULL;
    t->room = NULL;
    thinker->forget(thinker, t);
}

void room_forget_thoughts(cr_room *room, uint8_t seat)
{
    cr_room_seat *s = &room->seats[seat];

    if (s->thought)
        abandon(s);
    s->mind = MIND_NONE;
    s->met_ticket = 0;
}

/* A question that this seat is asked: all times that may ever count are drawn now, whoever sits there and whatever he
 * holds. */
static void meet(cr_room *room, uint8_t seat, const cr_question *q, uint64_t now_ms)
{
    cr_room_seat *s = &room->seats[seat];
    cr_pace pace = cr_room_pace(room);
    cr_rng *rng = &room->lobby->pace_rng;

    room_forget_thoughts(room, seat);
    s->met_ticket = q->ticket;
    s->met_ms = now_ms;
    s->answer_ms = now_ms + cr_pace_think(pace, q, room->news, rng);
    s->pass_ms = now_ms + cr_pace_empty(pace, q, room_people(room) > 1, rng);
    s->tie = (uint16_t)cr_rng_u16(rng);
    room_tell_passing(room, seat);
}

/* Does this seat's answer have a time of its own: a bot's, a pass the room sends, or one that it keeps? A person's
 * counts only when the question is on disk and shown. */
static bool is_timed(const cr_room *room, uint8_t seat)
{
    const cr_room_seat *s = &room->seats[seat];

    return room->bots >> seat & 1 ||
           (!room->pending && (s->passes_empty || s->held_ticket == room->state->q.ticket));
}

/* Who is asked waits for bots again, and with another question who watches. */
static void wait_again(cr_room *room, unsigned who, bool is_new)
{
    for (cr_peer *peer = room->peers; peer && is_new; peer = peer->next)
        if (peer->viewer == CR_SPECTATOR)
            peer->goes_on = false;
    for (; who; who &= who - 1)
        if (room->seats[cr_bits_first(who)].player)
            room->seats[cr_bits_first(who)].player->goes_on = false;
}

void room_meet(cr_room *room, uint64_t now_ms)
{
    const cr_state *s = room_look(room);
    unsigned who = cr_deciders(s) & 0xFF;

    if (s->paused)
        return;
    if (room->has_gone_on)
        wait_again(room, who, room->met_ticket != s->q.ticket);
    room->met_ticket = s->q.ticket;
    for (who &= room->bots | room->passing; who; who &= who - 1) {
        uint8_t seat = (uint8_t)cr_bits_first(who);

        if (room->seats[seat].met_ticket != s->q.ticket && is_timed(room, seat))
            meet(room, seat, &s->q, now_ms);
    }
}

/* ---- thinking ---- */

void cr_thought_think(cr_thought *t)
{
    cr_offer offer = {t->game, t->state, t->seat, t->bot, &t->desk};

    t->is_begun = true;
    if (t->work) {
        t->work(t);
        return;
    }
    if (t->is_hint) {
        hint_think(t);
        return;
    }
    t->has_move = t->bot->choose(t->game, t->bot->flags & CR_BOT_BLIND ? NULL : t->view, &offer,
                                 &t->rng, t->budget_ms, &t->move) &&
                  ((t->bot->flags & CR_BOT_EXACT) || cr_offer_has(&offer, &t->move));
}

static void keep_answer(cr_room *room, uint8_t seat, bool has_move, const cr_move *move)
{
    cr_room_seat *s = &room->seats[seat];

    s->mind = has_move ? MIND_CHOSEN : MIND_FAILED;
    if (has_move)
        s->chosen = *move;
    else
        room->lobby->stats.bots_failed++;
}

/* On the loop's time, and with the generator of all such bots. */
static void think_here(cr_room *room, const cr_state *s, uint8_t seat, const cr_bot *bot)
{
    cr_lobby *lobby = room->lobby;
    size_t memory = cr_bot_memory(bot, room->game);
    cr_desk desk = {.memory = memory ? malloc(memory) : NULL};
    cr_offer offer = {room->game, s, seat, bot, &desk};
    const cr_view *view = NULL;
    cr_move move;

    if (!(bot->flags & CR_BOT_BLIND)) {
        cr_see(room->game, s, seat, lobby->view);
        view = lobby->view;
    }
    keep_answer(room, seat,
                bot->choose(room->game, view, &offer, &lobby->rng, LOOP_BUDGET_MS, &move) &&
                    ((bot->flags & CR_BOT_EXACT) || cr_offer_has(&offer, &move)),
                &move);
    free(desk.memory);
}

static cr_thought *make_thought(cr_room *room, const cr_state *s, uint8_t seat, const cr_bot *bot)
{
    cr_lobby *lobby = room->lobby;
    size_t fixed = sizeof(cr_thought) + room->game->state_size + room->game->view_size;
    cr_thought *t = malloc(fixed);
    uint8_t key[32];

    if (!t)
        return NULL;
    *t = (cr_thought){.room = room,
                      .lobby = lobby,
                      .game = room->game,
                      .bot = bot,
                      .state = (cr_state *)(t + 1), /* sizes are multiples of 8 */
                      .view = (cr_view *)((char *)(t + 1) + room->game->state_size),
                      .desk = {NULL, lobby->config.thinker->now_us},
                      .desk_size = cr_bot_memory(bot, room->game),
                      .budget_ms = lobby->config.bot_budget_ms,
                      .seat = seat};
    cr_rng_bytes(&lobby->rng, key, sizeof key);
    cr_rng_init(&t->rng, key, 0);
    memcpy(t->state, s, room->game->state_size);
    cr_see(room->game, s, seat, t->view);
    return t;
}

static void begin_to_think(cr_room *room, const cr_state *s, uint8_t seat, uint64_t now_ms)
{
    cr_thinker *thinker = room->lobby->config.thinker;
    const cr_bot *bot = room_bot_of(room, seat);
    cr_room_seat *me = &room->seats[seat];
    cr_thought *t;

    if (!bot) {
        keep_answer(room, seat, false, NULL);
    } else if (!thinker) {
        think_here(room, s, seat, bot);
    } else if ((t = make_thought(room, s, seat, bot)) && thinker->begin(thinker, t)) {
        room->lobby->stats.bots_thinking++;
        me->thought = t;
        me->mind = MIND_THINKS;
        me->late_ms = now_ms + room->lobby->config.bot_late_ms;
    } else {
        free(t);
        keep_answer(room, seat, false, NULL);
    }
}

void cr_thought_done(cr_thought *t)
{
    cr_room *room = t->room;
    cr_stats *stats = &t->lobby->stats;

    if (t->finish) {
        t->finish(t);
        return;
    }
    stats->bots_thinking--;
    if (t->is_begun)
        cr_histogram_add(&stats->thinking, t->took_us);
    if (room && t->is_hint) {
        hint_done(room, t);
    } else if (room) {
        room->seats[t->seat].thought = NULL;
        keep_answer(room, t->seat, t->has_move, &t->move);
        cr_room_tick(room, cr_room_now(room));
        room_wind_on(room);
    }
    free(t);
}

/* It takes too long. */
static void lose_patience(cr_room *room, uint8_t seat)
{
    cr_room_seat *s = &room->seats[seat];

    abandon(s);
    s->mind = MIND_FAILED;
    room->lobby->stats.bots_late++;
}

/* ---- answering ---- */

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t most(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The people who may still answer. */
static unsigned people_asked(const cr_room *room, const cr_state *s)
{
    return cr_deciders(s) & 0xFF & ~room->bots;
}

/* Until when people have the first word where the quickest counts: for half of the time, or until all have answered. */
static uint64_t window_until(const cr_room *room, const cr_state *s)
{
    const cr_question *q = &s->q;

    if ((q->form != CR_OPEN && q->form != CR_ANY) || !people_asked(room, s))
        return 0;
    if (q->budget_ms)
        return q->deadline_ms - q->budget_ms / 2;
    return q->form == CR_OPEN ? UINT64_MAX : 0;
}

/* When the answer of this bot may be played; UINT64_MAX: not before something else happens. */
static uint64_t answer_at(const cr_room *room, const cr_state *s, uint8_t seat)
{
    const cr_room_seat *me = &room->seats[seat];
    uint64_t at = me->answer_ms;

    if (cr_room_pace(room) == CR_PACE_INSTANT)
        return 0; /* perhaps everybody has just left */
    /* Not even then at once: how long a bot thinks may tell what it holds. */
    if (is_hurried(room))
        at = least(at, me->met_ms + room->lobby->config.bot_budget_ms);
    return most(at, window_until(room, s));
}

/* May the default of a bot that has no answer be played? In an ANY question it ends the question for all, so not while
 * somebody, or the clock, will answer. */
static bool may_default(const cr_room *room, const cr_state *s)
{
    return s->q.form != CR_ANY || (!people_asked(room, s) && !s->q.budget_ms);
}

static cr_move default_of(const cr_state *s, uint8_t seat)
{
    bool is_firsts = s->q.form == CR_ANY && cr_deciders(s) >> s->q.first & 1;

    return cr_idle_move(s, is_firsts ? s->q.first : seat);
}

/* The bot whose answer is to be played next: the earliest by the time that was drawn, not by its seat. */
static bool next_bot(const cr_room *room, const cr_state *s, uint64_t now_ms, uint8_t *out)
{
    const cr_room_seat *best = NULL;

    for (unsigned seats = cr_deciders(s) & room->bots; seats; seats &= seats - 1) {
        uint8_t seat = (uint8_t)cr_bits_first(seats);
        const cr_room_seat *me = &room->seats[seat];

        if ((me->mind != MIND_CHOSEN && (me->mind != MIND_FAILED || !may_default(room, s))) ||
            answer_at(room, s, seat) > now_ms)
            continue;
        if (!best || me->answer_ms < best->answer_ms ||
            (me->answer_ms == best->answer_ms && me->tie < best->tie)) {
            best = me;
            *out = seat;
        }
    }
    return best;
}

static void think_all(cr_room *room, const cr_state *s, uint64_t now_ms)
{
    for (unsigned seats = cr_deciders(s) & room->bots; seats; seats &= seats - 1) {
        uint8_t seat = (uint8_t)cr_bits_first(seats);

        if (room->seats[seat].mind == MIND_NONE)
            begin_to_think(room, s, seat, now_ms);
        else if (room->seats[seat].mind == MIND_THINKS && now_ms >= room->seats[seat].late_ms)
            lose_patience(room, seat);
    }
}

/* A move of a bot that is asked, or the default where nobody else will answer. */
static bool bot_move(cr_room *room, uint64_t now_ms, cr_move *move)
{
    const cr_state *s = room_look(room);
    unsigned who = cr_deciders(s);
    uint8_t seat;

    if (!(who & 0xFF)) { /* a pseudo-seat that nobody plays, and no clock */
        *move = default_of(s, (uint8_t)cr_bits_first(who));
        return !s->q.budget_ms;
    }
    if (!(who & room->bots))
        return false;
    think_all(room, s, now_ms);
    if (!next_bot(room, s, now_ms, &seat))
        return false;
    *move = room->seats[seat].chosen;
    if (room->seats[seat].mind == MIND_FAILED || cr_judge(room->game, s, move, now_ms).code)
        *move = default_of(s, seat);
    return true;
}

/* With a pace bots answer what people have been shown; without one they are ahead of the disk. */
static bool is_time_for_bots(const cr_room *room)
{
    return room_is_live(room) && !room_look(room)->paused && !room->lobby->is_stopping &&
           (!room->pending || cr_room_pace(room) == CR_PACE_INSTANT);
}

void room_run_bots(cr_room *room, uint64_t now_ms)
{
    cr_move move;

    for (unsigned n = 0; n < BOT_MOVES && is_time_for_bots(room); n++) {
        room_meet(room, now_ms);
        if (!bot_move(room, now_ms, &move) || !room_play(room, &move, now_ms, NULL, 0))
            return;
        room->lobby->stats.bot_moves++;
    }
}

uint64_t room_bots_due(const cr_room *room)
{
    const cr_state *s = room_look(room);
    unsigned seats = cr_deciders(s) & room->bots;
    uint64_t due = UINT64_MAX;

    if (!seats || !is_time_for_bots(room))
        return due;
    for (; seats; seats &= seats - 1) {
        uint8_t seat = (uint8_t)cr_bits_first(seats);
        const cr_room_seat *me = &room->seats[seat];

        if (me->met_ticket != s->q.ticket)
            due = 0;
        else if (me->mind == MIND_THINKS)
            due = least(due, me->late_ms);
        else if (me->mind == MIND_CHOSEN || may_default(room, s))
            due = least(due, answer_at(room, s, seat));
    }
    return due;
}
