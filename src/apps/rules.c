/* croupier rules: the rules of a game, one of them, or its roster of cards with their balance. */
#include "apps/command.h"
#include "cli/rulebook.h"

typedef struct {
    const char *word;
    void (*book)(cr_text *out, const void *game);
    void (*one)(cr_text *out, const void *rule);
} format;

static const format formats[] = {
    {"text", rulebook_text, rulebook_rule_text},
    {"md", rulebook_markdown, rulebook_rule_markdown},
    {"json", rulebook_json, rulebook_rule_json},
};

static const format *find_format(const char *word)
{
    for (size_t i = 0; i < CR_COUNT_OF(formats); i++)
        if (!strcmp(formats[i].word, word))
            return &formats[i];
    cli_error("there is no format '%s': text, md or json", word);
    return NULL;
}

static void roster_text(cr_text *out, const void *game)
{
    ((const cr_game *)game)->print_roster(out, false);
}

static void roster_json(cr_text *out, const void *game)
{
    ((const cr_game *)game)->print_roster(out, true);
}

static int print_roster(const cr_game *game, const char *word)
{
    if (!game->print_roster)
        return cli_error("%s has no roster", game->name);
    if (!strcmp(word, "md"))
        return cli_error("a roster is printed as text or json");
    cli_print(stdout, !strcmp(word, "json") ? roster_json : roster_text, game);
    return CLI_DONE;
}

int cmd_rules(int argc, char **argv)
{
    const char *word = "text";
    bool is_roster = false;
    const cli_option options[] = {
        CLI_TEXT('f', "format", "FORMAT", &word, "text, md or json (normally text)"),
        CLI_FLAG(0, "roster", &is_roster,
                 "the cards a game comes with and how strong each of them is"),
        {0},
    };
    const cli_usage usage = {"rules GAME [ID]",
                             "Prints the rules of a game with options, moves, who sees what and "
                             "refusals, or one rule by its "
                             "id.",
                             "croupier rules duel\ncroupier rules duel EX-5\n"
                             "croupier rules duel --format md > docs/rules/duel.md\n"
                             "croupier rules classic-battle --roster\n",
                             options,
                             1,
                             2};
    int status = cli_parse(&usage, &argc, argv);
    const cr_game *game;
    const format *chosen;
    uint16_t rule;

    if (status != CLI_GO)
        return status;
    game = cli_game(argv[0]);
    chosen = find_format(word);
    if (!game || !chosen)
        return CLI_MISUSE;
    if (is_roster)
        return argc == 1 ? print_roster(game, chosen->word)
                         : cli_error("--roster prints all cards, not one rule");
    if (argc == 1) {
        cli_print(stdout, chosen->book, game);
        return CLI_DONE;
    }
    rule = rulebook_find(game, argv[1]);
    if (!rule)
        return cli_error("%s has no rule '%s' (see 'croupier rules %s')", game->name, argv[1],
                         game->name);
    cli_print(stdout, chosen->one, &game->rules[rule]);
    return CLI_DONE;
}
