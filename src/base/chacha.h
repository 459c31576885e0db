/* ChaCha20 by wide registers, for the generator (kernel/rng.c): the stream libsodium gives for this key, nonce and block. */
#ifndef CR_CHACHA_H
#define CR_CHACHA_H

#include "base/base.h"

enum { CR_CHACHA_BLOCK = 64 }; /* bytes */

typedef struct {
    uint64_t stream, block; /* the nonce; which block of its stream */
} cr_chacha_place;

/* chacha_wide.c: the block at one place and the next two, and the one at another. Called where the machine has AVX2. */
void cr_chacha_wide(const uint8_t key[32], cr_chacha_place three, cr_chacha_place last,
                    uint8_t out_three[3 * CR_CHACHA_BLOCK], uint8_t out_last[CR_CHACHA_BLOCK]);

/* chacha_turn.c: the same, where it has AVX-512 too. */
void cr_chacha_turn(const uint8_t key[32], cr_chacha_place three, cr_chacha_place last,
                    uint8_t out_three[3 * CR_CHACHA_BLOCK], uint8_t out_last[CR_CHACHA_BLOCK]);

#endif
