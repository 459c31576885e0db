/* The whole board game of Dune on a terminal: the map by sectors, each a row from the pole to the rim with what lies there,
 * the phases of the turn, the factions, and the own side. Where rows are few, only places that hold something. In a battle
 * the drawing of the battle takes its place. */
#include "draw/dune.h"

#include <stdio.h>

extern const drawing draw_dune_battle;

enum { SECTORS = 18, AREAS_MAX = 8, WHOLE_ROWS = 27, LINE = 256 };

typedef struct {
    const char *code, *name, *brief;
} place;

/* The territories by name, and by what fits where eight lie in one row. */
static const place places[] = {
    {"arrakeen", "Arrakeen", "Arrakn"},
    {"carthag", "Carthag", "Carthag"},
    {"sietch_tabr", "Sietch Tabr", "Tabr"},
    {"habbanya_sietch", "Habbanya Sietch", "HabSie"},
    {"tueks_sietch", "Tuek's Sietch", "Tuek's"},
    {"polar_sink", "Polar Sink", "Pole"},
    {"arsunt", "Arsunt", "Arsunt"},
    {"basin", "Basin", "Basin"},
    {"bight_of_the_cliff", "Bight of the Cliff", "Bight"},
    {"broken_land", "Broken Land", "Broken"},
    {"cielago_depression", "Cielago Depression", "CiDepr"},
    {"cielago_east", "Cielago East", "CiEast"},
    {"cielago_north", "Cielago North", "CiNorth"},
    {"cielago_south", "Cielago South", "CiSouth"},
    {"cielago_west", "Cielago West", "CiWest"},
    {"false_wall_east", "False Wall East", "FWEast"},
    {"false_wall_south", "False Wall South", "FWSouth"},
    {"false_wall_west", "False Wall West", "FWWest"},
    {"funeral_plain", "Funeral Plain", "Funeral"},
    {"gara_kulon", "Gara Kulon", "Gara"},
    {"habbanya_erg", "Habbanya Erg", "HabErg"},
    {"habbanya_ridge_flat", "Habbanya Ridge Flat", "HabRdg"},
    {"hagga_basin", "Hagga Basin", "Hagga"},
    {"harg_pass", "Harg Pass", "Harg"},
    {"hole_in_the_rock", "Hole in the Rock", "Hole"},
    {"imperial_basin", "Imperial Basin", "ImpBas"},
    {"meridian", "Meridian", "Merid"},
    {"old_gap", "Old Gap", "OldGap"},
    {"pasty_mesa", "Pasty Mesa", "Pasty"},
    {"plastic_basin", "Plastic Basin", "Plastic"},
    {"red_chasm", "Red Chasm", "RedCha"},
    {"rim_wall_west", "Rim Wall West", "RimWal"},
    {"rock_outcroppings", "Rock Outcroppings", "RockOut"},
    {"shield_wall", "Shield Wall", "Shield"},
    {"sihaya_ridge", "Sihaya Ridge", "Sihaya"},
    {"south_mesa", "South Mesa", "SMesa"},
    {"the_great_flat", "The Great Flat", "Great"},
    {"the_greater_flat", "The Greater Flat", "Greater"},
    {"the_minor_erg", "The Minor Erg", "MinErg"},
    {"tsimpo", "Tsimpo", "Tsimpo"},
    {"wind_pass", "Wind Pass", "WindP"},
    {"wind_pass_north", "Wind Pass North", "WindPN"},
};

/* What lies in each sector, from the pole to the rim. */
static const char *const rings[SECTORS][AREAS_MAX] = {
    {"cielago_north", "cielago_west", "cielago_depression", "meridian"},
    {"cielago_north", "cielago_depression", "cielago_south", "meridian"},
    {"cielago_north", "cielago_depression", "cielago_east", "cielago_south"},
    {"harg_pass", "false_wall_south", "cielago_east", "south_mesa"},
    {"false_wall_east", "harg_pass", "the_minor_erg", "false_wall_south", "pasty_mesa",
     "tueks_sietch", "south_mesa"},
    {"false_wall_east", "the_minor_erg", "pasty_mesa", "south_mesa"},
    {"false_wall_east", "the_minor_erg", "pasty_mesa", "red_chasm"},
    {"false_wall_east", "the_minor_erg", "shield_wall", "pasty_mesa", "gara_kulon"},
    {"false_wall_east", "imperial_basin", "shield_wall", "hole_in_the_rock", "rim_wall_west",
     "sihaya_ridge", "basin", "old_gap"},
    {"imperial_basin", "arrakeen", "old_gap"},
    {"arsunt", "carthag", "imperial_basin", "tsimpo", "old_gap", "broken_land"},
    {"arsunt", "hagga_basin", "tsimpo", "plastic_basin", "broken_land"},
    {"hagga_basin", "tsimpo", "plastic_basin", "rock_outcroppings"},
    {"wind_pass", "plastic_basin", "sietch_tabr", "rock_outcroppings", "bight_of_the_cliff"},
    {"wind_pass", "the_great_flat", "funeral_plain", "bight_of_the_cliff"},
    {"wind_pass", "false_wall_west", "the_greater_flat", "habbanya_erg"},
    {"wind_pass_north", "wind_pass", "false_wall_west", "habbanya_erg", "habbanya_sietch",
     "habbanya_ridge_flat"},
    {"wind_pass_north", "cielago_west", "false_wall_west", "habbanya_ridge_flat"},
};

static const place *place_of(const char *code)
{
    for (size_t i = 0; i < CR_COUNT_OF(places); i++)
        if (!strcmp(places[i].code, code))
            return &places[i];
    return NULL;
}

static const char *faction_name(const char *code)
{
    static const char *const names[][2] = {{"AT", "Atreides"}, {"HK", "Harkonnen"},
                                           {"FR", "Fremen"},   {"EM", "Emperor"},
                                           {"SG", "Guild"},    {"BG", "Bene Gesserit"}};

    for (size_t i = 0; i < CR_COUNT_OF(names); i++)
        if (!strcmp(names[i][0], code))
            return names[i][1];
    return code;
}

/* Is this word of a list, "old_gap/9=6" or "arrakeen=10", about this area? Gives what stands behind the sign. */
static const char *amount_at(const char *word, const char *code, unsigned sector)
{
    size_t len = strlen(code);
    char number[8];

    if (strncmp(word, code, len))
        return NULL;
    if (word[len] == '=')
        return word + len + 1;
    snprintf(number, sizeof number, "/%u=", sector);
    return strncmp(word + len, number, strlen(number)) ? NULL : word + len + strlen(number);
}

static bool is_in_list(const scene *on, const char *field, const char *code)
{
    char buf[LOOK_MAX], word[64];
    cr_span list = cr_span_of(look(on, field, 0, buf));

    while (draw_word(&list, word))
        if (!strcmp(word, code))
            return true;
    return false;
}

/* "AT10 HK3+1* bg2 6$": forces by faction, advisors in small letters, spice. */
static void write_area(cr_text *out, const scene *on, const char *code, unsigned sector)
{
    char buf[LOOK_MAX], word[64], faction[LOOK_MAX];
    const char *amount, *space = "";
    cr_span list;

    for (unsigned seat = 0; seat < on->view->n_seats; seat++) {
        list = cr_span_of(look(on, "forces", seat, buf));
        while (draw_word(&list, word)) {
            amount = amount_at(word, code, sector);
            if (!amount)
                continue;
            look(on, "factions", seat, faction);
            if (!strcmp(faction, "BG") && is_in_list(on, "advisors", code))
                snprintf(faction, sizeof faction, "bg");
            cr_text_fmt(out, "%s%s%s", space, faction, amount);
            space = " ";
        }
    }
    list = cr_span_of(look(on, "ground", 0, buf));
    while (draw_word(&list, word))
        if ((amount = amount_at(word, code, sector))) {
            cr_text_fmt(out, "%s%s$", space, amount);
            space = " ";
        }
}

/* ---- above the map: turn and phases ---- */

/* As the view calls them, and so that all of them fit into a row. */
static const char *const phases[][2] = {
    {"storm", "storm"},     {"blow", "blow"},          {"charity", "charity"},
    {"bidding", "bidding"}, {"revival", "revival"},    {"shipment", "shipment"},
    {"battle", "battle"},   {"collection", "collect"}, {"mentat", "mentat"},
};

static void draw_phases(sheet *out, unsigned row, const scene *on)
{
    char a[LOOK_MAX], b[LOOK_MAX];
    unsigned column = sheet_fmt(out, row, 1, INK_STRONG, "turn %s/%s  ", look(on, "turn", 0, a),
                                look(on, "max_turns", 0, b));

    for (size_t i = 0; i < CR_COUNT_OF(phases); i++) {
        bool is_now = look_is(on, "phase", 0, phases[i][0]);

        column = sheet_fmt(out, row, column, is_now ? INK_YOU : INK_DIM, is_now ? "[%s]" : "%s",
                           phases[i][1]);
        column = sheet_text(out, row, column, INK_DIM, i + 1 < CR_COUNT_OF(phases) ? " " : "");
    }
}

/* ---- the map ---- */

/* A place with what lies there, in at most `width` columns if that is possible. Returns the columns it takes. */
static unsigned write_cell(char out[LINE], unsigned width, const scene *on, const char *code,
                           unsigned sector, bool *is_held)
{
    char there[LINE] = "";
    cr_text text = cr_text_on(there, sizeof there);
    const place *p = place_of(code);
    bool is_long;

    write_area(&text, on, code, sector);
    *is_held = *there;
    is_long = strlen(p->name) + strlen(there) + *is_held > width;
    text = cr_text_on(out, LINE);
    cr_text_str(&text, is_long ? p->brief : p->name);
    cr_text_str(&text, *is_held ? " " : "");
    cr_text_str(&text, there);
    return sheet_width(out);
}

/* A sector: its places in columns of one width, or close together where one of them needs more. */
static void draw_sector(sheet *out, unsigned row, const scene *on, unsigned sector)
{
    bool is_storm = sector == look_number(on, "storm", 0), is_close = false, is_held;
    unsigned column = sheet_fmt(out, row, 1, is_storm ? INK_BAD : INK_DIM,
                                is_storm ? "%2u~ " : "%2u  ", sector),
             n = 0, width;
    char line[LINE];

    while (n < AREAS_MAX && rings[sector][n])
        n++;
    width = (out->columns - column) / (n < 4 ? 4 : n);
    for (unsigned i = 0; i < n; i++)
        is_close |= write_cell(line, width - 1, on, rings[sector][i], sector, &is_held) >= width;
    for (unsigned i = 0; i < n; i++) {
        unsigned taken =
            write_cell(line, is_close ? 0 : width - 1, on, rings[sector][i], sector, &is_held);

        if (column < out->columns)
            sheet_clip(out, row, column, out->columns - column, is_held ? INK_STRONG : INK_DIM,
                       line);
        column += is_close ? taken + 2 : width;
    }
}

static unsigned draw_map(sheet *out, unsigned row, const scene *on)
{
    char line[LINE];
    bool is_held;
    unsigned column;

    write_cell(line, LINE, on, "polar_sink", SECTORS, &is_held);
    column = sheet_text(out, row, 5, is_held ? INK_STRONG : INK_DIM, line) + 3;
    sheet_text(out, row, column, INK_DIM, "sector by sector, from the pole to the rim");
    for (unsigned sector = 0; sector < SECTORS; sector++)
        draw_sector(out, ++row, on, sector);
    return row + 1;
}

/* Where rows are few: what lies somewhere, in the order of the sectors. */
static unsigned draw_occupied(sheet *out, unsigned row, unsigned n_rows, const scene *on)
{
    char text[LOOK_MAX] = "";
    cr_text all = cr_text_on(text, sizeof text);
    int64_t storm = look_number(on, "storm", 0);

    for (unsigned sector = 0; sector <= SECTORS; sector++)
        for (unsigned i = 0; i < AREAS_MAX; i++) {
            const char *code = sector < SECTORS ? rings[sector][i] : i ? NULL : "polar_sink";
            char there[LINE] = "";
            cr_text one = cr_text_on(there, sizeof there);

            if (!code)
                break;
            write_area(&one, on, code, sector);
            if (!*there)
                continue;
            cr_text_fmt(&all, "%s%s", all.len ? ", " : "", place_of(code)->name);
            if (sector < SECTORS)
                cr_text_fmt(&all, " (%u%s)", sector, sector == storm ? "~" : "");
            cr_text_fmt(&all, " %s", there);
        }
    return row + sheet_wrap(out, row, 1, out->columns - 2, n_rows, INK_PLAIN, text);
}

/* ---- factions and the own side ---- */

static void draw_faction(sheet *out, unsigned row, unsigned column, unsigned width, const scene *on,
                         unsigned seat, bool is_brief)
{
    char line[LINE] = "", a[LOOK_MAX], b[LOOK_MAX];
    cr_text text = cr_text_on(line, sizeof line);
    unsigned end = column + width - 1, at = draw_seat(out, row, column, on, seat) + 1;
    int64_t front = look_number(on, "front", seat);

    at = sheet_text(out, row, at, INK_STRONG, look(on, "factions", seat, a)) + 1;
    if (seat == on->view->viewer || on->view->is_over)
        cr_text_fmt(&text, "%s$ ", look(on, "spice", seat, a));
    if (front)
        cr_text_fmt(&text, "+%d$ ", (int)front);
    cr_text_fmt(&text, is_brief ? "%s/%d/%d" : "%s cards, reserve %d, tanks %d",
                look(on, "cards", seat, b),
                (int)(look_number(on, "reserves", seat) + look_number(on, "elite_reserves", seat)),
                (int)(look_number(on, "tanks", seat) + look_number(on, "elite_tanks", seat)));
    if (look_count(on, "allies", seat)) {
        unsigned ally = (unsigned)look_number(on, "allies", seat);

        cr_text_fmt(&text, ", with %s", look(on, "factions", ally, a));
    }
    sheet_clip(out, row, at, end > at ? end - at : 0, INK_PLAIN, line);
}

static unsigned draw_factions(sheet *out, unsigned row, const scene *on)
{
    unsigned n = on->view->n_seats, width = (out->columns - 1) / 2;
    char buf[LOOK_MAX];

    sheet_text(out, row++, 1, INK_DIM, "factions in storm order: cards/reserve/tanks");
    for (unsigned i = 0; i < n; i++) {
        unsigned seat = look_count(on, "order", i) ? (unsigned)look_number(on, "order", i) : i;

        draw_faction(out, row + i / 2, 1 + i % 2 * width, width, on, seat < n ? seat : i, true);
    }
    row += (n + 1) / 2;
    if (look_is(on, "phase", 0, "bidding") && look_number(on, "row", 0)) {
        unsigned column =
            sheet_fmt(out, row, 1, INK_PLAIN, "card %d of %d", (int)look_number(on, "row", 1) + 1,
                      (int)look_number(on, "row", 0));

        if (look_count(on, "bidder", 0))
            sheet_fmt(
                out, row, column, INK_STRONG, ": %s bids %s",
                faction_name(look(on, "factions", (unsigned)look_number(on, "bidder", 0), buf)),
                look(on, "bid", 0, (char[LOOK_MAX]){0}));
        row++;
    }
    return row;
}

static void write_things(cr_text *out, const char *list)
{
    cr_span in = cr_span_of(list);
    const char *comma = "";
    char word[64];

    while (draw_word(&in, word)) {
        cr_text_fmt(out, "%s%s", comma, dune_name_of(word));
        comma = ", ";
    }
    if (!*comma)
        cr_text_str(out, "none");
}

static void draw_own(sheet *out, unsigned row, const scene *on)
{
    char buf[LOOK_MAX], line[LINE * 2] = "";
    cr_text text = cr_text_on(line, sizeof line);
    unsigned own = draw_own_seat(on);

    if (!draw_is_player(on))
        return;
    cr_text_str(&text, "cards ");
    write_things(&text, look(on, "hand", own, buf));
    if (look_count(on, "traitors", own)) {
        cr_text_str(&text, "; traitor ");
        write_things(&text, look(on, "traitors", own, buf));
    }
    sheet_wrap(out, row, 1, out->columns - 2, 2, INK_STRONG, line);
}

static bool is_battle(const scene *on)
{
    return look_is(on, "phase", 0, "battle") && look_count(on, "zone", 0);
}

static void draw(sheet *out, const scene *on)
{
    unsigned row;

    if (is_battle(on)) {
        draw_dune_battle.draw(out, on);
        return;
    }
    draw_phases(out, 0, on);
    if (out->rows >= WHOLE_ROWS) {
        row = draw_factions(out, draw_map(out, 1, on), on);
    } else {
        sheet_fmt(out, 1, 1, INK_DIM, "storm in sector %d", (int)look_number(on, "storm", 0));
        row = draw_factions(out, 2, on);
        row = draw_occupied(out, row, out->rows > row + 2 ? out->rows - row - 2 : 1, on);
    }
    draw_own(out, row, on);
}

/* ---- one thing a line ---- */

static void say_place(sheet *out, unsigned *row, const scene *on, const char *code, unsigned sector)
{
    char there[LINE] = "";
    cr_text text = cr_text_on(there, sizeof there);

    write_area(&text, on, code, sector);
    if (!*there)
        return;
    if (sector < SECTORS)
        sheet_fmt(out, (*row)++, 0, INK_PLAIN, "%s, sector %u: %s", place_of(code)->name, sector,
                  there);
    else
        sheet_fmt(out, (*row)++, 0, INK_PLAIN, "%s: %s", place_of(code)->name, there);
}

static void say_places(sheet *out, unsigned *row, const scene *on)
{
    say_place(out, row, on, "polar_sink", SECTORS);
    for (unsigned sector = 0; sector < SECTORS; sector++)
        for (unsigned i = 0; i < AREAS_MAX && rings[sector][i]; i++)
            say_place(out, row, on, rings[sector][i], sector);
}

/* Places are told in the phases in which people ask about them. */
static void say(sheet *out, const scene *on)
{
    char a[LOOK_MAX], b[LOOK_MAX], c[LOOK_MAX], line[LINE * 2] = "";
    unsigned row = 0, own = draw_own_seat(on);
    cr_text text = cr_text_on(line, sizeof line);

    sheet_fmt(out, row++, 0, INK_PLAIN, "turn %s of %s, %s, storm in sector %s",
              look(on, "turn", 0, a), look(on, "max_turns", 0, b), look(on, "phase", 0, c),
              look(on, "storm", 0, (char[LOOK_MAX]){0}));
    for (unsigned seat = 0; seat < on->view->n_seats; seat++)
        draw_faction(out, row++, 0, out->columns, on, seat, false);
    if (look_is(on, "phase", 0, "setup") || look_is(on, "phase", 0, "blow") ||
        look_is(on, "phase", 0, "shipment"))
        say_places(out, &row, on);
    if (!draw_is_player(on))
        return;
    write_things(&text, look(on, "hand", own, a));
    sheet_fmt(out, row++, 0, INK_PLAIN, "your cards: %s", line);
    text = cr_text_on(line, sizeof line);
    write_things(&text, look(on, "traitors", own, a));
    sheet_fmt(out, row, 0, INK_PLAIN, "your traitors: %s", line);
}

const drawing draw_dune = {.game = "dune", .draw = draw, .say = say, .rows = 27};
