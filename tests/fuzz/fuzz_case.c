/* Case files from anywhere: an error with its line, or cases that run to their end. The input is the file. */
#include "cases/cases.h"
#include "fuzz/fuzz.h"

static void done(cr_case_report *report, const cr_case_result *result)
{
    (void)report;
    FUZZ_MUST(result->message && result->name);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    cr_case_report report = {.done = done};
    cr_case_error why = {0};
    cr_case_file *file;
    char *text = malloc(len + 1);

    if (!text)
        abort();
    memcpy(text, data, len);
    text[len] = 0;
    file = cr_cases_read("input.case", text, len, &why);
    FUZZ_MUST(file || *why.text);
    if (file) {
        size_t n, updated;

#ifdef CR_FUZZ /* where libFuzzer drives */
        cr_cases_limit_filling(file, 1 << 10);
#endif
        n = cr_cases_run(file, NULL, NULL, &report);
        FUZZ_MUST(n <= cr_cases_count(file));
        free(cr_cases_update(file, NULL, &updated));
        cr_cases_free(file);
    }
    free(text);
    return 0;
}
