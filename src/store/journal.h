/* The journal of the SQLite store: two files beside it, FILE-log0 and FILE-log1, that are written in turns. A row is one write
 * and one sync, in place of bytes that are there already: cheaper than SQLite's write-ahead log, which writes whole pages and
 * is emptied into the file now and then. Files are opened by SQLite's VFS, so that a disk that fails for it fails here too.
 *
 *  1. Rows have running numbers without a gap, through both files. A file begins with the number of its first row.
 *  2. A row counts if it has the next number and its check sum is right, which covers a number that only this store knows. So
 *     nothing else is ever taken for a row: not what was there before, not half a row, not what a client has sent.
 *  3. Only the last row can be cut off by a crash. Nobody was told of it.
 *  4. The other file is begun when every row in it is at home (journal_turn).
 *
 * One thread uses it. */
#ifndef CR_STORE_JOURNAL_H
#define CR_STORE_JOURNAL_H

#include "base/base.h"

#include <sqlite3.h>

enum {
    JOURNAL_FRONT = 64,        /* bytes the caller leaves free in front of a row, for the heads */
    JOURNAL_ROW_MAX = 16 << 20 /* bytes of a row */
};

typedef struct {
    sqlite3_file *file[2];
    uint64_t first[2], end[2]; /* the number of its first row, 0: it has none; where its rows end */
    uint64_t store;            /* the number that only this store knows */
    uint64_t next;             /* of the next row, from 1 */
    uint64_t turn;             /* a file of so many bytes is followed by the other */
    uint64_t most;             /* bytes of a file, for tests of a full disk; 0: no limit */
    unsigned at;               /* the file that is written */
} journal;

/* Gets the rows in order; false: it cannot be taken, stop. */
typedef bool (*journal_each)(void *with, uint64_t number, const uint8_t *body, size_t len);

/* Opens both files, or makes them. False: they cannot be opened; journal_close is still needed. */
bool journal_open(journal *j, const char *path, uint64_t store, uint64_t turn);
void journal_close(journal *j);

/* Reads what there is. False: it cannot be read, is damaged in the middle or not taken. */
bool journal_read(journal *j, journal_each each, void *with);

/* Makes both files as long as they will be: to overwrite is cheaper to sync than to grow. */
bool journal_grow(journal *j);

/* Appends the row behind JOURNAL_FRONT bytes of `bytes`. True: it is on disk, with the number that was j->next. False: nothing
 * of it is there, as far as a disk that fails lets itself be told. */
bool journal_append(journal *j, uint8_t *bytes, size_t len);

/* All rows before `oldest` are at home: begins the other file if this one is long enough and the other one is of no use any
 * more. One that cannot be begun is tried again with the next call. */
void journal_turn(journal *j, uint64_t oldest);

/* The rows before this number should come home soon, so that the other file can be begun; 0: there is time. */
uint64_t journal_wants(const journal *j);

#endif
