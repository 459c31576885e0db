#include "support/battle.h"
#include "games/games.h"
#include "support/cmocka_all.h"

void battle_option(cr_setup *setup, const char *name, const char *value)
{
    if (cr_setup_option(&cr_game_classic_battle, setup, name, value))
        fail_msg("option %s=%s", name, value);
}

void battle_start(cb_state *s, const cr_setup *setup, cr_sink *sink)
{
    assert_int_equal(cr_start(&cr_game_classic_battle, &s->k, setup, sink), CR_ERR_OK);
}

void battle_play(cb_state *s, uint8_t seat, const char *text, uint64_t at_ms)
{
    cr_move move;

    assert_int_equal(cr_move_parse(&cr_game_classic_battle, &s->k, seat, text, &move).code, 0);
    if (cr_play(&cr_game_classic_battle, &s->k, &move, at_ms, NULL).code)
        fail_msg("'%s' is refused", text);
}
