/* A turn and the playing of a card: sections 4 and 5. What the card's ability does is in ability.c. */
#include "games/imposter-kings/imposter_kings.h"

static IK_APART void take_out(ik_row *row, unsigned name)
{
    unsigned i = 0;

    while (i + 1u < row->n && row->at[i] != name)
        i++;
    row->n--;
    memmove(row->at + i, row->at + i + 1, row->n - i);
    row->at[row->n] = 0;
}

/* Does the ability of the card that was just put on the Throne happen without a word? */
static IK_APART bool is_automatic(const ik_state *s, uint8_t seat, const cr_move *play)
{
    unsigned card = play->arg[IK_ARG_CARD];
    ik_facts before;
    ik_may may;

    ik_look(s, s->r.court.n - 1u, seat, &before);
    ik_ability(s, &before, seat, card, play->arg[IK_ARG_FROM], ik_count(&s->r.hand[seat]), &may);
    return may.is_automatic;
}

/* Is its ability used? What was declared was checked with the play. */
static bool is_used(const ik_state *s, uint8_t seat, const cr_move *play)
{
    enum {
        AUTOMATIC = (int)(IK_SET(QUEEN) | IK_SET(HERALD) | IK_SET(BARD) | IK_SET(AEGIS) |
                          IK_SET(ANCESTOR) | IK_SET(CONSPIRACIST) | IK_SET(EXILE))
    };

    if (cr_move_words(play).hi) /* all that is declared lies behind card and source */
        return true;
    return (AUTOMATIC >> play->arg[IK_ARG_CARD] & 1) && is_automatic(s, seat, play);
}

static void push_play(ik_state *s, uint8_t effect, uint8_t step, uint8_t seat, const cr_move *play,
                      uint8_t how)
{
    cr_frame *frame = cr_push(&s->k, effect, seat);
    uint64_t args = cr_words_args(cr_move_words(play));

    static_assert(sizeof args == IK_ARG_HOW, "what is declared are the first arguments");
    frame->step = step;
    memcpy(frame->arg, &args, sizeof args);
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
static IK_APART bool plays_itself(ik_state *s, uint8_t seat, cr_sink *sink)
{
    const ik_row *row = &s->r.antechamber[seat];
    cr_move play = {.seat = seat, .kind = KIND_PLAY, .arg = {row->at[0], IK_FROM_ANTECHAMBER}};
    ik_facts facts;
    ik_may may;

    ik_look(s, s->r.court.n, seat, &facts);
    ik_ability(s, &facts, seat, row->at[0], IK_FROM_ANTECHAMBER, ik_count(&s->r.hand[seat]), &may);
    if (may.says)
        return false;
    CR_CITE(IK_11_1);
    ik_put(s, seat, &play, 0, sink);
    return true;
}

static void act(ik_state *s, uint8_t seat, cr_sink *sink)
{
    const cr_move *said = &s->k.said;
    uint8_t how = 0;

    CR_CITE(IK_4_1);
    if (said->kind == KIND_FLIP) {
        CR_TELL(sink, EV_FLIP, seat, 0);
        cr_push(&s->k, EFFECT_FLIP, seat);
        return;
    }
    if (said->arg[IK_ARG_FROM] == IK_FROM_HAND && ik_is_oath(s, seat, said->arg[IK_ARG_CARD]))
        how = IK_HOW_OATH;
    ik_put(s, seat, said, how, sink);
}

void ik_begin_turn(ik_state *s, uint8_t seat)
{
    CR_CITE(IK_4_1);
    CR_CITE(IK_8_38);
    s->r.exiles &= (uint16_t)~CR_BIT(seat);
}

static void next_turn(ik_state *s, cr_frame *top)
{
    CR_CITE(IK_4_8);
    CR_CITE(IK_6_18);
    if (CR_UNLIKELY(s->r.conspiracy[top->seat]))
        s->r.conspiracy[top->seat]--;
    top->seat = s->k.stack[0].note = ik_after(s, top->seat);
    top->step = TURN_ACT;
    ik_begin_turn(s, top->seat);
}

/* One turn after the other, as long as nothing lies on them. */
void ik_step_turn(ik_state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t depth = s->k.depth;

    do {
        if (top->step == TURN_END)
            next_turn(s, top);
        if (!s->k.answered) {
            if (!ik_can_act(s, top->seat)) {
                CR_CITE(IK_4_6);
                ik_lose_round(s, top->seat, IK_BY_NOBODY, sink);
                return;
            }
            if (s->r.antechamber[top->seat].n == 1 && plays_itself(s, top->seat, sink)) {
                top->step = TURN_END;
                continue;
            }
        }
        CR_CITE(IK_4_7);
        if (cr_ask(&s->k, Q_PLAY, CR_BIT(top->seat), CR_ANY, top->seat, s->time_ms))
            return;
        top->step = TURN_END;
        act(s, top->seat, sink);
    } while (s->k.depth == depth);
}

/* Only an Oathbound waits here, for its second card; above any other PLAY is its ability. */
void ik_step_play(ik_state *s, const cr_frame *top, cr_sink *sink)
{
    uint8_t seat = top->seat, how = IK_HOW_IMMUNE;
    cr_move second;

    CR_CITE(IK_5_9);
    if (cr_ask(&s->k, Q_SECOND, CR_BIT(seat), CR_ANY, seat, s->time_ms))
        return;
    /* The Oathbound's own PLAY is over, so the second card may take it back to hand. */
    second = s->k.said;
    cr_pop(&s->k);
    if (ik_is_oath(s, seat, second.arg[IK_ARG_CARD]))
        how |= IK_HOW_OATH;
    ik_put(s, seat, &second, how, sink);
}
