/* Open questions (CR_OPEN): every asked seat may answer once, a pass takes the seat out, anything else closes the
 * question, and whoever comes behind it was too late. */
#include "support/cmocka_all.h"
#include "support/snap.h"
#include "cases/cases.h"
#include "kernel/feed.h"
#include "kernel/rng.h"
#include "laws/laws.h"
#include "verify/verify.h"

#include <stdio.h>

static snap_state s;
static cr_event told_room[64];
static cr_feed told;

static cr_sink *listen(void)
{
    cr_feed_init(&told, told_room, CR_COUNT_OF(told_room));
    return &told.sink;
}

/* A match in which seat 0 and seat 1 hold higher cards than the one in the middle, and seat 2 does not. */
static void start(uint32_t time_ms)
{
    snap_start(&s, 3, time_ms, 1, NULL);
    s.middle = 3;
    s.hand[0] = 5;
    s.hand[1] = 4;
    s.hand[2] = 0;
    assert_null(snap_with(SNAP_SOUND)->broken(&s.k));
}

static uint16_t play(uint8_t seat, const char *text)
{
    return snap_play(&s, seat, text, s.k.now_ms, listen()).code;
}

static uint16_t play_old(uint8_t seat, uint8_t kind, uint32_t ticket)
{
    cr_move move = {.ticket = ticket, .seat = seat, .kind = kind};

    return cr_play(snap_with(SNAP_SOUND), &s.k, &move, s.k.now_ms, NULL).code;
}

static void all_pass(void)
{
    uint32_t ticket = s.k.q.ticket;

    while (s.k.q.ticket == ticket)
        assert_int_equal(play((uint8_t)cr_bits_first(s.k.q.open), "pass"), CR_CODE_OK);
}

/* What a viewer is told by the last move; NULL for nothing. */
static const char *news_of(uint8_t viewer)
{
    static char line[128];
    cr_feed_place place = {0};
    cr_event event;

    if (!cr_feed_next(&told, viewer, &place, &event))
        return NULL;
    cr_event_print(snap_with(SNAP_SOUND), &event, line, sizeof line);
    return line;
}

/* ---- the form ---- */

static void pass_takes_a_seat_out_and_changes_no_ticket(void **unused)
{
    uint32_t ticket;
    uint64_t deadline;

    (void)unused;
    start(500);
    ticket = s.k.q.ticket;
    deadline = s.k.q.deadline_ms;
    assert_int_equal(s.k.q.form, CR_OPEN);
    assert_int_equal(snap_play(&s, 1, "pass", s.k.now_ms + 100, NULL).code, CR_CODE_OK);
    assert_int_equal(s.k.q.ticket, ticket);
    assert_int_equal(s.k.q.deadline_ms, deadline);
    assert_int_equal(s.k.q.open, CR_BIT(0) | CR_BIT(2));
    assert_int_equal(play(1, "pass"), CR_CODE_ANSWERED);
    assert_int_equal(play(1, "snap"), CR_CODE_ANSWERED);
}

static void any_other_answer_closes_it(void **unused)
{
    (void)unused;
    start(0);
    assert_int_equal(play(2, "pass"), CR_CODE_OK);
    assert_int_equal(play(1, "snap"), CR_CODE_OK);
    assert_int_equal(s.k.q.kind, SNAP_Q_OBJECT);
    assert_int_equal(s.snapper, 1 + 1);
}

static void last_pass_closes_it_in_the_name_of_first(void **unused)
{
    snap_state last;

    (void)unused;
    start(0);
    play(0, "pass");
    play(1, "pass");
    assert_int_equal(play(2, "pass"), CR_CODE_OK);
    assert_int_equal(s.round, 1);
    assert_string_equal(news_of(CR_SPECTATOR), "quiet 0");
    last = s;
    start(0);
    play(2, "pass");
    play(1, "pass");
    play(0, "pass");
    assert_memory_equal(&last, &s, sizeof s);
}

static void question_to_a_seat_that_is_no_player_is_a_fault(void **unused)
{
    (void)unused;
    start(0);
    cr_ask_now(&s.k, SNAP_Q_SNAP, CR_BIT(0) | CR_BIT(CR_HOST), CR_OPEN, 0, 0);
    assert_string_equal(cr_fault(&s.k), "a question to nobody");
}

static void silence_passes_for_all_who_are_left(void **unused)
{
    const cr_game *game = snap_with(SNAP_SOUND);
    uint64_t due;

    (void)unused;
    start(500);
    due = cr_due(&s.k);
    assert_int_equal(snap_play(&s, 1, "pass", 1100, NULL).code, CR_CODE_OK);
    assert_int_equal(cr_due(&s.k), due);
    cr_run_clock(game, &s.k, due - 1, NULL, NULL);
    assert_int_equal(s.round, 0);
    cr_run_clock(game, &s.k, due, NULL, NULL);
    assert_int_equal(s.round, 1);
    assert_int_equal(s.k.now_ms, due);
}

/* ---- too late ---- */

static void who_comes_behind_an_answer_was_too_late(void **unused)
{
    uint32_t ticket;

    (void)unused;
    start(0);
    ticket = s.k.q.ticket;
    play(2, "pass");
    play(0, "snap");
    assert_int_equal(play_old(1, SNAP_SNAP, ticket), CR_CODE_TOO_LATE);
    assert_int_equal(play_old(1, SNAP_PASS, ticket), CR_CODE_TOO_LATE);
    /* Who has spoken himself, and who answers another question, is told that it is gone. */
    assert_int_equal(play_old(0, SNAP_SNAP, ticket), CR_CODE_STALE);
    assert_int_equal(play_old(2, SNAP_SNAP, ticket), CR_CODE_STALE);
    assert_int_equal(play_old(1, SNAP_SNAP, ticket - 1), CR_CODE_STALE);
    assert_string_equal(cr_code_text(NULL, CR_CODE_TOO_LATE), "somebody was quicker");
}

static void too_late_is_known_until_the_next_open_question_closes(void **unused)
{
    uint32_t ticket;

    (void)unused;
    start(0);
    ticket = s.k.q.ticket;
    play(0, "snap");
    assert_int_equal(play(1, "pass"), CR_CODE_OK);
    assert_int_equal(play(2, "pass"), CR_CODE_OK);
    assert_int_equal(s.round, 1);
    assert_int_equal(play_old(1, SNAP_SNAP, ticket), CR_CODE_TOO_LATE); /* passes outrun nobody */
    s.middle = 3;
    s.hand[0] = 5;
    assert_int_equal(play(0, "snap"), CR_CODE_OK);
    assert_int_equal(play_old(1, SNAP_SNAP, ticket), CR_CODE_STALE);
    assert_int_equal(play_old(1, SNAP_SNAP, s.k.q.ticket - 1), CR_CODE_TOO_LATE);
}

static void too_late_comes_before_over(void **unused)
{
    uint32_t ticket;

    (void)unused;
    start(0);
    s.rounds = 1;
    play(0, "snap");
    ticket = s.k.q.ticket;
    assert_int_equal(play(1, "object"), CR_CODE_OK);
    assert_true(s.k.is_over);
    assert_int_equal(play_old(2, SNAP_OBJECT, ticket), CR_CODE_TOO_LATE);
    assert_int_equal(play_old(1, SNAP_OBJECT, ticket), CR_CODE_OVER);
    assert_int_equal(play_old(0, SNAP_OBJECT, ticket), CR_CODE_OVER);
}

static void too_late_is_forgotten_after_254_questions(void **unused)
{
    uint32_t ticket;

    (void)unused;
    start(0);
    s.rounds = 255;
    ticket = s.k.q.ticket;
    play(0, "snap");
    for (unsigned n = 1; n < 254; n++)
        all_pass();
    assert_int_equal(s.k.q.ticket - ticket, 254);
    assert_int_equal(play_old(1, SNAP_SNAP, ticket), CR_CODE_TOO_LATE);
    all_pass();
    assert_int_equal(play_old(1, SNAP_SNAP, ticket), CR_CODE_STALE);
    assert_int_equal(s.k.late, 0);
}

/* ---- what is told ---- */

static void secret_pass_shows_to_its_seat_alone(void **unused)
{
    const cr_game *game = snap_with(SNAP_SOUND);
    uint64_t before[2][64], after[64];

    (void)unused;
    start(500);
    assert_true(cr_view_size(game) <= sizeof after);
    cr_see(game, &s.k, 0, (cr_view *)before[0]);
    cr_see(game, &s.k, CR_SPECTATOR, (cr_view *)before[1]);
    assert_int_equal(snap_play(&s, 1, "pass", 1200, listen()).code, CR_CODE_OK);
    cr_see(game, &s.k, 0, (cr_view *)after);
    assert_memory_equal(before[0], after, cr_view_size(game));
    cr_see(game, &s.k, CR_SPECTATOR, (cr_view *)after);
    assert_memory_equal(before[1], after, cr_view_size(game));
    assert_null(news_of(0));
    assert_null(news_of(CR_SPECTATOR));
    assert_string_equal(news_of(1), "passed 1 snap?");
    cr_see(game, &s.k, 1, (cr_view *)after);
    assert_int_equal(((cr_view *)after)->q.open, CR_BIT(0) | CR_BIT(2));
}

static void public_pass_shows_to_everybody(void **unused)
{
    cr_view *view;
    uint64_t room[64];

    (void)unused;
    start(500);
    play(0, "snap");
    assert_int_equal(snap_play(&s, 2, "pass", 1200, listen()).code, CR_CODE_OK);
    assert_string_equal(news_of(CR_SPECTATOR), "passed 2 object?");
    view = (cr_view *)room;
    cr_see(snap_with(SNAP_SOUND), &s.k, 0, view);
    assert_int_equal(view->q.open, CR_BIT(1));
    assert_int_equal(view->now_ms, 1200);
}

static void guesses_vary_in_who_has_passed_and_leave_somebody(void **unused)
{
    const cr_game *game = snap_with(SNAP_SOUND);
    unsigned seen = 0;
    uint64_t room[64];
    snap_state world;
    cr_rng rng;

    (void)unused;
    start(0);
    play(0, "pass");
    cr_rng_init(&rng, (const uint8_t[32]){7}, 0);
    cr_see(game, &s.k, 0, (cr_view *)room);
    for (unsigned i = 0; i < 200; i++) {
        cr_guess(game, (cr_view *)room, &rng, &world.k);
        assert_true(world.k.q.open && !(world.k.q.open & ~6u));
        seen |= 1u << world.k.q.open;
    }
    assert_int_equal(seen, 1u << 2 | 1u << 4 | 1u << 6);
}

static void view_keeps_who_was_too_late(void **unused)
{
    const cr_game *game = snap_with(SNAP_SOUND);
    uint64_t room[64], back[64];
    char text[2048];
    snap_state world;
    cr_rng rng;

    (void)unused;
    start(0);
    play(2, "pass");
    play(0, "snap");
    cr_rng_init(&rng, (const uint8_t[32]){7}, 0);
    for (uint8_t seat = 0; seat < 3; seat++) {
        cr_move old = {.ticket = s.k.q.ticket - 1, .seat = seat};

        cr_see(game, &s.k, seat, (cr_view *)room);
        assert_int_equal(((cr_view *)room)->q.late_by, seat == 1 ? 2 : 0);
        cr_guess(game, (cr_view *)room, &rng, &world.k);
        assert_int_equal(cr_judge(game, &world.k, &old, 0).code,
                         seat == 1 ? CR_CODE_TOO_LATE : CR_CODE_STALE);
        cr_view_print(game, (cr_view *)room, text, sizeof text);
        assert_int_equal(strstr(text, " late 1\n") != NULL, seat == 1);
        assert_int_equal(cr_view_parse(game, text, (cr_view *)back, NULL), CR_ERR_OK);
        assert_memory_equal(room, back, cr_view_size(game));
    }
}

/* ---- words ---- */

static void forms_have_their_words_from_one_table(void **unused)
{
    static const char *const words[] = {"all", "turn", "any", "open"};

    (void)unused;
    assert_int_equal(CR_FORMS, CR_COUNT_OF(words));
    for (uint8_t form = 0; form < CR_FORMS; form++) {
        assert_string_equal(cr_form_word(form), words[form]);
        assert_true(strlen(cr_form_text(form)) > 20);
    }
    assert_string_equal(cr_form_word(CR_FORMS), "?");
    assert_string_equal(cr_form_text(CR_FORMS), "?");
}

/* ---- laws ---- */

typedef struct {
    enum snap_fault fault;
    cr_law law;
} planted;

static cr_laws_report report;

static void run_laws(enum snap_fault fault, uint8_t n_seats, int32_t time_ms)
{
    cr_laws_plan plan;

    cr_laws_init(&plan, snap_with(fault));
    cr_setup_pin(&plan.setup, 5);
    plan.setup.n_seats = n_seats;
    plan.setup.option[SNAP_OPTION_TIME] = time_ms;
    plan.matches = 400;
    plan.moves_max = 200;
    plan.heavy_every = 3;
    cr_laws_release(&report);
    assert_int_equal(cr_laws_run(&plan, &report), CR_ERR_OK);
}

static void sound_game_keeps_all_laws(void **unused)
{
    (void)unused;
    for (uint8_t n = 2; n <= 3; n++)
        for (int32_t time = 0; time <= 400; time += 400) {
            run_laws(SNAP_SOUND, n, time);
            if (report.n_failures) {
                char text[8192];

                cr_laws_failure_print(report.game, &report.failure[0], text, sizeof text);
                print_message("%s", text);
            }
            assert_int_equal(report.n_failures, 0);
            assert_true(report.checked[CR_LAW_PASSED] > 100);
            assert_true(report.codes[CR_CODE_TOO_LATE] > 100);
        }
    assert_int_equal(cr_laws_unseen_rows(&report), 0);
}

static void planted_fault_is_found(void **test)
{
    const planted *p = *test;

    run_laws(p->fault, 3, 400);
    assert_true(report.n_failures > 0);
    assert_string_equal(cr_law_name(report.failure[0].law), cr_law_name(p->law));
}

/* ---- small worlds ---- */

static cr_verify v;

/* One round from here: every order in which two or three seats pass, answer or fall silent. */
static void search(const char *text, uint64_t states, uint64_t ends)
{
    cr_verify_release(&v);
    assert_int_equal(cr_verify_init(&v, snap_with(SNAP_SOUND)), CR_ERR_OK);
    assert_int_equal(cr_verify_worlds(&v, v.game, "w", text, NULL), CR_ERR_OK);
    if (v.fault[1].check[0])
        print_message("%s: %s\n%s", v.fault[1].check, v.fault[1].what, v.fault[1].position);
    assert_int_equal(v.fault[1].check[0], 0);
    assert_int_equal(v.n_unread, 0);
    assert_int_equal(v.n_worlds, 1);
    assert_false(v.worlds[0].is_cut);
    assert_int_equal(v.worlds[0].states, states);
    assert_int_equal(v.worlds[0].ends, ends);
}

static void small_world_has_all_orders_of_two(void **unused)
{
    (void)unused;
    search("world two\n  option seats=2 rounds=1\n  position\n    hand: 5 4\n    middle: 3\n"
           "    effect: round 0 step=snap\n",
           3 + 1 + 2 + 2 + 2, 5); /* who is left; all passed; who snapped; it stands; it does not */
}

static void small_world_has_all_orders_of_three(void **unused)
{
    (void)unused;
    search("world three\n  option seats=3 rounds=1\n  position\n    hand: 5 4 6\n    middle: 3\n"
           "    effect: round 0 step=snap\n",
           7 + 1 + 3 * 3 + 3 + 3, 7);
}

/* ---- cases ---- */

static const char cases[] =
    "game snap\n"
    "\n"
    "position three\n"
    "  hand: 5 4 0\n"
    "  middle: 3\n"
    "  effect: round 0 step=snap\n"
    "\n"
    "case a pass is nobody's business, an answer closes it, the other is too late\n"
    "  proves SN-1\n"
    "  option seats=3\n"
    "  position three\n"
    "  asked snap? 0 1 2\n"
    "  2 snap -> TOO_LOW SN-1\n"
    "  2 pass\n"
    "  asked snap? 0 1\n"
    "  0 snap\n"
    "  1 @1 snap -> TOO_LATE\n"
    "  2 @1 pass -> STALE\n"
    "  events spectator\n"
    "    snapped 0 card=5\n"
    "  asked object? 1 2\n"
    "\n"
    "case silence passes for all who are left, each in secret\n"
    "  proves SN-2\n"
    "  option seats=3 time=1000 rounds=1\n"
    "  position three\n"
    "  at 100\n"
    "  1 pass\n"
    "  asked snap? 0 2 left 900\n"
    "  1 pass -> ANSWERED\n"
    "  0 object -> NOT_NOW SN-2\n"
    "  at 1000\n"
    "  over\n"
    "  events spectator\n"
    "    quiet 0\n"
    "    over\n"
    "  events 2\n"
    "    default 2 snap?: time ran out: the referee played pass\n"
    "    passed 2 snap?\n"
    "    quiet 0\n"
    "    over\n";

typedef struct {
    cr_case_report base;
    unsigned passed, failed;
} tally;

static void count_case(cr_case_report *base, const cr_case_result *result)
{
    tally *t = (tally *)base;

    if (!result->is_passed)
        print_message("%s", result->message);
    t->passed += result->is_passed;
    t->failed += !result->is_passed;
}

static void cases_say_who_was_too_late(void **unused)
{
    tally t = {.base = {.done = count_case}};
    cr_case_error why;
    cr_case_file *file =
        cr_cases_read_of(snap_with(SNAP_SOUND), "snap.case", cases, sizeof cases - 1, &why);

    (void)unused;
    if (!file)
        fail_msg("line %u: %s", why.line, why.text);
    assert_int_equal(cr_cases_run(file, NULL, NULL, &t.base), 0);
    assert_int_equal(t.passed, 2);
    cr_cases_free(file);
}

int main(void)
{
    static const planted plants[] = {
#define PLANTED(id, law, text) {SNAP_##id, CR_LAW_##law},
        SNAP_FAULTS_MAP(PLANTED)
#undef PLANTED
    };
    static const char *const names[] = {
#define NAME(id, law, text) "law: " text,
        SNAP_FAULTS_MAP(NAME)
#undef NAME
    };
    const struct CMUnitTest others[] = {
        cmocka_unit_test(pass_takes_a_seat_out_and_changes_no_ticket),
        cmocka_unit_test(any_other_answer_closes_it),
        cmocka_unit_test(last_pass_closes_it_in_the_name_of_first),
        cmocka_unit_test(question_to_a_seat_that_is_no_player_is_a_fault),
        cmocka_unit_test(silence_passes_for_all_who_are_left),
        cmocka_unit_test(who_comes_behind_an_answer_was_too_late),
        cmocka_unit_test(too_late_is_known_until_the_next_open_question_closes),
        cmocka_unit_test(too_late_comes_before_over),
        cmocka_unit_test(too_late_is_forgotten_after_254_questions),
        cmocka_unit_test(secret_pass_shows_to_its_seat_alone),
        cmocka_unit_test(public_pass_shows_to_everybody),
        cmocka_unit_test(guesses_vary_in_who_has_passed_and_leave_somebody),
        cmocka_unit_test(view_keeps_who_was_too_late),
        cmocka_unit_test(forms_have_their_words_from_one_table),
        cmocka_unit_test(sound_game_keeps_all_laws),
        cmocka_unit_test(small_world_has_all_orders_of_two),
        cmocka_unit_test(small_world_has_all_orders_of_three),
        cmocka_unit_test(cases_say_who_was_too_late),
    };
    struct CMUnitTest tests[CR_COUNT_OF(others) + CR_COUNT_OF(plants)];
    int n_failed;

    memcpy(tests, others, sizeof others);
    for (unsigned i = 0; i < CR_COUNT_OF(plants); i++)
        tests[CR_COUNT_OF(others) + i] = (struct CMUnitTest){names[i], planted_fault_is_found, NULL,
                                                             NULL, (void *)(uintptr_t)&plants[i]};
    n_failed = cmocka_run_group_tests(tests, NULL, NULL);
    cr_laws_release(&report);
    cr_verify_release(&v);
    return n_failed;
}
