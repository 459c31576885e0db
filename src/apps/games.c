/* croupier games: what there is to play. */
#include "apps/command.h"
#include "base/json.h"

static void write_json(cr_text *out, const void *with)
{
    cr_json j = cr_json_on(out);

    (void)with;
    cr_json_open(&j, '[');
    for (size_t i = 0; i < cr_game_count(); i++) {
        const cr_game *game = cr_game_at(i);

        cr_json_open(&j, '{');
        cr_json_put_str(&j, "game", game->name);
        cr_json_put_str(&j, "about", game->about);
        cr_json_put_uint(&j, "rules_version", game->rules_version);
        cr_json_put_uint(&j, "seats_min", game->seats_min);
        cr_json_put_uint(&j, "seats_max", game->seats_max);
        cr_json_close(&j, '}');
    }
    cr_json_close(&j, ']');
    cr_text_char(out, '\n');
}

int cmd_games(int argc, char **argv)
{
    bool is_json = false;
    const cli_option options[] = {CLI_FLAG(0, "json", &is_json, "an array of objects"), {0}};
    const cli_usage usage = {"games",
                             "Lists the games, one per line: name and what it is.",
                             "croupier games\ncroupier games --json\n",
                             options,
                             0,
                             0};
    int status = cli_parse(&usage, &argc, argv);

    if (status != CLI_GO)
        return status;
    if (is_json) {
        cli_print(stdout, write_json, NULL);
        return CLI_DONE;
    }
    for (size_t i = 0; i < cr_game_count(); i++)
        printf("%-16s  %s\n", cr_game_at(i)->name, cr_game_at(i)->about);
    return CLI_DONE;
}
