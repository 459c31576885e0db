/* The files of the page, as `croupier serve` gives them out; web/build.mjs makes them. */
#ifndef CR_PAGE_H
#define CR_PAGE_H

#include "net/net.h"

extern const net_file *const cr_page_files;
extern const size_t cr_page_count;

#endif
