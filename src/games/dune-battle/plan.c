/* Battle plans and answers to Prescience: what binds a combatant (its terms), whether a plan or an answer keeps
 * to them and if not why, all that do as boxes, and the defaults. */
#include "games/dune-battle/dune.h"

static uint64_t card_bit(uint8_t card_plus_1)
{
    return card_plus_1 ? DB_CARD_BIT(card_plus_1 - 1) : 0;
}

static uint64_t hero_bit(uint8_t hero)
{
    return hero ? DB_CARD_BIT(DB_CARD_cheap_hero_1 + hero - 1) : 0;
}

/* ---- strength of forces ---- */

static unsigned elite_worth(const db_board *b, uint8_t seat, uint8_t foe)
{
    unsigned prevented = b->battle.prevented;

    switch (b->faction[seat]) {
    case DB_EM:
        CR_CITE(DB_12_7);
        CR_CITE(DB_12_8);
        CR_CITE(DB_12_9);
        return b->faction[foe] == DB_FR || (prevented & 1 << DB_POWER_SARDAUKAR) ? 1 : 2;
    case DB_FR:
        CR_CITE(DB_12_10);
        return prevented & 1 << DB_POWER_FEDAYKIN ? 1 : 2;
    default:
        return 1;
    }
}

static bool needs_no_spice(const db_board *b, uint8_t seat)
{
    CR_CITE(DB_12_11);
    return b->faction[seat] == DB_FR && !(b->battle.prevented & 1 << DB_POWER_HARDENED);
}

unsigned db_dial(const db_world *w, uint8_t seat, unsigned n, unsigned e, unsigned s)
{
    const db_board *b = &w->board;
    unsigned worth, paid_elites, paid_normals;

    CR_CITE(DB_0_1);
    CR_CITE(DB_5_3);
    CR_CITE(DB_9_2);
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
           !b->kh_dead &&
           (!b->kh_used || b->kh_used == db_areas[b->battle.zone.area].territory + 1) &&
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

static bool has_lead(const db_terms *t)
{
    if (t->element == DB_LEADER)
        return t->answer.says != DB_SAYS_NONE;
    return t->leaders || t->heroes;
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
    return has_lead(t) ? cards & (t->weapons | t->defenses) : 0;
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

db_terms db_terms_of(const db_world *w, uint8_t seat)
{
    const db_board *b = &w->board;
    const db_battle *battle = &b->battle;
    unsigned side = db_side(battle, seat);
    uint8_t army = db_army(b, seat, battle->zone);
    uint16_t spice = w->secret.spice[seat];
    db_terms t = {
        .seat = seat,
        .foe = battle->seat[!side],
        .normals = (uint8_t)db_normals(army),
        .elites = (uint8_t)db_elites(army),
        .may_pay = b->is_advanced && !needs_no_spice(b, seat),
        .spice = (uint8_t)(spice < 63 ? spice : 63),
        .element = 0xFF,
        .hand = w->secret.hand[seat],
        .pool = db_pool(w, seat),
        .leaders = db_available(w, seat, db_areas[battle->zone.area].territory),
        .can_kh = can_kh(w, seat),
    };

    CR_CITE(DB_0_6);
    CR_CITE(DB_0_9);
    t.heroes = t.hand & db_of_kind[DB_CHEAP_HERO];
    t.weapons = t.hand & db_weapons;
    t.defenses = t.hand & db_defenses;
    if (battle->prescience == DB_ANSWERED && battle->prescience_side == side) {
        t.element = battle->element;
        t.answer = w->secret.battle.answer;
        bind(&t);
    }
    if (battle->voice == DB_STANDS && battle->voice_side == side) {
        CR_CITE(DB_3_2);
        CR_CITE(DB_3_13);
        obey(&t, battle->mode, battle->kind);
    }
    return t;
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
    if (hero_bit(p->hero) & ~t->hand)
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
    if (card_bit(p->weapon) & ~t->hand)
        return CR_REFUSE(DB_CODE_CARD_NOT_IN_HAND, DB_5_10, DB_FIELD_WEAPON);
    if (card_bit(p->weapon) & ~db_weapons)
        return CR_REFUSE(DB_CODE_CARD_WRONG_SLOT, DB_5_11, DB_FIELD_WEAPON);
    if (card_bit(p->defense) & ~t->hand)
        return CR_REFUSE(DB_CODE_CARD_NOT_IN_HAND, DB_5_10, DB_FIELD_DEFENSE);
    if (card_bit(p->defense) & ~db_defenses)
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
    else if (b->kh_used && b->kh_used != db_areas[b->battle.zone.area].territory + 1)
        code = DB_CODE_KH_USED_ELSEWHERE;
    return CR_REFUSE(code, DB_5_12, DB_FIELD_KH);
}

static cr_refusal check_voice(const db_terms *t, const db_plan *p)
{
    uint64_t cards = hero_bit(p->hero) | card_bit(p->weapon) | card_bit(p->defense);
    uint16_t field = 0;

    if (hero_bit(p->hero) & t->forbidden)
        field = DB_FIELD_LEADER;
    else if (card_bit(p->weapon) & t->forbidden)
        field = DB_FIELD_WEAPON;
    else if (card_bit(p->defense) & t->forbidden)
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

/* ---- all plans, as boxes ---- */

static uint64_t up_to(unsigned n) /* 0 to n, n below 63 */
{
    return (UINT64_C(2) << n) - 1;
}

/* Values of a slot: 1 + card, or 0 for an empty slot where that is allowed. */
static uint64_t slot_values(uint64_t cards, bool may_be_empty)
{
    return cards << 1 | may_be_empty;
}

enum {
    ARG_NORMAL,
    ARG_ELITE,
    ARG_SPICE,
    ARG_LEADER,
    ARG_HERO,
    ARG_WEAPON,
    ARG_DEFENSE,
    ARG_KH,
    ARG_ANNOUNCE
};

/* Boxes of numbers: one, or with a promised number one for each number of elites that can make it. */
typedef struct {
    uint64_t normals[6], elites[6], spice[6];
    unsigned n;
    bool is_exact;
} numbers;

static unsigned normals_for(const db_world *w, const db_terms *t, unsigned e)
{
    for (unsigned n = 0; n <= t->normals; n++)
        if (n + e >= t->answer.spice &&
            db_dial(w, t->seat, n, e, t->answer.spice) == t->answer.value)
            return n;
    return 63;
}

static numbers numbers_of(const db_world *w, const db_terms *t)
{
    unsigned forces = t->normals + (unsigned)t->elites;
    unsigned spice = !t->may_pay ? 0 : t->spice < forces ? t->spice : forces;
    numbers out = {.n = 0, .is_exact = true};

    if (t->element != DB_NUMBER) {
        out = (numbers){.n = 1, .is_exact = !spice};
        out.normals[0] = up_to(t->normals);
        out.elites[0] = up_to(t->elites);
        out.spice[0] = up_to(spice);
        return out;
    }
    for (unsigned e = 0; e <= t->elites; e++) {
        unsigned n = normals_for(w, t, e);

        if (n > t->normals)
            continue;
        out.normals[out.n] = UINT64_C(1) << n;
        out.elites[out.n] = UINT64_C(1) << e;
        out.spice[out.n++] = UINT64_C(1) << t->answer.spice;
    }
    return out;
}

static void add_boxes(const numbers *of, cr_space *out, uint8_t lead_at, uint64_t leads,
                      uint64_t weapons, uint64_t defenses, bool can_kh)
{
    for (unsigned i = 0; leads && weapons && defenses && i < of->n; i++) {
        cr_box *box = cr_box_add(out, DB_PLAN);

        cr_box_one(box, ARG_NORMAL, of->normals[i]);
        cr_box_one(box, ARG_ELITE, of->elites[i]);
        cr_box_one(box, ARG_SPICE, of->spice[i]);
        cr_box_one(box, lead_at, leads);
        cr_box_one(box, ARG_WEAPON, weapons);
        cr_box_one(box, ARG_DEFENSE, defenses);
        if (can_kh)
            cr_box_one(box, ARG_KH, 3);
        box->is_exact = of->is_exact && !(weapons & defenses & ~UINT64_C(1));
    }
}

static void add_led(const db_terms *t, const numbers *of, cr_space *out, uint8_t lead_at,
                    uint64_t leads)
{
    uint64_t worthless = db_of_kind[DB_WORTHLESS] << 1;
    uint64_t weapons =
        slot_values(t->weapons, t->element != DB_WEAPON || t->answer.says == DB_SAYS_NONE);
    uint64_t defenses =
        slot_values(t->defenses, t->element != DB_DEFENSE || t->answer.says == DB_SAYS_NONE);

    if (t->must & db_of_kind[DB_WORTHLESS]) {
        add_boxes(of, out, lead_at, leads, weapons & worthless, defenses, t->can_kh);
        add_boxes(of, out, lead_at, leads, weapons & ~worthless, defenses & worthless, t->can_kh);
        return;
    }
    if (t->must & db_weapons)
        weapons &= t->must << 1;
    else if (t->must & db_defenses)
        defenses &= t->must << 1;
    add_boxes(of, out, lead_at, leads, weapons, defenses, t->can_kh);
}

void db_plan_space(const db_world *w, const db_terms *t, cr_space *out)
{
    uint64_t leaders = (uint64_t)t->leaders << 1;
    uint64_t heroes = t->heroes >> DB_CARD_cheap_hero_1 << 1;
    numbers of = numbers_of(w, t);

    if (t->element == DB_LEADER) {
        leaders &= t->answer.says == DB_SAYS_LEADER ? UINT64_C(2) << t->answer.value : 0;
        heroes = t->answer.says == DB_SAYS_HERO ? heroes : 0;
    }
    if (t->must & db_of_kind[DB_CHEAP_HERO])
        leaders = 0;
    add_led(t, &of, out, ARG_LEADER, leaders);
    add_led(t, &of, out, ARG_HERO, heroes);
    if (t->leaders || t->heroes)
        return;
    for (unsigned i = 0; i < of.n; i++) {
        cr_box *box = cr_box_add(out, DB_PLAN);

        box->move.arg[ARG_ANNOUNCE] = 1;
        cr_box_one(box, ARG_NORMAL, of.normals[i]);
        cr_box_one(box, ARG_ELITE, of.elites[i]);
        cr_box_one(box, ARG_SPICE, of.spice[i]);
        box->is_exact = of.is_exact;
    }
}

/* ---- defaults ---- */

static unsigned best_leader(uint32_t leaders, bool is_strongest)
{
    unsigned best = cr_bits_first(leaders);

    for (; leaders; leaders &= leaders - 1) {
        unsigned leader = cr_bits_first(leaders);
        int more = db_leaders[leader].strength - db_leaders[best].strength;

        if (is_strongest ? more > 0 : more < 0)
            best = leader;
    }
    return best;
}

static void default_number(const db_world *w, const db_terms *t, db_plan *p)
{
    unsigned forces = t->normals + (unsigned)t->elites, n = forces > 2 ? forces / 2 : forces;

    p->normal = (uint8_t)(n < t->normals ? n : t->normals);
    p->elite = (uint8_t)(n - p->normal);
    if (t->element != DB_NUMBER)
        return;
    p->spice = t->answer.spice;
    for (unsigned e = 0; e <= t->elites; e++)
        if (normals_for(w, t, e) <= t->normals) {
            p->normal = (uint8_t)normals_for(w, t, e);
            p->elite = (uint8_t)e;
            return;
        }
}

static void default_lead(const db_terms *t, db_plan *p)
{
    uint8_t hero = t->heroes ? (uint8_t)(cr_bits_first(t->heroes) - DB_CARD_cheap_hero_1 + 1) : 0;
    bool is_bound = t->element == DB_LEADER;

    if (is_bound && t->answer.says == DB_SAYS_LEADER)
        p->leader = (uint8_t)(t->answer.value + 1);
    else if (hero && ((is_bound && t->answer.says == DB_SAYS_HERO) ||
                      (t->must & db_of_kind[DB_CHEAP_HERO])))
        p->hero = hero;
    else if (t->leaders)
        p->leader = (uint8_t)(best_leader(t->leaders, true) + 1);
    else
        p->hero = hero;
}

static void default_cards(const db_terms *t, db_plan *p)
{
    if (t->element == DB_WEAPON && t->weapons)
        p->weapon = (uint8_t)(cr_bits_first(t->weapons) + 1);
    if (t->element == DB_DEFENSE && t->defenses)
        p->defense = (uint8_t)(cr_bits_first(t->defenses) + 1);
    if ((card_bit(p->weapon) | card_bit(p->defense)) & t->must)
        return;
    if (t->must & t->weapons && t->element != DB_WEAPON)
        p->weapon = (uint8_t)(cr_bits_first(t->must & t->weapons) + 1);
    else if (t->must & t->defenses && t->element != DB_DEFENSE)
        p->defense = (uint8_t)(cr_bits_first(t->must & t->defenses) + 1);
}

db_plan db_default_plan(const db_world *w, const db_terms *t)
{
    db_plan p = {.is_default = 1, .announce = !t->leaders && !t->heroes};

    CR_CITE(DB_5_14);
    if (!w->board.legal_default)
        return p;
    default_number(w, t, &p);
    if (!p.announce) {
        default_lead(t, &p);
        default_cards(t, &p);
    }
    return p;
}

/* ---- answers to Prescience ---- */

/* Can a plan have this card, or 0 for none, in the slot of the element, and still obey? */
static bool slot_can_be(const db_terms *t, uint64_t card)
{
    uint64_t slot = t->element == DB_WEAPON ? t->weapons : t->defenses;
    uint64_t other = t->element == DB_WEAPON ? t->defenses : t->weapons;

    if (card && (!(card & slot) || !has_lead(t)))
        return false;
    return !t->must || (t->must & db_of_kind[DB_CHEAP_HERO]) || (card & t->must) ||
           (other & t->must & ~card);
}

static bool number_can_be(const db_world *w, const db_terms *t, db_answer a)
{
    if (a.spice && (!t->may_pay || a.spice > t->spice))
        return false;
    for (unsigned e = 0; e <= t->elites; e++)
        for (unsigned n = 0; n <= t->normals; n++)
            if (n + e >= a.spice && db_dial(w, t->seat, n, e, a.spice) == a.value)
                return true;
    return false;
}

static bool is_possible(const db_world *w, const db_terms *t, uint8_t element, db_answer a)
{
    db_terms asked = *t;
    bool must_hero = t->must & db_of_kind[DB_CHEAP_HERO];

    asked.element = element;
    if (a.says != DB_SAYS_NUMBER && a.spice)
        return false;
    if ((a.says == DB_SAYS_NONE || a.says == DB_SAYS_HERO) && a.value)
        return false;
    switch (element) {
    case DB_LEADER:
        if (a.says == DB_SAYS_LEADER)
            return a.value < DB_LEADERS && (t->leaders & DB_LEADER_BIT(a.value)) && !must_hero;
        if (a.says == DB_SAYS_HERO)
            return t->heroes != 0;
        return a.says == DB_SAYS_NONE && !t->leaders && !t->heroes;
    case DB_NUMBER:
        return a.says == DB_SAYS_NUMBER && number_can_be(w, t, a);
    default:
        if (a.says == DB_SAYS_CARD)
            return a.value < DB_CARDS && slot_can_be(&asked, DB_CARD_BIT(a.value));
        return a.says == DB_SAYS_NONE && slot_can_be(&asked, 0);
    }
}

cr_refusal db_check_answer(const db_world *w, const db_terms *t, db_answer a)
{
    CR_CITE(DB_4_4);
    CR_CITE(DB_4_12);
    if (!is_possible(w, t, w->board.battle.element, a))
        return CR_REFUSE(DB_CODE_ANSWER_NOT_POSSIBLE, DB_4_5, 1);
    return CR_ACCEPT;
}

static void add_answers(cr_space *out, uint8_t says, uint64_t values, uint64_t spice)
{
    cr_box *box;

    if (!values)
        return;
    box = cr_box_add(out, DB_ANSWER);
    box->move.arg[0] = says;
    cr_box_one(box, 1, values);
    cr_box_one(box, 2, spice);
}

void db_answer_space(const db_world *w, const db_terms *t, cr_space *out)
{
    unsigned forces = t->normals + (unsigned)t->elites;
    unsigned spice = !t->may_pay ? 0 : t->spice < forces ? t->spice : forces;

    switch (w->board.battle.element) {
    case DB_LEADER:
        add_answers(out, DB_SAYS_LEADER, t->leaders, 1);
        add_answers(out, DB_SAYS_HERO, t->heroes != 0, 1);
        break;
    case DB_WEAPON:
        add_answers(out, DB_SAYS_CARD, t->weapons, 1);
        break;
    case DB_DEFENSE:
        add_answers(out, DB_SAYS_CARD, t->defenses, 1);
        break;
    default:
        add_answers(out, DB_SAYS_NUMBER, up_to(db_dial(w, t->seat, t->normals, t->elites, spice)),
                    up_to(spice));
        return;
    }
    add_answers(out, DB_SAYS_NONE, 1, 1);
}

/* The lowest card that may stand in the slot. */
static db_answer lowest_card(const db_world *w, const db_terms *t, uint8_t element)
{
    for (uint8_t card = 0; card < DB_CARDS; card++) {
        db_answer a = {DB_SAYS_CARD, card, 0};

        if (is_possible(w, t, element, a))
            return a;
    }
    return (db_answer){DB_SAYS_NONE, 0, 0};
}

db_answer db_default_answer(const db_world *w, const db_terms *t)
{
    uint8_t element = w->board.battle.element;
    db_answer none = {DB_SAYS_NONE, 0, 0};

    CR_CITE(DB_4_11);
    if (element == DB_NUMBER)
        return (db_answer){DB_SAYS_NUMBER, 0, 0};
    if (element != DB_LEADER)
        return is_possible(w, t, element, none) ? none : lowest_card(w, t, element);
    if (t->leaders && !(t->must & db_of_kind[DB_CHEAP_HERO]))
        return (db_answer){DB_SAYS_LEADER, (uint8_t)best_leader(t->leaders, false), 0};
    return t->heroes ? (db_answer){DB_SAYS_HERO, 0, 0} : none;
}
