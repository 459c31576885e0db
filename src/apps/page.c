/* The files of the page, compiled in, so that one file is a whole installation. */
#include "apps/page.h"

#include "page.inc"

const net_file *const cr_page_files = page_files;
const size_t cr_page_count = CR_COUNT_OF(page_files);
