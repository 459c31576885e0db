/* Analysis in the background: one step of one match at a time, only while somebody asks, kept when it is done. A thinker
 * of the test takes thoughts and thinks when it is told to. */
#include "support/cmocka_all.h"
#include "support/host.h"
#include "wire/analysis.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    cr_thinker thinker; /* first */
    cr_thought *taken;
    unsigned n_taken;
    bool is_full;
} patient;

static patient mind;

static bool begin(cr_thinker *thinker, cr_thought *thought)
{
    patient *p = (patient *)thinker;

    if (p->is_full)
        return false;
    assert_null(p->taken); /* one at a time */
    p->taken = thought;
    p->n_taken++;
    return true;
}

static void forget(cr_thinker *thinker, cr_thought *thought)
{
    (void)thinker, (void)thought;
}

/* Gives the thought back, worked out or not begun. */
static void give_back(bool is_done)
{
    cr_thought *t = mind.taken;

    assert_non_null(t);
    mind.taken = NULL;
    if (is_done)
        cr_thought_think(t);
    cr_thought_done(t);
}

/* A duel of bots that is over. */
static cr_room *play(host *h)
{
    h->lobby.config.thinker = NULL; /* bots answer on the spot */
    assert_int_equal(host_create(h, "duel", "bb", "target=1 parries=0"), CR_TROUBLE_NONE);
    host_turn(h);
    assert_true(h->room->state->is_over);
    h->lobby.config.thinker = &mind.thinker;
    return h->room;
}

static void open_place(host *h)
{
    mind = (patient){.thinker = {begin, forget, NULL}};
    host_open(h, cr_store_memory_open());
}

static char *ask(host *h, cr_room *room, uint32_t from)
{
    char *json;
    size_t len;

    assert_int_equal(analysis_write(&h->wire, room, from, &json, &len), CR_TROUBLE_NONE);
    assert_int_equal(strlen(json), len);
    return json;
}

static void asked_has(host *h, cr_room *room, uint32_t from, const char *part)
{
    char *json = ask(h, room, from);

    assert_has(json, part);
    free(json);
}

static void it_goes_step_by_step_and_is_kept(void **unused)
{
    cr_room *room;
    char all[32];
    uint32_t n;
    host h;

    (void)unused;
    open_place(&h);
    room = play(&h);
    n = room->n_moves + 1;
    asked_has(&h, room, 0, "\"done\":0");
    for (uint32_t i = 0; i < n; i++)
        give_back(true);
    assert_null(mind.taken); /* nothing is left */
    snprintf(all, sizeof all, "\"done\":%u,\"total\":%u", n, n);
    asked_has(&h, room, 0, all);
    asked_has(&h, room, n, "\"steps\":[]");
    assert_int_equal(mind.n_taken, n);
    host_close(&h);
}

/* Works out what is left. */
static void finish(void)
{
    while (mind.taken)
        give_back(true);
}

static char *all_of(host *h, cr_room *room)
{
    free(ask(h, room, 0));
    finish();
    return ask(h, room, 0);
}

static void what_is_done_is_kept_beside_the_match(void **unused)
{
    cr_room *room, *others[ANALYSES_MAX];
    unsigned n_taken;
    char *before, *after;
    host h;

    (void)unused;
    open_place(&h);
    room = play(&h);
    before = all_of(&h, room);
    for (unsigned i = 0; i < ANALYSES_MAX; i++) { /* so many later it is not at hand any more */
        h.clock.at_ms++;
        others[i] = play(&h);
        free(all_of(&h, others[i]));
    }
    n_taken = mind.n_taken;
    after = ask(&h, room, 0);
    assert_string_equal(before, after);
    assert_int_equal(mind.n_taken, n_taken);
    free(before);
    free(after);
    host_close(&h);
}

static void what_another_program_has_kept_does_not_count(void **unused)
{
    cr_room *room;
    uint8_t *bytes;
    size_t len;
    char *before, *after;
    host h;

    (void)unused;
    open_place(&h);
    room = play(&h);
    before = all_of(&h, room);
    bytes = h.store->kept(h.store, room->match, &len);
    assert_non_null(bytes);
    for (unsigned i = 0; i < 4; i++) {
        const size_t at[] = {0, 8, len - 1, len}; /* who made it, the sum, what it says, its end */
        unsigned n_taken = mind.n_taken;

        if (i < 3)
            bytes[at[i]] ^= 1;
        h.store->keep(h.store, room->match, bytes, i < 3 ? len : len - 1);
        analysis_release(&h.wire);
        free(ask(&h, room, 0));
        finish();
        assert_true(mind.n_taken > n_taken); /* worked out anew */
        after = ask(&h, room, 0);
        assert_string_equal(before, after);
        free(after);
        if (i < 3)
            bytes[at[i]] ^= 1;
    }
    free(bytes);
    free(before);
    host_close(&h);
}

static void it_stops_when_nobody_asks_and_begins_anew(void **unused)
{
    cr_room *room;
    host h;

    (void)unused;
    open_place(&h);
    room = play(&h);
    asked_has(&h, room, 0, "\"done\":0");
    give_back(true);
    asked_has(&h, room, 0, "\"done\":1");
    h.clock.at_ms += ANALYSIS_PATIENCE_MS + 1;
    give_back(true);
    assert_null(mind.taken); /* it has stopped */
    assert_int_equal(h.wire.n_analyses, 0);
    asked_has(&h, room, 0, "\"done\":0");
    give_back(false); /* not begun: the same step again */
    asked_has(&h, room, 0, "\"done\":0");
    give_back(true);
    asked_has(&h, room, 0, "\"done\":1");
    give_back(true);
    if (mind.taken) /* a stop lets nothing new begin */
        h.lobby.is_stopping = true, give_back(true);
    assert_null(mind.taken);
    host_close(&h);
}

static void many_are_taken_in_turn_and_the_oldest_goes(void **unused)
{
    cr_room *rooms[ANALYSES_MAX + 1];
    host h;

    (void)unused;
    open_place(&h);
    for (unsigned i = 0; i <= ANALYSES_MAX; i++)
        rooms[i] = play(&h);
    for (unsigned i = 0; i < ANALYSES_MAX; i++) {
        asked_has(&h, rooms[i], 0, "\"done\":0");
        h.clock.at_ms++;
    }
    assert_int_equal(h.wire.n_analyses, ANALYSES_MAX);
    /* The first is at work; the second has waited longest and gives place. */
    asked_has(&h, rooms[ANALYSES_MAX], 0, "\"done\":0");
    assert_int_equal(h.wire.n_analyses, ANALYSES_MAX);
    mind.is_full = true; /* a thinker that takes no more is asked again with the next question */
    give_back(true);
    assert_null(mind.taken);
    mind.is_full = false;
    asked_has(&h, rooms[0], 0, "\"done\":1");
    assert_non_null(mind.taken);
    give_back(true);
    h.lobby.is_stopping = true;
    if (mind.taken)
        give_back(true);
    host_close(&h);
}

static void without_a_thinker_each_question_is_a_step(void **unused)
{
    cr_room *room;
    host h;

    (void)unused;
    open_place(&h);
    room = play(&h);
    h.lobby.config.thinker = NULL;
    for (uint32_t i = 1; i <= room->n_moves + 1; i++) {
        char done[32];

        snprintf(done, sizeof done, "\"done\":%u,", i);
        asked_has(&h, room, 0, done);
    }
    asked_has(&h, room, 0, "\"turns\":");
    assert_int_equal(mind.n_taken, 0);
    host_close(&h);
}

static void a_match_that_goes_on_is_secret(void **unused)
{
    char *json;
    size_t len;
    host h;

    (void)unused;
    open_place(&h);
    h.lobby.config.thinker = &mind.thinker;
    assert_int_equal(host_create(&h, "duel", "pp", ""), CR_TROUBLE_NONE);
    host_turn(&h);
    assert_int_equal(analysis_write(&h.wire, h.room, 0, &json, &len), CR_TROUBLE_NOT_OVER);
    assert_int_equal(h.wire.n_analyses, 0);
    host_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_goes_step_by_step_and_is_kept),
        cmocka_unit_test(what_is_done_is_kept_beside_the_match),
        cmocka_unit_test(what_another_program_has_kept_does_not_count),
        cmocka_unit_test(it_stops_when_nobody_asks_and_begins_anew),
        cmocka_unit_test(many_are_taken_in_turn_and_the_oldest_goes),
        cmocka_unit_test(without_a_thinker_each_question_is_a_step),
        cmocka_unit_test(a_match_that_goes_on_is_secret),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
