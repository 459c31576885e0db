/* Is this text one well-formed JSON value (RFC 8259), with no name twice in an object? For the laws; what comes
 * from outside is read by a library. */
#ifndef CR_JSON_SYNTAX_H
#define CR_JSON_SYNTAX_H

#include "base/text.h"

/* NULL if it is, otherwise a few words on what is wrong. */
const char *json_wrong(const char *text, size_t len);

#endif
