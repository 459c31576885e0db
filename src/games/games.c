#include "games/games.h"

#define PLAIN(name)    &cr_game_##name,
#define COUNTING(name) &cr_game_##name##_counting,
static const cr_game *const games[] = {CR_GAMES_MAP(PLAIN)};
static const cr_game *const counting[] = {CR_GAMES_MAP(COUNTING)};
#undef PLAIN
#undef COUNTING

size_t cr_game_count(void)
{
    return CR_COUNT_OF(games);
}

const cr_game *cr_game_at(size_t i)
{
    return i < CR_COUNT_OF(games) ? games[i] : NULL;
}

const cr_game *cr_game_find(const char *name)
{
    for (size_t i = 0; i < CR_COUNT_OF(games); i++)
        if (!strcmp(games[i]->name, name))
            return games[i];
    return NULL;
}

const cr_game *cr_game_counting(const cr_game *game)
{
    for (size_t i = 0; i < CR_COUNT_OF(games); i++)
        if (games[i] == game)
            return counting[i];
    return game;
}
