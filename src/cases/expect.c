/* What a case expects: each kind of expectation, how it is compared and how --update rewrites it. */
#include "cases/file.h"

#include <stdlib.h>

enum { UPDATE_COLUMNS = 96 }; /* rewritten lists of moves are broken to stay within */

/* ---- rewriting ---- */

static void rewrite(run *r, const char *from, const char *to, const char *with)
{
    size_t len = strlen(with) + 1;
    edit *e;

    if (!r->is_updating || !grow_array(&r->edits, r->n_edits, sizeof *r->edits))
        return;
    e = &r->edits[r->n_edits];
    e->from = (size_t)(from - r->file->text);
    e->to = (size_t)(to - r->file->text);
    e->with = malloc(len);
    if (!e->with)
        return;
    memcpy(e->with, with, len);
    r->n_edits++;
}

static cr_span text_of(const run *r, const file_step *step)
{
    return r->file->lines[step->line].text;
}

/* The statement itself, its comment aside. */
static void rewrite_line(run *r, const file_step *step, const char *with)
{
    cr_span line = text_of(r, step);

    rewrite(r, line.at, line.end, with);
}

static const char *line_end(const run *r, uint32_t line)
{
    const char *at = r->file->lines[line].text.end, *end = r->file->text + r->file->len;

    while (at < end && *at != '\n')
        at++;
    return at;
}

static void rewrite_block(run *r, const file_step *step, const cr_span *lines, size_t n)
{
    uint32_t indent = r->file->lines[step->line].indent + 2;
    grown text = {0};

    if (step->n_block)
        indent = r->file->lines[step->line + 1].indent;
    grown_str(&text, "");
    for (size_t i = 0; i < n; i++) {
        grown_fmt(&text, "\n%*s", (int)indent, "");
        grown_span(&text, lines[i]);
    }
    rewrite(r, line_end(r, step->line), line_end(r, step->line + step->n_block),
            text.buf ? text.buf : "");
    grown_release(&text);
}

/* ---- single answers ---- */

/* One row: what was expected and what was got, as text. */
static void expect_text(run *r, const file_step *step, const char *expected, const char *got,
                        bool is_same)
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

/* A move that comes at the wrong time is best mended by who knows what is asked instead, and of whom. */
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
    cr_span line = text_of(r, step);
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
    /* A move that was to be accepted is what the case is about: nobody but its writer knows what to do instead. */
    if (step->flags & STEP_REFUSED)
        rewrite_line(r, step, seen.buf);
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
    cr_span line = text_of(r, step);
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
        rewrite_line(r, step, got.buf);
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
    grown_span(&expected, text_of(r, step));
    expect_text(r, step, expected.buf, got.buf, is_same);
    if (!is_same)
        rewrite_line(r, step, got.buf);
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
    rewrite_line(r, step, got);
}

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
            rewrite(r, line.at, line.end, printed.buf);
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

static void expect_lines(run *r, const file_step *step)
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
        rewrite_block(r, step, got.at, got.n);
    }
    free(expected.at);
    free(got.at);
    grown_release(&text);
}

/* ---- two worlds ---- */

/* Plays the other case to its end and compares what the viewer sees there with what it sees here, to the last byte. */
static void expect_same(run *r, const file_step *step)
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

static void expect_events(run *r, const file_step *step)
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
            rewrite_block(r, step, l.got.at, l.got.n);
    }
    table_release(&t);
    free(l.expected.at);
    free(l.got.at);
    grown_release(&text);
}

/* ---- offers ---- */

/* Calls `each` for every move of the step, on its line and below, "|" between them; "-" stands for none. */
static void each_move(run *r, const file_step *step,
                      void (*each)(run *r, const file_step *step, cr_span text, void *with),
                      void *with)
{
    for (uint32_t i = 0; i <= step->n_block; i++) {
        cr_span in = i ? r->file->lines[step->line + i].text : step->text;

        while (in.at < in.end) {
            const char *bar = memchr(in.at, '|', (size_t)(in.end - in.at));
            cr_span one = cr_span_trim((cr_span){in.at, bar ? bar : in.end});

            in.at = bar ? bar + 1 : in.end;
            if (one.at < one.end && !cr_span_is(one, "-"))
                each(r, step, one, with);
        }
    }
}

/* Reads a move that an expectation names. False if it is no move of the game at all. */
static bool read_named(run *r, const file_step *step, cr_span text, cr_move *move)
{
    char line[CR_CASE_LINE_MAX + 1];
    size_t len = (size_t)(text.end - text.at);
    cr_refusal refusal;

    memcpy(line, text.at, len);
    line[len] = 0;
    *move = (cr_move){0};
    refusal = cr_move_parse(r->game, r->state, step->seat, line, move);
    return refusal.code != CR_CODE_MALFORMED;
}

/* All offers of the seat, in the order of their bytes. False, with the failure noted, if they are too many. */
static bool list_offers(run *r, const file_step *step, size_t *n)
{
    uint64_t size = cr_offers_size(r->game, r->state, step->seat);
    bool is_all;

    r->work += size < CR_SCAN_MAX ? size : CR_SCAN_MAX;
    if (r->work > CR_CASE_WORK_MAX) {
        run_fail(r, step, "the file asks for too much work: split it");
        r->is_stopped = true;
        return false;
    }
    if (!r->offers)
        r->offers = malloc(CR_CASE_OFFERS_MAX * sizeof *r->offers);
    if (!r->offers) {
        run_fail(r, step, "out of memory");
        return false;
    }
    *n = cr_offers_list(r->game, r->state, step->seat, r->offers, CR_CASE_OFFERS_MAX, &is_all);
    if (!is_all)
        run_fail(r, step, "the offers are too many to list: use 'has' and 'lacks'");
    return is_all;
}

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(cr_move));
}

typedef struct {
    size_t n;
    uint8_t *is_expected;
    table t;
} offer_match;

static void match_offer(run *r, const file_step *step, cr_span text, void *with)
{
    offer_match *m = with;
    cr_move move, *hit;

    if (!read_named(r, step, text, &move)) {
        table_add(&m->t, text, cr_span_of("(no move of this game)"), true);
        return;
    }
    hit = m->n ? bsearch(&move, r->offers, m->n, sizeof move, by_bytes) : NULL;
    if (hit)
        m->is_expected[hit - r->offers] = 1;
    table_add(&m->t, text, hit ? text : cr_span_of("(not offered)"), !hit);
}

static void write_offers(run *r, const file_step *step, size_t n, grown *out)
{
    uint32_t indent = r->file->lines[step->line].indent + 2;
    char word[16], line[CR_CASE_LINE_MAX];
    cr_text text = cr_text_on(word, sizeof word);
    size_t from = 0;

    cr_seat.print(&text, &step->seat, NULL);
    grown_fmt(out, "offers %s:", word);
    if (!n)
        grown_str(out, " -");
    for (size_t i = 0; i < n; i++) {
        size_t len = cr_move_print(r->game, &r->offers[i], line, sizeof line);

        if (indent + out->len - from + len > UPDATE_COLUMNS) {
            from = out->len + 1;
            grown_fmt(out, "\n%*s%s", (int)indent, "", line);
        } else {
            grown_fmt(out, " %s", line);
        }
        if (i + 1 < n)
            grown_str(out, " |");
    }
}

static void expect_all_offers(run *r, const file_step *step)
{
    offer_match m = {0};
    grown text = {0};
    size_t *places;

    if (!list_offers(r, step, &m.n))
        return;
    qsort(r->offers, m.n, sizeof *r->offers, by_bytes);
    m.is_expected = calloc(m.n + 1, 1);
    places = calloc(m.n + 1, sizeof *places);
    if (m.is_expected && places) {
        each_move(r, step, match_offer, &m);
        for (size_t i = 0; i < m.n; i++) {
            char line[CR_CASE_LINE_MAX];

            if (!m.is_expected[i]) {
                cr_move_print(r->game, &r->offers[i], line, sizeof line);
                grown_str(&text, line);
            }
            places[i + 1] = text.len;
        }
        for (size_t i = 0; i < m.n; i++)
            if (!m.is_expected[i])
                table_add(&m.t, cr_span_of("(not expected)"),
                          (cr_span){text.buf + places[i], text.buf + places[i + 1]}, true);
    }
    if (m.t.has_bad) {
        table_fail(r, step, &m.t);
        grown_clear(&text);
        write_offers(r, step, m.n, &text);
        rewrite(r, text_of(r, step).at,
                step->n_block ? line_end(r, step->line + step->n_block) : text_of(r, step).end,
                text.buf);
    }
    grown_release(&text);
    table_release(&m.t);
    free(m.is_expected);
    free(places);
}

typedef struct {
    cr_space offers;
    table t;
} named_offers;

static void match_named(run *r, const file_step *step, cr_span text, void *with)
{
    static const char *const words[] = {"not offered", "offered"};
    named_offers *o = with;
    bool wants = step->mode == MODE_HAS, is_offered;
    cr_move move;

    if (!read_named(r, step, text, &move)) {
        table_add(&o->t, text, cr_span_of("(no move of this game)"), true);
        return;
    }
    is_offered = move.ticket == cr_asked_now(r->state)->ticket &&
                 cr_is_offered(r->game, r->state, &o->offers, &move);
    table_add(&o->t, text, cr_span_of(words[is_offered]), is_offered != wants);
}

static void expect_named_offers(run *r, const file_step *step)
{
    named_offers *o = calloc(1, sizeof *o);

    if (!o) {
        run_fail(r, step, "out of memory");
        return;
    }
    cr_offers(r->game, r->state, step->seat, &o->offers);
    each_move(r, step, match_named, o);
    if (o->t.has_bad)
        table_fail(r, step, &o->t);
    table_release(&o->t);
    free(o);
}

static void expect_count(run *r, const file_step *step)
{
    grown expected = {0}, got = {0};
    size_t n;

    if (!list_offers(r, step, &n))
        return;
    grown_fmt(&expected, "count %llu", (unsigned long long)step->number);
    grown_fmt(&got, "count %zu", n);
    expect_text(r, step, expected.buf, got.buf, n == step->number);
    if (n != step->number) {
        char word[16];
        cr_text text = cr_text_on(word, sizeof word);

        cr_seat.print(&text, &step->seat, NULL);
        grown_clear(&got);
        grown_fmt(&got, "offers %s count %zu", word, n);
        rewrite_line(r, step, got.buf);
    }
    grown_release(&expected);
    grown_release(&got);
}

static void expect_offers(run *r, const file_step *step)
{
    if (step->mode == MODE_EXACT)
        expect_all_offers(r, step);
    else if (step->mode == MODE_COUNT)
        expect_count(r, step);
    else
        expect_named_offers(r, step);
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
