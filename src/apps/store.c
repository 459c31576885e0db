/* croupier store: makes, checks and copies stores of matches, SQLite files and databases of PostgreSQL. */
#include "apps/command.h"
#include "host/entry.h"
#include "host/shared.h"
#include "store/stores.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { WAIT_S = 60 };

static bool is_postgres(const char *name)
{
    return !strncmp(name, "postgres://", 11) || !strncmp(name, "postgresql://", 13);
}

static bool is_file(const char *path)
{
    return !access(path, F_OK);
}

/* An address with a password in it is not shown. */
static const char *shown(const char *name)
{
    return is_postgres(name) ? "the database" : name;
}

static cr_store *open_store(const char *name, bool is_unsafe)
{
    char why[256];
    cr_store *store;
    cr_err err;

    if (is_postgres(name))
        err = cr_store_postgres_open(&(cr_postgres_options){.url = name,
                                                            .name = "croupier store",
                                                            .address = "",
                                                            .lease_ms = 20000,
                                                            .is_unsafe = is_unsafe},
                                     &store, why, sizeof why);
    else
        err = cr_store_sqlite_open(&(cr_sqlite_options){.path = name}, &store, why, sizeof why);
    if (err)
        cli_error("cannot open %s: %s", shown(name), why);
    return err ? NULL : store;
}

/* ---- logs, whole ---- */

typedef struct {
    uint8_t match[CR_MATCH_ID];
    bool is_over;
} listed;

typedef struct {
    listed *items;
    size_t n, cap;
} list;

static bool keep(void *with, const uint8_t match[CR_MATCH_ID], bool is_over)
{
    list *l = with;

    if (l->n == l->cap) {
        size_t cap = l->cap ? 2 * l->cap : 1024;
        listed *more = realloc(l->items, cap * sizeof *more);

        if (!more)
            return false;
        l->items = more;
        l->cap = cap;
    }
    memcpy(l->items[l->n].match, match, CR_MATCH_ID);
    l->items[l->n++].is_over = is_over;
    return true;
}

/* A log as bytes: length and contents of each entry. */
typedef struct {
    uint8_t *bytes;
    size_t len, cap;
    uint32_t n;
    bool is_bad; /* out of order, or no memory left */
} whole;

static bool add_entry(void *with, uint32_t number, const uint8_t *bytes, size_t len)
{
    whole *w = with;
    uint16_t size = (uint16_t)len;

    if (w->len + 2 + len > w->cap) {
        size_t cap = 2 * (w->cap + 2 + len);
        uint8_t *more = realloc(w->bytes, cap);

        if (!more) {
            w->is_bad = true;
            return false;
        }
        w->bytes = more;
        w->cap = cap;
    }
    w->is_bad |= number != w->n;
    memcpy(w->bytes + w->len, &size, 2);
    memcpy(w->bytes + w->len + 2, bytes, len);
    w->len += 2 + len;
    w->n++;
    return !w->is_bad;
}

static void nap(void)
{
    struct timespec t = {0, 1000000};

    nanosleep(&t, NULL);
}

typedef struct {
    cr_store_place place;
    bool is_told;
    unsigned n[4], n_done; /* outcomes of appends */
} told;

static void on_taken(void *with, const uint8_t match[CR_MATCH_ID], cr_store_place place,
                     const char *address)
{
    told *t = with;

    (void)match, (void)address;
    t->place = place;
    t->is_told = true;
}

static void on_done(void *with, void *owner, cr_store_result result)
{
    told *t = with;

    (void)owner;
    t->n[result]++;
    t->n_done++;
}

/* Takes over a match of a shared store; any other is ours already. False: it is not to be had. */
static bool have(cr_store *store, told *t, const uint8_t *match)
{
    time_t end = time(NULL) + WAIT_S;
    cr_shared *shared = store->shared;

    if (!shared)
        return true;
    shared->taken = on_taken;
    shared->with = t;
    t->is_told = false;
    t->place = shared->take(shared, match);
    while (t->place == CR_PLACE_ASKED && !t->is_told && time(NULL) < end) {
        store->collect(store);
        nap();
    }
    return t->place == CR_PLACE_HERE;
}

static bool read_log(cr_store *store, told *t, const uint8_t *match, whole *out)
{
    bool is_ok;

    out->len = 0;
    out->n = 0;
    out->is_bad = false;
    is_ok = have(store, t, match) && !store->read(store, match, 0, add_entry, out) && !out->is_bad;
    if (store->shared)
        store->forget(store, match);
    return is_ok;
}

static void print_id(const uint8_t *match, char out[33])
{
    for (unsigned i = 0; i < CR_MATCH_ID; i++)
        snprintf(out + 2 * i, 3, "%02x", match[i]);
}

/* ---- init ---- */

static int init(const char *name, int number, int takes_new)
{
    char why[256];
    cr_store *store;

    if (is_postgres(name)) {
        bool is_ok = cr_postgres_init(name, number, takes_new, why, sizeof why);

        if (!is_ok)
            return cli_error("cannot make the tables: %s", why), CLI_FAILED;
        puts(why);
        return CLI_DONE;
    }
    if (number >= 0 || takes_new >= 0)
        return cli_error("a number and new matches are of databases: '%s' is a file", name);
    store = open_store(name, false);
    if (!store)
        return CLI_FAILED;
    store->close(store);
    puts("the file is there");
    return CLI_DONE;
}

/* ---- check ---- */

static void print_line(void *with, const char *text)
{
    (void)with;
    puts(text);
}

/* Reads every log of a store: whole, each entry of a kind we know. */
static int check_logs(cr_store *store, const list *l)
{
    uint64_t entries = 0, wrong = 0, unfinished = 0;
    whole w = {0};
    told t = {0};

    for (size_t i = 0; i < l->n; i++) {
        bool is_ok = read_log(store, &t, l->items[i].match, &w);

        for (size_t at = 0; is_ok && at < w.len;) {
            uint16_t size;
            cr_entry entry;

            memcpy(&size, w.bytes + at, 2);
            is_ok = !cr_entry_read(w.bytes + at + 2, size, &entry) &&
                    (at || entry.kind == CR_ENTRY_HEAD);
            at += 2u + size;
        }
        entries += w.n;
        unfinished += !l->items[i].is_over;
        if (!is_ok) {
            char id[33];

            print_id(l->items[i].match, id);
            printf("WRONG: the log of %s cannot be read\n", id);
            wrong++;
        }
    }
    printf("%zu matches, %llu of them unfinished, %llu entries\n", l->n,
           (unsigned long long)unfinished, (unsigned long long)entries);
    free(w.bytes);
    return wrong ? CLI_FAILED : CLI_DONE;
}

static int check(const char *name)
{
    list l = {0};
    cr_store *store;
    int status = CLI_FAILED;

    if (is_postgres(name))
        return cr_postgres_check(name, print_line, NULL) ? CLI_DONE : CLI_FAILED;
    if (!is_file(name))
        return cli_error("there is no '%s'", name);
    store = open_store(name, false);
    if (!store)
        return CLI_FAILED;
    if (store->list(store, keep, &l))
        cli_error("the matches of '%s' cannot be listed", name);
    else
        status = check_logs(store, &l);
    store->close(store);
    free(l.items);
    return status;
}

/* ---- copy ---- */

typedef struct {
    cr_store *from, *to;
    told from_told, to_told;
    whole w, there;
    uint64_t entries, before; /* copied; matches that were there already */
} copying;

/* Waits until everything that was appended is decided. */
static bool settle(copying *c, unsigned n)
{
    time_t end = time(NULL) + WAIT_S;

    c->to->flush(c->to);
    while (c->to_told.n_done < n && time(NULL) < end) {
        c->to->collect(c->to);
        if (c->to_told.n_done < n)
            nap();
    }
    return c->to_told.n_done == n && c->to_told.n[CR_STORED] == n;
}

/* Appends the entries of c->w from number `from` on. */
static bool append_log(copying *c, const listed *m, uint32_t from)
{
    uint32_t number = 0;
    bool is_ok = true;

    c->to_told = (told){0};
    for (size_t at = 0; at < c->w.len && is_ok; number++) {
        cr_store_entry entry = {.number = number};
        uint16_t size;

        memcpy(&size, c->w.bytes + at, 2);
        memcpy(entry.match, m->match, CR_MATCH_ID);
        entry.bytes = c->w.bytes + at + 2;
        entry.len = size;
        at += 2u + size;
        entry.flags = m->is_over && at == c->w.len ? CR_STORE_LAST : 0;
        if (number >= from) {
            is_ok = !c->to->append(c->to, &entry, NULL);
            c->entries += is_ok;
        }
    }
    return is_ok && settle(c, number - from);
}

/* A match that is there already goes on where it ends, if it is the same one. */
static bool copy_match(copying *c, const listed *m)
{
    uint32_t from = 0;
    bool is_ok;

    if (!read_log(c->from, &c->from_told, m->match, &c->w) || !c->w.n)
        return false;
    c->there.len = 0;
    c->there.n = 0;
    c->there.is_bad = false;
    if (have(c->to, &c->to_told, m->match) &&
        !c->to->read(c->to, m->match, 0, add_entry, &c->there)) {
        if (c->there.is_bad || c->there.len > c->w.len ||
            memcmp(c->there.bytes, c->w.bytes, c->there.len))
            return false;
        from = c->there.n;
        c->before++;
    } else if (c->to->shared && c->to_told.place != CR_PLACE_NOWHERE) {
        return false;
    }
    is_ok = from == c->w.n || append_log(c, m, from);
    c->to->forget(c->to, m->match);
    return is_ok;
}

/* Reads both once more, from their disks, and compares. */
static bool compare_match(copying *c, const listed *m)
{
    return read_log(c->from, &c->from_told, m->match, &c->w) &&
           read_log(c->to, &c->to_told, m->match, &c->there) && c->w.len == c->there.len &&
           !memcmp(c->w.bytes, c->there.bytes, c->w.len);
}

static bool open_target(copying *c, const char *name, bool is_unsafe)
{
    c->to = open_store(name, is_unsafe);
    if (!c->to)
        return false;
    c->to->done = on_done;
    c->to->done_with = &c->to_told;
    return true;
}

static bool each_match(copying *c, const list *l, bool (*run)(copying *c, const listed *m),
                       const char *what)
{
    for (size_t i = 0; i < l->n; i++)
        if (!run(c, &l->items[i])) {
            char id[33];

            print_id(l->items[i].match, id);
            cli_error("match %s cannot be %s%s", id, what,
                      c->from_told.place == CR_PLACE_ELSEWHERE ? ": a server runs it, stop it first"
                                                               : "");
            return false;
        }
    return true;
}

static int copy(const char *from, const char *to, bool is_unsafe)
{
    copying c = {0};
    list l = {0};
    bool is_ok;

    if (!is_postgres(from) && !is_file(from))
        return cli_error("there is no '%s'", from);
    c.from = open_store(from, is_unsafe);
    is_ok = c.from && open_target(&c, to, is_unsafe);
    if (is_ok && c.from->list(c.from, keep, &l)) {
        cli_error("the matches of %s cannot be listed", shown(from));
        is_ok = false;
    }
    is_ok = is_ok && each_match(&c, &l, copy_match, "copied");
    /* What it says now comes from its disk. */
    if (c.to)
        c.to->close(c.to);
    c.to = NULL;
    is_ok = is_ok && open_target(&c, to, is_unsafe) &&
            each_match(&c, &l, compare_match, "read back as it was");
    if (is_ok)
        printf("%zu matches, %llu entries copied, %llu matches were there already; every entry "
               "compared\n",
               l.n, (unsigned long long)c.entries, (unsigned long long)c.before);
    if (c.to)
        c.to->close(c.to);
    if (c.from)
        c.from->close(c.from);
    free(l.items);
    free(c.w.bytes);
    free(c.there.bytes);
    return is_ok ? CLI_DONE : CLI_FAILED;
}

int cmd_store(int argc, char **argv)
{
    uint64_t number = UINT64_MAX;
    const char *new_matches = NULL;
    bool is_unsafe = false;
    const cli_option options[] = {
        CLI_NUMBER(
            0, "number", "N", &number, 0, 255,
            "init: the first byte of its matches' ids; each of several databases has its own"),
        CLI_TEXT(0, "new", "YES|NO", &new_matches, "init: does the database take new matches?"),
        CLI_FLAG(0, "unsafe-db", &is_unsafe,
                 "copy: a server that may lose commits (fsync=off) is good enough"),
        {0}};
    const cli_usage usage = {
        "store init|check|copy STORE [STORE]",
        "Looks after stores of matches: files, as 'croupier serve' makes them, or databases of "
        "PostgreSQL, postgres://…\n"
        "  init STORE       makes the tables, or brings them up to date\n"
        "  check STORE      tells what is in it, and whether every log is whole\n"
        "  copy FROM TO     copies matches, either way, and compares every entry; no server may "
        "run\n"
        "                   them meanwhile. What is there already is compared and goes on",
        "croupier store init postgres://croupier@db1/croupier\n"
        "croupier store init --number 1 --new no postgres://croupier@db2/croupier\n"
        "croupier store copy ~/.local/share/croupier/croupier.db "
        "postgres://croupier@db1/croupier\n",
        options,
        2,
        3};
    int status = cli_parse(&usage, &argc, argv), takes_new = -1;

    if (status != CLI_GO)
        return status;
    if (new_matches && strcmp(new_matches, "yes") && strcmp(new_matches, "no"))
        return cli_error("--new is yes or no, not '%s'", new_matches);
    if (new_matches)
        takes_new = !strcmp(new_matches, "yes");
    if (!strcmp(argv[0], "init") && argc == 2)
        return init(argv[1], number == UINT64_MAX ? -1 : (int)number, takes_new);
    if (!strcmp(argv[0], "check") && argc == 2)
        return check(argv[1]);
    if (!strcmp(argv[0], "copy") && argc == 3)
        return copy(argv[1], argv[2], is_unsafe);
    return cli_error("'%s' is not done with %d store%s (see 'croupier store --help')", argv[0],
                     argc - 1, argc == 2 ? "" : "s");
}
