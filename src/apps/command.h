/* The sub-commands of `croupier`: how one describes itself, and how it comes to its game, its seed and its bots.
 *
 * To add a command:
 *
 *  1. A line in commands.def, COMMAND(count, "what it does, in a few words"). It is in `croupier --help` now; the manual
 *     page and the completions of shells are made from this line and from the command's own --help.
 *  2. A file, src/apps/count.c, with one function. It fills variables from a table of options, and a cli_usage describes it:
 *
 *         int cmd_count(int argc, char **argv)
 *         {
 *             uint64_t n = 1000;
 *             const cli_option options[] = {CLI_NUMBER('n', "matches", "N", &n, 1, UINT64_MAX, "matches"), {0}};
 *             const cli_usage usage = {"count GAME", "Counts…", "croupier count duel -n 5\n", options, 1, 1, false};
 *             int status = cli_parse(&usage, &argc, argv);
 *
 *             if (status != CLI_GO)
 *                 return status;
 *             …                                  argv[0..argc-1] are the operands now
 *             return CLI_DONE;
 *         }
 *
 *  3. Its section in docs/cli.md, and a test in tests/e2e.
 *
 * A command reads options, calls the layers that do the work, and prints. Work that two commands need goes into a layer on
 * the left: terminal for what people see and type, arena for matches between bots, cli for what these share. Messages and
 * exit statuses are in cli/cli.h. */
#ifndef CR_APPS_COMMAND_H
#define CR_APPS_COMMAND_H

#include "ai/bot.h"
#include "cli/cli.h"

#define COMMAND(name, job) int cmd_##name(int argc, char **argv);
#include "apps/commands.def"
#undef COMMAND

/* ---- options ---- */

typedef enum { CLI_IS_FLAG, CLI_IS_TEXT, CLI_IS_NUMBER, CLI_IS_LIST } cli_kind;

/* A row of an option table; a row without a name ends it. */
typedef struct {
    char letter; /* 0: long form only */
    cli_kind kind;
    const char *name, *value, *about; /* value: what help calls it */
    void *into;
    uint64_t lo, hi;
} cli_option;

/* bool, const char *, uint64_t and cli_list to be filled. */
#define CLI_FLAG(letter, name, into, about)                \
    {                                                      \
        letter, CLI_IS_FLAG, name, NULL, about, into, 0, 0 \
    }
#define CLI_TEXT(letter, name, value, into, about)          \
    {                                                       \
        letter, CLI_IS_TEXT, name, value, about, into, 0, 0 \
    }
#define CLI_NUMBER(letter, name, value, into, lo, hi, about)    \
    {                                                           \
        letter, CLI_IS_NUMBER, name, value, about, into, lo, hi \
    }
#define CLI_LIST(letter, name, value, into, about)          \
    {                                                       \
        letter, CLI_IS_LIST, name, value, about, into, 0, 0 \
    }

typedef struct {
    const char *
        synopsis; /* behind "croupier ", without "[options]": "sim GAME"; its first word is the name */
    const char *about;    /* a few lines */
    const char *examples; /* command lines, one per line, each with its line end */
    const cli_option *options;
    int args_min, args_max; /* operands; the largest number INT_MAX for "any" */
    bool does_without; /* a game that cannot be loaded is left out; otherwise the command fails */
} cli_usage;

/* The options that every command has besides its own: where games from outside are (--game, --games). */
extern const cli_option cli_common[];

/* Reads the options out of argv (argv[0] is the command's name), leaves the operands in argv[0..*argc-1] and loads the
 * games from outside.
 * Returns CLI_GO, or the exit status if the command has nothing more to do: after --help, or after a message
 * on wrong use. */
int cli_parse(const cli_usage *usage, int *argc, char **argv);

/* ---- what makes a match ---- */

/* The game of this name, or in this file if it is a path of one; NULL after a message. */
const cr_game *cli_game(const char *name);

/* Fills `setup` from "NAME=VALUE" options and a seed: a number, 64 hex digits, or NULL for a drawn one. False
 * after a message. */
bool cli_setup(const cr_game *game, const cli_list *options, const char *seed, cr_setup *setup);

/* Which options were given by name, as bits of `cr_laws_plan.given`. */
uint64_t cli_given(const cr_game *game, const cli_list *options);

/* The seed as it can be given again: as it was given, or 64 hex digits written to `hex`. */
const char *cli_seed_text(const char *given, const cr_setup *setup, char hex[65]);

/* The bot that plays a policy of `croupier solve`, or NULL after a message: of any game if `game` is NULL, and whatever it was
 * made for if `setup` is. It lasts as long as the program. */
const cr_bot *cli_policy(const cr_game *game, const char *path, const cr_setup *setup);

/* The bot of this name for this game, policy:FILE being one, or NULL after a message. */
const cr_bot *cli_bot(const cr_game *game, const char *name);

/* The same for a name that may say how much to think, "search:5000" (worlds) or "search:50ms"; such a bot is kept in *own,
 * under the name it was given, which must stay. */
const cr_bot *cli_bot_with(const cr_game *game, const char *name, cr_bot *own);

/* Finds the bots of "a,b,c": one for each seat, or one for all. False after a message. */
bool cli_bots(const cr_game *game, const char *text, unsigned n_seats,
              const cr_bot *out[CR_SEATS_MAX]);

/* Reads a seat of the match, or "spectator". False after a message. */
bool cli_viewer(const char *text, unsigned n_seats, uint8_t *out);

/* The row for --option that every command with a cli_list of options has. */
#define CLI_OPTION_ROW(into)                    \
    CLI_LIST('o', "option", "NAME=VALUE", into, \
             "an option of the game, as often as needed; seats=N too")

#endif
