/* croupier load: what is measured, of the server, of the moves and of the machine, and how it is told. */
#include "apps/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the numbers of the server ---- */

/* One plain request on a connection of its own. */
static bool read_numbers(load *l, server_numbers *out)
{
    static char text[1 << 18];
    char request[512];
    size_t len = 0;
    ssize_t n;
    int fd = socket(l->server.address.ss_family, SOCK_STREAM, 0);
    int size =
        snprintf(request, sizeof request,
                 "GET /metrics HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", l->server.host);
    const char *at;

    *out = (server_numbers){0};
    if (fd < 0)
        return false;
    if (connect(fd, (const struct sockaddr *)&l->server.address,
                l->server.address.ss_family == AF_INET6 ? sizeof(struct sockaddr_in6)
                                                        : sizeof(struct sockaddr_in)) ||
        write(fd, request, (size_t)size) != size) {
        close(fd);
        return false;
    }
    while (len < sizeof text - 1 && (n = read(fd, text + len, sizeof text - 1 - len)) > 0)
        len += (size_t)n;
    close(fd);
    text[len] = 0;
    if ((at = strstr(text, "\ncroupier_cpu_seconds_total ")))
        out->cpu_seconds = strtod(at + 28, NULL);
    if ((at = strstr(text, "\ncroupier_bytes_per_match ")))
        out->bytes_per_match = strtod(at + 26, NULL);
    return at != NULL;
}

/* ---- measuring ---- */

static void on_end(uv_timer_t *timer)
{
    load *l = timer->data;

    l->is_over = true;
    uv_stop(l->loop);
}

static uint64_t bytes_in(const load *l)
{
    uint64_t bytes = 0;

    for (uint64_t t = 0; t < l->n_tables; t++)
        for (unsigned i = 0; i < l->n_seats; i++)
            bytes += l->tables[t].clients[i]->net.bytes_in;
    return bytes;
}

void load_measure(load *l)
{
    if (l->is_measuring)
        return;
    l->is_measuring = true;
    read_numbers(l, &l->before);
    l->bytes_before = bytes_in(l);
    l->start_ns = uv_hrtime();
    uv_timer_start(&l->end, on_end, l->seconds * 1000, 0);
}

static int by_size(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

static double quantile_ms(const uint32_t *sorted_us, size_t n, double q)
{
    return n ? sorted_us[(size_t)(q * (double)(n - 1))] / 1000.0 : 0;
}

void load_probe(load *l)
{
    char path[] = "croupier-load-XXXXXX", page[4096] = {0};
    int fd = mkstemp(path);
    uint64_t due_ns = uv_hrtime();

    if (fd < 0)
        return;
    unlink(path);
    for (unsigned i = 0; i < PROBES; i++) {
        uint64_t start_ns;
        struct timespec nap = {0};

        due_ns += 1000000;
        start_ns = uv_hrtime();
        if (start_ns < due_ns) {
            nap.tv_nsec = (long)(due_ns - start_ns);
            nanosleep(&nap, NULL);
            start_ns = uv_hrtime();
        }
        if (pwrite(fd, page, sizeof page, 0) != sizeof page || fdatasync(fd))
            break;
        l->syncs[l->n_probes] = (uint32_t)((uv_hrtime() - start_ns) / 1000);
        l->floors[l->n_probes++] = (uint32_t)((uv_hrtime() - due_ns) / 1000);
    }
    close(fd);
}

static void print_json(const char *name, double value, bool is_last)
{
    printf("  \"%s\": %.6g%s\n", name, value, is_last ? "" : ",");
}

void load_report(load *l, bool is_json)
{
    double seconds = (double)(uv_hrtime() - l->start_ns) / 1e9, rate = (double)l->moves / seconds;
    server_numbers after;
    double cpu;

    read_numbers(l, &after);
    cpu = 100 * (after.cpu_seconds - l->before.cpu_seconds) / seconds;
    qsort(l->samples, l->n_samples, sizeof *l->samples, by_size);
    load_probe(l);
    qsort(l->syncs, l->n_probes, sizeof *l->syncs, by_size);
    qsort(l->floors, l->n_probes, sizeof *l->floors, by_size);
    if (is_json) {
        puts("{");
        printf("  \"game\": \"%s\",\n", l->game->name);
        print_json("matches", (double)l->n_tables, false);
        print_json("seconds", seconds, false);
        print_json("moves", (double)l->moves, false);
        print_json("moves_per_second", rate, false);
        print_json("p50_ms", quantile_ms(l->samples, l->n_samples, 0.5), false);
        print_json("p99_ms", quantile_ms(l->samples, l->n_samples, 0.99), false);
        print_json("p999_ms", quantile_ms(l->samples, l->n_samples, 0.999), false);
        print_json("samples", (double)l->n_samples, false);
        print_json("bytes_per_match", after.bytes_per_match, false);
        print_json("bytes_per_move",
                   l->moves ? (double)(bytes_in(l) - l->bytes_before) / (double)l->moves : 0,
                   false);
        print_json("server_cpu_percent", cpu, false);
        print_json("refused", (double)l->refused, false);
        print_json("disk_sync_ms", quantile_ms(l->syncs, l->n_probes, 0.5), false);
        print_json("disk_sync_p99_ms", quantile_ms(l->syncs, l->n_probes, 0.99), false);
        print_json("floor_p50_ms", quantile_ms(l->floors, l->n_probes, 0.5), false);
        print_json("floor_p99_ms", quantile_ms(l->floors, l->n_probes, 0.99), true);
        puts("}");
        return;
    }
    printf("%s: %llu matches, %.1f s\n", l->game->name, (unsigned long long)l->n_tables, seconds);
    printf("moves     %llu, %.0f per second\n", (unsigned long long)l->moves, rate);
    printf(
        "latency   p50 %.2f ms, p99 %.2f ms, p99.9 %.2f ms (from a move sent to the other seat)\n",
        quantile_ms(l->samples, l->n_samples, 0.5), quantile_ms(l->samples, l->n_samples, 0.99),
        quantile_ms(l->samples, l->n_samples, 0.999));
    printf("server    %.0f %% of a core, %.0f bytes per match\n", cpu, after.bytes_per_match);
    printf("disk      p50 %.2f ms, p99 %.2f ms to sync four kilobytes here\n",
           quantile_ms(l->syncs, l->n_probes, 0.5), quantile_ms(l->syncs, l->n_probes, 0.99));
    printf("floor     p50 %.2f ms, p99 %.2f ms for who does only that, a thousand times a second\n",
           quantile_ms(l->floors, l->n_probes, 0.5), quantile_ms(l->floors, l->n_probes, 0.99));
}
