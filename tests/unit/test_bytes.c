/* What a move costs in bytes: matches of random play, the same for clients that want to be told everything and for those that
 * want changes, with blanks behind messages and without. docs/security.md and docs/performance.md have what it prints.
 *
 *     test_bytes GAME whole|changes plain|padded MATCHES
 *
 * plays just that and says how many moves it was: under callgrind the difference of two numbers of matches is what they cost
 * in instructions, from a message to the bytes for all seats. */
#include "support/cmocka_all.h"
#include "support/host.h"

#include <stdio.h>
#include <stdlib.h>

enum { MATCHES = 12, MOVES_MAX = 400, LEAST_MS = 1000, SPREAD_MS = 4000 };

/* How it was played; what everybody got, of a move, in all. */
typedef struct {
    bool wants_changes, has_words, is_padded;
    uint64_t moves, bytes;
    unsigned raised; /* marks of padding that were too small */
} count;

static void attach(host *h, unsigned seat, const count *c)
{
    char line[256], match[33], token[33];
    cr_text id = cr_text_on(match, sizeof match), secret = cr_text_on(token, sizeof token);

    cr_text_hex(&id, h->match, CR_MATCH_ID);
    cr_text_hex(&secret, h->tokens[seat], CR_TOKEN);
    snprintf(line, sizeof line, "{'type':'attach','match':'%s','token':'%s'%s%s}", match, token,
             c->wants_changes ? ",'view':'changes'" : "", c->has_words ? ",'words':true" : "");
    host_send(h, seat, line);
}

static size_t take(host *h, unsigned n_seats)
{
    size_t len = 0;

    for (unsigned seat = 0; seat < n_seats; seat++) {
        len += h->sessions[seat].out_len;
        cr_session_sent(&h->sessions[seat]);
    }
    return len;
}

/* Words of moves may have a quote in them. */
static void send_move(host *h, uint8_t seat, uint32_t id, const cr_move *move)
{
    char line[512], text[256];
    int len;

    cr_move_print(h->room->game, move, text, sizeof text);
    len = snprintf(line, sizeof line, "{\"type\":\"move\",\"id\":%u,\"ticket\":%u,\"move\":\"%s\"}",
                   id, h->room->state->q.ticket, text);
    cr_session_receive(&h->sessions[seat], line, (size_t)len);
}

static void play_match(host *h, const cr_game *game, const char *options, uint64_t seed, count *c)
{
    unsigned n_seats = game->seats_min;
    uint8_t key[32] = {(uint8_t)seed, 3};
    uint32_t ids[CR_SEATS_MAX] = {0};
    cr_rng rng;

    cr_rng_init(&rng, key, 0);
    assert_int_equal(host_create_of(h, game, &"pppppppp"[8 - n_seats], options, seed),
                     CR_TROUBLE_NONE);
    host_turn(h);
    for (unsigned seat = 0; seat < n_seats; seat++)
        attach(h, seat, c);
    host_turn(h);
    take(h, n_seats);
    for (unsigned i = 0; i < MOVES_MAX && !h->room->is_over; i++) {
        unsigned who = cr_deciders(h->room->state) & 0xFF;
        cr_move move;
        uint8_t seat;

        h->clock.at_ms += LEAST_MS + cr_rng_below(&rng, SPREAD_MS);
        cr_lobby_tick(&h->lobby);
        host_turn(h);
        if (!who)
            continue;
        seat = (uint8_t)cr_bits_nth(who, (unsigned)cr_rng_below(&rng, cr_bits_count(who)));
        if (!(cr_deciders(h->room->state) >> seat & 1) ||
            !cr_sample(game, h->room->state, seat, &rng, &move))
            continue;
        send_move(h, seat, ++ids[seat], &move);
        host_turn(h);
        c->moves++;
        c->bytes += take(h, n_seats);
    }
}

/* On one server. */
static void play_matches(const cr_game *game, const char *options, uint64_t matches, count *c)
{
    host h;

    host_open(&h, cr_store_memory_open());
    h.clock.at_ms = UINT64_C(1794906723676);
    if (c->is_padded)
        assert_int_equal(cr_wire_pad(&h.wire, padding_rows()), CR_ERR_OK);
    for (uint64_t seed = 1; seed <= matches; seed++)
        play_match(&h, game, options, seed, c);
    if (c->is_padded)
        c->raised = padding_raised(h.wire.padding);
    host_close(&h);
}

static double bytes_a_move(const cr_game *game, const char *options, count *c)
{
    play_matches(game, options, MATCHES, c);
    return (double)c->bytes / (double)c->moves;
}

typedef struct {
    double whole, changes, padding; /* bytes; the most that padding adds to any of them */
    unsigned raised;
} cost;

static cost measure(const cr_game *game, const char *options)
{
    cost found = {0};

    for (unsigned i = 0; i < 4; i++) {
        count plain = {.wants_changes = i & 1, .has_words = i & 2}, padded = plain;
        double bytes = bytes_a_move(game, options, &plain), more;

        padded.is_padded = true;
        more = bytes_a_move(game, options, &padded) / bytes - 1;
        print_message("%-15s %-10s %-7s %-6s %7.0f bytes a move, padded %7.0f (+ %.1f %%)\n",
                      game->name, options, plain.wants_changes ? "changes" : "whole",
                      plain.has_words ? "words" : "", bytes, bytes * (1 + more), 100 * more);
        if (!i)
            found.whole = bytes;
        if (i == 1)
            found.changes = bytes;
        if (more > found.padding)
            found.padding = more;
        found.raised += padded.raised;
    }
    return found;
}

/* Both promise it; what others cost is printed. */
static void changes_are_a_third_and_padding_is_a_seventh(void **unused)
{
    static const char *const held[][2] = {{"duel", ""}, {"duel", "parries=0"}, {"liap-tui", ""}};

    (void)unused;
    for (unsigned i = 0; i < CR_COUNT_OF(held); i++) {
        cost c = measure(cr_game_find(held[i][0]), held[i][1]);

        assert_true(3 * c.changes <= c.whole);
        assert_true(c.padding <= 0.15);
        assert_int_equal(c.raised, 0);
    }
}

static void others_tell_changes_in_less_than_half(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < cr_game_count(); i++) {
        const cr_game *game = cr_game_at(i);
        cost c = measure(game, "");

        assert_true(2 * c.changes < c.whole);
    }
}

/* One kind of client alone, for callgrind. */
static int play_alone(char **args)
{
    count c = {.wants_changes = !strcmp(args[1], "changes"),
               .is_padded = !strcmp(args[2], "padded")};

    play_matches(cr_game_find(args[0]), "", strtoull(args[3], NULL, 10), &c);
    printf("%llu moves, %llu bytes\n", (unsigned long long)c.moves, (unsigned long long)c.bytes);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_are_a_third_and_padding_is_a_seventh),
        cmocka_unit_test(others_tell_changes_in_less_than_half),
    };

    if (argc == 5)
        return play_alone(argv + 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
