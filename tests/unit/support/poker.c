#include "support/poker.h"
#include "kernel/rng.h"

enum { HISTORY = 12, NO_CARD = 15 };
enum variant { KUHN, LEDUC, PENNIES, THREE, CROOKED, WILD, APART, RACE };
enum { Q_BET, Q_SIDE };
enum { STEP_DEAL, STEP_BET, STEP_SIDE };
enum { EV_CARD, EV_BOARD, EV_BET, EV_SIDES };

/* What lies open. */
typedef struct {
    uint8_t variant, board, round, turn, calls, raises, paid[2], n_bets, bets[HISTORY], folded;
    int8_t won[3];
    uint8_t fill[7];
} table;

typedef struct {
    cr_state k;
    table open;
    uint8_t card[2], fill[6];
} state;

typedef struct {
    cr_view v;
    table open;
    uint8_t card, fill[7];
} view;

static const cr_kind kinds[] = {
    {0},
    [POKER_CALL] = {.word = "call"},
    [POKER_RAISE] = {.word = "raise"},
    [POKER_FOLD] = {.word = "fold"},
    [POKER_HEADS] = {.word = "heads"},
    [POKER_TAILS] = {.word = "tails"},
};
static const cr_asked questions[] = {{"bet", 0}, {"side", 0}};
static const cr_effect effects[] = {{"hand", NULL, NULL}};
static const cr_told events[] = {{"card", NULL}, {"board", NULL}, {"bet", NULL}, {"sides", NULL}};
static const cr_field none[] = {{0}};
static const cr_rule rules[] = {{0}};

static cr_err begin(cr_state *k, uint8_t variant, uint8_t step)
{
    state *s = (state *)k;

    s->open.variant = variant;
    s->open.board = NO_CARD;
    s->open.paid[0] = s->open.paid[1] = 1;
    s->open.folded = NO_CARD;
    cr_push(k, 0, 0)->step = step;
    return CR_ERR_OK;
}

#define INIT(name, variant, step)                                 \
    static cr_err init_##name(cr_state *k, const cr_setup *setup) \
    {                                                             \
        (void)setup;                                              \
        return begin(k, variant, step);                           \
    }
INIT(kuhn, KUHN, STEP_DEAL)
INIT(leduc, LEDUC, STEP_DEAL)
INIT(pennies, PENNIES, STEP_SIDE)
INIT(three, THREE, STEP_SIDE)
INIT(crooked, CROOKED, STEP_DEAL)
INIT(wild, WILD, STEP_DEAL)
INIT(race, RACE, STEP_SIDE)

static cr_err init_apart(cr_state *k, const cr_setup *setup)
{
    state *s = (state *)k;
    cr_rng own;

    cr_rng_init(&own, setup->seed, 7);
    begin(k, APART, STEP_BET);
    s->card[0] = (uint8_t)cr_rng_below(&own, 3);
    s->card[1] = (uint8_t)((s->card[0] + 1 + cr_rng_below(&own, 2)) % 3);
    return CR_ERR_OK;
}

/* Draws a card that is left; ranks are all that is kept of it, so suits do not count. */
static uint8_t draw(state *s, const uint8_t gone[], unsigned n_gone)
{
    unsigned copies = s->open.variant == LEDUC ? 2 : 1, left[3] = {copies, copies, copies}, i, r;

    for (unsigned g = 0; g < n_gone; g++)
        left[gone[g]]--;
    i = s->open.variant == WILD ? (unsigned)(cr_rng_u64(&s->k.rng) % (3 * copies - n_gone))
                                : cr_rng_small(&s->k.rng, 3 * copies - n_gone);
    for (r = 0; i >= left[r]; r++)
        i -= left[r];
    return (uint8_t)r;
}

static bool may_raise(const state *s, uint8_t seat)
{
    if (s->open.variant == CROOKED)
        return s->card[!seat] == 2 && !s->open.raises;
    return s->open.raises < (s->open.variant == LEDUC ? 2 : 1);
}

static void settle_hand(state *s)
{
    table *o = &s->open;
    int worth[2];

    for (unsigned i = 0; i < 2; i++)
        worth[i] = o->folded == i    ? -1
                   : o->folded == !i ? 99
                                     : s->card[i] + 10 * (s->card[i] == o->board);
    if (worth[0] != worth[1]) {
        unsigned loser = worth[0] > worth[1];

        o->won[!loser] = (int8_t)o->paid[loser];
        o->won[loser] = (int8_t)-o->paid[loser];
    }
    cr_pop(&s->k);
}

static void bet(state *s, cr_frame *top, cr_sink *sink)
{
    table *o = &s->open;
    uint8_t seat = o->turn, kind = s->k.said.kind;
    unsigned size = o->variant == LEDUC ? (o->round ? 4 : 2) : 1;

    CR_TELL(sink, EV_BET, seat, kind);
    o->bets[o->n_bets++] = kind;
    o->turn = !seat;
    (void)top;
    if (kind == POKER_FOLD) {
        o->folded = seat;
        settle_hand(s);
        return;
    }
    o->paid[seat] = o->paid[!seat];
    o->calls++;
    if (kind == POKER_RAISE) {
        o->paid[seat] = (uint8_t)(o->paid[seat] + size);
        o->raises++;
        o->calls = 1;
    }
    if (o->calls < 2)
        return;
    if (o->variant != LEDUC || o->round) {
        settle_hand(s);
        return;
    }
    o->board = draw(s, s->card, 2);
    CR_TELL(sink, EV_BOARD, CR_HOST, o->board);
    o->round = 1;
    o->turn = o->calls = o->raises = 0;
}

static void step(cr_state *k, cr_frame *top, cr_sink *sink)
{
    state *s = (state *)k;
    unsigned heads = 0, n = k->n_seats;

    if (top->step == STEP_DEAL) {
        s->card[0] = draw(s, NULL, 0);
        s->card[1] = draw(s, s->card, 1);
        for (uint8_t seat = 0; sink && seat < 2; seat++)
            cr_emit(sink, EV_CARD, seat, CR_BIT(seat), 0, false, &s->card[seat], 1);
        top->step = STEP_BET;
    }
    if (top->step == STEP_BET) {
        if (!cr_ask(k, Q_BET, CR_BIT(s->open.turn), CR_ANY, s->open.turn, 0))
            bet(s, top, sink);
        return;
    }
    if (cr_ask(k, Q_SIDE, (uint16_t)((1u << n) - 1), s->open.variant == RACE ? CR_ANY : CR_ALL, 0,
               0))
        return;
    for (unsigned i = 0; i < n; i++)
        heads += k->sealed[i].kind == POKER_HEADS;
    if (n == 2) {
        s->open.won[0] = heads == 2 ? 2 : heads ? -1 : 1;
        s->open.won[1] = (int8_t)-s->open.won[0];
    } else if (heads % 3) {
        for (unsigned i = 0; i < n; i++)
            s->open.won[i] = (k->sealed[i].kind == POKER_HEADS) == (heads == 1) ? 2 : -1;
    }
    CR_TELL(sink, EV_SIDES, CR_HOST, (uint8_t)heads);
    cr_pop(k);
}

static cr_refusal check(const cr_state *k, const cr_move *move)
{
    const state *s = (const state *)k;
    bool fits;

    if (k->q.kind == Q_SIDE)
        fits = move->kind == POKER_HEADS || move->kind == POKER_TAILS;
    else if (move->kind == POKER_RAISE)
        fits = may_raise(s, move->seat);
    else
        fits = move->kind == POKER_CALL ||
               (move->kind == POKER_FOLD && s->open.paid[move->seat] < s->open.paid[!move->seat]);
    return cr_no(fits ? CR_CODE_OK : CR_CODE_NOT_OFFERED, 0, 0);
}

static void space(const cr_state *k, uint8_t seat, cr_space *out)
{
    (void)k, (void)seat;
    for (uint8_t kind = POKER_CALL; kind <= POKER_TAILS; kind++)
        cr_box_add(out, kind);
}

static cr_move idle(const cr_state *k, uint8_t seat)
{
    (void)seat;
    return (cr_move){.kind = k->q.kind == Q_SIDE ? POKER_HEADS : POKER_CALL};
}

static void observe(const cr_state *k, uint8_t viewer, cr_view *out)
{
    const state *s = (const state *)k;
    view *v = (view *)out;

    v->open = s->open;
    v->card = viewer < 2 ? s->card[viewer] : NO_CARD;
}

static void imagine(const cr_view *in, cr_rng *rng, cr_state *out)
{
    const view *v = (const view *)in;
    state *s = (state *)out;

    (void)rng;
    s->open = v->open;
    s->card[in->viewer & 1] = v->card;
    s->card[!(in->viewer & 1)] = (uint8_t)((v->card + 1) % 3);
}

static void score(const cr_state *k, int32_t out[CR_SEATS_MAX])
{
    const state *s = (const state *)k;

    for (unsigned i = 0; i < k->n_seats; i++)
        out[i] = s->open.won[i];
}

static const char *broken(const cr_state *k)
{
    (void)k;
    return NULL;
}

#define GAME(name_, seats)                                      \
    const cr_game poker_##name_ = {.name = #name_,              \
                                   .title = #name_,             \
                                   .about = "a game for tests", \
                                   .rules_version = 1,          \
                                   .seats_min = seats,          \
                                   .seats_max = seats,          \
                                   .state_size = sizeof(state), \
                                   .view_size = sizeof(view),   \
                                   CR_TABLE(kinds),             \
                                   CR_TABLE(questions),         \
                                   CR_TABLE(effects),           \
                                   CR_TABLE(events),            \
                                   CR_TABLE(rules),             \
                                   .zones = none,               \
                                   .view_fields = none,         \
                                   .init = init_##name_,        \
                                   .step = step,                \
                                   .check = check,              \
                                   .space = space,              \
                                   .idle = idle,                \
                                   .observe = observe,          \
                                   .imagine = imagine,          \
                                   .score = score,              \
                                   .broken = broken}
GAME(kuhn, 2);
GAME(leduc, 2);
GAME(pennies, 2);
GAME(three, 3);
GAME(crooked, 2);
GAME(wild, 2);
GAME(apart, 2);
GAME(race, 2);
