/* All plans of a combatant as boxes, and the plan that is played for one who sends none. */
#include "games/dune-battle/dune.h"

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

static void numbers_of(const db_world *w, const db_terms *t, numbers *out)
{
    unsigned forces = t->normals + (unsigned)t->elites;
    unsigned spice = !t->may_pay ? 0 : t->spice < forces ? t->spice : forces;

    out->n = t->element != DB_NUMBER;
    out->is_exact = t->element == DB_NUMBER || !spice;
    if (t->element != DB_NUMBER) {
        out->normals[0] = db_up_to(t->normals);
        out->elites[0] = db_up_to(t->elites);
        out->spice[0] = db_up_to(spice);
        return;
    }
    for (unsigned e = 0; t->answer.spice <= spice && e <= t->elites; e++) {
        unsigned n = normals_for(w, t, e);

        if (n > t->normals)
            continue;
        out->normals[out->n] = UINT64_C(1) << n;
        out->elites[out->n] = UINT64_C(1) << e;
        out->spice[out->n++] = UINT64_C(1) << t->answer.spice;
    }
}

static void add_boxes(const numbers *of, cr_space *out, uint8_t lead_at, uint64_t leads,
                      uint64_t weapons, uint64_t defenses, bool can_kh)
{
    for (unsigned i = 0; leads && weapons && defenses && i < of->n; i++) {
        cr_box *box = cr_box_add(out, DB_PLAN);

        cr_box_one(box, lead_at, leads);
        cr_box_one(box, ARG_WEAPON, weapons);
        cr_box_one(box, ARG_DEFENSE, defenses);
        if (can_kh)
            cr_box_one(box, ARG_KH, 3);
        /* Numbers turn fastest: too much spice is what most often makes a plan illegal, and a legal one is then near. */
        cr_box_one(box, ARG_NORMAL, of->normals[i]);
        cr_box_one(box, ARG_ELITE, of->elites[i]);
        cr_box_one(box, ARG_SPICE, of->spice[i]);
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

/* Has it told Prescience what no plan without a leader or Cheap Hero can have? */
static bool has_promised_lead(const db_terms *t)
{
    return t->element < DB_NUMBER && t->answer.says != DB_SAYS_NONE;
}

void db_plan_space(const db_world *w, const db_terms *t, cr_space *out)
{
    uint64_t leaders = (uint64_t)t->leaders << 1;
    uint64_t heroes = t->heroes >> DB_CARD_cheap_hero_1 << 1;
    numbers of;

    numbers_of(w, t, &of);
    if (t->element == DB_LEADER) {
        leaders &= t->answer.says == DB_SAYS_LEADER ? UINT64_C(2) << t->answer.value : 0;
        heroes = t->answer.says == DB_SAYS_HERO ? heroes : 0;
    }
    if (t->must & db_of_kind[DB_CHEAP_HERO])
        leaders = 0;
    add_led(t, &of, out, ARG_LEADER, leaders);
    add_led(t, &of, out, ARG_HERO, heroes);
    if (t->leaders || t->heroes || has_promised_lead(t))
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

bool db_draw_plan(const db_world *w, const db_terms *t, cr_rng *rng, db_plan *out)
{
    cr_space space;
    uint64_t size;

    cr_space_clear(&space);
    db_plan_space(w, t, &space);
    size = cr_space_size(&space);
    for (unsigned tries = 0; size && tries < CR_SCAN_MAX; tries++) {
        cr_move move;

        cr_move_set(&move, cr_space_nth(&space, cr_rng_below64(rng, size)));
        memcpy(out, move.arg, sizeof *out);
        if (db_plan_fits(out))
            return true;
    }
    return false;
}

/* ---- defaults ---- */

unsigned db_best_leader(uint32_t leaders, bool is_strongest)
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
    bool is_hero = hero && ((is_bound && t->answer.says == DB_SAYS_HERO) ||
                            (t->must & db_of_kind[DB_CHEAP_HERO]));

    if (is_bound && t->answer.says == DB_SAYS_LEADER)
        p->leader = (uint8_t)(t->answer.value + 1);
    else if (t->leaders && !is_hero)
        p->leader = (uint8_t)(db_best_leader(t->leaders, true) + 1);
    else
        p->hero = hero;
}

static void default_cards(const db_terms *t, db_plan *p)
{
    if (t->element == DB_WEAPON && t->weapons)
        p->weapon = (uint8_t)(cr_bits_first(t->weapons) + 1);
    if (t->element == DB_DEFENSE && t->defenses)
        p->defense = (uint8_t)(cr_bits_first(t->defenses) + 1);
    if ((db_card_bit(p->weapon) | db_card_bit(p->defense)) & t->must)
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
