/* The effects: the phase with its choice of fights, and the battle with its steps in the order of DB-16. The windows
 * before the plans are in windows.c, what a battle does to the board in resolve.c and spoils.c. */
#include "games/dune-battle/dune.h"

/* ---- the phase ---- */

/* DB-1.1: advisors alone in their territory fight, unless the storm is over them. */
static void turn_advisors(db_state *s)
{
    db_board *b = &s->w.board;
    uint8_t bg = db_seat_of(b, s->k.n_seats, DB_BG);

    for (uint64_t left = b->advisors; b->is_advanced && left; left &= left - 1) {
        unsigned territory = cr_bits_first(left);
        const db_territory *t = &db_territories[territory];
        bool stays = false;

        for (unsigned a = t->first; a < t->first + (unsigned)t->n_areas; a++) {
            if (db_areas[a].sector == b->storm && b->force[bg][a])
                stays = true;
            for (unsigned seat = 0; seat < s->k.n_seats; seat++)
                if (seat != bg && b->force[seat][a])
                    stays = true;
        }
        CR_CITE(DB_1_1);
        if (!stays)
            b->advisors &= ~(UINT64_C(1) << territory);
    }
}

static void start_phase(db_state *s, cr_sink *sink)
{
    unsigned twice = 0;
    db_fight fights[DB_FIGHTS_MAX];
    bool is_all = db_is_whole_match(&s->k);

    if (is_all)
        db_values(&s->w, s->k.n_seats, s->w.secret.start);
    CR_TELL(sink, DB_EV_PHASE_START, CR_HOST, s->w.board.storm);
    turn_advisors(s);
    for (uint8_t seat = 0; sink && seat < s->k.n_seats; seat++)
        twice += db_fights_of(&s->w.board, s->k.n_seats, seat, fights, DB_FIGHTS_MAX);
    CR_TELL(sink, DB_EV_FIGHTS, CR_HOST, (uint8_t)(twice / 2));
    if (is_all)
        db_tell_holdings(s, false, sink);
}

/* The side that would have to obey or answer a faction with a power in this battle, or 2. */
static uint8_t side_against(const db_state *s, uint8_t faction)
{
    uint8_t seat = db_seat_of(&s->w.board, s->k.n_seats, faction);
    unsigned side = seat == 0xFF ? 2 : db_side_for(&s->w.board, seat);

    return (uint8_t)(side < 2 ? !side : 2);
}

static void start_battle(db_state *s, uint8_t aggressor, db_fight fight, cr_sink *sink)
{
    db_battle *b = &s->w.board.battle;

    b->seat[0] = aggressor;
    b->seat[1] = fight.foe;
    b->zone = fight.zone;
    CR_CITE(DB_3_1);
    CR_CITE(DB_4_1);
    b->voice_side = side_against(s, DB_BG);
    b->prescience_side = side_against(s, DB_AT);
    CR_TELL(sink, DB_EV_CHOSEN, aggressor, fight.zone.area, s->w.board.faction[aggressor],
            s->w.board.faction[fight.foe]);
    cr_push(&s->k, DB_BATTLE, aggressor);
}

/* A call of its own: the steps of a battle, which are many, need no room for fights. */
__attribute__((noinline)) static void step_phase(db_state *s, cr_frame *top, cr_sink *sink)
{
    db_fight fights[DB_FIGHTS_MAX];
    uint64_t presence[DB_SEATS];
    uint8_t aggressor;
    unsigned n, chosen = 0;

    db_look_around(&s->w.board, s->k.n_seats, presence);
    if (top->step == DB_PHASE_START) {
        start_phase(s, sink);
        top->step = DB_PHASE_NEXT;
    }
    n = db_next_fights(&s->w.board, s->k.n_seats, presence, &aggressor, fights, DB_FIGHTS_MAX);
    if (!n) {
        db_end_phase(s, sink);
        cr_pop(&s->k);
        return;
    }
    CR_CITE(DB_1_9);
    CR_CITE(DB_2_5);
    if (n > 1) {
        const uint8_t *arg = s->k.said.arg;

        if (db_ask_one(s, DB_Q_CHOOSE, aggressor, DB_TIME_FIGHT))
            return;
        CR_CITE(DB_2_2);
        while (fights[chosen].zone.area != db_territories[arg[0]].first + arg[1] ||
               s->w.board.faction[fights[chosen].foe] != arg[2])
            chosen++;
    }
    start_battle(s, aggressor, fights[chosen], sink);
}

/* ---- plans ---- */

void db_sealed(const cr_state *k, const cr_move *move, cr_sink *sink)
{
    if (move->kind == DB_PLAN && ((const db_plan *)move->arg)->announce)
        CR_TELL(sink, DB_EV_NO_LEADER, move->seat, 0);
    (void)k;
}

static void lock(db_state *s, unsigned side, cr_sink *sink)
{
    db_battle *b = &s->w.board.battle;
    db_plan *plan = &s->w.secret.battle.plan[side];

    memcpy(plan, s->k.sealed[b->seat[side]].arg, sizeof *plan);
    b->locked |= (uint8_t)(1 << side);
    CR_CITE(DB_5_16);
    if (b->look_at == side + 1) {
        uint8_t at = db_seat_of(&s->w.board, s->k.n_seats, DB_AT);

        s->w.secret.seen[at] |= db_plan_cards(plan);
        if (sink)
            cr_emit(sink, DB_EV_PLAN_LOOK, b->seat[side], CR_BIT(at), 0, true,
                    (const uint8_t *)plan, sizeof *plan);
    }
}

/* Asks the sides for their plans, sealed; true while one is missing. */
static bool plans(db_state *s, uint8_t question, unsigned sides, cr_sink *sink)
{
    const uint8_t *seat = s->w.board.battle.seat;
    uint16_t seats =
        (uint16_t)((sides & 1 ? CR_BIT(seat[0]) : 0) | (sides & 2 ? CR_BIT(seat[1]) : 0));

    if (cr_ask(&s->k, question, seats, CR_ALL, 0, db_time_for(&s->w, DB_TIME_PLAN)))
        return true;
    for (unsigned side = 0; side < 2; side++)
        if (sides >> side & 1)
            lock(s, side, sink);
    return false;
}

/* DB-3.12: what was locked must be sent again. The old plan is kept for the case that time runs out. */
static void unlock(db_state *s, cr_sink *sink)
{
    db_battle *b = &s->w.board.battle;

    CR_CITE(DB_3_12);
    b->locked &= (uint8_t) ~(1 << b->voice_side);
    CR_TELL(sink, DB_EV_PLAN_UNLOCKED, b->seat[b->voice_side], 0);
}

/* ---- behind the reveal ---- */

static bool traitor(db_state *s, cr_sink *sink)
{
    const db_board *b = &s->w.board;
    uint8_t hk = db_seat_of(b, s->k.n_seats, DB_HK);
    uint16_t seats = (uint16_t)(CR_BIT(b->battle.seat[0]) | CR_BIT(b->battle.seat[1]));

    CR_CITE(DB_6_1);
    CR_CITE(DB_6_4);
    CR_CITE(DB_15_2);
    if (hk != 0xFF && db_side_for(b, hk) < 2)
        seats |= CR_BIT(hk);
    if (cr_ask(&s->k, DB_Q_TRAITOR, seats, CR_ALL, 0, db_time_for(&s->w, DB_TIME_TRAITOR)))
        return true;
    db_resolve(s, sink);
    return false;
}

static bool winner_choice(db_state *s, cr_sink *sink)
{
    const db_battle *b = &s->w.board.battle;
    cr_move idle;

    if (!b->winner)
        return false;
    if (db_must_choose(&s->w)) {
        if (db_ask_one(s, DB_Q_KEEP, b->seat[b->winner - 1], DB_TIME_KEEP))
            return true;
        db_keep(&s->w, &s->k.said, sink);
    } else {
        idle = db_default_keep(&s->w);
        db_keep(&s->w, &idle, sink);
    }
    return false;
}

static bool capture(db_state *s, cr_frame *top, cr_sink *sink)
{
    db_battle *b = &s->w.board.battle;
    uint8_t hk = b->seat[b->winner - 1], loser = b->seat[2 - b->winner];

    if (db_ask_one(s, DB_Q_CAPTURE, hk, DB_TIME_CAPTURE))
        return true;
    CR_CITE(DB_12_15);
    b->choice = s->k.said.arg[0];
    CR_TELL_PART(sink, DB_EV_CAPTURE_CHOICE, hk, CR_BIT(hk) | CR_BIT(loser), 1, b->choice,
                 s->w.secret.battle.drawn);
    top->step = DB_STEP_TAKE;
    if (b->choice != DB_DECLINE)
        db_open_cancelling(s, DB_Q_CAPTURE_CANCEL, hk);
    return false;
}

/* A step that asks nothing goes on to the next at once; one that asks comes back here for what follows its answer. */
static void step_battle(db_state *s, cr_frame *top, cr_sink *sink)
{
    db_battle *b = &s->w.board.battle;

    switch (top->step) {
    case DB_STEP_DECLARE:
        if (db_declare(s, top, sink))
            return;
        __attribute__((fallthrough));
    case DB_STEP_VOICE:
        if (b->voice_side < 2 && !s->w.board.late_voice) {
            top->step = DB_STEP_VOICE;
            db_voice(s, top, DB_Q_VOICE, DB_STEP_PRESCIENCE, DB_STEP_PRESCIENCE, sink);
            return;
        }
        __attribute__((fallthrough));
    case DB_STEP_PRESCIENCE:
        if (b->prescience_side < 2) {
            top->step = DB_STEP_PRESCIENCE;
            db_prescience(s, top, sink);
            return;
        }
        __attribute__((fallthrough));
    case DB_STEP_PLAN_FIRST:
        if (b->look_at) {
            top->step = DB_STEP_PLAN_FIRST;
            if (!plans(s, DB_Q_PLAN_FIRST, 1u << (b->look_at - 1), sink))
                top->step = DB_STEP_PLANS;
            return;
        }
        __attribute__((fallthrough));
    case DB_STEP_PLANS:
        top->step = DB_STEP_PLANS;
        if (plans(s, DB_Q_PLANS, 3u & ~b->locked, sink))
            return;
        __attribute__((fallthrough));
    case DB_STEP_VOICE_LATE:
        if (b->voice_side < 2 && s->w.board.late_voice) {
            top->step = DB_STEP_VOICE_LATE;
            db_voice(s, top, DB_Q_VOICE_LATE, DB_STEP_UNLOCK, DB_STEP_REVEAL, sink);
            return;
        }
        __attribute__((fallthrough));
    case DB_STEP_REVEAL:
        db_reveal(s, sink);
        __attribute__((fallthrough));
    case DB_STEP_TRAITOR:
        top->step = DB_STEP_TRAITOR;
        if (traitor(s, sink))
            return;
        __attribute__((fallthrough));
    case DB_STEP_KEEP:
        top->step = DB_STEP_KEEP;
        if (winner_choice(s, sink))
            return;
        __attribute__((fallthrough));
    case DB_STEP_DRAW:
        if (db_draw_captive(s, sink)) {
            top->step = DB_STEP_CAPTURE;
            return;
        }
        __attribute__((fallthrough));
    default:
        db_end_battle(s, sink);
        cr_pop(&s->k);
        return;
    case DB_STEP_ANSWER:
        if (b->prescience != DB_STANDS || !db_ask_answer(s, sink))
            top->step = DB_STEP_PLAN_FIRST;
        return;
    case DB_STEP_UNLOCK:
        top->step = DB_STEP_REVEAL;
        if (b->voice == DB_STANDS) {
            unlock(s, sink);
            top->step = DB_STEP_PLAN_AGAIN;
        }
        return;
    case DB_STEP_PLAN_AGAIN:
        if (!plans(s, DB_Q_PLAN_AGAIN, 1u << b->voice_side, sink))
            top->step = DB_STEP_REVEAL;
        return;
    case DB_STEP_CAPTURE:
        capture(s, top, sink);
        return;
    case DB_STEP_TAKE:
        db_take_captive(s, sink);
        top->step = DB_STEP_END;
    }
}

void db_step(cr_state *k, cr_frame *top, cr_sink *sink)
{
    db_state *s = (db_state *)k;

    switch (top->kind) {
    case DB_PHASE:
        step_phase(s, top, sink);
        break;
    case DB_BATTLE:
        step_battle(s, top, sink);
        break;
    default:
        db_step_cancelling(s, top, sink);
    }
}
