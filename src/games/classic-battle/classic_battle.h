/* JU-DO-KON! Classic Battle, shared by the files of this folder: the words of the rules as lists, the state and the
 * view. transitions.def is the state machine itself, machine.c runs it, judge.c says who may do what, looks.c shows
 * it to a seat, roster.c has the cards, classic_battle.c the tables for text forms.
 *
 * The state is one effect whose step is the state of the machine; every state that waits asks the question of its
 * own name. What is public stands in `session` and `board`, which views carry whole; what is hidden is the order of
 * the decks, the streams of chance and the delay drawn for the round.
 *
 *  1: `budget_ms` is the budget of the open question; asking again gives the same.
 *  2: a round that is not committed has changed nothing in score, rounds_played, next_chooser and at.
 *  3: the cards of the round in play are deck[side][at], those of a committed one deck[side][at - 1]. */
#ifndef CR_CLASSIC_BATTLE_H
#define CR_CLASSIC_BATTLE_H

#include "games/classic-battle/roster.h"
#include "kernel/game.h"

/* X(name, id, word): JK-6.1. The id is the label people see; the order here is that of the progress bar. */
#define CB_STATES(X)                         \
    X(LOBBY, 1, "waitingForMatchStart")      \
    X(MATCH_START, 2, "matchStart")          \
    X(ROUND_START, 3, "roundStart")          \
    X(CHOICE, 4, "waitingForPlayerAction")   \
    X(DECISION, 5, "roundDecision")          \
    X(ROUND_OVER, 6, "roundOver")            \
    X(COOLDOWN, 7, "cooldown")               \
    X(MATCH_DECISION, 8, "matchDecision")    \
    X(MATCH_OVER, 9, "matchOver")            \
    X(MODIFICATION, 97, "roundModification") \
    X(INTERRUPT_ROUND, 98, "interruptRound") \
    X(INTERRUPT_MATCH, 99, "interruptMatch")

/* X(name, word, flags, shape of its arguments): JK-6.5 and 6.11. A trigger is a kind of move with the same number. */
#define CB_TRIGGERS(X)                                                \
    X(START_CLICKED, "startClicked", CR_ABOUT_TABLE, TARGET)          \
    X(READY, "ready", 0, PLAIN)                                       \
    X(INTERRUPT, "interrupt", CR_CONTROL, REASON)                     \
    X(ERROR, "error", CR_CONTROL, PLAIN)                              \
    X(CARDS_REVEALED, "cardsRevealed", CR_CONTROL, PLAIN)             \
    X(STAT_SELECTED, "statSelected", 0, STAT)                         \
    X(TIMEOUT, "timeout", CR_CONTROL, PLAIN)                          \
    X(WIN_PLAYER, "outcome=winPlayer", CR_CONTROL, PLAIN)             \
    X(WIN_OPPONENT, "outcome=winOpponent", CR_CONTROL, PLAIN)         \
    X(DRAW, "outcome=draw", CR_CONTROL, PLAIN)                        \
    X(MATCH_POINT_REACHED, "matchPointReached", CR_CONTROL, PLAIN)    \
    X(CONTINUE, "continue", 0, PLAIN)                                 \
    X(FINALIZE, "finalize", CR_CONTROL, PLAIN)                        \
    X(REMATCH, "rematch", CR_ABOUT_TABLE, PLAIN)                      \
    X(HOME, "home", CR_ABOUT_TABLE, PLAIN)                            \
    X(ROUND_MODIFY_FLAG, "roundModifyFlag", CR_CONTROL, PLAIN)        \
    X(RESTART_ROUND, "restartRound", CR_ABOUT_TABLE, PLAIN)           \
    X(RESUME_LOBBY, "resumeLobby", CR_ABOUT_TABLE, PLAIN)             \
    X(ABORT_MATCH, "abortMatch", CR_ABOUT_TABLE, PLAIN)               \
    X(MODIFY_ROUND_DECISION, "modifyRoundDecision", CR_CONTROL, EDIT) \
    X(CANCEL_MODIFICATION, "cancelModification", CR_CONTROL, PLAIN)   \
    X(RESTART_MATCH, "restartMatch", CR_ABOUT_TABLE, PLAIN)           \
    X(TO_LOBBY, "toLobby", CR_ABOUT_TABLE, PLAIN)

/* X(name, words): what a row asks for besides state, trigger and source. */
#define CB_GUARDS(X)                              \
    X(NONE, "")                                   \
    X(TARGET, "payload valid")                    \
    X(STAT, "valid stat, right chooser, no lock") \
    X(AUTO_SELECT, "autoSelect on")               \
    X(NO_AUTO_SELECT, "autoSelect off")           \
    X(OUTCOME, "it is the computed outcome")      \
    X(END, "end condition holds")                 \
    X(NO_END, "end condition does not hold")      \
    X(MODIFY, "roundModify on")                   \
    X(EDIT, "an interrupted round exists, edit valid")

/* X(name, word, largest value, flags): settings(name, value) of JK-6.12. TEST: of the host in test mode. */
enum { CB_TEST = 1, CB_FLAG = 2 };
#define CB_SETTINGS(X)                                      \
    X(AUTO_SELECT, "autoSelect", 1, CB_FLAG)                \
    X(OPPONENT_DELAY, "opponentDelay", 1, CB_FLAG)          \
    X(AUTO_CONTINUE, "autoContinue", 1, CB_FLAG)            \
    X(SKIP_COOLDOWN, "skipCooldown", 1, CB_FLAG)            \
    X(HEADLESS, "headless", 1, CB_FLAG)                     \
    X(REDUCED_MOTION, "reducedMotion", 1, CB_FLAG)          \
    X(ROUND_MODIFY, "roundModify", 1, CB_FLAG | CB_TEST)    \
    X(PRESET, "preset", 3, 0)                               \
    X(CHOOSER, "chooser", 2, 0)                             \
    X(DIFFICULTY, "difficulty", 2, 0)                       \
    X(STRATEGY, "autoSelectStrategy", 1, 0)                 \
    X(INJECT, "injectError", 13, CB_TEST)                   \
    X(PLAYER_CARD, "playerCard", CB_CARDS_MAX, CB_TEST)     \
    X(OPPONENT_CARD, "opponentCard", CB_CARDS_MAX, CB_TEST) \
    X(PICK, "pick", 5, CB_TEST)                             \
    X(DELAY, "delay", 2001, CB_TEST)

enum {
    ST_BEGIN, /* before the first entry, which is logged as `init` */
#define CB_ENUM(name, id, word) ST_##name,
    CB_STATES(CB_ENUM)
#undef CB_ENUM
        ST_END
};
enum {
    TR_NONE,
#define CB_ENUM(name, word, flags, shape) TR_##name,
    CB_TRIGGERS(CB_ENUM)
#undef CB_ENUM
        TR_END,
    KIND_SETTINGS = TR_END,
    KIND_END
};
enum {
#define CB_ENUM(name, words) GUARD_##name,
    CB_GUARDS(CB_ENUM)
#undef CB_ENUM
        GUARDS
};
enum {
#define CB_ENUM(name, word, top, flags) SET_##name,
    CB_SETTINGS(CB_ENUM)
#undef CB_ENUM
        SET_END
};

/* Flags of a session; those that are settings have the setting's bit. */
enum {
#define CB_ENUM(name, word, top, flags) F_##name = 1 << SET_##name,
    CB_SETTINGS(CB_ENUM)
#undef CB_ENUM
        F_SAMPLED = F_AUTO_SELECT | F_OPPONENT_DELAY | F_AUTO_CONTINUE, /* JK-4.12 */
    F_TEST_MODE = 1 << SET_END,
    F_AUTO_ADVANCE = 1 << (SET_END + 1), /* JK-6.9 */
    F_PERSON = 1 << (SET_END + 2),       /* a second person holds seat 1 */
};

enum {
    BY_PLAYER = 1,
    BY_OPPONENT = 2,
    BY_SYSTEM = 4,
    BY_ADMIN = 8,
    BY_ENGINE = 16,
    BY_COMPUTER = 32,
    BY_FAULT = 64
};
enum { POLICY_PLAYER, POLICY_ALTERNATE, POLICY_WINNER };
enum { EASY, MEDIUM, HARD };
enum { STRATEGY_HIGHEST, STRATEGY_RANDOM };
/* As argument of a move a reason counts from 0. */
enum {
    REASON_NONE,
    REASON_QUIT,
    REASON_NAVIGATION,
    REASON_ERROR,
    REASON_TIMEOUT,
    REASON_HOST,
    REASON_END
};
enum { OUTCOME_NONE, OUTCOME_PLAYER, OUTCOME_OPPONENT, OUTCOME_DRAW };
enum { RESULT_NONE, RESULT_PLAYER, RESULT_OPPONENT, RESULT_DRAW, RESULT_QUIT, RESULT_ABORTED };
enum { SOURCE_NONE, SOURCE_PLAYER, SOURCE_OPPONENT, SOURCE_AUTO };
enum { TIMER_NONE, TIMER_START, TIMER_REVEAL, TIMER_STAT, TIMER_DELAY, TIMER_COOLDOWN };
enum { TABLE_EMPTY, TABLE_DRAWN, TABLE_REVEALED, TABLE_COMMITTED };
enum {
    EV_STATE,
    EV_ROUND_START,
    EV_CARD,
    EV_LOCKED,
    EV_RESULT,
    EV_SCORE,
    EV_MATCH,
    EV_EXPIRED,
    EV_RAISED,
    EV_RESOLVED,
    EV_ERROR,
    EV_LENGTH,
    EV_SETTINGS,
    EV_MODIFIED,
    EV_PAUSED,
    EV_RESUMED
};
enum { INJECT_NONE, INJECT_CHOICE_OF_OPPONENT = ST_END }; /* between them: the entry to a state */
enum { CB_STREAM_AI = 256, CB_STREAM_DELAY };             /* the lower ones belong to bots */
enum {
    CB_ROUNDS = 25,
    CB_RIGS = 16,
    CB_BY_ENGINE = 0xFF
}; /* the last: idle's mark, no player can send it */
/* Refusals, in the order in which they are looked for (JK-9.2). */
enum {
    CODE_OVER = CR_CODE_GAME,
    CODE_FORBIDDEN,
    CODE_DUPLICATE,
    CODE_NOT_ALLOWED,
    CODE_BAD_TARGET,
    CODE_BAD_STAT,
    CODE_NOT_YOUR_TURN,
    CODE_NO_ROUND,
    CODE_BAD_EDIT,
    CODE_GUARD,
    CODE_BAD_SETTING
};
enum {
    EDIT_STAT,
    EDIT_PLAYER_VALUE,
    EDIT_OPPONENT_VALUE,
    EDIT_OUTCOME,
    EDIT_PLAYER_SCORE,
    EDIT_OPPONENT_SCORE,
    EDIT_ROUNDS,
    EDIT_END
};

/* Settings of the session: public, kept across matches. */
typedef struct {
    uint32_t stat_ms, cooldown_ms, start_ms, reveal_ms; /* stat 0: no limit */
    uint32_t flags;
    uint16_t delay_lo, delay_hi, matches; /* matches 0: no limit */
    uint8_t length, max_rounds, deck_size, policy, difficulty, strategy, roster, fill[3];
} cb_session;
CR_FLAT(cb_session, 36);

/* Everything else that everybody may know. Zero where there is none; a stat and a card count from 1. */
typedef struct {
    uint32_t duration_ms,
        behind_ms;    /* of the timer shown; it runs out that much after the question */
    uint32_t sampled; /* flags as they were at roundStart */
    uint16_t match, ended, won[2]; /* number of the match; entries into matchOver; matches won */
    uint8_t score[2], rounds_played, round, target, n_cards, at; /* `at`: cards used by each side */
    uint8_t chooser, next_chooser, table, lock, lock_source, value[2], outcome, result;
    uint8_t timer, shown, prev, trigger, reason, quitter; /* quitter: 1 + seat */
    uint8_t has_round, is_committed, kept_lock;           /* the interrupted round */
    uint8_t before_score[2], before_chooser;              /* what the last commit changed */
    uint8_t is_modified, is_rigged;
    uint8_t n_rigged[4]; /* test mode: cards of the two decks, picks, delays that are given */
    uint8_t inject;
} cb_board;
CR_FLAT(cb_board, 56);

typedef struct {
    cr_state k;
    cr_rng ai, delay; /* the deck's stream is the kernel's */
    uint64_t deal_at; /* where in it the deal of this match began */
    cb_session session;
    cb_board board;
    uint32_t budget_ms;
    uint16_t delay_ms; /* drawn for this round, not yet used */
    uint16_t rigged_delay[CB_RIGS];
    uint8_t rigged_pick[CB_RIGS];
    uint8_t deck[2][CB_ROUNDS], rigged_deck[2][CB_ROUNDS]; /* cards, counted from 1 */
    uint8_t fill[2];
} cb_state;
CR_FLAT(cb_state, sizeof(cr_state) + 2 * sizeof(cr_rng) + 8 + 36 + 56 + 6 + 32 + 16 + 100 + 2);

typedef struct {
    cr_view v;
    cb_session session;
    cb_board board;
    uint32_t remaining_ms;
    uint8_t card[2], left[2]; /* 0: hidden, or none; cards still to draw */
    uint8_t stats[2][CB_STATS];
    uint8_t state, status, is_match_point; /* status of the timer: idle, running, paused */
    uint8_t used[2][CB_ROUNDS];            /* the cards of committed rounds */
    uint8_t fill[5];
} cb_view;
CR_FLAT(cb_view, sizeof(cr_view) + 36 + 56 + 4 + 4 + 10 + 3 + 50 + 5);

/* A row of the table. */
typedef struct {
    uint8_t state, trigger, guard, next, by, is_also;
} cb_row;

#define cb_rows        CR_TWICE(cb_rows)
#define cb_row_first   CR_TWICE(cb_row_first)
#define cb_row_of      CR_TWICE(cb_row_of)
#define cb_guard_holds CR_TWICE(cb_guard_holds)
#define cb_natural     CR_TWICE(cb_natural)
#define cb_is_end      CR_TWICE(cb_is_end)
#define cb_asked       CR_TWICE(cb_asked)
#define cb_settings    CR_TWICE(cb_settings)
#define cb_step        CR_TWICE(cb_step)
#define cb_pausing     CR_TWICE(cb_pausing)
#define cb_check       CR_TWICE(cb_check)
#define cb_refuse      CR_TWICE(cb_refuse)
#define cb_space       CR_TWICE(cb_space)
#define cb_idle        CR_TWICE(cb_idle)
#define cb_observe     CR_TWICE(cb_observe)
#define cb_imagine     CR_TWICE(cb_imagine)
#define cb_score       CR_TWICE(cb_score)
#define cb_broken      CR_TWICE(cb_broken)
#define cb_words       CR_TWICE(cb_words)
#define cb_tell        CR_TWICE(cb_tell)

enum {
    ROW_NONE,
#define STATE(state, first)
#define ROW(row, state, trigger, guard, next, by) ROW_##row,
#define ALSO                                      ROW
#include "games/classic-battle/transitions.def"
#undef STATE
#undef ROW
#undef ALSO
    ROW_END
};

extern const cb_row cb_rows[ROW_END + 1];       /* row 0 is none, the last one too */
extern const uint8_t cb_row_of[ST_END][TR_END]; /* the first row of a pair, or 0 */
extern const uint8_t cb_row_first[ST_END];      /* the first row of a state */

typedef struct {
    const char *word;
    uint16_t top;
    uint8_t flags;
} cb_setting;
extern const cb_setting cb_settings[SET_END];

static inline uint8_t cb_state_of(const cb_state *s)
{
    return s->k.stack[0].step;
}

static inline bool cb_has(const cb_state *s, uint32_t flag)
{
    return s->session.flags & flag;
}

static inline uint32_t cb_setting_value(const cr_move *move)
{
    return move->arg[1] * 64u + move->arg[2];
}

/* Does the guard of a row hold, where it does not speak of the move itself? */
bool cb_guard_holds(const cb_state *s, const cb_row *row);

/* The trigger that the state raises by itself, at once, at its deadline or as the host's default. */
uint8_t cb_natural(const cb_state *s, uint8_t state);

/* JK-3.4: the end condition. */
bool cb_is_end(const cb_state *s);

/* Everybody who may act in the state. */
uint16_t cb_asked(const cb_state *s, uint8_t state);

void cb_step(cr_state *k, cr_frame *top, cr_sink *sink);
void cb_pausing(const cr_state *k, uint8_t reason, cr_sink *sink);
cr_refusal cb_check(const cr_state *k, const cr_move *move);
cr_refusal cb_refuse(const cr_state *k, const cr_move *move, cr_refusal kernel);
void cb_space(const cr_state *k, uint8_t seat, cr_space *out);
cr_move cb_idle(const cr_state *k, uint8_t seat);
void cb_observe(const cr_state *k, uint8_t viewer, cr_view *out);
void cb_imagine(const cr_view *in, cr_rng *rng, cr_state *out);
void cb_score(const cr_state *k, int32_t out[CR_SEATS_MAX]);
const char *cb_broken(const cr_state *k);

/* words.c */
extern const cr_name cb_words[];
bool cb_tell(cr_teller *t, cr_span place);

#endif
