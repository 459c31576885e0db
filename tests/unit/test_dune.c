/* Dune beyond its cases: the map's figures (DU-18), sizes, and worlds that can be played to their end. */
#include "support/cmocka_all.h"
#include "games/dune/dune.h"
#include "games/games.h"

static const cr_game *const game = &cr_game_dune;

static void begin(du_state *s, uint64_t seed, uint8_t n_seats)
{
    cr_setup setup;

    cr_setup_init(game, &setup);
    cr_setup_pin(&setup, seed);
    setup.n_seats = n_seats;
    assert_int_equal(cr_start(game, &s->k, &setup, NULL), CR_ERR_OK);
}

/* Areas and territories that border each other, by walks of one border without a storm. */
static void the_map_has_its_borders(void **unused)
{
    static uint8_t near[DB_AREAS][DB_AREAS];
    uint64_t beside[DB_TERRITORIES] = {0};
    unsigned pairs = 0;
    du_state s;

    (void)unused;
    begin(&s, 1, 6);
    s.w.board.storm = DB_SECTORS;
    memset(near, 0xFF, sizeof near);
    for (uint8_t from = 0; from < DB_AREAS; from++)
        for (unsigned most = 2; most-- > 0;) {
            du_areas reached = du_walk(&s, 0, from, true, most);

            for (uint8_t to = 0; to < DB_AREAS; to++)
                if (du_areas_has(reached, to))
                    near[from][to] = (uint8_t)most;
        }
    for (unsigned a = 0; a < DB_AREAS; a++)
        for (unsigned b = 0; b < DB_AREAS; b++) {
            assert_int_equal(near[a][b], near[b][a]);
            if (near[a][b] == 1)
                beside[db_areas[a].territory] |= UINT64_C(1) << db_areas[b].territory;
        }
    for (unsigned t = 0; t < DB_TERRITORIES; t++)
        pairs += cr_bits_count(beside[t]);
    assert_int_equal(pairs, 2 * 103);
    assert_int_equal(cr_bits_count(beside[DU_SHIELD_WALL]), 7);
    assert_int_equal(cr_bits_count(beside[DB_POLAR_SINK]), 8);
}

static void the_map_has_its_kinds(void **unused)
{
    unsigned sand = 0, landings = 0, spice = 0;

    (void)unused;
    for (uint8_t t = 0; t < DB_TERRITORIES; t++) {
        sand += du_is_sand(t);
        landings += du_is_landing(t);
    }
    for (unsigned i = 0; i < DB_SPICE_SPOTS; i++)
        spice += db_spice_spots[i].amount;
    assert_int_equal(sand, 29);
    assert_int_equal(landings, 16);
    assert_int_equal(spice, 118);
}

/* DU-2.4: the order of circles for every storm, by hand for two of them. */
static void storm_order_goes_round(void **unused)
{
    static const uint8_t behind_4[] = {2, 3, 4, 5, 0, 1}, behind_7[] = {3, 4, 5, 0, 1, 2};
    du_state s;

    (void)unused;
    begin(&s, 1, 6);
    for (uint8_t seat = 0; seat < 6; seat++)
        s.d.board.circle[seat] = seat;
    s.w.board.storm = 4;
    du_order_seats(&s);
    assert_memory_equal(s.w.board.order, behind_4, 6);
    s.w.board.storm = 7;
    du_order_seats(&s);
    assert_memory_equal(s.w.board.order, behind_7, 6);
}

/* Hands, decks and piles hold every card once, whatever is played; forces are 20 to a faction. */
static void pieces_are_conserved(void **unused)
{
    cr_rng luck;
    const uint8_t key[32] = {7};
    du_state s;

    (void)unused;
    cr_rng_init(&luck, key, 1);
    for (uint64_t seed = 0; seed < 10; seed++) {
        begin(&s, seed, (uint8_t)(2 + seed % 5));
        while (!s.k.is_over) {
            uint8_t seat = (uint8_t)cr_bits_first(cr_deciders(&s.k) & 0xFF);
            uint64_t cards;
            unsigned spice;
            cr_move move;

            if (!cr_sample(game, &s.k, seat, &luck, &move)) /* small limits: it gives up early */
                move = cr_idle_move(&s.k, seat);
            assert_int_equal(cr_play(game, &s.k, &move, 0, NULL).code, 0);
            if (s.k.is_over)
                break;
            cards = db_discarded(&s.w.board);
            for (unsigned i = 0; i < s.k.n_seats; i++)
                cards |= s.w.secret.hand[i];
            for (unsigned i = 0; i < s.d.board.n_deck; i++)
                cards |= DB_CARD_BIT(s.d.secret.deck[i] - 1);
            assert_int_equal(cr_bits_count(cards), DB_CARDS - s.d.board.wall_gone);
            spice = s.d.board.n_spice + (unsigned)s.d.board.worms_aside + s.d.board.pile[0][0] +
                    s.d.board.pile[1][0];
            assert_int_equal(spice, DU_SPICE_CARDS);
        }
        assert_int_not_equal(s.d.board.winners, 0);
    }
}

static void a_state_is_small(void **unused)
{
    (void)unused;
    assert_in_range(game->state_size, sizeof(cr_state), 2048);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_map_has_its_borders), cmocka_unit_test(the_map_has_its_kinds),
        cmocka_unit_test(storm_order_goes_round),  cmocka_unit_test(pieces_are_conserved),
        cmocka_unit_test(a_state_is_small),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
