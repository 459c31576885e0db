/* Battle plans of Dune, as bots judge them: worlds that fit a view with a plan of the opponent in each, and what a plan of one's
 * own gains in all of them. Used by baseline, which looks at few worlds and at an opponent who plays anything, and by search,
 * which looks at more and lets the opponent think. */
#ifndef CR_DUNE_PLANS_H
#define CR_DUNE_PLANS_H

#include "ai/search.h"
#include "games/dune-battle/dune.h"

/* One of the legal plans of a seat, each as likely; false if none is found. */
bool dune_draw_plan(const db_world *w, uint8_t seat, cr_rng *rng, db_plan *out);

/* What the seat gains over all others that are not its ally if this plan meets the world's. */
int32_t dune_outcome(const db_state *world, uint8_t seat, const db_plan *mine);

/* Calls `try_plan` with every legal plan that differs from *best in one part, part by part; whatever it makes of *best counts for
 * the next part. */
typedef void dune_try(void *with, const db_plan *tried);
void dune_neighbours(const db_world *w, const db_terms *terms, const db_plan *best, unsigned rounds,
                     dune_try *try_plan, void *with);

/* The answer to Prescience that keeps to this plan. */
cr_move dune_answer_of(const db_view *v, uint8_t seat, const db_plan *plan);

/* What `baseline` answers to a question of the battle, in the game that is the battle alone and in the whole one: with all
 * the worlds and plans it looks at, or with a sixth of them. */
enum { DUNE_FULLY, DUNE_BRIEFLY };
bool dune_fight(const cr_view *view, const cr_offer *offer, cr_rng *rng, uint8_t effort,
                cr_move *out);

/* A bandit instead of a tree: all plans meet the same worlds, and the more worlds were seen the fewer plans go on.
 * Gives the choices of the viewer, who is asked for a plan or for an answer to Prescience; see cr_search_answer. */
bool dune_is_for_plans(const cr_view *view);

/* Thinks, on memory that stays for what comes next. False if it is too small. */
bool dune_plans_think(void *memory, size_t size, const cr_game *game, const cr_view *view,
                      const cr_search_plan *plan, cr_rng *rng);

/* The choices of n that have thought about the same view: the best plans of each, tried in the worlds of all. */
size_t dune_plans_choices(void *const *memory, unsigned n, const cr_view *view, cr_choice *out,
                          size_t cap, uint32_t *worlds);

#endif
