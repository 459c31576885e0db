/* What a case expects of lists of lines: views, zones, the view of another case, events. */
#include "cases/file.h"

#include <stdlib.h>

/* ---- lists of lines ---- */

typedef struct {
    cr_span *at;
    size_t n;
} spans;

static void spans_add(spans *s, cr_span one)
{
    if (grow_array(&s->at, s->n, sizeof *s->at))
        s->at[s->n++] = one;
}

static void spans_of_lines(spans *s, cr_span text)
{
    while (text.at < text.end)
        spans_add(s, cr_span_trim(cr_span_line(&text)));
}

static void spans_of_block(spans *s, const run *r, const file_step *step)
{
    for (uint32_t i = 1; i <= step->n_block; i++)
        spans_add(s, r->file->lines[step->line + i].text);
}

typedef struct {
    spans expected, got;
} lists;

static bool lists_same(const void *with, size_t i, size_t j)
{
    const lists *l = with;

    return line_same(l->expected.at[i], l->got.at[j]);
}

/* ---- views and zones ---- */

static bool printed_line(run *r, const file_step *step, cr_span line, grown *out)
{
    unsigned n_seats = cr_seats(r->state);
    cr_slip slip;

    return step->kind == STEP_VIEW ? line_of_view(&r->desk, n_seats, step->seat, line, out, &slip)
                                   : line_of_position(&r->desk, n_seats, line, out, &slip);
}

/* The line of this name that is equal, or else the first of this name. */
static cr_span find_got(const spans *got, cr_span line, cr_span printed, bool *is_same)
{
    cr_span first = {NULL, NULL};

    *is_same = false;
    for (size_t i = 0; i < got->n && !*is_same; i++) {
        if (!line_same_name(got->at[i], line))
            continue;
        *is_same = line_same(got->at[i], printed);
        if (*is_same || !first.at)
            first = got->at[i];
    }
    *is_same |= !first.at && printed.at == printed.end;
    return first;
}

/* The next line of this name, which is then used up: several effects are compared in their order. */
static cr_span take_got(spans *got, cr_span line, cr_span printed, bool *is_same)
{
    cr_span hit = {NULL, NULL};

    for (size_t i = 0; i < got->n && !hit.at; i++)
        if (got->at[i].at && line_same_name(got->at[i], line)) {
            hit = got->at[i];
            got->at[i].at = NULL;
        }
    *is_same = line_same(hit, printed);
    return hit;
}

/* Some lines, or all of them; the order of names has no meaning. */
static bool compare_lines(run *r, const file_step *step, const spans *expected, spans *got)
{
    bool is_part = step->mode == MODE_PART, is_good;
    grown printed = {0};
    table t = {0};

    for (size_t i = 0; i < expected->n; i++) {
        cr_span line = expected->at[i], form, seen;
        bool is_same;

        grown_clear(&printed);
        printed_line(r, step, line, &printed);
        form = grown_whole(&printed);
        seen = is_part ? find_got(got, line, form, &is_same) : take_got(got, line, form, &is_same);
        /* In the form of the printer, so that what differs is no mere order of words. */
        if (!is_same && form.at < form.end)
            line = table_keep(&t, form);
        table_add(&t, line, seen, !is_same);
        line = expected->at[i];
        if (is_part && !is_same && seen.at) {
            grown_clear(&printed);
            grown_span(&printed, seen);
            update_place(r, line.at, line.end, printed.buf);
        }
    }
    for (size_t i = 0; i < got->n && !is_part; i++)
        if (got->at[i].at)
            table_add(&t, (cr_span){NULL, NULL}, got->at[i], true);
    is_good = !t.has_bad;
    if (!is_good)
        table_fail(r, step, &t);
    table_release(&t);
    grown_release(&printed);
    return is_good;
}

static void print_view(const run *r, uint8_t viewer, grown *out)
{
    size_t len;
    char *room;

    cr_see_at(r->game, r->state, viewer, r->at.clock, r->view);
    len = cr_view_print(r->game, r->view, NULL, 0);
    room = grown_room(out, len);
    if (room)
        cr_view_print(r->game, r->view, room, len + 1);
}

void expect_lines(run *r, const file_step *step)
{
    bool is_view = step->kind == STEP_VIEW;
    spans expected = {0}, got = {0};
    grown text = {0};
    size_t len;
    char *room;

    if (is_view) {
        print_view(r, step->seat, &text);
    } else {
        len = cr_position_print(r->game, r->state, NULL, 0);
        room = grown_room(&text, len);
        if (room)
            cr_position_print(r->game, r->state, room, len + 1);
    }
    spans_of_lines(&got, grown_whole(&text));
    spans_of_block(&expected, r, step);
    if (!compare_lines(r, step, &expected, &got) && step->mode == MODE_EXACT) {
        got.n = 0;
        spans_of_lines(&got, grown_whole(&text));
        update_block(r, step, got.at, got.n);
    }
    free(expected.at);
    free(got.at);
    grown_release(&text);
}

/* ---- two worlds ---- */

void expect_same(run *r, const file_step *step)
{
    const file_case *other = &r->file->cases[step->number];
    grown here = {0}, there = {0};
    lists l = {0};
    table t = {0};
    run twin;

    if (!run_init(&twin, r->file, r->game)) {
        run_fail(r, step, "out of memory");
        goto out;
    }
    twin.work = r->work;
    if (!run_case(&twin, other)) {
        run_fail(r, step, "that case does not hold itself: line %u", twin.failed_line);
        goto out;
    }
    print_view(&twin, step->seat, &there);
    print_view(r, step->seat, &here);
    if (memcmp(r->view, twin.view, cr_view_size(r->game))) {
        spans_of_lines(&l.expected, grown_whole(&there));
        spans_of_lines(&l.got, grown_whole(&here));
        table_align(&t, l.expected.at, l.expected.n, l.got.at, l.got.n, false, lists_same, &l);
        table_drop_good(&t);
        table_fail(r, step, &t);
    }
out:
    r->work = twin.work;
    run_release(&twin);
    table_release(&t);
    free(l.expected.at);
    free(l.got.at);
    grown_release(&here);
    grown_release(&there);
}

/* ---- events ---- */

/* What the viewer saw since it was last asked here, one line each. Questions are left out: `asked` is there
 * for them. */
static void write_events(run *r, uint8_t viewer, grown *out)
{
    for (size_t *at = &r->at.seen[viewer]; *at < r->at.n_events; ++*at) {
        char line[CR_CASE_LINE_MAX];
        cr_event event;

        if (r->events[*at].kind == CR_EV_ASKED || !cr_redact(&r->events[*at], viewer, &event))
            continue;
        cr_event_print(r->game, &event, line, sizeof line);
        grown_str(out, line);
        grown_str(out, "\n");
    }
}

/* Is all there in this order, and nothing else unless only some lines are meant? */
static bool lists_agree(const lists *l, uint8_t mode)
{
    size_t i = 0;

    for (size_t j = 0; j < l->got.n; j++) {
        if (i < l->expected.n && lists_same(l, i, j))
            i++;
        else if (mode == MODE_EXACT)
            return false;
    }
    return i == l->expected.n;
}

void expect_events(run *r, const file_step *step)
{
    grown text = {0};
    lists l = {0};
    table t = {0};

    if (r->lost_events) {
        run_fail(r, step, "more than %d events happened: look at them earlier", CR_CASE_EVENTS_MAX);
        return;
    }
    write_events(r, step->seat, &text);
    spans_of_lines(&l.got, grown_whole(&text));
    spans_of_block(&l.expected, r, step);
    if (!lists_agree(&l, step->mode)) {
        table_align(&t, l.expected.at, l.expected.n, l.got.at, l.got.n, step->mode == MODE_HAS,
                    lists_same, &l);
        table_fail(r, step, &t);
        if (step->mode == MODE_EXACT)
            update_block(r, step, l.got.at, l.got.n);
    }
    table_release(&t);
    free(l.expected.at);
    free(l.got.at);
    grown_release(&text);
}
