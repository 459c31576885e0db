#include "base/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t cr_hash(const void *bytes, size_t len)
{
    enum { WIDE = 240 }; /* up to here XXH3 has ways of its own, which no wider registers help */

#ifdef __x86_64__
    if (len > WIDE && __builtin_cpu_supports("avx2"))
        return cr_hash_wide(bytes, len);
#endif
    return XXH3_64bits(bytes, len);
}
