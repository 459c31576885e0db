/* What operators see, in the text form of Prometheus. No names, no ids, no addresses. */
#include "host/shared.h"
#include "wire/wire.h"

#include <sys/resource.h>

static void line(cr_text *out, const char *name, const char *type, const char *help, uint64_t value)
{
    cr_text_fmt(out, "# HELP croupier_%s %s\n# TYPE croupier_%s %s\ncroupier_%s %llu\n", name, help,
                name, type, name, (unsigned long long)value);
}

static void histogram(cr_text *out, const char *name, const char *help, const cr_histogram *h)
{
    uint64_t sum = 0;

    cr_text_fmt(out, "# HELP croupier_%s %s\n# TYPE croupier_%s histogram\n", name, help, name);
    for (unsigned i = 0; i + 1 < CR_BUCKETS; i++) {
        sum += h->bucket[i];
        cr_text_fmt(out, "croupier_%s_bucket{le=\"%g\"} %llu\n", name,
                    (double)((uint64_t)CR_BUCKET_FIRST_US << i) / 1e6, (unsigned long long)sum);
    }
    cr_text_fmt(out, "croupier_%s_bucket{le=\"+Inf\"} %llu\n", name, (unsigned long long)h->n);
    cr_text_fmt(out, "croupier_%s_sum %.6f\ncroupier_%s_count %llu\n", name,
                (double)h->sum_us / 1e6, name, (unsigned long long)h->n);
}

static void refusals(cr_text *out, const cr_stats *s)
{
    cr_text_str(out, "# HELP croupier_refusals_total refused moves by game and code\n"
                     "# TYPE croupier_refusals_total counter\n");
    for (size_t g = 0; g < cr_game_count() && g < CR_GAMES_MAX; g++)
        for (uint16_t code = 1; code < CR_CODES_MAX; code++)
            if (s->refusals[g][code])
                cr_text_fmt(out, "croupier_refusals_total{game=\"%s\",code=\"%s\"} %llu\n",
                            cr_game_at(g)->name, cr_code_name(cr_game_at(g), code),
                            (unsigned long long)s->refusals[g][code]);
}

static void troubles(cr_text *out, const cr_wire_stats *s)
{
    cr_text_str(out, "# HELP croupier_troubles_total messages and requests that failed, by code\n"
                     "# TYPE croupier_troubles_total counter\n");
#define ROW(name, status, text, title, because)                                \
    if (s->troubles[CR_TROUBLE_##name])                                        \
        cr_text_fmt(out, "croupier_troubles_total{code=\"%s\"} %llu\n", #name, \
                    (unsigned long long)s->troubles[CR_TROUBLE_##name]);
    CR_TROUBLE_MAP(ROW)
#undef ROW
}

/* One row of the databases' table: a metric, and where its value is. */
typedef struct {
    const char *name, *type, *help;
    uint64_t (*of)(const cr_part *part);
} part_row;

#define PART(function, expression)                \
    static uint64_t function(const cr_part *part) \
    {                                             \
        return expression;                        \
    }
PART(part_up, part->is_held)
PART(part_new, part->takes_new)
PART(part_takes, part->takes)
PART(part_losses, part->losses)
PART(part_reconnects, part->reconnects)
PART(part_unknown, part->unknown)
PART(part_queue, part->stats.waiting)
PART(part_entries, part->stats.committed)
PART(part_commits, part->stats.commits)
PART(part_commit_us, part->stats.commit_ns / 1000)
PART(part_logs, part->stats.logs)
#undef PART

/* Databases by their number. */
static void databases(cr_text *out, cr_shared *shared)
{
    static const part_row rows[] = {
        {"up", "gauge", "1: the lease is held, matches go on", part_up},
        {"takes_new", "gauge", "1: new matches are welcome", part_new},
        {"takes_total", "counter", "matches made ours", part_takes},
        {"losses_total", "counter", "matches that others made theirs", part_losses},
        {"reconnects_total", "counter", "connections that were made anew", part_reconnects},
        {"unknown_total", "counter", "entries sent again because no answer came", part_unknown},
        {"queue", "gauge", "entries on their way", part_queue},
        {"entries_total", "counter", "entries stored", part_entries},
        {"commits_total", "counter", "commits", part_commits},
        {"commit_microseconds_total", "counter", "time spent committing", part_commit_us},
        {"logs", "gauge", "logs in memory", part_logs}};

    for (size_t i = 0; i < CR_COUNT_OF(rows); i++) {
        cr_part part;

        cr_text_fmt(out, "# HELP croupier_db_%s %s, by database\n# TYPE croupier_db_%s %s\n",
                    rows[i].name, rows[i].help, rows[i].name, rows[i].type);
        for (unsigned k = 0; shared->part(shared, k, &part); k++)
            cr_text_fmt(out, "croupier_db_%s{db=\"%u\"} %llu\n", rows[i].name, part.number,
                        (unsigned long long)rows[i].of(&part));
    }
}

void cr_metrics_write(cr_text *out, cr_wire *wire)
{
    cr_lobby *lobby = wire->lobby;
    cr_store *store = lobby->config.store;
    const cr_stats *s = &lobby->stats;
    size_t bytes = cr_lobby_bytes(lobby);
    cr_store_stats stored;
    struct rusage use;

    store->stats(store, &stored);
    bytes += stored.bytes;
    line(out, "moves_total", "counter", "moves on disk, defaults and bots included", s->moves);
    line(out, "defaults_total", "counter", "defaults played for a seat", s->defaults);
    line(out, "bot_moves_total", "counter", "moves of bots", s->bot_moves);
    line(out, "bots_thinking", "gauge", "bots that think now, those nobody waits for included",
         s->bots_thinking);
    line(out, "bots_failed_total", "counter", "bots that had no answer: the default was played",
         s->bots_failed);
    line(out, "hints_total", "counter", "hints that people have asked for", s->hints);
    line(out, "bots_late_total", "counter", "bots that took too long: the default was played",
         s->bots_late);
    histogram(out, "thinking_seconds", "how long bots thought", &s->thinking);
    line(out, "passes_total", "counter", "passes sent for people who had nothing else", s->passes);
    refusals(out, s);
    troubles(out, &wire->stats);
    line(out, "matches", "gauge", "rooms at hand", lobby->n_rooms);
    line(out, "matches_begun_total", "counter", "matches that began", s->matches_begun);
    line(out, "matches_over_total", "counter", "matches that ended", s->matches_over);
    line(out, "matches_broken_total", "counter", "matches stopped by a fault of the referee",
         s->matches_broken);
    line(out, "room_bytes", "gauge", "memory of rooms and their logs", bytes);
    line(out, "bytes_per_match", "gauge", "the same per room",
         lobby->n_rooms ? bytes / lobby->n_rooms : 0);
    line(out, "connections", "gauge", "open WebSocket connections", wire->stats.connections);
    line(out, "connections_total", "counter", "WebSocket connections ever",
         wire->stats.connections_ever);
    line(out, "messages_total", "counter", "messages received", wire->stats.messages);
    line(out, "received_bytes_total", "counter", "of messages", wire->stats.bytes_in);
    line(out, "sent_bytes_total", "counter", "of messages", wire->stats.bytes_out);
    line(out, "slow_closed_total", "counter", "connections closed because they did not read",
         wire->stats.slow_closed);
    line(out, "rate_refused_total", "counter", "messages over the rate", wire->stats.rate_refused);
    line(out, "http_requests_total", "counter", "HTTP requests", wire->stats.http_requests);
    line(out, "store_queue", "gauge", "entries on their way to the disk", stored.waiting);
    line(out, "store_entries_total", "counter", "entries on disk", stored.committed);
    line(out, "store_commits_total", "counter", "commits", stored.commits);
    line(out, "store_conflicts_total", "counter", "entries whose number was taken",
         stored.conflicts);
    line(out, "store_failures_total", "counter", "entries that could not be stored",
         stored.failures);
    line(out, "store_logs", "gauge", "logs in memory", stored.logs);
    line(out, "matches_lost_total", "counter", "rooms closed because another server has the match",
         s->matches_lost);
    if (store->shared)
        databases(out, store->shared);
    histogram(out, "durable_seconds", "from a move accepted to its entry on disk", &s->durable);
    histogram(out, "drift_seconds", "how late deadlines were noticed", &s->drift);
    line(out, "ticks_total", "counter", "seconds of countdowns told, once for a room", s->ticks);
    line(out, "late_ticks_total", "counter", "those more than 200 ms late", s->late_ticks);
    line(out, "clock_falls_total", "counter", "times the clock fell back", s->clock_falls);
    getrusage(RUSAGE_SELF, &use);
    cr_text_fmt(
        out,
        "# HELP croupier_cpu_seconds_total CPU time\n# TYPE croupier_cpu_seconds_total counter\n"
        "croupier_cpu_seconds_total %.3f\n",
        (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
            (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e6);
    line(out, "resident_bytes_max", "gauge", "largest resident set",
         (uint64_t)use.ru_maxrss * 1024);
}
