#include "net/frames.h"

#include "base/text.h"

enum { LAST = 0x80, RESERVED = 0x70, KIND = 0x0F, CONTROL = 0x08, MASKED = 0x80, SHORT = 0x7F };

/* Eight bytes at a time, as long as there are so many. */
static void mask_bytes(uint8_t *bytes, size_t len, const uint8_t *mask)
{
    uint64_t wide;
    size_t i = 0;

    memcpy(&wide, mask, NET_FRAME_MASK);
    memcpy((uint8_t *)&wide + NET_FRAME_MASK, mask, NET_FRAME_MASK);
    for (; i + 8 <= len; i += 8) {
        uint64_t eight;

        memcpy(&eight, bytes + i, 8);
        eight ^= wide;
        memcpy(bytes + i, &eight, 8);
    }
    for (; i < len; i++)
        bytes[i] ^= mask[i % NET_FRAME_MASK];
}

static bool is_kind(uint8_t kind)
{
    return kind <= NET_FRAME_BINARY || (kind >= NET_FRAME_CLOSE && kind <= NET_FRAME_PONG);
}

long net_frame_read(uint8_t *in, size_t len, size_t most, bool is_masked, net_frame *out,
                    unsigned *why)
{
    size_t head = 2;
    uint64_t n;

    if (len < 2)
        return 0;
    *out = (net_frame){.kind = in[0] & KIND, .is_last = in[0] & LAST};
    n = in[1] & SHORT;
    *why = NET_CLOSE_WRONG;
    /* What stands in for a longer length is told apart before the length has come. */
    if (in[0] & RESERVED || !is_kind(out->kind) || !(in[1] & MASKED) == is_masked ||
        (out->kind & CONTROL && (!out->is_last || n > NET_FRAME_SMALL)))
        return -1;
    if (n > NET_FRAME_SMALL) {
        size_t bytes = n == 126 ? 2 : 8;

        head += bytes;
        if (len < head)
            return 0;
        n = 0;
        for (size_t i = 0; i < bytes; i++)
            n = n << 8 | in[2 + i];
    }
    *why = NET_CLOSE_TOO_LARGE;
    if (n > most)
        return -1;
    head += is_masked ? NET_FRAME_MASK : 0;
    if (len < head || len - head < n)
        return 0;
    out->bytes = in + head;
    out->len = (size_t)n;
    if (is_masked)
        mask_bytes(out->bytes, out->len, out->bytes - NET_FRAME_MASK);
    return (long)(head + out->len);
}

/* Those that the standard names for frames, later ones of the registry, and what programs agree on. */
static bool is_reason(unsigned code)
{
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
           (code >= 3000 && code <= 4999);
}

unsigned net_frame_reason(const net_frame *close)
{
    unsigned code;

    if (!close->len)
        return 0;
    if (close->len < 2)
        return NET_CLOSE_WRONG;
    code = (unsigned)close->bytes[0] << 8 | close->bytes[1];
    if (!is_reason(code))
        return NET_CLOSE_WRONG;
    return cr_text_is_utf8((const char *)close->bytes + 2, close->len - 2) ? code
                                                                           : NET_CLOSE_NO_TEXT;
}

size_t net_frame_head(uint8_t *bytes, size_t len, uint8_t kind, const uint8_t *mask)
{
    size_t wide = len <= NET_FRAME_SMALL ? 0 : len <= UINT16_MAX ? 2 : 8;
    size_t size = 2 + wide + (mask ? NET_FRAME_MASK : 0);
    uint8_t *head = bytes - size;

    head[0] = (uint8_t)(LAST | kind);
    head[1] = (uint8_t)((mask ? MASKED : 0) | (!wide ? len : wide == 2 ? 126 : 127));
    for (size_t i = 0; i < wide; i++)
        head[2 + i] = (uint8_t)((uint64_t)len >> 8 * (wide - 1 - i));
    if (mask) {
        memcpy(bytes - NET_FRAME_MASK, mask, NET_FRAME_MASK);
        mask_bytes(bytes, len, mask);
    }
    return size;
}
