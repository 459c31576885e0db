/* Case files as texts of a test: run them, or see what is wrong with them. */
#ifndef CR_TESTS_CASE_TEXT_H
#define CR_TESTS_CASE_TEXT_H

#include "cases/cases.h"

/* What came of the cases of a text: of the last of them its name, of one that failed its message. */
typedef struct {
    cr_case_report report;
    size_t n, n_passed;
    unsigned failed_line; /* of the first that failed */
    char name[64], message[4096], filling[4096];
} results;

void results_keep(cr_case_report *report, const cr_case_result *result); /* of `results` */

/* Runs a text of exactly this length, on memory of its own so that a read past its end is seen. The test fails if it
 * does not parse. */
results run_bytes(const char *text, size_t len);
results run_text(const char *text);

/* Line and text of the error of a file that does not parse. */
cr_case_error error_of(const char *text, size_t len);

/* A position in which seat 0 has just won a trick of 7 against 5; its lines are 2 to 10 of a file. */
#define START                 \
    "game duel\n"             \
    "case c\n"                \
    "  option time=5000\n"    \
    "  start 1000\n"          \
    "  position\n"            \
    "    hand 0: 3 3 7 11\n"  \
    "    hand 1: 5 9 11 12\n" \
    "    deal: 1\n"           \
    "    effect: trick 0 step=pick\n"
enum { START_LINES = 9 };

/* A case in which everything holds, with a line of nearly every kind. */
#define HOLDS                                              \
    START                                                  \
    "  asked pick 0 1\n"                                   \
    "  asked pick 1,0 until 6000\n"                        \
    "  asked pick 0 1 left 5000\n"                         \
    "  offers 0: pick 3 | pick 11 | pick 7\n"              \
    "  offers 0:\n"                                        \
    "    pick 3 | pick 7 |\n"                              \
    "    pick 11\n"                                        \
    "  offers 0 has pick 3 | pick 7\n"                     \
    "  offers 0 lacks pick 5\n"                            \
    "  offers 0 count 3\n"                                 \
    "  offers host: -\n"                                   \
    "  view 0\n"                                           \
    "    hand: 11 7 3 3\n"                                 \
    "    points:   0    0\n"                               \
    "  zones\n"                                            \
    "    effect: trick 0 step=pick\n"                      \
    "    hand 1: 5 9 11 12\n"                              \
    "  try 0 pick 7\n"                                     \
    "  try 0 pick 5 -> NOT_HELD\n"                         \
    "  0 pick 5 -> NOT_HELD EX-5 card\n"                   \
    "  0 pick 5 -> NOT_HELD card\n"                        \
    "  0 @7 pick 7 -> STALE\n"                             \
    "  0 pick #7 -> MALFORMED # no comment but a number\n" \
    "  0 pick 7   # a comment\n"                           \
    "  view 0\n"                                           \
    "    own: pick 7\n"                                    \
    "  1 pick 5\n"                                         \
    "  events 0\n"                                         \
    "    sealed 0 pick\n"                                  \
    "    sealed 1 pick\n"                                  \
    "    reveal host  picks=7,5\n"                         \
    "  events 0\n"                                         \
    "  events 1 has\n"                                     \
    "    sealed 1 pick\n"                                  \
    "  asked parry? 1 until 6000\n"                        \
    "  score 0 0\n"                                        \
    "  not over\n"                                         \
    "  host pause 0\n"                                     \
    "  asked parry? 1 until never\n"                       \
    "  host resume 0\n"                                    \
    "  at 6000\n"                                          \
    "  score 1 0\n"

#endif
