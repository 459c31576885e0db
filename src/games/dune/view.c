/* What a seat may know (DU-15). The board is everybody's; of the secret part a view keeps what is the viewer's own and what
 * it was shown. */
#include "games/dune/dune.h"

static void show_decks(const du_state *s, uint8_t faction, du_secret *out)
{
    const du_board *d = &s->d.board;
    const du_secret *secret = &s->d.secret;

    if (faction == DB_AT && d->top_seen && d->n_deck)
        out->deck[d->n_deck - 1] = secret->deck[d->n_deck - 1];
    if (faction == DB_AT && d->spice_seen && d->n_spice)
        out->spice_deck[d->n_spice - 1] = secret->spice_deck[d->n_spice - 1];
    if (faction == DB_FR && d->storm_seen)
        out->storm_card = secret->storm_card;
}

static void show_secrets(const du_state *s, uint8_t viewer, du_secret *out)
{
    const du_secret *secret = &s->d.secret;
    uint8_t faction = du_faction(s, viewer);

    CR_CITE(DU_15_1);
    CR_CITE(DU_15_3);
    out->dealt[viewer] = secret->dealt[viewer];
    out->queued[viewer] = secret->queued[viewer];
    if (faction == DB_BG) {
        out->predicted = secret->predicted;
        out->predicted_turn = secret->predicted_turn;
    }
    if (s->d.board.swap && (faction == DB_HK || s->d.board.swap == viewer + 1))
        out->taken = secret->taken;
    show_decks(s, faction, out);
}

void du_observe(const cr_state *k, uint8_t viewer, cr_view *out)
{
    const du_state *s = (const du_state *)k;
    du_view *v = (du_view *)out;

    CR_CITE(DU_15_2);
    db_observe(k, viewer, out);
    v->d.board = s->d.board;
    for (uint8_t seat = 0; seat < k->n_seats; seat++) {
        du_forces left = du_reserves(s, seat);

        v->cards[seat] = (uint8_t)du_cards(s, seat);
        v->reserves[seat] = (uint8_t)left.normals;
        v->elite_reserves[seat] = (uint8_t)left.elites;
    }
    if (k->is_over)
        v->d.secret = s->d.secret;
    else if (viewer < k->n_seats)
        show_secrets(s, viewer, &v->d.secret);
}
