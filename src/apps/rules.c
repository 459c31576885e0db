/* croupier rules: the rules of a game, or one of them. */
#include "apps/command.h"
#include "apps/rulebook.h"

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

int cmd_rules(int argc, char **argv)
{
    const char *word = "text";
    const cli_option options[] = {
        CLI_TEXT('f', "format", "FORMAT", &word, "text, md or json (normally text)"),
        {0},
    };
    const cli_usage usage = {
        "rules GAME [ID]",
        "Prints the rules of a game with options, moves and refusals, or one rule by its id.",
        "croupier rules duel\ncroupier rules duel EX-5\n"
        "croupier rules duel --format md > docs/rules/duel.md\n",
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
