/* When answers come that no person sends: how long a bot takes, and when a pass goes out for somebody who has nothing else
 * to say. Times are drawn when a question is asked, from a stream of their own, by what everybody knows: the pace, how the
 * question is put, what was told just before. No card is ever looked at here, so an answer's time tells nothing. */
#ifndef CR_PACE_H
#define CR_PACE_H

#include "kernel/game.h"

/* How quickly bots answer. The usual one is the server's, for matches with people; without them bots are instant. */
typedef enum {
    CR_PACE_USUAL,
    CR_PACE_INSTANT,
    CR_PACE_QUICK,
    CR_PACE_NORMAL,
    CR_PACE_CALM,
    CR_PACES
} cr_pace;

enum {
    CR_EMPTY_FIRST_MS = 2000, /* with other people a pass is sent from then on */
    CR_EMPTY_LAST_MS = 4000   /* and until then */
};

/* "usual", "instant" and so on. */
const char *cr_pace_word(cr_pace pace);

/* Reads one of the words but "usual"; false if it is none. */
bool cr_pace_read(const char *word, cr_pace *out);

/* Milliseconds from a question to a bot's answer: 600 to 1400 at normal and not longer than a quarter of the question's time,
 * half of that at quick and twice at calm. `news` is the weight of what was told with the question: a reveal and an end of
 * a round want to be looked at first. */
uint32_t cr_pace_think(cr_pace pace, const cr_question *q, unsigned news, cr_rng *rng);

/* Milliseconds from a question to the pass that is sent for somebody. Against bots one beat of the match; with other people
 * 2 to 4 seconds, each as likely, at any pace. Not longer than half of the question's time. */
uint32_t cr_pace_empty(cr_pace pace, const cr_question *q, bool has_company, cr_rng *rng);

#endif
