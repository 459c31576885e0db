/* Liap Tui on a terminal: a line per seat with the piles and what lies in its well, and the own pieces with their
 * characters. A red piece is told from a black one by its character, its letter and its brackets, not by colour
 * alone. */
#include "draw/draw.h"

/* The character of a piece by its code: colour and letter. */
static const char *character(const char *code)
{
    static const struct {
        char letter;
        const char *red, *black;
    } names[] = {
        {'G', "帥", "將"}, {'A', "仕", "士"}, {'E', "相", "象"}, {'R', "俥", "車"},
        {'H', "傌", "馬"}, {'C', "炮", "砲"}, {'S', "兵", "卒"},
    };

    for (size_t i = 0; i < CR_COUNT_OF(names); i++)
        if (names[i].letter == code[1])
            return code[0] == 'r' ? names[i].red : names[i].black;
    return "?";
}

/* One piece on one line: its character, which plain ASCII does without, and its code in round brackets if it is
 * red, in square ones if it is black. */
static unsigned draw_piece(sheet *out, unsigned row, unsigned column, const char *code)
{
    bool is_red = code[0] == 'r';
    sheet_ink ink = is_red ? INK_RED : INK_BLACK;

    column = sheet_text(out, row, column, ink, is_red ? "(" : "[");
    if (!out->is_ascii)
        column = sheet_text(out, row, column, ink, character(code));
    column = sheet_text(out, row, column, ink, code);
    return sheet_text(out, row, column, ink, is_red ? ")" : "]");
}

/* What a seat has laid in this turn, or that it has. */
static void draw_well(sheet *out, unsigned row, unsigned column, const scene *on, unsigned seat)
{
    unsigned made = (unsigned)look_number(on, "made", 0), n = on->view->n_seats;
    unsigned leader = (unsigned)look_number(on, "leader", 0);
    bool has_played = (seat + n - leader) % n < made;
    char buf[LOOK_MAX], code[64];
    cr_span play = cr_span_of(look(on, "play", seat, buf));
    unsigned from = column;

    while (draw_word(&play, code))
        column = draw_piece(out, row, column, code) + 1;
    if (column == from && has_played)
        for (int64_t i = 0; i < look_number(on, "k", 0); i++)
            column = sheet_text(out, row, column, INK_DIM, "[▒▒]") + 1;
    if (has_played && seat == leader) {
        draw_title_of(look(on, "type", 0, buf), code);
        sheet_text(out, row, column, INK_STRONG, code);
    }
}

static void draw_seat_row(sheet *out, unsigned row, const scene *on, unsigned seat)
{
    char buf[LOOK_MAX];

    sheet_text(out, row, 0, INK_YOU,
               look_is(on, "starter", 0, (char[]){(char)('0' + seat), 0}) ? "*" : "");
    draw_seat(out, row, 2, on, seat);
    sheet_right(out, row, 25, INK_STRONG, look(on, "declared", seat, buf));
    sheet_right(out, row, 32, INK_STRONG, look(on, "captured", seat, buf));
    sheet_right(out, row, 39, INK_STRONG, look(on, "total", seat, buf));
    sheet_right(out, row, 44, INK_PLAIN, look(on, "size", seat, buf));
    draw_well(out, row, 46, on, seat);
}

/* The own pieces, each on a tile of its own. */
static void draw_hand(sheet *out, unsigned row, const scene *on)
{
    char buf[LOOK_MAX], code[64];
    cr_span hand = cr_span_of(look(on, "hand", 0, buf));
    unsigned column = 2;

    for (; draw_word(&hand, code); column += 7) {
        bool is_red = code[0] == 'r';
        sheet_ink ink = is_red ? INK_RED : INK_BLACK;

        sheet_box(out, row, column, 4, 6, INK_DIM);
        sheet_text(out, row + 1, column + 2, ink, out->is_ascii ? "" : character(code));
        sheet_fmt(out, row + 2, column + 1, ink, is_red ? "(%s)" : "[%s]", code);
    }
}

static void draw(sheet *out, const scene *on)
{
    unsigned column, own = draw_own_seat(on), n = on->view->n_seats;
    char buf[LOOK_MAX], word[64];

    column = draw_fact(out, 0, 1, "round", look(on, "round", 0, buf));
    column = draw_fact(out, 0, column, "turn", look(on, "turn", 0, buf));
    if (look_number(on, "multiplier", 0) > 1)
        column = draw_fact(out, 0, column, "scores count ×", look(on, "multiplier", 0, buf));
    if (look_number(on, "target", 0))
        column = draw_fact(out, 0, column, "target", look(on, "target", 0, buf));
    draw_title_of(look(on, "reason", 0, buf), word);
    sheet_fmt(out, 0, column, INK_DIM, "* starts: %s", word);
    sheet_text(out, 1, 17, INK_DIM, "declared  piles  total left  in this turn");
    for (unsigned i = 0; i < n; i++)
        draw_seat_row(out, 2 + i, on, (own + 1 + i) % n);
    if (look_count(on, "hand", 0))
        sheet_text(out, 3 + n, 2, INK_DIM, "Your pieces");
    draw_hand(out, 4 + n, on);
    if (look_count(on, "covered", own) && draw_is_player(on)) {
        sheet_text(out, 8 + n, 2, INK_DIM, "covered");
        sheet_clip(out, 8 + n, 11, out->columns - 11, INK_PLAIN, look(on, "covered", own, buf));
    }
}

const drawing draw_liap_tui = {.game = "liap-tui", .draw = draw};
