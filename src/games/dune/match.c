/* The match: phases of a turn one after the other, and the mentat pause with its victories. */
#include "games/dune/dune.h"

/* ---- victory ---- */

static bool controls(const du_state *s, uint8_t seat, uint8_t stronghold)
{
    CR_CITE(DU_11_2);
    return du_has_forces(s, seat, stronghold) && !du_others_in(s, seat, stronghold);
}

static unsigned controlled(const du_state *s, uint8_t seat)
{
    unsigned n = 0;

    for (uint8_t t = 0; t < DB_STRONGHOLDS; t++)
        n += controls(s, seat, t);
    return n;
}

static uint8_t side_of(const du_state *s, uint8_t seat)
{
    uint8_t ally = db_ally(&s->w.board, seat);

    return (uint8_t)(1u << seat | (ally != 0xFF ? 1u << ally : 0));
}

/* The seats that have a stronghold victory, or none. */
static uint8_t by_strongholds(const du_state *s)
{
    CR_CITE(DU_11_3);
    CR_CITE(DU_11_4);
    for (unsigned i = 0; i < s->k.n_seats; i++) {
        uint8_t seat = s->w.board.order[i], ally = db_ally(&s->w.board, seat);
        unsigned n = controlled(s, seat);

        if (ally == 0xFF ? n >= 3 : n + controlled(s, ally) >= 4)
            return side_of(s, seat);
    }
    return 0;
}

/* Do forces of anybody but this seat stand there? */
static bool is_foreign(const du_state *s, uint8_t seat, uint8_t territory)
{
    return du_others_in(s, seat, territory) != 0;
}

static bool fremen_hold_out(const du_state *s, uint8_t fr)
{
    static const uint8_t barred[] = {DB_HK, DB_AT, DB_EM};

    if (is_foreign(s, fr, DU_SIETCH_TABR) || is_foreign(s, fr, DU_HABBANYA_SIETCH))
        return false;
    for (unsigned i = 0; i < CR_COUNT_OF(barred); i++) {
        uint8_t seat = du_seat_of(s, barred[i]);

        if (seat != 0xFF && du_has_forces(s, seat, DU_TUEKS_SIETCH))
            return false;
    }
    return true;
}

static uint8_t by_most(const du_state *s)
{
    unsigned best = 0;
    uint8_t winners = 0;

    for (uint8_t seat = 0; seat < s->k.n_seats; seat++) {
        unsigned n = 0;

        for (uint8_t t = 0; t < DB_STRONGHOLDS; t++)
            n += du_has_forces(s, seat, t);
        if (n > best)
            winners = 0;
        best = n > best ? n : best;
        if (n == best)
            winners |= (uint8_t)(1u << seat);
    }
    return winners;
}

static void end_turns(du_state *s)
{
    du_board *d = &s->d.board;
    uint8_t fr = du_seat_of(s, DB_FR), sg = du_seat_of(s, DB_SG);

    CR_CITE(DU_11_6);
    CR_CITE(DU_11_7);
    if (fr != 0xFF && (sg == 0xFF || fremen_hold_out(s, fr))) {
        d->winners = side_of(s, fr);
        d->victory = DU_WIN_FREMEN + 1;
    } else if (sg != 0xFF) {
        d->winners = side_of(s, sg);
        d->victory = DU_WIN_GUILD + 1;
    } else {
        d->winners = by_most(s);
        d->victory = DU_WIN_DEFAULT + 1;
    }
}

static void look_for_winners(du_state *s)
{
    du_board *d = &s->d.board;
    uint8_t predicted =
        s->d.secret.predicted ? du_seat_of(s, (uint8_t)(s->d.secret.predicted - 1)) : 0xFF;

    d->winners = by_strongholds(s);
    if (d->winners) {
        d->victory = DU_WIN_STRONGHOLDS + 1;
        CR_CITE(DU_11_5);
        if (predicted != 0xFF && (d->winners >> predicted & 1) &&
            s->d.secret.predicted_turn == d->turn) {
            d->winners = (uint8_t)(1u << du_seat_of(s, DB_BG));
            d->victory = DU_WIN_PREDICTION + 1;
        }
    } else if (d->turn == d->max_turns) {
        end_turns(s);
    }
}

/* Everything is shown; what nobody will ever draw is put away. */
static void reveal_all(du_state *s, cr_sink *sink)
{
    du_secret *secret = &s->d.secret;

    CR_CITE(DU_15_4);
    memset(secret->deck, 0, sizeof secret->deck);
    memset(secret->spice_deck, 0, sizeof secret->spice_deck);
    s->d.board.n_deck = s->d.board.n_spice = s->d.board.top_seen = s->d.board.spice_seen = 0;
    secret->storm_card = s->d.board.storm_seen = 0;
    db_tell_holdings((const db_state *)s, true, sink);
    for (uint8_t seat = 0; sink && seat < s->k.n_seats; seat++) {
        uint8_t data[6];

        memcpy(data, &secret->dealt[seat], 4);
        data[4] = du_faction(s, seat) == DB_BG ? secret->predicted : 0;
        data[5] = du_faction(s, seat) == DB_BG ? secret->predicted_turn : 0;
        cr_emit(sink, DU_EV_REVEALED, seat, CR_EYES_ALL, sizeof data, false, data, sizeof data);
    }
}

static void pause_for_mentat(du_state *s, cr_sink *sink)
{
    du_board *d = &s->d.board;

    CR_CITE(DU_11_9);
    for (unsigned i = 0; i < s->k.n_seats; i++) {
        uint8_t seat = s->w.board.order[i];
        unsigned amount = d->front[seat];

        CR_CITE(DU_11_1);
        if (!amount)
            continue;
        d->front[seat] = 0;
        amount = du_receive(s, seat, amount);
        CR_TELL(sink, DU_EV_BRIBES_TAKEN, seat, (uint8_t)(amount & 63), (uint8_t)(amount >> 6));
    }
    look_for_winners(s);
    if (!d->winners)
        return;
    CR_TELL(sink, DU_EV_VICTORY, CR_HOST, d->winners, (uint8_t)(d->victory - 1));
    reveal_all(s, sink);
}

void du_score(const cr_state *k, int32_t out[CR_SEATS_MAX])
{
    const du_state *s = (const du_state *)k;

    CR_CITE(DU_11_9);
    for (uint8_t seat = 0; seat < k->n_seats; seat++)
        out[seat] = s->d.board.winners >> seat & 1;
}

/* ---- phases ---- */

static void tell_start(du_state *s, cr_sink *sink)
{
    uint8_t data[1 + DB_SEATS] = {0};

    for (uint8_t seat = 0; seat < s->k.n_seats; seat++) {
        data[0] |= (uint8_t)(1u << du_faction(s, seat));
        data[1 + seat] = s->d.board.circle[seat];
    }
    if (sink)
        cr_emit(sink, DU_EV_GAME_START, CR_HOST, CR_EYES_ALL, sizeof data, false, data,
                sizeof data);
}

static void begin_turn(du_state *s, cr_sink *sink)
{
    du_board *d = &s->d.board;

    d->turn++;
    d->elite_revived = 0;
    CR_TELL(sink, DU_EV_TURN, CR_HOST, d->turn);
}

static void step_match(du_state *s, cr_frame *top, cr_sink *sink)
{
    static const uint8_t effect_of[DU_PHASES] = {
        [DU_SETUP] = DU_FX_SETUP,
        [DU_STORM] = DU_FX_STORM,
        [DU_BLOW] = DU_FX_BLOW,
        [DU_CHARITY] = DU_FX_CHARITY,
        [DU_BIDDING] = DU_FX_BIDDING,
        [DU_REVIVAL] = DU_FX_REVIVAL,
        [DU_SHIPMENT] = DU_FX_SHIPMENT,
        [DU_BATTLE] = DB_PHASE,
        [DU_COLLECTION] = DU_FX_COLLECTION,
    };
    du_board *d = &s->d.board;
    uint8_t phase = top->note;

    CR_CITE(DU_0_3);
    if (top->step == DU_MATCH_BEGIN) {
        tell_start(s, sink);
        top->step = DU_MATCH_PHASE;
    }
    if (phase == DU_STORM)
        begin_turn(s, sink);
    /* What the battle has kept of payments and plays ends with it. */
    if (phase == DU_COLLECTION)
        memset(s->w.board.spice_seen, 0, sizeof s->w.board.spice_seen);
    d->phase = phase;
    CR_TELL(sink, DU_EV_PHASE, CR_HOST, phase);
    if (phase != DU_MENTAT) {
        top->note++;
        cr_push(&s->k, effect_of[phase], CR_HOST);
        return;
    }
    pause_for_mentat(s, sink);
    CR_CITE(DU_11_8);
    top->note = DU_STORM;
    if (d->winners)
        cr_pop(&s->k);
}

/* The battle phase of the shared code, and what it does not know of: BG's flips are told, and one elite a turn is revived. */
static void step_battle(du_state *s, cr_frame *top, cr_sink *sink)
{
    uint64_t advisors = s->w.board.advisors;
    const cr_move *said = &s->k.said;
    bool is_start = top->kind == DB_PHASE && top->step == DB_PHASE_START;

    if (s->k.answered && s->k.q.kind == DB_Q_DECLARE && said->kind == DB_GHOLA && said->arg[2])
        s->d.board.elite_revived |= (uint8_t)(1u << said->seat);
    db_step(&s->k, top, sink);
    if (!is_start)
        return;
    CR_CITE(DU_14_7);
    for (advisors &= ~s->w.board.advisors; advisors; advisors &= advisors - 1)
        CR_TELL(sink, DU_EV_FLIPPED, du_seat_of(s, DB_BG), (uint8_t)(cr_bits_first(advisors) + 1),
                0);
}

void du_step(cr_state *k, cr_frame *top, cr_sink *sink)
{
    static void (*const steps[DU_EFFECTS])(du_state *, cr_frame *, cr_sink *) = {
        [DB_PHASE] = step_battle,
        [DB_BATTLE] = step_battle,
        [DB_CANCELLING] = step_battle,
        [DU_FX_MATCH] = step_match,
        [DU_FX_SETUP] = du_step_setup,
        [DU_FX_STORM] = du_step_storm,
        [DU_FX_BLOW] = du_step_blow,
        [DU_FX_CHARITY] = du_step_charity,
        [DU_FX_BIDDING] = du_step_bidding,
        [DU_FX_REVIVAL] = du_step_revival,
        [DU_FX_SHIPMENT] = du_step_shipment,
        [DU_FX_COLLECTION] = du_step_collection,
        [DU_FX_WORM] = du_step_worm,
        [DU_FX_TURN] = du_step_turn,
        [DU_FX_SENDING] = du_step_sending,
        [DU_FX_INTRUSION] = du_step_intrusion,
        [DU_FX_OPENING] = du_step_carrying,
        [DU_FX_WINDOW] = du_step_carrying,
        [DU_FX_WORTHLESS] = du_step_worthless,
    };

    steps[top->kind]((du_state *)k, top, sink);
}
