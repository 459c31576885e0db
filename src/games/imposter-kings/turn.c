/* A turn and the playing of a card: sections 4 and 5. What the card's ability does is in ability.c. */
#include "games/imposter-kings/imposter_kings.h"

static void take_out(ik_row *row, unsigned name)
{
    unsigned i = 0;

    while (i + 1u < row->n && row->at[i] != name)
        i++;
    row->n--;
    memmove(row->at + i, row->at + i + 1, row->n - i);
    row->at[row->n] = 0;
}

/* Is the ability of the card that was just put on the Throne used? What was declared was checked with the play. */
static bool is_used(const ik_state *s, uint8_t seat, const cr_move *play)
{
    enum {
        AUTOMATIC = (int)(IK_SET(QUEEN) | IK_SET(HERALD) | IK_SET(BARD) | IK_SET(AEGIS) |
                          IK_SET(ANCESTOR) | IK_SET(CONSPIRACIST) | IK_SET(EXILE))
    };
    unsigned card = play->arg[IK_ARG_CARD];
    ik_facts before;
    ik_may may;

    if (cr_move_words(play).hi) /* all that is declared lies behind card and source */
        return true;
    if (!(AUTOMATIC >> card & 1))
        return false;
    ik_look(s, s->r.court.n - 1u, seat, &before);
    ik_ability(s, &before, seat, card, play->arg[IK_ARG_FROM], ik_count(&s->r.hand[seat]), &may);
    return may.is_automatic;
}

static void push_play(ik_state *s, uint8_t effect, uint8_t step, uint8_t seat, const cr_move *play,
                      uint8_t how)
{
    cr_frame *frame = cr_push(&s->k, effect, seat);

    frame->step = step;
    memcpy(frame->arg, play->arg, IK_ARG_HOW);
    frame->arg[IK_ARG_HOW] = how;
}

/* A card that does nothing is just placed: it leaves no PLAY behind, since nothing would be asked in it. */
void ik_put(ik_state *s, uint8_t seat, const cr_move *play, uint8_t how, cr_sink *sink)
{
    unsigned name = play->arg[IK_ARG_CARD];

    CR_CITE(IK_5_1);
    CR_CITE(IK_5_5);
    if (play->arg[IK_ARG_FROM] == IK_FROM_ANTECHAMBER)
        take_out(&s->r.antechamber[seat], name);
    else
        ik_lose_open(s, seat, name);
    ik_court_add(s, name, seat);
    if (s->r.conspiracy[seat]) {
        CR_CITE(IK_8_37);
        s->r.court.marks |= UINT32_C(1) << (s->r.court.n - 1u);
    }
    if (sink)
        cr_emit(sink, EV_PLAY, seat, CR_EYES_ALL, IK_ARG_COPY, false, play->arg, IK_ARG_COPY);
    if (how & IK_HOW_OATH) {
        ik_disgrace(s, s->r.court.n - 2u, sink);
        push_play(s, EFFECT_PLAY, PLAY_SECOND, seat, play, how);
    } else if (is_used(s, seat, play)) {
        push_play(s, EFFECT_PLAY, PLAY_ABILITY, seat, play, how);
        push_play(s, EFFECT_ABILITY, ABILITY_WINDOW, seat, play, how);
    }
}

/* IK-11.1: one Antechamber card that can be declared in one way only is played without asking. */
static bool plays_itself(ik_state *s, uint8_t seat, cr_sink *sink)
{
    const ik_row *row = &s->r.antechamber[seat];
    cr_move play = {.seat = seat, .kind = KIND_PLAY, .arg = {row->at[0], IK_FROM_ANTECHAMBER}};
    ik_facts facts;
    ik_may may;

    if (row->n != 1)
        return false;
    ik_look(s, s->r.court.n, seat, &facts);
    ik_ability(s, &facts, seat, row->at[0], IK_FROM_ANTECHAMBER, ik_count(&s->r.hand[seat]), &may);
    if (may.says)
        return false;
    CR_CITE(IK_11_1);
    ik_put(s, seat, &play, 0, sink);
    return true;
}

bool ik_can_act(const ik_state *s, uint8_t seat)
{
    ik_facts facts;

    if (s->r.antechamber[seat].n || ik_may_flip(s, seat))
        return true;
    ik_look(s, s->r.court.n, seat, &facts);
    return ik_playable(s, &facts, seat);
}

static void act(ik_state *s, uint8_t seat, cr_sink *sink)
{
    const cr_move *said = &s->k.said;
    uint8_t how = 0;
    ik_facts facts;

    CR_CITE(IK_4_1);
    if (said->kind == KIND_FLIP) {
        CR_TELL(sink, EV_FLIP, seat, 0);
        cr_push(&s->k, EFFECT_FLIP, seat);
        return;
    }
    if (said->arg[IK_ARG_CARD] == IK_OATHBOUND && said->arg[IK_ARG_FROM] == IK_FROM_HAND) {
        ik_look(s, s->r.court.n, seat, &facts);
        if (ik_is_oath(s, &facts, seat, IK_OATHBOUND))
            how = IK_HOW_OATH;
    }
    ik_put(s, seat, said, how, sink);
}

void ik_begin_turn(ik_state *s, uint8_t seat)
{
    CR_CITE(IK_4_1);
    CR_CITE(IK_8_38);
    s->r.exiles &= (uint16_t)~CR_BIT(seat);
}

void ik_step_turn(ik_state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t seat = top->seat;

    if (top->step == TURN_END) {
        CR_CITE(IK_4_8);
        CR_CITE(IK_6_18);
        if (CR_UNLIKELY(s->r.conspiracy[seat]))
            s->r.conspiracy[seat]--;
        top->seat = s->k.stack[0].note = seat = ik_after(s, seat);
        top->step = TURN_ACT;
        ik_begin_turn(s, seat);
    }
    if (!s->k.answered) {
        if (!ik_can_act(s, seat)) {
            CR_CITE(IK_4_6);
            ik_lose_round(s, seat, IK_BY_NOBODY, sink);
            return;
        }
        if (plays_itself(s, seat, sink)) {
            top->step = TURN_END;
            return;
        }
    }
    CR_CITE(IK_4_7);
    if (cr_ask(&s->k, Q_PLAY, CR_BIT(seat), CR_ANY, seat, s->time_ms))
        return;
    top->step = TURN_END;
    act(s, seat, sink);
}

/* Only an Oathbound waits here, for its second card; above any other PLAY is its ability. */
void ik_step_play(ik_state *s, const cr_frame *top, cr_sink *sink)
{
    uint8_t seat = top->seat, how = IK_HOW_IMMUNE;
    cr_move second;
    ik_facts facts;

    CR_CITE(IK_5_9);
    if (cr_ask(&s->k, Q_SECOND, CR_BIT(seat), CR_ANY, seat, s->time_ms))
        return;
    /* The Oathbound's own PLAY is over, so the second card may take it back to hand. */
    second = s->k.said;
    cr_pop(&s->k);
    ik_look(s, s->r.court.n, seat, &facts);
    if (ik_is_oath(s, &facts, seat, second.arg[IK_ARG_CARD]))
        how |= IK_HOW_OATH;
    ik_put(s, seat, &second, how, sink);
}
