/* Where code cites rules: a table that the build makes from the sources (scripts/rule-places), so that the program
 * alone can tell. */
#include "verify/verify.h"

static const cr_place places[] = {
#include "rule-places.inc"
    {"", "", "", 0},
};

const cr_place *cr_place_at(const cr_game *game, const char *rule, size_t i)
{
    for (size_t at = 0; at < CR_COUNT_OF(places) - 1; at++)
        if (!strcmp(places[at].game, game->name) && !strcmp(places[at].rule, rule) && !i--)
            return &places[at];
    return NULL;
}
