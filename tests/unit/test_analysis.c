/* Analysis: chances that end in who has won, the same for the same record, and nothing a seat could not know in what it is said
 * to have known. */
#include "support/cmocka_all.h"
#include "ai/arena.h"
#include "games/games.h"
#include "host/review.h"

#include <stdlib.h>

enum { CAP = 1 << 20 };

typedef struct {
    cr_log log;
    uint8_t *bytes;
    size_t len;
    uint32_t n;
    const cr_game *game;
} recorder;

static void played(cr_log *log, const cr_move *move, uint64_t at_ms, const cr_state *state)
{
    recorder *r = (recorder *)log;
    cr_record_entry entry = {
        .number = ++r->n, .at_ms = at_ms, .hash = cr_state_hash(r->game, state), .move = *move};

    assert_true(r->len + CR_RECORD_ENTRY <= CAP);
    cr_record_entry_write(&entry, r->bytes + r->len);
    r->len += CR_RECORD_ENTRY;
}

/* A match of baseline players as a record. */
static recorder play(const char *name, const char *const options[][2], uint64_t seed)
{
    static uint64_t state[1024], view[1024];
    recorder r = {.log = {played}, .bytes = malloc(CAP), .game = cr_game_find(name)};
    cr_arena arena = {
        .game = r.game, .state = (cr_state *)state, .view = (cr_view *)view, .log = &r.log};
    const uint8_t id[16] = {1};
    cr_setup setup;

    cr_setup_init(r.game, &setup);
    for (unsigned i = 0; options && options[i][0]; i++)
        assert_int_equal(cr_setup_option(r.game, &setup, options[i][0], options[i][1]), CR_ERR_OK);
    cr_setup_pin(&setup, seed);
    r.len = cr_record_head_write(r.game, &setup, id, r.bytes);
    for (unsigned i = 0; i < CR_SEATS_MAX; i++)
        arena.bots[i] = cr_bot_find("baseline", r.game);
    assert_int_equal(cr_arena_start(&arena, &setup), CR_ERR_OK);
    assert_int_equal(cr_arena_run(&arena), CR_ERR_OK);
    return r;
}

static void review(cr_review *out, const recorder *r, uint32_t worlds, uint32_t search,
                   bool is_backwards)
{
    void *memory;

    assert_int_equal(cr_review_open(out, r->game, r->bytes, r->len, 1000), CR_ERR_OK);
    out->plan = (cr_analysis_plan){worlds, search};
    memory = malloc(cr_review_memory(out));
    for (uint32_t i = 0; i < out->n; i++)
        cr_review_step(out, is_backwards ? out->n - 1 - i : i, memory);
    out->done = out->n;
    free(memory);
}

static const char *const short_duel[][2] = {{"target", "3"}, {NULL, NULL}};

static void chances_end_in_who_has_won(void **unused)
{
    recorder r = play("duel", short_duel, 5);
    const cr_chances *last;
    int32_t score[CR_SEATS_MAX];
    cr_review a;

    (void)unused;
    review(&a, &r, 50, 0, false);
    assert_int_equal(a.n, r.n + 1);
    last = &a.chances[a.n - 1];
    cr_score(r.game, cr_review_state(&a, a.n - 1), score);
    assert_true(score[0] != score[1]);
    for (unsigned s = 0; s < 2; s++) {
        assert_true(last->truth[s] == (float)(score[s] > score[!s]));
        assert_true(last->known[s] == last->truth[s]);
    }
    for (uint32_t i = 0; i < a.n; i++)
        assert_true(a.chances[i].truth[0] + a.chances[i].truth[1] > 0.999f &&
                    a.chances[i].truth[0] + a.chances[i].truth[1] < 1.001f);
    cr_review_close(&a);
    free(r.bytes);
}

static void same_record_same_answer_in_any_order(void **unused)
{
    recorder r = play("duel", short_duel, 7);
    cr_review a, b;

    (void)unused;
    review(&a, &r, 20, 20, false);
    review(&b, &r, 20, 20, true);
    assert_memory_equal(a.chances, b.chances, a.n * sizeof *a.chances);
    assert_memory_equal(a.advice, b.advice, a.n * sizeof *a.advice);
    cr_review_close(&a);
    cr_review_close(&b);
    free(r.bytes);
}

/* At the start of a duel neither hand is known to the other, so both must think the same of all deals on average; the truth
 * knows the deal. */
static void what_a_seat_knows_is_not_the_truth(void **unused)
{
    double known = 0, spread = 0;

    (void)unused;
    for (uint64_t seed = 0; seed < 20; seed++) {
        recorder r = play("duel", short_duel, seed);
        cr_review a;
        void *memory;

        assert_int_equal(cr_review_open(&a, r.game, r.bytes, r.len, 1000), CR_ERR_OK);
        a.plan = (cr_analysis_plan){100, 0};
        memory = malloc(cr_review_memory(&a));
        cr_review_step(&a, 0, memory);
        known += a.chances[0].known[0] / 20.0;
        spread +=
            (a.chances[0].truth[0] > 0.5f ? a.chances[0].truth[0] : 1 - a.chances[0].truth[0]) /
            20.0;
        free(memory);
        cr_review_close(&a);
        free(r.bytes);
    }
    assert_true(known > 0.3 && known < 0.7);
    assert_true(spread > 0.6);
}

static void advice_is_a_move_that_was_possible(void **unused)
{
    recorder r = play("liap-tui", (const char *const[][2]){{"target", "1"}, {NULL, NULL}}, 3);
    unsigned n = 0;
    cr_review a;

    (void)unused;
    review(&a, &r, 1, 30, false);
    for (uint32_t i = 1; i < a.n; i++)
        if (a.has_advice[i]) {
            const cr_state *before = cr_review_state(&a, i - 1);

            assert_false(cr_judge(r.game, before, &a.advice[i].best, before->now_ms).code);
            assert_true(a.advice[i].best_worth >= 0 && a.advice[i].best_worth <= 1);
            n++;
        }
    assert_true(n > 3);
    cr_review_close(&a);
    free(r.bytes);
}

static void turns_are_the_largest_changes_beyond_doubt(void **unused)
{
    cr_chances chances[6] = {{.truth = {0.5f, 0.5f}}, {.truth = {0.52f, 0.48f}},
                             {.truth = {0.9f, 0.1f}}, {.truth = {0.9f, 0.1f}},
                             {.truth = {0.3f, 0.7f}}, {.truth = {0.3f, 0.7f}}};
    uint32_t turns[4];

    (void)unused;
    assert_int_equal(cr_analysis_turns(chances, 6, 2, 400, turns, 4), 2);
    assert_int_equal(turns[0], 4);
    assert_int_equal(turns[1], 2);
    assert_int_equal(cr_analysis_turns(chances, 6, 2, 400, turns, 1), 1);
    assert_int_equal(cr_analysis_turns(chances, 1, 2, 400, turns, 4), 0);
}

static void damaged_records_are_refused(void **unused)
{
    recorder r = play("duel", short_duel, 9);
    cr_review a;

    (void)unused;
    r.bytes[r.len - 20] ^= 1;
    assert_int_equal(cr_review_open(&a, r.game, r.bytes, r.len, 1000), CR_ERR_CORRUPT);
    assert_int_equal(cr_review_open(&a, cr_game_find("liap-tui"), r.bytes, r.len, 1000),
                     CR_ERR_NO_GAME);
    assert_int_equal(cr_review_open(&a, r.game, r.bytes, 10, 1000), CR_ERR_TRUNCATED);
    free(r.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chances_end_in_who_has_won),
        cmocka_unit_test(same_record_same_answer_in_any_order),
        cmocka_unit_test(what_a_seat_knows_is_not_the_truth),
        cmocka_unit_test(advice_is_a_move_that_was_possible),
        cmocka_unit_test(turns_are_the_largest_changes_beyond_doubt),
        cmocka_unit_test(damaged_records_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
