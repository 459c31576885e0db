/* What the Signature cards do, and Bard: IK-8.30 to IK-8.39. A Stranger takes a name and then does what that name's
 * own function does. */
#include "games/imposter-kings/imposter_kings.h"

static unsigned throne_of(const ik_state *s)
{
    return s->r.court.n - 1u;
}

/* ---- Flagbearer: Recall, twice Rally, and one of them goes back ---- */

static void give_back(ik_state *s, uint8_t seat, unsigned name, cr_sink *sink)
{
    bool is_only = !(s->r.rallied & (s->r.rallied - 1));

    ik_lose_secret(s, seat, name, is_only ? IK_EYES_ALL : 0, s->r.rallied);
    s->army[seat] |= UINT32_C(1) << name;
    if (is_only)
        s->r.army_open[seat] |= UINT32_C(1) << name;
    s->r.rallied = 0;
    CR_TELL_PART(sink, EV_RETURN, seat, is_only ? CR_EYES_ALL : CR_BIT(seat), 0, (uint8_t)name);
}

static void flagbearer(ik_state *s, cr_frame *top, cr_sink *sink)
{
    uint32_t rallied = s->r.rallied;

    CR_CITE(IK_8_30);
    CR_CITE(IK_8_29);
    switch (top->step) {
    case ABILITY_RESOLVE:
        ik_disgrace(s, throne_of(s), sink);
        top->step = ABILITY_RECALL;
        return;
    case ABILITY_RECALL:
        if (!ik_recall(s, top, sink))
            top->step = ABILITY_RALLY;
        return;
    case ABILITY_RALLY:
    case ABILITY_RALLY_AGAIN:
        if (!ik_rally(s, top, IK_EYES_ALL, sink))
            top->step++;
        return;
    default:
        if (rallied & (rallied - 1)) {
            if (cr_ask(&s->k, Q_RETURN, CR_BIT(top->seat), CR_ANY, top->seat, s->time_ms))
                return;
            give_back(s, top->seat, s->k.said.arg[0], sink);
        } else if (rallied) {
            CR_CITE(IK_11_1);
            give_back(s, top->seat, cr_bits_first(rallied), sink);
        }
        ik_ability_done(s);
    }
}

/* ---- Stranger ---- */

/* Both effects of the play know what it has become, and where its target lies now. */
static void become(cr_frame *top, unsigned name, unsigned position)
{
    for (cr_frame *frame = top - 1; frame <= top; frame++) {
        frame->arg[IK_ARG_AS] = (uint8_t)(1 + name);
        frame->arg[IK_ARG_COPY] = 0;
        if (frame->arg[IK_ARG_POSITION] > position + 1)
            frame->arg[IK_ARG_POSITION]--;
    }
}

static void stranger(ik_state *s, cr_frame *top, cr_sink *sink)
{
    unsigned position = top->arg[IK_ARG_COPY] - 1u, name = ik_name_at(&s->r.court, position), card;
    bool is_used = false;
    ik_may may;

    CR_CITE(IK_8_31);
    ik_copied_ability(s, top->seat, position, throne_of(s), top->arg[IK_ARG_FROM],
                      ik_count(&s->r.hand[top->seat]), &may);
    for (unsigned i = IK_ARG_USE; i < IK_ARG_COPY; i++)
        is_used |= top->arg[i];
    card = ik_court_remove(s, position);
    ik_remove(s, top->seat, card, sink);
    if (name != IK_STRANGER) {
        CR_CITE(IK_8_32);
        s->r.court.as[throne_of(s)] = (uint8_t)(1 + name);
    }
    CR_TELL(sink, EV_COPY, top->seat, (uint8_t)name, (uint8_t)(position + 1));
    become(top, name, position);
    if (!is_used && !may.is_automatic)
        ik_ability_done(s);
}

/* ---- Ancestor, Informant, Nakturn, Lockshift ---- */

static void ancestor(ik_state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t seat = top->seat;

    CR_CITE(IK_8_34);
    switch (top->step) {
    case ABILITY_RESOLVE:
        if (!ik_recall(s, top, sink))
            top->step = ABILITY_CHOOSE;
        return;
    case ABILITY_CHOOSE:
        if (!ik_names(&s->r.hand[seat]))
            break;
        if (cr_ask(&s->k, Q_ANCESTOR, CR_BIT(seat), CR_ANY, seat, s->time_ms))
            return;
        if (s->k.said.kind != KIND_CHOOSE)
            break;
        ik_lose_open(s, seat, s->k.said.arg[0]);
        ik_remove(s, seat, s->k.said.arg[0], sink);
        top->step = ABILITY_RALLY;
        return;
    default:
        if (ik_rally(s, top, 0, sink))
            return;
    }
    ik_ability_done(s);
}

static void informant(ik_state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t opponent = (uint8_t)(top->arg[IK_ARG_OPPONENT] - 1), seat = top->seat;
    unsigned name = top->arg[IK_ARG_NAME] - 1u;

    CR_CITE(IK_8_35);
    switch (top->step) {
    case ABILITY_RESOLVE:
        CR_CITE(IK_10_5);
        if (s->r.dungeon[opponent] != name + 1) {
            if (s->r.dungeon_seen[opponent] != IK_EYES_ALL)
                s->r.dungeon_lacks[opponent] |= UINT32_C(1) << name;
            CR_TELL(sink, EV_MISS, opponent, (uint8_t)name);
            break;
        }
        s->r.dungeon_seen[opponent] = IK_EYES_ALL;
        s->r.dungeon_lacks[opponent] = 0;
        CR_TELL(sink, EV_DUNGEON, opponent, (uint8_t)name);
        top->step = ABILITY_CHOOSE;
        return;
    case ABILITY_CHOOSE:
        if (cr_ask(&s->k, Q_INFORMANT, CR_BIT(seat), CR_ANY, seat, s->time_ms))
            return;
        if (s->k.said.kind == KIND_RALLY) {
            top->step = ABILITY_RALLY;
            return;
        }
        if (s->k.said.kind != KIND_TAKE)
            break;
        s->r.dungeon[opponent] = s->r.dungeon_seen[opponent] = 0;
        ik_gain(s, seat, name, IK_EYES_ALL);
        CR_TELL(sink, EV_TAKE, seat, (uint8_t)name);
        break;
    default:
        if (ik_rally(s, top, 0, sink))
            return;
    }
    ik_ability_done(s);
}

/* A wrong guess opens the guesser's hand to the Nakturn's player. */
static IK_APART void look(ik_state *s, uint8_t seat, uint8_t opponent, cr_sink *sink)
{
    uint8_t data[sizeof(ik_bag) + IK_SEATS] = {0};

    CR_CITE(IK_10_7);
    s->r.known[seat][opponent] = s->r.hand[opponent];
    memcpy(data, &s->r.hand[opponent], sizeof(ik_bag));
    if (sink)
        cr_emit(sink, EV_LOOK, seat, CR_BIT(seat), 0, false, data, sizeof data);
}

static void nakturn(ik_state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t opponent = (uint8_t)(top->arg[IK_ARG_OPPONENT] - 1), seat = top->seat;
    unsigned name = top->arg[IK_ARG_NAME] - 1u, card;
    bool holds = ik_has(&s->r.hand[seat], name);
    uint8_t said;

    CR_CITE(IK_8_36);
    if (top->step == ABILITY_RESOLVE) {
        if (cr_ask(&s->k, Q_GUESS, CR_BIT(opponent), CR_ANY, opponent, s->time_ms))
            return;
        said = s->k.said.arg[0];
        if (holds)
            ik_learn_has(s, seat, name);
        else
            ik_learn_lacks(s, seat, UINT32_C(1) << name);
        CR_TELL(sink, EV_GUESS, opponent, (uint8_t)name, said, said == holds);
        if (said == holds || !ik_names(&s->r.hand[opponent])) {
            ik_ability_done(s);
            return;
        }
        look(s, seat, opponent, sink);
        top->step = ABILITY_CHOOSE;
        return;
    }
    card = ik_ask_card(s, Q_CONDEMN, seat, opponent);
    if (card == IK_ASKED)
        return;
    ik_lose_open(s, opponent, card);
    ik_add(&s->r.condemned, card);
    CR_TELL(sink, EV_CONDEMN, opponent, ik_cards[card].base, (uint8_t)card);
    ik_ability_done(s);
}

static void lockshift(ik_state *s, const cr_frame *top, cr_sink *sink)
{
    CR_CITE(IK_8_39);
    CR_CITE(IK_10_5);
    for (unsigned i = 0; i < s->k.n_seats; i++) {
        uint8_t seat = (uint8_t)((top->seat + i) % s->k.n_seats), card = s->r.dungeon[seat];
        unsigned eyes = i ? IK_EYES_ALL : s->r.dungeon_seen[seat];

        if (!card || !(ik_living(s) >> seat & 1))
            continue;
        s->r.dungeon[seat] = s->r.dungeon_seen[seat] = 0;
        s->r.dungeon_lacks[seat] = 0;
        ik_gain(s, seat, card - 1u, eyes);
        CR_TELL_PART(sink, EV_SQUIRE, seat, eyes == IK_EYES_ALL ? CR_EYES_ALL : CR_BIT(seat), 1,
                     IK_TAKE_DUNGEON, (uint8_t)(card - 1));
    }
    ik_ability_done(s);
}

static void aegis(ik_state *s, const cr_frame *top, cr_sink *sink)
{
    uint32_t chosen;

    CR_CITE(IK_8_33);
    if (cr_ask(&s->k, Q_AEGIS, CR_BIT(top->seat), CR_ANY, top->seat, s->time_ms))
        return;
    memcpy(&chosen, s->k.said.arg, sizeof chosen);
    if (chosen)
        ik_disgrace(s, cr_bits_first(chosen), sink);
    ik_ability_done(s);
}

void ik_step_signature(ik_state *s, cr_frame *top, unsigned name, cr_sink *sink)
{
    switch (name) {
    case IK_FLAGBEARER:
        flagbearer(s, top, sink);
        break;
    case IK_STRANGER:
        stranger(s, top, sink);
        break;
    case IK_AEGIS:
        aegis(s, top, sink);
        break;
    case IK_ANCESTOR:
        ancestor(s, top, sink);
        break;
    case IK_INFORMANT:
        informant(s, top, sink);
        break;
    case IK_NAKTURN:
        nakturn(s, top, sink);
        break;
    case IK_LOCKSHIFT:
        lockshift(s, top, sink);
        break;
    case IK_CONSPIRACIST:
        CR_CITE(IK_8_37);
        s->r.conspiracy[top->seat] = 2; /* this turn and his next */
        CR_TELL(sink, EV_CONSPIRACY, top->seat, 0);
        ik_ability_done(s);
        break;
    case IK_EXILE:
        CR_CITE(IK_8_38);
        s->r.exiles |= CR_BIT(top->seat);
        CR_TELL(sink, EV_EXILE, top->seat, 0);
        ik_ability_done(s);
        break;
    default: /* Bard */
        CR_CITE(IK_1_16);
        if (!ik_recall(s, top, sink))
            ik_ability_done(s);
    }
}
