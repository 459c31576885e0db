/* The same hash by registers of 32 bytes, for machines that have them. Compiled for these (cmake/Flags.cmake): nothing here runs before
 * somebody has looked whether it can. */
#include "base/hash.h"

#ifdef __x86_64__
#define XXH_INLINE_ALL
#include <xxhash.h>

static_assert(XXH_VECTOR == XXH_AVX2, "compiled for AVX2");

uint64_t cr_hash_wide(const void *bytes, size_t len)
{
    return XXH3_64bits(bytes, len);
}
#endif
