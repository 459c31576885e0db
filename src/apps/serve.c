/* croupier serve: options, the loop, and a graceful end. What the server does is in host, wire, store and net; how options come from a
 * file and the environment is in settings.c. */
#include "apps/command.h"
#include "apps/page.h"
#include "apps/settings.h"
#include "clock/clocks.h"
#include "host/shared.h"
#include "net/net.h"
#include "net/pool.h"
#include "store/stores.h"

#include <errno.h>
#include <libwebsockets.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    STOP_MS = 5000,
    FORWARD_MS = 5000,
    BOT_LATE_MS = 3000 /* waiting for a free thread included; then its default is played */
};

typedef struct {
    cr_clock_real clock;
    cr_store *store;
    cr_lobby lobby;
    cr_wire wire;
    net *net;
    net_pool pool;
    page page;
    uv_loop_t loop;
    uv_async_t stored;
    uv_prepare_t turn;
    uv_idle_t again;              /* the next turn does not wait */
    uint64_t n_entries;           /* given to the store up to the last turn */
    uv_timer_t due, second, last; /* last: bots still think, and nobody waits any longer */
    uv_signal_t term, interrupt, forward;
    uint64_t due_ms; /* what the timer is set to */
    uint64_t stop_ms;
    uint64_t failures;               /* of the store that the log has told */
    bool is_part_down[CR_PARTS_MAX]; /* likewise */
    bool is_stopping, is_closing, is_stuck;
} server;

typedef struct {
    const char *listen, *metrics, *config, *cert, *key, *bot, *pace, *node, *address;
    cli_list origins, hosts, dbs, policies;
    uint64_t rate, connections, by_address, requests, matches, rooms, grace, close, gap, wal,
        budget, threads, lease;
    bool is_unsafe, is_proxied, is_quiet, is_test, is_bare;
} settings;

/* ---- log lines: key=value, no secrets ---- */

static bool is_quiet;

__attribute__((format(printf, 2, 3))) static void log_line(const char *level, const char *format,
                                                           ...)
{
    char when[32], text[512];
    time_t now = time(NULL);
    struct tm utc;
    va_list args;

    if (is_quiet && !strcmp(level, "info"))
        return;
    gmtime_r(&now, &utc);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &utc);
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fprintf(stderr, "time=%s level=%s %s\n", when, level, text);
}

static void lws_line(int level, const char *line)
{
    log_line(level & LLL_ERR ? "error" : "warning", "event=net text=\"%.*s\"",
             (int)strcspn(line, "\n"), line);
}

static void note(const char *event, const char *text)
{
    log_line("info", "event=%s %s", event, text);
}

/* ---- the loop ---- */

static server *of_handle(const void *handle)
{
    return ((const uv_handle_t *)handle)->data;
}

static void on_wake(void *with)
{
    uv_async_send(&((server *)with)->stored);
}

static void on_stored(uv_async_t *async)
{
    cr_lobby_collect(&of_handle(async)->lobby);
}

static void on_due(uv_timer_t *timer)
{
    server *s = of_handle(timer);

    s->due_ms = UINT64_MAX;
    cr_lobby_tick(&s->lobby);
}

static void set_timer(server *s)
{
    uint64_t next = s->lobby.n_timers ? s->lobby.timers[1]->timer_ms : UINT64_MAX, now;

    if (next == s->due_ms)
        return;
    s->due_ms = next;
    if (next == UINT64_MAX) {
        uv_timer_stop(&s->due);
        return;
    }
    now = cr_lobby_now(&s->lobby);
    uv_update_time(&s->loop);
    uv_timer_start(&s->due, on_due, next > now ? next - now : 0, 0);
}

/* All but the store's own: it may still have something to tell until it is closed. */
static void close_handles(server *s)
{
    uv_unref((uv_handle_t *)&s->stored);
    uv_close((uv_handle_t *)&s->turn, NULL);
    uv_close((uv_handle_t *)&s->again, NULL);
    uv_close((uv_handle_t *)&s->due, NULL);
    uv_close((uv_handle_t *)&s->second, NULL);
    uv_close((uv_handle_t *)&s->term, NULL);
    uv_close((uv_handle_t *)&s->interrupt, NULL);
    uv_close((uv_handle_t *)&s->forward, NULL);
}

/* A bot that never ends cannot be ended from outside: the program does without it. */
static void on_last(uv_timer_t *timer)
{
    server *s = of_handle(timer);

    s->is_stuck = true;
    uv_stop(&s->loop);
}

/* No more thoughts; those that run come back within their time, and the loop runs until they have. */
static void stop_bots(server *s)
{
    net_pool_stop(&s->pool);
    uv_timer_init(&s->loop, &s->last);
    s->last.data = s;
    uv_timer_start(&s->last, on_last, STOP_MS, 0);
    uv_unref((uv_handle_t *)&s->last);
}

/* Everything accepted is on disk and told, or it takes too long: close. */
static void end_if_ready(server *s)
{
    cr_store_stats stats;

    s->store->stats(s->store, &stats);
    if (s->is_closing || (stats.waiting && cr_lobby_now(&s->lobby) < s->stop_ms))
        return;
    s->is_closing = true;
    net_stop(s->net);
    close_handles(s);
    stop_bots(s);
}

static void on_again(uv_idle_t *idle)
{
    (void)idle;
}

/* A turn with entries for the store is followed by one that does not wait: if that brings none, the store is told so by its
 * flush, and need not wait for more. */
static void set_again(server *s)
{
    if (s->lobby.stats.entries == s->n_entries)
        uv_idle_stop(&s->again);
    else
        uv_idle_start(&s->again, on_again);
    s->n_entries = s->lobby.stats.entries;
}

/* Once per turn, before the loop waits: hand over, send, set the clock. */
static void on_turn(uv_prepare_t *prepare)
{
    server *s = of_handle(prepare);

    set_again(s);
    s->store->flush(s->store);
    net_flush(s->net);
    if (s->is_stopping)
        end_if_ready(s);
    else
        set_timer(s);
}

/* A full or failing disk, at most once a second. */
static void log_failures(server *s)
{
    cr_store_stats stats;

    s->store->stats(s->store, &stats);
    if (stats.failures > s->failures)
        log_line("error", "event=store text=\"entries could not be stored\" entries=%llu",
                 (unsigned long long)(stats.failures - s->failures));
    s->failures = stats.failures;
}

/* A database that goes away or comes back. */
static void log_databases(server *s)
{
    cr_shared *shared = s->store->shared;
    cr_part part;

    for (unsigned i = 0; shared && shared->part(shared, i, &part); i++) {
        if (s->is_part_down[i] == !part.is_held)
            continue;
        s->is_part_down[i] = !part.is_held;
        if (part.is_held)
            log_line("info", "event=store db=%u text=\"the database is back\"", part.number);
        else
            log_line("error", "event=store db=%u text=\"%s\"", part.number, part.trouble);
    }
}

static void on_second(uv_timer_t *timer)
{
    server *s = of_handle(timer);
    uint64_t now_ms = cr_lobby_now(&s->lobby);

    log_failures(s);
    log_databases(s);
    cr_api_publish(&s->wire);
    net_tick(s->net, now_ms);
    if (cr_lobby_has_clocks(&s->lobby))
        s->store->beat(s->store, now_ms);
}

static void on_signal(uv_signal_t *signal, int number)
{
    server *s = of_handle(signal);

    if (s->is_stopping)
        return;
    log_line("info", "event=stopping signal=%d matches=%zu", number, s->lobby.n_rooms);
    s->is_stopping = s->lobby.is_stopping = true;
    s->stop_ms = cr_lobby_now(&s->lobby) + STOP_MS;
    s->store->beat(s->store, cr_lobby_now(&s->lobby));
}

/* Test mode: nobody has to wait for a minute. */
static void on_forward(uv_signal_t *signal, int number)
{
    server *s = of_handle(signal);

    (void)number;
    cr_clock_real_forward(&s->clock, FORWARD_MS);
    s->due_ms = UINT64_MAX; /* the timer was set by the old time */
    cr_lobby_tick(&s->lobby);
}

static void start_handles(server *s)
{
    uv_async_init(&s->loop, &s->stored, on_stored);
    uv_prepare_init(&s->loop, &s->turn);
    uv_idle_init(&s->loop, &s->again);
    uv_timer_init(&s->loop, &s->due);
    uv_timer_init(&s->loop, &s->second);
    uv_signal_init(&s->loop, &s->term);
    uv_signal_init(&s->loop, &s->interrupt);
    uv_signal_init(&s->loop, &s->forward);
    s->stored.data = s->turn.data = s->due.data = s->second.data = s->term.data =
        s->interrupt.data = s->forward.data = s;
    uv_prepare_start(&s->turn, on_turn);
    uv_timer_start(&s->second, on_second, 1000, 1000);
    uv_signal_start(&s->term, on_signal, SIGTERM);
    uv_signal_start(&s->interrupt, on_signal, SIGINT);
    if (s->lobby.config.is_test)
        uv_signal_start(&s->forward, on_forward, SIGUSR2);
    s->store->wake = on_wake;
    s->store->wake_with = s;
    s->due_ms = UINT64_MAX;
}

/* ---- settings ---- */

static int make_folders(char *path)
{
    for (char *c = path + 1; *c; c++)
        if (*c == '/') {
            *c = 0;
            if (mkdir(path, 0700) && errno != EEXIST)
                return -1;
            *c = '/';
        }
    return 0;
}

/* Where the matches are kept if nothing is said: the user's data folder. */
static const char *default_db(char *path, size_t cap)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");

    if (data && *data)
        snprintf(path, cap, "%s/croupier/croupier.db", data);
    else
        snprintf(path, cap, "%s/.local/share/croupier/croupier.db", home && *home ? home : ".");
    return path;
}

static bool is_postgres(const char *db)
{
    return !strncmp(db, "postgres://", 11) || !strncmp(db, "postgresql://", 13);
}

/* Who this server is among others on the same databases. */
static void name_node(const settings *set, char name[64], char address[CR_SHARED_ADDRESS])
{
    char host[40] = "";

    (void)gethostname(host, sizeof host - 1);
    if (set->node)
        snprintf(name, 64, "%s", set->node);
    else
        snprintf(name, 64, "%s %.20s", host, set->listen);
    if (set->address)
        snprintf(address, CR_SHARED_ADDRESS, "%s", set->address);
    else if (set->node)
        snprintf(address, CR_SHARED_ADDRESS, "/at/%s", set->node);
    else
        snprintf(address, CR_SHARED_ADDRESS, "http%s://%s", set->cert ? "s" : "", set->listen);
}

static int open_databases(server *s, const settings *set)
{
    char name[64], address[CR_SHARED_ADDRESS], why[256];

    for (size_t i = 0; i < set->dbs.n; i++)
        if (!is_postgres(set->dbs.item[i]))
            return cli_error("'%s' is no database that several servers can share: several --db are "
                             "all postgres://…",
                             set->dbs.item[i]);
    if (set->node && (!*set->node || strpbrk(set->node, "/?# \"\\")))
        return cli_error("'%s' is no name of a node: it stands in paths", set->node);
    name_node(set, name, address);
    if (cr_store_several_open(&(cr_postgres_options){.name = name,
                                                     .address = address,
                                                     .lease_ms = (uint32_t)set->lease,
                                                     .is_unsafe = set->is_unsafe},
                              set->dbs.item, (unsigned)set->dbs.n, &s->store, why, sizeof why))
        return cli_error("cannot open the database: %s", why);
    return CLI_GO;
}

static int open_store(server *s, const settings *set)
{
    char path[PATH_MAX], why[256];
    const char *db = set->dbs.n ? set->dbs.item[set->dbs.n - 1] : NULL; /* of files the last */
    cr_sqlite_options options = {.gap_us = (uint32_t)set->gap, .grow_mb = (uint32_t)set->wal};

    for (size_t i = 0; i < set->dbs.n; i++)
        if (is_postgres(set->dbs.item[i]))
            return open_databases(s, set);
    if (db && !strcmp(db, "memory")) {
        s->store = cr_store_memory_open();
        return s->store ? CLI_GO : cli_error("no memory left");
    }
    if (db)
        snprintf(path, sizeof path, "%s", db);
    else
        default_db(path, sizeof path);
    umask(077); /* seeds and hands are in it */
    if (make_folders(path))
        return cli_error("cannot make the folder '%s': %s", path, strerror(errno));
    options.path = path;
    if (cr_store_sqlite_open(&options, &s->store, why, sizeof why))
        return cli_error("cannot open the store '%s': %s%s", path, why,
                         strstr(why, "locked") ? " (is another server using it?)" : "");
    return CLI_GO;
}

/* The place that an option names; false after a message. */
static bool read_place(const char *text, net_place *out)
{
    if (net_place_read(text, out))
        return true;
    cli_error(
        "'%s' is no address to listen on: give HOST:PORT, such as 127.0.0.1:8080 or [::1]:8080",
        text);
    return false;
}

/* Names of ours: those of --host and those that are listened on. False after a message. */
static bool read_names(const settings *set, const net_place *listen, const net_place *metrics,
                       const char *names[CLI_LIST_MAX + 3])
{
    size_t n = 0;

    for (size_t i = 0; i < set->hosts.n; i++) {
        names[n++] = set->hosts.item[i];
        if (strpbrk(set->hosts.item[i], ":/") || !*set->hosts.item[i]) {
            cli_error("'%s' is no name of a host: give it without port, such as cards.example.org",
                      set->hosts.item[i]);
            return false;
        }
    }
    names[n++] = listen->host;
    if (metrics)
        names[n++] = metrics->host;
    names[n] = NULL;
    return true;
}

/* A file that is needed, before anything else fails because of it. */
static bool is_readable(const char *path)
{
    if (!path || !access(path, R_OK))
        return true;
    cli_error("cannot read '%s': %s", path, strerror(errno));
    return false;
}

/* Script and style from our own files only, pictures also from inside the style. */
static const char csp[] = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' "
                          "data:; connect-src 'self'; manifest-src 'self'; "
                          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/* Solutions of small games sit at the tables like any other bot. */
static bool take_policies(const settings *set)
{
    for (size_t i = 0; i < set->policies.n; i++) {
        const cr_bot *bot = cli_policy(NULL, set->policies.item[i], NULL);

        if (!bot)
            return false;
        if (!cr_bot_add(bot)) {
            cli_error("there is a bot '%s' already, or no room for more: rename '%s'", bot->name,
                      set->policies.item[i]);
            return false;
        }
    }
    return true;
}

/* ---- running ---- */

static int open_all(server *s, const settings *set)
{
    static const char *origins[CLI_LIST_MAX + 1], *hosts[CLI_LIST_MAX + 3];
    static net_place listen, metrics; /* names of hosts are in there */
    char why[512];
    cr_pace pace;
    int status;
    net_config config = {.listen = &listen,
                         .metrics = set->metrics ? &metrics : NULL,
                         .hosts = hosts,
                         .node = set->node,
                         .cert = set->cert,
                         .key = set->key,
                         .origins = origins,
                         .csp = csp,
                         .files = s->page.files,
                         .n_files = s->page.n,
                         .connections = (uint32_t)set->connections,
                         .by_address = (uint32_t)set->by_address,
                         .requests = (uint32_t)set->requests,
                         .is_proxied = set->is_proxied,
                         .wire = &s->wire,
                         .loop = &s->loop};

    if (!read_place(set->listen, &listen) ||
        (set->metrics && !read_place(set->metrics, &metrics)) ||
        !read_names(set, &listen, config.metrics, hosts) || !is_readable(set->cert) ||
        !is_readable(set->key) || !take_policies(set))
        return CLI_MISUSE;
    if (!set->cert != !set->key)
        return cli_error("TLS needs both --cert and --key");
    if (!cr_pace_read(set->pace, &pace))
        return cli_error("'%s' is no pace: there are instant, quick, normal and calm", set->pace);
    memcpy(origins, set->origins.item, set->origins.n * sizeof *origins);
    status = open_store(s, set);
    if (status != CLI_GO)
        return status;
    if (cr_lobby_init(&s->lobby, &(cr_lobby_config){.store = s->store,
                                                    .clock = &s->clock.clock,
                                                    .voice = &s->wire.voice,
                                                    .grace_ms = (uint32_t)set->grace * 1000,
                                                    .close_ms = (uint32_t)set->close * 1000,
                                                    .rooms_max = (uint32_t)set->rooms,
                                                    .by_address = (uint32_t)set->matches,
                                                    .absent_bot = set->bot,
                                                    .pace = pace,
                                                    .thinker = &s->pool.thinker,
                                                    .bot_budget_ms = (uint32_t)set->budget,
                                                    .bot_late_ms = BOT_LATE_MS,
                                                    .is_test = set->is_test,
                                                    .note = note}) ||
        cr_wire_init(&s->wire, &s->lobby, (uint32_t)set->rate) ||
        (!set->is_bare && cr_wire_pad(&s->wire, padding_rows())))
        return cli_error("no memory left");
    start_handles(s);
    if (net_open(&config, &s->net, why, sizeof why)) {
        status = cli_error("%s", why);
        s->is_closing = true;
        if (s->net)
            net_stop(s->net);
        close_handles(s);
        stop_bots(s);
        uv_run(&s->loop, UV_RUN_DEFAULT);
        return status;
    }
    return CLI_GO;
}

static void wake(server *s, cr_woken *out)
{
    if (cr_lobby_wake(&s->lobby, out))
        log_line(
            "error",
            "event=unread text=\"the store cannot name its unfinished matches: each waits until "
            "somebody comes to it\"");
    if (out->unread)
        log_line("warning", "event=unread matches=%zu", out->unread);
}

static void tell_addresses(const server *s, const settings *set, size_t matches)
{
    const char *text;

    for (unsigned i = 0; (text = net_address(s->net, i)); i++) {
        log_line("info", "event=listening address=%s tls=%s matches=%zu", text,
                 set->cert ? "yes" : "no", matches);
        printf("croupier: listening on http%s://%s\n", set->cert ? "s" : "", text);
    }
    for (unsigned i = 0; (text = net_metrics_address(s->net, i)); i++) {
        log_line("info", "event=listening address=%s for=metrics", text);
        printf("croupier: metrics on http://%s/metrics\n", text);
    }
    fflush(stdout);
}

static int run(server *s, const settings *set)
{
    cr_woken woken;
    int status;

    uv_loop_init(&s->loop);
    if (!net_pool_init(&s->pool, &s->loop, (unsigned)set->threads))
        return cli_error("no file descriptor left");
    cr_clock_real_init(&s->clock);
    status = open_all(s, set);
    if (status == CLI_GO) {
        wake(s, &woken);
        tell_addresses(s, set, woken.read);
        uv_run(&s->loop, UV_RUN_DEFAULT);
        status = CLI_DONE;
    }
    if (s->is_stuck) {
        log_line("error", "event=stopped text=\"bots that do not end were left\" bots=%u",
                 s->pool.n_jobs);
        s->store->close(s->store);
        _exit(CLI_FAILED);
    }
    if (s->net)
        net_free(s->net);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    if (s->lobby.slots)
        cr_lobby_release(&s->lobby);
    cr_wire_release(&s->wire);
    if (s->store)
        s->store->close(s->store);
    if (s->last.data)
        uv_close((uv_handle_t *)&s->last, NULL);
    net_pool_close(&s->pool);
    if (s->stored.data)
        uv_close((uv_handle_t *)&s->stored, NULL);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    if (uv_loop_close(&s->loop) && status == CLI_DONE)
        log_line("warning", "event=loop text=\"something was left open\"");
    if (status == CLI_DONE)
        log_line("info", "event=stopped");
    return status;
}

/* One core is left to the loop and the disk. Where thinking keeps all of them busy, even at the lowest priority, everybody's
 * moves wait several times as long. */
static uint64_t thinking_threads(void)
{
    uint64_t cores = cli_cores();

    return cores > 1 ? cores - 1 : 1;
}

int cmd_serve(int argc, char **argv)
{
    static server s;
    settings set = {.listen = "127.0.0.1:8080",
                    .bot = "random",
                    .pace = "normal",
                    .budget = 200,
                    .threads = thinking_threads(),
                    .rate = 2000,
                    .connections = 10000,
                    .by_address = 64,
                    .requests = 50,
                    .matches = 32,
                    .rooms = 200000,
                    .grace = 60,
                    .close = 600,
                    .gap = 5000,
                    .wal = 20,
                    .lease = CR_LEASE_MS};
    const cli_option options[] = {
        CLI_TEXT('l', "listen", "HOST:PORT", &set.listen,
                 "address or name, and nothing else; port 0 takes a free one"),
        CLI_LIST(0, "host", "NAME", &set.hosts,
                 "a name this server goes by, besides addresses and localhost; repeatable"),
        CLI_TEXT(0, "metrics", "HOST:PORT", &set.metrics,
                 "/metrics here; if not given at --listen, for this machine only"),
        CLI_LIST(
            0, "db", "PATH|URL", &set.dbs,
            "file of the matches, in the user's data folder if not given; 'memory' keeps none; "
            "postgres://…: shared with other servers, repeatable"),
        CLI_TEXT(0, "node", "NAME", &set.node, "name of this server among them, and behind /at/"),
        CLI_TEXT(0, "address", "URL", &set.address,
                 "where clients reach this very server, if not at /at/NAME"),
        CLI_NUMBER(0, "lease", "MS", &set.lease, 400, 60000,
                   "how long others wait for a server that is silent"),
        CLI_FLAG(0, "unsafe-db", &set.is_unsafe,
                 "a database that may lose commits (fsync=off) is good enough"),
        CLI_TEXT('c', "config", "FILE", &set.config, "settings, one 'name = value' per line"),
        CLI_TEXT(0, "cert", "FILE", &set.cert, "certificate chain: TLS"),
        CLI_TEXT(0, "key", "FILE", &set.key, "its private key"),
        CLI_LIST(0, "origin", "URL", &set.origins, "another page that may connect; repeatable"),
        CLI_NUMBER(0, "rate", "N", &set.rate, 0, 1000000,
                   "messages per second and connection; 0: no limit"),
        CLI_NUMBER(0, "connections", "N", &set.connections, 1, 1000000, "WebSockets at most"),
        CLI_NUMBER(0, "address-connections", "N", &set.by_address, 0, 1000000,
                   "the same from one address; 0: no limit"),
        CLI_NUMBER(0, "address-requests", "N", &set.requests, 0, 1000000,
                   "HTTP requests per second from one address; 0: no limit"),
        CLI_NUMBER(0, "address-matches", "N", &set.matches, 0, 1000000,
                   "unfinished matches made from one address; 0: no limit"),
        CLI_NUMBER(0, "rooms", "N", &set.rooms, 1, 10000000, "matches at hand at most"),
        CLI_NUMBER(0, "grace", "SECONDS", &set.grace, 1, 86400,
                   "away for so long, a bot plays for a person"),
        CLI_NUMBER(0, "close", "SECONDS", &set.close, 1, 86400,
                   "an empty room leaves memory after this time; its match is kept"),
        CLI_LIST(0, "policy", "FILE", &set.policies,
                 "a solution of 'croupier solve' as a bot, under the file's name; repeatable"),
        CLI_TEXT(0, "bot", "NAME", &set.bot, "the bot that plays for those who are away"),
        CLI_TEXT(0, "bot-pace", "PACE", &set.pace,
                 "how quickly bots answer people: instant, quick, normal (if not given) or calm"),
        CLI_NUMBER(0, "bot-budget", "MS", &set.budget, 1, 1000, "time a bot may think"),
        CLI_NUMBER(0, "bot-threads", "N", &set.threads, 1, NET_THREADS_MAX,
                   "threads on which bots think, hints and analyses are made; if not given, all "
                   "cores but one"),
        CLI_NUMBER(0, "gap", "MICROSECONDS", &set.gap, 0, 100000,
                   "most time between two commits under load, while others still move"),
        CLI_NUMBER(0, "wal", "MB", &set.wal, 0, 1000,
                   "size of the journal of the file from the start"),
        CLI_FLAG(0, "proxy", &set.is_proxied,
                 "behind a proxy: addresses are taken from X-Forwarded-For"),
        CLI_FLAG(
            0, "test-mode", &set.is_test,
            "for tests: options for tests, moves of host and admin, SIGUSR2 skips five seconds"),
        CLI_FLAG(0, "no-padding", &set.is_bare,
                 "messages are as long as they are: who watches the wire may learn from it"),
        CLI_FLAG('q', "quiet", &set.is_quiet, "log warnings and errors only"),
        {0}};
    const cli_usage usage = {
        "serve",
        "Runs matches for people and programs over HTTP and WebSocket. A move is told to anybody "
        "only when it is\n"
        "on disk. Every option can also stand in the file of --config, or in the environment as "
        "CROUPIER_NAME;\n"
        "the command line counts most, then the environment.",
        "croupier serve\n"
        "croupier serve --listen 0.0.0.0:8443 --cert chain.pem --key key.pem\n"
        "CROUPIER_DB=/var/lib/croupier/croupier.db croupier serve --config /etc/croupier.conf\n",
        options,
        0,
        0,
        .does_without = true};
    int status = settings_read(&usage, argc, argv);

    if (status != CLI_GO)
        return status;
    is_quiet = set.is_quiet;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a full disk */
    lws_set_log_level(LLL_ERR | LLL_WARN, lws_line);
    status = page_open(&s.page) ? run(&s, &set) : cli_error("no memory left");
    page_release(&s.page);
    return status;
}
