/* Answers to Prescience: which are part of a legal plan, all of them as boxes, and the one that is given for who gives
 * none. */
#include "games/dune-battle/dune.h"

/* Can a plan have this card, or 0 for none, in the slot of the element, and still obey? */
static bool slot_can_be(const db_terms *t, uint64_t card)
{
    uint64_t slot = t->element == DB_WEAPON ? t->weapons : t->defenses;
    uint64_t other = t->element == DB_WEAPON ? t->defenses : t->weapons;

    if (card && (!(card & slot) || !db_has_lead(t)))
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
        add_answers(out, DB_SAYS_NUMBER,
                    db_up_to(db_dial(w, t->seat, t->normals, t->elites, spice)), db_up_to(spice));
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
        return (db_answer){DB_SAYS_LEADER, (uint8_t)db_best_leader(t->leaders, false), 0};
    return t->heroes ? (db_answer){DB_SAYS_HERO, 0, 0} : none;
}
