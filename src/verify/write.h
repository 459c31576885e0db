/* What the writers of reports share: figures of the summary and the words of a chart row. */
#ifndef CR_VERIFY_WRITE_H
#define CR_VERIFY_WRITE_H

#include "verify/verify.h"

size_t write_rules(const cr_verify *v);
size_t write_cases_passed(const cr_verify *v);
size_t write_cases_failed(const cr_verify *v);
size_t write_cases_known(const cr_verify *v); /* they fail as they are expected to: known gaps */
unsigned write_laws_held(const cr_verify *v);
unsigned write_chart_seen(const cr_verify *v);
bool write_law_holds(const cr_verify *v, cr_law law);

/* How far a world was searched: whole, cut off at its limit, or not at all. */
const char *write_search(const cr_verify_world *world);

/* What was told in the two worlds of a fault, if it is about that. */
void write_told(cr_text *out, const cr_verify_fault *fault);

/* The state of a fault, or both worlds as cases. */
void write_fault_state(cr_text *out, const cr_verify_fault *fault);

/* 1 234 567, with blanks that do not break in HTML and do no harm elsewhere. */
void write_number(cr_text *out, uint64_t n);

const char *write_row_from(const cr_game *game, const cr_row *row);
const char *write_row_move(const cr_game *game, const cr_row *row);
const char *write_row_to(const cr_game *game, const cr_row *row);

/* The chart as a picture: SVG of its own, from the table. */
void write_chart_svg(cr_text *out, const cr_verify *v);

#endif
