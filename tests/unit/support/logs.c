#include "support/logs.h"
#include "support/cmocka_all.h"
#include "support/disk.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void count(void *with, void *owner, cr_store_result result)
{
    log_outcomes *o = with;

    (void)owner;
    o->n[result]++;
    o->last = result;
}

void log_listen(cr_store *store, log_outcomes *o)
{
    *o = (log_outcomes){0};
    store->done = count;
    store->done_with = o;
}

cr_err log_append(cr_store *store, uint8_t match, uint32_t number, const char *text, uint32_t flags)
{
    cr_store_entry entry = {.match = {match, 1},
                            .number = number,
                            .flags = flags,
                            .bytes = (const uint8_t *)text,
                            .len = strlen(text)};

    return store->append(store, &entry, NULL);
}

void log_finish(cr_store *store, const log_outcomes *o, unsigned total)
{
    store->flush(store);
    for (unsigned tries = 0; o->n[0] + o->n[1] + o->n[2] < total; tries++) {
        store->collect(store);
        if (tries > 100000)
            fail_msg("no outcome");
        usleep(tries < 10 ? 0 : 100);
    }
}

typedef struct {
    char text[4096];
} reading;

static bool join(void *with, uint32_t number, const uint8_t *bytes, size_t len)
{
    reading *r = with;
    size_t at = strlen(r->text);

    snprintf(r->text + at, sizeof r->text - at, "%u:%.*s ", number, (int)len, (const char *)bytes);
    return true;
}

const char *log_read(cr_store *store, uint8_t match, uint32_t from)
{
    static reading r;
    const uint8_t id[CR_MATCH_ID] = {match, 1};

    r.text[0] = 0;
    if (store->read(store, id, from, join, &r))
        return "none";
    return r.text;
}

char log_path[256];

void log_remove_files(void)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-log0", "-log1"};
    char name[300];

    for (unsigned i = 0; i < CR_COUNT_OF(ends); i++) {
        snprintf(name, sizeof name, "%s%s", log_path, ends[i]);
        unlink(name);
    }
}

int log_new_file(void **unused)
{
    (void)unused;
    snprintf(log_path, sizeof log_path, "%s/test_%d.db", CR_TEST_BINARY_DIR, (int)getpid());
    log_remove_files();
    disk_install(NULL); /* which syncs nothing: a real one would be most of the time */
    return 0;
}

int log_drop_file(void **unused)
{
    (void)unused;
    disk_remove();
    log_remove_files();
    return 0;
}

cr_store *log_open_file(uint32_t max_pages, uint32_t journal_bytes)
{
    cr_sqlite_options options = {
        .path = log_path, .max_pages = max_pages, .journal_bytes = journal_bytes};
    cr_store *store;
    char why[256];

    if (cr_store_sqlite_open(&options, &store, why, sizeof why))
        fail_msg("%s", why);
    return store;
}

/* What is kept beside a match, "" if nothing is; waits for it where a thread writes it. */
const char *log_kept(cr_store *store, uint8_t match, const char *wanted)
{
    static char text[64];
    const uint8_t id[CR_MATCH_ID] = {match, 1};

    for (unsigned tries = 0; tries < 20000; tries++) {
        size_t len = 0;
        uint8_t *bytes = store->kept(store, id, &len);

        snprintf(text, sizeof text, "%.*s", (int)len, bytes ? (const char *)bytes : "");
        free(bytes);
        if (!strcmp(text, wanted))
            break;
        usleep(100);
    }
    return text;
}

void log_keep(cr_store *store, uint8_t match, const char *text)
{
    const uint8_t id[CR_MATCH_ID] = {match, 1};

    store->keep(store, id, (const uint8_t *)text, strlen(text));
}
