/* ChaCha20 by wide registers, for the generator (kernel/rng.c): the stream libsodium gives for this key, nonce and block. */
#ifndef CR_CHACHA_H
#define CR_CHACHA_H

#include "base/base.h"

enum { CR_CHACHA_BLOCK = 64, CR_CHACHA_PAIR = 128 }; /* bytes */

typedef struct {
    uint64_t stream, block; /* the nonce; which block of its stream */
} cr_chacha_place;

/* chacha_wide.c: the block at one place and the next, and those at another. Called where the machine has AVX2. */
void cr_chacha_wide(const uint8_t key[32], cr_chacha_place one, cr_chacha_place two,
                    uint8_t out_one[CR_CHACHA_PAIR], uint8_t out_two[CR_CHACHA_PAIR]);

#endif
