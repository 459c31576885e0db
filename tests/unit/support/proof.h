/* What a unit test proves: lines for `croupier verify --proofs`. docs/verification.md describes the file. */
#ifndef PROOF_H
#define PROOF_H

/* The last line of a test: all of it has held. `rules` are ids with spaces between them. Writes to the folder
 * $CROUPIER_PROOFS; nothing without it. */
#define PROVES(rules) proof_write(rules, __func__)

void proof_write(const char *rules, const char *test);

#endif
