/* The lists of Imposter Kings, each in the order of its table: moves and their arguments, questions, effects and their steps, events,
 * options, refusals. */
#ifndef CR_IMPOSTER_KINGS_KINDS_H
#define CR_IMPOSTER_KINGS_KINDS_H

#include "kernel/game.h"

enum {
    KIND_PASS,
    KIND_REACT,
    KIND_PLAY,
    KIND_FLIP,
    KIND_FIRST,
    KIND_SETUP,
    KIND_CHOOSE,
    KIND_TARGET,
    KIND_DISGRACE,
    KIND_NONE,
    KIND_READY,
    KIND_KING,
    KIND_DEAL,
    KIND_SHUFFLE,
    KIND_SELECT,
    KIND_DRAFT,
    KIND_OPEN,
    KIND_RECRUIT,
    KIND_RECOMMISSION,
    KIND_FACET,
    KIND_END,
    KIND_TAKE,
    KIND_MATCH,
    KIND_RALLY,
    KIND_SAY,
    IK_KINDS
};

/* Arguments of play, kept in the same places in the effects PLAY and ABILITY. */
enum {
    IK_ARG_CARD,
    IK_ARG_FROM,
    IK_ARG_USE,
    IK_ARG_POSITION, /* 1 + position */
    IK_ARG_NAME,     /* 1 + name */
    IK_ARG_NUMBER,
    IK_ARG_OPPONENT, /* 1 + seat */
    IK_ARG_COPY,     /* 1 + position of the card a Stranger copies */
    IK_ARG_HOW,      /* from here on of the effect only */
    IK_ARG_AS        /* 1 + the name a Stranger has copied */
};
enum { IK_HOW_IMMUNE = 1, IK_HOW_OATH = 2 };
enum { IK_FROM_HAND, IK_FROM_ANTECHAMBER, IK_FROM_SUCCESSOR };

/* Arguments of setup, select, recruit and recommission; what KIND_TAKE takes. */
enum { IK_ARG_SUCCESSOR, IK_ARG_DUNGEON, IK_ARG_SQUIRE };
enum { IK_DEAL_BYTES = 8 }; /* of a bag in a deal: no deck has three cards of a name */
enum { IK_ARG_ARMY, IK_ARG_TRADE, IK_ARG_COST }; /* cost: 1 + name */
enum { IK_ARG_BACK, IK_ARG_COST_1, IK_ARG_COST_2 };
enum { IK_TAKE_SUCCESSOR, IK_TAKE_SQUIRE, IK_TAKE_DUNGEON };

enum {
    Q_FIRST,
    Q_SETUP,
    Q_PLAY,
    Q_SECOND,
    Q_ASSASSIN,
    Q_KINGS_HAND,
    Q_SOLDIER,
    Q_JUDGE,
    Q_WARDEN,
    Q_SENTRY,
    Q_PRINCESS,
    Q_EXECUTE,
    Q_HERALD_SUCCESSOR,
    Q_HERALD_PLAY,
    Q_SPY_TARGET,
    Q_SPY_SWAP,
    Q_TAKE,
    Q_ROUND_OVER,
    Q_KING,
    Q_DEAL,
    Q_SIGNATURES,
    Q_DRAFT_OPEN,
    Q_DRAFT_ORDER,
    Q_DRAFT_PICK,
    Q_MUSTER,
    Q_INQUISITOR,
    Q_FACET,
    Q_RECALL,
    Q_RALLY,
    Q_RETURN,
    Q_AEGIS,
    Q_ANCESTOR,
    Q_INFORMANT,
    Q_GUESS,
    Q_CONDEMN,
    IK_QUESTIONS
};

enum {
    EFFECT_ROUND,
    EFFECT_TURN,
    EFFECT_PLAY,
    EFFECT_ABILITY,
    EFFECT_FLIP,
    EFFECT_ASSASSIN,
    EFFECT_DRAFT,
    IK_EFFECTS
};
enum {
    ROUND_BEGIN,
    ROUND_KING,
    ROUND_DEAL,
    ROUND_FIRST,
    ROUND_MUSTER,
    ROUND_SETUP,
    ROUND_TURNS,
    ROUND_OVER
};
enum { TURN_ACT, TURN_END };
enum { PLAY_ABILITY, PLAY_SECOND };
/* The last four are those of cards that recall and rally. */
enum {
    ABILITY_WINDOW,
    ABILITY_RESOLVE,
    ABILITY_CHOOSE,
    ABILITY_MORE,
    ABILITY_RECALL,
    ABILITY_RALLY,
    ABILITY_RALLY_AGAIN,
    ABILITY_RETURN
};
enum { FLIP_WINDOW, FLIP_RESOLVE, FLIP_FACET, FLIP_RECALL, FLIP_SQUIRE, FLIP_RALLY };
enum { ASSASSIN_WINDOW, ASSASSIN_TAKE };
enum { DRAFT_SELECT, DRAFT_KING, DRAFT_OPEN, DRAFT_ORDER, DRAFT_PICK };

enum {
    EV_ROUND,
    EV_HAND,
    EV_ACCUSED,
    EV_FIRST,
    EV_PLAY,
    EV_FLIP,
    EV_REACT,
    EV_CANCEL,
    EV_DISGRACE,
    EV_TAKE,
    EV_EXCHANGE,
    EV_MOVE,
    EV_HIT,
    EV_MISS,
    EV_NUMBER,
    EV_CONDEMN,
    EV_FLIPPED,
    EV_SUCCESSOR,
    EV_LOOK,
    EV_SWAP,
    EV_ROB,
    EV_LOST,
    EV_SCORE,
    EV_REVEAL,
    EV_FORGOTTEN,
    EV_SIGNATURES,
    EV_DRAFT,
    EV_ORDER,
    EV_PICK,
    EV_RECRUIT,
    EV_RECOMMISSION,
    EV_FACET,
    EV_MUSTERED,
    EV_RECALL,
    EV_RALLY,
    EV_RETURN,
    EV_REMOVE,
    EV_COPY,
    EV_DUNGEON,
    EV_GUESS,
    EV_SQUIRE,
    EV_EXILE,
    EV_CONSPIRACY,
    EV_SPENT, /* the reasons of ends */
    EV_STUCK,
    EV_STRUCK,
    EV_UNSAVED,
    EV_COUNTED,
    EV_SHARED, /* the same of a side, which both of its seats get */
    EV_WON,
    EV_KING,
    EV_ARMY,
    IK_EVENTS
};

enum {
    E_OVER = CR_CODE_GAME,
    E_NO_WINDOW,
    E_PHASE,
    E_NOT_YOU,
    E_DONE,
    E_NO_CARD,
    E_SAME_CARD,
    E_ANTECHAMBER,
    E_MUTED,
    E_OATH_LAST,
    E_VALUE,
    E_KING_USED,
    E_NO_THRONE,
    E_NO_ABILITY,
    E_MUST,
    E_TARGET,
    E_NAME,
    E_NUMBER,
    E_COUNT,
    E_NO_REACTION_CARD,
    E_ARMY,
    E_FACET,
    E_END
};

#endif
