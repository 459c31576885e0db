/* Views told as what has changed in them: over random matches of every game, with deadlines, pauses and broken
 * connections, a client that puts all changes together has the view that the referee would show it whole. */
#include "games/games.h"
#include "support/cmocka_all.h"
#include "support/host.h"
#include "support/snap.h"
#include "wire/decode.h"

#include <stdio.h>
#include <stdlib.h>

extern const cr_game cr_game_court, cr_game_stall;

enum { MATCHES = 1, STEPS = 300, VIEW_BYTES = 1 << 15 };

/* What a client knows; the last one watches. */
typedef struct {
    json_t *view;
    uint32_t n;
    size_t whole, told; /* bytes of views: as they would be, and as they came */
} watcher;

typedef struct {
    host h;
    watcher watchers[CR_SEATS_MAX + 1];
    unsigned n_watchers;
    uint32_t ids[CR_SEATS_MAX];
    cr_rng rng;
    cr_view *view;
} play;

static void attach(play *p, unsigned i, long after)
{
    char line[256], match[33], token[33];
    cr_text text = cr_text_on(match, sizeof match), secret = cr_text_on(token, sizeof token);
    cr_text out = cr_text_on(line, sizeof line);

    cr_text_hex(&text, p->h.match, CR_MATCH_ID);
    cr_text_fmt(&out, "{'type':'attach','match':'%s','view':'changes'", match);
    if (i + 1 < p->n_watchers) {
        cr_text_hex(&secret, p->h.tokens[i], CR_TOKEN);
        cr_text_fmt(&out, ",'token':'%s'", token);
    }
    if (after >= 0)
        cr_text_fmt(&out, ",'after':%ld", after);
    cr_text_str(&out, "}");
    host_send(&p->h, i, line);
}

static void take_message(watcher *w, const json_t *tree)
{
    const char *type = json_string_value(json_object_get(tree, "type"));
    json_t *view = json_object_get(tree, "view"), *changes = json_object_get(tree, "changes");
    json_int_t n = json_integer_value(json_object_get(tree, "n"));
    bool is_update = !strcmp(type, "update");

    if (!is_update && strcmp(type, "state"))
        return;
    assert_true(!is_update || n == w->n + 1);
    w->n = (uint32_t)n;
    assert_true(!view != !changes);
    if (view) {
        assert_true(!is_update || n == 1);
        json_decref(w->view);
        w->view = json_incref(view);
    } else {
        assert_non_null(w->view);
        w->told += json_dumpb(changes, NULL, 0, JSON_COMPACT);
        decode_changes(w->view, tree);
        w->whole += json_dumpb(w->view, NULL, 0, JSON_COMPACT);
    }
}

static void take(play *p, unsigned i)
{
    char *text = strdup(host_take(&p->h, i)), *rest = text;

    for (char *line; (line = strsep(&rest, "\n"));) {
        json_t *tree = *line ? json_loads(line, 0, NULL) : NULL;

        if (tree)
            take_message(&p->watchers[i], tree);
        json_decref(tree);
    }
    free(text);
}

/* What it would be shown whole. A move that a viewer is not told of changes nothing that he sees. */
static void compare(play *p, unsigned i)
{
    static char whole[VIEW_BYTES];
    const cr_room *room = p->h.room;
    uint8_t viewer = i + 1 < p->n_watchers ? (uint8_t)i : CR_SPECTATOR;
    json_t *expected, *value;
    const char *name;

    cr_see(room->game, room->state, viewer, p->view);
    assert_true(cr_view_json(room->game, p->view, whole, sizeof whole) < sizeof whole);
    expected = json_loads(whole, 0, NULL);
    json_object_foreach(expected, name, value)
    {
        if (!json_equal(value, json_object_get(p->watchers[i].view, name)))
            fail_msg("%s: %s of viewer %u is not %s", room->game->name, name, viewer,
                     json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY));
    }
    assert_int_equal(json_object_size(expected), json_object_size(p->watchers[i].view));
    json_decref(expected);
}

static void answer(play *p)
{
    const cr_room *room = p->h.room;
    unsigned deciders = cr_deciders(room->state);
    uint8_t seat;
    char text[256];
    cr_move move;

    if (!deciders)
        return;
    seat = (uint8_t)cr_bits_nth(deciders, (unsigned)cr_rng_below(&p->rng, cr_bits_count(deciders)));
    if (!cr_sample(room->game, room->state, seat, &p->rng, &move))
        return;
    cr_move_print(room->game, &move, text, sizeof text);
    host_move(&p->h, seat, ++p->ids[seat], text);
}

static void step(play *p)
{
    unsigned chance = (unsigned)cr_rng_below(&p->rng, 100);
    unsigned i = (unsigned)cr_rng_below(&p->rng, p->n_watchers);

    if (chance < 85) {
        answer(p);
    } else if (chance < 92) {
        p->h.clock.at_ms += 100 + cr_rng_below(&p->rng, 20000);
        cr_lobby_tick(&p->h.lobby);
    } else if (chance < 95) {
        host_send(&p->h, i,
                  chance & 1 ? "{'type':'pause','on':true}" : "{'type':'pause','on':false}");
    } else if (chance < 98) {
        /* The connection breaks, and what was on its way is lost: it goes on from the last update that came. */
        answer(p);
        host_turn(&p->h);
        (void)host_take(&p->h, i);
        attach(p, i, p->watchers[i].n);
    } else {
        attach(p, i, -1); /* from the state of things */
    }
    host_turn(&p->h);
}

static void play_match(const cr_game *game, unsigned n_seats, const char *options, uint64_t seed,
                       size_t *whole, size_t *told)
{
    play *p = calloc(1, sizeof *p);
    uint8_t key[32] = {(uint8_t)seed, 7};

    host_open(&p->h, cr_store_memory_open());
    assert_true(game->view_size <= p->h.lobby.before_size);
    cr_rng_init(&p->rng, key, 0);
    p->view = malloc(game->view_size);
    p->n_watchers = n_seats + 1;
    assert_int_equal(host_create_of(&p->h, game, &"pppppppp"[8 - n_seats], options, seed),
                     CR_TROUBLE_NONE);
    host_turn(&p->h);
    for (unsigned i = 0; i < p->n_watchers; i++) {
        attach(p, i, seed & 1 ? -1 : 0);
        host_turn(&p->h);
        take(p, i);
    }
    for (unsigned k = 0; k < STEPS && !p->h.room->is_over; k++) {
        step(p);
        for (unsigned i = 0; i < p->n_watchers; i++) {
            take(p, i);
            compare(p, i);
        }
    }
    for (unsigned i = 0; i < p->n_watchers; i++) {
        *whole += p->watchers[i].whole;
        *told += p->watchers[i].told;
        json_decref(p->watchers[i].view);
    }
    free(p->view);
    host_close(&p->h);
    free(p);
}

static void play_game(const cr_game *game, unsigned seats_max, const char *options)
{
    unsigned matches = getenv("CROUPIER_NIGHTLY") ? 60 * MATCHES : MATCHES;
    size_t whole = 0, told = 0;

    for (unsigned seats = game->seats_min; seats <= seats_max; seats++)
        for (uint64_t seed = 1; seed <= matches; seed++)
            play_match(game, seats, options, seed, &whole, &told);
    print_message("%-16s views %zu bytes, told in %zu: %.2f\n", game->name, whole, told,
                  (double)told / (double)whole);
    assert_true(told * 2 < whole);
}

static void changes_put_together_are_the_view(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < cr_game_count(); i++)
        play_game(cr_game_at(i), cr_game_at(i)->seats_max, "");
    play_game(cr_game_find("imposter-kings"), 2, "rules=fragments");
}

/* Among them one with open questions and secret passes. */
static void so_are_those_of_games_from_outside(void **unused)
{
    const cr_game *games[] = {snap_with(SNAP_SOUND), &cr_game_court, &cr_game_stall};

    (void)unused;
    for (size_t i = 0; i < CR_COUNT_OF(games); i++) {
        assert_true(cr_game_add(games[i], games[i]));
        play_game(games[i], games[i]->seats_max, "");
    }
}

/* Another card is picked, whose name is longer: what anybody is sent is as long as before, to the seat itself too. */
static void changes_tell_nothing_by_their_length(void **unused)
{
    size_t len[2][3];

    (void)unused;
    for (unsigned world = 0; world < 2; world++) {
        play *p = calloc(1, sizeof *p);
        char pick[2][32] = {""};

        host_open(&p->h, cr_store_memory_open());
        assert_int_equal(cr_wire_pad(&p->h.wire, padding_rows()), CR_ERR_OK);
        assert_int_equal(host_create_of(&p->h, cr_game_find("duel"), "pp", "", 5), CR_TROUBLE_NONE);
        host_turn(&p->h);
        p->n_watchers = 3;
        for (unsigned i = 0; i < 3; i++)
            attach(p, i, -1);
        host_turn(&p->h);
        for (unsigned i = 0; i < 3; i++)
            take(p, i);
        snprintf(pick[0], sizeof pick[0], "%s", host_offer(&p->h, 0, 0));
        for (unsigned at = 0; at < 13 && strlen(pick[1]) <= strlen(pick[0]); at++)
            snprintf(pick[1], sizeof pick[1], "%s", host_offer(&p->h, 0, at));
        assert_true(strlen(pick[0]) < strlen(pick[1]));
        host_move(&p->h, 0, 1, pick[world]);
        host_turn(&p->h);
        for (unsigned i = 0; i < 3; i++) {
            const char *text = host_take(&p->h, i);

            assert_has(text, "\"changes\":{");
            len[world][i] = strlen(text);
            json_decref(p->watchers[i].view);
        }
        host_close(&p->h);
        free(p);
    }
    assert_memory_equal(len[0], len[1], sizeof len[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_put_together_are_the_view),
        cmocka_unit_test(changes_tell_nothing_by_their_length),
        cmocka_unit_test(so_are_those_of_games_from_outside),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
