/* Connections for `croupier verify`: messages go through a session of the server, and what it would send is measured. */
#ifndef CR_APPS_LINE_H
#define CR_APPS_LINE_H

#include "verify/verify.h"

/* Of clients that want words for people, and of those that do not; of both, that want changes and that do not. */
extern const cr_verify_line session_line;

/* From now on, what was learned of lengths is printed when a line is closed, as rows of padding.def; lines begin without any. */
void session_line_learns(void);

#endif
