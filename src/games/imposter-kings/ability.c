/* What the cards do: IK-1.10 to IK-1.30. An ability first opens its window; then cost and effect are carried out, and
 * late choices are asked for. One section for a card or for a few that are alike; cards of FRAGMENTS are in
 * signature.c. */
#include "games/imposter-kings/imposter_kings.h"

static unsigned throne_of(const ik_state *s)
{
    return s->r.court.n - 1u;
}

void ik_ability_done(ik_state *s)
{
    cr_unwind(&s->k, (uint8_t)(s->k.depth - 2));
}

/* Asks a player for a card of somebody's hand, unless it is the only one. */
unsigned ik_ask_card(ik_state *s, uint8_t question, uint8_t seat, uint8_t of)
{
    if (ik_count(&s->r.hand[of]) == 1) {
        CR_CITE(IK_11_1);
        return cr_bits_first(ik_names(&s->r.hand[of]));
    }
    if (cr_ask(&s->k, question, CR_BIT(seat), CR_ANY, seat, s->time_ms))
        return IK_ASKED;
    return s->k.said.arg[0];
}

static void to_antechamber(ik_state *s, uint8_t seat, unsigned name, cr_sink *sink)
{
    ik_row *row = &s->r.antechamber[seat];

    ik_lose_open(s, seat, name);
    row->at[row->n++] = (uint8_t)name;
    CR_TELL(sink, EV_MOVE, seat, (uint8_t)name);
}

/* ---- Fool, Inquisitor, Mystic, Queen: nothing is chosen late ---- */

static void fool(ik_state *s, const cr_frame *top, cr_sink *sink)
{
    unsigned name = ik_court_remove(s, top->arg[IK_ARG_POSITION] - 1u);

    CR_CITE(IK_1_10);
    CR_CITE(IK_6_15);
    ik_gain(s, top->seat, name, IK_EYES_ALL);
    CR_TELL(sink, EV_TAKE, top->seat, (uint8_t)name);
    ik_ability_done(s);
}

static void miss(ik_state *s, uint8_t seat, unsigned name, cr_sink *sink)
{
    ik_learn_lacks(s, seat, UINT32_C(1) << name);
    CR_TELL(sink, EV_MISS, seat, (uint8_t)name);
}

/* FRAGMENTS: whoever is hit says which copy moves; top->note counts the players who are done. */
static IK_APART void ask_inquisitor(ik_state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t seat = (uint8_t)((top->seat + 1u + top->note) % s->k.n_seats);
    unsigned name = top->arg[IK_ARG_NAME] - 1u;

    if (top->note + 1u == s->k.n_seats) {
        ik_ability_done(s);
        return;
    }
    if (top->step == ABILITY_CHOOSE) {
        CR_CITE(IK_11_2);
        if (cr_ask(&s->k, Q_INQUISITOR, CR_BIT(seat), CR_ANY, seat, s->time_ms))
            return;
        to_antechamber(s, seat, name, sink);
    } else if (ik_opponents(s, top->seat) >> seat & 1) {
        if (ik_has(&s->r.hand[seat], name)) {
            ik_learn_has(s, seat, name);
            CR_TELL(sink, EV_HIT, seat, (uint8_t)name);
            top->step = ABILITY_CHOOSE;
            return;
        }
        miss(s, seat, name, sink);
    }
    top->step = ABILITY_RESOLVE;
    top->note++;
}

static void inquisitor(ik_state *s, cr_frame *top, cr_sink *sink)
{
    uint16_t opponents = ik_opponents(s, top->seat);
    unsigned name = top->arg[IK_ARG_NAME] - 1u;

    CR_CITE(IK_1_14);
    CR_CITE(IK_5_7);
    if (s->rules == IK_RULES_FRAGMENTS) {
        ask_inquisitor(s, top, sink);
        return;
    }
    for (unsigned i = 1; i < s->k.n_seats; i++) {
        uint8_t seat = (uint8_t)((top->seat + i) % s->k.n_seats);

        if (!(opponents >> seat & 1))
            continue;
        if (ik_has(&s->r.hand[seat], name))
            to_antechamber(s, seat, name, sink);
        else
            miss(s, seat, name, sink);
    }
    ik_ability_done(s);
}

static void mystic(ik_state *s, const cr_frame *top, cr_sink *sink)
{
    CR_CITE(IK_1_24);
    ik_disgrace(s, throne_of(s), sink);
    s->r.numbers |= CR_BIT(top->arg[IK_ARG_NUMBER]);
    CR_TELL(sink, EV_NUMBER, top->seat, top->arg[IK_ARG_NUMBER]);
    ik_ability_done(s);
}

static void queen(ik_state *s, cr_sink *sink)
{
    CR_CITE(IK_1_30);
    for (unsigned at = 0; at < throne_of(s); at++)
        ik_disgrace(s, at, sink);
    ik_ability_done(s);
}

/* ---- Soldier and Judge: a name, then a choice if it was held ---- */

static void soldier(ik_state *s, cr_frame *top, cr_sink *sink)
{
    uint16_t opponents = ik_opponents(s, top->seat);
    unsigned name = top->arg[IK_ARG_NAME] - 1u;
    bool is_hit = false;
    uint32_t chosen;

    CR_CITE(IK_1_17);
    if (top->step == ABILITY_RESOLVE) {
        for (unsigned rest = opponents; rest; rest &= rest - 1)
            is_hit |= ik_has(&s->r.hand[cr_bits_first(rest)], name);
        if (!is_hit) {
            for (unsigned rest = opponents; rest; rest &= rest - 1)
                ik_learn_lacks(s, (uint8_t)cr_bits_first(rest), UINT32_C(1) << name);
            CR_TELL(sink, EV_MISS, top->seat, (uint8_t)name);
            ik_ability_done(s);
            return;
        }
        /* With two opponents nobody learns which of them holds it. */
        if (cr_bits_count(opponents) == 1)
            ik_learn_has(s, (uint8_t)cr_bits_first(opponents), name);
        CR_TELL(sink, EV_HIT, top->seat, (uint8_t)name);
        s->r.court.bonus |= UINT32_C(1) << throne_of(s);
        top->step = ABILITY_CHOOSE;
        return;
    }
    if (cr_ask(&s->k, Q_SOLDIER, CR_BIT(top->seat), CR_ANY, top->seat, s->time_ms))
        return;
    memcpy(&chosen, s->k.said.arg, sizeof chosen);
    for (; chosen; chosen &= chosen - 1)
        ik_disgrace(s, cr_bits_first(chosen), sink);
    ik_ability_done(s);
}

static void judge(ik_state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t seat = top->seat, opponent = (uint8_t)(top->arg[IK_ARG_OPPONENT] - 1);
    unsigned name = top->arg[IK_ARG_NAME] - 1u;

    CR_CITE(IK_1_18);
    if (top->step == ABILITY_RESOLVE) {
        if (!ik_has(&s->r.hand[opponent], name)) {
            miss(s, opponent, name, sink);
            ik_ability_done(s);
            return;
        }
        ik_learn_has(s, opponent, name);
        CR_TELL(sink, EV_HIT, opponent, (uint8_t)name);
        top->step = ABILITY_CHOOSE;
        return;
    }
    if (ik_names(&s->r.hand[seat])) {
        if (cr_ask(&s->k, Q_JUDGE, CR_BIT(seat), CR_ANY, seat, s->time_ms))
            return;
        if (s->k.said.kind == KIND_CHOOSE)
            to_antechamber(s, seat, s->k.said.arg[0], sink);
    }
    ik_ability_done(s);
}

/* ---- Executioner: every player in turn; top->note counts those who are done ---- */

static void condemn(ik_state *s, uint8_t executioner, uint8_t seat, unsigned name, cr_sink *sink)
{
    uint8_t number = ik_cards[name].base;
    unsigned eyes = 1u << executioner | 1u << seat;

    ik_lose_secret(s, seat, name, eyes, ik_base_set[number]);
    ik_add(&s->r.executed, name);
    ik_add(&s->r.executed_known[seat], name);
    if (seat != executioner)
        ik_add(&s->r.executed_known[executioner], name);
    CR_TELL_PART(sink, EV_CONDEMN, seat, (uint16_t)eyes, 1, number, (uint8_t)name);
}

static void executioner(ik_state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t seat = (uint8_t)((top->seat + top->note) % s->k.n_seats),
            number = top->arg[IK_ARG_NUMBER];

    CR_CITE(IK_1_15);
    top->step = ABILITY_CHOOSE;
    if (top->note == s->k.n_seats) {
        ik_ability_done(s);
        return;
    }
    if (ik_living(s) >> seat & 1) {
        if (ik_names(&s->r.hand[seat]) & ik_base_set[number]) {
            CR_CITE(IK_11_2);
            if (cr_ask(&s->k, Q_EXECUTE, CR_BIT(seat), CR_ANY, seat, s->time_ms))
                return;
            condemn(s, top->seat, seat, s->k.said.arg[0], sink);
        } else {
            ik_learn_lacks(s, seat, ik_base_set[number] & ik_sayable(s));
        }
    }
    top->note++;
}

/* ---- Warden and Sentry: a hand card for an open one ---- */

static void warden(ik_state *s, const cr_frame *top, cr_sink *sink)
{
    uint8_t seat = top->seat, taken = (uint8_t)(s->r.accused - 1);
    unsigned given;

    CR_CITE(IK_1_25);
    CR_CITE(IK_5_6);
    given = ik_ask_card(s, Q_WARDEN, seat, seat);
    if (given == IK_ASKED)
        return;
    ik_lose_open(s, seat, given);
    s->r.accused = (uint8_t)(1 + given);
    ik_gain(s, seat, taken, IK_EYES_ALL);
    CR_TELL(sink, EV_EXCHANGE, seat, (uint8_t)given, taken);
    ik_ability_done(s);
}

static void sentry(ik_state *s, cr_frame *top, cr_sink *sink)
{
    unsigned position = top->arg[IK_ARG_POSITION] - 1u, given;
    ik_court *court = &s->r.court;
    uint8_t seat = top->seat, taken = court->card[position];

    CR_CITE(IK_1_26);
    if (top->step == ABILITY_RESOLVE) {
        ik_disgrace(s, throne_of(s), sink);
        top->step = ABILITY_CHOOSE;
        return;
    }
    given = ik_ask_card(s, Q_SENTRY, seat, seat);
    if (given == IK_ASKED)
        return;
    ik_lose_open(s, seat, given);
    court->card[position] = (uint8_t)given;
    court->by[position] = seat;
    CR_CITE(IK_5_8);
    court->bonus &= ~(UINT32_C(1) << position);
    court->marks &= ~(UINT32_C(1) << position);
    court->as[position] = 0;
    ik_gain(s, seat, taken, IK_EYES_ALL);
    CR_TELL(sink, EV_EXCHANGE, seat, (uint8_t)given, taken);
    ik_ability_done(s);
}

/* ---- Princess: both choose in secret ---- */

static IK_APART void princess(ik_state *s, const cr_frame *top, cr_sink *sink)
{
    uint8_t pair[2] = {top->seat, (uint8_t)(top->arg[IK_ARG_OPPONENT] - 1)}, card[2];
    uint16_t two = (uint16_t)(CR_BIT(pair[0]) | CR_BIT(pair[1])), asked = 0;

    CR_CITE(IK_1_29);
    CR_CITE(IK_10_6);
    for (unsigned i = 0; i < 2; i++)
        if (ik_count(&s->r.hand[pair[i]]) > 1)
            asked |= CR_BIT(pair[i]);
    if (asked && cr_ask(&s->k, Q_PRINCESS, asked, CR_ALL, top->seat, s->time_ms))
        return;
    for (unsigned i = 0; i < 2; i++)
        card[i] = asked >> pair[i] & 1 ? s->k.sealed[pair[i]].arg[0]
                                       : (uint8_t)cr_bits_first(ik_names(&s->r.hand[pair[i]]));
    for (unsigned i = 0; i < 2; i++)
        ik_lose_secret(s, pair[i], card[i], two, ~0u);
    for (unsigned i = 0; i < 2; i++)
        ik_gain(s, pair[i], card[!i], two);
    CR_TELL_PART(sink, EV_SWAP, pair[0], two, 1, pair[1], card[0], card[1]);
    ik_ability_done(s);
}

/* ---- Spy: looks at every Successor, may make one opponent exchange his; top->note is 1 + that opponent ---- */

static IK_APART void look(ik_state *s, uint8_t seat, cr_sink *sink)
{
    uint8_t data[sizeof(ik_bag) + IK_SEATS] = {0};

    CR_CITE(IK_10_7);
    memcpy(data + sizeof(ik_bag), s->r.successor, IK_SEATS);
    for (unsigned other = 0; other < s->k.n_seats; other++)
        if (s->r.successor[other])
            s->r.seen[other] |= CR_BIT(seat);
    if (sink)
        cr_emit(sink, EV_LOOK, seat, CR_BIT(seat), 0, false, data, sizeof data);
}

static void swap_successor(ik_state *s, uint8_t seat, unsigned given, cr_sink *sink)
{
    uint8_t taken = (uint8_t)(s->r.successor[seat] - 1), seen = s->r.seen[seat];

    ik_lose_secret(s, seat, given, s->r.facet[seat] == IK_LEADER ? IK_EYES_ALL : 0, ~0u);
    ik_gain(s, seat, taken, seen);
    ik_set_successor(s, seat, given, sink);
}

static IK_APART void spy(ik_state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t target = (uint8_t)(top->note - 1);
    unsigned given;

    CR_CITE(IK_1_28);
    switch (top->step) {
    case ABILITY_RESOLVE:
        ik_disgrace(s, throne_of(s), sink);
        look(s, top->seat, sink);
        top->step = ABILITY_CHOOSE;
        return;
    case ABILITY_CHOOSE:
        if (ik_spy_targets(s, top->seat)) {
            if (cr_ask(&s->k, Q_SPY_TARGET, CR_BIT(top->seat), CR_ANY, top->seat, s->time_ms))
                return;
            if (s->k.said.kind == KIND_TARGET) {
                top->note = (uint8_t)(1 + s->k.said.arg[0]);
                top->step = ABILITY_MORE;
                return;
            }
        }
        break;
    default:
        given = ik_ask_card(s, Q_SPY_SWAP, target, target);
        if (given == IK_ASKED)
            return;
        swap_successor(s, target, given, sink);
    }
    ik_ability_done(s);
}

/* ---- Herald: a new Successor, then perhaps another card in its place ---- */

static IK_APART void herald(ik_state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t seat = top->seat;
    unsigned given;
    cr_move play;

    CR_CITE(IK_1_22);
    switch (top->step) {
    case ABILITY_RESOLVE:
        ik_take_successor(s, seat);
        top->step = ABILITY_CHOOSE;
        return;
    case ABILITY_CHOOSE:
        given = ik_ask_card(s, Q_HERALD_SUCCESSOR, seat, seat);
        if (given == IK_ASKED)
            return;
        ik_lose_secret(s, seat, given, s->r.facet[seat] == IK_LEADER ? IK_EYES_ALL : 0, ~0u);
        ik_set_successor(s, seat, given, sink);
        top->step = ABILITY_MORE;
        return;
    default:
        if (!ik_names(&s->r.hand[seat]))
            break;
        if (cr_ask(&s->k, Q_HERALD_PLAY, CR_BIT(seat), CR_ANY, seat, s->time_ms))
            return;
        if (s->k.said.kind != KIND_PLAY)
            break;
        /* The Herald's own effects end before it goes back to hand. */
        play = s->k.said;
        ik_ability_done(s);
        given = ik_court_remove(s, throne_of(s));
        ik_gain(s, seat, given, IK_EYES_ALL);
        CR_TELL(sink, EV_TAKE, seat, (uint8_t)given);
        ik_put(s, seat, &play, 0, sink);
        return;
    }
    ik_ability_done(s);
}

void ik_step_ability(ik_state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t card = top->arg[IK_ARG_CARD], as = top->arg[IK_ARG_AS];

    if (top->step == ABILITY_WINDOW) {
        CR_CITE(IK_5_3);
        CR_CITE(IK_0_12);
        if ((ik_cards[card].keywords & IK_WINDOW) && !(top->arg[IK_ARG_HOW] & IK_HOW_IMMUNE) &&
            ik_window(s, top, sink))
            return;
        CR_CITE(IK_5_4);
        top->step = ABILITY_RESOLVE;
    }
    switch (as ? as - 1 : card) {
    case IK_FOOL:
        fool(s, top, sink);
        break;
    case IK_INQUISITOR:
        inquisitor(s, top, sink);
        break;
    case IK_EXECUTIONER:
        executioner(s, top, sink);
        break;
    case IK_SOLDIER:
        soldier(s, top, sink);
        break;
    case IK_JUDGE:
        judge(s, top, sink);
        break;
    case IK_HERALD:
        herald(s, top, sink);
        break;
    case IK_MYSTIC:
        mystic(s, top, sink);
        break;
    case IK_WARDEN:
        warden(s, top, sink);
        break;
    case IK_SENTRY:
        sentry(s, top, sink);
        break;
    case IK_SPY:
        spy(s, top, sink);
        break;
    case IK_PRINCESS:
        princess(s, top, sink);
        break;
    case IK_QUEEN:
        queen(s, sink);
        break;
    default:
        ik_step_signature(s, top, as ? as - 1u : card, sink);
    }
}
