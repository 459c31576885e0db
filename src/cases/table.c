/* Expected and got, side by side. */
#include "cases/file.h"

#include <stdlib.h>

enum {
    WIDTH_MAX =
        60, /* columns of a side; longer lines are cut, so that the place where both part shows */
    LEAD = 20,           /* columns that are left in front of that place */
    ALIGN_MAX = 1 << 16, /* cells to line up two lists; longer ones are paired one by one */
    SHOWN_ROWS_MAX = 100 /* rows of one table in a message */
};

void table_add(table *t, cr_span expected, cr_span got, bool is_bad)
{
    t->has_bad |= is_bad;
    if (grow_array(&t->rows, t->n, sizeof *t->rows))
        t->rows[t->n++] = (table_row){expected, got, is_bad};
}

cr_span table_keep(table *t, cr_span text)
{
    size_t len = (size_t)(text.end - text.at);
    char *copy = malloc(len + 1);

    if (!copy || !grow_array(&t->kept, t->n_kept, sizeof *t->kept)) {
        free(copy);
        return (cr_span){NULL, NULL};
    }
    memcpy(copy, text.at, len);
    t->kept[t->n_kept++] = copy;
    return (cr_span){copy, copy + len};
}

void table_drop_good(table *t)
{
    size_t n = 0;

    for (size_t i = 0; i < t->n; i++)
        if (t->rows[i].is_bad)
            t->rows[n++] = t->rows[i];
    t->n = n;
}

void table_release(table *t)
{
    for (size_t i = 0; i < t->n_kept; i++)
        free(t->kept[i]);
    free(t->kept);
    free(t->rows);
    *t = (table){0};
}

/* Lengths of the longest common part of the lists from (i, j) on, row by row; NULL if that is too much. */
static uint16_t *common_lengths(size_t n, size_t m, bool (*is_same)(const void *, size_t, size_t),
                                const void *with)
{
    uint16_t *len = (n + 1) * (m + 1) <= ALIGN_MAX ? calloc((n + 1) * (m + 1), sizeof *len) : NULL;

    for (size_t i = n; len && i-- > 0;)
        for (size_t j = m; j-- > 0;) {
            uint16_t down = len[(i + 1) * (m + 1) + j], right = len[i * (m + 1) + j + 1];

            if (is_same(with, i, j))
                len[i * (m + 1) + j] = (uint16_t)(1 + len[(i + 1) * (m + 1) + j + 1]);
            else
                len[i * (m + 1) + j] = down > right ? down : right;
        }
    return len;
}

void table_align(table *t, const cr_span *expected, size_t n, const cr_span *got, size_t m,
                 bool may_miss, bool (*is_same)(const void *, size_t, size_t), const void *with)
{
    uint16_t *len = common_lengths(n, m, is_same, with);
    size_t i = 0, j = 0;

    while (i < n || j < m) {
        size_t to_i = i, to_j = j;

        /* The next place where both agree; what lies before it is paired line by line. */
        if (len)
            while (to_i < n && to_j < m && !is_same(with, to_i, to_j)) {
                if (len[(to_i + 1) * (m + 1) + to_j] >= len[to_i * (m + 1) + to_j + 1])
                    to_i++;
                else
                    to_j++;
            }
        if (len && (to_i == n || to_j == m)) {
            to_i = n;
            to_j = m;
        }
        while (i < to_i || j < to_j) {
            cr_span none = {NULL, NULL};
            bool has_want = i < to_i, has_got = j < to_j;

            table_add(t, has_want ? expected[i] : none, has_got ? got[j] : none,
                      has_want || !may_miss);
            i += has_want;
            j += has_got;
        }
        if (i < n || j < m) {
            bool is_good = i < n && j < m && is_same(with, i, j);

            table_add(t, i < n ? expected[i] : (cr_span){0}, j < m ? got[j] : (cr_span){0},
                      !is_good);
            i += i < n;
            j += j < m;
        }
    }
    free(len);
}

static cr_span or_nothing(cr_span s)
{
    return s.at == s.end ? cr_span_of("(nothing)") : s;
}

/* So many columns of the text, from its start. */
static cr_span columns(cr_span text, unsigned n)
{
    cr_span head = {text.at, text.at};

    while (head.end < text.end && (n || ((unsigned char)*head.end & 0xC0) == 0x80))
        n -= ((unsigned char)*head.end++ & 0xC0) != 0x80;
    return head;
}

/* Where the two part: columns that are alike in front of it. */
static unsigned alike(cr_span a, cr_span b)
{
    cr_span same = {a.at, a.at};

    while (same.end < a.end && b.at < b.end && *same.end == *b.at) {
        same.end++;
        b.at++;
    }
    return cr_span_columns(same);
}

/* Writes a side of a row from column `from` on, within the width, with an ellipsis where it is cut. Returns the columns
 * it took. */
static unsigned put_side(grown *out, cr_span text, unsigned from)
{
    unsigned n = cr_span_columns(text), room = WIDTH_MAX, shown;
    cr_span head;

    if (from && n > WIDTH_MAX) {
        text.at = columns(text, from).end;
        grown_str(out, "…");
        room--;
    } else {
        from = 0;
    }
    n -= from;
    head = columns(text, n > room ? room - 1 : n);
    shown = cr_span_columns(head);
    grown_span(out, head);
    if (n > room)
        grown_str(out, "…");
    return shown + (n > room) + (from > 0);
}

/* The column at which a row begins: a long one begins a little before the place where its sides part. */
static unsigned first_column(cr_span expected, cr_span got)
{
    unsigned n = cr_span_columns(expected), m = cr_span_columns(got), same = alike(expected, got);

    return (n <= WIDTH_MAX && m <= WIDTH_MAX) || same <= WIDTH_MAX - LEAD ? 0 : same - LEAD;
}

void table_fail(run *r, const file_step *step, const table *t)
{
    const file_line *line = &r->file->lines[step->line];
    int width = 8;

    for (size_t i = 0; i < t->n; i++) {
        int n = (int)cr_span_columns(or_nothing(t->rows[i].expected));

        width = n > width ? n : width;
    }
    width = width > WIDTH_MAX ? WIDTH_MAX : width;
    run_fail(r, step, "%.*s", (int)(line->text.end - line->text.at), line->text.at);
    grown_fmt(&r->message, "      %-*s | got\n", width, "expected");
    for (size_t i = 0; i < t->n && i < SHOWN_ROWS_MAX; i++) {
        cr_span expected = or_nothing(t->rows[i].expected), got = or_nothing(t->rows[i].got);
        unsigned from = t->rows[i].is_bad ? first_column(expected, got) : 0;
        int pad;

        grown_str(&r->message, t->rows[i].is_bad ? "    ! " : "      ");
        pad = width - (int)put_side(&r->message, expected, from);
        grown_fmt(&r->message, "%*s | ", pad > 0 ? pad : 0, "");
        put_side(&r->message, got, from);
        grown_str(&r->message, "\n");
    }
    if (t->n > SHOWN_ROWS_MAX)
        grown_fmt(&r->message, "      … and %zu more\n", t->n - SHOWN_ROWS_MAX);
}
