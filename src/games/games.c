#include "games/games.h"

static const cr_game *const games[] = {
#define GAME(name) &cr_game_##name,
#include "games/games.def"
#undef GAME
};
static const cr_game *const counting[] = {
#define GAME(name) &cr_game_##name##_counting,
#include "games/games.def"
#undef GAME
};

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
