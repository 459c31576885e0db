/* Policies as files: what `croupier solve --policy FILE` writes and what a bot `policy:FILE` plays. Text, a line a row:
 *
 *     croupier policy 1
 *     game leduc
 *     rules 1
 *     seats 2
 *     option cards=6                 each option of the game, as the policy was made for
 *     rows 288
 *     0123456789abcdef 0200…00 0.250000 0100…00 0.750000    # seat 0, bet: raise 0.25, call 0.75
 *
 * A row is the key of a view (ai/policy.h) and moves, eleven bytes in hex, with their shares. What follows # is for people. */
#ifndef CR_SOLVE_POLICY_FILE_H
#define CR_SOLVE_POLICY_FILE_H

#include "ai/policy.h"
#include "solve/cfr.h"

/* Where a row stands, for people. */
typedef struct {
    uint8_t seat, question;
} policy_note;

/* A policy with its memory. */
typedef struct {
    cr_policy policy; /* its rows and moves are those below */
    const cr_game *game;
    cr_setup setup; /* game options and seats it was made for */
    cr_policy_row *rows;
    cr_policy_move *moves;
    policy_note *notes; /* by row, or NULL */
    char why[SOLVE_WHY_MAX];
} policy_file;

/* Takes the strategy of a solver as rows: sets that look alike to a bot become one row, weighed by how often they come up. The
 * shares of the solver become those of the rows, so that cfr_measure_shares tells how good the bot is. *n_joined is how many
 * sets share a row with another one. */
bool policy_file_make(policy_file *p, cfr *c, const cr_setup *setup, uint32_t *n_joined);

void policy_file_write(cr_text *out, const policy_file *p);

/* Reads a file of the game it names, which `find` looks up. False: p->why has the reason, and the line. */
bool policy_file_read(policy_file *p, const char *text, const cr_game *(*find)(const char *name));

/* NULL, or what of this setup is not as the policy was made for; the text is p->why. */
const char *policy_file_misfit(policy_file *p, const cr_setup *setup);

void policy_file_release(policy_file *p);

#endif
