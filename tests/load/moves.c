/* What a move costs the server beside sockets and disk: duels are played from a message of one seat to the bytes for both, with
 * the store in memory and messages padded. Meant for callgrind, where the difference of two runs is exact:
 *
 *     moves whole|changes|none MOVES
 *
 * Prints how many bytes both seats together are told, a move. `scripts/measure moves` counts the instructions of serve() with it
 * (--toggle-collect=serve): what this program reads and writes for itself is behind that. */
#include "clock/clocks.h"
#include "store/stores.h"
#include "wire/wire.h"

#include <stdio.h>
#include <stdlib.h>

enum { MATCH_MOVES = 400 }; /* a duel has at most 520 */

static cr_store *store;
static cr_lobby lobby;
static cr_wire wire;
static cr_session sessions[2];
static char move[2][64]; /* the first that each seat is offered */
static unsigned ticket[2];
static uint64_t bytes;

static void die(const char *what)
{
    fprintf(stderr, "moves: %s\n", what);
    exit(1);
}

/* One turn of a server's loop. */
static void turn(void)
{
    store->flush(store);
    cr_lobby_collect(&lobby);
}

/* A message comes, and what follows from it is there to be sent. Not inlined: its name is what callgrind counts by. */
__attribute__((noinline)) static void serve(unsigned seat, const char *text, size_t len)
{
    cr_session_receive(&sessions[seat], text, len);
    turn();
    while (cr_wire_next_dirty(&wire))
        ;
}

static const char *behind(const char *text, const char *key)
{
    const char *at = strstr(text, key);

    return at ? at + strlen(key) : NULL;
}

/* What the seats are told: the question's ticket, and the first move that is offered. Who is told changes is told them when they
 * change. */
static void take(void)
{
    for (unsigned seat = 0; seat < 2; seat++) {
        cr_session *s = &sessions[seat];
        char text[1 << 14];
        const char *at;

        snprintf(text, sizeof text, "%.*s", (int)s->out_len, (const char *)s->out + CR_OUT_FRONT);
        bytes += s->out_len;
        cr_session_sent(s);
        if (strstr(text, "\"refused\"") || strstr(text, "\"trouble\""))
            die(text);
        if ((at = behind(text, "\"ticket\":")))
            ticket[seat] = (unsigned)strtoul(at, NULL, 10);
        if ((at = behind(text, "\"moves\":[\"")))
            snprintf(move[seat], sizeof move[seat], "%.*s", (int)strcspn(at, "\""), at);
        if ((at = behind(text, "\"moves\":[[\"pick\","))) /* where changes are told */
            snprintf(move[seat], sizeof move[seat], "pick %lu", strtoul(at, NULL, 10));
    }
}

static void nobody(cr_waiter *waiter, cr_room *room, cr_trouble trouble)
{
    (void)waiter, (void)room, (void)trouble;
}

static void begin(const char *view)
{
    cr_order order = {.game = cr_game_find("duel"),
                      .sitters = {{.kind = CR_SEAT_PERSON}, {.kind = CR_SEAT_PERSON}}};
    static cr_waiter waiter = {.done = nobody};
    uint8_t tokens[CR_SEATS_MAX][CR_TOKEN];
    char match[33], token[33], text[256];
    cr_text id = cr_text_on(match, sizeof match);
    cr_room *room;

    cr_setup_init(order.game, &order.setup);
    cr_setup_pin(&order.setup, 1);
    order.setup.n_seats = 2;
    if (cr_setup_option(order.game, &order.setup, "parries", "0") ||
        cr_setup_option(order.game, &order.setup, "target", "99") ||
        cr_lobby_create(&lobby, &order, NULL, &waiter, tokens, &room))
        die("no match");
    cr_text_hex(&id, room->match, CR_MATCH_ID);
    turn();
    turn();
    for (unsigned seat = 0; seat < 2; seat++) {
        cr_text secret = cr_text_on(token, sizeof token);

        cr_text_hex(&secret, tokens[seat], CR_TOKEN);
        snprintf(text, sizeof text,
                 "{\"type\":\"attach\",\"match\":\"%s\",\"token\":\"%s\",\"view\":%s}", match,
                 token, view);
        serve(seat, text, strlen(text));
    }
    take();
}

int main(int argc, char **argv)
{
    const char *view = argc < 2 || !strcmp(argv[1], "whole") ? "true"
                       : !strcmp(argv[1], "changes")         ? "\"changes\""
                                                             : "false";
    unsigned n = argc < 3 ? 1000 : (unsigned)atoi(argv[2]);
    cr_clock_real clock;
    uint64_t told = 0;

    cr_clock_real_init(&clock);
    store = cr_store_memory_open();
    if (!store ||
        cr_lobby_init(&lobby, &(cr_lobby_config){.store = store,
                                                 .clock = &clock.clock,
                                                 .voice = &wire.voice,
                                                 .grace_ms = 60000,
                                                 .close_ms = 600000,
                                                 .rooms_max = 100000,
                                                 .absent_bot = "random"}) ||
        cr_wire_init(&wire, &lobby, 0) || cr_wire_pad(&wire, padding_rows()))
        die("no memory");
    cr_session_open(&sessions[0], &wire);
    cr_session_open(&sessions[1], &wire);
    for (unsigned i = 0; i < n; i++) {
        char text[128];

        if (i % MATCH_MOVES == 0)
            begin(view);
        snprintf(text, sizeof text, "{\"type\":\"move\",\"id\":%u,\"ticket\":%u,\"move\":\"%s\"}",
                 i + 1, ticket[i & 1], move[i & 1]);
        bytes = 0;
        serve(i & 1, text, strlen(text));
        take();
        told += bytes;
    }
    printf("%.0f\n", (double)told / n);
    cr_session_close(&sessions[0]);
    cr_session_close(&sessions[1]);
    cr_lobby_release(&lobby);
    cr_wire_release(&wire);
    store->close(store);
    return 0;
}
