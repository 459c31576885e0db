/* The patterns of docs/patterns.md as one game, so that every line there is compiled and played: the option `pattern` says
 * which. The page shows the step_ functions as they are here; tests/modules/run sees to that. */
#include <croupier/game.h>

enum { ROUNDS = 3, CHIPS = 9, BANK_MS = 3000 };
static const char *const pattern_words[] = {"sealed",      "turn",    "window", "reaction",
                                            "look",        "auction", "reveal", "team",
                                            "elimination", "clock",   NULL};

#define CR_RULES_TABLE rules
#include "kernel/rules.h"
#define CR_SHEET_TABLES
#include "kernel/sheet.h"

static cr_err init(cr_state *k, const cr_setup *setup)
{
    state *s = (state *)k;

    s->pattern = (uint8_t)setup->option[OPTION_PATTERN];
    s->budget = (uint32_t)setup->option[OPTION_TIME];
    s->alive = cr_everybody(k);
    for (unsigned seat = 0; seat < k->n_seats; seat++)
        s->bank[seat] = BANK_MS;
    cr_push(k, EFFECT_DEAL, 0);
    return CR_ERR_OK;
}

/* Three cards each, and then the pattern. */
static void step_deal(state *s, cr_sink *sink)
{
    cr_tally deck = rest(s);

    for (uint8_t seat = 0; seat < s->k.n_seats; seat++) {
        s->hand[seat] = cr_rng_draw(&s->k.rng, &deck, ROUNDS);
        cr_tell_cards(sink, EV_HAND, seat, CR_BIT(seat), s->hand[seat]);
    }
    cr_pop(&s->k);
    cr_push(&s->k, (uint8_t)(EFFECT_SEALED + s->pattern), 0);
}

static void point(state *s, uint8_t seat, cr_sink *sink)
{
    s->points[seat]++;
    CR_TELL(sink, EV_POINT, seat, s->points[seat]);
}

static void end_round(state *s)
{
    CR_CITE(PT_11);
    if (++s->round == ROUNDS)
        cr_pop(&s->k);
}

/* ---- the patterns ---- */

static void step_sealed(state *s, cr_sink *sink)
{
    uint8_t votes[SEATS_MAX] = {0}, most = 0;

    CR_CITE(PT_1);
    if (cr_ask(&s->k, Q_NAME, cr_everybody(&s->k), CR_ALL, 0, s->budget))
        return;
    for (uint8_t seat = 0; seat < s->k.n_seats; seat++)
        votes[s->k.sealed[seat].arg[0]]++;
    for (uint8_t seat = 1; seat < s->k.n_seats; seat++)
        if (votes[seat] > votes[most])
            most = seat;
    point(s, most, sink);
    end_round(s);
}

static void step_turn(state *s, cr_frame *top, cr_sink *sink)
{
    CR_CITE(PT_2);
    if (cr_ask_one(&s->k, Q_ACT, top->seat, s->budget))
        return;
    if (s->k.said.kind == KIND_TAKE)
        point(s, top->seat, sink);
    top->seat = cr_next_of(cr_everybody(&s->k), top->seat);
    end_round(s); /* may pop, so it comes last */
}

static void step_window(state *s, cr_frame *top, cr_sink *sink)
{
    uint16_t others = cr_everybody(&s->k) & (uint16_t)~CR_BIT(top->seat);
    uint8_t next = cr_next_of(others, top->seat);

    CR_CITE(PT_3);
    if (cr_ask(&s->k, Q_OBJECT, others, CR_OPEN, next, s->budget))
        return;
    if (s->k.said.kind == KIND_OBJECT)
        CR_TELL(sink, EV_STOPPED, s->k.said.seat, 0);
    else
        point(s, top->seat, sink);
    top->seat = next;
    end_round(s);
}

static void step_reaction(state *s, cr_frame *top)
{
    CR_CITE(PT_4);
    if (s->round == ROUNDS) {
        cr_pop(&s->k);
        return;
    }
    top->seat = s->round++ % s->k.n_seats;
    cr_push(&s->k, EFFECT_DEED, top->seat);
}

static void step_deed(state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t next = cr_next_of(cr_everybody(&s->k), top->seat);

    if (!top->step) {
        if (cr_ask_one(&s->k, Q_OBJECT, next, s->budget))
            return;
        top->step = 1; /* should the objection be stopped: it is not asked again */
        if (s->k.said.kind == KIND_OBJECT) {
            CR_TELL(sink, EV_STOPPED, next, 0);
            cr_push(&s->k, EFFECT_STOP, next);
            return;
        }
    }
    point(s, top->seat, sink); /* nothing has cancelled it */
    cr_pop(&s->k);
}

static void step_stop(state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t against = s->k.stack[s->k.depth - 2].seat; /* of the effect beneath */

    if (!top->step && s->k.depth < 4) {
        if (cr_ask_one(&s->k, Q_OBJECT, against, s->budget))
            return;
        top->step = 1;
        if (s->k.said.kind == KIND_OBJECT) {
            CR_TELL(sink, EV_STOPPED, against, 0);
            cr_push(&s->k, EFFECT_STOP, against);
            return;
        }
    }
    cr_pop(&s->k); /* itself, */
    cr_pop(&s->k); /* and what it stops */
}

static void step_look(state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t seat = top->seat, owner;

    CR_CITE(PT_5);
    if (cr_ask_one(&s->k, Q_NAME, seat, s->budget))
        return;
    owner = s->k.said.arg[0];
    hand_show(s, owner, CR_BIT(seat), s->hand[owner]);
    cr_tell_cards(sink, EV_SEEN, owner, CR_BIT(seat) | CR_BIT(owner), s->hand[owner]);
    top->seat = cr_next_of(cr_everybody(&s->k), seat);
    end_round(s);
}

static void sell(state *s, uint8_t seat, cr_sink *sink)
{
    point(s, seat, sink);
    s->alive = cr_everybody(&s->k);
    s->price = 0;
    end_round(s);
}

static void step_auction(state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t seat = top->seat;

    CR_CITE(PT_6);
    if (cr_bits_count(s->alive) == 1) {
        sell(s, seat, sink); /* acts, and asks nothing: the next call goes on */
        return;
    }
    if (cr_ask_one(&s->k, Q_BID, seat, s->budget))
        return;
    if (s->k.said.kind == KIND_BID) {
        s->price = s->k.said.arg[0];
        CR_TELL(sink, EV_BID, seat, s->price);
    } else {
        s->alive &= (uint16_t)~CR_BIT(seat);
        CR_TELL(sink, EV_OUT, seat, 0);
    }
    top->seat = cr_next_of(s->alive, seat);
}

static void step_reveal(state *s, cr_sink *sink)
{
    CR_CITE(PT_7);
    if (cr_ask(&s->k, Q_LAY, cr_everybody(&s->k), CR_ALL, 0, s->budget))
        return;
    for (uint8_t seat = 0; seat < s->k.n_seats; seat++) {
        cr_tally card = cr_tally_of(s->k.sealed[seat].arg[0], 1);

        s->hand[seat] -= card;
        s->laid[seat] += card;
        hand_leave(s, seat, cr_everybody(&s->k), card); /* who had seen it there sees it go */
        CR_TELL(sink, EV_LAID, seat, s->k.sealed[seat].arg[0]);
    }
    end_round(s);
}

static void step_team(state *s, cr_frame *top, cr_sink *sink)
{
    uint16_t team = cr_everybody(&s->k) & (top->seat ? 0xA : 0x5); /* seats 1 and 3, 0 and 2 */

    CR_CITE(PT_8);
    if (cr_ask(&s->k, Q_ACT, team, CR_ANY, (uint8_t)cr_bits_first(team), s->budget))
        return;
    for (uint8_t seat = 0; seat < s->k.n_seats && s->k.said.kind == KIND_TAKE; seat++)
        if (team >> seat & 1)
            point(s, seat, sink);
    top->seat = !top->seat;
    end_round(s);
}

static void step_elimination(state *s, cr_frame *top, cr_sink *sink)
{
    CR_CITE(PT_9);
    if (cr_ask_one(&s->k, Q_NAME, top->seat, s->budget))
        return;
    s->alive &= (uint16_t)~CR_BIT(s->k.said.arg[0]);
    CR_TELL(sink, EV_OUT, s->k.said.arg[0], 0);
    top->seat = cr_next_of(s->alive, top->seat);
    if (cr_bits_count(s->alive) == 1) {
        point(s, top->seat, sink);
        cr_pop(&s->k);
    }
}

static void step_clock(state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t seat = top->seat;

    CR_CITE(PT_10);
    if (cr_ask_one(&s->k, Q_ACT, seat, s->bank[seat]))
        return;
    s->bank[seat] = cr_time_left(&s->k);
    if (s->k.said.kind == KIND_TAKE)
        point(s, seat, sink);
    if (!s->bank[seat]) { /* a budget of 0 would be no limit: such a seat is never asked again */
        s->alive &= (uint16_t)~CR_BIT(seat);
        CR_TELL(sink, EV_OUT, seat, 0);
    }
    top->seat = cr_next_of(s->alive, seat);
    if (cr_bits_count(s->alive) == 1)
        s->round = ROUNDS - 1;
    end_round(s);
}

/* ---- what all of them share ---- */

static void step(cr_state *k, cr_frame *top, cr_sink *sink)
{
    state *s = (state *)k;

    switch (top->kind) {
    case EFFECT_SEALED:
        step_sealed(s, sink);
        break;
    case EFFECT_TURN:
        step_turn(s, top, sink);
        break;
    case EFFECT_WINDOW:
        step_window(s, top, sink);
        break;
    case EFFECT_REACTION:
        step_reaction(s, top);
        break;
    case EFFECT_LOOK:
        step_look(s, top, sink);
        break;
    case EFFECT_AUCTION:
        step_auction(s, top, sink);
        break;
    case EFFECT_REVEAL:
        step_reveal(s, sink);
        break;
    case EFFECT_TEAM:
        step_team(s, top, sink);
        break;
    case EFFECT_ELIMINATION:
        step_elimination(s, top, sink);
        break;
    case EFFECT_CLOCK:
        step_clock(s, top, sink);
        break;
    case EFFECT_DEED:
        step_deed(s, top, sink);
        break;
    case EFFECT_STOP:
        step_stop(s, top, sink);
        break;
    default:
        step_deal(s, sink);
        break;
    }
}

/* Whom a seat may name: somebody else who is in. */
static uint16_t others(const state *s, uint8_t seat)
{
    return s->alive & (uint16_t)~CR_BIT(seat);
}

static cr_refusal check(const cr_state *k, const cr_move *move)
{
    const state *s = (const state *)k;

    if (move->kind == KIND_NAME && !(others(s, move->seat) >> move->arg[0] & 1))
        return CR_REFUSE(CODE_NOBODY, PT_1, 1);
    if (move->kind == KIND_BID && move->arg[0] <= s->price)
        return CR_REFUSE(CODE_TOO_LOW, PT_6, 1);
    if (move->kind == KIND_LAY && !cr_tally_count(s->hand[move->seat], move->arg[0]))
        return CR_REFUSE(CODE_NOT_HELD, PT_7, 1);
    return CR_ACCEPT;
}

static void space(const cr_state *k, uint8_t seat, cr_space *out)
{
    const state *s = (const state *)k;

    if (k->q.kind == Q_NAME) {
        cr_box_exact_one(out, KIND_NAME, others(s, seat));
    } else if (k->q.kind == Q_LAY) {
        cr_box_exact_one(out, KIND_LAY, cr_tally_set(s->hand[seat]));
    } else {
        cr_box_exact(out, KIND_PASS);
        if (k->q.kind == Q_BID)
            cr_box_exact_one(out, KIND_BID, (UINT64_C(2) << CHIPS) - (UINT64_C(2) << s->price));
        else
            cr_box_exact(out, k->q.kind == Q_ACT ? KIND_TAKE : KIND_OBJECT);
    }
}

static void score(const cr_state *k, int32_t out[CR_SEATS_MAX])
{
    for (unsigned seat = 0; seat < k->n_seats; seat++)
        out[seat] = ((const state *)k)->points[seat];
}

static const char *broken(const cr_state *k)
{
    const state *s = (const state *)k;
    const cr_frame *first = &k->stack[0];
    const char *why = declared_broken(k);
    bool is_dealt = !k->depth || first->kind != EFFECT_DEAL;

    if (why)
        return why;
    if (!s->alive || s->alive & (uint16_t)~cr_everybody(k))
        return "PT-9: somebody is in, and nobody who does not play";
    for (unsigned seat = 0; seat < k->n_seats; seat++) {
        if (cr_tally_sum(s->hand[seat] + s->laid[seat]) != (is_dealt ? ROUNDS : 0u))
            return "PT-7: three cards each, in hand or laid";
        if (s->points[seat] > s->round + (first->kind == EFFECT_ELIMINATION || !k->depth))
            return "PT-11: a point a round at most";
        if (s->bank[seat] > BANK_MS || (!s->bank[seat] && s->alive >> seat & 1))
            return "PT-10: who is in has time";
    }
    if (!k->depth || !is_dealt)
        return NULL;
    if (first->kind != EFFECT_SEALED + s->pattern || !(s->alive >> first->seat & 1) ||
        (first->kind == EFFECT_TEAM && first->seat > 1))
        return "PT-11: the pattern is the one that was chosen, and whose turn it is is in";
    if (s->round == ROUNDS && first->kind != EFFECT_REACTION)
        return "PT-11: three rounds";
    if (first->kind == EFFECT_REVEAL && cr_tally_sum(s->laid[0]) != s->round)
        return "PT-7: a card a round";
    for (unsigned seat = 1; first->kind == EFFECT_REVEAL && seat < k->n_seats; seat++)
        if (cr_tally_sum(s->laid[seat]) != s->round)
            return "PT-7: a card a round";
    if ((first->kind == EFFECT_ELIMINATION || first->kind == EFFECT_CLOCK) &&
        cr_bits_count(s->alive) < 2)
        return "PT-9: two are in";
    if (first->kind != EFFECT_ELIMINATION && first->kind != EFFECT_CLOCK &&
        first->kind != EFFECT_AUCTION && s->alive != cr_everybody(k))
        return "PT-9: everybody is in";
    if (first->kind == EFFECT_REACTION && (!s->round || k->depth < 2))
        return "PT-4: a deed is done";
    if (k->depth > 4)
        return "PT-4: two objections at most";
    for (unsigned i = 1; i < k->depth; i++) {
        uint8_t by = i == 2   ? cr_next_of(cr_everybody(k), k->stack[1].seat)
                     : i == 3 ? k->stack[1].seat
                              : first->seat;

        if (k->stack[i].seat != by || k->stack[i].step != (i + 1 < k->depth))
            return "PT-4: the next seat objects, then the other";
    }
    return NULL;
}

CR_GAME_DEFINE(patterns) = {
    .name = "patterns",
    .title = "Patterns",
    .about = "The patterns of docs/patterns.md, one by one.",
    .rules_version = 1,
    .idle_rule = PT_11,
    .asked_rule = PT_11,
    .over_rule = PT_11,
    CR_SHEET,
    CR_RULE_CALLS,
    CR_DECLARED,
};
