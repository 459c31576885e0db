#include "support/disk.h"

#include <sqlite3.h>
#include <stddef.h>
#include <string.h>

typedef struct {
    sqlite3_file base;
    sqlite3_file real[]; /* as large as the real VFS says */
} file;

static disk_fault *fault;
static sqlite3_vfs *real_vfs, vfs;

static sqlite3_file *real_of(sqlite3_file *f)
{
    return ((file *)f)->real;
}

static int fails(disk_call call)
{
    if (!fault || fault->call != call)
        return SQLITE_OK;
    fault->calls++;
    return fault->at && fault->calls >= fault->at && fault->calls < fault->at + fault->n
               ? fault->code
               : SQLITE_OK;
}

static int file_close(sqlite3_file *f)
{
    return real_of(f)->pMethods->xClose(real_of(f));
}

static int file_read(sqlite3_file *f, void *to, int n, sqlite3_int64 at)
{
    int code = fails(DISK_READ);

    return code ? code : real_of(f)->pMethods->xRead(real_of(f), to, n, at);
}

/* Half of it is written before it fails, as on a real disk. */
static int file_write(sqlite3_file *f, const void *from, int n, sqlite3_int64 at)
{
    int code = fails(DISK_WRITE);

    if (code) {
        (void)real_of(f)->pMethods->xWrite(real_of(f), from, n / 2, at);
        return code;
    }
    return real_of(f)->pMethods->xWrite(real_of(f), from, n, at);
}

static int file_truncate(sqlite3_file *f, sqlite3_int64 size)
{
    return real_of(f)->pMethods->xTruncate(real_of(f), size);
}

/* Nothing crashes here, so nothing need be synced. */
static int file_sync(sqlite3_file *f, int flags)
{
    (void)f;
    (void)flags;
    return fails(DISK_SYNC);
}

static int file_size(sqlite3_file *f, sqlite3_int64 *size)
{
    return real_of(f)->pMethods->xFileSize(real_of(f), size);
}

static int file_lock(sqlite3_file *f, int level)
{
    int code = fails(DISK_LOCK);

    return code ? code : real_of(f)->pMethods->xLock(real_of(f), level);
}

static int file_unlock(sqlite3_file *f, int level)
{
    return real_of(f)->pMethods->xUnlock(real_of(f), level);
}

static int file_reserved(sqlite3_file *f, int *out)
{
    return real_of(f)->pMethods->xCheckReservedLock(real_of(f), out);
}

static int file_control(sqlite3_file *f, int op, void *arg)
{
    return real_of(f)->pMethods->xFileControl(real_of(f), op, arg);
}

static int file_sector(sqlite3_file *f)
{
    return real_of(f)->pMethods->xSectorSize(real_of(f));
}

static int file_device(sqlite3_file *f)
{
    return real_of(f)->pMethods->xDeviceCharacteristics(real_of(f));
}

/* Version 1: no shared memory, which a store that holds its file for itself does not need. */
static const sqlite3_io_methods methods = {.iVersion = 1,
                                           .xClose = file_close,
                                           .xRead = file_read,
                                           .xWrite = file_write,
                                           .xTruncate = file_truncate,
                                           .xSync = file_sync,
                                           .xFileSize = file_size,
                                           .xLock = file_lock,
                                           .xUnlock = file_unlock,
                                           .xCheckReservedLock = file_reserved,
                                           .xFileControl = file_control,
                                           .xSectorSize = file_sector,
                                           .xDeviceCharacteristics = file_device};

static int open_file(sqlite3_vfs *self, const char *name, sqlite3_file *f, int flags, int *out)
{
    int code;

    (void)self;
    f->pMethods = NULL;
    code = real_vfs->xOpen(real_vfs, name, real_of(f), flags, out);
    if (!code)
        f->pMethods = &methods;
    return code;
}

void disk_install(disk_fault *with)
{
    fault = with;
    if (real_vfs)
        return;
    real_vfs = sqlite3_vfs_find(NULL);
    vfs = *real_vfs;
    vfs.zName = "failing";
    vfs.szOsFile = (int)offsetof(file, real) + real_vfs->szOsFile;
    vfs.xOpen = open_file;
    sqlite3_vfs_register(&vfs, 1);
}

void disk_remove(void)
{
    sqlite3_vfs_unregister(&vfs);
    sqlite3_vfs_register(real_vfs, 1);
    real_vfs = NULL;
    fault = NULL;
}
