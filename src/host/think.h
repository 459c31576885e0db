/* Where bots think. A bot may take its time and the loop has none to give, so a room hands a thought over and gets it back
 * when it is done. The host knows no threads: who brings them is net/pool.c; without a thinker rooms ask bots on the spot. */
#ifndef CR_THINK_H
#define CR_THINK_H

#include "ai/search.h"

typedef struct cr_thought cr_thought;
typedef struct cr_thinker cr_thinker;

enum { CR_HINT_MOVES = 3 };

/* What a person is told who has asked for a hint: the best moves, and in how many worlds they were tried. */
typedef struct {
    uint32_t id, ticket, worlds;
    size_t n;
    cr_choice choices[CR_HINT_MOVES];
} cr_hint;

/* One question put to one bot, with all it needs to answer. While a thinker has it, only `room` belongs to the loop. */
struct cr_thought {
    struct cr_room *room; /* who waits for the answer; NULL: nobody any more */
    struct cr_lobby *lobby;
    const cr_game *game;
    const cr_bot *bot;
    cr_state *state; /* copies, in the same block */
    cr_view *view;
    cr_desk desk;     /* its memory is the thinker's, while the thought is thought */
    size_t desk_size; /* how much of it is needed, or 0 */
    cr_rng rng;
    uint32_t budget_ms;
    uint8_t seat;
    bool is_hint; /* for a person: `hint` is wanted, not a move, and there is no bot and no state */
    void *job;    /* the thinker's own */

    /* Or NULL. Something else to be worked out by the same threads, in place of the question: `work` on any of them, and
     * `finish` when it is back, which need not have been begun. They own the thought. */
    void (*work)(cr_thought *thought);
    void (*finish)(cr_thought *thought);

    /* The answer. */
    bool is_begun;
    bool has_move;
    cr_move move;
    cr_hint hint;
    uint64_t took_us; /* set by the thinker */
};

struct cr_thinker {
    /* Takes a thought: desk.memory is set to desk_size bytes, or NULL where there are none, and cr_thought_think called on it
     * somewhere, and then cr_thought_done on the loop's thread, exactly once and never within this call. False: it takes
     * none, or no more for now. */
    bool (*begin)(cr_thinker *thinker, cr_thought *thought);

    /* Nobody waits for a thought any more that it has taken: if it was not begun it need not be. cr_thought_done is called
     * all the same, and not within this call. */
    void (*forget)(cr_thinker *thinker, cr_thought *thought);

    uint64_t (*now_us)(void); /* the clock of its threads, or NULL: thoughts are not timed */
};

/* Asks the bot. On any thread; touches the thought and nothing else. */
void cr_thought_think(cr_thought *thought);

/* The thought is back, with or without an answer: its room goes on, if it still waits. Frees it. */
void cr_thought_done(cr_thought *thought);

#endif
