/* Duel: what no case can prove alone, because a case knows only the outcome of chance. */
#include "support/cmocka_all.h"
#include "kernel/game.h"

#include <stdlib.h>

/* EX-3, in the words of the rule: shuffle the first 26 of a sorted deck, 13 cards each. */
static void deal_by_the_rule(const uint8_t seed[32], unsigned copies[2][14])
{
    uint8_t deck[52];
    cr_rng rng;

    cr_rng_init(&rng, seed, 0);
    for (unsigned i = 0; i < 52; i++)
        deck[i] = (uint8_t)(1 + i / 4);
    for (unsigned i = 0; i < 26; i++) {
        unsigned j = i + cr_rng_below(&rng, 52 - i);
        uint8_t card = deck[j];

        deck[j] = deck[i];
        deck[i] = card;
        copies[i / 13][card]++;
    }
}

static void a_deal_follows_the_rule(void **unused)
{
    const cr_game *game = cr_game_find("duel");
    cr_state *state = malloc(cr_state_size(game));

    (void)unused;
    assert_non_null(state);
    for (uint64_t number = 0; number < 200; number++) {
        unsigned copies[2][14] = {{0}};
        char expected[256], position[1024];
        cr_setup setup;

        cr_setup_init(game, &setup);
        cr_setup_pin(&setup, number);
        assert_int_equal(cr_start(game, state, &setup, NULL), CR_ERR_OK);
        assert_true(cr_position_print(game, state, position, sizeof position) < sizeof position);
        deal_by_the_rule(setup.seed, copies);
        for (unsigned seat = 0; seat < 2; seat++) {
            cr_text text = cr_text_on(expected, sizeof expected);

            cr_text_fmt(&text, "\nhand %u:", seat);
            for (unsigned card = 1; card <= 13; card++)
                for (unsigned i = 0; i < copies[seat][card]; i++)
                    cr_text_fmt(&text, " %u", card);
            cr_text_char(&text, '\n');
            if (!strstr(position, expected))
                fail_msg("seed %u: expected %sgot %s", (unsigned)number, expected, position);
        }
    }
    free(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_deal_follows_the_rule),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
