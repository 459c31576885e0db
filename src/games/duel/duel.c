/* Duel, the small example: hidden hands, one sealed pick each, one reveal, a parry that can be parried back.
 * It is the game to learn the referee with; docs/adding-a-game.md builds it step by step, docs/rules/duel.md
 * has its rules. */
#include "kernel/rng.h"
#include "kernel/say.h"

#define CR_RULES_FILE  "games/duel/rules.def"
#define CR_RULES_TABLE rules
#include "kernel/rules.h"

enum { VALUES = 13, COPIES = 4, HAND = 13, DEALS = 20 };
enum { KIND_PASS, KIND_PICK, KIND_PARRY, KIND_COUNTER };
enum { Q_PICK, Q_PARRY, Q_COUNTER };
enum { EFFECT_TRICK, EFFECT_POINT, EFFECT_PARRY };
enum { TRICK_DEAL, TRICK_PICK, TRICK_END };
enum { EV_DEAL, EV_HAND, EV_REVEAL, EV_PARRY, EV_COUNTER, EV_POINT, EV_BARE, EV_WON };
enum { CODE_WRONG_KIND = CR_CODE_GAME, CODE_NOT_HELD };
enum { OPTION_TARGET, OPTION_PARRIES, OPTION_TIME };

/* Four cards of each of thirteen values. */
#define DECK UINT64_C(0x0004444444444444)

/* What lies open: a view copies it whole. */
typedef struct {
    cr_tally played[2];
    uint32_t time_ms;
    uint8_t points[2], parries[2], deal, target, fill[6];
} table;

typedef struct {
    cr_state k;
    table open;
    cr_tally hand[2];
} state;
CR_FLAT(state, sizeof(cr_state) + 48);

typedef struct {
    cr_view v;
    table open;
    cr_tally hand; /* a spectator's is empty */
    uint8_t cards[2], trick, fill[5];
} view;
CR_FLAT(view, sizeof(cr_view) + 48);

/* ---- tables ---- */

static const cr_field pick_fields[] = {CR_ARG("card", 0, &cr_from1, NULL, 0, 0), {0}};
static const char *const pick_parts[] = {"Which card?", NULL};
static const cr_kind kinds[] = {
    [KIND_PASS] = {.word = "pass", .does = "Let it be"},
    [KIND_PICK] = {.word = "pick",
                   .max = {VALUES - 1},
                   .fields = pick_fields,
                   .does = "Lay the {card}",
                   .parts = pick_parts},
    [KIND_PARRY] = {.word = "parry", .does = "Parry the point"},
    [KIND_COUNTER] = {.word = "counter", .does = "Parry back"},
};

static const cr_asked questions[] = {
    [Q_PICK] = {"pick", 0, "Lay a card face down.", "{others} [lay|lays] a card face down.",
                "First lay a card face down.", "{seat} [have|has] laid a card face down."},
    [Q_PARRY] = {"parry?", 0, "Your card is lower. Parry the point?",
                 "{others} may parry {rival's} point.", "First say whether you parry.", NULL,
                 "{seat} [do|does] not parry."},
    [Q_COUNTER] = {"counter?", 0, "{rival} parries. Parry back and take the point?",
                   "{others} may parry back.", "First say whether you parry back.", NULL,
                   "{seat} [do|does] not parry back."},
};
static const char *const trick_steps[] = {"deal", "pick", "end", NULL};
static const cr_effect effects[] = {
    {"trick", trick_steps, NULL}, {"point", NULL, NULL}, {"parry", NULL, NULL}};

static const cr_field deal_fields[] = {CR_ARG("number", 0, &cr_u8, NULL, 0, 0), {0}};
static const cr_field hand_fields[] = {CR_ARG("cards", 0, &cr_values, NULL, 0, 0), {0}};
static const cr_field reveal_fields[] = {CR_ARG("picks", 0, &cr_from1, NULL, 2, 0), {0}};
static const cr_field left_fields[] = {CR_ARG("left", 0, &cr_u8, NULL, 0, 0), {0}};
static const cr_field point_fields[] = {CR_ARG("points", 0, &cr_u8, NULL, 0, 0), {0}};
static const cr_field won_fields[] = {
    CR_ARG("points", 0, &cr_u8, NULL, 0, 0), CR_ARG("deals", 1, &cr_u8, NULL, 0, 0), {0}};
static const cr_told events[] = {
    [EV_DEAL] = {"deal", deal_fields, CR_TURNS, 0, 0, "New deal: thirteen cards each.", CR_RENEWS},
    [EV_HAND] = {"hand", hand_fields, CR_QUIET, 0, 0, ""}, /* lies before the reader's eyes */
    [EV_REVEAL] = {"reveal", reveal_fields, CR_TURNS, CR_DECIDED, EX_8, "Turned together: {both}."},
    [EV_PARRY] = {"parry", left_fields, CR_TURNS, 0, 0,
                  "{seat} [parry|parries]<left:; {left} more [is|are] left|, for the last time>."},
    [EV_COUNTER] =
        {"counter", left_fields, CR_TURNS, 0, 0,
         "{seat} [parry|parries] back<left:; {left} more [is|are] left|, for the last time>."},
    [EV_POINT] = {"point", point_fields, CR_TURNS, 0, 0, "{seat} [score|scores]: {standing}."},
    /* The reasons of the end. */
    [EV_BARE] = {"bare", left_fields, CR_QUIET, CR_MISSED, EX_9,
                 "{seat} <left:[do|does] not parry|[have|has] no parry left>."},
    [EV_WON] =
        {"won", won_fields, CR_STOP, CR_COUNTED, EX_14,
         "<deals:All {deals} deals are played.|{seat} [have|has] {points} [point|points], as "
         "many as it takes.>"},
};

static const cr_row chart[] = {
    {CR_CHART_START, 0, Q_PICK, EX_3, "deal"},
    {Q_PICK, KIND_PICK, CR_CHART_STAYS, EX_5, "one still open"},
    {Q_PICK, KIND_PICK, Q_PICK, EX_7, "last; equal, or the loser has no parry"},
    {Q_PICK, KIND_PICK, Q_PARRY, EX_9, "last; not equal, the loser has a parry"},
    {Q_PICK, KIND_PICK, CR_CHART_OVER, EX_14, "last; target reached, or cards and deals used up"},
    {Q_PARRY, KIND_PASS, Q_PICK, EX_12, "point"},
    {Q_PARRY, KIND_PASS, CR_CHART_OVER, EX_14, "target reached, or cards and deals used up"},
    {Q_PARRY, KIND_PARRY, Q_PICK, EX_10, "the winner has no parry"},
    {Q_PARRY, KIND_PARRY, Q_COUNTER, EX_11, "the winner has a parry"},
    {Q_PARRY, KIND_PARRY, CR_CHART_OVER, EX_15, "no parry left, cards and deals used up"},
    {Q_COUNTER, KIND_PASS, Q_PICK, EX_12, "no point"},
    {Q_COUNTER, KIND_PASS, CR_CHART_OVER, EX_15, "cards and deals used up"},
    {Q_COUNTER, KIND_COUNTER, Q_PICK, EX_11, "point"},
    {Q_COUNTER, KIND_COUNTER, CR_CHART_OVER, EX_14, "target reached, or cards and deals used up"},
};

static const cr_code_row codes[] = {
    CR_CODE("WRONG_KIND", "the question asks for something else", "{first}",
            "<card:The {card} comes later.|That comes at another time.>"),
    CR_CODE("NOT_HELD", "no card of this value in hand", "You hold no {card}.",
            "Your cards now: {hand}."),
};

static const cr_option options[] = {
    {"target", 7, 1, 99, NULL, NULL, "points that win the match", "Points to win",
     "First to {n} [point|points]"},
    {"parries", 1, 0, 9, NULL, NULL, "parries of each player per match; 0 is the plain game",
     "Parries", "<n:{n} [parry|parries] each|No parries>"},
    {"time", 0, 100, 600000, NULL, "none", "milliseconds for each question", "Time to answer",
     "<n:{time} a question|No time limit>"},
};

#define OPEN_FIELDS(strct)                                                         \
    CR_FIELD_AS("played", strct, open.played, &cr_values, NULL, 0, CR_BY_SEAT),    \
        CR_FIELD_AS("points", strct, open.points, &cr_u8, NULL, 0, CR_PER_SEAT),   \
        CR_FIELD_AS("parries", strct, open.parries, &cr_u8, NULL, 0, CR_PER_SEAT), \
        CR_FIELD_AS("deal", strct, open.deal, &cr_u8, NULL, 0, 0),                 \
        CR_FIELD_AS("target", strct, open.target, &cr_u8, NULL, 0, 0),             \
        CR_FIELD_AS("budget", strct, open.time_ms, &cr_u32, NULL, 0, 0),           \
    {                                                                              \
        0                                                                          \
    }

static const cr_field zones[] = {
    CR_FIELD(state, hand, &cr_values, NULL, 0, CR_BY_SEAT),
    OPEN_FIELDS(state),
};
static const cr_field view_fields[] = {
    CR_FIELD(view, hand, &cr_values, NULL, 0, 0),
    CR_FIELD(view, cards, &cr_u8, NULL, 0, CR_PER_SEAT),
    CR_FIELD(view, trick, &cr_u8, NULL, 0, 0),
    OPEN_FIELDS(view),
};

/* ---- rules ---- */

static cr_err init(cr_state *k, const cr_setup *setup)
{
    state *s = (state *)k;

    CR_CITE(EX_1);
    CR_CITE(EX_4);
    s->open.target = (uint8_t)setup->option[OPTION_TARGET];
    s->open.parries[0] = s->open.parries[1] = (uint8_t)setup->option[OPTION_PARRIES];
    s->open.time_ms = (uint32_t)setup->option[OPTION_TIME];
    cr_push(k, EFFECT_TRICK, 0);
    return CR_ERR_OK;
}

/* Once in thirteen tricks: kept out of the way of the others. */
__attribute__((noinline)) static void deal(state *s, cr_sink *sink)
{
    uint8_t deck[VALUES * COPIES];

    CR_CITE(EX_2);
    CR_CITE(EX_3);
    for (unsigned i = 0; i < sizeof deck; i++)
        deck[i] = (uint8_t)(i / COPIES);
    for (unsigned seat = 0, i = 0; seat < 2; seat++) {
        cr_tally hand = 0;

        for (; i < (seat + 1) * HAND; i++) {
            unsigned j = i + cr_rng_small(&s->k.rng, (uint32_t)sizeof deck - i);

            hand += cr_tally_of(deck[j], 1);
            deck[j] = deck[i];
        }
        s->hand[seat] = hand;
        s->open.played[seat] = 0;
    }
    s->open.deal++;
    CR_TELL(sink, EV_DEAL, CR_HOST, s->open.deal);
    for (uint8_t seat = 0; sink && seat < 2; seat++)
        cr_emit(sink, EV_HAND, seat, CR_BIT(seat), 0, false, (const uint8_t *)&s->hand[seat],
                sizeof(cr_tally));
}

static void step_point(state *s, cr_frame *top, cr_sink *sink);

static void step_trick(state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t pick[2];

    if (top->step == TRICK_END) {
        if (s->open.points[0] >= s->open.target || s->open.points[1] >= s->open.target) {
            CR_CITE(EX_14);
            cr_pop(&s->k);
            return;
        }
        top->step = s->hand[0] ? TRICK_PICK : TRICK_DEAL;
        CR_CITE(s->hand[0] ? EX_16 : EX_15);
    }
    if (top->step == TRICK_DEAL) {
        if (s->open.deal == DEALS) {
            CR_CITE(EX_15);
            CR_TELL(sink, EV_WON, CR_HOST, 0, s->open.deal);
            cr_pop(&s->k);
            return;
        }
        deal(s, sink);
        top->step = TRICK_PICK;
    }
    CR_CITE(EX_5);
    if (cr_ask(&s->k, Q_PICK, CR_BIT(0) | CR_BIT(1), CR_ALL, 0, s->open.time_ms))
        return;
    for (unsigned seat = 0; seat < 2; seat++) {
        pick[seat] = s->k.sealed[seat].arg[0];
        s->hand[seat] -= cr_tally_of(pick[seat], 1);
        s->open.played[seat] += cr_tally_of(pick[seat], 1);
    }
    CR_CITE(EX_6);
    CR_TELL(sink, EV_REVEAL, CR_HOST, pick[0], pick[1]);
    top->step = TRICK_END;
    CR_CITE(EX_7);
    if (pick[0] != pick[1]) {
        CR_CITE(EX_8);
        /* Would be the next step anyway; at once it saves the way there in nearly every trick. */
        step_point(s, cr_push(&s->k, EFFECT_POINT, pick[1] > pick[0]), sink);
    }
}

static void step_point(state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t winner = top->seat, loser = !winner;

    if (!top->step && s->open.parries[loser]) {
        CR_CITE(EX_9);
        if (cr_ask(&s->k, Q_PARRY, CR_BIT(loser), CR_ANY, loser, s->open.time_ms))
            return;
        if (s->k.said.kind == KIND_PARRY) {
            CR_CITE(EX_10);
            s->open.parries[loser]--;
            CR_TELL(sink, EV_PARRY, loser, s->open.parries[loser]);
            top->step = 1; /* should it be countered: the point cannot be parried again */
            cr_push(&s->k, EFFECT_PARRY, loser);
            return;
        }
    }
    CR_CITE(EX_12);
    CR_CITE(EX_13);
    s->open.points[winner]++;
    CR_TELL(sink, EV_POINT, winner, s->open.points[winner]);
    if (sink && s->open.points[winner] == s->open.target) {
        CR_TELL(sink, EV_BARE, loser, s->open.parries[loser]);
        CR_TELL(sink, EV_WON, winner, s->open.points[winner], 0);
    }
    cr_pop(&s->k);
}

static void step_parry(state *s, const cr_frame *top, cr_sink *sink)
{
    uint8_t winner = !top->seat;

    if (s->open.parries[winner]) {
        CR_CITE(EX_11);
        if (cr_ask(&s->k, Q_COUNTER, CR_BIT(winner), CR_ANY, winner, s->open.time_ms))
            return;
        if (s->k.said.kind == KIND_COUNTER) {
            s->open.parries[winner]--;
            CR_TELL(sink, EV_COUNTER, winner, s->open.parries[winner]);
            cr_pop(&s->k);
            return;
        }
    }
    CR_CITE(EX_12);
    cr_pop(&s->k);
    cr_pop(&s->k);
}

static void step(cr_state *k, cr_frame *top, cr_sink *sink)
{
    state *s = (state *)k;

    if (top->kind == EFFECT_TRICK)
        step_trick(s, top, sink);
    else if (top->kind == EFFECT_POINT)
        step_point(s, top, sink);
    else
        step_parry(s, top, sink);
}

static bool fits(uint8_t question, uint8_t kind)
{
    return question == Q_PICK ? kind == KIND_PICK
                              : kind == KIND_PASS || kind == KIND_PICK + question;
}

static cr_refusal check(const cr_state *k, const cr_move *move)
{
    const state *s = (const state *)k;

    if (!fits(k->q.kind, move->kind))
        return CR_REFUSE(CODE_WRONG_KIND, EX_19, 0);
    if (move->kind == KIND_PICK && !cr_tally_count(s->hand[move->seat], move->arg[0]))
        return CR_REFUSE(CODE_NOT_HELD, EX_5, 1);
    return CR_ACCEPT;
}

static cr_refusal refuse(const cr_state *k, const cr_move *move, cr_refusal kernel)
{
    if (kernel.code == CR_CODE_OVER)
        return CR_REFUSE(kernel.code, EX_18, 0);
    if (!fits(k->q.kind, move->kind))
        return CR_REFUSE(CODE_WRONG_KIND, EX_19, 0);
    return CR_REFUSE(kernel.code, EX_19, 0);
}

static void space(const cr_state *k, uint8_t seat, cr_space *out)
{
    const state *s = (const state *)k;
    cr_box *box;

    if (k->q.kind == Q_PICK) {
        CR_CITE(EX_20);
        box = cr_box_add(out, KIND_PICK);
        cr_box_one(box, 0, cr_tally_set(s->hand[seat]));
        box->is_exact = 1;
        return;
    }
    cr_box_add(out, KIND_PASS)->is_exact = 1;
    cr_box_add(out, (uint8_t)(KIND_PICK + k->q.kind))->is_exact = 1;
}

static cr_move idle(const cr_state *k, uint8_t seat)
{
    const state *s = (const state *)k;

    CR_CITE(EX_17);
    if (k->q.kind == Q_PICK)
        return (cr_move){.kind = KIND_PICK, .arg = {(uint8_t)(cr_bits_first(s->hand[seat]) / 4)}};
    return (cr_move){.kind = KIND_PASS};
}

static void observe(const cr_state *k, uint8_t viewer, cr_view *out)
{
    const state *s = (const state *)k;
    view *v = (view *)out;

    v->open = s->open;
    if (viewer < 2)
        v->hand = s->hand[viewer];
    for (unsigned seat = 0; seat < 2; seat++)
        v->cards[seat] = (uint8_t)cr_tally_sum(s->hand[seat]);
    v->trick = (uint8_t)cr_tally_sum(s->open.played[0]);
}

static void imagine(const cr_view *in, cr_rng *rng, cr_state *out)
{
    const view *v = (const view *)in;
    state *s = (state *)out;
    cr_tally unseen = DECK - v->hand - v->open.played[0] - v->open.played[1];

    s->open = v->open;
    for (unsigned seat = 0; seat < 2; seat++)
        s->hand[seat] = seat == in->viewer ? v->hand : cr_rng_draw(rng, &unseen, v->cards[seat]);
}

static void score(const cr_state *k, int32_t out[CR_SEATS_MAX])
{
    const state *s = (const state *)k;

    out[0] = s->open.points[0];
    out[1] = s->open.points[1];
}

/* For bots that look ahead: a deal is a round. */
static uint32_t round_of(const cr_state *k)
{
    return ((const state *)k)->open.deal;
}

static const char *broken(const cr_state *k)
{
    const state *s = (const state *)k;
    const cr_frame *stack = k->stack;
    unsigned cards = cr_tally_sum(s->hand[0]);
    cr_tally rest = DECK;

    for (unsigned seat = 0; seat < 2; seat++) {
        const cr_tally zones_of[] = {s->hand[seat], s->open.played[seat]};

        for (unsigned i = 0; i < 2; rest -= zones_of[i++])
            if (!cr_tally_is_sound(zones_of[i]) || !cr_tally_has(rest, zones_of[i]))
                return "EX-2: four cards of a value";
        if (cr_tally_sum(s->hand[seat]) != cards ||
            cards + cr_tally_sum(s->open.played[seat]) > HAND)
            return "EX-3: hands are alike in size, and hand and played cards are 13 at most";
        if (s->open.parries[seat] > 9 || s->open.points[seat] > s->open.target)
            return "EX-4: points and parries stay in their ranges";
    }
    if (!s->open.target || s->open.deal > DEALS)
        return "EX-15: a target, and 20 deals at most";
    for (unsigned i = 0; i < k->depth; i++)
        if (stack[i].kind != i || stack[i].seat > 1 || stack[i].step > (i ? i == 1 : TRICK_END))
            return "EX-8: a stack is trick, point, parry";
    if (k->depth == 1 && stack[0].step == TRICK_PICK && !cards)
        return "EX-15: a trick needs cards";
    if (k->depth > 1 && stack[0].step != TRICK_END)
        return "EX-8: a point belongs to the end of a trick";
    if (k->depth == 3 && (stack[2].seat == stack[1].seat || !stack[1].step))
        return "EX-10: the loser of the trick parries";
    return NULL;
}

/* ---- words ---- */

static void tell_score(cr_teller *t, const state *s, uint8_t seat)
{
    cr_tell_number(t, s->open.points[seat]);
    cr_text_str(t->out, " : ");
    cr_tell_number(t, s->open.points[!seat]);
}

/* "you 13, Bot 11": the reader's card first. */
static void tell_both(cr_teller *t)
{
    uint8_t first = t->reader == 1;

    for (unsigned i = 0; i < 2; i++) {
        uint8_t seat = (uint8_t)(first ^ i);

        cr_text_str(t->out, i ? ", " : "");
        cr_tell_seat(t, seat, false);
        cr_text_fmt(t->out, " %u", t->event->data[seat] + 1);
    }
}

static bool tell(cr_teller *t, cr_span place)
{
    const state *s = (const state *)t->state;
    const cr_field hand = {"", &cr_values, NULL, 0, 0, 0};
    char cards[64];
    cr_text text = cr_text_on(cards, sizeof cards);

    if (!s)
        return false;
    if (cr_span_is(place, "rival") || cr_span_is(place, "rival's")) {
        cr_tell_seat(t, !t->seat, place.end[-1] == 's');
    } else if (cr_span_is(place, "both")) {
        tell_both(t);
    } else if (cr_span_is(place, "standing")) {
        tell_score(t, s, t->seat);
    } else if (cr_span_is(place, "hand")) {
        cr_field_print(&text, &hand, (const uint8_t *)&s->hand[t->reader], 0);
        cr_tell_words(t, cards, " and ");
    } else {
        return false;
    }
    return true;
}

CR_GAME_DEFINE(duel) = {
    .name = "duel",
    .title = "Duel",
    .about = "Two hidden hands, one secret pick at a time, and a parry that can be parried back.",
    .rules_version = 1,
    .seats_min = 2,
    .seats_max = 2,
    .state_size = sizeof(state),
    .view_size = sizeof(view),
    CR_TABLES,
    CR_CALLS,
    .refuse = refuse,
    .tell = tell,
    .round = round_of,
    .lead = 6,
};
