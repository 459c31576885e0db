/* The chart as a picture: questions in rows by their distance from the start, an arrow for every pair of questions
 * that a move joins, made from the table alone. Arrows to the next row go straight down, farther down round the left
 * side, up round the right side, and within a row over the top; what was never exercised is dashed and says so. */
#include "verify/write.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    NODES_MAX = 64,
    ROW_HEIGHT = 104,
    NODE_HEIGHT = 34,
    GAP = 26,
    MARGIN = 130,
    WIDTH_MAX = 860,  /* a row that is wider is broken into several */
    LETTER = 8,       /* pixels of a letter in a node, generously */
    LABELLED_MAX = 26 /* with more arrows than this the labels would hide each other */
};

typedef struct {
    const char *word;
    unsigned row;
    int x, y, width; /* x: the middle */
} node;

typedef struct {
    const cr_verify *v;
    unsigned n, start, over, n_rows, n_edges;
    int width, height;
    node node[NODES_MAX];
} drawing;

static unsigned node_of(const drawing *d, uint8_t q, unsigned from)
{
    return q == CR_CHART_START   ? d->start
           : q == CR_CHART_OVER  ? d->over
           : q == CR_CHART_STAYS ? from
                                 : q;
}

static void ends_of(const drawing *d, const cr_row *row, unsigned *from, unsigned *to)
{
    *from = node_of(d, row->from, 0);
    *to = node_of(d, row->to, *from);
}

/* Rows by distance; the end stands alone below all others. */
static void layer_nodes(drawing *d)
{
    const cr_game *game = d->v->game;
    bool is_moved = true;

    for (unsigned i = 0; i < d->n; i++)
        d->node[i].row = i == d->start ? 0 : NODES_MAX;
    while (is_moved) {
        is_moved = false;
        for (unsigned i = 0; i < game->n_chart; i++) {
            unsigned from, to;

            ends_of(d, &game->chart[i], &from, &to);
            if (d->node[from].row < NODES_MAX && d->node[to].row > d->node[from].row + 1) {
                d->node[to].row = d->node[from].row + 1;
                is_moved = true;
            }
        }
    }
    d->n_rows = 1;
    for (unsigned i = 0; i < d->n; i++)
        if (i != d->over && d->node[i].row < NODES_MAX && d->node[i].row >= d->n_rows)
            d->n_rows = d->node[i].row + 1;
    for (unsigned i = 0; i < d->n; i++)
        if (i == d->over)
            d->node[i].row = d->n_rows;
        else if (d->node[i].row == NODES_MAX)
            d->node[i].row = d->n_rows - 1;
    d->n_rows++;
}

static int row_width(const drawing *d, unsigned row)
{
    int width = -GAP;

    for (unsigned i = 0; i < d->n; i++)
        if (d->node[i].row == row)
            width += d->node[i].width + GAP;
    return width;
}

/* Moves what does not fit into this row to a new one below it. */
static void break_row(drawing *d, unsigned row)
{
    int parts = row_width(d, row) / WIDTH_MAX + 1, limit = row_width(d, row) / parts + GAP * 2,
        width = -GAP;

    if (parts == 1)
        return;
    for (unsigned i = 0; i < d->n; i++)
        d->node[i].row += d->node[i].row > row;
    for (unsigned i = 0; i < d->n; i++)
        if (d->node[i].row == row) {
            width += d->node[i].width + GAP;
            d->node[i].row += width > limit;
        }
    d->n_rows++;
}

static void place_nodes(drawing *d)
{
    for (unsigned row = 0; row < d->n_rows; row++) {
        break_row(d, row);
        if (row_width(d, row) > d->width)
            d->width = row_width(d, row);
    }
    d->width += 2 * MARGIN;
    for (unsigned row = 0; row < d->n_rows; row++) {
        int x = (d->width - row_width(d, row)) / 2;

        for (unsigned i = 0; i < d->n; i++)
            if (d->node[i].row == row) {
                d->node[i].x = x + d->node[i].width / 2;
                d->node[i].y = 30 + (int)row * ROW_HEIGHT;
                x += d->node[i].width + GAP;
            }
    }
    d->height = 60 + (int)(d->n_rows - 1) * ROW_HEIGHT;
}

/* The moves of an arrow, each once, and whether all its rows were exercised. */
static bool write_moves(cr_text *out, const drawing *d, unsigned from, unsigned to)
{
    const cr_game *game = d->v->game;
    bool is_seen = true;
    const char *comma = "";
    uint8_t done[256] = {0};

    for (unsigned i = 0; i < game->n_chart; i++) {
        const cr_row *row = &game->chart[i];
        unsigned a, b;

        ends_of(d, row, &a, &b);
        if (a != from || b != to)
            continue;
        is_seen &= d->v->chart[i] > 0;
        if (row->from == CR_CHART_START || done[row->kind])
            continue;
        done[row->kind] = 1;
        cr_text_str(out, comma);
        cr_text_xml(out, cr_kind_word(game, row->kind));
        comma = ", ";
    }
    return is_seen;
}

static void draw_edge(cr_text *out, const drawing *d, unsigned from, unsigned to)
{
    const node *a = &d->node[from], *b = &d->node[to];
    char moves[512];
    cr_text text = cr_text_on(moves, sizeof moves);
    bool is_seen = write_moves(&text, d, from, to);
    int half = NODE_HEIGHT / 2, x, y;

    cr_text_fmt(out,
                "<g><title>%s to %s: %s%s</title><path class=\"edge%s\" "
                "marker-end=\"url(#head)\" d=\"",
                a->word, b->word, moves, is_seen ? "" : " (a row of this was never exercised)",
                is_seen ? "" : " never");
    if (from == to) {
        x = a->x + a->width / 2;
        cr_text_fmt(out, "M%d %dc26 -18 26 18 1 14", x, a->y - 5);
        x += 24;
        y = a->y - 14;
    } else if (b->row == a->row + 1) {
        int bend = (b->y - a->y) / 2;

        cr_text_fmt(out, "M%d %dC%d %d %d %d %d %d", a->x, a->y + half, a->x, a->y + bend, b->x,
                    b->y - bend, b->x, b->y - half - 4);
        x = (a->x + b->x) / 2;
        y = (a->y + b->y) / 2;
    } else if (b->row == a->row) {
        cr_text_fmt(out, "M%d %dC%d %d %d %d %d %d", a->x, a->y - half, a->x, a->y - half - 24,
                    b->x, b->y - half - 24, b->x, b->y - half - 4);
        x = (a->x + b->x) / 2;
        y = a->y - half - 18;
    } else {
        /* The farther the wider. */
        int side = b->row > a->row ? -1 : 1, far = abs((int)b->row - (int)a->row),
            from_x = a->x + side * a->width / 2, to_x = b->x + side * b->width / 2,
            out_x = side * (20 + 22 * far);

        if (out_x < 20 - MARGIN)
            out_x = 20 - MARGIN;
        if (out_x > MARGIN - 20)
            out_x = MARGIN - 20;
        cr_text_fmt(out, "M%d %dC%d %d %d %d %d %d", from_x, a->y, from_x + out_x, a->y,
                    to_x + out_x, b->y, to_x + side * 4, b->y);
        x = (from_x + to_x) / 2 + out_x * 3 / 4;
        y = (a->y + b->y) / 2;
    }
    cr_text_str(out, "\"/>");
    if (d->n_edges <= LABELLED_MAX && *moves)
        cr_text_fmt(out, "<text class=\"lab\" x=\"%d\" y=\"%d\">%s</text>", x, y, moves);
    cr_text_str(out, "</g>\n");
}

static bool has_edge(const drawing *d, unsigned from, unsigned to)
{
    for (unsigned i = 0; i < d->v->game->n_chart; i++) {
        unsigned a, b;

        ends_of(d, &d->v->game->chart[i], &a, &b);
        if (a == from && b == to)
            return true;
    }
    return false;
}

void write_chart_svg(cr_text *out, const cr_verify *v)
{
    const cr_game *game = v->game;
    drawing d = {.v = v, .n = game->n_questions + 2u};

    if (d.n > NODES_MAX)
        return;
    d.start = game->n_questions;
    d.over = d.start + 1;
    for (unsigned i = 0; i < d.n; i++) {
        d.node[i].word = i == d.start  ? "start"
                         : i == d.over ? "over"
                                       : cr_question_word(game, (uint8_t)i);
        d.node[i].width = 24 + LETTER * (int)strlen(d.node[i].word);
    }
    layer_nodes(&d);
    place_nodes(&d);
    for (unsigned i = 0; i < d.n * d.n; i++)
        d.n_edges += has_edge(&d, i / d.n, i % d.n);
    cr_text_fmt(out,
                "<svg width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\" "
                "aria-label=\"Chart of the questions; the table below says the same in words\">\n"
                "<defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"6\" refY=\"4\" "
                "markerWidth=\"8\" markerHeight=\"8\" orient=\"auto-start-reverse\">"
                "<path class=\"head\" d=\"M0 0L8 4L0 8z\"/></marker></defs>\n",
                d.width, d.height, d.width, d.height);
    for (unsigned i = 0; i < d.n * d.n; i++)
        if (has_edge(&d, i / d.n, i % d.n))
            draw_edge(out, &d, i / d.n, i % d.n);
    for (unsigned i = 0; i < d.n; i++) {
        const node *n = &d.node[i];

        cr_text_fmt(out,
                    "<rect class=\"node\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
                    "rx=\"%d\"/><text x=\"%d\" y=\"%d\">",
                    n->x - n->width / 2, n->y - NODE_HEIGHT / 2, n->width, NODE_HEIGHT,
                    i >= d.start ? NODE_HEIGHT / 2 : 6, n->x, n->y + 5);
        cr_text_xml(out, n->word);
        cr_text_str(out, "</text>\n");
    }
    cr_text_str(out, "</svg>\n");
}
