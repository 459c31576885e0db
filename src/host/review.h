/* A finished match for analysis: its record played once more, every position kept, and what ai/analysis.h finds out about each.
 * Steps are worked out in any order and by any number of threads, each step by one; the server does it in the background
 * (wire/analysis.c), `croupier analyse` on all cores.
 *
 *     cr_review_open(&r, game, bytes, len, matches)
 *     cr_review_step(&r, i, memory)      for each step; memory of cr_review_memory bytes, one for each thread
 *     cr_review_json(&out, &r, from)     what is there so far
 *     cr_review_pack, cr_review_unpack   all of it as bytes, to be kept beside the match
 *     cr_review_close(&r) */
#ifndef CR_REVIEW_H
#define CR_REVIEW_H

#include "ai/analysis.h"
#include "base/json.h"

enum { CR_REVIEW_STEPS_MAX = 20000, CR_REVIEW_TURNS = 4 };

/* Step 0 is the start, step i the position behind entry i. */
typedef struct {
    const cr_game *game;
    uint8_t n_seats;
    uint32_t n, done; /* steps; of them worked out, by whoever counts them one after the other */
    cr_analysis_plan plan;
    cr_state *states;
    cr_record_entry *entries; /* from 1 */
    cr_move *answers;         /* of each entry: the move, or the default that was played */
    cr_chances *chances;
    cr_advice *advice;
    bool *has_advice;
} cr_review;

/* Reads a record and plans to play about `matches` for it; worlds and search of the plan may be changed behind it. Fails with what
 * reading and replaying a record fails with, and CR_ERR_FULL where it has too many steps. */
CR_MUST_USE cr_err cr_review_open(cr_review *r, const cr_game *game, const uint8_t *bytes,
                                  size_t len, uint64_t matches);
void cr_review_close(cr_review *r);

size_t cr_review_memory(const cr_review *r);
void cr_review_step(cr_review *r, uint32_t i, void *memory);

/* All that was worked out, as bytes that the caller frees; NULL without memory. Every step must be done. */
uint8_t *cr_review_pack(const cr_review *r, size_t *len);

/* Takes what was packed in place of working it out: all is done then. False, and nothing has changed, if the bytes are of
 * another record, game, plan or program, or damaged. */
CR_MUST_USE bool cr_review_unpack(cr_review *r, const uint8_t *bytes, size_t len);

/* The position behind entry i. */
const cr_state *cr_review_state(const cr_review *r, uint32_t i);

/* Whose move entry i is; false: the host's, or a pause. */
bool cr_review_mover(const cr_review *r, uint32_t i, uint8_t *seat);

/* What is there so far from step `from` on, as the members of an object: docs/protocol.md has them. */
void cr_review_json(cr_json *j, const cr_review *r, uint32_t from);

#endif
