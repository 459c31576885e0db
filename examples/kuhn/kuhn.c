/* Kuhn poker: three cards, two hands, one bet. The smallest game in which bluffing is right, and its value is known:
 * between players who make no mistake seat 0 loses a chip in eighteen deals. */
#include <croupier/game.h>

#define CR_RULES_TABLE rules
#include "kernel/rules.h"

enum { NONE, JACK, QUEEN, KING };
enum { KIND_CHECK = 1, KIND_BET, KIND_FOLD, KIND_CALL };
enum { Q_BET, Q_CALL };
enum { STEP_DEAL, STEP_BET, STEP_CALL };
enum { EV_HAND, EV_PAID, EV_CHECKED, EV_FOLDED, EV_SHOWN };
enum { CODE_WRONG_KIND = CR_CODE_GAME };

/* What lies open: a view copies it whole. */
typedef struct {
    uint32_t time_ms;
    uint8_t shown[2], paid[2], folded[2], fill[6];
} table;
typedef struct {
    cr_state k;
    table open;
    uint8_t hand[2], fill[6];
} state;
CR_FLAT(state, sizeof(cr_state) + 24);
typedef struct {
    cr_view v;
    table open;
    uint8_t hand, fill[7];
} view;
CR_FLAT(view, sizeof(cr_view) + 24);

/* ---- tables ---- */

static const char *const cards[] = {"-", "J", "Q", "K", NULL};
static const cr_name names[] = {{"J", "Jack"}, {"Q", "Queen"}, {"K", "King"}, {NULL, NULL}};

static const cr_kind kinds[] = {
    {NULL},
    [KIND_CHECK] = {.word = "check", .does = "Check"},
    [KIND_BET] = {.word = "bet", .does = "Bet a chip"},
    [KIND_FOLD] = {.word = "fold", .does = "Fold"},
    [KIND_CALL] = {.word = "call", .does = "Call, for a chip"},
};
static const cr_asked questions[] = {
    [Q_BET] = {"bet?", 0, "Bet a chip, or check?", "{others} may bet a chip.",
               "First say whether you bet."},
    [Q_CALL] = {"call?", 0, "Call the bet, or fold?", "{others} may call the bet.",
                "First say whether you call."},
};
static const char *const steps[] = {"deal", "bet", "call", NULL};
static const cr_effect effects[] = {{"deal", steps}};

#define CARD_FIELDS                               \
    (const cr_field[])                            \
    {                                             \
        CR_ARG("card", 0, &cr_word, cards, 0, 0), \
        {                                         \
            0                                     \
        }                                         \
    }
static const cr_told events[] = {
    [EV_HAND] = {"hand", CARD_FIELDS, CR_QUIET, 0, 0, ""},
    [EV_PAID] = {"paid", (const cr_field[]){CR_ARG("chips", 0, &cr_u8, NULL, 0, 0), {0}}, CR_ACT, 0,
                 0, "{seat} [have|has] {chips} [chip|chips] in the pot."},
    [EV_CHECKED] = {"checked", NULL, CR_ACT, 0, 0, "{seat} [check|checks].", CR_PASSING},
    [EV_FOLDED] = {"folded", NULL, CR_STOP, CR_DECIDED, KU_6, "{seat} [fold|folds]."},
    [EV_SHOWN] = {"shown", CARD_FIELDS, CR_STOP, CR_COUNTED, KU_7,
                  "{seat} [show|shows] the {card}."},
};
static const cr_row chart[] = {
    {CR_CHART_START, 0, Q_BET, KU_3, "deal"},
    {Q_BET, KIND_CHECK, Q_BET, KU_4, "seat 0"},
    {Q_BET, KIND_CHECK, CR_CHART_OVER, KU_7, "seat 1"},
    {Q_BET, KIND_BET, Q_CALL, KU_5, ""},
    {Q_CALL, KIND_FOLD, CR_CHART_OVER, KU_6, ""},
    {Q_CALL, KIND_CALL, CR_CHART_OVER, KU_7, ""},
};
static const cr_code_row codes[] = {
    CR_CODE("WRONG_KIND", "the question asks for something else", "{first}",
            "That comes at another time."),
};
static const cr_option options[] = {
    {"time", 0, 100, 600000, NULL, "none", "milliseconds for each question", "Time to answer",
     "<n:{time} a question|No time limit>"},
};

#define OPEN_FIELDS(strct)                                                         \
    CR_FIELD_AS("shown", strct, open.shown, &cr_word, cards, 0, CR_PER_SEAT),      \
        CR_FIELD_AS("paid", strct, open.paid, &cr_u8, NULL, 0, CR_PER_SEAT),       \
        CR_FIELD_AS("folded", strct, open.folded, &cr_flag, NULL, 0, CR_PER_SEAT), \
        CR_FIELD_AS("budget", strct, open.time_ms, &cr_u32, NULL, 0, 0),           \
    {                                                                              \
        0                                                                          \
    }
static const cr_field zones[] = {CR_FIELD(state, hand, &cr_word, cards, 0, CR_PER_SEAT),
                                 OPEN_FIELDS(state)};
static const cr_field view_fields[] = {CR_FIELD(view, hand, &cr_word, cards, 0, 0),
                                       OPEN_FIELDS(view)};

/* ---- rules ---- */

static cr_err init(cr_state *k, const cr_setup *setup)
{
    ((state *)k)->open.time_ms = (uint32_t)setup->option[0];
    cr_push(k, 0, 0);
    return CR_ERR_OK;
}

static void deal(state *s, cr_sink *sink)
{
    CR_CITE(KU_1);
    CR_CITE(KU_2);
    s->hand[0] = (uint8_t)(JACK + cr_rng_small(&s->k.rng, 3));
    s->hand[1] = (uint8_t)(JACK + (s->hand[0] - JACK + 1 + cr_rng_small(&s->k.rng, 2)) % 3);
    for (uint8_t seat = 0; seat < 2; seat++) {
        s->open.paid[seat] = 1;
        CR_TELL_PART(sink, EV_HAND, seat, CR_BIT(seat), 0, s->hand[seat]);
    }
}

static void pay(state *s, uint8_t seat, cr_sink *sink)
{
    s->open.paid[seat]++;
    CR_TELL(sink, EV_PAID, seat, s->open.paid[seat]);
}

/* Cards that are shown leave the hands: who sees what then follows from where they lie. */
static void show(state *s, cr_sink *sink)
{
    CR_CITE(KU_7);
    for (uint8_t seat = 0; seat < 2; seat++) {
        s->open.shown[seat] = s->hand[seat];
        s->hand[seat] = NONE;
        CR_TELL(sink, EV_SHOWN, seat, s->open.shown[seat]);
    }
    cr_pop(&s->k);
}

/* One effect, the deal; its seat is whoever acts. */
static void step(cr_state *k, cr_frame *top, cr_sink *sink)
{
    state *s = (state *)k;
    uint8_t seat = top->seat;

    if (top->step == STEP_DEAL) {
        deal(s, sink);
        top->step = STEP_BET;
    }
    if (top->step == STEP_BET) {
        if (cr_ask(k, Q_BET, CR_BIT(seat), CR_ANY, seat, s->open.time_ms))
            return;
        CR_CITE(seat ? KU_4 : KU_3);
        if (k->said.kind == KIND_CHECK) {
            CR_TELL(sink, EV_CHECKED, seat, 0);
            if (seat)
                show(s, sink); /* pops: `top` is gone */
            else
                top->seat = 1;
            return;
        }
        pay(s, seat, sink);
        top->seat = !seat;
        top->step = STEP_CALL;
        return;
    }
    if (cr_ask(k, Q_CALL, CR_BIT(seat), CR_ANY, seat, s->open.time_ms))
        return;
    CR_CITE(KU_5);
    if (k->said.kind == KIND_CALL) {
        pay(s, seat, sink);
        show(s, sink);
        return;
    }
    CR_CITE(KU_6);
    s->open.folded[seat] = 1;
    CR_TELL(sink, EV_FOLDED, seat, 0);
    cr_pop(k);
}

static cr_refusal check(const cr_state *k, const cr_move *move)
{
    if ((move->kind >= KIND_FOLD) != (k->q.kind == Q_CALL))
        return CR_REFUSE(CODE_WRONG_KIND, KU_10, 0);
    return CR_ACCEPT;
}

static cr_refusal refuse(const cr_state *k, const cr_move *move, cr_refusal kernel)
{
    (void)k, (void)move;
    return CR_REFUSE(kernel.code, KU_10, 0);
}

static void space(const cr_state *k, uint8_t seat, cr_space *out)
{
    uint8_t first = k->q.kind == Q_CALL ? KIND_FOLD : KIND_CHECK;

    (void)seat;
    cr_box_add(out, first)->is_exact = 1;
    cr_box_add(out, (uint8_t)(first + 1))->is_exact = 1;
}

static cr_move idle(const cr_state *k, uint8_t seat)
{
    (void)seat;
    CR_CITE(KU_9);
    return (cr_move){.kind = k->q.kind == Q_CALL ? KIND_FOLD : KIND_CHECK};
}

static void observe(const cr_state *k, uint8_t viewer, cr_view *out)
{
    const state *s = (const state *)k;

    ((view *)out)->open = s->open;
    if (viewer < 2)
        ((view *)out)->hand = s->hand[viewer];
}

static void imagine(const cr_view *in, cr_rng *rng, cr_state *out)
{
    const view *v = (const view *)in;
    state *s = (state *)out;

    s->open = v->open;
    if (v->open.shown[0])
        return;
    s->hand[0] = (uint8_t)(JACK + cr_rng_small(rng, 3));
    if (v->hand)
        s->hand[in->viewer] = v->hand;
    uint8_t known = in->viewer == 1 ? 1 : 0;
    s->hand[!known] = (uint8_t)(JACK + (s->hand[known] - JACK + 1 + cr_rng_small(rng, 2)) % 3);
}

static void score(const cr_state *k, int32_t out[CR_SEATS_MAX])
{
    const state *s = (const state *)k;
    bool is_won = s->open.folded[1] || s->open.shown[0] > s->open.shown[1];

    CR_CITE(KU_8);
    if (k->is_over) {
        out[0] = is_won ? s->open.paid[1] : -s->open.paid[0];
        out[1] = -out[0];
    }
}

static const char *broken(const cr_state *k)
{
    const state *s = (const state *)k;
    bool is_shown = s->open.shown[0];

    for (unsigned seat = 0; seat < 2; seat++) {
        if (s->hand[seat] > KING || s->open.shown[seat] > KING ||
            !s->hand[seat] != (is_shown || (k->depth && k->stack[0].step == STEP_DEAL)) ||
            !s->open.shown[seat] != !is_shown)
            return "KU-2: each seat has one card";
        if (s->open.paid[seat] > 2 || s->open.folded[seat] > 1)
            return "KU-5: a seat pays two chips at most, and folds once";
    }
    if ((s->hand[0] && s->hand[0] == s->hand[1]) ||
        (is_shown && s->open.shown[0] == s->open.shown[1]))
        return "KU-1: there is one card of a kind";
    if (k->depth > 1 || (k->depth && (k->stack[0].kind || k->stack[0].seat > 1 ||
                                      k->stack[0].step > STEP_CALL || is_shown)))
        return "KU-3: there is one deal, and its cards are hidden until it ends";
    return NULL;
}

CR_GAME_DEFINE(kuhn) = {
    .name = "kuhn",
    .title = "Kuhn poker",
    .about = "Three cards, two hands and one bet: the smallest game in which bluffing is right.",
    .rules_version = 1,
    .seats_min = 2,
    .seats_max = 2,
    .state_size = sizeof(state),
    .view_size = sizeof(view),
    .names = names,
    CR_TABLES,
    CR_CALLS,
    .refuse = refuse,
};
