/* Who knows what (DB-15). The board is everybody's. Of the secret part a view keeps what is the viewer's own, what it was
 * shown, and nothing else. Worlds that fit a view are made up in guess.c. */
#include "games/dune-battle/dune.h"

bool db_is_plan_question(uint8_t question)
{
    return question == DB_Q_PLAN_FIRST || question == DB_Q_PLANS || question == DB_Q_PLAN_AGAIN;
}

/* Does this side have a plan in the secret part: locked, or unlocked and to be sent again? */
bool db_has_stored(const db_battle *b, const cr_question *q, unsigned side)
{
    return !b->is_revealed &&
           ((b->locked >> side & 1) || (q->kind == DB_Q_PLAN_AGAIN && b->voice_side == side));
}

/* ---- what a viewer knows ---- */

bool db_knows_answer(const db_board *b, unsigned n_seats, uint8_t viewer)
{
    const db_battle *battle = &b->battle;

    return battle->prescience == DB_ANSWERED &&
           (viewer == battle->seat[0] || viewer == battle->seat[1] ||
            viewer == db_seat_of(b, n_seats, DB_AT));
}

bool db_knows_plan(const db_board *b, unsigned n_seats, uint8_t viewer, unsigned side)
{
    return viewer == b->battle.seat[side] ||
           (b->battle.look_at == side + 1 && viewer == db_seat_of(b, n_seats, DB_AT));
}

static void show_battle(const db_state *s, uint8_t viewer, db_hidden_battle *out)
{
    const db_board *b = &s->w.board;
    const db_hidden_battle *hidden = &s->w.secret.battle;

    if (viewer >= s->k.n_seats || !db_has_effect(&s->k, DB_BATTLE))
        return;
    for (unsigned side = 0; side < 2; side++)
        if (db_knows_plan(b, s->k.n_seats, viewer, side))
            out->plan[side] = hidden->plan[side];
    if (db_knows_answer(b, s->k.n_seats, viewer))
        out->answer = hidden->answer;
    if (b->battle.winner && db_side(&b->battle, viewer) < 2)
        out->drawn = hidden->drawn;
}

static void show_secrets(const db_state *s, uint8_t viewer, db_secret *out)
{
    const db_board *b = &s->w.board;
    const db_secret *secret = &s->w.secret;

    for (uint8_t seat = 0; seat < s->k.n_seats; seat++) {
        bool is_own = seat == viewer;

        out->hand[seat] = is_own ? secret->hand[seat] : secret->hand[seat] & b->shown;
        out->traitors[seat] =
            is_own ? secret->traitors[seat] : secret->traitors[seat] & b->traitors_shown;
        if (viewer < s->k.n_seats)
            out->hand[seat] |= secret->hand[seat] & secret->seen[viewer];
    }
    if (viewer >= s->k.n_seats)
        return;
    CR_CITE(DB_15_1);
    out->seen[viewer] = secret->seen[viewer];
    out->spice[viewer] = secret->spice[viewer];
    out->start[viewer] = secret->start[viewer];
    if (b->faction[viewer] == DB_AT)
        out->kh_counter = secret->kh_counter;
    out->dead = secret->dead;
    out->captives = secret->captives;
    if (b->faction[viewer] != DB_HK) {
        out->dead &= DB_OWN_LEADERS(b->faction[viewer]);
        out->captives &= DB_OWN_LEADERS(b->faction[viewer]);
    }
    show_battle(s, viewer, &out->battle);
}

static void tell_holds(const db_secret *of, uint8_t seat, uint16_t eyes, cr_sink *sink)
{
    uint8_t data[18];

    memcpy(data, &of->hand[seat], 8);
    memcpy(data + 8, &of->traitors[seat], 4);
    memcpy(data + 12, &of->start[seat], 4);
    memcpy(data + 16, &of->spice[seat], 2);
    cr_emit(sink, DB_EV_HOLDS, seat, eyes, 0, true, data, sizeof data);
}

/* Cards that this seat alone has seen, and what few know of leaders. */
static void tell_hidden(const db_secret *of, uint8_t seat, uint16_t eyes, cr_sink *sink)
{
    uint8_t data[17];

    memcpy(data, &of->seen[seat], 8);
    memcpy(data + 8, &of->dead, 4);
    memcpy(data + 12, &of->captives, 4);
    data[16] = of->kh_counter;
    if (!cr_is_zero(data, sizeof data))
        cr_emit(sink, DB_EV_HIDDEN, seat, eyes, 0, true, data, sizeof data);
}

void db_tell_holdings(const db_state *s, bool is_over, cr_sink *sink)
{
    for (uint8_t seat = 0; sink && seat < s->k.n_seats; seat++) {
        uint16_t eyes = is_over ? CR_EYES_ALL : CR_BIT(seat);
        db_secret shown = {0};

        if (is_over)
            shown = s->w.secret;
        else
            show_secrets(s, seat, &shown);
        if (is_over && seat) /* told with the first seat */
            shown.dead = shown.captives = shown.kh_counter = 0;
        tell_holds(&shown, seat, eyes, sink);
        tell_hidden(&shown, seat, eyes, sink);
    }
}

/* Sides whose announcement is public though their plan is not. */
static uint8_t announced(const db_state *s)
{
    const db_battle *b = &s->w.board.battle;
    unsigned sides = 0;

    if (!db_has_effect(&s->k, DB_BATTLE) || b->is_revealed)
        return 0;
    for (unsigned side = 0; side < 2; side++) {
        uint16_t bit = CR_BIT(b->seat[side]);
        const db_plan *sealed = (const db_plan *)s->k.sealed[b->seat[side]].arg;

        if (db_has_stored(b, &s->k.q, side) && s->w.secret.battle.plan[side].announce)
            sides |= 1u << side;
        if (db_is_plan_question(s->k.q.kind) && (s->k.q.asked & ~s->k.q.open & bit) &&
            sealed->announce)
            sides |= 1u << side;
    }
    return (uint8_t)sides;
}

void db_observe(const cr_state *k, uint8_t viewer, cr_view *out)
{
    const db_state *s = (const db_state *)k;
    db_view *v = (db_view *)out;

    v->w.board = s->w.board;
    if (k->is_over) {
        CR_CITE(DB_15_3);
        v->w.secret = s->w.secret;
        return;
    }
    show_secrets(s, viewer, &v->w.secret);
    v->announced = announced(s);
}
