/* Leduc poker: six cards, two rounds of betting, one card on the board. The poker that searches and solvers are tried on.
 * What there is stands in sheet.def. */
#include <croupier/game.h>

enum { RAISES = 2, STAKE = 2 };
enum { STEP_DEAL, STEP_BET, STEP_CALL };

#define CR_RULES_TABLE rules
#include "kernel/rules.h"
#define CR_SHEET_TABLES
#include "kernel/sheet.h"

static cr_err init(cr_state *k, const cr_setup *setup)
{
    ((state *)k)->budget = (uint32_t)setup->option[OPTION_TIME];
    cr_push(k, EFFECT_DEAL, 0);
    return CR_ERR_OK;
}

static void deal(state *s, cr_sink *sink)
{
    cr_tally deck = rest(s);

    CR_CITE(LE_1);
    CR_CITE(LE_2);
    for (uint8_t seat = 0; seat < 2; seat++) {
        s->paid[seat] = 1;
        s->hand[seat] = cr_rng_draw(&s->k.rng, &deck, 1);
        cr_tell_cards(sink, EV_HAND, seat, CR_BIT(seat), s->hand[seat]);
    }
}

/* What a bet is worth in this round. */
static uint8_t stake(const state *s)
{
    return s->board ? 2 * STAKE : STAKE;
}

static void pay(state *s, uint8_t seat, unsigned up_to, cr_sink *sink)
{
    s->paid[seat] = (uint8_t)up_to;
    CR_TELL(sink, EV_PAID, seat, s->paid[seat]);
}

/* Bets or raises, and hands over. */
static void raise(state *s, cr_frame *top, cr_sink *sink)
{
    CR_CITE(LE_5);
    s->raises++;
    pay(s, top->seat, s->paid[!top->seat] + stake(s), sink);
    top->seat = !top->seat;
    top->step = STEP_CALL;
}

/* Shown cards leave the hands: who sees what follows from where they lie. */
static void end_round(state *s, cr_frame *top, cr_sink *sink)
{
    cr_tally deck = rest(s);

    if (!s->board) {
        CR_CITE(LE_3);
        s->board = cr_rng_draw(&s->k.rng, &deck, 1);
        s->raises = 0;
        cr_tell_cards(sink, EV_BOARD, CR_HOST, CR_EYES_ALL, s->board);
        top->seat = 0;
        top->step = STEP_BET;
        return;
    }
    CR_CITE(LE_9);
    for (uint8_t seat = 0; seat < 2; seat++) {
        s->shown[seat] = s->hand[seat];
        s->hand[seat] = 0;
        cr_tell_cards(sink, EV_SHOWN, seat, CR_EYES_ALL, s->shown[seat]);
    }
    cr_pop(&s->k);
}

static void bet(state *s, cr_frame *top, cr_sink *sink)
{
    CR_CITE(LE_4);
    if (cr_ask_one(&s->k, Q_BET, top->seat, s->budget))
        return;
    if (s->k.said.kind == KIND_BET) {
        raise(s, top, sink);
        return;
    }
    CR_TELL(sink, EV_CHECKED, top->seat, 0);
    if (top->seat)
        end_round(s, top, sink);
    else
        s->checked |= s->board ? 2 : 1, top->seat = 1;
}

static void call(state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t seat = top->seat;

    CR_CITE(LE_6);
    if (cr_ask_one(&s->k, Q_CALL, seat, s->budget))
        return;
    if (s->k.said.kind == KIND_RAISE) {
        raise(s, top, sink);
    } else if (s->k.said.kind == KIND_CALL) {
        pay(s, seat, s->paid[!seat], sink);
        end_round(s, top, sink);
    } else {
        CR_CITE(LE_8);
        s->folded[seat] = 1;
        CR_TELL(sink, EV_FOLDED, seat, 0);
        cr_pop(&s->k);
    }
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

static cr_refusal check(const cr_state *k, const cr_move *move)
{
    if (move->kind == KIND_RAISE && ((const state *)k)->raises == RAISES)
        return CR_REFUSE(CODE_NO_RAISE, LE_7, 0);
    return CR_ACCEPT;
}

/* The first is the default: a check, a fold (LE-11). */
static void space(const cr_state *k, uint8_t seat, cr_space *out)
{
    (void)seat;
    cr_box_exact(out, k->q.kind == Q_BET ? KIND_CHECK : KIND_FOLD);
    cr_box_exact(out, k->q.kind == Q_BET ? KIND_BET : KIND_CALL);
    if (k->q.kind == Q_CALL && ((const state *)k)->raises < RAISES)
        cr_box_exact(out, KIND_RAISE);
}

/* What a shown card is worth: more than any card if it is a pair. A tally of a higher card is more. */
static uint64_t worth(const state *s, unsigned seat)
{
    return s->shown[seat] == s->board ? UINT64_MAX : s->shown[seat];
}

static void score(const cr_state *k, int32_t out[CR_SEATS_MAX])
{
    const state *s = (const state *)k;

    CR_CITE(LE_10);
    if (!k->is_over)
        return;
    if (s->folded[1] || (!s->folded[0] && worth(s, 0) > worth(s, 1)))
        out[0] = s->paid[1];
    else if (s->folded[0] || worth(s, 0) < worth(s, 1))
        out[0] = -s->paid[0];
    out[1] = -out[0];
}

static const char *broken(const cr_state *k)
{
    const state *s = (const state *)k;
    const char *why = declared_broken(k);
    bool is_dealt = !k->depth || k->stack[0].step != STEP_DEAL;
    bool faces = k->stack[0].step == STEP_CALL;
    uint8_t seat = k->stack[0].seat & 1;

    if (why)
        return why;
    for (unsigned i = 0; i < 2; i++)
        if (cr_tally_sum(k->depth ? s->hand[i] : s->hand[i] + s->shown[i]) != is_dealt)
            return "LE-2: each seat has one card, hidden until the deal ends";
    if (cr_tally_sum(s->board) > 1)
        return "LE-3: one card is on the board";
    if (k->depth && is_dealt &&
        (s->paid[!seat] != s->paid[seat] + (faces ? stake(s) : 0) || faces != (s->raises > 0) ||
         s->paid[!seat] + (RAISES - s->raises) * stake(s) > (s->board ? 13 : 5)))
        return "LE-6: a seat that faces a bet has paid less, and LE-7: a round has two at most";
    return NULL;
}

CR_GAME_DEFINE(leduc) = {
    .name = "leduc",
    .title = "Leduc poker",
    .about = "Six cards, two rounds of betting and one card on the board: a poker small enough to "
             "be solved.",
    .rules_version = 1,
    .idle_rule = LE_11,
    .asked_rule = LE_12,
    .over_rule = LE_12,
    CR_SHEET,
    CR_RULE_CALLS,
    CR_DECLARED,
};
