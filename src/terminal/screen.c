#include "terminal/screen.h"

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

enum { SIDE_MAX = 1000 }; /* rows or columns beyond this are left empty */

/* Hues that people with any kind of colour vision can tell apart come first. */
const uint8_t screen_colours[INK_COUNT] = {
    [INK_DIM] = 243,      [INK_YOU] = 130,     [INK_GOOD] = 29,      [INK_BAD] = 163,
    [INK_RED] = 131,      [INK_SEAT] = 63,     [INK_SEAT + 1] = 130, [INK_SEAT + 2] = 29,
    [INK_SEAT + 3] = 163, [INK_SEAT + 4] = 98, [INK_SEAT + 5] = 131, [INK_SEAT + 6] = 28,
    [INK_SEAT + 7] = 243,
};

static struct {
    SCREEN *terminal;
    sheet sheet;
    bool has_colours, is_ascii;
} screen;

static volatile sig_atomic_t is_closed;

static void on_signal(int signal)
{
    (void)signal;
    is_closed = 1;
}

bool screen_is_possible(void)
{
    const char *term = getenv("TERM");

    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term && *term && strcmp(term, "dumb");
}

static void open_colours(void)
{
    const char *no_colour = getenv("NO_COLOR");

    screen.has_colours = has_colors() && !(no_colour && *no_colour);
    if (!screen.has_colours)
        return;
    start_color();
    use_default_colors();
    for (short ink = 0; ink < INK_COUNT; ink++) {
        /* Of the eight old colours only red and magenta can be read on black and on white. */
        short few = ink == INK_RED ? COLOR_RED : ink == INK_BAD ? COLOR_MAGENTA : -1;
        short many = screen_colours[ink] ? (short)screen_colours[ink] : -1;

        init_pair((short)(ink + 1), COLORS >= 256 ? many : few, -1);
    }
}

bool screen_open(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_signal};

    setlocale(LC_CTYPE, "");
    screen.is_ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
    screen.terminal = newterm(NULL, stdout, stdin);
    if (!screen.terminal)
        return false;
    for (size_t i = 0; i < CR_COUNT_OF(signals); i++)
        sigaction(signals[i], &action, NULL);
    signal(SIGPIPE, SIG_IGN); /* a terminal that is gone shows as one that is closed */
    set_escdelay(25);
    cbreak();
    noecho();
    nonl();
    intrflush(stdscr, FALSE);
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    open_colours();
    return true;
}

void screen_close(void)
{
    if (!screen.terminal)
        return;
    endwin();
    delscreen(screen.terminal);
    free(screen.sheet.cells);
    memset(&screen, 0, sizeof screen);
    signal(SIGPIPE, SIG_DFL);
}

bool screen_is_closed(void)
{
    return is_closed;
}

sheet *screen_sheet(void)
{
    unsigned rows = (unsigned)getmaxy(stdscr), columns = (unsigned)getmaxx(stdscr);

    rows = rows > SIDE_MAX ? SIDE_MAX : rows;
    columns = columns > SIDE_MAX ? SIDE_MAX : columns;
    if (rows != screen.sheet.rows || columns != screen.sheet.columns) {
        cell *cells = realloc(screen.sheet.cells, sizeof *cells * rows * columns);

        if (!cells) {
            is_closed = 1;
            rows = columns = 0;
        } else {
            screen.sheet.cells = cells;
        }
        screen.sheet.rows = rows;
        screen.sheet.columns = columns;
        clear();
    }
    sheet_clear(&screen.sheet);
    screen.sheet.is_ascii = screen.is_ascii;
    return &screen.sheet;
}

/* Weight and lines say what colours say. */
static attr_t attributes_of(unsigned ink)
{
    switch (ink) {
    case INK_STRONG:
    case INK_YOU:
    case INK_RED:
    case INK_GOOD:
        return A_BOLD;
    case INK_TITLE:
        return A_REVERSE;
    case INK_BAD:
        return A_BOLD | A_UNDERLINE;
    default:
        return ink >= INK_SEAT ? A_BOLD : A_NORMAL;
    }
}

static void show_row(const sheet *s, unsigned row)
{
    for (unsigned column = 0; column < s->columns; column++) {
        const cell *at = sheet_at(s, row, column);
        wchar_t text[2] = {(wchar_t)(at->rune ? at->rune : ' '), 0};
        short pair = (short)(screen.has_colours ? at->ink + 1 : 0);
        cchar_t shown;

        setcchar(&shown, text, attributes_of(at->ink), pair, NULL);
        mvadd_wch((int)row, (int)column, &shown);
        column += at->is_wide;
    }
}

void screen_show(unsigned cursor_row, unsigned cursor_column)
{
    erase();
    for (unsigned row = 0; row < screen.sheet.rows; row++)
        show_row(&screen.sheet, row);
    if (cursor_row < screen.sheet.rows)
        move((int)cursor_row, (int)cursor_column);
    curs_set(cursor_row < screen.sheet.rows);
    refresh();
}

static int key_of(wint_t code)
{
    static const struct {
        wint_t code;
        int key;
    } keys[] = {
        {KEY_UP, SCREEN_UP},       {KEY_DOWN, SCREEN_DOWN},       {KEY_LEFT, SCREEN_LEFT},
        {KEY_RIGHT, SCREEN_RIGHT}, {KEY_PPAGE, SCREEN_PAGE_UP},   {KEY_NPAGE, SCREEN_PAGE_DOWN},
        {KEY_HOME, SCREEN_HOME},   {KEY_END, SCREEN_END},         {KEY_RESIZE, SCREEN_RESIZED},
        {KEY_F(1), SCREEN_F1},     {KEY_F(2), SCREEN_F2},         {KEY_F(3), SCREEN_F3},
        {KEY_F(4), SCREEN_F4},     {KEY_F(5), SCREEN_F5},         {KEY_F(6), SCREEN_F6},
        {KEY_F(7), SCREEN_F7},     {KEY_F(8), SCREEN_F8},         {KEY_F(10), SCREEN_F10},
        {KEY_ENTER, SCREEN_ENTER}, {KEY_BACKSPACE, SCREEN_ERASE}, {KEY_DC, SCREEN_ERASE},
    };

    for (size_t i = 0; i < CR_COUNT_OF(keys); i++)
        if (keys[i].code == code)
            return keys[i].key;
    return SCREEN_RESIZED; /* a key we do not know: nothing but drawing again */
}

/* Without a key: is anybody there at all? */
static void look_for_end(void)
{
    struct pollfd fd = {.fd = STDIN_FILENO, .events = POLLIN};

    if (poll(&fd, 1, 0) > 0 && fd.revents & (POLLHUP | POLLERR | POLLNVAL))
        is_closed = 1;
}

int screen_key(void)
{
    wint_t code;

    switch (get_wch(&code)) {
    case KEY_CODE_YES:
        return key_of(code);
    case OK:
        if (code == '\r')
            return SCREEN_ENTER;
        return code == 127 ? SCREEN_ERASE : (int)code;
    default:
        look_for_end();
        return SCREEN_NONE;
    }
}
