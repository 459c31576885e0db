/* A search from the inside: search.c walks through worlds, search_tree.c keeps what was found out and says what to try next. */
#ifndef CR_AI_SEARCH_INSIDE_H
#define CR_AI_SEARCH_INSIDE_H

#include "ai/search.h"

enum {
    SEARCH_MOVES_MAX = 128, /* a question with more answers has no node: one is drawn */
    SEARCH_PATH_MAX = 256,  /* nodes on one way down */
    SEARCH_MASKS_MAX = 64
};

/* A move that could be made at a node: kind and first two arguments, the other eight; how often it was made and could have
 * been made, what it brought in all; and either the squares of that or, where answers are drawn, regret and strategy. */
typedef struct {
    uint64_t hi;
    uint32_t lo, n, available;
    float sum, extra, strategy;
} search_arm;

/* What the viewer sees and who decides. A key of 0 is none. */
typedef struct {
    uint64_t key;
    uint32_t arms; /* the first of them */
    uint32_t visits;
    uint16_t n_arms, cap;
    uint8_t seat, is_drawn, fill[2]; /* drawn: by regret matching */
} search_node;

typedef struct {
    uint64_t hi;
    uint32_t lo;
} search_option;

typedef struct {
    uint32_t node, arm;
} search_step;

/* Bytes of a view that are no part of a key. */
typedef struct {
    uint16_t at, n;
} search_mask;

struct cr_search {
    const cr_game *game;
    const cr_view *from;
    const cr_bot *baseline; /* who plays on, or NULL: chance */
    cr_search_plan plan;
    uint32_t worlds, round,
        root; /* root: 1 + the node of the first question, 0 before it is there */
    double total[CR_SEATS_MAX];

    /* Tables by number of visits: 1/n, 1/√n, c·√ln n. */
    float *inverse, *inverse_root, *explore;
    uint32_t n_known, n_table;
    double logarithm; /* of n_known − 1 */

    search_node *nodes; /* open addressing */
    uint32_t n_slots, n_nodes, nodes_max;
    search_arm *arms;
    uint32_t n_arms, arms_max;

    cr_state *world;
    cr_view *view;
    search_option option[SEARCH_MOVES_MAX];
    search_step path[SEARCH_PATH_MAX];
    unsigned n_path, n_masks;
    search_mask masks[SEARCH_MASKS_MAX];
};

/* The node of this key, or the empty place for it. */
search_node *search_find(cr_search *s, uint64_t key);

/* The arm to try among the n options of the node: by its promise, or drawn. Its place, or -1 if the tree is full. */
int search_select(cr_search *s, search_node *n, unsigned n_options, cr_rng *rng);

/* The way back: each node of the path learns what the simulation was worth. */
void search_note(cr_search *s, const float worth[CR_SEATS_MAX]);

/* Numbers for one visit more in the tables. */
void search_know_number(cr_search *s);

#endif
