/* How pieces, places, plans and answers are written. Sets are lists of words; a place is a territory and, where it has
 * several areas, "/" and a sector. The tables that use them are in tables.c. */
#include "games/dune-battle/types.h"

/* ---- words ---- */

/* Takes the next word if it is one of `n`, by the caller's list. */
typedef const char *(*word_at)(unsigned i);

static const char *leader_word(unsigned i)
{
    return i < DB_LEADERS ? db_leaders[i].code : NULL;
}

static const char *card_word(unsigned i)
{
    return i < DB_CARDS ? db_cards[i].code : NULL;
}

static const char *territory_word(unsigned i)
{
    return i < DB_TERRITORIES ? db_territories[i].code : NULL;
}

static const char *hero_word(unsigned i)
{
    return i < 3 ? db_cards[DB_CARD_cheap_hero_1 + i].code : NULL;
}

static const char *power_word(unsigned i)
{
    return i < DB_POWERS ? db_powers[i] : NULL;
}

static bool find_word(cr_span word, word_at words, unsigned *out)
{
    for (*out = 0; words(*out); ++*out)
        if (cr_span_is(word, words(*out)))
            return true;
    return false;
}

static void put_word(cr_text *out, word_at words, unsigned i)
{
    cr_text_str(out, words(i) ? words(i) : "?");
}

/* One of them or "-": a byte that is 0 or 1 + the number. */
#define ONE_OR_NONE(name, words)                                                   \
    static void print_##name(cr_text *out, const uint8_t *value, const void *with) \
    {                                                                              \
        (void)with;                                                                \
        if (*value)                                                                \
            put_word(out, words, *value - 1u);                                     \
        else                                                                       \
            cr_text_char(out, '-');                                                \
    }                                                                              \
    static bool parse_##name(cr_span *in, uint8_t *value, const void *with)        \
    {                                                                              \
        cr_span word = cr_span_word(in);                                           \
        unsigned i;                                                                \
                                                                                   \
        (void)with;                                                                \
        if (cr_span_is(word, "-"))                                                 \
            return true;                                                           \
        if (!find_word(word, words, &i))                                           \
            return false;                                                          \
        *value = (uint8_t)(i + 1);                                                 \
        return true;                                                               \
    }                                                                              \
    const cr_type db_##name##_type = {1, 0, print_##name, parse_##name}

ONE_OR_NONE(leader, leader_word);
ONE_OR_NONE(card, card_word);
ONE_OR_NONE(hero, hero_word);
ONE_OR_NONE(territory, territory_word);

/* A set of them, as bits. */
#define SET_OF(name, words, bits)                                                  \
    static void print_##name(cr_text *out, const uint8_t *value, const void *with) \
    {                                                                              \
        const char *blank = "";                                                    \
        bits set;                                                                  \
                                                                                   \
        (void)with;                                                                \
        memcpy(&set, value, sizeof set);                                           \
        if (!set)                                                                  \
            cr_text_char(out, '-');                                                \
        for (uint64_t left = set; left; left &= left - 1, blank = " ") {           \
            cr_text_str(out, blank);                                               \
            put_word(out, words, cr_bits_first(left));                             \
        }                                                                          \
    }                                                                              \
    static bool parse_##name(cr_span *in, uint8_t *value, const void *with)        \
    {                                                                              \
        bits set = 0;                                                              \
        unsigned i;                                                                \
                                                                                   \
        (void)with;                                                                \
        if (!cr_span_take(in, "-"))                                                \
            while (!cr_span_is_empty(in)) {                                        \
                if (!find_word(cr_span_word(in), words, &i))                       \
                    return false;                                                  \
                set |= (bits)((bits)1 << i);                                       \
            }                                                                      \
        memcpy(value, &set, sizeof set);                                           \
        return true;                                                               \
    }                                                                              \
    const cr_type db_##name##_type = {sizeof(bits), CR_LIST, print_##name, parse_##name}

SET_OF(leaders, leader_word, uint32_t);
SET_OF(cards, card_word, uint64_t);
SET_OF(territories, territory_word, uint64_t);
SET_OF(powers, power_word, uint8_t);

/* Takes the digits in front, up to a sign such as "/" or the end of the word. */
static bool take_number(cr_span *word, int64_t lo, int64_t hi, int64_t *out)
{
    cr_span digits = *word;

    for (digits.end = digits.at;
         digits.end < word->end && *digits.end >= '0' && *digits.end <= '9';)
        digits.end++;
    word->at = digits.end;
    return cr_span_int(&digits, lo, hi, out);
}

/* ---- places ---- */

static void put_area(cr_text *out, unsigned area)
{
    const db_area *a = &db_areas[area < DB_AREAS ? area : 0];

    put_word(out, territory_word, a->territory);
    if (db_territories[a->territory].n_areas > 1)
        cr_text_fmt(out, "/%u", a->sector);
}

/* Takes a place from the front, up to '=' or '+' or the end of the word. */
static bool take_area(cr_span *word, unsigned *area)
{
    cr_span name = *word;
    unsigned territory;
    int64_t sector;

    for (name.end = name.at;
         name.end < word->end && *name.end != '/' && *name.end != '=' && *name.end != '+';)
        name.end++;
    if (!find_word(name, territory_word, &territory))
        return false;
    word->at = name.end;
    *area = db_territories[territory].first;
    if (!cr_span_lead(word, "/"))
        return db_territories[territory].n_areas == 1;
    if (!take_number(word, 0, DB_SECTORS - 1, &sector))
        return false;
    for (unsigned i = 0; i < db_territories[territory].n_areas; i++)
        if (db_areas[*area + i].sector == sector) {
            *area += i;
            return true;
        }
    return false;
}

static void print_area(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    put_area(out, *value);
}

static bool parse_area(cr_span *in, uint8_t *value, const void *with)
{
    cr_span word = cr_span_word(in);
    unsigned area;

    (void)with;
    if (!take_area(&word, &area) || word.at != word.end)
        return false;
    *value = (uint8_t)area;
    return true;
}

const cr_type db_area_type = {1, 0, print_area, parse_area};

/* In a move an area takes two bytes, territory and place in it, because offers know values below 64 only. */
static void print_place(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    put_area(out,
             db_territories[value[0] < DB_TERRITORIES ? value[0] : 0].first + (unsigned)value[1]);
}

static bool parse_place(cr_span *in, uint8_t *value, const void *with)
{
    uint8_t area;

    if (!parse_area(in, &area, with))
        return false;
    value[0] = db_areas[area].territory;
    value[1] = (uint8_t)(area - db_territories[value[0]].first);
    return true;
}

const cr_type db_place_type = {2, 0, print_place, parse_place};

/* A zone: its first area, and "+" how many more; "-" for none. */
static void print_zone(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    if (!value[1]) {
        cr_text_char(out, '-');
        return;
    }
    put_area(out, value[0]);
    if (value[1] > 1)
        cr_text_fmt(out, "+%u", value[1] - 1u);
}

static bool parse_zone(cr_span *in, uint8_t *value, const void *with)
{
    cr_span word = cr_span_word(in);
    int64_t more = 0;
    unsigned area;

    (void)with;
    if (cr_span_is(word, "-"))
        return true;
    if (!take_area(&word, &area) ||
        (cr_span_lead(&word, "+") && !take_number(&word, 1, DB_ZONE_MAX, &more)) ||
        word.at != word.end)
        return false;
    value[0] = (uint8_t)area;
    value[1] = (uint8_t)(more + 1);
    return true;
}

const cr_type db_zone_type = {2, 0, print_zone, parse_zone};

/* ---- lists with "=": what lies in areas, and marks of leaders ---- */

static void print_forces(cr_text *out, const uint8_t *value, const void *with)
{
    const char *blank = "";

    (void)with;
    for (unsigned area = 0; area < DB_AREAS; area++)
        if (value[area]) {
            cr_text_str(out, blank);
            put_area(out, area);
            cr_text_fmt(out, "=%u", db_normals(value[area]));
            if (db_elites(value[area]))
                cr_text_fmt(out, "+%u*", db_elites(value[area]));
            blank = " ";
        }
    if (!*blank)
        cr_text_char(out, '-');
}

static bool parse_forces(cr_span *in, uint8_t *value, const void *with)
{
    (void)with;
    if (cr_span_take(in, "-"))
        return true;
    while (!cr_span_is_empty(in)) {
        cr_span word = cr_span_word(in);
        int64_t normals, elites = 0;
        unsigned area;

        if (!take_area(&word, &area) || !cr_span_lead(&word, "=") ||
            !take_number(&word, 0, DB_FORCES, &normals))
            return false;
        if (cr_span_lead(&word, "+") &&
            (!take_number(&word, 1, 5, &elites) || !cr_span_lead(&word, "*")))
            return false;
        if (word.at != word.end || value[area])
            return false;
        value[area] = db_force((unsigned)normals, (unsigned)elites);
    }
    return true;
}

const cr_type db_forces_type = {DB_AREAS_FILL, CR_LIST, print_forces, parse_forces};

static void print_ground(cr_text *out, const uint8_t *value, const void *with)
{
    const char *blank = "";

    (void)with;
    for (unsigned area = 0; area < DB_AREAS; area++)
        if (value[area]) {
            cr_text_str(out, blank);
            put_area(out, area);
            cr_text_fmt(out, "=%u", value[area]);
            blank = " ";
        }
    if (!*blank)
        cr_text_char(out, '-');
}

static bool parse_ground(cr_span *in, uint8_t *value, const void *with)
{
    (void)with;
    if (cr_span_take(in, "-"))
        return true;
    while (!cr_span_is_empty(in)) {
        cr_span word = cr_span_word(in);
        int64_t spice;
        unsigned area;

        if (!take_area(&word, &area) || !cr_span_lead(&word, "=") ||
            !take_number(&word, 1, UINT8_MAX, &spice) || word.at != word.end)
            return false;
        value[area] = (uint8_t)spice;
    }
    return true;
}

const cr_type db_ground_type = {DB_AREAS_FILL, CR_LIST, print_ground, parse_ground};

/* `with` tells the list of words on the right; none: numbers. */
static void print_marks(cr_text *out, const uint8_t *value, const void *with)
{
    const char *blank = "";

    for (unsigned leader = 0; leader < DB_LEADERS; leader++)
        if (value[leader]) {
            cr_text_fmt(out, "%s%s=", blank, db_leaders[leader].code);
            if (with)
                put_word(out, territory_word, value[leader] - 1u);
            else
                cr_text_int(out, value[leader]);
            blank = " ";
        }
    if (!*blank)
        cr_text_char(out, '-');
}

static bool parse_marks(cr_span *in, uint8_t *value, const void *with)
{
    if (cr_span_take(in, "-"))
        return true;
    while (!cr_span_is_empty(in)) {
        cr_span word = cr_span_word(in), name = word;
        unsigned leader, territory;
        int64_t n;

        for (name.end = name.at; name.end < word.end && *name.end != '=';)
            name.end++;
        if (!find_word(name, leader_word, &leader))
            return false;
        word.at = name.end;
        if (!cr_span_lead(&word, "="))
            return false;
        if (with) {
            if (!find_word(word, territory_word, &territory))
                return false;
            value[leader] = (uint8_t)(territory + 1);
        } else {
            if (!take_number(&word, 1, UINT8_MAX, &n) || word.at != word.end)
                return false;
            value[leader] = (uint8_t)n;
        }
    }
    return true;
}

const cr_type db_marks_type = {DB_LEADERS, CR_LIST, print_marks, parse_marks};

/* ---- lists of cards in order ---- */

static void print_pile(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    if (!value[0])
        cr_text_char(out, '-');
    for (unsigned i = 1; i <= value[0] && i <= DB_CARDS; i++) {
        cr_text_str(out, i > 1 ? " " : "");
        put_word(out, card_word, value[i]);
    }
}

static bool parse_pile(cr_span *in, uint8_t *value, const void *with)
{
    unsigned card;

    (void)with;
    if (cr_span_take(in, "-"))
        return true;
    while (!cr_span_is_empty(in)) {
        if (!find_word(cr_span_word(in), card_word, &card) || value[0] == DB_CARDS)
            return false;
        value[++value[0]] = (uint8_t)card;
    }
    return true;
}

const cr_type db_pile_type = {DB_CARDS + 1, CR_LIST, print_pile, parse_pile};

/* Up to three cards; a move keeps them lowest first. */
static void print_three(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    if (!value[0])
        cr_text_char(out, '-');
    for (unsigned i = 0; i < 3 && value[i]; i++) {
        cr_text_str(out, i ? " " : "");
        put_word(out, card_word, value[i] - 1u);
    }
}

static bool parse_three(cr_span *in, uint8_t *value, const void *with)
{
    unsigned n = 0, card;

    (void)with;
    if (cr_span_take(in, "-"))
        return true;
    while (!cr_span_is_empty(in)) {
        unsigned at = n;

        if (!find_word(cr_span_word(in), card_word, &card) || n == 3)
            return false;
        for (; at && value[at - 1] > card + 1; at--)
            value[at] = value[at - 1];
        value[at] = (uint8_t)(card + 1);
        n++;
    }
    return true;
}

const cr_type db_three_type = {3, CR_LIST, print_three, parse_three};

/* Elites of four areas, two to a byte. */
static void print_elites(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    cr_text_fmt(out, "%u %u %u %u", value[0] % 6u, value[0] / 6u, value[1] % 6u, value[1] / 6u);
}

static bool parse_elites(cr_span *in, uint8_t *value, const void *with)
{
    (void)with;
    for (unsigned area = 0; area < 4 && (area == 0 || !cr_span_is_empty(in)); area++) {
        int64_t n;

        if (!cr_span_int(in, 0, 5, &n))
            return false;
        value[area / 2] = (uint8_t)(value[area / 2] + n * (area % 2 ? 6 : 1));
    }
    return true;
}

const cr_type db_elites_type = {2, CR_NUMBER | CR_LIST, print_elites, parse_elites};

/* Normals of four areas; those left out are 0. */
static void print_normals(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    cr_text_fmt(out, "%u %u %u %u", value[0], value[1], value[2], value[3]);
}

static bool parse_normals(cr_span *in, uint8_t *value, const void *with)
{
    (void)with;
    for (unsigned area = 0; area < 4 && (area == 0 || !cr_span_is_empty(in)); area++) {
        int64_t n;

        if (!cr_span_int(in, 0, DB_FORCES, &n))
            return false;
        value[area] = (uint8_t)n;
    }
    return true;
}

const cr_type db_normals_type = {4, CR_NUMBER | CR_LIST, print_normals, parse_normals};

/* Spice that may need more than one byte below 64. */
static void print_amount(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    cr_text_int(out, value[0] + 64 * value[1]);
}

static bool parse_amount(cr_span *in, uint8_t *value, const void *with)
{
    int64_t n;

    (void)with;
    if (!cr_span_int(in, 0, DB_SPICE_MAX, &n))
        return false;
    value[0] = (uint8_t)(n % 64);
    value[1] = (uint8_t)(n / 64);
    return true;
}

const cr_type db_amount_type = {2, CR_NUMBER, print_amount, parse_amount};

/* ---- answers and plans ---- */

/* "none", a leader, "CHEAP_HERO", a card, or a number as "7H/2": seven half points, two spice. */
static void print_answer(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    switch (value[0]) {
    case DB_SAYS_NONE:
        cr_text_str(out, "none");
        break;
    case DB_SAYS_LEADER:
        put_word(out, leader_word, value[1]);
        break;
    case DB_SAYS_HERO:
        cr_text_str(out, "CHEAP_HERO");
        break;
    case DB_SAYS_CARD:
        put_word(out, card_word, value[1]);
        break;
    default:
        cr_text_fmt(out, "%uH/%u", value[1], value[2]);
    }
}

static bool parse_answer(cr_span *in, uint8_t *value, const void *with)
{
    cr_span word = cr_span_word(in);
    int64_t dial, spice;
    unsigned i;

    (void)with;
    if (cr_span_is(word, "none"))
        return true;
    if (cr_span_is(word, "CHEAP_HERO")) {
        value[0] = DB_SAYS_HERO;
    } else if (find_word(word, leader_word, &i)) {
        value[0] = DB_SAYS_LEADER;
        value[1] = (uint8_t)i;
    } else if (find_word(word, card_word, &i)) {
        value[0] = DB_SAYS_CARD;
        value[1] = (uint8_t)i;
    } else {
        if (!take_number(&word, 0, 63, &dial) || !cr_span_lead(&word, "H/") ||
            !take_number(&word, 0, DB_FORCES, &spice) || word.at != word.end)
            return false;
        value[0] = DB_SAYS_NUMBER;
        value[1] = (uint8_t)dial;
        value[2] = (uint8_t)spice;
    }
    return true;
}

const cr_type db_answer_type = {3, 0, print_answer, parse_answer};

/* A whole plan: "n/e/s leader weapon defense" and the words kh, announced, default where they hold. */
static void print_plan(cr_text *out, const uint8_t *value, const void *with)
{
    const db_plan *p = (const db_plan *)value;

    (void)with;
    cr_text_fmt(out, "%u/%u/%u ", p->normal, p->elite, p->spice);
    if (p->hero)
        put_word(out, hero_word, p->hero - 1u);
    else
        print_leader(out, &p->leader, NULL);
    cr_text_char(out, ' ');
    print_card(out, &p->weapon, NULL);
    cr_text_char(out, ' ');
    print_card(out, &p->defense, NULL);
    cr_text_str(out, p->kh ? " kh" : "");
    cr_text_str(out, p->announce ? " announced" : "");
    cr_text_str(out, p->is_default ? " default" : "");
}

static bool parse_plan(cr_span *in, uint8_t *value, const void *with)
{
    db_plan *p = (db_plan *)value;
    cr_span word = cr_span_word(in), lead;
    int64_t n, e, s;
    unsigned hero;

    (void)with;
    if (!take_number(&word, 0, DB_FORCES, &n) || !cr_span_lead(&word, "/") ||
        !take_number(&word, 0, 5, &e) || !cr_span_lead(&word, "/") ||
        !take_number(&word, 0, 63, &s) || word.at != word.end)
        return false;
    p->normal = (uint8_t)n;
    p->elite = (uint8_t)e;
    p->spice = (uint8_t)s;
    lead = *in;
    if (find_word(cr_span_word(&lead), hero_word, &hero)) {
        p->hero = (uint8_t)(hero + 1);
        *in = lead;
    } else if (!parse_leader(in, &p->leader, NULL)) {
        return false;
    }
    if (!parse_card(in, &p->weapon, NULL) || !parse_card(in, &p->defense, NULL))
        return false;
    p->kh = cr_span_take(in, "kh");
    p->announce = cr_span_take(in, "announced");
    p->is_default = cr_span_take(in, "default");
    return true;
}

const cr_type db_plan_type = {sizeof(db_plan), CR_LIST, print_plan, parse_plan};

/* Names the number of a plan for refusals, and takes no byte of it. */
static void print_number(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    cr_text_fmt(out, "%u/%u/%u", value[0], value[1], value[2]);
}

static bool parse_nothing(cr_span *in, uint8_t *value, const void *with)
{
    (void)in, (void)value, (void)with;
    return false;
}

const cr_type db_number_type = {0, 0, print_number, parse_nothing};

static void print_ghola(cr_text *out, const uint8_t *value, const void *with)
{
    (void)value, (void)with;
    put_word(out, card_word, DB_CARD_tleilaxu_ghola);
}

const cr_type db_ghola_type = {0, 0, print_ghola, parse_nothing};
