/* Places of the sentences of questions and refusals: what a question is about, why a move is refused, and what only the
 * reader knows of itself. */
#include "games/dune/words.h"

/* What a window is about, as sentences; what only SG may do is offered to it alone. */
static const char *const happens[DU_POWERS] = {
    [DU_BG_SEND] = "the Bene Gesserit send somebody along",
    [DU_BG_CHARITY] = "the Bene Gesserit get 2 spice of charity",
    [DU_BG_FLIP] = "the Bene Gesserit change what their tokens are",
    [DU_EM_PAYMENT] = "the Emperor is paid for the card",
    [DU_EM_HELP] = "the Emperor pays for more revivals",
    [DU_FR_BORDER] = "the Fremen cross a second border",
    [DU_FR_SURVIVAL] = "the Fremen survive the worm",
    [DU_FR_SPARE] = "the Fremen spare their ally",
    [DU_FR_WORM] = "the Fremen send the worm elsewhere",
    [DU_FR_RAISE] = "the Fremen let their ally revive three forces free",
    [DU_FR_LOSS] = "the Fremen lose only half in the storm",
    [DU_FR_EMERGE] = "the Fremen come into the storm",
    [DU_HK_EXTRA] = "Harkonnen take a free card",
    [DU_SG_PAYMENT] = "the Guild is paid for the shipment",
    [DU_SG_CROSS] = "forces cross the planet by ship",
    [DU_SG_BACK] = "the Guild takes forces back",
    [DU_SG_HALF] = "the shipment costs half",
};

/* ---- places of the map ---- */

static const char *name_of(uint8_t territory)
{
    return db_territories[territory < DB_TERRITORIES ? territory : 0].name;
}

/* "Arrakeen", "Old Gap (sector 9)" */
static void tell_area(cr_teller *t, unsigned area)
{
    const db_area *a = &db_areas[area < DB_AREAS ? area : 0];

    cr_text_str(t->out, name_of(a->territory));
    if (db_territories[a->territory].n_areas > 1)
        cr_text_fmt(t->out, " (sector %u)", a->sector);
}

/* An area of a move: territory and place. */
static void tell_spot(cr_teller *t, const uint8_t *arg)
{
    const db_territory *of = &db_territories[arg[0] < DB_TERRITORIES ? arg[0] : 0];

    if (arg[1] < of->n_areas)
        tell_area(t, of->first + (unsigned)arg[1]);
    else
        cr_text_str(t->out, of->name);
}

static void tell_flag(cr_teller *t, bool is_so)
{
    cr_text_str(t->out, is_so ? "yes" : "");
}

/* ---- what is asked ---- */

static const cr_frame *frame_of(const du_state *s, uint8_t kind)
{
    for (unsigned i = s->k.depth; i; i--)
        if (s->k.stack[i - 1].kind == kind)
            return &s->k.stack[i - 1];
    return NULL;
}

static void tell_offered(cr_teller *t, const du_state *s)
{
    uint32_t offered = s->d.board.offered;
    unsigned n = 0;

    for (; offered; offered &= offered - 1) {
        unsigned power = cr_bits_first(offered);

        if (!happens[power])
            continue;
        cr_text_str(t->out, n++ ? "; " : "");
        cr_text_str(t->out, happens[power]);
    }
    if (!n)
        cr_text_str(t->out, "forces are shipped");
}

static bool tell_storm(cr_teller *t, const du_state *s, cr_span place)
{
    const cr_frame *storm = frame_of(s, DU_FX_STORM);
    uint8_t area, fr = du_seat_of(s, DB_FR);

    if (cr_span_is(place, "dial_least")) {
        cr_tell_number(t, s->k.q.kind == DU_Q_DIAL && s->d.board.turn > 1);
    } else if (cr_span_is(place, "dial_most")) {
        cr_tell_number(t, s->k.q.kind == DU_Q_WEATHER ? DU_WEATHER_MAX
                          : s->d.board.turn == 1      ? DU_DIAL_FIRST
                                                      : DU_DIAL_MAX);
    } else if (cr_span_is(place, "storm_moves")) {
        cr_tell_number(t, s->d.board.movement ? s->d.board.movement - 1 : 0);
    } else if (cr_span_is(place, "storm_at")) {
        cr_tell_number(t, s->w.board.storm);
    } else if (storm && fr != 0xFF && s->k.q.kind == DU_Q_STORM_LOSS &&
               (area = du_next_loss(s, storm->note)) != 0xFF) {
        uint8_t force = s->w.board.force[fr][area];

        if (cr_span_is(place, "storm_area"))
            tell_area(t, area);
        else if (cr_span_is(place, "owed"))
            du_tell_forces(t, (db_normals(force) + db_elites(force) + 1) / 2, 0);
        else
            return false;
    } else {
        return false;
    }
    return true;
}

static bool tell_worm(cr_teller *t, const du_state *s, cr_span place)
{
    const cr_frame *blow = frame_of(s, DU_FX_BLOW);
    uint8_t at = s->d.board.worm;

    if (!cr_span_is(place, "worm_at"))
        return false;
    if (!at && blow && blow->note < DU_RIDES)
        at = s->d.board.rides[blow->note];
    cr_text_str(t->out, at ? name_of((uint8_t)(at - 1)) : "nowhere");
    return true;
}

bool du_tell_ally(cr_teller *t, const du_state *s, cr_span place)
{
    static const struct {
        const char *word;
        uint8_t faction; /* DB_FACTIONS: the reader's own */
        bool is_whose;
    } rows[] = {{"ally", DB_FACTIONS, false},
                {"ally's", DB_FACTIONS, true},
                {"fremen_ally", DB_FR, false},
                {"emperor_ally", DB_EM, false}};

    for (unsigned i = 0; i < CR_COUNT_OF(rows); i++) {
        uint8_t seat, ally;

        if (!cr_span_is(place, rows[i].word))
            continue;
        seat = rows[i].faction == DB_FACTIONS ? t->reader : du_seat_of(s, rows[i].faction);
        ally = seat < s->k.n_seats ? db_ally(&s->w.board, seat) : 0xFF;
        if (ally == 0xFF)
            cr_text_str(t->out, rows[i].is_whose ? "your ally’s" : "an ally");
        else
            cr_tell_seat(t, ally, rows[i].is_whose);
        return true;
    }
    return false;
}

static bool tell_auction(cr_teller *t, const du_state *s, cr_span place)
{
    const du_auction *a = &s->d.board.auction;

    if (cr_span_is(place, "card_at"))
        cr_tell_number(t, a->at + 1);
    else if (cr_span_is(place, "card_n"))
        cr_tell_number(t, a->n);
    else if (cr_span_is(place, "bid_now"))
        cr_tell_number(t, a->bid);
    else if (cr_span_is(place, "bid_least"))
        cr_tell_number(t, a->bid + 1);
    else if (cr_span_is(place, "bidder") && a->bidder)
        cr_tell_seat(t, (uint8_t)(a->bidder - 1), false);
    else if (cr_span_is(place, "swapped") && s->d.board.swap)
        cr_tell_seat(t, (uint8_t)(s->d.board.swap - 1), false);
    else if (cr_span_is(place, "cards_back"))
        cr_tell_number(t, s->d.board.n_back);
    else
        return false;
    return true;
}

/* Forces on their way. */
static bool tell_group(cr_teller *t, const du_state *s, cr_span place)
{
    const du_group *now = &s->d.board.now;
    const cr_frame *intrusion = frame_of(s, DU_FX_INTRUSION), *turn = frame_of(s, DU_FX_TURN);

    if (cr_span_is(place, "from_place"))
        cr_text_str(t->out, now->from ? name_of((uint8_t)(now->from - 1)) : "your reserves");
    else if (cr_span_is(place, "to_place_name") && now->to)
        tell_area(t, now->to - 1u);
    else if (cr_span_is(place, "to_place_name"))
        cr_text_str(t->out, "your reserves");
    else if (cr_span_is(place, "shipper"))
        cr_tell_seat(t, now->seat, false);
    else if (cr_span_is(place, "intruder"))
        cr_tell_seat(t, turn ? turn->seat : du_seat_of(s, DB_FR), false);
    else if (cr_span_is(place, "intruded") && intrusion)
        cr_text_str(t->out, name_of(intrusion->note));
    else
        return false;
    return true;
}

/* Who would be next if SG waits. */
static uint8_t next_in_turn(const du_state *s)
{
    for (unsigned i = 0; i < s->k.n_seats; i++) {
        uint8_t seat = s->w.board.order[i];

        if (!(s->d.board.done >> seat & 1) && du_faction(s, seat) != DB_SG)
            return seat;
    }
    return 0;
}

static bool tell_asked(cr_teller *t, const du_state *s, cr_span place)
{
    if (cr_span_is(place, "phase"))
        cr_text_str(t->out, cr_name_of(t->game, du_phase_words[s->d.board.phase]));
    else if (cr_span_is(place, "to_place"))
        cr_tell_number(t, DU_START_FORCES - s->d.board.placed);
    else if (cr_span_is(place, "next"))
        cr_tell_seat(t, next_in_turn(s), false);
    else if (cr_span_is(place, "offered"))
        tell_offered(t, s);
    else if (cr_span_is(place, "sisters"))
        du_tell_faction(t, s, DB_BG, false);
    else if (cr_span_is(place, "worthless") && s->d.board.karama)
        cr_text_str(t->out, db_cards[s->d.board.karama - 1].name);
    else if (cr_span_is(place, "turns"))
        cr_tell_number(t, s->d.board.max_turns);
    else
        return tell_storm(t, s, place) || tell_worm(t, s, place) || du_tell_ally(t, s, place) ||
               tell_auction(t, s, place) || tell_group(t, s, place);
    return true;
}

/* ---- what only the reader knows of itself ---- */

static void tell_dealt(cr_teller *t, uint32_t leaders)
{
    for (unsigned n = 0; leaders; leaders &= leaders - 1, n++) {
        cr_text_str(t->out, !n ? "" : leaders & (leaders - 1) ? ", " : " and ");
        cr_text_str(t->out, db_leaders[cr_bits_first(leaders)].name);
    }
}

/* Where a refused move takes forces from: an area of the map, or NULL for the tanks. */
static const uint8_t *start_of(const cr_move *move)
{
    switch (move->kind) {
    case DU_RIDE:
        return move->arg + 2;
    case DU_CROSS:
    case DU_MOVE:
    case DU_BACK:
    case DU_ALSO:
        return move->arg;
    default:
        return NULL;
    }
}

static void tell_left(cr_teller *t, const du_state *s)
{
    const uint8_t *start = start_of(t->move);
    uint8_t seat = t->move->seat, area;

    cr_text_str(t->out, "There are ");
    if (!start)
        du_tell_forces(t, s->w.board.tank_normal[seat], s->w.board.tank_elite[seat]);
    else if (du_area_of(start, &area))
        du_tell_forces(t, db_normals(s->w.board.force[seat][area]),
                       db_elites(s->w.board.force[seat][area]));
    else
        cr_text_str(t->out, "none");
}

/* What a refused move would cost. */
static unsigned cost_of(const du_state *s, const cr_move *move)
{
    const du_group *now = &s->d.board.now;
    const uint8_t *arg = move->arg;

    switch (move->kind) {
    case DU_REVIVE:
        return du_revival_price(s, move->seat, arg[0] + (unsigned)arg[1], arg[2]);
    case DU_HELP:
        return 2 * (arg[0] + (unsigned)arg[1]);
    case DU_SHIP:
        return du_price(s, move->seat, DU_FROM_RESERVES, arg[0], arg[2] + (unsigned)arg[3], arg[4]);
    case DU_CROSS:
        return du_price(s, move->seat, DU_CROSSING, arg[2], arg[4] + (unsigned)arg[5], false);
    case DU_BACK:
        return du_price(s, move->seat, DU_SHIPPING_BACK, 0, arg[2] + (unsigned)arg[3], false);
    case DU_ALSO:
        return du_price(s, move->seat, now->way, now->to ? db_areas[now->to - 1].territory : 0,
                        du_group_size(now) + arg[2] + arg[3], false);
    case DU_PAY:
        return s->d.board.auction.bid;
    case DU_BRIBE:
        return arg[1];
    case DU_PLEDGE:
        return arg[0];
    case DB_GIFT:
        return arg[0] + 64u * arg[1];
    default:
        return 0;
    }
}

static bool is_shared_cost(uint8_t kind)
{
    return kind == DU_SHIP || kind == DU_CROSS || kind == DU_BACK || kind == DU_ALSO ||
           kind == DU_PAY;
}

static const char *allowed_by(uint8_t question)
{
    switch (question) {
    case DU_Q_PLACE_FREMEN:
        return "Choose Sietch Tabr, False Wall South or False Wall West.";
    case DU_Q_SEND:
        return "An advisor goes where the shipment lands, but not to the Polar Sink.";
    default:
        return "A worm comes out of sand; choose a territory of sand.";
    }
}

static bool tell_refused(cr_teller *t, const du_state *s, cr_span place)
{
    const cr_move *move = t->move;
    du_forces left;

    if (!move || t->event || move->seat >= s->k.n_seats)
        return false;
    if (cr_span_is(place, "dealt"))
        tell_dealt(t, s->d.secret.dealt[move->seat]);
    else if (cr_span_is(place, "turn_wrong"))
        tell_flag(t, move->kind == DU_PREDICT);
    else if (cr_span_is(place, "start_wrong"))
        tell_flag(t, move->kind == DU_ALSO);
    else if (cr_span_is(place, "allowed"))
        cr_text_str(t->out, allowed_by(s->k.q.kind));
    else if (cr_span_is(place, "own_moment"))
        tell_flag(t,
                  move->kind == DU_CALL_WORM || move->kind == DU_SWAP || move->kind == DU_RECALL);
    else if (cr_span_is(place, "force_left"))
        tell_left(t, s);
    else if (cr_span_is(place, "force_place")) {
        const uint8_t *start = start_of(move);

        if (start)
            tell_spot(t, start);
    } else if (cr_span_is(place, "reserve_left")) {
        left = du_reserves(s, move->seat);
        cr_text_str(t->out, "There are ");
        du_tell_forces(t, left.normals, left.elites);
        cr_text_str(t->out, " in your reserves");
    } else if (cr_span_is(place, "cost"))
        cr_tell_number(t, cost_of(s, move));
    else if (cr_span_is(place, "can_pay"))
        cr_tell_number(t, is_shared_cost(move->kind) ? du_means(s, move->seat)
                                                     : s->w.secret.spice[move->seat]);
    else if (cr_span_is(place, "bid_most"))
        cr_tell_number(t, du_means(s, move->seat));
    else
        return false;
    return true;
}

static bool tell_own(cr_teller *t, const du_state *s, cr_span place)
{
    uint8_t seat = t->reader;

    if (seat >= s->k.n_seats)
        return false;
    if (cr_span_is(place, "purse"))
        cr_tell_number(t, s->w.secret.spice[seat]);
    else if (cr_span_is(place, "free"))
        cr_tell_number(t, du_free_revivals(s, seat));
    else if (cr_span_is(place, "range"))
        cr_tell_number(t, du_range(s, seat, false));
    else if (cr_span_is(place, "is_paying"))
        tell_flag(t, du_faction(s, seat) != DB_FR);
    else
        return false;
    return true;
}

bool du_tell_asked(cr_teller *t, const du_state *s, cr_span place)
{
    return tell_refused(t, s, place) || tell_own(t, s, place) || tell_asked(t, s, place);
}
