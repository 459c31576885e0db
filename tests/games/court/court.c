/* Court, a game for tests: roles that may be claimed and doubted, open windows, reactions on reactions, a private look.
 * It has the shape of the bluffing games people bring, and shows how long such a game is with a sheet. */
#include <croupier/game.h>

#ifndef CR_RULES_FILE
#define CR_RULES_FILE "games/court/rules.def"
#define CR_SHEET_FILE "games/court/sheet.def"
#endif
#define CR_RULES_TABLE rules
#include "kernel/rules.h"

enum { COINS = 50, TURNS = 200, RICH = 10 };
enum { TURN_DEAL, TURN_ACT, TURN_NEXT };
enum { CLAIM, BLOCK, BLOCKED, DO, KEEP, SHOW };
enum {
    WHAT,
    TARGET,
    BLOCKER,
    ROLE
}; /* arguments of an action; the last three are 0 or one higher */
enum { PROOF_ROLE, PROOF_DOUBTER };
enum { STOPPED = 1 };
static const char *const action_words[] = {"income", "aid",  "tax",    "swap", "steal",
                                           "pry",    "stab", "banish", NULL};

#define CR_SHEET_TABLES
#include "kernel/sheet.h"

/* What an action costs and brings, what it claims (1 + a role), and which roles block it. */
static const struct {
    uint8_t cost, gain, claims, blocks;
} actions[] = {
    [KIND_INCOME - 1] = {0, 1, 0, 0},
    [KIND_AID - 1] = {0, 2, 0, CR_BIT(BARON)},
    [KIND_TAX - 1] = {0, 3, 1 + BARON, 0},
    [KIND_SWAP - 1] = {0, 0, 1 + ENVOY, 0},
    [KIND_STEAL - 1] = {0, 0, 1 + THIEF, CR_BIT(THIEF) | CR_BIT(ENVOY)},
    [KIND_PRY - 1] = {0, 0, 1 + SPY, 0},
    [KIND_STAB - 1] = {3, 0, 1 + DAGGER, CR_BIT(GUARD)},
    [KIND_BANISH - 1] = {7, 0, 0, 0},
};
static const cr_name names[] = {{"aid", "foreign aid"}, {"pry", "a look"}, {0}};

static bool has_target(unsigned kind)
{
    return kind >= KIND_STEAL;
}

static uint16_t alive(const state *s)
{
    uint16_t out = 0;

    for (uint8_t seat = 0; seat < s->k.n_seats; seat++)
        out |= s->hand[seat] ? CR_BIT(seat) : 0;
    return out;
}

static uint16_t others(const state *s, uint8_t seat)
{
    return alive(s) & (uint16_t)~CR_BIT(seat);
}

/* ---- what happens ---- */

static cr_err init(cr_state *k, const cr_setup *setup)
{
    state *s = (state *)k;

    CR_CITE(CO_1);
    s->budget = (uint32_t)setup->option[OPTION_TIME];
    s->bank = COINS;
    cr_push(k, EFFECT_TURN, 0);
    return CR_ERR_OK;
}

static void draw(state *s, uint8_t seat, unsigned n, cr_sink *sink)
{
    cr_tally deck = rest(s), cards = cr_rng_draw(&s->k.rng, &deck, n);

    s->hand[seat] += cards;
    cr_tell_cards(sink, EV_DREW, seat, CR_BIT(seat), cards);
}

static void pay(uint32_t *from, uint32_t *to, uint32_t n)
{
    n = n < *from ? n : *from;
    *from -= n;
    *to += n;
}

/* A card goes before the eyes of all. */
static void lose(state *s, uint8_t seat, uint8_t card, cr_sink *sink)
{
    CR_CITE(CO_11);
    s->hand[seat] -= cr_tally_of(card, 1);
    s->lost[seat] += cr_tally_of(card, 1);
    hand_leave(s, seat, cr_everybody(&s->k), cr_tally_of(card, 1));
    CR_TELL(sink, EV_LOST, seat, card);
    if (!s->hand[seat]) {
        CR_CITE(CO_3);
        pay(&s->coins[seat], &s->bank, COINS);
    }
}

static void step_turn(state *s, cr_frame *top, cr_sink *sink)
{
    const cr_move *said = &s->k.said;
    uint16_t left = alive(s);

    switch (top->step) {
    case TURN_DEAL:
        CR_CITE(CO_2);
        for (uint8_t seat = 0; seat < s->k.n_seats; seat++) {
            draw(s, seat, 2, sink);
            pay(&s->bank, &s->coins[seat], 2);
        }
        top->step = TURN_ACT;
        return;
    case TURN_ACT:
        if (cr_ask_one(&s->k, Q_ACT, top->seat, s->budget))
            return;
        CR_CITE(CO_8);
        top->step = TURN_NEXT;
        pay(&s->coins[top->seat], &s->bank, actions[said->kind - 1].cost);
        top = cr_push(&s->k, EFFECT_ACTION, top->seat);
        top->arg[WHAT] = (uint8_t)(said->kind - 1);
        top->arg[TARGET] = has_target(said->kind) ? (uint8_t)(1 + said->arg[0]) : 0;
        CR_TELL(sink, EV_ACTED, top->seat, top->arg[WHAT], top->arg[TARGET]);
        return;
    default:
        CR_CITE(CO_12);
        if (!(left & (left - 1)) || ++s->turn == TURNS) {
            if (!(left & (left - 1)))
                CR_TELL(sink, EV_WON, (uint8_t)cr_bits_first(left), 0);
            cr_pop(&s->k);
            return;
        }
        top->step = TURN_ACT;
        top->seat = cr_next_of(left, top->seat);
    }
}

/* Somebody doubts that this seat has the role. */
static void prove(state *s, uint8_t seat, uint8_t role, cr_sink *sink)
{
    cr_frame *proof;

    if (s->k.said.kind != KIND_DOUBT)
        return;
    CR_CITE(CO_9);
    CR_TELL(sink, EV_DOUBTED, s->k.said.seat, 0);
    proof = cr_push(&s->k, EFFECT_PROOF, seat);
    proof->arg[PROOF_ROLE] = role;
    proof->arg[PROOF_DOUBTER] = s->k.said.seat;
}

static void act(state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t kind = (uint8_t)(top->arg[WHAT] + 1), seat = top->seat,
            target = (uint8_t)(top->arg[TARGET] - 1);

    CR_CITE(CO_4);
    pay(&s->bank, &s->coins[seat], actions[top->arg[WHAT]].gain);
    if (kind == KIND_SWAP) {
        CR_CITE(CO_6);
        draw(s, seat, 2, sink);
        top->step = KEEP;
    } else if (kind == KIND_PRY) {
        top->step = SHOW;
    } else {
        CR_CITE(CO_5);
        cr_pop(&s->k);
        if (kind == KIND_STEAL)
            pay(&s->coins[target], &s->coins[seat], 2);
        if (kind == KIND_STAB || kind == KIND_BANISH)
            cr_push(&s->k, EFFECT_LOSS, target);
    }
}

static void step_action(state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t what = top->arg[WHAT], seat = top->seat, target = (uint8_t)(top->arg[TARGET] - 1);
    uint16_t who = others(s, seat);
    cr_tally all;

    /* Nobody is left to act on, or what was claimed did not stand. */
    if (top->note == STOPPED || !who || (top->arg[TARGET] && !s->hand[target])) {
        cr_pop(&s->k);
        return;
    }
    switch (top->step) {
    case CLAIM:
        if (actions[what].claims &&
            cr_ask(&s->k, Q_DOUBT, who, CR_OPEN, cr_next_of(who, seat), s->budget))
            return;
        top->step = BLOCK;
        if (actions[what].claims)
            prove(s, seat, (uint8_t)(actions[what].claims - 1), sink);
        return;
    case BLOCK:
        if (top->arg[TARGET])
            who = CR_BIT(target);
        if (actions[what].blocks &&
            cr_ask(&s->k, Q_BLOCK, who, CR_OPEN, cr_next_of(who, seat), s->budget))
            return;
        top->step = DO;
        if (actions[what].blocks && s->k.said.kind == KIND_BLOCK) {
            CR_CITE(CO_10);
            top->step = BLOCKED;
            top->arg[BLOCKER] = (uint8_t)(1 + s->k.said.seat);
            top->arg[ROLE] = (uint8_t)(1 + s->k.said.arg[0]);
            CR_TELL(sink, EV_BLOCKED, s->k.said.seat, s->k.said.arg[0]);
        }
        return;
    case BLOCKED:
        seat = (uint8_t)(top->arg[BLOCKER] - 1);
        who = others(s, seat);
        if (cr_ask(&s->k, Q_DOUBT, who, CR_OPEN, cr_next_of(who, seat), s->budget))
            return;
        top->step = DO;
        if (s->k.said.kind != KIND_DOUBT)
            top->note = STOPPED;
        prove(s, seat, (uint8_t)(top->arg[ROLE] - 1), sink);
        return;
    case DO:
        act(s, top, sink);
        return;
    case KEEP:
        if (cr_ask_one(&s->k, Q_KEEP, seat, s->budget))
            return;
        s->hand[seat] = cr_tally_get(&s->k.said);
        hand_blur(s, seat, cr_everybody(&s->k), 2); /* those who are out still look on */
        CR_TELL(sink, EV_KEPT, seat, 0);
        cr_pop(&s->k);
        return;
    default:
        if (cr_ask_one(&s->k, Q_SHOW, target, s->budget))
            return;
        all = cr_tally_of(s->k.said.arg[0], 1);
        hand_show(s, target, CR_BIT(seat), all);
        cr_tell_cards(sink, EV_SHOWN, target, CR_BIT(seat) | CR_BIT(target), all);
        cr_pop(&s->k);
    }
}

static void step_proof(state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t seat = top->seat, doubter = top->arg[PROOF_DOUBTER], card;
    cr_frame *action = top - 1;
    bool is_true;

    if (cr_ask_one(&s->k, Q_REVEAL, seat, s->budget))
        return;
    card = s->k.said.arg[0];
    is_true = card == top->arg[PROOF_ROLE];
    cr_pop(&s->k);
    if (is_true != !action->arg[BLOCKER])
        action->note = STOPPED;
    if (!is_true) {
        lose(s, seat, card, sink);
        return;
    }
    CR_TELL(sink, EV_PROVED, seat, card);
    s->hand[seat] -= cr_tally_of(card, 1);
    hand_leave(s, seat, cr_everybody(&s->k), cr_tally_of(card, 1));
    draw(s, seat, 1, sink);
    cr_push(&s->k, EFFECT_LOSS, doubter);
}

static void step_loss(state *s, cr_frame *top, cr_sink *sink)
{
    uint8_t seat = top->seat;

    if (s->hand[seat]) {
        if (cr_ask_one(&s->k, Q_LOSE, seat, s->budget))
            return;
        cr_pop(&s->k);
        lose(s, seat, s->k.said.arg[0], sink);
        return;
    }
    cr_pop(&s->k);
}

static void step(cr_state *k, cr_frame *top, cr_sink *sink)
{
    static void (*const steps[])(state *, cr_frame *, cr_sink *) = {step_turn, step_action,
                                                                    step_proof, step_loss};

    steps[top->kind]((state *)k, top, sink);
}

/* ---- what is allowed ---- */

/* Roles that block what is going on. */
static uint16_t blocks(const cr_state *k)
{
    return actions[k->stack[k->depth - 1].arg[WHAT]].blocks;
}

static unsigned hand_size(const state *s, uint8_t seat)
{
    return cr_tally_sum(s->hand[seat]) - 2;
}

static cr_refusal check(const cr_state *k, const cr_move *move)
{
    const state *s = (const state *)k;
    cr_tally hand = s->hand[move->seat], kept = cr_tally_get(move);

    switch (k->q.kind) {
    case Q_ACT:
        if (s->coins[move->seat] >= RICH && move->kind != KIND_BANISH)
            return CR_REFUSE(CODE_MUST_BANISH, CO_7, 0);
        if (s->coins[move->seat] < actions[move->kind - 1].cost)
            return CR_REFUSE(CODE_TOO_DEAR, CO_5, 0);
        if (has_target(move->kind) && !(others(s, move->seat) >> move->arg[0] & 1))
            return CR_REFUSE(CODE_NO_TARGET, CO_5, 1);
        break;
    case Q_BLOCK:
        if (move->kind == KIND_BLOCK && !(blocks(k) >> move->arg[0] & 1))
            return CR_REFUSE(CODE_NO_BLOCK, CO_10, 1);
        break;
    case Q_REVEAL:
    case Q_LOSE:
    case Q_SHOW:
        if (!cr_tally_count(hand, move->arg[0]))
            return CR_REFUSE(CODE_NOT_HELD, CO_11, 1);
        break;
    case Q_KEEP:
        if (!cr_tally_has(hand, kept))
            return CR_REFUSE(CODE_NOT_HELD, CO_6, 1);
        if (cr_tally_sum(kept) != hand_size(s, move->seat))
            return CR_REFUSE(CODE_NOT_AS_MANY, CO_6, 1);
        break;
    default:
        break;
    }
    return CR_ACCEPT;
}

/* The first one is the default (CO-14). */
static void space(const cr_state *k, uint8_t seat, cr_space *out)
{
    const state *s = (const state *)k;

    switch (k->q.kind) {
    case Q_ACT:
        for (uint8_t kind = KIND_INCOME; s->coins[seat] < RICH && kind < KIND_STEAL; kind++)
            cr_box_exact(out, kind);
        for (uint8_t kind = s->coins[seat] < RICH ? KIND_STEAL : KIND_BANISH; kind <= KIND_BANISH;
             kind++)
            if (s->coins[seat] >= actions[kind - 1].cost)
                cr_box_exact_one(out, kind, others(s, seat));
        break;
    case Q_DOUBT:
        cr_box_exact(out, KIND_PASS);
        cr_box_exact(out, KIND_DOUBT);
        break;
    case Q_BLOCK:
        cr_box_exact(out, KIND_PASS);
        cr_box_exact_one(out, KIND_BLOCK, blocks(k));
        break;
    case Q_KEEP:
        cr_box_exact_cards(out, KIND_KEEP, s->hand[seat], (uint8_t)hand_size(s, seat));
        break;
    default:
        cr_box_exact_one(out, KIND_GIVE, cr_tally_set(s->hand[seat]));
    }
}

static void score(const cr_state *k, int32_t out[CR_SEATS_MAX])
{
    uint16_t left = alive((const state *)k);

    if (left && !(left & (left - 1)))
        out[cr_bits_first(left)] = 1;
}

static const char *broken(const cr_state *k)
{
    const state *s = (const state *)k;
    const cr_frame *turn = &k->stack[0], *action = &k->stack[1],
                   *top = &k->stack[k->depth ? k->depth - 1 : 0];
    bool is_swap = k->depth == 2 && action->kind == EFFECT_ACTION && action->step == KEEP;
    const char *why = declared_broken(k);

    if (why || !k->depth || turn->step == TURN_DEAL)
        return why;
    for (uint8_t seat = 0; seat < k->n_seats; seat++) {
        unsigned cards = cr_tally_sum(s->hand[seat]) + cr_tally_sum(s->lost[seat]);

        if (cards != (is_swap && seat == action->seat ? 4u : 2u))
            return "CO-2: everybody has two cards, in hand or lost";
    }
    if (k->depth > 1 && action->kind == EFFECT_ACTION) {
        if (action->arg[WHAT] >= CR_COUNT_OF(actions) || action->arg[TARGET] > k->n_seats ||
            action->arg[BLOCKER] > k->n_seats || action->arg[ROLE] > CARD_KINDS ||
            !action->arg[BLOCKER] != !action->arg[ROLE] ||
            !action->arg[TARGET] == has_target(action->arg[WHAT] + 1u) ||
            action->arg[TARGET] == action->seat + 1 || action->arg[BLOCKER] == action->seat + 1)
            return "CO-8: an action is one of eight, on somebody else where it has a target";
        if (action->step == BLOCKED && !action->arg[BLOCKER])
            return "CO-10: somebody has blocked it";
    }
    if (top->kind == EFFECT_PROOF &&
        (top->arg[PROOF_ROLE] >= CARD_KINDS || top->arg[PROOF_DOUBTER] >= k->n_seats))
        return "CO-9: somebody doubts a role";
    if (top->kind != EFFECT_LOSS && !s->hand[top->seat] && (k->depth > 1 || turn->step == TURN_ACT))
        return "CO-3: whoever acts has cards";
    if (turn->step == TURN_ACT && (k->depth > 1 || !others(s, turn->seat) || s->turn >= TURNS))
        return "CO-12: a match is for two and more, and 200 turns";
    return is_swap && hand_size(s, action->seat) > 2 ? "CO-6: two cards are put back" : NULL;
}

CR_GAME_DEFINE(court) = {
    .name = "court",
    .title = "Court",
    .about = "Claim what you like, as long as nobody doubts it.",
    .rules_version = 1,
    CR_SHEET,
    CR_RULE_CALLS,
    CR_DECLARED,
    .names = names,
    .idle_rule = CO_14,
    .asked_rule = CO_13,
    .over_rule = CO_12,
};
