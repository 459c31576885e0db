#include "support/case_text.h"
#include "support/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>

void results_keep(cr_case_report *report, const cr_case_result *result)
{
    results *r = (results *)report;

    r->n++;
    r->n_passed += result->is_passed;
    if (!r->failed_line)
        r->failed_line = result->failed_line;
    if (!result->is_passed)
        snprintf(r->message, sizeof r->message, "%s", result->message);
    snprintf(r->name, sizeof r->name, "%s", result->name);
    snprintf(r->filling, sizeof r->filling, "%s", result->filling);
}

results run_bytes(const char *text, size_t len)
{
    results r = {.report = {.done = results_keep}};
    char *copy = malloc(len ? len : 1);
    cr_case_error why;
    cr_case_file *file;

    assert_non_null(copy);
    memcpy(copy, text, len);
    file = cr_cases_read("t.case", copy, len, &why);
    if (!file)
        fail_msg("line %u: %s\n%.*s", why.line, why.text, (int)len, text);
    cr_cases_run(file, NULL, NULL, &r.report);
    cr_cases_free(file);
    free(copy);
    return r;
}

results run_text(const char *text)
{
    return run_bytes(text, strlen(text));
}

cr_case_error error_of(const char *text, size_t len)
{
    char *copy = malloc(len ? len : 1);
    cr_case_error why;

    assert_non_null(copy);
    memcpy(copy, text, len);
    assert_null(cr_cases_read("t.case", copy, len, &why));
    free(copy);
    return why;
}
