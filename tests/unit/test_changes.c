/* Updates that tell what has changed: over random matches of every game, with deadlines, pauses and broken connections, a
 * client that puts all changes together has the view, the question and the offers that the referee would tell it whole,
 * and has counted all events. */
#include "games/games.h"
#include "support/cmocka_all.h"
#include "support/host.h"
#include "support/snap.h"
#include "wire/decode.h"
#include "wire/encode.h"

#include <stdio.h>
#include <stdlib.h>

extern const cr_game cr_game_court, cr_game_stall;

enum {
    STEPS = 300,
    WHOLE_BYTES = 1 << 16,
    ONLOOKER = HOST_SESSIONS - 1 /* a session that watches and is told everything */
};

/* What a client knows; the last one watches. */
typedef struct {
    json_t *view, *question, *offers; /* question, offers: or NULL */
    json_t *events;                   /* without their numbers, since they were compared */
    uint32_t n, seq;
    size_t whole, told; /* bytes of views: as they would be, and as they came */
} watcher;

typedef struct {
    host h;
    watcher watchers[HOST_SESSIONS];
    unsigned n_watchers;
    uint32_t ids[CR_SEATS_MAX];
    cr_rng rng;
    bool has_words;
    cr_view *view;
} play;

/* ---- the short way beside the long one ---- */

/* Where several are told of a move, what they are told alike is written once. Every update of the matches below is written
 * alone as well, padded and not, and must be the same bytes. */
static void (*write_update)(cr_voice *voice, cr_peer *peer, const cr_update *update);
static padding *marks;
static unsigned n_shared;

static char *written(cr_voice *voice, cr_peer *peer, const cr_update *update, uint64_t moment)
{
    cr_session *s = (cr_session *)peer;
    cr_update one = *update;
    uint32_t from = s->out_len;
    char *text;

    one.moment = moment;
    write_update(voice, peer, &one);
    text = strndup((const char *)s->out + CR_OUT_FRONT + from, s->out_len - from);
    s->out_len = from;
    return text;
}

static void emit_both_ways(cr_voice *voice, cr_peer *peer, const cr_update *update)
{
    cr_wire *wire = ((cr_session *)peer)->wire;

    for (unsigned is_padded = 0; is_padded < 2; is_padded++) {
        char *alone, *shared;

        wire->padding = is_padded ? marks : NULL;
        alone = written(voice, peer, update, 0);
        shared = written(voice, peer, update, update->moment);
        assert_string_equal(shared, alone);
        free(shared);
        free(alone);
    }
    n_shared += update->moment != 0;
    wire->padding = NULL;
    write_update(voice, peer, update);
}

static void compare_both_ways(play *p)
{
    assert_int_equal(cr_wire_pad(&p->h.wire, padding_rows()), CR_ERR_OK);
    marks = p->h.wire.padding;
    p->h.wire.padding = NULL;
    write_update = p->h.wire.voice.emit_update;
    p->h.wire.voice.emit_update = emit_both_ways;
}

static void attach(play *p, unsigned i, long after)
{
    char line[256], match[33], token[33];
    cr_text text = cr_text_on(match, sizeof match), secret = cr_text_on(token, sizeof token);
    cr_text out = cr_text_on(line, sizeof line);

    cr_text_hex(&text, p->h.match, CR_MATCH_ID);
    cr_text_fmt(&out, "{'type':'attach','match':'%s','view':%s", match,
                i == ONLOOKER ? "true" : "'changes'");
    if (i + 1 < p->n_watchers) {
        cr_text_hex(&secret, p->h.tokens[i], CR_TOKEN);
        cr_text_fmt(&out, ",'token':'%s'", token);
    }
    if (after >= 0)
        cr_text_fmt(&out, ",'after':%ld", after);
    if (p->has_words)
        cr_text_str(&out, ",'words':true");
    cr_text_str(&out, "}");
    host_send(&p->h, i, line);
}

/* ---- what a client makes of it: docs/protocol.md, "Changes" ---- */

static json_int_t number(const json_t *tree, const char *name)
{
    return json_integer_value(json_object_get(tree, name));
}

static json_t *list_of(unsigned bits)
{
    json_t *list = json_array();

    for (; bits; bits &= bits - 1)
        json_array_append_new(list, json_integer((json_int_t)cr_bits_first(bits)));
    return list;
}

/* Who is asked now: in turn, the first from `first` on, players before others. */
static unsigned deciders(const json_t *asked)
{
    unsigned open = (unsigned)number(asked, "open"), first = (unsigned)number(asked, "first");
    unsigned from = (open & 0xFF) >> first << first;

    if (strcmp(json_string_value(json_object_get(asked, "form")), "turn") != 0)
        return open;
    return 1u << cr_bits_first(from ? from : open);
}

/* The question, out of a view, with these words or NULL. */
static json_t *question_in(const json_t *view, json_t *says)
{
    const json_t *asked = json_object_get(view, "asked");
    const char *viewer = json_string_value(json_object_get(view, "viewer"));
    bool is_paused = number(view, "paused"), is_seat = *viewer >= '0' && *viewer <= '9';
    json_t *q = json_object();
    unsigned open;

    if (!number(asked, "open")) {
        json_decref(q);
        return NULL;
    }
    open = deciders(asked);
    json_object_set(q, "ticket", json_object_get(asked, "ticket"));
    json_object_set(q, "asks", json_object_get(asked, "question"));
    json_object_set(q, "form", json_object_get(asked, "form"));
    json_object_set_new(q, "seats", list_of((unsigned)number(asked, "seats")));
    json_object_set_new(q, "open", list_of(open));
    if (number(asked, "budget"))
        json_object_set(q, is_paused ? "left" : "until", json_object_get(asked, "until"));
    if (is_paused)
        json_object_set_new(q, "paused", json_true());
    json_object_set_new(q, "mine", json_boolean(is_seat && open >> (*viewer - '0') & 1));
    if (says)
        json_object_set(q, "says", says);
    return q;
}

/* Moves one by one out of their groups. */
static json_t *spread(const json_t *groups)
{
    const json_t *group, *rest;
    json_t *moves = json_array();
    size_t i, k;

    json_array_foreach(groups, i, group)
    {
        const char *word = json_string_value(json_array_get(group, 0));

        if (json_array_size(group) == 1)
            json_array_append_new(moves, json_string(word));
        for (k = 1; k < json_array_size(group); k++) {
            rest = json_array_get(group, k);
            json_array_append_new(moves,
                                  json_is_integer(rest)
                                      ? json_sprintf("%s %d", word, (int)json_integer_value(rest))
                                      : json_sprintf("%s %s", word, json_string_value(rest)));
        }
    }
    return moves;
}

static void release(watcher *w)
{
    json_decref(w->view);
    json_decref(w->question);
    json_decref(w->offers);
    json_decref(w->events);
}

static void set(json_t **at, json_t *to)
{
    json_decref(*at);
    *at = to;
}

/* Question and offers behind an update that told changes. */
static void take_changes(watcher *w, const json_t *tree)
{
    json_t *says = json_object_get(tree, "says"), *offers = json_object_get(tree, "offers");
    const json_t *groups = json_object_get(tree, "moves");

    assert_null(json_object_get(tree, "question"));
    set(&w->question, question_in(w->view, says ? says : json_object_get(w->question, "says")));
    if (!json_is_true(json_object_get(w->question, "mine")))
        set(&w->offers, NULL);
    else if (offers || groups)
        set(&w->offers, offers ? json_deep_copy(offers) : json_object());
    if (groups)
        json_object_set_new(w->offers, "moves", spread(groups));
}

/* Events are counted: those of changes have no number of their own. */
static void take_events(watcher *w, const json_t *tree)
{
    json_t *events = decode_news(tree), *event;
    size_t i;

    json_array_foreach(events, i, event)
    {
        w->seq++;
        assert_int_equal(json_object_get(tree, "changes") ? w->seq : number(event, "seq"), w->seq);
        json_array_append_new(w->events, json_deep_copy(event));
        json_object_del(json_array_get(w->events, json_array_size(w->events) - 1), "seq");
    }
    json_decref(events);
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
    if (!is_update)
        w->seq = (uint32_t)number(tree, "seq");
    if (view) {
        set(&w->view, json_incref(view));
        set(&w->question, json_incref(json_object_get(tree, "question")));
        set(&w->offers, json_incref(json_object_get(tree, "offers")));
    } else {
        assert_non_null(w->view);
        w->told += json_dumpb(changes, NULL, 0, JSON_COMPACT);
        decode_changes(w->view, tree);
        w->whole += json_dumpb(w->view, NULL, 0, JSON_COMPACT);
        take_changes(w, tree);
    }
    take_events(w, tree);
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

/* ---- and what it would be told whole ---- */

static void compare_view(play *p, unsigned i, uint8_t viewer)
{
    static char whole[WHOLE_BYTES];
    const cr_room *room = p->h.room;
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

/* A part of the message, as it would be, and as it was put together. */
static void compare_part(const encode_scene *scene, const char *name,
                         void (*encode)(cr_json *, const void *), bool is_there,
                         const json_t *found)
{
    static char whole[WHOLE_BYTES];
    cr_text text = cr_text_on(whole, sizeof whole);
    cr_json json = cr_json_on(&text);
    json_t *expected;

    if (!is_there) {
        assert_null(found);
        return;
    }
    encode(&json, scene);
    assert_false(cr_text_is_full(&text));
    expected = json_loads(whole, 0, NULL);
    if (!found || !json_equal(expected, found))
        fail_msg("%s: %s of viewer %u is %s, not %s", scene->room->game->name, name, scene->viewer,
                 found ? json_dumps(found, JSON_COMPACT) : "not there", whole);
    json_decref(expected);
}

/* A move that a viewer is not told of changes nothing that he sees. */
static void compare(play *p, unsigned i)
{
    const cr_room *room = p->h.room;
    const watcher *w = &p->watchers[i];
    uint8_t viewer = i + 1 < p->n_watchers ? (uint8_t)i : CR_SPECTATOR;
    encode_scene scene = {.room = room,
                          .state = room->state,
                          .view = p->view,
                          .viewer = viewer,
                          .reader = viewer,
                          .has_words = p->has_words};

    compare_view(p, i, viewer);
    compare_part(&scene, "question", encode_question, room->state->q.open, w->question);
    compare_part(&scene, "offers", encode_offers, encode_is_asked(&scene), w->offers);
    assert_int_equal(w->seq, p->h.sessions[i].peer.seq);
}

/* Who watches is told the same events, whole or as news. */
static void compare_events(play *p)
{
    json_t *news = p->watchers[p->n_watchers - 1].events, *events = p->watchers[ONLOOKER].events;

    if (!json_equal(news, events))
        fail_msg("%s: events are %s, not %s", p->h.room->game->name, json_dumps(news, JSON_COMPACT),
                 json_dumps(events, JSON_COMPACT));
    json_array_clear(news);
    json_array_clear(events);
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
    compare_both_ways(p);
    cr_rng_init(&p->rng, key, 0);
    p->view = malloc(game->view_size);
    p->n_watchers = n_seats + 1;
    p->has_words = seed & 2;
    assert_int_equal(host_create_of(&p->h, game, &"pppppppp"[8 - n_seats], options, seed),
                     CR_TROUBLE_NONE);
    host_turn(&p->h);
    assert_true(p->n_watchers <= ONLOOKER);
    for (unsigned i = 0; i < HOST_SESSIONS; i++) {
        p->watchers[i].events = json_array();
        if (i >= p->n_watchers && i != ONLOOKER)
            continue;
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
        take(p, ONLOOKER);
        compare_events(p);
    }
    for (unsigned i = 0; i < p->n_watchers; i++) {
        *whole += p->watchers[i].whole;
        *told += p->watchers[i].told;
    }
    for (unsigned i = 0; i < HOST_SESSIONS; i++)
        release(&p->watchers[i]);
    free(p->view);
    assert_true(n_shared > 0);
    padding_free(marks);
    host_close(&p->h);
    free(p);
}

/* For each number of seats; `make check` asks for more. */
static unsigned matches_each(void)
{
    const char *text = getenv("CROUPIER_CHANGES");

    return getenv("CROUPIER_NIGHTLY") ? 60 : text ? (unsigned)strtoul(text, NULL, 10) : 1;
}

static void play_game(const cr_game *game, unsigned seats_max, const char *options)
{
    unsigned matches = matches_each();
    size_t whole = 0, told = 0;

    for (unsigned seats = game->seats_min; seats <= seats_max; seats++)
        for (uint64_t seed = 1; seed <= matches; seed++)
            play_match(game, seats, options, seed, &whole, &told);
    print_message("%-16s views %zu bytes, told in %zu: %.2f\n", game->name, whole, told,
                  (double)told / (double)whole);
    assert_true(told * 2 < whole);
}

static void changes_put_together_are_everything(void **unused)
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
            release(&p->watchers[i]);
        }
        host_close(&p->h);
        free(p);
    }
    assert_memory_equal(len[0], len[1], sizeof len[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_put_together_are_everything),
        cmocka_unit_test(changes_tell_nothing_by_their_length),
        cmocka_unit_test(so_are_those_of_games_from_outside),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
