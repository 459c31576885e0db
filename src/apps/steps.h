/* A record that is walked forwards and backwards. A state is kept every so many entries, so a step back costs as
 * little as a step forward. */
#ifndef CR_APPS_STEPS_H
#define CR_APPS_STEPS_H

#include "kernel/game.h"

enum { STEPS_ALL_SEEING = 0xFF };

typedef struct {
    cr_sink sink;
    const cr_game *game;
    const uint8_t *bytes; /* of the record, whose first n entries hold */
    cr_record_head head;
    uint32_t n, at;        /* entries; the one last played, 0: the start */
    uint32_t gap;          /* entries between two states that are kept */
    uint8_t *kept;         /* n / gap + 1 states */
    uint32_t n_kept;       /* of them that are there */
    cr_state *state;       /* behind entry `at` */
    cr_view *view;         /* of the eyes; a spectator's for all-seeing ones */
    cr_record_entry entry; /* entry `at` */
    uint8_t eyes;          /* a seat, CR_SPECTATOR, or STEPS_ALL_SEEING */
    char *events;          /* lines of what entry `at` told these eyes */
    size_t events_len, events_cap;
} steps;

/* Stands at the start. False without memory. */
bool steps_open(steps *s, const cr_game *game, const uint8_t *bytes, const cr_record_head *head,
                uint32_t n, uint8_t eyes);
void steps_close(steps *s);

/* Goes to an entry, the last one if there are fewer; fills view, entry and events. */
void steps_go(steps *s, uint32_t to);

/* Do these eyes know the move of the entry: their own, or a default played for them? */
bool steps_knows_move(const steps *s);

/* What the eyes do not see in the view: lines of the position that no spectator has, for all-seeing ones; "" for any
 * other. */
void steps_hidden(const steps *s, cr_text *out);

#endif
