/* Duel on a terminal: both sides with what they have played, and the own hand as a row of cards. */
#include "draw/draw.h"

static unsigned draw_side(sheet *out, unsigned row, const scene *on, unsigned seat)
{
    unsigned target = (unsigned)look_number(on, "target", 0);
    unsigned points = (unsigned)look_number(on, "points", seat), column;
    char buf[LOOK_MAX];

    draw_seat(out, row, 1, on, seat);
    draw_fact(out, row, 20, "points", look(on, "points", seat, buf));
    column = draw_pips(out, row, 30, points, target > 20 ? 0 : target) + 2;
    column = draw_fact(out, row, column, "parries", look(on, "parries", seat, buf));
    draw_fact(out, row, column, "cards", look(on, "cards", seat, buf));
    sheet_text(out, row + 1, 3, INK_DIM, "played");
    sheet_clip(out, row + 1, 20, out->columns - 20, INK_PLAIN, look(on, "played", seat, buf));
    return row + 2;
}

/* Cards beside each other, as wide as the longest needs. */
static void draw_hand(sheet *out, unsigned row, const scene *on)
{
    char buf[LOOK_MAX], word[64];
    cr_span hand = cr_span_of(look(on, "hand", 0, buf));
    unsigned column = 1;

    while (draw_word(&hand, word) && column + 4 <= out->columns) {
        sheet_box(out, row, column, 3, 4, INK_DIM);
        sheet_right(out, row + 1, column + 3, INK_STRONG, word);
        column += 4;
    }
}

/* A sealed pick lies face down until both are in. */
static void draw_picks(sheet *out, unsigned row, const scene *on)
{
    const cr_question *q = &on->view->q;
    unsigned column = 3;

    if (on->view->own.ticket) {
        char move[64];
        cr_text text = cr_text_on(move, sizeof move);

        cr_move_write(&text, on->game, &on->view->own);
        column = sheet_fmt(out, row, column, INK_YOU, "you sealed: %s", move) + 3;
    }
    for (unsigned seat = 0; seat < on->view->n_seats; seat++)
        if (q->form == CR_ALL && (q->asked & ~q->open) >> seat & 1 && seat != on->view->viewer) {
            column = draw_seat(out, row, column, on, seat) + 1;
            column = sheet_text(out, row, column, INK_PLAIN, "▒▒ face down") + 3;
        }
}

static void draw(sheet *out, const scene *on)
{
    unsigned own = draw_own_seat(on), row = 0;
    char buf[LOOK_MAX];

    unsigned column = draw_fact(out, row, 1, "deal", look(on, "deal", 0, buf));

    column = draw_fact(out, row, column, "tricks played", look(on, "trick", 0, buf));
    draw_fact(out, row, column, "first to", look(on, "target", 0, buf));
    row = draw_side(out, row + 2, on, 1 - own);
    row = draw_side(out, row + 1, on, own);
    draw_picks(out, row, on);
    draw_hand(out, row + 1, on);
}

const drawing draw_duel = {.game = "duel", .draw = draw};
