#include "base/sha256.h"

#include <sodium.h>

void cr_sha256(const void *bytes, size_t len, uint8_t out[32])
{
#if defined __x86_64__ && !defined __clang__ /* clang 14 cannot ask a processor for it */
    if (__builtin_cpu_supports("sha")) {
        cr_sha256_wide(bytes, len, out);
        return;
    }
#endif
    crypto_hash_sha256(out, bytes, len);
}
