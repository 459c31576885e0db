#include "terminal/keys.h"

#include <ctype.h>

static bool is_here(const table *t, const draw_key *key)
{
    const char *asked = cr_question_word(t->game, t->view->q.kind);

    return !key->asked || (table_is_asked(t) && !strcmp(key->asked, asked));
}

const draw_key *keys_find(const table *t, char key)
{
    const draw_key *row = draw_of(t->game)->keys;

    for (; row && row->move; row++)
        if (row->key == (char)tolower((unsigned char)key) && is_here(t, row))
            return row;
    return NULL;
}

bool keys_are_here(const table *t)
{
    const draw_key *row = draw_of(t->game)->keys;

    for (; row && row->move; row++)
        if (row->asked && is_here(t, row))
            return true;
    return false;
}

void keys_pause(table *t, const draw_key *key, bool is_on)
{
    const char *const *reasons = t->game->reasons;

    for (uint8_t i = 0; key->pause && reasons && reasons[i]; i++)
        if (!strcmp(reasons[i], key->pause))
            t->calls->pause(t, i, is_on);
}
