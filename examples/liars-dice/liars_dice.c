/* Liar's dice: everybody throws in secret, bids on what lies there all together, and anybody may call it a lie. The window
 * for that is open to all at once, and nobody learns who thought about it. What there is stands in sheet.def. */
#include <croupier/game.h>

enum { SIDES = 6, DICE_MAX = 6, DICE_ALL = 36, FACES = (1 << SIDES) - 1 };
enum { STEP_THROW, STEP_BID, STEP_WINDOW };

#define CR_RULES_TABLE rules
#include "kernel/rules.h"
#define CR_SHEET_TABLES
#include "kernel/sheet.h"

static uint16_t alive(const state *s)
{
    uint16_t seats = 0;

    for (uint8_t seat = 0; seat < SEATS_MAX; seat++)
        seats |= s->left[seat] ? CR_BIT(seat) : 0;
    return seats;
}

static unsigned all_dice(const state *s)
{
    unsigned n = 0;

    for (uint8_t seat = 0; seat < SEATS_MAX; seat++)
        n += s->left[seat];
    return n;
}

static bool is_highest(const state *s)
{
    CR_CITE(LD_7);
    return s->bid == all_dice(s) && s->face == SIDES;
}

static cr_err init(cr_state *k, const cr_setup *setup)
{
    state *s = (state *)k;

    CR_CITE(LD_1);
    s->budget = (uint32_t)setup->option[OPTION_TIME];
    for (uint8_t seat = 0; seat < k->n_seats; seat++)
        s->left[seat] = (uint8_t)setup->option[OPTION_DICE];
    cr_push(k, EFFECT_ROUND, 0);
    return CR_ERR_OK;
}

static void throw_all(state *s, cr_frame *top, cr_sink *sink)
{
    CR_CITE(LD_2);
    s->bid = s->face = 0;
    top->step = STEP_BID;
    if (sink)
        cr_emit(sink, EV_THROWN, top->seat, CR_EYES_ALL, SEATS_MAX, false, s->left, SEATS_MAX);
    for (uint8_t seat = 0; seat < s->k.n_seats; seat++) {
        s->shown[seat] = 0;
        s->dice[seat] = cr_rng_roll(&s->k.rng, SIDES, s->left[seat]);
        cr_tell_cards(sink, EV_HAND, seat, CR_BIT(seat), s->dice[seat]);
    }
}

static void bid(state *s, cr_frame *top, cr_sink *sink)
{
    if (cr_ask_one(&s->k, Q_BID, top->seat, s->budget))
        return;
    CR_CITE(LD_3);
    s->bid = s->k.said.arg[0];
    s->face = (uint8_t)(s->k.said.arg[1] + 1);
    CR_TELL(sink, EV_BID, top->seat, s->bid, s->face);
    top->step = STEP_WINDOW;
}

/* All dice on the table: who is right, and who begins. */
static void reveal(state *s, cr_frame *top, uint8_t challenger, cr_sink *sink)
{
    unsigned there = 0;
    uint8_t loser;

    CR_CITE(LD_8);
    CR_TELL(sink, EV_CHALLENGED, challenger, 0);
    for (uint8_t seat = 0; seat < s->k.n_seats; seat++) {
        there += cr_tally_count(s->dice[seat], s->face - 1u);
        s->shown[seat] = s->dice[seat];
        s->dice[seat] = 0;
        if (s->shown[seat])
            cr_tell_cards(sink, EV_SHOWN, seat, CR_EYES_ALL, s->shown[seat]);
    }
    loser = there >= s->bid ? challenger : top->seat;
    s->left[loser]--;
    CR_TELL(sink, EV_LOST, loser, s->left[loser]);
    CR_CITE(LD_9);
    CR_CITE(LD_10);
    top->seat = s->left[loser] ? loser : cr_next_of(alive(s), loser);
    top->step = STEP_THROW;
    if (cr_bits_count(alive(s)) == 1)
        cr_pop(&s->k);
}

static void window(state *s, cr_frame *top, cr_sink *sink)
{
    uint16_t others = alive(s) & (uint16_t)~CR_BIT(top->seat);
    uint8_t next = cr_next_of(others, top->seat);

    if (is_highest(s)) {
        reveal(s, top, next, sink);
        return;
    }
    CR_CITE(LD_5);
    if (cr_ask(&s->k, Q_CHALLENGE, others, CR_OPEN, next, s->budget))
        return;
    if (s->k.said.kind == KIND_CHALLENGE) {
        reveal(s, top, s->k.said.seat, sink);
        return;
    }
    CR_CITE(LD_6);
    top->seat = next;
    top->step = STEP_BID;
}

/* One effect, the round; its seat is whoever bids, or has bid. */
static void step(cr_state *k, cr_frame *top, cr_sink *sink)
{
    state *s = (state *)k;

    if (top->step == STEP_THROW)
        throw_all(s, top, sink);
    if (top->step == STEP_BID)
        bid(s, top, sink);
    else
        window(s, top, sink);
}

static cr_refusal check(const cr_state *k, const cr_move *move)
{
    const state *s = (const state *)k;
    uint8_t n = move->arg[0];

    if (move->kind == KIND_BID && n > all_dice(s))
        return CR_REFUSE(CODE_TOO_MANY, LD_4, 1);
    if (move->kind == KIND_BID && (!n || n < s->bid || (n == s->bid && move->arg[1] < s->face)))
        return CR_REFUSE(CODE_NOT_HIGHER, LD_4, n && n == s->bid ? 2 : 1);
    return CR_ACCEPT;
}

/* Bids of these numbers and faces. A face in a move counts from 0, one of the state from 1. */
static void offer(cr_space *out, uint64_t counts, uint64_t faces)
{
    cr_box *box = cr_box_add(out, KIND_BID);

    cr_box_one(box, 0, counts);
    cr_box_one(box, 1, faces);
    box->is_exact = 1;
}

/* The lowest bid comes first, and a pass: they are the defaults (LD-11). */
static void space(const cr_state *k, uint8_t seat, cr_space *out)
{
    const state *s = (const state *)k;

    (void)seat;
    if (k->q.kind == Q_BID) {
        offer(out, s->bid ? UINT64_C(1) << s->bid : 0, FACES >> s->face << s->face);
        offer(out, (UINT64_C(2) << all_dice(s)) - (UINT64_C(2) << s->bid), FACES);
        return;
    }
    cr_box_exact(out, KIND_PASS);
    cr_box_exact(out, KIND_CHALLENGE);
}

static void score(const cr_state *k, int32_t out[CR_SEATS_MAX])
{
    for (unsigned seat = 0; k->is_over && seat < k->n_seats; seat++)
        out[seat] = ((const state *)k)->left[seat] > 0;
}

static const char *broken(const cr_state *k)
{
    const state *s = (const state *)k;
    const cr_frame *top = &k->stack[0];
    const char *why = declared_broken(k);
    bool is_thrown = k->depth && top->step != STEP_THROW;

    if (why)
        return why;
    for (uint8_t seat = 0; seat < SEATS_MAX; seat++)
        if ((seat >= k->n_seats && s->left[seat]) ||
            cr_tally_sum(s->dice[seat]) != (is_thrown ? s->left[seat] : 0u))
            return "LD-2: each seat has thrown the dice it has left";
    if (k->depth && (cr_bits_count(alive(s)) < 2 || !s->left[top->seat] || s->bid > all_dice(s)))
        return "LD-10: two seats have dice, and LD-4: a bid is not more than there are";
    if (!s->bid != !s->face || (is_thrown && (top->step == STEP_BID ? is_highest(s) : !s->bid)))
        return "LD-3: a bid has a number and a face, a window is for a bid, and LD-7";
    return NULL;
}

CR_GAME_DEFINE(liars_dice) = {
    .name = "liars-dice",
    .title = "Liar’s dice",
    .about = "All throw in secret and bid on all dice together; anybody may call a bid a lie.",
    .rules_version = 1,
    .idle_rule = LD_11,
    .asked_rule = LD_12,
    .over_rule = LD_12,
    CR_SHEET,
    CR_RULE_CALLS,
    CR_DECLARED,
};
