/* Forces, spice and cards that change their place, and the decks. */
#include "games/dune/dune.h"

/* ---- forces ---- */

/* Where BG has no token left, the territory is not marked as one of its advisors any more. */
static void forget_advisors(du_state *s, uint8_t seat, uint8_t territory)
{
    if (s->w.board.faction[seat] == DB_BG && !du_has_tokens(s, seat, territory))
        s->w.board.advisors &= ~(UINT64_C(1) << territory);
}

void du_lose(du_state *s, uint8_t seat, uint8_t area, uint8_t lost, uint8_t cause, cr_sink *sink)
{
    db_board *b = &s->w.board;

    if (!lost)
        return;
    CR_CITE(DU_14_8);
    b->force[seat][area] = (uint8_t)(b->force[seat][area] - lost);
    b->tank_normal[seat] = (uint8_t)(b->tank_normal[seat] + db_normals(lost));
    b->tank_elite[seat] = (uint8_t)(b->tank_elite[seat] + db_elites(lost));
    forget_advisors(s, seat, db_areas[area].territory);
    CR_TELL(sink, DU_EV_LOST, seat, area, (uint8_t)db_normals(lost), (uint8_t)db_elites(lost),
            cause);
}

void du_take_off(du_state *s, uint8_t seat, uint8_t area, uint8_t force)
{
    s->w.board.force[seat][area] = (uint8_t)(s->w.board.force[seat][area] - force);
    forget_advisors(s, seat, db_areas[area].territory);
}

void du_put_on(du_state *s, uint8_t seat, uint8_t area, uint8_t force)
{
    s->w.board.force[seat][area] = (uint8_t)(s->w.board.force[seat][area] + force);
}

/* ---- spice ---- */

unsigned du_receive(du_state *s, uint8_t seat, unsigned amount)
{
    uint16_t *spice = &s->w.secret.spice[seat];

    CR_CITE(DU_0_11);
    if (amount > DB_SPICE_MAX - (unsigned)*spice)
        amount = DB_SPICE_MAX - (unsigned)*spice;
    *spice = (uint16_t)(*spice + amount);
    return amount;
}

void du_spend(du_state *s, uint8_t seat, unsigned amount)
{
    s->w.secret.spice[seat] = (uint16_t)(s->w.secret.spice[seat] - amount);
}

/* What the seat can spend on a card or a shipment: its own, and what its ally has pledged. */
unsigned du_means(const du_state *s, uint8_t seat)
{
    uint8_t ally = db_ally(&s->w.board, seat);

    return s->w.secret.spice[seat] + (ally != 0xFF ? s->d.board.pledge[ally] : 0u);
}

/* The pledge pays first. Returns what came from it. */
unsigned du_pay_with_pledge(du_state *s, uint8_t seat, unsigned amount)
{
    uint8_t ally = db_ally(&s->w.board, seat);
    unsigned pledged = ally != 0xFF ? s->d.board.pledge[ally] : 0;

    CR_CITE(DU_7_10);
    if (pledged > amount)
        pledged = amount;
    if (pledged)
        s->d.board.pledge[ally] = (uint8_t)(s->d.board.pledge[ally] - pledged);
    du_spend(s, seat, amount - pledged);
    return pledged;
}

void du_return_pledges(du_state *s, cr_sink *sink)
{
    CR_CITE(DU_12_8);
    for (uint8_t seat = 0; seat < s->k.n_seats; seat++) {
        unsigned left = s->d.board.pledge[seat];

        if (!left)
            continue;
        s->d.board.pledge[seat] = 0;
        left = du_receive(s, seat, left);
        CR_TELL(sink, DU_EV_PLEDGE_RETURNED, seat, (uint8_t)left);
    }
    s->d.board.pledged = 0;
}

/* ---- treachery cards ---- */

void du_discard(du_state *s, uint8_t seat, uint8_t card, cr_sink *sink)
{
    db_discard(&s->w, seat, &card, 1, sink);
    s->w.board.played[seat] = 0; /* hands are counted in the open here */
}

static void shuffle(du_state *s, uint8_t *cards, unsigned n)
{
    CR_CITE(DU_0_4);
    for (unsigned i = 0; i + 1 < n; i++) {
        unsigned j = i + cr_rng_small(&s->k.rng, n - i);
        uint8_t card = cards[j];

        cards[j] = cards[i];
        cards[i] = card;
    }
}

void du_new_deck(du_state *s)
{
    du_secret *secret = &s->d.secret;

    for (uint8_t card = 0; card < DB_CARDS; card++)
        secret->deck[card] = (uint8_t)(card + 1);
    shuffle(s, secret->deck, DB_CARDS);
    s->d.board.n_deck = DB_CARDS;
    for (uint8_t card = 0; card < DU_SPICE_CARDS; card++)
        secret->spice_deck[card] = (uint8_t)((card < DU_WORM ? card : DU_WORM) + 1);
    shuffle(s, secret->spice_deck, DU_SPICE_CARDS);
    s->d.board.n_spice = DU_SPICE_CARDS;
}

/* DU-5.4: the discard pile, shuffled, goes under what is left. */
void du_refill(du_state *s, cr_sink *sink)
{
    du_board *d = &s->d.board;
    uint8_t *pile = s->w.board.discard, n = pile[0], *deck = s->d.secret.deck;

    if (!n)
        return;
    memmove(deck + n, deck, d->n_deck);
    for (unsigned i = 0; i < n; i++)
        deck[i] = (uint8_t)(pile[i + 1] + 1);
    shuffle(s, deck, n);
    memset(pile, 0, DB_CARDS + 1);
    d->n_deck = (uint8_t)(d->n_deck + n);
    CR_TELL(sink, DU_EV_DECK_SHUFFLED, CR_HOST, 0);
}

/* Takes the card that lies under `above` others out of the deck. It is there. */
uint8_t du_draw_under(du_state *s, unsigned above)
{
    du_board *d = &s->d.board;
    uint8_t *deck = s->d.secret.deck, card;
    unsigned at = d->n_deck - 1u - above;

    card = (uint8_t)(deck[at] - 1);
    memmove(deck + at, deck + at + 1, above);
    deck[--d->n_deck] = 0;
    if (!above)
        d->top_seen = 0;
    return card;
}

/* ---- spice cards ---- */

void du_put_on_pile(du_state *s, unsigned pile, uint8_t card)
{
    uint8_t *on = s->d.board.pile[pile];

    on[++on[0]] = card;
}

/* The topmost card with a territory on it, or DU_WORM if the pile has none. */
uint8_t du_top_site(const du_state *s, unsigned pile)
{
    const uint8_t *of = s->d.board.pile[pile];

    for (unsigned i = of[0]; i; i--)
        if (of[i] != DU_WORM)
            return of[i];
    return DU_WORM;
}

/* DU-4.9: all but the topmost territory card of pile A make a new deck. */
static void renew_spice(du_state *s, cr_sink *sink)
{
    du_board *d = &s->d.board;
    uint8_t kept = du_top_site(s, 0), *deck = s->d.secret.spice_deck;

    CR_CITE(DU_4_9);
    for (unsigned pile = 0; pile < 2; pile++) {
        for (unsigned i = 1; i <= d->pile[pile][0]; i++)
            if (d->pile[pile][i] == DU_WORM || d->pile[pile][i] != kept)
                deck[d->n_spice++] = (uint8_t)(d->pile[pile][i] + 1);
        memset(d->pile[pile], 0, sizeof d->pile[pile]);
    }
    if (kept != DU_WORM)
        du_put_on_pile(s, 0, kept);
    shuffle(s, deck, d->n_spice);
    CR_TELL(sink, DU_EV_SPICE_SHUFFLED, CR_HOST, 0);
}

/* Can a territory card still come? Written positions may have none. */
bool du_has_site(const du_state *s)
{
    const du_board *d = &s->d.board;

    for (unsigned i = 0; i < d->n_spice; i++)
        if (s->d.secret.spice_deck[i] != DU_WORM + 1)
            return true;
    for (unsigned pile = 0; pile < 2; pile++)
        for (unsigned i = 1; i <= d->pile[pile][0]; i++)
            if (d->pile[pile][i] != DU_WORM && d->pile[pile][i] != du_top_site(s, 0))
                return true;
    return false;
}

uint8_t du_turn_up(du_state *s, cr_sink *sink)
{
    du_board *d = &s->d.board;
    uint8_t card;

    if (!d->n_spice)
        renew_spice(s, sink);
    card = (uint8_t)(s->d.secret.spice_deck[--d->n_spice] - 1);
    s->d.secret.spice_deck[d->n_spice] = 0;
    d->spice_seen = 0;
    return card;
}

void du_return_worms(du_state *s, cr_sink *sink)
{
    du_board *d = &s->d.board;

    if (!d->worms_aside)
        return;
    CR_CITE(DU_4_3);
    while (d->worms_aside) {
        s->d.secret.spice_deck[d->n_spice++] = DU_WORM + 1;
        d->worms_aside--;
    }
    shuffle(s, s->d.secret.spice_deck, d->n_spice);
    d->spice_seen = 0;
    CR_TELL(sink, DU_EV_SPICE_SHUFFLED, CR_HOST, 0);
}
