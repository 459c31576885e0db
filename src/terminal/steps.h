/* A record that is walked forwards and backwards. A state is kept every so many entries, so a step back costs as
 * little as a step forward. */
#ifndef CR_TERMINAL_STEPS_H
#define CR_TERMINAL_STEPS_H

#include "terminal/telling.h"

enum { STEPS_ALL_SEEING = TELLING_ALL };

typedef struct {
    telling told;
    const cr_game *game;
    const uint8_t *bytes; /* of the record, whose first n entries hold */
    cr_record_head head;
    uint32_t n, at;         /* entries; the one last played, 0: the start */
    uint32_t gap;           /* entries between two states that are kept */
    uint8_t *kept;          /* n / gap + 1 states */
    uint32_t n_kept;        /* of them that are there */
    cr_state *state;        /* behind entry `at` */
    cr_view *view;          /* of the eyes; a spectator's for all-seeing ones */
    cr_record_entry entry;  /* entry `at` */
    uint8_t eyes;           /* a seat, CR_SPECTATOR, or STEPS_ALL_SEEING */
    char did[TELLING_LINE]; /* the move of entry `at` in words; "": these eyes do not know it */
    char *events;           /* lines of what entry `at` told these eyes, in words */
} steps;

/* Stands at the start. False without memory. */
bool steps_open(steps *s, const cr_game *game, const uint8_t *bytes, const cr_record_head *head,
                uint32_t n, uint8_t eyes);
void steps_close(steps *s);

/* Goes to an entry, the last one if there are fewer; fills view, entry and events. */
void steps_go(steps *s, uint32_t to);

/* For all-seeing eyes: the lines of the position that no spectator sees. "" for any other. */
void steps_hidden(const steps *s, cr_text *out);

#endif
