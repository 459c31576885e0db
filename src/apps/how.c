/* croupier how: how a game is played, on one sheet for people. The rules with their ids are `croupier rules`. */
#include "apps/command.h"
#include "cli/teach.h"

int cmd_how(int argc, char **argv)
{
    const cli_option options[] = {{0}};
    const cli_usage usage = {"how GAME",
                             "Prints how a game is played, for people: the goal, a turn, what "
                             "wins, every card or piece\n"
                             "with what it does, and the words of the game. 'learn' teaches the "
                             "same by playing, 'rules'\n"
                             "has every rule with its id.",
                             "croupier how liap-tui\n",
                             options,
                             1,
                             1};
    int status = cli_parse(&usage, &argc, argv);
    const cr_game *game;
    const teaching *t;

    if (status != CLI_GO)
        return status;
    game = cli_game(argv[0]);
    if (!game)
        return CLI_MISUSE;
    t = teach_of(game);
    if (!t || !t->how)
        return cli_error("nobody has written how '%s' is played (see 'croupier rules %s')",
                         game->name, game->name);
    printf("%s\n\n%s", game->title, t->how);
    return CLI_DONE;
}
