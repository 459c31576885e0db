/* May a seat do this, and if not, why: first whether the question takes such an answer and whose it is (DU-17), then the
 * check of the action. Questions of the battle are judged by the battle. */
#include "games/dune/dune.h"

#define K(kind) (UINT64_C(1) << (kind))

/* What can be done in an opening, whatever the phase. */
static const uint64_t opening_kinds = K(DB_PASS) | K(DB_GHOLA) | K(DB_GIFT) | K(DU_TRUTH) |
                                      K(DU_BRIBE) | K(DU_PLEDGE) | K(DU_PREVENT) | K(DU_CALL_WORM) |
                                      K(DU_SWAP) | K(DU_RECALL);

static const uint64_t kinds_of[DU_QUESTIONS] = {
    [DU_Q_PREDICT] = K(DU_PREDICT),
    [DU_Q_KEEP_TRAITOR] = K(DU_KEEP_TRAITOR),
    [DU_Q_PLACE_FREMEN] = K(DU_PLACE),
    [DU_Q_PLACE_SISTER] = K(DU_PLACE),
    [DU_Q_DIAL] = K(DU_DIAL),
    [DU_Q_WEATHER] = K(DB_PASS) | K(DU_WEATHER),
    [DU_Q_ATOMICS] = K(DB_PASS) | K(DU_ATOMICS),
    [DU_Q_STORM_LOSS] = K(DU_LOSE),
    [DU_Q_GIVE_BACK] = K(DU_GIVE_BACK),
    [DU_Q_CANCEL] = K(DB_PASS) | K(DB_CANCEL),
    [DU_Q_CANCEL_WORTHLESS] = K(DB_PASS) | K(DB_CANCEL),
    [DU_Q_WORM] = K(DB_PASS) | K(DU_SEND_WORM),
    [DU_Q_SPARE] = K(DU_YES) | K(DU_NO),
    [DU_Q_LEAVE] = K(DB_PASS) | K(DU_LEAVE),
    [DU_Q_ALLY] = K(DB_PASS) | K(DU_OFFER),
    [DU_Q_RIDE] = K(DB_PASS) | K(DU_RIDE),
    [DU_Q_RIDE_ALSO] = K(DB_PASS) | K(DU_ALSO),
    [DU_Q_CHARITY] = K(DB_PASS) | K(DU_CLAIM),
    [DU_Q_BID] = K(DB_PASS) | K(DU_BID),
    [DU_Q_PAY] = K(DU_PAY),
    [DU_Q_RAISE] = K(DU_YES) | K(DU_NO),
    [DU_Q_REVIVE] = K(DB_PASS) | K(DU_REVIVE),
    [DU_Q_HELP] = K(DB_PASS) | K(DU_HELP),
    [DU_Q_WARTIME] = K(DB_PASS) | K(DU_ARM),
    [DU_Q_GUILD] = K(DB_PASS) | K(DU_GO),
    [DU_Q_SHIP] = K(DB_PASS) | K(DB_GHOLA) | K(DB_GIFT) | K(DU_TRUTH) | K(DU_BRIBE) | K(DU_SHIP) |
                  K(DU_CROSS) | K(DU_BACK) | K(DU_EMERGE),
    [DU_Q_SHIP_ALSO] = K(DB_PASS) | K(DU_ALSO),
    [DU_Q_SEND] = K(DB_PASS) | K(DU_SEND),
    [DU_Q_INTRUSION] = K(DB_PASS) | K(DU_FLIP),
    [DU_Q_MOVE] = K(DB_PASS) | K(DU_MOVE),
    [DU_Q_MOVE_ALSO] = K(DB_PASS) | K(DU_ALSO),
    [DU_Q_HAJR] = K(DB_PASS) | K(DU_MOVE),
};

static bool takes(uint8_t question, uint8_t kind)
{
    uint64_t kinds = question == DU_Q_OPENING ? opening_kinds : kinds_of[question];

    return kinds >> kind & 1;
}

/* Everything that comes before what the move says. */
static cr_refusal stands(const du_state *s, const cr_move *move)
{
    const cr_question *q = &s->k.q;
    uint16_t bit = CR_BIT(move->seat);

    if (s->k.is_over || !takes(q->kind, move->kind))
        return CR_REFUSE(DU_CODE_WRONG_PHASE, DU_16_3, 0);
    if (!(q->asked & bit))
        return CR_REFUSE(DU_CODE_NOT_YOUR_TURN, DU_0_6, 0);
    if (!(q->open & bit))
        return CR_REFUSE(DB_CODE_ALREADY_ANSWERED, DU_0_6, 0);
    return CR_ACCEPT;
}

static bool is_of_battle(const du_state *s)
{
    return !s->k.is_over && s->k.q.kind < DB_QUESTIONS;
}

/* ---- single actions ---- */

static cr_refusal check_traitor(const du_state *s, const cr_move *move)
{
    if (!(s->d.secret.dealt[move->seat] & DB_LEADER_BIT(move->arg[0])))
        return CR_REFUSE(DU_CODE_TRAITOR_NOT_DEALT, DU_1_6, 1);
    return CR_ACCEPT;
}

static cr_refusal check_weather(const du_state *s, const cr_move *move)
{
    if (!(s->w.secret.hand[move->seat] & DB_CARD_BIT(DB_CARD_weather_control)))
        return CR_REFUSE(DU_CODE_CARD_NOT_HELD, DU_3_6, 0);
    if (move->arg[0] > DU_WEATHER_MAX)
        return CR_REFUSE(DU_CODE_DIAL_RANGE, DU_3_6, 1);
    return CR_ACCEPT;
}

static cr_refusal check_atomics(const du_state *s, const cr_move *move)
{
    if (!(s->w.secret.hand[move->seat] & DB_CARD_BIT(DB_CARD_family_atomics)))
        return CR_REFUSE(DU_CODE_CARD_NOT_HELD, DU_3_7, 0);
    if (!du_can_blast(s, move->seat))
        return CR_REFUSE(DU_CODE_ATOMICS_NO_ACCESS, DU_3_7, 0);
    return CR_ACCEPT;
}

static cr_refusal check_cancel(const du_state *s, const cr_move *move)
{
    if (s->k.q.kind == DU_Q_CANCEL)
        return du_check_cancel(s, move);
    if (move->arg[1])
        return CR_REFUSE(DU_CODE_POWER_NOT_OFFERED, DU_13_9, 2);
    return du_check_karama(s, move->seat, move->arg[0], 1);
}

static cr_refusal check_action(const du_state *s, const cr_move *move, const du_reach *reach)
{
    CR_CITE(DU_17_1);
    CR_CITE(DU_17_2);
    switch (move->kind) {
    case DU_PREDICT:
        return du_check_predict(s, move);
    case DU_KEEP_TRAITOR:
        return check_traitor(s, move);
    case DU_PLACE:
        return du_check_place(s, move);
    case DU_DIAL:
        return du_check_dial(s, move);
    case DU_WEATHER:
        return check_weather(s, move);
    case DU_ATOMICS:
        return check_atomics(s, move);
    case DU_LOSE:
        return du_check_loss(s, move);
    case DU_SEND_WORM:
        return du_check_worm(move);
    case DU_OFFER:
        return du_check_offer(s, move);
    case DU_RIDE:
        return du_check_ride(s, move);
    case DU_ALSO:
        return du_check_also(s, move);
    case DU_CLAIM:
        return du_check_claim(s, move);
    case DU_BID:
        return du_check_bid(s, move);
    case DU_PAY:
        return du_check_pay(s, move);
    case DU_GIVE_BACK:
        return du_check_give_back(s, move);
    case DU_REVIVE:
        return du_check_revive(s, move);
    case DU_HELP:
        return du_check_help(s, move);
    case DU_ARM:
        return du_check_arm(s, move);
    case DU_SHIP:
        return du_check_ship(s, move);
    case DU_CROSS:
        return du_check_cross(s, move);
    case DU_BACK:
        return du_check_back(s, move);
    case DU_EMERGE:
        return du_check_emerge(s, move);
    case DU_SEND:
        return du_check_send(s, move);
    case DU_MOVE:
        return du_check_move(s, move, reach);
    case DB_CANCEL:
        return check_cancel(s, move);
    default:
        return du_check_side(s, move);
    }
}

/* The battle's own judge, and what it cannot know of the whole game: moves of other phases, one elite a turn. */
static cr_refusal check_in_battle(const du_state *s, const cr_move *move)
{
    cr_refusal no;

    if (move->kind >= DB_KINDS)
        return CR_REFUSE(DB_CODE_WRONG_STATE, DB_16_6, 0);
    no = db_check(&s->k, move);
    if (no.code)
        return no;
    if (move->kind == DB_GHOLA && move->arg[2] && (s->d.board.elite_revived >> move->seat & 1))
        return CR_REFUSE(DB_CODE_GHOLA_BAD_TARGET, DU_6_6, 1);
    if (move->kind == DB_CANCEL && move->arg[1])
        return CR_REFUSE(DU_CODE_POWER_NOT_OFFERED, DU_13_10, 2);
    return CR_ACCEPT;
}

cr_refusal du_check(const cr_state *k, const cr_move *move)
{
    const du_state *s = (const du_state *)k;
    cr_refusal no;

    if (is_of_battle(s))
        return check_in_battle(s, move);
    no = stands(s, move);
    return no.code ? no : check_action(s, move, NULL);
}

bool du_accepts(const cr_state *k, const cr_move *move, cr_memo *memo)
{
    const du_state *s = (const du_state *)k;
    du_reach *reach = (du_reach *)memo;
    uint8_t from, to;

    if (is_of_battle(s))
        return move->kind == DB_PLAN ? db_accepts(k, move, memo) : !check_in_battle(s, move).code;
    if (move->kind != DU_MOVE)
        return !du_check(k, move).code;
    if (stands(s, move).code || !du_area_of(move->arg, &from) || !du_area_of(move->arg + 2, &to))
        return false;
    if (!reach->is_there || reach->from != from) {
        du_reach_of(s, move->seat, from, reach);
        reach->is_there = 1;
    }
    return du_areas_has(reach->areas, to) && !du_check_move(s, move, reach).code;
}

cr_refusal du_refuse(const cr_state *k, const cr_move *move, cr_refusal kernel)
{
    const du_state *s = (const du_state *)k;
    cr_refusal no;

    if (is_of_battle(s))
        return move->kind < DB_KINDS ? db_refuse(k, move, kernel)
                                     : CR_REFUSE(DB_CODE_WRONG_STATE, DB_16_6, 0);
    no = stands(s, move);
    return no.code ? no : CR_REFUSE(DU_CODE_NOT_YOUR_TURN, DU_0_6, 0);
}
