/* What the fuzz targets share: kept inputs stay with their game, whatever other games there are. */
#include "support/cmocka_all.h"
#include "fuzz/fuzz.h"

#include <glob.h>

static bool begin(fuzz *f, const char *text)
{
    return fuzz_begin(f, (const uint8_t *)text, strlen(text));
}

static void game_is_chosen_by_its_name(void **unused)
{
    fuzz f;

    (void)unused;
    for (size_t i = 0; i < cr_game_count(); i++) {
        char input[64];

        snprintf(input, sizeof input, "%s\n\x01rest", cr_game_at(i)->name);
        assert_true(begin(&f, input));
        assert_ptr_equal(f.game, cr_game_at(i));
        assert_int_equal(f.setup.seed[0], 1);
        assert_int_equal(f.end - f.at, 4);
        assert_memory_equal(f.at, "rest", 4);
    }
    assert_false(begin(&f, ""));
    assert_false(begin(&f, "duel"));
    assert_false(begin(&f, "duel\n"));
    assert_false(begin(&f, "due\n\x01"));
    assert_false(begin(&f, "a name that no game has, for it is far too long\n\x01"));
}

/* The files of a folder begin with the name of a game of the table; those of a corpus are called after it too. */
static void kept_inputs_name_their_game(void **unused)
{
    static const char *const targets[] = {"fuzz_move", "fuzz_position", "fuzz_view", "fuzz_record"};
    unsigned n = 0;

    (void)unused;
    for (unsigned t = 0; t < CR_COUNT_OF(targets); t++)
        for (unsigned kind = 0; kind < 2; kind++) {
            char pattern[512];
            glob_t found;

            snprintf(pattern, sizeof pattern, "%s/tests/fuzz/%s/%s/*", CR_TEST_SOURCE_DIR,
                     kind ? "regress" : "corpus", targets[t]);
            if (glob(pattern, 0, NULL, &found))
                continue;
            for (size_t i = 0; i < found.gl_pathc; i++) {
                const char *name = strrchr(found.gl_pathv[i], '/') + 1;
                FILE *in = fopen(found.gl_pathv[i], "rb");
                uint8_t bytes[64];
                bool is_record = !strcmp(targets[t], "fuzz_record");
                size_t len;
                fuzz f;

                assert_non_null(in);
                len = fread(bytes, 1, sizeof bytes, in);
                fclose(in);
                if (is_record && bytes[0] != 'B')
                    continue; /* a record names its game itself */
                if (!fuzz_begin(&f, bytes + is_record, len - is_record))
                    fail_msg("%s names no game", found.gl_pathv[i]);
                if (!kind && strncmp(name, f.game->name, strlen(f.game->name)))
                    fail_msg("%s is about %s", found.gl_pathv[i], f.game->name);
                n++;
            }
            globfree(&found);
        }
    assert_true(n > 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(game_is_chosen_by_its_name),
        cmocka_unit_test(kept_inputs_name_their_game),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
