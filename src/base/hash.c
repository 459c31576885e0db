#include "base/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t cr_hash(const void *bytes, size_t len)
{
    return XXH3_64bits(bytes, len);
}
