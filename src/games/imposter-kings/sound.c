/* The invariants, also those that a written position must keep so that no effect can go wrong. */
#include "games/imposter-kings/imposter_kings.h"

static bool is_bag(const ik_bag *bag)
{
    for (unsigned i = 1; i < IK_COPIES; i++)
        if (bag->n[i] & ~bag->n[i - 1])
            return false;
    return !(ik_names(bag) >> IK_NAMES);
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
            (i >= court->n && (court->card[i] || court->by[i])) || court->as[i] > IK_NAMES ||
            (court->as[i] && court->card[i] != IK_STRANGER) ||
            ((court->bonus >> i & 1) && ik_name_at(court, i) != IK_SOLDIER) ||
            ((court->down >> i & 1) && court->as[i]))
            return false;
    return !(court->down & ~all) && !((court->bonus | court->marks) & (~all | court->down));
}

static const char *zones_broken(const ik_state *s)
{
    const ik_round *r = &s->r;
    unsigned players = (1u << s->k.n_seats) - 1;

    if (!court_is_sound(s))
        return "IK-0.7: the Court is a row of cards with their players and marks";
    if (!is_bag(&r->condemned) || !is_bag(&r->executed) || !is_bag(&r->removed) ||
        !is_card(r->accused) || !is_card(r->forgotten))
        return "IK-1.1: every zone holds cards of the game";
    for (unsigned seat = 0; seat < IK_SEATS; seat++)
        if (!is_bag(&r->hand[seat]) || !is_bag(&r->executed_known[seat]) ||
            !is_bag(&r->traded[seat]) || !row_is_sound(&r->antechamber[seat]) ||
            !is_card(r->successor[seat]) || !is_card(r->dungeon[seat]) || !is_card(r->squire[seat]))
            return "IK-1.1: every zone holds cards of the game";
    for (unsigned seat = s->k.n_seats; seat < IK_SEATS; seat++)
        if (ik_names(&r->hand[seat]) || r->successor[seat] || r->dungeon[seat] || r->squire[seat] ||
            r->antechamber[seat].n || s->points[seat])
            return "IK-0.5: only players have cards and points";
    if ((r->flipped & ~players) || (r->out & ~players) || (r->numbers & ~0x1FEu))
        return "IK-0.15: Kings, losers and numbers";
    if (r->loser > s->k.n_seats || r->first > s->k.n_seats || s->king >= s->k.n_seats)
        return "IK-3.2: True King, first player and loser are players";
    return NULL;
}

/* What a Flagbearer has rallied is in hand and no longer in the Army: one of it goes back. */
static bool rallied_is_sound(const ik_state *s)
{
    const cr_frame *top;

    if (!s->r.rallied || !s->k.depth)
        return !s->r.rallied;
    top = &s->k.stack[s->k.depth - 1];
    return top->seat < s->k.n_seats && !(s->r.rallied & s->army[top->seat]) &&
           !(s->r.rallied & ~ik_names(&s->r.hand[top->seat]));
}

static const char *armies_broken(const ik_state *s)
{
    const ik_round *r = &s->r;
    uint32_t names = IK_ARMY_BASE | IK_SIGNATURES, any = 0;
    unsigned players = (1u << s->k.n_seats) - 1;

    for (unsigned seat = 0; seat < IK_SEATS; seat++) {
        any |= s->list[seat] | r->army_open[seat] | r->dungeon_lacks[seat] | r->facet[seat] |
               r->conspiracy[seat] | r->squire[seat] | ik_names(&r->traded[seat]);
        if ((s->list[seat] & ~names) || (s->army[seat] & s->exhausted[seat]) ||
            ((s->army[seat] | s->exhausted[seat]) & ~s->list[seat]))
            return "IK-8.4: a card of an Army is available, in the round, or Exhausted";
        if (r->army_open[seat] & ~s->army[seat])
            return "IK-10.3: what everybody has seen in an Army is there";
        if (r->facet[seat] > IK_TACTICIAN || r->conspiracy[seat] > 2)
            return "IK-8.9: a King has one of three facets";
        if (seat >= s->k.n_seats && (s->list[seat] || r->facet[seat] || r->conspiracy[seat]))
            return "IK-0.5: only players have Armies";
        if ((r->dungeon_lacks[seat] >> IK_NAMES) ||
            (r->dungeon[seat] && r->dungeon_lacks[seat] >> (r->dungeon[seat] - 1) & 1))
            return "IK-10.1: what a viewer is certain of is true";
    }
    if ((r->exiles & ~players) || (r->paid & ~players) || (r->rallied & ~names) ||
        (s->draft & ~(uint32_t)IK_SIGNATURES))
        return "IK-8.38: effects belong to players";
    if (s->rules != IK_RULES_FRAGMENTS && (any || r->exiles || r->paid || r->rallied ||
                                           r->court.marks || s->draft || ik_names(&r->removed)))
        return "IK-0.2: only FRAGMENTS has Armies";
    if (!rallied_is_sound(s))
        return "IK-8.30: what was rallied is in hand and has left the Army";
    return NULL;
}

/* Cards of a name that can be in the round: those of the deck, and of each Army what is neither in it nor Exhausted. */
static unsigned copies_in_round(const ik_state *s, unsigned name)
{
    unsigned copies = ik_all_copies(s, name);

    for (unsigned seat = 0; seat < s->k.n_seats; seat++)
        copies -= (s->army[seat] | s->exhausted[seat]) >> name & 1;
    return copies;
}

/* A position is written by people: the card that is wrong is named. */
static const char *const not_in_the_set[IK_NAMES] = {
#define CARD(name, word, base, two, three, four, keywords, says) \
    "IK-1.1: the rule set of this match has no " word ", or nobody has recruited it",
#include "games/imposter-kings/cards.def"
#undef CARD
};
static const char *const too_many[IK_NAMES] = {
#define CARD(name, word, base, two, three, four, keywords, says) \
    "IK-0.16: a card is in two zones: there are not so many of " word,
#include "games/imposter-kings/cards.def"
#undef CARD
};

/* IK-0.16: no card is in two places, and in a round that was dealt none is missing. */
static const char *cards_broken(const ik_state *s)
{
    const ik_round *r = &s->r;
    uint8_t count[IK_NAMES + 1] = {0}; /* by 1 + name */
    unsigned total = 0, recruited = 0;

    for (unsigned name = 0; name < IK_NAMES; name++) {
        unsigned n = ik_copies(&r->condemned, name) + ik_copies(&r->executed, name) +
                     ik_copies(&r->removed, name);

        for (unsigned seat = 0; seat < s->k.n_seats; seat++)
            n += ik_copies(&r->hand[seat], name) + ik_copies(&r->traded[seat], name);
        count[name + 1] = (uint8_t)n;
    }
    for (unsigned seat = 0; seat < s->k.n_seats; seat++) {
        recruited += cr_bits_count(s->list[seat] & ~(s->army[seat] | s->exhausted[seat]));
        count[r->successor[seat]]++;
        count[r->dungeon[seat]]++;
        count[r->squire[seat]]++;
        for (unsigned i = 0; i < r->antechamber[seat].n; i++)
            count[r->antechamber[seat].at[i] + 1]++;
    }
    for (unsigned i = 0; i < r->court.n; i++)
        count[r->court.card[i] + 1]++;
    count[r->accused]++;
    count[r->forgotten]++;
    for (unsigned name = 0; name < IK_NAMES; name++) {
        unsigned copies = copies_in_round(s, name);

        if (count[name + 1] > copies)
            return copies ? too_many[name] : not_in_the_set[name];
        total += count[name + 1];
    }
    if (r->cards && total != r->cards + recruited)
        return "IK-0.16: a card is missing";
    if (ik_in_play(s) > IK_COURT_MAX)
        return "IK-0.7: the Court has a place for every card that can come there";
    return NULL;
}

static const char *knowledge_broken(const ik_state *s)
{
    const ik_round *r = &s->r;

    for (unsigned v = 0; v < IK_VIEWERS; v++)
        for (unsigned seat = 0; seat < IK_SEATS; seat++) {
            if (!is_bag(&r->known[v][seat]) || !ik_is_part(&r->known[v][seat], &r->hand[seat]) ||
                (r->lacks[v][seat] & ik_names(&r->hand[seat])))
                return "IK-10.1: what a viewer is certain of is true";
            if (v == seat ? ik_names(&r->known[v][seat]) || r->lacks[v][seat]
                          : v < s->k.n_seats &&
                                (!ik_is_part(&r->known[IK_PUBLIC][seat], &r->known[v][seat]) ||
                                 (r->lacks[IK_PUBLIC][seat] & ~r->lacks[v][seat])))
                return "IK-10.1: what everybody knows is known to every other player";
        }
    for (unsigned seat = 0; seat < IK_SEATS; seat++)
        if (!ik_is_part(&r->executed_known[seat], &r->executed))
            return "IK-10.1: what a viewer is certain of is true";
    return NULL;
}

/* ---- the stack ---- */

static bool is_seat_of(uint16_t seats, unsigned from_1)
{
    return from_1 && (seats >> (from_1 - 1) & 1);
}

static bool is_name(unsigned from_1)
{
    return from_1 && from_1 <= IK_NAMES;
}

/* If this ability asks an opponent about a card, does it say whom, and about what? */
static bool has_guess(const cr_frame *top, uint16_t opponents)
{
    return is_name(top->arg[IK_ARG_NAME]) && is_seat_of(opponents, top->arg[IK_ARG_OPPONENT]);
}

/* Might a Stranger that is about to copy have said this? If so, the copied ability has all it needs. */
static bool copy_is_sound(const ik_state *s, const cr_frame *top)
{
    unsigned copy = top->arg[IK_ARG_COPY], beneath = s->r.court.n - 1u;
    cr_move said = {.seat = top->seat, .kind = KIND_PLAY};
    ik_may may;

    if (top->step > ABILITY_RESOLVE || !copy || copy > beneath ||
        (s->r.court.down >> (copy - 1) & 1) || top->arg[IK_ARG_POSITION] > beneath ||
        top->arg[IK_ARG_NAME] > IK_NAMES || top->arg[IK_ARG_NUMBER] > 9 ||
        top->arg[IK_ARG_OPPONENT] > IK_SEATS)
        return false;
    memcpy(said.arg, top->arg, IK_ARG_COPY);
    ik_copied_ability(s, top->seat, copy - 1, beneath, top->arg[IK_ARG_FROM],
                      ik_count(&s->r.hand[top->seat]), &may);
    return !ik_check_says(&may, &said).code;
}

/* Somebody's Dungeon card is guessed, then taken: it is the one that was named. */
static bool informant_is_sound(const ik_state *s, const cr_frame *top)
{
    uint8_t dungeon;

    if (!has_guess(top, ik_opponents(s, top->seat)))
        return false;
    dungeon = s->r.dungeon[top->arg[IK_ARG_OPPONENT] - 1];
    if (top->step == ABILITY_CHOOSE)
        return dungeon == top->arg[IK_ARG_NAME];
    return top->step == ABILITY_RALLY || (top->step <= ABILITY_RESOLVE && dungeon);
}

/* The same of the cards of FRAGMENTS. */
static bool signature_is_sound(const ik_state *s, const cr_frame *top, unsigned name)
{
    const ik_round *r = &s->r;

    if (s->rules != IK_RULES_FRAGMENTS)
        return false;
    switch (name) {
    case IK_STRANGER:
        return copy_is_sound(s, top);
    case IK_INFORMANT:
        return informant_is_sound(s, top);
    case IK_NAKTURN:
        return has_guess(top, ik_opponents(s, top->seat)) && top->step <= ABILITY_CHOOSE &&
               (top->step < ABILITY_CHOOSE || ik_names(&r->hand[top->arg[IK_ARG_OPPONENT] - 1]));
    case IK_FLAGBEARER:
        return top->step <= ABILITY_RESOLVE || top->step >= ABILITY_RECALL;
    case IK_ANCESTOR:
        return top->step <= ABILITY_CHOOSE || top->step == ABILITY_RALLY;
    case IK_BARD:
    case IK_AEGIS:
    case IK_LOCKSHIFT:
    case IK_CONSPIRACIST:
    case IK_EXILE:
        return top->step <= ABILITY_RESOLVE;
    default:
        return false;
    }
}

/* Has this ability everything it will need? The card lies on the Throne, and what it said is allowed. */
static bool ability_is_sound(const ik_state *s, const cr_frame *top)
{
    const ik_round *r = &s->r;
    unsigned card = top->arg[IK_ARG_CARD], position = top->arg[IK_ARG_POSITION],
             as = top->arg[IK_ARG_AS];
    uint16_t opponents = ik_opponents(s, top->seat);

    if (!r->court.n || r->court.card[r->court.n - 1] != card || !opponents || as > IK_NAMES ||
        (as && (card != IK_STRANGER || top->step < ABILITY_RESOLVE)))
        return false;
    switch (as ? as - 1 : card) {
    case IK_FOOL:
        return position && position < r->court.n;
    case IK_SENTRY:
        return position && position < r->court.n && ik_names(&r->hand[top->seat]);
    case IK_INQUISITOR:
        return is_name(top->arg[IK_ARG_NAME]) && top->note + 1 < s->k.n_seats &&
               (top->step != ABILITY_CHOOSE ||
                ik_has(&r->hand[(top->seat + 1u + top->note) % s->k.n_seats],
                       top->arg[IK_ARG_NAME] - 1u));
    case IK_SOLDIER:
        return is_name(top->arg[IK_ARG_NAME]);
    case IK_JUDGE:
        return has_guess(top, opponents);
    case IK_EXECUTIONER:
        return top->arg[IK_ARG_NUMBER] && top->arg[IK_ARG_NUMBER] < 10 && top->note <= s->k.n_seats;
    case IK_MYSTIC:
        return top->arg[IK_ARG_NUMBER] && top->arg[IK_ARG_NUMBER] < 9;
    case IK_WARDEN:
        return r->accused && ik_names(&r->hand[top->seat]);
    case IK_PRINCESS:
        return is_seat_of(opponents, top->arg[IK_ARG_OPPONENT]) && ik_names(&r->hand[top->seat]) &&
               ik_names(&r->hand[top->arg[IK_ARG_OPPONENT] - 1]);
    case IK_SPY:
        return top->step != ABILITY_MORE || is_seat_of(ik_spy_targets(s, top->seat), top->note);
    case IK_HERALD:
        return top->step == ABILITY_CHOOSE ? ik_names(&r->hand[top->seat]) != 0
                                           : r->successor[top->seat] != 0;
    case IK_QUEEN:
        return true;
    default:
        return signature_is_sound(s, top, as ? as - 1u : card);
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
           ik_names(&s->r.hand[play->seat]);
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
               stack[3].step <= ABILITY_RETURN &&
               !memcmp(stack[3].arg, stack[2].arg, IK_ARG_AS + 1) && ability_is_sound(s, &stack[3]);
    }
    if (stack[2].kind != EFFECT_FLIP || !s->r.court.n || stack[2].step > FLIP_RALLY ||
        (stack[2].step > FLIP_RESOLVE && s->r.facet[seat] == IK_REGULAR))
        return false;
    return depth == 3 ||
           (depth == 4 && stack[3].kind == EFFECT_ASSASSIN && stack[2].step == FLIP_RESOLVE &&
            stack[3].seat != seat && stack[3].seat < s->k.n_seats &&
            (ik_living(s) >> stack[3].seat & 1) && stack[3].step <= ASSASSIN_TAKE &&
            ik_has(&s->r.condemned, stack[3].arg[0] & 31));
}

/* Is the round still undecided? */
static bool is_contested(const ik_state *s)
{
    unsigned living = ik_living(s);

    return s->k.n_seats == 4 ? (living & 0x5) && (living & 0xA) : cr_bits_count(living) > 1;
}

/* The selection of Signature cards comes before the first round. */
static const char *draft_broken(const ik_state *s)
{
    const cr_frame *draft = &s->k.stack[1];
    bool is_tournament = s->selection == IK_TOURNAMENT;

    if (s->rules != IK_RULES_FRAGMENTS || s->k.stack[0].step != ROUND_BEGIN || s->round ||
        draft->step > DRAFT_PICK || (draft->step != DRAFT_SELECT && !is_tournament))
        return "IK-8.2: Signature cards are chosen before the first round";
    if (draft->step == DRAFT_PICK &&
        (draft->seat > 1 || draft->note > 3 || cr_bits_count(s->draft) + draft->note != 5))
        return "IK-8.3: five cards lie open and four are picked";
    return NULL;
}

/* Whoever musters may still become a Master Tactician. */
static unsigned cards_for_setup(const ik_state *s, unsigned seat)
{
    bool may_muster = s->rules == IK_RULES_FRAGMENTS && s->k.stack[0].step < ROUND_SETUP;

    return may_muster || s->r.facet[seat] == IK_TACTICIAN ? 3 : 2;
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
    if ((step == ROUND_SETUP || step == ROUND_MUSTER) && !s->r.first)
        return "IK-3.5: the first player is named before the setup";
    if (step == ROUND_MUSTER && (s->rules != IK_RULES_FRAGMENTS || round->note >= s->k.n_seats))
        return "IK-3.6: one player after another musters";
    for (unsigned seat = 0; step >= ROUND_FIRST && step <= ROUND_SETUP && seat < s->k.n_seats;
         seat++)
        if (ik_count(&s->r.hand[seat]) < cards_for_setup(s, seat))
            return "IK-3.7: a setup needs two cards, of a Master Tactician three";
    if (step == ROUND_TURNS && !is_contested(s))
        return "IK-9.2: turns need opponents";
    if (step == ROUND_TURNS && s->k.depth == 1 && !(ik_living(s) >> round->note & 1))
        return "IK-0.5: a living player has the turn";
    if (s->k.depth == 2 && s->k.stack[1].kind == EFFECT_DRAFT)
        return draft_broken(s);
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
    if (k->n_seats < 2 || k->n_seats > IK_SEATS || s->rules > IK_RULES_FRAGMENTS || !s->target ||
        (s->rules == IK_RULES_CLASSIC18 && k->n_seats != 2) ||
        (s->rules == IK_RULES_FRAGMENTS && k->n_seats > 3) || s->selection > IK_TOURNAMENT ||
        (s->selection == IK_TOURNAMENT && k->n_seats != 2))
        return "IK-0.1: a rule set and its number of players";
    why = zones_broken(s);
    if (!why)
        why = armies_broken(s);
    if (!why)
        why = cards_broken(s);
    if (!why)
        why = knowledge_broken(s);
    return why ? why : stack_broken(s);
}
