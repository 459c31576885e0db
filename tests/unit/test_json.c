/* JSON in, part by part, and JSON out where it needs a backslash. */
#include "base/json.h"
#include "base/json_parts.h"
#include "support/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>

static cr_json_parts parts;

static cr_err read_bytes(const char *bytes, size_t len)
{
    char *copy = malloc(len + 1); /* so that a sanitizer sees a read behind the end */
    cr_err err;

    memcpy(copy, bytes, len);
    err = cr_json_read(&parts, copy, len);
    free(copy);
    return err;
}

static cr_err read_text(const char *text)
{
    return read_bytes(text, strlen(text));
}

static const cr_json_part *value(const char *name)
{
    return cr_json_find(&parts, parts.part, name, strlen(name));
}

static void an_object_is_read_part_by_part(void **unused)
{
    const cr_json_part *part;

    (void)unused;
    assert_int_equal(
        read_text(" {\"a\" : [1, {\"b\":null}, \"x\"],\n\"c\":{}, \"d\":true,\t\"e\":-7} "),
        CR_ERR_OK);
    assert_int_equal(parts.part->kind, CR_JSON_OBJECT);
    assert_int_equal(parts.part->n, 4);
    part = value("a");
    assert_int_equal(part->kind, CR_JSON_LIST);
    assert_int_equal(part->n, 3);
    part = cr_json_first(part);
    assert_int_equal(part->number, 1);
    part = cr_json_next(&parts, part);
    assert_int_equal(cr_json_find(&parts, part, "b", 1)->kind, CR_JSON_NULL);
    part = cr_json_next(&parts, part);
    assert_string_equal(part->text, "x");
    assert_int_equal(value("c")->n, 0);
    assert_true(value("d")->is_true);
    assert_int_equal(value("e")->number, -7);
    assert_null(value("b")); /* of another object */
    assert_null(value("f"));
}

static void texts_are_unescaped(void **unused)
{
    static const struct {
        const char *json, *text;
    } rows[] = {
        {"\"\"", ""},
        {"\"a\\\"b\\\\c\\/d\"", "a\"b\\c/d"},
        {"\"\\b\\f\\n\\r\\t\"", "\b\f\n\r\t"},
        {"\"\\u0041\\u00e9\\u20AC\"", "A\xC3\xA9\xE2\x82\xAC"},
        {"\"\\ud83d\\ude00\"", "\xF0\x9F\x98\x80"},
        {"\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\x7F\"",
         "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\x7F"},
    };

    (void)unused;
    for (size_t i = 0; i < CR_COUNT_OF(rows); i++) {
        assert_int_equal(read_text(rows[i].json), CR_ERR_OK);
        assert_string_equal(parts.part->text, rows[i].text);
        assert_int_equal(parts.part->n, strlen(rows[i].text));
    }
}

static void numbers_are_whole_or_not(void **unused)
{
    static const struct {
        const char *json;
        cr_json_kind kind;
        int64_t number;
    } rows[] = {
        {"0", CR_JSON_INT, 0},
        {"-0", CR_JSON_INT, 0},
        {"9223372036854775807", CR_JSON_INT, INT64_MAX},
        {"9223372036854775808", CR_JSON_REAL, 0},
        {"-99999999999999999999999", CR_JSON_REAL, 0},
        {"1.0", CR_JSON_REAL, 0},
        {"1e3", CR_JSON_REAL, 0},
        {"-1.5E-3", CR_JSON_REAL, 0},
        {"2E+3", CR_JSON_REAL, 0},
    };

    (void)unused;
    for (size_t i = 0; i < CR_COUNT_OF(rows); i++) {
        assert_int_equal(read_text(rows[i].json), CR_ERR_OK);
        assert_int_equal(parts.part->kind, rows[i].kind);
        assert_int_equal(parts.part->number, rows[i].number);
    }
}

static void what_is_not_json_is_refused(void **unused)
{
    static const char *const rows[] = {
        "",
        " ",
        "{",
        "}",
        "[",
        "]",
        "{]",
        "[}",
        "[1",
        "[1,",
        "[1,]",
        "[,1]",
        "[1 2]",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{a:1}",
        "{1:1}",
        "{\"a\":1 \"b\":2}",
        "1 2",
        "{} {}",
        "nul",
        "nulL",
        "truE",
        "True",
        "fals",
        "01",
        "-",
        "+1",
        ".5",
        "1.",
        "1e",
        "1e+",
        "0x1",
        "--1",
        "\"",
        "\"a",
        "'a'",
        "\"\\\"",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\u12g4\"",
        "\"\\u0000\"",
        "\"\n\"",
        "\"\t\"",
        "\"\x1F\"",
        "\"\\ud800\"",
        "\"\\udc00\"",
        "\"\\ud800\\u0041\"",
        "\"\\ud800x\"",
        "/* no */ 1",
        "\"\x80\"",
        "\"\xC3\"",
        "\"\xC0\x80\"",
        "\"\xC1\xBF\"",
        "\"\xE0\x80\x80\"",
        "\"\xED\xA0\x80\"",
        "\"\xF0\x80\x80\x80\"",
        "\"\xF4\x90\x80\x80\"",
        "\"\xF8\x88\x80\x80\x80\"",
        "\"\xE2\x82\"",
        "\xEF\xBB\xBF{}",
        "{\"a\":1,\"a\":1}",
        "{\"a\":1,\"b\":[],\"\\u0061\":2}",
        "[[[[[[[[[1]]]]]]]]]",
    };

    (void)unused;
    for (size_t i = 0; i < CR_COUNT_OF(rows); i++)
        assert_int_equal(read_text(rows[i]), CR_ERR_BAD_TEXT);
    assert_int_equal(read_bytes("\"a\0b\"", 5), CR_ERR_BAD_TEXT);
    assert_int_equal(read_text("[[[[[[[[1]]]]]]]]"), CR_ERR_OK);
    assert_int_equal(read_text("{\"a\":{\"a\":1},\"b\":{\"a\":1}}"), CR_ERR_OK);
}

static void what_is_too_long_is_refused(void **unused)
{
    char text[CR_JSON_BYTES + 2];

    (void)unused;
    memset(text, 'x', sizeof text);
    text[0] = text[CR_JSON_BYTES - 1] = '"';
    assert_int_equal(read_bytes(text, CR_JSON_BYTES), CR_ERR_OK);
    assert_int_equal(parts.part->n, CR_JSON_BYTES - 2);
    assert_int_equal(read_bytes(text, CR_JSON_BYTES + 1), CR_ERR_FULL);
    text[CR_JSON_BYTES - 1] = 'x'; /* the last byte of the memory for texts is the closing zero's */
    assert_int_equal(read_bytes(text, CR_JSON_BYTES), CR_ERR_BAD_TEXT);
    /* 127 members and the list itself just fit. */
    text[0] = '[';
    for (unsigned i = 0; i < CR_JSON_PARTS; i++)
        memcpy(text + 1 + 2 * i, "7,", 2);
    text[2 * (CR_JSON_PARTS - 1)] = ']';
    assert_int_equal(read_bytes(text, 2 * CR_JSON_PARTS - 1), CR_ERR_OK);
    assert_int_equal(parts.part->n, CR_JSON_PARTS - 1);
    text[2 * (CR_JSON_PARTS - 1)] = ',';
    text[2 * CR_JSON_PARTS] = ']';
    assert_int_equal(read_bytes(text, 2 * CR_JSON_PARTS + 1), CR_ERR_FULL);
}

static void texts_are_written_safely(void **unused)
{
    char text[32], out[128];

    (void)unused;
    /* Every place in a text that is looked at eight bytes at a time, and all bytes around the special ones. */
    for (size_t len = 0; len < 20; len++)
        for (size_t at = 0; at < len; at++)
            for (unsigned c = 1; c < 256; c++) {
                cr_text to = cr_text_on(out, sizeof out);
                cr_json j = cr_json_on(&to);
                bool is_special = c < 0x20 || c == '"' || c == '\\';

                memset(text, 'a', len);
                text[at] = (char)c;
                cr_json_bytes(&j, text, len);
                assert_int_equal(to.len > len + 2, is_special);
                if (c < 0x80) {
                    assert_int_equal(cr_json_read(&parts, out, to.len), CR_ERR_OK);
                    assert_int_equal(parts.part->n, len);
                    assert_memory_equal(parts.part->text, text, len);
                }
            }
}

/* A buffer of any size holds a beginning of the text, and its length is counted whole. */
static void what_does_not_fit_is_counted(void **unused)
{
    static const char whole[] = "{\"name\":\"a \\\"b\\\"\",\"list\":[1,23,\"long enough\",true]}";
    char out[sizeof whole + 1];

    (void)unused;
    for (size_t cap = 0; cap <= sizeof whole; cap++) {
        cr_text to = cr_text_on(cap ? out : NULL, cap);
        cr_json j = cr_json_on(&to);

        cr_json_open(&j, '{');
        cr_json_key(&j, "name");
        cr_json_str(&j, "a \"b\"");
        cr_json_key(&j, "list");
        cr_json_open(&j, '[');
        cr_json_int(&j, 1);
        cr_json_uint(&j, 23);
        cr_json_str(&j, "long enough");
        cr_json_bool(&j, true);
        cr_json_close(&j, ']');
        cr_json_close(&j, '}');
        assert_int_equal(to.len, sizeof whole - 1);
        assert_int_equal(cr_text_is_full(&to), cap < sizeof whole);
        if (cap)
            assert_true(strlen(out) < cap && !memcmp(out, whole, strlen(out)));
    }
}

static void numbers_of_every_length_are_written(void **unused)
{
    char out[32], want[32];

    (void)unused;
    for (uint64_t n = 1; n < UINT64_MAX / 11; n = n * 10 + n % 7)
        for (int64_t off = -1; off <= 1; off++) {
            cr_text to = cr_text_on(out, sizeof out);

            cr_text_uint(&to, n + (uint64_t)off);
            snprintf(want, sizeof want, "%llu", (unsigned long long)(n + (uint64_t)off));
            assert_string_equal(out, want);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_object_is_read_part_by_part),
        cmocka_unit_test(texts_are_unescaped),
        cmocka_unit_test(numbers_are_whole_or_not),
        cmocka_unit_test(what_is_not_json_is_refused),
        cmocka_unit_test(what_is_too_long_is_refused),
        cmocka_unit_test(texts_are_written_safely),
        cmocka_unit_test(what_does_not_fit_is_counted),
        cmocka_unit_test(numbers_of_every_length_are_written),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
