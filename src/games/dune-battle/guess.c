/* Worlds that fit what a viewer knows. What is hidden is drawn so that all that has been seen still holds: who locked
 * without announcing has a leader or a Cheap Hero, a revealed plan can be paid, an answer that was given is possible. */
#include "games/dune-battle/dune.h"

static bool is_viewer(const db_guess *g, uint8_t seat)
{
    return seat == g->viewer;
}

uint64_t db_draw_card(uint64_t *from, cr_rng *rng)
{
    uint64_t card;

    if (!*from)
        return 0;
    card = DB_CARD_BIT(cr_bits_nth(*from, cr_rng_small(rng, cr_bits_count(*from))));
    *from &= ~card;
    return card;
}

uint32_t db_draw_leader(uint32_t *from, cr_rng *rng)
{
    uint32_t leader;

    if (!*from)
        return 0;
    leader = DB_LEADER_BIT(cr_bits_nth(*from, cr_rng_small(rng, cr_bits_count(*from))));
    *from &= ~leader;
    return leader;
}

/* A leader the viewer knows to be part of this seat's plan: his whereabouts are certain. */
static void note_leader(db_guess *g, uint8_t seat, uint8_t leader)
{
    if (db_leaders[leader].faction == g->w->board.faction[seat])
        g->in_pool |= DB_LEADER_BIT(leader);
    else
        g->captive |= DB_LEADER_BIT(leader);
}

static void note_leaders(db_guess *g)
{
    const db_battle *b = &g->w->board.battle;
    const db_hidden_battle *known = &g->v->w.secret.battle;

    if (!db_has_effect(g->k, DB_BATTLE) || g->viewer >= g->n_seats)
        return;
    for (unsigned side = 0; side < 2; side++)
        if (known->plan[side].leader)
            note_leader(g, b->seat[side], (uint8_t)(known->plan[side].leader - 1));
    if (db_knows_answer(&g->w->board, g->n_seats, g->viewer) &&
        known->answer.says == DB_SAYS_LEADER)
        note_leader(g, b->seat[b->prescience_side], known->answer.value);
}

/* Whom HK has killed or holds in secret, of factions whose losses the viewer does not know. */
void db_guess_leaders(db_guess *g)
{
    db_board *b = &g->w->board;
    db_secret *secret = &g->w->secret;

    g->in_pool = g->captive = 0;
    note_leaders(g);
    for (uint8_t seat = 0; seat < g->n_seats; seat++) {
        uint32_t from = b->maybe_hidden & DB_OWN_LEADERS(b->faction[seat]) & ~g->in_pool;
        unsigned captives = b->n_hidden_captives[seat];

        if (is_viewer(g, seat) || (g->viewer < g->n_seats && b->faction[g->viewer] == DB_HK))
            continue;
        for (uint32_t known = g->captive & from; known && captives;
             known &= known - 1, captives--) {
            secret->captives |= known & -known;
            from &= ~(known & -known);
        }
        while (captives--)
            secret->captives |= db_draw_leader(&from, g->rng);
        for (unsigned i = 0; i < b->n_hidden_dead[seat]; i++)
            secret->dead |= db_draw_leader(&from, g->rng);
    }
}

/* What a plan that is locked, or an answer that is known, says about Cheap Heroes: 1 some, −1 none, 0 nothing. */
int db_heroes_of(const db_guess *g, uint8_t seat)
{
    const db_battle *b = &g->w->board.battle;
    const cr_question *q = &g->k->q;
    unsigned side = db_side(b, seat);
    bool is_locked;

    if (!db_has_effect(g->k, DB_BATTLE) || side > 1 || b->is_revealed)
        return 0;
    if (b->prescience == DB_ANSWERED && b->prescience_side == side && b->element == DB_LEADER &&
        db_knows_answer(&g->w->board, g->n_seats, g->viewer)) {
        if (g->v->w.secret.battle.answer.says == DB_SAYS_HERO)
            return 1;
        if (g->v->w.secret.battle.answer.says == DB_SAYS_NONE)
            return -1;
    }
    is_locked = db_has_stored(b, q, side) ||
                (db_is_plan_question(q->kind) && (q->asked & ~q->open & CR_BIT(seat)));
    if (!is_locked || db_available(g->w, seat, db_areas[b->zone.area].territory))
        return 0;
    return g->v->announced >> side & 1 ? -1 : 1;
}

/* Did Voice make this seat's heroes useless before it planned? Then an announcement tells nothing of them. */
bool db_heroes_are_barred(const db_board *b, uint8_t seat)
{
    return b->battle.voice == DB_STANDS && !b->late_voice && b->battle.mode == DB_NOT_PLAY &&
           b->battle.kind == DB_CHEAP_HERO && b->battle.seat[b->battle.voice_side] == seat;
}

static void guess_hands(db_guess *g)
{
    static const uint8_t limit[DB_FACTIONS] = {4, 8, 4, 4, 4, 4};
    const uint64_t heroes = db_of_kind[DB_CHEAP_HERO];
    uint64_t *hand = g->w->secret.hand, unseen = (UINT64_C(1) << DB_CARDS) - 1;

    unseen &= ~db_discarded(&g->w->board);
    for (unsigned seat = 0; seat < g->n_seats; seat++)
        unseen &= ~hand[seat];
    for (uint8_t seat = 0; seat < g->n_seats; seat++)
        if (!is_viewer(g, seat) && db_heroes_of(g, seat) > 0 && !(hand[seat] & heroes)) {
            uint64_t from = unseen & heroes, hero = db_draw_card(&from, g->rng);

            hand[seat] |= hero;
            unseen &= ~hero;
        }
    for (unsigned i = 0; i < g->n_seats; i++) {
        uint8_t seat = (uint8_t)((i + g->viewer) % g->n_seats); /* nobody is always last */
        unsigned known = cr_bits_count(hand[seat]) + g->w->board.played[seat];
        unsigned most = limit[g->w->board.faction[seat]];
        bool has_none = db_heroes_of(g, seat) < 0 && !db_heroes_are_barred(&g->w->board, seat);
        uint64_t from = has_none ? unseen & ~heroes : unseen;

        if (is_viewer(g, seat) || known >= most)
            continue;
        for (unsigned n = cr_rng_small(g->rng, most - known + 1); n--;)
            hand[seat] |= db_draw_card(&from, g->rng);
        unseen &= ~hand[seat];
    }
}

/* AT and its ally may have been shown a card of somebody else. */
static void guess_seen(db_guess *g)
{
    const db_board *b = &g->w->board;
    uint8_t at = db_seat_of(b, g->n_seats, DB_AT);

    for (uint8_t seat = 0; at != 0xFF && seat < g->n_seats; seat++) {
        uint64_t others = 0;

        if (is_viewer(g, seat) || (seat != at && seat != db_ally(b, at)))
            continue;
        for (unsigned other = 0; other < g->n_seats; other++)
            if (other != seat)
                others |= g->w->secret.hand[other];
        if (!cr_rng_small(g->rng, 4))
            g->w->secret.seen[seat] = db_draw_card(&others, g->rng);
    }
}

static void guess_traitors(db_guess *g)
{
    db_board *b = &g->w->board;
    uint32_t *held = g->w->secret.traitors, unseen = 0;

    for (unsigned seat = 0; seat < g->n_seats; seat++)
        unseen |= DB_OWN_LEADERS(b->faction[seat]);
    for (unsigned seat = 0; seat < g->n_seats; seat++)
        unseen &= ~held[seat];
    for (uint8_t seat = 0; seat < g->n_seats; seat++) {
        unsigned n = b->faction[seat] == DB_HK ? 4 : 1, has = cr_bits_count(held[seat]);

        for (; !is_viewer(g, seat) && has < n; has++)
            held[seat] |= db_draw_leader(&unseen, g->rng);
    }
}

/* What this seat is known to be able to pay. */
unsigned db_least_spice(const db_guess *g, uint8_t seat)
{
    const db_battle *b = &g->w->board.battle;
    const db_hidden_battle *known = &g->v->w.secret.battle;
    unsigned side = db_side(b, seat), least = 0;

    if (!db_has_effect(g->k, DB_BATTLE) || side > 1)
        return 0;
    if (g->k->q.kind == DB_Q_TRAITOR)
        least = b->plan[side].spice;
    if (g->viewer < g->n_seats && db_knows_plan(&g->w->board, g->n_seats, g->viewer, side) &&
        known->plan[side].spice > least)
        least = known->plan[side].spice;
    if (db_knows_answer(&g->w->board, g->n_seats, g->viewer) && b->prescience_side == side &&
        known->answer.says == DB_SAYS_NUMBER && known->answer.spice > least && !b->is_revealed)
        least = known->answer.spice;
    return least;
}

/* A phase begins with 0 to 15 spice, each as likely. What a seat has paid of it, and what it is known to be able to pay
 * beyond what it was seen to receive, has been there; the rest is as open as it was. */
static uint16_t draw_spice(db_guess *g, uint8_t seat)
{
    enum { SPICE_RANGE = 16 };
    unsigned seen = g->w->board.spice_seen[seat], least = db_least_spice(g, seat);
    unsigned known = g->w->board.spice_spent[seat] + (least > seen ? least - seen : 0), spice;

    if (known >= SPICE_RANGE)
        known = 0; /* a written position, which may hold any amount */
    spice = (least > seen ? least : seen) + cr_rng_small(g->rng, SPICE_RANGE - known);
    return (uint16_t)(spice < DB_SPICE_MAX ? spice : DB_SPICE_MAX);
}

void db_guess_counter(db_guess *g)
{
    enum { COUNTER_RANGE = 14 };
    db_board *b = &g->w->board;
    uint8_t at = db_seat_of(b, g->n_seats, DB_AT);

    if (b->is_advanced && at != 0xFF && !is_viewer(g, at))
        g->w->secret.kh_counter =
            (uint8_t)((b->kh_shown ? DB_KH_ACTIVE : 0) + cr_rng_small(g->rng, COUNTER_RANGE));
}

static void guess_plan(db_guess *g, unsigned side)
{
    db_terms terms;
    db_plan *plan = &g->w->secret.battle.plan[side];

    db_terms_of(g->w, g->w->board.battle.seat[side], &terms);
    if (!db_draw_plan(g->w, &terms, g->rng, plan))
        *plan = db_default_plan(g->w, &terms);
}

static void guess_answer(db_guess *g)
{
    const db_battle *b = &g->w->board.battle;
    db_answer *answer = &g->w->secret.battle.answer;
    uint8_t target, seats[2];
    db_terms terms;
    cr_space space;
    uint64_t size;

    if (b->prescience != DB_ANSWERED)
        return;
    target = b->seat[b->prescience_side];
    seats[0] = db_seat_of(&g->w->board, g->n_seats, DB_AT);
    seats[1] = b->seat[!b->prescience_side];
    if (!db_knows_answer(&g->w->board, g->n_seats, g->viewer)) {
        g->w->board.battle.prescience = DB_STANDS; /* as when it was answered */
        db_terms_of(g->w, target, &terms);
        cr_space_clear(&space);
        db_answer_space(g->w, &terms, &space);
        size = cr_space_size(&space);
        *answer = db_default_answer(g->w, &terms);
        for (unsigned tries = 0; tries < CR_SCAN_MAX; tries++) {
            db_answer drawn;
            cr_move move;

            cr_move_set(&move, cr_space_nth(&space, cr_rng_below64(g->rng, size)));
            drawn = (db_answer){move.arg[0], move.arg[1], move.arg[2]};
            if (!db_check_answer(g->w, &terms, drawn).code) {
                *answer = drawn;
                break;
            }
        }
        g->w->board.battle.prescience = DB_ANSWERED;
    }
    if (answer->says == DB_SAYS_CARD && (g->w->secret.hand[target] & DB_CARD_BIT(answer->value)))
        for (unsigned i = 0; i < 2; i++)
            g->w->secret.seen[seats[i]] |= DB_CARD_BIT(answer->value);
}

static void guess_plans(db_guess *g)
{
    db_battle *b = &g->w->board.battle;
    uint8_t voice = b->voice;

    /* A late command came when the plans were there. */
    if (g->w->board.late_voice)
        b->voice = DB_UNUSED;
    for (unsigned side = 0; side < 2; side++) {
        bool is_known =
            g->viewer < g->n_seats && db_knows_plan(&g->w->board, g->n_seats, g->viewer, side);

        if (db_has_stored(b, &g->k->q, side) && !is_known)
            guess_plan(g, side);
    }
    b->voice = voice;
}

bool db_guess_battle(db_guess *g)
{
    db_battle *b = &g->w->board.battle;
    uint8_t question = g->k->q.kind;
    uint32_t pool;

    if (!db_has_effect(g->k, DB_BATTLE))
        return true;
    if (!b->is_revealed)
        for (unsigned side = 0; side < 2; side++) {
            uint8_t seat = b->seat[side];
            int heroes = is_viewer(g, seat) ? 0 : db_heroes_of(g, seat);
            bool has_some = g->w->secret.hand[seat] & db_of_kind[DB_CHEAP_HERO];
            bool is_led = db_available(g->w, seat, db_areas[b->zone.area].territory);

            if ((heroes > 0 && !has_some) ||
                (heroes < 0 && has_some && !db_heroes_are_barred(&g->w->board, seat)))
                return false;
            if (!is_viewer(g, seat) && (g->v->announced >> side & 1) && is_led)
                return false;
        }
    guess_answer(g);
    guess_plans(g);
    if ((question == DB_Q_CAPTURE || question == DB_Q_CAPTURE_CANCEL) &&
        (g->viewer >= g->n_seats || db_side(b, g->viewer) > 1)) {
        pool = db_available(g->w, b->seat[2 - b->winner], db_areas[b->zone.area].territory);
        if (!pool)
            return false;
        g->w->secret.battle.drawn = (uint8_t)(cr_bits_first(db_draw_leader(&pool, g->rng)) + 1);
    }
    return true;
}

/* Nobody knows what others had at the start: it is taken to be what they have now. */
static void guess_start(db_guess *g)
{
    int32_t values[DB_SEATS];

    db_values(g->w, g->n_seats, values);
    for (uint8_t seat = 0; seat < g->n_seats; seat++)
        if (!is_viewer(g, seat))
            g->w->secret.start[seat] = values[seat];
}

void db_imagine(const cr_view *in, cr_rng *rng, cr_state *out)
{
    enum { TRIES = 64 };
    const db_view *v = (const db_view *)in;
    db_world *w = &((db_state *)out)->w;
    db_guess g = {
        .v = v, .rng = rng, .w = w, .k = out, .n_seats = in->n_seats, .viewer = in->viewer};

    for (unsigned tries = 0; tries < TRIES; tries++) {
        *w = v->w;
        if (in->is_over)
            return;
        db_guess_leaders(&g);
        guess_hands(&g);
        guess_seen(&g);
        guess_traitors(&g);
        for (uint8_t seat = 0; seat < g.n_seats; seat++)
            if (!is_viewer(&g, seat))
                w->secret.spice[seat] = draw_spice(&g, seat);
        db_guess_counter(&g);
        if (db_guess_battle(&g))
            break;
    }
    guess_start(&g);
}
