/* Sheets of cells: nothing leaves its sheet, nothing moves a cursor, wide characters stay whole. */
#include "support/cmocka_all.h"
#include "draw/sheet.h"

enum { ROWS = 4, COLUMNS = 12 };

static cell cells[ROWS * COLUMNS];

static sheet fresh(void)
{
    return sheet_on(cells, ROWS, COLUMNS);
}

static const char *row_of(const sheet *s, unsigned row)
{
    static char line[4 * COLUMNS + 1];
    cr_text text = cr_text_on(line, sizeof line);

    sheet_row(s, row, &text);
    return line;
}

static void text_is_cut_at_the_edge(void **unused)
{
    sheet s = fresh();

    (void)unused;
    assert_int_equal(sheet_text(&s, 0, 8, INK_PLAIN, "abcdef"), 14);
    assert_string_equal(row_of(&s, 0), "        abcd");
    sheet_text(&s, ROWS, 0, INK_PLAIN, "below");
    sheet_text(&s, 1, COLUMNS + 5, INK_PLAIN, "beside");
    assert_int_equal(s.used, 1);
    assert_int_equal(sheet_at(&s, ROWS, 0)->rune, 0);
}

static void a_wide_character_takes_two_cells(void **unused)
{
    sheet s = fresh();

    (void)unused;
    assert_int_equal(sheet_width("(帥rG)"), 6);
    assert_int_equal(sheet_text(&s, 0, 0, INK_RED, "(帥)"), 4);
    assert_int_equal(sheet_at(&s, 0, 1)->is_wide, 1);
    assert_int_equal(sheet_at(&s, 0, 2)->rune, 0);
    assert_string_equal(row_of(&s, 0), "(帥)");
    /* Where only half of it fits there is none. */
    sheet_text(&s, 1, COLUMNS - 1, INK_PLAIN, "帥");
    assert_string_equal(row_of(&s, 1), "");
}

static void a_broken_wide_character_leaves_a_blank(void **unused)
{
    sheet s = fresh();

    (void)unused;
    sheet_text(&s, 0, 0, INK_PLAIN, "帥x");
    sheet_text(&s, 0, 1, INK_PLAIN, "y");
    assert_string_equal(row_of(&s, 0), " yx");
    sheet_text(&s, 1, 0, INK_PLAIN, "a帥b");
    sheet_text(&s, 1, 0, INK_PLAIN, "兵");
    assert_string_equal(row_of(&s, 1), "兵 b");
}

static void strangers_cannot_move_the_cursor(void **unused)
{
    sheet s = fresh();
    char line[64];
    cr_text text = cr_text_on(line, sizeof line);

    (void)unused;
    sheet_text(&s, 0, 0, INK_PLAIN,
               "a\x1b[2Jb\r\n\t\xc2\x9b"
               "c");
    assert_string_equal(row_of(&s, 0), "a?[2Jb????c");
    /* Marks that turn the direction of writing are dropped; bytes that are no UTF-8 show as such. */
    sheet_text(&s, 1, 0, INK_PLAIN, "x\xe2\x80\xaey\xff\xc0\xafz");
    assert_string_equal(row_of(&s, 1), "xy???z");
    sheet_clean(&text, "a\x1b]0;t\x07 e\xcc\x81");
    assert_string_equal(line, "a?]0;t? e");
}

static void a_cut_text_of_utf8_never_reads_past_its_end(void **unused)
{
    static const char *const cut[] = {"\xe5", "\xe5\xb8", "\xf0\x9f\x98", "\xc3"};

    (void)unused;
    for (size_t i = 0; i < CR_COUNT_OF(cut); i++) {
        sheet s = fresh();

        sheet_text(&s, 0, 0, INK_PLAIN, cut[i]);
        assert_int_equal(sheet_width(cut[i]), strlen(cut[i]));
        assert_int_equal(sheet_at(&s, 0, 0)->rune, '?');
    }
}

static void clipped_text_says_so(void **unused)
{
    sheet s = fresh();

    (void)unused;
    assert_int_equal(sheet_clip(&s, 0, 1, 5, INK_PLAIN, "abcdefg"), 6);
    assert_string_equal(row_of(&s, 0), " abcd…");
    assert_int_equal(sheet_clip(&s, 1, 1, 5, INK_PLAIN, "abcde"), 6);
    assert_string_equal(row_of(&s, 1), " abcde");
    sheet_clip(&s, 2, 10, 5, INK_PLAIN, "abc");
    assert_string_equal(row_of(&s, 2), "          a…");
    assert_int_equal(sheet_clip(&s, 3, 4, 0, INK_PLAIN, "abc"), 4);
    assert_string_equal(row_of(&s, 3), "");
}

static void words_wrap_between_blanks(void **unused)
{
    sheet s = fresh();

    (void)unused;
    assert_int_equal(sheet_wrap(&s, 0, 1, 10, 4, INK_PLAIN, "one two  three four"), 2);
    assert_string_equal(row_of(&s, 0), " one two");
    assert_string_equal(row_of(&s, 1), " three four");
    sheet_clear(&s);
    assert_int_equal(sheet_wrap(&s, 0, 0, 5, 2, INK_PLAIN, "aaaa bbbb cccc"), 2);
    assert_string_equal(row_of(&s, 1), "bbbb…");
    sheet_clear(&s);
    assert_int_equal(sheet_wrap(&s, 0, 0, 5, 2, INK_PLAIN, ""), 0);
}

static void ascii_stands_for_everything(void **unused)
{
    sheet s = fresh();

    (void)unused;
    s.is_ascii = true;
    sheet_box(&s, 0, 0, 3, 5, INK_DIM);
    sheet_text(&s, 1, 1, INK_PLAIN, "●…é");
    assert_string_equal(row_of(&s, 0), "+---+");
    assert_string_equal(row_of(&s, 1), "|o~?|");
}

static void runes_become_utf8_again(void **unused)
{
    char line[16];
    cr_text text = cr_text_on(line, sizeof line);

    (void)unused;
    sheet_rune(&text, 'a');
    sheet_rune(&text, 0xE9);
    sheet_rune(&text, 0x5E25);
    sheet_rune(&text, 0x1F600);
    assert_string_equal(line, "aé帥\xf0\x9f\x98\x80");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_cut_at_the_edge),
        cmocka_unit_test(a_wide_character_takes_two_cells),
        cmocka_unit_test(a_broken_wide_character_leaves_a_blank),
        cmocka_unit_test(strangers_cannot_move_the_cursor),
        cmocka_unit_test(a_cut_text_of_utf8_never_reads_past_its_end),
        cmocka_unit_test(clipped_text_says_so),
        cmocka_unit_test(words_wrap_between_blanks),
        cmocka_unit_test(ascii_stands_for_everything),
        cmocka_unit_test(runes_become_utf8_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
