/* Questions that are empty for somebody, and what the time of an answer tells: nothing. */
#include "support/cmocka_all.h"
#include "support/host.h"
#include "support/snap.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { BEAT_MS = 1000, FIRST_MS = 2000, LAST_MS = 4000, QUESTIONS = 2000 };

/* Snap between these seats, people attached. What they were told is taken. */
static void open_snap(host *h, const char *seats, const char *options, uint64_t seed)
{
    host_open(h, cr_store_memory_open());
    cr_rng_init(&h->lobby.pace_rng, (const uint8_t[32]){2}, 0); /* the same times in every run */
    h->lobby.config.pace = CR_PACE_NORMAL;
    assert_int_equal(host_create_of(h, snap_with(SNAP_SOUND), seats, options, seed),
                     CR_TROUBLE_NONE);
    host_turn(h);
    for (unsigned i = 0; seats[i]; i++)
        if (seats[i] == 'p') {
            host_attach(h, i, (int)i, -1);
            host_take(h, i);
        }
}

static const snap_state *state_of(const host *h)
{
    return (const snap_state *)h->room->state;
}

static bool fits(const host *h, uint8_t seat)
{
    return state_of(h)->hand[seat] > state_of(h)->middle;
}

/* A deal in which seat 0 can only pass, or is not alone in that. */
static void open_where(host *h, const char *seats, const char *options, bool fits_0, bool fits_1)
{
    for (uint64_t seed = 1;; seed++) {
        open_snap(h, seats, options, seed);
        if (fits(h, 0) == fits_0 && fits(h, 1) == fits_1)
            return;
        host_close(h);
    }
}

static void go_to(host *h, uint64_t at_ms)
{
    h->clock.at_ms = at_ms;
    cr_lobby_tick(&h->lobby);
    host_turn(h);
}

static void set_auto(host *h, unsigned i, bool is_on)
{
    host_send(h, i, is_on ? "{'type':'empty','mode':'auto'}" : "{'type':'empty','mode':'ask'}");
    host_turn(h);
}

static bool has_passed(const host *h, uint8_t seat)
{
    return !(h->room->state->q.open >> seat & 1);
}

/* ---- who is passed for, and when ---- */

static void nobody_is_passed_for_who_did_not_ask(void **unused)
{
    host h;

    (void)unused;
    open_where(&h, "pb", "", false, true);
    go_to(&h, h.clock.at_ms + 60000);
    assert_int_equal(h.room->n_moves, 0);
    assert_string_equal(host_take(&h, 0), "");
    host_close(&h);
}

static void against_bots_a_pass_is_sent_after_a_beat(void **unused)
{
    uint64_t asked;
    char line[128];
    host h;

    (void)unused;
    open_where(&h, "pb", "", false, true);
    h.clock.at_ms += 300; /* from then on the time counts */
    asked = h.clock.at_ms;
    set_auto(&h, 0, true);
    snprintf(line, sizeof line, "{\"type\":\"passing\",\"ticket\":%u,\"at\":%llu,\"passes\":true}",
             h.room->state->q.ticket, (unsigned long long)asked + BEAT_MS);
    assert_has(host_take(&h, 0), line);
    go_to(&h, asked + BEAT_MS - 1);
    assert_int_equal(h.room->n_moves, 0);
    go_to(&h, asked + BEAT_MS);
    assert_true(h.room->n_moves > 0);
    assert_int_equal(h.lobby.stats.passes, 1);
    host_close(&h);
}

static void who_can_do_more_is_asked(void **unused)
{
    host h;

    (void)unused;
    open_where(&h, "pb", "", true, false);
    set_auto(&h, 0, true);
    assert_lacks(host_take(&h, 0), "passing");
    go_to(&h, h.clock.at_ms + 60000);
    assert_int_equal(h.room->n_moves, 0);
    host_close(&h);
}

static void with_people_all_must_want_it(void **unused)
{
    host h;

    (void)unused;
    open_where(&h, "pp", "", false, true);
    set_auto(&h, 0, true);
    assert_has(host_take(&h, 1), "\"auto\":true"); /* everybody sees who wants it */
    assert_lacks(host_take(&h, 0), "passing");
    go_to(&h, h.clock.at_ms + 60000);
    assert_int_equal(h.room->n_moves, 0);
    set_auto(&h, 1, true);
    assert_has(host_take(&h, 0), "\"passes\":true");
    assert_has(host_take(&h, 1), "\"passes\":false");
    assert_in_range(h.room->timer_ms - h.clock.at_ms, FIRST_MS, LAST_MS);
    go_to(&h, h.room->timer_ms);
    assert_true(has_passed(&h, 0) && !has_passed(&h, 1));
    /* And one is enough to end it. */
    go_to(&h, h.clock.at_ms + 60000);
    assert_false(has_passed(&h, 1));
    set_auto(&h, 0, false);
    host_move(&h, 1, 1, "pass");
    host_turn(&h);
    assert_int_equal(h.room->n_moves, 2);
    host_close(&h);
}

static void who_looks_alike_is_told_until_when(void **unused)
{
    char line[128];
    host h;

    (void)unused;
    open_where(&h, "pp", "time=6000", true, false);
    set_auto(&h, 0, true);
    set_auto(&h, 1, true);
    host_take(&h, 0);
    /* Whoever comes back is told again. Of six seconds half is the most. */
    host_attach(&h, 2, 0, -1);
    snprintf(line, sizeof line, "\"at\":%llu,\"passes\":false}",
             (unsigned long long)h.room->seats[0].met_ms + 3000);
    assert_has(host_take(&h, 2), line);
    host_close(&h);
}

static void an_early_pass_waits_for_its_time(void **unused)
{
    uint64_t due;
    host h;

    (void)unused;
    open_where(&h, "pp", "", true, true);
    set_auto(&h, 0, true);
    set_auto(&h, 1, true);
    host_take(&h, 0);
    host_move(&h, 0, 1, "pass");
    host_move(&h, 0, 1, "pass"); /* sent twice it counts once */
    host_turn(&h);
    assert_int_equal(h.room->n_moves, 0);
    assert_string_equal(host_take(&h, 0), "");
    due = h.room->seats[0].pass_ms;
    assert_int_equal(h.room->timer_ms, due);
    go_to(&h, due - 1);
    assert_int_equal(h.room->n_moves, 0);
    go_to(&h, due);
    assert_int_equal(h.room->n_moves, 1);
    assert_has(host_take(&h, 0), "{\"type\":\"ack\",\"id\":1}");
    /* Behind its time nothing is kept back. */
    go_to(&h, h.room->seats[1].pass_ms);
    host_move(&h, 1, 1, "pass");
    host_turn(&h);
    assert_has(host_take(&h, 1), "{\"type\":\"ack\",\"id\":1}");
    host_close(&h);
}

static void a_pass_that_waits_is_not_lost_with_the_setting(void **unused)
{
    uint64_t due;
    host h;

    (void)unused;
    open_where(&h, "pp", "", true, true);
    set_auto(&h, 0, true);
    set_auto(&h, 1, true);
    host_move(&h, 0, 1, "pass");
    due = h.room->seats[0].pass_ms;
    h.clock.at_ms += 500;
    set_auto(&h, 1, false);
    set_auto(&h, 0, false);
    assert_int_equal(h.room->n_moves, 0);
    assert_int_equal(h.room->timer_ms, due);
    go_to(&h, due);
    assert_int_equal(h.room->n_moves, 1);
    host_close(&h);
}

static void who_thinks_better_of_it_may(void **unused)
{
    host h;

    (void)unused;
    open_where(&h, "pp", "", true, true);
    set_auto(&h, 0, true);
    set_auto(&h, 1, true);
    host_move(&h, 0, 1, "pass");
    host_move(&h, 0, 2, "snap");
    host_turn(&h);
    assert_int_equal(state_of(&h)->snapper, 1);
    go_to(&h, h.clock.at_ms + LAST_MS);
    assert_int_equal(state_of(&h)->snapper, 1);
    host_close(&h);
}

/* ---- when times are drawn anew ---- */

/* Nobody has passed for seat 0, it is told when that happens, and then it does. */
static void assert_asked_anew(host *h)
{
    uint64_t due = h->room->seats[0].pass_ms;

    assert_false(has_passed(h, 0));
    assert_has(host_take(h, 0), "\"passes\":true");
    assert_in_range(due - h->clock.at_ms, FIRST_MS, LAST_MS);
    go_to(h, due - 1);
    assert_false(has_passed(h, 0));
    go_to(h, due);
    assert_true(has_passed(h, 0));
}

static void who_leaves_does_not_uncover_the_others(void **unused)
{
    host h;

    (void)unused;
    open_where(&h, "ppp", "", false, true);
    set_auto(&h, 0, true);
    set_auto(&h, 1, true);
    go_to(&h, h.clock.at_ms + 20000);
    host_take(&h, 0);
    host_send(&h, 2, "{'type':'leave'}"); /* the only one who did not want it */
    host_turn(&h);
    assert_asked_anew(&h);
    host_close(&h);
}

static void the_end_of_a_pause_does_not_uncover_anybody(void **unused)
{
    host h;

    (void)unused;
    open_where(&h, "pp", "", false, true);
    set_auto(&h, 0, true);
    set_auto(&h, 1, true);
    go_to(&h, h.clock.at_ms + 1000);
    for (unsigned i = 0; i < 2; i++)
        host_send(&h, i, "{'type':'pause','on':true}");
    host_turn(&h);
    assert_true(h.room->state->paused);
    go_to(&h, h.clock.at_ms + 60000);
    host_take(&h, 0);
    host_send(&h, 1, "{'type':'pause','on':false}");
    host_turn(&h);
    assert_false(h.room->state->paused);
    assert_asked_anew(&h);
    host_close(&h);
}

static void who_comes_back_is_not_uncovered(void **unused)
{
    host h;

    (void)unused;
    open_where(&h, "pp", "", false, true);
    h.lobby.config.grace_ms = 500;
    set_auto(&h, 0, true);
    set_auto(&h, 1, true);
    cr_room_detach(&h.sessions[0].peer);
    go_to(&h, h.clock.at_ms + 500);
    assert_true(h.room->seats[0].is_replaced);
    go_to(&h, h.clock.at_ms + 60000);
    host_take(&h, 0);
    host_attach(&h, 0, 0, -1);
    host_turn(&h);
    assert_asked_anew(&h);
    host_close(&h);
}

/* ---- what becomes of a pass that is kept ---- */

static void a_pass_that_waits_is_played_though_times_are_drawn_anew(void **unused)
{
    host h;

    (void)unused;
    open_where(&h, "pp", "", true, true);
    set_auto(&h, 0, true);
    set_auto(&h, 1, true);
    host_move(&h, 0, 1, "pass");
    set_auto(&h, 0, false);
    set_auto(&h, 1, false);
    set_auto(&h, 1, true);
    go_to(&h, h.clock.at_ms + FIRST_MS - 1);
    assert_false(has_passed(&h, 0));
    host_take(&h, 0);
    go_to(&h, h.clock.at_ms + LAST_MS);
    assert_true(has_passed(&h, 0));
    assert_has(host_take(&h, 0), "{\"type\":\"ack\",\"id\":1}");
    host_close(&h);
}

static void a_pass_that_is_overtaken_is_refused(void **unused)
{
    const char *const codes[] = {"\"code\":\"STALE\"", "\"code\":\"TOO_LATE\""};

    (void)unused;
    for (unsigned by = 0; by < 2; by++) { /* by a better thought, by somebody else */
        const char *told;
        host h;

        open_where(&h, "pp", "", true, true);
        set_auto(&h, 0, true);
        set_auto(&h, 1, true);
        host_move(&h, 0, 1, "pass");
        host_take(&h, 0);
        host_move(&h, by, 2, "snap");
        host_turn(&h);
        told = host_take(&h, 0);
        assert_has(told, "{\"type\":\"refused\",\"id\":1,");
        assert_has(told, codes[by]);
        assert_int_equal(h.room->seats[0].held_ticket, 0);
        host_close(&h);
    }
}

static void a_pass_is_kept_also_while_something_is_on_its_way(void **unused)
{
    unsigned early;
    host h;

    (void)unused;
    open_where(&h, "pp", "", true, true);
    set_auto(&h, 0, true);
    set_auto(&h, 1, true);
    early = h.room->seats[0].pass_ms > h.room->seats[1].pass_ms;
    assert_true(h.room->seats[0].pass_ms != h.room->seats[1].pass_ms);
    go_to(&h, h.room->seats[early].pass_ms);
    host_move(&h, early, 1, "pass");
    assert_non_null(h.room->pending);
    host_move(&h, !early, 1, "pass");
    host_turn(&h);
    assert_int_equal(h.room->n_moves, 1);
    go_to(&h, h.room->seats[!early].pass_ms - 1);
    assert_int_equal(h.room->n_moves, 1);
    go_to(&h, h.room->seats[!early].pass_ms);
    assert_int_equal(h.room->n_moves, 2);
    host_close(&h);
}

static void only_players_have_the_setting(void **unused)
{
    host h;

    (void)unused;
    open_snap(&h, "pb", "", 1);
    host_attach(&h, 2, -1, -1);
    host_take(&h, 2);
    set_auto(&h, 2, true);
    assert_has(host_take(&h, 2), "\"code\":\"WATCHING\"");
    host_send(&h, 0, "{'type':'empty','mode':'yes'}");
    assert_has(host_take(&h, 0), "\"code\":\"BAD_FIELD\"");
    set_auto(&h, 3, true);
    assert_has(host_take(&h, 3), "\"code\":\"NOT_ATTACHED\"");
    host_close(&h);
}

/* ---- what time tells ---- */

typedef struct {
    double ms[2 * QUESTIONS];
    unsigned n;
} sample;

static void add(sample *s, uint64_t ms)
{
    assert_true(s->n < CR_COUNT_OF(s->ms));
    s->ms[s->n++] = (double)ms;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The test of Kolmogorov and Smirnov at a significance of 0.001: could both samples be drawn from the same distribution? */
static bool are_alike(sample *a, sample *b)
{
    double most = 0, limit = 1.949 * sqrt((double)(a->n + b->n) / ((double)a->n * b->n));
    unsigned i = 0, j = 0;

    qsort(a->ms, a->n, sizeof *a->ms, by_size);
    qsort(b->ms, b->n, sizeof *b->ms, by_size);
    while (i < a->n && j < b->n) {
        double at = a->ms[i] < b->ms[j] ? a->ms[i] : b->ms[j], apart;

        while (i < a->n && a->ms[i] <= at)
            i++;
        while (j < b->n && b->ms[j] <= at)
            j++;
        apart = fabs((double)i / a->n - (double)j / b->n);
        most = apart > most ? apart : most;
    }
    return most <= limit;
}

/* The samples are alike, and the test is no blind one: with all of one sample `shift` later it tells them apart. */
static void assert_alike(sample s[2], double shift)
{
    assert_true(s[0].n > QUESTIONS / 5 && s[1].n > QUESTIONS / 5);
    assert_true(are_alike(&s[0], &s[1]));
    for (unsigned i = 0; i < s[1].n; i++)
        s[1].ms[i] += shift;
    assert_false(are_alike(&s[0], &s[1]));
}

/* Takes what it can, and thinks longer about it. */
static host *watched;
static bool grab(const cr_game *game, const cr_view *view, const cr_offer *offer, cr_rng *rng,
                 uint32_t budget_ms, cr_move *out)
{
    cr_move moves[4];
    size_t n = cr_offers_list(game, offer->state, offer->seat, moves, 4, NULL);

    (void)view, (void)rng, (void)budget_ms;
    *out = moves[n - 1];
    if (n > 1)
        watched->clock.at_ms += 150;
    return true;
}

static void the_time_of_a_bot_does_not_tell_what_it_holds(void **unused)
{
    static const cr_bot grabber = {.name = "grabber", .choose = grab};
    static sample taken[2]; /* without and with a card that fits */
    uint64_t seed = 1;
    host h;

    (void)unused;
    memset(taken, 0, sizeof taken);
    host_open(&h, cr_store_memory_open());
    cr_rng_init(&h.lobby.pace_rng, (const uint8_t[32]){3}, 0);
    h.lobby.config.pace = CR_PACE_NORMAL;
    watched = &h;
    while (taken[0].n + taken[1].n < QUESTIONS) {
        uint32_t id = 0;

        assert_int_equal(host_create_of(&h, snap_with(SNAP_SOUND), "pb", "rounds=9", seed++),
                         CR_TROUBLE_NONE);
        h.room->seats[1].sitter.bot = &grabber;
        host_turn(&h);
        host_attach(&h, 0, 0, -1);
        while (!h.room->is_over) {
            const cr_question *q = &h.room->state->q;
            bool is_asked = q->open >> 1 & 1;
            uint64_t asked = h.room->seats[is_asked].met_ms;
            uint32_t ticket = q->ticket;
            bool has = fits(&h, 1);

            if (q->open & 1) {
                host_move(&h, 0, ++id, "pass");
                host_turn(&h);
            }
            while (!h.room->is_over && h.room->state->q.ticket == ticket)
                go_to(&h, h.room->timer_ms);
            if (is_asked)
                add(&taken[has], h.room->state->now_ms - asked);
        }
        cr_room_detach(&h.sessions[0].peer);
        host_take(&h, 0);
    }
    assert_alike(taken, 25);
    host_close(&h);
}

static void the_time_of_a_pass_does_not_tell_what_was_held(void **unused)
{
    static sample taken[2];
    uint64_t seed = 1;
    host h;

    (void)unused;
    memset(taken, 0, sizeof taken);
    host_open(&h, cr_store_memory_open());
    cr_rng_init(&h.lobby.pace_rng, (const uint8_t[32]){4}, 0);
    h.lobby.config.pace = CR_PACE_NORMAL;
    while (taken[0].n + taken[1].n < 2 * QUESTIONS) {
        uint32_t id = 0;

        assert_int_equal(host_create_of(&h, snap_with(SNAP_SOUND), "pp", "rounds=9", seed++),
                         CR_TROUBLE_NONE);
        host_turn(&h);
        for (unsigned i = 0; i < 2; i++) {
            host_attach(&h, i, (int)i, -1);
            set_auto(&h, i, true);
        }
        while (!h.room->is_over && taken[0].n + taken[1].n < 2 * QUESTIONS) {
            uint32_t ticket = h.room->state->q.ticket;
            uint64_t asked = h.room->seats[0].met_ms;
            bool has[2] = {fits(&h, 0), fits(&h, 1)}, is_done[2] = {false, false};

            /* Who could do more passes as soon as he sees the question. */
            id++;
            for (uint8_t seat = 0; seat < 2; seat++)
                if (has[seat])
                    host_move(&h, seat, id, "pass");
            while (!is_done[0] || !is_done[1]) {
                go_to(&h, h.room->timer_ms);
                for (uint8_t seat = 0; seat < 2; seat++)
                    if (!is_done[seat] && (h.room->is_over || h.room->state->q.ticket != ticket ||
                                           has_passed(&h, seat))) {
                        is_done[seat] = true;
                        add(&taken[has[seat]], h.clock.at_ms - asked);
                    }
            }
        }
        for (unsigned i = 0; i < 2; i++) {
            cr_room_detach(&h.sessions[i].peer);
            host_take(&h, i);
        }
    }
    assert_in_range(taken[0].ms[0], FIRST_MS, LAST_MS);
    assert_alike(taken, 100);
    host_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_is_passed_for_who_did_not_ask),
        cmocka_unit_test(against_bots_a_pass_is_sent_after_a_beat),
        cmocka_unit_test(who_can_do_more_is_asked),
        cmocka_unit_test(with_people_all_must_want_it),
        cmocka_unit_test(who_looks_alike_is_told_until_when),
        cmocka_unit_test(an_early_pass_waits_for_its_time),
        cmocka_unit_test(a_pass_that_waits_is_not_lost_with_the_setting),
        cmocka_unit_test(who_thinks_better_of_it_may),
        cmocka_unit_test(who_leaves_does_not_uncover_the_others),
        cmocka_unit_test(the_end_of_a_pause_does_not_uncover_anybody),
        cmocka_unit_test(who_comes_back_is_not_uncovered),
        cmocka_unit_test(a_pass_that_waits_is_played_though_times_are_drawn_anew),
        cmocka_unit_test(a_pass_that_is_overtaken_is_refused),
        cmocka_unit_test(a_pass_is_kept_also_while_something_is_on_its_way),
        cmocka_unit_test(only_players_have_the_setting),
        cmocka_unit_test(the_time_of_a_bot_does_not_tell_what_it_holds),
        cmocka_unit_test(the_time_of_a_pass_does_not_tell_what_was_held),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
