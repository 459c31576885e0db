#include "support/host.h"

#include "support/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void told(cr_waiter *waiter, cr_room *room, cr_trouble trouble)
{
    host *h = (host *)((char *)waiter - offsetof(host, waiter));

    (void)room;
    h->told = trouble;
    h->is_told = true;
}

void host_open(host *h, cr_store *store)
{
    memset(h, 0, sizeof *h);
    cr_clock_fake_init(&h->clock, 1000000);
    h->store = store;
    h->waiter.done = told;
    if (cr_lobby_init(&h->lobby, &(cr_lobby_config){.store = store,
                                                    .clock = &h->clock.clock,
                                                    .voice = &h->wire.voice,
                                                    .grace_ms = 60000,
                                                    .close_ms = 600000,
                                                    .rooms_max = 1000,
                                                    .absent_bot = "random"}) ||
        cr_wire_init(&h->wire, &h->lobby, 0))
        abort();
    cr_rng_init(&h->lobby.rng, (const uint8_t[32]){1},
                0); /* bots make the same choices in every run */
    for (unsigned i = 0; i < HOST_SESSIONS; i++)
        cr_session_open(&h->sessions[i], &h->wire);
}

void host_close(host *h)
{
    size_t bytes = 0;

    for (const cr_room *room = h->lobby.newest; room; room = room->list_next)
        bytes += cr_room_bytes(room);
    if (bytes != h->lobby.room_bytes)
        abort(); /* the count is wrong */
    for (unsigned i = 0; i < HOST_SESSIONS; i++)
        cr_session_close(&h->sessions[i]);
    cr_lobby_release(&h->lobby);
    cr_wire_release(&h->wire);
    h->store->close(h->store);
}

cr_trouble host_create(host *h, const char *game, const char *seats, const char *options)
{
    return host_create_of(h, cr_game_find(game), seats, options, 1);
}

cr_trouble host_create_of(host *h, const cr_game *game, const char *seats, const char *options,
                          uint64_t seed)
{
    cr_order order = {.game = game, .patience = 3};
    cr_span in = cr_span_of(options);
    cr_trouble trouble;

    cr_setup_init(order.game, &order.setup);
    cr_setup_pin(&order.setup, seed);
    order.setup.n_seats = (uint8_t)strlen(seats);
    while (!cr_span_is_empty(&in)) {
        cr_span word = cr_span_word(&in);
        char text[64], *sign;

        snprintf(text, sizeof text, "%.*s", (int)(word.end - word.at), word.at);
        sign = strchr(text, '=');
        *sign = 0;
        if (cr_setup_option(order.game, &order.setup, text, sign + 1))
            abort();
    }
    for (unsigned i = 0; seats[i]; i++) {
        order.sitters[i].kind = seats[i] == 'p'   ? CR_SEAT_PERSON
                                : seats[i] == 'b' ? CR_SEAT_BOT
                                                  : CR_SEAT_OPEN;
        if (seats[i] == 'b')
            order.sitters[i].bot = cr_bot_find("random", order.game);
        snprintf(order.sitters[i].name, sizeof order.sitters[i].name, "P%u", i);
    }
    h->is_told = false;
    trouble = cr_lobby_create(&h->lobby, &order, NULL, &h->waiter, h->tokens, &h->room);
    if (!trouble)
        memcpy(h->match, h->room->match, CR_MATCH_ID);
    return trouble;
}

void host_turn(host *h)
{
    cr_store_stats stats;

    do {
        h->store->flush(h->store);
        cr_lobby_collect(&h->lobby);
        h->store->stats(h->store, &stats);
        if (stats.waiting)
            usleep(100);
    } while (stats.waiting);
    cr_lobby_collect(&h->lobby);
}

void host_send(host *h, unsigned i, const char *line)
{
    char text[8192];
    size_t len = strlen(line);

    if (len >= sizeof text)
        abort();
    for (size_t k = 0; k <= len; k++)
        text[k] = line[k] == '\'' ? '"' : line[k];
    cr_session_receive(&h->sessions[i], text, len);
}

void host_attach(host *h, unsigned i, int seat, long after)
{
    char line[256], match[33], token[33];
    cr_text text = cr_text_on(match, sizeof match), secret = cr_text_on(token, sizeof token);
    cr_text out = cr_text_on(line, sizeof line);

    cr_text_hex(&text, h->match, CR_MATCH_ID);
    cr_text_fmt(&out, "{'type':'attach','match':'%s'", match);
    if (seat >= 0) {
        cr_text_hex(&secret, h->tokens[seat], CR_TOKEN);
        cr_text_fmt(&out, ",'token':'%s'", token);
    }
    if (after >= 0)
        cr_text_fmt(&out, ",'after':%ld", after);
    cr_text_str(&out, "}");
    host_send(h, i, line);
}

const char *host_take(host *h, unsigned i)
{
    static char text[1 << 20];
    cr_session *s = &h->sessions[i];

    snprintf(text, sizeof text, "%.*s", (int)s->out_len,
             s->out ? (const char *)s->out + CR_OUT_FRONT : "");
    cr_session_sent(s);
    return text;
}

void host_move(host *h, unsigned i, uint32_t id, const char *move)
{
    char line[512];

    snprintf(line, sizeof line, "{'type':'move','id':%u,'ticket':%u,'move':'%s'}", id,
             h->room->state->q.ticket, move);
    host_send(h, i, line);
}

void host_open_duel(host *h, cr_store *store, const char *options)
{
    host_open(h, store);
    assert_int_equal(host_create(h, "duel", "pp", options), CR_TROUBLE_NONE);
    host_turn(h);
    assert_true(h->is_told && !h->told);
    for (unsigned seat = 0; seat < 2; seat++)
        host_attach(h, seat, (int)seat, -1);
    for (unsigned seat = 0; seat < 2; seat++)
        host_take(h, seat);
}

const char *host_offer(host *h, uint8_t seat, unsigned i)
{
    static char text[64];
    cr_move moves[64];
    size_t n = cr_offers_list(h->room->game, h->room->state, seat, moves, 64, NULL);

    assert_true(n > 0);
    cr_move_print(h->room->game, &moves[i % n], text, sizeof text);
    return text;
}

void assert_has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no '%s' in: %s", part, text);
}

void assert_lacks(const char *text, const char *part)
{
    if (strstr(text, part))
        fail_msg("'%s' in: %s", part, text);
}
