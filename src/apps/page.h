/* The files of the page, as `croupier serve` gives them out: those of web/build.mjs, and the tables that games from outside
 * bring with them. */
#ifndef CR_PAGE_H
#define CR_PAGE_H

#include "net/net.h"

typedef struct {
    net_file *files;
    size_t n;
} page;

/* All files, as they are now. What a game brings and cannot be read is told and left out. False: no memory. */
bool page_open(page *out);
void page_release(page *p);

#endif
