/* Where code cites rules: a table that the build makes from the sources (scripts/rule-places), so that the program
 * alone can tell. A game that is a module brings its own. */
#include "verify/verify.h"

static const cr_place places[] = {
#include "rule-places.inc"
    {NULL, NULL, NULL, 0},
};

const cr_place *cr_place_at(const cr_game *game, const char *rule, size_t i)
{
    for (const cr_place *at = game->places ? game->places : places; at->rule; at++)
        if (!strcmp(at->game, game->name) && !strcmp(at->rule, rule) && !i--)
            return at;
    return NULL;
}
