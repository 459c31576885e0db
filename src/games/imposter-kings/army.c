/* Armies: the selection of Signature cards before the first round, mustering before every round, Recall and Rally, and
 * the facets of a King. Sections 8a and 8b of the rules, which only FRAGMENTS has. */
#include "games/imposter-kings/imposter_kings.h"
#include "kernel/rng.h"

enum { OPEN_CARDS = 5, PICKS = 4 };

static uint16_t everybody(const ik_state *s)
{
    return (uint16_t)((1u << s->k.n_seats) - 1);
}

static void enlist(ik_state *s, uint8_t seat, uint32_t names)
{
    s->list[seat] |= names;
    s->army[seat] |= names;
}

/* ---- Signature cards ---- */

static void show_selection(ik_state *s, cr_sink *sink)
{
    for (uint8_t seat = 0; seat < s->k.n_seats; seat++) {
        uint32_t names;

        memcpy(&names, s->k.sealed[seat].arg, sizeof names);
        enlist(s, seat, names | IK_ARMY_BASE);
        CR_CITE(IK_10_2);
        if (sink)
            cr_emit(sink, EV_SIGNATURES, seat, CR_EYES_ALL, sizeof names, false,
                    (const uint8_t *)&names, sizeof names);
    }
}

/* Signature cards that nobody has chosen. */
static uint32_t unchosen(const ik_state *s)
{
    uint32_t names = IK_SIGNATURES;

    for (unsigned seat = 0; seat < s->k.n_seats; seat++)
        names &= ~s->list[seat];
    return names;
}

static void lay_open(ik_state *s, uint32_t names, cr_sink *sink)
{
    s->draft = names;
    if (sink)
        cr_emit(sink, EV_DRAFT, CR_HOST, CR_EYES_ALL, sizeof names, false, (const uint8_t *)&names,
                sizeof names);
}

static uint32_t draw_open(ik_state *s)
{
    uint32_t names = unchosen(s);

    while (cr_bits_count(names) > OPEN_CARDS)
        names &=
            /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): a name is below 32 */
            ~(UINT32_C(1) << cr_bits_nth(names, cr_rng_small(&s->k.rng, cr_bits_count(names))));
    return names;
}

uint32_t ik_draft_names(const ik_state *s)
{
    return s->k.q.kind == Q_DRAFT_OPEN ? unchosen(s) : s->draft;
}

/* The picks go to the first, twice to the second, and to the first again. top->seat is the first, top->note counts. */
static void pick(ik_state *s, cr_frame *top, cr_sink *sink)
{
    bool is_first = top->note == 0 || top->note + 1 == PICKS;
    uint8_t seat = is_first ? top->seat : (uint8_t)(1 - top->seat), card;

    if (cr_ask(&s->k, Q_DRAFT_PICK, CR_BIT(seat), CR_ANY, seat, s->time_ms))
        return;
    card = s->k.said.arg[0];
    enlist(s, seat, UINT32_C(1) << card);
    s->draft &= ~(UINT32_C(1) << card);
    CR_TELL(sink, EV_PICK, seat, card);
    if (++top->note < PICKS)
        return;
    s->draft = 0;
    cr_pop(&s->k);
}

void ik_step_draft(ik_state *s, cr_frame *top, cr_sink *sink)
{
    uint32_t names;
    uint8_t other = (uint8_t)(1 - s->king);

    switch (top->step) {
    case DRAFT_SELECT:
        CR_CITE(IK_8_1);
        CR_CITE(IK_8_2);
        if (cr_ask(&s->k, Q_SIGNATURES, everybody(s), CR_ALL, 0, s->time_ms))
            return;
        show_selection(s, sink);
        if (s->selection == IK_TOURNAMENT)
            top->step = DRAFT_KING;
        else
            cr_pop(&s->k);
        return;
    case DRAFT_KING: /* the other one decides, so the True King is drawn before the first deal */
        CR_CITE(IK_8_3);
        if (s->is_given && cr_ask(&s->k, Q_KING, CR_BIT(CR_HOST), CR_ANY, 0, s->time_ms))
            return;
        s->king = s->is_given && s->k.said.kind == KIND_KING
                      ? s->k.said.arg[0]
                      : (uint8_t)cr_rng_small(&s->k.rng, s->k.n_seats);
        CR_TELL(sink, EV_KING, s->king, 0);
        top->step = DRAFT_OPEN;
        return;
    case DRAFT_OPEN:
        if (s->is_given && cr_ask(&s->k, Q_DRAFT_OPEN, CR_BIT(CR_HOST), CR_ANY, 0, s->time_ms))
            return;
        if (s->is_given && s->k.said.kind == KIND_OPEN)
            memcpy(&names, s->k.said.arg, sizeof names);
        else
            names = draw_open(s);
        lay_open(s, names, sink);
        top->step = DRAFT_ORDER;
        return;
    case DRAFT_ORDER:
        if (cr_ask(&s->k, Q_DRAFT_ORDER, CR_BIT(other), CR_ANY, other, s->time_ms))
            return;
        top->seat = s->k.said.arg[0] ? s->king : other;
        CR_TELL(sink, EV_ORDER, other, s->k.said.arg[0]);
        top->step = DRAFT_PICK;
        return;
    default:
        pick(s, top, sink);
    }
}

/* ---- mustering ---- */

uint8_t ik_musters(const ik_state *s)
{
    unsigned n = s->k.n_seats, first = s->r.first ? s->r.first - 1u : 0;

    return (uint8_t)((first + 2 * n - 1 - s->k.stack[0].note % n) % n);
}

static void exhaust(ik_state *s, uint8_t seat, unsigned name)
{
    s->army[seat] &= ~(UINT32_C(1) << name);
    s->r.army_open[seat] &= ~(UINT32_C(1) << name);
    s->exhausted[seat] |= UINT32_C(1) << name;
}

static void bring_back(ik_state *s, uint8_t seat, unsigned name)
{
    s->exhausted[seat] &= ~(UINT32_C(1) << name);
    s->army[seat] |= UINT32_C(1) << name;
    s->r.army_open[seat] |= UINT32_C(1) << name;
}

static void recruit(ik_state *s, uint8_t seat, const uint8_t *arg, cr_sink *sink)
{
    CR_CITE(IK_8_7);
    CR_CITE(IK_10_3);
    if (arg[IK_ARG_COST])
        exhaust(s, seat, arg[IK_ARG_COST] - 1u);
    ik_lose_open(s, seat, arg[IK_ARG_TRADE]);
    ik_add(&s->r.traded[seat], arg[IK_ARG_TRADE]);
    s->army[seat] &= ~(UINT32_C(1) << arg[IK_ARG_ARMY]);
    s->r.army_open[seat] = 0; /* any of them may be gone */
    ik_gain(s, seat, arg[IK_ARG_ARMY], 0);
    s->r.paid |= CR_BIT(seat);
    CR_TELL_PART(sink, EV_RECRUIT, seat, CR_BIT(seat), 2, arg[IK_ARG_TRADE], arg[IK_ARG_COST],
                 arg[IK_ARG_ARMY]);
}

static void recommission(ik_state *s, uint8_t seat, const uint8_t *arg, cr_sink *sink)
{
    uint8_t one = arg[IK_ARG_COST_1], other = arg[IK_ARG_COST_2];

    CR_CITE(IK_8_8);
    exhaust(s, seat, arg[IK_ARG_COST_1]);
    exhaust(s, seat, arg[IK_ARG_COST_2]);
    bring_back(s, seat, arg[IK_ARG_BACK]);
    s->r.paid |= CR_BIT(seat);
    /* Which of the two was named first is nobody's business. */
    CR_TELL(sink, EV_RECOMMISSION, seat, arg[IK_ARG_BACK], one < other ? one : other,
            one < other ? other : one);
}

/* top->note counts the players who are done. */
void ik_muster(ik_state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t seat = ik_musters(s);

    CR_CITE(IK_3_6);
    CR_CITE(IK_8_6);
    if (cr_ask(&s->k, Q_MUSTER, CR_BIT(seat), CR_ANY, seat, s->time_ms))
        return;
    switch (s->k.said.kind) {
    case KIND_RECRUIT:
        recruit(s, seat, s->k.said.arg, sink);
        break;
    case KIND_RECOMMISSION:
        recommission(s, seat, s->k.said.arg, sink);
        break;
    case KIND_FACET:
        CR_CITE(IK_8_9);
        s->r.facet[seat] = s->k.said.arg[0];
        CR_TELL(sink, EV_FACET, seat, s->k.said.arg[0]);
        break;
    default:
        CR_TELL(sink, EV_MUSTERED, seat, 0);
        if (++top->note == s->k.n_seats) {
            top->note = 0;
            top->step = ROUND_SETUP;
        }
    }
}

/* ---- Recall and Rally ---- */

uint32_t ik_recallable(const ik_state *s, const cr_frame *top)
{
    uint32_t names = s->exhausted[top->seat];

    CR_CITE(IK_8_20);
    return top->kind == EFFECT_FLIP ? names & IK_ARMY_BASE : names;
}

bool ik_recall(ik_state *s, const cr_frame *top, cr_sink *sink)
{
    uint32_t names = ik_recallable(s, top);
    uint8_t seat = top->seat, card;

    if (!names)
        return false;
    card = (uint8_t)cr_bits_first(names);
    if (names & (names - 1)) {
        if (cr_ask(&s->k, Q_RECALL, CR_BIT(seat), CR_ANY, seat, s->time_ms))
            return true;
        card = s->k.said.arg[0];
    } else {
        CR_CITE(IK_11_1);
    }
    bring_back(s, seat, card);
    CR_TELL(sink, EV_RECALL, seat, card);
    return false;
}

unsigned ik_in_play(const ik_state *s)
{
    unsigned n = s->r.court.n;

    for (unsigned seat = 0; seat < s->k.n_seats; seat++)
        n += ik_count(&s->r.hand[seat]) + s->r.antechamber[seat].n + (s->r.successor[seat] != 0) +
             (s->r.dungeon[seat] != 0) + (s->r.squire[seat] != 0);
    return n;
}

uint32_t ik_ralliable(const ik_state *s, const cr_frame *top)
{
    uint32_t names = 0;

    CR_CITE(IK_8_21);
    if (ik_in_play(s) >= IK_COURT_MAX)
        return 0;
    if (top->kind != EFFECT_FLIP || s->r.facet[top->seat] != IK_LEADER)
        return s->army[top->seat];
    CR_CITE(IK_8_22);
    for (unsigned base = 1; base <= top->note && base < 10; base++)
        names |= ik_base_set[base];
    return s->army[top->seat] & names;
}

bool ik_rally(ik_state *s, const cr_frame *top, unsigned eyes, cr_sink *sink)
{
    uint8_t seat = top->seat, card;

    if (!s->army[seat]) {
        CR_CITE(IK_11_1);
        return false;
    }
    if (cr_ask(&s->k, Q_RALLY, CR_BIT(seat), CR_ANY, seat, s->time_ms))
        return true;
    if (s->k.said.kind != KIND_CHOOSE)
        return false;
    card = s->k.said.arg[0];
    s->army[seat] &= ~(UINT32_C(1) << card);
    s->r.army_open[seat] &= eyes == IK_EYES_ALL ? ~(UINT32_C(1) << card) : 0;
    ik_gain(s, seat, card, eyes);
    if (eyes == IK_EYES_ALL)
        s->r.rallied |= UINT32_C(1) << card;
    CR_CITE(IK_10_3);
    CR_TELL_PART(sink, EV_RALLY, seat, eyes == IK_EYES_ALL ? CR_EYES_ALL : CR_BIT(seat), 0, card);
    return false;
}

void ik_remove(ik_state *s, uint8_t seat, unsigned name, cr_sink *sink)
{
    CR_CITE(IK_0_9);
    ik_add(&s->r.removed, name);
    CR_TELL(sink, EV_REMOVE, seat, (uint8_t)name);
}

/* ---- facets: the flip has happened, the Throne card is Disgraced ---- */

bool ik_flip_matches(const ik_state *s, const cr_frame *flip)
{
    uint8_t successor = s->r.successor[flip->seat];

    CR_CITE(IK_8_23);
    CR_CITE(IK_8_24);
    return successor && flip->note == ik_cards[successor - 1].base;
}

static bool ask_facet(ik_state *s, uint8_t seat)
{
    return cr_ask(&s->k, Q_FACET, CR_BIT(seat), CR_ANY, seat, s->time_ms);
}

/* Takes Successor or Squire to hand; everybody sees that, and `is_shown` the card too. */
static void take(ik_state *s, uint8_t seat, uint8_t what, bool is_shown, cr_sink *sink)
{
    uint8_t *from = what == IK_TAKE_SQUIRE ? s->r.squire : s->r.successor,
            card = (uint8_t)(from[seat] - 1), eyes = 0;

    if (what == IK_TAKE_SUCCESSOR) {
        eyes = s->r.seen[seat];
        s->r.seen[seat] = 0;
    }
    if (is_shown)
        eyes = IK_EYES_ALL;
    from[seat] = 0;
    CR_CITE(IK_10_4);
    ik_gain(s, seat, card, eyes);
    CR_TELL_PART(sink, EV_SQUIRE, seat,
                 eyes == IK_EYES_ALL ? CR_EYES_ALL : (uint16_t)(CR_BIT(seat) | (eyes & 0xF)), 1,
                 what, card);
}

static void remove_for_rally(ik_state *s, cr_frame *top, uint8_t *from, cr_sink *sink)
{
    uint8_t card = (uint8_t)(from[top->seat] - 1);

    from[top->seat] = 0;
    top->note = ik_cards[card].base;
    top->step = FLIP_RALLY;
    ik_remove(s, top->seat, card, sink);
}

static void flip_leader(ik_state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t seat = top->seat;

    CR_CITE(IK_8_22);
    if (s->r.successor[seat]) {
        if (ask_facet(s, seat))
            return;
        if (s->k.said.kind == KIND_RALLY) {
            s->r.seen[seat] = 0;
            remove_for_rally(s, top, s->r.successor, sink);
            return;
        }
        take(s, seat, IK_TAKE_SUCCESSOR, true, sink);
    }
    cr_pop(&s->k);
}

static void flip_tactician(ik_state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t seat = top->seat;

    CR_CITE(IK_8_23);
    if (s->r.successor[seat] || s->r.squire[seat]) {
        if (ask_facet(s, seat))
            return;
        if (s->k.said.kind == KIND_MATCH) {
            take(s, seat, IK_TAKE_SUCCESSOR, true, sink);
            top->step = FLIP_RECALL;
            return;
        }
        take(s, seat, s->k.said.arg[0], false, sink);
    }
    cr_pop(&s->k);
}

/* Behind a match: the Squire, to hand or for a Rally. */
static void flip_squire(ik_state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t seat = top->seat;

    if (s->r.squire[seat]) {
        if (ask_facet(s, seat))
            return;
        if (s->k.said.kind == KIND_RALLY) {
            remove_for_rally(s, top, s->r.squire, sink);
            return;
        }
        take(s, seat, IK_TAKE_SQUIRE, false, sink);
    }
    cr_pop(&s->k);
}

void ik_step_facet(ik_state *s, cr_frame *top, cr_sink *sink)
{
    switch (top->step) {
    case FLIP_FACET:
        if (s->r.facet[top->seat] == IK_LEADER)
            flip_leader(s, top, sink);
        else
            flip_tactician(s, top, sink);
        break;
    case FLIP_RECALL:
        if (!ik_recall(s, top, sink))
            top->step = FLIP_SQUIRE;
        break;
    case FLIP_SQUIRE:
        flip_squire(s, top, sink);
        break;
    default:
        if (!ik_rally(s, top, 0, sink))
            cr_pop(&s->k);
    }
}
