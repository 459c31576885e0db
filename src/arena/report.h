/* What is told about a series: as text, as JSON, and as a picture. `with` is a report; see cli_print. */
#ifndef CR_ARENA_REPORT_H
#define CR_ARENA_REPORT_H

#include "arena/series.h"

typedef struct {
    const series *series;
    const char *seed; /* as it can be given again */
} report;

void report_text(cr_text *out, const void *with);
void report_json(cr_text *out, const void *with);

/* An SVG: the share of wins of each seat and bot with its interval, and how long the matches are. */
void report_svg(cr_text *out, const void *with);

/* Moves per second of real time. */
double report_rate(const report *r);

/* A row of the results: one seat with one bot, or one bot over all its seats. */
typedef struct {
    const char *bot;
    int seat; /* -1: all seats of the bot, whole matches counted */
    const stats_side *side;
    uint64_t games;
    double mean_score;
} report_row;

enum { REPORT_ROWS = CR_SEATS_MAX * CR_SEATS_MAX + CR_SEATS_MAX };

/* The rows in order: seats first, then bots if there is more than one; returns how many. */
unsigned report_rows(const series *s, report_row rows[REPORT_ROWS]);

/* For pictures: a name without what XML reserves and what it does not allow, cut short; and how all of them look. */
void report_name(cr_text *out, const char *name);
#define REPORT_STYLE                                                                     \
    "<style>text{font:12px sans-serif;fill:#222}.title{font-size:16px;font-weight:bold}" \
    ".head{font-weight:bold}.right{text-anchor:end;white-space:pre}"                     \
    ".middle,.cell{text-anchor:middle}.middle{fill:#666}.small{fill:#666}"               \
    ".grid{stroke:#ddd}.axis{stroke:#888}.range{stroke:#444;stroke-width:1.5;fill:none}" \
    ".seat{fill:#1f6f8b}.bot{fill:#b5532a}.bar{fill:#7fa9b8}</style>\n"

#endif
