/* A session of Classic Battle for tests: a server without sockets on a clock that the test turns, a person in front of it,
 * and what the person is told, as JSON. */
#ifndef CR_TEST_SESSION_H
#define CR_TEST_SESSION_H

#include "games/classic-battle/classic_battle.h"
#include "support/host.h"

#include <jansson.h>

/* ---- what somebody is told ---- */

enum { SESSION_LINES_MAX = 4096 };

/* Zero is empty. */
typedef struct {
    json_t *line[SESSION_LINES_MAX];
    unsigned n;
} session_lines;

void session_drop(session_lines *m);

/* What connection i got since the last time. */
void session_take(host *h, unsigned i, session_lines *m);

/* Sends a line, lets the store do its work, and takes what came of it. */
void session_ask(host *h, unsigned i, const char *line, session_lines *m);

bool session_is(const json_t *line, const char *type);
uint64_t session_number(const json_t *line, const char *key);
const char *session_word(const json_t *line, const char *key);

/* The k-th message of this type, from 0; NULL if there are not so many. And how many there are. */
const json_t *session_nth(const session_lines *m, const char *type, unsigned k);
unsigned session_count(const session_lines *m, const char *type);

/* The k-th event of this kind in all updates. */
const json_t *session_event(const session_lines *m, const char *kind, unsigned k);

/* ---- the session ---- */

extern char session_noted[4096]; /* the room's log since the session was opened */
unsigned session_count_noted(const char *kind);

/* A page sends a sign of life every five seconds. Where that is not the question, the room just heard one. */
extern bool session_is_loud;

void session_open(host *h, const char *seats, const char *options);

/* To the first choice of a stat. */
void session_open_choice(host *h, const char *options);

const cb_state *session_state(const host *h);
uint8_t session_at(const host *h);

/* JK-7.16: calls at every due time up to `ms` from now, and then at it. */
void session_advance(host *h, uint64_t ms);

/* One call, however late. */
void session_jump(host *h, uint64_t ms);

void session_play(host *h, unsigned i, const char *move);

#endif
