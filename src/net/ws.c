/* WebSockets. In clear text they are ours from the first byte on: one epoll for all of them, told to the loop as one
 * descriptor, so that a message costs one system call in and one out and nothing between the socket and the session. What
 * does not begin with a plain request for a WebSocket, and whatever comes through TLS, is the library's. */
#include "net/frames.h"
#include "net/net_inside.h"
#include "net/upgrade.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static_assert(LWS_PRE <= CR_OUT_FRONT && (int)NET_FRAME_HEAD <= (int)CR_OUT_FRONT,
              "the head of a frame fits in front of what is sent");
static_assert(2 * ((int)PROTO_MESSAGE_MAX + (int)NET_FRAME_HEAD) <= (int)NET_IN_BYTES,
              "behind a frame that has begun there is room for the rest of it");

enum {
    KNOCK_MS = 5000,   /* a socket that has said nothing for so long */
    PING_MS = 30000,   /* silent for so long: are you there? */
    DEAD_MS = 75000,   /* and for so long: no */
    LONELY_MS = 60000, /* attached to nothing for so long */
    LAST_WORDS_MS = 5000,
    SEND_BUFFER = 1 << 16,
    READS_MAX = 16,       /* of one socket in one turn: others want to be heard too */
    LAST_READS_MAX = 1024 /* of one socket when all ends: what it may have sent, and no flood */
};

/* Each is told once when it comes, not as long as it lasts. */
static const uint32_t NEWS = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;

/* The C library makes a send or receive of a program with threads a point where the thread may be cancelled, by two locked
 * instructions each; nobody cancels the loop. */
static ssize_t send_now(int fd, const void *bytes, size_t len)
{
    return syscall(SYS_sendto, fd, bytes, len, MSG_NOSIGNAL | MSG_DONTWAIT, NULL, 0);
}

static ssize_t receive_now(int fd, void *out, size_t cap)
{
    return syscall(SYS_recvfrom, fd, out, cap, MSG_DONTWAIT, NULL, NULL);
}

static bool has_to_wait(void)
{
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

/* ---- lists ---- */

static void link_ws(ws **list, ws *w)
{
    w->prev = NULL;
    w->next = *list;
    if (w->next)
        w->next->prev = w;
    *list = w;
}

static void unlink_ws(ws **list, ws *w)
{
    *(w->prev ? &w->prev->next : list) = w->next;
    if (w->next)
        w->next->prev = w->prev;
}

/* ---- life ---- */

/* `from` has one user more, for this. */
static void open_session(net *n, ws *w, int fd, address *from)
{
    int size = SEND_BUFFER;

    w->net = n;
    w->from = from;
    w->is_open = true;
    w->heard_ms = w->lonely_ms = n->now_ms;
    from->connections++;
    /* Otherwise the kernel takes megabytes for somebody who does not read. */
    (void)setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    cr_session_open(&w->session, n->config.wire);
    link_ws(&n->sockets, w);
    n->n_sockets++;
}

static void close_session(ws *w)
{
    net *n = w->net;

    if (!w->is_open)
        return;
    w->is_open = false;
    cr_session_close(&w->session);
    unlink_ws(&n->sockets, w);
    n->n_sockets--;
    w->from->connections--;
    address_drop(&w->from);
    free(w->in);
    w->in = NULL;
}

/* One of ours is gone, with its memory. */
static void end_own(ws *w)
{
    if (w->is_open)
        close_session(w);
    else
        unlink_ws(&w->net->knocking, w);
    close(w->fd);
    door_uncount(&w->door);
    free(w->rest);
    free(w->begun);
    free(w);
}

/* Nothing more is said to one of ours but what is on its way. It is gone when the other end has closed too, or has not for a
 * while: closed at once, what it has not read yet would be lost. */
static void hang_up(ws *w)
{
    w->is_closing = true;
    w->dead_ms = w->net->now_ms;
    if (!w->rest)
        shutdown(w->fd, SHUT_WR);
}

/* Not even that. */
static void give_up(ws *w)
{
    free(w->rest);
    w->rest = NULL;
    w->rest_len = 0;
    hang_up(w);
}

/* Closes at the next chance. The library drops a time-out when it sets one of its own, so the writable callback closes
 * too, and ws_tick_all asks again. */
static void kill_wsi(ws *w)
{
    w->is_closing = true;
    lws_callback_on_writable(w->wsi);
    lws_set_timeout(w->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
}

/* ---- out ---- */

/* Sends whole frames over one of ours; what the socket does not take is kept, behind what it has not taken before. */
static void send_own(ws *w, const uint8_t *bytes, size_t len)
{
    ssize_t n = w->rest ? 0 : send_now(w->fd, bytes, len);
    uint8_t *more;

    if (n == (ssize_t)len)
        return;
    if (n < 0 && !has_to_wait()) {
        give_up(w);
        return;
    }
    n = n < 0 ? 0 : n;
    len -= (size_t)n;
    more = realloc(w->rest, w->rest_len + len);
    if (!more) {
        give_up(w);
        return;
    }
    memcpy(more + w->rest_len, bytes + n, len);
    w->rest = more;
    w->rest_len += len;
}

/* The socket takes something again. */
static void send_rest(ws *w)
{
    ssize_t n = send_now(w->fd, w->rest, w->rest_len);

    if (n < 0) {
        if (!has_to_wait())
            give_up(w);
        return;
    }
    w->rest_len -= (size_t)n;
    memmove(w->rest, w->rest + n, w->rest_len);
    if (w->rest_len)
        return;
    free(w->rest);
    w->rest = NULL;
    w->pong_len = 0;
    if (w->is_closing)
        hang_up(w);
    else
        ws_send(w);
}

/* A frame that closes, answers or asks. Of answers that wait the newest is enough, unless another has begun to leave: who sends
 * pings and reads nothing would fill the memory with them. */
static void send_small(ws *w, uint8_t kind, const uint8_t *bytes, size_t len)
{
    uint8_t frame[NET_FRAME_HEAD + NET_FRAME_SMALL];
    size_t head;

    if (w->is_closing)
        return;
    if (kind == NET_FRAME_PONG && w->rest && w->rest_len >= w->pong_len)
        w->rest_len -= w->pong_len;
    memcpy(frame + NET_FRAME_HEAD, bytes, len);
    head = net_frame_head(frame + NET_FRAME_HEAD, len, kind, NULL);
    send_own(w, frame + NET_FRAME_HEAD - head, head + len);
    w->pong_len = kind == NET_FRAME_PONG && w->rest ? (uint8_t)(head + len) : 0;
}

/* What waits in the session of one of ours. */
static void send_lines(ws *w)
{
    cr_session *s = &w->session;
    uint8_t *text = s->out + CR_OUT_FRONT;
    size_t head = net_frame_head(text, s->out_len, NET_FRAME_TEXT, NULL);

    send_own(w, text - head, head + s->out_len);
    cr_session_sent(s);
}

/* Writing while the rest of a frame waits would break both. */
static bool is_partly_sent(const ws *w)
{
    return w->fd < 0 ? lws_partial_buffered(w->wsi) != 0 : w->rest != NULL;
}

static void send_ours(ws *w)
{
    if (!w->rest && w->session.out_len)
        send_lines(w);
    if (w->session.is_dead && !w->rest && !w->is_closing)
        hang_up(w); /* otherwise its last words are still on their way */
}

static void send_wsi(ws *w)
{
    cr_session *s = &w->session;

    if (s->out_len && !is_partly_sent(w)) {
        if (lws_write(w->wsi, s->out + CR_OUT_FRONT, s->out_len, LWS_WRITE_TEXT) < 0) {
            kill_wsi(w);
            return;
        }
        cr_session_sent(s);
    }
    if (is_partly_sent(w) && (s->out_len || s->is_dead))
        lws_callback_on_writable(w->wsi);
    else if (s->is_dead)
        kill_wsi(w);
}

void ws_send(ws *w)
{
    if (w->is_closing)
        return;
    if (w->fd < 0)
        send_wsi(w);
    else
        send_ours(w);
}

/* ---- in ---- */

/* Tells one of ours what it was answered so far, and why it is closed, and says no more. */
static void close_own(ws *w, unsigned why)
{
    uint8_t code[2] = {(uint8_t)(why >> 8), (uint8_t)why};

    if (w->session.out_len && !w->is_closing)
        send_lines(w);
    send_small(w, NET_FRAME_CLOSE, code, why ? sizeof code : 0);
    if (!w->is_closing)
        hang_up(w);
}

static unsigned take_message(ws *w, const char *text, size_t len)
{
    if (!cr_text_is_utf8(text, len))
        return NET_CLOSE_NO_TEXT;
    cr_session_receive(&w->session, text, len);
    return 0;
}

/* A piece of a message, or all of it. Returns 0, or why the connection is to be closed. */
static unsigned take_piece(ws *w, const char *bytes, size_t len, bool is_first, bool is_last)
{
    w->is_heard = true;
    if (is_first && is_last)
        return take_message(w, bytes, len);
    if (is_first)
        w->in_len = 0;
    if (!w->in && !(w->in = malloc(PROTO_MESSAGE_MAX)))
        return NET_CLOSE_TOO_LARGE;
    memcpy(w->in + w->in_len, bytes, len);
    w->in_len += (uint32_t)len;
    if (is_last) {
        unsigned why = take_message(w, w->in, w->in_len);

        free(w->in);
        w->in = NULL;
        return why;
    }
    return 0;
}

/* The last words to somebody who sends what is no message. */
static unsigned refuse(ws *w, unsigned why, cr_trouble trouble)
{
    cr_session_trouble(&w->session, trouble);
    ws_send(w);
    return why;
}

static unsigned take_text(ws *w, const net_frame *f)
{
    bool is_first = f->kind != NET_FRAME_MORE;

    if (is_first == (w->in != NULL))
        return NET_CLOSE_WRONG;
    if (f->kind == NET_FRAME_BINARY)
        return refuse(w, NET_CLOSE_BINARY, CR_TROUBLE_NOT_JSON);
    if ((is_first ? 0 : w->in_len) + f->len > PROTO_MESSAGE_MAX)
        return refuse(w, NET_CLOSE_TOO_LARGE, CR_TROUBLE_TOO_LARGE);
    return take_piece(w, (const char *)f->bytes, f->len, is_first, f->is_last);
}

/* Returns 0, or why the connection is to be closed. */
static unsigned take_frame(ws *w, const net_frame *f)
{
    switch (f->kind) {
    case NET_FRAME_PING:
        w->is_heard = true;
        send_small(w, NET_FRAME_PONG, f->bytes, f->len);
        return 0;
    case NET_FRAME_PONG:
        w->is_heard = true;
        return 0;
    case NET_FRAME_CLOSE:
        close_own(w, net_frame_reason(f));
        return 0;
    default:
        return take_text(w, f);
    }
}

/* Whole frames at `in`; what is left of the last is kept until more comes. */
static void take_frames(ws *w, uint8_t *in, size_t len)
{
    unsigned why = 0;
    net_frame f;
    long used;

    while (!w->is_closing) {
        used = net_frame_read(in, len, PROTO_MESSAGE_MAX, true, &f, &why);
        if (used < 0 && why == NET_CLOSE_TOO_LARGE)
            why = refuse(w, why, CR_TROUBLE_TOO_LARGE);
        else if (used >= 0)
            why = used ? take_frame(w, &f) : 0;
        if (why)
            close_own(w, why);
        if (why || !used)
            break;
        in += used;
        len -= (size_t)used;
    }
    if (w->is_closing || !len)
        return;
    w->begun = malloc(len);
    w->begun_len = len;
    if (w->begun)
        memcpy(w->begun, in, len);
    else
        hang_up(w);
}

/* Reads what one of ours has sent; `is_over`: there will be no more. */
static void hear(ws *w, bool is_over)
{
    net *n = w->net;

    for (unsigned i = 0; i < READS_MAX; i++) {
        size_t len = 0;
        ssize_t got;

        if (w->begun) {
            len = w->begun_len;
            memcpy(n->in, w->begun, len);
        }
        got = receive_now(w->fd, n->in + len, NET_IN_BYTES - len);
        if (got < 0 && has_to_wait())
            return;
        if (got <= 0) {
            end_own(w);
            return;
        }
        free(w->begun);
        w->begun = NULL;
        if (!w->is_closing) /* otherwise nobody listens any more */
            take_frames(w, n->in, len + (size_t)got);
        if ((size_t)got < NET_IN_BYTES - len && !is_over)
            return; /* that was all: if more comes, it is told */
    }
    /* Not all was read, and only news are told: ask anew. */
    (void)epoll_ctl(n->events, EPOLL_CTL_MOD, w->fd,
                    &(struct epoll_event){.events = NEWS, .data.ptr = w});
}

/* ---- knocking ---- */

/* The request is a plain one for a WebSocket, from somebody who may: it becomes one. */
static bool try_open(ws *w, char *text, size_t len)
{
    char reply[NET_UPGRADE_REPLY];
    net *n = w->net;
    net_upgrade asked;
    size_t head = net_upgrade_read(text, len, &asked), size;
    address *from;
    unsigned status;

    if (!head || door_refuses(n, w->fd, asked.host, asked.origin, asked.forwarded, &status) ||
        !(from = address_find(n, w->fd, asked.forwarded)))
        return false;
    unlink_ws(&n->knocking, w);
    open_session(n, w, w->fd, from);
    size = net_upgrade_reply(&asked, reply);
    /* So far the request was only looked at. */
    if (receive_now(w->fd, text, head) == (ssize_t)head)
        send_own(w, (const uint8_t *)reply, size);
    else
        hang_up(w);
    return true;
}

/* The first words of a socket decide whose it is. */
static void hear_knock(ws *w, bool is_over)
{
    char text[NET_UPGRADE_MAX];
    net *n = w->net;
    ssize_t len = recv(w->fd, text, sizeof text, MSG_PEEK | MSG_DONTWAIT);
    address *door;
    int fd = w->fd;

    if (len < 0 && has_to_wait())
        return;
    if (len <= 0) {
        end_own(w);
        return;
    }
    if (try_open(w, text, (size_t)len)) {
        hear(w, is_over); /* what stood behind the request is no news any more */
        return;
    }
    (void)epoll_ctl(n->events, EPOLL_CTL_DEL, fd, NULL);
    door = w->door;
    unlink_ws(&n->knocking, w);
    free(w);
    net_adopt(n, &n->listener, fd, door);
}

void ws_knock(net *n, int fd, address *door)
{
    struct epoll_event on = {.events = NEWS};
    ws *w = aligned_alloc(CR_LINE, (sizeof *w + CR_LINE - 1) / CR_LINE * CR_LINE);

    if (w)
        memset(w, 0, sizeof *w);
    on.data.ptr = w;
    if (!w || epoll_ctl(n->events, EPOLL_CTL_ADD, fd, &on)) {
        free(w);
        close(fd);
        door_uncount(&door);
        return;
    }
    w->net = n;
    w->fd = fd;
    w->door = door;
    w->heard_ms = cr_lobby_now(n->config.wire->lobby); /* the last tick may be long ago */
    link_ws(&n->knocking, w);
}

/* ---- turns of the loop ---- */

static void on_event(ws *w, uint32_t events)
{
    bool is_over = events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR);

    if (w->rest && events & EPOLLOUT)
        send_rest(w);
    if (!is_over && !(events & EPOLLIN))
        return;
    if (w->is_open)
        hear(w, is_over);
    else
        hear_knock(w, is_over);
}

/* Reads what has come over a socket of which nothing else is to be known. Bytes, or nothing if it is to be looked at closely. */
static ssize_t read_plainly(const ws *w, uint32_t events, uint8_t *out)
{
    bool is_plain = w->is_open && !w->begun && (events & ~(uint32_t)EPOLLOUT) == EPOLLIN;

    return is_plain ? receive_now(w->fd, out, NET_IN_PLAIN) : 0;
}

/* What the messages behind the i-th need is fetched meanwhile. */
static void fetch_ahead(const struct epoll_event *events, int i, int count)
{
    for (int left = 2; left; left--)
        if (i + left < count)
            cr_session_fetch(&((const ws *)events[i + left].data.ptr)->session, (unsigned)left);
}

/* First all messages are taken from the system, one behind the other, then they are read: in turns, each would push the other's
 * instructions out of the processor's nearest memory. */
static void on_events(uv_poll_t *poll, int status, int readable)
{
    net *n = poll->data;
    struct epoll_event events[NET_EVENTS];
    ssize_t got[NET_EVENTS];
    int count = epoll_wait(n->events, events, NET_EVENTS, 0);
    uint8_t *at = n->plain;

    (void)status, (void)readable;
    for (int i = 0; i < count; i++) {
        if (i + 1 < count)
            cr_fetch(events[i + 1].data.ptr, offsetof(ws, rest));
        got[i] = read_plainly(events[i].data.ptr, events[i].events, at);
        at += got[i] > 0 ? got[i] : 0;
    }
    at = n->plain;
    for (int i = 0; i < count; i++) {
        ws *w = events[i].data.ptr;

        fetch_ahead(events, i, count);
        if (got[i] > 0 && !w->is_closing)
            take_frames(w, at, (size_t)got[i]);
        at += got[i] > 0 ? got[i] : 0;
        if (got[i] <= 0 || got[i] == NET_IN_PLAIN || w->rest)
            on_event(w, events[i].events);
    }
}

bool ws_listen(net *n)
{
    n->events = epoll_create1(EPOLL_CLOEXEC);
    if (n->events < 0)
        return false;
    if (uv_poll_init(n->config.loop, &n->has_events, n->events)) {
        close(n->events);
        n->events = -1;
        return false;
    }
    n->has_events.data = n;
    return !uv_poll_start(&n->has_events, UV_READABLE, on_events);
}

static void on_unlistened(uv_handle_t *handle)
{
    net *n = handle->data;

    close(n->events);
    n->events = -1;
}

void ws_unlisten(net *n)
{
    if (n->events >= 0 && !uv_is_closing((uv_handle_t *)&n->has_events))
        uv_close((uv_handle_t *)&n->has_events, on_unlistened);
}

static void ask_whether_alive(ws *w)
{
    uint8_t ping[LWS_PRE + 1] = {0}; /* a byte: the library does not tell of an empty answer */

    w->pinged_ms = w->net->now_ms;
    if (w->fd >= 0)
        send_small(w, NET_FRAME_PING, ping + LWS_PRE, 1);
    else if (lws_write(w->wsi, ping + LWS_PRE, 1, LWS_WRITE_PING) < 0)
        kill_wsi(w);
}

static void tick(ws *w, uint64_t before_ms, uint64_t now_ms)
{
    bool is_over;

    if (w->is_heard)
        w->heard_ms = before_ms; /* or later */
    w->is_heard = false;
    if (w->session.peer.room)
        w->lonely_ms = now_ms;
    if (w->session.is_dead && !w->dead_ms)
        w->dead_ms = now_ms; /* it may still read its last words */
    is_over = (w->dead_ms && now_ms > w->dead_ms + LAST_WORDS_MS) ||
              now_ms > w->heard_ms + DEAD_MS || now_ms > w->lonely_ms + LONELY_MS;
    if (w->fd < 0 && (w->is_closing || is_over))
        kill_wsi(w);
    else if (is_over)
        end_own(w);
    else if (now_ms > w->heard_ms + PING_MS && now_ms > w->pinged_ms + PING_MS && !w->is_closing &&
             !is_partly_sent(w))
        ask_whether_alive(w);
}

void ws_tick_all(net *n, uint64_t now_ms)
{
    uint64_t before_ms = n->now_ms;

    n->now_ms = now_ms;
    for (ws *w = n->sockets, *next; w; w = next) {
        next = w->next;
        tick(w, before_ms, now_ms);
    }
    for (ws *w = n->knocking, *next; w; w = next) {
        next = w->next;
        if (now_ms > w->heard_ms + KNOCK_MS)
            end_own(w);
    }
}

void ws_stop_all(net *n)
{
    for (ws *w = n->knocking, *next; w; w = next) {
        next = w->next;
        end_own(w);
    }
    for (ws *w = n->sockets, *next; w; w = next) {
        next = w->next;
        cr_session_trouble(&w->session, CR_TROUBLE_STOPPING);
        ws_send(w);
        if (w->fd < 0)
            continue; /* ends with the library */
        /* What nobody has read is read now: closed with it, the other end would not hear the last words. */
        shutdown(w->fd, SHUT_WR);
        for (unsigned i = 0; i < LAST_READS_MAX; i++)
            if (receive_now(w->fd, n->in, NET_IN_BYTES) <= 0)
                break;
        end_own(w);
    }
}

/* ---- the library's ---- */

static int open_wsi(net *n, ws *w, struct lws *wsi)
{
    address *from = address_find_of(n, wsi);

    if (!from)
        return -1;
    memset(w, 0, sizeof *w);
    w->fd = -1;
    w->wsi = wsi;
    open_session(n, w, lws_get_socket_fd(wsi), from);
    return 0;
}

/* Long messages come in uneven pieces. */
static int receive_wsi(ws *w, const char *bytes, size_t len)
{
    size_t left = lws_remaining_packet_payload(w->wsi);
    bool is_first = lws_is_first_fragment(w->wsi), is_last = lws_is_final_fragment(w->wsi) && !left;
    unsigned why;

    if (lws_frame_is_binary(w->wsi))
        why = refuse(w, NET_CLOSE_BINARY, CR_TROUBLE_NOT_JSON);
    else if ((is_first ? 0 : w->in_len) + len + left > PROTO_MESSAGE_MAX)
        why = refuse(w, NET_CLOSE_TOO_LARGE, CR_TROUBLE_TOO_LARGE);
    else
        why = take_piece(w, bytes, len, is_first, is_last);
    if (!why)
        return 0;
    lws_close_reason(w->wsi, (enum lws_close_status)why, NULL, 0);
    return -1;
}

int ws_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len)
{
    net *n = lws_context_user(lws_get_context(wsi));
    ws *w = user;

    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return door_filter(n, wsi, true);
    case LWS_CALLBACK_ESTABLISHED:
        return open_wsi(n, w, wsi);
    case LWS_CALLBACK_RECEIVE:
        return w->is_open && !w->is_closing ? receive_wsi(w, in, len) : -1;
    case LWS_CALLBACK_RECEIVE_PONG:
        w->is_heard = true;
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        if (w->is_open && !w->is_closing)
            ws_send(w);
        return w->is_closing ? -1 : 0;
    case LWS_CALLBACK_CLOSED:
        close_session(w);
        return 0;
    default:
        return 0;
    }
}
