/* A series of matches between bots, on all cores. Which thread plays which match is left to chance, so everything
 * told about a series is a sum over its matches, and a list of them is written in their order.
 *
 *     series_open(&s)      fill in the plan first; brings all memory
 *     series_run(&s)       plays; allocates nothing
 *     series_close(&s)     frees; the results stay */
#ifndef CR_ARENA_SERIES_H
#define CR_ARENA_SERIES_H

#include "arena/exec_bot.h"
#include "arena/stats.h"

#include <stdio.h>

/* Who plays: a bot of the table, or a command (exec_bot.h). */
typedef struct {
    const char *name; /* seats of the same name count as one bot in the results */
    const cr_bot *bot;
    const char *command;
    cr_bot own; /* the bot, where it was told how much to think */
} series_player;

typedef struct series_shared series_shared;
typedef struct series_worker series_worker;

typedef struct {
    /* The plan. */
    const cr_game *game;
    cr_setup setup; /* its seed is the seed of the series */
    series_player players[CR_SEATS_MAX];
    uint64_t first, n; /* number of the first match; how many */
    size_t n_threads;
    uint32_t limit_ms;      /* for each answer of a program */
    bool is_rotating;       /* match i gives seat s to player s + i */
    bool is_counting_rules; /* plays the counting copy */
    bool is_quiet;          /* somebody else tells how far it is */
    FILE *list;             /* gets a line of CSV per match, or NULL */

    /* The results. */
    stats stats;
    double seconds;
    uint8_t bot_of[CR_SEATS_MAX];         /* player -> the first one of the same name */
    uint64_t *cited;                      /* by rule, or NULL; freed by series_close */
    exec_troubles troubles[CR_SEATS_MAX]; /* by player, over all threads */
    cr_err err;                           /* the first fault met, and the match it is about */
    uint64_t bad_match;

    series_shared *shared;
    series_worker *workers;
} series;

/* Brings the memory. False if there is not enough. */
bool series_open(series *s);

/* Plays until all matches are done, a fault shows, or somebody interrupts (progress.h). False if a thread could not
 * be started. */
bool series_run(series *s);

void series_close(series *s);

/* The heading of the list, with its line end. */
void series_list_head(cr_text *out, const series *s);

#endif
