#include "terminal/drawn.h"

enum { ROWS = 40 };

static void print_rows(FILE *out, const sheet *s, const char *lead)
{
    for (unsigned row = 0; row < s->used; row++) {
        char line[4 * DRAW_COLUMNS + 1];
        cr_text text = cr_text_on(line, sizeof line);

        cr_text_str(&text, lead);
        sheet_row(s, row, &text);
        while (text.len && line[text.len - 1] == ' ')
            line[--text.len] = 0;
        fprintf(out, "%s\n", line);
    }
}

void drawn_print(FILE *out, const scene *on, const char *lead)
{
    cell cells[ROWS * DRAW_COLUMNS];
    sheet s = sheet_on(cells, ROWS, DRAW_COLUMNS);

    draw_view(&s, on);
    print_rows(out, &s, lead);
}

bool drawn_say(FILE *out, const scene *on, const char *lead)
{
    const drawing *d = draw_of(on->game);
    cell cells[ROWS * DRAW_COLUMNS];
    sheet s = sheet_on(cells, ROWS, DRAW_COLUMNS);

    if (!d->say)
        return false;
    d->say(&s, on);
    print_rows(out, &s, lead);
    return true;
}

bool drawn_has_line(const char *text, cr_span wanted)
{
    cr_span in = cr_span_of(text ? text : "");
    size_t len = (size_t)(wanted.end - wanted.at);

    while (in.at < in.end) {
        cr_span line = cr_span_line(&in);

        if ((size_t)(line.end - line.at) == len && !memcmp(line.at, wanted.at, len))
            return true;
    }
    return false;
}
