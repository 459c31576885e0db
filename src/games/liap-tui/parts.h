/* What the files of Liap Tui share: rule numbers, events, refusal codes, and each other's functions. */
#ifndef LT_PARTS_H
#define LT_PARTS_H

#include "games/liap-tui/liap_tui.h"

#define CR_RULES_FILE "games/liap-tui/rules.def"
#include "kernel/rules.h"

enum {
    EV_DEAL,
    EV_HAND,
    EV_REDEAL,
    EV_STARTER,
    EV_DECLARE,
    EV_LEAD,
    EV_FOLLOW,
    EV_SHOWN,
    EV_FORFEIT,
    EV_TURN,
    EV_SCORE,
    EV_RESULT,
    EV_BEST, /* the reasons of ends */
    EV_GOAL,
    EV_COVERED
};
enum {
    CODE_OVER = CR_CODE_GAME,
    CODE_PHASE,
    CODE_NOTWEAK,
    CODE_DECIDED,
    CODE_DECLARED,
    CODE_PLAYED,
    CODE_TURN,
    CODE_RANGE,
    CODE_ZERO,
    CODE_SUM8,
    CODE_EMPTY,
    CODE_SIZE,
    CODE_COUNT,
    CODE_OWN,
    CODE_COMBO,
    CODE_INDEX,
    CODE_DUP,
    CODE_DEAL,
};

enum { LT_ARG_SEAT }; /* the seat of a given deal, as an argument of its move */
enum { LT_REDEAL_MS = 30000, LT_WARNING_MS = 10000 }; /* LT-12.2 */

/* Largest number that a declaration can say; it stands for all others too (forms.c). */
enum { LT_NUMBER_MAX = 63 };

/* Largest multiplier that can be written. Only as many redeals again would bring a match to what broken.c takes for
 * impossible. */
enum { LT_MULTIPLIER_MAX = 1000000 };

/* forms.c: the written forms of a declaration in a move, one in the state, the multiplier (kept as the number of
 * redeals), and a line of the score sheet. */
#define lt_number_type     CR_TWICE(lt_number_type)
#define lt_declared_type   CR_TWICE(lt_declared_type)
#define lt_multiplier_type CR_TWICE(lt_multiplier_type)
#define lt_row_type        CR_TWICE(lt_row_type)
extern const cr_type lt_number_type, lt_declared_type, lt_multiplier_type, lt_row_type;

/* A whole number, or LT_NUMBER_MAX where it is negative or larger; false if it is no whole number. */
#define lt_read_number CR_TWICE(lt_read_number)
bool lt_read_number(cr_span word, uint8_t *out);

/* round.c: the one effect, and what follows from hands and totals. */
#define lt_step               CR_TWICE(lt_step)
#define lt_seats_without_hand CR_TWICE(lt_seats_without_hand)
#define lt_undealt            CR_TWICE(lt_undealt)
#define lt_weak_seats         CR_TWICE(lt_weak_seats)
#define lt_rank_of            CR_TWICE(lt_rank_of)
void lt_step(cr_state *k, cr_frame *top, cr_sink *sink);
unsigned lt_seats_without_hand(const lt_state *s);
cr_tally lt_undealt(const lt_state *s);
unsigned lt_weak_seats(const lt_state *s); /* whose hand of this deal was weak */
uint8_t lt_rank_of(const int32_t total[LT_SEATS], unsigned seat);

/* judge.c: what a seat may do, and why not. */
#define lt_check     CR_TWICE(lt_check)
#define lt_refuse    CR_TWICE(lt_refuse)
#define lt_space     CR_TWICE(lt_space)
#define lt_idle      CR_TWICE(lt_idle)
#define lt_read_move CR_TWICE(lt_read_move)
cr_refusal lt_check(const cr_state *k, const cr_move *move);
cr_refusal lt_refuse(const cr_state *k, const cr_move *move, cr_refusal kernel);
void lt_space(const cr_state *k, uint8_t seat, cr_space *out);
cr_move lt_idle(const cr_state *k, uint8_t seat);
bool lt_read_move(const cr_state *k, uint8_t seat, cr_span text, cr_move *out, cr_refusal *why);

/* words.c */
#define lt_tell CR_TWICE(lt_tell)
bool lt_tell(cr_teller *t, cr_span place);

/* imagine.c and broken.c */
#define lt_imagine CR_TWICE(lt_imagine)
#define lt_broken  CR_TWICE(lt_broken)
void lt_imagine(const cr_view *view, cr_rng *rng, cr_state *out);
const char *lt_broken(const cr_state *k);

#endif
