/* Identity of bytes: XXH3, 64 bits, the same on every machine. Fast, not a secret keeper. */
#ifndef CR_HASH_H
#define CR_HASH_H

#include "base/base.h"

uint64_t cr_hash(const void *bytes, size_t len);

/* hash_wide.c: called by cr_hash alone, where the machine can. */
uint64_t cr_hash_wide(const void *bytes, size_t len);

#endif
