/* The windows before the plans: DECLARE, Voice, Prescience and its answer, and the one in which others may cancel a
 * power. */
#include "games/dune-battle/dune.h"

uint32_t db_time_for(const db_world *w, unsigned decision)
{
    CR_CITE(DB_0_11);
    return w->board.time_ms[decision];
}

bool db_ask_one(db_state *s, uint8_t question, uint8_t seat, unsigned decision)
{
    return cr_ask(&s->k, question, CR_BIT(seat), CR_ANY, seat, db_time_for(&s->w, decision));
}

/* ---- DECLARE ---- */

/* Back from the tanks to the pool; everybody learns of it. */
void db_raise_leader(db_state *s, uint8_t seat, uint8_t leader)
{
    db_board *b = &s->w.board;
    uint32_t bit;

    if (leader == DB_LEADERS) {
        b->kh_dead = 0;
        return;
    }
    bit = DB_LEADER_BIT(leader);
    if (s->w.secret.dead & bit) { /* from now on everybody knows of his death */
        b->deaths[leader]++;
        b->n_hidden_dead[seat]--;
    }
    s->w.secret.dead &= ~bit;
    b->dead &= ~bit;
    b->face_down &= ~bit;
    b->maybe_hidden &= ~bit;
    b->used[leader] = 0;
    db_forget_hidden(s);
}

static void revive(db_state *s, uint8_t seat, const uint8_t *arg, cr_sink *sink)
{
    db_board *b = &s->w.board;
    uint8_t ghola = DB_CARD_tleilaxu_ghola;

    CR_CITE(DB_11_5);
    CR_TELL(sink, DB_EV_GHOLA_USED, seat, arg[0], arg[1], arg[2]);
    db_discard(&s->w, seat, &ghola, 1, sink);
    b->tank_normal[seat] -= arg[1];
    b->tank_elite[seat] -= arg[2];
    if (arg[0])
        db_raise_leader(s, seat, (uint8_t)(arg[0] - 1));
}

static void give(db_state *s, uint8_t seat, unsigned spice, cr_sink *sink)
{
    uint8_t to = db_ally(&s->w.board, seat);

    CR_CITE(DB_12_22);
    db_spend(&s->w, seat, spice);
    db_receive(&s->w, to, spice);
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
bool db_declare(db_state *s, cr_frame *top, cr_sink *sink)
{
    uint64_t discarded = db_discarded(&s->w.board);

    CR_CITE(DB_0_10);
    for (; top->note < s->k.n_seats; top->note++) {
        uint8_t seat = s->w.board.order[top->note];
        const cr_move *said = &s->k.said;

        /* Whoever has answered was asked. */
        while (s->k.answered || db_is_asked(&s->w.board, discarded, seat)) {
            if (db_ask_one(s, DB_Q_DECLARE, seat, DB_TIME_DECLARE))
                return true;
            if (said->kind == DB_PASS)
                break;
            if (said->kind == DB_GHOLA)
                revive(s, seat, said->arg, sink);
            else if (said->kind == DB_GIFT)
                give(s, seat, said->arg[0] + 64u * said->arg[1], sink);
            else
                use_karama(s, seat, said->arg, sink);
            discarded = db_discarded(&s->w.board);
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

void db_open_cancelling(db_state *s, uint8_t question, uint8_t owner)
{
    cr_push(&s->k, DB_CANCELLING, owner)->note = question;
}

/* `next` is the step behind the command, `behind` the one behind a pass. True while BG is asked. */
bool db_voice(db_state *s, cr_frame *top, uint8_t question, uint8_t next, uint8_t behind,
              cr_sink *sink)
{
    db_battle *b = &s->w.board.battle;
    uint8_t bg = db_seat_of(&s->w.board, s->k.n_seats, DB_BG);

    if (db_ask_one(s, question, bg, DB_TIME_VOICE))
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
    db_open_cancelling(s, question == DB_Q_VOICE ? DB_Q_VOICE_CANCEL : DB_Q_VOICE_LATE_CANCEL, bg);
    return false;
}

bool db_prescience(db_state *s, cr_frame *top, cr_sink *sink)
{
    db_battle *b = &s->w.board.battle;
    uint8_t at = db_seat_of(&s->w.board, s->k.n_seats, DB_AT);

    CR_CITE(DB_4_2);
    if (db_ask_one(s, DB_Q_PRESCIENCE, at, DB_TIME_PRESCIENCE))
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
    db_open_cancelling(s, DB_Q_PRESCIENCE_CANCEL, at);
    return false;
}

bool db_ask_answer(db_state *s, cr_sink *sink)
{
    db_battle *b = &s->w.board.battle;
    uint8_t target = b->seat[b->prescience_side];
    uint16_t eyes = eyes_of_prescience(s);
    const uint8_t *arg = s->k.said.arg;

    if (db_ask_one(s, DB_Q_ANSWER, target, DB_TIME_ANSWER))
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

void db_step_cancelling(db_state *s, cr_frame *top, cr_sink *sink)
{
    uint64_t discarded = db_discarded(&s->w.board);

    for (; top->step < s->k.n_seats; top->step++) {
        uint8_t seat = s->w.board.order[top->step];

        CR_CITE(DB_16_4);
        if (seat == top->seat || !db_karama_may_be(&s->w.board, discarded, seat))
            continue;
        if (db_ask_one(s, top->note, seat, DB_TIME_CANCEL))
            return;
        if (s->k.said.kind == DB_CANCEL) {
            cancelled(s, top->note, seat, sink);
            break;
        }
    }
    cr_pop(&s->k);
}
