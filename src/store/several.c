/* Several databases as one store: the first byte of a match's id names its database, a new match goes to one that takes new
 * ones. So databases are added and emptied without moving anything, and one that is down takes only its own matches with
 * it. A first byte that no database has claims the first one given. */
#include "host/shared.h"
#include "store/stores.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    cr_store store; /* first */
    cr_shared shared;
    cr_store *parts[CR_PARTS_MAX];
    unsigned n;
} several;

static several *of_shared(cr_shared *shared)
{
    return (several *)((char *)shared - offsetof(several, shared));
}

/* The database of a match; NULL if it may be in one that has not been reached yet. */
static cr_store *part_of(const several *s, const uint8_t *match)
{
    bool is_known = true;

    for (unsigned i = 0; i < s->n && s->n > 1; i++) {
        unsigned number;

        if (!cr_store_postgres_has_number(s->parts[i], &number))
            is_known = false;
        else if (number == match[0])
            return s->parts[i];
    }
    return is_known || s->n == 1 ? s->parts[0] : NULL;
}

static cr_err several_append(cr_store *store, const cr_store_entry *entry, void *owner)
{
    cr_store *part = part_of((several *)store, entry->match);

    return part ? part->append(part, entry, owner) : CR_ERR_FULL;
}

static void several_flush(cr_store *store)
{
    several *s = (several *)store;

    for (unsigned i = 0; i < s->n; i++)
        s->parts[i]->flush(s->parts[i]);
}

static void pass_done(void *with, void *owner, cr_store_result result)
{
    several *s = with;

    s->store.done(s->store.done_with, owner, result);
}

static void pass_wake(void *with)
{
    const several *s = with;

    if (s->store.wake)
        s->store.wake(s->store.wake_with);
}

static void pass_taken(void *with, const uint8_t match[CR_MATCH_ID], cr_store_place place,
                       const char *address)
{
    several *s = with;

    if (s->shared.taken)
        s->shared.taken(s->shared.with, match, place, address);
}

static void pass_lost(void *with, const uint8_t match[CR_MATCH_ID])
{
    several *s = with;

    if (s->shared.lost)
        s->shared.lost(s->shared.with, match);
}

static void pass_turned(void *with)
{
    several *s = with;

    if (s->shared.turned)
        s->shared.turned(s->shared.with);
}

static void pass_orphaned(void *with, const uint8_t match[CR_MATCH_ID])
{
    several *s = with;

    if (s->shared.orphaned)
        s->shared.orphaned(s->shared.with, match);
}

static void several_collect(cr_store *store)
{
    several *s = (several *)store;

    for (unsigned i = 0; i < s->n; i++)
        s->parts[i]->collect(s->parts[i]);
}

static cr_err several_read(cr_store *store, const uint8_t match[CR_MATCH_ID], uint32_t from,
                           cr_store_each each, void *with)
{
    cr_store *part = part_of((several *)store, match);

    return part ? part->read(part, match, from, each, with) : CR_ERR_STORE;
}

static cr_err several_unfinished(cr_store *store, size_t cap, cr_store_found found, void *with)
{
    several *s = (several *)store;
    cr_err err = CR_ERR_OK;

    for (unsigned i = 0; i < s->n && !err; i++)
        err = s->parts[i]->unfinished(s->parts[i], cap, found, with);
    return err;
}

static void several_forget(cr_store *store, const uint8_t match[CR_MATCH_ID])
{
    cr_store *part = part_of((several *)store, match);

    if (part)
        part->forget(part, match);
}

static void several_keep(cr_store *store, const uint8_t match[CR_MATCH_ID], const uint8_t *bytes,
                         size_t len)
{
    cr_store *part = part_of((several *)store, match);

    if (part)
        part->keep(part, match, bytes, len);
}

static uint8_t *several_kept(cr_store *store, const uint8_t match[CR_MATCH_ID], size_t *len)
{
    cr_store *part = part_of((several *)store, match);

    return part ? part->kept(part, match, len) : NULL;
}

static uint64_t several_alive(cr_store *store)
{
    (void)store;
    return 0;
}

static void several_beat(cr_store *store, uint64_t now_ms)
{
    (void)store, (void)now_ms;
}

static void several_stats(cr_store *store, cr_store_stats *out)
{
    several *s = (several *)store;
    cr_store_stats one;

    *out = (cr_store_stats){0};
    for (unsigned i = 0; i < s->n; i++) {
        s->parts[i]->stats(s->parts[i], &one);
        out->appended += one.appended;
        out->committed += one.committed;
        out->conflicts += one.conflicts;
        out->failures += one.failures;
        out->commits += one.commits;
        out->waiting += one.waiting;
        out->logs += one.logs;
        out->bytes += one.bytes;
        out->commit_ns += one.commit_ns;
    }
}

static void several_close(cr_store *store)
{
    several *s = (several *)store;

    for (unsigned i = 0; i < s->n; i++)
        s->parts[i]->close(s->parts[i]);
    free(s);
}

/* ---- what is shared ---- */

static cr_store_place several_take(cr_shared *shared, const uint8_t match[CR_MATCH_ID])
{
    cr_store *part = part_of(of_shared(shared), match);

    return part ? part->shared->take(part->shared, match) : CR_PLACE_AWAY;
}

static bool several_is_held(cr_shared *shared, const uint8_t match[CR_MATCH_ID])
{
    cr_store *part = part_of(of_shared(shared), match);

    return part && part->shared->is_held(part->shared, match);
}

static uint64_t several_slept(cr_shared *shared, const uint8_t match[CR_MATCH_ID])
{
    cr_store *part = part_of(of_shared(shared), match);

    return part ? part->shared->slept_ms(part->shared, match) : 0;
}

/* Any of those that take new ones, by chance. */
static bool several_place(cr_shared *shared, uint8_t match[CR_MATCH_ID])
{
    const several *s = of_shared(shared);
    unsigned first = randombytes_uniform(s->n);

    for (unsigned i = 0; i < s->n; i++) {
        cr_shared *part = s->parts[(first + i) % s->n]->shared;

        if (part->place(part, match))
            return true;
    }
    return false;
}

static const char *several_trouble(cr_shared *shared)
{
    const several *s = of_shared(shared);
    const char *trouble = NULL;

    for (unsigned i = 0; i < s->n; i++) {
        trouble = s->parts[i]->shared->trouble(s->parts[i]->shared);
        if (!trouble)
            return NULL;
    }
    return trouble;
}

/* All of them carry all lists: whichever is up. */
static void several_publish(cr_shared *shared, const char *text, size_t len)
{
    const several *s = of_shared(shared);

    for (unsigned i = 0; i < s->n; i++)
        s->parts[i]->shared->publish(s->parts[i]->shared, text, len);
}

static char *several_others(cr_shared *shared)
{
    const several *s = of_shared(shared);

    for (unsigned i = 0; i < s->n; i++)
        if (!s->parts[i]->shared->trouble(s->parts[i]->shared))
            return s->parts[i]->shared->others(s->parts[i]->shared);
    return strdup("");
}

static bool several_part(cr_shared *shared, unsigned i, cr_part *out)
{
    const several *s = of_shared(shared);

    return i < s->n && s->parts[i]->shared->part(s->parts[i]->shared, 0, out);
}

/* ---- opening ---- */

/* Two databases under one number: each match would be in one of them, and looked for in the other. */
static bool has_twins(const several *s, unsigned *twin)
{
    for (unsigned i = 0; i < s->n; i++)
        for (unsigned k = i + 1; k < s->n; k++) {
            unsigned a, b;

            if (cr_store_postgres_has_number(s->parts[i], &a) &&
                cr_store_postgres_has_number(s->parts[k], &b) && a == b) {
                *twin = a;
                return true;
            }
        }
    return false;
}

cr_err cr_store_several_open(const cr_postgres_options *options, const char *const *urls,
                             unsigned n, cr_store **out, char *why, size_t why_cap)
{
    several *s = calloc(1, sizeof *s);
    unsigned twin, n_up = 0;

    *out = NULL;
    snprintf(why, why_cap, "no memory left");
    if (!s || n > CR_PARTS_MAX) {
        free(s);
        return CR_ERR_MEMORY;
    }
    s->store = (cr_store){.append = several_append,
                          .flush = several_flush,
                          .collect = several_collect,
                          .read = several_read,
                          .unfinished = several_unfinished,
                          .forget = several_forget,
                          .keep = several_keep,
                          .kept = several_kept,
                          .alive_ms = several_alive,
                          .beat = several_beat,
                          .stats = several_stats,
                          .close = several_close,
                          .shared = &s->shared};
    s->shared = (cr_shared){.take = several_take,
                            .is_held = several_is_held,
                            .slept_ms = several_slept,
                            .place = several_place,
                            .trouble = several_trouble,
                            .publish = several_publish,
                            .others = several_others,
                            .part = several_part};
    for (unsigned i = 0; i < n; i++) {
        cr_postgres_options o = *options;
        cr_store *part;

        o.url = urls[i];
        o.may_wait = options->may_wait || n > 1; /* one that is away does not hold up the others */
        if (cr_store_postgres_open(&o, &part, why, why_cap))
            goto fail;
        part->done = pass_done;
        part->wake = pass_wake;
        part->done_with = part->wake_with = s;
        part->shared->taken = pass_taken;
        part->shared->lost = pass_lost;
        part->shared->turned = pass_turned;
        part->shared->orphaned = pass_orphaned;
        part->shared->with = s;
        s->parts[s->n++] = part;
        n_up += !part->shared->trouble(part->shared);
        if (part->shared->trouble(part->shared))
            snprintf(why, why_cap, "%s", part->shared->trouble(part->shared));
    }
    if (!n_up && !options->may_wait)
        goto fail;
    if (has_twins(s, &twin)) {
        snprintf(why, why_cap,
                 "two databases have the number %u: give one another with 'croupier store init "
                 "--number'",
                 twin);
        goto fail;
    }
    *out = &s->store;
    return CR_ERR_OK;

fail:
    several_close(&s->store);
    return CR_ERR_STORE;
}
