#include "store/journal.h"
#include "base/bytes.h"
#include "base/hash.h"

#include <stdio.h>
#include <stdlib.h>

/* In a file: magic, store, number of the first row, check sum. In front of a row: check sum of all behind it, store, number,
 * length. Eight bytes each. */
enum { HEAD = 32, GROW_BYTES = 1 << 16 };
static const uint64_t magic = UINT64_C(0x31474F4C4C525243); /* "CRRLLOG1" */

/* ---- files ---- */

/* The VFS goes on reading the name until the file is closed: it lies behind the file in one block. */
static bool open_file(journal *j, unsigned i, const char *path)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    size_t front = vfs ? (size_t)vfs->szOsFile : 0, size = strlen(path) + 8;
    sqlite3_file *file = vfs ? calloc(1, front + size) : NULL;
    char *name = (char *)file + front;

    if (!file)
        return false;
    snprintf(name, size, "%s-log%u", path, i);
    /* As a write-ahead log: readable for whom the store itself is, and its name is synced with it. */
    if (vfs->xOpen(vfs, name, file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_WAL,
                   NULL) == SQLITE_OK)
        j->file[i] = file;
    else
        free(file);
    return j->file[i] != NULL;
}

static bool read_at(const journal *j, unsigned i, uint64_t at, void *to, size_t len)
{
    int code = j->file[i]->pMethods->xRead(j->file[i], to, (int)len, (sqlite3_int64)at);

    return code == SQLITE_OK || code == SQLITE_IOERR_SHORT_READ; /* zero behind the end */
}

static bool write_at(const journal *j, unsigned i, uint64_t at, const void *from, size_t len)
{
    return (!j->most || at + len <= j->most) &&
           j->file[i]->pMethods->xWrite(j->file[i], from, (int)len, (sqlite3_int64)at) == SQLITE_OK;
}

static bool sync_file(const journal *j, unsigned i)
{
    return j->file[i]->pMethods->xSync(j->file[i], SQLITE_SYNC_NORMAL | SQLITE_SYNC_DATAONLY) ==
           SQLITE_OK;
}

static uint64_t size_of(const journal *j, unsigned i)
{
    sqlite3_int64 size = 0;

    (void)j->file[i]->pMethods->xFileSize(j->file[i], &size);
    return (uint64_t)size;
}

bool journal_open(journal *j, const char *path, uint64_t store, uint64_t turn)
{
    *j = (journal){.store = store, .next = 1, .turn = turn, .end = {HEAD, HEAD}};
    return open_file(j, 0, path) && open_file(j, 1, path);
}

void journal_close(journal *j)
{
    for (unsigned i = 0; i < 2; i++)
        if (j->file[i]) {
            (void)j->file[i]->pMethods->xClose(j->file[i]);
            free(j->file[i]);
            j->file[i] = NULL;
        }
}

/* ---- reading ---- */

static uint64_t get(const uint8_t *bytes, unsigned i)
{
    return cr_bytes_get(bytes + 8 * i, 8);
}

static void put(uint8_t *bytes, unsigned i, uint64_t n)
{
    cr_bytes_put(bytes + 8 * i, n, 8);
}

static bool read_head(journal *j, unsigned i)
{
    uint8_t head[HEAD];

    if (!read_at(j, i, 0, head, HEAD))
        return false;
    j->first[i] =
        get(head, 0) == magic && get(head, 1) == j->store && get(head, 3) == cr_hash(head, HEAD - 8)
            ? get(head, 2)
            : 0;
    return true;
}

/* Rows of one file, up to the first that does not count. */
static bool read_rows(journal *j, unsigned i, journal_each each, void *with)
{
    uint8_t *row = malloc(HEAD);
    size_t cap = HEAD;
    bool is_ok = row != NULL;

    for (j->next = j->first[i]; is_ok; j->next++) {
        uint64_t len;

        is_ok = read_at(j, i, j->end[i], row, HEAD);
        len = is_ok ? get(row, 3) : 0;
        if (!is_ok || get(row, 1) != j->store || get(row, 2) != j->next || len > JOURNAL_ROW_MAX)
            break;
        if (HEAD + len > cap) {
            uint8_t *more = realloc(row, HEAD + len);

            is_ok = more != NULL;
            if (!is_ok)
                break;
            row = more;
            cap = HEAD + len;
        }
        is_ok = read_at(j, i, j->end[i] + HEAD, row + HEAD, len);
        if (!is_ok || get(row, 0) != cr_hash(row + 8, HEAD - 8 + len))
            break;
        is_ok = each(with, j->next, row + HEAD, len);
        j->end[i] += HEAD + len;
    }
    free(row);
    return is_ok;
}

bool journal_read(journal *j, journal_each each, void *with)
{
    unsigned before;

    if (!read_head(j, 0) || !read_head(j, 1))
        return false;
    j->at = j->first[1] > j->first[0];
    before = !j->at;
    if (j->first[before] && (!read_rows(j, before, each, with) || j->next != j->first[j->at]))
        return false;
    /* What a crash of the program has left in the machine's memory counts from now on: it must be on disk. */
    return !j->first[j->at] || (read_rows(j, j->at, each, with) && sync_file(j, j->at));
}

bool journal_grow(journal *j)
{
    static const uint8_t zeros[GROW_BYTES];
    bool is_ok = true;

    for (unsigned i = 0; i < 2; i++) {
        uint64_t from = size_of(j, i), at = from;

        for (; is_ok && at < j->turn; at += GROW_BYTES)
            is_ok = write_at(j, i, at, zeros, GROW_BYTES);
        is_ok = is_ok && (at == from || sync_file(j, i));
    }
    return is_ok;
}

/* ---- writing ---- */

bool journal_append(journal *j, uint8_t *bytes, size_t len)
{
    static const uint8_t zeros[HEAD];
    uint8_t *row = bytes + JOURNAL_FRONT - HEAD;
    uint64_t at = j->end[j->at];
    bool is_first = !j->first[j->at];

    put(row, 1, j->store);
    put(row, 2, j->next);
    put(row, 3, len);
    put(row, 0, cr_hash(row + 8, HEAD - 8 + len));
    len += HEAD;
    if (is_first) {
        put(bytes, 0, magic);
        put(bytes, 1, j->store);
        put(bytes, 2, j->next);
        put(bytes, 3, cr_hash(bytes, HEAD - 8));
    }
    if (is_first ? write_at(j, j->at, 0, bytes, HEAD + len) : write_at(j, j->at, at, row, len)) {
        if (sync_file(j, j->at)) {
            if (is_first)
                j->first[j->at] = j->next;
            j->end[j->at] += len;
            j->next++;
            return true;
        }
        /* It may be there all the same. The next row is written over it; if there is none, this is. */
        (void)write_at(j, j->at, at, zeros, HEAD);
    }
    return false;
}

void journal_turn(journal *j, uint64_t oldest)
{
    static const uint8_t zeros[HEAD];
    unsigned other = !j->at;

    if (j->end[j->at] < j->turn || (j->first[other] && oldest < j->first[j->at]))
        return;
    /* Rows are written over it that count only with the new head: before that the old one must not count any more. */
    if (j->first[other] && (!write_at(j, other, 0, zeros, HEAD) || !sync_file(j, other)))
        return;
    if (size_of(j, other) > 2 * j->turn)
        (void)j->file[other]->pMethods->xTruncate(j->file[other], (sqlite3_int64)j->turn);
    j->first[other] = 0;
    j->end[other] = HEAD;
    j->at = other;
}

uint64_t journal_wants(const journal *j)
{
    return j->first[!j->at] && 2 * j->end[j->at] > j->turn ? j->first[j->at] : 0;
}
