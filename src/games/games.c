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

/* The library keeps no globals: its table is the one above. The program takes in games from outside when it starts. */
#ifdef CR_GAMES_GROW
static const cr_game *added[CR_GAMES_ADDED], *added_counting[CR_GAMES_ADDED];
static size_t n_added;

bool cr_game_add(const cr_game *plain, const cr_game *count)
{
    if (n_added == CR_GAMES_ADDED || cr_game_find(plain->name))
        return false;
    added[n_added] = plain;
    added_counting[n_added++] = count;
    return true;
}
#else
static const cr_game *const added[1], *const added_counting[1];
static const size_t n_added = 0;
#endif

size_t cr_game_count(void)
{
    return CR_COUNT_OF(games) + n_added;
}

const cr_game *cr_game_at(size_t i)
{
    return i < CR_COUNT_OF(games) ? games[i]
           : i < cr_game_count()  ? added[i - CR_COUNT_OF(games)]
                                  : NULL;
}

const cr_game *cr_game_find(const char *name)
{
    for (size_t i = 0; i < cr_game_count(); i++)
        if (!strcmp(cr_game_at(i)->name, name))
            return cr_game_at(i);
    return NULL;
}

const cr_game *cr_game_counting(const cr_game *game)
{
    for (size_t i = 0; i < CR_COUNT_OF(games); i++)
        if (games[i] == game)
            return counting[i];
    for (size_t i = 0; i < n_added; i++)
        if (added[i] == game)
            return added_counting[i];
    return game;
}
