/* The baseline of Imposter Kings: keeps what is worth keeping, plays what the next player can hardly answer, and names
 * cards that are likely to be held. All sums are whole numbers: hundredths of a card's worth, and chances in
 * thousandths. docs/bots/imposter-kings.md says how it thinks. */
#include "ai/bot.h"
#include "games/imposter-kings/imposter_kings.h"
#include "kernel/rng.h"

enum { MOVES_MAX = 512, CERTAIN = 1000 };

/* What a card is worth in hand: its value, and more if it does something at the right moment. */
static const int16_t worth[IK_NAMES] = {
    [IK_FOOL] = 350,         [IK_ASSASSIN] = 600,    [IK_ELDER] = 350,      [IK_ZEALOT] = 300,
    [IK_BARD] = 250,         [IK_EXECUTIONER] = 350, [IK_INQUISITOR] = 400, [IK_ARBITER] = 400,
    [IK_JUDGE] = 500,        [IK_SOLDIER] = 500,     [IK_HERALD] = 600,     [IK_IMMORTAL] = 550,
    [IK_OATHBOUND] = 650,    [IK_MYSTIC] = 650,      [IK_WARDEN] = 700,     [IK_WARLORD] = 750,
    [IK_KINGS_HAND] = 950,   [IK_SENTRY] = 800,      [IK_SPY] = 750,        [IK_PRINCESS] = 900,
    [IK_QUEEN] = 950,        [IK_FLAGBEARER] = 450,  [IK_STRANGER] = 450,   [IK_AEGIS] = 600,
    [IK_ANCESTOR] = 450,     [IK_INFORMANT] = 400,   [IK_NAKTURN] = 400,    [IK_LOCKSHIFT] = 500,
    [IK_CONSPIRACIST] = 700, [IK_EXILE] = 750,
};

/* What the bot has found out before it weighs its moves. */
typedef struct {
    const ik_view *v;
    uint8_t unseen
        [IK_NAMES]; /* cards that it does not see: of the deck, and of Armies it cannot tell */
    int n_unseen;
    uint32_t hand;           /* its own names */
    uint8_t me, next;        /* next: the opponent who acts first after it */
    uint8_t lowest, highest; /* of its hand, by worth */
} mind;

static void take_out(uint8_t count[IK_NAMES], unsigned name)
{
    if (count[name])
        count[name]--;
}

static void take_bag(uint8_t count[IK_NAMES], const ik_bag *cards)
{
    for (unsigned i = 0; i < IK_COPIES; i++)
        for (uint32_t names = cards->n[i]; names; names &= names - 1)
            take_out(count, cr_bits_first(names));
}

static void take_one(uint8_t count[IK_NAMES], unsigned hidden)
{
    if (hidden >= IK_SHOWN)
        take_out(count, hidden - IK_SHOWN);
}

/* The opponent who acts first after the viewer; behind a round there may be none left, then any other player. */
static uint8_t next_opponent(const ik_view *v)
{
    unsigned n = v->v.n_seats, me = v->v.viewer;

    for (unsigned i = 1; i < n; i++) {
        unsigned seat = (me + i) % n;
        bool is_partner = n == 4 && i == 2;

        if (!is_partner && !(v->out >> seat & 1))
            return (uint8_t)seat;
    }
    return (uint8_t)((me + 1) % n);
}

/* All cards that can be in the round, without those it sees. Of another Army it knows the list, so a card that may be
 * in the round counts as one. */
static void count_unseen(mind *m)
{
    const ik_view *v = m->v;
    ik_state rules = {.rules = v->rules};
    ik_bag deck;

    rules.k.n_seats = v->v.n_seats;
    deck = ik_deck(&rules);
    for (unsigned name = 0; name < IK_NAMES; name++) {
        m->unseen[name] = (uint8_t)ik_copies(&deck, name);
        for (unsigned seat = 0; seat < v->v.n_seats; seat++)
            m->unseen[name] = (uint8_t)(m->unseen[name] + (v->list[seat] >> name & 1) -
                                        ((v->exhausted[seat] | v->army[seat]) >> name & 1));
    }
    take_bag(m->unseen, &v->condemned);
    take_bag(m->unseen, &v->executed);
    take_bag(m->unseen, &v->removed);
    for (unsigned seat = 0; seat < v->v.n_seats; seat++) {
        take_bag(m->unseen, &v->hand[seat]);
        take_bag(m->unseen, &v->traded[seat]);
        take_one(m->unseen, v->successor[seat]);
        take_one(m->unseen, v->dungeon[seat]);
        take_one(m->unseen, v->squire[seat]);
        for (unsigned i = 0; i < v->antechamber[seat].n; i++)
            take_out(m->unseen, v->antechamber[seat].at[i]);
    }
    for (unsigned i = 0; i < v->court.n; i++)
        take_out(m->unseen, v->court.card[i]);
    if (v->accused)
        take_out(m->unseen, v->accused - 1u);
    for (unsigned name = 0; name < IK_NAMES; name++)
        m->n_unseen += m->unseen[name];
}

static void look_around(mind *m, const ik_view *v)
{
    *m = (mind){.v = v, .me = v->v.viewer, .hand = ik_names(&v->hand[v->v.viewer])};
    count_unseen(m);
    m->next = next_opponent(v);
    m->lowest = m->highest = m->hand ? (uint8_t)cr_bits_first(m->hand) : 0;
    for (uint32_t names = m->hand; names; names &= names - 1) {
        uint8_t name = (uint8_t)cr_bits_first(names);

        if (worth[name] < worth[m->lowest])
            m->lowest = name;
        if (worth[name] > worth[m->highest])
            m->highest = name;
    }
}

/* ---- chances ---- */

static unsigned unknown_cards(const mind *m, unsigned seat)
{
    return m->v->cards[seat] - ik_count(&m->v->hand[seat]);
}

/* Number of unseen cards of these names. */
static int count_of(const mind *m, uint32_t names)
{
    int n = 0;

    for (names &= (UINT32_C(1) << IK_NAMES) - 1; names; names &= names - 1)
        n += m->unseen[cr_bits_first(names)];
    return n;
}

/* That this seat holds none of these names. */
static int chance_of_none(const mind *m, unsigned seat, uint32_t names)
{
    int all = m->n_unseen, others = all - count_of(m, names & ~m->v->lacks[seat]), chance = CERTAIN;

    if (ik_names(&m->v->hand[seat]) & names)
        return 0;
    for (unsigned i = 0; i < unknown_cards(m, seat); i++, all--, others--)
        chance = others > 0 && all > 0 ? chance * others / all : 0;
    return chance;
}

static int chance_to_hold(const mind *m, unsigned seat, unsigned name)
{
    return CERTAIN - chance_of_none(m, seat, UINT32_C(1) << name);
}

/* Names that can be played on a Throne of this value. */
static uint32_t answers(const mind *m, unsigned value, bool is_royal)
{
    uint32_t names = 0;

    for (unsigned base = value; base < 10; base++)
        names |= ik_base_set[base];
    if (is_royal)
        names |= IK_SET(ELDER);
    else if (m->v->flipped >> m->next & 1)
        names |= IK_SET(ZEALOT);
    if (m->v->cards[m->next] > 1)
        names |= IK_SET(OATHBOUND);
    return names | IK_SET(AEGIS);
}

/* What it is worth that the next player has no card for a Throne of this value: the round, or at least his King. */
static int pressure(const mind *m, unsigned value, bool is_royal)
{
    bool is_flipped = m->v->flipped >> m->next & 1;

    if (m->v->antechamber[m->next].n)
        return 0;
    return chance_of_none(m, m->next, answers(m, value, is_royal)) * (is_flipped ? 12 : 4) / 10;
}

/* ---- weighing ---- */

static int weigh_ability(const mind *m, const cr_move *move, unsigned value)
{
    unsigned card = move->arg[IK_ARG_CARD], position = move->arg[IK_ARG_POSITION];
    unsigned said = move->arg[IK_ARG_NAME] - 1u, opponent = move->arg[IK_ARG_OPPONENT] - 1u;
    int low = worth[m->lowest], chance;

    switch (card) {
    case IK_FOOL:
        return position ? worth[m->v->court.card[position - 1]] * 8 / 10 : 0;
    case IK_SENTRY: /* it lies Disgraced behind this */
        return position ? worth[m->v->court.card[position - 1]] - low - pressure(m, value, false)
                        : 0;
    case IK_WARDEN:
        return move->arg[IK_ARG_USE] ? worth[m->v->accused - 1] - low : 0;
    case IK_PRINCESS:
        return position || !move->arg[IK_ARG_OPPONENT] ? 0 : 550 - low;
    case IK_SOLDIER:
        chance = move->arg[IK_ARG_NAME] ? chance_to_hold(m, m->next, said) : 0;
        return chance * (100 + pressure(m, value + 2, false) - pressure(m, value, false)) / CERTAIN;
    case IK_JUDGE:
        return move->arg[IK_ARG_NAME] ? chance_to_hold(m, opponent, said) * 250 / CERTAIN : 0;
    case IK_INQUISITOR:
        return move->arg[IK_ARG_NAME]
                   ? chance_to_hold(m, m->next, said) * (worth[said] - 500) / 3 / CERTAIN
                   : 0;
    case IK_EXECUTIONER:
        if (!move->arg[IK_ARG_NUMBER])
            return 0;
        chance = CERTAIN - chance_of_none(m, m->next, ik_base_set[move->arg[IK_ARG_NUMBER]]);
        return chance * 300 / CERTAIN - (m->hand & ik_base_set[move->arg[IK_ARG_NUMBER]] ? 500 : 0);
    case IK_STRANGER: /* a card that does much is worth its place */
        return move->arg[IK_ARG_COPY] ? 50 : 0;
    case IK_INFORMANT:
        return move->arg[IK_ARG_NAME] ? m->unseen[said] * 40 : 0;
    case IK_NAKTURN: /* the opponent guesses: a card that is held and cannot be known */
        return move->arg[IK_ARG_NAME] ? 100 + 50 * (m->hand >> said & 1) : 0;
    case IK_FLAGBEARER:
        return move->arg[IK_ARG_USE] ? 500 : 0;
    case IK_LOCKSHIFT:
        return move->arg[IK_ARG_USE] ? 250 : 0;
    case IK_MYSTIC:
    case IK_SPY: /* both are worth more as a high Throne */
        return move->arg[IK_ARG_NUMBER] || move->arg[IK_ARG_USE] ? -300 : 0;
    default:
        return 0;
    }
}

static unsigned value_in_court(const mind *m, unsigned card)
{
    bool has_immortal = false;

    for (unsigned i = 0; i < m->v->court.n; i++)
        has_immortal |= m->v->court.card[i] == IK_IMMORTAL && !(m->v->court.down >> i & 1);
    if (m->v->numbers >> ik_cards[card].base & 1)
        return card == IK_IMMORTAL ? 5 : 3;
    if (card == IK_IMMORTAL)
        return 5;
    if (has_immortal && (card == IK_QUEEN || card == IK_PRINCESS || card == IK_ELDER))
        return ik_cards[card].base - 1u;
    return ik_cards[card].base;
}

static int weigh_play(const mind *m, const cr_move *move)
{
    unsigned card = move->arg[IK_ARG_CARD], value = value_in_court(m, card);
    bool is_royal = card == IK_QUEEN || card == IK_PRINCESS;

    return pressure(m, value, is_royal) - worth[card] + weigh_ability(m, move, value);
}

/* A flip brings the Successor and costs the King; an Assassin costs the round. */
static int weigh_flip(const mind *m)
{
    int risk = m->hand & IK_SET(KINGS_HAND) ? 0 : chance_to_hold(m, m->next, IK_ASSASSIN);

    return -700 - risk * 15 / 10;
}

/* One hand card for something: the least worth, except where it comes back. */
static int weigh_choice(const mind *m, const cr_move *move)
{
    int value = worth[move->arg[0]];

    switch (m->v->v.q.kind) {
    case Q_TAKE:
    case Q_CONDEMN:
    case Q_DRAFT_PICK:
    case Q_RECALL:
    case Q_RALLY:
        return value;
    case Q_HERALD_SUCCESSOR:
        return m->v->flipped >> m->me & 1 ? -value : value;
    case Q_JUDGE: /* from the Antechamber it is played on anything */
        return 1000 - value;
    default:
        return -value;
    }
}

static int weigh_setup(const cr_move *move)
{
    unsigned successor = move->arg[IK_ARG_SUCCESSOR] - 1u, dungeon = move->arg[IK_ARG_DUNGEON] - 1u,
             squire = move->arg[IK_ARG_SQUIRE];
    bool is_reaction = ik_cards[successor].keywords & IK_REACTION;

    return (is_reaction ? 0 : worth[successor]) - worth[dungeon] -
           (squire ? worth[squire - 1] / 2 : 0);
}

/* A good card of the Army for the worst of the hand; a cost that is worth little. Nothing is brought back for two. */
static int weigh_recruit(const cr_move *move)
{
    uint8_t cost = move->arg[IK_ARG_COST];

    return worth[move->arg[IK_ARG_ARMY]] - worth[move->arg[IK_ARG_TRADE]] -
           (cost ? worth[cost - 1] / 3 : 0) - 100;
}

static int weigh_select(const cr_move *move)
{
    uint32_t names;
    int sum = 0;

    memcpy(&names, move->arg, sizeof names);
    for (names &= IK_SIGNATURES; names; names &= names - 1)
        sum += worth[cr_bits_first(names)];
    return sum;
}

/* A King's Hand saves the round from an Assassin, and may end it for somebody who cannot act again. */
static int weigh_reaction(const mind *m)
{
    const cr_view *view = &m->v->v;
    const cr_frame *target = &view->stack[view->depth - 1];
    unsigned n = m->v->court.n;

    if (view->q.kind == Q_ASSASSIN)
        return 1;
    if (target->kind == EFFECT_ASSASSIN)
        return view->stack[view->depth - 2].seat == m->me ? 1 : -1;
    return (m->v->flipped >> target->seat & 1) && n > 1 && m->v->values.at[n - 2] >= 7 ? 1 : -1;
}

static int weigh(const mind *m, const cr_move *move)
{
    switch (move->kind) {
    case KIND_PLAY:
        return weigh_play(m, move);
    case KIND_FLIP:
        return weigh_flip(m);
    case KIND_REACT:
        return weigh_reaction(m);
    case KIND_SETUP:
        return weigh_setup(move);
    case KIND_CHOOSE:
        return weigh_choice(m, move);
    case KIND_FIRST:
        return move->arg[0] == m->me;
    case KIND_DISGRACE:
        return cr_is_zero(move->arg, CR_ARGS);
    case KIND_NONE: /* a Herald stays rather than bring a card that is worth more than its place */
        return m->v->v.q.kind == Q_HERALD_PLAY ? -500 : 0;
    case KIND_TARGET:
    case KIND_RECOMMISSION:
        return -1;
    case KIND_SELECT:
        return weigh_select(move);
    case KIND_RECRUIT:
        return weigh_recruit(move);
    case KIND_FACET: /* a shown Successor helps the others, a Squire costs a hand card */
        return -1;
    case KIND_TAKE: /* what is sure */
        return 2;
    case KIND_MATCH:
        return 3;
    case KIND_RALLY:
        return 1;
    default:
        return 0;
    }
}

static bool choose(const cr_game *game, const cr_view *view, const cr_offer *offer, cr_rng *rng,
                   uint32_t budget_ms, cr_move *out)
{
    cr_move moves[MOVES_MAX];
    size_t n = cr_offer_list(offer, moves, MOVES_MAX, NULL), equal = 0;
    int best = 0;
    mind m;

    (void)game, (void)budget_ms;
    look_around(&m, (const ik_view *)view);
    for (size_t i = 0; i < n; i++) {
        int weight = weigh(&m, &moves[i]);

        if (equal && weight < best)
            continue;
        equal = equal && weight == best ? equal + 1 : 1;
        best = weight;
        /* Of equal moves each is as likely as any other. */
        if (!cr_rng_below(rng, (uint32_t)equal))
            *out = moves[i];
    }
    return n > 0;
}

extern const cr_bot cr_bot_baseline_imposter_kings;
const cr_bot cr_bot_baseline_imposter_kings = {
    .name = "baseline",
    .about = "keeps what is worth keeping, plays what the next player can hardly answer",
    .game = "imposter-kings",
    .flags = CR_BOT_EXACT,
    .choose = choose,
};
