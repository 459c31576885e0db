/* Kuhn poker: three cards, two hands, one bet. The smallest game in which bluffing is right, and its value is known:
 * between players who make no mistake seat 0 loses a chip in eighteen deals. What there is stands in sheet.def. */
#include <croupier/game.h>

#define CR_RULES_TABLE rules
#include "kernel/rules.h"
#define CR_SHEET_TABLES
#include "kernel/sheet.h"

enum { STEP_DEAL, STEP_BET, STEP_CALL };

static cr_err init(cr_state *k, const cr_setup *setup)
{
    ((state *)k)->budget = (uint32_t)setup->option[OPTION_TIME];
    cr_push(k, EFFECT_DEAL, 0);
    return CR_ERR_OK;
}

static void deal(state *s, cr_sink *sink)
{
    cr_tally deck = rest(s);

    CR_CITE(KU_1);
    CR_CITE(KU_2);
    for (uint8_t seat = 0; seat < 2; seat++) {
        s->paid[seat] = 1;
        s->hand[seat] = cr_rng_draw(&s->k.rng, &deck, 1);
        cr_tell_cards(sink, EV_HAND, seat, CR_BIT(seat), s->hand[seat]);
    }
}

static void pay(state *s, uint8_t seat, cr_sink *sink)
{
    s->paid[seat]++;
    CR_TELL(sink, EV_PAID, seat, s->paid[seat]);
}

/* Shown cards leave the hands: who sees what follows from where they lie. */
static void show(state *s, cr_sink *sink)
{
    CR_CITE(KU_7);
    for (uint8_t seat = 0; seat < 2; seat++) {
        s->shown[seat] = s->hand[seat];
        s->hand[seat] = 0;
        cr_tell_cards(sink, EV_SHOWN, seat, CR_EYES_ALL, s->shown[seat]);
    }
    cr_pop(&s->k);
}

static void bet(state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t seat = top->seat;

    if (cr_ask_one(&s->k, Q_BET, seat, s->budget))
        return;
    CR_CITE(seat ? KU_4 : KU_3);
    if (s->k.said.kind == KIND_BET) {
        pay(s, seat, sink);
        top->seat = !seat;
        top->step = STEP_CALL;
        return;
    }
    CR_TELL(sink, EV_CHECKED, seat, 0);
    if (seat)
        show(s, sink); /* pops: `top` is empty from here on */
    else
        top->seat = 1;
}

static void call(state *s, const cr_frame *top, cr_sink *sink)
{
    uint8_t seat = top->seat;

    if (cr_ask_one(&s->k, Q_CALL, seat, s->budget))
        return;
    CR_CITE(KU_5);
    if (s->k.said.kind == KIND_CALL) {
        pay(s, seat, sink);
        show(s, sink);
        return;
    }
    CR_CITE(KU_6);
    s->folded[seat] = 1;
    CR_TELL(sink, EV_FOLDED, seat, 0);
    cr_pop(&s->k);
}

/* One effect, the deal; its seat is whoever acts. */
static void step(cr_state *k, cr_frame *top, cr_sink *sink)
{
    state *s = (state *)k;

    if (top->step == STEP_DEAL) {
        deal(s, sink);
        top->step = STEP_BET;
    }
    if (top->step == STEP_BET)
        bet(s, top, sink);
    else
        call(s, top, sink);
}

/* The kernel has seen to it that the move answers the question. */
static cr_refusal check(const cr_state *k, const cr_move *move)
{
    (void)k, (void)move;
    return CR_ACCEPT;
}

/* The first is the default: a check, a fold (KU-9). */
static void space(const cr_state *k, uint8_t seat, cr_space *out)
{
    uint8_t first = k->q.kind == Q_CALL ? KIND_FOLD : KIND_CHECK;

    (void)seat;
    cr_box_exact(out, first);
    cr_box_exact(out, (uint8_t)(first + 1));
}

static void score(const cr_state *k, int32_t out[CR_SEATS_MAX])
{
    const state *s = (const state *)k;
    bool is_won = s->folded[1] || s->shown[0] > s->shown[1]; /* a tally of a higher card is more */

    CR_CITE(KU_8);
    if (k->is_over) {
        out[0] = is_won ? s->paid[1] : -s->paid[0];
        out[1] = -out[0];
    }
}

static const char *broken(const cr_state *k)
{
    const state *s = (const state *)k;
    const char *why = declared_broken(k);
    bool is_dealt = !k->depth || k->stack[0].step != STEP_DEAL;

    if (why)
        return why;
    for (unsigned seat = 0; seat < 2; seat++)
        if (cr_tally_sum(k->depth ? s->hand[seat] : s->hand[seat] + s->shown[seat]) != is_dealt)
            return "KU-2: each seat has one card, hidden until the deal ends";
    return NULL;
}

CR_GAME_DEFINE(kuhn) = {
    .name = "kuhn",
    .title = "Kuhn poker",
    .about = "Three cards, two hands and one bet: the smallest game in which bluffing is right.",
    .rules_version = 1,
    .idle_rule = KU_9,
    .asked_rule = KU_10,
    .over_rule = KU_10,
    CR_SHEET,
    CR_RULE_CALLS,
    CR_DECLARED,
};
