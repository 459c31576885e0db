/* What the files of this layer share. The layer itself is croupier/bind.h:
 *
 *     describe.c   games, refusals and questions as JSON, drawings, modules, bots by name
 *     actions.c    moves as numbers
 *     encode.c     views as bytes
 *     batch.c      many matches at once */
#ifndef CR_BIND_BIND_H
#define CR_BIND_BIND_H

#include "kernel/game.h"

#include <croupier/bind.h>

/* How the moves of a game are numbered; base[kind] is the first number of a kind. */
typedef struct {
    uint32_t n;
    bool by_parts;
    uint32_t base[256];
} bind_numbers;

bind_numbers bind_numbers_of(const cr_game *game);

/* The calls of the public header for somebody who has the offers already. */
void bind_start(const cr_game *game, const bind_numbers *numbers, const cr_space *space,
                cr_making *m);
uint32_t bind_mask(const cr_game *game, const cr_state *state, uint8_t seat,
                   const bind_numbers *numbers, const cr_space *space, const cr_making *m,
                   uint8_t *mask);
bool bind_take(const cr_game *game, const cr_state *state, uint8_t seat,
               const bind_numbers *numbers, const cr_space *space, cr_making *m, uint32_t action,
               cr_move *out);

#endif
