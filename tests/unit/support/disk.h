/* A disk that fails when told so, under SQLite: the default VFS with a fault in front. */
#ifndef CR_TEST_DISK_H
#define CR_TEST_DISK_H

#include <stdbool.h>

typedef enum { DISK_READ, DISK_WRITE, DISK_SYNC, DISK_LOCK } disk_call;

typedef struct {
    disk_call call; /* what fails */
    int code;       /* how: SQLITE_IOERR_WRITE, SQLITE_FULL, SQLITE_BUSY … */
    unsigned at;    /* from this call on, counted from 1; 0: nothing fails */
    unsigned n;     /* so many of them */
    unsigned calls; /* out: of this kind, so far */
} disk_fault;

/* From now on files are opened through it; NULL: nothing fails, and nothing is waited for. The fault is read at every
 * call, from any thread: change it, or install another, only while no store is open, or nothing waits in one. */
void disk_install(disk_fault *fault);
void disk_remove(void);

#endif
