/* Worlds that fit what a viewer knows: hands by their numbers, decks, traitors, spice behind shields, prediction, storm card
 * and what others have sealed. What the battle hides is guessed by the battle. */
#include "games/dune/dune.h"

typedef struct {
    db_guess g;
    const du_view *v;
    du_state *s;
} guess;

static bool is_viewer(const guess *g, uint8_t seat)
{
    return seat == g->g.viewer;
}

static unsigned below(guess *g, unsigned n)
{
    return cr_rng_small(g->g.rng, n);
}

/* ---- treachery cards ---- */

/* Cards that the viewer cannot place. */
static uint64_t unseen_cards(const guess *g)
{
    const du_state *s = g->s;
    const du_board *d = &s->d.board;
    uint64_t unseen = ((UINT64_C(1) << DB_CARDS) - 1) & ~db_discarded(&s->w.board);

    if (d->wall_gone)
        unseen &= ~DB_CARD_BIT(DB_CARD_family_atomics);
    for (unsigned seat = 0; seat < s->k.n_seats; seat++)
        unseen &= ~s->w.secret.hand[seat];
    return unseen;
}

static bool knows_top(const guess *g)
{
    const du_board *d = &g->s->d.board;

    return d->top_seen && d->n_deck && g->g.viewer < g->g.n_seats &&
           du_faction(g->s, g->g.viewer) == DB_AT;
}

/* A hand of so many cards; false if they are not to be had. */
static bool fill_hand(guess *g, uint8_t seat, uint64_t *unseen)
{
    const uint64_t heroes = db_of_kind[DB_CHEAP_HERO];
    uint64_t *hand = &g->s->w.secret.hand[seat], from = *unseen;
    int says = db_heroes_of(&g->g, seat);

    if (says > 0 && !(*hand & heroes)) {
        uint64_t of = *unseen & heroes;

        *hand |= db_draw_card(&of, g->g.rng);
    }
    if (says < 0 && !db_heroes_are_barred(&g->s->w.board, seat))
        from &= ~heroes;
    from &= ~*hand;
    while (cr_bits_count(*hand) < g->v->cards[seat]) {
        uint64_t card = db_draw_card(&from, g->g.rng);

        if (!card)
            return false;
        *hand |= card;
    }
    *unseen &= ~*hand;
    return cr_bits_count(*hand) == g->v->cards[seat];
}

static bool guess_cards(guess *g)
{
    du_board *d = &g->s->d.board;
    uint8_t *deck = g->s->d.secret.deck;
    uint64_t unseen = unseen_cards(g);
    unsigned hidden = d->n_deck;

    if (knows_top(g))
        unseen &= ~DB_CARD_BIT(deck[--hidden] - 1);
    for (unsigned pass = 0; pass < 2; pass++) /* hands that must fit something come first */
        for (uint8_t seat = 0; seat < g->g.n_seats; seat++)
            if (!is_viewer(g, seat) && (db_heroes_of(&g->g, seat) != 0) == !pass &&
                !fill_hand(g, seat, &unseen))
                return false;
    for (unsigned i = 0; i < hidden; i++) {
        uint64_t card = db_draw_card(&unseen, g->g.rng);

        if (!card)
            return false;
        deck[i] = (uint8_t)(cr_bits_first(card) + 1);
    }
    return true;
}

/* Others may have been shown cards of somebody else. */
static void guess_seen(guess *g)
{
    for (uint8_t seat = 0; seat < g->g.n_seats; seat++) {
        uint64_t others = 0;

        if (is_viewer(g, seat) || below(g, 2))
            continue;
        for (unsigned other = 0; other < g->g.n_seats; other++)
            if (other != seat)
                others |= g->s->w.secret.hand[other];
        for (unsigned n = 1 + below(g, 3); n; n--)
            g->s->w.secret.seen[seat] |= db_draw_card(&others, g->g.rng);
    }
}

/* ---- spice cards ---- */

static void guess_spice_deck(guess *g)
{
    const du_board *d = &g->s->d.board;
    uint8_t *deck = g->s->d.secret.spice_deck, left[DU_SPICE_CARDS];
    unsigned n = 0, worms = DU_WORMS - (unsigned)d->worms_aside, hidden = d->n_spice,
             sites = (1u << DU_WORM) - 1;
    bool knows = d->spice_seen && d->n_spice && g->g.viewer < g->g.n_seats &&
                 du_faction(g->s, g->g.viewer) == DB_AT;

    for (unsigned pile = 0; pile < 2; pile++)
        for (unsigned i = 1; i <= d->pile[pile][0]; i++) {
            if (d->pile[pile][i] == DU_WORM)
                worms--;
            else
                sites &= ~(1u << d->pile[pile][i]);
        }
    if (knows) {
        hidden--;
        if (deck[hidden] == DU_WORM + 1)
            worms--;
        else
            sites &= ~(1u << (deck[hidden] - 1));
    }
    for (; sites; sites &= sites - 1)
        left[n++] = (uint8_t)cr_bits_first(sites);
    while (worms-- && n < DU_SPICE_CARDS)
        left[n++] = DU_WORM;
    for (unsigned i = 0; i < hidden && i < n; i++) {
        unsigned j = i + below(g, n - i);
        uint8_t card = left[j];

        left[j] = left[i];
        deck[i] = (uint8_t)(card + 1);
    }
}

/* ---- traitors and prediction ---- */

static void guess_traitors(guess *g)
{
    du_state *s = g->s;
    uint32_t unseen = 0;
    uint8_t question = s->k.q.kind;

    if (question == DU_Q_PREDICT && s->d.board.phase == DU_SETUP)
        return;
    for (uint8_t seat = 0; seat < g->g.n_seats; seat++)
        unseen |= DB_OWN_LEADERS(du_faction(s, seat));
    for (uint8_t seat = 0; seat < g->g.n_seats; seat++)
        unseen &= ~(s->w.secret.traitors[seat] | s->d.secret.dealt[seat]);
    for (uint8_t seat = 0; seat < g->g.n_seats; seat++) {
        uint32_t *held = &s->w.secret.traitors[seat], *dealt = &s->d.secret.dealt[seat], from;

        if (is_viewer(g, seat))
            continue;
        *dealt = *held;
        while (cr_bits_count(*dealt) < DU_TRAITORS && unseen)
            *dealt |= db_draw_leader(&unseen, g->g.rng);
        from = *dealt;
        if (du_faction(s, seat) == DB_HK)
            *held = *dealt;
        else if (question != DU_Q_KEEP_TRAITOR && !*held)
            *held = db_draw_leader(&from, g->g.rng);
    }
}

static void guess_prediction(guess *g)
{
    du_state *s = g->s;
    uint8_t bg = du_seat_of(s, DB_BG), of;

    if (bg == 0xFF || is_viewer(g, bg) || s->k.q.kind == DU_Q_PREDICT)
        return;
    of = (uint8_t)below(g, g->g.n_seats - 1);
    of = (uint8_t)(of + (of >= bg));
    s->d.secret.predicted = (uint8_t)(du_faction(s, of) + 1);
    s->d.secret.predicted_turn = (uint8_t)(1 + below(g, s->d.board.max_turns));
}

static void guess_storm_card(guess *g)
{
    du_state *s = g->s;
    uint8_t phase = s->d.board.phase;

    if (du_has_storm_deck(s) && phase != DU_SETUP && phase != DU_STORM && !s->d.secret.storm_card)
        s->d.secret.storm_card = (uint8_t)(1 + below(g, 6));
}

/* ---- spice behind shields ---- */

/* What the seat must have, because of what it has bid, declared or planned. */
static unsigned least_spice(const guess *g, uint8_t seat)
{
    const du_state *s = g->s;
    const du_board *d = &s->d.board;
    unsigned least = db_least_spice(&g->g, seat), pledged = 0, price = 0;
    uint8_t ally = db_ally(&s->w.board, seat);

    if (least < s->w.board.spice_seen[seat])
        least = s->w.board.spice_seen[seat];
    if (ally != 0xFF)
        pledged = d->pledge[ally];
    if (d->auction.bidder == seat + 1 && !d->auction.card)
        price = d->auction.bid;
    if (d->now.way && d->now.seat == seat)
        price = d->phase == DU_REVIVAL ? 2 * du_group_size(&d->now)
                                       : du_price(s, seat, d->now.way,
                                                  d->now.to ? db_areas[d->now.to - 1].territory : 0,
                                                  du_group_size(&d->now), d->now.card != 0);
    if (price > pledged && price - pledged > least)
        least = price - pledged;
    return least;
}

static void guess_spice(guess *g)
{
    enum { RANGE = 16 };

    for (uint8_t seat = 0; seat < g->g.n_seats; seat++)
        if (!is_viewer(g, seat)) {
            unsigned spice = least_spice(g, seat) + below(g, RANGE);

            g->s->w.secret.spice[seat] = (uint16_t)(spice < DB_SPICE_MAX ? spice : DB_SPICE_MAX);
        }
}

/* ---- what others have sealed ---- */

/* An answer drawn from all that they could have answered. */
static void draw_queued(guess *g, uint8_t seat, bool is_opening)
{
    du_queued *q = &g->s->d.secret.queued[seat];
    cr_space space;
    cr_move move;
    uint64_t size;

    *q = (du_queued){0};
    if (!below(g, 2))
        return;
    cr_space_clear(&space);
    if (is_opening)
        du_opening_space(g->s, seat, &space);
    else
        du_cancel_space(g->s, seat, &space);
    size = cr_space_size(&space);
    cr_move_set(&move, cr_space_nth(&space, cr_rng_below64(g->g.rng, size)));
    move.seat = seat;
    if (is_opening ? !du_check_side(g->s, &move).code : true) {
        q->kind = move.kind;
        memcpy(q->arg, move.arg, sizeof q->arg);
    }
}

/* BG's card is known, and it is used for something a Karama can do there. */
static bool draw_worthless(guess *g, uint8_t seat, bool is_opening)
{
    du_queued *q = &g->s->d.secret.queued[seat];
    cr_space space;
    cr_move move;
    uint64_t size;

    for (unsigned tries = 0; tries < CR_SCAN_MAX; tries++) {
        cr_space_clear(&space);
        space.is_for_answers = 1;
        if (is_opening)
            du_opening_space(g->s, seat, &space);
        else
            du_cancel_space(g->s, seat, &space);
        size = cr_space_size(&space);
        cr_move_set(&move, cr_space_nth(&space, cr_rng_below64(g->g.rng, size)));
        if ((move.kind == DU_PREVENT || move.kind == DB_CANCEL) &&
            move.arg[du_card_at(move.kind)] + 1 == g->s->d.board.karama) {
            q->kind = move.kind;
            memcpy(q->arg, move.arg, sizeof q->arg);
            return true;
        }
    }
    return false;
}

static bool guess_queued(guess *g)
{
    du_state *s = g->s;

    for (unsigned i = 0; i < s->k.depth; i++) {
        const cr_frame *f = &s->k.stack[i];
        bool is_opening = f->kind == DU_FX_OPENING;

        if ((!is_opening && f->kind != DU_FX_WINDOW) || f->step == DU_CARRY_ASK)
            continue;
        for (unsigned place = f->note; place < s->k.n_seats; place++) {
            uint8_t seat = s->w.board.order[place];

            if (is_viewer(g, seat))
                continue;
            if (place == f->note && f->step == DU_CARRY_ONE) {
                if (!draw_worthless(g, seat, is_opening))
                    return false;
            } else if (is_opening || (du_karama_may_be(s, seat) && du_offered_to(s, seat))) {
                draw_queued(g, seat, is_opening);
            }
        }
    }
    return true;
}

/* Cards of a hand that HK has taken, for viewers who do not know them. */
static void guess_taken(guess *g)
{
    du_state *s = g->s;
    uint8_t hk = du_seat_of(s, DB_HK);
    uint64_t hand;

    if (!s->d.board.swap || is_viewer(g, hk) || is_viewer(g, (uint8_t)(s->d.board.swap - 1)))
        return;
    hand = s->w.secret.hand[hk];
    for (unsigned n = s->d.board.n_back; n; n--)
        s->d.secret.taken |= db_draw_card(&hand, g->g.rng);
}

void du_imagine(const cr_view *in, cr_rng *rng, cr_state *out)
{
    enum { TRIES = 64 };
    const du_view *v = (const du_view *)in;
    du_state *s = (du_state *)out;
    guess g = {.g = {.v = &v->b,
                     .rng = rng,
                     .w = &s->w,
                     .k = out,
                     .n_seats = in->n_seats,
                     .viewer = in->viewer},
               .v = v,
               .s = s};

    for (unsigned tries = 0; tries < TRIES; tries++) {
        s->w = v->b.w;
        s->d = v->d;
        if (in->is_over)
            return;
        db_guess_leaders(&g.g);
        if (!guess_cards(&g))
            continue;
        guess_seen(&g);
        guess_traitors(&g);
        guess_prediction(&g);
        guess_storm_card(&g);
        guess_spice_deck(&g);
        guess_spice(&g);
        guess_taken(&g);
        db_guess_counter(&g.g);
        if (guess_queued(&g) && db_guess_battle(&g.g))
            return;
    }
}
