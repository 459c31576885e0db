/* What a league tells: a table of ratings and one of the pairs, as text, JSON and a picture. */
#include "arena/league.h"
#include "arena/report.h"

#include "base/json.h"

static double percent(double points, uint64_t games)
{
    return games ? 100 * points / (double)games : 0;
}

/* The share of the first bot, a shared match being half a win, and Wilson's interval of whole matches. */
static stats_rate interval_of(const rating_pair *pair)
{
    uint64_t games = rating_games(pair);
    stats_rate whole = stats_wilson(pair->won[0] + pair->shared / 2, games);

    if (games)
        whole.rate = ((double)pair->won[0] + (double)pair->shared / 2) / (double)games;
    return whole;
}

void league_text(cr_text *out, const void *with)
{
    const league *l = with;

    cr_text_fmt(out, "game    %s, %u seats\nseed    %s\nmoves   %llu", l->game->name, l->n_seats,
                l->seed, (unsigned long long)l->moves);
    if (l->defaults)
        cr_text_fmt(out, ", defaults %llu", (unsigned long long)l->defaults);
    cr_text_str(out,
                "\n\n     bot                       rating  95 % interval   matches     won\n");
    for (unsigned i = 0; i < l->n_bots; i++) {
        const rating *r = &l->ratings[l->order[i]];

        cr_text_fmt(out, "%3u  %-24.24s  %6.0f  %6.0f–%6.0f  %8llu  %6.2f %%\n", i + 1,
                    l->bots[l->order[i]].name, r->rating, r->lo, r->hi,
                    (unsigned long long)r->games, percent(r->points, r->games));
    }
    cr_text_fmt(out, "\n%-24s  %-24s  matches     won  95 %% interval\n",
                l->n_seats > 2 ? "one" : "bot", l->n_seats > 2 ? "against the others" : "against");
    for (size_t i = 0; i < l->n_pairs; i++) {
        const rating_pair *p = &l->pairs[i];
        stats_rate rate = interval_of(p);

        cr_text_fmt(out, "%-24.24s  %-24.24s  %7llu  %6.2f %%  %5.2f–%6.2f\n",
                    l->bots[p->bot[0]].name, l->bots[p->bot[1]].name,
                    (unsigned long long)rating_games(p), 100 * rate.rate, 100 * rate.lo,
                    100 * rate.hi);
    }
    if (l->n_seats > 2)
        cr_text_fmt(out, "\nWho sits alone wins %.1f %% by luck.\n", 100.0 / l->n_seats);
}

static void put_real(cr_json *j, const char *key, double value)
{
    cr_json_put_real(j, key, value);
}

static void put_uint(cr_json *j, const char *key, uint64_t value)
{
    cr_json_put_uint(j, key, value);
}

static void put_str(cr_json *j, const char *key, const char *value)
{
    cr_json_put_str(j, key, value);
}

void league_json(cr_text *out, const void *with)
{
    const league *l = with;
    cr_json j = cr_json_on(out);

    cr_json_open(&j, '{');
    put_str(&j, "game", l->game->name);
    put_uint(&j, "seats", l->n_seats);
    put_str(&j, "seed", l->seed);
    put_uint(&j, "moves", l->moves);
    put_uint(&j, "defaults", l->defaults);
    cr_json_key(&j, "bots");
    cr_json_open(&j, '[');
    for (unsigned i = 0; i < l->n_bots; i++) {
        const rating *r = &l->ratings[l->order[i]];

        cr_json_open(&j, '{');
        put_str(&j, "bot", l->bots[l->order[i]].name);
        put_real(&j, "rating", r->rating);
        put_real(&j, "rating_low", r->lo);
        put_real(&j, "rating_high", r->hi);
        put_uint(&j, "games", r->games);
        put_real(&j, "points", r->points);
        cr_json_close(&j, '}');
    }
    cr_json_close(&j, ']');
    cr_json_key(&j, "pairs");
    cr_json_open(&j, '[');
    for (size_t i = 0; i < l->n_pairs; i++) {
        const rating_pair *p = &l->pairs[i];
        stats_rate rate = interval_of(p);

        cr_json_open(&j, '{');
        put_str(&j, "bot", l->bots[p->bot[0]].name);
        put_str(&j, "against", l->bots[p->bot[1]].name);
        put_uint(&j, "wins", p->won[0]);
        put_uint(&j, "shared", p->shared);
        put_uint(&j, "losses", p->won[1]);
        put_real(&j, "share", rate.rate);
        put_real(&j, "share_low", rate.lo);
        put_real(&j, "share_high", rate.hi);
        cr_json_close(&j, '}');
    }
    cr_json_close(&j, ']');
    cr_json_close(&j, '}');
    cr_text_char(out, '\n');
}

/* ---- the picture ---- */

enum { WIDTH = 760, LEFT = 190, RIGHT = 720, ROW = 28, TOP = 84, CELL = 46 };

static double x_of(double at, double lo, double hi)
{
    return LEFT + (at - lo) / (hi - lo) * (RIGHT - LEFT);
}

static void draw_ratings(cr_text *out, const league *l)
{
    double lo = 1e9, hi = -1e9, bottom = TOP + l->n_bots * ROW, step = 100;

    for (unsigned i = 0; i < l->n_bots; i++) {
        lo = l->ratings[i].lo < lo ? l->ratings[i].lo : lo;
        hi = l->ratings[i].hi > hi ? l->ratings[i].hi : hi;
    }
    while ((hi - lo) / step > 8)
        step *= 2;
    lo = step * (double)(int64_t)(lo / step - 1);
    hi = step * (double)(int64_t)(hi / step + 1);
    for (unsigned i = 0; lo + step * i <= hi; i++) {
        double at = lo + step * i, x = x_of(at, lo, hi);

        cr_text_fmt(out,
                    "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%.1f\" class=\"grid\"/>\n<text "
                    "x=\"%.1f\" y=\"%.1f\" class=\"middle\">%.0f</text>\n",
                    x, x, TOP - 10, bottom, x, bottom + 14, at);
    }
    for (unsigned i = 0; i < l->n_bots; i++) {
        const rating *r = &l->ratings[l->order[i]];
        double y = TOP + (i + 0.5) * ROW - 5, left = x_of(r->lo, lo, hi),
               right = x_of(r->hi, lo, hi);

        cr_text_fmt(out, "<text x=\"%d\" y=\"%.1f\" class=\"right\">", LEFT - 12, y + 4);
        report_name(out, l->bots[l->order[i]].name);
        cr_text_fmt(
            out,
            "</text>\n<path d=\"M%.1f %.1fH%.1fM%.1f %.1fv10M%.1f %.1fv10\" class=\"range\"/>"
            "\n<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\" class=\"bot\"><title>%.0f (%.0f to "
            "%.0f)</title></circle>\n",
            left, y, right, left, y - 5, right, y - 5, x_of(r->rating, lo, hi), y, r->rating, r->lo,
            r->hi);
    }
}

/* Row against column, the better the warmer. */
static void draw_pairs(cr_text *out, const league *l, double top)
{
    for (unsigned i = 0; i < l->n_bots; i++) {
        cr_text_fmt(out, "<text x=\"%d\" y=\"%.1f\" class=\"right\">", LEFT - 12,
                    top + (i + 0.6) * CELL);
        report_name(out, l->bots[l->order[i]].name);
        cr_text_fmt(out, "</text>\n<text x=\"%.1f\" y=\"%.1f\" class=\"middle\">%u</text>\n",
                    LEFT + (i + 0.5) * CELL, top - 6, i + 1);
        for (unsigned j = 0; j < l->n_bots; j++)
            for (size_t p = 0; p < l->n_pairs; p++) {
                const rating_pair *pair = &l->pairs[p];
                bool is_this = pair->bot[0] == l->order[i] && pair->bot[1] == l->order[j];
                bool is_turned =
                    l->n_seats == 2 && pair->bot[1] == l->order[i] && pair->bot[0] == l->order[j];
                double share = interval_of(pair).rate;

                if ((!is_this && !is_turned) || !rating_games(pair))
                    continue;
                share = is_turned ? 1 - share : share;
                cr_text_fmt(out,
                            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\" "
                            "fill=\"rgb(%.0f,%.0f,%.0f)\"/>\n<text x=\"%.1f\" y=\"%.1f\" "
                            "class=\"cell\">%.0f %%</text>\n",
                            LEFT + (double)j * CELL, top + (double)i * CELL, CELL - 2, CELL - 2,
                            255 - 75 * (share < 0.5 ? 1 - 2 * share : 0),
                            255 - 60 * (share < 0.5 ? 1 - 2 * share : 2 * share - 1),
                            255 - 140 * (share > 0.5 ? 2 * share - 1 : 0), LEFT + (j + 0.48) * CELL,
                            top + (i + 0.58) * CELL, 100 * share);
            }
    }
}

void league_svg(cr_text *out, const void *with)
{
    const league *l = with;
    double pairs = TOP + l->n_bots * ROW + 76, height = pairs + l->n_bots * CELL + 24;

    cr_text_fmt(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\" "
        "viewBox=\"0 0 %d %.0f\" role=\"img\">\n",
        WIDTH > LEFT + (int)l->n_bots * CELL ? WIDTH : LEFT + (int)l->n_bots * CELL + 24, height,
        WIDTH > LEFT + (int)l->n_bots * CELL ? WIDTH : LEFT + (int)l->n_bots * CELL + 24, height);
    cr_text_str(out, REPORT_STYLE "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    cr_text_fmt(out, "<title>%s: a league of %u bots</title>\n", l->game->name, l->n_bots);
    cr_text_fmt(out, "<text x=\"24\" y=\"32\" class=\"title\">%s</text>\n", l->game->name);
    cr_text_fmt(out,
                "<text x=\"%d\" y=\"%d\" class=\"head\">ratings, with 95 %% intervals</text>\n",
                LEFT, TOP - 22);
    draw_ratings(out, l);
    cr_text_fmt(out, "<text x=\"%d\" y=\"%.0f\" class=\"head\">matches won %s</text>\n", LEFT,
                pairs - 26,
                l->n_seats > 2 ? "alone against all others (column)" : "against (column)");
    draw_pairs(out, l, pairs);
    cr_text_str(out, "</svg>\n");
}
