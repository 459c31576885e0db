#include "support/pocket.h"
#include "kernel/rng.h"

enum { CARDS = 12, HAND = 3, SEATS = 3 };
enum { KIND_PASS, KIND_LAY, KIND_HIT, KIND_BURY, KIND_STOP };
enum { Q_LAY, Q_REACT, Q_BURY };
enum { STEP_DEAL, STEP_LAY, STEP_REACT, STEP_BURY };
enum { EV_HAND, EV_REVEAL, EV_HIT, EV_BURIED, EV_HINT, EV_DEAL, EV_END };
enum { CODE_WRONG_KIND = CR_CODE_GAME, CODE_NOT_HELD, CODE_ELSEWHERE };
enum { RULE_NONE, RULE_HELD, RULE_KIND };

typedef struct {
    cr_state k;
    uint32_t time_ms;
    uint16_t hand[SEATS], shown[SEATS], buried[SEATS];
    uint8_t points[SEATS], round, vow, vow_by, vow_to, fill[3]; /* vow: 1 + the card named */
} state;
CR_FLAT(state, sizeof(cr_state) + 32);

typedef struct {
    cr_view v;
    uint32_t time_ms;
    uint16_t hand, buried, shown[SEATS];
    uint8_t cards[SEATS], n_buried[SEATS], points[SEATS], round, vow, vow_by, vow_to, seen[SEATS];
    uint8_t fill[2];
} view;
CR_FLAT(view, sizeof(cr_view) + 32);

static enum pocket_fault fault;
static unsigned n_looks, n_deals; /* what no game may have: memory of its own */

static bool is_planted(enum pocket_fault one)
{
    return fault == one;
}

static state *writable(const cr_state *k)
{
    return (state *)(uintptr_t)k;
}

static unsigned first_of(uint16_t set)
{
    return set ? cr_bits_first(set) : 0;
}

/* ---- tables ---- */

static void print_cards(cr_text *out, const uint8_t *value, const void *with)
{
    uint16_t set;

    (void)with;
    memcpy(&set, value, 2);
    cr_text_str(out, set ? "" : "-");
    for (unsigned card = 0; card < 16; card++)
        if (set >> card & 1)
            cr_text_fmt(out, "%s%u", set & ((1u << card) - 1) ? " " : "", card);
}

static bool parse_cards(cr_span *in, uint8_t *value, const void *with)
{
    uint16_t set = 0;
    int64_t card;

    (void)with;
    if (!cr_span_take(in, "-"))
        while (!cr_span_is_empty(in)) {
            if (!cr_span_int(in, 0, CARDS - 1, &card))
                return false;
            set |= CR_BIT(card);
        }
    memcpy(value, &set, 2);
    return true;
}

static const cr_type cards_type = {2, CR_NUMBER | CR_LIST, print_cards, parse_cards};

static void print_odd(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    cr_text_fmt(out, "p%u", *value);
}

static bool parse_odd(cr_span *in, uint8_t *value, const void *with)
{
    return cr_span_lead(in, "p") && cr_u8.parse(in, value, with);
}

static const cr_type odd_type = {1, CR_NUMBER, print_odd, parse_odd};

static const cr_field card_fields[] = {CR_ARG("card", 0, &cr_u8, NULL, 0, 0), {0}};
#define KINDS(top)                                                                 \
    {                                                                              \
        [KIND_PASS] = {.word = "pass"},                                            \
        [KIND_LAY] = {.word = "lay", .max = {top}, .fields = card_fields},         \
        [KIND_HIT] = {.word = "hit", .max = {CARDS - 1}, .fields = card_fields},   \
        [KIND_BURY] = {.word = "bury", .max = {CARDS - 1}, .fields = card_fields}, \
        [KIND_STOP] = {.word = "stop", .flags = CR_CONTROL},                       \
    }
static const cr_kind kinds[] = KINDS(CARDS - 1), narrow_kinds[] = KINDS(CARDS - 3);
static const cr_asked questions[] = {{"lay", 0}, {"react", 0}, {"bury", 0}};
static const cr_asked telling[] = {{"lay", 0}, {"react", CR_TELLS}, {"bury", 0}};
static const char *const steps[] = {"deal", "lay", "react", "bury", NULL};
static const cr_field note_fields[] = {CR_ARG("low", 0, &cr_u8, NULL, 0, 0), {0}};
static const cr_effect effects[] = {{"round", steps, note_fields}, {"extra", NULL, NULL}};
static const cr_field hand_fields[] = {CR_ARG("cards", 0, &cards_type, NULL, 0, 0), {0}};
static const cr_field reveal_fields[] = {CR_ARG("laid", 0, &cr_u8, NULL, SEATS, 0), {0}};
static const cr_told events[] = {{"hand", hand_fields}, {"reveal", reveal_fields},
                                 {"hit", card_fields},  {"buried", card_fields},
                                 {"hint", hand_fields}, {"deal", NULL, .flags = CR_RENEWS}};
static const cr_row chart[] = {
    {CR_CHART_START, 0, Q_LAY, 0, ""},          {Q_LAY, KIND_LAY, CR_CHART_STAYS, 0, ""},
    {Q_LAY, KIND_LAY, Q_REACT, 0, ""},          {Q_REACT, KIND_PASS, CR_CHART_STAYS, 0, ""},
    {Q_REACT, KIND_PASS, Q_BURY, 0, ""},        {Q_REACT, KIND_PASS, Q_LAY, 0, ""},
    {Q_REACT, KIND_PASS, CR_CHART_OVER, 0, ""}, {Q_REACT, KIND_HIT, Q_BURY, 0, ""},
    {Q_REACT, KIND_HIT, Q_LAY, 0, ""},          {Q_REACT, KIND_HIT, CR_CHART_OVER, 0, ""},
    {Q_BURY, KIND_PASS, Q_LAY, 0, ""},          {Q_BURY, KIND_BURY, Q_LAY, 0, ""},
    {Q_BURY, KIND_BURY, CR_CHART_OVER, 0, ""},  {Q_BURY, KIND_STOP, CR_CHART_OVER, 0, "the host's"},
};
static const cr_rule rules[] = {
    {0},
    {"PK-1", "Only a card of the own hand is laid or buried.", "", CR_BY_CASE},
    {"PK-2", "Only what the question asks for is accepted.", "", CR_BY_CASE}};
static const cr_code_row codes[] = {{"WRONG_KIND", "the question asks for something else"},
                                    {"NOT_HELD", "not in hand"},
                                    {"ELSEWHERE", "in another hand"}};
static const cr_option options[] = {{"time", 0, 100, 1000, NULL, "none", "for each question"}};

#define ZONES(vow_name)                                                   \
    {                                                                     \
        CR_FIELD_AS("budget", state, time_ms, &cr_u32, NULL, 0, 0),       \
            CR_FIELD(state, hand, &cards_type, NULL, 0, CR_BY_SEAT),      \
            CR_FIELD(state, shown, &cards_type, NULL, 0, CR_BY_SEAT),     \
            CR_FIELD(state, buried, &cards_type, NULL, 0, CR_BY_SEAT),    \
            CR_FIELD(state, points, &cr_u8, NULL, 0, CR_PER_SEAT),        \
            CR_FIELD(state, round, &cr_u8, NULL, 0, 0),                   \
            CR_FIELD_AS("by", state, vow_by, &cr_maybe_seat, NULL, 0, 0), \
            CR_FIELD_AS("to", state, vow_to, &cr_maybe_seat, NULL, 0, 0), \
            CR_FIELD_AS(vow_name, state, vow, &cr_u8, NULL, 0, 0), {0},   \
    }
static const cr_field zones[] = ZONES("vow"), few_zones[] = ZONES(NULL);

#define VIEW_FIELDS(points_type, seen_name)                               \
    {                                                                     \
        CR_FIELD_AS("budget", view, time_ms, &cr_u32, NULL, 0, 0),        \
            CR_FIELD(view, hand, &cards_type, NULL, 0, 0),                \
            CR_FIELD(view, buried, &cards_type, NULL, 0, 0),              \
            CR_FIELD(view, shown, &cards_type, NULL, 0, CR_BY_SEAT),      \
            CR_FIELD(view, cards, &cr_u8, NULL, 0, CR_PER_SEAT),          \
            CR_FIELD(view, n_buried, &cr_u8, NULL, 0, CR_PER_SEAT),       \
            CR_FIELD(view, points, points_type, NULL, 0, CR_PER_SEAT),    \
            CR_FIELD(view, vow, &cr_u8, NULL, 0, 0),                      \
            CR_FIELD_AS("by", view, vow_by, &cr_maybe_seat, NULL, 0, 0),  \
            CR_FIELD_AS("to", view, vow_to, &cr_maybe_seat, NULL, 0, 0),  \
            CR_FIELD(view, seen, &cr_u8, NULL, 0, CR_PER_SEAT),           \
            CR_FIELD_AS(seen_name, view, round, &cr_u8, NULL, 0, 0), {0}, \
    }
static const cr_field view_fields[] = VIEW_FIELDS(&cr_u8, "round"),
                      odd_view_fields[] = VIEW_FIELDS(&odd_type, "round"),
                      few_view_fields[] = VIEW_FIELDS(&cr_u8, NULL);

/* ---- rules ---- */

static void deal(state *s)
{
    uint16_t deck = (1u << CARDS) - 1;

    if (is_planted(POCKET_FORGETS_SEED) && n_deals++ % 2)
        cr_rng_u64(&s->k.rng);
    for (unsigned seat = 0; seat < s->k.n_seats; seat++) {
        s->hand[seat] = s->shown[seat] = s->buried[seat] = 0;
        for (unsigned i = 0; i < HAND; i++) {
            unsigned n = cr_bits_count(deck);
            uint16_t card = CR_BIT(cr_bits_nth(deck, cr_rng_below(&s->k.rng, n)));

            deck &= (uint16_t)~card;
            s->hand[seat] |= card;
        }
    }
}

static cr_err init(cr_state *k, const cr_setup *setup)
{
    state *s = (state *)k;

    s->time_ms = (uint32_t)setup->option[POCKET_OPTION_TIME];
    deal(s);
    cr_push(k, 0, 0);
    return CR_ERR_OK;
}

static uint16_t with_cards(const state *s)
{
    uint16_t seats = 0;

    for (unsigned seat = 0; seat < s->k.n_seats; seat++)
        if (s->hand[seat])
            seats |= CR_BIT(seat);
    return seats;
}

static void tell_hands(const state *s, cr_sink *sink)
{
    CR_TELL(sink, EV_DEAL, CR_HOST, 0);
    for (uint8_t seat = 0; sink && seat < s->k.n_seats; seat++) {
        bool is_all = is_planted(POCKET_HANDS_TOLD);

        cr_emit(sink, EV_HAND, seat, is_all ? CR_EYES_ALL : CR_BIT(seat), is_all ? 2 : 0, false,
                (const uint8_t *)&s->hand[seat], 2);
    }
}

static void end(state *s)
{
    if (is_planted(POCKET_ENDLESS)) {
        deal(s);
        s->round = s->vow = s->vow_by = s->vow_to = 0;
        s->k.stack[0].step = STEP_DEAL;
    } else if (is_planted(POCKET_REMAINS)) {
        s->k.depth--;
    } else {
        cr_pop(&s->k);
    }
}

/* The card laid by each seat goes to the table; the highest wins. */
static void reveal(state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t laid[SEATS] = {255, 255, 255};

    top->seat = (uint8_t)cr_bits_first(s->k.q.asked);
    for (unsigned seats = s->k.q.asked; seats; seats &= seats - 1) {
        unsigned seat = cr_bits_first(seats);
        uint16_t card = CR_BIT(laid[seat] = s->k.sealed[seat].arg[0]);

        s->hand[seat] &= (uint16_t)~card;
        if (!(is_planted(POCKET_LOST_CARD) && laid[seat] == 7))
            s->shown[seat] |= card;
        if (laid[seat] > laid[top->seat])
            top->seat = (uint8_t)seat;
    }
    CR_TELL(sink, is_planted(POCKET_NO_EVENT) ? EV_END : EV_REVEAL, CR_HOST, laid[0], laid[1],
            laid[2]);
    if (is_planted(POCKET_LISTENED) && sink)
        s->points[0]++;
    if (is_planted(POCKET_MOODY))
        s->points[0] = (uint8_t)(s->points[0] + n_looks % 2);
    if (is_planted(POCKET_TIME_SLIPS))
        s->k.now_ms++;
    top->arg[0] = s->hand[0] ? (uint8_t)(1 + first_of(s->hand[0])) : 0;
    top->step = STEP_REACT;
}

static uint32_t time_for_reaction(const state *s, const cr_frame *top)
{
    return is_planted(POCKET_TIME_BY_HAND) ? 500 + first_of(s->hand[top->seat]) : s->time_ms;
}

static uint16_t may_react(const state *s, const cr_frame *top)
{
    uint16_t all = (uint16_t)(CR_BIT(s->k.n_seats) - 1), high = 0;

    for (unsigned seat = 0; seat < s->k.n_seats; seat++)
        high |= (uint16_t)((s->hand[seat] >> CARDS / 2 != 0) << seat);
    if (is_planted(POCKET_ASKED_BY_HAND) || is_planted(POCKET_TELLS))
        return high | CR_BIT(top->seat);
    return is_planted(POCKET_EMPTY_SEAT) ? all | CR_BIT(s->k.n_seats) : all;
}

static bool is_held(const state *s, unsigned card)
{
    return (s->hand[0] | s->hand[1] | s->hand[2]) >> card & 1;
}

static void react(state *s, cr_frame *top, cr_sink *sink)
{
    const cr_move *said = &s->k.said;

    if (is_planted(POCKET_ACTS_FIRST))
        s->points[top->seat]++;
    if (!is_planted(POCKET_WINDOW_IF_HELD) || is_held(s, CARDS - 1)) {
        if (cr_ask(&s->k, Q_REACT, may_react(s, top), CR_TURN, top->seat,
                   time_for_reaction(s, top)))
            return;
        if (said->kind == KIND_HIT) {
            if (said->seat < SEATS) /* not if a seat that nobody holds was asked, as planted */
                s->points[said->seat]++;
            s->vow = (uint8_t)(1 + said->arg[0]);
            s->vow_by = (uint8_t)(1 + said->seat);
            s->vow_to = (uint8_t)(1 + top->seat);
            if (!is_planted(POCKET_HIT_UNTOLD))
                CR_TELL_PART(sink, EV_HIT, said->seat, CR_BIT(said->seat) | CR_BIT(top->seat),
                             is_planted(POCKET_HIT_TOLD), said->arg[0]);
        }
    }
    top->step = STEP_BURY;
    if (is_planted(POCKET_DEEP) && s->round == 1)
        for (unsigned i = 0; i < CR_DEPTH; i++)
            cr_push(&s->k, 1, 0);
}

static void bury(state *s, cr_frame *top, cr_sink *sink)
{
    const cr_move *said = &s->k.said;
    uint8_t winner = top->seat;

    if (s->hand[winner]) {
        if (cr_ask(&s->k, Q_BURY, CR_BIT(winner) | CR_BIT(CR_HOST), CR_ANY, winner, s->time_ms))
            return;
        if (said->kind == KIND_STOP) {
            cr_pop(&s->k);
            return;
        }
        if (said->kind == KIND_BURY) {
            s->hand[winner] &= (uint16_t)~CR_BIT(said->arg[0]);
            s->shown[winner] &= (uint16_t)~CR_BIT(said->arg[0]); /* for POCKET_UNOFFERED */
            s->buried[winner] |= CR_BIT(said->arg[0]);
            CR_TELL_PART(sink, EV_BURIED, winner, CR_BIT(winner), is_planted(POCKET_BURY_TOLD),
                         said->arg[0]);
        }
    }
    top->step = STEP_LAY;
    top->seat = top->arg[0] = 0;
    s->round++;
}

static void step(cr_state *k, cr_frame *top, cr_sink *sink)
{
    state *s = (state *)k;

    switch (top->step) {
    case STEP_DEAL:
        tell_hands(s, sink);
        top->step = STEP_LAY;
        break;
    case STEP_LAY:
        if (!with_cards(s)) {
            end(s);
            return;
        }
        if (!cr_ask(k, Q_LAY, with_cards(s), CR_ALL, 0, s->time_ms))
            reveal(s, top, sink);
        break;
    case STEP_REACT:
        react(s, top, sink);
        break;
    default:
        bury(s, top, sink);
    }
}

static bool fits(const state *s, const cr_move *move)
{
    switch (s->k.q.kind) {
    case Q_LAY:
        return move->kind == KIND_LAY;
    case Q_REACT:
        return (move->kind == KIND_PASS || move->kind == KIND_HIT) && !is_planted(POCKET_NO_OFFER);
    default:
        return move->seat == CR_HOST ? move->kind == KIND_STOP
                                     : move->kind == KIND_PASS || move->kind == KIND_BURY;
    }
}

/* The cards a seat may lay. */
static uint16_t may_lay(const state *s, uint8_t seat)
{
    uint16_t hand = s->hand[seat];

    if (is_planted(POCKET_OFFERS_BY_HAND)) {
        uint16_t next = s->hand[(seat + 1) % s->k.n_seats];
        uint16_t higher = (uint16_t)(hand & ~(CR_BIT(first_of(next)) - 1u));

        return higher ? higher : hand;
    }
    if (is_planted(POCKET_LAY_BY_VOW) && s->vow && s->vow_by != seat + 1 && s->vow_to != seat + 1)
        return s->vow % 2 && (hand & (hand - 1)) ? hand & (hand - 1) : hand;
    return hand;
}

static cr_refusal check(const cr_state *k, const cr_move *move)
{
    const state *s = (const state *)k;
    unsigned card = move->arg[0];

    if (!fits(s, move)) {
        if (is_planted(POCKET_CHECK_WRITES))
            writable(k)->points[0]++;
        return CR_REFUSE(is_planted(POCKET_NO_CODE) ? 99 : CODE_WRONG_KIND, RULE_KIND, 0);
    }
    if (move->kind == KIND_LAY && !(may_lay(s, move->seat) >> card & 1)) {
        bool is_elsewhere = is_planted(POCKET_CODE_BY_HAND) && is_held(s, card);

        return CR_REFUSE(is_elsewhere ? CODE_ELSEWHERE : CODE_NOT_HELD, RULE_HELD, 1);
    }
    if (move->kind == KIND_BURY) {
        uint16_t allowed = s->hand[move->seat];

        if (is_planted(POCKET_UNOFFERED))
            allowed |= s->shown[move->seat];
        if (!(allowed >> card & 1))
            return CR_REFUSE(CODE_NOT_HELD, RULE_HELD, 1);
    }
    return CR_ACCEPT;
}

static void add_box(cr_space *out, uint8_t kind, uint16_t cards)
{
    cr_box *box = cr_box_add(out, kind);

    if (cards)
        cr_box_one(box, 0, cards);
    box->is_exact = 1;
}

static void space(const cr_state *k, uint8_t seat, cr_space *out)
{
    const state *s = (const state *)k;
    uint16_t all = (1u << CARDS) - 1;

    switch (k->q.kind) {
    case Q_LAY:
        if (is_planted(POCKET_ANSWERS_BY_HAND) && out->is_for_answers &&
            s->hand[(seat + 1) % k->n_seats] & 1)
            add_box(out, KIND_LAY, 1u << first_of(s->hand[seat]));
        else
            add_box(out, KIND_LAY, is_planted(POCKET_INEXACT) ? all : may_lay(s, seat));
        break;
    case Q_REACT:
        if (is_planted(POCKET_NO_OFFER))
            break;
        for (unsigned i = 0; i < (is_planted(POCKET_TOO_MANY) ? CR_BOXES : 1u); i++)
            add_box(out, KIND_PASS, 0);
        add_box(out, KIND_HIT, all);
        if (is_planted(POCKET_OVERLAP))
            add_box(out, KIND_HIT, 1u << 3);
        break;
    default:
        if (seat == CR_HOST) {
            add_box(out, KIND_STOP, 0);
        } else {
            add_box(out, KIND_PASS, 0);
            add_box(out, KIND_BURY, s->hand[seat]);
        }
    }
}

static cr_move idle(const cr_state *k, uint8_t seat)
{
    const state *s = (const state *)k;

    if (k->q.kind != Q_LAY)
        return (cr_move){.kind = KIND_PASS};
    if (is_planted(POCKET_BAD_DEFAULT))
        return (cr_move){.kind = KIND_LAY, .arg = {(uint8_t)first_of((uint16_t)~s->hand[seat])}};
    return (cr_move){.kind = KIND_LAY, .arg = {(uint8_t)first_of(s->hand[seat])}};
}

static void sealed(const cr_state *k, const cr_move *move, cr_sink *sink)
{
    const state *s = (const state *)k;
    uint16_t next = s->hand[(move->seat + 1) % k->n_seats];

    if (is_planted(POCKET_SEAL_TOLD))
        CR_TELL(sink, EV_HINT, move->seat, move->arg[0], 0);
    if (is_planted(POCKET_SEAL_TELLS_OTHER))
        CR_TELL_PRIVATE(sink, EV_HINT, move->seat, CR_BIT(move->seat), (uint8_t)next,
                        (uint8_t)(next >> 8));
}

/* ---- views ---- */

static void observe(const cr_state *k, uint8_t viewer, cr_view *out)
{
    const state *s = (const state *)k;
    view *v = (view *)out;
    bool is_told = viewer + 1 == s->vow_by || viewer + 1 == s->vow_to;

    if (is_planted(POCKET_MOODY))
        n_looks++;
    if (is_planted(POCKET_LOOK_WRITES))
        writable(k)->fill[0]++;
    if (viewer < k->n_seats) {
        v->hand = s->hand[viewer];
        v->buried = s->buried[viewer];
    }
    if (is_planted(POCKET_BURIED_SHOWN))
        v->buried = s->buried[0] | s->buried[1] | s->buried[2];
    for (unsigned seat = 0; seat < k->n_seats; seat++) {
        v->shown[seat] = s->shown[seat];
        v->cards[seat] = (uint8_t)cr_bits_count(s->hand[seat]);
        v->n_buried[seat] = (uint8_t)cr_bits_count(s->buried[seat]);
        v->points[seat] = s->points[seat];
        if (is_planted(POCKET_SEAL_SEEN) && k->q.form == CR_ALL)
            v->seen[seat] = k->sealed[seat].arg[0];
    }
    v->vow =
        is_told || is_planted(POCKET_VOW_SHOWN) || is_planted(POCKET_VOW_BELIEVED) ? s->vow : 0;
    v->vow_by = s->vow_by;
    v->vow_to = s->vow_to;
    v->round = s->round;
    v->time_ms = s->time_ms;
}

static uint16_t draw(uint16_t *from, unsigned n, cr_rng *rng)
{
    uint16_t out = 0;

    for (unsigned i = 0; i < n && *from; i++) {
        unsigned at = is_planted(POCKET_ALWAYS_SAME) ? 0 : cr_rng_below(rng, cr_bits_count(*from));
        uint16_t card = CR_BIT(cr_bits_nth(*from, at));

        *from &= (uint16_t)~card;
        out |= card;
    }
    return out;
}

static void imagine(const cr_view *in, cr_rng *rng, cr_state *out)
{
    const view *v = (const view *)in;
    state *s = (state *)out;
    uint16_t unseen = (uint16_t)(((1u << CARDS) - 1) & ~(v->hand | v->buried));
    bool is_told = in->viewer + 1 == v->vow_by || in->viewer + 1 == v->vow_to;

    for (unsigned seat = 0; seat < SEATS && !is_planted(POCKET_IMAGINES_TWICE); seat++)
        unseen &= (uint16_t)~v->shown[seat];
    for (unsigned seat = 0; seat < in->n_seats; seat++) {
        bool is_own = seat == in->viewer;

        s->hand[seat] = is_own ? v->hand : draw(&unseen, v->cards[seat], rng);
        s->buried[seat] = is_own ? v->buried : draw(&unseen, v->n_buried[seat], rng);
        s->shown[seat] = v->shown[seat];
        s->points[seat] = v->points[seat];
    }
    s->vow = v->vow;
    if (v->vow_by && !is_told && !is_planted(POCKET_VOW_BELIEVED))
        s->vow = (uint8_t)(1 + cr_rng_below(rng, CARDS));
    s->vow_by = v->vow_by;
    s->vow_to = v->vow_to;
    s->round = v->round;
    s->time_ms = v->time_ms;
    if (out->depth && out->stack[0].step > STEP_LAY && s->hand[0])
        out->stack[0].arg[0] = (uint8_t)(1 + first_of(s->hand[0]));
}

static void score(const cr_state *k, int32_t out[CR_SEATS_MAX])
{
    for (unsigned seat = 0; seat < k->n_seats; seat++)
        out[seat] = ((const state *)k)->points[seat];
}

static const char *broken(const cr_state *k)
{
    const state *s = (const state *)k;
    uint16_t all = 0;

    for (unsigned seat = 0; seat < SEATS; seat++) {
        uint16_t own = s->hand[seat] | s->shown[seat] | s->buried[seat];

        if (own >> CARDS || (own & all) || (s->hand[seat] & s->shown[seat]) ||
            (s->hand[seat] & s->buried[seat]) || (s->shown[seat] & s->buried[seat]))
            return "a card is in two places";
        if (cr_bits_count(own) != (seat < k->n_seats ? HAND : 0))
            return "three cards each";
        all |= own;
    }
    if (s->round > HAND || s->vow > CARDS)
        return "a number is out of its range";
    if (k->depth > 1 || (k->depth && (k->stack[0].kind || k->stack[0].step > STEP_BURY ||
                                      k->stack[0].seat >= k->n_seats)))
        return "one round at a time";
    return NULL;
}

static bool read_move(const cr_state *k, uint8_t seat, cr_span text, cr_move *out, cr_refusal *why)
{
    int64_t card;

    (void)k, (void)seat, (void)why;
    if (!is_planted(POCKET_MISREAD) || !cr_span_take(&text, "lay") ||
        !cr_span_int(&text, 0, CARDS - 1, &card))
        return false;
    *out = (cr_move){.kind = KIND_LAY, .arg = {(uint8_t)(card ^ 1)}};
    return true;
}

static const cr_game sound = {
    .name = "pocket",
    .about = "A game for tests of the laws.",
    .rules_version = 1,
    .seats_min = 2,
    .seats_max = SEATS,
    .state_size = sizeof(state),
    .view_size = sizeof(view),
    CR_TABLES,
    CR_CALLS,
    .sealed = sealed,
    .read_move = read_move,
};

const cr_game *pocket_with(enum pocket_fault planted)
{
    static cr_game game;

    fault = planted;
    game = sound;
    if (planted == POCKET_NARROW_SHAPE)
        game.kinds = narrow_kinds;
    if (planted == POCKET_TELLS)
        game.questions = telling;
    if (planted == POCKET_ROW_MISSING)
        game.n_chart--;
    if (planted == POCKET_ZONE_MISSING)
        game.zones = few_zones;
    if (planted == POCKET_VIEW_FIELD_MISSING)
        game.view_fields = few_view_fields;
    if (planted == POCKET_NO_NUMBER)
        game.view_fields = odd_view_fields;
    return &game;
}
