/* What comes over a socket before it is a message: the request that opens a WebSocket, and frames. The first byte of an input
 * says what the rest is: `u` a request, `c` frames of a client, `s` frames of a server; behind c and s a byte chooses how unevenly
 * they come.
 *
 * Nothing is read outside of what has come. Frames that come in pieces are those that come whole, and as many. What is headed
 * is read back. A request that is cut anywhere is none, and what is read of one lies in it. */
#include "fuzz/fuzz.h"
#include "net/frames.h"
#include "net/upgrade.h"

enum { MOST = 2048, FRAMES_MAX = 512, SUM_SEED = 7 };

/* What a stream of frames came to. */
typedef struct {
    unsigned n, why; /* why: it ended; 0: it did not */
    size_t used;
    uint32_t sums[FRAMES_MAX];
} outcome;

/* A block of exactly this size, so that a byte read behind its end is seen. */
static uint8_t *exact(const uint8_t *bytes, size_t len)
{
    uint8_t *copy = malloc(len ? len : 1);

    if (!copy)
        abort();
    memcpy(copy, bytes, len);
    return copy;
}

static uint32_t sum_of(const net_frame *f)
{
    uint32_t sum = SUM_SEED + f->kind * 2u + f->is_last;

    for (size_t i = 0; i < f->len; i++)
        sum = sum * 31 + f->bytes[i];
    return sum;
}

/* A frame whose content is this one's is read back as it was written. */
static void check_again(const net_frame *f, bool is_masked)
{
    static const uint8_t mask[NET_FRAME_MASK] = {0xA5, 0, 0xFF, 0x3C};
    uint8_t room[NET_FRAME_HEAD + MOST];
    uint8_t *frame;
    size_t head;
    net_frame again;
    unsigned why;

    memcpy(room + NET_FRAME_HEAD, f->bytes, f->len);
    head = net_frame_head(room + NET_FRAME_HEAD, f->len, f->kind, is_masked ? mask : NULL);
    FUZZ_MUST(head <= NET_FRAME_HEAD);
    frame = exact(room + NET_FRAME_HEAD - head, head + f->len);
    FUZZ_MUST(net_frame_read(frame, head + f->len, MOST, is_masked, &again, &why) ==
              (long)(head + f->len));
    FUZZ_MUST(again.kind == f->kind && again.is_last && again.len == f->len &&
              !memcmp(again.bytes, f->bytes, f->len));
    if (again.kind == NET_FRAME_CLOSE)
        FUZZ_MUST(net_frame_reason(&again) == net_frame_reason(f));
    free(frame);
}

/* Reads whole frames at `in`; returns how many bytes are left of one that is not whole. */
static size_t take(uint8_t *in, size_t len, bool is_masked, outcome *out)
{
    while (out->n < FRAMES_MAX) {
        net_frame f;
        unsigned why = 0;
        long used = net_frame_read(in, len, MOST, is_masked, &f, &why);

        if (used < 0) {
            FUZZ_MUST(why == NET_CLOSE_WRONG || why == NET_CLOSE_TOO_LARGE);
            out->why = why;
            return 0;
        }
        if (!used)
            return len;
        FUZZ_MUST((size_t)used <= len && f.len <= MOST && f.bytes + f.len == in + used);
        check_again(&f, is_masked);
        out->sums[out->n++] = sum_of(&f);
        out->used += (size_t)used;
        in += used;
        len -= (size_t)used;
    }
    return 0;
}

/* As they come over a socket: what is left of the last is kept, and stands in front of what comes next. */
static void take_pieces(const uint8_t *bytes, size_t len, bool is_masked, uint32_t how,
                        outcome *out)
{
    uint8_t *begun = NULL;
    size_t begun_len = 0;

    for (size_t at = 0, step; at < len && !out->why && out->n < FRAMES_MAX; at += step) {
        size_t have;
        uint8_t *in;

        how = how * 1103515245u + 12345u;
        step = 1 + (how >> 16) % (how & 0x4000 ? 4 : 600);
        step = step < len - at ? step : len - at;
        have = begun_len + step;
        in = malloc(have);
        if (!in)
            abort();
        if (begun)
            memcpy(in, begun, begun_len);
        memcpy(in + begun_len, bytes + at, step);
        free(begun);
        begun_len = take(in, have, is_masked, out);
        FUZZ_MUST(begun_len < NET_FRAME_HEAD + MOST);
        begun = exact(in + have - begun_len, begun_len);
        free(in);
    }
    free(begun);
}

static void run_frames(const uint8_t *bytes, size_t len, bool is_masked, uint32_t how)
{
    static outcome whole, pieces;
    uint8_t *copy = exact(bytes, len);

    whole = pieces = (outcome){0};
    (void)take(copy, len, is_masked, &whole);
    take_pieces(bytes, len, is_masked, how, &pieces);
    FUZZ_MUST(whole.n == pieces.n && whole.why == pieces.why && whole.used == pieces.used);
    FUZZ_MUST(!memcmp(whole.sums, pieces.sums, whole.n * sizeof *whole.sums));
    free(copy);
}

static bool is_within(const char *word, const char *text, size_t len)
{
    return !word ||
           (word >= text && word < text + len && memchr(word, 0, len - (size_t)(word - text)));
}

static void run_request(const uint8_t *bytes, size_t len)
{
    char *text = (char *)exact(bytes, len), reply[NET_UPGRADE_REPLY];
    net_upgrade asked;
    size_t head = net_upgrade_read(text, len, &asked), size;

    FUZZ_MUST(head <= len);
    if (head) {
        FUZZ_MUST(!memcmp(bytes, "GET /", 5) && !memcmp(bytes + head - 4, "\r\n\r\n", 4));
        FUZZ_MUST(asked.host && asked.key && is_within(asked.host, text, head) &&
                  is_within(asked.key, text, head) && is_within(asked.origin, text, head) &&
                  is_within(asked.forwarded, text, head));
        size = net_upgrade_reply(&asked, reply);
        FUZZ_MUST(size < NET_UPGRADE_REPLY && size == strlen(reply));
        FUZZ_MUST(!memcmp(reply + size - 4, "\r\n\r\n", 4));
    }
    free(text);
    /* The same up to its end, and none a byte before. */
    for (unsigned less = 0; head && less < 2; less++) {
        text = (char *)exact(bytes, head - less);
        FUZZ_MUST(net_upgrade_read(text, head - less, &asked) == (less ? 0 : head));
        free(text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    if (len > 1 && data[0] == 'u')
        run_request(data + 1, len - 1);
    else if (len > 2 && (data[0] == 'c' || data[0] == 's'))
        run_frames(data + 2, len - 2, data[0] == 'c', data[1]);
    return 0;
}
