#include "terminal/lines.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

void line_reader_init(line_reader *r, int fd)
{
    *r = (line_reader){.fd = fd};
}

/* Takes a line out of the buffer if there is a whole one, or the rest at the end of input. */
static bool take(line_reader *r, char out[LINE_MAX_BYTES])
{
    char *end = memchr(r->buf, '\n', r->n);
    size_t len = end ? (size_t)(end - r->buf) : r->n, used = end ? len + 1 : len;

    if (!end && !(r->is_end && r->n) && r->n < sizeof r->buf)
        return false;
    if (len >= LINE_MAX_BYTES)
        len = LINE_MAX_BYTES - 1;
    memcpy(out, r->buf, len);
    out[len] = 0;
    memmove(r->buf, r->buf + used, r->n - used);
    r->n -= used;
    return true;
}

line_result line_reader_next(line_reader *r, int64_t timeout_ms, char out[LINE_MAX_BYTES])
{
    int wait = timeout_ms < 0 ? -1 : timeout_ms > INT32_MAX ? INT32_MAX : (int)timeout_ms;

    while (!take(r, out)) {
        struct pollfd fd = {.fd = r->fd, .events = POLLIN};
        ssize_t n;
        int ready;

        if (r->is_end)
            return LINE_END;
        ready = poll(&fd, 1, wait);
        if (ready == 0)
            return LINE_TIMEOUT;
        n = ready < 0 ? -1 : read(r->fd, r->buf + r->n, sizeof r->buf - r->n);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            r->is_end = true;
        else
            r->n += (size_t)n;
    }
    return LINE_READ;
}
