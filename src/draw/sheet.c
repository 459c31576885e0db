#include "draw/sheet.h"

#include <stdarg.h>
#include <stdio.h>

/* ---- characters ---- */

/* Takes one character of UTF-8; '?' for what is none. */
static uint32_t take_rune(const char **text)
{
    const uint8_t *at = (const uint8_t *)*text;
    unsigned more = at[0] < 0x80 ? 0 : at[0] < 0xC2 ? 9 : at[0] < 0xE0 ? 1 : at[0] < 0xF0 ? 2 : 3;
    uint32_t rune = more ? at[0] & (0x3Fu >> more) : at[0];

    *text += 1;
    if (more > 3 || at[0] > 0xF4)
        return '?';
    for (unsigned i = 1; i <= more; i++) {
        if ((at[i] & 0xC0) != 0x80)
            return '?';
        rune = rune << 6 | (at[i] & 0x3F);
    }
    *text += more;
    return rune;
}

/* Marks that join the character before them, and marks of direction: neither has a cell of its own here. */
static bool is_dropped(uint32_t rune)
{
    return (rune >= 0x300 && rune < 0x370) || (rune >= 0x200B && rune < 0x2010) ||
           (rune >= 0x2028 && rune < 0x202F) || (rune >= 0x2060 && rune < 0x2070) ||
           (rune >= 0xFE00 && rune < 0xFE10) || rune == 0xFEFF || rune == 0xAD;
}

static bool is_control(uint32_t rune)
{
    return rune < 0x20 || (rune >= 0x7F && rune < 0xA0) || rune > 0x10FFFF ||
           (rune >= 0xD800 && rune < 0xE000);
}

static bool is_wide(uint32_t rune)
{
    return (rune >= 0x1100 && rune < 0x1160) || (rune >= 0x2E80 && rune < 0xA4D0) ||
           (rune >= 0xAC00 && rune < 0xD7A4) || (rune >= 0xF900 && rune < 0xFB00) ||
           (rune >= 0xFE30 && rune < 0xFE70) || (rune >= 0xFF00 && rune < 0xFF61) ||
           (rune >= 0x1F300 && rune < 0x1FB00) || (rune >= 0x20000 && rune < 0x30000);
}

/* The next character that may stand in a cell; 0 at the end. */
static uint32_t next_rune(const char **text)
{
    while (**text) {
        uint32_t rune = take_rune(text);

        if (!is_dropped(rune))
            return is_control(rune) ? '?' : rune;
    }
    return 0;
}

/* What stands for a character where there is only ASCII. Sorted by nothing: it is short. */
static char ascii_of(uint32_t rune)
{
    static const struct {
        uint32_t rune;
        char ascii;
    } table[] = {
        {0x2500, '-'}, {0x2501, '='}, {0x2502, '|'},  {0x250C, '+'},  {0x2510, '+'}, {0x2514, '+'},
        {0x2518, '+'}, {0x256D, '/'}, {0x256E, '\\'}, {0x2570, '\\'}, {0x256F, '/'}, {0x2592, '%'},
        {0x25CF, 'o'}, {0x25A0, '#'}, {0x25B2, '^'},  {0x25C6, '*'},  {0x25BC, 'v'}, {0x2605, '+'},
        {0x25CB, '.'}, {0x25A1, '.'}, {0x25B8, '>'},  {0x2026, '~'},  {0x00B7, '.'}, {0x00D7, 'x'},
        {0x2013, '-'}, {0x2212, '-'}, {0x2019, '\''}, {0x2713, 'v'},  {0x2298, '!'}, {0x25C7, '.'},
        {0x2192, '>'}, {0x2190, '<'}, {0x2191, '^'},  {0x2193, 'v'},  {0x2588, '#'}, {0x2591, '.'},
    };

    for (size_t i = 0; i < CR_COUNT_OF(table); i++)
        if (table[i].rune == rune)
            return table[i].ascii;
    return '?';
}

void sheet_rune(cr_text *out, uint32_t rune)
{
    char utf8[4];
    size_t n = 0;

    if (rune < 0x80) {
        cr_text_char(out, (char)rune);
        return;
    }
    if (rune < 0x800) {
        utf8[n++] = (char)(0xC0 | rune >> 6);
    } else if (rune < 0x10000) {
        utf8[n++] = (char)(0xE0 | rune >> 12);
        utf8[n++] = (char)(0x80 | (rune >> 6 & 0x3F));
    } else {
        utf8[n++] = (char)(0xF0 | rune >> 18);
        utf8[n++] = (char)(0x80 | (rune >> 12 & 0x3F));
        utf8[n++] = (char)(0x80 | (rune >> 6 & 0x3F));
    }
    utf8[n++] = (char)(0x80 | (rune & 0x3F));
    cr_text_bytes(out, utf8, n);
}

void sheet_clean(cr_text *out, const char *text)
{
    uint32_t rune;

    while ((rune = next_rune(&text)))
        sheet_rune(out, rune);
}

unsigned sheet_width(const char *text)
{
    unsigned width = 0;
    uint32_t rune;

    while ((rune = next_rune(&text)))
        width += 1u + is_wide(rune);
    return width;
}

/* ---- sheets ---- */

sheet sheet_on(cell *cells, unsigned rows, unsigned columns)
{
    sheet s = {.cells = cells, .rows = rows, .columns = columns};

    sheet_clear(&s);
    return s;
}

void sheet_clear(sheet *s)
{
    memset(s->cells, 0, sizeof(cell) * s->rows * s->columns);
    s->used = 0;
}

/* Writes one character, and blanks the other half of a wide one that it breaks. */
static void put(sheet *s, unsigned row, unsigned column, sheet_ink ink, uint32_t rune)
{
    cell *at;
    bool wide;

    if (s->is_ascii && rune > 0x7E)
        rune = (uint32_t)(uint8_t)ascii_of(rune);
    wide = is_wide(rune);
    if (row >= s->rows || column + wide >= s->columns)
        return;
    at = &s->cells[row * s->columns + column];
    if (column && at[-1].is_wide)
        at[-1] = (cell){.rune = ' '};
    if (column + wide + 1 < s->columns && at[wide].is_wide)
        at[wide + 1] = (cell){.rune = ' '};
    at[0] = (cell){.rune = rune, .ink = (uint8_t)ink, .is_wide = wide};
    if (wide)
        at[1] = (cell){.ink = (uint8_t)ink};
    if (s->used <= row)
        s->used = row + 1;
}

/* Writes up to the column `end`; *column moves. Returns what is left of the text. */
static const char *write_until(sheet *s, unsigned row, unsigned *column, unsigned end,
                               sheet_ink ink, const char *text)
{
    for (;;) {
        const char *rest = text;
        uint32_t rune = next_rune(&rest);
        unsigned width = 1u + is_wide(rune);

        if (!rune || *column + width > end)
            return text;
        put(s, row, *column, ink, rune);
        *column += width;
        text = rest;
    }
}

unsigned sheet_text(sheet *s, unsigned row, unsigned column, sheet_ink ink, const char *text)
{
    write_until(s, row, &column, UINT16_MAX, ink, text);
    return column;
}

unsigned sheet_fmt(sheet *s, unsigned row, unsigned column, sheet_ink ink, const char *format, ...)
{
    char text[512];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return sheet_text(s, row, column, ink, text);
}

unsigned sheet_clip(sheet *s, unsigned row, unsigned column, unsigned width, sheet_ink ink,
                    const char *text)
{
    unsigned end = column + width;

    if (column + width > s->columns)
        end = s->columns > column ? s->columns : column;
    if (column + sheet_width(text) <= end || end == column)
        return sheet_text(s, row, column, ink, end == column ? "" : text);
    write_until(s, row, &column, end - 1, ink, text);
    return sheet_text(s, row, column, INK_DIM, "…");
}

void sheet_right(sheet *s, unsigned row, unsigned end, sheet_ink ink, const char *text)
{
    unsigned width = sheet_width(text);

    sheet_text(s, row, end > width ? end - width : 0, ink, text);
}

unsigned sheet_wrap(sheet *s, unsigned row, unsigned column, unsigned width, unsigned max_rows,
                    sheet_ink ink, const char *text)
{
    unsigned at = column, n = 0;

    while (*text && n < max_rows) {
        char word[256];
        size_t len = strcspn(text, " ");
        unsigned columns;

        snprintf(word, sizeof word, "%.*s", (int)(len < 255 ? len : 255), text);
        columns = sheet_width(word);
        if (at > column && at + 1 + columns > column + width) {
            at = column;
            if (++n == max_rows) {
                sheet_text(s, row + n - 1, column + width - 1, INK_DIM, "…");
                break;
            }
        }
        at += at > column;
        write_until(s, row + n, &at, column + width, ink, word);
        text += len;
        text += strspn(text, " ");
    }
    return n < max_rows && at > column ? n + 1 : n;
}

void sheet_line(sheet *s, unsigned row, unsigned column, unsigned width, sheet_ink ink)
{
    for (unsigned i = 0; i < width; i++)
        put(s, row, column + i, ink, 0x2500);
}

void sheet_box(sheet *s, unsigned row, unsigned column, unsigned height, unsigned width,
               sheet_ink ink)
{
    unsigned bottom = row + height - 1, right = column + width - 1;

    sheet_line(s, row, column, width, ink);
    sheet_line(s, bottom, column, width, ink);
    for (unsigned i = row + 1; i < bottom; i++) {
        put(s, i, column, ink, 0x2502);
        put(s, i, right, ink, 0x2502);
    }
    put(s, row, column, ink, 0x250C);
    put(s, row, right, ink, 0x2510);
    put(s, bottom, column, ink, 0x2514);
    put(s, bottom, right, ink, 0x2518);
}

const cell *sheet_at(const sheet *s, unsigned row, unsigned column)
{
    static const cell nothing;

    return row < s->rows && column < s->columns ? &s->cells[row * s->columns + column] : &nothing;
}

void sheet_row(const sheet *s, unsigned row, cr_text *out)
{
    unsigned end = s->columns;

    while (end && (!sheet_at(s, row, end - 1)->rune || sheet_at(s, row, end - 1)->rune == ' ') &&
           !(end > 1 && sheet_at(s, row, end - 2)->is_wide))
        end--;
    for (unsigned column = 0; column < end; column++) {
        const cell *at = sheet_at(s, row, column);

        sheet_rune(out, at->rune ? at->rune : ' ');
        column += at->is_wide;
    }
}
