/* The Dune battle on a terminal: the factions with their forces in the zone, the two battle wheels beside each other
 * with leader, weapon and defense, what Voice and Prescience have settled, and the own cards. */
#include "draw/dune.h"

#include <stdio.h>

enum { WHEEL_ROWS = 6, SIDE_WIDTH = 39 };

const char *dune_name_of(const char *code)
{
    static const struct {
        const char *code, *name;
    } names[] = {
#define LEADER(code, faction, name, strength) {#code, name},
#include "games/dune-battle/leaders.def"
#undef LEADER
#define CARD(code, name, kind) {#code, name},
#include "games/dune-battle/treachery.def"
#undef CARD
#define TERRITORY(code, name, type, first, n) {#code, name},
#include "games/dune-battle/territories.def"
#undef TERRITORY
    };
    size_t len = strcspn(code, "/");

    for (size_t i = 0; i < CR_COUNT_OF(names); i++)
        if (strlen(names[i].code) == len && !strncmp(names[i].code, code, len))
            return names[i].name;
    return code;
}

static unsigned strength_of(const char *code)
{
    static const struct {
        const char *code;
        unsigned strength;
    } leaders[] = {
#define LEADER(code, faction, name, strength) {#code, strength},
#include "games/dune-battle/leaders.def"
#undef LEADER
    };

    for (size_t i = 0; i < CR_COUNT_OF(leaders); i++)
        if (!strcmp(leaders[i].code, code))
            return leaders[i].strength;
    return 0;
}

/* ---- who is here ---- */

static bool has_battle(const scene *on)
{
    return on->view->depth > 1 && look_count(on, "zone", 0);
}

/* What a seat has in the territory of the battle: its word of the list of forces, behind the sign. */
static void forces_here(const scene *on, unsigned seat, char out[64])
{
    char buf[LOOK_MAX], zone[LOOK_MAX], word[64];
    cr_span list = cr_span_of(look(on, "forces", seat, buf));
    size_t len = strcspn(look(on, "zone", 0, zone), "/ ");

    out[0] = 0;
    while (draw_word(&list, word))
        if (!strncmp(word, zone, len) && (word[len] == '=' || word[len] == '/'))
            snprintf(out + strlen(out), 64 - strlen(out), "%s%s", *out ? "," : "",
                     strchr(word, '=') ? strchr(word, '=') + 1 : "");
}

/* "carthag=5+3* arsunt/10=2" with names: "Carthag 5+3*, Arsunt 2". */
static void write_forces(cr_text *out, const char *list)
{
    cr_span in = cr_span_of(list);
    const char *comma = "";
    char word[64];

    while (draw_word(&in, word)) {
        char *sign = strchr(word, '=');

        if (sign)
            *sign = 0;
        cr_text_fmt(out, "%s%s %s", comma, dune_name_of(word), sign ? sign + 1 : "");
        comma = ", ";
    }
    if (!*comma)
        cr_text_str(out, "nowhere");
}

static void draw_faction(sheet *out, unsigned row, unsigned column, const scene *on, unsigned seat)
{
    char buf[LOOK_MAX], places[LOOK_MAX], here[64];
    cr_text text = cr_text_on(places, sizeof places);
    unsigned end = column + SIDE_WIDTH, at = draw_seat(out, row, column, on, seat) + 1;

    at = sheet_text(out, row, at, INK_STRONG, look(on, "factions", seat, buf)) + 1;
    if (seat == on->view->viewer || on->view->is_over)
        at = draw_fact(out, row, at, "spice", look(on, "spice", seat, buf)) - 1;
    if (has_battle(on)) {
        forces_here(on, seat, here);
        if (*here) {
            draw_fact(out, row, at, "here", here);
            return;
        }
    }
    write_forces(&text, look(on, "forces", seat, buf));
    at = sheet_text(out, row, at, INK_DIM, "at") + 1;
    sheet_clip(out, row, at, end > at ? end - at : 0, INK_PLAIN, places);
}

/* ---- the wheels ---- */

typedef struct {
    int64_t normal, elite, spice;
    char leader[64], weapon[64], defense[64], more[64];
    bool is_known;
} plan;

/* The next of the numbers that a stroke separates. */
static bool take_part(cr_span *in, int64_t *out)
{
    const char *from = in->at;

    for (*out = 0; in->at < in->end && *in->at >= '0' && *in->at <= '9'; in->at++)
        *out = *out * 10 + (*in->at - '0');
    if (in->at == from || in->at - from > 3)
        return false;
    in->at += in->at < in->end && *in->at == '/';
    return true;
}

/* "5/1/2 fr_stilgar crysknife shield_1 kh". */
static plan read_plan(const scene *on, const char *field)
{
    char buf[LOOK_MAX];
    cr_span list = cr_span_of(look(on, field, 0, buf)), number = cr_span_word(&list);
    plan p = {0};

    p.is_known = take_part(&number, &p.normal) && take_part(&number, &p.elite) &&
                 take_part(&number, &p.spice);
    draw_word(&list, p.leader);
    draw_word(&list, p.weapon);
    draw_word(&list, p.defense);
    draw_word(&list, p.more);
    return p;
}

/* A part of the viewer's own sealed move, as it is written. */
static void own_part(const scene *on, const char *name, char out[64])
{
    const cr_move *own = &on->view->own;
    const cr_field *f = own->kind < on->game->n_kinds ? on->game->kinds[own->kind].fields : NULL;
    cr_text text = cr_text_on(out, 64);

    for (; f && f->name; f++)
        if (!strcmp(f->name, name))
            f->type->print(&text, own->arg + f->at, f->with);
}

static int64_t own_number(const scene *on, const char *name)
{
    char word[64];
    cr_span in;
    int64_t n = 0;

    own_part(on, name, word);
    in = cr_span_of(word);
    return cr_span_int(&in, 0, 99, &n) ? n : 0;
}

/* The plan that the viewer has sealed and nobody else has seen. */
static plan own_plan(const scene *on)
{
    plan p = {.normal = own_number(on, "normal"),
              .elite = own_number(on, "elite"),
              .spice = own_number(on, "spice"),
              .is_known = on->view->own.ticket &&
                          !strcmp(cr_kind_word(on->game, on->view->own.kind), "plan")};

    own_part(on, "leader", p.leader);
    if (!*p.leader || !strcmp(p.leader, "-"))
        own_part(on, "cheap_hero", p.leader);
    own_part(on, "weapon", p.weapon);
    own_part(on, "defense", p.defense);
    snprintf(p.more, sizeof p.more, "%s", "sealed: you alone see it");
    return p;
}

/* The plan a viewer may see: the revealed one, one that is shown to this seat, or the own one. */
static plan plan_of(const scene *on, unsigned side)
{
    static const char *const open[] = {"plan_aggressor", "plan_defender"};
    static const char *const hidden[] = {"hidden_plan_aggressor", "hidden_plan_defender"};
    bool is_revealed = look_is(on, "revealed", 0, "yes");
    plan p = read_plan(on, is_revealed ? open[side] : hidden[side]);

    p.is_known = p.is_known && (is_revealed || p.normal || p.elite || strcmp(p.leader, "-"));
    if (!p.is_known && look_number(on, "combatants", side) == on->view->viewer)
        p = own_plan(on);
    return p;
}

static void draw_part(sheet *out, unsigned row, unsigned column, const char *label,
                      const char *code)
{
    char line[96];
    unsigned strength = strength_of(code);

    column = sheet_fmt(out, row, column, INK_DIM, "%-8s", label);
    if (!strcmp(code, "-") || !*code)
        snprintf(line, sizeof line, "none");
    else if (strength)
        snprintf(line, sizeof line, "%u %s", strength, dune_name_of(code));
    else
        snprintf(line, sizeof line, "%s", dune_name_of(code));
    sheet_clip(out, row, column, 19, INK_STRONG, line);
}

/* The dial on the left, leader and cards on the right. */
static void draw_wheel(sheet *out, unsigned row, unsigned column, const scene *on, unsigned side)
{
    unsigned seat = (unsigned)look_number(on, "combatants", side), at;
    const char *word = side ? "defender" : "aggressor";
    plan p = plan_of(on, side);
    char buf[LOOK_MAX];
    bool is_locked = strstr(look(on, "locked", 0, buf), word);

    at = sheet_text(out, row, column, INK_DIM, side ? "defender " : "aggressor ");
    at = draw_seat(out, row, at, on, seat) + 1;
    at = sheet_text(out, row, at, INK_STRONG, look(on, "factions", seat, buf)) + 1;
    if (look_is(on, "winner", 0, word))
        sheet_text(out, row, at, INK_GOOD, "✓ wins");
    else if (is_locked && !p.is_known)
        sheet_text(out, row, at, INK_PLAIN, "locked");
    sheet_text(out, row + 1, column, INK_DIM, "╭─ ─ ─ ─╮");
    sheet_text(out, row + 2, column, INK_DIM, "│       │");
    sheet_text(out, row + 3, column, INK_DIM, "│       │");
    sheet_text(out, row + 4, column, INK_DIM, "│       │");
    sheet_text(out, row + 5, column, INK_DIM, "╰─ ─ ─ ─╯");
    if (!p.is_known) {
        sheet_text(out, row + 3, column + 4, INK_STRONG, is_locked ? "▒" : "?");
        sheet_text(out, row + 3, column + 11, INK_DIM,
                   is_locked ? "the plan lies face down" : "no plan yet");
        return;
    }
    sheet_fmt(out, row + 2, column + 2, INK_STRONG, "%d+%d*", (int)p.normal, (int)p.elite);
    sheet_text(out, row + 3, column + 2, INK_DIM, "spice");
    sheet_fmt(out, row + 4, column + 4, INK_STRONG, "%d", (int)p.spice);
    draw_part(out, row + 2, column + 11, "leader", p.leader);
    draw_part(out, row + 3, column + 11, "weapon", p.weapon);
    draw_part(out, row + 4, column + 11, "defense", p.defense);
    sheet_text(out, row + 5, column + 11, INK_PLAIN,
               !strcmp(p.more, "kh") ? "with the Kwisatz Haderach" : p.more);
}

/* ---- words said, and the own side ---- */

static void draw_promises(sheet *out, unsigned row, const scene *on)
{
    char voice[LOOK_MAX], prescience[LOOK_MAX], a[LOOK_MAX], b[LOOK_MAX], said[64], kind[64];
    unsigned column = 1;

    if (strcmp(look(on, "voice", 0, voice), "UNUSED") && *voice) {
        draw_title_of(look(on, "voice_mode", 0, a), said);
        draw_title_of(look(on, "voice_kind", 0, b), kind);
        column = sheet_fmt(out, row, column, INK_PLAIN, "Voice: %s %s (%s)", said, kind, voice) + 3;
    }
    if (strcmp(look(on, "prescience", 0, prescience), "UNUSED") && *prescience) {
        draw_title_of(look(on, "element", 0, a), said);
        column = sheet_fmt(out, row, column, INK_PLAIN, "Prescience: %s (%s) %s", said, prescience,
                           look(on, "answer", 0, b)) +
                 3;
    }
    if (look_count(on, "prevented", 0))
        sheet_fmt(out, row, column, INK_PLAIN, "prevented: %s", look(on, "prevented", 0, a));
}

/* Names instead of codes, with commas. */
static unsigned draw_names(sheet *out, unsigned row, const char *label, const char *list)
{
    cr_span in = cr_span_of(list);
    unsigned column = sheet_fmt(out, row, 1, INK_DIM, "%s ", label), from = column;
    char word[64];

    while (draw_word(&in, word)) {
        if (column > from)
            column = sheet_text(out, row, column, INK_DIM, ", ");
        column =
            sheet_clip(out, row, column, out->columns - column, INK_STRONG, dune_name_of(word));
    }
    if (column == from)
        sheet_text(out, row, column, INK_DIM, "none");
    return row + 1;
}

static void draw(sheet *out, const scene *on)
{
    unsigned n = on->view->n_seats, own = draw_own_seat(on), row = 1, column;
    char buf[LOOK_MAX];

    column = draw_fact(out, 0, 1, "storm in sector", look(on, "storm", 0, buf));
    if (has_battle(on))
        draw_fact(out, 0, column, "battle for", dune_name_of(look(on, "zone", 0, buf)));
    for (unsigned i = 0; i < n; i++)
        draw_faction(out, row + i / 2, 1 + i % 2 * (SIDE_WIDTH + 1), on, (own + i) % n);
    row += (n + 1) / 2;
    if (has_battle(on)) {
        draw_wheel(out, row, 1, on, 0);
        draw_wheel(out, row, SIDE_WIDTH + 2, on, 1);
        draw_promises(out, row + WHEEL_ROWS, on);
    } else if (look_count(on, "dead", 0)) {
        draw_names(out, row, "dead", look(on, "dead", 0, buf));
    }
    row += WHEEL_ROWS + 1;
    if (draw_is_player(on)) {
        row = draw_names(out, row, "cards", look(on, "hand", own, buf));
        draw_names(out, row, "traitors", look(on, "traitors", own, buf));
    }
}

const drawing draw_dune_battle = {.game = "dune-battle", .draw = draw};
