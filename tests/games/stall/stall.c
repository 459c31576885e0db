/* Stall, a game for tests: nothing but rows. Each turn moves cards or dice between zones of every kind that a sheet has,
 * so that the laws see views, worlds and invariants of all of them. */
#include <croupier/game.h>

#ifndef CR_RULES_FILE
#define CR_RULES_FILE "games/stall/rules.def"
#define CR_SHEET_FILE "games/stall/sheet.def"
#endif
#define CR_RULES_TABLE rules
#include "kernel/rules.h"

enum { TURNS = 40, DECK = 24, LAST_NOTHING = 0, LAST_CARDS, LAST_DICE };
static const char *const last_words[] = {"nothing", "cards", "dice", NULL};

#define CR_SHEET_TABLES
#include "kernel/sheet.h"

static cr_err init(cr_state *k, const cr_setup *setup)
{
    state *s = (state *)k;

    s->turn = (uint8_t)(TURNS - setup->option[OPTION_LENGTH]);
    cr_push(k, EFFECT_TURN, 0);
    return CR_ERR_OK;
}

static void deal(state *s, cr_sink *sink)
{
    cr_pile_shuffle(s->deck, all_cards, &s->k.rng);
    for (uint8_t seat = 0; seat < s->k.n_seats; seat++) {
        s->mood[seat] = (uint16_t)cr_rng_small(&s->k.rng, 1000);
        s->dice[seat] = cr_rng_roll(&s->k.rng, 6, 2);
        for (unsigned i = 0; i < 3; i++)
            s->hand[seat] += cr_tally_of(cr_pile_take(s->deck, DECK), 1);
        cr_tell_cards(sink, EV_DREW, seat, CR_BIT(seat), s->hand[seat]);
        CR_TELL_PRIVATE(sink, EV_MOOD, seat, CR_BIT(seat), (uint8_t)s->mood[seat],
                        (uint8_t)(s->mood[seat] >> 8));
        cr_tell_cards(sink, EV_ROLLED, seat, CR_BIT(seat), s->dice[seat]);
    }
}

/* A card leaves the hand before the eyes of all. */
static cr_tally leave(state *s, uint8_t seat, uint8_t card)
{
    cr_tally one = cr_tally_of(card, 1);

    s->hand[seat] -= one;
    hand_leave(s, seat, 0, one);
    return one;
}

static void act(state *s, const cr_move *said, cr_sink *sink)
{
    uint8_t seat = said->seat, card = said->arg[0];
    cr_tally cards;

    s->before = (uint8_t)(s->last + 1);
    s->last = said->kind == KIND_ROLL || said->kind == KIND_SHAKE ? LAST_DICE
              : said->kind == KIND_BRAG                           ? card
                                                                  : LAST_CARDS;
    switch (said->kind) {
    case KIND_DRAW:
        cards = cr_tally_of(cr_pile_take(s->deck, DECK), 1);
        s->hand[seat] += cards;
        cr_tell_cards(sink, EV_DREW, seat, CR_BIT(seat), cards);
        break;
    case KIND_DROP:
        leave(s, seat, card);
        cr_pile_put(s->discard, DECK, card);
        CR_TELL(sink, EV_DROPPED, seat, card);
        break;
    case KIND_LAY:
        leave(s, seat, card);
        cr_pile_put(s->row[seat], 4, card);
        s->laid++;
        s->laying |= CR_BIT(seat);
        CR_TELL(sink, EV_LAID, seat, card);
        break;
    case KIND_TRAY:
        leave(s, seat, card);
        cr_pile_put(s->tray[seat], 4, card);
        CR_TELL(sink, EV_ON_TRAY, seat, card);
        break;
    case KIND_FLASH:
        hand_show(s, seat, 0, cr_tally_of(card, 1));
        s->named = (uint8_t)(card + 1);
        CR_TELL(sink, EV_FLASHED, seat, card);
        break;
    case KIND_HIDE: /* unseen by the others */
        cards = cr_tally_get(said);
        s->hand[seat] -= cards;
        s->aside += cards;
        hand_blur(s, seat, 0, cr_tally_sum(cards));
        CR_TELL(sink, EV_HID, seat, (uint8_t)cr_tally_sum(cards));
        break;
    case KIND_STASH:
        s->stash[seat] += cr_tally_of(cr_pile_take(s->deck, DECK), 1);
        CR_TELL(sink, EV_STASHED, seat, 0);
        break;
    case KIND_PEEK:
        stash_show(s, card, CR_BIT(seat), s->stash[card]);
        if (sink) {
            uint8_t data[16] = {card};

            memcpy(data + 8, &s->stash[card], 8);
            cr_emit(sink, EV_PEEKED, seat, CR_BIT(seat), 8, false, data, sizeof data);
        }
        break;
    case KIND_ROLL:
        s->dice[seat] = cr_rng_roll(&s->k.rng, 6, card);
        s->shown = cr_rng_roll(&s->k.rng, 6, 1);
        s->rolled[seat] += card + 1u; /* none is a roll too */
        s->has_rolled[seat] = 1;
        s->rich = (uint8_t)(seat + 1);
        CR_TELL(sink, EV_SHOOK, seat, card);
        cr_tell_cards(sink, EV_ROLLED, seat, CR_BIT(seat), s->dice[seat]);
        cr_tell_cards(sink, EV_ROLLED, CR_HOST, CR_EYES_ALL, s->shown);
        break;
    case KIND_SHAKE:
        s->cup = cr_rng_roll(&s->k.rng, 6, card);
        CR_TELL(sink, EV_SHOOK, seat, card);
        break;
    default:
        CR_TELL(sink, EV_BRAGGED, seat, card);
    }
}

static void step(cr_state *k, cr_frame *top, cr_sink *sink)
{
    state *s = (state *)k;

    if (!top->step) {
        CR_CITE(ST_1);
        deal(s, sink);
        top->step = 1;
        return;
    }
    if (cr_ask_one(k, Q_TURN, s->mover, 0))
        return;
    act(s, &k->said, sink);
    s->mover = cr_next_of(cr_everybody(k), s->mover);
    if (++s->turn == TURNS)
        cr_pop(k);
}

static bool has_room(const state *s, uint8_t kind, uint8_t seat)
{
    return kind == KIND_LAY    ? cr_pile_size(s->row[seat], 4) < 4
           : kind == KIND_TRAY ? cr_pile_size(s->tray[seat], 4) < 4
                               : true;
}

static cr_refusal check(const cr_state *k, const cr_move *move)
{
    const state *s = (const state *)k;
    cr_tally hand = s->hand[move->seat], cards = cr_tally_get(move);
    bool is_there = true;

    switch (move->kind) {
    case KIND_DRAW:
    case KIND_STASH:
        is_there = *s->deck;
        break;
    case KIND_DROP:
    case KIND_LAY:
    case KIND_TRAY:
    case KIND_FLASH:
        is_there = cr_tally_count(hand, move->arg[0]) && has_room(s, move->kind, move->seat);
        break;
    case KIND_HIDE:
        is_there = cr_tally_sum(cards) == 2 && cr_tally_has(hand, cards) && cr_tally_sum(hand) <= 8;
        break;
    case KIND_PEEK:
        is_there = move->arg[0] < k->n_seats;
        break;
    default:
        break;
    }
    return is_there ? CR_ACCEPT : CR_REFUSE(CODE_NOT_THERE, ST_2, 0);
}

static void space(const cr_state *k, uint8_t seat, cr_space *out)
{
    const state *s = (const state *)k;

    cr_box_exact_one(out, KIND_BRAG, 7);
    if (*s->deck) {
        cr_box_exact(out, KIND_DRAW);
        cr_box_exact(out, KIND_STASH);
    }
    for (uint8_t kind = KIND_DROP; kind <= KIND_FLASH; kind++)
        if (s->hand[seat] && has_room(s, kind, seat))
            cr_box_exact_one(out, kind, cr_tally_set(s->hand[seat]));
    if (cr_tally_sum(s->hand[seat]) >= 2 && cr_tally_sum(s->hand[seat]) <= 8)
        cr_box_exact_cards(out, KIND_HIDE, s->hand[seat], 2);
    cr_box_exact_one(out, KIND_PEEK, cr_everybody(k));
    cr_box_exact_one(out, KIND_ROLL, 15);
    cr_box_exact_one(out, KIND_SHAKE, 15);
}

static void observe(const cr_state *k, uint8_t viewer, cr_view *out)
{
    declared_observe(k, viewer, out);
    if (viewer < SEATS_MAX)
        ((view *)out)->own_mood = ((const state *)k)->mood[viewer];
}

static void imagine(const cr_view *in, cr_rng *rng, cr_state *out)
{
    state *s = (state *)out;

    declared_imagine(in, rng, out);
    for (uint8_t seat = 0; seat < in->n_seats; seat++)
        s->mood[seat] =
            seat == in->viewer ? ((const view *)in)->own_mood : (uint16_t)cr_rng_small(rng, 1000);
}

static void score(const cr_state *k, int32_t out[CR_SEATS_MAX])
{
    for (uint8_t seat = 0; seat < k->n_seats; seat++)
        out[seat] = (int32_t)cr_pile_size(((const state *)k)->row[seat], 4);
}

static const char *broken(const cr_state *k)
{
    const state *s = (const state *)k;
    const char *why = declared_broken(k);

    if (!why && k->depth && s->turn >= TURNS)
        why = "ST-1: the last turn is over";
    if (!why && k->depth && k->stack[0].step && rest(s))
        why = "ST-2: every card lies somewhere";
    for (uint8_t seat = 0; !why && seat < k->n_seats; seat++)
        if (cr_tally_sum(s->dice[seat]) > 3 || s->mood[seat] >= 1000)
            why = "ST-2: three dice at most, and no such mood";
    return why;
}

CR_GAME_DEFINE(stall) = {
    .name = "stall",
    .title = "Stall",
    .about = "Cards and dice in zones of every kind.",
    .rules_version = 1,
    CR_SHEET,
    CR_RULE_CALLS,
    .observe = observe,
    .imagine = imagine,
    .idle_rule = ST_1,
    .asked_rule = ST_1,
    .over_rule = ST_1,
};
