/* May a seat do this, and if not, why, in the order of DB-18: whose action it is, whether it was done already,
 * whether it is asked now, and only then what it says. */
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

bool db_may_give(const db_board *b, uint8_t seat)
{
    return b->faction[seat] == DB_EM && b->ally[seat] && db_side(&b->battle, db_ally(b, seat)) < 2;
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
        return db_may_give(b, seat);
    case DB_KARAMA:
        if (move->arg[0] >= DB_POWERS && faction != DB_AT)
            return false;
        __attribute__((fallthrough));
    case DB_GHOLA:
        return db_is_asked(b, db_discarded(b), seat);
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
        if (s->w.board.order[i] == seat) {
            uint64_t discarded = db_discarded(&s->w.board);

            return q->kind == DB_Q_DECLARE
                       ? db_is_asked(&s->w.board, discarded, seat)
                       : seat != top->seat && db_karama_may_be(&s->w.board, discarded, seat);
        }
    return false;
}

/* Was it done before in this battle? */
static cr_refusal was_done(const db_state *s, const cr_move *move, bool is_asked, bool is_fit)
{
    const db_battle *b = &s->w.board.battle;

    switch (move->kind) {
    case DB_PLAN:
        /* Whoever is asked something else behind the lock still has a locked plan. */
        if (!(is_asked && is_fit) && ((is_fit && has_answered(s, move->seat)) || b->is_revealed ||
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
    no = was_done(s, move, is_asked, is_fit);
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

enum { GHOLA_TARGET = 1, GHOLA_CARD = 4 }; /* fields */

uint32_t db_own_dead(const db_world *w, uint8_t seat)
{
    return (w->board.dead | w->secret.dead) & DB_OWN_LEADERS(w->board.faction[seat]);
}

static cr_refusal check_ghola(const db_world *w, const cr_move *move)
{
    uint8_t leader = move->arg[0], normals = move->arg[1], elites = move->arg[2];
    bool is_fine;

    if (!(w->secret.hand[move->seat] & DB_CARD_BIT(DB_CARD_tleilaxu_ghola)))
        return CR_REFUSE(DB_CODE_CARD_NOT_IN_HAND, DB_11_5, GHOLA_CARD);
    if (leader > DB_LEADERS) /* the Kwisatz Haderach, whom a move can name in the whole game only */
        is_fine = !normals && !elites && w->board.faction[move->seat] == DB_AT && w->board.kh_dead;
    else if (leader)
        is_fine = !normals && !elites && (db_own_dead(w, move->seat) & DB_LEADER_BIT(leader - 1));
    else
        is_fine = normals + elites && normals + elites <= DB_GHOLA_FORCES && elites <= 1 &&
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
uint64_t db_karamas(const db_world *w, uint8_t seat)
{
    uint64_t cards = DB_KARAMAS;

    if (w->board.is_advanced && w->board.faction[seat] == DB_BG)
        cards |= db_of_kind[DB_WORTHLESS];
    return cards & w->secret.hand[seat];
}

/* The card this seat has named to Prescience. */
uint64_t db_committed(const db_world *w, uint8_t seat)
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
    if (!(db_karamas(w, seat) & DB_CARD_BIT(card)))
        return CR_REFUSE(DB_CODE_KARAMA_NOT_HELD, DB_13_1, field);
    if (db_committed(w, seat) & DB_CARD_BIT(card))
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

cr_refusal db_check_call(const db_world *w, uint8_t seat)
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
        db_terms_of(&s->w, move->seat, &terms);
        return db_check_answer(&s->w, &terms,
                               (db_answer){move->arg[0], move->arg[1], move->arg[2]});
    case DB_PLAN:
        db_terms_of(&s->w, move->seat, &terms);
        return db_check_plan(&s->w, &terms, (const db_plan *)move->arg);
    case DB_CALL:
        return db_check_call(&s->w, move->seat);
    case DB_KEEP:
        return check_keep(&s->w, move);
    default:
        return CR_ACCEPT;
    }
}

bool db_accepts(const cr_state *k, const cr_move *move, cr_memo *memo)
{
    (void)memo;
    if (move->kind == DB_PLAN)
        return db_plan_fits((const db_plan *)move->arg);
    return !db_check(k, move).code;
}

cr_refusal db_refuse(const cr_state *k, const cr_move *move, cr_refusal kernel)
{
    cr_refusal no = stands((const db_state *)k, move);

    (void)kernel;
    return no.code ? no : CR_REFUSE(DB_CODE_NOT_YOUR_DECISION, DB_16_5, 0);
}
