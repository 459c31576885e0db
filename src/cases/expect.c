/* What a case expects: single answers. Views, zones and events are in expect_lines.c, offers in expect_offers.c; update.c
 * rewrites what has changed on purpose. */
#include "cases/file.h"

void expect_text(run *r, const file_step *step, const char *expected, const char *got, bool is_same)
{
    table t = {0};

    if (is_same)
        return;
    table_add(&t, cr_span_of(expected), cr_span_of(got), true);
    table_fail(r, step, &t);
    table_release(&t);
}

static void write_seats(grown *out, uint16_t seats)
{
    for (uint8_t seat = 0; seat < 16; seat++)
        if (seats >> seat & 1) {
            char word[16];
            cr_text text = cr_text_on(word, sizeof word);

            cr_seat.print(&text, &seat, NULL);
            grown_fmt(out, " %s", word);
        }
}

/* Could this move be an answer of this seat to the open question at all? */
static bool is_in_time(const run *r, const file_step *step, const cr_move *move)
{
    if (!(cr_deciders(r->state) >> step->seat & 1))
        return false;
    for (unsigned i = 0; i < r->game->n_chart; i++)
        if (r->game->chart[i].from == cr_asked_now(r->state)->kind &&
            r->game->chart[i].kind == move->kind)
            return true;
    return false;
}

/* Who mends a move that came at the wrong time needs to know what is asked instead, and of whom. */
static void tell_open(run *r, const file_step *step, const cr_move *move, cr_refusal got)
{
    if (!got.code || got.code == CR_CODE_MALFORMED || is_in_time(r, step, move))
        return;
    if (cr_is_over(r->state)) {
        grown_str(&r->message, "      the match is over: no question is open\n");
        return;
    }
    grown_fmt(&r->message, "      the open question is %s, for",
              cr_question_word(r->game, cr_asked_now(r->state)->kind));
    write_seats(&r->message, cr_deciders(r->state));
    grown_str(&r->message, "\n");
}

bool expect_refusal(run *r, const file_step *step, const cr_move *move, cr_refusal got)
{
    cr_span line = step_text(r, step);
    const char *field = cr_field_name(r->game, move, got);
    bool is_same = step->code == got.code && (!step->rule || step->rule == got.rule) &&
                   (step->field.at == step->field.end || cr_span_is(step->field, field));
    grown expected = {0}, seen = {0};
    char words[128];
    cr_text text = cr_text_on(words, sizeof words);

    if (is_same)
        return true;
    cr_refusal_write(&text, r->game, move, got);
    if (step->flags & STEP_REFUSED) {
        grown_str(&expected, cr_code_name(r->game, step->code));
        if (step->rule)
            grown_fmt(&expected, " %s", cr_rule_id(r->game, step->rule));
        if (step->field.at < step->field.end)
            grown_fmt(&expected, " %.*s", (int)(step->field.end - step->field.at), step->field.at);
    } else {
        grown_str(&expected, "accepted");
    }
    if (got.code)
        grown_fmt(&seen, "%s (%s)", words, cr_code_text(r->game, got.code));
    else
        grown_str(&seen, "accepted");
    expect_text(r, step, expected.buf, seen.buf, false);
    tell_open(r, step, move, got);
    grown_clear(&seen);
    grown_bytes(&seen, line.at, (size_t)(step->text.end - line.at));
    if (got.code)
        grown_fmt(&seen, " -> %s", words);
    /* A move that was to be accepted is what the case is about: only its writer knows what to do instead. */
    if (step->flags & STEP_REFUSED)
        update_line(r, step, seen.buf);
    grown_release(&expected);
    grown_release(&seen);
    return false;
}

static uint64_t time_left(const run *r)
{
    const cr_question *q = cr_asked_now(r->state);

    if (!q->budget_ms)
        return 0;
    if (cr_paused(r->state))
        return q->deadline_ms;
    return q->deadline_ms > r->at.clock ? q->deadline_ms - r->at.clock : 0;
}

static void expect_asked(run *r, const file_step *step)
{
    const cr_question *q = cr_asked_now(r->state);
    uint16_t who = cr_deciders(r->state);
    uint64_t due = cr_due(r->state), left = time_left(r);
    cr_span line = step_text(r, step);
    grown expected = {0}, got = {0};
    bool is_same;

    grown_span(&expected, line);
    grown_str(&got, "asked");
    if (!who) {
        grown_str(&got, " nobody");
    } else {
        grown_fmt(&got, " %s", cr_question_word(r->game, q->kind));
        write_seats(&got, who);
        if ((step->flags & STEP_HAS_UNTIL) && due == UINT64_MAX)
            grown_str(&got, " until never");
        else if (step->flags & STEP_HAS_UNTIL)
            grown_fmt(&got, " until %llu", (unsigned long long)due);
        if (step->flags & STEP_HAS_LEFT)
            grown_fmt(&got, " left %llu", (unsigned long long)left);
    }
    if (step->flags & STEP_NOBODY)
        is_same = !who;
    else
        is_same = who == step->seats && q->kind == step->question;
    if (step->flags & STEP_HAS_UNTIL)
        is_same = is_same && due == (step->flags & STEP_NEVER ? UINT64_MAX : step->number);
    if (step->flags & STEP_HAS_LEFT)
        is_same = is_same && left == step->number;
    expect_text(r, step, expected.buf, got.buf, is_same);
    if (!is_same)
        update_line(r, step, got.buf);
    grown_release(&expected);
    grown_release(&got);
}

static void expect_score(run *r, const file_step *step)
{
    int32_t score[CR_SEATS_MAX];
    cr_span in = step->text;
    grown expected = {0}, got = {0};
    bool is_same = true;

    cr_score(r->game, r->state, score);
    grown_str(&got, "score");
    for (unsigned seat = 0; seat < cr_seats(r->state); seat++) {
        int64_t n = 0;

        is_same &= cr_span_int(&in, INT32_MIN, INT32_MAX, &n) && n == score[seat];
        grown_fmt(&got, " %d", score[seat]);
    }
    grown_span(&expected, step_text(r, step));
    expect_text(r, step, expected.buf, got.buf, is_same);
    if (!is_same)
        update_line(r, step, got.buf);
    grown_release(&expected);
    grown_release(&got);
}

static void expect_over(run *r, const file_step *step)
{
    bool wants_over = !(step->flags & STEP_NOT), is_over = cr_is_over(r->state);
    const char *got = is_over ? "over" : "not over";

    if (is_over == wants_over)
        return;
    expect_text(r, step, wants_over ? "over" : "not over", got, false);
    update_line(r, step, got);
}

void expect_step(run *r, const file_step *step)
{
    switch (step->kind) {
    case STEP_ASKED:
        expect_asked(r, step);
        break;
    case STEP_OFFERS:
        expect_offers(r, step);
        break;
    case STEP_VIEW:
    case STEP_ZONES:
        expect_lines(r, step);
        break;
    case STEP_EVENTS:
        expect_events(r, step);
        break;
    case STEP_SCORE:
        expect_score(r, step);
        break;
    case STEP_SAME:
        expect_same(r, step);
        break;
    default:
        expect_over(r, step);
    }
}
