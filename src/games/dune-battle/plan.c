/* Battle plans: what binds a combatant (its terms), and whether a plan keeps to them and if not why. All plans as boxes
 * are in plans.c, answers to Prescience in answers.c. */
#include "games/dune-battle/dune.h"

/* ---- strength of forces ---- */

static unsigned elite_worth(const db_board *b, uint8_t seat, uint8_t foe)
{
    unsigned prevented = b->battle.prevented;
    bool is_em = b->faction[seat] == DB_EM, is_fr = b->faction[seat] == DB_FR;

    if (is_em) {
        CR_CITE(DB_12_7);
        CR_CITE(DB_12_8);
        CR_CITE(DB_12_9);
    } else if (is_fr) {
        CR_CITE(DB_12_10);
    }
    return 1u + ((is_em & (b->faction[foe] != DB_FR) & !(prevented >> DB_POWER_SARDAUKAR & 1)) |
                 (is_fr & !(prevented >> DB_POWER_FEDAYKIN & 1)));
}

static bool needs_no_spice(const db_board *b, uint8_t seat)
{
    CR_CITE(DB_12_11);
    return (b->faction[seat] == DB_FR) & !(b->battle.prevented >> DB_POWER_HARDENED & 1);
}

unsigned db_dial(const db_world *w, uint8_t seat, unsigned n, unsigned e, unsigned s)
{
    const db_board *b = &w->board;
    unsigned worth, paid_elites, paid_normals;

    CR_CITE(DB_0_1);
    CR_CITE(DB_5_3);
    CR_CITE(DB_9_2);
    CR_CITE(DB_0_2);
    if (!b->is_advanced)
        return 2 * (n + e);
    worth = elite_worth(b, seat, b->battle.seat[b->battle.seat[0] == seat]);
    if (needs_no_spice(b, seat))
        return 2 * (n + worth * e);
    CR_CITE(DB_5_5);
    paid_elites = s < e ? s : e;
    paid_normals = s - paid_elites < n ? s - paid_elites : n;
    return n + paid_normals + worth * (e + paid_elites);
}

/* ---- terms ---- */

static bool can_kh(const db_world *w, uint8_t seat)
{
    const db_board *b = &w->board;

    CR_CITE(DB_12_2);
    return b->is_advanced && b->faction[seat] == DB_AT && w->secret.kh_counter >= DB_KH_ACTIVE &&
           !b->kh_dead && (!b->kh_used || b->kh_used == db_here(w) + 1) &&
           !(b->battle.prevented & 1 << DB_POWER_KH);
}

/* What Prescience has bound: the slot takes the answer and nothing else. */
static void bind(db_terms *t)
{
    uint64_t card = t->answer.says == DB_SAYS_CARD ? DB_CARD_BIT(t->answer.value) : 0;

    if (t->element == DB_WEAPON)
        t->weapons &= card;
    if (t->element == DB_DEFENSE)
        t->defenses &= card;
}

/* DB-3.8: PLAY obliges only who is able; the cards that obey are left in `must`. */
static uint64_t able(const db_terms *t, uint8_t kind)
{
    uint64_t cards = db_of_kind[kind] & t->hand;

    CR_CITE(DB_3_7);
    CR_CITE(DB_3_8);
    if (kind == DB_CHEAP_HERO) {
        CR_CITE(DB_3_9);
        return t->element == DB_LEADER && t->answer.says != DB_SAYS_HERO ? 0 : cards;
    }
    return db_has_lead(t) ? cards & (t->weapons | t->defenses) : 0;
}

static void obey(db_terms *t, uint8_t mode, uint8_t kind)
{
    uint64_t bound = 0;

    if (mode == DB_PLAY) {
        t->must = able(t, kind);
        return;
    }
    CR_CITE(DB_3_6);
    /* A command that comes behind the answer (DB-3.12) does not undo what was promised. */
    if (t->element == DB_WEAPON)
        bound = t->weapons;
    else if (t->element == DB_DEFENSE)
        bound = t->defenses;
    else if (t->element == DB_LEADER && t->answer.says == DB_SAYS_HERO)
        bound = t->heroes;
    t->forbidden = db_of_kind[kind] & ~bound;
    t->heroes &= ~t->forbidden;
    t->weapons &= ~t->forbidden;
    t->defenses &= ~t->forbidden;
}

void db_terms_of(const db_world *w, uint8_t seat, db_terms *t)
{
    const db_board *b = &w->board;
    const db_battle *battle = &b->battle;
    unsigned side = db_side(battle, seat);
    uint8_t army = db_army(b, seat, battle->zone);
    uint16_t spice = w->secret.spice[seat];

    /* Written where it is read, part by part: a struct that is returned is copied, and its copy waits for these stores. */
    t->seat = seat;
    t->foe = battle->seat[!side];
    t->normals = (uint8_t)db_normals(army);
    t->elites = (uint8_t)db_elites(army);
    t->may_pay = b->is_advanced && !needs_no_spice(b, seat);
    t->can_kh = can_kh(w, seat);
    t->spice = (uint8_t)(spice < 63 ? spice : 63);
    t->element = 0xFF;
    t->answer = (db_answer){0};
    t->pool = db_pool(w, seat);
    t->leaders = db_available(w, seat, db_here(w));
    t->hand = w->secret.hand[seat];
    t->forbidden = t->must = 0;
    CR_CITE(DB_0_6);
    CR_CITE(DB_0_9);
    t->heroes = t->hand & db_of_kind[DB_CHEAP_HERO];
    t->weapons = t->hand & db_weapons;
    t->defenses = t->hand & db_defenses;
    if (battle->prescience == DB_ANSWERED && battle->prescience_side == side) {
        t->element = battle->element;
        t->answer = w->secret.battle.answer;
        bind(t);
    }
    if (battle->voice == DB_STANDS && battle->voice_side == side) {
        CR_CITE(DB_3_2);
        CR_CITE(DB_3_13);
        obey(t, battle->mode, battle->kind);
    }
}

/* ---- judging a plan, in the order of DB-5.13 ---- */

static uint16_t broken_promise(const db_world *w, const db_terms *t, const db_plan *p)
{
    static const uint8_t fields[] = {DB_FIELD_LEADER, DB_FIELD_WEAPON, DB_FIELD_DEFENSE,
                                     DB_FIELD_NUMBER};
    uint8_t card = t->answer.says == DB_SAYS_CARD ? (uint8_t)(t->answer.value + 1) : 0;
    bool is_kept = true;

    switch (t->element) {
    case DB_LEADER:
        if (t->answer.says == DB_SAYS_LEADER)
            is_kept = p->leader == t->answer.value + 1;
        else
            is_kept = !p->leader && !p->hero == (t->answer.says == DB_SAYS_NONE);
        break;
    case DB_WEAPON:
        is_kept = p->weapon == card;
        break;
    case DB_DEFENSE:
        is_kept = p->defense == card;
        break;
    case DB_NUMBER:
        is_kept = p->spice == t->answer.spice &&
                  db_dial(w, t->seat, p->normal, p->elite, p->spice) == t->answer.value;
        break;
    default:
        return 0;
    }
    return is_kept ? 0 : fields[t->element];
}

static cr_refusal check_forces(const db_terms *t, const db_plan *p)
{
    if (p->normal > t->normals)
        return CR_REFUSE(DB_CODE_FORCES_EXCEED_NORMAL, DB_5_2, DB_FIELD_NORMAL);
    if (p->elite > t->elites)
        return CR_REFUSE(DB_CODE_FORCES_EXCEED_ELITE, DB_5_2, DB_FIELD_ELITE);
    if (p->spice && !t->may_pay)
        return CR_REFUSE(DB_CODE_SPICE_NOT_ALLOWED, DB_5_4, DB_FIELD_SPICE);
    if (p->spice > p->normal + p->elite)
        return CR_REFUSE(DB_CODE_SPICE_EXCEEDS_FORCES, DB_5_4, DB_FIELD_SPICE);
    if (p->spice > t->spice)
        return CR_REFUSE(DB_CODE_SPICE_INSUFFICIENT, DB_5_4, DB_FIELD_SPICE);
    return CR_ACCEPT;
}

static cr_refusal check_lead(const db_terms *t, const db_plan *p)
{
    bool is_named = p->leader || p->hero;

    if (p->leader && p->hero)
        return CR_REFUSE(DB_CODE_BOTH_LEADER_AND_HERO, DB_5_6, DB_FIELD_HERO);
    if (p->leader && !(t->pool & DB_LEADER_BIT(p->leader - 1)))
        return CR_REFUSE(DB_CODE_LEADER_NOT_IN_POOL, DB_5_6, DB_FIELD_LEADER);
    if (p->leader && !(t->leaders & DB_LEADER_BIT(p->leader - 1)))
        return CR_REFUSE(DB_CODE_LEADER_USED_ELSEWHERE, DB_5_6, DB_FIELD_LEADER);
    if (db_hero_bit(p->hero) & ~t->hand)
        return CR_REFUSE(DB_CODE_CARD_NOT_IN_HAND, DB_5_6, DB_FIELD_HERO);
    CR_CITE(DB_5_7);
    if (t->leaders || t->heroes) {
        uint16_t code = !t->heroes    ? DB_CODE_MUST_PLAY_LEADER
                        : !t->leaders ? DB_CODE_MUST_PLAY_CHEAP_HERO
                                      : DB_CODE_MUST_PLAY_LEADER_OR_CHEAP_HERO;

        if (!is_named)
            return CR_REFUSE(code, DB_5_8, DB_FIELD_LEADER);
        if (p->announce)
            return CR_REFUSE(DB_CODE_FALSE_ANNOUNCEMENT, DB_5_8, DB_FIELD_ANNOUNCE);
    } else if (!p->announce) {
        return CR_REFUSE(DB_CODE_MUST_ANNOUNCE_NO_LEADER, DB_5_8, DB_FIELD_ANNOUNCE);
    }
    if (!is_named && (p->weapon || p->defense))
        return CR_REFUSE(DB_CODE_TREACHERY_WITHOUT_LEADER, DB_5_9,
                         p->weapon ? DB_FIELD_WEAPON : DB_FIELD_DEFENSE);
    if (!is_named && p->kh)
        return CR_REFUSE(DB_CODE_KH_WITHOUT_LEADER, DB_5_9, DB_FIELD_KH);
    return CR_ACCEPT;
}

static cr_refusal check_cards(const db_terms *t, const db_plan *p)
{
    CR_CITE(DB_8_9);
    if (db_card_bit(p->weapon) & ~t->hand)
        return CR_REFUSE(DB_CODE_CARD_NOT_IN_HAND, DB_5_10, DB_FIELD_WEAPON);
    if (db_card_bit(p->weapon) & ~db_weapons)
        return CR_REFUSE(DB_CODE_CARD_WRONG_SLOT, DB_5_11, DB_FIELD_WEAPON);
    if (db_card_bit(p->defense) & ~t->hand)
        return CR_REFUSE(DB_CODE_CARD_NOT_IN_HAND, DB_5_10, DB_FIELD_DEFENSE);
    if (db_card_bit(p->defense) & ~db_defenses)
        return CR_REFUSE(DB_CODE_CARD_WRONG_SLOT, DB_5_11, DB_FIELD_DEFENSE);
    if (p->weapon && p->weapon == p->defense)
        return CR_REFUSE(DB_CODE_CARD_DUPLICATED, DB_5_11, DB_FIELD_DEFENSE);
    return CR_ACCEPT;
}

static cr_refusal check_kh(const db_world *w, const db_terms *t)
{
    const db_board *b = &w->board;
    uint16_t code = DB_CODE_KH_PREVENTED;

    if (t->can_kh)
        return CR_ACCEPT;
    if (b->faction[t->seat] != DB_AT)
        code = DB_CODE_KH_NOT_ATREIDES;
    else if (!b->is_advanced || w->secret.kh_counter < DB_KH_ACTIVE)
        code = DB_CODE_KH_NOT_ACTIVE;
    else if (b->kh_dead)
        code = DB_CODE_KH_DEAD;
    else if (b->kh_used && b->kh_used != db_here(w) + 1)
        code = DB_CODE_KH_USED_ELSEWHERE;
    return CR_REFUSE(code, DB_5_12, DB_FIELD_KH);
}

static cr_refusal check_voice(const db_terms *t, const db_plan *p)
{
    uint64_t cards = db_plan_cards(p);
    uint16_t field = 0;

    if (db_hero_bit(p->hero) & t->forbidden)
        field = DB_FIELD_LEADER;
    else if (db_card_bit(p->weapon) & t->forbidden)
        field = DB_FIELD_WEAPON;
    else if (db_card_bit(p->defense) & t->forbidden)
        field = DB_FIELD_DEFENSE;
    else if (t->must && !(cards & t->must))
        field = t->must & db_of_kind[DB_CHEAP_HERO] ? DB_FIELD_LEADER
                : t->must & db_weapons              ? DB_FIELD_WEAPON
                                                    : DB_FIELD_DEFENSE;
    return field ? CR_REFUSE(DB_CODE_VOICE_VIOLATION, DB_3_11, field) : CR_ACCEPT;
}

cr_refusal db_check_plan(const db_world *w, const db_terms *t, const db_plan *p)
{
    uint16_t promised = broken_promise(w, t, p);
    cr_refusal no;

    CR_CITE(DB_5_1);
    CR_CITE(DB_5_13);
    if (promised) {
        CR_CITE(DB_4_9);
        return CR_REFUSE(DB_CODE_PRESCIENCE_COMMITMENT_VIOLATION, DB_4_8, promised);
    }
    no = check_forces(t, p);
    if (!no.code)
        no = check_lead(t, p);
    if (!no.code)
        no = check_cards(t, p);
    if (!no.code && p->kh)
        no = check_kh(w, t);
    if (!no.code)
        no = check_voice(t, p);
    return no;
}
