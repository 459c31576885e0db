#include "support/snap.h"
#include "kernel/rng.h"

enum { STEP_DEAL, STEP_SNAP, STEP_OBJECT };
enum { EV_DEALT, EV_SNAPPED, EV_QUIET, EV_STANDS, EV_TURNED };
enum { CODE_TOO_LOW = CR_CODE_GAME, CODE_NOT_NOW, CODE_LONELY };
enum { RULE_NONE, RULE_HIGHER, RULE_NOW };

typedef struct {
    cr_view v;
    uint32_t time_ms;
    uint8_t hand, middle, points[SNAP_SEATS], round, rounds, snapper, shown, seen, fill[2];
} view;
CR_FLAT(view, sizeof(cr_view) + 16);

static enum snap_fault fault;

/* ---- tables ---- */

static const cr_kind kinds[] = {{.word = "pass"}, {.word = "snap"}, {.word = "object"}};
static const cr_asked questions[] = {{"snap?", 0}, {"object?", CR_SHOWS_PASSES}};
static const char *const steps[] = {"deal", "snap", "object", NULL};
static const cr_effect effects[] = {{"round", steps, NULL}};
static const cr_field card_fields[] = {CR_ARG("card", 0, &cr_u8, NULL, 0, 0), {0}};
static const cr_told events[] = {{"dealt", card_fields},
                                 {"snapped", card_fields},
                                 {"quiet", NULL},
                                 {"stands", NULL},
                                 {"turned", card_fields, .flags = CR_RENEWS}};
static const cr_row chart[] = {
    {CR_CHART_START, 0, SNAP_Q_SNAP, RULE_HIGHER, ""},
    {SNAP_Q_SNAP, SNAP_PASS, SNAP_Q_SNAP, RULE_HIGHER, "the last pass"},
    {SNAP_Q_SNAP, SNAP_PASS, CR_CHART_OVER, RULE_HIGHER, "the last pass"},
    {SNAP_Q_SNAP, SNAP_SNAP, SNAP_Q_OBJECT, RULE_HIGHER, ""},
    {SNAP_Q_OBJECT, SNAP_PASS, CR_CHART_STAYS, RULE_NOW, "somebody else still thinks"},
    {SNAP_Q_OBJECT, SNAP_PASS, SNAP_Q_SNAP, RULE_NOW, "the last pass"},
    {SNAP_Q_OBJECT, SNAP_PASS, CR_CHART_OVER, RULE_NOW, "the last pass"},
    {SNAP_Q_OBJECT, SNAP_OBJECT, SNAP_Q_SNAP, RULE_NOW, ""},
    {SNAP_Q_OBJECT, SNAP_OBJECT, CR_CHART_OVER, RULE_NOW, ""},
    {SNAP_Q_SNAP, SNAP_PASS, CR_CHART_STAYS, RULE_HIGHER, "others may still snap"},
};
static const cr_rule rules[] = {
    {0},
    {"SN-1", "Only a card higher than the one in the middle snaps.", "", CR_BY_CASE},
    {"SN-2", "Only what the question asks for is accepted.", "", CR_BY_CASE}};
static const cr_code_row codes[] = {{"TOO_LOW", "the card is not higher"},
                                    {"NOT_NOW", "the question asks for something else"},
                                    {"LONELY", "nobody else is left"}};
static const cr_option options[] = {{"time", 0, 100, 60000, NULL, "none", "for each question"},
                                    {"rounds", 2, 1, 9, NULL, NULL, "rounds of a match"}};
static const cr_field zones[] = {
    CR_FIELD_AS("budget", snap_state, time_ms, &cr_u32, NULL, 0, 0),
    CR_FIELD(snap_state, hand, &cr_u8, NULL, 0, CR_PER_SEAT),
    CR_FIELD(snap_state, middle, &cr_u8, NULL, 0, 0),
    CR_FIELD(snap_state, points, &cr_u8, NULL, 0, CR_PER_SEAT),
    CR_FIELD(snap_state, round, &cr_u8, NULL, 0, 0),
    CR_FIELD(snap_state, rounds, &cr_u8, NULL, 0, 0),
    CR_FIELD(snap_state, snapper, &cr_maybe_seat, NULL, 0, 0),
    {0},
};
static const cr_field view_fields[] = {
    CR_FIELD_AS("budget", view, time_ms, &cr_u32, NULL, 0, 0),
    CR_FIELD(view, hand, &cr_u8, NULL, 0, 0),
    CR_FIELD(view, middle, &cr_u8, NULL, 0, 0),
    CR_FIELD(view, points, &cr_u8, NULL, 0, CR_PER_SEAT),
    CR_FIELD(view, round, &cr_u8, NULL, 0, 0),
    CR_FIELD(view, rounds, &cr_u8, NULL, 0, 0),
    CR_FIELD(view, snapper, &cr_maybe_seat, NULL, 0, 0),
    CR_FIELD(view, shown, &cr_u8, NULL, 0, 0),
    CR_FIELD(view, seen, &cr_u8, NULL, 0, 0),
    {0},
};

/* ---- rules ---- */

static cr_err init(cr_state *k, const cr_setup *setup)
{
    snap_state *s = (snap_state *)k;

    s->time_ms = (uint32_t)setup->option[SNAP_OPTION_TIME];
    s->rounds = (uint8_t)setup->option[SNAP_OPTION_ROUNDS];
    cr_push(k, 0, 0);
    return CR_ERR_OK;
}

static uint8_t draw(unsigned *deck, cr_rng *rng)
{
    unsigned card = cr_bits_nth(*deck, cr_rng_below(rng, cr_bits_count(*deck)));

    *deck &= ~(1u << card);
    return (uint8_t)card;
}

static void deal(snap_state *s, cr_frame *top, cr_sink *sink)
{
    unsigned deck = (1u << SNAP_CARDS) - 1;

    s->middle = draw(&deck, &s->k.rng);
    s->snapper = 0;
    CR_TELL(sink, EV_TURNED, CR_HOST, s->middle);
    for (uint8_t seat = 0; seat < s->k.n_seats; seat++) {
        s->hand[seat] = draw(&deck, &s->k.rng);
        CR_TELL_PRIVATE(sink, EV_DEALT, seat, CR_BIT(seat), s->hand[seat]);
    }
    top->step = STEP_SNAP;
}

static void end_round(snap_state *s, cr_frame *top)
{
    top->step = STEP_DEAL;
    if (++s->round == s->rounds)
        cr_pop(&s->k);
}

static void step(cr_state *k, cr_frame *top, cr_sink *sink)
{
    snap_state *s = (snap_state *)k;
    uint16_t all = (uint16_t)(CR_BIT(k->n_seats) - 1);
    uint8_t snapper;

    switch (top->step) {
    case STEP_DEAL:
        deal(s, top, sink);
        break;
    case STEP_SNAP:
        if (cr_ask(k, SNAP_Q_SNAP, all, CR_OPEN, 0, s->time_ms))
            return;
        if (k->said.kind == SNAP_PASS) {
            CR_TELL(sink, EV_QUIET, k->said.seat, 0);
            end_round(s, top);
            return;
        }
        s->snapper = (uint8_t)(1 + k->said.seat);
        CR_TELL(sink, EV_SNAPPED, k->said.seat, s->hand[k->said.seat]);
        top->step = STEP_OBJECT;
        break;
    default:
        snapper = (uint8_t)(s->snapper - 1);
        if (cr_ask(k, SNAP_Q_OBJECT, all & (uint16_t)~CR_BIT(snapper), CR_OPEN, 0, s->time_ms))
            return;
        if (k->said.kind == SNAP_PASS) {
            s->points[snapper] = (uint8_t)(s->points[snapper] + s->hand[snapper] - s->middle);
            CR_TELL(sink, EV_STANDS, snapper, 0);
        }
        end_round(s, top);
    }
}

static bool is_higher(const snap_state *s, uint8_t seat)
{
    return s->hand[seat] > s->middle;
}

static bool is_alone(const cr_state *k)
{
    return !(k->q.open & (k->q.open - 1));
}

static cr_refusal check(const cr_state *k, const cr_move *move)
{
    const snap_state *s = (const snap_state *)k;

    if (move->kind == SNAP_PASS)
        return CR_ACCEPT;
    if (move->kind != (k->q.kind == SNAP_Q_SNAP ? SNAP_SNAP : SNAP_OBJECT))
        return CR_REFUSE(fault == SNAP_CODE_BY_PASS && is_alone(k) ? CODE_LONELY : CODE_NOT_NOW,
                         RULE_NOW, 0);
    if (fault == SNAP_OFFERS_BY_PASS && is_alone(k))
        return CR_REFUSE(CODE_LONELY, RULE_NOW, 0);
    if (move->kind == SNAP_SNAP && !is_higher(s, move->seat))
        return CR_REFUSE(CODE_TOO_LOW, RULE_HIGHER, 0);
    return CR_ACCEPT;
}

static void space(const cr_state *k, uint8_t seat, cr_space *out)
{
    const snap_state *s = (const snap_state *)k;

    cr_box_add(out, SNAP_PASS)->is_exact = 1;
    if (fault == SNAP_OFFERS_BY_PASS && is_alone(k))
        return;
    if (k->q.kind == SNAP_Q_OBJECT)
        cr_box_add(out, SNAP_OBJECT)->is_exact = 1;
    else if (is_higher(s, seat))
        cr_box_add(out, SNAP_SNAP)->is_exact = 1;
}

static cr_move idle(const cr_state *k, uint8_t seat)
{
    bool snaps = fault == SNAP_DEFAULT_SNAPS && k->q.kind == SNAP_Q_SNAP;

    (void)seat;
    return (cr_move){.kind = snaps ? SNAP_SNAP : SNAP_PASS};
}

/* ---- views ---- */

static void observe(const cr_state *k, uint8_t viewer, cr_view *out)
{
    const snap_state *s = (const snap_state *)k;
    view *v = (view *)out;

    v->time_ms = s->time_ms;
    v->hand = viewer < k->n_seats ? s->hand[viewer] : 0;
    v->middle = s->middle;
    memcpy(v->points, s->points, sizeof v->points);
    v->round = s->round;
    v->rounds = s->rounds;
    v->snapper = s->snapper;
    v->shown = s->snapper ? s->hand[s->snapper - 1] : 0;
    v->seen = fault == SNAP_PASS_SEEN ? (uint8_t)k->q.open : 0;
}

static void imagine(const cr_view *in, cr_rng *rng, cr_state *out)
{
    const view *v = (const view *)in;
    snap_state *s = (snap_state *)out;
    unsigned deck = ((1u << SNAP_CARDS) - 1) & ~(1u << v->middle);

    s->time_ms = v->time_ms;
    s->middle = v->middle;
    memcpy(s->points, v->points, sizeof s->points);
    s->round = v->round;
    s->rounds = v->rounds;
    s->snapper = v->snapper;
    if (in->viewer < in->n_seats)
        deck &= ~(1u << v->hand);
    if (v->snapper)
        deck &= ~(1u << v->shown);
    for (unsigned seat = 0; seat < in->n_seats; seat++)
        s->hand[seat] = seat + 1 == v->snapper ? v->shown
                        : seat == in->viewer   ? v->hand
                                               : draw(&deck, rng);
}

static void score(const cr_state *k, int32_t out[CR_SEATS_MAX])
{
    for (unsigned seat = 0; seat < k->n_seats; seat++)
        out[seat] = ((const snap_state *)k)->points[seat];
}

static const char *broken(const cr_state *k)
{
    const snap_state *s = (const snap_state *)k;
    unsigned seen = s->middle < SNAP_CARDS ? 1u << s->middle : 0;

    if (!seen || s->round > s->rounds || s->snapper > k->n_seats)
        return "a number is out of its range";
    if (k->depth > 1 || (k->depth && (k->stack[0].kind || k->stack[0].step > STEP_OBJECT)))
        return "one round at a time";
    if (k->depth && (k->stack[0].step == STEP_OBJECT) != (s->snapper != 0))
        return "somebody has snapped, or nobody";
    for (unsigned seat = 0; seat < k->n_seats && !(k->depth && k->stack[0].step == STEP_DEAL);
         seat++) {
        if (s->hand[seat] >= SNAP_CARDS || seen >> s->hand[seat] & 1)
            return "one card each";
        seen |= 1u << s->hand[seat];
    }
    if (s->snapper && !is_higher(s, (uint8_t)(s->snapper - 1)))
        return "only a higher card snaps";
    return NULL;
}

static const cr_game sound = {
    .name = "snap",
    .about = "A game for tests of open questions.",
    .rules_version = 1,
    .seats_min = 2,
    .seats_max = SNAP_SEATS,
    .state_size = sizeof(snap_state),
    .view_size = sizeof(view),
    CR_TABLES,
    CR_CALLS,
};

const cr_game *snap_with(enum snap_fault planted)
{
    static cr_game game;

    fault = planted;
    game = sound;
    if (planted == SNAP_ROW_MISSING)
        game.n_chart--;
    return &game;
}

void snap_start(snap_state *s, uint8_t n_seats, uint32_t time_ms, uint64_t seed, cr_sink *sink)
{
    const cr_game *game = snap_with(SNAP_SOUND);
    cr_setup setup;
    cr_err err;

    cr_setup_init(game, &setup);
    cr_setup_pin(&setup, seed);
    setup.start_ms = 1000;
    setup.n_seats = n_seats;
    setup.option[SNAP_OPTION_TIME] = (int32_t)time_ms;
    err = cr_start(game, &s->k, &setup, sink);
    (void)err; /* a fault shows in cr_fault */
}

cr_refusal snap_play(snap_state *s, uint8_t seat, const char *text, uint64_t at_ms, cr_sink *sink)
{
    cr_move move;
    cr_refusal why = cr_move_parse(&sound, &s->k, seat, text, &move);

    return why.code ? why : cr_play(&sound, &s->k, &move, at_ms, sink);
}
