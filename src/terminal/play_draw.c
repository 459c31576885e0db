/* Full-screen play as it is drawn. From the top: who plays what, the table as the game draws it, one line for the referee's question
 * and clock, the legal moves beside the log, what is being typed, and which keys there are. A refusal takes the log's place, so
 * that what is possible stands beside what was not. */
#include "terminal/play_inside.h"
#include "terminal/keys.h"
#include "terminal/screen.h"

enum {
    ROWS_MIN = 24,
    LIST_MIN = 26, /* columns of the moves; the log has the rest */
    LIST_MAX = 48
};

static void draw_bar(sheet *out, const stage *s)
{
    const table *t = s->t;
    char line[128];
    cr_text text = cr_text_on(line, sizeof line);

    for (unsigned i = 0; i < out->columns; i++)
        sheet_text(out, 0, i, INK_TITLE, " ");
    sheet_fmt(out, 0, 1, INK_TITLE, "croupier  %s", t->game->name);
    if (t->seat < CR_SEATS_MAX)
        cr_text_fmt(&text, "you are seat %u", t->seat);
    else
        cr_text_str(&text, "watching");
    if (t->n_watching > (t->seat >= CR_SEATS_MAX))
        cr_text_fmt(&text, ", %u watch%s", t->n_watching, t->n_watching == 1 ? "es" : "");
    sheet_right(out, 0, out->columns - 1, INK_TITLE, line);
}

static void draw_table(sheet *out, const stage *s)
{
    const char *names[CR_SEATS_MAX];
    scene on = table_scene(s->t, names);
    sheet part = {.cells = out->cells + out->columns,
                  .rows = draw_rows(s->t->game, out->rows),
                  .columns = out->columns,
                  .is_ascii = out->is_ascii};

    if (s->t->has_view)
        draw_view(&part, &on);
    else
        sheet_text(&part, 1, 1, INK_PLAIN, "The match has not begun: seats are open.");
}

/* The question, or the part of the answer that is asked for. */
static void say_asked(cr_text *out, const stage *s)
{
    if (s->asks_parts && table_is_asked(s->t)) {
        parts_question(&s->parts, out);
        return;
    }
    table_question(s->t, out);
}

/* The time that is left, as a number and as a bar that drains. */
static void draw_clock(sheet *out, unsigned row, const table *t)
{
    int64_t left = table_left_ms(t), budget = t->view->q.budget_ms;
    unsigned width = 10, full, column;
    char text[64];

    if (left < 0)
        return;
    full = budget ? (unsigned)(left * width / budget) : 0;
    snprintf(text, sizeof text, "%lld s%s", (long long)(left + 999) / 1000,
             t->view->paused ? " (the clock stands)" : " left");
    sheet_right(out, row, out->columns - 1, left < 10000 ? INK_BAD : INK_STRONG, text);
    column = out->columns - 2 - sheet_width(text) - width;
    for (unsigned i = 0; i < width; i++)
        sheet_text(out, row, column + i, INK_DIM, i < full ? "█" : "░");
}

static void draw_slip(sheet *out, unsigned row, const stage *s)
{
    const table *t = s->t;
    char line[512];
    cr_text text = cr_text_on(line, sizeof line);
    bool is_mine = table_is_asked(t);
    bool has_clock = t->has_view && !t->is_over && table_left_ms(t) >= 0;

    sheet_line(out, row, 0, out->columns, INK_DIM);
    if (t->is_cut && !t->is_over) {
        cr_text_str(&text, "The connection is lost; trying again");
    } else if (!t->has_view) {
        cr_text_str(&text, "Waiting for players; F5 fills the open seats with bots");
    } else if (t->is_over) {
        table_result(t, &text);
        for (char *c = line; *c; c++)
            *c = *c == '\n' ? ' ' : *c;
    } else {
        say_asked(&text, s);
    }
    sheet_fmt(out, row + 1, 1, is_mine ? INK_YOU : INK_STRONG, "%s", is_mine ? "▸" : " ");
    sheet_clip(out, row + 1, 3, out->columns - (has_clock ? 36 : 4), is_mine ? INK_YOU : INK_PLAIN,
               line);
    if (t->has_view && !t->is_over)
        draw_clock(out, row + 1, t);
}

static unsigned longest_of(const stage *s)
{
    unsigned longest = 4;

    for (size_t i = 0; i < s->n_shown; i++) {
        unsigned columns = sheet_width(s->texts[s->shown[i]]);

        longest = columns > longest ? columns : longest;
    }
    return longest;
}

/* Columns for the moves: few if all stand below each other, more where there are many or long ones. A window too
 * narrow for both has no log. */
static unsigned list_width(const sheet *out, unsigned n_rows, const stage *s)
{
    unsigned width = longest_of(s) + 5,
             max = out->columns / 2 > LIST_MAX ? out->columns / 2 : LIST_MAX;

    if (out->columns < LIST_MAX + 20)
        return out->columns;
    if (s->n_shown > n_rows || width > max)
        return max;
    return width < LIST_MIN ? LIST_MIN : width;
}

static void draw_moves(sheet *out, unsigned row, unsigned end, stage *s)
{
    unsigned width = list_width(out, end - row, s), longest = longest_of(s);
    size_t first;

    s->columns = (width - 1) / (longest + 3) ? (width - 1) / (longest + 3) : 1;
    s->rows = end - row;
    /* Whole pages of a list that is filled row by row. */
    first = s->chosen / (s->columns * s->rows) * s->columns * s->rows;
    for (size_t i = first; i < s->n_shown && i < first + s->columns * s->rows; i++) {
        unsigned at = (unsigned)(row + (i - first) / s->columns);
        unsigned column = (unsigned)((i - first) % s->columns * (longest + 3)) + 1;
        bool is_chosen = i == s->chosen;

        sheet_text(out, at, column, INK_YOU, is_chosen ? "▸" : " ");
        sheet_clip(out, at, column + 2, width - column - 3, is_chosen ? INK_YOU : INK_PLAIN,
                   s->texts[s->shown[i]]);
    }
    if (!s->n_shown && s->n_moves)
        sheet_clip(out, row, 1, width - 3, INK_DIM, "Enter says why not");
}

/* The newest lines, whole, the last one at the foot. */
static void draw_newest(sheet *out, unsigned row, unsigned n, unsigned column, const table *t)
{
    sheet nowhere = {0};
    unsigned width = out->columns - column;

    for (size_t i = t->n_log; i-- && n;) {
        sheet_ink ink = i + 1 == t->n_log ? INK_PLAIN : INK_DIM;
        const char *says = t->log[i].says;
        unsigned used = *says ? sheet_wrap(&nowhere, 0, 0, width, n, ink, says) : 0;

        n -= used;
        if (used)
            sheet_wrap(out, row + n, column, width, used, ink, says);
    }
}

static void draw_log(sheet *out, unsigned row, unsigned end, const stage *s)
{
    unsigned n = end - row, column = list_width(out, n, s) + 1, width;

    if (column > out->columns)
        return;
    width = out->columns - column;
    for (unsigned i = 0; i < n; i++)
        sheet_text(out, row + i, column - 2, INK_DIM, "│");
    if (*s->why) {
        const char *rule = strchr(s->why, '\n');
        char what[512];
        unsigned used;

        snprintf(what, sizeof what, "⊘ %.*s", (int)(rule ? rule - s->why : 400), s->why);
        used = sheet_wrap(out, row, column, width, n, INK_BAD, what);
        if (rule && used < n)
            sheet_wrap(out, row + used, column, width, n - used, INK_PLAIN, rule + 1);
        return;
    }
    draw_newest(out, row, n, column, s->t);
}

static void draw_foot(sheet *out, unsigned row, const stage *s)
{
    const char *hint = draw_of(s->t->game)->hint;
    char count[64];

    if (s->asking || s->is_leaving) {
        sheet_fmt(out, row, 1, INK_YOU, "%s (y/n)",
                  s->asking ? s->asking->sure : "Leave the match?");
        return;
    }
    if (s->t->is_over)
        sheet_text(out, row, 1, INK_YOU,
                   table_may_rematch(s->t)
                       ? "The match is over. R rematch, S with other seats, N no; Enter leaves"
                       : "The match is over. Enter leaves; F3 shows the log.");
    else
        sheet_fmt(out, row, 1, INK_STRONG, "> %s", s->typed);
    if (s->n_moves) {
        snprintf(count, sizeof count, "%zu of %zu%s moves", s->n_shown, s->n_moves,
                 s->is_all ? "" : " and more");
        sheet_right(out, row, out->columns - 1, INK_DIM, count);
    }
    if (*s->notice)
        sheet_clip(out, row + 1, 1, out->columns - 2, INK_YOU, s->notice);
    else if (hint && !*s->typed)
        sheet_clip(out, row + 1, 1, out->columns - 2, INK_DIM, hint);
    else
        sheet_clip(out, row + 1, 1, out->columns - 2, INK_DIM,
                   "type to narrow, arrows choose, Enter plays   F1 help F2 rules F3 log F4 view");
}

void play_draw(stage *s)
{
    sheet *out = screen_sheet();
    unsigned slip = 1 + draw_rows(s->t->game, out->rows), foot = out->rows - 2;

    if (out->rows < ROWS_MIN || out->columns < DRAW_COLUMNS / 2) {
        sheet_wrap(out, 0, 0, out->columns, out->rows, INK_BAD,
                   "This window is too small for the table: 80 columns and 24 rows are enough.");
        screen_show(UINT32_MAX, 0);
        return;
    }
    if (s->pager.text) {
        pager_draw(&s->pager, out);
        screen_show(out->rows - 1, (unsigned)(7 + strlen(s->pager.filter)));
        return;
    }
    draw_bar(out, s);
    draw_table(out, s);
    draw_slip(out, slip, s);
    draw_moves(out, slip + 2, foot, s);
    draw_log(out, slip + 2, foot, s);
    draw_foot(out, foot, s);
    screen_show(foot, 3 + sheet_width(s->typed));
}
