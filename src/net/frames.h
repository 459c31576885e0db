/* Frames of a WebSocket (RFC 6455) without sockets: read where they lie, and headed where they are sent from. Both ends use it,
 * net/ws.c for the server and net/client.c for programs of ours. */
#ifndef CR_NET_FRAMES_H
#define CR_NET_FRAMES_H

#include "base/base.h"

enum {
    NET_FRAME_MORE = 0,
    NET_FRAME_TEXT = 1,
    NET_FRAME_BINARY = 2,
    NET_FRAME_CLOSE = 8,
    NET_FRAME_PING = 9,
    NET_FRAME_PONG = 10
};

enum {
    NET_FRAME_HEAD = 14,   /* bytes in front of a frame, at most */
    NET_FRAME_SMALL = 125, /* bytes of a close, ping or pong, at most */
    NET_FRAME_MASK = 4
};

/* Why a connection is closed, as the frame that closes it says. */
enum {
    NET_CLOSE_WRONG = 1002,     /* no frame as they must be */
    NET_CLOSE_BINARY = 1003,    /* not text */
    NET_CLOSE_NO_TEXT = 1007,   /* text that is no UTF-8 */
    NET_CLOSE_TOO_LARGE = 1009, /* more than is read at once */
};

typedef struct {
    uint8_t kind;
    bool is_last; /* of its message */
    uint8_t *bytes;
    size_t len;
} net_frame;

/* Reads the frame that begins at `in`. Returns how many bytes it takes; 0 if not all of them are there yet; -1 if it cannot
 * be one, or has more than `most` bytes: then *why is NET_CLOSE_WRONG or NET_CLOSE_TOO_LARGE, known from its head. Frames of
 * clients are masked, and nobody else's; their bytes are unmasked where they lie. */
long net_frame_read(uint8_t *in, size_t len, size_t most, bool is_masked, net_frame *out,
                    unsigned *why);

/* The reason that a frame of NET_FRAME_CLOSE gives, which is the answer too; 0: none. One that nobody may give is answered by
 * NET_CLOSE_WRONG, words that are no UTF-8 by NET_CLOSE_NO_TEXT. */
unsigned net_frame_reason(const net_frame *close);

/* Writes the head of a frame so that it ends at `bytes`, whose `len` bytes are its content, and masks these if a mask is
 * given. Returns the length of the head, at most NET_FRAME_HEAD. */
size_t net_frame_head(uint8_t *bytes, size_t len, uint8_t kind, const uint8_t *mask);

#endif
