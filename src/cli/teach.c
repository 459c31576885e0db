#include "cli/teach.h"

#include <stdio.h>

#include "teach.inc"

const teaching *teach_all(void)
{
    return teachings;
}

const teaching *teach_of(const cr_game *game)
{
    for (const teaching *t = teachings; t->game; t++)
        if (!strcmp(t->game, game->name))
            return t;
    return NULL;
}

void teach_print(const char *lead, const char *text)
{
    enum { COLUMNS = 80 };
    size_t margin = strlen(lead), column = 0;
    cr_span in = cr_span_of(text);

    for (cr_span word = cr_span_word(&in); word.at < word.end; word = cr_span_word(&in)) {
        size_t width = cr_span_columns(word);

        if (column && column + 1 + width > COLUMNS) {
            putchar('\n');
            column = 0;
        }
        printf("%s%.*s", column ? " " : lead, (int)(word.end - word.at), word.at);
        column += (column ? 1 : margin) + width;
    }
    putchar('\n');
}

static bool has_word(const char *text, cr_span wanted)
{
    cr_span in = cr_span_of(text);

    for (cr_span word = cr_span_word(&in); word.at < word.end; word = cr_span_word(&in))
        if (word.end - word.at == wanted.end - wanted.at &&
            !memcmp(word.at, wanted.at, (size_t)(word.end - word.at)))
            return true;
    return false;
}

static unsigned count_words(const char *text)
{
    cr_span in = cr_span_of(text);
    unsigned n = 0;

    for (cr_span word = cr_span_word(&in); word.at < word.end; word = cr_span_word(&in))
        n++;
    return n;
}

bool teach_fits(const char *pattern, const char *move)
{
    cr_span in = cr_span_of(pattern);
    unsigned n = 0;

    for (cr_span word = cr_span_word(&in); word.at < word.end; word = cr_span_word(&in)) {
        if (cr_span_is(word, ".."))
            return true;
        if (!has_word(move, word))
            return false;
        n++;
    }
    return n == count_words(move);
}
