/* Duel, the small example: hidden hands, one sealed pick each, one reveal, a parry that can be parried back.
 * It is the game to learn the referee with; docs/duel.md builds it step by step, docs/rules/duel.md
 * has its rules. What there is and who sees it stands in sheet.def. */
#include "kernel/rng.h"
#include "kernel/say.h"

#define CR_RULES_FILE  "games/duel/rules.def"
#define CR_RULES_TABLE rules
#include "kernel/rules.h"

enum { COPIES = 4, HAND = 13, DEALS = 20 };
enum { TRICK_DEAL, TRICK_PICK, TRICK_END };

#define CR_SHEET_FILE "games/duel/sheet.def"
#define CR_SHEET_TABLES
#include "kernel/sheet.h"

/* ---- rules ---- */

/* What options make smaller is 0 where it is as usual: matches without them are the same to the byte. */
static uint8_t unless(int32_t value, int32_t usual)
{
    return value == usual ? 0 : (uint8_t)value;
}

static unsigned values_of(const state *s)
{
    return s->values ? s->values : CARD_KINDS;
}

static unsigned copies_of(const state *s)
{
    return s->copies ? s->copies : COPIES;
}

static unsigned dealt_of(const state *s)
{
    return s->dealt ? s->dealt : HAND;
}

static unsigned deals_of(const state *s)
{
    return s->deals ? s->deals : DEALS;
}

static cr_err init(cr_state *k, const cr_setup *setup)
{
    state *s = (state *)k;

    CR_CITE(EX_1);
    CR_CITE(EX_4);
    s->target = (uint8_t)setup->option[OPTION_TARGET];
    s->parries[0] = s->parries[1] = (uint8_t)setup->option[OPTION_PARRIES];
    s->budget = (uint32_t)setup->option[OPTION_TIME];
    s->values = unless(setup->option[OPTION_VALUES], CARD_KINDS);
    s->copies = unless(setup->option[OPTION_COPIES], COPIES);
    s->dealt = unless(setup->option[OPTION_CARDS], HAND);
    s->deals = unless(setup->option[OPTION_DEALS], DEALS);
    if (values_of(s) * copies_of(s) < 2 * dealt_of(s))
        return CR_ERR_BAD_OPTION;
    cr_push(k, EFFECT_TRICK, 0);
    return CR_ERR_OK;
}

/* Once in thirteen tricks: kept out of the way of the others. */
__attribute__((noinline)) static void deal(state *s, cr_sink *sink)
{
    uint8_t deck[CARD_KINDS * COPIES];
    unsigned copies = copies_of(s), size = values_of(s) * copies;

    CR_CITE(EX_2);
    CR_CITE(EX_3);
    for (unsigned i = 0; i < size; i++)
        deck[i] = (uint8_t)(i / copies);
    for (unsigned seat = 0, i = 0; seat < 2; seat++) {
        cr_tally hand = 0;

        for (; i < (seat + 1) * dealt_of(s); i++) {
            unsigned j = i + cr_rng_small(&s->k.rng, size - i);

            hand += cr_tally_of(deck[j], 1);
            deck[j] = deck[i];
        }
        s->hand[seat] = hand;
        s->played[seat] = 0;
    }
    s->deal++;
    CR_TELL(sink, EV_DEAL, CR_HOST, s->deal);
    for (uint8_t seat = 0; seat < 2; seat++)
        cr_tell_cards(sink, EV_HAND, seat, CR_BIT(seat), s->hand[seat]);
}

static void step_point(state *s, cr_frame *top, cr_sink *sink);

static void step_trick(state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t pick[2];

    if (top->step == TRICK_END) {
        if (s->points[0] >= s->target || s->points[1] >= s->target) {
            CR_CITE(EX_14);
            cr_pop(&s->k);
            return;
        }
        top->step = s->hand[0] ? TRICK_PICK : TRICK_DEAL;
        CR_CITE(s->hand[0] ? EX_16 : EX_15);
    }
    if (top->step == TRICK_DEAL) {
        if (s->deal == deals_of(s)) {
            CR_CITE(EX_15);
            CR_TELL(sink, EV_WON, CR_HOST, 0, s->deal);
            cr_pop(&s->k);
            return;
        }
        deal(s, sink);
        top->step = TRICK_PICK;
    }
    CR_CITE(EX_5);
    if (cr_ask(&s->k, Q_PICK, CR_BIT(0) | CR_BIT(1), CR_ALL, 0, s->budget))
        return;
    for (unsigned seat = 0; seat < 2; seat++) {
        pick[seat] = s->k.sealed[seat].arg[0];
        s->hand[seat] -= cr_tally_of(pick[seat], 1);
        s->played[seat] += cr_tally_of(pick[seat], 1);
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

    if (!top->step && s->parries[loser]) {
        CR_CITE(EX_9);
        if (cr_ask_one(&s->k, Q_PARRY, loser, s->budget))
            return;
        if (s->k.said.kind == KIND_PARRY) {
            CR_CITE(EX_10);
            s->parries[loser]--;
            CR_TELL(sink, EV_PARRY, loser, s->parries[loser]);
            top->step = 1; /* should it be countered: the point cannot be parried again */
            cr_push(&s->k, EFFECT_PARRY, loser);
            return;
        }
    }
    CR_CITE(EX_12);
    CR_CITE(EX_13);
    s->points[winner]++;
    CR_TELL(sink, EV_POINT, winner, s->points[winner]);
    if (sink && s->points[winner] == s->target) {
        CR_TELL(sink, EV_BARE, loser, s->parries[loser]);
        CR_TELL(sink, EV_WON, winner, s->points[winner], 0);
    }
    cr_pop(&s->k);
}

static void step_parry(state *s, const cr_frame *top, cr_sink *sink)
{
    uint8_t winner = !top->seat;

    if (s->parries[winner]) {
        CR_CITE(EX_11);
        if (cr_ask_one(&s->k, Q_COUNTER, winner, s->budget))
            return;
        if (s->k.said.kind == KIND_COUNTER) {
            s->parries[winner]--;
            CR_TELL(sink, EV_COUNTER, winner, s->parries[winner]);
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

static cr_refusal check(const cr_state *k, const cr_move *move)
{
    const state *s = (const state *)k;

    if (move->kind == KIND_PICK && !cr_tally_count(s->hand[move->seat], move->arg[0]))
        return CR_REFUSE(CODE_NOT_HELD, EX_5, 1);
    return CR_ACCEPT;
}

/* What comes first is also the default: the lowest card, a pass. */
static void space(const cr_state *k, uint8_t seat, cr_space *out)
{
    const state *s = (const state *)k;

    if (k->q.kind == Q_PICK) {
        CR_CITE(EX_20);
        cr_box_exact_one(out, KIND_PICK, cr_tally_set(s->hand[seat]));
        return;
    }
    cr_box_exact(out, KIND_PASS);
    cr_box_exact(out, (uint8_t)(KIND_PICK + k->q.kind));
}

static void observe(const cr_state *k, uint8_t viewer, cr_view *out)
{
    declared_observe(k, viewer, out);
    ((view *)out)->trick = (uint8_t)cr_tally_sum(((const state *)k)->played[0]);
}

static void score(const cr_state *k, int32_t out[CR_SEATS_MAX])
{
    const state *s = (const state *)k;

    out[0] = s->points[0];
    out[1] = s->points[1];
}

/* For bots that look ahead: a deal is a round. */
static uint32_t round_of(const cr_state *k)
{
    return ((const state *)k)->deal;
}

/* The sheet of this match: its deck may be smaller. */
static cr_sheet sheet_of(unsigned values, unsigned copies)
{
    cr_sheet out = sheet;

    out.all = (CR_TALLY_ONES >> (64 - 4 * values)) * copies;
    return out;
}

static void imagine(const cr_view *in, cr_rng *rng, cr_state *out)
{
    const view *v = (const view *)in;
    cr_sheet smaller;

    if (CR_LIKELY(!v->values && !v->copies)) {
        declared_imagine(in, rng, out);
        return;
    }
    smaller = sheet_of(v->values ? v->values : CARD_KINDS, v->copies ? v->copies : COPIES);
    cr_sheet_imagine(&smaller, in, rng, out);
}

/* Options that a position may say. */
static const char *broken_options(const state *s)
{
    if (s->values > CARD_KINDS || s->copies > COPIES || s->dealt > HAND || s->deals > DEALS)
        return "EX-2: a deck is smaller than usual, never larger";
    if (values_of(s) * copies_of(s) < 2 * dealt_of(s))
        return "EX-3: the deck has cards for both";
    return NULL;
}

static const char *broken(const cr_state *k)
{
    const state *s = (const state *)k;
    const cr_frame *stack = k->stack;
    unsigned cards = cr_tally_sum(s->hand[0]);
    const char *why = broken_options(s);
    cr_sheet mine;

    if (why)
        return why;
    mine = sheet_of(values_of(s), copies_of(s));
    why = cr_sheet_broken(&mine, k);
    if (why)
        return why;
    if (s->deal > deals_of(s))
        return "EX-15: no more deals than there are";
    for (unsigned seat = 0; seat < 2; seat++) {
        if (cr_tally_sum(s->hand[seat]) != cards ||
            cards + cr_tally_sum(s->played[seat]) > dealt_of(s))
            return "EX-3: hands are alike in size, and hand and played cards are 13 at most";
        if (s->points[seat] > s->target)
            return "EX-14: nobody has more points than the target";
    }
    if (!s->target)
        return "EX-14: a target";
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
    cr_tell_number(t, s->points[seat]);
    cr_text_str(t->out, " : ");
    cr_tell_number(t, s->points[!seat]);
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

static void tell_size(cr_teller *t, unsigned cards)
{
    if (cards != HAND) {
        cr_tell_number(t, cards);
        return;
    }
    cr_text_str(t->out, "thirteen");
    t->agrees = false;
}

static void tell_last_deal(cr_teller *t, unsigned deals)
{
    if (deals == 1)
        cr_text_str(t->out, "The one deal is played.");
    else
        cr_text_fmt(t->out, "All %u deals are played.", deals);
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
    } else if (cr_span_is(place, "size")) {
        tell_size(t, dealt_of(s));
    } else if (cr_span_is(place, "last_deal")) {
        tell_last_deal(t, deals_of(s));
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

static uint8_t breadth(const cr_state *k, uint8_t seat)
{
    return (uint8_t)cr_tally_sum(((const state *)k)->hand[seat]);
}

CR_GAME_DEFINE(duel) = {
    .name = "duel",
    .title = "Duel",
    .about = "Two hidden hands, one secret pick at a time, and a parry that can be parried back.",
    .rules_version = 1,
    CR_SHEET,
    CR_RULE_CALLS,
    .observe = observe,
    .imagine = imagine,
    .tell = tell,
    .breadth = breadth,
    .round = round_of,
    .lead = 6,
    .idle_rule = EX_17,
    .asked_rule = EX_19,
    .over_rule = EX_18,
};
