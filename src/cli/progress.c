#include "cli/progress.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { BAR = 30 };

double progress_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

void progress_open(progress *p, const char *what, uint64_t total)
{
    *p = (progress){.what = what, .total = total, .is_on = isatty(STDERR_FILENO)};
    p->begin = p->shown = progress_seconds();
}

/* Three figures and a unit: 950, 12.3k, 4.56M. */
static void write_rate(char *buf, size_t cap, double rate)
{
    const char *unit = "";

    if (rate >= 1e6) {
        rate /= 1e6;
        unit = "M";
    } else if (rate >= 1e3) {
        rate /= 1e3;
        unit = "k";
    }
    snprintf(buf, cap, "%.3g%s", rate, unit);
}

static void write_time(char *buf, size_t cap, double seconds)
{
    unsigned long s = (unsigned long)(seconds + 0.5);

    if (s >= 3600)
        snprintf(buf, cap, "%lu:%02lu:%02lu", s / 3600, s / 60 % 60, s % 60);
    else
        snprintf(buf, cap, "%lu:%02lu", s / 60, s % 60);
}

void progress_show(progress *p, uint64_t done)
{
    double now, share, rate;
    char bar[BAR + 1], speed[32], left[32];

    if (!p->is_on)
        return;
    now = progress_seconds();
    if (now - p->shown < 0.1)
        return;
    p->shown = now;
    rate = (double)done / (now - p->begin);
    share = p->total ? (double)done / (double)p->total : 0;
    for (unsigned i = 0; i < BAR; i++)
        bar[i] = i < (unsigned)(share * BAR) ? '#' : '.';
    bar[BAR] = 0;
    write_rate(speed, sizeof speed, rate);
    write_time(left, sizeof left, rate > 0 ? (double)(p->total - done) / rate : 0);
    fprintf(stderr, "\r[%s] %3u%%  %llu of %llu %s  %s/s  %s left\033[K", bar,
            (unsigned)(share * 100), (unsigned long long)done, (unsigned long long)p->total,
            p->what, speed, left);
    fflush(stderr);
}

void progress_close(progress *p)
{
    if (p->is_on && p->shown > p->begin)
        fputs("\r\033[K", stderr);
    p->is_on = false;
}

static atomic_bool is_interrupted;
static _Atomic double interrupted_at; /* 0: not yet */

/* timeout(1) and others signal us and our group: two signals, one wish. */
static void interrupt(int number)
{
    double first = 0, now = progress_seconds();

    atomic_store_explicit(&is_interrupted, true, memory_order_relaxed);
    if (!atomic_compare_exchange_strong(&interrupted_at, &first, now) && now - first >= 1) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

void progress_catch_interrupt(void)
{
    struct sigaction action = {.sa_handler = interrupt};

    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

bool progress_is_interrupted(void)
{
    return atomic_load_explicit(&is_interrupted, memory_order_relaxed);
}
