#include "arena/report.h"
#include "base/json.h"

#include <stdio.h>

double report_rate(const report *r)
{
    const series *s = r->series;

    return s->seconds > 0 ? (double)s->stats.moves / s->seconds : 0;
}

static unsigned add_row(report_row *row, const series *s, int seat, unsigned bot,
                        const stats_side *side)
{
    uint64_t games = stats_games(side);

    *row = (report_row){s->players[bot].name, seat, side, games,
                        games ? (double)side->score / (double)games : 0};
    return games > 0;
}

unsigned report_rows(const series *s, report_row rows[REPORT_ROWS])
{
    unsigned n = 0, n_bots = 0;

    for (unsigned seat = 0; seat < s->setup.n_seats; seat++)
        for (unsigned bot = 0; bot < s->setup.n_seats; bot++)
            n += add_row(&rows[n], s, (int)seat, bot, &s->stats.at[seat][bot]);
    for (unsigned bot = 0; bot < s->setup.n_seats; bot++)
        n_bots += s->bot_of[bot] == bot;
    for (unsigned bot = 0; n_bots > 1 && bot < s->setup.n_seats; bot++)
        n += add_row(&rows[n], s, -1, bot, &s->stats.bot[bot]);
    return n;
}

static bool has_troubles(const exec_troubles *t)
{
    return t->silent || t->refused || t->garbage || t->ended || *t->why;
}

/* ---- text ---- */

static void text_row(cr_text *out, const report_row *row, int width)
{
    stats_rate wins = stats_wilson(row->side->wins, row->games);

    if (row->seat < 0)
        cr_text_str(out, " all");
    else
        cr_text_fmt(out, "%4d", row->seat);
    cr_text_fmt(out, "  %-*s  %10llu  %10llu  %10llu  %6.2f %%  %6.2f–%6.2f  %10.3f\n", width,
                row->bot, (unsigned long long)row->side->wins, (unsigned long long)row->side->draws,
                (unsigned long long)row->side->losses, 100 * wins.rate, 100 * wins.lo,
                100 * wins.hi, row->mean_score);
}

static void text_rules(cr_text *out, const series *s)
{
    unsigned n_unused = 0;

    cr_text_fmt(out, "\n%12s  rule\n", "used");
    for (unsigned i = 1; i < s->game->n_rules; i++) {
        n_unused += !s->cited[i];
        if (s->cited[i])
            cr_text_fmt(out, "%12llu  %s\n", (unsigned long long)s->cited[i],
                        cr_rule_id(s->game, (uint16_t)i));
    }
    cr_text_fmt(out, "\n%u of %u rules not used:", n_unused, s->game->n_rules - 1);
    for (unsigned i = 1, n = 0; i < s->game->n_rules; i++)
        if (!s->cited[i])
            cr_text_fmt(out, "%s%s", n++ % 12 ? " " : "\n  ", cr_rule_id(s->game, (uint16_t)i));
    cr_text_char(out, '\n');
}

static void text_troubles(cr_text *out, const series *s)
{
    for (unsigned i = 0; i < s->setup.n_seats; i++) {
        const exec_troubles *t = &s->troubles[i];

        if (has_troubles(t))
            cr_text_fmt(
                out,
                "\ntrouble with '%s': started %llu times, ended %llu times, %llu questions "
                "unanswered,\n  %llu answers refused, %llu lines not understood; last: %s\n",
                s->players[i].name, (unsigned long long)t->starts, (unsigned long long)t->ended,
                (unsigned long long)t->silent, (unsigned long long)t->refused,
                (unsigned long long)t->garbage, t->why);
    }
}

void report_text(cr_text *out, const void *with)
{
    const report *r = with;
    const series *s = r->series;
    const stats *sum = &s->stats;
    report_row rows[REPORT_ROWS];
    unsigned n = report_rows(s, rows);
    int width = 12; /* the command of a program may be longer */

    for (unsigned i = 0; i < n; i++)
        if ((int)strlen(rows[i].bot) > width)
            width = (int)strlen(rows[i].bot);
    cr_text_fmt(out, "game              %s\n", s->game->name);
    cr_text_fmt(out, "seed              %s\n", r->seed);
    cr_text_fmt(out, "games             %llu\n", (unsigned long long)sum->matches);
    cr_text_fmt(out, "moves             %llu\n", (unsigned long long)sum->moves);
    if (sum->idles)
        cr_text_fmt(out, "defaults          %llu\n", (unsigned long long)sum->idles);
    cr_text_fmt(out,
                "moves per match   %.1f, deviation %.1f, median %llu, 90 %% within %llu–%llu, all "
                "within %llu–%llu\n",
                stats_mean_length(sum), stats_deviation(sum),
                (unsigned long long)stats_quantile(sum, 0.5),
                (unsigned long long)stats_quantile(sum, 0.05),
                (unsigned long long)stats_quantile(sum, 0.95), (unsigned long long)sum->shortest,
                (unsigned long long)sum->longest);
    cr_text_fmt(out, "seconds           %.3f\n", s->seconds);
    cr_text_fmt(out, "moves per second  %.0f\n", report_rate(r));
    cr_text_fmt(out, "hash              %016llx\n\n", (unsigned long long)sum->hash);
    cr_text_fmt(out, "seat  %-*s  %10s  %10s  %10s  %8s  %13s  %10s\n", width, "bot", "wins",
                "draws", "losses", "won", "95 % interval", "mean score");
    for (unsigned i = 0; i < n; i++)
        text_row(out, &rows[i], width);
    if (s->is_counting_rules)
        text_rules(out, s);
    text_troubles(out, s);
}

/* ---- JSON ---- */

static void put_uint(cr_json *j, const char *key, uint64_t n)
{
    cr_json_put_uint(j, key, n);
}

static void put_real(cr_json *j, const char *key, double x)
{
    cr_json_put_real(j, key, x);
}

static void put_str(cr_json *j, const char *key, const char *text)
{
    cr_json_put_str(j, key, text);
}

static void json_row(cr_json *j, const report_row *row)
{
    stats_rate wins = stats_wilson(row->side->wins, row->games);

    cr_json_open(j, '{');
    if (row->seat >= 0)
        put_uint(j, "seat", (uint64_t)row->seat);
    put_str(j, "bot", row->bot);
    put_uint(j, "wins", row->side->wins);
    put_uint(j, "draws", row->side->draws);
    put_uint(j, "losses", row->side->losses);
    put_real(j, "win_rate", wins.rate);
    put_real(j, "win_rate_low", wins.lo);
    put_real(j, "win_rate_high", wins.hi);
    put_real(j, "mean_score", row->mean_score);
    cr_json_close(j, '}');
}

static void json_rows(cr_json *j, const char *key, const report_row *rows, unsigned n,
                      bool is_seats)
{
    cr_json_key(j, key);
    cr_json_open(j, '[');
    for (unsigned i = 0; i < n; i++)
        if ((rows[i].seat >= 0) == is_seats)
            json_row(j, &rows[i]);
    cr_json_close(j, ']');
}

static void json_length(cr_json *j, const stats *sum)
{
    cr_json_key(j, "moves_per_match");
    cr_json_open(j, '{');
    put_real(j, "mean", stats_mean_length(sum));
    put_real(j, "deviation", stats_deviation(sum));
    put_uint(j, "shortest", sum->shortest);
    put_uint(j, "percent_5", stats_quantile(sum, 0.05));
    put_uint(j, "median", stats_quantile(sum, 0.5));
    put_uint(j, "percent_95", stats_quantile(sum, 0.95));
    put_uint(j, "longest", sum->longest);
    cr_json_close(j, '}');
}

static void json_rules(cr_json *j, const series *s)
{
    cr_json_key(j, "rules");
    cr_json_open(j, '{');
    for (unsigned i = 1; i < s->game->n_rules; i++)
        put_uint(j, cr_rule_id(s->game, (uint16_t)i), s->cited[i]);
    cr_json_close(j, '}');
}

static void json_troubles(cr_json *j, const series *s)
{
    cr_json_key(j, "troubles");
    cr_json_open(j, '[');
    for (unsigned i = 0; i < s->setup.n_seats; i++) {
        const exec_troubles *t = &s->troubles[i];

        if (!has_troubles(t))
            continue;
        cr_json_open(j, '{');
        put_str(j, "bot", s->players[i].name);
        put_uint(j, "starts", t->starts);
        put_uint(j, "ended", t->ended);
        put_uint(j, "silent", t->silent);
        put_uint(j, "refused", t->refused);
        put_uint(j, "garbage", t->garbage);
        put_str(j, "last", t->why);
        cr_json_close(j, '}');
    }
    cr_json_close(j, ']');
}

void report_json(cr_text *out, const void *with)
{
    const report *r = with;
    const series *s = r->series;
    cr_json j = cr_json_on(out);
    report_row rows[REPORT_ROWS];
    unsigned n = report_rows(s, rows);
    char hash[17];

    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)s->stats.hash);
    cr_json_open(&j, '{');
    put_str(&j, "game", s->game->name);
    put_str(&j, "seed", r->seed);
    put_uint(&j, "games", s->stats.matches);
    put_uint(&j, "moves", s->stats.moves);
    put_uint(&j, "defaults", s->stats.idles);
    put_real(&j, "seconds", s->seconds);
    put_uint(&j, "moves_per_second", (uint64_t)report_rate(r));
    json_length(&j, &s->stats);
    json_rows(&j, "results", rows, n, true);
    json_rows(&j, "bots", rows, n, false);
    if (s->is_counting_rules)
        json_rules(&j, s);
    json_troubles(&j, s);
    put_str(&j, "hash", hash);
    cr_json_close(&j, '}');
    cr_text_char(out, '\n');
}
