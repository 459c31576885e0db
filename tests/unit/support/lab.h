/* A tiny game for tests of the kernel: one option says which of a few scripts is played, each script shows one
 * mechanism, and the state keeps what came out of it. */
#ifndef LAB_H
#define LAB_H

#include "kernel/game.h"

enum lab_script {
    LAB_SEALED,    /* three seats pick a number at once; the sum is kept, then it is over */
    LAB_QUEUE,     /* a queue from seat 1: pass or act; who acted is kept */
    LAB_ANY,       /* seat 0, host or admin: whoever comes first */
    LAB_NEST,      /* 0 strikes; 1 may block; 0 may counter the block; 1 may counter the counter */
    LAB_DEFAULT,   /* one seat picks; its default is a number that check refuses */
    LAB_DEEP,      /* pushes effects until the stack is full */
    LAB_NOBODY,    /* asks nobody */
    LAB_HOST_SEAL, /* asks the host in a sealed question */
    LAB_TWO_ASKS,  /* one step asks two kinds of question */
    LAB_ENDLESS,   /* never asks */
    LAB_AGAIN,     /* seat 0 pokes three times; each time it is asked with the time that is left */
    LAB_CHAIN,     /* three questions one after the other to seats 0, 1, 2, each with time */
};

enum { LAB_PASS, LAB_PICK, LAB_ACT, LAB_STOP, LAB_SET };
enum { LAB_Q_PICK, LAB_Q_ACT, LAB_Q_BLOCK, LAB_Q_OTHER };
enum { LAB_E_MAIN, LAB_E_STRIKE, LAB_E_BLOCK, LAB_E_COUNTER };
enum { LAB_EV_RESULT, LAB_EV_SECRET, LAB_EV_PRIVATE };
enum { LAB_CODE_ODD = CR_CODE_GAME, LAB_CODE_OVER, LAB_CODE_NOT_YOU };
enum { LAB_OPTION_SCRIPT, LAB_OPTION_TIME, LAB_OPTION_COLOUR };

typedef struct {
    cr_state k;
    uint32_t time_ms;
    uint8_t script, sum, who, hits, secret[4], fill[4];
} lab_state;

typedef struct {
    cr_view v;
    uint32_t time_ms;
    uint8_t script, sum, who, hits, secret, fill[7];
} lab_view;

extern const cr_game lab;

/* Starts a script with three seats, pinned seed 1, start time 1000 and this time per question. */
void lab_start(lab_state *s, enum lab_script script, uint32_t time_ms, cr_sink *sink);

/* Plays a move written as text; returns the refusal. */
cr_refusal lab_play(lab_state *s, uint8_t seat, const char *text, uint64_t at_ms);

#endif
