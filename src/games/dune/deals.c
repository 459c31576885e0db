/* What can be done in openings: bribes, gifts and pledges, Truthtrance and Ghola, preventions and once-per-game powers.
 * Bribes, gifts, Truthtrance and Ghola also in one's own `ship`. */
#include "games/dune/dune.h"

/* ---- spice ---- */

static cr_refusal check_amount(const du_state *s, uint8_t seat, unsigned amount, uint16_t rule,
                               uint16_t field)
{
    if (!amount || amount > DU_AMOUNT_MAX)
        return CR_REFUSE(DU_CODE_BAD_NUMBER, rule, field);
    if (amount > s->w.secret.spice[seat])
        return CR_REFUSE(DU_CODE_NOT_ENOUGH_SPICE, rule, field);
    return CR_ACCEPT;
}

static cr_refusal check_bribe(const du_state *s, const cr_move *move)
{
    uint8_t to = du_seat_of(s, move->arg[0]);

    if (to == 0xFF || to == move->seat)
        return CR_REFUSE(DU_CODE_BAD_TARGET, DU_12_7, 1);
    if (db_ally(&s->w.board, move->seat) == to)
        return CR_REFUSE(DU_CODE_BRIBE_TO_ALLY, DU_12_7, 1);
    return check_amount(s, move->seat, move->arg[1], DU_12_7, 2);
}

static void bribe(du_state *s, uint8_t seat, const uint8_t *arg, cr_sink *sink)
{
    uint16_t *front = &s->d.board.front[du_seat_of(s, arg[0])];
    unsigned room = DB_SPICE_MAX - (unsigned)*front;

    CR_CITE(DU_12_7);
    du_spend(s, seat, arg[1]);
    *front = (uint16_t)(*front + (arg[1] < room ? arg[1] : room));
    CR_TELL(sink, DU_EV_BRIBE, seat, arg[0], arg[1]);
}

static cr_refusal check_gift(const du_state *s, const cr_move *move)
{
    if (!s->w.board.ally[move->seat])
        return CR_REFUSE(DU_CODE_NO_ALLY, DU_12_4, 0);
    if (du_faction(s, move->seat) != DB_EM)
        return CR_REFUSE(DU_CODE_GIFT_NOT_EMPEROR, DU_12_4, 0);
    return check_amount(s, move->seat, move->arg[0] + 64u * move->arg[1], DU_12_4, 1);
}

static void gift(du_state *s, uint8_t seat, const uint8_t *arg, cr_sink *sink)
{
    uint8_t to = db_ally(&s->w.board, seat);

    CR_CITE(DU_12_4);
    du_spend(s, seat, arg[0]);
    du_receive(s, to, arg[0]);
    CR_TELL(sink, DB_EV_SPICE_GIVEN, seat, du_faction(s, to), arg[0], 0);
}

bool du_takes_pledges(const du_state *s)
{
    return s->d.board.phase == DU_BIDDING || s->d.board.phase == DU_SHIPMENT;
}

static cr_refusal check_pledge(const du_state *s, const cr_move *move)
{
    if (!du_takes_pledges(s))
        return CR_REFUSE(DU_CODE_WRONG_PHASE, DU_12_8, 0);
    if (!s->w.board.ally[move->seat])
        return CR_REFUSE(DU_CODE_NO_ALLY, DU_12_8, 0);
    if (s->d.board.pledged >> move->seat & 1)
        return CR_REFUSE(DU_CODE_PLEDGE_TWICE, DU_12_8, 0);
    return check_amount(s, move->seat, move->arg[0], DU_12_8, 1);
}

static void pledge(du_state *s, uint8_t seat, const uint8_t *arg, cr_sink *sink)
{
    CR_CITE(DU_12_8);
    du_spend(s, seat, arg[0]);
    s->d.board.pledge[seat] = arg[0];
    s->d.board.pledged |= (uint8_t)(1u << seat);
    CR_TELL(sink, DU_EV_PLEDGE, seat, arg[0]);
}

/* ---- Truthtrance ---- */

static const uint64_t truthtrances =
    DB_CARD_BIT(DB_CARD_truthtrance_1) | DB_CARD_BIT(DB_CARD_truthtrance_2);

/* The values that a question of Truthtrance can be about, from the lowest to the highest. */
void du_truth_values(const du_state *s, uint8_t asks, unsigned *lo, unsigned *hi)
{
    static const uint8_t most[] = {DB_VOICE_KINDS, DB_CARDS - 1,    DB_LEADERS - 1,
                                   DU_AMOUNT_MAX,  DB_FACTIONS - 1, 0};

    *lo = asks == DU_ASKS_SPICE || asks == DU_ASKS_TURN;
    *hi = asks == DU_ASKS_TURN ? s->d.board.max_turns : most[asks];
}

static cr_refusal check_truth(const du_state *s, const cr_move *move)
{
    uint8_t of = du_seat_of(s, move->arg[0]), asks = move->arg[1];
    unsigned lo, hi;

    if (!(s->w.secret.hand[move->seat] & truthtrances))
        return CR_REFUSE(DU_CODE_CARD_NOT_HELD, DU_13_6, 0);
    if (of == 0xFF || of == move->seat || (asks >= DU_ASKS_FACTION && move->arg[0] != DB_BG))
        return CR_REFUSE(DU_CODE_BAD_TARGET, DU_13_6, 1);
    du_truth_values(s, asks, &lo, &hi);
    if (move->arg[2] < lo || move->arg[2] > hi)
        return CR_REFUSE(DU_CODE_BAD_NUMBER, DU_13_6, 2);
    return CR_ACCEPT;
}

static bool is_true(const du_state *s, uint8_t of, uint8_t asks, uint8_t value)
{
    uint64_t cards = 0;

    switch (asks) {
    case DU_ASKS_KIND:
        cards = value == DB_VOICE_KINDS ? DB_KARAMAS : db_of_kind[value];
        return s->w.secret.hand[of] & cards;
    case DU_ASKS_CARD:
        for (unsigned card = 0; card < DB_CARDS; card++)
            if (!strcmp(db_cards[card].name, db_cards[value].name))
                cards |= DB_CARD_BIT(card);
        return s->w.secret.hand[of] & cards;
    case DU_ASKS_TRAITOR:
        return s->w.secret.traitors[of] & DB_LEADER_BIT(value);
    case DU_ASKS_SPICE:
        return s->w.secret.spice[of] >= value;
    case DU_ASKS_FACTION:
        return s->d.secret.predicted == value + 1;
    default:
        return s->d.secret.predicted_turn == value;
    }
}

static void ask_truth(du_state *s, uint8_t seat, const uint8_t *arg, cr_sink *sink)
{
    uint8_t of = du_seat_of(s, arg[0]);
    uint8_t card = (uint8_t)cr_bits_first(s->w.secret.hand[seat] & truthtrances);

    CR_CITE(DU_13_6);
    CR_CITE(DU_13_7);
    CR_TELL(sink, DU_EV_TRUTH, seat, arg[0], arg[1], arg[2], is_true(s, of, arg[1], arg[2]));
    du_discard(s, seat, card, sink);
}

/* ---- preventions and own powers ---- */

const uint8_t du_preventable[DU_PREVENTABLE] = {DU_FR_CARD, DU_AT_CARD, DU_AT_SPICE, DU_SG_ORDER};

/* Factions that may buy: with fewer cards than their limit. */
unsigned du_eligible(const du_state *s)
{
    unsigned seats = 0;

    CR_CITE(DU_5_4);
    for (uint8_t seat = 0; seat < s->k.n_seats; seat++)
        if (du_cards(s, seat) < du_hand_limit(s, seat))
            seats |= 1u << seat;
    return seats;
}

/* Does the phase have a use of this power that can be prevented in its opening? */
bool du_is_preventable(const du_state *s, uint8_t seat, uint8_t power)
{
    static const uint8_t phase_of[DU_PREVENTABLE] = {DU_BLOW, DU_BIDDING, DU_SHIPMENT, DU_SHIPMENT};
    static const uint8_t of[DU_PREVENTABLE] = {DB_FR, DB_AT, DB_AT, DB_SG};
    uint8_t owner = du_seat_of(s, of[power]);

    if (owner == 0xFF || owner == seat || s->d.board.phase != phase_of[power])
        return false;
    if (du_preventable[power] == DU_FR_CARD)
        return du_has_storm_deck(s);
    if (du_preventable[power] == DU_SG_ORDER)
        return s->w.board.is_advanced;
    return true;
}

static cr_refusal check_prevent(const du_state *s, const cr_move *move)
{
    cr_refusal no = du_check_karama(s, move->seat, move->arg[1], 2);
    uint8_t power = move->arg[0], place = move->arg[2];

    if (no.code)
        return no;
    if (!du_is_preventable(s, move->seat, power))
        return CR_REFUSE(DU_CODE_POWER_NOT_OFFERED, DU_13_3, 1);
    if (du_preventable[power] == DU_AT_CARD) {
        if (!place || place > cr_bits_count(du_eligible(s)) ||
            (s->d.board.prevented_cards >> (place - 1) & 1))
            return CR_REFUSE(DU_CODE_POWER_NOT_OFFERED, DU_13_3, 3);
    } else if (place || (s->d.board.prevented >> du_preventable[power] & 1)) {
        return CR_REFUSE(DU_CODE_POWER_NOT_OFFERED, DU_16_4, place ? 3 : 1);
    }
    return CR_ACCEPT;
}

static void prevent(du_state *s, uint8_t seat, const uint8_t *arg, cr_sink *sink)
{
    uint8_t power = du_preventable[arg[0]];

    CR_CITE(DU_16_5);
    if (power == DU_AT_CARD)
        s->d.board.prevented_cards |= (uint8_t)(1u << (arg[2] - 1));
    else
        s->d.board.prevented |= DU_POWER_BIT(power);
    CR_TELL(sink, DU_EV_POWER_PREVENTED, seat, power, arg[1], arg[2]);
    du_discard(s, seat, arg[1], sink);
}

/* Is this the moment of the faction's own power? */
bool du_own_moment(const du_state *s, uint8_t seat, uint8_t kind)
{
    uint8_t faction = du_faction(s, seat), phase = s->d.board.phase;

    CR_CITE(DU_13_5);
    if (!s->w.board.is_advanced)
        return false;
    return (kind == DU_CALL_WORM && faction == DB_FR && phase == DU_BLOW && s->d.board.turn > 1) ||
           (kind == DU_SWAP && faction == DB_HK && phase == DU_BIDDING) ||
           (kind == DU_RECALL && faction == DB_EM && phase == DU_REVIVAL);
}

static cr_refusal check_own(const du_state *s, const cr_move *move)
{
    uint8_t seat = move->seat, of;
    cr_refusal no = du_check_karama(s, seat, move->arg[du_card_at(move->kind)],
                                    move->kind == DU_RECALL ? 4 : 2);

    if (no.code)
        return no;
    if (!du_own_moment(s, seat, move->kind))
        return CR_REFUSE(DU_CODE_POWER_NOT_OFFERED, DU_13_5, 0);
    if (s->d.board.own_used >> seat & 1)
        return CR_REFUSE(DU_CODE_POWER_USED, DU_13_5, 0);
    switch (move->kind) {
    case DU_CALL_WORM:
        return du_is_sand(move->arg[0]) ? CR_ACCEPT
                                        : CR_REFUSE(DU_CODE_AREA_NOT_ALLOWED, DU_4_5, 1);
    case DU_SWAP:
        of = du_seat_of(s, move->arg[0]);
        return of != 0xFF && of != seat && du_cards(s, of)
                   ? CR_ACCEPT
                   : CR_REFUSE(DU_CODE_BAD_TARGET, DU_13_5, 1);
    default:
        return du_check_recall(s, move);
    }
}

static void use_own(du_state *s, uint8_t seat, uint8_t kind, const uint8_t *arg, cr_sink *sink)
{
    uint8_t card = arg[du_card_at(kind)], power = kind == DU_CALL_WORM ? DU_FR_CALL
                                                  : kind == DU_SWAP    ? DU_HK_SWAP
                                                                       : DU_EM_REVIVE;

    s->d.board.own_used |= (uint8_t)(1u << seat);
    CR_TELL(sink, DU_EV_OWN_POWER, seat, power, card);
    du_discard(s, seat, card, sink);
    if (kind == DU_CALL_WORM) {
        s->d.board.called = (uint8_t)(arg[0] + 1);
        CR_TELL(sink, DU_EV_WORM, seat, s->d.board.called);
    } else if (kind == DU_SWAP) {
        du_take_hand(s, seat, du_seat_of(s, arg[0]), sink);
    } else {
        du_raise(s, seat, arg[0], arg[1], arg[2], 0, sink);
    }
}

/* ---- all of them ---- */

/* What a seat may also do in its own `ship` (DU-16.6). */
bool du_is_side_action(uint8_t kind)
{
    return kind == DB_GHOLA || kind == DU_TRUTH || kind == DU_BRIBE || kind == DB_GIFT;
}

cr_refusal du_check_side(const du_state *s, const cr_move *move)
{
    switch (move->kind) {
    case DB_GHOLA:
        return du_check_ghola(s, move);
    case DU_TRUTH:
        return check_truth(s, move);
    case DU_BRIBE:
        return check_bribe(s, move);
    case DB_GIFT:
        return check_gift(s, move);
    case DU_PLEDGE:
        return check_pledge(s, move);
    case DU_PREVENT:
        return check_prevent(s, move);
    case DU_CALL_WORM:
    case DU_SWAP:
    case DU_RECALL:
        return check_own(s, move);
    default:
        return CR_ACCEPT; /* a pass */
    }
}

void du_act(du_state *s, uint8_t seat, uint8_t kind, const uint8_t *arg, cr_sink *sink)
{
    CR_CITE(DU_16_6);
    switch (kind) {
    case DB_GHOLA:
        du_use_ghola(s, seat, arg, sink);
        break;
    case DU_TRUTH:
        ask_truth(s, seat, arg, sink);
        break;
    case DU_BRIBE:
        bribe(s, seat, arg, sink);
        break;
    case DB_GIFT:
        gift(s, seat, arg, sink);
        break;
    case DU_PLEDGE:
        pledge(s, seat, arg, sink);
        break;
    case DU_PREVENT:
        prevent(s, seat, arg, sink);
        break;
    default:
        use_own(s, seat, kind, arg, sink);
    }
}
