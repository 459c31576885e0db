#include "terminal/pager.h"
#include "terminal/screen.h"

#include <stdio.h>
#include <stdlib.h>

enum { INDENT_MAX = 20 };

void pager_open(pager *p, const char *title, char *text)
{
    pager_close(p);
    *p = (pager){.title = title, .text = text};
}

void pager_close(pager *p)
{
    free(p->text);
    *p = (pager){0};
}

void pager_to_end(pager *p)
{
    p->top = UINT16_MAX;
}

bool pager_matches(const char *text, const char *wanted)
{
    while (*wanted) {
        char word[64];
        size_t len = strcspn(wanted, " ");
        cr_text out = cr_text_on(word, sizeof word);

        cr_text_bytes(&out, wanted, len);
        if (len && !strcasestr(text, word))
            return false;
        wanted += len;
        wanted += strspn(wanted, " ");
    }
    return true;
}

/* Rows that a paragraph takes; those from p->top on are drawn. Further rows stand two columns further right. */
static unsigned draw_paragraph(const pager *p, sheet *out, unsigned row, const char *text)
{
    unsigned from = (unsigned)strspn(text, " "), width = out->columns - 2, at;
    unsigned n = 0;

    from = from > INDENT_MAX ? INDENT_MAX : from;
    at = from;
    text += strspn(text, " ");
    do {
        char word[256];
        size_t len = strcspn(text, " ");
        cr_text one = cr_text_on(word, sizeof word);
        unsigned columns;

        cr_text_bytes(&one, text, len);
        columns = sheet_width(word);
        if (at > from && at + columns > width) {
            n++;
            from = from > INDENT_MAX ? from : from + (n == 1 ? 2 : 0);
            at = from;
        }
        if (row + n >= p->top && row + n - p->top + 1 < out->rows - 1)
            sheet_text(out, row + n - p->top + 1, at + 1, INK_PLAIN, word);
        at += columns;
        text += len;
        for (; *text == ' '; text++) /* blanks between words are kept: tables stay tables */
            at++;
    } while (*text);
    return n + 1;
}

void pager_draw(pager *p, sheet *out)
{
    char line[256];
    unsigned row = 0;

    if (out->rows < 4 || out->columns < 10)
        return;
    sheet_clear(out);
    p->page = out->rows - 3;
    for (unsigned pass = 0; pass < 2; pass++) {
        const char *text = p->text;

        /* Rows are counted first, so that the end of the text is a place to scroll to. */
        row = 0;
        while (*text) {
            size_t len = strcspn(text, "\n");
            char paragraph[4096];
            cr_text one = cr_text_on(paragraph, sizeof paragraph);

            cr_text_bytes(&one, text, len);
            if (pager_matches(paragraph, p->filter))
                row += draw_paragraph(p, out, row, paragraph);
            text += len + (text[len] == '\n');
        }
        p->n_rows = row;
        if (p->top + p->page <= row || !pass)
            p->top = p->top + p->page > row ? (row > p->page ? row - p->page : 0) : p->top;
        if (!pass)
            sheet_clear(out);
    }
    for (unsigned i = 0; i < out->columns; i++)
        sheet_text(out, 0, i, INK_TITLE, " ");
    sheet_text(out, 0, 1, INK_TITLE, p->title);
    snprintf(line, sizeof line, "%u–%u of %u ", row ? p->top + 1 : 0,
             p->top + p->page < row ? p->top + p->page : row, row);
    sheet_right(out, 0, out->columns, INK_TITLE, line);
    snprintf(line, sizeof line, "find: %s", p->filter);
    sheet_text(out, out->rows - 1, 1, *p->filter ? INK_YOU : INK_DIM, line);
    sheet_right(out, out->rows - 1, out->columns - 1, INK_DIM,
                "type to find, arrows scroll, Esc closes");
}

void pager_key(pager *p, int key)
{
    size_t len = strlen(p->filter);

    switch (key) {
    case SCREEN_UP:
        p->top -= p->top > 0;
        break;
    case SCREEN_DOWN:
        p->top++;
        break;
    case SCREEN_PAGE_UP:
        p->top -= p->top < p->page ? p->top : p->page;
        break;
    case SCREEN_PAGE_DOWN:
        p->top += p->page;
        break;
    case SCREEN_HOME:
        p->top = 0;
        break;
    case SCREEN_END:
        pager_to_end(p);
        break;
    case SCREEN_ERASE:
        p->filter[len ? len - 1 : 0] = 0;
        break;
    case SCREEN_CLEAR:
        p->filter[0] = 0;
        break;
    case SCREEN_ENTER:
    case SCREEN_ESCAPE:
        pager_close(p);
        break;
    default:
        if (key >= ' ' && key < 0x7F && len + 1 < sizeof p->filter) {
            p->filter[len] = (char)key;
            p->filter[len + 1] = 0;
            p->top = 0;
        }
    }
}
