/* Forges a record for tests: sets bytes and then repairs every check sum, so that only the replay itself can find
 * the lie.   forge IN OUT OFFSET VALUE [OFFSET VALUE]... */
#include "base/hash.h"

#include <stdio.h>
#include <stdlib.h>

enum { RECORD_MAX = 1 << 20 };

static uint8_t bytes[RECORD_MAX];

static void repair(size_t len)
{
    size_t head = bytes[8] | (size_t)bytes[9] << 8;
    uint64_t sum = cr_hash(bytes, head - 8);

    memcpy(bytes + head - 8, &sum, 8);
    for (size_t at = head; at + CR_RECORD_ENTRY <= len; at += CR_RECORD_ENTRY) {
        sum = cr_hash(bytes + at, CR_RECORD_ENTRY - 4);
        memcpy(bytes + at + CR_RECORD_ENTRY - 4, &sum, 4);
    }
}

int main(int argc, char **argv)
{
    FILE *in, *out;
    size_t len;

    if (argc < 3 || argc % 2 == 0 || !(in = fopen(argv[1], "rb")) || !(out = fopen(argv[2], "wb")))
        return 2;
    len = fread(bytes, 1, sizeof bytes, in);
    for (int i = 3; i < argc; i += 2) {
        unsigned long at = strtoul(argv[i], NULL, 10);

        if (at >= len)
            return 2;
        bytes[at] = (uint8_t)strtoul(argv[i + 1], NULL, 10);
    }
    repair(len);
    fclose(in);
    return fwrite(bytes, 1, len, out) != len || fclose(out);
}
