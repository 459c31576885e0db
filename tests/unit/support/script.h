/* Scripts of the host's model: made from a number, told in sentences. */
#ifndef CR_TEST_SCRIPT_H
#define CR_TEST_SCRIPT_H

#include "support/model.h"

enum { SCRIPT_STEPS = 40, SCRIPT_OTHERS = 5 };

typedef enum {
    STEP_COME,
    STEP_BACK, /* with the number of the last update it saw */
    STEP_FORGE,
    STEP_GO,
    STEP_MOVE,
    STEP_AGAIN,
    STEP_WRONG,
    STEP_CHECK,
    STEP_PAUSE,
    STEP_RESUME,
    STEP_HEARD,
    STEP_JOIN,
    STEP_FILL,
    STEP_LEAVE,
    STEP_DUE,
    STEP_BEFORE,
    STEP_WAIT,
    STEP_JUMP,
    STEP_RESTART,
    STEP_FAULT,
    STEP_MEND,
    STEP_KINDS
} step_kind;

/* disk: it works behind this step; otherwise what was appended is still on its way. */
typedef struct {
    uint8_t kind, peer, what, disk;
    uint32_t ms;
} step;

typedef struct {
    uint64_t number;
    uint8_t table, n_others, pace;
    unsigned n;
    step steps[SCRIPT_STEPS];
} script;

/* What a script's `table` is: game, seats (p person, b bot, o open), options. */
typedef struct {
    const char *game, *seats, *options;
} script_table;

extern const script_table script_tables[];

void script_make(script *s, uint64_t number);
void script_print_step(const step *t);

#endif
