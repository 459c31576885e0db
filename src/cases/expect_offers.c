/* What a case expects to be offered. */
#include "cases/file.h"

#include <stdlib.h>

enum { UPDATE_COLUMNS = 96 }; /* rewritten lists of moves are broken to stay within */

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
        update_place(r, step_text(r, step).at,
                     step->n_block ? update_line_end(r, step->line + step->n_block)
                                   : step_text(r, step).end,
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
        update_line(r, step, got.buf);
    }
    grown_release(&expected);
    grown_release(&got);
}

void expect_offers(run *r, const file_step *step)
{
    if (step->mode == MODE_EXACT)
        expect_all_offers(r, step);
    else if (step->mode == MODE_COUNT)
        expect_count(r, step);
    else
        expect_named_offers(r, step);
}
