/* SHA-256, for commitments and seeds. */
#ifndef CR_SHA256_H
#define CR_SHA256_H

#include "base/base.h"

enum { CR_SHA256_BLOCK = 64 }; /* bytes */

/* By the instructions of the processor where it has them, else by libsodium, which is four times as slow. */
void cr_sha256(const void *bytes, size_t len, uint8_t out[32]);

/* sha256_wide.c: called by cr_sha256 alone, where the machine can. */
void cr_sha256_wide(const void *bytes, size_t len, uint8_t out[32]);

#endif
