/* May a seat do this, and if not, why, in the order of DB-18: whose action it is, whether it was done already,
 * whether it is asked now, and only then what it says. Also what is offered, and the defaults of DB-17. */
#include "games/dune-battle/dune.h"

/* ---- whose action it is ---- */

static bool is_cancel_window(uint8_t question)
{
    return question == DB_Q_VOICE_CANCEL || question == DB_Q_PRESCIENCE_CANCEL ||
           question == DB_Q_VOICE_LATE_CANCEL || question == DB_Q_CAPTURE_CANCEL;
}

static bool is_voice_window(uint8_t question)
{
    return question == DB_Q_VOICE || question == DB_Q_VOICE_LATE;
}

/* Does the question take this kind of answer? */
static bool fits(uint8_t question, uint8_t kind)
{
    switch (kind) {
    case DB_PASS:
        return question == DB_Q_DECLARE || is_voice_window(question) ||
               is_cancel_window(question) || question == DB_Q_PRESCIENCE ||
               question == DB_Q_TRAITOR;
    case DB_CHOOSE:
        return question == DB_Q_CHOOSE;
    case DB_GHOLA:
    case DB_GIFT:
    case DB_KARAMA:
        return question == DB_Q_DECLARE;
    case DB_COMMAND:
        return is_voice_window(question);
    case DB_CANCEL:
        return is_cancel_window(question);
    case DB_ASK:
        return question == DB_Q_PRESCIENCE;
    case DB_ANSWER:
        return question == DB_Q_ANSWER;
    case DB_PLAN:
        return question == DB_Q_PLAN_FIRST || question == DB_Q_PLANS || question == DB_Q_PLAN_AGAIN;
    case DB_CALL:
        return question == DB_Q_TRAITOR;
    case DB_KEEP:
        return question == DB_Q_KEEP;
    default:
        return question == DB_Q_CAPTURE;
    }
}

/* Does DB-17 name this seat for the action, in the battle that is fought? */
static bool is_named(const db_state *s, uint8_t seat, const cr_move *move)
{
    const db_board *b = &s->w.board;
    const db_battle *battle = &b->battle;
    bool in_battle = db_has_effect(&s->k, DB_BATTLE), fights;
    uint8_t faction;

    if (seat >= s->k.n_seats)
        return false;
    faction = b->faction[seat];
    if (move->kind == DB_PASS)
        return s->k.q.asked & CR_BIT(seat);
    if (!in_battle)
        return move->kind == DB_CHOOSE ? s->k.q.asked & CR_BIT(seat) : true;
    fights = db_side(battle, seat) < 2;
    switch (move->kind) {
    case DB_CHOOSE:
        return seat == battle->seat[0];
    case DB_GIFT:
        return faction == DB_EM && b->ally[seat] && db_side(battle, db_ally(b, seat)) < 2;
    case DB_KARAMA:
        if (move->arg[0] >= DB_POWERS && faction != DB_AT)
            return false;
        __attribute__((fallthrough));
    case DB_GHOLA:
        return db_is_asked(b, seat) || !fits(s->k.q.kind, move->kind);
    case DB_COMMAND:
        return faction == DB_BG && battle->voice_side < 2;
    case DB_CANCEL:
        return !is_cancel_window(s->k.q.kind) || (seat != s->k.stack[s->k.depth - 1].seat &&
                                                  db_karama_may_be(b, db_discarded(b), seat));
    case DB_ASK:
        return faction == DB_AT && battle->prescience_side < 2;
    case DB_ANSWER:
        return battle->prescience_side < 2 && seat == battle->seat[battle->prescience_side];
    case DB_PLAN:
        return fights;
    case DB_CALL:
        return fights || (faction == DB_HK && db_side_for(b, seat) < 2);
    case DB_KEEP:
        return battle->winner ? seat == battle->seat[battle->winner - 1] : fights;
    default:
        return fights && faction == DB_HK;
    }
}

/* Has this seat had its turn in the open window? */
static bool has_answered(const db_state *s, uint8_t seat)
{
    const cr_question *q = &s->k.q;
    const cr_frame *top = &s->k.stack[s->k.depth - 1];
    uint8_t place = q->kind == DB_Q_DECLARE ? top->note : is_cancel_window(q->kind) ? top->step : 0;

    if (seat >= s->k.n_seats)
        return false;
    if (q->asked & CR_BIT(seat))
        return !(q->open & CR_BIT(seat));
    for (unsigned i = 0; i < place; i++)
        if (s->w.board.order[i] == seat)
            return q->kind == DB_Q_DECLARE
                       ? db_is_asked(&s->w.board, seat)
                       : seat != top->seat &&
                             db_karama_may_be(&s->w.board, db_discarded(&s->w.board), seat);
    return false;
}

/* Was it done before in this battle? */
static cr_refusal was_done(const db_state *s, const cr_move *move, bool is_asked)
{
    const db_battle *b = &s->w.board.battle;

    switch (move->kind) {
    case DB_PLAN:
        if (!is_asked && (has_answered(s, move->seat) || b->is_revealed ||
                          (b->locked >> db_side(b, move->seat) & 1)))
            return CR_REFUSE(DB_CODE_ALREADY_LOCKED, DB_5_16, 0);
        break;
    case DB_GIFT:
        if (b->has_gift)
            return CR_REFUSE(DB_CODE_ALREADY_ANSWERED, DB_12_22, 0);
        break;
    case DB_COMMAND:
        if (b->voice)
            return CR_REFUSE(DB_CODE_VOICE_ALREADY_USED, DB_3_1, 0);
        break;
    case DB_ASK:
        if (b->prescience)
            return CR_REFUSE(DB_CODE_PRESCIENCE_ALREADY_USED, DB_4_7, 0);
        break;
    case DB_ANSWER:
        if (b->prescience == DB_ANSWERED)
            return CR_REFUSE(DB_CODE_ALREADY_ANSWERED, DB_6_4, 0);
        break;
    case DB_KARAMA:
        if (move->arg[0] < DB_POWERS ? b->prevented >> move->arg[0] & 1 : s->w.board.look_used)
            return CR_REFUSE(DB_CODE_KARAMA_POWER_USED, DB_13_1, 1);
        break;
    default:
        break;
    }
    return CR_ACCEPT;
}

/* Everything of DB-18 that comes before what the move says. */
static cr_refusal stands(const db_state *s, const cr_move *move)
{
    bool is_asked = move->seat < CR_SEATS_MAX && (s->k.q.open & CR_BIT(move->seat));
    bool is_fit = fits(s->k.q.kind, move->kind);
    bool had_turn = is_fit && !is_asked && !s->k.is_over && has_answered(s, move->seat);
    cr_refusal no;

    if (s->k.is_over)
        return CR_REFUSE(DB_CODE_WRONG_STATE, DB_16_6, 0);
    if (!is_named(s, move->seat, move) && !(had_turn && move->kind == DB_PASS))
        return CR_REFUSE(DB_CODE_NOT_YOUR_DECISION, DB_16_5, 0);
    if (had_turn && move->kind != DB_PLAN)
        return CR_REFUSE(DB_CODE_ALREADY_ANSWERED, DB_6_4, 0);
    no = was_done(s, move, is_asked);
    if (no.code)
        return no;
    if (!is_fit)
        return CR_REFUSE(DB_CODE_WRONG_STATE, DB_16_6, 0);
    if (!is_asked)
        return CR_REFUSE(DB_CODE_NOT_YOUR_DECISION, DB_16_5, 0);
    return CR_ACCEPT;
}

/* ---- what the move says ---- */

static cr_refusal check_choose(const db_state *s, const cr_move *move)
{
    db_fight fights[DB_FIGHTS_MAX];
    unsigned n = db_fights_of(&s->w.board, s->k.n_seats, move->seat, fights, DB_FIGHTS_MAX);

    for (unsigned i = 0; i < n; i++)
        if (db_areas[fights[i].zone.area].territory == move->arg[0] &&
            fights[i].zone.area == db_territories[move->arg[0]].first + move->arg[1] &&
            s->w.board.faction[fights[i].foe] == move->arg[2])
            return CR_ACCEPT;
    return CR_REFUSE(DB_CODE_FIGHT_UNKNOWN, DB_2_2, 1);
}

enum { GHOLA_TARGET = 1, GHOLA_CARD = 4, GHOLA_FORCES = 5 };

static uint32_t own_dead(const db_world *w, uint8_t seat)
{
    return (w->board.dead | w->secret.dead) & DB_OWN_LEADERS(w->board.faction[seat]);
}

static cr_refusal check_ghola(const db_world *w, const cr_move *move)
{
    uint8_t leader = move->arg[0], normals = move->arg[1], elites = move->arg[2];
    bool is_fine;

    if (!(w->secret.hand[move->seat] & DB_CARD_BIT(DB_CARD_tleilaxu_ghola)))
        return CR_REFUSE(DB_CODE_CARD_NOT_IN_HAND, DB_11_5, GHOLA_CARD);
    if (leader)
        is_fine = !normals && !elites && (own_dead(w, move->seat) & DB_LEADER_BIT(leader - 1));
    else
        is_fine = normals + elites && normals + elites <= GHOLA_FORCES && elites <= 1 &&
                  normals <= w->board.tank_normal[move->seat] &&
                  elites <= w->board.tank_elite[move->seat];
    return is_fine ? CR_ACCEPT : CR_REFUSE(DB_CODE_GHOLA_BAD_TARGET, DB_11_5, GHOLA_TARGET);
}

static cr_refusal check_gift(const db_world *w, const cr_move *move)
{
    unsigned spice = move->arg[0] + 64u * move->arg[1];

    if (!spice)
        return CR_REFUSE(DB_CODE_SPICE_NOT_ALLOWED, DB_5_4, 1);
    if (spice > w->secret.spice[move->seat])
        return CR_REFUSE(DB_CODE_SPICE_INSUFFICIENT, DB_5_4, 1);
    return CR_ACCEPT;
}

/* Cards this seat may play as a Karama. */
static uint64_t karamas(const db_world *w, uint8_t seat)
{
    uint64_t cards = DB_KARAMAS;

    if (w->board.is_advanced && w->board.faction[seat] == DB_BG)
        cards |= db_of_kind[DB_WORTHLESS];
    return cards & w->secret.hand[seat];
}

/* The card this seat has named to Prescience. */
static uint64_t committed(const db_world *w, uint8_t seat)
{
    const db_battle *b = &w->board.battle;

    CR_CITE(DB_4_10);
    if (b->prescience != DB_ANSWERED || b->seat[b->prescience_side] != seat ||
        w->secret.battle.answer.says != DB_SAYS_CARD)
        return 0;
    return DB_CARD_BIT(w->secret.battle.answer.value);
}

static cr_refusal check_karama_card(const db_world *w, uint8_t seat, uint8_t card, uint16_t field)
{
    if (!(karamas(w, seat) & DB_CARD_BIT(card)))
        return CR_REFUSE(DB_CODE_KARAMA_NOT_HELD, DB_13_1, field);
    if (committed(w, seat) & DB_CARD_BIT(card))
        return CR_REFUSE(DB_CODE_CARD_COMMITTED, DB_4_10, field);
    return CR_ACCEPT;
}

static uint8_t owner_of(uint8_t power)
{
    static const uint8_t owners[DB_POWERS] = {DB_AT, DB_EM, DB_FR, DB_FR};

    return power < DB_POWERS ? owners[power] : (uint8_t)(power - DB_POWERS);
}

static cr_refusal check_karama(const db_state *s, const cr_move *move)
{
    const db_board *b = &s->w.board;
    uint8_t power = move->arg[0], of = db_seat_of(b, s->k.n_seats, owner_of(power));
    bool is_own = b->faction[move->seat] == owner_of(power);

    if (power < DB_POWERS && is_own)
        return CR_REFUSE(DB_CODE_KARAMA_OWN_POWER, DB_13_1, 1);
    if (!b->is_advanced || is_own || of == 0xFF || db_side(&b->battle, of) > 1)
        return CR_REFUSE(DB_CODE_KARAMA_BAD_TARGET, DB_13_1, 1);
    return check_karama_card(&s->w, move->seat, move->arg[1], 2);
}

static cr_refusal check_call(const db_world *w, uint8_t seat)
{
    const db_plan *p = &w->board.battle.plan[!db_side_for(&w->board, seat)];

    CR_CITE(DB_12_12);
    CR_CITE(DB_12_19);
    if (!p->leader)
        return CR_REFUSE(DB_CODE_TRAITOR_NO_LEADER, DB_6_2, 0);
    if (p->kh)
        return CR_REFUSE(DB_CODE_TRAITOR_KH_PROTECTED, DB_6_3, 0);
    if (!(w->secret.traitors[seat] & DB_LEADER_BIT(p->leader - 1)))
        return CR_REFUSE(DB_CODE_TRAITOR_NO_MATCH, DB_6_4, 0);
    return CR_ACCEPT;
}

static cr_refusal check_keep(const db_world *w, const cr_move *move)
{
    uint64_t keepable = db_keepable(w);
    uint8_t lost[DB_ZONE_MAX], before = 0;

    for (unsigned i = 0; i < 3; i++) {
        uint8_t card = move->arg[i];

        /* Named once each, lowest first, so that a choice is written in one way. */
        if (card &&
            (card <= before || (i && !move->arg[i - 1]) || !(keepable & DB_CARD_BIT(card - 1))))
            return CR_REFUSE(DB_CODE_KEEP_NOT_ALLOWED, DB_10_6, 1);
        if (card)
            before = card;
    }
    if (!db_losses(w, move, lost))
        return CR_REFUSE(DB_CODE_LOSS_SPLIT_WRONG, DB_10_1, 2);
    return CR_ACCEPT;
}

cr_refusal db_check(const cr_state *k, const cr_move *move)
{
    const db_state *s = (const db_state *)k;
    cr_refusal no = stands(s, move);
    db_terms terms;

    if (no.code)
        return no;
    switch (move->kind) {
    case DB_CHOOSE:
        return check_choose(s, move);
    case DB_GHOLA:
        return check_ghola(&s->w, move);
    case DB_GIFT:
        return check_gift(&s->w, move);
    case DB_KARAMA:
        return check_karama(s, move);
    case DB_COMMAND:
        if (move->arg[1] >= DB_VOICE_KINDS)
            return CR_REFUSE(DB_CODE_VOICE_BAD_KIND, DB_3_4, 2);
        return CR_ACCEPT;
    case DB_CANCEL:
        return check_karama_card(&s->w, move->seat, move->arg[0], 1);
    case DB_ANSWER:
        terms = db_terms_of(&s->w, move->seat);
        return db_check_answer(&s->w, &terms,
                               (db_answer){move->arg[0], move->arg[1], move->arg[2]});
    case DB_PLAN:
        terms = db_terms_of(&s->w, move->seat);
        return db_check_plan(&s->w, &terms, (const db_plan *)move->arg);
    case DB_CALL:
        return check_call(&s->w, move->seat);
    case DB_KEEP:
        return check_keep(&s->w, move);
    default:
        return CR_ACCEPT;
    }
}

cr_refusal db_refuse(const cr_state *k, const cr_move *move, cr_refusal kernel)
{
    cr_refusal no = stands((const db_state *)k, move);

    (void)kernel;
    return no.code ? no : CR_REFUSE(DB_CODE_NOT_YOUR_DECISION, DB_16_5, 0);
}

/* ---- offers ---- */

static void offer_fights(const db_state *s, uint8_t seat, cr_space *out)
{
    db_fight fights[DB_FIGHTS_MAX];
    unsigned n = db_fights_of(&s->w.board, s->k.n_seats, seat, fights, DB_FIGHTS_MAX);

    /* One box for each zone: its opponents. */
    for (unsigned i = 0; i < n;) {
        uint8_t area = fights[i].zone.area, territory = db_areas[area].territory;
        uint64_t foes = 0;
        cr_box *box = cr_box_add(out, DB_CHOOSE);

        for (; i < n && fights[i].zone.area == area; i++)
            foes |= UINT64_C(1) << s->w.board.faction[fights[i].foe];
        box->move.arg[0] = territory;
        box->move.arg[1] = (uint8_t)(area - db_territories[territory].first);
        cr_box_one(box, 2, foes);
        box->is_exact = 1;
    }
}

static void offer_ghola(const db_world *w, uint8_t seat, cr_space *out)
{
    unsigned normals = w->board.tank_normal[seat], elites = w->board.tank_elite[seat];
    uint32_t dead = own_dead(w, seat);

    if (!(w->secret.hand[seat] & DB_CARD_BIT(DB_CARD_tleilaxu_ghola)))
        return;
    if (dead) {
        cr_box *box = cr_box_add(out, DB_GHOLA);

        cr_box_one(box, 0, (uint64_t)dead << 1);
        box->is_exact = 1;
    }
    if (normals + elites) {
        cr_box *box = cr_box_add(out, DB_GHOLA);

        cr_box_one(box, 1, (UINT64_C(2) << (normals < GHOLA_FORCES ? normals : GHOLA_FORCES)) - 1);
        cr_box_one(box, 2, elites ? 3 : 1);
    }
}

static void offer_gift(const db_world *w, uint8_t seat, cr_space *out)
{
    unsigned spice = w->secret.spice[seat];

    if (w->board.battle.has_gift || !spice)
        return;
    for (unsigned high = 0; high <= spice / 64; high++) {
        cr_box *box = cr_box_add(out, DB_GIFT);
        uint64_t low = high < spice / 64 ? ~UINT64_C(0) : (UINT64_C(2) << spice % 64) - 1;

        box->move.arg[1] = (uint8_t)high;
        cr_box_one(box, 0, high ? low : low & ~UINT64_C(1));
        box->is_exact = 1;
    }
}

/* Powers of the combatants that this seat may prevent, and for AT whom it may look at. */
static uint64_t karama_powers(const db_board *b, uint8_t seat)
{
    static const uint8_t powers_of[DB_FACTIONS] = {
        [DB_AT] = 1 << DB_POWER_KH,
        [DB_EM] = 1 << DB_POWER_SARDAUKAR,
        [DB_FR] = 1 << DB_POWER_FEDAYKIN | 1 << DB_POWER_HARDENED,
    };
    uint64_t powers = 0;

    for (unsigned side = 0; b->is_advanced && side < 2; side++) {
        uint8_t other = b->battle.seat[side], faction = b->faction[other];

        if (other == seat)
            continue;
        powers |= powers_of[faction] & ~b->battle.prevented;
        if (b->faction[seat] == DB_AT && !b->look_used)
            powers |= UINT64_C(1) << (DB_POWERS + faction);
    }
    return powers;
}

static void offer_karama(const db_world *w, uint8_t seat, cr_space *out)
{
    uint64_t cards = karamas(w, seat) & ~committed(w, seat),
             powers = cards ? karama_powers(&w->board, seat) : 0;
    cr_box *box;

    if (!powers)
        return;
    box = cr_box_add(out, DB_KARAMA);
    cr_box_one(box, 0, powers);
    cr_box_one(box, 1, cards);
    box->is_exact = 1;
}

static void offer_declare(const db_state *s, uint8_t seat, cr_space *out)
{
    cr_move gift = {.seat = seat, .kind = DB_GIFT};

    cr_box_add(out, DB_PASS)->is_exact = 1;
    offer_ghola(&s->w, seat, out);
    if (is_named(s, seat, &gift))
        offer_gift(&s->w, seat, out);
    offer_karama(&s->w, seat, out);
}

static void offer_keep(const db_world *w, cr_space *out)
{
    uint64_t keepable = db_keepable(w);
    unsigned n = cr_bits_count(keepable), free_areas = w->board.battle.zone.n - 1u;

    for (unsigned set = 0; set < 1u << n; set++) {
        cr_box *box = cr_box_add(out, DB_KEEP);
        unsigned at = 0;

        for (unsigned i = 0; i < n; i++)
            if (set >> i & 1)
                box->move.arg[at++] = (uint8_t)(cr_bits_nth(keepable, i) + 1);
        for (unsigned area = 0; area < free_areas; area++) {
            unsigned lo, hi;

            db_loss_range(w, area, false, &lo, &hi);
            cr_box_one(box, (uint8_t)(3 + area),
                       ((UINT64_C(2) << hi) - 1) & ~((UINT64_C(1) << lo) - 1));
        }
        for (unsigned area = 0; area < free_areas; area += 2) {
            unsigned lo[2], hi[2] = {0, 0};
            uint64_t pairs = 0;

            lo[1] = 0;
            db_loss_range(w, area, true, &lo[0], &hi[0]);
            if (area + 1 < free_areas)
                db_loss_range(w, area + 1, true, &lo[1], &hi[1]);
            for (unsigned a = lo[0]; a <= hi[0]; a++)
                for (unsigned b = lo[1]; b <= hi[1]; b++)
                    pairs |= UINT64_C(1) << (a + 6 * b);
            cr_box_one(box, (uint8_t)(7 + area / 2), pairs);
        }
    }
}

void db_space(const cr_state *k, uint8_t seat, cr_space *out)
{
    const db_state *s = (const db_state *)k;
    db_terms terms;
    cr_box *box;

    switch (k->q.kind) {
    case DB_Q_CHOOSE:
        offer_fights(s, seat, out);
        break;
    case DB_Q_DECLARE:
        offer_declare(s, seat, out);
        break;
    case DB_Q_VOICE:
    case DB_Q_VOICE_LATE:
        cr_box_add(out, DB_PASS)->is_exact = 1;
        box = cr_box_add(out, DB_COMMAND);
        cr_box_one(box, 0, 3);
        cr_box_one(box, 1, (UINT64_C(1) << DB_VOICE_KINDS) - 1);
        box->is_exact = 1;
        break;
    case DB_Q_PRESCIENCE:
        cr_box_add(out, DB_PASS)->is_exact = 1;
        box = cr_box_add(out, DB_ASK);
        cr_box_one(box, 0, 15);
        box->is_exact = 1;
        break;
    case DB_Q_ANSWER:
        terms = db_terms_of(&s->w, seat);
        db_answer_space(&s->w, &terms, out);
        break;
    case DB_Q_PLAN_FIRST:
    case DB_Q_PLANS:
    case DB_Q_PLAN_AGAIN:
        terms = db_terms_of(&s->w, seat);
        db_plan_space(&s->w, &terms, out);
        break;
    case DB_Q_TRAITOR:
        cr_box_add(out, DB_PASS)->is_exact = 1;
        if (!check_call(&s->w, seat).code)
            cr_box_add(out, DB_CALL)->is_exact = 1;
        break;
    case DB_Q_KEEP:
        offer_keep(&s->w, out);
        break;
    case DB_Q_CAPTURE:
        box = cr_box_add(out, DB_TAKE);
        cr_box_one(box, 0, 7);
        box->is_exact = 1;
        break;
    default:
        cr_box_add(out, DB_PASS)->is_exact = 1;
        if (karamas(&s->w, seat) & ~committed(&s->w, seat)) {
            box = cr_box_add(out, DB_CANCEL);
            cr_box_one(box, 0, karamas(&s->w, seat) & ~committed(&s->w, seat));
            box->is_exact = 1;
        }
    }
}

/* ---- defaults ---- */

static cr_move plan_move(db_plan plan)
{
    cr_move move = {.kind = DB_PLAN};

    memcpy(move.arg, &plan, sizeof plan);
    return move;
}

/* Behind a late command the first plan stands if it complies; a default one is exempt from PLAY. */
static bool still_complies(const db_world *w, const db_terms *t, const db_plan *first)
{
    db_plan obliged = db_default_plan(w, t);

    if (first->is_default)
        return first->announce == obliged.announce &&
               !(first->hero && (t->forbidden & db_of_kind[DB_CHEAP_HERO]));
    return !db_check_plan(w, t, first).code;
}

static db_plan idle_plan(const db_state *s, uint8_t seat)
{
    db_terms terms = db_terms_of(&s->w, seat);
    const db_plan *first = &s->w.secret.battle.plan[db_side(&s->w.board.battle, seat)];

    if (s->k.q.kind == DB_Q_PLAN_AGAIN && still_complies(&s->w, &terms, first))
        return *first;
    return db_default_plan(&s->w, &terms);
}

cr_move db_idle(const cr_state *k, uint8_t seat)
{
    const db_state *s = (const db_state *)k;
    db_fight fight;
    db_terms terms;
    db_answer a;

    switch (k->q.kind) {
    case DB_Q_CHOOSE:
        db_fights_of(&s->w.board, k->n_seats, seat, &fight, 1);
        return (cr_move){
            .kind = DB_CHOOSE,
            .arg = {db_areas[fight.zone.area].territory,
                    (uint8_t)(fight.zone.area -
                              db_territories[db_areas[fight.zone.area].territory].first),
                    s->w.board.faction[fight.foe]}};
    case DB_Q_ANSWER:
        terms = db_terms_of(&s->w, seat);
        a = db_default_answer(&s->w, &terms);
        return (cr_move){.kind = DB_ANSWER, .arg = {a.says, a.value, a.spice}};
    case DB_Q_PLAN_FIRST:
    case DB_Q_PLANS:
    case DB_Q_PLAN_AGAIN:
        return plan_move(idle_plan(s, seat));
    case DB_Q_KEEP:
        return db_default_keep(&s->w);
    case DB_Q_CAPTURE:
        return (cr_move){.kind = DB_TAKE, .arg = {DB_DECLINE}};
    default:
        return (cr_move){.kind = DB_PASS};
    }
}
