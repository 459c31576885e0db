/* Plays cases: starts, moves, the clock, and the host's patience. What is expected is judged in expect.c. */
#include "cases/file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- life cycle ---- */

static void keep_event(cr_sink *sink, const cr_event *event)
{
    run *r = (run *)sink;

    if (r->at.n_events == CR_CASE_EVENTS_MAX ||
        !grow_array(&r->events, r->at.n_events, sizeof *r->events)) {
        r->lost_events = true;
        return;
    }
    r->events[r->at.n_events++] = *event;
}

bool run_init(run *r, const cr_case_file *file, const cr_game *game)
{
    *r = (run){.sink = {keep_event},
               .file = file,
               .game = game,
               .state = calloc(1, cr_state_size(game)),
               .view = calloc(1, cr_view_size(game)),
               .message = {.max = CR_CASE_MESSAGE_MAX}};
    return line_desk_init(&r->desk, game) && r->state && r->view;
}

void run_release(run *r)
{
    for (size_t i = 0; i < r->n_edits; i++)
        free(r->edits[i].with);
    free(r->edits);
    free(r->events);
    free(r->offers);
    free(r->state);
    free(r->view);
    line_desk_release(&r->desk);
    free(r->filled);
    grown_release(&r->message);
    grown_release(&r->filling);
}

/* ---- failing ---- */

static void note_failure(run *r, unsigned line)
{
    if (!r->failed_line)
        r->failed_line = line;
    grown_fmt(&r->message, "%s:%u: ", r->file->path, line);
}

void run_fail(run *r, const file_step *step, const char *format, ...)
{
    char reason[512];
    va_list args;

    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    note_failure(r, r->file->lines[step->line].number);
    grown_str(&r->message, reason);
    grown_str(&r->message, "\n");
}

/* ---- moves ---- */

static cr_sink *listener(run *r)
{
    return r->test->wants_events ? &r->sink : NULL;
}

/* What must hold behind every move, whatever the case expects. */
static void check_state(run *r, const file_step *step)
{
    const char *broken = cr_fault(r->state);

    if (!broken)
        broken = r->game->broken(r->state);
    if (broken) {
        run_fail(r, step, "the game broke an invariant: %s", broken);
        r->is_stopped = true;
    }
}

static bool spend(run *r, const file_step *step)
{
    r->work += CR_CASE_WORK_MOVE;
    if (r->work <= CR_CASE_WORK_MAX)
        return true;
    run_fail(r, step, "the file asks for too much work: split it");
    r->is_stopped = true;
    return false;
}

static void play(run *r, const cr_move *move)
{
    cr_play_checked(r->game, r->state, move, r->at.clock, listener(r));
    if (r->log)
        r->log->played(r->log, move, r->at.clock, r->state);
}

/* The host plays the default of a seat whose refused answers to one question are too many. */
static void lose_patience(run *r, const file_step *step, bool is_answer)
{
    const cr_question *q = cr_asked_now(r->state);
    uint8_t seat = step->seat;
    cr_move idle;

    if (!is_answer || seat >= CR_SEATS_MAX || !(cr_deciders(r->state) & CR_BIT(seat)))
        return;
    if (r->at.refused_ticket != q->ticket) {
        memset(r->at.refused, 0, sizeof r->at.refused);
        r->at.refused_ticket = q->ticket;
    }
    r->at.refused[seat]++;
    if (!r->at.patience[seat] || r->at.refused[seat] < r->at.patience[seat])
        return;
    idle = cr_idle_move(r->state, seat);
    play(r, &idle);
    check_state(r, step);
}

static void step_move(run *r, const file_step *step)
{
    char text[CR_CASE_LINE_MAX + 1];
    size_t len = (size_t)(step->text.end - step->text.at);
    cr_refusal refusal;
    cr_move move;
    bool is_read, is_answer;

    if (!spend(r, step))
        return;
    memcpy(text, step->text.at, len);
    text[len] = 0;
    if (step->unknown) {
        move = r->filled[step->unknown - 1];
        refusal = CR_ACCEPT;
    } else {
        refusal = cr_move_parse(r->game, r->state, step->seat, text, &move);
    }
    is_read = !refusal.code;
    if (is_read)
        refusal = cr_judge(r->game, r->state, &move, r->at.clock);
    /* What does not read is an answer to the open question too, unless it names another. */
    is_answer = is_read ? move.ticket == cr_asked_now(r->state)->ticket : text[0] != '@';
    if (!expect_refusal(r, step, &move, refusal) &&
        !(r->is_updating && (step->flags & STEP_REFUSED)))
        r->is_stopped = step->kind == STEP_MOVE || !r->is_updating;
    if (step->kind == STEP_TRY || r->is_stopped)
        return;
    if (refusal.code) {
        lose_patience(r, step, is_answer);
        return;
    }
    play(r, &move);
    check_state(r, step);
}

/* ---- the clock ---- */

/* Plays what is due, deadline by deadline, so that a match without end is seen. */
static void step_at(run *r, const file_step *step)
{
    if (step->number < r->at.clock) {
        run_fail(r, step, "time does not run backwards: it is %llu already",
                 (unsigned long long)r->at.clock);
        r->is_stopped = true;
        return;
    }
    while (step->kind == STEP_AT && !r->is_stopped && cr_due(r->state) <= step->number) {
        if (!spend(r, step))
            return;
        cr_run_clock(r->game, r->state, cr_due(r->state), listener(r), r->log);
        check_state(r, step);
    }
    r->at.clock = step->number;
}

/* ---- a case ---- */

void run_step(run *r, const file_step *step)
{
    switch (step->kind) {
    case STEP_MOVE:
    case STEP_TRY:
        step_move(r, step);
        break;
    case STEP_AT:
    case STEP_STAMP:
        step_at(r, step);
        break;
    case STEP_PATIENCE:
        r->at.patience[step->seat] = (uint32_t)step->number;
        break;
    default:
        expect_step(r, step);
    }
}

static cr_err start(run *r)
{
    grown text = {0};
    cr_err err;

    if (!r->test->has_position)
        return cr_start(r->game, r->state, &r->test->setup, listener(r));
    file_position_text(r->file, r->test, &text);
    err = text.is_cut ? CR_ERR_FULL
                      : cr_position_parse(r->game, &r->test->setup, text.buf, r->state, listener(r),
                                          NULL, NULL, 0);
    grown_release(&text);
    return err;
}

bool run_start(run *r, const file_case *test)
{
    cr_err err;

    r->test = test;
    free(r->events);
    r->events = NULL;
    r->lost_events = r->is_stopped = false;
    r->failed_line = 0;
    r->at = (run_place){0};
    grown_clear(&r->message);
    err = start(r);
    if (err) {
        note_failure(r, test->line);
        grown_fmt(&r->message, "the match does not start: %s\n", cr_err_text(err));
        return false;
    }
    r->at.clock = cr_now(r->state);
    return true;
}

bool run_case(run *r, const file_case *test)
{
    r->test = test;
    grown_clear(&r->filling);
    if (test->n_unknowns && !fill_case(r))
        return false;
    if (!run_start(r, test))
        return false;
    if (r->tells_start)
        r->log->played(r->log, NULL, r->at.clock, r->state);
    for (size_t i = 0; i < test->n_steps && !r->is_stopped; i++)
        run_step(r, &r->file->steps[test->first_step + i]);
    return !r->failed_line;
}

static bool is_chosen(const file_case *test, const char *only)
{
    return !only || strstr(test->name, only);
}

/* A case that is expected to fail is as it should be if it fails; if it holds, its mark is out of date. */
static void judge_gap(run *r, const file_case *test, bool *is_passed)
{
    if (*is_passed) {
        note_failure(r, test->line);
        grown_str(&r->message,
                  "this case is expected to fail and holds: take 'expect to fail' away\n");
    }
    *is_passed = !*is_passed;
}

size_t cr_cases_run(const cr_case_file *file, const cr_game *game, const char *only,
                    cr_case_report *report)
{
    size_t n_failed = 0;
    run r;
    bool is_ready = run_init(&r, file, game ? game : file->game);

    r.log = report ? report->log : NULL;
    r.tells_start = r.log;
    for (size_t i = 0; i < file->n_cases; i++) {
        cr_case_result result = cr_cases_at(file, i);

        if (!is_chosen(&file->cases[i], only))
            continue;
        if (is_ready) {
            result.is_passed = run_case(&r, &file->cases[i]);
            if (result.is_gap)
                judge_gap(&r, &file->cases[i], &result.is_passed);
            result.failed_line = r.failed_line;
            result.message =
                r.message.buf && (!result.is_passed || result.is_gap) ? r.message.buf : "";
            result.filling = r.filling.buf ? r.filling.buf : "";
        } else {
            result.message = "out of memory\n";
        }
        n_failed += !result.is_passed;
        if (report)
            report->done(report, &result);
    }
    run_release(&r);
    return n_failed;
}

/* ---- rewriting ---- */

static int by_place(const void *a, const void *b)
{
    size_t x = ((const edit *)a)->from, y = ((const edit *)b)->from;

    return x < y ? -1 : x > y;
}

char *cr_cases_update(const cr_case_file *file, const char *only, size_t *len)
{
    grown out = {0};
    size_t at = 0;
    run r;
    bool is_ready = run_init(&r, file, file->game);

    r.is_updating = true;
    for (size_t i = 0; is_ready && i < file->n_cases; i++)
        if (is_chosen(&file->cases[i], only) && !file->cases[i].is_gap)
            run_case(&r, &file->cases[i]);
    if (r.n_edits)
        qsort(r.edits, r.n_edits, sizeof *r.edits, by_place);
    for (size_t i = 0; i < r.n_edits; i++) {
        grown_bytes(&out, file->text + at, r.edits[i].from - at);
        grown_str(&out, r.edits[i].with);
        at = r.edits[i].to;
    }
    if (r.n_edits)
        grown_bytes(&out, file->text + at, file->len - at);
    run_release(&r);
    if (out.is_cut)
        grown_release(&out);
    *len = out.len;
    return out.buf;
}
