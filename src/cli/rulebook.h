/* A game described from its own tables: for `croupier rules`, docs/rules/<game>.md and the help of `play`.
 * Nothing about a game is written here by hand. */
#ifndef CR_CLI_RULEBOOK_H
#define CR_CLI_RULEBOOK_H

#include "kernel/game.h"

/* How a move of this kind is written: "pick CARD". */
void rulebook_move(cr_text *out, const cr_game *game, unsigned kind);

/* Does the chart have this move as an answer to this question? */
bool rulebook_is_answer(const cr_game *game, unsigned question, unsigned kind);

/* Writes `text` in lines of at most 100 columns; the lines after the first begin with `indent` blanks. */
void rulebook_wrap(cr_text *out, const char *text, unsigned column, unsigned indent);

/* The values an option takes: "1–99", "none, or 100–600000", "base, full". */
void rulebook_range(cr_text *out, const cr_option *option);

/* Number of the rule with this id in capitals or not, or 0. */
uint16_t rulebook_find(const cr_game *game, const char *id);

/* One rule with its note; `with` is a cr_rule. */
void rulebook_rule_text(cr_text *out, const void *with);
void rulebook_rule_markdown(cr_text *out, const void *with);
void rulebook_rule_json(cr_text *out, const void *with);

/* The whole book as plain text, Markdown and JSON; `with` is the game. */
void rulebook_text(cr_text *out, const void *with);
void rulebook_markdown(cr_text *out, const void *with);
void rulebook_json(cr_text *out, const void *with);

#endif
