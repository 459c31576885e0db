/* How a match begins: options, decks and circles, and the questions before the first turn (DU-1). */
#include "games/dune/dune.h"

static const struct {
    uint8_t spice, area, on_map, cards;
} start_of[DB_FACTIONS] = {
    [DB_AT] = {10, 0, 10, 1},
    [DB_HK] = {10, 1, 10, 2},
    [DB_FR] = {3, 0, 0, 1},
    [DB_EM] = {10, 0, 0, 1},
    [DB_SG] = {5, DB_STRONGHOLDS - 1, 5, 1},
    [DB_BG] = {5, DB_POLAR_SINK, 1, 1},
};

/* ---- before anything is asked ---- */

static bool seat_factions(du_state *s, unsigned in_play)
{
    CR_CITE(DU_0_1);
    if (!in_play)
        in_play = (1u << s->k.n_seats) - 1;
    if (cr_bits_count(in_play) != s->k.n_seats)
        return false;
    for (uint8_t seat = 0; in_play; seat++, in_play &= in_play - 1)
        s->w.board.faction[seat] = (uint8_t)cr_bits_first(in_play);
    return true;
}

static void sit_down(du_state *s, bool is_drawn)
{
    uint8_t circles[DU_CIRCLES] = {0, 1, 2, 3, 4, 5};

    CR_CITE(DU_1_2);
    for (uint8_t seat = 0; seat < s->k.n_seats; seat++) {
        unsigned pick =
            is_drawn ? seat + cr_rng_small(&s->k.rng, DU_CIRCLES - (unsigned)seat) : seat;
        uint8_t circle = circles[pick];

        circles[pick] = circles[seat];
        s->d.board.circle[seat] = circle;
        s->w.board.order[seat] = seat; /* DU-0.7: until the first storm has moved */
    }
}

cr_err du_init(cr_state *k, const cr_setup *setup)
{
    du_state *s = (du_state *)k;
    db_board *b = &s->w.board;
    du_board *d = &s->d.board;
    const int32_t *option = setup->option;

    b->is_advanced = (uint8_t)option[DU_OPTION_ADVANCED];
    b->battles_in_storm = (uint8_t)option[DU_OPTION_IN_STORM];
    b->late_voice = (uint8_t)option[DU_OPTION_LATE_VOICE];
    b->legal_default = (uint8_t)option[DU_OPTION_DEFAULT_PLAN];
    b->worthless_go = (uint8_t)option[DU_OPTION_WORTHLESS];
    for (unsigned i = 0; i < DB_TIMES; i++)
        b->time_ms[i] = (uint32_t)option[DU_OPTION_TIMES + i];
    for (unsigned i = 0; i < DU_TIMES; i++)
        d->time_ms[i] = (uint32_t)option[DU_OPTION_OWN_TIMES + i];
    d->max_turns = (uint8_t)option[DU_OPTION_MAX_TURNS];
    d->pass_final = (uint8_t)option[DU_OPTION_PASS_FINAL];
    if (!seat_factions(s, (unsigned)option[DU_OPTION_FACTIONS]))
        return CR_ERR_BAD_OPTION;
    sit_down(s, !option[DU_OPTION_CIRCLES] && !option[DU_OPTION_SCENARIO]);
    cr_push(k, DU_FX_MATCH, CR_HOST);
    if (option[DU_OPTION_SCENARIO])
        return CR_ERR_OK; /* an empty table, for written positions */
    CR_CITE(DU_1_1);
    du_new_deck(s);
    return CR_ERR_OK;
}

/* ---- traitors ---- */

static void deal_traitors(du_state *s, cr_sink *sink)
{
    uint32_t deck = 0;

    CR_CITE(DU_1_5);
    for (uint8_t seat = 0; seat < s->k.n_seats; seat++)
        deck |= DB_OWN_LEADERS(du_faction(s, seat));
    for (uint8_t seat = 0; seat < s->k.n_seats; seat++) {
        uint32_t *dealt = &s->d.secret.dealt[seat];

        for (unsigned n = 0; n < DU_TRAITORS; n++) {
            uint32_t card =
                DB_LEADER_BIT(cr_bits_nth(deck, cr_rng_small(&s->k.rng, cr_bits_count(deck))));

            *dealt |= card;
            deck &= ~card;
        }
        if (sink)
            cr_emit(sink, DU_EV_TRAITORS_DEALT, seat, CR_BIT(seat), 0, false,
                    (const uint8_t *)dealt, sizeof *dealt);
        CR_CITE(DU_1_7);
        if (du_faction(s, seat) == DB_HK)
            s->w.secret.traitors[seat] = *dealt;
    }
}

static bool keep_traitors(du_state *s)
{
    uint8_t hk = du_seat_of(s, DB_HK);
    uint16_t seats = cr_everybody(&s->k);

    if (hk != 0xFF)
        seats &= (uint16_t)~CR_BIT(hk);
    if (cr_ask(&s->k, DU_Q_KEEP_TRAITOR, seats, CR_ALL, 0, s->d.board.time_ms[DU_TIME_SETUP]))
        return true;
    CR_CITE(DU_1_6);
    for (; seats; seats &= (uint16_t)(seats - 1)) {
        unsigned seat = cr_bits_first(seats);

        s->w.secret.traitors[seat] = DB_LEADER_BIT(s->k.sealed[seat].arg[0]);
    }
    return false;
}

uint8_t du_default_traitor(const du_state *s, uint8_t seat)
{
    uint32_t dealt = s->d.secret.dealt[seat],
             of_others = dealt & ~DB_OWN_LEADERS(du_faction(s, seat));

    return (uint8_t)(of_others ? db_best_leader(of_others, true) : cr_bits_first(dealt));
}

/* ---- forces ---- */

static void place(du_state *s, uint8_t seat, uint8_t area, unsigned n, unsigned e, cr_sink *sink)
{
    du_put_on(s, seat, area, db_force(n, e));
    CR_TELL(sink, DU_EV_PLACED, seat, area, (uint8_t)n, (uint8_t)e);
}

static void place_forces(du_state *s, cr_sink *sink)
{
    CR_CITE(DU_1_8);
    for (uint8_t seat = 0; seat < s->k.n_seats; seat++) {
        uint8_t faction = du_faction(s, seat);

        s->w.secret.spice[seat] = start_of[faction].spice;
        if (start_of[faction].on_map && !(faction == DB_BG && s->w.board.is_advanced))
            place(s, seat, start_of[faction].area, start_of[faction].on_map, 0, sink);
    }
}

/* DU-1.9: the areas FR may choose, in the order of the default, and how many lie there at most by it. */
enum { FREMEN_AREAS = 6 };
static bool is_fremen_area(uint8_t area)
{
    uint8_t territory = db_areas[area].territory;

    return territory == DU_SIETCH_TABR || territory == DU_FALSE_WALL_SOUTH ||
           territory == DU_FALSE_WALL_WEST;
}

cr_refusal du_check_place(const du_state *s, const cr_move *move)
{
    du_forces left = du_reserves(s, move->seat);
    unsigned n = move->arg[2], e = move->arg[3];
    uint8_t area;

    if (!du_area_of(move->arg, &area))
        return CR_REFUSE(DU_CODE_AREA_UNKNOWN, DU_1_9, 1);
    if (s->k.q.kind == DU_Q_PLACE_SISTER)
        return n || e ? CR_REFUSE(DU_CODE_NOT_ENOUGH_RESERVES, DU_1_10, n ? 2 : 3) : CR_ACCEPT;
    if (!is_fremen_area(area))
        return CR_REFUSE(DU_CODE_AREA_NOT_ALLOWED, DU_1_9, 1);
    if (n > left.normals || n + e > (unsigned)DU_START_FORCES - s->d.board.placed)
        return CR_REFUSE(DU_CODE_NOT_ENOUGH_RESERVES, DU_1_9, 2);
    if (e > left.elites)
        return CR_REFUSE(DU_CODE_NOT_ENOUGH_RESERVES, DU_1_9, 3);
    if (!n && !e)
        return CR_REFUSE(DU_CODE_NO_FORCES, DU_1_9, 2);
    return CR_ACCEPT;
}

void du_offer_places(const du_state *s, uint8_t seat, cr_space *out)
{
    unsigned room = (unsigned)DU_START_FORCES - s->d.board.placed;
    du_forces left = du_reserves(s, seat);
    static const uint8_t territories[] = {DU_SIETCH_TABR, DU_FALSE_WALL_SOUTH, DU_FALSE_WALL_WEST};

    if (s->k.q.kind == DU_Q_PLACE_SISTER) {
        for (unsigned n = 1; n <= DB_ZONE_MAX; n++) {
            uint64_t set = 0;
            cr_box *box;

            for (unsigned t = 0; t < DB_TERRITORIES; t++)
                if (db_territories[t].n_areas == n)
                    set |= UINT64_C(1) << t;
            box = cr_box_add(out, DU_PLACE);
            cr_box_one(box, 0, set);
            cr_box_one(box, 1, db_up_to(n - 1));
            box->is_exact = 1;
        }
        return;
    }
    for (unsigned i = 0; i < CR_COUNT_OF(territories); i++) {
        cr_box *box = cr_box_add(out, DU_PLACE);

        box->move.arg[0] = territories[i];
        cr_box_one(box, 1, db_up_to(db_territories[territories[i]].n_areas - 1u));
        cr_box_one(box, 2, db_up_to(room < left.normals ? room : left.normals));
        cr_box_one(box, 3, db_up_to(room < left.elites ? room : left.elites));
    }
}

/* The mark of the referee on a default: what is left is placed too, without asking again. */
enum { PLACES_ALL = 4 };

/* The next part of the default: up to four, three and three, and the rest in Sietch Tabr. */
cr_move du_default_place(const du_state *s, uint8_t seat)
{
    static const struct {
        uint8_t territory, place, most;
    } rows[] = {{DU_SIETCH_TABR, 0, 4},
                {DU_FALSE_WALL_SOUTH, 1, 3},
                {DU_FALSE_WALL_WEST, 1, 3},
                {DU_SIETCH_TABR, 0, 10}};
    unsigned room = (unsigned)DU_START_FORCES - s->d.board.placed;
    du_forces left = du_reserves(s, seat);
    cr_move move = {.kind = DU_PLACE, .arg = {DB_POLAR_SINK}};

    if (s->k.q.kind == DU_Q_PLACE_SISTER)
        return move;
    move.arg[PLACES_ALL] = 1;
    for (unsigned i = 0; i < CR_COUNT_OF(rows); i++) {
        uint8_t force =
            s->w.board.force[seat][db_territories[rows[i].territory].first + rows[i].place];
        unsigned there = db_normals(force) + db_elites(force), n;

        if (there >= rows[i].most)
            continue;
        n = rows[i].most - there < room ? rows[i].most - there : room;
        move.arg[0] = rows[i].territory;
        move.arg[1] = rows[i].place;
        move.arg[2] = (uint8_t)(n < left.normals ? n : left.normals);
        move.arg[3] = (uint8_t)(n - move.arg[2]);
        break;
    }
    return move;
}

static void place_part(du_state *s, uint8_t fr, const uint8_t *arg, cr_sink *sink)
{
    uint8_t area;

    CR_CITE(DU_1_9);
    du_area_of(arg, &area);
    place(s, fr, area, arg[2], arg[3], sink);
    s->d.board.placed = (uint8_t)(s->d.board.placed + arg[2] + arg[3]);
}

static bool place_fremen(du_state *s, cr_sink *sink)
{
    uint8_t fr = du_seat_of(s, DB_FR);

    while (fr != 0xFF && s->d.board.placed < DU_START_FORCES) {
        cr_move said;

        if (cr_ask_one(&s->k, DU_Q_PLACE_FREMEN, fr, s->d.board.time_ms[DU_TIME_SETUP]))
            return true;
        said = s->k.said;
        place_part(s, fr, said.arg, sink);
        while (said.arg[PLACES_ALL] && s->d.board.placed < DU_START_FORCES)
            place_part(s, fr, du_default_place(s, fr).arg, sink);
    }
    return false;
}

static bool place_sister(du_state *s, cr_sink *sink)
{
    uint8_t bg = du_seat_of(s, DB_BG), area;

    if (bg == 0xFF || !s->w.board.is_advanced)
        return false;
    if (cr_ask_one(&s->k, DU_Q_PLACE_SISTER, bg, s->d.board.time_ms[DU_TIME_SETUP]))
        return true;
    CR_CITE(DU_1_10);
    du_area_of(s->k.said.arg, &area);
    place(s, bg, area, 1, 0, sink);
    if (du_others_in(s, bg, db_areas[area].territory)) {
        s->w.board.advisors |= UINT64_C(1) << db_areas[area].territory;
        CR_TELL(sink, DU_EV_FLIPPED, bg, (uint8_t)(db_areas[area].territory + 1), 1);
    }
    return false;
}

/* ---- cards ---- */

static void deal_cards(du_state *s, cr_sink *sink)
{
    CR_CITE(DU_1_11);
    for (unsigned circle = 0; circle < DU_CIRCLES; circle++)
        for (uint8_t seat = 0; seat < s->k.n_seats; seat++) {
            uint8_t data[9] = {0};

            if (s->d.board.circle[seat] != circle)
                continue;
            for (unsigned n = start_of[du_faction(s, seat)].cards; n && s->d.board.n_deck; n--)
                s->w.secret.hand[seat] |= DB_CARD_BIT(du_draw_under(s, 0));
            data[0] = (uint8_t)du_cards(s, seat);
            memcpy(data + 1, &s->w.secret.hand[seat], 8);
            if (sink)
                cr_emit(sink, DU_EV_CARDS_DEALT, seat, CR_BIT(seat), 1, false, data, sizeof data);
        }
}

static bool predict(du_state *s, cr_sink *sink)
{
    uint8_t bg = du_seat_of(s, DB_BG);
    const uint8_t *arg = s->k.said.arg;

    if (bg == 0xFF)
        return false;
    if (cr_ask_one(&s->k, DU_Q_PREDICT, bg, s->d.board.time_ms[DU_TIME_SETUP]))
        return true;
    CR_CITE(DU_1_4);
    s->d.secret.predicted = (uint8_t)(arg[0] + 1);
    s->d.secret.predicted_turn = arg[1];
    CR_TELL_PART(sink, DU_EV_PREDICTION, bg, CR_BIT(bg), 0, arg[0], arg[1]);
    return false;
}

cr_refusal du_check_predict(const du_state *s, const cr_move *move)
{
    uint8_t of = du_seat_of(s, move->arg[0]);

    if (of == 0xFF || of == move->seat)
        return CR_REFUSE(DU_CODE_BAD_TARGET, DU_1_4, 1);
    if (!move->arg[1] || move->arg[1] > s->d.board.max_turns)
        return CR_REFUSE(DU_CODE_BAD_NUMBER, DU_1_4, 2);
    return CR_ACCEPT;
}

void du_step_setup(du_state *s, cr_frame *top, cr_sink *sink)
{
    CR_CITE(DU_1_13);
    switch (top->step) {
    case DU_SETUP_PREDICT:
        if (!predict(s, sink))
            top->step = DU_SETUP_DEAL;
        return;
    case DU_SETUP_DEAL:
        deal_traitors(s, sink);
        top->step = DU_SETUP_KEEP;
        return;
    case DU_SETUP_KEEP:
        if (keep_traitors(s))
            return;
        place_forces(s, sink);
        top->step = DU_SETUP_FREMEN;
        return;
    case DU_SETUP_FREMEN:
        if (!place_fremen(s, sink))
            top->step = DU_SETUP_SISTER;
        return;
    case DU_SETUP_SISTER:
        if (!place_sister(s, sink))
            top->step = DU_SETUP_CARDS;
        return;
    default:
        deal_cards(s, sink);
        s->d.board.placed = 0;
        cr_pop(&s->k);
    }
}
