/* How lists of cards, losses, answers and plans are written. */
#include "games/dune-battle/types.h"

/* ---- lists of cards in order ---- */

void db_pile_print(cr_text *out, const uint8_t *value, const void *with)
{
    const cr_list *list = with;

    if (!value[0])
        cr_text_char(out, '-');
    for (unsigned i = 1; i <= value[0] && i <= list->most; i++) {
        cr_text_str(out, i > 1 ? " " : "");
        cr_word_put(out, list->names, value[i]);
    }
}

bool db_pile_parse(cr_span *in, uint8_t *value, const void *with)
{
    const cr_list *list = with;
    unsigned card;

    if (cr_span_take(in, "-"))
        return true;
    while (!cr_span_is_empty(in)) {
        if (!cr_word_find(cr_span_word(in), list->names, &card) || value[0] == list->most)
            return false;
        value[++value[0]] = (uint8_t)card;
    }
    return true;
}

const cr_type db_pile_type = {DB_CARDS + 1, CR_LIST, db_pile_print, db_pile_parse};
const cr_list db_treachery_cards = {.names = db_card_words, .most = DB_CARDS};

/* Up to three cards; a move keeps them lowest first. */
static void print_three(cr_text *out, const uint8_t *value, const void *with)
{
    static const cr_list three = {.names = db_card_words, .most = 3};

    (void)with;
    cr_list_print(out, value, &three);
}

static bool parse_three(cr_span *in, uint8_t *value, const void *with)
{
    unsigned n = 0, card;

    (void)with;
    if (cr_span_take(in, "-"))
        return true;
    while (!cr_span_is_empty(in)) {
        unsigned at = n;

        if (!cr_word_find(cr_span_word(in), db_card_words, &card) || n == 3)
            return false;
        for (; at && value[at - 1] > card + 1; at--)
            value[at] = value[at - 1];
        value[at] = (uint8_t)(card + 1);
        n++;
    }
    return true;
}

const cr_type db_three_type = {3, CR_LIST, print_three, parse_three};

/* Elites of four areas, two to a byte; the largest byte stands for all numbers that are no elites of anybody. */
static void print_elites(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    cr_text_fmt(out, "%u %u %u %u", value[0] % 6u, value[0] / 6u, value[1] % 6u, value[1] / 6u);
}

static bool parse_elites(cr_span *in, uint8_t *value, const void *with)
{
    (void)with;
    for (unsigned area = 0; area < 4 && (area == 0 || !cr_span_is_empty(in)); area++) {
        uint8_t *pair = &value[area / 2];
        int64_t n;

        if (!cr_span_count(in, 6, &n))
            return false;
        *pair =
            n > 5 || *pair == DB_ARG_MAX ? DB_ARG_MAX : (uint8_t)(*pair + n * (area % 2 ? 6 : 1));
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

        if (!cr_span_count(in, DB_ARG_MAX, &n))
            return false;
        value[area] = (uint8_t)n;
    }
    return true;
}

const cr_type db_normals_type = {4, CR_NUMBER | CR_LIST, print_normals, parse_normals};

/* Spice that may need more than one byte below 64. The largest amount, more than anybody has, stands for all larger ones. */
enum { AMOUNT_MAX = 64 * (DB_SPICE_MAX / 64) + 63 };
static_assert((int)AMOUNT_MAX > (int)DB_SPICE_MAX, "too much can be said");

static void print_amount(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    cr_text_int(out, value[0] + 64 * value[1]);
}

static bool parse_amount(cr_span *in, uint8_t *value, const void *with)
{
    int64_t n;

    (void)with;
    if (!cr_span_count(in, AMOUNT_MAX, &n))
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
        cr_word_put(out, db_leader_words, value[1]);
        break;
    case DB_SAYS_HERO:
        cr_text_str(out, "CHEAP_HERO");
        break;
    case DB_SAYS_CARD:
        cr_word_put(out, db_card_words, value[1]);
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
    } else if (cr_word_find(word, db_leader_words, &i)) {
        value[0] = DB_SAYS_LEADER;
        value[1] = (uint8_t)i;
    } else if (cr_word_find(word, db_card_words, &i)) {
        value[0] = DB_SAYS_CARD;
        value[1] = (uint8_t)i;
    } else {
        if (!db_take_count(&word, &dial) || !cr_span_lead(&word, "H/") ||
            !db_take_count(&word, &spice) || word.at != word.end)
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
        cr_word_put(out, db_hero_words, p->hero - 1u);
    else
        cr_maybe_word.print(out, &p->leader, db_leader_words);
    cr_text_char(out, ' ');
    cr_maybe_word.print(out, &p->weapon, db_card_words);
    cr_text_char(out, ' ');
    cr_maybe_word.print(out, &p->defense, db_card_words);
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
    if (!db_take_number(&word, 0, DB_FORCES, &n) || !cr_span_lead(&word, "/") ||
        !db_take_number(&word, 0, 5, &e) || !cr_span_lead(&word, "/") ||
        !db_take_number(&word, 0, 63, &s) || word.at != word.end)
        return false;
    p->normal = (uint8_t)n;
    p->elite = (uint8_t)e;
    p->spice = (uint8_t)s;
    lead = *in;
    if (cr_word_find(cr_span_word(&lead), db_hero_words, &hero)) {
        p->hero = (uint8_t)(hero + 1);
        *in = lead;
    } else if (!cr_maybe_word.parse(in, &p->leader, db_leader_words)) {
        return false;
    }
    if (!cr_maybe_word.parse(in, &p->weapon, db_card_words) ||
        !cr_maybe_word.parse(in, &p->defense, db_card_words))
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
    cr_word_put(out, db_card_words, DB_CARD_tleilaxu_ghola);
}

const cr_type db_ghola_type = {0, 0, print_ghola, parse_nothing};
