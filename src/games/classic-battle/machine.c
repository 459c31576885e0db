/* The state machine of Classic Battle (JK-6): a trigger finds its row, the row says what is next, entering a state
 * does what the rules say and may raise the next trigger. What a round is made of is in rounds.c. */
#include "games/classic-battle/rounds.h"

#define CR_RULES_FILE "games/classic-battle/rules.def"
#include "kernel/rules.h"

const cb_row cb_rows[ROW_END + 1] = {
#define STATE(state, first)
#define ROW(row, state, trigger, guard, next, by) \
    [ROW_##row] = {ST_##state, TR_##trigger, GUARD_##guard, ST_##next, by, 0},
#define ALSO(row, state, trigger, guard, next, by) \
    [ROW_##row] = {ST_##state, TR_##trigger, GUARD_##guard, ST_##next, by, 1},
#include "games/classic-battle/transitions.def"
#undef ROW
#undef ALSO
};

const uint8_t cb_row_of[ST_END][TR_END] = {
#define ROW(row, state, trigger, guard, next, by) [ST_##state][TR_##trigger] = ROW_##row,
#define ALSO(row, state, trigger, guard, next, by)
#include "games/classic-battle/transitions.def"
#undef STATE
#undef ROW
};

const uint8_t cb_row_first[ST_END] = {
#define STATE(state, first) [ST_##state] = ROW_##first,
#define ROW(row, state, trigger, guard, next, by)
#include "games/classic-battle/transitions.def"
#undef STATE
#undef ROW
#undef ALSO
};

/* ---- what a trigger does on its way out of a state ---- */

/* JK-8.1: a person gives one of four reasons, everything else is the host's. Only a person can quit. */
static void set_reason(cb_board *b, const cr_move *cause)
{
    uint8_t reason = cause->arg[0] == CB_BY_ENGINE ? REASON_ERROR : (uint8_t)(cause->arg[0] + 1);
    bool is_person = cause->seat < CR_SEATS_MAX;

    CR_CITE(JK_8_1);
    if (reason == REASON_TIMEOUT || (reason == REASON_QUIT && !is_person))
        reason = REASON_HOST;
    b->reason = reason;
    b->quitter = reason == REASON_QUIT ? (uint8_t)(cause->seat + 1) : 0;
}

static void resolve(cb_state *s, cr_sink *sink, uint8_t trigger)
{
    s->board.reason = REASON_NONE;
    s->board.has_round = s->board.is_committed = s->board.kept_lock = 0;
    TELL(s, sink, EV_RESOLVED, CR_HOST, trigger);
}

/* What the engine fires has its mark in place of an argument: a computer's choice, or an error. */
static const cr_move by_engine = {.seat = CR_HOST, .arg = {CB_BY_ENGINE}};

static void act(cb_state *s, const cb_row *row, const cr_move *said, cr_sink *sink)
{
    cb_board *b = &s->board;

    switch (row->trigger) {
    case TR_START_CLICKED:
        CR_CITE(JK_3_1);
        s->session.length = said->arg[0];
        b->match++;
        TELL(s, sink, EV_LENGTH, CR_HOST, said->arg[0]);
        break;
    case TR_READY:
        if (row->state == ST_COOLDOWN)
            cb_drop_round(s);
        break;
    case TR_STAT_SELECTED:
        cb_lock(s, said->arg[0] != CB_BY_ENGINE ? said->arg[0] : cb_choice_of_computer(s, sink),
                b->chooser ? SOURCE_OPPONENT : SOURCE_PLAYER, sink);
        break;
    case TR_TIMEOUT:
        CR_CITE(JK_6_6);
        if (row->next == ST_DECISION)
            cb_lock_automatically(s, sink);
        else
            b->reason = REASON_TIMEOUT;
        break;
    case TR_INTERRUPT:
        set_reason(b, said);
        break;
    case TR_ERROR:
        b->reason = REASON_ERROR;
        break;
    case TR_ABORT_MATCH:
        CR_CITE(JK_8_6);
        CR_CITE(JK_3_6);
        b->result = b->reason == REASON_QUIT ? RESULT_QUIT : RESULT_ABORTED;
        resolve(s, sink, TR_ABORT_MATCH);
        break;
    case TR_MODIFY_ROUND_DECISION:
        cb_edit(s, said, sink);
        resolve(s, sink, TR_MODIFY_ROUND_DECISION);
        break;
    case TR_RESTART_ROUND:
        CR_CITE(JK_8_5);
        __attribute__((fallthrough));
    case TR_RESUME_LOBBY:
    case TR_TO_LOBBY:
        resolve(s, sink, row->trigger);
        break;
    case TR_RESTART_MATCH:
        resolve(s, sink, row->trigger);
        b->match++;
        break;
    default:
        break;
    }
}

/* ---- entering a state ---- */

/* An injected error strikes before the entry does anything; where the table has no way out the entry goes on. One more
 * error: a test interrupts the last round after its commit and restarts it, and there is none to start. */
static bool fails(cb_state *s, uint8_t state, cr_sink *sink, uint8_t *out)
{
    if (CR_LIKELY(s->board.inject != state && !(state == ST_ROUND_START && cb_is_end(s))))
        return false;
    CR_CITE(JK_8_15);
    s->board.inject = INJECT_NONE;
    TELL(s, sink, EV_ERROR, CR_HOST, state);
    if (state == ST_MATCH_START) {
        *out = TR_ERROR;
        return true;
    }
    if (!cb_row_of[state][TR_INTERRUPT])
        return false;
    CR_CITE(JK_8_2);
    *out = TR_INTERRUPT;
    return true;
}

static uint8_t enter_match_start(cb_state *s, cr_sink *sink)
{
    cb_board *b = &s->board;
    cb_loaded loaded;

    b->target = s->session.length;
    loaded = cb_deal(s);
    if (loaded != CB_LOADED) {
        CR_CITE(JK_1_8);
        TELL(s, sink, EV_ERROR, CR_HOST, (uint8_t)(INJECT_CHOICE_OF_OPPONENT + loaded));
        return TR_ERROR;
    }
    return cb_go_on(s);
}

static uint8_t enter_cooldown(cb_state *s, uint8_t from)
{
    const cb_session *with = &s->session;
    bool is_start = from == ST_MATCH_START;

    if (!cb_has(s, F_AUTO_ADVANCE))
        return TR_NONE;
    CR_CITE(JK_7_18);
    CR_CITE(JK_7_19);
    return cb_arm(s, is_start ? TIMER_START : TIMER_COOLDOWN,
                  cb_has(s, F_SKIP_COOLDOWN | F_HEADLESS) ? 0
                  : is_start                              ? with->start_ms
                                                          : with->cooldown_ms);
}

static uint8_t enter_round_start(cb_state *s, cr_sink *sink)
{
    cb_draw_cards(s, sink);
    if (!cb_has(s, F_AUTO_ADVANCE))
        return TR_NONE;
    return cb_arm(s, TIMER_REVEAL,
                  cb_has(s, F_HEADLESS | F_REDUCED_MOTION) ? 0 : s->session.reveal_ms);
}

/* The stat timer and the delay of a computer that chooses run together; the shorter one leaves the state. */
static uint8_t enter_choice(cb_state *s)
{
    cb_board *b = &s->board;
    uint32_t stat_ms = s->session.stat_ms, delay_ms = s->delay_ms;

    if (!cb_has(s, F_AUTO_ADVANCE))
        return TR_NONE;
    if (stat_ms)
        (void)cb_arm(s, TIMER_STAT, stat_ms);
    if (!b->chooser || cb_has(s, F_PERSON))
        return TR_NONE;
    CR_CITE(JK_5_2);
    s->delay_ms = 0;
    if (cb_has(s, F_HEADLESS))
        delay_ms = 0;
    if (!stat_ms || delay_ms < stat_ms) {
        b->timer = TIMER_DELAY;
        if (!delay_ms)
            return TR_STAT_SELECTED;
        s->budget_ms = delay_ms;
        if (stat_ms)
            b->behind_ms = stat_ms - delay_ms;
        else
            return cb_arm(s, TIMER_DELAY, delay_ms);
    }
    return TR_NONE;
}

static uint8_t enter_decision(cb_state *s, cr_sink *sink)
{
    cb_board *b = &s->board;
    uint32_t delay_ms = s->delay_ms;

    b->table = TABLE_REVEALED;
    if (!b->is_modified)
        cb_compare(s);
    TELL(s, sink, EV_RESULT, CR_HOST, b->lock, b->value[0], b->value[1],
         (uint8_t)(b->value[0] - b->value[1]), b->outcome, s->deck[0][b->at], s->deck[1][b->at]);
    s->delay_ms = 0;
    if (!cb_has(s, F_AUTO_ADVANCE))
        return TR_NONE;
    if (b->lock_source != SOURCE_PLAYER || b->is_modified || cb_has(s, F_HEADLESS | F_PERSON))
        delay_ms = 0;
    return cb_arm(s, TIMER_DELAY, delay_ms);
}

static uint8_t enter_round_over(cb_state *s, cr_sink *sink)
{
    cb_commit(s, sink);
    if (!(s->board.sampled & F_AUTO_CONTINUE) && !cb_is_end(s))
        return TR_NONE;
    return cb_go_on(s);
}

static void tell_result(const cb_state *s, cr_sink *sink)
{
    TELL(s, sink, EV_MATCH, CR_HOST, s->board.result, s->board.score[0], s->board.score[1]);
}

static uint8_t enter_match_decision(cb_state *s, cr_sink *sink)
{
    cb_board *b = &s->board;

    CR_CITE(JK_3_5);
    b->result = b->score[0] > b->score[1]   ? RESULT_PLAYER
                : b->score[0] < b->score[1] ? RESULT_OPPONENT
                                            : RESULT_DRAW;
    tell_result(s, sink);
    return cb_go_on(s);
}

static uint8_t enter_match_over(cb_state *s, uint8_t from, cr_sink *sink)
{
    cb_board *b = &s->board;

    if (from == ST_LOBBY) {
        CR_CITE(JK_8_7);
        cb_drop_match(s);
        b->result = RESULT_ABORTED;
        b->reason = REASON_NONE;
    }
    if (b->result == RESULT_QUIT || b->result == RESULT_ABORTED)
        tell_result(s, sink);
    CR_CITE(JK_3_11);
    b->won[0] += b->result == RESULT_PLAYER || (b->result == RESULT_QUIT && b->quitter == 2);
    b->won[1] += b->result == RESULT_OPPONENT || (b->result == RESULT_QUIT && b->quitter == 1);
    b->ended++;
    CR_CITE(JK_3_10);
    if (s->session.matches && b->ended == s->session.matches)
        cr_pop(&s->k);
    return TR_NONE;
}

static void tell_raised(const cb_state *s, uint8_t from, uint8_t is_match, cr_sink *sink)
{
    const cb_board *b = &s->board;

    TELL(s, sink, EV_RAISED, CR_HOST, is_match, b->reason, from, b->score[0], b->score[1]);
}

static uint8_t enter_interrupt_round(cb_state *s, uint8_t from, cr_sink *sink)
{
    cb_board *b = &s->board;

    if (from == ST_MODIFICATION) {
        CR_CITE(JK_8_14);
        return TR_NONE;
    }
    CR_CITE(JK_8_3);
    CR_CITE(JK_8_4);
    b->has_round = from != ST_COOLDOWN && b->table != TABLE_EMPTY;
    b->is_committed = b->has_round && b->table == TABLE_COMMITTED;
    b->kept_lock = b->has_round ? b->lock : 0;
    cb_drop_round(s);
    tell_raised(s, from, 0, sink);
    CR_CITE(JK_8_9);
    return b->reason == REASON_QUIT ? TR_ABORT_MATCH : TR_NONE;
}

static uint8_t enter_interrupt_match(cb_state *s, uint8_t from, cr_sink *sink)
{
    CR_CITE(JK_8_11);
    tell_raised(s, from, 1, sink);
    cb_drop_match(s);
    return s->board.reason == REASON_QUIT ? TR_TO_LOBBY : TR_NONE;
}

static uint8_t enter(cb_state *s, uint8_t from, uint8_t state, cr_sink *sink)
{
    uint8_t fault;

    if (fails(s, state, sink, &fault))
        return fault;
    switch (state) {
    case ST_LOBBY:
        cb_drop_match(s);
        return TR_NONE;
    case ST_MATCH_START:
        return enter_match_start(s, sink);
    case ST_COOLDOWN:
        return enter_cooldown(s, from);
    case ST_ROUND_START:
        return enter_round_start(s, sink);
    case ST_CHOICE:
        return enter_choice(s);
    case ST_DECISION:
        return enter_decision(s, sink);
    case ST_ROUND_OVER:
        return enter_round_over(s, sink);
    case ST_MATCH_DECISION:
        return enter_match_decision(s, sink);
    case ST_MATCH_OVER:
        return enter_match_over(s, from, sink);
    case ST_INTERRUPT_ROUND:
        return enter_interrupt_round(s, from, sink);
    case ST_INTERRUPT_MATCH:
        return enter_interrupt_match(s, from, sink);
    default:
        return TR_NONE; /* roundModification: nothing changes yet */
    }
}

/* ---- the loop: JK-6.8 ---- */

static void tell_state(const cb_state *s, uint8_t state, cr_sink *sink)
{
    const cb_board *b = &s->board;
    bool is_interrupt =
        state == ST_INTERRUPT_ROUND || state == ST_INTERRUPT_MATCH || b->trigger == TR_INTERRUPT;

    CR_CITE(JK_10_3);
    TELL(s, sink, EV_STATE, CR_HOST, b->prev, state, b->trigger,
         is_interrupt ? b->reason : REASON_NONE);
}

/* One trigger, from leaving the state to the end of entering the next. Returns what the entry raises. */
static uint8_t fire(cb_state *s, cr_frame *top, uint8_t trigger, const cr_move *said, cr_sink *sink)
{
    const cb_row *row = &cb_rows[cb_row_of[top->step][trigger]];

    CR_CITE(JK_6_4);
    CR_CITE(JK_6_8);
    while (row[1].is_also && !cb_guard_holds(s, row))
        row++;
    act(s, row, said, sink);
    cb_disarm(s);
    s->board.prev = top->step;
    s->board.trigger = trigger;
    top->step = row->next;
    tell_state(s, row->next, sink);
    return enter(s, row->state, row->next, sink);
}

/* JK-7.6, 10.1: one timer.paused and one timer.resumed, however many reasons there are. */
void cb_pausing(const cr_state *k, uint8_t reason, cr_sink *sink)
{
    const cb_state *s = (const cb_state *)k;
    uint32_t left_ms = k->q.budget_ms ? cr_time_left(k) + s->board.behind_ms : 0;

    TELL(s, sink, k->paused ? EV_PAUSED : EV_RESUMED, CR_HOST, reason, (uint8_t)left_ms,
         (uint8_t)(left_ms >> 8), (uint8_t)(left_ms >> 16), (uint8_t)(left_ms >> 24));
}

static void set(cb_state *s, const cr_move *move)
{
    static const uint32_t presets[4][3] = {
        {60000, 5000, 5000}, {30000, 3000, 3000}, {10000, 0, 0}, {0, 3000, 3000}};
    uint32_t value = cb_setting_value(move);
    uint8_t name = move->arg[0], side = name == SET_OPPONENT_CARD;
    cb_session *with = &s->session;
    uint8_t *n_rigged = s->board.n_rigged;

    CR_CITE(JK_6_12);
    if (cb_settings[name].flags & CB_FLAG) {
        with->flags = value ? with->flags | 1u << name : with->flags & ~(1u << name);
        return;
    }
    switch (name) {
    case SET_PRESET:
        CR_CITE(JK_7_1);
        with->stat_ms = presets[value][0];
        with->cooldown_ms = presets[value][1];
        with->start_ms = presets[value][2];
        break;
    case SET_CHOOSER:
        with->policy = (uint8_t)value;
        break;
    case SET_DIFFICULTY:
        with->difficulty = (uint8_t)value;
        break;
    case SET_STRATEGY:
        with->strategy = (uint8_t)value;
        break;
    case SET_INJECT:
        s->board.inject = (uint8_t)value;
        break;
    case SET_PLAYER_CARD:
    case SET_OPPONENT_CARD:
        if (value) {
            s->rigged_deck[side][n_rigged[side]++] = (uint8_t)value;
        } else {
            memset(s->rigged_deck[side], 0, CB_ROUNDS);
            n_rigged[side] = 0;
        }
        break;
    case SET_PICK:
        if (value < CB_STATS) {
            s->rigged_pick[n_rigged[2]++] = (uint8_t)value;
        } else {
            memset(s->rigged_pick, 0, sizeof s->rigged_pick);
            n_rigged[2] = 0;
        }
        break;
    default: /* SET_DELAY */
        if (value < cb_settings[SET_DELAY].top) {
            s->rigged_delay[n_rigged[3]++] = (uint16_t)value;
        } else {
            memset(s->rigged_delay, 0, sizeof s->rigged_delay);
            n_rigged[3] = 0;
        }
    }
}

static void tell_setting(const cb_state *s, const cr_move *move, cr_sink *sink)
{
    uint32_t value = cb_setting_value(move);
    uint8_t name = move->arg[0];
    bool is_rig = name == SET_PLAYER_CARD || name == SET_OPPONENT_CARD || name == SET_PICK ||
                  name == SET_DELAY;
    bool clears = name == SET_PICK    ? value >= CB_STATS
                  : name == SET_DELAY ? value >= cb_settings[SET_DELAY].top
                                      : is_rig && !value;

    CR_TELL_PART(sink, EV_SETTINGS, CR_HOST, is_rig ? CR_BIT(move->seat) : CR_EYES_ALL, 5, name,
                 clears, (uint8_t)s->board.match, (uint8_t)(s->board.match >> 8), s->board.round, 0,
                 (uint8_t)value, (uint8_t)(value >> 8));
}

static bool ask(cb_state *s, uint8_t state)
{
    uint8_t first = state == ST_CHOICE && cb_has(s, F_PERSON) ? s->board.chooser : 0;

    CR_CITE(JK_6_1);
    CR_CITE(JK_6_13);
    return cr_ask(&s->k, (uint8_t)(state - 1), cb_asked(s, state), CR_ANY, first, s->budget_ms);
}

void cb_step(cr_state *k, cr_frame *top, cr_sink *sink)
{
    cb_state *s = (cb_state *)k;
    uint8_t trigger;

    if (top->step == ST_BEGIN) {
        CR_CITE(JK_6_10);
        top->step = ST_LOBBY;
        tell_state(s, ST_LOBBY, sink);
        trigger = enter(s, ST_BEGIN, ST_LOBBY, sink);
    } else {
        const cr_move *said = &k->said;

        if (ask(s, top->step))
            return;
        if (said->kind == KIND_SETTINGS) {
            cb_session session = s->session;
            cb_board board = s->board;

            set(s, said);
            /* What stays as it was is not told: nobody can see it. */
            if (memcmp(&session, &s->session, sizeof session) ||
                memcmp(&board, &s->board, sizeof board))
                tell_setting(s, said, sink);
            s->budget_ms = cr_time_left(k);
            trigger = TR_NONE;
        } else {
            if (sink && k->q.budget_ms && !k->paused && k->now_ms >= k->q.deadline_ms) {
                CR_CITE(JK_7_4);
                TELL(s, sink, EV_EXPIRED, CR_HOST, s->board.timer);
            }
            trigger = fire(s, top, said->kind, said, sink);
        }
    }
    while (trigger)
        trigger = fire(s, top, trigger, &by_engine, sink);
    if (k->depth)
        (void)ask(s, top->step);
}
