/* The nexus (DU-12.1, 12.2): alliances are left, and made in rounds of sealed offers. */
#include "games/dune/dune.h"

bool du_leave(du_state *s, cr_sink *sink)
{
    db_board *b = &s->w.board;
    uint16_t seats = 0;

    CR_CITE(DU_12_1);
    CR_CITE(DU_12_9);
    for (uint8_t seat = 0; seat < s->k.n_seats; seat++)
        if (b->ally[seat])
            seats |= CR_BIT(seat);
    if (!seats)
        return false;
    if (cr_ask(&s->k, DU_Q_LEAVE, seats, CR_ALL, 0, s->d.board.time_ms[DU_TIME_NEXUS]))
        return true;
    for (unsigned i = 0; i < s->k.n_seats; i++) {
        uint8_t seat = b->order[i], ally = db_ally(b, seat);

        if (!(seats & CR_BIT(seat)) || s->k.sealed[seat].kind != DU_LEAVE)
            continue;
        CR_TELL(sink, DU_EV_ALLIANCE_LEFT, seat, 0);
        if (ally != 0xFF)
            b->ally[seat] = b->ally[ally] = 0;
    }
    return false;
}

/* Seats that can still ally in this nexus. */
uint16_t du_unallied(const du_state *s)
{
    uint16_t seats = 0;

    for (uint8_t seat = 0; seat < s->k.n_seats; seat++)
        if (!s->w.board.ally[seat] && !(s->d.board.joined >> seat & 1))
            seats |= CR_BIT(seat);
    return seats;
}

static void make_allies(du_state *s, uint16_t asked, cr_sink *sink)
{
    du_board *d = &s->d.board;
    db_board *b = &s->w.board;

    CR_TELL(sink, DU_EV_OFFERS, CR_HOST, d->offer[0], d->offer[1], d->offer[2], d->offer[3],
            d->offer[4], d->offer[5]);
    for (; asked; asked &= (uint16_t)(asked - 1)) {
        uint8_t seat = (uint8_t)cr_bits_first(asked), to = (uint8_t)(d->offer[seat] - 1);

        if (!d->offer[seat] || d->offer[to] != seat + 1 || to < seat)
            continue;
        b->ally[seat] = (uint8_t)(to + 1);
        b->ally[to] = (uint8_t)(seat + 1);
        d->joined |= (uint8_t)(1u << seat | 1u << to);
        CR_TELL(sink, DU_EV_ALLIED, seat, du_faction(s, to));
    }
}

cr_refusal du_check_offer(const du_state *s, const cr_move *move)
{
    uint8_t to = du_seat_of(s, move->arg[0]);

    if (to == 0xFF || to == move->seat || !(s->k.q.asked & CR_BIT(to)))
        return CR_REFUSE(DU_CODE_BAD_TARGET, DU_12_2, 1);
    return CR_ACCEPT;
}

/* True while somebody is asked. */
bool du_ally_rounds(du_state *s, cr_sink *sink)
{
    du_board *d = &s->d.board;
    uint16_t seats;
    bool has_offer = false;

    CR_CITE(DU_12_2);
    if (!d->round)
        memset(d->offer, 0, sizeof d->offer);
    while (s->k.n_seats > 2 && d->round < DU_ROUNDS) {
        seats = du_unallied(s);
        if (!(seats & (seats - 1)))
            break;
        if (cr_ask(&s->k, DU_Q_ALLY, seats, CR_ALL, 0, d->time_ms[DU_TIME_NEXUS]))
            return true;
        has_offer = false;
        for (uint8_t seat = 0; seat < s->k.n_seats; seat++) {
            const cr_move *said = &s->k.sealed[seat];

            d->offer[seat] = 0;
            if ((seats & CR_BIT(seat)) && said->kind == DU_OFFER)
                d->offer[seat] = (uint8_t)(du_seat_of(s, said->arg[0]) + 1);
            has_offer |= d->offer[seat] != 0;
        }
        make_allies(s, seats, sink);
        d->round++;
        if (!has_offer)
            break;
    }
    /* The last offers stay for all to see: nobody is told more than views show. */
    d->round = d->joined = 0;
    return false;
}
