/* The picture of a series: plain SVG 1.1 without scripts or outside fonts, so that it goes into any report. */
#include "arena/report.h"

#include <math.h>

enum {
    WIDTH = 760,
    LEFT = 190, /* room for names */
    RIGHT = 720,
    ROW = 26,
    TOP = 84,        /* of the first row */
    HISTOGRAM = 200, /* height */
    BARS_MAX = 60,
    NAME_MAX = 20
};

static double share_x(double share)
{
    return LEFT + share * (RIGHT - LEFT);
}

void report_name(cr_text *out, const char *name)
{
    unsigned n = 0;

    for (; *name && n < NAME_MAX; name++, n++) {
        if (*name == '<')
            cr_text_str(out, "&lt;");
        else if (*name == '>')
            cr_text_str(out, "&gt;");
        else if (*name == '&')
            cr_text_str(out, "&amp;");
        else
            cr_text_char(out, *name < ' ' || *name > '~' ? '?' : *name);
    }
    if (*name)
        cr_text_str(out, "…");
}

static void write_label(cr_text *out, double x, double y, const char *class, const char *text)
{
    cr_text_fmt(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">%s</text>\n", x, y, class, text);
}

static void write_rate(cr_text *out, const report_row *row, double y)
{
    stats_rate wins = stats_wilson(row->side->wins, row->games);
    double lo = share_x(wins.lo), hi = share_x(wins.hi);

    cr_text_fmt(out, "<text x=\"%d\" y=\"%.1f\" class=\"right\">", LEFT - 12, y + 4);
    if (row->seat >= 0)
        cr_text_fmt(out, "seat %d  ", row->seat);
    report_name(out, row->bot);
    cr_text_fmt(
        out, "</text>\n<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" class=\"range\"/>\n",
        lo, hi, y, y);
    cr_text_fmt(out, "<path d=\"M%.1f %.1fv10M%.1f %.1fv10\" class=\"range\"/>\n", lo, y - 5, hi,
                y - 5);
    cr_text_fmt(out,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\" class=\"%s\"><title>%.2f %% (%.2f to "
                "%.2f)</title></circle>\n",
                share_x(wins.rate), y, row->seat < 0 ? "bot" : "seat", 100 * wins.rate,
                100 * wins.lo, 100 * wins.hi);
    /* The figure stands behind the interval, or before it where there is no room. */
    if (hi > RIGHT - 50)
        cr_text_fmt(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"small right\">", lo - 8, y + 4);
    else
        cr_text_fmt(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"small\">", hi + 8, y + 4);
    cr_text_fmt(out, "%.1f %%</text>\n", 100 * wins.rate);
}

static void write_rates(cr_text *out, const report_row *rows, unsigned n)
{
    double bottom = TOP + n * ROW;

    write_label(out, LEFT, TOP - 22, "head", "matches won, with 95 % intervals");
    for (unsigned percent = 0; percent <= 100; percent += 25) {
        double x = share_x(percent / 100.0);

        cr_text_fmt(out, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%.1f\" class=\"grid\"/>\n",
                    x, x, TOP - 10, bottom);
        cr_text_fmt(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"middle\">%u %%</text>\n", x,
                    bottom + 14, percent);
    }
    for (unsigned i = 0; i < n; i++)
        write_rate(out, &rows[i], TOP + (i + 0.5) * ROW - 5);
}

/* Matches of lengths from..to-1, as far as the bins tell. */
static double matches_within(const stats *s, uint64_t from, uint64_t to)
{
    double sum = 0;

    for (unsigned bin = stats_bin(from); bin < STATS_BINS && stats_bin_from(bin) < to; bin++) {
        uint64_t lo = stats_bin_from(bin), hi = stats_bin_from(bin + 1);
        uint64_t begin = lo > from ? lo : from, end = hi < to ? hi : to;

        sum += (double)s->length[bin] * (double)(end - begin) / (double)(hi - lo);
    }
    return sum;
}

static void write_lengths(cr_text *out, const stats *s, double top)
{
    uint64_t range = s->longest - s->shortest + 1, width = (range + BARS_MAX - 1) / BARS_MAX;
    unsigned n = (unsigned)((range + width - 1) / width);
    double bottom = top + HISTOGRAM, most = 1, step = (double)(RIGHT - LEFT) / n;
    char text[128];

    for (unsigned i = 0; i < n; i++)
        most =
            fmax(most, matches_within(s, s->shortest + i * width, s->shortest + (i + 1) * width));
    write_label(out, LEFT, top - 22, "head", "length of matches, in moves");
    for (unsigned i = 0; i < n; i++) {
        uint64_t from = s->shortest + i * width;
        double height = matches_within(s, from, from + width) / most * HISTOGRAM;

        cr_text_fmt(out,
                    "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" class=\"bar\"/>\n",
                    LEFT + i * step + 0.5, bottom - height, step > 2 ? step - 1 : step, height);
    }
    cr_text_fmt(out, "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" class=\"axis\"/>\n", LEFT,
                RIGHT, bottom, bottom);
    for (unsigned i = 0; i <= 4; i++) {
        uint64_t length = s->shortest + (range - 1) * i / 4;

        cr_text_fmt(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"middle\">%llu</text>\n",
                    LEFT + ((double)(length - s->shortest) + 0.5) / (double)width * step,
                    bottom + 16, (unsigned long long)length);
    }
    cr_text_fmt(out, "<text x=\"%d\" y=\"%.1f\" class=\"right\">%.1f %%</text>\n", LEFT - 12,
                top + 8, 100 * most / (double)s->matches);
    snprintf(text, sizeof text, "mean %.1f, median %llu, 90 %% within %llu to %llu",
             stats_mean_length(s), (unsigned long long)stats_quantile(s, 0.5),
             (unsigned long long)stats_quantile(s, 0.05),
             (unsigned long long)stats_quantile(s, 0.95));
    write_label(out, LEFT, bottom + 36, "small", text);
}

void report_svg(cr_text *out, const void *with)
{
    const report *r = with;
    const series *s = r->series;
    report_row rows[REPORT_ROWS];
    unsigned n = report_rows(s, rows);
    double lengths = TOP + n * ROW + 70, height = lengths + HISTOGRAM + 56;

    cr_text_fmt(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\" viewBox=\"0 0 "
        "%d %.0f\" role=\"img\">\n",
        WIDTH, height, WIDTH, height);
    cr_text_str(out, REPORT_STYLE "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    cr_text_fmt(out, "<title>%s: %llu matches</title>\n", s->game->name,
                (unsigned long long)s->stats.matches);
    cr_text_fmt(out, "<text x=\"24\" y=\"32\" class=\"title\">%s</text>\n", s->game->name);
    cr_text_fmt(out, "<text x=\"%d\" y=\"32\" class=\"right\">%llu matches, %llu moves</text>\n",
                RIGHT, (unsigned long long)s->stats.matches, (unsigned long long)s->stats.moves);
    write_rates(out, rows, n);
    if (s->stats.matches)
        write_lengths(out, &s->stats, lengths);
    cr_text_str(out, "</svg>\n");
}
