/* Lengths, number and order of what leaves the sessions: docs/security.md says what they must not tell. */
#include "support/cmocka_all.h"
#include "apps/line.h"
#include "support/host.h"
#include "support/snap.h"

#include <stdio.h>
#include <stdlib.h>

static const padding_row no_rows[] = {{0}};

/* ---- marks ---- */

static void a_message_is_as_long_as_its_mark(void **unused)
{
    static const padding_row rows[] = {
        {"duel", NULL, "pick", 1, 3, 0, 0, 160}, {"duel", NULL, "pick", 1, 13, 0, 0, 320}, {0}};
    const cr_game *game = cr_game_find("duel");
    padding *p = padding_new(rows);
    cr_state *s = calloc(1, game->state_size);
    cr_setup setup;
    padding_veil veil = {.marks = padding_of(p, game), .variant = 3};

    (void)unused;
    cr_setup_init(game, &setup);
    assert_int_equal(cr_setup_option(game, &setup, "cards", "3"), CR_ERR_OK);
    assert_int_equal(cr_start(game, s, &setup, NULL), CR_ERR_OK);
    for (veil.secret = -5; veil.secret <= 160; veil.secret++)
        assert_int_equal(padding_length(&veil, s, 0, (size_t)(1000 + veil.secret)), 1160);
    assert_int_equal(padding_raised(p), 0);
    veil.secret = 161; /* beyond the mark: from now on there is room for it */
    assert_int_equal(padding_length(&veil, s, 0, 1161), 1164);
    veil.secret = 7;
    assert_int_equal(padding_length(&veil, s, 0, 1007), 1164);
    assert_int_equal(padding_raised(p), 1);
    padding_begin(&veil);
    padding_number(&veil, 7);
    padding_number(&veil, 12345);
    assert_int_equal(padding_length(&veil, s, 0, 1000), 1000 + 3 + 164);
    free(s);
    padding_free(p);
}

/* ---- sessions ---- */

/* The same match on a server that pads and on one that does not. */
static void open_twice(host *plain, host *padded)
{
    host *both[] = {plain, padded};

    for (unsigned i = 0; i < 2; i++) {
        host *h = both[i];

        host_open(h, cr_store_memory_open());
        assert_int_equal(host_create_of(h, cr_game_find("duel"), "pp", "parries=0", 5),
                         CR_TROUBLE_NONE);
        host_turn(h);
        if (h == padded)
            assert_int_equal(cr_wire_pad(&h->wire, padding_rows()), CR_ERR_OK);
        for (unsigned seat = 0; seat < 2; seat++)
            host_attach(h, seat, (int)seat, -1);
        host_attach(h, 2, -1, -1);
        host_turn(h);
    }
}

static size_t take_blanks(char *text)
{
    size_t len = strlen(text), n = 0, to = 0;

    for (size_t i = 0; i < len; i++) {
        size_t end = i;

        while (text[end] == ' ')
            end++;
        if (end > i && (text[end] == '\n' || !text[end])) {
            n += end - i;
            i = end - 1;
        } else {
            text[to++] = text[i];
        }
    }
    text[to] = 0;
    return n;
}

static void blanks_behind_messages_are_all_that_padding_adds(void **unused)
{
    static char plain_text[1 << 16], padded_text[1 << 16];
    host plain, padded;
    size_t n_blanks = 0;

    (void)unused;
    open_twice(&plain, &padded);
    for (uint32_t id = 1; id < 6; id++) {
        for (unsigned i = 0; i < 3; i++) {
            snprintf(plain_text, sizeof plain_text, "%s", host_take(&plain, i));
            snprintf(padded_text, sizeof padded_text, "%s", host_take(&padded, i));
            if (i < 2)
                n_blanks += take_blanks(padded_text);
            if (id > 1) /* attached has the id of the match */
                assert_string_equal(plain_text, padded_text);
        }
        for (unsigned seat = 0; seat < 2; seat++) {
            host_move(&plain, seat, id, host_offer(&plain, (uint8_t)seat, 0));
            host_move(&padded, seat, id, host_offer(&padded, (uint8_t)seat, 0));
            host_turn(&plain);
            host_turn(&padded);
        }
    }
    assert_true(n_blanks > 0);
    host_close(&plain);
    host_close(&padded);
}

static void open_snap(host *h)
{
    host_open(h, cr_store_memory_open());
    assert_int_equal(cr_wire_pad(&h->wire, no_rows), CR_ERR_OK);
    assert_int_equal(host_create_of(h, snap_with(SNAP_SOUND), "ppp", "time=1000", 1),
                     CR_TROUBLE_NONE);
    host_turn(h);
    for (unsigned i = 0; i < 4; i++)
        host_attach(h, i, i < 3 ? (int)i : -1, -1);
    host_turn(h);
    for (unsigned i = 0; i < 4; i++)
        host_take(h, i);
}

static size_t line_length(const char *text)
{
    return strcspn(text, "\n");
}

static void a_pass_and_a_reaction_are_acknowledged_alike(void **unused)
{
    size_t len[2];

    (void)unused;
    for (unsigned i = 0; i < 2; i++) {
        const snap_state *s;
        uint8_t seat = 0;
        const char *text;
        host h;

        open_snap(&h);
        s = (const snap_state *)h.room->state;
        while (s->hand[seat] <= s->middle)
            assert_true(++seat < 3);
        host_move(&h, seat, 7, i ? "snap" : "pass");
        host_turn(&h);
        text = host_take(&h, seat);
        assert_has(text, "\"type\":\"ack\"");
        assert_has(text, "\"type\":\"update\""); /* in one frame with it, both times */
        len[i] = line_length(text);
        host_close(&h);
    }
    assert_int_equal(len[0], len[1]);
}

/* What comes out of one move, in the order in which net is given it. */
static unsigned take_order(host *h, uint8_t order[HOST_SESSIONS], size_t len[HOST_SESSIONS])
{
    unsigned n = 0;
    cr_session *s;

    while ((s = cr_wire_next_dirty(&h->wire))) {
        order[n] = (uint8_t)(s - h->sessions);
        len[n++] = s->out_len;
        cr_session_sent(s);
    }
    return n;
}

static void what_a_move_causes_leaves_together_and_in_the_same_order(void **unused)
{
    uint8_t order[3][HOST_SESSIONS];
    size_t len[3][HOST_SESSIONS];

    (void)unused;
    for (unsigned i = 0; i < 2; i++) {
        char pick[2][32] = {""};
        host h;

        host_open(&h, cr_store_memory_open());
        assert_int_equal(cr_wire_pad(&h.wire, padding_rows()), CR_ERR_OK);
        assert_int_equal(host_create_of(&h, cr_game_find("duel"), "pp", "", 5), CR_TROUBLE_NONE);
        host_turn(&h);
        for (unsigned seat = 0; seat < 3; seat++)
            host_attach(&h, seat, seat < 2 ? (int)seat : -1, -1);
        host_turn(&h);
        take_order(&h, order[2], len[2]);
        /* Another card is picked: who does not see it sees no difference in what anybody gets. */
        snprintf(pick[0], sizeof pick[0], "%s", host_offer(&h, 0, 0));
        for (unsigned at = 0; at < 13 && strlen(pick[1]) <= strlen(pick[0]); at++)
            snprintf(pick[1], sizeof pick[1], "%s", host_offer(&h, 0, at));
        assert_true(strlen(pick[0]) < strlen(pick[1]));
        host_move(&h, 0, 1, pick[i]);
        assert_null(h.wire.dirty); /* nobody hears of it before it is on disk */
        host_turn(&h);
        assert_int_equal(take_order(&h, order[i], len[i]), 3);
        assert_null(h.wire.dirty);
        host_turn(&h);
        assert_null(h.wire.dirty); /* and nothing follows by itself */
        host_close(&h);
    }
    assert_memory_equal(order[0], order[1], 3);
    assert_memory_equal(len[0], len[1], 3 * sizeof len[0][0]);
}

static void refusals_come_in_steps(void **unused)
{
    host h;

    (void)unused;
    host_open(&h, cr_store_memory_open());
    assert_int_equal(cr_wire_pad(&h.wire, padding_rows()), CR_ERR_OK);
    assert_int_equal(host_create_of(&h, cr_game_find("duel"), "pp", "", 5), CR_TROUBLE_NONE);
    host_turn(&h);
    host_attach(&h, 0, 0, -1);
    host_turn(&h);
    host_take(&h, 0);
    for (uint32_t id = 1; id < 4; id++) {
        static const char *const wrong[] = {"pick 99", "parry", "anything else"};
        const char *text;

        host_move(&h, 0, id, wrong[id - 1]);
        text = host_take(&h, 0);
        assert_has(text, "\"type\":\"refused\"");
        assert_int_equal(strlen(text) % 1024, 0);
    }
    host_close(&h);
}

/* ---- pairs of worlds ---- */

/* A server that tells by the length of a frame what somebody holds. */
static size_t leaky_frame(cr_verify_line *line, const cr_state *before, const cr_state *state,
                          uint8_t viewer, const cr_event *events, size_t n)
{
    size_t len = session_line.frame(line, before, state, viewer, events, n);

    return viewer < SNAP_SEATS ? len + ((const snap_state *)state)->hand[viewer] % 2 : len;
}

static cr_verify_line *open_leaky(const cr_game *game, unsigned kind)
{
    cr_verify_line *line = session_line.open(game, kind);

    if (line)
        line->frame = leaky_frame;
    return line;
}

static void compare(const cr_verify_line *line, cr_verify *v)
{
    const cr_game *game = snap_with(SNAP_SOUND);
    cr_laws_plan plan;

    assert_int_equal(cr_verify_init(v, game), CR_ERR_OK);
    cr_laws_init(&plan, game);
    plan.threads = 1;
    assert_int_equal(cr_verify_frames(v, &plan, 20000, line, NULL), CR_ERR_OK);
}

static void frames_do_not_tell_secret_passes_or_hands(void **unused)
{
    cr_verify v;

    (void)unused;
    compare(&session_line, &v);
    assert_string_equal(v.fault[3].what, "");
    assert_true(v.frames.pairs >= 20000);
    cr_verify_release(&v);
}

static void a_length_that_tells_a_hand_is_found(void **unused)
{
    cr_verify_line leaky = session_line;
    cr_verify v;

    (void)unused;
    leaky.open = open_leaky;
    compare(&leaky, &v);
    assert_has(v.fault[3].what, "in a world that looks the same to");
    cr_verify_release(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_is_as_long_as_its_mark),
        cmocka_unit_test(blanks_behind_messages_are_all_that_padding_adds),
        cmocka_unit_test(a_pass_and_a_reaction_are_acknowledged_alike),
        cmocka_unit_test(what_a_move_causes_leaves_together_and_in_the_same_order),
        cmocka_unit_test(refusals_come_in_steps),
        cmocka_unit_test(frames_do_not_tell_secret_passes_or_hands),
        cmocka_unit_test(a_length_that_tells_a_hand_is_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
