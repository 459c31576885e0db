/* How a match begins: options, and set-ups drawn from the seed (DB-23.1). */
#include "games/dune-battle/dune.h"

static const uint8_t hand_limit[DB_FACTIONS] = {4, 8, 4, 4, 4, 4};
static const uint8_t elites_of[DB_FACTIONS] = {0, 0, 3, 5, 0, 0};

typedef struct {
    db_state *s;
    cr_rng *rng;
    bool have_met;                                 /* two armies stand in one zone */
    uint64_t in[DB_SEATS];                         /* territories where the seat has tokens */
    uint8_t at[DB_TERRITORIES];                    /* the same: seats that have tokens there */
    uint8_t left[DB_SEATS], elites_left[DB_SEATS]; /* normals and elites not yet placed */
} dealer;

static unsigned below(dealer *d, unsigned n)
{
    return cr_rng_small(d->rng, n);
}

static void shuffle(dealer *d, uint8_t *items, unsigned n)
{
    for (unsigned i = 0; i + 1 < n; i++) {
        unsigned j = i + below(d, n - i);
        uint8_t item = items[j];

        items[j] = items[i];
        items[i] = item;
    }
}

static void seat_factions(dealer *d)
{
    db_board *b = &d->s->w.board;
    unsigned n = d->s->k.n_seats, in_play = 0;

    while (cr_bits_count(in_play) < n)
        in_play |= 1u << below(d, DB_FACTIONS);
    for (unsigned seat = 0; in_play; seat++, in_play &= in_play - 1) {
        b->faction[seat] = (uint8_t)cr_bits_first(in_play);
        d->elites_left[seat] = b->is_advanced ? elites_of[b->faction[seat]] : 0;
        d->left[seat] = (uint8_t)(DB_FORCES - d->elites_left[seat]);
    }
    for (unsigned seat = 0; seat < n; seat++)
        b->order[seat] = (uint8_t)seat;
    shuffle(d, b->order, n);
    b->storm = (uint8_t)below(d, DB_SECTORS);
}

static void ally_some(dealer *d)
{
    db_board *b = &d->s->w.board;
    uint8_t seats[DB_SEATS];
    unsigned n = d->s->k.n_seats, pairs = n < 3 ? 0 : below(d, n / 2 + 1);

    for (unsigned seat = 0; seat < n; seat++)
        seats[seat] = (uint8_t)seat;
    shuffle(d, seats, n);
    for (unsigned i = 0; i < pairs; i++) {
        b->ally[seats[2 * i]] = (uint8_t)(seats[2 * i + 1] + 1);
        b->ally[seats[2 * i + 1]] = (uint8_t)(seats[2 * i] + 1);
    }
}

static bool is_in(const dealer *d, uint8_t seat, uint8_t territory)
{
    return d->at[territory] >> seat & 1;
}

/* May the seat have forces there: no ally beside it, no third faction in a stronghold, no own advisors? */
static bool may_stand(const dealer *d, uint8_t seat, uint8_t territory)
{
    const db_board *b = &d->s->w.board;
    unsigned there = d->at[territory] & ~(1u << seat); /* other seats */

    if (b->ally[seat] && (there >> db_ally(b, seat) & 1))
        return false;
    if (b->advisors >> territory & 1) {
        uint8_t bg = db_seat_of(b, d->s->k.n_seats, DB_BG);

        if (bg == seat)
            return false;
        there &= ~(1u << bg);
    }
    CR_CITE(DB_1_8);
    return (territory >= DB_STRONGHOLDS) | (cr_bits_count(there) < 2);
}

/* Puts up to `most` forces of the seat into the area, at least one if it has any left. */
static bool place(dealer *d, uint8_t seat, uint8_t area, unsigned most)
{
    uint8_t *force = &d->s->w.board.force[seat][area], territory = db_areas[area].territory;
    unsigned n, e = 0, forces = d->left[seat] + (unsigned)d->elites_left[seat];

    if (!forces || *force || !may_stand(d, seat, territory))
        return false;
    n = 1 + below(d, most);
    n = n < forces ? n : forces;
    if (d->elites_left[seat] && below(d, 2))
        e = 1 + below(d, d->elites_left[seat]);
    e = e < n ? e : n;
    if (n - e > d->left[seat])
        e = n - d->left[seat];
    *force = db_force(n - e, e);
    d->in[seat] |= UINT64_C(1) << territory;
    d->at[territory] |= (uint8_t)(1 << seat);
    d->left[seat] = (uint8_t)(d->left[seat] - (n - e));
    d->elites_left[seat] = (uint8_t)(d->elites_left[seat] - e);
    return true;
}

/* Somebody, perhaps, into an area of the zone. */
static void place_anybody(dealer *d, db_zone zone, unsigned most)
{
    uint8_t seat = (uint8_t)below(d, d->s->k.n_seats);
    uint8_t area = (uint8_t)(zone.area + below(d, zone.n));

    place(d, seat, area, most);
}

static uint8_t some_area(dealer *d)
{
    /* Strongholds are fought over most. */
    unsigned n = below(d, 2) ? DB_STRONGHOLDS : DB_AREAS;

    return (uint8_t)below(d, n);
}

/* Two factions that are not allied meet in a zone, perhaps with more of both or a third beside them. */
static void meet(dealer *d)
{
    const db_board *b = &d->s->w.board;
    unsigned n = d->s->k.n_seats;
    uint8_t area = some_area(d), one = (uint8_t)below(d, n), two = (uint8_t)below(d, n);
    uint8_t other_area;
    db_zone zone;

    if (one == two || db_ally(b, one) == two || db_areas[area].territory == DB_POLAR_SINK ||
        db_areas[area].sector == b->storm || !may_stand(d, one, db_areas[area].territory) ||
        !may_stand(d, two, db_areas[area].territory))
        return;
    zone = db_zone_at(b, area);
    place(d, one, area, 10);
    other_area = (uint8_t)(zone.area + below(d, zone.n));
    place(d, two, other_area, 10);
    d->have_met |= b->force[one][area] && b->force[two][other_area];
    for (unsigned more = below(d, 3); more; more--)
        place_anybody(d, zone, 4);
}

static void spread(dealer *d)
{
    db_board *b = &d->s->w.board;
    unsigned n = d->s->k.n_seats;
    uint8_t bg = db_seat_of(b, n, DB_BG);

    for (unsigned meetings = 1 + below(d, n); meetings; meetings--)
        meet(d);
    for (unsigned stacks = below(d, n + 1); stacks; stacks--)
        place_anybody(d, (db_zone){0, DB_AREAS}, 5);
    for (unsigned tries = 0; b->is_advanced && bg != 0xFF && tries < 3; tries++) {
        uint8_t area = some_area(d), territory = db_areas[area].territory;

        if (is_in(d, bg, territory) || (b->ally[bg] && is_in(d, db_ally(b, bg), territory)))
            continue;
        if (place(d, bg, area, 2))
            b->advisors |= UINT64_C(1) << territory;
    }
    for (unsigned spots = below(d, 4); spots; spots--) {
        const db_spice_spot *spot = &db_spice_spots[below(d, DB_SPICE_SPOTS)];

        b->ground[spot->area] = spot->amount;
    }
}

/* Cards in order. */
typedef struct {
    unsigned n;
    uint8_t card[2 * DB_CARDS]; /* the second half is room for what moves up */
} stack;

static void add(stack *to, unsigned from, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        to->card[to->n + i] = (uint8_t)(from + i);
    to->n += n;
}

/* Takes one at random; those behind it move up. */
static unsigned draw(dealer *d, stack *from)
{
    uint8_t *at = from->card + below(d, from->n--), one = *at, behind[DB_CARDS - 1];

    memcpy(behind, at + 1,
           sizeof behind); /* always as many, so that it takes two registers and no call */
    memcpy(at, behind, sizeof behind);
    return one;
}

static void deal_cards(dealer *d)
{
    db_world *w = &d->s->w;
    stack deck = {0}, traitors = {0};

    add(&deck, 0, DB_CARDS);
    for (unsigned seat = 0; seat < d->s->k.n_seats; seat++) {
        for (unsigned n = below(d, hand_limit[w->board.faction[seat]] + 1u); n && deck.n; n--)
            w->secret.hand[seat] |= DB_CARD_BIT(draw(d, &deck));
        w->secret.spice[seat] = (uint16_t)below(d, 16);
        add(&traitors, DB_LEADERS_EACH * w->board.faction[seat], DB_LEADERS_EACH);
    }
    for (unsigned n = below(d, 7); n && deck.n; n--)
        w->board.discard[++w->board.discard[0]] = (uint8_t)draw(d, &deck);
    for (unsigned seat = 0; seat < d->s->k.n_seats; seat++)
        for (unsigned n = w->board.faction[seat] == DB_HK ? 4 : 1; n; n--)
            w->secret.traitors[seat] |= DB_LEADER_BIT(draw(d, &traitors));
}

/* What earlier turns have left: the dead, the tanks, the counter, a captive. */
static void deal_past(dealer *d)
{
    db_world *w = &d->s->w;
    db_board *b = &w->board;
    uint8_t hk = db_seat_of(b, d->s->k.n_seats, DB_HK), at = db_seat_of(b, d->s->k.n_seats, DB_AT);

    for (unsigned seat = 0; seat < d->s->k.n_seats; seat++) {
        unsigned normals = below(d, 4), elites = below(d, 2);

        for (unsigned deaths = below(d, 4); deaths > 1; deaths--) {
            unsigned leader = DB_LEADERS_EACH * b->faction[seat] + below(d, DB_LEADERS_EACH);

            b->dead |= DB_LEADER_BIT(leader);
            b->deaths[leader] = 1;
        }
        b->tank_normal[seat] = (uint8_t)(normals < d->left[seat] ? normals : d->left[seat]);
        b->tank_elite[seat] =
            (uint8_t)(elites < d->elites_left[seat] ? elites : d->elites_left[seat]);
    }
    if (!b->is_advanced)
        return;
    if (at != 0xFF)
        w->secret.kh_counter = (uint8_t)below(d, 13);
    if (hk != 0xFF && !below(d, 4)) {
        uint8_t from = (uint8_t)below(d, d->s->k.n_seats);
        unsigned leader = DB_LEADERS_EACH * b->faction[from] + below(d, DB_LEADERS_EACH);

        if (from == hk || (b->dead & DB_LEADER_BIT(leader)))
            return;
        w->secret.captives = DB_LEADER_BIT(leader);
        b->n_hidden_captives[from] = 1;
        b->maybe_hidden = DB_OWN_LEADERS(b->faction[from]) & ~b->dead;
    }
}

void db_deal(db_state *s)
{
    dealer d = {.s = s, .rng = &s->k.rng};
    db_fight fight;
    uint8_t aggressor;

    CR_CITE(DB_23_1);
    seat_factions(&d);
    ally_some(&d);
    spread(&d);
    /* Few meetings come to nothing; there must be one fight, and others may have come about by chance. */
    while (!d.have_met && !db_next_fights(&s->w.board, s->k.n_seats, d.in, &aggressor, &fight, 1))
        meet(&d);
    deal_cards(&d);
    deal_past(&d);
}

cr_err db_init(cr_state *k, const cr_setup *setup)
{
    db_state *s = (db_state *)k;
    db_board *b = &s->w.board;
    const int32_t *option = setup->option;
    unsigned scenario = (unsigned)option[DB_OPTION_SCENARIO];
    cr_err err = CR_ERR_OK;

    b->is_advanced = (uint8_t)option[DB_OPTION_ADVANCED];
    b->battles_in_storm = (uint8_t)option[DB_OPTION_IN_STORM];
    b->late_voice = (uint8_t)option[DB_OPTION_LATE_VOICE];
    b->legal_default = (uint8_t)option[DB_OPTION_DEFAULT_PLAN];
    b->worthless_go = (uint8_t)option[DB_OPTION_WORTHLESS];
    for (unsigned i = 0; i < DB_TIMES; i++)
        b->time_ms[i] = (uint32_t)option[DB_OPTION_TIMES + i];
    if (!scenario)
        db_deal(s);
    else if (db_scenario_seats(scenario) && db_scenario_seats(scenario) != k->n_seats)
        return CR_ERR_BAD_SEATS;
    else
        err = db_scenario(s, scenario);
    cr_push(k, DB_PHASE, CR_HOST);
    return err;
}
