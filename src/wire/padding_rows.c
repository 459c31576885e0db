/* The marks that padding begins with. Apart from padding.c, so that whoever does not pad, a tab of a browser, is without. */
#include "wire/padding.h"

static const padding_row rows[] = {
#define MARK(game, question, asked, breadth, has_words, bytes) \
    {game, NULL, question, asked, breadth, has_words, 0, bytes},
#define CHANGE(game, behind, question, asked, breadth, has_words, bytes) \
    {game, behind, question, asked, breadth, has_words, 0, bytes},
#define SHOWN(game, event, is_own, has_words, bytes) \
    {game, NULL, event, is_own, 0, has_words, 1, bytes},
#include "wire/padding.def"
    {0}};

const padding_row *padding_rows(void)
{
    return rows;
}
