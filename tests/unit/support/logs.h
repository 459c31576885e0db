/* Logs for the tests of stores: appended, waited for, read again as text; and a SQLite file of one's own. */
#ifndef CR_TEST_LOGS_H
#define CR_TEST_LOGS_H

#include "store/stores.h"

typedef struct {
    unsigned n[3]; /* log_outcomes by result */
    unsigned last;
} log_outcomes;

void log_listen(cr_store *store, log_outcomes *o); /* from now on outcomes are counted there */
cr_err log_append(cr_store *store, uint8_t match, uint32_t number, const char *text,
                  uint32_t flags);
void log_finish(cr_store *store, const log_outcomes *o, unsigned total); /* until so many are in */

/* "NUMBER:TEXT …" from this number on, or "none"; good until the next call. */
const char *log_read(cr_store *store, uint8_t match, uint32_t from);

/* What is kept beside a match, "" if nothing is; waits until it is what is wanted, where a thread writes it. */
const char *log_kept(cr_store *store, uint8_t match, const char *wanted);
void log_keep(cr_store *store, uint8_t match, const char *text);

/* ---- a file, for each test ---- */

extern char log_path[256];

int log_new_file(void **unused); /* on a disk that syncs nothing (support/disk.h) */
int log_drop_file(void **unused);
void log_remove_files(void);
cr_store *log_open_file(uint32_t max_pages, uint32_t journal_bytes);

#endif
