/* UTF-8 (base/text.h): shortest forms only, no halves of pairs, nothing cut, wherever eight bytes are read at once. */
#include "base/text.h"
#include "support/cmocka_all.h"

#include <stdlib.h>

enum { AROUND = 20 }; /* bytes in front of a character and behind it, at most */

typedef struct {
    const char *bytes;
    unsigned size; /* as a character; 0: none */
} sample;

static const sample samples[] = {
    {"\x7F", 1},
    {"\xC2\x80", 2},
    {"\xDF\xBF", 2},
    {"\xE0\xA0\x80", 3},
    {"\xED\x9F\xBF", 3},
    {"\xEE\x80\x80", 3},
    {"\xEF\xBF\xBF", 3},
    {"\xF0\x90\x80\x80", 4},
    {"\xF4\x8F\xBF\xBF", 4},
    /* not the shortest form */
    {"\xC0\x80", 0},
    {"\xC1\xBF", 0},
    {"\xE0\x80\x80", 0},
    {"\xE0\x9F\xBF", 0},
    {"\xF0\x80\x80\x80", 0},
    {"\xF0\x8F\xBF\xBF", 0},
    /* halves of pairs */
    {"\xED\xA0\x80", 0},
    {"\xED\xAF\xBF", 0},
    {"\xED\xBF\xBF", 0},
    /* beyond the last character */
    {"\xF4\x90\x80\x80", 0},
    {"\xF5\x80\x80\x80", 0},
    {"\xF8\x88\x80\x80\x80", 0},
    {"\xFE", 0},
    {"\xFF", 0},
    /* what continues nothing, and what is not continued */
    {"\x80", 0},
    {"\xBF", 0},
    {"\xC3\x28", 0},
    {"\xC3\xC3", 0},
    {"\xE2\x28\xA1", 0},
    {"\xE2\x82\x28", 0},
    {"\xF0\x9F\x98\x28", 0},
    {"\xF0\x9F\x28\x80", 0},
};
enum { SAMPLES = sizeof samples / sizeof *samples };

static void a_character_has_its_size_or_is_none(void **unused)
{
    const char zero = 0;

    (void)unused;
    for (unsigned i = 0; i < SAMPLES; i++)
        assert_int_equal(
            cr_utf8_size(samples[i].bytes, samples[i].bytes + strlen(samples[i].bytes)),
            samples[i].size);
    assert_int_equal(cr_utf8_size(&zero, &zero), 0);
    assert_int_equal(cr_utf8_size(&zero, &zero + 1), 1);
}

/* In a block of its size, so that a byte read behind its end is seen. */
static bool is_utf8(const char *bytes, size_t len)
{
    char *copy = malloc(len ? len : 1);
    bool is_fine;

    assert_non_null(copy);
    memcpy(copy, bytes, len);
    is_fine = cr_text_is_utf8(copy, len);
    free(copy);
    return is_fine;
}

static void a_text_is_as_good_as_its_worst_character_wherever_it_stands(void **unused)
{
    char text[2 * AROUND + 8];

    (void)unused;
    for (unsigned i = 0; i < SAMPLES; i++)
        for (size_t before = 0; before <= AROUND; before++)
            for (size_t after = 0; after <= AROUND; after++) {
                size_t len = strlen(samples[i].bytes);

                memset(text, 'a', sizeof text);
                memcpy(text + before, samples[i].bytes, len);
                assert_int_equal(is_utf8(text, before + len + after), samples[i].size != 0);
            }
}

static void a_character_that_is_cut_is_none(void **unused)
{
    char text[AROUND + 8];

    (void)unused;
    for (unsigned i = 0; i < SAMPLES; i++)
        for (size_t before = 0; before <= AROUND; before++)
            for (size_t len = 1; len < samples[i].size; len++) {
                memset(text, 'a', sizeof text);
                memcpy(text + before, samples[i].bytes, len);
                assert_false(is_utf8(text, before + len));
                assert_false(is_utf8(text, sizeof text));
            }
}

static void text_without_a_byte_and_of_zero_bytes_is_fine(void **unused)
{
    char text[AROUND] = {0};

    (void)unused;
    for (size_t len = 0; len <= AROUND; len++)
        assert_true(is_utf8(text, len));
}

/* Every beginning of three bytes, counted against the characters there are. */
static void every_character_is_taken_and_nothing_else_of_three_bytes(void **unused)
{
    unsigned n[4] = {0};

    (void)unused;
    for (unsigned c = 0; c < 1u << 24; c += c >> 16 < 0x80 ? 1 << 16 : 1) {
        char text[3] = {(char)(c >> 16), (char)(c >> 8), (char)c};
        unsigned size = cr_utf8_size(text, text + 3);

        if (size < 4 && (size != 2 || !(c & 0xFF)))
            n[size]++;
    }
    assert_int_equal(n[1], 0x80);
    assert_int_equal(n[2], 0x800 - 0x80);
    assert_int_equal(n[3], 0x10000 - 0x800 - 0x800);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_character_has_its_size_or_is_none),
        cmocka_unit_test(a_text_is_as_good_as_its_worst_character_wherever_it_stands),
        cmocka_unit_test(a_character_that_is_cut_is_none),
        cmocka_unit_test(text_without_a_byte_and_of_zero_bytes_is_fine),
        cmocka_unit_test(every_character_is_taken_and_nothing_else_of_three_bytes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
