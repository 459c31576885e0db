/* Makes rule numbers and the rule table from a game's rules.def. Include it once in the game's header or
 * file, with CR_RULES_FILE naming the .def file:
 *
 *     #define CR_RULES_FILE "games/NAME/rules.def"
 *     #include "kernel/rules.h"
 *
 * A line of rules.def is RULE(EX_5, "EX-5", CASE, "The sentence.", "A note, or nothing."). The third word
 * says what proves the rule: CASE, HOST (tests of the host), PAGE (browser tests) or NOBODY (informative).
 * Sentences carry no history and no sources; those are notes. */
#include "kernel/game.h"

enum {
    CR_RULE_NONE,
#define RULE(name, id, proof, text, note) name,
#include CR_RULES_FILE
#undef RULE
    CR_RULES_END
};

#ifdef CR_RULES_TABLE
static const cr_rule CR_RULES_TABLE[CR_RULES_END] = {
#ifdef CR_RULES_APART /* the sentences are in a file of their own (scripts/rule-texts) */
#define RULE(name, id, proof, text, note) [name] = {id, "", "", CR_BY_##proof},
#else
#define RULE(name, id, proof, text, note) [name] = {id, text, note, CR_BY_##proof},
#endif
#include CR_RULES_FILE
#undef RULE
};
#endif
