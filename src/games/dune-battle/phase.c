/* The effects: the phase with its choice of fights, the battle with its windows in the order of DB-16, and the
 * window in which others may cancel a power. What a battle does to the board is in resolve.c. */
#include "games/dune-battle/dune.h"

static uint32_t time_for(const db_world *w, unsigned decision)
{
    CR_CITE(DB_0_11);
    return w->board.time_ms[decision];
}

static bool ask_one(db_state *s, uint8_t question, uint8_t seat, unsigned decision)
{
    return cr_ask(&s->k, question, CR_BIT(seat), CR_ANY, seat, time_for(&s->w, decision));
}

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

    for (uint8_t seat = 0; seat < s->k.n_seats; seat++)
        s->w.secret.start[seat] = db_value(&s->w, s->k.n_seats, seat);
    CR_TELL(sink, DB_EV_PHASE_START, CR_HOST, s->w.board.storm);
    turn_advisors(s);
    for (uint8_t seat = 0; sink && seat < s->k.n_seats; seat++)
        twice += db_fights_of(&s->w.board, s->k.n_seats, seat, fights, DB_FIGHTS_MAX);
    CR_TELL(sink, DB_EV_FIGHTS, CR_HOST, (uint8_t)(twice / 2));
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

static void step_phase(db_state *s, cr_frame *top, cr_sink *sink)
{
    db_fight fights[DB_FIGHTS_MAX];
    uint8_t aggressor;
    unsigned n, chosen = 0;

    if (top->step == DB_PHASE_START) {
        start_phase(s, sink);
        top->step = DB_PHASE_NEXT;
    }
    n = db_next_fights(&s->w.board, s->k.n_seats, &aggressor, fights, DB_FIGHTS_MAX);
    if (!n) {
        db_end_phase(s, sink);
        cr_pop(&s->k);
        return;
    }
    CR_CITE(DB_1_9);
    CR_CITE(DB_2_5);
    if (n > 1) {
        const uint8_t *arg = s->k.said.arg;

        if (ask_one(s, DB_Q_CHOOSE, aggressor, DB_TIME_FIGHT))
            return;
        CR_CITE(DB_2_2);
        while (fights[chosen].zone.area != db_territories[arg[0]].first + arg[1] ||
               s->w.board.faction[fights[chosen].foe] != arg[2])
            chosen++;
    }
    start_battle(s, aggressor, fights[chosen], sink);
}

/* ---- DECLARE ---- */

static void revive(db_state *s, uint8_t seat, const uint8_t *arg, cr_sink *sink)
{
    db_board *b = &s->w.board;
    uint8_t ghola = DB_CARD_tleilaxu_ghola;

    CR_CITE(DB_11_5);
    CR_TELL(sink, DB_EV_GHOLA_USED, seat, arg[0], arg[1], arg[2]);
    db_discard(&s->w, seat, &ghola, 1, sink);
    b->tank_normal[seat] -= arg[1];
    b->tank_elite[seat] -= arg[2];
    if (arg[0]) {
        uint32_t bit = DB_LEADER_BIT(arg[0] - 1);

        if (s->w.secret.dead & bit) { /* from now on everybody knows of his death */
            b->deaths[arg[0] - 1]++;
            b->n_hidden_dead[seat]--;
        }
        s->w.secret.dead &= ~bit;
        b->dead &= ~bit;
        b->face_down &= ~bit;
        b->maybe_hidden &= ~bit;
        b->used[arg[0] - 1] = 0;
        db_forget_hidden(s);
    }
}

static void give(db_state *s, uint8_t seat, unsigned spice, cr_sink *sink)
{
    uint8_t to = db_ally(&s->w.board, seat);

    CR_CITE(DB_12_22);
    s->w.secret.spice[seat] = (uint16_t)(s->w.secret.spice[seat] - spice);
    s->w.secret.spice[to] = (uint16_t)(s->w.secret.spice[to] + spice);
    s->w.board.battle.has_gift = 1;
    CR_TELL(sink, DB_EV_SPICE_GIVEN, seat, s->w.board.faction[to], (uint8_t)(spice & 63),
            (uint8_t)(spice >> 6));
}

static void use_karama(db_state *s, uint8_t seat, const uint8_t *arg, cr_sink *sink)
{
    db_battle *b = &s->w.board.battle;
    uint8_t power = arg[0];

    CR_CITE(DB_13_6);
    if (power < DB_POWERS) {
        CR_CITE(DB_13_1);
        CR_CITE(DB_13_2);
        b->prevented |= (uint8_t)(1 << power);
        CR_TELL(sink, DB_EV_PREVENTED, seat, power);
    } else {
        CR_CITE(DB_13_4);
        b->look_at = (uint8_t)(1 + (s->w.board.faction[b->seat[1]] == power - DB_POWERS));
        s->w.board.look_used = 1;
        CR_TELL(sink, DB_EV_LOOK, seat, (uint8_t)(power - DB_POWERS));
    }
    db_discard(&s->w, seat, &arg[1], 1, sink);
}

/* True while somebody is asked. */
static bool declare(db_state *s, cr_frame *top, cr_sink *sink)
{
    CR_CITE(DB_0_10);
    for (; top->note < s->k.n_seats; top->note++) {
        uint8_t seat = s->w.board.order[top->note];
        const cr_move *said = &s->k.said;

        while (db_is_asked(&s->w.board, seat)) {
            if (ask_one(s, DB_Q_DECLARE, seat, DB_TIME_DECLARE))
                return true;
            if (said->kind == DB_PASS)
                break;
            if (said->kind == DB_GHOLA)
                revive(s, seat, said->arg, sink);
            else if (said->kind == DB_GIFT)
                give(s, seat, said->arg[0] + 64u * said->arg[1], sink);
            else
                use_karama(s, seat, said->arg, sink);
        }
    }
    top->note = 0;
    return false;
}

/* ---- Voice, Prescience, and their cancelling ---- */

/* Seats that are told a prescience answer: AT, and its ally if it is the ally's battle (DB-4.6). */
static uint16_t eyes_of_prescience(const db_state *s)
{
    const db_board *b = &s->w.board;
    uint8_t at = db_seat_of(b, s->k.n_seats, DB_AT);

    CR_CITE(DB_4_6);
    return (uint16_t)(CR_BIT(at) | CR_BIT(b->battle.seat[!b->battle.prescience_side]));
}

static void open_cancelling(db_state *s, uint8_t question, uint8_t owner)
{
    cr_push(&s->k, DB_CANCELLING, owner)->note = question;
}

/* `next` is the step behind the command, `behind` the one behind a pass. True while BG is asked. */
static bool voice(db_state *s, cr_frame *top, uint8_t question, uint8_t next, uint8_t behind,
                  cr_sink *sink)
{
    db_battle *b = &s->w.board.battle;
    uint8_t bg = db_seat_of(&s->w.board, s->k.n_seats, DB_BG);

    if (ask_one(s, question, bg, DB_TIME_VOICE))
        return true;
    if (s->k.said.kind == DB_PASS) {
        CR_TELL(sink, DB_EV_VOICE_PASSED, bg, 0);
        top->step = behind;
        return false;
    }
    CR_CITE(DB_3_3);
    CR_CITE(DB_3_10);
    b->voice = DB_STANDS;
    b->mode = s->k.said.arg[0];
    b->kind = s->k.said.arg[1];
    CR_TELL(sink, DB_EV_VOICE_USED, bg, b->mode, b->kind,
            s->w.board.faction[b->seat[b->voice_side]]);
    top->step = next;
    open_cancelling(s, question == DB_Q_VOICE ? DB_Q_VOICE_CANCEL : DB_Q_VOICE_LATE_CANCEL, bg);
    return false;
}

static bool prescience(db_state *s, cr_frame *top, cr_sink *sink)
{
    db_battle *b = &s->w.board.battle;
    uint8_t at = db_seat_of(&s->w.board, s->k.n_seats, DB_AT);

    CR_CITE(DB_4_2);
    if (ask_one(s, DB_Q_PRESCIENCE, at, DB_TIME_PRESCIENCE))
        return true;
    if (s->k.said.kind == DB_PASS) {
        top->step = DB_STEP_PLAN_FIRST;
        return false;
    }
    CR_CITE(DB_4_3);
    b->prescience = DB_STANDS;
    b->element = s->k.said.arg[0];
    CR_TELL(sink, DB_EV_PRESCIENCE_USED, at, b->element,
            s->w.board.faction[b->seat[b->prescience_side]]);
    top->step = DB_STEP_ANSWER;
    open_cancelling(s, DB_Q_PRESCIENCE_CANCEL, at);
    return false;
}

static bool answer(db_state *s, cr_sink *sink)
{
    db_battle *b = &s->w.board.battle;
    uint8_t target = b->seat[b->prescience_side];
    uint16_t eyes = eyes_of_prescience(s);
    const uint8_t *arg = s->k.said.arg;

    if (ask_one(s, DB_Q_ANSWER, target, DB_TIME_ANSWER))
        return true;
    b->prescience = DB_ANSWERED;
    s->w.secret.battle.answer = (db_answer){arg[0], arg[1], arg[2]};
    if (arg[0] == DB_SAYS_CARD)
        for (unsigned seats = eyes; seats; seats &= seats - 1)
            s->w.secret.seen[cr_bits_first(seats)] |= DB_CARD_BIT(arg[1]);
    CR_TELL_PART(sink, DB_EV_PRESCIENCE_ANSWERED, target, eyes | CR_BIT(target), 0, arg[0], arg[1],
                 arg[2]);
    CR_CITE(DB_4_7);
    if (arg[0] == DB_SAYS_NONE && b->element != DB_LEADER)
        CR_TELL_PRIVATE(sink, DB_EV_PRESCIENCE_BLOCKED,
                        db_seat_of(&s->w.board, s->k.n_seats, DB_AT), eyes, b->element);
    return false;
}

static void cancelled(db_state *s, uint8_t question, uint8_t by, cr_sink *sink)
{
    db_battle *b = &s->w.board.battle;
    uint8_t card = s->k.said.arg[0], event = DB_EV_VOICE_CANCELLED;

    CR_CITE(DB_13_3);
    if (question == DB_Q_PRESCIENCE_CANCEL) {
        b->prescience = DB_CANCELLED;
        event = DB_EV_PRESCIENCE_CANCELLED;
    } else if (question == DB_Q_CAPTURE_CANCEL) {
        b->choice = DB_DECLINE;
        event = DB_EV_CAPTURE_CANCELLED;
    } else {
        b->voice = DB_CANCELLED;
    }
    CR_TELL(sink, event, by, card);
    db_discard(&s->w, by, &card, 1, sink);
}

static void step_cancelling(db_state *s, cr_frame *top, cr_sink *sink)
{
    uint64_t discarded = db_discarded(&s->w.board);

    for (; top->step < s->k.n_seats; top->step++) {
        uint8_t seat = s->w.board.order[top->step];

        CR_CITE(DB_16_4);
        if (seat == top->seat || !db_karama_may_be(&s->w.board, discarded, seat))
            continue;
        if (ask_one(s, top->note, seat, DB_TIME_CANCEL))
            return;
        if (s->k.said.kind == DB_CANCEL) {
            cancelled(s, top->note, seat, sink);
            break;
        }
    }
    cr_pop(&s->k);
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
        uint64_t *seen = &s->w.secret.seen[at];

        if (plan->weapon)
            *seen |= DB_CARD_BIT(plan->weapon - 1);
        if (plan->defense)
            *seen |= DB_CARD_BIT(plan->defense - 1);
        if (plan->hero)
            *seen |= DB_CARD_BIT(DB_CARD_cheap_hero_1 + plan->hero - 1);
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

    if (cr_ask(&s->k, question, seats, CR_ALL, 0, time_for(&s->w, DB_TIME_PLAN)))
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
    if (cr_ask(&s->k, DB_Q_TRAITOR, seats, CR_ALL, 0, time_for(&s->w, DB_TIME_TRAITOR)))
        return true;
    db_resolve(s, sink);
    return false;
}

static bool winner_choice(db_state *s, cr_sink *sink)
{
    const db_battle *b = &s->w.board.battle;
    cr_move keep;

    if (!b->winner)
        return false;
    if (db_must_choose(&s->w)) {
        if (ask_one(s, DB_Q_KEEP, b->seat[b->winner - 1], DB_TIME_KEEP))
            return true;
        keep = s->k.said;
    } else {
        keep = db_default_keep(&s->w);
    }
    db_keep(&s->w, &keep, sink);
    return false;
}

static bool capture(db_state *s, cr_frame *top, cr_sink *sink)
{
    db_battle *b = &s->w.board.battle;
    uint8_t hk = b->seat[b->winner - 1], loser = b->seat[2 - b->winner];

    if (ask_one(s, DB_Q_CAPTURE, hk, DB_TIME_CAPTURE))
        return true;
    CR_CITE(DB_12_15);
    b->choice = s->k.said.arg[0];
    CR_TELL_PART(sink, DB_EV_CAPTURE_CHOICE, hk, CR_BIT(hk) | CR_BIT(loser), 1, b->choice,
                 s->w.secret.battle.drawn);
    top->step = DB_STEP_TAKE;
    if (b->choice != DB_DECLINE)
        open_cancelling(s, DB_Q_CAPTURE_CANCEL, hk);
    return false;
}

static void step_battle(db_state *s, cr_frame *top, cr_sink *sink)
{
    db_battle *b = &s->w.board.battle;

    switch (top->step) {
    case DB_STEP_DECLARE:
        if (!declare(s, top, sink))
            top->step = DB_STEP_VOICE;
        return;
    case DB_STEP_VOICE:
        if (b->voice_side < 2 && !s->w.board.late_voice)
            voice(s, top, DB_Q_VOICE, DB_STEP_PRESCIENCE, DB_STEP_PRESCIENCE, sink);
        else
            top->step = DB_STEP_PRESCIENCE;
        return;
    case DB_STEP_PRESCIENCE:
        if (b->prescience_side < 2)
            prescience(s, top, sink);
        else
            top->step = DB_STEP_PLAN_FIRST;
        return;
    case DB_STEP_ANSWER:
        if (b->prescience != DB_STANDS || !answer(s, sink))
            top->step = DB_STEP_PLAN_FIRST;
        return;
    case DB_STEP_PLAN_FIRST:
        if (!b->look_at || !plans(s, DB_Q_PLAN_FIRST, 1u << (b->look_at - 1), sink))
            top->step = DB_STEP_PLANS;
        return;
    case DB_STEP_PLANS:
        if (!plans(s, DB_Q_PLANS, 3u & ~b->locked, sink))
            top->step = DB_STEP_VOICE_LATE;
        return;
    case DB_STEP_VOICE_LATE:
        if (b->voice_side < 2 && s->w.board.late_voice)
            voice(s, top, DB_Q_VOICE_LATE, DB_STEP_UNLOCK, DB_STEP_REVEAL, sink);
        else
            top->step = DB_STEP_REVEAL;
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
    case DB_STEP_REVEAL:
        db_reveal(s, sink);
        top->step = DB_STEP_TRAITOR;
        return;
    case DB_STEP_TRAITOR:
        if (!traitor(s, sink))
            top->step = DB_STEP_KEEP;
        return;
    case DB_STEP_KEEP:
        if (!winner_choice(s, sink))
            top->step = DB_STEP_DRAW;
        return;
    case DB_STEP_DRAW:
        top->step = db_draw_captive(s) ? DB_STEP_CAPTURE : DB_STEP_END;
        return;
    case DB_STEP_CAPTURE:
        capture(s, top, sink);
        return;
    case DB_STEP_TAKE:
        db_take_captive(s, sink);
        top->step = DB_STEP_END;
        return;
    default:
        db_end_battle(s, sink);
        cr_pop(&s->k);
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
        step_cancelling(s, top, sink);
    }
}
