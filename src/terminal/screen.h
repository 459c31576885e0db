/* The terminal as a screen: shows a sheet, gives keys. ncurses is in screen.c and nowhere else.
 *
 * Colours keep the terminal's own background and have a contrast of about 4.5 to 1 on black and on white; nothing is
 * told by colour alone, so NO_COLOR and terminals without colours lose nothing. */
#ifndef CR_TERMINAL_SCREEN_H
#define CR_TERMINAL_SCREEN_H

#include "draw/sheet.h"

/* Keys beyond characters. A character is its own rune. */
enum {
    SCREEN_NONE = -1, /* no key waits */
    SCREEN_ENTER = '\n',
    SCREEN_TAB = '\t',
    SCREEN_ESCAPE = 27,
    SCREEN_ERASE = 8,
    SCREEN_CLEAR = 21, /* Ctrl-U */
    SCREEN_UP = 0x110000,
    SCREEN_DOWN,
    SCREEN_LEFT,
    SCREEN_RIGHT,
    SCREEN_PAGE_UP,
    SCREEN_PAGE_DOWN,
    SCREEN_HOME,
    SCREEN_END,
    SCREEN_RESIZED,
    SCREEN_F1,
    SCREEN_F2,
    SCREEN_F3,
    SCREEN_F4,
    SCREEN_F5,
    SCREEN_F6,
    SCREEN_F7,
    SCREEN_F8,
    SCREEN_F10
};

/* Colours of the 256 that most terminals have, by ink; 0: the terminal's own. */
extern const uint8_t screen_colours[INK_COUNT];

/* Is there a terminal on both ends that can be a screen? */
bool screen_is_possible(void);

/* Takes the terminal over. False if it cannot, with everything as it was. */
bool screen_open(void);

/* Gives it back as it was. */
void screen_close(void);

/* A cleared sheet of the size the screen has now; its memory is the screen's, until the next call. */
sheet *screen_sheet(void);

/* Shows that sheet, with the cursor at a place, or hidden if its row is outside. */
void screen_show(unsigned cursor_row, unsigned cursor_column);

/* The next key, without waiting. */
int screen_key(void);

/* Has somebody closed the terminal, or asked us to end (Ctrl-C, SIGTERM)? */
bool screen_is_closed(void);

#endif
