/* The referee's loop: questions in their forms (the open one is in test_open), effects that nest and cancel, the judge's order, the clock. */
#include "support/cmocka_all.h"
#include "support/lab.h"
#include "kernel/feed.h"

static void expect_code(cr_refusal refusal, unsigned code)
{
    assert_string_equal(cr_code_name(&lab, refusal.code), cr_code_name(&lab, (uint16_t)code));
}

/* ---- sealed ---- */

static void sealed_question_waits_for_the_last_answer(void **unused)
{
    lab_state s;

    (void)unused;
    lab_start(&s, LAB_SEALED, 0, NULL);
    assert_int_equal(s.k.q.form, CR_ALL);
    assert_int_equal(cr_deciders(&s.k), 7);
    expect_code(lab_play(&s, 1, "pick 4", 1100), CR_CODE_OK);
    assert_int_equal(cr_deciders(&s.k), 5);
    expect_code(lab_play(&s, 2, "pick 2", 1200), CR_CODE_OK);
    assert_false(cr_is_over(&s.k));
    assert_int_equal(s.sum, 0);
    expect_code(lab_play(&s, 0, "pick 6", 1300), CR_CODE_OK);
    assert_true(cr_is_over(&s.k));
    assert_int_equal(s.sum, 12);
}

static void sealed_answers_do_not_depend_on_their_order(void **unused)
{
    static const uint8_t orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                         {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    static const char *const picks[3] = {"pick 2", "pick 4", "pick 8"};
    lab_state first, s;

    (void)unused;
    for (unsigned o = 0; o < 6; o++) {
        lab_start(&s, LAB_SEALED, 0, NULL);
        for (unsigned i = 0; i < 3; i++)
            expect_code(lab_play(&s, orders[o][i], picks[orders[o][i]], 1000), CR_CODE_OK);
        if (!o)
            first = s;
        assert_memory_equal(&first, &s, sizeof s);
    }
}

static void sealed_answer_is_final(void **unused)
{
    lab_state s, before;

    (void)unused;
    lab_start(&s, LAB_SEALED, 0, NULL);
    expect_code(lab_play(&s, 1, "pick 4", 1100), CR_CODE_OK);
    before = s;
    expect_code(lab_play(&s, 1, "pick 2", 1200), CR_CODE_ANSWERED);
    assert_memory_equal(&before, &s, sizeof s);
}

static void sealed_answer_is_in_no_other_view(void **unused)
{
    static const uint8_t others[] = {0, 2, CR_SPECTATOR};
    lab_state s, t;
    lab_view v, w;

    (void)unused;
    lab_start(&s, LAB_SEALED, 0, NULL);
    t = s;
    expect_code(lab_play(&s, 1, "pick 4", 1100), CR_CODE_OK);
    expect_code(lab_play(&t, 1, "pick 2", 1100), CR_CODE_OK);
    for (unsigned i = 0; i < 3; i++) {
        cr_see(&lab, &s.k, others[i], &v.v);
        cr_see(&lab, &t.k, others[i], &w.v);
        assert_memory_equal(&v, &w, sizeof v);
        assert_int_equal(v.v.own.kind, 0);
    }
    cr_see(&lab, &s.k, 1, &v.v);
    assert_int_equal(v.v.own.arg[0], 4);
}

static void answers_are_gone_when_the_match_is_over(void **unused)
{
    lab_state s;

    (void)unused;
    lab_start(&s, LAB_SEALED, 0, NULL);
    for (uint8_t seat = 0; seat < 3; seat++)
        expect_code(lab_play(&s, seat, "pick 4", 1000), CR_CODE_OK);
    assert_true(cr_is_zero(s.k.sealed, sizeof s.k.sealed));
    assert_true(cr_is_zero(&s.k.said, sizeof s.k.said));
    assert_int_equal(s.k.q.open, 0);
}

/* ---- queues ---- */

static void queue_asks_in_order_from_first(void **unused)
{
    lab_state s;

    (void)unused;
    lab_start(&s, LAB_QUEUE, 0, NULL);
    assert_int_equal(cr_deciders(&s.k), CR_BIT(1));
    expect_code(lab_play(&s, 2, "act", 1000), CR_CODE_NOT_ASKED);
    expect_code(lab_play(&s, 1, "pass", 1000), CR_CODE_OK);
    assert_int_equal(cr_deciders(&s.k), CR_BIT(2));
    expect_code(lab_play(&s, 1, "act", 1000), CR_CODE_ANSWERED);
    expect_code(lab_play(&s, 2, "pass", 1000), CR_CODE_OK);
    assert_int_equal(cr_deciders(&s.k), CR_BIT(0));
    expect_code(lab_play(&s, 0, "pass", 1000), CR_CODE_OK);
    assert_true(cr_is_over(&s.k));
    assert_int_equal(s.who, 0);
}

static void anything_but_a_pass_closes_a_queue(void **unused)
{
    lab_state s;

    (void)unused;
    lab_start(&s, LAB_QUEUE, 0, NULL);
    expect_code(lab_play(&s, 1, "pass", 1000), CR_CODE_OK);
    expect_code(lab_play(&s, 2, "act", 1000), CR_CODE_OK);
    assert_true(cr_is_over(&s.k));
    assert_int_equal(s.who, 1 + 2);
}

static void each_in_a_queue_has_the_whole_time(void **unused)
{
    lab_state s;

    (void)unused;
    lab_start(&s, LAB_QUEUE, 500, NULL);
    assert_int_equal(cr_due(&s.k), 1500);
    expect_code(lab_play(&s, 1, "pass", 1400), CR_CODE_OK);
    assert_int_equal(cr_due(&s.k), 1900);
    cr_run_clock(&lab, &s.k, 1900, NULL, NULL);
    assert_int_equal(cr_deciders(&s.k), CR_BIT(0));
    assert_int_equal(cr_due(&s.k), 2400);
}

/* ---- whoever comes first ---- */

static void any_takes_the_first_answer_also_from_host_or_admin(void **unused)
{
    static const uint8_t seats[] = {0, CR_HOST, CR_ADMIN};
    lab_state s;

    (void)unused;
    for (unsigned i = 0; i < 3; i++) {
        lab_start(&s, LAB_ANY, 0, NULL);
        expect_code(lab_play(&s, 1, "act", 1000), CR_CODE_NOT_ASKED);
        expect_code(lab_play(&s, seats[i], "act", 1000), CR_CODE_OK);
        assert_true(cr_is_over(&s.k));
        assert_int_equal(s.who, 1 + seats[i]);
    }
}

static void default_of_an_any_question_is_that_of_its_first_seat(void **unused)
{
    lab_state s;

    (void)unused;
    lab_start(&s, LAB_ANY, 500, NULL);
    cr_run_clock(&lab, &s.k, 1500, NULL, NULL);
    assert_true(cr_is_over(&s.k));
    assert_int_equal(s.who, 1);
}

/* ---- effects over effects ---- */

static void nested_cancels_undo_each_other(void **unused)
{
    static const struct {
        const char *answers[4];
        unsigned hits;
    } rows[] = {
        {{"pass"}, 1},               /* nobody blocks: the strike hits */
        {{"act", "pass"}, 0},        /* blocked */
        {{"act", "act", "pass"}, 1}, /* the block is countered */
        {{"act", "act", "act"}, 0},  /* the counter is countered: the block stands */
    };
    lab_state s;

    (void)unused;
    for (unsigned r = 0; r < CR_COUNT_OF(rows); r++) {
        lab_start(&s, LAB_NEST, 0, NULL);
        for (unsigned i = 0; i < 4 && rows[r].answers[i]; i++) {
            assert_int_equal(s.k.depth, 2 + i);
            expect_code(lab_play(&s, i % 2 ? 0 : 1, rows[r].answers[i], 1000), CR_CODE_OK);
        }
        assert_true(cr_is_over(&s.k));
        assert_int_equal(s.hits, rows[r].hits);
    }
}

static void popped_frames_leave_nothing_behind(void **unused)
{
    lab_state s;

    (void)unused;
    lab_start(&s, LAB_NEST, 0, NULL);
    expect_code(lab_play(&s, 1, "act", 1000), CR_CODE_OK);
    expect_code(lab_play(&s, 0, "pass", 1000), CR_CODE_OK);
    assert_true(cr_is_zero(s.k.stack, sizeof s.k.stack));
}

/* ---- the judge ---- */

static cr_move answer(const lab_state *s, uint8_t seat, uint8_t kind, uint8_t arg)
{
    return (cr_move){.ticket = s->k.q.ticket, .seat = seat, .kind = kind, .arg = {arg}};
}

static void judge_refuses_in_its_order(void **unused)
{
    lab_state s, over;
    cr_move m;

    (void)unused;
    lab_start(&s, LAB_SEALED, 500, NULL);
    over = s;
    for (uint8_t seat = 0; seat < 3; seat++)
        expect_code(lab_play(&over, seat, "pick 2", 1000), CR_CODE_OK);

    /* Everything is wrong at once; then one thing after the other is put right. */
    m = (cr_move){.ticket = 99, .seat = 9, .kind = 77, .arg = {1}};
    expect_code(cr_judge(&lab, &over.k, &m, 9999), CR_CODE_MALFORMED);
    m.kind = LAB_PICK;
    expect_code(cr_judge(&lab, &over.k, &m, 9999), CR_CODE_FORBIDDEN);
    m.seat = CR_HOST;
    expect_code(cr_judge(&lab, &over.k, &m, 9999), LAB_CODE_OVER);
    expect_code(cr_judge(&lab, &s.k, &m, 9999), CR_CODE_STALE);
    m.ticket = s.k.q.ticket;
    expect_code(cr_judge(&lab, &s.k, &m, 1500), CR_CODE_LATE);
    expect_code(cr_judge(&lab, &s.k, &m, 1499), CR_CODE_NOT_ASKED);
    m.seat = 1;
    expect_code(lab_play(&s, 1, "pick 2", 1100), CR_CODE_OK);
    expect_code(cr_judge(&lab, &s.k, &m, 1499), CR_CODE_ANSWERED);
    m.seat = 2;
    expect_code(cr_judge(&lab, &s.k, &m, 1499), LAB_CODE_ODD);
    m.arg[0] = 12; /* passes check but lies in no box */
    expect_code(cr_judge(&lab, &s.k, &m, 1499), CR_CODE_NOT_OFFERED);
    m.arg[0] = 2;
    expect_code(cr_judge(&lab, &s.k, &m, 1499), CR_CODE_OK);
}

static void game_renames_but_never_permits(void **unused)
{
    lab_state s;
    cr_move m;

    (void)unused;
    lab_start(&s, LAB_QUEUE, 0, NULL);
    m = answer(&s, 2, LAB_ACT, 0); /* the lab answers NOT_ASKED with "accepted" */
    expect_code(cr_judge(&lab, &s.k, &m, 1000), CR_CODE_NOT_ASKED);
}

static void unused_bytes_and_large_values_are_malformed(void **unused)
{
    lab_state s;
    cr_move m;

    (void)unused;
    lab_start(&s, LAB_SEALED, 0, NULL);
    for (unsigned i = 1; i < CR_ARGS; i++) {
        m = answer(&s, 0, LAB_PICK, 2);
        m.arg[i] = 1;
        expect_code(cr_judge(&lab, &s.k, &m, 1000), CR_CODE_MALFORMED);
    }
    m = answer(&s, 0, LAB_PICK, 64);
    expect_code(cr_judge(&lab, &s.k, &m, 1000), CR_CODE_MALFORMED);
}

static void spectators_and_absent_seats_are_forbidden(void **unused)
{
    static const uint8_t nobody[] = {3, 7, 8, 12, CR_SPECTATOR, 16, 200, 255};
    lab_state s;

    (void)unused;
    lab_start(&s, LAB_SEALED, 0, NULL);
    for (unsigned i = 0; i < sizeof nobody; i++) {
        cr_move m = answer(&s, nobody[i], LAB_PICK, 2);

        expect_code(cr_judge(&lab, &s.k, &m, 1000), CR_CODE_FORBIDDEN);
    }
}

static void host_moves_come_from_the_host_alone(void **unused)
{
    static const uint8_t kinds[] = {CR_IDLE, CR_PAUSE, CR_RESUME};
    lab_state s;

    (void)unused;
    lab_start(&s, LAB_SEALED, 0, NULL);
    for (unsigned k = 0; k < 3; k++)
        for (uint8_t seat = 0; seat < 16; seat++)
            if (seat != CR_HOST) {
                cr_move m = answer(&s, seat, kinds[k], 0);

                expect_code(cr_judge(&lab, &s.k, &m, 1000), CR_CODE_FORBIDDEN);
            }
}

static void late_answer_is_stale(void **unused)
{
    lab_state s, before;
    cr_move click;

    (void)unused;
    lab_start(&s, LAB_CHAIN, 0, NULL);
    click = answer(&s, 0, LAB_ACT, 0);
    expect_code(cr_play(&lab, &s.k, &click, 1000, NULL), CR_CODE_OK);
    before = s;
    expect_code(cr_play(&lab, &s.k, &click, 1001, NULL), CR_CODE_STALE);
    assert_memory_equal(&before, &s, sizeof s);
}

static void refusal_changes_no_byte(void **unused)
{
    lab_state s, before;

    (void)unused;
    lab_start(&s, LAB_SEALED, 500, NULL);
    before = s;
    expect_code(lab_play(&s, 0, "pick 3", 1100), LAB_CODE_ODD);
    expect_code(lab_play(&s, 0, "act", 1100), LAB_CODE_NOT_YOU);
    expect_code(lab_play(&s, 0, "pick 2", 1500), CR_CODE_LATE);
    expect_code(lab_play(&s, 0, "@7 pick 2", 1100), CR_CODE_STALE);
    assert_memory_equal(&before, &s, sizeof s);
}

static void refusal_names_rule_and_field(void **unused)
{
    lab_state s;
    cr_refusal r;
    cr_move m;

    (void)unused;
    lab_start(&s, LAB_SEALED, 0, NULL);
    r = lab_play(&s, 0, "pick 3", 1000);
    m = answer(&s, 0, LAB_PICK, 3);
    assert_string_equal(cr_rule_id(&lab, r.rule), "LAB-1");
    assert_string_equal(cr_field_name(&lab, &m, r), "number");
    assert_string_equal(cr_code_text(&lab, r.code), "odd");
}

/* ---- defaults ---- */

static void default_need_not_be_legal(void **unused)
{
    lab_state s;
    cr_move m;

    (void)unused;
    lab_start(&s, LAB_DEFAULT, 0, NULL);
    expect_code(lab_play(&s, 0, "pick 7", 1000), LAB_CODE_ODD);
    m = cr_idle_move(&s.k, 0);
    expect_code(cr_play(&lab, &s.k, &m, 1000, NULL), CR_CODE_OK);
    assert_int_equal(s.sum, 7);
}

static void host_plays_defaults_only_for_seats_that_are_asked(void **unused)
{
    lab_state s;
    cr_move m;

    (void)unused;
    lab_start(&s, LAB_QUEUE, 0, NULL);
    m = cr_idle_move(&s.k, 2); /* asked, but 1 comes first */
    expect_code(cr_judge(&lab, &s.k, &m, 1000), CR_CODE_NOT_ASKED);
    m = cr_idle_move(&s.k, CR_ADMIN);
    expect_code(cr_judge(&lab, &s.k, &m, 1000), CR_CODE_NOT_ASKED);
    m = cr_idle_move(&s.k, 1);
    expect_code(cr_play(&lab, &s.k, &m, 1000, NULL), CR_CODE_OK);
    m = cr_idle_move(&s.k, 1);
    expect_code(cr_judge(&lab, &s.k, &m, 1000), CR_CODE_ANSWERED);
}

/* ---- the clock ---- */

typedef struct {
    cr_log log;
    uint64_t at[8];
    uint8_t seat[8];
    unsigned n;
} memo;

static void remember(cr_log *log, const cr_move *move, uint64_t at_ms, const cr_state *state)
{
    memo *m = (memo *)log;

    (void)state;
    m->at[m->n] = at_ms;
    m->seat[m->n++] = move->arg[0];
}

static void what_is_due_is_played_with_its_own_deadline(void **unused)
{
    memo m = {.log = {remember}};
    lab_state s;

    (void)unused;
    lab_start(&s, LAB_CHAIN, 500, NULL);
    cr_run_clock(&lab, &s.k, 1499, NULL, &m.log);
    assert_int_equal(m.n, 0);
    cr_run_clock(&lab, &s.k, 2100, NULL, &m.log); /* late: two of three are due by now */
    assert_int_equal(m.n, 2);
    assert_int_equal(m.at[0], 1500);
    assert_int_equal(m.at[1], 2000);
    assert_int_equal(m.seat[1], 1);
    assert_int_equal(cr_now(&s.k), 2000);
    assert_int_equal(cr_due(&s.k), 2500);
}

static void clock_answers_for_every_open_seat_of_a_sealed_question(void **unused)
{
    memo m = {.log = {remember}};
    lab_state s;

    (void)unused;
    lab_start(&s, LAB_SEALED, 500, NULL);
    expect_code(lab_play(&s, 1, "pick 8", 1200), CR_CODE_OK);
    cr_run_clock(&lab, &s.k, 5000, NULL, &m.log);
    assert_int_equal(m.n, 2);
    assert_int_equal(m.seat[0], 0);
    assert_int_equal(m.seat[1], 2);
    assert_int_equal(m.at[1], 1500);
    assert_int_equal(s.sum, 0 + 8 + 4);
}

/* What a viewer reads of the first event of its kind; "" for nothing. */
static const char *told_of(const cr_feed *feed, uint8_t kind, uint8_t viewer)
{
    static char line[128];
    cr_feed_place place = {0};
    cr_event event;

    line[0] = 0;
    while (!line[0] && cr_feed_next(feed, viewer, &place, &event))
        if (event.kind == kind)
            cr_event_print(&lab, &event, line, sizeof line);
    return line;
}

static void timeout_is_told_as_one_and_its_answer_to_the_seat(void **unused)
{
    cr_event room[16], seen;
    cr_feed_place place = {0};
    cr_feed feed;
    char json[256];
    lab_state s;

    (void)unused;
    lab_start(&s, LAB_DEFAULT, 500, NULL);
    cr_feed_init(&feed, room, CR_COUNT_OF(room));
    cr_run_clock(&lab, &s.k, 1500, &feed.sink, NULL);
    assert_int_equal(room[0].kind, CR_EV_DEFAULT); /* in front of what comes of it */
    assert_string_equal(told_of(&feed, CR_EV_DEFAULT, 0),
                        "default 0 pick: time ran out: the referee played pick 7 "
                        "!07010000000000000000");
    assert_string_equal(told_of(&feed, CR_EV_DEFAULT, 1),
                        "default 0 pick: time ran out: the referee answered");
    assert_true(cr_feed_next(&feed, CR_SPECTATOR, &place, &seen));
    cr_event_json(&lab, &seen, json, sizeof json);
    assert_string_equal(json, "{\"event\":\"default\",\"seat\":0,\"question\":\"pick\","
                              "\"timeout\":true,\"move\":null}");
}

static void default_before_its_time_is_told_to_its_seat_alone(void **unused)
{
    cr_event room[16];
    cr_feed feed;
    lab_state s;
    cr_move idle;

    (void)unused;
    lab_start(&s, LAB_SEALED, 500, NULL);
    idle = cr_idle_move(&s.k, 1);
    cr_feed_init(&feed, room, CR_COUNT_OF(room));
    expect_code(cr_play(&lab, &s.k, &idle, 1499, &feed.sink), CR_CODE_OK);
    assert_string_equal(told_of(&feed, CR_EV_DEFAULT, 1),
                        "default 1 pick: the referee played pick 2 !02010000000000000000");
    assert_string_equal(told_of(&feed, CR_EV_DEFAULT, 0), "");
    assert_string_equal(told_of(&feed, CR_EV_SEALED, 0), "sealed 1 pick");
}

static void time_never_runs_backwards(void **unused)
{
    lab_state s;

    (void)unused;
    lab_start(&s, LAB_CHAIN, 500, NULL);
    expect_code(lab_play(&s, 0, "act", 1300), CR_CODE_OK);
    expect_code(lab_play(&s, 1, "act", 200), CR_CODE_OK);
    assert_int_equal(cr_now(&s.k), 1300);
    assert_int_equal(cr_due(&s.k), 1800);
}

static void pause_at_every_moment_keeps_what_is_left(void **unused)
{
    (void)unused;
    for (uint64_t pause_at = 1000; pause_at < 1500; pause_at++) {
        lab_state s;
        cr_move m;

        lab_start(&s, LAB_SEALED, 500, NULL);
        m = cr_pause_move(&s.k, 3);
        expect_code(cr_play(&lab, &s.k, &m, pause_at, NULL), CR_CODE_OK);
        assert_int_equal(cr_due(&s.k), UINT64_MAX);
        cr_run_clock(&lab, &s.k, 9000, NULL, NULL);
        assert_int_equal(s.k.q.open, 7);
        expect_code(lab_play(&s, 0, "pick 2", 9000),
                    CR_CODE_OK); /* answers are taken during a pause */
        m = cr_resume_move(&s.k, 3);
        expect_code(cr_play(&lab, &s.k, &m, 10000, NULL), CR_CODE_OK);
        assert_int_equal(cr_due(&s.k), 10000 + (1500 - pause_at));
        cr_run_clock(&lab, &s.k, 10000 + (1500 - pause_at) - 1, NULL, NULL);
        assert_false(cr_is_over(&s.k));
        cr_run_clock(&lab, &s.k, 10000 + (1500 - pause_at), NULL, NULL);
        assert_true(cr_is_over(&s.k));
    }
}

static void clock_runs_when_the_last_reason_is_gone(void **unused)
{
    lab_state s;
    cr_move m;

    (void)unused;
    lab_start(&s, LAB_SEALED, 500, NULL);
    m = cr_pause_move(&s.k, 0);
    expect_code(cr_play(&lab, &s.k, &m, 1100, NULL), CR_CODE_OK);
    expect_code(cr_play(&lab, &s.k, &m, 1150, NULL), CR_CODE_ANSWERED); /* a reason counts once */
    m = cr_pause_move(&s.k, 15);
    expect_code(cr_play(&lab, &s.k, &m, 1200, NULL), CR_CODE_OK);
    m = cr_resume_move(&s.k, 0);
    expect_code(cr_play(&lab, &s.k, &m, 1300, NULL), CR_CODE_OK);
    expect_code(cr_play(&lab, &s.k, &m, 1300, NULL), CR_CODE_NOT_ASKED);
    assert_int_equal(cr_due(&s.k), UINT64_MAX);
    m = cr_resume_move(&s.k, 15);
    expect_code(cr_play(&lab, &s.k, &m, 2000, NULL), CR_CODE_OK);
    assert_int_equal(cr_due(&s.k), 2400);
}

static void question_put_during_a_pause_has_its_whole_time(void **unused)
{
    lab_state s;
    cr_move m;

    (void)unused;
    lab_start(&s, LAB_CHAIN, 500, NULL);
    m = cr_pause_move(&s.k, 0);
    expect_code(cr_play(&lab, &s.k, &m, 1100, NULL), CR_CODE_OK);
    expect_code(lab_play(&s, 0, "act", 4000), CR_CODE_OK);
    m = cr_resume_move(&s.k, 0);
    expect_code(cr_play(&lab, &s.k, &m, 5000, NULL), CR_CODE_OK);
    assert_int_equal(cr_due(&s.k), 5500);
}

static void asking_anew_with_the_time_that_is_left(void **unused)
{
    lab_state s;

    (void)unused;
    lab_start(&s, LAB_AGAIN, 800, NULL);
    assert_int_equal(cr_due(&s.k), 1800);
    expect_code(lab_play(&s, 0, "act", 1200), CR_CODE_OK);
    assert_int_equal(cr_due(&s.k), 1800);
    expect_code(lab_play(&s, 0, "act", 1500), CR_CODE_OK);
    assert_int_equal(cr_due(&s.k), 1800);
}

static void pause_for_a_reason_the_game_does_not_name_is_malformed(void **unused)
{
    static const char *const reasons[] = {"away", "lunch", NULL};
    cr_game game = lab;
    lab_state s;
    cr_move m;

    (void)unused;
    game.reasons = reasons;
    lab_start(&s, LAB_SEALED, 0, NULL);
    m = cr_pause_move(&s.k, 2);
    expect_code(cr_play(&game, &s.k, &m, 1000, NULL), CR_CODE_MALFORMED);
    m = cr_pause_move(&s.k, 1);
    expect_code(cr_play(&game, &s.k, &m, 1000, NULL), CR_CODE_OK);
    m = cr_resume_move(&s.k, 2);
    expect_code(cr_play(&game, &s.k, &m, 1000, NULL), CR_CODE_MALFORMED);
}

static void pause_after_the_deadline_is_late(void **unused)
{
    lab_state s;
    cr_move m;

    (void)unused;
    lab_start(&s, LAB_SEALED, 500, NULL);
    m = cr_pause_move(&s.k, 0);
    expect_code(cr_judge(&lab, &s.k, &m, 1500), CR_CODE_LATE);
}

/* ---- asking again, faults, setup ---- */

static void asking_again_changes_nothing(void **unused)
{
    static const enum lab_script scripts[] = {LAB_SEALED, LAB_QUEUE,   LAB_ANY,
                                              LAB_NEST,   LAB_DEFAULT, LAB_CHAIN};

    (void)unused;
    for (unsigned i = 0; i < CR_COUNT_OF(scripts); i++) {
        lab_state s, again;

        lab_start(&s, scripts[i], 500, NULL);
        again = s;
        cr_ask_again(&lab, &again.k, NULL);
        assert_memory_equal(&s, &again, sizeof s);
    }
}

static void faults_stop_the_match(void **unused)
{
    static const enum lab_script scripts[] = {LAB_DEEP, LAB_NOBODY, LAB_HOST_SEAL, LAB_ENDLESS};
    lab_state s;
    cr_move m;

    (void)unused;
    for (unsigned i = 0; i < CR_COUNT_OF(scripts); i++) {
        lab_start(&s, scripts[i], 0, NULL);
        assert_non_null(cr_fault(&s.k));
        m = answer(&s, 0, LAB_PICK, 2);
        expect_code(cr_play(&lab, &s.k, &m, 1000, NULL), CR_CODE_BROKEN);
    }
    lab_start(&s, LAB_TWO_ASKS, 0, NULL);
    assert_null(cr_fault(&s.k));
    expect_code(lab_play(&s, 0, "pick 2", 1000), CR_CODE_OK);
    assert_string_equal(cr_fault(&s.k), "one step asked two kinds of question");
}

static void bad_setups_are_refused(void **unused)
{
    cr_setup setup;
    lab_state s;

    (void)unused;
    cr_setup_init(&lab, &setup);
    assert_int_equal(setup.n_seats, 3);
    assert_int_equal(cr_setup_option(&lab, &setup, "seats", "5"), CR_ERR_BAD_SEATS);
    assert_int_equal(cr_setup_option(&lab, &setup, "seats", "4x"), CR_ERR_BAD_SEATS);
    assert_int_equal(cr_setup_option(&lab, &setup, "seats", "4"), CR_ERR_OK);
    assert_int_equal(cr_setup_option(&lab, &setup, "speed", "1"), CR_ERR_NO_OPTION);
    assert_int_equal(cr_setup_option(&lab, &setup, "time", "99"), CR_ERR_BAD_OPTION);
    assert_int_equal(cr_setup_option(&lab, &setup, "time", "100"), CR_ERR_OK);
    assert_int_equal(setup.option[LAB_OPTION_TIME], 100);
    assert_int_equal(cr_setup_option(&lab, &setup, "time", "none"), CR_ERR_OK);
    assert_int_equal(setup.option[LAB_OPTION_TIME], 0);
    assert_int_equal(cr_setup_option(&lab, &setup, "colour", "green"), CR_ERR_BAD_OPTION);
    assert_int_equal(cr_start(&lab, &s.k, &setup, NULL), CR_ERR_OK);
    assert_int_equal(cr_setup_option(&lab, &setup, "colour", "blue"), CR_ERR_OK);
    assert_int_equal(cr_start(&lab, &s.k, &setup, NULL), CR_ERR_BAD_OPTION); /* the game's own no */
    setup.option[LAB_OPTION_COLOUR] = 0;
    setup.option[LAB_OPTION_TIME] = 7;
    assert_int_equal(cr_start(&lab, &s.k, &setup, NULL), CR_ERR_BAD_OPTION);
    setup.option[LAB_OPTION_TIME] = 0;
    setup.n_seats = 2;
    assert_int_equal(cr_start(&lab, &s.k, &setup, NULL), CR_ERR_BAD_SEATS);
}

static void same_seed_same_bytes(void **unused)
{
    lab_state s, t;

    (void)unused;
    memset(&s, 0xAA, sizeof s);
    memset(&t, 0x55, sizeof t);
    lab_start(&s, LAB_SEALED, 0, NULL);
    lab_start(&t, LAB_SEALED, 0, NULL);
    assert_memory_equal(&s, &t, sizeof s);
    assert_int_equal(cr_state_hash(&lab, &s.k), cr_state_hash(&lab, &t.k));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sealed_question_waits_for_the_last_answer),
        cmocka_unit_test(sealed_answers_do_not_depend_on_their_order),
        cmocka_unit_test(sealed_answer_is_final),
        cmocka_unit_test(sealed_answer_is_in_no_other_view),
        cmocka_unit_test(answers_are_gone_when_the_match_is_over),
        cmocka_unit_test(queue_asks_in_order_from_first),
        cmocka_unit_test(anything_but_a_pass_closes_a_queue),
        cmocka_unit_test(each_in_a_queue_has_the_whole_time),
        cmocka_unit_test(any_takes_the_first_answer_also_from_host_or_admin),
        cmocka_unit_test(default_of_an_any_question_is_that_of_its_first_seat),
        cmocka_unit_test(nested_cancels_undo_each_other),
        cmocka_unit_test(popped_frames_leave_nothing_behind),
        cmocka_unit_test(judge_refuses_in_its_order),
        cmocka_unit_test(game_renames_but_never_permits),
        cmocka_unit_test(unused_bytes_and_large_values_are_malformed),
        cmocka_unit_test(spectators_and_absent_seats_are_forbidden),
        cmocka_unit_test(host_moves_come_from_the_host_alone),
        cmocka_unit_test(late_answer_is_stale),
        cmocka_unit_test(refusal_changes_no_byte),
        cmocka_unit_test(refusal_names_rule_and_field),
        cmocka_unit_test(default_need_not_be_legal),
        cmocka_unit_test(host_plays_defaults_only_for_seats_that_are_asked),
        cmocka_unit_test(what_is_due_is_played_with_its_own_deadline),
        cmocka_unit_test(clock_answers_for_every_open_seat_of_a_sealed_question),
        cmocka_unit_test(timeout_is_told_as_one_and_its_answer_to_the_seat),
        cmocka_unit_test(default_before_its_time_is_told_to_its_seat_alone),
        cmocka_unit_test(time_never_runs_backwards),
        cmocka_unit_test(pause_at_every_moment_keeps_what_is_left),
        cmocka_unit_test(clock_runs_when_the_last_reason_is_gone),
        cmocka_unit_test(question_put_during_a_pause_has_its_whole_time),
        cmocka_unit_test(asking_anew_with_the_time_that_is_left),
        cmocka_unit_test(pause_for_a_reason_the_game_does_not_name_is_malformed),
        cmocka_unit_test(pause_after_the_deadline_is_late),
        cmocka_unit_test(asking_again_changes_nothing),
        cmocka_unit_test(faults_stop_the_match),
        cmocka_unit_test(bad_setups_are_refused),
        cmocka_unit_test(same_seed_same_bytes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
