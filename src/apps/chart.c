/* croupier chart: the state chart of a game, drawn from its table. */
#include "apps/command.h"

typedef struct {
    const char *word;
    size_t (*print)(const cr_game *game, char *buf, size_t cap);
} format;

static const format formats[] = {
    {"mermaid", cr_chart_mermaid},
    {"dot", cr_chart_dot},
    {"json", cr_chart_json},
};

typedef struct {
    const format *format;
    const cr_game *game;
} drawing;

static void write_chart(cr_text *out, const void *with)
{
    const drawing *d = with;

    out->len = d->format->print(d->game, out->buf, out->cap);
}

int cmd_chart(int argc, char **argv)
{
    const char *word = "mermaid";
    const cli_option options[] = {
        CLI_TEXT('f', "format", "FORMAT", &word, "mermaid, dot or json (normally mermaid)"),
        {0},
    };
    const cli_usage usage = {
        "chart GAME",
        "Prints the state chart of a game: questions, answers with their guards, and what "
        "comes next.",
        "croupier chart duel\ncroupier chart duel --format dot | dot -Tsvg > duel.svg\n",
        options,
        1,
        1};
    int status = cli_parse(&usage, &argc, argv);
    drawing d = {0};

    if (status != CLI_GO)
        return status;
    d.game = cli_game(argv[0]);
    if (!d.game)
        return CLI_MISUSE;
    for (size_t i = 0; i < CR_COUNT_OF(formats); i++)
        if (!strcmp(formats[i].word, word))
            d.format = &formats[i];
    if (!d.format)
        return cli_error("there is no format '%s': mermaid, dot or json", word);
    cli_print(stdout, write_chart, &d);
    return CLI_DONE;
}
