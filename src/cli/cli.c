#include "cli/cli.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int cli_error(const char *format, ...)
{
    va_list args;

    fflush(stdout); /* so that a message stands behind what was printed before it */
    fputs("croupier: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    return CLI_MISUSE;
}

/* ---- this machine ---- */

uint64_t cli_cores(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);

    return n < 1 ? 1 : n > CLI_THREADS_MAX ? CLI_THREADS_MAX : (uint64_t)n;
}

uint64_t cli_now_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

typedef struct {
    void (*run)(void *with);
    void *with;
    pthread_t thread;
    bool has_thread;
} helper;

static void *help(void *data)
{
    helper *h = data;

    h->run(h->with);
    return NULL;
}

void cli_together(void (*run)(void *with), void *const *with, unsigned n)
{
    enum { HELPERS = 64 };
    helper helpers[HELPERS];

    for (unsigned i = 1; i < n && i < HELPERS; i++) {
        helpers[i] = (helper){.run = run, .with = with[i]};
        helpers[i].has_thread = !pthread_create(&helpers[i].thread, NULL, help, &helpers[i]);
    }
    for (unsigned i = 0; i < n; i++)
        if (!i || i >= HELPERS || !helpers[i].has_thread)
            run(with[i]);
    for (unsigned i = 1; i < n && i < HELPERS; i++)
        if (helpers[i].has_thread)
            pthread_join(helpers[i].thread, NULL);
}

uint64_t cli_cpu_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* ---- files ---- */

char *cli_read_file(const char *path, size_t max, size_t *len)
{
    bool is_stdin = !strcmp(path, "-");
    FILE *in = is_stdin ? stdin : fopen(path, "rb");
    size_t cap = 1 << 16;
    char *bytes = NULL;

    *len = 0;
    if (!in) {
        cli_error("cannot read '%s': %s", path, strerror(errno));
        return NULL;
    }
    for (;;) {
        char *more = realloc(bytes, cap);

        if (!more) {
            cli_error("cannot read '%s': no memory left", path);
            goto fail;
        }
        bytes = more;
        *len += fread(bytes + *len, 1, cap - 1 - *len, in);
        if (*len < cap - 1)
            break;
        if (cap > max) {
            cli_error("cannot read '%s': it is larger than %zu bytes", path, max);
            goto fail;
        }
        cap *= 2;
    }
    if (ferror(in)) {
        cli_error("cannot read '%s': %s", path, strerror(errno));
        goto fail;
    }
    bytes[*len] = 0;
    if (!is_stdin)
        fclose(in);
    return bytes;

fail:
    free(bytes);
    if (!is_stdin)
        fclose(in);
    return NULL;
}

void cli_print(FILE *out, void (*write)(cr_text *text, const void *with), const void *with)
{
    cr_text text = cr_text_on(NULL, 0);
    size_t cap;
    char *buf;

    write(&text, with);
    cap = text.len + 1;
    buf = malloc(cap);
    if (!buf) {
        cli_error("no memory left");
        return;
    }
    text = cr_text_on(buf, cap);
    write(&text, with);
    fwrite(buf, 1, text.len, out);
    free(buf);
}
