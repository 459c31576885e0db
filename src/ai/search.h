/* Looking ahead without peeking: information-set Monte Carlo tree search. It gets a view. For every simulation it makes up
 * a world that fits the view (cr_guess_open), walks down a tree of what the viewer would see, adds one node, plays on to the
 * end of the round as the game says (cr_game.round, .rollout), and notes what that was worth for each seat (cr_worth).
 *
 *  1. All nodes, those of the others too, are keyed by what the *viewer* sees and by the seat that decides (single
 *     observer). Fields of views that are marked CR_NO_KEY are no part of a key.
 *  2. Moves that are legal in one world and not in another share a node: an arm counts how often it could be chosen.
 *  3. In a sealed question every seat has a node of its own and chooses without the others (decoupled UCB); answers that
 *     are sealed already are asked once more, for nobody knows them.
 *  4. Every seat goes for its own worth: any number of seats, and allies whom the game gives the same.
 *  5. Controls, and kinds of moves that are about the table, are never looked at.
 *  6. The answer follows from view, generator and number of worlds; time that runs out only makes that number smaller.
 *
 * Memory is the caller's, of any size from cr_search_memory(game, 1) on. A tree that is full grows no further; simulations go
 * on. Several threads: a search each, from generators of their own, added up with cr_search_add; cr_search_answer does it, and
 * whether they run side by side or in turn makes no difference to the answer: it follows from view, generator, number of worlds
 * and number of threads.
 *
 *     cr_search *s = cr_search_begin(memory, size, game, view, &plan);
 *     cr_search_run(s, &rng);
 *     n = cr_search_choices(s, choices, cap);
 *
 * cr_search_answer does all that and knows what to do where a tree is no use (Dune's battle plans). */
#ifndef CR_SEARCH_H
#define CR_SEARCH_H

#include "ai/bot.h"

typedef struct cr_search cr_search;

enum cr_search_flags {
    CR_SEARCH_MIXED =
        1
        << 0, /* sealed questions by regret matching: an answer drawn, so that nobody can predict it */
};

typedef struct {
    uint32_t worlds; /* simulations; 0: as many as there is time for, which must be limited then */
    uint32_t budget_ms;       /* 0: no limit */
    uint32_t flags;           /* cr_search_flags */
    uint64_t (*now_us)(void); /* NULL: no clock, budget_ms does not count */
    uint32_t
        threads; /* cr_search_answer: parts that the worlds are divided into, each with its own tree; 0 and 1: one */
    cr_together *together; /* who runs them side by side; NULL: in turn */
    const cr_state *
        truth; /* not for bots: look ahead in this world alone, in which nothing is left to guess; the viewer
                            * still chooses by what it sees. NULL: worlds are made up */
} cr_search_plan;

/* A move that the viewer could make. */
typedef struct {
    cr_move move;
    uint32_t visits;
    float worth; /* what it promises: mean worth for the seat that decides, 0 to 1 */
    float
        error; /* half the width of the 95 % interval of that mean; what chance did, not what the model misses */
    float
        share; /* how often it should be played: 0 or 1 but where answers are drawn (CR_SEARCH_MIXED) */
} cr_choice;

enum { CR_SEARCH_WORLDS_MAX = 1 << 20, CR_SEARCH_THREADS_MAX = 16 };

/* Bytes with which a search of so many worlds rarely fills its tree; at most 16 MiB, which 0 worlds (no limit) get. */
size_t cr_search_memory(const cr_game *game, uint32_t worlds);

/* The same for cr_search_answer with so many threads. */
size_t cr_search_answer_memory(const cr_game *game, uint32_t worlds, uint32_t threads);

/* Puts a search into the memory, which is aligned to 8. NULL if it is too small or the match is over. View and plan must stay
 * until it is over. The viewer need not be asked: then the choices are those of the seat that decides first. */
cr_search *cr_search_begin(void *memory, size_t size, const cr_game *game, const cr_view *view,
                           const cr_search_plan *plan);

/* Simulates until worlds or time of the plan are used up. Can be called again: as many more. */
void cr_search_run(cr_search *search, cr_rng *rng);

/* Adds what another search of the same view has found out about the first question. */
void cr_search_add(cr_search *search, const cr_search *other);

/* The moves of the first question, best first: up to cap of them, and how many were written. */
size_t cr_search_choices(const cr_search *search, cr_choice *out, size_t cap);

/* The mean worth for each seat over all simulations: what the position promises, as the viewer knows it. */
void cr_search_worth(const cr_search *search, float out[CR_SEATS_MAX]);

uint32_t cr_search_worlds(const cr_search *search); /* simulations so far */

/* All of it: the moves of the viewer, who is asked, best first. Takes the memory for itself. 0 if it can choose nothing. *worlds,
 * if not NULL, is how many were looked at. */
size_t cr_search_answer(void *memory, size_t size, const cr_game *game, const cr_view *view,
                        const cr_search_plan *plan, cr_rng *rng, cr_choice *out, size_t cap,
                        uint32_t *worlds);

/* Does a question like this one belong to the table and not to the game? Then `baseline` answers. */
bool cr_search_leaves_out(const cr_game *game, const cr_state *world, uint8_t seat);

#endif
