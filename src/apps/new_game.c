/* croupier new-game: a small project of one's own, a game that builds, passes its cases and laws and is verified from the
 * first moment on, to be changed into another one. The files are those of src/apps/new-game, compiled in; scripts/new-game
 * makes a game inside of this tree from the same ones. */
#include "apps/command.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file: its place in the project, and its lines. In both, @name@ and so on stand for the game; a line behind @module@ is for
 * a game of its own, one behind @tree@ for a game of this tree. To add a file, write src/apps/new-game/X.in and two lines here. */
#define LINES(name) static const char *const name[]
LINES(cmake) = {
#include "new-game-CMakeLists.txt.inc"
    NULL};
LINES(readme) = {
#include "new-game-README.md.inc"
    NULL};
LINES(rules) = {
#include "new-game-rules.def.inc"
    NULL};
LINES(sheet) = {
#include "new-game-sheet.def.inc"
    NULL};
LINES(code) = {
#include "new-game-game.c.inc"
    NULL};
LINES(cases) = {
#include "new-game-game.case.inc"
    NULL};
LINES(worlds) = {
#include "new-game-game.small.inc"
    NULL};
LINES(test) = {
#include "new-game-test.inc"
    NULL};

static const struct {
    const char *path;
    const char *const *lines;
    bool is_program;
} files[] = {
    {"CMakeLists.txt", cmake, false}, {"README.md", readme, false},
    {"rules.def", rules, false},      {"sheet.def", sheet, false},
    {"@symbol@.c", code, false},      {"cases/@name@.case", cases, false},
    {"@name@.small", worlds, false},  {"test", test, true},
};

typedef struct {
    char name[CR_GAME_NAME_MAX], symbol[CR_GAME_NAME_MAX], title[CR_GAME_NAME_MAX], id[8];
} words;

/* "liars-dice": liars_dice, Liars dice, LD; one word alone gives its first two letters. False: it is no name of a game. */
static bool read_name(const char *name, words *out)
{
    size_t len = strlen(name), n = 0;

    *out = (words){.id = ""};
    if (!len || len >= sizeof out->name || name[0] < 'a' || name[0] > 'z' || name[len - 1] == '-' ||
        strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != len || strstr(name, "--"))
        return false;
    for (size_t i = 0; i < len; i++) {
        bool is_first = !i || name[i - 1] == '-';

        out->name[i] = name[i];
        out->symbol[i] = name[i] == '-' ? '_' : name[i];
        out->title[i] = name[i] == '-' ? ' ' : name[i];
        if ((is_first || (!strchr(name, '-') && i == 1)) && n + 1 < sizeof out->id)
            out->id[n++] = (char)(name[i] >= 'a' ? name[i] - 'a' + 'A' : name[i]);
    }
    out->title[0] = (char)(out->title[0] - 'a' + 'A');
    return true;
}

/* One line with the words of the game in it; false if it is not for a game of its own. */
static bool fill(cr_text *out, const char *line, const words *w)
{
    const struct {
        const char *mark, *word;
    } marks[] = {
        {"@module@", ""},      {"@name@", w->name}, {"@symbol@", w->symbol},
        {"@title@", w->title}, {"@id@", w->id},
    };

    if (!strncmp(line, "@tree@", 6))
        return false;
    while (*line) {
        size_t i = 0;

        while (i < CR_COUNT_OF(marks) && strncmp(line, marks[i].mark, strlen(marks[i].mark)))
            i++;
        if (i < CR_COUNT_OF(marks)) {
            cr_text_str(out, marks[i].word);
            line += strlen(marks[i].mark);
        } else {
            cr_text_char(out, *line++);
        }
    }
    return true;
}

static bool write_file(const char *folder, size_t i, const words *w)
{
    char place[128], path[1024], text[1024];
    cr_text out = cr_text_on(place, sizeof place);
    FILE *file;
    bool is_good;

    fill(&out, files[i].path, w);
    snprintf(path, sizeof path, "%s/%s", folder, place);
    file = fopen(path, "w");
    is_good = file;
    for (const char *const *line = files[i].lines; is_good && *line; line++) {
        out = cr_text_on(text, sizeof text);
        if (fill(&out, *line, w))
            is_good = fprintf(file, "%s\n", text) >= 0;
    }
    if (file && fclose(file))
        is_good = false;
    if (is_good && files[i].is_program)
        is_good = !chmod(path, 0755);
    if (!is_good)
        cli_error("cannot write '%s': %s", path, strerror(errno));
    return is_good;
}

int cmd_new_game(int argc, char **argv)
{
    const cli_usage usage = {"new-game NAME DIR",
                             "Makes a project for a game of your own in a new folder: rules, "
                             "sheet, code, cases, a small world,\n"
                             "CMakeLists and a test script. It builds against an installed "
                             "Croupier, and passes its cases, laws\n"
                             "and verification at once; change it into your game. "
                             "docs/adding-a-game.md goes on from there.",
                             "croupier new-game my-game my-game\n"
                             "croupier new-game liars-dice ~/games/liars-dice\n",
                             NULL,
                             2,
                             2};
    int status = cli_parse(&usage, &argc, argv);
    char cases_folder[1024];
    words w;

    if (status != CLI_GO)
        return status;
    if (!read_name(argv[0], &w))
        return cli_error(
            "'%s' is no name of a game: small letters, digits and '-', at most %d, with a letter "
            "first",
            argv[0], CR_GAME_NAME_MAX - 1);
    if (cr_game_find(argv[0]))
        return cli_error("there is a game '%s' already (see 'croupier games')", argv[0]);
    snprintf(cases_folder, sizeof cases_folder, "%s/cases", argv[1]);
    if (mkdir(argv[1], 0777))
        return cli_error("cannot make the folder '%s': %s", argv[1], strerror(errno));
    if (mkdir(cases_folder, 0777))
        return cli_error("cannot make the folder '%s': %s", cases_folder, strerror(errno));
    for (size_t i = 0; i < CR_COUNT_OF(files); i++)
        if (!write_file(argv[1], i, &w))
            return CLI_FAILED;
    printf("%s is a game now. Next:\n\n"
           "  cd %s\n"
           "  cmake -B build && cmake --build build\n"
           "  ./test\n"
           "  croupier play build/%s.so\n",
           w.title, argv[1], w.name);
    return CLI_DONE;
}
