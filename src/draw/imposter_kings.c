/* Imposter Kings on a terminal: the other players with all that is known of them, the Court as a row of cards with
 * the Throne last and larger, the own side with the hand. The number on a card is what it counts now; a printed value
 * that differs stands in brackets. A Disgraced card shows its back, the 1 it counts, and the name people remember. */
#include "draw/draw.h"

#include <stdio.h>

enum { COURT_ROWS = 5, SLICE = 5, THRONE = 17, CARDS_MAX = 40 };

/* The printed value of a card; 0 for a name that is none. */
static unsigned printed_value(const char *name)
{
    static const struct {
        const char *word;
        uint8_t base;
    } cards[] = {
#define CARD(name, word, base, ...) {word, base},
#include "games/imposter-kings/cards.def"
#undef CARD
    };

    for (size_t i = 0; i < CR_COUNT_OF(cards); i++)
        if (!strcmp(cards[i].word, name))
            return cards[i].base;
    return 0;
}

/* ---- the Court ---- */

typedef struct {
    char name[32];
    unsigned seat, value; /* what it counts now */
    bool is_down;
    char marks[24]; /* what else is written behind the name */
} court_card;

/* "Soldier@1(+2)": name, owner, marks. */
static court_card read_card(const char *word, unsigned value)
{
    court_card card = {.value = value};
    size_t name = strcspn(word, "@("), marks = strcspn(word, "(");

    snprintf(card.name, sizeof card.name, "%.*s", (int)name, word);
    if (word[name] == '@')
        card.seat = (unsigned)(word[name + 1] - '0');
    card.is_down = strstr(word, "(x)") != NULL;
    if (!card.is_down)
        snprintf(card.marks, sizeof card.marks, "%.23s", word + marks);
    return card;
}

static unsigned read_court(const scene *on, court_card court[CARDS_MAX])
{
    char buf[LOOK_MAX], more[LOOK_MAX], word[64], number[64];
    cr_span list = cr_span_of(look(on, "court", 0, buf));
    cr_span values = cr_span_of(look(on, "values", 0, more));
    unsigned n = 0;

    while (n < CARDS_MAX && draw_word(&list, word)) {
        int64_t value = 0;

        if (draw_word(&values, number)) {
            cr_span in = cr_span_of(number);

            cr_span_int(&in, 0, 99, &value);
        }
        court[n++] = read_card(word, (unsigned)value);
    }
    return n;
}

static void draw_owner(sheet *out, unsigned row, unsigned column, unsigned seat)
{
    sheet_text(out, row, column, (unsigned)INK_SEAT + seat % CR_SEATS_MAX, draw_shape(seat));
}

/* Position, value, the first letters of the name, owner: the right side lies under the next card. */
static void draw_slice(sheet *out, unsigned row, unsigned column, const court_card *card,
                       unsigned position)
{
    sheet_box(out, row, column, COURT_ROWS, SLICE + 1, INK_DIM);
    sheet_fmt(out, row, column + 1, INK_DIM, "%u", position);
    sheet_fmt(out, row + 1, column + 1, INK_STRONG, "%2u", card->value);
    sheet_text(out, row + 1, column + 3, INK_DIM, card->is_down ? "▒▒" : *card->marks ? "+" : "");
    sheet_fmt(out, row + 2, column + 1, card->is_down ? INK_DIM : INK_PLAIN, "%.4s", card->name);
    draw_owner(out, row + 3, column + 2, card->seat);
}

static void draw_throne(sheet *out, unsigned row, unsigned column, const scene *on,
                        const court_card *card, unsigned position)
{
    unsigned printed = printed_value(card->name), at;

    sheet_box(out, row, column, COURT_ROWS, THRONE, INK_STRONG);
    at = sheet_fmt(out, row, column + 1, INK_DIM, "%u", position);
    sheet_text(out, row, at, INK_STRONG, " Throne ");
    at = sheet_fmt(out, row + 1, column + 2, INK_STRONG, "%u", card->value);
    if (card->value != printed && printed)
        at = sheet_fmt(out, row + 1, at + 1, INK_DIM, "(%u)", printed);
    sheet_text(out, row + 1, at + 1, INK_DIM, card->is_down ? "▒ Disgraced" : card->marks);
    sheet_text(out, row + 2, column + 2, card->is_down ? INK_DIM : INK_STRONG, card->name);
    draw_seat(out, row + 3, column + 2, on, card->seat);
}

/* What does not fit is counted on the left; a wider terminal shows more. */
static void draw_court(sheet *out, unsigned row, const scene *on)
{
    court_card court[CARDS_MAX];
    unsigned n = read_court(on, court), fit, column = 1;

    if (!n) {
        sheet_box(out, row, 1, COURT_ROWS, THRONE, INK_DIM);
        sheet_text(out, row, 3, INK_DIM, " Throne ");
        sheet_text(out, row + 2, 3, INK_DIM, "empty");
        return;
    }
    fit = (out->columns - 1 - THRONE) / SLICE;
    if (n - 1 > fit) {
        fit = (out->columns - 7 - THRONE) / SLICE;
        sheet_fmt(out, row + 2, 0, INK_DIM, "%u", n - 1 - fit);
        sheet_text(out, row + 3, 0, INK_DIM, "older");
        column = 6;
    } else {
        fit = n - 1;
    }
    for (unsigned i = n - 1 - fit; i + 1 < n; i++, column += SLICE)
        draw_slice(out, row, column, &court[i], i + 1);
    draw_throne(out, row, column, on, &court[n - 1], n);
}

/* ---- people ---- */

/* A label and what a list holds, if it holds anything and there is room to begin with it. */
static unsigned draw_list(sheet *out, unsigned row, unsigned column, const char *label,
                          const scene *on, const char *field, unsigned seat)
{
    char buf[LOOK_MAX];

    if (!look_count(on, field, seat) || column + sheet_width(label) + 6 > out->columns)
        return column;
    column = sheet_text(out, row, column, INK_DIM, label) + 1;
    return sheet_clip(out, row, column, out->columns - column, INK_PLAIN,
                      look(on, field, seat, buf)) +
           2;
}

static unsigned draw_king(sheet *out, unsigned row, unsigned column, const scene *on, unsigned seat)
{
    const char number[] = {(char)('0' + seat), 0};
    char buf[LOOK_MAX], word[64];
    cr_span flipped = cr_span_of(look(on, "flipped", 0, buf));
    bool is_flipped = false, is_out = false;

    while (draw_word(&flipped, word))
        is_flipped |= !strcmp(word, number);
    flipped = cr_span_of(look(on, "out", 0, buf));
    while (draw_word(&flipped, word))
        is_out |= !strcmp(word, number);
    if (is_out)
        return sheet_text(out, row, column, INK_BAD, "lost the round") + 2;
    if (is_flipped)
        column = draw_fact(out, row, column, "King", "flipped");
    if (strcmp(look(on, "facet", seat, buf), "regular"))
        column = draw_fact(out, row, column, "facet", buf);
    return column;
}

/* What everybody can see of a player, and what the viewer knows of the hidden rest: one line, and one more for the
 * lists where they do not fit and a row is to spare. */
static unsigned draw_player(sheet *out, unsigned row, const scene *on, unsigned seat,
                            unsigned *spare)
{
    static const char *const slots[] = {"successor", "dungeon", "squire"};
    static const struct {
        const char *label, *field;
    } zones[] = {
        {"antechamber", "antechamber"}, {"army", "army"},     {"exhausted", "exhausted"},
        {"whole army", "army-list"},    {"traded", "traded"}, {"lacks", "lacks"},
    };
    bool is_own = seat == on->view->viewer;
    char buf[LOOK_MAX];
    unsigned column, width = 0;

    draw_seat(out, row, 1, on, seat);
    column = draw_fact(out, row, 16, "points", look(on, "points", seat, buf));
    column = draw_fact(out, row, column, "hand", look(on, "cards", seat, buf));
    column = draw_king(out, row, column, on, seat);
    for (size_t i = 0; i < CR_COUNT_OF(slots); i++)
        if (*look(on, slots[i], seat, buf) && strcmp(buf, "-"))
            column = draw_fact(out, row, column, slots[i], buf);
    for (size_t i = 0; i < CR_COUNT_OF(zones); i++)
        if (look_count(on, zones[i].field, seat))
            width +=
                sheet_width(zones[i].label) + sheet_width(look(on, zones[i].field, seat, buf)) + 3;
    if (!is_own && look_count(on, "hand", seat))
        width += sheet_width(look(on, "hand", seat, buf)) + 6;
    if (column + width > out->columns && *spare) {
        --*spare;
        row++;
        column = 3;
    }
    if (!is_own)
        column = draw_list(out, row, column, "has", on, "hand", seat);
    for (size_t i = 0; i < CR_COUNT_OF(zones) && !(is_own && i == 5); i++)
        column = draw_list(out, row, column, zones[i].label, on, zones[i].field, seat);
    return row + 1;
}

/* The own cards with their printed values, in as many lines as they need. */
static void draw_hand(sheet *out, unsigned row, const scene *on)
{
    char buf[LOOK_MAX], name[64];
    cr_span hand = cr_span_of(look(on, "hand", on->view->viewer, buf));
    unsigned column = 1;

    while (draw_word(&hand, name)) {
        unsigned width = sheet_width(name) + 5;

        if (column + width > out->columns) {
            row++;
            column = 1;
        }
        column = sheet_text(out, row, column, INK_DIM, "[");
        column = sheet_fmt(out, row, column, INK_STRONG, "%u", printed_value(name));
        column = sheet_fmt(out, row, column, INK_PLAIN, " %s", name);
        column = sheet_text(out, row, column, INK_DIM, "]") + 1;
    }
}

/* ---- all of it ---- */

static void draw_head(sheet *out, const scene *on)
{
    static const char *const piles[] = {"accused", "forgotten"};
    char buf[LOOK_MAX];
    unsigned column = draw_fact(out, 0, 1, "round", look(on, "round", 0, buf));

    column = draw_fact(out, 0, column, "points to win", look(on, "target", 0, buf));
    for (size_t i = 0; i < CR_COUNT_OF(piles); i++)
        if (*look(on, piles[i], 0, buf) && strcmp(buf, "-"))
            column = draw_fact(out, 0, column, piles[i], buf);
    column = draw_list(out, 0, column, "condemned", on, "condemned", 0);
    column = draw_list(out, 0, column, "executed", on, "executed", 0);
    column = draw_list(out, 0, column, "removed", on, "removed", 0);
    draw_list(out, 0, column, "said", on, "numbers", 0);
}

/* The effects from the outside in: what answers what. */
static void draw_chain(sheet *out, unsigned row, const scene *on)
{
    char line[256];
    cr_text text = cr_text_on(line, sizeof line);

    if (on->view->depth < 3 || !on->game->print_stack)
        return;
    on->game->print_stack(&text, on->view);
    sheet_clip(out, row, 1, out->columns - 2, INK_DIM, line);
}

static void draw(sheet *out, const scene *on)
{
    unsigned row = 1, n = on->view->n_seats, own = draw_own_seat(on);
    unsigned used = 1 + n + COURT_ROWS + 1 + 2; /* head, players, Court, chain, hand */
    unsigned spare = DRAW_ROWS > used ? DRAW_ROWS - used : 0;

    draw_head(out, on);
    for (unsigned i = 1; i < n; i++)
        row = draw_player(out, row, on, (own + i) % n, &spare);
    if (!draw_is_player(on))
        row = draw_player(out, row, on, 0, &spare);
    draw_court(out, row, on);
    row += COURT_ROWS;
    draw_chain(out, row++, on);
    if (draw_is_player(on)) {
        row = draw_player(out, row, on, own, &spare);
        draw_hand(out, row, on);
    }
}

const drawing draw_imposter_kings = {.game = "imposter-kings", .draw = draw};
