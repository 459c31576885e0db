/* Whole matches: a record becomes a case and the same record again, and the template of every game holds. */
#include "support/cmocka_all.h"
#include "support/case_text.h"
#include "ai/arena.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    cr_log log;
    const cr_game *game;
    uint8_t *bytes;
    size_t len, cap;
    uint32_t n;
} tape;

static void tape_move(cr_log *log, const cr_move *move, uint64_t at_ms, const cr_state *state)
{
    tape *t = (tape *)log;
    cr_record_entry entry = {
        .number = ++t->n, .at_ms = at_ms, .hash = cr_state_hash(t->game, state), .move = *move};

    assert_true(t->len + CR_RECORD_ENTRY <= t->cap);
    cr_record_entry_write(&entry, t->bytes + t->len);
    t->len += CR_RECORD_ENTRY;
}

/* A random match with silent seats, late defaults and pauses, on a clock that jumps. */
static tape random_match(const cr_game *game, uint64_t number)
{
    static const uint8_t match_id[16] = {1, 2, 3};
    tape t = {.log = {tape_move}, .game = game, .cap = 1 << 20};
    cr_state *state = calloc(1, cr_state_size(game));
    cr_setup setup;
    uint64_t now;
    cr_rng rng;

    t.bytes = malloc(t.cap);
    assert_non_null(t.bytes);
    assert_non_null(state);
    cr_setup_init(game, &setup);
    cr_setup_pin(&setup, number);
    setup.is_pinned = number & 1;
    setup.start_ms = 500 * (number % 3);
    if (number % 2)
        (void)!cr_setup_option(game, &setup, "time", "5000");
    t.len = cr_record_head_write(game, &setup, match_id, t.bytes);
    cr_rng_init(&rng, setup.seed, 9);
    assert_int_equal(cr_start(game, state, &setup, NULL), CR_ERR_OK);
    now = setup.start_ms;
    while (!cr_is_over(state) && t.n < 400) {
        uint16_t who = cr_deciders(state);
        uint8_t seat = (uint8_t)cr_bits_nth(who, cr_rng_below(&rng, cr_bits_count(who)));
        uint32_t what = cr_rng_below(&rng, 12);
        cr_move move;

        if (cr_rng_below(&rng, 3) == 0)
            now += cr_rng_below(&rng, 9000);
        /* A host that plays defaults late, and out of the clock's order, must come through too. Once it is late
         * with one seat, the deadline of the others lies behind as well. */
        if (what == 1 || cr_due(state) <= cr_now(state) ||
            !cr_sample(game, state, seat, &rng, &move))
            move = cr_idle_move(state, seat);
        else if (what == 2)
            move = cr_paused(state) ? cr_resume_move(state, 3) : cr_pause_move(state, 3);
        if (move.kind != CR_IDLE)
            cr_run_clock(game, state, now, NULL, &t.log);
        if (move.ticket == cr_asked_now(state)->ticket &&
            !cr_play(game, state, &move, now, NULL).code)
            tape_move(&t.log, &move, now, state);
    }
    free(state);
    return t;
}

static void a_match_becomes_a_case_and_a_record_again(void **unused)
{
    bool has_at = false, has_stamp = false, has_pause = false;

    (void)unused;
    for (size_t g = 0; g < cr_game_count(); g++)
        for (uint64_t i = 0; i < 40; i++) {
            tape t = random_match(cr_game_at(g), i);
            size_t len = 0, n_bytes = 0;
            cr_case_error why;
            char *text = cr_cases_from_record(t.bytes, t.len, "a match", &len, &why);
            cr_case_file *file;
            uint8_t *bytes;

            if (!text)
                fail_msg("%s, match %u: entry %u: %s", cr_game_at(g)->name, (unsigned)i, why.line,
                         why.text);
            has_at |= strstr(text, "\n  at ") != NULL;
            has_stamp |= strstr(text, "\n  stamp ") != NULL;
            has_pause |= strstr(text, "\n  host pause ") != NULL;
            file = cr_cases_read("t.case", text, len, &why);
            if (!file)
                fail_msg("line %u: %s", why.line, why.text);
            bytes = cr_cases_to_record(file, 0, &n_bytes, &why);
            if (!bytes)
                fail_msg("line %u: %s\n%s", why.line, why.text, text);
            assert_int_equal(n_bytes, t.len);
            assert_memory_equal(bytes, t.bytes, n_bytes);
            free(bytes);
            cr_cases_free(file);
            free(text);
            free(t.bytes);
        }
    assert_true(has_at);
    assert_true(has_stamp);
    assert_true(has_pause);
}

static void a_record_that_does_not_replay_is_refused(void **unused)
{
    tape t = random_match(cr_game_find("duel"), 1);
    cr_case_error why;
    size_t len;

    (void)unused;
    assert_null(cr_cases_from_record(t.bytes, 10, "x", &len, &why));
    assert_null(cr_cases_from_record(t.bytes, t.len - 1, "x", &len, &why));
    assert_int_equal(why.line, t.n);
    t.bytes[t.len - CR_RECORD_ENTRY - 3] ^= 1;
    assert_null(cr_cases_from_record(t.bytes, t.len, "x", &len, &why));
    assert_int_equal(why.line, t.n - 1);
    free(t.bytes);
}

static void only_a_case_from_a_seed_that_holds_has_a_record(void **unused)
{
    static const char text[] =
        START "  not over\ncase b\n  seed 1\n  over\ncase d\n  seed 1\n  host idle 0\n";
    cr_case_error why;
    cr_case_file *file = cr_cases_read("t.case", text, strlen(text), &why);
    size_t len;
    uint8_t *bytes;

    (void)unused;
    assert_non_null(file);
    assert_null(cr_cases_to_record(file, 0, &len, &why));
    assert_non_null(strstr(why.text, "position"));
    assert_null(cr_cases_to_record(file, 1, &len, &why));
    assert_int_equal(why.line, 13);
    bytes = cr_cases_to_record(file, 2, &len, &why);
    assert_non_null(bytes);
    free(bytes);
    cr_cases_free(file);
}

static void the_template_of_every_game_holds(void **unused)
{
    (void)unused;
    for (size_t g = 0; g < cr_game_count(); g++) {
        cr_setup setup;
        size_t len = 0;
        char *text;
        results r;

        cr_setup_init(cr_game_at(g), &setup);
        cr_setup_pin(&setup, 7);
        text = cr_cases_template(cr_game_at(g), &setup, &len);
        if (!text)
            fail_msg("%s has no template", cr_game_at(g)->name);
        r = run_bytes(text, len);
        if (r.n_passed != 1)
            fail_msg("%s: %s", cr_game_at(g)->name, r.message);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_match_becomes_a_case_and_a_record_again),
        cmocka_unit_test(a_record_that_does_not_replay_is_refused),
        cmocka_unit_test(only_a_case_from_a_seed_that_holds_has_a_record),
        cmocka_unit_test(the_template_of_every_game_holds),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
