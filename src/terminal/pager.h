/* A long text on the screen: scrolled with the arrows, narrowed by typing. Help, rules, log and the whole view are
 * shown so. */
#ifndef CR_TERMINAL_PAGER_H
#define CR_TERMINAL_PAGER_H

#include "draw/sheet.h"

typedef struct {
    const char *title;
    char *text;            /* paragraphs, one a line; the pager's own. NULL: closed */
    char filter[64];       /* only paragraphs with this in them */
    unsigned top;          /* first row shown */
    unsigned n_rows, page; /* as it was drawn last */
} pager;

/* Opens it with a text, which becomes the pager's. */
void pager_open(pager *p, const char *title, char *text);
void pager_close(pager *p);

/* Shows the end of the text first. */
void pager_to_end(pager *p);

/* Draws it over the whole sheet but for its last row. */
void pager_draw(pager *p, sheet *out);

/* A key while it is open. Escape, and Enter without a filter, close it. */
void pager_key(pager *p, int key);

/* Does `text` hold every word of `wanted`, capital or small? */
bool pager_matches(const char *text, const char *wanted);

#endif
