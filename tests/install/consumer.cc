// The header inside C++: it compiles, its names link, and its structs are values here too.
#include <croupier/croupier.h>

#include <iostream>
#include <vector>

int main()
{
    const cr_game *game = cr_game_find("duel");
    if (!game)
        return 1;
    cr_setup setup{};
    cr_setup_init(game, &setup);
    cr_setup_pin(&setup, 42);
    std::vector<uint64_t> memory(cr_state_size(game) / 8);
    auto *state = reinterpret_cast<cr_state *>(memory.data());
    if (cr_start(game, state, &setup, nullptr) != CR_ERR_OK)
        return 1;
    std::cout << cr_game_name(game) << ": " << int(cr_seats(state)) << " seats, "
              << cr_offers_size(game, state, 0) << " offers\n";
    return cr_is_over(state) ? 1 : 0;
}
