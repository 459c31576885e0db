/* The invariants, also those that a written position must keep so that no effect can go wrong. */
#include "games/imposter-kings/imposter_kings.h"

static bool is_bag(ik_bag bag)
{
    return !(bag >> 32 & ~bag) && !(ik_names(bag) >> IK_NAMES);
}

static bool is_part(ik_bag part, ik_bag of)
{
    return !(part & ~of);
}

static bool is_card(unsigned from_1)
{
    return from_1 <= IK_NAMES;
}

static bool row_is_sound(const ik_row *row)
{
    for (unsigned i = 0; i < IK_ROW_CAP; i++)
        if (row->at[i] >= IK_NAMES || (i >= row->n && row->at[i]))
            return false;
    return row->n <= IK_ROW_CAP;
}

static bool court_is_sound(const ik_state *s)
{
    const ik_court *court = &s->r.court;
    uint32_t all;

    if (court->n > IK_COURT_MAX)
        return false;
    all = (UINT32_C(1) << court->n) - 1;
    for (unsigned i = 0; i < IK_CAP; i++)
        if (court->card[i] >= IK_NAMES || court->by[i] >= s->k.n_seats ||
            (i >= court->n && (court->card[i] || court->by[i])) ||
            ((court->bonus >> i & 1) && court->card[i] != IK_SOLDIER))
            return false;
    return !(court->down & ~all) && !(court->bonus & (~all | court->down));
}

static const char *zones_broken(const ik_state *s)
{
    const ik_round *r = &s->r;
    unsigned players = (1u << s->k.n_seats) - 1;

    if (!court_is_sound(s))
        return "IK-0.7: the Court is a row of cards with their players and marks";
    if (!is_bag(r->condemned) || !is_bag(r->executed) || !is_card(r->accused) ||
        !is_card(r->forgotten))
        return "IK-1.1: every zone holds cards of the game";
    for (unsigned seat = 0; seat < IK_SEATS; seat++)
        if (!is_bag(r->hand[seat]) || !is_bag(r->executed_known[seat]) ||
            !row_is_sound(&r->antechamber[seat]) || !is_card(r->successor[seat]) ||
            !is_card(r->dungeon[seat]))
            return "IK-1.1: every zone holds cards of the game";
    for (unsigned seat = s->k.n_seats; seat < IK_SEATS; seat++)
        if (r->hand[seat] || r->successor[seat] || r->dungeon[seat] || r->antechamber[seat].n ||
            s->points[seat])
            return "IK-0.5: only players have cards and points";
    if ((r->flipped & ~players) || (r->out & ~players) || (r->numbers & ~0x1FEu))
        return "IK-0.15: Kings, losers and numbers";
    if (r->loser > s->k.n_seats || r->first > s->k.n_seats || s->king >= s->k.n_seats)
        return "IK-3.2: True King, first player and loser are players";
    return NULL;
}

/* IK-0.16: no card is in two places, and in a round that was dealt none is missing. */
static const char *cards_broken(const ik_state *s)
{
    const ik_round *r = &s->r;
    uint8_t count[IK_NAMES + 1] = {0}; /* by 1 + name */
    ik_bag deck = ik_deck(s);
    unsigned total = 0;

    for (unsigned name = 0; name < IK_NAMES; name++) {
        count[name + 1] = (uint8_t)(ik_copies(r->condemned, name) + ik_copies(r->executed, name));
        for (unsigned seat = 0; seat < s->k.n_seats; seat++)
            count[name + 1] = (uint8_t)(count[name + 1] + ik_copies(r->hand[seat], name));
    }
    for (unsigned seat = 0; seat < s->k.n_seats; seat++) {
        count[r->successor[seat]]++;
        count[r->dungeon[seat]]++;
        for (unsigned i = 0; i < r->antechamber[seat].n; i++)
            count[r->antechamber[seat].at[i] + 1]++;
    }
    for (unsigned i = 0; i < r->court.n; i++)
        count[r->court.card[i] + 1]++;
    count[r->accused]++;
    count[r->forgotten]++;
    for (unsigned name = 0; name < IK_NAMES; name++) {
        if (count[name + 1] > ik_copies(deck, name))
            return "IK-0.16: a card is in two zones";
        total += count[name + 1];
    }
    if (r->cards && total != r->cards)
        return "IK-0.16: a card is missing";
    return NULL;
}

static const char *knowledge_broken(const ik_state *s)
{
    const ik_round *r = &s->r;

    for (unsigned v = 0; v < IK_VIEWERS; v++)
        for (unsigned seat = 0; seat < IK_SEATS; seat++) {
            if (!is_bag(r->known[v][seat]) || !is_part(r->known[v][seat], r->hand[seat]) ||
                (r->lacks[v][seat] & ik_names(r->hand[seat])))
                return "IK-10.1: what a viewer is certain of is true";
            if (v == seat
                    ? r->known[v][seat] || r->lacks[v][seat]
                    : v < s->k.n_seats && (!is_part(r->known[IK_PUBLIC][seat], r->known[v][seat]) ||
                                           (r->lacks[IK_PUBLIC][seat] & ~r->lacks[v][seat])))
                return "IK-10.1: what everybody knows is known to every other player";
        }
    for (unsigned seat = 0; seat < IK_SEATS; seat++)
        if (!is_part(r->executed_known[seat], r->executed))
            return "IK-10.1: what a viewer is certain of is true";
    return NULL;
}

/* ---- the stack ---- */

static bool is_seat_of(uint16_t seats, unsigned from_1)
{
    return from_1 && (seats >> (from_1 - 1) & 1);
}

/* Has this ability everything it will need? The card lies on the Throne, and what it said is allowed. */
static bool ability_is_sound(const ik_state *s, const cr_frame *top)
{
    const ik_round *r = &s->r;
    unsigned card = top->arg[IK_ARG_CARD], position = top->arg[IK_ARG_POSITION];
    uint16_t opponents = ik_opponents(s, top->seat);

    if (!r->court.n || r->court.card[r->court.n - 1] != card || !opponents)
        return false;
    switch (card) {
    case IK_FOOL:
        return position && position < r->court.n;
    case IK_SENTRY:
        return position && position < r->court.n && r->hand[top->seat];
    case IK_INQUISITOR:
    case IK_SOLDIER:
        return top->arg[IK_ARG_NAME] && top->arg[IK_ARG_NAME] <= IK_NAMES;
    case IK_JUDGE:
        return top->arg[IK_ARG_NAME] && top->arg[IK_ARG_NAME] <= IK_NAMES &&
               is_seat_of(opponents, top->arg[IK_ARG_OPPONENT]);
    case IK_EXECUTIONER:
        return top->arg[IK_ARG_NUMBER] && top->arg[IK_ARG_NUMBER] < 10 && top->note <= s->k.n_seats;
    case IK_MYSTIC:
        return top->arg[IK_ARG_NUMBER] && top->arg[IK_ARG_NUMBER] < 9;
    case IK_WARDEN:
        return r->accused && r->hand[top->seat];
    case IK_PRINCESS:
        return is_seat_of(opponents, top->arg[IK_ARG_OPPONENT]) && r->hand[top->seat] &&
               r->hand[top->arg[IK_ARG_OPPONENT] - 1];
    case IK_SPY:
        return top->step != ABILITY_MORE || is_seat_of(ik_spy_targets(s, top->seat), top->note);
    case IK_HERALD:
        return top->step == ABILITY_CHOOSE ? r->hand[top->seat] != 0 : r->successor[top->seat] != 0;
    default:
        return card == IK_QUEEN;
    }
}

/* A PLAY lies under its ability, or is an Oathbound's that waits for the second card. */
static bool play_is_sound(const ik_state *s, const cr_frame *play, bool is_top)
{
    const ik_court *court = &s->r.court;

    if (play->arg[IK_ARG_CARD] >= IK_NAMES || play->arg[IK_ARG_FROM] > IK_FROM_ANTECHAMBER ||
        play->arg[IK_ARG_HOW] > (IK_HOW_IMMUNE | IK_HOW_OATH))
        return false;
    if (!is_top)
        return play->step == PLAY_ABILITY;
    return play->step == PLAY_SECOND && court->n > 1 && court->card[court->n - 1] == IK_OATHBOUND &&
           s->r.hand[play->seat];
}

static bool turn_is_sound(const ik_state *s)
{
    const cr_frame *stack = s->k.stack;
    unsigned depth = s->k.depth, seat = stack[1].seat;

    if (stack[1].kind != EFFECT_TURN || seat >= s->k.n_seats || !(ik_living(s) >> seat & 1) ||
        stack[1].step > TURN_END ||
        (depth > 2 && (stack[1].step != TURN_END || stack[2].seat != seat)))
        return false;
    if (depth == 2)
        return true;
    if (stack[2].kind == EFFECT_PLAY) {
        if (!play_is_sound(s, &stack[2], depth == 3))
            return false;
        if (depth == 3)
            return true;
        return depth == 4 && stack[3].kind == EFFECT_ABILITY && stack[3].seat == seat &&
               stack[3].step <= ABILITY_MORE &&
               !memcmp(stack[3].arg, stack[2].arg, IK_ARG_HOW + 1) &&
               ability_is_sound(s, &stack[3]);
    }
    if (stack[2].kind != EFFECT_FLIP || !s->r.court.n || stack[2].step > FLIP_RESOLVE)
        return false;
    return depth == 3 ||
           (depth == 4 && stack[3].kind == EFFECT_ASSASSIN && stack[2].step == FLIP_RESOLVE &&
            stack[3].seat != seat && stack[3].seat < s->k.n_seats &&
            (ik_living(s) >> stack[3].seat & 1) && stack[3].step <= ASSASSIN_TAKE &&
            ik_has(s->r.condemned, stack[3].arg[0]));
}

/* Is the round still undecided? */
static bool is_contested(const ik_state *s)
{
    unsigned living = ik_living(s);

    return s->k.n_seats == 4 ? (living & 0x5) && (living & 0xA) : cr_bits_count(living) > 1;
}

static const char *stack_broken(const ik_state *s)
{
    const cr_frame *round = &s->k.stack[0];
    unsigned step = round->step;

    if (s->k.is_over || !s->k.depth)
        return s->k.depth ? "IK-7.9: a match that is over has no effects" : NULL;
    if (round->kind != EFFECT_ROUND || step > ROUND_OVER || round->note > s->k.n_seats)
        return "IK-6.1: a round is beneath all turns";
    if ((step == ROUND_OVER || (step == ROUND_BEGIN && s->round)) && !s->r.loser)
        return "IK-7.5: a round that is over has a loser";
    if (step == ROUND_SETUP && !s->r.first)
        return "IK-3.5: the first player is named before the setup";
    for (unsigned seat = 0; (step == ROUND_FIRST || step == ROUND_SETUP) && seat < s->k.n_seats;
         seat++)
        if (ik_count(s->r.hand[seat]) < 2)
            return "IK-3.7: a setup needs two cards";
    if (step == ROUND_TURNS && !is_contested(s))
        return "IK-9.2: turns need opponents";
    if (step == ROUND_TURNS && s->k.depth == 1 && !(ik_living(s) >> round->note & 1))
        return "IK-0.5: a living player has the turn";
    if (s->k.depth > 1 && (step != ROUND_TURNS || !turn_is_sound(s)))
        return "IK-6.16: above a turn are a play with its ability, or a flip with its Assassin";
    return NULL;
}

const char *ik_broken(const cr_state *k)
{
    const ik_state *s = (const ik_state *)k;
    const char *why;

    CR_CITE(IK_0_16);
    CR_CITE(IK_6_16);
    if (k->n_seats < 2 || k->n_seats > IK_SEATS || s->rules > IK_RULES_CLASSIC18 || !s->target ||
        (s->rules == IK_RULES_CLASSIC18 && k->n_seats != 2))
        return "IK-0.1: a rule set and its number of players";
    why = zones_broken(s);
    if (!why)
        why = cards_broken(s);
    if (!why)
        why = knowledge_broken(s);
    return why ? why : stack_broken(s);
}
