/* What clients send: messages and HTTP requests against a whole server without sockets. An input is lines; the first
 * character of a line says who sends it: 0 to 3 a WebSocket, G and P a request by GET or POST (path, a blank, body), C a
 * connection that closes and opens again (the number behind it), + time that passes (a number of milliseconds). In a
 * line $M is the id of a duel, $0 and $1 are the tokens of its seats, $T is its open ticket.
 *
 * Every answer is whole JSON of a known type, every request gets one reply, and a line that is answered by `trouble`
 * appends nothing to the match. */
#include "clock/clocks.h"
#include "fuzz/fuzz.h"
#include "store/stores.h"
#include "wire/wire.h"

#include <sodium.h>

enum { SESSIONS = 4, LINE_MAX_BYTES = 1 << 14 };

typedef struct {
    cr_clock_fake clock;
    cr_store *store;
    cr_lobby lobby;
    cr_wire wire;
    cr_session sessions[SESSIONS];
    cr_request request;
    unsigned n_replies;
    uint8_t tokens[CR_SEATS_MAX][CR_TOKEN], match[CR_MATCH_ID];
    cr_room *room;
    bool has_trouble;
} server;

static server *replied; /* the request has no place for it */
static cr_rng secrets;  /* in the place of the machine's: an input does the same every time */

static const char *secrets_name(void)
{
    return "fuzz";
}

static uint32_t secrets_number(void)
{
    return (uint32_t)cr_rng_u64(&secrets);
}

static void secrets_bytes(void *out, size_t len)
{
    for (size_t i = 0; i < len; i++)
        ((uint8_t *)out)[i] = (uint8_t)cr_rng_u64(&secrets);
}

static void check_line(server *s, const char *line, size_t len)
{
    char type[32];
    unsigned kind = 0;
    const char *end;

    FUZZ_MUST(!json_wrong(line, len));
    FUZZ_MUST(len > 10 && !memcmp(line, "{\"type\":\"", 9));
    end = memchr(line + 9, '"', len - 9);
    FUZZ_MUST(end && (size_t)(end - line - 9) < sizeof type);
    snprintf(type, sizeof type, "%.*s", (int)(end - line - 9), line + 9);
    while (kind < PROTO_N && (proto_messages[kind].direction != PROTO_SERVER ||
                              strcmp(proto_messages[kind].name, type)))
        kind++;
    FUZZ_MUST(kind < PROTO_N);
    s->has_trouble |= kind == MSG_trouble;
}

/* The short way of reading a move is closed by a blank in front: the long one must come to the same. */
static void check_reading(const char *text, size_t len)
{
    char *slow = malloc(len + 2);
    static proto_in in, slow_in;
    const char *field, *slow_field;
    uint32_t id, slow_id;
    cr_trouble trouble;

    FUZZ_MUST(slow);
    slow[0] = ' ';
    memcpy(slow + 1, text, len);
    trouble = proto_read(text, len, &in, &field, &id);
    /* With the blank it may be one byte too long. */
    if (len < PROTO_MESSAGE_MAX) {
        FUZZ_MUST(proto_read(slow, len + 1, &slow_in, &slow_field, &slow_id) == trouble);
        FUZZ_MUST(id == slow_id && !strcmp(field, slow_field));
        if (!trouble && in.kind == MSG_move)
            FUZZ_MUST(in.move.has == slow_in.move.has && in.move.id == slow_in.move.id &&
                      in.move.ticket == slow_in.move.ticket &&
                      !strcmp(in.move.move, slow_in.move.move));
    }
    free(slow);
}

static void drain(server *s)
{
    cr_session *session;

    while ((session = cr_wire_next_dirty(&s->wire))) {
        const char *at = (const char *)session->out + CR_OUT_FRONT, *end = at + session->out_len;

        while (session->out_len && at < end) {
            const char *stop = memchr(at, '\n', (size_t)(end - at));

            stop = stop ? stop : end;
            check_line(s, at, (size_t)(stop - at));
            at = stop + 1;
        }
        cr_session_sent(session);
        if (session->is_dead) {
            cr_session_close(session);
            cr_session_open(session, &s->wire);
        }
    }
}

static void turn(server *s)
{
    s->store->flush(s->store);
    cr_lobby_collect(&s->lobby);
    s->store->flush(s->store);
    cr_lobby_collect(&s->lobby);
    drain(s);
}

static void reply(cr_request *request, unsigned status, const char *type, const void *body,
                  size_t len)
{
    (void)request;
    replied->n_replies++;
    replied->has_trouble |= status >= 400;
    FUZZ_MUST(status >= 200 && status < 600 && type);
    if (!strcmp(type, "application/json"))
        FUZZ_MUST(!json_wrong(body, len));
}

static void made(cr_waiter *waiter, cr_room *room, cr_trouble trouble)
{
    (void)waiter;
    (void)room;
    FUZZ_MUST(!trouble);
}

static void open_server(server *s)
{
    static randombytes_implementation source = {
        .implementation_name = secrets_name, .random = secrets_number, .buf = secrets_bytes};
    cr_order order = {.game = cr_game_find("duel"), .patience = 3};
    cr_waiter waiter = {.done = made};

    memset(s, 0, sizeof *s);
    replied = s;
    cr_rng_init(&secrets, order.setup.seed, 0);
    randombytes_set_implementation(&source);
    cr_clock_fake_init(&s->clock, 1000000);
    s->store = cr_store_memory_open();
    FUZZ_MUST(s->store &&
              !cr_lobby_init(&s->lobby, &(cr_lobby_config){.store = s->store,
                                                           .clock = &s->clock.clock,
                                                           .voice = &s->wire.voice,
                                                           .grace_ms = 60000,
                                                           .close_ms = 600000,
                                                           .rooms_max = 50,
                                                           .absent_bot = "random",
                                                           .pace = CR_PACE_NORMAL,
                                                           .bot_budget_ms = 200}) &&
              !cr_wire_init(&s->wire, &s->lobby, 0));
    for (unsigned i = 0; i < SESSIONS; i++)
        cr_session_open(&s->sessions[i], &s->wire);
    cr_setup_init(order.game, &order.setup);
    cr_setup_pin(&order.setup, 1);
    order.sitters[0].kind = order.sitters[1].kind = CR_SEAT_PERSON;
    FUZZ_MUST(!cr_lobby_create(&s->lobby, &order, NULL, &waiter, s->tokens, &s->room));
    memcpy(s->match, s->room->match, CR_MATCH_ID);
    turn(s);
}

static void close_server(server *s)
{
    for (unsigned i = 0; i < SESSIONS; i++)
        cr_session_close(&s->sessions[i]);
    cr_lobby_release(&s->lobby);
    cr_wire_release(&s->wire);
    s->store->close(s->store);
}

/* The line with its $ filled in; a closing zero follows. */
static size_t fill(server *s, const uint8_t *at, const uint8_t *end, char *out, size_t cap)
{
    cr_text text = cr_text_on(out, cap);
    cr_trouble trouble;

    s->room = cr_lobby_find(&s->lobby, s->match, &trouble);
    for (; at < end; at++) {
        char name = *at == '$' && at + 1 < end ? (char)at[1] : 0;

        if (name == 'M')
            cr_text_hex(&text, s->match, CR_MATCH_ID);
        else if (name == '0' || name == '1')
            cr_text_hex(&text, s->tokens[name - '0'], CR_TOKEN);
        else if (name == 'T')
            cr_text_uint(&text, s->room ? s->room->state->q.ticket : 0);
        else
            cr_text_bytes(&text, (const char *)at, 1);
        at += name == 'M' || name == '0' || name == '1' || name == 'T';
    }
    return text.len < cap ? text.len : cap - 1;
}

/* An exact copy, so that a read behind its end is seen. */
static char *exact(const char *bytes, size_t len)
{
    char *copy = malloc(len ? len : 1);

    if (!copy)
        abort();
    memcpy(copy, bytes, len);
    return copy;
}

static void ask(server *s, const char *method, char *line, size_t len)
{
    char *blank = memchr(line, ' ', len), *body;
    size_t path = blank ? (size_t)(blank - line) : len, body_at = blank ? path + 1 : len;

    s->request = (cr_request){.method = method, .path = line, .reply = reply};
    body = exact(line + body_at, len - body_at);
    line[path] = 0;
    if (memchr(line, 0, path) == NULL) { /* a path with a zero byte does not come through HTTP */
        s->request.body = body;
        s->request.body_len = len - body_at < PROTO_BODY_MAX ? len - body_at : PROTO_BODY_MAX;
        s->n_replies = 0;
        cr_api_handle(&s->wire, &s->request);
        turn(s);
        FUZZ_MUST(s->n_replies == 1);
    }
    free(body);
}

static void run_line(server *s, const uint8_t *at, const uint8_t *end)
{
    static char line[LINE_MAX_BYTES];
    size_t len = fill(s, at + 1, end, line, sizeof line);
    uint32_t before = s->room ? s->room->number : 0;
    cr_span in = {line, line + len};
    int64_t number = 0;
    char *copy;

    s->has_trouble = false;
    switch (*at) {
    case '0':
    case '1':
    case '2':
    case '3':
        copy = exact(line, len);
        check_reading(copy, len);
        cr_session_receive(&s->sessions[*at - '0'], copy, len);
        free(copy);
        drain(s);
        /* Before anything else can happen: what is refused as a message has changed nothing. */
        FUZZ_MUST(!s->has_trouble || !s->room || s->room->number == before);
        break;
    case 'G':
        ask(s, "GET", line, len);
        break;
    case 'P':
        ask(s, "POST", line, len);
        break;
    case 'C':
        (void)cr_span_int(&in, 0, SESSIONS - 1, &number);
        cr_session_close(&s->sessions[number]);
        cr_session_open(&s->sessions[number], &s->wire);
        break;
    case '+':
        (void)cr_span_int(&in, 0, 1000000, &number);
        s->clock.at_ms += (uint64_t)number;
        cr_lobby_tick(&s->lobby);
        break;
    default:
        break;
    }
    turn(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    const uint8_t *end = data + len;
    static server s;

    open_server(&s);
    while (data < end) {
        const uint8_t *stop = memchr(data, '\n', (size_t)(end - data));

        stop = stop ? stop : end;
        if (data < stop)
            run_line(&s, data, stop);
        data = stop + 1;
    }
    close_server(&s);
    return 0;
}
