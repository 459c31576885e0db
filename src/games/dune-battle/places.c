/* How pieces and places are written, one or none of them, sets of them, and what lies in areas. A set is a list of words; a
 * place is a territory and, where it has several areas, "/" and a sector. */
#include "games/dune-battle/types.h"

/* ---- numbers ---- */

static cr_span take_digits(cr_span *word)
{
    cr_span digits = *word;

    for (digits.end = digits.at;
         digits.end < word->end && *digits.end >= '0' && *digits.end <= '9';)
        digits.end++;
    word->at = digits.end;
    return digits;
}

bool db_take_number(cr_span *word, int64_t lo, int64_t hi, int64_t *out)
{
    cr_span digits = take_digits(word);

    return cr_span_int(&digits, lo, hi, out);
}

bool db_take_count(cr_span *word, int64_t *out)
{
    cr_span digits = take_digits(word);

    return cr_span_count(&digits, DB_ARG_MAX, out);
}

/* ---- places ---- */

static void put_area(cr_text *out, unsigned area)
{
    const db_area *a = &db_areas[area < DB_AREAS ? area : 0];

    cr_word_put(out, db_territory_words, a->territory);
    if (db_territories[a->territory].n_areas > 1)
        cr_text_fmt(out, "/%u", a->sector);
}

/* Takes the territory of a place from the front, up to '/', '=' or '+' or the end of the word. */
static bool take_territory(cr_span *word, unsigned *territory)
{
    cr_span name = *word;

    for (name.end = name.at;
         name.end < word->end && *name.end != '/' && *name.end != '=' && *name.end != '+';)
        name.end++;
    word->at = name.end;
    return cr_word_find(name, db_territory_words, territory);
}

static bool take_area(cr_span *word, unsigned *area)
{
    unsigned territory;
    int64_t sector;

    if (!take_territory(word, &territory))
        return false;
    *area = db_territories[territory].first;
    if (!cr_span_lead(word, "/"))
        return db_territories[territory].n_areas == 1;
    if (!db_take_number(word, 0, DB_SECTORS - 1, &sector))
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

/* In a move an area takes two bytes, territory and place in it, because offers know values below 64 only. A sector that
 * the territory does not have is the place behind all areas: nobody has a fight there. */
static void print_place(cr_text *out, const uint8_t *value, const void *with)
{
    const db_territory *t = &db_territories[value[0] < DB_TERRITORIES ? value[0] : 0];

    (void)with;
    if (value[1] < t->n_areas)
        put_area(out, t->first + (unsigned)value[1]);
    else
        cr_text_fmt(out, "%s/%u", t->code, (unsigned)DB_SECTORS);
}

static bool parse_place(cr_span *in, uint8_t *value, const void *with)
{
    cr_span word = cr_span_word(in), again = word;
    unsigned area, territory;
    int64_t sector;

    (void)with;
    if (take_area(&word, &area) && word.at == word.end) {
        value[0] = db_areas[area].territory;
        value[1] = (uint8_t)(area - db_territories[value[0]].first);
        return true;
    }
    if (!take_territory(&again, &territory) || !cr_span_lead(&again, "/") ||
        !db_take_count(&again, &sector) || again.at != again.end)
        return false;
    value[0] = (uint8_t)territory;
    value[1] = DB_ZONE_MAX;
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
        (cr_span_lead(&word, "+") && !db_take_number(&word, 1, DB_ZONE_MAX, &more)) ||
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
            !db_take_number(&word, 0, DB_FORCES, &normals))
            return false;
        if (cr_span_lead(&word, "+") &&
            (!db_take_number(&word, 1, 5, &elites) || !cr_span_lead(&word, "*")))
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
            !db_take_number(&word, 1, UINT8_MAX, &spice) || word.at != word.end)
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
                cr_word_put(out, db_territory_words, value[leader] - 1u);
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
        if (!cr_word_find(name, db_leader_words, &leader))
            return false;
        word.at = name.end;
        if (!cr_span_lead(&word, "="))
            return false;
        if (with) {
            if (!cr_word_find(word, db_territory_words, &territory))
                return false;
            value[leader] = (uint8_t)(territory + 1);
        } else {
            if (!db_take_number(&word, 1, UINT8_MAX, &n) || word.at != word.end)
                return false;
            value[leader] = (uint8_t)n;
        }
    }
    return true;
}

const cr_type db_marks_type = {DB_LEADERS, CR_LIST, print_marks, parse_marks};
