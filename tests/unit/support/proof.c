#include "support/proof.h"
#include "support/cmocka_all.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void proof_write(const char *rules, const char *test)
{
    const char *folder = getenv("CROUPIER_PROOFS"), *suite = program_invocation_short_name;
    char path[1024];
    FILE *out;

    if (!folder || !*folder)
        return;
    snprintf(path, sizeof path, "%s/%s.txt", folder, suite);
    out = fopen(path, "a");
    assert_non_null(out);
    while (*rules) {
        size_t len = strcspn(rules, " ");

        fprintf(out, "%.*s pass %s: %s\n", (int)len, rules, suite, test);
        rules += len + (rules[len] == ' ');
    }
    assert_int_equal(fclose(out), 0);
}
