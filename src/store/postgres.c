/* The store that several programs share: one database of PostgreSQL. Here are the calls of the thread of the rooms, opening
 * and closing; the threads that speak with the database are in pg_writer.c, pg_taker.c and pg_keeper.c. */
#include "store/stores.h"

#include <stdio.h>
#include <stdlib.h>

#ifdef CR_WITH_POSTGRES
#include "store/postgres_inside.h"

static pg_store *of_shared(cr_shared *shared)
{
    return (pg_store *)((char *)shared - offsetof(pg_store, shared));
}

bool pg_has_fault(const char *name)
{
#ifdef CR_TEST_FAULTS
    const char *faults = getenv("CROUPIER_TEST_FAULTS");

    return faults && strstr(faults, name);
#else
    (void)name;
    return false;
#endif
}

bool pg_is_held(const pg_store *s)
{
    return pg_now_ms() < s->held_until || pg_has_fault("lease");
}

void pg_wake(const pg_store *s)
{
    if (s->store.wake)
        s->store.wake(s->store.wake_with);
}

void pg_asks_add(pg_asks *list, pg_ask *ask)
{
    if (!list->head)
        list->tail = &list->head;
    ask->next = NULL;
    *list->tail = ask;
    list->tail = &ask->next;
    list->n++;
}

pg_ask *pg_asks_next(pg_asks *list)
{
    pg_ask *ask = list->head;

    if (ask) {
        list->head = ask->next;
        list->n--;
    }
    return ask;
}

void pg_copy_id(pg_store *s, uint8_t id[PG_ID], uint32_t *generation)
{
    pthread_mutex_lock(&s->lock);
    memcpy(id, s->id, PG_ID);
    *generation = s->base.generation;
    pthread_mutex_unlock(&s->lock);
}

/* ---- the calls of the loop thread ---- */

static cr_err pg_append(cr_store *store, const cr_store_entry *entry, void *owner)
{
    pg_store *s = (pg_store *)store;

    return pg_is_held(s) ? store_batch_append(&s->open, &s->stats, entry, owner) : CR_ERR_FULL;
}

static void pg_flush(cr_store *store)
{
    pg_store *s = (pg_store *)store;
    bool is_sleeping;

    if (!s->open.n)
        return;
    pthread_mutex_lock(&s->lock);
    store_batch_move(&s->open, &s->waiting);
    is_sleeping = s->is_sleeping;
    pthread_mutex_unlock(&s->lock);
    if (is_sleeping)
        pthread_cond_signal(&s->work);
}

/* Logs that are somebody else's now leave, and their rooms are told. */
static void tell_lost(pg_store *s)
{
    uint8_t(*ids)[CR_MATCH_ID];
    size_t n = 0;

    pthread_mutex_lock(&s->lock);
    ids = s->has_lost ? malloc((s->logs.n + 1) * CR_MATCH_ID) : NULL;
    if (ids) {
        s->has_lost = false;
        for (size_t i = 0; i < s->logs.n_slots; i++)
            for (store_log *log = s->logs.slots[i], *next; log; log = next) {
                next = log->hash_next;
                if (log->is_lost) {
                    memcpy(ids[n++], log->match, CR_MATCH_ID);
                    store_logs_remove(&s->logs, log);
                }
            }
        s->losses += n;
    }
    pthread_mutex_unlock(&s->lock);
    for (size_t i = 0; i < n; i++)
        if (s->shared.lost)
            s->shared.lost(s->shared.with, ids[i]);
    free(ids);
}

static void tell_asks(pg_store *s, pg_asks *list)
{
    pg_asks told;
    pg_ask *ask;

    pthread_mutex_lock(&s->lock);
    told = *list;
    *list = (pg_asks){0};
    pthread_mutex_unlock(&s->lock);
    while ((ask = pg_asks_next(&told))) {
        if (list == &s->orphans && s->shared.orphaned)
            s->shared.orphaned(s->shared.with, ask->match);
        else if (list == &s->found && s->shared.taken)
            s->shared.taken(s->shared.with, ask->match, ask->place, ask->address);
        free(ask);
    }
}

static void pg_collect(cr_store *store)
{
    pg_store *s = (pg_store *)store;
    bool is_held = pg_is_held(s);

    if (is_held) {
        pthread_mutex_lock(&s->lock);
        store_batch_swap(&s->told, &s->done);
        /* Stored or not: whoever runs it now has gone on. */
        for (size_t i = 0; s->has_lost && i < s->told.n; i++) {
            const store_log *log = store_logs_find(&s->logs, s->told.items[i].match);

            if (log && log->is_lost)
                s->told.items[i].result = CR_STORE_LOST;
        }
        pthread_mutex_unlock(&s->lock);
        store_batch_tell(&s->told, &s->stats, store);
    }
    tell_lost(s);
    if (is_held != s->was_held) {
        s->was_held = is_held;
        if (s->shared.turned)
            s->shared.turned(s->shared.with);
    }
    tell_asks(s, &s->found);
    tell_asks(s, &s->orphans);
}

static cr_err pg_read(cr_store *store, const uint8_t match[CR_MATCH_ID], uint32_t from,
                      cr_store_each each, void *with)
{
    pg_store *s = (pg_store *)store;
    const store_log *log;
    uint32_t first = 0, len = 0;
    uint8_t *copy = NULL;

    pthread_mutex_lock(&s->lock);
    log = store_logs_find(&s->logs, match);
    if (log && log->len) {
        first = log->first;
        len = log->len;
        copy = malloc(len);
        if (copy)
            memcpy(copy, log->bytes, len);
    }
    pthread_mutex_unlock(&s->lock);
    if (!len)
        return CR_ERR_NO_MATCH;
    if (!copy)
        return CR_ERR_MEMORY;
    store_walk(copy, len, first, from, each, with);
    free(copy);
    return CR_ERR_OK;
}

/* Matches that nobody runs are told later, and to whom has room for them. */
static cr_err pg_unfinished(cr_store *store, size_t cap, cr_store_found found, void *with)
{
    pg_store *s = (pg_store *)store;

    (void)cap, (void)found, (void)with;
    pthread_mutex_lock(&s->lock);
    s->wants_orphans = true;
    pthread_mutex_unlock(&s->lock);
    return CR_ERR_OK;
}

static cr_err pg_list(cr_store *store, cr_store_listed each, void *with)
{
    static const pg_statement statements[] = {
        {"list", "SELECT match, is_over FROM match WHERE match > $1 ORDER BY match LIMIT 1000"},
        {NULL, NULL}};
    pg_store *s = (pg_store *)store;
    pg_link link = {0};
    pg_args args = {0};
    uint8_t last[CR_MATCH_ID] = {0}, id[PG_ID];
    uint32_t generation;
    bool is_enough = false;
    PGresult *r = NULL;
    int n = 1;

    pg_copy_id(s, id, &generation);
    if (!pg_link_open(&link, &s->base, id, statements, 0, true))
        return CR_ERR_STORE;
    while (n && !is_enough) {
        pg_args_clear(&args);
        pg_add_bytes(&args, last, sizeof last);
        if (pg_run(&link, "list", &args, 0, &r)) {
            n = -1;
            break;
        }
        n = PQntuples(r);
        for (int i = 0; i < n && !is_enough; i++) {
            memcpy(last, PQgetvalue(r, i, 0), CR_MATCH_ID);
            is_enough = !each(with, last, pg_bool(r, i, 1));
        }
        PQclear(r);
        r = NULL;
    }
    PQclear(r);
    pg_args_release(&args);
    pg_link_close(&link);
    return n < 0 ? CR_ERR_STORE : CR_ERR_OK;
}

static void pg_forget(cr_store *store, const uint8_t match[CR_MATCH_ID])
{
    pg_store *s = (pg_store *)store;
    store_log *log;

    pthread_mutex_lock(&s->lock);
    log = store_logs_find(&s->logs, match);
    if (log && log->planned == log->next)
        store_logs_remove(&s->logs, log);
    pthread_mutex_unlock(&s->lock);
}

static void pg_keep(cr_store *store, const uint8_t match[CR_MATCH_ID], const uint8_t *bytes,
                    size_t len)
{
    pg_store *s = (pg_store *)store;
    store_log *log;

    pthread_mutex_lock(&s->lock);
    log = store_logs_find(&s->logs, match);
    if (log)
        store_log_keep(&s->logs, log, bytes, len);
    if (log && store_keeps_add(&s->keeps, match, bytes, len))
        pthread_cond_signal(&s->asked);
    pthread_mutex_unlock(&s->lock);
}

/* It was read with the log. */
static uint8_t *pg_kept(cr_store *store, const uint8_t match[CR_MATCH_ID], size_t *len)
{
    pg_store *s = (pg_store *)store;
    uint8_t *copy;

    pthread_mutex_lock(&s->lock);
    copy = store_log_kept(store_logs_find(&s->logs, match), len);
    pthread_mutex_unlock(&s->lock);
    return copy;
}

/* Known for each match by itself: slept_ms. */
static uint64_t pg_alive(cr_store *store)
{
    (void)store;
    return 0;
}

static void pg_beat(cr_store *store, uint64_t now_ms)
{
    (void)store, (void)now_ms; /* the keeper does */
}

static void pg_stats(cr_store *store, cr_store_stats *out)
{
    pg_store *s = (pg_store *)store;

    pthread_mutex_lock(&s->lock);
    *out = s->stats;
    out->logs = s->logs.n;
    out->bytes = s->logs.bytes;
    pthread_mutex_unlock(&s->lock);
}

/* ---- what is shared ---- */

static cr_store_place pg_take(cr_shared *shared, const uint8_t match[CR_MATCH_ID])
{
    pg_store *s = of_shared(shared);
    const store_log *log;
    cr_store_place place = CR_PLACE_ASKED;
    pg_ask *ask;

    if (!pg_is_held(s))
        return CR_PLACE_AWAY;
    pthread_mutex_lock(&s->lock);
    log = store_logs_find(&s->logs, match);
    if (log && log->next) {
        place = log->is_lost ? CR_PLACE_AWAY : CR_PLACE_HERE;
    } else if (!(ask = calloc(1, sizeof *ask))) {
        place = CR_PLACE_AWAY;
    } else {
        memcpy(ask->match, match, CR_MATCH_ID);
        pg_asks_add(&s->asks, ask);
        pthread_cond_signal(&s->asked);
    }
    pthread_mutex_unlock(&s->lock);
    return place;
}

static bool pg_shared_is_held(cr_shared *shared, const uint8_t match[CR_MATCH_ID])
{
    (void)match;
    return pg_is_held(of_shared(shared));
}

static uint64_t pg_slept(cr_shared *shared, const uint8_t match[CR_MATCH_ID])
{
    pg_store *s = of_shared(shared);
    const store_log *log;
    uint64_t slept_ms;

    pthread_mutex_lock(&s->lock);
    log = store_logs_find(&s->logs, match);
    slept_ms = log ? log->slept_ms : 0;
    pthread_mutex_unlock(&s->lock);
    return slept_ms;
}

static bool pg_place_new(cr_shared *shared, uint8_t match[CR_MATCH_ID])
{
    pg_store *s = of_shared(shared);
    bool is_ok;

    pthread_mutex_lock(&s->lock);
    is_ok = s->takes_new && pg_is_held(s);
    match[0] = (uint8_t)s->number;
    pthread_mutex_unlock(&s->lock);
    return is_ok;
}

static const char *pg_trouble(cr_shared *shared)
{
    static char text[PG_WHY];
    pg_store *s = of_shared(shared);

    if (pg_is_held(s))
        return NULL;
    pthread_mutex_lock(&s->lock);
    snprintf(text, sizeof text, "%s", *s->trouble ? s->trouble : "the database does not answer");
    pthread_mutex_unlock(&s->lock);
    return text;
}

static void pg_publish(cr_shared *shared, const char *text, size_t len)
{
    pg_store *s = of_shared(shared);
    char *copy;

    pthread_mutex_lock(&s->lock);
    if (!s->published || strlen(s->published) != len || memcmp(s->published, text, len)) {
        copy = malloc(len + 1);
        if (copy) {
            memcpy(copy, text, len);
            copy[len] = 0;
            free(s->published);
            s->published = copy;
            s->is_published = false;
        }
    }
    pthread_mutex_unlock(&s->lock);
}

static char *pg_others(cr_shared *shared)
{
    pg_store *s = of_shared(shared);
    char *copy;

    pthread_mutex_lock(&s->lock);
    copy = strdup(s->others ? s->others : "");
    pthread_mutex_unlock(&s->lock);
    return copy;
}

static bool pg_part(cr_shared *shared, unsigned i, cr_part *out)
{
    pg_store *s = of_shared(shared);
    const char *trouble = pg_trouble(shared);

    if (i)
        return false;
    pthread_mutex_lock(&s->lock);
    *out = (cr_part){.number = s->number,
                     .is_held = !trouble,
                     .takes_new = s->takes_new,
                     .takes = s->takes,
                     .losses = s->losses,
                     .reconnects = s->base.opened > 3 ? s->base.opened - 3 : 0,
                     .unknown = s->unknown};
    pthread_mutex_unlock(&s->lock);
    pg_stats(&s->store, &out->stats);
    snprintf(out->trouble, sizeof out->trouble, "%s", trouble ? trouble : "");
    return true;
}

/* ---- opening and closing ---- */

static void release_asks(pg_asks *list)
{
    pg_ask *ask;

    while ((ask = pg_asks_next(list)))
        free(ask);
}

static void pg_close(cr_store *store)
{
    pg_store *s = (pg_store *)store;

    if (s->n_threads)
        pg_flush(store);
    pthread_mutex_lock(&s->lock);
    s->base.is_stopping = true;
    pthread_cond_signal(&s->work);
    pthread_cond_signal(&s->asked);
    pthread_mutex_unlock(&s->lock);
    for (unsigned i = 0; i < s->n_threads; i++)
        pthread_join(s->threads[i], NULL);
    pg_link_close(&s->append);
    pg_link_close(&s->take);
    pg_link_close(&s->keep);
    store_logs_release(&s->logs);
    store_batch_release(&s->open);
    store_batch_release(&s->told);
    store_batch_release(&s->waiting);
    store_batch_release(&s->done);
    store_batch_release(&s->working);
    release_asks(&s->asks);
    release_asks(&s->found);
    release_asks(&s->orphans);
    store_keeps_release(&s->keeps);
    pg_args_release(&s->args);
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->work);
    pthread_cond_destroy(&s->asked);
    free(s->order);
    free(s->published);
    free(s->others);
    free(s->url);
    free(s);
}

static bool start_threads(pg_store *s)
{
    void *(*const runs[])(void *) = {pg_writer, pg_taker, pg_keeper};

    while (s->n_threads < CR_COUNT_OF(runs)) {
        if (pthread_create(&s->threads[s->n_threads], NULL, runs[s->n_threads], s))
            return false;
        s->n_threads++;
    }
    return true;
}

cr_err cr_store_postgres_open(const cr_postgres_options *o, cr_store **out, char *why,
                              size_t why_cap)
{
    pg_store *s = calloc(1, sizeof *s);

    *out = NULL;
    snprintf(why, why_cap, "no memory left");
    if (!s)
        return CR_ERR_MEMORY;
    s->store = (cr_store){.append = pg_append,
                          .flush = pg_flush,
                          .collect = pg_collect,
                          .read = pg_read,
                          .unfinished = pg_unfinished,
                          .list = pg_list,
                          .forget = pg_forget,
                          .keep = pg_keep,
                          .kept = pg_kept,
                          .alive_ms = pg_alive,
                          .beat = pg_beat,
                          .stats = pg_stats,
                          .close = pg_close,
                          .shared = &s->shared};
    s->shared = (cr_shared){.take = pg_take,
                            .is_held = pg_shared_is_held,
                            .slept_ms = pg_slept,
                            .place = pg_place_new,
                            .trouble = pg_trouble,
                            .publish = pg_publish,
                            .others = pg_others,
                            .part = pg_part};
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->work, NULL);
    pthread_cond_init(&s->asked, NULL);
    s->lease_ms = o->lease_ms ? o->lease_ms : CR_LEASE_MS;
    s->base.is_unsafe = o->is_unsafe;
    s->base.url = s->url = strdup(o->url);
    snprintf(s->name, sizeof s->name, "%s", o->name);
    snprintf(s->address, sizeof s->address, "%s", o->address);
    if (s->url && !pg_register(s) && !o->may_wait) {
        snprintf(why, why_cap, "%s", s->trouble);
        goto fail;
    }
    s->was_held = pg_is_held(s);
    if (!s->url || !start_threads(s)) {
        snprintf(why, why_cap, "cannot start a thread");
        goto fail;
    }
    *out = &s->store;
    return CR_ERR_OK;

fail:
    pg_close(&s->store);
    return CR_ERR_STORE;
}

bool cr_store_postgres_has_number(cr_store *store, unsigned *number)
{
    pg_store *s = (pg_store *)store;
    bool is_known;

    pthread_mutex_lock(&s->lock);
    is_known = s->has_number;
    *number = s->number;
    pthread_mutex_unlock(&s->lock);
    return is_known;
}

#else

cr_err cr_store_postgres_open(const cr_postgres_options *o, cr_store **out, char *why,
                              size_t why_cap)
{
    (void)o;
    *out = NULL;
    snprintf(why, why_cap, "this program was built without PostgreSQL (libpq)");
    return CR_ERR_STORE;
}

bool cr_store_postgres_has_number(cr_store *store, unsigned *number)
{
    (void)store, (void)number;
    return false;
}

#endif
