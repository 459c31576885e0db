/* State and view of Liap Tui, for the files of the game and for bots that play it. The rules are in rules.def;
 * pieces.h has the collections, parts.h shows which file does what.
 *
 * Invariants of the state while a round is on (broken.c has them all):
 *  1. hand, play, shown and covered of all seats together are the whole set (LT-16.1).
 *  2. The seats from leader on, `made` of them, have played in this turn: their play, type and value are set.
 *  3. The effect `round` knows the round starter (its seat, provisional until the deal stands) and the reason
 *     (its note). By the red General it is seat 0 for nobody until the deal stands: effects are public, and
 *     who holds that piece is not. Behind the last round they are in open.starter and open.reason, which are 0
 *     until then. */
#ifndef LT_LIAP_TUI_H
#define LT_LIAP_TUI_H

#include "games/liap-tui/pieces.h"

enum { LT_SEATS = 4, LT_ROUNDS = 20, LT_ALL_SEATS = 0xF };
enum { LT_KIND_REDEAL = 1, LT_KIND_DECLARE, LT_KIND_PLAY, LT_KIND_DEAL };
enum { LT_EFFECT_ROUND };
enum { LT_Q_DEAL, LT_Q_REDEAL, LT_Q_DECLARE, LT_Q_PLAY };
enum { LT_STEP_DEAL, LT_STEP_REDEAL, LT_STEP_DECLARE, LT_STEP_PLAY };
enum {
    LT_BY_RED_GENERAL,
    LT_BY_LAST_TURN,
    LT_BY_REDEAL
}; /* why the round starter starts (LT-4.5) */
enum { LT_DECLINE, LT_ACCEPT };

/* A line of the score sheet (LT-9.10). Base and round score follow from the rest. */
typedef struct {
    int32_t total[LT_SEATS];
    uint32_t redeals;
    uint8_t declared[LT_SEATS], captured[LT_SEATS];
} lt_row;
CR_FLAT(lt_row, 28);

typedef struct {
    uint32_t time_ms; /* for a declaration or a play; 0: no limits */
    uint16_t target;  /* 0: none */
    uint8_t is_exact, is_open, has_statistics, is_given, fill[6];
} lt_options;
CR_FLAT(lt_options, 16);

/* What lies open: a view copies it whole. */
typedef struct {
    cr_tally shown[LT_SEATS]; /* turned up in this round */
    lt_row sheet[LT_ROUNDS];
    lt_options option;
    int32_t total[LT_SEATS];
    uint32_t redeals;           /* of this round; the multiplier is one more (LT-3.6) */
    uint8_t declared[LT_SEATS]; /* 1 + the number; 0: not yet */
    uint8_t captured[LT_SEATS], streak[LT_SEATS], turns_won[LT_SEATS], perfect[LT_SEATS];
    uint8_t round, turns, leader, made, k; /* turns: finished ones of this round */
    uint8_t starter,
        reason; /* 1 + the round starter, and why; the state has it here once the game is over */
    uint8_t fill;
} lt_table;
CR_FLAT(lt_table, 32 + 28 * LT_ROUNDS + 16 + 16 + 4 + 20 + 8);

typedef struct {
    cr_state k;
    lt_table open;
    cr_tally hand[LT_SEATS], play[LT_SEATS]; /* in hand; laid in this turn */
    cr_tally covered[LT_SEATS];              /* forfeited in this round */
    uint8_t type[LT_SEATS], value[LT_SEATS]; /* of the plays of this turn */
} lt_state;
CR_FLAT(lt_state, sizeof(cr_state) + sizeof(lt_table) + 96 + 8);

typedef struct {
    cr_view v;
    lt_table open;
    cr_tally hand;                              /* the viewer's own */
    cr_tally play[LT_SEATS], covered[LT_SEATS]; /* those the viewer may see */
    uint32_t warning_ms; /* how long before the end of the question clients warn (LT-12.2) */
    uint16_t weak;       /* seats whose hand of this deal was weak; public once the deal is made */
    uint8_t size[LT_SEATS], forfeited[LT_SEATS]; /* pieces in hand; pieces covered */
    uint8_t rank[LT_SEATS], type, fill[5];       /* type: of the lead */
} lt_view;
CR_FLAT(lt_view, sizeof(cr_view) + sizeof(lt_table) + 72 + 4 + 2 + 18);

static inline int lt_base_score(unsigned declared, unsigned captured)
{
    if (declared == captured)
        return declared ? (int)declared + 5 : 3;
    return declared > captured ? (int)captured - (int)declared : (int)declared - (int)captured;
}

/* A number is kept one higher, so that 0 says that there is none. */
static inline unsigned lt_declared_sum(const uint8_t declared[LT_SEATS])
{
    unsigned sum = 0;

    for (unsigned seat = 0; seat < LT_SEATS; seat++)
        sum += declared[seat] ? declared[seat] - 1u : 0;
    return sum;
}

/* The numbers 0 to 8 that the rules leave to a declarer, as bits (LT-5.3, LT-5.5). */
static inline uint16_t lt_legal_numbers(const uint8_t declared[LT_SEATS], unsigned streak)
{
    unsigned sum = lt_declared_sum(declared), open = 0;
    uint16_t legal = 0x1FF;

    for (unsigned seat = 0; seat < LT_SEATS; seat++)
        open += !declared[seat];
    if (streak >= 2)
        legal &= (uint16_t)~1u;
    if (open == 1 && sum <= 8)
        legal &= (uint16_t) ~(1u << (8 - sum));
    return legal;
}

#endif
