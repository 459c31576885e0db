/* The protocol between rooms and connections: bytes in, bytes out. net owns the sockets and calls in here; whatever is
 * to be sent waits in the sessions until net asks for it, once per turn of its loop.
 *
 * A frame of the WebSocket holds one message from a client; from the server it holds one or more messages, one per line. */
#ifndef CR_WIRE_H
#define CR_WIRE_H

#include "host/lobby.h"
#include "wire/padding.h"
#include "wire/proto.h"

enum {
    CR_OUT_FRONT = 64,    /* bytes in front of what is to be sent, for whoever frames it */
    CR_OUT_MAX = 4 << 20, /* waiting for one connection; beyond that it is too slow and is closed */
    CR_LOCATION_MAX = 512, /* of an address with a path */
    CR_ERRORS_MAX = 64     /* wrong messages of one connection until it is closed */
};

typedef struct cr_wire cr_wire;
typedef struct cr_analysis cr_analysis; /* see analysis.h */
typedef struct voice_open voice_open;   /* see voice.c */

/* One WebSocket connection. Memory of its owner. */
typedef struct cr_session cr_session;
struct cr_session {
    cr_peer peer; /* first: the voice gets peers */
    cr_wire *wire;
    uint8_t *out; /* CR_OUT_FRONT bytes, then out_len bytes to send; NULL: nothing was told since */
    uint32_t out_len, out_cap;
    uint32_t scene_len; /* bytes of the last line that told of a state */
    cr_session *dirty_next;
    bool is_dirty, is_dead; /* dead: close it once everything is sent */
    uint32_t n_errors;
    uint64_t paid_us; /* the moment up to which its messages are paid for */
    cr_waiter waiter;
    cr_seeker seeker; /* while its match is looked for */
    char *sought;     /* the message that asked for it */
    uint32_t sought_len;
};

typedef struct {
    uint64_t messages, bytes_in, bytes_out, troubles[64], slow_closed, rate_refused;
    uint64_t http_requests, connections, connections_ever;
} cr_wire_stats;

struct cr_wire {
    cr_voice voice; /* first: rooms get the voice */
    cr_lobby *lobby;
    cr_wire_stats stats;
    uint32_t rate; /* messages per second and connection; 0: no limit */
    cr_session *dirty;
    cr_spares outs; /* memory for `out` of sessions, those of usual size */
    char *scratch;
    size_t scratch_cap;
    padding *padding;      /* NULL: messages are as long as they are */
    cr_view *was, *open;   /* memory for what somebody saw before, and what a spectator sees */
    voice_open *shown;     /* what a spectator sees of the state that is being shown */
    cr_analysis *analyses; /* of matches that are over */
    unsigned n_analyses;
};

/* One more message or request, of so many per second (0: no limit): is that too many? Each takes its share of a second
 * from *paid_us on, the moment up to which is paid; two seconds may be taken in advance. Those that are too many cost
 * nothing: whoever slows down is heard again at once. */
bool cr_wire_is_too_fast(const cr_wire *wire, uint64_t *paid_us, uint32_t per_second);

CR_MUST_USE cr_err cr_wire_init(cr_wire *wire, cr_lobby *lobby, uint32_t rate);
void cr_wire_release(cr_wire *wire);

/* From now on messages to seats are padded, so that who watches the wire learns nothing from their lengths. */
CR_MUST_USE cr_err cr_wire_pad(cr_wire *wire, const padding_row *rows);

/* ---- sessions ---- */

void cr_session_open(cr_session *session, cr_wire *wire);
void cr_session_close(cr_session *session);

/* For a session that is no connection: what it was told is taken from `out`, then it is dropped. */
void cr_session_drop(cr_session *session);

/* A message comes behind `left` others, 2 and then 1: see cr_peer_fetch. */
void cr_session_fetch(const cr_session *session, unsigned left);

/* One whole message. */
void cr_session_receive(cr_session *session, const char *bytes, size_t len);

/* A message that could not be received, too large for example. */
void cr_session_trouble(cr_session *session, cr_trouble trouble);

/* Sessions with something to send, or that are dead; NULL: none. Takes it out of the list. */
cr_session *cr_wire_next_dirty(cr_wire *wire);

/* What was in `out` is sent or in other hands. */
void cr_session_sent(cr_session *session);

/* ---- HTTP ---- */

typedef struct cr_request cr_request;
struct cr_request {
    const char *method, *path, *body;
    size_t body_len;
    const char *address;            /* of the client, NULL: no limits for it */
    const char *known;              /* the value of If-None-Match; NULL: none */
    char etag[24];                  /* of the reply, with its quotes; "": it may not be kept */
    char location[CR_LOCATION_MAX]; /* of the reply: another server's; "": none */

    /* Called exactly once, perhaps before cr_api_handle returns, unless cancelled. */
    void (*reply)(cr_request *request, unsigned status, const char *type, const void *body,
                  size_t len);

    /* Inside. */
    cr_wire *wire;
    cr_waiter waiter;
    cr_seeker seeker;
    uint8_t tokens[CR_SEATS_MAX][CR_TOKEN];
    uint8_t match[CR_MATCH_ID];
    uint16_t mine; /* seats whose tokens are in the reply */
};

void cr_api_handle(cr_wire *wire, cr_request *request);

/* The connection is gone before the reply came. */
void cr_api_cancel(cr_request *request);

/* Tells other servers what this one has in its list of matches. Once a second. */
void cr_api_publish(cr_wire *wire);

/* The numbers for Prometheus. */
void cr_metrics_write(cr_text *out, cr_wire *wire);

#endif
