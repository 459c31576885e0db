/* How pieces, places, plans and answers are written, and the tables of moves, events, effects and zones that use
 * them. Sets are lists of words; a place is a territory and, where it has several areas, "/" and a sector. */
#include "games/dune-battle/dune.h"
#include "kernel/forms.h"

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
    static const cr_type name##_type = {1, 0, print_##name, parse_##name}

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
    static const cr_type name##_type = {sizeof(bits), CR_LIST, print_##name, parse_##name}

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

static const cr_type area_type = {1, 0, print_area, parse_area};

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

static const cr_type place_type = {2, 0, print_place, parse_place};

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

static const cr_type zone_type = {2, 0, print_zone, parse_zone};

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

static const cr_type forces_type = {DB_AREAS_FILL, CR_LIST, print_forces, parse_forces};

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

static const cr_type ground_type = {DB_AREAS_FILL, CR_LIST, print_ground, parse_ground};

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

static const cr_type marks_type = {DB_LEADERS, CR_LIST, print_marks, parse_marks};

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

static const cr_type pile_type = {DB_CARDS + 1, CR_LIST, print_pile, parse_pile};

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

static const cr_type three_type = {3, CR_LIST, print_three, parse_three};

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

static const cr_type elites_type = {2, CR_NUMBER | CR_LIST, print_elites, parse_elites};

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

static const cr_type normals_type = {4, CR_NUMBER | CR_LIST, print_normals, parse_normals};

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

static const cr_type amount_type = {2, CR_NUMBER, print_amount, parse_amount};

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

static const cr_type answer_type = {3, 0, print_answer, parse_answer};

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

static const cr_type plan_type = {sizeof(db_plan), CR_LIST, print_plan, parse_plan};

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

static const cr_type number_type = {0, 0, print_number, parse_nothing};

static void print_ghola(cr_text *out, const uint8_t *value, const void *with)
{
    (void)value, (void)with;
    put_word(out, card_word, DB_CARD_tleilaxu_ghola);
}

static const cr_type ghola_type = {0, 0, print_ghola, parse_nothing};

/* ---- moves ---- */

static const char *const card_words[] = {
#define CARD(code, name, kind) #code,
#include "games/dune-battle/treachery.def"
#undef CARD
    NULL,
};

static const cr_field choose_fields[] = {
    CR_ARG("fight", 0, &place_type, NULL, 0, 0),
    CR_ARG("against", 2, &cr_word, db_factions, 0, 0),
    {0},
};
static const cr_field ghola_fields[] = {
    CR_ARG("target", 0, &leader_type, NULL, 0, CR_KEYED),
    CR_ARG("forces", 1, &cr_u8, NULL, 0, CR_KEYED),
    CR_ARG("elite", 2, &cr_u8, NULL, 0, CR_KEYED),
    CR_ARG("card", 3, &ghola_type, NULL, 0, CR_KEYED),
    {0},
};
static const cr_field gift_fields[] = {CR_ARG("spice", 0, &amount_type, NULL, 0, 0), {0}};
static const cr_field karama_fields[] = {
    CR_ARG("power", 0, &cr_word, db_powers, 0, 0),
    CR_ARG("card", 1, &cr_word, card_words, 0, 0),
    {0},
};
static const cr_field command_fields[] = {
    CR_ARG("mode", 0, &cr_word, db_voice_modes, 0, 0),
    CR_ARG("kind", 1, &cr_word, db_voice_kinds, 0, 0),
    {0},
};
static const cr_field cancel_fields[] = {CR_ARG("card", 0, &cr_word, card_words, 0, 0), {0}};
static const cr_field ask_fields[] = {CR_ARG("element", 0, &cr_word, db_elements, 0, 0), {0}};
static const cr_field answer_fields[] = {CR_ARG("answer", 0, &answer_type, NULL, 0, 0), {0}};
static const cr_field plan_fields[] = {
    CR_ARG("normal", 0, &cr_u8, NULL, 0, CR_KEYED),
    CR_ARG("elite", 1, &cr_u8, NULL, 0, CR_KEYED),
    CR_ARG("spice", 2, &cr_u8, NULL, 0, CR_KEYED),
    CR_ARG("leader", 3, &leader_type, NULL, 0, CR_KEYED),
    CR_ARG("cheap_hero", 4, &hero_type, NULL, 0, CR_KEYED),
    CR_ARG("weapon", 5, &card_type, NULL, 0, CR_KEYED),
    CR_ARG("defense", 6, &card_type, NULL, 0, CR_KEYED),
    CR_ARG("kh", 7, &cr_u8, NULL, 0, CR_KEYED),
    CR_ARG("announce_none", 8, &cr_u8, NULL, 0, CR_KEYED),
    CR_ARG("default", 9, &cr_u8, NULL, 0, CR_KEYED),
    CR_ARG("number", 0, &number_type, NULL, 0, CR_KEYED),
    {0},
};
static const cr_field keep_fields[] = {
    CR_ARG("card", 0, &three_type, NULL, 0, CR_KEYED),
    CR_ARG("areas", 3, &normals_type, NULL, 0, CR_KEYED),
    CR_ARG("elites", 7, &elites_type, NULL, 0, CR_KEYED),
    {0},
};
static const cr_field take_fields[] = {CR_ARG("choice", 0, &cr_word, db_choices, 0, 0), {0}};

const cr_kind db_kinds[DB_KINDS] = {
    [DB_PASS] = {.word = "pass"},
    [DB_CHOOSE] = {.word = "fight",
                   .max = {DB_TERRITORIES - 1, DB_ZONE_MAX - 1, DB_FACTIONS - 1},
                   .fields = choose_fields},
    [DB_GHOLA] = {.word = "ghola", .max = {DB_LEADERS, DB_FORCES, 5}, .fields = ghola_fields},
    [DB_GIFT] = {.word = "give", .max = {63, DB_SPICE_MAX / 64}, .fields = gift_fields},
    [DB_KARAMA] = {.word = "karama",
                   .max = {DB_POWERS + DB_FACTIONS - 1, DB_CARDS - 1},
                   .fields = karama_fields},
    [DB_COMMAND] = {.word = "command",
                    .max = {1, DB_VOICE_KINDS + DB_CARDS - 1},
                    .fields = command_fields},
    [DB_CANCEL] = {.word = "cancel", .max = {DB_CARDS - 1}, .fields = cancel_fields},
    [DB_ASK] = {.word = "ask", .max = {DB_NUMBER}, .fields = ask_fields},
    [DB_ANSWER] = {.word = "answer",
                   .max = {DB_SAYS_NUMBER, 63, DB_FORCES},
                   .fields = answer_fields},
    [DB_PLAN] = {.word = "plan",
                 .max = {63, 63, 63, DB_LEADERS, 3, DB_CARDS, DB_CARDS, 1, 1},
                 .fields = plan_fields},
    [DB_CALL] = {.word = "call"},
    [DB_KEEP] = {.word = "keep",
                 .max = {DB_CARDS, DB_CARDS, DB_CARDS, 20, 20, 20, 20, 35, 35},
                 .fields = keep_fields},
    [DB_TAKE] = {.word = "capture", .max = {DB_CAPTURE}, .fields = take_fields},
};

/* ---- moves as people write them ---- */

/* The code of the first card in hand that is called so without its number: "shield" for shield_2. */
static const char *held_copy(uint64_t hand, cr_span name)
{
    size_t len = (size_t)(name.end - name.at);

    for (; hand; hand &= hand - 1) {
        const char *code = db_cards[cr_bits_first(hand)].code;

        if (strlen(code) == len + 2 && !memcmp(code, name.at, len) && code[len] == '_')
            return code;
    }
    return NULL;
}

/* Writes one word of a move with the names of the tables; true if that changed it. */
static bool put_plainly(cr_text *out, cr_span word, uint64_t hand)
{
    cr_span value = word;
    const char *code;

    if (cr_span_lead(&value, "forces=")) {
        cr_text_str(out, " normal=");
        cr_text_bytes(out, value.at, (size_t)(value.end - value.at));
        return true;
    }
    while (value.at < value.end && *value.at != '=')
        value.at++;
    value.at = value.at < value.end ? value.at + 1 : word.at;
    code = held_copy(hand, value);
    cr_text_char(out, ' ');
    cr_text_bytes(out, word.at, (size_t)((code ? value.at : word.end) - word.at));
    if (code)
        cr_text_str(out, code);
    return code;
}

/* People also write "forces" for the normals of a plan, and a card without its number where they hold one. */
bool db_read_move(const cr_state *k, uint8_t seat, cr_span text, cr_move *out, cr_refusal *why)
{
    const db_state *s = (const db_state *)k;
    uint64_t hand = seat < k->n_seats ? s->w.secret.hand[seat] : 0;
    char buf[512];
    cr_text plain = cr_text_on(buf, sizeof buf);
    bool is_other = false, is_plan;

    (void)why;
    is_plan = cr_span_take(&text, "plan");
    if (!is_plan && !cr_span_take(&text, "cancel"))
        return false;
    cr_text_str(&plain, is_plan ? "plan" : "cancel");
    while (!cr_span_is_empty(&text))
        is_other |= put_plainly(&plain, cr_span_word(&text), hand);
    return is_other && !cr_text_is_full(&plain) && cr_move_read(&db_game, cr_span_of(buf), out);
}

/* ---- events ---- */

static const char *const causes[] = {"WEAPON", "TRAITOR", "TRAITOR", "EXPLOSION", NULL};

static const cr_field storm_fields[] = {CR_ARG("storm", 0, &cr_u8, NULL, 0, 0), {0}};
static const cr_field count_fields[] = {CR_ARG("fights", 0, &cr_u8, NULL, 0, 0), {0}};
static const cr_field chosen_fields[] = {
    CR_ARG("zone", 0, &area_type, NULL, 0, 0),
    CR_ARG("aggressor", 1, &cr_word, db_factions, 0, 0),
    CR_ARG("defender", 2, &cr_word, db_factions, 0, 0),
    {0},
};
static const cr_field power_fields[] = {CR_ARG("power", 0, &cr_word, db_powers, 0, 0), {0}};
static const cr_field voice_fields[] = {
    CR_ARG("mode", 0, &cr_word, db_voice_modes, 0, 0),
    CR_ARG("kind", 1, &cr_word, db_voice_kinds, 0, 0),
    CR_ARG("target", 2, &cr_word, db_factions, 0, 0),
    {0},
};
static const cr_field with_card_fields[] = {CR_ARG("card", 0, &cr_word, card_words, 0, 0), {0}};
static const cr_field asked_fields[] = {
    CR_ARG("element", 0, &cr_word, db_elements, 0, 0),
    CR_ARG("target", 1, &cr_word, db_factions, 0, 0),
    {0},
};
static const cr_field element_fields[] = {CR_ARG("element", 0, &cr_word, db_elements, 0, 0), {0}};
static const cr_field given_fields[] = {
    CR_ARG("to", 0, &cr_word, db_factions, 0, 0),
    CR_ARG("spice", 1, &amount_type, NULL, 0, 0),
    {0},
};
static const cr_field revived_fields[] = {
    CR_ARG("leader", 0, &leader_type, NULL, 0, 0),
    CR_ARG("normal", 1, &cr_u8, NULL, 0, 0),
    CR_ARG("elite", 2, &cr_u8, NULL, 0, 0),
    {0},
};
static const cr_field faction_fields[] = {CR_ARG("at", 0, &cr_word, db_factions, 0, 0), {0}};
static const cr_field one_plan_fields[] = {CR_ARG("plan", 0, &plan_type, NULL, 0, 0), {0}};
static const cr_field plans_fields[] = {
    CR_ARG("aggressor", 0, &plan_type, NULL, 0, 0),
    CR_ARG("defender", sizeof(db_plan), &plan_type, NULL, 0, 0),
    CR_ARG("dials", 2 * sizeof(db_plan), &cr_u8, NULL, 2, 0),
    {0},
};
static const cr_field leader_fields[] = {CR_ARG("leader", 0, &leader_type, NULL, 0, 0), {0}};
static const cr_field territory_fields[] = {CR_ARG("territory", 0, &territory_type, NULL, 0, 0),
                                            {0}};
static const cr_field zone_fields[] = {CR_ARG("zone", 0, &area_type, NULL, 0, 0), {0}};
static const cr_field killed_fields[] = {
    CR_ARG("leader", 0, &leader_type, NULL, 0, 0),
    CR_ARG("cause", 1, &cr_word, causes, 0, 0),
    {0},
};
static const cr_field result_fields[] = {
    CR_ARG("kind", 0, &cr_word, db_results, 0, 0),
    CR_ARG("totals", 1, &cr_u8, NULL, 2, 0),
    {0},
};
static const cr_field lost_fields[] = {
    CR_ARG("normal", 0, &cr_u8, NULL, 0, 0),
    CR_ARG("elite", 1, &cr_u8, NULL, 0, 0),
    CR_ARG("area", 2, &area_type, NULL, 0, 0),
    {0},
};
static const cr_field spice_fields[] = {CR_ARG("spice", 0, &cr_u8, NULL, 0, 0), {0}};
static const cr_field cards_fields[] = {CR_ARG("cards", 0, &three_type, NULL, 0, 0), {0}};
static const cr_field choice_fields[] = {
    CR_ARG("choice", 0, &cr_word, db_choices, 0, 0),
    CR_ARG("leader", 1, &leader_type, NULL, 0, 0),
    {0},
};
static const cr_field counter_fields[] = {CR_ARG("counter", 0, &cr_u8, NULL, 0, 0), {0}};

/* The kernel's "sealed" is the event that a plan was submitted or a call answered. */
const cr_told db_events[DB_EVENTS] = {
    [DB_EV_PHASE_START] = {"phase_start", storm_fields},
    [DB_EV_FIGHTS] = {"fights_listed", count_fields},
    [DB_EV_CHOSEN] = {"battle_chosen", chosen_fields},
    [DB_EV_PREVENTED] = {"power_prevented", power_fields},
    [DB_EV_VOICE_USED] = {"voice_used", voice_fields},
    [DB_EV_VOICE_PASSED] = {"voice_passed", NULL},
    [DB_EV_VOICE_CANCELLED] = {"voice_cancelled", with_card_fields},
    [DB_EV_PRESCIENCE_USED] = {"prescience_used", asked_fields},
    [DB_EV_PRESCIENCE_ANSWERED] = {"prescience_answered", answer_fields},
    [DB_EV_PRESCIENCE_CANCELLED] = {"prescience_cancelled", with_card_fields},
    [DB_EV_PRESCIENCE_BLOCKED] = {"prescience_blocked", element_fields},
    [DB_EV_SPICE_GIVEN] = {"spice_given", given_fields},
    [DB_EV_GHOLA_USED] = {"ghola_used", revived_fields},
    [DB_EV_LOOK] = {"look", faction_fields},
    [DB_EV_PLAN_LOOK] = {"plan_look", one_plan_fields},
    [DB_EV_NO_LEADER] = {"no_leader_announced", NULL},
    [DB_EV_PLAN_UNLOCKED] = {"plan_unlocked", NULL},
    [DB_EV_PLANS_REVEALED] = {"plans_revealed", plans_fields},
    [DB_EV_TRAITOR_CALLED] = {"traitor_called", leader_fields},
    [DB_EV_NO_TRAITOR] = {"no_traitor", NULL},
    [DB_EV_EXPLOSION] = {"explosion", territory_fields},
    [DB_EV_LEADER_KILLED] = {"leader_killed", killed_fields},
    [DB_EV_RESULT] = {"battle_result", result_fields},
    [DB_EV_FORCES_LOST] = {"forces_lost", lost_fields},
    [DB_EV_SPICE_PAID] = {"spice_paid", spice_fields},
    [DB_EV_SPICE_GAINED] = {"spice_gained", spice_fields},
    [DB_EV_DISCARDED] = {"cards_discarded", cards_fields},
    [DB_EV_CAPTURE_CHOICE] = {"capture_choice", choice_fields},
    [DB_EV_CAPTURE_CANCELLED] = {"capture_cancelled", with_card_fields},
    [DB_EV_LEADER_RETURNED] = {"leader_returned", leader_fields},
    [DB_EV_KH_ACTIVE] = {"kh_active", counter_fields},
    [DB_EV_BATTLE_END] = {"battle_end", zone_fields},
    [DB_EV_PHASE_END] = {"phase_end", NULL},
};

/* ---- effects, positions and views ---- */

static const char *const phase_steps[] = {"start", "next", NULL};
static const char *const battle_steps[] = {
    "declare",    "voice",   "prescience", "answer", "plan_first", "plans",
    "voice_late", "unlock",  "plan_again", "reveal", "traitor",    "keep",
    "draw",       "capture", "take",       "end",    NULL,
};
const cr_effect db_effects[DB_EFFECTS] = {
    {"phase", phase_steps, NULL},
    {"battle", battle_steps, NULL},
    {"cancelling", NULL, NULL},
};

static const char *const uses[] = {"UNUSED", "STANDS", "CANCELLED", "ANSWERED", NULL};

#define BOARD_FIELDS(S)                                                                         \
    CR_FIELD_AS("factions", S, w.board.faction, &cr_word, db_factions, 0, CR_PER_SEAT),         \
        CR_FIELD_AS("order", S, w.board.order, &cr_seat, NULL, 0, CR_PER_SEAT),                 \
        CR_FIELD_AS("allies", S, w.board.ally, &cr_maybe_seat, NULL, 0, CR_PER_SEAT),           \
        CR_FIELD_AS("storm", S, w.board.storm, &cr_u8, NULL, 0, 0),                             \
        CR_FIELD_AS("advanced", S, w.board.is_advanced, &cr_flag, NULL, 0, 0),                  \
        CR_FIELD_AS("battle_in_storm", S, w.board.battles_in_storm, &cr_flag, NULL, 0, 0),      \
        CR_FIELD_AS("voice_after_plans", S, w.board.late_voice, &cr_flag, NULL, 0, 0),          \
        CR_FIELD_AS("legal_default", S, w.board.legal_default, &cr_flag, NULL, 0, 0),           \
        CR_FIELD_AS("worthless_forced_discard", S, w.board.worthless_go, &cr_flag, NULL, 0, 0), \
        CR_FIELD_AS("times", S, w.board.time_ms, &cr_u32, NULL, DB_TIMES, 0),                   \
        CR_FIELD_AS("forces", S, w.board.force, &forces_type, NULL, 0, CR_BY_SEAT),             \
        CR_FIELD_AS("advisors", S, w.board.advisors, &territories_type, NULL, 0, 0),            \
        CR_FIELD_AS("ground", S, w.board.ground, &ground_type, NULL, 0, 0),                     \
        CR_FIELD_AS("tanks", S, w.board.tank_normal, &cr_u8, NULL, 0, CR_PER_SEAT),             \
        CR_FIELD_AS("elite_tanks", S, w.board.tank_elite, &cr_u8, NULL, 0, CR_PER_SEAT),        \
        CR_FIELD_AS("dead", S, w.board.dead, &leaders_type, NULL, 0, 0),                        \
        CR_FIELD_AS("face_down", S, w.board.face_down, &leaders_type, NULL, 0, 0),              \
        CR_FIELD_AS("deaths", S, w.board.deaths, &marks_type, NULL, 0, 0),                      \
        CR_FIELD_AS("captives", S, w.board.captives, &leaders_type, NULL, 0, 0),                \
        CR_FIELD_AS("hidden_dead_of", S, w.board.n_hidden_dead, &cr_u8, NULL, 0, CR_PER_SEAT),  \
        CR_FIELD_AS("hidden_captives_of", S, w.board.n_hidden_captives, &cr_u8, NULL, 0,        \
                    CR_PER_SEAT),                                                               \
        CR_FIELD_AS("maybe_hidden", S, w.board.maybe_hidden, &leaders_type, NULL, 0, 0),        \
        CR_FIELD_AS("used", S, w.board.used, &marks_type, db_territories, 0, 0),                \
        CR_FIELD_AS("kh_used", S, w.board.kh_used, &territory_type, NULL, 0, 0),                \
        CR_FIELD_AS("kh_dead", S, w.board.kh_dead, &cr_flag, NULL, 0, 0),                       \
        CR_FIELD_AS("kh_shown", S, w.board.kh_shown, &cr_flag, NULL, 0, 0),                     \
        CR_FIELD_AS("look_used", S, w.board.look_used, &cr_flag, NULL, 0, 0),                   \
        CR_FIELD_AS("discard", S, w.board.discard, &pile_type, NULL, 0, 0),                     \
        CR_FIELD_AS("shown", S, w.board.shown, &cards_type, NULL, 0, 0),                        \
        CR_FIELD_AS("traitors_shown", S, w.board.traitors_shown, &leaders_type, NULL, 0, 0),    \
        CR_FIELD_AS("last", S, w.board.last, &cr_maybe_seat, NULL, 2, 0)

#define BATTLE_FIELDS(S)                                                                       \
    CR_FIELD_AS("combatants", S, w.board.battle.seat, &cr_seat, NULL, 2, 0),                   \
        CR_FIELD_AS("zone", S, w.board.battle.zone, &zone_type, NULL, 0, 0),                   \
        CR_FIELD_AS("prevented", S, w.board.battle.prevented, &powers_type, NULL, 0, 0),       \
        CR_FIELD_AS("gift", S, w.board.battle.has_gift, &cr_flag, NULL, 0, 0),                 \
        CR_FIELD_AS("look_at", S, w.board.battle.look_at, &cr_u8, NULL, 0, 0),                 \
        CR_FIELD_AS("voice", S, w.board.battle.voice, &cr_word, uses, 0, 0),                   \
        CR_FIELD_AS("voice_side", S, w.board.battle.voice_side, &cr_u8, NULL, 0, 0),           \
        CR_FIELD_AS("voice_mode", S, w.board.battle.mode, &cr_word, db_voice_modes, 0, 0),     \
        CR_FIELD_AS("voice_kind", S, w.board.battle.kind, &cr_word, db_voice_kinds, 0, 0),     \
        CR_FIELD_AS("prescience", S, w.board.battle.prescience, &cr_word, uses, 0, 0),         \
        CR_FIELD_AS("prescience_side", S, w.board.battle.prescience_side, &cr_u8, NULL, 0, 0), \
        CR_FIELD_AS("element", S, w.board.battle.element, &cr_word, db_elements, 0, 0),        \
        CR_FIELD_AS("locked", S, w.board.battle.locked, &cr_u8, NULL, 0, 0),                   \
        CR_FIELD_AS("revealed", S, w.board.battle.is_revealed, &cr_flag, NULL, 0, 0),          \
        CR_FIELD_AS("result", S, w.board.battle.result, &cr_word, db_results, 0, 0),           \
        CR_FIELD_AS("winner", S, w.board.battle.winner, &cr_u8, NULL, 0, 0),                   \
        CR_FIELD_AS("choice", S, w.board.battle.choice, &cr_word, db_choices, 0, 0),           \
        CR_FIELD_AS("lost_at", S, w.board.battle.lost_at, &cr_u8, NULL, 0, 0),                 \
        CR_FIELD_AS("plan_aggressor", S, w.board.battle.plan[0], &plan_type, NULL, 0, 0),      \
        CR_FIELD_AS("plan_defender", S, w.board.battle.plan[1], &plan_type, NULL, 0, 0)

#define SECRET_FIELDS(S)                                                                          \
    CR_FIELD_AS("hand", S, w.secret.hand, &cards_type, NULL, 0, CR_BY_SEAT),                      \
        CR_FIELD_AS("seen", S, w.secret.seen, &cards_type, NULL, 0, CR_BY_SEAT),                  \
        CR_FIELD_AS("traitors", S, w.secret.traitors, &leaders_type, NULL, 0, CR_BY_SEAT),        \
        CR_FIELD_AS("spice", S, w.secret.spice, &cr_u16, NULL, 0, CR_PER_SEAT),                   \
        CR_FIELD_AS("start", S, w.secret.start, &cr_i32, NULL, 0, CR_PER_SEAT),                   \
        CR_FIELD_AS("kh_counter", S, w.secret.kh_counter, &cr_u8, NULL, 0, 0),                    \
        CR_FIELD_AS("hidden_dead", S, w.secret.dead, &leaders_type, NULL, 0, 0),                  \
        CR_FIELD_AS("hidden_captives", S, w.secret.captives, &leaders_type, NULL, 0, 0),          \
        CR_FIELD_AS("hidden_plan_aggressor", S, w.secret.battle.plan[0], &plan_type, NULL, 0, 0), \
        CR_FIELD_AS("hidden_plan_defender", S, w.secret.battle.plan[1], &plan_type, NULL, 0, 0),  \
        CR_FIELD_AS("answer", S, w.secret.battle.answer, &answer_type, NULL, 0, 0),               \
        CR_FIELD_AS("drawn", S, w.secret.battle.drawn, &leader_type, NULL, 0, 0)

const cr_field db_zones[] = {
    BOARD_FIELDS(db_state), SECRET_FIELDS(db_state), BATTLE_FIELDS(db_state), {0}};
const cr_field db_view_fields[] = {
    BOARD_FIELDS(db_view),
    SECRET_FIELDS(db_view),
    BATTLE_FIELDS(db_view),
    CR_FIELD(db_view, announced, &cr_u8, NULL, 0, 0),
    {0},
};
